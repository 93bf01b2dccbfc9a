"""Tidal's analysis of positions: the effects of cards, steps and bouts, and the cards that a seat cannot place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict, cast, overload

import numpy as np

from .._core import tidal as _tidal
from .._util.checks import bounded, check_state, seat_of
from .._util.notation import read_many
from ..registry import reference_module
from ..registry.outside import ask
from .backend import ask_rows, ask_table, first_row
from .cards import MOST, ROLES, board_of, quadrant, read_bouts, read_many_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import contract
    from .cards import CardLike, Cards, Int32, Ints, QuadrantLike, Table

__all__ = [
    "Ability", "Bout", "BoutSeat", "GateOption", "Sail", "ability_preview", "dock_for", "gate_options", "kase_dock",
    "resolve_bout", "sail_preview", "unknown",
]  # fmt: skip


@overload
def dock_for(state: contract.State, q: QuadrantLike, card: CardLike) -> int: ...
@overload
def dock_for(state: contract.State, q: QuadrantLike, card: Ints) -> Int32: ...
def dock_for(state: contract.State, q: QuadrantLike, card: CardLike | Ints) -> int | Int32:
    """Return where a middle card would go in a quadrant now: a dock, 0 to 3, or TOWER (6.5).

    For an array the result is `int32[n]`.

    Parameters
    ----------
    state
        A state of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    card
        A card: id or text; or an array of ids, `[n]`.
    """
    cards, one = read_many_cards(card)
    places = ask_rows(state, "dock_for", (quadrant(q),), cards)
    return int(places[0]) if one else places


def kase_dock(state: contract.State, q: QuadrantLike) -> int:
    """Return where a lowest 2 goes in a quadrant: the first unfilled dock, 0 to 3, or TOWER.

    Parameters
    ----------
    state
        A state of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    """
    return int(ask(state, "tidal", "kase_dock", quadrant(q)))


class Sail(TypedDict):
    """The effects of moving a boat (6.4)."""

    steps: int
    space: int
    """The space where it ends."""
    crossings: int
    stunt: bool
    turned: int
    """Character cards."""
    fruit: int


@overload
def sail_preview(state: contract.State, seat: SupportsIndex, steps: int) -> Sail: ...
@overload
def sail_preview(state: contract.State, seat: SupportsIndex, steps: Ints) -> Table: ...
def sail_preview(state: contract.State, seat: SupportsIndex, steps: int | Ints) -> Sail | Table:
    """Preview moving a boat (6.4).

    For an array the result has one array per key, `int32[n]`, but `stunt` is `bool[n]`.

    Parameters
    ----------
    state
        A state of either backend.
    seat
        The seat that owns the boat.
    steps
        1 to 9999. For many, an array `[n]`.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.tidal.position(uneri.load_game("tidal"), hands=["Y9", "T7", "P8", "O1"])
    >>> uneri.tidal.sail_preview(state, seat=0, steps=3)
    {'steps': 3, 'space': 4, 'crossings': 0, 'stunt': False, 'turned': 0, 'fruit': 0}
    """
    rows, one = read_many(steps, "steps", 1, MOST)
    table = ask_table(state, "sail_preview", (seat_of(state, "tidal", seat),), rows, Sail.__annotations__)
    table["stunt"] = table["stunt"].astype(np.bool_)
    return cast("Sail", first_row(table)) if one else table


class Ability(TypedDict):
    """The effects of a lowest card's ability (6.6)."""

    fruit: int
    """The total gain: ability, stunt, crossings, dock."""
    steps: int
    banners: int
    place: int


@overload
def ability_preview(state: contract.State, seat: SupportsIndex, card: CardLike) -> Ability: ...
@overload
def ability_preview(state: contract.State, seat: SupportsIndex, card: Ints) -> Table: ...
def ability_preview(state: contract.State, seat: SupportsIndex, card: CardLike | Ints) -> Ability | Table:
    """Preview a card as the lowest at the present gate (6.6).

    For an array the result has one array per key, `int32[n]`.

    Parameters
    ----------
    state
        A state of either backend.
    seat
        The seat that plays the card.
    card
        A card: id or text; or an array of ids, `[n]`.
    """
    cards, one = read_many_cards(card)
    table = ask_table(state, "ability_preview", (seat_of(state, "tidal", seat),), cards, Ability.__annotations__)
    return cast("Ability", first_row(table)) if one else table


class BoutSeat(TypedDict):
    """The effects of a bout on a seat."""

    role: str
    place: int
    banners: int
    steps: int
    space: int
    """The space where its boat ends."""
    crossings: int
    turned: int
    """Character cards."""
    fruit: int


class Bout(TypedDict):
    """The effects of a bout."""

    ranking: list[int]
    """Seats, highest first."""
    lead: int
    seats: list[BoutSeat]
    feast: bool
    feast_points: list[int]
    """By seat; 0 without a feast."""
    pool: int
    """After the feast."""


