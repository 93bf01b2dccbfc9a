"""Finds the parts of a game, and games from outside, which a program or an installed package registers.

A game is rules in plain Python, or a compiled game's tables. It may have a module like `uneri.NAME` of this library's
games (`hooks.GameModule`).
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from .. import _core
from .._util.checks import check_state
from .._util.messages import brief, cut
from .._util.plain_data import plain
from ..contract import Game
from .hooks import GameModule

GROUP = "uneri.games"


@dataclass(frozen=True)
class OutsideGame:
    """A registered game."""

    name: str
    rules: Any
    """The class of rules in Python, or the capsule of a compiled game."""
    module: Any

    @property
    def in_python(self) -> bool:
        """Whether the rules are a class; otherwise they are a compiled game's tables."""
        return callable(self.rules)

    def reference(self) -> ModuleType:
        """Return the counterpart of `uneri.reference.NAME`: `Rules`, and the rest of the game's module."""
        rules = self.rules if self.in_python else getattr(self.module, "Rules", None)
        if rules is None:
            raise ValueError(f"{self.name} has no rules in Python; use backend='core'")
        made = ModuleType(f"uneri.reference.{self.name}")
        made.__dict__.update({} if self.module is None else vars(self.module), Rules=rules)
        return made


_registered: dict[str, OutsideGame] = {}
_broken: set[str] = set()


def register_game(rules: Any, module: ModuleType | None = None) -> None:
    """Register your own game: from then on it is loaded, played and searched like the games of this library.

    ValueError if the name is taken, or the rules are wrong under their default options. The message names the function.

    Parameters
    ----------
    rules
        The class of the rules, called with options, `rules(**options)`; or an object, whose class is
        used. docs/own_game.md lists its members. Or the tables of a compiled game from its extension module
        (`TABLES`).
    module
        The hooks that present the game: `render(data)`, `to_svg(state, seat)`, `RULES` and so on.
        Without a hook, plain fields are shown.

    Examples
    --------
    >>> import uneri
    >>> from uneri.reference import onda
    >>> class MyOnda(onda.Rules):
    ...     name = "my_onda"
    >>> uneri.register_game(MyOnda)  # doctest: +SKIP
    >>> uneri.load_game("my_onda(players=2)").num_players  # doctest: +SKIP
    2
    """
    if type(rules).__name__ == "PyCapsule":
        entry = OutsideGame(_core.name_of_tables(rules), rules, module)
    else:
        made = rules if isinstance(rules, type) else type(rules)
        if not hasattr(made, "legal"):
            raise TypeError(
                f"rules must be a class of rules in Python, or the tables of a compiled game, not {brief(rules)}"
            )
        from .rules_in_python import CheckedRules, check_game_name

        name = check_game_name(getattr(made, "name", None) or made().name)
        entry = OutsideGame(name, made, module)
    known = _registered.get(entry.name)
    if known is not None and (known.rules, known.module) == (entry.rules, entry.module):
        return
    if known is not None or entry.name in _core.GAMES:
        raise ValueError(f"there is already a game {entry.name!r}; choose another name")
    if not entry.in_python:
        _core.add_game(entry.rules)
    else:
        first = CheckedRules(entry.rules())
        first.write(first.initial())
        rows = [_make_row(entry, option, value) for option, value in first.options.items()]
        optional = [hasattr(entry.rules, name) for name in ("greedy", "sight")]
        _core.add_python_game(entry.name, lambda options: _check_rules(entry, options), rows, *optional)
    _registered[entry.name] = entry
    rules = entry.rules if entry.in_python else None  # tables can't be pickled; their package is asked again
    shown_by = None if module is None else module.__name__
    core_module(entry.name).Game.__reduce__ = lambda game: (_load_again, (entry.name, rules, shown_by, game.options))


def _check_rules(entry: OutsideGame, options: Mapping[str, Any]) -> Any:
    from .rules_in_python import CheckedRules

    known = CheckedRules(entry.rules()).options
    for option in options:
        if option not in known:
            raise ValueError(f"{entry.name}: no option {brief(option)}; options: {', '.join(known) or 'none'}")
    return CheckedRules(entry.rules(**options))


def _make_row(entry: OutsideGame, option: str, default: Any) -> dict[str, Any]:
    """Describe an option of rules in Python: its default and type; for `players`, which numbers work."""
    if option == "players":
        from .rules_in_python import MOST_SEATS

        numbers = [number for number in range(1, MOST_SEATS + 1) if _takes_players(entry, number)]
        low, high = numbers[0], numbers[-1]
        allowed, meaning = f"{low} to {high}", "number of seats"
        schema = {"type": "integer", "minimum": low, "maximum": high}
    else:
        kinds = {bool: "boolean", int: "integer", str: "string", float: "number", list: "array", dict: "object"}
        kind = kinds.get(type(default))
        allowed, meaning, schema = f"as {plain(default)!r}", "", {"type": kind} if kind else {}
    return {"name": option, "allowed": allowed, "meaning": meaning, "default": default, "schema": schema}


