"""The ids of the installed package, in processes of their own that import nothing of ours."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import metadata

import gymnasium
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import data_equivalence

import uneri
from uneri.adapters._gymnasium_ids import list_ids, register
from uneri.adapters.gymnasium import SeatEnv, VectorEnv

IDS = ["uneri/Seat-v0", "uneri/Namima-v0", "uneri/Onda-v0", "uneri/Solo-v0", "uneri/Tacta-v0", "uneri/Tidal-v0"]


def test_every_game_has_an_id() -> None:
    assert list(list_ids()) == IDS
    assert [kwargs["game"] for kwargs in list(list_ids().values())[1:]] == list(uneri.games())


@pytest.mark.parametrize("name", IDS)
def test_specs(name: str) -> None:
    """What Gymnasium keeps of an id makes the same environment again, also by way of its JSON."""
    spec = gymnasium.spec(name)
    assert spec.kwargs == list_ids()[name]
    settings = {"game": "solo"} if name == "uneri/Seat-v0" else {}
    env = gymnasium.make(name, players=2, seat=1, **settings)
    assert env.spec is not None
    again = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    assert env.unwrapped.game == again.unwrapped.game == uneri.load_game(spec.kwargs.get("game", "solo"), players=2)
    for one, two in zip(env.reset(seed=3), again.reset(seed=3), strict=True):
        assert data_equivalence(one, two, exact=True)


def test_registering_twice_is_quiet() -> None:
    """Warnings are errors here, and Gymnasium warns of an id that is registered anew."""
    register()
    register()


def test_no_option_of_a_game_is_a_setting_of_an_environment() -> None:
    settings = {name for kind in (SeatEnv, VectorEnv) for name in inspect.signature(kind.__init__).parameters}
    settings |= {"id", "max_episode_steps", "disable_env_checker", "vectorization_mode", "vector_kwargs", "wrappers"}
    for name in uneri.games():
        assert not settings & uneri.load_game(name).options.keys()


WITHOUT_IMPORT = """
import sys
import gymnasium
assert "uneri" not in sys.modules
module, names = "uneri.adapters.gymnasium:", sys.argv[1:]
for name in names:
    settings = {"game": "onda"} if "Seat" in name else {}
    env = gymnasium.make(module + name, players=2, opponents="random", **settings)
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax())
    for mode in (None, "sync"):
        envs = gymnasium.make_vec(module + name, 3, vectorization_mode=mode, players=2, **settings)
        _, info = envs.reset(seed=1)
        envs.step(info["action_mask"].argmax(axis=1))
        print(type(envs).__name__, envs.num_envs)
        envs.close()
    env.close()
"""

BY_THE_GROUP = """
import sys
import gymnasium
from importlib import metadata
for entry in metadata.entry_points(group="gymnasium.envs"):
    if entry.name == "uneri":
        entry.load()()
assert "uneri.adapters.gymnasium" not in sys.modules
for name in sys.argv[1:]:
    gymnasium.make(name, **({"game": "onda"} if "Seat" in name else {})).reset(seed=1)
print("made")
"""


@pytest.mark.subprocess
def test_gymnasium_imports_what_an_id_names() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_IMPORT, *IDS], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["VectorEnv 3", "SyncVectorEnv 3"] * len(IDS)


@pytest.mark.subprocess
def test_the_entry_point_registers_the_ids() -> None:
    (entry,) = (entry for entry in metadata.entry_points(group="gymnasium.envs") if entry.name == "uneri")
    assert entry.value == "uneri.adapters._gymnasium_ids:register"
    done = subprocess.run([sys.executable, "-c", BY_THE_GROUP, *IDS], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "made\n"), done.stderr
