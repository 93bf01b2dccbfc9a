"""What a seat of Tidal Blades: Banner Festival may know (section 9), against the text, over positions of random play: its text
and numbers are those of the public facts and its own cards, no change of what is hidden shows in them, and secret
choices leave no trace. Masks, tensor and the order of drawing are written out here from the rules; the library only
plays. UNERI_POSITIONS=10000 asks for the long comparison."""

from __future__ import annotations

import copy
import json
import os
import random
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import tidal
from uneri.bots import GreedyBot
from uneri.testing import SplitMix64, stream

POSITIONS = int(os.environ.get("UNERI_POSITIONS", "400"))

Data = dict[str, Any]
PHASES = ("DEAL", "GATE", "PLAY", "END")
# The share of a phase's nodes that is kept. Nodes with a card chosen in secret matter most.
SHARES = {"DEAL": 0.05, "GATE": 0.25, "PLAY": 0.25, "END": 0.2}


@cache
def positions() -> list[tuple[Data, Data]]:
    """Options and states (plain data) met in random play under random options and boards, with 2 to 5 seats."""
    found: list[tuple[Data, Data]] = []
    index = 0
    while len(found) < POSITIONS:
        numbers = random.Random(index)
        options = tidal.random_options(stream(9, index), {"players": 2 + index % 4, "pack": "full"})
        state = uneri.load_game("tidal", **options).new_initial_state(seed=index if index // 4 % 2 else None)
        index += 1
        while not state.is_terminal():
            data = state.to_dict()
            if numbers.random() < SHARES[data["phase"]]:
                found.append((options, data))
            state.apply_action(numbers.choice(state.legal_actions()))
        if numbers.random() < SHARES["END"]:
            found.append((options, state.to_dict()))
    return found[:POSITIONS]


def test_the_positions_are_of_all_sorts() -> None:
    counts = Counter(data["phase"] for _, data in positions())
    assert set(counts) == set(PHASES)
    assert {options["players"] for options, _ in positions()} == {2, 3, 4, 5}
    assert sum(any(data["pending_total"]) for _, data in positions()) > POSITIONS // 5
    assert sum(max(data["keeper"]) >= 0 for _, data in positions()) > POSITIONS // 10
    assert sum(options["board"] != "default" for options, _ in positions()) > POSITIONS // 5
    assert sum(data["rng"] is not None for _, data in positions()) > POSITIONS // 5


def state_of(backend: str, options: Data, data: Data) -> Any:
    return uneri.load_game("tidal", backend=backend, **options).state_from_dict(data)


def seats(data: Data) -> range:
    return range(len(data["boat"]))


# --- what is seen, from the text ---------------------------------------------------------------------------------------


def board_of(data: Data) -> Data:
    board = data["options"]["board"]
    return tidal.default_board() if board == "default" else board


def view(data: Data, p: int) -> Data:
    """Section 4, last column, and R21: all but the hands and chosen cards of others, and the generator."""
    out = dict(data)
    for field in ("hand", "pending"):
        out[field] = [cards if q == p else None for q, cards in enumerate(data[field])]
    del out["rng"]
    return out


def unknown(seen: Data, p: int) -> list[int]:
    """Section 9, from the view alone."""
    zeros = board_of(seen)["players"][str(len(seen["boat"]))]["zeros"]
    kept = {10 * suit + 9 for suit, keeper in enumerate(seen["keeper"]) if keeper >= 0}
    placed = {card for bout in seen["played"] for card in bout} | {*seen["hand"][p], seen["pending"][p]}
    return [card for card in range(40) if (zeros or card % 10) and card not in kept | placed]


def tensor(seen: Data, p: int) -> list[float]:
    """The numbers of a view, segment by segment; seats are counted from `p`."""
    n, board = len(seen["boat"]), board_of(seen)
    rule, spaces, characters = board["players"][str(n)], board["track"]["spaces"], board["characters"]
    hand, banners = rule["hand"], board["banners_per_player"]
    around = [(p + i) % n for i in range(n)]

    def cards(held: list[int]) -> list[float]:
        return [float(card in held) for card in range(40)]

    def hot(index: int, size: int) -> list[float]:
        return [float(i == index) for i in range(size)]

    def each(field: str, most: int) -> list[float]:
        return [seen[field][q] / most for q in around]

    def played(q: int) -> list[float]:
        when = {bout[q]: number for number, bout in enumerate(seen["played"], 1)}
        return [when.get(card, 0) / hand for card in range(40)]

    def spot(q: int) -> list[float]:
        up = seen["faceup"][q]
        return hot((characters["stunts"][q][up - 1] or 0) - 1, spaces) if up else [0.0] * spaces

    def points(q: int) -> float:
        up, nines = seen["faceup"][q], seen["keeper"].count(q)
        character = characters["values"][up - 1] if up else 0
        profit = seen["profit_majority"][q] + seen["profit_feast"][q]
        return (profit + character + nines * board["kept_card_profit"]) / 100

    parts: list[list[float]] = [
        cards(seen["hand"][p]),
        hot(seen["pending"][p], 40),
        cards(unknown(seen, p)),
        *(played(q) for q in around),
        *([float(keeper == q) for keeper in seen["keeper"]] for q in around),
        each("hand_total", hand),
        *(hot(seen["boat"][q] - 1, spaces) for q in around),
        *(hot(seen["faceup"][q], 8) for q in around),
        *(spot(q) for q in around),
        each("supply", banners),
        [owners[q] / banners for docks in seen["dock"] for owners in docks for q in (*around, 5)],
        [row[q] / banners for row in seen["tower"] for q in around],
        each("fruit", rule["fruit_pool"]),
        [seen["pool"] / rule["fruit_pool"]],
        each("profit_majority", 50),
        each("profit_feast", 50),
        [points(q) for q in around],
        hot(seen["round"] - 1, 3),
        hot(seen["bout"] - 1, hand),
        hot(PHASES.index(seen["phase"]), 4),
        [float(seen["actor"] == q) for q in around],
        [float(seen["lead"] == q) for q in around],
        hot(seen["gate"] - 1, spaces),
        hot(p, n),
    ]
    return [number for part in parts for number in part]


def test_a_seat_is_shown_what_the_text_says(backend: str) -> None:
    """All of it, and nothing else: the view from the text is the view, in words and in numbers."""
    for options, data in positions():
        state = state_of(backend, options, data)
        assert state.to_dict() == data
        for p in seats(data):
            seen = view(data, p)
            assert state.to_dict(p) == seen
            assert state.observation_string(p) == json.dumps(seen, separators=(",", ":"), ensure_ascii=False)
            assert np.array_equal(state.observation_tensor(p), np.array(tensor(seen, p), np.float32))
            assert tidal.unknown(state, p) == unknown(seen, p)


# --- states that differ in what the seat can't know --------------------------------------------------------------------


def shuffled(data: Data, p: int, numbers: random.Random) -> Data:
    """The data with the cards that `p` can't place somewhere else: all of them, or two exchanged; another generator."""
    out = copy.deepcopy(data)
    pool = unknown(view(data, p), p)
    if numbers.random() < 0.5 or len(pool) < 2:
        numbers.shuffle(pool)
        for q in seats(data):
            if q != p:
                out["hand"][q] = sorted(pool.pop() for _ in data["hand"][q])
                if data["pending_total"][q]:
                    out["pending"][q] = pool.pop()
    else:
        one, two = numbers.sample(pool, 2)
        trade = {one: two, two: one}
        for q in seats(data):
            if q != p:
                out["hand"][q] = sorted(trade.get(card, card) for card in data["hand"][q])
                out["pending"][q] = trade.get(data["pending"][q], data["pending"][q])
    out["rng"] = None if data["rng"] is None else numbers.getrandbits(64)
    return out


def test_what_a_seat_cant_know_doesnt_show(backend: str) -> None:
    """Other cards in other hands, chosen in secret or left over, another generator: nothing of it is in what the seat is
    shown or asked, in the worlds drawn for it, or in what the greedy bot plays for it."""
    changed = told = 0
    for index, (options, data) in enumerate(positions()):
        numbers = random.Random(index)
        state = state_of(backend, options, data)
        for p in seats(data):
            changes = shuffled(data, p, numbers)
            other = state_of(backend, options, changes)
            assert other.observation_string(p) == state.observation_string(p)
            assert np.array_equal(other.observation_tensor(p), state.observation_tensor(p))
            assert other.current_player() == state.current_player()
            assert other.returns() == state.returns()
            assert other.resample_from_infostate(p, index) == state.resample_from_infostate(p, index)
            if state.current_player() == p:
                assert other.legal_actions() == state.legal_actions()
                assert GreedyBot().act(other) == GreedyBot().act(state)
            if changes["hand"] != data["hand"] or changes["pending"] != data["pending"]:
                changed += 1
                told += any(other.observation_string(q) != state.observation_string(q) for q in seats(data))
    assert changed > POSITIONS
    assert told == changed  # somebody sees the difference: the owner of the cards


def test_a_choice_in_secret_leaves_no_trace(backend: str) -> None:
    """Whatever the seat to act chooses, the others see the same, are told the same and are asked the same, until the last
    seat has chosen and all is revealed."""
    choices = 0
    for options, data in positions()[:: 1 if backend == "core" else 4]:
        p = data["actor"]
        if data["phase"] != "PLAY" or p == len(data["boat"]) - 1:
            continue
        state = state_of(backend, options, data)
        shown: list[set[Any]] = [set() for _ in seats(data)]
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            full = after.to_dict()
            assert full["pending"] == [*data["pending"][:p], action, *data["pending"][p + 1 :]]
            for q in seats(data):
                told = tidal.events(state.to_dict(q), after.to_dict(q), p, action, q)
                shown[q].add(
                    (
                        after.observation_string(q),
                        after.observation_tensor(q).tobytes(),
                        tidal.render(after.to_dict(q)),
                        *told,
                        tuple(after.returns()),
                        tuple(after.legal_actions()),
                        json.dumps(after.resample_from_infostate(q, 3).to_dict()) if q != p else "",
                    )
                )
            choices += 1
        assert [len(views) for views in shown] == [len(data["hand"][p]) if q == p else 1 for q in seats(data)]
    assert choices > POSITIONS // (2 if backend == "core" else 8)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_seat_to_choose_knows_no_more_than_the_first(players: int, backend: str) -> None:
    """Every combination of choices before it looks the same to the last seat, but for the cards of its own hand."""
    game = uneri.load_game("tidal", backend=backend, players=players)
    size = game.max_legal_actions if players == 5 else 8
    fresh = tidal.position(game, bout=size - 1, lead=0)  # two cards a hand
    shown = set()
    for number in range(2 ** (players - 1)):
        state = fresh.clone()
        for seat in range(players - 1):
            state.apply_action(state.legal_actions()[number >> seat & 1])
        last = players - 1
        assert state.current_player() == last
        assert state.legal_actions() == fresh.to_dict()["hand"][last]
        worlds = json.dumps([state.resample_from_infostate(last, seed).to_dict() for seed in range(3)])
        shown.add((state.observation_string(last), state.observation_tensor(last).tobytes(), worlds))
    assert len(shown) == 1


# --- worlds ------------------------------------------------------------------------------------------------------------


def drawn(data: Data, p: int, seed: int) -> Data:
    """The world that R-7's procedure draws: the seat to act first, then clockwise from `p`; of a seat its hand, then the
    card that it has chosen; the generator starts at the next output."""
    n, luck = len(data["boat"]), SplitMix64(seed)
    out = copy.deepcopy(data)
    pool, at = unknown(view(data, p), p), 0
    order = [(p + step) % n for step in range(1, n)]
    if data["actor"] in order:
        order.remove(data["actor"])
        order.insert(0, data["actor"])
    for q in order:
        cards = []
        for _ in range(data["hand_total"][q] + data["pending_total"][q]):
            j = at + luck.below(len(pool) - at)
            pool[at], pool[j] = pool[j], pool[at]
            cards.append(pool[at])
            at += 1
        if data["pending_total"][q]:
            out["pending"][q] = cards.pop()
        out["hand"][q] = sorted(cards)
    out["rng"] = None if data["rng"] is None else luck.next()
    return out


def test_worlds_are_drawn_as_documented(backend: str) -> None:
    for index, (options, data) in enumerate(positions()):
        state = state_of(backend, options, data)
        for p in seats(data):
            world = state.resample_from_infostate(p, index)
            assert world.to_dict() == drawn(data, p, index)
            assert world.observation_string(p) == state.observation_string(p)


def test_a_seeded_state_leaks_no_generator(backend: str) -> None:
    """Two states that differ in their generator alone give one world; what happens in it later is its own."""
    game = uneri.load_game("tidal", backend=backend, rounds=2)
    state = game.new_initial_state(seed=5)
    twin = game.state_from_dict({**state.to_dict(), "rng": 12345})
    assert "rng" not in state.to_dict(0)
    world = state.resample_from_infostate(0, 7)
    assert world == twin.resample_from_infostate(0, 7)
    assert world.seeded
    assert world.to_dict()["rng"] not in (state.to_dict()["rng"], 12345)
    unseeded = game.state_from_dict({**state.to_dict(), "rng": None}).resample_from_infostate(0, 7)
    assert not unseeded.seeded
    assert {**unseeded.to_dict(), "rng": 0} == {**world.to_dict(), "rng": 0}
