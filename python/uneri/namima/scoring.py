"""What a game of Namima paid: the winner's melds and combinations, and what each seat pays (7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._util.fold import fold
from ..registry.hooks import hook
from .cards import Tables, tables_of
from .points import Best, best, penalty
from .worth import meld_worths

if TYPE_CHECKING:
    from .. import contract


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:
    """It is the sheet of one game of a match. All hands are open in it.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("namima", players=2)
    >>> before = uneri.namima.position(game, hands=["B123 R44", "K12 W3"])
    >>> after = before.clone()
    >>> after.apply_action(after.parse_action("WIN"))
    >>> print(*uneri.namima.score_lines(before, 1, after), sep="\\n")
    game 1
      3 points, a closed win: penalties count twice
      melds   R4.R4 0,  B1.B2.B3 3
      seat 0    +9  wins
      seat 1    -9  penalty 3: K12 W3
    """
    then, now = before.to_dict(), after.to_dict()
    if now["game"] == then["game"] and now["phase"] != "OVER":
        return []
    game = after.game
    deltas = [new - old for new, old in zip(now["score"], then["score"], strict=True)]
    player, won = before.current_player(), action == 1
    lines = [f"game {then['game'] + 1}{'' if won else ', exhausted'}"]
    if won:
        lines += _winning_lines(game, then, player)
    dora = then["dora"] if then["dora"] >= 0 else None
    for seat, delta in enumerate(deltas):
        hand = then["hand"][seat]
        cost = penalty(hand, dora, variant=game)
        what = "wins" if won and seat == player else f"penalty {cost}: {tables_of(game).hands.format(hand) or '-'}"
        if won and then["phase"] == "WON" and seat == then["turn"]:
            what += ", dealt in"
        lines += fold(f"  seat {seat}  {delta:+4d}  ", what)
    return lines


def _winning_lines(game: contract.Game, then: dict[str, Any], player: int) -> list[str]:
    """The points of the winner's hand."""
    tables = tables_of(game)
    hand, claim = list(then["hand"][player]), then["claim"] if then["phase"] == "WON" else -1
    if claim >= 0:
        hand[claim] += 1
    exposed = [int(meld) for meld in then["exposed"][player]]
    found = best(
        hand, exposed, claim if claim >= 0 else None, then["dora"] if then["dora"] >= 0 else None, variant=game
    )
    if found is None:  # the rules let nobody win so
        return []
    riichi = bool(then["declared"][player])
    head = f"{2 * found.points} points, twice {found.points} after riichi" if riichi else f"{found.points} points"
    return [
        *fold("  ", f"{head}{'' if exposed else ', a closed win: penalties count twice'}"),
        *worth_lines(tables, found),
    ]


def worth_lines(tables: Tables, found: Best, indent: str = "  ") -> list[str]:
    """Points by meld, combination and dora."""
    melds = [
        f"{worth.meld} {worth.points}{' (exposed)' if worth.exposed else ''}" for worth in meld_worths(tables, found)
    ]
    lines = fold(f"{indent}melds   ", ",  ".join(melds))
    made: Sequence[str] = [f"{name} {points}" for name, points in found.combinations.items()]
    if made:
        lines += fold(f"{indent}combos  ", ",  ".join(made))
    if found.dora_points:
        lines.append(f"{indent}dora    {found.dora_points}")
    return lines
