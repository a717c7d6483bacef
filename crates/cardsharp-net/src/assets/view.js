"use strict";

// A page whose content grows is fetched again, and its content replaced. A game that goes on keeps its replay, which
// gets more frames.
const EVERY = 2000;

async function refresh() {
  const main = document.querySelector("main[data-version]");
  if (!main || document.hidden) return;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    if (!fresh || fresh.dataset.version === main.dataset.version) return;
    const more = fresh.querySelector("#data");
    if (follow && more) {
      for (const part of main.querySelectorAll("[data-live]")) {
        const now = fresh.querySelector("#" + part.id);
        if (now) part.replaceWith(now);
      }
      // A page without a version does not change any more.
      if (fresh.dataset.version) main.dataset.version = fresh.dataset.version;
      else delete main.dataset.version;
      follow(JSON.parse(more.textContent));
      return;
    }
    // A form that is being filled in stays.
    const busy = main.contains(document.activeElement);
    if (!busy) main.replaceWith(fresh);
  } catch (error) {
    // The server is away: the page stays as it is.
  }
}

const SUITS = { clubs: "\u2663", diamonds: "\u2666", hearts: "\u2665", spades: "\u2660" };
const WIDTH = 46;
const HEIGHT = 62;
const GAP = 6;
const ROW = 150;

