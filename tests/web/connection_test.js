import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Connection } from "../../python/uneri/serve/assets/connection.js";

/** A socket that is opened, spoken to and closed by the test. */
class Socket extends EventTarget {
  static OPEN = 1;
  /** @type {Socket[]} */
  static made = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];

  constructor(/** @type {URL} */ address) {
    super();
    this.address = String(address);
    Socket.made.push(this);
  }

  send(/** @type {string} */ text) {
    this.sent.push(JSON.parse(text));
  }

  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  says(/** @type {unknown} */ message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  closes() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}

/**
 * What was told to the page, and the pauses before sockets that are to come.
 * @type {any[]}
 */
let told = [];
/** @type {[pause: number, then: () => void][]} */
let waiting = [];
/** @type {(() => void)[]} */
let repeated = [];
let page = new EventTarget();
const narrow = /** @type {MediaQueryList} */ (Object.assign(new EventTarget(), { matches: true }));

const replace = (/** @type {Record<string, unknown>} */ values) => {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
};

const connect = () => {
  const tell = (/** @type {string} */ name) => (/** @type {unknown} */ message) => void told.push([name, message]);
  const connection = new Connection("secret", {
    table: tell("table"),
    state: tell("state"),
    look: tell("look"),
    preview: tell("preview"),
    hint: tell("hint"),
    review: tell("review"),
    error: tell("error"),
    lost: tell("lost"),
    gone: tell("gone"),
  }, narrow);
  connection.open();
  return connection;
};
const newest = () => Socket.made[Socket.made.length - 1];

beforeEach(() => {
  Socket.made = [];
  [told, waiting, repeated] = [[], [], []];
  page = new EventTarget();
  replace({
    addEventListener: page.addEventListener.bind(page),
    WebSocket: Socket,
    document: new EventTarget(),
    location: new URL("https://host/games/table#secret"),
    setTimeout: (/** @type {() => void} */ then, /** @type {number} */ pause) => waiting.push([pause, then]),
    clearTimeout: () => {},
    setInterval: (/** @type {() => void} */ then) => repeated.push(then),
  });
});

test("it joins at the socket of its server, and its token is in no address", () => {
  connect();
  assert.equal(newest().address, "wss://host/games/socket");
  newest().opens();
  assert.deepEqual(newest().sent, [{ type: "join", token: "secret", narrow: true }]);
});

test("messages go to the handler of their type, others nowhere", () => {
  connect();
  newest().says({ type: "look", step: 3, picture: "" });
  newest().says({ type: "pong" });
  assert.deepEqual(told, [["look", { type: "look", step: 3, picture: "" }]]);
});

test("nothing is sent without a connection, pings included", () => {
  const connection = connect();
  connection.send({ type: "hint" });
  repeated[0]();
  newest().opens();
  repeated[0]();
  connection.send({ type: "hint" });
  assert.deepEqual(newest().sent.slice(1), [{ type: "ping" }, { type: "hint" }]);
});

test("it comes back after pauses that double up to 15 seconds, until a state has come", () => {
  connect();
  const pauses = [400, 800, 1600, 3200, 6400, 12800, 15000, 15000];
  for (const pause of pauses) {
    newest().closes();
    const [waited, then] = /** @type {[number, () => void]} */ (waiting.pop());
    assert.ok(0.75 * pause <= waited && waited <= 1.25 * pause, `${waited} for ${pause}`);
    then();
  }
  assert.equal(Socket.made.length, 1 + pauses.length);
  newest().says({ type: "state" });
  newest().closes();
  assert.ok(waiting[0][0] <= 500);
  assert.equal(told.filter(([name]) => name === "lost").length, pauses.length + 1);
});

test("it comes back at once when the browser is online again", () => {
  connect();
  newest().closes();
  page.dispatchEvent(new Event("online"));
  assert.equal(Socket.made.length, 2);
  page.dispatchEvent(new Event("online")); // there is one already
  assert.equal(Socket.made.length, 2);
});

test("a game that is gone stays gone", () => {
  connect();
  const socket = newest();
  socket.says({ type: "gone", error: "dropped" });
  socket.closes();
  page.dispatchEvent(new Event("online"));
  assert.deepEqual(told, [["gone", "dropped"]]);
  assert.deepEqual([Socket.made.length, waiting.length], [1, 0]);
});
