"""One game between a person and an agent: whose turn, what was played, undo. No widgets here."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from lib.agents import Human, Thought
from lib.game import CHANCE, Action, Game, State
from lib.play import answer, chance_move, check_agent, legal, reseeded


@dataclass
class Match:
    """A game in which the person plays `you` and `opponent` all other sides; None: a person too."""

    game: Game
    opponent: Any  # an agent, or None
    you: int
    seed: int = 0
    start: State | None = None
    games: int = 0  # how many were begun; each gives the opponent another seed
    history: list[tuple[State, Action]] = field(default_factory=list)

    def __post_init__(self):
        if isinstance(self.opponent, Human):
            self.opponent = None
        if self.opponent is not None:
            check_agent("the opponent", self.opponent)
        self.new_game(self.you)

    def new_game(self, you: int) -> None:
        """Begin again; the person plays `you`."""
        self.you, self.history, self.games = you, [], self.games + 1
        self.state = self.game.initial_state() if self.start is None else self.start
        if self.opponent is not None:
            self.agent = reseeded(self.opponent, Random(f"{self.seed} {self.games}"))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_terminal(self.state)

    @property
    def your_turn(self) -> bool:
        """Whether the person is to move."""
        return not self.is_over and self._is_yours(self.state)

    @property
    def last(self) -> Action | None:
        """The last action."""
        return self.history[-1][1] if self.history else None

    def play(self, action: Action) -> None:
        """Makes a move; an illegal one is a ValueError that says why."""
        after = self.game.result(self.state, action)
        self.history.append((self.state, action))
        self.state = after

    def reply(self) -> Thought:
        """The move of the opponent, or of chance, with what it thought."""
        if self.game.side(self.state) == CHANCE:
            rng = Random(f"{self.seed} {self.games} {len(self.history)}")  # undo gets no new roll
            thought = Thought(chance_move(self.game, self.state, rng))
        elif hasattr(self.agent, "weigh"):
            thought = self.agent.weigh(self.game, self.state)
        else:
            thought = Thought(answer(self.game, self.state, self.agent, None))
        self.play(legal(self.game, self.state, self.opponent, thought.action))
        return thought

    def undo(self) -> bool:
        """Back to the person's last move, before it was made; False if there was none."""
        mine = [i for i, (state, _) in enumerate(self.history) if self._is_yours(state)]
        if not mine:
            return False
        self.state, _ = self.history[mine[-1]]
        del self.history[mine[-1] :]
        return True

    def _is_yours(self, state) -> bool:
        side = self.game.side(state)
        return side != CHANCE if self.opponent is None else side == self.you
