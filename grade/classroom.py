"""A class: who should have handed in, what is late, and the tables that learning platforms take.

read_roster(path)            the people of a class: csv with id, name and group
days_late, after_deduction   the rule for late work, in one place
write_canvas, write_moodle   grades as these platforms import them; pages zipped for Moodle
gradescope(result)           the results.json of one submission
"""

import csv
import io
import json
import math
import re
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unicodedata import normalize

from grade import problems, transplant, versions
from grade.collect import safe_name
from grade.files import write_whole
from grade.messages import ROSTER
from grade.report import cell, points

LOST_A_DAY = 0.1  # of the points, for each day that has begun
_LATE_DAY = 1  # what a mark of the platform counts where no date says more


@dataclass(frozen=True)
class Person:
    """Somebody in a class."""

    id: str
    name: str
    group: str = ""


# --- who -----------------------------------------------------------------------------------


def read_roster(path: Path) -> list[Person]:
    """The people in a csv file with the columns id, name and perhaps group."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(ROSTER.NOT_UTF8.format(path=path)) from None
    except OSError as problem:
        error = type(problem).__name__
        raise ValueError(ROSTER.UNREADABLE.format(path=path, error=error)) from None
    lines = text.splitlines() or [""]
    mark = max(",;\t", key=lines[0].count)
    table = csv.DictReader(io.StringIO(text), delimiter=mark, skipinitialspace=True)
    try:
        rows = [(table.line_num, row) for row in table if any(filter(str.strip, _texts(row)))]
    except csv.Error as problem:
        raise ValueError(ROSTER.UNREADABLE.format(path=path, error=problem)) from None
    columns = [(name or "").strip().lower() for name in table.fieldnames or []]
    if columns.count("id") != 1 or columns.count("name") != 1:
        raise ValueError(ROSTER.NEEDS_COLUMNS.format(path=path))
    if not rows:
        raise ValueError(ROSTER.NOBODY.format(path=path))
    people, seen = [], {}
    for number, row in rows:
        known = {(k or "").strip().lower(): (v or "").strip() for k, v in row.items() if k}
        if any("\n" in value for value in known.values()):  # it would swallow other people
            raise ValueError(ROSTER.OPEN_QUOTE.format(path=path, line=number))
        if not known["id"]:
            raise ValueError(ROSTER.NO_ID.format(path=path, line=number))
        if known["id"] in seen:
            raise ValueError(ROSTER.TWICE.format(path=path, id=known["id"], line=number))
        seen[known["id"]] = number
        people.append(Person(known["id"], known["name"], known.get("group", "")))
    return people


def _texts(row):
    """The texts in a line of a table: spreadsheets write empty ones, and lines may be too short."""
    return [value for value in row.values() if isinstance(value, str)]


def whose(student: str, roster: list[Person]) -> Person | None:
    """The person whose work is filed under this name: by id, by name in any order, by number.

    The number that a platform puts behind a name is its own: it can be the id of somebody else.
    """
    bare, number = _letters(_name(student)), _number(student)
    named = [p for p in roster if bare and bare in _spellings(p.name)]
    choices = (
        [p for p in roster if p.id == student],
        [p for p in roster if _same_id(p.id, student)],
        named,
        [p for p in named or roster if p.id == number],
    )
    return next((some[0] for some in choices if len(some) == 1), None)


def _same_id(one, other):
    return normalize("NFC", one).casefold() == normalize("NFC", other).casefold()


def _letters(name):
    plain = normalize("NFKD", name.casefold())
    return "".join(c for c in plain if c.isalnum())


def _spellings(name):
    """Ada Lovelace as platforms write her: adalovelace, lovelaceada."""
    words = [_letters(word) for word in re.split(r"[\s,]+", name) if word]
    return {"".join(words), "".join(words[-1:] + words[:-1]), "".join(words[1:] + words[:1])}


def missing(students: list[str], roster: list[Person]) -> list[Person]:
    """The people of whom nothing is there."""
    there = {person.id for student in students if (person := whose(student, roster))}
    return [person for person in roster if person.id not in there]


def flag_namesakes(submissions: list, roster: list[Person]) -> None:
    """Tell where the files of one person lie under two names, such as a number and a name."""
    names: dict[str, set[str]] = {}
    known = {one.student: whose(one.student, roster) for one in submissions}
    for student, person in known.items():
        if person:
            names.setdefault(person.id, set()).add(student)
    for one in submissions:
        person = known[one.student]
        others = sorted(names[person.id] - {one.student}) if person else []
        if others:
            one.flags.append(ROSTER.SAME_PERSON.format(others=", ".join(others)))


def give_versions(submissions: list, seed: str | None, roster: list[Person]) -> None:
    """Enter the version of each student; who has handed in that of another one is flagged.

    With a roster everybody's own version counts, whatever stands in the file; a person who is not
    in it, or all without a roster, are asked what their file shows, or what the class has.
    """
    owners = {versions.version(seed, p.id).mark: p.name or p.id for p in roster} if seed else {}
    for one in submissions:
        shown, person = versions.marks_in(one.cells), whose(one.student, roster)
        if not seed:
            one.flags += [ROSTER.NO_SEED.format(mark=mark) for mark in shown[:1]]
            continue
        usual = versions.version(seed, person.id if person else versions.CLASS)
        known = shown and not person and (not roster or shown[0] in owners)
        one.version = versions.Version(seed, shown[0]) if known else usual
        for mark in [mark for mark in shown if mark != one.version.mark][:1]:
            other = owners.get(mark) or ROSTER.SOMEBODY.format(mark=mark)
            one.flags.append(ROSTER.OTHER_VERSION.format(whose=other))


def is_wrong_seed(submissions: list) -> bool:
    """Whether files show versions, and no paper part in them is one that the seed gives."""
    shown = [one for one in submissions if one.version and versions.marks_in(one.cells)]
    return bool(shown) and not any(map(_has_own_paper, shown))


def _has_own_paper(one):
    given = one.version.of(problems.load(one.assignment)).cells
    papers = {transplant.bare(cell.released) for cell in given if cell.version}
    return any(transplant.bare(cell.source) in papers for cell in one.cells)


# --- when ----------------------------------------------------------------------------------


def days_late(handed_in: float, due: datetime | None, is_marked: bool = False) -> int:
    """How many days have begun since it was due; a mark of the platform is at least one.

    A day ends when a clock on the wall shows the hour again at which it was due, also where the
    clocks are changed. A date without a zone is one of this computer's clock.
    """
    late = 0
    if due is not None and handed_in:
        late = max(0, math.ceil((handed_in - due.timestamp()) / 86_400) - 1)
        late += sum(_after(due, late + more) < handed_in for more in range(3))
    return max(late, _LATE_DAY) if is_marked else late


def _after(due: datetime, days: int) -> float:
    """The end of so many days after a date; never, where the calendar has none."""
    try:
        return (due + timedelta(days=days)).timestamp()
    except (OverflowError, ValueError):
        return math.inf


def after_deduction(score: float, days: int, lost_a_day: float = LOST_A_DAY) -> float:
    """The points that are left of work that came so many days late: never below 0."""
    return round(score * max(0.0, 1.0 - lost_a_day * days), 2)


# --- where to ------------------------------------------------------------------------------


def _parts(results):
    """(problem set, part, points) of all columns, in order."""
    columns = {}
    for result in results:
        for part in result["parts"]:
            name = part["name"].removesuffix("-tests")
            columns[result["assignment"], name] = part["max_points"]
    return columns


def _by_student(results):
    table = {}
    for result in results:
        table.setdefault(result["student"], {})[result["assignment"]] = result
    return table


def _grades(some, manual, columns, assignments):
    """The cells of one student: each problem set, then each part."""
    totals = [
        points(some[name], manual.get((some[name]["student"], name))) if name in some else ""
        for name in assignments
    ]
    parts = []
    for name, part in columns:
        found = [p for p in some[name]["parts"] if _is(p, part)] if name in some else []
        parts.append(f"{found[0]['points']:g}" if found and some[name]["auto"] is not None else "")
    return [*totals, *parts]


def _is(part, name):
    return part["name"].removesuffix("-tests") == name


def write_canvas(results: list[dict], manual: dict, roster: list[Person], path: Path) -> None:
    """The csv that Canvas imports: its five columns, the problem sets, their parts.

    `ID` is the number that Canvas itself has put behind a name, and never one of the roster.
    """
    columns, assignments = _parts(results), sorted({r["assignment"] for r in results})
    most = {r["assignment"]: r["auto_max"] + r["manual_max"] for r in results}
    names = [*assignments, *(f"{name}: {part}" for name, part in columns)]
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *names]]
    limits = [*(f"{most[name]:g}" for name in assignments), *(f"{m:g}" for m in columns.values())]
    rows.append(["    Points Possible", "", "", "", "", *limits])
    for student, some in _by_student(results).items():
        person = whose(student, roster) or Person("", _name(student))
        who = [cell(person.name), _number(student), cell(person.id), "", cell(person.group)]
        rows.append([*who, *_grades(some, manual, columns, assignments)])
    _write_rows(path, rows)


def write_moodle(results: list[dict], manual: dict, roster: list[Person], folder: Path) -> None:
    """The csv that Moodle imports for each set.

    Moodle takes no table without `Last modified (grade)`, and keeps a grade that was changed later.
    """
    now = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    for assignment in sorted({result["assignment"] for result in results}):
        some = [result for result in results if result["assignment"] == assignment]
        columns = _parts(some)
        heads = ["Identifier", "Full name", "ID number", "Grade", *(part for _, part in columns)]
        rows = [[*heads, "Last modified (grade)", "Feedback comments"]]
        for result in some:
            student = result["student"]
            person = whose(student, roster) or Person(_number(student), _name(student))
            who = [f"Participant {_number(student)}" if _number(student) else ""]
            grades = _grades({assignment: result}, manual, columns, [assignment])
            said = cell(result["sentence"])
            rows.append([*who, cell(person.name), cell(person.id), *grades, now, said])
        _write_rows(folder / f"moodle_{assignment}.csv", rows)


def zip_for_moodle(results: list[dict], pages: Path, path: Path) -> None:
    """The pages of students under the names that Moodle takes back."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for student in dict.fromkeys(result["student"] for result in results):
            page = pages / f"{safe_name(student)}.html"
            if page.is_file():
                folder = re.sub(r"[/\\:]+", "-", student)
                archive.write(page, f"{folder}_assignsubmission_file_/feedback.html")
    write_whole(path, data.getvalue())


def _number(student):
    """The number that a platform has put behind a name, or nothing."""
    found = re.search(r"_(\d{3,})$", student)
    return found[1] if found else ""


def _name(student):
    return re.sub(r"_\d{3,}$", "", student)


def _write_rows(path, rows):
    table = io.StringIO(newline="")
    csv.writer(table).writerows(rows)
    write_whole(path, table.getvalue())


def gradescope(result: dict, by_hand: float | None = None) -> str:
    """The results.json of Gradescope for one submission, with the score of grades.csv."""
    tests = []
    for part in result["parts"]:
        said = [part["problem"] or "", part.get("followed") or ""]
        said += [report.get("message", "") for report in part["reports"]]
        tests.append(
            {
                "name": part["name"].removesuffix("-tests"),
                "score": part["points"],
                "max_score": part["max_points"],
                "status": "passed" if part["status"] == "right" else "failed",
                "output": "\n".join(text for text in said if text),
            }
        )
    whole = {"output": result["sentence"], "visibility": "visible", "tests": tests}
    if result["auto"] is not None:
        whole["score"] = float(points(result, by_hand))
    return json.dumps(whole, indent=1)
