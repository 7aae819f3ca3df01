// The board of OnTop as SVG.
import { h } from './dom.js';
import { rhombus, round, sign } from './ontop-draw.js';

const EDGE = 100;
const TALL = EDGE * Math.sqrt(3) / 2;
const RING = EDGE * 0.43;
const known = new Map();
let board = null;

/** The names of rows or columns, and where they are: as in the names of the triangles, `c3` lies in row c and column 3. */
function lanes(triangles, which, part) {
  const name = (triangle) => triangle.name.match(/^([a-z]+)(\d+)$/)?.[2 - part] ?? '';
  return [...new Map(triangles.map((triangle) => [triangle[which], name(triangle)]))];
}

/** Reads a board's geometry once; draws nothing before it is there. */
export async function geometry(name, fetchIt) {
  if (!known.has(name)) {
    const raw = await fetchIt();
    const circles = new Map(raw.circles.map((circle) => [circle.name, { ...circle, at: [circle.x * EDGE / 2, circle.line * TALL] }]));
    const points = [...circles.values()].map((circle) => circle.at);
    known.set(name, {
      circles,
      names: { rows: lanes(raw.triangles, 'row', 1), columns: lanes(raw.triangles, 'column', 0) },
      triangles: raw.triangles.map((triangle) => ({ ...triangle, points: triangle.corners.map((corner) => circles.get(corner).at) })),
      positions: new Map(raw.positions.map((position) => [position.name, { ...position, points: position.corners.map((corner) => circles.get(corner).at) }])),
      box: [Math.min(...points.map((p) => p[0])), Math.min(...points.map((p) => p[1])), Math.max(...points.map((p) => p[0])), Math.max(...points.map((p) => p[1]))],
    });
  }
  board = known.get(name);
}

const path = (points) => points.map((point) => point.map(round).join(' ')).join(' ');
const letters = (tile, turned) => (turned ? tile.slice(2) + tile.slice(0, 2) : tile);

function tileAt(place, tile, props) {
  const position = board.positions.get(place.slice(0, -1));
  return position && rhombus(position.points, letters(tile, place.endsWith('-')), props);
}

/** Stones on a circle that was scored: those of the second place below, the winner's on top. */
function stones(circle, scored) {
  const [x, y] = board.circles.get(circle.name).at;
  const below = scored.seconds.map((colour, i) => {
    const angle = (i / scored.seconds.length) * 2 * Math.PI - Math.PI / 2;
    const [sx, sy] = [x + Math.cos(angle) * 13, y + Math.sin(angle) * 13];
    return h('g', { key: colour }, h('circle', { cx: round(sx), cy: round(sy), r: 13, class: `stone-disc c-${colour}` }), sign(colour, x + Math.cos(angle) * 21, y + Math.sin(angle) * 21, 6));
  });
  return h('g', { key: `stones-${circle.name}`, class: 'stack-of-stones' }, h('title', {}, circle.name), below,
    h('circle', { cx: round(x), cy: round(y), r: 15, class: `stone-disc top-disc c-${scored.winner}` }), sign(scored.winner, x, y, 17));
}

function closing(each) {
  const [x, y] = board.circles.get(each.circle).at;
  return h('g', { key: each.circle, class: 'closing' },
    h('circle', { cx: round(x), cy: round(y), r: RING + 4, class: 'closing-ring' }),
    each.winner
      ? [h('circle', { cx: round(x), cy: round(y), r: 24, class: `stone-disc top-disc c-${each.winner}` }), h('text', { x: round(x), y: round(y + 9), class: `closing-points on-${each.winner}` }, `+${each.points}`)]
      : h('text', { x: round(x), y: round(y + 10), class: 'closing-none' }, '0'));
}

