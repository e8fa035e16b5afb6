"""Wrong on purpose: what the bug clinic examines. Right searches are in `lib.search`.

views        FAULTS and RIGHT: MCTS that stores payoffs from a wrong view, and a right one
othello_bot  mcts_bot, bot_rollout, bot_action: the search of the Othello bot
pentago_bot  twist_phases, best_child: the Pentago Twist agent, its faults behind switches
blunders     count_blunders: how often a decision gives a win or a draw away
"""
