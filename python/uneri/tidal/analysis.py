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
    """How strong a card is in quadrant `q`: 0 to 39, 39 strongest (6.1)."""
    cards, one = read_many_cards(card)
    values = _column(game, "strength", (quadrant(q),), cards)
    return int(values[0]) if one else values


@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards) -> list[int]: ...
@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Ints) -> Int32: ...
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards | Ints) -> list[int] | Int32:
    """The seats, highest first, that played 2 to 5 different `cards`, listed by seat. Many bouts: `[n, seats]`."""
    rows, one = read_bouts(cards, 2, 5)
    ranks = _column(game, "rank_bout", (quadrant(q),), rows)
    return cast("list[int]", ranks[0].tolist()) if one else ranks


class RoleOdds(TypedDict):
    """Chances, adding up to 1."""

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
    """The chances of `card` in quadrant `q` against `k` cards drawn from `U`: to be highest, middle, lowest.

    `U` (cards, or `uint8[40]` flags as of `card_flags`) doesn't hold the card; `k` is 1 to the size of `U`. Many: cards
    `[n]`, or flags `uint8[n, 40]`, or both; the result is then a `float64[n]` a role.
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
    """The rewards of one region by seat, for the banners of 2 to 5 seats there (8.2). Many: `[n, seats]`."""
    rows, one = read_counts(counts, "counts")
    points = _column(game, "majority_points", (), rows)
    return cast("list[int]", points[0].tolist()) if one else points


@overload
def feast_points(fruit: Sequence[int]) -> list[int]: ...
@overload
def feast_points(fruit: Ints) -> Int32: ...
def feast_points(fruit: Sequence[int] | Ints) -> list[int] | Int32:
    """What a feast pays by seat, for the fruit of 2 to 5 seats (8.1). Many: `[n, seats]`."""
    rows, one = read_counts(fruit, "fruit")
    points = _tidal.feast_points(rows)
    return cast("list[int]", points[0].tolist()) if one else points


def region_counts(state: contract.State) -> list[list[int]]:
    """The banners that count for the majority: `[region][seat]`, towers included, neutral ones not."""
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
    """The score if majorities and a feast were scored at once; at the end nothing is pending."""
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
    """Points and places (8.3); before the end as things stand."""
    return cast("Breakdown", _ask(state, "breakdown"))


# Analysis of positions


@overload
def dock_for(state: contract.State, q: QuadrantLike, card: CardLike) -> int: ...
@overload
def dock_for(state: contract.State, q: QuadrantLike, card: Ints) -> Int32: ...
def dock_for(state: contract.State, q: QuadrantLike, card: CardLike | Ints) -> int | Int32:
    """The dock 0 to 3 that a middle card would reach in quadrant `q` now, or TOWER (6.5)."""
    cards, one = read_many_cards(card)
    places = _column(state, "dock_for", (quadrant(q),), cards)
    return int(places[0]) if one else places


def kase_dock(state: contract.State, q: QuadrantLike) -> int:
    """The first dock of quadrant `q` that is not filled, or TOWER: where a lowest 2 goes."""
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
    """What `steps` (1 to 9999) would do to the boat of `seat`. Many: an array a key, `stunt` of `bool`."""
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
    """What `card` of `seat` would do, were it the lowest at the present gate. Many cards: an array a key."""
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
    """What a bout with these `cards`, one a seat, would do now; `gate` replaces the present one. Hands don't matter.

    Many: cards `[n, seats]`. The result has an array a key: `[n, seats]` for `ranking`, `role` (index into ROLES), `place`,
    `banners`, `steps`, `space`, `crossings`, `turned`, `fruit` and `feast_points`; `[n]` for `lead`, `feast` (bool) and `pool`.
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
    """The four ways to move the gate from where it stands."""
    return cast("list[GateOption]", _ask(state, "gate_options"))


def unknown(state: contract.State, p: SupportsIndex) -> list[int]:
    """The cards whose places seat `p` doesn't know, ascending (section 9)."""
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
