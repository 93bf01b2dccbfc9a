"""ONDA, a climbing game for 2 to 5: cards and plays, hand analysis, positions set up by hand.

Cards are kinds 0 to 29, `b1`..`b15` then `g1`..`g15`, two copies of each. A *hand* is text (`"b4 b5 g12"`), a sequence
of 30 counts, or `uint8[30]`; a *batch* is a C-contiguous `uint8[n, 30]`, for which every hand function gives one
row a hand. Plays are action ids 36 to 583 or their text (`"RUN3 b4 J@6"`). A tide is 0 / `"high"` or 1 / `"low"`.

Hands that don't fit raise TypeError (type, dtype) or ValueError (shape, counts, text) that says what is allowed.

Functions on states take those of either backend. They see the whole state, hidden cards too: a fair player asks
them about its own seat only, or about a state of `resample_from_infostate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, SupportsIndex, cast, overload

import numpy as np

from ._checks import bounded
from ._core import onda as _onda
from ._hands import Kinds
from ._progress import Progress, Report
from .registry import reference_module

if TYPE_CHECKING:
    from . import contract

    Vector = np.ndarray[tuple[int], np.dtype[np.uint8]]
    Hand = str | Sequence[int] | Vector
    Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Ids = np.ndarray[tuple[int], np.dtype[np.int32]]
    Cards = Sequence[str] | Mapping[int, str]
    PlayLike = str | int | np.integer[Any]
    TideLike = str | int

Game = _onda.Game
"""The core's game class; `uneri.load_game("onda")` makes one."""
State = _onda.State
"""The core's state class."""

KINDS: Final = 30
KIND_NAMES: Final = tuple(f"{suit}{number}" for suit in "bg" for number in range(1, 16))
"""Names of the kinds 0 to 29."""
SHAPES: Final = ("SINGLE", "RUN2", "RUN3", "RUN4", "SET2", "SET3", "SET4")
"""Names of the shapes 0 to 6."""
SINGLE, RUN2, RUN3, RUN4, SET2, SET3, SET4 = range(7)
HIGH, LOW = 0, 1
CHANGEABLE, FIXED = 0, 1
PASS, TURN, SLOT_LOW, SLOT_HIGH, DIAL_KEEP, DIAL_ADVANCE = range(6)
HIDE: Final = 6
"""`HIDE + kind` puts a card face down."""
FIRST_PLAY, LAST_PLAY = 36, 583
BOMB_SEQUENCES: Final = {"ladder": (1, 4, 2, 5, 3, 6), "runs_first": (1, 2, 3, 4, 5, 6)}
"""The shapes on the dial under the built-in names of the option `bomb_sequence` (O-5.20)."""
SMALL: Final = "onda(players=2,rounds=1,pack=small,utility=margin)"
"""A game of two seats that is small enough to be solved (O-1.7)."""

_TIDES = ("high", "low")
_STATUSES = ("changeable", "fixed")
_COPIES = 2
_CARDS = Kinds("onda", KIND_NAMES, [_COPIES] * KINDS)
_NOTATION = _onda.Game({})  # notation is the same under all options


# Cards


def parse_hand(text: str) -> Vector:
    """`"b4 b5 g12"` as counts, `uint8[30]`. Blanks or commas between the cards, upper or lower case."""
    return cast("Vector", _CARDS.parse(text))


def format_hand(hand: Hand) -> str:
    """The inverse of `parse_hand`: `"b4 b5 g12"`, ascending by kind; `""` for no card."""
    rows, one = _CARDS.one_or_many(hand, "hand")
    if not one:
        raise ValueError(f"hand has shape {rows.shape}; allowed: one hand")
    return _CARDS.format(rows[0])


# Plays


class Play(NamedTuple):
    """What a play id stands for."""

    id: int
    shape: int
    """Index into SHAPES."""
    rank: int
    """Its number; of a run the lowest."""
    joker: int
    """The number that the joker stands for; 0 without one."""
    cards: tuple[int, ...]
    """Kinds of the natural cards, ascending."""


