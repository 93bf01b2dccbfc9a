"""Decks of TACTA as data, the names of its cards, the decoding of its actions, and the reading of arguments."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex, cast

import numpy as np

from .._util.checks import bounded, check_game, integer
from .._util.messages import brief
from .._util.notation import column_of, index_of, read_many
from .._util.shipped import read_shipped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .. import contract

    Int32 = NDArray[np.int32]
    Ints = NDArray[np.integer[Any]]
    Int = int | np.integer[Any]
    CardLike = str | Int

__all__ = [
    "CARD_NAMES", "CODES", "DECK_SIZE", "KINDS", "STATUS", "SUITS", "Action", "Connect", "Free", "HandOver", "Pass",
    "card", "card_name", "deck_of", "decode", "default_deck", "encode",
]  # fmt: skip

DECK_SIZE: Final = 18
"""Cards of one colour."""
SUITS: Final = ("circle", "square", "triangle")
KINDS: Final = ("triangle", "square", "bar", "long")
"""Kinds of shapes."""
STATUS: Final = ("open", "locked", "covered")
"""The states of a shape on the table."""
CARD_NAMES: Final = tuple(f"{suit[0]}{value}" for suit in SUITS for value in range(1, 7))
"""Names of the cards 0 to 17 of the built-in deck: suit letter and value, `"c1"` to `"t6"`."""
ENDS: Final = ("top", "bottom")
FACES: Final = ("front", "back")
POSTURES: Final = ("portrait", "landscape")
MOST_LAID: Final = 108
"""The most cards on a table beside the start card."""
CODES: Final = (
    *("legal", "BAD_ID", "NOT_NOW", "BAD_END", "BAD_TARGET", "OWN_COLOUR", "NOT_CANONICAL", "NOT_OPEN", "NO_JOINT"),
    *("OFF_TABLE", "SECOND_CARD", "CONNECT_AVAILABLE", "NO_SLOT", "MOVE_AVAILABLE"),
)
"""The results of `explain`, "legal" first; for many actions it returns indices into this."""
TEAM_MODES: Final = ("team_up", "team_free_play")
FREE_PLAY_MODES: Final = ("free_play", "team_free_play")


# Decks


def default_deck() -> dict[str, Any]:
    """Copy the built-in deck, to change and to load: `load_game("tacta", deck=...)`.

    It is a new mapping in the format `tacta-deck`.

    Examples
    --------
    >>> from uneri import tacta
    >>> len(tacta.default_deck()["cards"])
    18
    """
    return read_shipped("tacta_deck.json")


def deck_of(game: contract.Game) -> dict[str, Any]:
    """Copy the deck that a game of either backend is played with, to change: a mapping in the format `tacta-deck`."""
    check_game(game, "tacta")
    return deck_of_options(game.options)


def deck_of_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deck that options name, as a mapping."""
    deck = options["deck"]
    return default_deck() if isinstance(deck, str) else cast("dict[str, Any]", json.loads(json.dumps(deck)))


@functools.lru_cache(maxsize=32)
def _shared_deck(text: str) -> dict[str, Any]:
    return deck_of_options({"deck": json.loads(text)})


