// What all pages use: elements by their ids, new elements, numbers as they are shown.

/** @import { Make } from "./types.d.ts" */

/** @type {(id: string) => any} */
export const byId = (id) => document.getElementById(id);

/** @type {Make} */
export const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

export const seatToken = (/** @type {number} */ seat) => {
  const token = make("span", { className: "seat", textContent: seat });
  token.style.background = `var(--seat${seat % 10})`;
  return token;
};

/** With a minus sign in place of the hyphen. */
export const minus = (/** @type {string} */ words) => words.replace("-", "\u2212");

export const points = (/** @type {number} */ value) => minus(String(Math.round(value * 1000) / 1000));
