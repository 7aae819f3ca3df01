// What moves, for those who like that: cards fly from the hand that plays them, and are dealt by the dealer.

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
const plate = (seat) => document.querySelector(`[data-test="seat-${seat}"]`)?.getBoundingClientRect();

/** How far it is from the middle of one box to that of another. */
function way(from, to) {
  const [a, b] = [middle(from), middle(to)];
  return [a[0] - b[0], a[1] - b[1]];
}

let picked = null;

/** Remembers where a card is that is about to be played. */
export function pick(card) {
  const own = document.querySelector(`[data-test=hand] [data-card="${card}"]`);
  picked = own && { card, box: own.getBoundingClientRect() };
}

/** Lets a card that was just laid down come from the hand of its player. */
export function fly(element, { seat, card }) {
  const own = picked?.card === card ? picked.box : null;
  const from = own ?? plate(seat);
  if (own) picked = null;
  const to = element.getBoundingClientRect();
  // A card that is drawn together with the whole table is nowhere yet.
  if (calm() || !from || !to.width || !element.animate) return;
  const [x, y] = way(from, to);
  element.animate({ transform: [`translate(${x}px, ${y}px)`, 'translate(0, 0)'], opacity: [own ? 1 : 0.2, 1] }, { duration: 240, easing: 'ease-out', composite: 'add' });
}

/** The way from the middle of an element to a seat, for a trick that goes there. */
export function wayTo(seat, element) {
  const [from, to] = [element?.getBoundingClientRect(), plate(seat)];
  if (!from || !to) return {};
  const [x, y] = way(to, from);
  return { '--sx': `${Math.round(x)}px`, '--sy': `${Math.round(y)}px` };
}

/** Deals a hand that has just been drawn: each card comes from the dealer. */
export function deal(hand, dealer) {
  const from = plate(dealer);
  if (calm() || !from) return;
  [...hand.children].forEach((card, i) => {
    const to = card.getBoundingClientRect();
    if (!to.width || !card.animate) return;
    const [x, y] = way(from, to);
    card.animate({ transform: [`translate(${x}px, ${y}px) scale(.4)`, 'translate(0, 0)'], opacity: [0, 1] }, { duration: 260, delay: i * 35, easing: 'ease-out', fill: 'backwards', composite: 'add' });
  });
}
