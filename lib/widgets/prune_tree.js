// A tree to prune by hand. The learner looks at leaves in order or skips the rest of a node. What
// alpha-beta does, and why, was worked out by Python and is looked up in `board`: no search here.

const SVG = "http://www.w3.org/2000/svg";
const PATIENCE = 3000; // milliseconds without an answer until the page says so
const fill = (words, places) => words.replace(/\{(\w+)\}/g, (_, name) => places[name]);
const minus = (number) => String(number).replace("-", "\u2212");

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

function grow(tree) { // nodes in search order, leaves named a, b, c, ...
  const nodes = [], leaves = [];
  function visit(part, path, parent) {
    const node = { path, parent, level: path.length, children: [], place: path.join(".") };
    nodes.push(node);
    if (Array.isArray(part)) {
      node.children = part.map((child, i) => visit(child, [...path, i], node));
      node.leaves = node.children.flatMap((child) => child.leaves);
    } else {
      Object.assign(node, { value: part, leaves: [node], name: String.fromCharCode(97 + leaves.length), row: leaves.length });
      leaves.push(node);
    }
    if (node.children.length) node.row = (node.children[0].row + node.children.at(-1).row) / 2;
    return node;
  }
  visit(tree, [], null);
  return { nodes, leaves, depth: Math.max(...nodes.map((node) => node.level)) };
}

