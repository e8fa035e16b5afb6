"""Positions of Othello, Connect Four and Pentago Twist, and checks of five small functions."""

from functools import lru_cache
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.instrumented import facts
from check.plaindata import simple
from check.report import Report
from check.runner import Case
from check.trees import brief, plural
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist


def draw(game, state):
    """The board as a picture."""
    from lib.draw import draw_board

    return draw_board(game, state)


def drawn_case(game, state, label, group, answer):
    """A question about a position that is drawn; `answer` makes what comes back plain."""
    return Case(
        (game, state),
        label,
        group,
        observe=lambda args: facts(args[0]),
        answer=lambda value, args: answer(value),
        picture=lambda: draw(game, state),
    )


# Othello: positions of random games, above all those around a pass.


class Board(Othello):
    """Othello that leaves it to the learner when the game is over and what is legal."""

    def _refuse(self, state, *args):
        raise AttributeError("this board does not tell: work it out with game.moves(own, other)")

    is_terminal = actions = result = utility = _refuse


_KINDS = (
    "moves for both sides",
    "moves for the mover only",
    "a forced pass",
    "the end with empty squares",
    "a full board",
)


def _othello_cases(seed, wanted=8):
    """Positions of random games, `wanted` of each kind."""
    rng = Random(f"othello {seed}")
    found = {kind: [] for kind in _KINDS}
    while min(map(len, found.values())) < wanted:
        game = Othello(rng.choice((4, 4, 6)))
        state = game.initial_state()
        while True:
            kind = _kind(game, state)
            if len(found[kind]) < wanted and (kind != _KINDS[0] or rng.random() < 0.1):
                found[kind].append(_othello_case(game, state, kind))
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice(game.actions(state)))
    cases = [case for group in found.values() for case in group]
    return sorted([*cases, *_rare()], key=lambda case: case.data[0].size)


def _kind(game, state):
    x, o, _, outcome, moves = state
    if outcome is None:
        own, other = (x, o) if state[2] == 0 else (o, x)
        return _KINDS[0 if game.moves(other, own) else 1] if moves else "a forced pass"
    return "a full board" if x | o == game.board else "the end with empty squares"


def _rare():
    """Boards with few stones, or of one side only, and those that tell sets of squares apart."""
    yield _othello_case(Othello(4), (0x0660, 0, 1), "the end with empty squares")
    yield _othello_case(Othello(4), (0xFFFF, 0, 0), "a full board")
    for game in (Othello(4), Othello(8)):
        size, last = game.size, game.size**2 - 1
        for corner, step in ((0, 1), (size - 1, -1), (last - size + 1, 1), (last, -1)):
            own = 1 << corner + (size - 1) * step
            other = sum(1 << corner + place * step for place in range(1, size - 1))
            yield _othello_case(game, (own, other, 0), "moves for the mover only")
            yield _othello_case(game, (other, own, 1), "moves for the mover only")
            yield _othello_case(game, (other, own, 0), "a forced pass")
            own, other = 1 << corner + 2 * step, 1 << corner + step
            yield _othello_case(game, (own, other, 0), "moves for both sides")
            yield _othello_case(game, (other, own, 0), "moves for both sides")
        own, other = 0b111 << 2 * size, 0b111 << size  # squares side by side, from square 0 on
        yield _othello_case(game, (own, other, 0), "moves for both sides")
        yield _othello_case(game, (other, own, 1), "moves for both sides")
    for x, o in ((0x14, 0x110A), (0x241, 0x412)):  # both sides have the same moves
        for mover in (0, 1):
            yield _othello_case(Othello(4), (x, o, mover), "moves for both sides")


def _othello_case(game, state, group):
    board, plain = Board(game.size), tuple(state[:3])
    label = f"this board, {'XO'[plain[2]]} to move"
    return Case(
        (board, plain),
        "\n".join([label, *game.rows(state)]),
        group,
        observe=lambda args: facts(args[0]),
        answer=lambda value, args: list(value) if hasattr(value, "__next__") else value,
        data=(game, plain),
        picture=lambda: draw(game, game._next(*plain)),
        brief=label,
    )


def _both_moves(case):
    """The moves of the mover, and those of the other side."""
    game, (x, o, mover) = case.data
    own, other = (x, o) if mover == 0 else (o, x)
    return game.moves(own, other), game.moves(other, own)


# Connect Four on 7 columns and 6 rows: a set of squares is a number, bit by bit.


def bit(row, column):
    """The square as a set of one."""
    return 1 << 7 * column + row


