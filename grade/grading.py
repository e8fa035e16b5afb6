"""Grades one submission: from a file to a result that is plain data."""

import re

from grade import transplant, verdict
from grade.collect import Submission
from grade.limits import MAX_CODE, Limits
from grade.problems import ProblemSet

SEARCHES = re.compile(
    r"\blib\.(search|agents|fast)\b|\bcheck\.hint\b"
    r"|from +lib +import\b[^\n]{0,200}\b(search|agents|fast)\b"
)
LATE = re.compile(r"(?i)_late_\d{3,}")  # a mark in the names of a learning platform
PRYING = {  # words in a student's code, and what they are for
    r"\bcheck\s*\.\s*(\w+\s*=|catalogue\b|right_solution\b)|[\"'](check|grade)\."
    r"|\b(from|import)\b[\w ,.]{0,200}\b(check\s*\.|grade\b)": "touches the checks",
    r"\b_getframe\b|\btb_frame\b|\bf_(back|globals|locals)\b|\bgc\b": "looks into other frames",
    r"\bctypes\b|\bbuiltins\b|__builtins__|\bsettrace\b|\bsetprofile\b": "changes Python itself",
    r"\b(subprocess|multiprocessing|os\.fork|os\.kill|os\._exit|signal)\b": "uses processes",
    r"\b(socket|urllib|requests|http)\b": "uses the network",
    r"\bopen\s*\(|\bos\.(walk|listdir|scandir|remove)\b|\bshutil\b|/proc|gradebook": "uses files",
    r"__eq__|__class__|__subclasses__|\bexec\s*\(|\beval\s*\(|__import__": "has unusual code",
    r"\bNodeTransformer\b|\bast_transformers\b|\bget_ipython\b": "changes how cells run",
}


def grade(one: Submission, problem_set: ProblemSet, limits: Limits) -> dict:
    """The result for one submission, whatever it is."""
    result = ungraded(problem_set, one)
    if one.problem:
        return {**result, "sentence": one.problem}
    submitted = transplant.transplant(problem_set, one.cells)
    parts, errors = verdict.judge(problem_set, submitted, limits)
    own = "\n".join(submitted.own.values())[:MAX_CODE]
    return {
        **result,
        "auto": round(sum(part.points for part in parts), 2),
        "parts": [{**vars(part), "status": part.status} for part in parts],
        "errors": errors,
        "words": submitted.words,
        "own": submitted.own,
        "notes": [*one.notes, *submitted.notes],
        "flags": [*one.flags, *submitted.flags, *suspicions(own)],
        "sentence": sentence(parts, errors),
    }


def ungraded(problem_set: ProblemSet, one: Submission) -> dict:
    """A result without points."""
    parts = [verdict.Part(c.name, 0.0, c.points) for c in problem_set.of_kind("tests")]
    return {
        "student": one.student,
        "assignment": one.assignment,
        "title": problem_set.title,
        "file": one.file.name if one.file else None,
        "handed_in": one.file.time if one.file else 0.0,
        "marked_late": bool(one.file and LATE.search(one.file.where)),
        "version": one.version.mark if one.version else "",
        "paper": {c.id: c.source for c in problem_set.cells if c.version and one.version},
        "auto": 0.0,
        "auto_max": problem_set.auto_points,
        "manual_max": problem_set.manual_points,
        "parts": [{**vars(part), "status": "not attempted"} for part in parts],
        "errors": {},
        "words": {},
        "own": {},
        "notes": list(one.notes),
        "flags": list(one.flags),
        "sentence": "",
    }


def sentence(parts, errors) -> str:
    """Why the score is what it is, in one line."""
    statuses = {part.name.removesuffix("-tests"): part.status for part in parts}
    if all(status == "right" for status in statuses.values()):
        return "Everything is right."
    pieces = []
    if errors:
        name, error = next(iter(errors.items()))
        pieces.append(f"The cell '{name}' failed: {error}.")
    for status in ("wrong", "not attempted"):
        names = [name for name, found in statuses.items() if found == status]
        if names:
            pieces.append(f"{status.capitalize()}: {', '.join(names)}.")
    named = sorted({r["diagnosis"] for p in parts for r in p.reports + p.hidden if r["diagnosis"]})
    pieces += [f"Mistake: {', '.join(named)}."] if named else _first_failure(parts)
    return " ".join(pieces)


def _first_failure(parts) -> list[str]:
    """What the first wrong part did in the smallest case, where no mistake has a name."""
    examples = [r["counterexample"] for p in parts for r in p.reports if "counterexample" in r]
    return [f"For {e['case'][:80]}: {e['got'][:150]}." for e in examples[:1]]


def suspicions(code: str) -> list[str]:
    """What in a student's code is worth a look; comments and harmless words may be meant too."""
    found = [text for pattern, text in PRYING.items() if re.search(pattern, code)]
    if SEARCHES.search(code):
        found.append("uses the library's own searches or the solution from the hints")
    return found
