"""One page for each student: points, what failed, the smallest case, the named mistake.

The pages need no network and no script. What a student wrote is shown as text. Of hidden tests
they say whether they passed and which mistake was seen, never what was asked.
"""

import re
from collections import defaultdict
from html import escape
from pathlib import Path

from check.messages import FAULTS, HAPPENED, WRONG_ANSWER
from grade.collect import safe_name
from grade.files import write_whole
from grade.limits import MAX_FORMULA, MAX_WORDS
from grade.messages import FEEDBACK, GRADEBOOK

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 17px/1.5 sans-serif; max-width: 52em; margin: 2em auto; padding: 0 1em; }}
h1, h2, h3, p, li {{ overflow-wrap: anywhere; }}
section {{ border-left: 6px solid #56606b; padding: 2px 16px; margin: 1.5em 0; }}
section.right {{ border-color: #006b4f; }}
section.wrong {{ border-color: #b23a00; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: 8px; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
td, th {{ border: 1px solid #999; padding: 3px 10px; text-align: left; }}
td, th {{ overflow-wrap: anywhere; min-width: 2em; }}
svg {{ max-width: 100%; height: auto; display: block; margin: 12px 0; }}
th {{ white-space: nowrap; overflow-wrap: normal; vertical-align: top; }}
math {{ font-size: 110%; }}
.rule {{ color: #454d55; font-size: 92%; }}
.warning {{ border: 2px solid #b23a00; padding: 8px; }}
@media (max-width: 40em) {{ td, th {{ padding: 3px 5px; font-size: 85%; white-space: normal; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""
MARKS = {"right": FEEDBACK.RIGHT, "wrong": FEEDBACK.WRONG, "not attempted": FEEDBACK.NOT_TRIED}


def shown(text: str) -> str:
    """Text for a page: no tag, no control character, no half of a character."""
    return escape(printable(text))


def write_all(results: list[dict], manual: dict, folder: Path) -> None:
    """Write one page for each student with all of their problem sets."""
    by_student = defaultdict(list)
    for result in results:
        by_student[result["student"]].append(result)
    for student, some in by_student.items():
        place = folder / f"{safe_name(student)}.html"
        write_whole(place, page(student, some, manual))


def page(student: str, results: list[dict], manual: dict) -> str:
    """The whole page of one student."""
    body = [_overview(results, manual)] if len(results) > 1 else []
    for result in results:
        body += _assignment(result, manual.get((student, result["assignment"])))
    return PAGE.format(title=shown(FEEDBACK.TITLE.format(student=student)), body="\n".join(body))


def _points(result, by_hand) -> str:
    most = result["auto_max"] + result["manual_max"]
    if result["auto"] is None:
        return FEEDBACK.NOT_YET.format(most=most)
    left = round((result["auto"] + (by_hand or 0.0)) * result.get("kept", 1.0), 2)
    return FEEDBACK.OF.format(points=left, most=most)


def _late(result, by_hand):
    """What being late has cost, so that everybody can check the points."""
    if result.get("late_days") and result["auto"] is not None:
        told = {"days": result["late_days"], "kept": round(100 * result["kept"], 1)}
        yield f"<p>{FEEDBACK.LATE.format(points=result['auto'] + (by_hand or 0.0), **told)}</p>"


def _overview(results, manual):
    """A line for each problem set, with a link to its part of the page."""
    rows = [
        f'<tr><td><a href="#{r["assignment"]}">{shown(r["title"])}</a></td>'
        f"<td>{_points(r, manual.get((r['student'], r['assignment'])))}</td></tr>"
        for r in results
    ]
    return f"<table><tr><th>problem set</th><th>points</th></tr>{''.join(rows)}</table>"


def _assignment(result, by_hand):
    points = FEEDBACK.POINTS.format(points=_points(result, by_hand))
    yield f'<h2 id="{shown(result["assignment"])}">{shown(result["title"])}: {points}</h2>'
    yield from _late(result, by_hand)
    yield f"<p>{shown(result['sentence'])}</p>"
    yield from (f"<p>{shown(note)}</p>" for note in result["notes"])
    for name, error in result["errors"].items():
        yield FEEDBACK.CELL_FAILED.format(name=shown(name))
        yield f"<pre>{shown(error)}</pre>"
    for part in result["parts"]:
        yield from _part(part)
    for text in result.get("comments", {}).values():
        yield f"<section><h3>Comment</h3>{words_html(text)}</section>"
    if result["manual_max"]:
        yield from _words(result, by_hand)


def _part(part):
    yield f'<section class="{part["status"].replace(" ", "-")}">'
    name = shown(part["name"].removesuffix("-tests"))
    points = FEEDBACK.OF.format(points=part["points"], most=part["max_points"])
    points = FEEDBACK.POINTS.format(points=points)
    yield f"<h3>{name}: {MARKS[part['status']]}, {points}</h3>"
    for text in (part["problem"], part.get("followed")):
        if text:
            yield f"<p>{shown(text)}</p>"
    for report in part["reports"]:
        yield from _report(report)
    yield from _hidden(part)
    rules = {report["rule"] for report in part["reports"] if report.get("rule")}
    if part["status"] == "wrong" and part.get("followed") != GRADEBOOK.BY_HAND:
        narrow = (shown(rule).replace(" %", "&nbsp;%") for rule in sorted(rules))
        yield from (f'<p class="rule">{rule}</p>' for rule in narrow)
    yield "</section>"


def _report(report):
    """The report in the form that a notebook shows; older results have no such form."""
    if report.get("html"):
        yield f'<div class="la-report">{report["html"]}</div>'
        return
    if report["diagnosis"]:
        yield FEEDBACK.NAMED.format(name=shown(report["diagnosis"]))
    yield f"<p>{_line_html(_without_example(report))}</p>"
    yield from (f"<p>{_line_html(note)}</p>" for note in report["notes"])
    example = report.get("counterexample")
    if example:
        yield f"<pre>{shown(example['case'])}</pre><table>"
        yield f"<tr><th>right</th><td>{_line_html(example['expected'])}</td></tr>"
        yield f"<tr><th>yours</th><td>{_line_html(example['got'])}</td></tr></table>"
        yield example["picture"] or ""


def _without_example(report) -> str:
    """The message without the case, which stands below in full."""
    message, example = report["message"], report.get("counterexample") or {}
    got = example.get("got")
    for sentence in (WRONG_ANSWER, FAULTS, HAPPENED) if example else ():
        told = sentence.format(**example, faults=got, event=got)
        before, found, after = message.partition(told)
        if found:
            return before + after.lstrip()
    return message


def _hidden(part):
    """What may be said about the hidden tests."""
    if not part["hidden"] or part["status"] == "not attempted":
        return
    wrong = [report for report in part["hidden"] if report["status"] != "right"]
    if not wrong:
        yield FEEDBACK.HIDDEN_RIGHT
        return
    seen = {report["diagnosis"] for report in part["reports"]}
    yield FEEDBACK.HIDDEN_WRONG
    for report in wrong:
        if report["diagnosis"] and report["diagnosis"] not in seen:
            told = {key: shown(report.get(key, "")) for key in ("diagnosis", "explanation", "hint")}
            yield FEEDBACK.HIDDEN_NAMED.format(**told)


def _words(result, by_hand):
    answered = any(text.strip() for text in result["words"].values())
    if not answered:
        status = FEEDBACK.NOT_ANSWERED
    elif by_hand is None:
        status = FEEDBACK.TO_BE_READ
    else:
        status = FEEDBACK.POINTS.format(points=f"{by_hand:g}")
    yield "<section>" + FEEDBACK.IN_WORDS.format(status=status, most=result["manual_max"])
    yield from map(words_html, result["words"].values())
    yield "</section>"


# --- words and formulas ------------------------------------------------------------------------

_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(?=\S)([^$\n]*?\S)\$(?!\d)|`([^`\n]+)`", re.DOTALL)


def words_html(text: str) -> str:
    """The text in paragraphs, with formulas between dollars drawn; a very long one is cut."""
    if len(text) > MAX_WORDS:
        text = FEEDBACK.CUT.format(text=text[:MAX_WORDS])
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    return "".join(f"<p>{_line_html(part)}</p>" for part in paragraphs)


def with_formulas(markdown: str) -> str:
    """Markdown in which formulas are drawn as on our pages, for pages that load nothing."""

    def drawn(match):
        block, inline, code = match.groups()
        return (not code and _formula_html(block or inline, _display(block))) or match[0]

    return _FORMULA.sub(drawn, markdown)


def _display(block):
    return "block" if block else "inline"


def _line_html(text: str) -> str:
    """The text with formulas and code."""
    made, end = [], 0
    for match in _FORMULA.finditer(text):
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
    return _formula_html(block or inline, _display(block)) or _plain(match[0])


def _formula_html(formula: str, display: str) -> str | None:
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
