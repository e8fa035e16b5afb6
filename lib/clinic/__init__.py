"""Wrong on purpose: what the bug clinic examines. Right searches are in `lib.search`.

views        MCTS that stores payoffs in the eyes of the wrong side
othello_bot  the search of the Othello bot, as its authors wrote it
pentago_bot  the search of the Pentago Twist agent, its faults behind switches
blunders     counts how often a search gives a win or a draw away
"""
