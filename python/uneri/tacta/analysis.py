"""TACTA's analysis: legal placements, and their effect on the dots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict, cast, overload

import numpy as np

from .._util.checks import bounded, check_state, seat_of
from .._util.notation import read_many
from ..registry.outside import ask
from .cards import CODES, names_of, num_colours, read_cards, read_ids, shared_deck

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import contract
    from .cards import CardLike, Int, Int32, Ints

    Table = dict[str, NDArray[Any]]

__all__ = [
    "Bounds", "Delta", "Fitting", "Footprint", "Placement", "Threats", "bounds", "delta", "explain", "exposed_dots",
    "legal_actions", "locks", "mobility", "placements", "safe_dots", "safe_dots_strict", "threats", "visible",
]  # fmt: skip

# Actions (section 10 of the rules)


def legal_actions(state: contract.State) -> list[int]:
    """List the legal actions of the seat to move, ascending; none at chance nodes and at the end."""
    check_state(state, "tacta")
    return state.legal_actions() if state.current_player() >= 0 else []


class Placement(TypedDict):
    """A legal way to lay a card on another."""

    target: int
    """The placed card below it."""
    shape: int
    """The shape of the placed card that gets covered."""
    own_shape: int
    """The shape of the card that covers it."""
    face: int
    """0 front, 1 back."""
    k: int
    """Turn in steps of 45 degrees."""
    t: list[list[int]]
    """The future position of the card's origin: x and y."""
    covered: int
    """Dots of the covered shape."""


@overload
def placements(state: contract.State, colour: SupportsIndex, card: CardLike) -> list[Placement]: ...
@overload
def placements(state: contract.State, colour: SupportsIndex, card: Ints) -> Table: ...
def placements(state: contract.State, colour: SupportsIndex, card: CardLike | Ints) -> list[Placement] | Table:
    """List all legal connections of a card of this colour (4.2).

    They are those of a card at an end of the seat to move.

    Parameters
    ----------
    state
        A state of either backend.
    colour
        The colour, from 0.
    card
        A card: id or name; or an array of ids, `[n]`.

    Returns
    -------
    list of Placement or dict
        For an array, one table of all placements, one array per key and `card`, ordered as the cards are given; `t` is
        `[n, 4]`: a and b of x, a and b of y. Arrays are `int32`.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tacta").new_initial_state(seed=1)
    >>> first = uneri.tacta.placements(state, 0, "c1")[0]
    >>> first["target"], first["covered"]  # on the start card, whose shapes have no dots
    (0, 0)
    """
    check_state(state, "tacta")
    options = state.game.options
    number = bounded(colour, "colour", 0, num_colours(options) - 1)
    cards, one = read_cards(card, names_of(shared_deck(options)))
    if one:
        return cast("list[Placement]", ask(state, "tacta", "placements", number, int(cards[0])))
    if state.game.backend == "core":
        return cast("Table", ask(state, "tacta", "placements", number, cards))
    rows = [(each, found) for each in cards.tolist() for found in ask(state, "tacta", "placements", number, each)]
    table: Table = {"card": np.array([each for each, _ in rows], np.int32)}
    for key in Placement.__annotations__:
        values = [[part for axis in found[key] for part in axis] if key == "t" else found[key] for _, found in rows]
        table[key] = np.array(values, np.int32).reshape((len(rows), 4) if key == "t" else (len(rows),))
    return table


@overload
def explain(state: contract.State, action: Int) -> str: ...
@overload
def explain(state: contract.State, action: Ints) -> Int32: ...
def explain(state: contract.State, action: Int | Ints) -> str | Int32:
    """Return `"legal"` for a legal action, or the first condition of 4.2 that fails.

    The action may be any integer. For an array `[n]` the result is `int32[n]`: indices into `CODES`, 0 is legal.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tacta").new_initial_state(seed=1)
    >>> uneri.tacta.explain(state, state.legal_actions()[0]), uneri.tacta.explain(state, -1)
    ('legal', 'BAD_ID')
    """
    check_state(state, "tacta")
    actions, one = read_ids(action, state.game.num_distinct_actions)
    if one:
        return str(ask(state, "tacta", "explain", int(actions[0])))
    return _column(state, "explain", actions, CODES.index)


class Delta(TypedDict):
    """Dots by colour."""

    gained: list[int]
    """All dots of the new card."""
    lost: list[int]
    """Dots of the covered shape."""


@overload
def delta(state: contract.State, action: Int) -> Delta: ...
@overload
def delta(state: contract.State, action: Ints) -> Table: ...
def delta(state: contract.State, action: Int | Ints) -> Delta | Table:
    """Compute the change of each colour's visible dots by a legal action.

    For an array of actions the result is `int32[n, colours]` per key.

    Examples
    --------
    >>> from uneri import load_game, tacta
    >>> state = tacta.position(load_game("tacta"), ends=["c2 s3", "s3 c2"], moves=["top on 0.8 with 2 front"])
    >>> state.apply_action(state.chance_outcomes()[0][0])
    >>> tacta.delta(state, state.legal_actions()[0])
    {'gained': [0, 3], 'lost': [0, 0]}
    """
    actions, one = _read_moves(state, action)
    if one:
        return cast("Delta", ask(state, "tacta", "delta", int(actions[0])))
    if state.game.backend == "core":
        return cast("Table", ask(state, "tacta", "delta", actions))
    found = [ask(state, "tacta", "delta", number) for number in actions.tolist()]
    shape = (len(found), num_colours(state.game.options))
    return {key: np.array([each[key] for each in found], np.int32).reshape(shape) for key in Delta.__annotations__}


