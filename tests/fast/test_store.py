"""What is kept on disk: safe to load in another process, shared, and not kept for ever."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from lib.fast import compile as store
from lib.fast.compile import cache_folder, loaded, specialize

EVERY_ENTRY = """
import random
import lib.fast as fast
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from tools.compiled import alphabeta, perft, playouts

def shown(root):
    print(root.visits, [(a, n.visits, n.total) for a, n in root.children.items()], flush=True)

def later(game, plies):
    rng, state = random.Random(4), game.initial_state()
    for _ in range(plies):
        state = game.result(state, rng.choice(game.actions(state)))
    return state

for game in (TicTacToe(), ConnectFour(), Othello(), PentagoTwist()):
    start = game.initial_state()
    root = fast.mcts(game, start, iterations=400)
    shown(root)
    child = next(iter(root.children.values()))
    shown(fast.mcts(game, child.state, iterations=50, root=child))
    shown(fast.mcts(game, start, iterations=400, prove=True))
    print(playouts(game, 500), perft(game, 2), alphabeta(game, start, 2), flush=True)
shown(fast.mcts(game, start, iterations=400, merge=True))
for game, plies in ((ConnectFour(), 20), (Othello(), 54)):
    state = later(game, plies)
    print(fast.solve(game, state), fast.solve_actions(game, state), flush=True)
"""


def run(code, **environment):
    """(stdout, stderr) of a fresh process that must end well."""
    environment = {**os.environ, "PYTHONPATH": os.getcwd(), **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


def test_every_function_loads_in_another_process_and_answers_the_same():
    """The first process compiles what the shared folder lacks; the second must only load."""
    first, _ = run(EVERY_ENTRY)
    second, said = run(EVERY_ENTRY)
    assert second == first and first.count("\n") == 4 * 4 + 3
    assert said == ""
    assert len(list(store.FOLDER.rglob("*.nbc"))) >= 14  # numba's files: solvers, walks
    assert len(list(store.FOLDER.glob("*.code"))) >= 10  # ours: the searches, and the copy


def test_no_file_lacks_an_address():
    """A recursive function with two sets of types is stored without the address of its twin."""
    for path in store.FOLDER.rglob("*.nbc"):
        assert b".numba.unresolved" not in path.read_bytes(), path.name


def count_down(number, step):
    """Calls itself with another type than it was called with: the mistake of that file."""
    return number if number <= 0 else count_down(number - step, 1)


def test_the_search_for_lacking_addresses_finds_them(tmp_path, monkeypatch):
    from numba import int64

    monkeypatch.setattr("lib.fast.compile.FOLDER", tmp_path)
    function = specialize(count_down, "count_down", keep=True)
    function.compile((int64, int64))
    assert function(5, 2) == 0
    assert any(b".numba.unresolved" in path.read_bytes() for path in tmp_path.rglob("*.nbc"))


@pytest.mark.slow
def test_without_the_processors_instruction_everything_is_the_same():
    """`NUMBA_CPU_NAME=generic` compiles for any processor of the family: no PDEP there."""
    code = "from lib.fast.bits import HAS_DEPOSIT; print(HAS_DEPOSIT)\n" + SEARCHES
    plain, _ = run(code, NUMBA_CPU_NAME="generic")
    assert plain.splitlines()[0] == "False"
    assert plain.splitlines()[1:] == run(code)[0].splitlines()[1:]


SEARCHES = """
import lib.fast as fast
from lib.games.othello import Othello
from lib.games.tictactoe import TicTacToe
from tools.compiled import playouts
for game in (TicTacToe(), Othello()):
    root = fast.mcts(game, game.initial_state(), iterations=400)
    print([(a, n.visits, n.total) for a, n in root.children.items()], playouts(game, 500))
"""


def test_a_function_has_one_signature_and_refuses_others():
    from numba import int64

    function = specialize(count_down, "count_down_once")
    assert loaded(function, (int64, int64), "a test")(3, 1) == 0
    with pytest.raises(TypeError):
        function("three", 1)


def test_compiled_code_is_kept_where_one_can_write(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(blocked))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert store._writable_folder() == tmp_path / "home" / "looking-ahead"
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    last = store._writable_folder()
    assert last.is_dir() and tmp_path not in last.parents


def test_without_a_writable_home_the_search_works_and_leaves_nothing(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code = (
        "from lib.fast.compile import FOLDER, is_kept; print(FOLDER.parent)\n"
        "from tools.compiled import perft, playouts\n"
        "from lib.games.tictactoe import TicTacToe\n"
        "print(perft(TicTacToe(), 3))"
    )
    nowhere = dict.fromkeys(("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"), str(blocked))
    folder, count = run(code, **nowhere)[0].split()
    assert count == "504" and not os.path.exists(folder)


def test_only_the_last_versions_are_kept(tmp_path):
    foreign = tmp_path / "somebody-else"
    foreign.mkdir()
    for age, name in enumerate("abcdef"):
        folder = tmp_path / (name * 12)
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    assert store._opened(tmp_path, "0" * 12).is_dir()
    kept = sorted(path.name[0] for path in tmp_path.iterdir())
    assert kept == ["0", "a", "b", "c", "s"]


def test_other_users_of_numba_keep_their_cache():
    import numba

    before = numba.config.CACHE_DIR
    with cache_folder():
        assert str(store.FOLDER) == numba.config.CACHE_DIR
    assert before == numba.config.CACHE_DIR


def test_only_one_compiles_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    inside, most = [], []

    def work(_):
        with store._alone("name"):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.01)
            inside.pop()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, range(8)))
    assert max(most) == 1 and not list(tmp_path.iterdir())


def test_a_lock_whose_owner_died_is_broken(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "FOLDER", tmp_path)
    (tmp_path / "name.lock").touch()
    os.utime(tmp_path / "name.lock", (1000, 1000))
    with store._alone("name"):
        assert (tmp_path / "name.lock").stat().st_mtime > 1000


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_one_can_only_read_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "home").mkdir(mode=0o500)
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert tmp_path not in store._writable_folder().parents


@pytest.mark.slow
def test_two_processes_at_once_compile_once(tmp_path):
    code = (
        "from tools.compiled import perft, playouts\n"
        "from lib.games.tictactoe import TicTacToe\n"
        "print(perft(TicTacToe(), 4), playouts(TicTacToe(), 100))"
    )
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda _: run(code, NUMBA_CACHE_DIR=str(tmp_path)), "ab"))
    assert answers[0][0] == answers[1][0] == run(code, NUMBA_CACHE_DIR=str(tmp_path))[0]
    assert sum(said.count("Compiling the counter") for _, said in answers) == 1
    assert not list(tmp_path.rglob("*.lock")) and len(list(tmp_path.rglob("*.nbc"))) == 2
