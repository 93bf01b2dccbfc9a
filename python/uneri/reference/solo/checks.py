"""How the fields of a state of SOLO must fit together: a position need not use all 112 cards, nor come from a real deal
(S-2.6), but play from it must stay within the bounds.
"""

from __future__ import annotations

from functools import partial

from .. import common
from .cards import ANY, DECK, EMPTY, GAME, SIT, WD4, WILD, colour, held, is_black, is_draw2, is_number, is_swap, matches
from .options import most_of
from .rules import Rules
from .state import State, size

require = partial(common.require, GAME)
DEALING = ("SEAT", "DEAL", "FLIP")  # nothing has been played yet


class Checker:
    """Checks that the fields fit together, in the core's order and with its messages."""

    def __init__(self, rules: Rules, s: State) -> None:
        self.rules = rules
        self.s = s
        self.why = s.why if s.phase == "PULL" else None
        self.is_before_play = s.phase in DEALING
        # The effect of the top card is pending, or never happened: the colour is the one before.
        self.is_top_pending = s.phase == "COLOUR" or self.why in ("penalty", "last")
        self.seats = range(rules.num_players)

    def check(self) -> None:
        """Check all fields."""
        self.check_match()
        self.check_cards()
        self.check_top()
        self.check_pending()
        self.check_phase()
        self.check_node()
        self.check_hands()
        self.check_over()

    def check_match(self) -> None:
        """Check round, dir, points."""
        s, rules = self.s, self.rules
        in_range = s.round == 0 if s.phase == "SEAT" else 1 <= s.round <= rules.most_rounds
        require(in_range, "round", "is not one of the game's rounds")
        require(s.dir != 0, "dir", "is neither 1 nor -1")
        least = rules.min_score if s.phase == "OVER" else 0
        good = all(least <= points <= rules.start_points for points in s.points)
        require(good, "points", "is not what a seat can have")
        # Every round before has cost all but one seat a point or more (S-7.5).
        lost = rules.num_players * rules.start_points - sum(s.points)
        paid = s.phase == "SEAT" or (s.round - 1) * (rules.num_players - 1) <= lost
        require(paid, "round", "comes after more rounds than 'points' can have paid for")

    def check_cards(self) -> None:
        """Check the counts by kind and in all, and their value (S-2.6), which bounds the scores."""
        s = self.s
        everything = [sum(counts) for counts in zip(*s.hand, s.draw_pile, s.discard, strict=True)]
        few = all(count <= most_of(k) for k, count in enumerate(everything))
        require(few, "discard", "and 'hand', 'draw_pile' hold more of a kind than there can be")
        most, worth = sum(DECK), self.rules.most_worth
        require(sum(everything) <= most, "discard", f"and 'hand', 'draw_pile' hold more than {most} cards")
        good = self.rules.pack.worth(everything) <= worth
        require(good, "discard", f"and 'hand', 'draw_pile' are worth more than {worth}")
        whole = not self.is_before_play or tuple(everything) == self.rules.pack.cards
        require(whole, "draw_pile", "and 'hand', 'discard' are not the pack, but nobody has played yet")
        fresh = not self.is_before_play or all(counts == EMPTY for row in s.known for counts in row)
        require(fresh, "known", "is not what seats can know of the hands")

    def check_top(self) -> None:
        """Check top, active_colour (S-5.2)."""
        s = self.s
        require((s.top < 0) == (s.discard == EMPTY), "top", "does not fit the discard pile")
        require(s.top < 0 or s.discard[s.top] > 0, "top", "is not in the discard pile")
        if self.is_before_play:
            require(s.active_colour == ANY, "active_colour", "is a colour before the first number card")
            return
        require(s.top >= 0, "top", "is -1 after the first number card")
        if self.is_top_pending or s.phase == "OVER":
            return
        if not is_black(s.top):
            require(s.active_colour == colour(s.top), "active_colour", "is not that of the top card")
        elif s.top == SIT:
            require(s.active_colour == ANY, "active_colour", "is a colour on a Swap-in-turn")
        else:
            require(s.active_colour != ANY, "active_colour", "is not a colour, but one was named")

    def check_pending(self) -> None:
        """Check pending, chain, last, due."""
        s = self.s
        require((s.pending > 0) == (s.chain is not None), "chain", "does not fit 'pending'")
        pulls = s.phase == "PULL" and s.why != "penalty"
        nothing = self.is_before_play or s.phase in ("TURN", "DRAWN") or pulls
        require(s.pending == 0 or not nothing, "pending", "is not 0, but nobody can face it in this phase")
        require(s.pending > 0 or s.phase != "RESPOND", "pending", "is 0, but the phase is RESPOND")
        require(s.last < 0 or not self.is_before_play, "last", "is a seat, but nobody has put down a card")
        put = self.is_top_pending or s.phase == "SWAP" or (s.phase == "JUMP" and s.ended < 0)
        first = s.phase == "JUMP" and self.rules.jump_on_first_card  # S-2.4
        require(s.last >= 0 or not put or first, "last", "is -1, but a card was just put down")
        can_owe = s.last >= 0 and self.rules.solo_call != "auto"
        require(not s.due or can_owe, "due", "is set, but nobody can owe")

    def check_phase(self) -> None:
        """Check the fields that exist in some phases only, and the counters (S-7.3)."""
        s, cap, n = self.s, self.rules.turn_cap, self.rules.num_players
        nobody = s.phase in ("SEAT", "FLIP", "OVER")
        require((s.to_act < 0) == nobody, "to_act", "does not fit the phase")
        require((s.starter < 0) == (s.phase == "SEAT"), "starter", "does not fit the phase")
        drawn = s.phase != "SEAT" or self.rules.first_seat < 0
        require(drawn, "phase", "is SEAT, but the first seat is fixed")
        require(s.phase == "PULL" or s.why is None, "why", "is not None, but the phase is not PULL")
        require(s.left == 0 or s.phase in ("DEAL", "PULL"), "left", "is not 0, but nothing is drawn")
        require((s.drawn >= 0) == (s.phase == "DRAWN"), "drawn", "does not fit the phase")
        require((s.want >= 0) == (s.phase == "SOLO"), "want", "does not fit the phase")
        for name, seat in (("next_turn", s.next_turn), ("ended", s.ended)):
            require(s.phase == "JUMP" or seat < 0, name, "is a seat, but nobody may jump in")
        over = s.phase == "OVER"
        most = cap + int(over) if cap > 0 and not self.is_before_play else 0
        least = 1 if cap > 0 and not self.is_before_play and not over else 0
        require(least <= s.turns <= most, "turns", "does not fit the phase")
        fresh = self.is_before_play or self.is_top_pending or s.phase in ("DRAWN", "SWAP")
        require(s.dead < (1 if fresh else n + int(over)), "dead", "does not fit the phase")

    def check_node(self) -> None:
        """Check the question put to the seat to act."""
        s = self.s
        if s.to_act < 0:
            return
        if s.phase == "DEAL":
            require(1 <= s.left <= self.rules.pack.deal, "left", "does not fit the phase DEAL")
        elif s.phase == "PULL":
            self.check_pull()
        elif s.phase == "DRAWN":
            self.check_drawn()
        elif s.phase == "SOLO":
            self.check_solo()
        elif s.phase == "COLOUR":
            require(s.top in (WILD, WD4), "phase", "is COLOUR, but the top card asks for none")
        elif s.phase == "SWAP":
            require(is_swap(s.top), "phase", "is SWAP, but the top card is not a Swap")
        elif s.phase == "JUMP":
            self.check_jump()
        if s.phase in ("COLOUR", "SWAP"):
            require(s.to_act == s.last, "to_act", "is not the seat that has put down the top card")

    def check_pull(self) -> None:
        """Check a draw: cards are drawn one by one, for a reason."""
        s, rules = self.s, self.rules
        require(sum(s.draw_pile) > 0, "draw_pile", "is empty, but the phase is PULL")
        most = {"draw": 1, "penalty": rules.solo_penalty}.get(str(s.why), sum(DECK))
        require(1 <= s.left <= most, "left", "does not fit 'why'")
        require(s.why is not None, "why", "is None, but the phase is PULL")
        if s.why == "penalty":
            require(s.to_act != s.last, "to_act", "is the seat that has just put down a card")
        if s.why == "last":
            draws = rules.last_card_draws and (s.top == WD4 or is_draw2(s.top))
            require(draws, "why", "is last, but the top card makes nobody draw")
            require(size(s, s.last) == 0, "hand", "holds cards for the seat that has put down its last one")
            require(s.to_act == rules.next(s, s.last, 1), "to_act", "is not the seat after the last card's")

    def check_drawn(self) -> None:
        """S-4.4"""
        s, cap = self.s, self.rules.turn_cap
        good = s.hand[s.to_act][s.drawn] > 0 and matches(s.drawn, s.top, s.active_colour)
        require(good, "drawn", "is not a card of the hand that can be played")
        for p in self.seats:
            unknown = s.known[p][s.to_act][s.drawn] < s.hand[s.to_act][s.drawn]
            require(unknown, "known", "has the card in 'drawn', which only its owner has seen")
        require(cap == 0 or s.turns < cap, "phase", "is DRAWN in the round's last turn")

    def check_solo(self) -> None:
        """Check the node SOLO: a card is shown, then SOLO is called or not."""
        s = self.s
        require(s.hand[s.to_act][s.want] > 0 and size(s, s.to_act) == 2, "want", "is not a card of a hand of two")
        require(self.rules.solo_call == "manual", "phase", "is SOLO, but declarations are made by themselves")
        for p in self.seats:
            require(p == s.to_act or s.known[p][s.to_act][s.want] > 0, "known", "lacks the card in 'want'")

    def check_jump(self) -> None:
        """Check that the window would ask the seat (S-4.7, S-4.9)."""
        s, rules = self.s, self.rules
        require(s.next_turn >= 0, "next_turn", "is -1, but the phase is JUMP")
        require(s.ended < 0 or s.next_turn == rules.next(s, s.ended, 1), "next_turn", "is not the seat after 'ended'")
        first = s.last < 0 and s.ended < 0
        fits = not first or s.next_turn == s.starter
        require(fits, "next_turn", "is not the starter, but nobody has put down a card")
        window = s.last >= 0 or rules.jump_on_first_card
        window = window and rules.jumpable(s.top) and (s.ended < 0 or rules.jump_every_turn)
        require(window, "phase", "is JUMP, but there is no jumping in")
        asked = rules.asked(s, s.next_turn, s.ended)
        require(s.to_act in asked, "to_act", "is a seat that cannot jump in")

    def check_hands(self) -> None:
        """Check empty hands: such a seat has won, unless a pending draw comes first."""
        s = self.s
        if self.is_before_play:
            self.check_deal()
        elif s.phase != "OVER":
            out = s.last if self.why in ("penalty", "last") else -1
            for p in self.seats:
                require(p == out or size(s, p) > 0, "hand", "is empty for a seat, but the round continues")

    def check_deal(self) -> None:
        """Check hands, piles and direction before the first turn (S-2.4)."""
        s, deal = self.s, self.rules.pack.deal
        for p in self.seats:
            total = deal if s.phase == "FLIP" or p < s.to_act else 0
            if s.phase == "DEAL" and p == s.to_act:
                total = deal - s.left
            require(size(s, p) == total, "hand", "does not fit the deal")
        require(s.phase == "FLIP" or s.discard == EMPTY, "discard", "is not empty, but the phase is SEAT or DEAL")
        numbers = any(is_number(k) for k in held(s.discard))
        require(not numbers, "discard", "has a number card, but the phase is FLIP")
        left = s.phase != "FLIP" or s.draw_pile != EMPTY
        require(left, "draw_pile", "is empty, but the phase is FLIP")
        require(s.dir == 1, "dir", "is not 1 before the first turn")

    def check_over(self) -> None:
        """Check the end: the game ends with points below 0, or with the last round of `max_rounds`."""
        s = self.s
        done = min(s.points) < 0 or s.round == self.rules.max_rounds > 0
        require(s.phase != "OVER" or done, "phase", "is OVER, but the game continues")
