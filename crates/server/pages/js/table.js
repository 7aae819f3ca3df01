// A table. State messages come in, the game's module draws them, choices go out.
import { h, draw } from './dom.js';
import { t, gameName, label } from './i18n.js';
import { frame, retitle, say, trouble } from './frame.js';
import { get, post, insist, sentence, Refused } from './api.js';
import { connect } from './live.js';
import { keepTable, ownTables, freshToken } from './store.js';
import { games, faceOf } from './games.js';
import { tools, settings, seatName } from './panel.js';
import { analysisPanel } from './bars.js';
import { log } from './log.js';
import { noteGame } from './my-games.js';
import { guide, ruleNow } from './guide.js';
import { rivalLine } from './same-deal.js';
import { steps } from './steps.js';
import { habit } from './habits.js';
import { pick } from './motion.js';
import { play } from './sound.js';
import { absent, clock, invitation, list, next, saidText, talk } from './friends.js';

const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
const token = () => location.hash.slice(1) || null;
const path = (rest = '') => `/api/tables/${encodeURIComponent(id)}${rest}`;

/**
 * What the parts of the page share. `state` is the last state message, without what can be done while the table still shows
 * what was before; `raw` is the message itself, `events` all events of the present game. `choose(choice)` makes a move;
 * `hint` is the choice that the engine would take, `chosen` a card that was chosen and not played yet.
 */
const ctx = {
  state: null, raw: null, events: [], line: 'off', hint: null, analysis: null, thinkingSince: 0, error: null, busy: null, gone: null,
  chosen: null, doubt: null, dealt: null,
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
let holding = false;
/** What was taken, which may be ahead of what is shown. */
const taken = { number: 0, undone: 0, version: -1 };
const masked = (message) => (holding ? { ...message, choices: [], held: true } : message);
const queue = steps({ show: apply, hold, redraw: () => show() });

function take(message) {
  const same = message.number === taken.number && message.undone === taken.undone;
  const older = message.number < taken.number || (message.number === taken.number && (message.undone < taken.undone || (same && message.version < taken.version)));
  if (older) return;
  const have = same ? taken.version : 0;
  const fresh = message.events.filter((event) => event.number > have);
  if (have + fresh.length < message.version) {
    // Something was missed: ask for all of it.
    refresh(have);
    return;
  }
  const { number, undone, version } = message;
  Object.assign(taken, { number, undone, version });
  queue.take(message, fresh, same);
}

function hold(on) {
  if (holding === on) return;
  holding = on;
  if (!ctx.raw) return;
  ctx.state = masked(ctx.raw);
  if (!on) released();
}

/** The table has shown everything: the person may go on. */
function released() {
  const { state } = ctx;
  retitle(() => `${ctx.state.choices.length ? '● ' : ''}${gameName(ctx.state.game)}`);
  if (state.choices.length && state.version !== ctx.asked) {
    ctx.asked = state.version;
    play('turn');
    say(status());
    if (ctx.auto && state.choices.length > 1) ask('analysis');
  }
  show();
}

/** Shows events, and the message after them if they are all there are in it. */
function apply(events, message, jump) {
  const before = ctx.raw;
  const first = !before;
  const anew = message && (first || message.number !== before.number || message.undone !== before.undone);
  if (anew) ctx.events = [];
  ctx.events.push(...events);
  if (message) {
    ctx.raw = message;
    ctx.thinkingSince = Date.now() - (message.thinking?.elapsed_ms ?? 0);
    if (anew || message.version !== before.version) Object.assign(ctx, { hint: null, analysis: null, error: null, doubt: null });
    if (anew) ctx.asked = -1;
    keepChosen(events, anew);
    // A person who sees a game begin sees the cards dealt.
    if (!first && message.number !== before.number) ctx.dealt = message.number;
  }
  if (message?.over) noteGame(message, ctx.events);
  ctx.state = masked(ctx.raw);
  const game = faceOf(ctx.state.game);
  game.arrive?.(ctx.raw, { jump, anew, before }, ctx);
  if (first) settle(message);
  else tellAll(message, events, before, game);
  sound(events, message, before);
  if (holding) show();
  else released();
}

/** A card that was chosen stays chosen while others announce something, until it is played. */
function keepChosen(events, anew) {
  const { chosen, raw } = ctx;
  if (!chosen) return;
  const played = events.some((event) => event.seat === raw.you && event.card);
  const possible = !raw.choices.length || raw.choices.some((choice) => choice.card === chosen.card);
  if (anew || played || !possible) ctx.chosen = null;
  else chosen.because = events.findLast((event) => event.announced && event.seat !== raw.you) ?? chosen.because;
}

function sound(events, message, before) {
  if (events.some((event) => event.announced)) play('said');
  else if (events.some((event) => event.trick)) play('trick');
  else if (events.length) play('card');
  if (message?.over && before && !before.over) play('over');
  if (message?.talk.length && before && message.talk.at(-1).number !== before.talk.at(-1)?.number) play('said');
}

function settle(message) {
  if (message.you !== null && token()) keepTable({ table: id, token: token(), game: message.game, seat: message.you });
  if (message.game === 'ontop') games.ontop.prepare(message.view.board).then(show, (error) => { ctx.error = sentence(error); show(); });
}

function tellAll(message, fresh, before, game) {
  fresh.filter((event) => event.seat !== ctx.state.you || event.seat === null).forEach((event) => say(game.tell(event, ctx)));
  if (!message) return;
  message.seats.forEach((seat, i) => {
    if (seat.kind === 'person' && before.seats[i]?.here !== seat.here && i !== message.you) say(t(seat.here ? 'came' : 'left', { name: ctx.name(i) }));
  });
  message.talk.filter((said) => said.seat !== message.you && said.number > (before.talk.at(-1)?.number ?? 0)).forEach((said) => say(t('talk-says', { name: ctx.name(said.seat), text: saidText(said) })));
  if (message.over && !before.over) say(t('game-over'));
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
    refresh(taken.version);
  } else {
    ctx.error = sentence(error);
  }
  ctx.busy = null;
  show();
}

