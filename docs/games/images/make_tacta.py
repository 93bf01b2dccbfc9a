"""Draws the pictures of TACTA's page again: `python docs/games/images/make_tacta.py`. A test asks whether they are current."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import uneri
from uneri import tacta
from uneri.testing import SplitMix64

HERE = Path(__file__).resolve().parent


def walked(seed: int, actions: int | None = None, **options: Any) -> Any:
    """The state after some actions of a random walk (R-6), or at its end."""
    state, numbers = uneri.load_game("tacta", **options).new_initial_state(), SplitMix64(seed)
    while not state.is_terminal() and actions != 0:
        legal = state.legal_actions()
        state.apply_action(legal[numbers.below(len(legal))])
        actions = None if actions is None else actions - 1
    return state


def pictures() -> dict[str, str]:
    """File names and what belongs into the files."""
    return {
        "tacta_cards.svg": tacta.cards_to_svg(uneri.load_game("tacta")),
        "tacta_turn.svg": tacta.to_svg(walked(1, 22)),
        "tacta_4.svg": tacta.to_svg(walked(3, players=4)),
        "tacta_6.svg": tacta.to_svg(walked(5, players=6)),
    }


def main() -> int:
    for name, text in pictures().items():
        (HERE / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
