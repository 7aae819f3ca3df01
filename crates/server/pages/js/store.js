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

export function keepTable({ table, token, game, seat }) {
  const others = ownTables().filter((each) => each.table !== table);
  remember('tables', [{ table, token, game, seat, at: Date.now() }, ...others].slice(0, 12));
}

export const dropTable = (table) => remember('tables', ownTables().filter((each) => each.table !== table));
