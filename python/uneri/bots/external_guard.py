"""Kills registered process groups once the program that registered them has ended, for whatever reason.

Run as a script by `external.py`. Reads lines `+PID` and `-PID`; the end of the input means that the owner is gone.
"""

import contextlib
import os
import signal
import sys


def main() -> None:
    """Watch one owner."""
    groups: set[int] = set()
    for line in sys.stdin.buffer:
        number = int(line[1:])
        if line.startswith(b"+"):
            groups.add(number)
        else:
            groups.discard(number)
    for group in groups:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(group, signal.SIGKILL)
            else:
                os.kill(group, signal.SIGTERM)


if __name__ == "__main__":
    main()
