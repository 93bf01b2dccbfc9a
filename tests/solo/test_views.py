"""What a seat of SOLO sees (8.1, 8.2, 8.4), against the text, over positions of random play: its text and numbers are
those of the state with the hidden part taken out, and no change of the hidden part shows in them or in
`resample_from_infostate`. Windows, masked nodes and the layout are written out here from the rules; the library only
plays. UNERI_POSITIONS=10000 asks for the long comparison."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import solo
from uneri.testing import stream

POSITIONS = int(os.environ.get("UNERI_POSITIONS", "300"))

Data = dict[str, Any]
DECK = [*([2] * 12 + [1]) * 4, 4, 4, 4]  # S-1.4
PHASES = ("SEAT", "DEAL", "FLIP", "PULL", "TURN", "RESPOND", "DRAWN", "SOLO", "COLOUR", "SWAP", "JUMP", "OVER")
NODE = ("phase", "to_act", "drawn", "next_turn", "ended", "turns")  # what 8.4 hides
# This share of the nodes of a phase is kept: nodes with a secret are rare in play and matter most.
SHARES = {
    "JUMP": 0.5,
    "DRAWN": 0.25,
    "SOLO": 0.3,
    "COLOUR": 0.2,
    "SWAP": 0.3,
    "PULL": 0.03,
    "DEAL": 0.02,
    "RESPOND": 0.05,
    "TURN": 0.02,
}


# --- positions of random play -----------------------------------------------------------------------------------------


def text(kinds: list[int]) -> str:
    return " ".join(solo.KIND_NAMES[k] for k in kinds)


def rich_start(game: Any, numbers: random.Random) -> Any:
    """A position with many Swaps and Swaps-in-turn, equal cards, short hands and piles, and some things known."""
    n = game.num_players
    plain = [k for k, count in enumerate(DECK) for _ in range(count) if k % 13 != 12 and k < 54]
    bag = [12, 25, 38, 51] * 2 + [54] * 5 + numbers.sample(plain, 30)
    numbers.shuffle(bag)
    hands = [[bag.pop() for _ in range(numbers.randint(2, 4))] for _ in range(n)]
    pile = [bag.pop() for _ in range(numbers.randint(1, min(len(bag), 5)))]
    known = {
        (p, q): text([k for k in hand if numbers.random() < 0.25])
        for q, hand in enumerate(hands)
        for p in range(n)
        if p != q
    }
    top = numbers.choice([k for k in range(52) if k % 13 < 9 and k not in bag])
    return solo.position(
        game, hands=[text(h) for h in hands], discard=text([*bag[:3], top]), draw_pile=text(pile), known=known
    )


def choice(state: Any, numbers: random.Random) -> int:
    """Any action, drawing a card less often than the others: so cards go down, and windows open."""
    legal = state.legal_actions()
    if len(legal) > 1 and legal[-1] in (solo.DRAW, solo.TAKE) and numbers.random() < 0.7:
        legal.pop()
    return int(numbers.choice(legal))


@cache
def positions() -> list[tuple[Data, Data]]:
    """Options and states (plain data) met in random play under random options, with 2 to 10 seats."""
    found: list[tuple[Data, Data]] = []
    index = 0
    while len(found) < POSITIONS:
        numbers = random.Random(index)
        options = solo.random_options(stream(8, index), {"players": 2 + index % 9})
        game = uneri.load_game("solo", **options)
        start = index // 9 % 3
        state = rich_start(game, numbers) if start == 0 else game.new_initial_state(seed=index if start == 1 else None)
        index += 1
        kept = 0
        for _ in range(300):
            data = state.to_dict()
            if numbers.random() < SHARES.get(data["phase"], 1):
                found.append((options, data))
                kept += 1
            if state.is_terminal() or kept == 12:
                break
            state.apply_action(choice(state, numbers))
    return found[:POSITIONS]


def test_the_positions_are_of_all_sorts() -> None:
    """With enough positions every phase and number of seats is among them, and secrets are."""
    counts = Counter(data["phase"] for _, data in positions())
    assert set(counts) == set(PHASES)
    assert {options["players"] for options, _ in positions()} == set(range(2, 11))
    assert counts["JUMP"] > POSITIONS // 20
    assert counts["DRAWN"] > POSITIONS // 20
    assert sum(any(map(any, row)) for _, data in positions() for row in data["known"]) > POSITIONS // 4


# --- the rules of what is seen, from the text -------------------------------------------------------------------------


def may_jump_first(data: Data, t: int, ended: int) -> bool:
    """S-2.4, S-4.9: whether a window may open before anybody has put down a card."""
    window = data["options"]["jump_window"]
    return (window == "always" and ended >= 0) or (
        window in ("first_card", "always") and ended < 0 and t == data["starter"]
    )


def asked(data: Data, t: int, ended: int) -> list[int]:
    """The seats that a window before the turn of `t` asks, in order: S-4.7, S-2.4 before any card, and S-4.9 if `ended` is a seat."""
    options, k, n = data["options"], data["top"], len(data["points"])
    if ended >= 0 and options["jump_window"] not in ("every_turn", "always"):
        return []
    if data["last"] < 0 and not may_jump_first(data, t, ended):
        return []
    scope = {"all": k >= 0, "coloured": 0 <= k < 52, "numbers": 0 <= k < 52 and k % 13 < 9, "none": False}
    if not scope[options["jump_in"]]:
        return []
    first = ended if ended >= 0 else data["last"] if data["last"] >= 0 else t
    order = [(first + data["dir"] * step) % n for step in range(1, n + 1)]
    out = {t, ended} | (set() if options["self_jump_in"] else {data["last"]})
    least = 1 if options["jump_in_last_card"] else 2
    return [q for q in order if q not in out and data["hand"][q][k] and sum(data["hand"][q]) >= least]


def seen_node(data: Data, p: int) -> Data:
    """8.4: the node as it looks to seat `p`."""
    node = {name: data[name] for name in NODE}
    who = data["to_act"]
    if data["phase"] not in ("JUMP", "DRAWN") or who == p:
        return node
    if data["phase"] == "JUMP":
        t, ended = data["next_turn"], data["ended"]
        order = asked(data, t, ended)
        later = order[order.index(who) + 1 :]
    else:
        t, ended = (who + data["dir"]) % len(data["points"]), who
        later = asked(data, t, ended)
        if data["options"]["turn_cap"]:
            node["turns"] += 1
    if p in later:
        return {**node, "phase": "JUMP", "to_act": p, "drawn": -1, "next_turn": t, "ended": ended}
    phase = "RESPOND" if data["pending"] else "TURN"
    return {**node, "phase": phase, "to_act": t, "drawn": -1, "next_turn": -1, "ended": -1}


def view(data: Data, p: int) -> Data:
    """Section 3, last column."""
    out = {**data, **seen_node(data, p), "draw_pile": None}
    out["known"] = [row if o == p else None for o, row in enumerate(data["known"])]
    if data["phase"] != "OVER":
        out["hand"] = [hand if q == p else None for q, hand in enumerate(data["hand"])]
    del out["rng"]
    return out


def tensor(seen: Data, p: int, unseen: list[int]) -> list[float]:
    """The numbers of a view, segment by segment; seats are counted from `p`."""
    n, options = len(seen["points"]), seen["options"]
    around = [(p + i) % n for i in range(n)]

    def share(counts: list[int]) -> list[float]:
        return [count / most for count, most in zip(counts, DECK, strict=True)]

    def hot(index: int, size: int) -> list[float]:
        return [float(i == index) for i in range(size)]

    def word(value: Any, words: tuple[str, ...]) -> list[float]:
        return [float(value == w) for w in words]

    def seat(q: int) -> list[float]:
        return [float(q == r) for r in around]

    over = seen["phase"] == "OVER"
    told = seen["hand"] if over else seen["known"][p]
    parts = [
        share(seen["hand"][p]),
        *(share(told[q]) for q in around[1:]),
        share([0] * 55 if over else unseen),
        share(seen["discard"]),
        hot(seen["top"], 55),
        hot(seen["active_colour"], 5),
        [seen["hand_total"][q] / 20 for q in around],
        [seen["draw_total"] / 112],
        [seen["points"][q] / options["start_points"] for q in around],
        [seen["pending"] / 10],
        word(seen["chain"], ("D2", "W4")),
        [float(seen["dir"] == 1)],
        seat(seen["last"]),
        [float(seen["due"])],
        word(seen["phase"], PHASES),
        seat(seen["to_act"]),
        seat(seen["next_turn"]),
        seat(seen["ended"]),
        hot(seen["drawn"], 55),
        hot(seen["want"], 55),
        [seen["left"] / 10],
        word(seen["why"], ("draw", "take", "penalty", "last")),
        seat(seen["starter"]),
        [seen["round"] / 10],
        [seen["turns"] / options["turn_cap"] if options["turn_cap"] else 0.0],
        [seen["dead"] / n],
    ]
    return [number for part in parts for number in part]


def seats(data: Data) -> range:
    return range(len(data["points"]))


def unseen_by(data: Data, p: int) -> list[int]:
    hidden = [hand for q, hand in enumerate(data["hand"]) if q != p]
    return [sum(counts) for counts in zip(data["draw_pile"], *hidden, strict=True)]


# --- states that differ in what the seat can't know -------------------------------------------------------------------


def other_cards(data: Data, p: int, numbers: random.Random) -> Data:
    """The data with the cards that `p` can't place moved about: all of them, or only two exchanged."""
    if data["phase"] == "OVER":
        return dict(data)
    sure = [data["hand"][q] if q == p else data["known"][p][q] for q in seats(data)] + [[0] * 55]
    places = [*data["hand"], data["draw_pile"]]
    loose = [
        [k for k in range(55) for _ in range(place[k] - certain[k])]
        for place, certain in zip(places, sure, strict=True)
    ]
    kinds = [k for group in loose for k in group]
    if numbers.random() < 0.5:
        numbers.shuffle(kinds)
    elif kinds:
        i, j = numbers.randrange(len(kinds)), numbers.randrange(len(kinds))
        kinds[i], kinds[j] = kinds[j], kinds[i]
    filled = [list(certain) for certain in sure]
    for counts, group in zip(filled, loose, strict=True):
        for _ in group:
            counts[kinds.pop(0)] += 1
    return {**data, "hand": filled[:-1], "draw_pile": filled[-1]}


