"""ONDA's positions set up by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from .._util.checks import bounded, check_game, list_by_seat, seat_flags
from .._util.notation import index_of
from ..registry.hooks import hook
from ..registry.views import Unseen, View, cards_of, counted, per_game, take
from . import cards as onda
from .cards import CARDS, KIND_NAMES, KINDS, STATUSES, Play, describe_play, parse_hand, play, play_name, tide_of

if TYPE_CHECKING:
    from .. import contract
    from .cards import Cards, PlayLike, TideLike, Vector

    Table = dict[str, int]


def position(
    game: contract.Game,
    *,
    hands: Cards,
    down: Cards = (),
    spent: Cards = (),
    known: Cards = (),
    played: str | None = None,
    deck: str | None = None,
    table: PlayLike | None = None,
    table_owner: int | None = None,
    table_face: str | None = None,
    phase: str = "ACT",
    to_act: int = 0,
    pending: str | None = None,
    tide: TideLike = onda.HIGH,
    status: str | int = onda.CHANGEABLE,
    dial: int = 0,
    bomb_used: bool = False,
    passed: Iterable[int] = (),
    round: int = 1,
    scores: Sequence[int] | None = None,
    round_wins: Sequence[int] | None = None,
    prev_winner: int | None = None,
    starter: int = 0,
    leader: int | None = None,
    rng: int | None = None,
) -> contract.State:
    """Set up a state, on the game's backend, from the fields that matter. An error names the field that is wrong.

    Fields that are not given are as in the first round of a game, with seat 0 to act. Cards that are not mentioned
    count as `played`. Some deals leave cards over, for example with 2 or 3 seats: those are `deck`, taken from the end
    of the kinds. In FIRST and DEAL all cards that are not mentioned are `deck`.

    Parameters
    ----------
    game
        A loaded game of either backend.
    hands
        The hands: one string per seat, or a mapping of seats to strings (other seats hold none).
    down
        The face-down cards, in the same form: at most two per seat.
    spent
        The cards spent as jokers in this round, in the same form.
    known
        The cards in hand that everybody knows, in the same form.
    played
        The cards played face up in this round, as text.
    deck
        The cards not dealt in this round, as text.
    table
        The play on the table: text or id. None: the trick is to be led.
    table_owner
        The seat that played it; must be given with `table`.
    table_face
        The card that is its joker: one of the owner's `spent`, by default the last of it.
    phase
        FIRST, DEAL, DIAL, HIDE, ACT, SLOT, REPLY or OVER.
    to_act
        The seat to act; -1 in FIRST, DEAL and OVER.
    pending
        What SLOT settles: `"JOKER"` or `"TURN"`.
    tide
        0 or `"high"`, 1 or `"low"`.
    status
        0 or `"changeable"`, 1 or `"fixed"`.
    dial
        The index into the bomb sequence.
    bomb_used
        Whether this trick had its bomb.
    passed
        The seats that have passed.
    round
        The round, from 1.
    scores
        The score of each seat.
    round_wins
        The rounds that each seat has won; by default `prev_winner` has won them all.
    prev_winner
        The winner of the previous round; by default nobody in round 1, later seat 0.
    starter
        The starter of this round.
    leader
        The seat that led or leads the trick; by default `table_owner`, or `to_act` with nothing on the table.
    rng
        The state of the generator. None: an unseeded state.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("onda")
    >>> hands = ["b4 b5", "g1", "g2", "g3"]
    >>> state = uneri.onda.position(game, hands=hands, table="SINGLE b3", table_owner=3)
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['PASS', 'SINGLE b4', 'SINGLE b5', 'RUN2 b4']
    """
    check_game(game, "onda")
    seats = game.num_players
    place = {"hand": hands, "down": down, "spent": spent, "known": known}
    allowed = "one string per seat, or a mapping of seats to strings"
    texts = {name: list_by_seat(listed, name, seats, "", allowed) for name, listed in place.items()}
    cards = {name: list(map(parse_hand, listed)) for name, listed in texts.items()}
    on_table = _table(table, table_owner, table_face, cards["spent"], pending)
    mentioned = sum((row for name in ("hand", "down", "spent") for row in cards[name]), np.zeros(KINDS, np.uint8))
    dealing = phase in ("FIRST", "DEAL")
    pack, left_over = _pack(game)
    wanted = None if dealing else left_over
    played_cards, deck_cards = _rest(np.array(pack, np.uint8), mentioned, on_table, played, deck, wanted)
    finished = round if phase == "OVER" else round - 1
    winner = prev_winner if prev_winner is not None else (0 if finished else -1)
    as_given = {
        "round": round, "starter": starter, "dial": dial, "bomb_used": bomb_used, "phase": phase, "to_act": to_act,
        "pending": pending, "rng": rng,
    }  # fmt: skip
    return game.state_from_dict(
        {
            **as_given,
            "options": game.options,
            "scores": [0] * seats if scores is None else list(scores),
            "round_wins": [finished * (p == winner) for p in range(seats)] if round_wins is None else list(round_wins),
            "prev_winner": winner,
            "deck": deck_cards.tolist(),
            "hand": [row.tolist() for row in cards["hand"]],
            "hand_total": [int(row.sum()) for row in cards["hand"]],
            "down": [cards_of(row.tolist()) for row in cards["down"]],
            "spent": [cards_of(row.tolist()) for row in cards["spent"]],
            "known": [cards_of(row.tolist()) for row in cards["known"]],
            "played": played_cards.tolist(),
            "tide": tide_of(tide),
            "status": index_of(status, "status", STATUSES),
            "passed": seat_flags(passed, "passed", seats),
            "leader": leader if leader is not None else (to_act if on_table is None else on_table["owner"]),
            "table": on_table,
        }
    )


def _table(
    table: PlayLike | None, owner: int | None, face: str | None, spent: list[Vector], pending: str | None
) -> Table | None:
    if table is None:
        return None
    if owner is None:
        raise ValueError("table_owner is missing: the seat that played the table's cards")
    described = describe_play(table)
    owner = bounded(owner, "table_owner", 0, len(spent) - 1)
    kind = -1 if face is None else CARDS.kind(face)
    if face is None and described.joker and pending != "JOKER":
        jokers = cards_of(spent[owner].tolist())
        if not jokers:
            raise ValueError(f"spent is empty for seat {owner}, but its play {play_name(table)} has a joker")
        kind = jokers[-1]
    return {"play": described.id, "owner": owner, "face": kind}


def _rest(
    pack: Vector, mentioned: Vector, table: Table | None, played: str | None, deck: str | None, left_over: int | None
) -> tuple[Vector, Vector]:
    """Return `played` and `deck`: the cards that no seat has. `left_over` None: everything is still to be dealt."""
    if (mentioned > pack).any():
        kind = int((mentioned > pack).argmax())
        places = "in hand, down and spent"
        raise ValueError(f"{KIND_NAMES[kind]} is {places} {mentioned[kind]} times, but the pack has {pack[kind]}")
    free = (pack - mentioned).astype(np.uint8)
    if played is not None and deck is not None:
        return parse_hand(played), parse_hand(deck)
    if played is not None:
        return parse_hand(played), _less(free, parse_hand(played), "played")
    if deck is not None:
        return _less(free, parse_hand(deck), "deck"), parse_hand(deck)
    shown = np.zeros(KINDS, np.uint8)
    for kind in describe_play(table["play"]).cards if table else ():
        shown[kind] += 1
    undealt = np.zeros(KINDS, np.uint8)
    spare = _less(free, shown, "table")
    wanted = int(spare.sum()) if left_over is None else left_over
    for kind in reversed(range(KINDS)):
        undealt[kind] = min(int(spare[kind]), wanted)
        wanted -= int(undealt[kind])
    return _less(free, undealt, "deck"), undealt


def _less(free: Vector, taken: Vector, what: str) -> Vector:
    for kind in range(KINDS):
        if taken[kind] > free[kind]:
            raise ValueError(f"{what} has {taken[kind]} of {KIND_NAMES[kind]}, but {free[kind]} are left")
    return (free - taken).astype(np.uint8)


@per_game
def _pack(game: contract.Game) -> tuple[list[int], int]:
    """Return the pack by kind, and the number of its cards that a round leaves over."""
    pack: list[int] = game.new_initial_state().to_dict()["deck"]  # nothing is dealt yet
    dealt = (game.max_chance_nodes - (game.options["first_seat"] == -1)) // game.options["rounds"]
    return pack, sum(pack) - dealt


@hook
def complete_view(game: contract.Game, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
    seen = View("onda", game, view, seat)
    fields, phase = seen.fields, view.get("phase")
    seen.none_if_missing("table", "pending")
    seen.hide("deck")
    pack, left_over = _pack(game)
    unseen = Unseen(seen, pack, parse_hand)
    hands = unseen.hands(phase == "OVER")
    fields["played"] = unseen.counts("played", fields.get("played"))
    down, spent = ([unseen.kinds(name, row) for row in seen.by_seat(name)] for name in ("down", "spent"))
    known = seen.by_seat("known")
    shown = [unseen.kinds("known", row)[0] if hand is None else [] for row, hand in zip(known, hands, strict=True)]
    hidden = sum(gap for _, gap in (*down, *spent))
    cards = unseen.total - hidden + sum(map(sum, filter(None, hands))) + sum(map(len, shown))
    fields["hand_total"], _ = seen.sizes(hands, cards, None if phase in ("FIRST", "DEAL") else left_over, "the deck")
    gaps = [size - len(row) for size, row in zip(fields["hand_total"], shown, strict=True)]
    if min(gaps) < 0:
        raise seen.bad("known", "at most as many cards as the hand has")
    acting = seen.index("to_act", seen.seats)
    if acting is not None and hands[acting] is not None:
        acting = None
    rows = zip(known, hands, shown, strict=True)
    fields["known"] = [(row or []) if hand is not None else more for row, hand, more in rows]

    def hide(pool: list[int]) -> Iterator[dict[str, Any]]:
        """Lay the first cards of a pool face down and deal the rest, if possible so that the seat to act has a play."""
        laid = [sorted(row + take(pool, gap)) for row, gap in down]
        secret = [take(pool, gap) for _, gap in spent]
        faces = [sorted(row + more) for (row, _), more in zip(spent, secret, strict=True)]
        hidden = fields | {"down": laid, "spent": faces, "table": _show_face(seen, secret)}

        def deal(wanted: Sequence[int]) -> dict[str, Any]:
            left = pool.copy()
            for kind in wanted:
                left.remove(kind)
            filled = hands.copy()
            if acting is not None:
                left = [*wanted, *left]
                filled[acting] = counted(shown[acting] + take(left, gaps[acting]), [0] * KINDS)
            for q, hand in enumerate(filled):
                if hand is None:
                    filled[q] = counted(shown[q] + take(left, gaps[q]), [0] * KINDS)
            return hidden | {"hand": filled, "deck": counted(left, [0] * KINDS)}

        yield deal(())
        if acting is not None and phase in ("SLOT", "REPLY"):
            for described in _plays():
                cards = Counter(described.cards) - Counter(shown[acting])
                if cards <= Counter(pool) and cards.total() <= gaps[acting]:
                    yield deal(list(cards.elements()))

    # The lowest cards lie face down, as a seat that hides its cards needs one that is at least as high. At a low tide the
    # highest may have to: the lowest are played.
    pool = unseen.cards()
    return _first_legal(game, chain(hide(pool.copy()), hide(pool[::-1])))


def _first_legal(game: contract.Game, states: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Return the first state in which the seat to act has a legal action, or the first of all if none has."""
    first = next(states)
    for data in chain((first,), states):
        try:
            game.state_from_dict(data)
        except ValueError as error:
            if not any(why in str(error) for why in ("without a legal action", "cannot be turned")):
                break
        else:
            return data
    return first


def _show_face(seen: View, secret: list[list[int]]) -> Any:
    """Return the table with numbers for names, and a card in place of a face that isn't shown."""
    table = seen.fields.get("table")
    if not isinstance(table, Mapping):
        return table
    table = dict(table)
    table["play"] = seen.read("table", table.get("play"), play)
    table["face"] = seen.read("table", table.get("face"), CARDS.kind)
    owner, number = table.get("owner"), table["play"]
    if table["face"] is None:
        is_play = type(number) is int and onda.FIRST_PLAY <= number <= onda.LAST_PLAY
        joker = is_play and _plays()[number - onda.FIRST_PLAY].joker > 0
        held = secret[owner] if joker and type(owner) is int and 0 <= owner < seen.seats else []
        table["face"] = held[-1] if held else -1
    return table


@cache
def _plays() -> list[Play]:
    return [describe_play(number) for number in range(onda.FIRST_PLAY, onda.LAST_PLAY + 1)]
