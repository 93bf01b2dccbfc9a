"""States of SOLO as plain data. Reading one back checks every field; `checks` checks how they fit together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..common import naming_values, plain, state_data
from ..reader import Field, read_fields
from .cards import ANY, DECK, EMPTY, GAME, KINDS, Counts
from .checks import Checker
from .hidden import as_seen
from .options import MOST_OF_A_BLACK_KIND, MOST_OF_A_COLOURED_KIND, most_of
from .rules import Rules
from .state import CHAINS, PHASES, WHYS, State, size

FIELDS = (
    *("options", "round", "points", "starter", "dir", "hand", "hand_total", "known", "draw_pile", "draw_total"),
    *("discard", "top", "active_colour", "pending", "chain", "last", "due", "phase", "to_act", "left", "why"),
    *("drawn", "want", "next_turn", "ended", "turns", "dead"),
)


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, object]:
    """Return every field, or those that a seat may know, with None for the rest (8.1, 8.4)."""
    n = rules.num_players
    seen = s if seat is None else as_seen(rules, s, seat)
    return state_data(
        seen,
        FIELDS,
        options=dict(rules.options),
        hand=[list(s.hand[q]) if seat in (None, q) or s.phase == "OVER" else None for q in range(n)],  # S-8.5
        hand_total=[size(s, q) for q in range(n)],
        known=[plain(seen.known[o]) if seat in (None, o) else None for o in range(n)],
        draw_pile=list(s.draw_pile) if seat is None else None,
        draw_total=sum(s.draw_pile),
    )


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """Return the state, or raise a ValueError that names the wrong field."""
    s = _state(rules, read_fields(GAME, data, FIELDS, rules.options))
    with naming_values(data):
        Checker(rules, s).check()
    return s


def _state(rules: Rules, field: Mapping[str, Field]) -> State:
    """Return the state, every field in its range."""
    n, cap, cards = rules.num_players, rules.turn_cap, sum(DECK)
    before: dict[str, Any] = {
        "round": field["round"].integer(0, rules.most_rounds),
        "points": field["points"].ints(n, rules.min_score, rules.start_points),
        "starter": field["starter"].integer(-1, n - 1),
        "dir": field["dir"].integer(-1, 1),
        "hand": tuple(map(_counts, field["hand"].by_seat(rules.num_players))),
    }
    if field["hand_total"].ints(n, 0, cards) != tuple(map(sum, before["hand"])):
        raise field["hand_total"].bad("the number of cards in each hand")
    before["known"] = _knowledge(rules, field["known"], before["hand"])
    before["draw_pile"] = _counts(field["draw_pile"])
    if field["draw_total"].integer(0, cards) != sum(before["draw_pile"]):
        raise field["draw_total"].bad("the number of cards in the draw pile")
    return State(
        **before,
        discard=_counts(field["discard"]),
        top=field["top"].integer(-1, KINDS - 1),
        active_colour=field["active_colour"].integer(0, ANY),
        pending=field["pending"].integer(0, cards),
        chain=field["chain"].word((None, *CHAINS)),
        last=field["last"].integer(-1, n - 1),
        due=field["due"].flag(),
        phase=field["phase"].word(PHASES),
        to_act=field["to_act"].integer(-1, n - 1),
        left=field["left"].integer(0, cards),
        why=field["why"].word((None, *WHYS)),
        drawn=field["drawn"].integer(-1, KINDS - 1),
        want=field["want"].integer(-1, KINDS - 1),
        next_turn=field["next_turn"].integer(-1, n - 1),
        ended=field["ended"].integer(-1, n - 1),
        turns=field["turns"].integer(0, cap + 1 if cap > 0 else 0),
        dead=field["dead"].integer(0, n),
    )


def _counts(field: Field) -> Counts:
    """Read counts of kinds, no more of one than a hand-made position may have."""
    most = f"0 to {MOST_OF_A_COLOURED_KIND} of a coloured kind, 0 to {MOST_OF_A_BLACK_KIND} of a black one"
    return field.ints_up_to([most_of(kind) for kind in range(KINDS)], f"{KINDS} counts, {most}")


def _knowledge(rules: Rules, field: Field, hands: Sequence[Counts]) -> tuple[tuple[Counts, ...], ...]:
    """Read `known`: what every seat knows of every hand, never more than the hand holds (8.3)."""
    rows = [row.by_seat(rules.num_players) for row in field.by_seat(rules.num_players)]
    known = tuple(tuple(map(_counts, row)) for row in rows)
    for p, row in enumerate(known):
        for q, counts in enumerate(row):
            held_by_q = EMPTY if p == q else hands[q]
            if any(certain > count for certain, count in zip(counts, held_by_q, strict=True)):
                raise field.bad("for each other seat at most what its hand holds, for the seat itself 0")
    return known
