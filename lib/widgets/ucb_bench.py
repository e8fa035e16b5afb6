"""UCB1 in the browser: a bench with knobs, and the calculations of a document, block by block."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import anywidget
import traitlets

from lib.logs import Entry, read_log
from lib.messages import refuse_if
from lib.widgets import messages as say
from lib.widgets.frames import USE, program

ROLES = ("card", "edge", "hair", "ink", "max", "now", "paper", "quiet")
LOGS = ("normal_mcts", "one_depth_mcts")


class Bench(anywidget.AnyWidget):
    """The numbers of some logs; `blocks` are calculations to step through, none: the bench."""

    _esm, _css = program("ucb_bench", ROLES)
    alone = traitlets.Bool(True).tag(sync=True)  # a page without a kernel may show it
    words = traitlets.Dict(say.UCB_WORDS).tag(sync=True)
    c = traitlets.Float(2.0).tag(sync=True)
    logs = traitlets.List([]).tag(sync=True)
    blocks = traitlets.List([]).tag(sync=True)

    def __init__(self, **parts):
        super().__init__(**parts)
        self.add_class("looking-ahead")

    def __repr__(self) -> str:
        about = say.BLOCKS.format(count=len(self.blocks)) if self.blocks else say.BENCH
        return f"{about}: {USE}"


def ucb_bench(entry: Entry | None = None) -> Bench:
    """The bench, with the Root logs of the course; an `entry` of your own comes first."""
    mine = {} if entry is None else {say.YOUR_ENTRY: entry}
    logs = mine | {say.ROOT_LOG.format(name=name): read_log(name)[0] for name in LOGS}
    return Bench(logs=[_log(name, entry) for name, entry in logs.items()])


def ucb_blocks(entries: Iterable[Entry], written: Sequence[str], c: float = 2) -> Bench:
    """A block for each calculation: children that stand together with equal numbers share one."""
    logs = [_log(say.LOG_NUMBER.format(number=i), one) for i, one in enumerate(entries, 1)]
    blocks: list[dict[str, Any]] = []
    for number, log in enumerate(logs):
        row = 0
        for _, same in groupby(log["rows"], key=lambda one: one[1:]):
            names, logged = [one[0] for one in same], str(log["weights"][row])
            blocks.append({"log": number, "row": row, "names": names, "logged": logged})
            row += len(names)
    counts = {"blocks": len(blocks), "written": len(written)}
    refuse_if(len(blocks) != len(written), say.OTHER_BLOCKS, **counts)
    for block, result in zip(blocks, written, strict=True):
        block["written"] = str(result)
    return Bench(logs=logs, blocks=blocks, c=c)


def _log(name: str, entry: Entry) -> dict[str, Any]:
    """An entry as plain data; a ValueError if it is none, or has nothing to choose."""
    refuse_if(not isinstance(entry, Entry), say.NOT_AN_ENTRY, name=type(entry).__name__)
    refuse_if(not entry.actions, say.EMPTY_ENTRY)
    rows = [[action, *pair] for action, pair in zip(entry.actions, entry.pairs, strict=True)]
    parent, weights = entry.parent[1], list(entry.weights)
    return {"name": name, "rows": rows, "parent": parent, "weights": weights}
