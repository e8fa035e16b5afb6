"""What several rooms of tests share."""

import pytest

from tests.shared import made_once


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the website, written once for all workers."""
    folder, trouble = made_once(tmp_path_factory, "site", _write_site)
    assert not trouble, trouble
    return folder


def _write_site(folder):
    from tools.site import write

    write(folder)
