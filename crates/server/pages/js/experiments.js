// Tables of the papers, measured again: a list by paper.
import { h, draw } from './dom.js';
import { t, number } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get } from './api.js';
import { experiment, stateSign } from './experiment.js';
import './more-texts.js';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const page = { papers: null, experiments: null, experiment: null, error: null };

/** How many of the cells are measured. */
function progress(finished, cells) {
  return h('div', { class: 'measured' },
    h('span', { class: 'share-bar', 'aria-hidden': 'true', vars: { '--share': String(cells ? finished / cells : 0) } }, h('i', {})),
    h('span', {}, `${number(finished)}\u00a0/\u00a0${number(cells)}`));
}

const count = (value, kind) => h('td', { class: `number ${value ? kind : 'soft'}` }, value || '–');

function row(each) {
  return h('tr', { key: each.name, 'data-test': 'experiment-row', 'data-state': each.state },
    h('td', {},
      h('a', { href: `/experiments/${encodeURIComponent(each.name)}` }, h('span', { lang: 'en' }, each.title)),
      h('div', { class: 'small soft' }, h('span', { lang: 'en' }, each.place), ' ', stateSign(each.state, each.finished === each.cells)),
      each.reason && h('div', { class: 'small soft', lang: 'en' }, each.state === 'waits' ? `${t('experiment-waits-for')} ${each.reason}` : each.reason)),
    h('td', { class: 'number' }, each.cells ? progress(each.finished, each.cells) : h('span', { class: 'soft' }, '–')),
    count(each.agree, 'good'), count(each.differ, 'bad'));
}

const sum = (all, what) => all.reduce((so, each) => so + each[what], 0);

function paper(source) {
  const own = page.experiments.filter((each) => each.paper === source.paper);
  if (!own.length) return null;
  return h('section', { class: 'box', key: source.paper, id: source.paper, 'data-test': 'paper', 'aria-labelledby': `title-${source.paper}` },
    h('h2', { id: `title-${source.paper}` }, source.name),
    h('p', { class: 'small soft', lang: 'en' }, source.citation),
    h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': source.name }, h('table', { class: 'papers' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('experiment')), h('th', { scope: 'col', class: 'number' }, t('experiment-done')), h('th', { scope: 'col', class: 'number', title: t('agree-about') }, t('agree')), h('th', { scope: 'col', class: 'number', title: t('differ-about') }, t('differ')))),
      h('tbody', {}, own.map(row)),
      h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, t('experiment-sum', { experiments: own.length })), h('td', { class: 'number' }, progress(sum(own, 'finished'), sum(own, 'cells'))), count(sum(own, 'agree'), 'good'), count(sum(own, 'differ'), 'bad'))))));
}

function list() {
  return [
    h('p', { class: 'small soft', key: 'words' }, t('agree-about'), ' ', t('differ-about'), ' ', t('agree-none')),
    h('nav', { class: 'row paper-links', key: 'papers', 'aria-label': t('papers') }, page.papers.map((source) => h('a', { key: source.paper, href: `#${source.paper}` }, source.name))),
    page.papers.map(paper),
  ];
}

function show() {
  draw(document.getElementById('main'), [
    h('h1', { key: 'h1', lang: page.experiment ? 'en' : undefined }, page.experiment ? page.experiment.title ?? page.experiment.name : t('nav-experiments')),
    id ? h('p', { key: 'up' }, h('a', { href: '/experiments' }, t('experiment-all'))) : h('p', { class: 'soft', key: 'about' }, t('experiment-about'), ' ', t('experiment-english')),
    trouble(page.error),
    page.experiments && list(),
    page.experiment && experiment(page.experiment),
  ]);
}

frame({ page: 'experiments', name: 'nav-experiments' }, show);
attempt(() => get(`/api/experiments${id ? `/${encodeURIComponent(id)}` : ''}`), (text) => { page.error = text; }).then((found) => {
  if (id) page.experiment = found ?? null;
  else Object.assign(page, { papers: found?.papers ?? null, experiments: found?.experiments ?? null });
  show();
  // The list came after the page: a link to a paper leads there now.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
