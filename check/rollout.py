"""The checks of rollout, without and with CHANCE: how often each payoff comes, and from where."""

from dataclasses import replace
from functools import partial
from random import Random

from check.examine import examine
from check.exercise import Exercise, Partial
from check.nodes import (
    AGAIN,
    exact_chances,
    handmade,
    node_at,
    order_text,
    patterns,
    plausible,
    similar_counts,
    snapshot,
    top,
    tree_game,
)
from check.plaindata import encode, simple
from check.report import Report
from check.runner import Case
from check.trees import Corridor, contrast_lines, draw
from lib.game import CHANCE, MAX, MIN
from lib.games.tree import TreeGame


def rollout(fn, seed: int = 0) -> Report:
    """Checks `rollout(game, node, rng) -> float`: MAX's payoff after random play to the end.

    All actions are equally likely. All randomness comes from `rng`, and the node stays as it is.
    A finished game is worth its utility. Two players, teams and passes are asked about.
    """
    return examine(ROLLOUT, fn, seed)


def rollout_chance(fn, seed: int = 0) -> Report:
    """Checks `rollout_chance(game, node, rng) -> float`: CHANCE draws by `game.probability`."""
    return examine(ROLLOUT_CHANCE, fn, seed)


_ROLLOUTS, _FEW = 150, 20


def _cases(seed, chance=False):
    rng = Random(f"rollout {seed}")
    cases = []
    for group, sides in patterns(chance):
        for levels, path in ((2, ()), (4, (rng.randrange(2),))):
            game = tree_game(rng, group, sides, levels, branching=3 if levels == 2 else 2)
            cases.append(_case(game, group, path, rng))
        cases.append(_case(game, "finished games", (1, 0, 1, 1), rng))
    if chance:  # three outcomes, the second not rare
        thirds = TreeGame([5, -8, 13], (CHANCE, MAX), {(): (0.25, 0.375, 0.375)})
        cases.append(_case(thirds, "chance after a move", (), rng))
        rare = TreeGame([7, -3, 11], (CHANCE, MAX), {(): (0.5, 0.4375, 0.0625)})  # the last one
        cases.append(_case(rare, "chance after a move", (), rng))
        loaded = {(0,): (0.875, 0.125), (1,): (0.125, 0.875)}  # a player first, then loaded dice
        below = TreeGame([[5, -8], [13, 2]], (MAX, CHANCE), loaded)
        cases.append(_case(below, "chance after a move", (), rng))
        row = loaded | {(): (0.25, 0.75)}  # three dice, each loaded in its own way
        dice = TreeGame([[5, -8], [13, 2]], (CHANCE, CHANCE), row)
        cases.append(_case(dice, "several chances in a row", (), rng))
    forced = TreeGame([[[5], [[-8]]], [[13]]])
    cases += [_case(forced, "forced moves", path, rng) for path in ((), (1,))]
    uneven = TreeGame([[2, 3, 5, 7, 11, -4], [13]])  # most ends are behind one action
    cases += [_case(uneven, "forced moves", path, rng) for path in ((), (0,))]
    cases.append(_case(TreeGame([[1, 0], [-1, 0]]), "one opponent", (), rng))
    for group, sides in patterns(chance):  # few rollouts: suspects are soon done with these
        game = tree_game(rng, group, sides, 2, branching=2)
        cases.append(_case(game, group, (), rng, rollouts=_FEW))
    cases += [_long_case(n, rng) for n in (12, 40, 250)]
    game = tree_game(rng, "one opponent", (MAX, MIN), 2, branching=3)
    label = f"the root of a tree, {order_text(game)}: two actions were tried, the third was not"
    return [*cases, _case(game, "one opponent", (), rng, label, begun=True)]


def _long_case(moves, rng):
    """A game of so many moves: whoever cuts a rollout short comes to no end."""
    game = Corridor(moves, rng.sample(range(2, 30), 2))
    label = f"the first position of a game of {moves + 1} moves"
    return _case(game, "long games", (), rng, label, _FEW)


