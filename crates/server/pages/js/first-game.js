// A first game: a real table with easy opponents, at which a guide speaks.
import { insist } from './api.js';
import { keepTable, freshToken, recall, remember } from './store.js';
import { names } from './names.js';

const OTHERS = { doppelkopf: 3, just4fun: 1, ontop: 1 };

/** Makes the table and goes there. */
export async function beginFirstGame(game) {
  const seats = [{ person: (recall('name', '') ?? '').trim() }, ...names(OTHERS[game]).map((name) => ({ agent: 'easy', name }))];
  const made = await insist('/api/tables', { game, seats, token: freshToken() });
  const [own] = made.links;
  keepTable({ table: made.table, token: own.token, game, seat: own.seat });
  remember('guided', [made.table, ...(recall('guided', []) ?? [])].slice(0, 12));
  location.href = own.path;
}
