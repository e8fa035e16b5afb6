"""Iterative deepening gives minimax's value at every depth, whatever it remembers."""

import sys
from itertools import islice
from math import inf, nan
from random import Random

import pytest

from check.check_game import GameProblem, check_game
from lib.evaluate import zero
from lib.game import CHANCE, MAX, MIN, Game, rounds
from lib.games import TreeGame
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta, best_actions, minimax
from lib.search.deepening import (
    History,
    Killers,
    Memory,
    MiddleFirst,
    Order,
    Table,
    TableMove,
    Visit,
    WinsFirst,
    _leaf_range,
    _search,
    canonical,
    deepen,
    to_front,
)
from lib.trace import record
from tests.search.reference import all_best, player_trees, scrambled, values_of_all


def itself(game, state):
    """The key of a table that knows nothing of symmetry."""
    return state


class NoTable(Table):
    """A table that never knows anything."""

    def look_up(self, visit):
        return False

    def store(self, visit, whole):
        pass


SETTINGS = {
    "all": lambda: Memory(),
    "no table": lambda: Memory(table=NoTable()),
    "no orders": lambda: Memory(orders=()),
    "no symmetry": lambda: Memory(table=Table(itself)),
    "symmetry everywhere": lambda: Memory(table=Table(plies=0)),
    "nothing": lambda: Memory(NoTable(), ()),
    "killers last": lambda: Memory(orders=(History(), TableMove(), Killers())),
}


