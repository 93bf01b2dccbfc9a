import assert from "node:assert/strict";
import { test } from "node:test";

import { plan } from "../../python/uneri/serve/assets/layout.js";
import { entered, exact, grouped, keptMoves } from "../../python/uneri/serve/assets/move_list.js";
import * as telling from "../../python/uneri/serve/assets/telling.js";

/** @import { About, Event, Judged, Move, Standing, State } from "../../python/uneri/serve/assets/types.d.ts" */

/** @type {About} */
const about = {
  game: "onda",
  book: true,
  title: "onda",
  names: ["Ann", "Ben"],
  seats: [],
  seat: 0,
  sees: 0,
  hints: true,
  reviews: true,
};
/** @type {(more: Partial<State>) => State} */
const state = (more) => ({
  step: 2,
  picture: "",
  view: null,
  undo: false,
  turn: false,
  moves: [],
  points: [],
  over: false,
  won: [],
  notes: [],
  first: 0,
  events: [],
  waits: [],
  wish: null,
  rematch: null,
  ...more,
});
/** @type {(more: Partial<Judged>) => Judged} */
const judged = (more) => ({
  sees: 0,
  step: 1,
  seat: 0,
  legal: 2,
  played: "",
  preferred: "",
  best: false,
  mistake: false,
  loss: 0,
  stderr: 0,
  value: 0,
  moves: [],
  line: [],
  facts: [],
  ...more,
});

const NAMES = ["PASS", "RUN3 b7", "RUN3 b17", "PAIR g7 J@7", "top on 0.16 with 2 front"];
/** @type {(text: string, sets?: number[][]) => number[]} */
const kept = (text, sets = []) => keptMoves(NAMES, text, sets).map(([place]) => place);

test("moves are found by their words and by their number", () => {
  assert.deepEqual(kept(""), [1, 2, 3, 4, 5]);
  assert.deepEqual(kept("run"), [2, 3]);
  assert.deepEqual(kept("run3 B7"), [2]);
  assert.deepEqual(kept("7"), [2, 4]); // not b17
  assert.deepEqual(kept("1"), [1]); // its number
  assert.deepEqual(kept("16"), [5]);
  assert.deepEqual(kept("nothing"), []);
});

test("what was pressed leaves the moves that mean all of it", () => {
  assert.deepEqual(kept("", [[2, 3, 4], [3, 4, 5]]), [3, 4]);
  assert.deepEqual(kept("run", [[3, 4]]), [3]);
});

test("Enter plays the move of a number, or the only one that fits", () => {
  assert.equal(entered(NAMES, " 3 ", []), 3);
  assert.equal(entered(NAMES, "pair", []), 4);
  assert.equal(entered(NAMES, "run", []), 0);
  assert.equal(entered(NAMES, "99", []), 0);
  assert.equal(entered(NAMES, "", [[2]]), 2);
});

test("what was pressed is played when it is all that one move needs", () => {
  const things = new Set(["1 2", "2", "3 4"]); // cards; move 2 needs two of them, moves 3 and 4 the third one
  assert.equal(exact([1, 2], things, new Set(["1 2"])), 1);
  assert.equal(exact([2], things, new Set(["1 2", "2"])), 2);
  assert.equal(exact([3, 4], things, new Set(["3 4"])), 0);
  assert.equal(exact([1, 2, 3, 4, 5], things, new Set()), 0); // nothing pressed
});

test("the other seats are above the board or beside it, whichever is larger", () => {
  const seat = { name: "seat", width: 170, height: 100 };
  const low = [seat, seat, seat, { name: "board", width: 536, height: 150 }];
  const high = [seat, seat, seat, { name: "board", width: 536, height: 440 }];
  const room = { width: 1000, height: 480 };
  assert.equal(plan(low, room, false).beside, false);
  assert.equal(plan(high, room, false).beside, true);
  for (const parts of [low, high]) {
    const { scale } = plan(parts, room, false);
    assert.ok(scale >= 0.8 && scale <= 1.7);
  }
  assert.equal(plan(high, { width: 374, height: Infinity }, true).scale, 1); // a phone scrolls
});

