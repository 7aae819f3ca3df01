// Machines have names too: three opponents who are all called "Strong" are hard to tell apart.
const NAMES = ['Ada', 'Emil', 'Frieda', 'Oskar', 'Greta', 'Hugo', 'Ida', 'Karl'];

/** Some names, no two of them equal. */
export function names(many) {
  const start = Math.floor(Math.random() * NAMES.length);
  return Array.from({ length: many }, (_, i) => NAMES[(start + i) % NAMES.length]);
}
