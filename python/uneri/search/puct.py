"""PUCT, a search that asks an evaluator of yours."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat, SupportsIndex, cast, overload

from .._util.checks import bounded, number, seed_of
from .._util.messages import brief
from .._util.stop import with_check
from ..contract import State
from .many import Lanes, SearchArrays, acting_lanes, arrays_of_states, is_batch, open_lanes
from .result import SearchResult, result_of
from .settings import (
    FINALS,
    HORIZONS,
    MOST_SIMS,
    choice_index,
    forced_action,
    same_game,
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
        """Judge a batch of B decisions.

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
            num_players]`, column i for the seat i places clockwise from `seat`. Arrays of any real type will do.
        """


class PUCT:
    """Tree search with an evaluator in place of rollouts (PUCT), over worlds like `ISMCTS`.

    The evaluator is called with batches: `leaves` leaves of each tree, each in a world of its own. With `run_many` the
    trees of many positions grow in lock-step. More leaves a tree cost strength with few simulations; more positions
    don't. With positions for two batches, a second thread gathers the next batch while the evaluator judges one. The
    evaluator is always called in the caller's thread, and its errors come through unchanged.

    A result depends on the position's view, the settings and what the evaluator says of each row. It doesn't depend on
    the other positions, `batch` or threads.

    Parameters
    ----------
    evaluator
        A function `(obs, legal, seat) -> (logits, values)`, see `Evaluator`.
    sims
        Simulations for a position, 1 to 10^9 (default 200).
    seed
        An integer from 0 (default) to 2^64 - 1.
    c
        The weight of exploration, 0 to 1000 (default 1.5).
    leaves
        Leaves of each tree in a batch, 1 to 4096 (default 4).
    batch
        The most rows in a call, 1 to 65,536 (default 256), or `leaves` if those are more.
    gumbel
        0 (default) to 65,536. Above 0 the root tries so many actions, those with the largest logit plus Gumbel noise
        (of the seed), and halves them by stages of equal visits (Danihelka et al. 2022); `final` doesn't matter then.
        Good for few simulations and many actions, and for games of self-play, which the noise makes different.
    horizon
        `"round"` (default) or `"match"`: where a simulation ends, as in `FlatMC`.
    objective
        `"rank"` (default): values are the share of the other seats left behind, a tie counting half. `"win"`: they are
        the share of first place.
    final
        The choice is the action with the most visits (`"visits"`, default) or with the best mean (`"mean"`).

    Raises
    ------
    ValueError
        If a setting is out of range.
    TypeError
        If `evaluator` cannot be called, or a setting has a wrong type.
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
        """Search for the seat to act.

        Parameters
        ----------
        state
            A state where a seat is to act. It stays as it is.

        Returns
        -------
        SearchResult
            The choice, and what the search knows about each legal action.

        Raises
        ------
        ValueError
            If no seat is to act, or an answer of the evaluator isn't finite, has a wrong shape, or has a value outside
            0 to 1.
        TypeError
            If `state` is not a state, or an answer of the evaluator is not a pair of arrays of real numbers.
        """
        return self.run_many([state])[0]

    @overload
    def run_many(self, positions: Sequence[State]) -> list[SearchResult]: ...
    @overload
    def run_many(self, positions: Lanes) -> SearchArrays: ...
    def run_many(self, positions: Sequence[State] | Lanes) -> list[SearchResult] | SearchArrays:
        """Search positions of one game at once, each for its seat to act.

        Parameters
        ----------
        positions
            States of equal games, where a seat is to act, or a `BatchEnv`, of which all lanes are searched where a seat
            is to act. They stay as they are.

        Returns
        -------
        list of SearchResult, or SearchArrays
            One for each position. Their `seconds` are those of all together.

        Raises
        ------
        ValueError
            If the games differ, or as in `run`.
        TypeError
            If a position is no state, or as in `run`.
        """
        start = time.perf_counter()
        if is_batch(positions):
            lanes = acting_lanes(positions)
            found = self._found_in(positions, lanes)
            return arrays_of_states(positions, lanes, found, time.perf_counter() - start)
        core, states = same_game(positions)
        found = self._found(core, states, tree=True)
        seconds = time.perf_counter() - start
        return [result_of(state, one, seconds) for state, one in zip(states, found, strict=True)]

    def _found(self, core: Any, states: list[State], *, tree: bool) -> list[dict[str, Any]]:
        """What the core answers."""
        if not states:
            return []
        found = core.search_puct(states, self._core | {"tree": tree}, with_check(self._evaluator))
        return cast("list[dict[str, Any]]", found)

    def _found_in(self, env: Lanes, lanes: NDArray[np.int64]) -> list[dict[str, Any]]:
        """What it answers for some lanes of a batch."""
        return self._found(*same_game([env.get_state(int(lane)) for lane in lanes]), tree=False)

    def act(self, state: State) -> int:
        """Choose an action for the seat to act. A single legal action is taken without a search.

        Parameters
        ----------
        state
            A state where a seat is to act. It stays as it is.

        Returns
        -------
        int
            The choice.

        Raises
        ------
        ValueError, TypeError
            As in `run`.
        """
        return self.act_many([state])[0]

    @overload
    def act_many(self, positions: Sequence[State]) -> list[int]: ...
    @overload
    def act_many(self, positions: Lanes) -> NDArray[np.int32]: ...
    def act_many(self, positions: Sequence[State] | Lanes) -> list[int] | NDArray[np.int32]:
        """Choose an action for each position. They are searched at once.

        Parameters
        ----------
        positions
            States of equal games, where a seat is to act, or a `BatchEnv`. They stay as they are.

        Returns
        -------
        list of int, or NDArray
            The choices. Of a batch: an int32[num_envs] for `BatchEnv.step`, with 0 in lanes where no seat is to act. A
            single legal action is taken without a search.

        Raises
        ------
        ValueError, TypeError
            As in `run_many`.
        """
        if is_batch(positions):
            actions, lanes = open_lanes(positions)
            actions[lanes] = [one["best"] for one in self._found_in(positions, lanes)]
            return actions
        core, states = same_game(positions)
        forced = [forced_action(state) for state in states]
        open_ones = [state for state, action in zip(states, forced, strict=True) if action is None]
        searched = iter(self._found(core, open_ones, tree=False))
        return [next(searched)["best"] if action is None else action for action in forced]
