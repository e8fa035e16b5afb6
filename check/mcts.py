"""The check of a whole MCTS: what it chooses, and how its rollouts are spread.

First positions with one best action. Then questions about rollouts: how many there are, where they
end, what decides. How a solution stores its numbers is its own business. What can be seen from
outside is which action it returns and where its rollouts end: a game that writes down all ends
shows both.
"""

import random
import re
from dataclasses import replace
from functools import partial
from math import log, sqrt
from random import Random

from check.examine import examine
from check.exercise import Exercise, Sign
from check.instrumented import Watched, facts
from check.nodes import PASSES, chosen, grown, order_text, patterns, tree_game
from check.plaindata import simple
from check.positions import draw as draw_position
from check.report import Report
from check.runner import MCTS_DIAGNOSIS_SECONDS, Case
from check.trees import Turns, contrast_lines, draw, tree_text
from lib.game import MAX, MIN
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import expectimax
from lib.search import mcts as reference


def mcts(fn, seed: int = 0) -> Report:
    """Checks `mcts(game, state, iterations, c, rng) -> action`.

    One iteration is one rollout. UCB1 with `c` applies to the payoffs as they are. The final
    move is the most visited one. All randomness comes from `rng`. Totals may be stored in
    anybody's view. Two players, teams and passes are asked about, no CHANCE.
    """
    return examine(MCTS, fn, seed)


def _cases(seed):
    rng = Random(f"mcts {seed}")
    return [*_small_cases(rng), *_choices(rng), *_middles(rng), *_rollout_cases(rng), _fork(rng)]


def _small_cases(rng):
    """One action, one move to the end, and no more iterations than needed."""
    yield _choice(TreeGame([[1, 2]]), 5, 1.0, "small games", rng)
    for sides in ((MAX, MIN), (MIN, MAX)):
        leaves = rng.sample((-2, -1, 1, 2), 4)
        yield _choice(TreeGame(leaves, sides), 60, 1.0, "small games", rng)
        far = TreeGame([_forced(leaf) for leaf in leaves], sides)
        yield _choice(far, 60, 1.0, "small games", rng)
        yield _choice(
            TreeGame([leaves[0], [leaves[1]], leaves[2]], sides), 60, 1.0, "small games", rng
        )


def _forced(node, moves=25):
    """So many moves without a choice, then the node."""
    return node if moves == 0 else [_forced(node, moves - 1)]


def _choices(rng):
    """Trees of all turn orders in which the best action is not the one with the best average."""
    for group, sides in patterns():
        for scale in (1, 30):
            yield _choice(_trap(rng, group, sides, scale), 160, 1.0 * scale, group, rng)


_MIDDLE = "starting in the middle"


def _middles(rng):
    """Such trees in the middle of a game whose first state asks for another action."""
    for sides in ((MAX, MIN), (MIN, MAX)):
        trap = _trap(rng, "one opponent", sides, 1)
        values = _values(trap, expectimax)
        best = max(values, key=values.get)
        first = 9 * sides[1]  # so good for the other side that it would go there
        nested = [trap.tree, first] if best == 0 else [first, trap.tree]
        game, state = TreeGame(nested, sides[::-1]), (nested.index(trap.tree),)
        yield question(game, 160, 1.0, _MIDDLE, rng, None, best, state)


def _trap(rng, group, sides, scale):
    """A tree whose best action is clear, and is not what random or friendly play suggests."""
    while True:
        game = tree_game(rng, group, sides, 2 if len(sides) == 2 else 3)
        game = _with_leaves(game, rng, scale)
        values = _values(game, expectimax)
        if _margin(values) < 1.2 * scale:
            continue
        best = max(values, key=values.get)
        others = (_values(game, _average), _values(game, _friendly))
        if any(max(other, key=other.get) != best for other in others):
            return game


def _with_leaves(game, rng, scale):
    """The same game with leaves -1, 0 and 1 times `scale`."""

    def fresh(node):
        if isinstance(node, tuple):
            return [fresh(child) for child in node]
        return scale * rng.choice((-1, 0, 1))

    nested = fresh(game.tree)
    if isinstance(game, Turns):
        return Turns(nested, game.turns)
    return TreeGame(nested, game.sides, game.probabilities)


def _values(game, search):
    """The value of every action at the root, in the view of the side to move."""
    side = game.side(())
    return {a: side * search(game, game.result((), a))[0] for a in game.actions(())}