def play(text_or_id: PlayLike) -> int:
    """The id of a play given as text (`"RUN3 b4 J@6"`) or as an id, which is checked."""
    if not isinstance(text_or_id, str):
        return bounded(text_or_id, "play", FIRST_PLAY, LAST_PLAY)
    action = _NOTATION.parse_action(text_or_id)
    if action < FIRST_PLAY:
        raise ValueError(f"{text_or_id!r} is no play; allowed: SINGLE b7, RUN3 b4 J@6, SET3 7 bg+J and the like")
    return action


def play_name(text_or_id: PlayLike) -> str:
    """The text of a play, in canonical spelling."""
    return _NOTATION.action_to_string(0, play(text_or_id))


def describe_play(text_or_id: PlayLike) -> Play:
    """Shape, rank, joker and cards of a play."""
    number = play(text_or_id)
    head, first, *rest = _NOTATION.action_to_string(0, number).split()
    shape = SHAPES.index(head)
    if shape == SINGLE and first.startswith("J="):
        return Play(number, shape, int(first[2:]), int(first[2:]), ())
    if shape <= RUN4:
        low = KIND_NAMES.index(first)
        rank = low % 15 + 1
        joker = int(rest[0][2:]) if rest else 0
        length = 1 + shape
        return Play(number, shape, rank, joker, tuple(k for k in range(low, low + length) if k % 15 + 1 != joker))
    rank = int(first)
    suits, _, extra = rest[0].partition("+")
    cards = tuple(("bg".index(suit)) * 15 + rank - 1 for suit in suits)
    return Play(number, shape, rank, rank if extra else 0, cards)


def _tide(tide: TideLike) -> int:
    return _word(tide, "tide", _TIDES)


def _word(value: str | int, what: str, words: tuple[str, ...]) -> int:
    """The index of a word, which may also be given as that index."""
    if not isinstance(value, str):
        return bounded(value, what, 0, len(words) - 1)
    if value.lower() not in words:
        raise ValueError(f"{what} is {value!r}; allowed: {', '.join(words)}")
    return words.index(value.lower())


# Hand analysis (section 9 of the rules)


@overload
def all_combos(hand: Hand, j: SupportsIndex = ...) -> list[int]: ...
@overload
def all_combos(hand: Batch, j: SupportsIndex = ...) -> Batch: ...
def all_combos(hand: Hand | Batch, j: SupportsIndex = 0) -> list[int] | Batch:
    """Ids of all plays whose natural cards are in the hand, those with a joker only if `j >= 1`; ascending.

    Of a batch `uint8[n, 584]`, 1 where the id is one.
    """
    rows, one = _CARDS.one_or_many(hand, "hand")
    mask = cast("Batch", _onda.all_combos(rows, j))
    return np.flatnonzero(mask[0]).tolist() if one else mask


@overload
def min_plays(hand: Hand, j: SupportsIndex = ..., *, threads: SupportsIndex = ..., progress: Report = ...) -> int: ...
@overload
def min_plays(
    hand: Batch, j: SupportsIndex = ..., *, threads: SupportsIndex = ..., progress: Report = ...
) -> Vector: ...
def min_plays(
    hand: Hand | Batch, j: SupportsIndex = 0, *, threads: SupportsIndex = 1, progress: Report = None
) -> int | Vector:
    """The least number of plays into which the hand splits, at most `j` of them with a joker; exact.

    A joker on its own sheds no card and is never counted. `j` is 0 to 60; with 3 or more, hands of at most 15 cards.
    Of a batch `uint8[n]`, worked out by `threads` threads.
    """
    rows, one = _CARDS.one_or_many(hand, "hand")
    with Progress("min_plays", progress) as report:
        plays = cast("Vector", _onda.min_plays(rows, j, threads, report if report.wanted else None))
    return int(plays[0]) if one else plays


