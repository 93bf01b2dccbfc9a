"""What a round of SOLO cost, card by card (S-7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._util.fold import fold
from ..registry.hooks import hook
from .analysis import card_value
from .cards import KIND_NAMES

if TYPE_CHECKING:
    from .. import contract


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    """It is the sheet of a round. Hands that were lost are open in it. What a seat drew only at the end is one sum.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("solo(players=2,max_rounds=1,pack=small)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[0]
    ...     state.apply_action(action)
    >>> print(*uneri.solo.score_lines(before, action, state), sep="\\n")
    round 1
      seat 0    -1  G1 1
      seat 1    +0  won
    """
    then, now = before.to_dict(), after.to_dict()
    if now["round"] == then["round"] and now["phase"] != "OVER":
        return []
    lines = [f"round {then['round']}"]
    for seat, (old, new) in enumerate(zip(then["points"], now["points"], strict=True)):
        cost = old - new
        held = [kind for kind, count in enumerate(then["hand"][seat]) for _ in range(count)]
        drawn = cost - sum(card_value(kind) for kind in held)
        cards = [f"{KIND_NAMES[kind]} {card_value(kind)}" for kind in held]
        if drawn > 0:
            cards.append(f"drawn at the end {drawn}")
        lines += fold(f"  seat {seat}  {-cost:+4d}  ", ",  ".join(cards) if cost else "won")
    return lines
