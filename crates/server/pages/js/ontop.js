// An OnTop table: a board of triangles, tiles on it, and a ghost of the tile to be laid.
import { h } from './dom.js';
import { isolate } from './names.js';
import { t, number } from './i18n.js';
import { get } from './api.js';
import { roam } from './roam.js';
import { COLOURS, looseTile } from './ontop-draw.js';
import { drawBoard, geometry } from './ontop-board.js';
import { say } from './frame.js';
import { away, engineSign } from './players.js';
import { told, whom } from './panel.js';
export { sheet } from './ontop-sheet.js';

const ALL = Object.values(COLOURS);
/** Where the ghost is: a position, and whether the tile is turned. `fixed` once it was clicked. */
const ghost = { spot: null, turned: false, fixed: false };
let version = null;
let taken = null;

/** Fetches the geometry; a board cannot be drawn before. */
export const prepare = (name) => geometry(name, () => get(`/api/boards/${encodeURIComponent(name)}`));

export function arrive(message) {
  if (`${message.number}-${message.version}` === version) return;
  version = `${message.number}-${message.version}`;
  Object.assign(ghost, { spot: null, fixed: false, turned: false });
}

const spotOf = (choice) => choice.send[0].slice(0, -1);
const current = (ctx) => ghost.spot && ctx.state.choices.find((choice) => spotOf(choice) === ghost.spot && choice.turned === ghost.turned);

export const status = () => t(ghost.fixed ? 'ontop-again' : 'ontop-your-turn');

export function key(event, ctx) {
  const name = event.key.toLowerCase();
  if (name === 'r') turn(ctx);
  else if (name === 'escape') {
    Object.assign(ghost, { spot: null, fixed: false });
    ctx.redraw();
  }
}

function turn(ctx) {
  ghost.turned = !ghost.turned;
  ctx.redraw();
  const choice = current(ctx);
  say([t(ghost.turned ? 'ontop-turned' : 'ontop-upright'), choice && worthIn(choice, ctx)].filter(Boolean).join('. '));
}

function click(spot, ctx) {
  if (ghost.fixed && ghost.spot === spot) {
    const choice = current(ctx);
    if (choice) ctx.choose(choice);
    return;
  }
  Object.assign(ghost, { spot, fixed: true });
  ctx.redraw();
  const choice = current(ctx);
  if (choice) say(`${worthIn(choice, ctx)} ${t('ontop-again')}`);
}

function hover(spot, ctx) {
  if (ghost.fixed || ghost.spot === spot) return;
  ghost.spot = spot;
  ctx.redraw();
}

/** Who plays a colour; passive colours have only their own name. */
function owner(colour, ctx) {
  const seat = ctx.state.view.colours.indexOf(colour);
  return seat < 0 ? t(`colour-${colour}`) : `${whom(ctx, seat)} (${t(`colour-${colour}`)})`;
}

/** What a placement is worth, in words. */
function worthIn(choice, ctx) {
  if (!choice.closes.length) return t('ontop-closes-none');
  return choice.closes.map((each) => (each.winner
    ? t('ontop-closes', { circle: each.circle, who: owner(each.winner, ctx), points: each.points })
    : t('ontop-closes-nobody', { circle: each.circle }))).join(' ');
}

export function tell(event, ctx) {
  if (event.seat === null) return event.mover === undefined ? null : told('ontop-tell-draw', ctx, event.mover, { tile: tileName(event.tile) });
  const won = event.closes.filter((each) => each.winner).map((each) => t('ontop-tell-circle', { who: owner(each.winner, ctx), points: each.points, circle: each.circle }));
  return [told('ontop-tell', ctx, event.seat, { place: placeName(event.move) }), ...won].join(' ');
}

const placeName = (move) => move.slice(0, -1).replace(/^([a-z]+\d+)/, '$1 ');
const tileName = (tile) => [...tile].map((letter) => t(`colour-${COLOURS[letter]}`)).join(', ');

function plate(ctx, colour, seat) {
  const { state } = ctx;
  const { view } = state;
  const who = state.seats[seat];
  const turnNow = seat >= 0 && view.mover === seat && !state.over;
  const thinking = seat >= 0 && state.thinking?.seat === seat;
  return h('li', {
    key: colour, class: `plate colour-plate ${turnNow ? 'turn' : ''} ${seat < 0 ? 'passive' : ''}`, 'data-test': seat >= 0 ? `seat-${seat}` : `passive-${colour}`,
    'data-thinking': seat >= 0 ? String(thinking) : undefined, 'data-here': who?.kind === 'person' ? String(who.here) : undefined,
  },
  h('div', { class: 'who' },
    h('svg', { viewBox: '-10 -10 20 20', class: 'colour-sign', 'aria-hidden': 'true' }, h('circle', { r: 9, class: `c-${colour}` }), signOf(colour)),
    h('span', { class: 'name', title: who?.name ? isolate(who.name) : undefined }, seat < 0 ? t(`colour-${colour}`) : ctx.name(seat)), engineSign(who),
    seat >= 0 && seat === state.you && who.name && h('span', { class: 'chip' }, t('you')),
    seat < 0 && h('span', { class: 'chip', title: t('ontop-passive-about') }, t('ontop-passive')),
    seat >= 0 && state.rules?.teams && h('span', { class: `chip team-${seat % 2}`, 'data-test': `team-${seat}` }, t('ontop-team', { team: 'AB'[seat % 2] })),
    away(who),
    thinking && h('span', { class: 'dots', role: 'img', 'aria-label': t('thinking') }, h('i', {}), h('i', {}), h('i', {})),
    h('strong', { class: 'score number', title: t('ontop-score-about') }, number(view.scores[colour], 0, true))),
  h('div', { class: 'facts', 'data-test': 'stones', title: t('ontop-score-about') }, t('ontop-facts', { points: t('n-points', { n: view.points[colour] }), stones: t('n-stones', { n: view.stones[colour] }) })));
}