@overload
def hand_points(hand: Hand, ndown: SupportsIndex = ...) -> int: ...
@overload
def hand_points(hand: Batch, ndown: SupportsIndex | Vector = ...) -> Ids: ...
def hand_points(hand: Hand | Batch, ndown: SupportsIndex | Vector = 0) -> int | Ids:
    """The penalty for the hand and `ndown` (0 to 2) face-down cards: a number from 0 up. Of a batch `int32[n]`;
    `ndown` is then one number or `uint8[n]`.
    """
    rows, one = _CARDS.one_or_many(hand, "hand")
    if isinstance(ndown, np.ndarray) and ndown.ndim > 0:
        if ndown.dtype != np.uint8:
            raise TypeError(f"ndown is an array of {ndown.dtype}; allowed: 0 to 2, uint8[n]")
        if one or ndown.shape != rows.shape[:1]:
            raise ValueError(f"ndown has shape {ndown.shape}; allowed: {'a number' if one else rows.shape[:1]}")
        if ndown.size and int(ndown.max()) > 2:
            raise ValueError(f"ndown has a {int(ndown.max())}; allowed: 0 to 2")
        down = np.ascontiguousarray(ndown)
    else:
        down = np.full(len(rows), bounded(ndown, "ndown", 0, 2), np.uint8)
    points = cast("Ids", _onda.hand_points(rows, down))
    return int(points[0]) if one else points


@overload
def beats(a: PlayLike, b: PlayLike, tide: TideLike) -> bool: ...
@overload
def beats(a: Ids, b: Ids | PlayLike, tide: TideLike) -> Flags: ...
@overload
def beats(a: PlayLike, b: Ids, tide: TideLike) -> Flags: ...
def beats(a: Ids | PlayLike, b: Ids | PlayLike, tide: TideLike) -> bool | Flags:
    """True if play `a` beats play `b` under the tide (O-5.9): same shape, higher or lower rank. Plays may be given as
    `int32[n]`, one of them or both; the result is then `bool[n]`.
    """
    if not isinstance(a, np.ndarray) and not isinstance(b, np.ndarray):
        return bool(_onda.beats(_ids(a, "a", 1), _ids(b, "b", 1), _tide(tide))[0])
    size = len(_ids(a if isinstance(a, np.ndarray) else b, "plays", 1))
    first, second = _ids(a, "a", size), _ids(b, "b", size)
    if len(first) != len(second):
        raise ValueError(f"a has {len(first)} plays and b {len(second)}; allowed: the same number")
    return cast("Flags", _onda.beats(first, second, _tide(tide)))


def _ids(plays: Any, what: str, size: int) -> Ids:
    """Plays as `int32[n]`; a single one `size` times."""
    if not isinstance(plays, np.ndarray):
        return np.full(size, play(plays), np.int32)
    if plays.dtype != np.int32:
        raise TypeError(f"{what} has dtype {plays.dtype}; allowed: int32")
    if plays.ndim != 1:
        raise ValueError(f"{what} has shape {plays.shape}; allowed: (n,)")
    return np.ascontiguousarray(plays)


@overload
def beaters(a: PlayLike, tide: TideLike, pool: Hand) -> list[int]: ...
@overload
def beaters(a: PlayLike, tide: TideLike, pool: Batch) -> Batch: ...
def beaters(a: PlayLike, tide: TideLike, pool: Hand | Batch) -> list[int] | Batch:
    """Ids of the natural plays (without a joker) of cards in `pool` that beat play `a`; ascending. Of a batch of pools
    `uint8[n, 584]`, 1 where the id is one.
    """
    rows, one = _CARDS.one_or_many(pool, "pool")
    mask = cast("Batch", _onda.beaters(play(a), _tide(tide), rows))
    return np.flatnonzero(mask[0]).tolist() if one else mask


@overload
def is_boss(a: PlayLike, tide: TideLike, pool: Hand) -> bool: ...
@overload
def is_boss(a: PlayLike, tide: TideLike, pool: Batch) -> Flags: ...
def is_boss(a: PlayLike, tide: TideLike, pool: Hand | Batch) -> bool | Flags:
    """True if no natural play of cards in `pool` beats play `a`. Of a batch of pools `bool[n]`."""
    rows, one = _CARDS.one_or_many(pool, "pool")
    result = cast("Flags", _onda.is_boss(play(a), _tide(tide), rows))
    return bool(result[0]) if one else result


# Analysis of states


def legal_actions(state: contract.State) -> list[int]:
    """The legal actions of the state, ascending (section 4 and 5.6)."""
    return state.legal_actions()


