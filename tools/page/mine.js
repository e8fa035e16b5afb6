// The learner's saved notebooks: a list, all of them as a zip file, and back again.
// JupyterLite keeps them in a database of the browser, one record for each path.
(function () {
  "use strict";
  const NAME = "{storage}", STORE = "files";
  const $ = (id) => document.getElementById(id);
  const say = (text) => { $("said").textContent = text; };
  const done = (request) => new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });

  async function database(version) {
    const request = indexedDB.open(NAME, version);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
    };
    const db = await done(request);
    if (db.objectStoreNames.contains(STORE)) return db;
    const next = db.version + 1;
    db.close();
    return database(next);
  }

  async function saved() { // [path, record] of every saved notebook or file
    const db = await database();
    const store = db.transaction(STORE).objectStore(STORE);
    const [keys, records] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    db.close();
    return keys.map((key, n) => [key, records[n]]).filter(([, one]) => one && one.type !== "directory");
  }

  async function keep(records) {
    const db = await database();
    const change = db.transaction(STORE, "readwrite");
    for (const [path, record] of records) change.objectStore(STORE).put(record, path);
    await new Promise((good, bad) => { change.oncomplete = good; change.onerror = () => bad(change.error); });
    db.close();
  }

  const words = (record) => record.type === "notebook" || record.format === "json"
    ? JSON.stringify(record.content, null, 1) + "\n" : String(record.content);

  async function list() {
    const rows = (await saved()).map(([path, record]) => {
      const row = document.createElement("li"), link = document.createElement("a");
      link.href = `notebooks/index.html?path=${encodeURIComponent(path)}`;
      link.textContent = path;
      row.append(link, ` saved ${new Date(record.last_modified).toLocaleString()}`);
      return row;
    });
    $("files").replaceChildren(...rows);
    $("download").disabled = rows.length === 0;
    if (!rows.length) $("files").append("Nothing is saved yet.");
  }

  // --- zip: only what is needed, https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT ---

  const TABLE = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  function crc(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
  }
  function header(parts) { // [number, bytes] pairs as little-endian bytes
    const bytes = [];
    for (const [number, size] of parts) for (let k = 0; k < size; k += 1) bytes.push((number >>> (8 * k)) & 255);
    return Uint8Array.from(bytes);
  }
  function zip(files) { // [name, text] pairs, stored as they are
    const out = [], index = [];
    let place = 0;
    for (const [name, content] of files) {
      const path = new TextEncoder().encode(name), data = new TextEncoder().encode(content);
      const common = [[20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [crc(data), 4], [data.length, 4], [data.length, 4], [path.length, 2], [0, 2]];
      const local = header([[0x04034b50, 4], ...common]);
      out.push(local, path, data);
      index.push(header([[0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [place, 4]]), path);
      place += local.length + path.length + data.length;
    }
    const size = index.reduce((sum, part) => sum + part.length, 0);
    const end = header([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [place, 4], [0, 2]]);
    return new Blob([...out, ...index, end], { type: "application/zip" });
  }
  async function unzip(buffer) { // [name, text] pairs
    const view = new DataView(buffer), files = [];
    let end = buffer.byteLength - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
    if (end < 0) throw new Error("no zip file");
    let at = view.getUint32(end + 16, true);
    for (let n = view.getUint16(end + 10, true); n > 0; n -= 1) {
      const packed = view.getUint16(at + 10, true) === 8, size = view.getUint32(at + 20, true);
      const [a, b, c] = [28, 30, 32].map((k) => view.getUint16(at + k, true));
      const name = new TextDecoder().decode(new Uint8Array(buffer, at + 46, a));
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      let data = new Blob([new Uint8Array(buffer, start, size)]).stream();
      if (packed) data = data.pipeThrough(new DecompressionStream("deflate-raw"));
      if (!name.endsWith("/")) files.push([name, await new Response(data).text()]);
      at += 46 + a + b + c;
    }
    return files;
  }

  // --- the two buttons ---

  $("download").addEventListener("click", async () => {
    const files = await saved();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(zip(files.map(([path, record]) => [path, words(record)])));
    link.download = `looking-ahead-${new Date().toISOString().slice(0, 10)}.zip`;
    link.click();
    say(`${files.length} files are in ${link.download}.`);
  });

  function record(path, content) {
    const now = new Date().toISOString();
    return { name: path.split("/").pop(), path, type: "notebook", format: "json", mimetype: "application/json",
      content, size: JSON.stringify(content).length, writable: true, created: now, last_modified: now };
  }
  function free(path, taken) { // what is there already is never overwritten
    for (let number = 1; ; number += 1) {
      const name = path.replace(/\.ipynb$/, ` (brought back${number > 1 ? ` ${number}` : ""}).ipynb`);
      if (!taken.has(name)) return name;
    }
  }

  $("upload").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      const buffer = await file.arrayBuffer();
      const files = file.name.endsWith(".ipynb") ? [[file.name, new TextDecoder().decode(buffer)]] : await unzip(buffer);
      const there = new Map((await saved()).map(([path, one]) => [path, words(one)]));
      const fresh = new Map();
      for (const [path, content] of files.filter(([name]) => name.endsWith(".ipynb"))) {
        const notebook = JSON.parse(content);
        if (!Array.isArray(notebook.cells)) throw new Error("no notebook");
        const one = record(path, notebook);
        if (there.get(path) === words(one)) continue;
        const place = there.has(path) ? free(path, new Set([...there.keys(), ...fresh.keys()])) : path;
        fresh.set(place, { ...one, path: place, name: place.split("/").pop() });
      }
      await keep(fresh);
      say(`${fresh.size} notebooks were brought back. What was here already is kept.`);
    } catch (problem) {
      say("This file could not be read: choose a zip file that you downloaded here, or a notebook.");
    }
    event.target.value = "";
    list();
  });

  list().catch(() => say("This browser does not let the site keep anything: work is lost when you close it."));
})();
