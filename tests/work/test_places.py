"""A path means what it meant where it was given, also in another process, and when the program is in another folder."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri import arena, records
from uneri._util.jobs import Processes, Storage, Task
from uneri.bots.external import ExternalBot
from uneri.data import selfplay_run
from uneri.train import train

GAME = "onda(players=2,rounds=1)"


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)


def leave(*_: object) -> None:
    """The program goes to another folder, once."""
    if Path("elsewhere").is_dir():
        os.chdir("elsewhere")


class Elsewhere:
    """An executor whose workers are in another folder, as those of a cluster may be."""

    def run(self, work: Any, units: Iterable[Task]) -> Generator[tuple[Task, Any]]:
        here = Path.cwd()
        os.chdir("elsewhere")
        try:
            yield from Processes().run(pickle.loads(pickle.dumps(work)), units)
        finally:
            os.chdir(here)


def test_workers_elsewhere_write_where_the_caller_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    from uneri import data

    monkeypatch.setattr(selfplay_run, "executor_for", lambda *_: Elsewhere())
    made = data.selfplay(GAME, ["greedy"], 8, out="games", unit_games=4)
    assert len(data.load("games")) == made.decisions
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_data_set_stays_readable() -> None:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    from uneri import data

    data.selfplay(GAME, ["greedy"], 8, out="games", unit_games=4, progress=leave)
    os.chdir("..")
    rows = data.load("games")
    packed = pickle.dumps(rows)
    leave()
    for found in (rows, pickle.loads(packed)):
        assert sum(len(batch["action"]) for batch in found.batches()) == len(rows)
        assert found.arrow().count_rows() == len(rows)


def test_a_storage_keeps_its_folder(tmp_path: Path) -> None:
    storage = Storage("kept")
    leave()
    pickle.loads(pickle.dumps(storage)).write("a", b"1")
    assert storage.read("a") == (tmp_path / "kept/a").read_bytes()


def test_an_arena_keeps_its_folder(tmp_path: Path) -> None:
    done = arena.run(GAME, ["greedy", "random"], 4, out="run", unit_deals=1, watch=leave)
    assert sorted(item.name for item in (tmp_path / "run").iterdir()) == sorted(
        ["games.jsonl", "settings.json", "table.json", "units"]
    )
    os.chdir("..")
    loaded = arena.load("run")
    leave()
    assert list(loaded.games()) == list(done.games())


def test_records_are_read_from_where_they_were() -> None:
    game = records.record(GAME, ["greedy", "random"], seed=1)
    records.write("games.uneri.jsonl", [game])
    reading = records.read("games.uneri.jsonl")
    leave()
    assert [(found, found.path) for found in reading] == [(game, "games.uneri.jsonl")]


def test_a_training_keeps_its_checkpoint(tmp_path: Path) -> None:
    train(GAME, games=64, seed=1, checkpoint="kept", progress=leave)
    assert (tmp_path / "kept").is_file()
    assert not (tmp_path / "elsewhere/kept").exists()


def test_a_program_runs_where_it_was_named() -> None:
    lines = (
        "import json, sys\nfor line in sys.stdin:\n    request = json.loads(line)\n    if request['type'] == 'act':\n"
    )
    answer = "        print(json.dumps({'id': request['id'], 'action': request['legal'][0]['action']}), flush=True)\n"
    Path("my_bot.py").write_text(lines + answer)
    bot = ExternalBot([sys.executable, "my_bot.py"])
    leave()
    state = uneri.load_game(GAME).new_initial_state(seed=1)
    try:
        assert bot.act(state) == state.legal_actions()[0]
    finally:
        bot.close()


@pytest.mark.parametrize("bot", ["net:my.net", "flat:sims=2,net=my.net"])
def test_an_opponent_is_the_one_that_was_named(bot: str) -> None:
    train(GAME, games=64, seed=1).save("my.net")
    env = uneri.BatchEnv(GAME, 1, seed=1, opponents=bot)
    leave()
    for _ in range(30):  # some games
        legal = env.legal_rows()[1]
        env.step([int(legal[0])])
