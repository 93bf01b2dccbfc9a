"""A seat's knowledge in TACTA (9, R-7): unseen sets, other states that look the same to it, and the tensor."""

from __future__ import annotations

from dataclasses import replace

from ..common import Segment, Shuffle, SplitMix64, at, others_of
from .deck import DECK_SIZE, MAX_VALUE
from .rules import Rules
from .state import CHOOSE_SUIT, NONE, OPEN, PHASES, STATUS, State, card_of, check_argument, with_end

SUITS_CHOSEN = 2  # sabotage: the two suits in play (8)


def sees_end(rules: Rules, seat: int, other: int) -> bool:
    """Return whether `seat` sees the cards at the ends of `other`."""
    return seat == other or not rules.owner


def sees_choice(s: State, seat: int, other: int) -> bool:
    """Return whether `seat` knows which suit `other` hands over. Choices are secret until all are made."""
    return seat == other or s.phase != CHOOSE_SUIT


def unseen_places(rules: Rules, s: State, seat: int, pool: int) -> list[tuple[int, int]]:
    """List the (seat, end) pairs of a deck or team whose card `seat` doesn't see."""
    return [
        (other, end)
        for other in rules.seats_of(pool)
        if not sees_end(rules, seat, other)
        for end in range(2)
        if s.ends[other][end] != NONE
    ]


def unseen_set(rules: Rules, s: State, seat: int, pool: int) -> list[int]:
    """List the cards of a deck or team that `seat` cannot place, ascending."""
    at_ends = [s.ends[other][end] for other, end in unseen_places(rules, s, seat, pool)]
    return sorted([*s.pools[pool], *at_ends])


# --- Resampling -------------------------------------------------------------------------------------------------------


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """Return a state that looks the same to `seat`, with the rest drawn at random."""
    check_argument("seat", seat, 0, rules.num_players - 1)
    if s.phase == CHOOSE_SUIT:
        others = [other for other in range(s.turn) if other != seat]
        drawn = {other: rng.below(SUITS_CHOSEN) for other in others}
        return replace(s, handed=tuple(drawn.get(other, suit) for other, suit in enumerate(s.handed)))
    for pool in range(len(s.pools)):
        s = resample_pool(rules, s, seat, pool, rng)
    return s


def resample_pool(rules: Rules, s: State, seat: int, pool: int, rng: SplitMix64) -> State:
    """Draw the unseen ends of one deck or team until they fit what everybody knows of them."""
    places = unseen_places(rules, s, seat, pool)
    if not places:
        return s
    cards = unseen_set(rules, s, seat, pool)
    while True:
        shuffle = Shuffle(cards, rng)
        ends = s.ends
        for (other, end), card in zip(places, shuffle.draw(len(places)), strict=True):
            ends = at(ends, other, with_end(ends[other], end, card))
        drawn = replace(s, ends=ends, pools=at(s.pools, pool, tuple(sorted(shuffle.rest()))))
        if all(fits_what_is_known(rules, drawn, other) for other, _ in places):
            return drawn


def fits_what_is_known(rules: Rules, s: State, seat: int) -> bool:
    """Return whether the ends of a seat agree with its barred cards and the announced values (9)."""
    for end in range(2):
        if s.ends[seat][end] != NONE and card_of(s.ends[seat][end]) in s.barred[seat][end]:
            return False
    return announced(rules, s, seat) == s.told[seat]


def announced(rules: Rules, s: State, seat: int) -> tuple[int, ...]:
    """List the values at a seat's ends that have not changed since the announcement, ascending."""
    cards = [card_of(s.ends[seat][end]) for end in range(2) if s.first[seat][end]]
    return tuple(sorted(rules.deck.cards[card].value for card in cards))


# --- The tensor. Seats count from the observer, colours from its scoring colour. --------------------------------------


