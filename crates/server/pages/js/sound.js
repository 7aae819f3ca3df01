// Short sounds, made here: nothing is fetched. Off unless somebody wants them.
import { recall, remember } from './store.js';

let on = recall('sound', false);
let audio = null;

export const sounds = () => on;

export function setSounds(wanted) {
  on = wanted;
  remember('sound', on);
  if (on) play('turn');
}

/** Notes of each sound: frequency, begin and length in seconds. */
const NOTES = {
  card: [[180, 0, 0.05]],
  trick: [[240, 0, 0.07], [180, 0.07, 0.09]],
  turn: [[660, 0, 0.09], [880, 0.1, 0.12]],
  said: [[520, 0, 0.07], [620, 0.08, 0.07]],
  over: [[523, 0, 0.12], [659, 0.13, 0.12], [784, 0.26, 0.2]],
};

export function play(name) {
  // Before the first click on a page a browser does not want to hear anything.
  if (!on || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    for (const [frequency, begin, length] of NOTES[name]) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const at = audio.currentTime + begin;
      tone.type = 'triangle';
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.12, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  } catch { /* a browser without sound */ }
}
