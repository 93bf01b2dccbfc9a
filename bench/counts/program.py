"""What runs under valgrind: every case with so many units and with twice as many, between marks."""

from __future__ import annotations

import gc
import json
import os
import sys

from .cases import cases

MARK = "getppid"
"""The C function that callgrind writes its counts before. Nothing else calls it."""


def main(only: str) -> None:
    """Runs the cases and prints their names and units."""
    chosen = [case for case in cases() if only in case.name]
    for case in chosen:  # tables are made, and the interpreter knows the types
        for _ in range(2):
            case.run(2 * case.units)
    gc.collect()
    gc.disable()
    for case in chosen:
        for units in (case.units, 2 * case.units):
            os.getppid()
            case.run(units)
    os.getppid()
    print(json.dumps([(case.name, case.units) for case in chosen]))


if __name__ == "__main__":
    main(sys.argv[1])
