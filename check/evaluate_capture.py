"""The check of evaluate_capture: properties of its values, and a match. Red is MAX."""

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
    NO_VALUE,
    NOT_FALLING,
    OPPOSITE,
    OTHER,
    REPEATED,
    RISING,
    SAME,
    SEVERAL,
    TEXT,
    TURNED,
    evaluator_exercise,
    fresh,
    look_ahead,
    match_case,
    pairs_case,
    random_walk,
    signs_from,
    states_case,
)
from check.examine import examine
from check.report import Report
from lib.game import MAX
from lib.games.capture import LEFT_OVER, CaptureTheFlag
from lib.games.maze import FOOD, layout_names
from lib.games.text_pictures import Player


def evaluate_capture(fn, seed: int = 0) -> Report:
    """Checks `evaluate_capture(game, state) -> float`, MAX's view.

    It is finite on every layout, the same for the same state, and changes nothing. In the mirror
    it changes its sign, and teammates may be exchanged. A win is above all states in which the
    game goes on. Eating food and bringing it home are better than waiting, coming nearer to an
    invader is never worse, and a capsule is never a punishment. A team that looks one move ahead
    with it leads by half a food on average after 6 short games against random play.
    """
    return examine(CAPTURE, fn, seed)


def _cases(seed):
    """The battery of a seed."""
    rng = Random(f"capture {seed}")
    field = CaptureTheFlag("capture_medium")
    cases = [*_everywhere(rng), *_mirrors(rng), *_ends(rng, field)]
    cases += [*_meals(rng, field), *_loads(rng, field), *_returns(rng, field)]
    cases += [*_ways(rng, field), *_invaders(rng, field), *_capsules(rng, field)]
    return [*cases, *_matches(rng)]


def _layouts():
    return [name for name in layout_names() if name.startswith("capture")]


def _everywhere(rng):
    """Every layout, from the first state to the last, and each state twice."""
    for name in _layouts():
        game = CaptureTheFlag(name, max_moves=300)
        walk = random_walk(game, rng, 300)
        states = [walk[0], *rng.sample(walk, 3), walk[-1]]
        empty = walk[1]._replace(food=frozenset(c for c in walk[1].food if game.is_home(0, c)))
        bare = walk[1]._replace(food=frozenset(), capsules=frozenset())
        states += [empty, bare]
        yield states_case(game, states, FINITE, "finite on every layout", "states of a game")
        label = "a state, another one, and the first one again"
        again = [walk[-1], walk[0], walk[-1]]
        yield states_case(game, again, REPEATED, "the same state, the same value", label)


def _mirrors(rng):
    """States and their mirror images, with the teams swapped; teammates exchanged."""
    for name in [*_layouts(), *_layouts()]:
        game = CaptureTheFlag(name)
        mirrored = game.mirrored()
        walk = random_walk(game, rng, 200)
        for state in [*rng.sample(walk, 2), _scattered(rng, game, rng.choice(walk))]:
            pairs = [(game, state), (mirrored, game.mirrored_state(state))]
            label = "a state and its mirror image"
            yield pairs_case(pairs, OPPOSITE, "MAX's view and MIN's view", label)
            red, blue, mate, other = state.players
            for players in ((mate, blue, red, other), (red, other, mate, blue)):
                states = [state, state._replace(players=players)]
                label = "two states with teammates exchanged"
                yield states_case(game, states, SAME, "the order of teammates", label)


def _scattered(rng, game, state):
    """The same state with all agents anywhere, some scared, some with food, some food at home."""
    cells = rng.sample(sorted(game.maze.moves), len(state.players))
    players = tuple(
        Player(cell, 0 if game.is_home(agent, cell) else rng.randint(0, 5), rng.choice((0, 0, 20)))
        for agent, cell in enumerate(cells)
    )
    return state._replace(players=players, home=(rng.randint(0, 3), rng.randint(0, 3)))


def _ends(rng, field):
    """Games that are over, against states in which the game goes on."""
    running = [s for s in random_walk(field, rng, 60) if not field.is_terminal(s)]
    for _ in range(3):
        others = yield from _wins(rng, field, running)
    yield from _narrow_ends(rng, field, running, others)


