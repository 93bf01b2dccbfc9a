// Where the parts of a picture go. Nothing here touches the page.

/** @import { Plan, Sized } from "./types.d.ts" */

export const NARROW = "(max-width: 700px)"; // phones: the server draws for them
const GAP = 12;
const MOST = 1.7;
const LEAST = 0.8; // below it texts can't be read; the table is scrolled instead

/**
 * The other seats above the board, or beside it in columns: whichever lets all be drawn larger.
 * @param {Sized[]} parts
 * @param {{ width: number, height: number }} room
 * @param {boolean} narrow
 * @returns {Plan}
 */
export const plan = (parts, room, narrow) => {
  const named = (/** @type {string} */ wanted) => parts.filter(({ name }) => name === wanted);
  const seats = named("seat");
  const board = stacked(named("board"));
  const whole = stacked([...named("board"), ...named("more")]);
  const widest = Math.max(board.width, ...seats.map(({ width }) => width));
  if (narrow || room.height === Infinity) {
    const scale = Math.min(room.width / (narrow ? 374 : 536), narrow ? 1.2 : MOST);
    return { beside: false, columns: 1, scale, seats: scale };
  }
  const tried = [board, whole].flatMap((table, more) => {
    const width = Math.max(widest, table.width);
    const above = Math.min(MOST, room.width / width, room.height / (rowsOf(seats, width) + table.height));
    /** @type {Plan[]} */
    const plans = [{ beside: false, columns: 1, scale: above, seats: above }];
    for (let columns = 1; columns <= Math.min(seats.length, 3); columns++) {
      const across = columns * (seats[0].width + GAP);
      const column = Math.ceil(seats.length / columns) * (Math.max(...seats.map(({ height }) => height)) + GAP);
      const scale = Math.min(
        MOST,
        room.width / (table.width + across),
        room.height / Math.max(column, table.height),
      );
      const left = (room.width - table.width * scale - GAP) / across;
      plans.push({ beside: true, columns, scale, seats: Math.max(scale, Math.min(1.2, left, room.height / column)) });
    }
    const largest = plans.reduce((one, other) => (other.scale > one.scale ? other : one));
    const best = largest.scale > 1.1 * above ? largest : plans[0];
    return more === 0 || best.scale >= 1 ? [best] : [];
  });
  const best = tried[tried.length - 1]; // with the rest of the table, if that can still be read
  return { ...best, scale: Math.max(best.scale, LEAST), seats: Math.max(best.seats, LEAST) };
};

/** Parts below each other. */
const stacked = (/** @type {Sized[]} */ parts) => ({
  width: Math.max(0, ...parts.map(({ width }) => width)),
  height: parts.reduce((sum, { height }) => sum + height + GAP, 0),
});

/**
 * The height of parts in rows of a width.
 * @param {Sized[]} parts
 * @param {number} width
 */
const rowsOf = (parts, width) => {
  let [used, high, sum] = [0, 0, 0];
  for (const part of parts) {
    if (used && used + part.width > width) {
      sum += high + GAP;
      [used, high] = [0, 0];
    }
    used += part.width + GAP;
    high = Math.max(high, part.height);
  }
  return sum + (high ? high + GAP : 0);
};
