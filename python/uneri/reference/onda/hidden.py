"""A seat's knowledge in ONDA (section 8), worlds that look the same to it, and the observation as numbers (section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..common import Segment, Shuffle, SplitMix64, at, cards_of, one_hot, others_of
from .plays import KINDS, NO_CARDS, PLAYS, counts_of, plus
from .rules import Rules
from .state import PHASES, State


def sees_face(rules: Rules, s: State, seat: int) -> bool:
    """Return whether `seat` may see the face of the joker on the table (O-8.3)."""
    if s.table is not None and s.table.owner == seat:
        return True
    return rules.reveal_jokers == "on_play" or (rules.reveal_jokers == "on_discard" and s.phase == "OVER")


def shown_jokers(rules: Rules, s: State, owner: int) -> list[int]:
    """List the spent jokers of `owner` that all may see (O-8.3)."""
    if rules.reveal_jokers == "never":
        return []
    shown = list(s.spent[owner])
    on_table = s.table is not None and s.table.owner == owner and s.table.face >= 0
    if rules.reveal_jokers == "on_discard" and on_table and s.phase != "OVER":
        assert s.table is not None
        shown.remove(s.table.face)
    return shown


def unseen(rules: Rules, s: State, p: int) -> list[int]:
    """8.3: count, by kind, the cards at places that seat `p` cannot see."""
    seen = [*s.down[p], *s.spent[p]]  # O-8.1
    counts = plus(rules.pack, seen, -1)
    counts = tuple(c - a - b for c, a, b in zip(counts, s.hand[p], s.played, strict=True))
    for q in range(rules.num_players):
        if q == p:
            continue
        counts = plus(counts, shown_jokers(rules, s, q), -1)
        if s.phase == "OVER":
            counts = tuple(c - h for c, h in zip(counts, s.hand[q], strict=True))  # O-8.6
        else:
            counts = plus(counts, s.known[q], -1)
    return list(counts)


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """R-7, 8.3: deal the unseen cards again to the unseen places, until the seat to act has a legal action.

    The seat to act is filled first, then the others clockwise from `seat`; within a seat its hand beyond the known
    cards, its face-down cards, its hidden spent jokers. Each place gets the next card of a Fisher-Yates shuffle.
    """
    pool = Shuffle(cards_of(unseen(rules, s, seat)), rng)

    def fill(world: State, q: int) -> State:
        if s.phase != "OVER":
            hand = [*s.known[q], *pool.draw(sum(s.hand[q]) - len(s.known[q]))]
            world = replace(world, hand=at(world.hand, q, plus(NO_CARDS, hand)))
        down = tuple(sorted(pool.draw(len(s.down[q]))))
        shown = shown_jokers(rules, s, q)
        hidden = pool.draw(len(s.spent[q]) - len(shown))
        spent = tuple(sorted([*shown, *hidden]))
        world = replace(world, down=at(world.down, q, down), spent=at(world.spent, q, spent))
        if s.table is not None and s.table.owner == q and s.table.face >= 0 and not sees_face(rules, s, seat):
            world = replace(world, table=replace(s.table, face=hidden[-1]))
        return world

    world = s
    for q in others_of(seat, rules.num_players, s.to_act):
        before = world
        world = fill(before, q)
        while q == s.to_act and not rules.legal(world):
            pool.drawn = 0
            world = fill(before, q)
    return replace(world, deck=tuple(counts_of(pool.rest())))  # O-8.5


def segments(rules: Rules, s: State, seat: int) -> list[Segment]:
    """List what the seat sees, with seats counted clockwise from it."""
    n, is_over, table = rules.num_players, s.phase == "OVER", s.table
    seats = [seat, *others_of(seat, n)]
    play = None if table is None else PLAYS[table.play]
    face = table.face if table is not None and sees_face(rules, s, seat) else None

    def halves(*rows: Sequence[int]) -> list[float]:
        return [count / 2 for counts in rows for count in counts]

    def is_seat(q: int) -> list[bool]:
        return [q == other for other in seats]

    hands = [s.hand[q] if q == seat or is_over else counts_of(s.known[q]) for q in seats]
    spent = [counts_of(s.spent[q] if q == seat else shown_jokers(rules, s, q)) for q in seats]
    return [
        ("hand", (n, KINDS), halves(*hands)),
        ("known", (n, KINDS), halves(*(counts_of(s.known[q]) for q in seats))),
        ("down", (KINDS,), halves(counts_of(s.down[seat]))),
        ("spent", (n, KINDS), halves(*spent)),
        ("played", (KINDS,), halves(s.played)),
        ("hand_total", (n,), [sum(s.hand[q]) / 15 for q in seats]),  # O-8.2
        ("down_total", (n,), [len(s.down[q]) / 2 for q in seats]),
        ("spent_total", (n,), [len(s.spent[q]) / 2 for q in seats]),
        ("scores", (n,), [s.scores[q] / 40 for q in seats]),
        ("round_wins", (n,), [s.round_wins[q] / 6 for q in seats]),
        ("passed", (n,), [s.passed[q] for q in seats]),
        ("prev_winner", (n,), is_seat(s.prev_winner)),
        ("starter", (n,), is_seat(s.starter)),
        ("leader", (n,), is_seat(s.leader)),
        ("to_act", (n,), is_seat(s.to_act)),
        ("round", (6,), one_hot(s.round - 1, 6)),
        ("phase", (8,), [s.phase == phase for phase in PHASES]),
        ("pending", (2,), [s.pending == what for what in ("JOKER", "TURN")]),
        ("tide", (1,), [s.tide]),
        ("status", (1,), [s.status]),
        ("bomb_used", (1,), [s.bomb_used]),
        ("dial", (16,), one_hot(s.dial, 16)),
        ("dial_shape", (7,), [shape in rules.dial_shapes(s) for shape in range(7)]),
        ("table_owner", (n,), is_seat(-1 if table is None else table.owner)),
        ("table_shape", (7,), one_hot(None if play is None else play.shape, 7)),
        ("table_rank", (15,), one_hot(None if play is None else play.rank - 1, 15)),
        ("table_joker", (15,), one_hot(None if play is None or play.joker is None else play.joker - 1, 15)),
        ("table_cards", (KINDS,), halves(counts_of([] if play is None else play.cards))),
        ("table_face", (KINDS,), one_hot(face, KINDS)),
    ]
