"""The content of a review: decisions, losses, a summary for each seat, as data and as text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex

from .._util.checks import bounded
from .._util.messages import printable
from .._util.text_table import text_table
from ..registry import game_module
from ..search.action_values import ERRORS

if TYPE_CHECKING:
    from ..records import Record

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""The header, and rows."""
FORMAT = "uneri-review/2"


@dataclass(frozen=True)
class MoveValue:
    """One of the possible moves of a decision."""

    action: int
    notation: str
    visits: int
    """Simulations of the search that began with it."""
    value: float
    """The seat's expected result with it, 0 to 1, in worlds that the search didn't use."""
    stderr: float
    """Standard error of the value."""
    equal: bool
    """True if it isn't worse than the preferred move by more than two standard errors of the difference."""


@dataclass(frozen=True)
class Decision:
    """One decision of the game and its review."""

    ply: int
    """Its number in the record, from 0: `record.replay(ply)` is the position."""
    seat: int
    legal: int
    """The number of legal moves. With one there was no choice, and nothing was searched."""
    played: int
    """The action played."""
    played_text: str
    preferred: int
    """The best action: the search's choice, unless fresh worlds show another to be better."""
    preferred_text: str
    loss: float
    """Expected result lost by playing `played` in place of `preferred`. It can be below 0, for the estimate is noisy, but
    by two standard errors at most. 0 if they are the same."""
    stderr: float
    """Standard error of the loss."""
    value: float | None
    """The expected result of the seat with the preferred move, 0 to 1; None without a choice."""
    value_stderr: float | None
    line: tuple[str, ...]
    """The expected continuation, the preferred move first; empty if the search has no line."""
    moves: tuple[MoveValue, ...]
    """The preferred move, the played one, and the most visited others: five to seven.
    The preferred move is first, the others follow by descending value."""
    facts: dict[str, Any] | None
    """Facts from the game's own analysis (Namima's discards), or None."""

    @property
    def is_mistake(self) -> bool:
        """True if the loss is above two standard errors."""
        return self.loss > ERRORS * self.stderr

    @property
    def is_best(self) -> bool:
        """True if the preferred move was played."""
        return self.played == self.preferred

    @property
    def is_right(self) -> bool:
        """True if the preferred move was played, or one that isn't measurably worse."""
        return not self.is_mistake


@dataclass(frozen=True)
class SeatSummary:
    """A seat's results. Decisions without a choice don't count."""

    seat: int
    player: str
    decisions: int
    mean_loss: float | None
    """None without decisions."""
    low: float | None
    """The mean less two standard errors; None below two decisions."""
    high: float | None
    """The mean and two standard errors."""
    best_share: float | None
    """The share of decisions where the preferred move was played, or one that isn't measurably worse."""
    mistakes: int
    """Decisions whose loss is above two standard errors."""


