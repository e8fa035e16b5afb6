"""Self-play that can be read: PUCT with a network, games against itself, and what they teach.

`lib.learn.compiled` does the same with the same `luck`: luck[ply] holds a random number for the
noise of each column and one for the move, the last row one for the length of the opening.
"""

from functools import partial
from math import exp, sqrt

import numpy as np

from lib.game import Action, State
from lib.games import ConnectFour
from lib.learn import network as net
from lib.search.mcts import expand, iterate, select
from lib.search.solver import SolverNode, backpropagate_proofs

EXPLORATION = 2.0  # c of PUCT
OPENING = 10  # random plies before a game, at most
DRAWN = 12  # so many plies are drawn by visits; after that the most visited is played
NOISE = 0.25  # the share of noise in the priors of the root


class ProofNode(SolverNode):
    """A node with the priors of its actions, and its exact value once that is proven."""

    priors: dict[Action, float]  # set by `search`


def opinion(
    game: ConnectFour, weights: np.ndarray | tuple[float, ...], state: State
) -> tuple[float, dict[Action, float]]:
    """What the network says: MAX's value, and the share that each legal move deserves."""
    if isinstance(weights, tuple):
        value, numbers = net.plain_forward(game, weights, state)
        legal = game.actions(state)
        powers = {a: exp(numbers[a] - max(numbers[b] for b in legal)) for a in legal}
        return game.side(state) * value, {a: p / sum(powers.values()) for a, p in powers.items()}
    values, logits, *_ = net.forward(net.layers(game, weights), net.inputs(game, state)[None])
    moves = net.policy(logits[0], net.legal_moves(game, state))
    return game.side(state) * float(values[0]), {a: float(moves[a]) for a in game.actions(state)}


def search(game, state, weights, simulations, noise=None, c=EXPLORATION) -> ProofNode:
    """The root of a PUCT tree: leaves are rated by the network, not by rollouts; proofs count."""
    root, values = ProofNode(game, state), {}
    root.priors = opinion(game, weights, state)[1]
    if noise is not None:
        root.priors = {a: (1 - NOISE) * p + NOISE * noise[a] for a, p in root.priors.items()}

    def expand_promising(game, node, rng):
        leaf = expand(game, node, rng, lambda *_: max(node.untried, key=node.priors.get))
        if leaf.side is not None:
            values[leaf.state], leaf.priors = opinion(game, weights, leaf.state)
        return leaf

    phases = {"select": partial(select, choose=_choose_puct), "expand": expand_promising}
    phases["backpropagate"] = partial(backpropagate_proofs, game, 1)
    for _ in range(simulations):
        if root.proven is None:
            iterate(game, root, c, None, lambda game, leaf, rng: values[leaf], **phases)
    return root


def _choose_puct(game: ConnectFour, node: ProofNode, c: float) -> ProofNode | None:
    """The unproven child with the largest PUCT bound; None if an untried action is due."""
    spread = c * sqrt(node.visits)

    def bound(child):
        return node.side * child.mean + spread * node.priors[child.action] / (1 + child.visits)

    best = max((n for n in node.children.values() if n.proven is None), key=bound, default=None)
    if best is None or not node.untried:
        return best
    untried = node.side * node.mean + spread * max(node.priors[a] for a in node.untried)
    return best if bound(best) >= untried else None


def visit_shares(game: ConnectFour, root: ProofNode) -> np.ndarray:
    """The share of the visits of each move that keeps the value, or is not proven to lose."""
    counts, keeps = np.zeros(game.width), np.zeros(game.width)
    for action in game.actions(root.state):
        child = root.children.get(action)
        known = child.proven if child else None
        keeps[action] = known == root.proven if root.proven is not None else known != -root.side
        counts[action] = child.visits * keeps[action] if child else 0
    counts = counts if counts.any() else keeps
    return counts / counts.sum()


def play_game(game: ConnectFour, weights: np.ndarray, simulations: int, luck: np.ndarray):
    """A game to learn from: (state, shares, target: half the result, half the search's mean)."""
    state, seen, result = random_opening(game, luck), [], None
    while result is None:
        ply = (state[0] | state[1]).bit_count()
        noise = {a: float(-np.log(1 - luck[ply, a])) for a in game.actions(state)}
        shares = {a: number / sum(noise.values()) for a, number in noise.items()}  # Dirichlet
        root = search(game, state, weights, simulations, shares)
        moves = visit_shares(game, root)
        seen.append((state, moves, root.mean if root.proven is None else root.proven))
        if root.proven is not None:
            result = root.proven
        else:
            sums = np.cumsum(moves)
            drawn = np.searchsorted(sums, luck[ply, -1] * sums[-1], side="right")
            state = game.result(state, int(drawn if ply < DRAWN else np.argmax(moves)))
            result = game.utility(state) if game.is_terminal(state) else None
    return [(s, moves, game.side(s) * (result + mean) / 2) for s, moves, mean in seen]


def random_opening(game: ConnectFour, luck: np.ndarray) -> State:
    """The state after some random plies; it ends before a ply that would end the game."""
    state = game.initial_state()
    for ply in range(int(luck[-1, 0] * (OPENING + 1))):
        moves = game.actions(state)
        after = game.result(state, moves[int(luck[ply, -1] * len(moves))])
        if game.is_terminal(after):
            break
        state = after
    return state


def start_of(state: State) -> tuple[int, int, int]:
    """A position as compiled code begins with it: both sides' stones, and how many they are."""
    return *net.mover_first(state), (state[0] | state[1]).bit_count()
