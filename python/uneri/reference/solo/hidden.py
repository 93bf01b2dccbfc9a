"""A seat's view in SOLO (section 8): its view of the node, other states that look the same, and the tensor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..common import Segment, Shuffle, SplitMix64, at, cards_of, one_hot, others_of
from .cards import ANY, EMPTY, KINDS, Counts, multiplicity, plus
from .rules import Rules
from .state import CHAINS, PHASES, WHYS, State, size


def as_seen(rules: Rules, s: State, p: int) -> State:
    """Show JUMP and DRAWN of another seat as the node that follows if every seat but p declines (8.4)."""
    if s.phase not in ("JUMP", "DRAWN") or s.to_act == p:
        return s
    if s.phase == "JUMP":
        t, ended, to_ask = s.next_turn, s.ended, rules.still_to_ask(s)
    else:
        t, ended = rules.next(s, s.to_act, 1), s.to_act  # S-8.2
        to_ask = rules.asked(s, t, ended)
        s = replace(s, turns=s.turns + 1 if rules.turn_cap > 0 else 0)
    s = rules.act(s, t)
    return replace(s, phase="JUMP", to_act=p, next_turn=t, ended=ended) if p in to_ask else s


def unseen(s: State, p: int) -> list[int]:
    """Count the kinds of the other hands and the draw pile (8.3)."""
    hidden = [hand for q, hand in enumerate(s.hand) if q != p]
    return [sum(counts) for counts in zip(s.draw_pile, *hidden, strict=True)]


def resample(rules: Rules, s: State, p: int, rng: SplitMix64) -> State:
    """Draw uniformly among the states that look the same to p and agree with all it knows for certain (R-7, 8.3)."""
    if s.phase == "OVER":
        return s
    n = rules.num_players
    s = as_seen(rules, s, p)
    others = others_of(p, n, rules.player(s))
    loose = unseen(s, p)
    for q in others:
        loose = [count - certain for count, certain in zip(loose, s.known[p][q], strict=True)]
    pool = Shuffle(cards_of(loose), rng)  # the cards that p can't see and doesn't know to be in some hand
    hands = list(s.hand)
    for q in others:
        hands[q] = s.known[p][q]
        for k in pool.draw(size(s, q) - sum(s.known[p][q])):
            hands[q] = plus(hands[q], k)
    pile = EMPTY
    for k in pool.rest():
        pile = plus(pile, k)
    return replace(s, hand=tuple(hands), draw_pile=pile, known=known_to_all(s, p))


def known_to_all(s: State, p: int) -> tuple[tuple[Counts, ...], ...]:
    """Return what p knows, and what it knows the others to know: the card on show in SOLO; with two seats its hand."""
    n = len(s.hand)
    rows = [s.known[p] if o == p else (EMPTY,) * n for o in range(n)]
    for o in others_of(p, n):
        if n == 2:
            rows[o] = at(rows[o], p, s.known[o][p])
        if s.phase == "SOLO" and o != s.to_act and rows[o][s.to_act][s.want] == 0:
            rows[o] = at(rows[o], s.to_act, plus(EMPTY, s.want))
    return tuple(rows)


def segments(rules: Rules, s: State, p: int) -> list[Segment]:
    """List what p sees; seats count clockwise from p."""
    n, over = rules.num_players, s.phase == "OVER"
    s = as_seen(rules, s, p)
    seats = [p, *others_of(p, n)]

    def share(*rows: Sequence[int]) -> list[float]:
        return [count / multiplicity(k) for counts in rows for k, count in enumerate(counts)]

    def seat(q: int) -> list[bool]:
        return [q == other for other in seats]

    return [
        ("hand", (KINDS,), share(s.hand[p])),
        ("known", (n - 1, KINDS), share(*(s.hand[q] if over else s.known[p][q] for q in seats[1:]))),
        ("unseen", (KINDS,), share(EMPTY if over else unseen(s, p))),  # S-8.4
        ("discard", (KINDS,), share(s.discard)),
        ("top", (KINDS,), one_hot(s.top, KINDS)),
        ("colour", (ANY + 1,), one_hot(s.active_colour, ANY + 1)),
        ("hand_total", (n,), [size(s, q) / 20 for q in seats]),  # S-8.1
        ("draw_total", (1,), [sum(s.draw_pile) / 112]),
        ("points", (n,), [s.points[q] / max(1, rules.start_points) for q in seats]),
        ("pending", (1,), [s.pending / 10]),
        ("chain", (len(CHAINS),), [s.chain == name for name in CHAINS]),
        ("clockwise", (1,), [s.dir == 1]),
        ("last", (n,), seat(s.last)),
        ("due", (1,), [s.due]),  # S-5.17
        ("phase", (len(PHASES),), [s.phase == name for name in PHASES]),
        ("to_act", (n,), seat(s.to_act)),
        ("next_turn", (n,), seat(s.next_turn)),
        ("ended", (n,), seat(s.ended)),
        ("drawn", (KINDS,), one_hot(s.drawn, KINDS)),
        ("want", (KINDS,), one_hot(s.want, KINDS)),
        ("left", (1,), [s.left / 10]),
        ("why", (len(WHYS),), [s.why == name for name in WHYS]),
        ("starter", (n,), seat(s.starter)),
        ("round", (1,), [s.round / 10]),
        ("turns", (1,), [s.turns / rules.turn_cap if rules.turn_cap > 0 else 0]),
        ("dead", (1,), [s.dead / n]),
    ]
