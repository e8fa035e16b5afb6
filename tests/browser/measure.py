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
    if (box.right > wide + 1 || box.bottom > high + 1 || box.left < -1 || box.top < -1)
      found.push({kind: 'overflow', text, by: Math.round(Math.max(box.right - wide, box.bottom - high,
        -box.left, -box.top))});
    const svg = parent.closest('svg');
    const scale = svg ? Math.hypot(parent.getScreenCTM().a, parent.getScreenCTM().b) : root.getBoundingClientRect().width / root.offsetWidth;
    const outer = svg ? 1 : scale;
    const size = parseFloat(getComputedStyle(parent).fontSize) * (svg ? scale : outer);
    if (size < LEAST - 0.05 && !parent.closest('math, sub, sup'))
      found.push({kind: svg ? 'picture' : 'small', text, by: Math.round(size * 10) / 10});
  }
  return found;
}"""


def problems(page, selector, least=18):
    """Text under `least` px and text outside the window, inside the first element that matches."""
    root = page.locator(selector).first
    return root.evaluate(PROBLEMS.replace("LEAST", str(least)))
