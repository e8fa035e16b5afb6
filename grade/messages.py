"""The sentences of grading, which stand in messages.toml: `from grade.messages import RELEASE`."""

import tomllib
from pathlib import Path
from types import SimpleNamespace

_TEXT = Path(__file__).with_name("messages.toml").read_text("utf-8")
globals().update({name: SimpleNamespace(**some) for name, some in tomllib.loads(_TEXT).items()})
