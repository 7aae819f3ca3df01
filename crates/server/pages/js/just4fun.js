// A Just 4 Fun table: 36 fields, stones on them, four cards below.
import { h } from './dom.js';
import { t, label, number } from './i18n.js';
import { roam } from './roam.js';
import { seatSign, players } from './players.js';
import { told } from './panel.js';

// Whose combinations are looked at: the field under the pointer or with the focus.
let looked = null;
// Under the rule that players pick the cards: the field for which they are being picked.
let picking = null;
let lastVersion = -1;

const isField = (choice) => choice.field !== undefined;
const sum = (cards) => cards.join(' + ');

// The fields that the last stone secured.
let secured = [];

export function arrive(message, { before } = {}) {
  if (message.version !== lastVersion) {
    picking = null;
    const known = before?.number === message.number ? before.view.secured : message.view.secured;
    secured = Object.keys(message.view.secured).filter((field) => known[field] === undefined);
  }
  lastVersion = message.version;
}

/** The last stone in words, with what it secured. */
function lastStone(ctx) {
  const { last } = ctx.state.story;
  if (!last) return null;
  const said = t('j4f-tell', { name: ctx.name(last.mover), field: last.field, cards: sum(last.cards) });
  const won = secured.map((field) => t('j4f-secures', { field }));
  return h('p', { class: 'small last-said', 'data-test': 'last-stone' }, [said, ...won].join(' '));
}

export function status(ctx) {
  if (!ctx.state.choices.some(isField)) return t('j4f-redraw');
  return t(picking === null ? 'j4f-your-turn' : 'j4f-pick', { field: picking });
}

export function key(event, ctx) {
  if (event.key === 'Escape' && picking !== null) {
    picking = null;
    ctx.redraw();
  }
}

export function tell(event, ctx) {
  const name = event.mover === undefined ? '' : ctx.name(event.mover);
  if (event.move === 'redraw') return told('j4f-tell-redraw', ctx, event.seat);
  if (!event.cards) return null;
  const said = t('j4f-tell', { name, field: event.field, cards: sum(event.cards) });
  return event.reshuffled ? `${said} ${t('j4f-reshuffled')}` : said;
}

/** The choices for a field: one, or one for each combination where players pick the cards. */
const choicesFor = (ctx, field) => (ctx.choose || ctx.show ? ctx.state.choices.filter((choice) => choice.field === field) : []);

function click(ctx, field) {
  const found = choicesFor(ctx, field);
  if (!found.length || !ctx.choose) return;
  if (found.length > 1) {
    picking = picking === field ? null : field;
    ctx.redraw();
  } else {
    ctx.choose(found[0]);
  }
}

function stonesOn(view, field) {
  return view.stones.flatMap((stones, seat) => Array.from({ length: stones[field - 1] }, (_, i) => ({ seat, key: `${seat}-${i}` })));
}

function describe(ctx, field, holder, secured, found) {
  const { view } = ctx.state;
  const parts = [t('j4f-field', { field })];
  view.stones.forEach((stones, seat) => {
    if (stones[field - 1]) parts.push(t('j4f-stones-of', { name: ctx.name(seat), stones: stones[field - 1] }));
  });
  if (secured !== undefined) parts.push(t('j4f-secured-by', { name: ctx.name(secured) }));
  else if (holder >= 0) parts.push(t('j4f-held-by', { name: ctx.name(holder) }));
  if (found.length) parts.push(t('j4f-reach', { cards: ways(found).map(sum).join(', ') }));
  return parts.join('. ');
}

const ways = (found) => found.flatMap((choice) => choice.ways ?? [choice.cards]);

function field(ctx, number_, row, column) {
  const { view, story } = ctx.state;
  const holder = view.held.findIndex((fields) => fields.includes(number_));
  const secured = view.secured[number_];
  const found = choicesFor(ctx, number_);
  const mine = ctx.state.you ?? view.seat;
  const closed = mine !== undefined && mine !== null && view.closed[mine]?.includes(number_);
  const hinted = ctx.hint?.field === number_;
  const last = story.last?.field === number_;
  const classes = ['field', holder >= 0 && `held seat-${holder}`, secured !== undefined && 'secured', closed && 'closed', found.length && 'reach', last && 'last-stone', view.line?.includes(number_) && 'line', hinted && 'hinted', picking === number_ && 'picking'];
  const many = stonesOn(view, number_);
  const open = found.length > 0 && ctx.choose;
  return h('button', {
    key: number_, class: classes.filter(Boolean).join(' '), 'data-test': open ? 'choice' : 'field', 'data-choice': open ? found[0].send.join(' ') : undefined, 'data-field': String(number_),
    'data-at': `${row} ${column}`, 'data-stop': '', 'data-hinted': hinted || undefined, 'aria-disabled': open ? undefined : 'true', 'aria-label': describe(ctx, number_, holder, secured, found),
    onclick: () => click(ctx, number_),
    onmouseenter: () => look(ctx, number_), onmouseleave: () => look(ctx, null), onfocus: () => look(ctx, number_), onblur: () => look(ctx, null),
  },
  h('span', { class: 'n' }, String(number_)),
  h('span', { class: 'stones' }, many.map(({ seat, key: stone }) => h('span', { key: stone, class: 'stone' }, seatSign(seat)))));
}

function look(ctx, which) {
  if (looked === which) return;
  looked = which;
  ctx.redraw();
}

