"""What was learned, at play: an agent for games and tournaments, and an evaluator for alpha-beta.

All of it works without numba, in plain numpy, only slower; and playing works without numpy, too.
"""

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from math import prod
from pathlib import Path
from struct import unpack
from threading import Thread
from typing import Any

import numpy as np

from lib.agents import Agent, Thought, WeighingAgent, by_visits, first_best
from lib.fast import call_elsewhere
from lib.files import course_folder
from lib.game import Game, State
from lib.games import ConnectFour
from lib.learn import selfplay
from lib.learn.network import HIDDEN, fresh_weights, layer_shapes
from lib.learn.selfplay import EXPLORATION, ProofNode, opinion
from lib.messages import LEARN, refuse_if
from lib.search.solver import proven_action

_FORMAT = "looking-ahead weights 1"
KIND = ".weights"
_DESIGN = f"4 planes, {HIDDEN[0]} and {HIDDEN[1]} hidden units"


def check_game(game: Game) -> None:
    """A ValueError unless this is a game that the network can learn."""
    if type(game) is not ConnectFour or game.width * (game.height + 1) > 64:
        raise ValueError(LEARN.NETWORK_LEARNS_CONNECTFOUR.format(game=game))


@dataclass(frozen=True)
class Checkpoint:
    """The weights of a moment, as plain data that can be compared, hashed and sent away."""

    game: str  # as the game prints itself
    weights: bytes = field(repr=False)  # numbers of two bytes
    seed: int = 0
    seconds: float = 0.0  # CPU time of all processes
    games: int = 0
    design: str = _DESIGN

    @classmethod
    def of(cls, game: Game, weights: np.ndarray, seed=0, seconds=0.0, games=0) -> "Checkpoint":
        """A checkpoint with these weights, rounded to two bytes each."""
        check_game(game)
        return cls(repr(game), weights.astype("<f2").tobytes(), seed, round(seconds, 2), games)

    def numbers(self, game: Game) -> np.ndarray:
        """The weights for playing this game; a ValueError if they were made for another one."""
        refuse_if(repr(game) != self.game, LEARN.THESE_WEIGHTS_PLAY, game=self.game, other=game)
        return _numbers(self.weights)

    def save(self, path: str | Path) -> None:
        """Writes a file that `load` reads."""
        head = {key: value for key, value in asdict(self).items() if key != "weights"}
        lines = {"format": _FORMAT, **head, "sha256": _checksum(head, self.weights)}
        Path(path).write_bytes(json.dumps(lines).encode() + b"\n" + self.weights)

    def __str__(self):
        return f"{self.seconds:.0f} s"


def _checksum(head: dict, weights: bytes) -> str:
    return hashlib.sha256(json.dumps(head, sort_keys=True).encode() + weights).hexdigest()


def _is_without_numpy() -> bool:
    """Whether numpy is only what stands in for it (lib/browser.py): that can be called."""
    return callable(np)


@lru_cache(maxsize=64)
def _numbers(weights: bytes) -> Any:  # an array, or a tuple where there is no numpy
    if _is_without_numpy():
        return unpack(f"<{len(weights) // 2}e", weights)
    return np.frombuffer(weights, "<f2").astype(np.float32)


def untrained(game: Game, seed: int = 0) -> Checkpoint:
    """The weights with which a training begins."""
    check_game(game)
    if _is_without_numpy() and repr(game) == repr(ConnectFour()) and seed == 0:
        return load("connect4_0s")
    return Checkpoint.of(game, fresh_weights(game, seed), seed)


def _file_of(path: str | Path) -> Path:
    """The file that is meant; a word means one that comes with the course: "connect4"."""
    path, folder = Path(path), course_folder("data/weights")
    if not path.suffix and path.parent == Path():
        path = folder / f"{path}{KIND}"
    if not path.is_file():
        shipped = ", ".join(sorted(file.stem for file in folder.glob(f"*{KIND}")))
        raise ValueError(LEARN.NO_FILE_COURSE.format(path=path, shipped=shipped))
    return path


def load(path: str | Path) -> Checkpoint:
    """The checkpoint in a file, or one that comes with the course: "connect4", "connect4_10s"."""
    path = _file_of(path)
    first, _, weights = path.read_bytes().partition(b"\n")
    try:
        head = json.loads(first)
        if head.pop("format") != _FORMAT:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(LEARN.NOT_FILE_WEIGHTS.format(path=path)) from None
    told = head.pop("sha256", None)
    refuse_if(told != _checksum(head, weights), LEARN.DAMAGED_DOES_NOT, path=path)
    size = re.fullmatch(r"ConnectFour\(width=(\d+), height=(\d+)\)", head["game"])
    shapes = layer_shapes(ConnectFour(*map(int, size.groups()))) if size else []
    if head["design"] != _DESIGN or len(weights) != 2 * sum(map(prod, shapes)):
        raise ValueError(LEARN.HOLDS_NETWORK_ANOTHER.format(path=path, head=head))
    return Checkpoint(weights=weights, **head)


