"""The contract of `uneri.testing.check_game` on every game, both backends, over options drawn at random; and that the
checks themselves can fail."""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from uneri.testing import ContractError, SplitMix64, check_game


def options_of(name: str, count: int) -> list[dict[str, Any]]:
    module = importlib.import_module(f"uneri.{name}")
    generator = SplitMix64(2026)
    return [{}, *(module.random_options(generator, {}) for _ in range(count))]


CASES = [
    pytest.param(name, index, marks=[pytest.mark.unsanitized] if index > 7 else [])
    for name in uneri.games()
    for index in range(17)
]


@pytest.mark.parametrize(("name", "index"), CASES)
def test_contract_of_the_core(name: str, index: int) -> None:
    game = uneri.load_game(name, **options_of(name, 16)[index])
    games = 3 if uneri.playouts(game, 20, seed=0, progress=False).lengths.mean() < 500 else 1
    report = check_game(game, n_games=games, seed=index)
    assert report.games == games
    assert report.nodes > 3


@pytest.mark.parametrize(
    ("name", "index"),
    [
        pytest.param(name, index, marks=[pytest.mark.slow] if name == "tacta" else [])
        for name in uneri.games()
        for index in range(3)
    ],
)
def test_contract_of_the_reference(name: str, index: int) -> None:
    game = uneri.load_game(name, backend="reference", **options_of(name, 16)[index])
    assert check_game(game, n_games=1, seed=index).games == 1


class Broken:
    """A state that behaves but for one member."""

    def __init__(self, state: Any, wrong: dict[str, Callable[..., Any]]) -> None:
        self._state, self._wrong = state, wrong

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._wrong:
            return lambda *args: self._wrong[name](self._state, *args)
        return getattr(self._state, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Broken) and self._state == other._state

    def __hash__(self) -> int:
        return hash(self._state)

    def clone(self) -> Broken:
        return Broken(self._state.clone(), self._wrong)

    def __copy__(self) -> Broken:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Broken:
        return self.clone()

    def __reduce__(self) -> Any:
        return Broken, (self._state, {})

    def resample_from_infostate(self, seat: int, seed: int) -> Broken:
        if wrong := self._wrong.get("resample_from_infostate"):
            return Broken(wrong(self._state, seat, seed), self._wrong)
        return Broken(self._state.resample_from_infostate(seat, seed), self._wrong)


class BrokenGame:
    """A game whose states are broken in one member."""

    def __init__(self, game: Any, wrong: dict[str, Callable[..., Any]]) -> None:
        self._game, self._wrong = game, wrong

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._game, name)

    def __str__(self) -> str:
        return str(self._game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BrokenGame) and self._game == other._game

    def __hash__(self) -> int:
        return hash(self._game)

    def __reduce__(self) -> Any:
        return BrokenGame, (self._game, {})

    def new_initial_state(self, seed: int | None = None) -> Broken:
        return Broken(self._game.new_initial_state(seed), self._wrong)

    def deserialize_state(self, data: bytes) -> Broken:
        return Broken(self._game.deserialize_state(data), self._wrong)

    def state_from_dict(self, data: dict[str, Any]) -> Broken:
        return Broken(self._game.state_from_dict(data), self._wrong)


@pytest.mark.unsanitized
def test_a_game_that_is_only_wrapped_passes(name: str) -> None:
    assert check_game(BrokenGame(uneri.load_game(name), {}), n_games=1).games == 1  # type: ignore[arg-type]


