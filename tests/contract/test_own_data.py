"""More worked examples of facts that the built-in data don't use, beside test_corrected_facts.py."""

from __future__ import annotations

from typing import Any

import pytest

import uneri
from uneri import namima, onda, tidal


def on_table(backend: str, hand: str, table: str | None, dial: list[Any], place: int = 0, **options: Any) -> list[str]:
    """The plays of seat 0 of two, with a face-down card, at high tide."""
    game = uneri.load_game("onda", backend=backend, players=2, bomb_sequence=dial, **options)
    owner = {} if table is None else {"table": table, "table_owner": 1}
    state = onda.position(game, hands=[hand, "g14 g14"], down=["g1", "b15"], dial=place, **owner)
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_a_bomb_may_name_suits(backend: str) -> None:
    """O-5.26: two equal cards of one suit; a single natural card with a joker is one suit, too."""
    plays = on_table(backend, "b5 b5 g5 b9", "SINGLE g15", [{"shape": "SET2", "suit": "same"}])
    assert [name for name in plays if name.startswith("SET2")] == [
        *("SET2 5 bb", "SET2 5 b+J", "SET2 5 g+J", "SET2 9 b+J"),
    ]


def test_a_bomb_may_name_ranks(backend: str) -> None:
    """O-5.26: from and to; the other plays of the shape need to beat the table."""
    dial = [{"shape": "RUN2", "from": 8, "to": 8}]
    assert "RUN2 b8" in on_table(backend, "b7 b8 b9 b10", "SINGLE g15", dial)
    assert "RUN2 b7" not in on_table(backend, "b7 b8 b9 b10", "SINGLE g15", dial)
    assert "RUN2 b7" in on_table(backend, "b7 b8 b9 b10", "RUN2 g3", dial)


def test_a_mixed_run_is_a_play_while_the_bomb_names_it(backend: str) -> None:
    """O-5.27: it may be the bomb or be led; once the dial has moved on it is no play."""
    dial = [{"shape": "RUN3", "suit": "mixed"}, "SET4"]
    assert "RUN3 4 bgb" in on_table(backend, "b4 g5 b6 b12", "SINGLE g15", dial)
    assert "RUN3 4 bgb" in on_table(backend, "b4 g5 b6 b12", None, dial)
    assert "RUN3 4 bgb" not in on_table(backend, "b4 g5 b6 b12", None, dial, 1)
    assert "RUN3 b4" not in on_table(backend, "b4 b5 b6 b12", "SINGLE g15", dial)


def test_runs_of_any_suits(backend: str) -> None:
    """O-1.8: mixed runs are runs, with or without a joker, and beat others of their shape."""
    plays = on_table(backend, "b4 g5 b6 b12", "RUN3 g3", ["SET4"], pack={"runs": "any"})
    assert {"RUN3 4 bgb", "RUN3 4 bg J@6", "RUN3 b4 J@5"} <= set(plays)


def test_ids_of_mixed_runs(backend: str) -> None:
    """O-6.3: the formulas of the table."""
    game = uneri.load_game("onda", backend=backend, pack={"runs": "any"})
    ids = {"RUN2 4 bg": 590, "RUN3 4 bgb": 631, "RUN4 1 bbgg": 692, "RUN3 4 bg J@5": 878, "RUN4 3 bgb J@6": 1003}
    assert {name: game.parse_action(name) for name in ids} == ids
    assert game.num_distinct_actions == 1224


def dealt(backend: str, window: str) -> uneri.State:
    """Three seats with a card each, R1 turned over; seat 2 holds another."""
    pack = {"deal": 1, "cards": ["R1", "R1", "R1", "G2", "G3", "G4"]}
    game = uneri.load_game("solo", backend=backend, players=3, pack=pack, jump_window=window)
    state = game.new_initial_state()
    for card in ("G2", "G3", "R1", "R1"):
        state.apply_action(state.parse_action(card))
    return state


def at(state: uneri.State) -> tuple[Any, ...]:
    data = state.to_dict()
    return data["phase"], data["to_act"], data["next_turn"], data["ended"], data["last"]


@pytest.mark.parametrize(
    ("window", "then"), [("first_card", ("TURN", 1, -1, -1, -1)), ("always", ("JUMP", 2, 1, 0, -1))]
)
def test_windows_after_turns_on_the_first_card(backend: str, window: str, then: tuple[Any, ...]) -> None:
    """S-2.4, S-4.9: with `always` it may be jumped on after later turns, too."""
    state = dealt(backend, window)
    for action in ("NO_JUMP", "DRAW", "R1", "KEEP"):
        state.apply_action(state.parse_action(action))
    assert at(state) == then


