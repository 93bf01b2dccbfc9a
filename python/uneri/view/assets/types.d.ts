/** Types for `deno check`; no page loads this file. */

type Tags = HTMLElementTagNameMap;

/** A number is taken where an element wants a text. */
type Properties<E> = { [P in keyof E]?: E[P] | (E[P] extends string | null ? number : never) };

export type Make = <K extends keyof Tags>(
  tag: K,
  properties?: Properties<Tags[K]>,
  ...children: (Node | string)[]
) => Tags[K];

/** Elements of a page by their ids. */
export type Find<Ids> = <K extends keyof Ids>(id: K) => Ids[K];

/** The data of a page of replays: see `view/replay_page.py`. */
export interface ReplayData {
  pieces: string[];
  games: Game[];
}

export interface Game {
  title: string;
  facts: string;
  players: string[];
  over: boolean;
  won: boolean[];
  notes: string[];
  views: { seat: number | null; frames: FoldedFrame[] }[];
  events: Event[];
  scores: [step: number, points: number[]][];
  values: [step: number, value: number][][];
  word: string;
  rounds: [name: number, firstStep: number][];
}

/** How many pieces it keeps of the start and of the end of the one before, and the new ones between. */
export type FoldedFrame = [start: number, end: number, between: number[]];

export interface Event {
  seat: number | null;
  text: string | null;
  /** What seats learn of it: nothing, whose move it was, all. */
  seen?: number[];
  remark?: Remark;
}

export interface Remark {
  text: string[];
  loss: number | null;
  mistake: boolean;
  judged?: false;
}

export interface ReplayIds {
  back: HTMLButtonElement;
  chart: HTMLElement;
  data: HTMLElement;
  end: HTMLButtonElement;
  events: HTMLElement;
  facts: HTMLElement;
  first: HTMLButtonElement;
  forth: HTMLButtonElement;
  games: HTMLSelectElement;
  "games-label": HTMLElement;
  notes: HTMLElement;
  now: HTMLElement;
  pace: HTMLSelectElement;
  picture: HTMLElement;
  place: HTMLElement;
  play: HTMLButtonElement;
  remark: HTMLElement;
  rounds: HTMLSelectElement;
  "rounds-label": HTMLElement;
  "rounds-word": HTMLElement;
  seats: HTMLTableElement;
  slider: HTMLInputElement;
  title: HTMLElement;
  values: HTMLElement;
  views: HTMLSelectElement;
  "views-label": HTMLElement;
  worst: HTMLElement;
}
