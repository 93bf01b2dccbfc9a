"""The board of Tidal Blades: Banner Festival as data: section 2 of the rules text, checked entry by entry.

`load_board` takes the option `board` as data and returns the checked `Board` and what the option lists:
the word "default", or the whole mapping with its keys in the order of the text's table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from ..reader import Entry, Field, read_data

GAME = "tidal"
SCHEMA = "tidal-board/1"
COLOURS = ("orange", "yellow", "teal", "purple")  # the suit ids 0..3; quadrants have the same ids

SEATS = 5  # rows of `characters.stunts`
CHARACTERS = 7  # character cards per seat
KEEPABLE = 4  # 9s that may leave the deck in a game

BOARD_KEYS = (
    "schema", "name", "suits", "rounds", "banners_per_player", "majority", "kept_card_profit",
    "track", "ring", "regions", "quadrants", "characters", "players",
)  # fmt: skip
TRACK_KEYS = ("spaces", "boat_start", "gate_start", "lap_exit")
QUADRANT_KEYS = ("order", "docks")
DOCK_KEYS = ("when", "fruit", "extra_banner", "sail", "profit")
CHARACTER_KEYS = ("values", "stunts", "stunt_fruit", "deck_done_fruit")
PLAYER_COUNTS = ("2", "3", "4", "5")
PLAYER_KEYS = ("hand", "fruit_pool", "zeros", "neutral", "majority")
IN_LISTS = ("even", "odd", *COLOURS, *range(10))  # the entries of a list of `when`, in the order of 2.5
DOCK_NAMES = tuple(f"{colour}.{d}" for colour in COLOURS for d in range(4))


@dataclass(frozen=True)
class Dock:
    """One dock space: the middle cards that it takes and what it gives."""

    when: str | tuple[str | int, ...]  # "even", "odd", "any", a colour, or several, also numbers (2.5)
    fruit: int
    extra_banner: int
    sail: int
    profit: int


@dataclass(frozen=True)
class Quadrant:
    """A quarter of the board."""

    order: tuple[int, ...]  # suits, highest first
    docks: tuple[Dock, ...]  # four, from the ring to the tower


@dataclass(frozen=True)
class Table:
    """The data that depend on the number of players."""

    hand: int
    fruit_pool: int
    zeros: bool
    neutral: bool | tuple[str, ...]  # docks by name
    majority: tuple[int, ...] | None  # the board's if None


@dataclass(frozen=True)
class Board:
    """A board that has passed every check. Spaces are 1-based, suits and quadrants 0..3."""

    name: object  # a text, or texts by language
    rounds: int
    banners_per_player: int
    majority: tuple[int, ...]
    kept_card_profit: int
    spaces: int
    boat_start: int
    gate_start: int
    lap_exit: int
    ring: tuple[int, ...]  # the quadrant of ring space i is ring[i - 1]
    regions: tuple[tuple[int, ...], ...]
    quadrants: tuple[Quadrant, ...]
    values: tuple[int, ...]
    stunts: tuple[tuple[int | None, ...], ...]
    stunt_fruit: int
    deck_done_fruit: int
    players: dict[int, Table]


def load_board(option: Field) -> tuple[Board, object]:
    """Return the board that the option `board` means, and the option's value to list."""
    return read_data(option, "default", "tidal_board.json", _check_board, board_data)


def board_data(board: Board) -> dict[str, object]:
    """Return the board as plain data: every key, in the order of the text's table."""
    return {
        "schema": SCHEMA,
        "name": board.name,
        "suits": list(COLOURS),
        "rounds": board.rounds,
        "banners_per_player": board.banners_per_player,
        "majority": list(board.majority),
        "kept_card_profit": board.kept_card_profit,
        "track": {
            "spaces": board.spaces,
            "boat_start": board.boat_start,
            "gate_start": board.gate_start,
            "lap_exit": board.lap_exit,
        },
        "ring": _words(board.ring),
        "regions": [_words(region) for region in board.regions],
        "quadrants": {
            COLOURS[q]: {"order": _words(quadrant.order), "docks": [_plain(dock) for dock in quadrant.docks]}
            for q, quadrant in enumerate(board.quadrants)
        },
        "characters": {
            "values": list(board.values),
            "stunts": [list(row) for row in board.stunts],
            "stunt_fruit": board.stunt_fruit,
            "deck_done_fruit": board.deck_done_fruit,
        },
        "players": {str(count): _plain(table) for count, table in board.players.items()},
    }


def _plain(part: Dock | Table) -> dict[str, object]:
    """Return a part of the board without what only some boards have (2.5)."""
    data = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(part).items()}
    return {key: value for key, value in data.items() if key not in ("sail", "profit", "majority") or value}


def _words(suits: Sequence[int]) -> list[str]:
    return [COLOURS[suit] for suit in suits]


# --- Checking (section 2) ---------------------------------------------------------------------------------------------


