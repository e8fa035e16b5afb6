"""The check of evaluate_pacman: properties of its values, and a match."""

from random import Random

from check.evaluators import (
    ABOVE,
    BELOW,
    CLOSE,
    CRASHES,
    FALLING,
    FAR_ABOVE,
    FAR_BELOW,
    FINITE,
    INFINITE,
    LARGE,
    MEAL_BELOW,
    NO_VALUE,
    NOT_FALLING,
    OTHER,
    REPEATED,
    RISING,
    SAME,
    SEVERAL,
    SMALL,
    TEXT,
    TURNED,
    evaluator_exercise,
    fresh,
    look_ahead,
    match_case,
    random_walk,
    signs_from,
    states_case,
)
from check.examine import examine
from check.report import Report
from lib.game import CHANCE, MAX
from lib.games.maze import layout_names
from lib.games.pacman import Pacman
from lib.games.text_pictures import Ghost

_ROOM = """
%%%%%%%%%%%%
%.        G%
%          %
%    P     %
%          %
%o.       G%
%%%%%%%%%%%%
"""
_NO_GHOSTS = "%%%%%%\n%P ..%\n%%%%%%"
_ALONE = "%%%%%%%%\n%P o  .%\n%%%%%%%%"
_WALLS = """
%%%%%%%%%%%%
%.        G%
% %%%%%%%% %
%P         %
% %%%%%%%% %
%o        G%
%%%%%%%%%%%%
"""


def evaluate_pacman(fn, seed: int = 0) -> Report:
    """Checks `evaluate_pacman(game, state) -> float`, MAX's view.

    It is finite on every layout, the same for the same state, and changes nothing. The order of
    the ghosts does not matter. A win is above and a loss below all states in which the game goes
    on. Nearer to a ghost that can be chased is better. A capsule is never a punishment. Eating is
    better than standing beside. An agent that looks one move ahead with it wins at least half of
    8 games against random ghosts.
    """
    return examine(PACMAN, fn, seed)


def _cases(seed):
    """The battery of a seed."""
    rng = Random(f"pacman {seed}")
    room = Pacman(_ROOM)
    cases = [*_everywhere(rng), *_orders(rng), *_ends(rng, room), *_chases(rng, room)]
    cases += [*_timers(rng, room), *_meals(rng, room), *_contacts(rng, room), *_ways(rng, room)]
    cases += _two_capsules(Random(f"two capsules {seed}"), room)
    return [*cases, *_matches(rng)]


def _everywhere(rng):
    """Every layout, from the first state to the last, and each state twice."""
    for name in [*(n for n in layout_names() if not n.startswith("capture")), _NO_GHOSTS]:
        game = Pacman(name)
        walk = random_walk(game, rng, 150)
        states = [walk[0], *rng.sample(walk, min(3, len(walk))), walk[-1]]
        yield states_case(game, states, FINITE, "finite on every layout", "states of a game")
        again = [walk[-1], walk[0], walk[-1]][:: rng.choice((1, -1))]
        label = "a state, another one, and the first one again"
        yield states_case(game, again, REPEATED, "the same state, the same value", label)


def _orders(rng):
    """Ghosts in another order."""
    for name in ("tiny_two_ghosts", "small_classic", "medium_classic", _ROOM, _ROOM):
        game = Pacman(name)
        walk = [s for s in random_walk(game, rng, 30) if s.agent == 0 and not game.is_terminal(s)]
        state = rng.choice(walk)
        timers = rng.sample((0, 0, 12, 35), len(state.ghosts))
        ghosts = tuple(
            Ghost(g.position, g.direction, t if g.position in game.maze.moves else 30)
            for g, t in zip(state.ghosts, timers, strict=True)
        )
        states = [state._replace(ghosts=ghosts), state._replace(ghosts=ghosts[::-1])]
        label = "two states with the ghosts in another order"
        yield states_case(game, states, SAME, "the order of the ghosts", label)


