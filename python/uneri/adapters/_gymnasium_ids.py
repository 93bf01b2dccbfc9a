"""The ids by which `gymnasium.make` finds the games. This module loads no game and makes no environment.

The entry point of the group `gymnasium.envs` is `register`. Gymnasium up to 0.29 called it automatically; newer
versions need an import: of `uneri.adapters.gymnasium`, or as the part of an id before the colon.
"""

from __future__ import annotations

from ..registry import games

_MODULE = "uneri.adapters.gymnasium"


def list_ids() -> dict[str, dict[str, str]]:
    """Return the ids with their arguments: one for any game, and one for each game."""
    return {"uneri/Seat-v0": {}} | {f"uneri/{name.capitalize()}-v0": {"game": name} for name in games()}


def register() -> None:
    """Register the ids that Gymnasium does not know yet."""
    from gymnasium.envs.registration import register, registry

    for name, settings in list_ids().items():
        if name not in registry:
            register(name, entry_point=f"{_MODULE}:SeatEnv", vector_entry_point=f"{_MODULE}:VectorEnv", kwargs=settings)
