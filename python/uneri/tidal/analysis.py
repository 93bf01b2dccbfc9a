"""Tidal's analysis: of cards, points and positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict, cast, overload

import numpy as np

from .._core import tidal as _tidal
from .._util.checks import bounded
from .._util.game_module import check_game, check_state
from ..registry import reference_module
from .cards import (
    CARD_NAMES,
    CARDS,
    MOST,
    ROLES,
    quadrant,
    read_bouts,
    read_counts,
    read_flags,
    read_many,
    read_many_cards,
    read_seat,
    spaces_of,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import contract
    from .cards import CardLike, Cards, Flags, Int32, Ints, QuadrantLike

    Float64 = NDArray[np.float64]
    Table = dict[str, NDArray[Any]]

# Analysis of cards (section 10 of the rules)


@overload
def strength(game: contract.Game, q: QuadrantLike, card: CardLike) -> int: ...
@overload
def strength(game: contract.Game, q: QuadrantLike, card: Ints) -> Int32: ...
def strength(game: contract.Game, q: QuadrantLike, card: CardLike | Ints) -> int | Int32:
    """Tell how strong a card is in a quadrant (6.1).

    Parameters
    ----------
    game
        A loaded game of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    card
        A card: id or text; or an array of ids, `[n]`.

    Returns
    -------
    int or numpy.ndarray
        0 to 39; 39 is the strongest. For an array, `int32[n]`.

    Raises
    ------
    TypeError
        If this is not a game of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If there is no such quadrant or card, or an array has the wrong shape.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("tidal")
    >>> uneri.tidal.strength(game, "teal", "T7"), uneri.tidal.strength(game, "teal", "O9")
    (37, 19)
    """
    cards, one = read_many_cards(card)
    values = _column(game, "strength", (quadrant(q),), cards)
    return int(values[0]) if one else values


@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards) -> list[int]: ...
@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Ints) -> Int32: ...
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards | Ints) -> list[int] | Int32:
    """Rank the seats of a bout, highest first.

    Parameters
    ----------
    game
        A loaded game of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    cards
        The 2 to 5 different cards played, by seat. For many bouts, an array of ids, `[n, seats]`.

    Returns
    -------
    list of int or numpy.ndarray
        Seats. For an array, `int32[n, seats]`.

    Raises
    ------
    TypeError
        If this is not a game of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If there is no such quadrant or card, a card is there twice, or their number is wrong.

    Examples
    --------
    >>> import uneri
    >>> uneri.tidal.rank_bout(uneri.load_game("tidal"), "teal", "O9 T7 T8")
    [2, 1, 0]
    """
    rows, one = read_bouts(cards, 2, 5)
    ranks = _column(game, "rank_bout", (quadrant(q),), rows)
    return cast("list[int]", ranks[0].tolist()) if one else ranks


class RoleOdds(TypedDict):
    """The chances of a card to be highest, middle and lowest. They add up to 1."""

    highest: float
    middle: float
    lowest: float


@overload
def role_odds(game: contract.Game, q: QuadrantLike, card: CardLike, U: Cards, k: SupportsIndex) -> RoleOdds: ...
@overload
def role_odds(
    game: contract.Game, q: QuadrantLike, card: CardLike | Ints, U: Cards | Flags, k: SupportsIndex
) -> RoleOdds | Table: ...
def role_odds(
    game: contract.Game, q: QuadrantLike, card: CardLike | Ints, U: Cards | Flags, k: SupportsIndex
) -> RoleOdds | Table:
    """Compute the chances of a card to be highest, middle or lowest.

    It is in quadrant `q` against `k` cards drawn from `U`.

    Parameters
    ----------
    game
        A loaded game of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    card
        A card: id or text; or an array of ids, `[n]`.
    U
        The other cards, without `card`: cards, or `uint8[40]` flags as of `card_flags`; or many sets, `uint8[n, 40]`.
    k
        How many of them are drawn: 1 to the size of `U`.

    Returns
    -------
    RoleOdds or dict
        The chance of each role. For arrays, a `float64[n]` a role.

    Raises
    ------
    TypeError
        If this is not a game of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If there is no such quadrant or card, `U` holds the card, `k` is out of range, or arrays have the wrong shape.

    Examples
    --------
    >>> import uneri
    >>> uneri.tidal.role_odds(uneri.load_game("tidal"), "teal", "T7", "T8 O1 O2 P0", 1)
    {'highest': 0.75, 'middle': 0.0, 'lowest': 0.25}
    """
    numbers, one_card = read_many_cards(card)
    flags, one_set = read_flags(U)
    size = len(flags) if one_card else len(numbers)
    if not one_set and len(flags) != size:
        raise ValueError(f"card has {len(numbers)} cards and U {len(flags)} sets; allowed: the same number")
    wanted = np.ascontiguousarray(np.broadcast_to(numbers, (size,)))
    others = np.ascontiguousarray(np.broadcast_to(flags, (size, CARDS)))
    check_game(game, "tidal")
    where = quadrant(q)
    sizes = others.sum(axis=1)
    draws = bounded(k, "k", 1, int(sizes.min()) if size else CARDS)
    for number, row in zip(wanted.tolist(), others, strict=True):
        if row[number]:
            raise ValueError(f"U has {CARD_NAMES[number]}, the card itself; allowed: other cards")
    if game.backend == "core":
        odds = cast("Float64", cast("Any", _tidal).role_odds(game, where, wanted, others, draws))
    else:
        ask = reference_module("tidal").role_odds
        rules = cast("Any", game).rules
        listed = [
            list(ask(rules, where, number, np.flatnonzero(row).tolist(), draws).values())
            for number, row in zip(wanted.tolist(), others, strict=True)
        ]
        odds = np.array(listed, np.float64).reshape(size, len(ROLES))
    if one_card and one_set:
        return RoleOdds(highest=float(odds[0, 0]), middle=float(odds[0, 1]), lowest=float(odds[0, 2]))
    return {role: np.ascontiguousarray(odds[:, index]) for index, role in enumerate(ROLES)}


# Analysis of points


@overload
def majority_points(game: contract.Game, counts: Sequence[int]) -> list[int]: ...
@overload
def majority_points(game: contract.Game, counts: Ints) -> Int32: ...
def majority_points(game: contract.Game, counts: Sequence[int] | Ints) -> list[int] | Int32:
    """Compute the rewards of one region by seat (8.2).

    Parameters
    ----------
    game
        A loaded game of either backend.
    counts
        The banners of 2 to 5 seats there. For many, an array `[n, seats]`.

    Returns
    -------
    list of int or numpy.ndarray
        Points by seat. For an array, `int32[n, seats]`.

    Raises
    ------
    TypeError
        If this is not a game of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If a count is not from 0 to 9999, or there are fewer than 2 or more than 5.

    Examples
    --------
    >>> import uneri
    >>> uneri.tidal.majority_points(uneri.load_game("tidal"), [3, 1, 0, 0])
    [6, 3, 0, 0]
    """
    rows, one = read_counts(counts, "counts")
    points = _column(game, "majority_points", (), rows)
    return cast("list[int]", points[0].tolist()) if one else points


@overload
def feast_points(fruit: Sequence[int]) -> list[int]: ...
@overload
def feast_points(fruit: Ints) -> Int32: ...
def feast_points(fruit: Sequence[int] | Ints) -> list[int] | Int32:
    """Compute what a feast pays by seat (8.1).

    Parameters
    ----------
    fruit
        The fruit of 2 to 5 seats. For many, an array `[n, seats]`.

    Returns
    -------
    list of int or numpy.ndarray
        Points by seat. For an array, `int32[n, seats]`.

    Raises
    ------
    TypeError
        If these are not counts.
    ValueError
        If a count is not from 0 to 9999, or there are fewer than 2 or more than 5.

    Examples
    --------
    >>> from uneri import tidal
    >>> tidal.feast_points([4, 3, 0, 1])
    [4, 2, 0, 1]
    """
    rows, one = read_counts(fruit, "fruit")
    points = _tidal.feast_points(rows)
    return cast("list[int]", points[0].tolist()) if one else points


def region_counts(state: contract.State) -> list[list[int]]:
    """Count the banners that count for the majority.

    Towers are included, neutral banners are not.

    Parameters
    ----------
    state
        A state of either backend.

    Returns
    -------
    list of list of int
        Banners, `[region][seat]`.

    Raises
    ------
    TypeError
        If this is not a state of Tidal.
    """
    return cast("list[list[int]]", _ask(state, "region_counts"))


class ScoreNow(TypedDict):
    """Profit by seat."""

    majority: list[int]
    majority_pending: list[int]
    """What scoring the majorities at once would add."""
    feast: list[int]
    feast_pending: list[int]
    """What a feast at once would add."""
    character: list[int]
    kept: list[int]
    """For kept 9s."""
    total: list[int]
    """Of all that, pending included."""


def score_now(state: contract.State) -> ScoreNow:
    """Compute the score if majorities and a feast were scored at once.

    Parameters
    ----------
    state
        A state of either backend.

    Returns
    -------
    ScoreNow
        Profit by seat; at the end nothing is pending.

    Raises
    ------
    TypeError
        If this is not a state of Tidal.
    """
    return cast("ScoreNow", _ask(state, "score_now"))


class Breakdown(TypedDict):
    """The points of each seat by origin, and its place."""

    majority: list[int]
    feast: list[int]
    character: list[int]
    kept: list[int]
    """For kept 9s."""
    total: list[int]
    tower: list[int]
    """Banners on both towers, which break ties."""
    place: list[int]
    """1-based; equal seats share a place."""


def breakdown(state: contract.State) -> Breakdown:
    """List the points and places of the seats (8.3).

    Parameters
    ----------
    state
        A state of either backend.

    Returns
    -------
    Breakdown
        Points by origin and places; before the end as things stand.

    Raises
    ------
    TypeError
        If this is not a state of Tidal.
    """
    return cast("Breakdown", _ask(state, "breakdown"))


# Analysis of positions


@overload
def dock_for(state: contract.State, q: QuadrantLike, card: CardLike) -> int: ...
@overload
def dock_for(state: contract.State, q: QuadrantLike, card: Ints) -> Int32: ...
def dock_for(state: contract.State, q: QuadrantLike, card: CardLike | Ints) -> int | Int32:
    """Tell where a middle card would go in a quadrant now (6.5).

    Parameters
    ----------
    state
        A state of either backend.
    q
        The quadrant: 0 to 3, or its colour.
    card
        A card: id or text; or an array of ids, `[n]`.

    Returns
    -------
    int or numpy.ndarray
        A dock, 0 to 3, or TOWER. For an array, `int32[n]`.

    Raises
    ------
    TypeError
        If this is not a state of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If there is no such quadrant or card, or an array has the wrong shape.
    """
    cards, one = read_many_cards(card)
    places = _column(state, "dock_for", (quadrant(q),), cards)
    return int(places[0]) if one else places


def kase_dock(state: contract.State, q: QuadrantLike) -> int:
    """Tell where a lowest 2 goes in a quadrant: the first dock that is not filled.

    Parameters
    ----------
    state
        A state of either backend.
    q
        The quadrant: 0 to 3, or its colour.

    Returns
    -------
    int
        A dock, 0 to 3, or TOWER.

    Raises
    ------
    TypeError
        If this is not a state of Tidal, or `q` is neither text nor an integer.
    ValueError
        If there is no such quadrant.
    """
    return int(_ask(state, "kase_dock", quadrant(q)))


class Sail(TypedDict):
    """What moving a boat does (6.4)."""

    steps: int
    space: int
    """Where it ends."""
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
    """Tell what moving a boat would do (6.4).

    Parameters
    ----------
    state
        A state of either backend.
    seat
        The seat that owns the boat.
    steps
        1 to 9999. For many, an array `[n]`.

    Returns
    -------
    Sail or dict
        What the move does. For an array, one array per key, `int32[n]`, but `stunt` is `bool[n]`.

    Raises
    ------
    TypeError
        If this is not a state of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If there is no such seat, steps are out of range, or an array has the wrong shape.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.tidal.position(uneri.load_game("tidal"), hands=["Y9", "T7", "P8", "O1"])
    >>> uneri.tidal.sail_preview(state, seat=0, steps=3)
    {'steps': 3, 'space': 4, 'crossings': 0, 'stunt': False, 'turned': 0, 'fruit': 0}
    """
    rows, one = read_many(steps, "steps", 1, MOST)
    table = _table(state, "sail_preview", (read_seat(state, seat),), rows)
    table["stunt"] = table["stunt"].astype(np.bool_)
    return cast("Sail", _first(table)) if one else table


class Ability(TypedDict):
    """What the ability of a lowest card does (6.6)."""

    fruit: int
    """All that it would gain: ability, stunt, crossings, dock."""
    steps: int
    banners: int
    place: int


@overload
def ability_preview(state: contract.State, seat: SupportsIndex, card: CardLike) -> Ability: ...
@overload
def ability_preview(state: contract.State, seat: SupportsIndex, card: Ints) -> Table: ...
def ability_preview(state: contract.State, seat: SupportsIndex, card: CardLike | Ints) -> Ability | Table:
    """Tell what a card would do as the lowest at the present gate (6.6).

    Parameters
    ----------
    state
        A state of either backend.
    seat
        The seat that plays the card.
    card
        A card: id or text; or an array of ids, `[n]`.

    Returns
    -------
    Ability or dict
        What the card's ability does. For an array, one array per key, `int32[n]`.

    Raises
    ------
    TypeError
        If this is not a state of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If there is no such seat or card, or an array has the wrong shape.
    """
    cards, one = read_many_cards(card)
    table = _table(state, "ability_preview", (read_seat(state, seat),), cards)
    return cast("Ability", _first(table)) if one else table


class BoutSeat(TypedDict):
    """What a bout does to a seat."""

    role: str
    place: int
    banners: int
    steps: int
    space: int
    """Where its boat ends."""
    crossings: int
    turned: int
    """Character cards."""
    fruit: int


class Bout(TypedDict):
    """What a bout does."""

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
    """Tell what a bout with these cards would do now.

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
        What the bout does. For an array, one array per key: `[n, seats]` for `ranking`, `role` (index into ROLES),
        `place`, `banners`, `steps`, `space`, `crossings`, `turned`, `fruit` and `feast_points`; `[n]` for `lead`,
        `feast` (`bool`) and `pool`. All but `feast` are `int32`.

    Raises
    ------
    TypeError
        If this is not a state of Tidal, or an argument has the wrong type or dtype.
    ValueError
        If there is no such card or gate, a card is there twice, or their number is wrong.

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
    space = state.to_dict(0)["gate"] if gate is None else bounded(gate, "gate", 1, spaces_of(state.game))
    if state.game.backend == "core":
        table = cast("Table", _tidal.resolve_bout(cast("Any", state), rows, space))
        table["feast"] = table["feast"].astype(np.bool_)
        return _bout(table) if one else table
    ask = reference_module("tidal").resolve_bout
    rules, value = cast("Any", state.game).rules, cast("Any", state).state
    bouts = [cast("Bout", ask(rules, value, row.tolist(), space)) for row in rows]
    return bouts[0] if one else _bout_table(bouts, seats)


