// French playing cards, drawn by ourselves: large indices at the edge, because in a hand only the edge is seen.
import { h } from './dom.js';
import { t } from './i18n.js';

const PIPS = {
  C: 'M10 1a4.1 4.1 0 0 1 3.6 6.1a4.2 4.2 0 1 1-2.3 7.3q.2 2.8 2 4.6H6.7q1.8-1.8 2-4.6a4.2 4.2 0 1 1-2.3-7.3A4.1 4.1 0 0 1 10 1z',
  S: 'M10 1C15 6 19 9 19 12.6a4.2 4.2 0 0 1-7.5 2.6q.2 2.3 1.8 3.8H6.7q1.6-1.5 1.8-3.8A4.2 4.2 0 0 1 1 12.6C1 9 5 6 10 1z',
  H: 'M10 18.5C4 13.5 1 10 1 6.4A4.6 4.6 0 0 1 10 4.4 4.6 4.6 0 0 1 19 6.4c0 3.6-3 7.1-9 12.1z',
  D: 'M10 .8q3 5 6.8 9.2Q13 14.2 10 19.2 7 14.2 3.2 10 7 5.8 10 .8z',
};

/** The suit as a small picture. */
export const pip = (suit, props = {}) => h('path', { d: PIPS[suit], ...props });

/** A suit to stand in a line of text. */
export const suitSign = (suit) => h('svg', { class: `sign suit-${suit}`, viewBox: '0 0 20 20', 'aria-hidden': 'true' }, pip(suit));

const index = (rank) => t(`rank-${rank}`);

// The upper half of a court card; the lower half is the same, turned.
const FACE = 'M24.8 25a5.2 5.8 0 0 1 10.4 0v3a5.2 6 0 0 1-10.4 0z';
const ROBE = 'M15 45c0-7.5 4.5-10 11-11h8c6.5 1 11 3.5 11 11z';
const COURT = {
  K: [
    ['hair', 'M23.6 21h12.8v10q-1 4-6.4 7.5-5.4-3.5-6.4-7.5z'], ['skin', 'M25.4 23h9.2v5.5q-4.6 3-9.2 0z'],
    ['gold', 'M23 21.5 21.3 13l4.5 3.8L30 11l4.2 5.8L38.7 13 37 21.5z'], ['gold', 'M28 36.5h4l1 8.5h-6z'],
  ],
  Q: [
    ['hair', 'M22.5 35q-1.5-17.5 7.5-18 9 .5 7.5 18-3 1-5-1h-5q-2 2-5 1z'], ['skin', FACE],
    ['gold', 'M24.6 20.5 23.5 15.5l3.4 2.3L30 13.5l3.1 4.3 3.4-2.3-1.1 5z'], ['gold', 'M26.5 34h7L30 40z'],
  ],
  J: [
    ['hair', 'M23.3 31q-1-12 6.7-12t6.7 12l-2 1.5h-9.4z'], ['skin', FACE],
    ['own', 'M22 21.5q.5-8 8-8t8 8q-8-2.5-16 0z'], ['gold', 'M36 16q1-7 7-7-1 7.5-6.5 9.5z'], ['gold', 'M24 34.5l12 10.5h-5L22 36z'],
  ],
};

function half(rank, turned) {
  const parts = COURT[rank].map(([kind, d]) => h('path', { class: `court-${kind}`, d }));
  return h('g', { transform: turned ? 'rotate(180 30 45)' : undefined },
    h('path', { class: 'court-own', d: ROBE }), parts,
    h('path', { class: 'court-line', d: rank === 'K' ? 'M27.6 25.5v.6M32.4 25.5v.6' : 'M27.6 25.5v.6M32.4 25.5v.6M28.8 30.3q1.200.8 2.4 0' }));
}

const ROWS = [18.5, 36, 54, 71.5];

function pips(suit, rank) {
  const at = (x, y, size, key) => pip(suit, { key, transform: `translate(${x - size / 2} ${y - size / 2}) ${y > 46 ? `rotate(180 ${size / 2} ${size / 2}) ` : ''}scale(${size / 20})` });
  if (rank === 'A') return at(30, 45, 30, 'a');
  const sides = ROWS.flatMap((y, i) => [at(23.5, y, 11, `l${i}`), at(36.5, y, 11, `r${i}`)]);
  return rank === '9' ? [sides, at(30, 45, 11, 'm')] : [sides, at(30, 27, 11, 'm'), at(30, 63, 11, 'n')];
}

function corner(suit, rank, turned) {
  return h('g', { transform: turned ? 'rotate(180 30 45)' : undefined },
    h('text', { x: 9, y: 17.5, class: 'rank', textLength: rank === 'T' ? 13 : undefined, lengthAdjust: 'spacingAndGlyphs' }, index(rank)),
    pip(suit, { transform: 'translate(3.2 20.5) scale(.58)' }));
}

/** The face of a card such as `CQ`. Only a picture: who uses it says in words what it is. */
export function face(card, props = {}) {
  const [suit, rank] = card;
  return h('svg', { ...props, class: `face suit-${suit} ${props.class ?? ''}`, viewBox: '0 0 60 90', 'aria-hidden': 'true' },
    h('rect', { class: 'sheet', x: .6, y: .6, width: 58.8, height: 88.8, rx: 5 }),
    COURT[rank]
      ? [h('rect', { class: 'panel', x: 14.5, y: 9, width: 31, height: 72, rx: 2 }), half(rank, false), half(rank, true), h('path', { class: 'court-cut', d: 'M14.5 45h31' })]
      : pips(suit, rank),
    corner(suit, rank, false), corner(suit, rank, true));
}

/** The back of a card. */
export const back = (props = {}) => h('svg', { ...props, class: `face back ${props.class ?? ''}`, viewBox: '0 0 60 90', 'aria-hidden': 'true' },
  h('rect', { class: 'sheet', x: .6, y: .6, width: 58.8, height: 88.8, rx: 5 }),
  h('rect', { class: 'weave', x: 5, y: 5, width: 50, height: 80, rx: 3 }),
  h('path', { class: 'lattice', d: 'M5 25 25 5M5 45 45 5M5 65 55 15M5 85 55 35M25 85 55 55M45 85 55 75M35 5 55 25M15 5 55 45M5 15 55 65M5 35 55 85M5 55 35 85M5 75 15 85' }));

const RANKS = { 9: 'rank-name-9', T: 'rank-name-T', J: 'rank-name-J', Q: 'rank-name-Q', K: 'rank-name-K', A: 'rank-name-A' };

/** A card in words. */
export const cardName = (card) => t('card-name', { suit: t(`suit-${card[0]}`), rank: t(RANKS[card[1]]) });