def _takes_players(entry: OutsideGame, number: int) -> bool:
    try:
        entry.rules(players=number)
    except Exception:  # noqa: BLE001  # the rules are somebody else's
        return False
    return True


def _load_again(name: str, rules: Any, shown_by: str | None, options: Mapping[str, Any]) -> Game:
    """Load a game that was pickled: in another process it may not be registered yet."""
    if rules is not None and name not in _registered:
        register_game(rules, None if shown_by is None else importlib.import_module(shown_by))
    game: Game = core_module(name).Game(options)
    return game


def outside_game(name: str) -> OutsideGame | None:
    """Return the registered game of this name. A game of an installed package gets registered now."""
    if name in _core.GAMES:
        return None
    if name not in _registered and name in _entry_points():
        _load_entry_point(name)
    return _registered.get(name)


def outside_games() -> tuple[str, ...]:
    """List the names of all games from outside, sorted. One warning per package names a game that can't be loaded."""
    for name in set(_entry_points()) - {*_core.GAMES, *_registered, *_broken}:
        try:
            _load_entry_point(name)
        except ValueError as error:
            _broken.add(name)
            warnings.warn(str(error), stacklevel=3)
    return tuple(sorted(_registered))


def has_game(name: str) -> bool:
    """Return whether there is a game of this name."""
    return name in _core.GAMES or outside_game(name) is not None


@cache
def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points  # takes as long as the rest of the import

    return {point.name: point for point in entry_points(group=GROUP)}


def _load_entry_point(name: str) -> None:
    """Register the game of a package. The entry point names a module with TABLES or Rules."""
    point = _entry_points()[name]
    try:
        module = point.load()
        rules = getattr(module, "TABLES", None) or getattr(module, "Rules", None)
        if rules is None:
            raise ValueError(f"{point.value} has neither TABLES nor Rules")
        register_game(rules, module)
    except Exception as error:
        why = f"{type(error).__name__}: {cut(str(error))}"
        raise ValueError(f"the game {brief(name)} of the package {point.dist.name} cannot be loaded: {why}") from error
    if name not in _registered:
        raise ValueError(
            f"the package {point.dist.name} says that its game is {brief(name)}; its rules have another name"
        )


@cache
def _find_module(entry: OutsideGame) -> GameModule:
    """Return the hooks of the game, with plain fields for those that its own module lacks."""
    from .plain_game import complete  # pictures take time to load

    texts = {row["name"]: (row["allowed"], row["meaning"]) for row in core_module(entry.name).OPTION_TABLE}
    return complete(entry.name, entry.module, texts)


def core_module(game: str) -> Any:
    """Return the compiled submodule of a game, `uneri._core.NAME`. Raise AttributeError if there is none."""
    outside_game(game)  # a game of a package gets registered now
    return getattr(_core, game)


def core_has(game: str, what: str) -> bool:
    """Return whether there is a game of this name whose compiled submodule has something."""
    return has_game(game) and hasattr(core_module(game), what)


def reference_module(game: str) -> ModuleType:
    """Return the plain Python rules of a game, `uneri.reference.NAME`. Raise ValueError if there are none."""
    entry = outside_game(game)
    if entry is not None:
        return entry.reference()
    return importlib.import_module(f"uneri.reference.{game}")


def game_module(game: str) -> GameModule:
    """Return the module `uneri.NAME`: a game's hand analysis, and its hooks for the library.

    A game from outside that lacks hooks gets plain ones. Raises ModuleNotFoundError if there is no game.
    """
    entry = outside_game(game)
    return cast("GameModule", importlib.import_module(f"uneri.{game}")) if entry is None else _find_module(entry)


def ask(state: Any, game: str, function: str, *arguments: Any) -> Any:
    """Call a function of the state's own backend on the state, which must be one of the game."""
    check_state(state, game)
    if state.game.backend == "core":
        return getattr(core_module(state.game.name), function)(state, *arguments)
    return getattr(reference_module(state.game.name), function)(state.game.rules, state.state, *arguments)


def get_include() -> str:
    """Return the folder of the C++ headers, for a compiler's `-I`: it has `uneri/engine/game.hpp` and all others.

    Headers alone compile; to link, build the sources of `get_cmake_dir`, too. FileNotFoundError if this copy of uneri is
    not an installed one.
    """
    return _folder("include")


def get_cmake_dir() -> str:
    """Return the folder of `uneriConfig.cmake`, for CMake's `-Duneri_DIR` or `CMAKE_PREFIX_PATH`.

    `find_package(uneri CONFIG REQUIRED COMPONENTS onda)` defines the target `uneri::onda`. FileNotFoundError if this copy
    of uneri is not an installed one.
    """
    return _folder("share/cmake/uneri")


def _folder(name: str) -> str:
    folder = Path(str(_core.__file__)).parent / name  # an editable installation has them beside the core, too
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} does not exist: the files for C++ come with an installed uneri")
    return str(folder)
