"""The Root logs: every number comes out again, every damage is named with its line."""

import pytest

from lib.logs import LOGS, Entry, parse_log, read_log
from lib.search import ucb1

NORMAL, ONE_DEPTH = "normal_mcts", "one_depth_mcts"

# What somebody worked out by hand with C = 2, to the decimals that were written down.
BY_HAND = {
    NORMAL: "6.034854258770293 -17.96514574123 -12.96514574123 21.03485425877 1.034854258770293 "
    "0.03485425877029291 -2.965 9.035 0.035 -9.965",
    ONE_DEPTH: "-11.128 -6.728 -6.728",
}


def weights(entry):
    return [ucb1(score, tries, entry.parent[1], 2) for score, tries in entry.pairs]


@pytest.mark.parametrize("name", [NORMAL, ONE_DEPTH])
def test_all_logged_weights_come_out_bit_for_bit(name):
    [entry] = read_log(name)
    assert weights(entry) == list(entry.weights)


def test_there_are_thirteen():
    assert [len(read_log(name)[0].weights) for name in (NORMAL, ONE_DEPTH)] == [10, 3]


@pytest.mark.parametrize("name", [NORMAL, ONE_DEPTH])
def test_the_hand_calculation_agrees_to_the_decimals_written(name):
    [entry] = read_log(name)
    for weight, text in zip(weights(entry), BY_HAND[name].split(), strict=True):
        assert round(weight, len(text.split(".")[1])) == float(text)


def test_what_the_logs_say():
    [normal], [one_depth] = read_log(NORMAL), read_log(ONE_DEPTH)
    assert normal.actions[3] == normal.best_action == "Sappers (BIRD) to RECRUIT"
    assert normal.actions[4] == "Dominance (Fox) (FOX) to BUILD"
    assert (normal.pairs[1], normal.parent) == ((-21, 1), (-37, 10))
    assert one_depth == Entry(
        actions=("COMMANDER", "DESPOT", "BUILDER"),
        weights=(-11.128116797812487, -6.728116797812486, -6.728116797812486),
        pairs=((-63, 5), (-41, 5), (-41, 5)),
        parent=(-145, 15),
        best_action_sim="DESPOT",
        best_action="DESPOT",
    )


@pytest.mark.parametrize("name", [NORMAL, ONE_DEPTH])
def test_the_node_is_the_sum_of_its_children_and_the_first_best_was_chosen(name):
    [entry] = read_log(name)
    assert entry.parent == tuple(map(sum, zip(*entry.pairs, strict=True)))
    best = max(range(len(entry.actions)), key=entry.weights.__getitem__)
    assert entry.actions[best] == entry.best_action == entry.best_action_sim


def test_read_log_takes_names_and_paths(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text((LOGS / "one_depth_mcts.log").read_text())
    assert read_log(file) == read_log(str(file)) == read_log("one_depth_mcts.log")
    with pytest.raises(ValueError, match=r"no log file 'nowhere'.*normal_mcts, one_depth_mcts"):
        read_log("nowhere")


def test_a_mark_at_the_start_of_a_file_does_not_matter(tmp_path):
    file = tmp_path / "notepad.log"
    file.write_text((LOGS / "one_depth_mcts.log").read_text(), "utf-8-sig")
    assert read_log(file) == read_log("one_depth_mcts")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (None, "the path of a log file is text, got None"),
        (b"normal_mcts", "the path of a log file is text"),
        ("INFO:child actions 2 ['A', 'B']\n" * 200, "the text of a log, .* use parse_log"),
    ],
)
def test_what_is_no_path_is_said(path, words):
    with pytest.raises(ValueError, match=words):
        read_log(path)


def test_two_logs_in_one_text_are_two_entries():
    texts = [(LOGS / f"{name}.log").read_text() for name in (NORMAL, ONE_DEPTH)]
    assert parse_log("\n".join(texts)) == read_log(NORMAL) + read_log(ONE_DEPTH)


def test_layout_does_not_matter():
    text = (LOGS / "one_depth_mcts.log").read_text()
    variants = [
        text.replace("'<-145, 15>'", "'<-145, 15>' => self"),
        text.replace("INFO:", ""),
        text.replace("[", "\n  [\n").replace("', '", "',\n\t'").replace(", -6", " ,\n-6"),
        "\n\n" + text.replace("\n", "\n\n") + "\n",
        text.replace("\n", "\r\n"),
    ]
    assert all(parse_log(variant) == read_log(ONE_DEPTH) for variant in variants)


def test_other_numbers_and_names():
    text = (
        """child actions 2 ["don't", 'move, then build']\nchoices_weights [inf, -2.5e-3]\n"""
        """params <score, tries> ['<0, 0>', '<-0.5, 3>', '<-0.5, 3>']\n"""
        """best_action_sim don't, best_action move, then build"""
    )
    [entry] = parse_log(text)
    assert entry.actions == ("don't", "move, then build")
    assert entry.pairs == ((0, 0), (-0.5, 3)) and entry.weights == (float("inf"), -0.0025)
    assert (entry.best_action_sim, entry.best_action) == ("don't", "move, then build")


