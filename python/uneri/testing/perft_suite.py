"""Suites of node counts: positions of a game, and how many paths of each length begin there, for any implementation.

A suite is a text file. Its first line is `perft-suite 1`, the second `game NAME`. Empty lines and lines that begin with
`#` are ignored. Each position has these lines:

* `position TEXT` begins a position and describes it in a few words.
* `options JSON`: the options that are not the defaults.
* `moves IDS`: the actions from the start of the game, chance outcomes among them.
* `state JSON`: the position as `to_dict()` gives it, for readers that accept positions.
* `nodes DEPTH COUNT WAYS`, depths ascending: the paths of exactly this many actions, chance outcomes counted as actions.
  WAYS says how they were counted, by commas: `core` lists actions, `is_legal` asks the core for each id, `reference`
  is the second implementation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from uneri._util.checks import DEEPEST_PERFT
from uneri._util.messages import brief
from uneri._util.strict_json import JSONError, read_json
from uneri.contract import State
from uneri.registry import game_module, load_game
from uneri.registry.outside import outside_game

WAYS = ("core", "is_legal", "reference")
"""How nodes are counted, in the order in which they are written."""
SUITE_FILE = "suite.perft"
_FIRST_LINE = "perft-suite 1"
_MOST_BYTES = 1 << 26
_MOST_NODES = (1 << 64) - 1


@dataclass(frozen=True)
class Count:
    """The paths of one length."""

    depth: int
    nodes: int
    ways: tuple[str, ...] = ("core",)


@dataclass(frozen=True)
class SuitePosition:
    """A position of a suite."""

    text: str
    options: dict[str, Any] = field(default_factory=dict)
    moves: tuple[int, ...] = ()
    state: dict[str, Any] | None = None
    counts: tuple[Count, ...] = ()

    def reach(self, game: str, backend: str = "core") -> State:
        """Play the moves from the start of the game of this name, on a backend; return the position, without a seed.

        ValueError if an option or a move is not allowed, or if the position is not `state`.
        """
        state = load_game(game, backend=backend, **self.options).new_initial_state()
        for number, action in enumerate(self.moves, 1):
            try:
                state.apply_action(action)
            except ValueError as error:
                raise ValueError(f"position {self.text!r}: move {number}: {error}") from error
        if self.state is not None and state.to_dict() != self.state:
            ours = state.to_dict()
            fields = [key for key in {**ours, **self.state} if ours.get(key) != self.state.get(key)]
            raise ValueError(f"position {self.text!r}: the moves lead to another state: {', '.join(fields[:5])} differ")
        return state


@dataclass(frozen=True)
class PerftSuite:
    """The positions of a game."""

    game: str
    positions: tuple[SuitePosition, ...]

    def to_text(self) -> str:
        """Return the text of the file."""
        lines = [_FIRST_LINE, f"game {self.game}"]
        for position in self.positions:
            lines += ["", f"position {position.text}", f"options {_write_json(position.options)}"]
            lines.append(" ".join(["moves", *map(str, position.moves)]))
            if position.state is not None:
                lines.append(f"state {_write_json(position.state)}")
            lines += [f"nodes {count.depth} {count.nodes} {','.join(count.ways)}" for count in position.counts]
        return "\n".join(lines) + "\n"


def read_suite(source: str | Path) -> PerftSuite:
    """Read the positions of a suite: that of a game, by its name, or of a file, by its path.

    Raises
    ------
    ValueError
        If the file is not a suite. The message names the line and what is allowed.
    OSError
        If it can't be read.
    """
    if isinstance(source, str) and source.isidentifier():
        package = getattr(game_module(source), "__name__", "")
        file = None if outside_game(source) else resources.files(package) / SUITE_FILE
        if file is None or not file.is_file():
            raise ValueError(f"{source} has no suite of its own; name a file")
        return parse_suite(file.read_bytes().decode())
    with Path(source).open("rb") as stream:
        content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise ValueError(f"{source} is longer than {_MOST_BYTES} bytes, the most that is read")
    try:
        return parse_suite(content.decode("utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from error


def parse_suite(text: str) -> PerftSuite:
    """Read the positions of the text of a suite, the content of its file.

    ValueError if it is not a suite. The message names the line and what is allowed.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != _FIRST_LINE:
        raise ValueError(f"line 1 is {brief(lines[0][1] if lines else '')}; allowed: {_FIRST_LINE!r}")
    if len(lines) < 2 or not lines[1][1].startswith("game "):
        raise ValueError("line 2 must be 'game NAME'")
    positions: list[dict[str, Any]] = []
    for number, line in lines[2:]:
        key, _, value = line.partition(" ")
        if key == "position":
            positions.append({"text": value, "counts": []})
            continue
        if not positions or key not in _READERS:
            allowed = ", ".join(("position", *_READERS)) if positions else "position"
            raise ValueError(f"line {number} begins with {brief(key)}; allowed: {allowed}")
        try:
            _READERS[key](positions[-1], value)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number}: {error}") from error
    rows = tuple(SuitePosition(**{**row, "counts": tuple(row["counts"])}) for row in positions)
    return PerftSuite(lines[1][1].removeprefix("game ").strip(), rows)


def compare_suites(ours: PerftSuite, theirs: PerftSuite) -> Iterator[tuple[SuitePosition, int, int, int]]:
    """Compare the counts in two suites for the same positions, those with the same options and moves. For each
    count that differs: the position, the depth, our count and theirs.
    """
    mine = {_identify(position): position for position in ours.positions}
    for position in theirs.positions:
        known = {count.depth: count.nodes for count in mine.get(_identify(position), SuitePosition("")).counts}
        for count in position.counts:
            if known.get(count.depth, count.nodes) != count.nodes:
                yield position, count.depth, known[count.depth], count.nodes


def count_common(ours: PerftSuite, theirs: PerftSuite) -> int:
    """Count the positions of `theirs` that `ours` has."""
    mine = {_identify(position) for position in ours.positions}
    return sum(_identify(position) in mine for position in theirs.positions)


def _identify(position: SuitePosition) -> str:
    return _write_json([position.options, list(position.moves)])


def _write_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def _read_object(value: str) -> dict[str, Any]:
    try:
        found = read_json(value)
    except JSONError as error:
        raise ValueError(f"{brief(value)} is not a JSON object: {error}") from error
    if not isinstance(found, dict):
        raise ValueError(f"{brief(value)} is not a JSON object")  # noqa: TRY004
    return found


def _read_number(text: str, what: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
        raise ValueError(f"{what} is {brief(text)}; allowed: {least} to {most}")
    return int(text)


def _read_moves(row: dict[str, Any], value: str) -> None:
    row["moves"] = tuple(_read_number(word, "a move", 0, (1 << 31) - 1) for word in value.split())


def _read_count(row: dict[str, Any], value: str) -> None:
    words = value.split()
    if len(words) not in (2, 3):
        raise ValueError(f"{brief(value)} must be DEPTH COUNT or DEPTH COUNT WAYS")
    previous: Iterable[Count] = row["counts"][-1:]
    least = 1 + max((count.depth for count in previous), default=0)
    depth = _read_number(words[0], "the depth", least, DEEPEST_PERFT)
    nodes = _read_number(words[1], "the count", 0, _MOST_NODES)
    row["counts"].append(Count(depth, nodes, tuple(words[2].split(",")) if len(words) == 3 else ()))


_READERS: dict[str, Callable[[dict[str, Any], str], None]] = {
    "options": lambda row, value: row.update(options=_read_object(value)),
    "moves": _read_moves,
    "state": lambda row, value: row.update(state=_read_object(value)),
    "nodes": _read_count,
}
