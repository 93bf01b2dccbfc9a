"""A seat's knowledge in Namima (10, R-7): other states that look the same to it, and the tensor."""

from __future__ import annotations

from dataclasses import replace

from ..common import Segment, Shuffle, SplitMix64, at, cards_of, one_hot, others_of
from .rules import Rules
from .state import ACT, DRAW, ME, NONE, OVER, PHASES, SEAT, WINDOW, WON, State
from .tables import counts_of


def seen_node(rules: Rules, s: State, seat: int) -> State:
    """Show a window in which another seat is asked as the draw that follows if nobody calls (N-10.3)."""
    if s.phase in WINDOW and s.to_act != seat:
        return replace(s, phase=DRAW, turn=rules.next_seat(s.turn), to_act=NONE, claim=NONE)
    return s


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """Return a state that looks the same to `seat`, with the unseen cards dealt again (N-10.5).

    The seat to act gets its cards first, then the others clockwise from `seat`. The rest is the wall.
    """
    if s.phase in (SEAT, OVER):
        return s
    to_act = s.to_act if s.phase in (ACT, WON, ME) else NONE
    pool = Shuffle(cards_of(rules.unseen(s, seat)), rng)
    hands, drawn = s.hand, s.drawn
    for other in others_of(seat, rules.num_players, to_act):
        hands = at(hands, other, counts_of(pool.draw(sum(s.hand[other])), rules.kinds))
    if s.phase == ACT and s.to_act != seat:
        cards = cards_of(hands[s.to_act])
        drawn = cards[rng.below(len(cards))]
    return replace(s, hand=hands, wall=counts_of(pool.rest(), rules.kinds), drawn=drawn)


def segments(rules: Rules, s: State, seat: int) -> list[Segment]:
    """List what `seat` may know; seats count from the observer."""
    n, kinds, tables = rules.num_players, rules.kinds, rules.tables
    seats = [seat, *others_of(seat, n)]
    melds, colours = len(tables.melds), len(tables.rules.colours)
    node = seen_node(rules, s, seat)
    nothing = (0,) * kinds
    hands = [s.hand[other] if other == seat or s.phase == OVER else nothing for other in seats]  # N-10.4
    drawn = s.drawn if s.phase == ACT and s.to_act == seat else NONE  # N-10.2

    def shares(*rows: tuple[int, ...]) -> list[float]:
        """Return counts as shares of the copies in the deck."""
        return [count / cap for counts in rows for count, cap in zip(counts, tables.cap, strict=True)]

    return [
        ("hand", (n, kinds), shares(*hands)),
        ("exposed", (n, melds), [s.exposed[other].count(m) / 4 for other in seats for m in range(melds)]),
        ("exposed_cards", (n, kinds), shares(*(tables.cards_of(s.exposed[other]) for other in seats))),
        ("exposed_total", (n,), [len(s.exposed[other]) / (tables.deal - 1) for other in seats]),
        ("hand_total", (n,), [sum(s.hand[other]) / (tables.deal + 1) for other in seats]),  # N-10.1
        ("thrown", (n, kinds), shares(*(s.thrown[other] for other in seats))),
        ("lying", (kinds,), shares(s.lying)),
        ("unseen", (kinds,), shares(rules.unseen(s, seat))),
        ("wall_total", (1,), [sum(s.wall) / sum(tables.cap)]),
        ("drawn", (kinds,), one_hot(drawn, kinds)),
        ("claim", (kinds,), one_hot(node.claim, kinds)),
        ("declared", (n,), [s.declared[other] for other in seats]),
        ("dora", (colours,), one_hot(s.dora, colours)),
        ("score", (n,), [s.score[other] / 100 for other in seats]),
        ("pot", (1,), [s.pot / 100]),
        ("dealer", (n,), [s.dealer == other for other in seats]),
        ("turn", (n,), [node.turn == other for other in seats]),
        ("to_act", (n,), [node.to_act == other for other in seats]),
        ("phase", (len(PHASES),), one_hot(node.phase, len(PHASES))),
        ("game", (1,), [s.game / rules.games]),
    ]
