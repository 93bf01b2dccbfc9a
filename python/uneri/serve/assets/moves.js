// The listed moves as buttons: all, those that fit some words, or those that mean all that was pressed in the picture.
import { entered, exact, grouped, keptMoves } from "./move_list.js";
import { byId, make } from "./page.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Move, TableIds } from "./types.d.ts" */

/** @type {Find<TableIds>} */
const $ = byId;

export class Moves {
  #play;
  #picture;
  /** @type {Move[]} */
  #moves = [];
  /**
   * What was pressed: numbers by their text.
   * @type {Map<string, number[]>}
   */
  #chosen = new Map();
  #waits = false;
  /** Of the state in which these are the moves. */
  #step = -1;

  /**
   * @param {(action: number) => void} play
   * @param {Picture} picture
   */
  constructor(play, picture) {
    this.#play = play;
    this.#picture = picture;
    $("play").addEventListener("click", () => this.#send(this.#ready()));
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

  /**
   * @param {Move[]} moves
   * @param {number} step
   */
  show(moves, step) {
    const before = this.#step;
    this.#moves = moves;
    this.#step = step;
    this.#waits = false;
    if (before !== step) {
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
    $("play").disabled ||= waits;
    for (const button of $("moves").querySelectorAll("button")) button.disabled = waits;
  }

  /** Plays the move that has no choice. */
  playOnly() {
    if (this.#moves.length === 1) this.#send(1);
  }

  focus() {
    if (!$("turn").hidden && !$("filter").hidden) $("filter").focus();
  }

  clear() {
    this.#chosen.clear();
    $("filter").value = "";
    this.#list();
  }

  /** Something was pressed that means these moves: they are listed. If they are one, *Play* or a second press plays it. */
  press(/** @type {number[]} */ numbers) {
    if (!this.#moves.length || this.#waits) return;
    const key = numbers.join(" ");
    if (this.#chosen.has(key) && this.#ready()) {
      this.#send(this.#ready());
      return;
    }
    if (!this.#chosen.delete(key)) this.#chosen.set(key, numbers);
    if (!this.#kept().length) this.#chosen = new Map([[key, numbers]]);
    $("filter").value = "";
    this.#list();
  }

  /** The place of the only move that fits, or of the only one that needs nothing but what was chosen; 0 for none. */
  #ready() {
    const kept = this.#kept();
    if (kept.length === 1) return this.#moves.length === 1 || this.#chosen.size || $("filter").value ? kept[0][0] : 0;
    return exact(kept.map(([place]) => place), this.#picture.things(), new Set(this.#chosen.keys()));
  }

  /** What is searched for words: both what is shown and the notation. */
  #names() {
    return this.#moves.map(([, name, words]) => `${words} ${name}`);
  }

  #kept() {
    return keptMoves(this.#names(), $("filter").value, [...this.#chosen.values()]);
  }

  #list() {
    const kept = this.#kept();
    const parts = [];
    for (const [group, moves] of grouped(kept.map(([place]) => [place, this.#moves[place - 1][2]]))) {
      if (group) parts.push(make("h3", { textContent: group }));
      const items = moves.map(([place, words]) => make("li", {}, this.#button(place, words, group)));
      parts.push(make("ul", { className: "moves" }, ...items));
    }
    if (!kept.length) parts.push(make("p", { className: "muted", textContent: "No move fits." }));
    $("moves").replaceChildren(...parts);
    const all = kept.length === this.#moves.length;
    $("moves-title").textContent = all
      ? `Your moves (${kept.length})`
      : `${kept.length} of your ${this.#moves.length} moves`;
    $("clear").hidden = all && !this.#chosen.size;
    this.#picture.mark(new Set(this.#chosen.keys()));
    const ready = this.#ready();
    $("play").disabled = this.#waits || !ready;
    $("play").textContent = ready ? `Play: ${this.#moves[ready - 1][2]}` : "Play";
  }

  /**
   * @param {number} place
   * @param {string} words
   * @param {string} group
   */
  #button(place, words, group) {
    const [, name] = this.#moves[place - 1];
    const short = group ? words.slice(group.length + 1) : words; // the group stands above
    const number = make("span", { className: "number", textContent: place });
    const small = name === words ? [] : [" ", make("small", { textContent: name })];
    const button = make("button", { type: "button", disabled: this.#waits }, number, " ", short, ...small);
    if (group) button.setAttribute("aria-label", `${place} ${words}`);
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
