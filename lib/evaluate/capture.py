"""Evaluators for capture the flag: a heuristic from design notes, and a well-scaled one of ours.

Red is MAX. In the mirror, where the teams are swapped, every value changes its sign.
"""

_RED, _BLUE = 0, 1  # teams; agent i belongs to team i % 2
_SURE = 1e6  # more than any amount of food


def capture_notes_literal(game, state) -> float:
    """The notes as they stand: food at home - food abroad + room to flee - way to the invader.

    The third of the five terms was left blank and counts 0. "The opponent" was one in the notes;
    here each rival counts, or red's view would not be the negative of blue's. Known fault: one
    step of distance weighs as much as one food, so running away beats eating. Values reach 100
    on a large map: `scaled(capture_notes_literal, 30)`.
    """
    return sum(notes_terms(game, state, invaders=0))


def capture_notes_filled(game, state) -> float:
    """The notes with the third term filled in: -1 for an opponent on our half, +1 on theirs."""
    return sum(notes_terms(game, state, invaders=1))


def notes_terms(game, state, invaders: float) -> tuple[float, ...]:
    """The five terms of the notes, red's view; `invaders` is the weight of the third."""
    at_home = sum(game.is_home(_RED, cell) for cell in state.food)
    pacman = [game.is_pacman(state, agent) for agent in range(4)]
    flee = chase = 0
    for red in (0, 2):
        for blue in (1, 3):
            way = game.distance(state.players[red].position, state.players[blue].position)
            if pacman[red] and not pacman[blue]:
                flee += way
            if pacman[blue] and not pacman[red]:
                chase -= way
    abroad = len(state.food) - at_home
    third = invaders * (sum(pacman[_RED::2]) - sum(pacman[_BLUE::2]))
    return -abroad, at_home, third, flee, chase


def capture_good(game, state) -> float:
    """What red has, brought or hopes for, minus blue's, in food; `scaled(capture_good, 5)`."""
    lead = game.score(state) if game.is_terminal(state) else 0
    outcome = _SURE * ((lead > 0) - (lead < 0))
    return _team_value(game, state, _RED) - _team_value(game, state, _BLUE) + outcome


def _team_value(game, state, team: int) -> float:
    """Food at home, food carried, and the chances of the two agents of a team."""
    return state.home[team] + sum(_agent_value(game, state, a) for a in (team, team + 2))


def _agent_value(game, state, agent: int) -> float:
    """What one agent carries and hopes for; a lone guard and a lone raider are both welcome.

    hunger   0.3 / (distance + 1) for the nearest food of the other team
    guard    0.2 / (distance + 1) for the nearest invader, if this ghost is not scared
    luggage  from 0.5 to 0.8 for each food carried, more the nearer the way home
    risk     the nearest rival ghost that is not scared: more with luggage
    """
    player = state.players[agent]
    steps = game.maze.distances_from(player.position)
    food = (steps[cell] for cell in state.food if not game.is_home(agent, cell))
    hunger = max((0.3 / (way + 1) for way in food), default=0.0)
    if not game.is_pacman(state, agent):
        invaders = rivals(game, state, agent, lambda rival, pacman: pacman and not player.scared)
        return hunger + max((0.2 / (way + 1) for way in invaders), default=0.0)
    home = min(steps[cell] for cell in steps if game.is_home(agent, cell))
    luggage = player.carrying * (0.5 + 0.3 / (home + 1))
    ghosts = rivals(game, state, agent, lambda rival, pacman: not pacman and not rival.scared)
    fear = 0.2 + 0.3 * player.carrying
    return hunger + 0.25 + luggage - max((fear / (way + 1) ** 2 for way in ghosts), default=0.0)


def rivals(game, state, agent: int, wanted) -> list[float]:
    """The ways to those rivals that `wanted(player, is_pacman)` picks."""
    here = state.players[agent].position
    return [
        game.distance(here, state.players[other].position)
        for other in ((agent + 1) % 4, (agent + 3) % 4)
        if wanted(state.players[other], game.is_pacman(state, other))
    ]
