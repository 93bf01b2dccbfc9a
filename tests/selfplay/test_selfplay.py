"""Self-play: every decision is in the files, as the game has it, whoever plays and however often it is stopped."""

from __future__ import annotations

import importlib
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import data
from uneri.cli import main
from uneri.data.packing import Packer, list_layout_parts, unpack

pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
pytestmark = pytest.mark.adapters

SHORT = "onda(players=2,rounds=1)"
ALL = ("observation", "mask", "policy", "game", "ply", "seat", "action", "value", "return", "bot")


def rows_of(place: Path, **options: Any) -> data.dataset.Batch:
    batches = list(data.load(place).batches(columns=ALL, **options))
    return {name: np.concatenate([batch[name] for batch in batches]) for name in ALL}


def check(place: Path, game: uneri.Game) -> data.dataset.Batch:
    """Plays the games again by their actions, and compares all that the files say."""
    rows, state, number = rows_of(place), None, -1
    seen = data.load(place)
    for index, action in enumerate(rows["action"]):
        if rows["game"][index] != number:
            assert state is None or state.is_terminal()
            number += 1
            state, ply = game.new_initial_state(seen.game_seed(number)), 0
        assert state is not None
        seat = state.current_player()
        assert (rows["game"][index], rows["ply"][index], rows["seat"][index]) == (number, ply, seat)
        assert np.array_equal(rows["observation"][index], state.observation_tensor(seat))
        assert np.array_equal(rows["mask"][index], state.legal_actions_mask())
        state.apply_action(int(action))
        ply += 1
        if state.is_terminal():
            here = rows["game"] == number
            assert np.array_equal(rows["return"][here], np.float32(state.returns())[rows["seat"][here]])
    return rows


@pytest.mark.parametrize("name", uneri.games())
def test_the_files_have_what_was_played(tmp_path: Path, name: str) -> None:
    options = {"onda": {"rounds": 1}, "solo": {"max_rounds": 1}, "namima": {"games": 1, "variant": "sazanami"}}.get(
        name, {}
    )
    game = uneri.load_game(name, players=2, **options)
    made = data.selfplay(game, ["random"], 3, out=tmp_path, seed=5, unit_games=2)
    rows = check(tmp_path, game)
    assert made.decisions == len(rows["game"]) == len(data.load(tmp_path)) == data.load(tmp_path).arrow().count_rows()
    assert rows["game"][-1] == 2
    assert np.isnan(rows["value"]).all()
    assert np.array_equal(rows["policy"].argmax(axis=1), rows["action"])


def test_the_core_and_python_play_alike(tmp_path: Path) -> None:
    """Greedy players in the core, and the same as objects of Python."""
    data.selfplay(SHORT, ["greedy"], 5, out=tmp_path / "core", seed=3)
    data.selfplay(SHORT, ["uneri.bots:GreedyBot"], 5, out=tmp_path / "python", seed=3)
    core, python = (rows_of(tmp_path / place) for place in ("core", "python"))
    assert all(np.array_equal(core[name], python[name], equal_nan=name == "value") for name in ALL)


def test_bots_take_turns_and_searches_say_what_they_saw(tmp_path: Path) -> None:
    data.selfplay(SHORT, ["flat:sims=20", "random"], 2, out=tmp_path, seed=3)
    rows = check(tmp_path, uneri.load_game(SHORT))
    assert np.array_equal(rows["bot"], (rows["seat"] + rows["game"]) % 2)
    thought = ~np.isnan(rows["value"])
    assert thought.any()
    assert (rows["bot"][thought] == 0).all()
    assert np.allclose(rows["policy"].sum(axis=1), 1)
    assert (rows["policy"][~rows["mask"]] == 0).all()
    assert ((rows["policy"] > 0).sum(axis=1)[thought] > 1).any()


