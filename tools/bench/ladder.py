"""How fast each rung of lesson 14 is: `python -m tools.bench.ladder publish`.

The functions are those of the lesson: its cells are read from the notebook and run. With `publish`
the results go to data/bench/ladder.json and ladder.svg, where the lesson reads them.
"""

import json
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

from tools.bench.chart import Line, chart
from tools.bench.evaluation import cells_of
from tools.bench.harness import machine, measure, summary, versions

KEPT = Path(__file__).resolve().parents[2] / "data/bench"
LESSON, FIRST = "14_making_it_fast", "1 lists"
BOARDS = ("lists-line", "lists-class", "rung-1-import", "rung-1", "rows", "bits-picture", "rung-2")
FLAT = ("exercise-import", "random", "landing", "has-four", "rollout", "tree", "select", "back-up")
FLAT += ("search", "grown", "numpy")
STORED = ("cached", "cached-back")
ITERATIONS = {FIRST: 100, "2 bitboards": 1000, "3 flat tree": 1000, "3 in NumPy arrays": 300}
ITERATIONS |= {"4 stored terms": 1000, "5 compiled": 20_000, "6 lib.fast": 20_000}


def rungs() -> dict:
    """For each rung the function that searches so many iterations."""
    boards, flat = cells_of(LESSON, *BOARDS), cells_of(LESSON, *BOARDS, *FLAT)
    stored = cells_of(LESSON, *BOARDS, *FLAT, "tiny", *STORED)
    compiled = cells_of(LESSON, *BOARDS, *FLAT, "tiny", *STORED, "njit")
    engine = cells_of(LESSON, *BOARDS, "engine")
    found = {FIRST: boards["on_lists"], "2 bitboards": boards["on_bits"]}
    found |= {"3 flat tree": flat["grown"], "3 in NumPy arrays": flat["in_arrays"]}
    found |= {"4 stored terms": stored["grown"], "5 compiled": compiled["in_arrays"]}
    return found | {"6 lib.fast": engine["on_engine"]}


def lines(rounds: int = 9) -> tuple[list[Line], dict]:
    """How many times as fast as lists each rung is, and its microseconds an iteration."""
    runs = {name: (lambda f=f, n=ITERATIONS[name]: f(n)) for name, f in rungs().items()}
    seconds = measure(runs, rounds, time.thread_time)
    per = {name: [s / ITERATIONS[name] for s in seconds[name]] for name in runs}
    found = []
    for name in list(runs)[1:]:
        row = next(r for r in summary({name: per[name], FIRST: per[FIRST]}) if r.name == FIRST)
        found.append(Line(name, FIRST, row.ratio, row.low, row.high, row.rounds))
    return found, {name: round(1e6 * sorted(s)[len(s) // 2], 3) for name, s in per.items()}


def same_search(seeds: int = 2000) -> list[float]:
    """For each column the difference of rungs 2 and 3 in mean visits, in standard errors."""
    space = cells_of(LESSON, *BOARDS, *FLAT, "same-search")
    return [round(z, 2) for z in space["differences"](seeds)]


def picture(found: list[Line]) -> str:
    """The chart of the bench, in words for rungs."""
    rungs = [replace(line, other="") for line in found]
    head = "Times as fast as rung 1, lists (logarithmic scale)"
    return chart(rungs, "How many times as fast each rung is", head, room=210)


def main() -> None:
    """Measures and prints; keeps the results if asked."""
    found, micro = lines()
    told = {
        "command": "python -m tools.bench.ladder publish",
        "machine": f"{machine()}; {versions(['numba'])}",
    }
    told |= {"differences": same_search(), "microseconds": micro, "lines": [*map(asdict, found)]}
    print(json.dumps(told, indent=1))
    if "publish" in sys.argv:
        (KEPT / "ladder.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
        (KEPT / "ladder.svg").write_text(picture(found), "utf-8")


if __name__ == "__main__":
    main()
