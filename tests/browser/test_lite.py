"""The lessons in a browser without a server or a kernel: run whole, played, saved and updated."""

import json
import re
import shutil
import zipfile

import nbformat
import pytest
from playwright.sync_api import expect

from check import EXERCISES
from tests.browser.firefox import Firefox
from tests.browser.lite import (
    CELLS,
    READY,
    RUN_ALL,
    Site,
    ask_kernel,
    open_lesson,
    run_all,
    wait_ready,
)
from tests.shared import made_or_skipped
from tools import lite, site
from tools.lessons import all_lessons

LESSONS = {lesson.name: lesson for lesson in all_lessons()}
QUICK = ("00_start_here", "02_minimax", "08_ucb1_by_hand")
STEP = (
    "[...document.querySelectorAll('.looking-ahead button')]"
    ".find((one) => one.textContent.trim() === 'Step')"
)
AT_MOST = 12.9e6  # bytes on the first visit


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """The folder of the whole site, built once for all workers; skips where that cannot be."""

    def make(folder):
        lite.build(folder / "lite")
        site.write(folder, runs=True)

    return made_or_skipped(tmp_path_factory, "site_with_lite", make, lite.LeftOut)


@pytest.fixture
def host(built):
    """The site on a web server of its own: what a browser keeps is kept for each address."""
    server = Site(built)
    yield server
    server.stop()


@pytest.fixture
def tab(browser):
    """A new page that reaches nothing but our own server; an error of a script fails the test."""
    page = browser.new_page()
    page.set_default_timeout(30_000)
    page.route(lambda url: "127.0.0.1" not in url, lambda route: route.abort())
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    page.close()
    assert faults == []


# --- whole lessons -----------------------------------------------------------------------------


def is_stored(one):
    """Whether a cell has shown a stored output, or said that it needs a computer."""
    return any(output.get("metadata", {}).get("looking_ahead") for output in one["outputs"])


def shown(outputs):
    """What nbval would compare of the outputs of a cell: streams, text, pictures, errors."""
    found, stream = [], None
    for output in outputs:
        if any("widget" in kind for kind in output.get("data", ())):
            stream = None
            continue
        text = _joined(output.get("text", output.get("data", output.get("ename", ""))))
        if stream and stream == output.get("name"):
            found[-1] += text  # what is printed may come in pieces
        else:
            found.append(text)
        stream = output.get("name")
    return [json.dumps(text, sort_keys=True) for text in found]


def _joined(text):
    if isinstance(text, dict):
        return {kind: _joined(value) for kind, value in text.items()}
    return "".join(text) if isinstance(text, list) else text


def run_whole(page, host, name):
    """Runs a lesson; its code cells, and the same as stored in the course."""
    open_lesson(page, host, name)
    cells = run_all(page)
    assert page.locator(".jp-Dialog").count() == 0
    stored = code_cells(name)
    assert [one["id"] for one in cells] == [one.id for one in stored]
    return list(zip(cells, stored, strict=True))


def code_cells(name):
    """The code cells of a lesson as stored in the course."""
    return [one for one in LESSONS[name].cells if one.cell_type == "code"]


def check_whole(pairs, compare=True):
    """Every cell has run; what it shows is what a computer shows, or it is the stored output."""
    wrong, instead = [], 0
    for ours, stored in pairs:
        assert ours["execution_count"], ours["id"]
        if is_stored(ours):
            instead += 1
        elif "nbval-ignore-output" not in stored.metadata.get("tags", ()):
            errors = [o for o in ours["outputs"] if o["output_type"] == "error"]
            if errors and not any(o.output_type == "error" for o in stored.outputs):
                wrong.append((ours["id"], errors[0]["evalue"]))
            elif compare and shown(ours["outputs"]) != shown(stored.outputs):
                wrong.append((ours["id"], shown(ours["outputs"]), shown(stored.outputs)))
    assert wrong == []
    return instead


@pytest.mark.parametrize("name", [name for name in LESSONS if name not in QUICK])
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_other_lesson_runs_whole(tab, host, name):
    pairs = run_whole(tab, host, name)
    instead = check_whole(pairs, compare=name < "14")  # 14 and 15 say what they do without numba
    if name < "14":
        assert instead <= 0.2 * len(pairs), f"{instead} of {len(pairs)} cells"


