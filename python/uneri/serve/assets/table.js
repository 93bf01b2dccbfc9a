// The table page. All of the game comes from the server; a lost connection is made anew and brings the whole of it again.
import { $, gameOf, holdLink, linkTo, make, points, problem, seatToken } from "./common.js";
import { Connection } from "./connection.js";
import { keepKeyboard } from "./keyboard.js";
import { Moves } from "./moves.js";
import { Picture } from "./picture.js";
import { Review } from "./review.js";

const KEPT = 200; // earlier pictures

let about = null, state = null, events = [];
let step = null; // null: the newest
let looks = new Map(), asked = null;

const token = decodeURIComponent(location.hash.slice(1));
const connection = new Connection(token, {
  table: (message) => begin(message),
  state: (message) => update(message),
  look: (message) => looked(message),
  hint: (message) => advise(message),
  review: (message) => review.take(message),
  error: (message) => { problem(message.error); moves.wait(false); asked = null; review.refused(); },
  lost: (words) => { say(words); moves.wait(true); asked = null; review.lost(); },
  gone: (words) => { problem(words); say("This table is closed."); moves.hide(); },
});
const picture = new Picture($("picture"), (numbers) => moves.press(numbers));
const moves = new Moves((action) => {
  problem();
  if (state) connection.send({ type: "move", step: state.step, action });
}, (chosen) => picture.mark(chosen));
const review = new Review((message) => connection.send(message), (wanted) => go(wanted), () => {
  if (!state) return;
  listEvents(0);
  showEvent();
  review.show(state, events, at());
});

const say = (words) => { if ($("now").textContent !== words) $("now").textContent = words; };
const newest = () => state?.step ?? 0; // keys may come before the first state
const at = () => step ?? newest();
const who = (seat) => (seat === about.seat ? "you" : about.names[seat]);
const told = ([seat, text]) => (seat === null ? "an unseen move" : `${who(seat)}: ${text ?? "moves, unseen"}`);

const begin = (message) => {
  about = message;
  state = null; // it follows, with all events
  step = null;
  events = [];
  looks = new Map();
  asked = null;
  review.begin(about);
  holdLink(about.seat, token);
  $("title").textContent = about.title;
  $("who").textContent = about.seat === null ? "You watch, and see every hand." : `You are seat ${about.seat}${about.sees === "all" ? ", and see everything." : "."}`;
  $("reveal").setAttribute("aria-pressed", String(about.sees === "all"));
  $("reveal").hidden = about.seat === null;
  $("replay").href = `replay/${token}`;
  $("record").href = `record/${token}`;
  showLinks();
};

const update = (message) => {
  const before = state;
  state = message;
  events = [...events.slice(0, message.first), ...message.events];
  if (step !== null && step >= newest()) step = null;
  if (!message.turn || message.step !== before?.step) $("advice").hidden = true;
  listEvents(message.first);
  show();
};

const show = () => {
  const live = step === null;
  if (live) picture.show(state.picture);
  else if (looks.has(step)) picture.show(looks.get(step));
  else request();
  if (live && state.turn) moves.show(state.moves);
  else moves.hide();
  $("hint").hidden = !about.hints || !state.turn || !live;
  showSteps();
  showSeats();
  showEvent();
  review.show(state, events, at());
  showNow();
  $("end").hidden = !state.over;
  $("notes").hidden = !state.notes.length;
  $("notes").replaceChildren(...state.notes.map((note) => make("li", { textContent: note })));
  document.title = `${state.turn ? "Your turn: " : ""}${about.title}`;
};

// One request for an earlier picture at a time: a slider asks for many.
const request = () => {
  if (asked !== null) return;
  asked = step;
  connection.send({ type: "look", step });
};
const looked = (message) => {
  asked = null;
  if (looks.size >= KEPT) looks.delete(looks.keys().next().value);
  looks.set(message.step, message.picture);
  if (state && step !== null) show();
};

