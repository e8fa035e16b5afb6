"""Of the mistakes of the catalogue `make test` tries one in eight; `make sweeps` tries the rest."""

import pytest

EACH = "test_every_misconception_is_rejected_and_named"
ONE_IN = 8


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is not asked for
def pytest_collection_modifyitems(items):
    each = [item for item in items if item.originalname == EACH]
    for number, item in enumerate(each):
        if number % ONE_IN:
            item.add_marker(pytest.mark.sweep)
