// Which of the listed moves are shown, and in which groups. A move has its place in the list, from 1, and its name.

/** @typedef {[place: number, name: string]} Placed */

const MANY = 24; // from which on they are grouped
const PART = /[a-z]*\d+|[a-z_]+/g;

/**
 * Whether the word is a part of a move: `run` is in RUN3, `7` in b7 but not in b17.
 * @param {string} word
 * @param {string} part
 */
const isPart = (word, part) => {
  if (/^\d+$/.test(word)) return part.replace(/^[a-z_]+/, "") === word;
  return /\d$/.test(word) ? part === word : part.startsWith(word);
};

/**
 * Whether a move has all of these words.
 * @param {string} name
 * @param {string[]} words
 */
const fits = (name, words) => {
  const parts = name.toLowerCase().match(PART) ?? [];
  return words.every((word) => parts.some((part) => isPart(word, part)));
};

/** The number that a text is, or 0. */
const numberOf = (/** @type {string} */ text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : 0);

/**
 * The moves that have all words of a text, or whose number it is, and that are in every set.
 * @param {string[]} names
 * @param {string} text
 * @param {number[][]} sets
 * @returns {Placed[]}
 */
export const keptMoves = (names, text, sets) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const number = numberOf(text);
  return names
    .map((name, index) => /** @type {Placed} */ ([index + 1, name]))
    .filter(([place, name]) =>
      sets.every((places) => places.includes(place)) && (place === number || fits(name, words))
    );
};

/**
 * The place of the move that Enter plays: the one whose number is typed, or the only one that fits; 0 for none.
 * @param {string[]} names
 * @param {string} text
 * @param {number[][]} sets
 */
export const entered = (names, text, sets) => {
  const number = numberOf(text);
  if (number >= 1 && number <= names.length) return number;
  const kept = keptMoves(names, text, sets);
  return kept.length === 1 ? kept[0][0] : 0;
};

/**
 * Many moves by their first word, or all up to a colon; those without more words first.
 * @param {Placed[]} moves
 * @returns {[group: string, moves: Placed[]][]}
 */
export const grouped = (moves) => {
  /** @type {Map<string, Placed[]>} */
  const groups = new Map();
  for (const move of moves) {
    const [, head, more] = move[1].match(/^(.*?:|\S+) (.+)/) ?? [];
    const group = moves.length > MANY && more ? head : "";
    groups.set(group, [...(groups.get(group) ?? []), move]);
  }
  return [...groups].sort((a, b) => (a[0] ? 1 : 0) - (b[0] ? 1 : 0));
};

/**
 * The place of the only move all of whose things are chosen; 0 for none. A thing is the places of the moves that it means.
 * @param {number[]} places
 * @param {Set<string>} things
 * @param {Set<string>} chosen
 */
export const exact = (places, things, chosen) => {
  const split = [...things].map((thing) => ({ thing, means: thing.split(" ").map(Number) }));
  const fitting = places.filter((place) => {
    const needed = split.filter(({ means }) => means.includes(place));
    return needed.length > 0 && needed.every(({ thing }) => chosen.has(thing));
  });
  return chosen.size && fitting.length === 1 ? fitting[0] : 0;
};
