"""Wrong solutions as students write them, in their own style: the mistake still gets its name."""

import random
from dataclasses import replace
from math import exp, inf, log, sqrt
from types import SimpleNamespace

import pytest

import check
from check import messages
from check.catalogue import both, right_solution, with_numbers
from check.diagnosis import (
    DIFFERS,
    Named,
    _by_signs,
    _LineUp,
    _numbers_in,
    _Suspect,
    _together,
)
from check.exercise import Sign
from check.pointing import lines_of
from check.runner import Case, arguments
from lib.game import CHANCE, MAX
from tests.check.battery import battery, verdict
from tools.mutants import exercise_of


def max_then_min(game, state, rounds, evaluate):
    """Two functions that call each other."""

    def value(node, plies, best, other):
        if game.is_terminal(node):
            return game.utility(node), None
        if plies == 0:
            return evaluate(game, node), None
        values = {
            action: value(game.result(node, action), plies - 1, other, best)[0]
            for action in game.actions(node)
        }
        action = best(values, key=values.get)
        return values[action], action

    return value(state, rounds * len(game.sides), max, min)


def by_agent_number(game, state, rounds, evaluate, number=0, done=0):
    """The usual one for Pacman: agent 0 begins, and the last ghost ends the round."""
    if game.is_terminal(state):
        return game.utility(state), None
    if done == rounds:
        return evaluate(game, state), None
    last = number == len(game.sides) - 1
    after = (0, done + 1) if last else (number + 1, done)
    best = None
    for action in game.actions(state):
        child = game.result(state, action)
        value = by_agent_number(game, child, rounds, evaluate, *after)[0]
        if best is None or game.sides[number] * value > game.sides[number] * best[0]:
            best = value, action
    return best


def plain(game, node, plies, evaluate):
    if game.is_terminal(node):
        return game.utility(node)
    if plies == 0:
        return evaluate(game, node)
    values = [plain(game, game.result(node, a), plies - 1, evaluate) for a in game.actions(node)]
    return max(values) if game.side(node) == MAX else min(values)


def bare_at_the_root(game, state, rounds, evaluate):
    plies = rounds * len(game.sides)
    if game.is_terminal(state) or not plies:
        return plain(game, state, plies, evaluate)
    values = {
        action: plain(game, game.result(state, action), plies - 1, evaluate)
        for action in game.actions(state)
    }
    action = (max if game.side(state) == MAX else min)(values, key=values.get)
    return values[action], action


def only_max_cuts(game, state, rounds, evaluate):
    def value(node, plies, alpha, beta):
        if game.is_terminal(node):
            return game.utility(node), None
        if plies == 0:
            return evaluate(game, node), None
        best, found = None, None
        for action in game.actions(node):
            new = value(game.result(node, action), plies - 1, alpha, beta)[0]
            if game.side(node) == MAX:
                if best is None or new > best:
                    best, found = new, action
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            else:
                if best is None or new < best:
                    best, found = new, action
                beta = min(beta, best)
        return best, found

    return value(state, rounds * len(game.sides), -inf, inf)


def random_outcome(game, state, rounds, evaluate):
    def value(node, plies):
        if game.is_terminal(node):
            return game.utility(node), None
        if plies == 0:
            return evaluate(game, node), None
        values = {a: value(game.result(node, a), plies - 1)[0] for a in game.actions(node)}
        if game.side(node) == CHANCE:
            return random.choice(list(values.values())), None
        action = (max if game.side(node) == MAX else min)(values, key=values.get)
        return values[action], action

    return value(state, rounds * len(game.sides))


def alphazero(total, visits, parent_visits, c):
    return total / visits + c * sqrt(parent_visits) / (1 + visits) if visits else inf


def bracket(total, visits, parent_visits, c):
    return total / visits + c * sqrt(log(parent_visits / visits)) if visits else inf


def to_move(node, value):
    """The Pentago agent of lesson 9."""
    while node is not None:
        node.visits += 1
        node.total += value if node.side == MAX else -value
        node = node.parent


def moved_into(node, value):
    while node:
        node.visits += 1
        node.total += value if node.parent and node.parent.side == MAX else -value
        node = node.parent


def items(root):
    return max(root.children.items(), key=lambda item: item[1].visits)


def straight_to_food(game, state):
    """The score and the way to food; nobody asks whether the game is lost."""
    ways = [abs(state.pacman[0] - x) + abs(state.pacman[1] - y) for x, y in sorted(state.food)]
    return game.score(state) - min(ways, default=0)


