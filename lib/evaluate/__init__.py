"""Evaluators: `(game, state) -> float`, MAX's view, for states in which the game goes on.

common   zero, score, open rows (tic-tac-toe, Connect Four, Pentago Twist), scaled
othello  discs, mobility, tables of squares
pacman   a report's formula as printed, and ours: lesson 6 repairs it step by step
capture  the design notes' formula, filled in, and ours
"""

from lib.evaluate.capture import capture_good, capture_notes_filled, capture_notes_literal
from lib.evaluate.common import (
    Evaluator, connect4_lines, pentago_lines, scaled, score, tictactoe_lines, zero,
)  # fmt: skip
from lib.evaluate.othello import (
    othello_discs, othello_good, othello_mobility, othello_reward_literal,
    othello_reward_repaired, othello_table, othello_table_repaired,
)  # fmt: skip
from lib.evaluate.pacman import pacman_good, pacman_report_literal