def _margin(values):
    first, second = sorted(values.values(), reverse=True)[:2]
    return first - second


def _average(game, state):
    """(the mean payoff when everybody plays at random, None)."""
    if game.is_terminal(state):
        return game.utility(state), None
    below = [_average(game, game.result(state, a))[0] for a in game.actions(state)]
    return sum(below) / len(below), None


def _friendly(game, state):
    """(the best payoff for the root's side when everybody helps, None)."""
    if game.is_terminal(state):
        return game.utility(state), None
    side = game.side(())
    below = [_friendly(game, game.result(state, a))[0] for a in game.actions(state)]
    return side * max(side * value for value in below), None


def _choice(game, iterations, c, group, rng):
    values = _values(game, expectimax)
    return question(game, iterations, c, group, rng, None, max(values, key=values.get))


_FORK = "the fork of tic-tac-toe"


def _fork(rng):
    """Tic-tac-toe: an edge draws, a corner loses. A wrong sign shows here, not at a win in one."""
    game = TicTacToe()
    state = game.parse("X..\n.O.\n..X\nO to move")
    return question(game, 1000, sqrt(2), _FORK, rng, None, {1, 3, 5, 7}, state)


def _agrees(expected, got, case) -> bool:
    if expected == []:
        return got == []
    return type(got) is int and got in (expected if type(expected) is set else {expected})


def _say(answer):
    if type(answer) is set:
        return " or ".join(f"action {action}" for action in sorted(answer))
    if type(answer) is list:
        return "; ".join(map(str, answer)) or "no fault"
    return f"action {answer}" if type(answer) is int else repr(answer)


def _profile(case, answer, right):
    """Which action, or which kinds of problems: not how many visits exactly."""
    if right or not answer.ok:
        return right, answer.kind
    if type(answer.value) is list:
        return [_roughly(problem) for problem in answer.value]
    return answer.value


def _roughly(problem):
    """A sentence about a problem, with visits in steps of 20 and without other numbers."""
    visits = re.search(r"visits \[([\d, ]+)\]", problem)
    steps = [round(int(n) / 20) for n in visits[1].split(",")] if visits else []
    return re.sub(r"\(.*|\d+", "", problem), steps


def _draw_question(game, state, problems, expected, answer=None):
    """The tree or board, with the right action beside the root, or the visits at the children."""
    if answer is None:
        return None
    if not isinstance(game, TreeGame):
        return draw_position(game, state)
    if not problems:
        got = _say(answer.value) if answer.ok else answer.text
        return draw(game, {state: contrast_lines(_say(expected), f"{got:.30}")})
    counts = _visits_in(answer)
    if counts is None or getattr(problems, "func", None) is not _spread:
        return _bars(str(answer.value)) if answer.ok else None
    level, values, c = problems.args
    node = (0,) * level
    side = game.side(node)
    wanted = _bandit([side * value for value in values], c, sum(counts), level)
    nested = tuple(values)
    for _ in range(level):
        nested = (nested,)
    beside = {
        (*node, i): contrast_lines(f"{right} visits", f"{got}")
        for i, (right, got) in enumerate(zip(wanted, counts, strict=True))
        if abs(right - got) > 3
    }
    shown = type(game)(nested, game.turns if isinstance(game, Turns) else game.sides)
    return draw(shown, beside)


def _bars(problem):
    """The numbers of a sentence about a problem as bars: visits of the actions, or two numbers."""
    from lib.draw import draw_bars

    visits = {int(a): int(n) for a, n in re.findall(r"(\d+): (\d+)", problem)}
    if visits:
        got, most = int(re.search(r"action (\d+)", problem)[1]), max(visits.values())
        said = {a: " (expected)" if n == most else "" for a, n in visits.items()} | {got: " (got)"}
        bars = {f"action {a}{said[a]}": n for a, n in visits.items()}
        return draw_bars(bars, title="Rollouts of the root's actions", chosen=f"action {got} (got)")
    made = re.search(r"\((\d+) for (\d+)\)", problem)
    worse = re.search(r"have (\d+) visits; the right number is (\d+)", problem)
    if not made and not worse:
        return None
    got, right = map(int, (made or worse).groups())
    title = "Rollouts" if made else "Visits of the worse children"
    bars = {"expected": right, "got": got}
    return draw_bars(bars, title=title, chosen="got")