class Meetings(Game):
    """A counter from which 1, 2 or 3 is taken: many paths meet in one state, at unequal depths.

    Agents move by a pattern that a state carries along; the last to move wins what is left of a
    scrambled number. Lines end at unequal depths, so limited and whole values mix in the table.
    """

    def __init__(self, sides, seed):
        self.sides, self.seed = sides, seed

    def initial_state(self):
        return (9, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def result(self, state, action):
        return (state[0] - action, (state[1] + 1) % len(self.sides))

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return Random(f"{self.seed} {state}").randint(-3, 3)


class Mirrored(Meetings):
    """The same with a mirror image of every state; an evaluator may tell them apart."""

    def initial_state(self):
        return (9, 0, False)

    def result(self, state, action):
        return (*super().result(state, action), state[2] != (action == 2))

    def utility(self, state):
        return super().utility(state[:2])

    def symmetries(self, state):
        return [state, (*state[:2], not state[2])]


def check_every_depth(game, evaluate, memory, limit=inf):
    root = game.initial_state()
    for depth, value, action in deepen(game, root, evaluate, limit, memory):
        assert value == minimax(game, root, depth, evaluate)[0], (game, depth)
        assert action in best_actions(game, root, depth, evaluate), (game, depth)
    return depth, value


def test_every_depth_equals_minimax_on_thousands_of_trees():
    for game in player_trees(2000, depth=4):
        root, memory = game.initial_state(), Memory()
        for depth, value, action in deepen(game, root, scrambled, memory=memory):
            values = values_of_all(game, depth, scrambled)
            assert value == values[()] and action in all_best(game, values), (game, depth)
        assert value == minimax(game, ())[0]


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_depth_equals_minimax_on_trees(setting):
    for game in player_trees(60, depth=5):
        _, value = check_every_depth(game, scrambled, SETTINGS[setting]())
        assert value == minimax(game, ())[0]


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("kind", [Meetings, Mirrored])
def test_every_depth_equals_minimax_where_paths_meet(setting, kind):
    for seed in range(3):
        for sides in [(MAX, MIN), (MAX, MIN, MIN), (MAX, MIN, MAX, MIN), (MAX, MAX, MIN)]:
            game = kind(sides, seed)
            _, value = check_every_depth(game, scrambled, SETTINGS[setting]())
            assert value == minimax(game, game.initial_state())[0]


def test_every_depth_equals_minimax_on_boards_with_a_lopsided_evaluator():
    check_every_depth(ConnectFour(4, 4), scrambled, Memory(), 6)
    check_every_depth(Othello(4), scrambled, Memory(), 6)
    check_every_depth(TicTacToe(), scrambled, Memory(), 4)
    check_every_depth(TicTacToe(), scrambled, Memory(Table(plies=0)), 4)


class Narrow(Mirrored):
    """The same, and it says that no utility lies outside of -1 and 1."""

    utility_range = (-1, 1)

    def utility(self, state):
        return Random(f"{self.seed} {state[:2]}").randint(-1, 1)


@pytest.mark.parametrize("sides", [(MAX, MIN), (MAX, MIN, MIN), (MIN, MAX)])
def test_a_known_range_changes_no_value(sides):
    for seed in range(12):
        check_every_depth(Narrow(sides, seed), zero, Memory())
        check_every_depth(Narrow(sides, seed), scrambled, Memory())  # it leaves the range


def test_a_known_range_saves_nodes():
    game, known, unknown = ConnectFour(4, 4), Memory(), Memory()
    list(deepen(game, game.initial_state(), zero, 12, known))
    list(deepen(game, game.initial_state(), lambda game, state: 0, 12, unknown))
    assert known.nodes < unknown.nodes


def test_a_game_that_counts_otherwise_does_not_inherit_the_range():
    class ByDiscs(Othello):
        def utility(self, state):
            return state[0].bit_count() - state[1].bit_count()

    game = ByDiscs(4)
    assert game.utility_range == (-inf, inf) and Othello(4).utility_range == (-1, 1)
    *_, (_, value, _) = deepen(game, game.initial_state())
    assert value == -8  # the published margin


def test_states_that_cannot_be_compared():
    class Odd(Mirrored):
        def symmetries(self, state):
            return [state, (str(state[0]), *state[1:])]

    check_every_depth(Odd((MAX, MIN), 1), scrambled, Memory())


def test_random_positions_of_real_games_at_every_depth():
    rng = Random(6)
    for game in (TicTacToe(), ConnectFour(5, 4), Othello(4)):
        for _ in range(8):
            state = game.initial_state()
            for _ in range(rng.randint(2, 5)):
                state = game.result(state, rng.choice(game.actions(state)))
            for evaluate in (zero, scrambled):
                for depth, value, action in deepen(game, state, evaluate, 4):
                    assert value == minimax(game, state, depth, evaluate)[0]
                    assert action in best_actions(game, state, depth, evaluate)


def test_a_memory_can_be_used_again():
    memory, game = Memory(), Mirrored((MAX, MIN, MIN), 3)
    check_every_depth(game, scrambled, memory)
    nodes = memory.nodes
    check_every_depth(game, scrambled, memory)
    assert memory.nodes - nodes < nodes
    for child in (game.result(game.initial_state(), a) for a in (1, 2, 3)):
        *_, (_, value, action) = deepen(game, child, scrambled, memory=memory)
        assert value == minimax(game, child)[0] and action in best_actions(game, child)


def test_window_contract_of_the_search_inside():
    rng = Random(2)
    for seed in range(80):
        game, memory = Mirrored((MAX, MIN, MIN), seed), Memory()
        root = game.initial_state()
        for _ in range(6):
            depth, alpha = rng.randint(1, 9), rng.randint(-4, 3)
            beta = rng.randint(alpha + 1, 4)
            value, _ = _search(game, root, depth, scrambled, alpha, beta, memory)
            exact, _ = alphabeta(game, root, depth, scrambled)
            if alpha < value < beta:
                assert value == exact
            else:
                assert exact <= value <= alpha or beta <= value <= exact


SOLVED = [
    (TicTacToe(), 0),
    (ConnectFour(4, 4), 0),
    (Othello(4), -1),
]


@pytest.mark.parametrize(("game", "value"), SOLVED)
def test_known_values(game, value):
    *_, (_, found, action) = deepen(game, game.initial_state())
    assert found == value
    assert action in game.actions(game.initial_state())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "value"),
    [
        (4, 5, 0),
        (5, 4, 0),
        pytest.param(6, 4, -1, marks=pytest.mark.sweep),
    ],
)
def test_connect_four_boards_with_published_values(width, height, value):
    game = ConnectFour(width, height)
    answers = list(deepen(game, game.initial_state()))
    assert answers[-1][:2] == (width * height, value)
    assert [depth for depth, _, _ in answers] == list(range(1, width * height + 1))


@pytest.mark.parametrize("stones", range(1, 14))
def test_nim_with_one_heap(stones):
    class Nim(Meetings):
        """Take 1 to 3 stones; who takes the last one wins."""

        def utility(self, state):
            return MIN if state[1] == 0 else MAX

    game = Nim((MAX, MIN), 0)
    *_, (_, value, action) = deepen(game, (stones, 0))
    assert value == (MIN if stones % 4 == 0 else MAX)
    assert stones % 4 == 0 or action == stones % 4


