"""Boards of Tidal Blades: Banner Festival as data. Two hundred boards made from the default one by mutation are refused with a
ValueError that names the key, in the same words by both backends, or they load and play; any valid board comes back
from its mapping, its JSON file and the text of its game."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import _mutations
import uneri
from _mutations import Data, Mutation, Route, at, backwards, named, of_kind, one_of, put, routes, swapped
from uneri import tidal
from uneri.testing import SplitMix64, lockstep, stream

MUTATIONS = 200

WRONG = (*_mutations.WRONG, "orange", "Orange", "even ", "any", {"orange": 1}, b"orange")

# Bounds of the integers by the end of their route (section 2). Those of spaces depend on the track, those of hands on the
# deck: here are the widest that the default board allows.
BOUNDS = {
    "rounds": (1, 3),
    "banners_per_player": (1, 99),
    "majority": (0, 99),
    "kept_card_profit": (0, 99),
    "spaces": (5, 16),
    "boat_start": (1, 8),
    "gate_start": (1, 8),
    "lap_exit": (1, 8),
    "fruit": (0, 9),
    "extra_banner": (0, 9),
    "values": (0, 99),
    "stunts": (1, 8),
    "stunt_fruit": (0, 9),
    "deck_done_fruit": (0, 9),
    "fruit_pool": (1, 99),
}
HANDS = {"2": 16, "3": 10, "4": 8, "5": 7}


def allowed(route: Route) -> tuple[int, int]:
    """The bounds of an integer of the default board."""
    if route[-1] == "hand":
        return 1, HANDS[str(route[1])]
    words = [step for step in route if isinstance(step, str)]
    return BOUNDS[words[-1]]


# Mutations: each changes the board and returns the routes whose names the error, if there is one, may give.


def wrong_value(board: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, routes(board))
    put(board, route, copy.copy(one_of(rng, WRONG)))
    return [route]


def out_of_range(board: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, of_kind(board, int))
    low, high = allowed(route)
    put(board, route, one_of(rng, (low - 1, high + 1, high + 256, -high, high << 32)))
    return [route]


def at_a_bound(board: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, of_kind(board, int))
    put(board, route, one_of(rng, allowed(route)))
    return [route]


def many_at_bounds(board: Data, rng: SplitMix64) -> list[Route]:
    """Legal: every number but those of the track and the characters' values is at its lowest or highest."""
    for route in of_kind(board, int):
        if "track" not in route and "values" not in route and rng.below(2):
            put(board, route, one_of(rng, allowed(route)))
    board["characters"]["values"] = one_of(rng, ([0] * 7, [99] * 7, [0] * 6 + [99]))
    for quadrant in board["quadrants"].values():
        for dock in quadrant["docks"]:
            dock["when"] = one_of(rng, ("even", "odd", "any", *tidal.SUITS))
    return []


def missing(board: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, routes(board))
    del at(board, route[:-1])[route[-1]]
    return [route, route[:-1]]


def surplus(board: Data, rng: SplitMix64) -> list[Route]:
    route = one_of(rng, [(), *of_kind(board, dict), *of_kind(board, list)])
    place = at(board, route)
    if isinstance(place, list):
        place.insert(rng.below(len(place) + 1), copy.deepcopy(one_of(rng, place)))
        return [route]
    key = one_of(rng, ("", "Rounds", "docks ", "2", "ü", "a.b", 2, None, 1.5, True, (1, 2), "\ud800"))
    place[key] = 1
    text = key if isinstance(key, str) and key != "\ud800" else f"{key!r} ({type(key).__name__})"
    return [(*route, text)]


def repeated(board: Data, rng: SplitMix64) -> list[Route]:
    """An item of a list in the place of another."""
    route = one_of(rng, of_kind(board, list))
    place = at(board, route)
    place[rng.below(len(place))] = copy.deepcopy(one_of(rng, place))
    return [route]


def several(board: Data, rng: SplitMix64) -> list[Route]:
    """A random board, valid and far from the default one, with one more mutation."""
    board.clear()
    board.update(tidal.random_board(rng))
    return one_of(rng, (wrong_value, missing, surplus, swapped, repeated, lambda *_: []))(board, rng)


MAPPINGS: tuple[Mutation, ...] = (
    *(wrong_value, wrong_value, out_of_range, at_a_bound, many_at_bounds, missing, surplus, swapped, repeated, several),
)


def follow(route: Route) -> list[str]:
    """What an error about `route` may name: it, or what is checked against it."""
    if route[-1:] == ("spaces",):
        return [named(route), "track.", "ring", "characters.stunts"]
    if route[-1:] == ("zeros",):
        return [named(route), named((*route[:-1], "hand"))]
    if route == ("track",):
        return ["track", "ring", "characters.stunts"]
    if route[-1:] and isinstance(route[-1], int):  # the list as a whole may be wrong
        return [named(route), named(route[:-1])]
    return [named(route)]


def mutated(index: int) -> tuple[Data, list[str]]:
    rng = stream(2026, index)
    board = tidal.default_board()
    touched = MAPPINGS[index % len(MAPPINGS)](board, rng)
    return board, [name for route in touched for name in follow(route)]


