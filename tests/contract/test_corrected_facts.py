"""Facts that an owner's copy may say and the published rules leave open (docs/facts.md), on both backends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import uneri
from uneri import onda, solo, tidal

Change = Callable[[dict[str, Any]], None]


def named(state: uneri.State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def ready(backend: str, hands: list[str], table: str | None = None, **options: Any) -> uneri.State:
    game = uneri.load_game("onda", players=len(hands), backend=backend, **options)
    laid = {"table": table, "table_owner": 1} if table else {}
    return onda.position(game, hands=hands, **laid)


OTHERS = ["b15 g15 g15", "g14 g14 b14"]


def test_a_bomb_names_suits(backend: str) -> None:
    """O-5.26: two equal cards of one suit, but not of both."""
    dial = [{"shape": "SET2", "suit": "same"}]
    state = ready(backend, ["b3 b3 g3 b9", *OTHERS], "SINGLE b12", bomb_sequence=dial)
    plays = [name for name in named(state) if name.startswith("SET2")]
    assert "SET2 3 bb" in plays
    assert not {"SET2 3 bg", "SET2 3 gg"} & set(plays)


def test_a_bomb_names_ranks_and_several_shapes(backend: str) -> None:
    dial = [["SET3", {"shape": "RUN2", "from": 5, "to": 6}]]
    state = ready(backend, ["b4 b5 b6 b7 b8", *OTHERS], "SINGLE b12", bomb_sequence=dial)
    assert [name for name in named(state) if name.startswith("RUN2") and "J" not in name] == ["RUN2 b5", "RUN2 b6"]


def test_mixed_runs_are_played_while_the_dial_names_them(backend: str) -> None:
    """O-5.27, and with `runs` in the pack always."""
    hands = ["b4 g5 b6 b1", *OTHERS]
    mixed = "RUN3 4 bgb"
    assert mixed in named(ready(backend, hands, "SINGLE b12", bomb_sequence=[{"shape": "RUN3", "suit": "any"}]))
    assert mixed not in named(ready(backend, hands, None))
    laid = ready(backend, hands, mixed, bomb_sequence=[{"shape": "RUN3", "suit": "any"}, "SET2"])
    with pytest.raises(ValueError, match="has a mixed run that the dial does not name"):  # O-5.29
        laid.game.state_from_dict({**laid.to_dict(), "dial": 1})
    state = ready(backend, hands, None, pack={"runs": "any"})
    assert {mixed, "RUN2 4 bg", "RUN2 5 gb"} <= set(named(state))
    assert state.game.num_distinct_actions == 1224


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["RUN2", 4, {"shape": "SET4"}, ["RUN3"]], [1, 4, 6, 2]),
        ([{"shape": "RUN2", "suit": "same", "from": 1}], [1]),
        ([{"to": 9, "shape": "SET3", "suit": "any"}], [{"shape": "SET3", "to": 9}]),
        ({"bombs": ["RUN2"], "name": {"ja": "波"}}, {"name": {"ja": "波"}, "bombs": [1]}),
    ],
)
def test_a_dial_is_written_in_one_way(backend: str, given: Any, kept: Any) -> None:
    """O-5.28: numbers for plain shapes, without what follows."""
    assert uneri.load_game("onda", backend=backend, bomb_sequence=given).options["bomb_sequence"] == kept


@pytest.mark.parametrize(
    "wrong", [["run2"], [{"shape": "SINGLE"}], [[]], {"name": "x"}, [{"shape": "RUN2", "from": 9, "to": 8}]]
)
def test_a_wrong_dial_is_told_names_and_case(refused: Any, wrong: Any) -> None:
    assert "a bomb is a shape in capitals (RUN2," in refused("onda", bomb_sequence=wrong)


def test_a_list_of_bare_words_is_read() -> None:
    assert uneri.load_game("onda(bomb_sequence=[RUN2, SET4])").options["bomb_sequence"] == [1, 6]


def test_cards_are_worth_what_the_pack_says(backend: str) -> None:
    """S-1.5: a kind's own value goes before its symbol's."""
    values = {"Sk": 25, "RSk": 7, "Wi": 50, "D2": 30}
    game = uneri.load_game("solo", backend=backend, players=2, max_rounds=1, pack={"values": values})
    assert game.options["pack"] == {"values": {"RSk": 7, "GSk": 25, "BSk": 25, "YSk": 25, "Wi": 50}}
    state = solo.position(game, hands=["R1", "RSk GSk Wi"], discard="R2")
    state.apply_action(state.game.parse_action("R1"))
    assert state.returns() == [200, 200 - 82]


@pytest.mark.parametrize(("window", "asked"), [("after_card", 0), ("first_card", 2), ("always", 2)])
def test_jumping_in_on_the_first_card(backend: str, window: str, asked: int) -> None:
    """S-2.4: the seats after the starter are asked first, the starter is not."""
    cards = ["R1"] * 3 + ["B1", "G1", "G2", "Y1", "Y2"]
    game = uneri.load_game("solo", backend=backend, players=3, jump_window=window, pack={"deal": 2, "cards": cards})
    state = game.new_initial_state()
    for kind in ("R1", "B1", "G1", "G2", "R1", "Y1", "R1"):
        state.apply_action(state.legal_actions()[named(state).index(kind)])
    assert state.current_player() == asked
    assert ("JUMP" in named(state)) == (asked == 2)


def board(change: Change) -> dict[str, Any]:
    changed = tidal.default_board()
    change(changed)
    return changed


def resolved(backend: str, change: Change, cards: str) -> tuple[uneri.State, dict[str, Any]]:
    """A bout with the gate at 4, where yellow is active."""
    game = uneri.load_game("tidal", backend=backend, players=3, board=board(change))
    state = tidal.position(game, hands=cards.split(), gate=4)
    for card in cards.split():
        state.apply_action(game.parse_action(card))
    return state, state.to_dict()


def test_a_dock_takes_two_colours_and_sails(backend: str) -> None:
    def change(b: dict[str, Any]) -> None:
        b["players"]["3"]["neutral"] = ["yellow.0"]
        b["quadrants"]["yellow"]["docks"][2] = {
            "when": ["teal", "orange"], "fruit": 0, "extra_banner": 0, "sail": 2, "profit": 3
        }  # fmt: skip
        b["quadrants"]["yellow"]["docks"][1]["when"] = "purple"

    _, data = resolved(backend, change, "Y9 T7 O1")
    assert data["dock"][1][2][1] == 1
    assert data["boat"][1] == 3
    assert data["profit_feast"][1] == 3
    assert sum(owners[5] for quadrant in data["dock"] for owners in quadrant) == 1


def test_no_stunt_space_and_majority_by_seats(backend: str) -> None:
    def change(b: dict[str, Any]) -> None:
        b["characters"]["stunts"][0][6] = 0
        b["players"]["2"]["majority"] = [7, 0, 0]

    game = uneri.load_game("tidal", backend=backend, players=2, board=board(change))
    assert game.options["board"]["characters"]["stunts"][0] == [5, 2, 7, 4, 1, 6, None]
    assert tidal.majority_points(game, [1, 2]) == [0, 7]


def test_names_in_two_languages_are_titles(backend: str) -> None:
    name = {"en": "The Pond", "ja": "池"}
    game = uneri.load_game("tidal", backend=backend, board=board(lambda b: b.update(name=name)))
    state = game.new_initial_state(seed=1)
    assert tidal.render(state.to_dict()).startswith("The Pond\nround 1")
    assert "Tidal: The Pond" in str(state.to_svg())