_BOUT_SEAT = ("place", "banners", "steps", "space", "crossings", "turned", "fruit")


def _bout(table: Table) -> Bout:
    """The one bout of a table."""
    row = {key: values[0].tolist() for key, values in table.items()}
    seats = [
        {"role": ROLES[role], **{key: row[key][seat] for key in _BOUT_SEAT}} for seat, role in enumerate(row["role"])
    ]
    return Bout(
        ranking=row["ranking"],
        lead=row["lead"],
        seats=cast("list[BoutSeat]", seats),
        feast=row["feast"],
        feast_points=row["feast_points"],
        pool=row["pool"],
    )


def _bout_table(bouts: list[Bout], seats: int) -> Table:
    """Bouts as arrays."""

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
    """What moving the gate leads to."""

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
    """Steps that each seat would race as the highest."""


def gate_options(state: contract.State) -> list[GateOption]:
    """List the four ways to move the gate from where it stands.

    Parameters
    ----------
    state
        A state of either backend.

    Returns
    -------
    list of GateOption
        For the moves 1 to 4.

    Raises
    ------
    TypeError
        If this is not a state of Tidal.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tidal").new_initial_state(seed=1)
    >>> [option["space"] for option in uneri.tidal.gate_options(state)]
    [5, 6, 7, 8]
    """
    return cast("list[GateOption]", _ask(state, "gate_options"))


