// The playing board in the browser: an SVG whose squares can be clicked or reached by keys.
// Python owns the game. The page sends {act: id}; a new `picture` or `says` is the answer.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const NOBODY = "No kernel answers. Run this cell again to play.";
const PATIENCE = 3000; // milliseconds without an answer until the page says so

function render({ model, el }) {
  el.classList.add("la-board");
  el.innerHTML = `<div class="la-says" role="status" aria-live="polite"></div>
    <div class="la-picture" tabindex="0" role="application"></div>
    <div class="la-choices" role="group" aria-label="moves"></div>`;
  const [says, picture, choices] = el.children;
  let cursor = null; // the square that the keyboard is on, as its data-action
  let waiting = null;

  const cells = () => [...picture.querySelectorAll("[data-action]")];
  const center = (cell) => {
    const box = cell.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };

  function act(id) {
    clearTimeout(waiting);
    waiting = setTimeout(() => { says.textContent = NOBODY; }, PATIENCE);
    try {
      model.send({ act: id, turn: model.get("turn") });
    } catch { // the kernel was restarted: this board is nobody's
      clearTimeout(waiting);
      says.textContent = NOBODY;
    }
  }

  function point(id) {
    cursor = id;
    let found = false;
    for (const cell of cells()) {
      const here = cell.dataset.action === id && !found;
      found = found || here;
      cell.classList.toggle("la-cursor", here);
    }
  }

  function walk([dx, dy]) {
    const all = cells();
    if (!all.length) return;
    const from = all.find((cell) => cell.classList.contains("la-cursor"));
    if (!from) return mark(all[0]);
    const [x, y] = center(from);
    let best = null, least = Infinity;
    for (const cell of all) {
      const [cx, cy] = center(cell);
      const ahead = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (ahead > 2 && aside < ahead && ahead + 2 * aside < least) {
        best = cell;
        least = ahead + 2 * aside;
      }
    }
    if (best) mark(best);
  }

  function mark(cell) {
    for (const other of cells()) other.classList.toggle("la-cursor", other === cell);
    cursor = cell.dataset.action;
    picture.setAttribute("aria-label", `${model.get("label")}, square ${cursor}`);
  }

  picture.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-action]");
    if (!cell) return;
    mark(cell);
    act(cell.dataset.action);
  });

  el.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = model.get("keymap")[event.key];
    const onBoard = event.target === picture;
    if (id !== undefined && (onBoard || event.key.startsWith("Arrow"))) {
      act(id);
    } else if (onBoard && ARROWS[event.key]) {
      walk(ARROWS[event.key]);
    } else if (onBoard && (event.key === "Enter" || event.key === " ") && cursor !== null) {
      act(cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  function paint() {
    clearTimeout(waiting);
    picture.innerHTML = model.get("picture");
    picture.setAttribute("aria-label", model.get("label"));
    if (cursor !== null) point(cursor);
  }

  function offer() {
    const held = choices.contains(document.activeElement);
    choices.classList.toggle("la-twists", model.get("hold")); // four in a row, as the quadrants lie
    choices.replaceChildren(...model.get("choices").map(([id, words]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words;
      button.dataset.choice = id;
      button.onclick = () => act(id);
      return button;
    }));
    if (model.get("hold") && choices.firstChild) choices.firstChild.focus();
    else if (held) picture.focus({ preventScroll: true });
  }

  function say() {
    clearTimeout(waiting);
    says.textContent = model.get("says");
    el.classList.toggle("la-busy", model.get("busy"));
  }

  model.on("change:picture", paint);
  model.on("change:choices", offer);
  model.on("change:says change:busy", say);
  model.on("msg:custom", say);
  paint();
  offer();
  say();
}

export default { render };
