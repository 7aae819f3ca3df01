// Tables at which this browser has a seat and the game is not over: first of all on the first page.
import { h } from './dom.js';
import { t, gameName } from './i18n.js';
import { isolate } from './names.js';
import { get } from './api.js';
import { ownTables, dropTable } from './store.js';

const MOST = 4;
let found = [];

/** Asks how own tables stand; those that are gone are forgotten. */
export async function findTables(many = MOST) {
  const own = ownTables().filter((each) => each.token).slice(0, many);
  const asked = own.map(async (each) => {
    try {
      const state = await get(`/api/tables/${encodeURIComponent(each.table)}`, each.token);
      return { ...each, state };
    } catch (error) {
      if (error.code === 'not-found' || error.code === 'unauthorized') dropTable(each.table);
      return null;
    }
  });
  found = (await Promise.all(asked)).filter(Boolean);
  return found;
}

/** With whom one plays, in words. */
export const opponents = ({ seats, you }) => seats.filter((_, seat) => seat !== you).map((seat) => (seat.name ? isolate(seat.name) : t('somebody'))).join(', ');

/** The box with games that are not over. */
export function resume() {
  const open = found.filter(({ state }) => !state.over);
  if (!open.length) return null;
  return h('section', { class: 'box resume', 'data-test': 'resume', key: 'resume' },
    h('h2', {}, t('resume-title')),
    h('ul', { class: 'rows' }, open.map((each) => h('li', { key: each.table, class: 'row', 'data-test': 'resume-row' },
      h('span', { class: 'grow' }, h('strong', {}, gameName(each.game)), ' ', h('span', { class: 'soft' }, `${opponents(each.state)} · ${t(each.state.turn === each.state.you ? 'resume-yours' : 'resume-others')}`)),
      h('a', { class: 'button main small', href: `/table/${each.table}#${each.token}` }, t('resume-go'), h('span', { class: 'unseen' }, ` ${gameName(each.game)}`))))));
}
