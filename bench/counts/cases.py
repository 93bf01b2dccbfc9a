"""What is counted: one call of each kind, as users make it. Everything is dealt by fixed seeds."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import uneri
from uneri import namima, onda, solo, tacta, tidal
from uneri.cli._bench.ours import first_decision
from uneri.records import Record
from uneri.search import ISMCTS, FlatMC

from ..suites.hands import random_hands
from ..suites.search import OURS

LANES = 64
ROWS = 64
HAND = "B123 R44 Y678"
HEAVY = ("analyse", "legal_melds")  # millions of instructions a call


class Case(NamedTuple):
    """Something to count."""

    name: str
    run: Callable[[int], object]
    """Does so many units of the work, after a beginning that is the same for any number."""
    units: int
    """It is run with this number and with twice as many; their difference counts."""


def cases() -> list[Case]:
    """All of them, in a fixed order."""
    return [
        *_named("onda", _onda()),
        *_named("solo", _solo()),
        *_named("tidal", _tidal()),
        *_named("tacta", _tacta()),
        *_named("namima", _namima()),
        *_rows(),
        *(case for name in uneri.games() for case in _of_game(name)),
    ]


def _named(game: str, calls: dict[str, Callable[[], object]]) -> Iterator[Case]:
    for name, call in calls.items():
        units = 1 if name.startswith(HEAVY) else 240  # some thousand instructions come by the way, now and then
        yield Case(f"{game}.{name}", lambda count, call=call: [call() for _ in range(count)], units)  # type: ignore[misc]


def _state(game: str, moves: int, seed: int = 1) -> uneri.State:
    """A position in the middle of a random game."""
    state, draw = uneri.load_game(game).new_initial_state(seed), random.Random(seed)
    for _ in range(moves):
        state.apply_action(draw.choice(state.legal_actions()))
    return state


def _counts(kinds: int, copies: int, cards: int, rows: int = 1) -> Any:
    """Rows of counts, dealt."""
    rng, deck = np.random.default_rng(1), np.repeat(np.arange(kinds), copies)
    dealt = [np.bincount(rng.permutation(deck)[:cards], minlength=kinds) for _ in range(rows)]
    return np.array(dealt, np.uint8)


def _onda() -> dict[str, Callable[[], object]]:
    hand, state = _counts(30, 2, 13)[0], _state("onda(players=4)", 12)
    play = onda.all_combos(hand)[0]
    return {
        "all_combos": lambda: onda.all_combos(hand),
        "min_plays": lambda: onda.min_plays(hand),
        "min_plays, 2 jokers": lambda: onda.min_plays(hand, 2),
        "hand_points": lambda: onda.hand_points(hand),
        "beats": lambda: onda.beats(play, play, "HIGH"),
        "beaters": lambda: onda.beaters(play, "HIGH", hand),
        "is_boss": lambda: onda.is_boss(play, "HIGH", hand),
        "is_bomb": lambda: onda.is_bomb(state, play),
        "can_turn": lambda: onda.can_turn(state),
        "unseen": lambda: onda.unseen(state, 0),
        "penalty_if_ended": lambda: onda.penalty_if_ended(state, 0),
    }


def _solo() -> dict[str, Callable[[], object]]:
    hand, state = _counts(solo.KINDS, 2, 8)[0], _state("solo(players=4)", 20)
    return {
        "matches": lambda: solo.matches("R3", "R9", "R"),
        "playable": lambda: solo.playable(hand, "R9", "R"),
        "card_value": lambda: solo.card_value("R3"),
        "hand_penalty": lambda: solo.hand_penalty(hand),
        "colour_counts": lambda: solo.colour_counts(hand),
        "jump_matches": lambda: solo.jump_matches(state),
        "jump_candidates": lambda: solo.jump_candidates(state),
        "unseen": lambda: solo.unseen(state, 0),
        "known": lambda: solo.known(state, 0, 1),
        "solo_threat": lambda: solo.solo_threat(state, 0),
    }


def _tidal() -> dict[str, Callable[[], object]]:
    state = _state("tidal", 45)
    game, cards = state.game, [3, 11, 19, 28]
    others = [card for card in range(40) if card != 3]
    return {
        "strength": lambda: tidal.strength(game, 0, 3),
        "rank_bout": lambda: tidal.rank_bout(game, 0, cards),
        "role_odds": lambda: tidal.role_odds(game, 0, 3, others, 3),
        "majority_points": lambda: tidal.majority_points(game, [3, 2, 2, 0]),
        "feast_points": lambda: tidal.feast_points([3, 2, 2, 0]),
        "region_counts": lambda: tidal.region_counts(state),
        "score_now": lambda: tidal.score_now(state),
        "breakdown": lambda: tidal.breakdown(state),
    }


def _tacta() -> dict[str, Callable[[], object]]:
    state = _state("tacta(players=4)", 36)
    action = state.legal_actions()[0]
    return {
        "placements": lambda: tacta.placements(state, 0, 3),
        "explain": lambda: tacta.explain(state, action),
        "delta": lambda: tacta.delta(state, action),
        "locks": lambda: tacta.locks(state, action),
        "mobility": lambda: tacta.mobility(state, 0),
        "visible": lambda: tacta.visible(state),
        "safe_dots": lambda: tacta.safe_dots(state),
        "exposed_dots": lambda: tacta.exposed_dots(state),
        "bounds": lambda: tacta.bounds(state),
    }


def _namima() -> dict[str, Callable[[], object]]:
    found: dict[str, Callable[[], object]] = {}
    for variant in ("sazanami", "shikinami"):
        hand = random_hands(variant, 1, 14)[0]
        for kernel in (
            namima.is_complete, namima.waits, namima.deficiency, namima.deficiency_drawn, namima.acceptance,
            namima.discard_table, namima.best, namima.min_penalty, namima.penalty, namima.legal_melds,
        ):  # fmt: skip
            found[f"{kernel.__name__}, {variant}"] = lambda kernel=kernel, hand=hand, variant=variant: kernel(  # type: ignore[misc]
                hand, variant=variant
            )
    state = _state("namima(players=4)", 30)
    listed = random_hands("shikinami", 1, 14)[0].tolist()
    text = namima.format_hand(listed)
    return found | {
        "deficiency of a text": lambda: namima.deficiency(text),
        "deficiency of a list": lambda: namima.deficiency(listed),
        "deficiency, exposed melds": lambda: namima.deficiency(HAND, "R123 K88"),
        "waits, visible cards": lambda: namima.waits(HAND, visible="B4 R4"),
        "unseen": lambda: namima.unseen(state, 0),
        "analyse": lambda: namima.analyse(text),
    }


def _rows() -> Iterator[Case]:
    """Batches of hands: a row a unit."""
    rows = random_hands("shikinami", 2 * ROWS, 14)
    shorter = np.tile(namima.parse_hand(HAND), (2 * ROWS, 1))
    exposed = [["R123", "K88"]] * len(rows)
    arrays = namima.meld_lists(exposed)

    def first(hands: int) -> namima.MeldLists:
        return namima.MeldLists(arrays.ids, arrays.offsets[: hands + 1])

    for kernel in (namima.is_complete, namima.waits, namima.deficiency):
        yield Case(f"namima rows: {kernel.__name__}", lambda n, kernel=kernel: kernel(rows[:n]), ROWS)  # type: ignore[misc]
        yield Case(
            f"namima rows, exposed melds: {kernel.__name__}",
            lambda n, kernel=kernel: kernel(shorter[:n], exposed[:n]),  # type: ignore[misc]
            ROWS,
        )
        yield Case(
            f"namima rows, MeldLists: {kernel.__name__}",
            lambda n, kernel=kernel: kernel(shorter[:n], first(n)),  # type: ignore[misc]
            ROWS,
        )
    yield Case("namima rows: waits as bits", lambda n: namima.waits(rows[:n], as_bits=True), ROWS)
    hands = _counts(30, 2, 13, 2 * ROWS)
    yield Case("onda rows: min_plays", lambda n: onda.min_plays(hands[:n]), ROWS)


def _of_game(name: str) -> Iterator[Case]:
    """A step of a loop, of a batch, of playouts; a simulation; a move of a record."""
    game = uneri.load_game(name)
    state, draw = game.new_initial_state(1), random.Random(1)
    path: list[int] = []
    while not state.is_terminal() and len(path) < 40:
        path.append(draw.choice(state.legal_actions()))
        state.apply_action(path[-1])
    half = len(path) // 2

    def loop(moves: int) -> None:
        for _ in range(moves // len(path)):
            played = game.new_initial_state(1)
            for action in path:
                played.current_player()
                played.legal_actions()
                played.apply_action(action)

    # Many games: where the allocator happens to be must not count.
    yield Case(f"{name}: step of a Python loop", loop, 25 * len(path))
    for title, settings in (
        ("batch", {}),
        ("batch, uint8", {"dtype": "uint8"}),
        ("batch, no view", {"observation": None}),
    ):
        env = uneri.BatchEnv(name, LANES, seed=1, **settings)  # type: ignore[arg-type]
        env.step_random(40)
        yield Case(f"{name}: {title}, step of {LANES} lanes", lambda n, env=env: copy.copy(env).step_random(n), 2)  # type: ignore[misc]
    if name in ("onda", "tacta"):  # few and many actions
        yield _step_logits(name)
    yield Case(f"{name}: playout", lambda n: uneri.playouts(game, n, seed=1, progress=False), 2)
    begun = first_decision(uneri.load_game(OURS[name]))
    for kind in (
        (ISMCTS, FlatMC) if begun.num_legal_actions() < 30 else (ISMCTS,)
    ):  # FlatMC tries every action twice first
        yield Case(
            f"{name}: simulation of {kind.__name__}",
            lambda n, kind=kind: kind(n, seed=1, rollout="uniform").run(begun),  # type: ignore[misc]
            max(24, begun.num_legal_actions()),
        )
    records = {n: Record.from_actions(game, path[:n], seed=1) for n in (half, 2 * half)}
    yield Case(f"{name}: move of Record.check", lambda n: records[n].check(), half)


def _step_logits(name: str) -> Case:
    """Steps by given logits, the same at every step."""
    env = uneri.BatchEnv(name, LANES, seed=1)
    env.step_random(40)
    logits = np.random.default_rng(1).standard_normal(env.mask.shape, np.float32)

    def steps(count: int) -> None:
        played = copy.copy(env)
        for _ in range(count):
            played.step_logits(logits)

    return Case(f"{name}: batch, step_logits of {LANES} lanes", steps, 2)
