"""Results as tables: rows as data, plain text for `print`, HTML for a notebook."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from statistics import NormalDist, mean, stdev
from typing import Any, ClassVar

from lib.game import MAX, MIN, Action, State, is_number, is_whole
from lib.messages import ARENA, refuse_if

Matrix = list[list[float]]
_CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)  # so many standard errors of a normal one
_ELO = 400 / math.log(10)  # Elo points for one natural unit of log odds


@dataclass(frozen=True)
class Result:
    """A game that was played. `winner` is a side, 0 for a draw, None if the game does not count."""

    number: int
    names: dict[int, str]
    winner: Any
    utility: float | None = None  # only of games that were played to their end
    final: State = None
    actions: tuple[Action, ...] = ()
    reason: str = ""  # what went wrong, if anything did
    fault: int | None = None  # the side that failed, if one did


def wilson(points: float, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval for `points` (half for a draw) out of `n`; (0, 1) if n is 0."""
    if not (is_number(points) and is_number(n) and 0 <= points <= n):
        raise ValueError(ARENA.POINTS_NUMBER_FROM.format(points=points, n=n))
    if n == 0:
        return 0.0, 1.0
    rate, weight = points / n, _Z * _Z / n
    center = (rate + weight / 2) / (1 + weight)
    half = _Z / (1 + weight) * math.sqrt(rate * (1 - rate) / n + weight / (4 * n))
    return max(0.0, center - half), min(1.0, center + half)


def with_interval(value: float, low: float, high: float, digits: int) -> tuple[str, str]:
    """Value and interval as text; more digits where the two ends would look the same."""
    while digits < 9 and low != high and f"{low:.{digits}f}" == f"{high:.{digits}f}":
        digits += 1
    return f"{value:.{digits}f}", f"[{low:.{digits}f}, {high:.{digits}f}]"


def mcnemar(first: Sequence, second: Sequence) -> tuple[int, int, float]:
    """How often only the first failed, only the second, and the chance of such a split by luck.

    Both met the same cases, 1 is a failure. Luck is a fair coin for each case in which they differ
    (McNemar 1947, exact).
    """
    pairs = list(zip(map(int, first), map(int, second), strict=True))
    one, two = (sum(a > b for a, b in pairs), sum(a < b for a, b in pairs))
    tail = sum(math.comb(one + two, k) for k in range(min(one, two) + 1))
    return one, two, min(1.0, 2 * tail / 2 ** (one + two))


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Student's 95 % interval for the mean; infinitely wide for fewer than two values."""
    values = list(values)
    refuse_if(not all(map(is_number, values)), ARENA.MEAN_NEEDS_FINITE, values=values)
    if len(values) < 2:
        return -math.inf, math.inf
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return mean(values) - half, mean(values) + half


def student(freedom: int) -> float:
    """How many standard errors Student's distribution needs for 95 %, by bisection."""
    refuse_if(not is_whole(freedom, 1), ARENA.DEGREES_FREEDOM_WHOLE, freedom=freedom)
    low, high = 0.0, 1e4
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < _CONFIDENCE else (low, middle)
    return high