function shape(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// The width of a card with this text.
function widthOf(card) {
  return Math.max(WIDTH, 16 + 9 * card.text.length);
}

function drawCard(card, x, y, hidden) {
  const group = shape("g", {});
  const width = widthOf(card);
  group.append(shape("rect", { x, y, width, height: HEIGHT, rx: 5, class: hidden ? "back" : "face" }));
  if (hidden) return group;
  const red = card.suit === "hearts" || card.suit === "diamonds";
  const middle = { x: x + width / 2, "text-anchor": "middle", class: red ? "rank red" : "rank" };
  const size = card.text.length > 2 ? 14 : 20;
  group.append(shape("text", { ...middle, y: y + (card.suit ? 26 : 38), "font-size": size }, card.text));
  if (card.suit) group.append(shape("text", { ...middle, y: y + 51, "font-size": 20 }, SUITS[card.suit]));
  return group;
}

// Draws cards from x on; returns where they end.
function drawCards(svg, cards, x, y, hidden) {
  for (const card of cards) {
    svg.append(drawCard(card, x, y, hidden));
    x += widthOf(card) + GAP;
  }
  return x;
}

// The frame as a picture. Hands of other seats than `view` are hidden, unless it is empty.
function drawFrame(frame, agents, view) {
  const svg = shape("svg", { role: "img" });
  let width = 320;
  let y = 0;
  frame.seats.forEach((seat, number) => {
    const facts = seat.facts.map(([name, value]) => name + " " + value).join(", ");
    const name = agents[number] || "seat " + (number + 1);
    const short = name.length > 40 ? name.slice(0, 39) + "\u2026" : name;
    const label = shape("text", { x: 10, y: y + 20, "font-size": 15, class: seat.acted ? "acted" : "" });
    // An isolate, so that a name from right to left leaves the rest as it is.
    label.textContent = (seat.acted ? "\u25b6 " : "") + "\u2068" + short + "\u2069" + (facts ? ": " + facts : "");
    svg.append(label);
    const hidden = view !== "" && Number(view) !== number && !seat.open;
    let x = drawCards(svg, seat.hand, 10, y + 30, hidden);
    if (seat.played.length) {
      svg.append(shape("text", { x: x + 12, y: y + 66, "font-size": 13 }, "plays"));
      x = drawCards(svg, seat.played, x + 56, y + 30, false);
    }
    width = Math.max(width, x + 10, 20 + 8 * label.textContent.length);
    y += ROW - 40;
  });
  for (const pile of frame.piles) {
    svg.append(shape("text", { x: 10, y: y + 20, "font-size": 15 }, pile.name));
    width = Math.max(width, drawCards(svg, pile.cards, 10, y + 30, false) + 10);
    y += ROW - 40;
  }
  svg.setAttribute("viewBox", "0 0 " + width + " " + y);
  svg.setAttribute("width", width);
  svg.setAttribute("aria-label", frame.caption);
  return svg;
}

// What the policy would do next, as a table with bars.
function adviceOf(data, at) {
  const { actions, more } = (data.advice && data.advice[at]) || { actions: [] };
  if (!actions.length) return [];
  const table = document.createElement("table");
  table.append(document.createElement("caption"));
  table.caption.textContent = "What " + data.advisor + " does next here; a star at what was done";
  for (const { action, probability, taken } of actions) {
    const row = table.insertRow();
    row.insertCell().textContent = action + (taken ? " \u2605" : "");
    const share = row.insertCell();
    share.className = "number";
    share.textContent = (100 * probability).toFixed(1) + " %";
    const bar = document.createElement("meter");
    bar.value = probability;
    bar.setAttribute("aria-hidden", "true");
    row.insertCell().append(bar);
  }
  if (!more) return [table];
  const link = document.createElement("a");
  link.href = more;
  link.textContent = "What each action is worth, and what the whole range does here";
  return [table, link];
}

// Shows a game. Returns what takes the same game with more frames.
function replay(data) {
  const part = (name) => document.getElementById(name);
  let last = data.frames.length - 1;
  let at = 0;
  let timer = null;

  function show(number) {
    at = Math.min(Math.max(number, 0), last);
    const frame = data.frames[at];
    part("caption").textContent = frame.part + ": " + frame.caption;
    part("table").replaceChildren(drawFrame(frame, data.agents, part("view").value));
    part("advice").replaceChildren(...adviceOf(data, at));
    part("at").value = at;
    part("count").textContent = at + 1 + " of " + (last + 1);
    if (at === last) stop();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    part("play").textContent = "Play";
  }
  function play() {
    if (timer !== null) return stop();
    part("play").textContent = "Pause";
    if (at === last) show(0);
    timer = setInterval(() => show(at + 1), 700);
  }
  const steps = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => last };
  for (const [name, to] of Object.entries(steps)) part(name).addEventListener("click", () => show(to()));
  part("play").addEventListener("click", play);
  part("at").addEventListener("input", () => show(Number(part("at").value)));
  part("view").addEventListener("change", () => show(at));
  const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last };
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.target.matches("select, input, a") || event.ctrlKey || event.altKey || event.metaKey;
    if (elsewhere) return;
    if (event.key === " " && !event.target.matches("button")) {
      event.preventDefault();
      play();
    } else if (keys[event.key]) {
      event.preventDefault();
      show(keys[event.key]());
    }
  });
  // #12 in the address is the thirteenth frame. A game that goes on is shown as it stands.
  const goesOn = document.querySelector("main[data-version]") !== null;
  show(Number(location.hash.slice(1)) || (goesOn ? last : 0));
  return (more) => {
    const atEnd = at === last;
    data = more;
    last = data.frames.length - 1;
    part("at").max = last;
    show(atEnd ? last : at);
  };
}

// In a grid the arrows go from cell to cell, and what is said of a cell is shown below. In a tree they go from node to
// node; the left one goes back a step.
function explore(main) {
  const said = document.getElementById("cell");
  const usual = said ? said.textContent : "";
  const say = (cell) => {
    if (said) said.textContent = cell ? cell.getAttribute("aria-label") : usual;
  };
  for (const cell of main.querySelectorAll("a.cell")) {
    cell.addEventListener("mouseenter", () => say(cell));
    cell.addEventListener("mouseleave", () => say(null));
    cell.addEventListener("focus", () => say(cell));
  }
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const nextCell = (cell, [down, right]) => {
    const grid = cell.closest("svg");
    let row = Number(cell.dataset.row);
    let column = Number(cell.dataset.column);
    // Cells without hands are passed over.
    for (let tries = 0; tries < 13; tries++) {
      row += down;
      column += right;
      const next = grid.querySelector(`a.cell[data-row="${row}"][data-column="${column}"]`);
      if (next) return next;
    }
    return null;
  };
  document.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("a.cell")) {
      const next = nextCell(event.target, step);
      if (next) next.focus();
      event.preventDefault();
    } else if (event.target.matches("a.node")) {
      const nodes = [...main.querySelectorAll("a.node")];
      const next = nodes[nodes.indexOf(event.target) + step[0]];
      if (step[0] && next) next.focus();
      if (step[1] < 0) document.querySelector("a[rel=prev]")?.click();
      if (step[1] > 0) location.assign(event.target.getAttribute("href"));
      event.preventDefault();
    }
  });
}

