"""Prints what is kept when Ctrl-C ends a command, and how to resume it."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import NamedTuple


class _Kept(NamedTuple):
    """The data that a command keeps, and their place."""

    what: str
    option: str
    value: str
    resume: str | None = None
    """The option that resumes it, if one is needed."""


_PARTS = _Kept("finished parts are", "out", "DIR")
_KEPT = {
    "arena": _Kept("finished deals are", "out", "DIR", "--resume"),
    "selfplay": _Kept("finished games are", "out", "DIR", "--resume"),
    "train": _Kept("what was learned up to the last report is", "checkpoint", "FILE"),
    "perft": _PARTS,
    "playouts": _PARTS,
    "review": _PARTS,
}


def describe_stop(args: argparse.Namespace) -> str:
    """Return the message for a command that was stopped."""
    kept = _KEPT.get(args.command)
    if kept is None or getattr(args, "show", None) is not None:
        return "stopped"
    place = getattr(args, kept.option)
    return f"stopped; {resume_text(args, place is not None and ('://' in place or Path(place).exists()))}"


def resume_text(args: argparse.Namespace, begun: bool) -> str:
    """Describe how to resume after a stop; `begun` is true if there is anything to resume."""
    kept = _KEPT[args.command]
    place = getattr(args, kept.option)
    if place is None:
        return f"nothing is kept; with --{kept.option} {kept.value} a stopped run can be resumed"
    if not begun:
        return "nothing was finished yet"
    resume = [] if kept.resume is None or kept.resume in args.words else [kept.resume]
    return f"{kept.what} kept in {place}; resume with: {shlex.join(['uneri', *args.words, *resume])}"
