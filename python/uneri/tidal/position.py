"""Positions of Tidal set up by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._util.checks import bounded, check_game, list_by_seat
from .._util.messages import brief
from .._util.plain_data import plain
from ..registry.hooks import hook
from ..registry.views import View, per_game, take
from .cards import CARD_NAMES, NEUTRAL, SUITS, board_of, card, parse_cards, quadrant, read_different

if TYPE_CHECKING:
    from .. import contract
    from .cards import Cards

    # Keys of a mapping are invariant: with separate types for names and ids, variables of either type fit.
    Banners = Mapping[int, Mapping[int, int]]
    Docks = Mapping[str, Banners] | Mapping[int, Banners]
    Keepers = Mapping[str, int] | Mapping[int, int]

_PHASES = ("DEAL", "GATE", "PLAY", "END")


def position(
    game: contract.Game,
    *,
    hands: Sequence[Cards] | Mapping[int, Cards] = (),
    pending: Cards = (),
    played: Sequence[Cards] = (),
    phase: str = "PLAY",
    actor: int | None = None,
    round: int = 1,
    bout: int | None = None,
    gate: int | None = None,
    lead: int | None = None,
    boat: Sequence[int] | None = None,
    faceup: Sequence[int] | None = None,
    docks: Docks | None = None,
    towers: Sequence[Sequence[int]] | None = None,
    fruit: Sequence[int] | None = None,
    profit_majority: Sequence[int] | None = None,
    profit_feast: Sequence[int] | None = None,
    keeper: Keepers | None = None,
    rng: int | None = None,
) -> contract.State:
    """Set up a state, on the game's backend, from the fields that matter. An error names the field that is wrong.

    Fields that are not given are as at the start. Missing cards of the bout are filled in, the lowest free ones first:
    first hands, then finished bouts (in DEAL none). So one card per seat is enough.

    Parameters
    ----------
    game
        A loaded game of either backend.
    hands
        The hands, one text or list per seat, or a mapping of seat to that.
    pending
        The cards of the seats before `actor`, chosen and not yet shown.
    played
        The finished bouts of the round, each with one card per seat.
    phase
        DEAL, GATE, PLAY or END.
    actor
        The seat to decide; by default seat 0 where there must be one.
    round
        The round, from 1.
    bout
        The bout under way, from 1; by default the first, in END the last.
    gate
        The space of the gate, from 1.
    lead
        The seat with the lead; by default seat 0 where there must be one.
    boat
        The space of each seat's boat, from 1.
    faceup
        How many character cards each seat has turned: 0 to 7.
    docks
        Banners: a mapping of quadrant (name or id) to a mapping of dock (0 to 3) to a mapping of seat to banners.
    towers
        Banners on the towers: for each region a list by seat. The banners that a seat hasn't put down are its supply.
    fruit
        The fruit of each seat.
    profit_majority, profit_feast
        The profit of each seat so far, by origin.
    keeper
        A mapping of suit (name or id) to the seat that keeps its 9.
    rng
        The state of the generator. None: an unseeded state.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("tidal")
    >>> state = uneri.tidal.position(game, hands=["Y9", "T7", "P8", "O1"], gate=4, fruit=[4, 3, 0, 1])
    >>> data = state.to_dict()
    >>> data["gate"], data["fruit"], data["phase"]
    (4, [4, 3, 0, 1], 'PLAY')
    """
    check_game(game, "tidal")
    seats, board = game.num_players, board_of(game)
    if phase not in _PHASES:
        raise ValueError(f"phase is {brief(phase)}; allowed: {', '.join(_PHASES)}")
    rule = board["players"][str(seats)]
    size = game.max_chance_nodes // (int(game.options["rounds"]) * seats)
    number = (size if phase == "END" else 1) if bout is None else bounded(bout, "bout", 1, size)
    leading = (-1 if round == 1 and number == 1 and phase != "END" else 0) if lead is None else lead
    acting = {"GATE": leading, "PLAY": 0}.get(phase, -1) if actor is None else actor
    keepers = [-1] * len(SUITS)
    for suit, seat in (keeper or {}).items():
        keepers[quadrant(suit)] = bounded(seat, "seat in keeper", 0, seats - 1)
    dock, supply = _docks(docks or {}, board, rule["neutral"], seats)
    tower = _towers(towers, seats)
    for row in tower:
        supply = [left - count for left, count in zip(supply, row, strict=True)]
    cards = _Filler(_deck(game).copy(), [10 * suit + 9 for suit, seat in enumerate(keepers) if seat >= 0])
    listed = list_by_seat(hands, "hands", seats, (), "cards for each seat, or a mapping of seat to cards")
    held = [cards.take(hand, "hands") for hand in listed]
    committed = cards.take(pending, "pending")
    finished = {"DEAL": 0, "END": size}.get(phase, number - 1)
    bouts = [cards.take(each, "played", kept=True) for each in played]
    for each in bouts:
        if len(each) != seats:
            raise ValueError(f"a bout of played must have {seats} cards, one per seat, not {len(each)}")
    if phase in ("GATE", "PLAY"):
        for seat, hand in enumerate(held):
            hand += cards.fill(size - number + 1 - (phase == "PLAY" and seat < acting) - len(hand))
    bouts += [cards.fill(seats) for _ in range(finished - len(bouts))]
    eaten = [0] * seats if fruit is None else list(fruit)
    return game.state_from_dict(
        {
            "options": game.options,
            "round": round,
            "bout": number,
            "phase": phase,
            "actor": acting,
            "gate": board["track"]["gate_start"] if gate is None else gate,
            "lead": leading,
            "boat": [board["track"]["boat_start"]] * seats if boat is None else list(boat),
            "faceup": [0] * seats if faceup is None else list(faceup),
            "supply": supply,
            "dock": dock,
            "tower": [row + [0] * (5 - seats) for row in tower],
            "fruit": eaten,
            "pool": rule["fruit_pool"] - sum(eaten),
            "profit_majority": [0] * seats if profit_majority is None else list(profit_majority),
            "profit_feast": [0] * seats if profit_feast is None else list(profit_feast),
            "keeper": keepers,
            "played": bouts,
            "hand": [sorted(hand) for hand in held],
            "hand_total": [len(hand) for hand in held],
            "pending": committed + [-1] * (seats - len(committed)),
            "pending_total": [1] * len(committed) + [0] * (seats - len(committed)),
            "rng": rng,
        }
    )


class _Filler:
    """The cards of a position under construction: the free ones, and the places of the others."""

    def __init__(self, deck: list[int], kept: list[int]) -> None:
        self._free = [number for number in deck if number not in kept]
        self._kept = kept

    def take(self, cards: Cards, what: str, *, kept: bool = False) -> list[int]:
        ids = read_different(cards, what)
        for number in ids:
            if number in self._free:
                self._free.remove(number)
            elif not kept or number not in self._kept:
                raise ValueError(f"{what} has {CARD_NAMES[number]}, which is elsewhere or not in the deck")
        return ids

    def fill(self, count: int) -> list[int]:
        """Take the lowest free cards."""
        taken, self._free = self._free[: max(count, 0)], self._free[max(count, 0) :]
        return taken


def _docks(
    docks: Mapping[Any, Banners], board: Mapping[str, Any], neutral: bool | list[str], seats: int
) -> tuple[list[list[list[int]]], list[int]]:
    """Return `dock`, and each seat's remaining banners."""
    dock = [[[0] * 6 for _ in range(4)] for _ in SUITS]
    supply = [int(board["banners_per_player"])] * seats
    for suit, name in enumerate(SUITS):
        for index, facts in enumerate(board["quadrants"][name]["docks"]):
            taken = facts["when"] in ("even", "odd") if neutral is True else f"{name}.{index}" in (neutral or ())
            dock[suit][index][NEUTRAL] = int(taken)
    for where, by_dock in docks.items():
        for index, by_seat in by_dock.items():
            for seat, count in by_seat.items():
                owner = bounded(seat, "seat in docks", 0, seats - 1)
                dock[quadrant(where)][bounded(index, "dock", 0, 3)][owner] += count
                supply[owner] -= count
    return dock, supply


