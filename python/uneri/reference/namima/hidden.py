"""A seat's knowledge in Namima (10, R-7): other states that look the same to it, and the tensor."""

from __future__ import annotations

from dataclasses import dataclass, replace

from uneri.reference.common import SplitMix64
from uneri.reference.namima.rules import Rules
from uneri.reference.namima.state import ACT, DRAW, ME, NONE, OVER, PHASES, SEAT, WINDOW, WON, State, changed
from uneri.reference.namima.tables import counts_of


@dataclass(frozen=True)
class Node:
    """The fields of a node as a seat sees them (N-10.3)."""

    phase: int
    turn: int
    to_act: int
    claim: int


def seen_node(rules: Rules, s: State, seat: int) -> Node:
    """Show a window in which another seat is asked as the draw that follows if nobody calls (N-10.3)."""
    if s.phase in WINDOW and s.to_act != seat:
        return Node(DRAW, rules.next_seat(s.turn), NONE, NONE)
    return Node(s.phase, s.turn, s.to_act, s.claim)


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """Return a state that looks the same to `seat`, with the unseen cards dealt again (N-10.5).

    The seat to act gets its cards first, then the others clockwise from `seat`. The rest is the wall.
    """
    if s.phase in (SEAT, OVER):
        return s
    n = rules.num_players
    pool = [kind for kind, count in enumerate(rules.unseen(s, seat)) for _ in range(count)]
    others = [(seat + i) % n for i in range(1, n)]
    if s.phase in (ACT, WON, ME) and s.to_act != seat:
        others.remove(s.to_act)
        others.insert(0, s.to_act)
    hands, drawn, dealt = s.hand, s.drawn, 0
    for other in others:
        cards = []
        for _ in range(sum(s.hand[other])):
            j = dealt + rng.below(len(pool) - dealt)
            pool[dealt], pool[j] = pool[j], pool[dealt]
            cards.append(pool[dealt])
            dealt += 1
        hands = changed(hands, other, counts_of(cards, rules.kinds))
    if s.phase == ACT and s.to_act != seat:
        cards = [kind for kind, count in enumerate(hands[s.to_act]) for _ in range(count)]
        drawn = cards[rng.below(len(cards))]
    return replace(s, hand=hands, wall=counts_of(pool[dealt:], rules.kinds), drawn=drawn)


def layout(rules: Rules) -> list[tuple[str, tuple[int, ...]]]:
    """List the segments of the observation in order; n is the number of seats, the observer first."""
    n, kinds, melds = rules.num_players, rules.kinds, len(rules.tables.melds)
    return [
        ("hand", (n, kinds)),
        ("exposed", (n, melds)),
        ("exposed_cards", (n, kinds)),
        ("exposed_total", (n,)),
        ("hand_total", (n,)),
        ("thrown", (n, kinds)),
        ("lying", (kinds,)),
        ("unseen", (kinds,)),
        ("wall_total", (1,)),
        ("drawn", (kinds,)),
        ("claim", (kinds,)),
        ("declared", (n,)),
        ("dora", (len(rules.tables.rules.colours),)),
        ("score", (n,)),
        ("pot", (1,)),
        ("dealer", (n,)),
        ("turn", (n,)),
        ("to_act", (n,)),
        ("phase", (len(PHASES),)),
        ("game", (1,)),
    ]


def observation(rules: Rules, s: State, seat: int) -> list[float]:
    """Return what `seat` may know, as numbers in the order of `layout`."""
    n, tables = rules.num_players, rules.tables
    seats = [(seat + i) % n for i in range(n)]
    node = seen_node(rules, s, seat)

    def shares(counts: tuple[int, ...]) -> list[float]:
        """Return counts as shares of the copies in the deck."""
        return [count / cap for count, cap in zip(counts, tables.cap, strict=True)]

    values: list[float] = []
    for other in seats:
        known = other == seat or s.phase == OVER  # N-10.4
        values += shares(s.hand[other]) if known else [0.0] * rules.kinds
    for other in seats:
        values += [s.exposed[other].count(m) / 4 for m in range(len(tables.melds))]
    for other in seats:
        values += shares(tables.cards_of(s.exposed[other]))
    values += [len(s.exposed[other]) / (tables.deal - 1) for other in seats]
    values += [sum(s.hand[other]) / (tables.deal + 1) for other in seats]  # N-10.1
    for other in seats:
        values += shares(s.thrown[other])
    values += shares(s.lying)
    values += shares(rules.unseen(s, seat))
    values += [sum(s.wall) / sum(tables.cap)]
    values += _one_hot(s.drawn if s.phase == ACT and s.to_act == seat else NONE, rules.kinds)  # N-10.2
    values += _one_hot(node.claim, rules.kinds)
    values += [float(s.declared[other]) for other in seats]
    values += _one_hot(s.dora, len(tables.rules.colours))
    values += [s.score[other] / 100 for other in seats]
    values += [s.pot / 100]
    for marked in (s.dealer, node.turn, node.to_act):
        values += [float(marked == other) for other in seats]
    values += _one_hot(node.phase, len(PHASES))
    values += [s.game / rules.games]
    return values


def _one_hot(index: int, size: int) -> list[float]:
    """Return zeros but for a 1 at the index; all 0 if the index is -1."""
    return [float(i == index) for i in range(size)]
