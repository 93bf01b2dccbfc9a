// Steps through the games that are packed in this page. `view/replay_page.py` joins this file with what it imports.
import { byId, make, points, seatToken } from "./page.js";
import {
  learned,
  lossText,
  remarkOn,
  roundAt,
  roundBefore,
  scoresAt,
  spreadLabels,
  told,
  unfold,
  worstSteps,
} from "./story.js";

/** @import { Find, Game, ReplayData, ReplayIds } from "./types.d.ts" */

/** @type {Find<ReplayIds>} */
const $ = byId;
const SVG = "http://www.w3.org/2000/svg";
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "5 2 1 2 1 2"];
const WORST = 5;

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [words]
 */
const draw = (tag, attributes, words) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (words !== undefined) element.textContent = words;
  return element;
};

/** @returns {Promise<ReplayData>} */
const unpack = async () => {
  const bytes = Uint8Array.from(atob($("data").textContent.trim()), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
};

/** @type {ReplayData} */
let data;
/** @type {Game} */
let game;
/** The view that is shown, and its pictures as lists of pieces. */
let view = 0;
/** @type {number[][]} */
let frames = [];
let step = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
/** @type {HTMLButtonElement[]} */
let bars = [];
/** @type {Element[]} */
let marks = [];

const last = () => frames.length - 1;
const viewer = () => game.views[view].seat;
const who = (/** @type {number} */ seat) => {
  const name = game.players[seat];
  return name === `seat ${seat}` ? name : `seat ${seat}, ${name}`;
};
const pictureAt = (/** @type {number} */ index) => {
  const text = frames[index].map((piece) => data.pieces[piece]).join("");
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
};

const show = (/** @type {number} */ index) => {
  step = Math.max(0, Math.min(last(), index));
  const scroll = globalThis.scrollY;
  $("picture").replaceChildren(pictureAt(step));
  globalThis.scrollTo(globalThis.scrollX, scroll);
  $("slider").value = String(step);
  $("place").textContent = `${step} of ${last()}`;
  $("first").disabled = $("back").disabled = step === 0;
  $("forth").disabled = $("end").disabled = step === last();
  // Or the keyboard would lose its place.
  if (document.activeElement?.matches(":disabled")) $("slider").focus({ preventScroll: true });
  if (game.rounds.length) $("rounds").value = String(roundAt(game, step));
  showNow();
  showSeats();
  showEvent();
  for (const mark of marks) for (const side of ["x1", "x2"]) mark.setAttribute(side, String(across(step)));
  if (step === last()) stop();
  try {
    const place = `game=${data.games.indexOf(game) + 1}&view=${viewer() ?? "all"}&step=${step}`;
    history.replaceState(null, "", `#${place}`);
  } catch { /* a page without an address of its own */ }
};
const showNow = () => {
  const event = step ? game.events[step - 1] : null;
  const words = [];
  if (event) {
    const [seat] = learned(event, viewer());
    const name = seat === null ? `Step ${step}` : game.players[seat];
    words.push(make("b", { textContent: name }), `: ${told(event, viewer())}`);
  } else words.push("The start");
  if (step === last()) words.push(game.over ? ". The game is over." : ". The game ends here, unfinished.");
  $("now").replaceChildren(...words);
  const remark = event ? remarkOn(event, viewer()) : undefined;
  $("remark").hidden = !remark;
  $("remark").className = remark?.mistake ? "mistake" : "";
  $("remark").replaceChildren(...(remark?.text ?? []).map((line) => make("li", { textContent: line })));
  $("slider").setAttribute("aria-valuetext", $("now").textContent);
};
const showSeats = () => {
  const values = scoresAt(game, step);
  const rows = game.players.map((name, seat) => {
    const won = game.over && step === last() && game.won[seat];
    const words = name + (viewer() === seat ? " (the viewer)" : "");
    return make(
      "tr",
      { className: won ? "won" : "" },
      make("td", {}, seatToken(seat)),
      make("td", { className: "name" }, words, won ? " \u2605 has won" : ""),
      make("td", { className: "number", textContent: points(values[seat]) }),
    );
  });
  $("seats").tBodies[0].replaceChildren(...rows);
};
const showEvent = () => {
  const list = $("events");
  for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const button = step ? bars[step - 1] : null;
  if (button) button.setAttribute("aria-current", "step");
  const top = button ? button.offsetTop - list.offsetTop : 0;
  if (!button || top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
};

const listEvents = () => {
  /** @type {HTMLElement[]} */
  const items = [];
  bars = game.events.map((event, index) => {
    const round = game.rounds.length > 1 && game.rounds.find(([, first]) => first === index);
    if (round) items.push(make("li", { className: "round", textContent: `${game.word} ${round[0]}` }));
    const [seat, text] = learned(event, viewer());
    const button = make("button", { type: "button", tabIndex: -1 });
    button.append(make("span", { className: "count", textContent: index + 1 }));
    if (seat !== null) button.append(seatToken(seat), make("span", { className: "unseen", textContent: who(seat) }));
    const words = told(event, viewer());
    button.append(make("span", { className: text === null ? "text dim" : "text", textContent: words }));
    const remark = remarkOn(event, viewer());
    if (remark && remark.judged !== false) {
      const title = remark.loss === null ? "the preferred move, or one as good" : "what the move costs";
      button.append(make("span", { className: "loss", textContent: lossText(remark), title }));
      button.classList.toggle("mistake", remark.mistake);
    }
    button.addEventListener("click", () => go(index + 1));
    items.push(make("li", {}, button));
    return button;
  });
  $("events").replaceChildren(...items);
};

const listWorst = () => {
  const steps = worstSteps(game, viewer(), WORST);
  $("worst").hidden = !steps.length;
  const items = steps.map((at) => {
    const event = game.events[at - 1];
    const remark = remarkOn(event, viewer());
    const button = make("button", { type: "button", className: "mistake" });
    if (event.seat !== null) button.append(seatToken(event.seat));
    button.append(make("span", { className: "text", textContent: `${at}: ${told(event, viewer())}` }));
    if (remark) button.append(make("span", { className: "loss", textContent: lossText(remark) }));
    button.addEventListener("click", () => go(at));
    return make("li", {}, button);
  });
  $("worst").querySelector("ol")?.replaceChildren(...items);
};

const CHART = { width: 340, height: 130, left: 36, right: 26, top: 8, bottom: 8 };
const CHART_WIDTH = CHART.width - CHART.left - CHART.right;
const across = (/** @type {number} */ index) => CHART.left + CHART_WIDTH * index / last();

/**
 * A curve per seat: `curves[seat]` is a list of [step, value]; with `stepped`, steps hold their value to the next one.
 * @param {HTMLElement} figure
 * @param {[number, number][][]} curves
 * @param {number} low
 * @param {number} high
 * @param {string} label
 * @param {boolean} stepped
 */
const drawCurves = (figure, curves, low, high, label, stepped) => {
  figure.querySelector("svg")?.remove();
  figure.hidden = low === high || !last() || !curves.some((curve) => curve.length > 1);
  if (figure.hidden) return;
  const { width, height, left, right, top, bottom } = CHART;
  const down = (/** @type {number} */ value) =>
    height - bottom - (height - top - bottom) * (value - low) / (high - low);
  const drawn = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  for (const value of new Set([low, 0, high])) {
    drawn.append(draw("line", { class: "axis", x1: left, x2: width - right, y1: down(value), y2: down(value) }));
    const room = low === 0 || high === 0 || (down(low) - down(0) > 14 && down(0) - down(high) > 14);
    if (value !== 0 || room) {
      drawn.append(draw("text", { x: left - 5, y: down(value) + 4, "text-anchor": "end" }, points(value)));
    }
  }
  const seats = [...curves.keys()].filter((seat) => curves[seat].length);
  for (const seat of seats) {
    let path = "";
    curves[seat].forEach(([from, value], index) => {
      const [x, y] = [across(from), down(value)];
      path += !index ? `M${x} ${y}` : stepped ? `H${x}V${y}` : `L${x} ${y}`;
    });
    if (stepped) path += `H${across(last())}`;
    const style = `stroke:var(--seat${seat % 10})`;
    drawn.append(draw("path", { class: "curve", style, "stroke-dasharray": DASHES[seat % 6], d: path }));
  }
  const ends = seats.map((seat) => down(curves[seat][curves[seat].length - 1][1]));
  spreadLabels(ends, height - 6, 12).forEach((y, index) => {
    const style = `fill:var(--seat${seats[index] % 10});font-weight:bold`;
    drawn.append(draw("text", { x: width - right + 6, y: y + 4, style }, `#${seats[index]}`));
  });
  const mark = draw("line", { class: "mark", y1: top, y2: height - bottom, x1: left, x2: left });
  marks.push(mark);
  drawn.append(mark);
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    const x = (/** @type {MouseEvent} */ (event).clientX - box.left) * width / box.width;
    go(Math.round((x - left) / CHART_WIDTH * last()));
  });
  figure.append(drawn);
};
const drawFigures = () => {
  marks = [];
  const values = game.scores.flatMap(([, row]) => row);
  const byName = (/** @type {(seat: number) => string} */ value) =>
    game.players.map((name, seat) => `${name} ${value(seat)}`).join(", ");
  const final = scoresAt(game, last());
  const moved = game.scores.length > 1;
  const curves = game.players.map((_, seat) =>
    moved ? game.scores.map(([from, row]) => /** @type {[number, number]} */ ([from, row[seat]])) : []
  );
  const label = `Points over time; at the end ${byName((seat) => points(final[seat]))}`;
  drawCurves($("chart"), curves, Math.min(0, ...values), Math.max(0, ...values), label, true);
  const mayKnow = (/** @type {number} */ seat) => viewer() === null || viewer() === seat;
  const expected = game.players.map((_, seat) => (mayKnow(seat) ? game.values[seat] ?? [] : []));
  const chances = byName((seat) => {
    const end = expected[seat].at(-1);
    return end ? points(end[1]) : "unknown";
  });
  drawCurves($("values"), expected, 0, 1, `Expected results over time; at the last choice ${chances}`, false);
};

