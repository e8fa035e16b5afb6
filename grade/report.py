"""grades.csv, and the page for the teaching assistant."""

import csv
import io
import re
from collections import Counter, defaultdict
from pathlib import Path

from grade.collect import safe_name
from grade.feedback import PAGE, shown
from grade.files import write_whole

COLUMNS = [
    "student",
    "assignment",
    "score",
    "max",
    "auto",
    "manual",
    "waiting_for_manual",
    "why",
    "suspicious",
    "file",
]
STARTS_FORMULA = re.compile(r"((?:^|[;,|:\"'])[\s\"']*)([=+@-])")  # also behind a separator
FEW_WORDS = 12  # a shorter answer is the same by accident
BINS = 10


def write_csv(results: list[dict], manual: dict, path: Path) -> None:
    """One line for each student and problem set; the points of each part stand in `parts`."""
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, [*COLUMNS, "parts"])
    writer.writeheader()
    writer.writerows(_row(result, manual) for result in results)
    write_whole(path, table.getvalue())


def _row(result, manual):
    by_hand = manual.get((result["student"], result["assignment"]))
    waits = by_hand is None and any(result["words"].values())
    parts = [
        f"{p['name'].removesuffix('-tests')} {p['points']:g}/{p['max_points']:g}"
        for p in result["parts"]
    ]
    return {
        "student": cell(result["student"]),
        "assignment": result["assignment"],
        "score": points(result, by_hand),
        "max": f"{result['auto_max'] + result['manual_max']:g}",
        "auto": points(result, 0.0),
        "manual": "" if by_hand is None else f"{by_hand:g}",
        "waiting_for_manual": "yes" if waits else "no",
        "why": cell(result["sentence"]),
        "suspicious": cell("; ".join(result["flags"])),
        "file": cell(result["file"] or ""),
        "parts": cell("; ".join(parts)),
    }


def points(result: dict, by_hand: float | None) -> str:
    """The points of a result with those given by hand; nothing where there is no verdict yet."""
    return "" if result["auto"] is None else f"{result['auto'] + (by_hand or 0.0):g}"


def cell(text: str) -> str:
    """Text that a spreadsheet shows and does not run, whatever it takes for a separator."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return STARTS_FORMULA.sub(r"\1'\2", text)


# --- the report ----------------------------------------------------------------------------


def write_report(results: list[dict], path: Path, warnings=()) -> None:
    """Scores, frequent mistakes and submissions worth a look, as one page."""
    by_assignment = defaultdict(list)
    for result in results:
        by_assignment[result["assignment"]].append(result)
    body = [f"<p class='warning'>{shown(sentence)}</p>" for sentence in warnings]
    for name, some in by_assignment.items():
        body += [f"<h2>{shown(some[0]['title'])} ({shown(name)})</h2>", *_section(some)]
    write_whole(path, PAGE.format(title="Report", body="\n".join(body)))


def _section(results):
    yield _summary(results)
    yield histogram(results)
    yield "<h3>Parts</h3>" + _table(("part", "right", "wrong", "not attempted"), _parts(results))
    yield "<h3>Most frequent mistakes</h3>" + _table(("students", "mistake"), mistakes(results))
    yield "<h3>Worth a look</h3>" + _table(("student", "why"), worth_a_look(results))
    yield "<h3>Nothing to grade</h3>" + _table(("student", "why"), _unread(results))


def _summary(results):
    scores = sorted(r["auto"] for r in results if r["auto"] is not None) or [0.0]
    most = results[0]["auto_max"]
    median = (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2
    waiting = sum(any(result["words"].values()) for result in results)
    return (
        f"<p>{len(results)} students. Points without the question in words: median {median:g}, "
        f"lowest {scores[0]:g}, highest {scores[-1]:g}, of {most:g}. "
        f"{waiting} answered in words.</p>"
    )


def histogram(results: list[dict]) -> str:
    """How many students have how many points, as a picture with a text for those who cannot see."""
    most = results[0]["auto_max"] or 1.0
    counts = [0] * BINS
    for result in (result for result in results if result["auto"] is not None):
        counts[min(BINS - 1, int(result["auto"] / most * BINS))] += 1
    edges = [f"{most * i / BINS:.3g}" for i in range(BINS + 1)]
    bars = [_bar(20 + 50 * i, count, max(counts)) for i, count in enumerate(counts)]
    bars += [f'<text x="{16 + 50 * i}" y="160">{edge}</text>' for i, edge in enumerate(edges)]
    said = [f"{count} with {edges[i]} to {edges[i + 1]}" for i, count in enumerate(counts) if count]
    return (
        f'<svg viewBox="0 0 560 170" width="560" role="img" font-size="14" text-anchor="middle">'
        f"<title>Distribution of points</title><desc>{', '.join(said)}</desc>{''.join(bars)}</svg>"
    )


def _bar(x, count, tallest) -> str:
    """One bar with its number above it."""
    top = round(140 - 120 * count / tallest)
    return (
        f'<rect x="{x}" y="{top}" width="42" height="{140 - top}" fill="#0072B2"/>'
        f'<text x="{x + 21}" y="{top - 6}">{count or ""}</text>'
    )


def _parts(results):
    names = [part["name"] for part in results[0]["parts"]]
    for number, name in enumerate(names):
        found = Counter(result["parts"][number]["status"] for result in results)
        yield name.removesuffix("-tests"), found["right"], found["wrong"], found["not attempted"]


def mistakes(results: list[dict]) -> list[tuple[int, str]]:
    """(students, mistake), the most frequent first; a student counts once for each."""
    counts = Counter()
    for result in results:
        reports = [r for part in result["parts"] for r in part["reports"] + part["hidden"]]
        counts.update({f"{r['exercise']}: {r['diagnosis']}" for r in reports if r["diagnosis"]})
    return [(count, name) for name, count in sorted(counts.items(), key=lambda i: (-i[1], i[0]))]


def worth_a_look(results: list[dict]) -> list[tuple[str, str]]:
    """(student, reason): copies first, then whatever the graders noticed."""
    found = [(who, f"same code as {others}") for who, others in copies(results, "print")]
    found += [(who, f"same words as {others}") for who, others in copies(results, "words")]
    return found + [(r["student"], "; ".join(r["flags"])) for r in results if r["flags"]]


def copies(results: list[dict], what: str) -> list[tuple[str, str]]:
    """(student, the others) whose code or words are the same but for names and layout."""
    alike = defaultdict(list)
    for result in results:
        mark = result["print"] if what == "print" else _words_mark(result["words"])
        if mark:
            alike[mark].append(result["student"])
    groups = [group for group in alike.values() if len(group) > 1]
    return [(who, ", ".join(o for o in group if o != who)) for group in groups for who in group]


def _words_mark(words):
    text = " ".join(" ".join(words.values()).lower().split())
    return text if len(text.split()) > FEW_WORDS else None


def _unread(results):
    return [(r["student"], r["sentence"]) for r in results if not r["own"] and not r["words"]]


def _table(heads, rows):
    rows = list(rows)
    if not rows:
        return "<p>None.</p>"
    lines = ["<tr>" + "".join(f"<th>{shown(head)}</th>" for head in heads) + "</tr>"]
    for row in rows:
        cells = [shown(str(value)) for value in row]
        if heads[0] == "student":
            cells[0] = f'<a href="feedback/{safe_name(row[0])}.html">{cells[0]}</a>'
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table>{''.join(lines)}</table>"
