"""What a check says: not attempted, wrong, or right, and for a wrong one which mistake it is.

A report is short: a verdict, where it is right, the smallest case that fails as a picture, the
line of code that the mistake points to, its name, and a question to think about.
"""

from dataclasses import dataclass
from html import escape
from typing import Any

from check import messages

_MARKS = {"not attempted": "–", "wrong": "✗", "right": "✓"}
_COLORS = {  # on light and on dark paper: mixed with the color of the words around it
    "not attempted": "--verdict:color-mix(in srgb, currentColor 75%, transparent)",
    "wrong": "--verdict:color-mix(in srgb, #a6266e 60%, currentColor)",
    "right": "--verdict:currentColor",
}
MOST_LINES, MOST_TEXT = 12, 2000  # of a whole report
WIDEST, TOO_WIDE, WHOLE_ROW = 555, 900, "100%"  # pixels of a picture beside words; above them


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
class Told:
    """The parts of a message, in the order in which they are read."""

    where: str  # what is right so far
    what: str  # what happened
    mistake: str = ""  # which mistake it looks like
    hint: str = ""  # what to think about
    code: tuple[tuple[str, bool], ...] = ()  # lines of the learner's, and whether it is this one

    def __str__(self):
        return " ".join(part for part in (self.where, self.what, self.mistake, self.hint) if part)


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
    told: Told | None = None  # the message in its parts

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
        lines = [self._heading(), self.message, *self.notes]
        if self.counterexample:
            lines.append(str(self.counterexample))
        return capped("\n".join(lines))

    __repr__ = __str__

    def _repr_html_(self):
        verdict = "var(--verdict,currentColor)"
        head = f'{_MARKS[self.status]} <b style="color:{verdict}">{escape(self._heading())}</b>'
        look = f"{_COLORS[self.status]};border-left:8px solid {verdict};padding:4px 16px"
        return (
            f'<div class="la-report" style="{look};max-width:64em;font-size:105%">'
            f"<div>{head}</div>{self.body()}</div>"
        )

    def body(self) -> str:
        """All below the heading as HTML, for a notebook and for a feedback page."""
        notes = "".join(f"<p>{plain(note)}</p>" for note in self.notes)
        if self.told is None:
            return f"<p>{plain(capped(self.message))}</p>{notes}"
        picture = self.counterexample.picture if self.counterexample else None
        left = f"<div {_room(picture)}>{_unshrunk(picture) or self._case()}</div>"
        right = f'<div style="flex:1 1 15em;min-width:0">{self._words()}{notes}</div>'
        return (
            f'<p style="margin:2px 0 6px">{plain(self.told.where)}</p>'
            f'<div style="display:flex;flex-wrap:wrap;gap:1.5em">{left}{right}</div>'
        )

    def _case(self) -> str:
        """The case as text, where there is no picture."""
        if not self.counterexample:
            return ""
        told = self.told or Told("", "")
        parts = [told.where, told.what, told.mistake, told.hint, *self.names[:1], *self.notes]
        taken = 1 + sum(map(bool, parts)) + len(self._code())  # 1 for the heading
        text = capped(str(self.counterexample), max(4, MOST_LINES - taken)).replace("`", "")
        return f'<pre style="white-space:pre-wrap">{escape(text)}</pre>'

    def _code(self) -> list[tuple[str, bool]]:
        """The lines of code that are shown: beside a case in words only the one that matters."""
        drawn = self.counterexample and self.counterexample.picture is not None
        return [line for line in (self.told.code if self.told else ()) if drawn or line[1]]

    def _words(self) -> str:
        """What happened, the line, the mistake, and what to think about."""
        told = self.told or Told("", self.message)
        parts = [f"<p>{plain(told.what)}</p>", _listing(self._code())]
        if self.names:
            name = " + ".join(self.names)
            parts.append(f"<p>{escape(messages.THE_MISTAKE)} <b>{plain(name)}</b>.</p>")
        if told.mistake:
            parts.append(f"<p>{plain(told.mistake)}</p>")
        if told.hint:
            box = "border:2px solid;border-radius:8px;padding:8px 12px"
            parts.append(f'<p style="{box}"><b><i>{plain(told.hint)}</i></b></p>')
        return "".join(parts)


def _room(picture) -> str:
    """The column for the case: a picture keeps its size; on a phone one slides it."""
    if picture is None:
        return 'style="flex:1 1 20em;min-width:0"'
    wide = WHOLE_ROW if picture.width > TOO_WIDE else f"{min(picture.width, WIDEST):g}px"
    look = f"flex:0 0 {wide};max-width:100%;overflow-x:auto"
    return f'style="{look}" role="group" tabindex="0" aria-label="{escape(picture.title)}"'


def _unshrunk(picture) -> str:
    """The picture, too wide ones made smaller: its words stay as large as those beside it."""
    if picture is None or picture.width > WIDEST:
        return picture or ""
    return f'<div style="width:{picture.width:g}px">{picture}</div>'


def _listing(code) -> str:
    """Lines of code as HTML, one of them in the color of now."""
    if not code:
        return ""
    now = "background:#ffe97a;color:#1a1a1a;border-left:4px solid #1a1a1a"
    lines = [
        f'<div style="{now if here else ""}">{escape(line) or " "}</div>' for line, here in code
    ]
    look = "background:color-mix(in srgb, currentColor 7%, transparent);padding:6px 8px;"
    look += "white-space:pre;overflow-x:auto;font-family:monospace"
    label = f'role="group" tabindex="0" aria-label="{messages.YOUR_CODE}"'
    return f'<div {label} style="{look}">{"".join(lines)}</div>'


def capped(text: str, lines: int = MOST_LINES) -> str:
    """The text, cut where it is too long to be read at a glance."""
    rows = text.split("\n")
    if len(rows) > lines:
        rows = [*rows[: lines - 3], "...", *rows[-2:]]
    text = "\n".join(row if len(row) <= 600 else row[:597] + "..." for row in rows)
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 3] + "..."


def plain(text: str) -> str:
    """The text as HTML that keeps its lines; what stands in back quotes becomes code."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text).replace("\n", "<br>")
    code = [f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts)]
    return "".join(code).replace("\n", "<br>")
