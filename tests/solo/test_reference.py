"""SOLO's reference on its own: the golden walks and the seeded deal of its rules, values along random games, hand analysis."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import uneri
from uneri.reference import solo
from uneri.reference.common import SplitMix64
from uneri.reference.solo import cards
from uneri.reference.solo.cards import DECK
from uneri.testing import walk_digest

# Section 10.1: options, seed, nodes, digest.
WALKS: list[tuple[dict[str, Any], int, int, str]] = [
    ({}, 1, 4803, "81c1f4557f65cb4a"),
    ({}, 2, 2784, "d70d5d798f3cdc82"),
    ({}, 3, 3589, "aa2750ec0d35cca4"),
    ({"players": 2}, 1, 6804, "3e1e97e139af0ecf"),
    ({"players": 2, "reverse_two_player": "plain"}, 1, 11413, "fe538af7306a67b1"),
    ({"players": 3, "first_seat": -1, "next_starter": "winner"}, 1, 4307, "f5e56059864f8a34"),
    ({"players": 5, "next_starter": "left_of_winner", "solo_call": "auto"}, 1, 2811, "81e7bcf8bdd7a039"),
    ({"players": 10}, 1, 3159, "d64490381145cdf4"),
    (
        {"players": 10, "solo_penalty": 10, "jump_window": "every_turn", "self_jump_in": True},
        *(1, 949, "fb333c25f840ef5f"),
    ),
    ({"extend_any_wild": True, "last_card_draws": True, "solo_penalty": 3}, 1, 3335, "f8933da0bcaa38b8"),
    ({"jump_in": "coloured", "self_jump_in": True, "jump_window": "every_turn"}, 1, 4286, "4ae8ca60e0db025c"),
    ({"jump_in": "numbers", "jump_in_last_card": False}, 1, 5939, "f93b021325591ccc"),
    ({"players": 10, "jump_in_last_card": False, "last_card_draws": True}, 1, 3125, "e9f2ad781b8329c9"),
    ({"players": 10, "solo_penalty": 10, "turn_cap": 100000, "start_points": 1000}, 18, 11695, "06f0df01ec4609b5"),
    ({"jump_in": "none", "max_rounds": 2}, 1, 2406, "ac9dc850ce0ab014"),
    ({"players": 6, "turn_cap": 7, "start_points": 1000}, 1, 741, "30e7924bcb0c95db"),
    ({"players": 7, "turn_cap": 0, "max_rounds": 3, "start_points": 2000}, 1, 2815, "42cfe4f6c6943b17"),
]


@pytest.mark.parametrize(("options", "seed", "nodes", "digest"), WALKS, ids=[w[3][:8] for w in WALKS])
def test_golden_walk(options: dict[str, Any], seed: int, nodes: int, digest: str, backend: str) -> None:
    walk = walk_digest(uneri.load_game("solo", backend=backend, **options), seed)
    assert (walk.nodes, walk.digest) == (nodes, digest)


def counts(text: str) -> list[int]:
    """A hand of named cards as counts."""
    tokens = text.split()
    return [tokens.count(name) for name in cards.KIND_NAMES]


def test_seeded_deal() -> None:
    """S-2.6"""
    data = uneri.load_game("solo", backend="reference").new_initial_state(seed=1).to_dict()
    assert data["hand"] == [
        counts("R1 R3 R4 RSk RD2 G8 B8 W4"),
        counts("R2 G3 GRv GD2 B5 B9 YRv Wi"),
        counts("R2 R4 R5 RSw GSk GD2 Y7 YRv"),
        counts("R9 R9 G3 GRv BRv Y6 Wi W4"),
    ]
    assert (data["discard"], data["top"], data["active_colour"]) == (counts("G1"), cards.KIND_NAMES.index("G1"), 1)
    assert (data["draw_total"], sum(data["draw_pile"])) == (79, 79)  # S-1.1: 112 without the dealt and the turned card
    assert (data["starter"], data["to_act"]) == (0, 0)  # S-2.5


def random_options(rng: random.Random) -> dict[str, Any]:
    """Options drawn from all that change the play."""
    n = rng.randint(2, 10)
    return {
        "players": n,
        "start_points": rng.choice([1, 200]),
        "max_rounds": rng.choice([0, 2]),
        "first_seat": rng.randrange(-1, n),
        "next_starter": rng.choice(["rotate", "winner", "left_of_winner"]),
        "extend_any_wild": rng.choice([False, True]),
        "jump_in": rng.choice(["all", "all", "coloured", "numbers", "none"]),
        "self_jump_in": rng.choice([False, True]),
        "jump_window": rng.choice(["after_card", "every_turn"]),
        "jump_in_last_card": rng.choice([False, True]),
        "solo_call": rng.choice(["manual", "auto"]),
        "solo_penalty": rng.choice([0, 2, 10]),
        "reverse_two_player": rng.choice(["skip", "plain"]),
        "last_card_draws": rng.choice([False, True]),
        "turn_cap": rng.choice([0, 1, 8, 100]),
    }


@pytest.mark.parametrize("seed", range(12))
def test_values_along_a_game(seed: int) -> None:
    """Plain data leads back to the state, worlds look the same to a seat, lists and bounds hold; up to 500 nodes a game."""
    rng = random.Random(seed)
    rules = solo.Rules(**random_options(rng))
    s = rules.initial()
    for _ in range(500):
        legal = rules.legal(s)
        assert legal == [a for a in range(-1, 80) if rules.is_legal(s, a)]
        assert rules.from_dict(json.loads(json.dumps(rules.to_dict(s)))) == s
        seat = rng.randrange(rules.num_players)
        world = rules.resample(s, seat, SplitMix64(rng.getrandbits(64)))
        assert rules.to_dict(world, seat) == rules.to_dict(s, seat)
        assert rules.observation(world, seat) == rules.observation(s, seat)
        assert rules.from_dict(rules.to_dict(world)) == world
        in_hands = [sum(column) for column in zip(*s.hand, s.draw_pile, s.discard, strict=True)]
        assert in_hands == list(DECK)
        if rules.player(s) == -4:
            break
        choice = rng.choice(legal)
        # Mostly play if possible, so that short games come to their end.
        s = rules.apply(s, legal[0] if choice in (cards.DRAW, cards.KEEP) and rng.random() < 0.8 else choice)
    assert all(rules.min_score <= points <= rules.max_score for points in s.points)


def test_tensor_has_the_length_of_its_layout() -> None:
    for n in (2, 10):
        rules = solo.Rules(players=n)
        length = sum(shape[0] if len(shape) == 1 else shape[0] * shape[1] for _, shape in rules.layout())
        assert len(rules.observation(rules.initial(), 0)) == length


def test_reference_values_of_the_analysis() -> None:
    """Section 9."""
    assert solo.hand_penalty(counts("R7 GRv BSk YD2 RSw ST Wi W4")) == 227
    r9 = cards.KIND_NAMES.index("R9")
    names = [cards.KIND_NAMES[k] for k in solo.playable(counts("R1 RSk B9 G3 Wi W4 ST BRv"), r9, 0)]
    assert names == ["R1", "RSk", "B9", "Wi", "W4", "ST"]
    assert sum(count * solo.card_value(k) for k, count in enumerate(DECK)) == 1480
    assert sum(DECK) == 112
    assert solo.colour_counts(counts("R1 R1 GSk BD2 ST W4 Wi")) == [2, 1, 1, 0, 3]
    assert not solo.matches(cards.KIND_NAMES.index("G3"), r9, 0)
    assert solo.matches(cards.KIND_NAMES.index("G3"), -1, 4)
    hand = counts("RD2 BD2 G5 Wi W4 ST")
    blue_wild = (cards.KIND_NAMES.index("Wi"), 2)
    assert solo.extenders(hand, *blue_wild, "D2", False) == [11, 37]
    assert solo.extenders(hand, *blue_wild, "D2", True) == [37, 52, 53, 54]
    assert solo.extenders(hand, *blue_wild, "W4", False) == [53]
    assert solo.extenders(hand, *blue_wild, "W4", True) == [52, 53, 54]
    assert solo.extenders(hand, *blue_wild, None, False) == []


def test_analysis_of_a_window() -> None:
    """Seats 1, 2 and 3 hold the R5 that seat 0 puts down; seat 1 is next and isn't asked."""
    rules = solo.Rules()
    s = rules.initial()
    deals = ["R5 R6 R6 R7 R7 R8 R8 R9", "G1 G1 G2 G2 G3 G3 G4 G4", "R5 B1 B1 B2 B2 B3 B3 B4", "Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4"]
    for token in [*" ".join(deals).split(), "R1", "R5"]:
        s = rules.apply(s, rules.parse_action(s, token))
    assert (s.phase, s.to_act, s.next_turn) == ("JUMP", 2, 1)
    assert (solo.jump_matches(rules, s), solo.jump_candidates(rules, s)) == ([2], [2])
    assert not solo.would_declare(rules, s, cards.JUMP)
    assert solo.known(rules, s, 1, 2) == counts("")
    seen = counts(deals[1] + " R1 R5")
    assert solo.unseen(rules, s, 1) == [all_ - mine for all_, mine in zip(DECK, seen, strict=True)]
    assert solo.solo_threat(rules, s, 0) == []
    s = rules.apply(s, cards.NO_JUMP)
    assert (s.phase, s.to_act, solo.jump_candidates(rules, s)) == ("TURN", 1, [])


