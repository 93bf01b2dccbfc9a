// The table page. All of the game comes from the server; after a lost connection the next one brings all of it again.
import { Book } from "./book.js";
import { gameOf, holdLink, linkTo, problem, rulesLink } from "./common.js";
import { Connection } from "./connection.js";
import { keepKeyboard } from "./keyboard.js";
import { Moves } from "./moves.js";
import { NARROW } from "./layout.js";
import { byId, make, points, seatToken } from "./page.js";
import { Picture } from "./picture.js";
import { Review } from "./review.js";
import { ring } from "./sound.js";
import { isForced, sheets, situation, told } from "./telling.js";
import { Tour } from "./tour.js";

/** @import { Find } from "../../view/assets/types.d.ts" */
/** @import { About, Event, Hint, Link, Look, Preview, State, TableIds } from "./types.d.ts" */

/** @type {Find<TableIds>} */
const $ = byId;
const KEPT = 200; // earlier pictures
const SEEN = 900; // milliseconds before they do
const REST = 120; // milliseconds on a move before it is previewed

/** @type {About} */
let about;
/**
 * None before the first message of a game, and keys may come earlier.
 * @type {State | null}
 */
let state = null;
/** @type {Event[]} */
let events = [];
/**
 * The step that is looked at; null: the newest.
 * @type {number | null}
 */
let step = null;
/**
 * Earlier pictures by step.
 * @type {Map<number, string>}
 */
let looks = new Map();
/**
 * The step whose picture was asked for.
 * @type {number | null}
 */
let asked = null;
/**
 * The move that is previewed.
 * @type {number | null}
 */
let aimed = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let aiming;
/** Whether the reader wants the next game. */
let playsOn = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let playing;

const token = decodeURIComponent(location.hash.slice(1));
const connection = new Connection(token, {
  table: (message) => begin(message),
  state: (message) => update(message),
  look: (message) => looked(message),
  preview: (message) => previewed(message),
  hint: (message) => advise(message),
  review: (message) => review.take(message),
  error: (message) => {
    if (aimed !== null && message.error.includes("but the game is at step")) return; // it moved on under the pointer
    problem(message.error);
    moves.wait(false);
    asked = null;
    review.refused();
  },
  lost: (words) => {
    say(words);
    moves.wait(true);
    asked = null;
    review.lost();
  },
  gone: (words) => {
    problem(words);
    say("This table is closed.");
    moves.hide();
  },
}, matchMedia(NARROW));
const book = new Book();
const tour = new Tour();
const picture = new Picture((numbers) => {
  why();
  moves.press(numbers);
}, (words) => why(words));
const moves = new Moves(
  (action) => {
    problem();
    if (state) connection.send({ type: "move", step: state.step, action });
  },
  picture,
  (action) => preview(action),
);
const review = new Review((message) => connection.send(message), (wanted) => go(wanted), () => {
  if (!state) return;
  listEvents(0);
  showEvent();
  review.show(state, events, at());
});

const say = (/** @type {string} */ words) => {
  if ($("now").textContent !== words) $("now").textContent = words;
};
/** Says why a card can't be played. */
const why = (/** @type {string} */ words = "") => {
  $("why").textContent = words;
  $("why").hidden = !words;
};
const newest = () => state?.step ?? 0;
const at = () => step ?? newest();

const begin = (/** @type {About} */ message) => {
  about = message;
  state = null; // it follows, with all events
  step = null;
  events = [];
  looks = new Map();
  asked = null;
  review.begin(about);
  holdLink(about.seat, token);
  const sees = about.sees === "all" ? ", and see everything." : ".";
  $("title").textContent = about.title;
  $("who").textContent = about.seat === null
    ? "You are watching, and see every hand."
    : `You are seat ${about.seat}${sees}`;
  $("reveal").setAttribute("aria-pressed", String(about.sees === "all"));
  $("reveal").hidden = about.seat === null;
  $("replay").href = `replay/${token}`;
  $("record").href = `record/${token}`;
  $("rules").href = rulesLink(about.game);
  $("rules").hidden = !about.book;
  $("book-title").textContent = `Rules of ${about.title}`;
  book.begin(about.game);
  if (about.sees !== "all") tour.begin(about.game, about.seat !== null);
  showLinks();
};