def _as_checkpoint(weights: Checkpoint | str | Path) -> Checkpoint:
    """The checkpoint itself, or the one in a file."""
    if isinstance(weights, Checkpoint):
        return weights
    if isinstance(weights, str | Path):
        return _loaded(weights, _file_of(weights).stat().st_mtime_ns)
    raise ValueError(LEARN.WEIGHTS_CHECKPOINT_TRAIN.format(weights=weights))


@lru_cache
def _loaded(path, changed: int) -> Checkpoint:
    return load(path)


def search(game: Game, state: State, weights: np.ndarray, simulations: int, c=EXPLORATION):
    """The root of a PUCT tree with its children: compiled if numba is here, else in numpy."""
    try:
        from lib.learn import compiled
    except ImportError:
        return selfplay.search(game, state, weights, simulations, c=c)
    tree = compiled.searched(game, state, weights, simulations, c)
    root = ProofNode(game, state)
    _fill(root, tree, 0)
    for action in game.actions(state):
        if (row := tree.children[0, action]) >= 0:
            root.untried.remove(action)
            child = ProofNode(game, game.result(state, action), action, root)
            root.children[action] = _fill(child, tree, row)
    return root


def _fill(node, tree, row):
    node.visits, node.total = int(tree.visits[row]), float(tree.totals[row])
    node.proven = int(tree.proven[row]) if abs(tree.proven[row]) <= 1 else None
    return node


_loading: dict[str, Thread] = {}  # by game: the compiled search, in the background


def _load_search(game: Game, weights: np.ndarray) -> None:
    """Makes the first search; another process has compiled it."""
    first = (game, game.initial_state(), weights, 1)
    call_elsewhere(search, *first)
    search(*first)


@dataclass(frozen=True, repr=False)
class Learned(WeighingAgent):
    """Plays by a trained network: by PUCT with so many `simulations`, with 0 by the policy alone.

    `one_ply`: instead, the move after which the value is best.
    """

    weights: Checkpoint | str | Path
    simulations: int = 200
    one_ply: bool = False

    def __post_init__(self):
        if type(self.simulations) is not int or self.simulations < 0:
            raise ValueError(LEARN.SIMULATIONS_WHOLE_NUMBER.format(simulations=self.simulations))
        _as_checkpoint(self.weights)

    def stand_in(self, game: Game) -> Agent | None:
        """The policy alone, until the search is compiled."""
        if self.one_ply or not self.simulations:
            return None
        if repr(game) not in _loading:
            given = (game, _as_checkpoint(self.weights).numbers(game))
            _loading[repr(game)] = Thread(target=_load_search, args=given, daemon=True)
            _loading[repr(game)].start()
        return Learned(self.weights, 0) if _loading[repr(game)].is_alive() else None

    def weigh(self, game: Any, state: State) -> Thought:
        """The action, with what the agent thinks of each move."""
        weights = _as_checkpoint(self.weights).numbers(game)
        if self.one_ply:
            evaluate = value_of(self.weights)
            return first_best(game, state, lambda after: (evaluate(game, after), None))
        if self.simulations == 0:
            _, shares = opinion(game, weights, state)
            best = max(shares, key=shares.__getitem__)
            return Thought(best, shares, "policy", side=game.side(state))
        root = search(game, state, weights, self.simulations)
        return by_visits(game, root, proven_action(root))

    def __repr__(self):
        named = self.weights if isinstance(self.weights, Checkpoint) else Path(self.weights).stem
        policy = f"PUCT {self.simulations}" if self.simulations else "policy alone"
        return f"Learned {named}, {'one ply' if self.one_ply else policy}"


@dataclass(frozen=True)
class value_of:
    """The value of a network as an evaluator: (game, state) -> what MAX can expect, -1 to +1."""

    weights: Checkpoint | str | Path

    def __call__(self, game: Any, state: State) -> float:
        if game.is_terminal(state):
            return game.utility(state)
        return opinion(game, _as_checkpoint(self.weights).numbers(game), state)[0]

    @property
    def __name__(self) -> str:
        return f"value_of {_as_checkpoint(self.weights)}"
