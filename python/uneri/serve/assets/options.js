// The fields of a game's options, for the pages that set up a game.
import { dataOf, helpOf, named } from "./form.js";
import { byId, make } from "./page.js";

/** @import { Option as Choice } from "./types.d.ts" */

const OWN = JSON.stringify("a file of yours \u2026");
const LARGEST = 60000; // bytes of a file: the server reads little more at once

/** @type {(part: Element, selector: string) => NodeListOf<HTMLSelectElement>} */
export const selects = (part, selector) => part.querySelectorAll(selector);

/** The field of an option. */
export const control = (/** @type {Choice} */ option) => {
  const id = `option-${option.name}`;
  const input = option.words ? chooser(id, option.words, option.default) : field(id, option);
  input.dataset.option = option.name;
  input.dataset.default = JSON.stringify(option.default);
  input.setAttribute("aria-describedby", `${id}-help`);
  const more = option.own && input instanceof HTMLSelectElement ? [fileOf(input, option.name)] : [];
  const label = make("label", { htmlFor: id, textContent: named(option.name) });
  const words = make("small", { id: `${id}-help`, textContent: helpOf(option) });
  return make("p", { className: "field" }, label, make("span", {}, input, ...more, words));
};
/**
 * @param {string} id
 * @param {Choice["default"][]} words
 * @param {Choice["default"]} normal
 */
const chooser = (id, words, normal) => {
  const options = words.map((word) => {
    const isNormal = word === normal;
    return new Option(String(word), JSON.stringify(word), isNormal, isNormal);
  });
  return make("select", { id }, ...options);
};
/**
 * @param {string} id
 * @param {Choice} option
 */
const field = (id, option) => {
  const input = make("input", { id, value: String(option.default), autocomplete: "off" });
  const { low, high } = option;
  if (low !== undefined) Object.assign(input, { type: "number", min: low ?? "", max: high ?? "", step: 1 });
  return input;
};

/**
 * The content of a file in place of what is built in. The server gets the content, never a name or a path.
 * @param {HTMLSelectElement} select
 * @param {string} name
 */
const fileOf = (select, name) => {
  select.append(new Option(JSON.parse(OWN), OWN));
  const id = `${select.id}-file`;
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, id });
  file.setAttribute("aria-label", `File for ${named(name)}`);
  select.addEventListener("change", () => {
    file.hidden = select.value !== OWN;
  });
  return file;
};
/** The files that were chosen for options, by option; an Error says what is wrong with one. */
export const readFiles = async (/** @type {Element} */ form) => {
  /** @type {Record<string, object>} */
  const found = {};
  for (const select of selects(form, "select[data-option]")) {
    if (select.value !== OWN) continue;
    const name = select.dataset.option ?? "";
    /** @type {File[]} */
    const [file] = byId(`${select.id}-file`).files;
    if (!file) throw new Error(`Choose a file for ${named(name)}.`);
    if (file.size > LARGEST) throw new Error(`${file.name} has ${file.size} bytes; allowed: up to ${LARGEST}.`);
    found[name] = dataOf(file.name, await file.text(), name);
  }
  return found;
};

const valueOf = (/** @type {HTMLSelectElement | HTMLInputElement} */ input) => {
  if (input instanceof HTMLSelectElement) return JSON.parse(input.value);
  return input.type === "number" ? Number(input.value) : input.value;
};

/** The values that differ from what a game has by itself, by option. */
export const chosenOptions = (/** @type {Element} */ form) => {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const input of selects(form, "[data-option]")) {
    if (input.value === OWN) continue;
    const value = valueOf(input);
    if (JSON.stringify(value) !== input.dataset.default) found[input.dataset.option ?? ""] = value;
  }
  return found;
};
