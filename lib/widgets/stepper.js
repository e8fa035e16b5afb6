// What frames do in the browser, without a kernel: a frame says what it shows, buttons press keys.
window.lookingAheadFrames = window.lookingAheadFrames || {
  handle: (part) => part.closest('.looking-ahead').querySelector('.noUi-handle'),
  press(part, event, key) {
    event.preventDefault(); event.stopPropagation();
    this.handle(part).dispatchEvent(new KeyboardEvent('keydown', { key }));
  },
  arrows(part, event) {
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') this.press(part, event, event.key);
  },
  // what JupyterLab's own knobs do not say by themselves; they may come after this
  name(part, tries = 30) {
    const panel = part.closest('.looking-ahead'), row = panel && panel.querySelector('.widget-play');
    const knob = panel && panel.querySelector('.noUi-handle');
    if (!row || !knob) return void (tries && setTimeout(() => this.name(part, tries - 1), 100));
    const said = panel.querySelector('.widget-slider .widget-label');
    if (!knob.hasAttribute('aria-label')) knob.setAttribute('aria-label', (said && said.textContent) || 'step');
    row.querySelectorAll('button').forEach((one, n) => one.setAttribute('aria-label', ['play or pause', 'stop', 'repeat'][n]));
  },
  // one live region for all frames; the slider says in words where it is
  tell(sheet) {
    const panel = sheet.closest('.looking-ahead'), said = sheet.previousElementSibling;
    if (!panel || !said) return;
    const words = said.textContent.trim().replace(/\s+/g, ' ');
    const live = panel.querySelector('.la-live');
    if (live && live.textContent !== words) live.textContent = words;
    for (const knob of panel.querySelectorAll('.noUi-handle, .slider input')) {
      knob.setAttribute('aria-label', said.dataset.name || 'step'); knob.setAttribute('aria-valuetext', words);
    }
    requestAnimationFrame(() => this.follow(panel));
  },
  // the halo, moved to the middle of a tall picture if it is out of sight
  follow(panel) {
    const pane = panel.querySelector('.la-window');
    const ring = pane && [...pane.querySelectorAll('.ring')].find((one) => one.getBoundingClientRect().width);
    if (!ring) return;
    const there = ring.getBoundingClientRect(), seen = pane.getBoundingClientRect();
    if (there.top < seen.top || there.bottom > seen.bottom) pane.scrollTop += there.top - seen.top - seen.height / 2;
  },
};
window.lookingAheadFrames.name?.(this);
