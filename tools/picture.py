"""Writes docs/looking_ahead.svg, the picture of the README: a search that steps by itself.

    python -m tools.picture

The picture is an animated SVG (lib.widgets.frames) that plays in any browser, without a
script. Where motion is not wanted or not possible, it stands at its last step.
"""

from lib.draw.svg import INK, group, picture, text, wrap
from lib.draw.tree import lay_out_tree
from lib.draw.tree_glyphs import TreeView
from lib.games import TreeGame
from lib.search import alphabeta
from lib.trace import record
from lib.widgets.frames import merge, split
from lib.widgets.stepper import shown_steps, tell
from tools.notebooks import ROOT

FILE = ROOT / "docs" / "looking_ahead.svg"
TREE = [[4, 7, 5], [2, 8, 6], [9, 1, 3]]
TITLE = "Alpha-beta, step by step: three leaves are never looked at"
SECONDS, LAST, FIRST = 2.2, 6, 3  # for a step, for the last one, and for that when it begins
SIZE, LINE, PANEL, TOP, SIDE = 22, 30, 300, 60, 24  # of the words beside the tree


def words(sentence: str, left: float, top: float, width: float) -> str:
    """What happens in a step, in lines beside or below the tree."""
    lines = enumerate(wrap(sentence, width, SIZE))
    return group(*(text(left, top + LINE * i, line, SIZE, INK, "start") for i, line in lines))


def frames(trace, plan, narrow: bool) -> list[list[str]]:
    """The parts of the picture at each step that has something to show, words included."""
    steps = shown_steps(trace, plan)
    told = ["MAX moves first. Which leaves must it look at?", *(tell(trace, s) for s in steps[1:])]
    shots = []
    for step, sentence in zip(steps, told, strict=True):
        tree = plan.draw(step, TITLE)
        place = (SIDE, tree.height + SIZE, tree.width - 2 * SIDE) if narrow else beside(tree)
        shots.append([*split(tree)[1], words(sentence, *place)])
    return shots


def beside(tree) -> tuple[float, float, float]:
    """Where the words stand to the right of the tree: left, top, width."""
    return tree.width, TOP, PANEL


def film(shots: list[list[str]], prefix: str) -> str:
    """All parts of all frames, each shown from its first frame to its last."""
    count = len(shots)
    whole = (count - 1) * SECONDS + LAST
    rules, body = {}, []
    for part in merge(shots):
        end = part.end or count
        name = f"{prefix}{part.first}-{end}"
        body.append(group(part.markup, class_=name))
        rules[name] = rule(name, part.first, end, count, whole)
    sheet = "".join(rules[name] for name in sorted(rules))
    return f"<style>{sheet}</style>" + "".join(body)


def rule(name: str, first: int, end: int, count: int, whole: float) -> str:
    """When a part is shown: at rest in the last frame only, in motion from `first` to `end`."""
    if (first, end) == (0, count):
        return ""
    begin, stop = (round(100 * frame * SECONDS / whole, 2) for frame in (first, end))
    at_rest = "" if end == count else f".{name}{{visibility:hidden}}"
    hide, show = "{visibility:hidden}", "{visibility:visible}"
    turns = [(0, show if first == 0 else hide), (begin, show)]
    turns += [] if end == count else [(stop, hide)]
    keys = "".join(f"{percent:g}%{how}" for percent, how in turns)
    play = f".{name}{{animation:{name} {whole:g}s step-end {FIRST - whole:g}s infinite}}"
    return (
        f"{at_rest}@keyframes {name}{{{keys}}}"
        f"@media (prefers-reduced-motion:no-preference){{{play}}}"
    )


def drawn(narrow: bool = False) -> str:
    """The whole picture; `narrow`: for a phone, with the words below the tree."""
    with record() as trace:
        alphabeta(TreeGame(TREE), ())
    plan = lay_out_tree(trace, 0, TreeView(windows=False, direction="phone" if narrow else "down"))
    last = plan.draw(None, TITLE)
    said = last.split("<desc>")[1].split("</desc>")[0]
    wide, high = (0, 5 * LINE) if narrow else (PANEL, 0)
    shots = film(frames(trace, plan, narrow), "lb" if narrow else "la")
    return picture(last.width + wide, last.height + high, TITLE, said, shots)


if __name__ == "__main__":
    FILE.write_text(drawn(), "utf-8")
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size:,} bytes")
