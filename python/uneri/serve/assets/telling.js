// Words for what happens at a table, and for what a review says. Nothing here touches the page.
import { minus } from "./page.js";

/** @import { About, Event, Judged, Standing, State } from "./types.d.ts" */

/** An event as one line of prose. */
export const told = (/** @type {Event} */ [, , words]) => words.split("\n").map((line) => line.trim()).join("; ");

/** The score sheets so far, the newest first. */
export const sheets = (/** @type {Event[]} */ events) =>
  events.map(([, , , sheet]) => sheet).filter(Boolean).reverse().join("\n\n");

/**
 * What is to be said of the table. `step` is the one that is looked at; null is the newest.
 * @param {About} about
 * @param {State} state
 * @param {Event[]} events
 * @param {number | null} step
 */
export const situation = (about, state, events, step) => {
  const words = step === null ? [] : [`Step ${step}: ${step ? told(events[step - 1]) : "the start"}.`];
  if (state.over) {
    const won = about.names.filter((_, seat) => state.won[seat]);
    words.push(`The game is over: ${won.join(" and ")} ${won.length === 1 ? "has" : "have"} won.`);
  } else if (state.turn) words.push(step === null ? "Your turn." : "It is your turn; go to the newest step to move.");
  else words.push("It is another seat's turn.");
  const waits = state.waits.map((seat) => seat === about.seat ? "you" : about.names[seat]);
  if (waits.length) words.push(`The score sheet is shown; bots wait for ${waits.join(" and ")}.`);
  if (step === null && events.length) words.push(`${told(events[events.length - 1])}.`);
  return words.join(" ");
};

/**
 * Whether the reader's move has no choice and nothing is left to be read before it.
 * @param {State} state
 * @param {number | null} step
 */
export const isForced = ({ turn, moves, waits, over }, step) =>
  turn && !over && step === null && moves.length === 1 && !waits.length;

/** A game in the list of the start page. */
export const standingText = (/** @type {Standing} */ { seat, step, over, won, turn }) => {
  const words = over ? (won ? "you have won" : "over") : turn ? "your turn" : `${step} moves`;
  return `${seat === null ? "to watch" : `seat ${seat}`}, ${words}`;
};

export const share = (/** @type {number} */ value) => minus(value.toFixed(2));

/** What a mistake costs its seat, of an expected result between 0 and 1. */
export const lossText = (/** @type {{ loss: number }} */ { loss }) => `loss ${loss.toFixed(2)}`;

/**
 * @param {number} count
 * @param {string} word
 */
const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** Decisions where there was a choice. */
const chosen = (/** @type {Judged[]} */ found) => found.filter(({ legal }) => legal > 1);

/** The mistakes, the worst first. */
export const mistakes = (/** @type {Judged[]} */ found) =>
  chosen(found).filter(({ mistake }) => mistake).sort((a, b) => b.loss - a.loss || a.step - b.step);

/**
 * What a review found so far, where `open` decisions are still to come; empty if nothing.
 * @param {Judged[]} found
 * @param {number} open
 */
export const summary = (found, open) => {
  const all = chosen(found);
  if (!all.length) return "";
  const mean = all.reduce((sum, { loss }) => sum + loss, 0) / all.length;
  const counts = `${counted(all.length, "decision")}, ${counted(mistakes(all).length, "mistake")}`;
  return `${counts}, mean loss ${share(mean)}${open ? `; ${open} to come` : ""}.`;
};
