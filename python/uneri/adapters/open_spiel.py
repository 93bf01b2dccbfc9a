"""The games in OpenSpiel: importing this module registers `uneri_onda`, `uneri_solo` and so on with `pyspiel`.

    >>> import pyspiel
    >>> import uneri.adapters.open_spiel
    >>> game = pyspiel.load_game("uneri_onda(players=2,rounds=1)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node()
    True

Every option of a game is a parameter; lists and mappings are JSON text, with `%2C` for a comma within a game's string.
A game's string opens no file: your own board, deck or rule set is stored in it in full, and `load_game` of this module
puts it there. Chance is explicit, rewards come at the end. The information state string covers everything that a seat
has seen and done (but not the order in which cards were dealt); the information state tensor is the observation tensor,
what the seat knows now. `resample_from_infostate` deals hidden cards again, so OpenSpiel's Python ISMCTS works.
`to_efg` makes the whole tree of a small game, for solvers.

OpenSpiel's compiled MCTSBot and ISMCTSBot cannot step on games that are written in Python; use its Python ones, or
`uneri.search`, which runs in the core.

OpenSpiel: Lanctot et al. 2019, arXiv:1908.09453; interface of version 2.0.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, SupportsIndex
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from .. import contract
from .._util.checks import bounded, integer
from .._util.messages import brief
from .._util.public import publish
from .._util.strict_json import read_json
from ..exploit.tree import Node, Tree, TreeSize
from ..registry import games, load_foreign_game
from ..registry import load_game as _load
from . import needed
from ._checks import read_game

pyspiel: Any = needed("pyspiel", "open_spiel")
policy: Any = needed("open_spiel.python.policy", "open_spiel")

__all__ = ["PREFIX", "Efg", "EfgPolicy", "Observer", "State", "load_game", "to_efg"]

PREFIX = "uneri_"
"""The prefix of the games' names in OpenSpiel."""
_MOST_NODES = 10**9
_INFO = (
    "num_distinct_actions", "max_chance_outcomes", "num_players", "min_utility", "max_utility", "max_game_length",
)  # fmt: skip


def load_game(game: contract.Game | str) -> Any:
    """Load OpenSpiel's game for one of `uneri`.

    Parameters
    ----------
    game
        A game or its string form, `"onda(players=2)"`. An option of a string form may be the path of a JSON file, as
        for `uneri.load_game`; its content is stored.
    """
    played = read_game(game, {})
    defaults = _load(played.name).options
    chosen = {name: _make_parameter(value) for name, value in played.options.items() if value != defaults.get(name)}
    return pyspiel.load_game(PREFIX + played.name, chosen)


def to_efg(game: contract.Game | str, max_nodes: SupportsIndex = 1_000_000) -> Efg:
    """Make the whole tree of a small game, as one of OpenSpiel's `efg_game`s. Its compiled solvers are fast on it.

    ValueError if the tree has more than `max_nodes` nodes, or an argument isn't allowed.

    Parameters
    ----------
    game
        A game or its string form.
    max_nodes
        The most nodes, and the most states that a deal may pass through at once: 1 to 10^9 (default 1,000,000).
    """
    return Efg(read_game(game, {}), bounded(max_nodes, "max_nodes", 1, _MOST_NODES))


class Efg:
    """A game's tree, as text and as a game of OpenSpiel; it also converts policies of that game to this one.

    Equal states are one outcome of a deal, in whatever order the cards came. Decisions without a choice are left out.
    `to_efg` makes one, and checks its arguments. ValueError if the tree has more than `max_nodes` nodes.
    """

    text: str
    """In Gambit's format; an information state is named by its digest."""
    size: TreeSize
    game: Any

    def __init__(self, game: contract.Game, max_nodes: int) -> None:
        tree = Tree(game, max_nodes)
        self._set(tree.text, tree.size, tree.numbers)

    def _set(self, text: str, size: TreeSize, numbers: list[dict[bytes, int]]) -> None:
        self.text, self.size = text, size
        self.game = pyspiel.load_efg_game(text)
        self._numbers = numbers

    def __getstate__(self) -> tuple[Any, ...]:
        return self.text, self.size, self._numbers

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._set(*state)

    def policy(self, solved: Any) -> EfgPolicy:
        """Copy a policy for `self.game`, such as a solver's `tabular_average_policy()`, so that it works with this
        adapter's states.
        """
        shares: list[dict[bytes, list[float]]] = [{} for _ in self._numbers]
        for seat, numbers in enumerate(self._numbers):
            for digest, number in numbers.items():
                key = f"{seat}-{seat}-{number}-{digest.hex()}"  # the names of information states in efg_game
                # the actions of a node are numbered in the node's order
                shares[seat][digest] = [share for _, share in sorted(solved.get_state_policy(key))]
        return EfgPolicy(shares)


