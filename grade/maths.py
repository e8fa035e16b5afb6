"""A student's words as HTML: paragraphs, code and formulas, and no tag comes to life.

Formulas become MathML, which browsers draw by themselves: a page needs no network for it.
"""

import re
from html import escape

from grade.limits import MAX_FORMULA, MAX_WORDS

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(?=\S)([^$\n]*?\S)\$(?!\d)|`([^`\n]+)`", re.DOTALL)


def words_html(text: str) -> str:
    """The text in paragraphs, with formulas between dollars drawn; a very long one is cut."""
    if len(text) > MAX_WORDS:
        text = f"{text[:MAX_WORDS]} ... (cut here)"
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    return "".join(f"<p>{line_html(part)}</p>" for part in paragraphs)


def line_html(text: str) -> str:
    """The text with formulas and code."""
    made, end = [], 0
    for match in FORMULA.finditer(text):
        made += [_plain(text[end : match.start()]), _piece(match)]
        end = match.end()
    return "".join([*made, _plain(text[end:])])


def _plain(text):
    return escape(printable(text)).replace("\n", "<br>")


def printable(text: str) -> str:
    """Text without control characters and halves of characters."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


def _piece(match):
    block, inline, code = match.groups()
    if code:
        return f"<code>{_plain(code)}</code>"
    return formula_html(block or inline, "block" if block else "inline") or _plain(match[0])


def formula_html(formula: str, display: str) -> str | None:
    """The formula as MathML; None where it cannot be read."""
    from latex2mathml.converter import convert

    whole = formula.count("{") == formula.count("}") and len(formula) <= MAX_FORMULA
    if not whole or re.search(r"\\(href|url|class|style|id)\b", formula):
        return None
    try:
        made = convert(printable(formula).strip(), display=display)
    except Exception:  # of a library, about a student's text
        return None
    return None if re.search(r"\\\w+|<(?!/?m[a-z]+[\s>/])", made) else made
