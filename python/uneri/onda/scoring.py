"""What a round of ONDA cost, card by card (O-7.3 to O-7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._util.fold import fold
from ..registry.hooks import hook
from .analysis import hand_points
from .cards import KIND_NAMES

if TYPE_CHECKING:
    from .. import contract

_EACH_DOWN = 3


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    """It is the sheet of a round. Hands that were lost are open in it.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("onda(players=2,rounds=1,pack=small)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[-1]
    ...     state.apply_action(action)
    >>> print(*uneri.onda.score_lines(before, action, state), sep="\\n")
    round 1
      seat 0   -3  b1 3
      seat 1   +3  won
    """
    then, now = before.to_dict(), after.to_dict()
    if now["round"] == then["round"] and now["phase"] != "OVER":
        return []
    lines = [f"round {then['round']}"]
    for seat, (old, new) in enumerate(zip(then["scores"], now["scores"], strict=True)):
        what = "won" if seat == now["prev_winner"] else _cards_text(then["hand"][seat], len(then["down"][seat]))
        lines += fold(f"  seat {seat}  {new - old:+3d}  ", what)
    return lines


def _cards_text(hand: list[int], down: int) -> str:
    """`g5 1, b1 3`; two of a kind are two cards."""
    costs = [f"{KIND_NAMES[kind]} {_cost(kind)}" for kind, count in enumerate(hand) for _ in range(count)]
    return ",  ".join([*costs, *([f"{down} face down {_EACH_DOWN * down}"] if down else [])])


def _cost(kind: int) -> int:
    return hand_points(KIND_NAMES[kind])
