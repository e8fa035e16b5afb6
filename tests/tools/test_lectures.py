"""The lecture plan: its slides and steppers exist, its minutes fit, and its answers are true.

An answer is computed here with the library, or read from what a lesson prints (nbval runs those
cells and compares what they print).
"""

import json
import math
import re

import pytest

from lib.evaluate import score
from lib.game import CHANCE, MAX, MIN, rounds
from lib.games import Othello, Pacman, PentagoTwist, TicTacToe, TreeGame
from lib.logs import read_log
from lib.search import alphabeta, expectimax, minimax
from lib.trace import record
from tools.copies import originals, without_outputs
from tools.decks import deck
from tools.lessons import HEADING, SLIDE_ONLY, all_lessons, tags
from tools.notebooks import ROOT

PLAN = (ROOT / "docs/lectures.md").read_text("utf-8")
LESSONS = {lesson.number: lesson for lesson in all_lessons()}
TTT = TicTacToe()


def places(number, heading):
    """The slides of a deck that belong to a heading, in words: 7, or 7 to 9."""
    slides = enumerate(deck(LESSONS[number]), 1)
    found = [place for place, slide in slides if slide.heading == heading]
    assert found, f"deck {number}: {heading}"
    assert found == list(range(found[0], found[-1] + 1)), f"deck {number}: {heading}"
    return f"{found[0]} to {found[-1]}" if len(found) > 1 else str(found[0])


# --- slides, minutes, sets -----------------------------------------------------------------


def test_the_crash_course_uses_slides_that_exist_and_fits_its_minutes():
    rows = re.findall(r"^\| (\d+) to (\d+) \|.*\| deck (\d\d): (.+) \|$", PLAN, re.M)
    assert len(rows) == 8
    for begin, end, number, named in rows:
        wanted = [re.sub(r" \(\d.*?\)$", "", part) for part in named.split("; ")]
        assert named == "; ".join(f"{part} ({places(number, part)})" for part in wanted)
        slides = [slide for slide in deck(LESSONS[number]) if slide.heading in wanted]
        paper = sum(map(int, re.findall(r"(\d+) minutes", row_with(named))))
        minutes = sum(slide.minutes or 0 for slide in slides) + paper
        assert minutes <= int(end) - int(begin), f"deck {number}: {minutes} minutes"


def row_with(words):
    """The line of the plan that contains these words."""
    return next(line for line in PLAN.splitlines() if words in line)


def test_every_name_in_quotation_marks_is_a_heading():
    named = re.findall(r'"([A-Z][^"`=]*?)"', re.sub(r"\s+", " ", PLAN.replace('SEED="', "")))
    everywhere = {text for lesson in LESSONS.values() for _, text in HEADING.findall(lesson.text)}
    assert len(named) >= 8
    assert set(named) <= everywhere, set(named) - everywhere


def section(title):
    """The part of the plan below a heading."""
    return PLAN.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_eight_double_lessons_cover_all_lessons_in_order():
    rows = re.findall(
        r"^\| (\d) \| (\[.*?\)) \| (\[.*?\)) \|", section("Eight double lessons"), re.M
    )
    assert [int(number) for number, *_ in rows] == list(range(1, 9))
    links = [link for _, *pair in rows for link in pair]
    wanted = [
        f"[{one.number} {one.title}](../notebooks/{one.path.name})" for one in LESSONS.values()
    ]
    assert links == wanted
    assert all(lesson.minutes <= 45 for lesson in LESSONS.values())
    for number in range(1, 9):
        assert f"**Double lesson {number}.**" in PLAN


def test_the_seminar_covers_all_lessons_in_order_and_all_problem_sets():
    rows = re.findall(
        r"^\| (\d) \| (.+?) \| (\d\d) \| (.+?) \|$", section("Seminar of six weeks"), re.M
    )
    assert [int(week) for week, *_ in rows] == list(range(1, 7))
    assert [one for _, read, *_ in rows for one in read.split(", ")] == list(LESSONS)
    assert all(shown in read for _, read, shown, _ in rows)
    sets = re.findall(r"ps\d_\w+", " ".join(given for *_, given in rows))
    assert sets == sorted(folder.name for folder in (ROOT / "notebooks/exercises").iterdir())


