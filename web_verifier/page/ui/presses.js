/** A button that is made anew between press and release was never pressed: what is shown stays while somebody presses. */

/** Behind the release of a finger its click comes within so many milliseconds. */
const CLICK = 30;

/**
 * @param {HTMLElement[]} places where presses are waited for
 * @param {() => void} again called after a release, if it was asked meanwhile
 * @returns {() => boolean} whether to wait
 */
export function pressedIn(places, again) {
  let pressed = false;
  let asked = false;
  /** The release that is about to count; a new press comes before it. */
  let timer = 0;
  function press() {
    pressed = true;
    clearTimeout(timer);
  }
  function release() {
    pressed = false;
    if (!asked) return;
    asked = false;
    again();
  }
  for (const place of places) {
    place.addEventListener('pointerdown', ({ button }) => button === 0 && press());
    place.addEventListener('keydown', ({ key, target }) => key === ' ' && /** @type {Element} */ (target).closest('button, summary') && press());
  }
  // Behind a menu, or in another window, a release is not told.
  for (const name of ['pointerup', 'pointercancel', 'keyup', 'contextmenu', 'blur'])
    addEventListener(name, () => {
      clearTimeout(timer);
      if (pressed) timer = window.setTimeout(release, CLICK);
    });
  // What a click does is shown at once: the next press may be of what it brings.
  addEventListener('click', () => (pressed = false), true);
  return () => {
    asked ||= pressed;
    return pressed;
  };
}
