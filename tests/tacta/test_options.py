"""TACTA's decks, options and names: what is accepted, what is refused and how the errors say it."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri.reference.reader import built_in_data
from uneri.reference.tacta import Rules
from uneri.reference.tacta.deck import DECK_KEYS
from uneri.reference.tacta.state import REVEAL
from uneri.testing import walk_digest

# ----------------------------------------------------------------------------------------------------------------
# The deck (1.7 to 1.9)
# ----------------------------------------------------------------------------------------------------------------


def load(**options: Any) -> Any:
    return uneri.load_game("tacta", backend="reference", **options)


def default_data() -> dict[str, Any]:
    data: dict[str, Any] = built_in_data("tacta_deck.json")
    return data


def test_joint_table() -> None:
    rules = Rules()
    deck, tables = rules.deck, rules.tables
    covered_by = {
        "TC": {"TL", "TS"},
        "TL": {"TC"},
        "TS": {"TC"},
        "SQ": {"SQ"},
        "BE": {"BE", "BS"},
        "BS": {"BE"},
        "LB": {"LB"},
    }
    for target in deck.slots:
        for own in deck.slots:
            assert tables.joints[target.id][own.id] == (own.cls in covered_by[target.cls])
    assert tables.largest_step() == 236
    assert tables.most_actions() == 1200
    assert tables.canonical_free[3] == tables.canonical_free[16] == tables.canonical_free[17] == [(0, 0), (0, 1)]
    assert tables.canonical_free[5] == [(0, 0), (1, 0)]
    assert [len(pairs) for pairs in tables.canonical_free].count(4) == 14


def test_deck_by_name_mapping_and_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(default_data()), encoding="utf-8")
    for given in ("default-18", default_data(), str(path), path):
        game = load(deck=given)
        assert game.options["deck"] == "default-18"
        assert str(game) == "tacta()"


def test_other_deck_is_listed_in_full() -> None:
    data = default_data()
    data["name"] = "mine"
    data["slots"][0]["anchor"] = [[0, 0], 0]
    game = load(deck=data)
    listed = game.options["deck"]
    assert tuple(listed) == DECK_KEYS
    assert listed == default_data() | {"name": "mine"}  # [0, 0] is the number 0
    assert load(deck=listed) == game


def test_smaller_deck_changes_the_ids() -> None:
    data = default_data()
    card = data["cards"][5]  # the only one with four shapes: c6 keeps T_T, T_R and R_B
    card["shapes"] = [{"slot": "T_T", "dots": 1}, {"slot": "T_R", "dots": 1}, {"slot": "R_B", "dots": 3}]
    card["shapes"][0]["dots"] = 1
    data["slots"][4]["dots"] = [[40, 11], [40, 13]]
    card["shapes"][0]["dots"] = 2
    data["free_grid"] = {"columns": 2, "rows": 2, "pitch": 10}
    game = load(deck=data)
    assert game.num_distinct_actions == 4 * (18 + 3 * 108) * 3 + 16 * 4 + 3
    assert game.parse_action("bottom free 3 landscape 180 back") == 4 * (18 + 3 * 108) * 3 + 16 * 4 - 1
    walk_digest(game, 1)


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The default deck with one entry changed."""
    data = default_data()
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return data


def enlarged(factor: int) -> dict[str, Any]:
    """The default deck with all lengths multiplied."""
    data = default_data()

    def times(value: Any) -> Any:
        return [times(item) for item in value] if isinstance(value, list) else factor * value

    data["frame"] = {side: factor * length for side, length in data["frame"].items()}
    data["margin"] *= factor
    data["tables"] = {kind: {n: times(size) for n, size in sizes.items()} for kind, sizes in data["tables"].items()}
    data["free_grid"]["pitch"] *= factor
    for slot in data["slots"]:
        slot |= {key: times(slot[key]) for key in ("polygon", "anchor", "dots") if key in slot}
    return data


