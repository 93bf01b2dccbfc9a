// The book of the game beside the table. The page of the server is shown within a shadow, so that its ids and styles stay
// its own.
import { messageOf } from "./common.js";
import { byId, make } from "./page.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { TableIds } from "./types.d.ts" */

/** @type {Find<TableIds>} */
const $ = byId;
const FIRST = "turn"; // the section that says what a turn is
const OWN = "h1 { font-size: 1.4rem; } nav ul { columns: 2; padding-left: 1.2em; } nav li { min-height: 28px; }";

export class Book {
  #shadow = $("book-text").attachShadow({ mode: "open" });
  #sheet = new CSSStyleSheet();
  #game = "";
  #shown = "";

  constructor() {
    this.#shadow.adoptedStyleSheets = [this.#sheet];
    for (const language of ["en", "ja"]) {
      byId(`book-${language}`).addEventListener("click", () => this.#show(language));
    }
    $("book-close").addEventListener("click", () => $("book").close());
    $("rules").addEventListener("click", (event) => {
      event.preventDefault();
      $("book").showModal();
      if (!this.#shown) this.#show(navigator.language.startsWith("ja") ? "ja" : "en");
    });
    // A link to a section would change the address, which has the key of the seat.
    this.#shadow.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const section = link?.getAttribute("href")?.match(/^#(.*)/)?.[1];
      if (!section) return;
      event.preventDefault();
      this.#go(section);
    });
  }

  begin(/** @type {string} */ game) {
    if (game !== this.#game) this.#shown = "";
    this.#game = game;
  }

  async #show(/** @type {string} */ language) {
    this.#shown = language;
    $("book-text").lang = language;
    for (const each of ["en", "ja"]) byId(`book-${each}`).setAttribute("aria-pressed", String(each === language));
    try {
      const response = await fetch(`rules/${this.#game}?language=${language}`, { referrerPolicy: "no-referrer" });
      if (!response.ok) throw new Error("The rules can't be read.");
      this.#fill(await response.text());
      this.#go(FIRST);
    } catch (error) {
      this.#shadow.replaceChildren(make("p", { textContent: messageOf(error) }));
      this.#shown = "";
    }
  }

  /** A style within the page is forbidden to it, so styles are taken out. */
  #fill(/** @type {string} */ text) {
    const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style);
    this.#sheet.replaceSync([...new Set(styles), OWN].join("\n"));
    const bare = text.replace(/<style>.*?<\/style>/gs, "");
    const page = new DOMParser().parseFromString(bare, "text/html");
    for (const other of page.querySelectorAll("main > p:first-child > a[href^='?']")) other.remove();
    const parts = [...(page.querySelector("main")?.children ?? [])].map((part) => document.importNode(part, true));
    this.#shadow.replaceChildren(...parts);
  }

  #go(/** @type {string} */ section) {
    this.#shadow.getElementById(section)?.scrollIntoView({ block: "start" });
  }
}
