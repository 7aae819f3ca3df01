// Why a decision was a mistake, in words: what was to be expected, and the deals behind it.
import { h } from './dom.js';
import { t, label } from './i18n.js';

const of100 = (share) => Math.round(share * 100);

/** One fact as a sentence. */
function sentence({ kind, seat, card, level, number }, ctx, decision) {
  const second = kind.endsWith('second');
  return t(kind === 'trumps' && number === 1 ? 'reason-trumps-one' : `reason-${kind}`, {
    number,
    name: ctx.name(decision.seat),
    who: seat === undefined ? '' : ctx.name(seat),
    card: card ? t(`reason-${second ? 'second' : 'a'}-${card}`) : '',
    level: level ? t(`level-${level}`) : '',
  });
}

/** The sentences about a decision; nothing where it was no mistake. */
export function reasons(decision, ctx) {
  const { win, best_win: best, loss } = decision;
  if (!(loss > 0)) return null;
  const differs = typeof win === 'number' && typeof best === 'number' && of100(win) !== of100(best);
  const said = (decision.reasons ?? []).map((reason) => sentence(reason, ctx, decision));
  if (differs) said.push(t('reason-wins', { win: of100(win), better: of100(best), move: label(decision), best: label(decision, 'best_label') }));
  if (!said.length) return null;
  return h('ul', { class: 'reasons', 'data-test': 'reasons' }, said.map((text) => h('li', { key: text }, text)));
}
