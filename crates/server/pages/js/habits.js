// How this person likes to play; kept in this browser.
import { recall, remember } from './store.js';

const USUAL = { confirm: true };

export const habit = (name) => recall(`habit-${name}`, USUAL[name]);
export const setHabit = (name, value) => remember(`habit-${name}`, value);
