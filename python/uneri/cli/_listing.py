"""Lists legal moves on a screen: grouped by type, filtered by words, counted if there are too many."""

from __future__ import annotations

import re
from collections.abc import Sequence

from uneri._util.text_wrap import fold, measure_width

from ._output import Styles, measure_terminal, print_columns, say

MOST_ROWS = 12
"""On a terminal longer lists are only counted, unless requested: the table must stay in sight."""

_MANY = 24  # the number of moves from which they are grouped
_TOKEN = re.compile(r"[A-Za-z]*\d+|[A-Za-z_]+")


def list_moves(names: Sequence[str], styles: Styles, words: str = "", *, short: bool = False) -> None:
    """Print the moves with their numbers. `words` keeps those that fit each of them; `short` may only count them."""
    kept = [(number, name) for number, name in enumerate(names, 1) if fits(name, words.split())]
    if not kept:
        say(f"No move fits {words}; 'moves' lists all.")
        return
    groups = group_moves(kept) if len(kept) > _MANY else {"": kept}
    width = measure_terminal()
    if short and width is not None and len(groups) > 1 and _count_rows(kept, width) > MOST_ROWS:
        counted = "   ".join(
            f"{group} {len(moves)}" if group else _write_alone(moves) for group, moves in groups.items()
        )
        say("\n".join(fold(f"{len(kept)} moves: ", counted)), styles)
        say(f"'moves {next(filter(None, groups)).lower()}' or 'moves 7' lists some of them, 'moves' all.")
        return
    digits = len(str(len(names)))
    for group, moves in groups.items():
        if group:
            say(f"{group} ...")
        print_columns([f"{number:>{digits}}  {name.removeprefix(f'{group} ')}" for number, name in moves], styles)


def fits(name: str, words: Sequence[str]) -> bool:
    """Return whether a move has each word. `run` is in RUN3, `7` in b7 and RUN3 b7 but not in b17, `b7` in b7 alone."""
    parts = _TOKEN.findall(name.lower())
    return all(any(_is_part(word.lower(), part) for part in parts) for word in words)


def _is_part(word: str, part: str) -> bool:
    if word.isdecimal():
        return re.sub(r"^[a-z_]+", "", part) == word
    return part == word if word[-1].isdecimal() else part.startswith(word)


def group_moves(moves: Sequence[tuple[int, str]]) -> dict[str, list[tuple[int, str]]]:
    """Group moves by the first word of those that have several; all others are under the empty name."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for number, name in moves:
        head, _, more = name.partition(" ")
        groups.setdefault(head if more else "", []).append((number, name))
    return groups


def _count_rows(moves: Sequence[tuple[int, str]], width: int) -> int:
    across = max(1, width // (max(measure_width(name) for _, name in moves) + len(str(moves[-1][0])) + 5))
    return -(-len(moves) // across)


def _write_alone(moves: Sequence[tuple[int, str]]) -> str:
    return "   ".join(name for _, name in moves) if len(moves) <= 4 else f"others {len(moves)}"