const signOf = (colour) => ({ blue: h('circle', { r: 3.5, class: 'm-full' }), white: h('g', { class: 'm-white' }, h('circle', { r: 3.5, class: 'm-line' })), red: h('path', { d: 'M-3.5-3.5 3.5 3.5M-3.5 3.5 3.5-3.5', class: 'm-line' }), yellow: h('g', { class: 'm-yellow' }, h('path', { d: 'M0-4.5 4.5 3.6H-4.5z', class: 'm-full' })) }[colour]);

function plates(ctx) {
  const { colours } = ctx.state.view;
  const passive = ALL.filter((colour) => !colours.includes(colour));
  return h('ul', { class: 'players column', 'aria-label': t('players') }, [...colours.map((colour, seat) => [colour, seat]), ...passive.map((colour) => [colour, -1])].map(([colour, seat]) => plate(ctx, colour, seat)));
}

function tileBox(ctx) {
  const { view, choices } = ctx.state;
  if (!view.tile) return h('p', { class: 'small' }, t('ontop-left', { tiles: view.tiles_left }));
  const choice = ctx.choose && current(ctx);
  const mine = choices.length > 0 && ctx.choose;
  const letters = ghost.turned && mine ? view.tile.slice(2) + view.tile.slice(0, 2) : view.tile;
  return h('div', { class: 'tile-box', 'data-test': 'tile', 'data-tile': view.tile },
    h('p', { class: 'small' }, told('ontop-tile-of', ctx, view.mover)),
    looseTile(letters, { class: 'loose' }), h('span', { class: 'unseen' }, tileName(view.tile)),
    mine && h('div', { class: 'row' },
      h('button', { class: 'small', 'data-test': 'turn-tile', onclick: () => turn(ctx), title: 'R' }, t('ontop-turn')),
      h('button', { class: 'small main', 'data-test': choice ? 'choice' : 'place', 'data-place': '', 'data-choice': choice ? choice.send[0] : undefined, disabled: !choice, onclick: () => ctx.choose(choice) }, t('ontop-place'))),
    mine && h('p', { class: 'small worth' }, choice ? worthIn(choice, ctx) : t('ontop-look')),
    h('p', { class: 'small' }, t('ontop-left', { tiles: view.tiles_left })));
}

export function board(ctx) {
  const { view, choices, story } = ctx.state;
  const mine = ctx.choose && choices.length > 0;
  const hinted = ctx.hint && ctx.hint.send ? ctx.hint : null;
  // The tile lies in the hand as the hint wants it; it can still be turned.
  if (mine && hinted && hinted !== taken) ghost.turned = hinted.turned;
  taken = hinted;
  const shown = (mine && current(ctx)) || null;
  // In a review there is nothing to click, but the better move can be shown as a ghost.
  const better = !mine && hinted && { spot: spotOf(hinted), turned: hinted.turned, closes: hinted.closes ?? [], black: hinted.black ?? [], fixed: false };
  const options = {
    view,
    last: story.last?.move,
    ghost: (shown && { spot: ghost.spot, turned: ghost.turned, closes: shown.closes, black: shown.black, fixed: ghost.fixed }) || better || null,
    hinted: hinted && { spot: spotOf(hinted), turned: hinted.turned },
    spots: mine ? [...new Set(choices.map(spotOf))] : [],
    describe: (spot) => {
      const choice = choices.find((each) => spotOf(each) === spot && each.turned === ghost.turned);
      return `${placeName(`${spot}+`)}. ${choice ? worthIn(choice, ctx) : ''}`;
    },
    click: (spot) => click(spot, ctx),
    hover: (spot) => hover(spot, ctx),
    turn: () => turn(ctx),
  };
  return h('div', { class: 'felt ontop-felt', key: 'board' },
    h('div', { class: 'ontop-board', 'data-test': 'board', role: 'group', 'aria-label': t('ontop-board'), 'data-keep': '', 'data-home': '', tabindex: '-1', onkeydown: roam, hook: roam.begin }, drawBoard(options)),
    h('div', { class: 'ontop-side' }, tileBox(ctx), plates(ctx),
      story.last && h('p', { class: 'small last-said' }, tell(story.last, ctx))));
}
