// A short tone, made here: no file is loaded.

const SECONDS = 0.35;
/** @type {AudioContext | undefined} */
let sounds;

/** Rings, if the browser lets a page do so: somebody must have pressed something in it. */
export const ring = () => {
  sounds ??= new AudioContext();
  const [tone, loudness, now] = [sounds.createOscillator(), sounds.createGain(), sounds.currentTime];
  tone.frequency.value = 660;
  loudness.gain.setValueAtTime(0.15, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + SECONDS);
  tone.connect(loudness).connect(sounds.destination);
  tone.start(now);
  tone.stop(now + SECONDS);
};
