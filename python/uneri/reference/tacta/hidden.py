"""What a seat of TACTA knows (9, R-7): unseen sets, other states that look the same to it, and the tensor."""

from __future__ import annotations

from dataclasses import replace

from uneri.reference.common import SplitMix64
from uneri.reference.tacta.deck import DECK_SIZE, MAX_VALUE
from uneri.reference.tacta.rules import Rules
from uneri.reference.tacta.state import (
    CHOOSE_SUIT,
    NONE,
    OPEN,
    PHASES,
    STATUS,
    Placed,
    State,
    card_of,
    check_argument,
)

SUITS_CHOSEN = 2  # sabotage: the two suits in play (8)


def sees_end(rules: Rules, seat: int, other: int) -> bool:
    """Does `seat` see the cards at the ends of `other`?"""
    return seat == other or not rules.owner


def sees_choice(s: State, seat: int, other: int) -> bool:
    """Does `seat` know which suit `other` hands over? Choices are secret until all are made."""
    return seat == other or s.phase != CHOOSE_SUIT


def unseen_places(rules: Rules, s: State, seat: int, pool: int) -> list[tuple[int, int]]:
    """The (seat, end) of a deck or team that hold a card which `seat` doesn't see."""
    return [
        (other, end)
        for other in rules.seats_of(pool)
        if not sees_end(rules, seat, other)
        for end in range(2)
        if s.ends[other][end] != NONE
    ]


def unseen_set(rules: Rules, s: State, seat: int, pool: int) -> list[int]:
    """The cards of a deck or team that `seat` cannot place, ascending."""
    at_ends = [s.ends[other][end] for other, end in unseen_places(rules, s, seat, pool)]
    return sorted([*s.pools[pool], *at_ends])


# ----------------------------------------------------------------------------------------------------------------
# Resampling
# ----------------------------------------------------------------------------------------------------------------


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """The same state for `seat` with what it doesn't know drawn anew."""
    check_argument("seat", seat, 0, rules.num_players - 1)
    if s.phase == CHOOSE_SUIT:
        handed = list(s.handed)
        for other in range(s.turn):
            if other != seat:
                handed[other] = rng.below(SUITS_CHOSEN)
        return replace(s, handed=tuple(handed))
    for pool in range(len(s.pools)):
        s = resample_pool(rules, s, seat, pool, rng)
    return s


def resample_pool(rules: Rules, s: State, seat: int, pool: int, rng: SplitMix64) -> State:
    """The unseen ends of one deck or team: drawn again and again until they fit what everybody knows of them."""
    places = unseen_places(rules, s, seat, pool)
    if not places:
        return s
    cards = unseen_set(rules, s, seat, pool)
    while True:
        for i in range(len(places)):
            j = i + rng.below(len(cards) - i)
            cards[i], cards[j] = cards[j], cards[i]
        ends = [list(pair) for pair in s.ends]
        for (other, end), card in zip(places, cards, strict=False):
            ends[other][end] = card
        drawn = replace(s, ends=tuple((top, bottom) for top, bottom in ends))
        if all(fits_what_is_known(rules, drawn, other) for other, _ in places):
            return replace(drawn, pools=(*s.pools[:pool], tuple(sorted(cards[len(places) :])), *s.pools[pool + 1 :]))


def fits_what_is_known(rules: Rules, s: State, seat: int) -> bool:
    """Do the ends of a seat agree with its barred cards and the announced values (9)?"""
    for end in range(2):
        if s.ends[seat][end] != NONE and card_of(s.ends[seat][end]) in s.barred[seat][end]:
            return False
    return announced(rules, s, seat) == s.told[seat]


def announced(rules: Rules, s: State, seat: int) -> tuple[int, ...]:
    """The values at the ends of a seat whose cards have lain there since the announcement, ascending."""
    cards = [card_of(s.ends[seat][end]) for end in range(2) if s.first[seat][end]]
    return tuple(sorted(rules.deck.cards[card].value for card in cards))


# ----------------------------------------------------------------------------------------------------------------
# The tensor. Seats count from the observer, colours from its scoring colour.
# ----------------------------------------------------------------------------------------------------------------


def most_laid(rules: Rules) -> int:
    """The most cards ever laid in a round."""
    return max(rules.cards_in_round(r) for r in range(rules.rounds))


