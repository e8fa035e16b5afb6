"""The eighth blind test: four wrong solutions that the checks accepted are rejected now."""

import pytest

from tools.strangers import SETS, strangers, verdict

ACCEPTED = [("select_chance", 3), ("parse_log", 3), ("evaluate_pacman", 3), ("rollout", 2)]


@pytest.mark.parametrize(("exercise", "number"), ACCEPTED)
def test_what_was_accepted_is_rejected(exercise, number):
    stranger = [*strangers(exercise, folder=SETS["eighth"])][number - 1]
    assert verdict(stranger) != "accepted"
