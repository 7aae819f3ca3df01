// What the engine thinks of a position: a bar for each move.
import { h } from './dom.js';
import { t, label, number, percent } from './i18n.js';

const MOST = 10;

/** A value in the unit of the analysis. */
export function worth(value, unit, signed = true) {
  if (value === null || value === undefined) return '–';
  return unit === 'win' ? percent(value) : number(value, 1, signed);
}

/** A difference of two values. */
export const difference = (value, unit) => (unit === 'win' ? percent(value) : number(value, 1));

/** How much the engine is for a move: how often it was tried or, where it does not try, how good it looked. */
const weight = (move, analysis) => (analysis.worlds > 1 || analysis.iterations > 1 ? move.share : move.prior ?? move.share) ?? 0;

/** Whether the chance to win is another number than the value. */
const tellsWins = (analysis) => analysis.unit !== 'win' && analysis.moves.some((move) => typeof move.win === 'number');

function one(move, analysis, most, played, mark) {
  const marks = [move.move === analysis.chosen && t('bar-best'), played && move.move === played && t('bar-played')].filter(Boolean);
  const wins = tellsWins(analysis) && (typeof move.win === 'number' ? percent(move.win) : '–');
  const text = t('bar-words', { move: label(move), share: percent(weight(move, analysis)), value: worth(move.value, analysis.unit) }) + (wins ? `, ${t('bar-wins', { win: wins })}` : '');
  return h('li', { key: move.move, 'data-test': 'bar', 'data-move': move.move, class: move.move === analysis.chosen ? 'best' : '' },
    h('span', { class: 'bar-name' }, mark ? h('button', { class: 'bar-mark', 'data-test': 'bar-mark', title: t('bar-mark'), onclick: () => mark(move.move) }, label(move)) : label(move), marks.map((mark) => h('em', { key: mark }, mark))),
    h('span', { class: 'bar', 'aria-hidden': 'true' }, h('i', { vars: { width: `${Math.max((weight(move, analysis) / most) * 100, .5)}%` } })),
    wins && h('span', { class: 'bar-value number', 'data-test': 'bar-win' }, wins),
    h('span', { class: 'bar-value number', title: move.error ? `± ${difference(move.error, analysis.unit)}` : undefined }, worth(move.value, analysis.unit)),
    h('span', { class: 'unseen' }, text));
}

/** The bars of an analysis, the most visited move first; `played` is pointed out. `mark` shows a move on the board. */
export function bars(analysis, played, mark) {
  const moves = [...analysis.moves].sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0) || (b.value ?? -9) - (a.value ?? -9));
  // The longest bar is full: shares of forty moves are all small.
  const most = Math.max(...moves.map((move) => weight(move, analysis)), 1e-9);
  const shown = moves.filter((move, i) => i < MOST || move.move === played);
  return h('div', { class: `bars${tellsWins(analysis) ? ' with-wins' : ''}` },
    h('div', { class: 'bar-head small soft', 'aria-hidden': 'true' }, h('span', {}, t('bar-move')), h('span', {}, t('bar-share')), tellsWins(analysis) && h('span', {}, t('unit-win')), h('span', {}, t(`unit-${analysis.unit}`))),
    h('ul', {}, shown.map((move) => one(move, analysis, most, played, mark))),
    moves.length > shown.length && h('p', { class: 'small soft' }, t('bar-more', { more: moves.length - shown.length })),
    h('p', { class: 'small soft' }, analysis.worlds <= 1 && analysis.iterations <= 1 ? t('bar-first-thought') : t(analysis.worlds > 1 ? 'bar-effort' : 'bar-effort-open', { iterations: number(analysis.iterations ?? 0), worlds: number(analysis.worlds ?? 0), seconds: number(analysis.elapsed_s ?? 0, 1) })));
}

/** Marks a move on the board, as a hint does. */
export function markMove(ctx, move) {
  const choice = ctx.state.choices.find((each) => each.send.at(-1) === move);
  ctx.hint = { ...(choice ?? { send: [move], field: Number(move), turned: move.endsWith('-') }), marked: true };
  ctx.redraw();
}

/** The panel beside the board. */
export function analysisPanel(ctx) {
  if (!ctx.analysis) return null;
  return h('section', { class: 'box', key: 'analysis', 'data-test': 'analysis' }, h('h2', {}, t('analysis')), bars(ctx.analysis, null, (move) => markMove(ctx, move)));
}
