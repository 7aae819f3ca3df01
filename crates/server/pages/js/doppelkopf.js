// A Doppelkopf table: four seats, the trick in the middle, the own hand below.
import { h, arrows } from './dom.js';
import { isolate } from './names.js';
import { t, label } from './i18n.js';
import { face, back, cardName } from './cards.js';
import { lay, moving, present, skip, stage } from './stage.js';
import { deal, fly, wayTo } from './motion.js';
import { lately } from './friends.js';
import { post } from './api.js';
import { away, engineSign } from './players.js';
import { told, whom } from './panel.js';
export { sheet } from './doppelkopf-sheet.js';

const PLACES = ['south', 'west', 'north', 'east'];
const base = (ctx) => ctx.state.you ?? ctx.state.view.seat ?? 0;
const place = (ctx, seat) => PLACES[(seat - base(ctx) + 4) % 4];

let lastOpen = false;

// Whether the kinds of solo are open to choose from; nothing is said before one is chosen.
let soloing = false;

export function arrive(message, { jump, anew, before }) {
  if (jump || !message.view.game) present(message.view);
  if (anew || message.version !== before?.version) soloing = false;
}
export { lay, skip };

/** What can hardly be meant: black before the fifth card, a solo that the engine would not play. */
export async function doubt(choice, ctx) {
  const { view, you, version } = ctx.state;
  if (choice.level === 'black' && view.cards_left[you] > 8) return t('doubt-black');
  if (!choice.kind || view.question === 'game') return null;
  try {
    const answer = await post(ctx.path('/hint'), { version }, ctx.token());
    return answer.choice && !answer.choice.kind ? t('doubt-solo') : null;
  } catch {
    // Nobody is kept from a solo because the engine is busy.
    return null;
  }
}

/** Who plays together in a marriage, once that is known. */
function couple(ctx) {
  const { view } = ctx.state;
  if (view.game !== 'marriage') return null;
  const re = [0, 1, 2, 3].filter((seat) => view.teams?.[seat] === 're');
  const others = [0, 1, 2, 3].filter((seat) => view.teams?.[seat] === 'kontra');
  const bride = view.bride ?? view.soloist ?? re[0] ?? 0;
  if (re.length === 2) return t('marriage-found', { names: re.map((seat) => ctx.name(seat)).join(t('and')) });
  return told(others.length === 3 ? 'marriage-alone' : 'marriage-open', ctx, bride);
}

export function key(event, ctx) {
  if (event.key.toLowerCase() === 'l' && ctx.state.story.last_trick) {
    lastOpen = !lastOpen;
    ctx.redraw();
  }
}

/** The type of game, with whose it is. */
export function gameName(view, ctx) {
  if (!view.game) return t('finding');
  const owner = view.soloist ?? view.bride;
  const name = t(`kind-${view.game}`);
  return owner === null || owner === undefined ? name : t('kind-of', { kind: name, name: ctx.name(owner) });
}

/** Whether a card may be led before it is known which game is played: that says healthy. */
const leadsAtOnce = (ctx) => !ctx.state.view.game && ctx.state.choices.some((choice) => choice.card);

export function status(ctx) {
  const { view } = ctx.state;
  const { chosen } = ctx;
  if (chosen?.because) return t('chosen-still', { name: ctx.name(chosen.because.seat), level: t(`level-${chosen.because.announced.level}`), card: cardName(chosen.card) });
  if (leadsAtOnce(ctx)) return t('lead-or-say');
  if (view.question === 'card' || ctx.state.choices.some((choice) => choice.card)) return t(view.trick.length ? 'play-card' : 'lead-card');
  return t(`question-${view.question}`);
}

/** What one has decided and waits to be done: the others may still announce something first. */
export function waiting(ctx) {
  const { planned } = ctx.state;
  const card = planned.find((move) => /^[CSHD][9JQKTA]$/.test(move));
  return card ? t('planned-card', { card: cardName(card) }) : t('planned');
}

export function tell(event, ctx) {
  const name = event.seat === null ? '' : ctx.name(event.seat);
  const said = [];
  if (event.card) said.push(t('tell-card', { name, card: label(event) }));
  else if (event.announced) said.push(told('tell-announced', ctx, event.seat, { level: t(`level-${event.announced.level}`) }));
  else if (event.question === 'announcement') return null;
  else if (event.question === 'immediate-solo' && event.move === 'no') { /* everybody says so */ }
  else said.push(t('tell-says', { name, what: label(event) }));
  if (event.found) said.push(t('tell-found', { kind: t(`kind-${event.found.game}`) }));
  if (event.trick) said.push(t('tell-trick', { name: whom(ctx, event.trick.winner), points: event.trick.points }));
  return said.join(' ') || null;
}

