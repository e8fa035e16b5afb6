"""Looking Ahead: games, searches and pictures for a course in game-tree search.

Open these first, in this order:

game.py               what a game is, and the one sign rule: every number is MAX's payoff
games/tree.py         the smallest game: nested lists
search/minimax.py     the first search, as short as its pseudocode
trace.py              records what a search did, without touching its code

Every room, lower ones first. A room imports only rooms above it in this list.

game                  Game, MAX, MIN, CHANCE: the interface of every game, and the sign rule
games                 tree, tic-tac-toe, Connect Four, Othello, Pentago Twist, Pig, Pacman, capture
evaluate              evaluators: (game, state) -> float
search                minimax, alpha-beta, expectimax, deepening, UCB1, MCTS and its variants
clinic                wrong on purpose: what the bug clinic examines
fast                  the compiled engine
agents                agents: called as agent(game, state), they answer with an action
play                  play one game
arena                 matches and tournaments: intervals, Elo, any executor
learn                 a small network, self-play and tables: what a search can keep
draw                  pictures as SVG text, and charts
widgets               steppers, boards to play on, the slide show
logs                  reads the Root logs
show                  shows source, or the difference of two functions, in a notebook
files                 finds the course's data, in a checkout and in a wheel; opens modules late
messages              sentences for readers, from the messages.toml of a room
"""

import sys
from importlib.util import find_spec

if sys.platform == "emscripten" and find_spec("lib.browser"):  # see tools/lite.py
    from lib.browser import start

    start()
