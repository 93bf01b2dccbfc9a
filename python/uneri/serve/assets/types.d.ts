/**
 * Types for `deno check`; no page loads this file.
 * Messages are as `telling.py`, `begin.py` and `session.py` write them.
 */

/** A seat and the token of its link; null watches. */
export type Link = [seat: number | null, token: string];

export type Value = string | number | boolean;

export interface Option {
  name: string;
  allowed: string;
  meaning: string;
  default: Value;
  words?: Value[];
  own?: boolean;
  low?: number | null;
  high?: number | null;
}

export interface OfferedGame {
  name: string;
  title: string;
  /** What the game is, by language. */
  about: Record<string, string>;
  /** Words for strength, each with its bot. */
  levels: [word: string, bot: string][];
  seats: number;
  options: Option[];
  bots: string[];
  book: boolean;
}

export interface Offers {
  games: OfferedGame[];
  human: string;
}

export interface Standing {
  title: string;
  seat: number | null;
  step: number;
  over: boolean;
  won: boolean;
  turn: boolean;
}

/** Who did it and what, null if the viewer may not know; what happened in words; the score sheet that it closed, or "". */
export type Event = [seat: number | null, text: string | null, words: string, sheet: string];

/** A legal move, in the notation of the game and in words. */
export type Move = [action: number, name: string, words: string];

export interface About {
  game: string;
  book: boolean;
  title: string;
  names: string[];
  seats: string[];
  seat: number | null;
  sees: number | "all";
  hints: boolean;
  reviews: boolean;
}

export interface State {
  step: number;
  picture: string;
  /** What the seat knows at its turn: `state.to_dict(seat)`. */
  view: Record<string, unknown> | null;
  turn: boolean;
  /** Whether the reader may take its last move back. */
  undo: boolean;
  moves: Move[];
  points: number[];
  over: boolean;
  won: boolean[];
  notes: string[];
  first: number;
  events: Event[];
  /** Seats that still read the score sheet of the last round; bots wait for them. */
  waits: number[];
  /** Who asks to take a move back, and who agrees. */
  wish: [seat: number, agreed: number[]] | null;
  /** The reader's link in the next game, if there is one. */
  rematch: string | null;
}

export interface Look {
  step: number;
  picture: string;
}

/** What is certain to come of a move of the reader's. */
export interface Preview {
  step: number;
  action: number;
  picture: string | null;
  words: string;
}

export interface Hint {
  step: number;
  lines: string[];
}

export interface Judged {
  sees: number | "all";
  step: number;
  seat: number;
  legal: number;
  played: string;
  preferred: string;
  best: boolean;
  mistake: boolean;
  loss: number;
  stderr: number;
  value: number;
  moves: [name: string, visits: number, value: number, stderr: number, equal: boolean][];
  line: string[];
  facts: string[];
}

export interface Handlers {
  table(message: About): void;
  state(message: State): void;
  look(message: Look): void;
  preview(message: Preview): void;
  hint(message: Hint): void;
  review(message: Judged): void;
  error(message: { error: string }): void;
  lost(words: string): void;
  gone(words: string): void;
}

export type Asked =
  | { type: "undo"; agree: boolean }
  | { type: "ping" | "hint" | "go_on" | "rematch" }
  | { type: "move" | "preview"; step: number; action: number }
  | { type: "look" | "review"; step: number }
  | { type: "reveal"; on: boolean };

/** The size of a part of a picture, in the picture's own units. */
export interface Sized {
  name: string;
  width: number;
  height: number;
}

export interface Part extends Sized {
  svg: SVGSVGElement;
}

/** Where other seats are drawn, and how large everything is. */
export interface Plan {
  beside: boolean;
  columns: number;
  scale: number;
  /** The scale of the other seats. */
  seats: number;
}

