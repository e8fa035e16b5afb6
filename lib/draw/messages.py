"""What pictures say: legends, alt texts, and how people talk about a game at its board.

All words of lib.draw that a translation needs stand here, as whole sentences with named places.
"""

from lib.draw import colors

# --- boards ----------------------------------------------------------------------------------

NO_DRAWING = "{name} has no drawing of its own: write one with @draw_board.register({name})"
POSITION = "A position of {game!r}"
LAST_MOVE = " Last move: {action}."
VALUES = " Values: {values}"
DARKER_IS_LARGER = "darker: larger"
TEAMS = {"red": "red team (MAX): square badges", "blue": "blue team (MIN): round badges"}
TEAM_SCORES = "red {red} : {blue} blue, {turn}"
TO_MOVE = "{who} to move"
GAME_IS_OVER = "the game is over"
MOVES_LEFT = "{count} moves left"
PLAYER = "{team} {number}: {role} at {position}{load}."
CARRYING = ", carrying {count}"
PACMAN_SCORE = "score {score}, {turn}"
PACMAN_ENDINGS = {"won": "Pacman won", "lost": "Pacman was caught", "time": "the time is up"}
MAZE = "A maze of {width} by {height} cells. Pacman at {pacman}. {ghosts}{food} food, "
MAZE += "{capsules} capsules left. {status}."
GHOST = "Ghost {number} at {position}{scared}. "
HEAT_MAP = "Heat map of {name}"
PIG = "X has {x} points, O has {o}, the turn total is {total}, the goal {goal}. {status}."
PIG_GOAL = "goal {goal}, turn total {total}"
OTHELLO_COUNT = "X {x} : {o} O, {status}"


def good_for(who_max: str = "MAX", who_min: str = "MIN") -> str:
    """What the two colors of a data scale mean."""
    good, bad = colors.MAX_COLOR.name, colors.MIN_COLOR.name
    return f"{good}: good for {who_max}, {bad}: good for {who_min}"


def heat_legend(low: str, high: str, is_signed: bool, is_negative: bool) -> str:
    """What the colors of a heat map mean."""
    if is_negative:
        return f"values from {low} to {high}; darker is better for MIN"
    if is_signed:
        return f"values from {low} to {high}; {good_for()}"
    return f"values from {low} to {high}; darker is larger"


# --- speaking of a game ----------------------------------------------------------------------

CLICK_BOARD = "Click the board, or walk with the arrow keys and press Enter."
CLICK_MAZE = "Click the maze once, then steer with the arrow keys. The full stop key waits."
CLICK_TWIST = "Click a cell, then choose a twist. With the keyboard: arrow keys, then Enter."
PRESS_BUTTONS = "Choose a move with the buttons."
CELL_TAKEN = "Cell {cell} is taken: choose an empty one."
CHOOSE_TWIST = "Cell {cell}. Now choose the twist."
QUADRANTS = ("top left", "top right", "bottom left", "bottom right")
SEATS_XO = ("X, you begin", "O, the opponent begins")
SEATS_PACMAN = ("Pacman", "the ghosts")
SEATS_TEAMS = ("red", "blue")
GAME_OVER = "Game over: {how}."
RESULTS = {1: " You won.", 0: " Nobody won.", -1: " You lost."}
MAX_GETS = "MAX gets {utility:g}"
PACMAN_ENDING = "{how}, score {score}"
HOME_SCORES = "red {red} : {blue} blue"

# --- trees -----------------------------------------------------------------------------------

SEARCH_TREE = "Search tree of {game!r}"
ROOT_MOVES = "{side} moves at the root. {count} nodes are drawn."
ROOT_VALUE = "The root is worth {value}."
CHOSEN_LINE = "Chosen line: {actions}."
STEP_OF = "Step {step} of {steps}."
CUTS = "{count} cuts: {reasons}"
MORE_CUTS = "and {count} more cuts"
NOT_YET, NEVER = "not yet visited", "never entered"
FOLDED = "{count} nodes are folded here, {all} with all below them; expand=[{parent}] shows them"
MORE = "… {count:,} more"
KINDS = {"terminal": "end of the game", "horizon": "depth is used up"}
CUT = "cut: {reason}"
LEVELS = "A search, level by level"
LEVEL_NAMES = ("level", "nodes (bars: log scale)", "cut off", "smallest", "largest")
NODES = "{count:,} nodes"
TOO_MANY = "{count:,} nodes are too many to draw (more than {limit:,}), so here is each level"
DRAW_PART = "Draw a part of it: draw_tree(trace, depth=2), or root= a node's index or state."
LEAVES, LEVEL = (
    "leaves",
    "Level {level}, {who}: {nodes} nodes, {cut} cut off, values {low} to {high}.",
)


def node_tip(kind: str, side: str, value=None, window=None, best=None, cut=None) -> str:
    """What a reader learns when the mouse rests on a node."""
    facts = [KINDS.get(kind) or f"{side} moves"]
    facts += [] if value is None else [f"value {value!r}"]
    facts += [] if window is None else ["entered with alpha {}, beta {}".format(*window)]
    facts += [] if best is None else [f"best action {best!r}"]
    return "; ".join(facts + ([CUT.format(reason=cut)] if cut else []))


# --- MCTS ------------------------------------------------------------------------------------

MCTS_TREE = "MCTS tree after {visits:,} iterations"
MCTS_NODE = "after {action!r}: {visits} visits, total {total}, mean {mean}"
MCTS_ROOT = "The root has {visits} visits."
MCTS_CHILD = "Action {action!r}: {visits} visits, mean {mean}."
PATH, PHASE, THE_ROOT = "Path: {actions}.", "Phase: {phase}.", "the root"
ROLLOUT_END = "where the random game ended"


def mcts_legend(is_max_payoff: bool = True) -> str:
    """What number, size and color of an MCTS node mean."""
    if is_max_payoff:
        return f"number: MAX's mean; n and size: visits; {good_for()}"
    good = colors.MAX_COLOR.name
    return f"number: stored mean; n and size: visits; {good}: a large number"


# --- bars ------------------------------------------------------------------------------------

UCB = "UCB1 = mean + {c} · sqrt(ln {visits} / n)"
UCB_AS_SEEN = "UCB1 = mean + {c} · sqrt(ln {visits} / n), as {side} sees it"
UCB_TITLE = "UCB1: mean plus bonus"
UCB_ROW = "{name}: n = {visits}, {sum}."
NEVER_VISITED = "never visited: ∞, goes first"
MEAN_KEY, BONUS_KEY = "mean", "bonus: the less visited, the larger"
CHOSEN = " Chosen: {name}."
