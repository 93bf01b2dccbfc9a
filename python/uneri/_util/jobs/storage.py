"""Stores results in a folder of this machine, or in one that `pyarrow.fs` reaches."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from pathlib import Path, PurePath
from typing import Any

from ..._util.messages import cut, printable
from ..libraries import import_extra
from ..output_files import write_whole

TEMPORARY = ".tmp"
_is_junction = getattr(os.path, "isjunction", os.path.islink)  # of Windows; since Python 3.12


class Storage:
    """A folder whose files are complete or absent.

    A file is written under a temporary name beside its place and then moved. So two workers may write the same file:
    the last one wins, and the file is whole.

    A linked folder inside it isn't written to: its creator would choose which files are changed.

    Parameters
    ----------
    place
        A path, or an address such as `s3://bucket/folder`, which needs `pyarrow` (extra `data`). It may be a link.

    Raises
    ------
    ValueError
        If this kind of address is not supported.
    ImportError
        If pyarrow is missing.

    Examples
    --------
    >>> import tempfile
    >>> from uneri._util.jobs import Storage
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     storage = Storage(folder)
    ...     storage.write("a/b.bin", b"12")
    ...     storage.read("a/b.bin"), storage.names("a"), storage.read("c")
    (b'12', ['b.bin'], None)
    """

    def __init__(self, place: str | os.PathLike[str]) -> None:
        self.place = os.fspath(place)
        is_address = re.match(r"\w[\w+.-]+://", self.place)
        # Absolute, since a worker, or this program later, may be in another folder.
        self.folder = None if is_address else Path(self.place).absolute()
        """The folder, if it is one of this machine."""

    def __str__(self) -> str:
        return self.place

    def read(self, name: str) -> bytes | None:
        """Read a file by its path from the folder; None if it isn't there. Raise ValueError for special files."""
        try:
            self.check_file(name)
            if self.folder is not None:
                return (self.folder / name).read_bytes()
            system, root = self._system()
            with system.open_input_stream(f"{root}/{name}") as file:
                return bytes(file.read())
        except FileNotFoundError:
            return None

    def check_file(self, name: str) -> None:
        """Check that a name on this machine is a file: opening a pipe or a device might never end."""
        base = self._base()
        if base is not None and not stat.S_ISREG((base / name).stat().st_mode):
            raise ValueError(f"{base / name} is not a plain file")

    def write(self, name: str, content: Any) -> None:
        """Write a file whole. The OSError names it, also for a full disk; an existing file stays then."""
        self._check_way(name)
        beside = f"{name}.{os.getpid()}-{secrets.token_hex(4)}{TEMPORARY}"
        try:
            if self.folder is not None:
                path = self.folder / beside
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(self.folder / name, memoryview(content), sync=True, beside=path)
                return
            system, root = self._system()
            system.create_dir(f"{root}/{name}".rpartition("/")[0], recursive=True)
            with system.open_output_stream(f"{root}/{beside}") as file:
                file.write(content)
            system.move(f"{root}/{beside}", f"{root}/{name}")
        except OSError as error:
            raise type(error)(error.errno, error.strerror or str(error), f"{self.place}/{name}") from error

    def names(self, under: str) -> list[str]:
        """List the whole files of a folder, sorted. Hidden ones are left out, as Arrow and Hadoop do: `.DS_Store`, `_SUCCESS`."""
        if self.folder is not None:
            try:
                found = [entry.name for entry in os.scandir(self.folder / under)]
            except (FileNotFoundError, NotADirectoryError):
                found = []
        else:
            system, root = self._system()
            chosen = _arrow_fs().FileSelector(f"{root}/{under}", allow_not_found=True)
            found = [info.base_name for info in system.get_file_info(chosen)]
        return sorted(name for name in found if not name.endswith(TEMPORARY) and not is_hidden(name))

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        self._check_way(name)
        with contextlib.suppress(FileNotFoundError):
            if self.folder is not None:
                (self.folder / name).unlink()
            else:
                system, root = self._system()
                system.delete_file(f"{root}/{name}")

    def sweep(self, under: str) -> None:
        """Remove the partial files of killed runs in a folder of this machine. No other run may be active there."""
        self._check_way(f"{under}/{TEMPORARY}")
        if self.folder is not None and (self.folder / under).is_dir():
            for left in (self.folder / under).glob(f"*{TEMPORARY}"):
                left.unlink(missing_ok=True)

    def _base(self) -> Path | None:
        """Return the folder if it is on this machine, however it is addressed."""
        if self.folder is not None:
            return self.folder
        return Path(self._system()[1]) if self.place.startswith("file:") else None

    def _check_way(self, name: str) -> None:
        """Raise OSError if a folder on the path from this one to a file is a link."""
        base = self._base()
        if base is not None:
            for between in PurePath(name).parents[:-1]:
                check_no_link(base / between)

    def _system(self) -> tuple[Any, str]:
        try:
            system, root = _arrow_fs().FileSystem.from_uri(self.place)
        except OSError:
            raise
        except Exception as error:
            raise ValueError(f"{self.place} cannot be reached: {printable(cut(str(error)))}") from error
        return system, root.rstrip("/")


def is_hidden(name: str) -> bool:
    """Return whether a file is hidden: runs write none, but file managers and Hadoop do."""
    return name.startswith((".", "_"))


def check_no_link(path: Path) -> None:
    """Raise OSError if a path is a link: a folder from outside may hold one, and nothing is written through links."""
    if path.is_symlink() or _is_junction(path):
        raise OSError(
            errno.ELOOP, "it is a link, through which nothing is written; use a real file or folder", str(path)
        )


def _arrow_fs() -> Any:
    return import_extra("pyarrow.fs", "an address needs pyarrow", "pyarrow")
