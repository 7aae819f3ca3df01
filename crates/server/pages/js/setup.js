// A table of one's own: who sits where, by which rules.
import { h } from './dom.js';
import { t, gameName, label, has, lang } from './i18n.js';
import { attempt, trouble, copy, say } from './frame.js';
import { insist } from './api.js';
import { keepTable, freshToken } from './store.js';
import { names } from './names.js';

/** Rules that follow from something else on the form. */
const DERIVED = ['players'];
const wanted = { game: 'doppelkopf', many: 4, kinds: ['me', 'friend', 'medium', 'medium'], specs: [], rules: {}, listed: false, pace: '', tournament: false, clock: '', error: null, made: null, copied: null };

/** What stands before the name of a program that the server was started with. */
const PROGRAM = 'program:';

/** What the server says about the game that is wanted. */
const entry = (page) => page.catalog.games.find((each) => each.game === wanted.game);

function fit(page) {
  const { seats_min: least, seats_max: most } = entry(page);
  wanted.many = Math.min(Math.max(wanted.many, least), most);
  if (wanted.many !== 4) delete wanted.rules.teams;
}

async function makeIt(page, show) {
  const named = names(4);
  const seat = (kind, i) => kind === 'me' ? { person: page.name.trim() } : kind === 'friend' ? { friend: '' }
    : kind === 'spec' ? { agent: wanted.specs[i] ?? '' }
    : kind.startsWith(PROGRAM) ? { agent: kind.slice(PROGRAM.length) } : { agent: kind, name: named[i] };
  const table = {
    game: wanted.game,
    seats: wanted.kinds.slice(0, wanted.many).map(seat),
    listed: wanted.listed,
  };
  if (wanted.pace !== '') table.pace_ms = Number(wanted.pace);
  if (wanted.clock !== '') table.clock_s = Number(wanted.clock);
  if (wanted.tournament && wanted.game === 'doppelkopf') table.tournament = 24;
  // Words stay words; numbers and flags are sent as such.
  const typed = (value) => (/^(true|false|\d+)$/.test(value) ? JSON.parse(value) : value);
  const rules = Object.entries(wanted.rules).map(([name, value]) => [name, typed(value)]);
  if (rules.length) table.rules = Object.fromEntries(rules);
  if (table.seats.some((each) => 'person' in each)) table.token = freshToken();
  const made = await attempt(() => insist('/api/tables', table), (text) => { wanted.error = text; });
  if (!made) return show();
  const [own] = made.links;
  if (own) keepTable({ table: made.table, token: own.token, game: wanted.game, seat: own.seat });
  if (!made.invite) location.href = own?.path ?? `/table/${made.table}`;
  wanted.made = { ...made, own };
  show();
  if (made.invite) say(t('invite-ready'));
}

