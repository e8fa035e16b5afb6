"""Matches and tournaments: paired colors, intervals, Elo, any executor.

tournament  tournament, score_games: who plays whom; one game as plain data, many on any executor
tables      results as rows, text and HTML; wilson, mcnemar, elo: what they allow us to say
"""

from lib.arena.tables import (
    Result, ScoreTable, TournamentTable, elo, mcnemar, mean_interval, student, wilson,
)  # fmt: skip
from lib.arena.tournament import score_games, tournament
