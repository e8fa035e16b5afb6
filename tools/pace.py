"""How long a lesson takes, and how long a learner only reads: one formula for all lessons.

    python -m tools.pace            a line for each lesson

A word takes a 170th of a minute, a line of code 8 s, a question (`ask`) 30 s, a widget 2 minutes.
An exercise takes what its heading says: "### Exercise 2 (5 minutes)"; what stands below that
heading, up to the next one, is part of it. Sections whose heading begins with "Further" can be
skipped and count on their own.
"""

import re
from dataclasses import dataclass, field

from tools.lessons import Lesson, all_lessons, tags

WORDS_A_MINUTE, LINE_SECONDS, ASK_SECONDS, WIDGET_MINUTES = 170, 8, 30, 2
CORE_MINUTES = 75  # at most
LOOP_WORDS, LOOP_CELLS = 500, 12  # at most, without something to do
WIDGET = re.compile(
    r"\b(stepper|mcts_stepper|play_board|watch|ucb_bench|ucb_blocks|rollouts|evaluation_lab|prune_tree|clinic_bench)\("
)
ASK = re.compile(r"\bask\(")
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
STATED = re.compile(r"\((?:about )?(\d+) minutes?\)")


@dataclass
class Pace:
    """The minutes of a lesson, and its stretches without anything to do."""

    core: float = 0.0
    further: float = 0.0
    asks: int = 0
    tries: int = 0  # "change this and see"
    longest_words: int = 0
    longest_cells: int = 0
    long_stretches: list[str] = field(default_factory=list)  # where each begins


def words(markdown: str) -> int:
    """How many words a reader reads, folded ones too."""
    plain = re.sub(r"<[^>]+>|\]\([^)]*\)|[|#*`_$-]", " ", markdown)
    return len(re.findall(r"\w+", plain))


def lines(source: str) -> int:
    """The lines of code that a reader reads: no blank ones, no remarks."""
    return sum(
        1 for line in source.splitlines() if line.strip() and not line.strip().startswith("#")
    )


def minutes_of(cell) -> float:
    """The minutes that one cell takes."""
    if cell.cell_type == "markdown":
        return words(cell.source) / WORDS_A_MINUTE
    asks, widgets = len(ASK.findall(cell.source)), len(WIDGET.findall(cell.source))
    if asks:
        return asks * ASK_SECONDS / 60
    return lines(cell.source) * LINE_SECONDS / 60 + widgets * WIDGET_MINUTES


def is_something_to_do(cell) -> bool:
    """Whether the learner acts here: a guess, a widget, an exercise, a change to try."""
    if cell.cell_type == "markdown":
        return any(STATED.search(title) for _, title in HEADING.findall(cell.source))
    acts = ASK.search(cell.source) or WIDGET.search(cell.source)
    return bool(acts) or "try" in tags(cell) or "exercise" in tags(cell)


def pace(lesson: Lesson) -> Pace:
    """The pace of a lesson, cell by cell."""
    found, is_further, is_exercise = Pace(), False, False
    idle_words, idle_cells, begin = 0, 0, ""
    for cell in lesson.cells:
        if "deck" in tags(cell):  # only on slides
            continue
        for mark, title in HEADING.findall(cell.source) if cell.cell_type == "markdown" else []:
            stated = STATED.search(title)
            is_exercise = bool(stated) and not title.startswith("Further")
            if len(mark) <= 2:
                is_further = title.startswith("Further")
            if is_exercise:
                _add(found, is_further, float(stated[1]))
        if not is_exercise:
            _add(found, is_further, minutes_of(cell))
        found.asks += len(ASK.findall(cell.source)) if cell.cell_type == "code" else 0
        found.tries += "try" in tags(cell)
        if is_something_to_do(cell) or is_exercise:
            idle_words, idle_cells = 0, 0
            continue
        if not idle_cells:
            begin = f"{cell.get('id', '')} {cell.source.strip()[:40]!r}"
        idle_cells += 1
        idle_words += words(cell.source) if cell.cell_type == "markdown" else 0
        found.longest_cells = max(found.longest_cells, idle_cells)
        found.longest_words = max(found.longest_words, idle_words)
        if idle_words > LOOP_WORDS or idle_cells > LOOP_CELLS:
            found.long_stretches.append(begin)
            idle_words, idle_cells = 0, 0
    return found


def _add(found: Pace, is_further: bool, minutes: float) -> None:
    if is_further:
        found.further += minutes
    else:
        found.core += minutes


def main() -> None:
    """Prints the pace of every lesson."""
    print(f"{'lesson':28}{'core':>6}{'further':>9}{'asks':>6}{'tries':>7}{'long stretches':>16}")
    for lesson in all_lessons():
        one = pace(lesson)
        print(
            f"{lesson.name:28}{one.core:6.0f}{one.further:9.0f}{one.asks:6}{one.tries:7}"
            f"{len(one.long_stretches):16}"
        )


if __name__ == "__main__":
    main()