function render({ model, el }) {
  const words = model.get("words"), box = make("div", { className: "la-prune" });
  const says = make("p", { role: "status", ariaLive: "polite" }), picture = make("div", { className: "picture" }), acts = make("div", { className: "row" });
  const result = make("div", { role: "status", ariaLive: "polite" }), tools = make("div", { className: "row" }), editor = make("div", { className: "row", hidden: true });
  box.append(says, picture, acts, result, tools, editor);
  el.append(box);
  let grown, steps, compared, waiting = null;

  const sideOf = (node) => model.get("sides")[node.level % model.get("sides").length];
  const names = (leaves) => leaves.map((leaf) => leaf.name).join(", ");
  const skips = () => steps.filter((step) => step.node);
  const looked = () => new Set(steps.filter((step) => step.leaf).map((step) => step.leaf));
  const gone = () => new Set(skips().flatMap((step) => step.rest));

  function next() { // the next leaf, and the nodes whose rest may be skipped before it
    const seen = looked(), skipped = gone();
    const leaf = grown.leaves.find((one) => !seen.has(one) && !skipped.has(one));
    const nodes = [];
    for (let at = leaf; at && at.parent; at = at.parent) {
      if (at.leaves[0] !== leaf) break;
      const count = at.path.at(-1);
      if (count) nodes.push({ node: at.parent, count, rest: at.parent.children.slice(count).flatMap((child) => child.leaves) });
    }
    return { leaf, nodes };
  }

  function act(step) {
    const inside = box.contains(document.activeElement);
    steps.push(step);
    show();
    if (inside) (acts.querySelector("button") || tools.querySelector("button.main")).focus();
  }

  // --- the picture ----------------------------------------------------------------------------

  function paint() {
    const room = picture.clientWidth || 900, sideways = room < 560 || room < 84 * grown.leaves.length - 100;
    const gap = sideways ? 62 : 84, step = sideways ? 92 : 112, extra = compared ? (sideways ? 84 : 66) : 0;
    const across = 60 + gap * grown.leaves.length, along = 70 + step * grown.depth + 30;
    const size = sideways ? [along + 20 + extra, across] : [across + 104, along + extra];
    const at = (node) => {
      const row = (sideways ? 40 : 100) + gap * node.row, level = 36 + step * node.level;
      return sideways ? [level + 4, row] : [row + 50, level];
    };
    const now = next(), seen = looked(), skipped = gone(), its = new Set(model.get("board").looked);
    const svg = draw("svg", { viewBox: `0 0 ${size.join(" ")}`, role: "group", "aria-label": fill(words.label, { levels: sidesInWords(), leaf: now.leaf ? now.leaf.name : "-" }) });
    svg.style.maxWidth = `${size[0]}px`;
    const cut = compared ? Object.keys(model.get("board").cuts) : [];
    for (const node of grown.nodes) if (node.parent) svg.append(...edge(node, at, sideways, cut, seen));
    for (const node of grown.nodes) svg.append(glyph(node, at(node), { now, seen, skipped }));
    for (const leaf of grown.leaves) {
      const [x, y] = at(leaf), place = (far) => (sideways ? { x: x + far, y } : { x, y: y + far });
      const label = (far, text, kind) => svg.append(draw("text", { ...place(far), class: kind }, text));
      label(sideways ? 44 : 40, leaf.name, "small");
      if (compared) {
        const mine = seen.has(leaf), same = mine === its.has(leaf.name);
        label(sideways ? 76 : 72, mine ? "\u25CF" : "\u2013", same ? "small" : "small wrong");
        label(sideways ? 112 : 98, its.has(leaf.name) ? "\u25CF" : "\u2013", same ? "small" : "small wrong");
      }
    }
    if (compared) heads(svg, at(grown.leaves[0]), sideways);
    picture.replaceChildren(svg);
  }

  function heads(svg, [x, y], sideways) {
    const places = sideways ? [[x + 76, 10], [x + 112, 10]] : [[0, y + 72], [0, y + 98]];
    [words.you, sideways ? "\u03B1\u03B2" : words.program].forEach((text, i) => {
      const made = draw("text", { x: places[i][0], y: places[i][1], class: "small" }, text);
      if (!sideways) made.style.textAnchor = "start";
      svg.append(made);
    });
  }

  function edge(node, at, sideways, cut, seen) {
    const [x0, y0] = at(node.parent), [x1, y1] = at(node);
    const low = sideOf(node.parent) > 0 ? 25 : 30, high = !node.children.length ? 22 : sideOf(node) > 0 ? 30 : 25;
    const [from, to] = sideways ? [[x0 + 32, y0], [x1 - (node.children.length ? 32 : 26), y1]] : [[x0, y0 + low], [x1, y1 - high]];
    const reached = node.leaves.some((leaf) => seen.has(leaf));
    const parts = [draw("path", { d: `M${from}L${to}`, class: reached ? "edge" : "edge off" })];
    const after = cut.some((place) => place === `${node.parent.place}:${place.split(":")[1]}` && node.path.at(-1) >= Number(place.split(":")[1]));
    if (after) {
      const [mx, my] = [0, 1].map((i) => from[i] + 0.6 * (to[i] - from[i]));
      for (const shift of [-6, 6]) parts.push(draw("path", { d: `M${mx - 11},${my + shift + 5}L${mx + 11},${my + shift - 5}`, class: "slash" }));
    }
    return parts;
  }

  function glyph(node, [x, y], { now, seen, skipped }) {
    const side = sideOf(node);
    const skip = now.nodes.find((one) => one.node === node);
    if (node.children.length) {
      const d = side > 0 ? "-32,25 -32,-16 0,-30 32,-16 32,25" : "-32,-25 32,-25 32,16 0,30 -32,16";
      const made = draw("g", { transform: `translate(${x},${y})`, class: side > 0 ? "max" : "min" },
        draw("polygon", { points: d, class: "node" }), draw("text", { class: "side", y: side > 0 ? 2 : -2 }, side > 0 ? "MAX" : "MIN"));
      return skip ? button(made, fill(words.skip, { rest: names(skip.rest) }), () => act(skip)) : made;
    }
    const open = seen.has(node) || compared, kind = seen.has(node) ? "" : skipped.has(node) ? "skipped" : "covered";
    const made = draw("g", { transform: `translate(${x},${y})`, class: `leaf ${kind} ${now.leaf === node ? "now" : ""}` },
      draw("rect", { x: -26, y: -22, width: 52, height: 44, class: "node" }), draw("text", {}, open ? minus(node.value) : now.leaf === node ? "?" : ""));
    return now.leaf === node ? button(made, fill(words.look, { leaf: node.name }), () => act({ leaf: node })) : made;
  }

  function button(made, label, does) {
    made.classList.add("act");
    made.append(draw("title", {}, label));
    made.addEventListener("click", does);
    return made;
  }

  // --- what can be done -----------------------------------------------------------------------

  function press(text, does, attributes = {}) {
    const made = make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", does);
    return made;
  }

  function show() {
    const now = next(), done = !now.leaf;
    const may = now.nodes.map((one) => names(one.rest)).join(" / ");
    const turn = steps.length ? fill(words.next, { leaf: now.leaf?.name }) : fill(words.begin, { leaf: now.leaf?.name });
    says.textContent = done ? (compared ? "" : words.done) : may ? `${turn} ${fill(words.mayskip, { rest: may })}` : turn;
    acts.replaceChildren(...(done ? [] : [
      press(fill(words.look, { leaf: now.leaf.name }), () => act({ leaf: now.leaf })),
      ...now.nodes.map((one) => press(fill(words.skip, { rest: names(one.rest) }), () => act(one))),
    ]));
    tools.replaceChildren(
      press(words.compare, compare, { className: "main", disabled: !done || compared }),
      press(words.undo, () => { steps.pop(); compared = false; show(); }, { disabled: !steps.length }),
      press(words.again, begin, { disabled: !steps.length }),
      press(words.other, () => send(JSON.stringify(shuffled(model.get("board").tree)))),
      press(words.edit, () => { editor.hidden = !editor.hidden; edit(); }),
    );
    if (!compared) result.replaceChildren();
    paint();
  }

  function compare() {
    compared = true;
    const { looked: its, early, cuts } = model.get("board"), seen = looked();
    const line = (right, text) => make("li", { className: right ? "right" : "wrong" }, make("b", {}, right ? "\u2713" : "\u2717"), text);
    const lines = [], told = new Set();
    for (const { node, count, rest } of skips()) {
      const place = `${node.place}:${count}`;
      if (cuts[place]) { lines.push(line(true, fill(words.same, { why: cuts[place] }))); told.add(place); }
      if (early[place]) lines.push(line(false, fill(words.early, { rest: names(rest), why: early[place] })));
    }
    for (const [place, why] of Object.entries(cuts)) {
      const [path, count] = place.split(":"), node = grown.nodes.find((one) => one.place === path);
      const late = node.children.slice(Number(count)).flatMap((child) => child.leaves).filter((leaf) => seen.has(leaf));
      if (late.length) lines.push(line(false, fill(words.late, { leaves: names(late), why })));
    }
    if (!lines.length) lines.push(line(true, words.none));
    const counts = fill(words.counts, { mine: seen.size, all: grown.leaves.length, its: its.length });
    result.replaceChildren(make("p", {}, counts), make("ul", {}, ...lines));
    show();
  }

  // --- other numbers: Python works out what is true of them -------------------------------------

  function shuffled(tree) {
    const numbers = grown.leaves.map((leaf) => leaf.value);
    for (let i = numbers.length - 1; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
    }
    const copy = (part) => (Array.isArray(part) ? part.map(copy) : numbers.pop());
    return copy(tree);
  }

  function edit() {
    const field = make("input", { value: JSON.stringify(model.get("board").tree).replaceAll(",", ", "), ariaLabel: words.edit });
    field.addEventListener("keydown", (event) => { event.stopPropagation(); if (event.key === "Enter") send(field.value); });
    editor.replaceChildren(field, press(words.take, () => send(field.value)));
    if (!editor.hidden) field.focus();
  }

  const complain = (text) => result.replaceChildren(make("p", { className: "trouble" }, text));
  function send(text) {
    clearTimeout(waiting);
    waiting = setTimeout(() => complain(words.nobody), PATIENCE);
    try { model.send({ text }); } catch { clearTimeout(waiting); complain(words.nobody); }
  }

  function sidesInWords() {
    return Array.from({ length: grown.depth }, (_, level) => (sideOf({ level }) > 0 ? "MAX" : "MIN")).join(", ");
  }

  function begin() {
    grown = grow(model.get("board").tree);
    [steps, compared] = [[], false];
    show();
    if (!editor.hidden) edit();
  }

  model.on("change:board", begin);
  model.on("msg:custom", (message) => { clearTimeout(waiting); if (message.problem) complain(message.problem); });
  box.addEventListener("keydown", (event) => event.stopPropagation()); // keys are for the widget
  new ResizeObserver(() => paint()).observe(el);
  begin();
}

export default { render };