/**
 * @param {number} index
 * @param {number} at
 */
const chooseView = (index, at) => {
  view = index;
  frames = unfold(game.views[view].frames);
  $("views").value = String(view);
  $("slider").max = String(last());
  listEvents();
  listWorst();
  drawFigures();
  show(at);
};
const chooseGame = (/** @type {number} */ index, wanted = 0, at = 0) => {
  stop();
  game = data.games[index];
  $("games").value = String(index);
  $("title").textContent = game.title;
  $("facts").textContent = game.facts;
  document.title = `${game.title}: ${game.players.join(", ")}`;
  const named = (/** @type {number | null} */ seat) => (seat === null ? "somebody who sees everything" : who(seat));
  $("views").replaceChildren(...game.views.map(({ seat }, place) => new Option(named(seat), String(place))));
  $("views-label").hidden = game.views.length < 2 && game.views[0].seat === null;
  $("views").disabled = game.views.length < 2;
  $("rounds-label").hidden = game.rounds.length < 2;
  $("rounds-word").textContent = game.word.charAt(0).toUpperCase() + game.word.slice(1);
  $("rounds").replaceChildren(...game.rounds.map(([name], place) => new Option(String(name), String(place))));
  $("notes").hidden = !game.notes.length;
  $("notes").replaceChildren(...game.notes.map((note) => make("li", { textContent: note })));
  chooseView(wanted, at);
};

