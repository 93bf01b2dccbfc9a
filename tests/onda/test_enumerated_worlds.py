"""What a seat of ONDA can't know (8.3), by enumeration: in every world that the seat can't tell apart, all that it is shown
is the same and a seed draws the same world; each world is drawn as often as the text says. Worlds are listed here by
hand, unseen card by unseen card, and the one extra condition is written out for its three cases: nothing of the library
decides what a consistent world is."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import uneri
from _chi_square import upper_chi2
from uneri import onda
from uneri.testing import SplitMix64

Data = dict[str, Any]
DRAWS = 4000

# --- small positions: options, the seat that looks, and the cards -------------------------------------------------------

CASES: dict[str, tuple[Data, int, Data]] = {
    "hands and face-down cards": (
        {},
        2,
        {"hands": ["b1 g9", "b5", "g7 g8", "b12"], "down": ["", "g3", "b4", ""]},
    ),
    "equal cards count as distinct": (
        {},
        0,
        {"hands": ["b1", "b5 b5", "g7", "g9"], "down": ["", "g9", "", ""]},
    ),
    "jokers shown at once": (
        {"reveal_jokers": "on_play"},
        1,
        {
            "hands": ["b1 g9", "b5", "g7", "b12"],
            "down": ["", "", "b9", ""],
            "spent": ["", "b2", "", "b3 g4"],
            "table": "SINGLE J=4",
            "table_owner": 3,
            "table_face": "g4",
        },
    ),
    "a face that nobody sees": (
        {},
        0,
        {
            "hands": ["b1", "b5 g5", "g7", "b12"],
            "spent": ["g1", "", "b2", "b3 g4"],
            "table": "SINGLE J=9",
            "table_owner": 3,
            "table_face": "b3",
        },
    ),
    "a face beside a joker that was shown": (
        {"reveal_jokers": "on_discard"},
        1,
        {
            "hands": ["b1 g9", "b5", "g7", "b12"],
            "spent": ["", "", "g1", "b3 g4"],
            "table": "SINGLE J=4",
            "table_owner": 3,
            "table_face": "b3",
        },
    ),
    "a card taken back before all": (
        {"reveal_returned": True},
        3,
        {
            "hands": ["b3 g9", "b5 g5", "g7", "b12"],
            "down": ["b8", "", "", ""],
            "known": ["b3", "g5", "", ""],
            "table": "SINGLE b4",
            "table_owner": 3,
            "to_act": 0,
        },
    ),
    "five seats": (
        {"players": 5},
        4,
        {"hands": ["b1", "b5 g5", "g7", "b12", "g1 g2"], "down": ["", "", "g3", "", ""]},
    ),
    "the first of two cards to hide": (
        {"first_seat": 1},
        3,
        {
            "hands": ["b4 g4", "b9", "g9", "b3"],
            "down": ["b4", "b9 g4", "b1 g9", "g12 g12"],
            "phase": "HIDE",
            "to_act": 0,
            "starter": 1,
            "leader": 1,
        },
    ),
    "turning with two face-down cards": (
        {},
        1,
        {
            "hands": ["b3 b9", "b5", "g7", "b12"],
            "down": ["g3 g9", "", "", ""],
            "table": "SET2 8 bb",
            "table_owner": 3,
            "phase": "SLOT",
            "pending": "TURN",
        },
    ),
    "turning on a lead": (
        {"bomb_sequence": [1]},
        2,
        {
            "hands": ["b3", "b5", "g7", "b4"],
            "down": ["b9 g9", "", "", ""],
            "phase": "SLOT",
            "pending": "TURN",
        },
    ),
    "replying": (
        {},
        3,
        {
            "hands": ["b2 g9", "b5 g11", "g7", "b12"],
            "down": ["g3", "b6", "", ""],
            "table": "SINGLE b5",
            "table_owner": 3,
            "phase": "REPLY",
            "tide": 1,
            "status": 1,
        },
    ),
    "losers' hands at the end": (
        {"rounds": 1},
        1,
        {
            "hands": ["", "b5", "g7 g8", "b12"],
            "down": ["b3", "", "b4 g4", "g9"],
            "spent": ["g1", "", "", ""],
            "phase": "OVER",
            "to_act": -1,
            "table": "SINGLE b2",
            "table_owner": 0,
            "scores": [3, -1, -8, -5],
            "round_wins": [1, 0, 0, 0],
            "prev_winner": 0,
        },
    ),
}  # fmt: skip


def position(case: str, backend: str = "core") -> tuple[Any, int]:
    options, seat, cards = CASES[case]
    return onda.position(uneri.load_game("onda", backend=backend, **options), **cards), seat


# --- worlds by hand ----------------------------------------------------------------------------------------------------


def shown_jokers(data: Data, options: Data, q: int) -> list[int]:
    """O-8.3"""
    shown = [] if options["reveal_jokers"] == "never" else list(data["spent"][q])
    table = data["table"]
    waits = options["reveal_jokers"] == "on_discard" and data["phase"] != "OVER" and table and table["owner"] == q
    if waits and table["face"] >= 0:
        shown.remove(table["face"])
    return shown


Group = tuple[str, int]  # hand, down, spent or face of a seat
World = tuple[tuple[Group, tuple[int, ...]], ...]  # what a world puts into each group of unseen places, ascending


def hidden_groups(data: Data, options: Data, seat: int) -> dict[Group, list[int]]:
    """The groups of places that the seat can't see into, with the cards that are truly there."""
    groups: dict[Group, list[int]] = {}
    table = data["table"]
    for q in range(len(data["hand"])):
        if q == seat:
            continue
        if data["phase"] != "OVER":
            hand = Counter({k: n for k, n in enumerate(data["hand"][q]) if n})
            groups["hand", q] = sorted((hand - Counter(data["known"][q])).elements())
        groups["down", q] = sorted(data["down"][q])
        hidden = sorted((Counter(data["spent"][q]) - Counter(shown_jokers(data, options, q))).elements())
        if table is not None and table["owner"] == q and table["face"] in hidden:
            hidden.remove(table["face"])
            groups["face", q] = [table["face"]]
        groups["spent", q] = hidden
    return {group: cards for group, cards in groups.items() if cards}


