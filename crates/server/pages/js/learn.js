// Learning: puzzles, and the rules of each game.
import { h, draw } from './dom.js';
import { t, gameName, number } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { picture } from './pictures.js';
import { solver } from './puzzle-rating.js';
import { beginFirstGame } from './first-game.js';
import './more-texts.js';

const GAMES = ['doppelkopf', 'just4fun', 'ontop'];
const THEMES = ['announcing', 'solo', 'fox', 'endgame', 'lead', 'follow'];

const page = { busy: false, error: null };

async function begin(name) {
  page.busy = true;
  show();
  await attempt(() => beginFirstGame(name), (text) => { page.error = text; });
  page.busy = false;
  show();
}

const game = (name) => h('section', { class: 'box', key: name },
  h('div', { class: 'picture' }, picture(name)), h('h2', {}, gameName(name)), h('p', {}, t(`goal-${name}`)),
  h('div', { class: 'row' },
    h('button', { class: 'main', disabled: page.busy, 'data-test': `first-game-${name}`, onclick: () => begin(name) }, t('first-game'), h('span', { class: 'unseen' }, ` ${gameName(name)}`)),
    h('a', { class: 'button', href: `/rules#${name}`, 'data-test': `learn-rules-${name}` }, t('rules'), h('span', { class: 'unseen' }, ` ${gameName(name)}`))));

function show() {
  const { rating, answered } = solver();
  draw(document.getElementById('main'), [
    h('h1', {}, t('nav-learn')),
    h('section', { class: 'box', key: 'puzzles' },
      h('h2', {}, t('puzzles')), h('p', {}, t('puzzles-about')),
      answered > 0 && h('p', { class: 'soft' }, t('puzzle-your-rating', { rating: number(rating) })),
      h('div', { class: 'row' },
        h('a', { class: 'button main', href: '/puzzles', 'data-test': 'learn-puzzle' }, t('puzzle-today')),
        THEMES.map((theme) => h('a', { key: theme, class: 'button small', href: `/puzzles?theme=${theme}` }, t(`theme-${theme}`))))),
    trouble(page.error),
    h('div', { class: 'cards learn-games', key: 'games' }, GAMES.map(game)),
  ]);
}

frame({ page: 'learn', name: 'nav-learn' }, show);
