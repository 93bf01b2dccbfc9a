// The picture of a position: shown, and pressed. What can be pressed says which listed moves it means, `data-moves="2 5"`.

export class Picture {
  #holder;
  #sheet = new CSSStyleSheet();
  #pressed;

  constructor(holder, pressed) {
    this.#holder = holder;
    this.#pressed = pressed;
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    holder.addEventListener("click", (event) => {
      const thing = this.#outermost(event.target);
      if (thing) this.#pressed(this.#numbers(thing));
    });
  }

  // The list of moves below the picture is left out: beside it there are buttons.
  show(text) {
    const style = text.match(/<style>(.*?)<\/style>/s)?.[1] ?? "";
    this.#sheet.replaceSync(style); // a style within the page is forbidden to it
    const bare = text.replace(`<style>${style}</style>`, "");
    const picture = document.importNode(new DOMParser().parseFromString(bare, "image/svg+xml").documentElement, true);
    const scroll = [window.scrollX, window.scrollY];
    this.#holder.replaceChildren(picture);
    const listed = picture.querySelector(".listed");
    if (listed) {
      const box = picture.viewBox.baseVal;
      const drawn = picture.getBoundingClientRect();
      const share = (listed.getBoundingClientRect().top - drawn.top) / drawn.height;
      listed.remove();
      if (share > 0 && share < 1) picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height * share}`);
    }
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    window.scrollTo(...scroll);
  }

  // Marks what was chosen: lists of numbers.
  mark(chosen) {
    for (const thing of this.#holder.querySelectorAll("[data-moves]"))
      thing.classList.toggle("chosen", chosen.has(thing.dataset.moves) && this.#outermost(thing) === thing);
  }

  #outermost(element) {
    let found = null;
    for (let at = element.closest?.("[data-moves]"); at; at = at.parentElement?.closest("[data-moves]")) found = at;
    return found;
  }

  #numbers(thing) {
    return thing.dataset.moves.split(" ").map(Number);
  }
}
