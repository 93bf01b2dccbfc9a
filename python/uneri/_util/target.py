"""Files that are written after long work: whether they can be is found out before it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from ..reference.words import brief


def check_target(path: Path, what: str) -> None:
    """ValueError if no file can be written at a path. One that is there stays as it is."""
    given = f"{what} is {brief(str(path))}"
    try:
        if not path.parent.is_dir():
            raise ValueError(f"{given}; there is no folder {brief(str(path.parent))}")
        if path.is_dir():
            raise ValueError(f"{given}, which is a folder; allowed: a file")
        if path.exists() and not path.is_file():
            raise ValueError(f"{given}, which is no plain file; allowed: a file, or a new name")
        beside = _beside(path)
        beside.write_bytes(b"")
        beside.unlink()
    except OSError as error:
        raise ValueError(f"{given}; it cannot be written: {error.strerror or error}") from None


def write_target(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all. OSError names it."""
    beside = _beside(path)
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise type(error)(error.errno, error.strerror or str(error), str(path)) from error


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.{os.getpid()}.part")
