// The tour of a first game: six steps, each beside the part of the table that it speaks of.
import { byId } from "./page.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { TableIds } from "./types.d.ts" */

/** @type {Find<TableIds>} */
const $ = byId;
const SEEN = "uneri.tour"; // games whose tour this browser has shown

/** @typedef {[part: string, words: string]} Step */

const HAND = "#hand";
const BOARD = "#picture .board";
const OTHERS = "#picture .others";

/** @type {Step} */
const LAST = [
  "#turn",
  "Your moves are listed here in words. Or press cards and places: Play lights up when they make a move. Hint asks a " +
  "search, Undo takes a move back, and Rules opens the book.",
];

/** @type {Record<string, Step[]>} */
export const TOURS = {
  namima: [
    [
      HAND,
      "Your cards. Draw and discard until every one is in a meld: cards that belong together. A line marks melds.",
    ],
    [BOARD, "The wall to draw from, and the card that was just discarded."],
    [HAND, "A card that somebody discards may complete a meld of yours. Call it, and the meld lies open."],
    [
      OTHERS,
      "What the others have thrown away and laid open. Open melds are safe and quick; hidden ones are worth more.",
    ],
    [
      HAND,
      "The first with all cards in melds wins. The others pay for these melds, and for the cards they still hold.",
    ],
    LAST,
  ],
  onda: [
    [HAND, "Your cards. Be the first to have none: you win the round, and the others lose points. Dots say how many."],
    [
      BOARD,
      "Beat what lies here with the same shape: a single card, a run or a set. Or pass. The last one in leads next.",
    ],
    [
      BOARD,
      "At high tide higher numbers beat, at low tide lower ones. A face-down card turns the tide while it can change.",
    ],
    [
      HAND,
      "Two of your cards lie face down. Each is a joker: once, it stands for any card of a play. Don't be left with one.",
    ],
    [BOARD, "The dial shows the bomb: a shape that may be played on anything, once in a trick."],
    LAST,
  ],
  solo: [
    [HAND, "Your cards. When somebody has none, the round ends, and the others lose points for what they hold."],
    [BOARD, "Play a card of the colour in force, or one with the sign of the top card. If you can't, draw."],
    [BOARD, "Cards to be drawn add up: answer a draw card with one of its kind, or take them all."],
    [OTHERS, "Hands change owners, too: swap cards exchange whole hands, and you remember what you have seen."],
    [HAND, "With the very card that lies on top you may jump in out of turn. Before your last card, say solo."],
    LAST,
  ],
  tacta: [
    [BOARD, "Lay a card so that a shape at its edge exactly covers the same shape of another card."],
    [HAND, "Your two outermost cards. You may lay either of them, with its front or its back up."],
    [
      BOARD,
      "Dashed outlines are places for a card; the yellow numbers are moves. Press a place to see what fits there.",
    ],
    [BOARD, "Each dot of your colour that can be seen at the end is a point. Hide the others' dots, and keep yours."],
    [OTHERS, "The points of all seats as they are now, and the cards that they still have."],
    LAST,
  ],
  tidal: [
    [
      HAND,
      "Your cards. Everybody chooses one in secret, then all are shown. No card is bad: its place among them counts.",
    ],
    [BOARD, "The gate stands in one quarter. Its suit is the highest now, the other suits follow clockwise."],
    [BOARD, "The highest card sails its boat to the gate. Laps turn your character cards up, which are worth profit."],
    [
      BOARD,
      "Cards in the middle put a banner on the first free dock of this quarter that they fit, and take its bonus.",
    ],
    [OTHERS, "The lowest card does what its number says, and its owner leads. Most banners in each half bring profit."],
    LAST,
  ],
};

export class Tour {
  /** @type {Step[]} */
  #steps = [];
  #step = 0;

  constructor() {
    $("tour-next").addEventListener("click", () => this.#go(this.#step + 1));
    $("tour-end").addEventListener("click", () => this.#end());
    $("tour-again").addEventListener("click", () => this.#go(0));
  }

  /** Begins by itself in the first game that this browser plays. */
  begin(/** @type {string} */ game, /** @type {boolean} */ plays) {
    this.#end();
    this.#steps = TOURS[game] ?? [];
    $("tour-again").hidden = !this.#steps.length || !plays;
    if ($("tour-again").hidden || seen().includes(game)) return;
    try {
      localStorage.setItem(SEEN, [...seen(), game].join(" "));
    } catch { /* a browser that keeps nothing */ }
    this.#go(0);
  }

  #go(/** @type {number} */ step) {
    this.#end();
    if (step >= this.#steps.length) return;
    const [part, words] = this.#steps[step];
    this.#step = step;
    document.querySelector(part)?.classList.add("shown");
    $("tour-text").textContent = words;
    $("tour-place").textContent = `${step + 1} of ${this.#steps.length}`;
    $("tour-next").textContent = step + 1 < this.#steps.length ? "Next" : "Play";
    $("tour").hidden = false;
  }

  #end() {
    $("tour").hidden = true;
    for (const part of document.querySelectorAll(".shown")) part.classList.remove("shown");
  }
}

const seen = () => {
  try {
    return (localStorage.getItem(SEEN) ?? "").split(" ");
  } catch {
    return [];
  }
};
