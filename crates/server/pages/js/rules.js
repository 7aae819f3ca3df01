// The rules are plain text in the page; this adds the header and the pictures.
import { h, draw } from './dom.js';
import { frame } from './frame.js';
import { picture } from './pictures.js';
import { sign } from './ontop-draw.js';

for (const place of document.querySelectorAll('[data-picture]')) draw(place, picture(place.dataset.picture));
for (const word of document.querySelectorAll('[data-mark]')) {
  const before = document.createElement('span');
  word.prepend(before);
  draw(before, h('svg', { viewBox: '-10 -10 20 20', class: 'mark', 'aria-hidden': 'true' }, h('circle', { r: 9, class: `c-${word.dataset.mark}` }), sign(word.dataset.mark, 0, 0, 9)));
}
frame({ page: 'rules', name: 'rules' }, () => {});
