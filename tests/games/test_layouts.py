"""Layouts: how they are read, what is refused, and what our own ones are for."""

import math
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction
from functools import cache

import networkx as nx
import pytest

from lib.evaluate import score
from lib.game import CHANCE, rounds
from lib.games import CaptureTheFlag, Pacman
from lib.games.maze import LAYOUTS, Maze, layout_names, layout_text
from lib.search import expectimax, minimax

CAPTURE = [name for name in layout_names() if name.startswith("capture")]
PACMAN = [name for name in layout_names() if name not in CAPTURE]


# Reading


def test_a_name_or_the_text_itself():
    text = layout_text("corridor")
    assert Pacman(text).initial_state() == Pacman("corridor").initial_state()
    assert Pacman("\n    " + text.replace("\n", "\n    ")).maze.rows == Pacman(text).maze.rows


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(
        ValueError, match=r"no layout 'coridor'.*the layouts are .*corridor.*small_classic"
    ):
        Pacman("coridor")


@pytest.mark.parametrize("layout", [None, 3, ["%%%"]])
def test_no_text(layout):
    with pytest.raises(ValueError, match="a layout is a name or a text"):
        Pacman(layout)


def test_layouts_are_found_from_any_directory(tmp_path):
    code = "from lib.games import Pacman; print(Pacman('corridor').width)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "11\n"


@pytest.mark.parametrize(
    "text, message",
    [
        ("\n", "empty"),
        ("%%%%\n%P.%\n%%%", "row 3 has 3 columns and row 1 has 4"),
        ("%%%%\n%P.\n%%%%", "row 2 has 3 columns"),
        ("%%%%\n\n%P.%\n%%%%", "row 2 has 0 columns"),
        ("%%%%\n%..%\n%%%%", "no Pacman"),
        (
            "%%%%%\n%P.P%\n%%%%%",
            "Pacman stands 2 times in the picture, at row 2, column 2 and row 2, column 4",
        ),
        ("%%%%%\n%P.?%\n%%%%%", r"unknown character '\?' at row 2, column 4"),
        ("%%%%%\n%P.1%\n%%%%%", "unknown character '1' at row 2, column 4"),
        ("%%%%%\n%P..\t\n%%%%%", r"unknown character '\\t' at row 2, column 5"),
        ("%%%%%\n%P . \n%%%%%", "border is open at row 2, column 5"),
        ("%% %%\n%P .%\n%%%%%", "border is open at row 1, column 3"),
        ("%%%%%\n%P .%\n%%%.%", "border is open at row 3, column 4"),
        ("%%%%%\n.P .%\n%%%%%", "border is open at row 2, column 1"),
        ("%P.%", "border is open"),
        ("%%%%%\n%P  %\n%%%%%", "no food"),
        ("%%%%%%\n%P.%.%\n%%%%%%", "food at row 2, column 5 cannot be reached"),
        ("%%%%%%\n%P.%o%\n%%%%%%", "capsule at row 2, column 5 cannot be reached"),
        ("%%%%%%\n%P.%G%\n%%%%%%", "ghost at row 2, column 5 is walled in"),
        ("%%%%\n%P.%\n%%%%\nscore: 3", "score"),
    ],
)
def test_malformed_pacman_layouts_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        Pacman(text)


@pytest.mark.parametrize(
    "text, message",
    [
        ("%%%%%%%%%\n%1... ..2%\n%3     .4%\n%%%%%%%%%", "columns"),
        ("%%%%%%%%%\n%1....2 %\n%3    .4%\n%%%%%%%%%", "even width.*9"),
        ("%%%%%%%%%%\n%1...   2%\n%      ..%\n%%%%%%%%%%", "player 3 is missing"),
        ("%%%%%%%%%%\n%1...  .2%\n%3   3 .4%\n%%%%%%%%%%", "player 3 stands 2 times"),
        ("%%%%%%%%%%\n%2...  .1%\n%3    ..4%\n%%%%%%%%%%", "player 1.*must start on the left"),
        (
            "%%%%%%%%%%\n%1..4  .2%\n%3 .  .. %\n%%%%%%%%%%",
            "player 4.*must start on the right",
        ),
        ("%%%%%%%%%%\n%1...   2%\n%3     .4%\n%%%%%%%%%%", "right half has 1 food"),
        ("%%%%%%%%%%\n%1      2%\n%3  ....4%\n%%%%%%%%%%", "left half has 1 food"),
        ("%%%%%%%%%%\n%1...%%.2%\n%3   %%.4%\n%%%%%%%%%%", "player.*cannot be reached"),
        ("%%%%%%%%%%\n%1P..  .2%\n%3    ..4%\n%%%%%%%%%%", "'P' at row 2, column 3"),
    ],
)
def test_malformed_capture_layouts_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        CaptureTheFlag(text)


