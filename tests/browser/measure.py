"""What a person in the last row would complain about: small type, and text beyond the edge."""

SIZES = [(1280, 720), (1920, 1080)]  # of projectors

PROBLEMS = """(root) => {
  const [wide, high] = [innerWidth, innerHeight], found = [];
  const hidden = (e) => !e.checkVisibility({checkVisibilityCSS: true, checkOpacity: true})
    || e.closest('aside, title, desc, style, script, annotation');

  const taken = (node) => node.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT
    : getComputedStyle(node).display === 'none' ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;

  function look(place) {
    const both = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
    const walker = document.createTreeWalker(place, both, taken);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = node.textContent.trim(), parent = node.parentElement;
      if (!words || hidden(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (!box.width || !box.height) continue;
      const text = words.slice(0, 40);
      const beyond = Math.max(box.right - wide, box.bottom - high, -box.left, -box.top);
      if (beyond > 1) found.push({kind: 'overflow', text, by: Math.round(beyond)});
      const svg = parent.closest('svg'), matrix = svg && parent.getScreenCTM();
      const scale = svg ? Math.hypot(matrix.a, matrix.b)
        : place.getBoundingClientRect().width / place.offsetWidth;
      const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
      if (size < LEAST - 0.05 && !parent.closest('math, sub, sup'))
        found.push({kind: svg ? 'picture' : 'small', text, by: Math.round(size * 10) / 10});
    }
  }

  // JupyterLab shows a picture as <img>, whose words nobody can reach: lay them open over it.
  function open(image) {
    const [box, cover] = [image.getBoundingClientRect(), document.createElement('div')];
    cover.innerHTML = decodeURIComponent(image.src.slice(image.src.indexOf(',') + 1));
    const svg = cover.querySelector('svg');
    svg.setAttribute('preserveAspectRatio', 'xMinYMid meet');
    svg.style.cssText = `width: ${box.width}px; height: ${box.height}px; max-width: none`;
    cover.style.cssText = `position: fixed; left: ${box.left}px; top: ${box.top}px`;
    document.body.append(cover);
    look(cover);
    cover.remove();
  }

  look(root);
  [...root.querySelectorAll('img[src^="data:image/svg+xml"]')]
    .filter(image => !hidden(image)).forEach(open);
  return found;
}"""


def problems(page, selector, least=18):
    """Text under `least` px and text outside the window, inside the first element that matches."""
    root = page.locator(selector).first
    return root.evaluate(PROBLEMS.replace("LEAST", str(least)))
