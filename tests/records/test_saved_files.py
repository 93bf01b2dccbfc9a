"""What older versions wrote is read (docs/stability.md): a file a minor version in tests/data/saved, never written anew.

`python tests/records/test_saved_files.py` writes the file of this version; do so once, when its first release is made.
"""

import base64
import json
import random
from pathlib import Path

import pytest

import uneri
from uneri import BatchEnv, records
from uneri.records import Record

FOLDER = Path(__file__).resolve().parents[1] / "data" / "saved"
FILES = sorted(FOLDER.glob("*.json"))
NOW = ".".join(uneri.__version__.split(".")[:2])


def text_of(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def saved_by_this_version() -> dict[str, dict[str, object]]:
    """A position in the middle of a game, its batch, and the record of a whole game, of each game."""
    found: dict[str, dict[str, object]] = {}
    for name in uneri.games():
        game, draw = uneri.load_game(name), random.Random(1)
        state, path = game.new_initial_state(1), []
        while not state.is_terminal() and len(path) < 60:
            path.append(draw.choice(state.legal_actions()))
            state.apply_action(path[-1])
        middle = game.new_initial_state(1)
        for action in path[: len(path) // 2]:
            middle.apply_action(action)
        env = BatchEnv(game, 2, seed=1)
        env.step_random(5)
        found[name] = {
            "options": game.options,
            "moves": path[: len(path) // 2],
            "state": text_of(middle.serialize()),
            "batch": text_of(env.to_bytes()),
            "record": Record.from_actions(game, path, seed=1).to_bytes().decode("utf-8"),
        }
    return found


@pytest.fixture(params=[(path, name) for path in FILES for name in uneri.games()], ids=lambda p: f"{p[0].stem}-{p[1]}")
def saved(request):
    path, name = request.param
    return path.stem, name, json.loads(path.read_text(encoding="utf-8"))[name]


def test_there_is_a_file_of_this_version():
    assert NOW in [path.stem for path in FILES]


def test_records_of_all_versions_are_read(saved, tmp_path):
    _, name, content = saved
    path = tmp_path / "game.uneri.jsonl"
    path.write_bytes(content["record"].encode("utf-8"))
    (record,) = records.read(path)
    record.check()
    assert record.to_bytes() == path.read_bytes()
    assert not record.unknown
    state = record.replay(len(content["moves"]))
    assert state.game.name == name
    assert (
        state.serialize()
        == uneri.load_game(name, **content["options"]).deserialize_state(state.serialize()).serialize()
    )


def test_bytes_of_this_version_are_read(saved):
    version, name, content = saved
    game = uneri.load_game(name, **content["options"])
    state_bytes, batch_bytes = base64.b64decode(content["state"]), base64.b64decode(content["batch"])
    if version != NOW:
        pytest.skip("bytes are read by the minor version that wrote them")
    state = game.new_initial_state(1)
    for action in content["moves"]:
        state.apply_action(action)
    assert game.deserialize_state(state_bytes) == state
    assert state.serialize() == state_bytes
    env = BatchEnv.from_bytes(batch_bytes)
    assert env.to_bytes() == batch_bytes
    fresh = BatchEnv(game, 2, seed=1)
    fresh.step_random(5)
    assert fresh.to_bytes() == batch_bytes


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{NOW}.json").write_text(json.dumps(saved_by_this_version(), indent=1, default=str) + "\n", "utf-8")
