"""The many games behind the lessons on evaluation: `python -m tools.bench.evaluation publish`.

The evaluators are those of the lessons: their cells are read from the notebooks and run. With
`publish` the results go to data/logs/evaluation.json, where the lessons read them.
"""

import ast
import json
import sys
from pathlib import Path

import nbformat

from lib.agents import AlphaBeta, Expectimax, Greedy
from lib.arena import score_games, tournament
from lib.evaluate import (
    capture_good,
    capture_notes_filled,
    capture_notes_literal,
    othello_discs,
    othello_good,
    othello_mobility,
    othello_table,
    othello_table_repaired,
    scaled,
    score,
)
from lib.game import CHANCE
from lib.games import CaptureTheFlag, Othello, Pacman

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "data/logs/evaluation.json"
GAMES = 1000
WEIGHTS = (2, 8, 16, 32, 64)


def cells_of(lesson: str, *names: str) -> dict:
    """What the named cells of a lesson define; what they only show is left out."""
    notebook = nbformat.read(ROOT / f"notebooks/{lesson}.ipynb", as_version=4)
    sources = {cell.id: cell.source for cell in notebook.cells}
    space: dict = {}
    for name in names:
        tree = ast.parse(sources[name])
        tree.body = [part for part in tree.body if not isinstance(part, ast.Expr)]
        exec(compile(tree, name, "exec"), space)
    return space


STEPS = ("step1", "step2", "step3", "step4-danger", "step5", "ladder")  # cells of lesson 06


def pacman() -> dict:
    """n, wins, mean score and its interval for each step of the repair."""
    given = cells_of("06_evaluation_design", *STEPS)
    maze = Pacman("small_classic", ghosts=CHANCE, max_moves=450)
    agents = {name: Expectimax(3, evaluate) for name, evaluate in given["ladder"].items()}
    rows = score_games(maze, agents, games=GAMES, progress=False).rows
    keys = ("n", "wins", "score", "score_low", "score_high")
    return {row["agent"]: [round(row[key], 1) for key in keys] for row in rows}


def pairs(game, agents, games, **options) -> dict:
    """n, wins, draws, losses, share and interval of each pair, seen by the first."""
    rows = tournament(game, agents, games, progress=False, **options).pairs
    keys = ("n", "wins", "draws", "losses", "score", "low", "high")
    return {f"{r['first']} - {r['second']}": [round(r[key], 3) for key in keys] for r in rows}


def capture() -> dict:
    """The notes, filled in, with smaller steps, the bare score and ours, each pair."""
    lighter = cells_of("07_evaluation_by_experiment", "lighter")["lighter"]
    given = {"score": score, "notes": capture_notes_literal, "filled": capture_notes_filled}
    given |= {"lighter": lighter, "ours": capture_good}
    teams = {name: Greedy(evaluate) for name, evaluate in given.items()}
    return pairs(CaptureTheFlag("capture_tiny", max_moves=120), teams, GAMES, opening=8)


def othello() -> dict:
    """Five evaluators for Othello, two plies ahead, each pair."""
    given = {"discs": scaled(othello_discs, 16), "mobility": scaled(othello_mobility, 8)}
    given |= {"table": scaled(othello_table, 200)}
    given |= {"repaired": scaled(othello_table_repaired, 100), "good": othello_good}
    rivals = {name: AlphaBeta(2, evaluate) for name, evaluate in given.items()}
    return pairs(Othello(6), rivals, GAMES, opening=6)


def tuning(seed: int) -> dict:
    """The share of each weight of mobility against weight 0."""
    mixed, found = cells_of("07_evaluation_by_experiment", "mixed")["mixed"], {}
    for weight in WEIGHTS:
        pair = {"this": AlphaBeta(2, mixed(weight)), "none": AlphaBeta(2, mixed(0))}
        (found[str(weight)],) = pairs(Othello(6), pair, 2 * GAMES, opening=6, seed=seed).values()
    return found


def main() -> None:
    """Plays all games and prints the results."""
    found = {"command": "python -m tools.bench.evaluation publish", "pacman": pacman()}
    found |= {"capture": capture(), "othello": othello()}
    found |= {"tuning": tuning(seed=5), "again": tuning(seed=6)}
    told = json.dumps(found, indent=1)
    print(told)
    if "publish" in sys.argv:
        STORED.write_text(told + "\n", "utf-8")


if __name__ == "__main__":
    main()
