"""States of SOLO as plain data. Reading one back checks every field, and that a game or a study position may look so:
a position need not use all 112 cards, nor come from a real deal (S-2.6), but play from it must stay within the bounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from uneri.reference._common import bad_field, int_field, list_field
from uneri.reference._words import brief
from uneri.reference.solo_cards import (
    ANY,
    DECK,
    EMPTY,
    GAME,
    KINDS,
    SIT,
    WD4,
    WILD,
    Counts,
    colour,
    hand_penalty,
    held,
    is_black,
    is_draw2,
    is_number,
    is_swap,
    matches,
)
from uneri.reference.solo_hidden import as_seen
from uneri.reference.solo_state import CHAINS, MOST_PENDING, PHASES, WHYS, State, size

if TYPE_CHECKING:
    from uneri.reference.solo import Rules

FIELDS = (
    *("options", "round", "points", "starter", "dir", "hand", "hand_total", "known", "draw_pile", "draw_total"),
    *("discard", "top", "active_colour", "pending", "chain", "last", "due", "phase", "to_act", "left", "why"),
    *("drawn", "want", "next_turn", "ended", "turns", "dead"),
)
DEALING = ("SEAT", "DEAL", "FLIP")  # nothing has been played yet
MOST_OF_A_COLOURED_KIND = 3
MOST_OF_A_BLACK_KIND = 7


def to_dict(rules: Rules, s: State, seat: int | None) -> dict[str, object]:
    """Every field, or those that a seat may know, with None for the rest (8.1, 8.4)."""
    hand_total = [size(s, q) for q in range(rules.num_players)]
    draw_total = sum(s.draw_pile)
    hand_open = [seat in (None, q) or s.phase == "OVER" for q in range(rules.num_players)]  # S-8.5
    if seat is not None:
        s = as_seen(rules, s, seat)
    return {
        "options": dict(rules.options),
        "round": s.round,
        "points": list(s.points),
        "starter": s.starter,
        "dir": s.dir,
        "hand": [list(hand) if shown else None for hand, shown in zip(s.hand, hand_open, strict=True)],
        "hand_total": hand_total,
        "known": [[list(counts) for counts in row] if seat in (None, o) else None for o, row in enumerate(s.known)],
        "draw_pile": list(s.draw_pile) if seat is None else None,
        "draw_total": draw_total,
        "discard": list(s.discard),
        "top": s.top,
        "active_colour": s.active_colour,
        "pending": s.pending,
        "chain": s.chain,
        "last": s.last,
        "due": s.due,
        "phase": s.phase,
        "to_act": s.to_act,
        "left": s.left,
        "why": s.why,
        "drawn": s.drawn,
        "want": s.want,
        "next_turn": s.next_turn,
        "ended": s.ended,
        "turns": s.turns,
        "dead": s.dead,
    }


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """The state, or a ValueError that names the field."""
    for name in data:
        if name not in FIELDS:
            raise ValueError(f"{GAME}: no field {brief(name)}; fields: {', '.join(FIELDS)}")
    for name in FIELDS:
        if name not in data:
            raise ValueError(f"{GAME}: field {name!r} is missing")
    s = Reader(rules, data).state()
    Checker(rules, data, s).check()
    return s


class Reader:
    """Types and ranges, field by field."""

    def __init__(self, rules: Rules, data: Mapping[str, object]) -> None:
        self.rules = rules
        self.data = data

    def state(self) -> State:
        """The record, every field in its range."""
        n, cap = self.rules.num_players, self.rules.turn_cap
        if self.data["options"] != self.rules.options:
            raise bad_field(GAME, "options", self.data["options"], f"the options of this game, {self.rules.options}")
        return State(
            round=self.number("round", 0, self.rules.most_rounds),
            points=tuple(
                list_field(GAME, "points", self.data["points"], n, self.rules.min_score, self.rules.start_points)
            ),
            starter=self.number("starter", -1, n - 1),
            dir=self.direction(),
            hand=tuple(self.counts("hand", hand) for hand in self.by_seat("hand", self.data["hand"])),
            known=tuple(self.knowledge(row) for row in self.by_seat("known", self.data["known"])),
            draw_pile=self.counts("draw_pile", self.data["draw_pile"]),
            discard=self.counts("discard", self.data["discard"]),
            top=self.number("top", -1, KINDS - 1),
            active_colour=self.number("active_colour", 0, ANY),
            pending=self.number("pending", 0, MOST_PENDING),
            chain=self.word("chain", CHAINS),
            last=self.number("last", -1, n - 1),
            due=self.flag("due"),
            phase=self.phase(),
            to_act=self.number("to_act", -1, n - 1),
            left=self.number("left", 0, MOST_PENDING),
            why=self.word("why", WHYS),
            drawn=self.number("drawn", -1, KINDS - 1),
            want=self.number("want", -1, KINDS - 1),
            next_turn=self.number("next_turn", -1, n - 1),
            ended=self.number("ended", -1, n - 1),
            turns=self.number("turns", 0, cap + 1 if cap > 0 else 0),
            dead=self.number("dead", 0, n),
        )

    def number(self, name: str, low: int, high: int) -> int:
        """An int in low..high."""
        return int_field(GAME, self.data, name, low, high)

    def flag(self, name: str) -> bool:
        """A bool."""
        value = self.data[name]
        if not isinstance(value, bool):
            raise bad_field(GAME, name, value, "true, false")
        return value

    def word(self, name: str, allowed: tuple[str, ...]) -> str | None:
        """One of some words, or None."""
        value = self.data[name]
        if value is None or (isinstance(value, str) and value in allowed):
            return value
        raise bad_field(GAME, name, value, f"None, {', '.join(allowed)}")

    def phase(self) -> str:
        """A phase's name."""
        value = self.data["phase"]
        if not isinstance(value, str) or value not in PHASES:
            raise bad_field(GAME, "phase", value, ", ".join(PHASES))
        return value

    def direction(self) -> int:
        """1 or -1."""
        value = self.number("dir", -1, 1)
        if value == 0:
            raise bad_field(GAME, "dir", value, "-1, 1")
        return value

    def by_seat(self, name: str, value: object) -> Sequence[object]:
        """A list with one entry a seat."""
        if not isinstance(value, list | tuple) or len(value) != self.rules.num_players:
            raise bad_field(GAME, name, self.data[name], f"a list of {self.rules.num_players}, one entry a seat")
        return value

    def counts(self, name: str, value: object) -> Counts:
        """Counts of kinds, no more of one than a hand-made position may have."""
        counts = tuple(list_field(GAME, name, value, KINDS, 0, MOST_OF_A_BLACK_KIND))
        if too_many(counts):
            raise bad_field(GAME, name, value, "at most 3 of a coloured kind and 7 of a black kind")
        return counts

    def knowledge(self, row: object) -> tuple[Counts, ...]:
        """What one seat knows of every hand."""
        return tuple(self.counts("known", counts) for counts in self.by_seat("known", row))