class EfgPolicy(policy.Policy):
    """A policy for a tree, converted to the game itself. `Efg.policy` makes one."""

    def __init__(self, shares: list[dict[bytes, list[float]]]) -> None:
        self._shares = shares

    def action_probabilities(self, state: State, player_id: int | None = None) -> dict[int, float]:
        """Map the legal actions, of a seat to act in the game that the tree was made of, to their probabilities. A
        single one has 1. `player_id` is ignored: the seat is the one to act.

        ValueError if the tree has no such information state.
        """
        legal = state.legal_actions()
        if len(legal) == 1:
            return {legal[0]: 1.0}
        seat = state.current_player()
        shares = self._shares[seat].get(state._node.digest(seat))
        if shares is None:
            raise ValueError(f"the tree has no information state of {state}; use states of its own game")
        return dict(zip(legal, shares, strict=True))


class State(pyspiel.State):
    """A position.

    It holds only one immutable node, so a copy costs a reference.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._node: Node = game.root

    @property
    def uneri(self) -> contract.State:
        """A copy of the position as a state of uneri."""
        return self._node.state.clone()

    def current_player(self) -> int:
        """Return the seat to act, `pyspiel.PlayerId.CHANCE` or `TERMINAL`."""
        return self._node.state.current_player()

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._node.state.is_terminal()

    def is_chance_node(self) -> bool:
        """Return whether a chance outcome comes next."""
        return self._node.state.is_chance_node()

    def _legal_actions(self, player: int) -> list[int]:
        state = self._node.state
        return state.legal_actions() if state.current_player() == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the outcomes with their probabilities, ascending."""
        return self._node.state.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._node = self._node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._node.state.game.action_to_string(player, action)

    def returns(self) -> list[float]:
        """Return the result of each seat; zeros before the end.

        OpenSpiel's tree searches expect all rewards at the end.
        """
        state = self._node.state
        return state.returns() if state.is_terminal() else [0.0] * state.game.num_players

    rewards = returns

    def information_state_string(self, player: int | None = None) -> str:
        """Return a text that is equal if the seat (None: the one to act) has seen and done the same since the start of
        the game.
        """
        return self._node.information_state_string(self._seat(player))

    def observation_string(self, player: int | None = None) -> str:
        """Return what the seat (None: the one to act) knows now, as JSON."""
        return self._node.state.observation_string(self._seat(player))

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """Return what the seat (None: the one to act) knows now, as numbers, `float32[observation_tensor_size]`."""
        return self._node.state.observation_tensor(self._seat(player))

    information_state_tensor = observation_tensor

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> State:
        """Draw a position among those that look the same to a seat, whose knowledge is kept. The sampler returns
        floats in [0, 1); it is called once.

        ValueError if the sampler gives anything else.
        """
        number: Any = probability_sampler()
        if not isinstance(number, float | np.floating) or not 0 <= number <= 1:
            raise ValueError(f"probability_sampler must return a float in [0, 1), not {brief(number)}")
        seed = min(int(float(number) * 2**53), 2**53 - 1)  # 1 is possible by rounding to a float of less than 64 bits
        world = State(self.get_game())
        world._node = self._node.resample(player_id, seed)
        return world

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel's own way asks for a game that may not be registered, and aborts with protocols 0 and 1.
        return _load_state, (self.get_game(), self.serialize())

    def _to_struct(self) -> dict[str, Any]:
        return self._node.state.to_dict()

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._node.state.to_dict(player)

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": action, "notation": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        return [integer(struct["action"], "action")]

    def _seat(self, player: int | None) -> int:
        return self._node.state.current_player() if player is None else player

    def __str__(self) -> str:
        return str(self._node.state)


