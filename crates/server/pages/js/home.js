// The first page: one click and one sits at a table.
import { h, draw } from './dom.js';
import { t, has, gameName, label, lang } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get, insist } from './api.js';
import { recall, remember, ownTables, dropTable, keepTable, freshToken } from './store.js';
import { picture } from './pictures.js';
import { setup } from './setup.js';
import { names, isolate } from './names.js';
import { resume, findTables } from './resume.js';
import { paths } from './home-paths.js';
import './more-texts.js';
import './offline.js';

/** Games with a picture and a text of their own; the others come from the catalog. */
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

/** Makes a table; the answer has the link of one's own seat. */
async function make(table) {
  const order = table.seats.some((seat) => 'person' in seat) ? { ...table, token: freshToken() } : table;
  const made = await attempt(() => insist('/api/tables', order), (text) => { page.error = text; });
  if (made) {
    const own = made.links[0];
    if (own) keepTable({ table: made.table, token: own.token, game: table.game, seat: own.seat });
  }
  show();
  return made;
}

const machines = (many) => names(many).map((name) => ({ agent: page.strength, name }));

/** The seats of the smallest table; before the catalog is there, as we know it. */
const fewest = (game) => page.catalog?.games.find((each) => each.game === game)?.seats_min ?? (game === 'doppelkopf' ? 4 : 2);

async function play(game) {
  if (page.busy) return;
  page.busy = game;
  show();
  const others = fewest(game) - 1;
  const seats = [{ person: page.name.trim() }, ...machines(others)];
  const made = await make({ game, seats });
  page.busy = null;
  if (made) location.href = made.links[0].path;
  else show();
}

async function watch(game) {
  const made = await make({ game, seats: machines(fewest(game)), listed: true });
  if (made) location.href = `/table/${made.table}`;
}

function join(event) {
  event.preventDefault();
  const text = document.getElementById('join').value.trim();
  const found = /(?:\/(table|join)\/)?([A-Za-z0-9_-]{6,40})(#[A-Za-z0-9_-]{32})?$/.exec(text);
  page.joinError = found ? null : t('join-bad');
  show();
  if (found) location.href = `/${found[1] ?? 'table'}/${found[2]}${found[3] ?? ''}`;
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
    h('h2', { id: `title-${game}` }, gameName(game)),
    h('p', {}, t(`${game}-about`)),
    h('div', { class: 'row' },
      h('button', { class: 'main big', disabled: page.busy === game, 'data-test': `play-${game}`, onclick: () => play(game) }, t(page.busy === game ? 'dealing' : 'play'), h('span', { class: 'unseen' }, ` ${gameName(game)}`)),
      h('a', { class: 'quiet', href: `/rules#${game}`, 'data-test': `rules-${game}` }, t('rules'), h('span', { class: 'unseen' }, ` ${gameName(game)}`))));
}

/** The games of the catalog that have no card above. */
function more() {
  const games = page.catalog?.games.filter((each) => !GAMES.includes(each.game)) ?? [];
  if (!games.length) return null;
  return h('section', { class: 'box' },
    h('h2', {}, t('more-games')), h('p', { class: 'soft' }, t('more-games-about')),
    h('ul', { class: 'more-games', 'data-test': 'more-games' }, games.map(({ game, about }) => h('li', { key: game },
      h('button', { disabled: page.busy === game, 'data-test': `play-${game}`, onclick: () => play(game) }, gameName(game)),
      h('button', { class: 'plain small', 'data-test': `watch-${game}`, 'aria-label': t('watch-game', { game: gameName(game) }), onclick: () => watch(game) }, t('watch-it')),
      has(`${game}-about`) ? h('span', { class: 'soft small' }, t(`${game}-about`)) : h('span', { class: 'soft small', lang: 'en' }, about)))));
}

function others() {
  return h('section', { class: 'others' },
    h('div', { class: 'box' },
      h('h2', {}, t('watch-title')), h('p', { class: 'soft' }, t('watch-about')),
      h('div', { class: 'row' }, GAMES.map((game) => h('button', { 'data-test': `watch-${game}`, onclick: () => watch(game) }, gameName(game))))),
    h('div', { class: 'box' },
      h('h2', {}, t('join-title')), h('p', { class: 'soft' }, t('join-about')),
      h('form', { class: 'row', onsubmit: join },
        h('label', { class: 'unseen', for: 'join' }, t('join-title')),
        h('input', { type: 'text', id: 'join', class: 'grow', 'data-test': 'join-link', placeholder: '…/table/…', autocomplete: 'off' }),
        h('button', { 'data-test': 'join', type: 'submit' }, t('join'))),
      trouble(page.joinError)));
}

const when = (ms) => new Intl.DateTimeFormat(lang(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(ms));

function mine() {
  const own = ownTables();
  if (!own.length) return null;
  return h('section', { class: 'box' },
    h('h2', {}, t('mine-title')),
    h('ul', { class: 'rows', 'data-test': 'mine' }, own.slice(0, 6).map((each) => h('li', { key: each.table, class: 'row', 'data-test': 'mine-row' },
      h('a', { class: 'grow', href: `/table/${each.table}${each.token ? `#${each.token}` : ''}` }, gameName(each.game), ' ', h('span', { class: 'soft' }, each.at ? when(each.at) : each.table)),
      h('button', { class: 'plain small', 'aria-label': t('forget-table', { table: each.table }), onclick: () => { dropTable(each.table); show(); } }, t('forget'))))));
}

function listed() {
  if (!page.listed?.length) return null;
  const who = (each) => each.seats.map((seat) => (seat.name ? isolate(seat.name) : t('somebody'))).join(', ');
  return h('section', { class: 'box' },
    h('h2', {}, t('listed-title')),
    h('ul', { class: 'rows', 'data-test': 'listed' }, page.listed.slice(0, 12).map((each) => h('li', { key: each.table, 'data-test': 'listed-row' },
      h('a', { href: `/table/${each.table}` }, gameName(each.game)), ' ', h('span', { class: 'soft' }, `${who(each)} · ${t(each.over ? 'table-over' : 'table-running')}`)))));
}

function show() {
  draw(document.getElementById('main'), [
    resume(),
    h('div', { class: 'welcome' }, h('h1', {}, t('welcome')), h('p', { class: 'soft' }, t('welcome-about'))),
    chooser(),
    trouble(page.error),
    h('div', { class: 'games' }, GAMES.map(card)),
    paths(),
    h('div', { class: 'below' }, h('div', {}, setup(page, show), more(), mine(), listed()), others()),
  ]);
}

frame({ page: 'home', name: () => '' }, show);
// The page can be used before these answers come.
attempt(() => get('/api/catalog'), () => {}).then((catalog) => { page.catalog = catalog; show(); });
attempt(() => get('/api/tables'), () => {}).then((found) => { page.listed = found?.tables ?? []; show(); });
findTables().then(show);
