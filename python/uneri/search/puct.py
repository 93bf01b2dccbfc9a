"""PUCT, a search that asks an evaluator of yours."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat, SupportsIndex

from .._util.checks import bounded, seed_of
from ..contract import State
from ..reference.words import brief
from .result import SearchResult, result_of
from .settings import (
    FINALS,
    HORIZONS,
    MOST_SIMS,
    choice_index,
    forced_action,
    in_core,
    number,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


class Evaluator(Protocol):
    """What judges positions for `PUCT`: a function of a batch."""

    def __call__(
        self,
        obs: NDArray[np.float32],
        legal: tuple[NDArray[np.int32], NDArray[np.int32]],
        seat: NDArray[np.int32],
        /,
    ) -> tuple[Any, Any]:
        """`(logits, values)` for a batch of B decisions.

        `obs` is `float32[B, F]`, row i what `seat[i]`, the seat to act, sees (`State.observation_tensor`). `legal` is
        `(starts, actions)`: the legal actions of row i are `actions[starts[i]:starts[i + 1]]`. The logits are either
        one for each of those `actions` or `[B, num_distinct_actions]`; the values, 0 to 1, are `[B, num_players]`,
        column i for the seat i places clockwise from `seat`. Arrays of any float type will do.
        """


class PUCT:
    """Tree search with an evaluator in place of rollouts (PUCT), over worlds like `ISMCTS`.

    The evaluator is called with batches: `leaves` leaves of each tree, each in a world of its own, and with `run_many`
    the trees of many positions in lock-step, at most `batch` rows a call (or `leaves`, if those are more). More leaves a
    tree cost strength with few simulations; more positions don't. With positions for two batches the next is gathered
    by a second thread while the evaluator judges one, always in the caller's thread. Errors of the evaluator come through
    unchanged. A result depends on the position's view, the settings and what the evaluator says of each row, not on
    the other positions, `batch` or threads.

    With `gumbel` the root tries so many actions, those with the largest logit plus Gumbel noise (of the seed), and
    halves them by stages of equal visits (Danihelka et al. 2022); `final` then does not matter. Good for few simulations and
    many actions, and for games of self-play, which the noise makes different.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        sims: SupportsIndex = 200,
        *,
        seed: SupportsIndex = 0,
        c: SupportsFloat = 1.5,
        leaves: SupportsIndex = 4,
        batch: SupportsIndex = 256,
        gumbel: SupportsIndex = 0,
        horizon: str = "round",
        objective: str = "rank",
        final: str = "visits",
    ) -> None:
        if not callable(evaluator):
            raise TypeError(
                f"evaluator is {brief(evaluator)}; allowed: a function (obs, legal, seat) -> (logits, values)"
            )
        self._evaluator = evaluator
        self._core: dict[str, Any] = {
            "sims": bounded(sims, "sims", 1, MOST_SIMS),
            "seed": seed_of(seed),
            "exploration": number(c, "c", 0, 1000),
            "worlds": bounded(leaves, "leaves", 1, 4096),
            "batch": bounded(batch, "batch", 1, 65536),
            "considered": bounded(gumbel, "gumbel", 0, 65536),
            "round_only": choice_index(horizon, "horizon", HORIZONS) == 0,
            "objective": choice_index(objective, "objective", ("rank", "win")) + 1,
            "final_choice": choice_index(final, "final", FINALS),
        }

    def run(self, state: State) -> SearchResult:
        """Searches for the seat to act. ValueError where no seat is to act. `state` is not changed."""
        return self.run_many([state])[0]

    def run_many(self, states: Sequence[State]) -> list[SearchResult]:
        """Searches positions of one game at once, each for its seat to act. Their `seconds` are those of all."""
        start = time.perf_counter()
        games, found = self._found(states, tree=True)
        seconds = time.perf_counter() - start
        return [result_of(state, one, seconds) for state, one in zip(games, found, strict=True)]

    def _found(self, states: Sequence[State], *, tree: bool) -> tuple[list[State], list[dict[str, Any]]]:
        """The states in the core, and what it answers."""
        if not states:
            return [], []
        games = [in_core(state) for state in states]
        for _, state in games:
            if state.game != games[0][1].game:
                raise ValueError(f"states are of different games: {games[0][1].game}, {state.game}")
        inside = [state for _, state in games]
        return inside, games[0][0].search_puct(inside, self._core | {"tree": tree}, self._evaluator)

    def act(self, state: State) -> int:
        """The choice for the seat to act. A single legal action is taken without a search."""
        return self.act_many([state])[0]

    def act_many(self, states: Sequence[State]) -> list[int]:
        """The choice for each position; they are searched at once."""
        chosen = [forced_action(state) for state in states]
        open_ones = [state for state, action in zip(states, chosen, strict=True) if action is None]
        searched = iter(self._found(open_ones, tree=False)[1])
        return [next(searched)["best"] if action is None else action for action in chosen]
