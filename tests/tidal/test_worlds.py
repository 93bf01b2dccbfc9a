"""Worlds of Tidal Blades: Banner Festival (section 9, R-7) on small positions: every assignment of the unknown cards to the
hands, chosen cards and the undealt rest occurs, no other does, each with the same chance, and the true one is not
read."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from typing import Any

import pytest

import uneri
from _chi_square import upper_chi2
from uneri import tidal

Data = dict[str, Any]
World = tuple[tuple[tuple[int, ...], int], ...]  # hand and chosen card of each seat
DRAWS = 6000

ALL_KEPT = {"orange": 0, "yellow": 1, "teal": 2, "purple": 3}

# Options, fields of the position, actions from there, the seat that looks on, and the number of worlds.
CASES: dict[str, tuple[Data, Data, int, int, int]] = {
    "two seats, the last but one card": ({"players": 2, "board": "large"}, {"bout": 17, "lead": 0}, 0, 1, 15),
    "the same, one card chosen": ({"players": 2, "board": "large"}, {"bout": 17, "lead": 0}, 1, 1, 30),
    "four seats, one card each": ({}, {"bout": 8, "lead": 2}, 0, 1, 210),
    "the same, one chosen": ({}, {"bout": 8, "lead": 2}, 1, 2, 210),
    "the same, all but one chosen": ({}, {"bout": 8, "lead": 2}, 3, 3, 210),
    "nothing undealt": ({}, {"bout": 7, "lead": 2, "round": 3, "keeper": ALL_KEPT}, 0, 0, 90),
    "nothing undealt, two chosen": ({}, {"bout": 7, "lead": 2, "round": 3, "keeper": ALL_KEPT}, 2, 2, 360),
    "the gate is to be moved": ({}, {"bout": 7, "lead": 3, "round": 3, "phase": "GATE", "keeper": ALL_KEPT}, 0, 1, 90),
    "five seats, the zeros in the deck": ({"players": 5}, {"bout": 7, "lead": 0}, 2, 4, 3024),
    "in the deal": ({"players": 2, "board": "small"}, {"phase": "DEAL"}, 2, 1, 630),
}


def board(name: str) -> Any:
    if name == "default":
        return name
    changed = tidal.default_board()
    hand = 18 if name == "large" else 2
    changed["players"]["2"] = {"hand": hand, "fruit_pool": 7, "zeros": name == "large", "neutral": False}
    return changed


def position(case: str, backend: str) -> tuple[Any, int]:
    options, fields, actions, seat, _ = CASES[case]
    chosen = {**options, "board": board(options.get("board", "default"))}
    state = tidal.position(uneri.load_game("tidal", backend=backend, **chosen), **fields)
    for _ in range(actions):
        state.apply_action(state.legal_actions()[0])
    return state, seat


def world_in(data: Data) -> World:
    return tuple((tuple(hand), card) for hand, card in zip(data["hand"], data["pending"], strict=True))


def worlds_of(state: Any, seat: int) -> set[World]:
    """Every way to fill the places of others from the cards that the seat can't place."""
    data = state.to_dict()
    n = state.game.num_players
    kept = {10 * suit + 9 for suit, keeper in enumerate(data["keeper"]) if keeper >= 0}
    zeros = tidal.board_of(state.game)["players"][str(n)]["zeros"]
    known = kept | {card for bout in data["played"] for card in bout} | {*data["hand"][seat], data["pending"][seat]}
    pool = frozenset(card for card in range(40) if (zeros or card % 10) and card not in known)

    def fill(seats: list[int], left: frozenset[int]) -> list[World]:
        if not seats:
            return [()]
        q, rest = seats[0], seats[1:]
        if q == seat:
            own = (tuple(data["hand"][q]), data["pending"][q])
            return [(own, *others) for others in fill(rest, left)]
        found: list[World] = []
        for hand in itertools.combinations(sorted(left), data["hand_total"][q]):
            after = left - set(hand)
            for card in sorted(after) if data["pending_total"][q] else [-1]:
                found += [((hand, card), *others) for others in fill(rest, after - {card})]
        return found

    worlds = fill(list(range(n)), pool)
    assert len(worlds) == len(set(worlds))
    return set(worlds)


@pytest.mark.unsanitized
@pytest.mark.parametrize("case", CASES)
def test_every_world_occurs_and_all_alike(case: str) -> None:
    state, seat = position(case, "core")
    worlds = worlds_of(state, seat)
    assert len(worlds) == CASES[case][-1]
    assert world_in(state.to_dict()) in worlds
    draws = max(DRAWS, 20 * len(worlds))
    drawn = [world_in(state.resample_from_infostate(seat, seed).to_dict()) for seed in range(draws)]
    view, some = state.view(seat), range(draws // 10)
    assert [world_in(view.world(seed).to_dict()) for seed in some] == drawn[: len(some)]
    counts = Counter(drawn)
    assert set(counts) <= worlds, "a world that cannot be"
    assert worlds <= set(counts), "a world that is never drawn"  # by chance: less than 10^-5 a case
    mean = draws / len(worlds)
    chi2 = sum((counts[world] - mean) ** 2 / mean for world in worlds)
    assert chi2 < upper_chi2(len(worlds) - 1)


@pytest.mark.parametrize("case", CASES)
def test_all_worlds_look_the_same_and_draw_the_same(case: str, backend: str) -> None:
    """The seat's view doesn't tell the worlds apart, and the true one is never read."""
    state, seat = position(case, backend)
    text, numbers = state.observation_string(seat), state.observation_tensor(seat).tobytes()
    draws = [state.resample_from_infostate(seat, seed) for seed in range(6)]
    told_apart = set()
    worlds = sorted(worlds_of(state, seat))
    for world in worlds[:: max(1, len(worlds) // (300 if backend == "core" else 12))]:
        data = copy.deepcopy(state.to_dict())
        data["hand"] = [list(hand) for hand, _ in world]
        data["pending"] = [card for _, card in world]
        other = state.game.state_from_dict(data)
        assert other.observation_string(seat) == text
        assert other.observation_tensor(seat).tobytes() == numbers
        assert [other.resample_from_infostate(seat, seed) for seed in range(6)] == draws
        told_apart.add(tuple(other.observation_string(q) for q in range(state.game.num_players)))
    assert len(told_apart) > 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_place_gets_every_card_alike(players: int) -> None:
    """At a full deal, far too many worlds to count: each unknown card is in each seat's hand, chosen, or undealt as often as
    the places say."""
    state = uneri.load_game("tidal", players=players).new_initial_state(seed=3)
    state.apply_action(state.legal_actions()[0])
    seat = players - 1
    cards = tidal.unknown(state, seat)
    hands = [Counter[int]() for _ in range(players)]
    chosen: Counter[int] = Counter()
    for seed in range(DRAWS):
        data = state.resample_from_infostate(seat, seed).to_dict()
        for q in range(players):
            hands[q].update(data["hand"][q])
        chosen.update([data["pending"][0]])
    sizes = state.to_dict()["hand_total"]
    for counts, size in [*((hands[q], sizes[q]) for q in range(players) if q != seat), (chosen, 1)]:
        assert set(counts) <= set(cards)
        mean = DRAWS * size / len(cards)
        # Cards of one hand are drawn without replacement, so this sum varies less than chi-square does.
        assert sum((counts[card] - mean) ** 2 for card in cards) / mean < upper_chi2(len(cards) - 1)


def test_at_the_end_there_is_one_world(backend: str) -> None:
    state = uneri.load_game("tidal", backend=backend, rounds=1).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    for seat in range(4):
        assert state.resample_from_infostate(seat, 1) == state