def _random_stones(rng):
    """The stones of X and of O after some random moves, whoever may have won."""
    heights, stones = [0] * 7, [0, 0]
    for ply in range(rng.randint(4, 38)):
        column = rng.choice([c for c in range(7) if heights[c] < 6])
        stones[ply % 2] |= bit(heights[column], column)
        heights[column] += 1
    return stones


def _draw_stones(stones, others=0):
    """The stones of both sides as a picture."""
    return draw(ConnectFour(), (stones, others, 0, None))


def _stones_text(stones, others=0) -> str:
    """The stones of both sides as lines of text."""
    game = ConnectFour()
    return "\n".join(game.rows((stones, others, 0, None)))


def same_items(expected, got, case) -> bool:
    """Whether a collection holds these items, each once, in any order."""
    if type(got) not in (list, tuple, set, frozenset) or len(got) != len(expected):
        return False
    return all(type(item) in (int, str, tuple) for item in got) and set(got) == expected


def _same_collection(one, other) -> bool:
    """Whether two collections hold the same items, in any order: it does not matter here."""
    if not all(type(items) in (list, tuple, set, frozenset) for items in (one, other)):
        return False
    return sorted(map(repr, one)) == sorted(map(repr, other))


def othello_is_terminal(fn, seed: int = 0) -> Report:
    """Checks `othello_is_terminal(game, state) -> bool`: whether neither side can move.

    `state` is (x, o, mover): two bitboards, and 0 if X is to move, 1 if O is.
    `game.moves(own, other)` is the bitboard of the squares where a stone of `own` would turn
    some of `other`; it is 0 if there are none. Bit `row * game.size + column` is a square.
    The game does not say itself whether it is over: that is the exercise.
    """
    return examine(OTHELLO_IS_TERMINAL, fn, seed)


OTHELLO_IS_TERMINAL = Exercise(
    "othello_is_terminal",
    "othello_is_terminal(game, state) -> bool",
    _othello_cases,
    lambda case: not any(_both_moves(case)),
    lambda expected, got, case: type(got) is bool and got == expected,
)


def legal_with_pass(fn, seed: int = 0) -> Report:
    """Checks `legal_with_pass(game, state) -> list`: the squares where the mover may play.

    `game` and `state` are those of `othello_is_terminal`. The list is ["pass"] if only the other
    side can move, and empty if nobody can. The order does not matter.
    """
    return examine(LEGAL_WITH_PASS, fn, seed)


def _legal(case):
    game, _ = case.data
    moves, others = _both_moves(case)
    if moves:
        return {square for square in range(game.size**2) if moves >> square & 1}
    return {"pass"} if others else set()


LEGAL_WITH_PASS = Exercise(
    "legal_with_pass",
    "legal_with_pass(game, state) -> list",
    _othello_cases,
    _legal,
    same_items,
    say=lambda answer: repr(sorted(answer)) if type(answer) is set else repr(answer),
    similar=_same_collection,
)


_DIRECTIONS = {"upright": (1, 0), "in a row": (0, 1), "rising": (1, 1), "falling": (-1, 1)}
_STRAIGHT = ("upright", "in a row")  # most lines are


def has_four(fn, seed: int = 0) -> Report:
    """Checks `has_four(stones) -> bool`: whether four stones stand in a row.

    `stones` are the stones of one side on a board of 7 columns and 6 rows: bit
    `7 * column + row`, row 0 at the bottom. The seventh bit of a column is always empty.
    """
    return examine(HAS_FOUR, fn, seed)


_BOARD = sum(0b111111 << 7 * column for column in range(7))


def _is_on_board(square) -> bool:
    row, column = square
    return 0 <= row < 6 and 0 <= column < 7


def _places(direction, length):
    """The squares of all lines of this direction and length."""
    down, right = _DIRECTIONS[direction]
    for row in range(6):
        for column in range(7):
            line = [(row + down * i, column + right * i) for i in range(length)]
            if all(map(_is_on_board, line)):
                yield line


def _lines(direction, length):
    """All lines of this direction and length, as sets of bits."""
    return [sum(bit(r, c) for r, c in line) for line in _places(direction, length)]


ALL_FOURS = [line for direction in _DIRECTIONS for line in _lines(direction, 4)]


def _is_four(stones):
    """The rule itself: some line of four is full."""
    return any(stones & line == line for line in ALL_FOURS)


