// The result of a game as a picture for friends: who played, and what everybody got.
import { number } from './i18n.js';

const [WIDTH, HEIGHT] = [1200, 630];
const FONT = 'system-ui, sans-serif';

/** A picture as a link that can be saved: a title, and a line for each player. */
export function resultPicture(title, players) {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  const best = Math.max(...players.map(({ score }) => score));
  pen.fillStyle = '#1d5c3f';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = '#ffffff';
  pen.font = `bold 64px ${FONT}`;
  pen.fillText(title, 80, 120, WIDTH - 160);
  players.forEach(({ name, score }, i) => {
    const y = 230 + i * Math.min(90, 320 / players.length);
    const text = number(score, Number.isInteger(score) ? 0 : 2, true);
    pen.font = `${score === best ? 'bold ' : ''}48px ${FONT}`;
    pen.textAlign = 'left';
    pen.fillText(name, 80, y, WIDTH - 460);
    pen.textAlign = 'right';
    pen.fillText(text, WIDTH - 80, y, 280);
  });
  pen.textAlign = 'left';
  pen.font = `32px ${FONT}`;
  pen.fillText('Kontra', 80, HEIGHT - 50);
  return canvas.toDataURL('image/png');
}
