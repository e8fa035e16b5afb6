"""`FastMCTS` wherever an agent goes."""

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

from lib.agents import FastMCTS, Random
from lib.arena import tournament
from lib.games.tictactoe import TicTacToe


def test_the_agent_costs_nothing_before_its_first_move():
    code = (
        "import sys, lib; from lib.agents import FastMCTS; FastMCTS(100)\n"
        "print({'numba', 'numpy', 'lib.fast'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "set()\n", done.stderr


def test_a_tournament_takes_it_here_and_in_other_processes():
    agents = {"fast": FastMCTS(300), "random": Random()}
    here = tournament(TicTacToe(), agents, games=6, seed=3, progress=False)
    with ProcessPoolExecutor(1) as processes:
        there = tournament(TicTacToe(), agents, games=6, seed=3, executor=processes, progress=False)
    assert str(here) == str(there)
    row = next(line for line in str(here).splitlines() if line.startswith("fast")).split()
    assert row[1] == "6" and int(row[2]) >= 4
