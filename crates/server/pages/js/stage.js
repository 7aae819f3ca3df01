// The cards in the middle of a Doppelkopf table. Agents are quick: several cards may come in one message. They are laid
// down one after the other, while the hand below already shows what is true now; a click does not wait for them.

const CARD = 260;
const TRICK = 1000;
const SWEEP = 260;
/** More than this at once is not play but coming back: nobody wants to watch it. */
const MOST = 14;

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What lies there: `cards` with seat and card, and once a trick is complete its `winner`; `sweep` while it goes. */
export const stage = { cards: [], winner: null, sweep: false };
let queue = [];
let timer = 0;

function present(view) {
  stage.cards = view.trick.map((card, i) => ({ seat: (view.leader + i) % 4, card }));
  stage.winner = null;
  stage.sweep = false;
}

/** Whether cards are still on their way. */
export const moving = () => queue.length > 0 || stage.winner !== null;

/** Shows at once what is on the table. */
export function flush(view) {
  clearTimeout(timer);
  timer = 0;
  queue = [];
  present(view);
}

/** Takes the cards that were played; `fresh` is null when there is nothing to animate from. */
export function arrive(view, fresh, redraw) {
  const cards = fresh?.filter((event) => event.card) ?? [];
  if (!fresh || queue.length + cards.length > MOST) {
    flush(view);
    return;
  }
  queue.push(...cards);
  if (!timer && queue.length) step(redraw);
}

function later(ms, what, redraw) {
  timer = setTimeout(() => {
    timer = 0;
    what();
    redraw();
  }, ms);
}

function step(redraw) {
  const event = queue.shift();
  if (!event) return;
  if (stage.winner !== null || stage.cards.length >= 4) present({ trick: [], leader: 0 });
  stage.cards = [...stage.cards, { seat: event.seat, card: event.card }];
  const hurry = queue.length > 3 ? 0.4 : 1;
  if (event.trick) {
    stage.winner = event.trick.winner;
    later(TRICK * hurry, () => {
      stage.sweep = true;
      later(calm() ? 0 : SWEEP, () => {
        present({ trick: [], leader: 0 });
        step(redraw);
      }, redraw);
    }, redraw);
  } else {
    // Even after the last card: the next one must not fall on it.
    later(CARD * hurry, () => step(redraw), redraw);
  }
}
