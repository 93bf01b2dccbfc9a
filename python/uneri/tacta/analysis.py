"""TACTA's analysis: what can be laid where, and what it does to the dots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict, cast, overload

import numpy as np

from .._util.checks import bounded
from .._util.game_module import ask, check_state
from .cards import CODES, names_of, num_colours, read_cards, read_ids, read_many, shared_deck

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import contract
    from .cards import CardLike, Int, Int32, Ints

    Table = dict[str, NDArray[Any]]

# Actions (section 10 of the rules)


def legal_actions(state: contract.State) -> list[int]:
    """The legal actions of the seat to move, ascending; none at chance nodes and at the end."""
    check_state(state, "tacta")
    return state.legal_actions() if state.current_player() >= 0 else []


class Placement(TypedDict):
    """A legal way to lay a card on another."""

    target: int
    """The placed card that it is laid on."""
    shape: int
    """The shape of that card which it covers."""
    own_shape: int
    face: int
    k: int
    """Turn in steps of 45 degrees."""
    t: list[list[int]]
    """Where the card's origin comes to lie: x and y."""
    covered: int
    """Dots of the shape that it covers."""


_PLACEMENT = ("target", "shape", "own_shape", "face", "k", "t", "covered")


@overload
def placements(state: contract.State, colour: SupportsIndex, card: CardLike) -> list[Placement]: ...
@overload
def placements(state: contract.State, colour: SupportsIndex, card: Ints) -> Table: ...
def placements(state: contract.State, colour: SupportsIndex, card: CardLike | Ints) -> list[Placement] | Table:
    """All legal connections of a card of this colour, as if it were at an end of the seat to move (4.2).

    Many cards: one table of all their placements, an array a key and `card`, ordered as the cards are given; `t` is
    `[n, 4]`: a and b of x, a and b of y.
    """
    check_state(state, "tacta")
    options = state.game.options
    number = bounded(colour, "colour", 0, num_colours(options) - 1)
    cards, one = read_cards(card, names_of(shared_deck(options)))
    if one:
        return cast("list[Placement]", _ask(state, "placements", number, int(cards[0])))
    if state.game.backend == "core":
        return cast("Table", _ask(state, "placements", number, cards))
    rows = [(each, found) for each in cards.tolist() for found in _ask(state, "placements", number, each)]
    table: Table = {"card": np.array([each for each, _ in rows], np.int32)}
    for key in _PLACEMENT:
        values = [[part for axis in found[key] for part in axis] if key == "t" else found[key] for _, found in rows]
        table[key] = np.array(values, np.int32).reshape((len(rows), 4) if key == "t" else (len(rows),))
    return table


@overload
def explain(state: contract.State, action: Int) -> str: ...
@overload
def explain(state: contract.State, action: Ints) -> Int32: ...
def explain(state: contract.State, action: Int | Ints) -> str | Int32:
    """The word `legal`, or why an action isn't: the first condition of 4.2 that fails. Any integer may be asked about.

    Many actions: indices into `CODES`, 0 being legal.
    """
    check_state(state, "tacta")
    actions, one = read_ids(action, state.game.num_distinct_actions)
    if one:
        return str(_ask(state, "explain", int(actions[0])))
    return _column(state, "explain", actions, CODES.index)


class Delta(TypedDict):
    """Dots by colour."""

    gained: list[int]
    """All dots of the new card."""
    lost: list[int]
    """Dots of the shape that it covers."""


@overload
def delta(state: contract.State, action: Int) -> Delta: ...
@overload
def delta(state: contract.State, action: Ints) -> Table: ...
def delta(state: contract.State, action: Int | Ints) -> Delta | Table:
    """What a legal action does to the visible dots of each colour. Many: `[n, colours]` a key."""
    actions, one = _read_moves(state, action)
    if one:
        return cast("Delta", _ask(state, "delta", int(actions[0])))
    if state.game.backend == "core":
        return cast("Table", _ask(state, "delta", actions))
    found = [cast("Delta", _ask(state, "delta", number)) for number in actions.tolist()]
    shape = (len(found), num_colours(state.game.options))
    return {
        "gained": np.array([each["gained"] for each in found], np.int32).reshape(shape),
        "lost": np.array([each["lost"] for each in found], np.int32).reshape(shape),
    }


