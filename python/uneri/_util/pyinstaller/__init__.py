"""The folder with the hook for PyInstaller, which finds it by the entry point `hook-dirs` of `pyinstaller40`."""

from __future__ import annotations

from pathlib import Path


def hook_dirs() -> list[str]:
    """Return the folders with hooks: this one."""
    return [str(Path(__file__).parent)]
