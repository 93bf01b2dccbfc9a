"""The games in PettingZoo: `env()` and `raw_env()` for AEC, `parallel_env()` for its parallel interface.

    >>> from uneri.adapters import pettingzoo
    >>> env = pettingzoo.env("onda(players=3,rounds=1)")
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> action = env.action_space(env.agent_selection).sample(observation["action_mask"])
    >>> env.step(action)

An observation is a dict of `observation`, `float32` as `State.observation_tensor`, and `action_mask`, `int8`, all
zeros for agents that aren't to act. With `mask="info"` the observation is the tensor alone, and the mask is in the
agent's info. Chance resolves by itself. Simultaneous choices (Tidal Blades) are made one after the other, each
without seeing the others'.

PettingZoo: Terry et al. 2021, arXiv:2009.14471; interface of version 1.25 and newer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .. import contract
from .._util.checks import seed_of
from .._util.public import publish
from . import needed

needed("pettingzoo", "pettingzoo")

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from .._util.messages import brief
from ._checks import check_word, get_begun, read_game
from ._shared import make_actions, make_observations, rendered

__all__ = ["MASKS", "RENDER_MODES", "env", "parallel_env", "raw_env"]

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
MASKS = ("observation", "info")


def env(game: contract.Game | str, render_mode: str | None = None, *, mask: str = "observation") -> Any:
    """Make `raw_env` with PettingZoo's checks.

    Illegal actions end the game at a cost of 1, and calls out of order are refused. `raw_env` has no checks and is
    faster.
    """
    checked: Any = raw_env(game, render_mode, mask=mask)
    checked = wrappers.TerminateIllegalWrapper(checked, illegal_reward=-1)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)


def parallel_env(game: contract.Game | str, render_mode: str | None = None, *, mask: str = "observation") -> Any:
    """Make `raw_env` under PettingZoo's parallel interface: all agents at once.

    The actions of agents that aren't to act are ignored.
    """
    return turn_based_aec_to_parallel_wrapper(raw_env(game, render_mode, mask=mask))


class raw_env(AECEnv):
    """A game without wrappers. An illegal action raises ValueError and changes nothing, and so does a call before `reset`.

    Parameters
    ----------
    game
        A game or its string form.
    render_mode
        `"human"` (prints), `"ansi"` (a text), `"rgb_array"` (the text as a picture), `"svg"` (a picture of the
        game as text) or None (default).
    mask
        The place of the mask of legal actions: the `"observation"` (default) or the agent's `"info"`.
    """

    def __init__(self, game: contract.Game | str, render_mode: str | None = None, *, mask: str = "observation") -> None:
        super().__init__()
        self.game: contract.Game = read_game(game, {})
        self.render_mode = None if render_mode is None else check_word(render_mode, "render_mode", RENDER_MODES, "None")
        self._mask_in_info = check_word(mask, "mask", MASKS) == "info"
        self.metadata = {
            "name": f"{self.game.name}_v0",
            "render_fps": 1,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,  # through PettingZoo's wrapper for games of turns
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self._actions = make_actions(self.game)
        tensor = make_observations(self.game)
        legal = spaces.Box(0, 1, (self.game.num_distinct_actions,), np.int8)
        self._observations: spaces.Space[Any] = (
            tensor if self._mask_in_info else spaces.Dict({"observation": tensor, "action_mask": legal})
        )
        self._seeds = np.random.default_rng()
        self._state: contract.State | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, the same for all agents."""
        return self._observations

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of actions, the same for all agents: the game's action ids."""
        return self._actions

    @property
    def state_of_game(self) -> contract.State:
        """A copy of the position, hidden information included."""
        return self._get_position().clone()

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        Parameters
        ----------
        seed
            Fixes this game and those that follow, 0 to 2^64 - 1. None (default): the games continue from the last seed.
            Until it is seeded, every environment draws its own games.
        options
            A mapping or None. They have no effect; PettingZoo's own checks pass options.
        """
        number = None if seed is None else seed_of(seed)
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping or None, not {brief(options)} ({type(options).__name__})")
        if number is not None:
            self._seeds = np.random.default_rng(number)
        self._state = self.game.new_initial_state(int(self._seeds.integers(2**63)))
        self.agents = list(self.possible_agents)
        self._nothing = self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select(self._state.current_player())

    def observe(self, agent: str) -> Any:
        """Return what the agent of this name sees, in new arrays.

        ValueError if there is no such agent.

        Returns
        -------
        dict or numpy.ndarray
            `observation` (`float32`) and `action_mask` (`int8`, zeros if it isn't the agent's turn); with `mask="info"`
            the observation alone.
        """
        if agent not in self._seats:
            raise ValueError(f"agent is {brief(agent)}; allowed: {', '.join(self._seats)}")
        seat = self._seats[agent]
        tensor = self._get_position().observation_tensor(seat)
        return tensor if self._mask_in_info else {"observation": tensor, "action_mask": self._list_legal(seat)}

    def _list_legal(self, seat: int) -> NDArray[np.int8]:
        state = self._get_position()
        if state.current_player() == seat:
            return state.legal_actions_mask().view(np.int8)
        return np.zeros(self.game.num_distinct_actions, np.int8)

    def _select(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        if self._mask_in_info:
            self.infos = {agent: {"action_mask": self._list_legal(mine)} for agent, mine in self._seats.items()}

    def step(self, action: int | None) -> None:
        """Play a legal action for the agent to act. After the end it takes None for each agent.

        ValueError if the action is not legal (nothing has changed), or the game is over and it isn't None.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        state = self._get_position()
        state.apply_action(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        earned = state.rewards()
        if any(earned):
            self.rewards = dict(zip(self.possible_agents, earned, strict=True))
            self._accumulate_rewards()
        elif self.rewards is not self._nothing:
            self.rewards = self._nothing
        seat = state.current_player()
        if seat == contract.TERMINAL:
            self.terminations = dict.fromkeys(self.agents, True)
            seat = 0
        self._select(seat)
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Show the whole position as a text or a picture (`render_mode`); None for `"human"`, which prints, and without
        a mode.
        """
        if self.render_mode is None:
            return None
        state = self._get_position()
        if self.render_mode == "svg":
            return state.to_svg()
        return rendered(self.game, state.to_dict(), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _get_position(self) -> contract.State:
        return get_begun(self._state)


__dir__ = publish(globals())
