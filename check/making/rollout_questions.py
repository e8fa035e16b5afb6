"""Questions about the rollouts of an MCTS: how many there are, where they end, what decides.

How a solution stores its numbers is its own business. What can be seen from outside is which
action it returns and where its rollouts end. A game that writes down all ends shows both.
"""

import random
from functools import partial
from math import log, sqrt
from random import Random

from check.instrumented import Watched, facts
from check.making.games import Turns
from check.making.nodes import PASSES, grown, order_text, plausible
from check.making.trees import draw, tree_text
from check.plaindata import simple
from check.runner import Case
from lib.game import CHANCE, MAX, MIN
from lib.games.tree import TreeGame
from lib.search import mcts as reference


def rollout_cases(rng):
    """All questions about rollouts."""
    cases = [*_finals(rng), *_bandits(rng), *_deep(rng), *_below_others(rng)]
    return [*cases, *_draws(rng), *_late_draws(rng), *_below_chance(rng), _repeated(rng)]


def chosen(action, args):
    """The answer where only the action counts."""
    action = simple(action)
    return action if type(action) in (int, str, type(None)) else f"{action!r}"[:60]


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


def _below_chance(rng):
    """A choice after a draw: the tree grows there too, and does not only roll."""
    for sides in ((MAX, CHANCE, MIN), (MIN, CHANCE, MAX)):
        values = rng.sample((-1, 0), 2)
        game = TreeGame([[[_constant(value, 4) for value in values]] * 2], sides)
        worse = values.index(min(values) if game.side((0, 0)) == MAX else max(values))
        problems = partial(_grows, worse)
        yield question(game, 200, 1.0, "chance in the tree", rng, problems)


def _grows(worse, watched, iterations, action):
    problems = _common_problems(watched, iterations, action)
    count = sum(end[2] == worse for end in watched.ends)
    if problems or count < iterations / 4:  # about 1 in 20 by UCB1, 1 in 2 by chance
        return problems
    return [f"{_SPREAD} after a draw of CHANCE (the worse child got {count} of {iterations})"]


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


def _draws(rng):
    """A CHANCE node after a forced move: its outcomes must come by their chances."""
    for sides in ((MAX, CHANCE, MIN), (MIN, CHANCE, MAX)):
        chances = tuple(rng.sample((1 / 16, 4 / 16, 11 / 16), 3))
        nested = [[_constant(value) for value in rng.sample((-2, 0, 2), 3)]]
        game = TreeGame(nested, sides, {(0,): chances})
        yield question(game, 120, 1.0, "chance in the tree", rng, partial(_drawn, chances))


_plausible = partial(plausible, slack=2)


def _drawn(chances, watched, iterations, action):
    problems = _common_problems(watched, iterations, action)
    counts = [sum(end[1] == i for end in watched.ends) for i in range(len(chances))]
    if problems or all(_plausible(n, iterations, p) for n, p in zip(counts, chances, strict=True)):
        return problems
    return [f"the outcomes do not come with their chances {chances} (visits {counts})"]


def _late_draws(rng):
    """CHANCE so deep that only rollouts come there."""
    sides = (MAX, MIN) * 4 + (CHANCE,)
    first = rng.choice((1 / 4, 3 / 4))
    plain = TreeGame(_constant(rng.choice((-1, 0, 1)), len(sides)), sides)
    deep = [path for path in plain._paths(()) if len(path) == len(sides) - 1]
    game = TreeGame(plain.tree, sides, dict.fromkeys(deep, (first, 1 - first)))
    yield question(game, 300, 1.0, "chance in rollouts", rng, partial(_drawn_last, first))


def _drawn_last(first, watched, iterations, action):
    problems = _common_problems(watched, iterations, action)
    count = sum(end[-1] == 0 for end in watched.ends)
    if problems or _plausible(count, iterations, first):
        return problems
    return [f"the rollouts do not draw by the chances ({count} of {iterations} for {first:.0%})"]


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
        picture=(lambda: draw(game)) if isinstance(game, TreeGame) and not problems else None,
    )
