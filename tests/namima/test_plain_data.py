"""Namima's rule sets, states and texts as data, and the values of states along games, on both backends."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

import uneri
from uneri.testing import SplitMix64

VARIANTS = ("sazanami", "shiranami", "shikinami", "aranami", "ayanami", "juuayanami")


@pytest.fixture(params=["core", "reference"])
def load(request: pytest.FixtureRequest) -> Any:
    """A function: a game of as many deals as its rule set says."""

    def load_game(variant: Any = "sazanami", **options: Any) -> Any:
        return uneri.load_game("namima", backend=request.param, variant=variant, **options)

    return load_game


def facts() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((resources.files(uneri) / "data" / "namima_rulesets.json").read_text("utf-8"))
    return content


# A small rule set, and one in which everything is unusual

SMALL: dict[str, Any] = {
    "colours": ["A", "Z"],
    "ranks": [1, 2, 3, 5],
    "copies": {"A": 3, "Z": 3},
    "melds": {"SAME": [2, 3], "RUN": [2, 3]},
    "wild": {"colour": "Z", "max_per_meld": 1, "min_meld_size": 2},
    "points": {k: [1, 2] for k in ("SAME2", "SAME3", "SAME2w", "SAME3w", "RUN2", "RUN3", "RUN2w", "RUN3w")},
    "combos": {"NOPAIR": 3},
    "penalty": {"A": 1, "Z": 3},
    "deal": {"threshold": 0, "at_least": 5, "below": 5},
}
ODD: dict[str, Any] = {
    "ja": "変",
    "colours": ["P", "Q", "S", "T"],
    "ranks": [0, 9, 10, 11, 12, 40],
    "copies": {"P": 6, "Q": 3, "S": 2, "T": 5},
    "copies_by_players": {"3": {"P": 4, "Q": 6, "S": 6, "T": 6}},
    "melds": {"SAME": [5, 2], "RUN": [4], "SAI": [3, 4], "AYA": [2, 3], "JUU": [4, 6]},
    "honour": "Q",
    "cycle": ["T", "Q", "P", "S"],
    "points": {
        **{k: [2, 3] for k in ("SAME2", "SAME5", "SAME2h", "SAME5h", "RUN4", "SAI3", "SAI4", "AYA2", "AYA3")},
        **{k: [4, 999] for k in ("JUU4", "JUU6", "JUU8", "RUN4w")},
    },
    "combos": {name: 7 + i for i, name in enumerate(("CROSS", "TWIN", "MIXED", "FIVE", "SANDOU", "THROUGH"))},
    "penalty": {"P": 0, "Q": 9, "S": 1, "T": 2},
    "deal": {"threshold": 25, "at_least": 9, "below": 6},
    "games_per_match": {"2": 3, "3": 2, "4": 1, "5": 1},
    "switches": {"won_by_layoff": True, "won_meld_open": False, "won_first": True},
}


# The values of states

GAMES = [
    *({"variant": variant, "players": 2 + i % 4, "games": 1} for i, variant in enumerate(VARIANTS)),
    {"variant": "sazanami", "players": 2, "games": 2, "first_seat": -1, "riichi": True, "dora": True},
    {"variant": "aranami", "players": 3, "games": 1, "first_seat": 2, "riichi": True},
    {"variant": SMALL, "players": 3, "games": 3, "riichi": True, "dora": True},
    {"variant": ODD, "players": 3, "first_seat": -1, "dora": True},
    {"variant": ODD, "players": 5, "riichi": True},
]


@pytest.mark.parametrize("options", GAMES, ids=range(len(GAMES)))
def test_values_along_a_game(load: Any, options: dict[str, Any]) -> None:
    """Plain data leads back to the state, worlds look the same to the seat, and lists agree with is_legal."""
    game, rng = load(**options), SplitMix64(9)
    state = game.new_initial_state()
    decisions = chances = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == [a for a in range(-1, game.num_distinct_actions + 1) if state.is_legal(a)]
        assert 0 < len(legal) <= (game.max_chance_outcomes if state.is_chance_node() else game.max_legal_actions)
        assert [state.parse_action(state.action_to_string(a)) for a in legal] == legal  # N-5.11, N-5.12
        check_values(game, state, rng)
        chances += state.is_chance_node()
        decisions += not state.is_chance_node()
        state.apply_action(legal[rng.below(len(legal))])
    check_values(game, state, rng)
    assert sum(state.returns()) == 0
    assert decisions <= game.max_game_length  # N-8.4
    assert chances <= game.max_chance_nodes


def check_values(game: Any, state: Any, rng: SplitMix64) -> None:
    data = state.to_dict()
    assert game.state_from_dict(json.loads(json.dumps(data))) == state
    assert sum(data["score"]) + data["pot"] == 0
    assert state.returns() == data["score"]  # N-8.3
    seat = rng.below(game.num_players)
    world = state.resample_from_infostate(seat, rng.next())
    assert world.observation_string(seat) == state.observation_string(seat)
    assert (world.observation_tensor(seat) == state.observation_tensor(seat)).all()
    assert game.state_from_dict(copy.deepcopy(world.to_dict())) == world
    assert world.is_terminal() or world.legal_actions()


def test_all_phases_round_trip_as_bytes(load: Any) -> None:
    game = load("sazanami", players=3, games=2, first_seat=-1, riichi=True)
    rng, state, phases = SplitMix64(4), game.new_initial_state(), set()
    while not state.is_terminal():
        phases.add(state.to_dict()["phase"])
        assert game.deserialize_state(state.serialize()) == state
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
    assert phases == {"SEAT", "DEAL", "DRAW", "ACT", "WON", "ME"}


def test_a_window_is_hidden_from_seats_that_are_not_asked(load: Any) -> None:
    """N-10.3: it looks like the draw that follows."""
    game = load("sazanami", players=4, games=1)
    rng, state, seen = SplitMix64(1), game.new_initial_state(), 0
    while not state.is_terminal():
        data = state.to_dict()
        legal = state.legal_actions()
        if data["phase"] in ("WON", "ME"):
            after = state.clone()
            while after.current_player() >= 0:
                after.apply_action(0)  # everybody passes
            for seat in range(4):
                same = state.observation_string(seat) == after.observation_string(seat)
                assert same == (seat != data["to_act"]) or after.is_terminal()
            seen += 1
        state.apply_action(legal[rng.below(len(legal))])
    assert seen > 10


# Rule sets as data (N-2.1, N-2.2)


def test_rule_sets_are_normalised(load: Any) -> None:
    for variant in VARIANTS:
        entry = facts()["variants"][variant]
        assert load(entry).options["variant"] == variant
        assert load({**entry, "ranks": facts()["ranks"], "copies_by_players": {}}).options["variant"] == variant
    game = load(ODD, players=3)
    listed = game.options["variant"]
    assert listed["melds"]["SAME"] == [2, 5]
    assert list(listed["combos"]) == ["MIXED", "TWIN", "THROUGH", "SANDOU", "FIVE", "CROSS"]
    assert load(listed, players=3) == game
    assert sum(game.new_initial_state().to_dict()["wall"]) == 6 * 22
    assert game.max_chance_nodes == 2 * 6 * 22  # two games
    assert sum(load(ODD, players=4).new_initial_state().to_dict()["wall"]) == 6 * 16


SWITCHES = {"won_by_layoff": False, "won_meld_open": True, "won_first": False}


def test_switches_by_default(load: Any) -> None:
    """N-2.1: a rule set without switches has those of the file."""
    assert facts()["switches"] == SWITCHES
    assert load(SMALL, players=2).options["variant"]["switches"] == SWITCHES


@pytest.mark.parametrize("key", SWITCHES)
def test_a_switch_makes_another_rule_set(load: Any, key: str) -> None:
    switched = {**SWITCHES, key: not SWITCHES[key]}
    game = load({**facts()["variants"]["sazanami"], "switches": switched})
    assert game.options["variant"]["switches"] == switched
    assert game != load()


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"colours": ["B"]}, "'colours' is a list of 1"),
    ({"colours": ["B", "R", "Y", "b", "W"]}, r"'colours\[3\]' is 'b'"),
    ({"colours": ["B", "R", "Y", "B", "W"]}, r"'colours\[3\]' is 'B'"),
    ({"ranks": [1, 2, 2]}, r"'ranks\[2\]' is 2"),
    ({"ranks": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}, "'ranks' is a list of 10"),
    ({"copies": {"B": 4}}, "no key 'copies.R'"),
    ({"copies": {"B": 4, "R": 4, "Y": 4, "K": 4, "W": 0}}, "'copies.W' is 0"),
    ({"copies": {"B": 4, "R": 4, "Y": 4, "K": 4, "W": True}}, "'copies.W' is True"),
    ({"copies": {"B": 6, "R": 6, "Y": 6, "K": 6, "W": 6}}, "'copies' is not valid; allowed: at most 200 cards"),
    ({"copies": {"B": 1, "R": 1, "Y": 1, "K": 1, "W": 1}}, "'copies' is not valid; allowed: more than 48 cards"),
    ({"copies_by_players": {"6": {}}}, "unknown key 'copies_by_players.6'"),
    ({"copies_by_players": {"3": {"B": 1}}}, "no key 'copies_by_players.3.R'"),
    ({"melds": {"SAMME": [2]}}, "unknown key 'melds.SAMME'"),
    ({"melds": {"SAME": [2, 2]}}, r"'melds.SAME\[1\]' is 2"),
    ({"melds": {"JUU": [5]}}, r"'melds.JUU\[0\]' is 5"),
    ({"melds": {"SAI": [6]}}, r"'melds.SAI\[0\]' is 6"),
    ({"melds": {}}, "'melds' is not valid; allowed: at least one meld"),
    ({"melds": {"SAME": [5]}}, "'melds' is not valid; allowed: at least one meld"),
    ({"melds": {"AYA": [3]}}, "'cycle' is None"),
    ({"melds": {"SAME": [2], "JUU": [4]}, "cycle": ["B", "R", "Y", "K", "K"]}, r"'cycle\[4\]' is 'K'"),
    ({"melds": {"SAI": [2], "RUN": [2]}}, "no key 'points.RUN2'"),
    ({"melds": {"AYA": [2], "SAI": [2]}, "cycle": ["B", "R", "Y", "K", "W"]}, "no key 'points.SAI2'"),
    ({"honour": "G"}, "'honour' is 'G'"),
    ({"honour": "W", "wild": {"colour": "W", "max_per_meld": 1, "min_meld_size": 3}}, "'wild.colour' is 'W'"),
    ({"wild": {"colour": "W", "max_per_meld": 4, "min_meld_size": 3}}, "'wild.max_per_meld' is 4"),
    ({"wild": {"colour": "W", "max_per_meld": 1, "min_meld_size": 3}}, "no key 'points.SAME3w'"),
    ({"points": {"SAME7": [1, 1]}}, "unknown key 'points.SAME7'"),
    ({"points": {"SAME2": [1]}}, "'points.SAME2' is a list of 1"),
    ({"points": {"SAME2": [1, 1000]}}, r"'points.SAME2\[1\]' is 1000"),
    ({"points": {}}, "no key 'points.SAME2'"),
    ({"combos": {"ROYAL": 1}}, "unknown key 'combos.ROYAL'"),
    ({"combos": {"PURE": "20"}}, "'combos.PURE' is '20'"),
    ({"penalty": {"B": 1, "R": 1, "Y": 1, "K": 1, "W": 10}}, "'penalty.W' is 10"),
    ({"deal": {"threshold": 30, "at_least": 17, "below": 12}}, "'deal.at_least' is 17"),
    ({"games_per_match": {"2": 1, "3": 1, "4": 1}}, "no key 'games_per_match.5'"),
    ({"switches": {**SWITCHES, "won_by_layoff": 1}}, "'switches.won_by_layoff' is 1"),
    ({"switches": {**SWITCHES, "won_first": 0}}, "'switches.won_first' is 0"),
    ({"switches": {**SWITCHES, "me_first": True}}, "unknown key 'switches.me_first'"),
    *(
        ({"switches": {key: SWITCHES[key] for key in SWITCHES if key != absent}}, f"no key 'switches.{absent}'")
        for absent in SWITCHES
    ),
    ({"rank": [1, 2]}, "unknown key 'rank'"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=range(len(BROKEN)))
def test_broken_rule_sets(load: Any, change: dict[str, Any], message: str) -> None:
    entry = facts()["variants"]["shikinami"]
    with pytest.raises(ValueError, match=f"^namima: variant: {message}"):
        load({**entry, **change})


def test_equal_cards_may_not_be_two_melds(load: Any) -> None:
    """N-3.10"""
    small = {**SMALL, "melds": {"SAME": [2], "SAI": [2]}, "points": {**SMALL["points"], "SAI2": [1, 1]}}
    with pytest.raises(ValueError, match=r"allowed: no two melds of the same cards, as A1\.Z1$"):
        load(small, players=2)


def test_a_rule_set_without_a_required_key(load: Any) -> None:
    for key in ("colours", "copies", "melds", "points", "combos", "penalty"):
        entry = facts()["variants"]["ayanami"]
        del entry[key]
        with pytest.raises(ValueError, match=f"^namima: variant: no key '{key}'$"):
            load(entry)


def test_options_are_checked(load: Any) -> None:
    with pytest.raises(ValueError, match="namima: option 'players' is 6; allowed: 2 to 5"):
        load(players=6)
    with pytest.raises(ValueError, match="namima: option 'first_seat' is 4; allowed: -1 to 3"):
        load(first_seat=4)
    with pytest.raises(ValueError, match="namima: option 'riichi' is 1; allowed: true, false"):
        load(riichi=1)
    with pytest.raises(ValueError, match="namima: option 'variant' is 7; allowed: a built-in name"):
        load(7)
    with pytest.raises(ValueError, match="built-in: sazanami, shiranami"):
        load("no such file")


# States as data


def broken_fields(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """A field of a state in ACT and a value that cannot be."""
    seat, n = data["to_act"], len(data["hand"])
    yield "options", {**data["options"], "games": 2}
    yield "game", 1
    yield "score", [1, *data["score"][1:]]
    yield "pot", 5
    yield "dealer", 1
    yield "turn", -1
    yield "phase", "DRAW"
    yield "phase", "WON"
    yield "phase", "NOW"
    yield "to_act", (seat + 1) % n
    yield "hand", [[0] * len(data["wall"]) for _ in range(n)]
    yield "hand_total", [0] * n
    yield "exposed", [[0] for _ in range(n)]
    yield "exposed", [[10**6], *data["exposed"][1:]]
    yield "thrown", [[4] * len(data["wall"]) for _ in range(n)]
    yield "lying", [0] * len(data["lying"])
    yield "wall", [7] * len(data["wall"])
    yield "wall_total", 0
    yield "drawn", -1
    yield "claim", 3
    yield "declared", [True] * n
    yield "declared", [0] * n
    yield "dora", 2
    yield "rng", "no number"


def test_broken_states_are_refused(load: Any) -> None:
    game = load("sazanami", players=3, games=1)
    state = game.new_initial_state(seed=2)
    for _ in range(8):
        legal = state.legal_actions()
        state.apply_action(next((a for a in legal if state.action_to_string(a).startswith("D ")), legal[0]))
    data = state.to_dict()
    assert data["phase"] == "ACT"
    assert sum(data["lying"]) > 0
    assert game.state_from_dict(data) == state
    for field, value in broken_fields(data):
        with pytest.raises(ValueError, match=r"^namima: field"):
            game.state_from_dict({**data, field: value})
    with pytest.raises(ValueError, match="namima: no field 'extra'"):
        game.state_from_dict({**data, "extra": 1})
    del data["lying"]
    with pytest.raises(ValueError, match="namima: field 'lying' is missing"):
        game.state_from_dict(data)


# Text


def test_text_is_read_in_several_forms(load: Any) -> None:
    """N-1.6"""
    game = load("sazanami")
    meld = game.parse_action("M R1.R2.R3")
    for text in ("M R123", "m r3 r2 r1", " M  R1, R2 ,R3 ", "M R12.R3"):
        assert game.parse_action(text) == meld
    assert game.parse_action("L r4 > r1234") == game.parse_action("L R4>R1.R2.R3.R4")
    assert game.parse_action("z k8") == game.num_distinct_actions - 1
    for text in (
        "",
        "M",
        "M R12",
        "D",
        "DR3",
        "D R5",
        "L R4",
        "L R5>R1.R2.R3.R4",
        "R3",
        "Z R33",
        "PASS WIN",
        "D R3 R3",
    ):
        with pytest.raises(ValueError, match=r"^namima: no action"):
            game.parse_action(text)
    odd = load(ODD, players=4)
    assert odd.action_to_string(0, odd.parse_action("M P9 P10 P11 P12")) == "M P9.P10.P11.P12"
    with pytest.raises(ValueError, match=r"^namima: no action"):
        odd.parse_action("D P09")
    seat = load(first_seat=-1).new_initial_state()
    assert [seat.parse_action(seat.action_to_string(a)) for a in seat.legal_actions()] == [0, 1, 2, 3]
    with pytest.raises(ValueError, match=r"^namima: no outcome 'seat 4'"):
        seat.parse_action("seat 4")
