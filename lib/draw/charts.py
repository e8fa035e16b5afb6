"""Charts of experiments, made with matplotlib and given back as SVG text.

Every chart closes its figure and returns an `SVG`: the same input gives the same bytes, so a
notebook test compares it. Lines differ by marker and dashes, not by color alone.
"""

import io
import math
import re
import zlib
from collections.abc import Mapping
from functools import wraps
from html import escape

import matplotlib
from matplotlib.figure import Figure

from lib.draw.colors import INK, PALETTE, QUIET
from lib.draw.svg import SVG, element, number

SETTINGS = {
    "svg.hashsalt": "looking ahead",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # comes with matplotlib: the same everywhere
    "font.size": 16,
    "axes.titlesize": 18,
    "legend.fontsize": 15,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.grid": True,
    "grid.color": "#DDDDDD",
    "lines.linewidth": 2.5,
    "lines.markersize": 8,
    "legend.frameon": False,
    "figure.facecolor": "white",
}
DASHES = ("-", "--", "-.", ":")
MARKERS = "os^Dvp*X"
Z95 = 1.959964  # 95 percent of a normal distribution lie within so many standard deviations


def _styled(chart):
    """The chart, drawn with our settings and nobody else's."""

    @wraps(chart)
    def drawn(*data, **options):
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            return chart(*data, **options)

    return drawn


@_styled
def draw_growth(counts, *, title="Nodes against depth") -> SVG:
    """Nodes for each depth on a logarithmic axis, with the fitted growth b ** depth.

    `counts` maps a name to {depth: nodes}; a single {depth: nodes} needs no name.
    """
    series = _named(counts)
    figure, axes = _axes(title, "depth in plies", "nodes")
    axes.set_yscale("log")
    words = []
    for i, (name, points) in enumerate(series.items()):
        depths, nodes = zip(*sorted(_points(name, points)), strict=True)
        if min(nodes) <= 0:
            raise ValueError(f"{name}: node counts must be above 0 for a logarithmic axis")
        _line(axes, i, depths, nodes, name, linestyle="")
        if len(depths) > 1:
            start, base = fit_growth(depths, nodes)
            fitted = [start * base**depth for depth in depths]
            axes.plot(
                depths,
                fitted,
                color=_color(i),
                linestyle=DASHES[i % 4],
                label=f"fit: {number(start)} · {number(base)}^depth",
            )
            words.append(f"{name} grows by a factor of {number(base)} with each ply.")
        words.append(f"{name}: {_in_words(depths, nodes)}.")
    axes.set_xticks(
        sorted({depth for points in series.values() for depth, _ in _points("", points)})
    )
    if len(series) > 2:  # too long for the inside
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    else:
        axes.legend()
    return _svg(figure, title, " ".join(words))


def fit_growth(depths, nodes) -> tuple[float, float]:
    """(a, b) of the least-squares line log(nodes) = log(a) + depth * log(b)."""
    logs = [math.log(n) for n in nodes]
    middle, mean = sum(depths) / len(depths), sum(logs) / len(logs)
    spread = sum((d - middle) ** 2 for d in depths)
    slope = sum((d - middle) * (y - mean) for d, y in zip(depths, logs, strict=True)) / spread
    return math.exp(mean - slope * middle), math.exp(slope)


@_styled
def draw_regret(curves, *, title="Regret") -> SVG:
    """Regret after each pull, one curve for each rule: `curves` maps a name to a sequence."""
    points = {name: list(enumerate(curve, 1)) for name, curve in _named(curves, "regret").items()}
    return _curves(points, title, "pulls", "regret so far")


@_styled
def draw_values(curves, *, exact=None, title="Value against iterations") -> SVG:
    """Estimates against iterations on a logarithmic axis; `exact` is drawn as a line.

    `curves` maps a name to (iterations, value) pairs.
    """
    return _curves(_named(curves, "value"), title, "iterations", "value for MAX", exact, log=True)


@_styled
def draw_win_rates(results, *, title="Win rates", label="share of points won") -> SVG:
    """Scores with 95 percent Wilson intervals: `results` maps a name to (wins, draws, losses).

    A draw counts half a win. The dashed line at 0.5 is an even match.
    """
    rows = []
    for name, result in results.items():
        wins, draws, losses = result
        games = wins + draws + losses
        if games < 1 or min(wins, draws, losses) < 0:
            raise ValueError(f"{name}: needs at least one game and no negative counts: {result}")
        rate = (wins + draws / 2) / games
        rows.append((f"{name} (n={games})", rate, *wilson(rate, games)))
    return _intervals(rows, title, label, even=0.5)


def wilson(rate, games, z=Z95) -> tuple[float, float]:
    """The Wilson interval of a share `rate` seen in `games` games."""
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    root = math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    half = z / (1 + z * z / games) * root
    low, high = min(rate, middle - half), max(rate, middle + half)  # rounding at 0 and 1
    return max(0.0, low), min(1.0, high)


