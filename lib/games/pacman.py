"""Pacman and ghosts in a maze: agent 0 is Pacman, agents 1, 2, ... are ghosts, in turn.

    %%%%%%%%%
    %P . oG.%       Pacman eats everything: he wins. A ghost reaches him: he loses.
    %%%%%%%%%       A capsule turns the hunt round for 40 moves of each ghost.

A position is (x, y) with y growing upward. A scared ghost takes half steps, so its position
may be (3.5, 1). Whether ghosts play against Pacman (MIN) or move at random (CHANCE) is data, not
another game. The classic game has no limit of moves; at `max_moves` moves of all agents the game
is over, neither won nor lost, and the score counts.
"""

from collections.abc import Sequence
from typing import Any

from lib.game import MAX, MIN, SIDE_NAMES, Action, State, is_side
from lib.games import maze, text_pictures
from lib.games.maze import CAPSULE, FOOD, REVERSE, SCARED_MOVES, MazeGame, put, require
from lib.games.text_pictures import GHOST, PACMAN, Ghost, PacmanState
from lib.messages import GAMES, refuse_if

_TIME, _FOOD_POINTS, _WIN, _GHOST_POINTS, _LOSS = -1, 10, 500, 200, -500
_REACH = 0.7  # Pacman and a ghost meet at this Manhattan distance or less


class Pacman(MazeGame):
    """Pacman in a layout; `ghosts` is the side of all ghosts, or a sequence, one for each."""

    endless = True

    def __init__(self, layout: str, ghosts: int | Sequence = MIN, max_moves: int | None = None):
        super().__init__(layout, PACMAN + GHOST, max_moves)
        self.start, self.ghost_starts = self._checked_starts()
        count = len(self.ghost_starts)
        sides: Any = tuple(ghosts) if isinstance(ghosts, (list, tuple)) else (ghosts,) * count
        wrong = any(not is_side(side) or side == MAX for side in sides)
        refuse_if(wrong, GAMES.GHOST_MIN_CHANCE, ghosts=ghosts)
        refuse_if(len(sides) != count, GAMES.LAYOUT_GHOSTS_SIDES, count=count, sides=len(sides))
        self.sides = (MAX, *sides)
        self._ghost_ways = {
            (cell, direction): _ghost_ways(self.maze.moves[cell], direction)
            for cell in self.maze.moves
            for direction in (None, *REVERSE)
        }

    # What evaluators and pictures ask; the rest is in the state: pacman, ghosts, food, capsules.

    def score(self, state: State) -> int:
        """The points so far, in any state."""
        return state.score

    def is_win(self, state: State) -> bool:
        """Whether Pacman has eaten the last food."""
        return not state.food

    def is_lose(self, state: State) -> bool:
        """Whether a ghost has caught Pacman."""
        return state.lost

    # The rules.

    def initial_state(self) -> State:
        ghosts = tuple(Ghost(cell) for cell in self.ghost_starts)
        food, capsules = (frozenset(self.maze.found[thing]) for thing in (FOOD, CAPSULE))
        return PacmanState(0, self.start, ghosts, food, capsules, moves_left=self.max_moves)

    def to_move(self, state: State) -> int:
        return state.agent

    def is_terminal(self, state: State) -> bool:
        return state.lost or not state.food or state.moves_left == 0

    def actions(self, state: State) -> Sequence[Action]:
        if self.is_terminal(state):
            return ()
        if state.agent == 0:
            return tuple(self.maze.moves[state.pacman])
        ghost = state.ghosts[state.agent - 1]
        if ghost.position not in self.maze.moves:  # between two cells
            return (ghost.direction,)
        return self._ghost_ways[ghost.position, ghost.direction]

    def result(self, state: State, action: Action) -> State:
        require(action, self.actions(state))
        move = self._move_pacman if state.agent == 0 else self._move_ghost
        return move(state, action)

    def _move_pacman(self, state, action):
        """Pacman goes, eats what is there, and then meets all ghosts near by."""
        cell = self.maze.moves[state.pacman][action]
        food, capsules, ghosts = state.food, state.capsules, state.ghosts
        score = state.score + _TIME
        if cell in food:
            food = food - {cell}
            score += _FOOD_POINTS if food else _FOOD_POINTS + _WIN
        if cell in capsules:
            capsules = capsules - {cell}
            ghosts = tuple(ghost._replace(scared=SCARED_MOVES) for ghost in ghosts)
        after = self._next(state, cell, ghosts, food, capsules, score)
        return self._meet(after, range(len(ghosts)))

    def _move_ghost(self, state, action):
        """One ghost goes, its timer falls, and then it meets Pacman if he is near by."""
        number = state.agent - 1
        position, _, scared = state.ghosts[number]
        position = maze.step(position, action, 0.5 if scared else 1)
        if scared == 1:
            position = maze.nearest_cell(position)
        moved = Ghost(position, action, max(0, scared - 1))
        ghosts = put(state.ghosts, number, moved)
        after = self._next(state, state.pacman, ghosts, state.food, state.capsules, state.score)
        return self._meet(after, (number,))

    def _next(self, state, pacman, ghosts, food, capsules, score):
        """The state in which the next agent moves."""
        agent = (state.agent + 1) % len(self.sides)
        left = None if state.moves_left is None else state.moves_left - 1
        return PacmanState(agent, pacman, ghosts, food, capsules, score, False, left)

    def _meet(self, state, numbers):
        """`state` after each ghost of `numbers` that is near enough has met Pacman."""
        px, py = state.pacman
        for number in numbers:
            (x, y), _, scared = state.ghosts[number]
            if abs(x - px) + abs(y - py) > _REACH:
                continue
            if scared:
                fresh = put(state.ghosts, number, Ghost(self.ghost_starts[number]))
                state = state._replace(ghosts=fresh, score=state.score + _GHOST_POINTS)
            elif state.food and not state.lost:
                state = state._replace(lost=True, score=state.score + _LOSS)
        return state

    render, parse = text_pictures.render_pacman, text_pictures.parse_pacman

    def _checked_starts(self):
        """The start cells of Pacman and of the ghosts; a ValueError if they cannot play."""
        found = self.maze.found
        pacman = text_pictures.only_pacman(self.maze, found)
        refuse_if(not found[FOOD], GAMES.LAYOUT_NO_FOOD)
        self.maze.check_reachable(pacman, found[FOOD], "food")
        self.maze.check_reachable(pacman, found[CAPSULE], "capsule")
        for cell in found[GHOST]:
            walled = list(self.maze.moves[cell]) == ["Stop"]
            refuse_if(walled, GAMES.GHOST_WALLED, place=self.maze.where(cell))
        return pacman, found[GHOST]

    def __repr__(self):
        names = [SIDE_NAMES[side] for side in self.sides[1:]]
        ghosts = names[0] if len(set(names)) == 1 else f"({', '.join(names)})"
        limit = f", max_moves={self.max_moves}" if self.max_moves else ""
        return f"Pacman({self.maze.label(self.layout)}, ghosts={ghosts}{limit})"


def _ghost_ways(moves, direction):
    """Where a ghost may go: anywhere but back, unless back is the only way. It never stops."""
    ways = [action for action in moves if action != "Stop"]
    onward = [action for action in ways if action != REVERSE.get(direction)]
    return tuple(onward or ways)