const update = (/** @type {State} */ message) => {
  const before = state;
  state = message;
  if (message.step !== before?.step) why();
  events = [...events.slice(0, message.first), ...message.events];
  if (message.first === 0) { // the game begins here, or moves were taken back
    looks.clear();
    review.begin(about);
  }
  if (step !== null && step >= newest()) step = null;
  if (!message.turn || message.step !== before?.step) $("advice").hidden = true;
  listEvents(message.first);
  const written = sheets(events);
  if (message.events.some(([, , , sheet]) => sheet)) $("sheets").open = true;
  $("sheets").hidden = !written;
  $("sheet").textContent = written;
  $("stop").hidden = about.seat === null || !message.waits.includes(about.seat);
  document.body.classList.toggle("stopped", !$("stop").hidden);
  document.body.classList.toggle("moved", before !== null && message.step > before.step);
  if (message.turn && !before?.turn && before && $("sound").checked) ring();
  $("rematch").hidden = about.seat === null && !message.rematch;
  if (playsOn && message.rematch) playOn(message.rematch);
  show(message);
};

const show = (/** @type {State} */ now) => {
  const look = step === null ? now.picture : looks.get(step);
  if (look !== undefined) $("facts").textContent = picture.show(look);
  else request();
  if (step === null && now.turn) moves.show(now.moves, now.step);
  else moves.hide();
  $("hint").hidden = !about.hints || !now.turn || step !== null;
  $("undo").hidden = !now.undo || now.wish !== null;
  showWish(now);
  clearTimeout(playing);
  if (isForced(now, step) && $("forced").checked) playing = setTimeout(() => moves.playOnly(), SEEN);
  showSteps();
  showSeats(now);
  showEvent();
  review.show(now, events, at());
  say(situation(about, now, events, step));
  $("now").classList.toggle("yours", now.turn && !now.over);
  $("end").hidden = !now.over;
  document.body.classList.toggle("ended", now.over);
  $("notes").hidden = !now.notes.length;
  $("notes").replaceChildren(...now.notes.map((note) => make("li", { textContent: note })));
  document.title = `${now.turn ? "Your turn: " : ""}${about.title}`;
};

/** One request for an earlier picture at a time: a slider asks for many. */
const request = () => {
  if (asked !== null || step === null) return;
  asked = step;
  connection.send({ type: "look", step });
};
const looked = (/** @type {Look} */ message) => {
  asked = null;
  if (looks.size >= KEPT) looks.delete([...looks.keys()][0]);
  looks.set(message.step, message.picture);
  if (state && step !== null) show(state);
};

/** Asks what a move would do. */
const preview = (/** @type {number | null} */ action) => {
  aimed = action;
  clearTimeout(aiming);
  if (action === null) {
    picture.preview(null);
    $("preview").hidden = true;
  } else {
    aiming = setTimeout(() => {
      if (state) connection.send({ type: "preview", step: state.step, action });
    }, REST);
  }
};
const previewed = (/** @type {Preview} */ message) => {
  if (message.step !== state?.step || message.action !== aimed) return;
  picture.preview(message.picture);
  $("preview").textContent = message.words;
  $("preview").hidden = !message.words;
};

