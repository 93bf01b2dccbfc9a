// The picture of a position. The server draws it as parts (`data-part`, with their sizes in `data-box`); here they are laid
// out by the window: the own hand below, the board with the other seats above or beside it. What can be pressed says which
// listed moves it means: `data-moves="2 5"`
import { plain } from "./form.js";
import { NARROW, plan } from "./layout.js";
import { byId } from "./page.js";

/** @import { Part } from "./types.d.ts" */

const STAGE = "picture";
const HAND = "hand";
/** @type {Record<string, string>} */
const LABELS = { own: "Your cards", seat: "Another seat", more: "More of the table" };
const FINGER = 44; // pixels
const PAD = 8; // of the dock
const SVG = "http://www.w3.org/2000/svg";

export class Picture {
  #sheet = new CSSStyleSheet();
  #over = new CSSStyleSheet();
  /** @type {Part[]} */
  #parts = [];
  /**
   * What a preview lays over parts, by them.
   * @type {Map<SVGSVGElement, SVGSVGElement>}
   */
  #covers = new Map();

  /**
   * @param {(numbers: number[]) => void} pressed
   * @param {(words: string) => void} refused a card was pressed that can't be played
   */
  constructor(pressed, refused) {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet, this.#over];
    for (const holder of [byId(STAGE), byId(HAND)]) {
      holder.addEventListener("click", (/** @type {Event} */ event) => {
        const thing = event.target instanceof Element ? outermost(event.target) : null;
        if (thing) pressed(numbersOf(thing));
        const why = event.target instanceof Element ? event.target.closest("[data-why]") : null;
        if (why && !thing) refused(plain(why.getAttribute("data-why") ?? ""));
      });
    }
    globalThis.addEventListener("resize", () => this.arrange());
    new ResizeObserver(() => this.arrange()).observe(byId(HAND).parentElement); // what it takes, the table lacks
  }