@overload
def locks(state: contract.State, action: Int) -> int: ...
@overload
def locks(state: contract.State, action: Ints) -> Int32: ...
def locks(state: contract.State, action: Int | Ints) -> int | Int32:
    """Dots that a legal action locks: those of its own joint shape."""
    actions, one = _read_moves(state, action)
    return int(_ask(state, "locks", int(actions[0]))) if one else _column(state, "locks", actions, int)


@overload
def mobility(state: contract.State, seat: Int) -> int: ...
@overload
def mobility(state: contract.State, seat: Ints) -> Int32: ...
def mobility(state: contract.State, seat: Int | Ints) -> int | Int32:
    """How many legal connections a seat would have if it were to move."""
    check_state(state, "tacta")
    seats, one = read_many(seat, "seat", 0, state.game.num_players - 1)
    return int(_ask(state, "mobility", int(seats[0]))) if one else _column(state, "mobility", seats, int)


# Dots


def visible(state: contract.State) -> list[int]:
    """Visible dots by colour."""
    return [int(dots) for dots in _ask(state, "visible")]


def safe_dots(state: contract.State) -> list[int]:
    """Dots by colour that nobody can cover any more in this round, whichever unplayed card is laid."""
    return [int(dots) for dots in _ask(state, "safe_dots")]


def safe_dots_strict(state: contract.State) -> list[int]:
    """The same where cards may not be laid on their own colour, in free play: such a card is no threat then."""
    return [int(dots) for dots in _ask(state, "safe_dots_strict")]


def exposed_dots(state: contract.State) -> list[int]:
    """Visible dots by colour that may still be covered."""
    return [int(dots) for dots in _ask(state, "exposed_dots")]


class Bounds(TypedDict):
    """Dots by colour at the end of the round."""

    lower: list[int]
    upper: list[int]


def bounds(state: contract.State) -> Bounds:
    """What the round can still end with: at least the safe dots, at most the visible ones and those in the decks."""
    return cast("Bounds", _ask(state, "bounds"))


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
    """What can happen to an open shape."""

    footprints: list[Footprint]
    """The frames that would fit, of any slot of the deck."""
    at_ends: list[Fitting]
    """Unplayed cards that fit and lie at an end which the seat sees."""
    rest: list[Fitting]
    """Other unplayed cards that fit."""


def threats(state: contract.State, seat: SupportsIndex, target: SupportsIndex, shape: SupportsIndex) -> Threats:
    """What may cover an open shape of a placed card now, as `seat` sees the ends of the decks."""
    check_state(state, "tacta")
    placed = state.to_dict()["placed"]
    viewer = bounded(seat, "seat", 0, state.game.num_players - 1)
    index = bounded(target, "target", 0, len(placed) - 1)
    which = bounded(shape, "shape", 0, len(placed[index]["status"]) - 1)
    if placed[index]["status"][which] != "open":
        raise ValueError(f"shape {which} of card {index} is {placed[index]['status'][which]}; allowed: an open shape")
    return cast("Threats", _ask(state, "threats", viewer, index, which))


# Asking a backend


def _ask(state: contract.State, function: str, *arguments: Any) -> Any:
    """The function of the backend's own. Those of the core take arrays as well."""
    check_state(state, "tacta")
    return ask(state, function, *arguments)


def _column(state: contract.State, function: str, items: NDArray[Any], number: Callable[[Any], int]) -> Int32:
    """A number for each item; the reference is asked one by one, and `number` reads its answers."""
    if state.game.backend == "core":
        return cast("Int32", _ask(state, function, items))
    return np.array([number(_ask(state, function, item)) for item in items.tolist()], np.int32)


def _read_moves(state: contract.State, action: Int | Ints) -> tuple[NDArray[np.int64], bool]:
    """Actions; that they are legal is asked by the backends."""
    check_state(state, "tacta")
    actions, one = read_ids(action, state.game.num_distinct_actions)
    if (actions < 0).any():
        wrong = np.atleast_1d(action)[np.flatnonzero(actions < 0)[0]]
        raise ValueError(f"tacta: action is {wrong}; allowed: a legal action")
    return actions, one
