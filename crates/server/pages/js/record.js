// A game that somebody brings along: pasted, or as a file.
import { h, draw } from './dom.js';
import { t } from './i18n.js';
import { frame, attempt, trouble } from './frame.js';
import { post } from './api.js';

const page = { error: null, busy: false };
const LARGEST = 1_000_000;

async function open() {
  const record = document.getElementById('record').value.trim();
  if (!record) {
    page.error = t('record-empty');
    return show();
  }
  page.busy = true;
  show();
  const made = await attempt(() => post('/api/games', { record }), (text) => { page.error = text; });
  page.busy = false;
  if (made) location.href = `/game/${made.game_id}`;
  return show();
}

async function read(event) {
  const [file] = event.target.files;
  if (!file) return;
  if (file.size > LARGEST) {
    page.error = t('error-too-large');
    show();
    return;
  }
  document.getElementById('record').value = await file.text();
  open();
}

function show() {
  draw(document.getElementById('main'), [
    h('h1', {}, t('record-title')),
    h('p', { class: 'soft' }, t('record-about')),
    h('div', { class: 'box' },
      h('label', { for: 'record', class: 'legend' }, t('record-paste')),
      h('textarea', { id: 'record', rows: 12, spellcheck: 'false', 'data-test': 'record-text', placeholder: '{"kontra":1,"game":"doppelkopf", …}' }),
      h('div', { class: 'row gap-above' },
        h('button', { class: 'main', 'data-test': 'record-open', disabled: page.busy, onclick: open }, t('record-go')),
        h('label', {}, t('record-file'), h('input', { type: 'file', accept: '.json,application/json', 'data-test': 'record-file', onchange: read }))),
      trouble(page.error)),
  ]);
}

frame({ page: 'record', name: 'record-title' }, show);
