"""Tidal Blades: Banner Festival, for 2 to 5: cards and quadrants, what a bout does, positions and boards of your own.

Cards are ids 0 to 39 (`10 * suit + number`) or text, `"O0"` .. `"P9"`. A quadrant is 0 to 3 or its colour. A place is a
dock 0 to 3, `TOWER` or `NOWHERE`. Functions that take a card (or steps, counts, a bout) take many as well: an array of
integers, one row an item; results are then arrays, `int32` but where it says otherwise.

Arguments that don't fit raise TypeError (type, dtype) or ValueError (range, shape, text) that says what is allowed.

Functions on states take those of either backend. They read what is public, but for `unknown`, which reads the cards of
the seat it is asked for.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Protocol, SupportsIndex, TypedDict, cast, overload

import numpy as np

from ._checks import bounded
from ._core import tidal as _tidal
from .registry import load_game, reference_module

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from . import contract

    Ints = NDArray[np.integer[Any]]
    Int32 = NDArray[np.int32]
    Float64 = NDArray[np.float64]
    Flags = NDArray[np.uint8]
    CardLike = str | int | np.integer[Any]
    QuadrantLike = str | int | np.integer[Any]
    Cards = str | Sequence[CardLike]
    Table = dict[str, NDArray[Any]]

Game = _tidal.Game
"""The core's game class; `uneri.load_game("tidal")` makes one."""
State = _tidal.State
"""The core's state class."""

SUITS: Final = ("orange", "yellow", "teal", "purple")
"""Names of the suits and quadrants 0 to 3."""
ORANGE, YELLOW, TEAL, PURPLE = range(4)
CARDS: Final = 40
CARD_NAMES: Final = tuple(f"{suit}{number}" for suit in "OYTP" for number in range(10))
"""Names of the cards 0 to 39."""
GATE: Final = 40
"""`GATE + n - 1` moves the gate by `n` spaces, 1 to 4."""
TOWER: Final = 4
"""The place behind the docks 0 to 3."""
NOWHERE: Final = -1
"""The place where no banner is put down."""
ROLES: Final = ("highest", "middle", "lowest")
"""Names of the roles 0 to 2 in a bout."""
NEUTRAL: Final = 5
"""The owner of neutral banners in `dock`."""

_MOST = 9999
_PHASES = ("DEAL", "GATE", "PLAY", "END")


# Cards and quadrants


def card(text_or_id: CardLike) -> int:
    """The id of a card given as text (`"T7"`, either case) or as an id, which is checked."""
    if not isinstance(text_or_id, str):
        return bounded(text_or_id, "card", 0, CARDS - 1)
    name = text_or_id.strip().upper()
    if name not in CARD_NAMES:
        raise ValueError(f"card is {text_or_id!r}; allowed: O0 to P9")
    return CARD_NAMES.index(name)


def card_name(text_or_id: CardLike) -> str:
    """The text of a card."""
    return CARD_NAMES[card(text_or_id)]


def parse_cards(text: str) -> list[int]:
    """`"Y9, T7 P8"` as ids, in the order given; blanks or commas between the cards."""
    return [card(word) for word in text.replace(",", " ").split()]


def format_cards(cards: Cards) -> str:
    """`"O3 Y9 T7"`, in the order given."""
    return " ".join(CARD_NAMES[number] for number in _cards(cards, "cards"))


def card_flags(cards: Cards) -> Flags:
    """A set of cards as `uint8[40]`, 1 for each that is in it."""
    flags = np.zeros(CARDS, np.uint8)
    flags[_different(cards, "cards")] = 1
    return flags


def quadrant(word_or_id: QuadrantLike) -> int:
    """The id of a quadrant given as its colour or as an id, which is checked."""
    if not isinstance(word_or_id, str):
        return bounded(word_or_id, "quadrant", 0, len(SUITS) - 1)
    if word_or_id.lower() not in SUITS:
        raise ValueError(f"quadrant is {word_or_id!r}; allowed: {', '.join(SUITS)}")
    return SUITS.index(word_or_id.lower())


