// What a page of replays tells of a game: pictures, events, rounds, points. Nothing here touches the page.

/** @import { Event, FoldedFrame, Game, Remark } from "./types.d.ts" */

/**
 * The pieces of each picture. A picture keeps some of those before it at its start and its end.
 * @param {FoldedFrame[]} folded
 */
export const unfold = (folded) => {
  /** @type {number[]} */
  let before = [];
  return folded.map(([start, end, between]) => {
    before = [...before.slice(0, start), ...between, ...(end ? before.slice(-end) : [])];
    return before;
  });
};

/**
 * What a viewer learns of an event: whose it was and what, or null.
 * @param {Event} event
 * @param {number | null} viewer
 * @returns {[number | null, string | null]}
 */
export const learned = (event, viewer) => {
  const seen = event.seen && viewer !== null ? event.seen[viewer] : 2;
  return [seen ? event.seat : null, seen > 1 ? event.text : null];
};

/**
 * What a review says is for those who see the hand.
 * @param {Event} event
 * @param {number | null} viewer
 */
export const remarkOn = (event, viewer) => (viewer === null || viewer === event.seat ? event.remark : undefined);

/**
 * @param {Event} event
 * @param {number | null} viewer
 */
export const told = (event, viewer) => {
  const [seat, text] = learned(event, viewer);
  return text ?? (seat === null ? "an unseen move" : "moves, unseen");
};

export const lossText = (/** @type {Remark} */ { loss }) => loss === null ? "\u2713" : `loss ${loss.toFixed(2)}`;

/**
 * The steps of the worst mistakes that a viewer may know, the worst first.
 * @param {Game} game
 * @param {number | null} viewer
 * @param {number} most
 */
export const worstSteps = (game, viewer, most) => {
  const loss = (/** @type {number} */ step) => remarkOn(game.events[step - 1], viewer)?.loss ?? 0;
  return game.events
    .flatMap((event, index) => (remarkOn(event, viewer)?.mistake ? [index + 1] : []))
    .sort((a, b) => loss(b) - loss(a))
    .slice(0, most);
};

/**
 * The place of the round that a step belongs to.
 * @param {Game} game
 * @param {number} step
 */
export const roundAt = (game, step) => Math.max(0, game.rounds.findLastIndex(([, first]) => first <= step));

/**
 * @param {Game} game
 * @param {number} step
 */
export const scoresAt = (game, step) => (game.scores.findLast(([first]) => first <= step) ?? game.scores[0])[1];

/**
 * The step where "a round back" leads: the start of this round, or of the one before.
 * @param {Game} game
 * @param {number} step
 */
export const roundBefore = (game, step) => {
  const now = roundAt(game, step);
  const first = game.rounds[now]?.[1] ?? 0;
  return first < step ? first : game.rounds[now - 1]?.[1] ?? 0;
};

/**
 * Heights of labels that lie at least `apart` from each other and not below `lowest`, near the wanted ones.
 * @param {number[]} wanted
 * @param {number} lowest
 * @param {number} apart
 */
export const spreadLabels = (wanted, lowest, apart) => {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a] - wanted[b]);
  const found = [...wanted];
  order.forEach((at, index) => {
    if (index) found[at] = Math.max(found[at], found[order[index - 1]] + apart);
  });
  let limit = lowest;
  for (const at of order.reverse()) {
    found[at] = Math.min(found[at], limit);
    limit = found[at] - apart;
  }
  return found;
};
