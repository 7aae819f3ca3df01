// Machines have names too: three opponents who are all called "Strong" are hard to tell apart.
const NAMES = ['Ada', 'Emil', 'Frieda', 'Oskar', 'Greta', 'Hugo', 'Ida', 'Karl'];

// Controls of lines and of the direction of writing: what stands around a name is not the name's business.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A name for use in a text, where it has a direction of its own. On the page it becomes a `<bdi>`; see dom.js. */
export const isolate = (name) => `\u2068${String(name).replace(HIDDEN, '')}\u2069`;

/** Some names, no two of them equal. */
export function names(many) {
  const start = Math.floor(Math.random() * NAMES.length);
  return Array.from({ length: many }, (_, i) => NAMES[(start + i) % NAMES.length]);
}
