"""Charts of experiments as SVG text, made with matplotlib: the same input gives the same bytes.

Lines differ by marker and dashes, not by color alone.
"""

import io
import math
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from html import escape
from numbers import Real
from pathlib import Path
from statistics import linear_regression
from typing import Any

import matplotlib.style
from matplotlib.figure import Figure

from lib.arena.tables import wilson, with_interval
from lib.draw import messages
from lib.draw.colors import INK, PALETTE, QUIET, WHITE
from lib.draw.svg import SVG, element, number, shorten, wrap
from lib.game import is_number
from lib.messages import is_series, is_tuple, refuse_if

_DASHES = ("-", "--", "-.", ":")
_MARKERS = "os^Dvp*X"
WIDTH = 630  # points: 840 pixels
BESIDE: Any = {"loc": "upper left", "bbox_to_anchor": (1, 1)}  # a legend too long for the inside
SETTINGS = Path(__file__).with_name("looking_ahead.mplstyle")


def _styled(chart: Callable[..., SVG]) -> Callable[..., SVG]:
    """The chart, drawn with our settings and nobody else's."""

    @wraps(chart)
    def drawn(*data, **options):
        with matplotlib.style.context(SETTINGS, after_reset=True):
            return chart(*data, **options)

    return drawn


@_styled
def draw_growth(counts: dict, *, title: str = "Nodes against depth", counted: str = "nodes") -> SVG:
    """Nodes for each depth with the fitted growth b ** depth: {name: {depth: nodes}}."""
    series = _by_name(counts)
    lines = 2 * len(series)  # in the legend: each with its fit
    figure, axes = _new_axes(title, "depth in plies", counted, lines=lines)
    axes.set_yscale("log")
    words, ticks = [], set()
    for i, (name, points) in enumerate(series.items()):
        depths, nodes = zip(*sorted(_pairs_of(name, points)), strict=True)
        refuse_if(min(nodes) <= 0, messages.LOG_OF_NODES, name=name)
        _line(axes, i, depths, nodes, name, linestyle="")
        if len(set(depths)) > 1:
            start, base = fit_growth(depths, nodes)
            fitted = [start * base**depth for depth in depths]
            label = f"fit: {number(start)} · {number(base)}^depth"
            axes.plot(depths, fitted, color=PALETTE[i % 7], linestyle=_DASHES[i % 4], label=label)
            words.append(f"{name} grows by a factor of {number(base)} with each ply.")
        pairs = zip(nodes, depths, strict=True)
        words.append(f"{name}: {', '.join(f'{number(y)} at {number(x)}' for y, x in pairs)}.")
        ticks.update(depths)
    axes.set_xticks(sorted(ticks))
    axes.legend(**(BESIDE if lines > 5 else {}))
    return _as_svg(figure, title, " ".join(words))


def fit_growth(depths: Sequence[float], nodes: Sequence[float]) -> tuple[float, float]:
    """(a, b) of the least-squares line log(nodes) = log(a) + depth * log(b)."""
    slope, start = linear_regression(depths, [math.log(n) for n in nodes])
    return math.exp(start), math.exp(slope)


@_styled
def draw_regret(curves: Mapping | Sequence[float], *, title: str = "Regret") -> SVG:
    """Regret after each pull, one curve for each rule: `curves` maps a name to a sequence."""
    named = _by_name(curves, "regret")
    for name, curve in named.items():
        refuse_if(not is_series(curve), messages.NOT_SEVERAL, name=name, values=curve)
    points = {name: list(enumerate(curve, 1)) for name, curve in named.items()}
    return _curves(points, title, "pulls", "regret so far")


@_styled
def draw_values(
    curves: Mapping | Sequence, *, exact: float | None = None,
    title: str = "Value against iterations", label: str = "value for MAX",
    budget: str = "iterations", bands: Mapping | None = None,
) -> SVG:  # fmt: skip
    """Estimates against iterations on a logarithmic axis; `exact` is drawn as a line.

    `curves` maps a name to (iterations, value) pairs; `label` and `budget` name the two axes.
    `bands` maps a name to (low, high) pairs, one for each of its values.
    """
    refuse_if(exact is not None and not is_number(exact), messages.BAD_EXACT, exact=exact)
    series = {name: _pairs_of(name, points) for name, points in _by_name(curves, "value").items()}
    for name, points in series.items():
        refuse_if(min(x for x, _ in points) <= 0, messages.LOG_OF_ITERATIONS, name=name)
    return _curves(series, title, budget, label, exact, log=True, bands=bands)


