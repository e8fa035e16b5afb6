"""The README: what it names exists, and its numbers are those that our code and records say."""

import re
from xml.etree import ElementTree

import pytest

import check
from check.__main__ import PUBLISHED
from tools import picture
from tools.lessons import all_lessons
from tools.notebooks import ROOT

README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def rows(markdown):
    """The rows of all tables, as tuples of cells."""
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def table(first):
    """The rows of the README's table whose head begins with this word."""
    found = re.search(rf"^\| {first} \|.*\n\|[-:|]+\|\n((?:\|.*\n)+)", README, re.MULTILINE)
    return rows(found[1])


# --- what it names -------------------------------------------------------------------------


def test_every_command_exists_and_every_target_is_named():
    targets = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)", README)) == targets - {"help"}


def test_every_lesson_is_listed_with_its_minutes():
    for lesson in all_lessons():
        minutes = re.match(r"\d+", lesson.reading)[0]
        link = f"[{lesson.number} {lesson.title}](notebooks/{lesson.path.name})"
        row = rf"^\| {re.escape(link)} \|.*\| {minutes} \|$"
        assert re.search(row, README, re.MULTILINE), lesson.name


def test_pictures_exist_and_each_section_stands_once():
    shown = re.findall(r'<img src="([^"]+)"|!\[[^]]*\]\(([^)]+)\)', README)
    assert shown and all((ROOT / (one or other)).exists() for one, other in shown)
    sections = re.findall(r"^## (.+)$", README, re.MULTILINE)
    assert len(sections) == len(set(sections))


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_files_and_folders_in_code_font_exist(text):
    named = re.findall(r"`((?:notebooks|lib|data|tests|bench|tools|docs)/[\w./]*)`", text)
    assert named
    for name in named:
        assert (ROOT / name).exists() or "yourgame" in name or "NN_" in name, name


def test_the_picture_is_what_the_code_draws():
    drawn = picture.drawn()
    assert picture.FILE.read_text("utf-8") == drawn, "run: python -m tools.picture"
    words = "".join(ElementTree.fromstring(drawn).itertext())
    assert "the other two cannot matter" in words and "prefers-reduced-motion" in words


# --- its numbers ---------------------------------------------------------------------------


def test_facts_are_rows_of_the_verification_page():
    page = (ROOT / "VERIFICATION.md").read_text("utf-8")
    parts = re.findall(r"^## (.+)\n\n((?:\|.*\n)+)", page, re.MULTILINE)
    verified = {(game, *row) for game, facts in parts for row in rows(facts)}
    assert len(table("game")) >= 5 and set(table("game")) <= verified
    assert re.search(r"(\d+ of \d+) come out", README)[1] in page


def test_mutation_scores_are_those_of_the_catalogues():
    known = sum(len(check.catalogue(exercise)) for exercise in check.EXERCISES)
    said = re.sub(r"\s+", " ", README)
    assert f"know {known} wrong solutions. They reject {known} of {known} and name each" in said
    listed = [(f"{e}: {name}", f"{k} of {n}", "rejects") for (e, name), (k, n) in PUBLISHED.items()]
    assert table("mistake") == listed


def test_speed_is_what_was_measured():
    measured = {row[:3] for row in rows((ROOT / "data/bench/fast.md").read_text("utf-8"))}
    assert len(table("what")) >= 5 and set(table("what")) <= measured
    assert any(float(ratio.replace(",", "")) < 1 for *_, ratio in table("what")), "losses too"
