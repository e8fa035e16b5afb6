"""Frames with a slider, a play button, Back and Step: all in the browser, no kernel needed.

Each frame ends with a style sheet that tells the program (stepper.js) when it is shown: then the
one live region of the panel says the words of the frame, and so does the slider.
"""

from html import escape
from pathlib import Path

import ipywidgets as w

from lib.draw.colors import theme

HERE, ROLES = Path(__file__).parent, ("card", "edge", "ink", "max", "now", "paper", "quiet")
SHEET = theme("", ROLES) + (HERE / "stepper.css").read_text("utf-8")
PROGRAM = escape((HERE / "stepper.js").read_text("utf-8"))
STYLE = f'<style onload="{PROGRAM}">{SHEET}</style>'
LIVE = '<div class="la-live" role="status" aria-live="polite"></div>'
TELLS = '<style onload="window.lookingAheadFrames?.tell(this)">'
LONG = 110  # characters, from which on the sentence of a step is set smaller


def words(text: str, lines: int = 2) -> str:
    """A sentence as HTML, in a box that keeps its height from frame to frame."""
    high = f"min-height:{1.4 * lines:.1f}em"
    return f'<div class="la la-words" role="status" aria-live="polite" style="{high}">{text}</div>'


def step_words(number: int, last: int, text: str, name: str = "step") -> str:
    """The sentence of a step, with its number above it."""
    where = f"{name.capitalize()} {number} of {last}"
    size = " long" if len(text) > LONG else ""
    return f'<div class="la la-say{size}" data-name="{name}"><small>{where}</small> {text}</div>'


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


def show_frames(contents, slider) -> w.Stack:
    """The frames one at a time, as the slider says; the link lives in the browser."""
    shared = {"layout": w.Layout(width="100%")}
    shared["style"] = w.HTML().style  # one for all, to keep notebooks small
    frames = [w.HTML(content, **shared) for content in contents]
    stack = w.Stack(frames, selected_index=slider.value)
    w.jslink((slider, "value"), (stack, "selected_index"))
    return stack


def film(picture: str, styles, texts, about: str, remark="", name="step", interval=900) -> "Panel":
    """An animated picture with a text for each frame, and a remark below it."""
    row, slider = controls(len(texts), name, interval)
    pairs, last = enumerate(zip(texts, styles, strict=True)), len(texts) - 1
    contents = [
        step_words(i, last, text, name) + f"{TELLS}{style}</style>" for i, (text, style) in pairs
    ]
    notes = [quiet(remark)] if remark else []
    return Panel(row, show_frames(contents, slider), w.HTML(LIVE + picture), *notes, about=about)


class Panel(w.VBox):
    """Widgets below each other; `about` names the whole where it cannot be shown."""

    def __init__(self, *children, about: str):
        super().__init__(children, layout=w.Layout(width="100%"))
        self.add_class("looking-ahead")  # by this mark buttons find their slider
        self.about = about

    def __repr__(self) -> str:
        return f"{self.about}: to use it, run this cell in Jupyter, or trust this notebook"
