"""What a training leaves behind: the weights, and where they come from; as a file of 50 KB.

A file is one line of JSON, which says what it is, and the weights, two bytes each.
"""

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from math import prod
from pathlib import Path

import numpy as np

from lib.files import course_folder
from lib.game import Game
from lib.games import ConnectFour
from lib.learn.network import HIDDEN, fresh_weights, layer_shapes

FORMAT = "looking-ahead weights 1"
KIND = ".weights"
DESIGN = f"4 planes, {HIDDEN[0]} and {HIDDEN[1]} hidden units"


def check_game(game: Game) -> None:
    """A ValueError unless this is a game that the network can learn."""
    if type(game) is not ConnectFour or game.width * (game.height + 1) > 64:
        raise ValueError(
            f"the network learns ConnectFour, up to 64 bits (7 x 6 has 49), not {game!r}"
        )


@dataclass(frozen=True)
class Checkpoint:
    """The weights of a moment, as plain data that can be compared, hashed and sent away."""

    game: str  # as the game prints itself
    weights: bytes = field(repr=False)  # numbers of two bytes
    seed: int = 0
    seconds: float = 0.0  # CPU time of all processes
    games: int = 0
    design: str = DESIGN

    @classmethod
    def of(cls, game: Game, weights: np.ndarray, seed=0, seconds=0.0, games=0) -> "Checkpoint":
        """A checkpoint with these weights, rounded to two bytes each."""
        check_game(game)
        return cls(repr(game), weights.astype("<f2").tobytes(), seed, round(seconds, 2), games)

    def numbers(self, game: Game) -> np.ndarray:
        """The weights for playing this game; a ValueError if they were made for another one."""
        if repr(game) != self.game:
            raise ValueError(f"these weights play {self.game}, not {game!r}")
        return _numbers(self.weights)

    def save(self, path: str | Path) -> None:
        """Writes a file that `load` reads."""
        head = {key: value for key, value in asdict(self).items() if key != "weights"}
        lines = {"format": FORMAT, **head, "sha256": _checksum(head, self.weights)}
        Path(path).write_bytes(json.dumps(lines).encode() + b"\n" + self.weights)

    def __str__(self):
        return f"{self.seconds:.0f} s"


def _checksum(head: dict, weights: bytes) -> str:
    return hashlib.sha256(json.dumps(head, sort_keys=True).encode() + weights).hexdigest()


@lru_cache(maxsize=64)
def _numbers(weights: bytes) -> np.ndarray:
    return np.frombuffer(weights, "<f2").astype(np.float32)


def untrained(game: Game, seed: int = 0) -> Checkpoint:
    """The weights with which a training begins."""
    check_game(game)
    return Checkpoint.of(game, fresh_weights(game, seed), seed)


def file_of(path: str | Path) -> Path:
    """The file that is meant; a word means one that comes with the course: "connect4"."""
    path, folder = Path(path), course_folder("data/weights")
    if not path.suffix and path.parent == Path():
        path = folder / f"{path}{KIND}"
    if not path.is_file():
        shipped = ", ".join(sorted(file.stem for file in folder.glob(f"*{KIND}")))
        raise ValueError(f"there is no file {path}; the course brings {shipped}")
    return path


def load(path: str | Path) -> Checkpoint:
    """The checkpoint in a file, or one that comes with the course: "connect4", "connect4_10s"."""
    path = file_of(path)
    first, _, weights = path.read_bytes().partition(b"\n")
    try:
        head = json.loads(first)
        if head.pop("format") != FORMAT:
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(f"{path} is not a file of weights that `save` has written") from None
    return _checked(path, head, weights)


def _checked(path: Path, head: dict, weights: bytes) -> Checkpoint:
    """The checkpoint if nothing is missing or changed; what is wrong as a ValueError."""
    if head.pop("sha256", None) != _checksum(head, weights):
        raise ValueError(f"{path} is damaged: it does not fit its checksum")
    size = re.fullmatch(r"ConnectFour\(width=(\d+), height=(\d+)\)", head["game"])
    shapes = layer_shapes(ConnectFour(*map(int, size.groups()))) if size else []
    if head["design"] != DESIGN or len(weights) != 2 * sum(map(prod, shapes)):
        raise ValueError(f"{path} holds a network of another design: {head}")
    return Checkpoint(weights=weights, **head)
