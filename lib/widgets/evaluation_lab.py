"""Weigh the features of a position with sliders, and see the board take the colors of the sum."""

from html import escape

import anywidget
import ipywidgets as w
import traitlets

from lib import evaluate as ev
from lib.draw import draw_board, heat_map
from lib.draw.board import speech, state_of
from lib.draw.mazes import standing
from lib.draw.svg import number
from lib.evaluate import pacman
from lib.game import CHANCE, Game, is_number
from lib.games import ConnectFour, Othello, Pacman, PentagoTwist, TicTacToe
from lib.games.maze import MazeGame
from lib.messages import refuse_if
from lib.widgets import messages as say
from lib.widgets.frames import Panel, mark_knobs, program, quiet, words


def _center(game, state) -> float:
    """X's stones in the middle third of the columns, minus O's."""
    rows = game.rows(state)
    width = len(rows[0])
    middle = "".join(row[width // 3 : width - width // 3] for row in rows)
    return float(middle.count("X") - middle.count("O"))


_FEATURES = {
    Pacman: {
        "score": ev.score,
        "food left": lambda game, state: -float(len(state.food)),  # less is better
        "appetite": pacman.appetite,
        "danger": lambda game, state: -pacman.danger(game, state),
        "chase": pacman.chase,
    },
    Othello: {
        "discs": ev.othello_discs,
        "mobility": ev.othello_mobility,
        "table": ev.othello_table_repaired,
    },
    TicTacToe: {"open lines": ev.tictactoe_lines, "center": _center},
    ConnectFour: {"open lines": ev.connect4_lines, "center": _center},
    PentagoTwist: {"open lines": ev.pentago_lines, "center": _center},
}


class Knobs(anywidget.AnyWidget):
    """A slider for each name, from -reach to reach."""

    _esm, _css = program("evaluation_lab")
    names = traitlets.List([]).tag(sync=True)
    values = traitlets.List([]).tag(sync=True)
    reach = traitlets.Float(5).tag(sync=True)
    about = traitlets.Unicode(say.SLIDER).tag(sync=True)  # for screen readers


def evaluation_lab(game: Game, state=None, features=None, weights=None) -> w.VBox:
    """Sliders for the weights of `features` (name -> evaluator), and the position in their colors.

    In a maze each cell is colored by what it would be worth to stand there; on a board each
    legal move. `weights` is where sliders begin; a feature that changes nothing has none.
    """
    state = state_of("evaluation_lab", game, state)
    refuse_if(game.is_terminal(state), say.LAB_IS_OVER)
    weights = weights or {}
    features, shown = _checked_features(game, features, weights), _pictured(game, state)
    found = {n: [_value(game, s, n, f) for s in shown.values()] for n, f in features.items()}
    sizes = {name: max(map(abs, values)) for name, values in found.items()}
    mute = [name for name, size in sizes.items() if not size]
    features = {name: feature for name, feature in features.items() if name not in mute}
    begin = dict.fromkeys(features, 1) | dict(weights)
    reach = max([5, *map(abs, begin.values())])
    knobs = Knobs(names=[*features], values=[begin[n] for n in features], reach=reach)
    far = sum(sizes.values())  # one scale, wherever the sliders are
    view = w.HTML(layout=w.Layout(width="auto"))

    def follow(_=None):
        weighed = dict(zip(features, knobs.values, strict=True))
        view.value = _show(game, state, features, weighed, shown, far)

    knobs.observe(follow, "values")
    mark_knobs(knobs)
    follow()
    remark = [say.NO_SLIDER.format(names=", ".join(mute))] if mute else []
    return Panel(knobs, view, quiet(" ".join([*remark, say.LAB_NEEDS_KERNEL])), about=say.LAB)


def _pictured(game, state) -> dict:
    """The states that the picture has numbers for: by action, or by the state on a cell."""
    after = {action: game.result(state, action) for action in game.actions(state)}
    if not isinstance(game, MazeGame):
        return after
    stands, _, _ = standing(game, state, None)
    cells = {cell: stands(cell) for cell in game.maze.moves}
    shown = {there: there for there in cells.values()}
    if isinstance(game, Pacman) and state.agent:  # a ghost moves, the picture is about Pacman
        return shown
    ways = game.maze.moves[next(cell for cell, there in cells.items() if there == state)]
    return shown | {cells[ways[action]]: there for action, there in after.items()}


def _checked_features(game, features, weights) -> dict:
    """The features to weigh; a ValueError in words if there are none or one cannot be used."""
    if features is None:
        features = next((_FEATURES[kind] for kind in type(game).__mro__ if kind in _FEATURES), None)
    refuse_if(not features, say.NO_FEATURES, name=type(game).__name__)
    refuse_if(not hasattr(features, "items"), say.NOT_FEATURES, features=features)
    for name, feature in features.items():
        refuse_if(not callable(feature), say.NOT_A_FUNCTION, name=name)
    refuse_if(not hasattr(weights, "items"), say.NOT_WEIGHTS, weights=weights)
    unknown = set(weights) - set(features)
    refuse_if(unknown, say.UNKNOWN_FEATURES, names=", ".join(sorted(unknown)))
    for name, weight in weights.items():
        refuse_if(not is_number(weight), say.BAD_WEIGHT, name=name, weight=weight)
    return dict(features)


def _value(game, state, name, feature) -> float:
    """The feature's number for a state; a ValueError that names it if it is none."""
    found = feature(game, state)
    refuse_if(not is_number(found), say.BAD_FEATURE, name=name, found=found)
    return found


def _show(game, state, features, weights, shown, reach) -> str:
    """The sum in words, and the picture."""

    def weighed_sum(game, state):
        return sum(weights[name] * _value(game, state, name, f) for name, f in features.items())

    terms = [f"{number(weights[n])} · {number(f(game, state))} ({n})" for n, f in features.items()]
    total = number(weighed_sum(game, state))
    text = say.THIS_POSITION.format(terms=" + ".join(terms), total=total)
    side, told = game.side(state), speech(game)
    if side == CHANCE:
        text += f" {say.CHANCE_NEXT}"
    else:
        after = {a: side * weighed_sum(game, game.result(state, a)) for a in game.actions(state)}
        best = max(after, key=after.__getitem__)
        text += " " + say.ONE_AHEAD.format(who=told.mover(state), move=told.move(best))
    if isinstance(game, MazeGame):
        weighed = {say.LAB_MAZE: lambda game, s: weighed_sum(game, shown[s])}
        picture = heat_map(game, state, weighed, reach=reach)
    else:
        after = {action: weighed_sum(game, there) for action, there in shown.items()}
        picture = draw_board(game, state, values=after, title=say.LAB_TITLE)
    look = "max-width:820px;overflow:hidden;line-height:0"
    return f'{words(escape(text))}<div style="{look}">{picture}</div>'
