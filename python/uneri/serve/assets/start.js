// The start page: a form made of what the server offers, and the games that this browser has links of.
import { $, ask, dropGames, heldGames, holdGame, linkTo, make, problem } from "./common.js";
import { keepKeyboard } from "./keyboard.js";

const OTHER = "another bot \u2026";
const OWN = JSON.stringify("a file of yours \u2026");
const LARGEST = 60000; // bytes of a file: the server reads little more at once
let offers;

const named = (word) => word.replaceAll("_", " ");
const gameNow = () => offers.games.find((game) => game.name === $("game").value);

const control = (option) => {
  const id = `option-${option.name}`;
  const help = `${id}-help`;
  let input;
  if (option.words) {
    input = make("select", { id }, ...option.words.map((word) => new Option(String(word), JSON.stringify(word), word === option.default, word === option.default)));
  } else {
    input = make("input", { id, value: option.default, autocomplete: "off" });
    if (option.low !== undefined) Object.assign(input, { type: "number", min: option.low ?? "", max: option.high ?? "", step: 1 });
  }
  input.dataset.option = option.name;
  input.dataset.default = JSON.stringify(option.default);
  input.setAttribute("aria-describedby", help);
  const more = option.own ? [fileOf(input, option.name)] : [];
  const label = make("label", { htmlFor: id, textContent: named(option.name) });
  const words = make("small", { id: help, textContent: option.low !== undefined || option.words === undefined ? `${option.meaning} (${option.allowed})` : option.meaning });
  return make("p", { className: "field" }, label, make("span", {}, input, ...more, words));
};

// The content of a file in place of what is built in. The server gets the content, never a name or a path.
const fileOf = (select, name) => {
  select.append(new Option(JSON.parse(OWN), OWN));
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, id: `${select.id}-file` });
  file.setAttribute("aria-label", `File for ${named(name)}`);
  select.addEventListener("change", () => { file.hidden = select.value !== OWN; });
  return file;
};
const readFiles = async () => {
  const found = {};
  for (const select of $("options").querySelectorAll("select[data-option]")) {
    if (select.value !== OWN) continue;
    const name = select.dataset.option;
    const [file] = $(`${select.id}-file`).files;
    if (!file) throw new Error(`Choose a file for ${named(name)}.`);
    if (file.size > LARGEST) throw new Error(`${file.name} has ${file.size} bytes; allowed: up to ${LARGEST}.`);
    try {
      found[name] = JSON.parse(await file.text());
    } catch (error) {
      throw new Error(`${file.name} is no JSON: ${error.message}`);
    }
    if (found[name] === null || typeof found[name] !== "object") throw new Error(`${file.name} is no data for ${named(name)}; allowed: what uneri data prints.`);
  }
  return found;
};

const valueOf = (input) => {
  if (input.tagName === "SELECT") return JSON.parse(input.value);
  return input.type === "number" ? Number(input.value) : input.value;
};

// The option of that name; a game may lack it, or say no bounds.
const playersOf = (game) => game.options.find((option) => option.name === "players" && option.low !== null);

const chosenOptions = () => {
  const found = playersOf(gameNow()) ? { players: Number($("players").value) } : {};
  for (const input of $("options").querySelectorAll("[data-option]"))
    if (input.value !== OWN && JSON.stringify(valueOf(input)) !== input.dataset.default) found[input.dataset.option] = valueOf(input);
  return found;
};

const seatRow = (seat, before) => {
  const bots = gameNow().bots;
  const normal = seat === 0 ? offers.human : bots[0];
  const id = `seat-${seat}`;
  const select = make("select", { id }, new Option("a person", offers.human), ...bots.map((bot) => new Option(bot, bot)), new Option(OTHER, OTHER));
  const other = make("input", { id: `${id}-bot`, hidden: true, maxLength: 200, placeholder: "ismcts:sims=1000", autocomplete: "off" });
  other.setAttribute("aria-label", `Bot of seat ${seat}`);
  select.value = [...select.options].some((option) => option.value === before?.plays) ? before.plays : normal;
  select.addEventListener("change", () => { other.hidden = select.value !== OTHER; });
  const called = make("input", { id: `${id}-name`, maxLength: 40, placeholder: "name, if any", autocomplete: "off", value: before?.name ?? "" });
  called.setAttribute("aria-label", `Name of seat ${seat}`);
  return make("p", { className: "field" }, make("label", { htmlFor: id, textContent: `Seat ${seat}` }), make("span", { className: "who" }, select, called, other));
};

