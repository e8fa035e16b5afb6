"""Questions to guess before the answer is shown: `ask`, `Ask.is_` and, at the end, `guesses`.

A guess stays in the browser (`ask.js`): so a cell stores the same output whoever has guessed.
"""

import hashlib
import os
from pathlib import Path, PurePath

import anywidget
import traitlets
from IPython.display import display

from lib.game import is_number
from lib.messages import refuse_if
from lib.widgets import messages as say

PROGRAM = Path(__file__).with_name("ask.js").read_text("utf-8")
STUB = Path(__file__).with_name("ask_stub.js").read_text("utf-8")
_asked: dict[str, "Ask"] = {}  # the questions of this kernel by their keys, in order


class _Card(anywidget.AnyWidget):
    """What the program draws: `card` says which of the three it is."""

    _esm = STUB
    card = traitlets.Unicode().tag(sync=True)
    lesson = traitlets.Unicode().tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)
    question = traitlets.Unicode().tag(sync=True)
    kind = traitlets.Unicode().tag(sync=True)  # number, choice or words
    choices = traitlets.List([]).tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)
    scale = traitlets.List([]).tag(sync=True)  # low and high, or nothing
    truth = traitlets.Any(None).tag(sync=True)  # of an answer; for guesses, by key


class Ask(_Card):
    """A question; `is_` shows its answer."""

    def is_(self, truth=None) -> None:
        """Shows the answer beside the guess; in words, it may be left to a text below the cell."""
        names = ("lesson", "key", "question", "kind", "choices", "unit", "scale")
        parts = {name: getattr(self, name) for name in names}
        facts, known = {"truth": truth, "question": self.question}, ", ".join(self.choices)
        if self.kind == "number":
            refuse_if(not is_number(truth), say.NOT_THE_NUMBER, **facts)
            truth = int(truth) if truth == int(truth) else float(truth)
        else:
            wrong = self.kind == "choice" and str(truth) not in self.choices
            refuse_if(wrong, say.NOT_A_CHOICE, known=known, **facts)
            truth = "" if truth is None else str(truth)
        display(_Answer(card="answer", truth=truth, **parts))

    def __repr__(self) -> str:
        return f"Your guess: {self.question}"


class _First(Ask):
    """The first question of a notebook, with the program of all of them."""

    _esm = PROGRAM + STUB


class _Answer(_Card):
    def __repr__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        return f"{self.question} {self.truth}{unit}".strip()


class _Guesses(_Card):
    def __repr__(self) -> str:
        return "How well your guesses did: to see it, run this cell in JupyterLab"


def ask(question: str, *choices: str, unit: str = "", low=None, high=None) -> Ask:
    """A question that shows itself: choices, or "words" for a text, or nothing for a number.

    `low` and `high` draw a scale for a number. The answer comes by `is_` in the next cell.
    """
    is_text, texts = isinstance(question, str) and question.strip(), list(map(str, choices))
    refuse_if(not is_text, say.NO_QUESTION, question=question)
    refuse_if(len(choices) == 1 and choices != ("words",), say.ONE_CHOICE, choices=choices)
    refuse_if(len({*texts}) < len(texts), say.SAME_CHOICES, choices=", ".join(texts))
    is_scale = low is high is None or (None not in (low, high) and low < high)
    refuse_if(not is_scale, say.BAD_SCALE, low=low, high=high)
    kind = "words" if choices == ("words",) else "choice" if choices else "number"
    names = texts if kind == "choice" else []
    scale = [] if low is None else [low, high]
    key = hashlib.sha256(repr((question, kind, names)).encode()).hexdigest()[:12]
    is_first = not _asked or key == next(iter(_asked))
    parts = {"question": question, "kind": kind, "choices": names, "unit": unit, "scale": scale}
    made = (_First if is_first else Ask)(card="ask", lesson=_lesson(), key=key, **parts)
    _asked[key] = made
    display(made)
    return made


def guesses() -> None:
    """Shows how well the guesses of this lesson did, and whether they were as sure as they said."""
    display(_Guesses(card="guesses", lesson=_lesson(), choices=list(_asked)))


def _lesson() -> str:
    """The name of the notebook, so that equal questions in two lessons are two."""
    return PurePath(os.environ.get("JPY_SESSION_NAME", "")).stem.partition(" ")[0]