/** What is known at a real table after `accepted` entries, and what comes next. */
export interface Advice {
  accepted: number;
  picture: string;
  /** The view as JSON. */
  view: string;
  /** Why the next entry doesn't count. */
  error?: string;
  /** What it asks. */
  question?: string;
  next: string;
  turn: boolean;
  chance: boolean;
  moves: [text: string, words: string][];
  /** How many moves or cards there are, of which `moves` has the first. */
  all: number;
  ranked?: [text: string, words: string, result: string, equal: boolean][];
}

export interface AdviseIds {
  add: HTMLButtonElement;
  answer: HTMLInputElement;
  asked: HTMLElement;
  begin: HTMLButtonElement;
  entries: HTMLTextAreaElement;
  entry: HTMLFormElement;
  fields: HTMLElement;
  form: HTMLFormElement;
  game: HTMLSelectElement;
  help: HTMLElement;
  known: HTMLElement;
  leave: HTMLButtonElement;
  line: HTMLInputElement;
  moves: HTMLElement;
  "moves-title": HTMLElement;
  next: HTMLElement;
  options: HTMLElement;
  other: HTMLInputElement;
  picture: HTMLImageElement;
  "picture-title": HTMLElement;
  players: HTMLSelectElement;
  question: HTMLFormElement;
  ranked: HTMLElement;
  ranking: HTMLElement;
  rules: HTMLAnchorElement;
  seat: HTMLSelectElement;
  seen: HTMLElement;
  setup: HTMLDetailsElement;
  suppose: HTMLFormElement;
  talk: HTMLElement;
  undo: HTMLButtonElement;
  unit: HTMLElement;
  use: HTMLButtonElement;
  view: HTMLTextAreaElement;
}

export interface StartIds {
  begin: HTMLButtonElement;
  cards: HTMLElement;
  form: HTMLFormElement;
  game: HTMLSelectElement;
  games: HTMLElement;
  hints: HTMLInputElement;
  none: HTMLElement;
  options: HTMLElement;
  players: HTMLSelectElement;
  rules: HTMLAnchorElement;
  seats: HTMLElement;
  seed: HTMLInputElement;
  strength: HTMLSelectElement;
  study: HTMLElement;
}

export interface TableIds {
  "link-list": HTMLElement;
  "moves-title": HTMLElement;
  "review-move": HTMLElement;
  "review-sum": HTMLElement;
  advice: HTMLElement;
  back: HTMLButtonElement;
  book: HTMLDialogElement;
  "book-close": HTMLButtonElement;
  "book-text": HTMLElement;
  "book-title": HTMLElement;
  clear: HTMLButtonElement;
  end: HTMLElement;
  events: HTMLElement;
  facts: HTMLElement;
  filter: HTMLInputElement;
  first: HTMLButtonElement;
  forced: HTMLInputElement;
  forth: HTMLButtonElement;
  "go-on": HTMLButtonElement;
  hand: HTMLElement;
  hint: HTMLButtonElement;
  links: HTMLDetailsElement;
  live: HTMLButtonElement;
  moves: HTMLElement;
  notes: HTMLElement;
  now: HTMLElement;
  picture: HTMLElement;
  place: HTMLElement;
  play: HTMLButtonElement;
  preview: HTMLElement;
  record: HTMLAnchorElement;
  rematch: HTMLButtonElement;
  replay: HTMLAnchorElement;
  reveal: HTMLButtonElement;
  review: HTMLButtonElement;
  reviewed: HTMLElement;
  rules: HTMLAnchorElement;
  seats: HTMLTableElement;
  sheet: HTMLElement;
  sheets: HTMLDetailsElement;
  slider: HTMLInputElement;
  sound: HTMLInputElement;
  stop: HTMLElement;
  title: HTMLElement;
  tour: HTMLElement;
  "tour-again": HTMLButtonElement;
  "tour-end": HTMLButtonElement;
  "tour-next": HTMLButtonElement;
  "tour-place": HTMLElement;
  "tour-text": HTMLElement;
  undo: HTMLButtonElement;
  turn: HTMLElement;
  who: HTMLElement;
  why: HTMLElement;
  wish: HTMLElement;
  "wish-text": HTMLElement;
  agree: HTMLButtonElement;
  refuse: HTMLButtonElement;
}
