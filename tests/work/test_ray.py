"""Units on a Ray cluster: the same results as by processes, also when workers and nodes die."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import uneri
from _work import Faulty, square, units, wrong
from uneri import arena, data, records, review
from uneri._util.jobs import Ray, Storage, WorkError

SHORT = "onda(players=2,rounds=1)"
ray = pytest.importorskip("ray", reason="the extra `ray` is not installed")

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.adapters,
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes on this machine, and this program connected to them."""
    before = os.environ.get("PYTHONPATH", "")
    here = str(Path(__file__).resolve().parents[1])
    os.environ["PYTHONPATH"] = os.pathsep.join([here, *([before] if before else [])])  # of the workers
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")  # of a machine that is busy
    made = importlib.import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()
    os.environ["PYTHONPATH"] = before


def test_units_are_done_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    assert sorted(result for _, result in Ray().run(square, units(20))) == [number**2 for number in range(20)]
    with pytest.raises(WorkError, match=r"unit 000002-\w+: KeyError"):
        list(Ray().run(wrong, units(4)))


@pytest.mark.parametrize("way", ["killed", "memory", "hangs"])
def test_a_worker_that_dies_costs_nothing(cluster: Any, tmp_path: Path, way: str) -> None:
    seconds = 2.0 if way == "hangs" else None
    done = list(Ray(seconds=seconds).run(Faulty(str(tmp_path), way), units(5)))
    assert sorted(result for _, result in done) == [0, 1, 2, 3, 4]
    assert Storage(tmp_path).names("out") == [unit.name for unit in units(5)]


def test_what_always_dies_is_given_up(cluster: Any, tmp_path: Path) -> None:
    with pytest.raises(WorkError, match=r"unit 000001-.* was started 4 times"):
        list(Ray().run(Faulty(str(tmp_path), "killed", always=True), units(3)))


def test_a_node_that_dies_costs_nothing(cluster: Any, tmp_path: Path) -> None:
    node = cluster.add_node(num_cpus=2)
    running = Ray().run(Faulty(str(tmp_path), "none"), units(40))
    done = [next(running)[1] for _ in range(3)]
    cluster.remove_node(node, allow_graceful=False)
    done += [result for _, result in running]
    assert sorted(done) == list(range(40))
    assert Storage(tmp_path).names("out") == [unit.name for unit in units(40)]


def test_an_arena_on_a_cluster_is_the_same(cluster: Any, tmp_path: Path) -> None:
    for name, options in (("here", {}), ("there", {"ray": True})):
        arena.run(
            SHORT, ["greedy", "flat:sims=8"], 6, out=tmp_path / name, seed=3, unit_deals=2, progress=False, **options
        )
    for file in ("games.jsonl", "table.json"):
        assert (tmp_path / "here" / file).read_bytes() == (tmp_path / "there" / file).read_bytes()


def test_counts_and_reviews_on_a_cluster_are_the_same(cluster: Any, tmp_path: Path) -> None:
    game = uneri.load_game(SHORT)
    here, there = (uneri.playouts(game, 20, seed=3, ray=ray) for ray in (False, True))
    assert (here.returns == there.returns).all()
    assert (here.lengths == there.lengths).all()
    state = game.new_initial_state(seed=3)
    assert uneri.perft(state, 3) == uneri.perft(state, 3, ray=True, out=tmp_path / "perft")
    games = [records.record(SHORT, ["greedy", "random"], seed, views=False) for seed in (7, 8)]
    found = [
        list(review.review_games(games, "flat:sims=10", worlds=10, ray=ray, progress=False)) for ray in (False, True)
    ]
    assert found[0] == found[1]


def test_self_play_on_a_cluster_is_the_same(cluster: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for name, options in (("here", {}), ("there", {"ray": True})):
        data.selfplay(SHORT, ["greedy"], 20, out=tmp_path / name, seed=3, unit_games=4, progress=False, **options)
    here, there = (Storage(tmp_path / name) for name in ("here", "there"))
    assert len(here.names("shards")) == 5
    assert here.names("shards") == there.names("shards")
    assert all(here.read(f"shards/{name}") == there.read(f"shards/{name}") for name in here.names("shards"))
