"""Examples first: what a learner expects, checked before a line of the solution is written.

An example is a small question with its answer. It must be right, and a good collection of examples
catches wrong programs: six chosen ones for each problem set.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from check import messages
from check.catalogue import catalogue
from check.plaindata import is_number, same_number, simple
from check.report import Report
from lib.evaluate import zero
from lib.game import MAX, MIN
from lib.games.tree import TreeGame
from lib.search import expectimax, minimax
from lib.search.bandit import first_best

_FEWEST, _ENOUGH = 2, 4  # examples to give, and wrong programs to catch
_MOST_LEAVES = 200


@dataclass(frozen=True)
class _Topic:
    """What an example looks like, what is right, and the six wrong programs."""

    form: str
    right: Callable[..., Any]  # from a question to its answer; ValueError if it is no question
    wrong: tuple[Callable[..., Any], ...]


def examples(exercise: str, given) -> Report:
    """Checks a list of examples, each a tuple that ends with its answer."""
    if exercise not in _topics():
        names = ", ".join(_topics())
        raise ValueError(messages.NO_EXAMPLES.format(exercise=exercise, names=names))
    topic = _topics()[exercise]
    given = simple(given)
    if type(given) not in (list, tuple) or not given or None in given or ... in given:
        return _report("not attempted", 0.0, messages.EXAMPLES_WANTED, form=topic.form)
    given = [simple(one) for one in given]
    for number, one in enumerate(given, start=1):
        problem = _problem(topic, one)
        if problem:
            return _report("wrong", 0.0, problem, number=number, form=topic.form)
    caught = sum(any(_differs(program, one) for one in given) for program in topic.wrong)
    counts = {"count": len(given), "caught": caught, "all": len(topic.wrong)}
    if len({repr(one) for one in given}) < _FEWEST:
        return _report("wrong", 0.5, messages.EXAMPLES_FEW, fewest=_FEWEST, **counts)
    if caught < _ENOUGH:
        return _report("wrong", 0.5, messages.EXAMPLES_WEAK, enough=_ENOUGH, **counts)
    return _report("right", 1.0, messages.EXAMPLES_GOOD, **counts)


def _report(status, score, message, **places) -> Report:
    return Report("examples", status, score, message.format(**places))


def _problem(topic, one) -> str | None:
    """The message about an example that is none, or is not right."""
    if type(one) not in (list, tuple) or len(one) < 2:
        return messages.EXAMPLE_FORM
    *question, answer = one
    try:
        right = topic.right(*question)
    except Exception:  # whatever somebody wrote into the list
        return messages.EXAMPLE_FORM
    return None if _same(right, simple(answer)) else messages.EXAMPLE_WRONG


def _same(right, answer) -> bool:
    return same_number(right, answer) if is_number(right) else right == answer


def _differs(program, one) -> bool:
    """Whether a wrong program gives another answer, or none."""
    *question, answer = one
    try:
        return not _same(program(*question), simple(answer))
    except Exception:
        return True


# --- trees and their values --------------------------------------------------------------------


def _tree(nested, sides) -> TreeGame:
    """The game; a ValueError if it is too large to work out by hand."""
    game = TreeGame(nested, tuple(sides))
    if len(list(game._paths(()))) > _MOST_LEAVES:
        raise ValueError(nested)
    return game


def _value(search):
    """The value of a tree by one of our searches."""
    return lambda nested, sides: search(_tree(nested, sides), ())[0]


def _wrong_values(exercise, *names):
    """The values of trees by wrong solutions of the catalogue, searched to the end."""
    entries = {entry.name: entry.wrong for entry in catalogue(exercise)}

    def made(wrong):
        def value(nested, sides):
            game = _tree(nested, sides)
            depth = max(map(len, game._paths(())))
            return wrong(game, (), math.ceil(depth / len(game.sides)), zero)[0]

        return value

    return tuple(made(entries[name]) for name in names)


# --- tables and their choices ------------------------------------------------------------------


def _bounds(children, c, mean=None, bonus=None, side=MAX):
    """UCB1 of each child of a table, with other terms where they are given."""
    n = sum(visits for _, visits in children)
    mean = mean or (lambda total, visits: side * total / visits)
    bonus = bonus or (lambda n, visits: c * sqrt(log(n) / visits))
    return [mean(total, visits) + bonus(n, visits) for total, visits in children]


def _table(children):
    """The table; a ValueError if a child has no visit."""
    if len(children) < 2 or not all(visits >= 1 for _, visits in children):
        raise ValueError(children)
    return children


def _choice(**terms):
    """The index that a rule with these terms chooses from a table."""

    def chosen(children, c):
        made = {name: make(c) for name, make in terms.items()}
        return first_best(_bounds(_table(children), c, **made))

    return chosen


_UCB1 = _Topic(
    "([(total, visits), ...], c, index of the child with the largest bound)",
    _choice(),
    (
        _choice(bonus=lambda c: lambda n, visits: 0.0),  # the mean alone
        _choice(mean=lambda c: lambda total, visits: total),  # the sum
        _choice(bonus=lambda c: lambda n, visits: c * log(n) / visits),  # no root
        _choice(bonus=lambda c: lambda n, visits: -c * sqrt(log(n) / visits)),
        _choice(mean=lambda c: lambda total, visits: total // visits),
        _choice(mean=lambda c: lambda total, visits: float(visits)),  # the most visited
    ),
)


def _selected(mean=None, bonus=None):
    """The index that a rule chooses for a side."""

    def chosen(side, children, c):
        if side not in (MAX, MIN):
            raise ValueError(side)
        own = mean and mean(side)
        return first_best(_bounds(_table(children), c, own, bonus and bonus(side, c), side))

    return chosen


_SELECT = _Topic(
    "(MAX or MIN, [(total of MAX, visits), ...], c, index of the child to visit)",
    _selected(),
    (
        _selected(mean=lambda side: lambda total, visits: total / visits),  # MIN as MAX
        _selected(bonus=lambda side, c: lambda n, visits: side * c * sqrt(log(n) / visits)),
        _selected(bonus=lambda side, c: lambda n, visits: 0.0),
        _selected(mean=lambda side: lambda total, visits: side * total),
        _selected(mean=lambda side: lambda total, visits: float(visits)),
        _selected(mean=lambda side: lambda total, visits: -side * total / visits),
    ),
)


# --- positions and which one is better ---------------------------------------------------------


def _better(first, second):
    """1 or 2: the position that is better in one respect at least and worse in none."""
    leads = [a - b for a, b in zip(_features(first), _features(second), strict=True)]
    if all(lead >= 0 for lead in leads) and any(leads):
        return 1
    if all(lead <= 0 for lead in leads) and any(leads):
        return 2
    raise ValueError(leads)


def _features(position):
    """Points, nearness of food, and what the ghost means: larger is better in each."""
    score, food, ghost, scared = position
    if not all(map(is_number, position)) or min(food, ghost, scared) < 0:
        raise ValueError(position)
    can_be_caught = scared > ghost
    return score, -food, 100 - ghost if can_be_caught else (ghost - 100 if not scared else 0)


def _by(value):
    """The better position by a value of (score, food, ghost, scared)."""

    def chosen(first, second):
        a, b = value(*first), value(*second)
        return 1 if a > b else 2 if b > a else 0

    return chosen


_EVALUATE = _Topic(
    "((score, way to food, way to ghost, moves it stays scared), (the same), 1 or 2: the better)",
    _better,
    (
        _by(lambda score, food, ghost, scared: score),
        _by(lambda score, food, ghost, scared: score - food),
        _by(lambda score, food, ghost, scared: score - food + ghost),
        _by(lambda score, food, ghost, scared: score - food - ghost),
        _by(lambda score, food, ghost, scared: score + food + (ghost if not scared else -ghost)),
        _by(lambda score, food, ghost, scared: score - 4 * scared * ghost**2),
    ),
)


# --- positions and what they teach --------------------------------------------------------------


def _target(rule):
    """What a position teaches by this rule of (side, result, mean)."""

    def found(side, result, mean):
        if side not in (MAX, MIN) or result not in (-1, 0, 1) or not -1 <= mean <= 1:
            raise ValueError(side, result, mean)
        return rule(side, result, mean)

    return found


_TARGETS = _Topic(
    "(MAX or MIN, result of MAX, mean of MAX, target of the mover)",
    _target(lambda side, result, mean: side * (result + mean) / 2),
    (
        _target(lambda side, result, mean: (result + mean) / 2),  # MAX's view
        _target(lambda side, result, mean: -side * (result + mean) / 2),
        _target(lambda side, result, mean: side * result),
        _target(lambda side, result, mean: side * mean),
        _target(lambda side, result, mean: (side * result + mean) / 2),
        _target(lambda side, result, mean: side * (result + mean)),
    ),
)


def _topics() -> dict[str, _Topic]:
    """The topics by name; the wrong programs come from the catalogue where it has them."""
    tree = "(nested lists, sides, value for MAX)"
    common = ("everybody maximizes", "max and min in turn", "changes sides after every move")
    return {
        "minimax": _Topic(
            tree,
            _value(minimax),
            _wrong_values(
                "minimax",
                *common,
                "only agent 0 maximizes",
                "the best value starts at 0",
                "averages the opponent",
            ),
        ),
        "alphabeta": _Topic(
            tree,
            _value(minimax),
            _wrong_values(
                "alphabeta",
                *common,
                "alpha and beta exchanged",
                "global window",
                "the best value starts at 0",
            ),
        ),
        "expectimax": _Topic(
            tree,
            _value(expectimax),
            _wrong_values(
                "expectimax",
                "chance is an opponent",
                "the sum instead of the mean",
                "integer division",
                "opponents are random too",
                "chance is a friend",
                "everybody maximizes",
            ),
        ),
        "evaluate_pacman": _EVALUATE,
        "ucb1": _UCB1,
        "select": _SELECT,
        "targets": _TARGETS,
    }
