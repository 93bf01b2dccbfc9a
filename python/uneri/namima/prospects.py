"""Judges the moves of Namima's hands by the chance to have won by each of the next turns, and by the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from .._core import namima as _namima
from .._util.checks import bounded, choice, each, flag, number
from .._util.progress import Report
from .._util.text_table import text_table
from .cards import DEFAULT
from .query import INF, HandQuery

if TYPE_CHECKING:
    from .cards import Hand, Kind, Melds, Variant
    from .query import Batch, Common, Seen

    Float32 = NDArray[np.float32]
    Rivals = Literal["usual"] | float | Sequence[float]

    class Model(Common, total=False):
        """The keywords for one or many hands."""

        turns: SupportsIndex
        calls: float
        rivals: Rivals
        goal: Literal["win", "points"]
        played: SupportsIndex | None
        exchanges: SupportsIndex | None
        slack: SupportsIndex
        hands: SupportsIndex


MOST_TURNS = 20
MOST_HANDS = 40_000
_USUAL = {
    "sazanami": (0.0129, 0.0171, 0.0173),
    "shiranami": (0.0060, 0.0086, 0.0075),
    "shikinami": (0.0104, 0.0135, 0.0137),
    "aranami": (0.0193, 0.0254, 0.0282),
    "ayanami": (0.0031, 0.0042, 0.0043),
    "juuayanami": (0.0035, 0.0043, 0.0051),
}  # with 2, 3 and 4 seats: by how much the chance that a turn ends the game grows by round (docs/prospects.md)
_MOST_USUAL = 0.2


class Prospect(NamedTuple):
    """A move of a hand, and what may come of it."""

    move: str
    """A kind to discard, a meld to expose or to call for, `win`, `pass`, or `wait` for a hand at rest."""
    deficiency: int
    copies: int
    """Cards in the acceptance then."""
    win: tuple[float, ...]
    """The chance to have won, by turn."""
    points: tuple[float, ...]
    """The expected points of the own win (N-7.4, without riichi and dora), by turn."""


@dataclass(frozen=True)
class Prospects:
    """The moves of a hand, best first for the goal, and the model behind the figures. `print` it for a table."""

    rows: tuple[Prospect, ...]
    goal: str
    turns: int
    calls: float
    rivals: tuple[float, ...]
    """By turn."""
    exchanges: int
    """Those allowed: fewer than asked for if there were too many hands."""
    hands: int
    """Hands that were looked at."""
    complete: bool
    """Whether no hand was left out. If not, the figures are too low."""

    def table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return a header and a row of text for each move."""
        turns = range(0, self.turns, 1 + (self.turns - 1) // 8)
        shown = sorted({*turns, self.turns - 1})
        header = ("move", "deficiency", "copies", *(f"{turn + 1}" for turn in shown), "points")
        rows = []
        for row in self.rows:
            chances = (f"{100 * row.win[turn]:.0f}%" for turn in shown)
            far = "-" if row.deficiency >= INF else str(row.deficiency)
            rows.append((row.move, far, str(row.copies), *chances, f"{row.points[-1]:.2f}"))
        return header, rows

    def describe(self) -> str:
        """Say which model the figures are from, and what was left out."""
        counts = {0: "no exchange", 1: "one exchange"}
        others = "nobody else wins" if not any(self.rivals) else "others win"
        parts = [f"{self.turns} turns", f"calls {100 * self.calls:.0f}%", others]
        parts.append(counts.get(self.exchanges, f"{self.exchanges} exchanges"))
        return ", ".join(parts) + ("" if self.complete else "; cut, so too low")

    def __str__(self) -> str:
        header, rows = self.table()
        return text_table(header, rows, right=[i > 0 for i in range(len(header))]) + f"\n{self.describe()}"


class ManyProspects(NamedTuple):
    """The discards of many hands."""

    win: Float32
    """`float32[n, kinds, turns]`: the chances to have won, by turn. NaN for kinds that are not evaluated."""
    points: Float32
    """The expected points, in the same shape."""
    exchanges: NDArray[np.uint8]
    """Those allowed, for each hand."""
    complete: NDArray[np.bool_]
    """Whether no hand was left out."""


def _rivals(rivals: Any, game: Any, turns: int, played: int) -> tuple[float, ...]:
    """Return the chance that another seat wins before a discard, by turn."""
    if isinstance(rivals, str):
        choice(rivals, "rivals", ("usual",))
        variant = game.options["variant"]
        slopes = _USUAL.get(variant if isinstance(variant, str) else "", _USUAL["shikinami"])
        slope = slopes[min(game.num_players, 4) - 2]
        return tuple(min(_MOST_USUAL, slope * (played + turn)) for turn in range(turns))
    if hasattr(rivals, "__float__") and not hasattr(rivals, "__len__"):
        return (number(rivals, "rivals", 0, 1),) * turns
    listed = [number(rate, "rivals", 0, 1) for rate in each(rivals, "rivals", "'usual', a number, a number by turn")]
    if len(listed) != turns:
        raise ValueError(f"rivals has {len(listed)} numbers; allowed: {turns}, one for each turn")
    return tuple(listed)


@overload
def prospects(
    hand: Hand,
    exposed: Melds = ...,
    *,
    claim: Kind | None = ...,
    drawn: bool | None = ...,
    visible: Hand | None = ...,
    **more: Unpack[Model],
) -> Prospects: ...
@overload
def prospects(hand: Batch, exposed: Melds = ..., *, visible: Seen = ..., **more: Unpack[Model]) -> ManyProspects: ...
def prospects(
    hand: Hand | Batch,
    exposed: Melds = (),
    *,
    visible: Hand | Batch | None = None,
    turns: SupportsIndex = 6,
    calls: float = 0.85,
    rivals: Rivals = "usual",
    goal: Literal["win", "points"] = "win",
    claim: Kind | None = None,
    drawn: bool | None = None,
    played: SupportsIndex | None = None,
    exchanges: SupportsIndex | None = None,
    slack: SupportsIndex = 0,
    hands: SupportsIndex = MOST_HANDS,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    threads: SupportsIndex = 1,
    progress: Report = None,
) -> Prospects | ManyProspects:
    """Judge the moves of a hand by the chance to have won by each of the next turns, and by the expected points.

    The model has one player, who sees cards come in random order without return: in each turn a discard of each other
    seat, then a draw. docs/prospects.md says what it holds and what it leaves out.

    Parameters
    ----------
    hand
        The concealed cards: a hand, or a batch of hands that hold the drawn card; at most 20 cards each.
    exposed
        The exposed melds: one list for all hands, one list per hand, or `MeldLists`.
    visible
        The cards known to be elsewhere: one hand of them, or for a batch one per hand, `uint8[n, kinds]`.
    turns
        How many draws are still to come: 1 to 20.
    calls
        The chance that a call or a win with another's discard goes through. 0: only draws count, and nothing is called.
    rivals
        The chance that another seat wins before a discard: `"usual"` as in games of heuristic players, a number, or one
        number for each turn. 0: nobody else wins.
    goal
        What the player wants at the last turn: the highest chance to have won, or the most points.
    claim
        Another's discard, for one hand that waits: whether to win, to call or to pass.
    drawn
        Whether the hand holds the drawn card. None: a hand of the size that it has between turns waits, any other is
        to discard.
    played
        The rounds played before, for `"usual"`. None: judged by the visible cards.
    exchanges
        How many moves on a path may leave the deficiency as it is and widen the acceptance: 0 to 3. None: one up to
        deficiency 2, else none. Each costs 20 to 200 times the time.
    slack
        How far above the least deficiency a move may be to be judged: 0 to 9. Each step costs 10 to 100 times the time.
    hands
        The most hands to look at, 1 to 3 microseconds each. With exchanges 3/8 of them must do; else there is one
        exchange less, which the answer names.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.
    threads
        Threads that share the hands of a batch: 1 to 256.
    progress
        None: show a line on a terminal. True: always show it. False: never. Or a function of the share that is done.

    Returns
    -------
    Prospects or ManyProspects
        The moves, best first. For a batch arrays over the discards.

    Raises
    ------
    ValueError
        For arguments out of range, a claim without a copy left, and games of the reference.

    Examples
    --------
    >>> from uneri import namima
    >>> print(namima.prospects("B123 R44 Y678 K1 W3", turns=4))
    move  deficiency  copies   1    2    3    4  points
    K1             1       3  8%  16%  24%  31%    2.15
    W3             1       3  8%  16%  24%  30%    2.02
    4 turns, calls 85%, others win, one exchange
    """
    asked = HandQuery(hand, exposed, variant, players, visible, deck=True, threads=threads)
    if not asked.core:
        raise ValueError("variant is a game of the reference; allowed: a rule set, a game of the core")
    kind = asked.tables.kind("claim", claim)
    rounds = bounded(turns, "turns", 1, MOST_TURNS)
    seen = 0 if asked.visible is None else int(asked.visible.sum(axis=1, dtype=np.int64).mean())
    # Beside a discard for each turn, visible cards are a few of melds.
    before = seen * 5 // (6 * asked.game.num_players) if played is None else bounded(played, "played", 0, 99)
    others = _rivals(rivals, asked.game, rounds, before)
    model = (
        rounds,
        number(calls, "calls", 0, 1),
        others,
        choice(goal, "goal", ("win", "points")) == "points",
        -1 if exchanges is None else bounded(exchanges, "exchanges", 0, 3),
        bounded(slack, "slack", 0, 9),
        bounded(hands, "hands", 1, 10_000_000),
    )
    if not asked.one:
        if kind is not None or drawn is not None:
            raise ValueError("claim and drawn are for one hand; allowed for a batch: None")
        return ManyProspects(*asked.run("prospects", _namima.prospects_rows, progress, asked.visible, model))
    row = asked.rows[0]
    if not row.any():
        raise ValueError("hand must have 1 to 20 cards, not 0")
    if kind is not None:
        if drawn:
            raise ValueError("claim and drawn: a hand that may claim a card waits")
        more = row[None].copy()
        more[0, kind] += 1
        asked.tables.check_deck(more, asked.exposed, asked.visible)
    melds = asked.tables.meld_rows[asked.exposed.ids]
    at_rest = asked.tables.deal + len(melds) - int(melds.sum())  # the cards of a hand between turns (N-5.1)
    in_act = kind is None and (int(row.sum()) != at_rest if drawn is None else flag(drawn, "drawn"))
    place = None if asked.visible is None else asked.visible[0]
    names = (asked.tables.kinds, asked.tables.melds, Prospect)
    claimed = -1 if kind is None else kind
    rows, used, looked, complete = asked.ask(_namima.one_prospects, place, model, in_act, claimed, *names)
    curve = 4 if model[3] else 3
    rows.sort(key=lambda row: (row[curve][-1], row.win[-1], -row.deficiency, row.copies), reverse=True)
    return Prospects(tuple(rows), goal, rounds, float(model[1]), others, used, looked, complete)