/** What somebody said while the game was being found. */
function saying(ctx, seat) {
  if (ctx.state.view.game) return null;
  const last = ctx.events?.filter((event) => event.seat === seat && event.question !== 'immediate-solo').at(-1);
  return last ? label(last) : null;
}

/** What somebody announced, in short: their team's word, and how far they went. */
function levels(all) {
  const word = all.find((level) => level === 're' || level === 'kontra');
  return [...new Set([word, all.at(-1)])].filter(Boolean);
}

function plate(ctx, seat) {
  const { state } = ctx;
  const { view } = state;
  const who = state.seats[seat];
  const team = view.teams?.[seat];
  const said = levels(state.story.announcements.filter((each) => each.seat === seat).map((each) => each.level)).map((level) => t(`level-${level}`));
  const words = saying(ctx, seat);
  const turn = state.turn === seat && !state.over;
  const thinking = state.thinking?.seat === seat;
  return h('div', {
    class: `plate ${seat === base(ctx) ? '' : 'side-plate'} ${turn ? 'turn' : ''}`, 'data-test': `seat-${seat}`, 'data-thinking': String(thinking), 'data-here': who.kind === 'person' ? String(who.here) : undefined,
    role: 'group', 'aria-label': ctx.name(seat),
  },
  h('div', { class: 'who' },
    h('span', { class: 'name', title: who.name ? isolate(who.name) : undefined }, ctx.name(seat)), engineSign(who),
    view.dealer === seat && h('span', { class: 'chip', title: t('dealer') }, t('dealer-short')),
    away(who),
    thinking && h('span', { class: 'dots', role: 'img', 'aria-label': t('thinking') }, h('i', {}), h('i', {}), h('i', {}))),
  h('div', { class: 'facts' },
    team && h('span', { class: `chip team ${team}` }, t(`team-${team}`)),
    h('span', { class: 'wide' }, t('tricks', { tricks: view.tricks[seat] })), h('span', { class: 'wide' }, t('card-points', { points: view.points[seat] })),
    h('span', { class: 'narrow', 'aria-hidden': 'true' }, t('tricks-short', { tricks: view.tricks[seat], points: view.points[seat] })),
    seat !== state.you && h('span', { class: 'left', title: t('cards-left', { cards: view.cards_left[seat] }) }, h('span', { class: 'mini', 'aria-hidden': 'true' }), String(view.cards_left[seat]), h('span', { class: 'unseen' }, ` ${t('cards')}`))),
  h('div', { class: 'bubbles' },
    said.map((text, i) => h('span', { key: `s${i}`, class: 'bubble' }, text)), words && h('span', { key: 'w', class: 'bubble quiet' }, words), lately(ctx, seat)));
}

function openHand(ctx, seat) {
  const cards = ctx.state.view.hands?.[seat];
  if (!cards?.length) return null;
  return h('ul', { class: 'open-hand', 'aria-label': t('hand-of', { name: ctx.name(seat) }) }, keyed(cards).map(([card, key]) => h('li', { key }, face(card), h('span', { class: 'unseen' }, cardName(card)))));
}

/** Cards with a key each; of two equal ones the second has another key. */
function keyed(cards) {
  const seen = {};
  return cards.map((card) => {
    seen[card] = (seen[card] ?? 0) + 1;
    return [card, `${card}${seen[card]}`];
  });
}

function trick(ctx) {
  const { state } = ctx;
  const shown = ctx.live ? stage : { cards: state.view.trick.map((card, i) => ({ seat: (state.view.leader + i) % 4, card })), winner: null };
  const winner = shown.winner ?? (shown.cards.length ? winning(ctx, shown) : null);
  const slot = (laid, i) => h('li', {
    key: `${laid.seat}${laid.card}`, hook: ctx.live ? (element) => fly(element, laid) : undefined, class: `slot ${place(ctx, laid.seat)} ${laid.seat === winner ? 'wins' : ''}`, vars: { 'z-index': laid.seat === winner ? '9' : String(i + 1) },
  }, face(laid.card), h('span', { class: 'unseen' }, t('tell-card', { name: ctx.name(laid.seat), card: cardName(laid.card) })));
  const vars = shown.sweep ? wayTo(shown.winner, document.querySelector('[data-test=trick]')) : {};
  // A person who has seen enough may go on.
  return h('ul', { class: `trick ${shown.sweep ? 'sweep' : ''}`, 'data-test': 'trick', 'aria-label': t('trick'), vars, onclick: ctx.live && moving() ? skip : undefined }, shown.cards.map(slot));
}

