"""Right evaluators of Pacman and capture the flag in several styles."""

from lib.evaluate import capture_good, pacman_good


def pacman_manhattan(game, state):
    """Straight distances through walls, weights in one table."""
    if not state.food:
        return 10_000.0 + state.score
    if state.lost:
        return -10_000.0 + state.score

    def way(cell):
        return abs(cell[0] - state.pacman[0]) + abs(cell[1] - state.pacman[1])

    scared = sorted(way(g.position) for g in state.ghosts if g.scared)
    awake = sorted(way(g.position) for g in state.ghosts if not g.scared)
    weights = {
        "score": state.score,
        "food": 8 / (1 + min(map(way, state.food))),
        "hunt": sum(max(0, 90 - 4 * d) for d in scared),
        "fear": -sum(200 for d in awake if d <= 1),
        "work": -len(state.food),
    }
    return sum(weights.values())


class PacmanTerms:
    """A generator of terms; around walls; capsules attract."""

    def __call__(self, game, state):
        return float(sum(self.terms(game, state)))

    def terms(self, game, state):
        yield game.score(state)
        if game.is_win(state) or game.is_lose(state):
            yield 50_000 if game.is_win(state) else -50_000
            return
        yield -0.5 * min(self.steps(game, state, state.food))
        yield -2 * len(state.capsules)
        hunted = [g for g in state.ghosts if g.scared]
        hunters = [g.position for g in state.ghosts if not g.scared]
        yield sum(sorted(60 / (1 + game.distance(state.pacman, g.position)) for g in hunted))
        near = sum(d <= 1 for d in self.steps(game, state, hunters))
        yield -300 * near

    def steps(self, game, state, cells):
        return [game.distance(state.pacman, cell) for cell in cells]


def capture_lists(game, state):
    """One loop over the four agents, signs looked up; straight distances."""
    if game.is_terminal(state):
        lead = state.home[0] - state.home[1]
        return 1000.0 * ((lead > 0) - (lead < 0)) + lead
    total = state.home[0] - state.home[1]
    terms = []
    for agent, player in enumerate(state.players):
        sign = 1 if agent % 2 == 0 else -1
        x, y = player.position
        goals = [c for c in state.food if not game.is_home(agent, c)]
        nearest = min((game.distance((x, y), c) for c in goals), default=50)
        worth = 0.6 * player.carrying - 0.002 * nearest
        if player.carrying > 1:
            edge = game.width // 2 - (agent % 2 == 0)
            worth -= 0.01 * abs(x - edge)
        if game.is_pacman(state, agent):
            hunters = [
                game.distance((x, y), state.players[r].position)
                for r in ((agent + 1) % 4, (agent + 3) % 4)
                if not game.is_pacman(state, r) and not state.players[r].scared
            ]
            worth -= 0.2 * sum(d <= 1 for d in hunters)
        terms.append(sign * worth)
    return total + sum(sorted(terms))


class CaptureTeams:
    """A class for one team; the other team is the same with the sign turned."""

    def __call__(self, game, state):
        red, blue = (self.worth(game, state, team) for team in (0, 1))
        return red - blue + self.end(game, state)

    def end(self, game, state):
        if not game.is_terminal(state) or game.score(state) == 0:
            return 0
        return 500 if game.score(state) > 0 else -500

    def worth(self, game, state, team):
        mine = [state.players[team], state.players[team + 2]]
        luggage = sum(sorted(self.luggage(game, team, player) for player in mine))
        food = [c for c in state.food if not game.is_home(team, c)]
        ways = sorted(min((game.distance(p.position, c) for c in food), default=40) for p in mine)
        return state.home[team] + luggage - 0.005 * sum(ways)

    def luggage(self, game, team, player):
        home = min(
            game.distance(player.position, cell)
            for cell in game.maze.moves
            if game.is_home(team, cell)
        )
        return player.carrying * (0.7 - 0.02 * min(home, 20))


RIGHT = {
    "evaluate_pacman": [pacman_good, pacman_manhattan, PacmanTerms()],
    "evaluate_capture": [capture_good, capture_lists, CaptureTeams()],
}
