// Tables of the papers, measured again: theirs and ours side by side.
import { h, draw } from './dom.js';
import { t, number } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get } from './api.js';
import { intervals, range } from './plot.js';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const page = { experiments: null, experiment: null, error: null };
/** Cells in one plot; a longer table gets several. */
const MANY = 40;

function list() {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('nav-experiments') }, h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('experiment')), h('th', { scope: 'col' }, t('experiment-title')), h('th', { scope: 'col', class: 'number' }, t('experiment-done')))),
    h('tbody', {}, page.experiments.map((each) => h('tr', { key: each.name, 'data-test': 'experiment-row' },
      h('td', {}, h('a', { href: `/experiments/${encodeURIComponent(each.name)}` }, each.name)), h('td', {}, each.title), h('td', { class: 'number' }, `${each.finished} / ${each.cells}`))))));
}

function value(mid, ci) {
  if (mid === null || mid === undefined) return '–';
  const [low, high] = range(mid, ci);
  const digits = Math.abs(mid) >= 100 ? 0 : 2;
  return high > low ? `${number(mid, digits)} ± ${number((high - low) / 2, digits)}` : number(mid, digits);
}

function one() {
  const { cells } = page.experiment;
  const row = (cell) => ({ label: cell.label, points: [{ value: cell.paper, ci: cell.paper_ci, kind: 1 }, { value: cell.ours, ci: cell.ours_ci, kind: 0 }] });
  const parts = Array.from({ length: Math.ceil(cells.length / MANY) }, (_, i) => cells.slice(i * MANY, (i + 1) * MANY));
  return [
    h('section', { class: 'box' },
      h('p', { class: 'key small' }, h('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, h('rect', { x: 2, y: 2, width: 8, height: 8, class: 'dot kind-1' })), t('paper'), h('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, h('circle', { cx: 6, cy: 6, r: 4.5, class: 'dot kind-0' })), t('ours')),
      parts.map((part, i) => h('div', { key: i }, intervals(part.map(row), t('experiment-plot'))))),
    h('section', { class: 'box scroll', tabindex: '0', 'aria-label': page.experiment.name }, h('table', {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('experiment-cell')), h('th', { scope: 'col', class: 'number' }, t('paper')), h('th', { scope: 'col', class: 'number' }, t('ours')), h('th', { scope: 'col' }, t('agrees')))),
      h('tbody', {}, cells.map((cell, i) => h('tr', { key: i, 'data-test': 'cell-row' }, h('td', {}, cell.label), h('td', { class: 'number' }, value(cell.paper, cell.paper_ci)), h('td', { class: 'number' }, value(cell.ours, cell.ours_ci)),
        h('td', { class: cell.agrees === true ? 'good' : cell.agrees === false ? 'bad' : '' }, cell.agrees === true ? `✓ ${t('yes')}` : cell.agrees === false ? `✗ ${t('no')}` : '–')))))),
  ];
}

function show() {
  draw(document.getElementById('main'), [
    h('h1', {}, page.experiment ? page.experiment.title ?? page.experiment.name : t('nav-experiments')),
    id ? h('p', {}, h('a', { href: '/experiments' }, t('experiment-all'))) : h('p', { class: 'soft' }, t('experiment-about')),
    trouble(page.error),
    page.experiments && (page.experiments.length ? list() : h('p', { class: 'box' }, t('experiment-none'), ' ', h('code', {}, 'kontra experiment run'))),
    page.experiment && one(),
  ]);
}

frame({ page: 'experiments', name: 'nav-experiments' }, show);
attempt(() => get(`/api/experiments${id ? `/${encodeURIComponent(id)}` : ''}`), (text) => { page.error = text; }).then((found) => {
  if (id) page.experiment = found ?? null;
  else page.experiments = found?.experiments ?? null;
  show();
});
