"""Figures of matplotlib as SVG text: our settings, the same bytes each time, unique ids."""

import io
import re
import zlib
from collections.abc import Callable
from functools import wraps
from html import escape
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

from lib.draw.svg import SVG, element, wrap

WIDTH = 630  # points: 840 pixels
SETTINGS = Path(__file__).with_name("looking_ahead.mplstyle")


def styled(chart: Callable[..., SVG]) -> Callable[..., SVG]:
    """The chart, drawn with our settings and nobody else's."""

    @wraps(chart)
    def drawn(*data, **options):
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(matplotlib.rc_params_from_file(SETTINGS, False, False))
            return chart(*data, **options)

    return drawn


def plain(words: object) -> str:
    """The words for matplotlib: a dollar sign does not begin a formula."""
    return str(words).replace("$", r"\$")


def new_axes(title: str, x_label: str, y_label: str | None, height: float = 5.0) -> tuple:
    """A figure with one set of axes, in the settings of all charts."""
    figure = Figure(figsize=(WIDTH / 72, height), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.12)
    axes = figure.subplots()
    axes.set_title("\n".join(wrap(plain(title), WIDTH - 60, 18)))
    axes.set_xlabel(x_label)
    if y_label:
        axes.set_ylabel(y_label)
    return figure, axes


def as_svg(figure: Figure, title: str, desc: str) -> SVG:
    """The figure as SVG text with title and description, and without ids that could collide."""
    page = io.StringIO()
    figure.savefig(page, format="svg", metadata={"Date": None, "Creator": None})
    markup = page.getvalue()
    markup = markup[markup.index("<svg") :]
    width, height = (float(x) for x in re.search(r'viewBox="0 0 (\S+) (\S+)"', markup).groups())
    return SVG(_own(markup, title, desc), width, height, title)


def _own(markup, title, desc):
    """Our title, description and role in front; ids made from the content; no style sheet."""
    # matplotlib's style is for `*`: on a page it would also change the lines of other pictures
    markup = re.sub(r"<metadata>.*?</metadata>\s*|<style.*?</style>\s*", "", markup, flags=re.S)
    mark = f"c{zlib.crc32((title + desc).encode()):08x}-"
    markup = re.sub(r'\bid="', f'id="{mark}', markup)
    markup = re.sub(r'href="#', f'href="#{mark}', markup).replace("url(#", f"url(#{mark}")
    end = markup.index(">") + 1
    head = markup[: end - 1] + ' role="img" stroke-linejoin="round">'
    words = element("title", escape(title)) + element("desc", escape(desc))
    return head + words + markup[end:].strip()
