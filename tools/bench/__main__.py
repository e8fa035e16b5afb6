"""`python -m tools.bench [topic ...]`: benchmarks, as Markdown into build/bench."""

import contextlib
import importlib
import io
import pkgutil
import sys
import traceback
from pathlib import Path

from tools import bench

OUTPUT = Path("build/bench")
NOT_TOPICS = {"chart", "harness", "__main__"}


class Tee(io.TextIOBase):
    """A text stream that writes to two others, so that a run is seen and kept."""

    def __init__(self, *streams):
        self.streams = streams

    def write(self, text: str) -> int:
        for stream in self.streams:
            stream.write(text)
            stream.flush()
        return len(text)


def topics() -> list[str]:
    """The names of the benchmark modules, in alphabetical order."""
    names = {module.name for module in pkgutil.iter_modules(bench.__path__)}
    return sorted(name for name in names - NOT_TOPICS if not name.startswith("_"))


def run(topic: str) -> bool:
    """Run one topic and keep what it prints; whether it ran to its end."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    with (
        open(OUTPUT / f"{topic}.md", "w", encoding="utf-8") as page,
        contextlib.redirect_stdout(Tee(sys.stdout, page)),
    ):
        print(f"## {topic}\n")
        try:
            importlib.import_module(f"tools.bench.{topic}").main()
        except Exception as problem:
            print(f"\nThis benchmark stopped early: {type(problem).__name__}: {problem}\n")
            traceback.print_exc()
            return False
    return True


def main(chosen: list[str]) -> int:
    """Run the chosen topics, or all; 0 if all ran, 1 if one failed, 2 for an unknown topic."""
    unknown = [name for name in chosen if name not in topics()]
    if unknown:
        print(f"unknown topic: {', '.join(unknown)}; there are: {', '.join(topics())}")
        return 2
    finished = [run(topic) for topic in chosen or topics()]
    return 0 if all(finished) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
