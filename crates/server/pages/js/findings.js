// What a review found: the greatest mistakes first, and all decisions as a strip.
import { h } from './dom.js';
import { isolate } from './names.js';
import { t, label } from './i18n.js';
import { trouble } from './frame.js';
import { worth, difference } from './bars.js';
import { reasons } from './reasons.js';

const MOST = 8;

/** Losses below twice the error may be noise, and so may those that the server does not call a mistake. */
const sure = (decision, review) => decision.loss >= 2 * (decision.error ?? 0) && review.mistakes.includes(decision.ply);

/** The decisions that are certainly mistakes, the greatest first. */
export function mistakesOf(review) {
  const by = new Map(review.decisions.map((each) => [each.ply, each]));
  return review.mistakes.map((ply) => by.get(ply)).filter((each) => each && sure(each, review));
}

/** What the review says about the decision at the present ply. */
export function verdict(page, ctx) {
  const { review } = page;
  const decision = review?.decisions?.find((each) => each.ply === page.ply);
  if (!decision) return null;
  const { unit } = review;
  const bad = decision.loss > 0 && sure(decision, review);
  return h('div', { class: `verdict-box ${bad ? 'lost' : ''}`, 'data-test': 'decision' },
    decision.loss > 0
      ? h('p', {}, t(bad ? 'review-lost' : 'review-close', { loss: difference(decision.loss, unit), best: label(decision, 'best_label'), name: ctx.name(decision.seat) }))
      : h('p', {}, t('review-best')),
    reasons(decision, ctx),
    h('p', { class: 'small soft' }, t('review-values', { value: worth(decision.value, unit), best: worth(decision.best_value, unit) })));
}

function strip(review, page, go) {
  const most = Math.max(...review.decisions.map((each) => each.loss), 1e-9);
  const wide = 100 / review.decisions.length;
  return h('svg', { class: 'strip', viewBox: '0 0 100 24', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    review.decisions.map((each, i) => h('g', { key: each.ply, onclick: () => go(each.ply, each.seat) },
      h('rect', { class: 'strip-hit', x: i * wide, y: 0, width: wide, height: 24 }),
      h('rect', { class: `strip-bar ${each.ply === page.ply ? 'here' : ''} ${sure(each, review) ? 'sure' : ''}`, x: i * wide + wide * .1, y: 23 - (each.loss / most) * 21, width: wide * .8, height: 1 + (each.loss / most) * 21 }))));
}

function mistake(decision, review, page, ctx, go) {
  const here = decision.ply === page.ply;
  return h('li', { key: decision.ply }, h('button', {
    class: 'mistake', 'data-test': 'mistake', 'data-ply': String(decision.ply), 'aria-current': here ? 'true' : undefined, onclick: () => go(decision.ply, decision.seat),
  },
  h('span', { class: 'loss number' }, `−${difference(decision.loss, review.unit)}`),
  h('span', {}, h('strong', {}, ctx.name(decision.seat)), `: ${label(decision)}`, h('span', { class: 'small soft block' }, t('review-better', { best: label(decision, 'best_label') })))));
}

/** The box beside the board. */
export function findings(page, ctx, { start, go }) {
  const { review } = page;
  const title = h('h2', {}, t('review-title'));
  if (!review || review.status === 'none') {
    return h('section', { class: 'box' }, title, h('p', { class: 'soft small' }, t('review-about')), h('button', { class: 'main', 'data-test': 'start-review', onclick: start }, t('review-begin')), trouble(page.reviewError));
  }
  if (review.status !== 'done') {
    return h('section', { class: 'box', 'data-test': 'review-state', 'data-state': review.status }, title,
      h('label', { class: 'stack' }, t('review-running', { done: review.done, total: review.total }), h('progress', { max: Math.max(review.total, 1), value: review.done })));
  }
  const worst = mistakesOf(review);
  const line = (decision) => mistake(decision, review, page, ctx, go);
  return h('section', { class: 'box', 'data-test': 'review-state', 'data-state': 'done' }, title,
    strip(review, page, go),
    worst.length ? h('ol', { class: 'mistakes' }, worst.slice(0, MOST).map(line)) : h('p', {}, t('review-none')),
    worst.length > MOST && h('details', {}, h('summary', {}, t('review-more', { more: worst.length - MOST })), h('ol', { class: 'mistakes' }, worst.slice(MOST).map(line))),
    h('table', { class: 'totals' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('player')), h('th', { scope: 'col', class: 'number' }, t('review-decisions')), h('th', { scope: 'col', class: 'number' }, t('review-loss')))),
      h('tbody', {}, review.seats.map((seat) => h('tr', { key: seat.seat }, h('th', { scope: 'row', title: isolate(ctx.state.seats[seat.seat].name) }, ctx.name(seat.seat)), h('td', { class: 'number' }, seat.decisions), h('td', { class: 'number' }, difference(seat.loss, review.unit)))))));
}