BAD_DECKS = [
    (changed("format", value="deck"), r"'format' is 'deck' \(str\); allowed: tacta-deck"),
    (changed("version", value=2), "'version' is 2; allowed: 1"),
    (changed("extra", value=1), "unknown key 'extra'; keys: format, "),
    (changed("frame", value={"w": 80}), "no key 'frame.h'"),
    (changed("frame", "w", value=81), "'frame.w' is 81; allowed: an even number from 2 to 1024"),
    (changed("margin", value=True), r"'margin' is True \(bool\)"),
    (changed("tables", "standard", "3", value=[88, 1080]), r"'tables.standard.3\[0\]' is 88; .* from 90 to 8192"),
    (changed("free_grid", "columns", value=5), "'free_grid' is not valid; allowed: columns"),
    (changed("free_grid", "pitch", value=0), "'free_grid.pitch' is 0"),
    (changed("slots", 3, "id", value=4), r"'slots\[3\].id' is 4; allowed: 3"),
    (changed("slots", 3, "name", value="T_TL"), r"'slots\[3\].name' is 'T_TL' .* no other slot"),
    (changed("slots", 3, "polygon", 0, value=[0, 127]), r"'slots\[3\].polygon\[0\]' .* even sum"),  # V6
    (changed("slots", 3, "polygon", 0, value=[0, 130]), r"'slots\[3\].polygon\[0\]' .* in the frame"),
    (changed("slots", 3, "polygon", 1, value=[0, 90]), r"'slots\[3\].polygon' is a list of 3; .* convex"),  # V3
    (changed("slots", 3, "anchor", value=[0, 5000]), r"'slots\[3\].anchor\[1\]' is 5000; allowed: a whole number"),
    (changed("slots", 3, "anchor", value=[0, [1, 2, 3]]), r"'slots\[3\].anchor\[1\]' is a list of 3"),
    (changed("slots", 3, "out", value=1), r"'slots\[\d+\]' is not valid; allowed: a slot whose"),
    (changed("slots", 3, "kind", value="circle"), r"'slots\[3\].kind' is 'circle' .* triangle, square, bar, long"),
    (changed("start", "shapes", 1, "dots", value=1), r"'start.shapes\[1\].dots' is 1; allowed: 0"),
    (changed("start", "shapes", 1, "slot", value="T_TL"), r"'start.shapes\[1\].slot' .* ascending"),
    (
        changed("cards", 4, "value", value=6),
        r"'cards\[4\].shapes' is a list of 3; .* add up to 6 \(V2\), card 4 \(c6\)",
    ),
    (
        changed("cards", 4, "suit", value="square"),
        r"'cards\[10\]' is not valid; allowed: each suit and value once",
    ),  # V1
    (changed("cards", 4, "shapes", 0, "slot", value="X"), r"'cards\[4\].shapes\[0\].slot' is 'X'"),
    (changed("cards", 4, "shapes", 0, "dots", value=2), r"'cards\[4\].shapes\[0\].dots' is 2; allowed: 0 to 1"),
    (
        changed("cards", 3, "shapes", 1, "slot", value="T_TR"),
        r"'cards\[3\].shapes\[2\]' is not valid; .* \(V4\), T_TR and L_R of card 3 \(c4\)",
    ),
    (
        changed("margin", value=30)
        | {"tables": {kind: {n: [900, 900] for n in "23456"} for kind in ("standard", "one_suit")}},
        r"\(V5\), card 0 \(c1\)",
    ),
    (changed("tables", "standard", "2", value=[90, 138]), r"\(V7\)"),
    (enlarged(2), r"\(V8\)"),
    ([], "deck is a list of 0|option 'deck' is"),
]


