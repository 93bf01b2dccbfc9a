"""What a command says when Ctrl-C ends it: what is kept, and how to go on."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import NamedTuple


class _Kept(NamedTuple):
    """Where a command keeps what is done."""

    what: str
    option: str
    value: str
    resume: str | None = None
    """The word that goes on with it, if one is needed."""


_PARTS = _Kept("finished parts are", "out", "DIR")
_KEPT = {
    "arena": _Kept("finished deals are", "out", "DIR", "--resume"),
    "selfplay": _Kept("finished games are", "out", "DIR", "--resume"),
    "train": _Kept("what was learned up to the last report is", "checkpoint", "FILE"),
    "perft": _PARTS,
    "playouts": _PARTS,
    "review": _PARTS,
}


def stopped_text(args: argparse.Namespace) -> str:
    """What is said of a command that was stopped."""
    kept = _KEPT.get(args.command)
    if kept is None or getattr(args, "show", None) is not None:
        return "stopped"
    place = getattr(args, kept.option)
    return f"stopped; {going_on(args, place is not None and ('://' in place or Path(place).exists()))}"


def going_on(args: argparse.Namespace, begun: bool) -> str:
    """How to go on after a stop; `begun` if there is something to go on with."""
    kept = _KEPT[args.command]
    place = getattr(args, kept.option)
    if place is None:
        return f"nothing is kept; with --{kept.option} {kept.value} a run that is stopped can go on"
    if not begun:
        return "nothing was finished yet"
    resume = [] if kept.resume is None or kept.resume in args.words else [kept.resume]
    return f"{kept.what} kept in {place}; go on with: {shlex.join(['uneri', *args.words, *resume])}"
