// How good a solver is: a rating in this browser's storage, as chess players know it.
import { recall, remember } from './store.js';

const BEGIN = 1000;
/** How much one answer can change: more for the first ones, while little is known. */
const step = (answered) => (answered < 20 ? 40 : 20);

/** Rating, number of answers, and which puzzles were solved or failed. */
export function solver() {
  const kept = recall('puzzles', {}) ?? {};
  return { rating: Number(kept.rating) || BEGIN, answered: Number(kept.answered) || 0, done: kept.done && typeof kept.done === 'object' ? kept.done : {} };
}

/** Notes an answer. Only the first one to a puzzle counts: by the second the solver knows it. */
export function noteAnswer(puzzle, rating, solved) {
  const before = solver();
  if (puzzle in before.done) return { ...before, change: 0 };
  const expected = 1 / (1 + 10 ** ((rating - before.rating) / 400));
  const change = Math.round(step(before.answered) * (Number(solved) - expected));
  const now = { rating: before.rating + change, answered: before.answered + 1, done: { ...before.done, [puzzle]: solved } };
  remember('puzzles', now);
  return { ...now, change };
}

/** The puzzle of a day: the same one for everybody, another one tomorrow. */
export function ofTheDay(puzzles, date = new Date()) {
  const day = Math.floor((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())) / 86400000);
  // Steps of a number that shares no factor with the length go through all of them.
  return puzzles.length ? puzzles[(day * 37) % puzzles.length] : null;
}
