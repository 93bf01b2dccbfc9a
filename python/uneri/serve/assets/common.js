// What the pages of the server use: requests, faults, and the links that this browser holds.
import { byId } from "./page.js";

/** @import { Link } from "./types.d.ts" */

export const problem = (/** @type {string} */ words = "") => {
  const element = byId("problem");
  element.textContent = words;
  element.hidden = !words;
};

export const messageOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));

/**
 * The answer to a request; an error has the server's own words.
 * @param {string} path
 * @param {unknown} [data]
 */
export const ask = (path, data) =>
  data === undefined
    ? answered(path, {})
    : answered(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });

/**
 * @param {string} path
 * @param {RequestInit} how
 */
export const answered = async (path, how) => {
  let answer;
  try {
    const response = await fetch(path, { ...how, cache: "no-store", referrerPolicy: "no-referrer" });
    answer = await response.json();
  } catch {
    throw new Error("The server does not answer.");
  }
  if (answer.type === "error") throw new Error(answer.error);
  return answer;
};

/** The page of a game's book, in the reader's language where there is one. */
export const rulesLink = (/** @type {string} */ game) =>
  `rules/${game}?language=${navigator.language.startsWith("ja") ? "ja" : "en"}`;

const KEY = "uneri.links";
const MOST = 50;

const isLinks = (/** @type {unknown} */ links) =>
  Array.isArray(links) && links.every((link) => Array.isArray(link) && typeof link[1] === "string");

/**
 * Games as lists of links; the newest first.
 * @returns {Link[][]}
 */
export const heldGames = () => {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isLinks) : [];
  } catch {
    return [];
  }
};
const keep = (/** @type {Link[][]} */ games) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
  } catch { /* a browser that keeps nothing */ }
};
export const holdGame = (/** @type {Link[]} */ links) => keep([links, ...heldGames()]);
/**
 * @param {number | null} seat
 * @param {string} token
 */
export const holdLink = (seat, token) => {
  if (!gameOf(token).length) holdGame([[seat, token]]);
};
export const dropGames = (/** @type {Set<string>} */ gone) =>
  keep(heldGames().filter((links) => !links.every((link) => gone.has(link[1]))));
/**
 * @param {string} token
 * @returns {Link[]}
 */
export const gameOf = (token) => heldGames().find((links) => links.some((link) => link[1] === token)) ?? [];

export const linkTo = (/** @type {string} */ token) => {
  const here = location.href.split("#")[0].replace(/[^/]*$/, "");
  return new URL(`table#${token}`, here).href;
};
