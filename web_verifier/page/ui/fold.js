/** The slip beside a result: on a phone it folds, elsewhere it stays in view. */

/** @param {HTMLDetailsElement} slip */
export function foldOf(slip) {
  const narrow = matchMedia('(max-width: 839px)');
  narrow.addEventListener('change', () => {
    if (!narrow.matches) slip.open = true;
  });

  // A slip that is higher than the window sticks by its lower edge, so that all of it can be seen.
  const stick = () => {
    slip.style.top = `${Math.min(24, innerHeight - slip.offsetHeight - 24)}px`;
  };
  new ResizeObserver(stick).observe(slip);
  addEventListener('resize', stick);

  /** What came as a whole gets the focus when it is shown; on a phone the slip folds. */
  return () => {
    if (narrow.matches) slip.open = false;
    if (slip.contains(document.activeElement) || document.activeElement === document.body)
      document.getElementById('verdict')?.focus({ preventScroll: true });
  };
}
