// The result of a game of OnTop: every circle that was scored, and the sums.
import { h } from './dom.js';
import { t, number } from './i18n.js';

export function sheet(over, ctx) {
  const { sheet: result } = over;
  const winners = result.seats.filter((seat) => seat.wins).map((seat) => ctx.name(seat.seat));
  const mine = ctx.state.you === null ? undefined : result.seats[ctx.state.you];
  const title = result.draw ? t('draw') : mine?.wins ? t('you-won') : t(winners.length > 1 ? 'won-many' : 'won', { name: winners.join(t('and')) });
  const lines = result.lines.filter((line) => line.winner);
  return { head: [
    h('h2', {}, title),
    mine && !result.draw && !mine.wins && h('p', { class: 'verdict bad' }, t('you-lost')),
    h('p', {}, t(`ontop-ending-${over.ending}`, { colours: result.out_of_stones.map((colour) => t(`colour-${colour}`)).join(', ') })),
  ], body: [
    h('div', { class: 'scroll' }, h('table', { class: 'sheet' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('player')), h('th', { scope: 'col', class: 'number' }, t('points')), h('th', { scope: 'col', class: 'number' }, t('ontop-stones')), h('th', { scope: 'col', class: 'number' }, t('ontop-score')))),
      h('tbody', {}, result.seats.map((seat) => h('tr', { key: seat.seat, class: seat.wins ? 'winner' : '' },
        h('th', { scope: 'row' }, `${ctx.name(seat.seat)} (${t(`colour-${seat.colour}`)})`), h('td', { class: 'number' }, number(seat.points)), h('td', { class: 'number' }, `−${number(seat.stones)}`), h('td', { class: 'number' }, h('strong', {}, number(seat.score, 0, true)))))))),
    h('details', {},
      h('summary', {}, t('ontop-circles', { circles: lines.length })),
      h('div', { class: 'scroll' }, h('table', { class: 'sheet small' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('ontop-circle')), h('th', { scope: 'col' }, t('ontop-on-top')), h('th', { scope: 'col' }, t('ontop-seconds')), h('th', { scope: 'col', class: 'number' }, t('points')))),
        h('tbody', {}, lines.map((line) => h('tr', { key: line.circle, 'data-test': 'sheet-line' },
          h('td', {}, line.circle, line.gold ? ` (${t('ontop-gold')})` : ''), h('td', {}, t(`colour-${line.winner}`)), h('td', {}, line.seconds.map((colour) => t(`colour-${colour}`)).join(', ') || '–'),
          h('td', { class: 'number', title: line.gold ? `2 × (1 + ${line.seconds.length})` : `1 + ${line.seconds.length}` }, number(line.points)))))))),
  ] };
}