NAMES = [
    ("minimax", max_then_min, "max and min in turn"),
    ("minimax", by_agent_number, "agent 0 always begins"),
    ("minimax", bare_at_the_root, "no pair where nobody moves"),
    ("alphabeta", only_max_cuts, "only MAX cuts"),
    ("expectimax", random_outcome, "another answer each time"),
    ("ucb1", alphazero, "the bonus of AlphaZero"),
    ("ucb1", bracket, "the logarithm of the quotient"),
    ("backpropagate", to_move, "the view of the side to move"),
    ("backpropagate", moved_into, "the view of the side that moved"),
    ("best_action", items, "action and node together"),
]


@pytest.mark.parametrize(("exercise", "wrong", "name"), NAMES)
def test_a_student_s_own_style_gets_the_name(exercise, wrong, name):
    random.seed(0)  # one of these solutions draws
    report = getattr(check, exercise)(wrong)
    assert report.diagnosis == name, str(report)


def test_an_evaluator_is_named_by_what_a_change_does_to_its_own_values():
    report = check.evaluate_pacman(straight_to_food)
    assert report.names == ("ghosts do not count", "the end is worth too little")


def narrows_but_never_cuts(game, state, rounds, evaluate):
    def visit(s, d, alpha, beta):
        if game.is_terminal(s):
            return game.utility(s), None
        if d == 0:
            return evaluate(game, s), None
        side, best, move = game.side(s), None, None
        for a in game.actions(s):
            value, _ = visit(game.result(s, a), d - 1, alpha, beta)
            if best is None or side * value > side * best:
                best, move = value, a
            if side == MAX:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return best, move

    return visit(state, rounds * len(game.sides), -inf, inf)


def test_of_two_mistakes_with_the_same_answers_the_code_denies_one():
    assert check.alphabeta(narrows_but_never_cuts).diagnosis == "nothing is cut"


def test_two_mistakes_are_not_named_if_they_are_wrong_where_the_learner_is_right():
    names = ("c under the root", "a large number instead of infinity")
    one, other = (next(e for e in check.catalogue("ucb1") if e.name == name) for name in names)
    exercise = exercise_of("ucb1")
    cases = battery(exercise)

    def is_explained(wrong):
        right, answers = verdict(exercise, wrong, cases)
        line_up = _LineUp(exercise, cases, answers, right, range(len(cases)))
        return line_up.both_explain(_together(one, other, cases))

    assert is_explained(both(one, other).wrong) and not is_explained(one.wrong)


def a_million_for_infinity(game, state, rounds, evaluate):
    def visit(s, d):
        if game.is_terminal(s):
            return game.utility(s), None
        if d == 0:
            return evaluate(game, s), None
        side = game.side(s)
        best, move = -side * 7**6, None
        for a in game.actions(s):
            value = visit(game.result(s, a), d - 1)[0]
            if side * value > side * best:
                best, move = value, a
        return best, move

    return visit(state, rounds * len(game.sides))


def test_a_mistake_with_a_number_is_known_with_the_learner_s_number():
    assert _numbers_in(["x = 7**6 + 2 * 0.25 - 1"]) == (7**6, 0.25)
    assert _numbers_in(["x = ("]) == ()
    made = {one.name: one.source for one in with_numbers("minimax", (7**6,))}
    assert "best, best_action = -side * 117649, None" in made["a large number for infinity"]
    report = check.minimax(a_million_for_infinity)
    assert report.diagnosis in ("the best value starts at 100", "a large number for infinity")


def zeros_for_an_error(logits, legal):
    top = max(logits)
    powers = [exp(one - top) if ok else 0.0 for one, ok in zip(logits, legal, strict=True)]
    total = sum(powers)
    return [power / total for power in powers] if total else powers


def ones_for_an_error(logits, legal):
    shares = zeros_for_an_error(logits, legal)
    return shares if sum(shares) else [0.5] * len(shares)


@pytest.mark.parametrize("wrong", [zeros_for_an_error, ones_for_an_error])
def test_an_error_with_an_answer_in_its_place_is_known_by_where_it_comes(wrong):
    report = check.policy(wrong)
    assert report.names == ("the highest of all moves",) and "This looks like" in report.message


