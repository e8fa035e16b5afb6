"""Whatever a learner's function does, the check survives and says what happened."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

import check
from check import messages
from check.catalogue import right_solution
from check.plaindata import NotPlain, decode, encode
from check.runner import PATIENCE, Case, _Clock, _ended, answer_in_time, answer_to, run_cases
from lib.games.tree import TreeGame
from lib.search import minimax as reference

CASES = [Case((n,), f"case {n}") for n in range(3)]


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


def endless(n):
    while True:
        pass


def endless_and_stubborn(n):
    while True:
        try:
            endless(n)
        except BaseException:
            continue


def recursive(n):
    return recursive(n)


def hungry(n):
    return len([0] * 10**9)


def chatty(n):
    print("x" * 10**7)
    os.write(1, b"y" * 10**6)
    return n


BAD = {
    "time": [endless, endless_and_stubborn],
    "error": [recursive, lambda n: 1 / 0, lambda n: input()],
    "memory": [hungry],
    "exit": [lambda n: sys.exit(), lambda n: quit()],
    "died": [lambda n: os._exit(0), lambda n: os.kill(os.getpid(), 9)],
    "arguments": [lambda: 1, lambda a, b: 1],
    "not_plain": [lambda n: AlwaysEqual(), lambda n: (1, AlwaysEqual()), lambda n: iter([])],
}


@pytest.mark.parametrize(("kind", "fn"), [(kind, fn) for kind in BAD for fn in BAD[kind]])
def test_each_disaster_has_its_name(kind, fn):
    answers = run_cases(fn, CASES, seconds=0.7)
    assert answers[0].kind == kind
    assert answers[0].text


def test_printing_is_swallowed(capfd):
    assert [answer.value for answer in run_cases(chatty, CASES)] == [0, 1, 2]
    assert capfd.readouterr().out == ""


def test_globals_of_this_process_stay_as_they_are():
    state = random.getstate()

    def vandal(n):
        random.seed(0)
        reference.__globals__["inf"] = 3
        os.environ["LEARNER"] = "was here"
        return n

    run_cases(vandal, CASES)
    assert random.getstate() == state and "LEARNER" not in os.environ
    assert reference.__globals__.get("inf") != 3


def test_changed_arguments_are_seen():
    case = Case((), "a list", build=lambda: ([3, 1, 2],), observe=lambda args: list(args[0]))
    assert run_cases(lambda numbers: sorted(numbers), [case])[0].ok
    assert run_cases(lambda numbers: numbers.sort(), [case])[0].kind == "mutated"


@pytest.mark.parametrize("value", [1, -2.5, "a", None, True, (1, [2, {3}]), {"a": (1,)}, 1e300])
def test_plain_data_comes_through(value):
    assert decode(encode(value)) == value
    assert type(decode(encode(value))) is type(value)


def test_other_data_does_not():
    class Liar(int):
        def __eq__(self, other):
            return True

    for value in (AlwaysEqual(), Liar(3), object, lambda: 0, [Liar(1)]):
        with pytest.raises(NotPlain):
            encode(value)


@pytest.mark.parametrize("stub", [None, ..., lambda *args: ..., lambda *args: None])
def test_nothing_is_not_wrong(stub):
    report = check.minimax(stub)
    assert report.status == "not attempted" and not report.passed and report.score == 0


def test_not_implemented_is_not_attempted():
    def stub(game, state, rounds, evaluate):
        raise NotImplementedError

    assert check.minimax(stub).status == "not attempted"


@pytest.mark.parametrize("kind", BAD)
def test_a_check_survives_each_disaster(kind):
    for fn in BAD[kind]:
        report = check.minimax(lambda game, state, rounds, evaluate, fn=fn: fn(1))
        assert report.status == "wrong" and report.counterexample.got


def test_reports_are_the_same_twice():
    wrong = check.catalogue("minimax")[3].wrong
    assert str(check.minimax(wrong)) == str(check.minimax(wrong))
    assert "<div" in check.minimax(wrong)._repr_html_()


def test_an_unknown_check_names_the_known_ones():
    with pytest.raises(AttributeError, match="minimax"):
        _ = check.chess


ANYTHING = {
    "TypeError": lambda: 1,
    "it called exit": lambda *args: sys.exit(),
    "it ended the process": lambda *args: os._exit(0),
    "": lambda *args: object(),
}


@pytest.mark.parametrize("name", check.EXERCISES)
def test_every_check_survives_anything(name):
    for said, fn in ANYTHING.items():
        report = getattr(check, name)(fn)
        assert report.status == "wrong" and said in f"{report.message} {report.counterexample}"
    assert getattr(check, name)(lambda *args: None).status == "not attempted"
    assert "must be a function" in getattr(check, name)(3).message


def test_waiting_for_a_processor_is_not_using_it():
    start = time.monotonic()
    assert run_cases(lambda n: time.sleep(9), CASES, seconds=0.4)[0].kind == "time"
    assert time.monotonic() - start < 3


@pytest.mark.parametrize(
    ("passed", "waited", "is_over"),
    [(0.5, 0.0, False), (2.0, 0.0, True), (2.0, 1.5, False), (PATIENCE + 1, PATIENCE + 1, True)],
)
def test_the_patience_with_a_busy_machine_has_an_end(passed, waited, is_over, monkeypatch):
    clock = _Clock(0, 1.0)
    clock.start -= passed
    monkeypatch.setattr(clock, "waited", lambda: waited)
    assert clock.is_over() == is_over


@pytest.mark.parametrize(
    ("end", "kind", "text"),
    [
        (-signal.SIGXCPU, "time", messages.NO_ANSWER.format(seconds=2)),
        (-signal.SIGSEGV, "died", messages.CRASHED),
        (-signal.SIGKILL, "died", messages.DIED),
        (0, "died", messages.DIED),
    ],
)
def test_how_a_process_ended_is_told(end, kind, text):
    answer = _ended(False, 2, end)
    assert (answer.kind, answer.text) == (kind, text)


def test_a_number_too_large_for_a_float_is_only_wrong():
    report = check.minimax(lambda game, state, rounds, evaluate: (10**400, 0))
    assert report.status == "wrong"
    report = check.ucb1(lambda total, visits, parent_visits, c: 10**400)
    assert report.status == "wrong"


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("not even this")


async def coroutine(*args):
    return 1


def generator(*args):
    yield 1


def interrupts(*args):
    raise KeyboardInterrupt


def half_a_character(*args):
    raise ValueError("\ud800 and a bell \x07")


def no_text(*args):
    raise Silent


def spoils(game, state, rounds, evaluate):
    answer = reference(game, state, rounds * len(game.sides), evaluate)
    game.sides = (1,)
    return answer


WORDS = {
    "it raised KeyboardInterrupt": interrupts,
    "its own text cannot be read": no_text,
    "It is a generator": generator,
    "It is `async`": coroutine,
    "It is a class": type("Solution", (), {}),
    "without calling it": (3, 1),
    "it changed what it was given": spoils,
    "it raised ValueError: ? and a bell ?": half_a_character,
}


@pytest.mark.parametrize("said", WORDS)
def test_odd_things_are_said_in_words(said):
    report = check.minimax(WORDS[said])
    assert report.status == "wrong" and said in report.message
    report._repr_html_().encode()


def test_none_may_be_what_a_call_returned():
    report = check.minimax(None)
    assert report.status == "not attempted" and "hand in the function" in report.message.lower()


def test_a_hint_of_nothing_is_refused_in_words():
    for exercise, level in (("chess", 1), (["minimax"], 1), ("minimax", 0), ("minimax", "1")):
        with pytest.raises(ValueError, match=r"[Hh]ints"):
            check.hint(exercise, level)


WITHOUT_FORK = """
import os, signal, sys
del os.fork, os.killpg, os.setsid, signal.SIGBUS, signal.SIGKILL, signal.SIGXCPU
sys.modules["resource"] = None
import check