def _load_game(text: str) -> Any:
    """Load a game where its pickle arrives. Importing this function has registered the games."""
    return pyspiel.load_game(text)


def _load_state(game: Any, text: str) -> State:
    state: State = game.deserialize_state(text)
    return state


class Observer:
    """A seat's observation, as tensor and text, for `open_spiel.python.observation.make_observation`.

    `dict` has the segments of `Game.observation_layout` as views of `tensor`.

    Parameters
    ----------
    game
        The game.
    perfect_recall
        True: the text is the information state; False: the observation.
    """

    def __init__(self, game: contract.Game, perfect_recall: bool) -> None:
        self._game, self._perfect_recall = game, perfect_recall
        self.tensor = np.zeros(game.observation_tensor_shape, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        for name, offset, shape in game.observation_layout:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[offset : offset + size].reshape(shape)

    def __reduce__(self) -> tuple[Any, ...]:
        return Observer, (self._game, self._perfect_recall), self.tensor

    def __setstate__(self, tensor: NDArray[np.float32]) -> None:
        self.tensor[:] = tensor  # in place: `dict` has views of it

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor with a seat's view of a state of this adapter."""
        state._node.state.observation_tensor(player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        """Return a seat's view of a state of this adapter as text: with perfect recall the information state, else the
        observation.
        """
        return state.information_state_string(player) if self._perfect_recall else state.observation_string(player)


class _Game(pyspiel.Game):
    """The base class of the five games; each subclass has a name."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        try:
            options = {key: _read_option(self.name, key, value) for key, value in (params or {}).items()}
            self.uneri: contract.Game = load_foreign_game(self.name, options)
        except (TypeError, ValueError) as error:
            raise pyspiel.SpielError(str(error)) from None
        self.root = Node(self.uneri.new_initial_state())
        super().__init__(_make_type(self.name, self.uneri), _make_game_info(self.uneri), params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return _load_game, (str(self),)

    def new_initial_state(self) -> State:
        """Return the start of a game, before any chance."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the chance nodes of a game."""
        return self.uneri.max_chance_nodes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an `Observer` of all that a seat may know, or of nothing: there are no other observations."""
        if params:
            raise ValueError(f"there are no observation parameters, but {brief(params)} is given")
        if iig_obs_type is not None and iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError(
                f"private_info is {iig_obs_type.private_info}; allowed: {pyspiel.PrivateInfoType.SINGLE_PLAYER}"
            )
        return Observer(self.uneri, iig_obs_type is not None and iig_obs_type.perfect_recall)


def _make_parameter(value: Any) -> Any:
    """Convert an option's value to OpenSpiel's parameters: a bool, an int, a float or a text without its separators."""
    return quote(json.dumps(value), safe='[]{}:" ') if isinstance(value, list | dict) else value


def _read_option(game: str, name: str, value: Any) -> Any:
    """Convert a parameter to an option; plain JSON is accepted, too."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        return read_json(unquote(value), f"{game}: option {name!r}")
    return value


def _make_type(name: str, game: contract.Game) -> Any:
    kinds = pyspiel.GameType
    total = game.utility_sum
    utility = kinds.Utility.GENERAL_SUM
    if total is not None:
        utility = kinds.Utility.ZERO_SUM if total == 0 else kinds.Utility.CONSTANT_SUM
    return kinds(
        short_name=PREFIX + name,
        long_name=f"{name} (uneri)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={key: _make_parameter(value) for key, value in _load(name).options.items()},
    )


def _make_game_info(game: contract.Game) -> Any:
    fixed = {} if game.utility_sum is None else {"utility_sum": game.utility_sum}
    return pyspiel.GameInfo(**{name: getattr(game, name) for name in _INFO}, **fixed)


def _register() -> None:
    for name in games():
        text = f"`{name}` as a game of OpenSpiel."
        game = type(f"{name.capitalize()}Game", (_Game,), {"name": name, "__module__": __name__, "__doc__": text})
        globals()[game.__name__] = game
        pyspiel.register_game(_make_type(name, _load(name)), game)


_register()


__dir__ = publish(globals())
