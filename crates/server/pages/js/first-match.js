// What stands where no match has been played yet: how to play the first.
import { h } from './dom.js';
import { t } from './i18n.js';
import { copy } from './frame.js';

let copied = false;

/** A path as a shell wants it. */
const quoted = (path) => (/^[\w./\\:~-]+$/.test(path) ? path : `"${path}"`);

/** One sentence and the command; `store` is what the server calls its store. */
export function firstMatch(store, words, redraw) {
  if (!store) return h('p', { class: 'box' }, t('first-no-store'));
  const command = `kontra match just4fun -a random -a flat --deals 20 --seating all --store ${quoted(store)}`;
  return h('section', { class: 'box first-match', 'data-test': 'first-match' },
    h('p', {}, words),
    h('details', {}, h('summary', { 'data-test': 'first-owner' }, t('first-owner')),
      h('p', {}, t('first-how')),
      h('div', { class: 'command' },
        h('code', { 'data-test': 'first-command' }, command),
        h('button', { class: 'small', onclick: async () => { copied = await copy(command); redraw(); } }, t(copied ? 'copied' : 'copy')))));
}
