"""What seats of SOLO know for certain (8.3), and the worlds that `resample_from_infostate` draws (R-7), by enumeration
on small positions: the unseen cards that the seat can't place, in every order, into the hands and the draw pile. Each
world looks the same, draws the same, and is drawn as often as it should be. What Swap and Swap-in-turn teach stays in
the right hands, and all knowledge is kept again here, event by event, along games full of them."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import uneri
from _chi_square import upper_chi2
from uneri import solo
from uneri.testing import SplitMix64, stream

GAMES = int(os.environ.get("UNERI_LOCKSTEP_GAMES", "24"))

Data = dict[str, Any]
DRAWS = 4000

# --- small positions: options, the seat that looks, the fields --------------------------------------------------------

CASES: dict[str, tuple[Data, int, Data]] = {
    "turn of its own": (
        {"players": 3},
        0,
        {"hands": ["R1 B5", "G5 G6", "B2 Wi"], "draw_pile": "Y1 Y9"},
    ),
    "turn of another": (
        {"players": 3},
        2,
        {"hands": ["R1 B5", "G5 ST", "B2 Wi"], "draw_pile": "Y1 Y9", "to_act": 1, "dir": -1},
    ),
    "equal cards count as distinct": (
        {"players": 3},
        1,
        {"hands": ["R1 R1", "G5", "R1 G7"], "draw_pile": "G2 G7", "discard": "B4"},
    ),
    "known cards in both hands": (
        {"players": 3},
        1,
        {
            "hands": ["R1 B5 B5", "G5", "B2 Wi W4"],
            "draw_pile": "Y1 B5",
            "known": {(1, 0): "B5", (1, 2): "B2 Wi", (0, 2): "B2", (2, 0): "R1", (0, 1): "G5"},
        },
    ),
    "a hand known wholly": (
        {"players": 3},
        0,
        {"hands": ["G5", "R1 B5", "B2 Wi W4"], "draw_pile": "Y1 B5", "known": {(0, 1): "R1 B5", (2, 1): "R1"}},
    ),
    "two seats": (
        {"players": 2},
        1,
        {"hands": ["R1 B5 Wi", "G5 G6"], "draw_pile": "Y1 Y9 Wi", "known": {(1, 0): "Wi", (0, 1): "G6"}},
    ),
    "an empty pile": (
        {"players": 3},
        0,
        {"hands": ["G5", "R1 B5", "B2 Wi W4"], "draw_pile": "", "discard": "Y3 R9"},
    ),
    "response": (
        {"players": 3},
        0,
        {
            "hands": ["RD2 B5", "GD2 G6", "B2 Wi"],
            "draw_pile": "Y1 YD2",
            "discard": "BD2",
            "to_act": 1,
            "phase": "RESPOND",
            "pending": 2,
            "chain": "D2",
            "last": 0,
        },
    ),
    "jump of its own": (
        {"players": 3, "jump_window": "every_turn"},
        1,
        {
            "hands": ["R4 B5", "B4 G6", "B4 Wi"],
            "draw_pile": "Y1 Y9",
            "discard": "B4",
            "phase": "JUMP",
            "last": 0,
            "to_act": 1,
            "next_turn": 2,
        },
    ),
    "jump of another": (
        {"players": 3},
        0,
        {
            "hands": ["R4 B5", "Y8 B4", "G6 Wi"],
            "draw_pile": "Y1 Y9",
            "discard": "B4",
            "phase": "JUMP",
            "last": 0,
            "to_act": 1,
            "next_turn": 2,
        },
    ),
    "jump of another, its own to come": (
        {"players": 3, "self_jump_in": True},
        0,
        {
            "hands": ["R4 B4", "Y8 B4", "G6 Wi"],
            "draw_pile": "Y1 Y8",
            "discard": "B4",
            "phase": "JUMP",
            "last": 0,
            "to_act": 1,
            "next_turn": 2,
        },
    ),
    "drawn card of its own": (
        {"players": 3},
        2,
        {
            "hands": ["R4 B5", "Y8 B4", "G6 R1"],
            "draw_pile": "Y1 Y9",
            "phase": "DRAWN",
            "to_act": 2,
            "drawn": "R1",
        },
    ),
    "drawn card of another": (
        {"players": 3},
        0,
        {
            "hands": ["R4 B5", "Y8 B4", "G6 R1"],
            "draw_pile": "Y1 Y9",
            "phase": "DRAWN",
            "to_act": 2,
            "drawn": "R1",
        },
    ),
    "drawn card of another, its own jump to come": (
        {"players": 3, "jump_window": "every_turn"},
        1,
        {
            "hands": ["R4 Y9", "Y8 R9", "G6 R1 R1 B3"],
            "draw_pile": "Y1 Y9",
            "phase": "DRAWN",
            "to_act": 2,
            "drawn": "R1",
            "last": 0,
            "known": {(1, 2): "R1 G6", (1, 0): "R4"},
        },
    ),
    "declaration of another": (
        {"players": 3},
        0,
        {
            "hands": ["R4 B5 Wi", "Y8 R9", "G6 R1"],
            "draw_pile": "Y1 Y8",
            "phase": "SOLO",
            "to_act": 1,
            "want": "R9",
            "known": {(0, 1): "R9", (2, 1): "R9 Y8"},
        },
    ),
    "declaration of its own": (
        {"players": 2},
        1,
        {
            "hands": ["R4 B5 Wi", "Y8 R9"],
            "draw_pile": "Y1 Y8 Y8",
            "phase": "SOLO",
            "to_act": 1,
            "want": "R9",
            "known": {(0, 1): "R9"},
        },
    ),
    "card drawn": (
        {"players": 3},
        0,
        {
            "hands": ["R4", "Y8 B4", "G6 R1"],
            "draw_pile": "Y1 Y8",
            "phase": "PULL",
            "to_act": 1,
            "left": 1,
            "why": "draw",
        },
    ),
    "cards taken": (
        {"players": 3},
        2,
        {
            "hands": ["R4", "Y8 B4 B4", "G6 R1"],
            "draw_pile": "Y1 Y8",
            "phase": "PULL",
            "to_act": 1,
            "left": 3,
            "why": "take",
            "known": {(2, 1): "B4"},
        },
    ),
    "penalty": (
        {"players": 3},
        1,
        {
            "hands": ["R4", "Y8 B4", "G6 R1 R1"],
            "draw_pile": "Y1 Y8",
            "phase": "PULL",
            "to_act": 1,
            "left": 2,
            "why": "penalty",
            "last": 0,
            "known": {(1, 2): "G6"},
        },
    ),
    "colour": (
        {"players": 3},
        1,
        {
            "hands": ["R4 B3", "Y8 B4", "G6 R1"],
            "draw_pile": "Y1 Wi",
            "discard": "R9 Wi",
            "active_colour": "R",
            "phase": "COLOUR",
            "last": 0,
        },
    ),
    "partner": (
        {"players": 3},
        0,
        {
            "hands": ["R4 B3", "Y8 B4", "G6 R1"],
            "draw_pile": "Y1 Wi",
            "discard": "R9 RSw",
            "phase": "SWAP",
            "last": 2,
            "to_act": 2,
        },
    ),
}  # fmt: skip


def position(case: str, backend: str = "core") -> tuple[Any, int]:
    options, seat, fields = CASES[case]
    return solo.position(uneri.load_game("solo", backend=backend, **options), **fields), seat


# --- worlds by hand ---------------------------------------------------------------------------------------------------

World = tuple[tuple[int, ...], ...]  # the cards of every seat, then those of the draw pile, ascending


def cards(counts: list[int]) -> tuple[int, ...]:
    return tuple(k for k, count in enumerate(counts) for _ in range(count))


def counts_of(kinds: tuple[int, ...]) -> list[int]:
    return [kinds.count(k) for k in range(55)]


def world_in(state: Any) -> World:
    data = state.to_dict()
    return tuple(cards(place) for place in [*data["hand"], data["draw_pile"]])


def arrangements(kinds: list[int]) -> Iterator[list[int]]:
    """The orders of the cards that look different. Each stands for equally many orders of distinct cards."""
    if not kinds:
        yield []
    for kind in sorted(set(kinds)):
        rest = list(kinds)
        rest.remove(kind)
        for order in arrangements(rest):
            yield [kind, *order]


def worlds_of(state: Any, seat: int) -> Counter[World]:
    """Every world, weighted by the ways to deal the unplaced cards, all distinct, that give it."""
    data = state.to_dict()
    sure = [cards(row) for row in data["known"][seat]]
    sure[seat] = cards(data["hand"][seat])
    sure.append(())
    places = [cards(place) for place in [*data["hand"], data["draw_pile"]]]
    loose = Counter(k for place in places for k in place) - Counter(k for place in sure for k in place)
    free = [len(place) - len(certain) for place, certain in zip(places, sure, strict=True)]
    found: Counter[World] = Counter()
    for order in arrangements(sorted(loose.elements())):
        world, start = [], 0
        for certain, size in zip(sure, free, strict=True):
            world.append(tuple(sorted([*certain, *order[start : start + size]])))
            start += size
        found[tuple(world)] += 1
    return found


def with_world(state: Any, seat: int, world: World) -> Any:
    """The state with other cards, at the node that the seat sees: nobody else is being asked."""
    data = state.to_dict()
    view = state.to_dict(seat)
    data |= {name: view[name] for name in ("phase", "to_act", "drawn", "next_turn", "ended", "turns")}
    hands = [counts_of(kinds) for kinds in world]
    # What others know would have to fit their cards; the seat's own row, and all that is known of it, stay.
    n = len(data["points"])
    for o in range(n):
        if o != seat and n > 2:
            data["known"][o] = [
                [int(data["phase"] == "SOLO" and q == data["to_act"] != o and k == data["want"]) for k in range(55)]
                for q in range(n)
            ]
    return state.game.state_from_dict({**data, "hand": hands[:-1], "draw_pile": hands[-1]})


# --- what must hold ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES)
def test_all_worlds_look_the_same_and_draw_the_same(case: str, backend: str) -> None:
    state, seat = position(case, backend)
    worlds = worlds_of(state, seat)
    assert world_in(state) in worlds
    assert len(worlds) > 1
    words, numbers = state.observation_string(seat), state.observation_tensor(seat)
    draws = [state.resample_from_infostate(seat, seed) for seed in range(8)]
    told_apart = 0
    for world in sorted(worlds)[:: 1 if backend == "core" else 1 + len(worlds) // 25]:
        other = with_world(state, seat, world)
        assert world_in(other) == world
        assert other.observation_string(seat) == words
        assert np.array_equal(other.observation_tensor(seat), numbers)
        assert [other.resample_from_infostate(seat, seed) for seed in range(8)] == draws
        told_apart += any(
            other.observation_string(q) != state.observation_string(q) for q in range(state.game.num_players)
        )
    assert told_apart > 0


@pytest.mark.unsanitized
@pytest.mark.parametrize("case", CASES)
def test_each_world_is_drawn_as_often_as_it_should_be(case: str) -> None:
    """All worlds occur and no other, and chi-square with seeds in a row: the probability of failing by chance is below
    10^-6 a case."""
    state, seat = position(case)
    worlds = worlds_of(state, seat)
    total = sum(worlds.values())
    drawn = Counter(world_in(state.resample_from_infostate(seat, seed)) for seed in range(DRAWS))
    assert set(drawn) == set(worlds)
    expected = {world: DRAWS * weight / total for world, weight in worlds.items()}
    assert min(expected.values()) > 15
    chi2 = sum((drawn[world] - mean) ** 2 / mean for world, mean in expected.items())
    assert chi2 < upper_chi2(len(worlds) - 1)


@pytest.mark.parametrize("case", CASES)
def test_both_backends_draw_the_same_world(case: str) -> None:
    (core, _), (reference, _) = position(case), position(case, "reference")
    for seat in range(core.game.num_players):
        for seed in range(60):
            ours, theirs = (s.resample_from_infostate(seat, seed).to_dict() for s in (core, reference))
            assert ours == theirs


def by_play(backend: str, players: int, hands: list[str], *names: str, **fields: Any) -> Any:
    """A position after some actions."""
    game = uneri.load_game("solo", backend=backend, players=players, jump_in="none")
    state = solo.position(game, hands=hands, **fields)
    for name in names:
        state.apply_action(state.parse_action(name))
    return state


def certain_in_all_worlds(state: Any, seat: int, expected: dict[int, str]) -> None:
    """Seat `seat` knows the cards of `expected` and no others; in every world they are there, and where that is a whole
    hand, nothing else is."""
    told = {q: solo.format_hand(solo.known(state, seat, q)) for q in range(state.game.num_players) if q != seat}
    assert {q: kinds for q, kinds in told.items() if kinds} == expected
    for seed in range(100):
        world = state.resample_from_infostate(seat, seed).to_dict()["hand"]
        for q, kinds in expected.items():
            assert (np.array(world[q]) >= solo.parse_hand(kinds)).all()


@pytest.mark.parametrize("players", [3, 5, 10])
def test_after_a_swap(backend: str, players: int) -> None:
    """Seats 1 and 2 know each other's whole hand, a third seat's knowledge of the two goes with the hands."""
    hands = ["R5 R6", "RSw R1 B5", "G5 G6 G7 Wi", "Y1 Y2", "G8 G9 B9", *(f"B{i} Y{i}" for i in range(1, 6))][:players]
    told = {(0, 1): "B5", (0, 2): "Wi", (1, 0): "R5", (2, 1): "R1"}
    state = by_play(backend, players, hands, "RSw", "SWAP 1", to_act=1, known=told, draw_pile="YSk BSk GSk RSk")
    certain_in_all_worlds(state, 0, {1: "Wi", 2: "B5"})
    certain_in_all_worlds(state, 1, {0: "R5", 2: "R1 B5"})
    certain_in_all_worlds(state, 2, {1: "G5 G6 G7 Wi"})
    for seed in range(50):
        assert world_in(state.resample_from_infostate(1, seed))[2] == cards(counts_in("R1 B5"))
    # Seat 2 draws and keeps: its two cards stay known, the third may be any.
    for name in ("DRAW", "RSk", "KEEP"):
        state.apply_action(state.parse_action(name))
    certain_in_all_worlds(state, 1, {0: "R5", 2: "R1 B5"})
    thirds = {world_in(state.resample_from_infostate(1, seed))[2] for seed in range(100)}
    assert len(thirds) > 1


def counts_in(kinds: str) -> list[int]:
    return [int(count) for count in solo.parse_hand(kinds)]


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_after_a_swap_in_turn(backend: str, players: int, way: int) -> None:
    """Every seat knows the hand that it gave away; what it knew of others went one seat on."""
    hands = ["ST R5 R6", "R1 B5", "G5 G6 G7 Wi", "Y1 Y2", "B9", "G2 B8", "B6 Y7 YRv"][:players]
    told = {(p, (p + 2) % players): hands[(p + 2) % players].split()[-1] for p in range(players) if players > 2}
    state = by_play(backend, players, hands, "ST", known=told, dir=way, draw_pile="YSk BSk GSk RSk")
    hands[0] = "R5 R6"
    assert world_in(state)[:-1] == tuple(cards(counts_in(hands[(q - way) % players])) for q in range(players))
    for p in range(players):
        expected = {(p + way) % players: hands[p]}
        if players > 2 and (p + 2 + way) % players != p:
            expected.setdefault((p + 2 + way) % players, told[p, (p + 2) % players])
        certain_in_all_worlds(state, p, expected)
        for seed in range(20):
            world = world_in(state.resample_from_infostate(p, seed))
            assert world[(p + way) % players] == cards(counts_in(hands[p]))


@pytest.mark.parametrize(("players", "nodes"), [(2, 16), (3, 17), (4, 40), (3, 60), (10, 60)])
def test_in_a_whole_deck(players: int, nodes: int) -> None:
    """Each unseen card is in another hand or in the draw pile with the probability that the numbers of places say; so
    too in the middle of a deal."""
    state = uneri.load_game("solo", players=players).new_initial_state()
    numbers = random.Random(players)
    for _ in range(nodes):
        state.apply_action(numbers.choice(state.legal_actions()))
    data = state.to_dict()
    assert not any(any(row) for row in data["known"][1])
    unseen = solo.unseen(state, 1).astype(int)
    places = {q: total for q, total in enumerate(data["hand_total"]) if q != 1} | {-1: data["draw_total"]}
    seen = {q: np.zeros(55, int) for q in places}
    for seed in range(DRAWS):
        world = state.resample_from_infostate(1, seed).to_dict()
        for q in places:
            seen[q] += np.array(world["draw_pile"] if q < 0 else world["hand"][q])
    assert sum(places.values()) == unseen.sum()
    for q, size in places.items():
        mean = DRAWS * unseen * size / unseen.sum()
        live = mean > 0
        assert not seen[q][~live].any()
        if size == 0:  # not dealt yet
            continue
        # Cards are drawn without replacement, so the sum below varies less than chi-square does.
        assert (((seen[q] - mean) ** 2)[live] / mean[live]).sum() < upper_chi2(int(live.sum()))


# --- knowledge, event by event ----------------------------------------------------------------------------------------


class Notebook:
    """What every seat knows of every other (8.3), kept from what happens at the table."""

    def __init__(self, data: Data) -> None:
        self.seats = range(len(data["points"]))
        self.pages = [[Counter(cards(row)) for row in rows] for rows in data["known"]]
        self.chosen: tuple[int, int, int] | None = None  # seat, kind, direction: put down, its effect to come
        self.events: Counter[str] = Counter()

    def others(self, q: int) -> list[int]:
        return [p for p in self.seats if p != q]

    def shown(self, q: int, kind: int, was_drawn: bool) -> None:
        """q has chosen the card, all see it."""
        for p in self.others(q):
            page = self.pages[p][q]
            page[kind] = page[kind] + 1 if was_drawn else max(page[kind], 1)

    def put_down(self, q: int, kind: int) -> None:
        for p in self.others(q):
            self.pages[p][q][kind] = max(0, self.pages[p][q][kind] - 1)

    def swapped(self, q: int, r: int, hands: list[list[int]]) -> None:
        """`hands` are those before."""
        for p in self.seats:
            if p not in (q, r):
                self.pages[p][q], self.pages[p][r] = self.pages[p][r], self.pages[p][q]
        self.pages[q][r] = Counter(cards(hands[q]))
        self.pages[r][q] = Counter(cards(hands[r]))
        self.events["swap"] += 1

    def passed_on(self, way: int, hands: list[list[int]]) -> None:
        """All hands move one seat; `hands` are those before."""
        n = len(self.seats)
        new = [[Counter[int]() for _ in self.seats] for _ in self.seats]
        for p in self.seats:
            for q in self.others(p):
                if (q + way) % n != p:
                    new[p][(q + way) % n] = self.pages[p][q]
            new[p][(p + way) % n] = Counter(cards(hands[p]))
        self.pages = new
        self.events["pass"] += 1

    def reshuffled(self, hands: list[list[int]]) -> None:
        """The draw pile was empty: who knew all other hands but one has found out that one."""
        new = [[Counter(page) for page in rows] for rows in self.pages]
        for p in self.seats:
            open_hands = [q for q in self.others(p) if self.pages[p][q].total() < sum(hands[q])]
            if len(open_hands) == 1:
                new[p][open_hands[0]] = Counter(cards(hands[open_hands[0]]))
                self.events["found out"] += 1
        self.pages = new
        self.events["reshuffle"] += 1

    def happened(self, before: Data, action: int, after: Data) -> None:
        """One action or outcome between two full states."""
        q, phase, put = before["to_act"], before["phase"], None
        if phase in ("TURN", "RESPOND") and action < 55:
            put = action
        elif action == solo.JUMP:
            put = before["top"]
        elif action == solo.PLAY_DRAWN:
            put = before["drawn"]
        if put is not None and phase not in ("DEAL", "FLIP", "PULL", "SEAT"):
            self.shown(q, put, phase == "DRAWN")
            if after["phase"] == "SOLO" and after["round"] == before["round"]:
                return
        if phase == "SOLO":
            put = before["want"]
        hands = [list(hand) for hand in before["hand"]]
        if put is not None:
            self.put_down(q, put)
            hands[q][put] -= 1
            self.chosen = (q, put, before["dir"]) if put == solo.SWAP_IN_TURN and any(hands[q]) else None
        elif phase == "PULL":
            hands[q][action] += 1
        if after["round"] != before["round"] or after["phase"] == "DEAL":
            self.__dict__.update(pages=[[Counter() for _ in self.seats] for _ in self.seats], chosen=None)
            return
        if sum(after["discard"]) < sum(before["discard"]) + (put is not None):
            self.reshuffled(hands)
        if phase == "SWAP":
            self.swapped(q, (q + action - solo.SWAP) % len(self.seats), hands)
        if self.chosen and not (after["phase"] == "PULL" and after["why"] == "penalty"):
            self.passed_on(self.chosen[2], hands)
            self.chosen = None

    def says(self) -> list[list[list[int]]]:
        return [[[page[k] for k in range(55)] for page in rows] for rows in self.pages]


def start_full_of_swaps(game: Any, generator: SplitMix64) -> Any:
    """Short hands and piles, many Swaps and Swaps-in-turn, something known."""
    n = game.num_players
    numbers = random.Random(generator.next())
    bag = [12, 25, 38, 51] * 3 + [54] * 7 + numbers.sample([k for k in range(54) if k % 13 != 12], 30)
    numbers.shuffle(bag)
    hands = [[bag.pop() for _ in range(numbers.randint(2, 4))] for _ in range(n)]
    pile = [bag.pop() for _ in range(numbers.randint(0, min(4, len(bag))))]
    known = {(p, q): [k for k in hands[q] if numbers.random() < 0.2] for p in range(n) for q in range(n) if p != q}
    return solo.position(
        game,
        hands=[named(hand) for hand in hands],
        draw_pile=named(pile),
        discard=f"R7 {named(bag[:4])} B7",
        known={pair: named(kinds) for pair, kinds in known.items()},
        dir=numbers.choice((1, -1)),
    )


def named(kinds: list[int]) -> str:
    return " ".join(solo.KIND_NAMES[k] for k in kinds)


@pytest.mark.slow
def test_all_knowledge_is_what_happened(backend: str) -> None:
    events: Counter[str] = Counter()
    for index in range(3 * GAMES if backend == "core" else GAMES):
        generator = stream(31, index)
        options = solo.random_options(
            generator, {"players": 2 + index % 9, "turn_cap": 0, "pack": "full", "start_points": 1000}
        )
        game = uneri.load_game("solo", backend=backend, **options)
        state = start_full_of_swaps(game, generator)
        numbers = random.Random(index)
        after = state.to_dict()
        notebook = Notebook(after)
        for _ in range(400):
            if state.is_terminal() or (after["round"] > 1 and after["phase"] != "DEAL"):
                break
            before, action = after, numbers.choice(state.legal_actions())
            state.apply_action(action)
            after = state.to_dict()
            notebook.happened(before, action, after)
            assert notebook.says() == after["known"], (index, before, action)
        events += notebook.events
    assert all(events[what] > 2 * GAMES for what in ("swap", "pass", "reshuffle", "found out")), events