def _cards(cards: Cards, what: str) -> list[int]:
    if isinstance(cards, str):
        return parse_cards(cards)
    if not isinstance(cards, Sequence | np.ndarray | set | frozenset) or isinstance(cards, bytes | bytearray):  # type: ignore[redundant-expr]
        raise TypeError(f"{what} is a {type(cards).__name__}; allowed: text or a sequence of cards")
    return [card(item) for item in (sorted(cards) if isinstance(cards, set | frozenset) else cards)]


def _different(cards: Cards, what: str) -> list[int]:
    ids = _cards(cards, what)
    for index, number in enumerate(ids):
        if number in ids[:index]:
            raise ValueError(f"{what} has {CARD_NAMES[number]} twice; allowed: different cards")
    return ids


# Boards


@functools.cache
def _default_board_text() -> str:
    return (resources.files("uneri") / "data" / "tidal_board.json").read_text(encoding="utf-8")


def default_board() -> dict[str, Any]:
    """The built-in board as a mapping of your own, to change and to load: `load_game("tidal", board=...)`."""
    return cast("dict[str, Any]", json.loads(_default_board_text()))


def board_of(game: contract.Game) -> dict[str, Any]:
    """The board that a game is played on, as a mapping of your own."""
    _check_game(game)
    board = game.options["board"]
    return default_board() if board == "default" else cast("dict[str, Any]", json.loads(json.dumps(board)))


# Analysis of cards (section 10 of the rules)


@overload
def strength(game: contract.Game, q: QuadrantLike, card: CardLike) -> int: ...
@overload
def strength(game: contract.Game, q: QuadrantLike, card: Ints) -> Int32: ...
def strength(game: contract.Game, q: QuadrantLike, card: CardLike | Ints) -> int | Int32:
    """How strong a card is in quadrant `q`: 0 to 39, 39 strongest (6.1)."""
    cards, one = _many_cards(card)
    values = _column(game, "strength", (quadrant(q),), cards)
    return int(values[0]) if one else values


@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards) -> list[int]: ...
@overload
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Ints) -> Int32: ...
def rank_bout(game: contract.Game, q: QuadrantLike, cards: Cards | Ints) -> list[int] | Int32:
    """The seats, highest first, that played 2 to 5 different `cards`, listed by seat. Many bouts: `[n, seats]`."""
    rows, one = _bouts(cards, 2, 5)
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
    numbers, one_card = _many_cards(card)
    flags, one_set = _flag_rows(U)
    size = len(flags) if one_card else len(numbers)
    if not one_set and len(flags) != size:
        raise ValueError(f"card has {len(numbers)} cards and U {len(flags)} sets; allowed: the same number")
    wanted = np.ascontiguousarray(np.broadcast_to(numbers, (size,)))
    others = np.ascontiguousarray(np.broadcast_to(flags, (size, CARDS)))
    _check_game(game)
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
    rows, one = _count_rows(counts, "counts")
    points = _column(game, "majority_points", (), rows)
    return cast("list[int]", points[0].tolist()) if one else points


@overload
def feast_points(fruit: Sequence[int]) -> list[int]: ...
@overload
def feast_points(fruit: Ints) -> Int32: ...
def feast_points(fruit: Sequence[int] | Ints) -> list[int] | Int32:
    """What a feast pays by seat, for the fruit of 2 to 5 seats (8.1). Many: `[n, seats]`."""
    rows, one = _count_rows(fruit, "fruit")
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
    cards, one = _many_cards(card)
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
    rows, one = _many(steps, "steps", 1, _MOST)
    table = _table(state, "sail_preview", (_seat(state, seat),), rows)
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
    cards, one = _many_cards(card)
    table = _table(state, "ability_preview", (_seat(state, seat),), cards)
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
    _check_state(state)
    seats = state.game.num_players
    rows, one = _bouts(cards, seats, seats)
    space = state.to_dict(0)["gate"] if gate is None else bounded(gate, "gate", 1, _spaces(state.game))
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
    seat = _seat(state, p)
    if state.game.backend == "core":
        return np.flatnonzero(_tidal.unknown(cast("Any", state), seat)).tolist()
    return [int(number) for number in _ask(state, "unknown", seat)]