def with_world(data: Data, options: Data, seat: int, world: World) -> Data:
    """The data with the world's cards in the hidden places."""
    out = copy.deepcopy(data)
    for (what, q), cards in world:
        if what == "hand":
            counts = Counter([*data["known"][q], *cards])
            out["hand"][q] = [counts[k] for k in range(30)]
        elif what == "down":
            out["down"][q] = list(cards)
        elif what == "face":
            out["table"]["face"] = cards[0]
    for q in range(len(data["hand"])):
        hidden = [k for (what, owner), cards in world if owner == q and what in ("spent", "face") for k in cards]
        if hidden:
            out["spent"][q] = sorted([*shown_jokers(data, options, q), *hidden])
    return out


def answers(data: Data, hand: Counter[int], tide: int) -> bool:
    """O-4.10 for the tables of the cases: a card or pair that beats the table, or on a lead any card (a single is no
    run of two, the dial's shape here)."""
    table = data["table"]
    if table is None:
        return bool(hand)
    rank, size = onda.describe_play(table["play"]).rank, 2 if onda.play_name(table["play"]).startswith("SET2") else 1
    numbers = Counter(k % 15 + 1 for k in hand.elements())
    return any(n >= size and (v < rank if tide else v > rank) for v, n in numbers.items())


def possible(data: Data, groups: dict[Group, tuple[int, ...]], seat: int) -> bool:
    """8.3: the seat to act has a legal action, in the only three cases in which it may have none."""
    p = data["to_act"]
    if p in (-1, seat):
        return True
    hand = Counter([*data["known"][p], *groups.get(("hand", p), ())])
    down = groups.get(("down", p), ())
    if data["phase"] == "HIDE" and len(down) == 1:
        return any(kind >= down[0] for kind in hand)
    if data["pending"] == "TURN":
        return any(answers(data, hand + Counter([kind]), 1 - data["tide"]) for kind in down)
    if data["phase"] == "REPLY":
        return answers(data, hand, data["tide"])
    return True


def arrangements(cards: list[int]) -> Iterator[list[int]]:
    """The orders of the cards that look different. Each stands for equally many orders of distinct cards."""
    if not cards:
        yield []
    for card in sorted(set(cards)):
        rest = list(cards)
        rest.remove(card)
        for order in arrangements(rest):
            yield [card, *order]


def worlds_of(state: Any, seat: int) -> Counter[World]:
    """Every world, weighted by the ways to deal the unseen cards, all distinct, that give it."""
    data, options = state.to_dict(), state.game.options
    assert sum(data["deck"]) == 0
    groups = hidden_groups(data, options, seat)
    places = [group for group, cards in groups.items() for _ in cards]
    found: Counter[World] = Counter()
    for order in arrangements([k for cards in groups.values() for k in cards]):
        filled: dict[Group, list[int]] = {group: [] for group in groups}
        for group, kind in zip(places, order, strict=True):
            filled[group].append(kind)
        world = {group: tuple(sorted(cards)) for group, cards in filled.items()}
        if possible(data, world, seat):
            found[tuple(sorted(world.items()))] += 1
    return found


