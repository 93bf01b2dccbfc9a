"use strict";
// Steps through the games that are packed in this page. Data: see `view/replay_page.py`.
(async () => {
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const DASHES = ["", "7 3", "2 3", "9 3 2 3", "12 4", "5 2 1 2 1 2"];

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const draw = (tag, attributes, words) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (words !== undefined) element.textContent = words;
    return element;
  };
  const seatToken = (seat) => {
    const token = make("span", { className: "seat", textContent: seat });
    token.style.background = `var(--seat${seat % 10})`;
    return token;
  };
  const points = (value) => String(Math.round(value * 1000) / 1000).replace("-", "\u2212");

  const unpack = async () => {
    const bytes = Uint8Array.from(atob($("data").textContent.trim()), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  };

  let data;
  try {
    data = await unpack();
  } catch (error) {
    $("picture").append(make("p", { className: "refused", textContent: `This browser can't unpack the page (${error}). Current versions of Firefox, Chromium and Safari can.` }));
    return;
  }

  let game, view, frames, step = 0, timer = 0, bars = [], marks = [], across = null;

  // A picture is a list of pieces; it keeps some of those before it at its start and its end.
  const unfold = (folded) => {
    let before = [];
    return folded.map(([start, end, between]) => {
      before = [...before.slice(0, start), ...between, ...(end ? before.slice(-end) : [])];
      return before;
    });
  };
  const pictureAt = (index) => {
    const text = frames[index].map((piece) => data.pieces[piece]).join("");
    return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  };

  const last = () => frames.length - 1;
  const viewer = () => game.views[view].seat;
  const who = (seat) => (game.players[seat] === `seat ${seat}` ? game.players[seat] : `seat ${seat}, ${game.players[seat]}`);
  // What the viewer learns of an event: [seat or null, text or null].
  const learned = (event) => {
    const seen = event.seen && viewer() !== null ? event.seen[viewer()] : 2;
    return [seen ? event.seat : null, seen > 1 ? event.text : null];
  };
  // What a review says is for those who see the hand.
  const remarkOn = (event) => (viewer() === null || viewer() === event.seat ? event.remark : undefined);
  const lossText = (remark) => (remark.loss === null ? "\u2713" : `${remark.mistake ? "? " : ""}${remark.loss.toFixed(2).replace("-", "\u2212")}`);
  const told = (event) => learned(event)[1] ?? (learned(event)[0] === null ? "an unseen move" : "moves, unseen");
  const roundAt = (index) => {
    let found = 0;
    game.rounds.forEach((round, number) => { if (round[1] <= index) found = number; });
    return found;
  };
  const scoresAt = (index) => {
    let found = game.scores[0][1];
    for (const [from, values] of game.scores) if (from <= index) found = values;
    return found;
  };

  const show = (index) => {
    step = Math.max(0, Math.min(last(), index));
    const scroll = window.scrollY;
    $("picture").replaceChildren(pictureAt(step));
    window.scrollTo(window.scrollX, scroll);
    $("slider").value = step;
    $("place").textContent = `${step} of ${last()}`;
    for (const id of ["first", "back"]) $(id).disabled = step === 0;
    for (const id of ["forth", "end"]) $(id).disabled = step === last();
    if (document.activeElement?.disabled) $("slider").focus({ preventScroll: true }); // or the keyboard would lose its place
    if (game.rounds.length) $("rounds").value = roundAt(step);
    showNow();
    showSeats();
    showEvent();
    for (const mark of marks) for (const side of ["x1", "x2"]) mark.setAttribute(side, across(step));
    if (step === last()) stop();
    try {
      history.replaceState(null, "", `#game=${data.games.indexOf(game) + 1}&view=${viewer() ?? "all"}&step=${step}`);
    } catch { /* a page without an address of its own */ }
  };
  const showNow = () => {
    const words = step ? [] : ["The start"];
    if (step) {
      const [seat, text] = learned(game.events[step - 1]);
      words.push(make("b", { textContent: seat === null ? "Step " + step : game.players[seat] }), text === null ? `: ${told(game.events[step - 1])}` : `: ${text}`);
    }
    if (step === last()) words.push(game.over ? ". The game is over." : ". The game ends here, unfinished.");
    $("now").replaceChildren(...words);
    const remark = step ? remarkOn(game.events[step - 1]) : undefined;
    $("remark").hidden = !remark;
    $("remark").className = remark?.mistake ? "mistake" : "";
    $("remark").replaceChildren(...(remark?.text ?? []).map((line) => make("li", { textContent: line })));
    $("slider").setAttribute("aria-valuetext", $("now").textContent);
  };
  const showSeats = () => {
    const values = scoresAt(step);
    $("seats").tBodies[0].replaceChildren(...game.players.map((name, seat) => {
      const won = game.over && step === last() && game.won[seat];
      const row = make("tr", { className: won ? "won" : "" });
      row.append(
        make("td", {}, seatToken(seat)),
        make("td", { className: "name" }, name + (viewer() === seat ? " (the viewer)" : ""), won ? " \u2605 has won" : ""),
        make("td", { className: "number", textContent: points(values[seat]) }),
      );
      return row;
    }));
  };
  const showEvent = () => {
    for (const button of $("events").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const button = step ? bars[step - 1] : null;
    if (button) button.setAttribute("aria-current", "step");
    const list = $("events");
    const top = button ? button.offsetTop - list.offsetTop : 0;
    if (!button || top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  };

  const listEvents = () => {
    const items = [];
    bars = game.events.map((event, index) => {
      const round = game.rounds.length > 1 && game.rounds.find(([, from]) => from === index);
      if (round) items.push(make("li", { className: "round", textContent: `${game.word} ${round[0]}` }));
      const [seat, text] = learned(event);
      const button = make("button", { type: "button", tabIndex: -1 });
      button.append(make("span", { className: "count", textContent: index + 1 }));
      if (seat !== null) button.append(seatToken(seat), make("span", { className: "unseen", textContent: who(seat) }));
      button.append(make("span", { className: text === null ? "text dim" : "text", textContent: told(event) }));
      const remark = remarkOn(event);
      if (remark && remark.judged !== false) {
        button.append(make("span", { className: "loss", textContent: lossText(remark), title: remark.loss === null ? "the preferred move" : "what the move costs" }));
        button.classList.toggle("mistake", remark.mistake);
      }
      button.addEventListener("click", () => { stop(); show(index + 1); });
      items.push(make("li", {}, button));
      return button;
    });
    $("events").replaceChildren(...items);
  };

  const listWorst = () => {
    const found = game.events.map((event, index) => [index + 1, event, remarkOn(event)]).filter(([, , remark]) => remark?.mistake);
    found.sort((a, b) => b[2].loss - a[2].loss);
    $("worst").hidden = !found.length;
    $("worst").querySelector("ol").replaceChildren(...found.slice(0, 5).map(([at, event, remark]) => {
      const button = make("button", { type: "button", className: "mistake" });
      button.append(seatToken(event.seat), make("span", { className: "text", textContent: `${at}: ${told(event)}` }), make("span", { className: "loss", textContent: lossText(remark) }));
      button.addEventListener("click", () => { stop(); show(at); });
      return make("li", {}, button);
    }));
  };

  // A curve a seat: `curves[seat]` is a list of [step, value]; steps hold their value to the next one.
  const drawCurves = (figure, curves, low, high, label, stepped) => {
    figure.querySelector("svg")?.remove();
    figure.hidden = low === high || !last() || !curves.some((curve) => curve.length > 1);
    if (figure.hidden) return;
    const width = 340, height = 130, left = 36, right = 26, top = 8, bottom = 8;
    across = (index) => left + (width - left - right) * index / last();
    const down = (value) => height - bottom - (height - top - bottom) * (value - low) / (high - low);
    const drawn = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
    for (const value of new Set([low, 0, high])) {
      drawn.append(draw("line", { class: "axis", x1: left, x2: width - right, y1: down(value), y2: down(value) }));
      if (value !== 0 || (down(low) - down(0) > 14 && down(0) - down(high) > 14) || low === 0 || high === 0)
        drawn.append(draw("text", { x: left - 5, y: down(value) + 4, "text-anchor": "end" }, points(value)));
    }
    const shown = curves.map((curve, seat) => [curve, seat]).filter(([curve]) => curve.length);
    const places = shown.map(([curve, seat]) => [down(curve[curve.length - 1][1]), seat]).sort((a, b) => a[0] - b[0]);
    places.forEach((place, index) => { if (index) place[0] = Math.max(place[0], places[index - 1][0] + 12); });
    let lowest = height - 6;
    for (const place of places.slice().reverse()) { place[0] = Math.min(place[0], lowest); lowest = place[0] - 12; }
    for (const [curve, seat] of shown) {
      let path = "";
      curve.forEach(([from, value], index) => {
        const [x, y] = [across(from), down(value)];
        path += !index ? `M${x} ${y}` : stepped ? `H${x}V${y}` : `L${x} ${y}`;
      });
      if (stepped) path += `H${across(last())}`;
      drawn.append(draw("path", { class: "curve", style: `stroke:var(--seat${seat % 10})`, "stroke-dasharray": DASHES[seat % 6], d: path }));
    }
    for (const [y, seat] of places)
      drawn.append(draw("text", { x: width - right + 6, y: y + 4, style: `fill:var(--seat${seat % 10});font-weight:bold` }, `#${seat}`));
    const mark = draw("line", { class: "mark", y1: top, y2: height - bottom, x1: left, x2: left });
    marks.push(mark);
    drawn.append(mark);
    drawn.addEventListener("click", (event) => {
      const box = drawn.getBoundingClientRect();
      const share = ((event.clientX - box.left) * width / box.width - left) / (width - left - right);
      stop();
      show(Math.round(share * last()));
    });
    figure.append(drawn);
  };
  const drawFigures = () => {
    marks = [];
    const values = game.scores.flatMap(([, row]) => row);
    const byName = (value) => game.players.map((name, seat) => `${name} ${value(seat)}`).join(", ");
    const final = scoresAt(last());
    const curves = game.players.map((_, seat) => (game.scores.length > 1 ? game.scores.map(([from, row]) => [from, row[seat]]) : []));
    drawCurves($("chart"), curves, Math.min(0, ...values), Math.max(0, ...values), `Points over time; at the end ${byName((seat) => points(final[seat]))}`, true);
    const expected = game.players.map((_, seat) => (viewer() === null || viewer() === seat ? game.values[seat] ?? [] : []));
    drawCurves($("values"), expected, 0, 1, `Expected results over time; at the last choice ${byName((seat) => (expected[seat].length ? points(expected[seat].at(-1)[1]) : "unknown"))}`, false);
  };

  const chooseView = (index, at) => {
    view = index;
    frames = unfold(game.views[view].frames);
    $("views").value = view;
    $("slider").max = last();
    listEvents();
    listWorst();
    drawFigures();
    show(at);
  };
  const chooseGame = (index, wanted = 0, at = 0) => {
    stop();
    game = data.games[index];
    $("games").value = index;
    $("title").textContent = game.title;
    $("facts").textContent = game.facts;
    document.title = `${game.title}: ${game.players.join(", ")}`;
    const named = (seat) => (seat === null ? "somebody who sees everything" : who(seat));
    $("views").replaceChildren(...game.views.map(({ seat }, place) => new Option(named(seat), place)));
    $("views-label").hidden = game.views.length < 2 && game.views[0].seat === null;
    $("views").disabled = game.views.length < 2;
    $("rounds-label").hidden = game.rounds.length < 2;
    $("rounds-word").textContent = game.word.charAt(0).toUpperCase() + game.word.slice(1);
    $("rounds").replaceChildren(...game.rounds.map(([name], place) => new Option(name, place)));
    $("notes").hidden = !game.notes.length;
    $("notes").replaceChildren(...game.notes.map((note) => make("li", { textContent: note })));
    chooseView(wanted, at);
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    $("play").setAttribute("aria-pressed", "false");
    $("play").setAttribute("aria-label", "Play");
  };
  const start = () => {
    clearInterval(timer);
    if (step === last()) show(0);
    timer = setInterval(() => show(step + 1), Number($("pace").value));
    $("play").setAttribute("aria-pressed", "true");
    $("play").setAttribute("aria-label", "Pause");
  };
  const go = (index) => { stop(); show(index); };
  const turn = () => (timer ? stop() : start());
  const roundBack = () => { const at = game.rounds.length ? game.rounds[roundAt(step)][1] : 0; go(at < step ? at : game.rounds[roundAt(step) - 1]?.[1] ?? 0); };
  const roundOn = () => go(game.rounds[roundAt(step) + 1]?.[1] ?? last());

  $("first").addEventListener("click", () => go(0));
  $("back").addEventListener("click", () => go(step - 1));
  $("play").addEventListener("click", turn);
  $("forth").addEventListener("click", () => go(step + 1));
  $("end").addEventListener("click", () => go(last()));
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("rounds").addEventListener("change", () => go(game.rounds[Number($("rounds").value)][1]));
  $("games").addEventListener("change", () => chooseGame(Number($("games").value)));
  $("views").addEventListener("change", () => chooseView(Number($("views").value), step));
  $("pace").addEventListener("change", () => { if (timer) start(); });
  document.addEventListener("keydown", (event) => {
    const at = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || at.tagName === "SELECT") return;
    if (event.key === " " && (at.tagName === "BUTTON" || at.tagName === "SUMMARY")) return;
    const does = { ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1), Home: () => go(0), End: () => go(last()), PageUp: roundBack, PageDown: roundOn, " ": turn }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });

  data.games.forEach((one, index) => $("games").append(new Option(`${index + 1}: ${one.title}, ${one.players.join(", ")}`, index)));
  $("games-label").hidden = data.games.length < 2;
  const asked = new URLSearchParams(location.hash.slice(1));
  const whole = (name) => (/^\d+$/.test(asked.get(name)) ? Number(asked.get(name)) : 0);
  const first = Math.min(Math.max(whole("game"), 1), data.games.length) - 1;
  const seen = data.games[first].views.findIndex(({ seat }) => String(seat ?? "all") === asked.get("view"));
  chooseGame(first, Math.max(seen, 0), whole("step"));
})();
