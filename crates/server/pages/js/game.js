// The review of a game: step through it, see the greatest mistakes first, ask the engine about any position.
import { h, draw } from './dom.js';
import { t, gameName, label } from './i18n.js';
import { frame, retitle, attempt, trouble, say, copy } from './frame.js';
import { get, post } from './api.js';
import { games, faceOf } from './games.js';
import { bars, markMove } from './bars.js';
import { seatName } from './panel.js';
import { findings, mistakesOf, verdict } from './findings.js';
import { noteReview } from './my-games.js';
import { resultPicture } from './result-picture.js';
import { sameDeal } from './same-deal.js';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const path = (rest = '') => `/api/games/${encodeURIComponent(id)}${rest}`;
const asked = new URLSearchParams(location.search);

const page = {
  game: null, ply: 0, eyes: null, positions: new Map(), analyses: new Map(), review: null, error: null, busy: false, copied: false, picture: null,
};
const ctx = {
  state: null, events: [], hint: null, live: false, show: true, name: (seat) => seatName(page.game.players.map((name) => ({ name })), seat), redraw: () => show(),
};

async function begin() {
  const game = await attempt(() => get(path()), (text) => { page.error = text; });
  if (!game) return show();
  page.game = game;
  const ply = Number(asked.get('ply'));
  page.eyes = asked.has('seat') && Number(asked.get('seat')) < game.players.length ? Number(asked.get('seat')) : null;
  retitle(() => `${t('review-of')} ${gameName(game.game)}`);
  await go(asked.has('ply') && ply >= 0 && ply <= game.plies ? ply : game.over ? 0 : game.plies, page.eyes, false);
  const board = ctx.state?.view.board;
  if (game.game === 'ontop' && board) await attempt(() => games.ontop.prepare(board), (text) => { page.error = text; });
  page.review = await attempt(() => get(path('/review')), () => {}) ?? null;
  show();
  if (page.review && page.review.status !== 'none') poll();
}

/** Shows the position before decision `ply`, seen by one seat or by all (`null`). */
async function go(ply, eyes = page.eyes, tell = true) {
  const { game } = page;
  const key = `${ply}/${eyes}`;
  page.ply = ply;
  page.eyes = eyes;
  const query = eyes === null ? '' : `?seat=${eyes}`;
  if (!page.positions.has(key)) {
    // A person who drags the slider wants the position where it stops, not all on the way.
    if (tell) await new Promise((resolve) => { setTimeout(resolve, 60); });
    if (page.ply !== ply || page.eyes !== eyes) return undefined;
    const found = await attempt(() => get(path(`/positions/${ply}${query}`)), (text) => { page.error = text; });
    if (!found) return show();
    page.positions.set(key, found);
  }
  // Somebody who holds the arrow key down is further on by now.
  if (page.ply !== ply || page.eyes !== eyes) return undefined;
  const position = page.positions.get(key);
  ctx.events = game.events.slice(0, ply);
  ctx.state = {
    ...position, game: game.game, version: ply, number: 1, you: eyes, thinking: null, over: null, totals: [], games: [],
    choices: position.choices ?? [], seats: game.players.map((name, seat) => ({ seat, kind: 'agent', name })),
  };
  hintBest();
  const here = new URLSearchParams({ ply: String(ply), ...(eyes === null ? {} : { seat: String(eyes) }) });
  history.replaceState(null, '', `${location.pathname}?${here}`);
  page.copied = false;
  show();
  if (tell && ply > 0) say(faceOf(game.game).tell(game.events[ply - 1], ctx) ?? label(game.events[ply - 1]));
  return undefined;
}

/** Marks the best move on the board where a review or an analysis knows it. */
function hintBest() {
  const decision = page.review?.decisions?.find((each) => each.ply === page.ply);
  const best = decision?.best ?? page.analyses.get(page.ply)?.chosen;
  const choice = best && ctx.state.choices.find((each) => each.send.at(-1) === best);
  ctx.hint = choice || (best ? { send: [best], field: Number(best), turned: best.endsWith('-') } : null);
}

