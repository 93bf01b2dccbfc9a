"""TACTA's reference on its own: exact numbers, the golden walks, values along random games, positions from outside."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest

import uneri
from uneri.reference import tacta
from uneri.reference.common import SplitMix64
from uneri.reference.tacta.geometry import (
    Number,
    Slab,
    apart,
    clipped,
    is_convex_clockwise,
    less,
    number,
    overlap,
    rectangle,
    rotate,
    sign,
    slab_of,
    twice_area,
)
from uneri.reference.tacta.state import LOCKED, OPEN, PLAY
from uneri.testing import walk_digest

# Section 11.2: options, seed, nodes, digest, scores.
WALKS: list[tuple[dict[str, Any], int, int, str, list[int]]] = [
    ({}, 1, 72, "5d864829bd4f00dd", [47, 44]),
    ({"players": 3}, 2, 108, "c56c5c2a7c840250", [45, 48, 34]),
    ({"players": 4}, 3, 144, "8e9cde8c0d064452", [40, 42, 48, 37]),
    ({"players": 5}, 4, 180, "2aa155cb02f9f17c", [38, 53, 41, 42, 45]),
    ({"players": 6}, 5, 216, "d00611a589bc8586", [45, 44, 40, 39, 37, 50]),
    ({"mode": "quick", "suits": "t"}, 6, 24, "cd527f3300494b64", [17, 17]),
    ({"players": 3, "mode": "limited_space"}, 7, 108, "2f337d6efc4b6eb8", [49, 48, 45]),
    ({"players": 3, "mode": "sabotage", "suits": "ct"}, 8, 75, "3cdc34088e9a6861", [27, 28, 26]),
    ({"players": 8, "mode": "team_up"}, 9, 144, "41ffdcc1125ac6d8", [51, 25, 36, 45] * 2),
    (
        {"players": 12, "mode": "team_up", "suits": "s", "table": "600x500"},
        *(10, 65, "bca82aa4edd6f67e", [13, 5, 7, 7, 7, 5] * 2),
    ),
    ({"players": 5, "mode": "free_play", "suits": "cs"}, 11, 146, "e4474dc84de86385", [12, 28, 24, 23, 18]),
    ({"mode": "free_play", "table": "320x240"}, 12, 14, "648a1536da321fa6", [3, 6]),
    ({"mode": "team_free_play"}, 13, 69, "d141f79823e16f9b", [23, 39, 23, 39]),
    ({"suits": "s", "table": "320x240", "tie_break": "first_to_finish"}, 14, 10, "f999c97d377904d3", [6, 6]),
    (
        {"players": 3, "suits": "st", "rounds": 4, "target": 60, "outer_cards": "owner"},
        *(15, 144, "b8a101a38d41a7c1", [67, 47, 46]),
    ),
]


@pytest.mark.parametrize(("options", "seed", "nodes", "digest", "scores"), WALKS, ids=[w[3][:8] for w in WALKS])
def test_golden_walk(
    options: dict[str, Any], seed: int, nodes: int, digest: str, scores: list[int], backend: str
) -> None:
    game = uneri.load_game("tacta", backend=backend, **options)
    walk = walk_digest(game, seed)
    assert (walk.nodes, walk.digest, list(walk.returns)) == (nodes, digest, scores)


# ----------------------------------------------------------------------------------------------------------------
# Numbers (11.1, examples 1 to 3)
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((17, -12), 1),
        ((7, -5), -1),
        ((99, -70), 1),
        ((-41, 29), 1),
        ((-140, 99), 1),
        ((0, 0), 0),
        ((0, -1), -1),
        ((-3, 0), -1),
        ((-3, -2), -1),
    ],
)
def test_01_signs(value: Number, expected: int) -> None:
    assert sign(value) == expected
    assert less((0, 0), value) == (expected > 0)


def test_02_rotations() -> None:
    corner = (number(80), number(128))
    assert rotate(corner, 1) == ((0, -24), (0, 104))
    assert rotate(corner, 2) == ((-128, 0), (80, 0))
    assert rotate(corner, 3) == ((0, -104), (0, -24))
    assert rotate(corner, 4) == ((-80, 0), (-128, 0))
    with pytest.raises(ArithmeticError, match="no half"):
        rotate((number(1), number(2)), 1)


def test_polygons() -> None:
    square = rectangle(0, 0, 4, 4)
    assert twice_area(square) == (32, 0)
    assert is_convex_clockwise(square)
    assert not is_convex_clockwise(square[::-1])
    assert not is_convex_clockwise([*square[:2], (number(4), number(2)), *square[2:]])  # a corner that is none
    assert not is_convex_clockwise([(number(0), number(0)), (number(3), number(1)), (number(0), number(4))])
    # A diamond whose left half lies outside.
    diamond = [(number(x), number(y)) for x, y in ((0, -2), (2, 0), (0, 2), (-2, 0))]
    assert is_convex_clockwise(diamond)
    assert twice_area(clipped([(x, (y[0] + 2, 0)) for x, y in diamond], 80, 128)) == (8, 0)


def test_overlap_touch_apart() -> None:
    def at(left: int, top: int) -> Slab:
        return slab_of(rectangle(left, top, left + 4, top + 4))

    assert overlap(at(0, 0), at(3, 3))
    assert not overlap(at(0, 0), at(4, 0))
    assert not apart(at(0, 0), at(4, 4))  # they touch in one point
    assert apart(at(0, 0), at(5, 0))
    # A diamond near a corner: only u tells them apart.
    diamond = slab_of([(number(x), number(y)) for x, y in ((6, 2), (10, 6), (6, 10), (2, 6))])
    assert not overlap(at(0, 0), diamond)
    assert not apart(at(0, 0), diamond)


# ----------------------------------------------------------------------------------------------------------------
# Random games: every node, every seat
# ----------------------------------------------------------------------------------------------------------------

GAMES: list[dict[str, Any]] = [
    {},
    {"players": 3, "outer_cards": "owner", "table": "500x400", "rounds": 2, "suits": "ct", "target": 20},
    {"mode": "quick", "players": 3, "suits": "s", "table": "320x240", "outer_cards": "owner"},
    {"mode": "limited_space", "table": "400x300", "outer_cards": "owner"},
    {"mode": "sabotage", "players": 4, "suits": "st", "outer_cards": "owner"},
    {"mode": "sabotage", "players": 2, "rounds": 2, "table": "400x300"},
    {"mode": "team_up", "players": 6, "suits": "ct", "outer_cards": "owner", "table": "600x500"},
    {"mode": "free_play", "players": 3, "table": "400x300", "outer_cards": "owner"},
    {"mode": "team_free_play", "players": 4, "suits": "t", "table": "320x240", "outer_cards": "owner"},
]


@pytest.mark.parametrize("options", GAMES, ids=[f"{o.get('mode', 'standard')}-{i}" for i, o in enumerate(GAMES)])
def test_random_games(options: dict[str, Any]) -> None:
    game = uneri.load_game("tacta", backend="reference", **options)
    rules, rng = game.rules, random.Random(7)
    s = rules.initial()
    decisions = chances = 0
    while True:
        data = rules.to_dict(s)
        assert rules.from_dict(json.loads(json.dumps(data))) == s
        legal = rules.legal(s)
        if not legal or rng.random() < 0.2:
            check_facts(rules, s)
        check_view(rules, s, rng.randrange(rules.num_players), rng)
        if not legal:
            break
        assert legal == sorted(set(legal))
        assert all(rules.is_legal(s, a) for a in legal)
        if rules.player(s) >= 0:
            decisions += 1
            others = set(rng.sample(range(-1, rules.num_distinct_actions + 1), 60)) - set(legal)
            codes = {tacta.explain(rules, s, a) for a in others}
            assert "legal" not in codes
            assert {tacta.explain(rules, s, a) for a in legal} == {"legal"}
        else:
            chances += 1
            assert tacta.explain(rules, s, 0) == "NOT_NOW"
            assert tacta.legal_actions(rules, s) == []
        s = rules.apply(s, rng.choice(legal))
    assert rules.player(s) == -4
    assert 0 < decisions <= rules.max_game_length
    assert 0 < chances <= rules.max_chance_nodes


def check_facts(rules: tacta.Rules, s: tacta.State) -> None:
    """I1 to I3 of section 3, and that the analysis of dots adds up."""
    tables = rules.tables
    for i, card in enumerate(s.placed):
        for j in range(i):
            under = s.placed[j]
            meet = overlap(tables.frame(card.pose), tables.frame(under.pose))
            assert meet == (card.parent == j)
            if meet:
                own = tables.card(card.card).shapes[card.own_shape].slot
                target = tables.card(under.card).shapes[card.parent_shape].slot
                assert tables.shape(card.pose, own) == tables.shape(under.pose, target)
        if card.own_shape >= 0:
            assert card.status[card.own_shape] == LOCKED
    safe, seen = tacta.safe_dots(rules, s), tacta.visible(rules, s)
    assert all(low <= high for low, high in zip(safe, seen, strict=True))
    strict = tacta.safe_dots_strict(rules, s)
    assert all(low <= high for low, high in zip(safe, strict, strict=True))
    assert rules.free_play or strict == safe


def check_view(rules: tacta.Rules, s: tacta.State, seat: int, rng: random.Random) -> None:
    """Resampling keeps everything that the seat sees."""
    world = rules.resample(s, seat, SplitMix64(rng.getrandbits(64)))
    assert rules.to_dict(world, seat) == rules.to_dict(s, seat)
    tensor = rules.observation(s, seat)
    assert rules.observation(world, seat) == tensor
    assert len(tensor) == sum(count(shape) for _, shape in rules.layout())
    assert all(-8 <= value <= 8 for value in tensor)
    assert world == s or rules.from_dict(rules.to_dict(world)) == world


def count(shape: tuple[int, ...]) -> int:
    product = 1
    for size in shape:
        product *= size
    return product


def test_safe_dots_stay_safe() -> None:
    """I3, I4: what is locked or blocked stays so."""
    rules = tacta.Rules(players=3)
    rng = random.Random(5)
    s = rules.initial()
    before = [0, 0, 0]
    while rules.player(s) != -4:
        s = rules.apply(s, rng.choice(rules.legal(s)))
        after = tacta.safe_dots(rules, s)
        assert all(low <= high for low, high in zip(before, after, strict=True))
        before = after
    assert before == tacta.visible(rules, s) == list(s.scores)  # no card is left that could cover anything


def test_delta_is_what_happens() -> None:
    rules = tacta.Rules(players=2, suits="ct", table="500x400")
    for seed in range(4):
        s, rng = rules.initial(), random.Random(seed)
        while rules.player(s) != -4:
            action = rng.choice(rules.legal(s))
            after = rules.apply(s, action)
            if rules.player(s) >= 0:
                change = tacta.delta(rules, s, action)
                gained, lost = change["gained"], change["lost"]
                assert isinstance(gained, list)
                assert isinstance(lost, list)
                dots = zip(tacta.visible(rules, s), gained, lost, strict=True)
                assert tacta.visible(rules, after) == [old + more - less for old, more, less in dots]
                assert tacta.locks(rules, s, action) <= sum(gained)
            s = after


def test_threats_agree_with_placements() -> None:
    rules = tacta.Rules(players=2, outer_cards="owner")
    s, rng = rules.initial(), random.Random(3)
    for _ in range(24):
        s = rules.apply(s, rng.choice(rules.legal(s)))
    for i, entry in enumerate(s.placed):
        for j, status in enumerate(entry.status):
            if status != OPEN:
                with pytest.raises(ValueError, match="allowed: an open shape"):
                    tacta.threats(rules, s, 0, i, j)
                continue
            found = tacta.threats(rules, s, 0, i, j)
            listed = [*as_list(found["at_ends"]), *as_list(found["rest"])]
            expected = [
                {"colour": coloured // 18, "card": coloured % 18, "own_shape": p["own_shape"], "face": p["face"]}
                for coloured in unplayed_cards(s)
                for p in tacta.placements(rules, s, coloured // 18, coloured % 18)
                if (p["target"], p["shape"]) == (i, j)
            ]
            assert sorted(listed, key=str) == sorted(expected, key=str)
            own_ends = [{"colour": held // 18, "card": held % 18} for held in s.ends[0]]
            for threat in as_list(found["at_ends"]):
                assert {"colour": threat["colour"], "card": threat["card"]} in own_ends
            assert len(as_list(found["footprints"])) <= 2
            assert bool(listed) <= bool(found["footprints"])


def as_list(value: object) -> list[Any]:
    assert isinstance(value, list)
    return value


def unplayed_cards(s: tacta.State) -> list[int]:
    return sorted([*(held for pair in s.ends for held in pair), *(card for pool in s.pools for card in pool)])


# ----------------------------------------------------------------------------------------------------------------
# Positions from outside
# ----------------------------------------------------------------------------------------------------------------


def midgame(**options: Any) -> tuple[tacta.Rules, dict[str, Any]]:
    """A position with some cards on the table, as plain data."""
    rules = tacta.Rules(**options)
    s, rng = rules.initial(), random.Random(11)
    for _ in range(5 * rules.num_players):
        s = rules.apply(s, rng.choice(rules.legal(s)))
    while s.phase != PLAY:
        s = rules.apply(s, rules.legal(s)[0])
    return rules, json.loads(json.dumps(rules.to_dict(s)))


CHANGES: list[tuple[str, Any, str]] = [
    ("phase", "OVER", "field 'round'"),
    ("phase", "MOVER", "field 'phase'"),
    ("phase", "play", "field 'phase'"),
    ("round", 1, "field 'round'"),
    ("scores", [1, 0], "field 'scores'"),
    ("scores", [0], "field 'scores'"),
    ("placed", [], "field 'placed'"),
    ("hidden", [13, 15], "field 'hidden'"),
    ("pools", [[], []], "field 'hidden'"),
    ("pending", [[0, 0]], "field 'pending'"),
    ("turn", -1, "field 'turn'"),
    ("turn", 2, "field 'turn'"),
    ("starter", -1, "field 'starter'"),
    ("passed", [0, 1], "field 'turn'"),
    ("passed", [1, 0], "field 'passed'"),
    ("finish_order", [0], "field 'finish_order'"),
    ("handed", [0, -1], "field 'handed'"),
    ("first", [[True, False], [False, False]], "field 'first'"),
    ("told", [[1], []], "field 'told'"),
    ("barred", [[[1], []], [[], []]], "field 'barred'"),
    ("ends", [[-1, -1], [-1, -1]], "field 'hidden'"),
    ("options", {}, "field 'options'"),
]


@pytest.mark.parametrize(("name", "value", "message"), CHANGES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CHANGES)])
def test_refused_fields(name: str, value: Any, message: str) -> None:
    rules, data = midgame()
    with pytest.raises(ValueError, match=message):
        rules.from_dict(data | {name: value})


def test_missing_and_unknown_fields() -> None:
    rules, data = midgame()
    with pytest.raises(ValueError, match="no field 'cards'; fields: options, phase"):
        rules.from_dict(data | {"cards": 1})
    del data["told"]
    with pytest.raises(ValueError, match="field 'told' is missing"):
        rules.from_dict(data)


# Not the face: shapes in the middle of a short edge lie alike on both.
@pytest.mark.parametrize("key", ["colour", "seat", "card", "k", "parent", "parent_shape", "own_shape"])
def test_refused_placed_cards(key: str) -> None:
    rules, data = midgame()
    count = 0
    for i in range(1, len(data["placed"])):
        for value in range(-1, 8):
            changed_data = deepcopy(data)
            if changed_data["placed"][i][key] == value:
                continue
            changed_data["placed"][i][key] = value
            with pytest.raises(ValueError, match=r"field '(placed|ends|pools|finish_order)'"):
                rules.from_dict(changed_data)
            count += 1
    assert count > 10


def test_refused_places_and_statuses() -> None:
    rules, data = midgame()
    for i in range(len(data["placed"])):
        moved, relabelled = deepcopy(data), deepcopy(data)
        moved["placed"][i]["t"][1][0] += 2
        words = relabelled["placed"][i]["status"]
        words[0] = "locked" if words[0] == "covered" else "covered"
        for bad in (moved, relabelled):
            with pytest.raises(ValueError, match="field 'placed'"):
                rules.from_dict(bad)


@pytest.mark.parametrize(
    "options",
    [{}, {"outer_cards": "owner"}, {"mode": "team_up"}, {"mode": "free_play"}, {"mode": "sabotage", "players": 3}],
    ids=["standard", "owner", "teams", "free play", "sabotage"],
)
def test_mutated_positions_stay_accepted(options: dict[str, Any]) -> None:
    """What play and resampling reach from an accepted position is accepted."""
    rules, data = midgame(**options)
    rng = random.Random(1)
    accepted = 0
    for _ in range(60):
        mutant = deepcopy(data)
        for _ in range(rng.randrange(1, 3)):
            mutate(mutant, rng)
        try:
            s = rules.from_dict(mutant)
        except ValueError as error:
            assert str(error).startswith("tacta: field '")  # noqa: PT017
            continue
        accepted += 1
        for _ in range(6):
            legal = rules.legal(s)
            if not legal:
                break
            s = rules.apply(s, rng.choice(legal))
            assert rules.from_dict(rules.to_dict(s)) == s
            world = rules.resample(s, 0, SplitMix64(rng.getrandbits(64)))
            assert rules.from_dict(rules.to_dict(world)) == world
    assert accepted > 10


def mutate(data: dict[str, Any], rng: random.Random) -> None:
    """A change that may or may not leave a position."""
    seats = len(data["hidden"])
    pool, seat = rng.randrange(len(data["pools"])), rng.randrange(seats)
    kind = rng.randrange(7)
    if kind == 0 and data["pools"][pool]:  # a card less
        data["pools"][pool].pop(rng.randrange(len(data["pools"][pool])))
        data["hidden"][pool] -= 1
    elif kind == 1:  # the last card is taken from the table
        data["placed"].pop()
    elif kind == 2:
        data["turn"] = seat
    elif kind == 3:
        data["passed"] = [seat]
    elif kind == 4:  # a deck with its ends only
        data["pools"][pool] = []
        for other in range(pool, seats, len(data["pools"])):
            data["hidden"][other] = 0
    elif kind == 5 and data["hidden"][seat] == 0:
        data["ends"][seat][1] = -1
    else:
        data["ends"][seat].reverse()
