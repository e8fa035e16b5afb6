"""A bench for UCB1: slide C and the counts, and watch the choice change, or refuse to change."""

from html import escape
from random import Random

import ipywidgets as w

from lib.draw import draw_ucb
from lib.draw.svg import number, shorten
from lib.logs import Entry, read_log
from lib.messages import refuse_if
from lib.search.bandit import Bernoulli, first_best, run_bandit, ucb1, ucb1_rule
from lib.widgets import messages as say
from lib.widgets.frames import Panel, RedrawnFrames, mark_knobs, quiet, words

LOGS = {"Root log: normal_mcts": "normal_mcts", "Root log: one_depth_mcts": "one_depth_mcts"}
BANDIT = "a bandit with three arms"
ARMS = (Bernoulli(0.3), Bernoulli(0.5), Bernoulli(0.6))
STEPS = 41  # values of C on the slider
REACH = {"log": 20.0, "bandit": 4.0}  # the largest C


def ucb_bench(entry: Entry | None = None, *, seed: int = 0) -> w.VBox:
    """The bench, with the Root logs of the course and a bandit; or with an `entry` of your own.

    C slides without a kernel; another source and other counts need one.
    """
    is_entry = entry is None or isinstance(entry, Entry)
    refuse_if(not is_entry, say.NOT_AN_ENTRY, name=type(entry).__name__)
    refuse_if(entry is not None and not entry.actions, say.EMPTY_ENTRY)
    return Bench(entry, seed).widget


class Bench:
    """The widgets of the bench, and what happens when they are moved."""

    def __init__(self, entry, seed):
        self.seed = seed
        self.entries = {} if entry is None else {"your entry": entry}
        self.entries |= {name: read_log(log)[0] for name, log in LOGS.items()}
        names = [*self.entries, BANDIT]
        wide = {"layout": {"width": "420px"}, "style": {"description_width": "90px"}}
        self.source = w.Dropdown(options=names, value=names[0], description="source", **wide)
        options = {"options": self._constants(), "index": self._start()}
        self.c = w.SelectionSlider(description="C", **options, **wide)
        self.child = w.Dropdown(description="action", **wide)
        self.tries = w.IntSlider(min=0, max=60, description="its tries", **wide)
        self.mean = w.FloatSlider(min=-30, max=30, step=0.5, description="its mean", **wide)
        self.pulls = w.IntSlider(value=30, min=0, max=300, description="pulls", **wide)
        mark_knobs(self.source, self.child, self.tries, self.mean, self.pulls)
        self._load()
        self.frames = RedrawnFrames(self.c, STEPS, self._draw)
        self._listen()
        self.widget = self._assemble()

    def _assemble(self):
        wrap = {"flex_flow": "row wrap", "grid_gap": "2px 16px"}  # a layout for each: one is hidden
        self.counts = w.HBox([self.child, self.tries, self.mean], layout=wrap)
        self.pulls.layout.display = "none"
        top = w.HBox([self.source, self.c], layout=wrap)
        parts = [top, self.counts, self.pulls, self.frames.stack, quiet(say.BENCH_NEEDS_KERNEL)]
        return Panel(*parts, about=say.BENCH)

    def _listen(self):
        self.source.observe(lambda _: self._change_source(), "value")
        self.child.observe(lambda _: self._show_child(), "value")
        self.tries.observe(lambda _: self._change_counts(), "value")
        self.mean.observe(lambda _: self._change_counts(), "value")
        self.pulls.observe(lambda _: self._renew(), "value")

    @property
    def is_bandit(self):
        return self.source.value == BANDIT

    def _constants(self):
        """The values of C on the slider, as text."""
        reach = REACH["bandit" if self.is_bandit else "log"]
        return [f"{reach * i / (STEPS - 1):.1f}" for i in range(STEPS)]

    def _start(self):
        """Where the slider for C stands at first: at the C of the logs, or at 1.4."""
        return self._constants().index("1.4" if self.is_bandit else "2.0")

    def _load(self):
        """Takes the counts of the chosen entry."""
        self.loading = True
        entry = self.entries[self.source.value]
        self.rows = {}
        for i, (score, tries) in enumerate(entry.pairs):
            name = f"{i + 1}. {shorten(entry.actions[i], 30)}"
            self.rows[name] = [score / tries if tries else 0.0, tries]
        means, tries = zip(*self.rows.values(), strict=True)
        self.mean.max = max(30, *map(abs, means))
        self.mean.min, self.tries.max = -self.mean.max, max(60, *tries)
        self.child.options = list(self.rows)
        self.child.index = _chosen(self._totals(), 0)  # the best mean: the one to beat
        self._show_child()
        self.loading = False

    def _show_child(self):
        """Puts the sliders where the chosen action stands."""
        if self.child.value is None:  # while the list of actions is replaced
            return
        loading, self.loading = self.loading, True
        self.mean.value, self.tries.value = self.rows[self.child.value]
        self.loading = loading

    def _change_counts(self):
        if not self.loading:
            self.rows[self.child.value] = [self.mean.value, self.tries.value]
            self._renew()

    def _change_source(self):
        bandit = self.is_bandit
        self.counts.layout.display = "none" if bandit else None
        self.pulls.layout.display = None if bandit else "none"
        if not bandit:
            self._load()
        index, self.frames.fresh = self._start(), set(range(STEPS))
        self.c.options = self._constants()
        self.c.index = index
        self._renew()

    def _renew(self):
        if not getattr(self, "loading", False):
            self.frames.renew(self._draw)

    def _draw(self, wanted):
        """The contents of the wanted frames."""
        constants = [float(text) for text in self._constants()]
        for index in wanted:
            c, rows = constants[index], self._totals()
            if self.is_bandit:
                yield index, self._bandit_frame(c)
            else:
                yield index, _frame(_choice_in_words(rows, c, constants), rows, c)

    def _totals(self):
        """(name, score, tries) of each action."""
        return [(name, mean * tries, tries) for name, (mean, tries) in self.rows.items()]

    def _bandit_frame(self, c):
        pulls = self.pulls.value
        run = run_bandit(ARMS, ucb1_rule(c), pulls, Random(self.seed))
        names = [f"arm {'ABC'[i]}, pays {number(arm.mean)}" for i, arm in enumerate(ARMS)]
        rows = list(zip(names, run.totals, run.visits, strict=True))
        facts = {"visits": ", ".join(map(str, run.visits)), "choice": rows[_chosen(rows, c)][0]}
        regret = number(run.regret[-1] if pulls else 0)
        return _frame(say.BANDIT_RUN.format(c=c, pulls=pulls, regret=regret, **facts), rows, c)