def _inside(t: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    return (angle + sine * total) * 2 / math.pi if odd else sine * total


def elo(points: Sequence[Sequence[float]]) -> tuple[list[float], list[float], bool]:
    """Ratings, their 95 % errors, and whether a prior was needed.

    `points[i][j]` is what i scored against j, a draw counting half. The ratings have mean 0 and
    make the results most likely in the model of Bradley and Terry. Where an agent won everything,
    that rating is infinite. Then, and only then, one draw is added for every two agents.
    """
    if len(points) == 0 or any(len(row) != len(points) for row in points):
        raise ValueError(ARENA.POINTS_NEED_ROW.format(points=points))
    if not all(is_number(score) and score >= 0 for row in points for score in row):
        raise ValueError(ARENA.POINTS_FINITE_NUMBERS.format(points=points))
    scores = [[float(score) for score in row] for row in points]
    prior = not _comparable(scores)
    if prior:
        scores = [[x + 0.5 * (i != j) for j, x in enumerate(row)] for i, row in enumerate(scores)]
    ratings, spread = most_likely(scores)
    errors = [_Z * math.sqrt(max(row[i], 0)) for i, row in enumerate(spread)]
    return [_ELO * rating for rating in ratings], [_ELO * error for error in errors], prior


def _comparable(scores: Matrix) -> bool:
    """Whether finite ratings exist: from each agent a chain of points leads to every other one."""
    agents = range(len(scores))
    for first in agents:
        reached = [first]
        for i in reached:  # grows while we walk along it
            reached += [j for j in agents if scores[i][j] > 0 and j not in reached]
        if len(reached) < len(scores):
            return False
    return True


def most_likely(scores: Matrix) -> tuple[list[float], Matrix]:
    """Ratings in natural units and their covariance, by Newton's method with short steps."""
    n = len(scores)
    agents = range(n)
    games = [[scores[i][j] + scores[j][i] for j in agents] for i in agents]
    ratings = [0.0] * n
    for _ in range(1000):
        chance = [[1 / (1 + math.exp(ratings[j] - ratings[i])) for j in agents] for i in agents]
        known = [[games[i][j] * chance[i][j] * chance[j][i] for j in agents] for i in agents]
        spread = _pseudo_inverse(known)
        missed = [sum(scores[i][j] - games[i][j] * chance[i][j] for j in agents) for i in agents]
        step = [sum(spread[i][j] * missed[j] for j in agents) for i in agents]
        ratings = [r + min(max(s, -1), 1) for r, s in zip(ratings, step, strict=True)]
        if max(map(abs, step)) < 1e-10:
            break
    return [rating - mean(ratings) for rating in ratings], spread


def _pseudo_inverse(weights: Matrix) -> Matrix:
    """The pseudoinverse of a graph's Laplacian: 1/n added everywhere before, taken off after."""
    n = len(weights)
    rows = [[1 / n - weight for weight in row] for row in weights]
    for i, row in enumerate(rows):
        row[i] = 1 / n + sum(weights[i]) - weights[i][i]
        row += [float(i == j) for j in range(n)]  # becomes the inverse, by Gauss and Jordan
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [[x - 1 / n for x in row[n:]] for row in rows]


_MOST_PROBLEMS = 10  # shown in a table; the rest stays in `problems`


@dataclass
class _Grid:
    """A heading, column titles and cells: what text and HTML are made from."""

    title: str
    columns: Sequence[str]
    cells: Sequence[Sequence[str]]

    def __str__(self) -> str:
        text, lines = [self.title], [self.columns, *self.cells]
        width, *widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for first, *rest in lines:  # the first column flush left, the others flush right
            text.append("  ".join([first.ljust(width), *map(str.rjust, rest, widths)]).rstrip())
        return "\n".join(text)

    def html(self) -> str:
        """The grid as an HTML table."""
        head = "".join(f'<th scope="col">{escape(column)}</th>' for column in self.columns)
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in line) for line in self.cells)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        caption = f"<caption>{escape(self.title)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass
class Report:
    """What all results share: the games, how many were planned, text and HTML."""

    names: Sequence[str]
    games: list[Result]
    planned: int
    remarks: list[str] = field(default_factory=list)
    grids: ClassVar[Callable]  # the tables to be shown

    @property
    def complete(self) -> bool:
        """Whether all planned games were played."""
        return len(self.games) == self.planned

    @property
    def problems(self) -> list[Result]:
        """The games in which something went wrong; `reason` says what."""
        return [game for game in self.games if game.reason]

    def notes(self) -> list[str]:
        """The sentences below the table."""
        missing = f"INCOMPLETE: {len(self.games)} of {self.planned} games were played."
        notes = [*([] if self.complete else [missing]), *self.remarks]
        shown = [f"Game {game.number}: {game.reason}." for game in self.problems[:_MOST_PROBLEMS]]
        if len(self.problems) > _MOST_PROBLEMS:
            shown.append(f"{len(self.problems)} games in all had a problem: see .problems.")
        return notes + shown

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self.grids()), "\n".join(self.notes())])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        tables = "".join(grid.html() for grid in self.grids())
        return tables + "".join(f"<p>{escape(note)}</p>" for note in self.notes())


