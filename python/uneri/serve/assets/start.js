// The start page: a form made of what the server offers, and the games that this browser has links of.
import { answered, ask, dropGames, heldGames, holdGame, linkTo, messageOf, problem, rulesLink } from "./common.js";
import { isForStudy, requestText, seatsOf } from "./form.js";
import { keepKeyboard } from "./keyboard.js";
import { chosenOptions, control, readFiles, selects } from "./options.js";
import { byId, make } from "./page.js";
import { standingText } from "./telling.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { OfferedGame, Offers, Standing, StartIds } from "./types.d.ts" */

/** @type {Find<StartIds>} */
const $ = byId;
const OTHER = "another bot \u2026";
const MOST_LINKS = 100; // that the server answers at once
/** @type {Offers} */
let offers;

const gameNow = () => /** @type {OfferedGame} */ (offers.games.find((game) => game.name === $("game").value));

/**
 * @param {number} seat
 * @param {{ plays: string, name: string }} [before]
 */
const seatRow = (seat, before) => {
  const { bots, levels } = gameNow();
  const id = `seat-${seat}`;
  const words = levels.map(([word, bot]) => new Option(`${word} bot`, bot));
  const listed = bots.map((bot) => new Option(bot, bot));
  const named = make("optgroup", { label: "for study" }, ...listed, new Option(OTHER, OTHER));
  const select = make("select", { id }, new Option("a person", offers.human), ...words, named);
  const placeholder = "ismcts:sims=1000";
  const other = make("input", { id: `${id}-bot`, hidden: true, maxLength: 200, placeholder, autocomplete: "off" });
  other.setAttribute("aria-label", `Bot of seat ${seat}`);
  select.value = before?.plays ?? "";
  if (!select.value) select.value = seat === 0 ? offers.human : levels[1][1];
  select.addEventListener("change", () => {
    other.hidden = select.value !== OTHER;
  });
  const value = before?.name ?? "";
  const placed = {
    id: `${id}-name`,
    maxLength: 40,
    placeholder: "name, if any",
    autocomplete: /** @type {const} */ ("off"),
  };
  const called = make("input", { ...placed, value });
  called.setAttribute("aria-label", `Name of seat ${seat}`);
  const label = make("label", { htmlFor: id, textContent: `Seat ${seat}` });
  return make("p", { className: "field" }, label, make("span", { className: "who" }, select, called, other));
};

const seatsNow = () =>
  [...selects($("seats"), "select")].map(({ id, value }) => ({
    plays: value,
    bot: byId(`${id}-bot`).value.trim(),
    name: byId(`${id}-name`).value,
  }));
const listSeats = () => {
  const before = seatsNow();
  const rows = Array.from({ length: Number($("players").value) }, (_, seat) => seatRow(seat, before[seat]));
  $("seats").replaceChildren(...rows);
};

const chooseGame = () => {
  const game = gameNow();
  $("rules").href = rulesLink(game.name);
  $("rules").hidden = !game.book;
  const { option, low, high, normal } = seatsOf(game);
  const counts = Array.from({ length: high - low + 1 }, (_, index) => String(low + index));
  $("players").replaceChildren(...counts.map((count) => new Option(count, count)));
  $("players").value = String(normal);
  const options = game.options.filter((one) => one !== option);
  $("options").replaceChildren(...options.filter((one) => !isForStudy(one)).map(control));
  $("study").replaceChildren(...options.filter(isForStudy).map(control));
  $("seats").replaceChildren();
  listSeats();
};

const sitDown = async (/** @type {string} */ body) => {
  const how = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const answer = await answered("api/begin", how);
  holdGame(answer.links);
  location.assign(linkTo(answer.links[0][1]));
};

/** A game with its picture, and a button that begins it against bots. */
const gameCard = (/** @type {OfferedGame} */ game) => {
  const play = make("button", { type: "button", className: "main", textContent: "Play now" });
  play.setAttribute("aria-label", `Play ${game.title} now`);
  play.dataset.play = game.name;
  play.addEventListener("click", async () => {
    problem();
    play.disabled = true;
    const bot = game.levels.find(([word]) => word === $("strength").value)?.[1] ?? game.levels[1][1];
    const seats = Array.from({ length: seatsOf(game).normal }, (_, seat) => (seat === 0 ? offers.human : bot));
    try {
      await sitDown(JSON.stringify({ game: game.name, seats }));
    } catch (error) {
      problem(messageOf(error));
    } finally {
      play.disabled = false;
    }
  });
  const language = navigator.language.startsWith("ja") ? "ja" : "en";
  const about = make("p", { lang: language, textContent: game.about[language] ?? "" });
  const rules = make("a", {
    href: rulesLink(game.name),
    target: "_blank",
    textContent: "How to play",
    hidden: !game.book,
  });
  rules.setAttribute("aria-label", `How to play ${game.title}`);
  const picture = make("img", { src: `picture/${game.name}`, alt: "", loading: "lazy" });
  const title = make("h3", { textContent: game.title });
  return make("li", {}, picture, make("div", {}, title, about, make("p", { className: "tools" }, play, " ", rules)));
};

const seatOption = () => (seatsOf(gameNow()).option ? { players: Number($("players").value) } : {});

const begin = async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  problem();
  $("begin").disabled = true;
  try {
    const options = { ...seatOption(), ...chosenOptions($("form")), ...(await readFiles($("form"))) };
    const rows = seatsNow();
    const seats = rows.map(({ plays, bot }) => (plays === OTHER ? bot : plays));
    const names = rows.map(({ name }) => name.trim());
    const wanted = { game: $("game").value, options, seats, names, hints: $("hints").checked };
    await sitDown(requestText(wanted, $("seed").value.trim()));
  } catch (error) {
    problem(messageOf(error));
  } finally {
    $("begin").disabled = false;
  }
};

/**
 * @param {Standing} standing
 * @param {string} token
 */
const gameLine = (standing, token) => {
  const link = make("a", { href: linkTo(token), textContent: standing.title });
  const className = standing.turn ? "now" : "muted";
  return make("li", {}, link, " ", make("span", { className, textContent: standingText(standing) }));
};

const listGames = async () => {
  const tokens = heldGames().flat().slice(0, MOST_LINKS).map(([, token]) => token);
  if (!tokens.length) return;
  /** @type {{ games: (Standing | null)[] }} */
  const { games } = await ask("api/standings", { tokens });
  const items = games.flatMap((standing, index) => (standing ? [gameLine(standing, tokens[index])] : []));
  dropGames(new Set(tokens.filter((_, index) => !games[index])));
  $("games").replaceChildren(...items);
  $("none").hidden = items.length > 0;
};

const load = async () => {
  try {
    offers = await ask("api/games");
    $("game").replaceChildren(...offers.games.map((game) => new Option(game.title, game.name)));
    $("strength").replaceChildren(
      ...offers.games[0].levels.map(([word], place) => new Option(word, word, place === 1, place === 1)),
    );
    $("cards").replaceChildren(...offers.games.map(gameCard));
    $("game").addEventListener("change", chooseGame);
    $("players").addEventListener("change", listSeats);
    $("form").addEventListener("submit", begin);
    chooseGame();
    await listGames();
    document.body.dataset.ready = "yes";
  } catch (error) {
    problem(messageOf(error));
  }
};
keepKeyboard();
load();
