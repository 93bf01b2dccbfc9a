"""SOLO, a shedding game for 2 to 10: cards, hand analysis, positions set up by hand.

Cards are kinds 0 to 54: `R1`..`R9 RSk RRv RD2 RSw`, the same for `G`, `B`, `Y`, then the black `Wi`, `W4`, `ST`.
A *hand* is text (`"R1 RSk Wi"`), a sequence of 55 counts, or `uint8[55]`; a *batch* is a C-contiguous `uint8[n, 55]`,
for which every hand function gives one row a hand. A *kind* is its number or its token. A colour is 0 to 3 or
`"R" "G" "B" "Y"`; 4 or `"any"` is the active colour after a Swap-in-turn.

A hand may hold up to 3 of a coloured and 7 of a black kind, more than the deck has, because positions set up by hand
need not come from a real deal. Hands that don't fit raise TypeError (type, dtype) or ValueError (shape, counts, text)
that says what is allowed.

Functions on states take those of either backend. They see the whole state, hidden cards too: a fair player asks
them about its own seat only, or about a state of `resample_from_infostate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast, overload

import numpy as np

from ._checks import bounded
from ._core import solo as _solo
from ._fold import fold
from ._hands import Kinds
from ._rng import Generator
from .reference._words import brief
from .registry import reference_module

if TYPE_CHECKING:
    from . import contract

    Vector = np.ndarray[tuple[int], np.dtype[np.uint8]]
    Hand = str | Sequence[int] | Vector
    Batch = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Flags = np.ndarray[tuple[int], np.dtype[np.bool_]]
    Numbers = np.ndarray[tuple[int], np.dtype[np.int32]]
    Table = np.ndarray[tuple[int, int], np.dtype[np.int32]]
    KindLike = str | int | np.integer[Any]
    ColourLike = str | int | np.integer[Any]

Game = _solo.Game
"""The core's game class; `uneri.load_game("solo")` makes one."""
State = _solo.State
"""The core's state class."""

KINDS: Final = 55
KIND_NAMES: Final = tuple(_solo.Game({}).action_to_string(0, kind) for kind in range(KINDS))
"""Tokens of the kinds 0 to 54."""
COLOURS: Final = ("R", "G", "B", "Y")
"""Letters of the colours 0 to 3: red, green, blue, yellow."""
ANY: Final = 4
"""The active colour that any card matches."""
WILD, WILD_DRAW4, SWAP_IN_TURN = 52, 53, 54
DRAW, TAKE, PLAY_DRAWN, KEEP = 55, 56, 57, 58
COLOUR: Final = 59
"""`COLOUR + colour` names a colour."""
SWAP: Final = 62
"""`SWAP + d` exchanges hands with the seat d places clockwise."""
SOLO_DECLARE, SOLO_SILENT, JUMP, NO_JUMP = 72, 73, 74, 75

SMALL: Final = "solo(players=2,max_rounds=1,turn_cap=5,solo_call=auto,pack=small,utility=margin)"
"""A game of two seats that is small enough to be solved (S-1.5)."""

_COLOUR_WORDS = ("red", "green", "blue", "yellow", "any")
_CHAINS = (None, "D2", "W4")
_MOST = [3] * WILD + [7] * 3
_CARDS = Kinds("solo", KIND_NAMES, _MOST)


# Cards


def parse_hand(text: str) -> Vector:
    """`"R1 RSk Wi"` as counts, `uint8[55]`. Blanks or commas between the cards, upper or lower case."""
    return cast("Vector", _CARDS.parse(text))


def format_hand(hand: Hand) -> str:
    """The inverse of `parse_hand`: `"R1 RSk Wi"`, ascending by kind; `""` for no card."""
    return _CARDS.format(_CARDS.one(hand))


def kind(token_or_kind: KindLike) -> int:
    """The kind of a card given by its token (`"RSk"`, upper or lower case) or as a number, which is checked."""
    if isinstance(token_or_kind, str):
        return _CARDS.kind(token_or_kind.strip())
    return bounded(token_or_kind, "kind", 0, KINDS - 1)


def _colour(colour: ColourLike) -> int:
    """0 to 4 of a letter, a word or a number."""
    if not isinstance(colour, str):
        return bounded(colour, "active_colour", 0, ANY)
    for index, word in enumerate(_COLOUR_WORDS):
        if colour.lower() in (word, word[0] if index < ANY else word):
            return index
    raise ValueError(f"active_colour is {brief(colour)}; allowed: R, G, B, Y, any, 0 to 4")