def _towers(towers: Sequence[Sequence[int]] | None, seats: int) -> list[list[int]]:
    if towers is None:
        return [[0] * seats, [0] * seats]
    if len(towers) != 2 or any(len(row) != seats for row in towers):
        raise ValueError(f"towers must be 2 lists of {seats} counts, not {brief(towers)}")
    return [list(row) for row in towers]


@per_game
def _deck(game: contract.Game) -> list[int]:
    return game.new_initial_state().legal_actions()


@hook
def complete_view(game: contract.Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    seen = View("tidal", game, view, seat)
    fields, phase, actor = seen.fields, view.get("phase"), view.get("actor")
    hands, pending, played = seen.hands(False), seen.by_seat("pending"), fields.get("played")
    hands[seat] = own = _ids(seen, "hand", hands[seat])
    if isinstance(pending[seat], str):
        pending[seat] = seen.read("pending", pending[seat], card)
    for q, chosen in enumerate(pending):
        if chosen is not None and (q != seat or type(chosen) is not int):
            raise seen.bad("pending", "the card that the seat has chosen, -1 for none, None for other seats")
    if not isinstance(played, list | tuple):
        raise seen.bad("played", "a list of the cards of each finished bout")
    fields["played"] = [_ids(seen, "played", bout) for bout in played]
    keepers = seen.fields.get("keeper")
    kept = [10 * suit + 9 for suit, who in enumerate(keepers if isinstance(keepers, list | tuple) else ()) if who != -1]
    out = {*own, *kept, *(each for bout in fields["played"] for each in bout), pending[seat]}
    pool = [each for each in _deck(game) if each not in out]
    chosen = [phase == "PLAY" and type(actor) is int and q < actor for q in range(seen.seats)]
    totals, commits = seen.by_seat("hand_total"), seen.by_seat("pending_total")
    whole = len(own) + chosen[seat]
    for q in range(seen.seats):
        if totals[q] is None and (phase != "DEAL" or q == seat):
            totals[q] = whole - chosen[q]
        if commits[q] is None:
            commits[q] = int(chosen[q])
        if type(totals[q]) is not int or not 0 <= totals[q] <= len(pool) + len(own):
            raise seen.bad("hand_total", f"a list of {seen.seats} card counts")
        if q != seat:
            pending[q] = (take(pool, 1) or [-1])[0] if commits[q] == 1 else -1
            hands[q] = take(pool, totals[q])
    if pending[seat] is None:
        pending[seat] = -1
    return fields | {"hand": hands, "hand_total": totals, "pending": pending, "pending_total": commits}


def _ids(seen: View, field: str, cards: Any) -> list[int]:
    """Return cards, which may be text, as ids; those of a hand ascending."""
    if isinstance(cards, str):
        ids = seen.read(field, cards, parse_cards)
        return sorted(ids) if field == "hand" else ids
    ids = plain(cards)
    if not isinstance(ids, list) or not all(type(each) is int for each in ids):
        raise seen.bad(field, "lists of card ids, 0 to 39, or cards in notation")
    return ids
