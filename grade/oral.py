"""`python -m grade.oral SUBMISSIONS` (or `make oral`): questions for a talk of five minutes.

Three for each submission, about its own code as it runs on one small case: which line, how often,
what is in a variable then. Who wrote the code can answer them with the page in hand; the answers
stand on the same page, folded.
"""

import argparse
import contextlib
import io
import re
import sys
import tokenize
from collections import Counter
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path

import check
from check.exercise import Exercise
from check.instrumented import Instrumented
from check.runner import Case, arguments
from grade import collect, problems, protocol, transplant
from grade.collect import Submission, safe_name
from grade.feedback import PAGE, shown
from grade.files import write_whole
from grade.limits import LOOK_SECONDS, Limits
from grade.messages import ORAL
from grade.problems import ProblemSet
from grade.sandbox import Gone
from grade.session import Session
from lib.evaluate import zero
from lib.games import CaptureTheFlag, Pacman

OUTPUT = Path("build/oral")
_CHECKED = re.compile(r"check\.(\w+)\((\w+)[,)]")
_LAYOUT = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)
FEWEST, LONGEST, MOST_CASES = 2, 40, 30  # lines that a case should run; cases that are tried
_FIRST_POSITIONS = {  # of games, for evaluators
    "evaluate_pacman": partial(Pacman, "tiny_two_ghosts"),
    "evaluate_capture": partial(CaptureTheFlag, "capture_tiny"),
}


def main(arguments_: list[str] | None = None) -> int:
    """Write a page for each submission, and say where they are."""
    options = argparse.ArgumentParser(prog="python -m grade.oral", description=__doc__)
    options.add_argument("submissions", type=Path)
    options.add_argument("--output", type=Path, default=OUTPUT)
    chosen = options.parse_args(arguments_)
    if not chosen.submissions.is_dir():
        print(ORAL.NO_FOLDER.format(folder=chosen.submissions), file=sys.stderr)
        return 2
    for one in collect.collect(chosen.submissions, []):
        name = f"{one.assignment}_{safe_name(one.student)}.html"
        problem_set = problems.load(one.assignment)
        try:
            made = page(one, problem_set)
        except Exception:  # whatever one submission answers, the others get their pages
            made = page(replace(one, problem=ORAL.NOTHING), problem_set)
        write_whole(chosen.output / name, made)
    print(chosen.output)
    return 0


def page(one: Submission, problem_set: ProblemSet) -> str:
    """The page of one submission: its code, three questions, the answers folded."""
    found = [] if one.problem else ask(problem_set, one)
    body = [f"<h2>{shown(problem_set.title)}</h2>"]
    for source, call, pairs in found:
        listing = "\n".join(f"{n:3}  {text}" for n, text in enumerate(source.splitlines(), 1))
        body += [f"<pre>{shown(listing)}</pre><p>{ORAL.CALL.format(call=shown(call))}</p><ol>"]
        for question, answer in pairs:
            body.append(f"<li>{question}<details><summary>Answer</summary>{answer}</details></li>")
        body.append("</ol>")
    if not found:
        body.append(ORAL.NOTHING)
    return PAGE.format(title=shown(ORAL.TITLE.format(student=one.student)), body="\n".join(body))


def ask(problem_set: ProblemSet, one: Submission) -> list[tuple]:
    """(source of the cell, call, questions with answers) of the function that runs most lines."""
    submitted = transplant.transplant(problem_set, one.cells)
    best: tuple = ()
    with Session(submitted.cells, Limits()) as session:
        for cell in problem_set.of_kind("tests"):
            for exercise, name in _CHECKED.findall(cell.source)[:1]:
                traced = _most_telling(session, _exercise(exercise), name)
                if traced and (not best or _telling(traced) > _telling(best)):
                    best = traced
    if not best:
        return []
    case, value, events = best
    cells = dict(submitted.cells)
    source = cells.get(events[-1][0], "")
    if not source:
        return []
    return [(source, case.label, _questions(source, value, events))]


