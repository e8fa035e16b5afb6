// A slide show inside JupyterLab: the notebook fills the screen, the cells of one slide are shown,
// widgets and code keep running. Cells are known by their order; the presenter's own cell is left out.
const SMALLEST = 18, LARGEST = 30; // px at a width of 1280

function render({ model, el }) {
  const button = Object.assign(document.createElement("button"), { textContent: "Present" });
  const words = document.createElement("span");
  words.textContent = " Page Down and Page Up turn slides, so do arrow keys. Escape ends the show.";
  el.append(button, words);
  let panel = null, slide = 0;

  function cells() {
    const own = el.closest(".jp-Cell");
    return [...panel.querySelectorAll(".jp-Notebook .jp-Cell")].filter((cell) => cell !== own);
  }

  function show() {
    const plan = model.get("cells");
    el.closest(".jp-Cell").classList.add("la-hidden");
    cells().forEach((cell, number) => {
      const { slide: place, code } = plan[number] || { slide: null };
      cell.classList.toggle("la-hidden", place !== slide);
      cell.classList.toggle("la-no-code", !code);
    });
    panel.querySelector(".jp-WindowedPanel-outer").scrollTop = 0;
    panel.dataset.slide = `${slide + 1} / ${last() + 1}`;
    fit();
  }

  const last = () => Math.max(...model.get("cells").map((cell) => cell.slide ?? 0));

  // Type gets smaller until the slide fits, but stays readable; only then pictures give way.
  function fit() {
    const scroller = panel.querySelector(".jp-WindowedPanel-outer");
    const unit = innerWidth / 1280;
    const shown = () => cells().filter((cell) => !cell.classList.contains("la-hidden"));
    const bottom = () => Math.max(0, ...shown().map((cell) => cell.getBoundingClientRect().bottom));
    let size = LARGEST, room = 82;
    const set = () => {
      panel.style.setProperty("--la-size", `${size * unit}px`);
      panel.style.setProperty("--la-room", `${room}vh`);
    };
    set();
    const high = () => scroller.scrollHeight > scroller.clientHeight + 1
      || bottom() > scroller.getBoundingClientRect().bottom - 8;
    const wide = () => shown().some((cell) => [...cell.querySelectorAll(".cm-scroller, pre, table")]
      .some((part) => part.scrollWidth > part.clientWidth + 1));
    panel.classList.remove("la-wrapped");
    while ((high() || wide()) && size > SMALLEST) { size -= 1; set(); }
    while (high() && room > 20) { room -= 1; set(); }
    panel.classList.toggle("la-wrapped", wide());
  }

  function turn(step) {
    slide = Math.min(last(), Math.max(0, slide + step));
    document.activeElement?.blur?.();
    show();
  }

  function key(event) {
    const busy = event.target.closest("input, textarea, select, button, [role=slider], .cm-editor, .la-picture");
    const step = { PageDown: 1, PageUp: -1, ...(busy ? {} : { ArrowRight: 1, ArrowLeft: -1, " ": 1 }) }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    turn(step);
  }

  function begin() {
    panel = el.closest(".jp-NotebookPanel");
    panel.classList.add("la-present");
    panel.requestFullscreen().catch(() => {});
    document.addEventListener("keydown", key, true);
    document.addEventListener("fullscreenchange", changed);
    addEventListener("resize", show);
    setTimeout(show, 150);
  }

  function changed() {
    if (document.fullscreenElement) return void setTimeout(show, 150);
    panel.classList.remove("la-present", "la-wrapped");
    panel.querySelectorAll(".la-hidden, .la-no-code").forEach((cell) => cell.classList.remove("la-hidden", "la-no-code"));
    document.removeEventListener("keydown", key, true);
    document.removeEventListener("fullscreenchange", changed);
    removeEventListener("resize", show);
  }

  button.addEventListener("click", begin);
}

export default { render };