test("many moves are grouped by their first word", () => {
  const few = keptMoves(NAMES, "", []);
  assert.deepEqual(grouped(few), [["", few]]);
  const many = keptMoves(["M a", "PASS", ...Array.from({ length: 30 }, (_, i) => `D ${i}`)], "", []);
  assert.deepEqual(grouped(many).map(([group, moves]) => [group, moves.length]), [["", 1], ["M", 1], ["D", 30]]);
  const runs = Array.from({ length: 30 }, (_, i) => `run of ${2 + i % 2}: blue ${i}`);
  assert.deepEqual(grouped(keptMoves(runs, "", [])).map(([group]) => group), ["run of 2:", "run of 3:"]);
});

test("an event is told in one line, and score sheets are listed from the newest", () => {
  /** @type {Event[]} */
  const events = [[0, "PASS", "Ann: passes\n  Ben wins", "round 1\n  Ann +1"], [1, null, "Ben: hides", ""]];
  assert.deepEqual(events.map(telling.told), ["Ann: passes; Ben wins", "Ben: hides"]);
  assert.equal(telling.sheets([...events, [1, "PASS", "", "round 2"]]), "round 2\n\nround 1\n  Ann +1");
});

test("the situation", () => {
  /** @type {Event[]} */
  const events = [[0, "PASS", "you: PASS", ""], [1, "PASS", "Ben: PASS", ""]];
  const words = (/** @type {Partial<State>} */ more, /** @type {number | null} */ step = null) =>
    telling.situation(about, state(more), events, step);
  assert.equal(words({}), "It is another seat's turn. Ben: PASS.");
  assert.equal(words({ turn: true }), "Your turn. Ben: PASS.");
  assert.equal(words({ turn: true }, 1), "Step 1: you: PASS. It is your turn; go to the newest step to move.");
  assert.equal(words({}, 0), "Step 0: the start. It is another seat's turn.");
  const stop = "The score sheet is shown; bots wait for you and Ben.";
  assert.equal(words({ turn: true, waits: [0, 1] }), `Your turn. ${stop} Ben: PASS.`);
  assert.equal(words({ over: true, won: [true, false] }), "The game is over: Ann has won. Ben: PASS.");
  assert.equal(words({ over: true, won: [true, true] }), "The game is over: Ann and Ben have won. Ben: PASS.");
  assert.equal(telling.situation(about, state({}), [], null), "It is another seat's turn.");
});

test("a move without a choice plays itself when nothing is to be read first", () => {
  /** @type {Move[]} */
  const moves = [[0, "PASS", "pass"]];
  assert.ok(telling.isForced(state({ turn: true, moves }), null));
  assert.ok(!telling.isForced(state({ turn: true, moves }), 1)); // an earlier step is looked at
  assert.ok(!telling.isForced(state({ turn: true, moves, waits: [0] }), null)); // a score sheet is shown
  assert.ok(!telling.isForced(state({ turn: true, moves: [...moves, [1, "TURN", "turn the tide"]] }), null));
});

test("games of the start page", () => {
  /** @type {Standing} */
  const standing = { title: "", seat: 1, step: 12, over: false, won: false, turn: false };
  assert.equal(telling.standingText(standing), "seat 1, 12 moves");
  assert.equal(telling.standingText({ ...standing, turn: true }), "seat 1, your turn");
  assert.equal(telling.standingText({ ...standing, over: true, won: true }), "seat 1, you have won");
  assert.equal(telling.standingText({ ...standing, seat: null, over: true }), "to watch, over");
});

test("a review is summed up over decisions where there was a choice", () => {
  const found = [
    judged({ step: 1, loss: 0.1 }),
    judged({ step: 2, loss: 0.2, mistake: true }),
    judged({ step: 3, loss: 0.5, mistake: true }),
    judged({ step: 4, loss: 9, legal: 1, mistake: true }),
    judged({ step: 5, loss: 0.5, mistake: true }),
  ];
  assert.deepEqual(telling.mistakes(found).map(({ step }) => step), [3, 5, 2]);
  assert.equal(telling.summary(found, 2), "4 decisions, 3 mistakes, mean loss 0.33; 2 to come.");
  assert.equal(telling.summary(found.slice(0, 1), 0), "1 decision, 0 mistakes, mean loss 0.10.");
  assert.equal(telling.summary(found.slice(3, 4), 3), "");
  assert.equal(telling.lossText({ loss: 0.25 }), "loss 0.25");
  assert.equal(telling.share(-0.5), "\u22120.50");
});