/** Plies at which something happened that one would want to see. */
function stops() {
  const { game } = page;
  const seen = game.events.filter((event) => faceOf(game.game).tell(event, ctx)).map((event) => event.number);
  return [...new Set([0, ...seen, game.plies])].sort((a, b) => a - b);
}

const back = () => go(stops().filter((ply) => ply < page.ply).at(-1) ?? 0);
const forward = () => go(stops().find((ply) => ply > page.ply) ?? page.game.plies);

async function analyse() {
  const { ply } = page;
  if (page.busy) return;
  page.busy = true;
  show();
  const found = await attempt(() => post(path('/analysis'), { ply }), (text) => { page.error = text; });
  page.busy = false;
  if (found) page.analyses.set(ply, found);
  if (found && ply === page.ply) {
    hintBest();
    const best = found.moves.find((move) => move.move === found.chosen);
    if (best) say(t('analysis-says', { move: label(best) }));
  }
  show();
}

async function startReview() {
  page.review = await attempt(() => post(path('/review'), {}), (text) => { page.error = text; }) ?? page.review;
  show();
  if (page.review) poll();
}

async function poll() {
  while (page.review && page.review.status !== 'done' && page.review.status !== 'none') {
    await new Promise((resolve) => { setTimeout(resolve, 700); });
    const found = await attempt(() => get(path('/review')), (text) => { page.error = text; });
    if (found) page.review = found;
    show();
  }
  if (page.review?.status === 'done') {
    noteReview(id, page.review, mistakesOf(page.review), page.game.events);
    say(t('review-ready', { mistakes: page.review.mistakes.length }));
    hintBest();
    show();
  }
}

function steps() {
  const { game } = page;
  const icon = (d) => h('svg', { viewBox: '0 0 20 20', width: 18, height: 18, class: 'icon', 'aria-hidden': 'true' }, h('path', { d }));
  const step = (test, text, sign, target) => h('button', { 'data-test': test, title: text, 'aria-label': text, disabled: target === page.ply, onclick: test === 'back' ? back : test === 'forward' ? forward : () => go(target) }, sign);
  return h('div', { class: 'steps row' },
    step('first', t('step-first'), icon('M3 3h3v14H3zM17 3v14L7 10z'), 0), step('back', t('step-back'), icon('M15 3v14L4 10z'), page.ply === 0 ? 0 : -1), step('forward', t('step-forward'), icon('M5 3v14l11-7z'), page.ply === game.plies ? game.plies : -1), step('last', t('step-last'), icon('M14 3h3v14h-3zM3 3v14l10-7z'), game.plies),
    h('label', { class: 'slider' }, h('span', { class: 'unseen' }, t('step-ply')),
      h('input', { type: 'range', min: 0, max: game.plies, value: String(page.ply), 'data-test': 'ply', oninput: (event) => go(Number(event.target.value)) })),
    h('span', { class: 'number small soft' }, `${page.ply} / ${game.plies}`));
}

function what() {
  const { game, ply } = page;
  const next = game.events[ply];
  const who = next && (next.seat === null ? t('chance') : ctx.name(next.seat));
  return h('div', { class: 'box' },
    h('p', { class: 'small soft' }, lately()),
    next && h('p', { class: 'next-move' }, t('review-next', { name: who, move: label(next) })),
    verdict(page, ctx),
    next && next.seat !== null && game.decisions.includes(ply) && h('button', { 'data-test': 'analyse', 'aria-disabled': page.busy ? 'true' : undefined, onclick: analyse }, t(page.busy ? 'analysing' : 'analyse')),
    page.analyses.has(ply) && h('div', { 'data-test': 'analysis', class: 'in-box' }, bars(page.analyses.get(ply), next?.move, (move) => markMove(ctx, move))));
}

