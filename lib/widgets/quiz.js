// Questions about a search, answered by clicking a node of its picture or a button; no kernel.
// The page holds the picture of this moment only: what comes later is not in it.
(function () {
  "use strict";
  if (window.lookingAheadQuiz) return;

  const style = document.createElement("style");
  style.textContent = `
.la-quiz .row { display: flex; flex-wrap: wrap; gap: 8px; padding: 4px 14px; background: var(--paper); }
.la-quiz .row:empty { display: none; }
.la-quiz .why { min-height: 2.9em; } .la-quiz .why b.wrong { color: var(--troubletext); }
.la-quiz .node[role="button"] { cursor: pointer; } .la-quiz .node[role="button"]:hover .shape, .la-quiz .node[role="button"]:focus-visible .shape { stroke-width: 5; }
.la-quiz .la-asked .shape { stroke: var(--ink); stroke-width: 6; stroke-dasharray: 2 6; stroke-linecap: round; }
.reveal .la-quiz .la-say { font-size: 34px; } .la-present .la-quiz :is(.la-say, .why) { min-height: 0; }`;
  document.head.append(style);

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  function show(model, el) {
    const questions = model.get("questions"), words = model.get("words"), forms = model.get("forms");
    const phone = window.matchMedia("(max-width: 600px)");
    const fill = (text, places) => text.replace(/\{(\w+)\}/g, (_, name) => places[name]);
    let number = 0, right = 0, tried = false, open = true;
    const said = element("div", { class: "la la-say" }), why = element("div", { class: "la la-words why" });
    const live = element("div", { class: "la-live", role: "status", "aria-live": "polite" });
    const row = element("div", { class: "la row" }), view = element("div", { class: "view" });
    const sheet = element("div", {});
    sheet.innerHTML = model.get("sheet");
    const box = element("div", { class: "la la-quiz" }, sheet, said, row, why, live, view);
    el.append(box);

    function draw(frame) {
      const narrow = phone.matches && forms.length > 1, [head, parts] = forms[narrow ? 1 : 0];
      view.className = narrow ? "view la-narrow" : "view";
      const shown = parts.filter(([, first, end]) => first <= frame && (end === null || frame < end));
      view.innerHTML = head + shown.map(([markup]) => markup).join("") + "</svg>";
    }
    const button = (label, act) => {
      const made = element("button", { type: "button", class: "la-button" }, label);
      made.addEventListener("click", act);
      return made;
    };
    const node = (name) => view.querySelector(`[data-node="${name}"]`);

    function ask() {
      const question = questions[number];
      tried = false; open = true;
      draw(question.step);
      const place = fill(words.number, { number: number + 1, count: questions.length });
      said.replaceChildren(element("small", {}, place), " ", question.text);
      live.textContent = `${place}: ${question.text}`;
      row.replaceChildren(...question.options.map((option) => button(option, () => answer(option))));
      why.replaceChildren(question.options.length ? "" : words.click);
      if (question.node !== null) node(question.node)?.classList.add("la-asked");
      const names = Object.entries(question.targets);
      if (names.length) view.querySelector("svg").setAttribute("role", "group");
      names.forEach(([name, label]) => {
        const there = node(name);
        if (!there) return;
        for (const [key, value] of [["role", "button"], ["tabindex", "0"]]) there.setAttribute(key, value);
        there.querySelector("title").textContent = label; // its name: this, and the number that it shows
        there.addEventListener("click", () => answer(name));
        there.addEventListener("keydown", (event) => {
          if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); answer(name); }
        });
      });
    }

    function answer(given) {
      if (!open) return;
      const question = questions[number];
      if (!question.answers.includes(given)) {
        tried = true;
        const told = question.why[given] || question.otherwise;
        why.replaceChildren(element("b", { class: "wrong" }, `\u2717 ${words.wrong}`), ` ${told}`);
        live.textContent = `${words.wrong} ${told}`;
        return;
      }
      open = false;
      right += tried ? 0 : 1;
      draw(question.shown);
      why.replaceChildren(element("b", {}, `\u2713 ${words.right}`), ` ${question.told}`);
      live.textContent = `${words.right} ${question.told}`;
      const last = number === questions.length - 1;
      const next = button(last ? words.end : words.next, () => { if (last) finish(); else { number += 1; ask(); } });
      next.classList.add("step");
      row.replaceChildren(next);
      next.focus({ preventScroll: true });
    }

    function finish() {
      const told = fill(words.score, { right, count: questions.length });
      said.replaceChildren(told);
      live.textContent = told;
      why.replaceChildren();
      row.replaceChildren(button(words.again, () => { number = right = 0; ask(); }));
    }

    ask();
  }

  window.lookingAheadQuiz = { show };
})();
