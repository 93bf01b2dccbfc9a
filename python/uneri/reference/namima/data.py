"""Namima's states as plain data: `to_dict`, also of a seat's view (10), and `from_dict` with its checks (N-5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from .. import common
from ..common import naming_values, plus, state_data
from ..reader import Field, read_fields
from .hidden import seen_node
from .rules import Rules
from .ruleset import GAME
from .state import ACT, DEAL, DRAW, ME, NONE, OVER, PHASES, SEAT, WINDOW, State
from .tables import Counts

FIELDS = (
    "options", "game", "score", "pot", "dealer", "turn", "phase", "to_act", "hand", "hand_total", "exposed",
    "thrown", "lying", "wall", "wall_total", "drawn", "claim", "declared", "dora",
)  # fmt: skip
_require = partial(common.require, GAME)  # the order of the checks and their messages are the core's


def to_dict(rules: Rules, s: State, seat: int | None = None) -> dict[str, object]:
    """Return the fields of 5.1; for a seat, None replaces what it may not know."""
    open_to = range(rules.num_players) if seat is None or s.phase == OVER else (seat,)
    hidden_draw = seat is not None and s.phase == ACT and s.to_act != seat
    node = s if seat is None else seen_node(rules, s, seat)
    return state_data(
        node,
        FIELDS,
        options=dict(rules.options),
        phase=PHASES[node.phase],
        hand=[list(hand) if owner in open_to else None for owner, hand in enumerate(s.hand)],
        hand_total=[sum(hand) for hand in s.hand],
        wall=list(s.wall) if seat is None else None,
        wall_total=sum(s.wall),
        drawn=None if hidden_draw else s.drawn,
    )


# --- Reading a full state back ----------------------------------------------------------------------------------------


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """Return the state from a full `to_dict`. Check the domains and invariants of 5.1 and that the phase fits the rest.

    Hands may be smaller than a real deal (the worked examples of the rules are such positions), and states need not be
    reachable by play.
    """
    s = _read(rules, read_fields(GAME, data, FIELDS, rules.options))
    with naming_values(data):
        _check_phase(rules, s)
        _check_scores(rules, s)
        _check_cards(rules, s)
        _check_turn(rules, s)
    return s


def _read(rules: Rules, field: Mapping[str, Field]) -> State:
    """Read every field on its own."""
    n, most = rules.num_players, rules.max_score
    s = State(
        game=field["game"].integer(0, rules.games - 1),
        score=field["score"].ints(n, -most, most),
        pot=field["pot"].integer(0, most),
        dealer=field["dealer"].integer(NONE, n - 1),
        turn=field["turn"].integer(NONE, n - 1),
        phase=PHASES.index(field["phase"].word(PHASES)),
        to_act=field["to_act"].integer(NONE, n - 1),
        hand=tuple(_counts(rules, hand) for hand in field["hand"].by_seat(rules.num_players)),
        exposed=tuple(_melds(rules, melds) for melds in field["exposed"].by_seat(rules.num_players)),
        thrown=tuple(_counts(rules, cards) for cards in field["thrown"].by_seat(rules.num_players)),
        lying=_counts(rules, field["lying"]),
        wall=_counts(rules, field["wall"]),
        drawn=field["drawn"].integer(NONE, rules.kinds - 1),
        claim=field["claim"].integer(NONE, rules.kinds - 1),
        declared=tuple(flag.flag() for flag in field["declared"].by_seat(rules.num_players)),
        dora=field["dora"].integer(NONE, len(rules.tables.rules.colours) - 1),
    )
    totals = field["hand_total"].ints(n, 0, sum(rules.tables.cap))
    wall_total = field["wall_total"].integer(0, sum(rules.tables.cap))
    if totals != tuple(map(sum, s.hand)):
        raise field["hand_total"].bad("the number of cards in each hand")
    if wall_total != sum(s.wall):
        raise field["wall_total"].bad("the number of cards in the wall")
    return s


def _counts(rules: Rules, field: Field) -> Counts:
    """Read one count per kind, at most the number of copies."""
    cap = rules.tables.cap
    return field.ints_up_to(cap, f"{len(cap)} counts, each from 0 to the number of such cards in the deck")


def _melds(rules: Rules, field: Field) -> tuple[int, ...]:
    """Read the melds of one seat; every exposure costs a concealed card, and one is left (5.1)."""
    most, last = rules.tables.deal - 1, len(rules.tables.melds) - 1
    return field.ints_up_to([last] * most, f"at most {most} meld ids, each 0 to {last}", least=0)


def _check_phase(rules: Rules, s: State) -> None:
    """Check game, dealer, turn and the seat to act against the phase."""
    n, choosing = rules.num_players, s.phase == SEAT
    _require(not choosing or (s.game == 0 and rules.first_seat == -1), "phase", "is SEAT, but the first seat is known")
    _require(s.phase != OVER or s.game == rules.games - 1, "game", "is not the last one, but the phase is OVER")
    _require((s.dealer == NONE) == choosing, "dealer", "does not fit the phase")
    _require((s.turn == NONE) == choosing, "turn", "does not fit the phase")
    known = not choosing and rules.first_seat >= 0
    _require(not known or s.dealer == (rules.first_seat + s.game) % n, "dealer", "is not this game's")  # N-4.1
    _require((s.to_act == NONE) == (s.phase in (SEAT, DRAW, OVER)), "to_act", "does not fit the phase")
    _require(s.phase != DEAL or s.turn == s.dealer, "turn", "is not the dealer, but the phase is DEAL")
    _require(s.phase != ACT or s.to_act == s.turn, "to_act", "is not the seat whose turn it is")
    _require(s.phase not in WINDOW or s.to_act != s.turn, "to_act", "is the seat that has discarded")
    _require((s.claim != NONE) == (s.phase in WINDOW), "claim", "does not fit the phase")
    _require((s.drawn != NONE) == (s.phase == ACT), "drawn", "does not fit the phase")


def _check_scores(rules: Rules, s: State) -> None:
    """Check that nothing is lost (N-5.1), and that no more was won than the games played can give (N-8.4)."""
    _require(sum(s.score) + s.pot == 0, "score", "and 'pot' do not add up to 0")
    most = rules.most_a_game * (rules.games if s.phase == OVER else s.game)
    # The winner of the next game takes the pot as well.
    _require(all(-most <= score <= most - s.pot for score in s.score), "score", "is out of bounds")
    _require(s.pot <= (0 if s.phase == OVER else most), "pot", "is out of bounds")


def _cards_of(rules: Rules, melds: tuple[int, ...]) -> Counts:
    """Count the cards of a seat's exposed melds."""
    cards = (0,) * rules.kinds
    for meld in melds:
        cards = plus(cards, rules.tables.cards_of([meld]))
        good = all(count <= cap for count, cap in zip(cards, rules.tables.cap, strict=True))
        _require(good, "exposed", "holds more of a kind than the deck")
    return cards