/** Who would win the trick as it lies; only known of the trick that the server speaks of. */
function winning(ctx, shown) {
  const { view } = ctx.state;
  return view.trick.length === shown.cards.length ? view.winning : null;
}

function lastTrick(ctx) {
  const last = ctx.state.story.last_trick;
  if (!last) return null;
  const text = t('last-trick-of', { name: whom(ctx, last.winner), points: last.points });
  return h('div', { class: 'last' },
    h('button', { class: 'small felt-button', 'data-test': 'last-trick', 'aria-expanded': String(lastOpen), onclick: () => { lastOpen = !lastOpen; ctx.redraw(); } }, t('last-trick')),
    lastOpen && h('div', { class: 'last-cards', 'data-test': 'last-trick-cards' },
      h('ul', {}, last.cards.map((laid) => h('li', { key: laid.seat, class: laid.seat === last.winner ? 'wins' : '' }, face(laid.card), h('span', { class: 'small' }, ctx.name(laid.seat)), h('span', { class: 'unseen' }, cardName(laid.card))))),
      h('p', { class: 'small' }, text)));
}

/** Reservations and solos: a few answers as buttons. */
function question(ctx) {
  const choices = ctx.state.choices.filter((choice) => !choice.card && !choice.level);
  const { question: asked } = ctx.state.view;
  const cards = ctx.state.choices.some((choice) => choice.card);
  // Playing a card says no on the way: a button for it would only be in the way.
  if (!choices.length || (asked === 'announcement' && cards)) return null;
  return h('div', { class: 'question', role: 'group', 'aria-label': t(`question-${asked}`), 'data-test': 'question', 'data-keep': '', onkeydown: arrows },
    asked === 'game' || asked === 'solo' ? choices.map((choice, i) => button(ctx, choice, i ? '' : 'main')) : answers(ctx, choices));
}

/** Healthy or a reservation. A solo is chosen by its kind first; until then nothing is said, and one may go back. */
function answers(ctx, choices) {
  const solos = choices.filter((choice) => choice.kind);
  const atOnce = choices.find((choice) => choice.send.join() === 'yes');
  const plain = choices.filter((choice) => !choice.kind && choice !== atOnce);
  const turn = (on) => { soloing = on; ctx.redraw(); };
  if (!soloing) {
    return [plain.map((choice, i) => button(ctx, choice, i ? '' : 'main')),
      solos.length > 0 && h('button', { key: 'solo', 'data-test': 'solo', class: solos.some((choice) => same(ctx.hint, choice)) ? 'hinted' : '', onclick: () => turn(true) }, t('solo-which'))];
  }
  // Before all reservations: only where solos are owed does that matter.
  const early = atOnce && (ctx.state.view.open_solos?.length > 0 || same(ctx.hint, atOnce));
  return [solos.map((choice) => button(ctx, choice, '')), early && button(ctx, atOnce, ''),
    h('button', { key: 'back', class: 'main', 'data-test': 'solo-back', onclick: () => turn(false) }, t('solo-back'))];
}

// What could be announced when one was asked last: it stays in sight while the others play, so that nothing jumps.
let offered = { number: -1, levels: [] };

function announce(ctx) {
  const { choices, number, over } = ctx.state;
  const asked = choices.filter((choice) => choice.level);
  if (asked.length || choices.length || over || number !== offered.number) offered = { number, levels: asked };
  const { levels } = offered;
  if (!levels.length) return null;
  return h('div', { class: 'announce', role: 'group', 'aria-label': t('announce'), 'data-test': 'announce', 'data-keep': '', onkeydown: arrows },
    h('span', { class: 'small' }, t('announce')), levels.map((choice) => (asked.length ? button(ctx, choice, 'small') : h('button', { key: choice.send.join(' '), class: 'small', disabled: true }, label(choice)))));
}

const same = (a, b) => a && b && a.send.join(' ') === b.send.join(' ');

