"""Draws the pictures of docs again: `python docs/images/make_pictures.py`. A test asks whether they are current."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import uneri
from uneri import namima
from uneri.bots import make_bot
from uneri.testing import SplitMix64

HERE = Path(__file__).resolve().parent


def walked(name: str, seed: int, decisions: int, *, greedy: bool = False) -> tuple[Any, tuple[int, int]]:
    """The state after some decisions, random or of the greedy bot, and the last of them."""
    state, numbers, bot = uneri.load_game(name).new_initial_state(seed), SplitMix64(seed), make_bot("greedy")
    last = (0, 0)
    for _ in range(decisions):
        legal = state.legal_actions()
        action = bot.act(state.clone()) if greedy else legal[numbers.below(len(legal))]
        last = state.current_player(), action
        state.apply_action(action)
    return state, last


def drawn(name: str, seed: int, decisions: int, *, greedy: bool = False, moves: bool = False) -> str:
    """Draw what the seat to move sees."""
    state, last = walked(name, seed, decisions, greedy=greedy)
    return str(state.to_svg(state.current_player(), last=last, moves=state.legal_actions() if moves else None))


def first_page() -> str:
    """The picture beside the code of docs/index.md, made by that code."""
    names: dict[str, Any] = {}
    code = (HERE.parent / "index.md").read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    exec(code, names)  # noqa: S102 - our own page
    return str(names["picture"])


def pictures() -> dict[str, str]:
    """File names and what belongs into the files."""
    return {
        "picture_index.svg": first_page(),
        "picture_onda.svg": drawn("onda", 7, 33, greedy=True),
        "picture_solo.svg": drawn("solo", 16, 28, moves=True),
        "picture_tidal.svg": drawn("tidal", 7, 46, greedy=True),
        "picture_namima.svg": drawn("namima", 1, 60, greedy=True),
        "picture_tacta.svg": drawn("tacta", 5, 10, moves=True),
        "picture_hand.svg": namima.hand_svg("B123 R444 K1 W1 Y1 R1 K66 B7"),
    }


def main() -> int:
    for name, text in pictures().items():
        (HERE / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
