"""Runs the command `uneri` for `python -m uneri`."""

from __future__ import annotations

from .cli import entry

if __name__ == "__main__":
    entry()
