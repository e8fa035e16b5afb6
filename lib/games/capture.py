"""Capture the flag: two teams of two fetch each other's food.

      red half | blue half       Agents 0 and 2 (1 and 3 in the picture) are red: MAX.
    %%%%%%%%%%%%%%%%%%%%%%       Agents 1 and 3 (2 and 4 in the picture) are blue: MIN.
    %1 o .    |    . o  2%
    %3   . .  |  . .    4%       At home an agent is a ghost, on the other half a pacman.
    %%%%%%%%%%%%%%%%%%%%%%

A pacman carries the food that it eats; at home each piece scores a point. A ghost that meets a
pacman eats it: it starts again from its start cell, and what it carried falls back near by.
A capsule scares the other team for 40 moves of each agent: a pacman eats the scared ghosts that
it meets. The score is red's minus blue's. The game ends when a team has brought home all but two
of the other side's food, or after `max_moves` moves of all agents.
"""

from collections.abc import Sequence

from lib.game import MAX, MIN, Action, State
from lib.games.maze import CAPSULE, FOOD, SCARED_MOVES, Cell, MazeGame, put, require
from lib.games.text_pictures import PLAYERS, CaptureState, Player, parse_capture, render_capture
from lib.messages import GAMES, refuse_if

_MAX_MOVES = 1200  # of all agents together
LEFT_OVER = 2  # so much food of a side need not be fetched


