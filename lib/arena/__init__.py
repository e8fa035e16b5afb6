"""Matches and tournaments: paired colors, intervals, Elo, any executor."""

from lib.arena.games import Result
from lib.arena.intervals import elo, mean_interval, student, wilson
from lib.arena.tables import ScoreTable, TournamentTable
from lib.arena.tournament import score_games, tournament

__all__ = [
    "Result",
    "ScoreTable",
    "TournamentTable",
    "elo",
    "mean_interval",
    "score_games",
    "student",
    "tournament",
    "wilson",
]
