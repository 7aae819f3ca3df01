// The face of a game that has none of its own: what the seat sees as a list of facts, every legal move as a button.
import { h } from './dom.js';
import { t, label, number } from './i18n.js';
import { roam } from './roam.js';
import { players } from './players.js';
import { told } from './panel.js';

/** Buttons in one row of the keyboard's grid: left and right go through the moves, up and down jump over some. */
const ROW = 8;

const words = (name) => name.replaceAll('_', ' ');
const isPlain = (value) => value === null || typeof value !== 'object';

/** A value without any structure, as text. */
function text(value) {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  return typeof value === 'number' ? number(value, Number.isInteger(value) ? 0 : 2) : String(value);
}

/** A value as a piece of the page: objects are lists of facts, lists of plain values are lines. */
function tree(value) {
  if (isPlain(value)) return String(value).includes('\n') ? h('pre', {}, value) : text(value);
  if (!Array.isArray(value)) return facts(Object.entries(value));
  if (!value.length) return '–';
  if (value.every((each) => isPlain(each) && String(each).length < 6)) return value.map(text).join('  ');
  return h('ul', { class: 'plain-list' }, value.map((each, i) => h('li', { key: i }, tree(each))));
}

function facts(entries) {
  return h('dl', { class: 'facts-list' }, entries.map(([name, value]) => h('div', { key: name, 'data-test': 'fact', 'data-fact': name }, h('dt', {}, words(name)), h('dd', {}, tree(value)))));
}

function moves(ctx) {
  const { choices } = ctx.state;
  if (!choices.length) return null;
  return h('div', { class: 'generic-moves', role: 'group', 'aria-label': t('generic-moves'), 'data-test': 'moves', 'data-keep': '', 'data-home': '', tabindex: '-1', onkeydown: roam, hook: roam.begin },
    choices.map((choice, i) => {
      const sent = choice.send.join(' ');
      const hinted = ctx.hint?.send?.join(' ') === sent;
      return h('button', {
        key: sent, 'data-test': 'choice', 'data-choice': sent, 'data-at': `${Math.floor(i / ROW)} ${i % ROW}`, 'data-hinted': hinted || undefined,
        class: hinted ? 'hinted' : '', disabled: !ctx.choose, onclick: () => ctx.choose(choice),
      }, label(choice));
    }));
}

/** The words of the page for what stands in every view. */
const HIDDEN = ['seat', 'turn', 'hands'];

export function board(ctx) {
  const { view } = ctx.state;
  const shown = Object.entries(view).filter(([name]) => !HIDDEN.includes(name));
  return h('div', { class: 'felt generic', key: 'board', 'data-test': 'board' },
    players(ctx, () => []),
    h('section', { class: 'generic-view', 'aria-label': t('generic-view'), 'data-test': 'view' },
      shown.length > 0 && facts(shown),
      view.hands && view.hands.map((hand, seat) => h('div', { key: `hand${seat}` }, h('h3', {}, ctx.name(seat)), tree(hand)))),
    moves(ctx));
}

export function tell(event, ctx) {
  if (event.seat === null) return t('generic-chance', { move: label(event) });
  return told('generic-tell', ctx, event.seat, { move: label(event) });
}

export function sheet(over, ctx) {
  const { you } = ctx.state;
  const most = Math.max(...over.payoffs);
  const best = over.payoffs.flatMap((payoff, seat) => (payoff === most ? [seat] : []));
  const title = best.length > 1 ? t('draw') : best[0] === you ? t('you-won') : t('won', { name: ctx.name(best[0]) });
  const lost = best.length === 1 && you !== null && you !== undefined && best[0] !== you;
  return { head: [h('h2', {}, title), lost && h('p', { class: 'verdict bad' }, t('you-lost')), over.ending !== 'over' && h('p', {}, words(over.ending))], body: [
    h('table', { class: 'sheet' }, h('tbody', {}, over.payoffs.map((payoff, seat) => h('tr', { key: seat, 'data-test': 'sheet-seat', class: best.includes(seat) ? 'winner' : '' },
      h('th', { scope: 'row' }, ctx.name(seat)), h('td', { class: 'number' }, number(payoff, Number.isInteger(payoff) ? 0 : 2, true)))))),
  ] };
}