function seats(page, show) {
  const { strengths: words, agents } = entry(page);
  const strong = ['easy', 'medium', 'strong'].map((value) => {
    const known = words.find((each) => each.strength === value);
    return [value, t('engine', { strength: known ? label(known) : t(`strength-${value}`) })];
  });
  // Only one seat is one's own; it must be given up before another can be taken, never in passing.
  const own = wanted.kinds.slice(0, wanted.many).indexOf('me');
  const kinds = (i) => [own < 0 || own === i ? ['me', t('seat-me')] : ['me', t('seat-me-elsewhere', { n: own + 1 }), true], ['friend', t('seat-friend')], ...strong, ...(page.catalog?.programs ?? []).map((name) => [PROGRAM + name, t('seat-program', { name })]), ...(page.catalog?.specs ? [['spec', t('seat-spec')]] : [])];
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

/** A text of the page for a rule, or what the server says about it. */
const ruleName = (option) => (has(`rule-${wanted.game}-${option.name}`) ? t(`rule-${wanted.game}-${option.name}`) : option.name);
const valueName = (option, value) => (has(`rule-${option.name}-${value}`) ? t(`rule-${option.name}-${value}`) : value);

function rules(page, show) {
  const offered = entry(page).options.filter((option) => !DERIVED.includes(option.name) && (option.name !== 'teams' || wanted.many === 4));
  const set = (option) => (event) => { wanted.rules[option.name] = event.target.value; show(); };
  const value = (option) => wanted.rules[option.name] ?? option.default;
  return offered.map((option) => h('label', { key: option.name, class: 'stack', title: lang() === 'en' ? option.about : undefined },
    h('span', {}, ruleName(option)),
    option.values.length
      ? h('select', { 'data-test': `rule-${option.name}`, value: value(option), onchange: set(option) }, option.values.map((each) => h('option', { value: each }, valueName(option, each))))
      : h('input', { type: 'text', 'data-test': `rule-${option.name}`, value: value(option), onchange: set(option) })));
}

function links(show) {
  const { table, own, invite } = wanted.made;
  if (!invite) return null;
  const whole = location.origin + invite;
  return h('div', { class: 'links', 'data-test': 'links' },
    h('p', {}, t('invite-about')),
    h('div', { class: 'row' },
      h('label', { for: 'invite' }, t('invite')),
      h('input', { type: 'text', readonly: true, class: 'grow', id: 'invite', value: whole, 'data-test': 'invite-link', onfocus: (event) => event.target.select() }),
      h('button', { 'data-test': 'copy-invite', onclick: async () => { if (await copy(whole)) { wanted.copied = true; show(); } } }, t(wanted.copied ? 'copied' : 'copy'))),
    h('div', { class: 'row' },
      h('a', { class: 'button main', href: own?.path ?? `/table/${table}`, 'data-test': 'enter' }, t(own ? 'sit-down' : 'watch-it')),
      h('button', { class: 'plain', onclick: () => { wanted.made = null; wanted.copied = null; show(); } }, t('another-table'))));
}

/** The box on the first page. */
export function setup(page, show) {
  const form = () => {
    const games = page.catalog.games.map((each) => each.game);
    const { seats_min: least, seats_max: most } = entry(page);
    return [
      h('div', { class: 'row' },
        h('label', { class: 'stack' }, h('span', {}, t('game')),
          h('select', { 'data-test': 'setup-game', value: wanted.game, onchange: (event) => { wanted.game = event.target.value; wanted.rules = {}; wanted.many = entry(page).seats_min; fit(page); show(); } }, games.map((game) => h('option', { value: game }, gameName(game))))),
        h('label', { class: 'stack' }, h('span', {}, t('players')),
          h('select', { 'data-test': 'setup-players', value: String(wanted.many), disabled: least === most, onchange: (event) => { wanted.many = Number(event.target.value); fit(page); show(); } },
            Array.from({ length: most - least + 1 }, (_, i) => h('option', { value: String(least + i) }, String(least + i))))),
        rules(page, show)),
      h('div', { class: 'seats-setup' }, seats(page, show)),
      h('div', { class: 'row' },
        h('label', {}, h('input', { type: 'checkbox', checked: wanted.listed, 'data-test': 'setup-listed', onchange: (event) => { wanted.listed = event.target.checked; } }), t('listed')),
        h('label', {}, t('pace'), h('select', { 'data-test': 'setup-pace', value: wanted.pace, onchange: (event) => { wanted.pace = event.target.value; } },
          ['', 0, 300, 1000, 2000].map((ms) => h('option', { value: String(ms) }, t(`pace-${ms === '' ? 'usual' : ms}`)))))),
      h('div', { class: 'row' },
        h('label', {}, t('setup-clock'), h('select', { 'data-test': 'setup-clock', value: wanted.clock, onchange: (event) => { wanted.clock = event.target.value; } },
          ['', 15, 30, 60, 120].map((seconds) => h('option', { value: String(seconds) }, seconds === '' ? t('clock-none') : t('clock-seconds', { seconds }))))),
        wanted.game === 'doppelkopf' && h('label', {}, h('input', { type: 'checkbox', checked: wanted.tournament, 'data-test': 'setup-tournament', onchange: (event) => { wanted.tournament = event.target.checked; } }), t('setup-tournament'))),
      h('button', { class: 'main', 'data-test': 'setup-make', onclick: () => makeIt(page, show) }, t('make-table')),
      trouble(wanted.error),
    ];
  };
  return h('section', { class: 'box' },
    h('details', { 'data-test': 'setup' },
      h('summary', {}, h('span', { class: 'h2' }, t('setup-title')), h('span', { class: 'soft block' }, t('setup-about'))),
      wanted.made ? links(show) : page.catalog ? form() : h('p', { class: 'soft' }, t('one-moment'))));
}