class TournamentTable(Report):
    """The result of a tournament: `rows` by agent, `pairs` by pair, `games` one by one."""

    @property
    def rows(self) -> list[dict]:
        """One dict for each agent, the best first."""
        ratings, errors, _ = self.ratings()
        rows = []
        for name, rating, error in zip(self.names, ratings, errors, strict=True):
            record = _counted(self.counting(name), name)
            rows.append({"agent": name, **record, "elo": rating, "elo_error": error})
        return sorted(rows, key=lambda row: -row["elo"])

    @property
    def pairs(self) -> list[dict]:
        """One dict for each pair, as seen by the first of the two."""
        rows = []
        for i, first in enumerate(self.names):
            for second in self.names[i + 1 :]:
                games = self.counting(first, second)
                distinct = len({(game.names[MAX], game.final, game.actions) for game in games})
                pair = {"first": first, "second": second, **_counted(games, first)}
                rows.append({**pair, "distinct": distinct})
        return rows

    def counting(self, *names: str) -> list[Result]:
        """The games that count and in which all these agents played."""
        return [g for g in self.games if g.winner is not None and {*names} <= {*g.names.values()}]

    def points(self, name: str, other: str) -> float:
        """What `name` scored against `other`, a draw counting half."""
        games = self.counting(name, other) if name != other else []
        return sum(_points_of(game, name) for game in games)

    def ratings(self) -> tuple[list[float], list[float], bool]:
        """Elo in the order of `names`, the errors, and whether a draw was added to each pair."""
        return elo([[self.points(a, b) for b in self.names] for a in self.names])

    def notes(self) -> list[str]:
        """How to read the numbers, and what to be careful about."""
        notes = [ARENA.HOW_TO_READ_RATINGS]
        notes += [ARENA.DRAWS_ADDED] if self.ratings()[2] else []
        repeated = [pair for pair in self.pairs if pair["n"] > 2 and pair["distinct"] <= 2]
        return notes + [ARENA.SAME_TWO_GAMES.format(**pair) for pair in repeated] + super().notes()

    def grids(self) -> list[_Grid]:
        """The standings and, for more than two agents, the pairs."""
        columns = ["agent", "n", "won", "drawn", "lost", "score", "95 %", "Elo", "±"]
        cells = [
            [row["agent"], *_record_cells(row), f"{row['elo']:+.0f}", f"{row['elo_error']:.0f}"]
            for row in self.rows
        ]
        grids = [_Grid("Standings", columns, cells)]
        if len(self.names) > 2:
            cells = [[f"{p['first']} - {p['second']}", *_record_cells(p)] for p in self.pairs]
            grids.append(_Grid("Pairs, seen by the first", ["pair", *columns[1:7]], cells))
        return grids


def _points_of(game: Result, name: str) -> float:
    """1, 0.5 or 0 points for the agent of that name."""
    side = MAX if game.names[MAX] == name else MIN
    return (1 + side * game.winner) / 2


def _counted(games: list[Result], name: str) -> dict:
    """n, wins, draws, losses, score and interval of one agent in these games."""
    points = Counter(_points_of(game, name) for game in games)
    n, total = len(games), points[1] + points[0.5] / 2
    low, high = wilson(total, n)
    score = total / n if n else 0.5
    record = {"n": n, "wins": points[1], "draws": points[0.5], "losses": points[0]}
    return {**record, "score": score, "low": low, "high": high}


def _record_cells(row: dict) -> list[str]:
    """The cells that agents and pairs have in common."""
    counts = [str(row[key]) for key in ("n", "wins", "draws", "losses")]
    return [*counts, *with_interval(row["score"], row["low"], row["high"], 3)]


class ScoreTable(Report):
    """The result of `score_games`: `rows` by agent, `games` one by one."""

    @property
    def rows(self) -> list[dict]:
        """One dict for each agent, in the order given."""
        return [self.row(name) for name in self.names]

    def row(self, name: str) -> dict:
        """What one agent reached."""
        games = [g for g in self.games if g.names[MAX] == name and g.winner is not None]
        wins = sum(game.winner == MAX for game in games)
        low, high = wilson(wins, len(games))
        scores = [game.utility for game in games if game.utility is not None]
        mean = sum(scores) / len(scores) if scores else float("nan")
        score_low, score_high = mean_interval(scores)
        rate = {"wins": wins, "win_rate": wins / len(games) if games else 0.5}
        rate |= {"win_low": low, "win_high": high, "failed": len(games) - len(scores)}
        score = {"score": mean, "score_low": score_low, "score_high": score_high}
        distinct = len({(game.final, game.actions) for game in games})
        return {"agent": name, "n": len(games), **rate, **score, "distinct": distinct}

    def notes(self) -> list[str]:
        """How to read the numbers, and what to be careful about."""
        repeated = [row for row in self.rows if row["n"] > 1 and row["distinct"] == 1]
        notes = [ARENA.SAME_GAME.format(**row) for row in repeated]
        return [ARENA.HOW_TO_READ_SCORES, *notes, *super().notes()]

    def grids(self) -> list[_Grid]:
        """One table."""
        columns, cells = ["agent", "n", "failed", "won", "95 %", "score", "95 %"], []
        for row in self.rows:
            won = with_interval(row["win_rate"], row["win_low"], row["win_high"], 3)
            score = with_interval(row["score"], row["score_low"], row["score_high"], 1)
            cells.append([row["agent"], str(row["n"]), str(row["failed"]), *won, *score])
        return [_Grid("Scores of MAX", columns, cells)]
