// A table of one's own: who sits where, by which rules.
import { h } from './dom.js';
import { t, label, has } from './i18n.js';
import { attempt, trouble, copy, say } from './frame.js';
import { post } from './api.js';
import { keepTable } from './store.js';
import { names } from './names.js';

const SEATS = { doppelkopf: [4, 4], just4fun: [2, 4], ontop: [2, 4] };
/** Values of the rules that can be chosen; a rule that is not here is left as it is. */
const RULES = {
  doppelkopf: { announcing: ['step', 'choose'] },
  just4fun: { cards: ['random', 'choose'], board: ['original', 'ordered', 'random'] },
  ontop: { colours: ['fixed', 'drawn'], teams: ['false', 'true'], board: ['reconstruction', 'lower-start', 'tiles-14', 'tiles-9'] },
};
const wanted = { game: 'doppelkopf', many: 4, kinds: ['me', 'friend', 'medium', 'medium'], specs: [], rules: {}, listed: false, pace: 0, error: null, made: null, copied: null };

function fit() {
  const [least, most] = SEATS[wanted.game];
  wanted.many = Math.min(Math.max(wanted.many, least), most);
  if (wanted.many !== 4) delete wanted.rules.teams;
}

async function makeIt(page, show) {
  const named = names(4);
  const seat = (kind, i) => kind === 'me' ? { person: page.name.trim() } : kind === 'friend' ? { person: '' }
    : kind === 'spec' ? { agent: wanted.specs[i] ?? '' } : { agent: kind, name: named[i] };
  const table = {
    game: wanted.game,
    seats: wanted.kinds.slice(0, wanted.many).map(seat),
    listed: wanted.listed,
    pace_ms: wanted.pace,
  };
  const rules = Object.entries(wanted.rules).map(([name, value]) => [name, name === 'teams' ? value === 'true' : value]);
  if (rules.length) table.rules = Object.fromEntries(rules);
  const made = await attempt(() => post('/api/tables', table), (text) => { wanted.error = text; });
  if (!made) return show();
  const own = made.links.find((link) => wanted.kinds[link.seat] === 'me');
  if (own) keepTable({ table: made.table, token: own.token, game: wanted.game, seat: own.seat });
  const guests = made.links.filter((link) => link !== own);
  if (!guests.length) location.href = own?.path ?? `/table/${made.table}`;
  wanted.made = { ...made, own, guests };
  show();
  if (guests.length) say(t('links-ready'));
}

function seats(page, show) {
  const words = page.catalog?.games.find((each) => each.game === wanted.game)?.strengths ?? [];
  const strong = ['easy', 'medium', 'strong'].map((value) => {
    const known = words.find((each) => each.strength === value);
    return [value, t('engine', { strength: known ? label(known) : t(`strength-${value}`) })];
  });
  // Only one seat is one's own; it must be given up before another can be taken, never in passing.
  const own = wanted.kinds.slice(0, wanted.many).indexOf('me');
  const kinds = (i) => [own < 0 || own === i ? ['me', t('seat-me')] : ['me', t('seat-me-elsewhere', { n: own + 1 }), true], ['friend', t('seat-friend')], ...strong, ['spec', t('seat-spec')]];
  const agents = page.catalog?.games.find((each) => each.game === wanted.game)?.agents ?? [];
  return wanted.kinds.slice(0, wanted.many).map((kind, i) => h('div', { key: `seat${i}`, class: 'row seat-row' },
    h('label', { for: `kind${i}` }, t('seat-n', { n: i + 1 })),
    h('select', { id: `kind${i}`, 'data-test': `seat-${i}-kind`, value: kind, onchange: (event) => {
      // A seat that was one's own before there were fewer players is not any more.
      if (event.target.value === 'me') wanted.kinds = wanted.kinds.map((each) => (each === 'me' ? 'friend' : each));
      wanted.kinds[i] = event.target.value;
      show();
    } }, kinds(i).map(([value, text, taken]) => h('option', { value, disabled: taken }, text))),
    kind === 'spec' && h('input', { type: 'text', class: 'grow', list: 'specs', 'aria-label': t('seat-spec-of', { n: i + 1 }), placeholder: agents[0]?.spec ?? '', value: wanted.specs[i] ?? '', 'data-test': `seat-${i}-spec`, oninput: (event) => { wanted.specs[i] = event.target.value; } })))
    .concat(h('datalist', { id: 'specs' }, agents.map((agent) => h('option', { value: agent.spec }))));
}

