"""Compare the speed of several functions fairly: CPU time, taken in turns, ratios round by round.

A busy machine slows everybody down for a while. In each round every contestant runs once, the
ratio is taken within the round, and the median of these ratios is reported: a slow second hits
all contestants of its round alike and leaves the ratio as it is.
"""

import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import metadata

# `time.thread_time` counts the CPU time of this thread; `time.process_time` that of all threads.
Clock = Callable[[], float]


@dataclass(frozen=True)
class Row:
    """What was measured of one contestant; `ratio` is its time divided by the first one's."""

    name: str
    seconds: float  # median over the rounds
    ratio: float  # median over the rounds
    low: float  # the smallest ratio of any round
    high: float  # the largest
    rounds: int


def compare(
    contestants: dict[str, Callable[[], object]],
    rounds: int = 9,
    clock: Clock = time.thread_time,
    title: str = "",
    packages: Iterable[str] = (),
) -> list[Row]:
    """Time the contestants in turns, print machine and table as Markdown, return the rows."""
    rows = summary(measure(contestants, rounds, clock))
    print(report(rows, title, packages))
    return rows


def measure(
    contestants: dict[str, Callable[[], object]], rounds: int, clock: Clock
) -> dict[str, list[float]]:
    """The seconds of each contestant in each round; one call before the first round warms up."""
    if not contestants or rounds < 1:
        raise ValueError("compare needs at least one contestant and one round")
    for run in contestants.values():
        run()
    seconds = {name: [] for name in contestants}
    for number in range(rounds):
        for name in turn(list(contestants), number):
            seconds[name].append(timed(contestants[name], clock))
    return seconds


def turn(names: list[str], number: int) -> list[str]:
    """The names, beginning with another one in each round: nobody is always first."""
    start = number % len(names)
    return names[start:] + names[:start]


def timed(run: Callable[[], object], clock: Clock) -> float:
    """The seconds that one call takes by this clock; nobody cleans up after the one before."""
    gc.collect()
    start = clock()
    run()
    seconds = clock() - start
    if seconds <= 0:
        raise ValueError("a call was too short for the clock: let each call do more work")
    return seconds


def summary(seconds: dict[str, list[float]]) -> list[Row]:
    """One row for each contestant: median seconds, median of the per-round ratios to the first."""
    first = next(iter(seconds.values()))
    rows = []
    for name, times in seconds.items():
        ratios = [mine / base for mine, base in zip(times, first, strict=True)]
        median = statistics.median(ratios)
        row = Row(name, statistics.median(times), median, min(ratios), max(ratios), len(times))
        rows.append(row)
    return rows


def report(rows: list[Row], title: str = "", packages: Iterable[str] = ()) -> str:
    """Title, machine, versions and rows as Markdown."""
    lines = [f"### {title}", ""] if title else []
    lines += [f"{machine()}; {versions(packages)}", ""]
    lines += [f"| contestant | CPU seconds | times {rows[0].name} | lowest to highest | rounds |"]
    lines += ["|---|---:|---:|---:|---:|"]
    for row in rows:
        spread = f"{row.low:.2f} to {row.high:.2f}"
        cells = (row.name, f"{row.seconds:.4g}", f"{row.ratio:.2f}", spread, str(row.rounds))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def machine() -> str:
    """The processor, the number of cores and the system in one line."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()}"


def processor() -> str:
    """The name of the processor as the system gives it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            named = [line.split(":", 1)[1].strip() for line in lines if "model name" in line]
    except OSError:
        named = []
    return named[0] if named else platform.processor() or platform.machine()


def versions(packages: Iterable[str]) -> str:
    """Python and the packages with their versions in one line."""
    found = [f"Python {platform.python_version()}"]
    for package in packages:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)
