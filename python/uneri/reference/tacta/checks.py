"""How the fields of a TACTA state fit together (3), for positions from outside.

Cards may be missing altogether, so that small positions can be set up by hand. Every state that play can reach from an
accepted position is accepted too. Every error names the field that is wrong.
"""

from __future__ import annotations

from dataclasses import replace

from ..common import plain
from ..reader import Field
from .deck import DECK_SIZE, GAME
from .hidden import announced
from .placement import LEGAL, explain_connect, free_pose, free_slots, lay, slot, start_card
from .rules import Rules
from .state import (
    BOTTOM,
    CHOOSE_SUIT,
    MOVER,
    NONE,
    OVER,
    PHASES,
    PLAY,
    REVEAL,
    STATUS,
    TOP,
    Connect,
    Placed,
    State,
    card_of,
)


def check_state(rules: Rules, s: State) -> None:
    """Raise a ValueError for the first field that doesn't fit."""
    _check_phase(rules, s)
    _check_handed(rules, s)
    _check_placed(rules, s)
    _check_cards(rules, s)
    _check_hidden(rules, s)
    _check_pending(rules, s)
    _check_turn(rules, s)
    _check_passed(rules, s)
    _check_finish_order(rules, s)
    _check_knowledge(rules, s)
    _check_scores(rules, s)


def _bad(name: str, value: object, allowed: str) -> ValueError:
    return Field(f"{GAME}: field {name!r}", value).bad(allowed)


def _in_setup(s: State) -> bool:
    """Return whether the first decision after the deal is still to come: no outermost card was played yet."""
    return s.phase == CHOOSE_SUIT or (s.phase == REVEAL and s.turn == NONE)


def _check_phase(rules: Rules, s: State) -> None:
    phases = [REVEAL, PLAY, OVER]
    if rules.mode == "sabotage":
        phases.append(CHOOSE_SUIT)
    if rules.free_play:
        phases.append(MOVER)
    if s.phase not in phases:
        raise _bad("phase", PHASES[s.phase], f"a phase of {rules.mode}")
    if s.phase == OVER and s.round == 0:
        raise _bad("round", s.round, f"1 to {rules.most_rounds} in OVER")
    if s.phase != OVER and s.round == rules.most_rounds:
        raise _bad("round", s.round, f"0 to {rules.most_rounds - 1} before OVER")


def _check_handed(rules: Rules, s: State) -> None:
    for seat, suit in enumerate(s.handed):
        chosen = rules.mode == "sabotage" and (s.phase != CHOOSE_SUIT or seat < s.turn)
        if (suit != NONE) != chosen:
            raise _bad("handed", list(s.handed), f"{'0 or 1' if chosen else NONE} for seat {seat}")


def _check_placed(rules: Rules, s: State) -> None:
    """Check the table card by card: every card must have been legal where it was laid."""
    entries = [f"entry {i}" for i in range(len(s.placed))]
    table: tuple[Placed, ...] = (start_card(rules),)
    if replace(s.placed[0], status=table[0].status) != table[0]:
        raise _bad("placed", entries[0], "the start card in the middle of the table first")
    if _in_setup(s) and len(s.placed) > 1:
        raise _bad("placed", entries[1], "only the start card before the first turn")
    seen: list[int] = []
    for name, entry in zip(entries[1:], s.placed[1:], strict=True):
        coloured = DECK_SIZE * entry.colour + entry.card
        if entry.colour == NONE or entry.card == NONE or entry.seat == NONE:
            raise _bad("placed", name, "a card with colour, seat and card id")
        pool = rules.holder(s.handed, rules.round_in_play(s), coloured)
        if pool is None or coloured in seen or rules.pool_of(entry.seat) != pool:
            raise _bad("placed", name, "every card in play once, laid by a seat that has it")
        seen.append(coloured)
        _check_pose(rules, replace(s, placed=table), name, entry)
        table = lay(rules, table, entry)
    for name, entry, expected in zip(entries, s.placed, table, strict=True):
        if entry.status != expected.status:
            words = [STATUS[status] for status in expected.status]
            raise _bad("placed", name, f"status {words}, as the cards lie")


