"""A random game is shown board by board: its result comes last, and is announced once."""

import json

import pytest

from lib.games import ConnectFour, TicTacToe
from lib.widgets import mcts_stepper, rollouts

PAGE = """async ([program, sheet, state]) => {
    document.head.append(Object.assign(document.createElement("style"), {textContent: sheet}));
    const model = {get: (name) => state[name], on: () => {}, send: () => {}};
    const url = URL.createObjectURL(new Blob([program], {type: "text/javascript"}));
    const widget = await import(url);
    widget.default.render({model, el: document.body});
    window.heard = [];
    const says = document.querySelector(".say");
    new MutationObserver(() => {
        const spoken = says.cloneNode(true);
        spoken.querySelectorAll("[aria-hidden]").forEach((part) => part.remove());
        if (spoken.textContent) window.heard.push(spoken.textContent);
    }).observe(says, {childList: true});
}"""
DELAYS = """() => document.getAnimations().filter((one) => one.effect.target.closest(".plays"))
    .map((one) => [one.effect.target.textContent, one.effect.getTiming().delay])"""


@pytest.fixture
def still(page):
    """A page whose clock can be stopped; in the end it runs again."""
    page.set_default_timeout(10_000)
    yield page
    page.clock.resume()


def opened(page, widget):
    """The page with this widget, at a clock that stands still."""
    page.clock.install()
    page.goto("about:blank")
    page.set_content("<body></body>")
    names = ("words", "film", "knobs", "position")
    state = json.loads(json.dumps({name: getattr(widget, name) for name in names}))
    page.evaluate(PAGE, [widget._esm, widget._css, state])
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.evaluate("window.heard.length = 0")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour()], ids=["small", "large"])
def test_the_result_comes_after_the_last_board(still, motion, game):
    still.emulate_media(reduced_motion=motion)
    widget = rollouts(game, count=3, seed=1)
    opened(still, widget)
    result = widget.film["frames"][1]["said"]
    still.get_by_role("button", name="Step", exact=True).click()
    delays = still.evaluate(DELAYS)
    boards = [delay for words, delay in delays if "gets" not in words and "mean" not in words]
    results = [delay for words, delay in delays if "gets" in words or "mean" in words]
    assert len(boards) > 3 and boards == sorted(set(boards)), "one after the other"
    assert len(results) == 2 and len(set(results)) == 1, "the payoff and the bar with its mean"
    assert results[0] > max(boards)
    still.clock.run_for(results[0] - 1)
    assert still.locator(".say").inner_text() == "Random game 1 is played."
    assert still.evaluate("window.heard") == []
    still.clock.run_for(1)
    assert still.locator(".say").inner_text().endswith(result)
    assert [words.endswith(result) for words in still.evaluate("window.heard")] == [True]
    still.clock.run_for(60_000)
    assert len(still.evaluate("window.heard")) == 1


def test_a_step_in_the_middle_of_a_game_leaves_its_result_untold(still):
    widget = rollouts(TicTacToe(), count=3, seed=1)
    opened(still, widget)
    step = still.get_by_role("button", name="Step", exact=True)
    step.click()
    still.clock.run_for(300)
    step.click()
    still.clock.run_for(60_000)
    heard = still.evaluate("window.heard")
    assert len(heard) == 1 and heard[0].endswith(widget.film["frames"][2]["said"])


def test_the_stepper_tells_a_payoff_after_its_game(still):
    widget = mcts_stepper(TicTacToe(), iterations=2, later=())
    opened(still, widget)
    step = still.get_by_role("button", name="Step", exact=True)
    for _ in range(3):  # select, expand, rollout
        step.click()
    assert still.locator(".say").inner_text() == "Everybody plays on at random."
    still.clock.run_for(60_000)
    assert "At the end MAX gets" in still.locator(".say").inner_text()
