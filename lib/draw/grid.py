"""Boards of squares: tic-tac-toe, Connect Four, Othello, Pentago Twist."""

from lib.draw import svg
from lib.draw.board_canvas import EDGE, FOOT, Board
from lib.draw.colors import INK, QUIET
from lib.draw.registry import draw_board, legal_actions, shown
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.games.board import BoardGame


@draw_board.register(BoardGame)
def draw_grid(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """A board of squares with its stones; `values` by action or as rows of numbers."""
    rows, _ = shown(game, state, lambda s: (game.rows(s), game.status(s)))
    board = Board(game, rows)
    numbers = board.numbers(state, values)
    parts = [board.frame()]
    parts += board.squares(numbers, legal_actions(game, state, legal))
    if last is not None:
        parts.append(board.last_move(last))
    parts += [*board.winning_line(), *board.labels()]
    words = [board.status(state), *board.legend(numbers, values)]
    parts += [
        svg.text(
            EDGE,
            board.bottom + FOOT * (i + 0.6),
            w,
            NORMAL if i == 0 else SMALL,
            INK if i == 0 else QUIET,
            "start",
            class_="status",
        )
        for i, w in enumerate(words)
    ]
    width = max(board.right + EDGE, max(svg.text_width(w, NORMAL) for w in words) + 2 * EDGE)
    desc = f"{' / '.join(rows)}. {words[0]}." + (f" Last move: {last}." if last is not None else "")
    if numbers:
        desc += " Values: " + ", ".join(f"{board.name(s)} {number(v)}" for s, v in numbers.items())
    title = title or f"{type(game).__name__}: {words[0]}"
    return svg.picture(width, board.bottom + FOOT * len(words) + 14, title, desc, *parts)
