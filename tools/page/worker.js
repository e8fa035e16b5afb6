// Keeps the files of this edition in the browser: a second visit asks the site only whether there
// is a new release, and a lesson that was opened once opens without network.
// release.json names every file and the hash of its content. A file is kept under that hash, and
// only if it has it, so that nothing old is shown after a new release.
// JupyterLite's own worker, for what Python reads and asks, follows below this one.
(function () {
  "use strict";
  const SCOPE = self.registration.scope, RELEASE = `${SCOPE}release.json`;
  const NAME = `Looking Ahead: files of ${SCOPE}`;
  const PATIENCE = 5000; // milliseconds until a slow network counts as none
  const NOTHING = { files: {}, core: [] };
  const place = (path, hash) => `${SCOPE}${path}?${hash}`;
  let release = null; // a promise of what the pages that are open now are made of

  async function current() { // the release as the site has it; without network, as it was last time
    const cache = await caches.open(NAME);
    try {
      const answer = await fetch(RELEASE, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 404) return NOTHING; // a site without this list: nothing is kept
      const found = await answer.clone().json();
      await cache.put(RELEASE, answer);
      await forgetAllBut(cache, found);
      return found;
    } catch (problem) {
      return await last() || NOTHING;
    }
  }

  async function last() {
    const kept = await (await caches.open(NAME)).match(RELEASE);
    return kept ? kept.json() : null;
  }

  async function forgetAllBut(cache, { files }) {
    const wanted = new Set(Object.entries(files).map(([path, hash]) => place(path, hash)));
    for (const { url } of await cache.keys()) {
      if (url !== RELEASE && !wanted.has(url)) await cache.delete(url);
    }
  }

  const pathOf = (url) => {
    const path = decodeURIComponent(new URL(url).pathname.slice(new URL(SCOPE).pathname.length));
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
  };

  async function answer(event, path) {
    if (event.request.mode === "navigate") release = current();
    const { files } = await (release ??= last().then((kept) => kept || current()));
    if (!(path in files)) return fetch(event.request);
    const kept = await (await caches.open(NAME)).match(place(path, files[path]));
    if (kept) return kept;
    const found = await fetch(event.request.url, { cache: "no-cache" });
    if (found.ok) event.waitUntil(keep(path, files[path], found.clone()));
    return found;
  }

  async function keep(path, hash, found) { // whether it has the right hash
    const bytes = await found.clone().arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!hex.startsWith(hash)) return false;
    await (await caches.open(NAME)).put(place(path, hash), found);
    return true;
  }

  async function keepAll(urls) { // what a page has loaded before this worker was there
    const { files, core } = await (release ??= current());
    const cache = await caches.open(NAME);
    const asked = new Set(urls.filter((url) => url.startsWith(SCOPE)).map(pathOf).concat(core));
    for (const path of asked) {
      if (!(path in files) || await cache.match(place(path, files[path]))) continue;
      for (const mode of ["force-cache", "no-cache"]) { // most are in the browser already
        const found = await fetch(SCOPE + path, { cache: mode });
        if (found.ok && await keep(path, files[path], found)) break;
      }
    }
  }

  self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method !== "GET" || !url.startsWith(SCOPE) || url === RELEASE) return;
    event.stopImmediatePropagation();
    event.respondWith(answer(event, pathOf(url)));
  });

  self.addEventListener("message", (event) => {
    if (!event.data?.keep) return;
    event.waitUntil(keepAll(event.data.keep).then(() => event.ports[0].postMessage("kept")));
  });
})();

