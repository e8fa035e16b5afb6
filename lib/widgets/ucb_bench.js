// UCB1 in the browser, without a kernel. Two forms of one program: a bench with knobs for C, scores
// and tries, and the calculations of a document, block by block. Numbers stay those of the log until
// somebody moves a knob.

const SVG = "http://www.w3.org/2000/svg";
const STEP = 0.05, WIDE = 940, ROW = 36, LEFT = 362, RIGHT = 672; // of C; of the picture and its bars
const fill = (words, places) => words.replace(/\{(\w+)\}/g, (_, name) => places[name]);
const minus = (text) => String(text).replaceAll("-", "\u2212");
const fixed = (value, places = 3) => (Number.isFinite(value) ? minus(value.toFixed(places)) : "\u221e");
const digits = (value, places = 3) => (Number.isFinite(value) ? minus(Number(value.toFixed(places))) : "\u221e");

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in made) made[name] = value; else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function draw(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const text = (x, y, words, look = {}) => draw("text", { x, y, ...look }, minus(words));

// --- the formula ---------------------------------------------------------------------------------

const mean = (row) => row.score / row.tries;
const root = (row, parent) => Math.sqrt(Math.log(parent) / row.tries);
const bound = (row, parent, c) => (row.tries ? mean(row) + c * root(row, parent) : Infinity);

function chosen(rows, parent, c) { // the first of the largest
  const bounds = rows.map((row) => bound(row, parent, c));
  return bounds.indexOf(Math.max(...bounds));
}

function turns(rows, parent) { // where the choice changes as C grows: [{ c, to }], beginning at C = 0
  const found = [{ c: 0, to: chosen(rows, parent, 0) }];
  while (rows.every((row) => row.tries)) {
    const now = rows[found.at(-1).to], later = [];
    rows.forEach((row, to) => {
      const gain = root(row, parent) - root(now, parent), c = (mean(now) - mean(row)) / gain;
      if (gain > 1e-12 && c >= found.at(-1).c) later.push({ c, to, gain });
    });
    if (!later.length) break;
    later.sort((a, b) => a.c - b.c || b.gain - a.gain);
    found.push(later[0]);
  }
  return found;
}

// --- bars: the mean solid, the bonus hatched, the sum an upright line -------------------------------

function bars(rows, parent, c, lit, pick) {
  const sums = rows.map((row) => bound(row, parent, c)), known = rows.filter((row) => row.tries);
  const ends = [0, ...known.map(mean), ...sums.filter(Number.isFinite)];
  const low = Math.min(...ends), span = Math.max(...ends) - low || 1;
  const at = (value) => LEFT + ((value - low) / span) * (RIGHT - LEFT);
  const high = ROW * rows.length + 30;
  const picture = draw("svg", { viewBox: `0 0 ${WIDE} ${high}`, role: pick ? "group" : "img" });
  picture.append(draw("defs", {}, draw("pattern", { id: "la-ucb-hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, draw("line", { x1: 0, y1: 0, x2: 0, y2: 7, class: "hatch" }))));
  rows.forEach((row, i) => {
    const y = ROW * i + ROW / 2, group = draw("g", { class: i === lit ? "row lit" : "row", "data-row": i });
    group.append(draw("rect", { x: 0, y: y - ROW / 2 + 1, width: WIDE, height: ROW - 2, rx: 6, class: "stripe" }));
    group.append(text(LEFT - 14, y, row.name, { class: "name" }));
    if (row.tries) {
      const m = at(mean(row)), s = at(sums[i]);
      group.append(draw("rect", { x: Math.min(m, at(0)), y: y - 11, width: Math.abs(m - at(0)), height: 11, class: "mean" }));
      const box = { x: Math.min(m, s), y: y + 1, width: Math.abs(s - m), height: 10 };
      group.append(draw("rect", { ...box, class: "bonus" }), draw("rect", { ...box, fill: "url(#la-ucb-hatch)" }));
      group.append(draw("line", { x1: s, x2: s, y1: y - 15, y2: y + 15, class: "sum" }));
      const words = `${digits(mean(row))} + ${fixed(c * root(row, parent))} = ${fixed(sums[i])}`;
      group.append(text(WIDE - 8, y, words, { class: "numbers" }));
    } else group.append(text(WIDE - 8, y, "\u221e", { class: "numbers" }));
    if (pick) {
      group.setAttribute("tabindex", 0); group.setAttribute("role", "button"); group.classList.add("act");
      group.addEventListener("click", () => pick(i));
      group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(i); } });
    }
    picture.append(group);
  });
  picture.append(draw("line", { x1: at(0), x2: at(0), y1: 0, y2: high - 26, class: "zero" }), text(at(0), high - 12, "0", { class: "small" }));
  const told = [...picture.querySelectorAll(".row")].map((row) => [...row.querySelectorAll("text")].map((one) => one.textContent).join(": "));
  picture.setAttribute("aria-label", told.join("; "));
  return picture;
}

// --- the bench --------------------------------------------------------------------------------------

function bench(model, box, words) {
  const logs = model.get("logs");
  const says = make("p", { className: "say", role: "status", ariaLive: "polite" });
  const select = make("select", { ariaLabel: words.source }, ...logs.map((log, i) => make("option", { value: i }, log.name)));
  const knob = make("input", { type: "range", min: 0, step: STEP, ariaLabel: "C" }), readout = make("output");
  const strip = make("div", { className: "strip" }), view = make("div"), score = make("input", { type: "number", step: 1 }), tries = make("input", { type: "number", step: 1, min: 0 });
  const name = make("b"), reset = make("button", { type: "button" }, words.reset);
  const one = make("div", { className: "line" }, name, make("label", {}, words.score, score), make("label", {}, words.tries, tries), reset);
  box.append(says, make("div", { className: "line" }, make("label", {}, words.source, select), make("label", {}, "C =", readout)), strip, knob, view, make("p", { className: "small" }, words.pick), one);
  let rows, parent, c, lit;

  const total = () => Math.max(1, parent + rows.reduce((sum, row) => sum + row.tries, 0) - logs[select.value].rows.reduce((sum, row) => sum + row[2], 0));
  function load() {
    const log = logs[select.value];
    rows = log.rows.map(([label, sum, n]) => ({ name: label, score: sum, tries: n }));
    [parent, c] = [log.parent, model.get("c")];
    lit = chosen(rows, total(), 0);
    show();
  }
  function show() {
    const all = total(), best = chosen(rows, all, c), places = turns(rows, all), last = places.at(-1).c;
    knob.max = Math.max(4, Math.ceil(1.25 * last));
    knob.value = c; readout.value = digits(c, 2);
    const equal = new Set(rows.map((row) => row.tries)).size === 1;
    const told = fill(words.chooses, { c: digits(c, 2), name: rows[best].name, bound: fixed(bound(rows[best], all, c)) });
    says.textContent = `${told} ${equal ? words.equal : places.length === 1 ? words.never : ""}`;
    const reach = Number(knob.max), shown = places.filter((place) => place.c < reach);
    strip.replaceChildren(...shown.map((place, i) => {
      const end = shown[i + 1]?.c ?? reach, part = make("button", { type: "button", title: rows[place.to].name }, rows[place.to].name);
      part.style.flexGrow = Math.max(end - place.c, 0.001);
      part.classList.toggle("now", place.to === best);
      if (i) part.prepend(make("i", {}, digits(place.c)));
      part.addEventListener("click", () => { c = Math.min(reach, Math.ceil(place.c / STEP + 1e-9) * STEP); show(); });
      return part;
    }));
    view.replaceChildren(bars(rows, all, c, best, (i) => { lit = i; show(); }));
    name.textContent = rows[lit].name; score.value = rows[lit].score; tries.value = rows[lit].tries;
    score.setAttribute("aria-label", words.score); tries.setAttribute("aria-label", words.tries);
  }
  knob.addEventListener("input", () => { c = Math.round(knob.value / STEP) * STEP; show(); });
  score.addEventListener("input", () => { if (score.value !== "") { rows[lit].score = Number(score.value); show(); } });
  tries.addEventListener("input", () => { if (tries.value !== "") { rows[lit].tries = Math.max(0, Math.round(tries.value)); show(); } });
  reset.addEventListener("click", load);
  select.addEventListener("change", load);
  load();
}

// --- the document, block by block ---------------------------------------------------------------------

function blocks(model, box, words) {
  const logs = model.get("logs"), list = model.get("blocks"), c = model.get("c");
  const where = make("p", { className: "small" }), says = make("p", { className: "say", role: "status", ariaLive: "polite" });
  const paper = make("div", { className: "paper" }), ours = make("div", { className: "ours" }), view = make("div", { tabIndex: 0 });
  const back = make("button", { type: "button" }, words.back), next = make("button", { type: "button", className: "main" }, words.next);
  box.append(make("div", { className: "line" }, back, next, where), says, make("div", { className: "pair" }, paper, ours), view);
  let now = 0;

  function show() {
    const block = list[now], log = logs[block.log], rows = log.rows.map(([name, score, tries]) => ({ name, score, tries }));
    const row = rows[block.row], n = row.tries, value = bound(row, log.parent, c), extra = c * root(row, log.parent);
    const names = block.names.join(", ");
    where.textContent = fill(words.block, { number: now + 1, count: list.length, log: log.name });
    says.textContent = minus(fill(words.sum, { names, mean: digits(mean(row)), bonus: fixed(extra), value: fixed(value) }));
    const lines = [`U(n)    = ${row.score}`, `N(n)    = ${n}`, `C       = ${c}`, `N(PARENT(n)) = ${log.parent}`];
    const sum = make("div", { className: "now" }, `UCBI    = ${row.score} / ${n} + ${c} * sqrt(log(${log.parent}) / ${n})\n        = ${block.written}`);
    paper.replaceChildren(make("b", {}, `${words.document}: ${names}`), ...lines.map((line) => make("div", {}, line)), sum);
    const facts = [["total", row.score, words.total], ["visits", n, words.visits], ["c", c, words.c], ["parent_visits", log.parent, words.parent]];
    const table = make("table", {}, ...facts.map(([name, number, meaning]) => make("tr", {}, make("td", {}, make("code", {}, name)), make("td", {}, minus(number)), make("td", {}, meaning))));
    const parts = [[words.mean, `${row.score} / ${n} = ${digits(mean(row))}`], [words.bonus, `${c} \u00b7 \u221a(ln ${log.parent} / ${n}) = ${digits(extra, 6)}`], [words.logged, block.logged]];
    ours.replaceChildren(make("b", {}, words.ours), table, ...parts.map(([name, number]) => make("div", {}, `${name} `, make("b", {}, minus(number)))));
    view.replaceChildren(bars(rows, log.parent, c, block.row));
    back.disabled = !now; next.disabled = now === list.length - 1;
  }
  const go = (step) => { now = Math.min(list.length - 1, Math.max(0, now + step)); show(); };
  back.addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  box.addEventListener("keydown", (event) => { if (event.key === "ArrowRight") go(1); if (event.key === "ArrowLeft") go(-1); });
  show();
}

function render({ model, el }) {
  const box = make("div", { className: "la la-ucb" });
  el.append(box);
  (model.get("blocks").length ? blocks : bench)(model, box, model.get("words"));
  box.addEventListener("keydown", (event) => event.stopPropagation()); // keys are for the widget
}

export default { render };
