// What all pages have: header, language, theme, and the region that a screen reader reads aloud.
import { h, draw } from './dom.js';
import { t, lang, load } from './i18n.js';
import { recall, remember } from './store.js';
import { sentence } from './api.js';

const PAGES = ['play', 'learn', 'mine', 'lab'];
/** The workbench is one entry for players, and has rooms. */
const LAB = ['leaderboard', 'matches', 'experiments', 'record'];
let main, header, live, redraw, title;

/** Begins a page. `show` draws the inside of `main` and is called again when the language changes. */
export function frame({ page, name, wide = false }, show) {
  redraw = show;
  title = name;
  header = document.createElement('header');
  header.className = 'top';
  main = document.getElementById('main');
  main.tabIndex = -1;
  main.classList.toggle('wide', wide);
  live = document.createElement('div');
  live.className = 'unseen';
  live.setAttribute('aria-live', 'polite');
  live.setAttribute('role', 'status');
  live.dataset.test = 'live';
  document.body.prepend(header);
  document.body.append(live);
  followSystem(page);
  top(page);
  retitle();
  show();
  return main;
}

/** The title of the window; changes with the language. */
export function retitle(name = title) {
  title = name;
  const text = typeof name === 'function' ? name() : t(name);
  document.title = text ? `${text} · Kontra` : 'Kontra';
}

function top(page) {
  const room = { home: 'play', rules: 'learn', puzzles: 'learn', ...Object.fromEntries(LAB.map((name) => [name, 'lab'])) }[page] ?? page;
  const link = (name) => h('a', { href: name === 'play' ? '/' : `/${name}`, 'data-test': `nav-${name}`, 'aria-current': name === page || (name === room && name === 'play') ? 'page' : name === room ? 'true' : undefined }, t(`nav-${name}`));
  const tongue = (code, text) => h('button', {
    class: 'plain small', lang: code, 'data-test': `lang-${code}`, 'aria-pressed': String(lang() === code), title: text,
    onclick: () => speak(code, page),
  }, code.toUpperCase(), h('span', { class: 'unseen' }, ` ${text}`));
  const dark = document.documentElement.dataset.theme === 'dark';
  draw(header, [
    h('a', { class: 'skip', href: '#main', 'data-test': 'skip', onclick: (event) => { event.preventDefault(); main.focus(); } }, t('skip')),
    h('a', { class: 'brand', href: '/', 'data-test': 'nav-home', title: t('nav-home') }, mark(), h('span', {}, 'Kontra')),
    h('nav', { 'aria-label': t('nav'), key: 'nav' }, PAGES.map(link)),
    h('div', { class: 'tools' },
      tongue('en', 'English'), tongue('de', 'Deutsch'),
      h('button', { class: 'plain small', 'data-test': 'theme', title: t(dark ? 'theme-light' : 'theme-dark'), 'aria-label': t(dark ? 'theme-light' : 'theme-dark'), onclick: () => shade(dark ? 'light' : 'dark', page) }, sunOrMoon(dark))),
    room === 'lab' && h('nav', { class: 'rooms', 'aria-label': t('nav-lab'), key: 'rooms' }, LAB.map(link)),
  ]);
  // On a phone the pages are a row that scrolls: the present one must not be hidden at its end.
  const here = header.querySelector('[aria-current]');
  if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.offsetLeft - 24;
}

function mark() {
  return h('svg', { viewBox: '0 0 32 32', width: 28, height: 28, 'aria-hidden': 'true' },
    h('rect', { x: 3, y: 6, width: 15, height: 22, rx: 3, class: 'mark-back', transform: 'rotate(-12 10 17)' }),
    h('rect', { x: 13, y: 4, width: 15, height: 22, rx: 3, class: 'mark-front', transform: 'rotate(8 20 15)' }),
    h('path', { class: 'mark-pip', d: 'M21 9.5c3.4 3 5 4.6 5 6.6a2.7 2.7 0 0 1-4.3 2.1l.7 2.8h-3.2l.9-2.9a2.7 2.7 0 0 1-4.1-2.2c0-2 1.8-3.5 5-6.4z', transform: 'rotate(8 20 15)' }));
}

function sunOrMoon(dark) {
  return h('svg', { viewBox: '0 0 24 24', width: 18, height: 18, 'aria-hidden': 'true', class: 'icon' }, dark
    ? [h('circle', { cx: 12, cy: 12, r: 4.5 }), h('path', { class: 'stroke', d: 'M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2' })]
    : h('path', { d: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z' }));
}

async function speak(code, page) {
  await load(code);
  remember('lang', code);
  document.documentElement.lang = code;
  top(page);
  retitle();
  redraw();
}

function shade(theme, page) {
  remember('theme', theme);
  document.documentElement.dataset.theme = theme;
  top(page);
}

/** Until a theme is chosen, the page changes with the system: at nightfall, for instance. */
function followSystem(page) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (recall('theme')) return;
    document.documentElement.dataset.theme = matches ? 'dark' : 'light';
    top(page);
  });
}

let sayings = [];
let saying = 0;
/** Tells a screen reader what happened. Sayings that come together are read together. */
export function say(text) {
  if (!text) return;
  sayings.push(text);
  clearTimeout(saying);
  saying = setTimeout(() => {
    live.textContent = sayings.slice(-6).join(' ');
    sayings = [];
  }, 120);
}

/** The box in which a refusal is told, where it happened. */
export const trouble = (text) => text && h('p', { class: 'trouble', role: 'alert', 'data-test': 'error' }, text);

/** Runs something that may be refused; `tell` gets the sentence, or null when all is well. */
export async function attempt(what, tell) {
  try {
    tell(null);
    return await what();
  } catch (error) {
    tell(sentence(error));
    return undefined;
  }
}

/** Copies a text; where the browser forbids it, the person gets it marked to copy themselves. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(t('copied'));
    return true;
  } catch {
    prompt(t('copy-yourself'), text);
    return false;
  }
}