def _telling(traced) -> int:
    """How much there is to ask about a run; one that is too long to follow says little."""
    lines = len(traced[2])
    return lines if lines <= LONGEST else -lines


def _exercise(name) -> Exercise | None:
    module = import_module(getattr(check, name).__module__)
    found = [v for v in vars(module).values() if isinstance(v, Exercise) and v.name == name]
    return found[0] if found else None


def _most_telling(session, exercise: Exercise | None, name):
    """(case, value, lines that ran) of the case about which there is most to ask."""
    cases = [c for c in exercise.cases(0) if not (c.calls or c.ask)] if exercise else []
    if not cases and name in _FIRST_POSITIONS:
        game = _FIRST_POSITIONS[name]()
        cases = [Case((game, game.initial_state()), f"{name}(game, game.initial_state())")]
    found = []
    for case in cases[:MOST_CASES]:
        kind, value, events = _traced(session, name, case)
        if kind == "died":  # the other cases would take as long
            break
        if kind == "value" and len({event[1] for event in events}) >= FEWEST:
            found.append((replace(case, label=f"{name}: {case.label}"), value, events))
    return max(found, key=_telling, default=None)


def _traced(session, name, case: Case):
    """What a call gives, and the lines of one cell that it runs, each with its variables."""
    args = tuple(map(_simple, arguments(case)))
    message = {"do": "trace", "name": name, "question": protocol.Plain(args)}
    try:
        (reply,) = session.ready().exchange(message, 1, LOOK_SECONDS)
        kind, value, found = reply
        events = [_event(*event) for event in found]
        return str(kind), value, [event for event in events if event[0] == events[-1][0]]
    except (Gone, TypeError, ValueError):
        session.stop()
        return "died", None, []


def _event(cell, number, seen):
    """A line that ran, as it came out of the sandbox: a TypeError if it is something else."""
    if (type(cell), type(number), type(seen)) != (str, int, dict):
        raise TypeError("no line of a cell")
    return cell, number, {str(name): str(value) for name, value in seen.items()}


def _simple(arg):
    """A game without its instruments; evaluators say 0 everywhere."""
    if isinstance(arg, Instrumented):
        return arg._game
    return zero if callable(arg) else arg


def _questions(source, value, events):
    """Three questions about one run, with their answers."""
    lines = source.splitlines()

    def facts(number):
        text = lines[number - 1].strip() if 0 < number <= len(lines) else ""
        return {"number": number, "line": shown(text)}

    whole = _whole_lines(source)
    ran = [number for _, number, _ in events]
    counts = Counter([number for number in ran if number in whole] or ran)
    often, count = max(counts.items(), key=lambda item: (item[1], item[0]))
    asked = [(ORAL.LAST[0], ORAL.LAST[1].format(**facts(events[-1][1])))]
    asked.append((ORAL.OFTEN[0].format(**facts(often)), ORAL.OFTEN[1].format(count=count)))
    known = next(((n, seen) for _, n, seen in reversed(events) if len(seen) > 1), None)
    if known is None:
        return [*asked, (ORAL.RETURNS[0], ORAL.RETURNS[1].format(value=shown(repr(value)[:200])))]
    number = known[0]
    first = next(seen for _, n, seen in events if n == number)
    name = max(first, key=lambda name: len({seen.get(name) for *_, seen in events}), default="")
    told = ORAL.THEN[0].format(name=shown(name), **facts(number))
    return [*asked, (told, ORAL.THEN[1].format(value=shown(str(first.get(name)))))]


def _whole_lines(source) -> set[int]:
    """The lines that hold all of what they say: one that goes on below runs in pieces."""
    found, first = set(), None
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NEWLINE:
                found |= {first} if first == token.start[0] else set()
                first = None
            elif first is None and token.type not in _LAYOUT:
                first = token.start[0]
    return found


if __name__ == "__main__":
    sys.exit(main())
