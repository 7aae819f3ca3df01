// What the three games look like, small.
import { h } from './dom.js';
import { face } from './cards.js';
import { rhombus } from './ontop-draw.js';

function cards() {
  const hand = [['HT', -24], ['CQ', -8], ['DA', 8], ['SJ', 24]];
  return hand.map(([card, angle]) => h('g', { key: card, transform: `translate(120 205) rotate(${angle * .8}) translate(-34 -178)` },
    h('svg', { x: 0, y: 0, width: 68, height: 102, viewBox: '0 0 60 90' }, face(card))));
}

const FIELDS = [[14, 0], [30, 0, 0], [24, null], [11, 1], [9, 1], [16, 0], [27], [31, 0], [20, 1, 1]];

function fields() {
  return FIELDS.map(([number, ...stones], i) => {
    const [x, y] = [57 + (i % 3) * 44, 14 + Math.floor(i / 3) * 44];
    return h('g', { key: String(number), transform: `translate(${x} ${y})` },
      h('rect', { class: 'p-field', width: 40, height: 40, rx: 6 }),
      h('text', { class: 'p-number', x: 20, y: 17 }, String(number)),
      stones.filter((seat) => seat !== null && seat !== undefined).map((seat, j, all) => h('circle', { key: j, class: `p-stone seat-${seat}`, cx: 20 + (j - (all.length - 1) / 2) * 13, cy: 29, r: 5.5 })));
  });
}

function tiles() {
  const e = 46;
  const y = (line) => 12 + line * e * 0.866;
  const at = (x, line) => [28 + (x * e) / 2, y(line)];
  return [
    rhombus([at(1, 0), at(3, 0), at(4, 1), at(2, 1)].map((p, i, all) => all[(i + 3) % 4]), 'bwry', { key: 'a' }),
    rhombus([at(3, 0), at(5, 0), at(6, 1), at(4, 1)].map((p, i, all) => all[(i + 3) % 4]), 'rbyw', { key: 'b' }),
    rhombus([at(2, 1), at(3, 2), at(2, 3), at(1, 2)].map((p, i, all) => all[(i + 1) % 4]), 'wbyr', { key: 'c' }),
    rhombus([at(4, 1), at(5, 2), at(4, 3), at(3, 2)].map((p, i, all) => all[(i + 1) % 4]), 'brwy', { key: 'd' }),
    rhombus([at(6, 1), at(7, 2), at(6, 3), at(5, 2)].map((p, i, all) => all[(i + 1) % 4]), 'bwry', { key: 'e' }),
  ];
}

/** A picture of the game; decoration, so it has no name. */
export const picture = (game) => h('svg', { viewBox: '0 0 240 150', preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true', class: `p-${game}` },
  { doppelkopf: cards, just4fun: fields, ontop: tiles }[game]());
