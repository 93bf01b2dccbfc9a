// What the start page asks the server for, and what its options mean. Nothing here touches the page.

/** @import { OfferedGame, Option } from "./types.d.ts" */

export const named = (/** @type {string} */ word) => word.replaceAll("_", " ");

/**
 * The bounds of the number of seats; a game may have no such option, or one without bounds.
 * @param {OfferedGame} game
 */
export const seatsOf = (game) => {
  const option = game.options.find(({ name, low }) => name === "players" && typeof low === "number");
  if (!option) return { option: null, low: game.seats, high: game.seats, normal: game.seats };
  return { option, low: option.low ?? game.seats, high: option.high ?? game.seats, normal: Number(option.default) };
};

/** Words without the numbers of rules behind them. */
export const plain = (/** @type {string} */ words) => words.replace(/ \((?:[A-Z]-)?[\d., ]+\)/g, "");

/** The words below an option. */
export const helpOf = (/** @type {Option} */ { low, words, meaning, allowed }) =>
  low !== undefined || words === undefined ? `${plain(meaning)} (${plain(allowed)})` : plain(meaning);

/** Options that change what is measured, or shorten a game for it; the others are house rules. */
const STUDY = ["first_seat", "pack", "turn_cap", "utility", "values"];
export const isForStudy = (/** @type {Option} */ { name }) => STUDY.includes(name);

/**
 * The request for a game as JSON. A seed has up to 64 bits, more than a number of JavaScript: it goes as it is typed.
 * @param {object} wanted
 * @param {string} seed
 */
export const requestText = (wanted, seed) =>
  JSON.stringify(wanted).replace(/}$/, /^[0-9]+$/.test(seed) ? `,"seed":${BigInt(seed)}}` : "}");

/**
 * The content of a file for an option; an Error says what is wrong with it.
 * @param {string} file
 * @param {string} text
 * @param {string} option
 * @returns {object}
 */
export const dataOf = (file, text, option) => {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (data === null || typeof data !== "object") {
    throw new Error(`${file} is no data for ${named(option)}; allowed: what uneri data prints.`);
  }
  return data;
};

/** Entries of a real table as text: a line each, with the answers to its questions after bars. */
export const textOf = (/** @type {string[][]} */ entries) => entries.map((entry) => entry.join(" | ")).join("\n");

/** The entries in a text. */
export const linesOf = (/** @type {string} */ text) =>
  text.split("\n").map((line) => line.split("|").map((part) => part.trim())).filter(([first]) => first);