def test_it_stops_by_itself_and_can_be_stopped():
    game = TicTacToe()
    depths = [depth for depth, _, _ in deepen(game, game.initial_state())]
    assert depths == list(range(1, 10))
    assert len(list(islice(deepen(ConnectFour(), ConnectFour().initial_state()), 3))) == 3
    assert [d for d, _, _ in deepen(game, game.initial_state(), zero, 4)] == [1, 2, 3, 4]


def test_terminal_root_and_depth_zero():
    game = TreeGame([7, 8])
    assert list(deepen(game, (1,), zero)) == [(0, 8, None)]
    assert list(deepen(game, (), scrambled, 0)) == [(0, scrambled(game, ()), None)]


def test_each_part_saves_nodes():
    game, counts = ConnectFour(4, 4), {}
    settings = {
        "nothing": Memory(NoTable(), ()),
        "table move": Memory(NoTable(), (TableMove(),)),
        "table": Memory(Table(itself), (TableMove(),)),
        "symmetry": Memory(Table(canonical, plies=0), (TableMove(),)),
    }
    for name, memory in settings.items():
        list(deepen(game, game.initial_state(), zero, 10, memory))
        counts[name] = memory.nodes
    assert sorted(counts, key=counts.get, reverse=True) == list(settings), counts


def test_orders_keep_the_actions_and_only_reorder_them():
    class Visitor:
        game, state, depth, side = TicTacToe(), "here", 3, MAX

    for order in (History(), Killers(), TableMove(), Order(), MiddleFirst()):
        for action in (5, 7, 5, 99):
            order.learn(Visitor, action)
        arranged = list(order.arrange(Visitor, (1, 2, 5, 7)))
        assert sorted(arranged) == [1, 2, 5, 7], order
    assert to_front([5, 99], (1, 2, 5)) == [5, 1, 2]


def test_each_order_by_hand():
    class Visitor:
        game, state, depth, side = None, "here", 3, MAX

    history, killers, table_move = History(), Killers(), TableMove()
    for order in (history, killers, table_move):
        for action in (4, 2, 2, 3):
            order.learn(Visitor, action)
    assert history.arrange(Visitor, (1, 2, 3, 4)) == [2, 3, 4, 1]
    assert killers.arrange(Visitor, (1, 2, 3, 4)) == [3, 2, 1, 4]
    assert table_move.arrange(Visitor, (1, 2, 3, 4)) == [3, 1, 2, 4]
    Visitor.state, Visitor.depth, Visitor.side = "there", 2, MIN
    for order in (history, killers, table_move):
        assert list(order.arrange(Visitor, (1, 2, 3, 4))) == [1, 2, 3, 4]


