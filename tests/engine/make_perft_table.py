"""Writes the node counts of a game: `python tests/engine/make_perft_table.py onda`. The positions are listed here; the counts
come from the core and are confirmed by the reference as far as it gets (tests/engine/test_perft.py)."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import uneri
from uneri.testing import SplitMix64

DATA = Path(__file__).resolve().parents[1] / "data" / "perft"

POSITIONS: dict[str, list[tuple[dict[str, Any], int, int, int]]] = {
    # options, seed of the walk, actions walked, deepest count
    "namima": [
        ({}, 1, 0, 3),
        ({}, 1, 75, 6),
        ({}, 2, 120, 5),
        ({"variant": "sazanami"}, 3, 60, 5),
        ({"variant": "sazanami", "players": 2}, 4, 40, 5),
        ({"variant": "sazanami", "players": 3, "riichi": True, "dora": True}, 5, 100, 5),
        ({"variant": "shiranami", "players": 5, "first_seat": -1}, 6, 0, 3),
        ({"variant": "shiranami", "players": 5}, 7, 110, 6),
        ({"variant": "shikinami", "players": 3, "riichi": True}, 8, 130, 5),
        ({"variant": "aranami"}, 9, 90, 5),
        ({"variant": "aranami", "players": 2, "riichi": True, "dora": True}, 10, 150, 6),
        ({"variant": "ayanami", "players": 4}, 11, 140, 5),
        ({"variant": "ayanami", "players": 3, "games": 2}, 12, 250, 7),
        ({"variant": "juuayanami", "players": 4}, 13, 100, 6),
        ({"variant": "juuayanami", "players": 5, "games": 1, "dora": True}, 14, 180, 5),
    ],
    "onda": [
        ({}, 1, 0, 5),
        ({}, 1, 60, 6),
        ({}, 2, 68, 6),
        ({}, 3, 90, 8),
        ({"players": 2}, 4, 34, 6),
        ({"players": 2}, 5, 50, 7),
        ({"players": 3, "first_seat": -1}, 6, 0, 5),
        ({"players": 3, "first_seat": -1}, 6, 52, 6),
        ({"players": 5}, 7, 70, 6),
        ({"players": 5, "lead_of_bomb_shape": "plain"}, 8, 95, 9),
        ({"players": 4, "bomb_sequence": "runs_first", "tide_start": "low"}, 9, 85, 9),
        ({"players": 4, "bomb_sequence": [2, 6, 1], "tide_reset": "trick"}, 10, 100, 6),
        ({"players": 3, "leader_may_turn": False, "reveal_returned": True}, 11, 70, 6),
        ({"players": 2, "rounds": 2}, 12, 112, 7),
        ({"players": 4, "rounds": 2}, 13, 200, 6),
        ({"players": 5, "rounds": 3}, 14, 290, 6),
    ],
    "solo": [
        ({}, 1, 0, 3),
        ({}, 1, 60, 6),
        ({}, 2, 100, 6),
        ({}, 3, 200, 5),
        ({"players": 2}, 4, 40, 6),
        ({"players": 2, "reverse_two_player": "plain"}, 5, 90, 6),
        ({"players": 3, "first_seat": -1}, 6, 0, 3),
        ({"players": 3, "extend_any_wild": True}, 6, 80, 5),
        ({"players": 4, "jump_window": "every_turn", "self_jump_in": True}, 7, 120, 8),
        ({"players": 5, "solo_call": "auto"}, 8, 100, 6),
        ({"players": 6, "turn_cap": 7}, 9, 75, 3),
        ({"players": 7, "last_card_draws": True, "solo_penalty": 5}, 10, 150, 8),
        ({"players": 10}, 11, 130, 5),
        ({"players": 4, "max_rounds": 2, "turn_cap": 30}, 12, 140, 7),
    ],
    "tidal": [
        ({}, 1, 0, 3),
        ({}, 1, 32, 4),
        ({}, 2, 50, 5),
        ({}, 3, 140, 4),
        ({"players": 2}, 4, 16, 4),
        ({"players": 2}, 5, 25, 6),
        ({"players": 2, "rounds": 1}, 6, 30, 7),
        ({"players": 3}, 7, 27, 4),
        ({"players": 3}, 8, 110, 5),
        ({"players": 3, "rounds": 2}, 9, 75, 5),
        ({"players": 5}, 10, 40, 4),
        ({"players": 5}, 11, 55, 5),
        ({"players": 5, "rounds": 2}, 12, 130, 5),
        ({"players": 4, "rounds": 1}, 13, 60, 6),
    ],
    "tacta": [
        ({}, 1, 0, 4),
        ({}, 1, 30, 4),
        ({}, 2, 58, 6),
        ({}, 18, 64, 6),
        ({"players": 3}, 3, 20, 5),
        ({"players": 4}, 4, 100, 5),
        ({"players": 6}, 5, 140, 4),
        ({"players": 5, "outer_cards": "owner"}, 6, 150, 5),
        ({"mode": "quick", "suits": "t"}, 7, 12, 7),
        ({"players": 3, "mode": "limited_space"}, 8, 33, 7),
        ({"players": 3, "mode": "sabotage", "suits": "ct"}, 9, 0, 7),
        ({"players": 3, "mode": "sabotage", "suits": "ct", "rounds": 2}, 10, 73, 8),
        ({"players": 4, "mode": "team_up"}, 11, 40, 5),
        ({"players": 8, "mode": "team_up", "suits": "s", "table": "600x500", "outer_cards": "owner"}, 12, 30, 8),
        ({"players": 12, "mode": "team_up"}, 19, 200, 4),
        ({"players": 3, "mode": "free_play"}, 13, 60, 6),
        ({"mode": "free_play", "table": "320x240"}, 14, 8, 5),
        ({"mode": "team_free_play", "suits": "cs"}, 15, 30, 6),
        ({"table": "320x160"}, 16, 4, 4),
        ({"suits": "s", "table": "320x240", "rounds": 3, "target": 20}, 17, 8, 9),
    ],
}


def walk(game: Any, seed: int, length: int) -> tuple[Any, list[int]]:
    """The state after some actions of the walk of R-6, and the actions."""
    state, numbers, actions = game.new_initial_state(), SplitMix64(seed), []
    for _ in range(length):
        legal = state.legal_actions()
        actions.append(legal[numbers.below(len(legal))])
        state.apply_action(actions[-1])
    return state, actions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(POSITIONS))
    name = parser.parse_args().game
    rows = []
    for options, seed, length, depth in POSITIONS[name]:
        game = uneri.load_game(name, **options)
        state, actions = walk(game, seed, length)
        counts = [uneri.perft(state, d, threads=2) for d in range(1, depth + 1)]
        rows.append({"game": str(game), "actions": actions, "nodes": counts})
    lines = ",\n".join(" " + json.dumps(row, separators=(",", ":")) for row in rows)
    (DATA / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
