"""Decides whose fault the end of a worker process was, and how its unit is played again."""

from __future__ import annotations

import signal

from ..bots.place import Verdict, Verdicts
from .schedule import Unit

# A user may have sent these signals, or a system that is out of memory. A bot that causes them does so twice.
_SENT = {-number for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGINT") if (number := getattr(signal, name, 0))}


class Court:
    """Judges the ends of worker processes, unit by unit.

    A unit is played anew by another process with the same results up to the call that ended the first one. That call
    isn't made again: the bot loses that game. If a process ends in the same game by the same seat a second time, the
    bot isn't made for that game; a third time ends the arena, and so does an end outside the bots.
    """

    def __init__(self) -> None:
        self._verdicts: dict[int, Verdicts] = {}  # by unit
        self._spared: set[int] = set()

    def judge(self, unit: Unit, place: tuple[int, int, int, int] | None, code: int | None, ending: str) -> Verdicts:
        """What the next process must skip in the unit. ChildProcessError if the unit can't go on."""
        deals = f"deals {unit.first} to {unit.last - 1}"
        known = self._verdicts.setdefault(unit.number, {})
        if code in _SENT and unit.number not in self._spared:
            self._spared.add(unit.number)
            return known
        if place is None:
            raise ChildProcessError(f"a worker process ended with exit code {code} in {deals}, outside any bot")
        deal, game, seat, ply = place
        before = known.get((deal, game, seat))
        if before is not None and before.ply < 0:
            raise ChildProcessError(f"the bot on seat {seat} {ending}; in {deals}, again and again")
        known[deal, game, seat] = Verdict(ply if before is None else -1, ending)
        return known
