"""The interface shared by all games (cpp/bindings/kinds.cpp). The core binds it once, in a module of this name.

`NAME.pyi` imports all of it, names the classes and adds the members of one game.

The build makes the docstrings of the bound classes from this file (cmake/docstrings.py): the members of `BoundGame` and
`BoundState` have those of `uneri.contract` unless this file has one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NotRequired, Self, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..contract import FeatureBlock, SeatView

__all__ = [
    "OPTION_TABLE",
    "SEARCH_DEFAULTS",
    "BoundBatch",
    "BoundFollowingSearch",
    "BoundGame",
    "BoundNetwork",
    "BoundState",
    "BoundTraining",
    "Tick",
    "greedy",
    "known_game",
    "load_game",
    "observation_grid",
    "perft",
    "perft_divide",
    "playouts",
    "search",
    "search_lanes",
    "search_puct",
    "search_states",
    "sight",
]

Tick: TypeAlias = Callable[[float], object] | None
OpponentTable: TypeAlias = tuple[tuple[Any, ...], tuple[Any, ...]]
_Game = TypeVar("_Game")
_State = TypeVar("_State")

class _OptionRow(TypedDict):
    name: str
    allowed: str
    meaning: str
    default: Any
    schema: dict[str, Any]
    builtin: NotRequired[list[str]]

OPTION_TABLE: list[_OptionRow]
SEARCH_DEFAULTS: dict[str, float]

def observation_grid(game: BoundGame[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
def sight(state: BoundState[Any], action: SupportsIndex, seat: SupportsIndex) -> int: ...
def perft(
    state: BoundState[Any], depth: SupportsIndex, threads: SupportsIndex, tick: Tick, asks: bool = False
) -> int: ...
def perft_divide(
    state: BoundState[Any], depth: SupportsIndex, threads: SupportsIndex, tick: Tick, asks: bool = False
) -> list[tuple[int, int]]: ...
def playouts(
    state_or_game: BoundState[Any] | BoundGame[Any],
    n: SupportsIndex,
    seed: SupportsIndex,
    threads: SupportsIndex,
    tick: Tick,
    first: int = 0,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]: ...
def greedy(state: BoundState[Any]) -> int: ...
def known_game(game_class: type[_Game], options: dict[str, Any] | str) -> _Game | None: ...
def load_game(game_class: type[_Game], options: dict[str, Any] | str) -> _Game: ...
def replay_same(
    game: BoundGame[_State], seed: SupportsIndex | None, views: bool, deal: Any, moves: tuple[Any, ...]
) -> _State | None: ...
def search(name: str, state: BoundState[Any], settings: dict[str, Any], tick: Tick) -> dict[str, Any]: ...
def search_states(
    name: str, states: Sequence[BoundState[Any]], settings: dict[str, Any], tick: Tick
) -> list[dict[str, Any]]: ...
def search_lanes(
    name: str, batch: BoundBatch[Any], lanes: NDArray[np.int64], settings: dict[str, Any], tick: Tick
) -> dict[str, NDArray[Any]]: ...
def search_puct(
    states: Sequence[BoundState[Any]], settings: dict[str, Any], evaluator: Any
) -> list[dict[str, Any]]: ...

class BoundGame(Generic[_State]):
    def __init__(self, options: dict[str, Any]) -> None:
        """Make the game from all its options. `uneri.load_game` fills in the defaults and calls this."""
    @property
    def name(self) -> str: ...
    @property
    def backend(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def num_players(self) -> int: ...
    @property
    def num_distinct_actions(self) -> int: ...
    @property
    def max_chance_outcomes(self) -> int: ...
    @property
    def max_legal_actions(self) -> int: ...
    @property
    def max_game_length(self) -> int: ...
    @property
    def max_chance_nodes(self) -> int: ...
    @property
    def min_utility(self) -> float: ...
    @property
    def max_utility(self) -> float: ...
    @property
    def utility_sum(self) -> float | None: ...
    @property
    def observation_tensor_shape(self) -> tuple[int]: ...
    @property
    def observation_layout(self) -> list[tuple[str, int, tuple[int, ...]]]: ...
    @property
    def features(self) -> list[FeatureBlock]: ...
    @property
    def action_features(self) -> NDArray[np.float32]: ...
    def new_initial_state(self, seed: SupportsIndex | None = None) -> _State: ...
    def action_to_string(self, player: SupportsIndex, action: SupportsIndex) -> str: ...
    def parse_action(self, text: str) -> int: ...
    def deserialize_state(self, data: bytes) -> _State: ...
    def state_from_dict(self, data: Mapping[str, Any]) -> _State: ...
    def state_from_view(
        self, view: Mapping[str, Any] | str, seat: SupportsIndex, *, seed: SupportsIndex | None = None
    ) -> _State: ...
    def __str__(self) -> str:  # noqa: PYI029 - for its docstring
        """Write the name and the options that differ from their defaults; `uneri.load_game` reads it."""
    def __repr__(self) -> str:  # noqa: PYI029 - for its docstring
        """Write the call that makes the game."""
    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same game with the same options."""
    def __hash__(self) -> int:
        """Hash the content: equal games have the same hash."""
    def __copy__(self) -> Self:
        """Return the game itself: it never changes."""
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return the game itself: it never changes."""
    def __reduce__(self) -> tuple[Any, ...]:
        """Return the options for pickle."""

class BoundState(Generic[_Game]):
    def current_player(self) -> int: ...
    def is_chance_node(self) -> bool: ...
    def is_terminal(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def legal_actions(self, player: SupportsIndex | None = None) -> list[int]: ...
    def num_legal_actions(self) -> int: ...
    def is_legal(self, action: SupportsIndex) -> bool: ...
    def why_not(self, action: SupportsIndex) -> str | None: ...
    def legal_actions_mask(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]: ...
    def apply_action(self, action: SupportsIndex) -> None: ...
    def child(self, action: SupportsIndex) -> Self: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def chance_weights(self) -> list[tuple[int, int]]: ...
    def sample_chance(self, seed: SupportsIndex) -> int: ...
    def returns(self) -> list[float]: ...
    def rewards(self) -> list[float]: ...
    def player_return(self, seat: SupportsIndex) -> float: ...
    def player_reward(self, seat: SupportsIndex) -> float: ...
    @property
    def game(self) -> _Game: ...
    @property
    def seeded(self) -> bool: ...
    def clone(self) -> Self: ...
    def __copy__(self) -> Self:
        """Return an independent copy, as from `clone`."""
    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return an independent copy, as from `clone`."""
    def __eq__(self, other: object) -> bool:
        """Return whether play continues alike: same game, same fields, same generator."""
    def __hash__(self) -> int:
        """Hash the content: equal states have the same hash."""
    def serialize(self) -> bytes: ...
    def __reduce__(self) -> tuple[Any, ...]:
        """Return the game and the bytes of `serialize` for pickle."""
    def action_to_string(self, action: SupportsIndex) -> str: ...
    def parse_action(self, text: str) -> int: ...
    # Attached when the package is imported (uneri/registry/views.py).
    def to_svg(
        self,
        seat: SupportsIndex | None = None,
        *,
        last: tuple[SupportsIndex, SupportsIndex] | None = None,
        moves: Iterable[SupportsIndex] | None = None,
        names: Sequence[str] | None = None,
        theme: str = "auto",
        colors: Mapping[str, str | tuple[str, str]] | None = None,
    ) -> str: ...
    def _repr_svg_(self) -> str: ...
    def view(self, seat: SupportsIndex) -> SeatView: ...
    def to_dict(self, seat: SupportsIndex | None = None) -> dict[str, Any]: ...
    def observation_string(self, seat: SupportsIndex) -> str: ...
    def observation_tensor(
        self, seat: SupportsIndex, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]: ...
    def resample_from_infostate(self, seat: SupportsIndex, seed: SupportsIndex) -> Self: ...
    def __str__(self) -> str:  # noqa: PYI029 - for its docstring
        """Write the position as readable text."""
    def __repr__(self) -> str:  # noqa: PYI029 - for its docstring
        """Write one line: the game and the seat to act."""

