"""Runs own their inputs: a network stands by its content, whoever plays with it and whatever its file holds later."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from uneri import arena, records, review
from uneri.arena.schedule import Settings
from uneri.bots.specs import find_maker, find_networks
from uneri.registry import load_game
from uneri.train import networks, train

GAME = "onda(players=2,rounds=1)"
BOTS = (
    "net:my.net",
    "net:my.net,margin=0.5",
    "flat:sims=4,net=my.net",
    "ismcts:sims=4,net=my.net,follow=true",
    'uneri.bots:NetBot(file="my.net")',
)


@cache
def network(seed: int) -> bytes:
    return train(GAME, games=64, seed=seed).data


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The network that the bots name, in the folder where the program is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.net").write_bytes(network(1))
    return tmp_path / "my.net"


def by_arena(bot: str, count: int, *, resume: bool, **more: Any) -> list[Any]:
    done = arena.run(GAME, [bot, "greedy"], count, out="run", seed=1, resume=resume, unit_deals=1, **more)
    return [line["actions"] for line in done.games()]


def by_selfplay(bot: str, count: int, *, resume: bool, **more: Any) -> list[Any]:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    from uneri import data

    if "watch" in more:
        more["progress"] = more.pop("watch")
    if "workers" in more:
        more["jobs"] = more.pop("workers")
    data.selfplay(GAME, [bot, "greedy"], count, out="run", seed=1, resume=resume, unit_games=1, **more)
    return [batch["action"].tolist() for batch in data.load("run").batches()]


DOORS = pytest.mark.parametrize("played", [by_arena, by_selfplay])


@DOORS
@pytest.mark.parametrize("bot", BOTS)
def test_another_network_under_the_same_name_is_refused(file: Path, played: Callable[..., list[Any]], bot: str) -> None:
    begun = played(bot, 2, resume=False)
    file.write_bytes(network(2))
    with pytest.raises(ValueError, match=r"'my\.net' has changed since the .* began: .*; use the file that it began"):
        played(bot, 4, resume=True)
    file.write_bytes(network(1))
    assert played(bot, 4, resume=True)[: len(begun)] == begun


@DOORS
@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_that_changes_during_a_run_changes_nothing(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Callable[..., list[Any]], workers: int
) -> None:
    wanted = played(BOTS[2], 4, resume=False)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    (elsewhere / "my.net").write_bytes(network(1))

    def change(_: object) -> None:
        (elsewhere / "my.net").unlink(missing_ok=True)

    assert played(BOTS[2], 4, resume=False, workers=workers, watch=change) == wanted


@DOORS
@pytest.mark.parametrize("bot", ["net", "search:sims=4", "flat:sims=4,net=default"])
def test_the_network_of_the_library_counts_too(
    monkeypatch: pytest.MonkeyPatch, played: Callable[..., list[Any]], bot: str
) -> None:
    played(bot, 1, resume=False)
    changed = networks.default_network(load_game(GAME)) + b" "
    monkeypatch.setattr(networks, "default_network", lambda game: changed)
    with pytest.raises(ValueError, match="the network that comes with the library has changed"):
        played(bot, 2, resume=True)


@DOORS
def test_a_run_that_does_not_say_its_networks_is_refused(played: Callable[..., list[Any]]) -> None:
    played("net:my.net", 1, resume=False)
    settings = json.loads(Path("run/settings.json").read_text())
    del settings["networks"]
    Path("run/settings.json").write_text(json.dumps(settings))
    with pytest.raises(ValueError, match=r"doesn't name the network 'my\.net' it began with; use another folder"):
        played("net:my.net", 2, resume=True)


def test_digests_stand_in_settings_and_table() -> None:
    by_arena("net:my.net", 1, resume=False)
    digests = find_networks(["net:my.net"], load_game(GAME))
    for name in ("settings.json", "table.json"):
        assert json.loads(Path("run", name).read_text())["networks"] == digests
    assert arena.load("run").to_dict() == json.loads(Path("run/table.json").read_text())


def test_without_networks_there_is_no_such_setting() -> None:
    by_arena("random", 1, resume=False)
    for name in ("settings.json", "table.json"):
        assert "networks" not in json.loads(Path("run", name).read_text())


@pytest.mark.parametrize("networks", [[], {"my.net": 1}, None])
def test_settings_of_a_stranger_are_checked(networks: object) -> None:
    by_arena("random", 1, resume=False)
    settings = json.loads(Path("run/settings.json").read_text())
    with pytest.raises(ValueError, match="networks must be"):
        Settings.of({**settings, "networks": networks})


def test_reviews_by_two_networks_are_two(file: Path) -> None:
    game = records.record(GAME, ["greedy", "random"], seed=7)
    bot = "flat:sims=4,net=my.net"
    first, again = (list(review.review_games([game], bot, worlds=10, out="reviews")) for _ in range(2))
    assert first == again
    assert review.review(game, bot, worlds=10) == first[0]
    file.write_bytes(network(2))
    (second,) = review.review_games([game], bot, worlds=10, out="reviews")
    assert second.networks != first[0].networks
    assert len(list(Path("reviews/units").iterdir())) == 2


def test_the_search_of_a_stream_stays_what_it_was(file: Path) -> None:
    from uneri.review.searcher import find_searcher

    searcher = find_searcher("flat:sims=4,net=my.net")
    state = load_game(GAME).new_initial_state(seed=1)
    wanted = searcher.replace_sims(8).run(state, 1)
    file.unlink()
    found = searcher.replace_sims(8)
    assert found.text == "flat:sims=8,net=my.net"
    assert found.run(state, 1).visits == wanted.visits


def test_a_maker_is_a_bot_by_name() -> None:
    maker = find_maker("net:my.net")
    assert find_maker(maker) is maker
    assert maker.text == "net:my.net"
    assert repr(maker.options) == "{'file': 'my.net'}"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="which file is open is asked of Linux")
def test_results_are_on_the_disk_before_the_run_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a power cut the table is whole: that of this run, or the one before with the note that a run came to no end."""
    synced: list[tuple[str, bool]] = []
    sync = os.fsync

    def noted(file: int) -> None:
        synced.append((Path(f"/proc/self/fd/{file}").readlink().name, (tmp_path / "run/run.json").exists()))
        sync(file)

    monkeypatch.setattr(os, "fsync", noted)
    by_arena("random", 1, resume=False)
    assert synced[-4:] == [(name, True) for name in ("games.jsonl.tmp", "run", "table.json.tmp", "run")]
