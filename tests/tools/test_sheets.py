"""Paper exercises: the keys are recomputed here by other code, and the numbers suit paper."""

import math
import re
from random import Random

import pytest

from tools import sheets
from tools.handouts import page, seeds, write
from tools.sheets import all_sheets

SEEDS = range(8)


def value(tree, sides, level=0):
    """Minimax by the book, on nested tuples."""
    if not isinstance(tree, tuple):
        return tree
    best = max if sides[level % len(sides)] > 0 else min
    return best(value(child, sides, level + 1) for child in tree)


def made(seed, kind):
    return Random(f"{seed} {kind.__name__}")


def cells(html, table=0):
    """The texts of one table of a sheet, row by row, without its head."""
    body = re.findall(r"<tbody>(.*?)</tbody>", html)[table]
    rows = re.findall(r"<tr>(.*?)</tr>", body)
    return [re.findall(r"<td>(.*?)</td>", row) for row in rows]


def read(text):
    """A number as the sheet writes it."""
    return float(text.replace("\u2212", "-").replace("∞", "inf"))


def leaves(tree):
    return [x for child in tree for x in leaves(child)] if isinstance(tree, tuple) else [tree]


@pytest.mark.parametrize("seed", SEEDS)
def test_minimax_key(seed):
    rng = made(seed, sheets.minimax_sheet)
    key = sheets.minimax_sheet(rng).key
    rng = made(seed, sheets.minimax_sheet)
    two = sheets.draw_leaves(rng, (3, 3))
    three = sheets.suitable(
        rng, lambda r: sheets.draw_leaves(r, (2, 2, 2), (1, -1, -1)), sheets.flip_fails
    )
    said = re.findall(r"Value <b>(\S+)</b>, move <b>(\d)</b>", key)
    for game, (worth, move) in zip((two, three), said, strict=True):
        branches = [value(child, game.sides, 1) for child in game.tree]
        assert (float(worth), int(move)) == (max(branches), branches.index(max(branches)))
        numbers = leaves(game.tree)
        assert len(set(numbers)) == len(numbers) and max(map(abs, numbers)) <= 9


@pytest.mark.parametrize("seed", SEEDS)
def test_alphabeta_key(seed):
    game = sheets.suitable(
        made(seed, sheets.alphabeta_sheet),
        lambda r: sheets.draw_leaves(r, (3, 2, 2)),
        sheets.enough_cuts,
    )
    seen, windows = [], {}

    def walk(tree, path, side, alpha, beta):
        if not isinstance(tree, tuple):
            seen.append(tree)
            return tree
        windows[path or "root"] = (alpha, beta)
        best = -side * math.inf
        for number, child in enumerate(tree):
            got = walk(child, f"{path}{number}", -side, alpha, beta)
            best = max(best, got) if side > 0 else min(best, got)
            alpha, beta = (max(alpha, best), beta) if side > 0 else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    worth = walk(game.tree, "", 1, -math.inf, math.inf)
    key = all_sheets(seed)[1].key
    assert f"Value <b>{worth}</b>" in key and worth == value(game.tree, (1, -1))
    assert f"{len(seen)} leaves looked at" in key
    assert {row[0]: (read(row[1]), read(row[2])) for row in cells(key)} == windows
    assert len(seen) < 12


@pytest.mark.parametrize("seed", SEEDS)
def test_ucb1_key(seed):
    sheet = all_sheets(seed)[2]
    total = int(re.search(r"N = (\d+)", sheet.task)[1])
    c, pays = (
        int(re.search(r"C = (\d)", sheet.task)[1]),
        int(re.search(r"pays (\d)", sheet.task)[1]),
    )
    first, second = cells(sheet.key), cells(sheet.key, 1)
    assert total == sum(int(row[2]) for row in first)
    best = [by_hand(table, c) for table in (first, second)]
    answers = re.findall(r"<b>(\w)</b>", sheet.key)
    means = max(first, key=lambda row: int(row[1]) / int(row[2]))[0]
    assert answers == [best[0], means, best[1]] and len(set(answers[:2])) == 2
    before = next(row for row in first if row[0] == best[0])
    after = next(row for row in second if row[0] == best[0])
    assert (int(after[1]), int(after[2])) == (int(before[1]) + pays, int(before[2]) + 1)


