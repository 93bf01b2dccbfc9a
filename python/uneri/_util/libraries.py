"""Imports of libraries that may be missing, and of the core, which lives in the first interpreter of a process only."""

from __future__ import annotations

import importlib
import sys
from typing import Any


def check_interpreter() -> None:
    """Raise ImportError in any other interpreter of Python 3.11, where loading the core would wait forever.

    From Python 3.12 on the core raises it itself (PEP 489's slots).
    """
    if sys.version_info >= (3, 12):
        return
    try:
        interpreters = importlib.import_module("_xxsubinterpreters")
    except ImportError:  # a Python without this module has one interpreter
        return
    if interpreters.get_current() != interpreters.get_main():
        raise ImportError("uneri does not support loading in subinterpreters")


def import_extra(module: str, need: str, packages: str) -> Any:
    """Import a module of an optional library. The ImportError says what needs it, and which packages to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{need}: pip install {packages}") from error
