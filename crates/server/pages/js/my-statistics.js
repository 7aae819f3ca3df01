// What the games in this browser say about one's play: by role, announcements, solos, mistakes, and how it develops.
import { h } from './dom.js';
import { t, gameName, number, percent } from './i18n.js';
import { difference } from './bars.js';

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);
const own = (each) => each.scores[each.seat];
const signed = (value) => (value === null ? '–' : number(value, 2, true));
const share = (some, all) => (all.length ? percent(some.length / all.length) : '–');

const fact = (name, text, value) => h('div', { key: name, 'data-test': `stat-${name}` }, h('dt', {}, text), h('dd', {}, value));

/** The sum of all scores, game by game, as a line. */
function progress(games) {
  if (games.length < 2) return null;
  const sums = [0];
  [...games].reverse().forEach((each) => sums.push(sums.at(-1) + own(each)));
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const y = (sum) => 38 - ((sum - low) / Math.max(high - low, 1e-9)) * 36;
  const points = sums.map((sum, i) => `${(i / (sums.length - 1)) * 100},${y(sum)}`).join(' ');
  const text = t('stat-progress', { games: games.length, sum: number(sums.at(-1), 0, true), last: signed(mean(games.slice(0, 10).map(own))) });
  return h('figure', { class: 'progress-figure', key: 'progress', 'data-test': 'stat-progress' },
    h('svg', { class: 'sum-line', viewBox: '0 0 100 40', preserveAspectRatio: 'none', role: 'img', 'aria-label': text },
      h('path', { class: 'zero', d: `M0 ${y(0)}H100` }), h('polyline', { class: 'line', points })),
    h('figcaption', { class: 'small soft' }, text));
}

function roles(games) {
  const rows = ['re', 'kontra', 'solo'].map((role) => [role, games.filter((each) => each.role === role)]).filter(([, found]) => found.length);
  return h('table', { key: 'roles', 'data-test': 'stat-roles' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('stat-role')), ['games', 'stat-won', 'stat-mean'].map((name) => h('th', { key: name, scope: 'col', class: 'number' }, t(name))))),
    h('tbody', {}, rows.map(([role, found]) => h('tr', { key: role },
      h('th', { scope: 'row' }, t(`role-${role}`)), h('td', { class: 'number' }, number(found.length)), h('td', { class: 'number' }, share(found.filter((each) => each.won), found)), h('td', { class: 'number' }, signed(mean(found.map(own))))))));
}

/** What reviews found, by kind of decision; null where no game was reviewed. */
function mistakes(games) {
  const reviews = games.map((each) => each.review).filter((each) => each?.kinds);
  if (!reviews.length) return null;
  const sum = (kind, what) => reviews.reduce((all, review) => all + (Number(review.kinds[kind]?.[what]) || 0), 0);
  const kinds = ['card', 'announcement', 'solo', 'move'].filter((kind) => sum(kind, 'mistakes'));
  return h('figure', { key: 'mistakes', 'data-test': 'stat-mistakes' },
    h('figcaption', { class: 'small soft' }, t('stat-mistakes', { games: reviews.length })),
    kinds.length > 0 && h('table', {},
      h('thead', {}, h('tr', {}, ['stat-kind', 'stat-mistakes-number', 'stat-cost'].map((name, i) => h('th', { key: name, scope: 'col', class: i ? 'number' : '' }, t(name))))),
      h('tbody', {}, kinds.map((kind) => h('tr', { key: kind },
        h('th', { scope: 'row' }, t(`decision-${kind}`)), h('td', { class: 'number' }, number(sum(kind, 'mistakes'))), h('td', { class: 'number' }, difference(sum(kind, 'loss') / reviews.length, reviews[0].unit)))))));
}

/** The box on the page of my games; `page.game` is the game that is looked at. */
export function statistics(all, page, show) {
  const kinds = [...new Set(all.map((each) => each.game))];
  const game = kinds.includes(page.game) ? page.game : kinds[0];
  const games = all.filter((each) => each.game === game);
  const announced = games.filter((each) => each.announced);
  const solos = games.filter((each) => each.role === 'solo');
  return h('section', { class: 'box', key: 'statistics', 'data-test': 'statistics' },
    h('h2', {}, t('stat-title')),
    kinds.length > 1 && h('label', {}, t('game'), h('select', { value: game, 'data-test': 'stat-game', onchange: (event) => { page.game = event.target.value; show(); } }, kinds.map((kind) => h('option', { value: kind }, gameName(kind))))),
    h('dl', { class: 'numbers', key: 'numbers' },
      fact('games', t('games'), number(games.length)),
      fact('won', t('stat-won'), share(games.filter((each) => each.won), games)),
      fact('mean', t('stat-mean'), signed(mean(games.map(own)))),
      game === 'doppelkopf' && fact('kept', t('stat-kept'), `${share(announced.filter((each) => each.won), announced)} (${announced.length})`),
      game === 'doppelkopf' && fact('solos', t('stat-solos'), `${share(solos.filter((each) => each.won), solos)} (${solos.length})`)),
    game === 'doppelkopf' && roles(games), mistakes(games), progress(games));
}
