// MCTS edge by edge: pictures made by Python, turned here without a kernel. A clicked node shows its
// numbers. Where a frame asks, the learner clicks the child, and the film goes on when it is right.

const PATIENCE = 4000; // milliseconds without an answer until the page says so
const TURN = 250; // milliseconds from one board of a random game to the next, as in the style sheet
const fill = (words, places) => words.replace(/\{(\w+)\}/g, (_, name) => places[name]);

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in made) made[name] = value; else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const minus = (value) => String(value).replaceAll("-", "\u2212");

function panelOf({ head, counted, asked, bounds, key, lit, side }) { // the numbers at the right: counted, asked about, or compared
  if (!head) return make("div", { hidden: true });
  const cells = (tag, list) => list.map((one) => make(tag, {}, minus(one)));
  const box = make("div", { className: counted ? "panel now" : `panel ${side}` }, make("b", {}, head));
  if (counted) {
    box.append(make("table", {}, ...counted.map(([name, old, value]) => make("tr", {}, ...cells("td", [name, `${old} \u2192 ${value}`])))));
    return box;
  }
  if (asked) {
    box.append(make("table", {}, ...asked.map((row, i) => make("tr", {}, ...cells(i ? "td" : "th", row)))));
    return box;
  }
  const ends = [0, ...bounds.flatMap((row) => [row[2], row[3]])], low = Math.min(...ends), span = Math.max(...ends) - low || 1;
  const at = (value) => ((value - low) / span) * 100;
  const bar = (name, from, to) => { const made = make("i", { className: name }); made.style.left = `${at(Math.min(from, to))}%`; made.style.width = `${at(Math.max(from, to)) - at(Math.min(from, to))}%`; return made; };
  const shares = bounds.some((row) => row[4] !== null);
  const rows = bounds.map(([name, n, mean, top, share], i) => {
    const bars = make("td", { className: "bars" }, bar("mean", 0, mean), bar("bonus", mean, top), bar("sum", top, top), bar("zero", 0, 0));
    const facts = shares ? [name, n, share.toFixed(2), top.toFixed(2)] : [name, n, top.toFixed(2)];
    return make("tr", { className: i === lit ? "lit" : "" }, ...cells("td", facts), bars);
  });
  box.append(make("table", {}, make("tr", {}, ...cells("th", shares ? ["move", "n", "P", "bound"] : ["move", "n", "bound"]), make("th")), ...rows), ...key.map((line) => make("small", {}, line)));
  return box;
}

