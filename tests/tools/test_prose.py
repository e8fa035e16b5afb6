"""Spelling, one English for each document, and links in documents and notebooks."""

import ast
import io
import re
import tokenize
from itertools import pairwise

import pytest
from spellchecker import SpellChecker

from tests.test_project import tracked_files
from tools.lessons import HEADING, Lesson, all_lessons
from tools.notebooks import ROOT, all_notebooks
from tools.render import anchor

OURS = (ROOT / "tests/tools/words.txt").read_text("utf-8").split()  # names, terms, British
DICTIONARY = SpellChecker(distance=1)
DICTIONARY.word_frequency.load_words([*OURS, *(f"{word}s" for word in OURS)])
NOISE = re.compile(  # what is not prose: code, formulas, addresses, tags
    r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]+\$|\]\([^)]*\)|<[^>]+>|https?:\S+", re.DOTALL
)
WORD = re.compile(r"(?<![\w.@/\\%{<-])[A-Za-z][a-z]{2,}(?![\w@/(=\\{])")


def misspelled(text):
    """The words that are in no dictionary of ours."""
    return sorted(DICTIONARY.unknown(WORD.findall(NOISE.sub(" ", text))))


def code_prose(code):
    """What people read in Python code: docstrings, comments, sentences in quotation marks."""
    nodes = list(ast.walk(ast.parse(code)))
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    prose = [ast.get_docstring(node) or "" for node in nodes if isinstance(node, kinds)]
    strings = [node.value for node in nodes if isinstance(node, ast.Constant)]
    prose += [s for s in strings if isinstance(s, str) and is_sentence(s)]
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    return "\n".join(prose + [token.string for token in tokens if token.type == tokenize.COMMENT])


def is_sentence(string):
    """Whether a string in code looks like words for people."""
    return string.count(" ") >= 3 and not string.lstrip().startswith(("<", "(", "."))


def notebook_prose(path):
    """What people read in a notebook: cells of text, notes for the lecturer, comments in code."""
    cells = Lesson(path).notebook.cells
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    texts += [cell.metadata.get("lecture", {}).get("notes", "") for cell in cells]
    texts += [code_prose(cell.source) for cell in cells if cell.cell_type == "code"]
    return "\n".join(texts)


DOCUMENTS = [path for path in tracked_files() if path.suffix == ".md"]
MODULES = [p for p in tracked_files() if p.suffix == ".py" and "tests" not in p.parts]


@pytest.mark.parametrize("path", all_notebooks(), ids=lambda path: path.stem)
def test_notebooks_are_spelled_right(path):
    assert misspelled(notebook_prose(path)) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents_are_spelled_right(path):
    text = path.read_text("utf-8")
    if path.parent.name == "mistakes":  # the lines of an edit are code
        text = re.sub(r"^[-+] .*$", "", text, flags=re.MULTILINE)
    assert misspelled(text) == []


def test_code_is_spelled_right():
    found = {str(p): misspelled(code_prose(p.read_text("utf-8"))) for p in MODULES}
    assert {name: words for name, words in found.items() if words} == {}


def test_a_slip_is_noticed():
    assert misspelled("The tournement has maximze nodes at every depht.") == [
        "depht",
        "maximze",
        "tournement",
    ]
    assert misspelled("Minimax maximises; `argmx` and $\\mathrm{foo}$ are no prose.") == []
    code = 'def f():\n    """A positon."""\n    print("there is no sutch move")  # teh end\n'
    assert misspelled(code_prose(code)) == ["positon", "sutch", "teh"]


# --- one English ---------------------------------------------------------------------------

BRITISH = r"\w*(?:colour|favour|neighbour|behaviour|centre|defence|grey|licence)\w*"
BRITISH += r"|\w*[lm]is(?:e[ds]?|ing|ations?)"
SAME = {"premise", "promise", "promised", "promises", "promising", "compromise", "mise", "size"}


def british(text):
    """The words of a text that are spelled as in Britain."""
    return sorted(set(re.findall(rf"\b(?:{BRITISH})\b", NOISE.sub(" ", text).lower())) - SAME)


@pytest.mark.parametrize("path", [*all_notebooks(), *DOCUMENTS], ids=lambda path: path.name)
def test_a_document_is_american(path):
    is_notebook = path.suffix == ".ipynb"
    assert british(notebook_prose(path) if is_notebook else path.read_text("utf-8")) == []


def test_code_is_american():
    found = {str(path): british(code_prose(path.read_text("utf-8"))) for path in MODULES}
    assert {name: words for name, words in found.items() if words} == {}


def test_british_words_are_noticed():
    assert british("Colour the center, maximise it.") == ["colour", "maximise"]
    assert british("Color the center, `colour` is code; a promise.") == []


# --- links ---------------------------------------------------------------------------------


def places(path):
    """The anchors of a document: as JupyterLab makes them for notebooks, else as GitHub does."""
    if path.suffix == ".ipynb":
        return {anchor(text) for _, text in HEADING.findall(Lesson(path).text)}
    if path.suffix == ".md":
        titles = [title.lower() for _, title in HEADING.findall(path.read_text("utf-8"))]
        return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}
    return set()


def dead_links(path):
    """The links of a document that lead nowhere."""
    text = Lesson(path).text if path.suffix == ".ipynb" else path.read_text("utf-8")
    without_code = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code):
        file, _, place = target.partition("#")
        goal = path.parent / file if file else path
        if target.startswith(("http:", "https:")):
            continue
        if not goal.exists() or (place and place not in places(goal)):
            yield target


@pytest.mark.parametrize("path", [*all_notebooks(), *DOCUMENTS], ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    assert list(dead_links(path)) == []


def test_a_dead_link_is_noticed(tmp_path):
    (tmp_path / "there.md").write_text("## What is *it*?\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](there.md) [b](there.md#what-is-it) [c](gone.md) [d](there.md#What) [e](#nowhere)"
    )
    assert list(dead_links(page)) == ["gone.md", "there.md#What", "#nowhere"]


def test_each_lesson_leads_to_the_next():
    for before, after in pairwise(all_lessons()):
        ahead = before.text[before.text.rindex("## ") :]
        assert after.path.name in ahead, f"the end of {before.name} does not link {after.path.name}"


def test_the_first_notebook_lists_all_lessons():
    first = all_lessons()[0]
    for lesson in all_lessons():
        assert f"| {lesson.number} | [{lesson.title}]({lesson.path.name}) |" in first.text
