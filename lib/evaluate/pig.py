"""An evaluator for Pig: who is ahead, on a scale on which winning counts 1."""


def pig_lead(game, state) -> float:
    """The lead in Pig as a share of the goal, from -1 to 1; the turn total counts as banked.

    While the die is in the air the total counts only as far as it is likely to be kept.
    """
    x, o, total, player, rolling = state[:5]
    kept = total * (1 - game.die.get(1, 0)) if rolling else total
    return (x - o + (kept if player == 0 else -kept)) / game.goal
