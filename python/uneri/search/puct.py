"""PUCT, a search with your own evaluator."""

from __future__ import annotations

import time
from typing import Any, Protocol, SupportsFloat, SupportsIndex, cast

import numpy as np
from numpy.typing import NDArray

from .._util.interrupts import check_before
from .._util.messages import brief
from ..contract import State
from .many import Lanes, SearchArrays, make_state_arrays
from .searches import Searcher
from .settings import describe_settings, make_core_settings, to_core_states


class Evaluator(Protocol):
    """The interface of an evaluator of positions for `PUCT`: a function of a batch."""

    def __call__(
        self, obs: NDArray[np.float32], legal: tuple[NDArray[np.int32], NDArray[np.int32]], seat: NDArray[np.int32], /
    ) -> tuple[Any, Any]:
        """Evaluate a batch of B decisions.

        Parameters
        ----------
        obs
            `float32[B, F]`: row i is what `seat[i]` sees (`State.observation_tensor`).
        legal
            `(starts, actions)`: the legal actions of row i are `actions[starts[i]:starts[i + 1]]`.
        seat
            `int32[B]`: the seat to act in each row.

        Returns
        -------
        logits, values : tuple
            The logits: one for each of `actions`, or `[B, num_distinct_actions]`. The values, 0 to 1: `[B,
            num_players]`, column i for the seat i places clockwise from `seat`. Arrays of any real type are accepted.
        """


@describe_settings("puct")
class PUCT(Searcher):
    """Tree search with an evaluator in place of rollouts (PUCT), over worlds like `ISMCTS`.

    The evaluator is called with batches: `leaves` leaves of each tree, each in its own world. With `run_many` the trees
    of many positions grow in lock-step. More leaves per tree cost strength with few simulations; more positions don't.
    With positions for two batches, a second thread gathers the next batch while the evaluator works on one. The
    evaluator is always called in the caller's thread, and its errors propagate unchanged.

    A result depends on the position's view, the settings and the evaluator's answer for each row. It doesn't depend on
    the other positions, `batch` or threads. A ValueError names an answer that isn't finite, has a wrong shape, or has a
    value outside 0 to 1.

    Parameters
    ----------
    evaluator
        A function `(obs, legal, seat) -> (logits, values)`, see `Evaluator`.
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
                f"evaluator must be a function (obs, legal, seat) -> (logits, values), not {brief(evaluator)}"
            )
        self._evaluator = evaluator
        self._core = make_core_settings("puct", locals())

    def _run_core(self, core: Any, state: State, *, tree: bool) -> dict[str, Any]:
        return self._run_core_many(core, [state], tree=tree)[0]

    def _run_core_many(self, core: Any, states: list[State], *, tree: bool) -> list[dict[str, Any]]:
        if not states:
            return []
        found = core.search_puct(states, self._core | {"tree": tree}, check_before(self._evaluator))
        return cast("list[dict[str, Any]]", found)

    def _run_lanes(self, env: Lanes, lanes: NDArray[np.int64], start: float) -> SearchArrays:
        found = self._run_core_many(*to_core_states([env.get_state(int(lane)) for lane in lanes]), tree=False)
        return make_state_arrays(env, lanes, found, time.perf_counter() - start)
