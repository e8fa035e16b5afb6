"""What every notebook must keep to. A rule takes a notebook and its path, and returns problems."""

import ast
import re
from pathlib import Path
from statistics import median

from IPython.core.inputtransformer2 import TransformerManager

from check.catalogue import right_source

ROOT = Path(__file__).resolve().parent.parent
IGNORED = "nbval-ignore-output"
LONGEST_CELL, MEDIAN_CELL = 30, 6
SLIDE_TYPES = {"slide", "subslide", "fragment", "skip", "notes", "-"}
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|tmp|home|Users)/\w|[A-Z]:\\+Users\\")
EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50-\u2b55\ufe0f]")
FORBIDDEN = {
    "sys.path": r"\bsys\.path\b|PYTHONPATH",
    "%run": r"^\s*%run\b",
    "import *": r"^\s*from\s+\S+\s+import\s+\*",
}
PARTS = {  # what a lesson has, and the words of the heading or bold lead by which we know it
    "promise": r"what you (get|will)|promise",
    "what you need": r"you need|before you start|prerequisites",
    "time": r"\d+ minutes|\bminutes?\b|\btime\b",
    "glossary": r"glossary|words",
    "question": r"question|\?$",
    "try it yourself": r"try it|your turn|exercise",
    "hints": r"hint",
    "mistakes": r"mistake",
    "summary": r"summary|what you have seen|in five lines",
    "further reading": r"reading",
    "next": r"next",
}


def code_cells(nb):
    return [cell for cell in nb.cells if cell.cell_type == "code"]


def prose(nb):
    """The Markdown of a notebook, without code, formulas, link targets and comments."""
    text = "\n\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    noise = r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]+\$|<!--.*?-->|\]\([^)]*\)|!\["
    return re.sub(noise, " ", text, flags=re.DOTALL)


def is_lesson(path):
    """Whether the notebook is part of the course's sequence: NN_topic.ipynb."""
    return bool(re.fullmatch(r"\d\d_\w+\.ipynb", path.name)) and path.parent.name == "notebooks"


def tags(cell):
    return cell.metadata.get("tags", [])


# --- rules for all notebooks ---------------------------------------------------------------


