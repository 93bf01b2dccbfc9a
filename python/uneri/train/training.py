"""A training run from its beginning, or from a checkpoint, to a file."""

from __future__ import annotations

import hashlib
import json
import os
import struct
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

import numpy as np

from .._util.checks import bounded, flag, number, seed_of
from .._util.messages import brief
from .._util.output_files import check_target, write_target
from .._util.strict_json import JSONError, read_json
from ..contract import Game
from ..registry import core_module
from .features import find_core_game
from .networks import MUST_AGREE, check_options, default_network, read_label, read_network
from .recipe import Recipe, make_recipe

MOST_GAMES = 1_000_000_000
MOST_MINUTES = 10_000
GAMES_OF_STEP = 64
"""Games are played in steps of this number; the last step may exceed a budget."""
_REPORTS = 10
_TRIAL_DEALS = 1 << 40  # far from the small seeds that people use
_TRIAL = 200  # deals per report
_MAGIC = b"UNERITRN1"
_MOST_SECONDS = 1e9
_NUMBERS = struct.Struct("<4Q4dI")
"""The beginning of the core's `Training::save`; then come the blocks."""
_MOST_COUNT = 1 << 53
_MEANS = (("loss", -1.0, 1e6), ("gap", 0.0, 1e6), ("mean_power", 0.0, 1.0), ("square_power", 0.0, 1.0))
_BLOCKS = (("weights", -1e3, 1e3), ("average", -1e3, 1e3), ("mean", -1e6, 1e6), ("squares", 0.0, 1e12))
"""Far beyond practical values; with more, sums of the network of integers would not fit."""


class TrainReport(NamedTuple):
    """The progress of a training run."""

    done: float
    """The share of the training done, 0 to 1."""
    games: int
    decisions: int
    """Decisions learned from."""
    seconds: float
    """Wall seconds so far, without the trials."""
    loss: float
    """Cross entropy of the last step."""
    score: float
    """The share of the greedy bot's seats that the network left behind. Every deal is played twice with seats swapped."""
    score_half: float
    """Half the width of its interval of 95 %."""
    first: float
    """The network's share of first places, the same way."""
    first_half: float