# Reading arguments


def _many(values: Any, what: str, low: int, high: int) -> tuple[Int32, bool]:
    """`(int32[n], scalar)`."""
    if not isinstance(values, np.ndarray) or values.ndim == 0:
        return np.array([bounded(values, what, low, high)], np.int32), True
    if values.ndim != 1:
        raise ValueError(f"{what} has shape {values.shape}; allowed: (n,)")
    return _in_range(values, what, low, high), False


def _many_cards(cards: CardLike | Ints) -> tuple[Int32, bool]:
    if isinstance(cards, str):
        return np.array([card(cards)], np.int32), True
    return _many(cards, "card", 0, CARDS - 1)


def _in_range(values: NDArray[Any], what: str, low: int, high: int) -> Int32:
    if values.dtype.kind not in "iu":
        raise TypeError(f"{what} has dtype {values.dtype}; allowed: integers")
    outside = (values < low) | (values > high)
    if outside.any():
        raise ValueError(f"{what} has a {values[outside][0]}; allowed: {low} to {high}")
    return np.ascontiguousarray(values, np.int32)


def _bouts(cards: Cards | Ints, fewest: int, most: int) -> tuple[Int32, bool]:
    """`(int32[n, seats], scalar)`: different cards in each row."""
    allowed = f"{most} cards" if fewest == most else f"{fewest} to {most} cards"
    if isinstance(cards, np.ndarray) and cards.ndim != 1:
        if cards.ndim != 2 or not fewest <= cards.shape[1] <= most:
            raise ValueError(f"cards has shape {cards.shape}; allowed: {allowed} a row")
        rows = _in_range(cards, "cards", 0, CARDS - 1)
        ordered = np.sort(rows, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if twice.any():
            raise ValueError(f"cards[{int(twice.argmax())}] has a card twice; allowed: different cards")
        return rows, False
    ids = _different(cast("Cards", cards), "cards")
    if not fewest <= len(ids) <= most:
        raise ValueError(f"cards has {len(ids)}; allowed: {allowed}")
    return np.array([ids], np.int32), True


def _count_rows(counts: Any, what: str) -> tuple[Int32, bool]:
    """`(int32[n, seats], scalar)`."""
    if isinstance(counts, np.ndarray) and counts.ndim == 2:
        if not 2 <= counts.shape[1] <= 5:
            raise ValueError(f"{what} has shape {counts.shape}; allowed: 2 to 5 counts a row")
        return _in_range(counts, what, 0, _MOST), False
    if isinstance(counts, str | bytes | bytearray) or not isinstance(counts, Sequence | np.ndarray):
        raise TypeError(f"{what} is a {type(counts).__name__}; allowed: a sequence of counts")
    numbers = [bounded(count, what, 0, _MOST) for count in counts]
    if not 2 <= len(numbers) <= 5:
        raise ValueError(f"{what} has {len(numbers)} counts; allowed: 2 to 5")
    return np.array([numbers], np.int32), True


def _flag_rows(cards: Any) -> tuple[Flags, bool]:
    """`(uint8[n, 40], scalar)`."""
    if not isinstance(cards, np.ndarray) or cards.dtype != np.uint8:
        return card_flags(cards)[np.newaxis], True
    if cards.ndim not in (1, 2) or cards.shape[-1] != CARDS:
        raise ValueError(f"U has shape {cards.shape}; allowed: ({CARDS},), (n, {CARDS})")
    if cards.size and int(cards.max()) > 1:
        raise ValueError(f"U has a {int(cards.max())}; allowed: 0, 1")
    return np.ascontiguousarray(cards.reshape(-1, CARDS)), cards.ndim == 1


def _check_game(game: Any) -> None:
    if not hasattr(game, "num_players") or getattr(game, "name", None) != "tidal":
        raise TypeError(f"game is {game!r}; allowed: a game of tidal")


def _check_state(state: Any) -> None:
    if not hasattr(state, "current_player") or state.game.name != "tidal":
        raise TypeError(f"state is {state!r}; allowed: a state of tidal")


def _seat(state: Any, p: SupportsIndex) -> int:
    _check_state(state)
    return bounded(p, "seat", 0, state.game.num_players - 1)


def _spaces(game: contract.Game) -> int:
    board = game.options["board"]
    return int((default_board() if board == "default" else board)["track"]["spaces"])


def _subject(of: Any) -> tuple[Any, tuple[Any, ...]]:
    """The module that answers for a game or state, and what it calls that."""
    if hasattr(of, "current_player"):
        _check_state(of)
        if of.game.backend == "core":
            return _tidal, (of,)
        return reference_module("tidal"), (of.game.rules, of.state)
    _check_game(of)
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


# Positions set up by hand


def position(
    game: contract.Game,
    *,
    hands: Sequence[Cards] | Mapping[int, Cards] = (),
    pending: Cards = (),
    played: Sequence[Cards] = (),
    phase: str = "PLAY",
    actor: int | None = None,
    round: int = 1,
    bout: int | None = None,
    gate: int | None = None,
    lead: int | None = None,
    boat: Sequence[int] | None = None,
    faceup: Sequence[int] | None = None,
    docks: Mapping[QuadrantLike, Mapping[int, Mapping[int, int]]] | None = None,
    towers: Sequence[Sequence[int]] | None = None,
    fruit: Sequence[int] | None = None,
    profit_majority: Sequence[int] | None = None,
    profit_feast: Sequence[int] | None = None,
    keeper: Mapping[QuadrantLike, int] | None = None,
    rng: int | None = None,
) -> contract.State:
    """A state from what matters of it: `position(game, hands=["Y9", "T7", "P8", "O1"], gate=4, fruit=[4, 3, 0, 1])`.

    `hands` are cards, one text or list a seat, or a mapping of seat to that. `docks` is quadrant -> dock 0 to 3 -> seat ->
    banners, `towers` a list of banners by seat for each region; what a seat hasn't put down is its supply. `played` are
    the finished bouts of the round, `pending` the cards of the seats before `actor`, `keeper` suit -> the seat that
    keeps its 9. `lead` and `actor` default to seat 0 where there must be one. What isn't given is as at the start.

    Cards that the bout asks for and that aren't given are filled in, the lowest free ones first: first hands, then
    finished bouts (in DEAL none). So one card a seat is enough.

    Raises ValueError, with the name of the field, if no such state can be.
    """
    _check_game(game)
    seats, board = game.num_players, board_of(game)
    if phase not in _PHASES:
        raise ValueError(f"phase is {phase!r}; allowed: {', '.join(_PHASES)}")
    rule = board["players"][str(seats)]
    size = int(rule["hand"])
    number = (size if phase == "END" else 1) if bout is None else bounded(bout, "bout", 1, size)
    leading = (-1 if round == 1 and number == 1 and phase != "END" else 0) if lead is None else lead
    acting = {"GATE": leading, "PLAY": 0}.get(phase, -1) if actor is None else actor
    keepers = [-1] * len(SUITS)
    for suit, seat in (keeper or {}).items():
        keepers[quadrant(suit)] = bounded(seat, "seat in keeper", 0, seats - 1)
    dock, supply = _docks(docks or {}, board, rule["neutral"], seats)
    tower = _towers(towers, seats)
    for row in tower:
        supply = [left - count for left, count in zip(supply, row, strict=True)]
    cards = _Filler(rule["zeros"], [10 * suit + 9 for suit, seat in enumerate(keepers) if seat >= 0])
    held = cards.take_hands(hands, seats)
    committed = cards.take(pending, "pending")
    finished = {"DEAL": 0, "END": size}.get(phase, number - 1)
    bouts = cards.take_played(played, seats)
    if phase in ("GATE", "PLAY"):
        wanted = [size - number + 1 - (phase == "PLAY" and seat < acting) for seat in range(seats)]
        for hand, least in zip(held, wanted, strict=True):
            hand += cards.fill(least - len(hand))
    bouts += [cards.fill(seats) for _ in range(finished - len(bouts))]
    eaten = [0] * seats if fruit is None else list(fruit)
    return game.state_from_dict(
        {
            "options": game.options,
            "round": round,
            "bout": number,
            "phase": phase,
            "actor": acting,
            "gate": board["track"]["gate_start"] if gate is None else gate,
            "lead": leading,
            "boat": [board["track"]["boat_start"]] * seats if boat is None else list(boat),
            "faceup": [0] * seats if faceup is None else list(faceup),
            "supply": supply,
            "dock": dock,
            "tower": [row + [0] * (5 - seats) for row in tower],
            "fruit": eaten,
            "pool": rule["fruit_pool"] - sum(eaten),
            "profit_majority": [0] * seats if profit_majority is None else list(profit_majority),
            "profit_feast": [0] * seats if profit_feast is None else list(profit_feast),
            "keeper": keepers,
            "played": bouts,
            "hand": [sorted(hand) for hand in held],
            "hand_total": [len(hand) for hand in held],
            "pending": committed + [-1] * (seats - len(committed)),
            "pending_total": [1] * len(committed) + [0] * (seats - len(committed)),
            "rng": rng,
        }
    )


class _Filler:
    """The cards of a position under construction: which are free, and where the others are."""

    def __init__(self, zeros: bool, kept: list[int]) -> None:
        self._free = [number for number in range(CARDS) if (zeros or number % 10 > 0) and number not in kept]
        self._kept = kept

    def take(self, cards: Cards, what: str, *, kept: bool = False) -> list[int]:
        ids = _different(cards, what)
        for number in ids:
            if number in self._free:
                self._free.remove(number)
            elif not kept or number not in self._kept:
                raise ValueError(f"{what} has {CARD_NAMES[number]}, which is elsewhere or not in the deck")
        return ids

    def take_hands(self, hands: Any, seats: int) -> list[list[int]]:
        if isinstance(hands, str) or not isinstance(hands, Sequence | Mapping):
            raise TypeError(f"hands is {hands!r}; allowed: cards a seat, or a mapping of seat to cards")
        if isinstance(hands, Mapping):
            for seat in hands:
                bounded(seat, "seat in hands", 0, seats - 1)
            return [self.take(hands.get(seat, ()), "hands") for seat in range(seats)]
        if len(hands) not in (0, seats):
            raise ValueError(f"hands has {len(hands)} entries; allowed: {seats}, one a seat")
        return [self.take(hand, "hands") for hand in hands] if hands else [[] for _ in range(seats)]

    def take_played(self, played: Sequence[Cards], seats: int) -> list[list[int]]:
        bouts = [self.take(bout, "played", kept=True) for bout in played]
        for bout in bouts:
            if len(bout) != seats:
                raise ValueError(f"played has a bout of {len(bout)} cards; allowed: {seats}, one a seat")
        return bouts

    def fill(self, count: int) -> list[int]:
        """The lowest free cards."""
        taken, self._free = self._free[: max(count, 0)], self._free[max(count, 0) :]
        return taken


def _docks(
    docks: Mapping[Any, Mapping[int, Mapping[int, int]]], board: Mapping[str, Any], neutral: bool, seats: int
) -> tuple[list[list[list[int]]], list[int]]:
    """`dock`, and what it leaves of each seat's banners."""
    dock = [[[0] * 6 for _ in range(4)] for _ in SUITS]
    supply = [int(board["banners_per_player"])] * seats
    for suit, name in enumerate(SUITS):
        for index, facts in enumerate(board["quadrants"][name]["docks"]):
            dock[suit][index][NEUTRAL] = int(neutral and facts["when"] in ("even", "odd"))
    for where, by_dock in docks.items():
        for index, by_seat in by_dock.items():
            for seat, count in by_seat.items():
                owner = bounded(seat, "seat in docks", 0, seats - 1)
                dock[quadrant(where)][bounded(index, "dock", 0, 3)][owner] += count
                supply[owner] -= count
    return dock, supply


def _towers(towers: Sequence[Sequence[int]] | None, seats: int) -> list[list[int]]:
    if towers is None:
        return [[0] * seats, [0] * seats]
    if len(towers) != 2 or any(len(row) != seats for row in towers):
        raise ValueError(f"towers is {towers!r}; allowed: 2 lists of {seats} counts")
    return [list(row) for row in towers]


# Text


@functools.lru_cache(maxsize=64)
def _rules_text(options: str) -> dict[str, Any]:
    board = json.loads(options)["board"]
    return default_board() if board == "default" else cast("dict[str, Any]", board)


def _board(data: Mapping[str, Any]) -> dict[str, Any]:
    """The board of a state's plain data; not to be changed."""
    return _rules_text(json.dumps(data["options"]))


def render(data: Mapping[str, Any]) -> str:
    """A full state (`state.to_dict()`) or what a seat sees of it (`state.to_dict(seat)`) as lines to read."""
    board = _board(data)
    seats = len(data["boat"])
    rule = board["players"][str(seats)]
    active = board["ring"][data["gate"] - 1]
    order = " > ".join(board["quadrants"][active]["order"])
    turn = f"seat {data['actor']} to act: {data['phase']}" if data["actor"] >= 0 else data["phase"]
    lead = f"seat {data['lead']}" if data["lead"] >= 0 else "-"
    gate = f"gate {data['gate']} of {board['track']['spaces']}, {active} ({order})"
    gate += f"   lead {lead}   pool {data['pool']} of {rule['fruit_pool']}"
    lines = [
        f"round {data['round']} of {data['options']['rounds']}, bout {data['bout']} of {rule['hand']}   {turn}",
        gate,
    ]
    for region, colours in enumerate(board["regions"]):
        for colour in colours:
            docks = data["dock"][SUITS.index(colour)]
            texts = [
                _dock_text(facts, owners)
                for facts, owners in zip(board["quadrants"][colour]["docks"], docks, strict=True)
            ]
            lines.append(f"{'>' if colour == active else ' '} {colour:<7} " + "   ".join(texts))
        lines.append(f"  {'tower':<7} {_owners_text(data['tower'][region]) or '-'}")
    lines.append("  seat  boat  cards up  banners  fruit  majority  feast  9s  hand")
    lines += [_seat_line(data, seat) for seat in range(seats)]
    if data["played"]:
        lines.append("played  " + "   ".join(" ".join(CARD_NAMES[c] for c in bout) for bout in data["played"]))
    return "\n".join(lines)


def _dock_text(facts: Mapping[str, Any], owners: Sequence[int]) -> str:
    bonus = [
        f"+{facts['fruit']}" if facts["fruit"] else "",
        "x" + str(1 + facts["extra_banner"]) if facts["extra_banner"] else "",
    ]
    return f"{facts['when']}{''.join(bonus)}: {_owners_text(owners) or '-'}"


def _owners_text(owners: Sequence[int]) -> str:
    names = ["n" if owner == NEUTRAL else f"s{owner}" for owner in range(len(owners))]
    return " ".join(
        name + (f"*{count}" if count > 1 else "") for name, count in zip(names, owners, strict=True) if count
    )


def _seat_line(data: Mapping[str, Any], seat: int) -> str:
    hand = data["hand"][seat]
    nines = sum(keeper == seat for keeper in data["keeper"])
    cards = " ".join(CARD_NAMES[number] for number in hand) if hand is not None else f"{data['hand_total'][seat]} cards"
    line = (
        f"{'>' if seat == data['actor'] else ' '} {seat:>4}  {data['boat'][seat]:>4}  {data['faceup'][seat]:>8}"
        f"  {data['supply'][seat]:>7}  {data['fruit'][seat]:>5}  {data['profit_majority'][seat]:>8}"
        f"  {data['profit_feast'][seat]:>5}  {nines:>2}  {cards or '-'}"
    )
    chosen = data["pending"][seat]
    if chosen is not None and chosen >= 0:
        line += f"  chosen: {CARD_NAMES[chosen]}"
    elif data["pending_total"][seat]:
        line += "  has chosen"
    return line


# What the command line asks a game for


OPTIONS: Final = {
    "players": ("2 to 5", "number of seats"),
    "rounds": ("1 to 3", "rounds in a game; default: those of the board"),
    "board": (
        "default, a mapping, a JSON file of one",
        "track, docks, orders, bonuses and hands (schema tidal-board/1)",
    ),
    "utility": ("score, margin, win", "what returns are: points, points less their mean, shares of the win"),
}
"""Every option: what it allows, what it means."""


def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    """What happened, as lines for `seat` (None: for somebody who sees everything).

    `before` and `after` are `to_dict(seat)` around `action` of `player`; no line tells what `seat` may not know.
    """
    who = "you" if player == seat else f"seat {player}"
    if action >= GATE:
        colour = _board(after)["ring"][after["gate"] - 1]
        return [f"{who}: G{action - GATE + 1}, the gate is at {after['gate']} ({colour})"]
    secret = seat is not None and player != seat
    lines = [f"{who}: {'chooses a card' if secret else 'chooses ' + CARD_NAMES[action]}"]
    return lines + _bout_lines(before, after) if player == len(before["boat"]) - 1 else lines


def _bout_lines(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What the bout did that has just been resolved: all of it is open."""
    seats = len(before["boat"])
    over = after["phase"] == "END" or after["round"] != before["round"]
    heading = f"bout {before['bout']}:"
    if after["played"]:
        heading += " " + ", ".join(f"seat {s} {CARD_NAMES[c]}" for s, c in enumerate(after["played"][-1])) + ";"
    lines = [f"{heading} the lead is seat {after['lead']}"]
    for seat in range(seats):
        told = []
        if after["boat"][seat] != before["boat"][seat]:
            told.append(f"sails to {after['boat'][seat]}")
        if after["faceup"][seat] != before["faceup"][seat]:
            told.append(f"turns {after['faceup'][seat] - before['faceup'][seat]} character card(s)")
        banners = before["supply"][seat] - after["supply"][seat]
        if not over and banners:
            told.append(f"puts down {banners} banner(s)")
        if after["fruit"][seat] > before["fruit"][seat]:
            told.append(f"gains {after['fruit'][seat] - before['fruit'][seat]} fruit")
        for suit, (old, new) in enumerate(zip(before["keeper"], after["keeper"], strict=True)):
            if old != new == seat:
                told.append(f"keeps {CARD_NAMES[10 * suit + 9]}")
        for key, name in (("profit_feast", "feast"), ("profit_majority", "majority")):
            if after[key][seat] != before[key][seat]:
                told.append(f"{name} +{after[key][seat] - before[key][seat]}")
        if told:
            lines.append(f"  seat {seat} {', '.join(told)}")
    if over:
        lines.append(f"round {before['round']} is over")
    return lines


class Generator(Protocol):
    """What random options are drawn from."""

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""


def random_board(rng: Generator) -> dict[str, Any]:
    """A valid board with everything in it drawn at random, now and then up to the bounds."""

    def between(low: int, high: int, usual: int) -> int:
        """`low` to `usual`, one time in eight `low` to `high`."""
        top = high if rng.below(8) == 0 else min(usual, high)
        return low + rng.below(top - low + 1)

    def shuffled(items: Sequence[Any]) -> list[Any]:
        pool = list(items)
        return [pool.pop(rng.below(len(pool))) for _ in items]

    def dock() -> dict[str, Any]:
        when = ("even", "odd", "any", *SUITS)[rng.below(7)]
        return {"when": when, "fruit": between(0, 9, 3), "extra_banner": between(0, 9, 1)}

    def seating(players: int) -> dict[str, Any]:
        zeros = rng.below(2) == 1
        hand = between(1, (36 if zeros else 32) // players, 8)
        return {"hand": hand, "fruit_pool": between(1, 99, 13), "zeros": zeros, "neutral": rng.below(2) == 1}

    spaces = 5 + rng.below(12)
    regions = shuffled(SUITS)
    return {
        "schema": "tidal-board/1",
        "name": f"random {rng.below(1_000_000)}",
        "suits": list(SUITS),
        "rounds": 1 + rng.below(3),
        "banners_per_player": between(1, 99, 14),
        "majority": [between(0, 99, 9) for _ in range(3)],
        "kept_card_profit": between(0, 99, 9),
        "track": {
            "spaces": spaces,
            "boat_start": 1 + rng.below(spaces),
            "gate_start": 1 + rng.below(spaces),
            "lap_exit": 1 + rng.below(spaces),
        },
        "ring": shuffled([*SUITS, *(SUITS[rng.below(4)] for _ in range(spaces - 4))]),
        "regions": [regions[:2], regions[2:]],
        "quadrants": {suit: {"order": shuffled(SUITS), "docks": [dock() for _ in range(4)]} for suit in SUITS},
        "characters": {
            "values": sorted(between(0, 99, 28) for _ in range(7)),
            "stunts": [[1 + rng.below(spaces) for _ in range(7)] for _ in range(5)],
            "stunt_fruit": between(0, 9, 2),
            "deck_done_fruit": between(0, 9, 3),
        },
        "players": {str(players): seating(players) for players in range(2, 6)},
    }


def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Every option drawn at random, but for the fixed ones: half of the boards are random, half the built-in one."""

    def one_of(*values: Any) -> Any:
        return values[rng.below(len(values))]

    drawn: dict[str, Any] = {"players": 2 + rng.below(4)}
    rounds = one_of(1, 2, 3, None)
    if rounds is not None:  # else as many as the board says
        drawn["rounds"] = rounds
    drawn["board"] = random_board(rng) if rng.below(2) == 1 else "default"
    drawn["utility"] = one_of("score", "margin", "win")
    return drawn | dict(fixed)


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """Works of Tidal's own for `uneri bench`: name, unit, and a function that does some and tells how many."""
    game = load_game("tidal")
    state = game.new_initial_state(1)
    for _ in range(45):  # in round 2, banners everywhere
        state.apply_action(state.legal_actions()[0])
    rng = np.random.default_rng(1)
    bouts = rng.permuted(np.tile(np.arange(CARDS, dtype=np.int32), (20_000, 1)), axis=1)[:, :4].copy()
    cards = bouts[:, 0].copy()
    others = np.ones((len(cards), CARDS), np.uint8)
    others[np.arange(len(cards)), cards] = 0

    def work(once: Callable[[], object]) -> Callable[[], int]:
        def counted() -> int:
            once()
            return len(bouts)

        return counted

    return [
        ("resolve_bout, 4 seats", "bouts/s", work(lambda: resolve_bout(state, bouts))),
        ("role_odds, 3 of 39 cards", "cards/s", work(lambda: role_odds(game, YELLOW, cards, others, 3))),
        ("ability_preview", "cards/s", work(lambda: ability_preview(state, 0, cards))),
    ]