def _check_pose(rules: Rules, before: State, name: str, entry: Placed) -> None:
    """Check a connection and its pose by L2 to L8, or a free placement in a slot of the table before it."""
    free = (entry.parent, entry.parent_shape, entry.own_shape) == (NONE, NONE, NONE)
    if free:
        slots = free_slots(rules, before)
        poses = [
            free_pose(rules, centre, posture, turned, face)
            for (_, posture), centre in slots.items()
            for turned, face in rules.tables.canonical_free[entry.card]
        ]
        if entry.pose not in poses:
            raise _bad("placed", name, "a free card in a slot of section 5")
        return
    if NONE in (entry.parent, entry.parent_shape, entry.own_shape):
        raise _bad("placed", name, "parent, parent_shape and own_shape, or none of them")
    colour = rules.scoring_colour(entry.seat)
    move = Connect(TOP, entry.parent, entry.parent_shape, entry.own_shape, entry.pose.face)
    verdict = explain_connect(rules, before, colour, entry.card, move)
    if verdict != LEGAL:
        raise _bad("placed", name, f"a legal connection (this one: {verdict})")
    target = before.placed[entry.parent]
    own_slot = rules.deck.cards[entry.card].shapes[entry.own_shape].slot
    pose = rules.tables.joint_pose(target.pose, slot(rules, target, entry.parent_shape), own_slot, entry.pose.face)
    if entry.pose != pose:
        raise _bad("placed", name, f"k {pose.k} and t {plain(pose.t)}, as the shapes meet")


def _check_cards(rules: Rules, s: State) -> None:
    """Check that ends and pools hold cards of their own deck or team, each once."""
    if s.phase == CHOOSE_SUIT:
        if any(held != NONE for pair in s.ends for held in pair):
            raise _bad("ends", plain(s.ends), "-1 in CHOOSE_SUIT")
        if any(s.pools):
            raise _bad("pools", plain(s.pools), "nothing in CHOOSE_SUIT")
        return
    seen = [DECK_SIZE * entry.colour + entry.card for entry in s.placed[1:]]
    held = [("ends", rules.pool_of(seat), card) for seat, pair in enumerate(s.ends) for card in pair if card != NONE]
    held += [("pools", pool, card) for pool, cards in enumerate(s.pools) for card in cards]
    for name, pool, card in held:
        if rules.holder(s.handed, rules.round_in_play(s), card) != pool:
            raise _bad(name, card, "cards in play that belong to the deck or team")
        if card in seen:
            raise _bad(name, card, "every card once")
        seen.append(card)


def _check_hidden(rules: Rules, s: State) -> None:
    for pool, cards in enumerate(s.pools):
        if sum(s.hidden[seat] for seat in rules.seats_of(pool)) != len(cards):
            raise _bad("hidden", list(s.hidden), f"{len(cards)} cards for the seats of pool {pool}")
    if _in_setup(s):
        return
    for seat, pair in enumerate(s.ends):
        open_ends = [end for end in (TOP, BOTTOM) if pair[end] == NONE and (seat, end) not in s.pending]
        if s.hidden[seat] > 0 and open_ends:
            raise _bad("hidden", list(s.hidden), f"0 for seat {seat}, which has an end without a card")
        if TOP in open_ends and pair[BOTTOM] != NONE:
            raise _bad("ends", plain(s.ends), f"the only card of seat {seat} at end 0")


def _check_pending(rules: Rules, s: State) -> None:
    pending = plain(s.pending)
    if s.phase != REVEAL:
        if s.pending:
            raise _bad("pending", pending, f"nothing in {PHASES[s.phase]}")
        return
    if s.turn != NONE:
        _check_single_reveal(s)
        return
    every = [(seat, end) for seat in range(rules.num_players) for end in (TOP, BOTTOM)]
    if not s.pending or list(s.pending) != every[-len(s.pending) :]:
        raise _bad("pending", pending, "the ends still to be revealed, seat by seat, the top first")
    for seat, end in every:
        if (s.ends[seat][end] == NONE) != ((seat, end) in s.pending):
            raise _bad("ends", plain(s.ends), "cards at the ends that are not pending")
    for seat, hidden in enumerate(s.hidden):
        if hidden < sum(1 for other, _ in s.pending if other == seat):
            raise _bad("hidden", list(s.hidden), f"a card for every pending end of seat {seat}")


def _check_single_reveal(s: State) -> None:
    """Check the reveal after a placement: the end that the card came from gets a new card."""
    if len(s.pending) != 1 or s.pending[0][0] != s.turn or s.placed[-1].seat != s.turn:
        raise _bad("pending", plain(s.pending), f"an end of seat {s.turn}, which has just laid a card")
    end = s.pending[0][1]
    if s.ends[s.turn][end] != NONE or s.ends[s.turn][1 - end] == NONE:
        raise _bad("ends", plain(s.ends), f"no card at the pending end of seat {s.turn}, one at its other end")
    if s.hidden[s.turn] == 0:
        raise _bad("hidden", list(s.hidden), f"a card to reveal for seat {s.turn}")