@dataclass(frozen=True)
class TrainedNetwork:
    """The result of a training run."""

    data: bytes
    """The bytes of the network's file."""
    games: int
    decisions: int
    """Decisions learned from."""
    last: TrainReport
    """The last report."""

    def __repr__(self) -> str:
        return (
            f"<uneri.train.TrainedNetwork of {len(self.data):,} bytes, games={self.games}, decisions={self.decisions}, "
            f"last={self.last}>"
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file. An existing one is replaced."""
        write_target(Path(path), self.data)


def train(
    game: Game | str,
    *,
    games: SupportsIndex | None = None,
    minutes: float | None = None,
    seed: SupportsIndex = 0,
    threads: SupportsIndex = 1,
    recipe: Recipe | Mapping[str, Any] | None = None,
    start: str | os.PathLike[str] | bytes | None = None,
    opponents: Mapping[str, float] | None = None,
    best_response: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[TrainReport], object] | None = None,
) -> TrainedNetwork:
    """Train a network by self-play: the network's file as bytes, and its strength in the last trial.

    ValueError if the game has no features, neither or both of `games` and `minutes` are given, a value isn't allowed,
    or the checkpoint is damaged, from another training, or can't be written.

    Parameters
    ----------
    game
        A game that has features, or its text. Options matter, the number of seats above all.
    games
        The budget in games. With it, the result depends on the seed and the recipe alone.
    minutes
        The budget in wall time. Give one of the two.
    seed
        0 (default) to 2^64 - 1.
    threads
        1 (default) to 256. The result is the same for any number.
    recipe
        A `Recipe`, or a mapping of settings that differ from those known for the game.
    start
        The network to begin with in place of random weights: `net` for the library's, a file, or bytes. It may be of
        another table with the same features.
    opponents
        The shares of games in which an opponent has seats, as `{"greedy": 0.4, "net:a.net": 0.2, "past": 0.1}`: `greedy`,
        `past` (earlier versions of this network), `net` and `net:FILE` (networks that don't change). In all other games
        the network plays itself. Default: those of the recipe.
    best_response
        True: in games with opponents one seat learns, and the opponents never play at random.
    checkpoint
        A file that is written at every report. If it exists, the training continues from it.
    progress
        Called with a `TrainReport` at the beginning, after each tenth and at the end.

    Examples
    --------
    >>> from uneri.train import train
    >>> train("onda(players=2,rounds=1)", games=100, seed=1).games
    128
    """
    core = find_core_game(game)
    if (games is None) == (minutes is None):
        raise ValueError("a training takes games or minutes, and not both")
    budget = None if games is None else bounded(games, "games", 1, MOST_GAMES)
    limit = None if minutes is None else _check_minutes(minutes) * 60
    workers = bounded(threads, "threads", 1, 256)
    trainer = Trainer(core, recipe, seed_of(seed), workers, start, opponents, best_response)
    path = None if checkpoint is None else Path(checkpoint)
    if path is not None:
        check_target(path, "checkpoint")
        path = path.absolute()  # `progress` may change the folder
    run = _Run(trainer, budget, limit)
    if path is not None and path.exists():
        run.resume(_read_file(path))
    return run.play_all(path, progress)


class Trainer:
    """A training of a game of the core, step by step."""

    def __init__(
        self,
        game: Any,
        recipe: Recipe | Mapping[str, Any] | None,
        seed: int,
        threads: int = 1,
        start: str | os.PathLike[str] | bytes | None = None,
        opponents: Mapping[str, float] | None = None,
        best_response: bool = False,
    ) -> None:
        self.game, self.recipe, self.seed, self.threads = game, make_recipe(game.name, recipe), seed, threads
        self.module = core_module(game.name)
        self.more: dict[str, Any] = {}
        """The start and the opponents in the network's header, if they are given."""
        frozen: list[tuple[bytes, float]] = []
        if opponents is not None:
            shares = _check_shares(opponents)
            self.recipe = replace(self.recipe, greedy=shares.pop("greedy", 0.0), past=shares.pop("past", 0.0))
            frozen = [(_read_weights(game, name), share) for name, share in shares.items()]
            self.more["opponents"] = {_digest(data): share for data, share in frozen}
        begin = None if start is None else _read_weights(game, start)
        if begin is not None:
            self.more["start"] = _digest(begin)
        if flag(best_response, "best_response"):
            self.more["best_response"] = True
        settings = {**self.recipe.core(), "seed": seed, "alone": best_response}
        self.core = self.module.Training(game, settings, threads, begin, frozen)

    def describe(self, budget: int | None) -> dict[str, Any]:
        """Return what identifies the training."""
        given = {"game": str(self.game), "seed": self.seed, "games": budget, "recipe": asdict(self.recipe)}
        return given | self.more

    def make_network(self, budget: int | None = None) -> bytes:
        """Return the bytes of the network so far."""
        count = self.core.count()
        done = {"games": count["games"], "decisions": count["decisions"], "must_agree": MUST_AGREE}
        record = json.dumps({**self.describe(budget), **done}, separators=(",", ":"))
        data: bytes = self.core.network(record, self.recipe.margin)
        return data


def _check_shares(opponents: Mapping[Any, float]) -> dict[str, float]:
    if not isinstance(opponents, Mapping):
        raise TypeError(f"opponents must be a mapping to shares, not {brief(opponents)} ({type(opponents).__name__})")
    for name in opponents:
        if name not in ("greedy", "past", "net") and not (isinstance(name, str) and name.startswith("net:")):
            raise ValueError(f"opponent {brief(name)}; allowed: greedy, past, net, net:FILE")
    shares = {name: number(share, f"the share of {name}", 0.0, 1.0) for name, share in opponents.items()}
    if sum(shares.values()) > 1 + 1e-9:
        raise ValueError(f"the shares of the opponents add up to {sum(shares.values()):g}; allowed: up to 1")
    return shares


def _read_weights(game: Any, network: str | os.PathLike[str] | bytes) -> bytes:
    """Return the bytes of `net`, `net:FILE`, a file or a network's own bytes, for the sizes of a game."""
    if isinstance(network, bytes):
        data = network
    elif network == "net":
        return default_network(game)
    else:
        file = network.removeprefix("net:") if isinstance(network, str) else network
        read = read_network(file)
        data = default_network(game) if read is None else read.data
    check_options(game, read_label(data))
    return data


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


class _Run:
    def __init__(self, trainer: Trainer, budget: int | None, limit: float | None) -> None:
        self._trainer, self._core, self._start = trainer, trainer.core, trainer.describe(budget)
        self._budget, self._limit = budget, limit
        self._seconds = 0.0

    def play_all(self, checkpoint: Path | None, progress: Callable[[TrainReport], object] | None) -> TrainedNetwork:
        """Train to the end."""
        done = self._measure_progress()
        reports = int(done * _REPORTS)
        while True:
            if done >= 1 or done * _REPORTS >= reports:
                report = self._report(done, _TRIAL if done < 1 else 5 * _TRIAL)
                reports = int(done * _REPORTS) + 1
                if checkpoint is not None:
                    write_target(checkpoint, self._make_checkpoint())
                if progress is not None:
                    progress(report)
                if done >= 1:
                    return TrainedNetwork(
                        self._trainer.make_network(self._budget), report.games, report.decisions, report
                    )
            before = time.perf_counter()
            self._core.step(done)
            self._seconds += time.perf_counter() - before
            done = self._measure_progress()

    def resume(self, data: bytes) -> None:
        """Continue from a checkpoint."""
        bad = "the checkpoint is damaged, or not a checkpoint of a training"
        if not data.startswith(_MAGIC) or len(data) < len(_MAGIC) + 12:
            raise ValueError(bad)
        body, checksum = data[len(_MAGIC) : -4], data[-4:]
        size = int.from_bytes(body[:8], "little")
        if zlib.crc32(body).to_bytes(4, "little") != checksum or size > len(body) - 8:
            raise ValueError(bad)
        try:
            head = read_json(body[8 : 8 + size])
            start, seconds = dict(head["start"]), head["seconds"]
        except (JSONError, KeyError, TypeError, ValueError):
            raise ValueError(bad) from None
        for name in {**self._start, **start}:
            if start.get(name) != self._start.get(name):
                there, here = brief(start.get(name)), brief(self._start.get(name))
                raise ValueError(f"the checkpoint is from another training: {name} is {there}; here: {here}")
        try:
            self._seconds = number(seconds, "seconds", 0.0, _MOST_SECONDS)
            _check_numbers(body[8 + size :])
        except (TypeError, ValueError) as error:
            raise ValueError(f"the checkpoint is damaged: {error}") from None
        self._core.load(body[8 + size :])

    def _make_checkpoint(self) -> bytes:
        head = json.dumps({"start": self._start, "seconds": self._seconds}).encode()
        body: bytes = len(head).to_bytes(8, "little") + head + self._core.save()
        return _MAGIC + body + zlib.crc32(body).to_bytes(4, "little")

    def _measure_progress(self) -> float:
        if self._budget is not None:
            return float(self._core.count()["games"]) / self._budget
        assert self._limit is not None
        return self._seconds / self._limit

    def _report(self, done: float, deals: int) -> TrainReport:
        trainer = self._trainer
        network = trainer.module.Network(trainer.game, trainer.make_network(self._budget))
        strength = trainer.module.network_strength(network, _TRIAL_DEALS, deals, trainer.threads)
        count = self._core.count()
        return TrainReport(
            done=min(done, 1.0),
            games=count["games"],
            decisions=count["decisions"],
            seconds=self._seconds,
            loss=count["loss"],
            **{name: strength[name] for name in ("score", "score_half", "first", "first_half")},
        )


def _check_numbers(data: bytes) -> None:
    """Raise ValueError if a checkpoint has numbers that no training can have. The core checks the rest."""
    if len(data) < _NUMBERS.size:
        raise ValueError("it is too short")
    found = _NUMBERS.unpack_from(data)
    counts, means, size = found[:4], found[4:8], found[8]
    for name, count in zip(("games", "decisions", "samples", "past"), counts, strict=True):
        bounded(count, name, 0, _MOST_COUNT)
    for (name, low, high), mean in zip(_MEANS, means, strict=True):
        number(mean, name, low, high)
    if len(data) < _NUMBERS.size + len(_BLOCKS) * 4 * size:
        raise ValueError("it is too short")
    blocks = np.frombuffer(data, "<f4", len(_BLOCKS) * size, _NUMBERS.size).reshape(len(_BLOCKS), size)
    for (name, low, high), block in zip(_BLOCKS, blocks, strict=True):
        wrong = block[~((block >= low) & (block <= high))]  # NaN, too
        if wrong.size:
            raise ValueError(f"{name} has {float(wrong[0])}; allowed: {low} to {high}")
    mean, squares = blocks[2:]
    if (abs(mean) > 8 * np.sqrt(squares) + 1e-15).any():  # Adam's decays give 7.3 times at most
        raise ValueError("mean has a gradient that squares don't allow: more than 8 times the root of its square")


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ValueError(f"checkpoint is {brief(str(path))}; it cannot be read: {error.strerror or error}") from None


def _check_minutes(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise TypeError(
            f"minutes must be a number above 0, up to {MOST_MINUTES}, not {brief(given)} ({type(given).__name__})"
        )
    if not 0 < given <= MOST_MINUTES:
        raise ValueError(f"minutes is {brief(given)}; allowed: above 0, up to {MOST_MINUTES}")
    return float(given)
