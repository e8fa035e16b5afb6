"""The website in Chromium, from a folder and without network."""

import pytest
from playwright.sync_api import expect

from tests.browser.measure import problems
from tools.lessons import all_lessons
from tools.site import write

LESSONS = all_lessons()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    write(folder)
    return folder


def visit(page, site, name):
    page.goto((site / f"{name}.html").as_uri())


def test_next_leads_through_the_whole_course_without_an_error(offline, site):
    visit(offline, site, LESSONS[0].name)
    for lesson in LESSONS[1:]:
        offline.locator("a[rel=next]").click()
        expect(offline).to_have_title(lesson.title)
    offline.locator("a[rel=prev]").click()
    expect(offline).to_have_title(LESSONS[-2].title)


def test_every_page_fits_any_window_and_asks_nothing_from_the_network(page, site):
    asked, found = [], []
    page.on("request", lambda request: asked.append(request.url))
    for path in sorted(site.glob("*.html")):
        page.goto(path.as_uri())
        for width in (390, 820, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 844})
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            found += [f"{path.name} is {wide} px too wide for {width}"] * (wide > 0)
    assert found == []
    assert len(asked) > 40 and not [url for url in asked if not url.startswith(("file:", "data:"))]


def test_on_a_phone_the_text_comes_first_and_pictures_stay_readable(offline, site):
    offline.set_viewport_size({"width": 390, "height": 844})
    visit(offline, site, "02_minimax")
    expect(offline.get_by_role("heading", name="Minimax", exact=True)).to_be_in_viewport()
    small = [p for p in problems(offline, "main", 9) if p["kind"] == "picture"]
    assert small == []
    offline.get_by_role("link", name="Lessons", exact=True).click()
    expect(offline.locator(".lessons")).to_be_in_viewport()
    offline.locator("#search").fill("horizon")
    box = offline.locator("#found").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["width"] > 340


def test_search_finds_and_leads_there(offline, site):
    visit(offline, site, "index")
    offline.keyboard.press("/")
    offline.keyboard.type("corridor despairs")
    expect(offline.locator("#found li").first).to_contain_text("Why it despairs in the corridor")
    offline.keyboard.press("Enter")
    expect(offline).to_have_title("Minimax")
    heading = offline.get_by_role("heading", name="Why it despairs in the corridor")
    expect(heading).to_be_in_viewport()
    offline.locator("#search").fill("qwertz")
    expect(offline.locator("#found")).to_have_text("Nothing found.")


def test_contents_lead_to_headings(offline, site):
    visit(offline, site, "02_minimax")
    offline.locator(".contents a", has_text="depth 2").click()
    expect(offline.get_by_role("heading", name='What does "depth 2" mean?')).to_be_in_viewport()


def test_a_stepper_steps(offline, site):
    visit(offline, site, "02_minimax")
    widget = offline.locator(".widget").first
    widget.locator("button", has_text="Step").click()
    expect(widget.locator("output")).to_have_text("1")
    expect(widget.locator("[role=status]")).not_to_contain_text("Nothing is visited")


COLORS = """() => [document.body, ...document.querySelectorAll('.picture, .widget, pre')].map(e => {
  const bright = c => { const [r, g, b, a] = c.match(/[\\d.]+/g).map(Number);
                        return a === 0 ? null : (r * 299 + g * 587 + b * 114) / 1000 };
  let place = e, paper = null;
  while (place && paper === null) { paper = bright(getComputedStyle(place).backgroundColor);
                                    place = place.parentElement }
  return [e.className || e.tagName, bright(getComputedStyle(e).color), paper];
})"""


def test_dark_is_dark_and_everything_stays_readable(offline, site):
    visit(offline, site, "02_minimax")
    before = offline.evaluate(COLORS)[0]
    offline.locator("#theme").click()
    rows = offline.evaluate(COLORS)
    assert {before[2] > 200, rows[0][2] > 200} == {True, False}, "the paper changes"
    for name, ink, paper in rows:
        assert abs(ink - paper) > 120, f"{name}: ink {ink} on paper {paper}"
        assert "picture" not in name or paper > 240, "pictures paint their own paper"
    offline.reload()
    assert offline.evaluate(COLORS)[0] == rows[0], "the choice is kept"
