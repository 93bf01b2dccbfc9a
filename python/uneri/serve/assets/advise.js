// Advice at a real table. The page holds all that was entered, and sends it whole with each request.
import { ask, messageOf, problem, rulesLink } from "./common.js";
import { isForStudy, linesOf, seatsOf, textOf } from "./form.js";
import { keepKeyboard } from "./keyboard.js";
import { chosenOptions, control, readFiles } from "./options.js";
import { byId, make } from "./page.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { Advice, AdviseIds, OfferedGame, Offers } from "./types.d.ts" */

/** @type {Find<AdviseIds>} */
const $ = byId;
const HELP = {
  chance: "Cards in the game's notation, several in order: what you are dealt, or what is turned up.",
  own: "Your move, a click on one, or SEAT: MOVE if another seat was first.",
  other: "The move of this seat in the game's notation, or SEAT: MOVE if another seat was first.",
};
/** @type {Offers} */
let offers;
/** @type {{ game: string, options: object, seat: number }} */
let table;
/** Lines with the answers to their questions. @type {string[][]} */
let entries = [];
/** The line that asks something. @type {string[] | null} */
let asking = null;
let request = 0;

const gameNow = () => /** @type {OfferedGame} */ (offers.games.find((game) => game.name === $("game").value));

const listSeats = () => {
  const count = Number($("players").value);
  $("seat").replaceChildren(...Array.from({ length: count }, (_, seat) => new Option(`seat ${seat}`, String(seat))));
};
const chooseGame = () => {
  const game = gameNow();
  $("rules").href = rulesLink(game.name);
  $("rules").hidden = !game.book;
  const { option, low, high, normal } = seatsOf(game);
  const counts = Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
  $("players").replaceChildren(...counts.map((count) => new Option(count, count)));
  $("players").value = String(normal);
  $("options").replaceChildren(...game.options.filter((one) => one !== option && !isForStudy(one)).map(control));
  listSeats();
};

/**
 * Ask for the position after some entries, and show it. Entries that are wrong are left out, with the reason.
 * @param {string[][]} wanted
 * @param {string} [suppose]
 */
const follow = async (wanted, suppose) => {
  const number = ++request;
  const before = entries;
  if (!suppose) entries = wanted; // a click before the answer adds to it
  problem();
  document.body.dataset.ready = "";
  try {
    const narrow = innerWidth < 600;
    const more = suppose ? { suppose, rank: true } : {};
    /** @type {Advice} */
    const found = await ask("api/advise", { ...table, entries: wanted, narrow, ...more });
    if (number !== request) return;
    show(found, wanted, !suppose);
    if (found.turn && !found.question && !suppose) {
      $("ranked").replaceChildren(make("tr", {}, make("td", { colSpan: 3, textContent: "thinking \u2026" })));
      const judged = await ask("api/advise", { ...table, entries, narrow, rank: true });
      if (number !== request) return;
      rank(judged);
    } else if (suppose) rank(found);
  } catch (error) {
    if (number === request) {
      entries = before;
      problem(messageOf(error));
    }
  } finally {
    if (number === request) document.body.dataset.ready = "yes";
  }
};

/**
 * @param {Advice} found
 * @param {string[][]} wanted
 * @param {boolean} isReal
 */
const show = (found, wanted, isReal) => {
  if (isReal) {
    entries = wanted.slice(0, found.accepted);
    asking = found.question ? wanted[found.accepted] : null;
    if (found.error) problem(`${wanted[found.accepted][0]}: ${found.error}`);
    else if (!asking) $("line").value = "";
    showNext(found);
  }
  $("picture").src = `data:image/svg+xml,${encodeURIComponent(found.picture)}`;
  $("picture-title").textContent = isReal ? "What you see" : "What you would see";
  $("view").value = found.view;
};

