"""Writes the times that `uneri speedtest` calls 100: `python -m bench.speedtest`, on the idle machine of docs/benchmarks.md."""

from __future__ import annotations

import json
import math
import statistics
from pathlib import Path

import uneri
from uneri.cli._bench.report import machine
from uneri.cli.speedtest import BASE_FILE, list_works, measure

LONG = 0.4  # seconds of a run
RUNS = 5


def main() -> None:
    works: dict[str, dict[str, dict[str, float]]] = {}
    for name in uneri.games():
        works[name] = {}
        for what, work in list_works(name):
            work(1)
            repeats = math.ceil(LONG / measure(work, 1, 1)[0])
            seconds = statistics.median(measure(work, 1, repeats)[0] for _ in range(RUNS))
            works[name][what] = {"repeats": repeats, "seconds": round(seconds, 4)}
            print(name, what, works[name][what], flush=True)
    path = Path(uneri.__file__).parent / "cli/_bench" / BASE_FILE
    path.write_text(json.dumps({"machine": machine(), "works": works}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
