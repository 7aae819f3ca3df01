// The ways from the first page to all else: learning, and one's own games.
import { h } from './dom.js';
import { t } from './i18n.js';

const path = (href, test, title, about) => h('section', { class: 'box', key: test },
  h('h2', {}, h('a', { href, 'data-test': test }, title)), h('p', { class: 'soft' }, about));

/** The row of boxes below the games. */
export const paths = () => h('div', { class: 'cards', key: 'paths' },
  path('/puzzles', 'to-puzzle', t('puzzle-today'), t('to-puzzle-about')),
  path('/learn', 'to-learn', t('learn-card'), t('learn-card-about')),
  path('/mine', 'to-mine', t('nav-mine'), t('mine-about')));
