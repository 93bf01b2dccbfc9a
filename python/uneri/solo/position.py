"""SOLO's positions set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._util.checks import bounded, check_game
from .._util.messages import brief
from ..registry.hooks import hook
from ..registry.views import Unseen, View, counted, per_game, take
from .cards import ANY, CARDS, CHAINS, KIND_NAMES, KINDS, WILD, WILD_DRAW4, chain_of, colour_of, parse_hand, top_of

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
    """Set up a state, on the game's backend, from the fields that matter. An error names the field that is wrong.

    Fields that are not given are as in the first turn of a round, with seat 0 to act. Positions need not come from a
    real deal, but each kind may occur at most 3 times (black ones 7 times), and all cards together are at most 112 and
    worth at most 1480.

    Parameters
    ----------
    game
        A loaded game of either backend.
    hands
        The hands as text, one per seat.
    discard
        The discard pile as text; its last card is the top.
    draw_pile
        The draw pile as text; by default all other cards of the pack.
    active_colour
        A colour; by default that of the top card. On a Wild or WD4 it must be given.
    phase
        The phase, section 4.1 of the rules.
    to_act
        The seat to act; in DEAL and PULL the seat that gets the card; -1 in SEAT, FLIP and OVER.
    pending
        The cards to be drawn: at most 112.
    chain
        The last draw card of the running chain: `"D2"`, `"W4"`, or None without one.
    last
        The seat that put down the top card; -1: nobody.
    due
        Whether seat `last` owes a penalty (S-5.16).
    known
        A mapping of (p, q) to the cards, as text, that p knows q to hold.
    points
        The points of each seat; by default the option `start_points`.
    round
        The round, from 1; 0 in SEAT.
    starter
        The starter of this round; -1 in SEAT.
    dir
        1 up the seats, -1 down.
    left
        In DEAL and PULL the cards still to come to that seat.
    why
        In PULL `"draw"`, `"take"`, `"penalty"` or `"last"`.
    drawn
        In DRAWN the kind just drawn.
    want
        In SOLO the kind about to be put down, which is still in the hand.
    next_turn
        In JUMP the seat whose turn follows.
    ended
        In JUMP the seat whose turn ended without a card; -1 after a card.
    turns
        The turns counted in this round (S-7.3); by default 1 if the option `turn_cap` counts them.
    dead
        The draws in a row that found no card.
    rng
        The state of the generator. None: an unseeded state.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("solo")
    >>> state = uneri.solo.position(game, hands=["R1 R3", "G5", "B2 B2", "Wi"], discard="B4 R7")
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['R1', 'R3', 'DRAW']
    """
    check_game(game, "solo")
    seats = game.num_players
    if isinstance(hands, str) or len(hands) != seats:
        raise ValueError(f"hands must be {seats} strings, one per seat, not {brief(hands)}")
    held = [parse_hand(text) for text in hands]
    pile = parse_hand(discard)
    tokens = discard.replace(",", " ").split()
    top = CARDS.kind(tokens[-1]) if tokens else -1
    drawable = parse_hand(draw_pile) if draw_pile is not None else _rest(game, [*held, pile])
    told = {_pair(pair, seats): parse_hand(text) for pair, text in ({} if known is None else known).items()}
    none = parse_hand("")
    capped = game.options["turn_cap"] > 0 and phase not in ("SEAT", "DEAL", "FLIP")
    as_given = {
        "round": round, "starter": starter, "dir": dir, "pending": pending, "last": last, "due": due, "phase": phase,
        "to_act": to_act, "left": left, "why": why, "next_turn": next_turn, "ended": ended, "dead": dead, "rng": rng,
    }  # fmt: skip
    return game.state_from_dict(
        {
            **as_given,
            "options": game.options,
            "points": [game.options["start_points"]] * seats if points is None else list(points),
            "hand": [row.tolist() for row in held],
            "hand_total": [int(row.sum()) for row in held],
            "known": [[told.get((p, q), none).tolist() for q in range(seats)] for p in range(seats)],
            "draw_pile": drawable.tolist(),
            "draw_total": int(drawable.sum()),
            "discard": pile.tolist(),
            "top": top,
            "active_colour": _shown_colour(top) if active_colour is None else colour_of(active_colour),
            "chain": CHAINS[chain_of(chain)],
            "drawn": top_of(drawn),
            "want": top_of(want),
            "turns": (1 if capped else 0) if turns is None else turns,
        }
    )


def _pair(pair: Any, seats: int) -> tuple[int, int]:
    """Read two seats: one that knows cards, and one that holds them."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise TypeError(f"the keys of known must be pairs of seats, not {brief(pair)}")
    knows, holds = (bounded(seat, "seat in known", 0, seats - 1) for seat in pair)
    return knows, holds


@per_game
def _pack(game: contract.Game) -> list[int]:
    pack: list[int] = game.new_initial_state().to_dict()["draw_pile"]  # nothing is dealt yet
    return pack


def _rest(game: contract.Game, places: Sequence[Vector]) -> Vector:
    """Count the cards of the pack that are in none of these places."""
    deck = np.array(_pack(game), np.int64)
    for row in places:
        deck -= row
    return np.maximum(deck, 0).astype(np.uint8)


def _shown_colour(top: int) -> int:
    if top in (WILD, WILD_DRAW4):
        raise ValueError(f"active_colour is missing: a colour was named for {KIND_NAMES[top]}; allowed: R, G, B, Y")
    return top // 13 if 0 <= top < WILD else ANY


@hook
def complete_view(game: contract.Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    seen = View("solo", game, view, seat)
    fields, none = seen.fields, [0] * KINDS
    seen.none_if_missing("chain", "why")
    seen.hide("draw_pile")
    seen.read_fields(CARDS.kind, "top", "drawn", "want")
    seen.read_fields(colour_of, "active_colour")
    unseen = Unseen(seen, _pack(game), parse_hand)
    hands = unseen.hands(fields.get("phase") == "OVER")
    fields["discard"] = unseen.counts("discard", fields.get("discard"))
    rows = seen.by_seat("known")
    own = [none if counts is None else counts for counts in seen.entries("known", rows[seat])]
    own = [unseen.counts("known", counts) if hands[q] is None else counts for q, counts in enumerate(own)]
    known = [0 if hands[q] is not None else sum(counts) for q, counts in enumerate(own)]
    cards = unseen.total + sum(map(sum, filter(None, hands))) + sum(known)
    fields["hand_total"], fields["draw_total"] = seen.sizes(hands, cards, fields.get("draw_total"), "'draw_total'")
    pool = unseen.cards()
    for q, size in enumerate(fields["hand_total"]):
        if known[q] > size:
            raise seen.bad("known", "at most as many cards as the hand has")
        if hands[q] is None:
            hands[q] = counted(take(pool, size - known[q]), own[q])
    fields["known"] = [own if q == seat else row or [none] * seen.seats for q, row in enumerate(rows)]
    holder, want = seen.index("to_act", seen.seats), seen.index("want", KINDS)
    if fields.get("phase") == "SOLO" and holder is not None and want is not None:
        for q in range(seen.seats):  # all have seen the card
            if q != seat and q != holder and rows[q] is None:
                fields["known"][q] = [counted([want], none) if p == holder else none for p in range(seen.seats)]
    return fields | {"hand": hands, "draw_pile": counted(pool, none)}