def possible_nodes(data: Data, seen: Data, p: int) -> Iterator[Data]:
    """All nodes that look like `seen` to `p` with the hands of `data`: the one seen, a question to another seat in the
    window before it, the offer of a drawn card before that."""
    n = len(data["points"])
    if seen["phase"] not in ("TURN", "RESPOND", "JUMP"):
        yield seen
        return
    shown = seen["phase"] == "JUMP"
    t = seen["next_turn"] if shown else seen["to_act"]
    e = (t - data["dir"]) % n
    cap = data["options"]["turn_cap"]
    tries = [seen]
    if data["last"] >= 0 or data["options"]["jump_window"] in ("first_card", "always"):
        for ended in (seen["ended"],) if shown else (-1,) if data["pending"] else (-1, e):
            order = asked({**data, **seen}, t, ended)
            tries += [{**seen, "phase": "JUMP", "to_act": q, "next_turn": t, "ended": ended} for q in order]
    if data["pending"] == 0 and data["dead"] == 0 and e != p and (not shown or seen["ended"] == e):
        turns = seen["turns"] - 1 if cap else 0
        fresh = [
            k
            for k in range(55)
            if data["hand"][e][k] > data["known"][p][e][k]
            and (k >= 52 or data["active_colour"] in (4, k // 13) or (data["top"] < 52 and k % 13 == data["top"] % 13))
        ]
        if turns >= (1 if cap else 0):
            offer = {**seen, "phase": "DRAWN", "to_act": e, "next_turn": -1, "ended": -1, "turns": turns}
            tries += [{**offer, "drawn": k} for k in fresh]
    for node in tries:
        if seen_node({**data, **node}, p) == seen:
            yield node


def other_knowledge(data: Data, p: int, numbers: random.Random) -> list[list[list[int]]]:
    """`known` with other things known to others. With two seats p can tell what the other knows, and what is about to
    be put down is known to all."""
    n = len(data["points"])
    known = [list(rows) for rows in data["known"]]
    if n == 2 or data["phase"] in ("SEAT", "DEAL", "FLIP"):
        return known
    for o in range(n):
        for q in range(n):
            if o in (p, q):
                continue
            much = numbers.choice((0, 0.5, 1))
            row = [sum(numbers.random() < much for _ in range(count)) if count else 0 for count in data["hand"][q]]
            if data["phase"] == "SOLO" and q == data["to_act"]:
                row[data["want"]] = max(row[data["want"]], 1)
            if data["phase"] == "DRAWN" and q == data["to_act"]:
                row[data["drawn"]] = min(row[data["drawn"]], data["hand"][q][data["drawn"]] - 1)
            known[o][q] = row
    return known


def alike(data: Data, p: int, numbers: random.Random) -> Data:
    """A state that seat `p` can't tell from the one of `data`."""
    out = other_cards(data, p, numbers)
    if data["phase"] != "OVER":
        nodes = list(possible_nodes(out, seen_node(data, p), p))
        hidden = [node for node in nodes if node["phase"] in ("JUMP", "DRAWN") and node["to_act"] != p]
        out.update(numbers.choice(hidden if hidden and numbers.random() < 0.5 else nodes))
        out["known"] = other_knowledge(out, p, numbers)
    out["rng"] = None if data["rng"] is None else numbers.getrandbits(64)
    return out


def state_of(backend: str, options: Data, data: Data) -> Any:
    return uneri.load_game("solo", backend=backend, **options).state_from_dict(data)


def test_a_seat_is_shown_what_the_text_says(backend: str) -> None:
    """All of it, and nothing else: the view from the text is the view, in words and in numbers."""
    for options, data in positions():
        state = state_of(backend, options, data)
        assert state.to_dict() == data
        for p in seats(data):
            seen = view(data, p)
            assert state.to_dict(p) == seen
            assert state.observation_string(p) == json.dumps(seen, separators=(",", ":"))
            numbers = np.array(tensor(seen, p, unseen_by(data, p)), np.float32)
            assert np.array_equal(state.observation_tensor(p), numbers)


def test_what_a_seat_cant_know_doesnt_show(backend: str) -> None:
    """Other cards where the seat can't see, other knowledge of others, another node that looks the same, another
    generator: nothing of it is in what the seat is shown, nor in the worlds that are drawn for it."""
    changed: Counter[str] = Counter()
    for index, (options, data) in enumerate(positions()):
        state, numbers = state_of(backend, options, data), random.Random(index)
        for p in seats(data):
            other = alike(data, p, numbers)
            twin = state.game.state_from_dict(other)
            assert twin.observation_string(p) == state.observation_string(p)
            assert np.array_equal(twin.observation_tensor(p), state.observation_tensor(p))
            assert twin.resample_from_infostate(p, index).to_dict() == state.resample_from_infostate(p, index).to_dict()
            changed.update(field for field in data if data[field] != other[field])
            for before, after in ((data, other), (other, data)):
                if before["phase"] in ("JUMP", "DRAWN") and after["phase"] != before["phase"]:
                    changed[f"{before['phase']} hidden"] += 1
    for what in ("hand", "draw_pile", "known", "rng", "phase", "to_act", "JUMP hidden", "DRAWN hidden"):
        assert changed[what] > POSITIONS // 10, what
    assert not set(changed) - {*NODE, "hand", "draw_pile", "known", "rng", "JUMP hidden", "DRAWN hidden"}


def test_what_a_seat_can_see_does_show(backend: str) -> None:
    """States of two positions in a row look different in words exactly if they do in numbers."""
    told = same = 0
    for options, data in positions():
        state = state_of(backend, options, data)
        if state.is_terminal():
            continue
        after = state.clone()
        after.apply_action(state.legal_actions()[-1])
        for p in seats(data):
            words = state.observation_string(p) == after.observation_string(p)
            assert words == np.array_equal(state.observation_tensor(p), after.observation_tensor(p))
            told, same = told + (not words), same + words
    assert told > POSITIONS
    assert same > 0  # NO_JUMP, and KEEP before the same turn


def world_is_right(data: Data, p: int, world: Data) -> None:
    """8.3: what a resampled state may be."""
    if data["phase"] == "OVER":
        assert {**world, "rng": None} == {**data, "rng": None}
        return
    assert seen_node(world, p) == {name: world[name] for name in NODE}, "the node isn't the one that the seat sees"
    assert view(world, p) == view(data, p)
    assert unseen_by(world, p) == unseen_by(data, p)
    assert sum(world["draw_pile"]) == data["draw_total"]
    for q in seats(data):
        assert sum(world["hand"][q]) == data["hand_total"][q]
        assert all(c >= k for c, k in zip(world["hand"][q], data["known"][p][q], strict=True))
    for o in seats(data):
        for q in seats(data):
            want = data["phase"] == "SOLO" and q == data["to_act"] != o
            shown = [int(want and k == data["want"]) for k in range(55)]
            keeps = o == p or (len(data["points"]) == 2 and q == p)
            assert world["known"][o][q] == (data["known"][o][q] if keeps else shown)


@pytest.mark.slow
def test_worlds_fit_what_the_seat_knows(backend: str) -> None:
    """Legal states that look the same, at the node that the seat sees, the same for a seed; play goes on in them, and
    their generator isn't the true one."""
    for index, (options, data) in enumerate(positions()):
        state, numbers = state_of(backend, options, data), random.Random(index)
        for p in seats(data):
            drawn = state.resample_from_infostate(p, index)
            world = drawn.to_dict()
            world_is_right(data, p, world)
            assert drawn.observation_string(p) == state.observation_string(p)
            assert np.array_equal(drawn.observation_tensor(p), state.observation_tensor(p))
            assert drawn == state.resample_from_infostate(p, index)
            assert state.game.state_from_dict(world) == drawn
            assert drawn.seeded == state.seeded
            assert not state.seeded or world["rng"] != data["rng"]
            for _ in range(3):
                if not drawn.is_terminal():
                    drawn.apply_action(numbers.choice(drawn.legal_actions()))
        assert state.to_dict() == data


def test_both_backends_draw_the_same_worlds() -> None:
    for index, (options, data) in enumerate(positions()):
        core, reference = (state_of(backend, options, data) for backend in ("core", "reference"))
        for p in seats(data):
            for seed in (index, 2**64 - 1 - index):
                ours, theirs = (s.resample_from_infostate(p, seed).to_dict() for s in (core, reference))
                assert ours == theirs