def _case(game, group, path, rng, label=None, rollouts=_ROLLOUTS, begun=False):
    """Rollouts from one node; `begun`: the root has children, and one untried action."""
    seed = rng.getrandbits(30)
    levels, partly = (1, 1) if begun else (len(path), 0)

    def calls():
        node = node_at(handmade(game, seed, 1.4, levels, partly), path)
        rng, twin = Random(seed), Random(seed)
        return [(game, node, rng)] * rollouts + [(game, node, twin)] * min(rollouts, AGAIN)

    return Case(
        (),
        label or f"the node {path} of a tree, {order_text(game)}",
        group,
        calls=calls,
        observe=lambda calls: snapshot(top(calls[0][1])),
        answer=partial(_counted_payoffs, exact_chances(game, path), rollouts),
        work=rollouts,
        data=exact_chances(game, path),
        picture=partial(_draw_payoffs, game, path) if isinstance(game, TreeGame) else None,
    )


def _draw_payoffs(game, path, expected, answer):
    """The tree; beside some ends how often their payoffs should come, and how often they did."""
    got, ends = {}, [end for end in game._paths(()) if game.is_terminal(end)]
    if answer.ok and answer.value[1]:
        total = sum(answer.value[0].values())
        got = {value: n / total for value, n in answer.value[0].items()}
    below = [end for end in ends if end[: len(path)] == path]
    share = {end: (expected[game.utility(end)], got.get(game.utility(end), 0)) for end in below}
    gap = {end: abs(right - came) for end, (right, came) in share.items()}
    marked = sorted(gap, key=gap.get)[-2:] if got else []
    beside = {
        end: contrast_lines(*(f"{part:.0%}" for part in share[end]))
        for end in marked
        if gap[end] > _SEEN
    }
    lines = contrast_lines(_say(expected)[:40], _got(answer)[:40])
    return draw(game, beside or {path: lines}, root=path)


_SEEN = 0.08  # difference of two shares that is worth a look


def _got(answer):
    return _say(answer.value) if answer.ok else answer.text


def _picture(case, expected, answer, ask):
    return case.picture(expected, answer) if case.picture else None


def _counted_payoffs(chances, rollouts, returned, calls):
    """(how often each payoff came, whether the same seed gives the same, global draws, fair)."""
    lines = [encode(value) for value in returned.values]  # or NotPlain, which says what it is
    repeated = lines[rollouts:] == lines[: min(rollouts, AGAIN)]
    counts = {}
    for value in map(simple, returned.values[:rollouts]):
        value = float(f"{value:.9g}") if type(value) is float else value  # of two ways of counting
        key = value if type(value) in (int, float, str, bool, type(None)) else repr(value)[:40]
        counts[key] = counts.get(key, 0) + 1
    fair = _is_fair(counts, rollouts, chances)
    return counts if repeated else {}, repeated, returned.random_untouched, fair


def _is_fair(counts, rollouts, chances) -> bool:
    """Whether these payoffs may have come by these chances."""
    if any(type(value) not in (int, float) for value in counts) or not set(counts) <= set(chances):
        return False
    return all(plausible(counts.get(v, 0), rollouts, p) for v, p in chances.items())


def _agrees(expected, got, case) -> bool:
    _, repeated, _, fair = got
    return repeated and fair


def _say(answer):
    """The most frequent payoffs, or what is wrong with the random numbers."""
    if type(answer) is dict:
        shares = [f"{v!r} ({p:.0%})" for v, p in sorted(answer.items(), key=lambda i: -i[1])]
        return "payoffs " + ", ".join(shares[:5])
    counts, repeated, untouched, _ = answer
    if not repeated:
        source = "other payoffs for the same seed"
        return source if untouched else f"{source}: they come from the module `random`"
    total = sum(counts.values())
    return _say({value: n / total for value, n in counts.items()})


def _similar(one, other) -> bool:
    """Whether two counts of payoffs, and where they come from, may be of one solution."""
    return one[1:3] == other[1:3] and similar_counts(one[0], other[0])


ROLLOUT = Exercise(
    "rollout",
    "rollout(game, node, rng) -> float",
    _cases,
    lambda case: case.data,
    _agrees,
    say=_say,
    picture=_picture,
    similar=_similar,
    partial=Partial(
        "A kind whose payoffs are right but do not come from `rng` counts half.",
        lambda expected, got, case: 0.5 * got[3],
    ),
    easy=("finished games", "forced moves", "long games"),
)
ROLLOUT_CHANCE = replace(
    ROLLOUT,
    name="rollout_chance",
    signature="rollout_chance(game, node, rng) -> float",
    cases=partial(_cases, chance=True),
)
