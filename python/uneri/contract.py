"""The interface of every game and state, on both backends.

`Game` and `State` are protocols: nothing inherits from them, and your own class with the same members works with the
bots, the engine functions and `uneri.testing` too. Names follow OpenSpiel where it has one.

The core's and the reference's classes share the docstrings here: the build copies them (cmake/docstrings.py), so
`help(state)` shows them.

Conventions for numbers:

* a *seat* is 0 to `num_players - 1`; `CHANCE` (-1) and `TERMINAL` (-4) mean no seat;
* an *action* of a seat is 0 to `num_distinct_actions - 1`; at a chance node the actions are *outcomes*, 0 to
  `max_chance_outcomes - 1`, with a numbering of their own;
* arguments may be of any integer type (numpy's too); floats and bools raise `TypeError`;
* a *seed* is 0 to 2^64 - 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self, SupportsIndex, runtime_checkable

from ._util.public import publish

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CHANCE", "TERMINAL", "FeatureBlock", "Game", "SeatView", "State"]

CHANCE: Final = -1
"""`current_player()` at a chance node."""

TERMINAL: Final = -4
"""`current_player()` when the game is over."""


class FeatureBlock(NamedTuple):
    """A named block of features."""

    name: str
    offset: int
    """The index of its first number."""
    shape: tuple[int, ...]
    """The product is its size."""
    step: float
    """The value of level 1: features are small integers times this."""


@runtime_checkable
class Game(Protocol):
    """The rules of a game under fixed options. `uneri.load_game` makes one.

    A game is immutable, hashable and picklable. Two games are equal if their names and options are equal.
    `str(game)` lists the options that differ from their defaults; `uneri.load_game` reads it.
    """

    @property
    def name(self) -> str:
        """The game's name, such as `"onda"`."""

    @property
    def backend(self) -> str:
        """`"core"` (C++) or `"reference"` (plain Python)."""

    @property
    def options(self) -> dict[str, Any]:
        """Every option and its value, as plain data, in the order of the rules text."""

    @property
    def num_players(self) -> int:
        """The number of seats."""

    @property
    def num_distinct_actions(self) -> int:
        """The number of action ids of a seat. Chance outcomes have ids of their own."""

    @property
    def max_chance_outcomes(self) -> int:
        """The number of ids of chance outcomes; 0 for a game without chance."""

    @property
    def max_legal_actions(self) -> int:
        """An upper bound: no seat ever has more legal actions."""

    @property
    def max_game_length(self) -> int:
        """An upper bound: no game has more decisions of seats. Chance nodes are not counted."""

    @property
    def max_chance_nodes(self) -> int:
        """An upper bound: no game has more chance nodes."""

    @property
    def min_utility(self) -> float:
        """A proved lower bound of a seat's return. Not every game can reach it."""

    @property
    def max_utility(self) -> float:
        """A proved upper bound of a seat's return. Not every game can reach it."""

    @property
    def utility_sum(self) -> float | None:
        """The sum of the seats' returns at the end if it is always the same, else None."""

    @property
    def observation_tensor_shape(self) -> tuple[int, ...]:
        """The shape of `State.observation_tensor`: one flat axis."""

    @property
    def observation_layout(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """The segments of the observation tensor: name, offset of the first number, shape (row-major)."""

    @property
    def features(self) -> list[FeatureBlock]:
        """The features of a state for small networks, in blocks: what the seat may know, without the facts of a match
        alone, and a few numbers from the hand's analysis. `uneri.train.features` computes them. Empty for games without
        features.
        """

    @property
    def action_features(self) -> NDArray[np.float32]:
        """`float32[num_distinct_actions, K]`: each action in numbers: its type, its cards, its shape, its rank. No two
        rows are equal. `uneri.train.action_layout` names the columns; K is 0 for games without action features.

        A learner that scores actions by their features instead of their number learns about rare ones from similar
        ones. The array is built at each access, so keep it.
        """

    def new_initial_state(self, seed: SupportsIndex | None = None) -> State:
        """Start a game.

        The same seed gives the same game on every platform.

        Parameters
        ----------
        seed
            An integer from 0 to 2^64 - 1: chance resolves itself, now and after every action. None: every chance
            node is shown, and the caller applies the outcomes.

        Raises
        ------
        ValueError
            If the seed is out of range.
        """

    def action_to_string(self, player: SupportsIndex, action: SupportsIndex) -> str:
        """Write an action in the game's notation.

        Parameters
        ----------
        player
            A seat, or -1 (`CHANCE`) for a chance outcome.
        action
            The id of the action or outcome.

        Raises
        ------
        ValueError
            If the player or the id is out of range.
        """

    def parse_action(self, text: str) -> int:
        """Return the id of the seat's action named `text`. Upper and lower case are the same.

        Raises
        ------
        ValueError
            If no action has this name.
        """

    def deserialize_state(self, data: bytes) -> State:
        """Read a state that `State.serialize` wrote for an equal game on the same backend.

        Raises
        ------
        ValueError
            If the bytes are damaged, cut short, or belong to another game.
        """

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """Make a state from its fields: the inverse of `State.to_dict()`. Every field is checked.

        Parameters
        ----------
        data
            The fields by the names of the rules text. `rng`, the state of the generator, may be missing or None: then
            the state is unseeded.

        Raises
        ------
        ValueError
            If a field is missing, unknown or wrong; the message names the field.
        TypeError
            If `data` is not a mapping.
        """

    def state_from_view(
        self, view: Mapping[str, Any] | str, seat: SupportsIndex, *, seed: SupportsIndex | None = None
    ) -> State:
        """Draw a world from what a seat sees: what `resample_from_infostate` draws, without the true state.

        The result is unseeded. A search gives the same answer on it as on the true state.

        Parameters
        ----------
        view
            The fields of `State.to_dict(seat)`, or their JSON. What follows from the rest may be left out, and cards may
            be given in the game's notation.
        seat
            The seat that sees them.
        seed
            An integer from 0 to 2^64 - 1. None: 0.

        Raises
        ------
        ValueError
            If a field is missing, unknown or wrong, or there is no such seat; the message names the field.
        TypeError
            If `view` is neither a mapping nor a text.
        NotImplementedError
            If this is a game from outside whose module lacks the function `complete_view`.
        """


@runtime_checkable
class State(Protocol):
    """A position of a game. States come from a game: `game.new_initial_state()`.

    A state is a value. Copies are independent. Two states are equal (`==`, and the same hash) if play continues alike:
    same game, same fields, same generator. The rewards of the last action (`rewards`) are kept by copies and bytes, but
    do not count for equality. The hash follows the content, so don't change a state that is a dict key. States pickle.
    """

    @property
    def game(self) -> Game:
        """The game of this state."""

    @property
    def seeded(self) -> bool:
        """True if chance resolves itself; see `Game.new_initial_state`."""

    def current_player(self) -> int:
        """Return the seat to act; -1 (`CHANCE`) at a chance node, -4 (`TERMINAL`) when the game is over."""

    def is_chance_node(self) -> bool:
        """Return whether a chance outcome comes next. A seeded state is never at a chance node."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def is_simultaneous_node(self) -> bool:
        """Return False. Choices that seats make at the same time come one after the other, each without seeing the
        others'.
        """

    def legal_actions(self, player: SupportsIndex | None = None) -> list[int]:
        """List the legal actions in ascending order; at a chance node the possible outcomes; at the end none.

        Parameters
        ----------
        player
            A seat, `CHANCE` or `TERMINAL`: no action is legal if it is not this player's turn. None: the player to act.

        Raises
        ------
        ValueError
            If there is no such player.
        """

    def num_legal_actions(self) -> int:
        """Return `len(legal_actions())`, without building the list."""

    def is_legal(self, action: SupportsIndex) -> bool:
        """Return whether `apply_action(action)` would accept it. False for any other integer."""

    def why_not(self, action: SupportsIndex) -> str | None:
        """Return the rule that forbids an action or outcome here, as a sentence with the rule's tag in brackets.

        The sentence reveals nothing that the seat to act may not know. The game's page has the rules with their tags.
        If the rules of an outside game give no reasons, the sentence has no tag.

        Returns
        -------
        str or None
            The sentence. None if the action is legal.

        Raises
        ------
        ValueError
            If the id is out of range.
        """

    def legal_actions_mask(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return the legal actions as an array: 1 for a legal action, else 0.

        Parameters
        ----------
        out
            A C-contiguous array of the same shape and dtype to write to and return. None makes a new one.

        Returns
        -------
        numpy.ndarray
            `uint8[num_distinct_actions]`; all 0 at chance nodes and at the end.

        Raises
        ------
        TypeError, ValueError
            If `out` has another type, dtype or shape, or cannot be written to.
        """

    def apply_action(self, action: SupportsIndex) -> None:
        """Play a legal action, or apply a chance outcome.

        Raises
        ------
        ValueError
            If the action is not legal here. The state stays as it was; ask `why_not` for the rule that forbids the action.
        """

    def child(self, action: SupportsIndex) -> Self:
        """Return the state after an action, as a new state. This state stays as it is.

        Raises
        ------
        ValueError
            If the action is not legal here.
        """

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List pairs `(outcome, probability)` in ascending order; none if this is not a chance node."""

    def chance_weights(self) -> list[tuple[int, int]]:
        """List pairs `(outcome, weight)` in ascending order, with positive integers; none except at chance nodes."""

    def sample_chance(self, seed: SupportsIndex) -> int:
        """Draw an outcome of this chance node by weight. The state does not change.

        Parameters
        ----------
        seed
            An integer from 0 to 2^64 - 1.

        Raises
        ------
        ValueError
            If this is not a chance node, or the seed is out of range.
        """

    def returns(self) -> list[float]:
        """Return the result of each seat so far, and at the end the final one. The option `utility` sets the unit."""

    def rewards(self) -> list[float]:
        """Return the rewards of the last action by seat: the change of `returns()`. Zeros before any action."""

    def player_return(self, seat: SupportsIndex) -> float:
        """Return `returns()[seat]`.

        Raises
        ------
        ValueError
            If there is no such seat.
        """

    def player_reward(self, seat: SupportsIndex) -> float:
        """Return `rewards()[seat]`.

        Raises
        ------
        ValueError
            If there is no such seat.
        """

    def clone(self) -> Self:
        """Return an independent copy. The copy of a seeded state draws the same numbers."""

    def serialize(self) -> bytes:
        """Write the state as bytes with a version and a checksum, for `Game.deserialize_state`."""

    def to_dict(self, seat: SupportsIndex | None = None) -> dict[str, Any]:
        """Return the state as plain data, under the field names of the rules text.

        Parameters
        ----------
        seat
            A seat: only what that seat may know; what it may not know is None. None: everything, and `rng`, the state
            of the generator (None in an unseeded state).

        Raises
        ------
        ValueError
            If there is no such seat.
        """

    def view(self, seat: SupportsIndex) -> SeatView:
        """Return what a seat sees as an object: a text, a picture, and worlds for searches.

        Raises
        ------
        ValueError
            If there is no such seat.
        """

    def observation_string(self, seat: SupportsIndex) -> str:
        """Return `to_dict(seat)` as compact JSON. Two states that look the same to the seat give the same text.

        Raises
        ------
        ValueError
            If there is no such seat.
        """

    def observation_tensor(self, seat: SupportsIndex, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Return what the seat may know, as numbers. `Game.observation_layout` names the segments.

        Parameters
        ----------
        seat
            The seat that observes. Seats in the tensor are counted from this one.
        out
            A C-contiguous array of the same shape and dtype to write to and return. None makes a new one.

        Returns
        -------
        numpy.ndarray
            `float32[n]`, with `n` from `Game.observation_tensor_shape`.

        Raises
        ------
        ValueError
            If there is no such seat, or `out` has another shape or cannot be written to.
        TypeError
            If `out` has another type or dtype.
        """

    def resample_from_infostate(self, seat: SupportsIndex, seed: SupportsIndex) -> Self:
        """Draw a state uniformly among those that look the same to the seat.

        The result depends on what the seat may know and on `seed` alone, not on the hidden cards of this state.

        Parameters
        ----------
        seat
            The seat whose knowledge is kept.
        seed
            An integer from 0 to 2^64 - 1. If this state is seeded, the result continues with numbers from it.

        Raises
        ------
        ValueError
            If there is no such seat, or the seed is out of range.
        """

    def to_svg(
        self,
        seat: SupportsIndex | None = None,
        *,
        last: tuple[SupportsIndex, SupportsIndex] | None = None,
        moves: Iterable[SupportsIndex] | None = None,
        names: Sequence[str] | None = None,
        theme: str = "auto",
        colors: Mapping[str, str | tuple[str, str]] | None = None,
    ) -> str:
        """Draw the position as SVG text, without scripts or external resources.

        Parameters
        ----------
        seat
            The viewing seat: the text shows only what it may know. None: everything is visible.
        last
            Seat and action of the last decision, to be marked as far as the viewer knows it.
        moves
            Legal actions to list, numbered from 1; the cards and places concerned show the number. They are left out
            if they would tell the viewer what only another seat knows.
        names
            Names of the seats. None (default): `seat 0` and so on.
        theme
            `"auto"` (default: light or dark as the reader's system is), `"light"` or `"dark"`.
        colors
            Colours in place of those of `uneri.view.PALETTE`, by the same names: `{"felt": "#0b5d3b"}`, or a pair for light
            and dark, `{"felt": ("#0b5d3b", "#052e1d")}`. Written `#rgb`, `#rrggbb` or, with an opacity, `#rrggbbaa`.

        Returns
        -------
        str
            The picture. The same arguments give the same text, on both backends.

        Raises
        ------
        ValueError
            If there is no such seat, theme or colour, a move is not legal, or `names` does not have one name per seat.
        TypeError
            If a number is not an integer, or a name, theme or colour not a text.
        """

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show: `to_svg()`."""

    def action_to_string(self, action: SupportsIndex) -> str:
        """Write the action, or at a chance node the outcome, in the game's notation.

        Raises
        ------
        ValueError
            If the id is out of range.
        """

    def parse_action(self, text: str) -> int:
        """Return the id of the action, or at a chance node of the outcome, named `text`. It need not be legal in this
        state.

        Raises
        ------
        ValueError
            If nothing has this name.
        """


@dataclass(frozen=True)
class SeatView:
    """A seat's view as an object: `state.view(seat)` makes it.

    Its `str` is one line of JSON, which `uneri.parse_view` reads. It is a request to `uneri analyse --stream`, too.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("onda", players=2).new_initial_state(seed=7)
    >>> uneri.parse_view(str(state.view(0))) == state.view(0)
    True
    """

    game: Game
    seat: int
    fields: Mapping[str, Any]
    """`state.to_dict(seat)`."""

    def __str__(self) -> str:
        fields = {name: value for name, value in self.fields.items() if name != "options"}  # the game's text has them
        view = {"game": str(self.game), "seat": self.seat, "view": fields}
        return json.dumps(view, separators=(",", ":"))

    def world(self, seed: SupportsIndex | None = None) -> State:
        """Draw a world, as `Game.state_from_view` does.

        Parameters
        ----------
        seed
            An integer from 0 to 2^64 - 1. None: 0.
        """
        return self.game.state_from_view(self.fields, self.seat, seed=seed)

    def to_svg(self, **look: Any) -> str:
        """Draw what the seat sees.

        Parameters
        ----------
        **look
            As for `State.to_svg`.
        """
        return self.world().to_svg(self.seat, **look)

    def _repr_svg_(self) -> str:
        return self.to_svg()


__dir__ = publish(globals())
