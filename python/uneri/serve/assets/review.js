// The review: what a search says of the decision that led to the step shown. After the end all decisions are asked for, one at
// a time; before it only those that are looked at.
import { $, make } from "./common.js";

const WORST = 5;
const share = (value) => value.toFixed(2).replace("-", "\u2212");
const signed = (loss) => `${loss > 0 ? "\u2212" : "+"}${Math.abs(loss).toFixed(2)}`; // what it did to the seat's expectation
// Put in place only where something is new, or a screen reader would say it all again.
const fill = (id, parts) => {
  const next = make("div", {}, ...parts);
  if (next.innerHTML !== $(id).innerHTML) $(id).replaceChildren(...next.childNodes);
};
const span = (className, textContent) => make("span", { className, textContent });

export class Review {
  #send;
  #go;
  #changed;
  #on = false;
  #found = new Map(); // by step
  #failed = new Set();
  #asked = null;
  #sees = null;
  #about = null;
  #state = null;
  #events = [];
  #step = 0;

  constructor(send, go, changed) {
    this.#send = send;
    this.#go = go;
    this.#changed = changed;
    $("review").addEventListener("click", () => {
      this.#on = !this.#on;
      this.#failed.clear();
      changed();
    });
  }

  // Another game, or other eyes: steps mean other decisions.
  begin(about) {
    this.#about = about;
    this.#sees = about.sees;
    this.#found.clear();
    this.#failed.clear();
  }

  // A connection that is lost answers no more.
  lost() {
    this.#asked = null;
  }

  take(message) {
    this.#asked = null;
    if (message.sees === this.#sees) this.#found.set(message.step, message);
    this.#changed();
  }

  refused() {
    if (this.#asked === null) return;
    this.#failed.add(this.#asked);
    this.#asked = null;
    this.#changed();
  }

  // The mark of an event in the list: how much it cost.
  mark(step) {
    const found = this.#on ? this.#found.get(step) : null;
    if (!found || found.legal === 1) return "";
    const words = found.best ? "=" : `${found.mistake ? "? " : ""}${signed(found.loss)}`;
    const mark = span(found.mistake ? "mark mistake" : "mark", words);
    mark.title = found.best ? "the preferred move" : `${found.mistake ? "a mistake" : "no mistake"}: ${signed(found.loss)} of the expected result`;
    return mark;
  }

  show(state, events, step) {
    [this.#state, this.#events, this.#step] = [state, events, step];
    const may = Boolean(state && (this.#about.reviews || state.over));
    $("review").hidden = !may;
    $("review").setAttribute("aria-pressed", String(this.#on));
    $("reviewed").hidden = !(may && this.#on);
    if (!may || !this.#on) return;
    fill("review-move", this.#move());
    fill("review-sum", this.#sum());
    this.#ask();
  }

  #mine(step) {
    const seat = this.#events[step - 1]?.[0];
    return seat !== null && seat !== undefined && (this.#sees === "all" || seat === this.#about.seat);
  }

  #ask() {
    if (this.#asked !== null) return;
    const open = (step) => this.#mine(step) && !this.#found.has(step) && !this.#failed.has(step);
    let step = open(this.#step) ? this.#step : 0;
    if (!step && this.#state.over) step = this.#events.findIndex((_, index) => open(index + 1)) + 1;
    if (!step) return;
    this.#asked = step;
    this.#send({ type: "review", step });
  }

  #move() {
    const step = this.#step;
    const line = (textContent, className = "") => make("p", { className, textContent });
    if (!step || !this.#mine(step)) {
      if (this.#sees === "all") return [line("Step to a move.", "muted")];
      return [line(`Step to a move of yours${this.#state.over ? ", or show everything" : ""}.`, "muted")];
    }
    const found = this.#found.get(step);
    if (this.#failed.has(step)) return [line("This move could not be reviewed.", "muted")];
    if (!found) return [line("A search is thinking \u2026", "muted")];
    const who = found.seat === this.#about.seat ? "You" : this.#about.names[found.seat];
    if (found.legal === 1) return [line(`${who} played ${found.played}, the only move.`)];
    const parts = [];
    if (found.best) parts.push(line(`${who} played ${found.played}, the preferred move.`, "verdict"));
    else {
      parts.push(line(`${who} played ${found.played}. The search prefers ${found.preferred}.`, found.mistake ? "verdict mistake" : "verdict"));
      const ends = found.mistake ? "a mistake" : "within two errors, no mistake";
      parts.push(line(`Loss ${share(found.loss)} \u00b1 ${share(found.stderr)}: ${ends}.`));
    }
    const head = make("tr", {}, ...["Move", "Tried", "Expected"].map((words, column) => make("th", { scope: "col", className: column ? "number" : "", textContent: words })));
    const rows = found.moves.map(([name, visits, value, error]) => make("tr", { className: name === found.played ? "played" : "" },
      make("td", { className: "name" }, name, name === found.played ? " (played)" : ""),
      make("td", { className: "number", textContent: visits }),
      make("td", { className: "number", textContent: `${share(value)} \u00b1 ${share(error)}` })));
    parts.push(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
    if (found.line.length > 1) parts.push(line(`Line: ${found.line.join(", ")}`, "muted"));
    for (const words of found.facts) parts.push(line(words, "facts"));
    return parts;
  }

  #sum() {
    const all = [...this.#found.values()].filter((found) => found.legal > 1);
    if (!all.length) return [];
    const wrong = all.filter((found) => found.mistake).sort((a, b) => b.loss - a.loss || a.step - b.step);
    const mean = all.reduce((sum, found) => sum + found.loss, 0) / all.length;
    const open = this.#state.over ? this.#events.filter((_, index) => this.#mine(index + 1) && !this.#found.has(index + 1) && !this.#failed.has(index + 1)).length : 0;
    const words = `${all.length} ${all.length === 1 ? "decision" : "decisions"}, ${wrong.length} ${wrong.length === 1 ? "mistake" : "mistakes"}, mean loss ${share(mean)}${open ? `; ${open} to come` : ""}.`;
    const parts = [make("p", { textContent: words })];
    if (wrong.length) {
      const buttons = wrong.slice(0, WORST).map((found) => {
        const button = make("button", { type: "button" }, `${found.step}: ${found.played} `, span("mark mistake", signed(found.loss)));
        button.dataset.key = found.step;
        button.addEventListener("click", () => this.#go(found.step));
        return make("li", {}, button);
      });
      parts.push(make("h3", { textContent: "The worst" }), make("ul", { className: "moves" }, ...buttons));
    }
    return parts;
  }
}