function rules(show) {
  return Object.entries(RULES[wanted.game]).filter(([name]) => name !== 'teams' || wanted.many === 4).map(([name, values]) => h('label', { key: name, class: 'stack' },
    h('span', {}, t(`rule-${wanted.game}-${name}`)),
    h('select', { 'data-test': `rule-${name}`, value: wanted.rules[name] ?? values[0], onchange: (event) => { wanted.rules[name] = event.target.value; show(); } },
      values.map((value) => h('option', { value }, has(`rule-${name}-${value}`) ? t(`rule-${name}-${value}`) : value)))));
}

function links(show) {
  const { table, own, guests } = wanted.made;
  const whole = (link) => location.origin + link.path;
  return h('div', { class: 'links', 'data-test': 'links' },
    h('p', {}, t('links-about')),
    guests.map((link) => h('div', { class: 'row', key: `link${link.seat}` },
      h('label', { for: `link${link.seat}` }, t('seat-n', { n: link.seat + 1 })),
      h('input', { type: 'text', readonly: true, class: 'grow', id: `link${link.seat}`, value: whole(link), 'data-test': `link-${link.seat}`, onfocus: (event) => event.target.select() }),
      h('button', { 'data-test': `copy-${link.seat}`, onclick: async () => { if (await copy(whole(link))) { wanted.copied = link.seat; show(); } } }, t(wanted.copied === link.seat ? 'copied' : 'copy')))),
    h('div', { class: 'row' },
      h('a', { class: 'button main', href: own?.path ?? `/table/${table}`, 'data-test': 'enter' }, t(own ? 'sit-down' : 'watch-it')),
      h('button', { class: 'plain', onclick: () => { wanted.made = null; wanted.copied = null; show(); } }, t('another-table'))));
}

/** The box on the first page. */
export function setup(page, show) {
  const games = Object.keys(SEATS);
  const [least, most] = SEATS[wanted.game];
  const form = () => [
    h('div', { class: 'row' },
      h('label', { class: 'stack' }, h('span', {}, t('game')),
        h('select', { 'data-test': 'setup-game', value: wanted.game, onchange: (event) => { wanted.game = event.target.value; wanted.rules = {}; wanted.many = SEATS[wanted.game][0]; fit(); show(); } }, games.map((game) => h('option', { value: game }, t(game))))),
      h('label', { class: 'stack' }, h('span', {}, t('players')),
        h('select', { 'data-test': 'setup-players', value: String(wanted.many), disabled: least === most, onchange: (event) => { wanted.many = Number(event.target.value); fit(); show(); } },
          Array.from({ length: most - least + 1 }, (_, i) => h('option', { value: String(least + i) }, String(least + i))))),
      rules(show)),
    h('div', { class: 'seats-setup' }, seats(page, show)),
    h('div', { class: 'row' },
      h('label', {}, h('input', { type: 'checkbox', checked: wanted.listed, 'data-test': 'setup-listed', onchange: (event) => { wanted.listed = event.target.checked; } }), t('listed')),
      h('label', {}, t('pace'), h('select', { 'data-test': 'setup-pace', value: String(wanted.pace), onchange: (event) => { wanted.pace = Number(event.target.value); } },
        [0, 500, 1000, 2000].map((ms) => h('option', { value: String(ms) }, t(`pace-${ms}`)))))),
    h('button', { class: 'main', 'data-test': 'setup-make', onclick: () => makeIt(page, show) }, t('make-table')),
    trouble(wanted.error),
  ];
  return h('section', { class: 'box' },
    h('details', { 'data-test': 'setup' },
      h('summary', {}, h('span', { class: 'h2' }, t('setup-title')), h('span', { class: 'soft block' }, t('setup-about'))),
      wanted.made ? links(show) : form()));
}
