// What the guide says, by what happens at the table.
import { h } from './dom.js';
import { t } from './i18n.js';
import './more-texts.js';

/** How often one has decided in this game. */
const own = ({ state, events }) => events.filter((event) => event.seat === state.you).length;

const TRUMPS = /^(HT|.Q|.J|D.)$/;

function doppelkopf(ctx) {
  const { view, choices, you } = ctx.state;
  if (!view.game) return choices.length ? 'find' : 'wait-find';
  if (!choices.length) return view.tricks[you] > 0 ? 'wait-partner' : 'wait';
  const cards = choices.filter((choice) => choice.card);
  if (!view.trick.length) return view.tricks.every((tricks) => tricks === 0) ? 'lead-first' : 'lead';
  const normal = view.game === 'normal' || view.game === 'marriage';
  const [led] = view.trick;
  if (cards.length === view.cards.length && view.cards.length > 1) return 'free';
  return normal && TRUMPS.test(led) ? 'follow-trump' : 'follow-suit';
}

function just4fun(ctx) {
  const { choices } = ctx.state;
  if (!choices.length) return 'wait';
  if (choices.every((choice) => choice.field === undefined || choice.field === null)) return 'redraw';
  return ['sum', 'majority', 'line'][own(ctx)] ?? 'go-on';
}

function ontop(ctx) {
  if (!ctx.state.choices.length) return 'wait';
  return ['lay', 'circle', 'stones'][own(ctx)] ?? 'go-on';
}

const STEPS = { doppelkopf, just4fun, ontop };

/** The name of what is to be said now. */
export const step = (ctx) => (ctx.state.over ? 'over' : STEPS[ctx.state.game](ctx));

/** The goal in one line, and the sentence of the moment. */
export const box = (name, game) => [
  h('p', { class: 'small goal', key: 'goal' }, h('strong', {}, t('guide-goal')), ' ', t(`goal-${game}`)),
  h('p', { class: 'now', key: 'now', role: 'status' }, t(`guide-${game}-${name}`)),
];