def test_errors_come_at_once():
    game = TreeGame([[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="CHANCE"):
        deepen(TreeGame([1, 2], (MAX, CHANCE)), (), zero)
    for depth in (-1, nan, 1.5):
        with pytest.raises(ValueError, match="depth must be a whole number"):
            deepen(game, (), zero, depth)
    with pytest.raises(ValueError, match="gave inf"):
        next(deepen(game, (), lambda game, state: inf))
    with pytest.raises(ValueError, match="must be hashable"):
        deepen(game, [])
    with pytest.raises(ValueError, match="the utility is nan"):
        list(deepen(TreeGameWithNan([[1, 2], 3]), ()))


class TreeGameWithNan(TreeGame):
    def utility(self, state):
        return nan


def test_lines_that_are_too_long_are_an_error_in_plain_words():
    game = Meetings((MAX, MIN), 0)
    answers = deepen(game, (10**6, 0), zero, memory=OneAction())
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(300)  # the usual 1,000 take longer to reach
    try:
        with pytest.raises(ValueError, match="too long for a recursive search"):
            list(answers)
    finally:
        sys.setrecursionlimit(limit)


class OneAction(Memory):
    """A memory that lets the search try one action only, so that it gets deep."""

    def ordered(self, visit, actions):
        return actions[:1]


def test_check_game_notices_a_wrong_range():
    class Boastful(TreeGame):
        utility_range = (-1, 1)

    with pytest.raises(GameProblem, match=r"utility gave 7, outside of utility_range \(-1, 1\)"):
        check_game(Boastful([7, 7]))


@pytest.mark.parametrize("plies", [1, 2, 3, 5, 99])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_plain_plies_and_wide_steps_change_no_value(plies, step):
    games = [Mirrored((MAX, MIN, MIN), 4), Narrow((MAX, MIN), 2), *player_trees(30, depth=4)]
    for game in games:
        memory = Memory(plies=plies)
        for depth, value, action in deepen(game, game.initial_state(), scrambled, 8, memory, step):
            root = game.initial_state()
            assert value == minimax(game, root, depth, scrambled)[0], (game, depth)
            assert action in best_actions(game, root, depth, scrambled), (game, depth)


def test_a_step_leaves_depths_out_but_never_the_last_one():
    game, start = TicTacToe(), TicTacToe().initial_state()
    assert [depth for depth, _, _ in deepen(game, start, zero, 7, step=2)] == [2, 4, 6, 7]
    assert [depth for depth, _, _ in deepen(game, start, zero, 3, step=5)] == [3]
    assert [answer[:2] for answer in deepen(game, start, step=4)] == [(4, 0), (8, 0), (12, 0)]
    pacman_round = rounds(TreeGame([1, 2], (MAX, MIN, MIN)), 1)
    tree = TreeGame.random(1, 2, 6, (MAX, MIN, MIN))
    assert [depth for depth, _, _ in deepen(tree, (), step=pacman_round)] == [3, 6]
    for step in (0, -1, 1.5, inf, "2", None):
        with pytest.raises(ValueError, match="step must be a whole number, 1 or more"):
            deepen(game, start, step=step)


def test_a_trace_of_deepen_shows_every_node():
    game = TreeGame.random(5, 3, 4)
    for memory in (Memory(), Memory(plies=3), Memory(plies=9)):
        with record() as trace:
            list(deepen(game, (), scrambled, 4, memory))
        assert len(trace) == memory.nodes
        assert [call.depth for call in trace.calls if call.parent is None] == [1, 2, 3, 4]


def test_the_last_plies_are_plain_alphabeta():
    game, memory = ConnectFour(4, 4), Memory(plies=99)
    with record() as trace:
        alphabeta(game, game.initial_state(), 6)
    answers = list(deepen(game, game.initial_state(), lambda game, state: 0, 6, memory, step=6))
    assert memory.nodes == len(trace) and len(answers) == 1
    assert not memory.table.solved and not memory.table.limited


@pytest.mark.parametrize("values", [(1, 9), (-9, -1)])
def test_beyond_the_horizon_a_state_is_worth_0_even_if_no_game_pays_that(values):
    class Paid(TreeGame):
        utility_range = values

        def utility(self, state):
            return super().utility(state)

    for seed in range(40):
        game = Paid(TreeGame.random(seed, 3, 4, values=values, ragged=True).tree)
        assert _leaf_range(game, zero) == (min(values[0], 0), max(values[1], 0))
        for depth, found, _ in deepen(game, ()):
            assert found == minimax(game, (), depth)[0], (seed, depth)


def test_wins_first_are_wins_of_the_mover():
    game = TreeGame([[0, 3, -2], [0, -2, 3]])
    for state, side, first in [((0,), MIN, 2), ((1,), MIN, 1)]:
        visit = Visit(game, state, 2, 0)
        assert visit.side == side
        assert WinsFirst().arrange(visit, (0, 1, 2))[0] == first
    game = TreeGame([0, -2, 3])
    assert WinsFirst().arrange(Visit(game, (), 2, 0), (0, 1, 2)) == [2, 0, 1]
    assert WinsFirst().arrange(Visit(game, (), 1, 0), (0, 1, 2)) == (0, 1, 2)


def test_a_position_and_its_mirror_images_have_one_key():
    game = TicTacToe()
    images = game.symmetries(game.parse("XO.\n.X.\n..."))
    assert len(set(images)) == 8
    assert len({canonical(game, image) for image in images}) == 1


def test_history_counts_a_ply_more_twice():
    history, game = History(), TreeGame([0, 0, 0])
    for action, depth in [(1, 1), (1, 1), (1, 1), (2, 3)]:  # 3 * 2 against 8
        history.learn(Visit(game, (), depth, 0), action)
    assert history.arrange(Visit(game, (), 2, 0), (0, 1, 2)) == [2, 1, 0]
