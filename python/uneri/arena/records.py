"""Converts an arena's games to records: the lines have the deal and the actions, and everything else follows from
these.

With default options records are 70 to 170 times as large, so an arena stores lines, and they are converted on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from .._util.strict_json import read_json
from ..contract import Game
from ..records import Record
from ..records.lines import RecordError
from ..registry import load_foreign_game
from .play import check_annotations, check_forfeits
from .schedule import FORMAT
from .store import GAMES, Store, read_settings

_LONGEST_LINE = 1 << 26


class Played(NamedTuple):
    """A game of an arena."""

    record: Record
    ranks: tuple[int, ...]
    """By seat, with what was lost by forfeits."""
    forfeits: tuple[dict[str, Any], ...]
    """`seat`, `bot`, `kind`, `reason`, `ply`."""


def record_of(game: Game, bots: Sequence[str], line: Mapping[str, Any], *, views: bool = True) -> Record:
    """Return the record of a line. Raise ValueError if the rules don't allow the game: its returns are compared."""
    for key in ("seed", "actions", "bots", "returns", "ranks", "forfeits"):
        if key not in line:
            raise ValueError(f"{key!r} is missing; a game of an arena has it")
    seated = line["bots"]
    if not isinstance(seated, list) or any(type(i) is not int or not 0 <= i < len(bots) for i in seated):
        raise ValueError(f"'bots' is not a list of places in the list of {len(bots)} bots")
    if not isinstance(line["actions"], list):
        raise ValueError("'actions' is not a list")  # noqa: TRY004  # as everything that is wrong with a line
    names = [bots[i] for i in seated]
    record = Record.from_actions(game, line["actions"], seed=line["seed"], players=names, views=views)
    lost = {forfeit["seat"] for forfeit in check_forfeits(line)}
    worst = min(record.returns)
    returns = [worst if seat in lost else value for seat, value in enumerate(record.returns)]
    if returns != line["returns"]:
        raise ValueError(f"'returns' is {str(line['returns'])[:80]}; the game gives {returns}")
    said = zip(record.moves, check_annotations(line), strict=True)
    record = replace(
        record, moves=tuple(replace(move, notes={"bot": entry}) if entry else move for move, entry in said)
    )
    return record.annotate(event="arena", round=f"{line.get('deal')}.{line.get('game')}")


def find_arena_folder(path: Path) -> Path | None:
    """Return the folder of the arena that a path names: itself, or the file of its games; None for anything else."""
    if path.is_dir():
        return path
    if path.name == GAMES and path.with_name("settings.json").is_file():
        return path.parent
    return None


def has_ended(folder: Path) -> bool:
    """Return whether the file of games belongs to the last run in a folder. A run writes it at its end."""
    return (folder / GAMES).exists() and Store(folder).read_run() is None


def is_moved(path: Path) -> bool:
    """Return whether it is an arena's file of games without its settings."""
    with path.open("rb") as stream:
        return stream.read(8) == b'{"deal":'


def read_games(folder: Path, lines: Iterator[str] | None = None) -> Iterator[Played]:
    """Read the games of an arena in order, from its file, or from `lines` if a run has not written it yet.

    The RecordError names a wrong line, the OSError a file that can't be read.
    """
    file = folder / GAMES
    try:
        known = read_settings(folder)
        game, bots = _load_game(known), tuple(map(str, known["bots"]))
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(str(error).removeprefix(f"{folder} "), path=str(folder)) from None
    for number, text in enumerate(_read_lines(file) if lines is None else lines, 1):
        try:
            if len(text) > _LONGEST_LINE:
                raise ValueError("it is too long")
            line = read_json(text)
            if not isinstance(line, dict):
                raise ValueError("it is not an object")  # noqa: TRY004
            record = record_of(game, bots, line, views=False)
            ranks = line["ranks"]
            if (
                not isinstance(ranks, list)
                or len(ranks) != len(record.players)
                or any(type(r) is not int for r in ranks)
            ):
                raise ValueError("'ranks' is not one number per seat")
        except (ValueError, TypeError) as error:
            raise RecordError(f"not a game of this arena: {error}", path=str(file), line=number) from None
        yield Played(record, tuple(ranks), tuple(line["forfeits"]))


def _read_lines(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8", errors="backslashreplace") as stream:
        while line := stream.readline(_LONGEST_LINE + 1):
            yield line


def _load_game(known: Mapping[str, Any]) -> Game:
    """Load the game of the settings. They may come from outside: no option is the name of a file."""
    if known.get("format") != FORMAT:
        raise ValueError(f"its format is {str(known.get('format'))[:20]}; allowed: {FORMAT}")
    name, options = str(known["game"]).partition("(")[0], dict(known["options"])
    return load_foreign_game(name, options)