/** Makes the moves of a choice. What can hardly be meant is asked for again, where the person wants that. */
async function choose(choice, sure = false, again = false) {
  if (ctx.busy === 'move' || !ctx.state?.choices.length) return;
  ctx.busy = 'move';
  ctx.error = null;
  const doubt = !sure && habit('confirm') && await faceOf(ctx.state.game).doubt?.(choice, ctx);
  ctx.doubt = doubt ? { choice, text: doubt } : null;
  if (doubt) {
    ctx.busy = null;
    show();
    return;
  }
  ctx.chosen = choice.card ? { card: choice.card, because: null } : null;
  if (choice.card) pick(choice.card);
  show();
  try {
    const answer = await post(path('/moves'), { number: ctx.state.number, version: ctx.state.version, moves: choice.send }, token());
    ctx.busy = null;
    take(answer);
    show();
  } catch (error) {
    if (error.code === 'stale' && choice.card && !again) await chooseAgain(choice);
    else {
      ctx.chosen = null;
      fail(error);
    }
  }
}

/** The table was a moment ahead of this page. If nothing was announced meanwhile, the card is played as it was meant. */
async function chooseAgain(choice) {
  ctx.busy = null;
  await refresh(taken.version);
  const same = ctx.state.choices.find((each) => each.card === choice.card);
  if (same && ctx.chosen && !ctx.chosen.because) await choose(same, true, true);
  else show();
}

