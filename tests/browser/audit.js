/**
 * What no picture may have, as it stands on the screen: an expression that gives `(root) => faults`. A page wider than its window; text
 * under 12 pixels, outside its stage, cut off, on other text, or with a line through it.
 */
(root) => {
  /** @type {string[]} */
  const faults = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) faults.push(`the page is ${page.scrollWidth - page.clientWidth} px wider than its window`);
  for (const details of root.querySelectorAll('details')) details.open = true;
  const box = root.getBoundingClientRect();

  /** The boxes of the lines of a node's own text. */
  const lines = (node) => {
    const range = document.createRange();
    return [...node.childNodes]
      .filter((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim())
      .flatMap((child) => {
        range.selectNodeContents(child);
        return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
      });
  };
  const scaleOf = (node) => {
    const matrix = node instanceof SVGGraphicsElement ? node.getScreenCTM() : null;
    return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
  };

  /** @type {{node: Element, text: string, rect: DOMRect}[]} */
  const drawn = [];
  for (const node of root.querySelectorAll('*')) {
    const boxes = lines(node);
    if (boxes.length === 0 || node.closest('.vh')) continue;
    const text = node.textContent.trim().slice(0, 40);
    const style = getComputedStyle(node);
    const size = parseFloat(style.fontSize) * scaleOf(node);
    if (size < 11.99) faults.push(`"${text}" is ${size.toFixed(1)} px`);
    for (const rect of boxes) {
      if (rect.left < box.left + 3.9 || rect.right > box.right - 3.9 || rect.top < box.top || rect.bottom > box.bottom) faults.push(`"${text}" leaves the stage`);
      for (let outer = node.parentElement; outer && outer !== root.parentElement; outer = outer.parentElement) {
        const clip = getComputedStyle(outer).overflowX;
        if (clip === 'visible' || outer instanceof SVGElement) continue;
        const edge = outer.getBoundingClientRect();
        if (rect.left < edge.left - 1 || rect.right > edge.right + 1) faults.push(`"${text}" is cut off`);
      }
      drawn.push({ node, text, rect });
    }
    if (node instanceof HTMLElement && style.display !== 'inline' && node.scrollWidth > node.clientWidth + 1) faults.push(`"${text}" overflows its box`);
  }

  for (const [i, a] of drawn.entries()) {
    for (const b of drawn.slice(i + 1)) {
      const across = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const down = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (across > 1 && down > 4) faults.push(`"${a.text}" lies on "${b.text}"`);
    }
  }

  // No upright or level line goes through a text, not even behind its halo.
  for (const line of root.querySelectorAll('line:not(.pic-grid)')) {
    const rect = line.getBoundingClientRect();
    if (rect.width > 3 && rect.height > 3) continue;
    for (const { node, text, rect: own } of drawn) {
      if (!(node instanceof SVGElement)) continue;
      const across = Math.min(rect.right, own.right - 1) - Math.max(rect.left, own.left + 1);
      const down = Math.min(rect.bottom, own.bottom - 3) - Math.max(rect.top, own.top + 3);
      if (across >= 0 && down > 0) faults.push(`a line (${line.getAttribute('class')}) goes through "${text}"`);
    }
  }

  // A sign on another: signs of cells, cards and marks keep clear of the texts beside them.
  for (const sign of root.querySelectorAll('.pic-mine-sign, .pic-sign, .pic-card, .pic-pointer')) {
    const rect = sign.getBoundingClientRect();
    if (rect.width === 0) continue;
    for (const { node, text, rect: own } of drawn) {
      if (sign.contains(node) || node.contains(sign)) continue;
      const across = Math.min(rect.right, own.right) - Math.max(rect.left, own.left);
      const down = Math.min(rect.bottom, own.bottom) - Math.max(rect.top, own.top);
      if (across > 2 && down > 4.5) faults.push(`a sign (${sign.getAttribute('class')}) lies on "${text}"`);
    }
  }
  return [...new Set(faults)];
}