def _frame(text, rows, c) -> str:
    """The sentence above the bars."""
    bars = draw_ucb(rows, c, parent_visits=_parent_visits(rows))
    return f'{words(escape(text))}<div style="max-width:920px;line-height:0">{bars}</div>'


def _parent_visits(rows) -> int:
    """All tries together, at least 1."""
    return max(sum(tries for _, _, tries in rows), 1)


def _chosen(rows, c) -> int:
    """The index of the row that UCB1 chooses."""
    total = _parent_visits(rows)
    return first_best([ucb1(score, tries, total, c) for _, score, tries in rows])


def _choice_in_words(rows, c, constants) -> str:
    """What UCB1 chooses, and whether another C would choose something else."""
    choices = [_chosen(rows, other) for other in constants]
    text = say.UCB_CHOOSES.format(c=c, choice=rows[_chosen(rows, c)][0])
    if len({tries for _, _, tries in rows}) == 1:
        return f"{text} {say.EQUAL_TRIES}"
    if len(set(choices)) == 1:
        return f"{text} {say.NO_C_CHANGES.format(low=constants[0], high=constants[-1])}"
    changes = [i for i in range(1, len(choices)) if choices[i] != choices[i - 1]]
    turns = [say.TURN.format(choice=rows[choices[i]][0], c=constants[i]) for i in changes[:3]]
    there = say.CHOICE_TURNS.format(first=rows[choices[0]][0], turns=", ".join(turns))
    return f"{text} {there}"