def _ends(rng, room):
    """Wins and losses against states in which the game goes on, with more and with fewer points."""
    for game in (room, Pacman("one_ghost_chase"), Pacman("small_classic")):
        running = [s for s in random_walk(game, rng, 40) if not game.is_terminal(s)]
        others = [
            s._replace(score=rng.choice((-300, 0, 400, 1500))) for s in rng.sample(running, 2)
        ]
        won = running[-1]._replace(food=frozenset(), score=rng.randint(-100, 300))
        caught = (Ghost(running[-1].pacman), *running[-1].ghosts[1:])
        lost = running[-1]._replace(ghosts=caught, lost=True, score=rng.randint(100, 900))
        yield states_case(game, [won, *others], ABOVE, "a win beats everything", "a won game")
        yield states_case(game, [lost, *others], BELOW, "a loss is the worst", "a lost game")
        for end, group in ((won, "a win beats everything"), (lost, "a loss is the worst")):
            states = [end, end._replace(score=end.score + rng.randint(50, 400))]
            label = "a finished game, and the same with more points"
            yield states_case(game, states, NOT_FALLING, group, label)


def _place(rng, game, low, high, around):
    """An open cell whose distance from `around` lies between low and high."""
    cells = [c for c, d in game.maze.distances_from(around).items() if low <= d <= high]
    return rng.choice(sorted(cells))


def _quiet(rng, room, scared=0):
    """Pacman in the middle of the room, the second ghost far away, no meal next to him."""
    state = room.initial_state()
    pacman = (rng.randint(4, 7), rng.randint(2, 4))
    far = Ghost((1 if pacman[0] > 5 else 10, 1 if pacman[1] > 2 else 5), "East", scared)
    return state._replace(pacman=pacman, ghosts=(far, far), agent=rng.randrange(2))


def _chases(rng, room):
    """A scared ghost nearer or farther, the other one as it is."""
    for _ in range(6):
        state = _quiet(rng, room, scared=rng.choice((0, 30)))
        far, near = (
            _with_ghost(state, _place(rng, room, *reach, state.pacman), 30)
            for reach in ((4, 5), (1, 2))
        )
        label = "a scared ghost, first farther away, then nearer"
        yield states_case(room, [far, near], RISING, "chasing scared ghosts", label)
    for _ in range(4):
        state = _quiet(rng, room)
        near, far = (
            _with_ghost(state, _place(rng, room, *reach, state.pacman), 0)
            for reach in ((1, 1), (5, 6))
        )
        label = "a ghost that is not scared, first nearer, then farther away"
        yield states_case(room, [near, far], NOT_FALLING, "ghosts that are not scared", label)


def _with_ghost(state, position, scared):
    return state._replace(ghosts=(Ghost(position, "North", scared), *state.ghosts[1:]))


def _ways(rng, room):
    """The last food nearer or farther, everything else as it is."""
    for _ in range(4):
        state = _quiet(rng, room)._replace(capsules=frozenset())
        far, near = (
            state._replace(food=frozenset({_place(rng, room, *reach, state.pacman)}))
            for reach in ((5, 7), (1, 3))
        )
        label = "the last food, first farther away, then nearer"
        yield states_case(room, [far, near], NOT_FALLING, "the way to food", label)


def _timers(rng, room):
    """Capsules: everything as it was, but eaten; and more time left."""
    alone = Pacman(_ALONE)
    state = alone.initial_state()._replace(score=rng.randint(-50, 50))
    states = [state, state._replace(capsules=frozenset())]
    label = "a state without ghosts, and the same with the capsule eaten"
    yield states_case(alone, states, NOT_FALLING, "capsules", label)
    for _ in range(4):
        state = _quiet(rng, room)
        place = _place(rng, room, 2, 5, state.pacman)
        before = _with_ghost(state, place, 0)
        ghosts = tuple(ghost._replace(scared=40) for ghost in before.ghosts)
        after = before._replace(ghosts=ghosts, capsules=frozenset())
        label = "a state, and the same with the capsule eaten"
        yield states_case(room, [before, after], NOT_FALLING, "capsules", label)
        short, long = (_with_ghost(state, place, timer) for timer in (18, 36))
        label = "a scared ghost, first with 18, then with 36 moves left"
        yield states_case(room, [short, long], NOT_FALLING, "capsules", label)


