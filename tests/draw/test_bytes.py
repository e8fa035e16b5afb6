"""The same input gives the same bytes, here, again, and in another process; and what an SVG is."""

import hashlib
import os
import pickle
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from lib.draw import SVG, colors
from lib.draw.colors import BLACK, PALETTE, WHITE, contrast, diverging, ink_on, mix, scale
from lib.draw.svg import element, number, picture, text, text_width, wrap
from lib.draw.tree_layout import tidy
from tests.draw.audit import contrast as audited_contrast
from tests.draw.audit import text_size
from tests.draw.pictures import kinds

SAMPLES = """
from random import Random
from lib.draw import draw_board, draw_bars, draw_mcts, draw_tree, draw_ucb, heat_map
from lib.draw import draw_growth, draw_ratings, draw_regret, draw_values, draw_win_rates
from lib.games.capture import CaptureTheFlag
from lib.games.pacman import Pacman
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import alphabeta
from lib.search.mcts import mcts
from lib.trace import record


def samples():
    with record() as trace:
        alphabeta(TreeGame.random(4, 3, 3), ())
    yield from (draw_tree(trace, step=step) for step in range(len(trace.events) + 1))
    yield draw_tree(trace, fold=2, highlight=[()])
    for game in (Pacman("small_classic"), CaptureTheFlag("capture_tiny"), TicTacToe()):
        yield draw_board(game, game.initial_state(), legal=True)
    game = Pacman("small_classic")
    yield heat_map(game, game.initial_state(), lambda g, s: len(s.food) - s.pacman[0])
    root = mcts(TicTacToe(), (0, 0, 0, None), iterations=50)
    yield draw_mcts(root)
    yield draw_ucb(root)
    yield draw_bars({"a": 1, "b": -2})
    yield draw_growth({"a": {1: 3, 2: 9, 3: 30}})
    yield draw_regret({"a": [1, 2, 3], "b": [1, 1, 1]})
    yield draw_values({"a": [(1, 0.5), (10, 0.4)]}, exact=0.3)
    yield draw_win_rates({"a": (5, 2, 3)})
    yield draw_ratings({"a": (1500, 20)})
"""


def digest():
    space = {}
    exec(SAMPLES, space)
    return hashlib.sha256("".join(space["samples"]()).encode()).hexdigest()


def test_same_bytes_in_another_process():
    here = digest()
    code = SAMPLES
    code += "\nimport hashlib; print(hashlib.sha256(''.join(samples()).encode()).hexdigest())"
    there = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == here


def test_an_svg_is_text_that_notebooks_show():
    made = picture(120.2, 50, "A <title> & more", 'its "description"', text(60, 25, "1 < 2 & 3"))
    assert isinstance(made, str) and isinstance(made, SVG)
    assert made._repr_svg_() == str(made) and type(made._repr_svg_()) is str
    assert repr(made) == "<SVG 121x50: A <title> & more>"
    assert (made.width, made.height) == (121, 50)
    root = ElementTree.fromstring(made)
    assert root[0].text == "A <title> & more" and root[1].text == 'its "description"'
    assert root[-1].text == "1 < 2 & 3"
    again = pickle.loads(pickle.dumps(made))
    assert again == made and again.title == made.title and again.width == 121


def test_a_notebook_shows_the_picture_not_the_text():
    formatter = pytest.importorskip("IPython.core.formatters").DisplayFormatter()
    data, _ = formatter.format(picture(10, 10, "dot", "a dot"))
    assert data["image/svg+xml"].startswith("<svg") and data["text/plain"] == "<SVG 10x10: dot>"


def test_elements():
    assert (
        element("a", x=1.0, y=2.345, stroke_width=None, class_="b")
        == '<a x="1" y="2.35" class="b"/>'
    )
    assert element("a", title='"<') == '<a title="&quot;&lt;"/>'


@pytest.mark.parametrize(
    "value, words",
    [
        (3, "3"), (0.25, "0.25"), (-12.345678, "-12.35"), (1e6, "1e6"), (-1234567, "-1.23e6"),
        (0, "0"), (-0.0, "0"), (float("inf"), "∞"), (float("-inf"), "-∞"), (None, "?"),
        (2.5e-7, "2.5e-7"), (1 / 3, "0.33"), (100, "100"), (-0.001, "-0.001"), (99999.9, "99999.9"),
        (0.005, "0.005"), (-1e-12, "-1e-12"), (float("nan"), "NaN"), (1e100, "1e100"),
    ],
)  # fmt: skip
def test_numbers_are_short(value, words):
    assert number(value) == words


def test_text_is_never_wider_than_we_think():
    for words in ("-12.35", "[-∞, ∞]", "≥99999", "… 14 more", "North", "MAX", "CHANCE",
                  "(12, 3, 'rotate')", "0.5 + 1.41 = 1.91", "wwwMMM", "1e100"):  # fmt: skip
        assert text_size(words, 20) <= text_width(words, 20) + 0.5, words


def test_lines_are_wrapped():
    lines = wrap("alpha is 3, this child gave 2: the other two cannot matter", 200, 16)
    assert len(lines) > 1 and all(text_size(line, 16) <= 200 for line in lines)


def test_every_fill_has_readable_ink():
    shares = [i / 20 for i in range(-20, 21)]
    fills = [*PALETTE, WHITE, BLACK, *(diverging(s, 1) for s in shares)]
    fills += [scale([1])(abs(s)) for s in shares]
    fills += [mix(a, b, 0.37) for a in PALETTE for b in PALETTE]
    for fill in fills:
        assert audited_contrast(ink_on(fill), fill) >= 4.5
        assert contrast(ink_on(fill), fill) == pytest.approx(audited_contrast(ink_on(fill), fill))
    assert contrast(BLACK, WHITE) == pytest.approx(21)


