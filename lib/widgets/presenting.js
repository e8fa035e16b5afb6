// A slide show inside JupyterLab: the notebook fills the screen, the cells of one slide are shown,
// widgets and code keep running. Cells are known by their order; the presenter's own is hidden.
const SMALLEST = 18, COMFORTABLE = 24, LARGEST = 30; // px at a width of 1280
const KEYS = " Page Down and Page Up turn slides, so do arrow keys. Escape ends the show.";
const CHANGED = " The cells on this page are not those of the saved file: save the notebook, then run this cell"
  + " again. If that does not help, open Settings, Notebook, and choose a windowing mode other than Full.";

function render({ model, el }) {
  const button = Object.assign(document.createElement("button"), { textContent: "Present" });
  const words = Object.assign(document.createElement("span"), { textContent: KEYS });
  words.setAttribute("role", "status");
  el.append(button, words);
  let panel = null, slide = 0, size = LARGEST, room = 100;
  const watcher = new ResizeObserver(() => requestAnimationFrame(shrink));

  const all = () => [...panel.querySelectorAll(".jp-Notebook .jp-Cell")];
  const scroller = () => panel.querySelector(".jp-WindowedPanel-outer");
  const shown = () => all().filter((cell) => !cell.classList.contains("la-hidden"));
  const last = () => model.get("headings").length - 1;

  // What the saved file says of each cell on the page; nothing if these are other cells.
  function plan() {
    const cells = model.get("cells"), own = all().indexOf(el.closest(".jp-Cell"));
    if (cells.length === all().length - 1) return cells.toSpliced(own, 0, { slide: null });
    return cells.length === all().length ? cells.with(own, { slide: null }) : null;
  }

  function show() {
    const rows = plan();
    all().forEach((cell, number) => {
      cell.classList.toggle("la-hidden", rows?.[number].slide !== slide);
      cell.classList.toggle("la-no-code", !rows?.[number].code);
    });
    scroller().scrollTop = 0;
    scroller().dataset.heading = model.get("headings")[slide];
    panel.dataset.slide = `${slide + 1} / ${last() + 1}`;
    fit();
  }

  function set() {
    const unit = innerWidth / 1280;
    panel.style.setProperty("--la-unit", `${unit}px`);
    panel.style.setProperty("--la-size", `${size * unit}px`);
    panel.style.setProperty("--la-room", `${room}vh`);
  }

  function fit() {
    [size, room] = [LARGEST, 82];
    panel.classList.remove("la-wrapped");
    set();
    shrink();
  }

  // The height (in vh) at which the smallest words of a picture are as high as the smallest type.
  function readable(picture) {
    const text = picture.src ? decodeURIComponent(picture.src) : picture.outerHTML;
    const sizes = [...text.matchAll(/font(?:-size)?(?:="|: *)([\d.]+)/g)].map((found) => +found[1]);
    const high = +(/viewBox="[\d.]+ [\d.]+ [\d.]+ ([\d.]+)"/.exec(text)?.[1] ?? 0);
    return high * SMALLEST / Math.min(...sizes) * innerWidth / 1280 / innerHeight * 100;
  }

  // Type and pictures give way in turns until the slide fits; both stay readable as long as they can.
  function shrink() {
    if (!panel?.classList.contains("la-present")) return;
    const edge = scroller().getBoundingClientRect().bottom - 8;
    const high = () => scroller().scrollHeight > scroller().clientHeight + 1
      || shown().some((cell) => cell.getBoundingClientRect().bottom > edge);
    const wide = () => shown().some((cell) => [...cell.querySelectorAll(".cm-scroller, pre, table")]
      .some((part) => part.scrollWidth > part.clientWidth + 1));
    const smaller = (least) => { while ((high() || wide()) && size > least) { size -= 1; set(); } };
    const lower = (least) => { while (high() && room - 1 >= least) { room -= 1; set(); } };
    if (!high() && !wide()) return;
    const pictures = shown().flatMap((cell) => [...cell.querySelectorAll("svg[viewBox], img[src*=svg]")]);
    smaller(COMFORTABLE);
    lower(Math.max(20, ...pictures.map(readable)));
    smaller(SMALLEST);
    lower(20);
    if (wide()) panel.classList.add("la-wrapped");
  }

  function turn(step) {
    slide = Math.min(last(), Math.max(0, slide + step));
    document.activeElement?.blur?.();
    show();
  }

  function key(event) {
    if (event.key === "Escape" && !document.fullscreenElement) return end(); // a browser without full screen
    const busy = event.target.closest("input, textarea, select, button, [role=slider], .cm-editor, .la-picture");
    const step = { PageDown: 1, PageUp: -1, ...(busy ? {} : { ArrowRight: 1, ArrowLeft: -1, " ": 1 }) }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    turn(step);
  }

  function begin() {
    panel = el.closest(".jp-NotebookPanel");
    words.textContent = plan() ? KEYS : CHANGED;
    if (!plan()) return;
    panel.classList.add("la-present");
    show();
    panel.requestFullscreen().catch(() => {});
    document.addEventListener("keydown", key, true);
    document.addEventListener("fullscreenchange", changed);
    addEventListener("resize", show);
    watcher.observe(panel.querySelector(".jp-WindowedPanel-viewport"));
  }

  function changed() {
    if (document.fullscreenElement) setTimeout(show, 150);
    else end();
  }

  function end() {
    panel.classList.remove("la-present", "la-wrapped");
    all().forEach((cell) => cell.classList.remove("la-hidden", "la-no-code"));
    delete scroller().dataset.heading;
    watcher.disconnect();
    document.removeEventListener("keydown", key, true);
    document.removeEventListener("fullscreenchange", changed);
    removeEventListener("resize", show);
  }

  button.addEventListener("click", begin);
}

export default { render };