def _two_capsules(rng, room):
    """The capsule beside Pacman is eaten; the other one is far away."""
    for _ in range(2):
        label = "a state, and the same with the capsule beside Pacman eaten, another one far away"
        yield states_case(room, _one_of_two(rng, room), NOT_FALLING, "capsules", label)


def _one_of_two(rng, room):
    """Two capsules, and then only the far one and scared ghosts."""
    state = _quiet(rng, room)
    near, far = (_place(rng, room, *reach, state.pacman) for reach in ((1, 1), (6, 9)))
    scared = tuple(ghost._replace(scared=40) for ghost in state.ghosts)
    after = state._replace(ghosts=scared, capsules=frozenset({far}))
    return state._replace(capsules=frozenset({near, far})), after


def _meals(rng, room):
    """Eating against standing beside: food, the last food, a scared ghost."""
    for _ in range(4):
        state = _quiet(rng, room)._replace(agent=0, capsules=frozenset())
        x, y = state.pacman
        action, cell = rng.choice(
            [
                ("East", (x + 1, y)),
                ("West", (x - 1, y)),
                ("North", (x, y + 1)),
                ("South", (x, y - 1)),
            ]
        )
        away = {(1, 1), (1, 5)} if x > 5 else {(10, 5)}
        for food, what in (
            ({cell, *away}, "food, the next one far away"),
            ({cell}, "the last food"),
        ):
            ready = state._replace(food=frozenset(food))
            yield _meal(room, ready, action, what, "eating food")
        hunted = _with_ghost(state._replace(food=frozenset(away)), cell, 25)
        yield _meal(room, hunted, action, "a scared ghost", "eating ghosts")


def _meal(room, state, action, what, group):
    states = [room.result(state, "Stop"), room.result(state, action)]
    return states_case(room, states, RISING, group, f"standing beside {what}, then eating it")


def _contacts(rng, room):
    """Pacman eats a ghost on its start cell: it is back at once, on the same cell."""
    for start in room.ghost_starts:
        state = room.initial_state()._replace(pacman=start)
        states = [state, state._replace(agent=1), _with_ghost(state, (5, 3.5), 7)]
        yield states_case(room, states, FINITE, "finite on every layout", "a ghost on his cell")


# The match


def _matches(rng):
    games = [Pacman(n, ghosts=CHANCE, max_moves=200) for n in ("open_room", "one_ghost_chase")]

    def play(fn, seed):
        return _play(fn, fresh(games[seed % 2]), Random(seed))

    label = "8 games against random ghosts, looking one move ahead"
    base = 2 * rng.randrange(10**6)
    yield match_case(play, range(base, base + 8), 0.5, "at least 4 wins (1 is a win)", label)


def _play(fn, game, rng):
    """1 if Pacman wins the game, else 0."""
    state = game.initial_state()
    while not game.is_terminal(state):
        if state.agent == 0:
            action = look_ahead(fn, game, state, MAX)
        else:
            action = rng.choice(game.actions(state))
        state = game.result(state, action)
    return int(game.is_win(state))


# Signs of mistakes: what a change does to the value

