"""The works of one game alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import uneri


class Own(NamedTuple):
    """A work of a game's own functions."""

    name: str
    unit: str
    once: Callable[[], object]
    """Does the work once and returns the answer."""
    size: int
    """The units of it."""
    times: int = 1

    def run(self) -> int:
        """Do the work several times, and return the units."""
        for _ in range(self.times):
            self.once()
        return self.times * self.size


def own_works(game: str) -> list[Own]:
    """List the works of a game's own functions."""
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
