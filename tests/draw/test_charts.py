"""Charts: numbers that can be checked, settings that do not leak, text for those who cannot see."""

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import matplotlib
import pytest

from lib.draw import (
    draw_growth,
    draw_paired,
    draw_rates,
    draw_ratings,
    draw_regret,
    draw_values,
    draw_win_rates,
)
from lib.draw.charts import fit_growth
from lib.draw.svg import text_width
from tests.draw.audit import NS

CHARTS = {
    "growth": lambda: draw_growth({"minimax": {1: 7, 2: 49, 3: 343}, "pruned": {1: 7, 2: 20}}),
    "one growth": lambda: draw_growth({1: 2, 2: 4}),
    "regret": lambda: draw_regret({"a": [0.1 * i for i in range(500)], "b": [1.0] * 500}),
    "values": lambda: draw_values({"a": [(1, 0.5), (10, 0.4)], "b": [(1, 0), (9, 1)]}, exact=0.34),
    "win rates": lambda: draw_win_rates({"a": (5, 2, 3), "b": (0, 0, 9), "c": (100, 0, 0)}),
    "rates": lambda: draw_rates({"a": (26, 200), "b": (40, 200)}),
    "paired": lambda: draw_paired({"a": (30, 12, 200), "b": (0, 0, 50)}),
    "ratings": lambda: draw_ratings({"a": (1500, 20), "b": (1700.5, 33), "c": (900, 90)}),
}


@pytest.mark.parametrize("name", CHARTS)
def test_charts_are_pictures_with_words(name):
    picture = CHARTS[name]()
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root[0].tag == NS + "title" and root[0].text == picture.title
    assert root[1].tag == NS + "desc" and len(root[1].text) > 20
    assert root.get("viewBox") == f"0 0 {picture.width:g} {picture.height:g}"
    sizes = [
        float(s)
        for s in re.findall(r"font-size: ([\d.]+)px|font: ([\d.]+)px", picture)
        for s in s
        if s
    ]
    assert sizes and min(sizes) >= 11, "exponents are the smallest"
    assert "20" not in str(root.find(NS + "metadata")), "no date"
    assert CHARTS[name]() == picture
    assert "<style" not in picture, "it would restyle the other pictures of a page"


def test_the_axes_of_values_have_names():
    curves = {"a": [(1, 0.5), (10, 0.4)]}
    plain = draw_values(curves)
    named = draw_values(curves, label="share of decisions", budget="nodes a move")
    assert ">iterations<" in plain and ">value for MAX<" in plain
    assert ">nodes a move<" in named and ">share of decisions<" in named
    assert ">iterations<" not in named


def test_ids_of_different_charts_do_not_meet():
    ids = [re.findall(r'\bid="([^"]+)"', make()) for make in CHARTS.values()]
    together = [i for one in ids for i in set(one)]
    assert len(together) == len(set(together))
    for make in CHARTS.values():
        markup = make()
        known = set(re.findall(r'\bid="([^"]+)"', markup))
        assert set(re.findall(r'(?:href="|url\()#([^")]+)', markup)) <= known


def test_the_readers_settings_are_kept_and_do_not_matter():
    usual = CHARTS["growth"]()
    with matplotlib.rc_context({"font.size": 3, "axes.grid": False, "svg.fonttype": "path"}):
        assert CHARTS["growth"]() == usual
        assert matplotlib.rcParams["font.size"] == 3


def test_growth_is_fitted():
    a, b = fit_growth([1, 2, 3, 4], [3 * 5**d for d in (1, 2, 3, 4)])
    assert a == pytest.approx(3) and b == pytest.approx(5)
    numpy = pytest.importorskip("numpy")
    nodes = [7, 60, 311, 2600]
    slope, cut = numpy.polyfit([1, 2, 3, 4], numpy.log(nodes), 1)
    assert fit_growth([1, 2, 3, 4], nodes) == pytest.approx((math.exp(cut), math.exp(slope)))
    assert "grows by a factor of 7 with each ply" in CHARTS["growth"]()


@pytest.mark.parametrize(
    ("result", "interval"),
    [((4, 2, 4), "[0.24, 0.76]"), ((0, 0, 10), "[0.00, 0.28]"), ((10, 0, 0), "[0.72, 1.00]")],
)
def test_wilson_interval_is_the_published_one(result, interval):
    assert interval in draw_win_rates({"a": result})


def test_results_are_printed_with_n_and_interval():
    picture = CHARTS["win rates"]()
    assert "a (n=10)" in picture and "0.60  [" in picture
    assert "1500  [1480, 1520]" in CHARTS["ratings"]()