def _check_turn(rules: Rules, s: State) -> None:
    phase = PHASES[s.phase]
    if s.phase == CHOOSE_SUIT and s.turn == NONE:
        raise _bad("turn", s.turn, "the seat that chooses")
    if s.phase == PLAY and (s.turn == NONE or rules.deck_size(s, s.turn) == 0 or s.turn in s.passed):
        raise _bad("turn", s.turn, "a seat with cards that has not passed")
    if s.phase in (MOVER, OVER):  # the seat that acted last: one that passed, or the one that laid the last card
        # The start card's seat is NONE: nobody has acted.
        actors = list(s.passed) if s.passed else [s.placed[-1].seat]
        if s.turn not in actors:
            raise _bad("turn", s.turn, f"the seat that acted last, one of {actors}")
    has_starter = not _in_setup(s) and not rules.free_play
    if (s.starter != NONE) != has_starter:
        raise _bad("starter", s.starter, f"a seat in {phase}" if has_starter else f"{NONE} in {phase}")


def _check_passed(rules: Rules, s: State) -> None:
    if s.phase in (CHOOSE_SUIT, REVEAL) and s.passed:
        raise _bad("passed", list(s.passed), f"nobody in {PHASES[s.phase]}")
    for seat in s.passed:
        if rules.deck_size(s, seat) == 0:
            raise _bad("passed", list(s.passed), f"only seats with cards, seat {seat} has none")
    if s.phase == PLAY and not rules.free_play:  # in turn, since a card was laid
        around = [(s.turn - steps) % rules.num_players for steps in range(1, rules.num_players)]
        before = [seat for seat in around if rules.deck_size(s, seat) > 0]
        expected = sorted(before[: len(s.passed)])
        if list(s.passed) != expected:
            raise _bad("passed", list(s.passed), f"{expected}, the last seats with cards before seat {s.turn}")
    if s.phase in (MOVER, PLAY) and rules.round_over(s):
        raise _bad("phase", PHASES[s.phase], "OVER or a new round, since this one has ended")
    if s.phase == OVER and not rules.round_over(s):
        raise _bad("phase", PHASES[s.phase], "MOVER or PLAY, since the round continues")


def _check_finish_order(rules: Rules, s: State) -> None:
    """Check that decks become empty with their last card on the table."""
    expected: list[int] = []
    if not _in_setup(s):
        laid = [entry.seat for entry in s.placed]
        done = [seat for seat in range(rules.num_players) if rules.deck_size(s, seat) == 0]
        for seat in done:
            if seat not in laid:
                raise _bad("ends", plain(s.ends), f"cards for seat {seat}, which has laid none")
        expected = sorted(done, key=lambda seat: max(i for i, other in enumerate(laid) if other == seat))
    if list(s.finish_order) != expected:
        raise _bad("finish_order", list(s.finish_order), f"{expected}, as the cards were laid")


def _check_knowledge(rules: Rules, s: State) -> None:
    """Check what all know of hidden ends (9)."""
    announcing = rules.owner and not rules.free_play and not _in_setup(s)
    barring = rules.owner and not _in_setup(s)
    for seat, pair in enumerate(s.ends):
        for end in (TOP, BOTTOM):
            if s.first[seat][end] and (not announcing or pair[end] == NONE):
                raise _bad("first", plain(s.first), f"false for seat {seat}, end {end}")
    for seat in range(rules.num_players):
        expected = announced(rules, s, seat)
        if s.told[seat] != expected:
            raise _bad("told", plain(s.told), f"{list(expected)} for seat {seat}, as its first cards are")
    for seat, pair in enumerate(s.ends):
        for end in (TOP, BOTTOM):
            ids = s.barred[seat][end]
            if ids and (not barring or pair[end] == NONE):
                raise _bad("barred", plain(s.barred), f"nothing for seat {seat}, end {end}")
            if pair[end] != NONE and card_of(pair[end]) in ids:
                raise _bad("barred", plain(s.barred), f"not the card at end {end} of seat {seat}")


def _check_scores(rules: Rules, s: State) -> None:
    scores = list(s.scores)
    for seat, points in enumerate(scores):
        if points != scores[rules.scoring_colour(seat)]:
            raise _bad("scores", scores, "the same for partners")
    dots = rules.visible(s) if s.phase == OVER else [0] * rules.num_colours
    last = int(s.phase == OVER)  # the table shows the last of the finished rounds
    for seat, points in enumerate(scores):
        earlier = points - dots[rules.scoring_colour(seat)]
        most = rules.most_points(min(s.round - last, rules.rounds - 1))
        if not 0 <= earlier <= most:
            raise _bad("scores", scores, f"0 to {most} for the rounds before, seat {seat} has {earlier}")
        if 0 < rules.target <= earlier:
            raise _bad("scores", scores, f"less than {rules.target} before the last round")
    if s.phase == OVER and s.round < rules.rounds and not 0 < rules.target <= max(scores):
        raise _bad("round", s.round, f"{rules.rounds} at the end, unless a score has reached the target")
    replays = rules.tie_break == "replay" and s.round < rules.most_rounds
    if s.phase == OVER and replays and rules.tied(scores):
        raise _bad("scores", scores, "one highest at the end, since ties are replayed")