def _cases(seed):
    rng = Random(f"four {seed}")
    cases = [_case(0, "the empty board")]
    for direction in _DIRECTIONS:
        cases += [_case(line, direction) for line in _lines(direction, 4)]
        threes = rng.sample(_lines(direction, 3), 8 if direction in _STRAIGHT else 3)
        cases += [_case(line, "three") for line in threes]
        cases += [_case(line, "more than four") for line in rng.sample(_lines(direction, 5), 3)]
        cases += [_case(stones, "a line") for stones in _thick(direction)]
    boards = [_random_stones(rng)[0] for _ in range(60)]
    boards += [*_crossed(), *_with_gaps(rng), *_touching(rng), *_short_lines(rng)]
    cases += [_case(stones, "a line" if _is_four(stones) else "no line") for stones in boards]
    cases += [_case(stones, "around the edge") for stones in [*_around(rng), *_wrapped(rng)]]
    return sorted(cases, key=lambda case: case.args[0].bit_count())


def _thick(direction):
    """A line of four with the line beside it, in each of the other directions."""
    for other in (name for name in _DIRECTIONS if name != direction):
        down, right = _DIRECTIONS[other]
        for line in _places(direction, 4):
            beside = [(r + down, c + right) for r, c in line]
            if all(map(_is_on_board, beside)):
                yield sum(bit(r, c) for r, c in {*line, *beside})
                break


def _crossed():
    """Lines of four through one square, in two directions and in more."""
    stones = 0
    for direction in _DIRECTIONS:
        stones |= next(line for line in _lines(direction, 4) if line & bit(3, 3))
        yield stones


def _with_gaps(rng):
    """Four stones or five in one line, but not four in a row."""
    for direction in _DIRECTIONS:
        for gaps, length in (({1}, 5), ({2}, 5), ({3}, 5), ({2, 3}, 6), ({2}, 6), ({3}, 6)):
            count = 3 if direction in _STRAIGHT else 1
            for line in rng.sample(list(_places(direction, length)), count):
                yield sum(bit(r, c) for i, (r, c) in enumerate(line) if i not in gaps)


def _touching(rng, count=16):
    """Four or five stones that touch each other, but are not four in a row."""
    while count:
        cells = {(rng.randrange(6), rng.randrange(7))}
        while len(cells) < rng.choice((4, 5)):
            r, c = rng.choice(sorted(cells))
            down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1)))
            if _is_on_board((r + down, c + right)):
                cells.add((r + down, c + right))
        stones = sum(bit(r, c) for r, c in cells)
        if not _is_four(stones):
            count -= 1
            yield stones


def _short_lines(rng):
    """Two lines of three, or three lines of two, in one direction."""
    for direction in _DIRECTIONS:
        for length, lines in ((3, 2), (2, 3)) * (3 if direction in _STRAIGHT else 1):
            stones = sum({*rng.sample(_lines(direction, length), lines)})
            if stones.bit_count() == length * lines and stones & ~_BOARD == 0:
                yield stones


def _around(rng):
    """Stones that are four in a row only for those who forget the empty bit or the edge."""
    steps = [step for size in (6, 7, 8) for step in (1, size - 1, size, size + 1)]
    every = {sum(1 << start + step * i for i in range(4)) for start in range(42) for step in steps}
    false = [stones for stones in every if stones & ~_BOARD == 0 and not _is_four(stones)]
    return rng.sample(sorted(false), 16)


