"""Evaluators for Pacman: a formula from a student report as it was printed, and ours.

All count in points of the game: use `scaled(evaluate, 500)` where a search wants values up to 1.
Sums over ghosts are made with `fsum`: the same to the last bit in whatever order they come.
"""

from math import fsum

SURE = 1e6  # more than any number of points that a game can bring


def pacman_report_literal(game, state) -> float:
    """score - food - 4 * timer * distance ** 2, with all the faults of the printed formula.

    1. The root of the distance was computed and thrown away: distances are squared.
    2. Only the timer of the last ghost counts, whichever ghost is the nearest.
    3. A ghost that could be chased is a penalty: eating a capsule costs points, waiting until
       the ghosts recover brings them back.
    4. Ghosts that are not scared do not count, and neither does the way to the food.
    """
    x, y = state.pacman
    places = (ghost.position for ghost in state.ghosts)
    nearest = min([1000, *((x - gx) ** 2 + (y - gy) ** 2 for gx, gy in places)])
    timer = state.ghosts[-1].scared if state.ghosts else 0
    if nearest * 1.2 > timer:
        timer = 0
    return game.score(state) - len(state.food) - timer * 4 * nearest


def danger(game, state) -> float:
    """100 / (distance + 1) ** 2 for each ghost that is not scared: 25 for one that is adjacent."""
    away = (game.distance(state.pacman, g.position) for g in state.ghosts if not g.scared)
    return fsum(100 / (steps + 1) ** 2 for steps in away)


def pacman_good(game, state) -> float:
    """score + appetite + chase - danger; each bonus is smaller than the points that it leads to."""
    if game.is_win(state):
        return SURE + game.score(state)
    if game.is_lose(state):
        return -SURE + game.score(state)
    return game.score(state) + appetite(game, state) + chase(game, state) - danger(game, state)


def appetite(game, state) -> float:
    """10 / (distance + 1) for the nearest food."""
    steps = game.maze.distances_from(state.pacman)
    return max((10 / (steps[cell] + 1) for cell in state.food if cell in steps), default=0.0)


def chase(game, state) -> float:
    """For each scared ghost 100 * (1 - distance / timer), if it can be reached in that time."""
    shares = (
        max(0.0, 1 - game.distance(state.pacman, ghost.position) / ghost.scared)
        for ghost in state.ghosts
        if ghost.scared
    )
    return 100 * fsum(shares)
