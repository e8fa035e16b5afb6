"""What questions are made of.

games       the small games that searches are asked about, and evaluations of their states
trees       questions about trees, and how to make a failing one smaller
pruning     forms of alpha-beta, and trees that tell them apart
nodes       search trees of MCTS
evaluators  questions about the values of several states, and matches
positions   boards of Othello and Connect Four
"""
