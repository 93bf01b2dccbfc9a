"""Namima: finding the rule set, and parsing its cards, hands and melds."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._core import namima as _namima
from .._util.checks import bounded, integer
from .._util.messages import brief
from .._util.notation import Counts, Kinds, check_integers, index_of
from .._util.plain_data import read_title
from ..registry import load_game
from ..registry.options import option_rows


class MeldLists(NamedTuple):
    """The exposed melds of many hands in two arrays, for `exposed=`; parsed much faster than lists.

    Hand i has the melds `ids[offsets[i]]` to `ids[offsets[i + 1] - 1]`: the arrays of a sparse matrix in CSR form.
    `meld_lists` makes them from lists. Other integer types are converted.
    """

    ids: NDArray[np.uint16]
    """`uint16[melds]`: the ids of melds, hand by hand."""
    offsets: NDArray[np.uint32]
    """`uint32[hands + 1]`, ascending: where the melds of each hand begin, and the last ones end."""


if TYPE_CHECKING:
    from .. import contract

    Variant = str | PathLike[str] | Mapping[str, Any] | contract.Game
    Vector = np.ndarray[tuple[int], np.dtype[np.uint8]]
    Hand = str | Sequence[int] | Vector
    Melds = str | Sequence[int | str] | Sequence[Sequence[int | str]] | MeldLists
    Kind = str | int
    UInt8 = NDArray[np.uint8]

VARIANTS: Final[tuple[str, ...]] = tuple(option_rows("namima")["variant"]["builtin"])
"""The built-in rule sets."""
DEFAULT: Final = "shikinami"

MOST_HAND = 24
"""Cards of a hand."""
MOST_EXPOSED = 15
"""Exposed melds of a hand: at least one of 16 cards stays concealed."""
MOST_CONCEALED = 20
"""The most cards of a hand in functions that measure the distance to a win."""


class Hands(Kinds):
    """Hands of a rule set as text: `"B123 R44"`, or one card per token, `"B1 B10"`, if ranks have two digits."""

    def __init__(self, tokens: Sequence[str], most: Sequence[int]) -> None:
        super().__init__("namima", tokens, most, _core.HandReader)
        self.single = all(len(token) == 2 for token in tokens)

    def cards(self, text: str) -> list[int]:
        """List the kinds of the cards in the order given."""
        kinds = []
        for token in re.split(r"[\s,.]+", text):
            if not token:
                continue
            ranks = list(token[1:]) if self.single else [token[1:]]
            for rank in ranks or [""]:
                kind = self._kind_of.get((token[0] + rank).lower())
                if kind is None:
                    raise ValueError(f"namima: no card {brief(token)}; allowed: {self._allowed()}")
                kinds.append(kind)
        return kinds

    def _allowed(self) -> str:
        """Show the cards of the rule set, as `B, R with ranks 1 2 3`: ranks may be missing between two others."""
        colours, ranks = (list(dict.fromkeys(part)) for part in zip(*((t[0], t[1:]) for t in self.tokens), strict=True))
        return f"{', '.join(colours)} with ranks {' '.join(ranks)}"

    def split(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the kinds in a text, with their tokens."""
        return ((kind, self.tokens[kind]) for kind in self.cards(text))

    def format(self, counts: Sequence[int] | NDArray[Any]) -> str:
        """Write counts as text, colour by colour."""
        held = [(self.tokens[kind], int(count)) for kind, count in enumerate(counts) if count]
        if not self.single:
            return " ".join(token for token, count in held for _ in range(count))
        by_colour: dict[str, str] = {}
        for token, count in held:
            by_colour[token[0]] = by_colour.get(token[0], token[0]) + token[1] * count
        return " ".join(by_colour.values())


class Exposed(NamedTuple):
    """Exposed melds of hands, not checked: ids, and for many hands the offset of each hand's ids."""

    ids: NDArray[np.uint16]
    start: NDArray[np.uint32] | None

    def of(self, row: int) -> list[int]:
        """Return the ids of the melds of one hand."""
        if self.start is None:
            return cast("list[int]", self.ids.tolist())
        return cast("list[int]", self.ids[self.start[row] : self.start[row + 1]].tolist())


NOT_EXPOSED: Final = Exposed(np.zeros(0, np.uint16), None)


