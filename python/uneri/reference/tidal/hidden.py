"""A seat's knowledge in Tidal Blades: Banner Festival (9, R-7): the cards it cannot place, other states that look the same
to it, and the tensor."""

from __future__ import annotations

from dataclasses import replace

from uneri.reference.common import SplitMix64
from uneri.reference.tidal.board import CHARACTERS
from uneri.reference.tidal.rules import Rules
from uneri.reference.tidal.state import CARDS, NEUTRAL, State, check_argument


def unknown(rules: Rules, s: State, p: int) -> list[int]:
    """List the live cards whose place seat p does not know (9)."""
    seen = [card for bout in s.played for card in bout]  # [R21]
    return [card for card in rules.live(s) if card not in seen and card not in s.hand[p] and card != s.pending[p]]


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """Return a state that looks the same to `seat`, with the unknown cards dealt again.

    The seat to act gets its cards first, then the others clockwise from `seat`; each its hand, then the card that it
    has chosen. Cards left over are undealt.
    """
    pool = unknown(rules, s, seat)
    others = [(seat + i) % rules.num_players for i in range(1, rules.num_players)]
    if s.actor in others:
        others.remove(s.actor)
        others.insert(0, s.actor)
    hands, pending = list(s.hand), list(s.pending)
    drawn = 0
    for other in others:
        cards = []
        for _ in range(len(s.hand[other]) + (1 if s.pending[other] >= 0 else 0)):
            j = drawn + rng.below(len(pool) - drawn)
            pool[drawn], pool[j] = pool[j], pool[drawn]
            cards.append(pool[drawn])
            drawn += 1
        if s.pending[other] >= 0:
            pending[other] = cards.pop()
        hands[other] = tuple(sorted(cards))
    return replace(s, hand=tuple(hands), pending=tuple(pending))


def layout(rules: Rules) -> list[tuple[str, tuple[int, ...]]]:
    """List the segments of the observation in order; n is the number of seats, the observer first."""
    n, spaces = rules.num_players, rules.board.spaces
    return [
        ("hand", (CARDS,)),
        ("pending", (CARDS,)),
        ("unknown", (CARDS,)),
        ("played", (n, CARDS)),
        ("keeper", (n, 4)),
        ("hand_total", (n,)),
        ("boat", (n, spaces)),
        ("faceup", (n, CHARACTERS + 1)),
        ("stunt", (n, spaces)),
        ("supply", (n,)),
        ("dock", (4, 4, n + 1)),
        ("tower", (2, n)),
        ("fruit", (n,)),
        ("pool", (1,)),
        ("profit_majority", (n,)),
        ("profit_feast", (n,)),
        ("points", (n,)),
        ("round", (3,)),
        ("bout", (rules.hand_size,)),
        ("phase", (4,)),
        ("actor", (n,)),
        ("lead", (n,)),
        ("gate", (spaces,)),
        ("seat", (n,)),
    ]


def observation(rules: Rules, s: State, seat: int) -> list[float]:
    """Return what `seat` may know, as numbers in the order of `layout`."""
    n, board = rules.num_players, rules.board
    check_argument("seat", seat, 0, n - 1)
    seats = [(seat + i) % n for i in range(n)]
    banners, fruits = board.banners_per_player, rules.table.fruit_pool
    points = rules.points(s)

    values: list[float] = []
    values += [float(card in s.hand[seat]) for card in range(CARDS)]
    values += _one_hot(s.pending[seat], CARDS)
    elsewhere = unknown(rules, s, seat)
    values += [float(card in elsewhere) for card in range(CARDS)]
    for other in seats:  # the number of the bout in which the seat played the card, over H
        bout_of = {bout[other]: number for number, bout in enumerate(s.played, start=1)}
        values += [bout_of.get(card, 0) / rules.hand_size for card in range(CARDS)]
    for other in seats:
        values += [float(s.keeper[suit] == other) for suit in range(4)]
    values += [len(s.hand[other]) / rules.hand_size for other in seats]
    for other in seats:
        values += _one_hot(s.boat[other] - 1, board.spaces)
    for other in seats:
        values += _one_hot(s.faceup[other], CHARACTERS + 1)
    for other in seats:  # the stunt spot of the top card
        spot = board.stunts[other][s.faceup[other] - 1] if s.faceup[other] > 0 else None
        values += _one_hot(-1 if spot is None else spot - 1, board.spaces)
    values += [s.supply[other] / banners for other in seats]
    for q in range(4):
        for d in range(4):
            values += [s.dock[q][d][owner] / banners for owner in [*seats, NEUTRAL]]
    for region in range(2):
        values += [s.tower[region][other] / banners for other in seats]
    values += [s.fruit[other] / fruits for other in seats]
    values += [s.pool / fruits]
    values += [s.profit_majority[other] / 50 for other in seats]
    values += [s.profit_feast[other] / 50 for other in seats]
    values += [points[other] / 100 for other in seats]
    values += _one_hot(s.round - 1, 3)
    values += _one_hot(s.bout - 1, rules.hand_size)
    values += _one_hot(s.phase, 4)
    values += [float(s.actor == other) for other in seats]
    values += [float(s.lead == other) for other in seats]
    values += _one_hot(s.gate - 1, board.spaces)
    values += _one_hot(seat, n)
    return values


def _one_hot(index: int, size: int) -> list[float]:
    """Return zeros but for a 1 at the index; all 0 if the index is -1."""
    return [float(i == index) for i in range(size)]
