"""Wrong evaluators: one fault at a time in an otherwise right one."""

import math
import random
from functools import partial
from math import fsum

from check.misconception import misconception

SURE = 1e6  # more than any number of points that a game can bring


class PacmanValue:
    """A right evaluator of Pacman in pieces, all in points of the game."""

    def __call__(self, game, state):
        if game.is_win(state):
            return self.won(game, state)
        if game.is_lose(state):
            return self.lost(game, state)
        return self.running(game, state)

    def won(self, game, state):
        return SURE + game.score(state)

    def lost(self, game, state):
        return -SURE + game.score(state)

    def running(self, game, state):
        parts = (self.points, self.appetite, self.chase, self.danger)
        return fsum(part(game, state) for part in parts)

    def points(self, game, state):
        return game.score(state)

    def appetite(self, game, state):
        """At most 5 beside the nearest food: eating it brings 10."""
        return 10 / (1 + min(self.food_ways(game, state)))

    def food_ways(self, game, state):
        return [game.distance(state.pacman, cell) for cell in state.food]

    def chase(self, game, state):
        """At most 100 beside a scared ghost: eating it brings 200."""
        return fsum(self.hope(game, state, ghost) for ghost in state.ghosts if ghost.scared)

    def hope(self, game, state, ghost):
        return 100 * max(0.0, 1 - self.way(game, state, ghost) / ghost.scared)

    def danger(self, game, state):
        return -fsum(self.fear(game, state, ghost) for ghost in state.ghosts if not ghost.scared)

    def fear(self, game, state, ghost):
        return 100 / (1 + self.way(game, state, ghost)) ** 2

    def way(self, game, state, ghost):
        return game.distance(state.pacman, ghost.position)


bug = partial(misconception, "evaluate_pacman")


@bug(
    "more food is better",
    "adds a bonus for the food that is left",
    "Food that is left is work that is left. Which sign does it get?",
)
class MoreFood(PacmanValue):
    def appetite(self, game, state):
        return 12 * len(state.food)


@bug(
    "nothing but the score",
    "returns the score of the game so far, and nothing else",
    "Most moves cost a point and change nothing else. What tells a good move from a bad one then?",
)
class NothingButScore(PacmanValue):
    def __call__(self, game, state):
        return game.score(state)


@bug(
    "the score is left out",
    "leaves out the score",
    "Eating a ghost brings 200 points. Where would your value show them?",
)
class NoScore(PacmanValue):
    def points(self, game, state):
        return 0


@bug(
    "the way to food weighs more than food",
    "takes off more for the way to the food than eating it brings",
    "After the meal the next food is far away. What happens to your value at that moment?",
)
class LongWay(PacmanValue):
    def appetite(self, game, state):
        return -6 * min(self.food_ways(game, state))


@bug(
    "all food attracts as if it were not eaten",
    "adds a large attraction for every food, so that eating loses more than it brings",
    "Add up what one food gives while it is there, and what eating it gives. Which is more?",
)
class SumOfFood(PacmanValue):
    def appetite(self, game, state):
        return sum(30 / (1 + way) for way in self.food_ways(game, state))


@bug(
    "no food crashes",
    "looks for the nearest food when there is none",
    "What is the smallest element of an empty list? When is the food empty?",
)
class NoFoodCrashes(PacmanValue):
    def won(self, game, state):
        return self.running(game, state) + SURE


@bug(
    "no ghosts crashes",
    "looks for the nearest ghost where there is none",
    "A layout may have no ghosts. What is the smallest element of an empty list?",
)
class NoGhostsCrashes(PacmanValue):
    def danger(self, game, state):
        nearest = min(state.ghosts, key=lambda ghost: self.way(game, state, ghost))
        return super().danger(game, state) + 0 * self.way(game, state, nearest)


@bug(
    "1 / distance",
    "divides by the distance to a ghost, which may be 0",
    "A ghost that was eaten on its start cell is back there at once. How far away is it?",
)
class DividesByZero(PacmanValue):
    def fear(self, game, state, ghost):
        return 50 / self.way(game, state, ghost)


@bug(
    "every ghost is dangerous",
    "keeps away from scared ghosts too",
    "A scared ghost is 200 points on legs. Do you ask whether a ghost is scared?",
)
class AllDangerous(PacmanValue):
    def chase(self, game, state):
        return -fsum(self.fear(game, state, ghost) for ghost in state.ghosts if ghost.scared)


@bug(
    "every ghost is a meal",
    "chases ghosts that are not scared",
    "Which of the ghosts may be touched?",
)
class AllMeals(PacmanValue):
    def danger(self, game, state):
        return -super().danger(game, state)


