// French playing cards, drawn by ourselves: large indices at the edge, because in a hand only the edge is seen.
import { h } from './dom.js';
import { t } from './i18n.js';

const PIPS = {
  C: 'M10 1a4.100 4.100 0 0 1 3.600 6.100a4.200 4.200 0 1 1-2.300 7.300q.2 2.800 2 4.600H6.700q1.800-1.800 2-4.600a4.200 4.200 0 1 1-2.300-7.300A4.100 4.100 0 0 1 10 1z',
  S: 'M10 1C15 6 19 9 19 12.600a4.200 4.200 0 0 1-7.500 2.600q.2 2.300 1.800 3.800H6.700q1.600-1.500 1.800-3.800A4.200 4.200 0 0 1 1 12.600C1 9 5 6 10 1z',
  H: 'M10 18.500C4 13.500 1 10 1 6.400A4.600 4.600 0 0 1 10 4.400 4.600 4.600 0 0 1 19 6.400c0 3.600-3 7.100-9 12.100z',
  D: 'M10 .8q3 5 6.800 9.200Q13 14.200 10 19.200 7 14.200 3.200 10 7 5.800 10 .8z',
};

/** The suit as a small picture. */
export const pip = (suit, props = {}) => h('path', { d: PIPS[suit], ...props });

/** A suit to stand in a line of text. */
export const suitSign = (suit) => h('svg', { class: `sign suit-${suit}`, viewBox: '0 0 20 20', 'aria-hidden': 'true' }, pip(suit));

const index = (rank) => t(`rank-${rank}`);

// The upper half of a court card; the lower half is the same, turned.
const FACE = 'M24.800 25a5.200 5.800 0 0 1 10.400 0v3a5.200 6 0 0 1-10.400 0z';
const ROBE = 'M15 45c0-7.500 4.500-10 11-11h8c6.500 1 11 3.500 11 11z';
const COURT = {
  K: [
    ['hair', 'M23.600 21h12.800v10q-1 4-6.400 7.500-5.400-3.500-6.400-7.500z'], ['skin', 'M25.400 23h9.200v5.500q-4.600 3-9.200 0z'],
    ['gold', 'M23 21.500 21.300 13l4.500 3.800L30 11l4.200 5.800L38.700 13 37 21.500z'], ['gold', 'M28 36.500h4l1 8.500h-6z'],
  ],
  Q: [
    ['hair', 'M22.500 35q-1.500-17.500 7.500-18 9 .5 7.500 18-3 1-5-1h-5q-2 2-5 1z'], ['skin', FACE],
    ['gold', 'M24.600 20.500 23.500 15.500l3.400 2.300L30 13.500l3.100 4.300 3.400-2.300-1.100 5z'], ['gold', 'M26.500 34h7L30 40z'],
  ],
  J: [
    ['hair', 'M23.300 31q-1-12 6.700-12t6.700 12l-2 1.500h-9.400z'], ['skin', FACE],
    ['own', 'M22 21.500q.5-8 8-8t8 8q-8-2.500-16 0z'], ['gold', 'M36 16q1-7 7-7-1 7.500-6.500 9.500z'], ['gold', 'M24 34.500l12 10.500h-5L22 36z'],
  ],
};

function half(rank, turned) {
  const parts = COURT[rank].map(([kind, d]) => h('path', { class: `court-${kind}`, d }));
  return h('g', { transform: turned ? 'rotate(180 30 45)' : undefined },
    h('path', { class: 'court-own', d: ROBE }), parts,
    h('path', { class: 'court-line', d: rank === 'K' ? 'M27.600 25.500v.6M32.400 25.500v.6' : 'M27.600 25.500v.6M32.400 25.500v.6M28.800 30.300q1.200.8 2.400 0' }));
}

const ROWS = [18.500, 36, 54, 71.500];

function pips(suit, rank) {
  const at = (x, y, size, key) => pip(suit, { key, transform: `translate(${x - size / 2} ${y - size / 2}) ${y > 46 ? `rotate(180 ${size / 2} ${size / 2}) ` : ''}scale(${size / 20})` });
  if (rank === 'A') return at(30, 45, 30, 'a');
  const sides = ROWS.flatMap((y, i) => [at(23.500, y, 11, `l${i}`), at(36.500, y, 11, `r${i}`)]);
  return rank === '9' ? [sides, at(30, 45, 11, 'm')] : [sides, at(30, 27, 11, 'm'), at(30, 63, 11, 'n')];
}

function corner(suit, rank, turned) {
  return h('g', { transform: turned ? 'rotate(180 30 45)' : undefined },
    h('text', { x: 9, y: 17.500, class: 'rank', textLength: rank === 'T' ? 13 : undefined, lengthAdjust: 'spacingAndGlyphs' }, index(rank)),
    pip(suit, { transform: 'translate(3.200 20.500) scale(.58)' }));
}

/** The face of a card such as `CQ`. Only a picture: who uses it says in words what it is. */
export function face(card, props = {}) {
  const [suit, rank] = card;
  return h('svg', { ...props, class: `face suit-${suit} ${props.class ?? ''}`, viewBox: '0 0 60 90', 'aria-hidden': 'true' },
    h('rect', { class: 'sheet', x: .6, y: .6, width: 58.800, height: 88.800, rx: 5 }),
    COURT[rank]
      ? [h('rect', { class: 'panel', x: 14.500, y: 9, width: 31, height: 72, rx: 2 }), half(rank, false), half(rank, true), h('path', { class: 'court-cut', d: 'M14.500 45h31' })]
      : pips(suit, rank),
    corner(suit, rank, false), corner(suit, rank, true));
}

/** The back of a card. */
export const back = (props = {}) => h('svg', { ...props, class: `face back ${props.class ?? ''}`, viewBox: '0 0 60 90', 'aria-hidden': 'true' },
  h('rect', { class: 'sheet', x: .6, y: .6, width: 58.800, height: 88.800, rx: 5 }),
  h('rect', { class: 'weave', x: 5, y: 5, width: 50, height: 80, rx: 3 }),
  h('path', { class: 'lattice', d: 'M5 25 25 5M5 45 45 5M5 65 55 15M5 85 55 35M25 85 55 55M45 85 55 75M35 5 55 25M15 5 55 45M5 15 55 65M5 35 55 85M5 55 35 85M5 75 15 85' }));

const RANKS = { 9: 'rank-name-9', T: 'rank-name-T', J: 'rank-name-J', Q: 'rank-name-Q', K: 'rank-name-K', A: 'rank-name-A' };

/** A card in words. */
export const cardName = (card) => t('card-name', { suit: t(`suit-${card[0]}`), rank: t(RANKS[card[1]]) });