def test_a_live_show_is_opened_where_the_cells_of_the_deck_are():
    said = re.sub(r"\s+", " ", PLAN)
    assert "Open the lesson from the folder `notebooks/`, not your copy in `my/`" in said
    assert any(SLIDE_ONLY in tags(cell) for one in LESSONS.values() for cell in one.notebook.cells)
    for copy in map(without_outputs, originals().values()):
        assert SLIDE_ONLY not in str([cell["metadata"] for cell in copy["cells"]])


def test_the_plan_names_every_stepper_of_its_lessons():
    part = re.sub(r"\s+", " ", PLAN[PLAN.index("## Eight double lessons") :])
    for number in LESSONS:
        for name in (slide.heading for slide in deck(LESSONS[number]) if slide.is_stepper):
            assert f'"{name}"' in part, f"deck {number}: {name}"


def test_the_plan_uses_every_problem_set():
    for folder in (ROOT / "notebooks/exercises").iterdir():
        assert PLAN.count(folder.name) >= 2, folder.name


# --- questions and answers -----------------------------------------------------------------


def asked():
    """Question and answer, row by row."""
    tables = re.findall(r"^\| ask \| answer \|\n\|[-|]+\|\n((?:\|.*\n)+)", PLAN, re.M)
    return dict(re.findall(r"^\| (.+?) \| (.+?) \|$", "".join(tables), re.M))


def printed(number, pattern):
    """What the cells of a lesson print, or a picture describes, where the pattern matches."""
    outputs = [o for c in LESSONS[number].notebook.cells for o in c.get("outputs", [])]
    texts = [o.get("text", "") + o.get("data", {}).get("text/plain", "") for o in outputs]
    pictures = "".join(o.get("data", {}).get("image/svg+xml", "") for o in outputs)
    texts += re.findall(r"<desc>(.*?)</desc>", pictures)
    return re.search(pattern, "\n".join(texts), re.M).groups()


def calls(search, game, state, *options):
    """How many nodes a search enters."""
    with record() as trace:
        search(game, state, *options)
    return len(trace)


def games_from(state):
    """The number of games of tic-tac-toe that can follow."""
    if TTT.is_terminal(state):
        return 1
    return sum(games_from(TTT.result(state, a)) for a in TTT.actions(state))


def worth(tree, sides=(MAX, MIN)):
    """Value and action of a tree."""
    return expectimax(TreeGame(tree, sides), ())


def five_moves():
    """After how many of X's moves O wins at once with square 7, and the moves that prevent it."""
    lost = {a: TTT.result(FIRST, a) for a in TTT.actions(FIRST)}
    wins = {a: winning(state) for a, state in lost.items()}
    assert len(wins) == 5 and all(won in ([], [7]) for won in wins.values())
    return [f"all but square {a}" for a, won in wins.items() if not won]


def winning(state):
    """The moves that end the game with a win at once."""
    after = {a: TTT.result(state, a) for a in TTT.actions(state)}
    return [a for a, s in after.items() if TTT.is_terminal(s) and TTT.utility(s)]


def after_a_pass():
    """Black moved, white passes: that black is next, in the first such game of Othello 4x4."""
    game, stack = Othello(4), [(Othello(4).initial_state(), None)]
    while stack:
        state, mover = stack.pop()
        if mover == MAX and list(game.actions(state)) == ["pass"]:
            assert game.side(game.result(state, "pass")) == MAX
            return ["Black"]
        stack += [(game.result(state, a), game.side(state)) for a in game.actions(state)]
    raise AssertionError("no game with a pass")