@bug(
    "farther from a scared ghost is better",
    "gives more for a scared ghost the farther away it is",
    "Walk towards a scared ghost in your mind. Does your value rise?",
)
class FleesMeals(PacmanValue):
    def hope(self, game, state, ghost):
        return 3 * self.way(game, state, ghost)


@bug(
    "scared ghosts do not count",
    "does not look at scared ghosts",
    "A scared ghost near by is worth more than one far away. Where does your value show it?",
)
class IgnoresScared(PacmanValue):
    def chase(self, game, state):
        return 0


@bug(
    "the timer is a penalty",
    "takes points off for the time that ghosts stay scared",
    "Eat a capsule: all timers jump to 40. Should your value fall?",
)
class TimerPenalty(PacmanValue):
    def chase(self, game, state):
        return super().chase(game, state) - 6 * sum(ghost.scared for ghost in state.ghosts)


@bug(
    "capsules are kept",
    "adds a large bonus for the capsules that are left",
    "Compare the state before and after eating one. Which is higher?",
)
class KeepsCapsules(PacmanValue):
    def points(self, game, state):
        return game.score(state) + 400 * len(state.capsules)


@bug(
    "a wall at a certain distance",
    "loses its bonus when a scared ghost comes near",
    "Go nearer to a scared ghost, step by step. Where does your value drop?",
)
class Barrier(PacmanValue):
    def hope(self, game, state, ghost):
        return super().hope(game, state, ghost) if self.way(game, state, ghost) > 2 else 0


@bug(
    "only the last ghost's timer",
    "takes the timer of the last ghost for all of them",
    "Each ghost has its own timer. What if you swap two ghosts?",
)
class LastTimer(PacmanValue):
    def running(self, game, state):
        if state.ghosts:
            timer = state.ghosts[-1].scared
            ghosts = tuple(ghost._replace(scared=timer) for ghost in state.ghosts)
            state = state._replace(ghosts=ghosts)
        return super().running(game, state)


@bug(
    "only the first ghost",
    "looks at the first ghost only",
    "Any ghost may be the dangerous one. What if you swap two ghosts?",
)
class FirstGhost(PacmanValue):
    def running(self, game, state):
        return super().running(game, state._replace(ghosts=state.ghosts[:1]))


@bug(
    "weights by the ghost's number",
    "weighs ghosts by their number",
    "Ghost 1 and ghost 2 are equally dangerous. What if you swap them?",
)
class NumberedGhosts(PacmanValue):
    def danger(self, game, state):
        terms = enumerate(state.ghosts, 1)
        return -fsum(n * self.fear(game, state, g) for n, g in terms if not g.scared)

    def chase(self, game, state):
        terms = enumerate(state.ghosts, 1)
        return fsum(self.hope(game, state, g) / n for n, g in terms if g.scared)


@bug(
    "x and y mixed up",
    "compares the x of one with the y of the other",
    "Write down the distance from (1, 5) to (5, 1) with your formula. Is it 0?",
)
class MixedAxes(PacmanValue):
    def way(self, game, state, ghost):
        (x, y), (gx, gy) = state.pacman, ghost.position
        return abs(x - gy) + abs(y - gx)


@bug(
    "a win is only its points",
    "does not know that a won game is won",
    "A won game with few points, a running game with many. Which is higher in yours?",
)
class WinIsPoints(PacmanValue):
    def won(self, game, state):
        return game.score(state)


@bug(
    "a loss is only its points",
    "does not know that a lost game is lost",
    "Pacman is dead but has many points. Is that better than being alive with few?",
)
class LossIsPoints(PacmanValue):
    def lost(self, game, state):
        return game.score(state)


@bug(
    "a loss counts like a win",
    "treats all finished games alike",
    "A game may be over for two reasons. Which method tells them apart?",
)
class LossIsWin(PacmanValue):
    def lost(self, game, state):
        return self.won(game, state)


@bug(
    "infinity for a win",
    "returns infinity for a won game",
    "Searches subtract and average values. What is infinity minus infinity?",
)
class Infinite(PacmanValue):
    def won(self, game, state):
        return math.inf


@bug(
    "the view of whoever is to move",
    "turns its sign when a ghost is to move",
    "Every number is MAX's, Pacman's. Does it matter whose turn it is?",
)
class MoversView(PacmanValue):
    def __call__(self, game, state):
        value = super().__call__(game, state)
        return value if state.agent == 0 else -value


@bug(
    "not the same twice",
    "gives another number for the same state: it is random, or it remembers earlier calls",
    "Ask twice for the same state. Which line of yours makes the difference?",
)
class Noise(PacmanValue):
    def __call__(self, game, state):
        return super().__call__(game, state) + random.uniform(-1e-3, 1e-3)