def unknown(state: contract.State, p: SupportsIndex) -> list[int]:
    """List the cards whose places a seat doesn't know (section 9).

    This reads the cards of that seat.

    Parameters
    ----------
    state
        A state of either backend.
    p
        The seat.

    Returns
    -------
    list of int
        Ids of cards, ascending.

    Raises
    ------
    TypeError
        If this is not a state of Tidal, or `p` is not an integer.
    ValueError
        If there is no such seat.
    """
    seat = read_seat(state, p)
    if state.game.backend == "core":
        return np.flatnonzero(_tidal.unknown(cast("Any", state), seat)).tolist()
    return [int(number) for number in _ask(state, "unknown", seat)]


# Asking a backend


def _subject(of: Any) -> tuple[Any, tuple[Any, ...]]:
    """The module that answers for a game or state, and what it calls that."""
    if hasattr(of, "current_player"):
        check_state(of, "tidal")
        if of.game.backend == "core":
            return _tidal, (of,)
        return reference_module("tidal"), (of.game.rules, of.state)
    check_game(of, "tidal")
    if of.backend == "core":
        return _tidal, (of,)
    return reference_module("tidal"), (of.rules,)


def _ask(of: Any, function: str, *arguments: int) -> Any:
    """The function of the backend's own."""
    module, subject = _subject(of)
    return getattr(module, function)(*subject, *arguments)


def _column(of: Any, function: str, arguments: tuple[int, ...], rows: Int32) -> Int32:
    """The function of every row; the reference is asked row by row."""
    module, subject = _subject(of)
    if module is _tidal:
        return cast("Int32", getattr(module, function)(*subject, *arguments, rows))
    answers = [getattr(module, function)(*subject, *arguments, row) for row in rows.tolist()]
    shape = (len(rows),) if function in ("strength", "dock_for") else rows.shape
    return np.array(answers, np.int32).reshape(shape)


def _table(of: Any, function: str, arguments: tuple[int, ...], rows: Int32) -> Table:
    """The same for functions that give named numbers."""
    module, subject = _subject(of)
    if module is _tidal:
        return cast("Table", getattr(module, function)(*subject, *arguments, rows))
    answers = [getattr(module, function)(*subject, *arguments, row) for row in rows.tolist()]
    keys = answers[0] if answers else _tidal_keys(function)
    return {key: np.array([answer[key] for answer in answers], np.int32) for key in keys}


def _tidal_keys(function: str) -> Iterable[str]:
    return (Sail if function == "sail_preview" else Ability).__annotations__


def _first(table: Table) -> dict[str, Any]:
    return {key: values[0].item() for key, values in table.items()}
