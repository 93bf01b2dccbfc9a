// The listed moves as buttons: all, those that fit some words, or those that mean all that was pressed in the picture.
import { entered, grouped, keptMoves } from "./move_list.js";
import { byId, make } from "./page.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { Move, TableIds } from "./types.d.ts" */

/** @type {Find<TableIds>} */
const $ = byId;

export class Moves {
  #play;
  #mark;
  /** @type {Move[]} */
  #moves = [];
  /**
   * What was pressed: numbers by their text.
   * @type {Map<string, number[]>}
   */
  #chosen = new Map();
  #waits = false;

  /**
   * @param {(action: number) => void} play
   * @param {(chosen: Set<string>) => void} mark
   */
  constructor(play, mark) {
    this.#play = play;
    this.#mark = mark;
    $("filter").addEventListener("input", () => this.#list());
    $("filter").addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#send(entered(this.#names(), $("filter").value, [...this.#chosen.values()]));
    });
    $("moves").addEventListener("keydown", (event) => {
      if (event.repeat && event.key === "Enter") event.preventDefault(); // held down, it would play the next turn, too
    });
    $("clear").addEventListener("click", () => {
      this.clear();
      this.focus();
    });
  }

  show(/** @type {Move[]} */ moves) {
    const before = JSON.stringify(this.#moves);
    this.#moves = moves;
    this.#waits = false;
    if (before !== JSON.stringify(moves)) {
      this.#chosen.clear();
      $("filter").value = "";
    }
    $("turn").hidden = false;
    $("filter").hidden = moves.length < 6;
    this.#list();
  }

  hide() {
    $("turn").hidden = true;
    this.#moves = [];
  }

  /** Nothing can be played until the server has answered. */
  wait(/** @type {boolean} */ waits) {
    this.#waits = waits;
    for (const button of $("moves").querySelectorAll("button")) button.disabled = waits;
  }

  focus() {
    if (!$("turn").hidden && !$("filter").hidden) $("filter").focus();
  }

  clear() {
    this.#chosen.clear();
    $("filter").value = "";
    this.#list();
  }

  /** Something was pressed that means these moves: one is played, several are listed. */
  press(/** @type {number[]} */ numbers) {
    if (!this.#moves.length || this.#waits) return;
    if (numbers.length === 1 && !this.#chosen.size) {
      this.#send(numbers[0]);
      return;
    }
    const key = numbers.join(" ");
    if (!this.#chosen.delete(key)) this.#chosen.set(key, numbers);
    if (!this.#kept().length) this.#chosen = new Map([[key, numbers]]);
    $("filter").value = "";
    this.#list();
    $("turn").scrollIntoView({ block: "nearest" });
  }

  #names() {
    return this.#moves.map(([, name]) => name);
  }

  #kept() {
    return keptMoves(this.#names(), $("filter").value, [...this.#chosen.values()]);
  }

  #list() {
    const kept = this.#kept();
    const parts = [];
    for (const [group, moves] of grouped(kept)) {
      if (group) parts.push(make("h3", { textContent: group }));
      const items = moves.map(([place, name]) => make("li", {}, this.#button(place, name, group)));
      parts.push(make("ul", { className: "moves" }, ...items));
    }
    if (!kept.length) parts.push(make("p", { className: "muted", textContent: "No move fits." }));
    $("moves").replaceChildren(...parts);
    const all = kept.length === this.#moves.length;
    $("moves-title").textContent = all
      ? `Your moves (${kept.length})`
      : `${kept.length} of your ${this.#moves.length} moves`;
    $("clear").hidden = all && !this.#chosen.size;
    this.#mark(new Set(this.#chosen.keys()));
  }

  /**
   * @param {number} place
   * @param {string} name
   * @param {string} group
   */
  #button(place, name, group) {
    const short = group ? name.slice(group.length + 1) : name; // the group stands above
    const number = make("span", { className: "number", textContent: place });
    const button = make("button", { type: "button", disabled: this.#waits }, number, " ", short);
    if (group) button.setAttribute("aria-label", `${place} ${name}`);
    button.dataset.move = String(place);
    button.dataset.key = name;
    button.addEventListener("click", () => this.#send(place));
    return button;
  }

  /** Plays the move at a place of the list; 0 is none. */
  #send(/** @type {number} */ place) {
    if (this.#waits || !place) return;
    this.wait(true);
    this.#play(this.#moves[place - 1][0]);
  }
}
