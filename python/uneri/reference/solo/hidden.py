"""A seat's view in SOLO (section 8): its view of the node, other states that look the same, and the tensor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from uneri.reference.common import SplitMix64
from uneri.reference.solo.cards import ANY, EMPTY, KINDS, Counts, multiplicity, plus
from uneri.reference.solo.rules import Rules
from uneri.reference.solo.state import CHAINS, PHASES, WHYS, State, at, clockwise, size


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
    others = clockwise(p, n)
    if rules.player(s) in others:  # the seat to act gets its cards first, whatever seats are between
        others.remove(s.to_act)
        others.insert(0, s.to_act)

    # One entry per card that p can't see and doesn't know to be in some hand.
    loose = unseen(s, p)
    for q in others:
        loose = [count - certain for count, certain in zip(loose, s.known[p][q], strict=True)]
    pool = [k for k, count in enumerate(loose) for _ in range(count)]

    hands, place = list(s.hand), 0
    for q in others:
        hands[q] = s.known[p][q]
        for _ in range(size(s, q) - sum(s.known[p][q])):
            j = place + rng.below(len(pool) - place)
            pool[place], pool[j] = pool[j], pool[place]
            hands[q] = plus(hands[q], pool[place])
            place += 1
    pile = [0] * KINDS
    for k in pool[place:]:
        pile[k] += 1
    return replace(s, hand=tuple(hands), draw_pile=tuple(pile), known=known_to_all(s, p))


def known_to_all(s: State, p: int) -> tuple[tuple[Counts, ...], ...]:
    """Return what p knows, and what it knows the others to know: the card on show in SOLO; with two seats its hand."""
    n = len(s.hand)
    rows = [s.known[p] if o == p else (EMPTY,) * n for o in range(n)]
    for o in clockwise(p, n):
        if n == 2:
            rows[o] = at(rows[o], p, s.known[o][p])
        if s.phase == "SOLO" and o != s.to_act and rows[o][s.to_act][s.want] == 0:
            rows[o] = at(rows[o], s.to_act, plus(EMPTY, s.want))
    return tuple(rows)


# --- the tensor ------------------------------------------------------------------------------------------------------


def layout(rules: Rules) -> list[tuple[str, tuple[int, ...]]]:
    """List the segments in order; seats count clockwise from the observer."""
    n = rules.num_players
    return [
        ("hand", (KINDS,)),
        ("known", (n - 1, KINDS)),
        ("unseen", (KINDS,)),
        ("discard", (KINDS,)),
        ("top", (KINDS,)),
        ("colour", (ANY + 1,)),
        ("hand_total", (n,)),
        ("draw_total", (1,)),
        ("points", (n,)),
        ("pending", (1,)),
        ("chain", (len(CHAINS),)),
        ("clockwise", (1,)),
        ("last", (n,)),
        ("due", (1,)),
        ("phase", (len(PHASES),)),
        ("to_act", (n,)),
        ("next_turn", (n,)),
        ("ended", (n,)),
        ("drawn", (KINDS,)),
        ("want", (KINDS,)),
        ("left", (1,)),
        ("why", (len(WHYS),)),
        ("starter", (n,)),
        ("round", (1,)),
        ("turns", (1,)),
        ("dead", (1,)),
    ]


def observation(rules: Rules, s: State, p: int) -> list[float]:
    """Return the fields that p sees as numbers, in the order of `layout`."""
    n, over = rules.num_players, s.phase == "OVER"
    s = as_seen(rules, s, p)
    seats = [p, *clockwise(p, n)]

    def share(counts: Sequence[int]) -> list[float]:
        return [count / multiplicity(k) for k, count in enumerate(counts)]

    def one_hot(index: int, length: int) -> list[float]:
        return [1.0 if i == index else 0.0 for i in range(length)]

    def seat(q: int) -> list[float]:
        return [1.0 if q == other else 0.0 for other in seats]

    out = share(s.hand[p])
    for q in seats[1:]:
        out += share(s.hand[q] if over else s.known[p][q])
    out += share(EMPTY if over else unseen(s, p))  # S-8.4
    out += share(s.discard)
    out += one_hot(s.top, KINDS)
    out += one_hot(s.active_colour, ANY + 1)
    out += [size(s, q) / 20 for q in seats]  # S-8.1
    out += [sum(s.draw_pile) / 112]
    out += [s.points[q] / max(1, rules.start_points) for q in seats]
    out += [s.pending / 10]
    out += [1.0 if s.chain == name else 0.0 for name in CHAINS]
    out += [1.0 if s.dir == 1 else 0.0]
    out += seat(s.last)
    out += [float(s.due)]  # S-5.17
    out += [1.0 if s.phase == name else 0.0 for name in PHASES]
    out += seat(s.to_act)
    out += seat(s.next_turn)
    out += seat(s.ended)
    out += one_hot(s.drawn, KINDS)
    out += one_hot(s.want, KINDS)
    out += [s.left / 10]
    out += [1.0 if s.why == name else 0.0 for name in WHYS]
    out += seat(s.starter)
    out += [s.round / 10]
    out += [s.turns / rules.turn_cap if rules.turn_cap > 0 else 0.0]
    out += [s.dead / n]
    return out
