"""Paper exercises: all that is checked here is read from the printed pages, as a class reads them.

The answers are worked out by other code than ours. Nothing on the students' page gives them away,
nothing is too close to decide on paper, and no wrong idea leads to a right answer.
"""

import math
import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tools import handouts
from tools.handouts import index, main, page, print_pdf, seeds, write
from tools.sheets import all_sheets

SEEDS = range(12)


# --- reading a page ------------------------------------------------------------------------


@cache
def sections(seed):
    """The sheets of both pages that are printed: tasks, keys."""
    sheets = all_sheets(seed)
    pages = [page(sheets, seed, keys) for keys in (False, True)]
    return [re.findall(r"<section>(.*?)</section>", html, re.S) for html in pages]


def parts(seed, kind):
    """Task and key of one sheet."""
    tasks, keys = sections(seed)
    return tasks[kind], keys[kind]


def leaves(html, picture=0):
    """The numbers in the boxes of a tree, from left to right."""
    svg = ElementTree.fromstring(re.findall(r"<svg.*?</svg>", html, re.S)[picture])
    texts = [text for text in svg.iter("{http://www.w3.org/2000/svg}text") if text.text]
    lowest = max(float(text.get("y")) for text in texts)
    row = [text for text in texts if float(text.get("y")) == lowest]
    return [
        float(text.text.replace("\u2212", "-"))
        for text in sorted(row, key=lambda text: float(text.get("x")))
    ]


