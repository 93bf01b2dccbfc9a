"""Reviews single decisions of a running game, using only what the seat knew when it decided."""

from __future__ import annotations

from typing import Final

from uneri.review import Decision
from uneri.review.reviewer import FEWEST_WORLDS, judge_move

from .table import Table

BOT: Final = "search:sims=1000"
"""As much work as a hint: some tenths of a second in the slowest game."""
_WORLDS = 100
_PLAYOUTS = 4000
"""The playouts of a decision, over all its moves and worlds."""


def number_of(table: Table, ply: int) -> tuple[int, int]:
    """Return the seat of the decision that led to the position after `ply` decisions, and its number for that seat.

    A review draws its random numbers by this: a seat knows how often it has decided, but not how often others have.
    """
    seat = table.moves[ply - 1].seat
    return seat, sum(move.seat == seat for move in table.moves[: ply - 1])


def review_decision(table: Table, ply: int) -> Decision:
    """Review the decision that led to the position after `ply` decisions."""
    state = table.state_at(ply - 1)
    worlds = max(FEWEST_WORLDS, min(_WORLDS, _PLAYOUTS // state.num_legal_actions()))
    return judge_move(state, table.moves[ply - 1].action, number_of(table, ply)[1], bot=BOT, worlds=worlds)
