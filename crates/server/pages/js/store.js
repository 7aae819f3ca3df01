// What this browser remembers. Storage may be full or forbidden: then it just forgets.
const PREFIX = 'kontra.';

export function recall(key, fallback = null) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch { /* a private window */ }
}

/** Tables at which this browser has a seat, the newest first. */
export const ownTables = () => recall('tables', []).filter((each) => each && typeof each.table === 'string');

/** `next` is a new secret that was asked for and perhaps granted: the answer may have been lost. */
export function keepTable({ table, token, game, seat, next }) {
  const others = ownTables().filter((each) => each.table !== table);
  remember('tables', [{ table, token, game, seat, next, at: Date.now() }, ...others].slice(0, 12));
}

/** A secret for a seat. It is made here, so that the request for it may be sent again, and nobody else has ever had it. */
export function freshToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

export const dropTable = (table) => remember('tables', ownTables().filter((each) => each.table !== table));