def test_an_interval_shows_two_ends():
    """Wilson for 0 of n is [0, 3.8415 / (n + 3.8415)], worked out by hand."""
    assert "0.000  [0.000, 0.004]" in draw_win_rates({"a": (0, 0, 1000)})
    assert "1.000  [0.996, 1.000]" in draw_win_rates({"a": (1000, 0, 0)})
    assert "0.0000  [0.0000, 0.0004]" in draw_rates({"a": (0, 10_000)})
    assert "1500.0  [1499.8, 1500.2]" in draw_ratings({"a": (1500, 0.2)})
    assert "0.00  [0.00, 0.04]" in draw_win_rates({"a": (0, 0, 100)})
    assert "0.000  [0.000, 0.000]" in draw_paired({"a": (0, 0, 100)}), "no more than there is"


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: draw_growth({}), "nothing to draw"),
        (lambda: draw_growth({"a": {}}), "is empty"),
        (lambda: draw_growth({1: 0, 2: 3}), "above 0"),
        (lambda: draw_values({"a": [(1, math.nan)]}), "finite numbers"),
        (lambda: draw_win_rates({}), "nothing to draw"),
        (lambda: draw_win_rates({"a": (0, 0, 0)}), "at least one game"),
        (lambda: draw_win_rates({"a": (3, -1, 2)}), "no negative counts"),
        (lambda: draw_win_rates({"a": (1, 2)}), r"a needs \(wins, draws, losses\), got \(1, 2\)"),
        (lambda: draw_win_rates({"a": (math.nan, 1, 1)}), "a needs"),
        (lambda: draw_win_rates([("a", (1, 2, 3))]), "a dict from name to"),
        (lambda: draw_ratings({}), "nothing to draw"),
        (lambda: draw_ratings({"a": (1500, -3)}), "not negative, got -3"),
        (lambda: draw_ratings({"a": (math.inf, 3)}), r"a needs \(rating, error\)"),
        (lambda: draw_ratings({"a": 5}), r"a needs \(rating, error\), got 5"),
        (lambda: draw_growth(5), "needs numbers, .* not 5"),
        (lambda: draw_growth({"a": "xyz"}), "'a' needs several numbers"),
        (lambda: draw_growth({"a": {1: 10**400}}), "pairs of finite numbers"),
        (lambda: draw_regret({"a": ["x"]}), "finite numbers, got"),
        (lambda: draw_regret({"a": 5}), "finite numbers, got"),
        (lambda: draw_values({"a": [(0, 1), (9, 2)]}), "iterations must be above 0"),
        (lambda: draw_values({"a": [(1, 2, 3)]}), "pairs"),
        (lambda: draw_values({"a": [(1, 2)]}, exact=math.nan), "exact must be"),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize("result", [(0, 0, 1000), (1000, 0, 0)])
def test_all_lost_and_all_won_can_be_drawn(result):
    """The interval ends at 0 or 1 exactly; rounding once put it on the wrong side of the rate."""
    assert draw_win_rates({"a": result})


def test_one_depth_twice_has_no_fit():
    picture = draw_growth({"a": [(1, 5), (1, 7)]})
    assert "fit" not in picture and "5 at 1, 7 at 1" in picture


@pytest.mark.filterwarnings("error")
def test_many_series_and_long_names_leave_room_for_the_chart():
    many = {f"number {i}": {1: 2, 2: i + 3} for i in range(12)}
    assert draw_growth(many).height > CHARTS["growth"]().height
    assert draw_regret({name: [1, 2] for name in many})
    assert draw_win_rates({"x" * 100: (3, 4, 5)}) and draw_ratings({"y" * 100: (3, 4)})


def test_a_dollar_sign_is_no_formula():
    picture = draw_regret({"costs $5 or $6": [1, 2]}, title="$1 and $2")
    shown = ["".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(NS + "text")]
    assert "costs $5 or $6" in shown and "$1 and $2" in shown


def test_arrays_of_numpy_can_be_drawn():
    numpy = pytest.importorskip("numpy")
    assert draw_regret(numpy.arange(5)) == draw_regret([0, 1, 2, 3, 4])
    assert draw_growth({1: numpy.int64(3), 2: numpy.int64(9)}) == draw_growth({1: 3, 2: 9})


def test_rates_have_three_digits_and_pairs_an_interval_for_pairs():
    assert "0.130  [0.090, 0.184]" in draw_rates({"a": (26, 200)})
    # by hand: (30 - 12) / 200, half width 1.96 sqrt(42 - 18 * 18 / 200) / 200
    assert "0.090  [0.028, 0.152]" in draw_paired({"a": (30, 12, 200)})


def test_the_axis_of_shares_ends_at_0_and_1():
    ticks = re.findall(r">(−?-?\d\.\d+)<", str(draw_rates({"a": (1, 100), "b": (100, 100)})))
    assert ticks and not any(tick.startswith(("−", "-")) or float(tick) > 1 for tick in ticks)


@pytest.mark.parametrize(("here", "there"), [(20, 180), (2, 9), (400, 100), (1000, 1)])
def test_numbers_below_an_axis_stand_apart(here, there):
    chart = draw_paired({"a rather long name of a row": (here, there, 2000), "b": (9, 9, 2000)})
    found = re.findall(r'size: (\d+)px[^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>(−?[\d.]+)<', str(chart))
    lowest = max(y for _, _, y, _ in found)
    ticks = [(float(x), text_width(words, int(size))) for size, x, y, words in found if y == lowest]
    assert len(ticks) >= 3
    for (x, width), (after, wide) in pairwise(sorted(ticks)):
        assert x + width / 2 < after - wide / 2
