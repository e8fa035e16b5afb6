"""axe-core over every page, every slide and our outputs in JupyterLab: no violation is ours."""

import pytest
from nbformat.sign import NotebookNotary

from tests.browser.axe import violations
from tests.browser.lab import boxes, open_stored
from tools.lessons import all_lessons

LESSONS = {lesson.name: lesson for lesson in all_lessons()}
PAGES = [*LESSONS, "index", "glossary", "verification", "404", "handouts"]
STILL = "*, *::before, *::after { transition: none !important; animation: none !important; }"
THEIRS = "img[src^='data:image/svg']"  # JupyterLab shows a stored picture without its title
OUTPUTS = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output"

UNREAD = "Error displaying widget"


def test_axe_finds_a_picture_without_words(offline):
    offline.set_content("<html lang=en><title>A</title><main><h1>A</h1><img src='x'></main>")
    assert [found.split(":")[0] for found in violations(offline)] == ["image-alt"]
    offline.console.faults.clear()  # there is no such image


def test_all_pages_are_looked_at(site):
    assert {path.stem for path in site.glob("*.html")} == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_wide_and_light_then_on_a_phone_and_dark(offline, site, name):
    for width, theme in ((1280, "light"), (390, "light" if name == "handouts" else "dark")):
        offline.set_viewport_size({"width": width, "height": 844})
        offline.goto((site / f"{name}.html").as_uri())
        offline.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        assert violations(offline) == [], f"at {width} px"


def test_the_pages_around_the_decks(offline, slides):
    for name in ("index", "notes"):
        offline.goto((slides / f"{name}.html").as_uri())
        assert violations(offline) == [], name


@pytest.mark.parametrize("name", LESSONS)
def test_every_slide_with_all_that_it_shows(offline, slides, name):
    offline.set_viewport_size({"width": 1280, "height": 720})
    offline.goto((slides / f"{name}.html").as_uri())
    offline.wait_for_function("Reveal.isReady()")
    offline.add_style_tag(content=STILL)
    found = []
    for number in range(offline.evaluate("Reveal.getTotalSlides()")):
        offline.evaluate(f"Reveal.slide({number}, 0, 99)")
        found += [f"slide {number + 1}: {one}" for one in violations(offline)]
    assert found == []


@pytest.mark.parametrize("name", LESSONS)
def test_our_outputs_in_jupyterlab(page, lab, name):
    notebook = LESSONS[name].notebook
    NotebookNotary(data_dir=str(lab.home / "jupyter_data_dir")).sign(notebook)
    for _ in range(3):  # JupyterLab may look for a question before it has read it: open_stored
        open_stored(page, lab, name, boxes(notebook))
        page.locator(".la-ask").or_(page.get_by_text(UNREAD)).first.wait_for()
        if not page.get_by_text(UNREAD).count():
            break
        page.console.faults.clear()
    assert page.locator(OUTPUTS).count() > 10
    assert violations(page, OUTPUTS, away=[THEIRS]) == []
