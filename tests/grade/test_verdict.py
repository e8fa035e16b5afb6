"""The verdict depends on the submission alone: not on load, not on who else is graded."""

import io
import os
import subprocess
import sys
import time

import pytest

from grade import batch, collect, problems, processes, remote, session, transplant, verdict
from grade.limits import Limits
from grade.processes import Clock
from grade.sandbox import Gone, Sandbox
from grade.verdict import Busy, setup_names
from tests.grade import submissions
from tests.grade.mortal import Mortal
from tests.grade.test_running import needs_bubblewrap

BURN = "while True: pass"


@pytest.fixture
def busy_machine():
    """Four processes for each processor that compute all the time."""
    count = 4 * (os.cpu_count() or 1)
    burning = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(count)]
    yield
    for process in burning:
        process.kill()
        process.wait()


def official(name, folder):
    """The problem set with its own solutions, as a submission that nobody has graded yet."""
    verdict._judged.cache_clear()  # another test may have handed in the same code
    problem_set = problems.load(name)
    place = folder / name / "ada" / problem_set.path.name
    place.parent.mkdir(parents=True)
    place.write_bytes(problem_set.path.read_bytes())
    return collect.collect(folder / name, [name])[0], problem_set


@pytest.mark.slow
@needs_bubblewrap
def test_right_solutions_are_right_on_a_busy_machine(tmp_path, busy_machine):
    one, problem_set = official("ps6_mcts", tmp_path)  # the one that asks most
    result = batch.grade(one, problem_set, Limits())
    assert result["auto"] == result["auto_max"], result["sentence"]


# --- the clock -----------------------------------------------------------------------------

NAPS = "import time\ndef f(x):\n    time.sleep(0.03)\n    return x"


@needs_bubblewrap
@pytest.mark.parametrize(("is_idle", "ended"), [(True, True), (False, False)])
def test_naps_too_short_to_be_seen_end_the_whole_job_where_a_processor_is_idle(
    monkeypatch, is_idle, ended
):
    monkeypatch.setattr(processes, "idle_seconds", time.monotonic if is_idle else lambda: 0.0)
    limits = Limits(all_seconds=1.0)
    with session.Session([("f", NAPS)], limits, session.Budget(limits.all_seconds)) as running:
        function = remote.RemoteFunction(running, "f")
        function.left = 60.0
        answers = [function(number) for number in range(60)]
    assert answers[:10] == [*range(10)]
    assert (answers[-1] is None) == ended


@needs_bubblewrap
def test_right_solutions_use_little_of_the_time_for_the_whole_job(tmp_path, monkeypatch):
    spent, take = [], session.Budget.take

    def taken(budget, used, passed):
        take(budget, used, passed)
        spent.append(Limits().all_seconds - budget.left)

    monkeypatch.setattr(session.Budget, "take", taken)
    one, problem_set = official(submissions.NAME, tmp_path)
    assert batch.grade(one, problem_set, Limits())["auto"] == submissions.ALL
    assert 0.1 < spent[-1] < 0.4 * Limits().all_seconds


def run(source, seconds):
    """What running one cell ends in, and what its clock says."""
    with Sandbox() as sandbox:
        sandbox.look([])
        try:
            ended = sandbox.run_cell("cell", source, seconds)
        except Gone as gone:
            ended = gone.kind
        return ended, sandbox.seconds


@needs_bubblewrap
@pytest.mark.parametrize(
    "source",
    [
        BURN,
        "import time; time.sleep(60)",
        "import time\nwhile True: time.sleep(0.02)",
        "import time\nwhile True: time.sleep(0.0005)",
        "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
        "import signal\nwhile True: signal.sigtimedwait([signal.SIGUSR1], 0.03)",
        "import os, select\na, b = os.pipe()\nwhile True: select.select([a], [], [], 0.04)",
    ],
)
def test_computing_and_sleeping_both_use_the_time(source):
    """Also in many short naps, and for one that stops itself."""
    ended, used = run(source, 0.5)
    assert ended == "time" and 0.4 < used < 2


