// What stands where no page is.
import { h, draw } from './dom.js';
import { t } from './i18n.js';
import { frame } from './frame.js';
import './more-texts.js';

function show() {
  draw(document.getElementById('main'), h('section', { class: 'box', 'data-test': 'missing' },
    h('h1', {}, t('missing-title')), h('p', {}, t('missing-about')),
    h('div', { class: 'row' },
      h('a', { class: 'button main', href: '/' }, t('nav-play')), h('a', { class: 'button', href: '/learn' }, t('nav-learn')), h('a', { class: 'button', href: '/mine' }, t('nav-mine')))));
}

frame({ page: 'missing', name: 'missing-title' }, show);