DAMAGE = [
    (NORMAL, "'Sappers (BIRD) to MOVE', ", "'Sappers (BIRD) to MOVE, ", 5, "not a name in quotes"),
    (NORMAL, "'Armorers (BIRD) to BATTLE'\n    ]", "'Armorers (BIRD) to BATTLE'", 1, "closing"),
    (NORMAL, "actions 10 \n    [", "actions 10 \n    ", 1, "opening bracket"),
    (NORMAL, "actions 10", "actions 11", 1, "announces 11 actions, lists 10"),
    (NORMAL, "actions 10", "actions", 1, "no number of"),
    (NORMAL, "21.03485425877029", "21.034.85425877029", 19, "'21.034.85425877029' is not a number"),
    (NORMAL, "9.034854258770293", "nan", 23, "not a number"),
    (NORMAL, "0.03485425877029291, \n        -9", "-9", 14, "9 weights for 10 actions"),
    (NORMAL, "-2.965145741229707, ", "-2.965145741229707 ", 22, "is not a number"),
    (NORMAL, "'<6, 1>'", "'<6 1>'", 36, "not a pair"),
    (NORMAL, "'<-16, 1>'", "'<-16, one>'", 31, "not a pair"),
    (NORMAL, "'<-16, 1>'", "'<-16, -1>'", 31, "not a pair"),
    (NORMAL, "'<18, 1>', ", "'<18, 1>' => self, ", 32, "last pair only"),
    (NORMAL, ", \n        '<-37, 10>' => self", "", 27, "the node's own is missing"),
    (NORMAL, "=> self\n    ]", "=> self\n", 27, "closing bracket"),
    (
        NORMAL,
        "best_action Sappers (BIRD) to RECRUIT",
        "best_action Flee",
        41,
        "not among",
    ),
    (NORMAL, "sim Sappers (BIRD) to RECRUIT,", "sim Flee,", 41, "not among"),
    (NORMAL, "RECRUIT, best_action", "RECRUIT best_action", 41, "expected"),
    (ONE_DEPTH, "'<-145, 15>'", "'<-145, 15>', '<1, 1>'", 3, "5 pairs, expected 3"),
    (ONE_DEPTH, "INFO:choices_weights", "INFO:weights", 2, "unknown message"),
    (ONE_DEPTH, "INFO:params", "5]\nINFO:params", 2, "is not a number"),
    (ONE_DEPTH, "INFO:params", "junk\nINFO:params", 3, "nothing may follow the list"),
    (ONE_DEPTH, "INFO:child", "hello\nINFO:child", 1, "found 'hello'"),
    (ONE_DEPTH, "INFO:params <score, tries> [", "INFO:params [", 3, "unknown message"),
    (
        ONE_DEPTH,
        "INFO:best_action_sim DESPOT, best_action DESPOT\n",
        "",
        3,
        "is missing",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "line", "words"), DAMAGE)
def test_damage_is_named_with_its_line(name, old, new, line, words):
    text = (LOGS / f"{name}.log").read_text()
    assert text.count(old) == 1
    with pytest.raises(ValueError, match=f"^line {line}: .*{words}"):
        parse_log(text.replace(old, new))


def test_damage_in_the_second_log_counts_lines_from_the_top():
    text = (LOGS / "one_depth_mcts.log").read_text()
    with pytest.raises(ValueError, match=r"^line 7: .*not a pair"):
        parse_log(text + text.replace("'<-41, 5>'", "'<-41 5>'"))


@pytest.mark.parametrize("text", ["", "  \n \n"])
def test_an_empty_text_is_no_log(text):
    with pytest.raises(ValueError, match="empty"):
        parse_log(text)


def test_parts_in_the_wrong_order():
    lines = (LOGS / "one_depth_mcts.log").read_text().splitlines()
    with pytest.raises(ValueError, match=r"line 1: expected 'child actions', found 'choices_w"):
        parse_log("\n".join(lines[1:]))
    with pytest.raises(ValueError, match=r"line 3: expected 'params <score, tries>', found 'best"):
        parse_log("\n".join([*lines[:2], lines[3], lines[2]]))


@pytest.mark.parametrize("text", [None, 5, b"INFO:child actions", ["INFO:"]])
def test_a_log_is_text(text):
    with pytest.raises(ValueError, match="a log is text"):
        parse_log(text)


@pytest.mark.parametrize("number", ["1_000", "\u0663", "nan", "0x1", "1e", "--1", "1,5", ""])
def test_only_plain_numbers_are_weights(number):
    text = (LOGS / "one_depth_mcts.log").read_text("utf-8")
    with pytest.raises(ValueError, match="line 2: "):
        parse_log(text.replace("-11.128116797812487", number))
    with pytest.raises(ValueError, match="line 3: "):
        parse_log(text.replace("<-63, 5>", f"<{number}, 5>"))


def test_a_file_that_is_no_text_is_an_error_with_its_line(tmp_path):
    (tmp_path / "broken.log").write_bytes(b"INFO:child actions 1 ['A']\nINFO:\xff\xfe")
    with pytest.raises(ValueError, match=r"line 2: broken\.log is not text"):
        read_log(tmp_path / "broken.log")


def test_whole_scores_are_whole_numbers():
    [entry] = read_log(NORMAL)
    assert {type(score) for score, _ in entry.pairs} == {int}
    assert repr(entry.parent) == "(-37, 10)"
