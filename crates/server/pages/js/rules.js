// The rules are plain text in the page; this adds the header and the pictures.
import { h, draw } from './dom.js';
import { frame, attempt } from './frame.js';
import { get } from './api.js';
import { picture } from './pictures.js';
import { sign } from './ontop-draw.js';

for (const place of document.querySelectorAll('[data-picture]')) draw(place, picture(place.dataset.picture));
for (const word of document.querySelectorAll('[data-mark]')) {
  const before = document.createElement('span');
  word.prepend(before);
  draw(before, h('svg', { viewBox: '-10 -10 20 20', class: 'mark', 'aria-hidden': 'true' }, h('circle', { r: 9, class: `c-${word.dataset.mark}` }), sign(word.dataset.mark, 0, 0, 9)));
}

const positions = [];

function show() {
  for (const { place, face, ctx } of positions) draw(place, face.board(ctx));
}

/** Positions of real games, drawn as at a table. */
async function drawPositions() {
  const [{ games, faceOf }, { seatName }] = await Promise.all([import('./games.js'), import('./panel.js')]);
  await Promise.all([...document.querySelectorAll('[data-position]')].map(async (place) => {
    const state = await attempt(() => get(`/positions/${place.dataset.position}.json`), () => {});
    if (!state) return;
    const ctx = { state, events: [], hint: null, live: false, show: true, name: (seat) => seatName(state.seats, seat, state.you), redraw: show };
    if (state.game === 'ontop') await attempt(() => games.ontop.prepare(state.view.board), () => {});
    positions.push({ place, face: faceOf(state.game), ctx });
    show();
  }));
}

frame({ page: 'rules', name: 'rules' }, show);
drawPositions();