@_styled
def draw_ratings(ratings, *, title="Ratings") -> SVG:
    """Ratings with error bars: `ratings` maps a name to (rating, error)."""
    rows = [(str(name), r, r - error, r + error) for name, (r, error) in ratings.items()]
    rows.sort(key=lambda row: row[1])
    return _intervals(rows, title, "rating, with its error")


def _intervals(rows, title, label, even=None):
    """A dot with a bar for each (name, value, low, high), numbers printed beside it."""
    if not rows:
        raise ValueError("there is nothing to draw: give at least one result")
    figure, axes = _axes(title, label, None, height=1.6 + 0.7 * len(rows))
    for i, (_, value, low, high) in enumerate(rows):
        axes.errorbar(
            value,
            i,
            xerr=[[value - low], [high - value]],
            color=_color(i),
            capsize=7,
            marker=MARKERS[i % 8],
            linewidth=3,
            markersize=10,
        )
        words = f"{_short(value)}  [{_short(low)}, {_short(high)}]"
        axes.annotate(words, (value, i), (0, 12), textcoords="offset points", ha="center")
    axes.margins(x=0.15)
    if even is not None:
        axes.set_xlim(-0.15, 1.15)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.axvline(even, color=QUIET, linestyle="--", linewidth=1.5)
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.3)
    desc = " ".join(f"{n}: {_short(v)}, from {_short(a)} to {_short(b)}." for n, v, a, b in rows)
    return _svg(figure, title, desc)


def _curves(series, title, x_label, y_label, exact=None, log=False):
    """One line for each series of (x, y) pairs, told apart by color, dashes and marker."""
    figure, axes = _axes(title, x_label, y_label)
    words = []
    for i, (name, points) in enumerate(series.items()):
        xs, ys = zip(*_points(name, points), strict=True)
        _line(axes, i, xs, ys, name, linestyle=DASHES[i % 4], markevery=max(1, len(xs) // 8))
        words.append(
            f"{name}: from {number(ys[0])} at {number(xs[0])} to {number(ys[-1])} "
            f"at {number(xs[-1])}."
        )
    if exact is not None:
        axes.axhline(exact, color=INK, linewidth=1.5, label=f"exact value {number(exact)}")
        words.append(f"The exact value is {number(exact)}.")
    if log:
        axes.set_xscale("log")
    axes.legend()
    return _svg(figure, title, " ".join(words))


def _line(axes, i, xs, ys, name, **look):
    """A line in the i-th color and with the i-th marker."""
    axes.plot(xs, ys, color=_color(i), marker=MARKERS[i % 8], label=name, **look)


def _color(i):
    return PALETTE[i % len(PALETTE)]


def _named(data, name="nodes") -> dict:
    """The data by name; a single series gets the name it is asked for."""
    if not data:
        raise ValueError("there is nothing to draw: give at least one series")
    if not isinstance(data, Mapping):
        return {name: data}
    first = next(iter(data.values()))
    return {name: data} if isinstance(first, (int, float)) else dict(data)


def _points(name, points):
    """The (x, y) pairs of a series; an empty one, or one with a gap, is a ValueError."""
    pairs = list(points.items() if isinstance(points, Mapping) else points)
    if not pairs:
        raise ValueError(f"the series {name!r} is empty")
    for x, y in pairs:
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError(f"the series {name!r} needs finite numbers, got ({x}, {y})")
    return pairs


def _short(value):
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.0f}"


def _in_words(xs, ys):
    return ", ".join(f"{number(y)} at {number(x)}" for x, y in zip(xs, ys, strict=True))


def _axes(title, x_label, y_label, height=5.0):
    """A figure with one set of axes, in the settings of all charts."""
    figure = Figure(figsize=(8.75, height), layout="constrained")  # 840 pixels
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.12)
    axes = figure.subplots()
    axes.set_title(title)
    axes.set_xlabel(x_label)
    if y_label:
        axes.set_ylabel(y_label)
    return figure, axes


def _svg(figure, title, desc) -> SVG:
    """The figure as SVG text with title and description, and without ids that could collide."""
    page = io.StringIO()
    figure.savefig(page, format="svg", metadata={"Date": None, "Creator": None})
    markup = page.getvalue()
    markup = markup[markup.index("<svg") :]
    width, height = (float(x) for x in re.search(r'viewBox="0 0 (\S+) (\S+)"', markup).groups())
    return SVG(_own(markup, title, desc), width, height, title)


def _own(markup, title, desc):
    """Our title, description and role in front; ids made from the content."""
    markup = re.sub(r"<metadata>.*?</metadata>\s*", "", markup, flags=re.S)
    mark = f"c{zlib.crc32((title + desc).encode()):08x}-"
    markup = re.sub(r'\bid="', f'id="{mark}', markup)
    markup = re.sub(r'href="#', f'href="#{mark}', markup).replace("url(#", f"url(#{mark}")
    end = markup.index(">") + 1
    head = markup[: end - 1] + ' role="img">'
    words = element("title", escape(title)) + element("desc", escape(desc))
    return head + words + markup[end:].strip()
