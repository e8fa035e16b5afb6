"""Every notebook keeps the rules, and every rule can fail. (nbval runs them: make test.)"""

import ast
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests import notebook_rules as rules
from tools.notebooks import METADATA, WIDGETS, all_notebooks, normalized

VIEW = "application/vnd.jupyter.widget-view+json"
LESSON = rules.ROOT / "notebooks" / "07_example.ipynb"
CASES = [(path, rule) for path in all_notebooks() for rule in rules.rules_for(path)]


def name(value):
    return value.stem if isinstance(value, Path) else value.__name__


@pytest.mark.parametrize(("path", "rule"), CASES, ids=name)
def test_notebook(path, rule):
    nb = nbformat.read(path, as_version=4)
    assert list(rule(nb, path)) == []


def test_notebooks_are_valid_and_the_first_is_there():
    names = [path.name for path in all_notebooks()]
    assert "00_start_here.ipynb" in names
    for path in all_notebooks():
        nbformat.validate(nbformat.read(path, as_version=4))


# --- the rules themselves: a good notebook, and one fault for each rule --------------------

PARTS = """# What you get
**You need** a pencil and 30 minutes of **time**. [back](00_start_here.ipynb), [down](#Next-lesson)
## Glossary
## The question: which leaf is next?
There are $n!$ orders, and `x != y`.
## Try it yourself
<details><summary>Hint 1</summary>Count.</details>
## Mistakes people make
## Summary
## Further reading
## Next lesson"""


def good():
    """A small lesson that breaks no rule."""
    svg = new_output("display_data", {"image/svg+xml": "<svg/>"})
    cells = [
        new_markdown_cell(PARTS),
        new_code_cell("1 + 1", execution_count=1, outputs=[svg]),
        new_code_cell("2 + 2", execution_count=2),
    ]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
        cell.metadata = nbformat.from_dict({"slideshow": {"slide_type": "slide"}})
    return new_notebook(cells=cells, metadata=METADATA)


def code(source, **metadata):
    def change(nb):
        nb.cells[1].source = source
        nb.cells[1].metadata.update(metadata)

    return change


def words(text):
    def change(nb):
        nb.cells[0].source += "\n\n" + text

    return change


def output(kind, **content):
    def change(nb):
        nb.cells[1].outputs.append(new_output(kind, **content))

    return change


def cell(**changes):
    def change(nb):
        for key, value in changes.items():
            nb.cells[1][key] = value

    return change


def told(text):
    """A question whose answer is 4321, with this prose below it."""

    def change(nb):
        shown = new_output("display_data", {"text/plain": "How many? 4321 games", VIEW: {}})
        nb.cells[1].source, nb.cells[1].outputs = "guess.is_(4321)", [*nb.cells[1].outputs, shown]
        nb.cells.insert(2, new_markdown_cell(text, metadata=nb.cells[0].metadata, id="below"))

    return change


FAULTS = [
    (rules.executed_in_order, cell(execution_count=None)),
    (rules.executed_in_order, cell(execution_count=5)),
    (rules.plain_kernel, lambda nb: nb.metadata.pop("kernelspec")),
    (rules.outputs_can_be_compared, output("display_data", data={"image/png": "AAAA"})),
    (rules.errors_are_meant, output("error", ename="E", evalue="", traceback=[])),
    (rules.few_ignored_outputs, code("1", tags=["nbval-ignore-output"])),
    (rules.few_ignored_outputs, code("1", tags=["nbval-skip"])),
    (rules.few_ignored_outputs, code("# NBVAL_IGNORE_OUTPUT\n1")),
    (rules.no_import_tricks, code("import sys\nsys.path.append('..')")),
    (rules.no_import_tricks, code("%run other.py")),
    (rules.no_import_tricks, code("from lib.game import *")),
    (rules.no_machine_path, code("open('/ho" + "me/me/x')")),
    (rules.no_machine_path, output("stream", name="stdout", text="see /tm" + "p/x")),
    (rules.calm_prose, words("Well done!")),
    (rules.calm_prose, words("Well done \U0001f389")),
    (rules.own_ids, cell(id="cell-0")),
    (rules.links_resolve, words("[gone](99_gone.ipynb)")),
    (rules.links_resolve, words("[gone](#No-such-heading)")),
    (rules.finals_are_the_library, code("def rounds(g): return 3", tags=["final:rounds"])),
    (rules.short_cells, code("1\n" * 31)),
    (rules.short_cells, code("1\n" * 13)),
    (rules.short_cells, code("")),
    (rules.slide_metadata, code("1", slideshow={})),
    (rules.has_a_picture, cell(outputs=[])),
    (rules.answers_stay_hidden, told("It is 4,321.")),
    *((rules.lesson_parts, part) for part in rules.PARTS),
]


