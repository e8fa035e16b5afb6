"""What a check says: not attempted, wrong, or right, and for a wrong one which mistake it is."""

from dataclasses import dataclass
from html import escape
from typing import Any

from check import messages

_MARKS = {"not attempted": "–", "wrong": "✗", "right": "✓"}
_COLORS = {"not attempted": "#56606b", "wrong": "#b23a00", "right": "#006b4f"}


@dataclass(frozen=True)
class Counterexample:
    """The smallest case that shows the mistake."""

    case: str
    expected: Any
    got: Any
    picture: Any = None  # an SVG, where the case can be drawn

    def __str__(self):
        return messages.COUNTEREXAMPLE.format(case=self.case, expected=self.expected, got=self.got)


@dataclass(frozen=True)
class Report:
    """The verdict on one function; shown in a notebook with the smallest failing case drawn."""

    exercise: str
    status: str  # "not attempted" | "wrong" | "right"
    score: float  # 0..1: the share of the battery that is right
    message: str
    counterexample: Counterexample | None = None
    notes: tuple[str, ...] = ()
    rule: str = ""  # how the score of a wrong solution comes about
    names: tuple[str, ...] = ()  # of the misconceptions, the one that matters first

    @property
    def diagnosis(self) -> str | None:
        """The name of the misconception, or None."""
        return self.names[0] if self.names else None

    @property
    def passed(self) -> bool:
        return self.status == "right"

    def _heading(self) -> str:
        return messages.HEADING.format(exercise=self.exercise, status=self.status, score=self.score)

    def __str__(self):
        lines = [self._heading(), self.message]
        if self.counterexample:
            lines.append(str(self.counterexample))
        return "\n".join([*lines, *self.notes])

    __repr__ = __str__

    def _repr_html_(self):
        color = _COLORS[self.status]
        parts = [
            f'<div class="la-report" style="border-left:6px solid {color};padding:6px 14px;'
            f'max-width:52em;font-size:105%">',
            f'<div style="color:{color};font-weight:bold">{_MARKS[self.status]} '
            f"{escape(self._heading())}</div>",
            *(f"<p>{_lines(part)}</p>" for part in (self.message, *self.notes) if part),
        ]
        if self.counterexample:
            parts.append(f"<pre>{escape(str(self.counterexample))}</pre>")
            if self.counterexample.picture is not None:
                parts.append(str(self.counterexample.picture))
        return "".join([*parts, "</div>"])


def _lines(text: str) -> str:
    """The text as HTML that keeps its lines."""
    return escape(text).replace("\n", "<br>")
