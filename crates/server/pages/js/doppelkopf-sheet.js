// The score of a game of Doppelkopf, line by line: which rule gave which point.
import { h } from './dom.js';
import { t, label, number } from './i18n.js';

const team = (sheet, name, ctx) => h('th', { scope: 'col', class: 'number' }, h('span', { class: `chip team ${name}` }, t(`team-${name}`)), h('div', { class: 'small soft' }, sheet[name].seats.map(ctx.name).join(', ')));

export function sheet(over, ctx) {
  const { sheet: score } = over;
  const cell = (line, name) => h('td', { class: 'number' }, line.team === name ? number(line.points) : '');
  const sum = (name) => score.lines.filter((line) => line.team === name).reduce((all, line) => all + line.points, 0);
  const title = score.winner ? t('sheet-winner', { team: t(`team-${score.winner}`), points: score[score.winner].points, others: 240 - score[score.winner].points }) : t('sheet-nobody');
  const mine = ctx.state.you !== null && ctx.state.you !== undefined ? score.scores[ctx.state.you] : null;
  return { head: [
    h('h2', {}, title),
    mine !== null && h('p', { class: `verdict ${mine > 0 ? 'good' : mine < 0 ? 'bad' : ''}` }, t(mine > 0 ? 'you-win' : mine < 0 ? 'you-lose' : 'you-draw', { points: number(mine, 0, true) })),
  ], body: [
    h('div', { class: 'scroll' }, h('table', { class: 'sheet' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('sheet-for')), team(score, 're', ctx), team(score, 'kontra', ctx))),
      h('tbody', {},
        h('tr', { class: 'soft' }, h('td', {}, t('sheet-card-points')), h('td', { class: 'number' }, score.re.points), h('td', { class: 'number' }, score.kontra.points)),
        h('tr', { class: 'soft' }, h('td', {}, t('sheet-tricks')), h('td', { class: 'number' }, score.re.tricks), h('td', { class: 'number' }, score.kontra.tricks)),
        score.lines.map((line, i) => h('tr', { key: i, 'data-test': 'sheet-line' }, h('td', {}, label(line), '\u00a0', h('a', { class: 'rule-number', href: '/rules#doppelkopf-score', title: t('sheet-rule', { rule: line.rule }) }, `(${line.rule})`)), cell(line, 're'), cell(line, 'kontra'))),
        h('tr', { class: 'sum' }, h('th', { scope: 'row' }, t('sheet-sum')), h('td', { class: 'number' }, sum('re')), h('td', { class: 'number' }, sum('kontra')))))),
    h('p', { class: 'small soft' }, t(score.solo ? 'sheet-difference-solo' : 'sheet-difference', { points: number(Math.abs(score.difference)) })),
    h('ul', { class: 'scores' }, score.scores.map((points, seat) => h('li', { key: seat }, h('span', {}, ctx.name(seat)), h('strong', { class: 'number' }, number(points, 0, true))))),
  ] };
}
