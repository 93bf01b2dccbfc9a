"""What a game and a state can do: the one interface of every game, on both backends.

`Game` and `State` are protocols: nothing inherits from them, and a class of yours that has the same members works
with the bots, the engine functions and `uneri.testing` too. Names are OpenSpiel's where OpenSpiel has one.

Numbers that stand for something:

* a *seat* is 0 to `num_players - 1`; `CHANCE` (-1) and `TERMINAL` (-4) stand for nobody;
* an *action* of a seat is 0 to `num_distinct_actions - 1`; at a chance node the actions are *outcomes*,
  0 to `max_chance_outcomes - 1`, with a numbering of their own;
* arguments may be of any integer type (numpy's too); floats and bools raise `TypeError`;
* a *seed* is 0 to 2^64 - 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, SupportsIndex, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHANCE: Final = -1
"""`current_player()` at a chance node."""

TERMINAL: Final = -4
"""`current_player()` when the game is over."""


@runtime_checkable
class Game(Protocol):
    """The rules under fixed options. Immutable, hashable, picklable; equal if name and options are.

    `str(game)` is the string form with the options that differ from their defaults; `uneri.load_game` reads it.
    """

    @property
    def name(self) -> str:
        """The game's name, `"onda"`."""

    @property
    def backend(self) -> str:
        """`"core"` or `"reference"`."""

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value, as plain data, in the order of the rules text."""

    @property
    def num_players(self) -> int:
        """Number of seats."""

    @property
    def num_distinct_actions(self) -> int:
        """Size of the action space; chance outcomes aren't counted."""

    @property
    def max_chance_outcomes(self) -> int:
        """Size of the space of chance outcomes; 0 for a game without chance."""

    @property
    def max_legal_actions(self) -> int:
        """No list of a seat's legal actions is longer."""

    @property
    def max_game_length(self) -> int:
        """No path has more decisions of seats. Chance nodes aren't counted."""

    @property
    def max_chance_nodes(self) -> int:
        """No path has more chance nodes."""

    @property
    def min_utility(self) -> float:
        """No seat's return at the end is lower. A proved bound, not always reached."""

    @property
    def max_utility(self) -> float:
        """No seat's return at the end is higher. A proved bound, not always reached."""

    @property
    def utility_sum(self) -> float | None:
        """The sum of the returns at the end if it is always the same, else None."""

    @property
    def observation_tensor_shape(self) -> tuple[int, ...]:
        """Shape of `State.observation_tensor`: one flat axis."""

    @property
    def observation_layout(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """The tensor's segments in order: name, offset of the first number, shape (row-major)."""

    def new_initial_state(self, seed: SupportsIndex | None = None) -> State:
        """The start of a game. With a seed chance resolves by itself, now and after every action; without, every
        chance node is shown. The same seed gives the same game on every platform. Raises ValueError for a seed
        outside 0..2^64-1.
        """

    def action_to_string(self, player: SupportsIndex, action: SupportsIndex) -> str:
        """The action in the game's notation; with player -1 a chance outcome. Raises ValueError out of range."""

    def parse_action(self, text: str) -> int:
        """The action of a seat that `text` names. Upper or lower case. Raises ValueError if there is none."""

    def deserialize_state(self, data: bytes) -> State:
        """The inverse of `State.serialize` of an equal game. Damaged, truncated or foreign bytes raise ValueError."""

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """The inverse of `State.to_dict()`. Every field is checked; ValueError names the field. The key `rng` may be
        missing or None for an unseeded state.
        """


@runtime_checkable
class State(Protocol):
    """A position of a game. A value: copies are independent, equal positions are `==` and hash alike.

    Equal are positions that go on alike: same game, same fields, same generator. What the last action earned
    (`rewards`) is remembered by copies and bytes, but is no part of that.

    Hashing follows the present content, so don't change a state that is a key of a dict. Pickles.
    """

    @property
    def game(self) -> Game:
        """The game of this state."""

    @property
    def seeded(self) -> bool:
        """True if chance resolves by itself (see `Game.new_initial_state`)."""

    def current_player(self) -> int:
        """The seat to act, or CHANCE, or TERMINAL."""

    def is_chance_node(self) -> bool:
        """True if a chance outcome comes next. Never true of a seeded state."""

    def is_terminal(self) -> bool:
        """True if the game is over."""

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; at a chance node the outcomes that can happen; empty at the end."""

    def num_legal_actions(self) -> int:
        """`len(legal_actions())` without the list."""

    def is_legal(self, action: SupportsIndex) -> bool:
        """True if `apply_action(action)` would be accepted; False for any other integer."""

    def legal_actions_mask(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """`uint8[num_distinct_actions]`, 1 for a legal action; all 0 where no seat is to act. With `out`, a
        C-contiguous array of that shape and dtype, it is filled and returned; TypeError or ValueError if it doesn't fit.
        """

    def apply_action(self, action: SupportsIndex) -> None:
        """Plays a legal action or chance outcome. An illegal one raises ValueError and changes nothing."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """`(outcome, probability)`, ascending; empty where chance isn't next."""

    def chance_weights(self) -> list[tuple[int, int]]:
        """`(outcome, weight)`, ascending, weights being positive integers; empty where chance isn't next."""

    def sample_chance(self, seed: SupportsIndex) -> int:
        """An outcome of this chance node, drawn by weight. Nothing is applied. ValueError where chance isn't next."""

    def returns(self) -> list[float]:
        """Per seat, in units of the option `utility`: the match so far, at the end the result."""

    def rewards(self) -> list[float]:
        """Per seat: `returns()` less the returns before the last action; zeros before any action."""

    def clone(self) -> Self:
        """An independent copy; a seeded one goes on with the same numbers."""

    def serialize(self) -> bytes:
        """The state as versioned bytes with a checksum; see `Game.deserialize_state`."""

    def to_dict(self, seat: SupportsIndex | None = None) -> dict[str, Any]:
        """Plain data under the field names of the rules text. With a seat only what that seat may know: what it may
        not know is None. Without, everything, and `rng`, the generator's state or None.
        """

    def observation_string(self, seat: SupportsIndex) -> str:
        """`to_dict(seat)` as compact JSON: equal for two states that look the same to the seat."""

    def observation_tensor(self, seat: SupportsIndex, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """What the seat may know as `float32[observation_tensor_shape]`, relative to the seat; the segments are in
        `Game.observation_layout`. `out` as in `legal_actions_mask`.
        """

    def resample_from_infostate(self, seat: SupportsIndex, seed: SupportsIndex) -> Self:
        """A state drawn uniformly among those that look the same to the seat, by `seed` alone: the hidden cards of
        this state have no say in it. A seeded state's result goes on with numbers from `seed`.
        """

    def action_to_string(self, action: SupportsIndex) -> str:
        """The action, or at a chance node the outcome, in the game's notation."""

    def parse_action(self, text: str) -> int:
        """The action, or at a chance node the outcome, that `text` names. ValueError if there is none. Legality isn't
        asked.
        """