def _check_board(value: object) -> Board:
    """Read the whole board, or raise a ValueError for its first bad entry in the order of the text's table."""
    board = Entry(f"{GAME}: board", value).mapping(BOARD_KEYS)
    board["schema"].word((SCHEMA,))
    name = board["name"].name()
    for suit, colour in zip(board["suits"].items(4, 4), COLOURS, strict=True):
        suit.word((colour,))
    rounds = board["rounds"].integer(1, 3)
    banners = board["banners_per_player"].integer(1, 99)
    majority = _ints(board["majority"], 3, 0, 99)
    kept_card_profit = board["kept_card_profit"].integer(0, 99)

    track = board["track"].mapping(TRACK_KEYS)
    spaces = track["spaces"].integer(5, 16)
    boat_start, gate_start, lap_exit = (track[key].integer(1, spaces) for key in TRACK_KEYS[1:])

    ring = _colours(board["ring"], spaces)  # [R1]
    if set(ring) != {0, 1, 2, 3}:  # [R2]
        raise board["ring"].bad("every colour at least once")
    regions = tuple(_colours(region, 2) for region in board["regions"].items(2, 2))
    if set(regions[0] + regions[1]) != {0, 1, 2, 3}:
        raise board["regions"].bad("each colour in one region")

    quadrants = tuple(map(_check_quadrant, board["quadrants"].mapping(COLOURS).values()))

    characters = board["characters"].mapping(CHARACTER_KEYS)
    values = _ints(characters["values"], CHARACTERS, 0, 99)  # [R5]
    if list(values) != sorted(values):
        raise characters["values"].bad("no value below the one before it")
    stunts = tuple(
        tuple(_stunt(item, spaces) for item in row.items(CHARACTERS, CHARACTERS))
        for row in characters["stunts"].items(SEATS, SEATS)
    )  # [R6]
    stunt_fruit = characters["stunt_fruit"].integer(0, 9)
    deck_done_fruit = characters["deck_done_fruit"].integer(0, 9)

    tables = board["players"].mapping(PLAYER_COUNTS)
    players = {int(count): _check_table(int(count), tables[count]) for count in PLAYER_COUNTS}

    return Board(
        name=name, rounds=rounds, banners_per_player=banners, majority=majority, kept_card_profit=kept_card_profit,
        spaces=spaces, boat_start=boat_start, gate_start=gate_start, lap_exit=lap_exit, ring=ring, regions=regions,
        quadrants=quadrants, values=values, stunts=stunts, stunt_fruit=stunt_fruit, deck_done_fruit=deck_done_fruit,
        players=players,
    )  # fmt: skip


def _ints(entry: Entry, length: int, low: int, high: int) -> tuple[int, ...]:
    return tuple(item.integer(low, high) for item in entry.items(length, length))


def _colours(entry: Entry, length: int) -> tuple[int, ...]:
    """Read colours as suit ids."""
    return tuple(COLOURS.index(item.word(COLOURS)) for item in entry.items(length, length))


def _check_quadrant(entry: Entry) -> Quadrant:
    quadrant = entry.mapping(QUADRANT_KEYS)
    order = _colours(quadrant["order"], 4)
    if set(order) != {0, 1, 2, 3}:
        raise quadrant["order"].bad("each colour once")
    return Quadrant(order, tuple(map(_check_dock, quadrant["docks"].items(4, 4))))


def _stunt(entry: Entry, spaces: int) -> int | None:
    """Read a stunt space; None if there is none (2.5)."""
    return None if entry.value is None else entry.integer(0, spaces) or None


def _check_dock(entry: Entry) -> Dock:
    dock = entry.mapping(DOCK_KEYS, {"sail": 0, "profit": 0})
    return Dock(_when(dock["when"]), *(dock[key].integer(0, 9) for key in DOCK_KEYS[1:]))


def _when(entry: Entry) -> str | tuple[str | int, ...]:
    """Read the condition of a dock: a word, or a list in the order of 2.5."""
    if not isinstance(entry.value, list | tuple):
        return entry.word(("even", "odd", "any", *COLOURS), f"a list, even, odd, any, {', '.join(COLOURS)}")

    def read(item: Entry) -> str | int:
        if isinstance(item.value, bool) or not isinstance(item.value, int | str) or item.value not in IN_LISTS:
            raise item.bad(f"a number 0 to 9, even, odd, {', '.join(COLOURS)}")
        return item.value

    return tuple(sorted(entry.different(2, 16, read, "each once"), key=IN_LISTS.index))  # [R3]


def _neutral(entry: Entry) -> bool | tuple[str, ...]:
    """Read where neutral banners stand; docks are in the order of 2.5, and none are false."""
    if not isinstance(entry.value, list | tuple):
        return entry.flag("true, false, a list of docks such as teal.0")
    allowed = "a dock such as teal.0, each once"
    found = entry.different(0, len(DOCK_NAMES), lambda item: item.word(DOCK_NAMES, allowed), allowed)  # [R4]
    return tuple(sorted(found, key=DOCK_NAMES.index)) or False


def _check_table(count: int, entry: Entry) -> Table:
    """Read the entry of one number of players. `zeros` is checked first: the largest hand depends on it."""
    table = entry.mapping(PLAYER_KEYS, {"majority": None})
    zeros = table["zeros"].flag()
    deck_size = 40 if zeros else 36
    hand = table["hand"].integer(1, (deck_size - KEEPABLE) // count)  # N*H + 4 <= deck size
    pool, neutral = table["fruit_pool"].integer(1, 99), _neutral(table["neutral"])
    given = isinstance(entry.value, Mapping) and "majority" in entry.value
    return Table(hand, pool, zeros, neutral, _ints(table["majority"], 3, 0, 99) if given else None)
