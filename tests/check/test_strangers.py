"""Solutions that nobody foresaw: wrong ones that look right, right ones in odd clothes."""

import random
from collections import OrderedDict, namedtuple
from fractions import Fraction
from math import inf, log, sqrt

import numpy as np
import pytest

import check
from check.catalogue import right_solution
from check.evaluate_capture import CAPTURE
from check.evaluate_pacman import PACMAN
from check.mcts import MCTS
from check.minimax import MINIMAX
from check.parse_log import PARSE_LOG
from check.positions import DISTINCT_CHILDREN
from check.select import SELECT_CHANCE
from check.ucb1 import CHOOSE
from lib.evaluate import capture_good, pacman_good
from lib.game import rounds as plies_of
from lib.logs import parse_log
from lib.search import minimax as reference
from tests.check import right_evaluation, right_mcts
from tests.check.battery import passes, survives
from tools.mutants import mutants


def minimax(game, state, rounds, evaluate):
    return reference(game, state, plies_of(game, rounds), evaluate)


def tracked(game, state, rounds, evaluate):
    """Right where agents move in turn: it counts whose turn it is."""

    def visit(node, plies, agent):
        if game.is_terminal(node):
            return game.utility(node), None
        if plies == 0:
            return evaluate(game, node), None
        side, best = game.sides[agent], None
        for action in game.actions(node):
            after = (agent + 1) % len(game.sides)
            value = visit(game.result(node, action), plies - 1, after)[0]
            if best is None or side * value > side * best[0]:
                best = value, action
        return best

    agent = 0 if game.is_terminal(state) else game.to_move(state)
    return visit(state, plies_of(game, rounds), agent)


def whole(game, state, rounds, evaluate):
    """Right for whole numbers."""
    value, action = minimax(game, state, rounds, lambda g, s: int(evaluate(g, s)))
    return int(value), action


def below_a_million(game, state, rounds, evaluate):
    value, action = minimax(game, state, rounds, evaluate)
    return max(-(10**6), min(10**6, value)), action


def remembers(game, state, rounds, evaluate, known={}):  # noqa: B006 (that is the mistake)
    """Right for one evaluation of each game."""
    key = id(game), state, rounds
    if key not in known:
        known[key] = minimax(game, state, rounds, evaluate)
    return known[key]


@pytest.mark.parametrize("wrong", [tracked, whole, below_a_million, remembers])
@pytest.mark.parametrize("seed", [0, 4])
def test_minimax_that_is_right_most_of_the_time(wrong, seed):
    remembers.__defaults__[0].clear()
    assert not passes(MINIMAX, wrong, seed)


def test_what_is_kept_between_calls_is_told():
    remembers.__defaults__[0].clear()
    report = check.minimax(remembers)
    assert report.diagnosis == "it keeps something between calls"
    assert "asked alone, it answers this right" in report.message


def test_turns_that_are_counted_are_named():
    assert check.minimax(tracked).diagnosis == "turns are counted, not asked for"


def seen_before(game, state, known=set()):  # noqa: B006 (that is the mistake)
    found = []
    for action in game.actions(state):
        child = game.result(state, action)
        if child not in known:
            known.add(child)
            found.append(action)
    return found


def test_nothing_may_be_left_over_from_a_first_call():
    assert not passes(DISTINCT_CHILDREN, seen_before)


def choose(children, c, low=-inf, near=0.0):
    n = sum(child.visits for child in children)
    best, found = low, 0
    for i, child in enumerate(children):
        if child.visits == 0:
            return i
        bound = child.total / child.visits + c * sqrt(log(n) / child.visits)
        if bound > best + near:
            best, found = bound, i
    return found


def test_choose_knows_no_smallest_number_and_no_nearly():
    assert passes(CHOOSE, choose)
    assert not passes(CHOOSE, lambda children, c: choose(children, c, low=-1000))
    assert not passes(CHOOSE, lambda children, c: choose(children, c, near=1e-3))


def test_a_parser_reads_the_node_and_does_not_add_it_up():
    def adds(text):
        return [
            {**vars_of(e), "parent": tuple(map(sum, zip(*e.pairs, strict=True)))}
            for e in parse_log(text)
        ]

    def vars_of(entry):
        return {name: getattr(entry, name) for name in log_fields}

    log_fields = ("actions", "weights", "pairs", "parent", "best_action_sim", "best_action")
    assert passes(PARSE_LOG, lambda text: [OrderedDict(vars_of(e)) for e in parse_log(text)])
    assert not passes(PARSE_LOG, adds)


def test_select_draws_from_rng():
    def from_the_module(game, root, c, rng):
        return right_mcts.select_loop(game, root, c, random)

    assert not passes(SELECT_CHANCE, from_the_module)


@pytest.mark.parametrize("name", ["half of c", "the root's visits at every node"])
@pytest.mark.parametrize("seed", [0, 1])
def test_mcts_with_a_formula_that_is_a_little_off(name, seed):
    entry = next(e for e in check.catalogue("mcts") if e.name == name)
    assert not passes(MCTS, entry.wrong, seed)


EVALUATORS = {
    "evaluate_pacman": PACMAN,
    "evaluate_capture": CAPTURE,
}


def test_evaluators_that_are_almost_right():
    def likes_capsules(game, state):
        return pacman_good(game, state) + 100 * len(state.capsules)

    def away_from_food(game, state):
        ways = [game.distance(state.pacman, cell) for cell in state.food]
        return pacman_good(game, state) + 3 * min(ways, default=0)

    def red_luggage(game, state):
        return capture_good(game, state) + 0.1 * state.players[0].carrying

    def draws_are_wins(game, state):
        drawn = game.is_terminal(state) and game.score(state) == 0
        return 5.0 if drawn else capture_good(game, state)

    for wrong in (likes_capsules, away_from_food):
        assert not passes(PACMAN, wrong), wrong
    for wrong in (red_luggage, draws_are_wins):
        assert not passes(CAPTURE, wrong), wrong


FREE = {  # lines whose numbers are a matter of taste: weights, reach of a fear, way home
    "pacman_manhattan": {4, 6, 15, 16, 17, 18},
    "capture_lists": {5, 12, 13, 14, 15, 16, 17, 19, 20, 21, 23},
}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "style"),
    [("evaluate_pacman", "pacman_manhattan"), ("evaluate_capture", "capture_lists")],
)
def test_mutants_of_evaluators_are_rejected(name, style):
    fn = getattr(right_evaluation, style)
    survivors = [
        what
        for what, mutant in mutants(fn, vars(right_evaluation))
        if survives(EVALUATORS[name], mutant)
    ]
    lines = {int(what.split("line ")[1].split(":")[0]) for what in survivors}
    assert lines <= FREE[style], survivors


Found = namedtuple("Found", "value action")


@pytest.mark.parametrize(
    "dress",
    [
        lambda value, action: Found(value, action),
        lambda value, action: [Fraction(value), action],
        lambda value, action: (np.float64(value), action if action is None else np.int64(action)),
    ],
)
def test_what_says_the_same_is_accepted(dress):
    def dressed(*args, **more):
        return dress(*minimax(*args))

    assert passes(MINIMAX, dressed)
    assert passes(PACMAN, lambda game, state: Fraction(pacman_good(game, state)))


def test_views_and_generators_of_actions_are_collections():
    distinct_children = right_solution("distinct_children")

    def view(game, state):
        return dict.fromkeys(distinct_children(game, state)).keys()

    assert passes(DISTINCT_CHILDREN, view)
    assert passes(
        DISTINCT_CHILDREN,
        lambda game, state: iter(distinct_children(game, state)),
    )