@dataclass(frozen=True)
class Review:
    """A review of one game. `print` shows it; `to_dict` is plain data."""

    game: str
    """The game with its options, as `uneri.load_game` reads it."""
    players: tuple[str, ...]
    returns: tuple[float, ...]
    bot: str
    seed: int
    worlds: int
    """Worlds in which each decision was judged."""
    seat: int | None
    """The seat that was reviewed; None: all."""
    plies: int
    """The number of decisions in the record."""
    decisions: tuple[Decision, ...]
    """The reviewed decisions, in order."""
    stopped: bool
    """True if Ctrl-C ended it early. It then has the decisions before that."""
    networks: Mapping[str, str] = field(default_factory=dict)
    """The digest of the search's network, if it has one, by its name in the bot's text."""

    @property
    def summary(self) -> tuple[SeatSummary, ...]:
        """One for each seat that was reviewed."""
        seats = range(len(self.players)) if self.seat is None else [self.seat]
        return tuple(self._summarise(seat) for seat in seats)

    def _summarise(self, seat: int) -> SeatSummary:
        mine = [decision for decision in self.decisions if decision.seat == seat and decision.legal > 1]
        count = len(mine)
        if count == 0:
            return SeatSummary(seat, self.players[seat], 0, None, None, None, None, 0)
        mean = math.fsum(decision.loss for decision in mine) / count
        low = high = None
        if count > 1:
            squares = math.fsum((decision.loss - mean) ** 2 for decision in mine)
            reach = ERRORS * math.sqrt(squares / (count - 1) / count)
            low, high = mean - reach, mean + reach
        share = sum(decision.is_right for decision in mine) / count
        mistakes = sum(decision.is_mistake for decision in mine)
        return SeatSummary(seat, self.players[seat], count, mean, low, high, share, mistakes)

    def worst(self, count: SupportsIndex = 5) -> tuple[Decision, ...]:
        """List the worst mistakes, at most `count` (default 5), the greatest loss first; no other decisions.

        TypeError or ValueError if `count` is not an integer of at least 0.
        """
        most = bounded(count, "count", 0, 1_000_000_000)
        found = [decision for decision in self.decisions if decision.is_mistake]
        return tuple(sorted(found, key=lambda decision: (-decision.loss, decision.ply))[:most])

    def curve(self, seat: SupportsIndex) -> tuple[tuple[int, float, float], ...]:
        """Return a seat's expected result over the game: `(ply, value, stderr)` at each decision where it had a choice.

        TypeError or ValueError if there is no such seat.
        """
        number = bounded(seat, "seat", 0, len(self.players) - 1)
        return tuple(
            (decision.ply, decision.value, decision.value_stderr or 0.0)
            for decision in self.decisions
            if decision.seat == number and decision.value is not None
        )

    def annotate(self, record: Record) -> Record:
        """Return the record that was reviewed, with the review in it: the replay page and `uneri replay` show it.

        Its moves have `review`, its headers `reviewer`. ValueError if the review is for another record.
        """
        moves = {move.ply: move.action for move in record.moves}
        same = len(record) == self.plies and all(moves.get(item.ply) == item.played for item in self.decisions)
        if not same or tuple(record.players) != self.players:
            raise ValueError("the review is of another record")
        for item in self.decisions:
            if item.value is not None:
                kept = ("value", "loss", "stderr")
                found = {"preferred": item.preferred_text} | {name: getattr(item, name) for name in kept}
                found |= {"mistake": item.is_mistake, "line": item.line}
                if item.facts is not None:
                    found["facts"] = game_module(record.game).facts_text(item.facts)
                record = record.annotate(item.ply, review=found)
        return record.annotate(reviewer=f"{self.bot}, judged in {self.worlds} worlds")

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain data, ready for `json.dumps`. `uneri.review.schema("report")` describes it."""
        return {
            "format": FORMAT,
            "game": self.game,
            "players": list(self.players),
            "returns": list(self.returns),
            "bot": self.bot,
            "seed": self.seed,
            "worlds": self.worlds,
            "seat": self.seat,
            "plies": self.plies,
            "stopped": self.stopped,
            **({"networks": dict(self.networks)} if self.networks else {}),
            "summary": [asdict(item) for item in self.summary],
            "worst": [decision.ply for decision in self.worst()],
            "decisions": [_to_plain(decision) for decision in self.decisions],
        }

    def __str__(self) -> str:
        worst = self.worst()
        parts = [
            text_table(*make_summary_table(self)),
            text_table(*make_decision_table(worst)) if worst else "no mistakes",
        ]
        return "\n\n".join(parts + ([describe_stop(self)] if self.stopped else []))


def _to_plain(decision: Decision) -> dict[str, Any]:
    found = asdict(decision)
    found["line"], found["moves"] = list(decision.line), [asdict(move) for move in decision.moves]
    return {**found, "is_mistake": decision.is_mistake, "is_best": decision.is_best, "is_right": decision.is_right}


def make_summary_table(review: Review) -> Table:
    """Write one row per seat."""
    header = ("seat", "player", "decisions", "best", "mistakes", "mean loss", "interval")
    shown = [(str(one.seat), printable(one.player), *make_summary_cells(one, ".3f")) for one in review.summary]
    return header, shown


def make_decision_table(decisions: Sequence[Decision]) -> Table:
    """Write one row per decision."""
    header = ("ply", "seat", "played", "preferred", "value", "loss", "+-", "")
    return header, [_make_decision_row(decision) for decision in decisions]


def describe_stop(review: Review) -> str:
    """Describe how far a stopped review came."""
    last = review.decisions[-1].ply + 1 if review.decisions else 0
    return f"Stopped: this is a part, the first {last} of {review.plies} plies."


def make_summary_cells(item: Any, form: str) -> tuple[str, ...]:
    """Write the numbers of a seat's or player's summary, losses in a format."""
    return (
        str(item.decisions),
        "-" if item.best_share is None else f"{100 * item.best_share:.0f} %",
        str(item.mistakes),
        "-" if item.mean_loss is None else f"{item.mean_loss:{form}}",
        "-" if item.low is None or item.high is None else f"{item.low:{form}} to {item.high:{form}}",
    )


def _make_decision_row(decision: Decision) -> tuple[str, ...]:
    shared = (str(decision.ply), str(decision.seat), decision.played_text)
    if decision.legal == 1:
        return (*shared, "no choice", "-", "-", "-", "")
    value = f"{decision.value:.3f}"
    if decision.is_best:
        return (*shared, "=", value, "-", "-", "")
    loss, error = f"{decision.loss:.3f}", f"{decision.stderr:.3f}"
    return (*shared, decision.preferred_text, value, loss, error, "?" if decision.is_mistake else "as good")