@bug(
    "it changes the game",
    "changes the game that it was given",
    "Others use the same game. Which line of yours writes into it?",
)
class ChangesGame(PacmanValue):
    def __call__(self, game, state):
        game.max_moves = 999
        return super().__call__(game, state)


@bug(
    "text instead of a number",
    "returns text",
    "A search compares values. What is 'high' minus 'low'?",
)
class ReturnsText(PacmanValue):
    def __call__(self, game, state):
        return f"{super().__call__(game, state):.1f}"


@bug(
    "always the same",
    "returns the same number for every state",
    "Which of two states is better? Your value should tell.",
)
class Constant(PacmanValue):
    def __call__(self, game, state):
        return 0.0


# Capture the flag


class CaptureValue:
    """A right evaluator of capture the flag in pieces: red's hopes minus blue's."""

    def __call__(self, game, state):
        value = self.team(game, state, 0) - self.team(game, state, 1)
        return value + self.outcome(game, state)

    def outcome(self, game, state):
        if not game.is_terminal(state):
            return 0.0
        lead = game.score(state)
        return SURE * ((lead > 0) - (lead < 0))

    def team(self, game, state, team):
        agents = (team, team + 2)
        return self.points(state, team) + fsum(self.agent(game, state, a) for a in agents)

    def points(self, state, team):
        return state.home[team]

    def agent(self, game, state, agent):
        if game.is_pacman(state, agent):
            return self.pacman(game, state, agent) + self.hunger(game, state, agent)
        return self.guard(game, state, agent) + self.hunger(game, state, agent)

    def pacman(self, game, state, agent):
        """From 0.5 to 0.8 for each food carried, less what a ghost near by may take."""
        player = state.players[agent]
        home = min(
            way
            for cell, way in game.maze.distances_from(player.position).items()
            if game.is_home(agent, cell)
        )
        luggage = player.carrying * (0.5 + 0.3 / (1 + home))
        return 0.25 + luggage - self.risk(game, state, agent)

    def risk(self, game, state, agent):
        ways = [
            w for w, rival, home in self.rivals(game, state, agent) if home and not rival.scared
        ]
        weight = 0.2 + 0.3 * state.players[agent].carrying
        return max((weight / (1 + way) ** 2 for way in ways), default=0.0)

    def guard(self, game, state, agent):
        """At most 0.2 beside an invader."""
        if state.players[agent].scared:
            return 0.0
        ways = [way for way, _, home in self.rivals(game, state, agent) if not home]
        return max((0.2 / (1 + way) for way in ways), default=0.0)

    def hunger(self, game, state, agent):
        """At most 0.15 beside food of the other team."""
        ways = game.maze.distances_from(state.players[agent].position)
        food = [ways[cell] for cell in state.food if not game.is_home(agent, cell)]
        return max((0.3 / (1 + way) for way in food), default=0.0)

    def rivals(self, game, state, agent):
        """(way, player, whether it is at home) of the two rivals."""
        here = state.players[agent].position
        for other in ((agent + 1) % 4, (agent + 3) % 4):
            rival = state.players[other]
            home = not game.is_pacman(state, other)
            yield game.distance(here, rival.position), rival, home


capture_bug = partial(misconception, "evaluate_capture")


@capture_bug(
    "only red counts",
    "looks at red only",
    "Blue's gain is red's loss. What does your value say in the mirror, with the teams swapped?",
)
class OnlyRed(CaptureValue):
    def team(self, game, state, team):
        return super().team(game, state, team) if team == 0 else 0.0


@capture_bug(
    "blue counts half",
    "weighs blue's chances less than red's",
    "In the mirror every value must change its sign. Are both teams weighed alike?",
)
class BlueHalf(CaptureValue):
    def team(self, game, state, team):
        return super().team(game, state, team) / (1 + team)


@capture_bug(
    "the view of whoever is to move",
    "turns its sign when blue is to move",
    "Every number is MAX's, red's. Does it matter whose turn it is?",
)
class CaptureMoversView(CaptureValue):
    def __call__(self, game, state):
        return (-1) ** state.agent * super().__call__(game, state)


@capture_bug(
    "blue's view",
    "counts for blue instead of red",
    "Which team is MAX?",
)
class BluesView(CaptureValue):
    def __call__(self, game, state):
        return -super().__call__(game, state)


@capture_bug(
    "both teams are added",
    "adds the chances of both teams",
    "What is good for blue is bad for red. Which sign does blue get?",
)
class BothAdded(CaptureValue):
    def __call__(self, game, state):
        value = self.team(game, state, 0) + self.team(game, state, 1)
        return value + self.outcome(game, state)


