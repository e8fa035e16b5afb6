// Turns the page into slides, and makes type smaller on a slide that would not fit.
(function () {
  "use strict";
  const SMALLEST = 22;

  function fit(slide) {
    const body = slide && slide.querySelector(".body");
    if (!body || body.dataset.fitted) return;
    let size = parseFloat(getComputedStyle(body).fontSize);
    while (size > SMALLEST && overflows(body)) body.style.fontSize = `${(size -= 1)}px`;
    body.dataset.fitted = size;
  }

  function overflows(body) {
    const wide = [...body.querySelectorAll("pre, table, .cell")];
    return body.scrollHeight > body.clientHeight || body.scrollWidth > body.clientWidth ||
      wide.some((part) => part.scrollWidth > part.clientWidth + 1);
  }

  Reveal.on("ready", (event) => fit(event.currentSlide));
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
  Reveal.initialize({
    width: 1280, height: 720, margin: 0, minScale: 0.1, maxScale: 6, center: false,
    hash: true, slideNumber: "c/t", transition: "none", controlsTutorial: false,
    pdfSeparateFragments: false, plugins: [RevealNotes],
  });
})();