function spot(name, options) {
  const position = board.positions.get(name);
  const [x, y] = [0, 1].map((axis) => position.points.reduce((sum, point) => sum + point[axis], 0) / 4);
  const inner = position.points.map((point) => [x + (point[0] - x) * 0.5, y + (point[1] - y) * 0.5]);
  const chosen = options.ghost?.spot === name;
  const hinted = options.hinted?.spot === name;
  const act = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    options.click(name);
  };
  return h('g', {
    key: name, class: `spot ${chosen ? 'chosen' : ''} ${hinted ? 'hinted' : ''}`, role: 'button', 'data-test': 'spot', 'data-spot': name, 'data-stop': '', 'data-hinted': hinted || undefined,
    'data-at': `${round(y / EDGE)} ${round(x / EDGE)}`, 'aria-label': options.describe(name), 'aria-pressed': String(chosen && options.ghost.fixed),
    onclick: act, onkeydown: act, onmouseenter: () => options.hover(name), onmouseleave: () => options.hover(null),
    oncontextmenu: (event) => { event.preventDefault(); options.turn(); },
  }, h('polygon', { class: 'spot-area', points: path(inner) }), !chosen && h('circle', { class: 'spot-dot', cx: round(x), cy: round(y), r: 6 }),
  hinted && h('text', { class: 'spot-star', x: round(x), y: round(y + 9) }, '★'));
}

/** Letters beside the rows and numbers above and below the columns, for those who look a move up. */
function laneNames() {
  const [left, up, right, down] = board.box;
  const rows = board.names.rows.flatMap(([row, name]) => [left - 28, right + 28].map((x, i) => h('text', { key: `r${row}${i}`, x: round(x), y: round((row + 0.5) * TALL + 7) }, name)));
  const columns = board.names.columns.flatMap(([column, name]) => [up - 38, down + 51].map((y, i) => h('text', { key: `c${column}${i}`, x: round(left + (column + 1) * EDGE / 2), y: round(y) }, name)));
  return [rows, columns];
}

/** The board with all that lies on it; `options` says what may be done. */
export function drawBoard(options) {
  if (!board) return h('svg', { viewBox: '0 0 500 700', 'aria-hidden': 'true' });
  const { view } = options;
  const black = new Set(view.black);
  const [left, up, right, down] = board.box;
  const [side, end] = [40, 58];
  const { ghost } = options;
  const ghostly = ghost && board.positions.get(ghost.spot);
  const scored = view.circles.filter((circle) => circle.scored);
  // Half of a ring at the border would lie beside the board.
  const clip = h('clipPath', { id: 'on-board', key: 'clip' }, board.triangles.map((triangle) => h('polygon', { key: triangle.name, points: path(triangle.points) })));
  const rings = (gold) => h('g', { key: `rings-${gold}`, 'clip-path': 'url(#on-board)' }, [...board.circles.values()].filter((circle) => circle.gold === gold).map((circle) => h('circle', { key: circle.name, class: gold ? 'ring gold' : 'ring', cx: round(circle.at[0]), cy: round(circle.at[1]), r: round(RING) })));
  return h('svg', { viewBox: [left - side, up - end, right - left + 2 * side, down - up + 2 * end].map(round).join(' '), class: 'ontop-svg' },
    clip,
    h('g', { key: 'ground', 'aria-hidden': 'true' },
      board.triangles.map((triangle) => h('polygon', { key: triangle.name, class: black.has(triangle.name) ? 'tri black' : ghost?.black.includes(triangle.name) ? 'tri will-black' : 'tri', points: path(triangle.points) }, h('title', {}, triangle.name))), rings(false)),
    h('g', { key: 'names', class: 'lane-names', 'aria-hidden': 'true' }, laneNames()),
    h('g', { key: 'tiles', 'aria-hidden': 'true' }, view.tiles.map(({ place, tile }) => tileAt(place, tile, { key: place, class: place === options.last ? 'fresh' : '' }))),
    h('g', { key: 'gold', 'aria-hidden': 'true' }, rings(true)),
    h('g', { key: 'stones', 'aria-hidden': 'true' }, scored.map((circle) => stones(circle, circle.scored))),
    h('g', { key: 'ghost', 'data-test': ghostly ? 'ghost' : undefined, 'aria-hidden': 'true' }, ghostly && [
      rhombus(ghostly.points, letters(view.tile, ghost.turned), { key: 'tile', class: `ghost ${ghost.fixed ? 'fixed' : ''}` }), ghost.closes.map(closing)]),
    h('g', { key: 'spots' }, options.spots.map((name) => spot(name, options))));
}
