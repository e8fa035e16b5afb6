"""The website in Chromium, from a folder and without network."""

from playwright.sync_api import expect

from tests.browser.fonts import in_both_fonts
from tests.browser.measure import problems
from tools.lessons import all_lessons

LESSONS = all_lessons()


def visit(page, site, name):
    page.goto((site / f"{name}.html").as_uri())


def test_next_leads_through_the_whole_course_without_an_error(offline, site):
    visit(offline, site, LESSONS[0].name)
    for lesson in LESSONS[1:]:
        offline.locator("a[rel=next]").click()
        expect(offline).to_have_title(lesson.title)
    offline.locator("a[rel=prev]").click()
    expect(offline).to_have_title(LESSONS[-2].title)


@in_both_fonts
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


@in_both_fonts
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
    offline.keyboard.type("second round")
    expect(offline.locator("#found li").first).to_contain_text("02 Minimax: The second round")
    offline.keyboard.press("Enter")
    expect(offline).to_have_title("Minimax")
    heading = offline.get_by_role("heading", name="The second round")
    expect(heading).to_be_in_viewport()


def test_the_search_index_is_loaded_when_somebody_searches(page, site):
    asked = []
    page.on("request", lambda request: asked.append(request.url.split("/")[-1]))
    visit(page, site, "02_minimax")
    page.wait_for_load_state()
    assert "search.js" in asked and "search-index.js" not in asked
    page.locator("#search").fill("horizon")
    expect(page.locator("#found a").first).to_be_visible()
    page.locator("#search").fill("regret")
    assert asked.count("search-index.js") == 1


TREES = """() => [...document.querySelectorAll("main .picture")]
  .filter((part) => part.querySelector(".node, .level") && part.getClientRects().length)
  .map((part) => [part.querySelector("title")?.textContent, part.scrollWidth - part.clientWidth])"""


def test_on_a_phone_every_tree_and_the_picture_of_the_home_page_are_whole(offline, site):
    offline.set_viewport_size({"width": 390, "height": 844})
    seen = 0
    for path in sorted(site.glob("*.html")):
        offline.goto(path.as_uri())
        offline.evaluate(
            "document.querySelectorAll('[hidden]').forEach(p => { p.hidden = false; })"
        )
        found = offline.evaluate(TREES)
        seen += len(found)
        assert [one for one in found if one[1] > 0] == [], path.name
    assert seen >= 20
    visit(offline, site, "index")
    assert offline.locator(".picture:visible").count() == 1
    assert [p for p in problems(offline, "main", 16) if p["kind"] == "picture"] == []


BUTTONS = """() => [...document.querySelectorAll("main .widget :is(button, input[type=range])")]
  .map((part) => [part.textContent || part.type, part.getBoundingClientRect()])
  .filter(([_, box]) => box.width && box.height < 44).map(([name]) => name)"""


def test_on_a_phone_buttons_and_sliders_can_be_hit(offline, site):
    offline.set_viewport_size({"width": 390, "height": 844})
    for name in ("02_minimax", "03_alphabeta", "08_ucb1_by_hand", "09_mcts_step_by_step"):
        visit(offline, site, name)
        assert offline.locator("main .widget button").count() > 3
        assert offline.evaluate(BUTTONS) == [], name


def test_a_stepper_has_one_live_region_that_tells_the_step(offline, site):
    visit(offline, site, "02_minimax")
    widget = offline.locator(".widget", has=offline.locator(".la-live")).first
    live = widget.locator("[role=status], [aria-live]")
    expect(live).to_have_count(1)
    mark = "(region) => { region.mine = true; }"
    live.evaluate(mark)
    widget.get_by_role("button", name="Step", exact=True).click()
    expect(live).to_contain_text("Step 1 of ")
    slider = widget.get_by_role("slider")
    assert slider.get_attribute("aria-valuetext") == live.text_content()
    assert slider.get_attribute("aria-label") == "step"
    assert live.evaluate("(region) => region.mine"), "the region stays, so that it is heard"
    visit(offline, site, "09_mcts_step_by_step")
    widget = offline.locator(".la-mcts").nth(1)
    widget.get_by_role("button", name="Step", exact=True).click()
    expect(widget.locator(".say")).to_contain_text("step 1 of ")
    assert widget.get_by_role("slider").get_attribute("aria-valuetext").startswith("step 1 of ")


def test_code_that_slides_sideways_is_reached_by_keyboard(offline, site):
    offline.set_viewport_size({"width": 390, "height": 844})
    visit(offline, site, "02_minimax")
    wide = offline.locator("main .code pre[tabindex='0']")
    expect(wide.first).to_have_attribute("aria-label", "code, wider than the page")
    before = wide.count()
    wide.first.focus()
    offline.keyboard.press("ArrowRight")
    offline.wait_for_function("document.activeElement.scrollLeft > 0")
    offline.set_viewport_size({"width": 1900, "height": 844})
    expect(wide).not_to_have_count(before)
    still = "pre => pre.filter(one => one.scrollWidth <= one.clientWidth).length"
    assert wide.evaluate_all(still) == 0, "what fits is no stop of the keyboard"


QUERIES = {  # what people type, in several ways, and what comes first
    ("alpha beta", "Alpha-Beta", "αβ", "α-β"): "03 Alpha-beta: Alpha-beta",
    ("regret", "regrets", "what is regret"): "Glossary: regret",
    ("optimisation", "optimization", "Optimizations"): "A ladder of optimizations",
    ("UCB1", "ucb"): "08 UCB1 by hand",
    ("549,946", "549946"): "Verification: Tic-tac-toe",
    ("monte carlo",): "09 MCTS step by step",
    ("cut", "cuts"): "Glossary: cut",
    ("pruning", "prune", "pruned"): "Prune such a tree yourself",
    ("best_action", "best action"): "best",
    (">=",): "03 Alpha-beta",
}


