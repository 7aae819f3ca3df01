// What friends at a table need: an invitation, a word to each other, the clock, the list of results, and an engine for those
// who had to leave.
import { h } from './dom.js';
import { t, number } from './i18n.js';
import { copy } from './frame.js';
import { get } from './api.js';
import { freshToken } from './store.js';

const person = (seat) => seat.kind === 'person';

/** The invitation of the table, once it was asked for. */
const found = { of: null, answer: null, copied: false };

async function look(ctx) {
  found.of = ctx.state.invite;
  try {
    found.answer = await get(ctx.path('/invitation'), ctx.token());
  } catch {
    // The link alone will do.
    found.answer = null;
  }
  ctx.redraw();
}

/** The light border that a code needs to be found, in squares. */
const QUIET = 4;

/** A QR code: every dark square as a piece of one path. */
function code(rows) {
  const d = rows.map((row, y) => [...row].map((dark, x) => (dark === '1' ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return h('svg', { class: 'qr', viewBox: `${-QUIET} ${-QUIET} ${rows.length + 2 * QUIET} ${rows.length + 2 * QUIET}`, role: 'img', 'aria-label': t('invite-code'), 'data-test': 'invite-code' },
    h('rect', { x: -QUIET, y: -QUIET, width: rows.length + 2 * QUIET, height: rows.length + 2 * QUIET, class: 'qr-paper' }), h('path', { d, class: 'qr-ink' }));
}

/** A person who sits here may invite others while a seat is free. */
export function invitation(ctx) {
  const { invite } = ctx.state ?? {};
  if (!invite) return null;
  if (found.of !== invite) look(ctx);
  const whole = found.answer?.link ?? location.origin + invite;
  return h('div', { class: 'banner invite', key: 'invite', 'data-test': 'invite' },
    found.answer && code(found.answer.qr),
    h('div', {},
      h('p', {}, t('invite-seat')),
      h('p', { class: 'small' }, t(found.answer?.near ? 'invite-near' : 'invite-how')),
      h('p', { class: 'small' }, h('code', { 'data-test': 'invite-address' }, whole.replace(/#.*/, '#…'))),
      h('button', { class: 'small', 'data-test': 'copy-invite', 'data-link': whole, onclick: async () => { found.copied = await copy(whole); ctx.redraw(); } }, t(found.copied ? 'copied' : 'copy-invite'))));
}

/** Somebody has been away for long: the others may let an engine play on. */
export function absent(ctx) {
  const { seats, you, over } = ctx.state ?? {};
  if (!seats || you === null || over) return null;
  return seats.map((seat, i) => {
    if (seat.stand_in) return h('div', { class: 'banner', key: `away${i}`, 'data-test': `stand-in-${i}` }, h('p', {}, t('stand-in', { name: ctx.name(i) })));
    return seat.replaceable && i !== you && h('div', { class: 'banner', key: `away${i}` }, h('p', {}, t('absent', { name: ctx.name(i) })),
      h('button', { class: 'small', 'data-test': `replace-${i}`, onclick: () => ctx.ask('stand-in', { seat: i }) }, t('absent-engine')));
  });
}

/** The time that is left, where a table has a clock. */
export function clock(ctx) {
  const { clock: time, turn, number: game, version } = ctx.state;
  if (!time || time.left_ms === null || turn === null) return null;
  return h('span', { class: 'clock', 'data-test': 'clock', title: t('clock-about', { seconds: time.seconds }) },
    h('i', { key: `${game}-${version}`, vars: { '--most': `${time.seconds}s`, '--begun': `${(time.left_ms - time.seconds * 1000) / 1000}s` } }), t('clock', { seconds: time.seconds }));
}

/** To the next game, when all are ready. */
export function next(ctx) {
  const { seats, you, tournament } = ctx.state;
  const waiting = seats.filter((seat, i) => person(seat) && seat.here && !seat.ready && i !== you).map((seat) => ctx.name(seats.indexOf(seat)));
  if (you !== null && seats[you].ready) return h('p', { 'data-test': 'ready' }, t('ready-wait', { names: waiting.join(', ') }));
  const last = tournament?.left === 1;
  const friends = seats.filter((seat) => person(seat) && seat.here).length > 1;
  return h('button', { class: 'main', 'data-test': 'next', onclick: () => ctx.ask('next') }, t(last ? 'next-tournament' : friends ? 'ready' : 'next-game'));
}

const EMOTES = ['well-played', 'thanks', 'oops', 'wow'];

export const saidText = (said) => (said.emote ? t(`emote-${said.emote}`) : said.text);

/** What was said, and a line to say something; only where there is somebody to talk to. */
export function talk(ctx) {
  const { seats, you, talk: said } = ctx.state;
  if (you === null || seats.filter((seat) => person(seat) && !seat.open).length < 2) return null;
  const send = (what) => ctx.ask('talk', { id: freshToken(), ...what });
  const line = (event) => {
    event.preventDefault();
    const input = document.getElementById('talk');
    const text = input.value.trim();
    if (text) send({ text }).then((answer) => { if (answer) input.value = ''; });
  };
  return h('section', { class: 'box talk', key: 'talk', 'aria-label': t('talk'), 'data-test': 'talk' },
    h('ul', {}, said.map((each) => h('li', { key: each.number, 'data-test': 'said' }, h('strong', {}, ctx.name(each.seat)), ` ${saidText(each)}`))),
    h('div', { class: 'row emotes' }, EMOTES.map((emote) => h('button', { key: emote, class: 'small', 'data-test': `emote-${emote}`, onclick: () => send({ emote }) }, t(`emote-${emote}`)))),
    h('form', { class: 'row', onsubmit: line },
      h('label', { class: 'unseen', for: 'talk' }, t('talk-line')),
      h('input', { type: 'text', id: 'talk', class: 'grow', maxlength: 140, autocomplete: 'off', placeholder: t('talk-line'), 'data-test': 'talk-line' }),
      h('button', { class: 'small', 'data-test': 'talk-send' }, t('talk-send'))));
}

const MOMENT = 6000;
const heard = new Map();

/** The last thing that somebody said, for a moment, beside the name. */
export function lately(ctx, seat) {
  const said = ctx.state.talk?.findLast((each) => each.seat === seat);
  if (said && !heard.has(said.number)) {
    heard.set(said.number, Date.now());
    setTimeout(ctx.redraw, MOMENT + 50);
  }
  return said && Date.now() - heard.get(said.number) < MOMENT && h('span', { key: `said${said.number}`, class: 'bubble said', 'data-test': `says-${seat}` }, saidText(said));
}

const points = (value) => number(value, Number.isInteger(value) ? 0 : 2, true);

/** The list of results, as it is kept at a table: a line for each game, and the sums. */
export function list(ctx) {
  const { results, tournament, totals, seats } = ctx.state;
  if (!results.length && !tournament) return null;
  const { view, over } = ctx.state;
  const paid = (seat) => over && view.compulsory && view.soloist === seat;
  const owes = (seat) => tournament?.open_solos.includes(seat) && !paid(seat);
  const sums = h('tr', { class: 'sum' }, h('th', { scope: 'row' }, t('list-sum')), totals.map((sum, seat) => h('td', { key: seat, class: 'number' }, points(sum))));
  return h('details', { class: 'box list', key: 'list', 'data-test': 'list', open: Boolean(tournament) },
    h('summary', {}, tournament ? t('list-tournament', { played: results.length, games: tournament.games }) : t('list', { games: results.length })),
    h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': t('list-title') }, h('table', { class: 'sheet' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('list-game')), seats.map((_, seat) => h('th', { key: seat, scope: 'col', class: 'number' }, ctx.name(seat))))),
      h('tbody', {},
        tournament && h('tr', { 'data-test': 'list-solos' }, h('th', { scope: 'row' }, t('list-solo')), seats.map((_, seat) => h('td', { key: seat, class: 'number' }, t(owes(seat) ? 'list-owes' : 'list-done')))),
        results.map((line, i) => h('tr', { key: line.number, 'data-test': 'list-line' }, h('th', { scope: 'row' }, String(i + 1)), line.payoffs.map((each, seat) => h('td', { key: seat, class: 'number' }, points(each))))), sums))),
    tournament?.left === 1 && over && h('p', { class: 'verdict', 'data-test': 'list-final' }, t('list-final', { names: best(totals).map((seat) => ctx.name(seat)).join(', ') })));
}

const best = (totals) => totals.flatMap((sum, seat) => (sum === Math.max(...totals) ? [seat] : []));
