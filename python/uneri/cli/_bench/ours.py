"""The tasks to measure: those of every game, then those of a game's own functions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

import uneri
from uneri.search import ISMCTS

from .work import Run, Work, calls, listings

PLAYOUTS: Final = "random playouts in the core"
LOOP: Final = "random games step by step from Python"
CLONE: Final = "clone"
LEGAL: Final = "legal_actions"
LISTED: Final = "legal_actions, by actions listed"
BATCH: Final = "steps of a batch of 1024, random actions"
SEARCH: Final = "ISMCTS, first decision, uniform rollouts"
LANES: Final = 1024

_SIMS = 1000
_POSITIONS = 64
_NODES = 10_000  # at least, of a perft


def game_works(game: uneri.Game) -> list[Work]:
    """List the tasks of a game."""
    core = game.backend == "core"
    in_core = [  # batches, searches, and the tree of all games
        Work(BATCH, "steps/s", lambda: batch_run(game, LANES)),
        Work(SEARCH, "sims/s", lambda: _search(game, "uniform")),
        Work("ISMCTS, first decision, its own rollouts", "sims/s", lambda: _search(game, None)),
        Work("perft", "nodes/s", lambda: _perft(game)),
    ]
    return [
        Work(PLAYOUTS if core else "random playouts", "decisions/s", lambda: playouts_run(game)),
        Work(LOOP, "decisions/s", lambda: _steps(game)),
        *_states(game),
        *(in_core if core else []),
        *(Work(own.name, own.unit, partial(getattr, own, "run")) for own in (own_works(game.name) if core else [])),
    ]


def playouts_run(game: uneri.Game) -> Run:
    """Play random games in one call, the same every time."""
    games = 2000 if game.backend == "core" else 2
    return lambda: int(uneri.playouts(game, games, seed=1, progress=False).lengths.sum())


def _steps(game: uneri.Game) -> Run:
    """Play random games, one step at a time, chance resolved by seed."""
    games = 40 if game.backend == "core" else 1
    draw = random.random

    def run() -> int:
        decisions = 0
        for dealt in range(games):
            state = game.new_initial_state(dealt)
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    return run


def _states(game: uneri.Game) -> list[Work]:
    """Call functions of a state, over positions of one random game."""

    def start(bind: Callable[[uneri.State], Callable[[], object]]) -> Callable[[], Run]:
        return lambda: calls([bind(state) for state in _positions(game)], 16)

    def tensor(state: uneri.State) -> Callable[[], object]:
        out = np.zeros(game.observation_tensor_shape, np.float32)
        return lambda: state.observation_tensor(0, out)

    listed: list[tuple[str, Callable[[uneri.State], Callable[[], object]]]] = [
        (CLONE, lambda state: state.clone),
        (LEGAL, lambda state: state.legal_actions),
        ("legal_actions_mask", lambda state: state.legal_actions_mask),
        ("observation_tensor", lambda state: lambda: state.observation_tensor(0)),
        ("observation_tensor, into an array", tensor),
        ("resample_from_infostate", lambda state: lambda: state.resample_from_infostate(0, 1)),
        ("serialize", lambda state: state.serialize),
        ("to_dict", lambda state: state.to_dict),
    ]
    works = [Work(name, "calls/s", start(bind)) for name, bind in listed]
    works.append(Work(LISTED, "actions/s", lambda: listings([state.legal_actions for state in _positions(game)], 16)))
    return works


def _positions(game: uneri.Game) -> list[uneri.State]:
    """List positions spread over a random game."""
    draw = random.Random(1)
    path: list[uneri.State] = []
    state = game.new_initial_state(1)
    while not state.is_terminal():
        path.append(state.clone())
        state.apply_action(draw.choice(state.legal_actions()))
    return path[:: -(-len(path) // _POSITIONS)]


def batch_run(game: uneri.Game, lanes: int) -> Run:
    """Step all lanes by random actions."""
    batch = uneri.BatchEnv(game, lanes, seed=1)
    batch.step_random(200)  # spread over their games

    def run() -> int:
        for _ in range(10):
            batch.step_random(1)
        return 10 * lanes

    return run


def first_decision(game: uneri.Game) -> uneri.State:
    """Return the first position with a choice of the game dealt with seed 5."""
    state = game.new_initial_state(5)
    while not state.is_terminal() and state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    return state


def _search(game: uneri.Game, rollout: str | None) -> Run:
    state, chosen = first_decision(game), ISMCTS(_SIMS, rollout=rollout)
    return lambda: chosen.run(state).simulations


def _perft(game: uneri.Game) -> Run:
    state, depth = game.new_initial_state(1), 1
    while uneri.perft(state, depth) < _NODES and depth < 8:
        depth += 1
    return lambda: int(uneri.perft(state, depth))


class Own(NamedTuple):
    """A task for a game's own functions."""

    name: str
    unit: str
    once: Callable[[], object]
    """Does the work once and returns the answer."""
    size: int
    """The units of it."""
    times: int = 1

    def run(self) -> int:
        """Do the task several times, and return the units."""
        for _ in range(self.times):
            self.once()
        return self.times * self.size


