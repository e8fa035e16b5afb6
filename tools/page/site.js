// The switch between light and dark, and the table of contents.
(function () {
  "use strict";
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch (e) { /* no storage here */ }
  });

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