def six_plies():
    game, names = Pacman("tiny_two_ghosts"), {MAX: "MAX", MIN: "MIN"}
    return [" ".join(names[side] for side in game.sides * 2)]


def positions():
    seen, new = set(), {TTT.initial_state()}
    while new:
        seen |= new
        new = {TTT.result(s, a) for s in new for a in TTT.actions(s)} - seen
    classes = {frozenset(TTT.symmetries(state)) for state in seen}
    return [f"{len(seen):,}; {len(classes)} if mirror images count once"]


def largest_leaf():
    value, action = worth([[4, 7], [2, 9], [6, 5]])
    return [f"The {('first', 'second', 'third')[action]}, {value}."]


def flipped(tree, side):
    """The value of a tree if sides changed after every move."""
    return side * max(side * flipped(t, -side) for t in tree) if isinstance(tree, list) else tree


def two_ghosts():
    tree = [[[5, 4], [9, 8]], [[9, 1], [9, 2]]]
    assert flipped(tree[1], MIN) > flipped(tree[0], MIN), "flipping goes right"
    return [f"promises {flipped(tree[1], MIN)} ", f"sure of {worth(tree, (MAX, MIN, MIN))[0]}."]


def perfect_play():
    empty = TTT.initial_state()
    values = {minimax(TTT, TTT.result(empty, a))[0] for a in TTT.actions(empty)}
    assert values == {minimax(TTT, empty)[0]}, "every first move is worth the same"
    return [f"{values.pop()}, and so is every first move"]


def pacman_tree():
    game = Pacman("tiny_two_ghosts")
    assert rounds(game, 4) == 12
    return [str(calls(minimax, game, game.initial_state(), 12, score))]


def small_start():
    said, true = map(int, printed("03", r"^\((100), (150)\)$"))
    assert true == worth([[150, 200], [300, 120]])[0]
    return [f"{said}.", f"worth {true}"]


def a_bound():
    twins = TreeGame([[3, 5], [3, 1]])
    assert alphabeta(twins, (1,), alpha=alphabeta(twins, (0,))[0])[0] == 3
    return [f"truth is {minimax(twins, (1,))[0]}"]


def strict():
    quick, slow = map(int, printed("03", r"^\((18297), (\d+)\)$"))
    assert quick == calls(alphabeta, TTT, TTT.initial_state()) and round(slow / quick) == 8
    return ["Eight times", f"{slow:,}", f"{quick:,}"]


class Ordered(TicTacToe):
    """Tic-tac-toe whose squares are tried in another order."""

    def actions(self, state):
        return sorted(super().actions(state), key=self.order.index)


def ordered():
    counts = []
    for order in ([4, 0, 2, 6, 8, 1, 3, 5, 7], [1, 3, 5, 7, 0, 2, 6, 8, 4]):
        game = Ordered()
        game.order = order
        counts.append(calls(alphabeta, game, game.initial_state()))
    return [f"{counts[0]:,} calls and {counts[1]:,} calls"]


def one_coin():
    tree = [[10, 10], [100, -50]]
    assert worth(tree, (MAX, CHANCE)) == (25, 1) and worth(tree) == (10, 0)
    return ["The coin: 25", "the sure 10"]


def two_beliefs():
    value = {}
    for ghosts in ((MIN, MIN), (MIN, CHANCE), (CHANCE, MIN), (CHANCE, CHANCE)):
        game = Pacman("corridor", ghosts=ghosts)
        value[ghosts] = expectimax(game, game.initial_state(), rounds(game, 3), score)[0]
    for first in (MIN, CHANCE):  # the first ghost changes nothing
        assert value[first, MIN] == value[MIN, MIN] and value[first, CHANCE] == value[MIN, CHANCE]
    return ["The second", f"hunts, {value[MIN, MIN]:g}", f"wanders, {value[MIN, CHANCE]:g}"]


