"""`python -m tools.mutants`: small changes of right solutions, made by machine, and who survives.

Every right solution of the catalogue is changed in one place, or in two, on its syntax tree. The
check must reject each mutant. A survivor is right by its behavior, or a case is missing:
tests/check/survivors.toml says which survivors are right, and why.
"""

import argparse
import ast
import inspect
import math
import random
import re
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import check
from check.catalogue import right_source
from check.examine import computed_once
from check.exercise import Exercise, is_right, questions
from check.runner import run_cases
from lib.game import MAX, MIN

SINGLES, PAIRS = 80, 130  # of each exercise at most, drawn by a fixed seed
_SEED = 20261118
SURVIVORS = Path(__file__).parent.parent / "tests" / "check" / "survivors.toml"


SWAPS = {
    ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.LtE],
    ast.Lt: [ast.LtE, ast.Gt],
    ast.LtE: [ast.Lt, ast.GtE],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Add, ast.Div],
    ast.Div: [ast.Mult, ast.FloorDiv],
    ast.Or: [ast.And],
    ast.And: [ast.Or],
}
NAMES = {"max": "min", "min": "max", "alpha": "beta", "beta": "alpha", "MAX": "MIN"}


def mutants_of_source(source, name, rng=None):
    """(description, function) of every mutant; with `rng` one mutant that has two edits."""
    count = _count(source)
    numbers = [(i,) for i in range(count)]
    if rng is not None:
        numbers = [tuple(rng.sample(range(count), 2))] if count > 1 else []
    for chosen in numbers:
        tree = ast.parse(source)
        picked = [change for i, change in enumerate(_changes(tree)) if i in chosen]
        for _, apply in picked:
            apply()
        ast.fix_missing_locations(tree)
        names = dict(vars(math)) | {"random": random, "MAX": MAX, "MIN": MIN, "__name__": "mutant"}
        try:
            exec(compile(tree, f"<mutant {chosen} of {name}>", "exec"), names)
        except Exception:  # what does not even start cannot be handed in
            continue
        yield " and ".join(f"line {what}" for what, _ in picked), names[name]


@cache
def _count(source) -> int:
    """In how many places one edit can be made."""
    return len(list(_changes(ast.parse(source))))


def mutants(fn, scope):
    """(description, function) for every mutant of `fn`."""
    source = textwrap.dedent(inspect.getsource(fn))
    for number in range(_count(source)):
        tree = ast.parse(source)
        for index, (what, apply) in enumerate(_changes(tree)):
            if index == number:
                apply()
                description = what
                break
        ast.fix_missing_locations(tree)
        names = dict(scope)
        exec(compile(tree, f"<mutant {number}>", "exec"), names)
        yield f"{fn.__name__} line {description}", names[fn.__name__]


def _is_symmetric(call) -> bool:
    """Whether the order of the two arguments does not matter."""
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
    return name in ("max", "min", "distance")


def _drop_not(node):
    """`not x` becomes `not not x`: the truth of x."""
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


def _changes(tree):
    for node in ast.walk(tree):
        line = getattr(node, "lineno", "?")
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            for new in SWAPS.get(type(node.ops[0]), []):
                yield f"{line}: {new.__name__}", lambda n=node, o=new: n.ops.__setitem__(0, o())
        elif isinstance(node, (ast.BinOp, ast.BoolOp)):
            for new in SWAPS.get(type(node.op), []):
                yield f"{line}: {new.__name__}", lambda n=node, o=new: setattr(n, "op", o())
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            for step in (1, -1):
                value = node.value + step
                yield f"{line}: {value}", lambda n=node, v=value: setattr(n, "value", v)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            yield f"{line}: no minus", lambda n=node: setattr(n, "op", ast.UAdd())
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in NAMES:
            new = NAMES[node.id]
            yield f"{line}: {node.id} -> {new}", lambda n=node, i=new: setattr(n, "id", i)
        if isinstance(node, (ast.If, ast.IfExp)):
            for value in (True, False):
                constant = ast.Constant(value)
                yield f"{line}: if {value}", lambda n=node, c=constant: setattr(n, "test", c)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield f"{line}: no not", lambda n=node: _drop_not(n)
        if isinstance(node, ast.Call) and len(node.args) == 2 and not _is_symmetric(node):
            yield f"{line}: arguments swapped", lambda n=node: n.args.reverse()


def exercise_of(name: str) -> Exercise:
    """The Exercise behind a check."""
    module = __import__(f"check.{check._MODULES.get(name, name)}", fromlist=[name])
    found = [one for one in vars(module).values() if isinstance(one, Exercise)]
    return next(one for one in found if one.name == name)


def chosen(name: str, singles: int = SINGLES, pairs: int = PAIRS) -> Iterator[tuple]:
    """(description, function) of the mutants of an exercise: single edits, then pairs."""
    rng = random.Random(f"{_SEED} {name}")
    source = right_source(name)
    ones = list(mutants_of_source(source, name))
    yield from ones if len(ones) <= singles else rng.sample(ones, singles)
    seen: set[str] = set()
    for _ in range(3 * pairs):
        found = next(mutants_of_source(source, name, rng), None)
        if found and found[0] not in seen and len(seen) < pairs:
            seen.add(found[0])
            yield found


_FIRST = 20  # cases that a mutant is asked before all others


def with_memory(exercise: Exercise) -> Exercise:
    """The same exercise; what is right for a case is computed once, not for each mutant."""
    return replace(exercise, expected=computed_once(exercise.expected))


def survives(exercise: Exercise, cases, mutant) -> bool:
    """Whether the check passes a mutant; most are rejected by the first few cases, asked alone."""
    for asked in (cases[:_FIRST], cases):
        answers = run_cases(mutant, asked, seconds=exercise.seconds)
        if not all(is_right(exercise, case, a) for case, a in zip(asked, answers, strict=True)):
            return False
    return True


def survivors(name: str, **numbers) -> tuple[int, list[str]]:
    """(how many mutants, descriptions of those that pass)."""
    exercise = with_memory(exercise_of(name))
    cases = questions(exercise, 0)
    made = list(chosen(name, **numbers))
    return len(made), [what for what, mutant in made if survives(exercise, cases, mutant)]


def is_right_by_behavior(name: str, what: str) -> bool:
    """Whether the table of survivors says that this mutant does what was asked for."""
    told = tomllib.loads(SURVIVORS.read_text("utf-8")).get(name, {})
    edits = re.sub(r"line (?=\d)", "", what)
    same, lines = told.get("same", ()), told.get("lines", ())
    each = edits.split(" and ")
    return edits in same or all(e in same or int(e.partition(":")[0]) in lines for e in each)


def main():
    """Print how many mutants each check has met, and the survivors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exercises", nargs="*", help="all without a name")
    total = left = unknown = 0
    for name in parser.parse_args().exercises or check.EXERCISES:
        count, passed = survivors(name)
        total, left = total + count, left + len(passed)
        print(f"{name:22}{count:>6}{len(passed):>5}", flush=True)
        for what in passed:
            if not is_right_by_behavior(name, what):
                unknown += 1
                print(f"    {what}: nobody has said why this is right")
    print(f"{'all':22}{total:>6}{left:>5}, of which {unknown} without a reason")


if __name__ == "__main__":
    main()