def executed_in_order(nb, path):
    counts = [cell.execution_count for cell in code_cells(nb)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"code cells ran as {counts}: run 'make notebooks'"


def plain_kernel(nb, path):
    if nb.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "metadata has no kernelspec 'python3': JupyterLab would ask for a kernel"


def outputs_can_be_compared(nb, path):
    for cell in code_cells(nb):
        kinds = {kind for out in cell.outputs for kind in out.get("data", {})}
        for kind in kinds & {"image/png", "image/jpeg"}:
            yield f"{cell.id}: output is {kind}, which nbval does not compare; use SVG"


def errors_are_meant(nb, path):
    for cell in code_cells(nb):
        failed = any(out.output_type == "error" for out in cell.outputs)
        if failed and "raises-exception" not in tags(cell):
            yield f"{cell.id}: ends in an error, but has no tag raises-exception"


def few_ignored_outputs(nb, path):
    cells = code_cells(nb)
    ignored = [c for c in cells if IGNORED in tags(c) or re.search("NBVAL_IGNORE", c.source)]
    if len(ignored) > 0.2 * len(cells):
        yield f"{len(ignored)} of {len(cells)} code cells are not compared; at most a fifth may be"
    for cell in cells:
        if "nbval-skip" in tags(cell) or "NBVAL_SKIP" in cell.source:
            yield f"{cell.id}: is skipped by nbval; every cell must run"


def no_import_tricks(nb, path):
    for cell in code_cells(nb):
        for name, pattern in FORBIDDEN.items():
            if re.search(pattern, cell.source, re.MULTILINE):
                yield f"{cell.id}: uses {name}; import from lib instead"


def no_machine_path(nb, path):
    for cell in nb.cells:
        found = MACHINE_PATH.search(cell.source + str(cell.get("outputs", "")))
        if found:
            yield f"{cell.id}: has a path of one machine, {found[0]!r}"


def calm_prose(nb, path):
    text = prose(nb)
    for sign in ["!", *EMOJI.findall(text)]:
        if sign in text:
            where = text.index(sign)
            yield f"prose has {sign!r} in {text[max(0, where - 30) : where + 1].strip()!r}"


def own_ids(nb, path):
    ids = [cell.get("id", "") for cell in nb.cells]
    for name in {i for i in ids if ids.count(i) > 1 or not i}:
        yield f"cell id {name!r} is missing or used twice"


def links_resolve(nb, path):
    for cell in nb.cells:
        if cell.cell_type != "markdown":
            continue
        for target in re.findall(r"\]\(([^)\s]+)[^)]*\)", cell.source):
            yield from (f"{cell.id}: {problem}" for problem in broken_link(target, nb, path))


def broken_link(target, nb, path):
    """Why a link leads nowhere; nothing for links to the web."""
    if re.match(r"https?://|mailto:|attachment:|data:", target):
        return
    file, _, anchor = target.partition("#")
    if file and not (path.parent / file).exists():
        yield f"link to {file}, which does not exist"
    elif anchor and not file and anchor not in anchors(nb):
        yield f"link to #{anchor}, but no heading is called that"


def anchors(nb):
    """The anchors that JupyterLab gives to the headings of a notebook."""
    text = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    return {head.strip().replace(" ", "-") for head in re.findall(r"^#+ (.*)$", text, re.M)}


def finals_are_the_library(nb, path):
    for cell in code_cells(nb):
        for tag in tags(cell):
            if tag.startswith("final:"):
                problem = final_problem(cell.source, tag.removeprefix("final:"))
                if problem:
                    yield f"{cell.id}: {problem}"


# --- rules for lessons ---------------------------------------------------------------------


def short_cells(nb, path):
    sizes = [len(cell.source.splitlines()) for cell in code_cells(nb)]
    for cell in code_cells(nb):
        lines = len(cell.source.splitlines())
        if lines > LONGEST_CELL:
            yield f"{cell.id}: has {lines} lines; {LONGEST_CELL} are the most"
        if not lines:
            yield f"{cell.id}: is empty"
    if sizes and median(sizes) > MEDIAN_CELL:
        yield f"the median code cell has {median(sizes)} lines; {MEDIAN_CELL} are the most"


def slide_metadata(nb, path):
    for cell in nb.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type")
        if kind not in SLIDE_TYPES:
            yield f"{cell.id}: slide type is {kind!r}, not one of {sorted(SLIDE_TYPES)}"


def lesson_parts(nb, path):
    text = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    leads = re.findall(r"^#+ (.*)$|\*\*(.+?)\*\*|<summary>(.*?)</summary>", text, re.MULTILINE)
    leads = "\n".join("".join(lead) for lead in leads)
    for part, words in PARTS.items():
        if not re.search(words, leads, re.IGNORECASE | re.MULTILINE):
            yield f"no heading or bold lead for the part '{part}' (looked for: {words})"


def has_a_picture(nb, path):
    kinds = {k for c in code_cells(nb) for out in c.outputs for k in out.get("data", {})}
    if "image/svg+xml" not in kinds:
        yield "no picture: no cell has an SVG output"


def answers_stay_hidden(nb, path):
    """A learner sees the prose below a question before answering it."""
    for place, cell in enumerate(nb.cells):
        for number in answers(cell):
            for below in nb.cells[place : place + 8]:
                if below.cell_type == "markdown" and "slide-only" not in tags(below):
                    text = re.sub(r"<details>.*?</details>", "", below.source, flags=re.DOTALL)
                    if number in re.findall(r"\d[\d,.]*\d", text):
                        yield f"{below.id}: tells the answer {number}; fold it: <details>"


def answers(cell):
    """The numbers of three digits or more that a cell shows as answers, as prose writes them."""
    if cell.cell_type != "code" or ".is_(" not in cell.source:
        return
    for output in cell.outputs:
        shown = output.get("data", {}).get("text/plain", "")
        found = re.search(r" (\d{3,}|\d+\.\d+)(?: \D*)?$", shown)
        if found and not found[1].endswith("00"):  # a round number may stand there by chance
            yield found[1]
            if found[1].isdigit():
                yield f"{int(found[1]):,}"


FOR_ALL = [
    executed_in_order,
    plain_kernel,
    outputs_can_be_compared,
    errors_are_meant,
    few_ignored_outputs,
    no_import_tricks,
    no_machine_path,
    calm_prose,
    own_ids,
    links_resolve,
    finals_are_the_library,
]
FOR_LESSONS = [short_cells, slide_metadata, lesson_parts, has_a_picture, answers_stay_hidden]


def rules_for(path):
    """The rules that hold for this notebook; the first one is a door, not yet a lesson."""
    if not is_lesson(path):
        return FOR_ALL
    door = path.name.startswith("00_")
    return FOR_ALL + [rule for rule in FOR_LESSONS if not (door and rule is lesson_parts)]


# --- final:<name> --------------------------------------------------------------------------


def final_problem(source, name):
    """Why the function in this cell is not the library's function `name`; None if it is."""
    short = name.split(".")[-1]
    found = functions(TransformerManager().transform_cell(source))  # magics are no Python
    mine = found[0] if len(found) == 1 else next((f for f in found if f.name == short), None)
    theirs = library_functions(name)
    if mine is None:
        return f"tagged final:{name}, but the cell does not define {short}"
    if len(theirs) != 1:
        return f"final:{name} names {len(theirs)} functions of lib: {sorted(theirs)}"
    (home, function), *_ = theirs.items()
    if shape(mine) != shape(function):
        return f"{mine.name} differs from {home}: run lib.show.diff on them"
    return None


def functions(source):
    """The functions and classes that a piece of code defines."""
    kinds = ast.FunctionDef | ast.ClassDef
    return [node for node in ast.parse(source).body if isinstance(node, kinds)]


def library_functions(name):
    """The functions of lib called `name` (`minimax` or `search.minimax.minimax`), by home.

    `check.landing` is the right solution of that exercise.
    """
    *where, short = name.split(".")
    if where == ["check"]:
        solutions = [f for f in functions(right_source(short)) if f.name == short]
        return {f"check/mistakes/{short}.md": function for function in solutions}
    found = {}
    for path in sorted((ROOT / "lib").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if module.endswith(".".join(where)) and f" {short}" in path.read_text("utf-8"):
            named = [f for f in functions(path.read_text("utf-8")) if f.name == short]
            found |= {f"{module}.{short}": function for function in named}
    searches = {home: f for home, f in found.items() if home.startswith("lib.search.")}
    return searches or found


def shape(function):
    """The function's AST as text, but for its name, docstring and decorators."""
    own = function.name
    tree = ast.parse(ast.unparse(function)).body[0]  # a copy, and literals in one spelling
    tree.decorator_list = []
    if ast.get_docstring(tree) is not None:
        tree.body = tree.body[1:]
    tree.name = "_"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == own:
            node.id = "_"
    return ast.dump(tree)