  /** The facts in words that stand above the table, and the parts; the list of moves is left out: there are buttons. */
  show(/** @type {string} */ text) {
    this.preview(null);
    const { facts, parts } = split(text, this.#sheet);
    this.#parts = parts;
    byId(HAND).replaceChildren(...this.#of("own"));
    const stage = byId(STAGE);
    stage.querySelector(".others").replaceChildren(...this.#of("seat"));
    stage.querySelector(".board").replaceChildren(...this.#of("board"));
    stage.querySelector(".more").replaceChildren(...this.#of("more"));
    this.arrange();
    return facts;
  }

  /** Lays what a move would do over the table; what is below can still be pressed. Null takes it away. */
  preview(/** @type {string | null} */ text) {
    for (const [below, cover] of this.#covers) {
      below.classList.remove("covered");
      cover.remove();
    }
    this.#covers.clear();
    if (text === null) return;
    const left = split(text, this.#over).parts;
    for (const { name, svg } of this.#parts) {
      const same = name === "own" ? -1 : left.findIndex((part) => part.name === name);
      if (same < 0) continue; // the hand stays, so that nothing moves under the pointer
      const [{ svg: cover }] = left.splice(same, 1);
      cover.classList.add("cover");
      cover.removeAttribute("role");
      cover.setAttribute("aria-hidden", "true"); // it is said in words
      svg.classList.add("covered");
      byId(STAGE).append(cover);
      this.#covers.set(svg, cover);
    }
    this.#place();
    if (!matchMedia(NARROW).matches) return;
    document.documentElement.style.scrollPaddingBottom = `${byId(HAND).parentElement.offsetHeight}px`; // the dock hides it
    byId(STAGE).querySelector(".cover .s_last, .cover .tacta-last")?.scrollIntoView({ block: "nearest" });
  }

  #place() {
    const stage = byId(STAGE);
    const { left, top } = stage.getBoundingClientRect();
    for (const [below, cover] of this.#covers) {
      const box = below.getBoundingClientRect();
      for (const key of /** @type {const} */ (["width", "height"])) cover.setAttribute(key, String(box[key]));
      cover.style.left = `${box.left - left + stage.scrollLeft}px`;
      cover.style.top = `${box.top - top + stage.scrollTop}px`;
    }
  }

  /** Gives every part its size, by the room that there is. */
  arrange() {
    const stage = byId(STAGE);
    const dock = byId(HAND);
    dock.hidden = !this.#of("own").length;
    if (!this.#parts.length) return;
    const narrow = matchMedia(NARROW).matches;
    const fixed = getComputedStyle(stage).overflowY === "auto"; // the table has a window of its own
    const room = { width: stage.clientWidth, height: fixed ? stage.clientHeight : Infinity };
    // The hand first: what it needs is not there for the table.
    const own = this.#parts.filter(({ name }) => name === "own");
    const across = dock.parentElement.clientWidth - 16;
    const half = narrow ? across + 16 - 2 * PAD : Math.min(fixed ? across * 0.6 : across, 860);
    for (const part of own) {
      const scale = narrow
        ? Math.min(half / part.width, 1.15)
        : Math.min(half / part.width, (innerHeight * 0.3) / part.height, 1.5);
      size(part, scale);
    }
    if (fixed) room.height = stage.clientHeight;
    const { beside, columns, scale, seats } = plan(this.#parts, room, narrow);
    stage.classList.toggle("beside", beside);
    if (narrow) { for (const thing of this.#outermost()) widen(thing); }
    for (const part of this.#parts) if (part.name !== "own") size(part, part.name === "seat" ? seats : scale);
    const widest = Math.max(0, ...this.#parts.filter(({ name }) => name === "seat").map(({ width }) => width));
    stage.querySelector(".others").style.width = beside ? `${Math.ceil(columns * (widest * seats + 8))}px` : "";
    this.#place();
  }

  /** What can be pressed, each by the moves that it means. */
  things() {
    return new Set(this.#outermost().map((thing) => thing.getAttribute("data-moves") ?? ""));
  }

  /** Marks what was chosen: lists of numbers. */
  mark(/** @type {Set<string>} */ chosen) {
    for (const thing of document.querySelectorAll(".part .chosen, .part.chosen")) thing.classList.remove("chosen");
    for (const thing of this.#outermost()) {
      thing.classList.toggle("chosen", chosen.has(thing.getAttribute("data-moves") ?? ""));
    }
  }

  #outermost() {
    /** @type {SVGGraphicsElement[]} */
    const things = this.#parts.flatMap(({ svg }) => [.../** @type {any} */ (svg.querySelectorAll("[data-moves]"))]);
    return things.filter((thing) => outermost(thing) === thing);
  }

  #of(/** @type {string} */ name) {
    return this.#parts.filter((part) => part.name === name).map(({ svg }) => svg);
  }
}

/**
 * The facts and the parts of a picture.
 * @param {string} text
 * @param {CSSStyleSheet} sheet
 */
const split = (text, sheet) => {
  const style = text.match(/<style>(.*?)<\/style>/s)?.[1] ?? "";
  sheet.replaceSync(style); // a style within the page is forbidden to it
  const bare = text.replace(`<style>${style}</style>`, "");
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  const whole = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
  for (const listed of whole.querySelectorAll(".listed")) listed.remove();
  const facts = [...whole.querySelectorAll(".facts text")].map((line) => line.textContent).join(" ");
  const drawn = [...whole.querySelectorAll(".part")].map((group) => alone(whole, group));
  return { facts, parts: drawn.length ? drawn.filter(({ name }) => name !== "head") : [entire(whole)] };
};

/** Makes a thing large enough for a finger. */
const widen = (/** @type {SVGGraphicsElement} */ thing) => {
  thing.querySelector(":scope > .room")?.remove();
  const { x, y, width, height } = thing.getBBox();
  const drawn = thing.getBoundingClientRect();
  if (!width || !height || !drawn.width || Math.min(drawn.width, drawn.height) >= FINGER) return;
  const unit = thing.getScreenCTM()?.a || 1;
  const [wide, high] = [width, height].map((length) => Math.max(length, (FINGER + 0.5) / Math.abs(unit)));
  const room = document.createElementNS(SVG, "rect");
  const box = { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
  for (const [key, value] of Object.entries(box)) room.setAttribute(key, String(value));
  room.setAttribute("class", "room");
  thing.prepend(room);
};

const numbersOf = (/** @type {Element} */ thing) => (thing.getAttribute("data-moves") ?? "").split(" ").map(Number);

const outermost = (/** @type {Element} */ element) => {
  let found = null;
  for (let at = element.closest("[data-moves]"); at; at = at.parentElement?.closest("[data-moves]") ?? null) found = at;
  return found;
};

/**
 * @param {Part} part
 * @param {number} scale
 */
const size = ({ svg, width, height }, scale) => {
  svg.setAttribute("width", (width * scale).toFixed(1));
  svg.setAttribute("height", (height * scale).toFixed(1));
};

/**
 * A part as a picture of its own. The whole's description is the board's.
 * @param {SVGSVGElement} whole
 * @param {Element} group
 * @returns {Part}
 */
const alone = (whole, group) => {
  const name = group.getAttribute("data-part") ?? "";
  const box = group.getAttribute("data-box") ?? "";
  const [, , width, height] = box.split(" ").map(Number);
  const svg = document.createElementNS(SVG, "svg");
  for (const key of ["class", "font-family"]) svg.setAttribute(key, whole.getAttribute(key) ?? "");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("role", "img");
  if (name === "board") svg.append(...whole.querySelectorAll(":scope > title, :scope > desc"));
  else svg.setAttribute("aria-label", LABELS[name] ?? name);
  svg.append(group);
  return { name, width, height, svg };
};

/**
 * The picture of a game that names no parts.
 * @param {SVGSVGElement} svg
 * @returns {Part}
 */
const entire = (svg) => {
  const { width, height } = svg.viewBox.baseVal;
  return { name: "board", width, height, svg };
};
