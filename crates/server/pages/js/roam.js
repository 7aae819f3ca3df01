// Going about a board with the arrow keys: they go to the nearest place in their direction. Places say where they are: data-at="row column" (any numbers).

const where = (place) => place.dataset.at.split(' ').map(Number);
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function roam(event) {
  const step = STEPS[event.key];
  const from = event.target.closest?.('[data-at]');
  if (!step || !from) return;
  event.preventDefault();
  const [y, x] = where(from);
  let best = null;
  let least = Infinity;
  for (const place of event.currentTarget.querySelectorAll('[data-at]')) {
    const [py, px] = where(place);
    const [dy, dx] = [py - y, px - x];
    const along = dy * step[0] + dx * step[1];
    const aside = Math.abs(dy * step[1]) + Math.abs(dx * step[0]);
    // Straight on beats near: a place aside counts twice.
    if (along <= 0.01 || aside > along * 1.8) continue;
    const cost = along + aside * 2;
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  best?.focus();
}

/**
 * Decides what Tab reaches: the fields on which one may move if they say so (data-test="choice"), else only the place
 * that had the focus last. The arrows reach everything.
 */
roam.begin = (board) => {
  const settle = () => {
    const places = [...board.querySelectorAll('[data-at]')];
    const open = places.filter((place) => place.dataset.test === 'choice');
    const current = places.find((place) => place === document.activeElement) ?? places.find((place) => place.tabIndex === 0) ?? places[0];
    for (const place of places) {
      const index = open.includes(place) || place === document.activeElement || (!open.length && place === current) ? 0 : -1;
      if (place.tabIndex !== index || !place.hasAttribute('tabindex')) place.tabIndex = index;
    }
  };
  board.addEventListener('focusin', settle);
  new MutationObserver(settle).observe(board, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-test', 'data-at'] });
  settle();
};