@overload
def resolve_bout(state: contract.State, cards: Cards, gate: SupportsIndex | None = ...) -> Bout: ...
@overload
def resolve_bout(state: contract.State, cards: Ints, gate: SupportsIndex | None = ...) -> Table: ...
def resolve_bout(state: contract.State, cards: Cards | Ints, gate: SupportsIndex | None = None) -> Bout | Table:
    """Preview a bout with these cards.

    Hands don't matter.

    Parameters
    ----------
    state
        A state of either backend.
    cards
        Different cards, one per seat, by seat. For many bouts, an array of ids, `[n, seats]`.
    gate
        The space of the gate, from 1. None: the present one.

    Returns
    -------
    Bout or dict
        The effects of the bout. For an array, one array per key: `[n, seats]` for `ranking`, `role` (index into ROLES),
        `place`, `banners`, `steps`, `space`, `crossings`, `turned`, `fruit` and `feast_points`; `[n]` for `lead`,
        `feast` (`bool`) and `pool`. All but `feast` are `int32`.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.tidal.position(uneri.load_game("tidal"), hands=["Y9", "T7", "P8", "O1"])
    >>> bout = uneri.tidal.resolve_bout(state, "Y9 T7 P8 O1")
    >>> bout["ranking"], [seat["role"] for seat in bout["seats"]]
    ([0, 1, 2, 3], ['highest', 'middle', 'middle', 'lowest'])
    """
    check_state(state, "tidal")
    seats = state.game.num_players
    rows, one = read_bouts(cards, seats, seats)
    space = (
        state.to_dict(0)["gate"] if gate is None else bounded(gate, "gate", 1, board_of(state.game)["track"]["spaces"])
    )
    if state.game.backend == "core":
        table = cast("Table", _tidal.resolve_bout(cast("Any", state), rows, space))
        table["feast"] = table["feast"].astype(np.bool_)
        return _bout(table) if one else table
    resolve = reference_module("tidal").resolve_bout
    rules, value = cast("Any", state.game).rules, cast("Any", state).state
    bouts = [cast("Bout", resolve(rules, value, row.tolist(), space)) for row in rows]
    return bouts[0] if one else _bout_table(bouts, seats)


_BOUT_SEAT = ("place", "banners", "steps", "space", "crossings", "turned", "fruit")


def _bout(table: Table) -> Bout:
    """Return the one bout of a table."""
    row = {key: values[0].tolist() for key, values in table.items()}
    roles = enumerate(row["role"])
    row["seats"] = [{"role": ROLES[role]} | {key: row[key][seat] for key in _BOUT_SEAT} for seat, role in roles]
    return cast("Bout", {key: row[key] for key in Bout.__annotations__})


def _bout_table(bouts: list[Bout], seats: int) -> Table:
    """Return bouts as arrays."""

    def array(values: list[Any], shape: tuple[int, ...]) -> NDArray[Any]:
        return np.array(values, np.int32).reshape(len(bouts), *shape)

    table = {"ranking": array([b["ranking"] for b in bouts], (seats,)), "lead": array([b["lead"] for b in bouts], ())}
    table["role"] = array([[ROLES.index(s["role"]) for s in b["seats"]] for b in bouts], (seats,))
    for key in _BOUT_SEAT:
        table[key] = array([[cast("Any", s)[key] for s in b["seats"]] for b in bouts], (seats,))
    table["feast"] = np.array([b["feast"] for b in bouts], np.bool_)
    table["feast_points"] = array([b["feast_points"] for b in bouts], (seats,))
    table["pool"] = array([b["pool"] for b in bouts], ())
    return table


class GateOption(TypedDict):
    """The effects of moving the gate."""

    move: int
    """1 to 4."""
    space: int
    quadrant: int
    region: int
    order: list[int]
    """Suits, highest first."""
    filled: list[bool]
    """By dock."""
    race: list[int]
    """Steps of each seat's race as the highest."""


def gate_options(state: contract.State) -> list[GateOption]:
    """List the four ways to move the gate, one for each of the moves 1 to 4.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tidal").new_initial_state(seed=1)
    >>> [option["space"] for option in uneri.tidal.gate_options(state)]
    [5, 6, 7, 8]
    """
    return cast("list[GateOption]", ask(state, "tidal", "gate_options"))


def unknown(state: contract.State, p: SupportsIndex) -> list[int]:
    """List the ids of the cards whose places seat `p` doesn't know, ascending (section 9).

    This reads the cards of that seat.
    """
    seat = seat_of(state, "tidal", p)
    if state.game.backend == "core":
        return np.flatnonzero(_tidal.unknown(cast("Any", state), seat)).tolist()
    return [int(number) for number in ask(state, "tidal", "unknown", seat)]
