// The keyboard keeps its place. Where the thing that has it is drawn again, switched off or hidden, it goes to the same
// thing (`data-key`), to the one that its part names (`data-part`), or to the first of its part, as soon as one can be
// used. Mouse users are not affected.
import { byId } from "./page.js";

const isUsable = (/** @type {Element} */ thing) =>
  thing.isConnected && !thing.matches(":disabled") && thing.checkVisibility();

export const keepKeyboard = () => {
  /** @type {{ target: HTMLElement, part: HTMLElement | null } | null} */
  let held = null;
  document.addEventListener("focusin", ({ target }) => {
    held = null;
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
    held = { target, part: target.closest("[data-part]") };
  });
  document.addEventListener("pointerdown", () => {
    held = null;
  });
  const restore = () => {
    const active = document.activeElement;
    if (!held || (active && active !== document.body && isUsable(active))) return;
    const { target, part } = held;
    /** @type {HTMLElement[]} */
    const things = [target];
    if (part?.dataset.part) things.push(byId(part.dataset.part));
    if (part) things.push(.../** @type {any} */ (part.querySelectorAll("button, input, select, a")));
    const key = target.dataset.key;
    const usable = things.filter(isUsable);
    const same = usable.find((thing) => thing === target || (key && thing.dataset.key === key));
    (same ?? usable[0])?.focus({ preventScroll: true });
  };
  const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "hidden"] };
  new MutationObserver(restore).observe(document.body, watched);
};
