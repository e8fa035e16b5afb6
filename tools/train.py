"""`python -m tools.train connect4 --seconds 240 --seed 0`: trains weights, into data/weights."""

import argparse
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path

from lib.games import ConnectFour
from lib.learn import Checkpoint, train

GAMES = {"connect4": ConnectFour(), "connect4_5x4": ConnectFour(5, 4)}
SHIPPED = 240  # CPU seconds of the weights that have no number in their name
FOLDER = Path("data/weights")


def read_arguments(words: list[str] | None) -> argparse.Namespace:
    """What to train and for how long."""
    parser = argparse.ArgumentParser(prog="python -m tools.train", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    budget = parser.add_mutually_exclusive_group(required=True)
    budget.add_argument("--seconds", type=float, help="CPU seconds of all processes together")
    budget.add_argument("--games", type=int, help="games instead: the same weights every time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--processes", type=int, default=1, help="2 or more: they play, this one learns"
    )
    parser.add_argument("--output", type=Path, help="a file; otherwise one in data/weights")
    parser.add_argument("--quiet", action="store_true", help="without a progress bar")
    return parser.parse_args(words)


def place(arguments: argparse.Namespace) -> Path:
    """The file that the weights go to."""
    if arguments.output:
        return arguments.output
    budget = f"_{arguments.games}games" if arguments.games else f"_{arguments.seconds:g}s"
    ending = "" if arguments.seconds == SHIPPED else budget
    return FOLDER / f"{arguments.game}{ending}.weights"


def players(processes: int) -> Executor | nullcontext:
    """The processes that play while this one learns; none: this one does both."""
    if processes < 2:
        return nullcontext()
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"))


def main(words: list[str] | None = None) -> Checkpoint:
    """Trains, saves what came out, and says where it is."""
    arguments = read_arguments(words)
    budget = {"seconds": arguments.seconds, "games": arguments.games, "seed": arguments.seed}
    with players(arguments.processes) as executor:
        *_, last = train(
            GAMES[arguments.game], **budget, progress=not arguments.quiet, executor=executor
        )
    path = place(arguments)
    path.parent.mkdir(parents=True, exist_ok=True)
    last.save(path)
    print(f"{path}: {last.games:,} games, {last.seconds:g} CPU seconds")
    return last


if __name__ == "__main__":
    main()