const listSeats = () => {
  const before = [...$("seats").querySelectorAll("select")].map((select) => ({ plays: select.value, name: $(`${select.id}-name`).value }));
  $("seats").replaceChildren(...Array.from({ length: Number($("players").value) }, (_, seat) => seatRow(seat, before[seat])));
};

const chooseGame = () => {
  const game = gameNow();
  const players = playersOf(game) ?? { low: game.seats, high: game.seats, default: game.seats };
  $("players").replaceChildren(...Array.from({ length: players.high - players.low + 1 }, (_, index) => new Option(players.low + index, players.low + index)));
  $("players").value = players.default;
  $("options").replaceChildren(...game.options.filter((option) => option !== players).map(control));
  $("seats").replaceChildren();
  listSeats();
};

const seatsChosen = () => [...$("seats").querySelectorAll("select")].map((select) => (select.value === OTHER ? $(`${select.id}-bot`).value.trim() : select.value));

const namesChosen = () => [...$("seats").querySelectorAll("select")].map((select) => $(`${select.id}-name`).value.trim());

const begin = async (event) => {
  event.preventDefault();
  problem();
  $("begin").disabled = true;
  try {
    const seed = $("seed").value.trim();
    const wanted = { game: $("game").value, options: { ...chosenOptions(), ...(await readFiles()) }, seats: seatsChosen(), names: namesChosen(), hints: $("hints").checked };
    // A seed has up to 64 bits, more than a number of this language: it goes as it is typed.
    const data = JSON.stringify(wanted).replace(/}$/, seed && /^[0-9]+$/.test(seed) ? `,"seed":${BigInt(seed)}}` : "}");
    const response = await fetch("api/begin", { method: "POST", headers: { "Content-Type": "application/json" }, body: data });
    const answer = await response.json();
    if (answer.type === "error") throw new Error(answer.error);
    holdGame(answer.links);
    location.assign(linkTo(answer.links[0][1]));
  } catch (error) {
    problem(error.message);
  } finally {
    $("begin").disabled = false;
  }
};

const line = (standing, token) => {
  const words = standing.over ? (standing.won ? "you have won" : "over") : standing.turn ? "your turn" : `${standing.step} moves`;
  const who = standing.seat === null ? "to watch" : `seat ${standing.seat}`;
  return make("li", {}, make("a", { href: linkTo(token), textContent: standing.title }), " ", make("span", { className: standing.turn ? "now" : "muted", textContent: `${who}, ${words}` }));
};

const listGames = async () => {
  const links = heldGames().flat().slice(0, 100);
  const own = links.filter(([seat], index) => seat !== null || !links.some((link, other) => other < index && link[0] !== null) || true);
  if (!own.length) return;
  const { games } = await ask("api/standings", { tokens: own.map((link) => link[1]) });
  const items = own.map(([, token], index) => games[index] && line(games[index], token)).filter(Boolean);
  dropGames(new Set(own.filter((_, index) => !games[index]).map((link) => link[1])));
  $("games").replaceChildren(...items);
  $("none").hidden = items.length > 0;
};

const load = async () => {
  try {
    offers = await ask("api/games");
    $("game").replaceChildren(...offers.games.map((game) => new Option(game.name, game.name)));
    $("game").addEventListener("change", chooseGame);
    $("players").addEventListener("change", listSeats);
    $("form").addEventListener("submit", begin);
    chooseGame();
    await listGames();
    document.body.dataset.ready = "yes";
  } catch (error) {
    problem(error.message);
  }
};
keepKeyboard();
load();