_CHASE = ("chasing scared ghosts", "eating ghosts", "the match")
_GHOSTS = (*_CHASE, "ghosts that are not scared")
_MEAL = ("eating food", "the match")
_END = ("a win beats everything", "a loss is the worst")
_IDLE = {"hunter nearer": SAME, "meal nearer": SAME, "food nearer": SAME, "capsule eaten": SAME}
_ANYTHING = (*_GHOSTS, *_MEAL, *_END, "capsules", "the way to food")
_BLIND = (*_CHASE, *_MEAL, *_END)
_POINTS = {**_IDLE, "more points": RISING}
_WAY = {"food nearer": RISING, "meal": FALLING}
_ALL_ATTRACT = {"other food nearer": RISING, "other food gone": FALLING}
_CRASH = ("finite on every layout", "the same state, the same value", "capsules")
_SIGNS = (
    ("text instead of a number", _ANYTHING, {"turn": TEXT}),
    ("several numbers", _ANYTHING, {"turn": SEVERAL}),
    ("no value at the end", _END, {"won": NO_VALUE, "turn": FINITE}),
    ("no value at the end", _END, {"lost": NO_VALUE, "turn": FINITE}),
    (
        "no ghost of a kind crashes",
        (*_CRASH, "chasing scared ghosts", "the order of the ghosts", "eating ghosts"),
        {"all scared": CRASHES, "more points": FINITE},
    ),
    (
        "no ghost of a kind crashes",
        (*_ANYTHING, *_CRASH, "the order of the ghosts"),
        {"all hunt": CRASHES, "more points": CRASHES, "one of each": FINITE},
    ),
    (
        "no ghosts crashes",
        ("finite on every layout", "the same state, the same value", "capsules"),
        {"no ghosts": CRASHES, "more points": FINITE},
    ),
    (
        "no food crashes",
        ("a win beats everything", "eating food"),
        {"won": CRASHES, "food nearer": FINITE},
    ),
    (
        "no capsule crashes",
        (*_CRASH, "the way to food", "eating food", "eating ghosts", "the match"),
        {"capsule eaten": CRASHES, "more points": FINITE},
    ),
    (
        "1 / distance",
        ("finite on every layout", "the same state, the same value", "a loss is the worst"),
        {"contact": CRASHES, "hunter nearer": FINITE},
    ),
    ("the end is worth too little", ("a win beats everything",), {"won": SMALL, "lost": CRASHES}),
    (
        "between two cells crashes",
        ("finite on every layout", "the same state, the same value", "the match"),
        {"half a step": CRASHES, "hunter nearer": FINITE},
    ),
    ("infinity for a win", (*_END, "finite on every layout"), {"won": INFINITE}),
    (
        "infinity for a loss",
        (*_END, "finite on every layout", "the match"),
        {"lost": INFINITE, "hunter beside": FINITE},
    ),
    (
        "infinity for a ghost",
        (*_END, *_GHOSTS, "finite on every layout"),
        {"hunter beside": INFINITE, "food nearer": FINITE},
    ),
    ("the view of whoever is to move", _ANYTHING, {"turn": TURNED}),
    ("the sign is the wrong way around", _ANYTHING, {"more points": FALLING}),
    (
        "win and loss are exchanged",
        _END,
        {"won": FAR_BELOW, "lost": FAR_ABOVE, "more points": RISING},
    ),
    ("a loss counts like a win", _END, {"won": FAR_ABOVE, "lost": FAR_ABOVE}),
    ("a win counts like a loss", _END, {"won": FAR_BELOW, "lost": FAR_BELOW}),
    ("nothing but the score", _BLIND, {**_POINTS, "won": CLOSE, "other food gone": SAME}),
    (
        "nothing but the score and the food left",
        _BLIND,
        {**_POINTS, "won": CLOSE, "other food gone": RISING},
    ),
    ("the score and the end", (*_CHASE, *_MEAL), {**_POINTS, "other food gone": SAME}),
    ("only the end counts", (*_CHASE, *_MEAL), {**_IDLE, "more points": SAME, "won": OTHER}),
    ("farther from food is better", ("the way to food", "the match"), {"food nearer": FALLING}),
    (
        "ghosts do not count",
        _GHOSTS,
        {
            "first ghost": SAME,
            "last ghost": SAME,
            "hunter nearer": SAME,
            "hunter beside": SAME,
            "last hunter nearer": SAME,
        },
    ),
    (
        "only the first ghost",
        ("the order of the ghosts",),
        {"last ghost": SAME, "last hunter nearer": SAME},
    ),
    ("only the last ghost", ("the order of the ghosts",), {"first ghost": SAME}),
    (
        "scared and hunting ghosts are mixed up",
        _GHOSTS,
        {"hunter nearer": RISING, "meal nearer": FALLING},
    ),
    (
        "every ghost is dangerous",
        (*_CHASE, "capsules"),
        {"hunter nearer": FALLING, "meal nearer": FALLING, "scared": SAME},
    ),
    ("farther from a scared ghost is better", _CHASE, {"meal nearer": FALLING, "scared": OTHER}),
    ("scared ghosts do not count", _CHASE, {"meal nearer": SAME, "hunter nearer": FALLING}),
    ("every ghost is a meal", _GHOSTS, {"hunter nearer": RISING, "scared": SAME}),
    ("a ghost that hunts attracts", _GHOSTS, {"hunter nearer": RISING, "scared": OTHER}),
    ("the timer is a penalty", ("capsules",), {"more time": FALLING}),
    (
        "the way to a scared ghost is a penalty",
        ("capsules",),
        {"meal nearer": RISING, "scared": FALLING, "more time": SAME, "hunter nearer": CLOSE},
    ),
    (
        "the way to a capsule weighs more than the capsule",
        ("capsules",),
        {"capsule nearer": RISING, "capsule eaten": FALLING},
    ),
    (
        "the way to a capsule weighs more than the capsule",
        ("capsules",),
        {"capsule nearer": RISING, "one of two capsules eaten": FALLING},
    ),
    ("capsules are kept", ("capsules",), {"capsule eaten": FALLING, "more time": RISING}),
    ("capsules are kept", ("capsules",), {"capsule eaten": FALLING, "more time": SAME}),
    (
        "a scared ghost is worth more than its meal",
        ("eating ghosts",),
        {"ghost eaten": FALLING, "meal nearer": RISING, "scared": RISING},
    ),
    (
        "a bonus for scared ghosts, however far",
        (*_CHASE, "the match"),
        {"meal nearer": SAME, "scared": RISING, "hunter nearer": FALLING},
    ),
    ("the score is left out", (*_MEAL, "eating ghosts"), {"more points": SAME}),
    ("all food attracts as if it were not eaten", _MEAL, _ALL_ATTRACT),
    ("more food is better", _MEAL, {"other food nearer": SAME, "other food gone": FALLING}),
    (
        "the farthest food",
        (*_MEAL, "the way to food"),
        {"nearest food nearer": SAME, "other food nearer": RISING, "food nearer": RISING},
    ),
    ("the way to food weighs more than food", ("eating food",), _WAY),
    (
        "the way to food weighs more than food",
        ("eating food", "eating ghosts", "the match"),
        {"food nearer": RISING, "other food nearer": RISING, "meal away from the rest": FALLING},
    ),
    ("nothing leads to food", ("the match",), {"food nearer": SAME}),
    ("a win is only its points", _END, {"won": CLOSE, "lost": LARGE}),
    ("a loss is only its points", _END, {"won": LARGE, "lost": CLOSE}),
    ("the end is worth too little", _END, {"won": SMALL, "lost": SMALL}),
    ("the fear outweighs everything", _MEAL, {"far hunter nearer": MEAL_BELOW}),
    (
        "distances that ignore walls",
        ("the match",),
        {"food around the wall": FALLING, "food nearer": RISING},
    ),
    (
        "distances that ignore walls",
        ("the match",),
        {"hunter around the wall": RISING, "hunter nearer": FALLING},
    ),
)


