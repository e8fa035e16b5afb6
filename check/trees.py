"""Questions about small trees: the games, random trees, and smaller ones that still fail."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from types import SimpleNamespace

from check.instrumented import facts
from check.plaindata import is_number, same_number
from check.runner import Case
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES, Game
from lib.games.tree import TreeGame
from lib.trace import Call


class Stones(Game):
    """Take one or two stones; whoever takes the last one wins for its side."""

    def __init__(self, stones, sides=(MAX, MIN)):
        self.stones, self.sides = stones, sides

    def initial_state(self):
        return (self.stones, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return tuple(range(1, min(2, state[0]) + 1))

    def result(self, state, action):
        if action not in self.actions(state):
            raise ValueError(f"cannot take {action!r} of {state[0]} stones")
        return (state[0] - action, (state[1] + 1) % len(self.sides))

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return self.sides[state[1] - 1]

    def __repr__(self):
        return f"Stones({self.stones})"


class Corridor(Game):
    """So many moves without a choice, then one choice between two payoffs."""

    def __init__(self, moves, payoffs, sides=(MAX, MIN)):
        self.moves, self.payoffs, self.sides = moves, payoffs, sides

    def initial_state(self):
        return ()

    def to_move(self, state):
        return sum(state) % 2

    def actions(self, state):
        if not state or state[0] < self.moves:
            return (0,)
        return (0, 1) if len(state) == 1 else ()

    def result(self, state, action):
        if action not in self.actions(state):
            raise ValueError(f"no action {action!r} in {state}")
        if state and state[0] == self.moves:
            return (*state, action)
        return (sum(state) + 1,)

    def is_terminal(self, state):
        return len(state) == 2

    def utility(self, state):
        return self.payoffs[state[1]]


class Turns(TreeGame):
    """A tree in which the state says who moves: somebody may pass, or move twice."""

    def __init__(self, nested, turns, sides=(MAX, MIN), probabilities=None):
        self.turns = turns  # the agent to move, by path; agent 0 where nothing is said
        super().__init__(nested, sides, probabilities)

    def to_move(self, state):
        return self.turns.get(state, 0)

    def __repr__(self):
        return f"Turns({self.tree!r}, {self.turns!r})"


def guess(game, state) -> int:
    """An evaluation that looks random and depends on the state only."""
    return _drawn(repr(state))


@lru_cache(maxsize=10_000)
def _drawn(text) -> int:
    return Random(text).randint(-9, 9)


def _big_guess(game, state) -> int:
    """The same on a scale far beyond 100."""
    return 150 * guess(game, state)


def _huge_guess(game, state) -> int:
    """The same on a scale beyond what people take for infinity."""
    return 10**12 * guess(game, state)


def _low_guess(game, state) -> int:
    """The same, always negative."""
    return guess(game, state) - 10


def _close_guess(game, state) -> float:
    """The same, all values close together and not whole."""
    return 1000 + guess(game, state) / 1024


def _random_tree(rng, sides, depth, values=(-9, 9), ragged=False):
    """A random tree that is small enough for hundreds of them; never a lone leaf."""
    branching = 3 if depth <= 4 else 2
    nested = TreeGame.random(rng.getrandbits(32), branching, depth, sides, values, ragged).tree
    return _with_chances(rng, lambda chances: TreeGame(nested, sides, chances))


def _close_tree(rng, sides, depth):
    """A random tree with leaves that are close together, some equal, few of them whole."""

    def finer(node):
        if isinstance(node, tuple):
            return [finer(child) for child in node]
        return 1000 + node / 1024

    nested = finer(_random_tree(rng, sides, depth, (-3, 3)).tree)
    return _with_chances(rng, lambda chances: TreeGame(nested, sides, chances))


def _turns_tree(rng, sides, depth):
    """A random tree in which anybody may be next."""
    plain = _random_tree(rng, sides, depth, ragged=rng.random() < 0.3)
    turns = {path: rng.randrange(len(sides)) for path in plain._paths(())}
    return _with_chances(rng, lambda chances: Turns(plain.tree, turns, sides, chances))


def _with_chances(rng, make):
    """`make(None)`, or sometimes the same with chances where CHANCE moves."""
    game = make(None)
    return make(_chances(game, rng)) if CHANCE in game.sides and rng.random() < 0.6 else game


def _chances(game, rng):
    """Chances that are not uniform, in quarters, eighths and so on: exact in binary."""
    found = {}
    for path in game._paths(()):
        width = len(game.actions(path))
        if width > 1 and game.side(path) == CHANCE:
            weights = [rng.choice((1, 2, 5)) for _ in range(width - 1)]
            found[path] = (*(w / 16 for w in weights), 1 - sum(weights) / 16)
    return found


PLAYERS = {  # group of cases: patterns of sides without chance
    "one opponent": [(MAX, MIN), (MIN, MAX)],
    "several opponents in a row": [(MAX, MIN, MIN), (MAX, MIN, MIN, MIN)],
    "two teams": [(MAX, MIN, MAX, MIN), (MAX, MAX, MIN)],
}
CHANCES = {
    "chance after a move": [(MAX, CHANCE), (MIN, CHANCE)],
    "several chances in a row": [(MAX, CHANCE, CHANCE)],
    "players and chance mixed": [(MAX, MIN, CHANCE), (MAX, CHANCE, MIN), (MIN, CHANCE, MAX)],
}


PASSES = "passes"  # a group of cases in which the state alone says who is next


def search_cases(seed: int, patterns: dict) -> list[Case]:
    """Cases for a depth-limited search over these patterns of sides, small ones first."""
    rng = Random(f"trees {seed}")
    cases = [case for group in patterns for case in _group(group, patterns[group], rng)]
    for sides in [sides for group in patterns.values() for sides in group]:
        cases += [*_horizons(sides, rng), *_numbers(sides, rng), *_turns(sides, rng)]
        cases += [*_again(sides, rng), *_joined(sides, rng)]
    return sorted(cases, key=_size)


def _group(group, patterns, rng):
    """Plain random trees, searched to the end."""
    for sides in patterns:
        for rounds in (1, 1, 2, 2):
            depth = rounds * len(sides)
            game = _random_tree(rng, sides, depth, ragged=rng.random() < 0.3)
            yield tree_case(game, (), rounds, group)


def _horizons(sides, rng):
    """Where the search ends: before the game does, after it, at once, or counted from a middle."""
    n = len(sides)
    yield tree_case(_random_tree(rng, sides, n + 1), (), 1, "looking less far than the end")
    yield tree_case(_random_tree(rng, sides, 2 * n + 1), (), 2, "looking less far than the end")
    yield tree_case(_random_tree(rng, sides, n + 2, ragged=True), (), 1, "games that end early")
    yield tree_case(_random_tree(rng, sides, 2 * n, ragged=True), (), 3, "games that end early")
    middle = _random_tree(rng, sides, 2 * n + 1)
    yield tree_case(middle, _walk(middle, rng.randrange(1, n + 1)), 1, "starting mid-round")
    yield tree_case(middle, _walk(middle, 1), 2, "starting mid-round")
    yield tree_case(_random_tree(rng, sides, 2), (), 0, "0 rounds and finished games")
    yield tree_case(_random_tree(rng, sides, 1), (0,), 2, "0 rounds and finished games")


def _numbers(sides, rng):
    """Values that are equal, close together, all negative, large, or larger than that."""
    n = len(sides)
    yield tree_case(_random_tree(rng, sides, n, values=(0, 1)), (), 1, "equal values")
    yield tree_case(_random_tree(rng, sides, 2 * n, values=(1, 2)), (), 2, "equal values")
    for depth in (n, n + 1):
        yield tree_case(_close_tree(rng, sides, depth), (), 1, "close values", _close_guess)
    low = _random_tree(rng, sides, n + 1, values=(-9, -1))
    yield tree_case(low, (), 1, "all values negative", _low_guess)
    big = _random_tree(rng, sides, n + 1, values=(-999, 999))
    yield tree_case(big, (), 1, "values beyond 100", _big_guess)
    yield tree_case(_random_tree(rng, sides, n, values=(200, 999)), (), 2, "values beyond 100")
    huge = rng.choice(((-(10**13), -(10**12)), (10**12, 10**13)))
    for values in (huge, (-huge[1], -huge[0])):
        tree = _random_tree(rng, sides, n, values=values)
        yield tree_case(tree, (), 1, "values beyond 100", _huge_guess)


def _turns(sides, rng):
    """Trees in which somebody passes, or moves twice."""
    n = len(sides)
    for depth, rounds in ((2, 1), (n, 1), (n + 1, 1), (n + 1, 2)):
        yield tree_case(_turns_tree(rng, sides, depth), (), rounds, PASSES)


def _again(sides, rng):
    """One game, asked with other numbers of rounds and other evaluations."""
    game = _random_tree(rng, sides, len(sides) + 1)
    for rounds, evaluate in ((1, guess), (2, guess), (1, _low_guess)):
        yield tree_case(game, (), rounds, "the same game again", evaluate)


def _joined(sides, rng):
    """Games in which several paths lead to one state."""
    if CHANCE not in sides:
        yield _stones_case(rng.randint(5, 9), sides, 2)
        yield _stones_case(rng.randint(3, 7), sides, 3)
    if sides in ((MAX, MIN), (MIN, MAX)):
        yield from (_stones_case(stones, sides, 3) for stones in range(7, 12))


def _walk(game, plies):
    """The node some plies below the root along first children, or as deep as it goes."""
    state = ()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, game.actions(state)[0])
    return state


def tree_case(game, state, rounds, group, evaluate=guess) -> Case:
    """The question: search `rounds` rounds of this tree from `state`."""
    start = "" if state == () else f" from node {state}"
    label = f"{tree_text(game)}, {plural(rounds, 'round')}{start}"
    return Case(
        (game, state, rounds, evaluate),
        label,
        group,
        observe=_game_facts,
        picture=lambda: draw(game),
        brief=f"{plural(rounds, 'round')} on this tree{start}",
    )


_MOST_DRAWN = 24  # nodes of a tree that a report draws


def draw_search(case, expected, answer, ask):
    """The tree as far as the search looks, evaluations included; marked is what differs."""
    from lib.draw import draw_tree
    from lib.draw.colors import QUIET

    game, state, rounds, evaluate = case.args
    if not isinstance(game, TreeGame):
        return None
    calls = _calls(game, state, rounds * len(game.sides), evaluate)
    if len(calls) > _MOST_DRAWN:
        return None
    place, right, got = _where_it_differs(case, expected, answer, ask, calls)
    beside = {c.state: (("e(s)", QUIET),) for c in calls if c.kind == "horizon"}
    beside |= {
        c.state: ((f"e(s) = {evaluate(game, c.state)}", QUIET),)
        for c in calls
        if c.kind != "horizon" and _is_value(got, evaluate(game, c.state), right)
    }
    beside[place] = (*contrast_lines(*_differing(right, got)), *beside.get(place, ()))
    source = SimpleNamespace(calls=calls, game=game)
    return draw_tree(source, highlight=[place], beside=beside, title=case.brief)


def _is_value(answer, evaluation, right) -> bool:
    """Whether a wrong answer is this evaluation: then the picture tells where it came from."""
    told = str(answer.value).replace("(", " ").replace(",", " ").split() if answer.ok else []
    return f"{evaluation}" in told[:1] and f"{evaluation}" not in str(right).split(",")[0]


def contrast_lines(expected: str, got: str) -> tuple:
    """Two lines beside a node, in their colors."""
    from lib.draw.colors import INK, TROUBLE

    return (f"expected {expected}", INK), (f"got {got}", TROUBLE.text)


def _calls(game, state, plies, evaluate):
    """The nodes of a search as a trace has them: values at the ends only."""
    calls: list[Call] = []

    def visit(node, parent, left):
        me, over = len(calls), game.is_terminal(node)
        side = MAX if over else game.side(node)
        call = Call(me, parent, node[-1] if node != state else None, node, side)
        calls.append(call)
        if parent is not None:
            calls[parent].children.append(me)
        if over or left == 0:
            call.kind = "terminal" if over else "horizon"
            call.value = game.utility(node) if over else evaluate(game, node)
            return
        for action in game.actions(node):
            visit(game.result(node, action), me, left - 1)

    visit(state, None, plies)
    return calls


def _where_it_differs(case, expected, answer, ask, calls):
    """(node, right answer, the learner's): as deep as the search to the end goes wrong."""
    root = calls[0].state, expected, answer
    if any(call.kind == "horizon" for call in calls):
        return root
    inner = [call.state for call in calls[1:] if call.kind == "inner"]
    game, _, rounds, evaluate = case.args
    cases = [tree_case(game, node, rounds, case.group, evaluate) for node in inner]
    found = zip(inner, ask(cases), strict=True)
    wrong = [(node, right, got) for node, (right, got, fine) in found if got.ok and not fine]
    return max(wrong, key=lambda one: len(one[0]), default=root)


def _differing(right, answer) -> tuple[str, str]:
    """What differs in words: the value, or else the action."""
    got = answer.value
    if type(right) is not set and isinstance(right[0], tuple):
        right, got = right[0], got[0] if answer.ok else got  # the result without its leaves
    if not answer.ok:
        return brief(right), "no answer"
    if type(right) is set:
        return brief(right), brief(got)
    if type(got) not in (tuple, list) or len(got) != 2:
        kind = "a number" if is_number(got) else f"{type(got).__name__}"
        return "a pair", kind if got is not None else "None"
    if not same_number(right[0], got[0]):
        return f"value {brief(right[0])}", brief(got[0])
    if right[1] != got[1]:
        return f"action {brief(right[1])}", brief(got[1])
    return "fewer leaves", "more"


def brief(value) -> str:
    """A value in a few characters."""
    text = f"{value:.6g}" if type(value) is float else repr(value)
    return text if len(text) <= 24 else text[:23] + "…"


def _game_facts(args):
    return facts(args[0])


def _stones_case(stones, sides, rounds) -> Case:
    """The question on a game in which several paths lead to one state."""
    game = Stones(stones, sides)
    label = f"{stones} stones, take 1 or 2, sides {names(sides)}, {plural(rounds, 'round')}"
    group = "the same state on several paths"
    return Case((game, game.initial_state(), rounds, guess), label, group, observe=_game_facts)


_FEW_LEAVES = 30  # more of them need more than 90 characters


def _leaves(node) -> int:
    """How many leaves there are below a node of nested tuples."""
    return sum(map(_leaves, node)) if isinstance(node, tuple) else 1


def tree_text(game) -> str:
    """The tree as nested lists with its sides, or its size where that is too long."""
    leaves = _leaves(game.tree)
    text = f"a tree with {leaves} leaves"
    if leaves <= _FEW_LEAVES and len(written := str(_as_lists(game.tree))) <= 90:
        text = written
    chances = f", chances {game.probabilities}" if game.probabilities else ""
    return f"{text}, {_order_text(game)}{chances}"


def _order_text(game) -> str:
    """Who moves when, in words."""
    if not isinstance(game, Turns):
        return f"sides {names(game.sides)}"
    inner = [path for path in game._paths(()) if not game.is_terminal(path)]
    if len(inner) > 4:
        return "a game with passes"
    movers = (f"{SIDE_NAMES[game.side(path)]} at {path}" for path in inner)
    return f"{', '.join(movers)} of {len(game.sides)} agents"


def names(sides) -> str:
    """The names of these sides, one after the other."""
    return " ".join(SIDE_NAMES[side] for side in sides)


def plural(n, word, words=None) -> str:
    """The number with its word: 1 leaf, 2 leaves."""
    return f"{n} {word}" if n == 1 else f"{n} {words or word + 's'}"


def _as_lists(node):
    """Nested tuples as nested lists, the way a person writes a tree."""
    return [_as_lists(child) for child in node] if isinstance(node, tuple) else node


def draw(game, beside=None, root=()):
    """The tree below a node; `beside` has lines for some nodes, which are marked."""
    from lib.draw import draw_tree

    options = {"highlight": [*beside], "beside": beside} if beside else {}
    return draw_tree(game, root=root or None, **options)


def _size(case: Case) -> int:
    """How much there is to look at: nodes of the tree, or stones; who moves at which node."""
    game = case.args[0]
    if isinstance(game, TreeGame):
        return len(list(game._paths(()))) + 40 * isinstance(game, Turns)
    return 5 * game.stones


def smaller_trees(case: Case) -> Iterator[Case]:
    """The same question on trees with one child or one subtree less, or with fewer rounds."""
    game, state, rounds, evaluate = case.args
    if not isinstance(game, TreeGame):
        return
    if rounds > 1:
        yield tree_case(game, state, rounds - 1, case.group, evaluate)
    for nested in _smaller(game.tree):
        if isinstance(nested, tuple) and _contains(nested, state):
            yield tree_case(_cut_to(game, nested), state, rounds, case.group, evaluate)


def _smaller(node):
    """Trees that are one cut smaller than `node`."""
    if not isinstance(node, tuple):
        return
    yield from (child for child in node if not isinstance(child, tuple))
    for i in range(len(node)):
        if len(node) > 1:
            yield node[:i] + node[i + 1 :]
        for child in _smaller(node[i]):
            yield (*node[:i], child, *node[i + 1 :])


def _contains(nested, state) -> bool:
    for index in state:
        if not isinstance(nested, tuple) or index >= len(nested):
            return False
        nested = nested[index]
    return True


def _cut_to(game, nested):
    """The same game on a smaller tree; chances stay where a node has as many children."""

    def make(chances):
        if isinstance(game, Turns):
            return Turns(nested, game.turns, game.sides, chances)
        return TreeGame(nested, game.sides, chances)

    plain = make(None)
    inner = {path for path in plain._paths(()) if not plain.is_terminal(path)}
    return make(
        {
            path: chances
            for path, chances in game.probabilities.items()
            if path in inner
            and plain.side(path) == CHANCE
            and len(plain.actions(path)) == len(chances)
        }
    )