def _check_cards(rules: Rules, s: State) -> None:
    """Check that every card is somewhere, and hands have sizes that play leads to (N-5.1). A thrown card that is not
    lying was called: it is in an exposed meld or won the match (N-5.10).
    """
    deal, dealing = rules.tables.deal, s.phase in (SEAT, DEAL)
    exposed = in_hands = thrown = (0,) * rules.kinds
    for seat, hand in enumerate(s.hand):
        melds, size = _cards_of(rules, s.exposed[seat]), sum(hand)
        exposed, in_hands, thrown = plus(exposed, melds), plus(in_hands, hand), plus(thrown, s.thrown[seat])
        if dealing:
            full = deal if s.phase == DEAL and seat < s.to_act else 0
            fits = size < deal if s.phase == DEAL and seat == s.to_act else size == full
            _require(fits, "hand", "does not fit the deal")
            continue
        acts = s.phase == ACT and seat == s.turn
        _require(size >= (2 if acts else 1), "hand", "has too few cards")
        most = deal + len(s.exposed[seat]) + (1 if acts or s.phase == OVER else 0)
        _require(size + sum(melds) <= most, "hand", "and 'exposed' have more cards than a seat can get")
    surplus, held = 0, True
    for kind in range(rules.kinds):
        everywhere = in_hands[kind] + exposed[kind] + s.lying[kind] + s.wall[kind]
        _require(everywhere == rules.tables.cap[kind], "wall", "and 'hand', 'exposed', 'lying' are not the deck")
        called = thrown[kind] - s.lying[kind]
        _require(called >= 0, "lying", "has cards that nobody has thrown")
        if called > exposed[kind]:
            surplus += called - exposed[kind]
            held = held and in_hands[kind] > 0
    most = 1 if s.phase == OVER else 0
    _require(surplus <= most and held, "lying", "lacks cards that were thrown and not claimed")
    if dealing:
        begun = any(s.exposed) or any(thrown) or any(s.lying)
        _require(not begun, "thrown", "or 'exposed' has cards before the first turn")
        _require(not any(s.declared), "declared", "has a seat before the first turn")
    _require(s.phase != DRAW or any(s.wall), "wall", "is empty, but the phase is DRAW")


def _check_turn(rules: Rules, s: State) -> None:
    """Check the claimed card, the drawn card (in the hand or laid off), riichi (N-9.1, N-9.3) and dora (N-9.6)."""
    if s.claim != NONE:
        _require(s.lying[s.claim] > 0 and s.thrown[s.turn][s.claim] > 0, "claim", "is not a card that was just thrown")
    if s.drawn != NONE:
        own = s.hand[s.turn]
        if not s.declared[s.turn]:
            own = plus(own, rules.tables.cards_of(s.exposed[s.turn]))
        _require(own[s.drawn] > 0, "drawn", "is not a card of the seat")
    for seat, declared in enumerate(s.declared):
        if declared:
            _require(rules.riichi, "declared", "has a seat, but there is no riichi")
            fits = not s.exposed[seat] and any(s.thrown[seat])
            _require(fits, "declared", "has a seat that has exposed a meld or thrown nothing")
    asleep = s.phase == ME and s.declared[s.to_act]
    _require(not asleep, "to_act", "has declared riichi and can make no meld")
    if not rules.dora or s.dealer == NONE or not any(s.thrown[s.dealer]):
        _require(s.dora == NONE, "dora", "is a colour, but there is none yet")
    else:
        colours = [rules.tables.colour(kind) for kind, count in enumerate(s.thrown[s.dealer]) if count > 0]
        _require(s.dora in colours, "dora", "is not a colour that the dealer has thrown")