class BoundBatch(Generic[_State]):
    """The lanes of a `uneri.BatchEnv`, played in the core.

    `table` describes the functions and pools among the opponents (`cpp/bindings/batch_asked.hpp`).
    """

    def __init__(
        self,
        game: Any,
        num_envs: SupportsIndex,
        threads: SupportsIndex,
        observation: str | None,
        dtype: str,
        autoreset: str | None,
        opponents: Sequence[str] | OpponentTable | None,
        seat: SupportsIndex | None,
        mask: str,
    ) -> None:
        """Make the lanes. `uneri.BatchEnv` checks the arguments and calls this."""
    def views(self) -> dict[str, NDArray[Any]]:
        """Return the arrays of the batch by name. They are views: each step writes to them."""
    def reset(
        self,
        seed: SupportsIndex | NDArray[np.uint64] | None,
        lanes: NDArray[np.int64] | None,
        table: OpponentTable | None = None,
    ) -> None:
        """Start games in the given lanes, or in all: by one seed, by one seed per lane, or (None) the next game of each lane."""
    def step(self, actions: NDArray[np.integer[Any]], table: OpponentTable | None = None) -> None:
        """Play one action per lane. All actions are checked before the first is played."""
    def step_logits(
        self, logits: NDArray[np.floating[Any]], temperature: SupportsFloat, table: OpponentTable | None = None
    ) -> None:
        """Draw one action per lane from its logits and play them. All are drawn before the first is played."""
    def rollout(
        self, player: str, rows: dict[str, NDArray[Any]], tick: Tick, table: OpponentTable | None = None
    ) -> None:
        """Play steps in every lane by a player of the core, into the arrays of a `uneri.batch.Rollout`."""
    def step_random(
        self, k: SupportsIndex, seed: SupportsIndex | None, tick: Tick, table: OpponentTable | None = None
    ) -> None:
        """Play `k` random steps in every lane. `tick`, if not None, is called with the share done."""
    def get_state(self, lane: SupportsIndex) -> _State:
        """Return a copy of the state of a lane."""
    def set_state(self, lane: SupportsIndex, state: Any, table: OpponentTable | None = None) -> None:
        """Put a copy of a state into a lane."""
    def greedy(self) -> NDArray[np.int32]:
        """Return the greedy player's action in each lane, -1 where the game is over."""
    def net(self, network: BoundNetwork, seed: SupportsIndex, margin: float | None) -> NDArray[np.int32]:
        """Return the network's action in each lane, as from `Network.act`, -1 where the game is over."""
    def after(self, worlds: SupportsIndex, seed: SupportsIndex, features: bool, arrays: dict[str, NDArray[Any]]) -> int:
        """Write what seats would see after their legal actions, if the arrays have room. Return the number of rows."""
    def save(self) -> bytes:
        """Write all lanes as bytes, for `load`."""
    def load(self, data: bytes) -> None:
        """Read lanes that `save` wrote. Raises ValueError, and changes nothing, for bytes that are not such a batch."""

