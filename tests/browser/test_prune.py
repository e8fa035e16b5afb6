"""The tree to prune: by mouse and keyboard in JupyterLab, on the site without a kernel."""

from playwright.sync_api import expect

from tests.browser.lab import open_notebook, run_all

CELL = "from lib.widgets import prune_tree\n\nprune_tree([[5, 8, 6], [2, 9, 7], [6, 1, 4]])"
LATE_AND_EARLY = ("Look at a", "Look at b", "Look at c", "Look at d", "Look at e", "Skip f")


def walk(box, *names):
    for name in names:
        box.get_by_role("button", name=name, exact=True).last.click()


def test_prune_then_compare(page, lab, write_notebook, shots):
    write_notebook("pruning", CELL)
    open_notebook(page, lab, "pruning")
    run_all(page)
    box = page.locator(".la-prune")
    expect(box.get_by_role("button", name="Compare")).to_be_disabled()
    assert "9" not in box.inner_text(), "the leaves are covered"
    walk(box, *LATE_AND_EARLY, "Look at g", "Skip h, i", "Compare")
    expect(box).to_contain_text("You looked at 6 of 9 leaves, alpha-beta at 6.")
    expect(box).to_contain_text("Too early: you skipped h, i. h is 1")
    expect(box).to_contain_text("Too late: you looked at e. MIN is sure of 2 here")
    page.screenshot(path=shots / "prune_compared.png")
    walk(box, "Start again")
    for name in ("Look at a", "Look at b", "Look at c", "Look at d", "Skip e, f", "Look at g"):
        expect(box.get_by_role("button", name="Look at", exact=False).first).to_be_visible()
        box.get_by_role("button", name=name, exact=True).last.press("Enter")
    box.locator("svg g.act").last.click()  # the picture can be clicked, too
    walk(box, "Skip i", "Compare")
    expect(box.locator("li.right")).to_have_count(2)
    expect(box.locator("li.wrong")).to_have_count(0)
    walk(box, "Edit the numbers")
    box.get_by_role("textbox").fill("[[3, 5], [4, 9]")
    walk(box, "Take these")
    expect(box).to_contain_text("Write nested lists of numbers")
    box.get_by_role("textbox").fill("[[3, 5], [2, 9]]")
    box.get_by_role("textbox").press("Enter")
    expect(box.locator("svg g.leaf")).to_have_count(4)


def test_on_the_site_it_works_without_a_kernel(offline, site):
    offline.goto((site / "03_alphabeta.html").as_uri())
    box = offline.locator(".la-prune").first
    walk(
        box,
        "Look at a",
        "Look at b",
        "Look at c",
        "Look at d",
        "Skip e, f",
        "Skip g, h, i",
        "Compare",
    )
    expect(box).to_contain_text("Too early: you skipped g, h, i.")
    walk(box, "New numbers")
    expect(box).to_contain_text("No kernel answers.")