const showNext = (/** @type {Advice} */ found) => {
  const who = found.turn ? "Your move" : found.chance ? "Which cards come?" : `What does ${found.next} do?`;
  $("next").textContent = found.next ? who : "The game is over.";
  $("known").textContent = found.chance ? found.next : "";
  $("help").textContent = found.next ? HELP[found.turn ? "own" : found.chance ? "chance" : "other"] : "";
  $("question").hidden = !asking;
  $("asked").textContent = found.question ?? "";
  $("answer").value = "";
  $("entry").hidden = Boolean(asking) || !found.next;
  $("undo").disabled = !entries.length;
  $("ranking").hidden = !found.turn || Boolean(asking);
  $("unit").textContent = Number($("players").value) === 2 ? "wins" : "result, 0 to 1";
  $("fields").replaceChildren(...Object.keys(JSON.parse(found.view).view).map((name) => new Option(`${name} `)));
  const shown = asking ? [] : found.moves;
  $("moves").replaceChildren(...shown.map(([text, words]) => make("li", {}, moveButton(text, words))));
  const left = found.all - found.moves.length;
  const most = left > 0 ? ` (${left} more can be typed)` : "";
  $("moves-title").textContent = found.turn || found.chance ? `Or choose${most}` : `For example${most}`;
  $("moves-title").hidden = !shown.length;
  $("entries").value = textOf(entries);
  if (asking) $("answer").focus();
};

/**
 * @param {string} text
 * @param {string} words
 */
const moveButton = (text, words) => {
  const button = make("button", { type: "button", textContent: words || text });
  if (words && words !== text) button.append(make("small", { textContent: text }));
  button.dataset.key = text;
  button.addEventListener("click", () => follow([...entries, [text]]));
  return button;
};

const rank = (/** @type {Advice} */ found) => {
  const ranked = found.ranked ?? [];
  const rows = ranked.map(([text, words, result, equal], place) =>
    make(
      "tr",
      {},
      make("td", {}, words, make("small", { className: "muted", textContent: text })),
      make("td", { textContent: result }),
      make("td", { className: "muted", textContent: place && equal ? "as good" : "" }),
    )
  );
  const none = make("tr", {}, make("td", { colSpan: 3, textContent: "It would not be your move." }));
  $("ranked").replaceChildren(...(rows.length ? rows : [none]));
};

const begin = async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  problem();
  try {
    const seats = seatsOf(gameNow()).option ? { players: Number($("players").value) } : {};
    const options = { ...seats, ...chosenOptions($("form")), ...(await readFiles($("form"))) };
    table = { game: $("game").value, options, seat: Number($("seat").value) };
    $("talk").hidden = $("seen").hidden = $("setup").open = false;
    await follow([]);
    $("line").focus();
  } catch (error) {
    problem(messageOf(error));
  }
};

/** @type {(form: HTMLFormElement, act: () => void) => void} */
const submitted = (form, act) =>
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });

const load = async () => {
  try {
    offers = await ask("api/games");
    $("game").replaceChildren(...offers.games.map((game) => new Option(game.title, game.name)));
    $("game").addEventListener("change", chooseGame);
    $("players").addEventListener("change", listSeats);
    $("form").addEventListener("submit", begin);
    submitted($("entry"), () => {
      const line = $("line").value.trim();
      if (line) follow([...entries, [line]]);
    });
    submitted($("question"), () => {
      if (asking) follow([...entries, [...asking, $("answer").value.trim()]]);
    });
    $("leave").addEventListener("click", () => {
      if (asking) follow([...entries, [...asking, ""]]);
    });
    submitted($("suppose"), () => follow(entries, $("other").value.trim()));
    $("undo").addEventListener("click", () => follow(entries.slice(0, -1)));
    $("use").addEventListener("click", () => follow(linesOf($("entries").value)));
    chooseGame();
    document.body.dataset.ready = "yes";
  } catch (error) {
    problem(messageOf(error));
  }
};
keepKeyboard();
load();
