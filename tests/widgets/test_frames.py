"""Films: every frame of a film shows exactly what its picture showed, in the same order."""

import re

from hypothesis import given
from hypothesis import strategies as st

from lib.draw import draw_board, draw_tree
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import alphabeta
from lib.trace import record
from lib.widgets.frames import SPOKEN, animate, merge, split


def shown_in(parts, frame):
    """The parts that are visible in a frame, from bottom to top."""
    return [p.markup for p in parts if p.first <= frame and (p.end is None or frame < p.end)]


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), min_size=1, max_size=8))
def test_every_frame_comes_back_in_its_order(frames):
    parts = merge(frames)
    assert [shown_in(parts, i) for i in range(len(frames))] == frames


def visible(film, style):
    """The elements of a film that a style sheet leaves visible."""
    hidden = set(re.findall(r"\.([fe]\d+)", style))
    _, parts = split(film[film.index("<svg") : film.rindex("</div>")])
    found = []
    for part in parts:
        wrapper = re.match(r'<g class="((?:[fe]\d+ ?)+)">', part)
        names = set(wrapper[1].split()) if wrapper else set()
        if not names & hidden:
            found.append(part[len(wrapper[0]) : -len("</g>")] if wrapper else part)
    return found


def test_a_film_of_a_search_shows_what_its_pictures_show():
    with record() as trace:
        alphabeta(TreeGame([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), ())
    pictures = [draw_tree(trace, step=step) for step in range(len(trace.events) + 1)]
    film, styles = animate(pictures)
    for picture, style in zip(pictures, styles, strict=True):
        assert visible(film, style) == split(picture)[1]


def test_a_film_is_much_smaller_than_its_pictures():
    with record() as trace:
        alphabeta(TreeGame.random(1, 3, 4), ())
    pictures = [draw_tree(trace, step=step) for step in range(len(trace.events) + 1)]
    film, styles = animate(pictures)
    assert len(film) + sum(map(len, styles)) < sum(map(len, pictures)) / 10


def test_two_films_of_the_same_pictures_do_not_share_style_sheets():
    game = TicTacToe()
    states = [game.initial_state(), game.result(game.initial_state(), 4)]
    pictures = [draw_board(game, state) for state in states]
    names = [re.search(r"frames-[\w-]+", animate(pictures)[0])[0] for _ in range(2)]
    assert names[0] != names[1]


def test_title_and_description_of_single_pictures_are_left_out():
    game = TicTacToe()
    head, inside = split(draw_board(game, game.initial_state()))
    assert head.startswith("<svg") and 'role="img"' in head and "aria-label" in head
    assert inside and not any(part.startswith(SPOKEN) for part in inside)
