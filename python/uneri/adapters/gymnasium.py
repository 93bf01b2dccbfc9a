"""The games in Gymnasium: `SeatEnv`, one seat against bots, and `VectorEnv`, many games stepped together.

    >>> from uneri.adapters.gymnasium import SeatEnv
    >>> env = SeatEnv("onda(players=3,rounds=1)", opponents="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

Importing this module registers `uneri/Onda-v0` and so on, one id per game, and `uneri/Seat-v0` for any game:
`gymnasium.make("uneri/Onda-v0", players=3)`, `gymnasium.make_vec("uneri/Seat-v0", 256, game="solo(players=2)")`.
Gymnasium imports it if the id names it: `gymnasium.make("uneri.adapters.gymnasium:uneri/Onda-v0")`.

Observations are `float32`: the `State.observation_tensor` of the seat to act. `info["action_mask"]` is `int8` with 1
for a legal action. Where a game is over the whole mask is 1: the next action is ignored, and a softmax over an empty
mask would be NaN.

Gymnasium: Towers et al. 2024, arXiv:2407.17032; interface of version 1.1 and newer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import contract
from .._util.checks import choice, flag, seed_of
from .._util.public import publish
from ..batch import BatchEnv
from ..batch.opponents import MOST_PASSED_OVER
from ..bots import Bot
from ..bots.lifecycle import Always, BotPool
from ..bots.players import Seats
from . import needed

needed("gymnasium", "gymnasium")

import gymnasium
from gymnasium.vector import AutoresetMode

from .._util.messages import brief
from . import _gymnasium_ids
from ._checks import check_word, get_begun, read_game, read_seat, reset_options
from ._shared import make_actions, make_observations, rendered

__all__ = ["ILLEGAL", "RENDER_MODES", "VECTOR_RENDER_MODES", "SeatEnv", "VectorEnv", "rendered"]

ILLEGAL = ("end", "raise")
RENDER_MODES = ("ansi", "human", "rgb_array")
VECTOR_RENDER_MODES = ("ansi", "rgb_array")


class SeatEnv(gymnasium.Env):
    """One seat of a game. Bots play the others.

    The reward is the seat's gain since its last decision, in the units of the game's option `utility`. No game is ever
    truncated: all of them end. `action_masks()` is for sb3-contrib's MaskablePPO. Calls before the first `reset` are a
    ValueError.

    Parameters
    ----------
    game
        A game, or its name or string form.
    seat
        The learner's seat (default 0). None: a different one in every game, drawn from the environment's generator.
    opponents
        A bot or its text (`"greedy"`, `"ismcts:sims=100"`) for all other seats, or a sequence of one per seat, in the
        order of play after the learner. They see worlds that look the same to their seats. Those given as texts
        get a seed from the environment in every game. Default `"random"`.
    illegal
        The effect of an illegal action. `"end"` (default): it ends the game with the game's lowest utility, which is
        what Gymnasium's checks expect. `"raise"`: ValueError.
    render_mode
        `"ansi"` (a text), `"human"` (printed after every step), `"rgb_array"` (the text as a picture) or None
        (default).
    **options
        The game's options, beside a name.

    Examples
    --------
    >>> from uneri.adapters.gymnasium import SeatEnv
    >>> env = SeatEnv("onda", players=3, opponents="greedy")
    >>> observation, info = env.reset(seed=7)
    >>> observation.shape == env.observation_space.shape, info["seat"]
    (True, 0)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium's way)

    def __init__(
        self,
        game: contract.Game | str,
        *,
        seat: SupportsIndex | None = 0,
        opponents: Bot | str | Sequence[Bot | str] = "random",
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game: contract.Game = read_game(game, options)
        players = self.game.num_players
        self._fixed_seat = None if seat is None else read_seat(seat, players)
        self._illegal = check_word(illegal, "illegal", ILLEGAL)
        self.render_mode = None if render_mode is None else check_word(render_mode, "render_mode", RENDER_MODES, "None")
        given: list[Bot | str]
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            given = [opponents] * (players - 1)
        else:
            given = list(opponents)
        if len(given) != players - 1:
            raise ValueError(f"opponents must be one or {players - 1}, not {len(given)}")
        self._pool = BotPool([bot if isinstance(bot, str) else Always(bot) for bot in given])
        self.observation_space = make_observations(self.game)
        self.action_space = make_actions(self.game)
        self._state: contract.State | None = None
        self._seat = 0
        self._others = Seats({}, 0)
        self._plies = 0
        self._paid = 0.0
        self._over = True

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a new game, and play it up to the learner's first decision.

        ValueError if the seed is out of range, `options` has one, or the seat gets no decision in 65 games.

        Parameters
        ----------
        seed
            Fixes this game and those that later calls begin, 0 to 2^64 - 1. None (default): the games continue from the
            last seed. Until it is seeded, every environment draws its own games.
        options
            None, or an empty mapping: there are no options.

        Returns
        -------
        observation, info : tuple
            `float32`, the view of the learner's seat; and `action_mask` (`int8`, 1 for a legal action) and `seat`.
        """
        number = None if seed is None else seed_of(seed)
        reset_options(options, ())
        super().reset(seed=number)
        self._over = False
        for _ in range(MOST_PASSED_OVER + 1):  # in some games a seat may get no decision at all
            dealt = self._draw()
            state = self._state = self.game.new_initial_state(dealt)
            players = self.game.num_players
            self._seat = self._draw() % players if self._fixed_seat is None else self._fixed_seat
            others = [(self._seat + 1 + i) % players for i in range(players - 1)]
            bots = {seat: self._pool.take(i, 0, self.game, seat, self._draw()) for i, seat in enumerate(others)}
            self._others, self._plies = Seats(bots, dealt), 0
            self._paid = state.returns()[self._seat]
            self._play_others()
            if not state.is_terminal():
                return self._observe(), self._make_info()
        self._over = True
        raise ValueError(
            f"seat {self._seat} made no decision in {MOST_PASSED_OVER + 1} games of {self.game}; choose another seat"
        )

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and continue to its next decision or to the end.

        Returns
        -------
        observation, reward, terminated, truncated, info : tuple
            As Gymnasium has them; `truncated` is always False. `info["illegal"]` is True after an illegal action.

        Raises
        ------
        ValueError
            If no game has begun, the game is over, or the action is not legal and `illegal` is `"raise"`.
        BotFailure
            If an opponent plays an illegal action. Its own errors propagate.
        """
        state = self._get_position()
        if self._over:
            raise ValueError("the game is over; call reset() first")
        legal = state.is_legal(action)
        if not legal and self._illegal == "end":
            self._over = True
            return self._observe(), self.game.min_utility, True, False, self._make_info() | {"illegal": True}
        if not legal:
            state.apply_action(action)  # raises the error
        self._play(action)
        self._play_others()
        earned = state.returns()[self._seat]
        reward, self._paid = earned - self._paid, earned
        self._over = state.is_terminal()
        if self.render_mode == "human":
            self.render()
        return self._observe(), float(reward), self._over, False, self._make_info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, `bool[num_distinct_actions]`: all of it True where the game is over."""
        return self._make_mask().view(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the learner's view as a text or a picture (`render_mode`); None for `"human"`, which prints, and
        without a mode.
        """
        if self.render_mode is None:
            return None
        return rendered(self.game, self._get_position().to_dict(self._seat), self.render_mode)

    def close(self) -> None:
        """End the opponents that are programs. Calling it again has no effect."""
        self._pool.close()

    def _draw(self) -> int:
        return int(self.np_random.integers(2**63))

    def _play_others(self) -> None:
        state = self._get_position()
        while state.current_player() not in (self._seat, contract.TERMINAL):
            self._play(self._others.ask(state, self._plies))

    def _play(self, action: int) -> None:
        state = self._get_position()
        self._others.tell(state, action)
        state.apply_action(action)
        self._plies += 1

    def _get_position(self) -> contract.State:
        return get_begun(self._state)

    def _observe(self) -> NDArray[np.float32]:
        return self._get_position().observation_tensor(self._seat)

    def _make_info(self) -> dict[str, Any]:
        return {"action_mask": self._make_mask().view(np.int8), "seat": self._seat}

    def _make_mask(self) -> NDArray[np.uint8]:
        mask = self._get_position().legal_actions_mask()
        return np.ones_like(mask) if self._over else mask


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games of a `BatchEnv`, stepped together. Every step is one decision in every game.

    With `opponents` the decision is the learner's, and the others play up to its next one. The reward is the learner's
    gain since its last decision. Without opponents the decision is that of the seat to act. The observation is for that
    seat, `info["current_player"]`, and the reward is that of the seat that has just acted.

    `info["rewards"]` (`float32[num_envs, seats]`) has the rewards of all seats, `info["final_returns"]` the last game's
    returns. After a game's last step the next step begins a new game and ignores the action
    (`AutoresetMode.NEXT_STEP`), or `reset(options={"reset_mask": mask})` does (`autoreset=None`). Every other lane
    needs a legal action.

    Until it is seeded, every environment draws its own games.

    Parameters
    ----------
    game
        A game, or its name or string form.
    num_envs
        The number of lanes, 1 (default) to 2^20.
    opponents
        As in `BatchEnv`: `"random"` and `"greedy"` play in the core. None (default): no opponents.
    seat
        The learner's seat (default 0). None: one drawn for every game.
    threads
        1 (default) to 256.
    autoreset
        `"next"` (default) or None.
    copy
        False returns the batch's own arrays, which the next step overwrites. Default True.
    render_mode
        The result of `render()` for each lane: pictures (`"rgb_array"`) or texts (`"ansi"`). None (default): nothing.
    **options
        The game's options, beside a name.

    Examples
    --------
    >>> from uneri.adapters.gymnasium import VectorEnv
    >>> env = VectorEnv("onda(players=3,rounds=1)", 4)
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
    >>> reward.shape, info["rewards"].shape
    ((4,), (4, 3))
    """

    def __init__(
        self,
        game: contract.Game | str,
        num_envs: SupportsIndex = 1,
        *,
        opponents: Bot | str | Sequence[Bot | str] | None = None,
        seat: SupportsIndex | None = 0,
        threads: SupportsIndex = 1,
        autoreset: str | None = "next",
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        played = read_game(game, options)
        mode: Any = choice(autoreset, "autoreset", ("next", None))
        self.render_mode = (
            None if render_mode is None else check_word(render_mode, "render_mode", VECTOR_RENDER_MODES, "None")
        )
        self._copy = flag(copy, "copy")
        drawn = int(self.np_random.integers(2**63))  # the first number of Gymnasium's unseeded generator
        self.batch = BatchEnv(
            played, num_envs, seed=drawn, threads=threads, autoreset=mode, opponents=opponents, seat=seat
        )
        self.num_envs = self.batch.num_envs
        self.metadata = {
            "autoreset_mode": AutoresetMode.NEXT_STEP if mode else AutoresetMode.DISABLED,
            "render_modes": list(VECTOR_RENDER_MODES),
            "render_fps": 1,
        }
        self.single_observation_space = make_observations(played)
        self.single_action_space = make_actions(played)
        batched = gymnasium.vector.utils.batch_space
        self.observation_space = batched(self.single_observation_space, self.num_envs)
        self.action_space = batched(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: SupportsIndex | ArrayLike | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin new games, in all lanes or in some.

        ValueError if a seed is out of range, `options` has another key, or an array has the wrong shape.

        Parameters
        ----------
        seed
            An integer (0 to 2^64 - 1) gives each lane a seed derived from it and the lane's number. A sequence has
            one for each lane that is reset. None (default): each lane begins its next game.
        options
            `{"reset_mask": mask}` with a mask `bool[num_envs]` of the lanes to reset. None (default): all lanes.

        Returns
        -------
        observation, info : tuple
            `float32[num_envs, size]`; and `action_mask`, `current_player`, `rewards`, `final_returns`,
            `episode_length`.
        """
        mask = reset_options(options, ("reset_mask",)).get("reset_mask")
        if mask is not None and getattr(mask, "dtype", None) != np.bool_:
            raise TypeError(
                f"options['reset_mask'] must be bool[{self.num_envs}], not {brief(mask)} ({type(mask).__name__})"
            )
        if isinstance(seed, list | tuple) and None in seed:
            raise ValueError(f"seed must be an integer, one for each lane, or None, not {brief(seed)}")
        self.batch.reset(seed, mask)
        given: Any = seed
        if given is not None and np.ndim(given) == 0:
            super().reset(seed=seed_of(given))
        return self._observe(), self._make_info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play one action in every lane: an integer for each.

        ValueError if an action isn't legal. It names the lane, and no lane has changed.

        Returns
        -------
        observation, reward, terminated, truncated, info : tuple
            As Gymnasium has them, an entry for each lane; `truncated` is always False.
        """
        batch = self.batch
        acted = batch.current_player.copy()
        batch.step(np.asarray(actions))
        lanes = np.arange(self.num_envs)
        rewards = np.where(acted >= 0, batch.rewards[lanes, np.maximum(acted, 0)], 0.0).astype(np.float64)
        over = self._copy_out(batch.terminated)
        return self._observe(), rewards, over, np.zeros(self.num_envs, np.bool_), self._make_info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, `bool[num_envs, num_distinct_actions]`: all True where a game is over."""
        return self._make_mask().view(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Return a picture or a text (`render_mode`) for each lane: the view of the learner, or of the seat to act;
        else None.
        """
        if self.render_mode is None:
            return None
        return tuple(
            rendered(self.batch.game, self._view_data(lane), self.render_mode) for lane in range(self.num_envs)
        )

    def _view_data(self, lane: int) -> dict[str, Any]:
        """Return the view of the learner or the seat to act; for a finished game without a learner, everything."""
        seat = max(int(self.batch.learner[lane]), int(self.batch.current_player[lane]))
        return self.batch.get_state(lane).to_dict(None if seat < 0 else seat)

    def _observe(self) -> NDArray[np.float32]:
        observation: Any = self._copy_out(self.batch.observation)
        return observation  # type: ignore[no-any-return]

    def _make_mask(self) -> NDArray[np.uint8]:
        batch = self.batch
        batch.mask[batch.current_player == contract.TERMINAL] = 1
        return self._copy_out(batch.mask)

    def _make_info(self) -> dict[str, Any]:
        shown = ("current_player", "rewards", "final_returns", "episode_length")
        found = {name: self._copy_out(getattr(self.batch, name)) for name in shown}
        return {"action_mask": self._make_mask().view(np.int8), **found}

    def _copy_out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


_gymnasium_ids.register()


__dir__ = publish(globals())
