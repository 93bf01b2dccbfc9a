"""States of SOLO as plain data. Reading one back checks every field; `solo_checks` checks how they fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from uneri.reference.common import bad_field, bool_field, int_field, is_int, list_field, naming_values, same_data
from uneri.reference.solo.cards import ANY, DECK, EMPTY, GAME, KINDS, Counts
from uneri.reference.solo.checks import MOST_OF_A_BLACK_KIND, MOST_OF_A_COLOURED_KIND, Checker, most_of
from uneri.reference.solo.hidden import as_seen
from uneri.reference.solo.rules import Rules
from uneri.reference.solo.state import CHAINS, PHASES, WHYS, State, size
from uneri.reference.words import brief

FIELDS = (
    *("options", "round", "points", "starter", "dir", "hand", "hand_total", "known", "draw_pile", "draw_total"),
    *("discard", "top", "active_colour", "pending", "chain", "last", "due", "phase", "to_act", "left", "why"),
    *("drawn", "want", "next_turn", "ended", "turns", "dead"),
)


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, object]:
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
    with naming_values(data):
        Checker(rules, s).check()
    return s


class Reader:
    """Types and ranges, field by field."""

    def __init__(self, rules: Rules, data: Mapping[str, object]) -> None:
        self.rules = rules
        self.data = data

    def state(self) -> State:
        """The record, every field in its range."""
        n, cap, cards = self.rules.num_players, self.rules.turn_cap, sum(DECK)
        if not same_data(self.data["options"], self.rules.options):
            raise self.bad("options", "the options of this game")
        s: dict[str, Any] = {
            "round": self.number("round", 0, self.rules.most_rounds),
            "points": self.numbers("points", self.rules.min_score, self.rules.start_points),
            "starter": self.number("starter", -1, n - 1),
            "dir": self.number("dir", -1, 1),
            "hand": self.hands(),
        }
        s["known"] = self.knowledge(s["hand"])
        s["draw_pile"] = self.counts("draw_pile", self.data["draw_pile"])
        if self.number("draw_total", 0, cards) != sum(s["draw_pile"]):
            raise self.bad("draw_total", "the number of cards in the draw pile")
        return State(
            **s,
            discard=self.counts("discard", self.data["discard"]),
            top=self.number("top", -1, KINDS - 1),
            active_colour=self.number("active_colour", 0, ANY),
            pending=self.number("pending", 0, cards),
            chain=self.word("chain", CHAINS),
            last=self.number("last", -1, n - 1),
            due=bool_field(GAME, self.data, "due"),
            phase=self.phase(),
            to_act=self.number("to_act", -1, n - 1),
            left=self.number("left", 0, cards),
            why=self.word("why", WHYS),
            drawn=self.number("drawn", -1, KINDS - 1),
            want=self.number("want", -1, KINDS - 1),
            next_turn=self.number("next_turn", -1, n - 1),
            ended=self.number("ended", -1, n - 1),
            turns=self.number("turns", 0, cap + 1 if cap > 0 else 0),
            dead=self.number("dead", 0, n),
        )

    def bad(self, name: str, allowed: str) -> ValueError:
        """The error for a whole field."""
        return bad_field(GAME, name, self.data[name], allowed)

    def number(self, name: str, low: int, high: int) -> int:
        """An int in low..high."""
        return int_field(GAME, self.data, name, low, high)

    def numbers(self, name: str, low: int, high: int) -> tuple[int, ...]:
        """An int in low..high for every seat."""
        return tuple(list_field(GAME, name, self.data[name], self.rules.num_players, low, high))

    def word(self, name: str, allowed: tuple[str, ...]) -> str | None:
        """One of some words, or None."""
        value = self.data[name]
        if value is None or (isinstance(value, str) and value in allowed):
            return value
        raise self.bad(name, f"None, {', '.join(allowed)}")

    def phase(self) -> str:
        """A phase's name."""
        value = self.data["phase"]
        if not isinstance(value, str) or value not in PHASES:
            raise self.bad("phase", ", ".join(PHASES))
        return value

    def by_seat(self, name: str, value: object) -> Sequence[object]:
        """A list with one entry a seat."""
        seats = self.rules.num_players
        if not isinstance(value, list | tuple) or len(value) != seats:
            raise bad_field(GAME, name, value, f"a list of {seats} entries, one for every seat")
        return value

    def counts(self, name: str, value: object) -> Counts:
        """Counts of kinds, no more of one than a hand-made position may have."""
        if (
            not isinstance(value, list | tuple)
            or len(value) != KINDS
            or not all(is_int(count) and 0 <= count <= most_of(k) for k, count in enumerate(value))
        ):
            allowed = (
                f"{KINDS} counts, 0 to {MOST_OF_A_COLOURED_KIND} of a coloured kind, "
                f"0 to {MOST_OF_A_BLACK_KIND} of a black one"
            )
            raise bad_field(GAME, name, value, allowed)
        return tuple(value)

    def hands(self) -> tuple[Counts, ...]:
        """hand, hand_total"""
        hands = tuple(self.counts("hand", hand) for hand in self.by_seat("hand", self.data["hand"]))
        if self.numbers("hand_total", 0, sum(DECK)) != tuple(map(sum, hands)):
            raise self.bad("hand_total", "the number of cards in each hand")
        return hands

    def knowledge(self, hands: tuple[Counts, ...]) -> tuple[tuple[Counts, ...], ...]:
        """known: what every seat knows of every hand, never more than the hand holds (8.3)."""
        rows = [self.by_seat("known", row) for row in self.by_seat("known", self.data["known"])]
        known = tuple(tuple(self.counts("known", counts) for counts in row) for row in rows)
        for p, row in enumerate(known):
            for q, counts in enumerate(row):
                held_by_q = EMPTY if p == q else hands[q]
                if any(certain > count for certain, count in zip(counts, held_by_q, strict=True)):
                    raise self.bad("known", "for each other seat at most what its hand holds, for the seat itself 0")
        return known