def world_in(state: Any, seat: int) -> World:
    groups = hidden_groups(state.to_dict(), state.game.options, seat)
    return tuple(sorted((group, tuple(cards)) for group, cards in groups.items()))


def cards_of(state: Any) -> list[int]:
    """How many of each kind there are in all places together."""
    data = state.to_dict()
    hidden = Counter(k for field in ("down", "spent") for kinds in data[field] for k in kinds)
    return [data["played"][k] + data["deck"][k] + hidden[k] + sum(hand[k] for hand in data["hand"]) for k in range(30)]


# --- what must hold ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_all_worlds_look_the_same_and_draw_the_same(case: str, backend: str) -> None:
    """The seat's text, numbers and choices don't tell the worlds apart, and the true one is never read."""
    state, seat = position(case, backend)
    worlds = worlds_of(state, seat)
    assert world_in(state, seat) in worlds
    assert len(worlds) > 1
    text, tensor = state.observation_string(seat), state.observation_tensor(seat)
    draws = [state.resample_from_infostate(seat, seed) for seed in range(8)]
    for drawn in draws:
        assert drawn.observation_string(seat) == text
        assert world_in(drawn, seat) in worlds
        assert cards_of(drawn) == cards_of(state)
    sample = random.Random(1).sample(sorted(worlds), min(len(worlds), 120 if backend == "core" else 25))
    told_apart = 0
    for world in sample:
        data = with_world(state.to_dict(), state.game.options, seat, world)
        other = state.game.state_from_dict(data)
        assert world_in(other, seat) == world
        assert other.observation_string(seat) == text
        assert np.array_equal(other.observation_tensor(seat), tensor)
        assert other.current_player() == state.current_player()
        assert other.returns() == state.returns()
        if state.current_player() == seat:
            assert other.legal_actions() == state.legal_actions()
        assert [other.resample_from_infostate(seat, seed) for seed in range(8)] == draws
        told_apart += any(
            other.observation_string(q) != state.observation_string(q) for q in range(state.game.num_players)
        )
    assert told_apart > 0