@pytest.mark.parametrize(("deck", "message"), BAD_DECKS, ids=range(len(BAD_DECKS)))
def test_bad_deck(deck: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(deck=deck)


def test_duplicate_key_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_text('{"name": "a", "name": "b"}', encoding="utf-8")
    with pytest.raises(ValueError, match="key 'name' occurs twice"):
        load(deck=str(path))


# ----------------------------------------------------------------------------------------------------------------
# Options and names
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"player": 2}, "no option 'player'; options: players, mode, "),
        ({"players": 7}, "option 'players' is 7; allowed: 2 to 6"),
        ({"players": 5, "mode": "team_up"}, "option 'players' is 5; allowed: 4, 6, 8, 10, 12"),
        ({"players": True}, "option 'players' is True"),
        ({"mode": "fast"}, "option 'mode' is 'fast'"),
        ({"suits": "sc"}, "option 'suits' is 'sc' .* in that order"),
        ({"suits": ""}, "option 'suits'"),
        ({"suits": "cst", "mode": "quick"}, "allowed: one or two different letters"),
        ({"suits": "c", "mode": "sabotage"}, "allowed: two different letters"),
        ({"suits": "cs", "mode": "limited_space"}, "option 'suits' is 'cs' .*; allowed: cst"),
        ({"table": "88x200"}, "option 'table' is '88x200' .* from 90x138 to 8192x8192"),
        ({"table": "1280X960"}, "option 'table'"),
        ({"table": "01280x960"}, "option 'table'"),
        ({"table": "1281x960"}, "option 'table'"),
        ({"outer_cards": "all"}, "option 'outer_cards' is 'all' .* public, owner"),
        ({"rounds": 2, "mode": "limited_space"}, "option 'rounds' is 2; allowed: 3"),
        ({"rounds": 0}, "option 'rounds' is 0; allowed: 1 to 100"),
        ({"target": 100, "rounds": 1}, "option 'target' is 100; allowed: 0"),
        ({"target": 100, "mode": "limited_space"}, "option 'target' is 100; allowed: 0"),
        ({"target": 6301, "rounds": 2}, "option 'target' is 6301; allowed: 0 to 6300"),
        ({"deck": 7}, "option 'deck' is 7; allowed: 'default-18', a mapping, the path of a JSON file"),
        ({"utility": "points"}, "option 'utility'"),
    ],
)
def test_bad_option(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(**options)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "tacta()"),
        ({"mode": "team_up"}, "tacta(mode=team_up)"),
        ({"mode": "sabotage", "suits": "cs", "players": 2}, "tacta(mode=sabotage)"),
        ({"mode": "limited_space", "rounds": 3}, "tacta(mode=limited_space)"),
        ({"target": 100, "rounds": 100}, "tacta(target=100)"),
        ({"players": 3, "table": "600x500"}, 'tacta(players=3,table="600x500")'),
    ],
)
def test_defaults_follow_the_mode(options: dict[str, Any], text: str) -> None:
    assert str(load(**options)) == text


@pytest.mark.parametrize(
    ("options", "nodes", "length"),
    [
        ({}, 36, 72),
        ({"players": 3, "mode": "limited_space"}, 54, 162),
        ({"players": 3, "mode": "sabotage", "rounds": 2}, 72, 2 * (108 + 3)),
        ({"mode": "team_free_play"}, 36 * 5, 144),
        ({"tie_break": "replay"}, 11 * 36, 11 * 72),
        ({"target": 100}, 100 * 36, 100 * 72),
        ({"players": 5, "mode": "free_play", "suits": "c"}, 30 * 6, 150),
    ],
)
def test_bounds(options: dict[str, Any], nodes: int, length: int) -> None:
    game = load(**options)
    assert (game.max_chance_nodes, game.max_game_length) == (nodes, length)
    assert game.max_legal_actions == 1200
    assert game.max_utility == 21 * sum(len(game.rules.suits(r)) for r in range(game.rules.rounds))


@pytest.mark.parametrize("backend", ["core", "reference"])
def test_a_tied_round_is_replayed(backend: str) -> None:
    """Section 7: its points don't count, and only the last of the rounds may end in a tie."""
    game = uneri.load_game("tacta", backend=backend, suits="s", values=2, tie_break="replay", utility="win")
    replayed = 0
    for seed in range(12):
        state, draw = game.new_initial_state(seed=seed), random.Random(seed)
        while not state.is_terminal():
            before = state.to_dict()
            state.apply_action(draw.choice(state.legal_actions()))
            after = state.to_dict()
            if after["round"] > before["round"] and not state.is_terminal():
                replayed += 1
                assert after["scores"] == [0, 0]
                assert len(after["placed"]) == 1
        end = state.to_dict()
        assert game.state_from_dict(end) == state
        if end["round"] < 11:
            assert sorted(state.returns()) == [0, 1]
            with pytest.raises(ValueError, match="scores"):
                game.state_from_dict(end | {"scores": [max(end["scores"])] * 2})
    assert replayed > 5