def segments(rules: Rules, s: State, seat: int) -> list[Segment]:
    """List what `seat` may know, as numbers, segment by segment. Truth values count as 1 or 0."""
    check_argument("seat", seat, 0, rules.num_players - 1)
    n, ends = rules.num_players, range(2)
    seats = [seat, *others_of(seat, n)]
    colours = [(rules.scoring_colour(seat) + i) % rules.num_colours for i in range(rules.num_colours)]
    cards = [DECK_SIZE * colour + card for colour in colours for card in range(DECK_SIZE)]
    dots = rules.visible(s)
    unseen = {card for pool in range(len(s.pools)) for card in unseen_set(rules, s, seat, pool)}
    finished = {other: place for place, other in enumerate(s.finish_order, 1)}
    laid, rows = max(rules.cards_in_round(r) for r in range(rules.rounds)), s.placed[1:]
    shapes, start_shapes = rules.actions.shapes, rules.actions.start_shapes
    shown = [s.ends[other] if sees_end(rules, seat, other) else (NONE, NONE) for other in seats]
    seen_ends = [held == card for pair in shown for held in pair for card in cards]
    choices = [s.handed[other] if sees_choice(s, seat, other) else NONE for other in seats]
    seen_choices = [choice == suit for choice in choices for suit in range(SUITS_CHOSEN)]
    told = [s.told[other].count(value) / 2 for other in seats for value in range(1, MAX_VALUE + 1)]
    barred = [card in ids for other in seats for ids in s.barred[other] for card in range(DECK_SIZE)]
    states = [row.status[shape : shape + 1] for row in rows for shape in range(shapes)]
    statuses = [state == (status,) for state in states for status in range(len(STATUS))]
    return [
        ("phase", (len(PHASES),), [s.phase == phase for phase in range(len(PHASES))]),
        ("round", (1,), [s.round / rules.most_rounds]),
        ("scores", (n,), [s.scores[other] / 63 for other in seats]),
        ("visible", (len(colours),), [dots[colour] / 63 for colour in colours]),
        ("turn", (n,), [s.turn == other for other in seats]),
        ("starter", (n,), [s.starter == other for other in seats]),
        ("passed", (n,), [other in s.passed for other in seats]),
        ("finish_order", (n,), [finished.get(other, 0) / n for other in seats]),
        ("hidden", (n,), [s.hidden[other] / DECK_SIZE for other in seats]),
        ("ends_total", (n,), [sum(held != NONE for held in s.ends[other]) / 2 for other in seats]),
        ("ends", (n, 2, len(cards)), seen_ends),
        ("pending", (n, 2), [(other, end) in s.pending for other in seats for end in ends]),
        ("unseen", (len(cards),), [card in unseen for card in cards]),
        ("handed", (n, SUITS_CHOSEN), seen_choices),
        ("first", (n, 2), [known for other in seats for known in s.first[other]]),
        ("told", (n, MAX_VALUE), told),
        ("barred", (n, 2, DECK_SIZE), barred),
        ("start_open", (start_shapes,), [status == OPEN for status in s.placed[0].status]),
        ("laid", (laid,), [1] * len(rows)),
        ("laid_colour", (laid, len(colours)), [row.colour == colour for row in rows for colour in colours]),
        ("laid_seat", (laid, n), [row.seat == other for row in rows for other in seats]),
        ("laid_card", (laid, DECK_SIZE), [row.card == card for row in rows for card in range(DECK_SIZE)]),
        ("laid_face", (laid,), [row.pose.face for row in rows]),
        ("laid_k", (laid, 8), [row.pose.k == k for row in rows for k in range(8)]),
        ("laid_t", (laid, 4), [part / 1024 for row in rows for axis in row.pose.t for part in axis]),
        ("laid_parent", (laid,), [(row.parent + 1) / 128 for row in rows]),
        ("laid_parent_shape", (laid,), [(row.parent_shape + 1) / 32 for row in rows]),
        ("laid_own_shape", (laid, shapes), [row.own_shape == shape for row in rows for shape in range(shapes)]),
        ("laid_status", (laid, shapes, len(STATUS)), statuses),
        ("seat", (n,), [other == seat for other in range(n)]),
    ]
