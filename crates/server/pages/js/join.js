// The page behind an invite link: a person who opens it gives a name and sits down.
import { h, draw } from './dom.js';
import { t, gameName } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get, insist, sentence, Refused } from './api.js';
import { recall, remember, ownTables, keepTable, freshToken } from './store.js';
import { isolate } from './names.js';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const invite = location.hash.slice(1);
const path = `/api/tables/${encodeURIComponent(id)}`;
const page = { state: null, name: recall('name', ''), busy: false, error: null };

/** The secret for this seat: the same one until there is an answer, so that nobody sits down twice. */
function secret() {
  const kept = recall('sitting');
  if (kept?.table === id) return kept.token;
  const token = freshToken();
  remember('sitting', { table: id, token });
  return token;
}

async function sit(event) {
  event.preventDefault();
  if (page.busy) return;
  page.busy = true;
  show();
  const body = { invite, token: secret(), name: page.name.trim() };
  const link = await attempt(() => insist(`${path}/sit`, body), (text) => { page.error = text; });
  page.busy = false;
  if (link) {
    remember('name', page.name);
    keepTable({ table: id, token: link.token, game: page.state.game, seat: link.seat });
    remember('sitting', null);
    location.replace(link.path);
  } else {
    look();
  }
}

async function look() {
  try {
    page.state = await get(path);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    page.error = sentence(error);
  }
  show();
}

function form() {
  const there = page.state.seats.filter((seat) => seat.name && !seat.open).map((seat) => isolate(seat.name));
  const free = page.state.seats.some((seat) => seat.open);
  return [
    h('p', {}, t('invited-to', { game: gameName(page.state.game) })),
    there.length > 0 && h('p', { class: 'soft' }, t('invited-with', { names: there.join(', ') })),
    free ? h('form', { class: 'row', onsubmit: sit },
      h('label', { for: 'name' }, t('your-name')),
      h('input', { type: 'text', id: 'name', maxlength: 40, autocomplete: 'nickname', placeholder: t('your-name-hint'), value: page.name, 'data-test': 'name', oninput: (event) => { page.name = event.target.value; } }),
      h('button', { class: 'main', type: 'submit', disabled: page.busy, 'data-test': 'sit' }, t('sit-down')))
      : h('p', { 'data-test': 'full' }, t('invited-full')),
    h('p', {}, h('a', { class: free ? 'quiet' : 'button', href: `/table/${id}` }, t('watch-it'))),
  ];
}

function show() {
  draw(document.getElementById('main'), [
    h('h1', {}, t('invited')),
    h('section', { class: 'box' }, page.state ? form() : !page.error && h('p', { class: 'soft' }, t('one-moment')), trouble(page.error)),
  ]);
}

// Who has a seat here already goes there.
const own = ownTables().find((each) => each.table === id && each.token);
if (own) {
  location.replace(`/table/${id}#${own.token}`);
} else {
  frame({ page: 'join', name: 'invited' }, show);
  look();
}
