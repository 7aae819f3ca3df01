// Small plots as SVG: values with their intervals, one row for each label.
import { h } from './dom.js';
import { number } from './i18n.js';

const ROW = 26;
const TOP = 8;
const BOTTOM = 30;

/** An interval: given as half its width or as its two ends. */
export function range(value, ci) {
  if (ci === null || ci === undefined) return [value, value];
  return Array.isArray(ci) ? ci : [value - ci, value + ci];
}

/** Round steps for an axis: 1, 2 or 5 times a power of ten. */
function ticks(low, high, about) {
  const raw = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= raw);
  const out = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) out.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return { at: out, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

const SHAPES = [
  (x, y) => h('circle', { cx: x, cy: y, r: 4.5, class: 'dot kind-0' }),
  (x, y) => h('rect', { x: x - 4, y: y - 4, width: 8, height: 8, class: 'dot kind-1' }),
];

/**
 * Rows of points: `[{label, points: [{value, ci, kind}]}]`. `kind` 0 and 1 differ in colour and shape. The same numbers
 * stand in a table beside the plot, so a screen reader gets only its title.
 */
export function intervals(rows, title) {
  const all = rows.flatMap((row) => row.points.filter((point) => point.value !== null && point.value !== undefined).map((point) => ({ ...point, ends: range(point.value, point.ci) })));
  if (!all.length) return null;
  let low = Math.min(...all.map((point) => point.ends[0]));
  let high = Math.max(...all.map((point) => point.ends[1]));
  const air = (high - low || Math.abs(high) || 1) * 0.06;
  [low, high] = [low - air, high + air];
  // On a phone the letters must not shrink with the plot: there it is drawn narrower, with shorter names.
  const { left, wide, letters, steps } = innerWidth < 640 ? { left: 118, wide: 320, letters: 15, steps: 3 } : { left: 250, wide: 720, letters: 34, steps: 6 };
  const x = (value) => Math.round((left + ((value - low) / (high - low)) * (wide - left - 16)) * 10) / 10;
  const tall = TOP + rows.length * ROW + BOTTOM;
  const marks = ticks(low, high, steps);
  return h('svg', { class: 'plot', viewBox: `0 0 ${wide} ${tall}`, role: 'img', 'aria-label': title, 'data-test': 'plot' },
    marks.at.map((at) => h('g', { key: `t${at}` },
      h('path', { class: at === 0 ? 'grid zero' : 'grid', d: `M${x(at)} ${TOP}V${tall - BOTTOM + 4}` }),
      h('text', { class: 'tick', x: x(at), y: tall - 10 }, number(at, marks.digits)))),
    rows.map((row, i) => {
      const y = TOP + i * ROW + ROW / 2;
      const shift = row.points.length > 1 ? 5 : 0;
      return h('g', { key: i },
        h('text', { class: 'row-label', x: left - 8, y: y + 4 }, h('title', {}, row.label), row.label.length > letters ? `${row.label.slice(0, letters - 1)}…` : row.label),
        row.points.map((point, j) => {
          if (point.value === null || point.value === undefined) return null;
          const [from, to] = range(point.value, point.ci);
          const at = y + (point.kind === 0 ? -shift : shift);
          return h('g', { key: j }, h('path', { class: `whisker kind-${point.kind}`, d: `M${x(from)} ${at}H${x(to)}` }), SHAPES[point.kind](x(point.value), at));
        }));
    }));
}
