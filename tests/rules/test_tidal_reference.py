"""Tidal's reference on its own, ahead of the compiled game: the golden walks of its rules, and the contract on the wrapper."""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import Any

import pytest

import uneri
from uneri._reference_backend import load_reference
from uneri.testing import walk_digest

COLOURS = {"O": "orange", "Y": "yellow", "T": "teal", "P": "purple"}


def board_x() -> dict[str, Any]:
    """The second board of the rules' walks: the default one with most of its numbers changed."""
    board: dict[str, Any] = json.loads((resources.files(uneri) / "data" / "tidal_board.json").read_text("utf-8"))
    board.update(name="X", rounds=2, banners_per_player=5, majority=[7, 4, 2], kept_card_profit=3)
    board["track"] = {"spaces": 11, "boat_start": 3, "gate_start": 9, "lap_exit": 6}
    board["ring"] = [COLOURS[c] for c in "POOYTTTPOYY"]
    board["regions"] = [["orange", "purple"], ["yellow", "teal"]]
    board["quadrants"]["orange"]["order"] = [COLOURS[c] for c in "TOPY"]
    docks = zip(["any", "odd", "even", "teal"], [0, 3, 1, 4], [0, 2, 1, 0], strict=True)
    board["quadrants"]["teal"]["docks"] = [{"when": w, "fruit": f, "extra_banner": e} for w, f, e in docks]
    stunts = [[k * (seat + 2) % 11 + 1 for k in range(1, 8)] for seat in range(5)]
    board["characters"].update(values=[2, 2, 5, 9, 9, 14, 20], stunts=stunts, stunt_fruit=2, deck_done_fruit=1)
    board["players"]["2"] = {"hand": 18, "fruit_pool": 5, "zeros": True, "neutral": False}
    board["players"]["5"] = {"hand": 6, "fruit_pool": 4, "zeros": False, "neutral": True}
    return board


X = {"board": board_x()}
WALKS: list[tuple[dict[str, Any], int, int, list[int], str]] = [
    ({"players": 2}, 1, 119, [43, 71], "4e94f928eaf852ae"),
    ({"players": 2}, 2, 119, [46, 58], "817e071d239e389d"),
    ({"players": 3}, 1, 167, [46, 43, 41], "98188a73e2ed831a"),
    ({"players": 3}, 2, 167, [33, 35, 59], "ca019eeabcdfda2f"),
    ({"players": 4}, 1, 215, [45, 47, 42, 38], "b3482089389fd2a6"),
    ({"players": 4}, 2, 215, [35, 39, 42, 43], "bbdaa883f09b3ba9"),
    ({"players": 5}, 1, 230, [31, 25, 29, 35, 28], "eb16ac2d2d2191d1"),
    ({"players": 5}, 2, 230, [23, 28, 48, 46, 31], "7a86bf2860ed9650"),
    ({"players": 4, "rounds": 1}, 3, 71, [17, 4, 11, 18], "1d7e32674473ccb1"),
    ({"players": 3, "rounds": 2}, 3, 111, [30, 28, 30], "0a945d6ce8336ed9"),
    ({"players": 2, **X}, 4, 179, [50, 57], "e69ace521672b969"),
    ({"players": 5, **X}, 4, 131, [22, 24, 25, 18, 17], "850db4816b6cd68a"),
    ({"players": 5, "rounds": 3, **X}, 5, 197, [30, 36, 31, 29, 28], "f4e90bfb82ae035c"),
]


@pytest.mark.parametrize(("options", "seed", "nodes", "totals", "digest"), WALKS, ids=[w[4][:8] for w in WALKS])
def test_golden_walk(options: dict[str, Any], seed: int, nodes: int, totals: list[int], digest: str) -> None:
    walk = walk_digest(load_reference("tidal", options), seed)
    assert (walk.nodes, walk.returns, walk.digest) == (nodes, totals, digest)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_values_along_a_game(players: int) -> None:
    """Plain data and bytes lead back to the state, worlds look the same to the seat, and lists agree with is_legal."""
    game = load_reference("tidal", {"players": players, "rounds": 1})
    state = game.new_initial_state(seed=players)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == [a for a in range(-1, 60) if state.is_legal(a)]
        assert game.state_from_dict(copy.deepcopy(state.to_dict())).to_dict() == state.to_dict()
        assert game.deserialize_state(state.serialize()) == state
        for seat in range(players):
            world = state.resample_from_infostate(seat, 9)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert (world.observation_tensor(seat) == state.observation_tensor(seat)).all()
        state.apply_action(legal[-1])