def waits_for_a_processor(pid, monkeypatch):
    """From here on the system says that this process is ready to run; it only never does."""

    def as_ready(path, *mode):
        found = open(path, *mode)  # noqa: SIM115
        if path != f"/proc/{pid}/stat":
            return found
        with found:
            return io.BytesIO(found.read().replace(b") S ", b") R "))

    monkeypatch.setattr(processes, "open", as_ready, raising=False)


@needs_bubblewrap
@pytest.mark.parametrize("is_worker", [True, False])
def test_waiting_for_a_processor_does_not_use_the_time(is_worker, monkeypatch):
    """Not that of the worker, nor that of an outer process for which it waits at its start."""
    with Sandbox() as sandbox:
        sandbox.look([])
        pid = sandbox.worker if is_worker else sandbox.process.pid
        for is_ready in (True, False):
            clock = Clock(pid, 0.2)
            with monkeypatch.context() as patched:
                if is_ready:
                    waits_for_a_processor(pid, patched)
                for _ in range(6):
                    time.sleep(0.1)
                    clock.look()
                assert (clock.slept == 0.0) is is_ready
                assert clock.is_over() is not is_ready
        clock.start -= 1000
        assert clock.is_starved()


@needs_bubblewrap
def test_a_worker_that_waits_for_us_does_not_sleep():
    """It has answered; we come late, because we were stopped: that is not its time."""
    with Sandbox() as sandbox:
        sandbox.look([])
        clock = Clock(sandbox.worker, 0.2)
        clock.look()
        sandbox._send(session.protocol.questions({"do": "look", "names": [], "token": "t"}), clock)
        time.sleep(2)  # the answer lies in the pipe
        clock.look()
        assert clock.slept <= 0.1 + 1e-9


@needs_bubblewrap
def test_who_stops_the_process_that_asks_is_out_of_time():
    source = "import os, signal\ndef f(x):\n    os.kill(os.getppid(), signal.SIGSTOP)\n    return x"
    with session.Session([("cell", source)], Limits()) as running:
        (answer,) = running.answers("f", [session.protocol.Call((1,))], 0.5, None)
        assert answer.kind == "time" and not running.job.was_busy


@needs_bubblewrap
def test_a_starved_submission_gets_no_verdict(tmp_path, monkeypatch):
    monkeypatch.setattr(Clock, "is_over", lambda clock: False)
    monkeypatch.setattr(Clock, "is_starved", lambda clock: True)
    one, problem_set = official(submissions.NAME, tmp_path)
    with pytest.raises(Busy):
        batch.grade(one, problem_set, Limits())
    job = batch.Job(one, problem_set, tmp_path / "results", Limits())
    assert job.run() == batch.BATCH.BUSY and job.stored() is None


@needs_bubblewrap
def test_one_clock_for_the_whole_job():
    cells = [("slow", "import time; time.sleep(0.7)")]
    limits = Limits(cell_seconds=1.0, all_seconds=1.0)
    with session.Session(cells, limits) as first, first.twin() as second:
        first.look([])
        second.look(["x"])
        assert first.job is second.job and first.job.left <= 0
        with first.twin() as third, pytest.raises(Gone) as gone:
            third.ready()
        assert gone.value.kind == "time" and third.starts == 0, "no sandbox is begun any more"


# --- graders that die ----------------------------------------------------------------------


def graded(jobs):
    return {job.place.name: trouble for job, trouble in batch._graded(jobs, 2, None)}


def test_only_who_fails_alone_has_failed(tmp_path):
    harmless = [Mortal(tmp_path / f"harmless {n}", 0, others_wait=True) for n in range(4)]
    killed_twice = Mortal(tmp_path / "killed twice", 2)
    deadly = Mortal(tmp_path / "deadly", 99)
    found = graded([harmless[0], killed_twice, *harmless[1:], deadly])
    assert found.pop("deadly") == batch.BATCH.DIED
    assert found == dict.fromkeys([*(f"harmless {n}" for n in range(4)), "killed twice"])


@needs_bubblewrap
def test_a_function_that_ends_its_process_costs_only_that_answer():
    source = "import os\ndef f(x):\n    return os._exit(0) if x == 2 else x"
    with session.Session([("cell", source)], Limits()) as running:
        asked = [session.protocol.Call((n,)) for n in (1, 2, 3)]
        kinds = [answer.kind for answer in running.answers("f", asked, 5, None)]
    assert kinds == ["value", "died", "value"]


