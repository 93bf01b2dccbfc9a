import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import * as common from "../../python/uneri/serve/assets/common.js";
import * as form from "../../python/uneri/serve/assets/form.js";

/** @import { Link, OfferedGame, Option } from "../../python/uneri/serve/assets/types.d.ts" */

/** @type {Option} */
const players = { name: "players", allowed: "2 to 5", meaning: "seats", default: 3, low: 2, high: 5 };
/** @type {(options: Option[]) => OfferedGame} */
const game = (options) => ({
  name: "onda",
  title: "ONDA",
  about: {},
  levels: [],
  seats: 4,
  options,
  bots: [],
  book: true,
});

test("the number of seats is an option, or the game's own", () => {
  assert.deepEqual(form.seatsOf(game([players])), { option: players, low: 2, high: 5, normal: 3 });
  const fixed = { option: null, low: 4, high: 4, normal: 4 };
  assert.deepEqual(form.seatsOf(game([])), fixed);
  assert.deepEqual(form.seatsOf(game([{ ...players, low: null }])), fixed);
  assert.deepEqual(form.seatsOf(game([{ ...players, low: undefined, words: [2, 3] }])), fixed);
});

test("what an option allows stands below it unless the list of words shows it", () => {
  assert.equal(form.helpOf(players), "seats (2 to 5)");
  assert.equal(form.helpOf({ ...players, low: undefined, words: [true, false] }), "seats");
  assert.equal(form.helpOf({ ...players, meaning: "who shares (R-4)", allowed: "2 to 5 (7)" }), "who shares (2 to 5)");
  assert.equal(form.named("max_rounds"), "max rounds");
});

test("a seed goes as it is typed, with all of its 64 bits", () => {
  assert.equal(
    form.requestText({ game: "onda" }, "18446744073709551615"),
    '{"game":"onda","seed":18446744073709551615}',
  );
  assert.equal(form.requestText({ game: "onda" }, "007"), '{"game":"onda","seed":7}');
  assert.equal(form.requestText({ game: "onda" }, ""), '{"game":"onda"}');
  assert.equal(form.requestText({ game: "onda" }, "x"), '{"game":"onda"}');
});

test("a file has data", () => {
  assert.deepEqual(form.dataOf("a.json", '{"b": [1]}', "board"), { b: [1] });
  assert.throws(() => form.dataOf("a.json", "{", "board"), /^Error: a\.json is not JSON: /);
  for (const text of ["3", "null"]) {
    assert.throws(() => form.dataOf("a.json", text, "rule_set"), /a\.json is no data for rule set; allowed: what/);
  }
});

/** @type {Map<string, string>} */
const stored = new Map();
const storage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
};
beforeEach(() => {
  stored.clear();
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
});

test("links are held by game, the newest first", () => {
  /** @type {Link[]} */
  const links = [[0, "a"], [1, "b"], [null, "c"]];
  common.holdGame(links);
  common.holdLink(1, "b"); // known
  common.holdLink(0, "d");
  assert.deepEqual(common.heldGames(), [[[0, "d"]], links]);
  assert.deepEqual(common.gameOf("c"), links);
  assert.deepEqual(common.gameOf("x"), []);
});

test("a game is dropped when all of its links are gone", () => {
  common.holdGame([[0, "a"], [1, "b"]]);
  common.holdGame([[0, "c"]]);
  common.dropGames(new Set(["a", "c"]));
  assert.deepEqual(common.heldGames(), [[[0, "a"], [1, "b"]]]);
});

test("at most 50 games are held, and what is no list of links is left out", () => {
  for (let number = 0; number < 60; number++) common.holdGame([[0, `t${number}`]]);
  assert.equal(common.heldGames().length, 50);
  for (const text of ["{", "3", '[3, [["a"]], [[0, 1]]]']) {
    stored.set("uneri.links", text);
    assert.deepEqual(common.heldGames(), []);
  }
});

test("a browser that keeps nothing holds no games", () => {
  const refuse = () => {
    throw new Error("no");
  };
  Object.defineProperty(globalThis, "localStorage", {
    value: { getItem: refuse, setItem: refuse },
    configurable: true,
  });
  common.holdLink(0, "a");
  assert.deepEqual(common.heldGames(), []);
});

test("a link stays on its server and below its path", () => {
  for (
    const [here, there] of [["http://a/", "http://a/table#t"], ["https://a/games/table#x", "https://a/games/table#t"]]
  ) {
    Object.defineProperty(globalThis, "location", { value: { href: here }, configurable: true });
    assert.equal(common.linkTo("t"), there);
  }
});

test("requests", async () => {
  /** @type {[string, RequestInit][]} */
  const sent = [];
  let body = '{"games": []}';
  globalThis.fetch = (path, how) => {
    sent.push([String(path), how ?? {}]);
    return Promise.resolve(new Response(body));
  };
  assert.deepEqual(await common.ask("api/games"), { games: [] });
  await common.ask("api/standings", { tokens: ["a"] });
  assert.deepEqual(sent.map(([path, { method, body }]) => [path, method, body]), [
    ["api/games", undefined, undefined],
    ["api/standings", "POST", '{"tokens":["a"]}'],
  ]);
  body = '{"type": "error", "error": "seats is 3"}';
  await assert.rejects(common.ask("api/games"), /^Error: seats is 3$/);
  body = "<html>";
  await assert.rejects(common.ask("api/games"), /^Error: The server does not answer\.$/);
});
