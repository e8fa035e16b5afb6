"""What widgets say: whole sentences with named places, all that a translation needs."""

from lib.game import MAX, MIN

# --- narration: a step of a search -----------------------------------------------------------

BEFORE = "Nothing is visited yet. {side} moves at the root. Press Step."
BEGIN = "We begin at the root. {side} moves here."
DOWN = "Down by {action}: {side} moves here."
LEAF, ROOT_LEAF = "Down by {action}: a leaf, worth {value}.", "The root: a leaf, worth {value}."
HORIZON = "Down by {action}: the search looks no further, the evaluator says {value}."
ROOT_HORIZON = "The root: the search looks no further, the evaluator says {value}."
FAILED = "{node} was left by an error: it has no value."
ACTION, SAME_MOVE, AT_ROOT = "action {action}", "the same move again", "{side} at the root"
NO_WINDOW = "The window is [{alpha}, {beta}]: nothing is known yet."
ALPHA_WINDOW = "The window is [{alpha}, {beta}]: MAX already has {alpha} elsewhere (alpha)."
BETA_WINDOW = "The window is [{alpha}, {beta}]: MIN already has {beta} elsewhere (beta)."
BOTH_WINDOW = (
    "The window is [{alpha}, {beta}]: MAX already has {alpha} elsewhere (alpha) "
    "and MIN already has {beta} elsewhere (beta)."
)
CUT = "Cut: {reason}. {node} gives back {value}."
LEFT_UNTRIED = "{node} gives back {value} and leaves {count} untried."
CHANCE_DONE = "CHANCE has seen {children}. The mean is {sum}."
DONE = "{node} has seen {children}. The {kind} value is {value}."
DONE_BY = "{node} has seen {children}. The {kind} value is {value}, by action {action}."
LARGEST = {MAX: "largest", MIN: "smallest"}
ADDS = "CHANCE above adds it to its mean."
IN_HAND = "{side} above now has {value} in hand."
BETTER = "{side} above had {old}: {value} is better."
KEEPS = "{side} above has {old} and keeps it."
ALPHA_RISES, BETA_FALLS = "Alpha rises to {value}.", "Beta falls to {value}."
FINISHED = "Done: the value is {value}."
FINISHED_BY = "Done: the value is {value}, the action is {action}."


def children(count: int) -> str:
    """How many children a node has seen."""
    return "one child" if count == 1 else f"all {count} children"


def effort(nodes: int, cuts: int) -> str:
    """What a search cost, in a sentence."""
    visited = "One node was visited" if nodes == 1 else f"{nodes:,} nodes were visited"
    made = ", one cut was made" if cuts == 1 else f", {cuts} cuts were made" if cuts else ""
    return f"{visited}{made}."


# --- stepper and quiz ------------------------------------------------------------------------

SEARCH, SEARCH_SUMMARY = "A search in {steps}", "A summary of a search"
SEVERAL = (
    "This trace holds {searches} searches. These are the steps of the last one; "
    "stepper(trace, root={root}) shows the first."
)
SUMMARY = (
    "This search visited {nodes:,} nodes, too many to step through. Here is a summary for each "
    "level. To step, record a smaller search: less depth, or a smaller tree."
)
THINNED = (
    "This search visited {nodes:,} nodes. To stay readable, {levels} levels below the root are "
    "drawn and {shown:,} of {steps:,} steps are shown. To see all of it, record a smaller search."
)
NOT_DRAWN = "({count:,} nodes below are not drawn.) {text}"
QUIZ = "Questions about a search"
QUIZ_NEEDS_KERNEL = "Predicting needs a running kernel: if no button answers, run this cell again."
NEXT, AGAIN = "Next question", "Again from the start"
RIGHT, WRONG = "Right.", "Not quite: the answer is {answer}."
QUESTION_NUMBER = "Question {number} of {count}, {score}"
SCORE, NO_SCORE = "{right} of {answered} right", "no answer yet"
WHICH_LEAF = "Which leaf does the search look at next? (actions from the root)"
ONE_MATTERS = "{side} has just got {value}. Can the other child of this node still matter?"
MANY_MATTER = (
    "{side} has just got {value}. Can the other {count} children of this node still matter?"
)
LOOK_ON, NO_CUT = "Yes, look on", "No, cut"
BOUND = "What is {bound} at the {side} node above?"
BOUND_AFTER = "What is {bound} at the {side} node above after the leaf {leaf}?"
GIVES_BACK = "Which value does this {side} node give back?"