@pytest.mark.unsanitized
@pytest.mark.parametrize("case", CASES)
def test_each_world_is_drawn_as_often_as_it_should_be(case: str) -> None:
    """Support, and chi-square with seeds in a row: the probability of failing by chance is below 10^-6 a case."""
    state, seat = position(case)
    worlds = worlds_of(state, seat)
    total = sum(worlds.values())
    worlds_drawn = [world_in(state.resample_from_infostate(seat, seed), seat) for seed in range(DRAWS)]
    view, some = state.view(seat), range(DRAWS // 10)
    assert [world_in(view.world(seed), seat) for seed in some] == worlds_drawn[: len(some)]
    drawn = Counter(worlds_drawn)
    assert set(drawn) <= set(worlds)
    # Worlds that are rare are counted together, so that each class is expected at least five times.
    classes: list[tuple[float, int]] = []
    expected, seen = 0.0, 0
    for world, weight in sorted(worlds.items(), key=lambda item: (item[1], item[0])):
        expected, seen = expected + DRAWS * weight / total, seen + drawn[world]
        if expected >= 5:
            classes.append((expected, seen))
            expected, seen = 0.0, 0
    if expected:
        last = classes.pop()
        classes.append((last[0] + expected, last[1] + seen))
    chi2 = sum((count - mean) ** 2 / mean for mean, count in classes)
    assert chi2 < upper_chi2(len(classes) - 1)
    everything = sum(1 for world in worlds if world in drawn)
    chance_missing = sum((1 - weight / total) ** DRAWS for weight in worlds.values())
    assert len(worlds) - everything <= 6 + 6 * chance_missing


@pytest.mark.parametrize(("players", "decks"), [(2, 30), (3, 15)])
def test_the_deck_is_unseen_too(players: int, decks: int) -> None:
    """With cards left over, each unseen card is in another seat's hand, face down or in the deck with the probability
    that the numbers of places say."""
    state = uneri.load_game("onda", players=players).new_initial_state(seed=3)
    while state.to_dict()["phase"] == "HIDE":
        state.apply_action(state.legal_actions()[0])
    assert sum(state.to_dict()["deck"]) == decks
    unseen = onda.unseen(state, 0).astype(int)
    counts = {"hand": np.zeros(30, int), "down": np.zeros(30, int), "deck": np.zeros(30, int)}
    for seed in range(DRAWS):
        data = state.resample_from_infostate(0, seed).to_dict()
        counts["hand"] += np.array(data["hand"][1:]).sum(axis=0)
        counts["down"] += np.bincount([k for cards in data["down"][1:] for k in cards], minlength=30)
        counts["deck"] += np.array(data["deck"])
    places = {"hand": 13 * (players - 1), "down": 2 * (players - 1), "deck": decks}
    assert sum(places.values()) == unseen.sum()
    for name, size in places.items():
        mean = DRAWS * unseen * size / unseen.sum()
        live = mean > 0
        assert not counts[name][~live].any()
        # Cards are drawn without replacement, so the sum below varies less than chi-square does.
        assert (((counts[name] - mean) ** 2)[live] / mean[live]).sum() < upper_chi2(int(live.sum()))


def test_while_cards_are_dealt() -> None:
    """In the middle of a deal: own cards stay, the others' hands and the deck are drawn from the rest."""
    for backend in ("core", "reference"):
        state = uneri.load_game("onda", backend=backend, players=3).new_initial_state()
        numbers = random.Random(3)
        for _ in range(20):
            state.apply_action(numbers.choice(state.legal_actions()))
        own = state.to_dict()["hand"][0]
        seen: Counter[str] = Counter()
        for seed in range(60):
            data = state.resample_from_infostate(0, seed).to_dict()
            assert data["hand"][0] == own
            assert data["hand_total"] == [15, 5, 0]
            assert [sum(kinds) for kinds in zip(*data["hand"], data["deck"], strict=True)] == [2] * 30
            seen[str(data["hand"][1])] += 1
        assert len(seen) == 60


# --- whole games: cards that a seat can't see change places by hand ----------------------------------------------------


def hidden_places(data: Data, view: Data) -> list[tuple[str, int, int]]:
    """(field, seat, kind) of single hidden cards; jokers are left alone."""
    places = []
    for q in range(len(data["hand"])):
        if view["hand"][q] is None:
            free = Counter({k: n for k, n in enumerate(data["hand"][q]) if n}) - Counter(data["known"][q])
            places += [("hand", q, k) for k in free]
        if None in view["down"][q]:
            places += [("down", q, k) for k in data["down"][q]]
    return places + [("deck", 0, k) for k in range(30) if data["deck"][k]]


def swapped(data: Data, one: tuple[str, int, int], two: tuple[str, int, int]) -> Data:
    out = copy.deepcopy(data)
    for (field, q, gone), (_, _, come) in ((one, two), (two, one)):
        if field == "down":
            out["down"][q].remove(gone)
            out["down"][q] = sorted([*out["down"][q], come])
        else:
            counts = out["deck"] if field == "deck" else out["hand"][q]
            counts[gone] -= 1
            counts[come] += 1
    return out


@pytest.mark.parametrize("index", range(12))
def test_swapping_hidden_cards_shows_nothing(index: int, backend: str) -> None:
    numbers = random.Random(index)
    options = onda.random_options(SplitMix64(index), {"pack": "full"})
    game = uneri.load_game("onda", backend=backend, **options)
    state = game.new_initial_state(seed=index)
    tried = told = 0
    while not state.is_terminal():
        if numbers.random() < 0.5:
            data = state.to_dict()
            seat = numbers.randrange(game.num_players)
            places = hidden_places(data, state.to_dict(seat))
            one, two = numbers.choice(places), numbers.choice(places)
            if one[2] != two[2]:
                try:
                    other = game.state_from_dict(swapped(data, one, two))
                except ValueError:
                    assert data["phase"] in ("HIDE", "SLOT", "REPLY")  # the seat to act would be stuck
                else:
                    tried += 1
                    assert other.observation_string(seat) == state.observation_string(seat)
                    assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
                    assert (
                        other.resample_from_infostate(seat, 5).to_dict()
                        == state.resample_from_infostate(seat, 5).to_dict()
                    )
                    if state.current_player() == seat:
                        assert other.legal_actions() == state.legal_actions()
                    owners = {q for field, q, _ in (one, two) if field != "deck"}
                    told += any(other.observation_string(q) != state.observation_string(q) for q in owners)
        state.apply_action(numbers.choice(state.legal_actions()))
    assert tried > 10
    assert told > 0
