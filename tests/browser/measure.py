"""What a person in the last row would complain about: small type, and text beyond the edge."""

PROBLEMS = """(root) => {
  const [wide, high] = [innerWidth, innerHeight], found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const hidden = (e) => !e.checkVisibility({checkVisibilityCSS: true, checkOpacity: true})
    || e.closest('aside, title, desc, style, script, annotation');
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
      : root.getBoundingClientRect().width / root.offsetWidth;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < LEAST - 0.05 && !parent.closest('math, sub, sup'))
      found.push({kind: svg ? 'picture' : 'small', text, by: Math.round(size * 10) / 10});
  }
  return found;
}"""


def problems(page, selector, least=18):
    """Text under `least` px and text outside the window, inside the first element that matches."""
    root = page.locator(selector).first
    return root.evaluate(PROBLEMS.replace("LEAST", str(least)))