def _wins(rng, field, running):
    """Red has won or lost, by food or on time; returns the states in which the game goes on."""
    most = field.prize[0] - LEFT_OVER
    others = [
        s._replace(home=(rng.choice((0, most - 1)), rng.randint(0, 3)))
        for s in rng.sample(running, 2)
    ]
    loaded = _raider(field, rng.choice(_far_food(field)), carrying=6)
    others.append(loaded._replace(home=(most - 1, 0)))
    by_food = rng.choice(running)._replace(home=(most, rng.randint(0, 4)))
    on_time = rng.choice(running)._replace(home=(rng.randint(1, 3), 0), moves_left=0)
    for won in (by_food, on_time):
        yield states_case(field, [won, *others], ABOVE, "a win beats everything", "a won game")
    lost = on_time._replace(home=on_time.home[::-1])
    yield states_case(field, [lost, *others[:2]], BELOW, "a loss is the worst", "a lost game")
    return others


def _narrow_ends(rng, field, running, others):
    """Games that end by one food, with a larger lead, or in a draw."""
    just = rng.choice(running)._replace(home=(2, 1), moves_left=0)
    yield states_case(field, [just, *others], ABOVE, "a win beats everything", "a game won by 1")
    lost = just._replace(home=(1, 2))
    yield states_case(field, [lost, *others[:2]], BELOW, "a loss is the worst", "a game lost by 1")
    states = [just, just._replace(home=(6, 1))]
    label = "a won game, and the same with a larger lead"
    yield states_case(field, states, NOT_FALLING, "a win beats everything", label)
    draw = rng.choice(running)._replace(home=(2, 2), moves_left=0)
    pairs = [(field, draw), (field.mirrored(), field.mirrored_state(draw))]
    yield pairs_case(pairs, OPPOSITE, "MAX's view and MIN's view", "a draw and its mirror image")


def _raider(field, cell, carrying=0):
    """Red's first agent on `cell`, all others at their starts."""
    state = field.initial_state()
    return state._replace(players=(Player(cell, carrying), *state.players[1:]))


def _far_food(field):
    """Food of blue's that no blue agent can reach soon."""
    return sorted(
        cell
        for cell in field.initial_state().food
        if not field.is_home(0, cell)
        and min(field.distance(cell, field.starts[blue]) for blue in (1, 3)) >= 6
    )


def _meals(rng, field):
    """Eating food against standing beside it."""
    for cell in rng.sample(_far_food(field), 3):
        way, beside = rng.choice([(a, c) for a, c in field.maze.moves[cell].items() if c != cell])
        back = {"North": "South", "South": "North", "East": "West", "West": "East"}[way]
        if field.is_home(0, beside):
            continue
        state = _raider(field, beside)._replace(food=field.initial_state().food - {beside})
        states = [field.result(state, "Stop"), field.result(state, back)]
        label = "standing beside food, then eating it"
        yield states_case(field, states, RISING, "eating food", label)


def _loads(rng, field):
    """A raider with much food against one with little."""
    for cell in rng.sample(_far_food(field), 2):
        food = field.initial_state().food - {cell}
        last = sorted(c for c in food if not field.is_home(0, c) and field.distance(c, cell) > 4)
        eaten = food - set(rng.sample(last, 3))
        states = [
            _raider(field, cell, carrying)._replace(food=left)
            for carrying, left in ((1, food), (4, eaten))
        ]
        label = "a raider with 1 food, then with 3 more"
        yield states_case(field, states, RISING, "eating food", label)


def _returns(rng, field):
    """Bringing food home against waiting at the border."""
    middle = field.width // 2
    doors = [
        c for c in field.maze.moves if c[0] == middle and (middle - 1, c[1]) in field.maze.moves
    ]
    for door in rng.sample(sorted(doors), 2):
        carrying = rng.randint(1, 5)
        food = sorted(c for c in field.initial_state().food if not field.is_home(0, c))
        left = field.initial_state().food - set(rng.sample(food, carrying)) - {door}
        state = _raider(field, door, carrying)._replace(food=left)
        states = [field.result(state, "Stop"), field.result(state, "West")]
        label = f"waiting at the border with {carrying} food, then bringing it home"
        yield states_case(field, states, RISING, "bringing food home", label)