FULL = "options round points starter dir hand hand_total known draw_pile draw_total discard top active_colour pending chain"
FULL += " last due phase to_act left why drawn want next_turn ended turns dead"


def test_every_field_is_checked() -> None:
    """A wrong type, and a value that contradicts the rest, name the field."""
    rules = solo.Rules()
    good = uneri.load_game("solo", backend="reference").new_initial_state(seed=1).to_dict()
    del good["rng"]
    assert list(good) == FULL.split()
    odd: dict[str, list[Any]] = {
        "options": [{}],
        "round": [0, -1, True, 2],  # nobody has lost anything yet
        "points": [[200] * 3, [201, 200, 200, 200], [-1, 200, 200, 200]],
        "starter": [-1, 4],
        "dir": [0, 2],
        "hand": [[counts("")] * 4, [counts("R1 R1 R1 R1")] * 4],
        "hand_total": [[8, 8, 8, 9]],
        "known": [[[counts("Wi Wi Wi")] * 4] * 4],
        "draw_pile": [None, counts("R1 R1 R1 R1")],
        "draw_total": [78, True],
        "discard": [counts(""), counts("G1 R1 R1 R1")],
        "top": [-1, 54],
        "active_colour": [4, 0],
        "pending": [113, 2],
        "chain": ["D2", "W9"],
        "last": [4],
        "due": [True, 1],
        "phase": ["END", "SEAT", None],
        "to_act": [-1, 4],
        "left": [1],
        "why": ["draw"],
        "drawn": [3],
        "want": [3],
        "next_turn": [1],
        "ended": [1],
        "turns": [0, 2001],
        "dead": [4, -1],
    }
    assert list(odd) == list(good)
    for name, values in odd.items():
        for value in values:
            # A value that is good alone contradicts another field: the checks name that one.
            other = {"phase": "round", "hand": "hand_total", "discard": "top", "pending": "chain"}.get(name, name)
            with pytest.raises(ValueError, match=f"^solo: field '({name}|{other})' .*; (allowed|given): "):
                rules.from_dict({**good, name: value})
    with pytest.raises(ValueError, match=r"^solo: no field 'extra'; fields: "):
        rules.from_dict({**good, "extra": 1})
    with pytest.raises(ValueError, match=r"^solo: field 'dead' is missing"):
        rules.from_dict({name: value for name, value in good.items() if name != "dead"})


