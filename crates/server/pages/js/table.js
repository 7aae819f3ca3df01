// A table. State messages come in, the game's module draws them, choices go out.
import { h, draw } from './dom.js';
import { t, gameName, label } from './i18n.js';
import { frame, retitle, say, trouble, copy } from './frame.js';
import { get, post, insist, sentence, Refused } from './api.js';
import { connect } from './live.js';
import { keepTable, ownTables, freshToken } from './store.js';
import { games, faceOf } from './games.js';
import { tools, settings, seatName } from './panel.js';
import { analysisPanel } from './bars.js';
import { log } from './log.js';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const token = () => location.hash.slice(1) || null;
const path = (rest = '') => `/api/tables/${encodeURIComponent(id)}${rest}`;

/**
 * What the parts of the page share. `state` is the last state message, `events` all events of the present game,
 * `choose(choice)` makes a move; `hint` is the choice that the engine would take.
 */
const ctx = {
  state: null, events: [], line: 'off', hint: null, analysis: null, thinkingSince: 0, error: null, busy: null, gone: null,
  live: true,
  auto: false,
  name: (seat) => seatName(ctx.state.seats, seat, ctx.state.you),
  redraw: () => show(),
  choose,
  ask,
  path,
  token,
};
let line;

function take(message) {
  const { state } = ctx;
  const older = state && (message.number < state.number || (message.number === state.number && message.version < state.version));
  if (older) return;
  const first = !state;
  const anew = first || message.number !== state.number;
  if (anew) ctx.events = [];
  const have = ctx.events.length;
  const fresh = message.events.filter((event) => event.number > have);
  if (fresh.length && fresh[0].number !== have + 1) {
    // Something was missed: ask for all of it.
    refresh(have);
    return;
  }
  const moved = anew || message.version !== state.version;
  ctx.events.push(...fresh);
  ctx.state = message;
  ctx.thinkingSince = Date.now() - (message.thinking?.elapsed_ms ?? 0);
  if (moved) {
    ctx.hint = null;
    ctx.analysis = null;
    ctx.error = null;
  }
  const game = faceOf(message.game);
  game.arrive?.(message, anew ? null : fresh, ctx);
  if (first) settle(message);
  if (!first) tellAll(message, fresh, state, game);
  retitle(() => `${ctx.state.choices.length ? '● ' : ''}${gameName(ctx.state.game)}`);
  show();
  if (moved && ctx.auto && message.choices.length > 1) ask('analysis');
}

function settle(message) {
  if (message.you !== null && token()) keepTable({ table: id, token: token(), game: message.game, seat: message.you });
  if (message.game === 'ontop') games.ontop.prepare(message.view.board).then(show, (error) => { ctx.error = sentence(error); show(); });
}

function tellAll(message, fresh, before, game) {
  fresh.filter((event) => event.seat !== message.you || event.seat === null).forEach((event) => say(game.tell(event, ctx)));
  message.seats.forEach((seat, i) => {
    if (seat.kind === 'person' && before.seats[i]?.here !== seat.here && i !== message.you) say(t(seat.here ? 'came' : 'left', { name: ctx.name(i) }));
  });
  if (message.over && !before.over) say(t('game-over'));
  if (message.choices.length && fresh.length) say(status());
}

async function refresh(since) {
  try {
    take(await get(path(`?since=${since}`), token()));
  } catch (error) {
    fail(error);
  }
}

/** A new link was asked for and the answer was lost: the seat may have the new secret already. Whether there was one. */
function tryNewLink() {
  const own = ownTables().find((each) => each.table === id && each.token === token() && each.next);
  if (!own) return false;
  history.replaceState(null, '', `/table/${id}#${own.next}`);
  line?.close();
  start();
  return true;
}

function fail(error) {
  if (!(error instanceof Refused)) throw error;
  if (error.code === 'unauthorized' && tryNewLink()) return;
  if (error.code === 'unauthorized' || (error.code === 'not-found' && !ctx.state)) {
    ctx.line = 'gone';
    ctx.gone = error.code;
    line?.close();
  } else if (error.code === 'stale') {
    // Somebody was quicker, or this page slept: look again and say nothing.
    refresh(ctx.events.length);
  } else {
    ctx.error = sentence(error);
  }
  ctx.busy = null;
  show();
}

