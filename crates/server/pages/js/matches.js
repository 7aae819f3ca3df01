// Matches of the arena; every game of one can be replayed.
import { h, draw } from './dom.js';
import { isolate } from './names.js';
import { t, gameName, number, percent, lang } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get } from './api.js';
import { intervals } from './plot.js';
import { firstMatch } from './first-match.js';
import { agent, agentName } from './agent-names.js';
import './more-texts.js';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const page = { matches: null, store: null, match: null, error: null, replayError: null };

const when = (text) => (text && !Number.isNaN(Date.parse(text)) ? new Intl.DateTimeFormat(lang(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(text)) : text ?? '');

function list() {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('nav-matches') }, h('table', {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('game')), h('th', { scope: 'col' }, t('agents')), h('th', { scope: 'col', class: 'number' }, t('deals')), h('th', { scope: 'col', class: 'number' }, t('games')), h('th', { scope: 'col' }, t('match-when')))),
    h('tbody', {}, page.matches.map((each) => h('tr', { key: each.match, 'data-test': 'match-row' },
      h('td', {}, h('a', { href: `/matches/${encodeURIComponent(each.match)}` }, gameName(each.game)), each.name && h('div', { class: 'small soft' }, isolate(each.name)), !each.finished && h('span', { class: 'small soft' }, ` ${t('table-running')}`)),
      h('td', {}, each.agents.map((spec, i) => h('div', { key: i }, agent(spec)))), h('td', { class: 'number' }, number(each.deals)), h('td', { class: 'number' }, number(each.games)), h('td', { class: 'small' }, when(each.created)))))));
}

const mean = (row) => `${number(row.mean, 3, true)}${typeof row.ci95 === 'number' ? ` ± ${number(row.ci95, 3)}` : ''}`;

async function replay(event) {
  event.preventDefault();
  // People count from one.
  const n = Number(document.getElementById('replay').value) - 1;
  const found = await attempt(() => get(`/api/matches/${encodeURIComponent(id)}/games/${n}`), (text) => { page.replayError = text; });
  if (found) location.href = `/game/${found.game_id}`;
  else show();
}

function one() {
  const { match } = page;
  return h('div', { 'data-test': 'match' },
    h('section', { class: 'box' },
      h('p', {}, t('match-facts', { deals: number(match.deals ?? 0), games: number(match.games ?? 0), seed: match.seed ?? '–' })),
      intervals(match.agents.map((row) => ({ label: agentName(row.spec), points: [{ value: row.mean, ci: row.ci95, kind: 0 }] })), t('match-plot')),
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('agents') }, h('table', {},
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('agent')), h('th', { scope: 'col', class: 'number' }, t('games')), h('th', { scope: 'col', class: 'number' }, t('match-mean')), h('th', { scope: 'col', class: 'number' }, t('match-wins')), h('th', { scope: 'col', class: 'number' }, t('match-ms')))),
        h('tbody', {}, match.agents.map((row) => h('tr', { key: row.spec }, h('td', {}, agent(row.spec)), h('td', { class: 'number' }, number(row.games)), h('td', { class: 'number' }, mean(row)),
          h('td', { class: 'number' }, typeof row.win_rate === 'number' ? percent(row.win_rate, 1) : '–'), h('td', { class: 'number' }, typeof row.ms_per_decision === 'number' ? number(row.ms_per_decision, 1) : '–'))))))),
    match.records > 0 && h('section', { class: 'box' },
      h('h2', {}, t('match-replay')),
      h('form', { class: 'row', onsubmit: replay },
        h('label', { for: 'replay' }, t('match-replay-n', { games: number(match.records) })),
        h('input', { type: 'number', id: 'replay', min: 1, max: match.records, value: '1', 'data-test': 'replay' }),
        h('button', { 'data-test': 'replay-open' }, t('match-replay-open'))),
      trouble(page.replayError)));
}

function show() {
  draw(document.getElementById('main'), [
    h('h1', {}, page.match ? `${t('match')}: ${gameName(page.match.game)}` : t('nav-matches')),
    id ? h('p', {}, h('a', { href: '/matches' }, t('match-all'))) : h('p', { class: 'soft' }, t('match-about')),
    trouble(page.error),
    page.matches && (page.matches.length ? list() : firstMatch(page.store, t('match-none'), show)),
    page.match && one(),
  ]);
}

frame({ page: 'matches', name: 'nav-matches' }, show);
attempt(() => get(`/api/matches${id ? `/${encodeURIComponent(id)}` : ''}`), (text) => { page.error = text; }).then((found) => {
  if (id) page.match = found ?? null;
  else Object.assign(page, { matches: found?.matches ?? null, store: found?.store });
  show();
});