def squashed():
    small = [[x / (30 + abs(x)) for x in branch] for branch in [[10, 10], [100, -50]]]
    assert worth(small)[1] == 0 and worth(small, (MAX, CHANCE))[1] == 0
    return ["Not for minimax", "expectimax it flips"]


def greedy():
    pulls, paid = {"A": 1, "B": 1, "C": 1}, {"A": 1, "B": 0, "C": 0}
    for _ in range(97):  # A never pays again: even then its mean stays above 0
        arm = max(pulls, key=lambda arm: paid[arm] / pulls[arm])
        pulls[arm] += 1
    assert pulls["B"] == 1
    wrong, runs, low, high = printed("08", r"wrong machine: (\d+) of (\d+), 95 % \[(.+), (.+)\]")
    return ["Once", f"{wrong} of {runs} runs, 95 % interval {low} to {high}"]


def equal_tries():
    for entry in (e for path in (ROOT / "data/logs").glob("*.log") for e in read_log(path)):
        assert len({tries for _, tries in entry.pairs}) == 1
    return ["None: all children have equal tries"]


def third_log():
    names = dict(re.findall(r"(\d): '(\w+)'", printed("08", r"(\{0: 'MOVE'.*\})")[0]))
    return [f"{names['1']}, {names['2']}, {names['4']}"]


def paper_tree():
    tree = [[1, -1], [0, 0.5]]
    assert worth(tree)[1] == 1 and max(tree[0]) > max(tree[1])
    return ["Move 0 looks best", "minimax plays move 1"]


def the_fork():
    state = TTT.parse("X..\n.O.\n..X")
    value = {a: minimax(TTT, TTT.result(state, a))[0] for a in TTT.actions(state)}
    assert {value[a] for a in (1, 3, 5, 7)} == {0} and {value[a] for a in (2, 6)} == {MAX}
    return ["An edge"]


def center_at_random(state):
    """The mean result of random play."""
    if TTT.is_terminal(state):
        return TTT.utility(state)
    after = [TTT.result(state, a) for a in TTT.actions(state)]
    return sum(map(center_at_random, after)) / len(after)


def the_mean():
    center = TTT.result(TTT.initial_state(), 4)
    assert math.isclose(center_at_random(center), 1 / 2) and minimax(TTT, center)[0] == 0
    return ["1/2 for the center", "0, the minimax value"]


def final_rule():
    names = ("visits", "mean", "UCB1, C = 2")
    visits, mean, bound = (int(printed("09", rf"^{name} +(\d+)/300")[0]) for name in names)
    assert max(visits, mean) < bound / 2
    return ["Visits or mean"]


def more_iterations():
    before, after = printed("12", r"^patient 7: (\S+) -> (\S+)")
    return [f"from {before} to {after}", "Only the final move by UCB"]


def deepening():
    before, after = (
        printed("04", rf"and {word}: ([\d.,]*\d)")[0] for word in ("killers", "deepening")
    )
    return [f"Deepening: {after} nodes instead of {before}"]


def smallest_broken():
    tree, right, wrong = printed("04", r"^\((\[.*\]), \((\d), (\d)\)\)$")
    assert int(right) == worth(json.loads(tree))[0] != int(wrong)
    return [f"{len(re.findall('[0-9]', tree))}, ", f"as {wrong} instead of {right}"]


def first_boards():
    game, start = PentagoTwist(), PentagoTwist().initial_state()
    moves = list(game.actions(start))
    assert len(moves) == 288
    return [f"{len({game.result(start, move) for move in moves})}, one for each square"]


def five_of_six():
    chance = sum(math.comb(6, wins) for wins in (5, 6)) / 2**6
    return [f"probability {chance:.2f}"]


def has_four(bits, high):
    """Whether bits of columns of this height hold four in a row up or down, by two shifts."""
    pairs = bits & bits >> 1
    return bool(pairs & pairs >> 2), [divmod(bit, high) for bit in range(48) if bits >> bit & 1]


