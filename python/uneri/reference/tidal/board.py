"""The board of Tidal Blades: Banner Festival as data: section 2 of the rules text, checked entry by entry.

`load_board` takes the option `board` as data and returns the checked `Board` and what the option lists:
the word "default", or the whole mapping with its keys in the order of the text's table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from uneri.reference.common import bad_option
from uneri.reference.words import brief, shown

GAME = "tidal"
SCHEMA = "tidal-board/1"
COLOURS = ("orange", "yellow", "teal", "purple")  # the suit ids 0..3; quadrants have the same ids
DEFAULT_FILE = Path(__file__).resolve().parents[2] / "data" / "tidal_board.json"

SEATS = 5  # rows of `characters.stunts`
CHARACTERS = 7  # character cards of a seat
KEEPABLE = 4  # 9s that may leave the deck in a game

BOARD_KEYS = (
    "schema", "name", "suits", "rounds", "banners_per_player", "majority", "kept_card_profit",
    "track", "ring", "regions", "quadrants", "characters", "players",
)  # fmt: skip
TRACK_KEYS = ("spaces", "boat_start", "gate_start", "lap_exit")
QUADRANT_KEYS = ("order", "docks")
DOCK_KEYS = ("when", "fruit", "extra_banner")
CHARACTER_KEYS = ("values", "stunts", "stunt_fruit", "deck_done_fruit")
PLAYER_COUNTS = ("2", "3", "4", "5")
PLAYER_KEYS = ("hand", "fruit_pool", "zeros", "neutral")


@dataclass(frozen=True)
class Dock:
    """One dock space: which middle cards it takes and what it gives."""

    when: str  # "even", "odd", "any" or a colour
    fruit: int
    extra_banner: int


@dataclass(frozen=True)
class Quadrant:
    """A quarter of the board."""

    order: tuple[int, ...]  # suits, highest first
    docks: tuple[Dock, ...]  # four, from the ring to the tower


@dataclass(frozen=True)
class Table:
    """What depends on the number of players."""

    hand: int
    fruit_pool: int
    zeros: bool
    neutral: bool


@dataclass(frozen=True)
class Board:
    """A board that has passed every check. Spaces are 1-based, suits and quadrants 0..3."""

    name: str
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
    stunts: tuple[tuple[int, ...], ...]
    stunt_fruit: int
    deck_done_fruit: int
    players: dict[int, Table]


def load_board(option: object) -> tuple[Board, object]:
    """The board that the option `board` means, and the option's value to list.

    A board equal to the default one is listed as "default", however it was given.
    """
    if isinstance(option, Mapping):
        given: object = option
    elif option == "default":
        given = _built_in()
    else:
        raise bad_option(GAME, "board", option, "'default', a mapping, the path of a JSON file")
    board = _check_board(given)
    if board == _check_board(_built_in()):
        return board, "default"
    return board, board_data(board)


def _built_in() -> object:
    return json.loads(DEFAULT_FILE.read_text(encoding="utf-8"))


def board_data(board: Board) -> dict[str, object]:
    """The board as plain data again: every key, in the order of the text's table."""
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
            COLOURS[q]: {"order": _words(quadrant.order), "docks": [asdict(dock) for dock in quadrant.docks]}
            for q, quadrant in enumerate(board.quadrants)
        },
        "characters": {
            "values": list(board.values),
            "stunts": [list(row) for row in board.stunts],
            "stunt_fruit": board.stunt_fruit,
            "deck_done_fruit": board.deck_done_fruit,
        },
        "players": {str(count): asdict(table) for count, table in board.players.items()},
    }


def _words(suits: Sequence[int]) -> list[str]:
    return [COLOURS[suit] for suit in suits]


# ----------------------------------------------------------------------------------------------------------------
# Checking (section 2). Every helper gets the path of its value, as it stands in the error.
# ----------------------------------------------------------------------------------------------------------------


def _bad(path: str, value: object, allowed: str) -> ValueError:
    """The error for one entry. Lists and mappings are named by their kind, the rest by their value."""
    if isinstance(value, Mapping):
        text = "a mapping"
    elif isinstance(value, list | tuple):
        text = f"a list of {len(value)}"
    elif value is None or isinstance(value, str | int | float):
        text = shown(value)
    else:
        text = f"a {type(value).__name__}"
    where = f"{GAME}: board: {brief(path)}" if path else f"{GAME}: board"
    return ValueError(f"{where} is {text}; allowed: {allowed}")


def _key(key: object) -> str:
    """A key as it stands in the error: text as it is, anything else with its type, since {2: ...} is not {"2": ...}."""
    if isinstance(key, str) and not any("\ud800" <= letter <= "\udfff" for letter in key):
        return key
    return f"{brief(key)} ({type(key).__name__})"


def _mapping(path: str, value: object, keys: Sequence[str]) -> dict[str, object]:
    """A mapping with exactly these keys, returned in their order."""
    if not isinstance(value, Mapping):
        raise _bad(path, value, "a mapping")
    prefix = f"{path}." if path else ""
    for key in value:
        if key not in keys:
            raise ValueError(f"{GAME}: board: unknown key '{prefix}{_key(key)}'; keys: {', '.join(keys)}")
    for key in keys:
        if key not in value:
            raise ValueError(f"{GAME}: board: no key '{prefix}{key}'")
    return {key: value[key] for key in keys}


def _list(path: str, value: object, length: int) -> list[object]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise _bad(path, value, f"a list of {length}")
    return list(value)