def _ways(rng, field):
    """Blue's last food nearer to a red raider or farther from it, everything else as it is."""
    own = frozenset(c for c in field.initial_state().food if field.is_home(0, c))
    blues = sorted(c for c in field.maze.moves if not field.is_home(0, c))
    found = []
    while len(found) < 4:
        here, near, far = rng.sample(blues, 3)
        steps, mate = field.maze.distances_from(here), field.starts[2]
        clear = steps[near] <= 3 and steps[far] >= 7 and _straight(here, far) >= 7
        alike = all(way(mate, near) <= way(mate, far) for way in (field.distance, _straight))
        guards = [field.distance(here, field.starts[blue]) for blue in (1, 3)]
        if clear and alike and min(guards) >= 5:
            found.append((here, near, far))
    for here, near, far in found:
        state = _raider(field, here)
        states = [state._replace(food=own | {cell}) for cell in (far, near)]
        label = "the last food to eat, first farther from a raider, then nearer"
        yield states_case(field, states, NOT_FALLING, "the way to food", label)


def _invaders(rng, field):
    """A blue agent on red's half, and a red ghost nearer or farther; its food is never farther."""
    cells = sorted(c for c in field.maze.moves if field.is_home(0, c) and c[0] > 2)
    found = []
    while len(found) < 4:
        invader, near, far = rng.sample(cells, 3)
        steps = field.maze.distances_from(invader)
        clear = steps[near] <= 2 and steps[far] >= 5 and _straight(far, invader) >= 4
        if clear and invader not in field.maze.found[FOOD] and _meal_way(field, near, far):
            found.append((invader, near, far))
    label = "one of MAX's ghosts and an invader, first farther away, then nearer"
    state = field.initial_state()
    for invader, near, far in found:
        states = [
            state._replace(agent=2, players=(Player(c), Player(invader), *state.players[2:]))
            for c in (far, near)
        ]
        yield states_case(field, states, NOT_FALLING, "chasing invaders", label)


def _meal_way(field, near, far):
    """Whether blue's food is no farther away from `near` than from `far`, by either measure."""
    food = [c for c in field.maze.found[FOOD] if not field.is_home(0, c)]
    return all(
        min(measure(near, cell) for cell in food) <= min(measure(far, cell) for cell in food)
        for measure in (field.distance, _straight)
    )


