// The guide at a table: the goal, and what one may do now. In a first game it speaks by itself, else it waits to be asked.
import { h } from './dom.js';
import { t } from './i18n.js';
import { recall, remember } from './store.js';

let words = null;
let open = false;

const isGuided = (table) => (recall('guided', []) ?? []).includes(table);

/** The sentences come when they are needed: most games are played without them. */
function load(ctx) {
  if (words) return;
  words = 'coming';
  import('./guide-steps.js').then((module) => {
    words = module;
    ctx.redraw();
  });
}

const said = (ctx, wanted) => {
  if (wanted) load(ctx);
  return wanted && words && words !== 'coming' ? words.step(ctx) : null;
};

const knows = ({ you, game }) => you !== null && ['doppelkopf', 'just4fun', 'ontop'].includes(game);

/** In a first game: the box above the board. */
export function guide(ctx) {
  const { state } = ctx;
  if (!knows(state) || !isGuided(state.table)) return null;
  const step = said(ctx, true);
  const end = () => {
    remember('guided', (recall('guided', []) ?? []).filter((each) => each !== state.table));
    ctx.redraw();
  };
  return h('section', { class: 'guide', key: 'guide', 'aria-label': t('guide'), 'data-test': 'guide', 'data-step': step ?? '' },
    step && words.box(step, state.game),
    h('button', { class: 'plain small', 'data-test': 'guide-end', onclick: end }, t('guide-end')));
}

/** At every other table: the same beside the board, for those who ask. */
export function ruleNow(ctx) {
  const { state } = ctx;
  if (!knows(state) || isGuided(state.table)) return null;
  const step = said(ctx, open);
  const toggle = (event) => {
    if (event.target.open === open) return;
    open = event.target.open;
    ctx.redraw();
  };
  return h('details', { class: 'box', key: 'rule-now', open: open || undefined, ontoggle: toggle },
    h('summary', { 'data-test': 'rule-now' }, t('guide-ask')), step && words.box(step, state.game));
}
