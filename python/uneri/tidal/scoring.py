"""Where the points of a game of Tidal come from (8.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._util.table import text_table
from ..registry.hooks import hook
from .analysis import breakdown

if TYPE_CHECKING:
    from .. import contract


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    """It is the sheet of a game.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tidal(players=2,rounds=1)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[0]
    ...     state.apply_action(action)
    >>> print(*uneri.tidal.score_lines(before, action, state), sep="\\n")
    seat  majorities  feasts  character  9s  total  on towers  place
       0           6       2          3   0     11          0      1
       1           3       1          3   0      7          1      2
    equal totals: more banners on towers come first
    """
    if not after.is_terminal():
        return []
    found = breakdown(after)
    sources = (found["majority"], found["feast"], found["character"], found["kept"], found["total"], found["tower"])
    rows = [
        [str(seat), *(str(points[seat]) for points in sources), str(place)] for seat, place in enumerate(found["place"])
    ]
    header = ("seat", "majorities", "feasts", "character", "9s", "total", "on towers", "place")
    lines = text_table(header, rows, right=[True] * len(header)).split("\n")
    return [*lines, "equal totals: more banners on towers come first"]