function cardsOf(ctx, hand, used) {
  const lit = [...used];
  return hand.map((card, i) => {
    const at = lit.indexOf(card);
    if (at >= 0) lit.splice(at, 1);
    return h('li', { key: `${card}-${i}`, class: `number-card ${at >= 0 ? 'lit' : ''}` }, String(card));
  });
}

function hand(ctx) {
  const { view } = ctx.state;
  if (!view.hand) return null;
  const found = looked === null ? [] : choicesFor(ctx, looked);
  const all = ways(found);
  const [redraw] = ctx.state.choices.filter((choice) => !isField(choice));
  return h('div', { class: 'j4f-hand' },
    h('ul', { class: 'number-cards', 'data-test': 'hand', 'aria-label': t('your-hand') }, cardsOf(ctx, view.hand, all[0] ?? [])),
    h('p', { class: 'way small' }, all.length ? [`${looked} = `, all.map(sum).join(t('or')), all.length > 1 && found.length === 1 ? ` ${t('j4f-by-chance')}` : ''] : ctx.state.choices.length ? t('j4f-look') : ''),
    redraw && h('button', { class: 'main', 'data-test': 'choice', 'data-choice': redraw.send.join(' '), disabled: !ctx.choose, onclick: () => ctx.choose(redraw) }, label(redraw)),
    picking !== null && h('div', { class: 'question', role: 'group', 'data-test': 'ways', 'aria-label': t('j4f-pick', { field: picking }) },
      choicesFor(ctx, picking).map((choice) => h('button', { key: choice.send.join(' '), 'data-test': 'choice', 'data-choice': choice.send.join(' '), onclick: () => ctx.choose(choice) }, sum(choice.cards)))));
}

function openHands(ctx) {
  const { hands } = ctx.state.view;
  if (!hands) return null;
  return h('div', { class: 'open-hands' }, hands.map((cards, seat) => h('div', { key: seat, class: 'row' }, h('span', { class: 'small' }, ctx.name(seat)), h('ul', { class: 'number-cards small-cards', 'aria-label': t('hand-of', { name: ctx.name(seat) }) }, cardsOf(ctx, cards, [])))));
}

function usedCards(view) {
  const counts = new Map();
  view.used.forEach((card) => counts.set(card, (counts.get(card) ?? 0) + 1));
  const all = Array.from({ length: 19 }, (_, i) => i + 1);
  return h('details', { class: 'used', 'data-test': 'used' },
    h('summary', {}, t('j4f-used', { used: view.used.length, stack: view.stack })),
    h('ul', {}, all.map((card) => {
      const most = card <= 12 ? 4 : 1;
      const gone = counts.get(card) ?? 0;
      return h('li', { key: card, class: gone === most ? 'all-gone' : '', title: t('j4f-used-of', { card, gone, most }) }, h('span', { class: 'number-mini' }, String(card)), h('span', { class: 'small' }, `${gone}/${most}`), h('span', { class: 'unseen' }, t('j4f-used-of', { card, gone, most })));
    })));
}

export function board(ctx) {
  const { view } = ctx.state;
  return h('div', { class: 'felt j4f', key: 'board' },
    players(ctx, (seat) => [h('span', { key: 'p' }, t('j4f-facts', { points: t('n-points', { n: view.points[seat] }), stones: t('n-stones', { n: view.left[seat] }) })), h('span', { key: 'f', class: 'unseen' }, t('j4f-fields', { fields: view.held[seat].length }))]),
    h('div', { class: 'fields', role: 'group', 'aria-label': t('j4f-board'), 'data-test': 'board', 'data-keep': '', 'data-home': '', tabindex: '-1', onkeydown: roam, hook: roam.begin },
      view.rows.flatMap((row, y) => row.map((number_, x) => field(ctx, number_, y, x)))),
    hand(ctx), openHands(ctx),
    h('div', { class: 'j4f-below' }, lastStone(ctx), usedCards(view)));
}

export function sheet(over, ctx) {
  const { sheet: result } = over;
  const { you } = ctx.state;
  const title = result.winner === null ? t('draw') : result.winner === you ? t('you-won') : t('won', { name: ctx.name(result.winner) });
  const lost = result.winner !== null && result.winner !== you && you !== null && you !== undefined;
  // The highest field matters only where points are equal.
  const close = over.ending === 'highest-field' || over.ending === 'draw';
  const how = t(`j4f-ending-${over.ending}`, { fields: (result.line ?? []).join(', ') });
  return { head: [h('h2', {}, title), lost && h('p', { class: 'verdict bad' }, t('you-lost')), h('p', {}, how)], body: [
    h('div', { class: 'scroll' }, h('table', { class: 'sheet fields-of' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('player')), h('th', { scope: 'col' }, t('j4f-held')), h('th', { scope: 'col', class: 'number' }, t('points')), close && h('th', { scope: 'col', class: 'number' }, t('j4f-highest')))),
      h('tbody', {}, result.seats.map((seat) => h('tr', { key: seat.seat, 'data-test': 'sheet-seat', class: seat.seat === result.winner ? 'winner' : '' },
        h('th', { scope: 'row' }, ctx.name(seat.seat)),
        h('td', { class: 'small' }, seat.fields.map((each) => (result.line?.includes(each) && seat.seat === result.winner ? h('strong', { key: each }, `${each} `) : `${each} `))),
        h('td', { class: 'number' }, number(seat.points)), close && h('td', { class: 'number' }, seat.highest ?? '–')))))),
  ] };
}
