"""Three hints and a solution for each exercise."""

# exercise: (three hints, "module:function" of a solution, how to get from it to the exercise)
LADDERS = {
    "minimax": (
        (
            "Three cases, in this order: the game is over, the horizon is reached, or somebody "
            "moves. What is the value in each?",
            "Count moves, not rounds: start with `rounds * len(game.sides)` and take one off for "
            "every move, whoever makes it.",
            "`side = game.side(state)` is +1 for MAX and -1 for MIN. A value is better for the "
            "mover if `side * value` is larger. Keep the value and the action together.",
        ),
        "lib.search.minimax:minimax",
        "With rounds: `minimax(game, state, rounds * len(game.sides), evaluate)`.",
    ),
    "alphabeta": (
        (
            "Start from a minimax that is right. Add two parameters with defaults: alpha, what "
            "MAX has in hand, and beta, what MIN has in hand.",
            "After each child, MAX may raise alpha, MIN may lower beta. Pass both down to the "
            "next child. Do not share them between siblings' subtrees.",
            "When alpha and beta meet, somebody above will never let the game come here: break. "
            "A strict comparison keeps the first best action.",
        ),
        "lib.search.alphabeta:alphabeta",
        "With rounds: `alphabeta(game, state, rounds * len(game.sides), evaluate)`.",
    ),
    "expectimax": (
        (
            "Start from a minimax that is right. What changes when nobody chooses?",
            "A CHANCE node is worth the sum of `game.probability(state, action)` times the value "
            "of the child. It has no best action.",
            "A CHANCE move is a move: it costs one ply. MIN still takes the smallest value.",
        ),
        "lib.search.expectimax:expectimax",
        "With rounds: `expectimax(game, state, rounds * len(game.sides), evaluate)`.",
    ),
    "best_actions": (
        (
            "First compute the value of every action at the root, without any cut.",
            "Then collect the actions whose value equals the best one, for the side to move.",
            "If you prune: only strict cuts leave values that may be compared for equality.",
        ),
        "lib.search.alphabeta:best_actions",
        "With rounds: `set(best_actions(game, state, rounds * len(game.sides), evaluate))`.",
    ),
    "ucb1": (
        (
            "Two parts: how good the child was so far, and how little is known about it.",
            "The first part is total / visits. The second grows with the parent's visits, slowly, "
            "and shrinks with the child's.",
            "The bonus is c * sqrt(ln(parent_visits) / visits). Before you divide: what is the "
            "bound of a child that nobody has visited?",
        ),
        "lib.search.bandit:ucb1",
        "The errors for impossible numbers are not part of the exercise.",
    ),
    "choose": (
        (
            "First find the parent's visits: every visit of the parent went on to a child.",
            "Compute the bound of every child with the same parent's visits.",
            "Return the index of the largest bound. `list.index` gives the first of equals.",
        ),
        "check.solutions:choose",
        "`ucb1` is the one of lib.search.",
    ),
    "ucb_from_java": (
        (
            "In Java the quotient of two whole numbers is a whole number. Which quotient of the "
            "original is one?",
            "`double fraction = wins / visits` divides first and converts afterwards: 9 / 10 is 0.",
            "In Python / always gives the fraction. Keep the 2 under the root, and give a node "
            "without visits infinity.",
        ),
        "check.solutions:ucb_from_java",
        "Compare it with `ucb1(wins, visits, parent_visits, sqrt(2))`.",
    ),
    "parse_log": (
        (
            "An entry has four parts, each with a header. Split the text at the headers first.",
            "Names and pairs hold commas. Look for what stands between quotes instead of "
            "splitting at commas.",
            "The last pair is the node's own. Compare all numbers (actions, weights, pairs) and "
            "raise a ValueError if they do not fit.",
        ),
        "lib.logs:parse_log",
        "Its helpers stand in lib/logs.py.",
    ),
    "select": (
        (
            "Start at the root. When may you go on to a child, and when must you stop?",
            "Go on while the node has children and nothing is untried. The child with the largest "
            "UCB1 is next, in the eyes of the side that chooses at this node.",
            "Totals are MAX's: use `node.side * child.total`. At a CHANCE node draw one of all "
            "actions by `game.probability`; if it has no node yet, stop.",
        ),
        "lib.search.mcts:select",
        "`choose_ucb1` and `draw_outcome` stand in lib/search/mcts.py.",
    ),
    "expand": (
        (
            "One untried action becomes one new node. What do the two nodes have to know of each "
            "other?",
            "The action leaves `node.untried`. The child knows its state, action and parent. The "
            "node has the child in `children`, under the action.",
            "`Node(game, game.result(node.state, action), action, node)` makes the child. A "
            "finished game has nothing untried: return the node itself.",
        ),
        "lib.search.mcts:expand",
        "`pick` chooses the action: any untried one will do.",
    ),
    "rollout": (
        (
            "Play on from the node's state until the game is over. What is a finished game worth?",
            "Everybody moves at random, with `rng.choice`. Do not store anything in the node.",
            "CHANCE draws by `game.probability`: `rng.choices(actions, weights)`. Return "
            "`game.utility` as it is: it is MAX's payoff.",
        ),
        "lib.search.rollouts:random_rollout",
        "On a node: `random_rollout(game, node.state, rng)`.",
    ),
    "backpropagate": (
        (
            "Every node on the way from the leaf to the root was visited once. The root too.",
            "Go up with `node = node.parent` until there is none.",
            "Totals are MAX's in every node: add the same value everywhere, turn nothing.",
        ),
        "lib.search.mcts:backpropagate",
        "Who chooses enters in `select`, not here.",
    ),
    "best_action": (
        (
            "The search has spent its visits where it believes in. Which child is that?",
            "Visits have no sign: the rule is the same for MAX and MIN.",
            "`max(root.children.values(), key=...)`, and then its action.",
        ),
        "lib.search.mcts:best_action",
        'The exercise asks for the rule "visits".',
    ),
    "mcts": (
        (
            "Put the four phases into a loop: select, expand, rollout, backpropagate. One turn of "
            "the loop is one rollout.",
            "If it plays badly, draw the tree after a few iterations. Do visits of the children "
            "add up to those of the root? Whose payoff is in the totals?",
            "Look up the side of the node in which a choice is made; never turn signs by the "
            "number of moves. The final move is the most visited one.",
        ),
        "check.solutions:mcts",
        "The four phases are those of lib.search.mcts.",
    ),
    "evaluate_pacman": (
        (
            "Begin with the score. Then ask: is the game won or lost? Those two beat everything.",
            "Add something for being near food and near scared ghosts that can be reached in "
            "time, take something off for ghosts that are not scared.",
            "Every hope must be smaller than what it leads to: being beside food is worth less "
            "than the 10 points for eating it. 1 / (distance + 1) never divides by zero.",
        ),
        "lib.evaluate.pacman:pacman_good",
        "Its parts stand in lib/evaluate/pacman.py.",
    ),
    "evaluate_capture": (
        (
            "Write the value of one team. Then red's minus blue's is antisymmetric by itself.",
            "Food at home counts most, carried food less, being near food least.",
            "A ghost at home should go to invaders. At the end of the game only the sign of the "
            "score counts: make it larger than everything else.",
        ),
        "check.solutions:evaluate_capture",
        "`capture_good` stands in lib/evaluate/capture.py.",
    ),
    "othello_is_terminal": (
        (
            "When the mover has no move, the game need not be over. Who else may have one?",
            "`game.moves(own, other)` is 0 if there is no move. Ask for both sides.",
            "The order of the two sides does not matter here: both must be without a move.",
        ),
        "check.solutions:othello_is_terminal",
        "The result is True or False, not a bitboard.",
    ),
    "legal_with_pass": (
        (
            "Three cases: the mover can move, only the other side can, nobody can.",
            "Whose stones are `own`? The third part of the state says who is to move.",
            "Square s is in a bitboard if `bits >> s & 1`. There are game.size ** 2 squares.",
        ),
        "check.solutions:legal_with_pass",
        'A pass is written "pass".',
    ),
    "distinct_children": (
        (
            "States are plain data and can be keys of a dict.",
            "Compute the state after each action. Which actions have a state that was seen before?",
            "`dict.setdefault(state, action)` keeps the first action for each state.",
        ),
        "check.solutions:distinct_children",
        "On the empty board 36 of 288 actions are left.",
    ),
    "has_four": (
        (
            "Shift a board by one step and `&` it with itself: what do the bits that stay mean?",
            "One step up is 1 bit, one to the right 7, and the two diagonals 6 and 8.",
            "`pairs = stones & stones >> step` marks two in a row. Now two such pairs.",
        ),
        "check.solutions:has_four",
        "`has_four` of lib/games/connect4.py does the same for boards of any size.",
    ),
    "landing": (
        (
            "In binary 0b0011 + 1 = 0b0100: the carry runs up to the first empty bit.",
            "The lowest bit of a column is `1 << 7 * column`. What does adding it do?",
            "Keep the six bits of that column only: a carry out of a full column must vanish.",
        ),
        "check.solutions:landing",
        "The six squares of a column are `0b111111 << 7 * column`.",
    ),
}
