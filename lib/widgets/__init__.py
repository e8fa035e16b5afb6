"""Widgets: step through searches, play against agents, turn the knobs of UCB1 and evaluators.

Each file is called after the function that it brings: open `stepper.py` for `stepper`.

    stepper         step through a recorded search;  quiz: its questions (predict=True)
    mcts_stepper    step through MCTS, edge by edge, or choose for it;  rollouts: random games
    play_board      play against an agent;  .js and .css: in the browser
    prune_tree      a tree to prune by hand, beside alpha-beta
    watch           a game between agents, move by move;  Match: the game behind a board
    ucb_bench       UCB1 with knobs for C, scores and tries;  ucb_blocks: a document, block by block
    clinic_bench    four tests for a search with parts of your own
    evaluation_lab  features of a position with their weights on sliders
    present         the lesson as a slide show, and which cell stands on which slide
    ask             questions to guess before the answer is shown
    frames          frames with slider, play button, Back and Step, without a kernel
"""

import sys

from lib.files import lazy
from lib.messages import read_messages

_NAMES = "clinic_bench evaluation_lab mcts_stepper play_board present prune_tree stepper ucb_bench"
_HOMES = {name: name for name in f"ask {_NAMES} watch".split()} | {
    "guesses": "ask",
    "ucb_blocks": "ucb_bench",
    "rollouts": "mcts_stepper",
}
__all__ = sorted(_HOMES)
messages = read_messages("widgets")
__getattr__, __dir__ = lazy(__name__, _HOMES)

if "google.colab" in sys.modules:  # there, widgets with programs of their own must be let in
    sys.modules["google.colab"].output.enable_custom_widget_manager()
