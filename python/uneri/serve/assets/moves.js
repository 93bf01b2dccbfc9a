// The listed moves as buttons: all, those that fit some words, or those that mean all that was pressed in the picture.
import { $, make } from "./common.js";

const MANY = 24; // from which on they are grouped
const TOKEN = /[a-z]*\d+|[a-z_]+/g;

// Has a part of the move the word? `run` is in RUN3, `7` in b7 but not in b17.
const isPart = (word, part) => {
  if (/^\d+$/.test(word)) return part.replace(/^[a-z_]+/, "") === word;
  return /\d$/.test(word) ? part === word : part.startsWith(word);
};
const fits = (name, words) => {
  const parts = name.toLowerCase().match(TOKEN) ?? [];
  return words.every((word) => parts.some((part) => isPart(word, part)));
};

export class Moves {
  #play;
  #mark;
  #moves = [];
  #chosen = new Map(); // what was pressed: numbers by their text
  #waits = false;

  constructor(play, mark) {
    this.#play = play;
    this.#mark = mark;
    $("filter").addEventListener("input", () => this.#list());
    $("filter").addEventListener("keydown", (event) => { if (event.key === "Enter") this.#enter(); });
    $("moves").addEventListener("keydown", (event) => { if (event.repeat && event.key === "Enter") event.preventDefault(); }); // held down, it would play the next turn, too
    $("clear").addEventListener("click", () => { this.clear(); this.focus(); });
  }

  show(moves) {
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

  // Nothing can be played until the server has answered.
  wait(waits) {
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

  // Something was pressed that means these moves: one is played, several are listed.
  press(numbers) {
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

  #kept() {
    const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const number = words.length === 1 && /^\d+$/.test(words[0]) ? Number(words[0]) : 0;
    return this.#moves.map(([, name], index) => [index + 1, name]).filter(([place, name]) =>
      [...this.#chosen.values()].every((numbers) => numbers.includes(place)) && (place === number || fits(name, words)));
  }

  #list() {
    const kept = this.#kept();
    const groups = new Map();
    for (const [place, name] of kept) {
      const [head, more] = name.split(/ (.*)/);
      const group = kept.length > MANY && more ? head : "";
      groups.set(group, [...(groups.get(group) ?? []), [place, name]]);
    }
    const parts = [];
    for (const [group, moves] of [...groups].sort((a, b) => (a[0] ? 1 : 0) - (b[0] ? 1 : 0))) {
      if (group) parts.push(make("h3", { textContent: group }));
      parts.push(make("ul", { className: "moves" }, ...moves.map((move) => make("li", {}, this.#button(...move, group)))));
    }
    if (!kept.length) parts.push(make("p", { className: "muted", textContent: "No move fits." }));
    $("moves").replaceChildren(...parts);
    $("moves-title").textContent = kept.length === this.#moves.length ? `Your moves (${kept.length})` : `${kept.length} of your ${this.#moves.length} moves`;
    $("clear").hidden = kept.length === this.#moves.length && !this.#chosen.size;
    this.#mark(new Set(this.#chosen.keys()));
  }

  #button(place, name, group) {
    const short = group ? name.slice(group.length + 1) : name; // the group stands above
    const button = make("button", { type: "button", disabled: this.#waits }, make("span", { className: "number", textContent: place }), " ", short);
    if (group) button.setAttribute("aria-label", `${place} ${name}`);
    button.dataset.move = place;
    button.dataset.key = name;
    button.addEventListener("click", () => this.#send(place));
    return button;
  }

  #enter() {
    const kept = this.#kept();
    const number = /^\s*\d+\s*$/.test($("filter").value) ? Number($("filter").value) : 0;
    if (number >= 1 && number <= this.#moves.length) this.#send(number);
    else if (kept.length === 1) this.#send(kept[0][0]);
  }

  #send(place) {
    if (this.#waits) return;
    this.wait(true);
    this.#play(this.#moves[place - 1][0]);
  }
}
