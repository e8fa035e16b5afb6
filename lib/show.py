"""Shows library source, or the difference of two functions, inside a notebook."""

import ast
import difflib
import inspect
import textwrap
from dataclasses import dataclass
from html import escape
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from pygments.style import Style
from pygments.token import Comment, Keyword, Name, Number, Operator, String

from lib.messages import COMMON

SHEET = (  # for <pre>: in other elements nbconvert squeezes the spaces before a keyword
    "background:#fff;color:#000;font-family:monospace;font-size:14px;line-height:1.45;"
    "white-space:pre;overflow-x:auto;margin:0;padding:0.6em;border:1px solid #767676;"
    "text-align:left"
)
# tag and background of a line: never color alone, the sign stands beside it
MARKS = {" ": ("span", "#fff"), "-": ("del", "#ffe8cc"), "+": ("ins", "#dcefff")}


class Quiet(Style):
    """Few colors, dark enough on white for everybody: blue, green, brown, and gray comments."""

    styles = {  # noqa: RUF012, Pygments asks for a plain dict
        Keyword: "bold #005a8f",
        Operator.Word: "bold #005a8f",
        Name.Function: "bold",
        Name.Class: "bold",
        String: "#7a4a00",
        Number: "#00694d",
        Comment: "italic #595959",
    }


@dataclass(frozen=True)
class Listing:
    """Code to look at: text in a terminal, HTML in a notebook."""

    text: str
    html: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def show(thing, docstring: bool = True) -> Listing:
    """The source of a function or class, without decorators and, if asked, without docstring."""
    text = _source(thing, docstring)
    body = f'<pre role="region" tabindex="0" aria-label="{escape(_home(thing))}" style="{SHEET}">'
    home = f'<span style="color:#595959"># {escape(_home(thing))}</span>'
    return Listing(text, f"{body}{home}\n{_colored(text)}</pre>")


def diff(a, b, docstring: bool = False) -> Listing:
    """What must change in `a` to become `b`: lines marked - go, lines marked + come."""
    before, after = _source(a, docstring).splitlines(), _source(b, docstring).splitlines()
    lines = [line for line in difflib.ndiff(before, after) if line[0] != "?"]
    if before == after:
        lines = ["  No difference."]
    title = f"- {_home(a)}\n+ {_home(b)}"
    inside = []
    for line in lines:  # the sign, the color of the sign, and the code
        tag, background = MARKS[line[0]]
        style = f"text-decoration:none;background:{background}"
        code = f"<b>{line[0]}</b> {_colored(line[2:])}"
        inside.append(f'<{tag} style="{style}">{code}</{tag}>')
    label = f'tabindex="0" aria-label="{escape(f"the difference of {_home(a)} and {_home(b)}")}"'
    page = f'<pre role="region" {label} style="{SHEET}"><b>{escape(title)}</b>'
    return Listing("\n".join([title, "", *lines]), page + "\n\n" + "\n".join(inside) + "</pre>")


def _source(thing, docstring: bool = True) -> str:
    """The text of a function or class as it was written, moved to the left margin."""
    try:
        text = textwrap.dedent(inspect.getsource(thing)).rstrip()
    except (TypeError, OSError):
        raise ValueError(COMMON.NO_SOURCE.format(thing=thing)) from None
    try:
        node: Any = ast.parse(text).body[0]
    except SyntaxError:  # a lambda in the middle of a line: show the line
        return text
    lines = text.splitlines()
    drop = set(range(1, node.lineno)) if getattr(node, "decorator_list", None) else set()
    body: list = getattr(node, "body", None) or []
    first, after, *_ = [*body, node, node]
    has_docstring = after is not node and ast.get_docstring(node) is not None
    stands_alone = node.lineno < first.lineno <= first.end_lineno < after.lineno
    if not docstring and has_docstring and stands_alone:  # on lines of its own, code after it
        end = next(n for n in range(first.end_lineno, len(lines)) if lines[n].strip())
        drop |= set(range(first.lineno, end + 1))
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in drop)


def _home(thing) -> str:
    """Where the code lives: `lib.search.minimax.minimax`, or `this notebook: minimax`."""
    thing = inspect.unwrap(thing)
    name = getattr(thing, "__qualname__", repr(thing))
    module = getattr(thing, "__module__", "?")
    return f"this notebook: {name}" if module == "__main__" else f"{module}.{name}"


def _colored(code: str) -> str:
    """`code` as HTML with inline colors, so that it looks the same everywhere."""
    formatter = HtmlFormatter(style=Quiet, noclasses=True, nowrap=True)
    return highlight(code, PythonLexer(stripnl=False), formatter).rstrip("\n")