def without(part):
    """Takes the headings of one part out of the lesson."""
    gone = {"hints": "Hint 1", "time": "minutes of **time**", "what you need": "**You need**"}
    gone |= {"promise": "What you get", "glossary": "Glossary", "mistakes": "Mistakes"}
    gone |= {"question": "The question: which leaf is next?", "try it yourself": "Try it yourself"}
    gone |= {"summary": "## Summary", "further reading": "Further reading", "next": "Next lesson"}

    def change(nb):
        old = nb.cells[0].source
        nb.cells[0].source = old.replace(gone[part], "-").replace(" is next?", "")
        assert nb.cells[0].source != old

    return change


def test_a_good_notebook_breaks_no_rule():
    for rule in rules.FOR_ALL + rules.FOR_LESSONS:
        assert list(rule(good(), LESSON)) == [], rule.__name__


@pytest.mark.parametrize(("rule", "fault"), FAULTS)
def test_each_rule_finds_its_fault(rule, fault):
    nb = good()
    (without(fault) if isinstance(fault, str) else fault)(nb)
    assert list(rule(nb, LESSON))


def test_a_folded_answer_is_hidden():
    nb = good()
    told("<details><summary>Why</summary>\n\nIt is 4,321.\n\n</details>")(nb)
    assert list(rules.answers_stay_hidden(nb, LESSON)) == []


def test_every_rule_has_a_fault():
    assert {rule for rule, _ in FAULTS} == set(rules.FOR_ALL + rules.FOR_LESSONS)


# --- final:<name> --------------------------------------------------------------------------

LIBRARY = next(iter(rules.library_functions("rounds").values()))
OWN = ast.unparse(LIBRARY)


def test_final_accepts_another_name_docstring_and_decorator():
    renamed = OWN.replace("def rounds", "@traced\ndef my_rounds").replace("The plies", "So many")
    assert "So many" in renamed and "@traced" in renamed
    assert rules.final_problem(renamed, "rounds") is None
    assert rules.final_problem(renamed, "game.rounds") is None
    assert rules.final_problem("import math\nx = 1\n" + OWN, "rounds") is None


def test_final_follows_recursion_under_another_name():
    f = "def f(n):\n    'Doc.'\n    return 1 if n == 0 else n * f(n - 1)"
    g = "def g(n):\n    return 1 if n == 0 else n * g(n - 1)"
    shapes = [rules.shape(rules.functions(source)[0]) for source in (f, g)]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s.replace("is_whole(n, 0)", "is_whole(n, 1)"), "differs from lib.game.rounds"),
        (lambda s: "x = 1", "does not define"),
        (lambda s: "def a(): pass\ndef b(): pass", "does not define"),
        (lambda s: s.replace("n: int", "n"), "differs from lib.game.rounds"),
    ],
)
def test_final_finds_a_difference(change, words):
    assert words in rules.final_problem(change(OWN), "rounds")


def test_final_names_what_is_not_there():
    assert "0 functions" in rules.final_problem(OWN, "no_such_function")


# --- make notebooks ------------------------------------------------------------------------


def widget_notebook(first, second):
    """A notebook whose widgets have these ids."""
    nb = good()
    nb.cells[1].outputs = [new_output("display_data", {VIEW: {"model_id": second}})]
    nb.cells[1].metadata["execution"] = {"iopub.execute_input": first[:2]}
    nb.metadata["language_info"] = {"name": "python", "version": "3.11.99"}
    state = {first: {"state": {}}, second: {"state": {"layout": f"IPY_MODEL_{first}"}}}
    nb.metadata["widgets"] = {WIDGETS: {"state": state}}
    return nb


def test_normalised_does_not_depend_on_the_run():
    one, two = (normalized(widget_notebook(a * 32, b * 32)) for a, b in ("ab", "cd"))
    assert one == two
    assert "3.11.99" not in str(one) and "a" * 32 not in str(one)
    state = one.metadata.widgets[WIDGETS].state
    layout = state[one.cells[1].outputs[0].data[VIEW].model_id].state.layout
    assert layout.removeprefix("IPY_MODEL_") == next(iter(state))