def _visits_in(answer) -> list[int] | None:
    """The visits that a sentence about a problem tells."""
    found = re.search(r"visits \[([\d, ]+)\]", str(answer.value)) if answer.ok else None
    return [int(n) for n in found[1].split(",")] if found else None


def _picture(case, expected, answer, ask):
    return case.picture(answer) if case.picture else None


MCTS = Exercise(
    "mcts",
    "mcts(game, state, iterations, c, rng) -> action",
    _cases,
    lambda case: case.data,
    _agrees,
    say=_say,
    picture=_picture,
    complains=True,
    near=0.75,
    profile=_profile,
    signs=lambda seed: _signs(seed),
    diagnosis_seconds=MCTS_DIAGNOSIS_SECONDS,
    diagnosis_work=36_000,  # iterations of suspects: less than a second
    glance=True,
    pair_share=0.25,
    easy=("small games", *(group for group, _ in patterns()), _MIDDLE, _FORK),
)


def _rollout_cases(rng):
    """All questions about rollouts."""
    cases = [*_finals(rng), *_bandits(rng), *_deep(rng), *_below_others(rng)]
    return [*cases, _repeated(rng)]


_LEVELS = 6  # below the choice: so deep that no tree reaches the end


def _constant(value, levels=_LEVELS):
    """A subtree in which every game brings `value`."""
    return value if levels == 0 else [_constant(value, levels - 1)] * 2


def _bandits(rng):
    """A choice at the root between subtrees of known payoffs: UCB1 tells all visits."""
    for sides in ((MAX, MIN), (MIN, MAX), (MAX, MAX, MIN)):
        for c, scale in ((1.0, 1), (2.0, 1), (60.0, 40), (0.1, 0.125)):
            values = [scale * value for value in rng.sample((-2, -1, 0, 1, 2), 3)]
            game = TreeGame([_constant(value) for value in values], sides)
            spread = partial(_spread, 0, tuple(values), c)
            yield question(game, 90, c, "visits at the root", rng, spread)


def _deep(rng):
    """The same choice further down, after moves that are forced."""
    orders = [
        ("one opponent", (MAX, MIN), 1),
        ("one opponent", (MIN, MAX), 1),
        ("one opponent", (MAX, MIN), 2),
        ("several opponents in a row", (MAX, MIN, MIN), 1),
        ("several opponents in a row", (MAX, MIN, MIN), 2),
        ("two teams", (MAX, MAX, MIN), 1),
        ("two teams", (MAX, MIN, MAX, MIN), 2),
        ("two teams", (MIN, MIN, MAX, MAX), 3),
        (PASSES, (MAX, MAX), 1),
        (PASSES, (MIN, MAX, MAX), 2),
        (PASSES, (MAX, MIN, MIN, MAX), 3),
    ]
    for group, sides, forced in orders:
        values = rng.sample((-2, -1, 0, 1, 2), 3)
        nested = [_constant(value) for value in values]
        for _ in range(forced):
            nested = [nested]
        game = TreeGame(nested, sides)
        if group == PASSES:
            turns = {(0,) * k: 0 if sides[k] == MAX else 1 for k in range(forced + 1)}
            game = Turns(nested, turns)
        spread = partial(_spread, forced, tuple(values), 1.5)
        yield question(game, 100, 1.5, group, rng, spread)


def _spread(level, values, c, watched, iterations, action):
    """What is wrong with how the rollouts were spread: a list of sentences, empty if nothing."""
    problems = _common_problems(watched, iterations, action)
    if problems:
        return problems
    side = watched.side((0,) * level)
    counts = [sum(end[level] == i for end in watched.ends) for i in range(len(values))]
    wanted = _bandit([side * value for value in values], c, iterations, level)
    if any(abs(a - b) > 3 for a, b in zip(counts, wanted, strict=True)):
        order = "".join(sorted("abc", key=lambda x: -counts["abc".index(x)]))
        return [f"{_SPREAD} (payoffs {values}, visits {counts}, order {order})"]
    return problems


_SPREAD = "the visits do not follow UCB1 in the view of the side that chooses"


