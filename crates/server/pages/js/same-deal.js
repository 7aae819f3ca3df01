// The same cards again: a link for a friend, and the champion with one's own hand.
import { h } from './dom.js';
import { t, number } from './i18n.js';
import { attempt, copy, trouble } from './frame.js';
import { post, insist } from './api.js';
import { isolate, names } from './names.js';

const state = { link: null, copied: false, error: null, busy: false };
const tell = (text) => { state.error = text; };

async function share(id, seat, show) {
  const found = await attempt(() => post(`/api/games/${encodeURIComponent(id)}/deal`, {}), tell);
  if (found) {
    state.link = `${location.origin}/deal/${found.deal}?seat=${seat}`;
    state.copied = await copy(state.link);
  }
  show();
}

/** The strongest engine plays the cards of a finished game on all seats, and everybody may watch. */
async function champion(id, game, seats, show) {
  if (state.busy) return;
  state.busy = true;
  const others = names(seats);
  const order = { game, deal: id, pace_ms: 600, seats: Array.from({ length: seats }, (_, seat) => ({ agent: 'strongest', name: others[seat] })) };
  const made = await attempt(() => insist('/api/tables', order), tell);
  state.busy = false;
  if (made) location.href = `/table/${made.table}`;
  else show();
}

/** The box beside a finished game; `seat` is the one whose cards are meant. */
export function sameDeal({ id, game, seats, seat }, show) {
  if (game !== 'doppelkopf' && game !== 'just4fun') return null;
  return h('section', { class: 'box', key: 'same-deal' },
    h('h2', {}, t('deal-title')),
    h('div', { class: 'row' },
      h('button', { class: 'small', 'data-test': 'share-deal', 'data-link': state.link ?? undefined, onclick: () => share(id, seat ?? 0, show) }, t(state.copied ? 'copied' : 'deal-share')),
      h('button', { class: 'small', 'data-test': 'champion', onclick: () => champion(id, game, seats, show) }, t('deal-champion'))),
    state.link && h('p', { class: 'small' }, h('a', { href: state.link, 'data-test': 'deal-link' }, t('deal-link'))),
    trouble(state.error));
}

/** What somebody else made of the same cards; nothing before the game is over. */
export function rivalLine({ over, you }) {
  const { rival } = over;
  if (!rival || you === null) return null;
  const [own, theirs] = [over.payoffs[you], rival.payoffs[you]];
  const name = rival.players[you]?.replace(/ \([a-z][a-z0-9-]*(\(.*\))?\)$/, '') || t('somebody');
  const digits = Number.isInteger(own) && Number.isInteger(theirs) ? 0 : 2;
  return h('p', { class: 'rival', 'data-test': 'rival', key: 'rival' },
    t(own > theirs ? 'rival-better' : own < theirs ? 'rival-worse' : 'rival-equal', { name: isolate(name), own: number(own, digits, true), theirs: number(theirs, digits, true) }));
}