def _signs(seed):
    """The signs of a seed."""
    rng, room = Random(f"pacman signs {seed}"), Pacman(_ROOM)
    rounds = [_changes(rng, room) for _ in range(5)]
    changes = {name: [(room, *one[name]) for one in rounds] for name in rounds[0]}
    empty = Pacman(_NO_GHOSTS)
    changes["no ghosts"] = [(empty, empty.initial_state(), empty.initial_state())]
    walls = Pacman(_WALLS)
    changes |= {name: [(walls, *pair)] for name, pair in _around_walls(walls).items()}
    return signs_from(_SIGNS, changes)


def _changes(rng, room):
    """{name: (before, after)}: pairs of states that differ in one thing."""
    quiet = _quiet(rng, room)
    near, far, middle = (
        _place(rng, room, *reach, quiet.pacman) for reach in ((1, 2), (5, 6), (3, 4))
    )
    meal, hunted = ([_ghosts(quiet, (c, t)) for c in (far, near)] for t in (30, 0))
    steps = room.maze.distances_from(quiet.pacman)
    beside, *rest = sorted((c for c in steps if steps[c]), key=steps.__getitem__)
    foods = [(beside, rest[-1]), (beside, rng.choice(rest[8:20])), (beside,), (rest[9], rest[-1])]
    outer, inner, alone, away = (quiet._replace(food=frozenset(food)) for food in foods)
    eaten = quiet._replace(pacman=beside, food=frozenset({rest[-1]}), score=quiet.score + 9)
    running = quiet._replace(food=frozenset({far}), score=rng.randint(0, 100))
    return {
        "hunter nearer": tuple(hunted),
        "meal nearer": tuple(meal),
        "scared": tuple(_ghosts(quiet, (middle, t)) for t in (0, 30)),
        "more time": tuple(_ghosts(quiet, (middle, t)) for t in (18, 36)),
        "first ghost": (_ghosts(quiet, (far, 0)), _ghosts(quiet, (near, 20))),
        "last ghost": tuple(_ghosts(quiet, (middle, 0), ghost) for ghost in ((far, 0), (near, 20))),
        "capsule eaten": (quiet, quiet._replace(capsules=frozenset())),
        "more points": (quiet, quiet._replace(score=quiet.score + 50)),
        "food nearer": tuple(quiet._replace(food=frozenset({c})) for c in (far, near)),
        "other food nearer": (outer, inner),
        "other food gone": (inner, alone),
        "turn": tuple(quiet._replace(agent=agent) for agent in (0, 1)),
        "meal": (outer, eaten),
        "meal away from the rest": _leaving(quiet),
        "nearest food nearer": (away, outer),
        "last hunter nearer": tuple(_ghosts(quiet, (far, 0), (c, 0)) for c in (far, near)),
        "far hunter nearer": tuple(
            _ghosts(quiet, (c, 0), (quiet.ghosts[1].position, 0))
            for c in (quiet.ghosts[1].position, far)
        ),
        "hunter beside": (quiet, _ghosts(quiet, (beside, 0))),
        "all scared": (quiet, _ghosts(quiet, (far, 20), (middle, 30))),
        "all hunt": (quiet, _ghosts(quiet, (far, 0), (middle, 0))),
        "one of each": tuple(_ghosts(quiet, (c, 20), (far, 0)) for c in (far, middle)),
        "contact": (quiet, _ghosts(quiet, (quiet.pacman, 0))),
        "half a step": (quiet, _ghosts(quiet, ((5, 3.5), 20))),
        "capsule nearer": tuple(quiet._replace(capsules=frozenset({c})) for c in (far, near)),
        "one of two capsules eaten": _one_of_two(Random(f"{quiet}"), room),
        "ghost eaten": (
            _ghosts(quiet, (beside, 25)),
            quiet._replace(pacman=beside, score=quiet.score + 199),
        ),
        "won": (running, running._replace(food=frozenset())),
        "lost": (running, running._replace(ghosts=(Ghost(running.pacman),) * 2, lost=True)),
    }


