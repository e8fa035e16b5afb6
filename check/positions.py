"""Positions of Othello and Connect Four, and what is asked about them."""

from random import Random

from check.instrumented import facts
from check.runner import Case
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello


def draw(game, state):
    """The board as a picture."""
    from lib.draw import draw_board

    return draw_board(game, state)


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


def othello_cases(seed, wanted=8):
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
    """Boards with few stones: of one side only, and in every corner."""
    yield _othello_case(Othello(4), (0x0660, 0, 1), "the end with empty squares")
    for game in (Othello(4), Othello(8)):
        last = game.size**2 - 1
        for corner, step in ((0, 1), (game.size - 1, -1), (last - game.size + 1, 1), (last, -1)):
            own, other = 1 << corner + 2 * step, 1 << corner + step
            yield _othello_case(game, (own, other, 0), "moves for the mover only")
            yield _othello_case(game, (other, own, 1), "moves for the mover only")
            yield _othello_case(game, (other, own, 0), "a forced pass")


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


def both_moves(case):
    """The moves of the mover, and those of the other side."""
    game, (x, o, mover) = case.data
    own, other = (x, o) if mover == 0 else (o, x)
    return game.moves(own, other), game.moves(other, own)


# Connect Four on 7 columns and 6 rows: a set of squares is a number, bit by bit.


def bit(row, column):
    """The square as a set of one."""
    return 1 << 7 * column + row


def random_stones(rng):
    """The stones of X and of O after some random moves, whoever may have won."""
    heights, stones = [0] * 7, [0, 0]
    for ply in range(rng.randint(4, 38)):
        column = rng.choice([c for c in range(7) if heights[c] < 6])
        stones[ply % 2] |= bit(heights[column], column)
        heights[column] += 1
    return stones


def draw_stones(stones, others=0):
    """The stones of both sides as a picture."""
    return draw(ConnectFour(), (stones, others, 0, None))


def stones_text(stones, others=0) -> str:
    """The stones of both sides as lines of text."""
    game = ConnectFour()
    return "\n".join(game.rows((stones, others, 0, None)))


def same_items(expected, got, case) -> bool:
    """Whether a collection holds these items, each once, in any order."""
    if type(got) not in (list, tuple, set, frozenset) or len(got) != len(expected):
        return False
    return all(type(item) in (int, str, tuple) for item in got) and set(got) == expected
