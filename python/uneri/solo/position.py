"""SOLO's positions set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..reference.words import brief
from .cards import ANY, CARDS, CHAINS, KIND_NAMES, WILD, WILD_DRAW4, chain_of, colour_of, parse_hand, top_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import ColourLike, KindLike, Vector


def position(
    game: contract.Game,
    *,
    hands: Sequence[str],
    discard: str = "R9",
    draw_pile: str | None = None,
    active_colour: ColourLike | None = None,
    phase: str = "TURN",
    to_act: int = 0,
    pending: int = 0,
    chain: str | None = None,
    last: int = -1,
    due: bool = False,
    known: Mapping[tuple[int, int], str] | None = None,
    points: Sequence[int] | None = None,
    round: int = 1,
    starter: int = 0,
    dir: int = 1,
    left: int = 0,
    why: str | None = None,
    drawn: KindLike | None = None,
    want: KindLike | None = None,
    next_turn: int = -1,
    ended: int = -1,
    turns: int | None = None,
    dead: int = 0,
    rng: int | None = None,
) -> contract.State:
    """A state from what matters of it: `position(game, hands=["R1 R3", "G5", "B2 B2", "Wi"], discard="B4 R7")`.

    `hands` are texts of cards, one a seat. `discard` is the discard pile, its last card is the top. `draw_pile` is, if
    not given, all cards of the pack that are nowhere else. `active_colour` is that of the top card; on a Wild or WD4 it
    must be given. `known` maps (p, q) to the cards that p knows q to hold. What isn't given is as in the first turn
    of a round, with seat 0 to act. Positions need not come from a real deal: no kind more often than 3 times (black
    ones 7 times), and all cards together at most 112 and worth at most 1480.

    Raises ValueError, with the name of the field, if no such state can be.
    """
    seats = game.num_players
    if isinstance(hands, str) or len(hands) != seats:
        raise ValueError(f"hands is {brief(hands)}; allowed: {seats} texts, one a seat")
    held = [parse_hand(text) for text in hands]
    pile = parse_hand(discard)
    tokens = discard.replace(",", " ").split()
    top = CARDS.kind(tokens[-1]) if tokens else -1
    drawable = parse_hand(draw_pile) if draw_pile is not None else _rest(game, [*held, pile])
    told = {} if known is None else {pair: parse_hand(text) for pair, text in known.items()}
    none = parse_hand("")
    capped = game.options["turn_cap"] > 0 and phase not in ("SEAT", "DEAL", "FLIP")
    return game.state_from_dict(
        {
            "options": game.options,
            "round": round,
            "points": [game.options["start_points"]] * seats if points is None else list(points),
            "starter": starter,
            "dir": dir,
            "hand": [row.tolist() for row in held],
            "hand_total": [int(row.sum()) for row in held],
            "known": [[told.get((p, q), none).tolist() for q in range(seats)] for p in range(seats)],
            "draw_pile": drawable.tolist(),
            "draw_total": int(drawable.sum()),
            "discard": pile.tolist(),
            "top": top,
            "active_colour": _shown_colour(top) if active_colour is None else colour_of(active_colour),
            "pending": pending,
            "chain": CHAINS[chain_of(chain)],
            "last": last,
            "due": due,
            "phase": phase,
            "to_act": to_act,
            "left": left,
            "why": why,
            "drawn": top_of(drawn),
            "want": top_of(want),
            "next_turn": next_turn,
            "ended": ended,
            "turns": (1 if capped else 0) if turns is None else turns,
            "dead": dead,
            "rng": rng,
        }
    )


def _rest(game: contract.Game, places: Sequence[Vector]) -> Vector:
    """The cards of the pack that are in none of the places."""
    deck = np.array(game.new_initial_state().to_dict()["draw_pile"], np.int64)  # nothing is dealt yet
    for row in places:
        deck -= row
    return np.maximum(deck, 0).astype(np.uint8)


def _shown_colour(top: int) -> int:
    if top in (WILD, WILD_DRAW4):
        raise ValueError(f"active_colour is missing: on {KIND_NAMES[top]} a colour was named; allowed: R, G, B, Y")
    return top // 13 if 0 <= top < WILD else ANY
