"""ONDA by the book: the rules in plain Python, to be read beside docs/games/onda.md. Tags such as O-5.9 name the rule.

A card is its kind, 0..29 (O-1.2); a hand is a list of 30 counts. States are immutable: every step makes a new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..common import CHANCE, TERMINAL, Game, at
from .options import NAME, Options
from .plays import (
    DIAL_ADVANCE,
    DIAL_KEEP,
    FIRST_HIDE,
    FIRST_PLAY,
    KINDS,
    MIXED_RUNS,
    NO_CARDS,
    PASS,
    PLAYS,
    SHAPE_NAMES,
    SLOT_HIGH,
    SLOT_LOW,
    TURN,
    Counts,
    beats,
    hand_points,
    holds,
    kind_name,
    plus,
)
from .state import State, Table

_NO_MIXED_RUN = "A run is of one suit, unless the dial's bomb names it (O-5.27)"


class Rules(Options, Game):
    """ONDA: setup, whose turn it is, what is legal, what an action does."""

    name = NAME

    # --- who acts, what is legal (section 4) ---

    def initial(self) -> State:
        """Section 2."""
        tide, phase = self._start_tide(), "FIRST" if self.first_seat == -1 else "DEAL"
        zeros = (0,) * self.num_players
        kept: dict[str, Any] = {"scores": zeros, "round_wins": zeros, "prev_winner": -1, "dial": 0}  # O-2.2
        return self._new_round(1, self.first_seat, tide=tide, phase=phase, **kept)  # O-2.5

    def _new_round(self, number: int, starter: int, **kept: Any) -> State:
        """Return a round before its deal: the scores, the dial and the tide stay (O-7.7)."""
        n = self.num_players
        return State(
            round=number,
            starter=starter,
            leader=starter,
            deck=self.pack,
            hand=(NO_CARDS,) * n,
            down=((),) * n,
            spent=((),) * n,
            known=((),) * n,
            passed=(False,) * n,
            **kept,
        )

    def _start_tide(self) -> int:
        return 0 if self.tide_start == "high" else 1

    def player(self, s: State) -> int:
        """R-1"""
        if s.phase in ("FIRST", "DEAL"):
            return CHANCE
        return TERMINAL if s.phase == "OVER" else s.to_act

    def weights(self, s: State) -> list[tuple[int, int]]:
        """O-2.9"""
        if s.phase == "FIRST":
            return [(seat, 1) for seat in range(self.num_players)]
        return [(kind, count) for kind, count in enumerate(s.deck) if count > 0]

    def legal(self, s: State) -> list[int]:
        """List the legal actions by the table of 4.1."""
        if s.phase in ("FIRST", "DEAL"):
            return [outcome for outcome, _ in self.weights(s)]
        if s.phase == "DIAL":
            return [DIAL_KEEP, DIAL_ADVANCE]
        if s.phase == "HIDE":
            return [a for a in range(FIRST_HIDE, FIRST_PLAY) if self._why_not_hide(s, a) is None]
        if s.phase == "ACT":
            legal = [] if s.table is None else [PASS]  # O-4.4, O-4.5
            if self.turn_is_legal(s):
                legal.append(TURN)
            return legal + [a for a in self.plays if self._why_not_play(s, a) is None]  # O-6.1
        if s.phase == "SLOT":
            return [a for a in (SLOT_LOW, SLOT_HIGH) if self._why_not_choose(s, a) is None]
        if s.phase == "REPLY":
            return self._replies_with(s, s.hand[s.to_act], s.tide)
        return []

    def why_not(self, s: State, a: int) -> str | None:
        """Return the rule that forbids an action or outcome, as a sentence with its tag; None if it is legal."""
        if s.phase == "FIRST":
            return None if a < self.num_players else f"There is no seat {a}, only 0 to {self.num_players - 1} (O-2.1)"
        if s.phase == "DEAL":
            return None if s.deck[a] > 0 else f"No {kind_name(a)} is left to be dealt (O-2.9)"
        if s.phase == "DIAL":
            good = a in (DIAL_KEEP, DIAL_ADVANCE)
            return None if good else "The starter first sets the dial, with DIAL_KEEP or DIAL_ADVANCE (O-2.6)"
        if s.phase == "HIDE":
            return self._why_not_hide(s, a)
        if s.phase == "ACT":
            return self._why_not_act(s, a)
        if s.phase == "SLOT":
            return self._why_not_choose(s, a)
        if s.phase == "REPLY":
            return self._why_not_reply(s, a, s.hand[s.to_act], s.tide)
        return "The game is over after its last round (O-7.6)"

    def _why_not_hide(self, s: State, a: int) -> str | None:
        if not FIRST_HIDE <= a < FIRST_PLAY:
            return "Before play every seat puts cards of its hand face down, with HIDE (O-2.7)"
        kind, hand, down = a - FIRST_HIDE, s.hand[s.to_act], s.down[s.to_act]
        if hand[kind] == 0:
            return f"The hand has no {kind_name(kind)} to put face down (O-2.7)"
        if len(down) == 1:
            too_low = f"{kind_name(kind)} is a lower kind than {kind_name(down[0])}, the first pick (O-4.2)"
            return None if kind >= down[0] else too_low
        rest = plus(hand, [kind], -1)
        if self.num_down == 1 or any(rest[other] > 0 for other in range(kind, KINDS)):
            return None
        return f"After {kind_name(kind)} no card of the same or a higher kind would remain for the second pick (O-4.2)"

    def _why_not_act(self, s: State, a: int) -> str | None:
        if a in PLAYS:
            return self._why_not_play(s, a)
        if a == PASS:
            return None if s.table is not None else "The seat that leads cannot pass (O-4.4)"
        if a == TURN:
            return self._why_not_turn(s)
        if a in (SLOT_LOW, SLOT_HIGH):
            return "A face-down card is chosen only after a joker or a turn of the tide (O-5.12)"
        if a in (DIAL_KEEP, DIAL_ADVANCE):
            return "The dial is set only between the deal and the hiding, from round 2 on (O-2.6)"
        return "Cards are put face down only before the first trick (O-2.7)"

    def _why_not_play(self, s: State, a: int) -> str | None:
        """`legal_play` of 5.6."""
        play = PLAYS[a]
        if not self.is_play(s, a):
            return _NO_MIXED_RUN
        if s.table is not None:
            beating = beats(a, s.table.play, s.tide)  # O-5.10
            free_bomb = not s.bomb_used and self.names(s, a)  # O-5.21
            if not beating and not free_bomb:
                return self._too_weak(s, a, s.tide, "O-5.10")
        if play.joker is not None:
            if not s.down[s.to_act]:
                return "The seat has no face-down card left to be the joker (O-1.6)"
            if play.joker > self.highest:
                return f"A joker stands for no number above {self.highest}, the highest in the pack (O-1.7)"
        return self._why_not_held(s.hand[s.to_act], a)

    def _why_not_held(self, hand: Counts, a: int) -> str | None:
        cards = PLAYS[a].cards
        if holds(hand, cards):
            return None
        lacking = next(card for card in cards if hand[card] < cards.count(card))
        return f"The hand has {'only one' if hand[lacking] > 0 else 'no'} {kind_name(lacking)} (O-5.11)"

    def _too_weak(self, s: State, a: int, tide: int, tag: str) -> str:
        """Return the reason why play `a` does not beat the table."""
        assert s.table is not None
        play, lying = PLAYS[a], PLAYS[s.table.play]
        if play.shape == lying.shape:
            return f"{play.rank} does not beat {lying.rank} at {'low' if tide else 'high'} tide ({tag})"
        shapes = f"{SHAPE_NAMES[play.shape]} does not beat {SHAPE_NAMES[lying.shape]}"
        if s.phase == "ACT" and s.bomb_used and self.names(s, a):
            return f"{shapes}, and the trick has had its bomb (O-5.23)"
        return f"{shapes}, as no shape beats another (O-5.9)"

    def names(self, s: State, a: int) -> bool:
        """O-5.26: return whether the dial's bomb names play `a`."""
        return any(way.fits(PLAYS[a]) for way in self.bombs[s.dial])

    def dial_shapes(self, s: State) -> set[int]:
        """Return the shapes that the dial's bomb names."""
        return {way.shape for way in self.bombs[s.dial]}

    def is_play(self, s: State, a: int) -> bool:
        """O-5.2, O-5.27: return whether play `a` is not a mixed run, or is one that is a play now."""
        return a not in MIXED_RUNS or self.runs == "any" or self.names(s, a)

    def _why_not_reply(self, s: State, a: int, hand: Counts, tide: int) -> str | None:
        """O-4.10, with `hand` under `tide`."""
        if a not in PLAYS:
            return "The seat has turned the tide, and now it answers with a play (O-4.8)"
        play = PLAYS[a]
        if not self.is_play(s, a):
            return _NO_MIXED_RUN
        if play.joker is not None:
            return "An answer to a turn of the tide has no joker (O-4.10)"  # O-4.6
        if s.table is not None:
            if not beats(a, s.table.play, tide):
                return self._too_weak(s, a, tide, "O-4.10")
        elif self.bomb_lead == "bomb" and self.names(s, a):
            shape = SHAPE_NAMES[play.shape]
            return f"On an empty table the answer does not have the dial's shape, {shape} (O-4.10)"
        return self._why_not_held(hand, a)

    def _replies_with(self, s: State, hand: Counts, tide: int) -> list[int]:
        return [a for a in self.plays if self._why_not_reply(s, a, hand, tide) is None]

    def replies_after(self, s: State, slot: int) -> list[int]:
        """List the replies of the seat to act if it takes back face-down card `slot` and the tide turns."""
        hand = plus(s.hand[s.to_act], [s.down[s.to_act][slot]])
        return self._replies_with(s, hand, 1 - s.tide)

    def turn_is_legal(self, s: State) -> bool:
        """O-4.7, O-4.9, in ACT."""
        return self._why_not_turn(s) is None

    def _why_not_turn(self, s: State) -> str | None:
        if s.status == 1:
            return "The tide has turned in this trick already (O-4.7)"
        if s.table is None and not self.leader_may_turn:
            return "The seat that leads may not turn the tide, as leader_may_turn is false (O-4.9)"
        if not s.down[s.to_act]:
            return "The seat has no face-down card left to take back (O-4.7)"
        if any(self.replies_after(s, slot) for slot in range(len(s.down[s.to_act]))):
            return None
        return "Whichever face-down card came back, the seat could not answer (O-4.7)"

    def _why_not_choose(self, s: State, a: int) -> str | None:
        """O-4.8 for TURN; for a joker either card. Of two equal cards only the lower slot."""
        if a not in (SLOT_LOW, SLOT_HIGH):
            what, tag = ("is the joker", "O-5.12") if s.pending == "JOKER" else ("comes back", "O-4.8")
            return f"The seat now chooses which face-down card {what}, with SLOT_LOW or SLOT_HIGH ({tag})"
        slot, (low, high) = a - SLOT_LOW, s.down[s.to_act]
        if slot == 1 and low == high:
            return f"Both face-down cards are {kind_name(low)}, so the choice is SLOT_LOW (O-4.8)"
        if s.pending == "JOKER" or self.replies_after(s, slot):
            return None
        return f"With {kind_name(s.down[s.to_act][slot])} back in the hand the seat could not answer (O-4.8)"

    # --- what an action does (4.7) ---

    def apply(self, s: State, a: int) -> State:
        """Return the state after a legal action or a possible outcome."""
        if s.phase == "FIRST":
            return replace(s, starter=a, leader=a, phase="DEAL")
        if s.phase == "DEAL":
            return self._deal(s, a)
        if s.phase == "DIAL":
            moved = self._next_dial(s) if a == DIAL_ADVANCE else s.dial
            return replace(s, dial=moved, phase="HIDE")
        if s.phase == "HIDE":
            return self._hide(s, a - FIRST_HIDE)
        if s.phase == "SLOT":
            return self._choose(s, a - SLOT_LOW)
        if s.phase == "REPLY":
            return self._finish(self._put(s, a))
        if a == PASS:
            return self._pass(s)
        if a == TURN:
            if len(s.down[s.to_act]) == 2:
                return replace(s, pending="TURN", phase="SLOT")
            return self._turn(s, 0)
        s = self._put(s, a)
        if PLAYS[a].joker is not None:
            if len(s.down[s.to_act]) == 2 and sum(s.hand[s.to_act]) > 0:
                return replace(s, pending="JOKER", phase="SLOT")
            s = self._spend(s, 0)
        return self._finish(s)

    def _next_dial(self, s: State) -> int:
        return (s.dial + 1) % len(self.bombs)

    def _clockwise(self, seat: int) -> int:
        return (seat + 1) % self.num_players

    def _deal(self, s: State, kind: int) -> State:
        """O-2.9: one card to the first seat that has fewer than H."""
        seat = min(p for p in range(self.num_players) if sum(s.hand[p]) < self.hand_size)
        s = replace(s, deck=plus(s.deck, [kind], -1), hand=at(s.hand, seat, plus(s.hand[seat], [kind])))
        if any(sum(hand) < self.hand_size for hand in s.hand):
            return s
        return replace(s, to_act=s.starter, phase="HIDE" if s.round == 1 else "DIAL")  # O-2.6

    def _hide(self, s: State, kind: int) -> State:
        p = s.to_act
        down = tuple(sorted([*s.down[p], kind]))
        s = replace(s, hand=at(s.hand, p, plus(s.hand[p], [kind], -1)), down=at(s.down, p, down))
        if len(down) < self.num_down:  # O-4.3
            return s
        if all(len(cards) == self.num_down for cards in s.down):
            return replace(s, phase="ACT", to_act=s.starter, leader=s.starter)  # O-2.8
        return replace(s, to_act=self._clockwise(p))

    def _pass(self, s: State) -> State:
        """O-4.11, O-4.12"""
        s = replace(s, passed=at(s.passed, s.to_act, True))
        if s.passed.count(False) > 1:
            return replace(s, to_act=self._next_seat(s))
        winner = s.passed.index(False)
        return replace(
            s,
            passed=(False,) * self.num_players,
            status=0,
            dial=self._next_dial(s) if s.bomb_used else s.dial,
            bomb_used=False,
            table=None,
            tide=self._start_tide() if self.tide_reset == "trick" else s.tide,
            leader=winner,
            to_act=winner,
        )

    def _next_seat(self, s: State) -> int:
        """`next()` of 4.7."""
        seat = self._clockwise(s.to_act)
        while s.passed[seat]:
            seat = self._clockwise(seat)
        return seat

    def _put(self, s: State, a: int) -> State:
        """4.4, steps 1 to 3."""
        p, cards = s.to_act, PLAYS[a].cards
        known = list(s.known[p])
        for card in cards:  # O-8.4
            if card in known:
                known.remove(card)
        return replace(
            s,
            bomb_used=s.bomb_used or self.bomb(s, a),  # O-5.25: tide and status stay
            hand=at(s.hand, p, plus(s.hand[p], cards, -1)),
            played=plus(s.played, cards),
            known=at(s.known, p, tuple(known)),
            table=Table(a, p, -1),
        )

    def bomb(self, s: State, a: int) -> bool:
        """O-5.22: return whether this legal play is the trick's bomb."""
        if s.phase != "ACT" or s.bomb_used or not self.names(s, a):
            return False
        if self.bomb_lead == "bomb":  # O-5.24
            return True
        return s.table is not None and not beats(a, s.table.play, s.tide)

    def _spend(self, s: State, slot: int) -> State:
        """`spend(x)` of 4.7."""
        p = s.to_act
        kind = s.down[p][slot]
        down = tuple(card for i, card in enumerate(s.down[p]) if i != slot)
        spent = tuple(sorted([*s.spent[p], kind]))
        assert s.table is not None
        return replace(s, down=at(s.down, p, down), spent=at(s.spent, p, spent), table=replace(s.table, face=kind))

    def _turn(self, s: State, slot: int) -> State:
        """O-4.8, (b) to (e)."""
        p = s.to_act
        kind = s.down[p][slot]
        down = tuple(card for i, card in enumerate(s.down[p]) if i != slot)
        known = tuple(sorted([*s.known[p], kind])) if self.reveal_returned else ()
        return replace(
            s,
            hand=at(s.hand, p, plus(s.hand[p], [kind])),
            down=at(s.down, p, down),
            known=at(s.known, p, known),
            tide=1 - s.tide,
            status=1,
            phase="REPLY",
        )

    def _choose(self, s: State, slot: int) -> State:
        pending, s = s.pending, replace(s, pending=None)
        if pending == "TURN":
            return self._turn(s, slot)
        return self._finish(self._spend(s, slot))

    def _finish(self, s: State) -> State:
        if sum(s.hand[s.to_act]) == 0:  # O-7.2
            return self._end_round(s)
        return replace(s, to_act=self._next_seat(s), phase="ACT")

    # --- end of a round (section 7) ---

    def _end_round(self, s: State) -> State:
        winner = s.to_act
        scores = tuple(
            s.scores[p] + (3 if p == winner else -hand_points(s.hand[p], len(s.down[p])))  # O-7.3, O-7.4, O-7.5
            for p in range(self.num_players)
        )
        wins = at(s.round_wins, winner, s.round_wins[winner] + 1)
        if s.round == self.rounds:
            return replace(s, scores=scores, round_wins=wins, prev_winner=winner, phase="OVER", to_act=-1)  # O-7.6
        return self._new_round(
            s.round + 1,
            self._next_starter(scores, winner),
            scores=scores,
            round_wins=wins,
            prev_winner=winner,
            dial=self._next_dial(s) if s.bomb_used else s.dial,
            tide=s.tide if self.tide_reset == "never" else self._start_tide(),
        )

    def _next_starter(self, scores: Sequence[int], winner: int) -> int:
        """O-7.8: the lowest score starts; of tied seats, the nearest clockwise from the winner, who comes last."""
        n = self.num_players
        return min(range(n), key=lambda seat: (scores[seat], (seat - winner - 1) % n))

    def points(self, s: State) -> list[int]:
        """Return the points so far."""
        return list(s.scores)

    def winners(self, s: State) -> list[int]:
        """O-7.9"""
        best = max(zip(s.scores, s.round_wins, strict=True))
        return [p for p in range(self.num_players) if (s.scores[p], s.round_wins[p]) == best]