def seven_bits():
    stones = [(0, 4), (0, 5), (1, 0), (1, 1)]  # the top two of a column, the bottom two of the next
    for high, wrong in ((6, True), (7, False)):
        bits = sum(1 << high * column + row for column, row in stones)
        assert has_four(bits, high) == (wrong, stones)
    return ["top two squares of a column and the bottom two of the next"]


def seen_answers():
    seen = printed("15", r"positions that it has seen\? (\d+ %)")[0]
    others = printed("15", r"And in the 250 others\? (\d+ %)")[0]
    return [f"In {seen} and in {others}"]


def two_losses():
    """From the description of the chart: what each program keeps, and its last loss."""
    cell = next(c for c in LESSONS["15"].notebook.cells if c.id == "loss-chart")
    chart = cell.outputs[0]["data"]["image/svg+xml"]
    kept = re.findall(r"value kept ([\d.]+): from [\d.]+ at 512 to ([\d.]+) at 5120", chart)
    (right, high), (wrong, low) = kept
    question = next(text for text in asked() if text.startswith("The loss of the value"))
    assert f"is {high} in one program and {low} in another" in question
    return [f"the one with {low} has a wrong sign", f"in {wrong} of", f"the other in {right}"]


FIRST = TTT.parse("XOX\n.O.\n...")
CHECKS = {  # the beginning of a question, and what its answer must say
    "After which of X's five moves": five_moves,
    "How many games follow": lambda: [
        f"{games_from(FIRST)}, and {games_from(TTT.initial_state()):,}"
    ],
    "Who moves in the first six": six_plies,
    "Black moved, white passes": after_a_pass,
    "The tree of tic-tac-toe": positions,
    "The largest leaf is 9": largest_leaf,
    "Two ghosts": two_ghosts,
    "What is the empty board": perfect_play,
    "Four rounds of Pacman": pacman_tree,
    "The first code starts": small_start,
    "The right branch answers 3": a_bound,
    "How many more calls": strict,
    "Center first": ordered,
    "A table stores bounds": smallest_broken,
    "Which row of the ladder": deepening,
    "10 for sure": one_coin,
    "Which of the two ghosts": two_beliefs,
    "Every value is squashed": squashed,
    "Pacman eats a capsule": lambda: [
        "Down, from {} to {}".format(*printed("06", r"\[(-50), (-\d+)\]"))
    ],
    "How many games until": lambda: [f"± {0.98 / math.sqrt(100):.3f}"],
    "A paid 1": greedy,
    "Which C could": equal_tries,
    "In the third log": third_log,
    "A gap of 12": lambda: [f"{math.exp((12 / 2) ** 2):.1e}".replace("+", "")],
    "After one lucky game": paper_tree,
    "O must answer the fork": the_fork,
    "Which number does the mean": the_mean,
    "Which move do we play": final_rule,
    "Five times the iterations": more_iterations,
    "Pentago Twist has 288": first_boards,
    "A prior of 0.5": lambda: [f"{1 * 0.5 * math.sqrt(16) / (1 + 3):g}:"],
    "A program wins 5 of 6": five_of_six,
    "A column has six squares": seven_bits,
    "You said 0.2": lambda: [f"{0.2 + 0.3 * (0.5 - 0.2):.2f}:"],
    "X won": lambda: [f"{MIN * (1 + 0.4) / 2:g}:"],
    "A network learns": seen_answers,
    "The loss of the value": two_losses,
}


def test_every_question_has_a_check_and_every_check_a_question():
    for question in asked():
        assert sum(map(question.startswith, CHECKS)) == 1, question
    for begin in CHECKS:
        assert any(question.startswith(begin) for question in asked()), begin


@pytest.mark.parametrize("begin", CHECKS)
def test_the_answer_is_true(begin):
    answer = next(answer for question, answer in asked().items() if question.startswith(begin))
    for words in CHECKS[begin]():
        assert words in answer, f"{words!r} is not in {answer!r}"