@pytest.mark.unsanitized
@pytest.mark.parametrize(
    "wrong",
    [
        {"legal_actions": lambda s: s.legal_actions()[::-1]},
        {"legal_actions": lambda s: s.legal_actions() * 2},
        {"num_legal_actions": lambda s: 1 + s.num_legal_actions()},
        {"is_legal": lambda s, a: True},
        {"chance_weights": lambda s: [(a, 2 * w) if i else (a, w) for i, (a, w) in enumerate(s.chance_weights())]},
        {"legal_actions_mask": lambda s, *out: np.ones(s.game.num_distinct_actions, np.uint8)},
        {"observation_tensor": lambda s, seat, *out: s.observation_tensor(0).astype(np.float64)},
        {"observation_string": lambda s, seat: s.observation_string(0)},
        {"to_dict": lambda s, *seat: s.to_dict()},
        {"returns": lambda s: [1000.0] * s.game.num_players},
        {"resample_from_infostate": lambda s, seat, seed: s.clone()},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_broken_member_is_found(wrong: dict[str, Callable[..., Any]]) -> None:
    for name in uneri.games():
        with pytest.raises(ContractError):
            check_game(BrokenGame(uneri.load_game(name), wrong), n_games=2)  # type: ignore[arg-type]


# --- buffers and integers of the caller ------------------------------------------------------------------------------


def test_buffers_of_the_caller(name: str, backend: str) -> None:
    game = uneri.load_game(name, backend=backend)
    state = game.new_initial_state(seed=1)
    calls = [
        (np.uint8, game.num_distinct_actions, state.legal_actions_mask),
        (np.float32, game.observation_tensor_shape[0], lambda out: state.observation_tensor(0, out)),
    ]
    for dtype, size, call in calls:
        good = np.empty(size, dtype)
        assert call(good) is good
        frozen = np.empty(size, dtype)
        frozen.setflags(write=False)
        for wrong in (np.empty(size, np.float64), [0] * size, "out", np.empty(size, np.dtype(dtype).newbyteorder(">"))):
            if isinstance(wrong, np.ndarray) and wrong.dtype == dtype:
                continue  # one byte has no order
            with pytest.raises(TypeError, match="must be"):
                call(wrong)
        for wrong in (np.empty(size + 1, dtype), np.empty((1, size), dtype), np.empty(2 * size, dtype)[::2], frozen):
            with pytest.raises(ValueError, match=r"out"):
                call(wrong)


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64, np.uint64])
def test_any_integer_type_is_an_action(name: str, backend: str, kind: Any) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    action = next(a for a in state.legal_actions() if a < 128)
    twin = state.clone()
    state.apply_action(kind(action))
    twin.apply_action(action)
    assert state == twin


@pytest.mark.parametrize("wrong", [1.0, True, np.bool_(True), np.float32(1), None, "1", [1]])
def test_nothing_else_is_an_action(name: str, backend: str, wrong: Any) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    before = state.clone()
    with pytest.raises(TypeError):
        state.apply_action(wrong)
    assert state == before


@pytest.mark.parametrize("wrong", [-1, 10**6, 2**31, 2**40, 10**30, -(10**30)])
def test_illegal_actions_are_named(name: str, backend: str, wrong: int) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    before = state.clone()
    with pytest.raises(ValueError, match=rf"action {wrong} .*legal: \d+ "):
        state.apply_action(wrong)
    assert state == before


@pytest.mark.parametrize("wrong", [-1, 2**64, 1.5, "seed", True])
def test_seeds_are_checked(name: str, backend: str, wrong: Any) -> None:
    game = uneri.load_game(name, backend=backend)
    with pytest.raises((ValueError, TypeError), match="seed"):
        game.new_initial_state(wrong)
    assert game.new_initial_state(2**64 - 1).seeded


def test_same_seed_same_game(name: str, backend: str) -> None:
    game = uneri.load_game(name, backend=backend)
    one, two, other = (game.new_initial_state(seed) for seed in (5, 5, 6))
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != one.clone().game.new_initial_state()


def test_options_are_checked(name: str, backend: str) -> None:
    for options, message in (
        ({"no_such_option": 1}, "no option 'no_such_option'; options: .*players"),
        ({"players": 99}, "option 'players' is 99; allowed: 2 to"),
        ({"players": "4"}, r"option 'players' is '4' \(str\); allowed: 2 to"),
        ({"players": True}, r"option 'players' is True \(bool\); allowed: 2 to"),
        ({"players": 3.0}, r"option 'players' is 3.0 \(float\)|option 'players' is 3 \(float\)"),
        ({"players": 10**30}, "option 'players' is 10"),
        ({"utility": "best"}, r"option 'utility' is 'best' \(str\); allowed: score, margin, win"),
        ({"players": None}, "option 'players' is None"),
    ):
        with pytest.raises(ValueError, match=message):
            uneri.load_game(name, backend=backend, **options)


def test_both_backends_refuse_in_the_same_words(name: str) -> None:
    module = importlib.import_module(f"uneri.{name}")
    options = list(module.random_options(SplitMix64(1), {}))
    for option in options:
        for value in (
            None,
            -7,
            10**6,
            10**30,
            -(10**5000),
            "nonsense",
            "é" * 150,
            "\a\r\t\x7f'\"",
            "\ud800",
            [],
            {},
            [[1]],
        ):
            words = []
            for backend in ("core", "reference"):
                try:
                    uneri.load_game(name, backend=backend, **{option: value})
                    words.append("")
                except ValueError as error:
                    words.append(str(error))
            assert words[0] == words[1], (option, value)


def test_games_are_values(name: str, backend: str) -> None:
    for options in options_of(name, 10):
        game = uneri.load_game(name, backend=backend, **options)
        again = uneri.load_game(str(game), backend=backend)
        assert again == game
        assert hash(again) == hash(game)
        assert str(again) == str(game)
        assert again.options == game.options
        assert pickle.loads(pickle.dumps(game)) == game
        game.options.clear()  # a copy: the game is not touched
        assert game.options
