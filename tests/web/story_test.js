import assert from "node:assert/strict";
import { test } from "node:test";

import { points } from "../../python/uneri/view/assets/page.js";
import * as story from "../../python/uneri/view/assets/story.js";

/** @import { Event, Game, Remark } from "../../python/uneri/view/assets/types.d.ts" */

/** @type {(loss: number | null, mistake?: boolean) => Remark} */
const remark = (loss, mistake = false) => ({ text: [], loss, mistake });
/** @type {(seat: number | null, text: string | null, more?: Partial<Event>) => Event} */
const event = (seat, text, more = {}) => ({ seat, text, ...more });
/** @type {(more: Partial<Game>) => Game} */
const game = (more) => ({
  title: "onda",
  facts: "",
  players: ["a", "b"],
  over: false,
  won: [],
  notes: [],
  views: [],
  events: [],
  scores: [[0, [0, 0]]],
  values: [],
  word: "round",
  rounds: [],
  ...more,
});

test("points have at most three digits and a minus sign", () => {
  assert.deepEqual([-1.23456, 0, 12, 0.1 + 0.2].map(points), ["\u22121.235", "0", "12", "0.3"]);
});

test("a picture keeps pieces of the one before at its start and its end", () => {
  const folded = story.unfold([[0, 0, [1, 2, 3, 4]], [1, 2, [9]], [0, 0, []], [0, 0, [5]]]);
  assert.deepEqual(folded, [[1, 2, 3, 4], [1, 9, 3, 4], [], [5]]);
});

test("a viewer learns what its seat saw", () => {
  const seen = event(1, "HIDE b3", { seen: [1, 2, 0] });
  assert.deepEqual(story.learned(seen, null), [1, "HIDE b3"]);
  assert.deepEqual([0, 1, 2].map((seat) => story.learned(seen, seat)), [[1, null], [1, "HIDE b3"], [null, null]]);
  assert.deepEqual([null, 0, 2].map((seat) => story.told(seen, seat)), ["HIDE b3", "moves, unseen", "an unseen move"]);
  assert.equal(story.told(event(0, "PASS"), 1), "PASS");
});

test("remarks are for those who see the hand", () => {
  const judged = event(1, "PASS", { remark: remark(0.1) });
  assert.deepEqual([null, 1, 0].map((seat) => story.remarkOn(judged, seat)?.loss), [0.1, 0.1, undefined]);
  assert.deepEqual([remark(null), remark(0.125, true)].map(story.lossText), ["\u2713", "loss 0.13"]);
});

test("the worst mistakes come first", () => {
  const losses = [0.1, 0.4, 0.2, 0.9, 0.4];
  const events = losses.map((loss, index) => event(index % 2, "", { remark: remark(loss, loss > 0.1) }));
  assert.deepEqual(story.worstSteps(game({ events }), null, 3), [4, 2, 5]);
  assert.deepEqual(story.worstSteps(game({ events }), 0, 3), [5, 3]);
  assert.deepEqual(story.worstSteps(game({}), null, 3), []);
});

test("rounds and points at a step", () => {
  const found = game({ rounds: [[1, 0], [2, 7], [3, 12]], scores: [[0, [0, 0]], [7, [3, 1]]] });
  assert.deepEqual([0, 6, 7, 11, 12, 99].map((step) => story.roundAt(found, step)), [0, 0, 1, 1, 2, 2]);
  assert.deepEqual([0, 3, 7, 8, 12, 13].map((step) => story.roundBefore(found, step)), [0, 0, 0, 7, 7, 12]);
  assert.deepEqual([0, 6, 7, 50].map((step) => story.scoresAt(found, step)[0]), [0, 0, 3, 3]);
  assert.deepEqual([story.roundAt(game({}), 5), story.roundBefore(game({}), 5)], [0, 0]);
});

test("labels lie apart and above the lower edge", () => {
  assert.deepEqual(story.spreadLabels([10, 50, 90], 124, 12), [10, 50, 90]);
  assert.deepEqual(story.spreadLabels([30, 30, 31], 124, 12), [30, 42, 54]);
  assert.deepEqual(story.spreadLabels([122, 10, 120], 124, 12), [124, 10, 112]);
  assert.deepEqual(story.spreadLabels([], 124, 12), []);
});
