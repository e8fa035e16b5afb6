"""All tests and notebooks share one folder of compiled code: what one compiles, others load."""

import gc
import os
from pathlib import Path

COMPILED = Path(__file__).parent / "build" / "compiled"
os.environ.setdefault("NUMBA_CACHE_DIR", str(COMPILED))


def pytest_collection_finish(session):
    """The tests that were found stay to the end: no collection of garbage need look at them."""
    gc.collect()
    gc.freeze()
