"""Right solutions of the UCB1 group in several styles."""

import ast
import math
import re
from itertools import count
from math import inf, log, sqrt
from types import SimpleNamespace

# ucb1 ----------------------------------------------------------------------------------------


def ucb1_plain(total, visits, parent_visits, c):
    if visits == 0:
        return math.inf
    return total / visits + c * math.sqrt(math.log(parent_visits) / visits)


def ucb1_powers(total, visits, parent_visits, c):
    """Other order of the same operations: other last bits."""
    try:
        return (total + c * (visits * log(parent_visits)) ** 0.5) / visits
    except (ZeroDivisionError, ValueError):
        return inf


class Ucb1Class:
    def __call__(self, total, visits, parent_visits, c):
        parts = [self.mean, self.bonus]
        return sum(part(total, visits, parent_visits, c) for part in parts) if visits else 1e400

    def mean(self, total, visits, parent_visits, c):
        return total * visits**-1

    def bonus(self, total, visits, parent_visits, c):
        return c * sqrt(log(parent_visits)) / sqrt(visits)


# choose --------------------------------------------------------------------------------------


def choose_plain(children, c):
    for index, child in enumerate(children):
        if child.visits == 0:
            return index
    parent = sum(child.visits for child in children)
    values = [ucb1_plain(child.total, child.visits, parent, c) for child in children]
    return values.index(max(values))


def choose_loop(children, c):
    parent, best, found = 0, None, None
    for child in children:
        parent += child.visits
    for index in range(len(children)):
        child = children[index]
        value = ucb1_powers(child.total, child.visits, parent, c)
        if best is None or value > best:
            best, found = value, index
    return found


def choose_key(children, c):
    logs = log(max(1, sum(k.visits for k in children)))

    def key(pair):
        kid = pair[1]
        return inf if not kid.visits else kid.total / kid.visits + c * sqrt(logs / kid.visits)

    return max(zip(count(), children), key=key)[0]


# ucb_from_java -------------------------------------------------------------------------------


def port_plain(wins, visits, parent_visits):
    if visits == 0:
        return 2147483647
    return float(wins) / visits + sqrt(2) * sqrt(log(parent_visits) / visits)


def port_inside(wins, visits, parent_visits):
    return wins / visits + (2 * log(parent_visits) / visits) ** 0.5 if visits else inf


class Port:
    def __call__(self, wins, visits, parent_visits):
        return ucb1_powers(wins, visits, parent_visits, sqrt(2))


# parse_log -----------------------------------------------------------------------------------


def log_dicts(text):
    """Dicts; the lists are read by Python's own parser."""
    chunks = re.split(r"INFO:(?=child actions)", text)
    if chunks[0].strip() or len(chunks) < 2:
        raise ValueError("no log")
    return [_dict(chunk) for chunk in chunks[1:]]


def _dict(chunk):
    head = r"child actions\s+(\d+)(.*)choices_weights(.*)params <score, tries>(.*)"
    match = re.fullmatch(head + r"best_action_sim (.*), best_action ([^\n]*)\s*", chunk, re.DOTALL)
    if not match:
        raise ValueError("parts are missing")
    number, names, weights, params, sim, best = match.groups()
    names, weights, params = (part.replace("INFO:", "") for part in (names, weights, params))
    try:
        actions = ast.literal_eval(names.strip())
        pairs = [ast.literal_eval(f"({inner})") for inner in re.findall(r"<([^<>]*)>", params)]
        weights = ast.literal_eval(weights.strip())
    except SyntaxError:
        raise ValueError("a list is damaged") from None
    if not int(number) == len(actions) == len(weights) == len(pairs) - 1:
        raise ValueError("the numbers do not fit")
    if sim not in actions or best not in actions:
        raise ValueError("unknown action")
    return {
        "actions": actions,
        "weights": weights,
        "pairs": pairs[:-1],
        "parent": pairs[-1],
        "best_action_sim": sim,
        "best_action": best,
    }


def log_generator(text):
    """Objects, one after the other."""
    return (SimpleNamespace(**entry) for entry in log_dicts(text))


def log_single(text):
    """A bare tuple where there is one entry only."""
    found = [tuple(entry.values()) for entry in log_dicts(text)]
    return found[0] if len(found) == 1 else found


RIGHT = {
    "ucb1": [ucb1_plain, ucb1_powers, Ucb1Class()],
    "choose": [choose_plain, choose_loop, choose_key],
    "ucb_from_java": [port_plain, port_inside, Port()],
    "parse_log": [log_dicts, log_generator, log_single],
}
