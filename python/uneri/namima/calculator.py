"""Namima's hand calculator: the analysis of section 11 of the rules, in one report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._core import namima as _namima
from .._util.checks import flag
from .._util.plain_data import read_title
from . import analysis
from .cards import game_of, tables_of
from .prospects import prospects
from .query import read_growth
from .report import INFINITE, Analysis, Arrangement, Call, Card, Move, Wait, WaitWorth, Worth
from .worth import meld_worths

if TYPE_CHECKING:
    from .._util.notation import Counts
    from .analysis import Best
    from .cards import Hand, Kind, Melds, Variant


def analyse(
    hand: Hand,
    exposed: Melds = (),
    variant: Variant = "shikinami",
    players: int = 4,
    visible: Hand = "",
    growth: int | None = None,
    *,
    drawn: bool | None = None,
    claimed: Kind | None = None,
    dora: Kind | None = None,
    turns: int | None = None,
    calls: float = 0.85,
    goal: Literal["win", "points"] = "win",
) -> Analysis:
    """Analyse a hand: its points if it is complete, else its distance, waits and best discards.

    The result is a report: data, text, and HTML in a notebook.

    Parameters
    ----------
    hand
        The concealed cards, such as `"B123 R44"`: 1 to 20.
    exposed
        The own exposed melds, such as `["R123"]`.
    variant
        A rule set or a loaded game.
    players
        The number of seats, which may change the deck: 2 to 5.
    visible
        The cards known to be elsewhere.
    growth
        By how many cards the hand may still grow by calls. None: any number; 0: no more calls.
    drawn
        Whether the hand holds the drawn card. None: a hand of the size that it has between turns is analysed at rest,
        any other as after the draw.
    claimed
        A card of the hand that was a discard.
    dora
        The colour of the dora suit.
    turns
        Also judge each move by `prospects` over this number of turns: 1 to 20. None: don't.
    calls
        For the prospects, the chance that a call or a win with another's discard goes through.
    goal
        What the player of the prospects wants.

    Examples
    --------
    >>> from uneri import namima
    >>> found = namima.analyse("B12 R44", drawn=False)
    >>> found.deficiency, found.waits
    (1, (Wait(kind='B3', copies=4, claimed=True),))
    >>> print(found)
    B12 R44   shikinami, 4 seats
    4 cards (15 in a game), waiting for a card
    ready
    penalty 4, at least 2 after exposing melds
    <BLANKLINE>
    waits: 4 cards
    card  left    points  claimed
    B3       4         3        2
    """
    if drawn is not None:
        flag(drawn, "drawn")
    query = _Query(game_of(variant, players), hand, exposed, visible, growth)
    kind, colour = query.tables.kind("claimed", claimed), query.tables.colour("dora", dora)
    if kind is not None and not query.hand[kind]:
        raise ValueError(f"claimed must be a card of the hand, not {query.tables.kinds[kind]}")
    asked = None if turns is None else {"turns": turns, "calls": calls, "goal": goal}
    return query.answer(drawn, kind, colour, asked)


class _Query:
    """One call of `analyse`: the cards, parsed and checked."""

    def __init__(self, game: Any, hand: Hand, exposed: Melds, visible: Hand, growth: int | None) -> None:
        self.game, self.growth = game, read_growth(growth)
        self.tables = tables_of(game)
        self.nothing = np.zeros(len(self.tables.kinds), np.uint8)
        read = self.tables.hands.one
        self.hand = read(hand, "hand")
        self.visible = self.nothing if isinstance(visible, str) and not visible else read(visible, "visible")
        listed = self.tables.exposed(exposed, None)
        self.exposed: list[int] = listed.of(0)
        self.tables.check_deck(self.hand[None], listed, self.visible[None])
        if not self.hand.any():
            raise ValueError("hand must have 1 to 20 cards, not 0")
        if len(self.exposed) >= self.tables.deal:
            raise ValueError(f"exposed must have at most {self.tables.deal - 1} melds, not {len(self.exposed)}")
        # A hand at rest has the cards dealt and one more for each exposed meld, some of them in these (N-5.1).
        own = self.tables.deal + sum(1 - int(self.tables.meld_cards(meld).sum()) for meld in self.exposed)
        self.rest = max(1, own)

    def ask(self, name: str, hand: Counts, *more: Any) -> Any:
        """Call an analysis function for one hand or many."""
        return getattr(analysis, name)(hand, *more, variant=self.game)

    def answer(
        self, drawn: bool | None, claimed: int | None, dora: int | None, ahead: dict[str, Any] | None
    ) -> Analysis:
        """Return everything that applies to the hand."""
        hand, exposed, tables = self.hand, self.exposed, self.tables
        size = int(hand.sum())
        in_act = claimed is not None or (size > 1 and size != self.rest if drawn is None else drawn)
        if in_act and size == 1 and claimed is None:
            raise ValueError("hand must have 2 to 20 cards if it is to discard, not 1")
        complete = in_act and bool(self.ask("is_complete", hand, exposed, claimed))
        found: dict[str, Any] = {"deficiency": 0, "waits": (), "acceptance": (), "calls": ()}
        waiting = hand.copy()  # without a claimed card
        discards: tuple[Move, ...] = ()
        self_calls: tuple[Move, ...] = ()
        if claimed is not None:
            waiting[claimed] -= 1
            if not complete:
                found = self.at_rest(waiting)
        elif in_act:
            discards = self.discards()
            self_calls = self.self_calls(discards[0].deficiency)
            if not complete:
                found["deficiency"] = min(move.deficiency for move in (*discards, *self_calls))
        else:
            found = self.at_rest(hand)
        listed = self.game.options["variant"]
        best: Best | None = self.ask("best", hand, exposed, claimed, dora) if complete else None
        return Analysis(
            variant=listed if isinstance(listed, str) else read_title(listed) or "custom",
            players=self.game.num_players,
            hand=tables.hands.format(hand),
            exposed=tuple(tables.melds[meld] for meld in exposed),
            visible=tables.hands.format(self.visible),
            growth=self.growth,
            drawn=in_act,
            claimed=None if claimed is None else tables.kinds[claimed],
            size=size,
            hand_size=self.rest,
            complete=complete,
            best=self.worth(best) if best is not None else None,
            arrangements=self.arrangements(claimed) if complete else (),
            **found,
            discards=discards,
            self_calls=self_calls,
            penalty=int(self.ask("penalty", hand, dora)),
            min_penalty=int(self.ask("min_penalty", hand, exposed, None, dora)),
            meld_worths=() if best is None else meld_worths(tables, best),
            wait_worths=self.wait_worths(waiting, found["waits"], dora),
            call_choices=()
            if claimed is None
            else tuple(self.ask("call_table", waiting, claimed, exposed, self.growth, self.visible)),
            prospects=None
            if ahead is None
            else prospects(
                waiting,
                exposed,
                visible=self.visible,
                claim=claimed,
                drawn=None if claimed is not None else in_act,
                variant=self.game,
                **ahead,
            ),
        )

    # A complete hand

    def worth(self, best: Best) -> Worth:
        """N-7.5"""
        return Worth(best.points, best.melds, best.exposed, best.claimed_meld, tuple(best.combinations.items()))

    def arrangements(self, claimed: int | None) -> tuple[Arrangement, ...]:
        """List the valid arrangements: a claimed card must be in a new meld, unless it may be laid off (N-3.18)."""
        try:
            listed = self.ask("arrangements", self.hand, self.exposed)
        except ValueError:  # too many
            return ()
        found = [Arrangement(tuple(new), tuple(old)) for new, old in listed]
        if claimed is not None and not self.tables.rules["switches"]["won_by_layoff"]:
            kind = self.tables.kinds[claimed]
            found = [item for item in found if any(kind in meld.split(".") for meld in item.melds)]
        return tuple(found)

    # An incomplete hand

    def at_rest(self, hand: Counts) -> dict[str, Any]:
        """Return the distance from a win, and the cards that reduce it when drawn and when called."""
        asked = (hand, self.exposed, self.growth, self.visible)
        deficiency = self.ask("deficiency", *asked)
        helping = tuple(Card(*card) for card in self.ask("acceptance", *asked))
        found = {"deficiency": deficiency, "waits": (), "acceptance": helping, "calls": ()}
        if deficiency == 1:
            _, claimed = self.ask("waits", hand, self.exposed, self.visible)
            return found | {"waits": tuple(Wait(kind, copies, kind in claimed) for kind, copies in helping)}
        return found | {"calls": tuple(Call(*call) for call in self.ask("call_acceptance", *asked))}

    def wait_worths(self, hand: Counts, waits: tuple[Wait, ...], dora: int | None) -> tuple[WaitWorth, ...]:
        """Return the worth of a win with each of the hand's waits."""
        found = []
        for wait in waits:
            kind = self.tables.kinds.index(wait.kind)
            full = hand.copy()
            full[kind] += 1
            drawn = self.ask("best", full, self.exposed, None, dora)
            claimed = self.ask("best", full, self.exposed, kind, dora) if wait.claimed else None
            found.append(WaitWorth(wait.kind, drawn.points, None if claimed is None else claimed.points))
        return tuple(found)

    def discards(self) -> tuple[Move, ...]:
        """List every discard, best first."""
        found = self.from_core("one_discards")
        if found is not NotImplemented:
            return best_first(found)
        kinds = np.flatnonzero(self.hand)
        one = np.zeros((len(kinds), len(self.hand)), np.uint8)
        one[np.arange(len(kinds)), kinds] = 1
        table = self.ask("discard_table", self.hand, self.exposed, self.growth, self.visible)
        texts, far = [text for text, _, _ in table], np.array([lacks for _, lacks, _ in table], np.uint8)
        exposed = [self.exposed] * len(texts)
        return self.moves(texts, self.hand - one, exposed, self.growth, self.visible + one, far)

    def self_calls(self, least: int) -> tuple[Move, ...]:
        """List the melds that may be exposed (N-5.3) and leave at most the deficiency `least`, best first."""
        if self.growth == 0:  # the hand may not grow further
            return ()
        found = self.from_core("one_self_calls", least)
        if found is not NotImplemented:
            return best_first(found)
        melds = analysis.meld_ids(self.tables, self.hand, None)
        if not melds:
            return ()
        texts = [self.tables.melds[meld] for meld in melds]
        growth = None if self.growth is None else self.growth - 1
        hands = self.hand - self.tables.meld_rows[melds]
        visible = np.tile(self.visible, (len(melds), 1))
        exposed = [[*self.exposed, meld] for meld in melds]
        far = self.ask("deficiency", hands, exposed, growth, visible)
        return self.moves(texts, hands, exposed, growth, visible, far, least)

    def from_core(self, name: str, *more: Any) -> Any:
        """Return the moves as the core builds them, without arrays in between; NotImplemented for the reference."""
        if self.game.backend != "core":
            return NotImplemented
        asked = (self.game, self.hand, self.exposed, self.visible, self.growth)
        return getattr(_namima, name)(*asked, self.tables.kinds, self.tables.melds, Move, Card, *more)

    def moves(
        self,
        texts: list[str],
        hands: Counts,
        exposed: list[list[int]],
        growth: int | None,
        visible: Counts,
        far: Counts,
        most: int = INFINITE,
    ) -> tuple[Move, ...]:
        """Return the results of these moves, best first, without those whose deficiency (`far`) is above `most`."""
        kept = np.flatnonzero(far <= most)
        if not kept.size:
            return ()
        copies = self.ask("acceptance", hands[kept], [exposed[i] for i in kept], growth, visible[kept])
        rows, kinds = np.nonzero(copies)
        names = map(self.tables.kinds.__getitem__, kinds.tolist())
        cards = list(map(Card, names, copies[rows, kinds].tolist()))  # of all moves
        ends = np.searchsorted(rows, np.arange(len(kept)), "right").tolist()
        totals = copies.sum(axis=1).tolist()
        columns = zip(kept.tolist(), far[kept].tolist(), totals, [0, *ends[:-1]], ends, strict=True)
        return best_first([Move(texts[i], lacks, total, tuple(cards[a:b])) for i, lacks, total, a, b in columns])


def best_first(moves: list[Move]) -> tuple[Move, ...]:
    """Sort the moves with the lowest deficiency first, and among these the ones with the most copies that help."""
    return tuple(sorted(moves, key=lambda move: (move.deficiency, -move.copies)))