const stop = () => {
  clearInterval(timer);
  timer = undefined;
  $("play").setAttribute("aria-pressed", "false");
  $("play").setAttribute("aria-label", "Play");
};
const start = () => {
  clearInterval(timer);
  if (step === last()) show(0);
  timer = setInterval(() => show(step + 1), Number($("pace").value));
  $("play").setAttribute("aria-pressed", "true");
  $("play").setAttribute("aria-label", "Pause");
};
const go = (/** @type {number} */ index) => {
  stop();
  show(index);
};
const turn = () => (timer ? stop() : start());
const roundOn = () => go(game.rounds[roundAt(game, step) + 1]?.[1] ?? last());

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(step - 1),
  ArrowRight: () => go(step + 1),
  Home: () => go(0),
  End: () => go(last()),
  PageUp: () => go(roundBefore(game, step)),
  PageDown: roundOn,
  " ": turn,
};

const listen = () => {
  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(step - 1));
  $("play").addEventListener("click", turn);
  $("forth").addEventListener("click", () => go(step + 1));
  $("end").addEventListener("click", () => go(last()));
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("rounds").addEventListener("change", () => go(game.rounds[Number($("rounds").value)][1]));
  $("games").addEventListener("change", () => chooseGame(Number($("games").value)));
  $("views").addEventListener("change", () => chooseView(Number($("views").value), step));
  $("pace").addEventListener("change", () => {
    if (timer) start();
  });
  document.addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target.tagName : "";
    if (event.altKey || event.ctrlKey || event.metaKey || at === "SELECT") return;
    if (event.key === " " && (at === "BUTTON" || at === "SUMMARY")) return;
    const does = KEYS[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });
};

const open = () => {
  data.games.forEach((one, index) => {
    const words = `${index + 1}: ${one.title}, ${one.players.join(", ")}`;
    $("games").append(new Option(words, String(index)));
  });
  $("games-label").hidden = data.games.length < 2;
  const asked = new URLSearchParams(location.hash.slice(1));
  const whole = (/** @type {string} */ name) => {
    const value = asked.get(name) ?? "";
    return /^\d+$/.test(value) ? Number(value) : 0;
  };
  const first = Math.min(Math.max(whole("game"), 1), data.games.length) - 1;
  const seen = data.games[first].views.findIndex(({ seat }) => String(seat ?? "all") === asked.get("view"));
  chooseGame(first, Math.max(seen, 0), whole("step"));
};

const unpacked = await unpack().catch((error) => {
  const words = `This browser can't unpack the page (${error}). Current versions of Firefox, Chromium and Safari can.`;
  $("picture").append(make("p", { className: "refused", textContent: words }));
});
if (unpacked) {
  data = unpacked;
  listen();
  open();
}
