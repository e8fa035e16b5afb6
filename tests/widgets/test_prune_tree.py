"""The tree to prune by hand: what it says is compared with trying all numbers of unseen leaves."""

from itertools import product

import ipywidgets as w
import pytest

from lib.game import CHANCE, MAX, MIN
from lib.games.tree import TreeGame
from lib.widgets import prune_tree
from lib.widgets.prune_tree import verdicts

TREE = [[5, 8, 6], [2, 9, 7], [6, 1, 4]]


@pytest.fixture(autouse=True)
def closed():
    yield
    w.Widget.close_all()


# --- an independent judge: nested lists, unseen leaves tried with many numbers --------------------


def paths(tree, path=()):
    """The leaves in search order."""
    if not isinstance(tree, (list, tuple)):
        return [path]
    return [leaf for i, child in enumerate(tree) for leaf in paths(child, (*path, i))]


def worth(tree, leaf, sides, path=()):
    """The value of a tree with the numbers of `leaf`; children without any are left out."""
    if not isinstance(tree, (list, tuple)):
        return leaf.get(path)
    found = [worth(child, leaf, sides, (*path, i)) for i, child in enumerate(tree)]
    found = [value for value in found if value is not None]
    return (max if sides[len(path) % len(sides)] == MAX else min)(found) if found else None


def can_matter(tree, sides, node, count):
    """Whether some numbers of unseen leaves make a difference to who skips the rest of a node."""
    rest = [leaf for leaf in paths(tree) if leaf[: len(node)] == node and leaf[len(node)] >= count]
    seen = {leaf: at(tree, leaf) for leaf in paths(tree) if leaf < rest[0]}
    unseen = [leaf for leaf in paths(tree) if leaf >= rest[0]]
    for numbers in product((-1, 1, 3), repeat=len(unseen)):
        full = seen | dict(zip(unseen, numbers, strict=True))
        less = {leaf: value for leaf, value in full.items() if leaf not in rest}
        if worth(tree, full, sides) != worth(tree, less, sides):
            return True
    return False


def at(tree, path):
    for index in path:
        tree = tree[index]
    return tree


@pytest.mark.parametrize("sides", [(MAX, MIN), (MIN, MAX), (MAX, MIN, MIN)])
@pytest.mark.parametrize("seed", range(12))
def test_too_early_and_right_are_told_apart(seed, sides):
    tree = TreeGame.random(seed, 2, 3, sides, values=(0, 2)).tree
    found = verdicts(TreeGame(tree, sides))
    places = {**dict.fromkeys(found["early"], True), **dict.fromkeys(found["cuts"], False)}
    assert len(places) == len(found["early"]) + len(found["cuts"])
    for place, matters in places.items():
        node, count = place.split(":")
        node = tuple(map(int, node.split("."))) if node else ()
        assert can_matter(tree, sides, node, int(count)) == matters, (tree, place)


def test_every_tree_has_its_sentences():
    for seed in range(200):
        game = TreeGame.random(seed, 3, 4, (MAX, MIN, MAX, MIN), values=(-3, 3), ragged=True)
        if 2 <= len(paths(game.tree)) <= 26:
            verdicts(game)


# --- words, changes, what is refused -----------------------------------------------------------


def test_what_it_says():
    found = verdicts(TreeGame(TREE))
    assert found["looked"] == list("abcdgh") and found["tree"] == TREE
    assert found["cuts"] == {
        "1:1": "MIN is sure of 2 here and MAX of 5 elsewhere, so MAX gains nothing by coming here: "
        "e, f cannot matter.",
        "2:2": "MIN is sure of 1 here and MAX of 5 elsewhere, so MAX gains nothing by coming here: "
        "i cannot matter.",
    }
    assert found["early"]["2:1"] == "h is 1, and with it the answer so far goes from 6 to 5."
    assert found["early"][":1"] == (
        "d could change the answer: if it were 6, the answer so far would go from 5 to 6."
    )


def test_other_numbers_bring_other_verdicts():
    made, sent = prune_tree(TREE), []
    made.send = sent.append
    made._heard(None, {"text": "[[3, 5], [4, 9]]"}, None)
    assert made.board == verdicts(TreeGame([[3, 5], [4, 9]])) and sent == [{"problem": ""}]
    for text, words in (("[[3, 5", "nested lists"), ("[3, []]", "empty"), ("7", "2 to 26 leaves")):
        made._heard(None, {"text": text}, None)
        assert words in sent[-1]["problem"]
    assert made.board["tree"] == [[3, 5], [4, 9]], "a bad list changes nothing"


@pytest.mark.parametrize(
    ("tree", "sides", "words"),
    [
        ([1, 2], (MAX, CHANCE), "no CHANCE"),
        (list(range(27)), (MAX, MIN), "2 to 26 leaves, this one has 27"),
        ("ab", (MAX, MIN), "finite number"),
    ],
)
def test_what_cannot_be_pruned_is_a_sentence(tree, sides, words):
    with pytest.raises(ValueError, match=words):
        prune_tree(tree, sides)