def _leaving(quiet):
    """A meal in the east, with the rest of the food in the west."""
    x, y = quiet.pacman
    rest = frozenset({(1, 1), (1, 3), (1, 5)})
    after = quiet._replace(pacman=(x + 1, y), food=rest, score=quiet.score + 9)
    return quiet._replace(food=rest | {(x + 1, y)}), after


def _around_walls(walls):
    """{name: (before, after)}: what is near through a wall, then nearer on the way around it."""
    state = walls.initial_state()._replace(pacman=(5, 3), capsules=frozenset())
    through, around = (5, 5), (9, 3)
    quiet = state._replace(ghosts=(Ghost((1, 1)),) * 2)
    hunted = state._replace(food=frozenset({(1, 5)}))
    return {
        "food around the wall": tuple(
            quiet._replace(food=frozenset({c})) for c in (through, around)
        ),
        "hunter around the wall": tuple(
            _ghosts(hunted, (c, 0), ((10, 1), 0)) for c in (through, around)
        ),
    }


def _ghosts(state, *ghosts):
    """The state with these first ghosts, each a cell and a timer; the others stay as they are."""
    new = tuple(Ghost(cell, "North", scared) for cell, scared in ghosts)
    return state._replace(ghosts=(*new, *state.ghosts[len(new) :]))


PACMAN = evaluator_exercise("evaluate_pacman", _cases, _signs)
