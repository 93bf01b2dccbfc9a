"""The hooks of a game's Python package beside its rules and its analysis, typed and documented once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, SupportsIndex, TypeVar

if TYPE_CHECKING:
    from .._util.rng import Generator
    from ..contract import Game, State
    from ..view.frame import Drawing

_Function = TypeVar("_Function", bound=Callable[..., Any])

STYLES: Final[tuple[tuple[str, str], ...]] = ()
PLAYED_BY_PICTURE: Final = False


class ListedMove(NamedTuple):
    """A legal move of the seat to act."""

    text: str
    """Its notation."""
    action: int
    view: Mapping[str, Any]
    """The view of the seat, `to_dict(seat)`."""
    seat: int
    names: Sequence[str]
    """A name for each seat."""


class GameModule(Protocol):
    """The module `uneri.NAME` of a game, as the command line, reviews and pages use it.

    Every game has every hook. Games without a hook of their own use the ones in this file. A game from outside may
    leave hooks out: it then gets plain ones (`plain_game`).
    """

    @property
    def OPTIONS(self) -> Mapping[str, tuple[str, str]]:
        """The values and the meaning of each option."""

    @property
    def SMALL(self) -> str:
        """The string form of a two-seat game small enough to be solved; "" if there is none."""

    @property
    def STYLES(self) -> Sequence[tuple[str, str]]:
        """Colours of rich, each with a pattern of the words that it marks on a terminal."""

    @property
    def PLAYED_BY_PICTURE(self) -> bool:
        """Whether `uneri play` always writes a picture."""

    @property
    def RULES(self) -> str:
        """The rules and the legend of the notation, with a line `--` between them. Each part fits 80 columns and 24 rows."""

    @property
    def to_svg(self) -> Drawing:
        """The function that draws a position; states have it as a method."""

    def render(self, data: Mapping[str, Any]) -> str:
        """Write a state as lines to read, with newlines between them.

        Parameters
        ----------
        data
            A full state, `state.to_dict()`, or what a seat sees of it, `state.to_dict(seat)`.
        """

    def events(
        self, before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
    ) -> list[str]:
        """Describe what an action did, as lines for a seat.

        No line reveals what the seat may not know.

        Parameters
        ----------
        before, after
            `to_dict(seat)` before and after the action.
        player
            The seat that acted.
        action
            Its action.
        seat
            The seat that reads the lines. None: everything is visible.
        """

    def describe_move(self, move: ListedMove) -> str:
        """Write a legal move in words, such as `run of 2: blue 5, joker as 6`, as the seat to move sees it."""

    def score_lines(self, before: State, action: int, after: State) -> list[str]:
        """Write the score sheet of the round or game that an action between two states ended, as lines; none if it
        ended nothing that is scored.
        """

    def builtin_data(self, option: str, name: str) -> Any:
        """Return the data behind a built-in value (`name`) of an option: new data that you may change, to be given as
        that option.

        KeyError if there is no such option or value.
        """

    def numbered_data(self, option: str, value: Any) -> Any:
        """Replace names by numbers in the data of an option that accepts both. Any other value is returned unchanged."""

    def random_options(self, rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
        """Draw every option at random, except the fixed ones, which keep their values: options by name, for
        `uneri.load_game(name, **options)`. One that is left out has its default.
        """

    def complete_view(self, game: Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """Complete a view with any cards that fit, to all fields of a state, which `Game.state_from_dict` then
        checks. `Game.state_from_view` draws the cards again.

        ValueError if a field leaves no state that fits; the message names it.

        Parameters
        ----------
        game
            A game of either backend.
        view
            What `State.to_dict(seat)` returns. Totals that follow from the rest may be missing, and cards may be text.
        seat
            The seat that sees it.
        """

    def decision_facts(self, state: State, actions: Iterable[SupportsIndex]) -> dict[str, Any] | None:
        """Describe the hand of the seat to act before and after each of some of its actions, as the seat sees it: plain
        data that a review keeps with the decision, or None if there are no facts.
        """

    def facts_text(self, facts: dict[str, Any]) -> list[str]:
        """Write the result of `decision_facts` as lines to read."""


def hook(function: _Function) -> _Function:
    """Give a game's function the docstring of the hook of its name.

    Its own docstring adds to the text: the part before a heading "Examples" follows the first line, the rest ends it.
    """
    first, _, rest = (inspect.getdoc(getattr(GameModule, function.__name__)) or "").partition("\n\n")
    notes, heading, examples = inspect.cleandoc(function.__doc__ or "").partition("Examples\n")
    parts = (first, notes.strip(), rest, heading + examples)
    function.__doc__ = "\n\n".join(part for part in parts if part)
    return function


@hook
def describe_move(move: ListedMove) -> str:
    return move.text


@hook
def numbered_data(option: str, value: Any) -> Any:  # noqa: ARG001
    return value


@hook
def decision_facts(state: State, actions: Iterable[SupportsIndex]) -> dict[str, Any] | None:  # noqa: ARG001
    return None


@hook
def facts_text(facts: dict[str, Any]) -> list[str]:  # noqa: ARG001
    return []


def shipped_rules(game: str) -> str:
    """Read the file `rules.txt` of a game of the library."""
    return (resources.files("uneri") / game / "rules.txt").read_text(encoding="utf-8")