# Distances

RING = "%%%%%%%\n%     %\n% %%% %\n%  %  %\n%%%%%%%"


def test_distances_go_around_the_walls():
    maze = Maze(RING, agents="")
    assert maze.distance((2, 1), (4, 1)) == 10
    assert maze.distance((1, 1), (1, 1)) == 0
    assert maze.distance((1, 2), (5, 2)) == maze.distance((5, 2), (1, 2)) == 6


def test_distances_between_cells():
    maze = Maze(RING, agents="")
    assert maze.distance((1.5, 1), (1, 1)) == 0.5
    assert maze.distance((1.5, 1), (2, 1)) == 0.5
    assert maze.distance((1.5, 1), (1, 2)) == 1.5
    assert maze.distance((1, 1.5), (1, 1.5)) == 0
    assert maze.distance((1.5, 1), (1, 1.5)) == 1


def test_no_way_is_infinite_and_walls_have_no_distance():
    maze = Maze("%%%%%\n% % %\n%%%%%", agents="")
    assert maze.distance((1, 1), (3, 1)) == math.inf
    for place in (2, 1), (0, 0), (1.5, 1), (9, 9):
        with pytest.raises(ValueError, match="not an open cell"):
            maze.distance((1, 1), place)


def test_distances_are_those_of_a_plain_flood():
    maze = Pacman("medium_classic").maze
    start = (1, 1)
    flood, edge = {start: 0}, [start]
    for cell in edge:
        for there in maze.moves[cell].values():
            if there not in flood:
                flood[there] = flood[cell] + 1
                edge.append(there)
    assert {cell: maze.distance(start, cell) for cell in maze.moves} == flood


# Our own layouts


@pytest.mark.parametrize("name", PACMAN)
def test_pacman_layouts_are_readable(name):
    assert Pacman(name).initial_state().food


@pytest.mark.parametrize("name", CAPTURE)
def test_capture_maps_are_their_own_mirror_images(name):
    rows = CaptureTheFlag(name).maze.rows
    swap = str.maketrans("1234", "2143")
    assert [row[::-1].translate(swap) for row in rows] == list(rows)


def test_every_layout_is_in_the_table():
    table = (LAYOUTS / "README.md").read_text(encoding="utf-8")
    assert [name for name in layout_names() if f"`{name}`" not in table] == []


def nodes_by_depth(game, plies):
    """The number of nodes of the game tree at each depth."""
    counts, level = [], [game.initial_state()]
    for _ in range(plies + 1):
        counts.append(len(level))
        level = [game.result(state, a) for state in level for a in game.actions(state)]
    return counts


def test_two_ghosts_by_hand():
    """Four rounds are 72 nodes: Pacman in his nook can go up or stop, ghosts have one way out."""
    game = Pacman("tiny_two_ghosts")
    assert nodes_by_depth(game, 12) == [1, 2, 2, 2, 6, 6, 5, 12, 8, 4, 8, 8, 8]
    state = game.initial_state()
    assert game.actions(state) == ("North", "Stop")
    after = game.result(state, "North")
    assert game.actions(after) == game.actions(game.result(after, "North")) == ("North",)


def chances(search, believed, ahead, plies=400):
    """The exact chances to win and to lose against random ghosts in the corridor.

    Pacman searches `ahead` rounds; every choice of the ghosts is followed, with its weight.
    """
    game, won, lost = Pacman("corridor", CHANCE), Fraction(0), Fraction(0)
    choose = cache(lambda state: search(believed, state, rounds(game, ahead), score)[1])
    alive = {game.initial_state(): Fraction(1)}
    for _ in range(plies):
        weights, alive = alive, {}
        for state, weight in weights.items():
            actions = [choose(state)] if state.agent == 0 else game.actions(state)
            for action in actions:
                after = game.result(state, action)._replace(score=0)
                share = weight / len(actions)
                won += share * game.is_win(after)
                lost += share * game.is_lose(after)
                if not game.is_terminal(after):
                    alive[after] = alive.get(after, 0) + share
    return won, lost


