"""What happens around the compiler: disk cache, notice, missing numba, background."""

import os
import shutil
import subprocess
import sys

import numba
import numpy as np
import pytest

import lib.fast
from lib.agents import FastMCTS
from lib.fast.compile import loaded, specialize
from lib.games import ConnectFour, Othello, PentagoTwist, TicTacToe, TreeGame

SEARCH = """
import lib.fast
from lib.games.tictactoe import TicTacToe
game = TicTacToe()
print(lib.fast.mcts(game, game.initial_state(), iterations=1000).visits)
"""


def run(code, **environment):
    """(stdout, stderr) of a fresh process."""
    environment = {**os.environ, "PYTHONPATH": os.getcwd(), **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr


@pytest.mark.slow
def test_the_first_process_says_that_it_compiles_and_the_second_loads(tmp_path):
    first = run(SEARCH, NUMBA_CACHE_DIR=str(tmp_path))
    assert first[0] == "1000" and first[1].count("Compiling the search for tictactoe") == 1
    (code,) = tmp_path.rglob("*.code")
    loads_numba = SEARCH + "import sys; print('numba' in sys.modules)"
    assert run(loads_numba, NUMBA_CACHE_DIR=str(tmp_path)) == ("1000\nFalse", "")
    whole = code.read_bytes()
    for damage in (b"", whole[:-100] + bytes(100)):
        code.write_bytes(damage)
        assert run(SEARCH, NUMBA_CACHE_DIR=str(tmp_path))[1].count("Compiling") == 1
    assert len(code.read_bytes()) > 1000 and run(SEARCH, NUMBA_CACHE_DIR=str(tmp_path))[1] == ""


def test_code_that_another_process_cannot_link_is_not_kept(tmp_path):
    """A symbol that is missing ends the process that links: that must not be the learner's."""
    missing = "import lib.fast.compile as c; c._NEVER_CALLED = (); c.__name__ = 'nowhere'\n"
    told, said = run(missing + SEARCH, NUMBA_CACHE_DIR=str(tmp_path))
    assert told == "1000" and said.count("Compiling") == 1
    assert list(tmp_path.rglob("*.code")) == []


@pytest.mark.slow
def test_what_is_loaded_from_disk_grows_the_same_tree_as_what_was_just_compiled(tmp_path):
    code = """
import lib.fast
from lib.games import PentagoTwist, TicTacToe
for game, form in ((TicTacToe(), {"prove": True}), (PentagoTwist(), {"merge": True})):
    root = lib.fast.mcts(game, game.initial_state(), iterations=500, **form)
    child = next(iter(root.children.values()))
    again = lib.fast.mcts(game, child.state, iterations=500, root=child, **form)
    print([(c.visits, c.total) for tree in (root, again) for c in tree.children.values()])
"""
    first, second = (run(code, NUMBA_CACHE_DIR=str(tmp_path)) for _ in "ab")
    assert first[0] == second[0] and first[1].count("Compiling") == 3 and second[1] == ""


def test_a_notebook_stays_silent(tmp_path):
    code = "import sys; sys.modules['ipykernel'] = sys\nfrom lib.fast.compile import announce\n"
    assert run(code + "announce('x')") == ("", "")


def test_opening_the_room_loads_no_numba():
    code = "import lib, lib.fast, sys; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert run(code)[0] == "False False"


WITHOUT = "import sys; sys.modules['numba'] = None\n"


def test_without_numba_the_search_is_plain_and_says_so():
    out, err = run(WITHOUT + SEARCH)
    assert out == "1000" and "numba is missing" in err and "plain Python" in err


def test_without_numba_everything_but_the_solver_works():
    code = (
        WITHOUT
        + """
import lib.fast as fast
from lib.games.tictactoe import TicTacToe
from lib.games.connect4 import ConnectFour
game = TicTacToe()
state = game.initial_state()
try:
    fast.mcts(game, state, iterations=40, sed=1)
except TypeError as problem:
    print(problem)
print(fast.parallel_mcts(game, state, iterations=40).visits, fast.ready(game))
print(fast.mcts(game, (0b11, 0b11000, 0, None), iterations=400, prove=True).proven)
try:
    fast.solve(ConnectFour(), ConnectFour().initial_state())
except ImportError as problem:
    print(problem)
"""
    )
    assert run(code)[0].splitlines() == [
        "mcts() got an unexpected keyword argument 'sed'",
        "40 False",
        "1",
        "the solvers work only compiled, but numba is missing (to install it: pip install numba)",
    ]


SOLVE = """
import lib.fast
from lib.games.connect4 import ConnectFour
print(lib.fast.solve(ConnectFour(4, 4), ConnectFour(4, 4).initial_state()).value)
"""


def test_numba_that_cannot_be_loaded_is_named_and_the_course_goes_on(tmp_path):
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text("raise OSError('wrong processor')")
    path = os.pathsep.join([str(tmp_path), os.getcwd()])
    out, err = run(SEARCH, PYTHONPATH=path)
    assert out == "1000" and "numba cannot be loaded (OSError: wrong processor)" in err
    with pytest.raises(AssertionError, match="work only compiled, but numba cannot be loaded"):
        run(SOLVE, PYTHONPATH=path)


def test_numba_that_is_switched_off():
    out, err = run(SEARCH, NUMBA_DISABLE_JIT="1")
    assert out == "1000" and "numba is switched off" in err


@pytest.mark.slow
def test_the_solver_is_announced_once_and_only_when_it_is_compiled(tmp_path):
    first, second = (run(SOLVE, NUMBA_CACHE_DIR=str(tmp_path)) for _ in "ab")
    assert first[0] == second[0] == "0"
    assert first[1].count("Compiling") == 1 and second[1] == ""


PLAYOUTS = """
from lib.games.tictactoe import TicTacToe
from tools.compiled import playouts
print(sum(playouts(TicTacToe(), 100)))
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The folder that the first process has left behind."""
    folder = tmp_path_factory.mktemp("compiled")
    run(PLAYOUTS, NUMBA_CACHE_DIR=str(folder))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_file_is_replaced(compiled, tmp_path, ending):
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    (damaged,) = tmp_path.rglob(f"*.{ending}")
    damaged.write_bytes(damaged.read_bytes()[:100])
    out, err = run(PLAYOUTS, NUMBA_CACHE_DIR=str(tmp_path))
    assert out == "100" and "without the disk (UnpicklingError" in err
    assert "a few seconds, once" in run(PLAYOUTS, NUMBA_CACHE_DIR=str(tmp_path))[1]
    assert run(PLAYOUTS, NUMBA_CACHE_DIR=str(tmp_path)) == ("100", "")


@pytest.mark.slow
def test_code_for_another_processor_is_compiled_with_notice(compiled, tmp_path):
    shutil.copytree(compiled, tmp_path, dirs_exist_ok=True)
    other = run(PLAYOUTS, NUMBA_CACHE_DIR=str(tmp_path), NUMBA_CPU_NAME="generic")
    assert other[0] == "100" and other[1].count("Compiling") == 1


@pytest.mark.slow
def test_until_the_engine_is_ready_the_plain_search_answers(tmp_path):
    code = """
import lib.fast
from lib.games.tictactoe import TicTacToe
game = TicTacToe()
state = game.initial_state()
first = lib.fast.mcts(game, state, iterations=200, wait=False)
lib.fast.warm_up(game).join()
second = lib.fast.mcts(game, state, iterations=200, wait=False, root=first)
print(type(first).__name__, first.visits, lib.fast.ready(game), type(second).__name__)
"""
    assert run(code, NUMBA_CACHE_DIR=str(tmp_path))[0] == "Node 200 True FastNode"


@pytest.mark.slow
def test_a_board_answers_while_another_process_compiles(tmp_path):
    code = """
import time
from lib.agents import FastMCTS
from lib.games.tictactoe import TicTacToe
from lib.widgets.watch import Match
match = Match(TicTacToe(), FastMCTS(iterations=50), 1)
match.play(4)
match.reply()
first = match.stood_in
while match.stand_in():
    time.sleep(0.05)
match.play(match.game.actions(match.state)[0])
print(first, "|", sum(match.reply().values.values()), "|", match.stood_in)
"""
    told, errors = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert told == "MCTS 0.15 s | 50 | None" and "Compiling" not in errors


@pytest.mark.slow
def test_where_no_process_can_be_started_this_one_compiles_and_nobody_sees_an_error(tmp_path):
    code = """
import sys, lib.fast
from lib.games.tictactoe import TicTacToe
sys.executable = "no such program"
lib.fast.warm_up(TicTacToe()).join()
print(lib.fast.ready(TicTacToe()))
"""
    told, errors = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert told == "True" and "Traceback" not in errors


def test_only_games_that_the_engine_plays_get_a_stand_in(monkeypatch):
    monkeypatch.setattr(lib.fast, "warm_up", lambda *_: pytest.fail("compiles what it cannot"))

    class OwnRules(ConnectFour):
        pass

    for game in (TreeGame([[3, 5], [2, 9]]), OwnRules(), ConnectFour(9, 9), Othello(10)):
        assert not lib.fast.plays(game)
        assert FastMCTS(iterations=10).stand_in(game) is None
        with pytest.raises(ValueError, match="does not play"):
            FastMCTS(iterations=10)(game, game.initial_state())
    assert all(map(lib.fast.plays, (TicTacToe(), ConnectFour(), Othello(6), PentagoTwist())))


def scaled(number):
    """A template with a free name."""
    return number * FACTOR


FACTOR = None


def test_other_constants_are_other_functions():
    """The same label with another constant must not find the first one's code on disk."""
    two, three = (specialize(scaled, "scaled", {"FACTOR": factor}, keep=True) for factor in (2, 3))
    assert (two(5), three(5)) == (10, 15)
    assert two.py_func.__qualname__ != three.py_func.__qualname__
    again = specialize(scaled, "scaled", {"FACTOR": 3}, keep=True)
    assert again(7) == 21 and again.stats.cache_hits and not again.stats.cache_misses


def test_only_the_first_use_is_announced(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("lib.fast.compile.FOLDER", tmp_path)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    for expected in (1, 0):
        function = specialize(scaled, "scaled", {"FACTOR": 7}, keep=True)
        assert loaded(function, (numba.int64,), "a test")(3) == 21
        assert capsys.readouterr().err.count("Compiling a test") == expected


@pytest.mark.parametrize("name", ["nth_square_deposit", "nth_square_portable"])
def test_the_nth_square_of_a_set(name):
    from lib.fast import bits

    if name == "nth_square_deposit" and not bits.HAS_DEPOSIT:
        pytest.skip("this processor has no such instruction")
    board, nth = np.uint64(0b1011_0100_0010), getattr(bits, name)
    found = [int(nth(board, np.uint64(n))) for n in range(5)]
    assert found == [1 << b for b in (1, 6, 8, 9, 11)]