@needs_bubblewrap
def test_no_question_remembers_another_one():
    source = """
import os
seen = []
def f(x):
    seen.append(x)
    os.environ["SEEN"] = os.environ.get("SEEN", "") + str(x)
    return [list(seen), os.environ["SEEN"]]
"""
    with session.Session([("cell", source)], Limits()) as running:
        asked = [session.protocol.Call((n,)) for n in (1, 2)]
        answers = [answer.value for answer in running.answers("f", asked, 5, None)]
    assert [session.protocol.unpack(value)[0] for value in answers] == [
        [[1], "1"],
        [[2], "2"],
    ]


# --- one slip costs once -------------------------------------------------------------------

CALLS = {
    "choose": """
def choose(children, c):
    visits = sum(child.visits for child in children)
    bounds = [ucb1(child.total, child.visits, visits, c) for child in children]
    return bounds.index(max(bounds))
""",
    "java": """
def ucb_from_java(wins, visits, parent_visits):
    return ucb1(wins, visits, parent_visits, sqrt(2))
""",
}
SLIP = submissions.GOOD.replace("total / visits +", "total +")


def points(page, tmp_path):
    submissions.save(page, tmp_path / "ada" / "x.ipynb")
    one = collect.collect(tmp_path, [submissions.NAME])[0]
    result = batch.grade(one, problems.load(submissions.NAME), Limits())
    return {part["name"]: part["points"] for part in result["parts"]}, result


@needs_bubblewrap
def test_a_slip_in_one_part_does_not_cost_the_parts_that_call_it(tmp_path):
    found, result = points(submissions.notebook(SLIP, **CALLS), tmp_path)
    assert found["ucb1-tests"] < 4
    assert found["choose-tests"] == found["java-tests"] == 4
    told = {part["name"]: part["followed"] for part in result["parts"]}
    assert "ucb1" in told["choose-tests"] and told["ucb1-tests"] is None


@needs_bubblewrap
def test_a_part_that_is_wrong_itself_stays_wrong(tmp_path):
    wrong = CALLS["choose"].replace("max(bounds)", "min(bounds)")
    found, _ = points(submissions.notebook(SLIP, choose=wrong), tmp_path)
    assert found["choose-tests"] < 2


CIRCLE = {
    "minimax": """
def minimax(game, state, rounds, evaluate):
    return search(game, state, rounds * len(game.sides), evaluate)

def search(game, state, plies, evaluate):
    if game.is_terminal(state):
        return game.utility(state), None
    if plies == 0:
        return evaluate(game, state), None
    found = best_actions(game, state, plies / len(game.sides), evaluate)
    action = next(a for a in game.actions(state) if a in found)
    return search(game, game.result(state, action), plies - 1, evaluate)[0], action
""",
    "best": """
def best_actions(game, state, rounds, evaluate):
    return {minimax(game, state, rounds, evaluate)[1]}
""",
}


@needs_bubblewrap
def test_two_parts_that_only_call_each_other_are_not_both_right():
    problem_set = problems.load("ps1_minimax")
    ours = problem_set.of_kind("setup", "solution")
    cells = [(c.name, CIRCLE.get(c.name, c.source)) for c in ours]
    submitted = transplant.Submitted(cells, own={"x": "y"})
    parts, _ = verdict.judge(problem_set, submitted, Limits())
    (part,) = [part for part in parts if part.name == "minimax-tests"]
    assert part.points < 1 and part.followed is None


@needs_bubblewrap
@pytest.mark.parametrize("body", ["raise KeyError(turn_total)", "turn_total += 1", "return []"])
def test_no_answer_is_no_right_answer(body):
    problem_set = problems.load("ps3_expectimax")
    pig = f"def gain_of_one_roll(turn_total):\n    {body}"
    submitted = transplant.Submitted([("pig", pig)], own={"x": "y"})
    parts, _ = verdict.judge(problem_set, submitted, Limits())
    assert sum(part.points for part in parts) == 0