# --- MCTS stepper ----------------------------------------------------------------------------

MCTS = "MCTS, phase by phase"
MCTS_NEEDS_KERNEL = (
    "Steps work without a kernel. If C or the backup changes nothing, run this cell again."
)
NO_ITERATION = "No iteration yet: the tree is the root. Press Step."
PHASE = "Iteration {iteration}, {phase}. {told}"
WALKED = "UCB1 leads down by {actions}. {told}"
GAME_IS_OVER = "The game is over there."
ONE_UNTRIED = "At {node} one action is untried: stop here."
UNTRIED = "At {node} {count} actions are untried: stop here."
THIS_NODE, THE_ROOT = "this node", "the root"
EXPANDED = "Try {action}: it becomes a node of the tree."
NOTHING_TO_EXPAND = "The game is over here: there is nothing to expand."
ROLLED_OUT = "Both sides play on at random. At the end MAX gets {value}."
PAID = "The game is over here: MAX gets {value}."
BACKED_UP = "Each node stores {what}. From the leaf up to the root it adds {added}."
MILESTONE = (
    "After {iterations:,} iterations {side} would play {action}: {visits:,} visits, "
    "stored mean {mean}."
)
AGREES, DISAGREES = "The right backup agrees.", "The right backup plays {action}."
MCTS_TITLE = "MCTS tree, {visits:,} iterations counted"
UCB_AT, AFTER = "UCB1 at {node}", "the node after {action}"
STORED = {  # how the backup stores a payoff: what stands in each node
    "right: MAX's payoff": "MAX's payoff; the chooser multiplies by its side",
    "right: of who moved": "the payoff of the side that moved into the node",
    "wrong: of who is next": "the payoff of the side to move there",
    "wrong: of the root": "the payoff of the side at the root",
    "wrong: never turned": "MAX's payoff, and MIN maximizes it",
    "wrong: turned on the way": "a number that is turned as it travels",
    "wrong: of who is last": "the payoff of who is last",
}

# --- boards to play on and to watch ----------------------------------------------------------

BOARD = "A board of {game} to play on"
YOUR_TURN = "Your turn, {who}."
THINKS, PLAYED = "{who} is thinking.", "{who} played {move}."
PLAY_AGAIN = "Press New game to play again."
NO_UNDO = "There is no move of yours to take back."
NOT_POSSIBLE = "That move is not possible: {problem}."
OPPONENT_FAILED = "The opponent cannot go on: {problem} Press Undo or New game."
DOES_NOT_SAY = "{agent} does not say what it thinks."
TRIED = "How often {agent} tried each move, and MAX's mean payoff."
EXPECTS = "What {agent} expects of each move, MAX's view."
IS_BOUND = "≤ or ≥ is a bound: the search saw that the move is not better, and went on."
VISITS_TITLE, VALUE_TITLE, SOME_MOVES = "visits (mean)", "value", "{unit}: {shown} of {all} moves"
GAME_WATCHED = "A game of {moves} moves"
BEFORE_FIRST = "Before the first move. {matchup}."
SIDE_IS = "{side} is {agent}"
MOVE = "Move {number}: {who} plays {move}."
NOT_OVER = "The game is not over: only its first {moves} moves are shown."
STOPPED = "The game ended here: {reason}."

# --- UCB1 bench and evaluation lab -----------------------------------------------------------

BENCH, LAB = "A bench for UCB1", "Sliders for the features of a position"
BENCH_NEEDS_KERNEL = (
    "C slides without a kernel. If other knobs change nothing, run this cell again."
)
UCB_CHOOSES = "C = {c:g}: UCB1 chooses {choice}."
EQUAL_TRIES = "No C changes that: equal tries, so every action gets the same bonus."
NO_C_CHANGES = "No C from {low:g} to {high:g} changes that."
CHOICE_TURNS = "The choice turns: {first} at C = 0, {turns}."
TURN = "{choice} from C = {c:g} on"
BANDIT_RUN = (
    "C = {c:g}, {pulls} pulls: {visits} for the three arms. That cost {regret} against always "
    "pulling the best. Next is {choice}."
)
LAB_NEEDS_KERNEL = "If the picture does not follow, run this cell again."
LAB_TITLE = "The weighted sum of the features"
THIS_POSITION = "This position: {terms} = {total}."
CHANCE_NEXT = "CHANCE moves next."
ONE_AHEAD = "One move ahead, {who} would play {move}."
