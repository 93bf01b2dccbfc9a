"""Lists and loads games. This module names no game: the compiled core lists them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from .. import _core
from .._util.call_syntax import parse_call
from .._util.checks import is_game, word
from .._util.messages import brief
from .._util.plain_data import plain
from .._util.public import publish
from .._util.strict_json import DuplicateKey, JSONError, NoText, read_json
from ..contract import Game, SeatView
from .hooks import GameModule
from .outside import core_module, game_module, has_game, outside_games, reference_module, register_game

__all__ = [
    "BACKENDS", "GameModule", "check_name", "core_module", "game_module", "games", "load_foreign_game", "load_game",
    "parse_view", "reference_module", "register_game",
]  # fmt: skip

BACKENDS = ("core", "reference")


def games() -> tuple[str, ...]:
    """List the names of all games that `load_game` knows, sorted: those of the core, and registered ones
    (`register_game`).

    Examples
    --------
    >>> import uneri
    >>> "onda" in uneri.games()
    True
    """
    return tuple(sorted((*_core.GAMES, *outside_games())))


def load_game(name: str, /, *, backend: str = "core", **options: Any) -> Game:
    """Load a game, which is immutable, under the given options.

    An option that isn't given has its default. ValueError if the game, the backend or an option is unknown, an option
    is given twice, a value isn't allowed, or a file cannot be read. The message names the problem and what is allowed.

    Parameters
    ----------
    name
        A name of `games()`, or the string form with options, `"onda(players=4,rounds=1)"`, as `str(game)` writes it.
    backend
        `"core"` (compiled, the default) or `"reference"` (the same rules in plain Python: slow, to compare with).
    **options
        The game's options. One that is data (a board, a sequence) takes a built-in name, the data itself, or the path
        of a JSON file.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("onda", players=2)
    >>> str(game)
    'onda(players=2)'
    >>> uneri.load_game("onda(players=2)") == game
    True
    """
    return _load(name, options, backend, files=True)


def load_foreign_game(name: str, options: Mapping[str, Any], *, backend: str = "core") -> Game:
    """Load a game named by bytes, a record or a file from outside, like `load_game`, but with no option as a path.

    Every reader of such data loads its game here. An option that is data must be stored in full.
    """
    return _load(name, options, backend, files=False)


def parse_view(text: str, *, backend: str = "core") -> SeatView:
    """Read what a seat sees: the inverse of `str(state.view(seat))`.

    Parameters
    ----------
    text
        A JSON object with `game`, `seat` and `view`. The view may be shorter, as for `Game.state_from_view`.
    backend
        That of the game.

    Raises
    ------
    ValueError
        If a part is missing or wrong; the message names it.
    TypeError
        If `text` or a part of it has the wrong type.
    """
    if not isinstance(text, str):
        raise TypeError(f"the view must be a string, not {brief(text)}")
    data = read_json(text, "the view")
    if not isinstance(data, dict) or data.keys() != {"game", "seat", "view"}:
        raise ValueError(f"the view must be an object with game, seat and view, not {brief(data)}")
    name = data["game"]
    if not isinstance(name, str):
        raise TypeError(f"game must be a name, or a name with options, not {brief(name)}")
    return load_foreign_game(name, {}, backend=backend).state_from_view(data["view"], data["seat"]).view(data["seat"])


def _load(name: Any, options: Mapping[str, Any], backend: Any, *, files: bool) -> Game:
    game, given = _parsed(name) if isinstance(name, str) else parse_call(name)
    check_name(game)
    word(backend, "backend", BACKENDS)
    for option in options:
        if option in given:
            raise ValueError(f"{game}: option {brief(option)} is given twice, in {brief(name)} and beside it")
    core = core_module(game)
    wanted = given | dict(options)
    if backend == "core" and (known := core.known_game(core.Game, wanted)) is not None:
        return cast("Game", known)
    chosen = {option: plain(value) for option, value in wanted.items()}
    paths: dict[str, str] = {}
    for row in core.OPTION_TABLE:
        if "builtin" not in row:  # it is not data
            continue
        option, builtin = row["name"], tuple(row["builtin"])
        value = chosen.get(option)
        if isinstance(value, str) and value not in builtin:
            if not files:
                raise ValueError(
                    f"{game}: option {brief(option)} is {brief(value)}, and outside data can't open a file; "
                    f"allowed: {', '.join(builtin)}, or the data itself"
                )
            chosen[option], paths[option] = _read_data(game, option, value, builtin), value
        if files and isinstance(chosen.get(option), list | dict):  # outside data use numbers, and load no module
            chosen[option] = numbered_data(game, option, chosen[option])
    try:
        if backend == "core":
            return cast("Game", core.load_game(core.Game, chosen))
        from .reference_backend import load_reference

        return load_reference(game, chosen)
    except ValueError as error:
        raise _name_data(error, game, paths) from None


_parsed = lru_cache(256)(parse_call)


def numbered_data(game: str, option: str, value: Any) -> Any:
    """Return the data of an option with numbers in place of names, if its game accepts both (ONDA's shapes)."""
    return game_module(game).numbered_data(option, value)


def _name_data(error: ValueError, game: str, paths: dict[str, str]) -> ValueError:
    """Return the error, with the file that the faulty data came from."""
    text = str(error)
    for option, path in paths.items():
        for start in (f"{game}: {option}: ", f"{game}: option {option!r} "):
            if text.startswith(start):
                return ValueError(f"{game}: the file {brief(path)}: {text.removeprefix(f'{game}: ')}")
    return error


def check_name(game: str) -> None:
    """Check that there is a game of this name. The ValueError lists all games."""
    if not has_game(game):
        raise ValueError(f"no game {brief(game)}; games: {', '.join(games())}")


def _read_data(game: str, option: str, path: str, builtin: tuple[str, ...]) -> Any:
    """Read the JSON file that an option names."""
    from pathlib import Path  # 6 ms with its imports; few games have data in a file

    prefix = f"{game}: option {brief(option)}: the file {brief(path)}"
    try:
        value = read_json(Path(path).read_bytes())
    except NoText:
        message = f"{prefix} cannot be read as UTF-8 text"
    except DuplicateKey as error:
        message = f"{prefix}: {error}"
    except JSONError as error:
        message = f"{prefix} is not JSON: {error}"
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message = f"{prefix} cannot be read: {reason}; built-in: {', '.join(builtin)}"
    else:
        if not isinstance(value, str):
            return value
        message = f"{prefix} must hold data, not only a string"
    raise ValueError(message)


def game_of(game: Any) -> Any:
    """Return a game unchanged, or load the one that a text names."""
    if isinstance(game, str):
        return load_game(game)
    if not is_game(game):
        raise TypeError(f"game must be a game, or its string form, not {brief(game)} ({type(game).__name__})")
    return game


__dir__ = publish(globals())