def outcome(backend: str, board: Any, players: int) -> Any:
    """The game, or the words of the refusal."""
    try:
        return uneri.load_game("tidal", backend=backend, players=players, board=board)
    except ValueError as error:
        return str(error)


def check(board: Any, names: list[str], players: int) -> str | None:
    """The refusal on both backends, checked; or None if the board loads, and then it plays on both."""
    core, reference = (outcome(backend, board, players) for backend in ("core", "reference"))
    if isinstance(core, str):
        assert reference == core
        assert core.startswith("tidal: ")
        assert any(f"'{name}" in core for name in names), (core, names)
        return core
    assert not isinstance(reference, str), reference
    assert str(core) == str(reference)
    played = uneri.playouts(core, 100, seed=1)
    assert (played.lengths == core.max_game_length).all()
    assert played.returns.min() >= core.min_utility
    assert played.returns.max() <= core.max_utility
    assert lockstep(core, reference, players).games == 1
    return None


@pytest.mark.parametrize("index", range(MUTATIONS))
def test_a_mutated_board_is_refused_by_name_or_plays(index: int, tmp_path: Path) -> None:
    board, names = mutated(index)
    players = 2 + index % 4
    refusal = check(board, names, players)
    try:
        text = json.dumps(board, allow_nan=False)
    except (TypeError, ValueError):  # what JSON can't say
        return
    if any(
        type(key) is not str
        for route in [(), *routes(board)]
        if isinstance(at(board, route), dict)
        for key in at(board, route)
    ):
        return  # in a file it would be a text
    path = tmp_path / "board.json"
    path.write_text(text, encoding="utf-8")
    named = None if refusal is None else refusal.replace("tidal: ", f"tidal: the file {str(path)!r}: ", 1)
    for backend in ("core", "reference"):
        found = outcome(backend, str(path), players)
        assert found == named if named is not None else found == outcome(backend, board, players)


def test_mutations_are_of_both_sorts() -> None:
    refused = sum(isinstance(outcome("core", mutated(index)[0], 4), str) for index in range(MUTATIONS))
    assert MUTATIONS // 4 < refused < 3 * MUTATIONS // 4


# --- files -------------------------------------------------------------------------------------------------------------

TEXT = json.dumps(tidal.default_board())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (TEXT.replace('"name"', '"rounds": 3, "name"', 1), "key '?rounds'? occurs twice in one object"),
        (TEXT.replace('"spaces": 8', '"spaces": 8, "spaces": 8', 1), "key '?spaces'? occurs twice in one object"),
        (TEXT.replace('"fruit": 1', '"fruit": 1, "fruit": 2', 1), "key '?fruit'? occurs twice in one object"),
        (TEXT.replace('"rounds": 3', '"rounds": NaN', 1), "NaN|'rounds' is nan"),
        (TEXT.replace('"rounds": 3', '"rounds": -Infinity', 1), "Infinity|'rounds' is -inf"),
        (TEXT.replace('"rounds": 3', '"rounds": 3.0', 1), r"'rounds' is 3.0 \(float\); allowed: 1 to 3"),
        (TEXT.replace('"rounds": 3', '"rounds": 3e0', 1), r"'rounds' is 3.0 \(float\); allowed: 1 to 3"),
        (TEXT.replace('"rounds": 3', '"rounds": 1e999', 1), "'rounds' is inf"),
        (TEXT.replace('"rounds": 3', '"rounds": ' + "9" * 40, 1), "'rounds' is 9{40}; allowed: 1 to 3"),
        (TEXT.replace('"rounds": 3', '"rounds": ' + "9" * 5000, 1), "is not JSON: .*digits"),
        (TEXT.replace('"rounds": 3', '"rounds": 03', 1), "is not JSON"),
        (
            TEXT.replace('"rounds": 3', '"rounds": ' + "[" * 100_000 + "]" * 100_000, 1),
            "is not JSON|'rounds' is a list of 1",
        ),
        (TEXT[:-1], "is not JSON"),
        (TEXT[:500], "is not JSON"),
        (TEXT + "}", "is not JSON"),
        (TEXT + TEXT, "is not JSON"),
        (TEXT.replace('"', "'"), "is not JSON"),
        ("// a board\n" + TEXT, "is not JSON"),
        ("", "is not JSON"),
        ("null", r"option 'board' is None \(NoneType\); allowed: 'default', a mapping"),
        ("3", "option 'board' is 3; allowed: 'default', a mapping"),
        ("[]", "option 'board' is \\[\\]; allowed: 'default', a mapping"),
        ('"default"', "not only a string"),
        ("{}", "no key 'schema'"),
    ],
)
def test_a_damaged_file_is_refused(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(content, encoding="utf-8")
    words = []
    for backend in ("core", "reference"):
        with pytest.raises(ValueError, match=f"^tidal: .*({message})") as error:
            uneri.load_game("tidal", backend=backend, board=str(path))
        words.append(str(error.value))
    assert words[0] == words[1]


@pytest.mark.parametrize("content", [TEXT.encode("utf-16"), b"\xff\xfe{}", TEXT.encode()[:-1] + b"\xff}"])
def test_a_file_that_is_no_utf8_is_refused(content: bytes, tmp_path: Path, backend: str) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"tidal: option 'board': the file '.*' cannot be read as UTF-8 text"):
        uneri.load_game("tidal", backend=backend, board=str(path))


