"""Pig: roll a die as often as you dare. The smallest honest game with chance.

On your turn you roll, or you hold. Each roll adds to the turn total; a 1 wipes the total out
and ends the turn; holding banks the total. Whoever reaches the goal wins.

    X 12  O 20  goal 100      state (12, 20, 9, 0, False)
    turn total 9                    X's score, O's score, the turn total,
    X to move                       whose turn (0 for X), whether the die is in the air

The die is an agent of its own: after "roll" it is CHANCE's move.
"""

import math
import re

from lib.game import CHANCE, MAX, MIN, Game

PICTURE = re.compile(
    r"\s*X (\d+)\s+O (\d+)\s+goal (\d+)\s+turn total (\d+)\s+([XO]) (to move|rolls|won)\s*"
)


class Pig(Game):
    """Pig to `goal` points; `die` gives each face its probability, a fair six unless said."""

    sides = (MAX, MIN, CHANCE)

    def __init__(self, goal=100, die=None):
        if type(goal) is not int or goal < 1:
            raise ValueError(f"goal must be a whole number from 1, got {goal!r}")
        self.goal = goal
        self.die = dict.fromkeys(range(1, 7), 1 / 6) if die is None else dict(die)
        if not all(type(face) is int and face >= 1 for face in self.die) or not max(self.die) > 1:
            raise ValueError(f"faces must be whole numbers from 1, one above 1: {list(self.die)}")
        if min(self.die.values()) <= 0 or not math.isclose(sum(self.die.values()), 1):
            raise ValueError(f"the die's chances must be above 0 and sum to 1: {self.die}")

    def initial_state(self):
        return (0, 0, 0, 0, False)

    def to_move(self, state):
        return 2 if state[4] else state[3]

    def actions(self, state):
        if self.is_terminal(state):
            return ()
        if state[4]:
            return tuple(self.die)
        return ("roll", "hold") if state[2] else ("roll",)

    def result(self, state, action):
        if type(action) not in (int, str) or action not in self.actions(state):
            raise ValueError(f"illegal action {action!r}: {self._why_not(state)}")
        x, o, total, player, _ = state
        if action == "roll":
            return (x, o, total, player, True)
        if action == "hold":
            return self._bank(state, total)
        if action == 1:
            return (x, o, 0, 1 - player, False)
        if state[player] + total + action >= self.goal:  # nobody would roll again
            return self._bank(state, total + action)
        return (x, o, total + action, player, False)

    def _bank(self, state, points):
        """The state after the player has banked `points`, with the other player to move."""
        x, o, _, player, _ = state
        if player == 0:
            return (min(x + points, self.goal), o, 0, 1, False)
        return (x, min(o + points, self.goal), 0, 0, False)

    def is_terminal(self, state):
        return state[0] >= self.goal or state[1] >= self.goal

    def utility(self, state):
        if not self.is_terminal(state):
            raise ValueError(f"the game is not over: {state[0]} and {state[1]} of {self.goal}")
        return MAX if state[0] >= self.goal else MIN

    def probability(self, state, action):
        return self.die[action]

    def render(self, state):
        x, o, total = state[:3]
        return f"X {x}  O {o}  goal {self.goal}\nturn total {total}\n{self.status(state)}"

    def status(self, state):
        """Who is to move, whose roll it is, or who has won."""
        if self.is_terminal(state):
            return "X won" if state[0] >= self.goal else "O won"
        return f"{'XO'[state[3]]} {'rolls' if state[4] else 'to move'}"

    def parse(self, text):
        found = PICTURE.fullmatch(text)
        if not found:
            raise ValueError(f"not a picture of Pig, compare:\n{self.render(self.initial_state())}")
        x, o, goal, total = map(int, found.groups()[:4])
        player = "XO".index(found[5])
        if goal != self.goal:
            raise ValueError(f"the picture plays to {goal}, this game to {self.goal}")
        if found[6] == "won":
            player = 1 - player  # the turn has passed on
        state = (x, o, total, player, found[6] == "rolls")
        self._check(state, found[6] == "won")
        return state

    def _check(self, state, won):
        """A ValueError if no game can come to `state`."""
        x, o, total, player, _ = state
        if (max(x, o) >= self.goal) != won or (won and (state[1 - player] != self.goal or total)):
            raise ValueError(f"X {x}, O {o}, turn total {total}: not possible with the last line")

    def _why_not(self, state):
        legal = ", ".join(map(repr, self.actions(state)))
        return f"legal here: {legal}" if legal else f"the game is over ({self.status(state)})"

    def __repr__(self):
        fair = set(self.die.values()) == {1 / 6} and list(self.die) == [1, 2, 3, 4, 5, 6]
        return f"Pig(goal={self.goal})" if fair else f"Pig(goal={self.goal}, die={self.die})"
