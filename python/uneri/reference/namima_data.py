"""Namima's states as plain data: `to_dict`, what a seat may see of it (10), and `from_dict` with its checks (N-5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from uneri.reference._common import bad_field, int_field, list_field
from uneri.reference._words import brief, shown
from uneri.reference.namima_hidden import seen_node
from uneri.reference.namima_melds import plus
from uneri.reference.namima_rules_data import GAME
from uneri.reference.namima_state import ACT, DEAL, DRAW, ME, NONE, OVER, PHASES, SEAT, WINDOW, State
from uneri.reference.namima_tables import Counts

if TYPE_CHECKING:
    from uneri.reference.namima import Rules

FIELDS = (
    "options", "game", "score", "pot", "dealer", "turn", "phase", "to_act", "hand", "hand_total", "exposed",
    "thrown", "lying", "wall", "wall_total", "drawn", "claim", "declared", "dora",
)  # fmt: skip


def to_dict(rules: Rules, s: State, seat: int | None) -> dict[str, object]:
    """The fields of 5.1; with a seat, None stands for what it may not know."""
    over = s.phase == OVER
    if seat is None:
        phase, turn, to_act, claim = s.phase, s.turn, s.to_act, s.claim
    else:
        node = seen_node(rules, s, seat)
        phase, turn, to_act, claim = node.phase, node.turn, node.to_act, node.claim
    hidden_draw = seat is not None and s.phase == ACT and s.to_act != seat
    return {
        "options": dict(rules.options),
        "game": s.game,
        "score": list(s.score),
        "pot": s.pot,
        "dealer": s.dealer,
        "turn": turn,
        "phase": PHASES[phase],
        "to_act": to_act,
        "hand": [list(hand) if over or seat in (None, owner) else None for owner, hand in enumerate(s.hand)],
        "hand_total": [sum(hand) for hand in s.hand],
        "exposed": [list(melds) for melds in s.exposed],
        "thrown": [list(counts) for counts in s.thrown],
        "lying": list(s.lying),
        "wall": list(s.wall) if seat is None else None,
        "wall_total": sum(s.wall),
        "drawn": None if hidden_draw else s.drawn,
        "claim": claim,
        "declared": list(s.declared),
        "dora": s.dora,
    }


# ----------------------------------------------------------------------------------------------------------------
# Reading a full state back
# ----------------------------------------------------------------------------------------------------------------


def from_dict(rules: Rules, data: Mapping[str, object]) -> State:
    """The inverse of the full `to_dict`. Checks the domains and invariants of 5.1 and that the phase fits the rest.

    Hands may be smaller than a real deal (the worked examples of the rules are such positions), and it isn't asked
    whether play could lead there.
    """
    _check_fields(data)
    if not _same(data["options"], rules.options):
        raise bad_field(GAME, "options", data["options"], "the options of this game")
    s = _read(rules, data)
    _check_node(rules, s)
    _check_scores(rules, s)
    _check_cards(rules, s)
    _check_sizes(rules, s)
    _check_discards(rules, s)
    _check_draw(rules, s)
    _check_optional(rules, s)
    return s


def _read(rules: Rules, data: Mapping[str, object]) -> State:
    """Every field on its own."""
    n, most = rules.num_players, rules.max_score
    game = int_field(GAME, data, "game", 0, rules.games - 1)
    score = tuple(list_field(GAME, "score", data["score"], n, -most, most))
    pot = int_field(GAME, data, "pot", 0, most)
    dealer = int_field(GAME, data, "dealer", NONE, n - 1)
    turn = int_field(GAME, data, "turn", NONE, n - 1)
    phase = data["phase"]
    if not isinstance(phase, str) or phase not in PHASES:
        raise bad_field(GAME, "phase", phase, ", ".join(PHASES))
    to_act = int_field(GAME, data, "to_act", NONE, n - 1)
    hand = _counts_by_seat(rules, data, "hand")
    totals = [sum(counts) for counts in hand]
    if list_field(GAME, "hand_total", data["hand_total"], n, 0, sum(rules.tables.cap)) != totals:
        raise bad_field(GAME, "hand_total", data["hand_total"], f"{totals}, as the cards are listed")
    exposed = tuple(_melds(rules, melds) for melds in _list("exposed", data["exposed"], n))
    thrown = _counts_by_seat(rules, data, "thrown")
    lying = _counts(rules, "lying", data["lying"])
    wall = _counts(rules, "wall", data["wall"])
    if int_field(GAME, data, "wall_total", 0, sum(rules.tables.cap)) != sum(wall):
        raise bad_field(GAME, "wall_total", data["wall_total"], f"{sum(wall)}, as the cards are listed")
    return State(
        game=game,
        score=score,
        pot=pot,
        dealer=dealer,
        turn=turn,
        phase=PHASES.index(phase),
        to_act=to_act,
        hand=hand,
        exposed=exposed,
        thrown=thrown,
        lying=lying,
        wall=wall,
        drawn=int_field(GAME, data, "drawn", NONE, rules.kinds - 1),
        claim=int_field(GAME, data, "claim", NONE, rules.kinds - 1),
        declared=_flags(data["declared"], n),
        dora=int_field(GAME, data, "dora", NONE, len(rules.tables.rules.colours) - 1),
    )


def _check_node(rules: Rules, s: State) -> None:
    """Game, dealer, turn and the seat to act as the phase asks for."""
    n, phase = rules.num_players, PHASES[s.phase]
    if s.phase == SEAT and rules.first_seat != -1:
        raise bad_field(GAME, "phase", phase, f"{', '.join(PHASES[1:])}; the first dealer is not drawn")
    if s.phase == SEAT and s.game != 0:
        raise bad_field(GAME, "game", s.game, "0 in SEAT")
    if s.phase == OVER and s.game != rules.games - 1:
        raise bad_field(GAME, "game", s.game, f"{rules.games - 1} in OVER")
    if (s.dealer == NONE) != (s.phase == SEAT):
        raise bad_field(GAME, "dealer", s.dealer, "-1 in SEAT" if s.phase == SEAT else f"0 to {n - 1} in {phase}")
    if rules.first_seat >= 0 and s.dealer != (rules.first_seat + s.game) % n:  # N-4.1
        raise bad_field(GAME, "dealer", s.dealer, f"{(rules.first_seat + s.game) % n} in game {s.game}")
    if (s.turn == NONE) != (s.phase == SEAT):
        raise bad_field(GAME, "turn", s.turn, "-1 in SEAT" if s.phase == SEAT else f"0 to {n - 1} in {phase}")
    if s.phase == DEAL and s.turn != s.dealer:
        raise bad_field(GAME, "turn", s.turn, "the dealer in DEAL")
    if s.phase in (SEAT, DRAW, OVER) and s.to_act != NONE:
        raise bad_field(GAME, "to_act", s.to_act, f"-1 in {phase}")
    if s.phase == ACT and s.to_act != s.turn:
        raise bad_field(GAME, "to_act", s.to_act, "the seat whose turn it is in ACT")
    if s.phase in (DEAL, *WINDOW) and s.to_act == NONE:
        raise bad_field(GAME, "to_act", s.to_act, f"0 to {n - 1} in {phase}")
    if s.phase in WINDOW and s.to_act == s.turn:
        raise bad_field(GAME, "to_act", s.to_act, f"not the discarder in {phase}")


def _check_scores(rules: Rules, s: State) -> None:
    """Nothing is lost (N-5.1), and no more was won than the games played can give (N-8.4)."""
    if sum(s.score) + s.pot != 0:
        raise bad_field(GAME, "score", list(s.score), f"scores that make 0 with the pot of {s.pot}")
    played = rules.games if s.phase == OVER else s.game
    most = rules.most_a_game * played
    if any(abs(score) > most for score in s.score):
        raise bad_field(GAME, "score", list(s.score), f"-{most} to {most} after {played} games")
    if s.phase == OVER and s.pot != 0:
        raise bad_field(GAME, "pot", s.pot, "0 in OVER")
    if s.pot > most:
        raise bad_field(GAME, "pot", s.pot, f"0 to {most} after {played} games")


def _all_exposed(rules: Rules, s: State) -> Counts:
    """The cards of all exposed melds."""
    return rules.tables.cards_of(m for melds in s.exposed for m in melds)


def _check_cards(rules: Rules, s: State) -> None:
    """Every card is somewhere (N-5.1); in SEAT and DEAL nothing but the deal has happened."""
    total = plus(plus(s.wall, s.lying), _all_exposed(rules, s))
    for hand in s.hand:
        total = plus(total, hand)
    if total != rules.tables.cap:
        raise bad_field(GAME, "wall", list(s.wall), "the deck without hands, exposed melds and lying cards")
    if s.phase not in (SEAT, DEAL):
        return
    phase, deal = PHASES[s.phase], rules.tables.deal
    for seat, hand in enumerate(s.hand):
        size = sum(hand)
        if s.phase == DEAL and seat == s.to_act:
            if size >= deal:
                raise bad_field(GAME, "hand", list(hand), f"less than {deal} cards for seat {seat}")
        else:
            full = deal if s.phase == DEAL and seat < s.to_act else 0
            if size != full:
                raise bad_field(GAME, "hand", list(hand), f"{full} cards for seat {seat} in {phase}")
    if any(s.exposed):
        raise bad_field(GAME, "exposed", [list(melds) for melds in s.exposed], f"nothing in {phase}")
    if any(any(counts) for counts in s.thrown):
        raise bad_field(GAME, "thrown", [list(counts) for counts in s.thrown], f"nothing in {phase}")
    if any(s.lying):
        raise bad_field(GAME, "lying", list(s.lying), f"nothing in {phase}")
    if any(s.declared):
        raise bad_field(GAME, "declared", list(s.declared), f"nobody in {phase}")


def _check_sizes(rules: Rules, s: State) -> None:
    """A seat holds at most as many cards as a real deal gives it (N-5.1), and always a concealed one."""
    if s.phase in (SEAT, DEAL):
        return
    for seat, hand in enumerate(s.hand):
        acts = s.phase == ACT and seat == s.to_act
        least = 2 if acts else 1
        if sum(hand) < least:
            raise bad_field(GAME, "hand", list(hand), f"at least {least} cards for seat {seat}")
        cards = sum(hand) + sum(rules.tables.cards_of(s.exposed[seat]))
        most = rules.tables.deal + len(s.exposed[seat]) + (1 if acts or s.phase == OVER else 0)
        if cards > most:
            raise bad_field(GAME, "hand", list(hand), f"at most {most} cards, exposed ones included, for seat {seat}")


def _check_discards(rules: Rules, s: State) -> None:
    """What was discarded and does not lie any more was called: it is in an exposed meld or won the match (N-5.10)."""
    thrown = (0,) * rules.kinds
    for counts in s.thrown:
        thrown = plus(thrown, counts)
    exposed, extra = _all_exposed(rules, s), 0
    for kind in range(rules.kinds):
        called = thrown[kind] - s.lying[kind]
        over = max(0, called - exposed[kind])
        in_hand = s.phase == OVER and any(hand[kind] > 0 for hand in s.hand)
        extra += over
        if called < 0 or over > (1 if in_hand else 0) or extra > 1:
            raise bad_field(GAME, "lying", list(s.lying), "the cards thrown, but for those called")
    if s.phase in WINDOW:
        if s.claim == NONE or s.lying[s.claim] == 0 or s.thrown[s.turn][s.claim] == 0:
            raise bad_field(GAME, "claim", s.claim, f"a lying card thrown by seat {s.turn}")
    elif s.claim != NONE:
        raise bad_field(GAME, "claim", s.claim, f"-1 in {PHASES[s.phase]}")


def _check_draw(rules: Rules, s: State) -> None:
    """There is a card to draw; the card drawn is in the hand, or was laid off."""
    if s.phase == DRAW and not any(s.wall):
        raise bad_field(GAME, "wall", list(s.wall), "a card to draw in DRAW")
    if s.phase != ACT:
        if s.drawn != NONE:
            raise bad_field(GAME, "drawn", s.drawn, f"-1 in {PHASES[s.phase]}")
        return
    own = s.hand[s.to_act]
    if not s.declared[s.to_act]:
        own = plus(own, rules.tables.cards_of(s.exposed[s.to_act]))
    if s.drawn == NONE or own[s.drawn] == 0:
        raise bad_field(GAME, "drawn", s.drawn, f"a card of seat {s.to_act} in ACT")


def _check_optional(rules: Rules, s: State) -> None:
    """Riichi (N-9.1, N-9.3) and the dora suit (N-9.6)."""
    for seat, declared in enumerate(s.declared):
        if declared and (not rules.riichi or s.exposed[seat] or not any(s.thrown[seat])):
            allowed = (
                "declared by a seat with a discard and nothing exposed" if rules.riichi else "nobody without riichi"
            )
            raise bad_field(GAME, "declared", list(s.declared), allowed)
    if s.phase == ME and s.declared[s.to_act]:
        raise bad_field(GAME, "to_act", s.to_act, "a seat that has not declared in ME")
    if not rules.dora or s.dealer == NONE or not any(s.thrown[s.dealer]):
        if s.dora != NONE:
            raise bad_field(GAME, "dora", s.dora, "-1 without the option, and until the dealer has discarded")
    elif s.dora not in [rules.tables.colour(kind) for kind, count in enumerate(s.thrown[s.dealer]) if count > 0]:
        raise bad_field(GAME, "dora", s.dora, "the colour of a discard of the dealer")


# ----------------------------------------------------------------------------------------------------------------
# Single fields
# ----------------------------------------------------------------------------------------------------------------


def _list(name: str, value: object, length: int) -> list[object]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise bad_field(GAME, name, value, f"a list of {length}")
    return list(value)


def _counts(rules: Rules, name: str, value: object) -> Counts:
    """One count a kind, at most as many as there are."""
    counts = list_field(GAME, name, value, rules.kinds, 0, max(rules.tables.cap))
    if any(count > cap for count, cap in zip(counts, rules.tables.cap, strict=True)):
        raise bad_field(GAME, name, value, "no more cards of a kind than there are")
    return tuple(counts)


def _counts_by_seat(rules: Rules, data: Mapping[str, object], name: str) -> tuple[Counts, ...]:
    return tuple(_counts(rules, name, value) for value in _list(name, data[name], rules.num_players))


def _melds(rules: Rules, value: object) -> tuple[int, ...]:
    """The melds of one seat; every exposure costs a concealed card, and one is left (5.1)."""
    most = rules.tables.deal - 1
    if not isinstance(value, list | tuple) or len(value) > most:
        raise bad_field(GAME, "exposed", value, f"a list of at most {most} melds")
    return tuple(list_field(GAME, "exposed", value, len(value), 0, len(rules.tables.melds) - 1))


def _flags(value: object, length: int) -> tuple[bool, ...]:
    flags = _list("declared", value, length)
    if not all(isinstance(flag, bool) for flag in flags):
        raise bad_field(GAME, "declared", value, f"{length} times true or false")
    return tuple(flag is True for flag in flags)


def _check_fields(data: object) -> None:
    if not isinstance(data, Mapping):
        raise TypeError(f"{GAME}: a state is {shown(data)}; allowed: a mapping")
    for name in data:
        if name not in FIELDS:
            raise ValueError(f"{GAME}: no field {brief(name)}; fields: {', '.join(FIELDS)}")
    for name in FIELDS:
        if name not in data:
            raise ValueError(f"{GAME}: field {name!r} is missing")


def _same(a: object, b: object) -> bool:
    """Equal plain data, where True is not 1 and a tuple stands for a list."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b
