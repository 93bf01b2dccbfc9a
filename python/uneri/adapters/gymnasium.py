"""The games in Gymnasium: `SeatEnv`, one seat against bots, and `VectorEnv`, many games stepped together.

    >>> from uneri.adapters.gymnasium import SeatEnv
    >>> env = SeatEnv("onda(players=3,rounds=1)", opponents="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

Importing this module registers `uneri/Seat-v0` and its vector form:
`gymnasium.make("uneri/Seat-v0", game="solo(players=2)")`, `gymnasium.make_vec("uneri/Seat-v0", 256, game="solo",
vectorization_mode="vector_entry_point")`.

Observations are `float32`, `State.observation_tensor` of the seat to act; `info["action_mask"]` is `int8` with 1 for a
legal action.

Gymnasium: Towers et al. 2024, arXiv:2407.17032; interface of version 1.1 and newer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import contract
from .._arena_play import Bench, always
from .._opponents import MOST_PASSED_OVER
from ..batch import BatchEnv
from ..bots import Bot, checked_act, tell
from ..registry import game_module
from ..registry import load_game as _load
from . import needed

needed("gymnasium", "gymnasium")

import gymnasium
from gymnasium.vector import AutoresetMode

from ..reference._words import brief
from . import _spaces

ILLEGAL = ("end", "raise")
RENDER_MODES = ("ansi", "human")


class SeatEnv(gymnasium.Env):
    """One seat of a game, the others played by bots.

    `seat` is the learner's, None for another one in every game, drawn from the environment's generator.
    `opponents` is a bot or its text (`"greedy"`, `"ismcts:sims=100"`) for all other seats, or a sequence of one a seat,
    in the order of play after the learner. Those given as texts play every game with a seed of the environment's.

    The reward is what the seat earned since its last decision, in the units of the game's option `utility`.
    An illegal action ends the game at the price of the lowest utility of the game (`illegal="end"`), which is what
    Gymnasium's checks expect, or raises ValueError (`"raise"`). `action_masks()` is what sb3-contrib's MaskablePPO asks
    for.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium's way)

    def __init__(
        self,
        game: contract.Game | str,
        *,
        seat: int | None = 0,
        opponents: Bot | str | Sequence[Bot | str] = "random",
        illegal: str = "end",
        render_mode: str | None = None,
    ) -> None:
        self.game: contract.Game = _load(game) if isinstance(game, str) else game
        players = self.game.num_players
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat is {seat}; allowed: 0 to {players - 1}, None")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is {brief(illegal)}; allowed: {', '.join(ILLEGAL)}")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is {brief(render_mode)}; allowed: None, {', '.join(RENDER_MODES)}")
        given: list[Bot | str]
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            given = [opponents] * (players - 1)
        else:
            given = list(opponents)
        if len(given) != players - 1:
            raise ValueError(f"opponents are {len(given)}; allowed: one, or {players - 1}")
        self._bench = Bench([bot if isinstance(bot, str) else always(bot) for bot in given])
        self._fixed_seat = seat
        self._illegal = illegal
        self.render_mode = render_mode
        self.observation_space = _spaces.observations(self.game)
        self.action_space = _spaces.actions(self.game)
        self._state: contract.State | None = None
        self._seat = 0
        self._bots: list[Bot] = []
        self._paid = 0.0
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a new game and plays it up to the learner's first decision."""
        super().reset(seed=seed)
        self._over = False
        for _ in range(MOST_PASSED_OVER + 1):  # in some games a seat may come to no decision at all
            state = self._state = self.game.new_initial_state(self._draw())
            players = self.game.num_players
            self._seat = self._draw() % players if self._fixed_seat is None else self._fixed_seat
            self._bots = [
                self._bench.take(i, 0, self.game, (self._seat + 1 + i) % players, self._draw())
                for i in range(players - 1)
            ]
            self._paid = state.returns()[self._seat]
            self._play_others()
            if not state.is_terminal():
                return self._observed(), self._info()
        self._over = True
        raise ValueError(
            f"seat {self._seat} came to no decision in {MOST_PASSED_OVER + 1} games of {self.game}; allowed: a seat that does"
        )

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action and goes on to the learner's next decision or to the end."""
        state = self._position()
        if self._over:
            raise ValueError("the game is over; call reset() first")
        legal = state.is_legal(action)
        if not legal and self._illegal == "end":
            self._over = True
            return self._observed(), self.game.min_utility, True, False, self._info() | {"illegal": True}
        if legal:
            self._tell(action)
        state.apply_action(action)  # says what is wrong with an illegal one
        self._play_others()
        earned = state.returns()[self._seat]
        reward, self._paid = earned - self._paid, earned
        self._over = state.is_terminal()
        if self.render_mode == "human":
            self.render()
        return self._observed(), float(reward), self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """`bool[num_distinct_actions]`: the legal actions."""
        return self._position().legal_actions_mask().view(np.bool_)

    def render(self) -> str | None:
        """What the learner's seat sees, as text; printed with `"human"`."""
        if self.render_mode is None:
            return None
        text: str = game_module(self.game.name).render(self._position().to_dict(self._seat))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Ends the programs among the opponents."""
        self._bench.close()

    def _draw(self) -> int:
        return int(self.np_random.integers(2**63))

    def _play_others(self) -> None:
        state = self._position()
        players = self.game.num_players
        while (seat := state.current_player()) not in (self._seat, contract.TERMINAL):
            action = checked_act(self._bots[(seat - self._seat - 1) % players], state)
            self._tell(action)
            state.apply_action(action)

    def _tell(self, action: int) -> None:
        """Bots that keep their trees learn what their seats see of a decision."""
        for i, bot in enumerate(self._bots):
            tell(bot, (self._seat + 1 + i) % self.game.num_players, self._position(), action)

    def _position(self) -> contract.State:
        if self._state is None:
            raise ValueError("no game has begun; call reset() first")
        return self._state

    def _observed(self) -> NDArray[np.float32]:
        return self._position().observation_tensor(self._seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._position().legal_actions_mask().view(np.int8), "seat": self._seat}


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games of a `BatchEnv` stepped together: every step is one decision in every game.

    With `opponents` the decision is that of the learner's `seat` (None: one drawn for every game), and the others play
    up to its next one, `"random"` and `"greedy"` in the core; the reward is what the learner earned since its last
    decision. Without, it is that of whichever seat acts: the observation is that of the seat to act,
    `info["current_player"]`, the reward what the seat that has just acted earned by its action.

    What all seats earned stands in `info["rewards"]` (`float32[num_envs, seats]`), the last
    game's returns in `info["final_returns"]`. After a game's last step the next step begins a new game and takes no
    notice of the action (`AutoresetMode.NEXT_STEP`), or `reset(options={"reset_mask": mask})` does (`autoreset=None`).
    Every lane needs a legal action, else ValueError names it.

    Arrays are those of the batch, written over by the next step, unless `copy` is true.
    """

    def __init__(
        self,
        game: contract.Game | str,
        num_envs: int = 1,
        *,
        opponents: Bot | str | Sequence[Bot | str] | None = None,
        seat: int | None = 0,
        threads: int = 1,
        autoreset: str | None = "next",
        copy: bool = True,
    ) -> None:
        if autoreset not in ("next", None):
            raise ValueError(f"autoreset is {brief(autoreset)}; allowed: 'next', None")
        mode: Any = autoreset
        self.batch = BatchEnv(game, num_envs, threads=threads, autoreset=mode, opponents=opponents, seat=seat)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP if autoreset else AutoresetMode.DISABLED}
        self._copy = copy
        played = self.batch.game
        self.single_observation_space = _spaces.observations(played)
        self.single_action_space = _spaces.actions(played)
        batched = gymnasium.vector.utils.batch_space
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins new games in all lanes, or in those of `options["reset_mask"]`, `bool[num_envs]`."""
        mask = None if options is None else options.get("reset_mask")
        if seed is not None and not isinstance(seed, int | np.integer):
            if any(one is None for one in seed):
                raise ValueError(f"seed is {brief(seed)}; allowed: None, an integer, or an integer for each lane")
            self.batch.reset(np.asarray(seed, np.uint64), mask)
        else:
            self.batch.reset(seed, mask)
        return self._out(self.batch.observation), self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action in every lane."""
        batch = self.batch
        acted = batch.current_player.copy()
        batch.step(np.asarray(actions))
        lanes = np.arange(self.num_envs)
        rewards = np.where(acted >= 0, batch.rewards[lanes, np.maximum(acted, 0)], 0.0).astype(np.float64)
        over = self._out(batch.terminated)
        return self._out(batch.observation), rewards, over, np.zeros(self.num_envs, np.bool_), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """`bool[num_envs, num_distinct_actions]`: the legal actions."""
        return self._out(self.batch.mask).view(np.bool_)

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "action_mask": self._out(batch.mask).view(np.int8),
            "current_player": self._out(batch.current_player),
            "rewards": self._out(batch.rewards),
            "final_returns": self._out(batch.final_returns),
            "episode_length": self._out(batch.episode_length),
        }

    def _out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


def _vector(num_envs: int = 1, **settings: Any) -> VectorEnv:
    return VectorEnv(num_envs=num_envs, **settings)


gymnasium.register("uneri/Seat-v0", entry_point=f"{__name__}:SeatEnv", vector_entry_point=f"{__name__}:_vector")
