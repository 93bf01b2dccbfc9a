"""States of Tidal Blades: Banner Festival as plain data. Reading one back checks the domains and invariants of the
rules text (4) and that the phase fits the rest, not whether play could lead there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import partial
from typing import Any, cast

from .. import common
from ..common import naming_values, state_data
from ..reader import Field, is_int, read_fields
from .board import CHARACTERS
from .rules import Rules
from .state import CARDS, DEAL, END, GAME, GATE, NEUTRAL, PHASES, PLAY, State, check_argument

FIELDS = (
    "options", "round", "bout", "phase", "actor", "gate", "lead", "boat", "faceup", "supply", "dock", "tower", "fruit",
    "pool", "profit_majority", "profit_feast", "keeper", "played", "hand", "hand_total", "pending", "pending_total",
)  # fmt: skip
_require = partial(common.require, GAME)  # the order of the checks and their messages are the core's


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, object]:
    """Return the state under the names of the text's table; for a seat, None replaces what it may not know."""
    if seat is not None:
        check_argument("seat", seat, 0, rules.num_players - 1)
    mine = [seat in (None, other) for other in range(rules.num_players)]
    return state_data(
        s,
        FIELDS,
        options=deepcopy(rules.options),
        phase=PHASES[s.phase],
        hand=[list(hand) if known else None for hand, known in zip(s.hand, mine, strict=True)],
        hand_total=[len(hand) for hand in s.hand],
        pending=[card if known else None for card, known in zip(s.pending, mine, strict=True)],
        pending_total=[int(card >= 0) for card in s.pending],
    )


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """Return the state from a full `to_dict`. Check the domains and invariants of 4 and that the phase fits the rest,
    not whether play could lead there."""
    s = _read(rules, read_fields(GAME, data, FIELDS, rules.options))
    with naming_values(data):
        _check_phase(rules, s)
        _check_banners(rules, s)
        _check_fruit(rules, s)
        _check_profit(rules, s)
        _check_cards(rules, s)
    return s


def _read(rules: Rules, field: Mapping[str, Field]) -> State:
    """Read every field on its own, then the numbers that follow from others."""
    n, spaces, banners = rules.num_players, rules.board.spaces, rules.board.banners_per_player
    s = State(
        round=field["round"].integer(1, rules.rounds),
        bout=field["bout"].integer(1, rules.hand_size),
        phase=PHASES.index(field["phase"].word(PHASES)),
        actor=field["actor"].integer(-1, n - 1),
        gate=field["gate"].integer(1, spaces),
        lead=field["lead"].integer(-1, n - 1),
        boat=field["boat"].ints(n, 1, spaces),
        faceup=field["faceup"].ints(n, 0, CHARACTERS),
        supply=field["supply"].ints(n, 0, banners),
        dock=_nested(field["dock"], (4, 4, 6), banners),
        tower=_nested(field["tower"], (2, 5), banners),
        fruit=field["fruit"].ints(n, 0, rules.table.fruit_pool),
        pool=field["pool"].integer(1, rules.table.fruit_pool),
        profit_majority=field["profit_majority"].ints(n, 0, rules.most_profit()),
        profit_feast=field["profit_feast"].ints(n, 0, rules.most_profit()),
        keeper=field["keeper"].ints(4, -1, n - 1),
        played=_played(rules, field["played"]),
        hand=_hands(rules, field["hand"]),
        pending=field["pending"].ints(n, -1, CARDS - 1),
    )
    totals, committed = field["hand_total"].ints(n, 0, rules.hand_size), field["pending_total"].ints(n, 0, 1)
    for seat in range(n):
        if totals[seat] != len(s.hand[seat]):
            raise field["hand_total"].bad("the number of cards in each hand")
        if committed[seat] != int(s.pending[seat] >= 0):
            raise field["pending_total"].bad("1 for every seat with a pending card, else 0")
    bouts = {DEAL: 0, GATE: s.bout - 1, PLAY: s.bout - 1, END: s.bout}[s.phase]
    if len(s.played) != bouts:
        raise field["played"].bad(f"the cards of {bouts} finished bouts")
    return s


def _nested(field: Field, sizes: tuple[int, ...], most: int) -> Any:
    """Read nested lists of these sizes, with ints 0..most in the innermost, as tuples."""
    *outer, last = sizes
    allowed = "".join(f"{size} lists of " for size in outer) + f"{last} ints, each 0 to {most}"

    def read(value: Any, left: tuple[int, ...]) -> Any:
        if not left:
            if not is_int(value) or not 0 <= value <= most:
                raise field.bad(allowed)
            return value
        if not isinstance(value, list | tuple) or len(value) != left[0]:
            raise field.bad(allowed)
        return tuple(read(item, left[1:]) for item in value)

    return read(field.value, sizes)


def _are_cards(value: object, least: int, most: int) -> bool:
    """Return whether `value` is a list of least..most card ids."""
    return (
        isinstance(value, list | tuple)
        and least <= len(value) <= most
        and all(is_int(card) and 0 <= card < CARDS for card in value)
    )


