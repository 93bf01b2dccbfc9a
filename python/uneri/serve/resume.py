"""Resumes the games that an earlier server left in its folder. Damaged files are refused, and not changed."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from uneri._util.messages import brief
from uneri._util.strict_json import read_json
from uneri.records import Record
from uneri.records.files import read_lines
from uneri.records.lines import parsed

from .autosave import BESIDE, FORMAT, RECORD, Autosave, Mark, sum_of
from .bot_policy import HUMAN, check_bot
from .limits import Limits
from .table import Past, Table

_DIGEST = re.compile(r"[0-9a-f]{64}")


class ResumedGame(NamedTuple):
    """A game of an earlier server."""

    table: Table
    links: dict[str, int | None]
    """Seats by digests of their links."""
    autosave: Autosave


def find_left_games(folder: Path) -> list[Path]:
    """List the files for resuming games, the game last played at the end."""
    found = []
    for path in folder.glob(f"*{BESIDE}"):
        record = _record_of(path)
        found.append((record.stat().st_mtime if record.exists() else 0.0, path))
    return [path for _, path in sorted(found)]


def resume_game(path: Path, named: Sequence[str], limits: Limits) -> ResumedGame:
    """Resume a game. Raise ValueError, Refused, OSError, or an error of its bots, if that isn't possible.

    Its moves are played again, so each bot sees all of them.
    """
    rest, file = _rest(path), _record_of(path)
    data = _content(file)
    record = _record(data, str(file))
    game = record.load_game()
    seats = rest["seats"]
    if len(seats) != game.num_players or not _fits(seats, rest):
        raise ValueError("its seats and links don't fit the game")
    if rest["deal"] != sum_of(record.deal):
        raise ValueError(f"{file.name} is the record of another game")
    for spec in seats:
        if spec != HUMAN:
            check_bot(spec, game.name, named, limits)
    chance = (*record.deal.chance, *(outcome for move in record.moves for outcome in move.chance))
    past = Past(rest["seed"], chance, frozenset(rest["replaced"]), tuple(rest["notes"]), record.headers)
    table = Table(game, record.seed, seats, record.players, hints=rest["hints"], past=past)
    for move in record.moves:
        table.play(move.action)
    if (table.deal, tuple(table.moves)) != (record.deal, record.moves):
        raise ValueError("the rules give a different game than its record")
    return ResumedGame(table, rest["links"], Autosave(file, table, rest["links"], _mark(data, len(record))))


def _fits(seats: Sequence[str], rest: dict[str, Any]) -> bool:
    """Return whether each person and the watchers have a link, and only bots were replaced."""
    people = {seat for seat, spec in enumerate(seats) if spec == HUMAN}
    links = list(rest["links"].values())
    return len(links) == len(people) + 1 and set(links) == {*people, None} and not people & set(rest["replaced"])


def _record_of(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(BESIDE) + RECORD)


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise ValueError(f"{path.name} is missing")
    return path.read_bytes()


def _record(data: bytes, path: str) -> Record:
    """Read the one game of a file. A truncated last line is ignored, even if the rest of an older line follows it."""
    games = list(read_lines(io.BytesIO(data.removesuffix(b"\n")), path, partial=True))
    if len(games) != 1:
        raise ValueError(f"the file has {len(games)} games, not 1")
    return games[0]


def _mark(data: bytes, moves: int) -> Mark:
    """Return how much of the file is intact."""
    lines = data.split(b"\n")[: 2 + moves]
    size = sum(len(line) + 1 for line in lines)
    return Mark(len(lines), size, read_json(lines[-1])["sum"], data[size:])


_FIELDS: dict[str, Callable[[Any], bool]] = {
    "format": lambda value: value == FORMAT,
    "deal": lambda value: isinstance(value, str),
    "links": lambda value: isinstance(value, dict) and all(map(_is_link, value.items())),
    "seats": lambda value: _is_list(value, str),
    "hints": lambda value: isinstance(value, bool),
    "seed": lambda value: type(value) is int and value >= 0,
    "replaced": lambda value: _is_list(value, int),
    "notes": lambda value: _is_list(value, str),
}


def _is_link(item: tuple[str, Any]) -> bool:
    link, seat = item
    return _DIGEST.fullmatch(link) is not None and (seat is None or type(seat) is int)


def _is_list(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _rest(path: Path) -> dict[str, Any]:
    """Read and check the data stored beside a record."""
    rest, _ = parsed(_content(path), "")
    if set(rest) != set(_FIELDS):
        raise ValueError(f"{path.name} does not have the fields {', '.join(_FIELDS)}")
    for name, fits in _FIELDS.items():
        if not fits(rest[name]):
            raise ValueError(f"{path.name}: the field {name} has the wrong value {brief(rest[name])}")
    return rest
