"""Worlds of Namima (N-10.5): all that can be, each as often as its cards, told apart, allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import uneri
from _chi_square import upper_chi2
from uneri.testing import stream

World = tuple[tuple[int, ...], int | None]
DRAWS = 20_000


def late_state(seed: int, left: int) -> uneri.State:
    """A position of random play in which a seat acts and the wall has few cards left."""
    game = uneri.load_game("namima", players=2, games=1)
    for number in range(1000):
        state, luck = game.new_initial_state(), stream(seed, number)
        while not state.is_terminal():
            fields = state.to_dict()
            if fields["phase"] == "ACT" and fields["wall_total"] == left:
                return state
            if state.current_player() < 0:
                state.apply_action(state.sample_chance(luck.next()))
            else:
                legal = [
                    action
                    for action in state.legal_actions()
                    if state.action_to_string(action)[:2] in ("D ", "PA", "Z ")
                ]
                state.apply_action(legal[luck.next() % len(legal)])
    raise AssertionError("no such position")


def all_worlds(state: uneri.State, seat: int) -> Counter[World]:
    """The ways to deal the unseen cards, told apart, to the other seat and the wall: by its hand and its drawn card."""
    fields = state.to_dict()
    other = 1 - seat
    unseen = [mine + wall for mine, wall in zip(fields["hand"][other], fields["wall"], strict=True)]
    cards = [kind for kind, count in enumerate(unseen) for _ in range(count)]
    ways: Counter[World] = Counter()
    for held in combinations(cards, fields["hand_total"][other]):
        hand = tuple(held.count(kind) for kind in range(len(unseen)))
        for drawn in held if fields["turn"] == other and fields["drawn"] is not None else [None]:
            ways[hand, drawn] += 1
    return ways


def drawn_worlds(states: Iterator[uneri.State], seat: int) -> Counter[World]:
    found: Counter[World] = Counter()
    for world in states:
        fields: Any = world.to_dict()
        drawn = fields["drawn"] if fields["turn"] == 1 - seat else None
        found[tuple(fields["hand"][1 - seat]), drawn] += 1
    return found


@pytest.mark.unsanitized
@pytest.mark.parametrize("other_acts", [False, True])
@pytest.mark.parametrize(("seed", "left"), [(1, 1), (2, 2), (3, 3)])
def test_worlds_are_the_consistent_ones_and_uniform(seed: int, left: int, other_acts: bool) -> None:
    state = late_state(seed, left)
    seat = state.current_player() ^ int(other_acts)
    ways = all_worlds(state, seat)
    total, view = sum(ways.values()), state.view(seat)
    for worlds in (
        (state.resample_from_infostate(seat, number) for number in range(DRAWS)),
        (view.world(number) for number in range(DRAWS, 2 * DRAWS)),
    ):
        drawn = drawn_worlds(worlds, seat)
        assert set(drawn) <= set(ways), "a world that cannot be"
        expected = {world: DRAWS * weight / total for world, weight in ways.items()}
        assert not [world for world, mean in expected.items() if mean > 20 and world not in drawn]
        chi2 = sum((drawn[world] - mean) ** 2 / mean for world, mean in expected.items())
        assert chi2 < upper_chi2(len(ways) - 1)
        assert len(ways) > 10