def is_bomb(state: contract.State, a: PlayLike) -> bool:
    """Would this action, played now, be the trick's bomb (O-5.22)? False outside ACT."""
    action = _NOTATION.parse_action(a) if isinstance(a, str) else bounded(a, "action", 0, LAST_PLAY)
    return bool(_ask(state, "is_bomb", action))


def replies(state: contract.State, slot: SupportsIndex) -> list[int]:
    """The legal replies (O-4.10) of the seat to act after taking back its face-down card `slot`, 0 or 1; ascending.

    The state is in ACT, or in SLOT with TURN pending, and the seat has that card; ValueError if not.
    """
    return [int(action) for action in _ask(state, "replies", bounded(slot, "slot", 0, 1))]


def can_turn(state: contract.State) -> bool:
    """Is TURN legal (O-4.7)? False outside ACT."""
    return bool(_ask(state, "can_turn"))


def unseen(state: contract.State, p: SupportsIndex) -> Vector:
    """Counts `uint8[30]` of the cards whose places seat `p` doesn't know (8.3)."""
    return np.array(_ask(state, "unseen", _seat(state, p)), np.uint8)


def penalty_if_ended(state: contract.State, p: SupportsIndex) -> int:
    """What seat `p` would lose if another seat ended the round now: a number from 0 up."""
    return int(_ask(state, "penalty_if_ended", _seat(state, p)))


def _seat(state: Any, p: SupportsIndex) -> int:
    _check_state(state)
    return bounded(p, "seat", 0, state.game.num_players - 1)


def _ask(state: Any, function: str, *arguments: int) -> Any:
    """The function of the state's own backend."""
    _check_state(state)
    if state.game.backend == "core":
        return getattr(_onda, function)(state, *arguments)
    return getattr(reference_module("onda"), function)(state.game.rules, state.state, *arguments)


def _check_state(state: Any) -> None:
    if not hasattr(state, "current_player") or state.game.name != "onda":
        raise TypeError(f"state is {state!r}; allowed: a state of onda")


# Positions set up by hand


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
    tide: TideLike = HIGH,
    status: str | int = CHANGEABLE,
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
    """A state from what matters of it: `position(game, hands=["b4 b5", "g1", "g2", "g3"], table="SINGLE b3", table_owner=3)`.

    `hands`, `down`, `spent` and `known` are texts of cards, one a seat, or a mapping of seat to text (other seats hold
    none). `down` in particular: two face-down cards at most. Cards that are not mentioned count as `played`, but for
    those that the deal leaves over, with 2 or 3 seats say: they are `deck`, taken from the end of the kinds. In FIRST and
    DEAL they all are `deck`. With a joker on the table, `table_face` (one of the owner's `spent`, by default the last
    of it) is its card. `passed` lists seats. What isn't given is as in the first round of a game, with seat 0 to act.

    Raises ValueError, with the name of the field, if no such state can be.
    """
    seats = game.num_players
    place = {"hand": hands, "down": down, "spent": spent, "known": known}
    cards = {name: _by_seat(name, texts, seats) for name, texts in place.items()}
    on_table = _table(table, table_owner, table_face, cards["spent"], pending)
    mentioned = sum((row for name in ("hand", "down", "spent") for row in cards[name]), np.zeros(KINDS, np.uint8))
    dealing = phase in ("FIRST", "DEAL")
    pack = np.array(game.new_initial_state().to_dict()["deck"], np.uint8)  # nothing is dealt yet
    dealt = (game.max_chance_nodes - (game.options["first_seat"] == -1)) // game.options["rounds"]
    left_over = None if dealing else int(pack.sum()) - dealt
    played_cards, deck_cards = _rest(pack, mentioned, on_table, played, deck, left_over)
    finished = round if phase == "OVER" else round - 1
    winner = prev_winner if prev_winner is not None else (0 if finished else -1)
    return game.state_from_dict(
        {
            "options": game.options,
            "round": round,
            "scores": [0] * seats if scores is None else list(scores),
            "round_wins": [finished * (p == winner) for p in range(seats)] if round_wins is None else list(round_wins),
            "prev_winner": winner,
            "starter": starter,
            "deck": deck_cards.tolist(),
            "hand": [row.tolist() for row in cards["hand"]],
            "hand_total": [int(row.sum()) for row in cards["hand"]],
            "down": [_list(row) for row in cards["down"]],
            "spent": [_list(row) for row in cards["spent"]],
            "known": [_list(row) for row in cards["known"]],
            "played": played_cards.tolist(),
            "dial": dial,
            "bomb_used": bomb_used,
            "tide": _tide(tide),
            "status": _word(status, "status", _STATUSES),
            "passed": _seat_flags(passed, seats),
            "leader": leader if leader is not None else (to_act if on_table is None else on_table["owner"]),
            "table": on_table,
            "phase": phase,
            "to_act": to_act,
            "pending": pending,
            "rng": rng,
        }
    )


