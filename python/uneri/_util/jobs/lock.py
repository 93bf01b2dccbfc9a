"""Allows one run at a time in a folder, by an operating system lock that is released when its process ends."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import re
import stat
import weakref
from pathlib import Path
from typing import Any

NAME = "lock"
_TAKEN = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"))
_OURS = re.compile(rb"[\d\r\n\0]{0,30}")  # the number of a process, or a part of it after a power cut
_FAR = 1 << 30  # the byte that Windows locks: the number of the process, before it, stays readable


class FolderLock:
    """A lock held until `release`. Raises ValueError if another run (named) holds it, OSError if it can't be written.

    The file is written and removed, so it must be a lock file: a link, or a file with other content, is a ValueError.

    `held` is False if the file system doesn't support locks.
    """

    def __init__(self, folder: Path, kind: str = "arena") -> None:
        self._path = folder / NAME
        while True:
            self._check_name()
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
            try:
                self.held = _lock(self._file)
                if not self._is_there():  # the previous holder removed it between our two steps
                    os.close(self._file)
                    continue
                self._check_file()
                os.ftruncate(self._file, 0)
                os.lseek(self._file, 0, os.SEEK_SET)
                os.write(self._file, f"{os.getpid()}\n".encode())
                _HELD.add(self)
                return
            except BlockingIOError:
                owner = self._read_owner()
                os.close(self._file)
                raise ValueError(
                    f"{folder} is in use by another {kind}{owner}; use another folder, or wait until that one ends"
                ) from None
            except BaseException:
                os.close(self._file)
                raise

    def _check_name(self) -> None:
        """Refuse pipes and devices: opening them has side effects."""
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISREG(self._path.lstat().st_mode):
                raise self._make_refusal()

    def _check_file(self) -> None:
        """Raise ValueError if the open file is not a lock."""
        told, content = os.fstat(self._file), os.read(self._file, 100)
        if not stat.S_ISREG(told.st_mode) or told.st_nlink > 1 or not _OURS.fullmatch(content):
            raise self._make_refusal()

    def _make_refusal(self) -> ValueError:
        return ValueError(f"{self._path} is not the lock of a run; use another folder, or remove that file")

    def _is_there(self) -> bool:
        """Return whether the open file is the one with this name."""
        try:
            named = self._path.lstat()
        except FileNotFoundError:
            return False
        return os.path.samestat(named, os.fstat(self._file))

    def _read_owner(self) -> str:
        with contextlib.suppress(OSError, ValueError):
            return f" (process {int(os.pread(self._file, 20, 0))})" if hasattr(os, "pread") else ""
        return ""

    def _leave_to_parent(self) -> None:
        """Close the file in a forked child, whose copy would hold the lock after the parent has ended."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def release(self) -> None:
        """Remove our own lock file, then unlock it. May be called twice."""
        if self._file >= 0:
            with contextlib.suppress(OSError):  # Windows keeps a file that is open
                self._path.unlink()
            os.close(self._file)
            self._file = -1


def _lock(file: int) -> bool:
    """Take the lock. Raise BlockingIOError if another process holds it; return False without locks."""
    try:
        if os.name == "nt":
            msvcrt: Any = importlib.import_module("msvcrt")
            os.lseek(file, _FAR, os.SEEK_SET)
            try:
                msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(file, 0, os.SEEK_SET)
        else:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return False
    except OSError as error:
        if error.errno in _TAKEN:
            raise BlockingIOError(error.errno, "locked") from None
        return False  # a file system without them
    return True


_HELD: weakref.WeakSet[FolderLock] = weakref.WeakSet()


def _leave_all_to_parent() -> None:
    for lock in _HELD:
        lock._leave_to_parent()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_all_to_parent)
