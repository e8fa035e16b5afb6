"""`python -m tools.strangers`: how many wrong solutions that nobody had seen get the right name.

Each file of tests/check/strangers holds wrong solutions of one exercise, written from its text
alone, and the fault that was noted before anything was run. names.toml beside them says which
names of the catalogue are right for a fault. The first, third, ... were looked at while the checks
were made. For the others, every second one, no mistake was added to the catalogue until a first
look at them (of 327, 280 right, 37 without a name, 10 false); after it the rules for giving a name
were made stricter, some questions sharper, and evaluators got signs of mistakes. So the numbers are
not those of a blind test. The folders `blind`, `second` and so on hold one each: their pages tell
what the first run gave, before anything was changed. The folder `right` holds right solutions in
unusual shapes: each must be accepted.
"""

import argparse
import linecache
import math
import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import check
from check import diagnosis
from lib.game import CHANCE, MAX, MIN
from lib.search import Node

ALL = (*check.EXERCISES, "fourth_log")
FOLDER = Path(__file__).parent.parent / "tests" / "check" / "strangers"
BLIND = ("blind", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
BLIND += ("ninth",)
SETS = {name: FOLDER / name for name in BLIND}
RIGHT = FOLDER / "right"
_SOLUTION = re.compile(r"^## (.+?)\n```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_KNOWN = {
    **{name: value for name, value in vars(math).items() if not name.startswith("_")},
    **{"math": math, "random": random, "re": re, "Node": Node},
    **{"MAX": MAX, "MIN": MIN, "CHANCE": CHANCE},
}


@dataclass(frozen=True)
class Stranger:
    """A wrong solution, its true fault, and the names that are right for it."""

    exercise: str
    number: int
    fault: str
    source: str
    names: tuple[str, ...]

    @property
    def fresh(self) -> bool:
        """Whether nobody looked at it while the checks were made."""
        return self.number % 2 == 0

    def solution(self):
        """What somebody hands in: a function, or for one exercise a list."""
        filename = f"<{self.exercise} {self.number}>"
        lines = self.source.splitlines(keepends=True)
        linecache.cache[filename] = len(self.source), None, lines, filename
        names = {**_KNOWN, "winning_moves": winning_moves, "__name__": filename}
        exec(compile(self.source, filename, "exec"), names)
        return names[self.exercise]

    def report(self) -> check.Report:
        """What the check says."""
        random.seed(0)  # some of them draw from the module
        return getattr(check, self.exercise)(self.solution())


def unknown(stranger: Stranger) -> check.Report:
    """What the check says if the catalogue lacks what the stranger has done: at best no name."""
    made, told = diagnosis._LineUp, diagnosis._by_signs

    def line_up(*args):
        found = made(*args)
        found.entries = [one for one in found.entries if one.entry.name not in stranger.names]
        return found

    def by_signs(found, fn, seed):
        signs = [one for one in found.exercise.signs(seed) if one.mistake not in stranger.names]
        found.exercise = replace(found.exercise, signs=lambda seed: signs)
        return told(found, fn, seed)

    patches = {"_LineUp": line_up, "_by_signs": by_signs}
    with patch.multiple(diagnosis, **patches):
        return stranger.report()


def winning_moves(game, state):
    """The moves that win at once, as lesson 00 has them."""
    after = {move: game.result(state, move) for move in game.actions(state)}
    won = {m for m, s in after.items() if game.is_terminal(s) and game.utility(s)}
    return [move for move in after if move in won]


def strangers(*exercises: str, folder: Path = FOLDER) -> Iterator[Stranger]:
    """The wrong solutions of these exercises, or of all, in a folder."""
    names_file = folder / "names.toml"
    table = tomllib.loads(names_file.read_text("utf-8")) if names_file.is_file() else {}
    for exercise in exercises or exercises_in(folder):
        text = (folder / f"{exercise}.md").read_text("utf-8")
        for number, (fault, source) in enumerate(_SOLUTION.findall(text), start=1):
            names = table.get(exercise, {}).get(fault, [])
            yield Stranger(exercise, number, fault, source, tuple(names))


def exercises_in(folder: Path) -> list[str]:
    """The exercises that a folder has wrong solutions of."""
    return [name for name in ALL if (folder / f"{name}.md").is_file()]


def verdict(stranger: Stranger) -> str:
    """accepted, named, false (another name than the true one) or unnamed."""
    report = stranger.report()
    if report.passed:
        return "accepted"
    if report.diagnosis is None:
        return "unnamed"
    return "named" if set(report.names) & set(stranger.names) else "false"


VERDICTS = ("named", "unnamed", "false", "accepted")
MEASURED = FOLDER / "measured.md"


def measured(exercises, folder=FOLDER, fresh=None) -> Iterator[tuple]:
    """(exercise, n, and how many of each verdict) for each exercise; `fresh` takes one half."""
    for exercise in exercises:
        found = dict.fromkeys(VERDICTS, 0)
        for one in strangers(exercise, folder=folder):
            if fresh is None or one.fresh == fresh:
                found[verdict(one)] += 1
        yield exercise, sum(found.values()), *found.values()


def page(rows) -> str:
    """The table of what was measured, with its sum."""
    total = ("all", *(sum(column) for column in list(zip(*rows, strict=True))[1:]))
    head = "| exercise | n | named rightly | no name | false name | accepted |"
    lines = [f"| {' | '.join(map(str, row))} |" for row in [*rows, total]]
    return "\n".join([head, "|---" * 6 + "|", *lines]) + "\n"


def with_table(text: str, table: str) -> str:
    """A page with this table in the place of its last one, which stands at its end."""
    above, row, _ = text.rpartition(table.partition("\n")[0])
    return f"{above}{table}" if row else f"{text.rstrip()}\n\n{table}"


def main():
    """Print a row for each exercise, and all; `--write` stores them in the page of the set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exercises", nargs="*", help="all without a name")
    parser.add_argument("--seen", action="store_true", help="those that were looked at")
    parser.add_argument("--set", choices=BLIND, help="those of a blind test")
    parser.add_argument("--write", action="store_true", help="store the table")
    parser.add_argument("--unknown", action="store_true", help="without the true mistakes")
    options = parser.parse_args()
    folder, fresh = SETS.get(options.set, FOLDER), None if options.set else not options.seen
    if options.unknown:
        for one in strangers(*options.exercises, folder=folder):
            if fresh in (None, one.fresh) and (report := unknown(one)).names:
                print(f"{one.exercise} {one.number} {one.fault}: {report.told.mistake}", flush=True)
        return
    table = page(list(measured(options.exercises or exercises_in(folder), folder, fresh)))
    print(table)
    if options.write:
        stored = folder / "measured.md"
        stored.write_text(with_table(stored.read_text("utf-8"), table), "utf-8")


if __name__ == "__main__":
    main()