def _straight(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _capsules(rng, field):
    """Everything as it was, but blue's capsule is eaten and blue is scared."""
    cells = sorted(c for c in field.maze.moves if field.width // 2 + 1 < c[0] < field.width - 3)
    for _ in range(4):
        here = rng.choice(cells)
        steps = field.maze.distances_from(here)
        guard = rng.choice([c for c in cells if 2 <= steps[c] <= 3])
        state = _raider(field, here)
        players = (state.players[0], Player(guard), *state.players[2:])
        before = state._replace(agent=1, players=players, food=state.food - {here})
        scared = tuple(p._replace(scared=40 * (i % 2)) for i, p in enumerate(players))
        kept = frozenset(c for c in before.capsules if field.is_home(0, c))
        after = before._replace(players=scared, capsules=kept)
        label = "a state, and the same with MIN's capsule eaten"
        yield states_case(field, [before, after], NOT_FALLING, "capsules", label)


def _matches(rng):
    game = CaptureTheFlag("capture_tiny", max_moves=200)

    def play(fn, seed):
        return _play(fn, fresh(game), Random(seed))

    label = "6 games of 200 moves against random moves, looking one move ahead"
    base = rng.randrange(10**6)
    yield match_case(play, range(base, base + 6), 0.5, "a mean lead of 0.5 or more", label)


def _play(fn, game, rng):
    """Red's lead at the end."""
    state = game.initial_state()
    while not game.is_terminal(state):
        if state.agent % 2 == 0:
            action = look_ahead(fn, game, state, MAX)
        else:
            action = rng.choice(game.actions(state))
        state = game.result(state, action)
    return game.score(state)


# Signs of mistakes: what a change does to the value

_VIEWS = ("MAX's view and MIN's view", "the order of teammates", "the match")
_HOME = ("bringing food home", "the match")
_MEAL = ("eating food", "the match")
_END = ("a win beats everything", "a loss is the worst")
_ANYTHING = (*_VIEWS, *_HOME, *_MEAL, *_END, "capsules", "chasing invaders", "the way to food")
_RED_RISES = {"0 carries": RISING}
_BLUE_IDLE = {"1 carries": SAME, "1 to food": SAME}
_RED_IDLE = {"0 carries": SAME, "0 to food": SAME, "to the invader": SAME}
_CRASH = ("finite on every layout", "the same state, the same value")
_SIGNS = (
    ("text instead of a number", _ANYTHING, {"turn": TEXT}),
    ("several numbers", _ANYTHING, {"turn": SEVERAL}),
    ("no value at the end", _END, {"won": NO_VALUE, "turn": FINITE}),
    ("no value at the end", _END, {"lost": NO_VALUE, "turn": FINITE}),
    ("no food crashes", _CRASH, {"no food": CRASHES, "red home": FINITE}),
    ("no capsule crashes", (*_CRASH, "capsules"), {"no capsule": CRASHES, "red home": FINITE}),
    (
        "nobody on that side crashes",
        (*_ANYTHING, *_CRASH),
        {"all at home": CRASHES, "two away": FINITE},
    ),
    (
        "nobody on that side crashes",
        (*_ANYTHING, *_CRASH),
        {"all away": CRASHES, "two away": FINITE},
    ),
    ("infinity for a win", (*_END, "finite on every layout"), {"won": INFINITE}),
    (
        "infinity for a loss",
        (*_END, "finite on every layout"),
        {"lost": INFINITE, "won": FINITE},
    ),
    ("only one way to win", _END, {"won": CLOSE, "won by food": FAR_ABOVE}),
    ("only one way to win", _END, {"won": FAR_ABOVE, "won by food": CLOSE}),
    ("a loss is only its points", _END, {"won": FAR_ABOVE, "lost": CLOSE}),
    ("a draw is a loss", _VIEWS[:1], {"draw": FAR_BELOW, "won": FAR_ABOVE}),
    ("a draw is a win", _VIEWS[:1], {"draw": FAR_ABOVE, "won": FAR_ABOVE}),
    ("nothing but the score", _END, {**_RED_IDLE, "red home": RISING}),
    ("the score alone", (*_MEAL, *_HOME), {**_RED_IDLE, "red home": RISING}),
    ("only the end counts", (*_MEAL, *_HOME), {**_RED_IDLE, "red home": SAME}),
    ("the view of whoever is to move", _ANYTHING, {"turn": TURNED}),
    (
        "only one agent counts",
        _VIEWS,
        {"2 carries": SAME, "2 moves": SAME, **_BLUE_IDLE, "0 carries": RISING},
    ),
    (
        "only the first agent of a team",
        _VIEWS,
        {"2 carries": SAME, "3 carries": SAME, "0 carries": RISING, "1 carries": FALLING},
    ),
    (
        "teammates count differently",
        _VIEWS,
        {"0 carries": RISING, "2 carries": RISING, "teammates exchanged": OTHER},
    ),
    (
        "teammates count differently",
        _VIEWS,
        {"0 carries": RISING, "2 carries": RISING, "raider and guard exchanged": OTHER},
    ),
    ("the wrong teammates", _ANYTHING, {**_RED_RISES, "1 carries": RISING, "2 carries": FALLING}),
    ("both teams are added", _ANYTHING, {**_RED_RISES, "1 carries": RISING, "2 carries": RISING}),
    ("only MAX's team counts", _VIEWS, {**_BLUE_IDLE, "3 carries": SAME, "0 carries": OTHER}),
    ("only MAX's team counts", _VIEWS, {**_BLUE_IDLE, "blue home": SAME, "0 to food": OTHER}),
    (
        "MIN's food at home does not count",
        _VIEWS,
        {"red home": RISING, "blue home": SAME, "1 carries": FALLING},
    ),
    (
        "MIN's carried food does not count",
        _VIEWS,
        {"0 carries": RISING, "1 carries": SAME, "blue home": FALLING},
    ),
    (
        "food that is left counts for MAX",
        _VIEWS,
        {"blue food gone": FALLING, "own food gone": FALLING},
    ),
    (
        "all food that is left counts against MAX",
        _VIEWS,
        {"blue food gone": RISING, "own food gone": RISING},
    ),
    ("MIN's view", _ANYTHING, {"red home": FALLING, "blue home": RISING}),
    ("both teams are added", _ANYTHING, {"red home": RISING, "blue home": RISING}),
    (
        "both teams' ways to food have one sign",
        (*_VIEWS, "the way to food"),
        {"0 to food": RISING, "1 to food": RISING, "red home": RISING, "blue home": FALLING},
    ),
    (
        "both teams' ways to food have one sign",
        (*_VIEWS, "the way to food"),
        {"0 to food": FALLING, "1 to food": FALLING, "red home": RISING, "blue home": FALLING},
    ),
    ("food at home does not count", _HOME, {"red home": SAME, "0 carries": RISING}),
    ("carrying is a punishment", _MEAL, {"0 carries": FALLING}),
    ("carried food does not count", _MEAL, {"0 carries": SAME}),
    ("carrying is better than bringing home", _HOME, {"carried, not at home": RISING}),
    ("carrying is as good as bringing home", _HOME, {"carried, not at home": SAME}),
    (
        "the way to food outweighs the food",
        _MEAL,
        {"eats": FALLING, "0 to food": RISING, "0 carries": RISING},
    ),
    (
        "coming home costs more than the food",
        ("bringing food home", "the match"),
        {"brings home": FALLING, "red home": RISING, "0 carries": RISING},
    ),
    ("a scared rival is a danger", ("capsules",), {"blue scared": FALLING}),
    ("capsules are kept", ("capsules",), {"capsule gone": FALLING}),
    ("farther from the invader is better", ("chasing invaders",), {"to the invader": FALLING}),
    ("farther from food is better", ("the way to food", "the match"), {"0 to food": FALLING}),
    ("its own food attracts", ("the match",), {"own food nearer": RISING}),
    ("nothing leads to food", ("the match",), {"0 to food": SAME}),
    ("a win is only its points", _END, {"won": CLOSE}),
    (
        "win and loss are exchanged",
        _END,
        {"won": FALLING, "lost": RISING, "red home": RISING},
    ),
    ("every end is a win", _END, {"won": RISING, "lost": RISING, "red home": RISING}),
    ("every end is a loss", _END, {"won": FALLING, "lost": FALLING, "red home": RISING}),
    ("a draw is a loss", _VIEWS[:1], {"draw": FALLING, "won": RISING, "lost": FALLING}),
    ("a draw is a win", _VIEWS[:1], {"draw": RISING, "won": RISING, "lost": FALLING}),
)


def _signs(seed):
    """The signs of a seed."""
    rng, field = Random(f"capture signs {seed}"), CaptureTheFlag("capture_medium")
    rounds = [_changes(rng, field) for _ in range(4)]
    changes = {name: [(field, *one[name]) for one in rounds] for name in rounds[0]}
    return signs_from(_SIGNS, changes)


def _changes(rng, field):
    """{name: (before, after)}: pairs of states that differ in one thing."""
    start = field.initial_state()._replace(home=(rng.randint(0, 2), rng.randint(0, 2)))
    red, blue = start.home
    raider = _placed(start, 0, rng.choice(_far_food(field)))
    first, *invaders = next(_invaders(rng, field)).calls()
    own = [c for c in start.food if not field.is_home(0, c)]
    here, near, far = _near_and_far(rng, field, 1, others=(1, 2, 3))
    at_home = _placed(start, 0, here)
    over = start._replace(home=(2, 1))
    one, other = rng.sample(_far_food(field), 2)
    changes = {
        "teammates exchanged": (
            _placed(_placed(start, 0, one, 3), 2, other),
            _placed(_placed(start, 0, other), 2, one, 3),
        ),
        "raider and guard exchanged": (
            _placed(_placed(start, 0, one), 2, field.starts[2]),
            _placed(_placed(start, 0, field.starts[2]), 2, one),
        ),
        "red home": (start, start._replace(home=(red + 1, blue))),
        "blue home": (start, start._replace(home=(red, blue + 1))),
        "carried, not at home": (
            raider._replace(home=(red + 3, blue)),
            _placed(raider, 0, raider.players[0].position, 3),
        ),
        "turn": (raider, raider._replace(agent=1)),
        "to the invader": (first[1], invaders[0][1]),
        "own food nearer": tuple(
            at_home._replace(food=frozenset((*own, c)), capsules=frozenset()) for c in (far, near)
        ),
        "won": (over, over._replace(moves_left=0)),
        **_more_ends(field, start),
        **_left_over(rng, field, start),
        **_ways_home(rng, field, start),
    }
    for agent in range(4):
        here, near, far = _near_and_far(rng, field, agent)
        rest = frozenset(c for c in start.food if field.is_home(agent, c))
        state = _placed(start, agent, here)
        changes[f"{agent} carries"] = tuple(_placed(start, agent, here, n) for n in (1, 3))
        changes[f"{agent} moves"] = (start, state)
        changes[f"{agent} to food"] = tuple(state._replace(food=rest | {c}) for c in (far, near))
    return changes


def _more_ends(field, start):
    """A lost game, a draw, and a game that is won by food, each before and after its end."""
    behind, level = start._replace(home=(1, 2)), start._replace(home=(2, 2))
    most = field.prize[0] - LEFT_OVER
    return {
        "lost": (behind, behind._replace(moves_left=0)),
        "draw": (level, level._replace(moves_left=0)),
        "won by food": (start._replace(home=(most - 1, 0)), start._replace(home=(most, 0))),
    }


def _left_over(rng, field, start):
    """Food, a capsule and scared rivals: there or gone."""
    bare = start._replace(food=frozenset(), capsules=frozenset())
    ways = {c: field.distance(c, field.starts[0]) for c in start.food}
    blues = sorted((c for c in ways if not field.is_home(0, c)), key=lambda c: (ways[c], c))
    own = sorted((c for c in ways if field.is_home(0, c)), key=lambda c: (-ways[c], c))
    raider = _placed(_placed(start, 0, rng.choice(_far_food(field))), 1, blues[0])
    scared = [p._replace(scared=40 * (i % 2)) for i, p in enumerate(raider.players)]
    kept = frozenset(c for c in start.capsules if field.is_home(0, c))
    red, blue = (field.starts[agent] for agent in (0, 1))
    away = {(0, blue), (2, blue), (1, red), (3, red)}
    return {
        "no food": (start, bare._replace(capsules=start.capsules)),
        "no capsule": (start, start._replace(capsules=frozenset())),
        "blue food gone": (start, start._replace(food=start.food - {blues[-1]})),
        "own food gone": (start, start._replace(food=start.food - {own[-1]})),
        "blue scared": (raider, raider._replace(players=tuple(scared))),
        "capsule gone": (raider, raider._replace(capsules=kept)),
        "all at home": (start, start),
        "two away": (_all_placed(start, [(0, blue), (1, red)]),) * 2,
        "all away": (_all_placed(start, away),) * 2,
    }


def _ways_home(rng, field, start):
    """A raider eats, and a raider comes home."""
    cell = rng.choice(_far_food(field))
    beside = rng.choice(
        [c for c in field.maze.moves[cell].values() if c not in (cell, *start.food)]
    )
    middle = field.width // 2
    doors = sorted(
        c[1] for c in field.maze.moves if c[0] == middle and (middle - 1, c[1]) in field.maze.moves
    )
    door, n = rng.choice(doors), rng.randint(2, 4)
    home, ways = start.home, field.maze.distances_from(cell)
    last = max((c for c in start.food if not field.is_home(0, c)), key=lambda c: (ways[c], c))
    left = frozenset(c for c in start.food if field.is_home(0, c)) | {last}
    return {
        "eats": (
            _placed(start._replace(food=left | {cell}), 0, beside),
            _placed(start._replace(food=left), 0, cell, 1),
        ),
        "brings home": (
            _placed(start, 0, (middle, door), n),
            _placed(start._replace(home=(home[0] + n, home[1])), 0, (middle - 1, door)),
        ),
    }


def _all_placed(state, places):
    """The state with these agents on these cells."""
    for agent, cell in places:
        state = _placed(state, agent, cell)
    return state


def _placed(state, agent, cell, carrying=0):
    """The state with an agent on a cell."""
    players = list(state.players)
    players[agent] = Player(cell, carrying)
    return state._replace(players=tuple(players))


def _near_and_far(rng, field, agent, others=None):
    """A cell where the agent is a raider, and two more: one near, and one far by any measure.

    The far one is also farther for the others, by default the teammate, who wait at the start.
    """
    cells = sorted(c for c in field.maze.moves if not field.is_home(agent, c))
    starts = [field.starts[other] for other in others or [(agent + 2) % 4]]
    while True:
        here, near, far = rng.sample(cells, 3)
        clear = field.distance(here, near) <= 3 and _straight(here, far) >= 7
        if clear and all(
            way(start, near) <= way(start, far)
            for way in (field.distance, _straight)
            for start in starts
        ):
            return here, near, far


CAPTURE = evaluator_exercise("evaluate_capture", _cases, _signs)
