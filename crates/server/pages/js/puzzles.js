// Puzzles: a real position, one right answer. The page knows no more than the seat does until it has answered.
import { h, draw } from './dom.js';
import { t, number } from './i18n.js';
import { frame, attempt, trouble, say } from './frame.js';
import { get, post } from './api.js';
import { faceOf } from './games.js';
import { bars } from './bars.js';
import { seatName } from './panel.js';
import { solver, noteAnswer, ofTheDay } from './puzzle-rating.js';
import './more-texts.js';

const THEMES = ['announcing', 'solo', 'fox', 'endgame', 'lead', 'follow'];
const asked = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const page = { list: null, theme: new URLSearchParams(location.search).get('theme'), puzzle: null, answer: null, given: null, change: 0, error: null, busy: false };

const NAMES = (you) => Array.from({ length: 4 }, (_, seat) => ({ seat, kind: 'agent', name: seat === you ? '' : ['Ada', 'Emil', 'Frieda'][(seat - you + 3) % 4] }));
const ctx = {
  state: null, events: [], hint: null, live: false, busy: null,
  name: (seat) => seatName(ctx.state.seats, seat, ctx.state.you),
  redraw: () => show(),
  choose: null,
};

/** One that was not answered yet, as hard as the solver is good; of the theme that is wanted. */
function next() {
  const { rating, done } = solver();
  const wanted = page.list.filter((each) => (!page.theme || each.theme === page.theme) && each.puzzle !== page.puzzle?.puzzle);
  const open = wanted.filter((each) => !(each.puzzle in done));
  const from = open.length ? open : wanted;
  return [...from].sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating))[0];
}

async function open(puzzle) {
  if (!puzzle) return;
  const found = await attempt(() => get(`/api/puzzles/${encodeURIComponent(puzzle)}`), (text) => { page.error = text; });
  if (!found) return show();
  Object.assign(page, { puzzle: found, answer: null, given: null });
  ctx.events = found.events;
  ctx.hint = null;
  ctx.choose = answer;
  ctx.state = { ...found, number: 1, turn: found.you, thinking: null, over: null, totals: [], games: [], planned: [], seats: NAMES(found.you) };
  history.replaceState(null, '', `/puzzles/${puzzle}${page.theme ? `?theme=${page.theme}` : ''}`);
  show();
}

async function answer(choice) {
  if (page.busy || page.answer) return;
  page.busy = true;
  const { puzzle, rating } = page.puzzle;
  const found = await attempt(() => post(`/api/puzzles/${encodeURIComponent(puzzle)}/answer`, { moves: choice.send }), (text) => { page.error = text; });
  page.busy = false;
  if (found) {
    page.answer = found;
    page.given = choice.send[0];
    page.change = noteAnswer(puzzle, rating, found.solved).change;
    ctx.choose = null;
    // The right answer is marked, and all cards are open.
    ctx.hint = ctx.state.choices.find((each) => found.answers.includes(each.send[0])) ?? null;
    ctx.state = { ...ctx.state, view: { ...ctx.state.view, hands: found.view.hands } };
    say(t(found.solved ? 'puzzle-solved' : 'puzzle-failed'));
  }
  show();
}

function rating() {
  const { rating: now, answered, done } = solver();
  const solved = Object.values(done).filter(Boolean).length;
  return h('p', { class: 'small soft', 'data-test': 'puzzle-rating', 'data-rating': String(now) }, t('puzzle-rating', { rating: number(now), solved, answered }), page.answer && page.change !== 0 && ` (${number(page.change, 0, true)})`);
}

function verdict() {
  const { answer: found } = page;
  if (!found) return h('p', { class: 'next-move' }, t(`puzzle-ask-${page.puzzle.theme}`));
  const right = ctx.state.choices.filter((each) => found.answers.includes(each.send[0]));
  return h('div', { class: `verdict-box ${found.solved ? '' : 'lost'}`, 'data-test': 'puzzle-verdict', 'data-solved': String(found.solved) },
    h('p', {}, h('strong', {}, t(found.solved ? 'puzzle-solved' : 'puzzle-failed')), !found.solved && ` ${t('puzzle-right', { answer: answers(found, right) })}`));
}

const answers = (found) => found.analysis.moves?.filter((move) => found.answers.includes(move.move)).map((move) => (document.documentElement.lang === 'de' ? move.label_de : move.label)).join(t('or')) ?? '';

function side() {
  const { puzzle, answer: found } = page;
  return h('aside', { class: 'side', 'aria-label': t('puzzle') },
    h('section', { class: 'box' },
      h('p', { class: 'small soft' }, `${t(`theme-${puzzle.theme}`)} · ${t('puzzle-hard', { rating: number(puzzle.rating) })}`),
      verdict(), rating(),
      found && h('button', { class: 'main', 'data-test': 'puzzle-next', onclick: () => open(next()?.puzzle) }, t('puzzle-next'))),
    found && h('section', { class: 'box', 'data-test': 'analysis' }, h('h2', {}, t('puzzle-why')), bars(found.analysis, page.given), h('p', { class: 'small soft' }, t('puzzle-open-cards'))),
    h('section', { class: 'box' }, h('h2', {}, t('puzzle-themes')),
      h('div', { class: 'row' }, THEMES.filter((theme) => page.list.some((each) => each.theme === theme)).map((theme) => h('button', { key: theme, class: 'small', 'data-test': `theme-${theme}`, 'aria-pressed': String(theme === page.theme), onclick: () => { page.theme = page.theme === theme ? null : theme; open(next()?.puzzle); } }, t(`theme-${theme}`))))));
}

function show() {
  const main = document.getElementById('main');
  if (!ctx.state) {
    draw(main, [h('h1', {}, t('puzzles')), trouble(page.error), !page.error && h('p', { class: 'soft' }, t('one-moment'))]);
    return;
  }
  const today = ofTheDay(page.list)?.puzzle === page.puzzle.puzzle;
  draw(main, [
    h('h1', { class: 'review-title' }, t(today ? 'puzzle-today' : 'puzzle')),
    h('div', { class: 'table doppelkopf', 'data-test': 'puzzle', 'data-puzzle': page.puzzle.puzzle, 'data-answered': String(Boolean(page.answer)), 'data-keep': '' },
      h('div', { class: 'play' }, faceOf('doppelkopf').board(ctx), trouble(page.error)), side()),
  ]);
}

frame({ page: 'puzzles', name: 'puzzles', wide: true }, show);
attempt(() => get('/api/puzzles'), (text) => { page.error = text; }).then((found) => {
  page.list = found?.puzzles ?? [];
  if (page.list.length) open(asked || (page.theme ? next() : ofTheDay(page.list)).puzzle);
  else show();
});
