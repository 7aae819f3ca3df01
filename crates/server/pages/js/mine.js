// My games: those that are open, those that are over, and what they say about my play.
import { h, draw } from './dom.js';
import { t, gameName, number, lang } from './i18n.js';
import { frame, trouble, say } from './frame.js';
import { isolate } from './names.js';
import { findTables, resume } from './resume.js';
import { myGames, exportAll, importAll } from './my-games.js';
import { statistics } from './my-statistics.js';
import './more-texts.js';

const SHOWN = 30;
const page = { game: null, all: false, error: null, done: null };

const when = (ms) => new Intl.DateTimeFormat(lang(), { dateStyle: 'medium' }).format(new Date(ms));
const others = (each) => each.names.filter((_, seat) => seat !== each.seat).map((name) => (name ? isolate(name) : t('somebody'))).join(', ');

function row(each) {
  const score = each.scores[each.seat];
  return h('tr', { key: each.id, 'data-test': 'my-game', 'data-game-id': each.id },
    h('td', {}, gameName(each.game), h('div', { class: 'small soft' }, when(each.at))),
    h('td', {}, others(each)),
    h('td', {}, h('span', { class: each.won ? 'won' : 'lost-text' }, t(each.won ? 'mine-won' : 'mine-lost')), each.role && h('div', { class: 'small soft' }, t(`role-${each.role}`))),
    h('td', { class: 'number' }, number(score, Number.isInteger(score) ? 0 : 2, true)),
    h('td', {}, h('a', { href: `/game/${each.id}?seat=${each.seat}`, 'data-test': 'my-review' }, t('mine-review'))));
}

function list(games) {
  const shown = page.all ? games : games.slice(0, SHOWN);
  const head = [['game'], ['mine-opponents'], ['result'], ['mine-score', 'number'], ['mine-analysis']];
  return h('section', { class: 'box', key: 'list' },
    h('h2', {}, t('mine-finished')),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('mine-finished') }, h('table', {},
      h('thead', {}, h('tr', {}, head.map(([name, kind]) => h('th', { key: name, scope: 'col', class: kind }, t(name))))),
      h('tbody', {}, shown.map(row)))),
    games.length > shown.length && h('button', { class: 'small', onclick: () => { page.all = true; show(); } }, t('mine-all', { games: games.length })));
}

async function take(event) {
  const [file] = event.target.files;
  if (!file) return;
  const many = importAll(await file.text());
  page.error = many === null ? t('mine-import-bad') : null;
  page.done = many === null ? null : t('mine-imported', { games: many });
  if (page.done) say(page.done);
  show();
}

function carry() {
  return h('section', { class: 'box', key: 'carry' },
    h('h2', {}, t('mine-carry')), h('p', { class: 'soft' }, t('mine-carry-about')),
    h('div', { class: 'row' },
      h('a', { class: 'button', download: 'kontra-games.json', href: `data:application/json;charset=utf-8,${encodeURIComponent(exportAll())}`, 'data-test': 'mine-export' }, t('mine-export')),
      h('label', {}, t('mine-import'), h('input', { type: 'file', accept: '.json,application/json', 'data-test': 'mine-import', onchange: take }))),
    trouble(page.error), page.done && h('p', { 'data-test': 'mine-imported' }, page.done));
}

function show() {
  const games = myGames();
  draw(document.getElementById('main'), [
    h('h1', { key: 'h1' }, t('nav-mine')),
    resume(),
    games.length ? [statistics(games, page, show), list(games)] : h('section', { class: 'box', key: 'none', 'data-test': 'mine-none' }, h('p', {}, t('mine-none')), h('a', { class: 'button main', href: '/' }, t('nav-play'))),
    carry(),
  ]);
}

frame({ page: 'mine', name: 'nav-mine' }, show);
findTables(12).then(show);