def test_the_start_runs_whole_and_its_board_plays(tab, host):
    assert check_whole(run_whole(tab, host, "00_start_here")) == 0
    assert sum(host.sent.values()) < AT_MOST, sum(host.sent.values())
    board = tab.locator(".la-board").first
    board.scroll_into_view_if_needed()
    legal = board.locator(".legal")
    before = legal.count()
    legal.first.click()
    expect(legal).not_to_have_count(before)  # the learner's move, and the answer of the program
    board.locator("xpath=ancestor::*[contains(@class,'looking-ahead')]").get_by_role(
        "button", name="Undo"
    ).press("Enter")
    expect(legal).to_have_count(before)


def test_minimax_runs_whole_steps_asks_and_checks(tab, host):
    assert check_whole(run_whole(tab, host, "02_minimax")) == 0
    stepper = tab.locator(".looking-ahead", has=tab.get_by_role("button", name="Step")).first
    stepper.scroll_into_view_if_needed()
    said = stepper.locator("[role=status]").first
    first = said.text_content()
    stepper.get_by_role("button", name="Step", exact=True).click()
    expect(said).not_to_have_text(first)
    second = said.text_content()
    stepper.get_by_role("button", name="Step", exact=True).press("Enter")
    expect(said).not_to_have_text(second)
    card = tab.locator(".la-ask-card").first
    card.scroll_into_view_if_needed()
    card.get_by_role("spinbutton").fill("6")
    card.get_by_role("button", name="Commit").press("Enter")
    expect(card).to_contain_text("You: 6")
    wrong = "def minimax(game, state):\n    return 0\nprint(check.minimax(minimax).passed)"
    assert ask_kernel(tab, f"import check\n{wrong}") == "False\n"


def test_minimax_runs_whole_in_firefox_too(host):
    firefox = Firefox()
    try:
        firefox.visit(f"{host.url}lite/notebooks/index.html?path=02_minimax.ipynb")
        firefox.wait(READY, 120)
        firefox.value(f"({RUN_ALL})()")
        firefox.wait("window.ended", 300)
        cells = firefox.value(f"({CELLS})()")
        assert check_whole(list(zip(cells, code_cells("02_minimax"), strict=True))) == 0
        said = f"{STEP}.closest('.looking-ahead').querySelector('[role=status]').textContent"
        first = firefox.value(said)
        firefox.click(
            f"{STEP}.closest('.looking-ahead').querySelector('svg')"
        )  # the cell is chosen
        firefox.click(STEP)
        firefox.wait(f"{said} !== {json.dumps(first)}")
    finally:
        firefox.close()


def test_ucb1_runs_whole_with_stored_charts_and_its_bench(tab, host):
    pairs = run_whole(tab, host, "08_ucb1_by_hand")
    assert 0 < check_whole(pairs) <= 3  # a chart, and numpy
    chart = next(ours for ours, _ in pairs if is_stored(ours) and len(ours["outputs"]) > 1)
    assert "image/svg+xml" in chart["outputs"][1]["data"]
    assert "runs on a computer with the full installation" in str(chart["outputs"][0])
    bench = tab.locator(".looking-ahead", has=tab.locator(".strip")).first
    bench.scroll_into_view_if_needed()
    said = bench.locator(".say").first
    before = said.text_content()
    bench.locator("input[type=range]").first.press("ArrowRight")
    expect(said).not_to_have_text(before)
    bench.locator(".strip button").last.click()
    expect(said).to_contain_text("C = ")


# --- the second visit, no network, and other lessons -------------------------------------------


def is_kept(page):
    """Waits until the browser has kept what the open lesson needs."""
    page.locator("#looking-ahead-bar[data-kept=yes]").wait_for(state="attached", timeout=60_000)


def test_a_second_visit_loads_nothing_and_a_third_needs_no_network(tab, built):
    host = Site(built, max_age=0)  # the browser may use nothing again without asking
    try:
        open_lesson(tab, host, "02_minimax")
        is_kept(tab)
        assert sum(host.sent.values()) < AT_MOST, sum(host.sent.values())
        host.sent.clear(), host.wire.clear()
        open_lesson(tab, host, "02_minimax")
        is_kept(tab)
        assert host.sent.keys() <= {"404 /favicon.ico"}  # no file at all
        assert {name for name, _, _ in host.wire} <= {
            "lite/release.json",
            "lite/service-worker.js",
            "/favicon.ico",
        }
        assert sum(size for _, _, size in host.wire) < 1500  # headers: nothing has changed
    finally:
        host.stop()
    open_lesson(tab, host, "02_minimax")  # nobody is there to answer
    cells = run_all(tab)
    assert check_whole(zip(cells, code_cells("02_minimax"), strict=True)) == 0


