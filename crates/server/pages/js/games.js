// The games as the pages know them: those with a face of their own, and the generic one. Each module has
//   board(ctx, result)  the table itself; ctx is described in table.js. `resultOnTable`: the result is drawn on it
//   sheet(over, ctx)    the result: who won in `head`, line by line in `body`
//   tell(event, ctx)    what happened, in a sentence for the log and the screen reader; null if it is not worth saying
//   status(ctx)         what the person is asked to do, if the game has more to say than "your turn"
//   arrive(message, how, ctx), key(event, ctx)   optional: what to forget with a message, shortcuts
//   lay(event, how, redraw, done), skip()   optional: how a card is laid down, one after the other
//   doubt(choice, ctx)  optional: a sentence if the choice can hardly be meant
import * as doppelkopf from './doppelkopf.js';
import * as just4fun from './just4fun.js';
import * as ontop from './ontop.js';
import * as generic from './generic.js';

export const games = { doppelkopf, just4fun, ontop };

/** The module that draws a game. */
export const faceOf = (game) => games[game] ?? generic;