def _int(path: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _bad(path, value, f"{low} to {high}")
    return int(value)


def _bool(path: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _bad(path, value, "true, false")
    return value


def _word(path: str, value: object, words: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in words:
        raise _bad(path, value, ", ".join(words))
    return str(value)


def _ints(path: str, value: object, length: int, low: int, high: int) -> tuple[int, ...]:
    return tuple(_int(f"{path}[{i}]", item, low, high) for i, item in enumerate(_list(path, value, length)))


def _colours(path: str, value: object, length: int) -> tuple[int, ...]:
    """Colours as suit ids."""
    items = _list(path, value, length)
    return tuple(COLOURS.index(_word(f"{path}[{i}]", item, COLOURS)) for i, item in enumerate(items))


def _name(path: str, value: object) -> str:
    """Free text; half a surrogate pair is refused because no file could hold it."""
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise _bad(path, value, "a string")
    return value


def _check_board(value: object) -> Board:
    """The whole board, or a ValueError for its first bad entry in the order of the text's table."""
    entry = _mapping("", value, BOARD_KEYS)
    _word("schema", entry["schema"], (SCHEMA,))
    name = _name("name", entry["name"])
    for i, suit in enumerate(_list("suits", entry["suits"], 4)):
        _word(f"suits[{i}]", suit, (COLOURS[i],))
    rounds = _int("rounds", entry["rounds"], 1, 3)
    banners = _int("banners_per_player", entry["banners_per_player"], 1, 99)
    majority = _ints("majority", entry["majority"], 3, 0, 99)
    kept_card_profit = _int("kept_card_profit", entry["kept_card_profit"], 0, 99)

    track = _mapping("track", entry["track"], TRACK_KEYS)
    spaces = _int("track.spaces", track["spaces"], 5, 16)
    boat_start = _int("track.boat_start", track["boat_start"], 1, spaces)
    gate_start = _int("track.gate_start", track["gate_start"], 1, spaces)
    lap_exit = _int("track.lap_exit", track["lap_exit"], 1, spaces)

    ring = _colours("ring", entry["ring"], spaces)
    if set(ring) != {0, 1, 2, 3}:
        raise _bad("ring", ring, "every colour at least once")
    region_list = _list("regions", entry["regions"], 2)
    regions = tuple(_colours(f"regions[{i}]", region, 2) for i, region in enumerate(region_list))
    if set(regions[0] + regions[1]) != {0, 1, 2, 3}:
        raise _bad("regions", regions, "each colour in one region")

    quadrant_map = _mapping("quadrants", entry["quadrants"], COLOURS)
    quadrants = tuple(_check_quadrant(f"quadrants.{colour}", quadrant_map[colour]) for colour in COLOURS)

    characters = _mapping("characters", entry["characters"], CHARACTER_KEYS)
    values = _ints("characters.values", characters["values"], CHARACTERS, 0, 99)
    if list(values) != sorted(values):
        raise _bad("characters.values", values, "no value below the one before it")
    rows = _list("characters.stunts", characters["stunts"], SEATS)
    stunts = tuple(_ints(f"characters.stunts[{i}]", row, CHARACTERS, 1, spaces) for i, row in enumerate(rows))
    stunt_fruit = _int("characters.stunt_fruit", characters["stunt_fruit"], 0, 9)
    deck_done_fruit = _int("characters.deck_done_fruit", characters["deck_done_fruit"], 0, 9)

    player_map = _mapping("players", entry["players"], PLAYER_COUNTS)
    players = {int(count): _check_table(int(count), player_map[count]) for count in PLAYER_COUNTS}

    return Board(
        name=name,
        rounds=rounds,
        banners_per_player=banners,
        majority=majority,
        kept_card_profit=kept_card_profit,
        spaces=spaces,
        boat_start=boat_start,
        gate_start=gate_start,
        lap_exit=lap_exit,
        ring=ring,
        regions=regions,
        quadrants=quadrants,
        values=values,
        stunts=stunts,
        stunt_fruit=stunt_fruit,
        deck_done_fruit=deck_done_fruit,
        players=players,
    )


def _check_quadrant(path: str, value: object) -> Quadrant:
    entry = _mapping(path, value, QUADRANT_KEYS)
    order = _colours(f"{path}.order", entry["order"], 4)
    if set(order) != {0, 1, 2, 3}:
        raise _bad(f"{path}.order", order, "each colour once")
    dock_list = _list(f"{path}.docks", entry["docks"], 4)
    docks = tuple(_check_dock(f"{path}.docks[{i}]", dock) for i, dock in enumerate(dock_list))
    return Quadrant(order, docks)


def _check_dock(path: str, value: object) -> Dock:
    entry = _mapping(path, value, DOCK_KEYS)
    when = _word(f"{path}.when", entry["when"], ("even", "odd", "any", *COLOURS))
    fruit = _int(f"{path}.fruit", entry["fruit"], 0, 9)
    extra_banner = _int(f"{path}.extra_banner", entry["extra_banner"], 0, 9)
    return Dock(when, fruit, extra_banner)


def _check_table(count: int, value: object) -> Table:
    """The entry of one number of players. The largest hand depends on `zeros`, which is therefore checked first."""
    path = f"players.{count}"
    entry = _mapping(path, value, PLAYER_KEYS)
    zeros = _bool(f"{path}.zeros", entry["zeros"])
    deck_size = 40 if zeros else 36
    hand = _int(f"{path}.hand", entry["hand"], 1, (deck_size - KEEPABLE) // count)  # N*H + 4 <= deck size
    fruit_pool = _int(f"{path}.fruit_pool", entry["fruit_pool"], 1, 99)
    neutral = _bool(f"{path}.neutral", entry["neutral"])
    return Table(hand, fruit_pool, zeros, neutral)
