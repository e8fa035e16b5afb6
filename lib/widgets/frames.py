"""Frames with a slider, a play button, Back and Step: all in the browser, no kernel needed.

Each frame ends with a style sheet that tells the program (stepper.js) when it is shown.
`animate` makes one picture of many that differ little; each part knows when it is shown:

    pictures   A B C   A b C   A b c        animated   A  B[0,1)  b[1,-)  C[0,2)  c[2,-)

Frame t is a style sheet that hides every part which begins later or has ended by then. A tree of
240 steps takes 18 MB as pictures and half a megabyte animated.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from html import escape
from itertools import count
from pathlib import Path

import ipywidgets as w

from lib.draw.colors import theme


def program(name: str, roles: Sequence[str] = ()) -> tuple[str, str]:
    """The program and the style sheet of a widget, with the colors of these roles."""
    file = Path(__file__).with_name(name)
    colors = theme("", roles) if roles else ""
    sheet = colors + file.with_suffix(".css").read_text("utf-8")
    return file.with_suffix(".js").read_text("utf-8"), sheet


ROLES = ("card", "edge", "ink", "max", "now", "paper", "quiet")
PROGRAM, SHEET = program("stepper", ROLES)
STYLE = f'<style onload="{escape(PROGRAM)}">{SHEET}</style>'
USE = "to use it, run this cell in Jupyter, or trust this notebook"
_LIVE = '<div class="la-live" role="status" aria-live="polite"></div>'
_TELLS = '<style onload="window.lookingAheadFrames?.tell(this)">'
LONG = 110  # characters, from which on the sentence of a step is set smaller


def words(text: str, lines: int = 2) -> str:
    """A sentence as HTML, in a box that keeps its height from frame to frame."""
    high = f"min-height:{1.4 * lines:.1f}em"
    return f'<div class="la la-words" role="status" aria-live="polite" style="{high}">{text}</div>'


def quiet(text: str) -> w.HTML:
    """A small remark."""
    look = "font-size:16px;color:var(--quiet)"
    return w.HTML(f'{STYLE}<div class="la la-words la-quiet" style="{look}">{escape(text)}</div>')


def mark_knobs(*knobs) -> None:
    """Marks widgets that do nothing without a kernel."""
    for knob in knobs:
        knob.add_class("needs-kernel")


def controls(frames: int, name: str = "step", interval: int = 900):
    """Slider, play button, Back and Step as one row; the row and its slider."""
    wide = w.Layout(flex="1 1 300px", min_width="220px", max_width="720px")
    look = {"description": name, "layout": wide, "style": {"description_width": "initial"}}
    slider = w.IntSlider(value=0, min=0, max=max(frames - 1, 0), **look)
    play = w.Play(min=0, max=slider.max, interval=interval, show_repeat=False)
    play.tooltip = f"play: one {name} after the other"
    w.jslink((play, "value"), (slider, "value"))
    back, step = _button("ArrowLeft", "Back"), _button("ArrowRight", "Step")
    buttons = w.HTML(f'{STYLE}<div class="la" style="background:none">{back}{step}</div>')
    layout = w.Layout(flex_flow="row wrap", align_items="center", grid_gap="8px")
    return w.HBox([play, buttons, slider], layout=layout), slider


def _button(key: str, label: str) -> str:
    """A button that presses an arrow key on the slider: it needs no kernel."""
    does = f"onclick=\"lookingAheadFrames.press(this,event,'{key}')\""
    does += ' onkeydown="lookingAheadFrames.arrows(this,event)"'
    return f'<button type="button" class="la-button {label.lower()}" {does}>{label}</button>'


def film(picture: str, styles, texts, about: str, remark="", name="step", interval=900) -> "Panel":
    """An animated picture with a text for each frame, and a remark below it."""
    row, slider = controls(len(texts), name, interval)
    contents = []
    for i, (text, style) in enumerate(zip(texts, styles, strict=True)):
        where = f"{name.capitalize()} {i} of {len(texts) - 1}"
        size = " long" if len(text) > LONG else ""
        look = f'class="la la-say{size}" data-name="{name}"'
        said = f"<div {look}><small>{where}</small> {text}</div>"
        contents.append(f"{said}{_TELLS}{style}</style>")
    notes = [quiet(remark)] if remark else []
    shared = {"layout": w.Layout(width="100%"), "style": w.HTML().style}  # one for all: small files
    stack = w.Stack([w.HTML(content, **shared) for content in contents], selected_index=0)
    w.jslink((slider, "value"), (stack, "selected_index"))  # the link lives in the browser
    return Panel(row, stack, w.HTML(_LIVE + picture), *notes, about=about)


class Panel(w.VBox):
    """Widgets below each other; `about` names the whole where it cannot be shown."""

    def __init__(self, *children, about: str):
        super().__init__(children, layout=w.Layout(width="100%"))
        self.add_class("looking-ahead")  # by this mark buttons find their slider
        self.about = about

    def __repr__(self) -> str:
        return f"{self.about}: {USE}"


TAG = re.compile(r"<(/?)[a-zA-Z][^<>]*?(/?)>")
SPOKEN = ("<title", "<desc", "<style")  # said in words beside it; one style sheet for all
_numbers = count(1)  # two of the same pictures must not obey each other's style sheets


@dataclass
class Part:
    """One element of a picture, and the frames in which it is shown: first, first + 1 ... end-1."""

    markup: str
    first: int
    end: int | None = None


def animate(pictures: Sequence[str]) -> tuple[str, list[str]]:
    """All pictures as one, and for each frame the rules that show it."""
    splits = [split(picture) for picture in pictures]
    parts = merge([inside for _, inside in splits])
    mark = sha256("".join(p.markup for p in parts).encode()).hexdigest()[:8]
    name = f"frames-{mark}-{next(_numbers)}"
    body, styles = "", []
    for part in parts:  # one that is always shown needs no class
        names = [f"f{part.first}"] * bool(part.first) + [f"e{part.end}"] * bool(part.end)
        body += f'<g class="{" ".join(names)}">{part.markup}</g>' if names else part.markup
    for frame in range(len(pictures)):  # later parts and ended parts are hidden
        hidden = [f".f{later}" for later in range(frame + 1, len(pictures))]
        hidden += [f".e{ended}" for ended in range(1, frame + 1)]
        styles.append(f".{name} :is({','.join(hidden) or '.none'}){{display:none}}")
    sizes = {head: re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head) for head, _ in splits}
    largest = max(sizes, key=lambda head: [float(wide) * float(high) for wide, high in sizes[head]])
    if "aria-label=" not in largest and (title := re.search("<title>(.*?)</title>", pictures[0])):
        largest = largest.replace(' role="img"', f' role="img" aria-label="{title[1]}"')  # a chart
    return f'<div class="{name}">{largest}<style>{theme(body)}</style>{body}</svg></div>', styles


def split(picture: str) -> tuple[str, list[str]]:
    """The opening <svg> tag and the elements directly inside it, but for title and description."""
    depth, start, head, inside = 0, 0, "", []
    for tag in TAG.finditer(picture):
        closing, alone = tag.groups()
        depth -= bool(closing)
        if not closing and depth == 0:
            head = tag[0]
        elif not closing and depth == 1:
            start = tag.start()
        if not closing and not alone:
            depth += 1
        elif depth == 1 and not picture.startswith(SPOKEN, start):
            inside.append(picture[start : tag.end()])
    return head, inside


def merge(frames: Sequence[Sequence[str]]) -> list[Part]:
    """The parts of all frames in an order in which each frame is painted right."""
    parts = [Part(markup, 0) for markup in frames[0]]
    shown = list(parts)
    for number, frame in enumerate(frames[1:], 1):
        shown = _turn(parts, shown, frame, number)
    return parts


def _turn(parts, shown, frame, number) -> list[Part]:
    """What is shown in the next frame; what changed is put into `parts` behind what it replaces."""
    kept, new = [], []
    for same, old, markups in _changes(shown, frame):
        if same:
            kept += old
            continue
        added = [Part(markup, number) for markup in markups]
        for part in old:
            part.end = number
        new.append(((old or kept)[-1] if old or kept else None, added))
        kept += added
    for after, added in reversed(new):
        place = 0 if after is None else next(i for i, p in enumerate(parts) if p is after) + 1
        parts[place:place] = added
    return kept


def _changes(shown, frame):
    """Runs of (same?, parts shown so far, markups of the next frame), from bottom to top."""
    if len(shown) == len(frame):
        for part, markup in zip(shown, frame, strict=True):
            yield part.markup == markup, [part], [markup]
        return
    old = [part.markup for part in shown]
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, frame, autojunk=False).get_opcodes():
        yield kind == "equal", shown[i1:i2], frame[j1:j2]