def test_the_layout_is_tidy():
    children = [[1, 2, 3], [4, 5], [], [6, 7], [], [], [], []]
    middles = tidy(children, [10] * 8, 4)
    assert middles[0] == pytest.approx((middles[1] + middles[3]) / 2)
    assert middles[1] == pytest.approx((middles[4] + middles[5]) / 2)
    rows = [[0], [1, 2, 3], [4, 5, 6, 7]]
    for row in rows:
        gaps = [middles[b] - middles[a] for a, b in pairwise(row)]
        assert all(gap >= 14 - 1e-9 for gap in gaps)
    assert min(middles) == pytest.approx(5)
    assert middles[6] - middles[5] == pytest.approx(14), "neighbors stand as close as they may"


def test_opening_the_library_stays_cheap():
    code = (
        "import sys, lib, lib.draw, lib.draw.board, lib.draw.tree, lib.draw.bars;"
        "heavy = {'matplotlib', 'numpy', 'numba', 'ipywidgets', 'networkx', 'IPython'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_wide_picture_fits_a_cell_of_jupyterlab_on_a_laptop():
    def shown(width):
        root = ElementTree.fromstring(picture(width, 100, "t", "d")._repr_svg_())
        return root.get("width"), root.get("height"), root.get("viewBox")

    assert shown(840) == ("840", "100", "0 0 840 100")
    assert shown(1050) == ("840", "80", "0 0 1050 100")
    assert shown(2000) == ("1400", "70", "0 0 2000 100")  # smaller type could not be read


# --- light and dark --------------------------------------------------------------------------

TEXTS = [  # what is written, and on what
    (ground, ink)
    for ground, inks in {
        colors.PAPER: (colors.INK, colors.QUIET),
        colors.CARD: (colors.INK, colors.QUIET),
        colors.NOW.tint: (colors.INK,),
    }.items()
    for ink in inks
]
ROLES = (colors.MAX_COLOR, colors.MIN_COLOR, colors.CHANCE_COLOR, colors.TROUBLE)
TEXTS += [(g, role.text) for role in ROLES for g in (colors.PAPER, colors.CARD)]
TEXTS += [(colors.CHANCE_COLOR.tint, colors.CHANCE_COLOR.text)]  # a payoff
TEXTS += [(role.tint, colors.INK) for role in ROLES]
LINES = [(colors.PAPER, line) for line in (colors.EDGE, *(role.line for role in ROLES))]


@pytest.mark.parametrize("ground, ink", TEXTS, ids=lambda color: color.name)
def test_words_can_be_read_in_light_and_dark(ground, ink):
    assert audited_contrast(ink, ground) >= 5.5
    assert audited_contrast(ink.dark, ground.dark) >= 5.5


@pytest.mark.parametrize("ground, line", LINES, ids=lambda color: color.name)
def test_lines_can_be_seen_in_light_and_dark(ground, line):
    assert audited_contrast(line, ground) >= 4.5
    assert audited_contrast(line.dark, ground.dark) >= 4.5


@pytest.mark.parametrize(
    "name", [n for n in kinds() if not n.startswith(("chart", "board", "maze"))]
)
def test_every_themed_color_of_a_picture_is_a_class_with_a_light_and_a_dark_color(name):
    root = ElementTree.fromstring(str(kinds()[name]))
    sheet = root.find("{http://www.w3.org/2000/svg}style").text
    assert root.get("class") == "la"
    known = {str(color): color for color in colors._known.values()}
    for one in root.iter():
        for paint, letter in (("fill", "f"), ("stroke", "s")):
            classes = one.get("class", "").split()
            mark = next((c for c in classes if c.startswith(f"{letter}-")), None)
            if mark:
                role = colors._known[mark[2:]]
                assert one.get(paint) == role, "without a style sheet it is painted in light"
                assert f".la .{mark}{{{paint}:var(--{role.name})}}" in sheet
                assert sheet.count(f"--{role.name}:{role.dark}") == 2 + 2 * (role == role.dark)
                assert f"--{role.name}:{role}" in sheet
            elif one.get(paint, "none") in known and one.get(paint) not in PLAIN:
                raise AssertionError(f"{one.attrib} has a color of a role without its class")


PLAIN = (WHITE, "#0072B2", "#007F5C")  # also colors of data, the same in light and dark


def test_a_page_that_says_what_it_is_wins_over_the_system_and_paper_is_light():
    sheet = colors.theme("", ["ink"])
    light, screen = sheet.index(".la{--ink:#1A1A1A}"), sheet.index("@media screen{")
    system = sheet.index("@media (prefers-color-scheme:dark){.la{--ink:#F2F2F2}}")
    page = sheet.index('[data-jp-theme-light="true"] .la')
    assert light < screen < system < page and sheet.endswith("}}"), "dark only on a screen"


def test_a_board_looks_the_same_on_any_paper():
    root = ElementTree.fromstring(str(kinds()["board_values"]))
    cells = [e for e in root.iter() if e.get("class") == "cell"]
    inside = [e.get("class", "") for cell in cells for e in cell.iter()]
    assert cells and not any(name.startswith(("f-", "s-")) for c in inside for name in c.split())


def test_a_running_jupyter_gets_the_picture_itself_and_a_stored_output_the_svg(monkeypatch):
    made = picture(10, 10, "dot", "a dot")
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    assert made._repr_html_() is None
    monkeypatch.setenv("JPY_SESSION_NAME", "02_minimax.ipynb")
    assert made._repr_html_() == made._repr_svg_()