def test_after_a_new_release_nothing_old_is_shown_or_kept(tab, host, built, tmp_path):
    copy = host.folder = tmp_path / "site"
    shutil.copytree(built, copy, symlinks=True)
    open_lesson(tab, host, "01_games_as_trees")
    is_kept(tab)
    lesson = copy / "lite" / "files" / "01_games_as_trees.ipynb"
    newer = json.loads(lesson.read_text("utf-8"))
    newer["cells"][0]["source"] = "# Games as trees, second edition"
    newer["metadata"]["looking_ahead"]["made_from"] = "newer"
    lesson.write_text(json.dumps(newer), "utf-8")
    lite.write_release(copy / "lite")
    tab.reload()
    expect(tab.locator("#la-news")).to_be_visible()  # JupyterLite has saved the old one
    tab.get_by_role("button", name="Fresh copy").click()
    expect(tab.locator("h1", has_text="second edition")).to_be_visible()
    kept = tab.evaluate(KEPT)
    assert sum(name.endswith("01_games_as_trees.ipynb") for name in kept) == 1
    assert len(kept) > 50


KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) found.push(url.split("?")[0]);
  return found.filter((url) => url.startsWith(new URL("..", location.href).href));
}"""


TO_THE_END = """() => {
  const book = jupyterapp.shell.currentWidget.content;
  book.scrollToItem(book.widgets.length - 1);
}"""


def test_links_between_lessons_open_the_lesson(tab, host):
    tab.goto(f"{host.url}lite/notebooks/index.html?path=02_minimax.ipynb")
    expect(tab.locator(".jp-MarkdownCell h1").first).to_be_visible()
    link = tab.locator(".jp-MarkdownCell a", has_text="Alpha-beta").last
    for _ in range(60):  # cells are drawn when they come into view
        tab.evaluate(TO_THE_END)
        tab.wait_for_timeout(500)
        if link.is_visible():
            break
    for act in (link.click, lambda: link.press("Enter")):
        with tab.context.expect_page() as opened:
            act()
        other = opened.value
        expect(other.locator(".jp-MarkdownCell h1").first).to_contain_text("Alpha-beta")
        assert other.url.endswith("notebooks/index.html?path=03_alphabeta.ipynb")
        other.close()


# --- work that is kept -------------------------------------------------------------------------


SAVED = """async () => {
  const contents = jupyterapp.serviceManager.contents;
  const found = await contents.get("02_minimax.ipynb", { content: true });
  return JSON.stringify(found.content).includes("my own words");
}"""


def test_a_cell_run_too_early_waits_and_an_update_keeps_the_old_work(tab, host, built, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(built, copy, symlinks=True)
    host.folder = copy
    tab.goto(f"{host.url}00_start_here.html")
    expect(tab.locator(".frozen").first).to_contain_text('To play, press "Run this lesson" above')
    tab.goto(f"{host.url}02_minimax.html")
    tab.get_by_role("link", name="Run this lesson").click()
    tab.locator(".jp-CodeCell .cm-content").first.click()
    tab.keyboard.press("Shift+Enter")
    expect(tab.locator("#la-state")).to_contain_text("runs as soon as it is there")
    expect(tab.locator(".jp-OutputArea-output").first).to_be_visible(timeout=90_000)
    assert tab.locator(".jp-Dialog").count() == 0
    expect(tab.locator("#la-state")).to_contain_text("Restart Python ends a cell")
    tab.wait_for_timeout(1000)  # JupyterLab moves the focus once more after a run

    tab.locator(".jp-CodeCell .cm-content").first.click()
    tab.keyboard.press("ControlOrMeta+End")
    tab.keyboard.type("  # my own words")
    expect(tab.locator(".jp-CodeCell .cm-content").first).to_contain_text("my own words")
    is_saved = False
    for _ in range(40):
        is_saved = is_saved or tab.evaluate(SAVED)
        tab.wait_for_timeout(0 if is_saved else 250)
    assert is_saved

    lesson = copy / "lite" / "files" / "02_minimax.ipynb"
    newer = json.loads(lesson.read_text("utf-8"))
    newer["metadata"]["looking_ahead"]["made_from"] = "newer"
    newer["cells"][0]["source"] = "# Minimax, second edition"
    lesson.write_text(json.dumps(newer), "utf-8")
    lite.write_release(copy / "lite")
    tab.reload()
    expect(tab.locator("#la-news")).to_be_visible()
    expect(tab.locator(".jp-CodeCell .cm-content").first).to_contain_text("my own words")
    tab.get_by_role("button", name="Fresh copy").press("Enter")
    expect(tab.locator("h1", has_text="second edition")).to_be_visible()
    expect(tab.locator("#la-news")).to_be_hidden()
    expect(tab.locator(".jp-CodeCell .cm-content").first).not_to_contain_text("my own words")
    wait_ready(tab)

    tab.goto(f"{host.url}lite/mine.html")
    expect(tab.locator("#files li")).to_have_text(
        re.compile(r"^02_minimax \(mine, [\d-]+\)\.ipynb")
    )
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Download everything").click()
    packed = tmp_path / "mine.zip"
    download.value.save_as(packed)
    (name,) = zipfile.ZipFile(packed).namelist()
    mine = nbformat.reads(zipfile.ZipFile(packed).read(name).decode(), as_version=4)
    assert "my own words" in str(mine)
    bring_back(tab, built, packed, name)


def bring_back(tab, built, packed, name):
    """The zip file in a browser that has nothing yet, and once more where everything is there."""
    other = Site(built)
    try:
        tab.goto(f"{other.url}lite/mine.html")
        expect(tab.locator("#files")).to_have_text("Nothing is saved yet.")
        tab.locator("#upload").set_input_files(packed)
        expect(tab.locator("#files li")).to_have_count(1)
        tab.locator("#upload").set_input_files(packed)
        expect(tab.locator("#said")).to_contain_text("0 notebooks were brought back")
        squeezed = packed.with_name("again.zip")
        with zipfile.ZipFile(squeezed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, zipfile.ZipFile(packed).read(name).replace(b"my own", b"other"))
        tab.locator("#upload").set_input_files(squeezed)
        expect(tab.locator("#files li")).to_have_count(2)  # what was there is not overwritten
        tab.locator("#upload").set_input_files(__file__)
        expect(tab.locator("#said")).to_contain_text("could not be read")
        tab.locator("#files a").first.click()
        expect(tab.locator(".jp-CodeCell .cm-content").first).to_contain_text("words")
        wait_ready(tab)
    finally:
        other.stop()


# --- checks ------------------------------------------------------------------------------------

LOOPS = """
import time, check

