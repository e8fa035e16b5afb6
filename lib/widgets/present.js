// A slide show inside JupyterLab: the notebook fills the screen, the cells of one slide are shown,
// widgets and code keep running. Cells are known by their order; a cell with this button is hidden.
const SMALLEST = 18, COMFORTABLE = 24, LARGEST = 30; // px at a width of 1280
const KEYS = " Page Down and Page Up turn slides, so do arrow keys. Escape ends the show.";
const CHANGED = " The cells on this page are not those of the saved file: save the notebook, then run this cell"
  + " again. If that does not help, open Settings, Notebook, and choose a windowing mode other than Full.";

function render({ model, el }) {
  const button = Object.assign(document.createElement("button"), { textContent: "Present" });
  const words = Object.assign(document.createElement("span"), { textContent: KEYS });
  words.setAttribute("role", "status");
  el.append(button, words);
  el.classList.add("la-presenter");
  let panel = null, slide = 0, step = 0, size, room;
  const watcher = new ResizeObserver(() => requestAnimationFrame(shrink));

  const all = () => [...panel.querySelectorAll(".jp-Notebook .jp-Cell")];
  const lesson = () => all().filter((cell) => !cell.querySelector(".la-presenter"));
  const scroller = () => panel.querySelector(".jp-WindowedPanel-outer");
  const shown = () => all().filter((cell) => !cell.classList.contains("la-hidden"));
  const last = () => model.get("headings").length - 1;
  const steps = () => Math.max(...model.get("cells").filter((row) => row.slide === slide).map((row) => row.step));

  function show() {
    const rows = model.get("cells");
    all().forEach((cell) => cell.classList.add("la-hidden"));
    lesson().forEach((cell, number) => {
      cell.classList.toggle("la-hidden", rows[number]?.slide !== slide);
      cell.classList.toggle("la-no-code", !rows[number]?.code);
      cell.classList.toggle("la-side", Boolean(rows[number]?.beside));
    });
    arrange();
    reveal();
    scroller().scrollTop = 0;
    scroller().dataset.heading = model.get("headings")[slide];
    panel.dataset.slide = `${slide + 1} / ${last() + 1}`;
    fit();
  }

  // Words stand beside a picture that is not too wide: buttons beside a film, a vote beside its board.
  function arrange() {
    const drawn = shown().filter((cell) => !cell.matches(".la-side")).flatMap((cell) =>
      [...cell.querySelectorAll("svg[viewBox], img[src*=svg]")].map((picture) => [cell, shape(picture)]));
    const [cell, wide] = drawn.find(([, wide]) => wide) ?? [null, 9];
    const isFilm = Boolean(cell?.querySelector(".looking-ahead .la-button"));
    panel.classList.toggle("la-film", isFilm && wide < 1.9);
    all().forEach((one) => one.classList.remove("la-pictured"));
    if (!isFilm && wide < 1.6 && shown().some((one) => one.matches(".la-side"))) cell.classList.add("la-pictured");
    panel.classList.toggle("la-votes", Boolean(panel.querySelector(".la-pictured")));
  }

  // How many times as wide as high a picture is.
  function shape(picture) {
    const text = picture.src ? decodeURIComponent(picture.src) : picture.outerHTML.slice(0, 400);
    const found = /viewBox="[\d.]+ [\d.]+ ([\d.]+) ([\d.]+)"/.exec(text);
    return found ? found[1] / found[2] : 0;
  }

  // What comes in a later step keeps its place, unseen, so that nothing moves when it is shown.
  function reveal() {
    const rows = model.get("cells");
    lesson().forEach((cell, number) => cell.classList.toggle("la-later", rows[number]?.step > step));
    panel.dataset.step = `${step} / ${steps()}`;
  }

  function set() {
    const unit = innerWidth / 1280;
    panel.style.setProperty("--la-unit", `${unit}px`);
    panel.style.setProperty("--la-size", `${size * unit}px`);
    panel.style.setProperty("--la-room", `${room}vh`);
  }

  function fit() {
    [size, room] = [LARGEST, 90];
    panel.classList.remove("la-wrapped", "la-paged", "la-bare");
    all().forEach((cell) => cell.classList.remove("la-left"));
    set();
    shrink();
    if (tight()) page();
  }

  // A slide that does not fit is shown in pages: without its heading, without what comes later, and
  // without its oldest cells.
  function page() {
    for (const name of ["la-bare", "la-paged"]) if (tight()) again(() => panel.classList.add(name));
    const now = () => shown().filter((cell) => !cell.matches(".la-later, .la-left"));
    while (tight() && now().length > 1) again(() => now()[0].classList.add("la-left"));
  }

  function again(change) {
    change();
    [size, room] = [LARGEST, 90];
    panel.classList.remove("la-wrapped");
    set();
    shrink();
  }

  const pictures = () => shown().filter((cell) => cell.offsetParent && !cell.matches(".la-left"))
    .flatMap((cell) => [...cell.querySelectorAll("svg[viewBox], img[src*=svg]")])
    .filter((picture) => picture.getBoundingClientRect().height > 60);
  const isHigh = () => scroller().scrollHeight > scroller().clientHeight + 1 || shown().some((cell) =>
    cell.getBoundingClientRect().bottom > scroller().getBoundingClientRect().bottom - 8);
  const tight = () => isHigh() || pictures().some((picture) =>
    picture.getBoundingClientRect().height / innerHeight * 100 < readable(picture) - 0.3);

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
    const high = isHigh;
    const wide = () => shown().some((cell) => [...cell.querySelectorAll(".cm-scroller, pre, table")]
      .some((part) => part.scrollWidth > part.clientWidth + 1));
    const smaller = (least) => { while ((high() || wide()) && size > least) { size -= 1; set(); } };
    const lower = (least) => { while (high() && room - 1 >= least) { room -= 1; set(); } };
    if (!high() && !wide()) return;
    smaller(COMFORTABLE);
    lower(Math.max(20, ...pictures().map(readable)));
    smaller(SMALLEST);
    lower(20);
    if (wide()) panel.classList.add("la-wrapped");
  }

  function turn(way) {
    document.activeElement?.blur?.();
    const inside = step + way >= 0 && step + way <= steps(), next = slide + way;
    if (inside) {
      step += way;
      reveal();
      return panel.classList.contains("la-paged") ? fit() : undefined;
    }
    if (next < 0 || next > last()) return;
    slide = next;
    step = way > 0 ? 0 : steps(); // backward, a slide is shown whole
    show();
  }

  function key(event) {
    if (event.key === "Escape" && !document.fullscreenElement) return end(); // a browser without full screen
    const busy = event.target.closest("input, textarea, select, button, [role=slider], .cm-editor, .la-picture");
    const way = { PageDown: 1, PageUp: -1, ...(busy ? {} : { ArrowRight: 1, ArrowLeft: -1, " ": 1 }) }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    turn(way);
  }

  function begin() {
    panel = el.closest(".jp-NotebookPanel");
    const same = lesson().length === model.get("cells").length;
    words.textContent = same ? KEYS : CHANGED;
    if (!same) return;
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
    panel.classList.remove("la-present", "la-wrapped", "la-paged", "la-bare", "la-film", "la-votes");
    all().forEach((cell) => cell.classList.remove("la-hidden", "la-later", "la-no-code", "la-left", "la-side", "la-pictured"));
    delete scroller().dataset.heading;
    watcher.disconnect();
    document.removeEventListener("keydown", key, true);
    document.removeEventListener("fullscreenchange", changed);
    removeEventListener("resize", show);
  }

  button.addEventListener("click", begin);
}

export default { render };
