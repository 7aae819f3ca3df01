// Who plays, above a board: a plate for each seat.
import { h } from './dom.js';
import { isolate } from './names.js';
import { t } from './i18n.js';

const SHAPES = [
  (props) => h('circle', { cx: 10, cy: 10, r: 8, ...props }),
  (props) => h('rect', { x: 3, y: 3, width: 14, height: 14, rx: 2, ...props }),
  (props) => h('path', { d: 'M10 2 18.5 17H1.5z', ...props }),
  (props) => h('path', { d: 'M10 1.5 18.5 10 10 18.5 1.5 10z', ...props }),
];

/** A stone of a seat: each has a colour and a shape. */
export const seatSign = (seat) => h('svg', { viewBox: '0 0 20 20', class: `seat-sign seat-${seat}`, 'aria-hidden': 'true' }, SHAPES[seat]({}));

/** A little machine, for seats where nobody sits. */
export const engineSign = (who) => who?.kind === 'agent' && atTable() && h('svg', { viewBox: '0 0 20 20', class: 'engine', role: 'img', 'aria-label': t('engine-sign') }, h('title', {}, who.spec ?? t('engine-sign')),
  h('path', { d: 'M9 1h2v3h5v11H4V4h5zM7 8v2h2V8zM11 8v2h2V8zM7 12v1h6v-1zM1 8h2v4H1zM17 8h2v4h-2zM6 16h8v3H6z' }));

/** Whether somebody is away, or ready for the next game; whether a program does not answer as it should. */
export function away(who) {
  if (who?.trouble) return h('span', { class: 'chip away', title: who.trouble, 'data-test': 'program-failed' }, t('program-failed'));
  if (who?.kind !== 'person') return null;
  if (who.ready) return h('span', { class: 'chip' }, t('ready-chip'));
  return who.here === false && h('span', { class: 'chip away' }, t(who.stand_in ? 'engine-plays' : who.open ? 'free' : 'away'));
}

// In a review, who was a machine is not known.
const atTable = () => location.pathname.startsWith('/table');

/** The plates; `facts` says what stands below the name, `sign` what stands before it. */
export function players(ctx, facts, sign = seatSign) {
  const { state } = ctx;
  return h('ul', { class: 'players', 'aria-label': t('players') }, state.seats.map((who, seat) => {
    const thinking = state.thinking?.seat === seat;
    const turn = (state.view.mover ?? state.turn) === seat && !state.over;
    return h('li', {
      key: seat, class: `plate ${turn ? 'turn' : ''}`, 'data-test': `seat-${seat}`, 'data-thinking': String(thinking), 'data-here': who.kind === 'person' ? String(who.here) : undefined,
    },
    h('div', { class: 'who' }, sign(seat), h('span', { class: 'name', title: who.name ? isolate(who.name) : undefined }, ctx.name(seat)), engineSign(who),
      seat === state.you && who.name && h('span', { class: 'chip' }, t('you')),
      away(who),
      thinking && h('span', { class: 'dots', role: 'img', 'aria-label': t('thinking') }, h('i', {}), h('i', {}), h('i', {}))),
    h('div', { class: 'facts' }, facts(seat)));
  }));
}