def plain(*args):
    while True:
        pass

def stubborn(*args):
    while True:
        try:
            plain(*args)
        except BaseException:
            continue

for loop in (plain, stubborn):
    begin = time.monotonic()
    report = check.minimax(loop)
    print(report.passed, "no answer within" in str(report), time.monotonic() - begin < 60)
"""


def test_endless_loops_are_told(tab, host):
    open_lesson(tab, host, "02_minimax")
    said = ask_kernel(tab, LOOPS, timeout=150)
    assert said.splitlines() == ["False True True"] * 2, said


VERDICTS = """
def verdicts(exercise, count):
    # what the check says of the right solution and of mistakes spread over the whole catalogue
    import check
    from check.catalogue import right_solution

    mistakes = check.catalogue(exercise)
    chosen = [mistakes[k * len(mistakes) // count].wrong for k in range(min(count, len(mistakes)))]
    reports = [getattr(check, exercise)(fn) for fn in [right_solution(exercise), *chosen]]
    return [[one.passed, one.diagnosis] for one in reports]
"""


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_hundred_solutions_get_the_same_verdicts_as_on_a_computer(tab, host):
    open_lesson(tab, host, "02_minimax")
    ask_kernel(tab, VERDICTS)
    known = {}
    exec(VERDICTS, known)
    seen, total = {}, 0
    for exercise in EXERCISES:
        here = known["verdicts"](exercise, 4)
        said = ask_kernel(tab, f"import json; print(json.dumps(verdicts({exercise!r}, 4)))", 600)
        there = json.loads(said)
        total += len(here)
        if there != here:
            seen[exercise] = [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]
    assert total >= 100
    assert seen == {}
