// The page behind a link to a deal: play the cards that a friend played, and see who made more of them.
import { h, draw } from './dom.js';
import { t, gameName, label } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { get, insist } from './api.js';
import { keepTable, freshToken, recall, remember } from './store.js';
import { names } from './names.js';
import { picture } from './pictures.js';
import './more-texts.js';

const code = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const wanted = Number(new URLSearchParams(location.search).get('seat'));
const page = { deal: null, strengths: [], strength: recall('strength', 'medium'), busy: false, error: null };

async function play() {
  page.busy = true;
  show();
  const { game, seats } = page.deal;
  const own = Number.isInteger(wanted) && wanted >= 0 && wanted < seats ? wanted : 0;
  const others = names(seats);
  const order = {
    game, deal: code, token: freshToken(),
    seats: Array.from({ length: seats }, (_, seat) => (seat === own ? { person: (recall('name', '') ?? '').trim() } : { agent: page.strength, name: others[seat] })),
  };
  const made = await attempt(() => insist('/api/tables', order), (text) => { page.error = text; });
  page.busy = false;
  if (made) {
    keepTable({ table: made.table, token: made.links[0].token, game, seat: made.links[0].seat });
    location.href = made.links[0].path;
  } else show();
}

function offer() {
  const { game } = page.deal;
  const one = (each) => h('label', { key: each.strength },
    h('input', { type: 'radio', name: 'strength', value: each.strength, checked: page.strength === each.strength, onchange: () => { page.strength = each.strength; remember('strength', each.strength); show(); } }), label(each));
  return h('section', { class: 'box', 'data-test': 'deal' },
    h('div', { class: 'picture deal-picture' }, picture(game)),
    h('p', {}, t('deal-about', { game: gameName(game) })),
    h('fieldset', {}, h('legend', {}, t('opponents')), h('div', { class: 'segments' }, page.strengths.map(one))),
    h('div', { class: 'row deal-go' }, h('button', { class: 'main', disabled: page.busy, 'data-test': 'deal-play', onclick: play }, t('deal-play'))));
}

function show() {
  draw(document.getElementById('main'), [
    h('h1', { key: 'h1' }, t('deal-title')), trouble(page.error),
    page.deal ? offer() : !page.error && h('p', { class: 'soft' }, t('one-moment')),
  ]);
}

frame({ page: 'deal', name: 'deal-title' }, show);
attempt(() => get(`/api/deals/${encodeURIComponent(code)}`), (text) => { page.error = text; }).then(async (found) => {
  page.deal = found ?? null;
  const catalog = found && await attempt(() => get('/api/catalog'), () => {});
  page.strengths = catalog?.games.find((each) => each.game === found.game)?.strengths ?? [];
  show();
});