def pond(backend: str, change: Any, **options: Any) -> uneri.Game:
    board = tidal.default_board()
    change(board)
    return uneri.load_game("tidal", backend=backend, board=board, **options)


def test_a_dock_for_several_kinds_of_cards(backend: str) -> None:
    """Section 2.5: a card fits if any entry fits."""

    def change(board: Any) -> None:
        board["quadrants"]["teal"]["docks"][0]["when"] = ["orange", 7]
        board["quadrants"]["teal"]["docks"][1]["when"] = "any"

    state = tidal.position(pond(backend, change, players=4))
    assert [tidal.dock_for(state, "teal", card) for card in ("O4", "P7", "P6")] == [0, 0, 1]


def test_a_dock_that_sails_and_pays(backend: str) -> None:
    """Section 2.5: a banner moves the boat with stunt, and pays at once; here a middle seat's on the first dock."""

    def change(board: Any) -> None:
        board["ring"][0] = "orange"
        board["track"] |= {"gate_start": 1, "boat_start": 1, "lap_exit": 8}
        board["quadrants"]["orange"]["docks"][0] = {
            "when": "any",
            "fruit": 1,
            "extra_banner": 0,
            "sail": 3,
            "profit": 4,
        }
        board["characters"]["stunts"][1] = [4] * 7

    game = pond(backend, change, players=4, rounds=1)
    state = tidal.position(game, hands=["P9", "O4", "P2", "O9"], gate=1, faceup=[0, 1, 0, 0])
    for card in ("P9", "O4", "P2", "O9"):
        state.apply_action(state.parse_action(card))
    data = state.to_dict()
    assert (data["boat"][1], data["fruit"][1], data["profit_feast"][1]) == (4, 2, 4)  # a fruit of the stunt


def test_neutral_banners_on_chosen_docks(backend: str) -> None:
    """Section 2.5: one on each dock of the list; section 3: otherwise on even and odd ones."""

    def change(board: Any) -> None:
        board["players"]["4"]["neutral"] = ["teal.1", "orange.3"]

    docks = pond(backend, change, players=4).new_initial_state().to_dict()["dock"]
    assert [(q, d) for q in range(4) for d in range(4) if docks[q][d][5]] == [(0, 3), (2, 1)]


@pytest.mark.parametrize("closed", [1, 2, 4])
def test_melds_points_and_combinations_of_ones_own(backend: str, closed: int) -> None:
    """N-2.4, N-2.5, N-2.6, N-7.6: ZIG 6 by its cards; B1.B1.B1 8 by rank before colour; B2.B2.B2 4 by colour; LOW 7."""
    rules = namima.rule_set("shikinami")
    rules["melds"]["OWN"] = {"ZIG": [["B3", "R2", "B1"]]}
    rules["points"] |= {"ZIG": {"B1.B3.R2": [4, 6], "other": [3, 5]}}
    rules["points"] |= {"SAME3": {"1": [5, 8], "B": [2, 4], "other": [3, 5]}}
    low = {"points": 7, "all": {"ranks": [1, 2, 3]}, "number_of_colours": [1, 2]}
    rules["combos"] = {"LOW": low, "THREE": {"points": 9, "some": {"forms": ["SAME"]}, "at_least": 3}}
    rules["payments"] = {"closed": closed, "deal_in": 2, "riichi": 2}
    game = uneri.load_game("namima", backend=backend, variant=rules, players=2)
    state = namima.position(game, hands=["B11113 R2 B222", "K7 K7 K8"], to_act=0)
    state.apply_action(state.parse_action("WIN"))
    assert state.to_dict()["score"] == [3 * closed + 25, -3 * closed - 25]  # penalties count as often as it says


def test_copies_by_rank_and_hands_by_seats(backend: str) -> None:
    """N-2.7, N-2.8, N-4.2: a deck with one card less of some kinds, and 13 cards whatever the deck has."""
    rules = namima.rule_set("shikinami")
    few = rules["copies"]["B"] - 1
    rules["copies"]["B"] = [few] + [few + 1] * 6
    rules["deal"]["by_players"] = {"3": 13}
    game = uneri.load_game("namima", backend=backend, variant=rules, players=3)
    weights = dict(game.new_initial_state().chance_weights())
    assert (weights[0], weights[1]) == (few, few + 1)
    full = sum(
        uneri.load_game("namima", variant="shikinami", players=3).new_initial_state().chance_weights()[k][1]
        for k in weights
    )
    assert sum(weights.values()) == full - 1
    state = game.new_initial_state(seed=1)
    assert [sum(hand) for hand in state.to_dict()["hand"]] == [14, 13, 13]  # the dealer has drawn