def test_files_that_cannot_be_read(tmp_path: Path, backend: str) -> None:
    for path in (tmp_path, tmp_path / "nothing.json", tmp_path / "a\0b", tmp_path / ("x" * 5000)):
        with pytest.raises(ValueError, match=r"tidal: option 'board': the file .* cannot be read"):
            uneri.load_game("tidal", backend=backend, board=str(path))


# --- any valid board comes back ----------------------------------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> Data:
    """Any board that section 2 allows."""
    count, some = st.integers(0, 99), st.integers(0, 9)
    colour, order = st.sampled_from(tidal.SUITS), st.permutations(tidal.SUITS)
    spaces = draw(st.integers(5, 16))
    space = st.integers(1, spaces)
    ring = [*tidal.SUITS, *draw(st.lists(colour, min_size=spaces - 4, max_size=spaces - 4))]
    regions = draw(order)
    when = st.sampled_from(("even", "odd", "any", *tidal.SUITS))
    dock = st.fixed_dictionaries({"when": when, "fruit": some, "extra_banner": some})
    quadrant = st.fixed_dictionaries({"order": order.map(list), "docks": st.lists(dock, min_size=4, max_size=4)})
    players = {}
    for seats in range(2, 6):
        zeros = draw(st.booleans())
        hand = draw(st.integers(1, (36 if zeros else 32) // seats))
        pool, neutral = draw(st.integers(1, 99)), draw(st.booleans())
        players[str(seats)] = {"hand": hand, "fruit_pool": pool, "zeros": zeros, "neutral": neutral}
    return {
        "schema": "tidal-board/1",
        "name": draw(st.text(max_size=20)),
        "suits": list(tidal.SUITS),
        "rounds": draw(st.integers(1, 3)),
        "banners_per_player": draw(st.integers(1, 99)),
        "majority": draw(st.lists(count, min_size=3, max_size=3)),
        "kept_card_profit": draw(count),
        "track": {key: draw(space) if key != "spaces" else spaces for key in TRACK},
        "ring": draw(st.permutations(ring)),
        "regions": [list(regions[:2]), list(regions[2:])],
        "quadrants": {suit: draw(quadrant) for suit in tidal.SUITS},
        "characters": {
            "values": sorted(draw(st.lists(count, min_size=7, max_size=7))),
            "stunts": [draw(st.lists(space, min_size=7, max_size=7)) for _ in range(5)],
            "stunt_fruit": draw(some),
            "deck_done_fruit": draw(some),
        },
        "players": players,
    }


TRACK = ("spaces", "boat_start", "gate_start", "lap_exit")


@given(board=boards(), players=st.integers(2, 5), rounds=st.sampled_from([None, 1, 2, 3]))
def test_a_valid_board_comes_back(
    board: Data, players: int, rounds: int | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    given_rounds = {} if rounds is None else {"rounds": rounds}
    path = tmp_path_factory.getbasetemp() / "any_board.json"
    path.write_text(json.dumps(board, ensure_ascii=False), encoding="utf-8")
    texts = []
    for backend in ("core", "reference"):
        game = uneri.load_game("tidal", backend=backend, players=players, board=board, **given_rounds)
        assert tidal.board_of(game) == board
        assert list(tidal.board_of(game)) == list(board)
        assert game.options["rounds"] == (rounds or board["rounds"])
        for other in (
            uneri.load_game(str(game), backend=backend),
            uneri.load_game("tidal", backend=backend, **game.options),
            uneri.load_game("tidal", backend=backend, players=players, board=path, **given_rounds),
            uneri.load_game("tidal", backend=backend, players=players, board=backwards(board), **given_rounds),
        ):
            assert other == game
            assert hash(other) == hash(game)
            assert str(other) == str(game)
            assert other.options == game.options
        data = game.new_initial_state(seed=1).to_dict()
        assert game.state_from_dict(json.loads(json.dumps(data))).to_dict() == data
        texts.append(str(game))
    assert texts[0] == texts[1]


def test_a_mapping_is_copied(backend: str) -> None:
    """What a caller does to a mapping afterwards changes nothing, nor what it does to one that it got."""
    board = tidal.default_board() | {"name": "mine"}
    game = uneri.load_game("tidal", backend=backend, board=board)
    text = str(game)
    board["rounds"] = 1
    board["ring"].clear()
    tidal.board_of(game)["track"].clear()
    game.options["board"].clear()
    tidal.default_board().clear()
    assert str(game) == text
    assert tidal.board_of(game)["rounds"] == 3
    assert str(uneri.load_game("tidal", backend=backend)) == "tidal()"