/** The other requests of a seat. */
async function ask(what, body) {
  if (ctx.busy === what) return undefined;
  const { version, number, undone } = ctx.state;
  const fresh = what === 'link' ? freshToken() : undefined;
  // Before it is asked for: if the answer is lost, the page knows the new secret all the same.
  if (fresh) keepTable({ table: id, token: token(), game: ctx.state.game, seat: ctx.state.you, next: fresh });
  const bodies = { hint: { version }, analysis: { version }, next: { number }, hurry: {}, link: { token: fresh }, 'take-back': {}, undo: { number, version, undone }, seat: body, 'stand-in': body, talk: body };
  ctx.busy = what;
  ctx.error = null;
  if (what === 'take-back' || what === 'undo') ctx.chosen = null;
  show();
  try {
    const answer = await (fresh ? insist : post)(path(`/${what}`), bodies[what], token());
    // Something else may have been asked for meanwhile.
    if (ctx.busy === what) ctx.busy = null;
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
  if (state.held) return t('one-moment');
  if (state.over) return t('game-over');
  if (state.choices.length) return faceOf(state.game).status?.(ctx) ?? t('your-turn');
  const waiting = state.planned.length > 0 && faceOf(state.game).waiting;
  if (waiting) return waiting(ctx);
  if (state.turn === null) return t('one-moment');
  if (state.turn === state.you) return t('one-moment');
  const who = ctx.name(state.turn);
  return t(state.seats[state.turn].kind === 'agent' ? 'thinks' : 'waits-for', { name: who });
}

/** An arrow back; on a phone there is no room for the word. */
const backSign = () => h('svg', { viewBox: '0 0 20 20', width: 16, height: 16, class: 'icon', 'aria-hidden': 'true' }, h('path', { class: 'stroke', d: 'M8 3 4 7l4 4M4 7h8a4.5 4.5 0 0 1 0 9H7' }));

/** What one has planned can be taken back until it is done; against engines also what was done. */
function takeBack() {
  const { state } = ctx;
  const planned = !state.over && !state.choices.length && state.planned.length > 0;
  const what = planned ? 'take-back' : state.may_undo && !state.held && 'undo';
  return what && [' ', h('button', { class: 'small', 'data-test': what, 'aria-disabled': ctx.busy === what ? 'true' : undefined, onclick: () => ask(what), title: what === 'undo' ? `${t('undo-about')} (U)` : t('take-back') }, backSign(), h('span', { class: 'word' }, t('take-back')))];
}

/** Something that can hardly be meant must be said twice. */
function doubtful() {
  const { doubt } = ctx;
  return doubt && h('div', { class: 'banner warn', key: 'doubt', role: 'alertdialog', 'aria-label': doubt.text, 'data-test': 'doubt' }, h('p', {}, doubt.text),
    h('button', { class: 'small', 'data-test': 'doubt-yes', onclick: () => choose(doubt.choice, true) }, t('doubt-yes', { what: label(doubt.choice) })),
    h('button', { class: 'small main', 'data-test': 'doubt-no', hook: (element) => element.focus(), onclick: () => { ctx.doubt = null; show(); } }, t('doubt-no')));
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

// On a phone the result is below the board.
const bring = (element) => { if (innerWidth < 900) element.scrollIntoView({ block: 'nearest', behavior: 'smooth' }); };

function result() {
  const { state } = ctx;
  if (!state.over) return null;
  const may = state.you !== null || state.seats.every((seat) => seat.kind === 'agent');
  const { head, body } = faceOf(state.game).sheet(state.over, ctx);
  return h('section', { class: 'box over', 'data-test': 'over', key: 'over', 'aria-label': t('result'), 'data-keep': '', 'data-home': '', tabindex: '-1', hook: bring },
    head,
    rivalLine(state),
    h('div', { class: 'row' },
      may && next(ctx),
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
    h('div', { key: 'banner' }, banner(), seatOffer(), invitation(ctx), absent(ctx), doubtful()),
    h('div', {
      key: 'table', class: `table ${state.game}`, 'data-test': 'table', 'data-game': state.game, 'data-version': String(state.version), 'data-number': String(state.number),
      'data-turn': state.turn === null ? '' : String(state.turn), 'data-you': state.you === null ? '' : String(state.you), 'data-over': String(Boolean(state.over)), 'data-keep': '',
    },
    h('div', { class: 'play', key: 'play' },
      h('p', { class: `status${state.choices.length ? ' mine' : ''}`, 'data-test': 'status' }, h('span', {}, status()), takeBack(), clock(ctx)),
      guide(ctx),
      game.board(ctx, onTable && outcome),
      trouble(ctx.error)),
    h('aside', { class: 'side', key: 'side', 'aria-label': t('side') },
      !onTable && outcome, tools(ctx), analysisPanel(ctx), ruleNow(ctx), talk(ctx), list(ctx), log(ctx), settings(ctx))),
  ]);
}

addEventListener('keydown', (event) => {
  if (!ctx.state || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select, textarea')) return;
  const key = event.key.toLowerCase();
  if (key === 'h' && ctx.state.choices.length) ask('hint');
  else if (key === 'a' && ctx.state.choices.length) ask('analysis');
  else if (key === 'u' && ctx.state.may_undo) ask('undo');
  else faceOf(ctx.state.game).key?.(event, ctx);
});
addEventListener('hashchange', () => location.reload());

function start() {
  line = connect({
    table: id,
    token: token(),
    mark: () => (taken.number ? { since: taken.version, number: taken.number, undone: taken.undone } : { since: 0 }),
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