def _played(rules: Rules, field: Field) -> tuple[tuple[int, ...], ...]:
    n = rules.num_players
    allowed = f"a list of {n} card ids, each 0 to 39, for every finished bout"
    bouts = [bout.value for bout in field.items(0, rules.hand_size, allowed)]
    if not all(_are_cards(bout, n, n) for bout in bouts):
        raise field.bad(allowed)
    return tuple(tuple(bout) for bout in cast("list[list[int]]", bouts))


def _hands(rules: Rules, field: Field) -> tuple[tuple[int, ...], ...]:
    allowed = "a list of ascending card ids, each 0 to 39, for every seat"
    hands = cast("list[list[int]]", [hand.value for hand in field.items(rules.num_players, rules.num_players, allowed)])
    if not all(_are_cards(hand, 0, rules.hand_size) and list(hand) == sorted(set(hand)) for hand in hands):
        raise field.bad(allowed)
    return tuple(tuple(hand) for hand in hands)


def _check_phase(rules: Rules, s: State) -> None:
    """Check the fields that the phase fixes: round, bout, actor, lead, and how many cards are where."""
    n, full, is_first = rules.num_players, rules.hand_size, s.round == 1 and s.bout == 1
    for hand in s.hand:
        _require(all(card in rules.deck for card in hand), "hand", "has a card that is not in the deck")
    is_last = s.round == rules.rounds and s.bout == full
    _require(s.phase != END or is_last, "phase", "is END before the last bout")
    _require(s.phase != DEAL or s.bout == 1, "bout", "is not 1, but the phase is DEAL")
    _require((s.lead == -1) == (is_first and s.phase != END), "lead", "does not fit the bout")
    _require(s.phase != GATE or not is_first, "phase", "is GATE in the first bout of the game")
    if s.phase == GATE:
        _require(s.actor == s.lead, "actor", "is not the lead, but the phase is GATE")
    elif s.phase == PLAY:
        _require(s.actor >= 0, "actor", "is not a seat, but the phase is PLAY")
    else:
        _require(s.actor == -1, "actor", "is a seat, but nobody is to act")
    for seat in range(n):
        committed = s.phase == PLAY and seat < s.actor
        _require((s.pending[seat] >= 0) == committed, "pending", "does not fit the seat to act")
        if s.phase != DEAL:
            size = 0 if s.phase == END else full - s.bout + 1 - int(committed)
            _require(len(s.hand[seat]) == size, "hand", "does not have the number of cards that the bout requires")
    if s.phase == DEAL:
        is_next_found = False
        for hand in s.hand:
            _require(not is_next_found or not hand, "hand", "was not dealt seat by seat")
            is_next_found = is_next_found or len(hand) < full
        _require(is_next_found, "hand", "is dealt in full, but the phase is DEAL")


def _check_banners(rules: Rules, s: State) -> None:
    """Check that every seat's banners are on docks, on towers or in its supply; neutral banners never change."""
    n, banners = rules.num_players, rules.board.banners_per_player
    for seat in range(5):
        on_docks = sum(s.dock[q][d][seat] for q in range(4) for d in range(4))
        supply = s.supply[seat] if seat < n else 0
        _require(on_docks == 0 or s.phase not in (DEAL, END), "dock", "has a seat's banners between rounds")
        everywhere = on_docks + s.tower[0][seat] + s.tower[1][seat] + supply
        good = everywhere == (banners if seat < n else 0)
        _require(good, "supply", "and 'dock', 'tower' of a seat do not add up to its banners")
    for q in range(4):
        for d in range(4):
            good = s.dock[q][d][NEUTRAL] == rules.neutral_banners(q, d)
            _require(good, "dock", "has neutral banners that are not those of the start")


def _check_fruit(rules: Rules, s: State) -> None:
    """Check that fruit and pool make the full pool; none is held at the end."""
    full = rules.table.fruit_pool
    _require(s.pool + sum(s.fruit) == full, "pool", "and 'fruit' do not add up to a full pool")
    _require(s.phase != END or s.pool == full, "fruit", "is held after the last feast")


def _check_profit(rules: Rules, s: State) -> None:
    """Check the bounds of profit (8.4), which play must keep too. Each fruit is worth 1 profit at most."""
    most = rules.most_profit_by_now(s)
    for parts in zip(s.profit_majority, s.profit_feast, s.fruit, strict=True):
        why = f"and 'profit_feast', 'fruit' of a seat are more than {most}, the most by this time of the game"
        _require(sum(parts) <= most, "profit_majority", why)


def _check_cards(rules: Rules, s: State) -> None:
    """Check that all cards seen are different cards of the deck; a kept 9 is only where its keeper played it."""
    seen: set[int] = set()

    def see(cards: Iterable[int], field: str) -> None:
        _require(all(card in rules.deck for card in cards), field, "has a card that is not in the deck")
        _require(seen.isdisjoint(cards), field, "has a card that is also somewhere else")
        seen.update(cards)

    for seat in range(rules.num_players):
        see(s.hand[seat], "hand")
        if s.pending[seat] >= 0:
            see([s.pending[seat]], "pending")
    live = rules.live(s)
    _require(all(card in live for card in seen), "keeper", "keeps a 9 that is still in a hand or pending")
    for bout in s.played:
        for seat, card in enumerate(bout):
            see([card], "played")
            good = card % 10 != 9 or s.keeper[card // 10] in (-1, seat)
            _require(good, "keeper", "keeps a 9 that another seat has played")
