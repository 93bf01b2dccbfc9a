"""What all tests share: both backends, hypothesis profiles, and which games and options are tried."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import uneri

settings.register_profile("dev", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), max_examples=100, derandomize=True)
settings.register_profile("nightly", settings.get_profile("dev"), max_examples=20_000)
settings.load_profile(os.environ.get("UNERI_HYPOTHESIS", "ci" if os.environ.get("CI") else "dev"))

BACKENDS = ("core", "reference")


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """Each test that takes it runs on both backends."""
    name: str = request.param
    return name


@pytest.fixture(params=uneri.games())
def name(request: pytest.FixtureRequest) -> str:
    """Each test that takes it runs for every game."""
    game: str = request.param
    return game


def random_games(name: str, count: int, seed: int, backend: str = "core") -> list[Any]:
    """Games with options drawn at random from all that the game allows."""
    import importlib

    from uneri._rng import SplitMix64

    module = importlib.import_module(f"uneri.{name}")
    generator = SplitMix64(seed)
    return [uneri.load_game(name, backend=backend, **module.random_options(generator, {})) for _ in range(count)]
