"""The playing board in the browser: an SVG whose squares can be clicked or reached by keys."""

from pathlib import Path

import anywidget
import traitlets

HERE = Path(__file__).parent


class ClickBoard(anywidget.AnyWidget):
    """A picture with squares; a click or a key comes back as `{"act": id, "turn": turn}`."""

    _esm = (HERE / "play_board.js").read_text("utf-8")
    _css = (HERE / "play_board.css").read_text("utf-8")
    picture = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)  # the picture in words, for screen readers
    keymap = traitlets.Dict({}).tag(sync=True)  # key -> id
    choices = traitlets.List([]).tag(sync=True)  # buttons: [id, words]
    hold = traitlets.Bool(False).tag(sync=True)  # whether the buttons take the focus
    says = traitlets.Unicode("").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    turn = traitlets.Int(0).tag(sync=True)  # grows by every move, so that late clicks do not count
