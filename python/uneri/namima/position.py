"""Positions of Namima set up by hand."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._util.checks import bounded, check_game, list_by_seat, seat_flags
from .._util.messages import brief
from ..registry.hooks import hook
from ..registry.views import Unseen, View, counted, take
from .cards import Tables, tables_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import Hand, Kind, Melds

_PHASES = ("DRAW", "ACT", "WON", "ME", "OVER")


def position(
    game: contract.Game,
    *,
    hands: Sequence[Hand] | Mapping[int, Hand] = (),
    exposed: Sequence[Melds] | Mapping[int, Melds] = (),
    thrown: Sequence[Hand] | Mapping[int, Hand] = (),
    lying: Hand | None = None,
    wall: Hand | None = None,
    phase: str = "ACT",
    turn: int = 0,
    to_act: int | None = None,
    drawn: Kind | None = None,
    claim: Kind | None = None,
    declared: Sequence[int] = (),
    dora: Kind | None = None,
    score: Sequence[int] | None = None,
    pot: int = 0,
    round: int = 0,
    dealer: int | None = None,
    rng: int | None = None,
) -> contract.State:
    """Set up a state, on the game's backend, from the fields that matter. An error names the field that is wrong.

    `hands`, `exposed` and `thrown` have one entry per seat, or map seats to entries.

    Parameters
    ----------
    game
        A loaded game of either backend.
    hands
        The concealed cards. A missing hand is filled with the lowest free cards, to the size of a real one.
    exposed
        The exposed melds.
    thrown
        All cards that each seat has discarded in this game, called or not.
    lying
        The discards that nobody called; by default all that were thrown.
    wall
        The wall; by default all cards that are nowhere else.
    phase
        DRAW, ACT, WON, ME or OVER.
    turn
        The seat whose turn it is; in WON and ME the discarder.
    to_act
        The seat to decide; by default `turn` in ACT, the next seat in WON and ME.
    drawn
        The kind drawn this turn; by default in ACT the lowest card of the hand.
    claim
        In WON and ME the discard of `turn` that the seat `to_act` is asked about.
    declared
        The seats with riichi.
    dora
        The colour of the dora suit.
    score
        The score of each seat.
    pot
        The pot.
    round
        The game of the match, from 0.
    dealer
        The dealer; by default as the option `first_seat` has it, or seat 0, one seat on for each game.
    rng
        The state of the generator. None: an unseeded state.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("namima", players=2)
    >>> state = uneri.namima.position(game, hands=["B777 R123 Y678", "R1 B2 Y3"], drawn="Y8")
    >>> state.current_player(), state.to_dict()["phase"]
    (0, 'ACT')
    """
    check_game(game, "namima")
    tables, seats = tables_of(game), game.num_players
    if phase not in _PHASES:
        raise ValueError(f"phase is {brief(phase)}; allowed: {', '.join(_PHASES)}")
    who = bounded(turn, "turn", 0, seats - 1)
    asked = phase in ("WON", "ME")
    acting = {"ACT": who}.get(phase, (who + 1) % seats if asked else -1) if to_act is None else to_act

    def listed(entries: Any, what: str, missing: Any) -> list[Any]:
        return list_by_seat(entries, what, seats, missing, "one entry per seat, or a mapping of seat to entry")

    melds = [tables.exposed(entry, None).ids.tolist() for entry in listed(exposed, "exposed", ())]
    piles = [_counts(tables, entry, "thrown") for entry in listed(thrown, "thrown", "")]
    left = sum(piles, np.zeros(len(tables.kinds), np.int64)) if lying is None else _counts(tables, lying, "lying")
    held = [None if entry is None else _counts(tables, entry, "hands") for entry in listed(hands, "hands", None)]
    free = tables.copies.astype(np.int64) - left
    for row in melds:
        for meld in row:
            free -= tables.meld_cards(meld)
    for hand in held:
        if hand is not None:
            free -= hand
    if wall is not None:
        free -= _counts(tables, wall, "wall")
    if (free < 0).any():
        kind = int(np.flatnonzero(free < 0)[0])
        raise ValueError(
            f"the position has {int(tables.copies[kind] - free[kind])} of {tables.kinds[kind]}; "
            f"allowed: 0 to {tables.copies[kind]}"
        )
    complete = []
    for seat, hand in enumerate(held):
        used = sum(int(tables.meld_cards(meld).sum()) for meld in melds[seat])
        size = max(1, tables.deal + len(melds[seat]) - used) + (phase == "ACT" and seat == who)
        complete.append(_fill(free, size) if hand is None else hand)
    card = tables.kind("drawn", drawn)
    if card is None:
        card = int(np.flatnonzero(complete[who])[0]) if phase == "ACT" and complete[who].any() else -1
    called = tables.kind("claim", claim)
    suit = tables.colour("dora", dora)
    left_over = free if wall is None else _counts(tables, wall, "wall")
    first = int(game.options["first_seat"])
    return game.state_from_dict(
        {
            "options": game.options,
            "game": round,
            "score": [0] * seats if score is None else list(score),
            "pot": pot,
            "dealer": (max(first, 0) + round) % seats if dealer is None else dealer,
            "turn": who,
            "phase": phase,
            "to_act": acting,
            "hand": [hand.tolist() for hand in complete],
            "hand_total": [int(hand.sum()) for hand in complete],
            "exposed": melds,
            "thrown": [pile.tolist() for pile in piles],
            "lying": left.tolist(),
            "wall": left_over.tolist(),
            "wall_total": int(left_over.sum()),
            "drawn": card,
            "claim": -1 if called is None else called,
            "declared": seat_flags(declared, "declared", seats),
            "dora": -1 if suit is None else suit,
            "rng": rng,
        }
    )


def _counts(tables: Tables, hand: Hand, what: str) -> NDArray[np.int64]:
    return np.asarray(tables.hands.one(hand, what, "one hand per seat"), np.int64)


def _fill(free: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Take the `size` lowest free cards."""
    hand = np.zeros_like(free)
    for kind, count in enumerate(free.tolist()):
        hand[kind] = min(count, size - int(hand.sum()))
    free -= hand
    return hand


