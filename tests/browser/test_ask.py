"""Questions to guess, as a learner meets them in JupyterLab: by mouse and by keyboard."""

from playwright.sync_api import expect

from tests.browser.lab import open_notebook, run_all, wait_idle

CELLS = (
    "from lib.widgets import ask, guesses",
    "leaves = ask('How many leaves?', unit='leaves', low=1, high=9)",
    "leaves.is_(3 + 4)",
    "move = ask('Which move loses?', 'corner', 'edge')",
    "move.is_('corner')",
    "why = ask('Why?', 'words')",
    "why.is_('MIN would never go there.')",
    "guesses()",
)


def run_cell(page, number):
    """Runs one cell, as Shift-Enter does."""
    page.evaluate(
        "n => { const nb = window.jupyterapp.shell.currentWidget.content; nb.activeCellIndex = n }",
        number,
    )
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-cell')")
    wait_idle(page)


def test_guess_then_see(page, lab, write_notebook, shots):
    write_notebook("asking", *CELLS)
    open_notebook(page, lab, "asking")
    for number in (0, 1):
        run_cell(page, number)
    card = page.locator(".la-ask-card").first
    commit = card.get_by_role("button", name="Commit")
    expect(commit).to_be_disabled()
    card.get_by_role("spinbutton").fill("6")
    card.get_by_role("button", name="sure", exact=True).click()
    page.screenshot(path=shots / "ask_open.png")
    commit.click()
    expect(card).to_contain_text("You: 6 leaves (sure).")
    run_cell(page, 2)
    answer = page.locator(".la-answer-card").first
    expect(answer).to_contain_text("it is 7 leaves")
    expect(answer).to_contain_text("1 too low")
    expect(card).not_to_contain_text("Run the next cell")
    run_cell(page, 3)
    second = page.locator(".la-ask-card").nth(1)
    edge = second.get_by_role("button", name="edge")
    edge.focus()
    page.keyboard.press("Enter")  # the keyboard is enough
    second.get_by_role("button", name="Commit").press("Enter")
    run_cell(page, 4)
    expect(page.locator(".la-answer-card").nth(1)).to_contain_text("Not this time")
    run_cell(page, 5)
    third = page.locator(".la-ask-card").nth(2)
    third.get_by_role("textbox").fill("because")
    third.get_by_role("button", name="Commit").click()
    run_cell(page, 6)
    page.locator(".la-answer-card").nth(2).get_by_role("button", name="I had it").click()
    run_cell(page, 7)
    summary = page.locator(".la-guesses-card")
    expect(summary).to_contain_text("3 guesses")
    summary.scroll_into_view_if_needed()
    page.screenshot(path=shots / "ask_done.png")


def test_unanswered_it_stays_out_of_the_way_and_a_late_guess_does_not_count(
    page, lab, write_notebook
):
    write_notebook("late", *[c.replace("leaves?", "late leaves?") for c in CELLS])
    open_notebook(page, lab, "late")
    run_all(page)
    answer = page.locator(".la-answer-card").first
    expect(answer).to_contain_text("It is 7 leaves. You made no guess.")
    assert answer.bounding_box()["height"] < 60
    card = page.locator(".la-ask-card").first
    card.get_by_role("spinbutton").fill("7")
    card.get_by_role("button", name="Commit").click()
    expect(answer).to_contain_text("this one is not counted")


def test_a_guess_survives_a_reload_and_can_be_changed_before_the_answer(page, lab, write_notebook):
    write_notebook("again", CELLS[0], "n = ask('How many again?')", "n.is_(4)")
    open_notebook(page, lab, "again")
    run_cell(page, 0)
    run_cell(page, 1)
    page.locator(".la-ask-card input").fill("5")
    page.locator(".la-ask-card input").press("Enter")
    expect(page.locator(".la-ask-card")).to_contain_text("You: 5 (fairly).")
    open_notebook(page, lab, "again")
    run_cell(page, 0)
    run_cell(page, 1)
    expect(page.locator(".la-ask-card")).to_contain_text("You: 5 (fairly).")
    page.get_by_role("button", name="Change it").click()
    page.locator(".la-ask-card input").fill("4")
    page.get_by_role("button", name="Commit").click()
    run_cell(page, 2)
    expect(page.locator(".la-answer-card")).to_contain_text("Right.")


def test_a_wide_scale_goes_by_factors_and_the_knob_can_stay_in_the_middle(
    page, lab, write_notebook, shots
):
    asked = "n = ask('How many positions?', low=1_000, high=1_000_000)"
    write_notebook("wide", CELLS[0], asked, "n.is_(5478)", "guesses()")
    open_notebook(page, lab, "wide")
    run_cell(page, 0)
    run_cell(page, 1)
    card, knob = page.locator(".la-ask-card"), page.locator(".la-ask-card input[type=range]")
    box = knob.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(card.get_by_role("spinbutton")).to_have_value("32000")  # the geometric middle
    card.get_by_role("button", name="guess", exact=True).click()
    card.get_by_role("button", name="Commit").click()
    expect(card).to_contain_text("You: 32,000 (guess).")
    run_cell(page, 2)
    answer = page.locator(".la-answer-card")
    expect(answer).to_contain_text("How many positions?")
    expect(answer).to_contain_text("Not this time")  # six times too many is not near
    run_cell(page, 3)
    inside = page.locator(".la-guesses-card").evaluate(
        "card => [...card.querySelectorAll('text')].every(t => t.getBoundingClientRect().left"
        " >= card.querySelector('svg').getBoundingClientRect().left)"
    )
    page.screenshot(path=shots / "ask_wide.png")
    assert inside, "a label of the picture is cut off at the left"