def test_in_the_corridor_minimax_gives_up_and_expectimax_gambles():
    game = Pacman("corridor", CHANCE)
    state, depth = game.initial_state(), rounds(game, 3)
    assert minimax(Pacman("corridor"), state, depth, score) == (-501, "West")
    assert expectimax(game, state, depth, score) == (-128, "East")


@pytest.mark.parametrize("ahead", [3, 4])
def test_in_the_corridor_minimax_dies_at_once_whatever_the_ghosts_do(ahead):
    assert chances(minimax, Pacman("corridor"), ahead, plies=2) == (0, 1)


@pytest.mark.parametrize("ahead, chance", [(3, Fraction(1, 2)), (4, Fraction(17, 32))])
def test_in_the_corridor_expectimax_wins_half_of_the_games(ahead, chance):
    won, lost = chances(expectimax, Pacman("corridor", CHANCE), ahead)
    assert won == chance
    assert won + lost > 0.999_999  # hardly a game goes on for ever


# The small layouts are small enough to be solved backwards from their ends.


def state_graph(game):
    """All states that can be reached, the score left out, and the successors of each."""
    start = game.initial_state()
    successors, edge = {}, [start]
    for state in edge:
        if state not in successors:
            results = (game.result(state, action) for action in game.actions(state))
            successors[state] = {after._replace(score=0) for after in results}
            edge.extend(successors[state])
    return successors


def can_force(successors, goal, mine):
    """The states from which the agents in `mine` reach a state in `goal`, whatever others do."""
    before, forced = defaultdict(list), set(goal)
    for state, afters in successors.items():
        for after in afters:
            before[after].append(state)
    others = {state: len(afters) for state, afters in successors.items()}
    edge = list(goal)
    for after in edge:
        for state in before[after]:
            others[state] -= 1
            if state not in forced and (mine(state) or others[state] == 0):
                forced.add(state)
                edge.append(state)
    return forced


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, outcome",
    [
        ("tiny_two_ghosts", "loss"),
        ("corridor", "loss"),
        ("dead_end", "neither"),
        ("one_ghost_chase", "win"),
        ("capsule", "win"),
    ],
)
def test_what_perfect_play_brings(name, outcome):
    game = Pacman(name)
    graph = state_graph(game)
    wins = can_force(graph, [s for s in graph if game.is_win(s)], lambda state: state.agent == 0)
    losses = can_force(graph, [s for s in graph if game.is_lose(s)], lambda state: state.agent != 0)
    start = game.initial_state()
    found = "win" if start in wins else "loss" if start in losses else "neither"
    assert found == outcome


@pytest.mark.slow
def test_nobody_wins_more_than_17_of_32_in_the_corridor():
    """The best chance against random ghosts, by value iteration over all states."""
    game = Pacman("corridor", CHANCE)
    graph = state_graph(game)
    value = {state: float(game.is_win(state)) for state in graph}
    for _ in range(10):
        for state in reversed(graph):
            if afters := [value[after] for after in graph[state]]:
                value[state] = max(afters) if state.agent == 0 else sum(afters) / len(afters)
    assert value[game.initial_state()] == 17 / 32


@pytest.mark.parametrize("name", layout_names())
def test_distances_are_those_of_networkx(name):
    game = (CaptureTheFlag if name in CAPTURE else Pacman)(name)
    text = layout_text(name).strip("\n").split("\n")
    free = {
        (x, len(text) - 1 - y)
        for y, row in enumerate(text)
        for x, character in enumerate(row)
        if character != "%"
    }
    steps = [(0, 1), (1, 0)]
    ways = [((x, y), (x + dx, y + dy)) for x, y in free for dx, dy in steps]
    graph = nx.Graph([way for way in ways if way[1] in free])
    graph.add_nodes_from(free)
    for cell, wanted in nx.all_pairs_shortest_path_length(graph):
        assert game.maze.distances_from(cell) == wanted, cell
