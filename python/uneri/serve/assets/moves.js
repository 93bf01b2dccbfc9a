// The listed moves as buttons: all, those that fit some words, or those that mean all that was pressed in the picture.
import { entered, exact, grouped, keptMoves } from "./move_list.js";
import { byId, make } from "./page.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { Picture } from "./picture.js" */
/** @import { Move, TableIds } from "./types.d.ts" */

/** @type {Find<TableIds>} */
const $ = byId;

/** The place of the listed move that an event is about; 0 for none. */
const placeOf = (/** @type {Event} */ event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  return Number(button?.dataset.move ?? 0);
};

export class Moves {
  #play;
  #preview;
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
  /** The place of the listed move that a finger has touched; a second touch plays it. */
  #touched = 0;
  /** The place of the move that is previewed. */
  #shown = 0;

  /**
   * @param {(action: number) => void} play
   * @param {Picture} picture
   * @param {(action: number | null) => void} preview
   */
  constructor(play, picture, preview) {
    this.#play = play;
    this.#preview = preview;
    this.#picture = picture;
    $("play").addEventListener("click", () => this.#send(this.#ready()));
    $("filter").addEventListener("input", () => {
      this.#touched = 0;
      this.#list();
    });
    // A pointer that rests while the list changes below it, or a focus that comes back, previews nothing.
    $("moves").addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && (event.movementX || event.movementY)) this.#aim(placeOf(event));
    });
    $("moves").addEventListener("keyup", (event) => {
      if (event.key === "Tab") this.#aim(placeOf(event));
    });
    for (const left of ["pointerleave", "focusout"]) $("moves").addEventListener(left, () => this.#aim(0));
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
      this.#touched = 0;
      this.#preview(null);
      this.#shown = 0;
    }
    $("turn").hidden = false;
    $("filter").hidden = moves.length < 6;
    this.#list();
  }

  hide() {
    $("turn").hidden = true;
    this.#moves = [];
    this.#aim(0);
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
    this.#touched = 0;
    this.#chosen.clear();
    $("filter").value = "";
    this.#list();
  }

  /** Something was pressed that means these moves: they are listed. If they are one, *Play* or a second press plays it. */
  press(/** @type {number[]} */ numbers) {
    if (!this.#moves.length || this.#waits) return;
    const key = numbers.join(" ");
    this.#touched = 0;
    if (this.#chosen.has(key) && this.#ready()) {
      this.#send(this.#ready());
      return;
    }
    if (!this.#chosen.delete(key)) this.#chosen.set(key, numbers);
    if (!this.#kept().length) this.#chosen = new Map([[key, numbers]]);
    $("filter").value = "";
    this.#list();
  }

  /** The place of the only move that fits, or of the only one that needs only what was chosen; 0 for none. */
  #ready() {
    if (this.#touched) return this.#touched;
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

  /** Previews the move at a place of the list, or else the one that was chosen. */
  #aim(/** @type {number} */ place) {
    const aimed = place || (this.#touched || this.#chosen.size || $("filter").value ? this.#ready() : 0);
    if (this.#waits || aimed === this.#shown) return;
    this.#shown = aimed;
    this.#preview(aimed ? this.#moves[aimed - 1][0] : null);
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
    this.#light();
  }

  /** Lights *Play* up, or not. */
  #light() {
    const ready = this.#ready();
    this.#aim(0);
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
    button.addEventListener("click", (event) => {
      const finger = ["touch", "pen"].includes(/** @type {PointerEvent} */ (event).pointerType);
      if (!finger || this.#touched === place) this.#send(place);
      else this.#touch(place);
    });
    return button;
  }

  #touch(/** @type {number} */ place) {
    this.#touched = place;
    for (const button of $("moves").querySelectorAll("button")) {
      button.classList.toggle("touched", button.dataset.move === String(place));
    }
    this.#light();
  }

  /** Plays the move at a place of the list; 0 is none. */
  #send(/** @type {number} */ place) {
    if (this.#waits || !place) return;
    this.#preview(null);
    this.#shown = 0;
    this.wait(true);
    this.#play(this.#moves[place - 1][0]);
  }
}