def _wrapped(rng):
    """Four squares that would be a line if the board went on at its other edge."""
    for down, right in _DIRECTIONS.values():
        kinds = {}
        for start in range(42):
            line = [(start % 6 + down * i, start // 6 + right * i) for i in range(4)]
            left = {(not 0 <= r < 6, c > 6) for r, c in line}
            kind = any(row for row, _ in left), any(column for _, column in left)
            kinds.setdefault(kind, []).append(sum(bit(r % 6, c % 7) for r, c in line))
        for kind in sorted(kinds.keys() - {(False, False)}):
            yield from rng.sample(kinds[kind], 4)
    columns = [bit(r, c) for c in range(7) for r in range(6)]
    rows = [bit(r, c) for r in range(6) for c in range(7)]
    for squares, size in ((columns, 6), (rows, 7)):
        for end in rng.sample(range(size, 42, size), 4):
            start = end - rng.randint(1, 3)
            yield sum(squares[start : start + 4])


def _case(stones, group):
    label = "the stones X of this board"
    text = f"{label}\n{_stones_text(stones)}"
    return Case((stones,), text, group, picture=lambda: _draw_stones(stones), brief=label)


HAS_FOUR = Exercise(
    "has_four",
    "has_four(stones) -> bool",
    _cases,
    lambda case: _is_four(case.args[0]),
    lambda expected, got, case: type(got) is bool and got == expected,
)


def landing(fn, seed: int = 0) -> Report:
    """Checks `landing(stones, column) -> int`: the bit where a stone lands, 0 if it cannot.

    `stones` are all stones on the board, numbered as for `has_four`.
    """
    return examine(LANDING, fn, seed)


def _cases_of_landing(seed):
    rng = Random(f"landing {seed}")
    cases = [_case_of_landing((0, 0), column) for column in (0, 3, 6)]
    for _ in range(14):
        stones = _random_stones(rng)
        cases += [_case_of_landing(stones, column) for column in range(7)]
    full = [0b111111 << 7 * column for column in range(7)]
    cases += [_case_of_landing((full[c], 0), c) for c in range(7)]
    return sorted(cases, key=lambda case: case.args[0].bit_count())


def _case_of_landing(stones, column):
    taken = stones[0] | stones[1]
    height = (taken >> 7 * column & 0b111111).bit_count()
    group = {0: "an empty column", 6: "a full column"}.get(height, "on top of others")
    label = f"column {column} of this board"
    text = f"{label}\n{_stones_text(*stones)}"
    return Case((taken, column), text, group, picture=lambda: _draw_stones(*stones), brief=label)


def _free_square(case):
    stones, column = case.args
    free = [bit(row, column) for row in range(6) if not stones & bit(row, column)]
    return free[0] if free else 0


def _say(answer) -> str:
    """A bit as its place; any other number as it is."""
    is_bit = type(answer) is int and answer > 0 and answer.bit_count() == 1
    if not is_bit or answer.bit_length() > 49:
        return brief(answer)
    column, row = divmod(answer.bit_length() - 1, 7)
    return f"1 << {answer.bit_length() - 1} (column {column}, row {row})"


LANDING = Exercise(
    "landing",
    "landing(stones, column) -> int",
    _cases_of_landing,
    _free_square,
    lambda expected, got, case: type(got) is int and got == expected,
    say=_say,
)


# Pentago Twist: actions, and the states they lead to.


def distinct_children(fn, seed: int = 0) -> Report:
    """Checks `distinct_children(game, state) -> list`: an action for each distinct child state.

    Many actions of Pentago Twist lead to the same board. Of those the first in
    `game.actions(state)` is kept. A list, tuple or set of actions is right, and so is a dict
    whose keys or values are the actions; the order does not matter.
    """
    return examine(DISTINCT_CHILDREN, fn, seed)


class _Twists(PentagoTwist):
    """Pentago Twist that works out each child only once: all suspects ask for the same ones.

    Every answer is an object of its own, as in the game itself.
    """

    def result(self, state, action):
        try:
            return (*_child(state, action),)
        except TypeError:  # no action of this game
            return super().result(state, action)


@lru_cache(maxsize=20_000)
def _child(state, action):
    return PentagoTwist().result(state, action)


def _twist_cases(seed):
    rng = Random(f"pentago {seed}")
    game = _Twists()
    cases = [_twist_case(game, game.initial_state(), "the empty board")]
    for plies in (1, 2, 3, 6, 9, 14, 20, 26, 32, 34, 35):
        state = game.initial_state()
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        over = game.is_terminal(state)
        group = "finished games" if over else "early" if plies < 9 else "late"
        cases.append(_twist_case(game, state, group))
    ended = game.parse("XXXXX.\n......\nOOOO..\n......\n......\n......")
    one_short = game.parse("XXXX..\n......\nOOOO..\n......\n......\n......")
    cases.append(_twist_case(game, ended, "finished games"))
    return [*cases, _twist_case(game, one_short, "late")]


def _twist_case(game, state, group):
    stones = (state[0] | state[1]).bit_count()
    for action in game.actions(state):
        _child(state, action)  # worked out before anybody asks: no call differs from another
    return drawn_case(game, state, f"a board with {stones} stones", group, _actions_of)


def _actions_of(value):
    """The actions in whatever holds them."""
    value = simple(value)
    if type(value) is dict:
        keys, values = list(value), list(value.values())
        return keys if keys and _is_action(keys[0]) else values
    return list(value) if hasattr(value, "__next__") else value


def _is_action(item):
    return type(item) is tuple and len(item) == 3 and type(item[2]) is str


def _first_actions(case):
    game, state = case.args
    first = {}
    for action in game.actions(state):
        first.setdefault(game.result(state, action), action)
    return set(first.values())


def _say_actions(answer):
    if type(answer) in (set, list, tuple):
        shown = ", ".join(f"{action!s:.40}" for action in sorted(answer, key=str)[:3])
        count = plural(len(answer), "action")
        return f"{count} ({shown}{', ...' if len(answer) > 3 else ''})"
    return repr(answer)[:80]


DISTINCT_CHILDREN = Exercise(
    "distinct_children",
    "distinct_children(game, state) -> list",
    _twist_cases,
    _first_actions,
    same_items,
    say=_say_actions,
    similar=_same_collection,
)
