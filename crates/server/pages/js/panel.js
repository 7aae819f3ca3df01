// Beside the board: what one can ask for, and what belongs to one's seat.
import { h } from './dom.js';
import { t, number } from './i18n.js';
import { copy } from './frame.js';
import { recall, remember } from './store.js';
import { isolate } from './names.js';
import { games } from './games.js';
import { habit, setHabit } from './habits.js';
import { setSounds, sounds } from './sound.js';

const PACES = [0, 300, 600, 1000, 2000];

// The specification of an agent is long: its first word is enough where no other player has the same.
// A record has it in brackets after the name that the agent had at its table.
const first = (name) => name?.replace(/^(.+) \([a-z][a-z0-9-]*(\(.*\))?\)$/, '$1').replace(/^([\w-]+)\(.+\)$/, '$1');

/** What a seat is called. Of several with the same name, each also has its number. */
export function seatName(seats, index, you) {
  const name = seats[index]?.name;
  if (!name) return index === you ? t('you') : t('player-n', { n: index + 1 });
  const others = seats.filter((_, i) => i !== index).map((other) => other.name);
  if (others.includes(name)) return `${isolate(first(name))} ${index + 1}`;
  return isolate(others.some((other) => first(other) === first(name)) ? name : first(name));
}

/** Whether a seat is one's own and has no name: then sentences say 'you'. */
export const isYou = (ctx, seat) => seat === ctx.state.you && seat !== null && !ctx.state.seats[seat]?.name;

/** A sentence about what a seat does; about oneself it has another form. */
export const told = (name, ctx, seat, values) => t(isYou(ctx, seat) ? `${name}-you` : name, { name: ctx.name(seat), ...values });

/** A seat for whom something is: in some languages another word than who does something. */
export const whom = (ctx, seat) => (isYou(ctx, seat) ? t('you-get') : ctx.name(seat));

function thinking(ctx) {
  const { thinking: who } = ctx.state;
  if (!who) return null;
  return h('div', { class: 'thinking', key: 'thinking' },
    h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i', {}), h('i', {}), h('i', {})),
    h('span', {}, t('thinks', { name: ctx.name(who.seat) })),
    h('button', { class: 'small', 'data-test': 'hurry', onclick: () => ctx.ask('hurry') }, t('hurry')),
    who.most_ms > 400 && h('div', { class: 'progress', key: `${ctx.state.number}-${ctx.state.version}`, vars: { '--most': `${who.most_ms}ms`, '--begun': `-${Math.min(Date.now() - ctx.thinkingSince, who.most_ms)}ms` } }, h('i', {})));
}

/** Hint, analysis, hurry. */
export function tools(ctx) {
  const { state } = ctx;
  const mine = state.choices.length > 0;
  const mayHurry = state.you !== null || state.seats.every((seat) => seat.kind === 'agent');
  if (state.over) return null;
  return h('section', { class: 'box tools-box', key: 'tools', 'data-keep': '', 'aria-label': t('ask-engine') },
    state.you !== null && h('div', { class: 'row' },
      h('button', { 'data-test': 'hint', 'aria-disabled': ctx.busy === 'hint' ? 'true' : undefined, disabled: !mine, onclick: () => ctx.ask('hint'), title: `${t('hint-about')} (H)` }, t('hint')),
      h('button', { 'data-test': 'analyse', 'aria-disabled': ctx.busy === 'analysis' ? 'true' : undefined, disabled: !mine, onclick: () => ctx.ask('analysis'), title: `${t('analyse-about')} (A)` }, t(ctx.busy === 'analysis' ? 'analysing' : 'analyse')),
      h('label', { class: 'small' }, h('input', { type: 'checkbox', checked: ctx.auto, 'data-test': 'auto-analyse', onchange: (event) => { ctx.auto = event.target.checked; if (ctx.auto && mine) ctx.ask('analysis'); else ctx.redraw(); } }), t('auto-analyse'))),
    state.you === null && h('p', { class: 'soft' }, t(state.seats.every((seat) => seat.kind === 'agent') ? 'watching-all' : 'watching')),
    mayHurry && thinking(ctx),
    ctx.hint && !ctx.hint.marked && h('p', { class: 'hint', 'data-test': 'hint-text' }, t('hint-says', { move: hintText(ctx) })));
}