def _top(top: KindLike | None) -> int:
    return -1 if top is None else kind(top)


def _chain(chain: object) -> int:
    if not isinstance(chain, str | None) or chain not in _CHAINS:
        raise ValueError(f"chain is {brief(chain)}; allowed: None, 'D2', 'W4'")
    return _CHAINS.index(chain)


def _column(value: Any, what: str, read: Callable[[Any], int], size: int) -> Numbers:
    """One number for each of `size` rows, from `int32[size]` or from one value for all."""
    if not isinstance(value, np.ndarray):
        return np.full(size, read(value), np.int32)
    if value.dtype != np.int32:
        raise TypeError(f"{what} has dtype {value.dtype}; allowed: int32")
    if value.ndim == 0:
        return np.full(size, read(value[()]), np.int32)
    if value.ndim != 1:
        raise ValueError(f"{what} is of shape {value.shape}; allowed: (n,)")
    return np.ascontiguousarray(value)


# Hand analysis (section 9 of the rules)


@overload
def matches(k: KindLike, top: KindLike | None, active_colour: ColourLike) -> bool: ...
@overload
def matches(k: Numbers, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> Flags: ...
def matches(k: Numbers | KindLike, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> bool | Flags:
    """May a card of kind `k` follow, in an ordinary turn (S-5.1)? `top` is the kind on top of the pile (None: no card).

    With `k` as `int32[n]`, `top` (-1: no card) and `active_colour` may be `int32[n]` too; the result is `bool[n]`.
    """
    many = isinstance(k, np.ndarray) and k.ndim > 0
    size = len(cast("Numbers", k)) if many else 1
    result = _solo.matches(
        _column(k, "k", kind, size),
        _column(top, "top", _top, size),
        _column(active_colour, "active_colour", _colour, size),
    )
    return cast("Flags", result) if many else bool(result[0])


@overload
def playable(hand: Hand, top: KindLike | None, active_colour: ColourLike) -> list[int]: ...
@overload
def playable(hand: Batch, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike) -> Batch: ...
def playable(
    hand: Hand | Batch, top: Numbers | KindLike | None, active_colour: Numbers | ColourLike
) -> list[int] | Batch:
    """The kinds of the hand that match (S-5.1), ascending. Of a batch `uint8[n, 55]`, 1 where the kind is one; `top`
    and `active_colour` are then one value for all hands or `int32[n]` (a `top` of -1 is no card).
    """
    rows, one = _CARDS.one_or_many(hand, "hand")
    mask = cast("Batch", _solo.playable(rows, *_pile(top, active_colour, len(rows))))
    return np.flatnonzero(mask[0]).tolist() if one else mask


@overload
def extenders(
    hand: Hand, top: KindLike | None, active_colour: ColourLike, chain: str | None, extend_any_wild: bool = ...
) -> list[int]: ...
@overload
def extenders(
    hand: Batch,
    top: Numbers | KindLike | None,
    active_colour: Numbers | ColourLike,
    chain: str | None,
    extend_any_wild: bool = ...,
) -> Batch: ...
def extenders(
    hand: Hand | Batch,
    top: Numbers | KindLike | None,
    active_colour: Numbers | ColourLike,
    chain: str | None,
    extend_any_wild: bool = False,
) -> list[int] | Batch:
    """The kinds of the hand that pass a pending draw on (S-5.7, S-5.8), ascending; `chain` is `"D2"`, `"W4"` or None.
    Of a batch `uint8[n, 55]`, 1 where the kind is one.
    """
    if not isinstance(extend_any_wild, bool):
        raise TypeError(f"extend_any_wild is {brief(extend_any_wild)}; allowed: True, False")
    rows, one = _CARDS.one_or_many(hand, "hand")
    chains = np.full(len(rows), _chain(chain), np.int32)
    pile = _pile(top, active_colour, len(rows))
    mask = cast("Batch", _solo.extenders(rows, *pile, chains, extend_any_wild))
    return np.flatnonzero(mask[0]).tolist() if one else mask


def _pile(top: Any, active_colour: Any, size: int) -> tuple[Numbers, Numbers]:
    return _column(top, "top", _top, size), _column(active_colour, "active_colour", _colour, size)


@overload
def card_value(k: KindLike) -> int: ...
@overload
def card_value(k: Numbers) -> Numbers: ...
def card_value(k: Numbers | KindLike) -> int | Numbers:
    """What a card costs at the end of a round (S-7.2). Of kinds `int32[n]`, `int32[n]`."""
    many = isinstance(k, np.ndarray) and k.ndim > 0
    values = cast("Numbers", _solo.card_value(_column(k, "k", kind, len(cast("Numbers", k)) if many else 1)))
    return values if many else int(values[0])


@overload
def hand_penalty(hand: Hand) -> int: ...
@overload
def hand_penalty(hand: Batch) -> Numbers: ...
def hand_penalty(hand: Hand | Batch) -> int | Numbers:
    """What the hand costs at the end of a round (S-7.2): a number from 0 up. Of a batch `int32[n]`."""
    rows, one = _CARDS.one_or_many(hand, "hand")
    values = cast("Numbers", _solo.hand_penalty(rows))
    return int(values[0]) if one else values


@overload
def colour_counts(hand: Hand) -> list[int]: ...
@overload
def colour_counts(hand: Batch) -> Table: ...
def colour_counts(hand: Hand | Batch) -> list[int] | Table:
    """Five numbers: cards of the colours 0 to 3, black cards. Of a batch `int32[n, 5]`."""
    rows, one = _CARDS.one_or_many(hand, "hand")
    counts = cast("Table", _solo.colour_counts(rows))
    return cast("list[int]", counts[0].tolist()) if one else counts


# Analysis of states


def legal_actions(state: contract.State) -> list[int]:
    """The legal actions of the state, ascending (section 4)."""
    return state.legal_actions()


def jump_matches(state: contract.State) -> list[int]:
    """All seats that hold the kind of the top card, if that can be jumped on at all (S-5.10); ascending. Whose turn it
    is, who put the card down and how many cards a seat has doesn't matter here.
    """
    return [int(seat) for seat in _ask(state, "jump_matches")]


def jump_candidates(state: contract.State) -> list[int]:
    """In phase JUMP the seat asked and those that will be asked after it if nobody jumps, in that order (S-4.7); else
    none.
    """
    return [int(seat) for seat in _ask(state, "jump_candidates")]


def would_declare(state: contract.State, a: KindLike) -> bool:
    """Is `a` legal, and does it lead at once to a SOLO node (S-4.5)? False for ids that are no legal action."""
    action = state.parse_action(a) if isinstance(a, str) else bounded(a, "action", 0, NO_JUMP)
    return bool(_ask(state, "would_declare", action))


def unseen(state: contract.State, p: SupportsIndex) -> Vector:
    """Counts `uint8[55]` of the cards in the other hands and the draw pile (8.3)."""
    return np.array(_ask(state, "unseen", _seat(state, p)), np.uint8)


def known(state: contract.State, p: SupportsIndex, q: SupportsIndex) -> Vector:
    """Counts `uint8[55]` of the cards that seat `p` knows seat `q` to hold (8.3); for p = q all 0."""
    return np.array(_ask(state, "known", _seat(state, p), _seat(state, q)), np.uint8)


def solo_threat(state: contract.State, p: SupportsIndex) -> list[int]:
    """Seats other than `p` with exactly one card, ascending."""
    return [int(seat) for seat in _ask(state, "solo_threat", _seat(state, p))]


def _seat(state: Any, p: SupportsIndex) -> int:
    _check_state(state)
    return bounded(p, "seat", 0, state.game.num_players - 1)


def _ask(state: Any, function: str, *arguments: int) -> Any:
    """The function of the state's own backend."""
    _check_state(state)
    if state.game.backend == "core":
        return getattr(_solo, function)(state, *arguments)
    return getattr(reference_module("solo"), function)(state.game.rules, state.state, *arguments)


def _check_state(state: Any) -> None:
    if not hasattr(state, "current_player") or state.game.name != "solo":
        raise TypeError(f"state is {brief(state)}; allowed: a state of solo")


# Positions set up by hand


def position(
    game: contract.Game,
    *,
    hands: Sequence[str],
    discard: str = "R9",
    draw_pile: str | None = None,
    active_colour: ColourLike | None = None,
    phase: str = "TURN",
    to_act: int = 0,
    pending: int = 0,
    chain: str | None = None,
    last: int = -1,
    due: bool = False,
    known: Mapping[tuple[int, int], str] | None = None,
    points: Sequence[int] | None = None,
    round: int = 1,
    starter: int = 0,
    dir: int = 1,
    left: int = 0,
    why: str | None = None,
    drawn: KindLike | None = None,
    want: KindLike | None = None,
    next_turn: int = -1,
    ended: int = -1,
    turns: int | None = None,
    dead: int = 0,
    rng: int | None = None,
) -> contract.State:
    """A state from what matters of it: `position(game, hands=["R1 R3", "G5", "B2 B2", "Wi"], discard="B4 R7")`.

    `hands` are texts of cards, one a seat. `discard` is the discard pile, its last card is the top. `draw_pile` is, if
    not given, all cards of the pack that are nowhere else. `active_colour` is that of the top card; on a Wild or WD4 it
    must be given. `known` maps (p, q) to the cards that p knows q to hold. What isn't given is as in the first turn
    of a round, with seat 0 to act. Positions need not come from a real deal: no kind more often than 3 times (black
    ones 7 times), and all cards together at most 112 and worth at most 1480.

    Raises ValueError, with the name of the field, if no such state can be.
    """
    seats = game.num_players
    if isinstance(hands, str) or len(hands) != seats:
        raise ValueError(f"hands is {brief(hands)}; allowed: {seats} texts, one a seat")
    held = [parse_hand(text) for text in hands]
    pile = parse_hand(discard)
    tokens = discard.replace(",", " ").split()
    top = _CARDS.kind(tokens[-1]) if tokens else -1
    drawable = parse_hand(draw_pile) if draw_pile is not None else _rest(game, [*held, pile])
    told = {} if known is None else {pair: parse_hand(text) for pair, text in known.items()}
    none = parse_hand("")
    capped = game.options["turn_cap"] > 0 and phase not in ("SEAT", "DEAL", "FLIP")
    return game.state_from_dict(
        {
            "options": game.options,
            "round": round,
            "points": [game.options["start_points"]] * seats if points is None else list(points),
            "starter": starter,
            "dir": dir,
            "hand": [row.tolist() for row in held],
            "hand_total": [int(row.sum()) for row in held],
            "known": [[told.get((p, q), none).tolist() for q in range(seats)] for p in range(seats)],
            "draw_pile": drawable.tolist(),
            "draw_total": int(drawable.sum()),
            "discard": pile.tolist(),
            "top": top,
            "active_colour": _shown_colour(top) if active_colour is None else _colour(active_colour),
            "pending": pending,
            "chain": _CHAINS[_chain(chain)],
            "last": last,
            "due": due,
            "phase": phase,
            "to_act": to_act,
            "left": left,
            "why": why,
            "drawn": _top(drawn),
            "want": _top(want),
            "next_turn": next_turn,
            "ended": ended,
            "turns": (1 if capped else 0) if turns is None else turns,
            "dead": dead,
            "rng": rng,
        }
    )


def _rest(game: contract.Game, places: Sequence[Vector]) -> Vector:
    """The cards of the pack that are in none of the places."""
    deck = np.array(game.new_initial_state().to_dict()["draw_pile"], np.int64)  # nothing is dealt yet
    for row in places:
        deck -= row
    return np.maximum(deck, 0).astype(np.uint8)


_DECK: Final = tuple(weight for _, weight in _solo.Game({}).new_initial_state().chance_weights())


def _shown_colour(top: int) -> int:
    if top in (WILD, WILD_DRAW4):
        raise ValueError(f"active_colour is missing: on {KIND_NAMES[top]} a colour was named; allowed: R, G, B, Y")
    return top // 13 if 0 <= top < WILD else ANY


# Text


STYLES: Final = tuple(
    (word, rf"\b{word[0].upper()}(?:\d|Sk|Rv|D2|Sw)\b|\b{word}\b") for word in ("red", "green", "blue", "yellow")
)
"""Colours of the cards and their words on a terminal."""


def render(data: Mapping[str, Any]) -> str:
    """A full state (`state.to_dict()`) or what a seat sees of it (`state.to_dict(seat)`) as lines to read."""
    who, rounds = data["to_act"], data["options"]["max_rounds"]
    turn = f"seat {who} to act: {data['phase']}" if who >= 0 else data["phase"]
    if data["why"] is not None:
        turn += f" ({data['why']}, {data['left']} to come)"
    top = "-" if data["top"] < 0 else KIND_NAMES[data["top"]]
    pending = f"   {data['pending']} pending ({data['chain']})" if data["pending"] else ""
    way = "up" if data["dir"] > 0 else "down"
    lines = [
        *fold("", f"round {data['round']}{f' of {rounds}' if rounds else ''}   turn {data['turns']}   {turn}"),
        f"top {top}, colour {_COLOUR_WORDS[data['active_colour']]}{pending}   play goes {way} the seats",
        *fold(f"draw pile {data['draw_total']}   discard pile ", _counts_text(data["discard"]) or "-"),
        "  seat  points  cards  hand",
    ]
    for seat in range(len(data["points"])):
        lines += _seat_lines(data, seat)
    for name, text in (("drawn", "drawn"), ("want", "about to be put down")):
        if data[name] >= 0:
            lines.append(f"{text}: {KIND_NAMES[data[name]]}")
    return "\n".join(lines)


def _seat_lines(data: Mapping[str, Any], seat: int) -> list[str]:
    hand = data["hand"][seat]
    lead = f"{'>' if seat == data['to_act'] else ' '} {seat:>4}  {data['points'][seat]:>6}"
    line = "?" if hand is None else _counts_text(hand) or "-"
    viewers = [p for p, row in enumerate(data["known"]) if row is not None]
    if hand is None and len(viewers) == 1 and any(data["known"][viewers[0]][seat]):
        line += f"  known: {_counts_text(data['known'][viewers[0]][seat])}"
    line += "  owes a penalty" if data["due"] and data["last"] == seat else ""
    return fold(f"{lead}  {data['hand_total'][seat]:>5}  ", line)


def _counts_text(counts: Sequence[int]) -> str:
    return " ".join(KIND_NAMES[k] for k, count in enumerate(counts) for _ in range(count))


# What the command line asks a game for


OPTIONS: Final = {
    "players": ("2 to 10", "number of seats"),
    "start_points": ("1 to 100000", "points of every seat at the start"),
    "max_rounds": ("0 to 100000", "rounds in a game; 0: until a seat is below 0"),
    "first_seat": ("-1 or a seat", "starter of round 1; -1: drawn by chance"),
    "next_starter": ("rotate, winner, left_of_winner", "starter of later rounds"),
    "extend_any_wild": ("true, false", "may any black card pass on a pending draw?"),
    "jump_in": ("all, coloured, numbers, none", "which top cards may be jumped on"),
    "self_jump_in": ("true, false", "may the seat of the top card jump in with its second copy?"),
    "jump_window": ("after_card, every_turn", "when jumping in is offered"),
    "jump_in_last_card": ("true, false", "may the last card be played by jumping in?"),
    "solo_call": ("manual, auto", "is the Solo declaration a decision, or always made?"),
    "solo_penalty": ("0 to 10", "cards drawn for a missing declaration"),
    "reverse_two_player": ("skip, plain", "with two seats, does Reverse also skip the other one?"),
    "last_card_draws": ("true, false", "does a draw card as the last card still make the next seat draw?"),
    "turn_cap": ("0 to 100000", "turns in a round before it is stopped; 0: no cap"),
    "pack": ("full, small, a mapping of deal and cards, a JSON file of one", "the cards, and how many a seat is dealt"),
    "utility": ("score, margin, win", "what returns are: points, points less their mean, shares of the win"),
}
"""Every option: what it allows, what it means."""


def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    """What happened, as lines for `seat` (None: for somebody who sees everything).

    `before` and `after` are `to_dict(seat)` around `action` of `player`; no line tells what `seat` may not know.
    """
    secret = seat is not None and player != seat
    if secret and action in (KEEP, NO_JUMP):
        return []  # nobody else learns that there was a question (S-4.10)
    who = "you" if player == seat else f"seat {player}"
    name = f"jumps in with {KIND_NAMES[before['top']]}" if action == JUMP else _action_name(action)
    if action == PLAY_DRAWN:
        name = f"plays the card just drawn, {KIND_NAMES[after['want'] if after['want'] >= 0 else after['top']]}"
    if action in (SOLO_DECLARE, SOLO_SILENT):
        name += f", then {KIND_NAMES[before['want']]}"
    if SWAP < action < SOLO_DECLARE:
        name = f"swaps hands with seat {(player + action - SWAP) % len(before['points'])}"
    lines = [f"{who}: {name}"]
    if after["round"] == before["round"] and after["phase"] != "OVER":
        return lines + ([] if _moves_hands(before, action) else _drawn_lines(before, after, player, action, seat))
    deltas = [now - then for now, then in zip(after["points"], before["points"], strict=True)]
    return [*lines, f"round {before['round']} is over: " + ", ".join(f"{delta:+d}" for delta in deltas)]


def _action_name(action: int) -> str:
    return _NOTATION.action_to_string(0, action)


_NOTATION = _solo.Game({})


def _moves_hands(before: Mapping[str, Any], action: int) -> bool:
    card = before["want"] if action in (SOLO_DECLARE, SOLO_SILENT) else action
    card = before["top"] if action == JUMP else before["drawn"] if action == PLAY_DRAWN else card
    return card == SWAP_IN_TURN or SWAP < action < SOLO_DECLARE


def _drawn_lines(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    """Who drew how many cards, and which, if `seat` sees them."""
    lines = []
    for q, (old, new) in enumerate(zip(before["hand_total"], after["hand_total"], strict=True)):
        put = q == player and after["discard"] != before["discard"] and action not in (DRAW, TAKE)
        drawn = new - old + put
        if drawn <= 0:
            continue
        cards = ""
        if after["hand"][q] is not None and before["hand"][q] is not None and not put:
            fresh = [now - then for now, then in zip(after["hand"][q], before["hand"][q], strict=True)]
            cards = f": {_counts_text(fresh)}"
        lines.append(f"{'you draw' if q == seat else f'seat {q} draws'} {drawn}{cards}")
    return lines


def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Every option drawn at random, but for the fixed ones; short games more often than long ones."""

    def one_of(*values: Any) -> Any:
        return values[rng.below(len(values))]

    seats = one_of(2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10)
    given = fixed.get("pack", "full") != "full"  # such a pack may have too few cards for more than two
    players = fixed.get("players", 2 if given else seats)
    drawn = {
        "players": players,
        "start_points": one_of(1, 10, 40, 40, 100, 200, 1000),
        "max_rounds": one_of(0, 0, 1, 1, 1, 2, 3),
        "first_seat": rng.below(players + 1) - 1,
        "next_starter": one_of("rotate", "winner", "left_of_winner"),
        "extend_any_wild": one_of(True, False),
        "jump_in": one_of("all", "all", "all", "coloured", "numbers", "none"),
        "self_jump_in": one_of(True, False),
        "jump_window": one_of("after_card", "every_turn"),
        "jump_in_last_card": one_of(True, False),
        "solo_call": one_of("manual", "manual", "auto"),
        "solo_penalty": one_of(0, 1, 2, 2, 2, 5, 10),
        "reverse_two_player": one_of("skip", "plain"),
        "last_card_draws": one_of(True, False),
        "turn_cap": one_of(0, 1, 3, 20, 60, 60, 150, 150, 400, 2000),
        "pack": "full" if rng.below(4) else random_pack(rng, players),
        "utility": one_of("score", "margin", "win"),
    }
    return drawn | dict(fixed)


def random_pack(rng: Generator, players: int) -> dict[str, Any]:
    """Data for the option `pack`: some of the cards, enough for `players` seats."""
    cards = [name for name, count in zip(KIND_NAMES, _DECK, strict=True) for _ in range(count)]
    numbers = [name for name in cards if name[0] in COLOURS and name[1:].isdigit()]  # W4 is none
    others = [name for name in cards if name not in numbers]
    deal = 1 + rng.below(min(8, (len(numbers) - 1) // players))
    while len(numbers) > players * deal + 1 and rng.below(16):
        del numbers[rng.below(len(numbers))]
    while others and rng.below(16):
        del others[rng.below(len(others))]
    return {"deal": deal, "cards": numbers + others}


OPEN_SPIEL, RLCARD = "crazy_eights(players=4)", "uno"  # their nearest: shedding games


def benches() -> list[tuple[str, str, Callable[[], int]]]:
    """Works of SOLO's own for `uneri bench`: name, unit, and a function that does some and tells how many."""
    rng = np.random.default_rng(1)
    deck = np.repeat(np.arange(KINDS), _DECK)
    dealt = [np.bincount(rng.permutation(deck)[:8], minlength=KINDS) for _ in range(50_000)]
    hands = cast("Batch", np.array(dealt, np.uint8))

    def work(function: Callable[[], object]) -> Callable[[], int]:
        def once() -> int:
            function()
            return len(hands)

        return once

    return [
        ("playable, 8 cards", "hands/s", work(lambda: playable(hands, "R9", "R"))),
        ("hand_penalty, 8 cards", "hands/s", work(lambda: hand_penalty(hands))),
    ]