class Tables:
    """The cards and melds of a rule set, with its deck for a number of players."""

    def __init__(self, game: _namima.Game) -> None:
        data = _namima.tables(game)
        self.game = game
        self.rules: dict[str, Any] = data["rules"]
        self.kinds: tuple[str, ...] = data["kinds"]
        self.copies = np.array(data["copies"], np.uint8)
        self.deal: int = data["deal"]
        self.melds: tuple[str, ...] = data["melds"]
        self.keys: tuple[str, ...] = data["keys"]
        self.points: tuple[tuple[int, int], ...] = data["points"]
        self.layoffs: tuple[tuple[int, int, int], ...] = data["layoffs"]
        self.hands = Hands(self.kinds, data["copies"])
        cards = [self.hands.cards(text) for text in self.melds]
        self._meld_of = {tuple(sorted(kinds)): meld for meld, kinds in enumerate(cards)}
        width = len(self.kinds)
        places = [meld * width + kind for meld, kinds in enumerate(cards) for kind in kinds]
        counts = np.bincount(places, minlength=len(cards) * width)
        self.meld_rows: Counts = counts.astype(np.uint8).reshape(len(cards), width)
        self.meld_rows.setflags(write=False)
        self.meld_sizes = self.meld_rows.sum(axis=1)

    def meld(self, meld: int | str) -> int:
        """Return the id of a meld given by its id or its cards."""
        if isinstance(meld, str):
            found = self._meld_of.get(tuple(sorted(self.hands.cards(meld))))
            if found is not None:
                return found
        elif 0 <= integer(meld, "meld") < len(self.melds):
            return integer(meld, "meld")
        raise ValueError(f"namima: meld is {brief(meld)}; allowed: 0 to {len(self.melds) - 1}, cards of a meld")

    @functools.cached_property
    def needs(self) -> list[list[tuple[int, int]]]:
        """The kinds of each meld with their counts."""
        return [[(kind, count) for kind, count in enumerate(row) if count] for row in self.meld_rows.tolist()]

    def meld_of(self, cards: Sequence[int]) -> int | None:
        """Return the meld of exactly these kinds."""
        return self._meld_of.get(tuple(sorted(cards)))

    def meld_cards(self, meld: int) -> Counts:
        """Return the counts of a meld, read-only."""
        row: Counts = self.meld_rows[meld]
        return row

    def exposed(self, melds: Melds, hands: int | None) -> Exposed:
        """Read the melds of one hand, or of all hands alike; for many `hands`, one list per hand if the items are
        lists.

        Ids and offsets in arrays are checked only for their types and shapes.
        """
        if type(melds) is tuple and not melds:
            return NOT_EXPOSED
        if isinstance(melds, MeldLists):
            return self._arrays(melds, hands)
        if isinstance(melds, str):
            melds = melds.replace(",", " ").split()
        if not isinstance(melds, Sequence | np.ndarray) or isinstance(melds, bytes | bytearray):  # type: ignore[redundant-expr]
            raise TypeError(f"exposed must be melds as text or ids, or a list of them, not {type(melds).__name__}")
        nested = any(isinstance(item, Sequence | np.ndarray) and not isinstance(item, str) for item in melds)
        if not nested:
            return Exposed(np.array([self.meld(cast("int | str", meld)) for meld in melds], np.uint16), None)
        if hands is None or len(melds) != hands:
            allowed = "one list of melds" if hands is None else f"{hands} lists, one per hand"
            raise ValueError(f"exposed must have {allowed}, not {len(melds)}")
        if type(melds) is list:
            read = _namima.read_melds(self.game, melds)
            if read is not NotImplemented:
                return Exposed(*read)
        rows = [[self.meld(meld) for meld in self._items(row)] for row in melds]
        start = np.zeros(len(rows) + 1, np.uint32)
        np.cumsum([len(row) for row in rows], out=start[1:])
        return Exposed(np.array([meld for row in rows for meld in row], np.uint16), start)

    @staticmethod
    def _arrays(melds: MeldLists, hands: int | None) -> Exposed:
        ids = _integers("exposed.ids", melds.ids, np.uint16)
        offsets = _integers("exposed.offsets", melds.offsets, np.uint32)
        if hands is None:
            raise ValueError("exposed must be one list of melds, not lists for many hands")
        if len(offsets) != hands + 1:
            raise ValueError(f"exposed.offsets must have shape ({hands + 1},), not {offsets.shape}")
        return Exposed(ids, offsets)

    def check_exposed(self, exposed: Exposed) -> None:
        """Raise a ValueError for ids and offsets out of range."""
        for i in np.flatnonzero(exposed.ids >= len(self.melds)).tolist():
            raise ValueError(f"exposed.ids[{i}] is {exposed.ids[i]}; allowed: 0 to {len(self.melds) - 1}")
        if exposed.start is None:
            return
        falls = np.flatnonzero((exposed.start[1:] < exposed.start[:-1]) | (exposed.start[1:] > len(exposed.ids)))
        for i in falls.tolist():
            raise ValueError(
                f"exposed.offsets[{i + 1}] is {exposed.start[i + 1]}; "
                f"allowed: ascending numbers up to {len(exposed.ids)}"
            )

    @staticmethod
    def _items(row: Any) -> list[Any]:
        if isinstance(row, str):
            return row.replace(",", " ").split()
        if not isinstance(row, Sequence | np.ndarray):
            raise TypeError(f"exposed must hold lists of melds, not {type(row).__name__}")
        return list(row)

    def kind(self, what: str, kind: Kind | None) -> int | None:
        """Return a kind by its number or name; None stays None."""
        return _index(what, self.kinds, kind)

    def colour(self, what: str, colour: Kind | None) -> int | None:
        """Return a colour by its number or letter; None stays None."""
        return _index(what, self.rules["colours"], colour)

    def visible(self, visible: Hand | NDArray[np.uint8] | None, hands: int, *, check: bool = True) -> Counts | None:
        """Return `uint8[hands, kinds]`, `uint8[1, kinds]` if the same for all hands, or None for nothing.

        Without `check`, the rows of a batch may exceed the deck.
        """
        if visible is None or (isinstance(visible, str) and not visible.strip()):
            return None
        rows, one = self.hands.one_or_many(visible, "visible", check=check)
        if not one and len(rows) != hands:
            kinds = len(self.kinds)
            raise ValueError(f"visible must have shape ({kinds},) or {(hands, kinds)}, not {rows.shape}")
        return rows

    def check_deck(self, rows: Counts, exposed: Exposed, visible: Counts | None) -> None:
        """Raise a ValueError if a hand is too large, or needs more cards than there are."""
        totals = rows.sum(axis=1, dtype=np.int64)
        large = np.flatnonzero(totals > MOST_CONCEALED)
        if large.size:
            named = _named("hand", rows, large[0])
            raise ValueError(f"{named} must have at most {MOST_CONCEALED} cards, not {totals[large[0]]}")
        left = self.copies.astype(np.int16) - rows
        if visible is not None:
            left -= visible
        if exposed.start is None:
            left -= self.meld_rows[exposed.ids].sum(axis=0, dtype=np.int16)
        else:
            for row in range(len(rows)):
                left[row] -= self.meld_rows[exposed.of(row)].sum(axis=0, dtype=np.int16)
        if (left < 0).any():
            row, kind = np.argwhere(left < 0)[0]
            most = int(self.copies[kind])
            raise ValueError(
                f"{_named('hand', rows, row)} with exposed and visible cards has {most - int(left[row, kind])} of "
                f"{self.kinds[kind]}; allowed: 0 to {most}"
            )


