// Below a lesson that runs in the browser: one line that says whether Python is there, restarts it,
// and leads to the learner's saved work. Cells that are run too early wait; changes are saved.
(function () {
  "use strict";
  const RUNS = /^(notebook:run-|notebook:restart-and-run|notebook:restart-run|runmenu:)/;
  const RUNS_CELL = /^(notebook:run-cell|notebook:run-in-console|runmenu:run$)/;
  const SAVE_AFTER = 800; // milliseconds without a change
  const began = Date.now();
  const bar = document.createElement("div");
  bar.id = "looking-ahead-bar";
  bar.innerHTML = '<span id="la-state" role="status" aria-live="polite"></span>' +
    '<span id="la-news" hidden>There is a newer version of this lesson.</span>' +
    '<button type="button" id="la-restart" title="Stop does nothing here. Restart ends a cell that does not end.">Restart Python</button>' +
    '<button type="button" id="la-fresh" title="The lesson as it is published. Yours is kept beside it.">Fresh copy</button>' +
    '<a id="la-mine" href="../mine.html">My work</a>' +
    '<a id="la-page" href="../../index.html">Lesson page</a>';
  const state = bar.querySelector("#la-state");
  let waiting = 0; // cells that were run before Python was there

  const panel = () => window.jupyterapp?.shell.currentWidget;
  const kernel = () => panel()?.sessionContext?.session?.kernel;
  const isReady = () => kernel() && ["idle", "busy"].includes(kernel().status);
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const path = () => panel().context.path;

  function say() {
    const status = kernel()?.status;
    const seconds = Math.round((Date.now() - began) / 1000);
    let text = "Python is ready. Stop does nothing here: Restart Python ends a cell that does not end.";
    if (status === "dead") text = "Python could not be started: reload this page.";
    else if (status === "busy") text = "Python is working. Stop does nothing here: Restart Python ends it.";
    else if (status === "restarting" || status === "autorestarting") text = "Python is starting again.";
    else if (!isReady()) {
      text = `Python is loading: ${seconds} s. The first visit takes longest.`;
      text += waiting ? " Your cell runs as soon as it is there." : " You can read already.";
    }
    if (state.textContent !== text) state.textContent = text;
  }

  async function untilReady() {
    waiting += 1;
    while (!isReady()) await pause(100);
    waiting -= 1;
  }

  let queue = Promise.resolve(); // what waits, one after the other

  function letCellsWait(app) { // without this a dialog asks for a kernel that is not there yet
    const execute = app.commands.execute.bind(app.commands);
    app.commands.execute = function (id, ...rest) {
      if (!RUNS.test(id) || (isReady() && !waiting)) return execute(id, ...rest);
      const later = RUNS_CELL.test(id) ? runLater(execute, id) : () => execute(id, ...rest);
      queue = queue.then(untilReady).then(later);
      return queue;
    };
  }

  function runLater(execute, id) { // the cells that are chosen now, wherever the reader is then
    const notebook = panel().content;
    const chosen = notebook.widgets.filter((cell) => notebook.isSelectedOrActive(cell));
    if (/next|insert/.test(id) && notebook.activeCellIndex + 1 < notebook.widgets.length) {
      notebook.deselectAll();
      notebook.activeCellIndex += 1;
      notebook.mode = "command";
    }
    return async () => {
      for (const cell of chosen.filter((one) => !one.isDisposed)) {
        const { activeCellIndex, mode } = notebook;
        notebook.deselectAll();
        notebook.activeCellIndex = notebook.widgets.indexOf(cell);
        const run = execute("notebook:run-cell");
        notebook.activeCellIndex = activeCellIndex;
        notebook.mode = mode;
        await run;
      }
    };
  }

  function saveChanges(context) {
    let timer = null;
    const save = () => {
      clearTimeout(timer);
      if (context.model.dirty && !context.isDisposed) context.save();
    };
    context.model.contentChanged.connect(() => {
      clearTimeout(timer);
      timer = setTimeout(save, SAVE_AFTER);
    });
    document.addEventListener("visibilitychange", () => { if (document.hidden) save(); });
    addEventListener("pagehide", save);
  }

  async function published() { // the lesson as the site has it now, or null
    const answer = await fetch(`../files/${path().split("/").map(encodeURIComponent).join("/")}`, { cache: "no-cache" });
    return answer.ok ? answer.json() : null;
  }
  const origin = (notebook) => notebook?.metadata?.looking_ahead?.made_from;
  const text = (cell) => [].concat(cell.source).join("");
  const isTouched = (mine, theirs) => mine.cells.length !== theirs.cells.length ||
    mine.cells.some((cell, n) => text(cell) !== text(theirs.cells[n]) || (cell.outputs || []).length > 0);

  async function lookForNews() {
    const theirs = await published();
    const mine = panel().context.model.toJSON();
    bar.querySelector("#la-fresh").hidden = !theirs;
    bar.querySelector("#la-news").hidden = !theirs || origin(mine) === origin(theirs);
  }

  async function fresh() {
    const { context } = panel();
    const contents = window.jupyterapp.serviceManager.contents;
    const here = path();
    if (isTouched(context.model.toJSON(), await published())) {
      await context.save();
      await contents.rename(here, await freeName(contents, here));
    } else {
      await contents.delete(here).catch(() => null); // an old copy that nobody has touched
    }
    location.assign(`${location.pathname}?path=${encodeURIComponent(here)}`);
  }

  async function freeName(contents, here) {
    const day = new Date().toISOString().slice(0, 10);
    for (let number = 1; ; number += 1) {
      const name = here.replace(/\.ipynb$/, ` (mine, ${day}${number > 1 ? ` ${number}` : ""}).ipynb`);
      const there = await contents.get(name, { content: false }).catch(() => null);
      if (!there) return name;
    }
  }

  function leadToLessons() { // JupyterLab would open the file, or an application that is not here
    const files = new URL("../files/", location.href).href;
    const turn = (event) => {
      const link = event.target.closest?.("a[href]");
      if (link?.href.startsWith(files) && /\.ipynb(#|$)/.test(link.href)) {
        const [name, place] = link.href.slice(files.length).split("#");
        link.href = `?path=${name}${place ? `#${place}` : ""}`;
        link.dataset.lesson = "yes";
      }
      if (link?.dataset.lesson && event.type === "click") event.stopPropagation();
    };
    for (const kind of ["pointerdown", "focusin", "click"]) document.addEventListener(kind, turn, true);
  }

  async function keepFiles() { // for the next visit, and for times without network: see worker.js
    if (!navigator.serviceWorker) return;
    const { active } = await navigator.serviceWorker.ready;
    while (!isReady()) await pause(500);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { bar.dataset.kept = "yes"; };
    const loaded = performance.getEntriesByType("resource").map((one) => one.name);
    active.postMessage({ keep: [location.href, ...loaded] }, [port2]);
  }

  async function start() {
    document.body.append(bar);
    new ResizeObserver(() => { // the notebook makes room for the line
      document.documentElement.style.setProperty("--la-bar", `${bar.offsetHeight}px`);
      dispatchEvent(new Event("resize"));
    }).observe(bar);
    setInterval(say, 250);
    say();
    while (!window.jupyterapp) await pause(50);
    letCellsWait(window.jupyterapp);
    while (!panel()?.context) await pause(50);
    await panel().context.ready;
    dispatchEvent(new Event("resize"));
    const name = path().split("/").pop().replace(/( \(.*\))?\.ipynb$/, "");
    if (/^\d\d_/.test(name)) bar.querySelector("#la-page").href = `../../${name}.html`;
    bar.querySelector("#la-restart").addEventListener("click", () => panel().sessionContext.restartKernel());
    bar.querySelector("#la-fresh").addEventListener("click", fresh);
    saveChanges(panel().context);
    leadToLessons();
    lookForNews();
    keepFiles();
  }
  start();
})();
