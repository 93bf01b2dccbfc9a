"""Whose dots are in sight at the end of a round of TACTA, card by card (7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._util.fold import fold
from ..registry.hooks import hook
from .cards import card_name, names_of, num_colours, shared_deck

if TYPE_CHECKING:
    from .. import contract


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    """It is the sheet of a round. The table of a round that isn't the last is gone by then: only its points are told.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tacta(values=2,suits=c)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[0]
    ...     state.apply_action(action)
    >>> print(*uneri.tacta.score_lines(before, action, state), sep="\\n")
    round 1
      colour 0   +2  0c2 1,  0c1 1
      colour 1   +3  1c2 2,  1c1 1
    """
    then, now = before.to_dict(), after.to_dict()
    over = now["phase"] == "OVER"
    if now["round"] == then["round"] and not over:
        return []
    lines = [f"round {then['round'] + 1}"]
    deck = shared_deck(now["options"])
    for colour in range(num_colours(now["options"])):
        points = now["scores"][colour] - then["scores"][colour]
        seen = []
        for entry in now["placed"][1:] if over else ():
            shapes = zip(deck["cards"][entry["card"]]["shapes"], entry["status"], strict=True)
            dots = sum(shape["dots"] for shape, status in shapes if status != "covered")
            if dots and entry["colour"] == colour:
                seen.append(f"{card_name(18 * colour + entry['card'], names_of(deck))} {dots}")
        lines += fold(f"  colour {colour}  {points:+3d}  ", ",  ".join(seen))
    return lines
