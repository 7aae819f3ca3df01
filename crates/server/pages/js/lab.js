// The workbench: what is measured here, and where it is.
import { h, draw } from './dom.js';
import { t } from './i18n.js';
import { frame } from './frame.js';
import './more-texts.js';

const ROOMS = ['leaderboard', 'matches', 'experiments', 'record'];

function show() {
  draw(document.getElementById('main'), [
    h('h1', {}, t('nav-lab')),
    h('p', { class: 'soft' }, t('lab-about')),
    h('div', { class: 'cards' }, ROOMS.map((room) => h('section', { class: 'box', key: room },
      h('h2', {}, h('a', { href: `/${room}`, 'data-test': `lab-${room}` }, t(`nav-${room}`))),
      h('p', {}, t(`lab-${room}`))))),
    h('section', { class: 'box' }, h('h2', {}, t('lab-numbers')), h('dl', { class: 'terms' }, ['trueskill', 'elo', 'interval', 'deals'].map((term) => [
      h('dt', { key: `${term}-t` }, t(`lab-${term}-name`)), h('dd', { key: `${term}-d` }, t(`lab-${term}`))]))),
  ]);
}

frame({ page: 'lab', name: 'nav-lab' }, show);
