// The first page: one click and one sits at a table.
import { h, draw } from './dom.js';
import { t, label, lang } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get, post } from './api.js';
import { recall, remember, ownTables, dropTable, keepTable } from './store.js';
import { picture } from './pictures.js';
import { setup } from './setup.js';
import { names } from './names.js';

const GAMES = ['doppelkopf', 'just4fun', 'ontop'];
const page = {
  name: recall('name', ''),
  strength: recall('strength', 'medium'),
  catalog: null,
  listed: null,
  busy: null,
  error: null,
  joinError: null,
};

/** Makes a table; the answer has the links of its seats. */
async function make(table) {
  const made = await attempt(() => post('/api/tables', table), (text) => { page.error = text; });
  if (made) {
    const own = made.links[0];
    if (own) keepTable({ table: made.table, token: own.token, game: table.game, seat: own.seat });
  }
  show();
  return made;
}

const machines = (many) => names(many).map((name) => ({ agent: page.strength, name }));

async function play(game) {
  if (page.busy) return;
  page.busy = game;
  show();
  const others = game === 'doppelkopf' ? 3 : 1;
  const seats = [{ person: page.name.trim() }, ...machines(others)];
  const made = await make({ game, seats });
  page.busy = null;
  if (made) location.href = made.links[0].path;
  else show();
}

async function watch(game) {
  const many = game === 'doppelkopf' ? 4 : 2;
  const made = await make({ game, seats: machines(many), listed: true, pace_ms: 900 });
  if (made) location.href = `/table/${made.table}`;
}

function join(event) {
  event.preventDefault();
  const text = document.getElementById('join').value.trim();
  const found = /(?:\/table\/)?([A-Za-z0-9_-]{6,40})(#[A-Za-z0-9_-]{32})?$/.exec(text);
  page.joinError = found ? null : t('join-bad');
  show();
  if (found) location.href = `/table/${found[1]}${found[2] ?? ''}`;
}

/** Strengths in the words of the server; before it answered, in our own. */
const strengths = () => page.catalog?.games[0].strengths.map((each) => ({ value: each.strength, text: label(each) }))
  ?? ['easy', 'medium', 'strong'].map((value) => ({ value, text: t(`strength-${value}`) }));

function chooser() {
  const one = ({ value, text }) => h('label', {},
    h('input', {
      type: 'radio', name: 'strength', value, checked: page.strength === value, 'data-test': `strength-${value}`,
      onchange: () => { page.strength = value; remember('strength', value); show(); },
    }), text);
  return h('div', { class: 'chooser row' },
    h('fieldset', {}, h('legend', {}, t('opponents')), h('div', { class: 'segments' }, strengths().map(one))),
    h('label', { class: 'stack' }, h('span', { class: 'legend' }, t('your-name')),
      h('input', {
        type: 'text', maxlength: 40, autocomplete: 'nickname', placeholder: t('your-name-hint'), value: page.name, 'data-test': 'name',
        oninput: (event) => { page.name = event.target.value; remember('name', page.name); },
      })));
}

function card(game) {
  return h('section', { class: 'game box', key: game, 'aria-labelledby': `title-${game}` },
    h('div', { class: 'picture' }, picture(game)),
    h('h2', { id: `title-${game}` }, t(game)),
    h('p', {}, t(`${game}-about`)),
    h('div', { class: 'row' },
      h('button', { class: 'main big', disabled: page.busy === game, 'data-test': `play-${game}`, onclick: () => play(game) }, t(page.busy === game ? 'dealing' : 'play'), h('span', { class: 'unseen' }, ` ${t(game)}`)),
      h('a', { class: 'quiet', href: `/rules#${game}`, 'data-test': `rules-${game}` }, t('rules'), h('span', { class: 'unseen' }, ` ${t(game)}`))));
}

function others() {
  return h('section', { class: 'others' },
    h('div', { class: 'box' },
      h('h2', {}, t('watch-title')), h('p', { class: 'soft' }, t('watch-about')),
      h('div', { class: 'row' }, GAMES.map((game) => h('button', { 'data-test': `watch-${game}`, onclick: () => watch(game) }, t(game))))),
    h('div', { class: 'box' },
      h('h2', {}, t('join-title')), h('p', { class: 'soft' }, t('join-about')),
      h('form', { class: 'row', onsubmit: join },
        h('label', { class: 'unseen', for: 'join' }, t('join-title')),
        h('input', { type: 'text', id: 'join', class: 'grow', 'data-test': 'join-link', placeholder: '…/table/…', autocomplete: 'off' }),
        h('button', { 'data-test': 'join', type: 'submit' }, t('join'))),
      trouble(page.joinError)),
    h('div', { class: 'box' },
      h('h2', {}, t('record-title')), h('p', { class: 'soft' }, t('record-about')),
      h('a', { class: 'button', href: '/record' }, t('record-go'))));
}

const when = (ms) => new Intl.DateTimeFormat(lang(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(ms));

function mine() {
  const own = ownTables();
  if (!own.length) return null;
  return h('section', { class: 'box' },
    h('h2', {}, t('mine-title')),
    h('ul', { class: 'rows', 'data-test': 'mine' }, own.slice(0, 6).map((each) => h('li', { key: each.table, class: 'row', 'data-test': 'mine-row' },
      h('a', { class: 'grow', href: `/table/${each.table}${each.token ? `#${each.token}` : ''}` }, t(each.game), ' ', h('span', { class: 'soft' }, each.at ? when(each.at) : each.table)),
      h('button', { class: 'plain small', 'aria-label': t('forget-table', { table: each.table }), onclick: () => { dropTable(each.table); show(); } }, t('forget'))))));
}

function listed() {
  if (!page.listed?.length) return null;
  const who = (each) => each.seats.map((seat) => seat.name || t('somebody')).join(', ');
  return h('section', { class: 'box' },
    h('h2', {}, t('listed-title')),
    h('ul', { class: 'rows', 'data-test': 'listed' }, page.listed.slice(0, 12).map((each) => h('li', { key: each.table, 'data-test': 'listed-row' },
      h('a', { href: `/table/${each.table}` }, t(each.game)), ' ', h('span', { class: 'soft' }, `${who(each)} · ${t(each.over ? 'table-over' : 'table-running')}`)))));
}

function show() {
  draw(document.getElementById('main'), [
    h('div', { class: 'welcome' }, h('h1', {}, t('welcome')), h('p', { class: 'soft' }, t('welcome-about'))),
    chooser(),
    trouble(page.error),
    h('div', { class: 'games' }, GAMES.map(card)),
    h('div', { class: 'below' }, h('div', {}, setup(page, show), mine(), listed()), others()),
  ]);
}

frame({ page: 'home', name: () => '' }, show);
// The page can be used before these answers come.
attempt(() => get('/api/catalog'), () => {}).then((catalog) => { page.catalog = catalog; show(); });
attempt(() => get('/api/tables'), () => {}).then((found) => { page.listed = found?.tables ?? []; show(); });