def zeros_elsewhere(logits, legal):
    """Wrong where one logit is far below: no error of the catalogue comes just there."""
    top = max(one for one, ok in zip(logits, legal, strict=True) if ok)
    if sum(legal) == 2 and len(logits) > 2:
        return [0.0] * len(logits)
    powers = [exp(one - top) if ok else 0.0 for one, ok in zip(logits, legal, strict=True)]
    return [power / sum(powers) for power in powers]


def test_wrong_in_other_cases_than_the_error_it_has_no_name():
    assert check.policy(zeros_elsewhere).diagnosis is None


def test_an_error_in_other_fresh_cases_than_the_learner_s_confirms_nothing():
    exercise = exercise_of("policy")
    mistake = next(e for e in check.catalogue("policy") if e.name == "the highest of all moves")
    _, answers = verdict(exercise, mistake.wrong, battery(exercise))
    ended = [
        arguments(case)
        for case, answer in zip(battery(exercise), answers, strict=True)
        if answer.kind == "error"
    ]

    def wrong_in_these_alone(logits, legal):
        ok = (logits, legal) not in ended
        return right_solution("policy")(logits, legal) if ok else [0.0] * len(logits)

    assert ended and check.policy(zeros_for_an_error).names == (mistake.name,)
    assert check.policy(wrong_in_these_alone).diagnosis is None


def test_a_line_is_shown_only_if_it_looks_like_one_of_the_mistake():
    def unlike(total, visits, parent_visits, c):
        kinds = {total: "a", visits: "b"}
        return sorted(kinds)[0] or "none"

    def alike(total, visits, parent_visits, c):
        kinds = {total: "a", visits: "b"}
        average = total // visits
        return kinds and average

    mistake = next(e for e in check.catalogue("ucb1") if e.name == "floor division")
    assert [*lines_of(unlike, mistake)] == []
    lit = [line.strip() for line, here in lines_of(alike, mistake) if here]
    assert lit == ["average = total // visits"]


def test_a_solution_that_counts_its_calls_answers_differently():
    def counts(total, visits, parent_visits, c, calls=[]):  # noqa: B006 (that is the mistake)
        calls.append(total)
        return right_solution("ucb1")(total, visits, parent_visits, c) * 0.5 ** len(calls) + 1

    assert check.ucb1(counts).names == (DIFFERS.name,)


@pytest.mark.parametrize(
    ("groups", "signs", "names", "sentence"),
    [
        (["a"], ["a"], 1, messages.IT_DOES),
        (["a", "b"], ["a"], 1, messages.AMONG_OTHERS),
        (["a", "b"], ["a", "b"], 2, messages.TWO_AT_ONCE),
        (["b"], ["a"], 0, ""),
    ],
)
def test_a_sign_names_what_it_explains_and_says_if_there_is_more(groups, signs, names, sentence):
    known = dict(zip("ab", check.catalogue("ucb1"), strict=False))
    asked = Case((1,), "one", data=lambda answer: answer.value == 1)
    exercise = SimpleNamespace(
        name="ucb1",
        seconds=1,
        signs=lambda seed: [Sign(known[g].name, (g,), [asked]) for g in signs],
    )
    cases = [Case((), "", group) for group in groups]
    line_up = SimpleNamespace(exercise=exercise, cases=cases, failing=range(len(cases)))
    found, refuted = _by_signs(line_up, lambda number: number, 0)
    assert found.mistakes == tuple(known[g] for g in groups[:names]) and found.sentence == sentence
    assert not refuted
    shown = {known[group].name for group in signs if group in groups}
    assert _by_signs(line_up, lambda number: 2, 0) == (Named(), shown)


def test_of_two_errors_that_come_in_the_same_cases_none_is_named():
    exercise = exercise_of("policy")
    right, answers = verdict(exercise, zeros_for_an_error, battery(exercise))
    line_up = _LineUp(exercise, battery(exercise), answers, right, range(len(answers)))
    (found,) = line_up.patched()
    twin = replace(found.mistakes[0], name="another mistake")
    line_up.entries.append(_Suspect(twin, line_up.cases))
    assert [*line_up.patched()] == []


def test_a_wrong_form_is_named_only_where_every_answer_has_it():
    def adds_to_all_but_the_root(node, value):
        node.visits += 1
        if node.parent is not None:
            node.total += value
            adds_to_all_but_the_root(node.parent, value)

    assert check.backpropagate(adds_to_all_but_the_root).diagnosis != messages.AS_TEXT[0]
    quoted = lambda *args: str(right_solution("ucb1")(*args))  # noqa: E731
    assert check.ucb1(quoted).diagnosis == messages.AS_TEXT[0]