def loops(*args):
    while True:
        pass

for fn in (lambda *args: 42, loops):
    print(check.ucb1(fn))
"""


def test_a_system_that_cannot_fork_is_told_the_same_and_what_is_not_protected():
    command = [sys.executable, "-c", WITHOUT_FORK]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert (
        "it returned 42; the right answer is" in done.stdout
        and "no answer within 1.5 s" in done.stdout
    )
    assert done.stdout.count("This system cannot fork") == 2


def test_a_call_that_fails_inside_any_module_of_the_checks_is_about_arguments():
    """Whatever the module is called: it lies in the package, so it only asks."""
    folder, code = os.path.dirname(check.__file__), "def ask(fn, args):\n    return fn()"
    for path in ("any_name.py", os.path.join("making", "another.py")):
        names = {}
        exec(compile(code, os.path.join(folder, path), "exec"), names)
        answer = answer_to(lambda n: n, Case((1,), "a case", ask=names["ask"]))
        assert answer.kind == "arguments" and " (in " not in answer.text


def test_an_error_names_the_last_line_of_the_learner_and_not_one_of_ours():
    def wrong(game, state):
        return game.utility(state)  # our game complains

    answer = answer_to(wrong, Case((TreeGame([1, 2]), (7, 7)), "a case"))
    assert answer.kind == "error" and "(in wrong: return game.utility(state)" in answer.text


# --- where a system cannot fork: Windows, a browser ---------------------------------------------


def patient(n):
    while True:
        try:
            while True:
                n += 1
        except Exception:
            n = 0


def yields_forever(n):
    def ones():
        while True:
            yield 1

    return sum(ones())


@pytest.fixture
def no_fork(monkeypatch):
    """Neither fork nor signals nor a select for pipes, as on Windows."""
    monkeypatch.setattr("check.runner.PROTECTED", False)
    monkeypatch.setattr("check.examine.PROTECTED", False)
    for name in ("fork", "killpg", "setsid", "waitpid"):
        monkeypatch.delattr(os, name, raising=False)
    for name in ("SIGKILL", "SIGXCPU"):
        monkeypatch.delattr(signal, name, raising=False)


STUBBORN = [endless_and_stubborn] if hasattr(sys, "monitoring") else []  # Python 3.12 and later


@pytest.mark.parametrize("fn", [endless, patient, yields_forever, *STUBBORN])
def test_endless_loops_are_told_without_fork(no_fork, fn):
    for _ in range(3):  # nothing is left behind for the next one
        answers = run_cases(fn, CASES, seconds=0.3)
        assert [answer.kind for answer in answers] == ["time", "not_run", "not_run"]
    assert [answer.value for answer in run_cases(lambda n: n + 1, CASES)] == [1, 2, 3]


@pytest.mark.parametrize("kind", ["error", "exit", "arguments", "not_plain"])
def test_disasters_have_the_same_names_without_fork(no_fork, kind):
    for fn in BAD[kind]:
        assert run_cases(fn, CASES, seconds=5)[0].kind == kind


def test_a_whole_check_without_fork(no_fork):
    report = check.minimax(right_solution("minimax"))
    assert report.passed and "cannot fork" in str(report)
    assert check.minimax(lambda game, state, rounds, evaluate: (0, None)).passed is False


def test_only_the_error_that_was_asked_for_is_an_answer():
    def refuses(n):
        raise (ValueError if n else KeyError)("no")

    asked = [Case((n,), "damaged", raises=ValueError) for n in (0, 1)]
    wrong, right = (answer_to(refuses, case) for case in asked)
    assert wrong.kind == "error" and right.kind == "value"


def test_a_program_that_may_run_for_ever_is_stopped_here():
    assert answer_in_time(endless, CASES[0], seconds=0.05).kind == "time"
    if hasattr(sys, "monitoring"):  # Python 3.11 forgets its trace function once it has raised
        assert answer_in_time(endless_and_stubborn, CASES[0], seconds=0.05).kind == "time"
    assert answer_in_time(lambda n: n + 1, CASES[1]).value == 2


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectimax", "backpropagate", "puct"])
@pytest.mark.parametrize("pack", [lambda n: n, lambda n: (n, 0), lambda n: [n] * 3])
def test_whole_numbers_of_any_size_are_only_wrong(name, pack):
    report = getattr(check, name)(lambda *args, **named: pack(7 * 10**4200))
    assert report.status == "wrong"
