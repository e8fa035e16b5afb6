"""Pig: roll a die as often as you dare. The smallest honest game with chance.

On your turn you roll, or you hold. Each roll adds to the turn total; a 1 wipes the total out
and ends the turn; holding banks it and ends the turn too. Whoever reaches the goal wins.

    X 12  O 20  goal 100      the state is (12, 20, 9, 0, False, None):
    turn total 9              X's score, O's score, the turn total, whose turn (0 for X),
    X to move                 whether the die is in the air, the turns left (None: no limit)

The die is an agent of its own: after "roll" it is CHANCE's move. After the last of `turns` the
higher score wins.
"""

import math
import re
from collections.abc import Mapping, Sequence
from numbers import Real

from lib.game import CHANCE, MAX, MIN, Action, Game, State
from lib.games.board import MARKS
from lib.messages import GAMES, refuse_if

_BUST = 1  # the face that ends a turn with nothing
_PICTURE = re.compile(
    r"\s*X (\d+)\s+O (\d+)\s+goal (\d+)\s+turn total (\d+)(?:\s+turns left (\d+))?"
    r"\s+([XO] to move|[XO] rolls|[XO] won|draw)\s*"
)


class Pig(Game):
    """Pig to `goal` points; `die` gives each face its probability, a fair six unless said."""

    sides = (MAX, MIN, CHANCE)

    def __init__(self, goal=100, die=None, turns=None):
        refuse_if(type(goal) is not int or goal < 1, GAMES.GOAL_WHOLE_NUMBER, goal=goal)
        wrong = turns is not None and (type(turns) is not int or turns < 1)
        refuse_if(wrong, GAMES.TURNS_WHOLE_NUMBER, turns=turns)
        self.goal, self.turns = goal, turns
        die = dict.fromkeys(range(1, 7), 1 / 6) if die is None else die
        refuse_if(not isinstance(die, Mapping), GAMES.DIE_MAPS_FACES, die=die)
        are_faces = all(type(face) is int and face >= 1 for face in die)
        if not die or not are_faces or max(die) == _BUST:
            raise ValueError(GAMES.FACES_WHOLE_NUMBERS.format(die=list(die)))
        chances = list(die.values())
        are_chances = all(isinstance(c, Real) and c > 0 for c in chances)
        wrong = not are_chances or not math.isclose(sum(chances), 1)
        refuse_if(wrong, GAMES.CHANCES_DIE_ABOVE, die=die)
        self.die = dict(die)

    def initial_state(self) -> State:
        return (0, 0, 0, 0, False, self.turns)

    def to_move(self, state: State) -> int:
        return 2 if state[4] else state[3]

    def actions(self, state: State) -> Sequence[Action]:
        if self.is_terminal(state):
            return ()
        if state[4]:
            return tuple(self.die)
        return ("roll", "hold") if state[2] else ("roll",)  # a turn begins with a roll

    def result(self, state: State, action: Action) -> State:
        if type(action) not in (int, str) or action not in self.actions(state):
            legal = ", ".join(map(repr, self.actions(state)))
            over = f"the game is over ({self.status(state)})"
            why = f"the legal actions are {legal}" if legal else over
            raise ValueError(GAMES.ILLEGAL_ACTION_2.format(action=action, why=why))
        x, o, total, player, _, left = state
        if action == "roll":
            return (x, o, total, player, True, left)
        if action == "hold":
            return self._end_turn(state, total)
        if action == _BUST:
            return self._end_turn(state, 0)
        if state[player] + total + action >= self.goal:  # nobody would roll again
            return self._end_turn(state, total + action)
        return (x, o, total + action, player, False, left)

    def _end_turn(self, state, points):
        """The state after the player has banked `points`."""
        x, o, _, player, _, left = state
        left = None if left is None else left - 1
        if player == 0:
            return (min(x + points, self.goal), o, 0, 1, False, left)
        return (x, min(o + points, self.goal), 0, 0, False, left)

    def is_terminal(self, state: State) -> bool:
        return state[0] >= self.goal or state[1] >= self.goal or state[5] == 0

    def utility(self, state: State) -> float:
        if not self.is_terminal(state):
            raise ValueError(GAMES.GAME_NOT_OVER.format(state=self.status(state)))
        x, o = state[0], state[1]
        return MAX if x > o else MIN if x < o else 0

    def probability(self, state: State, action: Action) -> float:
        refuse_if(action not in self.die, GAMES.NOT_FACE_DIE, action=action, die=list(self.die))
        return self.die[action]

    def status(self, state: State) -> str:
        """Who is to move, whose roll it is, or how the game ended."""
        if self.is_terminal(state):
            return {MAX: "X won", MIN: "O won"}.get(int(self.utility(state)), "draw")
        return f"{MARKS[state[3]]} {'rolls' if state[4] else 'to move'}"

    def render(self, state: State) -> str:
        x, o, total, _, _, left = state
        lines = [f"X {x}  O {o}  goal {self.goal}", f"turn total {total}"]
        if left is not None:
            lines.append(f"turns left {left}")
        return "\n".join([*lines, self.status(state)])

    def parse(self, text: str) -> State:
        found = _PICTURE.fullmatch(text) if isinstance(text, str) else None
        if not found:
            example = self.render(self.initial_state())
            raise ValueError(GAMES.NOT_PICTURE_PIG.format(text=text, example=example))
        x, o, goal, total = (int(number) for number in found.groups()[:4])
        left = None if found[5] is None else int(found[5])
        refuse_if(goal != self.goal, GAMES.PICTURE_PLAYS_GAME, goal=goal, own=self.goal)
        if (left is None) != (self.turns is None) or not 0 <= (left or 0) <= (self.turns or 0):
            raise ValueError(GAMES.TURNS_LEFT_PICTURE.format(left=left, turns=self.turns))
        status = found[6]
        player = 1 if status.startswith("O") else 0
        if status.endswith("won"):
            player = 1 if x >= self.goal else 0
        if left is not None:  # after the last turn, the player who would be next
            player = (self.turns - left) % 2
        state: State = (x, o, total, player, status.endswith("rolls"), left)
        wrong = max(x, o) > self.goal or min(x, o) == self.goal
        refuse_if(wrong, GAMES.X_O_TURN, x=x, o=o, total=total)
        over = self.is_terminal(state) or state[player] + total >= self.goal
        refuse_if(total and over, GAMES.TURN_TOTAL_TURN, total=total)
        own = self.status(state)
        refuse_if(own != status, GAMES.PICTURE_SAYS_ITS_NUMBERS, status=status, state=own)
        return state

    def __repr__(self):
        die = "" if self.die == dict.fromkeys(range(1, 7), 1 / 6) else f", die={self.die}"
        return f"Pig(goal={self.goal}{die}{f', turns={self.turns}' if self.turns else ''})"