function button(ctx, choice, kind) {
  const hinted = same(ctx.hint, choice);
  return h('button', {
    key: choice.send.join(' '), class: `${kind} ${hinted ? 'hinted' : ''}`, 'data-test': 'choice', 'data-choice': choice.send.join(' '), 'data-hinted': hinted || undefined,
    onclick: () => ctx.choose(choice),
  }, label(choice));
}

function hand(ctx, result) {
  const { view } = ctx.state;
  if (!view.cards) return null;
  const all = keyed(view.cards);
  const playing = ctx.state.choices.some((choice) => choice.card);
  const middle = (all.length - 1) / 2;
  // Of two equal cards only one was meant.
  const lifted = ctx.chosen?.card ?? ctx.state.planned?.find((move) => view.cards.includes(move));
  const planned = all.findIndex(([card]) => card === lifted);
  return h('ul', { class: `hand ${playing ? 'playing' : ''} ${all.length > 6 ? 'many' : ''}`, 'data-test': 'hand', 'aria-label': t('your-hand'), 'data-keep': '', 'data-home': result ? undefined : '', tabindex: '-1', onkeydown: arrows, vars: { '--n': String(all.length) },
    key: `hand${ctx.state.number}`, hook: ctx.dealt === ctx.state.number ? (element) => deal(element, view.dealer) : undefined },
    all.map(([card, key], i) => {
      const choice = ctx.state.choices.find((each) => each.card === card);
      const hinted = choice && same(ctx.hint, choice);
      const vars = { '--x': String(i - middle), '--y': String(Math.round((i - middle) ** 2 * 10) / 10) };
      const kind = `${i === view.trumps && i > 0 ? 'suits' : ''} ${hinted ? 'hinted' : ''} ${i === planned ? 'planned' : ''}`;
      const content = [face(card), h('span', { class: 'unseen' }, cardName(card))];
      return h('li', { key, class: kind, vars },
        choice && ctx.choose
          ? h('button', { class: 'card-button', 'data-test': 'choice', 'data-choice': choice.send.join(' '), 'data-card': card, 'data-hinted': hinted || undefined, 'data-chosen': i === planned || undefined, onclick: () => ctx.choose(choice), title: cardName(card) }, content)
          : h('span', { class: `card-still ${playing && !choice ? 'no' : ''}`, 'data-test': 'card', 'data-card': card, title: cardName(card) }, content));
    }));
}

function announced(view) {
  const one = (team) => h('span', { class: `chip team ${team}`, key: team }, view.announced[team] === team ? t(`team-${team}`) : `${t(`team-${team}`)}: ${t(`level-${view.announced[team]}`)}`);
  return ['re', 'kontra'].filter((team) => view.announced?.[team]).map(one);
}

export const resultOnTable = true;

export function board(ctx, outcome) {
  // The last trick can be seen before the result covers it.
  const result = ctx.live && moving() ? null : outcome;
  const { state } = ctx;
  const { view } = state;
  const seats = [0, 1, 2, 3].filter((seat) => place(ctx, seat) !== 'south');
  const me = base(ctx);
  // As long as no card can lie there, the middle of the table is free for questions.
  const middle = ctx.choose && !view.game && state.choices.length > 0;
  return h('div', { class: `felt doko ${result ? 'done' : ''}`, key: 'board' },
    h('div', { class: 'info' }, h('strong', {}, gameName(view, ctx)), announced(view), couple(ctx) && h('span', { class: 'small', 'data-test': 'couple', title: t('marriage-about') }, couple(ctx))),
    lastTrick(ctx),
    seats.map((seat) => h('div', { key: seat, class: `place ${place(ctx, seat)}` }, plate(ctx, seat), openHand(ctx, seat) ?? backs(view.cards_left[seat]))),
    !result && (middle ? h('div', { class: 'middle', key: 'middle' }, h('p', {}, t(leadsAtOnce(ctx) ? 'lead-or-say' : `question-${view.question}`)), question(ctx), /immediate|reservation/.test(view.question) && h('p', { class: 'small about-it' }, t('question-about'))) : trick(ctx)),
    h('div', { class: 'place south' },
      h('div', { class: 'desk' }, plate(ctx, me), ctx.choose && [!middle && question(ctx), announce(ctx)]),
      hand(ctx, result) ?? openHand(ctx, me) ?? backs(view.cards_left[me]),
      result));
}

const backs = (count) => h('div', { class: 'backs', 'aria-hidden': 'true' }, Array.from({ length: Math.min(count, 12) }, (_, i) => h('span', { key: i }, back())));
