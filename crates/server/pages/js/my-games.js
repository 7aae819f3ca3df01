// The games that were finished in this browser, in its storage: nothing of it is sent anywhere.
import { recall, remember } from './store.js';

const MOST = 1000;
const isGame = (each) => each && typeof each.id === 'string' && /^[a-z0-9]{12}$/.test(each.id) && typeof each.game === 'string' && Array.isArray(each.scores) && each.scores.every(Number.isFinite) && Number.isInteger(each.seat) && each.seat >= 0 && each.seat < each.scores.length;

/** All of them, the newest first. */
export const myGames = () => {
  const kept = recall('games', []);
  return Array.isArray(kept) ? kept.filter(isGame) : [];
};

/** What a Doppelkopf player wants to know later: the own role, and what became of the own announcement. */
function doppelkopfFacts({ over, you }, events) {
  const { sheet } = over;
  const re = sheet.re.seats.includes(you);
  const said = events.filter((event) => event.seat === you && event.announced).map((event) => event.announced.level);
  return {
    role: re ? (sheet.solo ? 'solo' : 're') : 'kontra',
    won: sheet.winner === (re ? 're' : 'kontra'),
    // An announcement that is not kept loses the game.
    announced: said.at(-1) ?? null,
  };
}

/** Notes a game that is over; the same one is noted once. */
export function noteGame(message, events) {
  const id = message.over?.game_id;
  if (!id || message.you === null) return;
  const before = myGames();
  if (before.some((each) => each.id === id)) return;
  const scores = message.over.payoffs;
  const own = scores[message.you];
  const facts = message.game === 'doppelkopf' ? doppelkopfFacts(message, events) : { won: own > Math.max(...scores.filter((_, seat) => seat !== message.you)) };
  const names = message.seats.map((seat) => seat.name ?? '');
  remember('games', [{ id, game: message.game, at: Date.now(), table: message.table, seat: message.you, names, scores, ...facts }, ...before].slice(0, MOST));
}

/** The kind of a decision: a card, an announcement, a solo or another reservation; a move in other games. */
const kindOf = ({ question }) => ({ undefined: 'move', card: 'card', announcement: 'announcement' })[question] ?? 'solo';

/** Notes what a review found about one's own decisions, by kind: how many mistakes, and what they cost in all. */
export function noteReview(id, { unit }, mistakes, events) {
  const games = myGames();
  const game = games.find((each) => each.id === id);
  if (!game || game.review) return;
  const kinds = {};
  for (const { ply, seat, loss } of mistakes) {
    if (seat !== game.seat) continue;
    const kind = kindOf(events[ply]);
    kinds[kind] = { mistakes: (kinds[kind]?.mistakes ?? 0) + 1, loss: (kinds[kind]?.loss ?? 0) + loss };
  }
  game.review = { unit, kinds };
  remember('games', games);
}

/** Everything that is kept, as text to take to another browser. */
export const exportAll = () => JSON.stringify({ kontra: 1, games: myGames(), puzzles: recall('puzzles', null) });

/** Takes what another browser gave: games that are not here yet. How many they were; null where the text is something else. */
export function importAll(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (found?.kontra !== 1 || !Array.isArray(found.games) || !found.games.every(isGame)) return null;
  const own = myGames();
  const known = new Set(own.map((each) => each.id));
  const fresh = found.games.filter((each) => !known.has(each.id));
  remember('games', [...own, ...fresh].sort((a, b) => (b.at ?? 0) - (a.at ?? 0)).slice(0, MOST));
  const puzzles = recall('puzzles', null);
  if (found.puzzles?.answered > (puzzles?.answered ?? 0)) remember('puzzles', found.puzzles);
  return fresh.length;
}