const showSteps = () => {
  $("slider").max = String(newest());
  $("slider").value = String(at());
  $("place").textContent = `${at()} of ${newest()}`;
  const words = at() ? `${at()}, ${told(events[at() - 1])}` : "the start";
  $("slider").setAttribute("aria-valuetext", words);
  $("first").disabled = $("back").disabled = at() === 0;
  $("forth").disabled = $("live").disabled = step === null;
  document.body.classList.toggle("past", step !== null);
};
const showWish = (/** @type {State} */ { wish, over }) => {
  $("wish").hidden = wish === null || over || about.seat === null;
  if (wish === null) return;
  const [seat, agreed] = wish;
  const agrees = about.seat !== null && agreed.includes(about.seat);
  $("agree").hidden = agrees;
  $("refuse").textContent = seat === about.seat ? "Withdraw" : "Refuse";
  const whose = seat === about.seat ? "You ask" : `${about.names[seat]} asks`;
  $("wish-text").textContent = `${whose} to take a move back${agrees ? "; others must agree." : "."}`;
};
const showSeats = (/** @type {State} */ now) => {
  const rows = about.names.map((name, seat) => {
    const won = now.over && now.won[seat];
    const words = [seat === about.seat ? `${name} (you)` : name, won ? " \u2605 has won" : ""];
    return make(
      "tr",
      { className: won ? "won" : "" },
      make("td", {}, seatToken(seat)),
      make("td", { className: "name" }, ...words),
      make("td", { className: "number", textContent: points(now.points[seat]) }),
    );
  });
  $("seats").tBodies[0].replaceChildren(...rows);
};
const listEvents = (/** @type {number} */ first) => {
  const list = $("events");
  while (list.children.length > first) list.lastElementChild?.remove();
  events.slice(first).forEach((event, index) => {
    const number = first + index + 1;
    const count = make("span", { className: "count", textContent: number });
    const button = make("button", { type: "button", tabIndex: -1 }, count);
    button.dataset.key = String(number);
    if (event[0] !== null) button.append(seatToken(event[0]));
    button.title = event[1] ?? "";
    button.append(make("span", { className: "text", textContent: event[2] }), review.mark(number));
    button.addEventListener("click", () => go(number));
    list.append(make("li", {}, button));
  });
};
const showEvent = () => {
  const list = $("events");
  for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  /** @type {HTMLElement | null} */
  const button = at() ? list.querySelector(`:scope > :nth-child(${at()}) > button`) : null;
  button?.setAttribute("aria-current", "step");
  const top = button ? button.offsetTop - list.offsetTop : 0;
  if (!button || top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
};
const showLinks = () => {
  const others = gameOf(token).filter((link) => link[1] !== token);
  $("links").hidden = !others.length;
  if (others.some(([seat]) => seat !== null) && about.seat !== null) $("links").open = true;
  $("link-list").replaceChildren(...others.map(linkItem));
};
const linkItem = (/** @type {Link} */ [seat, other]) => {
  const name = seat === null ? "to watch" : `seat ${seat}`;
  const copy = make("button", { type: "button", textContent: "Copy" });
  copy.setAttribute("aria-label", `Copy the link ${name}`);
  copy.dataset.key = other;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(linkTo(other));
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Not copied";
    }
  });
  const link = make("a", { href: linkTo(other), target: "_blank", rel: "noopener", textContent: name });
  return make("li", {}, link, " ", copy);
};

const go = (/** @type {number} */ wanted) => {
  if (!state) return;
  document.body.classList.remove("moved");
  step = wanted >= newest() ? null : Math.max(0, wanted);
  show(state);
};
const playOn = (/** @type {string} */ next) => {
  location.href = linkTo(next);
};
const advise = (/** @type {Hint} */ message) => {
  $("hint").disabled = false;
  if (message.step !== state?.step) return;
  $("advice").textContent = message.lines.join("\n");
  $("advice").hidden = false;
};

/**
 * A switch that the browser remembers.
 * @param {"forced" | "sound"} id
 * @param {() => void} changed
 */
const keepSwitch = (id, changed) => {
  try {
    const kept = localStorage.getItem(`uneri.${id}`);
    if (kept) $(id).checked = kept === "yes";
  } catch { /* a browser that keeps nothing */ }
  $(id).addEventListener("change", () => {
    try {
      localStorage.setItem(`uneri.${id}`, $(id).checked ? "yes" : "no");
    } catch { /* a browser that keeps nothing */ }
    changed();
  });
};

$("first").addEventListener("click", () => go(0));
$("back").addEventListener("click", () => go(at() - 1));
$("forth").addEventListener("click", () => go(at() + 1));
$("live").addEventListener("click", () => go(newest()));
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("hint").addEventListener("click", () => {
  $("advice").textContent = "A search is thinking \u2026";
  $("advice").hidden = false;
  connection.send({ type: "hint" });
});
$("reveal").addEventListener("click", () => {
  connection.send({ type: "reveal", on: $("reveal").getAttribute("aria-pressed") !== "true" });
});
for (const id of /** @type {const} */ (["undo", "agree", "refuse"])) {
  $(id).addEventListener("click", () => connection.send({ type: "undo", agree: id !== "refuse" }));
}
keepSwitch("forced", () => {
  if (state) show(state);
});
keepSwitch("sound", () => {
  if ($("sound").checked) ring();
});
$("go-on").addEventListener("click", () => connection.send({ type: "go_on" }));
$("rematch").addEventListener("click", () => {
  playsOn = true;
  if (state?.rematch) playOn(state.rematch);
  else connection.send({ type: "rematch" });
});
/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(at() - 1),
  ArrowRight: () => go(at() + 1),
  Home: () => go(0),
  End: () => go(newest()),
  "/": () => moves.focus(),
};
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !state) return;
  if (event.key === "Escape") {
    moves.clear();
    return;
  }
  if (event.target instanceof Element && event.target.matches("input, select, textarea")) return;
  const does = KEYS[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});
globalThis.addEventListener("hashchange", () => location.reload());
keepKeyboard();
connection.open();