def _by_seat(name: str, texts: Cards, seats: int) -> list[Vector]:
    if isinstance(texts, str) or not isinstance(texts, Sequence | Mapping):
        raise TypeError(f"{name} is {texts!r}; allowed: a text a seat, or a mapping of seat to text")
    if isinstance(texts, Mapping):
        for seat in texts:
            bounded(seat, f"seat in {name}", 0, seats - 1)
        return [parse_hand(texts.get(seat, "")) for seat in range(seats)]
    if len(texts) not in (0, seats):
        raise ValueError(f"{name} has {len(texts)} entries; allowed: {seats}, one a seat")
    return [parse_hand(text) for text in texts] if texts else [parse_hand("") for _ in range(seats)]


def _seat_flags(listed: Iterable[int], seats: int) -> list[bool]:
    chosen = {bounded(seat, "seat in passed", 0, seats - 1) for seat in listed}
    return [seat in chosen for seat in range(seats)]


def _list(counts: Vector) -> list[int]:
    return [kind for kind, count in enumerate(counts.tolist()) for _ in range(count)]


def _table(
    table: PlayLike | None, owner: int | None, face: str | None, spent: list[Vector], pending: str | None
) -> dict[str, int] | None:
    if table is None:
        return None
    if owner is None:
        raise ValueError("table_owner is missing; allowed: the seat that played the table's cards")
    described = describe_play(table)
    owner = bounded(owner, "table_owner", 0, len(spent) - 1)
    kind = -1 if face is None else _CARDS.kind(face)
    if face is None and described.joker and pending != "JOKER":
        jokers = _list(spent[owner])
        if not jokers:
            raise ValueError(f"spent is empty for seat {owner}, but its play {play_name(table)} has a joker")
        kind = jokers[-1]
    return {"play": described.id, "owner": owner, "face": kind}


def _rest(
    pack: Vector,
    mentioned: Vector,
    table: dict[str, int] | None,
    played: str | None,
    deck: str | None,
    left_over: int | None,
) -> tuple[Vector, Vector]:
    """Where the cards are that no seat has: `played` and `deck`. `left_over` None: everything is still to be dealt."""
    if (mentioned > pack).any():
        kind = int((mentioned > pack).argmax())
        raise ValueError(
            f"{KIND_NAMES[kind]} is in hand, down and spent {mentioned[kind]} times; allowed: {pack[kind]}"
        )
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
            raise ValueError(
                f"{what} has {taken[kind]} of {KIND_NAMES[kind]}, but {free[kind]} are left; allowed: each card in one place"
            )
    return (free - taken).astype(np.uint8)


# Text


def render(data: Mapping[str, Any]) -> str:
    """A full state (`state.to_dict()`) or what a seat sees of it (`state.to_dict(seat)`) as lines to read."""
    shape = SHAPES[_dial(data)]
    dial = f"{data['dial'] + 1} of {len(_sequence(data))} on the dial"
    who = data["to_act"]
    turn = f"seat {who} to act: {data['phase']}" if who >= 0 else data["phase"]
    if data["pending"] is not None:
        turn += f" ({data['pending']})"
    bomb = "used in this trick" if data["bomb_used"] else "not used"
    lines = [
        f"round {data['round']} of {data['options']['rounds']}   {turn}",
        f"tide {_TIDES[data['tide']]}, {_STATUSES[data['status']]}   bomb {shape} ({dial}), {bomb}",
        f"table  {_table_text(data['table'])}",
        "  seat  score  rounds  cards  hand",
    ]
    lines += [_seat_line(data, seat) for seat in range(len(data["scores"]))]
    played = _counts_text(data["played"])
    lines.append(f"played {played or '-'}")
    if data["deck"] is not None and any(data["deck"]):
        lines.append(f"deck   {_counts_text(data['deck'])}")
    return "\n".join(lines)