def test_names_of_actions() -> None:
    rules = solo.Rules()
    names = [rules.action_to_string(None, 0, a) for a in range(76)]
    assert names[53:76:7] == ["W4", "COLOUR G", "SWAP 5", "JUMP"]
    assert [rules.parse_action(None, f"  {name.lower().replace(' ', '   ')} ") for name in names] == list(range(76))
    with pytest.raises(ValueError, match=r"^solo: no action 'R10'; allowed: R1 to R9"):
        rules.parse_action(None, "R10")
    s = rules.initial()
    assert (rules.action_to_string(s, -1, 54), rules.parse_action(s, "st")) == ("ST", 54)
    with pytest.raises(ValueError, match=r"^solo: no outcome 'DRAW'; allowed: R1 and the like"):
        rules.parse_action(s, "DRAW")
    s = solo.Rules(first_seat=-1).initial()
    assert (rules.action_to_string(s, -1, 3), rules.parse_action(s, "SEAT 3")) == ("seat 3", 3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 11}, "solo: option 'players' is 11; allowed: 2 to 10"),
        ({"players": True}, "solo: option 'players' is True (bool); allowed: 2 to 10"),
        ({"first_seat": 4}, "solo: option 'first_seat' is 4; allowed: -1 to 3"),
        (
            {"next_starter": "loser"},
            "solo: option 'next_starter' is 'loser' (str); allowed: rotate, winner, left_of_winner",
        ),
        ({"self_jump_in": 1}, "solo: option 'self_jump_in' is 1; allowed: true, false"),
        ({"turn_cap": 100001}, "solo: option 'turn_cap' is 100001; allowed: 0 to 100000"),
    ],
)
def test_bad_option(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r"^solo: option") as error:
        solo.Rules(**options)
    assert str(error.value) == message


def test_bounds() -> None:
    """R-1: four seats lose three points a round at least, so there are at most 267 rounds."""
    rules = solo.Rules()
    assert (rules.max_game_length, rules.max_chance_nodes) == (267 * 2000 * 8, 267 * (32 + 41 + 112 + 2000 * 115))
    assert (rules.min_score, rules.max_score, rules.max_legal_actions) == (-1480, 200, 56)
    short = solo.Rules(max_rounds=3, first_seat=-1, turn_cap=1)
    assert (short.max_game_length, short.max_chance_nodes) == (24, 1 + 3 * (32 + 41 + 112 + 115))
    assert solo.Rules(turn_cap=0).max_game_length == solo.Rules(players=9).max_chance_nodes == 2**63 - 1