def puct(seed: int = 0) -> uneri.search.PUCT:
    def judged(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        sizes.append(len(obs))
        return np.zeros(len(legal[1])), np.full((len(obs), 2), 0.5)

    return uneri.search.PUCT(judged, sims=8, seed=seed, leaves=1)


sizes: list[int] = []


def test_networks_judge_the_positions_of_many_games_together(tmp_path: Path) -> None:
    data.selfplay(SHORT, [puct], 6, out=tmp_path, seed=3)
    check(tmp_path, uneri.load_game(SHORT))
    assert max(sizes) == 6


@pytest.mark.parametrize("seed", range(4))
def test_packing_is_exact(seed: int) -> None:
    """Blocks that need larger kinds one after the other, and numbers at the borders of their kinds."""
    game, rng = uneri.load_game("onda"), np.random.default_rng(seed)
    packer = Packer(list_layout_parts(game))
    size = game.observation_tensor_shape[0]
    blocks: list[Any] = []
    halves = [2.0**-24, -(2.0**-14), 1023 * 2.0**-24, 65504, -0.0, math.inf]
    for values in ([0, 1], [0, 0.5, 1], [0, 1, 2.5], halves, [0, 0.1, -3e9, 65505, 2.0**-25, math.nan], [0, 1]):
        block = np.zeros((20, size), np.float32)
        some = rng.integers(0, size, 40)
        block[:, some] = rng.choice(np.float32(values), (20, 40))
        chosen = np.flatnonzero(rng.integers(0, 2, 20))
        packer.pack(block, chosen)
        blocks.append(block[chosen])
        there = unpack(packer.packed, packer.parts)
        assert there.tobytes() == np.concatenate(blocks).tobytes()
    assert {kind for _, _, kind in packer.parts} == {0, 1, 2}
    order = rng.permutation(len(there))
    assert unpack(packer.packed, packer.parts, order).tobytes() == there[order].tobytes()


def files_of(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_resuming_gives_the_same_files(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    made = data.selfplay(SHORT, ["greedy"], 10, out=whole, seed=2, unit_games=3)
    data.selfplay(SHORT, ["greedy"], 4, out=parts, seed=2, unit_games=3)
    (parts / "shards" / "000009-ab.parquet.1-2.tmp").write_bytes(b"PAR")
    with pytest.raises(ValueError, match="already holds a run; continue it with resume=True"):
        data.selfplay(SHORT, ["greedy"], 10, out=parts, seed=2, unit_games=3)
    with pytest.raises(ValueError, match="seed is 2 there and 3 here"):
        data.selfplay(SHORT, ["greedy"], 10, out=parts, seed=3, unit_games=3, resume=True)
    again = data.selfplay(SHORT, ["greedy"], 10, out=parts, seed=2, unit_games=3, resume=True)
    assert (made.decisions, made.kept, again.kept) == (again.decisions, 0, 3)
    assert files_of(whole) == files_of(parts)


def games_in(place: str) -> list[int]:
    """The numbers of the games that a reader gets, a game as often as it comes."""
    rows = data.load(place)
    found = [batch["game"][batch["ply"] == 0] for batch in rows.batches(columns=("game", "ply"))]
    assert len(rows) == rows.arrow().count_rows()
    return [int(number) for numbers in found for number in numbers]


@pytest.mark.parametrize("address", [False, True])
def test_a_data_set_that_grows_has_each_game_once(tmp_path: Path, address: bool) -> None:
    options: dict[str, Any] = {"seed": 2, "unit_games": 4, "progress": False}
    place = tmp_path.as_uri() if address else str(tmp_path)
    for games in (2, 6, 7, 7, 16, 18):
        before = data.load(place).settings["unit"] and len(games_in(place)) if games > 2 else 0
        made = data.selfplay(SHORT, ["greedy"], games, out=place, resume=games > 2, **options)
        assert games_in(place) == list(range(games))
        assert (made.games, made.decisions) == (games, len(data.load(place)))
        assert made.size == sum(path.stat().st_size for path in (tmp_path / "shards").iterdir())
        assert made.kept == (before if games == before else before // 4 * 4)
    made = data.selfplay(SHORT, ["greedy"], 6, out=place, resume=True, **options)  # keeps what it has
    assert (made.games, made.kept, made.decisions) == (18, 18, len(data.load(place)))
    assert games_in(place) == list(range(18))


def test_shards_that_a_larger_one_replaces_are_passed_over(tmp_path: Path) -> None:
    """A run that is stopped before it takes them away leaves them; so may one that cannot."""
    options: dict[str, Any] = {"seed": 2, "unit_games": 4, "progress": False}
    left: dict[str, bytes] = {}
    for games in (1, 2, 3, 4, 9):
        data.selfplay(SHORT, ["greedy"], games, out=tmp_path / "all", resume=games > 1, **options)
        left |= {path.name: path.read_bytes() for path in (tmp_path / "all/shards").iterdir()}
    for name, content in left.items():
        (tmp_path / "all/shards" / name).write_bytes(content)
    assert len(left) == 6
    assert games_in(str(tmp_path / "all")) == list(range(9))
    full = min(data.load(tmp_path / "all").shards)
    (tmp_path / "all" / full).unlink()  # of those that are left, the one with most games counts
    assert games_in(str(tmp_path / "all")) == [0, 1, 2, *range(4, 9)]
    made = data.selfplay(SHORT, ["greedy"], 3, out=tmp_path / "all", resume=True, **options)
    assert (made.games, made.kept) == (8, 8)
    assert len(list((tmp_path / "all/shards").iterdir())) == 3
    assert games_in(str(tmp_path / "all")) == [0, 1, 2, *range(4, 9)]
    data.selfplay(SHORT, ["greedy"], 9, out=tmp_path / "all", resume=True, **options)
    data.selfplay(SHORT, ["greedy"], 9, out=tmp_path / "whole", **options)
    assert files_of(tmp_path / "all") == files_of(tmp_path / "whole")


def test_a_run_that_fails_takes_nothing_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {"seed": 2, "unit_games": 4, "progress": False}
    data.selfplay(SHORT, ["greedy"], 6, out=tmp_path, **options)
    before = files_of(tmp_path)

    def full(*_: Any, **more: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("uneri._util.jobs.storage.write_whole", full)
    with pytest.raises(OSError, match="No space left on device"):
        data.selfplay(SHORT, ["greedy"], 8, out=tmp_path, resume=True, **options)
    assert files_of(tmp_path) == before
    assert games_in(str(tmp_path)) == list(range(6))


@pytest.mark.parametrize("how", ["empty", "cut", "page"])
def test_damaged_shards_are_played_again(tmp_path: Path, how: str) -> None:
    options: dict[str, Any] = {"seed": 2, "unit_games": 4, "progress": False}
    place = tmp_path / "a"
    data.selfplay(SHORT, ["greedy"], 10, out=place, **options)
    whole = files_of(place)
    shards = sorted((place / "shards").iterdir())

    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[100:1000] = b"\xff" * 900
        path.write_bytes({"empty": b"", "cut": bytes(content[:-9]), "page": bytes(content)}[how])

    damage(shards[1])
    with pytest.raises(ValueError, match=f"{shards[1].name} is damaged"):
        games_in(str(place))
    made = data.selfplay(SHORT, ["greedy"], 10, out=place, resume=True, **options)
    assert (made.games, made.kept) == (10, 6)
    assert files_of(place) == whole
    damage(shards[2])  # the cut unit, in which a longer run has more games
    with pytest.raises(ValueError, match=rf"{shards[2].name} is damaged: .*; use 12 games or more, or delete it"):
        data.selfplay(SHORT, ["greedy"], 9, out=place, resume=True, **options)
    assert sorted((place / "shards").iterdir()) == shards
    data.selfplay(SHORT, ["greedy"], 11, out=place, resume=True, **options)
    assert games_in(str(place)) == list(range(11))
    assert not shards[2].exists()


def test_shards_of_other_runs_stop_a_run(tmp_path: Path) -> None:
    """They are somebody's: nothing is played over them."""
    options: dict[str, Any] = {"unit_games": 4, "progress": False}
    for seed in (1, 2):
        data.selfplay(SHORT, ["greedy"], 8, out=tmp_path / str(seed), seed=seed, **options)
    ours, theirs = (min((tmp_path / seed / "shards").iterdir()) for seed in "12")
    ours.write_bytes(theirs.read_bytes())
    with pytest.raises(ValueError, match=f"{ours.name} is from another run: seed is 2 there and 1 in settings"):
        data.selfplay(SHORT, ["greedy"], 8, out=tmp_path / "1", seed=1, resume=True, **options)
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("kind", ["lock", "shards"])
def test_links_in_a_strangers_run_lead_nowhere(tmp_path: Path, kind: str) -> None:
    options: dict[str, Any] = {"seed": 2, "progress": False}
    ours = tmp_path / "ours"
    ours.mkdir()
    (ours / "draft.tmp").write_bytes(b"precious")
    data.selfplay(SHORT, ["greedy"], 2, out=tmp_path / "run", **options)
    if kind == "shards":
        (tmp_path / "run/shards").rename(tmp_path / "run/before")
    try:
        (tmp_path / "run" / kind).symlink_to(ours / "draft.tmp" if kind == "lock" else ours)
    except OSError:
        pytest.skip("links are not allowed here")
    for resume in (False, True):
        with pytest.raises(
            (OSError, ValueError), match=r"lock is not the lock of a run|it is a link|already holds a run"
        ):
            data.selfplay(SHORT, ["greedy"], 2, out=tmp_path / "run", resume=resume, **options)
    assert [path.name for path in ours.iterdir()] == ["draft.tmp"]
    assert (ours / "draft.tmp").read_bytes() == b"precious"


def test_a_stop_by_force_costs_no_finished_shard(tmp_path: Path) -> None:
    """The driver is killed in the midst of it; what goes on gives the same files as a run that was never stopped."""
    words = ["selfplay", SHORT, "--bots", "flat:sims=30", "--games", "12", "--unit", "2", "--seed", "4", "--jobs", "2"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    with subprocess.Popen([sys.executable, "-m", "uneri", *words, "--out", str(killed)]) as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and not list(killed.glob("shards/*.parquet")):
            time.sleep(0.01)
        os.kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    assert main([*words, "--out", str(killed), "--resume", "--json"]) == 0
    data.selfplay(SHORT, ["flat:sims=30"], 12, out=whole, seed=4, unit_games=2)
    left, right = (files_of(place) for place in (killed, whole))
    assert {n: c for n, c in left.items() if not n.endswith(".tmp")} == right


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit for the size of files there")
def test_a_full_disk_is_named_and_costs_no_finished_shard(tmp_path: Path) -> None:
    """A limit for the size of files stands for the disk: it is reached in the midst of the largest shard."""
    resource = importlib.import_module("resource")
    options: dict[str, Any] = {"seed": 2, "unit_games": 3, "progress": False}
    data.selfplay(SHORT, ["greedy"], 15, out=tmp_path / "whole", **options)
    whole = sorted((tmp_path / "whole/shards").iterdir())
    largest = max(range(1, len(whole)), key=lambda index: whole[index].stat().st_size)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (whole[largest].stat().st_size - 100, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            data.selfplay(SHORT, ["greedy"], 15, out=tmp_path / "full", **options)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    named = Path(caught.value.filename)
    first = next(index for index, path in enumerate(whole) if path.name == named.name)
    assert named.parent == tmp_path / "full/shards"
    assert {path.name: path.read_bytes() for path in named.parent.iterdir()} == {
        path.name: path.read_bytes() for path in whole[:first]
    }
    data.selfplay(SHORT, ["greedy"], 15, out=tmp_path / "full", resume=True, **options)
    assert files_of(tmp_path / "full") == files_of(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.subprocess
def test_a_bot_that_hangs_has_its_shard_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "arena"))
    options: dict[str, Any] = {"games": 4, "seed": 2, "unit_games": 2, "progress": False}
    bots = [f"bad_bots:Sleeps(once={tmp_path / 'before'})"]
    data.selfplay(SHORT, bots, out=tmp_path / "late", unit_seconds=10, **options)
    assert (tmp_path / "before").exists()
    data.selfplay(SHORT, bots, out=tmp_path / "well", **options)
    assert files_of(tmp_path / "late") == files_of(tmp_path / "well")


def test_the_command_says_what_there_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", SHORT, "--bots", "greedy", "--games", "4", "--out", str(tmp_path / "a")]
    assert main(words) == 0
    assert "4 games, " in capsys.readouterr().out
    assert main([*words, "--resume", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["games"], said["kept"]) == (4, 4)


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        (["--bots", "gredy"], "no bot 'gredy'"),
        (["--bot", "exec:false"], "bot exec:false cannot play"),
        ([], "bots must have 1 to 1000 entries, not 0"),
    ],
)
def test_bots_that_cannot_play_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bots: Sequence[str], words: str
) -> None:
    out = tmp_path / "a"
    assert main(["selfplay", SHORT, *bots, "--games", "4", "--out", str(out)]) == 2
    assert words in capsys.readouterr().err
    assert not (out / "shards").exists()


def test_a_bot_that_fails_later_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match=r"unit 000000-\w+: .*bot .*Tired failed in game 0, seat 1, decision \d+"):
        data.selfplay(SHORT, ["random", Tired], 1, out=tmp_path)
    assert not list(tmp_path.glob("shards/*"))


class Tired:
    """Plays one move."""

    def __init__(self) -> None:
        self.asked = 0

    def act(self, state: uneri.State) -> int:
        self.asked += 1
        if self.asked > 1:
            raise RuntimeError("enough")
        return state.legal_actions()[0]


def test_the_old_name_of_the_result_warns() -> None:
    with pytest.warns(DeprecationWarning, match="SelfPlayResult"):
        old = data.Made
    assert old is data.SelfPlayResult
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        data.Nothing  # noqa: B018