def shared_deck(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deck of some options; don't change it."""
    return _shared_deck(json.dumps(options["deck"]))


def names_of(deck: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the cards 0 to 17 of a deck."""
    return tuple(f"{card['suit'][0]}{card['value']}" for card in deck["cards"])


def card(text_or_id: CardLike, names: tuple[str, ...] = CARD_NAMES) -> int:
    """Read a card, as its id.

    Parameters
    ----------
    text_or_id
        A name such as `"c5"`, upper or lower case, or an id, 0 to 17, which is checked.
    names
        The names of a deck other than the built-in one, by id.

    Examples
    --------
    >>> from uneri import tacta
    >>> tacta.card("c5")
    4
    """
    return index_of(text_or_id, "card", names)


def card_name(coloured: SupportsIndex, names: tuple[str, ...] = CARD_NAMES) -> str:
    """Write a coloured card as text: colour, suit letter and value.

    Parameters
    ----------
    coloured
        `18 * colour + id`: 0 to 107.
    names
        The names of a deck other than the built-in one, by id.

    Examples
    --------
    >>> from uneri import tacta
    >>> tacta.card_name(4), tacta.card_name(22)
    ('0c5', '1c5')
    """
    number = bounded(coloured, "coloured card", 0, 6 * DECK_SIZE - 1)
    return f"{number // DECK_SIZE}{names[number % DECK_SIZE]}"


def num_colours(options: Mapping[str, Any]) -> int:
    """Count the colours on the table: one per seat, or one per team."""
    players = int(options["players"])
    return players // 2 if options["mode"] in TEAM_MODES else players


def suits_in_play(options: Mapping[str, Any], round: int) -> tuple[str, ...]:
    """List the suits of a round (from 0)."""
    letters = options["suits"][min(round, 2)] if options["mode"] == "limited_space" else options["suits"]
    return tuple(suit for suit in SUITS if suit[0] in letters)


def table_size(options: Mapping[str, Any], deck: Mapping[str, Any], round: int) -> tuple[int, int]:
    """Return the width and height of the table in a round (from 0)."""
    if options["table"] != "default":
        width, height = options["table"].split("x")
        return int(width), int(height)
    sizes = deck["tables"]["one_suit" if len(suits_in_play(options, round)) == 1 else "standard"]
    width, height = sizes[str(num_colours(options))]
    return width, height


# Actions (section 6)


@dataclass(frozen=True, slots=True)
class Connect:
    """A card laid on another one."""

    end: int
    """0 top, 1 bottom."""
    target: int
    """Index of the placed card, 0 being the start card."""
    shape: int
    """Index of the shape that gets covered."""
    own_shape: int
    """Index of the new card's shape that covers it."""
    face: int
    """0 front, 1 back."""


@dataclass(frozen=True, slots=True)
class Free:
    """A card laid on empty table."""

    end: int
    """0 top, 1 bottom."""
    region: int
    """The region of the table, from 0."""
    posture: int
    """0 portrait, 1 landscape."""
    half_turn: int
    """1: turned by 180 degrees."""
    face: int
    """0 front, 1 back."""


@dataclass(frozen=True, slots=True)
class Pass:
    """No card can be laid."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Sabotage: the suit that goes to the left neighbour, 0 or 1 of the two."""

    suit: int


Action = Connect | Free | Pass | HandOver


class Space(NamedTuple):
    """The facts about a deck that action ids follow from."""

    shapes: int
    """Most shapes of a player card."""
    start: int
    """Shapes of the start card."""
    regions: int

    @property
    def all_shapes(self) -> int:
        """The largest number of shapes on the table."""
        return self.start + self.shapes * MOST_LAID

    @property
    def free(self) -> int:
        """The first id of a free placement."""
        return 4 * self.all_shapes * self.shapes

    @property
    def passing(self) -> int:
        """The id of passing."""
        return self.free + 16 * self.regions


def space_of(deck: Mapping[str, Any]) -> Space:
    """Return the action space of a deck."""
    grid = deck["free_grid"]
    most = max(len(card["shapes"]) for card in deck["cards"])
    return Space(most, len(deck["start"]["shapes"]), grid["columns"] * grid["rows"])


@functools.lru_cache(maxsize=32)
def _space(game: Any) -> Space:
    """Return the action space of a game; games don't change."""
    return space_of(shared_deck(game.options))


def split(space: Space, number: int) -> Action:
    """Return the action of an id."""
    if number < space.free:
        number, face = divmod(number, 2)
        number, own = divmod(number, space.shapes)
        end, shape = divmod(number, space.all_shapes)
        if shape < space.start:
            return Connect(end, 0, shape, own, face)
        target, shape = divmod(shape - space.start, space.shapes)
        return Connect(end, target + 1, shape, own, face)
    if number < space.passing:
        number, face = divmod(number - space.free, 2)
        number, turned = divmod(number, 2)
        number, posture = divmod(number, 2)
        end, region = divmod(number, space.regions)
        return Free(end, region, posture, turned, face)
    return Pass() if number == space.passing else HandOver(number - space.passing - 1)


def decode(game: contract.Game, action: SupportsIndex) -> Action:
    """Return the meaning of an action id in a game: a `Connect`, `Free`, `Pass` or `HandOver`.

    Examples
    --------
    >>> import uneri
    >>> uneri.tacta.decode(uneri.load_game("tacta"), 68)
    Connect(end=0, target=0, shape=8, own_shape=2, face=0)
    """
    check_game(game, "tacta")
    return split(_space(cast("Any", game)), bounded(action, "action", 0, game.num_distinct_actions - 1))


def encode(game: contract.Game, action: Action) -> int:
    """Compute the id of a `Connect`, `Free`, `Pass` or `HandOver` in a game: the inverse of `decode`.

    Examples
    --------
    >>> import uneri
    >>> from uneri import tacta
    >>> tacta.encode(uneri.load_game("tacta"), tacta.Free(end=0, region=4, posture=0, half_turn=0, face=0))
    7232
    """
    check_game(game, "tacta")
    space = _space(cast("Any", game))
    if isinstance(action, Connect):
        target, shape, own = action.target, action.shape, action.own_shape
        bounded(target, "target", 0, MOST_LAID)
        bounded(shape, "shape", 0, (space.shapes if target else space.start) - 1)
        bounded(own, "own_shape", 0, space.shapes - 1)
        number = shape if target == 0 else space.start + space.shapes * (target - 1) + shape
        number += bounded(action.end, "end", 0, 1) * space.all_shapes
        return (number * space.shapes + own) * 2 + bounded(action.face, "face", 0, 1)
    if isinstance(action, Free):
        number = bounded(action.end, "end", 0, 1) * space.regions
        number += bounded(action.region, "region", 0, space.regions - 1)
        number = 2 * number + bounded(action.posture, "posture", 0, 1)
        number = 2 * number + bounded(action.half_turn, "half_turn", 0, 1)
        return space.free + 2 * number + bounded(action.face, "face", 0, 1)
    if isinstance(action, HandOver):
        return space.passing + 1 + bounded(action.suit, "suit", 0, 1)
    if isinstance(action, Pass):
        return space.passing
    raise TypeError(f"action is {brief(action)}; allowed: Connect, Free, Pass, HandOver")


# Reading arguments


def read_cards(cards: Any, names: tuple[str, ...]) -> tuple[Int32, bool]:
    """Return `(int32[n], scalar)` for cards, which may be named."""
    if isinstance(cards, str):
        return np.array([card(cards, names)], np.int32), True
    return read_many(cards, "card", 0, DECK_SIZE - 1)


def read_ids(numbers: Any, size: int) -> tuple[NDArray[np.int64], bool]:
    """Return `(int64[n], scalar)`: any integers, -1 for those outside of 0..size-1."""
    if not isinstance(numbers, np.ndarray) or numbers.ndim == 0:
        number = integer(numbers, "action")
        return np.array([number if 0 <= number < size else -1], np.int64), True
    values = column_of(numbers, "action")
    return np.where((values < 0) | (values >= size), -1, values.astype(np.int64)), False