@needs_bubblewrap
def test_following_through_never_takes_points_away(tmp_path):
    own = submissions.GOOD.replace("c):", "c, more=0):")
    partly = CALLS["choose"].replace("visits, c)", "visits, c, more=1)")
    partly = partly.replace(
        "bounds.index(max(bounds))", "len(bounds) - 1 - bounds[::-1].index(max(bounds))"
    )
    found, _ = points(submissions.notebook(own, choose=partly), tmp_path)
    assert found["choose-tests"] > 0, "with our ucb1 its call would fail"


# --- right answers in odd clothes ----------------------------------------------------------


def with_cells(*extra, **own):
    """The problem set with further cells of code below our own."""
    page = submissions.notebook(**own)
    page["cells"] += [
        {"cell_type": "code", "metadata": {}, "source": s, "outputs": []} for s in extra
    ]
    return page


def below_the_stub():
    page = submissions.notebook(ucb1=submissions.cell_of(submissions.blank(), "ucb1")["source"])
    page["cells"].append({"cell_type": "code", "metadata": {}, "source": submissions.GOOD})
    return page


def stub_again():
    page = submissions.notebook()
    stub = dict(submissions.cell_of(submissions.blank(), "ucb1"), id="copied")
    page["cells"].append(stub)
    return page


def with_await():
    return with_cells("import asyncio\nawait asyncio.sleep(0)")


def large_outputs():
    page = submissions.notebook()
    text = 'a "quoted" [bracket] \\n' * 1_100_000
    code = next(c for c in page["cells"] if c["cell_type"] == "code")
    code["outputs"] = [{"output_type": "stream", "name": "stdout", "text": [text]}]
    return page


@needs_bubblewrap
@pytest.mark.parametrize("make", [below_the_stub, stub_again, with_await, large_outputs])
def test_right_answers_in_odd_clothes_are_right(make, tmp_path):
    found, result = points(make(), tmp_path)
    assert sum(found.values()) == submissions.ALL, result["sentence"]


def test_an_extra_key_in_an_answer_costs_nothing(tmp_path):
    for name in ("ps1_minimax", "ps2_alphabeta", "ps3_expectimax"):
        problem_set = problems.load(name)
        hand = next(c for c in problem_set.cells if c.grade_id == "hand")
        tests = next(c for c in problem_set.cells if c.grade_id == "hand-tests")
        space = dict(setup_names(problem_set))
        exec(hand.source + '\nby_hand["note"] = 7\n' + tests.source, space)
        assert space["points"] == tests.points


# --- which file counts ---------------------------------------------------------------------


def test_a_newer_blank_copy_does_not_beat_older_work(tmp_path):
    submissions.save(submissions.notebook(), tmp_path / "ada" / "done.ipynb")
    submissions.save(submissions.blank(), tmp_path / "ada" / "zz_newer.ipynb")
    os.utime(tmp_path / "ada" / "done.ipynb", (1, 1))
    (one,) = collect.collect(tmp_path, [submissions.NAME])
    assert one.file.name == "done.ipynb"
    assert "the one with most answers was graded, not zz_newer.ipynb" in " ".join(one.notes)


@needs_bubblewrap
def test_what_a_name_is_and_what_is_kept_takes_of_the_same_clock():
    source = """
import time
class Slow:
    def __getattr__(self, name):
        time.sleep(30)
    def __call__(self):
        return 1
f = Slow()
"""
    limits = Limits(all_seconds=4.0)
    with session.Session([("cell", source)], limits) as running:
        assert running.look(["f"]) == {"f": ("missing", None)}
        assert running.job.left < 0 and running.starts == 1


@needs_bubblewrap
def test_a_process_that_an_answer_has_ended_is_started_anew():
    source = "import os\ndef f(x):\n    os.kill(os.getppid(), 9)\n    return x\ng = 7"
    with session.Session([("cell", source)], Limits()) as running:
        list(running.answers("f", [session.protocol.Call((1,))], 5, None))
        assert running.look(["g"]) == {"g": ("value", 7)}


@pytest.mark.parametrize(
    ("value", "points"),
    [(2.5, 2.5), (99, 4.0), (-3, 0.0), (0, 0.0), (None, 4.0), (True, 4.0), (float("nan"), 0.0)],
)
def test_a_test_cell_is_worth_its_last_number_and_never_more_than_its_points(value, points):
    assert verdict._points(value, 4.0) == points
