"""What crosses the border of the sandbox: plain data, known objects, nothing else."""

import json

import pytest

from check import messages
from check.plaindata import NotPlain
from check.runner import Answer, Case
from grade import protocol, remote
from lib.games import TreeGame
from lib.search import Node


def grown():
    """A small tree of nodes with links both ways."""
    game = TreeGame([[3, 5], [4, 1]])
    root = Node(game, ())
    child = Node(game, (0,), 0, root)
    root.children[0], root.untried, root.visits, root.total = child, [1], 3, 4.5
    return root


@pytest.mark.parametrize(
    "value",
    [1, -2.5, "x", None, True, (1, (2,)), [1, [2]], {1, 2}, frozenset({3}), {"a": (1,), 2: None}],
)
def test_plain_data_comes_out_as_it_went_in(value):
    there = protocol.unpack(protocol.pack(value))
    assert there == value and type(there) is type(value)


@pytest.mark.parametrize("name", protocol.KNOWN)
def test_every_known_class_is_there(name):
    module, _, kind = name.partition(":")
    made = protocol.unpack(
        json.dumps(
            {"root": {"kind": "object", "place": 0}, "objects": [{"class": name, "values": {}}]}
        )
    )
    assert (type(made).__module__, type(made).__name__) == (module, kind)


def test_nodes_keep_their_links():
    root, child = protocol.unpack(protocol.pack((grown(), grown().children[0])))
    assert root.children[0].parent is root and child.parent is not root
    again = grown()
    root, child = protocol.unpack(protocol.pack((again, again.children[0])))
    assert child is root.children[0] and (root.visits, root.total, root.untried) == (3, 4.5, [1])


class Sly(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


@pytest.mark.parametrize("value", [Sly(1), object(), print, [Sly(1)], {1: Sly(2)}, iter(()), 1j])
def test_what_is_not_plain_does_not_cross(value):
    with pytest.raises(NotPlain):
        protocol.pack(value)


def line(root, objects=()):
    return json.dumps({"root": root, "objects": list(objects)})


NODE = "lib.search.mcts:Node"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "3",
        "{}",
        line([1, {"kind": "tuple", "items": [2]}]),
        line({"kind": "set", "items": [{"kind": "list", "items": []}]}),
        line({"kind": "tuple"}),
        line({"kind": "module", "items": []}),
        line({"kind": "object", "place": 7}),
        line({"kind": "object", "place": "x"}),
        line({"kind": "object", "place": 0}, [{"class": "os:system", "values": {}}]),
        line({"kind": "object", "place": 0}, [{"class": "subprocess:Popen", "values": {}}]),
        line(1, [{"class": NODE}]),
        line(1, [{"class": NODE, "values": 3}]),
        "[" * 100_000,
    ],
)
def test_a_forged_line_is_only_an_error(text):
    with pytest.raises(ValueError):
        protocol.unpack(text)


def test_only_known_attributes_come_to_life():
    values = {"visits": 3, "__class__": "x", "mean": 5, "evil": 1}
    text = line({"kind": "object", "place": 0}, [{"class": NODE, "values": values}])
    node = protocol.unpack(text)
    assert type(node) is Node and node.visits == 3 and not hasattr(node, "evil")


def test_a_forged_class_is_not_even_imported():
    import sys

    sys.modules.pop("this", None)
    with pytest.raises(ValueError):
        protocol.unpack(line(1, [{"class": "this:s", "values": {}}]))
    assert "this" not in sys.modules


def test_an_error_that_some_questions_ask_for_is_an_answer_only_there():
    refused = Answer("value", messages.AN_ERROR.format(error="ValueError"))
    asked = remote._Asked(Case(("log",), "a log"), of_any_form=True)
    assert asked.judged(refused).kind == "error"
    assert asked.judged(Answer("value", [])).ok
    damaged = remote._Asked(Case(("log",), "a log", raises=ValueError), of_any_form=True)
    assert damaged.judged(refused) == refused