@overload
def locks(state: contract.State, action: Int) -> int: ...
@overload
def locks(state: contract.State, action: Ints) -> Int32: ...
def locks(state: contract.State, action: Int | Ints) -> int | Int32:
    """Count the dots that a legal action locks: those of its own joint shape; for an array of actions, `int32[n]`."""
    actions, one = _read_moves(state, action)
    return int(ask(state, "tacta", "locks", int(actions[0]))) if one else _column(state, "locks", actions, int)


@overload
def mobility(state: contract.State, seat: Int) -> int: ...
@overload
def mobility(state: contract.State, seat: Ints) -> Int32: ...
def mobility(state: contract.State, seat: Int | Ints) -> int | Int32:
    """Count the legal connections that a seat would have if it were to move; for an array of seats, `int32[n]`."""
    check_state(state, "tacta")
    seats, one = read_many(seat, "seat", 0, state.game.num_players - 1)
    return int(ask(state, "tacta", "mobility", int(seats[0]))) if one else _column(state, "mobility", seats, int)


# Dots


def visible(state: contract.State) -> list[int]:
    """Count the visible dots by colour.

    Examples
    --------
    >>> from uneri import load_game, tacta
    >>> state = tacta.position(load_game("tacta"), ends=["c2 s3", "s3 c2"], moves=["top on 0.8 with 2 front"])
    >>> tacta.visible(state)
    [2, 0]
    """
    return [int(dots) for dots in ask(state, "tacta", "visible")]


def safe_dots(state: contract.State) -> list[int]:
    """Count the safe dots by colour.

    No unplayed card can cover them in this round.
    """
    return [int(dots) for dots in ask(state, "tacta", "safe_dots")]


def safe_dots_strict(state: contract.State) -> list[int]:
    """Count the safe dots by colour if cards may not be laid on their own colour.

    That is the rule of free play: a card doesn't threaten its own colour. In other modes this is `safe_dots`.
    """
    return [int(dots) for dots in ask(state, "tacta", "safe_dots_strict")]


def exposed_dots(state: contract.State) -> list[int]:
    """Count the visible dots by colour that may still be covered.

    Examples
    --------
    >>> from uneri import load_game, tacta
    >>> state = tacta.position(load_game("tacta"), ends=["c2 s3", "s3 c2"], moves=["top on 0.8 with 2 front"])
    >>> tacta.exposed_dots(state)
    [2, 0]
    """
    return [int(dots) for dots in ask(state, "tacta", "exposed_dots")]


class Bounds(TypedDict):
    """Dots by colour at the end of the round."""

    lower: list[int]
    upper: list[int]


def bounds(state: contract.State) -> Bounds:
    """Bound the dots at the end of the round, by colour.

    The bounds are the safe dots, and the visible ones plus those in the decks.

    Examples
    --------
    >>> from uneri import load_game, tacta
    >>> state = tacta.position(load_game("tacta"), ends=["c2 s3", "s3 c2"], moves=["top on 0.8 with 2 front"])
    >>> tacta.bounds(state)
    {'lower': [0, 0], 'upper': [63, 63]}
    """
    return cast("Bounds", ask(state, "tacta", "bounds"))


class Footprint(TypedDict):
    """A frame on the table: lowest and highest x, y, u = x + y, v = y - x."""

    x: list[list[int]]
    y: list[list[int]]
    u: list[list[int]]
    v: list[list[int]]


class Fitting(TypedDict):
    """A way to cover the shape."""

    colour: int
    card: int
    own_shape: int
    face: int


class Threats(TypedDict):
    """Ways to cover an open shape."""

    footprints: list[Footprint]
    """The frames that would fit, for any slot of the deck."""
    at_ends: list[Fitting]
    """Unplayed cards that fit and are at an end which the seat sees."""
    rest: list[Fitting]
    """Other unplayed cards that fit."""


def threats(state: contract.State, seat: SupportsIndex, target: SupportsIndex, shape: SupportsIndex) -> Threats:
    """List ways to cover an open shape of a placed card now: frames that would fit, and unplayed cards that fit.

    Parameters
    ----------
    state
        A state of either backend.
    seat
        The seat that asks: it sees the ends of the decks as the option `outer_cards` allows.
    target
        The placed card, 0 being the start card.
    shape
        The open shape on it.
    """
    viewer = seat_of(state, "tacta", seat)
    placed = state.to_dict()["placed"]
    index = bounded(target, "target", 0, len(placed) - 1)
    which = bounded(shape, "shape", 0, len(placed[index]["status"]) - 1)
    if placed[index]["status"][which] != "open":
        raise ValueError(f"shape {which} of card {index} must be open, not {placed[index]['status'][which]}")
    return cast("Threats", ask(state, "tacta", "threats", viewer, index, which))


# Asking a backend


def _column(state: contract.State, function: str, items: NDArray[Any], number: Callable[[Any], int]) -> Int32:
    """Return a number for each item; the reference is called item by item, and `number` reads its answers."""
    if state.game.backend == "core":
        return cast("Int32", ask(state, "tacta", function, items))
    return np.array([number(ask(state, "tacta", function, item)) for item in items.tolist()], np.int32)


def _read_moves(state: contract.State, action: Int | Ints) -> tuple[NDArray[np.int64], bool]:
    """Read actions; the backends check that they are legal."""
    check_state(state, "tacta")
    actions, one = read_ids(action, state.game.num_distinct_actions)
    if (actions < 0).any():
        wrong = np.atleast_1d(action)[np.flatnonzero(actions < 0)[0]]
        raise ValueError(f"tacta: action must be legal, not {wrong}")
    return actions, one