def _sequence(data: Mapping[str, Any]) -> Sequence[int]:
    sequence = data["options"]["bomb_sequence"]
    return BOMB_SEQUENCES[sequence] if isinstance(sequence, str) else sequence


def _dial(data: Mapping[str, Any]) -> int:
    return int(_sequence(data)[data["dial"]])


def _counts_text(counts: Sequence[int]) -> str:
    return _names(kind for kind, count in enumerate(counts) for _ in range(count))


def _names(kinds: Iterable[int | None]) -> str:
    return " ".join("?" if kind is None else KIND_NAMES[kind] for kind in kinds)


def _table_text(table: Mapping[str, Any] | None) -> str:
    if table is None:
        return "-"
    face = table["face"]
    joker = f" (the joker is {KIND_NAMES[face]})" if face is not None and face >= 0 else ""
    return f"{play_name(table['play'])} by seat {table['owner']}{joker}"


def _seat_line(data: Mapping[str, Any], seat: int) -> str:
    hand = data["hand"][seat]
    line = (
        f"{'>' if seat == data['to_act'] else ' '} {seat:>4}  {data['scores'][seat]:>5}  {data['round_wins'][seat]:>6}"
    )
    line += f"  {data['hand_total'][seat]:>5}  {'?' if hand is None else _counts_text(hand) or '-'}"
    for name in ("known", "down", "spent"):
        if data[name][seat]:
            line += f"  {name}: {_names(data[name][seat])}"
    return line + ("  passed" if data["passed"][seat] else "")


# What the command line asks a game for


OPTIONS: Final = {
    "players": ("2 to 5", "number of seats"),
    "rounds": ("1 to 6", "rounds in a game"),
    "first_seat": ("-1 or a seat", "first player of round 1; -1: drawn by chance"),
    "bomb_sequence": (
        "ladder, runs_first, a list of shapes 1 to 6, a JSON file of one",
        "the bombs on the dial, in order",
    ),
    "tide_start": ("high, low", "tide at the start of the game"),
    "tide_reset": ("never, round, trick", "when the tide goes back to tide_start"),
    "lead_of_bomb_shape": ("bomb, plain", "is a lead of the dial's shape the trick's bomb?"),
    "leader_may_turn": ("true, false", "may the leader of a trick turn the tide?"),
    "reveal_jokers": ("never, on_discard, on_play", "when a spent joker is shown"),
    "reveal_returned": ("true, false", "is the card shown that a turn of the tide takes back?"),
    "pack": (
        "full, small, a mapping of deal, down and cards, a JSON file of one",
        "the cards, how many a seat is dealt and puts face down",
    ),
    "utility": ("score, margin, win", "what returns are: points, points less their mean, shares of the win"),
}
"""Every option: what it allows, what it means."""


def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    """What happened, as lines for `seat` (None: for somebody who sees everything).

    `before` and `after` are `to_dict(seat)` around `action` of `player`; no line tells what `seat` may not know.
    """
    who = "you" if player == seat else f"seat {player}"
    lines = [f"{who}: {_event(before, after, player, action, seat)}"]
    same_round = after["round"] == before["round"] and after["phase"] != "OVER"
    lines += _shown(before, after, seat) if same_round else []
    if same_round and before["table"] is not None and after["table"] is None:
        dial = f", the bomb is now {SHAPES[_dial(after)]}" if after["dial"] != before["dial"] else ""
        lines.append(
            f"{'you win' if after['leader'] == seat else 'seat ' + str(after['leader']) + ' wins'} the trick{dial}"
        )
    if not same_round:
        deltas = [now - then for now, then in zip(after["scores"], before["scores"], strict=True)]
        winner = after["prev_winner"]
        lines.append(
            f"{'you win' if winner == seat else f'seat {winner} wins'} round {before['round']}: "
            + ", ".join(f"{delta:+d}" for delta in deltas)
        )
    return lines


