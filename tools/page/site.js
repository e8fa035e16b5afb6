// The switch between light and dark, what slides sideways, and the table of contents.
(function () {
  "use strict";
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch (e) { /* no storage here */ }
  });

  // What slides sideways can be reached by keyboard, and says what it is; what fits is no stop.
  const KINDS = [[".code pre", "code"], ["pre", "output"], [".report pre, main .report [style*='overflow-x']", "code"], [".scroll", "table"], [".picture", "picture"], [".report", "report"], [".widget", "widget"]];
  const sliding = KINDS.flatMap(([kind, name]) => [...document.querySelectorAll(`main ${kind}`)].map((part) => [part, name]));
  function reach(part, name) {
    if (part.scrollWidth <= part.clientWidth + 1) {
      if (part.dataset.slides) for (const key of ["tabindex", "data-slides"]) part.removeAttribute(key);
    } else if (!part.dataset.slides) {
      const own = part.hasAttribute("role") ? {} : { role: "group", "aria-label": `${name}, wider than the page` };
      for (const [key, value] of Object.entries({ ...own, tabindex: 0, "data-slides": 1 })) part.setAttribute(key, value);
    }
  }
  const watch = new ResizeObserver((seen) => seen.forEach(({ target }) => reach(target, names.get(target))));
  const names = new Map(sliding.reverse());
  names.forEach((name, part) => { watch.observe(part); });

  const contents = document.querySelector(".contents details");
  if (!contents) return;

  const wide = matchMedia("(min-width: 1181px)"); // beside the text it is open, above it closed
  const place = () => { contents.open = wide.matches; };
  wide.addEventListener("change", place);
  place();

  const links = [...contents.querySelectorAll("a")];
  const heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const aside = contents.closest("aside");
  links.forEach((link, number) => link.addEventListener("click", () => { // read on from there by keyboard
    heads[number].tabIndex = -1;
    heads[number].focus({ preventScroll: true });
  }));
  function mark() { // the reader is below the last heading in the upper third of the window
    const bottom = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const above = heads.filter((head) => head.getBoundingClientRect().top < innerHeight / 3);
    const here = bottom ? heads.length - 1 : above.length - 1;
    for (const link of links) link.removeAttribute("aria-current");
    if (!links[here]) return;
    links[here].setAttribute("aria-current", "true");
    show(links[here].getBoundingClientRect(), aside.getBoundingClientRect());
  }
  function show(link, frame) { // long contents slide along
    if (link.top < frame.top || link.bottom > frame.bottom) aside.scrollTop += link.top - frame.top - frame.height / 2;
  }
  let waiting = false; // at most once for each picture that is painted
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();
})();