def test_every_action_has_a_name() -> None:
    game = load()
    names = [game.action_to_string(0, action) for action in range(game.num_distinct_actions)]
    assert [game.parse_action(name) for name in names] == list(range(7395))
    assert game.parse_action(" Top  ON 0.8 with\t2 FRONT\n") == 68


def test_names_at_chance_nodes() -> None:
    state = load(mode="free_play", players=3).new_initial_state()
    assert [state.action_to_string(outcome) for outcome in (0, 17)] == ["0c1", "0t6"]
    assert state.parse_action("2S3") == 44
    with pytest.raises(ValueError, match=r"no outcome 'seat 0' \(str\); allowed: 0c1"):
        state.parse_action("seat 0")
    while state.state.phase == REVEAL:
        state.apply_action(state.legal_actions()[0])
    assert state.action_to_string(2) == "seat 2"
    assert state.parse_action("SEAT 1") == 1
    for text in ("seat 3", "0c1", "pass"):
        with pytest.raises(ValueError, match="allowed: seat 0"):
            state.parse_action(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "top", "top on 0.18 with 0 front", "top on 1.4 with 0 front", "top on 109.0 with 0 front"),
        *(
            "top on 00.0 with 0 front",
            "top on 0.0 with 4 front",
            "side on 0.0 with 0 front",
            "top on 0 .0 with 0 front",
        ),
        *("top free 12 portrait 0 front", "top free 0 portrait 90 front", "hand 2", "pass now", "0x1", "2c1", "seat 2"),
    ],
)
def test_no_action(text: str) -> None:
    with pytest.raises(ValueError, match="tacta: no action"):
        load().parse_action(text)


# ----------------------------------------------------------------------------------------------------------------
# Hostile decks
# ----------------------------------------------------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all numbers and words."""
    if isinstance(value, dict):
        return [leaf for key in value for leaf in leaves(value[key], (*path, key))]
    if isinstance(value, list):
        return [leaf for i, item in enumerate(value) for leaf in leaves(item, (*path, i))]
    return [path]


def mutated(rng: random.Random) -> dict[str, Any]:
    """The default deck with one number, word or shape changed."""
    data = default_data()
    if rng.random() < 0.4:  # another shape on a card
        shapes = rng.choice(data["cards"])["shapes"]
        names = [slot["name"] for slot in data["slots"]]
        rng.choice(shapes)["slot"] = rng.choice(names)
        shapes.sort(key=lambda shape: names.index(shape["slot"]))
        return data
    *path, last = rng.choice(leaves(data))
    place: Any = data
    for key in path:
        place = place[key]
    old = place[last]
    others: list[Any] = [old + 1, old - 2, -old, [old, 1], 10**30] if isinstance(old, int) else [old + "x", "T_T"]
    place[last] = rng.choice([*others, None, 0, "", 1.5, True, []])
    return data


@pytest.mark.parametrize("seed", range(8))
def test_hostile_decks(seed: int) -> None:
    """A deck with a random change is played, or refused with the place of the error."""
    rng = random.Random(seed)
    loaded = 0
    for _ in range(25):
        deck = mutated(rng)
        given = deepcopy(deck)
        try:
            game = load(deck=deck, suits="c")
        except ValueError as error:
            assert str(error).startswith("tacta: deck")  # noqa: PT017
            continue
        finally:
            assert deck == given
        loaded += 1
        rules = game.rules
        s = rules.initial()
        for _ in range(12):
            legal = rules.legal(s)
            assert len(legal) <= rules.max_legal_actions
            s = rules.apply(s, rng.choice(legal))
        assert rules.from_dict(rules.to_dict(s)) == s
    assert loaded > 0
