"""Cells as HTML that needs no network: maths as MathML, pictures inline, widgets from their state.

Formulas become MathML while the page is built, so a page needs no program for maths. Widgets are
shown by tools/page/widgets.js from the state that the notebook stores.
"""

import json
import re
from html import escape, unescape
from importlib import import_module
from itertools import count
from pathlib import Path

import nbconvert.filters.markdown_mistune as nbmarkdown
from latex2mathml import exceptions
from latex2mathml.converter import convert
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from tools.lessons import Lesson, part_of, widget_in
from tools.notebooks import ROOT

PAGE = Path(__file__).resolve().parent / "page"
WIDGETS = ROOT / "lib" / "widgets"
MATH_TROUBLE = tuple(kind for kind in vars(exceptions).values() if isinstance(kind, type))
LIGHT, DARK = "xcode", "monokai"  # styles of code whose every color can be read on our paper
ANSI = re.compile(r"\x1b\[[0-9;]*m")
MATPLOTLIB = "matplotlib.axis"  # its charts are on white paper in the dark, too
_pictures = count(1)


class Renderer(nbmarkdown.IPythonRenderer):
    """Markdown to HTML, with maths as MathML and links that lead to pages instead of notebooks."""

    def __init__(self, link=lambda target: target):
        super().__init__(escape=False, exclude_anchor_links=True)
        self.page_for = link

    def inline_math(self, body: str) -> str:
        """A formula inside a line."""
        return mathml(body, "inline")

    def block_math(self, body: str) -> str:
        """A formula on its own."""
        return mathml(body, "block")

    def multiline_math(self, text: str) -> str:
        """A formula on its own, over several lines."""
        return mathml(text, "block")

    def heading(self, text: str, level: int, **attrs) -> str:
        """A heading with the anchor that JupyterLab gives it."""
        plain = unescape(re.sub(r"<math.*?</math>|<[^>]+>", "", text))
        return f'<h{level} id="{escape(anchor(plain))}">{text}</h{level}>\n'

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """A link; only its words where the page has no such target."""
        target = self.page_for(url)
        return super().link(text, target, title) if target else text

    def table(self, text: str) -> str:
        """A table in a box that slides sideways where it is too wide."""
        return f'<div class="scroll"><table>\n{text}</table></div>\n'

    def table_cell(self, text: str, align: str | None = None, head: bool = False) -> str:
        """A cell; an empty corner above names of rows is no header of anything."""
        kind = "th" if head and text.strip() else "td"
        look = f' style="text-align:{align}"' if align else ""
        return f"  <{kind}{look}>{text}</{kind}>\n"

    def block_code(self, code: str, info: str | None = None) -> str:
        """A piece of code, in color where it is Python."""
        kind, *lit = (info or "").replace("lit=", " ").replace(",", " ").split() or [""]
        if kind != "python":
            return f"<pre><code>{escape(code)}</code></pre>"
        return code_html(code, [int(line) for line in lit])


def anchor(heading: str) -> str:
    """The id of a heading, from its words or its Markdown: as in JupyterLab, with dashes."""
    return re.sub(r"\$[^$]*\$|[`*]", "", heading).strip().replace(" ", "-")


def mathml(formula: str, display: str) -> str:
    """A formula as MathML; a ValueError that quotes it where it cannot be read."""
    try:
        made = convert(formula.strip(), display=display)
    except MATH_TROUBLE as trouble:
        kind = type(trouble).__name__
        raise ValueError(f"the formula {formula!r} cannot be read: {kind}") from None
    if unknown := re.search(r"\\\w+", made):
        raise ValueError(f"the formula {formula!r} cannot be read: {unknown[0]} is not known")
    return made


def markdown_html(text: str, link=lambda target: target) -> str:
    """Markdown as HTML; `link` says where a link leads, None for nowhere."""
    return nbmarkdown.MarkdownWithMath(renderer=Renderer(link)).render(text)


def code_html(code: str, lit: list[int] | None = None) -> str:
    """Python code in color; the lines `lit` (from 1) stand on the color of now."""
    look = HtmlFormatter(cssclass="code", wrapcode=True, hl_lines=lit or [])
    return highlight(code, PythonLexer(), look)


def code_styles() -> str:
    """The colors of code on light and on dark paper."""
    light = HtmlFormatter(style=LIGHT).get_style_defs(".code")
    dark = HtmlFormatter(style=DARK).get_style_defs('[data-theme="dark"] .code')
    return f"{light}\n{dark}\n"


def outputs_html(lesson: Lesson, cell) -> str:
    """All outputs of a code cell."""
    made = []
    for output in cell.get("outputs", []):
        widget = widget_in(output)
        made.append(widget_html(lesson, widget) if widget else output_html(output))
    return "".join(made)


def output_html(output) -> str:
    """One output: a picture, HTML, or text."""
    if output.output_type == "stream":
        return f'<pre class="said">{escape(ANSI.sub("", output.text))}</pre>'
    if output.output_type == "error":
        return f'<pre class="said">{escape(f"{output.ename}: {output.evalue}")}</pre>'
    data = output.data
    if "image/svg+xml" in data:
        svg = data["image/svg+xml"]
        kind = "picture chart" if MATPLOTLIB in svg else "picture"
        return f'<div class="{kind}">{picture(svg)}</div>'
    if "text/html" in data:
        return f'<div class="report">{data["text/html"]}</div>'
    return f'<pre class="said">{escape(data.get("text/plain", ""))}</pre>'


def picture(svg: str) -> str:
    """An SVG to stand inside a page: without prologue, with ids that no other picture has.

    Its own width is told to style sheets as --width, so that a phone need not shrink it too far.
    """
    svg = svg[svg.index("<svg") :]
    names, number = set(re.findall(r'\bid="([^"]+)"', svg)), next(_pictures)
    for name in names:
        svg = re.sub(
            rf'(\bid="|url\(#|href="#){re.escape(name)}(?=["\)])', rf"\1p{number}-{name}", svg
        )
    return re.sub(r'(<svg[^>]*? width="([\d.]+)"[^>]*? style=")', r"\1--width:\2px;", svg, count=1)


def widget_html(lesson: Lesson, top: str) -> str:
    """A place where widgets.js builds the widget, and the state from which it does."""
    models = {name: with_program(model) for name, model in part_of(lesson.widgets, top).items()}
    state = {"top": top, "models": models}
    safe = json.dumps(state).replace("</", "<\\/")
    return f'<div class="widget"><script type="application/json">{safe}</script></div>'


def with_program(model: dict) -> dict:
    """A stored widget with the program and the looks that the library has now."""
    if not model["state"].get("alone"):
        return model
    module, _, name = model["state"]["_anywidget_id"].rpartition(".")
    kind = getattr(import_module(module), name)
    return {**model, "state": model["state"] | {"_esm": kind._esm, "_css": kind._css}}


def page_file(name: str) -> str:
    """The text of a file in tools/page, or of a program that shows questions."""
    place = WIDGETS if name in ("ask.js", "quiz.js") else PAGE
    return (place / name).read_text("utf-8")