function render({ model, el }) {
  const words = model.get("words"), box = make("div", { className: "la la-mcts" });
  const says = make("p", { className: "say", role: "status", ariaLive: "polite" }), note = make("p", { className: "note", role: "status" });
  const view = make("div", { className: "view" }), sheet = make("style"), slider = make("input", { type: "range", min: 0, ariaLabel: words.slider }), place = make("output");
  const press = (label, act, main) => { const made = make("button", { type: "button", className: main ? "main" : "" }, label); made.addEventListener("click", act); return made; };
  const back = press(words.back, () => go(now - 1)), step = press(words.step, () => go(now + 1), true), leap = press(words.next, () => go(nextIteration()));
  const c = make("input", { type: "number", min: 0, step: 0.05, ariaLabel: "C" }), backup = make("select", { ariaLabel: words.backup });
  const knobs = make("div", { className: "line knobs" }, make("label", {}, "C", c), make("label", {}, words.backup, backup), press(words.other, () => { setup.hidden = !setup.hidden; view.hidden = !setup.hidden; }));
  const board = make("div", { className: "board-view" }), moves = make("div", { className: "line" }), setup = make("div", { className: "setup", hidden: true });
  setup.append(make("p", {}, words.setup), board, moves, make("div", { className: "line" }, press(words.undo, () => send({ undo: true })), press(words.clear, () => send({ clear: true })), press(words.here, () => send({ search: true }), true)));
  box.append(sheet, make("div", { className: "line" }, back, step, leap, slider, place), says, note, view, knobs, setup);
  el.append(box);
  let now = 0, clicked = null, waiting = null, coming = null, keep = false, tried = new Set(), first = new Map();

  const film = () => model.get("film"), frame = () => film().frames[now];
  const shut = () => frame().answer !== undefined && !first.has(now); // a question is open
  const nextIteration = () => {
    const next = film().frames.findIndex((one, i) => i > now && one.iteration > frame().iteration);
    return next < 0 ? film().frames.length - 1 : next;
  };

  function go(to) {
    const last = film().frames.length - 1;
    to = Math.max(0, Math.min(last, to));
    for (let i = now; i < to; i += 1) if (film().frames[i].answer !== undefined && !first.has(i)) { to = i; break; } // stop at an open question
    now = to; tried = new Set();
    show();
  }

  function show() {
    const { head, tags, parts, frames } = film(), open = shut();
    const shown = parts.filter(([, begin, end]) => begin <= now && (end === null || now < end));
    view.innerHTML = head + shown.map(([markup]) => markup).join("").replace(/<(\d+)>/g, (_, i) => tags[i]) + "</svg>";
    view.append(panelOf(frame().panel));
    if (view.scrollWidth > view.clientWidth) view.tabIndex = 0; else view.removeAttribute("tabindex"); // on a phone it slides
    if (view.querySelector("[data-node]")) view.querySelector("svg").setAttribute("role", "group"); // no mere image: its nodes can be pressed
    const where = `${words.slider} ${now} of ${frames.length - 1}: `;
    const { said, playing } = frame();
    const tell = () => says.replaceChildren(make("span", { className: "unseen", textContent: where }), said);
    slider.setAttribute("aria-valuetext", where + (playing || said));
    clearTimeout(coming);
    if (playing) { // the result comes with the last part of the game, and is announced only then
      const turns = [...view.querySelectorAll(".board")].map((board) => Number(board.style.getPropertyValue("--turn")));
      says.replaceChildren(make("span", { "aria-hidden": "true" }, playing));
      coming = setTimeout(tell, TURN * Math.max(...turns));
    } else tell();
    slider.max = frames.length - 1; slider.value = now; place.value = `${now} / ${frames.length - 1}`;
    slider.disabled = open; step.disabled = open || now === frames.length - 1; leap.disabled = open || now === frames.length - 1; back.disabled = !now;
    box.classList.toggle("asks", open); view.classList.toggle("plays", frame().plays);
    for (const node of view.querySelectorAll("[data-node]")) {
      node.addEventListener("click", () => pick(node.dataset.node));
      node.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(node.dataset.node); } });
    }
    const asked = frames.filter((one) => one.answer !== undefined).length;
    note.textContent = asked && now === frames.length - 1 ? fill(words.score, { right: [...first.values()].filter(Boolean).length, count: asked }) : "";
    if (!note.textContent) details();
  }

  function details() { // the numbers of the clicked node, as they are now
    const node = clicked && [...view.querySelectorAll("[data-node]")].find((one) => one.dataset.node === clicked);
    if (node) node.classList.add("clicked");
    note.textContent = node ? node.querySelector("title")?.textContent : shut() || knobs.hidden ? "" : words.click;
  }

  function pick(name) {
    if (!shut()) { clicked = name; show(); return; }
    const { why, answer, equal } = frame();
    if (!(name in why)) return;
    if (!equal.includes(name)) { tried.add(name); note.textContent = `\u2717 ${words.wrong} ${why[name]}`; return; }
    first.set(now, tried.size === 0);
    const told = `\u2713 ${words.right} ${why[name]} ${name === answer ? "" : words.equal}`;
    go(now + 1);
    note.textContent = told;
  }

  function send(message) {
    clearTimeout(waiting);
    waiting = setTimeout(() => { note.textContent = words.nobody; }, PATIENCE);
    try { model.send(message); } catch { clearTimeout(waiting); note.textContent = words.nobody; }
  }

  function turned(message) { keep = true; send(message); } // the same step of another search

  function load() {
    clearTimeout(waiting);
    [now, clicked, first] = [keep ? Math.min(now, film().frames.length - 1) : 0, null, new Map()];
    keep = false;
    view.hidden = false; setup.hidden = true;
    sheet.textContent = film().sheet;
    show();
  }
  function turn() {
    knobs.hidden = model.get("knobs").c === undefined;
    if (knobs.hidden) { leap.hidden = true; return; }
    const { c: value, backups, backup: chosen } = model.get("knobs");
    c.value = value;
    backup.replaceChildren(...backups.map((name) => make("option", { value: name }, name)));
    backup.value = chosen; backup.parentElement.hidden = !backups.length;
  }
  function lay() {
    clearTimeout(waiting);
    const { picture, buttons } = model.get("position");
    if (!picture) return;
    board.innerHTML = picture;
    const cells = board.querySelectorAll(".cell[data-action]");
    cells.forEach((cell) => cell.addEventListener("click", () => send({ act: cell.dataset.action })));
    moves.replaceChildren(...(cells.length && buttons.length > 12 ? [] : buttons).map(([id, label]) => press(label, () => send({ act: id }))));
  }

  slider.addEventListener("input", () => go(Number(slider.value)));
  c.addEventListener("change", () => turned({ c: Math.max(0, Number(c.value) || 0) }));
  backup.addEventListener("change", () => turned({ convention: backup.value }));
  model.on("change:film", load);
  model.on("change:knobs", turn);
  model.on("change:position", lay);
  model.on("msg:custom", (message) => { clearTimeout(waiting); if (message.problem) note.textContent = message.problem; });
  box.addEventListener("keydown", (event) => {
    event.stopPropagation(); // keys are for the widget
    if (event.target === slider || event.target === c || event.target === backup) return;
    if (event.key === "ArrowRight") go(now + 1);
    if (event.key === "ArrowLeft") go(now - 1);
  });
  turn(); load(); lay();
}

export default { render };
