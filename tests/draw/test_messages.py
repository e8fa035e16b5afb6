"""Sentences of pictures and widgets: each stands in messages.toml, is used, and has its places."""

import re
from pathlib import Path
from string import Formatter

import pytest

from lib.messages import read_messages, refuse_if

LIB = Path(__file__).resolve().parents[2] / "lib"


def names_in_code(room):
    """The names of sentences that the code of a room asks for."""
    alias = {"draw": "messages", "widgets": "say"}[room]
    code = "\n".join(path.read_text("utf-8") for path in LIB.glob(f"{room}/*.py"))
    return set(re.findall(rf"\b{alias}\.([A-Z_]+)\b", code))


def sentences(thing):
    """All texts in a value of the file: a text, or texts in a list or a table."""
    if isinstance(thing, str):
        return [thing]
    inside = thing.values() if isinstance(thing, dict) else thing
    return [text for one in inside for text in sentences(one)]


@pytest.mark.parametrize("room", ["draw", "widgets"])
def test_the_code_asks_for_every_sentence_and_for_no_other(room):
    written = set(vars(read_messages(room)))
    if room == "draw":
        written -= {"MCTS_LEGEND_STORED"}  # widgets ask for it
    assert names_in_code(room) == written


@pytest.mark.parametrize("room", ["draw", "widgets"])
def test_every_place_of_a_sentence_has_a_name(room):
    texts = sentences(vars(read_messages(room)))
    places = [name for text in texts for _, name, _, _ in Formatter().parse(text)]
    assert texts and all(name is None or name[:1].isalpha() for name in places)


def test_a_wrong_thing_is_refused_in_words():
    refuse_if(False, "{what} is wrong", what=1)
    with pytest.raises(ValueError, match=r"^'x' is wrong$"):
        refuse_if(True, "{what!r} is wrong", what="x")
