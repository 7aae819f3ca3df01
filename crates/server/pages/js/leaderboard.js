// Ratings of all agents that played in the arena.
import { h, draw } from './dom.js';
import { t, gameName, number } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get } from './api.js';
import { intervals } from './plot.js';
import { firstMatch } from './first-match.js';
import { agent, agentName } from './agent-names.js';
import './more-texts.js';

const page = { ratings: null, store: null, error: null };

function board(game) {
  const rows = page.ratings.filter((row) => row.game === game).sort((a, b) => b.trueskill_mu - a.trueskill_mu);
  if (!rows.length) return null;
  return h('section', { class: 'box', key: game },
    h('h2', {}, gameName(game)),
    intervals(rows.map((row) => ({ label: agentName(row.spec), points: [{ value: row.trueskill_mu, ci: 2 * row.trueskill_sigma, kind: 0 }] })), t('leader-plot', { game: gameName(game) })),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': gameName(game) }, h('table', {},
      h('thead', {}, h('tr', {}, h('th', { scope: 'col', class: 'number' }, t('leader-place')), h('th', { scope: 'col' }, t('agent')), h('th', { scope: 'col', class: 'number' }, 'TrueSkill'), h('th', { scope: 'col', class: 'number' }, 'Elo'), h('th', { scope: 'col', class: 'number' }, t('games')))),
      h('tbody', {}, rows.map((row, i) => h('tr', { key: row.spec, 'data-test': 'rating-row' },
        h('td', { class: 'number' }, i + 1), h('td', {}, agent(row.spec)),
        h('td', { class: 'number' }, `${number(row.trueskill_mu, 1)} ± ${number(2 * row.trueskill_sigma, 1)}`),
        h('td', { class: 'number' }, elo(row)), h('td', { class: 'number' }, number(row.games))))))));
}

function elo(row) {
  if (row.elo === null || row.elo === undefined) return '–';
  const half = Array.isArray(row.elo_ci95) ? (row.elo_ci95[1] - row.elo_ci95[0]) / 2 : row.elo_ci95;
  return half === null || half === undefined ? number(row.elo) : `${number(row.elo)} ± ${number(half)}`;
}

function show() {
  draw(document.getElementById('main'), [
    h('h1', {}, t('nav-leaderboard')),
    h('p', { class: 'soft' }, t('leader-about')),
    trouble(page.error),
    page.ratings && !page.ratings.length && firstMatch(page.store, t('leader-none'), show),
    page.ratings && [...new Set(page.ratings.map((row) => row.game))].map(board),
  ]);
}

frame({ page: 'leaderboard', name: 'nav-leaderboard' }, show);
attempt(() => get('/api/leaderboard'), (text) => { page.error = text; }).then((found) => { page.ratings = found?.ratings ?? null; page.store = found?.store; show(); });
