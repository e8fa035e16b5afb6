"""Paper exercises with fresh numbers from a seed; every answer is computed by the library.

A maker draws numbers until they suit paper: small, nothing too close to tell apart, nothing that
a wrong idea would solve as well. What a solver must know stands on the sheet.
"""

from random import Random

from tools.sheets.arms import ucb1_sheet
from tools.sheets.iterations import mcts_sheet
from tools.sheets.paper import Sheet
from tools.sheets.trees import alphabeta_sheet, minimax_sheet

__all__ = ["Sheet", "all_sheets"]
MAKERS = (minimax_sheet, alphabeta_sheet, ucb1_sheet, mcts_sheet)


def all_sheets(seed: int) -> list[Sheet]:
    """The four sheets with the numbers of this seed."""
    return [make(Random(f"{seed} {make.__name__}")) for make in MAKERS]
