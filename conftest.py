"""All tests and notebooks share one folder of compiled code: what one compiles, others load."""

import os
from pathlib import Path

COMPILED = Path(__file__).parent / "build" / "compiled"
os.environ.setdefault("NUMBA_CACHE_DIR", str(COMPILED))