def by_hand(table, c):
    """The arm with the largest bound; every number in the table is checked on the way."""
    pulls, found = sum(int(row[2]) for row in table), {}
    for arm, w, n, mean, bonus, bound in table:
        exact = int(w) / int(n), c * math.sqrt(math.log(pulls) / int(n))
        assert (mean, bonus) == (f"{exact[0]:.3f}", f"{exact[1]:.3f}")
        assert bound == f"{sum(exact):.3f}"
        found[arm] = sum(exact)
    top = sorted(found.values())
    assert top[-1] - top[-2] >= 0.019, "too close for paper"
    return max(found, key=found.get)


@pytest.mark.parametrize("seed", range(40))
def test_ten_iterations_key(seed):
    game, coins = sheets.suitable(
        made(seed, sheets.mcts_sheet), sheets.draw_paper_tree, sheets.clear_iterations
    )
    rows, expected = (
        cells(sheets.mcts_sheet(made(seed, sheets.mcts_sheet)).key),
        ten_by_hand(game.tree, list(coins)),
    )
    for row, (name, pay, bounds, books) in zip(rows, expected, strict=True):
        assert (row[4], read(row[5])) == (name, pay)
        assert [b for b in row[2:4] if b] == [f"{b:.3f}" for b in bounds]
        assert [read(x) for x in row[6:] if x] == [float(x) for pair in books for x in pair]


def ten_by_hand(tree, coins):
    """Ten iterations written as a person does them: nodes are names, the books are a dict."""
    n, w, rows = {"": 0}, {"": 0.0}, []
    for _ in range(10):
        path, bounds = "", []
        while len(path) < 2:
            kids = [path + move for move in "01"]
            new = [kid for kid in kids if kid not in n]
            if new:
                path = new[0]
                break
            sign = 1 if path == "" else -1
            scores = [
                sign * w[kid] / n[kid] + math.sqrt(math.log(n[path]) / n[kid]) for kid in kids
            ]
            assert abs(scores[0] - scores[1]) >= 0.019, "too close for paper"
            bounds = bounds or scores
            path = kids[0] if scores[0] >= scores[1] else kids[1]
        leaf = path if len(path) == 2 else f"{path}{coins.pop(0)}"
        pay = tree[int(leaf[0])][int(leaf[1])]
        for k in range(len(path) + 1):
            n[path[:k]] = n.get(path[:k], 0) + 1
            w[path[:k]] = w.get(path[:k], 0) + pay
        rows.append((path, pay, bounds, [(n[x], w[x]) for x in "01" if x in n]))
    return rows


def test_a_seed_gives_the_same_sheets_and_another_gives_others():
    assert all_sheets(3) == all_sheets(3) or strip(all_sheets(3)) == strip(all_sheets(3))
    for one, other in zip(strip(all_sheets(3)), strip(all_sheets(4)), strict=True):
        assert one != other


def strip(made):
    """The sheets without the numbers that keep pictures on one page apart."""
    return [re.sub(r"\bp\d+-", "", sheet.task + sheet.key) for sheet in made]


def test_answers_stand_apart(tmp_path):
    exercises, answers = write(5, tmp_path, pdf=False)
    assert exercises.name == "exercises.html" and answers.name == "answers.html"
    text = exercises.read_text("utf-8")
    for sheet in all_sheets(5):
        assert sheet.title in text
    assert "Value <b>" not in text and "Answers" not in text
    assert page(all_sheets(5), 5, keys=True).count("<section>") == 4


def test_several_seeds_and_none():
    assert seeds(["7", "8"]) == [7, 8] and seeds([]) == [1]


@pytest.mark.parametrize("words", [["x"], ["7.5"], [""], ["7", "8,9"]])
def test_a_wrong_seed_is_one_sentence(words):
    with pytest.raises(SystemExit, match=r"SEED must be a whole number, got '.*'\.$"):
        seeds(words)