def _bandit(values, c, iterations, own):
    """How often UCB1 visits each of these payoffs; `own` visits of the node came before."""
    counts = [0] * len(values)
    for n in range(iterations - own):
        if n < len(values):
            counts[n] += 1
            continue
        bonus = log(n + min(own, 1))
        bounds = [v + c * sqrt(bonus / k) for v, k in zip(values, counts, strict=True)]
        counts[bounds.index(max(bounds))] += 1
    return counts


def _below_others(rng):
    """The same choice in six nodes: each of them has its own visits, not those of the root."""
    for sides in ((MAX, MIN), (MIN, MAX), (MAX, MAX, MIN)):
        scale = rng.choice((1, 40))
        values = [scale * value for value in rng.sample((-1, 0), 2)]
        game = TreeGame([[_constant(value, 4) for value in values]] * 6, sides)
        root = reference(game, (), iterations=360, c=3 * scale, rng=Random(0))
        worse = values.index(min(values) if game.side((0,)) == MAX else max(values))
        wanted = sum(child.children[worse].visits for child in root.children.values())
        problems = partial(_in_sum, worse, wanted)
        yield question(game, 360, 3 * scale, "visits below the root", rng, problems)


def _in_sum(worse, wanted, watched, iterations, action):
    """Like `_spread`, for one choice that is made in many nodes."""
    problems = _common_problems(watched, iterations, action)
    if problems:
        return problems
    count = sum(end[1] == worse for end in watched.ends)
    if abs(count - wanted) > 6:  # about 70: the order of first visits moves it by 4 at most
        return [f"{_SPREAD} (the worse children have {count} visits; the right number is {wanted})"]
    return []


def _common_problems(watched, iterations, action):
    """What is wrong in any search: the number of rollouts, the final move, the randomness."""
    ends = watched.ends
    if len(ends) != iterations:
        return [f"{_more_or_fewer(len(ends), iterations)} ({len(ends)} for {iterations})"]
    counts = {a: sum(end[0] == a for end in ends) for a in watched.actions(())}
    if type(action) is not int or action not in counts:
        return [f"it returned {action!r}, which is not an action"[:60]]
    if counts[action] < max(counts.values()):
        return [f"action {action} is not the most visited action (visits {counts})"]
    firsts = sum(end[-1] == 0 for end in ends)
    if iterations >= 60 and not 0.15 < firsts / iterations < 0.85:
        return ["the rollouts are not random"]
    return []


def _more_or_fewer(rollouts, iterations):
    """A sentence that says how the two numbers differ."""
    comparison = "more" if rollouts > iterations else "fewer"
    if rollouts == 0:
        return "it made no rollouts at all"
    if abs(rollouts - iterations) == 1:
        return f"it made one rollout {comparison} than there are iterations"
    if rollouts == 2 * iterations:
        return "it made two rollouts for each iteration"
    return f"it made {comparison} rollouts than there are iterations"


def _finals(rng):
    """Few iterations on noisy trees: the most visited action need not look best."""
    for iterations in (1, *(7, 9, 11, 13, 14, 15, 17, 18, 20) * 2):
        for c, levels in ((1500.0, 6), (300.0, 8)):
            sides = rng.choice(((MAX, MIN), (MIN, MAX)))
            game = TreeGame([grown(rng, levels) for _ in range(4)], sides)
            yield question(game, iterations, c, "the final move", rng, _common_problems)


def _signs(seed):
    """Rules for the final move that show in the rollouts, whatever tree they come from."""
    rng = Random(f"mcts signs {seed}")
    finals = [case for case in _finals(rng) if case.work > 1]
    rules = [Sign(name, ("the final move",), _by_rule(finals, name)) for name in _RULES]
    above = Case((rng.getrandbits(30),), "first rollouts", "signs", ask=_starts, data=_are_above)
    groups = dict.fromkeys(group for group, _ in patterns())
    more = ("visits at the root", "visits below the root", "the final move", _MIDDLE, _FORK)
    return [*rules, Sign("rollouts from the parent", (*groups, *more), [above])]


_FORCED = TreeGame([[[1, 2], [3, 4], [5, 6]]])
_CLEAR = TreeGame([[[1, 1], [1, 1]], [[-1, -1], [-1, -1]]], (MAX, MIN, MAX))
_RUNS = 24