def _named(what: str, rows: Counts, row: int) -> str:
    return what if len(rows) == 1 else f"{what}s[{row}]"


def _integers(what: str, array: object, dtype: type[np.unsignedinteger[Any]]) -> Any:
    """Return an array[n] of integers in this type."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{what} must be an array of integers, not {type(array).__name__}")
    if check_integers(array, what).ndim != 1:
        raise ValueError(f"{what} must have one dimension, not shape {array.shape}")
    most = np.iinfo(dtype).max
    if array.dtype != dtype and array.size > 0 and not 0 <= array.min() <= array.max() <= most:
        raise ValueError(f"{what} has numbers from {array.min()} to {array.max()}; allowed: 0 to {most}")
    return np.ascontiguousarray(array, dtype)


def _index(what: str, names: Sequence[str], value: Kind | None) -> int | None:
    """Return the index of a name; a number stays as it is."""
    if value is None:
        return None
    return index_of(value, what, names, f"{names[0]} to {names[-1]}, 0 to {len(names) - 1}")


@functools.lru_cache(maxsize=32)
def _named_game(variant: str, players: int) -> contract.Game:
    return load_game("namima", variant=variant, players=players)


@functools.lru_cache(maxsize=64)
def _tables_of(game: _namima.Game) -> Tables:
    return Tables(game)


@functools.cache
def builtin_names() -> dict[str, str]:
    """Return the Japanese names of the built-in rule sets."""
    return {variant: read_title(tables_of(_named_game(variant, 4)).rules, "ja") for variant in VARIANTS}


def builtin_name(text: str) -> str:
    """Return the key of a built-in rule set given by its Japanese name; any other text stays as it is."""
    if text.isascii():
        return text
    return next((variant for variant, name in builtin_names().items() if name == text), text)


def game_of(variant: Variant, players: SupportsIndex) -> contract.Game:
    """Return a loaded game as it is; else load the rule set for that many players, in the core."""
    if isinstance(variant, str) and variant in VARIANTS:
        return _named_game(variant, bounded(players, "players", 2, 5))
    if hasattr(variant, "num_players"):
        game = cast("contract.Game", variant)
        if game.name != "namima":
            raise TypeError(f"variant must be a game of namima or a rule set, not {brief(variant)}")
        return game
    return load_game("namima", variant=variant, players=bounded(players, "players", 2, 5))


def tables_of(game: contract.Game) -> Tables:
    """Return the tables of a game of either backend."""
    if game.backend == "core":
        return _tables_of(cast("_namima.Game", game))
    return _tables_of(_namima.Game({key: value for key, value in game.options.items() if key != "utility"}))


# Rule sets and hands as text


def rule_set(variant: Variant = DEFAULT, *, players: SupportsIndex = 4) -> dict[str, Any]:
    """Copy a rule set with every key, to change and to load: `load_game("namima", variant=...)`.

    Parameters
    ----------
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.rule_set("shikinami")["colours"]
    ['B', 'R', 'Y', 'K', 'W']
    """
    import copy

    return copy.deepcopy(tables_of(game_of(variant, players)).rules)


def meld_lists(
    lists: Sequence[str | Sequence[int | str]], *, variant: Variant = DEFAULT, players: SupportsIndex = 4
) -> MeldLists:
    """Read the exposed melds of many hands into two arrays: the ids, and the offset of each hand's ids.

    Functions over many hands read them much faster than lists. The same arrays can be passed to several functions.

    Parameters
    ----------
    lists
        For each hand a list of melds, or a text of them.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Examples
    --------
    >>> import numpy as np
    >>> from uneri import namima
    >>> hands = np.array([namima.parse_hand("B12 R44"), namima.parse_hand("B12 R46")])
    >>> melds = namima.meld_lists([["Y123", "K88"], []])
    >>> melds.offsets.tolist()
    [0, 2, 2]
    >>> namima.deficiency(hands, melds).tolist()
    [1, 2]
    """
    if isinstance(lists, str) or not isinstance(lists, Sequence):
        raise TypeError(f"lists must be a list of melds for each hand, not {type(lists).__name__}")
    tables = tables_of(game_of(variant, players))
    rows = [row.replace(",", " ").split() if isinstance(row, str) else row for row in lists]
    read = tables.exposed(rows, len(rows)) if rows else Exposed(np.zeros(0, np.uint16), np.zeros(1, np.uint32))
    if read.start is None:
        raise TypeError(f"lists must hold a list of melds for each hand, not {type(rows[0]).__name__}")
    return MeldLists(read.ids, read.start)


def parse_hand(text: str, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> UInt8:
    """Read a hand as counts by kind, `uint8[kinds]`.

    Parameters
    ----------
    text
        Cards such as `"B123 R44"`, with blanks, commas or dots between them. Upper and lower case are the same.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.parse_hand("B123 R44").tolist()[:10]
    [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    """
    return tables_of(game_of(variant, players)).hands.parse(text)


def format_hand(hand: Hand, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> str:
    """Write a hand as text, colour by colour; `""` for no card. It is the inverse of `parse_hand`.

    Parameters
    ----------
    hand
        One hand.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.format_hand("r44 b321")
    'B123 R44'
    """
    hands = tables_of(game_of(variant, players)).hands
    return hands.format(hands.one(hand))


def meld_key(cards: Hand, *, variant: Variant = DEFAULT, players: SupportsIndex = 4) -> str | None:
    """Return the key of the meld of exactly these cards, such as `"SAME3w"`; None if they don't form a meld.

    Parameters
    ----------
    cards
        The cards: one hand.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.meld_key("R123"), namima.meld_key("B111"), namima.meld_key("B1 R3")
    ('RUN3', 'SAME3', None)
    """
    tables = tables_of(game_of(variant, players))
    counts = tables.hands.one(cards, "cards", "one meld")
    meld = tables.meld_of(np.repeat(np.arange(len(tables.kinds)), counts).tolist())
    return None if meld is None else tables.keys[meld]
