"""A tree to prune by hand: look at leaves or skip the rest of a node, then compare.

What alpha-beta does comes from a recorded `alphabeta`, and whether a leaf could matter from
`minimax` of what was seen. Without a kernel it works until somebody changes the numbers.
"""

import json
from string import ascii_lowercase

import anywidget
import traitlets

from lib.draw.svg import number
from lib.game import MAX, MIN, SIDE_NAMES
from lib.games.tree import TreeGame
from lib.messages import refuse_if
from lib.search import alphabeta, minimax
from lib.trace import record
from lib.widgets import messages as say
from lib.widgets.frames import program


def prune_tree(nested, sides=(MAX, MIN)) -> "PruneTree":
    """A tree of nested lists with covered leaves, to be searched in order by the learner."""
    return PruneTree(_checked(TreeGame(nested, sides)))


class PruneTree(anywidget.AnyWidget):
    """The tree in the browser; it sends other numbers back as {"text": "[[3, 5], ...]"}."""

    _esm, _css = program("prune_tree")
    alone = traitlets.Bool(True).tag(sync=True)  # a page without a kernel may show it
    words = traitlets.Dict(say.PRUNE).tag(sync=True)
    sides = traitlets.List([]).tag(sync=True)
    board = traitlets.Dict({}).tag(sync=True)  # the tree, and what is true of it
    problem = traitlets.Unicode("").tag(sync=True)

    def __init__(self, game: TreeGame):
        super().__init__(sides=list(game.sides), board=verdicts(game))
        self.on_msg(self._heard)

    def _heard(self, _, message, buffers):
        """Takes other numbers, or says why it cannot."""
        told = ""
        try:
            self.board = verdicts(_checked(TreeGame(json.loads(message["text"]), self.sides)))
        except ValueError as problem:
            told = say.NOT_A_LIST if isinstance(problem, json.JSONDecodeError) else str(problem)
        self.send({"problem": told})

    def __repr__(self) -> str:
        return say.PRUNE_ABOUT


def _checked(game):
    """The same game, or a ValueError if it is no tree for this widget."""
    refuse_if(not set(game.sides) <= {MAX, MIN}, say.PRUNE_NO_CHANCE)
    count = len(_leaves(game, ()))
    refuse_if(not 2 <= count <= len(ascii_lowercase), say.PRUNE_SIZE, count=count)
    return game


def _leaves(game, state, actions=None):
    """The leaves below a state, or below these actions there, in search order."""
    if game.is_terminal(state):
        return [state]
    actions = game.actions(state) if actions is None else actions
    return [leaf for action in actions for leaf in _leaves(game, game.result(state, action))]


def verdicts(game: TreeGame) -> dict:
    """The tree, the leaves alpha-beta looks at, words for each stop, such as "0.1:2"."""
    leaves = _leaves(game, ())
    names = dict(zip(leaves, ascii_lowercase, strict=False))
    with record() as trace:
        alphabeta(game, ())
    early, cuts = {}, {}
    for call in trace.calls:
        place = ".".join(map(str, call.state))
        for seen, child in enumerate(call.children[1:], 1):
            looked = [c.state for c in trace.calls[:child] if c.kind == "terminal"]
            left = _leaves(game, call.state, game.actions(call.state)[seen:])
            early[f"{place}:{seen}"] = _early(game, names, looked, left, len(call.state) + 1)
        if call.skipped:
            rest = ", ".join(names[leaf] for leaf in _leaves(game, call.state, call.skipped))
            bound = number(call.alpha if call.side == MIN else call.beta)
            facts = {"value": number(call.value), "bound": bound, "rest": rest}
            facts |= {"side": SIDE_NAMES[call.side], "other": SIDE_NAMES[-call.side]}
            cuts[f"{place}:{len(call.children)}"] = say.PRUNE_WHY.format(**facts)
    looked = [names[call.state] for call in trace.calls if call.kind == "terminal"]
    tree = json.loads(json.dumps(game.tree))
    return {"tree": tree, "looked": looked, "early": early, "cuts": cuts}


def _early(game, names, looked, rest, level):
    """Which leaf of the rest could still change the answer so far, and by what number."""
    old, _ = minimax(TreeGame(_only(game, looked, {}), game.sides), ())
    seen = [game.utility(leaf) for leaf in looked]
    other = sorted({value + step for value in seen for step in (-1, 1)}, key=abs)
    real = [(leaf, game.utility(leaf), say.PRUNE_IS) for leaf in rest if len(leaf) == level]
    tries = real + [(leaf, value, say.PRUNE_WERE) for leaf in rest for value in other]
    for leaf, value, words in tries:
        new, _ = minimax(TreeGame(_only(game, [*looked, leaf], {leaf: value}), game.sides), ())
        if new != old:
            facts = {"leaf": names[leaf], "value": number(value), "old": number(old)}
            return words.format(new=number(new), **facts)
    raise AssertionError(rest)  # alpha-beta looks at nothing that cannot matter


def _only(game, leaves, values, state=()):
    """The tree with these leaves alone, some of them with other values; None if none is left."""
    if game.is_terminal(state):
        return values.get(state, game.utility(state)) if state in leaves else None
    children = [_only(game, leaves, values, game.result(state, a)) for a in game.actions(state)]
    return [child for child in children if child is not None] or None
