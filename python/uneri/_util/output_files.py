"""Writes the files that a user names: checks before long work that they can be written, and replaces files atomically.

Other code replaces files through these functions, too. Pipes and devices are never replaced. For a link, its target is.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from .._util.messages import brief


def check_target(path: Path, what: str) -> None:
    """Raise ValueError if no file can be written at a path. An existing file stays as it is."""
    given = f"{what} is {brief(str(path))}"
    try:
        if not path.parent.is_dir():
            raise ValueError(f"{given}; there is no folder {brief(str(path.parent))}")
        if path.is_dir():
            raise ValueError(f"{given}, which is a folder, not a file")
        if _is_special(path):
            raise ValueError(f"{given}, which isn't a plain file; name another file")
        beside = _name_part(Path(os.path.realpath(path)))
        beside.write_bytes(b"")
        beside.unlink()
    except OSError as error:
        raise ValueError(f"{given}; it cannot be written: {error.strerror or error}") from None


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file, through links or not, even if it doesn't exist yet."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other))


def write_target(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. The OSError names it."""
    with replace_file(path) as beside:
        beside.write_bytes(data)


@contextlib.contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Yield a path for new content, which replaces a file at the end of the block, unless there is an error.

    The OSError names the file; it is also raised if that is not a plain file.
    """
    target = Path(os.path.realpath(path))
    if _is_special(path):
        raise OSError(errno.EINVAL, "it isn't a plain file; name another file", str(path))
    with move_into_place(_name_part(target), target, str(path)) as beside:
        yield beside
        with contextlib.suppress(OSError):  # there was none
            shutil.copymode(target, beside)


@contextlib.contextmanager
def move_into_place(beside: Path, target: Path, name: str = "") -> Iterator[Path]:
    """Move a file to its place at the end of the block, or remove it after an error. The OSError names the place, even
    if the system's error names no file, as for a full disk.
    """
    try:
        yield beside
        beside.replace(target)
    except OSError as error:
        if error.filename not in (None, str(beside)):
            raise
        raise type(error)(error.errno, error.strerror or str(error), name or str(target)) from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def write_whole(
    path: Path,
    content: str | bytes | memoryview | Iterable[str],
    *,
    sync: bool = False,
    mode: int | None = None,
    beside: Path | None = None,
) -> None:
    """Write a file whole or not at all, whenever the program stops. With `sync` that holds for a power cut, too, and
    the file is on the disk when this returns. `mode` sets the file's permissions, if they aren't the usual ones.

    `beside` is its temporary name. A link is replaced, not followed: somebody else may own the folder. The
    OSError names the file.
    """
    with move_into_place(beside or path.with_name(path.name + ".tmp"), path) as new:
        if mode is not None:
            new.touch(mode)
        parts = content if not isinstance(content, str | bytes | memoryview) else [content]
        with new.open("wb") as file:
            file.writelines(part.encode() if isinstance(part, str) else part for part in parts)
            if sync:
                file.flush()
                os.fsync(file.fileno())
    if sync:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder, so that files moved there survive a power cut, where the system allows it."""
    with contextlib.suppress(OSError):  # Windows opens no folder, some file systems refuse
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _is_special(path: Path) -> bool:
    """Return whether it is a pipe, a device or a socket."""
    return path.exists() and not path.is_file()


def _name_part(path: Path) -> Path:
    return path.with_name(f"{os.getpid()}.part.{path.name}")  # the suffix gives the type: .gz, .svg
