"""Reads what an MCTS player of the board game Root wrote about its choices.

An entry is one choice. It has four parts, and a list may run over several lines:

    INFO:child actions 2 ['BUILD', 'MOVE']
    INFO:choices_weights [4.66, -0.33]
    INFO:params <score, tries> ['<3, 1>', '<-2, 1>', '<1, 2>' => self]
    INFO:best_action_sim BUILD, best_action BUILD

The last of the pairs belongs to the node itself; some logs mark it with "=> self".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lib.files import course_folder
from lib.messages import COMMON, refuse_if

LOGS = course_folder("data/logs")

_PARTS = ("child actions", "choices_weights", "params <score, tries>", "best_action_sim")
_HEADER = re.compile(rf"^[ \t]*(?:INFO:)?[ \t]*({'|'.join(_PARTS)})", re.MULTILINE)
_MESSAGE = re.compile(r"^[ \t]*INFO:[ \t]*(.*)", re.MULTILINE)
_COMMA = re.compile(",")
_COMMA_BEFORE_QUOTE = re.compile(r",(?=\s*['\"])")  # names and pairs hold commas themselves
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_PAIR = re.compile(r"'<(-?\d+(?:\.\d+)?),\s*(\d+)>'(\s*=>\s*self)?", re.ASCII)
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*(e[-+]?\d+)?|inf)", re.ASCII | re.IGNORECASE)
_CHOICE = re.compile(r"(.+), best_action (.+)")


@dataclass(frozen=True)
class Entry:
    """One choice: the children in their order, the node itself, and what was chosen."""

    actions: tuple[str, ...]
    weights: tuple[float, ...]
    pairs: tuple[tuple[float, int], ...]  # (score, tries) of each child
    parent: tuple[float, int]  # (score, tries) of the node itself
    best_action_sim: str  # chosen inside the search
    best_action: str  # chosen to be played


@dataclass(frozen=True)
class _Piece:
    """A piece of the log, and the line on which it begins."""

    text: str
    line: int

    def cut(self, start: int, end: int) -> "_Piece":
        """The piece from `start` to `end`, without the white space around it."""
        inside = self.text[start:end]
        start += len(inside) - len(inside.lstrip())
        return _Piece(inside.strip(), self.line + self.text.count("\n", 0, start))

    def split(self, separator: re.Pattern) -> list["_Piece"]:
        """The pieces between the separators."""
        cuts = [match.span() for match in separator.finditer(self.text)]
        starts = [0, *(end for _, end in cuts)]
        ends = [*(start for start, _ in cuts), len(self.text)]
        return [self.cut(*span) for span in zip(starts, ends, strict=True)]

    def refuse_if(self, is_wrong: object, sentence: str, **places: object) -> None:
        """Nothing, or a ValueError that names this line and says in a sentence what is wrong."""
        if is_wrong:
            raise ValueError(f"line {self.line}: {sentence.format(**places)}")


def read_log(path: str | Path) -> list[Entry]:
    """The entries of a log file; a bare name is looked up in data/logs."""
    refuse_if(not isinstance(path, str | Path), COMMON.PATH_LOG_FILE, path=path)
    refuse_if("\n" in str(path), COMMON.TEXT_LOG_NOT)
    path = Path(path)
    for file in (path, LOGS / f"{path}", LOGS / f"{path}.log"):
        if file.is_file():
            content = file.read_bytes()
            try:
                return parse_log(content.decode("utf-8"))
            except UnicodeDecodeError as problem:
                line = content.count(b"\n", 0, problem.start) + 1
                raise ValueError(COMMON.LINE_NOT_TEXT.format(line=line, name=file.name)) from None
    names = ", ".join(sorted(file.stem for file in LOGS.glob("*.log")))
    raise ValueError(COMMON.NO_LOG_FILE.format(path=str(path), names=names))


def parse_log(text: str) -> list[Entry]:
    """The entries of a log, in order; a damaged log is a ValueError that names the line."""
    refuse_if(not isinstance(text, str), COMMON.LOG_TEXT_USE, text=text)
    parts = list(_parts(text.removeprefix("\ufeff")))  # the mark that some editors put first
    return [_entry(*parts[i : i + len(_PARTS)]) for i in range(0, len(parts), len(_PARTS))]


def _parts(text: str) -> Iterator[_Piece]:
    """What follows each of the four headers, entry after entry."""
    for message in _MESSAGE.finditer(text):
        line, facts = _Piece(text, 1).cut(*message.span()), {"message": message[1][:40]}
        is_known = message[1].startswith(_PARTS)
        line.refuse_if(not is_known, COMMON.UNKNOWN_MESSAGE_EXPECTED, parts=_PARTS, **facts)
    headers = list(_HEADER.finditer(text))
    first = headers[0].start() if headers else len(text)
    before = _Piece(text, 1).cut(0, first)
    said = before.text[:40]
    before.refuse_if(said, COMMON.EXPECTED_FOUND, parts=_PARTS[0], before=said)
    refuse_if(not headers, COMMON.LINE_LOG_EMPTY)
    ends = [*(header.start() for header in headers[1:]), len(text)]
    for number, (header, end) in enumerate(zip(headers, ends, strict=True)):
        part = _Piece(text[header.end() : end], text.count("\n", 0, header.start(1)) + 1)
        expected = _PARTS[number % len(_PARTS)]
        facts = {"expected": expected, "header": header[1]}
        part.refuse_if(header[1] != expected, COMMON.EXPECTED_FOUND_2, **facts)
        yield part
    rest = len(headers) % len(_PARTS)
    part.refuse_if(rest, COMMON.LOG_ENDS_AFTER, rest=_PARTS[rest])


def _entry(names: _Piece, weights: _Piece, params: _Piece, choice: _Piece) -> Entry:
    """The entry that four parts describe."""
    count, listed = _list(names, _COMMA_BEFORE_QUOTE)
    for piece in listed:
        is_name = _QUOTED.fullmatch(piece.text)
        piece.refuse_if(not is_name, COMMON.NOT_NAME_QUOTES, text=piece.text)
    actions = tuple(piece.text[1:-1] for piece in listed)
    facts = {"count": count or COMMON.NO_NUMBER, "listed": len(actions)}
    names.refuse_if(count != str(len(actions)), COMMON.ANNOUNCES_ACTIONS_LISTS, **facts)
    _, listed = _list(weights, _COMMA)
    for piece in listed:
        piece.refuse_if(not _NUMBER.fullmatch(piece.text), COMMON.NOT_NUMBER, text=piece.text)
    numbers = tuple(float(piece.text) for piece in listed)
    facts = {"count": len(numbers), "actions": len(actions)}
    weights.refuse_if(len(numbers) != len(actions), COMMON.WEIGHTS_ACTIONS, **facts)
    *pairs, parent = _pairs(params, len(actions))
    return Entry(actions, numbers, tuple(pairs), parent, *_chosen(choice, actions))


def _list(part: _Piece, separator: re.Pattern) -> tuple[str, list[_Piece]]:
    """What stands before the brackets, and the pieces inside them."""
    start, end = part.text.find("["), part.text.rfind("]")
    part.refuse_if(start < 0, COMMON.LIST_NO_OPENING)
    part.refuse_if(end < start, COMMON.LIST_NO_CLOSING)
    after = part.cut(end + 1, len(part.text))
    after.refuse_if(after.text, COMMON.NOTHING_MAY_FOLLOW, after=after.text[:40])
    return part.text[:start].strip(), part.cut(start + 1, end).split(separator)


def _pairs(params: _Piece, children: int) -> list[tuple[float, int]]:
    """The (score, tries) of each child and, last, of the node itself."""
    _, listed = _list(params, _COMMA_BEFORE_QUOTE)
    pairs = []
    for place, piece in enumerate(listed, 1):
        match: Any = _PAIR.fullmatch(piece.text)
        piece.refuse_if(not match, COMMON.NOT_PAIR_LIKE, text=piece.text)
        piece.refuse_if(match[3] and place != len(listed), COMMON.SELF_BELONGS_LAST)
        score = float(match[1])
        pairs.append((int(score) if score.is_integer() else score, int(match[2])))
    facts = {"count": len(pairs), "children": children}
    params.refuse_if(len(pairs) == children, COMMON.PAIRS_ACTIONS_NODE, **facts)
    params.refuse_if(len(pairs) != children + 1, COMMON.PAIRS_EXPECTED_NODE, **facts)
    return pairs


def _chosen(choice: _Piece, actions: tuple[str, ...]) -> tuple[str, str]:
    """The two chosen actions."""
    text = choice.text.strip()
    match: Any = _CHOICE.fullmatch(text)
    choice.refuse_if(not match, COMMON.EXPECTED_BEST_ACTION, line=text[:60])
    for action in match.groups():
        facts = {"action": action, "count": len(actions)}
        choice.refuse_if(action not in actions, COMMON.CHOSEN_ACTION_NOT, **facts)
    return match[1], match[2]