def own_works(game: str) -> list[Own]:
    """List the tasks for a game's own functions."""
    found = {"namima": _namima, "onda": _onda, "solo": _solo, "tacta": _tacta, "tidal": _tidal}.get(game)
    return [] if found is None else list(found())


def _deals(deck: Any, hands: int, cards: int) -> Any:
    """Deal hands from a deck, given as a kind per card."""
    rng = np.random.default_rng(1)
    dealt = [np.bincount(rng.permutation(deck)[:cards], minlength=deck[-1] + 1) for _ in range(hands)]
    return np.array(dealt, np.uint8)


def _namima() -> Iterator[Own]:
    from uneri import namima
    from uneri.namima.cards import game_of, tables_of

    def own(kernel: Callable[..., object], rows: Any, variant: str) -> Own:
        return Own(f"{kernel.__name__}, {variant}", "hands/s", lambda: kernel(rows, variant=variant), len(rows))

    for variant in ("sazanami", "shikinami"):
        tables = tables_of(game_of(variant, 4))
        many = _deals(np.repeat(np.arange(len(tables.kinds)), tables.copies), 20_000, 14)
        yield own(namima.is_complete, np.tile(many, (10, 1)), variant)
        for kernel in (namima.deficiency, namima.discard_table):
            yield own(kernel, many[:5_000], variant)


def _onda() -> Iterator[Own]:
    from uneri import onda
    from uneri.onda.cards import COPIES

    hands = _deals(np.repeat(np.arange(onda.KINDS), COPIES), 50_000, 13)
    for j in range(3):
        yield Own(f"min_plays, j={j}, 13 cards", "hands/s", partial(onda.min_plays, hands, j), len(hands))
    yield Own("all_combos, j=1, 13 cards", "hands/s", lambda: onda.all_combos(hands, 1), len(hands))


def _solo() -> Iterator[Own]:
    from uneri import solo
    from uneri.solo.cards import DECK

    hands = _deals(np.repeat(np.arange(solo.KINDS), DECK), 50_000, 8)
    yield Own("playable, 8 cards", "hands/s", lambda: solo.playable(hands, "R9", "R"), len(hands))
    yield Own("hand_penalty, 8 cards", "hands/s", lambda: solo.hand_penalty(hands), len(hands))


def _tacta() -> Iterator[Own]:
    from uneri import tacta

    state = _played("tacta(players=4)", 36)  # half a game
    actions = np.array(state.legal_actions(), np.int64)
    final = state.clone()
    while not final.is_terminal():
        final.apply_action(final.legal_actions()[0])
    cards = np.arange(tacta.DECK_SIZE)
    yield Own("placements, 18 cards", "cards/s", lambda: tacta.placements(state, 0, cards), len(cards), 10)
    yield Own("delta", "actions/s", lambda: tacta.delta(state, actions), len(actions), 10)
    yield Own("safe_dots", "states/s", lambda: tacta.safe_dots(state), 1, 100)
    yield Own("to_svg, final table", "pictures/s", lambda: tacta.to_svg(final), 1)
    yield Own("to_svg, final table, all of it", "pictures/s", lambda: tacta.to_svg(final, whole_table=True), 1)


def _tidal() -> Iterator[Own]:
    from uneri import tidal

    state = _played("tidal", 45)  # in round 2, banners everywhere
    game = state.game
    deck = np.tile(np.arange(tidal.CARDS, dtype=np.int32), (20_000, 1))
    bouts = np.random.default_rng(1).permuted(deck, axis=1)[:, :4].copy()
    cards = bouts[:, 0].copy()
    others = np.ones((len(cards), tidal.CARDS), np.uint8)
    others[np.arange(len(cards)), cards] = 0
    yield Own("resolve_bout, 4 seats", "bouts/s", lambda: tidal.resolve_bout(state, bouts), len(bouts))
    yield Own("rank_bout, 4 seats", "bouts/s", lambda: tidal.rank_bout(game, 0, bouts), len(bouts))
    yield Own(
        "role_odds, 3 of 39 cards", "cards/s", lambda: tidal.role_odds(game, tidal.YELLOW, cards, others, 3), len(bouts)
    )
    yield Own("ability_preview", "cards/s", lambda: tidal.ability_preview(state, 0, cards), len(bouts))


def _played(game: str, moves: int) -> uneri.State:
    """Return a position after the first legal move of each decision."""
    state = uneri.load_game(game).new_initial_state(1)
    for _ in range(moves):
        state.apply_action(state.legal_actions()[0])
    return state