const showSteps = () => {
  $("slider").max = newest();
  $("slider").value = at();
  $("place").textContent = `${at()} of ${newest()}`;
  $("slider").setAttribute("aria-valuetext", at() ? `${at()}, ${told(events[at() - 1])}` : "the start");
  $("first").disabled = $("back").disabled = at() === 0;
  $("forth").disabled = $("live").disabled = step === null;
  document.body.classList.toggle("past", step !== null);
};
const showSeats = () => {
  $("seats").tBodies[0].replaceChildren(...about.names.map((name, seat) => {
    const won = state.over && state.won[seat];
    const words = [seat === about.seat ? `${name} (you)` : name, won ? " \u2605 has won" : ""];
    return make("tr", { className: won ? "won" : "" },
      make("td", {}, seatToken(seat)), make("td", { className: "name" }, ...words), make("td", { className: "number", textContent: points(state.points[seat]) }));
  }));
};
const showNow = () => {
  const words = [];
  if (step !== null) words.push(`Step ${step}: ${step ? told(events[step - 1]) : "the start"}.`);
  else if (events.length) words.push(`${told(events[events.length - 1])}.`);
  if (state.over) {
    const won = about.names.filter((_, seat) => state.won[seat]);
    words.push(`The game is over: ${won.join(" and ")} ${won.length === 1 ? "has" : "have"} won.`);
  } else if (state.turn) words.push(step === null ? "Your turn." : "It is your turn; go to the newest step to move.");
  else words.push("Others are to move.");
  say(words.join(" "));
  $("now").classList.toggle("yours", state.turn && !state.over);
};
const listEvents = (first) => {
  const list = $("events");
  while (list.children.length > first) list.lastElementChild.remove();
  events.slice(first).forEach((event, index) => {
    const number = first + index + 1;
    const button = make("button", { type: "button", tabIndex: -1 }, make("span", { className: "count", textContent: number }));
    button.dataset.key = number;
    if (event[0] !== null) button.append(seatToken(event[0]));
    button.append(make("span", { className: event[1] === null ? "text dim" : "text", textContent: event[1] ?? (event[0] === null ? "an unseen move" : "moves, unseen") }), review.mark(number));
    button.addEventListener("click", () => go(number));
    list.append(make("li", {}, button));
  });
};
const showEvent = () => {
  const list = $("events");
  for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const button = at() ? list.children[at() - 1]?.firstElementChild : null;
  button?.setAttribute("aria-current", "step");
  const top = button ? button.offsetTop - list.offsetTop : 0;
  if (!button || top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
};
const showLinks = () => {
  const others = gameOf(token).filter((link) => link[1] !== token);
  $("links").hidden = !others.length;
  if (others.some(([seat]) => seat !== null) && about.seat !== null) $("links").open = true;
  $("link-list").replaceChildren(...others.map(([seat, other]) => {
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
    return make("li", {}, make("a", { href: linkTo(other), target: "_blank", rel: "noopener", textContent: name }), " ", copy);
  }));
};

const go = (wanted) => {
  if (!state) return;
  step = wanted >= newest() ? null : Math.max(0, wanted);
  show();
};
const advise = (message) => {
  $("hint").disabled = false;
  if (message.step !== state?.step) return;
  $("advice").textContent = message.lines.join("\n");
  $("advice").hidden = false;
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
$("reveal").addEventListener("click", () => connection.send({ type: "reveal", on: $("reveal").getAttribute("aria-pressed") !== "true" }));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !state) return;
  if (event.key === "Escape") { moves.clear(); return; }
  if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName)) return;
  const does = { ArrowLeft: () => go(at() - 1), ArrowRight: () => go(at() + 1), Home: () => go(0), End: () => go(newest()), "/": () => moves.focus() }[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});
window.addEventListener("hashchange", () => location.reload());
keepKeyboard();
connection.open();
