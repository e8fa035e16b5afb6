"""Looking Ahead: games, searches and pictures for a course in game-tree search.

Open these first, in this order:

game.py               what a game is, and the one sign rule: every number is MAX's payoff
games/tree.py         the smallest game: nested lists
search/minimax.py     the first search, as short as its pseudocode
trace.py              records what a search did, without touching its code

Every room, lower ones first. A room imports only rooms above it in this list.

sides, conformance    MAX, MIN, CHANCE and numbers; check_game: the questions that a game must pass
games                 tree, tic-tac-toe, Connect Four, Othello, Pentago Twist, Pig, Pacman, capture
evaluate              evaluators: (game, state) -> float
search                minimax, alpha-beta, expectimax, deepening, UCB1, MCTS and its variants
clinic                wrong on purpose: what the bug clinic examines
fast                  the compiled engine
agents                agents: called as agent(game, state), they answer with an action
play                  play one game
arena                 matches and tournaments: intervals, Elo, any executor
draw                  pictures as SVG text, and charts
widgets               steppers, boards to play on, the slide show
logs                  reads the Root logs
show                  shows source, or the difference of two functions, in a notebook
messages              the sentences of a room, from its messages.toml
lazy                  opens a module only when one of its names is asked for
"""
