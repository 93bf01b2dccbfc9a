"""`python -m bench counts`: counts, compares with counts.json, and fails where a count has grown."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from uneri.cli._output import print_heading, print_table, say

from .measure import as_data, conditions, count, has_valgrind

FILE = Path(__file__).with_name("counts.json")
MOST = 0.05  # growth that goes without a word
NOISE = 20  # instructions: less is nothing


def main(words: list[str]) -> int:
    """Runs the command; 1 if a count has grown."""
    parser = argparse.ArgumentParser(prog="python -m bench counts", description=__doc__)
    parser.add_argument("-k", dest="only", default="", metavar="TEXT", help="cases whose names contain this")
    parser.add_argument("--write", action="store_true", help=f"keep the counts in {FILE.name}")
    given = parser.parse_args(words)
    if not has_valgrind():
        say("no valgrind on this machine: not checked")
        return 0
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {"conditions": {}, "instructions": {}}
    found = count(given.only)
    if given.write:
        data = as_data(found)
        if given.only:
            data["instructions"] = {**kept["instructions"], **data["instructions"]}
        FILE.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        say(f"{len(found)} counts written to {FILE}")
        return 0
    here = conditions()
    differing = [f"{name} {here[name]} (kept: {kept['conditions'].get(name)})" for name in here
                 if here[name] != kept["conditions"].get(name)]  # fmt: skip
    before: dict[str, int] = kept["instructions"]
    print_heading("instructions of a call, step, row, simulation or move")
    print_table(
        ("", "now", "kept", "change %"),
        [
            (name, round(n), before.get(name, 0), round(100 * change(before.get(name), n), 1))
            for name, n in found.items()
        ],
    )
    if differing:
        say(f"not compared: {', '.join(differing)}")
        return 0
    lost = sorted(before.keys() - found.keys()) if not given.only else []
    new = sorted(found.keys() - before.keys())
    grown = [name for name in found if name in before and change(before[name], found[name]) > MOST]
    smaller = [name for name in found if name in before and change(before[name], found[name]) < -MOST]
    for title, names in (("grown", grown), ("not counted any more", lost), ("new", new)):
        for name in names:
            say(f"{title}: {name}")
    if smaller:
        say(f"smaller: {', '.join(smaller)}; --write keeps that")
    if grown or lost or new:
        say(
            "If this is meant, run `python -m bench counts --write` and say why in the commit that has the new counts.json."
        )
        return 1
    return 0


def change(before: int | None, now: float) -> float:
    """Growth by a share; 0 for what is new or too small to tell."""
    if not before or abs(now - before) < NOISE:
        return 0
    return now / before - 1
