// Turns the page into slides. On a slide that would not fit, pictures and type get smaller: type
// down to 22 px (code 18 px), pictures as long as their words keep 18 px, then further. On a slide
// of few words the type gets larger, up to 46 px.
(function () {
  "use strict";
  const SMALLEST = 22, LARGEST = 46, USUAL = 32, READABLE = 18, WIDE = 1168, NARROW = 300, GAP = 32, WIDEST = 1.9; // a wider film has its buttons above it

  function fit(slide) {
    const body = slide && slide.querySelector(".body");
    if (!body || body.dataset.fitted) return;
    if (!body.clientHeight) return void requestAnimationFrame(() => fit(slide)); // not shown yet
    body.dataset.fitted = "yes";
    const film = body.querySelector(".widget > .looking-ahead > :not(.stack) svg")?.viewBox.baseVal;
    body.classList.toggle("film", Boolean(film));
    body.classList.toggle("film-beside", Boolean(film) && film.width < WIDEST * film.height);
    const pictures = [...body.querySelectorAll(".picture > svg")];
    pictures.forEach(widen);
    pictures.forEach((svg) => { svg.closest(".drawn").style.minHeight = `${needed(svg)}px`; });
    shrink(body);
    if (overflows(body)) body.classList.add("tight"); // less paper around it
    if (!overflows(body)) return void (grow(body), growBeside(body));
    pictures.forEach((svg) => { svg.closest(".drawn").style.minHeight = ""; });
    shrink(body);
    growBeside(body);
    if (tooWide(body)) body.classList.add("wrapped");
  }

  // Words beside a picture give way, down to NARROW, until its smallest words are READABLE.
  function widen(svg) {
    const right = svg.closest(".columns:not(.wide)")?.querySelector(".right");
    const room = WIDE - GAP - readable(svg) * svg.viewBox.baseVal.width;
    if (right && room < right.clientWidth) right.style.flexBasis = `${Math.max(room, NARROW)}px`;
  }

  // The height at which the smallest words of a picture are READABLE; less where it is too wide.
  function needed(svg) {
    const box = svg.viewBox.baseVal;
    const scale = Math.min(readable(svg), (svg.closest(".left")?.clientWidth || WIDE) / box.width);
    return Math.ceil(Math.max(scale, 0.5) * box.height) + 1;
  }

  // The scale at which the smallest words of a picture are READABLE.
  function readable(svg) {
    const texts = [...svg.querySelectorAll("text, tspan")].filter((text) => !text.querySelector("tspan"));
    const sizes = texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * own(text, svg));
    return READABLE / Math.min(...sizes, READABLE);
  }

  // How much a text is scaled inside its picture.
  function own(text, svg) {
    const [inside, outside] = [text.getScreenCTM(), svg.getScreenCTM()];
    return Math.hypot(inside.a, inside.b) / Math.hypot(outside.a, outside.b) || 1;
  }

  function shrink(body) {
    let room = 612, size = parseFloat(getComputedStyle(body).fontSize);
    const widget = body.querySelector(".widget");
    while (widget && room > 160 && tooHigh(body)) body.style.setProperty("--room", `${(room -= 8)}px`);
    resize(body, size);
    while (size > SMALLEST && overflows(body)) resize(body, (size -= 1));
  }

  // Pictures and widgets take the room that is left; words alone would leave it empty.
  function grow(body) {
    let size = parseFloat(getComputedStyle(body).fontSize);
    if (body.querySelector(".drawn") || body.closest(".title")) return;
    body.style.paddingBottom = "56px"; // room for the arrows
    while (size < LARGEST && !overflows(body) && size < 1.6 * codeSize(body)) resize(body, (size += 1));
    if (overflows(body)) resize(body, size - 1);
  }

  // Words beside a tall picture need not be as small as its title.
  function growBeside(body) {
    const beside = body.querySelector(".columns:not(.wide) > .right");
    let size = beside ? parseFloat(getComputedStyle(beside).fontSize) : USUAL;
    const fits = () => !overflows(body) && beside.scrollHeight <= beside.clientHeight + 1;
    while (size < USUAL && fits()) beside.style.fontSize = `${(size += 1)}px`;
    if (beside && !fits()) beside.style.fontSize = `${size - 1}px`;
  }

  // Sets the size of the type. Code follows, but no further than its longest line fits.
  function resize(body, size) {
    body.style.fontSize = `${size}px`;
    body.style.removeProperty("--code");
    const fits = Math.min(1, ...[...body.querySelectorAll("pre")].map((pre) => pre.clientWidth / pre.scrollWidth));
    if (fits < 1) body.style.setProperty("--code", `${Math.max(READABLE, Math.floor(codeSize(body) * fits))}px`);
  }

  function codeSize(body) {
    const pre = body.querySelector("pre");
    return pre ? parseFloat(getComputedStyle(pre).fontSize) : LARGEST;
  }

  // Whether something reaches below the paper of the slide, or into its lower edge.
  function tooHigh(body) {
    const lowest = body.clientHeight - parseFloat(getComputedStyle(body).paddingBottom);
    const ends = [...body.children].map((cell) => cell.offsetTop - body.offsetTop + cell.scrollHeight);
    return Math.max(...ends) > lowest + 1;
  }

  const tooWide = (body) => [body, ...body.querySelectorAll("pre, table, .cell")]
    .some((part) => part.scrollWidth > part.clientWidth + 1);
  const overflows = (body) => tooHigh(body) || tooWide(body);

  // On paper all slides are laid out at once, so they are fitted before; steppers show their end.
  function forPaper() {
    document.querySelectorAll(".widget input[type=range]:enabled").forEach((range) => {
      range.value = range.max;
      range.dispatchEvent(new Event("input"));
    });
    document.querySelectorAll(".slides > section").forEach((slide) => {
      slide.style.display = "block";
      fit(slide);
      slide.style.display = "";
    });
  }

  if (/[?&](print-pdf|view=print)/.test(location.search)) forPaper();
  Reveal.on("ready", (event) => fit(event.currentSlide));
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
  Reveal.initialize({
    width: 1280, height: 720, margin: 0, minScale: 0.1, maxScale: 6, center: false,
    hash: true, slideNumber: "c/t", transition: "none", controlsTutorial: false,
    defaultTiming: 0, pdfSeparateFragments: false, plugins: [RevealNotes],
  });
})();