@capture_bug(
    "food at home does not count",
    "leaves out the food that was brought home",
    "Bringing food home ends the carrying. Where does its worth show afterwards?",
)
class NoPoints(CaptureValue):
    def points(self, state, team):
        return 0


@capture_bug(
    "carried food does not count",
    "gives nothing for the food that is carried",
    "Eating takes the nearest food away from your value. What comes in its place?",
)
class NoLuggage(CaptureValue):
    def pacman(self, game, state, agent):
        return 0.25 - self.risk(game, state, agent)


@capture_bug(
    "carrying is better than bringing home",
    "gives more for carried food than for food at home",
    "Stand at the border with 3 food and step home. Does your value rise?",
)
class KeepsLuggage(CaptureValue):
    def pacman(self, game, state, agent):
        return super().pacman(game, state, agent) + 2 * state.players[agent].carrying


@capture_bug(
    "the own food attracts",
    "sends agents to the food of their own team",
    "Whose food can an agent eat? Whose should it go for?",
)
class OwnFood(CaptureValue):
    def hunger(self, game, state, agent):
        ways = game.maze.distances_from(state.players[agent].position)
        food = [ways[cell] for cell in state.food if game.is_home(agent, cell)]
        return max((3.0 / (1 + way) for way in food), default=0.0)


@capture_bug(
    "no food crashes",
    "looks for the nearest food when there is none",
    "All food of a side may be carried at one time. What is the smallest of nothing?",
)
class CaptureNoFood(CaptureValue):
    def hunger(self, game, state, agent):
        ways = game.maze.distances_from(state.players[agent].position)
        return 0.3 / (1 + min(ways[cell] for cell in state.food if not game.is_home(agent, cell)))


@capture_bug(
    "farther from the invader is better",
    "rewards the distance to an invader",
    "A ghost at home catches invaders. Should it come nearer?",
)
class FleesInvader(CaptureValue):
    def guard(self, game, state, agent):
        return -super().guard(game, state, agent)


@capture_bug(
    "a scared rival is a danger",
    "fears scared ghosts more than others",
    "A capsule scares the rivals. Should your value fall when it is eaten?",
)
class FearsScared(CaptureValue):
    def risk(self, game, state, agent):
        ways = [
            way for way, rival, home in self.rivals(game, state, agent) if home and rival.scared
        ]
        return super().risk(game, state, agent) + max((2 / (1 + w) for w in ways), default=0.0)


@capture_bug(
    "only the first agent of a team",
    "looks at the first agent of each team only",
    "Two agents play for each team. What if they change places?",
)
class FirstAgent(CaptureValue):
    def team(self, game, state, team):
        return self.points(state, team) + self.agent(game, state, team)


@capture_bug(
    "a win is only its points",
    "does not know that a won game is won",
    "A game won by 1, a running game with a lead of 10. Which is higher in yours?",
)
class CaptureWinIsPoints(CaptureValue):
    def outcome(self, game, state):
        return 0.0


@capture_bug(
    "every end is a win",
    "takes every finished game for won",
    "A game may end with blue in front. What decides?",
)
class EveryEndWins(CaptureValue):
    def outcome(self, game, state):
        return SURE if game.is_terminal(state) else 0.0


@capture_bug(
    "infinity for a win",
    "returns infinity for a won game",
    "Searches subtract and average values. What is infinity minus infinity?",
)
class CaptureInfinite(CaptureValue):
    def outcome(self, game, state):
        lead = super().outcome(game, state)
        return math.copysign(math.inf, lead) if lead else 0.0


@capture_bug(
    "not the same twice",
    "gives another number for the same state: it is random, or it remembers earlier calls",
    "Ask twice for the same state. Which line of yours makes the difference?",
)
class CaptureNoise(CaptureValue):
    def __call__(self, game, state):
        return super().__call__(game, state) + random.uniform(-1e-3, 1e-3)


@capture_bug(
    "nothing but the score",
    "returns the score so far, and nothing else, also when the game is over",
    "Most moves do not change the score. What tells a good move from a bad one then?",
)
class CaptureScoreOnly(CaptureValue):
    def __call__(self, game, state):
        return game.score(state)


@capture_bug(
    "the score alone",
    "returns the score alone",
    "Most moves do not change the score. What tells a good move from a bad one then?",
)
class ScoreAlone(CaptureValue):
    def agent(self, game, state, agent):
        return 0.0


@capture_bug(
    "it changes the game",
    "changes the game that it was given",
    "Others use the same game. Which line of yours writes into it?",
)
class CaptureChangesGame(CaptureValue):
    def __call__(self, game, state):
        game.max_moves = 999
        return super().__call__(game, state)