def _starts(fn, args):
    """In how many of 24 searches two of the first rollouts of three new children begin alike.

    At the root, and below a forced move; then the share of rollouts behind a move that wins.
    """
    rng, alike = Random(args[0]), []
    for game, length in ((TreeGame(_FORCED.tree[0]), 1), (_FORCED, 2)):
        count = 0
        for _ in range(_RUNS):
            ends = _ends(fn, game, length + 2, rng)[length - 1 :]
            count += len({end[:length] for end in ends}) < len(ends)
        alike.append(count)
    ends = _ends(fn, _CLEAR, 60, rng)
    return [*alike, sum(end[0] == 0 for end in ends) / len(ends)]


def _ends(fn, game, iterations, rng):
    """Where the rollouts of a search have ended; an error if there were more or fewer."""
    watched = Watched(game)
    fn(watched, (), iterations, 0.5, rng)
    if len(watched.ends) != iterations:
        raise ValueError("not one rollout for each iteration")
    return watched.ends


def _are_above(answer) -> bool:
    """Whether rollouts begin above the new child: by chance alike, but led by the tree below."""
    if not answer.ok:
        return False
    *alike, share = answer.value
    return all(_RUNS / 3 < count < _RUNS for count in alike) and share > 0.75


def _by_rule(cases, name):
    """The cases with a test as data: whether the final move follows the rule."""

    def follows(answer):
        return answer.ok and type(answer.value) is list and name in answer.value

    return [replace(case, answer=_rules_followed, data=follows) for case in cases]


def _rules_followed(action, args):
    return _rules_of(args[0], args[3], simple(action))


_RULES = {  # each child by its visits n and its total for the mover, total, after N rollouts
    "the final move has the best mean": lambda n, total, N, c, side: total / n,
    "the final move has MAX's best mean": lambda n, total, N, c, side: side * total / n,
    "the final move has the largest total": lambda n, total, N, c, side: total,
    "the final move by UCB1": lambda n, total, N, c, side: total / n + c * sqrt(log(N) / n),
    "the least visited move": lambda n, total, N, c, side: -n,
    "visits in the mover's view": lambda n, total, N, c, side: side * n,
}


def _rules_of(watched, c, action):
    """The names of all rules that choose this action among the root's, by the rollouts made."""
    side, ends = watched.side(()), watched.ends
    payoffs = {a: [side * watched._game.utility(e) for e in ends if e[0] == a] for a in range(4)}
    if not all(payoffs.values()) or action not in payoffs:
        return []
    names = []
    for name, rule in _RULES.items():
        worth = {a: rule(len(p), sum(p), len(ends), c, side) for a, p in payoffs.items()}
        if worth[action] >= max(worth.values()) - 1e-9:
            names.append(name)
    return names


def _repeated(rng):
    """The same seed twice, and another one."""
    nested = [grown(rng, 6) for _ in range(3)]
    game, seed = TreeGame(nested), rng.getrandbits(30)
    label = f"{tree_text(game)}, 60 iterations, c 300, three times"
    return Case((game, seed), label, "random numbers", ask=_again, data=[])


def _again(fn, args):
    game, seed = args
    runs, state = [], random.getstate()
    for source in (seed, seed, seed + 1):
        watched = Watched(game)
        fn(watched, (), 60, 300.0, Random(source))
        runs.append(watched.ends)
    if runs[0] != runs[1]:
        own = random.getstate() == state
        return [_REPEAT if own else f"{_REPEAT}: they come from the module `random`"]
    return ["another seed gives the same rollouts"] if runs[0] == runs[2] else []


_REPEAT = "the same seed does not give the same rollouts"


def question(game, iterations, c, group, rng, problems, data=None, state=None):
    """One search, with fresh random numbers for each call; its action, or its `problems`."""
    seed = rng.getrandbits(30)
    state = game.initial_state() if state is None else state

    def build():
        watched = Watched(game) if problems else game
        return watched, state, iterations, c, Random(seed)

    def answer(action, args):
        return problems(args[0], iterations, simple(action)) if problems else chosen(action, args)

    where = tree_text(game) if isinstance(game, TreeGame) else f"{game!r}"
    order = order_text(game) if isinstance(game, Turns) else ""
    return Case(
        (),
        " ".join(f"{where}, {order} {iterations} iterations, c {c:.3g}".split()),
        group,
        build=build,
        observe=lambda args: facts(args[0]),
        answer=answer,
        data=[] if problems else data,
        work=iterations,
        picture=partial(_draw_question, game, state, problems, data),
    )
