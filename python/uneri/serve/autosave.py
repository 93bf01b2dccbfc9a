"""Writes a game to the disk: its record, and beside it a file with the other data for resuming it.

The record is complete after each move: the next move replaces its last line, the end, and a new end follows. Links are
stored as digests, which don't open a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from uneri._util.output_files import write_whole
from uneri.records import Deal, Record
from uneri.records.lines import line_sum, written

from .table import Table

FORMAT: Final = 1
"""The format of the file beside a record."""
RECORD, BESIDE = ".uneri.jsonl", ".resume.json"
_PATIENCE: Final = 10
"""Seconds after which players no longer wait for the disk."""
_PRIVATE: Final = 0o600
_FLAGS = sum(getattr(os, name, 0) for name in ("O_RDWR", "O_CREAT", "O_CLOEXEC", "O_BINARY", "O_NOFOLLOW"))


def digest_of(token: str) -> str:
    """Return the digest of a link for storage. Its 192 random bits need no salt."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def sum_of(deal: Deal) -> str:
    """Return a checksum that ties links to their record."""
    return line_sum("", deal.plain())


@dataclass(frozen=True)
class Mark:
    """The part of a record that is on the disk, without its last line."""

    lines: int = 0
    size: int = 0
    """In bytes."""
    sum: str = ""
    """The checksum of the last of these lines."""
    end: bytes = b""
    """The last line, which follows."""


class Autosave:
    """The files of one game."""

    def __init__(self, path: Path, table: Table, links: Mapping[str, int | None], mark: Mark | None = None) -> None:
        self._path, self._table, self._links = path, table, links
        self._mark = mark or Mark()
        self._noted: float = -1 if mark is None else len(table.notes)
        """Number of notes on the disk. The rest of the file beside the record changes only with them."""
        self._writer: asyncio.Task[None] | None = None

    @property
    def behind(self) -> bool:
        """Whether anything isn't on the disk yet."""
        return self._lacks(2 + len(self._table.moves), len(self._table.notes))

    async def flush(self) -> None:
        """Wait until everything so far is on the disk. Raise OSError if it can't be written soon."""
        wanted = 2 + len(self._table.moves), len(self._table.notes)
        while self._lacks(*wanted):
            if self._writer is None or self._writer.done():
                self._writer = asyncio.create_task(self._write())
            async with asyncio.timeout(_PATIENCE):
                await asyncio.shield(self._writer)

    def follow(self, table: Table) -> Autosave:
        """Continue with the same game after moves were taken back."""
        return Autosave(self._path, table, self._links)

    async def forget(self) -> None:
        """Keep only the record, so that the links expire."""
        try:
            await self.flush()
        finally:
            self._noted = math.inf  # from now on there is nothing beside the record
            self._beside.unlink(missing_ok=True)

    def _lacks(self, lines: int, notes: int) -> bool:
        return self._mark.lines < lines or self._noted < notes

    @property
    def _beside(self) -> Path:
        return self._path.with_name(self._path.name.removesuffix(RECORD) + BESIDE)

    async def _write(self) -> None:
        """Write everything so far, in a thread. Later events wait for the next call."""
        record, mark, notes = self._table.record(), self._mark, len(self._table.notes)
        rest = self._rest() if self._noted < notes else ""

        def write() -> Mark:
            found = _add(self._path, record, mark)
            if rest:
                write_whole(self._beside, rest, sync=True, mode=_PRIVATE)  # and with it the folder
            return found

        self._mark = await asyncio.to_thread(write)
        self._noted = max(self._noted, notes)
        if self._noted == math.inf:  # forgotten meanwhile
            self._beside.unlink(missing_ok=True)

    def _rest(self) -> str:
        """Return the data that `resume` needs beside the record."""
        table = self._table
        told = {
            "format": FORMAT,
            "deal": sum_of(table.deal),
            "links": self._links,
            "seats": list(table.seats),
            "hints": table.hints,
            "seed": table.seed,
            "replaced": sorted(table.replaced),
            "notes": table.notes,
        }
        return written([told])[0].decode()


def _add(path: Path, record: Record, mark: Mark) -> Mark:
    """Write the new parts of a record to a file, and wait for the disk. After an error the file is as before."""
    with open(path, "r+b", buffering=0, opener=lambda name, _: os.open(name, _FLAGS, _PRIVATE)) as file:
        if os.fstat(file.fileno()).st_size < mark.size:  # somebody removed or cut it
            mark = Mark()
        *made, end = record.contents(mark.lines)
        data, last = written(made, mark.sum)
        found = Mark(mark.lines + len(made), mark.size + len(data), last, written([end], last)[0])
        try:
            _put(file, mark.size, data + found.end)
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                _put(file, mark.size, mark.end)
            raise
    return found


def _put(file: io.FileIO, place: int, data: bytes) -> None:
    """Replace everything in a file from an offset on."""
    file.seek(place)
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    file.truncate()
