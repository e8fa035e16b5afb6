"""Questions about a student's own code: their answers are what the code really does."""

import re

from grade import collect, oral, problems
from tests.grade import submissions
from tests.grade.test_running import needs_bubblewrap


def notebook(**own):
    """The problem set on UCB1 without the long part about logs."""
    empty = submissions.cell_of(submissions.blank(), "log-solution")["source"]
    return submissions.notebook(**{"log-solution": empty}, **own)


def written(page, tmp_path):
    submissions.save(page, tmp_path / "in" / "ada" / "x.ipynb")
    assert oral.main([str(tmp_path / "in"), "--output", str(tmp_path / "out")]) == 0
    (made,) = (tmp_path / "out").iterdir()
    return made.read_text("utf-8")


@needs_bubblewrap
def test_three_questions_about_the_code_that_was_handed_in(tmp_path):
    text = written(notebook(), tmp_path)
    assert text.count("<li>") == text.count("<summary>Answer") == 3
    assert "bounds.index(max(bounds))" in text, "the listing is the student's"
    last = re.search(r"runs last.*?Line (\d+): <code>(.*?)</code>", text, re.DOTALL)
    assert last[2] == "return bounds.index(max(bounds))"
    often = re.search(r"How many times does line (\d+) run.*?</summary>(\d+)", text, re.DOTALL)
    assert int(often[2]) >= 2


@needs_bubblewrap
def test_the_answers_are_those_of_a_run_here(tmp_path):
    """The same case traced in this process, without any of the grader's code."""
    import sys
    from math import inf, log, sqrt

    one, problem_set = submitted(tmp_path)
    ((source, _, pairs),) = oral.ask(problem_set, one)
    space = {"inf": inf, "log": log, "sqrt": sqrt}
    exec(compile(source, "own", "exec"), space)
    exercise = oral._exercise("choose")
    ((_, call, _),) = oral.ask(problem_set, one)
    case = next(c for c in exercise.cases(0) if call.endswith(c.label))
    ran = lines(space["choose"], case, sys)
    assert f"Line {ran[-1]}:" in pairs[0][1]
    most = max(set(ran), key=lambda number: (ran.count(number), number))
    assert f"line {most} run" in pairs[1][0] and pairs[1][1] == f"{ran.count(most)}"


def submitted(tmp_path):
    submissions.save(notebook(), tmp_path / "in" / "ada" / "x.ipynb")
    return collect.collect(tmp_path / "in", [])[0], problems.load(submissions.NAME)


def lines(function, case, sys):
    found = []

    def watch(frame, event, arg):
        if frame.f_code.co_filename != "own" or frame.f_code.co_name.startswith("<"):
            return None
        if event == "line":
            found.append(frame.f_lineno)
        return watch

    args = oral.arguments(case)
    sys.settrace(watch)
    try:
        function(*args)
    finally:
        sys.settrace(None)
    return found


@needs_bubblewrap
def test_nothing_to_ask_is_said_and_nothing_comes_to_life(tmp_path):
    assert "no function here that runs" in written(submissions.blank(), tmp_path)
    nasty = submissions.CHOOSE.replace("visits =", "tag = '<script>alert(1)</script>'; visits =")
    text = written(notebook(choose=nasty), tmp_path / "b")
    assert "<script>" not in text


FORGED = [
    ("value", 1, [("choose", [], {"a": "b"})] * 5),
    ("value", 1, [([], 1, {"a": "b"})] * 5),
    ("value", 1, [("choose", 1, [1])] * 5),
    ("value", 1, [("choose", -(10**9) - n, {"a": "<b>", "c": "d"}) for n in range(9)]),
    ("value", 1, [("nothing", n, {n: n, 2: 3}) for n in range(9)]),
    ("value", 1, {"events": 3}),
    ("value", [[1]] * 1000, [("choose", n, {"a": "x" * 9999, "b": "\\ud800"}) for n in range(9)]),
    "abc",
    7,
]


@needs_bubblewrap
def test_no_forged_run_stops_the_pages_of_the_others(tmp_path):
    for number, forged in enumerate(FORGED):
        lie = f"import grade.worker as w\nforged = {forged!r}\n"
        lie += (
            "def trace(self, line, name, question):\n    yield forged\nw.Submission.trace = trace\n"
        )
        page = notebook(choose=lie + submissions.CHOOSE)
        submissions.save(page, tmp_path / "in" / f"liar{number}" / "x.ipynb")
    submissions.save(notebook(), tmp_path / "in" / "zoe" / "x.ipynb")
    assert oral.main([str(tmp_path / "in"), "--output", str(tmp_path / "out")]) == 0
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "out").iterdir()}
    assert len(pages) == len(FORGED) + 1
    assert pages[f"{submissions.NAME}_zoe.html"].count("<summary>Answer") == 3
    assert not any("<b>" in text or "\ud800" in text for text in pages.values())


IN_PIECES = """
def choose(children, c):
    visits = sum(child.visits for child in children)
    bounds = [
        inf if child.visits == 0
        else child.total / child.visits + c * sqrt(log(visits) / child.visits)
        for child in children
    ]
    best = max(bounds)
    place = bounds.index(best)
    return place
"""


@needs_bubblewrap
def test_a_loop_inside_of_a_line_runs_the_line_once(tmp_path):
    """Nobody who reads a list comprehension would say that its line runs seven times."""
    text = written(notebook(choose=IN_PIECES), tmp_path)
    often = re.search(r"How many times does line (\d+) run.*?</summary>(\d+)", text, re.DOTALL)
    assert often[2] == "1" and int(often[1]) not in range(4, 9)


@needs_bubblewrap
def test_the_function_with_most_lines_of_its_own_is_asked_about(tmp_path):
    """Not one that leaves the work to another cell."""
    text = written(submissions.notebook(), tmp_path)
    assert "bounds.index(max(bounds))" in text and "The call is <code>choose" in text


def test_a_missing_folder_is_a_sentence(tmp_path, capsys):
    assert oral.main([str(tmp_path / "none")]) == 2
    assert "There is no folder" in capsys.readouterr().err


@needs_bubblewrap
def test_every_problem_set_has_something_to_ask(tmp_path):
    for name in problems.names():
        problem_set = problems.load(name)
        place = tmp_path / name / "ada" / problem_set.path.name
        place.parent.mkdir(parents=True)
        place.write_bytes(problem_set.path.read_bytes())
        (one,) = collect.collect(tmp_path / name, [name])
        ((_, call, pairs),) = oral.ask(problem_set, one)
        assert call and len(pairs) == 3, name


def test_a_run_that_is_long_but_can_be_followed_tells_most():
    runs = [(None, None, range(lines)) for lines in (5, 40, 41, 900)]
    told = sorted(runs, key=oral._telling, reverse=True)
    assert [len(events) for _, _, events in told] == [40, 5, 41, 900]
