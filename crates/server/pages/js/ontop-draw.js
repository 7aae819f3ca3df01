// Pieces of OnTop as SVG. Every colour has a mark, so that nobody needs to tell colours apart: blue a dot, white a ring,
// red a cross, yellow a triangle.
import { h } from './dom.js';

export const COLOURS = { b: 'blue', w: 'white', r: 'red', y: 'yellow' };

/** The mark of a colour around a point. */
export function sign(colour, x, y, size, props = {}) {
  const at = { transform: `translate(${round(x)} ${round(y)}) scale(${round(size / 10)})`, class: `m-${colour}`, ...props };
  switch (colour) {
    case 'blue': return h('g', at, h('circle', { r: 4, class: 'm-full' }));
    case 'white': return h('g', at, h('circle', { r: 3.5, class: 'm-line' }));
    case 'red': return h('g', at, h('path', { d: 'M-3.5-3.5 3.5 3.5M-3.5 3.5 3.5-3.5', class: 'm-line' }));
    default: return h('g', at, h('path', { d: 'M0-4.5 4.5 3.6H-4.5z', class: 'm-full' }));
  }
}

export const round = (value) => Math.round(value * 100) / 100;

const between = ([ax, ay], [bx, by], share) => [ax + (bx - ax) * share, ay + (by - ay) * share];

/** The part of a circle that a corner of a tile covers. */
function sector(corner, next, before, colour, radius, edge, key) {
  const share = radius / edge;
  const [x1, y1] = between(corner, next, share);
  const [x2, y2] = between(corner, before, share);
  const [mx, my] = [(x1 + x2) / 2 - corner[0], (y1 + y2) / 2 - corner[1]];
  const length = Math.hypot(mx, my);
  const out = radius * 0.62;
  return h('g', { key },
    h('path', { class: `c-${colour}`, d: `M${round(corner[0])} ${round(corner[1])}L${round(x1)} ${round(y1)}A${round(radius)} ${round(radius)} 0 0 1 ${round(x2)} ${round(y2)}z` }),
    sign(colour, corner[0] + (mx / length) * out, corner[1] + (my / length) * out, edge * 0.13));
}

/** A tile: its corners clockwise, beginning with the one that the first letter belongs to. */
export function rhombus(corners, letters, props = {}) {
  const edge = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]);
  const points = corners.map((corner) => corner.map(round).join(' ')).join(' ');
  const sectors = corners.map((corner, i) => sector(corner, corners[(i + 1) % 4], corners[(i + 3) % 4], COLOURS[letters[i]], edge * 0.43, edge, `s${i}`));
  return h('g', { ...props, class: `tile ${props.class ?? ''}` }, h('polygon', { class: 't-body', points }), sectors);
}

/** A tile that lies on nothing: to be shown beside the board. */
export function looseTile(letters, props = {}) {
  const e = 40;
  const tall = e * 0.866;
  // The obtuse corner of the first letter is the upper left one.
  const corners = [[e / 2 + 2, 2], [e * 1.5 + 2, 2], [e + 2, tall + 2], [2, tall + 2]];
  const turned = [corners[0], corners[1], corners[2], corners[3]];
  // Upper left and lower right corners of this rhombus are the obtuse ones: 120 degrees at [0] and [2].
  return h('svg', { viewBox: `0 0 ${e * 1.5 + 4} ${round(tall + 4)}`, 'aria-hidden': 'true', ...props }, rhombus(turned, letters));
}
