"""One page for each student: points, what failed, the smallest case, the named mistake.

The pages need no network and no script. What a student wrote is shown as text. Of hidden tests
they say whether they passed and which mistake was seen, never what was asked.
"""

import os
from collections import defaultdict
from html import escape
from pathlib import Path

from lib.grade.collect import safe_name

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 17px/1.5 sans-serif; max-width: 52em; margin: 2em auto; padding: 0 1em; }}
section {{ border-left: 6px solid #56606b; padding: 2px 16px; margin: 1.5em 0; }}
section.right {{ border-color: #006b4f; }}
section.wrong {{ border-color: #b23a00; }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: 8px; }}
table {{ border-collapse: collapse; }}
td, th {{ border: 1px solid #999; padding: 3px 10px; text-align: left; overflow-wrap: anywhere; }}
svg {{ max-width: 100%; height: auto; }}
.warning {{ border: 2px solid #b23a00; padding: 8px; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""
MARKS = {"right": "✓ right", "wrong": "✗ not right yet", "not attempted": "– not attempted"}


def shown(text: str) -> str:
    """Text for a page: no tag, no control character, no half of a character."""
    return escape("".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text))


def write_all(results: list[dict], manual: dict, folder: Path) -> None:
    """Write one page for each student with all of their problem sets."""
    folder.mkdir(parents=True, exist_ok=True)
    by_student = defaultdict(list)
    for result in results:
        by_student[result["student"]].append(result)
    for student, some in by_student.items():
        place = folder / f"{safe_name(student)}.html"
        beside = place.with_suffix(".part")
        beside.write_text(page(student, some, manual), "utf-8")
        os.replace(beside, place)


def page(student: str, results: list[dict], manual: dict) -> str:
    """The whole page of one student."""
    body = []
    for result in results:
        body += _assignment(result, manual.get((student, result["assignment"])))
    return PAGE.format(title=shown(f"Feedback for {student}"), body="\n".join(body))


def _assignment(result, by_hand):
    total = result["auto"] + (by_hand or 0.0)
    most = result["auto_max"] + result["manual_max"]
    yield f"<h2>{shown(result['title'])}: {total:g} of {most:g} points</h2>"
    yield f"<p>{shown(result['sentence'])}</p>"
    yield from (f"<p>{shown(note)}</p>" for note in result["notes"])
    for name, error in result["errors"].items():
        yield f"<p>The cell <b>{shown(name)}</b> did not run to its end:</p>"
        yield f"<pre>{shown(error)}</pre>"
    for part in result["parts"]:
        yield from _part(part)
    if result["manual_max"]:
        yield from _words(result, by_hand)


def _part(part):
    yield f'<section class="{part["status"].replace(" ", "-")}">'
    name = shown(part["name"].removesuffix("-tests"))
    points = f"{part['points']:g} of {part['max_points']:g} points"
    yield f"<h3>{name}: {MARKS[part['status']]}, {points}</h3>"
    if part["problem"]:
        yield f"<p>{shown(part['problem'])}</p>"
    for report in part["reports"]:
        yield from _report(report)
    yield from _hidden(part)
    yield "</section>"


def _report(report):
    yield f"<p>{shown(report['message'])}</p>"
    yield from (f"<p>{shown(note)}</p>" for note in report["notes"])
    if report["diagnosis"]:
        yield f"<p>The mistake has a name: <b>{shown(report['diagnosis'])}</b>.</p>"
    example = report.get("counterexample")
    if example:
        lines = (
            f"{example['case']}\n  right:    {example['expected']}\n  yours:    {example['got']}"
        )
        yield f"<pre>{shown(lines)}</pre>"
        yield example["picture"] or ""


def _hidden(part):
    """What may be said about the hidden tests."""
    if not part["hidden"] or part["status"] == "not attempted":
        return
    wrong = [report for report in part["hidden"] if report["status"] != "right"]
    if not wrong:
        yield "<p>The tests that you cannot see found nothing wrong either.</p>"
        return
    seen = {report["diagnosis"] for report in part["reports"]}
    yield "<p>Other questions of the same kind, which you cannot see, are not all right either.</p>"
    for report in wrong:
        if report["diagnosis"] and report["diagnosis"] not in seen:
            about = f"a solution that {report.get('explanation', '')}. {report.get('hint', '')}"
            name = shown(report["diagnosis"])
            yield f"<p>There the mistake looks like <b>{name}</b>: {shown(about)}</p>"


def _words(result, by_hand):
    answered = any(text.strip() for text in result["words"].values())
    if not answered:
        status = "not answered, 0 points"
    elif by_hand is None:
        status = "read by a person, points follow"
    else:
        status = f"{by_hand:g} points"
    yield f"<section><h3>In words: {status} (of {result['manual_max']:g})</h3>"
    yield from (f"<pre>{shown(text)}</pre>" for text in result["words"].values())
    yield "</section>"
