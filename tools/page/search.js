// Search in the index that was written with the site. Words are folded on both sides: British and
// American spelling, plural and other endings, Greek letters and their names count as the same.
(function () {
  "use strict";
  const root = new URL(".", document.currentScript.src).href; // pages and index lie beside this file
  const box = document.getElementById("search"), found = document.getElementById("found");
  const MOST = 12, WORD = /[α-ω]|\d+(?:[,.]\d+)*|[^\P{L}α-ω]+\d*|\d+/gu;
  const GREEK = { α: "alpha", β: "beta", γ: "gamma", ε: "epsilon", π: "pi", σ: "sigma" };
  const ENDING = /(?<=.{4})(?:ation|ion|or|er|ing|ed|e)$/;

  function fold(word) {
    const plain = (GREEK[word] || word).toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f,]/g, "");
    const american = plain.replace(/is(?=e|ing|ation)/, "iz").replace(/(?<=.{3})our/, "or").replace(/tre(?=d?s?$)/, "ter");
    return american.replace(/(?<=.{3})ies$/, "y").replace(/eaves$/, "eaf").replace(/(?<=.{3})s$/, "").replace(ENDING, "");
  }

  const STOP = new Set("a an and are can do does for how i in is it of or the to vs what when why with work".split(" ").map(fold));
  const SAME = Object.fromEntries( // what others call it: the course's own word counts too, for less
    Object.entries({ pruning: "cut", heuristic: "evaluation", reversi: "Othello", monte: "MCTS", carlo: "MCTS", uct: "UCB1", noughts: "tic", crosses: "toe" })
      .map((pair) => pair.map(fold)));

  const words = (text) => (text.match(WORD) || []).map(fold);

  let loading = false;
  function load() { // half a megabyte: fetched when somebody searches, as a script, since a page on a stick may not fetch
    if (loading) return;
    loading = true;
    const script = make("script", { src: `${root}search-index.js` });
    script.addEventListener("load", search);
    script.addEventListener("error", () => { loading = false; found.replaceChildren(make("li", { className: "none" }, "The search could not be loaded. All terms: ", make("a", { href: `${root}glossary.html` }, "glossary"), ".")); });
    document.head.append(script);
  }

  let index = null;
  function entries() { // the index with its words counted, made when somebody searches
    index = index || window.SEARCH_INDEX.map((entry) => {
      const counts = new Map();
      for (const word of words(entry.text)) counts.set(word, (counts.get(word) || 0) + 1);
      return { ...entry, counts, titled: words(`${entry.title} ${entry.heading}`), name: words(entry.heading).join(" ") };
    });
    return index;
  }

  const fits = (word, asked) => word === asked || (asked.length > 1 && word.startsWith(asked));

  function score(entry, asked) { // 0: the word is not there
    let sum = SAME[asked] ? score(entry, SAME[asked]) / 2 : 0;
    for (const word of entry.titled) if (fits(word, asked)) sum += word === asked ? 12 : 6;
    for (const [word, count] of entry.counts) if (fits(word, asked)) sum += Math.min(count, 8) * (word === asked ? 1 : 0.3);
    return sum;
  }

  function hits(asked) { // first those with most of the words, then by score
    const scored = entries().map((entry) => {
      const scores = asked.map((word) => score(entry, word));
      const whole = entry.name === asked.join(" ") ? 25 : 0; // the heading is just what was asked
      return { entry, all: scores.filter(Boolean).length, sum: scores.reduce((a, b) => a + b, whole) };
    });
    const best = Math.max(...scored.map((hit) => hit.all));
    const wanted = scored.filter((hit) => hit.all && hit.all === best);
    return { complete: best === asked.length, rows: wanted.sort((a, b) => b.sum - a.sum).slice(0, MOST) };
  }

  function literal(query) { // signs such as >= have no words: look for them as they stand
    const rows = entries().filter((entry) => entry.text.includes(query)).slice(0, MOST).map((entry) => ({ entry }));
    return { complete: true, rows };
  }

  function distance(a, b) { // letters to change, to add, to drop or to swap with a neighbor
    const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
    for (let i = 1; i <= a.length; i++) {
      rows[i] = [i];
      for (let j = 1; j <= b.length; j++) {
        const same = a[i - 1] === b[j - 1] ? 0 : 1;
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
    return rows[a.length][b.length];
  }

  function near(query) { // the query with words of the site in place of words that it does not have
    const seen = new Map();
    for (const entry of entries()) {
      for (const word of `${entry.heading} ${entry.text}`.toLowerCase().match(/[a-z][a-z0-9]{3,}/g) || []) seen.set(word, (seen.get(word) || 0) + 1);
    }
    const asked = query.toLowerCase().match(/[a-z][a-z0-9]{3,}/g) || [];
    const unknown = asked.filter((word) => !entries().some((entry) => score(entry, fold(word))));
    return unknown.flatMap((asked) => [...seen.keys()]
      .map((word) => ({ word, far: distance(asked, word) }))
      .filter(({ far }) => far <= (asked.length > 6 ? 2 : 1))
      .sort((a, b) => a.far - b.far || seen.get(b.word) - seen.get(a.word)).slice(0, 3)
      .map(({ word }) => query.toLowerCase().replace(asked, word)));
  }

  const make = (tag, properties, ...inside) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...inside);
    return made;
  };

  function excerpt(text, asked, query) {
    const places = asked.length ? [...text.matchAll(WORD)].filter((m) => asked.some((word) => fits(fold(m[0]), word) || fits(fold(m[0]), SAME[word] || word))) : [];
    const at = places.length ? places[0].index : Math.max(text.indexOf(query), 0);
    const end = places.length ? at + places[0][0].length : text.includes(query) ? at + query.length : at;
    const from = Math.max(at - 40, 0);
    return make("small", {}, from ? "... " : "", text.slice(from, at), make("mark", {}, text.slice(at, end)), text.slice(end, end + 80));
  }

  function row({ entry }, asked, query) {
    const [file, place] = entry.page.split("#");
    const link = make("a", { href: root + file + (place ? `#${encodeURIComponent(place)}` : "") }, `${entry.title}: ${entry.heading}`);
    return make("li", {}, link, excerpt(entry.text, asked, query));
  }

  function shortfall(query, rows) { // says what is missing, and what to try instead
    const tries = near(query).map((other) => make("button", { type: "button", onclick: () => { box.value = other; search(); box.focus(); } }, other));
    const said = make("li", { className: "none" }, rows ? "No part has all of these words. " : `Nothing found for "${query}". `);
    if (tries.length) said.append("Did you mean ", ...tries.flatMap((button) => [button, " "]), "? ");
    if (rows) said.append("These have most of them:");
    else said.append("All terms: ", make("a", { href: `${root}glossary.html` }, "glossary"), ".");
    return said;
  }

  function search() {
    const query = box.value.trim(), all = [...new Set(words(query))], rare = all.filter((word) => !STOP.has(word));
    const asked = rare.length ? rare : all;
    found.hidden = !query;
    if (!query) return found.replaceChildren();
    if (!window.SEARCH_INDEX) {
      found.replaceChildren(make("li", { className: "none" }, "Loading ..."));
      return load();
    }
    const { complete, rows } = asked.length ? hits(asked) : literal(query);
    const list = rows.map((hit) => row(hit, asked, query));
    if (!rows.length || !complete) list.unshift(shortfall(query, rows.length));
    found.replaceChildren(...list);
    found.scrollTop = 0;
  }

  function move(step) { // the arrow keys walk from the box through the results
    const stops = [box, ...found.querySelectorAll("a, button")];
    const next = stops.indexOf(document.activeElement) + step;
    if (next >= 0 && next < stops.length) stops[next].focus();
  }

  box.addEventListener("input", search);
  box.parentElement.addEventListener("keydown", (event) => {
    const first = found.querySelector("a");
    if (event.key === "Enter" && event.target === box && first && !found.querySelector(".none button")) first.click();
    if (event.key === "Escape") { box.value = ""; search(); box.focus(); }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    }
  });
  found.addEventListener("click", (event) => { if (event.target.closest("a")) found.hidden = true; });
  box.addEventListener("focus", () => { load(); if (box.value && found.hidden) search(); });
  document.addEventListener("pointerdown", (event) => { if (!box.parentElement.contains(event.target)) found.hidden = true; });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/input|textarea/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      box.focus();
    }
  });
})();
