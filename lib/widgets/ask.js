// Questions to guess: the card, its answer, and the picture of all guesses. Guesses are kept in the
// browser. `show(model, el)` draws a card; model.get(name) reads what Python stored, so the website
// and the slides can use the same program without a kernel.
(function () {
  "use strict";
  if (window.lookingAheadAsk) return;

  const SURE = ["guess", "fairly", "sure"], PROMISE = { guess: 50, fairly: 75, sure: 95 };
  const STYLE = `
.la-ask { --ink: #1A1A1A; --quiet: #555B61; --hair: #C9CED3; --edge: #6B7278; --now: #FFE97A; --paper: #FFFFFF; --trouble: #8A1C5A;
  color: var(--ink); background: var(--paper); border: 2px solid var(--hair); border-radius: 10px; padding: 14px 18px; margin: 6px 0;
  max-width: 620px; font: 18px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) { .la-ask { --ink: #F2F2F2; --quiet: #B4BBC2; --hair: #454C54; --edge: #98A0A8; --now: #5F5000; --paper: #15181C; --trouble: #F2AED0; } }
[data-jp-theme-light="false"] .la-ask, [data-theme="dark"] .la-ask { --ink: #F2F2F2; --quiet: #B4BBC2; --hair: #454C54; --edge: #98A0A8; --now: #5F5000; --paper: #15181C; --trouble: #F2AED0; }
[data-jp-theme-light="true"] .la-ask, [data-theme="light"] .la-ask { --ink: #1A1A1A; --quiet: #555B61; --hair: #C9CED3; --edge: #6B7278; --now: #FFE97A; --paper: #FFFFFF; --trouble: #8A1C5A; }
.la-ask p { margin: 0 0 8px; } .la-ask .q { font-weight: 600; font-size: 1.1em; } .la-ask .quiet { color: var(--quiet); }
.la-ask .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 0 0 10px; }
.la-ask button { font: inherit; min-height: 44px; padding: 4px 18px; color: var(--ink); background: var(--paper); border: 2px solid var(--edge); border-radius: 22px; cursor: pointer; }
.la-ask button[aria-pressed="true"] { background: var(--now); border: 3px solid var(--ink); font-weight: 600; }
.la-ask button.commit { background: var(--ink); color: var(--paper); border-color: var(--ink); border-radius: 8px; font-weight: 600; }
.la-ask button:disabled { opacity: .55; cursor: default; }
.la-ask button:focus-visible, .la-ask input:focus-visible, .la-ask textarea:focus-visible { outline: 3px solid #0072B2; outline-offset: 2px; }
.la-ask input[type=number], .la-ask textarea { font: inherit; color: var(--ink); background: var(--paper); border: 2px solid var(--edge); border-radius: 8px; padding: 6px 10px; }
.la-ask input[type=number] { width: 8em; min-height: 44px; box-sizing: border-box; } .la-ask textarea { width: 100%; box-sizing: border-box; } .la-ask input[type=range] { flex: 1 1 140px; min-height: 44px; }
.la-ask.small { border: 0; padding: 2px 0; background: none; } .la-ask svg { width: 100%; height: auto; display: block; }
.reveal .la-ask { max-width: none; font-size: 34px; } .reveal .la-ask .asked { display: none; }
`;
  const style = document.createElement("style");
  style.textContent = STYLE;
  document.head.append(style);

  const shown = new Set(); // keys whose answer this page has shown: a later guess does not count
  const memory = {}; // where the browser keeps nothing

  const place = (lesson, key) => `looking-ahead/${lesson}/${key}`;
  function read(lesson, key) {
    try { return JSON.parse(localStorage.getItem(place(lesson, key))) || memory[place(lesson, key)]; }
    catch { return memory[place(lesson, key)]; }
  }
  function write(lesson, key, guess) {
    memory[place(lesson, key)] = guess;
    try { localStorage.setItem(place(lesson, key), JSON.stringify(guess)); } catch { /* private window */ }
    tell(key);
  }
  const tell = (key) => window.dispatchEvent(new CustomEvent("looking-ahead-guess", { detail: key }));

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name in made) made[name] = value; else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }
  const text = (words, className = "") => element("p", { className }, words);
  const shownNumber = (value) => (Math.abs(value) < 1000 ? String(value) : Number(value).toLocaleString("en-US")).replace("-", "\u2212");
  const isWide = (scale) => scale.length === 2 && scale[0] > 0 && scale[1] >= 50 * scale[0]; // then steps are factors
  const withUnit = (value, unit) => `${typeof value === "number" ? shownNumber(value) : value}${unit ? " " + unit : ""}`;

  // --- the question ---------------------------------------------------------------------------

  function question(card) {
    const { lesson, key } = card, kept = read(lesson, key);
    return kept ? locked(card, kept) : open(card);
  }

  function pills(names, choose, chosen) {
    const buttons = names.map((name) => element("button", { type: "button", "aria-pressed": String(name === chosen) }, name));
    buttons.forEach((button, i) => button.addEventListener("click", () => {
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      choose(names[i]);
    }));
    return element("div", { className: "row" }, ...buttons);
  }

  function field(card, changed) {
    const label = card.question;
    if (card.kind === "choice") return pills(card.choices, changed);
    if (card.kind === "words") {
      const area = element("textarea", { rows: 2, ariaLabel: label });
      area.addEventListener("input", () => changed(area.value.trim() || null));
      return area;
    }
    const [low, high] = card.scale, number = element("input", { type: "number", step: "any", ariaLabel: label });
    const row = element("div", { className: "row" }, number, card.unit);
    const tell = () => changed(number.value === "" ? null : Number(number.value));
    number.addEventListener("input", tell);
    if (card.scale.length) {
      const wide = isWide(card.scale), whole = Number.isInteger(low) && Number.isInteger(high), ratio = Math.log(high / low);
      const there = wide ? (v) => Math.log(v / low) / ratio : (v) => v;
      const back = wide ? (t) => { const v = Number((low * Math.exp(ratio * t)).toPrecision(2)); return whole ? Math.round(v) : v; } : Number;
      const ends = wide ? { min: 0, max: 1, step: 0.005 } : { min: low, max: high, step: whole ? 1 : (high - low) / 100 };
      const range = element("input", { type: "range", ...ends, value: (ends.min + ends.max) / 2, ariaLabel: `${label} ${low} to ${high}` });
      const said = () => { range.ariaValueText = shownNumber(back(range.value)); };
      const take = () => { number.value = back(range.value); said(); tell(); };
      range.addEventListener("input", take);
      range.addEventListener("click", take); // who wants the middle clicks where the knob already is
      number.addEventListener("input", () => { range.value = there(number.value); said(); });
      said();
      row.prepend(element("span", { className: "quiet" }, shownNumber(low)), range, element("span", { className: "quiet" }, shownNumber(high)));
    }
    return row;
  }

  function open(card) {
    let guess = null, sure = "fairly";
    const commit = element("button", { type: "button", className: "commit", disabled: true }, "Commit");
    const input = field(card, (value) => { guess = value; commit.disabled = value === null || Number.isNaN(value); });
    const send = () => { if (!commit.disabled) write(card.lesson, card.key, { guess, sure, late: shown.has(card.key) }); };
    commit.addEventListener("click", send);
    input.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.type === "number") send(); });
    const how = element("div", { className: "row", role: "group", ariaLabel: "How sure are you?" }, "How sure?", pills(SURE, (word) => { sure = word; }, sure));
    how.lastChild.style.margin = "0";
    return [text(card.question, "q"), input, how, commit];
  }

  function locked(card, kept) {
    const words = `You: ${withUnit(kept.guess, card.unit)} (${kept.sure}).`;
    const again = element("button", { type: "button" }, "Change it");
    again.addEventListener("click", () => { forget(card); });
    const next = shown.has(card.key) ? [] : [element("div", { className: "row" }, element("strong", {}, "Run the next cell."), again)];
    return [text(card.question, "q"), text(words), ...next];
  }

  function forget(card) {
    delete memory[place(card.lesson, card.key)];
    try { localStorage.removeItem(place(card.lesson, card.key)); } catch { /* private window */ }
    tell(card.key);
  }

  // --- the answer -----------------------------------------------------------------------------

  function judged(card, kept) { // right, near or far; null where the learner has to say
    if (card.kind === "choice") return kept.guess === card.truth ? "right" : "far";
    if (card.kind === "words") return kept.own || null;
    const away = Math.abs(kept.guess - card.truth), [low, high] = card.scale;
    const room = card.scale.length ? 0.1 * (high - low) : 0.1 * Math.abs(card.truth);
    const near = isWide(card.scale) ? Math.abs(Math.log(kept.guess / card.truth)) <= Math.log(1.25) : away <= room + 1e-9;
    return away < 1e-9 ? "right" : near ? "near" : "far";
  }
  const SAID = { right: "\u2713 Right.", near: "\u2248 Near.", far: "\u2717 Not this time." };

  function answer(card) {
    if (!shown.has(card.key)) { shown.add(card.key); queueMicrotask(() => tell(card.key)); } // the question folds
    const kept = read(card.lesson, card.key), truth = withUnit(card.truth, card.unit);
    if (!kept && !truth) return [];
    if (!kept) return [element("p", { className: "quiet" }, "It is ", element("strong", {}, truth), ". You made no guess.")];
    if (kept.truth !== card.truth) { kept.truth = card.truth; kept.verdict = judged(card, kept); keep(card, kept); }
    const verdict = judged(card, kept);
    const parts = [text(card.question, "quiet asked"), card.kind === "number" ? line(card, kept) : pair(card, kept, truth)];
    if (card.kind === "words" && !kept.own) parts.push(own(card, kept));
    if (verdict) parts.push(text(SAID[verdict] + difference(card, kept)));
    if (kept.late) parts.push(text("You answered after the result was shown: this one is not counted.", "quiet"));
    return parts;
  }
  function keep(card, kept) { // without telling anybody: the same cards would be drawn again
    memory[place(card.lesson, card.key)] = kept;
    try { localStorage.setItem(place(card.lesson, card.key), JSON.stringify(kept)); } catch { /* private window */ }
  }

  function difference(card, kept) {
    if (card.kind !== "number" || kept.guess === card.truth) return "";
    const gap = Math.abs(kept.guess - card.truth), by = Number.isInteger(gap) ? gap : Number(gap.toPrecision(3));
    return ` ${shownNumber(by)} too ${kept.guess > card.truth ? "high" : "low"}.`;
  }

  function pair(card, kept, truth) {
    const it = truth ? element("p", {}, "\u25a1 it is: ", element("strong", {}, truth)) : text("Compare it with the text below.", "quiet");
    return element("div", {}, element("p", {}, "\u25b2 you: ", element("strong", {}, String(kept.guess))), it);
  }

  function own(card, kept) { // words: the learner compares
    const row = pills(["I had it", "partly", "no"], (word) => {
      kept.own = { "I had it": "right", partly: "near", no: "far" }[word];
      write(card.lesson, card.key, { ...kept, verdict: kept.own });
    });
    row.prepend("Did you have it?");
    return row;
  }

  function line(card, kept) { // guess and truth on one scale: a triangle and a square
    const known = [kept.guess, card.truth, ...(card.scale.length ? card.scale : [0])];
    const low = Math.min(...known), high = Math.max(...known), far = isWide(card.scale) && low > 0 ? Math.log : Number;
    const x = (v) => 60 + 480 * (high > low ? (far(v) - far(low)) / (far(high) - far(low)) : 0.5);
    const [you, it] = [x(kept.guess), x(card.truth)], at = (v) => Math.min(470, Math.max(130, v));
    const svg = `<svg viewBox="0 0 600 130" role="img" aria-label="Your guess ${kept.guess}, the answer ${card.truth}">
      <g font-size="20" text-anchor="middle" fill="var(--ink)"><path d="M60 65H540" stroke="var(--hair)" stroke-width="4"/>
      <path d="M60 57v16M540 57v16" stroke="var(--edge)" stroke-width="2"/><path d="M${you} 65H${it}" stroke="var(--ink)" stroke-width="5"/>
      <path d="M${you - 13} 40h26l-13 22z"/><rect x="${it - 10}" y="55" width="20" height="20" fill="var(--paper)" stroke="var(--ink)" stroke-width="4"/>
      <text x="${at(you)}" y="30" font-weight="600">you: ${withUnit(kept.guess, card.unit)}</text><text x="${at(it)}" y="105" font-weight="600">it is ${withUnit(card.truth, card.unit)}</text>
      <text x="60" y="92" font-size="18" fill="var(--quiet)">${it - 60 < 130 ? "" : shownNumber(low)}</text><text x="540" y="92" font-size="18" fill="var(--quiet)">${540 - it < 130 ? "" : shownNumber(high)}</text></g></svg>`;
    return element("div", { innerHTML: svg });
  }

  // --- all guesses ----------------------------------------------------------------------------

  function summary(card) {
    const all = card.choices.map((key) => read(card.lesson, key)).filter((kept) => kept && kept.verdict && !kept.late);
    if (!all.length) return [text("No guesses yet. Answer the questions of the lesson, then run this cell again.", "quiet")];
    const groups = SURE.map((word) => [word, all.filter((kept) => kept.sure === word)]);
    const most = Math.max(...groups.map(([, some]) => some.length)), height = Math.min(40, Math.max(23, 220 / most));
    const columns = groups.map(([word, some], i) => column(word, some, 110 + 200 * i, height)).join("");
    const words = `${all.filter((k) => k.verdict === "right").length} of ${all.length} right`;
    const top = 220 - Math.max(most, 1) * height;
    const svg = `<svg viewBox="-20 ${top} 640 ${310 - top}" role="img" aria-label="${words}: ${groups.map(([w, s]) => `${w} ${s.filter((k) => k.verdict !== "far").length} of ${s.length}`).join(", ")}">${columns}</svg>`;
    return [text(`This lesson: ${all.length} ${all.length === 1 ? "guess" : "guesses"}, ${words}`, "q"),
      text("A filled box is right or near, a dashed one is not. The arrows mark what your word promises.", "quiet"), element("div", { innerHTML: svg })];
  }

  function column(word, some, x, height) {
    const good = some.filter((kept) => kept.verdict !== "far").length, n = some.length;
    const marks = { right: "\u2713", near: "\u2248", far: "\u2717" }, sorted = [...some].sort((a, b) => (a.verdict === "far") - (b.verdict === "far"));
    const boxes = sorted.map((kept, i) => {
      const y = 240 - (i + 1) * height, far = kept.verdict === "far";
      return `<rect x="${x - 55}" y="${y}" width="110" height="${height - 5}" rx="3" fill="${far ? "var(--paper)" : "var(--ink)"}" stroke="var(--edge)" stroke-width="2" ${far ? 'stroke-dasharray="5 4"' : ""}/>
        <text x="${x}" y="${y + height / 2 + 4}" text-anchor="middle" font-size="18" fill="${far ? "var(--ink)" : "var(--paper)"}">${marks[kept.verdict]}</text>`;
    }).join("");
    const y = 240 - (PROMISE[word] / 100) * n * height, share = n ? good / n : 0;
    const arrows = n ? `<path d="M${x - 75} ${y - 7}v14l14 -7zM${x + 75} ${y - 7}v14l-14 -7z" fill="var(--ink)"/><text x="${x - 80}" y="${y + 6}" text-anchor="end" font-size="18" font-weight="600" fill="var(--ink)">${PROMISE[word]}%</text>` : "";
    const off = Math.abs(share - PROMISE[word] / 100), verdict = n < 4 ? "" : off <= 0.2 ? "fits the word" : share < PROMISE[word] / 100 ? "too sure" : "not sure enough";
    return `${boxes}${arrows}<path d="M${x - 60} 242h120" stroke="var(--ink)" stroke-width="2"/>
      <text x="${x}" y="268" text-anchor="middle" font-size="20" fill="var(--ink)"><tspan font-weight="600">${word}</tspan>: ${good} of ${n}</text>
      <text x="${x}" y="296" text-anchor="middle" font-size="18" fill="var(--quiet)">${verdict}</text>`;
  }

  // --- drawing --------------------------------------------------------------------------------

  const CARDS = { ask: question, answer, guesses: summary };
  const NAMES = ["card", "lesson", "key", "question", "kind", "choices", "unit", "scale", "truth"];

  function show(model, el) {
    const card = Object.fromEntries(NAMES.map((name) => [name, model.get(name)]));
    const paint = () => {
      const parts = CARDS[card.card](card), held = el.contains(document.activeElement);
      el.classList.add("la-ask", `la-${card.card}-card`);
      el.classList.toggle("small", card.card === "answer" && parts.length === 1 && !read(card.lesson, card.key));
      el.replaceChildren(...parts);
      if (held) { el.tabIndex = -1; el.focus(); }
    };
    el.setAttribute("role", "group");
    el.setAttribute("aria-live", card.card === "answer" ? "polite" : "off");
    el.addEventListener("keydown", (event) => event.stopPropagation());
    const hear = (event) => {
      if (!el.isConnected) return window.removeEventListener("looking-ahead-guess", hear);
      if (event.detail === card.key || card.card === "guesses") paint();
    };
    window.addEventListener("looking-ahead-guess", hear);
    paint();
  }

  window.lookingAheadAsk = { show };
})();
