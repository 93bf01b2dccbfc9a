// The picture of a position: shown, and pressed. What can be pressed says which listed moves it means: `data-moves="2 5"`

export class Picture {
  #holder;
  #sheet = new CSSStyleSheet();

  /**
   * @param {HTMLElement} holder
   * @param {(numbers: number[]) => void} pressed
   */
  constructor(holder, pressed) {
    this.#holder = holder;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    holder.addEventListener("click", (event) => {
      const thing = event.target instanceof Element ? this.#outermost(event.target) : null;
      if (thing) pressed((thing.getAttribute("data-moves") ?? "").split(" ").map(Number));
    });
  }

  /** The list of moves below the picture is left out: beside it there are buttons. */
  show(/** @type {string} */ text) {
    const style = text.match(/<style>(.*?)<\/style>/s)?.[1] ?? "";
    this.#sheet.replaceSync(style); // a style within the page is forbidden to it
    const bare = text.replace(`<style>${style}</style>`, "");
    const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
    const picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
    const { scrollX, scrollY } = globalThis;
    this.#holder.replaceChildren(picture);
    const listed = picture.querySelector(".listed");
    if (listed) {
      const box = picture.viewBox.baseVal;
      const drawn = picture.getBoundingClientRect();
      const share = (listed.getBoundingClientRect().top - drawn.top) / drawn.height;
      listed.remove();
      const shown = `${box.x} ${box.y} ${box.width} ${box.height * share}`;
      if (share > 0 && share < 1) picture.setAttribute("viewBox", shown);
    }
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    globalThis.scrollTo(scrollX, scrollY);
  }

  /** Marks what was chosen: lists of numbers. */
  mark(/** @type {Set<string>} */ chosen) {
    for (const thing of this.#holder.querySelectorAll("[data-moves]")) {
      const meant = chosen.has(thing.getAttribute("data-moves") ?? "");
      thing.classList.toggle("chosen", meant && this.#outermost(thing) === thing);
    }
  }

  #outermost(/** @type {Element} */ element) {
    let found = null;
    for (let at = element.closest("[data-moves]"); at; at = at.parentElement?.closest("[data-moves]") ?? null) {
      found = at;
    }
    return found;
  }
}
