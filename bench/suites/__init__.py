"""The suites by name. Each is a function from settings to works (`uneri.cli._bench.work`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from uneri.cli._bench.work import Work

from ..settings import Settings
from . import adapters, batch, core, evaluators, hands, kernels, peers, search


class Suite(NamedTuple):
    """What `python -m bench` lists."""

    about: str
    works: Callable[[Settings], list[Work]]


SUITES: Mapping[str, Suite] = {
    "core": Suite("playouts, calls of a state, perft, analysis of each game", core.works),
    "peers": Suite("games beside the nearest of OpenSpiel and RLCard", peers.works),
    "search": Suite("searches beside OpenSpiel's ISMCTSBot; two threads beside one", search.works),
    "batch": Suite("steps of batches beside pgx and EnvPool", batch.works),
    "hands": Suite("analysis of hands from Python, one and many, beside mahjong and poker libraries", hands.works),
    "adapters": Suite("PettingZoo's loop, OpenSpiel's copies, beside RLCard's and theirs", adapters.works),
    "evaluators": Suite("what batches cost beside a network, in numpy and PyTorch", evaluators.works),
    "kernels": Suite("kernels in C++ (uneri_bench) beside OpenSpiel's gin rummy", kernels.works),
}
