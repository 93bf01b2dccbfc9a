// The socket: it joins, reconnects after a loss with growing pauses, and passes messages to the handlers of their type.

/** @import { Asked, Handlers } from "./types.d.ts" */

const FIRST = 400;
const LONGEST = 15000;
const PING = 25000;

export class Connection {
  #token;
  #narrow;
  #handlers;
  /** @type {WebSocket | null} */
  #socket = null;
  #pause = FIRST;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #over = false;

  /**
   * @param {string} token
   * @param {Handlers} handlers
   * @param {MediaQueryList} narrow whether the server is to draw for a phone
   */
  constructor(token, handlers, narrow) {
    this.#token = token;
    this.#narrow = narrow;
    this.#handlers = handlers;
    narrow.addEventListener("change", () => {
      if (this.#socket && !this.#over) this.open();
    });
    setInterval(() => this.send({ type: "ping" }), PING);
    const now = () => {
      if (!this.#over && !this.#socket) this.open();
    };
    globalThis.addEventListener("online", now);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) now();
    });
  }

  open() {
    clearTimeout(this.#timer);
    const address = new URL("socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    const before = this.#socket;
    const socket = (this.#socket = new WebSocket(address));
    before?.close();
    const join = () => ({ type: "join", token: this.#token, narrow: this.#narrow.matches });
    socket.addEventListener("open", () => socket.send(JSON.stringify(join())));
    socket.addEventListener("message", (event) => {
      if (this.#socket === socket) this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  /** Nothing is sent while there is no connection. */
  send(/** @type {Asked} */ message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #take(/** @type {any} */ message) {
    if (message.type === "gone") {
      this.#over = true;
      this.#handlers.gone(message.error);
      return;
    }
    if (message.type === "state") this.#pause = FIRST;
    /** @type {Record<string, (message: any) => void>} */ (/** @type {unknown} */ (this.#handlers))[message.type]?.(
      message,
    );
  }

  #lost() {
    this.#socket = null;
    if (this.#over) return;
    const pause = this.#pause * (0.75 + Math.random() / 2);
    const seconds = Math.max(1, Math.round(pause / 1000));
    this.#handlers.lost(
      `The connection is lost. This page tries again in ${seconds} s; then the game goes on where it was.`,
    );
    this.#timer = setTimeout(() => this.open(), pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST);
  }
}