@_styled
def draw_win_rates(
    results: Mapping[str, tuple], *, title: str = "Win rates", label: str = "share of points won"
) -> SVG:
    """Scores, a draw half a win, with 95 percent intervals: {name: (wins, draws, losses)}."""
    rows = []
    for name, result in _checked_results(results, "(wins, draws, losses)"):
        games, points = sum(result), result[0] + result[1] / 2
        refuse_if(games < 1 or min(result) < 0, messages.BAD_COUNTS, name=name, result=result)
        rows.append((f"{_label(name, 30)} (n={games})", points / games, *wilson(points, games)))
    return _intervals(rows, label, title=title, even=0.5)


@_styled
def draw_ratings(
    ratings: Mapping[str, tuple], *, title: str = "Ratings", label: str = "rating, with its error"
) -> SVG:
    """Ratings with error bars: `ratings` maps a name to (rating, error)."""
    rows = []
    for name, (rating, error) in _checked_results(ratings, "(rating, error)"):
        refuse_if(error < 0, messages.BAD_ERROR, name=name, error=error)
        rows.append((_label(name, 30), rating, rating - error, rating + error))
    return _intervals(sorted(rows, key=lambda row: row[1]), label, title=title)


@_styled
def draw_rates(
    results: Mapping[str, tuple], *, title: str = "Blunders", label: str = "share of blunders"
) -> SVG:
    """Rates with 95 percent Wilson intervals: `results` maps a name to (count, n)."""
    found = _checked_results(results, "(count, n)")
    rows = [(name, k / n, *wilson(k, n), n) for name, (k, n) in found]
    return _intervals(*_same_n(rows, label), title=title, digits=3)


@_styled
def draw_paired(
    results: Mapping[str, tuple], *, title: str = "Pairs", label: str = "gap in blunders"
) -> SVG:
    """Gaps of two rates on the same cases, with intervals: {name: (only here, only there, n)}."""
    rows = []
    for name, (here, there, n) in _checked_results(results, "(only here, only there, n)"):
        gap, half = (here - there) / n, 1.96 * math.sqrt(here + there - (here - there) ** 2 / n) / n
        rows.append((name, gap, gap - half, gap + half, n))
    return _intervals(*_same_n(rows, label), title=title, even=0, digits=3)


def _same_n(rows, label):
    """Rows without their last number, n, and the label with it."""
    counts = " or ".join(f"{n:,}" for n in sorted({row[-1] for row in rows}))
    return [(_label(name, 30), *row) for name, *row, _ in rows], f"{label}, n = {counts}"


def _intervals(rows, label, *, title, even=None, digits=2):
    """A dot with a bar for each (name, value, low, high), numbers printed beside it."""
    refuse_if(not rows, messages.NO_RESULTS)
    figure, axes = _new_axes(title, label, None, height=1.6 + 0.7 * len(rows))
    desc = []
    for i, (name, value, low, high) in enumerate(rows):
        error = [[max(0, value - low)], [max(0, high - value)]]  # rounding at 0 and 1
        look = {
            "color": PALETTE[i % 7],
            "marker": _MARKERS[i % 8],
            "markersize": 10,
            "linewidth": 3,
        }
        axes.errorbar(value, i, xerr=error, capsize=7, **look)
        told = with_interval(value, low, high, digits if abs(value) < 10 else 0)
        paper = {"facecolor": WHITE, "edgecolor": "none", "pad": 1}  # over the dashed line
        place = {"xytext": (0, 12), "textcoords": "offset points", "ha": "center"}
        axes.annotate("{}  {}".format(*told), (value, i), bbox=paper, **place)
        desc.append("{}: {}, interval {}.".format(name, *told))
    axes.margins(x=0.25 if digits == 2 else 0.45)  # the words stay on the paper
    if even == 0.5:
        axes.set_xlim(-0.32, 1.32)  # the words at 0 and 1 fit
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    else:
        axes.locator_params(axis="x", nbins=5)  # so few that their numbers stand apart
        if min(row[2] for row in rows) >= 0 and max(row[3] for row in rows) <= 1:
            axes.set_xticks([tick for tick in axes.get_xticks() if -1e-9 < tick < 1 + 1e-9])
    if even is not None:
        axes.axvline(even, color=QUIET, linestyle="--", linewidth=1.5)
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.3)
    return _as_svg(figure, title, " ".join(desc))


