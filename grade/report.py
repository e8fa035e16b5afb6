"""grades.csv, and the page for the teaching assistant."""

import builtins
import csv
import io
import keyword
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median

from grade import problems
from grade.collect import safe_name
from grade.feedback import PAGE, shown
from grade.files import write_whole
from grade.limits import MAX_CODE
from grade.messages import REPORT

COLUMNS = [
    "student",
    "assignment",
    "score",
    "max",
    "auto",
    "manual",
    "waiting_for_manual",
    "late_days",
    "why",
    "notes",
    "suspicious",
    "file",
]
_GAP = r"[\s;,|:\"'\u200b\ufeff]"  # separators, quotes, and what nobody sees
_STARTS_FORMULA = re.compile(rf"(?<!{_GAP})({_GAP}*+)([=+@\uff1d\uff0b\uff0d\uff20-])")
_SEPARATORS = set(";,|:\"'")
SAME_CODE, SAME_WORDS = REPORT.SAME_CODE, REPORT.SAME_WORDS
_FEW_WORDS = 12  # a shorter answer is the same by accident
_BINS = 10


def write_csv(results: list[dict], manual: dict, path: Path) -> None:
    """One line for each student and problem set; the points of each part stand in `parts`."""
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, [*COLUMNS, "parts"])
    writer.writeheader()
    writer.writerows(_row(result, manual) for result in results)
    write_whole(path, table.getvalue())


def _row(result, manual):
    by_hand = manual.get((result["student"], result["assignment"]))
    parts = [
        f"{p['name'].removesuffix('-tests')} {p['points']:g}/{p['max_points']:g}"
        for p in result["parts"]
    ]
    return {
        "student": cell(result["student"]),
        "assignment": result["assignment"],
        "score": points(result, by_hand),
        "max": f"{result['auto_max'] + result['manual_max']:g}",
        "auto": "" if result["auto"] is None else f"{result['auto']:g}",
        "manual": "" if by_hand is None else f"{by_hand:g}",
        "waiting_for_manual": "yes" if _waits(result, by_hand) else "no",
        "late_days": str(result.get("late_days", 0)),
        "why": cell(result["sentence"]),
        "notes": cell(" ".join(_notes(result))),
        "suspicious": cell("; ".join(result["flags"])),
        "file": cell(result["file"] or ""),
        "parts": cell("; ".join(parts)),
    }


def _waits(result, by_hand) -> bool:
    """Whether somebody still has to read an answer in words."""
    return by_hand is None and any(result["words"].values())


def _notes(result) -> list[str]:
    """What the student's page says beside the verdicts, in its order."""
    followed = [part["followed"] for part in result["parts"] if part.get("followed")]
    return [*result["notes"], *dict.fromkeys(followed), *result.get("comments", {}).values()]


def points(result: dict, by_hand: float | None) -> str:
    """The points of a result with those given by hand; nothing where there is no verdict yet.

    What was lost for being late is taken off.
    """
    if result["auto"] is None:
        return ""
    return f"{round((result['auto'] + (by_hand or 0.0)) * result.get('kept', 1.0), 2):g}"