@hook
def complete_view(game: contract.Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    seen, tables = View("namima", game, view, seat), tables_of(game)
    fields, none = seen.fields, [0] * len(tables.kinds)
    seen.hide("wall")
    for name in ("drawn", "claim"):
        seen.read_fields(functools.partial(tables.kind, name), name)
    seen.read_fields(functools.partial(tables.colour, "dora"), "dora")
    unseen = Unseen(seen, tables.copies.tolist(), tables.hands.parse)
    hands = unseen.hands(fields.get("phase") == "OVER")
    fields["lying"] = unseen.counts("lying", fields.get("lying"))
    piles = seen.by_seat("thrown")
    fields["thrown"] = [seen.read("thrown", pile, lambda text: tables.hands.parse(text).tolist()) for pile in piles]
    fields["exposed"] = [row if row == [] else _melds(seen, tables, row) for row in seen.by_seat("exposed")]
    if melds := [meld for row in fields["exposed"] for meld in row]:
        unseen.counts("exposed", tables.meld_rows[melds].sum(axis=0).tolist())
    cards = unseen.total + sum(map(sum, filter(None, hands)))
    fields["hand_total"], fields["wall_total"] = seen.sizes(hands, cards, fields.get("wall_total"), "'wall_total'")
    pool = unseen.cards()
    for q, size in enumerate(fields["hand_total"]):
        if hands[q] is None:
            hands[q] = counted(take(pool, size), none)
    phase, turn = fields.get("phase"), seen.index("turn", seen.seats)
    if phase == "ACT" and turn not in (None, seat) and fields.get("drawn") is None:
        fields["drawn"] = next((kind for kind, count in enumerate(hands[turn]) if count), -1)
    if phase == "DRAW" and turn is not None and not fields["wall_total"]:
        fields |= _window(seen, fields, (turn - 1) % seen.seats)
    return fields | {"hand": hands, "wall": counted(pool, none)}


def _melds(seen: View, tables: Tables, row: Any) -> list[int]:
    """Return the ids of a seat's exposed melds."""
    if isinstance(row, str):
        row = row.replace(",", " ").split()
    if isinstance(row, list | tuple):
        ids = [seen.read("exposed", meld, tables.meld) for meld in row]
        if all(type(meld) is int and 0 <= meld < len(tables.melds) for meld in ids):
            return ids
    raise seen.bad("exposed", f"a list of melds for each seat, 0 to {len(tables.melds) - 1} or their cards")


def _window(seen: View, fields: Mapping[str, Any], thrower: int) -> dict[str, Any]:
    """With an empty wall nobody draws: another seat is being asked about a discard (N-10.3)."""
    asked = next((q for q in range(seen.seats) if q not in (seen.seat, thrower)), None)
    thrown = fields["thrown"][thrower]
    both = enumerate(zip(fields["lying"], thrown if isinstance(thrown, list) else (), strict=False))
    there = [kind for kind, counts in both if all(counts)]
    if asked is None or not there:
        return {}
    return {"phase": "WON", "turn": thrower, "to_act": asked, "claim": there[0]}
