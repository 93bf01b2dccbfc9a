"""TACTA, written from the rules text for reading.

Numbers in brackets such as (4.2) are the sections of the rules text, L1 .. L8 its conditions of a connection, R-1 .. R-7
the rules that all games share. Seats, colours, cards and shapes count from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..common import CHANCE, TERMINAL, Game, at
from .deck import DECK_SIZE
from .placement import (
    LEGAL,
    connectable_cards,
    free_pose,
    free_slot,
    free_slots,
    lay,
    seat_connections,
    slot,
    start_card,
    why_not_laid,
)
from .placement import explain as verdict
from .setup import Setup
from .state import (
    BOTTOM,
    CHOOSE_SUIT,
    COVERED,
    MOVER,
    NONE,
    OVER,
    PLAY,
    REVEAL,
    TOP,
    Connect,
    Free,
    HandOver,
    Pass,
    Placed,
    State,
    card_of,
    with_end,
)


class Rules(Setup, Game):
    """The game: rounds, whose turn it is, what is legal, what an action does."""

    # --- A round begins (2.2) ---

    def initial(self) -> State:
        """Return the state before the first event."""
        return self.begin_round(0, (0,) * self.num_players)

    def begin_round(self, r: int, scores: tuple[int, ...]) -> State:
        """Return the first node of round r: only the start card is on the table."""
        seats = self.num_players
        s = State(
            round=r,
            scores=scores,
            placed=(start_card(self),),
            ends=((NONE, NONE),) * seats,
            hidden=(0,) * seats,
            pools=((),) * (self.num_colours if self.team_mode else seats),
            handed=(NONE,) * seats,
            first=((False, False),) * seats,
            told=((),) * seats,
            barred=(((), ()),) * seats,
        )
        if self.mode == "sabotage":
            return replace(s, turn=0)
        return self.build_decks(s)

    def build_decks(self, s: State) -> State:
        """Build each deck as a set of coloured cards; the ends are to be revealed, seat by seat, top first."""
        pools = tuple(
            tuple(
                coloured
                for coloured in range(DECK_SIZE * self.num_colours)
                if self.holder(s.handed, s.round, coloured) == pool
            )
            for pool in range(len(s.pools))
        )
        hidden = []
        for seat in range(self.num_players):
            pool = self.pool_of(seat)
            hidden.append(len(pools[pool]) // len(self.seats_of(pool)))
        pending = tuple((seat, end) for seat in range(self.num_players) for end in (TOP, BOTTOM))
        return replace(s, phase=REVEAL, pools=pools, hidden=tuple(hidden), pending=pending, turn=NONE)

    def begin_play(self, s: State) -> State:
        """Choose the starting seat once all outermost cards are revealed (2.2), and record what is announced (9)."""
        if self.free_play:
            return replace(s, phase=MOVER)
        values = [sorted(self.deck.cards[card_of(held)].value for held in ends) for ends in s.ends]
        starter = min(range(self.num_players), key=lambda seat: (values[seat][0], sum(values[seat]), seat))
        s = replace(s, phase=PLAY, turn=starter, starter=starter)
        if not self.owner:
            return s
        return replace(s, first=((True, True),) * self.num_players, told=tuple(tuple(pair) for pair in values))

    # --- Whose turn, and what may be done (4.1, 6) ---

    def player(self, s: State) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        if s.phase in (REVEAL, MOVER):
            return CHANCE
        if s.phase == OVER:
            return TERMINAL
        return s.turn

    def legal(self, s: State) -> list[int]:
        """List the legal actions, or the outcomes of a chance node, ascending."""
        if s.phase == REVEAL:
            return list(s.pools[self.pool_of(s.pending[0][0])])
        if s.phase == MOVER:
            return [seat for seat in range(self.num_players) if self.deck_size(s, seat) > 0 and seat not in s.passed]
        if s.phase == CHOOSE_SUIT:
            return [self.actions.encode(HandOver(0)), self.actions.encode(HandOver(1))]
        if s.phase == OVER:
            return []
        connects = seat_connections(self, s, s.turn)
        if connects:
            return [self.actions.encode(connect) for connect in connects]
        places = free_slots(self, s)
        frees = [
            Free(end, region, posture, turned, face)
            for end in (TOP, BOTTOM)
            if s.ends[s.turn][end] != NONE
            for region, posture in places
            for turned, face in self.tables.canonical_free[card_of(s.ends[s.turn][end])]
        ]
        return [self.actions.encode(free) for free in frees] or [self.actions.encode(Pass())]

    def is_legal(self, s: State, a: int) -> bool:
        """Check the definitions for one action directly, without `legal`."""
        if s.phase == REVEAL:  # an unrevealed card of the deck, or of the team
            return a in s.pools[self.pool_of(s.pending[0][0])]
        if s.phase == MOVER:
            return 0 <= a < self.num_players and self.deck_size(s, a) > 0 and a not in s.passed
        return verdict(self, s, a) == LEGAL

    def why_not(self, s: State, a: int) -> str | None:
        """Return the rule that forbids an action or outcome, as a sentence with its tag; None if it is legal."""
        if s.phase not in (REVEAL, MOVER):
            return why_not_laid(self, s, a)
        if self.is_legal(s, a):
            return None
        if s.phase == REVEAL:
            return "The card is not inside this deck any more, or never was (2.3)"
        if a >= self.num_players:
            return f"There is no seat {a}, only 0 to {self.num_players - 1} (2.3)"
        return f"Seat {a} has passed, or has no cards (8)"

    def weights(self, s: State) -> list[tuple[int, int]]:
        """List the outcomes, which are all equally likely (2.3)."""
        return [(outcome, 1) for outcome in self.legal(s)]

    # --- The state machine (4.1) ---

    def apply(self, s: State, a: int) -> State:
        """Return the state after a legal action or a possible outcome."""
        if s.phase == REVEAL:
            return self.apply_reveal(s, a)
        if s.phase == MOVER:
            return replace(s, phase=PLAY, turn=a)
        move = self.actions.decode(a)
        if isinstance(move, HandOver):
            return self.apply_hand_over(s, move)
        if isinstance(move, Pass):
            barred = self.barred_after(s)
            return self.next_turn(replace(s, passed=tuple(sorted((*s.passed, s.turn))), barred=barred))
        return self.apply_card(s, move)

    def apply_hand_over(self, s: State, move: HandOver) -> State:
        """Choose a suit; after the last seat the decks are built (8)."""
        s = replace(s, handed=at(s.handed, s.turn, move.suit))
        if s.turn + 1 < self.num_players:
            return replace(s, turn=s.turn + 1)
        return self.build_decks(s)

    def apply_reveal(self, s: State, coloured: int) -> State:
        """Turn up a card at an end (2.3)."""
        (seat, end), *others = s.pending
        pool = self.pool_of(seat)
        s = replace(
            s,
            ends=at(s.ends, seat, with_end(s.ends[seat], end, coloured)),
            hidden=at(s.hidden, seat, s.hidden[seat] - 1),
            pools=at(s.pools, pool, tuple(card for card in s.pools[pool] if card != coloured)),
            pending=tuple(others),
        )
        if others:
            return s
        return self.begin_play(s) if s.turn == NONE else self.next_turn(s)

    def placed_card(self, s: State, move: Connect | Free) -> Placed:
        """Return the card that the seat to move lays, in its pose."""
        coloured = s.ends[s.turn][move.end]
        card = card_of(coloured)
        if isinstance(move, Free):
            centre = free_slot(self, s, move.region, move.posture)
            if centre is None:
                raise ValueError(f"region {move.region} has no place for a card laid freely")
            pose = free_pose(self, centre, move.posture, move.turned, move.face)
            return Placed(coloured // DECK_SIZE, s.turn, card, pose, NONE, NONE, NONE, ())
        target = s.placed[move.target]
        own_slot = self.deck.cards[card].shapes[move.own].slot
        pose = self.tables.joint_pose(target.pose, slot(self, target, move.shape), own_slot, move.face)
        return Placed(coloured // DECK_SIZE, s.turn, card, pose, move.target, move.shape, move.own, ())

    def apply_card(self, s: State, move: Connect | Free) -> State:
        """Lay a card, which leaves its end (4.1, 4.3)."""
        seat, end = s.turn, move.end
        value = self.deck.cards[card_of(s.ends[seat][end])].value
        told = list(s.told[seat])
        if s.first[seat][end]:  # its value is no longer among the announced ones
            told.remove(value)
        barred = s.barred
        if isinstance(move, Free):
            barred = self.barred_after(s)
        s = replace(
            s,
            placed=lay(self, s.placed, self.placed_card(s, move)),
            passed=(),
            ends=at(s.ends, seat, with_end(s.ends[seat], end, NONE)),
            first=at(s.first, seat, with_end(s.first[seat], end, False)),
            told=at(s.told, seat, tuple(told)),
            barred=at(barred, seat, with_end(barred[seat], end, ())),
        )
        if s.hidden[seat] > 0:
            return replace(s, phase=REVEAL, pending=((seat, end),))
        if s.ends[seat][TOP] == NONE and s.ends[seat][BOTTOM] != NONE:  # the last card is the top card
            s = replace(
                s,
                ends=at(s.ends, seat, (s.ends[seat][BOTTOM], NONE)),
                first=at(s.first, seat, (s.first[seat][BOTTOM], False)),
                barred=at(s.barred, seat, (s.barred[seat][BOTTOM], ())),
            )
        if self.deck_size(s, seat) == 0:
            s = replace(s, finish_order=(*s.finish_order, seat))
        return self.next_turn(s)

    def next_turn(self, s: State) -> State:
        """Go to the next turn after a placement and its reveal, or after a pass."""
        if self.round_over(s):
            return self.end_round(s)
        if self.free_play:
            return replace(s, phase=MOVER)
        seat = (s.turn + 1) % self.num_players
        while self.deck_size(s, seat) == 0:
            seat = (seat + 1) % self.num_players
        return replace(s, phase=PLAY, turn=seat)

    def round_over(self, s: State) -> bool:
        """Return whether all cards are laid, nobody with cards can move, or a seat in free play is done (4.1)."""
        with_cards = [seat for seat in range(self.num_players) if self.deck_size(s, seat) > 0]
        if not with_cards or all(seat in s.passed for seat in with_cards):
            return True
        return self.free_play and len(with_cards) < self.num_players

    def end_round(self, s: State) -> State:
        """Count the dots; another round or the end follows (7, 8)."""
        dots = self.visible(s)
        scores = tuple(points + dots[self.scoring_colour(seat)] for seat, points in enumerate(s.scores))
        finished = s.round + 1
        if finished < self.rounds and not 0 < self.target <= max(scores):
            return self.begin_round(finished, scores)
        if self.tie_break == "replay" and self.tied(scores) and finished < self.most_rounds:
            return self.begin_round(finished, s.scores)  # the round does not count
        return replace(s, phase=OVER, round=finished, scores=scores)

    def tied(self, scores: Sequence[int]) -> bool:
        """Return whether several colours have the highest score."""
        return scores[: self.num_colours].count(max(scores)) > 1

    def barred_after(self, s: State) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """Record, as everybody sees, that no card at the ends of the seat to move has a connection (9)."""
        if not self.owner:
            return s.barred
        ids = connectable_cards(self, s, s.turn)
        both = [
            tuple(sorted({*s.barred[s.turn][end], *ids})) if s.ends[s.turn][end] != NONE else ()
            for end in (TOP, BOTTOM)
        ]
        return at(s.barred, s.turn, (both[TOP], both[BOTTOM]))

    # --- Points (7) ---

    def visible(self, s: State) -> list[int]:
        """Count the dots per colour of shapes that no card covers."""
        dots = [0] * self.num_colours
        for entry in s.placed[1:]:
            for shape, status in zip(self.deck.cards[entry.card].shapes, entry.status, strict=True):
                if status != COVERED:
                    dots[entry.colour] += shape.dots
        return dots

    def points(self, s: State) -> list[int]:
        """Return the points of the finished rounds and, before the end, the dots visible now."""
        if s.phase == OVER:
            return list(s.scores)
        dots = self.visible(s)
        return [points + dots[self.scoring_colour(seat)] for seat, points in enumerate(s.scores)]

    def winners(self, s: State) -> list[int]:
        """List all seats of the winning colours."""
        best = max(s.scores)
        colours = [colour for colour in range(self.num_colours) if s.scores[colour] == best]
        if self.tie_break == "first_to_finish":
            colours = [min(colours, key=lambda colour: self.finish_rank(s, colour))]
        return [seat for seat in range(self.num_players) if self.scoring_colour(seat) in colours]

    def finish_rank(self, s: State, colour: int) -> tuple[int, int]:
        """Rank finished colours in order, then the others by their nearest seat's distance from the starter."""
        seats = [seat for seat in range(self.num_players) if self.scoring_colour(seat) == colour]
        done = [place for place, seat in enumerate(s.finish_order) if seat in seats]
        # A team is done with its second deck, in free play with the one that ends the round.
        if len(done) == len(seats) or (self.free_play and done):
            return 0, max(done)
        start = max(s.starter, 0)
        return 1, min((seat - start) % self.num_players for seat in seats)