def layout(rules: Rules) -> list[tuple[str, tuple[int, ...]]]:
    """The segments of the observation, in order."""
    seats, colours, laid, shapes = rules.num_players, rules.num_colours, most_laid(rules), rules.actions.shapes
    cards = DECK_SIZE * colours
    return [
        ("phase", (len(PHASES),)),
        ("round", (1,)),
        ("scores", (seats,)),
        ("visible", (colours,)),
        ("turn", (seats,)),
        ("starter", (seats,)),
        ("passed", (seats,)),
        ("finish_order", (seats,)),
        ("hidden", (seats,)),
        ("ends_total", (seats,)),
        ("ends", (seats, 2, cards)),
        ("pending", (seats, 2)),
        ("unseen", (cards,)),
        ("handed", (seats, SUITS_CHOSEN)),
        ("first", (seats, 2)),
        ("told", (seats, MAX_VALUE)),
        ("barred", (seats, 2, DECK_SIZE)),
        ("start_open", (rules.actions.start_shapes,)),
        ("laid", (laid,)),
        ("laid_colour", (laid, colours)),
        ("laid_seat", (laid, seats)),
        ("laid_card", (laid, DECK_SIZE)),
        ("laid_face", (laid,)),
        ("laid_k", (laid, 8)),
        ("laid_t", (laid, 4)),
        ("laid_parent", (laid,)),
        ("laid_parent_shape", (laid,)),
        ("laid_own_shape", (laid, shapes)),
        ("laid_status", (laid, shapes, len(STATUS))),
        ("seat", (seats,)),
    ]


def observation(rules: Rules, s: State, seat: int) -> list[float]:
    """What `seat` may know, as numbers in the order of `layout`."""
    n = rules.num_players
    check_argument("seat", seat, 0, n - 1)
    seats = [(seat + i) % n for i in range(n)]
    colours = [(rules.scoring_colour(seat) + i) % rules.num_colours for i in range(rules.num_colours)]
    cards = [DECK_SIZE * colour + card for colour in colours for card in range(DECK_SIZE)]
    dots = rules.visible(s)
    unseen = [card for pool in range(len(s.pools)) for card in unseen_set(rules, s, seat, pool)]

    values: list[float] = []
    values += _one_hot(s.phase, len(PHASES))
    values += [s.round / rules.rounds]
    values += [s.scores[other] / 63 for other in seats]
    values += [dots[colour] / 63 for colour in colours]
    values += [float(s.turn == other) for other in seats]
    values += [float(s.starter == other) for other in seats]
    values += [float(other in s.passed) for other in seats]
    values += [(s.finish_order.index(other) + 1) / n if other in s.finish_order else 0.0 for other in seats]
    values += [s.hidden[other] / DECK_SIZE for other in seats]
    values += [sum(held != NONE for held in s.ends[other]) / 2 for other in seats]
    for other in seats:
        for held in s.ends[other]:
            values += [float(held == card and sees_end(rules, seat, other)) for card in cards]
    values += [float((other, end) in s.pending) for other in seats for end in range(2)]
    values += [float(card in unseen) for card in cards]
    for other in seats:
        values += _one_hot(s.handed[other] if sees_choice(s, seat, other) else NONE, SUITS_CHOSEN)
    values += [float(known) for other in seats for known in s.first[other]]
    values += [s.told[other].count(value) / 2 for other in seats for value in range(1, MAX_VALUE + 1)]
    for other in seats:
        for ids in s.barred[other]:
            values += [float(card in ids) for card in range(DECK_SIZE)]
    values += [float(status == OPEN) for status in s.placed[0].status]

    rows: list[Placed | None] = [*s.placed[1:]]
    rows += [None] * (most_laid(rules) - len(rows))
    shapes = rules.actions.shapes
    values += [float(row is not None) for row in rows]
    for row in rows:
        values += [float(row is not None and row.colour == colour) for colour in colours]
    for row in rows:
        values += [float(row is not None and row.seat == other) for other in seats]
    for row in rows:
        values += _one_hot(row.card if row else NONE, DECK_SIZE)
    values += [float(row is not None and row.pose.face == 1) for row in rows]
    for row in rows:
        values += _one_hot(row.pose.k if row else NONE, 8)
    for row in rows:
        values += [part / 1024 for axis in row.pose.t for part in axis] if row else [0.0] * 4
    values += [(row.parent + 1) / 128 if row else 0.0 for row in rows]
    values += [(row.parent_shape + 1) / 32 if row else 0.0 for row in rows]
    for row in rows:
        values += _one_hot(row.own_shape if row else NONE, shapes)
    for row in rows:
        status = [*row.status] if row else []
        for shape in range(shapes):
            values += _one_hot(status[shape] if shape < len(status) else NONE, len(STATUS))
    values += [float(other == seat) for other in range(n)]
    return values


def _one_hot(index: int, size: int) -> list[float]:
    """All 0 but for the index; all 0 if the index is -1."""
    return [float(i == index) for i in range(size)]
