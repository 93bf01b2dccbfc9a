import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SERVE = "../../python/uneri/serve/assets";
const VIEW = "../../python/uneri/view/assets";
/** @type {Record<string, string>} */
const TAGS = {
  HTMLAnchorElement: "a",
  HTMLButtonElement: "button",
  HTMLDetailsElement: "details",
  HTMLFormElement: "form",
  HTMLImageElement: "img",
  HTMLInputElement: "input",
  HTMLSelectElement: "select",
  HTMLTableElement: "table",
  HTMLTextAreaElement: "textarea",
};

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), "utf8");

for (
  const [page, types, name] of [
    [`${SERVE}/start.html`, `${SERVE}/types.d.ts`, "StartIds"],
    [`${SERVE}/advise.html`, `${SERVE}/types.d.ts`, "AdviseIds"],
    [`${SERVE}/table.html`, `${SERVE}/types.d.ts`, "TableIds"],
    [`${VIEW}/replay.html`, `${VIEW}/types.d.ts`, "ReplayIds"],
  ]
) {
  test(`the elements of ${name} are in their page, and of that kind`, () => {
    const tags = new Map([...read(page).matchAll(/<(\w+)[^>]* id="([^"]+)"/g)].map(([, tag, id]) => [id, tag]));
    const fields = read(types).match(new RegExp(`interface ${name} {(.*?)\\n}`, "s"))?.[1] ?? "";
    const found = [...fields.matchAll(/"?([\w-]+)"?: (\w+);/g)];
    assert.ok(found.length > 9);
    for (const [, id, kind] of found) {
      assert.ok(tags.has(id), id);
      assert.equal(tags.get(id), TAGS[kind] ?? tags.get(id), id);
    }
  });
}