def too_many(counts: Sequence[int]) -> bool:
    """More of a kind than a position may have."""
    return any(
        count > (MOST_OF_A_BLACK_KIND if is_black(k) else MOST_OF_A_COLOURED_KIND) for k, count in enumerate(counts)
    )


class Checker:
    """What the fields demand of each other; every method looks after some fields, in the order of the table."""

    def __init__(self, rules: Rules, data: Mapping[str, object], s: State) -> None:
        self.rules = rules
        self.data = data
        self.s = s
        self.why = s.why if s.phase == "PULL" else None
        self.seats = range(rules.num_players)

    def require(self, good: bool, name: str, allowed: str) -> None:
        """Raises unless `good`."""
        if not good:
            raise bad_field(GAME, name, self.data[name], allowed)

    def check(self) -> None:
        """All fields."""
        self.check_match()
        self.check_hands()
        self.check_known()
        self.check_piles()
        self.check_top()
        self.check_chain()
        self.check_last()
        self.check_node()
        self.check_drawn_and_want()
        self.check_window()
        self.check_counters()

    def check_match(self) -> None:
        """round, points, starter, dir"""
        s, rules = self.s, self.rules
        if s.phase == "SEAT":
            self.require(s.round == 0, "round", "0 in SEAT")
        else:
            # Every round before has cost all but one seat a point or more (S-7.5).
            lost = rules.num_players * rules.start_points - sum(s.points)
            most = min(1 + lost // (rules.num_players - 1), rules.most_rounds)
            self.require(1 <= s.round <= most, "round", f"1 to {most} with these points")
        if s.phase == "OVER":
            over = min(s.points) < 0 or s.round == rules.max_rounds > 0
            self.require(over, "points", "in OVER one below 0, or the last round of max_rounds")
        else:
            self.require(min(s.points) >= 0, "points", f"0 to {rules.start_points} before the end")
        self.require((s.starter == -1) == (s.phase == "SEAT"), "starter", "-1 in SEAT, else a seat")
        self.require(s.dir == 1 or s.phase not in DEALING, "dir", "1 before the first turn (S-2.4)")

    def check_hands(self) -> None:
        """hand, hand_total"""
        s = self.s
        sizes = [size(s, q) for q in self.seats]
        if s.phase in DEALING:
            most = self.rules.pack.deal
            dealt = {"SEAT": 0, "DEAL": most * s.to_act + most - s.left, "FLIP": most * len(sizes)}
            fair = [max(0, min(most, dealt[s.phase] - most * q)) for q in self.seats]
            self.require(sizes == fair, "hand", f"{fair} cards at this point of the deal")
        elif s.phase != "OVER":
            # Who holds nothing has won, unless there is something left to be drawn before that counts.
            out = s.last if self.why in ("penalty", "last") else -1
            self.require(all(sizes[q] > 0 or q == out for q in self.seats), "hand", "no empty hand")
            if self.why == "last":
                self.require(out >= 0 and sizes[out] == 0, "hand", "an empty hand of seat `last`")
        if s.phase == "SOLO" and s.to_act >= 0:
            self.require(sizes[s.to_act] == 2, "hand", "two cards of the seat in SOLO")
        given = list_field(GAME, "hand_total", self.data["hand_total"], len(sizes), 0, sum(DECK))
        self.require(given == sizes, "hand_total", f"the sums of hand, {sizes}")

    def check_known(self) -> None:
        """known: never more than the hand holds (8.3)"""
        s = self.s
        for p, row in enumerate(s.known):
            self.require(row[p] == EMPTY, "known", "nothing about oneself")
            for q, counts in enumerate(row):
                fits = all(certain <= count for certain, count in zip(counts, s.hand[q], strict=True))
                self.require(fits, "known", "at most what the hand holds")
        if s.phase in DEALING:
            self.require(all(counts == EMPTY for row in s.known for counts in row), "known", "nothing before play")
        for p in self.seats:
            if p == s.to_act or s.to_act < 0:
                continue
            certain = s.known[p][s.to_act]
            if s.phase == "SOLO" and s.want >= 0:
                self.require(certain[s.want] > 0, "known", "the card on show in SOLO")
            if s.phase == "DRAWN" and s.drawn >= 0:
                unknown = certain[s.drawn] < s.hand[s.to_act][s.drawn]
                self.require(unknown, "known", "not the card just drawn")

    def check_piles(self) -> None:
        """draw_pile, draw_total, discard"""
        s = self.s
        in_hands = [sum(counts) for counts in zip(*s.hand, strict=True)]
        everything = [sum(counts) for counts in zip(in_hands, s.draw_pile, s.discard, strict=True)]
        if s.phase in DEALING:
            self.require(tuple(everything) == self.rules.pack.cards, "draw_pile", "the rest of the pack")
        if s.phase in ("FLIP", "PULL"):
            self.require(sum(s.draw_pile) > 0, "draw_pile", "a card to draw")
        given = int_field(GAME, self.data, "draw_total", 0, sum(DECK))
        self.require(given == sum(s.draw_pile), "draw_total", f"{sum(s.draw_pile)}, the sum of draw_pile")
        if s.phase in ("SEAT", "DEAL"):
            self.require(s.discard == EMPTY, "discard", "no cards before the first one is turned over")
        elif s.phase == "FLIP":
            self.require(not any(is_number(k) for k in held(s.discard)), "discard", "no number card before play")
        else:
            self.require(s.discard != EMPTY, "discard", "at least one card")
        few = not too_many(everything) and sum(everything) <= sum(DECK)
        self.require(
            few and hand_penalty(everything) <= hand_penalty(DECK),
            "discard",
            "with hands and draw pile at most 3 of a coloured kind, 7 of a black kind, 112 cards, 1480 points",
        )

    def check_top(self) -> None:
        """top, active_colour (S-5.2)"""
        s = self.s
        if s.discard == EMPTY:
            self.require(s.top == -1, "top", "-1 without a discard pile")
        else:
            self.require(s.top >= 0 and s.discard[s.top] > 0, "top", "a kind of the discard pile")
        if s.phase in DEALING:
            self.require(s.active_colour == ANY, "active_colour", "4 before the first number card")
        elif s.phase in ("COLOUR", "OVER") or self.why in ("penalty", "last"):
            pass  # the effect of the top card is still to come, or never came: the colour is the one before
        elif s.top == SIT:
            self.require(s.active_colour == ANY, "active_colour", "4 on a SIT")
        elif is_black(s.top):
            self.require(s.active_colour != ANY, "active_colour", "0 to 3 on a Wild or WD4")
        else:
            self.require(s.active_colour == colour(s.top), "active_colour", f"{colour(s.top)}, that of the top card")

    def check_chain(self) -> None:
        """pending, chain"""
        s = self.s
        if s.phase == "RESPOND":
            self.require(s.pending > 0, "pending", "1 to 112 in RESPOND")
        elif s.phase in (*DEALING, "TURN", "DRAWN") or (s.phase == "PULL" and self.why != "penalty"):
            self.require(s.pending == 0, "pending", "0 in this phase")
        self.require((s.chain is None) == (s.pending == 0), "chain", "None with nothing pending, else D2, W4")

    def check_last(self) -> None:
        """last, due"""
        s = self.s
        if s.phase in DEALING:
            self.require(s.last == -1, "last", "-1 before play")
        elif s.phase in ("COLOUR", "SWAP"):
            self.require(s.last == s.to_act, "last", "the seat to act")
        elif s.phase == "JUMP" or self.why in ("penalty", "last"):
            self.require(s.last >= 0, "last", "a seat")
        if self.why == "penalty":
            self.require(s.last != s.to_act, "last", "another seat than the one that draws")
        if s.last < 0 or self.rules.solo_call == "auto":
            self.require(not s.due, "due", "false")

    def check_node(self) -> None:
        """phase, to_act, left, why"""
        s, rules = self.s, self.rules
        if s.phase == "SEAT":
            self.require(rules.first_seat == -1, "phase", "SEAT only with first_seat -1")
        if s.phase == "SOLO":
            self.require(rules.solo_call == "manual", "phase", "SOLO only with solo_call manual")
        if s.phase == "COLOUR":
            self.require(s.top in (WILD, WD4), "phase", "COLOUR only on a Wild or WD4")
        if s.phase == "SWAP":
            self.require(is_swap(s.top), "phase", "SWAP only on a Swap")
        nobody = s.phase in ("SEAT", "FLIP", "OVER")
        self.require((s.to_act == -1) == nobody, "to_act", "-1" if nobody else "a seat")
        low, high = {"DEAL": (1, self.rules.pack.deal), "PULL": (1, MOST_PENDING)}.get(s.phase, (0, 0))
        if self.why == "draw":
            high = 1
        if self.why == "penalty":
            high = rules.solo_penalty
        self.require(low <= s.left <= high, "left", f"{low} to {high} here")
        self.require((s.why is None) == (s.phase != "PULL"), "why", "None but in PULL")
        if self.why == "last":
            self.require(rules.last_card_draws and (s.top == WD4 or is_draw2(s.top)), "why", "no `last` here (S-7.1)")
            self.require(s.to_act == rules.next(s, s.last, 1), "to_act", "the seat after `last`")

    def check_drawn_and_want(self) -> None:
        """drawn, want"""
        s = self.s
        if s.phase == "DRAWN":
            good = s.drawn >= 0 and s.hand[s.to_act][s.drawn] > 0 and matches(s.drawn, s.top, s.active_colour)
            self.require(good, "drawn", "a playable kind of the hand")
        else:
            self.require(s.drawn == -1, "drawn", "-1 but in DRAWN")
        if s.phase == "SOLO":
            self.require(s.want >= 0 and s.hand[s.to_act][s.want] > 0, "want", "a kind of the hand")
        else:
            self.require(s.want == -1, "want", "-1 but in SOLO")

    def check_window(self) -> None:
        """next_turn, ended, and whether the window would ask the seat (S-4.7, S-4.9)"""
        s, rules = self.s, self.rules
        if s.phase != "JUMP":
            self.require(s.next_turn == -1, "next_turn", "-1 but in JUMP")
            self.require(s.ended == -1, "ended", "-1 but in JUMP")
            return
        self.require(s.next_turn >= 0, "next_turn", "a seat")
        if s.ended >= 0:
            self.require(rules.jump_window == "every_turn", "ended", "-1 with jump_window after_card")
            self.require(s.next_turn == rules.next(s, s.ended, 1), "next_turn", "the seat after `ended`")
        asked = rules.asked(s, s.next_turn, s.ended)
        self.require(s.to_act in asked, "to_act", f"a seat that may jump in, {asked}")

    def check_counters(self) -> None:
        """turns, dead (S-7.3)"""
        s, cap, n = self.s, self.rules.turn_cap, self.rules.num_players
        low, high = 0, 0
        if cap > 0 and s.phase not in DEALING:
            low, high = (0, cap + 1) if s.phase == "OVER" else (1, cap - 1) if s.phase == "DRAWN" else (1, cap)
        self.require(low <= s.turns <= high, "turns", f"{low} to {high} here")
        most = n if s.phase == "OVER" else n - 1
        if s.phase in (*DEALING, "DRAWN", "COLOUR", "SWAP") or self.why in ("penalty", "last"):
            most = 0
        self.require(s.dead <= most, "dead", f"0 to {most} here")