const hintText = (ctx) => (document.documentElement.lang === 'de' && ctx.hint.label_de) || ctx.hint.label;

function totals(ctx) {
  const { state } = ctx;
  if (!state.games.length) return null;
  return h('table', { class: 'totals', 'data-test': 'totals' },
    h('caption', { class: 'soft small' }, t('totals', { games: state.games.length })),
    h('tbody', {}, state.totals.map((sum, seat) => h('tr', { key: seat }, h('th', { scope: 'row' }, ctx.name(seat)), h('td', { class: 'number' }, number(sum, Number.isInteger(sum) ? 0 : 2, true))))));
}

let copied = false;

/** My seat, and how to come back to it. */
export function settings(ctx) {
  const { state } = ctx;
  const mine = state.you !== null;
  const name = () => document.getElementById('my-name').value.trim();
  const ask = { ask: state.ask === 'always' ? 'own-turn' : 'always' };
  return h('section', { class: 'box', key: 'settings' },
    totals(ctx),
    h('div', { class: 'row habits' },
      mine && h('label', { class: 'small' }, t('pace'), h('select', { 'data-test': 'pace', value: String(state.pace_ms), onchange: (event) => ctx.ask('seat', { pace_ms: Number(event.target.value) }) },
        [...new Set([...PACES, state.pace_ms])].sort((a, b) => a - b).map((ms) => h('option', { key: ms, value: String(ms) }, PACES.includes(ms) ? t(`pace-${ms}`) : t('pace-ms', { ms }))))),
      h('label', { class: 'small' }, h('input', { type: 'checkbox', checked: sounds(), 'data-test': 'sounds', onchange: (event) => { setSounds(event.target.checked); ctx.redraw(); } }), t('sounds')),
      mine && state.game === 'doppelkopf' && h('label', { class: 'small' }, h('input', { type: 'checkbox', checked: habit('confirm'), 'data-test': 'confirm', onchange: (event) => { setHabit('confirm', event.target.checked); ctx.redraw(); } }), t('confirm'))),
    h('div', { class: 'row' },
      games[state.game] && h('a', { class: 'button small', href: `/rules#${state.game}`, target: '_blank', rel: 'noopener', 'data-test': 'rules' }, t('rules')),
      mine && h('button', { class: 'small', 'data-test': 'my-link', onclick: async () => { copied = await copy(location.href); ctx.redraw(); } }, t(copied ? 'copied' : 'copy-my-link')),
      h('button', { class: 'small', 'data-test': 'watch-link', onclick: () => copy(location.origin + location.pathname) }, t('copy-watch-link'))),
    mine && h('details', {},
      h('summary', {}, t('my-seat')),
      h('form', { class: 'row', onsubmit: (event) => { event.preventDefault(); remember('name', name()); ctx.ask('seat', { name: name() }); } },
        h('label', { for: 'my-name' }, t('your-name')),
        h('input', { type: 'text', id: 'my-name', maxlength: 40, value: state.seats[state.you].name || recall('name', ''), 'data-test': 'my-name' }),
        h('button', { class: 'small', 'data-test': 'save-name' }, t('save'))),
      state.game === 'doppelkopf' && h('label', { class: 'small' }, h('input', { type: 'checkbox', checked: state.ask === 'always', 'data-test': 'ask-always', onchange: () => ctx.ask('seat', ask) }), t('ask-always')),
      h('p', { class: 'small soft' }, t('new-link-about')),
      h('button', { class: 'small', 'data-test': 'new-link', onclick: () => ctx.ask('link') }, t('new-link'))));
}