def _curves(series, title, x_label, y_label, exact=None, log=False, bands=None):
    """One line for each series of (x, y) pairs, told apart by color, dashes and marker."""
    figure, axes = _new_axes(title, x_label, y_label, lines=len(series))
    words = []
    for i, (name, points) in enumerate(series.items()):
        xs, ys = zip(*_pairs_of(name, points), strict=True)
        _line(axes, i, xs, ys, name, linestyle=_DASHES[i % 4], markevery=max(1, len(xs) // 8))
        if bands and name in bands:
            axes.fill_between(xs, *zip(*bands[name], strict=True), color=PALETTE[i % 7], alpha=0.2)
        first, start, last, end = map(number, (ys[0], xs[0], ys[-1], xs[-1]))
        words.append(f"{name}: from {first} at {start} to {last} at {end}.")
    if exact is not None:
        axes.axhline(exact, color=INK, linewidth=1.5, label=f"exact value {number(exact)}")
        words.append(f"The exact value is {number(exact)}.")
    if log:
        axes.set_xscale("log")
    axes.legend(**(BESIDE if len(series) > 5 else {}))
    return _as_svg(figure, title, " ".join(words))


def _line(axes, i, xs, ys, name, **look):
    """A line in the i-th color and with the i-th marker."""
    axes.plot(xs, ys, color=PALETTE[i % 7], marker=_MARKERS[i % 8], label=_label(name), **look)


def _label(name, limit=40):
    """A name short enough for a chart; a dollar sign does not begin a formula."""
    return shorten(name, limit).replace("$", r"\$")


def _by_name(data, name="nodes") -> dict:
    """The data by name; a single series gets the name it is asked for."""
    refuse_if(not is_series(data), messages.NOT_SERIES, data=data)
    data = data if isinstance(data, Mapping) else list(data)
    refuse_if(not data, messages.NO_SERIES)
    is_single = isinstance(data, list) or isinstance(next(iter(data.values())), Real)
    return {name: data} if is_single else dict(data)


def _pairs_of(name, points):
    """The (x, y) pairs of a series; an empty one, or one with a gap, is a ValueError."""
    refuse_if(not is_series(points), messages.NOT_SEVERAL, name=name, values=points)
    pairs = list(points.items() if isinstance(points, Mapping) else points)
    refuse_if(not pairs, messages.EMPTY_SERIES, name=name)
    for pair in pairs:
        is_pair = is_tuple(pair, 2) and all(map(is_number, pair))
        refuse_if(not is_pair, messages.NOT_PAIRS, name=name, pair=pair)
    return pairs


def _checked_results(results, shape):
    """The (name, numbers) pairs of a mapping; a ValueError unless all have that shape."""
    refuse_if(not isinstance(results, Mapping), messages.NOT_RESULTS, shape=shape, results=results)
    for name, numbers in results.items():
        right = is_tuple(numbers, shape.count(",") + 1) and all(map(is_number, numbers))
        refuse_if(not right, messages.BAD_RESULT, name=name, shape=shape, numbers=numbers)
    return results.items()


def _new_axes(title: str, x_label: str, y_label: str | None, height=0.0, lines=0) -> tuple:
    """A figure with one set of axes; without a height, with room for a legend of so many lines."""
    height = height or max(5.0, 1 + 0.28 * lines)
    figure = Figure(figsize=(WIDTH / 72, height), layout="constrained")
    engine: Any = figure.get_layout_engine()
    engine.set(w_pad=0.15, h_pad=0.12)
    axes = figure.subplots()
    axes.set_title("\n".join(wrap(str(title).replace("$", r"\$"), WIDTH - 60, 18)))
    axes.set(xlabel=x_label, ylabel=y_label or "")
    return figure, axes


def _as_svg(figure: Figure, title: str, desc: str) -> SVG:
    """The figure as SVG text with title and description, and without ids that could collide."""
    page = io.StringIO()
    figure.savefig(page, format="svg", metadata={"Date": None, "Creator": None})
    markup = page.getvalue()[page.getvalue().index("<svg") :]
    width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', markup)[0])
    # matplotlib's style is for `*`: on a page it would also change the lines of other pictures
    markup = re.sub(r"<metadata>.*?</metadata>\s*|<style.*?</style>\s*", "", markup, flags=re.S)
    mark = f"c{zlib.crc32((title + desc).encode()):08x}-"
    markup = re.sub(r'\bid="', f'id="{mark}', markup)
    markup = re.sub(r'href="#', f'href="#{mark}', markup).replace("url(#", f"url(#{mark}")
    head, inside = markup.split(">", 1)
    head += ' role="img" stroke-linejoin="round">'
    words = element("title", escape(title)) + element("desc", escape(desc))
    return SVG(head + words + inside.strip(), width, height, title)
