"""The settings of learning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from .._util.checks import flag
from .._util.messages import brief

_RANGES: dict[str, tuple[float, float]] = {
    "trace": (0, 1), "random": (0, 1), "greedy": (0, 1), "past": (0, 1), "worlds": (1, 256), "first": (0, 100),
    "paired": (0, 1), "playouts": (1, 1_000), "temperature": (0, 16), "temperature_end": (0, 16), "guide": (0, 16),
    "rate": (1e-6, 1), "batch": (16, 65_536), "follow": (1e-6, 1), "margin": (0, 16),
}  # fmt: skip


@dataclass(frozen=True)
class Recipe:
    """The settings of a training run.

    Parameters
    ----------
    trace
        The lambda of TD(lambda), 0 to 1: 1 learns from the end of the round alone, 0 from the next value alone.
    temperature, temperature_end
        The temperature of the choice among actions, at the beginning and at the end, in logits. Larger values explore
        more.
    by_gap
        True: temperatures are in units of the mean gap between the best two actions.
    random
        The share of random decisions.
    guide
        None (default), or a gap in logits: the greedy bot's action is played in learning, too, unless another seems
        better by that much. Temperatures are then ignored.
    greedy, past
        The share of games in which the greedy bot, or an earlier version of the network, has about half of the seats.
    worlds
        Worlds drawn for a choice if an action reveals something or seats choose in secret.
    first
        The goal: 0 (default) the share of the other seats left behind, 100 that of the first place, between them a
        mixture in percent.
    rate, batch, follow
        Of learning: its rate at the beginning, the samples of a step, and the share by which the running mean of the
        weights, which is the result, follows them with each step.
    small
        True (default): weights of the first layer have one byte, which halves the file and costs no strength.
    margin
        In play: how much better an action must be than the greedy bot's, in logits.
    paired, playouts
        The share of decisions at which the best actions are compared by `playouts` playouts each, with the same luck, by
        the players of searches' rollouts. Their differences are learned, too. 0 (default): none. Not in games in which
        seats choose in secret.
    """

    trace: float = 0.8
    temperature: float = 0.3
    temperature_end: float = 0.05
    by_gap: bool = False
    random: float = 0.01
    guide: float | None = None
    greedy: float = 0.4
    past: float = 0.1
    worlds: int = 4
    first: int = 0
    rate: float = 2e-3
    batch: int = 512
    follow: float = 0.004
    small: bool = True
    margin: float = 0.0
    paired: float = 0.0
    playouts: int = 4

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            whole = isinstance(getattr(Recipe, name), int)
            if value is None and name == "guide":
                continue
            if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
                raise TypeError(
                    f"{name} must be a number from {low} to {high}, not {brief(value)} ({type(value).__name__})"
                )
            if not low <= value <= high:
                raise ValueError(f"{name} is {brief(value)}; allowed: {low} to {high}")
        for name in ("by_gap", "small"):
            flag(getattr(self, name), name)

    def core(self) -> dict[str, Any]:
        """Return the settings in the form of the core."""
        given = asdict(self)
        given["lambda"] = given.pop("trace")
        del given["margin"]
        return given


RECIPES: dict[str, Recipe] = {
    "namima": Recipe(temperature=0.1, temperature_end=0.02),  # discards differ by some hundredths of a logit
    "solo": Recipe(guide=0.03, random=0.04, trace=0.95, greedy=0.7, batch=1024, rate=3e-3, margin=0.03),
    "tacta": Recipe(greedy=0.15, past=0.25),  # its greedy bot is soon beaten
}
"""By game, the settings whose defaults in `Recipe` are not the best known ones."""


def make_recipe(game: str, given: Recipe | Mapping[str, Any] | None) -> Recipe:
    """Return the settings for a game: the given ones over the best known ones."""
    if isinstance(given, Recipe):
        return given
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"recipe must be a Recipe, a mapping or None, not {brief(given)} ({type(given).__name__})")
    known = {field.name for field in fields(Recipe)}
    for name in given or {}:
        if name not in known:
            raise ValueError(f"no training setting {brief(name)}; settings: {', '.join(sorted(known))}")
    return replace(RECIPES.get(game, Recipe()), **dict(given or {}))