def cells(html, table=0):
    """The texts of one table, row by row, without its head."""
    body = re.findall(r"<tbody>(.*?)</tbody>", html)[table]
    return [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", body)]


def read(text):
    """A number as the sheet writes it."""
    return float(text.replace("\u2212", "-").replace("∞", "inf"))


def nested(numbers, *widths):
    """The numbers as a tree, so many children at each level."""
    for width in reversed(widths):
        numbers = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    return numbers[0]


# --- the answers, by other code ------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_minimax_key(seed):
    task, key = parts(seed, 0)
    two, twice = nested(leaves(task), 3, 3), nested(leaves(task, 1), 2, 2, 2)
    answers = [(read(v), int(m)) for v, m in re.findall(r"<b>(\S+)</b>, move <b>(\d)</b>", key)]
    worst = [min(move) for move in two], [min(map(min, move)) for move in twice]
    assert answers == [(max(values), values.index(max(values))) for values in worst]
    hopeful = [max(move) for move in two]
    assert hopeful.index(max(hopeful)) != answers[0][1], "MIN's answers decide"
    flipped = [min(map(max, move)) for move in twice]
    assert max(flipped) != answers[1][0] and flipped.index(max(flipped)) != answers[1][1]
    assert leaves(key) == leaves(task) and leaves(key, 1) == leaves(task, 1)
    assert_small_and_different(leaves(task), leaves(task, 1))
    for best, below, value in re.findall(r"(max|min)\((.*?)\) = (\S+?)[;.]", key):
        assert read(value) == {"max": max, "min": min}[best](map(read, below.split(", ")))
    assert len(re.findall(r"(?:max|min)\(", key)) == 4 + 7, "a step for each house"


def assert_small_and_different(*trees):
    for numbers in trees:
        assert len(set(numbers)) == len(numbers) and max(map(abs, numbers)) <= 9


@pytest.mark.parametrize("seed", SEEDS)
def test_alphabeta_key(seed):
    task, key = parts(seed, 1)
    seen, rows, skipped = [], {}, []

    def walk(tree, path, side, alpha, beta):
        if not isinstance(tree, list):
            seen.append(tree)
            return tree
        rows[path or "root"] = row = [alpha, beta]
        best = -side * math.inf
        for number, child in enumerate(tree):
            if alpha >= beta:
                skipped.append(f"{path}{number}")
                continue
            got = walk(child, f"{path}{number}", -side, alpha, beta)
            best = max(best, got) if side > 0 else min(best, got)
            alpha, beta = (max(alpha, best), beta) if side > 0 else (alpha, min(beta, best))
        row.append(best)
        return best

    tree = nested(leaves(task), 3, 2, 2)
    worth = walk(tree, "", 1, -math.inf, math.inf)
    values = [min(map(max, move)) for move in tree]
    said, move = re.search(r"Value <b>(\S+)</b>, move <b>(\d)</b>", key).groups()
    assert read(said) == worth == max(values) and int(move) == values.index(worth)
    assert f"{len(seen)} leaves looked at" in key
    assert {row[0]: [read(x) for x in row[1:]] for row in cells(key)} == rows
    assert sorted(re.search(r"below: (.*?)\. A node", key)[1].split(", ")) == sorted(skipped)
    assert {len(path) for path in skipped} == {2, 3} and 7 <= len(seen) <= 10
    assert_small_and_different(leaves(task))
    assert len(cells(task)) == 10, "a row for every house"
    assert not any("".join(row[1:]) for row in cells(task))


@pytest.mark.parametrize("seed", SEEDS)
def test_ucb1_key(seed):
    task, key = parts(seed, 2)
    pulls, c = map(int, re.search(r"N = (\d+) pulls so far, C = (\d)", task).groups())
    pays = int(re.search(r"pays (\d)", task)[1])
    first, second = cells(key), cells(key, 1)
    assert [row[:3] for row in cells(task)] == [row[:3] for row in first]
    assert not any("".join(row[3:]) for row in cells(task)), "left to be filled in"
    assert not any("".join(row[1:]) for row in cells(task, 1)), "left to be filled in"
    assert pulls == sum(int(row[2]) for row in first)
    best = [arm_by_hand(table, c) for table in (first, second)]
    answers = re.findall(r"<b>(\w)</b>", key)
    means = sorted((int(row[1]) / int(row[2]), row[0]) for row in first)
    assert answers == [best[0], means[-1][1], best[1]] and means[-1][0] - means[-2][0] > 0.015
    assert answers[0] != answers[1] and answers[0] != answers[2]
    changed = [(one, two) for one, two in zip(first, second, strict=True) if one[:3] != two[:3]]
    [(before, after)] = changed
    assert before[0] == after[0] == best[0]
    assert (int(after[1]), int(after[2])) == (int(before[1]) + pays, int(before[2]) + 1)


def arm_by_hand(table, c):
    """The arm with the largest bound; every number in the table is checked on the way."""
    pulls, found = sum(int(row[2]) for row in table), {}
    for arm, w, n, mean, bonus, bound in table:
        exact = int(w) / int(n), c * math.sqrt(math.log(pulls) / int(n))
        assert (mean, bonus) == (f"{exact[0]:.3f}", f"{exact[1]:.3f}")
        assert bound == f"{sum(exact):.3f}"
        found[arm] = sum(exact)
    assert all(b - a >= 0.015 for a, b in pairwise(sorted(found.values()))), "too close"
    return max(found, key=found.get)


@pytest.mark.parametrize("seed", range(40))
def test_ten_iterations_key(seed):
    task, key = parts(seed, 3)
    tree = nested(leaves(task), 2, 2)
    coins = re.search(r"rollouts said (\w+), then (\w+)", task).groups()
    expected = ten_by_hand(tree, [["left", "right"].index(word) for word in coins])
    assert cells(key) == expected
    assert cells(task)[:2] == expected[:2], "the rows that need the coin are given"
    assert not any("".join(row[1:]) for row in cells(task)[2:]), "the others are not"
    visits = int(expected[-1][8]), int(expected[-1][10])
    move = visits.index(max(visits))
    values = [min(answers) for answers in tree]
    mean = read(expected[-1][9 + 2 * move]) / visits[move]
    said = [read(word) for word in re.findall(r"<b>(\S+)</b>", key)]
    assert said == [move, pytest.approx(mean, abs=6e-4), max(values)]
    assert values[0] != values[1] and ("the same move" in key) == (values[move] == max(values))
    assert max(tree[0]) > min(tree[1]) and max(tree[1]) > min(tree[0]), "neither move is plain"
    assert abs(visits[0] - visits[1]) >= 2 <= min(visits) and len(set(leaves(task))) == 4


def ten_by_hand(tree, coins):
    """The rows of the table, made as a person makes them: nodes are names, the books a dict."""
    n, w, rows = {"": 0}, {"": 0.0}, []
    for number in range(1, 11):
        path, seen = "", {"": [], "0": [], "1": []}
        while len(path) < 2:
            kids = [path + move for move in "01"]
            new = [kid for kid in kids if kid not in n]
            if new:
                path = new[0]
                break
            sign = 1 if path == "" else -1
            seen[path] = [sign * w[k] / n[k] + math.sqrt(math.log(n[path]) / n[k]) for k in kids]
            assert abs(seen[path][0] - seen[path][1]) >= 0.015, "too close for paper"
            path = kids[seen[path].index(max(seen[path]))]
        leaf = path if len(path) == 2 else f"{path}{coins.pop(0)}"
        pay, visits = tree[int(leaf[0])][int(leaf[1])], n[""]
        for k in range(len(path) + 1):
            n[path[:k]] = n.get(path[:k], 0) + 1
            w[path[:k]] = w.get(path[:k], 0) + pay
        bounds = [f"{b:.3f}" for b in seen[""]] or ["", ""]
        bounds += [f"{b:.3f}" for b in seen["0"] or seen["1"]] or ["", ""]
        books = [cell for k in "01" for cell in ((str(n[k]), short(w[k])) if k in n else ("", ""))]
        row = [str(number), str(visits), *bounds, path, short(pay), *books]
        rows.append([cell.replace("-", "\u2212") for cell in row])
    return rows


def short(value):
    """A number with one decimal, or none where it is 0."""
    return f"{round(value, 1) + 0.0:g}"


# --- what stands on the pages --------------------------------------------------------------


RULES = {
    0: ("MAX moves first", "MIN a small one"),
    1: ("from left to right", "(&minus;&infin;, &infin;)", "alpha &ge; beta", "best value it has"),
    2: ("C = ", "natural logarithm", "three decimals", "C &radic;(ln N / n)"),
    3: (
        "left to right",
        "MAX's total",
        "&minus;W/n",
        "three decimals",
        "visits of the root so far",
    ),
}


@pytest.mark.parametrize("kind", RULES)
def test_what_a_solver_must_know_stands_on_the_sheet(kind):
    task, _ = parts(3, kind)
    assert [rule for rule in RULES[kind] if rule not in task] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_students_page_gives_nothing_away(seed):
    exercises = page(all_sheets(seed), seed, keys=False)
    for trees in re.findall(r"<svg.*?</svg>", exercises, re.S):
        inside = ElementTree.fromstring(trees)
        said = [text for part in inside.iter() for text in (part.text, part.get("aria-label"))]
        assert not [text for text in said if text and re.search("worth|Chosen|cut|best", text)]
        assert not inside.findall(".//*[@stroke-width='6']"), "no thick line yet"
        shown = [part.text or "" for part in inside.iter("{http://www.w3.org/2000/svg}text")]
        assert shown.count("") == len(inside.findall(".//{*}polygon")), (
            "room in every house, no question mark"
        )
    assert "<!--" not in exercises and "Answers" not in exercises and "<b>" not in exercises


@pytest.mark.parametrize("keys", [False, True])
def test_every_page_says_which_sheet_of_which_set_it_is(keys):
    html = page(all_sheets(31), 31, keys)
    heads = re.findall(r"<header>(.*?)</header>", html)
    assert [re.search(r"sheet (\d), set (\d+)", head).groups() for head in heads] == [
        (str(n), "31") for n in (1, 2, 3, 4)
    ]
    assert all(("Name:" in head and "Date:" in head) != keys for head in heads)


class Balance(HTMLParser):
    """Complains about a tag that is not closed, or closed in the wrong order."""

    open: list

    def handle_starttag(self, tag, attrs):
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("keys", [False, True])
def test_the_page_is_whole(keys):
    html = page(all_sheets(6), 6, keys)
    checker = Balance()
    checker.open = []
    checker.feed(html)
    assert not checker.open and '<html lang="en" data-theme="light">' in html
    for drawn in re.findall(r"<svg.*?</svg>", html, re.S):
        assert re.search(r'aria-label="Tree with the leaves \(', drawn) and "<desc>" in drawn
    widths = {len(row) for n in range(len(re.findall("<tbody>", html))) for row in cells(html, n)}
    assert widths == {4, 6, 12}, "every row is as wide as its table"


# --- files ---------------------------------------------------------------------------------


def test_a_seed_gives_the_same_bytes_and_others_give_other_numbers(tmp_path):
    one, again = write(3, tmp_path / "a", pdf=False), write(3, tmp_path / "b", pdf=False)
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in again]
    for kind in range(4):
        assert len({parts(seed, kind)[0] for seed in SEEDS}) == len(SEEDS)