def _event(before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None) -> str:
    secret = seat is not None and player != seat
    if HIDE <= action < FIRST_PLAY:
        return "hides a card" if secret else f"hides {KIND_NAMES[action - HIDE]}"
    if action in (SLOT_LOW, SLOT_HIGH):
        card = "a face-down card"
        if not secret:
            kind = before["down"][player][action - SLOT_LOW]
            card = KIND_NAMES[kind]
        if before["pending"] == "TURN":
            return f"takes back {card} and turns the tide to {_TIDES[after['tide']]}"
        return f"spends {card} as the joker"
    name = _NOTATION.action_to_string(0, action)
    if action == TURN and after["phase"] == "REPLY":
        return f"{name} (tide {_TIDES[after['tide']]})"
    if action >= FIRST_PLAY and after["bomb_used"] and not before["bomb_used"]:
        return f"{name} (bomb)"
    return name


def _shown(before: Mapping[str, Any], after: Mapping[str, Any], seat: int | None) -> list[str]:
    """Cards that the options show: taken back (O-8.4), spent as jokers (O-8.3)."""
    lines = []
    for name, text in (("known", "took back"), ("spent", "had the joker")):
        for other, (old, new) in enumerate(zip(before[name], after[name], strict=True)):
            if other == seat or seat is None:
                continue
            left = [kind for kind in old if kind is not None]
            for kind in new:
                if kind in left:
                    left.remove(kind)
                elif kind is not None:
                    lines.append(f"seat {other} {text} {KIND_NAMES[kind]}")
    return lines


class Generator(Protocol):
    """What random options are drawn from."""

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1."""


def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Every option drawn at random, but for the fixed ones; short matches more often than long ones."""

    def one_of(*values: Any) -> Any:
        return values[rng.below(len(values))]

    seats = 2 + rng.below(4)
    given = fixed.get("pack", "full") != "full"  # such a pack may have too few cards for more than two
    players = fixed.get("players", 2 if given else seats)
    shapes = [1 + rng.below(6) for _ in range(1 + rng.below(16))]
    drawn = {
        "players": players,
        "rounds": one_of(1, 1, 1, 2, 2, 3, 4, 5, 6),
        "first_seat": rng.below(players + 1) - 1,
        "bomb_sequence": one_of("ladder", "runs_first", shapes),
        "tide_start": one_of("high", "low"),
        "tide_reset": one_of("never", "round", "trick"),
        "lead_of_bomb_shape": one_of("bomb", "plain"),
        "leader_may_turn": one_of(True, False),
        "reveal_jokers": one_of("never", "on_discard", "on_play"),
        "reveal_returned": one_of(True, False),
        "pack": "full" if rng.below(4) else random_pack(rng, players),
        "utility": one_of("score", "margin", "win"),
    }
    return drawn | dict(fixed)


def random_pack(rng: Generator, players: int) -> dict[str, Any]:
    """Data for the option `pack`: some of the cards, enough for `players` seats."""
    cards = [name for name in KIND_NAMES for _ in range(_COPIES)]
    down = 1 + rng.below(2)
    deal = down + 1 + rng.below(min(15, len(cards) // players) - down)
    while len(cards) > players * deal and rng.below(12):
        del cards[rng.below(len(cards))]
    return {"deal": deal, "down": down, "cards": cards}


OPEN_SPIEL = "dou_dizhu"  # its nearest: a climbing game


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """Works of ONDA's own for `uneri bench`: name, unit, and a function that does some and tells how many."""
    rng = np.random.default_rng(1)
    deck = np.repeat(np.arange(KINDS), _COPIES)
    dealt = [np.bincount(rng.permutation(deck)[:13], minlength=KINDS) for _ in range(50_000)]
    hands = cast("Batch", np.array(dealt, np.uint8))

    def work(function: Callable[..., object], j: int) -> Callable[[], int]:
        def once() -> int:
            function(hands, j)
            return len(hands)

        return once

    plays = [(f"min_plays, j={j}, 13 cards", "hands/s", work(min_plays, j)) for j in range(3)]
    return [*plays, ("all_combos, j=1, 13 cards", "hands/s", work(all_combos, 1))]
