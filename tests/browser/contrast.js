/**
 * Contrast of what is drawn with what really lies behind it, from the pixels of the screen: an expression that gives
 * `({shots, scale, parts}) => faults`. `shots` are PNGs of one picture as base64: whole, without its texts, without marks and signs as
 * well, and without surfaces as well. A pixel that a shot changes belongs to what was taken away, and the shot shows what is behind.
 */
async ({ shots, scale, parts }) => {
  const images = await Promise.all(
    shots.map(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height);
    }),
  );
  const { width, height } = images[0];
  const pixel = ({ data }, at) => [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const contrast = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  };
  const apart = (a, b) => Math.max(...a.map((part, i) => Math.abs(part - b[i])));

  const faults = [];
  for (const { what, rects, colour, layer, least, share } of parts) {
    let [seen, good, worst] = [0, 0, Infinity];
    for (const [left, top, right, bottom] of rects) {
      for (let y = Math.max(0, Math.floor(top * scale)); y < Math.min(height, bottom * scale); y += 1) {
        for (let x = Math.max(0, Math.floor(left * scale)); x < Math.min(width, right * scale); x += 1) {
          const at = y * width + x;
          const behind = pixel(images[layer + 1], at);
          const shown = pixel(images[layer], at);
          // Of marks and surfaces only what has their full colour; the edges of letters are nearly all that a letter has.
          if (apart(shown, behind) < 24 || (layer > 0 && apart(shown, colour) > 24)) continue;
          const found = contrast(colour, behind);
          seen += 1;
          if (found >= least - 0.005) good += 1;
          worst = Math.min(worst, found);
        }
      }
    }
    if (seen === 0) faults.push(`${what} can't be seen`);
    else if (good / seen < share) faults.push(`${what}: ${worst.toFixed(2)} at worst, at least ${least} in ${Math.round((100 * good) / seen)} % of ${seen}`);
  }
  return faults;
}