def test_answers_stand_apart(tmp_path):
    exercises, answers = write(5, tmp_path, pdf=False)
    assert exercises.name == "exercises.html" and answers.name == "answers.html"
    for sheet in all_sheets(5):
        assert sheet.title in exercises.read_text("utf-8")
    assert answers.read_text("utf-8").count("<section>") == 4


def test_the_contents_link_to_every_file(tmp_path):
    files = write(-2, tmp_path, pdf=False) + write(10, tmp_path, pdf=False)
    files += write(9, tmp_path, pdf=False)
    (tmp_path / "set-10" / "answers.pdf").write_text("")
    (tmp_path / "set-old").mkdir()
    html = index(tmp_path)
    links = re.findall(r'href="(.*?)"', html)
    assert {tmp_path / link for link in links} == {*files, tmp_path / "set-10" / "answers.pdf"}
    assert re.findall(r"Set (\S+):", html) == ["-2", "9", "10"]


def test_no_pdf_of_an_older_page_stays(tmp_path):
    html = tmp_path / "answers.html"
    html.with_suffix(".pdf").write_text("last year's numbers")
    assert not print_pdf(html, "true") and not html.with_suffix(".pdf").exists()


def test_without_chromium_the_html_is_there_and_a_sentence_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(handouts, "find_browser", lambda: None)
    assert main(["4"], tmp_path) == 0
    said = capsys.readouterr().out
    assert "set-4/exercises.html" in said and "index.html" in said
    assert "No PDF of answers.html: Chromium is not here" in said


def test_several_seeds_and_none():
    assert seeds(["7", "8"]) == [7, 8] and seeds([]) == [1] and seeds(["-1", "0"]) == [-1, 0]


@pytest.mark.parametrize("words", [["x"], ["7.5"], [""], ["7", "8,9"], ["1e9"], ["9" * 300]])
def test_a_wrong_seed_is_one_sentence(words):
    with pytest.raises(SystemExit, match=r"^SEED must be a whole number.*, got '.*'\.$"):
        seeds(words)
