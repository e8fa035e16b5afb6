"""A search with parts of one's own: the sound one is the library's, a fault shows in its rate."""

from random import Random

from lib.clinic.blunders import GAME, blunders_of, diagnosis, grow
from lib.search import mcts
from lib.search.bandit import ucb1


def visits(root):
    return {action: child.visits for action, child in root.children.items()}


def test_without_parts_it_is_the_library():
    start = GAME.initial_state()
    assert visits(grow({}, start, 300, Random(3))) == visits(
        mcts(GAME, start, iterations=300, rng=Random(3))
    )


def test_the_library_s_own_parts_change_nothing():
    start = GAME.initial_state()
    assert visits(grow({"ucb1": ucb1}, start, 200, Random(3))) == visits(
        grow({}, start, 200, Random(3))
    )


def test_a_fault_costs_and_the_sound_search_is_below_chance():
    """Lots blunder in 183 of 300; a search that pays the wrong side is worse than sound."""
    sound, n = blunders_of({}, 200, 100)
    wrong, _ = blunders_of({"rollout": lambda game, node, rng: -1}, 200, 100)
    assert n == 100 and sound < 12 < 30 < wrong


def test_every_core_patient_has_a_diagnosis():
    assert len({diagnosis(patient) for patient in range(1, 9)}) == 8