def test_search_takes_what_people_type(offline, site):
    visit(offline, site, "index")
    for queries, first in QUERIES.items():
        seen = set()
        for query in queries:
            offline.locator("#search").fill(query)
            seen.add(offline.locator("#found a").first.inner_text())
        assert len(seen) == 1 and first in seen.pop(), queries
    offline.locator("#search").fill("four")  # is not an English "for"
    marked = {word.lower() for word in offline.locator("#found mark").all_inner_texts()}
    assert marked - {""} == {"four"}


def test_search_guesses_what_was_meant(offline, site):
    visit(offline, site, "index")
    for query, meant in (("minmax", "minimax"), ("alpah beta", "alpha beta")):
        offline.locator("#search").fill(query)
        offline.locator("#found").get_by_role("button", name=meant, exact=True).click()
        expect(offline.locator("#search")).to_have_value(meant)
        expect(offline.locator("#found li").nth(2)).to_be_visible()


def test_search_says_when_there_is_nothing(offline, site):
    visit(offline, site, "index")
    offline.locator("#search").fill("qwertzuiop")
    expect(offline.locator("#found")).to_have_text(
        'Nothing found for "qwertzuiop". All terms: glossary.'
    )
    offline.locator("#search").fill("regret qwertzuiop")
    expect(offline.locator("#found li").first).to_contain_text("No part has all of these words.")
    offline.locator("#found a", has_text="Glossary: regret").click()
    expect(offline).to_have_title("Glossary")
    expect(offline.locator("#regret")).to_be_in_viewport()


def test_the_keyboard_is_enough(offline, site):
    visit(offline, site, "02_minimax")
    offline.keyboard.press("Tab")
    expect(offline.locator(".skip")).to_be_in_viewport()
    offline.keyboard.press("Enter")
    expect(offline.locator("main")).to_be_focused()
    offline.keyboard.press("/")
    offline.keyboard.type("regret")
    expect(offline.locator("#found a").nth(1)).to_be_visible()
    for _ in range(2):
        offline.keyboard.press("ArrowDown")
    expect(offline.locator("#found a").nth(1)).to_be_focused()
    offline.keyboard.press("ArrowUp")
    offline.keyboard.press("ArrowUp")
    expect(offline.locator("#search")).to_be_focused()
    offline.keyboard.press("Escape")
    expect(offline.locator("#found")).to_be_hidden()


@in_both_fonts
def test_contents_lead_to_headings_and_show_where_the_reader_is(offline, site):
    visit(offline, site, "02_minimax")
    link = offline.locator(".contents a", has_text="depth 2")
    link.click()
    expect(offline.get_by_role("heading", name='What does "depth 2" mean?')).to_be_in_viewport()
    expect(link).to_have_attribute("aria-current", "true")
    offline.keyboard.press("End")
    last = offline.locator(".contents a").last
    expect(last).to_have_attribute("aria-current", "true")
    expect(last).to_be_in_viewport()
    expect(offline.locator(".contents [aria-current]")).to_have_count(1)


def test_on_a_phone_the_contents_are_folded_above_the_text(offline, site):
    offline.set_viewport_size({"width": 390, "height": 844})
    visit(offline, site, "02_minimax")
    last = offline.locator(".contents a").last
    expect(last).to_be_hidden()
    offline.get_by_text("On this page").click()
    last.click()
    expect(offline.get_by_role("heading", name=last.inner_text()).last).to_be_in_viewport()


def test_a_stepper_steps(offline, site):
    visit(offline, site, "02_minimax")
    step = offline.locator("button", has_text="Step")
    widget = offline.locator(".widget", has=step).first
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
        assert "picture" not in name or paper == rows[0][2], "pictures follow the page"
    offline.reload()
    assert offline.evaluate(COLORS)[0] == rows[0], "the choice is kept"


def test_a_question_keeps_its_answer_folded_until_there_is_a_guess(offline, site):
    visit(offline, site, "02_minimax")
    offline.evaluate("localStorage.clear()")
    offline.reload()
    shown = offline.get_by_role("button", name="Guess above, or show the answer")
    expect(shown.first).to_be_visible()
    before = shown.count()
    card = offline.locator(".la-ask-card").first
    if card.get_by_role("spinbutton").count():
        card.get_by_role("spinbutton").fill("3")
    else:
        card.locator("button").first.click()
    card.get_by_role("button", name="Commit").click()
    expect(shown).to_have_count(before - 1)
    shown.first.click()
    expect(shown).to_have_count(before - 2)


def test_no_output_between_a_question_and_its_answer_tells_it(offline, site):
    visit(offline, site, "06_evaluation_design")
    told = offline.get_by_text("[-50, -2610]")  # the value before and after the capsule
    expect(told).to_have_attribute("hidden", "until-found")
    card = offline.locator(".la-ask-card").filter(has_text="The value goes")
    card.get_by_role("button", name="down").click()
    card.get_by_role("button", name="Commit").click()
    expect(told).not_to_have_attribute("hidden", "until-found")


def test_a_cell_with_three_answers_waits_for_three_guesses(offline, site):
    visit(offline, site, "02_minimax")
    answers = offline.locator(".box-of-code:has([data-answer])").nth(1)  # questions from before
    cards = offline.locator(".la-ask-card")
    fold = answers.get_by_role("button", name="Guess above, or show the answer")
    for number in (1, 2, 3):
        expect(fold).to_have_count(1)
        card = cards.nth(number)
        if card.get_by_role("spinbutton").count():
            card.get_by_role("spinbutton").fill("3")
        else:
            card.locator("button").first.click()
        card.get_by_role("button", name="Commit").click()
    expect(fold).to_have_count(0)
