"""`uneri data`: built-in facts as JSON that loads as what it stands for, checks and differences."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import uneri
from uneri.bots import RandomBot
from uneri.cli import main
from uneri.cli.data import ABSENT, find_differences
from uneri.registry import BACKENDS, game_module
from uneri.registry.options import data_schema, option_rows
from uneri.testing import SplitMix64

Said = Callable[..., tuple[int, str, str]]

BUILTIN = [
    (game, option, name)
    for game in uneri.games()
    for option, row in option_rows(game).items()
    for name in row.get("builtin", [])
]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Exit code and both outputs of a command."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        return code, *capsys.readouterr()

    return run


def played(game: uneri.Game) -> list[Any]:
    """The names of the moves of a game, and its end."""
    state, bot = game.new_initial_state(5), RandomBot(5)
    moves: list[Any] = []
    while not state.is_terminal() and len(moves) < 60:
        action = bot.act(state)
        moves.append(state.action_to_string(action))
        state.apply_action(action)
    return [*moves, state.returns()]


@pytest.mark.parametrize(("game", "option", "name"), BUILTIN)
def test_what_is_printed_is_what_is_built_in(game: str, option: str, name: str, said: Said) -> None:
    """The same game, move by move, in both backends; and no two calls share their data."""
    code, out, _ = said("data", game, name)
    data = json.loads(out)
    assert code == 0
    assert data == game_module(game).builtin_data(option, name)
    assert data is not game_module(game).builtin_data(option, name)
    more = {"players": 2} if name == "small" else {}
    for backend in BACKENDS:
        games = [uneri.load_game(game, backend=backend, **{**more, option: value}) for value in (name, data)]
        assert played(games[0]) == played(games[1])


@pytest.mark.parametrize("game", uneri.games())
def test_defaults(game: str, said: Said, tmp_path: Path) -> None:
    """Without a kind the main data, which check and compare as nothing new."""
    path = tmp_path / "mine.json"
    path.write_text(said("data", game)[1], encoding="utf-8")
    assert said("data", game, "--check", str(path))[0] == 0
    code, out, _ = said("data", game, "--diff", str(path))
    assert (code, out.partition(" from ")[0]) == (0, "0 differences")
    listed = said("data", game, "--list")[1]
    assert all(option in listed for g, option, _ in BUILTIN if g == game)


def test_a_correction(said: Said, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    board = json.loads(said("data", "tidal", "--json")[1])
    board["quadrants"]["teal"]["docks"][2]["fruit"] = 3
    path.write_text(json.dumps(board), encoding="utf-8")
    assert said("data", "tidal", "--check", str(path))[0] == 0
    code, out, _ = said("data", "tidal", "--diff", str(path))
    assert (code, out) == (1, "quadrants.teal.docks[2].fruit: 0 -> 3\n1 difference from default\n")
    code, out, _ = said("data", "tidal", "--diff", str(path), "--json")
    assert json.loads(out) == [{"path": "quadrants.teal.docks[2].fruit", "built_in": 0, "file": 3}]
    board["quadrants"]["teal"]["docks"][2]["fruit"] = 12
    del board["majority"]
    path.write_text(json.dumps(board), encoding="utf-8")
    code, _, err = said("data", "tidal", "--check", str(path))
    assert code == 2
    assert str(path) in err
    assert "majority" in err or "fruit" in err
    assert "majority: [6, 3, 1] -> nothing" in said("data", "tidal", "--diff", str(path))[1]


def test_names_of_shapes_stand_for_their_numbers(said: Said, tmp_path: Path) -> None:
    names = ["RUN2", "SET2", 2, "SET3", "RUN4", "SET4"]
    path = tmp_path / "dial.json"
    path.write_text(json.dumps(names), encoding="utf-8")
    assert said("data", "onda", "--check", str(path))[0] == 0
    assert said("data", "onda", "--diff", str(path))[1] == "0 differences from ladder\n"
    path.write_text(json.dumps(names[:3]), encoding="utf-8")
    assert said("data", "onda", "dial", "--diff", str(path))[0] == 1
    for backend in BACKENDS:
        for value in (names[:3], str(path)):
            game = uneri.load_game("onda", backend=backend, bomb_sequence=value)
            assert game.options["bomb_sequence"] == [1, 4, 2]
            assert str(game) == "onda(bomb_sequence=[1,4,2])"
        assert str(uneri.load_game('onda(bomb_sequence=["RUN2","SET2",2])', backend=backend)) == str(game)
        for wrong in ("RUN9", "run2", "SINGLE", None, True):
            with pytest.raises(ValueError, match="allowed: ladder, runs_first"):
                uneri.load_game("onda", backend=backend, bomb_sequence=["RUN2", wrong])


def test_the_kind_is_guessed_from_the_file(said: Said, tmp_path: Path) -> None:
    path = tmp_path / "pack.json"
    path.write_text(said("data", "onda", "small")[1], encoding="utf-8")
    assert said("data", "onda(players=2)", "--check", str(path))[1].startswith(f"{path}: data for pack of onda")
    code, _, err = said("data", "onda", "--check", str(path))
    assert code == 2
    assert "at least 12 cards for 4 players" in err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["chess"], "no game 'chess'"),
        (["onda", "board"], "onda has no data 'board'; allowed: bomb_sequence, pack, ladder, runs_first, full, small"),
        (["onda", "--diff", "no-such-file.json"], "no-such-file.json cannot be read"),
        (["onda", "--check", "{file}"], "is not JSON"),
    ],
    ids=str,
)
def test_bad_input(words: list[str], named: str, said: Said, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    code, _, err = said("data", *(word.format(file=tmp_path / "a.json") for word in words))
    assert code == 2
    assert named in err


def test_differences() -> None:
    assert list(find_differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]})) == []
    assert list(find_differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}], "c": 1})) == [
        ("a[1].b", 2, 3),
        ("c", ABSENT, 1),
    ]
    assert list(find_differences([1, 2], [1])) == [("", [1, 2], [1])]
    assert list(find_differences({"a": True}, {"a": 1})) == [("a", True, 1)]


DATA = [(game, option) for game in uneri.games() for option, row in option_rows(game).items() if "builtin" in row]


def fields_of(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every field that a schema names, and what it says of it."""
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties":
                yield from value.items()
            yield from fields_of(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from fields_of(value)


@pytest.mark.parametrize(("game", "option"), DATA)
def test_schemas_say_what_each_field_means(game: str, option: str, said: Said) -> None:
    code, out, _ = said("data", game, option, "--schema")
    schema = json.loads(out)
    assert code == 0
    assert schema == data_schema(game, option)
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, field in [(option, schema), *fields_of(schema)]:
        assert len(field["description"]) > 4, name
        assert field["description"].endswith("."), name


@pytest.mark.parametrize(("game", "option"), DATA)
def test_schemas_allow_what_games_allow(game: str, option: str) -> None:
    """What is built in and random data fit; what lacks a field, or has one too many, is refused by both."""
    few = {"players": 2} if option == "pack" else {}
    validator = jsonschema.Draft202012Validator(data_schema(game, option))
    few = {"players": 2} if option == "pack" else {}
    numbers = SplitMix64(7)
    drawn = [game_module(game).random_options(numbers, few).get(option) for _ in range(40)]
    builtin = [game_module(game).builtin_data(option, name) for name in option_rows(game)[option]["builtin"]]
    for data in [*builtin, *(one for one in drawn if isinstance(one, list | dict))]:
        validator.validate(data)
    for data in builtin[:1]:
        if isinstance(data, dict):
            needed = validator.schema.get("required") or validator.schema["anyOf"][0]["required"]
            lacking = [{key: data[key] for key in data if key != field} for field in needed]
            for one in ({**data, "surplus": 1}, *lacking):
                assert not validator.is_valid(one)
                with pytest.raises(ValueError, match=option):
                    uneri.load_game(game, **few, **{option: one})