def cell(text: str) -> str:
    """Text that a spreadsheet shows and does not run, whatever it takes for a separator."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return _STARTS_FORMULA.sub(_as_text, text)


def _as_text(match) -> str:
    """What would begin a formula, with a mark before it; in the middle of a word it begins none."""
    gap, sign = match.groups()
    begins = match.start() == 0 or _SEPARATORS & set(gap)
    return f"{gap}'{sign}" if begins else match[0]


# --- the report ----------------------------------------------------------------------------


def write_report(results: list[dict], path: Path, warnings=(), manual: Mapping = {}) -> None:
    """Scores, frequent mistakes and submissions worth a look, as one page."""
    by_assignment = defaultdict(list)
    for result in results:
        by_assignment[result["assignment"]].append(result)
    body = [f"<p class='warning'>{shown(sentence)}</p>" for sentence in warnings]
    heads = ("problem set", "students", "median", "of", "not graded", "waiting", "worth a look")
    body.append(_table(heads, (_one_line(some, manual) for some in by_assignment.values())))
    for name, some in by_assignment.items():
        body += [f"<h2>{shown(some[0]['title'])} ({shown(name)})</h2>", *_section(some)]
    write_whole(path, PAGE.format(title="Report", body="\n".join(body)))


def _one_line(results, manual):
    """A problem set in one line of the summary."""
    scores = [result["auto"] for result in results if result["auto"] is not None]
    middle = f"{median(scores):g}" if scores else "-"
    waiting = sum(_waits(r, manual.get((r["student"], r["assignment"]))) for r in results)
    counts = (len(results) - len(scores), waiting, len(worth_a_look(results)))
    return (results[0]["assignment"], len(results), middle, f"{results[0]['auto_max']:g}", *counts)


def _section(results):
    """The details of a problem set: all tables are folded, one screen shows the summary."""
    tables = {
        REPORT.PARTS: (("part", "right", "wrong", "not attempted"), _parts(results)),
        REPORT.MISTAKES: (("students", "mistake"), mistakes(results)),
        REPORT.LOOK: (("student", "why"), worth_a_look(results)),
        REPORT.NOTHING: (("student", "why"), _unread(results)),
    }
    yield _summary(results)
    yield f"<details><summary>{REPORT.POINTS}</summary>{_histogram(results)}</details>"
    for title, (heads, rows) in tables.items():
        rows = list(rows)
        table = _table(heads, rows)
        yield f"<details><summary>{title} ({len(rows)})</summary>{table}</details>"


def _summary(results):
    scores = sorted(r["auto"] for r in results if r["auto"] is not None) or [0.0]
    most = results[0]["auto_max"]
    waiting = sum(any(result["words"].values()) for result in results)
    middle = median(scores)
    told = {"count": len(results), "middle": middle, "most": most, "waiting": waiting}
    return REPORT.SUMMARY.format(low=scores[0], high=scores[-1], **told)


def _histogram(results: list[dict]) -> str:
    """How many students have how many points, as a picture with a text for those who cannot see."""
    most = results[0]["auto_max"] or 1.0
    counts = [0] * _BINS
    for result in (result for result in results if result["auto"] is not None):
        counts[min(_BINS - 1, int(result["auto"] / most * _BINS))] += 1
    edges = [f"{most * i / _BINS:.3g}" for i in range(_BINS + 1)]
    bars = [_bar(20 + 50 * i, count, max(counts)) for i, count in enumerate(counts)]
    bars += [f'<text x="{16 + 50 * i}" y="160">{edge}</text>' for i, edge in enumerate(edges)]
    ends = zip(counts, edges, edges[1:], strict=False)
    said = [REPORT.BAR.format(count=n, low=low, high=high) for n, low, high in ends if n]
    return (
        f'<svg viewBox="0 0 560 170" width="560" role="img" font-size="14" text-anchor="middle">'
        f"<title>{REPORT.POINTS}</title><desc>{', '.join(said)}</desc>{''.join(bars)}</svg>"
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
    """(student, reason): groups with the same code or words first, then what graders noticed."""
    found = [(group[0], SAME_CODE.format(others=", ".join(group[1:]))) for group in _alike(results)]
    words = defaultdict(list)
    for result in results:
        words[_words_mark(result["words"])].append(result["student"])
    found += [
        (group[0], SAME_WORDS.format(others=", ".join(group[1:])))
        for mark, group in words.items()
        if mark and len(group) > 1
    ]
    return found + [(r["student"], "; ".join(r["flags"])) for r in results if r["flags"]]


def _alike(results) -> list[list[str]]:
    """The groups whose code is alike; students first, our own solution last."""
    solutions = problems.load(results[0]["assignment"]).of_kind("solution")
    groups = alike_groups(
        {result["student"]: "\n".join(result["own"].values()) for result in results},
        given="\n".join(cell.released for cell in solutions),
        ours="\n".join(cell.source for cell in solutions),
    )
    return [sorted(group, key=lambda who: who == OURS) for group in groups]


def _words_mark(words):
    text = " ".join(" ".join(words.values()).lower().split())
    return text if len(text.split()) > _FEW_WORDS else None


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


# --- who shares code with whom --------------------------------------------------------------
#
# A program becomes the set of its runs of eight tokens; names that are not Python's own, numbers
# and texts count as one each. What the problem set gives to everybody, and what many students
# have, says nothing. Two programs are alike if most of the smaller one's runs stand in the other
# one, too.

_RUN = 8  # tokens
FEWEST = 60  # runs: a shorter program is the same by accident
_ALIKE = 0.75  # of the smaller one's runs
COMMON = 0.3  # of the class: what so many have is no sign
_SMALL_CLASS = 8  # where nothing can be called common
OURS = "our solution"
PLAIN = {*keyword.kwlist, *dir(builtins)}


def runs(code: str) -> frozenset[int]:
    """The runs of tokens of a program, as numbers; those before an error where it has one."""
    words = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code[:MAX_CODE]).readline):
            words += _word(token)
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return frozenset(hash(tuple(words[i : i + _RUN])) for i in range(len(words) - _RUN + 1))


def _word(token) -> list[str]:
    """The token without what is easily changed: names, numbers, texts, layout."""
    if token.type == tokenize.NAME:
        return [token.string if token.string in PLAIN else "name"]
    if token.type in (tokenize.NUMBER, tokenize.STRING):
        return [tokenize.tok_name[token.type]]
    return [token.string] if token.type == tokenize.OP else []


def alike_groups(programs: Mapping[str, str], given: str = "", ours: str = "") -> list[list[str]]:
    """The students whose programs are alike, each group once; OURS stands for our solution."""
    known = runs(given)
    found = {who: runs(code) - known for who, code in programs.items()}
    if len(found) >= _SMALL_CLASS:
        counts = Counter(run for some in found.values() for run in some)
        usual = {run for run, count in counts.items() if count > COMMON * len(found)}
        found = {who: some - usual for who, some in found.items()}
    if ours:
        found[OURS] = runs(ours) - known
    found = {who: some for who, some in found.items() if len(some) >= FEWEST}
    return _joined(found, _pairs(found))


def _pairs(found) -> Iterable[tuple[str, str]]:
    """Two who are alike; only those who share a run are compared."""
    owners: dict[int, list[str]] = {}
    for who, some in found.items():
        for run in some:
            owners.setdefault(run, []).append(who)
    shared = Counter()
    for some in owners.values():
        shared.update((a, b) for i, a in enumerate(some) for b in some[i + 1 :])
    for (a, b), count in shared.items():
        if count >= _ALIKE * min(len(found[a]), len(found[b])):
            yield a, b


def _joined(found, pairs) -> list[list[str]]:
    """Everybody who is alike somebody of the group."""
    leader = {who: who for who in found}

    def first(who):
        while leader[who] != who:
            who = leader[who]
        return who

    for a, b in pairs:
        leader[first(a)] = first(b)
    together: dict[str, list[str]] = {}
    for who in found:
        together.setdefault(first(who), []).append(who)
    return sorted(sorted(group) for group in together.values() if len(group) > 1)
