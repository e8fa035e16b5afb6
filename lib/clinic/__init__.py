"""Wrong on purpose: what the bug clinic examines. Right searches are in `lib.search`.

views        FAULTS and RIGHT: MCTS that stores payoffs from a wrong view, and a right one
othello_bot  mcts_bot, bot_rollout, bot_action: the search of the Othello bot
pentago_bot  best_child: how the Pentago Twist agent picks its move
blunders     count_blunders: how often a win or a draw is given away; grow: MCTS with other parts
"""
