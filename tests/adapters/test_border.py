"""Seeds, seats, counts and settings reach the library's checks as they were given, and are refused in its words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import uneri
from uneri.adapters import open_spiel, pettingzoo
from uneri.adapters.gymnasium import SeatEnv, VectorEnv

NO_INTEGERS = (1.0, 1.5, float("nan"), "1", b"1", True, np.True_, np.float64(1), np.array([1]), [1], {}, object())
SEEDED: dict[str, Callable[[], Any]] = {
    "SeatEnv": lambda: SeatEnv("solo"),
    "make": lambda: gymnasium.make("uneri/Solo-v0"),
    "VectorEnv": lambda: VectorEnv("solo", 3),
    "make_vec": lambda: gymnasium.make_vec("uneri/Solo-v0", 3),
    "raw_env": lambda: pettingzoo.raw_env("solo"),
    "env": lambda: pettingzoo.env("solo"),
    "parallel_env": lambda: pettingzoo.parallel_env("solo"),
}
ONE_GAME = [name for name in SEEDED if "ec" not in name]


def kind(value: object) -> str:
    return "bool" if value is np.True_ else type(value).__name__


@pytest.mark.parametrize("name", ONE_GAME)
def test_seeds_that_are_no_integers(name: str) -> None:
    env = SEEDED[name]()
    for seed in NO_INTEGERS:
        with pytest.raises(TypeError) as caught:
            env.reset(seed=seed)
        assert str(caught.value) == f"seed must be an integer, not {seed!r} ({kind(seed)})"


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("seed", [-1, 2**64, 2**70, np.int64(-1)])
def test_seeds_out_of_bounds(name: str, seed: Any) -> None:
    with pytest.raises(ValueError, match=rf"^seed is {seed}; allowed: 0 to 2\^64 - 1$"):
        SEEDED[name]().reset(seed=seed)


@pytest.mark.parametrize("name", SEEDED)
@pytest.mark.parametrize("seed", [2**64 - 1, np.uint64(2**64 - 1), np.int32(5), np.array(5)])
def test_seeds_of_any_integer_type(name: str, seed: Any) -> None:
    env, same = SEEDED[name](), SEEDED[name]()
    for each, given in ((env, seed), (same, int(seed))):
        each.reset(seed=given)
    assert state_of(env) == state_of(same)


def state_of(env: Any) -> Any:
    inner = env.unwrapped
    if isinstance(inner, VectorEnv):
        return [inner.batch.get_state(lane) for lane in range(inner.num_envs)]
    return inner._state if isinstance(inner, SeatEnv) else inner.state_of_game


@pytest.mark.parametrize(
    ("seed", "error", "message"),
    [
        ([1.7, 2.2, 3.9], TypeError, "seed must be an integer, not 1.7 (float)"),
        (["1", "2", "3"], TypeError, "seed must be an integer, not '1' (str)"),
        ([True, False, True], TypeError, "seed must be an integer, not True (bool)"),
        (
            np.array([1.0, 2.0, 3.0]),
            TypeError,
            "seed must be an integer or an array of integers, not an array of float64",
        ),
        (
            np.array([True, True, True]),
            TypeError,
            "seed must be an integer or an array of integers, not an array of bool",
        ),
        (np.array(["1", "2", "3"]), TypeError, "seed must be an integer or an array of integers, not an array of <U1"),
        ([1, None, 2], ValueError, "seed must be an integer, one for each lane, or None, not [1, None, 2]"),
        ([1, 2, -3], ValueError, "seed is -3; allowed: 0 to 2^64 - 1"),
        ([1, 2, 2**64], ValueError, "seed is 18446744073709551616; allowed: 0 to 2^64 - 1"),
        (np.array([1, 2, -3]), ValueError, "seed is -3; allowed: 0 to 2^64 - 1"),
        ([1, 2], ValueError, "seed must have shape (3,), not (2,)"),
        ([[1, 2, 3]], ValueError, "seed must have shape (3,), not (1, 3)"),
        ("123", TypeError, "seed must be an integer, not '123' (str)"),
        (b"123", TypeError, "seed must be an integer, not b'123' (bytes)"),
        ({}, TypeError, "seed must be an integer, not {} (dict)"),
        (1.0, TypeError, "seed must be an integer, not 1.0 (float)"),
    ],
    ids=repr,
)
def test_seeds_of_lanes(seed: Any, error: type[Exception], message: str) -> None:
    """Nothing has changed after a refusal."""
    env = VectorEnv("solo", 3)
    env.reset(seed=1)
    before = state_of(env)
    with pytest.raises(error) as caught:
        env.reset(seed=seed)
    assert str(caught.value) == message
    assert state_of(env) == before


@pytest.mark.parametrize(
    "seed", [[3, 2**64 - 1, 5], (np.int64(3), np.uint64(2**64 - 1), 5), np.array([3, 4, 5], np.int16)]
)
def test_lanes_have_the_seeds_they_are_given(seed: Any) -> None:
    env = VectorEnv("solo", 3)
    env.reset(seed=seed)
    assert env.batch.seeds.tolist() == [int(one) for one in seed]


@pytest.mark.parametrize("seat", [1.0, 1.5, "0", True, np.float64(1), np.array([1]), [0], {}], ids=repr)
def test_seats_that_are_no_integers(seat: Any) -> None:
    for make in (lambda: SeatEnv("solo", seat=seat), lambda: VectorEnv("solo", opponents="random", seat=seat)):
        with pytest.raises(TypeError) as caught:
            make()
        assert str(caught.value) == f"seat must be an integer, not {seat!r} ({type(seat).__name__})"


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"num_envs": 2.0}, TypeError, "num_envs must be an integer, not 2.0 (float)"),
        ({"num_envs": "2"}, TypeError, "num_envs must be an integer, not '2' (str)"),
        ({"num_envs": True}, TypeError, "num_envs must be an integer, not True (bool)"),
        ({"num_envs": 0}, ValueError, "num_envs is 0; allowed: 1 to 1048576"),
        ({"threads": 1.5}, TypeError, "threads must be an integer, not 1.5 (float)"),
        ({"copy": 1}, TypeError, "copy must be True or False, not 1 (int)"),
        ({"autoreset": 1}, TypeError, "autoreset must be one of 'next', None, not 1 (int)"),
        ({"render_mode": "human"}, ValueError, "render_mode is 'human'; allowed: None, ansi, rgb_array"),
        ({"players": 99}, ValueError, "solo: option 'players' is 99; allowed: 2 to 10"),
        ({"oponents": "greedy"}, ValueError, "solo: no option 'oponents'"),
    ],
)
def test_settings_of_vectors(settings: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        VectorEnv("solo", **settings)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "make", [SeatEnv, VectorEnv, pettingzoo.raw_env, pettingzoo.env, open_spiel.load_game, open_spiel.to_efg]
)
@pytest.mark.parametrize("game", [5, None, b"solo", ["solo"]])
def test_what_is_no_game(make: Any, game: Any) -> None:
    with pytest.raises(TypeError) as caught:
        make(game)
    assert str(caught.value) == f"game must be a game, or its string form, not {game!r} ({type(game).__name__})"


def test_options_beside_a_game_that_is_made() -> None:
    for make in (SeatEnv, VectorEnv):
        with pytest.raises(ValueError, match=r"with a game's name, not \{'players': 2\} with a loaded game"):
            make(uneri.load_game("solo"), players=2)
        assert make("solo", players=2).observation_space == make("solo(players=2)").observation_space


def test_options_of_resets() -> None:
    for env, allowed in ((SeatEnv("solo"), "nothing"), (VectorEnv("solo", 2), "reset_mask")):
        env.reset(options={})
        with pytest.raises(ValueError, match=f"options has 'reset_maks'; allowed: {allowed}"):
            env.reset(options={"reset_maks": np.ones(2, np.bool_)})
        with pytest.raises(TypeError, match=r"options must be a mapping or None, not \[\] \(list\)"):
            env.reset(options=[])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"options must be a mapping or None, not \[\] \(list\)"):
        pettingzoo.raw_env("solo").reset(options=[])  # type: ignore[arg-type]
    vector = VectorEnv("solo", 2)
    for mask in ([0], np.array([0, 1]), "11"):
        with pytest.raises(TypeError, match=r"options\['reset_mask'\] must be bool\[2\]"):
            vector.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match=r"lanes must have shape \(2,\), not \(3,\)"):
        vector.reset(options={"reset_mask": np.ones(3, np.bool_)})


@pytest.mark.parametrize("action", [1.0, "1", None, True, np.array([1])], ids=repr)
def test_actions_that_are_no_integers(action: Any) -> None:
    """A mistake in the program, not a move that loses."""
    single, agents = SeatEnv("solo"), pettingzoo.raw_env("solo")
    for env in (single, agents):
        env.reset(seed=1)
        before = state_of(env)
        with pytest.raises(TypeError, match=r"^action must be an integer"):
            env.step(action)
        assert state_of(env) == before


def test_agents_are_named() -> None:
    env = pettingzoo.raw_env("solo(players=2)")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="agent is 'seat_2'; allowed: seat_0, seat_1"):
        env.observe("seat_2")


def test_numbers_of_open_spiel() -> None:
    game = open_spiel.load_game("solo(players=2)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for drawn in (-0.1, 1.5, float("nan"), "0.5", None, True):
        with pytest.raises(ValueError, match=r"probability_sampler must return a float in \[0, 1\), not .*"):
            state.resample_from_infostate(0, lambda drawn=drawn: drawn)
    for look in (state.observation_string, state.observation_tensor, state.information_state_string):
        with pytest.raises(TypeError, match=r"seat must be an integer, not 0\.0 \(float\)"):
            look(0.0)
        with pytest.raises(ValueError, match="seat is 2; allowed: 0 to 1"):
            look(2)
    for nodes in (1.5, "10"):
        with pytest.raises(TypeError, match=r"max_nodes must be an integer"):
            open_spiel.to_efg("solo", nodes)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"action must be an integer, not 1\.5 \(float\)"):
        state._struct_to_actions({"action": 1.5})


OWN: dict[str, tuple[str, Callable[[], Any], dict[str, Any]]] = {
    "namima": ("variant", uneri.namima.rule_set, {}),
    "onda": (
        "pack",
        lambda: {"deal": 4, "down": 1, "cards": ["b1", "b2", "b5", "b5", "g1", "g2", "g3", "g4"]},
        {"players": 2},
    ),
    "solo": ("pack", lambda: {"deal": 2, "cards": ["R1", "R1", "R2", "G1", "G2", "GD2"]}, {"players": 2}),
    "tacta": ("deck", uneri.tacta.default_deck, {}),
    "tidal": ("board", uneri.tidal.default_board, {}),
}
"""An option that is data, some data for it, and options that go with it."""


def test_a_string_of_open_spiel_opens_no_file(name: str, tmp_path: Path) -> None:
    """Wherever it comes from. `load_game` of the adapter reads the file, and its content stands in the string."""
    option, data, more = OWN[name]
    file = tmp_path / "own.json"
    file.write_text(json.dumps(data()), encoding="utf-8-sig")
    words = f"{name}: option '{option}' is .* and outside data can't open a file"
    with pytest.raises(pyspiel.SpielError, match=words):
        pyspiel.load_game(f"uneri_{name}({option}={file})")
    with pytest.raises(pyspiel.SpielError, match=words):
        pyspiel.load_game(f"uneri_{name}", {option: str(file)})
    mine = uneri.load_game(name, **{option: str(file)}, **more)
    assert pyspiel.load_game(str(open_spiel.load_game(mine))).uneri == mine


@pytest.mark.parametrize("value", ["{", "[NaN]", '{"a":1%2C"a":2}', "[1] 2"])
def test_parameters_that_are_no_json(value: str) -> None:
    with pytest.raises(pyspiel.SpielError, match="solo: option 'pack' is not JSON: "):
        pyspiel.load_game("uneri_solo", {"pack": value})
