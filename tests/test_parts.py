"""The stored results of lessons 10 and 11: exact positions, decisions that can be made again."""

import lib.fast
from lib.files import stored_results
from tools.bench import parts


def test_the_positions_of_the_parts_have_exact_values():
    for position in parts.exact_positions("connect4_parts")[::200]:
        side = parts.GAME.side(position.state)
        scores = lib.fast.solve_actions(parts.GAME, position.state)
        signs = {a: side * ((n > 0) - (n < 0)) for a, n in scores.items()}
        assert position.values == signs and len(set(signs.values())) > 1


def test_stored_decisions_can_be_made_again():
    stored = stored_results("decisions")
    rows = {(row["search"], row["iterations"]): row["bad"] for row in stored["connect4"]}
    assert {len(bad) for bad in rows.values()} == {parts.COUNT}
    assert set(rows) == {(name, n) for name in parts.SEARCHES for n in parts.BUDGETS[name]}
    some = parts.exact_positions("connect4_parts")[:30]
    judged = [
        (p.state, {a for a, v in p.values.items() if v == max(p.values.values())}) for p in some
    ]
    for name in ("plain", "solver", "RAVE, k = 10", "squashed, C = 42"):
        again = parts.row(parts.GAME, name, 50, judged)
        assert again["bad"] == rows[name, 50][:30]
