"""What one change of the program that learns does: planted mistakes, and parts left out.

    python -m tools.bench.planted             prints the table
    python -m tools.bench.planted publish     keeps it in data/results/learn_planted.json

planted.toml lists the changes. Each is trained with the same seeds and the same number of games
as the program itself, and plays with its mistake, too. What was measured is kept in build/learn:
a run that was stopped goes on where it was.
"""

import importlib
import importlib.util
import json
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from types import ModuleType

import lib.learn.compiled
from lib.games import ConnectFour
from lib.learn import Learned, selfplay, value_kept

learning = importlib.import_module("lib.learn.train")  # `lib.learn.train` is its function
GAME = ConnectFour()
GAMES, LONG, SEEDS, SIMULATIONS = 5_000, 30_000, 3, 200
PARTS = ("nothing", "without random openings", "without decay", "without proofs")  # LONG, too
CHANGES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
BUILD, STORE = Path("build/learn"), Path("data/results/learn_planted.json")
HOMES = {"selfplay": selfplay, "train": learning}


def edited(name: str, edits: list) -> ModuleType:
    """lib/learn/compiled.py with these edits, each at exactly one place, as a module."""
    source = Path(lib.learn.compiled.__file__).read_text("utf-8")
    for old, new in edits:
        if source.count(old) != 1:
            raise ValueError(f"{name}: {old!r} stands {source.count(old)} times in compiled.py")
        source = source.replace(old, new)
    path = BUILD / "planted" / f"{name.replace(' ', '_')}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != source:
        path.write_text(source, "utf-8")
    spec = importlib.util.spec_from_file_location(f"planted_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Inside, the program that learns and plays has this change."""
    right, change = sys.modules["lib.learn.compiled"], CHANGES[name]
    kept = {}
    for place, value in change.get("settings", {}).items():
        home, setting = place.split(".")
        kept[place] = getattr(HOMES[home], setting)
        setattr(HOMES[home], setting, value)
    if "edits" in change:
        use(edited(name, change["edits"]))
    try:
        yield
    finally:
        use(right)
        for place, value in kept.items():
            home, setting = place.split(".")
            setattr(HOMES[home], setting, value)


def use(module: ModuleType) -> None:
    """From now on, `from lib.learn import compiled` gives this module."""
    sys.modules["lib.learn.compiled"] = lib.learn.compiled = module


class Recorder(learning.Learner):
    """A learner that writes down its losses."""

    def __init__(self, *settings):
        super().__init__(*settings)
        self.losses: list[tuple[float, float]] = []
        Recorder.last = self

    def _slopes(self, batch, mirror):
        losses = super()._slopes(batch, mirror)
        if len(batch):
            self.losses.append(losses)
        return losses


def measured(seed: int, games: int) -> dict:
    """One training with its curves: what it keeps, and its losses, in ten parts."""
    learning.Learner, start = Recorder, time.process_time()
    try:
        *_, last = learning.train(GAME, games=games, seed=seed, progress=False)
    finally:
        learning.Learner = Recorder.__base__
    losses, plies = Recorder.last.losses, Recorder.last.seen / last.games
    parts = [losses[len(losses) * i // 10 : len(losses) * (i + 1) // 10] for i in range(10)]
    policy, search = value_kept(Learned(last, 0)), value_kept(Learned(last, SIMULATIONS))
    return {
        "seed": seed,
        "games": last.games,
        "seconds": round(time.process_time() - start, 1),
        "positions a game": round(plies, 1),
        "policy": round(policy.share * policy.n),
        "search": round(search.share * search.n),
        "n": policy.n,
        "value loss": [round(mean(float(v) for v, _ in part), 3) for part in parts],
        "policy loss": [round(mean(float(p) for _, p in part), 3) for part in parts],
    }


def all_measured(names: Sequence[str], games: int) -> dict:
    """The runs of each change, seed after seed."""
    path = BUILD / f"planted_{games}.json"
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    for seed in range(SEEDS):
        for name in names:
            runs = found.setdefault(name, [])
            if len(runs) <= seed:
                with planted(name):
                    runs.append(measured(seed, games))
                print(name, runs[-1], flush=True)
                path.write_text(json.dumps(found), "utf-8")
    return {name: found[name] for name in names}


def row(name: str, runs: list[dict]) -> str:
    """The means over the seeds, as a line."""
    n = sum(run["n"] for run in runs)
    shares = [sum(run[key] for run in runs) / n for key in ("policy", "search")]
    losses = [mean(run[key][-1] for run in runs) for key in ("value loss", "policy loss")]
    return f"{name:32}" + "".join(f"{number:8.3f}" for number in (*shares, *losses))


def main(publish: bool) -> None:
    """Trains and measures all; prints, and keeps it if asked."""
    found, long = all_measured(list(CHANGES), GAMES), all_measured(PARTS, LONG)
    print(f"{'':32}{'policy':>8}{'search':>8}{'v. loss':>8}{'p. loss':>8}")
    for name, runs in [*found.items(), *long.items()]:
        print(row(name, runs))
    if publish:
        says = {name: CHANGES[name]["says"] for name in found}
        page = {"command": "python -m tools.bench.planted publish", "says": says}
        page |= {"runs": found, "long": long}
        STORE.write_text(json.dumps(page, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] == ["publish"])
