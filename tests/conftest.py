"""What several rooms of tests share."""

import pytest


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the website, written once."""
    from tools.site import write

    folder = tmp_path_factory.mktemp("site")
    write(folder)
    return folder
