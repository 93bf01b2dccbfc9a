"""`python -m bench`: lists the suites; `python -m bench NAME ...` or `all` measures them and prints one table.

`python -m bench counts` counts instructions instead. `python -m bench strength` plays the claims of strength again. `python -m bench plot` draws what was kept, `python -m bench
tables` writes it into the docs.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uneri
from uneri._util.progress import Progress
from uneri.cli._bench.report import as_data, machine, show
from uneri.cli._bench.work import Measured, measure
from uneri.cli._output import print_heading, say

from .settings import QUICK, Settings
from .suites import SUITES


def parse(words: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"all, or of {', '.join(SUITES)}")
    parser.add_argument("-k", dest="only", default="", metavar="TEXT", help="works whose names contain this")
    parser.add_argument("--games", default=",".join(uneri.games()), metavar="A,B", help="default: all")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="runs of each work that count; default: 5")
    parser.add_argument("--lanes", type=int, metavar="N", help="of batches; default: 1024")
    parser.add_argument("--threads", type=int, metavar="N", help="of batches; default: 1")
    parser.add_argument("--against", default="", metavar="TEXT", help="compare all with the work whose name has this")
    parser.add_argument("--quick", action="store_true", help="one tiny run of each work, to see that it runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    given = parser.parse_args(words)
    unknown = [name for name in given.suites if name not in (*SUITES, "all")]
    if unknown:
        parser.error(f"no such suite: {', '.join(unknown)}; there are {', '.join(SUITES)}, all")
    wrong = sorted(set(given.games.split(",")) - set(uneri.games()))
    if wrong:
        parser.error(f"no such game: {', '.join(wrong)}; there are {', '.join(uneri.games())}")
    if given.runs < 1:
        parser.error(f"--runs is {given.runs}; allowed: 1 or more")
    return given


def list_settings(given: argparse.Namespace) -> Settings:
    """The sizes that the command line asks for."""
    chosen = {name: getattr(given, name) for name in ("lanes", "threads") if getattr(given, name) is not None}
    return dataclasses.replace(QUICK if given.quick else Settings(), games=tuple(given.games.split(",")), **chosen)


def run_suite(name: str, given: argparse.Namespace, settings: Settings) -> Measured:
    """Measures a suite and prints its part of the table."""
    works = [work for work in SUITES[name].works(settings) if given.only in work.name]
    with Progress(name) as report:
        found = measure(
            works,
            1 if given.quick else given.runs,
            seconds=0 if given.quick else None,
            warm=not given.quick,
            report=report,
        )
    print_heading(f"\n{name}: {SUITES[name].about}")
    if works:
        show(found, given.against)
    else:
        say("no work has such a name")
    return found


def commit() -> str:
    """The commit that the repository is at, with a mark where files differ from it."""
    words = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def main(words: list[str] | None = None) -> int:
    """Runs the command."""
    words = sys.argv[1:] if words is None else words
    if words[:1] == ["counts"]:
        from .counts.command import main as counts

        return counts(words[1:])
    if words[:1] == ["plot"]:
        from .plot import main as plot

        return plot(words[1:])
    if words[:1] == ["tables"]:
        from .tables import main as tables

        return tables(words[1:])
    if words[:1] == ["strength"]:
        from .strength.claims import main as strength

        return strength(words[1:])
    given = parse(words)
    if not given.suites:
        for name, suite in SUITES.items():
            say(f"{name:<11} {suite.about}")
        say("\npython -m bench all, or names of suites; --help has the options")
        say("python -m bench counts: instructions of a call from Python, by valgrind, beside those that are kept")
        say("python -m bench strength: plays the claims of strength in README and docs again")
        say("python -m bench plot: draws the figures of the docs from what --json kept in bench/history")
        say("python -m bench tables: writes them into the tables of the docs; --check says whether they are there")
        return 0
    names = list(SUITES) if "all" in given.suites else list(dict.fromkeys(given.suites))
    settings = list_settings(given)
    print_heading(f"{machine()}, commit {commit()}, load {_load()}; rates a CPU second of this process")
    found: dict[str, dict[str, Any]] = {}
    for name in names:
        found[name] = as_data(run_suite(name, given, settings), given.against)
        sys.stdout.flush()
    if given.json is not None:
        said = {
            "machine": machine(),
            "commit": commit(),
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "quick": given.quick,
            "settings": dataclasses.asdict(settings),
            "suites": found,
        }
        given.json.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
    return 0


def _load() -> str:
    """How many processes wanted a core in the last minute."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


if __name__ == "__main__":
    sys.exit(main())
