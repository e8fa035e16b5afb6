"""Folders that are made once for all workers of pytest-xdist."""

import os
import time

import pytest


def made_once(tmp_path_factory, name, make):
    """The folder `name`, filled by `make(folder)`, and what that returned: "" or why not."""
    root = tmp_path_factory.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root
    folder, said = root / name, root / f"{name}.said"
    try:
        folder.mkdir()
    except FileExistsError:
        while not said.exists():
            time.sleep(0.1)
    else:
        part, text = said.with_suffix(".part"), "making it ended in an error"
        try:
            text = make(folder) or ""
        finally:
            part.write_text(text)
            part.rename(said)
    return folder, said.read_text()


def made_or_skipped(tmp_path_factory, name, make, excuse):
    """The folder `name`, filled once for all workers; skips where `excuse` is raised."""

    def tried(folder):
        try:
            make(folder)
        except excuse as reason:
            return str(reason)

    folder, trouble = made_once(tmp_path_factory, name, tried)
    if trouble:
        pytest.skip(trouble)
    return folder