/** Makes the moves of a choice. */
async function choose(choice) {
  if (ctx.busy === 'move' || !ctx.state) return;
  faceOf(ctx.state.game).flush?.(ctx);
  ctx.busy = 'move';
  ctx.error = null;
  show();
  try {
    const answer = await post(path('/moves'), { number: ctx.state.number, version: ctx.state.version, moves: choice.send }, token());
    ctx.busy = null;
    take(answer);
    show();
  } catch (error) {
    fail(error);
  }
}

/** The other requests of a seat. */
async function ask(what, body) {
  if (ctx.busy === what) return undefined;
  const { version, number } = ctx.state;
  const fresh = what === 'link' ? freshToken() : undefined;
  // Before it is asked for: if the answer is lost, the page knows the new secret all the same.
  if (fresh) keepTable({ table: id, token: token(), game: ctx.state.game, seat: ctx.state.you, next: fresh });
  const bodies = { hint: { version }, analysis: { version }, next: { number }, hurry: {}, link: { token: fresh }, 'take-back': {}, seat: body };
  ctx.busy = what;
  ctx.error = null;
  show();
  try {
    const answer = await (fresh ? insist : post)(path(`/${what}`), bodies[what], token());
    ctx.busy = null;
    if (what === 'hint' && answer.version === ctx.state.version) {
      ctx.hint = answer.choice;
      say(t('hint-says', { move: label(answer.choice) }));
    } else if (what === 'analysis' && answer.version === ctx.state.version) {
      ctx.analysis = answer;
      const best = answer.moves.find((move) => move.move === answer.chosen);
      if (best) say(t('analysis-says', { move: label(best) }));
    } else if (what === 'link') {
      history.replaceState(null, '', answer.path);
      keepTable({ table: id, token: answer.token, game: ctx.state.game, seat: answer.seat });
      line.close();
      start();
    } else if (answer.type === 'state') {
      take(answer);
    }
    show();
    return answer;
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** What happens now, in one sentence. */
function status() {
  const { state } = ctx;
  if (state.over) return t('game-over');
  if (state.choices.length) return faceOf(state.game).status?.(ctx) ?? t('your-turn');
  const waiting = state.planned.length > 0 && faceOf(state.game).waiting;
  if (waiting) return waiting(ctx);
  if (state.turn === null) return t('one-moment');
  if (state.turn === state.you) return t('one-moment');
  const who = ctx.name(state.turn);
  return t(state.seats[state.turn].kind === 'agent' ? 'thinks' : 'waits-for', { name: who });
}

/** What one has planned can be taken back until it is done. */
function takeBack() {
  const { state } = ctx;
  if (state.over || state.choices.length || !state.planned.length) return null;
  return [' ', h('button', { class: 'small', 'data-test': 'take-back', 'aria-disabled': ctx.busy === 'take-back' ? 'true' : undefined, onclick: () => ask('take-back') }, t('take-back'))];
}

function banner() {
  if (ctx.line === 'gone') {
    return h('div', { class: 'banner bad', role: 'alert', 'data-test': 'connection', 'data-state': 'gone' },
      h(ctx.state ? 'p' : 'h1', {}, t(ctx.gone === 'unauthorized' ? 'wrong-link' : 'no-table')), h('a', { class: 'button', href: '/' }, t('nav-home')),
      ctx.gone === 'unauthorized' && h('a', { class: 'button', href: `/table/${id}` }, t('watch-it')));
  }
  const off = ctx.line === 'off' && ctx.state;
  return h('div', { class: off ? 'banner warn' : 'unseen', role: 'status', 'data-test': 'connection', 'data-state': ctx.line },
    off && [h('p', {}, t('line-off')), h('button', { class: 'small', onclick: () => line.again() }, t('line-again'))]);
}

function seatOffer() {
  const own = !token() && ctx.state?.you === null && ownTables().find((each) => each.table === id && each.token);
  return own && h('div', { class: 'banner' }, h('p', {}, t('have-seat')), h('a', { class: 'button small', href: `/table/${id}#${own.token}`, onclick: () => setTimeout(() => location.reload()) }, t('sit-down')));
}

let copied = false;

/** A person who sits here may invite others while a seat is free. */
function inviteOffer() {
  if (!ctx.state?.invite) return null;
  const whole = location.origin + ctx.state.invite;
  return h('div', { class: 'banner', key: 'invite', 'data-test': 'invite' }, h('p', {}, t('invite-seat')),
    h('button', { class: 'small', 'data-test': 'copy-invite', 'data-link': whole, onclick: async () => { copied = await copy(whole); show(); } }, t(copied ? 'copied' : 'copy-invite')));
}

// On a phone the result is below the board.
const bring = (element) => { if (innerWidth < 900) element.scrollIntoView({ block: 'nearest', behavior: 'smooth' }); };

function result() {
  const { state } = ctx;
  if (!state.over) return null;
  const may = state.you !== null || state.seats.every((seat) => seat.kind === 'agent');
  const { head, body } = faceOf(state.game).sheet(state.over, ctx);
  return h('section', { class: 'box over', 'data-test': 'over', key: 'over', 'aria-label': t('result'), 'data-keep': '', 'data-home': '', tabindex: '-1', hook: bring },
    head,
    h('div', { class: 'row' },
      may && h('button', { class: 'main', 'data-test': 'next', onclick: () => ask('next') }, t('next-game')),
      state.over.game_id && h('a', { class: 'button', 'data-test': 'review', href: `/game/${state.over.game_id}` }, t('review')),
      h('a', { class: 'button', href: '/' }, t('another-game'))),
    body);
}

function show() {
  const main = document.getElementById('main');
  const { state } = ctx;
  if (!state) {
    draw(main, [banner(), ctx.line !== 'gone' && h('h1', { class: 'soft waiting' }, t('one-moment'))]);
    return;
  }
  const game = faceOf(state.game);
  const outcome = result();
  // Where nothing is left on the table at the end, the result is put there.
  const onTable = game.resultOnTable;
  draw(main, [
    h('h1', { class: 'unseen', key: 'h1' }, gameName(state.game)),
    h('div', { key: 'banner' }, banner(), seatOffer(), inviteOffer()),
    h('div', {
      key: 'table', class: `table ${state.game}`, 'data-test': 'table', 'data-game': state.game, 'data-version': String(state.version), 'data-number': String(state.number),
      'data-turn': state.turn === null ? '' : String(state.turn), 'data-you': state.you === null ? '' : String(state.you), 'data-over': String(Boolean(state.over)), 'data-keep': '',
    },
    h('div', { class: 'play', key: 'play' },
      h('p', { class: `status${state.choices.length ? ' mine' : ''}`, 'data-test': 'status' }, status(), takeBack()),
      game.board(ctx, onTable && outcome),
      trouble(ctx.error)),
    h('aside', { class: 'side', key: 'side', 'aria-label': t('side') },
      !onTable && outcome, tools(ctx), analysisPanel(ctx), log(ctx), settings(ctx))),
  ]);
}

addEventListener('keydown', (event) => {
  if (!ctx.state || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea')) return;
  const key = event.key.toLowerCase();
  if (key === 'h' && ctx.state.choices.length) ask('hint');
  else if (key === 'a' && ctx.state.choices.length) ask('analysis');
  else faceOf(ctx.state.game).key?.(event, ctx);
});
addEventListener('hashchange', () => location.reload());

function start() {
  line = connect({
    table: id,
    token: token(),
    since: () => ctx.events.length,
    onState: take,
    onError: (error) => fail(new Refused(error.code, error.message, 0)),
    onLine: (now, code) => {
      const before = ctx.line;
      if (now === 'gone' && code === 4001 && tryNewLink()) return;
      ctx.line = now;
      if (now === 'gone') ctx.gone = code === 4001 ? 'unauthorized' : 'not-found';
      if (now === 'off' && before === 'on') say(t('line-off'));
      if (now === 'on' && before === 'off' && ctx.state) say(t('line-on'));
      // A line that never opened does not say why; a plain request does.
      if (now === 'off' && !ctx.state) refresh(0);
      if (now !== 'on' || before !== 'on') show();
    },
  });
}

frame({ page: 'table', name: 'table', wide: true }, show);
if (id) start();
else {
  ctx.line = 'gone';
  show();
}
