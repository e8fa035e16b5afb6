// Shows stored Jupyter widgets without a kernel: boxes, words, sliders, play buttons and the links
// between them. A knob that only a running notebook obeys is shown switched off.
(function () {
  "use strict";

  class Model {
    constructor(entry) {
      this.kind = entry.model_name.replace(/Model$/, "");
      this.state = entry.state;
      this.listeners = [];
    }
    get(name) { return this.state[name]; }
    set(name, value) {
      if (this.state[name] === value) return;
      this.state[name] = value;
      this.listeners.forEach((tell) => tell(name));
    }
    on(name, tell) { this.listeners.push((changed) => changed === name && tell()); }
  }

  const id = (reference) => reference.replace("IPY_MODEL_", "");

  function element(tag, attributes, ...children) {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...children);
    return made;
  }

  const views = {
    HTML: (model) => element("div", { innerHTML: model.get("value") }),
    VBox: (model, models) => box(model, models, "column"),
    HBox: (model, models) => box(model, models, "row"),
    Stack: stack,
    IntSlider: (model) => slider(model, "value", model.get("min"), model.get("max"), model.get("step")),
    FloatSlider: (model) => slider(model, "value", model.get("min"), model.get("max"), model.get("step")),
    SelectionSlider: (model) => slider(model, "index", 0, model.get("_options_labels").length - 1, 1),
    Play: play,
    Any: (model) =>
      model.get("card") === "quiz" ? quiz(model)
      : model.get("card") ? asked(model)
      : model.get("alone") ? alone(model)
      : frozen(model),
  };

  function view(reference, models) {
    const model = models[id(reference)];
    const made = (views[model.kind] || knob)(model, models);
    (model.get("_dom_classes") || []).forEach((name) => made.classList.add(name));
    const layout = model.get("layout") && models[id(model.get("layout"))];
    for (const [name, value] of Object.entries(layout ? layout.state : {})) {
      if (!name.startsWith("_") && value !== null) made.style.setProperty(name.replace(/_/g, "-"), value);
    }
    return made;
  }

  function box(model, models, direction) {
    const made = element("div", { className: "box" }, ...model.get("children").map((c) => view(c, models)));
    made.style.flexDirection = direction;
    return made;
  }

  function stack(model, models) {
    const made = element("div", { className: "stack" });
    const show = () => made.replaceChildren(view(model.get("children")[model.get("selected_index")], models));
    model.on("selected_index", show);
    show();
    return made;
  }

  function slider(model, trait, min, max, step) {
    const off = (model.get("_dom_classes") || []).includes("needs-kernel");
    const name = model.get("description");
    const range = element("input", { type: "range", min, max, step, disabled: off, ariaLabel: name });
    const readout = element("output", {});
    const keys = element("span", { className: "noUi-handle", hidden: true }); // buttons press keys on it
    const labels = model.get("_options_labels");
    const show = () => {
      range.value = model.get(trait);
      readout.textContent = labels ? labels[model.get(trait)] : model.get(trait);
      if (!range.getAttribute("aria-valuetext") || !range.closest(".looking-ahead")?.querySelector(".la-live")) {
        range.setAttribute("aria-valuetext", `${name} ${readout.textContent}${labels ? "" : ` of ${max}`}`);
      } // a film says more: lib/widgets/stepper.js
    };
    const go = (value) => model.set(trait, Math.min(max, Math.max(min, value)));
    range.addEventListener("input", () => go(Number(range.value)));
    keys.addEventListener("keydown", (event) => {
      if (event.key === "ArrowRight") go(model.get(trait) + step);
      if (event.key === "ArrowLeft") go(model.get(trait) - step);
    });
    model.on(trait, show);
    show();
    return element("label", { className: off ? "slider off" : "slider" }, name, range, readout, keys);
  }

  function play(model) {
    const button = element("button", { type: "button", className: "play" });
    button.title = model.get("tooltip") || "play";
    let timer = null;
    const stop = () => { clearInterval(timer); timer = null; show(); };
    const show = () => {
      button.textContent = timer ? "\u275a\u275a" : "\u25b6";
      button.setAttribute("aria-label", timer ? "pause" : "play");
    };
    const tick = () => {
      if (!button.isConnected || model.get("value") >= model.get("max")) return stop();
      model.set("value", model.get("value") + model.get("step"));
    };
    button.addEventListener("click", () => {
      if (timer) return stop();
      if (model.get("value") >= model.get("max")) model.set("value", model.get("min"));
      timer = setInterval(tick, model.get("interval"));
      show();
    });
    show();
    return button;
  }

  function asked(model) { // a question, its answer, or all guesses: lib/widgets/ask.js
    const made = element("div", {});
    window.lookingAheadAsk.show({ get: (name) => model.get(name) }, made);
    if (model.get("card") === "answer") made.dataset.answer = model.get("key");
    return made;
  }

  function quiz(model) { // questions about a search: lib/widgets/quiz.js
    const made = element("div", {});
    window.lookingAheadQuiz.show({ get: (name) => model.get(name) }, made);
    return made;
  }

  // On a page to read, what a cell shows stays folded until the learner has made every guess that it
  // answers, or asks for it; so does what the cells between question and answer have printed or drawn.
  function fold(box) {
    const waits = () => [...box.querySelectorAll("[data-answer]")].some((answer) => /made no guess/.test(answer.textContent));
    if (!waits()) return;
    const button = element("button", { type: "button", className: "reveal-answer" }, "Guess above, or show the answer");
    const parts = [...box.children];
    for (let cell = box.previousElementSibling; cell?.matches(".box-of-code") && !cell.querySelector(".la-ask-card, [data-answer]"); cell = cell.previousElementSibling) {
      parts.push(...[...cell.children].filter((part) => !part.matches(".code")));
    }
    const open = () => { parts.forEach((part) => { part.hidden = false; }); button.remove(); window.removeEventListener("looking-ahead-guess", heard); };
    const heard = () => { if (!waits()) open(); };
    parts.forEach((part) => { part.hidden = "until-found"; });
    window.addEventListener("looking-ahead-guess", heard);
    button.addEventListener("click", open);
    box.prepend(button);
  }

  function alone(model) { // a widget that brings its own program and needs no kernel
    const made = element("div", {}, element("style", { textContent: model.get("_css") }));
    const program = `data:text/javascript;charset=utf-8,${encodeURIComponent(model.get("_esm"))}`;
    import(program).then((loaded) => loaded.default.render({ model, el: made }));
    return made;
  }

  function frozen(model) {
    const top = document.querySelector("a.run") ? "press \"Run this lesson\" above, or " : "";
    const words = element("p", { textContent: `To play, ${top}open this lesson in JupyterLab.` });
    const picture = element("div", { innerHTML: model.get("picture") || "" });
    return element("div", { className: "frozen" }, words, picture);
  }

  function knob(model) {
    const labels = model.get("_options_labels");
    const chosen = labels ? `: ${labels[model.get("index")]}` : "";
    const button = element("button", { type: "button", disabled: true, className: "off" });
    button.textContent = (model.get("description") || model.get("value") || "") + chosen;
    button.title = "works in a running notebook";
    return button;
  }

  function link(model, models) {
    const [[from, there], [to, here]] = [model.get("source"), model.get("target")];
    const [source, target] = [models[id(from)], models[id(to)]];
    if (!source || !target) return;
    source.on(there, () => target.set(here, source.get(there)));
    target.on(here, () => source.set(there, target.get(here)));
  }

  function build(place) {
    const { top, models: entries } = JSON.parse(place.querySelector("script").textContent);
    const models = {};
    for (const [name, entry] of Object.entries(entries)) models[name] = new Model(entry);
    place.append(view(top, models));
    for (const model of Object.values(models)) if (model.kind === "Link") link(model, models);
    place.addEventListener("keydown", (event) => {
      if (event.key.startsWith("Page")) document.activeElement.blur(); // a clicker turns slides
      else event.stopPropagation(); // any other key is for the widget
    });
  }

  document.querySelectorAll(".widget").forEach(build);
  document.querySelectorAll(".box-of-code:has([data-answer])").forEach(fold);
})();
