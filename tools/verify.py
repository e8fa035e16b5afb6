"""Writes VERIFICATION.md: numbers published elsewhere, and what our code says, made by running it.

make verify           all facts, a minute or two; exit code 1 if one fails
make verify LONG=1    also the long ones, up to 20 minutes on two cores
"""

import json
import sys
import time
from pathlib import Path

from tqdm import tqdm

from lib.files import course_folder
from tools.facts import FACTS, LONG_FACTS, NOT_HERE, SOURCES, Fact

PAGE = Path(__file__).resolve().parent.parent / "VERIFICATION.md"
TOP = """# Verification

Numbers that others published or counted, and what this course's code says. This page is made by
running the code: `make verify`. Where a number is sampled, the published column is a range. The
unit tests check the same facts and more.
"""
HEAD = "| fact | source | published | ours | |\n|---|---|---|---|---|"
LONG = course_folder("data/results") / "verified_long.json"  # what `make verify LONG=1` found
PASS, FAIL = "pass", "**FAIL**"


def check(fact: Fact) -> tuple[str, str]:
    """Our number as text, and pass or fail; an error of ours is a failure too."""
    try:
        ours = fact.ours()
    except Exception as problem:  # one broken fact must not hide the others
        return f"{type(problem).__name__}: {problem}".replace("|", "/").replace("\n", " "), FAIL
    is_range = isinstance(fact.published, range)
    good = ours in fact.published if is_range else ours == fact.published
    return text(ours), PASS if good else FAIL


def text(value) -> str:
    """A number or several as a person writes them."""
    if isinstance(value, range):
        return f"{value.start} to {value.stop - 1}"
    if isinstance(value, list):
        return "; ".join(map(text, value))
    if isinstance(value, dict):  # moves and their scores
        return "; ".join(f"{move} {score:+d}" for move, score in value.items())
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def row(fact: Fact) -> tuple[str, bool]:
    """A line of the table, and whether the fact came out."""
    ours, verdict = check(fact)
    cells = (fact.claim, fact.source, text(fact.published), ours, verdict)
    return f"| {' | '.join(cells)} |", verdict == PASS


def section(title: str, facts: list[Fact], bar) -> tuple[str, list[bool]]:
    """A part of the page, and which of its facts came out."""
    rows = []
    for fact in facts:
        rows.append(row(fact))
        bar.update()
    return "\n".join([f"\n## {title}\n", HEAD, *(line for line, _ in rows)]), [ok for _, ok in rows]


def page(facts: dict[str, list[Fact]]) -> tuple[str, int]:
    """The whole page, and how many facts failed."""
    with tqdm(total=sum(map(len, facts.values())), unit="fact") as bar:
        parts = [section(title, rows, bar) for title, rows in facts.items()]
    came_out = [ok for _, oks in parts for ok in oks]
    lines = [TOP.rstrip("\n"), *(part for part, _ in parts), *long_section()]
    lines += ["\n## Sources\n", "| name | what it is |\n|---|---|"]
    lines += [f"| {name} | {source} |" for name, source in SOURCES.items()]
    lines += ["\n## Not recomputed here, and why\n"]
    lines += [f"- {claim}: {why}." for claim, why in NOT_HERE.items()]
    lines.append(f"\n{sum(came_out)} of {len(came_out)} facts reproduced.\n")
    return "\n".join(lines), came_out.count(False)


def verify_long() -> int:
    """Recomputes the long facts and stores what came out; how many failed."""
    found, failed = {}, 0
    for fact in LONG_FACTS:
        begin = time.process_time()
        ours, verdict = check(fact)
        minutes = round((time.process_time() - begin) / 60, 1)
        found[fact.claim] = {"ours": ours, "verdict": verdict, "cpu_minutes": minutes}
        failed += verdict != PASS
    LONG.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return failed


def long_section() -> list[str]:
    """The lines about facts that take minutes: what the last `make verify LONG=1` found."""
    found = json.loads(LONG.read_text("utf-8")) if LONG.exists() else {}
    nothing = {"ours": "not run", "verdict": "", "cpu_minutes": "?"}
    lines = ["\n## Long verification, by `make verify LONG=1`\n"]
    lines += ["| fact | source | published | ours | CPU minutes | |", "|---|---|---|---|---|---|"]
    for fact in LONG_FACTS:
        last = found.get(fact.claim, nothing)
        cells = (fact.claim, fact.source, text(fact.published), last["ours"])
        lines.append(f"| {' | '.join(cells)} | {last['cpu_minutes']} | {last['verdict']} |")
    return lines


def main(also_long: bool = False) -> int:
    """Writes the page, says how it went, and returns the exit code."""
    long_failed = verify_long() if also_long else 0
    written, failed = page(FACTS)
    PAGE.write_text(written, encoding="utf-8")
    lines = written.splitlines()
    print(*(line for line in lines if FAIL in line), f"{lines[-1]} See {PAGE.name}.", sep="\n")
    return 1 if failed or long_failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] == ["long"]))
