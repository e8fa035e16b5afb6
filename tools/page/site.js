// Search in the index that was written with the site, and the switch between light and dark.
(function () {
  "use strict";
  const box = document.getElementById("search"), found = document.getElementById("found");
  const MOST = 12;

  function hits(words) {
    const scored = window.SEARCH_INDEX.map((entry) => {
      const [head, text] = [entry.heading.toLowerCase(), entry.text.toLowerCase()];
      let score = 0;
      for (const word of words) {
        if (!head.includes(word) && !text.includes(word)) return null;
        score += (head.includes(word) ? 10 : 0) + Math.min(text.split(word).length - 1, 9);
      }
      return { entry, score };
    });
    return scored.filter(Boolean).sort((a, b) => b.score - a.score).slice(0, MOST);
  }

  function excerpt(text, word) {
    const at = Math.max(text.toLowerCase().indexOf(word), 0), from = Math.max(at - 40, 0);
    const line = document.createElement("small"), mark = document.createElement("mark");
    mark.textContent = text.slice(at, at + word.length);
    line.append(from ? "... " : "", text.slice(from, at), mark, text.slice(at + word.length, at + 80));
    return line;
  }

  function search() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = words.length ? hits(words).map(({ entry }) => {
      const row = document.createElement("li"), link = document.createElement("a");
      link.href = entry.page.split("#")[0] + "#" + encodeURIComponent(entry.page.split("#")[1]);
      link.textContent = `${entry.title}: ${entry.heading}`;
      row.append(link, excerpt(entry.text, words[0]));
      return row;
    }) : [];
    if (words.length && !rows.length) rows.push(Object.assign(document.createElement("li"), { textContent: "Nothing found." }));
    found.replaceChildren(...rows);
    found.hidden = !words.length;
  }

  box.addEventListener("input", search);
  box.addEventListener("keydown", (event) => {
    const first = found.querySelector("a");
    if (event.key === "Enter" && first) first.click();
    if (event.key === "Escape") { box.value = ""; search(); }
  });
  found.addEventListener("click", () => { found.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/input|textarea/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      box.focus();
    }
  });

  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch (e) { /* no storage here */ }
  });
})();