class CaptureTheFlag(MazeGame):
    """Capture the flag in a layout with an even width; the left half is red's."""

    sides = (MAX, MIN, MAX, MIN)

    def __init__(self, layout: str, max_moves: int = _MAX_MOVES):
        super().__init__(layout, PLAYERS, max_moves)
        refuse_if(self.width % 2, GAMES.TWO_HALVES_NEED, width=self.width)
        self.starts = self._checked_starts()
        self.prize = self._checked_prize()  # the food that red and that blue can fetch

    # What evaluators and pictures ask; the rest is in the state: players, food, capsules, home.

    def score(self, state: State) -> int:
        """What red has brought home minus what blue has, in any state."""
        return state.home[0] - state.home[1]

    def is_home(self, agent: int, cell: Cell) -> bool:
        """Whether `cell` lies on the half of the agent's team."""
        on_the_left = 2 * cell[0] < self.maze.width
        return on_the_left == (agent % 2 == 0)

    def is_pacman(self, state: State, agent: int) -> bool:
        """Whether the agent is on the other team's half; at home it is a ghost."""
        return not self.is_home(agent, state.players[agent].position)

    # The rules.

    def initial_state(self) -> State:
        players = tuple(Player(cell) for cell in self.starts)
        food, capsules = (frozenset(self.maze.found[thing]) for thing in (FOOD, CAPSULE))
        return CaptureState(0, players, food, capsules, (0, 0), self.max_moves)

    def to_move(self, state: State) -> int:
        return state.agent

    def is_terminal(self, state: State) -> bool:
        return state.moves_left == 0 or any(
            home >= prize - LEFT_OVER for home, prize in zip(state.home, self.prize, strict=True)
        )

    def actions(self, state: State) -> Sequence[Action]:
        if self.is_terminal(state):
            return ()
        return tuple(self.maze.moves[state.players[state.agent].position])

    def result(self, state: State, action: Action) -> State:
        require(action, self.actions(state))
        agent = state.agent
        cell = self.maze.moves[state.players[agent].position][action]
        arrive = self._arrive_home if self.is_home(agent, cell) else self._arrive_abroad
        after = self._meet(arrive(state, agent, cell), agent)
        player = after.players[agent]
        calmer = player._replace(scared=max(0, player.scared - 1))
        players, left = put(after.players, agent, calmer), state.moves_left - 1
        return after._replace(agent=(agent + 1) % 4, players=players, moves_left=left)

    def _arrive_home(self, state, agent, cell):
        """A ghost arrives, and what it carried as a pacman scores."""
        player, team = state.players[agent], agent % 2
        home = put(state.home, team, state.home[team] + player.carrying)
        players = put(state.players, agent, Player(cell, 0, player.scared))
        return state._replace(players=players, home=home)

    def _arrive_abroad(self, state, agent, cell):
        """A pacman arrives and eats: food is carried, a capsule scares the other team."""
        player = state.players[agent]
        carrying = player.carrying + (cell in state.food)
        players = put(state.players, agent, Player(cell, carrying, player.scared))
        if cell in state.food:
            state = state._replace(food=state.food - {cell})
        if cell in state.capsules:
            state = state._replace(capsules=state.capsules - {cell})
            for rival in ((agent + 1) % 4, (agent + 3) % 4):
                players = put(players, rival, players[rival]._replace(scared=SCARED_MOVES))
        return state._replace(players=players)

    def _meet(self, state, agent):
        """`state` after `agent` has met the rivals on its cell; what the eaten carried falls."""
        cell = state.players[agent].position
        eaten = set()
        for rival in ((agent + 1) % 4, (agent + 3) % 4):
            if state.players[rival].position == cell:
                ghost, pacman = (agent, rival) if self.is_home(agent, cell) else (rival, agent)
                eaten.add(ghost if state.players[ghost].scared else pacman)
        fallen = sum(state.players[one].carrying for one in eaten)
        for one in eaten:  # back at its start
            state = state._replace(players=put(state.players, one, Player(self.starts[one])))
        free = self._free_cells(state, cell)[:fallen] if fallen else ()
        return state._replace(food=state.food.union(free)) if free else state

    def _free_cells(self, state, cell):
        """Where food may fall on the half of `cell`: near ones first, then near the middle."""
        pacmen = {p.position for i, p in enumerate(state.players) if self.is_pacman(state, i)}
        taken = state.food | state.capsules | pacmen
        steps = self.maze.distances_from(cell)
        free = [c for c in steps if self.is_home(0, c) == self.is_home(0, cell) and c not in taken]
        return sorted(free, key=lambda c: (steps[c], abs(2 * c[0] + 1 - self.width), c[1]))

    # The other side's view.

    def mirrored(self) -> "CaptureTheFlag":
        """The game in a mirror: agent i becomes i + 1, 3 becomes 0, and numbers change sign."""
        swapped = str.maketrans(PLAYERS, PLAYERS[1:] + PLAYERS[0])
        rows = [row[::-1].translate(swapped) for row in self.maze.rows]
        return CaptureTheFlag("\n".join(rows), self.max_moves)

    def mirrored_state(self, state: State) -> CaptureState:
        """`state` as the mirrored game sees it: its score is the negative one."""

        def flip(cell):
            return self.width - 1 - cell[0], cell[1]

        agent, players, food, capsules, home, left = state
        *others, last = [player._replace(position=flip(player.position)) for player in players]
        food, capsules = frozenset(map(flip, food)), frozenset(map(flip, capsules))
        return CaptureState((agent + 1) % 4, (last, *others), food, capsules, home[::-1], left)

    render, parse = render_capture, parse_capture

    def _checked_starts(self):
        """The start cells of the four agents; a ValueError if one is missing or misplaced."""
        starts = []
        for agent, number in enumerate(PLAYERS):
            cell = self.maze.only_cell(f"player {number}", self.maze.found[number])
            refuse_if(cell is None, GAMES.PLAYER_MISSING_ONE, number=number)
            place, half = self.maze.where(cell), ("left", "right")[agent % 2]
            wrong = not self.is_home(agent, cell)
            refuse_if(wrong, GAMES.PLAYER_START_ON, number=number, place=place, half=half)
            starts.append(cell)
        self.maze.check_reachable(starts[0], starts, "player")
        return tuple(starts)

    def _checked_prize(self):
        """The food on blue's and on red's half, more than LEFT_OVER each and all in reach."""
        food, least = self.maze.found[FOOD], LEFT_OVER + 1
        self.maze.check_reachable(self.starts[0], food, "food")
        self.maze.check_reachable(self.starts[0], self.maze.found[CAPSULE], "capsule")
        on_the_left = sum(self.is_home(0, cell) for cell in food)
        prize = (len(food) - on_the_left, on_the_left)
        for half, count in zip(("right", "left"), prize, strict=True):
            wrong = count < least
            refuse_if(wrong, GAMES.HALF_FOOD_NEEDS, half=half, count=count, left_over=least)
        return prize

    def __repr__(self):
        limit = f", max_moves={self.max_moves}" if self.max_moves != _MAX_MOVES else ""
        return f"CaptureTheFlag({self.maze.label(self.layout)}{limit})"