// A slider beside each weight of a lock, for the mouse.
function slide(form) {
  for (const field of form.querySelectorAll("input[name=weight]")) {
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: 100, step: 1, value: field.value });
    slider.setAttribute("aria-hidden", "true");
    slider.tabIndex = -1;
    slider.addEventListener("input", () => (field.value = slider.value));
    field.addEventListener("input", () => (slider.value = field.value));
    field.before(slider);
  }
}

// What was practised against a policy, as this browser keeps it.
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) || { games: [], grades: {}, lost: 0, spots: {} };
  } catch (error) {
    return { games: [], grades: {}, lost: 0, spots: {} };
  }
}

// A digit takes an action, and n goes on to the next game. The decisions of a game that is over are counted once. Those
// that were no good are kept, until the same spot is answered well.
function practise(record) {
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("select, input") || event.ctrlKey || event.altKey || event.metaKey) return;
    const choices = document.querySelectorAll("#choices a");
    const chosen = event.key === "n" ? document.getElementById("next") : choices[Number(event.key) - 1];
    if (chosen) chosen.click();
  });
  const key = "practice " + record.dataset.policy;
  const all = kept(key);
  const end = document.getElementById("end");
  if (end && !all.games.includes(end.dataset.game)) {
    all.games.push(end.dataset.game);
    for (const decision of document.querySelectorAll(".decision[data-spot][data-grade]")) {
      const { grade, lost, spot } = decision.dataset;
      all.grades[grade] = (all.grades[grade] || 0) + 1;
      all.lost += Number(lost);
      if (grade === "best" || grade === "correct") delete all.spots[spot];
      else all.spots[spot] = grade + ": " + decision.querySelector("h3").textContent;
    }
    localStorage.setItem(key, JSON.stringify(all));
  }
  if (!all.games.length) return;
  const add = (parent, name, text, address) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (address) made.href = address;
    parent.append(made);
    return made;
  };
  record.hidden = false;
  add(record, "h2", "All games of this browser");
  const count = Object.values(all.grades).reduce((sum, grade) => sum + grade, 0);
  const grades = Object.entries(all.grades).map(([name, grade]) => name + " " + grade);
  const mean = count ? (all.lost / count).toFixed(4) : "\u2013";
  const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const words = `${counted(all.games.length, "game")}, ${counted(count, "decision")}, lost ${mean} a decision: ${grades.join(", ")}.`;
  add(record, "p", words).id = "totals";
  const spots = Object.entries(all.spots);
  if (spots.length) {
    const [address] = spots[Math.floor(Math.random() * spots.length)];
    add(add(record, "p", ""), "a", `Try one of ${spots.length} spots again`, address).id = "again";
    const list = add(record, "ul", "");
    for (const [spot, what] of spots) add(add(list, "li", ""), "a", what, spot);
  }
  add(record, "button", "Forget them").addEventListener("click", () => {
    localStorage.removeItem(key);
    record.hidden = true;
  });
}

const data = document.getElementById("data");
const follow = data ? replay(JSON.parse(data.textContent)) : null;
const locking = document.querySelector("#lock form");
if (locking) slide(locking);
const record = document.getElementById("record");
if (record) practise(record);
else if (document.querySelector("a.cell, a.node")) explore(document.querySelector("main"));
else setInterval(refresh, EVERY);
