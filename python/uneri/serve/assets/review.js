// The review: what a search says of the decision that led to the step shown. After the end all decisions are asked for,
// one at a time; before it only those that are looked at.
import { byId, make } from "./page.js";
import { lossText, mistakes, share, summary } from "./telling.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { About, Asked, Event, Judged, State, TableIds } from "./types.d.ts" */

/** @type {Find<TableIds>} */
const $ = byId;
const WORST = 5;

/**
 * Puts parts in place only where something is new, or a screen reader would say it all again.
 * @param {"review-move" | "review-sum"} id
 * @param {Node[]} parts
 */
const fill = (id, parts) => {
  const next = make("div", {}, ...parts);
  if (next.innerHTML !== $(id).innerHTML) $(id).replaceChildren(...next.childNodes);
};
const line = (/** @type {string} */ textContent, className = "") => make("p", { className, textContent });
/**
 * @param {Judged} found
 * @param {string} textContent
 */
const tag = ({ mistake }, textContent) => make("span", { className: mistake ? "mark mistake" : "mark", textContent });

export class Review {
  #send;
  #go;
  #changed;
  #on = false;
  /**
   * By step.
   * @type {Map<number, Judged>}
   */
  #found = new Map();
  /** @type {Set<number>} */
  #failed = new Set();
  /** @type {number | null} */
  #asked = null;
  /** @type {About | null} */
  #about = null;
  /** @type {State | null} */
  #state = null;
  /** @type {Event[]} */
  #events = [];
  #step = 0;

  /**
   * @param {(message: Asked) => void} send
   * @param {(step: number) => void} go
   * @param {() => void} changed
   */
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

  /** Another game, or other eyes: steps mean other decisions. */
  begin(/** @type {About} */ about) {
    this.#about = about;
    this.#found.clear();
    this.#failed.clear();
  }

  /** A connection that is lost answers no more. */
  lost() {
    this.#asked = null;
  }

  take(/** @type {Judged} */ found) {
    this.#asked = null;
    if (found.sees === this.#about?.sees) this.#found.set(found.step, found);
    this.#changed();
  }

  refused() {
    if (this.#asked === null) return;
    this.#failed.add(this.#asked);
    this.#asked = null;
    this.#changed();
  }

  /** The mark of an event in the list: how much it cost. */
  mark(/** @type {number} */ step) {
    const found = this.#on ? this.#found.get(step) : null;
    if (!found || found.legal === 1) return "";
    const mark = tag(found, found.mistake ? lossText(found) : "\u2713");
    mark.title = found.best
      ? "the preferred move"
      : found.mistake
      ? "what the move costs"
      : "as good as the preferred move";
    return mark;
  }

  /**
   * @param {State} state
   * @param {Event[]} events
   * @param {number} step
   */
  show(state, events, step) {
    const about = this.#about;
    if (!about) return;
    [this.#state, this.#events, this.#step] = [state, events, step];
    const may = about.reviews || state.over;
    $("review").hidden = !may;
    $("review").setAttribute("aria-pressed", String(this.#on));
    $("reviewed").hidden = !(may && this.#on);
    if (!may || !this.#on) return;
    fill("review-move", this.#move(about));
    fill("review-sum", this.#sum());
    this.#ask();
  }

  #isMine(/** @type {number} */ step) {
    const seat = this.#events[step - 1]?.[0] ?? null;
    return seat !== null && (this.#about?.sees === "all" || seat === this.#about?.seat);
  }

  #isOpen(/** @type {number} */ step) {
    return this.#isMine(step) && !this.#found.has(step) && !this.#failed.has(step);
  }

  #ask() {
    if (this.#asked !== null) return;
    let step = this.#isOpen(this.#step) ? this.#step : 0;
    if (!step && this.#state?.over) step = this.#events.findIndex((_, index) => this.#isOpen(index + 1)) + 1;
    if (!step) return;
    this.#asked = step;
    this.#send({ type: "review", step });
  }

  #move(/** @type {About} */ about) {
    const step = this.#step;
    if (!step || !this.#isMine(step)) {
      if (about.sees === "all") return [line("Step to a move.", "muted")];
      return [line(`Step to a move of yours${this.#state?.over ? ", or show everything" : ""}.`, "muted")];
    }
    const found = this.#found.get(step);
    if (this.#failed.has(step)) return [line("This move could not be reviewed.", "muted")];
    if (!found) return [line("A search is thinking \u2026", "muted")];
    const who = found.seat === about.seat ? "You" : about.names[found.seat];
    if (found.legal === 1) return [line(`${who} played ${found.played}, the only move.`)];
    /** @type {HTMLElement[]} */
    const parts = [];
    if (found.best) parts.push(line(`${who} played ${found.played}, the preferred move.`, "verdict"));
    else {
      const words = `${who} played ${found.played}. The search prefers ${found.preferred}.`;
      parts.push(line(words, found.mistake ? "verdict mistake" : "verdict"));
      const ends = found.mistake ? "a mistake" : "too little to tell the two apart";
      parts.push(line(`Loss ${share(found.loss)} \u00b1 ${share(found.stderr)}: ${ends}.`));
    }
    parts.push(this.#table(found));
    if (found.line.length > 1) parts.push(line(`Line: ${found.line.join(", ")}`, "muted"));
    for (const words of found.facts) parts.push(line(words, "facts"));
    return parts;
  }

  #table(/** @type {Judged} */ found) {
    const heads = ["Move", "Tried", "Expected"].map((words, column) =>
      make("th", { scope: "col", className: column ? "number" : "", textContent: words })
    );
    const rows = found.moves.map(([name, visits, value, error, equal]) => {
      const played = name === found.played;
      return make(
        "tr",
        { className: played ? "played" : "" },
        make(
          "td",
          { className: "name" },
          name,
          played ? " (played)" : "",
          equal && name !== found.preferred ? " (as good)" : "",
        ),
        make("td", { className: "number", textContent: visits }),
        make("td", { className: "number", textContent: `${share(value)} \u00b1 ${share(error)}` }),
      );
    });
    return make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  }

  #sum() {
    const all = [...this.#found.values()];
    const open = this.#state?.over ? this.#events.filter((_, index) => this.#isOpen(index + 1)).length : 0;
    const words = summary(all, open);
    if (!words) return [];
    const buttons = mistakes(all).slice(0, WORST).map((found) => {
      const mark = tag(found, lossText(found));
      const button = make("button", { type: "button" }, `${found.step}: ${found.played} `, mark);
      button.dataset.key = String(found.step);
      button.addEventListener("click", () => this.#go(found.step));
      return make("li", {}, button);
    });
    if (!buttons.length) return [line(words)];
    return [line(words), make("h3", { textContent: "The worst" }), make("ul", { className: "moves" }, ...buttons)];
  }
}
