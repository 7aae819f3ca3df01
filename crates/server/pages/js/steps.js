// State messages, taken step by step: the page never knows more than the table shows. A message with several cards is taken
// card by card, and what comes while a trick is being looked at waits until it is gone.
import { faceOf } from './games.js';

/** More events than this at once are not play but coming back: nobody wants to watch them. */
const MOST = 14;

/**
 * `show(events, message)` is called for each step; the message is there in the last step of each message. `hold(true)` is
 * called before something is looked at, `hold(false)` when the next thing may be done.
 */
export function steps({ show, hold, redraw }) {
  let queue = [];
  let busy = false;

  function next() {
    const step = queue.shift();
    if (!step) {
      hold(false);
      return;
    }
    const { events, message, pace, game } = step;
    const card = game.lay && events.find((event) => event.card);
    busy = true;
    const more = queue.length > 0;
    const done = () => {
      busy = false;
      next();
    };
    // What the message says can be done only when the table has shown why.
    const wait = Boolean(card?.trick && pace);
    hold(wait || more);
    show(events, message);
    if (card) game.lay(card, { pace, more }, redraw, done);
    else done();
  }

  return {
    /** Takes a message with the events in it that are new; `watch` says whether somebody wants to see them one by one. */
    take(message, fresh, watch) {
      const game = faceOf(message.game);
      const pace = message.pace_ms;
      const waiting = queue.reduce((sum, step) => sum + step.events.length, 0);
      if (!watch || !pace || waiting + fresh.length > MOST || !game.lay) {
        const events = queue.flatMap((step) => step.events);
        queue = [];
        game.skip?.();
        show([...events, ...fresh], message, true);
        hold(false);
        return;
      }
      queue.push(...cardByCard(fresh, message).map((step) => ({ ...step, pace, game })));
      if (!busy) next();
    },
  };
}

/** One step for each card; what nobody notices belongs to the card beside it. The last step has the message. */
function cardByCard(events, message) {
  const found = [{ events: [] }];
  for (const event of events) {
    if (event.card && found.at(-1).events.some((each) => each.card)) found.push({ events: [] });
    found.at(-1).events.push(event);
  }
  found.at(-1).message = message;
  return found;
}
