// What happened so far, in words.
import { h } from './dom.js';
import { t } from './i18n.js';
import { faceOf } from './games.js';

export function log(ctx) {
  const game = faceOf(ctx.state.game);
  const lines = ctx.events.map((event) => [event.number, game.tell(event, ctx)]).filter(([, text]) => text);
  // Beside the board there is room for it; below the board it would be long.
  return h('details', { class: 'box log', key: 'log', 'data-test': 'log', open: innerWidth > 900 },
    h('summary', {}, t('log')),
    h('ol', { reversed: true, tabindex: '0', 'aria-label': t('log') }, lines.reverse().slice(0, 120).map(([number, text]) => h('li', { key: `${ctx.state.number}-${number}` }, text))));
}