function tools() {
  return h('div', { class: 'box' },
    h('label', { class: 'stack' }, t('review-eyes'), h('select', { 'data-test': 'eyes', value: page.eyes === null ? '' : String(page.eyes), onchange: (event) => go(page.ply, event.target.value === '' ? null : Number(event.target.value)) },
      h('option', { value: '' }, t('review-all')), page.game.players.map((name, seat) => h('option', { value: String(seat), key: seat }, ctx.name(seat))))),
    h('div', { class: 'row in-box' },
      h('a', { class: 'button small', href: path('/record'), download: `${page.game.game}-${id}.json`, 'data-test': 'download' }, t('download')),
      h('button', { class: 'small', 'data-test': 'copy-position', onclick: async () => { page.copied = await copy(location.href); show(); } }, t(page.copied ? 'copied' : 'copy-position')),
      h('button', { class: 'small', 'data-test': 'position-picture', onclick: savePosition }, t('position-picture')),
      page.game.over && h('a', { class: 'button small', href: picture(), download: `${page.game.game}-${id}.png`, 'data-test': 'picture' }, t('result-picture')),
      games[page.game.game] && h('a', { class: 'button small', href: `/rules#${page.game.game}`, target: '_blank', rel: 'noopener' }, t('rules'))));
}

/** What led to the position, in words. */
function lately() {
  const { game, ply } = page;
  return ply > 0 ? faceOf(game.game).tell(game.events[ply - 1], ctx) ?? label(game.events[ply - 1]) : t('review-start');
}

/** Saves the position as a picture, with the last thing that somebody at the table would have noticed. */
async function savePosition() {
  const told = page.game.events.slice(0, page.ply).map((event) => faceOf(page.game.game).tell(event, ctx)).filter(Boolean);
  const { positionPicture } = await import('./position-picture.js');
  const { link, end } = await positionPicture(document.querySelector('[data-test=game] .felt'), `Kontra · ${gameName(page.game.game)} · ${told.at(-1) ?? t('review-start')}`);
  Object.assign(document.createElement('a'), { href: link, download: `${page.game.game}-${id}-${page.ply}.${end}` }).click();
}

/** The result as a picture, drawn once for each language. */
function picture() {
  const title = gameName(page.game.game);
  if (page.picture?.title !== title) {
    const players = page.game.over.payoffs.map((score, seat) => ({ name: page.game.players[seat] || ctx.name(seat), score }));
    page.picture = { title, link: resultPicture(title, players) };
  }
  return page.picture.link;
}

function result() {
  if (!page.game.over) return null;
  const { head, body } = faceOf(page.game.game).sheet(page.game.over, ctx);
  return h('details', { class: 'box', 'data-test': 'over', open: page.ply === page.game.plies }, h('summary', {}, t('result')), h('div', { class: 'in-box' }, head, body));
}

function show() {
  const main = document.getElementById('main');
  if (!ctx.state) {
    draw(main, page.error ? [h('h1', {}, t('review-title')), trouble(page.error), h('a', { class: 'button', href: '/' }, t('nav-home'))] : h('h1', { class: 'soft waiting' }, t('one-moment')));
    return;
  }
  draw(main, [
    h('h1', { class: 'review-title' }, t('review-of'), ' ', gameName(page.game.game), h('span', { class: 'soft' }, ` ${page.game.players.map((_, seat) => ctx.name(seat)).join(', ')}`)),
    h('div', { class: `table ${page.game.game}`, 'data-test': 'game', 'data-ply': String(page.ply), 'data-game': page.game.game },
      h('div', { class: 'play' }, steps(), faceOf(page.game.game).board(ctx), trouble(page.error)),
      h('aside', { class: 'side', 'aria-label': t('side') }, what(), findings(page, ctx, { start: startReview, go: (ply, seat) => go(ply, seat) }), tools(), page.game.over && sameDeal({ id, game: page.game.game, seats: page.game.players.length, seat: page.eyes }, show), result())),
  ]);
}

addEventListener('keydown', (event) => {
  if (!page.game || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea')) return;
  const act = { ArrowLeft: back, ArrowRight: forward, Home: () => go(0), End: () => go(page.game.plies) }[event.key];
  // Inside a board the arrows go about the board.
  if (!act || event.target.closest('[data-at]')) return;
  event.preventDefault();
  act();
});

frame({ page: 'game', name: 'review-of', wide: true }, show);
begin();
