// The cards in the middle of a Doppelkopf table. They are laid down one after the other at the pace of the table; a trick lies
// there for a while, and nothing can be done before it is gone.

import { calm } from './motion.js';

/** Parts of the table's pace: the next card of a message, and how long a trick lies. */
const NEXT = 0.45;
const TRICK = 1.7;
const SWEEP = 240;

/** What lies there: `cards` with seat and card, and once a trick is complete its `winner`; `sweep` while it goes. */
export const stage = { cards: [], winner: null, sweep: false };
let timer = 0;
let after = null;

/** Shows what the server says is on the table. */
export function present(view) {
  stage.cards = view.trick.map((card, i) => ({ seat: (view.leader + i) % 4, card }));
  stage.winner = null;
  stage.sweep = false;
}

/** Whether a trick is still being looked at. */
export const moving = () => stage.winner !== null;

function later(ms, what) {
  after = what;
  timer = setTimeout(finish, ms);
}

function finish() {
  clearTimeout(timer);
  const what = after;
  after = null;
  what?.();
}

/** Does at once what was to be done later. */
export function skip() {
  while (after) finish();
}

/**
 * Lays a card down. `more` says that another card of the same message follows. `done` is called when the table is ready for
 * what comes next: at once, unless a trick must be looked at first.
 */
export function lay(event, { pace, more }, redraw, done) {
  if (stage.winner !== null || stage.cards.length >= 4) present({ trick: [], leader: 0 });
  stage.cards = [...stage.cards, { seat: event.seat, card: event.card }];
  if (!event.trick) {
    redraw();
    if (more && pace) later(pace * NEXT, done);
    else done();
    return;
  }
  stage.winner = event.trick.winner;
  const gone = () => {
    present({ trick: [], leader: 0 });
    done();
  };
  if (!pace) {
    gone();
    return;
  }
  redraw();
  later(pace * TRICK, () => {
    stage.sweep = true;
    redraw();
    later(calm() ? 0 : SWEEP, gone);
  });
}
