"""A seat's knowledge in Tidal Blades: Banner Festival (9, R-7): the cards it cannot place, other states that look the same
to it, and the tensor."""

from __future__ import annotations

from dataclasses import replace

from ..common import Segment, Shuffle, SplitMix64, one_hot, others_of
from .board import CHARACTERS
from .rules import Rules
from .state import CARDS, NEUTRAL, State, check_argument


def unknown(rules: Rules, s: State, p: int) -> list[int]:
    """List the live cards whose place seat p does not know (9)."""
    seen = [card for bout in s.played for card in bout]  # [R21]
    return [card for card in rules.live(s) if card not in seen and card not in s.hand[p] and card != s.pending[p]]


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """Return a state that looks the same to `seat`, with the unknown cards dealt again.

    The seat to act gets its cards first, then the others clockwise from `seat`; each its hand, then the card that it
    has chosen. Cards left over are undealt.
    """
    pool = Shuffle(unknown(rules, s, seat), rng)
    hands, pending = list(s.hand), list(s.pending)
    for other in others_of(seat, rules.num_players, s.actor):
        cards = pool.draw(len(s.hand[other]) + int(s.pending[other] >= 0))
        if s.pending[other] >= 0:
            pending[other] = cards.pop()
        hands[other] = tuple(sorted(cards))
    return replace(s, hand=tuple(hands), pending=tuple(pending))


def segments(rules: Rules, s: State, seat: int) -> list[Segment]:
    """List what `seat` may know; seats count from the observer."""
    n, board, full = rules.num_players, rules.board, rules.hand_size
    check_argument("seat", seat, 0, n - 1)
    seats = [seat, *others_of(seat, n)]
    banners, fruits, spaces = board.banners_per_player, rules.table.fruit_pool, board.spaces
    points, elsewhere = rules.points(s), unknown(rules, s, seat)
    bout_of = [{bout[other]: number for number, bout in enumerate(s.played, start=1)} for other in seats]
    spots = [board.stunts[other][s.faceup[other] - 1] if s.faceup[other] > 0 else None for other in seats]
    owners = [*seats, NEUTRAL]
    return [
        ("hand", (CARDS,), [card in s.hand[seat] for card in range(CARDS)]),
        ("pending", (CARDS,), one_hot(s.pending[seat], CARDS)),
        ("unknown", (CARDS,), [card in elsewhere for card in range(CARDS)]),
        # The number of the bout in which the seat played the card, over H.
        ("played", (n, CARDS), [bouts.get(card, 0) / full for bouts in bout_of for card in range(CARDS)]),
        ("keeper", (n, 4), [s.keeper[suit] == other for other in seats for suit in range(4)]),
        ("hand_total", (n,), [len(s.hand[other]) / full for other in seats]),
        ("boat", (n, spaces), [s.boat[other] == space for other in seats for space in range(1, spaces + 1)]),
        ("faceup", (n, CHARACTERS + 1), [hot for other in seats for hot in one_hot(s.faceup[other], CHARACTERS + 1)]),
        # The stunt spot of the top card.
        ("stunt", (n, spaces), [spot == space for spot in spots for space in range(1, spaces + 1)]),
        ("supply", (n,), [s.supply[other] / banners for other in seats]),
        ("dock", (4, 4, n + 1), [dock[owner] / banners for docks in s.dock for dock in docks for owner in owners]),
        ("tower", (2, n), [tower[other] / banners for tower in s.tower for other in seats]),
        ("fruit", (n,), [s.fruit[other] / fruits for other in seats]),
        ("pool", (1,), [s.pool / fruits]),
        ("profit_majority", (n,), [s.profit_majority[other] / 50 for other in seats]),
        ("profit_feast", (n,), [s.profit_feast[other] / 50 for other in seats]),
        ("points", (n,), [points[other] / 100 for other in seats]),
        ("round", (3,), one_hot(s.round - 1, 3)),
        ("bout", (full,), one_hot(s.bout - 1, full)),
        ("phase", (4,), one_hot(s.phase, 4)),
        ("actor", (n,), [s.actor == other for other in seats]),
        ("lead", (n,), [s.lead == other for other in seats]),
        ("gate", (spaces,), one_hot(s.gate - 1, spaces)),
        ("seat", (n,), one_hot(seat, n)),
    ]