class BoundFollowingSearch:
    """An ISMCTS search that keeps its tree from one move of a game to the next."""

    def __init__(self, settings: dict[str, Any]) -> None:
        """Start a search that follows a game. `settings` are those of `uneri.search.ISMCTS`."""
    def see(self, state: Any, action: SupportsIndex) -> None:
        """Record an action that `state`, the position before it, allows."""
    def watch(self, player: SupportsIndex, action: SupportsIndex | None, sight: SupportsIndex) -> None:
        """Record another seat's action as this seat saw it: its id if it was open, and its `sight`."""
    def run(self, state: Any, tick: Tick) -> dict[str, Any]:
        """Search from `state` and return the report. `tick`, if not None, is called with the share done."""
    def save(self) -> tuple[Any, bytes] | None:
        """Write the game and the trees as bytes, for `load`. None if no trees are kept."""
    def load(self, game: Any, data: bytes) -> None:
        """Continue from trees that `save` wrote with these settings. Raises ValueError if the bytes hold none."""

class BoundNetwork:
    """A network that belongs to a game."""

    def __init__(self, game: Any, data: bytes) -> None:
        """Read a network that belongs to a game. `uneri.bots.NetBot` calls this."""
    @property
    def label(self) -> dict[str, Any]:
        """The network's description of itself, from its file."""
    def act(self, state: Any, seed: SupportsIndex, margin: float | None) -> int:
        """Choose an action; `seed` draws worlds for games that need them."""
    def values(self, state: Any, seed: SupportsIndex) -> NDArray[np.float32]:
        """Return the value of each legal action, 0 to 1."""
    def save(self) -> bytes:
        """Return the bytes of the network."""

class BoundTraining:
    """A training run."""

    def __init__(
        self, game: Any, settings: dict[str, Any], threads: int, start: bytes | None, frozen: list[tuple[bytes, float]]
    ) -> None:
        """Begin a training. `uneri.train.train` calls this."""
    def step(self, done: float) -> None:
        """Play some games and learn from them; `done` is the share of the training already done."""
    def count(self) -> dict[str, Any]:
        """Count the work done so far."""
    def network(self, record: str, margin: float) -> bytes:
        """Return the bytes of the network so far."""
    def save(self) -> bytes:
        """Write everything that the next steps depend on, except the settings."""
    def load(self, data: bytes) -> None:
        """Continue from saved bytes."""
