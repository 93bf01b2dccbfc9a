"""Writes all files of a new game: MINI, a small game of tricks, under a name that you choose. It plays and passes its tests at once.

    python tools/new_game.py tricks

Afterwards change it step by step into your game; CONTRIBUTING.md describes the files.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "tools" / "mini"
LIST = ROOT / "cmake" / "UneriGames.cmake"
STUBS = ROOT / "python" / "uneri" / "_core" / "__init__.pyi"


def renamed(text: str, name: str) -> str:
    """Return the text with the name in place of MINI's."""
    for old, new in (("mini", name), ("Mini", name.capitalize()), ("MINI", name.upper())):
        text = re.sub(rf"(?<![A-Za-z]){old}(?![A-Za-z])", new, text)
    return text


def list_game(name: str) -> None:
    """Add the name to the list of games, and to the stubs."""
    text = LIST.read_text(encoding="utf-8")
    games = re.search(r"set\(UNERI_ALL_GAMES ([a-z ]+)\)", text)
    assert games is not None
    listed = " ".join(sorted([*games[1].split(), name]))
    LIST.write_text(text.replace(games[0], f"set(UNERI_ALL_GAMES {listed})"), encoding="utf-8")
    lines = STUBS.read_text(encoding="utf-8").splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("from . import"))
    lines.insert(first, f"from . import {name} as {name}")
    last = first + len([line for line in lines if line.startswith("from . import")])
    lines[first:last] = sorted(lines[first:last])
    STUBS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_game(name: str) -> list[Path]:
    """Write the files and return them. Raise SystemExit if the name is taken or can't be one."""
    if not re.fullmatch(r"[a-z]{2,20}", name):
        raise SystemExit(f"the name is {name!r}; allowed: 2 to 20 letters a-z")
    written = []
    for source in sorted(TEMPLATE.rglob("*")):
        target = ROOT / renamed(str(source.relative_to(TEMPLATE)), name)
        if not source.is_file() or source.suffix == ".pyc":
            continue
        if target.exists():
            raise SystemExit(f"{target} exists; allowed: a name that no game has")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
        written.append(target)
    list_game(name)
    return [*written, LIST, STUBS]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="2 to 20 letters a-z")
    name = parser.parse_args().name
    for path in write_game(name):
        print(path.relative_to(ROOT))
    print(f"\nNow: pip install -v -C cmake.define.UNERI_GAMES={name} . && uneri play {name}")


if __name__ == "__main__":
    main()
