"""The folder of an arena: settings, one file per work unit, and at the end all games and the table.

    settings.json             what decides every game
    units/00000-1f2e....jsonl games of a unit, then a line that closes it
    games.jsonl               all games that the table counts, in order
    table.json                the table
    run.json                  there while an arena runs, or since it was stopped or killed: how many deals it wants, its
                              sequential test, when it began. As long as it is there, the table is that of a run before
    lock                      there while an arena runs: its process, and a lock of the operating system

Every file is written under a temporary name and then moved: an existing file is complete.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .._util.checks import bounded, number
from .._util.interrupts import ForkGuard
from .._util.jobs.lock import NAME as LOCK
from .._util.jobs.lock import FolderLock
from .._util.jobs.storage import check_no_link, is_hidden
from .._util.libraries import import_extra
from .._util.output_files import replace_file, write_whole
from .._util.strict_json import read_json
from ..bots.specs import check_networks
from .schedule import Settings, Unit
from .sprt import ERROR, Sprt

_SETTINGS = "settings.json"
GAMES = "games.jsonl"
TABLE = "table.json"
_RUN = "run.json"
MOST_DEALS = 100_000_000
_LATEST = 1e11  # seconds since 1970: earlier, no clock was right


class Store:
    """Results on disk. `open_folder` returns one to write to, with the folder's lock."""

    def __init__(self, folder: Path, lock: FolderLock | None = None) -> None:
        self.folder, self._lock = folder, lock
        self._home = ForkGuard()
        self._noted: dict[str, Any] | None = None

    def begin(self, settings: Settings) -> None:
        """Write the settings to the folder, if it has none yet. Raise ValueError if it cannot be written."""
        units = self.folder / "units"
        try:
            check_no_link(units)
        except OSError as error:
            raise ValueError(f"{units}: {error.strerror}") from None
        try:
            units.mkdir(parents=True, exist_ok=True)
            if self._lock is not None and self._lock.held:
                for left in self.folder.rglob("*.tmp"):  # of a killed run: no other is active here
                    left.unlink(missing_ok=True)
            if not (self.folder / _SETTINGS).exists():
                text = json.dumps(settings.to_dict(), indent=1, ensure_ascii=False) + "\n"
                write_whole(self.folder / _SETTINGS, text, sync=True)
        except OSError as error:
            raise ValueError(_explain_no_writing(self.folder, error)) from None

    def note_run(self, deals: int, kept: int, sprt: Sequence[float] | None) -> None:
        """Store what this run does, for `read_run`."""
        self._noted = {"deals": deals, "kept": kept, "begun": time.time(), "sprt": sprt, "stopped": False}
        write_whole(self.folder / _RUN, dump_json_lines([self._noted]))

    def read_run(self) -> dict[str, Any] | None:
        """Return the note of a run while it plays, or of one that did not finish; else None.

        `deals` is its goal, `kept` the earlier ones, `begun` in seconds, `sprt` as for `Sprt` or None, `stopped` if the
        run could still record that.
        """
        try:
            found = read_json((self.folder / _RUN).read_bytes())
            run = {
                **{name: bounded(found[name], name, 0, MOST_DEALS) for name in ("deals", "kept")},
                "begun": number(found["begun"], "begun", 0.0, _LATEST),
                "sprt": found.get("sprt"),
                "stopped": found.get("stopped") is True,
            }
            if run["sprt"] is not None:
                Sprt(*run["sprt"])
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return run

    def read_table(self) -> tuple[int, list[float] | None] | None:
        """Return the deals that the table counts, and its sequential test as for `Sprt`; None without a table."""
        path = self.folder / TABLE
        try:
            found = read_json(path.read_bytes())
            deals, test = bounded(found["deals"], "deals", 0, MOST_DEALS), found["sprt"]
            if test is None:
                return deals, None
            sprt = [test["elo0"], test["elo1"], *(test.get(error, ERROR) for error in ("alpha", "beta"))]
            Sprt(*sprt)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ValueError(f"{path} cannot be read: {error.strerror or error}") from None
        except KeyError as error:
            raise ValueError(f"{path} is damaged, or from another version: {error} is missing") from None
        except (TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{path} is damaged, or from another version: {error}") from None
        return deals, sprt

    def newest(self) -> float | None:
        """Return when the last unit was finished, in seconds since 1970; None before the first."""
        with contextlib.suppress(OSError):
            units = (item for item in os.scandir(self.folder / "units") if not is_hidden(item.name))
            return max((item.stat().st_mtime for item in units), default=None)
        return None

    def close(self) -> None:
        """Release the folder; remove it if nothing was begun."""
        if self._lock is not None:
            if self._noted is not None and self._home.is_here:  # it did not finish: the table isn't this run's
                with contextlib.suppress(OSError):
                    write_whole(self.folder / _RUN, dump_json_lines([{**self._noted, "stopped": True}]))
            self._lock.release()
            with contextlib.suppress(OSError):  # it is not empty
                self.folder.rmdir()

    def read_unit(self, unit: Unit) -> str | None:
        """Return the lines of a finished unit, or None. A damaged file counts as missing: it is played again."""
        try:
            text = self.locate(unit).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None
        games, closing = text[: text.rfind("\n", 0, -1) + 1], text[text.rfind("\n", 0, -1) + 1 :]
        return games if closing == dump_json_lines([_make_closing(unit, games)]) else None

    def write_unit(self, unit: Unit, games: str) -> None:
        """Store the lines of a unit."""
        write_whole(self.locate(unit), games + dump_json_lines([_make_closing(unit, games)]))

    def write_results(self, games: Iterable[str], table: dict[str, Any]) -> None:
        """Write the games and the table, both from the units."""
        write_whole(self.folder / GAMES, games, sync=True)
        write_whole(self.folder / TABLE, [json.dumps(table, indent=1, ensure_ascii=False), "\n"], sync=True)
        self._noted = None
        with contextlib.suppress(OSError):
            (self.folder / _RUN).unlink(missing_ok=True)

    def locate(self, unit: Unit) -> Path:
        """Return the file of a unit."""
        return self.folder / "units" / f"{unit.number:06d}-{unit.id}.jsonl"


def open_folder(folder: Path, settings: Settings, *, resume: bool) -> Store:
    """Return the folder for these settings, locked; nothing is written before `begin`.

    Raise ValueError if another arena is active there, or if it holds results and `resume` is False, or other results.
    """
    if not _is_ours_or_free(folder):
        raise ValueError(f"{folder} is not an arena's folder; use a new or empty one, or one of an arena")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FolderLock(folder)
    except OSError as error:
        raise ValueError(_explain_no_writing(folder, error)) from None
    store = Store(folder, lock)
    try:
        if (folder / _SETTINGS).exists():
            if not resume:
                raise ValueError(
                    f"{folder} already holds an arena; continue it with resume=True, or use another folder"
                )
            _check_same(folder, read_stored_settings(folder).to_dict(), settings)
    except BaseException:
        store.close()
        raise
    return store


def _explain_no_writing(folder: Path, error: OSError) -> str:
    return f"{folder} cannot be written: {error.strerror or error}"


def _is_ours_or_free(folder: Path) -> bool:
    """Return whether it is an arena's folder, or holds only the files of a run killed before it wrote its settings.

    The names are read once: another arena may be writing its settings at this moment.
    """
    try:
        names = {item.name for item in folder.iterdir() if not is_hidden(item.name)}
    except NotADirectoryError:
        return False
    except FileNotFoundError:  # removed by an arena that began nothing
        return True
    return _SETTINGS in names or names <= {"units", _SETTINGS + ".tmp", LOCK}


def read_settings(folder: Path) -> dict[str, Any]:
    """Read the settings of a folder."""
    try:
        found = read_json((folder / _SETTINGS).read_bytes())
    except OSError as error:
        raise ValueError(f"{folder} is not a folder of an arena: {_SETTINGS}: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(f"{folder / _SETTINGS} is damaged: {error}") from None
    if isinstance(found, dict):
        return found
    raise ValueError(f"{folder / _SETTINGS} is damaged: it does not hold an object")


def read_stored_settings(folder: Path) -> Settings:
    """Return the settings of a folder, checked. They may come from outside: the ValueError names what isn't allowed."""
    found = read_settings(folder)
    try:
        return Settings.of(found)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{folder / _SETTINGS} is damaged, or from another version: {error}") from None


def _check_same(folder: Path, there: dict[str, Any], settings: Settings) -> None:
    here = json.loads(json.dumps(settings.to_dict()))
    differing = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    if differing == ["networks"]:
        check_networks(there.get("networks", {}), here.get("networks", {}), f"the arena in {folder}")
    if differing:
        parts = [
            f"{name} is {_shorten(there.get(name))} there and {_shorten(here.get(name))} here" for name in differing
        ]
        raise ValueError(f"{folder} holds another arena: {'; '.join(parts)}; use the same settings, or another folder")


def _shorten(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + "..."


def dump_json_lines(lines: Iterable[dict[str, Any]]) -> str:
    """Write one object per line."""
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)


def write_parquet(path: Path, lines: Iterable[dict[str, Any]], bots: Iterable[str]) -> None:
    """Write one row per game. The ImportError names the extra if pyarrow is missing."""
    arrow, parquet = (import_extra(name, "Parquet needs pyarrow", "pyarrow") for name in ("pyarrow", "pyarrow.parquet"))
    schema = arrow.schema(
        [
            ("deal", arrow.int64()),
            ("game", arrow.int32()),
            ("seed", arrow.uint64()),
            ("bots", arrow.list_(arrow.int16())),
            ("returns", arrow.list_(arrow.float64())),
            ("ranks", arrow.list_(arrow.int16())),
            ("decisions", arrow.int32()),
            ("forfeits", arrow.string()),
            ("actions", arrow.list_(arrow.int32())),
        ],
        metadata={"bots": json.dumps(list(bots))},
    )
    rows = [{**line, "forfeits": json.dumps(line["forfeits"]) if line["forfeits"] else None} for line in lines]
    with replace_file(path) as beside:
        parquet.write_table(arrow.Table.from_pylist(rows, schema=schema), beside, compression="zstd")


def _make_closing(unit: Unit, games: str) -> dict[str, Any]:
    digest = hashlib.sha256(games.encode()).hexdigest()[:16]
    return {"unit": unit.id, "first": unit.first, "last": unit.last, "digest": digest}
