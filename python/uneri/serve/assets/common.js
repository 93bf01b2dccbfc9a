// What both pages use: elements, requests, and the links that this browser holds.

export const $ = (id) => document.getElementById(id);

export const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

export const seatToken = (seat) => make("span", { className: `seat seat${seat % 10}`, textContent: seat });

export const points = (value) => String(Math.round(value * 1000) / 1000).replace("-", "\u2212");

export const problem = (words) => {
  $("problem").textContent = words ?? "";
  $("problem").hidden = !words;
};

// The answer to a request; an error has the server's own words.
export const ask = async (path, data) => {
  const how = data === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) };
  let answer;
  try {
    const response = await fetch(path, { ...how, cache: "no-store", referrerPolicy: "no-referrer" });
    answer = await response.json();
  } catch {
    throw new Error("The server does not answer.");
  }
  if (answer.type === "error") throw new Error(answer.error);
  return answer;
};

const KEY = "uneri.links";
const MOST = 50;

// Games as lists of [seat or null, token]; the newest first.
export const heldGames = () => {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((links) => Array.isArray(links) && links.every((link) => Array.isArray(link) && typeof link[1] === "string")) : [];
  } catch {
    return [];
  }
};
const keep = (games) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
  } catch { /* a browser that keeps nothing */ }
};
export const holdGame = (links) => keep([links, ...heldGames()]);
export const holdLink = (seat, token) => {
  if (!heldGames().some((links) => links.some((link) => link[1] === token))) holdGame([[seat, token]]);
};
export const dropGames = (gone) => keep(heldGames().filter((links) => !links.every((link) => gone.has(link[1]))));
export const gameOf = (token) => heldGames().find((links) => links.some((link) => link[1] === token)) ?? [];

export const linkTo = (token) => new URL(`table#${token}`, location.href.split("#")[0].replace(/[^/]*$/, "")).href;
