// The keyboard keeps its place. Where the thing that has it is drawn again, switched off or hidden, it goes to the same thing
// (`data-key`), to the one that its part names (`data-part`), or to the first of its part, as soon as one can be used. Whoever
// uses a mouse is left alone.
import { $ } from "./common.js";

const isUsable = (thing) => thing.isConnected && !thing.disabled && thing.checkVisibility();

export const keepKeyboard = () => {
  let held = null;
  document.addEventListener("focusin", ({ target }) => {
    held = target.matches(":focus-visible") ? { target, part: target.closest("[data-part]") } : null;
  });
  document.addEventListener("pointerdown", () => { held = null; });
  const restore = () => {
    if (!held || (document.activeElement !== document.body && isUsable(document.activeElement))) return;
    const { target, part } = held;
    const things = [target, part && $(part.dataset.part), ...(part?.querySelectorAll("button, input, select, a") ?? [])].filter((thing) => thing && isUsable(thing));
    const same = things.find((thing) => thing === target || (target.dataset.key && thing.dataset.key === target.dataset.key));
    (same ?? things[0])?.focus({ preventScroll: true });
  };
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "hidden"] });
};
