// One table of a paper: what it shows, and its numbers beside ours.
import { h } from './dom.js';
import { t, number } from './i18n.js';
import { intervals, range } from './plot.js';

/** Cells in one plot; a longer table gets several. */
const MANY = 40;

/** Whether it can be run, or was already, in a word. */
export function stateSign(state, finished) {
  const word = state === 'ready' && finished ? 'finished' : state;
  return h('span', { class: `state ${word}` }, t(`state-${word}`));
}

function value(mid, ci) {
  if (mid === null || mid === undefined) return '–';
  const [low, high] = range(mid, ci);
  const digits = Math.abs(mid) >= 1000 ? 0 : Math.abs(mid) >= 100 ? 1 : 2;
  return high > low ? `${number(mid, digits)} ± ${number((high - low) / 2, digits)}` : number(mid, digits);
}

/** What is known about it, each text under its heading. The texts are the experiment's own, in English. */
function words(about) {
  const text = (name) => about[name] && h('section', { key: name, 'data-test': `experiment-${name}` }, h('h2', {}, t(`experiment-${name}`)), h('p', { lang: 'en' }, about[name]));
  const finished = about.cells.filter((cell) => cell.ours !== null).length;
  return h('div', { class: 'box about' },
    h('p', { class: 'small soft' }, h('span', { lang: 'en' }, about.place), about.source && ` · ${about.source.name} · `, stateSign(about.state, finished === about.cells.length), ' ', h('code', {}, about.name)),
    text('shows'), text('found'), text('assumed'),
    about.reason && h('section', { key: 'reason', 'data-test': 'experiment-reason' }, h('h2', {}, t(about.state === 'waits' ? 'experiment-waits-for' : 'experiment-impossible')), h('p', { lang: 'en' }, about.reason)),
    about.state === 'ready' && finished < about.cells.length && h('p', { class: 'small', key: 'run' }, t(finished ? 'experiment-go-on' : 'experiment-none'), ' ', h('code', {}, `kontra experiment run ${about.name}`)),
    about.source && h('details', { key: 'source' }, h('summary', {}, t('experiment-source', { paper: about.source.name })), h('p', { class: 'small', lang: 'en' }, about.source.citation), h('p', { class: 'small', lang: 'en' }, about.source.about)));
}

function verdict(agrees) {
  if (agrees === null || agrees === undefined) return h('td', { class: 'verdict-cell soft' }, '–');
  return h('td', { class: `verdict-cell ${agrees ? 'good' : 'bad'}` }, agrees ? '✓ ' : '✗ ', h('span', { class: 'word' }, t(agrees ? 'yes' : 'no')));
}

function row(cell, i) {
  return h('tr', { key: i, 'data-test': 'cell-row' },
    h('td', { lang: 'en' }, cell.label), h('td', { class: 'number' }, value(cell.paper, cell.paper_ci)), h('td', { class: 'number' }, value(cell.ours, cell.ours_ci)), verdict(cell.agrees));
}

const sample = (shape) => h('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, shape);

function plots(cells) {
  const points = (cell) => ({ label: cell.label, points: [{ value: cell.paper, ci: cell.paper_ci, kind: 1 }, { value: cell.ours, ci: cell.ours_ci, kind: 0 }] });
  const parts = Array.from({ length: Math.ceil(cells.length / MANY) }, (_, i) => cells.slice(i * MANY, (i + 1) * MANY));
  return h('section', { class: 'box', key: 'plots' },
    h('p', { class: 'key small' }, sample(h('rect', { x: 2, y: 2, width: 8, height: 8, class: 'dot kind-1' })), t('paper'), sample(h('circle', { cx: 6, cy: 6, r: 4.5, class: 'dot kind-0' })), t('ours')),
    parts.map((part, i) => h('div', { key: i }, intervals(part.map(points), t('experiment-plot')))));
}

/** The whole page of one. */
export function experiment(about) {
  const { cells } = about;
  return [
    words(about),
    cells.length > 0 && plots(cells),
    cells.length > 0 && h('section', { class: 'box scroll', key: 'cells', tabindex: '0', 'aria-label': about.name },
      h('table', { class: 'cells' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('experiment-cell')), h('th', { scope: 'col', class: 'number' }, t('paper')), h('th', { scope: 'col', class: 'number' }, t('ours')), h('th', { scope: 'col' }, t('agrees')))),
        h('tbody', {}, cells.map(row))),
      h('p', { class: 'small soft', 'data-test': 'cell-legend' }, h('span', { class: 'good' }, '✓'), ` ${t('agree-about')} `, h('span', { class: 'bad' }, '✗'), ` ${t('differ-about')} – ${t('agree-none')}`)),
  ];
}
