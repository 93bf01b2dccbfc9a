"""Files of game records: reads them line by line, and writes them without ever leaving a damaged file."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .. import _core
from .._util.checks import each, flag
from .._util.messages import brief
from .._util.output_files import replace_file
from .fields import check_content, notes_of
from .game_record import Record
from .lines import LineError, RecordError, parsed
from .walk import Deal, Move, Part, part_of

AnyPath = str | os.PathLike[str]

LONGEST_LINE = 1 << 26  # bytes: more is not a record, and is not read into memory


def read(path: AnyPath, *, partial: bool = False) -> Iterator[Record]:
    """Read the games of a file, one after the other. A file whose name ends in `.gz` is unpacked on the way.

    Lines are checked as they are read, but the game is not played again: that is `Record.check`.

    Parameters
    ----------
    path
        The file.
    partial
        True also yields a last game that breaks off, as far as it goes. Default False.

    Yields
    ------
    Record
        The next game.

    Raises
    ------
    RecordError
        If a line is wrong, or the file ends within a game and `partial` is False. It names the file, the line and what
        is wrong. The games before it have been returned.
    OSError
        If the file cannot be opened.
    TypeError
        If `path` is not the name of a file, or `partial` is not a bool.
    """
    file = Path(path).absolute()  # it is opened when the first game is asked for
    return _games(os.fspath(path), file, flag(partial, "partial"))


def _games(path: str, file: Path, partial: bool) -> Iterator[Record]:
    with _opened(file) as lines:
        yield from read_lines(lines, path, partial=partial)


def read_lines(lines: Any, path: str, *, partial: bool) -> Iterator[Record]:
    """Yield the games of an open binary file. See `read`."""
    return _Reader(path, partial).records(lines)


def write(path: AnyPath, records: Iterable[Record], *, append: bool = False) -> int:
    """Write games to a file, and return their number. See `Writer`.

    A file that is replaced stays unchanged until the last game is written, so the games may be read from it.

    Parameters
    ----------
    path
        The file. It is compressed if its name ends in `.gz`.
    records
        The games. A file that is read while it is being continued ends where it ended when it was opened.
    append
        True appends to an existing file. False (default) replaces it.

    Raises
    ------
    RecordError
        If the file that is continued is damaged.
    OSError
        If the file cannot be opened or written.
    TypeError
        If `records` are not records, or `append` is not a bool. Records before an invalid one are written to a new or
        continued file; a file to be replaced stays unchanged.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from uneri import records
    >>> game = records.record("onda(players=2,rounds=1)", ["greedy", "greedy"], seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "games.uneri.jsonl"
    ...     count = records.write(path, [game, game])
    ...     print(count, list(records.read(path)) == [game, game])
    2 True
    """
    games = map(_checked, each(records, "records", "an iterable of Records"))
    first = list(islice(games, 1))  # before the file is opened, which makes a new one
    with contextlib.ExitStack() as stack:
        place = path if append or not Path(path).is_file() else stack.enter_context(replace_file(Path(path)))
        writer = stack.enter_context(Writer(place, append=append))
        for record in chain(first, games):
            writer.write(record)
        return writer.games


def _checked(record: Any) -> Record:
    if not isinstance(record, Record):
        raise TypeError(f"record must be a Record, not {brief(record)} ({type(record).__name__})")
    return record


class Writer:
    """A file of records, written one whole game at a time.

    An incomplete file can still be read. If its name ends in `.gz`, the file is compressed, each game by itself. Use it
    in a `with` statement, or call `close`.

    Parameters
    ----------
    path
        The file. An existing file is replaced.
    append
        True continues an existing file, after reading it. Default False.

    Raises
    ------
    RecordError
        If the file that is continued is damaged.
    OSError
        If the file cannot be opened.
    TypeError
        If `path` is not the name of a file, or `append` is not a bool.
    """

    def __init__(self, path: AnyPath, *, append: bool = False) -> None:
        flag(append, "append")
        self.path = os.fspath(path)
        self.games = 0
        """Games written by this object."""
        if append and Path(self.path).is_file():
            for _ in read(self.path):
                pass
        self._file: io.RawIOBase | None = _raw(self.path, "ab" if append else "wb")
        self._needs_end = append and not self.path.endswith(".gz") and _lacks_line_end(self.path)

    def write(self, record: Record) -> None:
        """Write one game, at once.

        When the disk is full or the reader of a pipe is gone, the incomplete game is removed again.

        Raises
        ------
        OSError
            If the game can't be written. The message says how many games are whole.
        ValueError
            After `close`.
        TypeError
            If `record` is not a record.
        """
        if self._file is None:
            raise ValueError(f"{self.path} is closed")
        data = _checked(record).to_bytes()
        if self.path.endswith(".gz"):
            data = gzip.compress(data, mtime=0)  # no time: the same games give the same bytes
        elif self._needs_end:
            data = b"\n" + data
        start = self._size()
        try:
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) or 0 :]
        except OSError as error:
            self._take_back(start)
            problem = f"cannot write game {self.games + 1}, those before it are whole: {error.strerror or error}"
            raise type(error)(error.errno, problem, self.path) from error
        self._needs_end = False
        self.games += 1

    def _size(self) -> int | None:
        """Return the offset of the next game; None for a pipe."""
        assert self._file is not None
        return self._file.seek(0, os.SEEK_END) if self._file.seekable() else None

    def _take_back(self, start: int | None) -> None:
        if start is None or self._file is None:
            return
        try:
            self._file.truncate(start)
            self._file.seek(start)
        except OSError:  # a device, not a file
            self._file.close()
            self._file = None

    def __reduce__(self) -> Any:
        raise TypeError(f"a Writer can't be pickled or copied: it is the open file {self.path}; use records")

    def close(self) -> None:
        """Close the file. It may be called twice."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _raw(path: str, mode: str) -> io.RawIOBase:
    return io.FileIO(path, mode)


class _FixedLength(io.FileIO):
    """A file that ends where it ended when it was opened, so that a reader that appends to it finishes."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        about = os.fstat(self.fileno())
        self._left = about.st_size if stat.S_ISREG(about.st_mode) else None

    def readinto(self, buffer: Any) -> int:
        if self._left is None:
            return super().readinto(buffer) or 0
        count = super().readinto(memoryview(buffer)[: self._left]) or 0
        self._left -= count
        return count


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[Any]:
    with io.BufferedReader(_FixedLength(path)) as file:
        yield gzip.open(file) if path.name.endswith(".gz") else file  # noqa: SIM115 (it has nothing open but the file)


def _lacks_line_end(path: str) -> bool:
    file = Path(path)
    if not file.is_file() or file.stat().st_size == 0:
        return False
    with file.open("rb") as stream:
        stream.seek(-1, os.SEEK_END)
        return stream.read(1) != b"\n"


class _Reader:
    """Assembles lines into games."""

    def __init__(self, path: str, partial: bool) -> None:
        self._path, self._partial = path, partial
        self._line = 0
        self._sum = ""
        self._game: list[dict[str, Any]] = []  # the head and the deal of the game under way
        self._moves: list[Move] = []
        self._start = 0

    def records(self, lines: Any) -> Iterator[Record]:
        """All games."""
        for line in self._lines(lines):
            self._line += 1
            if len(line) > LONGEST_LINE:
                raise self._error(f"a line of more than {LONGEST_LINE} bytes")
            try:
                content, self._sum = parsed(line, self._sum)
                check_content(content, self._expected())
                self._in_order(content)
            except LineError as error:
                if self._partial and not line.endswith(b"\n"):  # the last, cut short
                    break
                raise self._error(str(error)) from None
            if not self._game:
                self._start = self._line
            if content["type"] == "end":
                yield self._record(content)
                self._game, self._moves, self._sum = [], [], ""
            elif content["type"] == "move":
                self._moves.append(_move(content))  # at once: lines in memory are work for the garbage collector
            else:
                self._game.append(content)
        if not self._game:
            return
        if not self._partial:
            raise self._error(f"the file ends within a game, after {len(self._moves)} moves")
        if len(self._game) > 1:
            yield self._record(None)

    def _lines(self, stream: Any) -> Iterator[bytes]:
        while True:
            try:
                line: bytes = stream.readline(LONGEST_LINE + 1)
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                if self._partial and isinstance(error, EOFError):
                    return
                self._line += 1
                raise self._error(f"the packed data is damaged: {error}") from None
            if not line:
                return
            yield line

    def _expected(self) -> tuple[str, ...]:
        if not self._game:
            return ("game",)
        return ("deal",) if len(self._game) == 1 else ("move", "end")

    def _in_order(self, content: dict[str, Any]) -> None:
        moves = len(self._moves)
        for kind, field in (("move", "ply"), ("end", "plies")):
            if content["type"] == kind and content[field] != moves:
                raise LineError(f"{field!r} must be {moves}, not {content[field]}")

    def _record(self, end: dict[str, Any] | None) -> Record:
        head, deal = self._game
        record = Record(
            game=head["game"],
            options=head["options"],
            players=tuple(head["players"]),
            seed=head["seed"],
            views=head["views"],
            deal=Deal(tuple(deal["full"]["chance"]), **_shared(deal)),
            moves=tuple(self._moves),
            over=end["over"] if end else False,
            returns=tuple(end["returns"]) if end else (),
            state=end["state"] if end else "",
            rules=head["rules"],
            version=head["uneri"],
            headers=notes_of(head),
            end_notes=notes_of(end) if end else {},
            path=self._path,
            line=self._start,
        )
        return record if end else record.ended_here()

    def _error(self, problem: str) -> RecordError:
        return RecordError(problem, path=self._path, line=max(1, self._line))


def _move(content: dict[str, Any]) -> Move:
    full = content["full"]
    chance, returns = tuple(full.get("chance", ())), tuple(full.get("returns", ()))
    move = Move(content["ply"], full["seat"], full["action"], full["text"], chance, returns, **_shared(content))
    _core.untrack(move, (Move, Part))  # a file has thousands, which the garbage collector would look through in vain
    return move


def _shared(content: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that deals and moves share."""
    private = {int(seat): part_of(part) for seat, part in content["private"].items()}
    return {"public": part_of(content["public"]), "private": private, "notes": notes_of(content)}
