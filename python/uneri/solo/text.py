"""SOLO's states and events as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .. import contract
from .._util.plain_data import title_of
from .._util.text_table import counted, fold, name_cards, tell, tell_changes
from ..registry.hooks import ListedMove, hook
from ..registry.views import cards_of
from . import cards as solo
from .cards import CARDS, COLOUR_WORDS, KIND_NAMES, values_of

STYLES: Final = tuple(
    (word, rf"\b{word[0].upper()}(?:\d|Sk|Rv|D2|Sw)\b|\b{word}\b") for word in ("red", "green", "blue", "yellow")
)
"""Colours of the cards and their words on a terminal."""


@hook
def render(data: Mapping[str, Any]) -> str:
    """Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("solo(players=2,max_rounds=1,pack=small)").new_initial_state(seed=3)
    >>> print(uneri.solo.render(state.to_dict(0)))
    round 1 of 1   turn 1   seat 0 to act: TURN
    top R1, colour red   play goes up the seats
    draw pile 1   discard pile R1
      seat  points  cards  hand
    >    0     200      2  R1 G1
         1     200      2  ?
    """
    who, rounds = data["to_act"], data["options"]["max_rounds"]
    turn = f"seat {who} to act: {data['phase']}" if who >= 0 else data["phase"]
    if data["why"] is not None:
        turn += f" ({data['why']}, {data['left']} to come)"
    top = "-" if data["top"] < 0 else KIND_NAMES[data["top"]]
    pending = f"   {data['pending']} pending ({data['chain']})" if data["pending"] else ""
    way = "up" if data["dir"] > 0 else "down"
    title = title_of(data["options"])
    lines = [
        *([title] if title else []),
        *fold("", f"round {data['round']}{f' of {rounds}' if rounds else ''}   turn {data['turns']}   {turn}"),
        f"top {top}, colour {COLOUR_WORDS[data['active_colour']]}{pending}   play goes {way} the seats",
        *fold(f"draw pile {data['draw_total']}   discard pile ", CARDS.format(data["discard"]) or "-"),
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
    line = "?" if hand is None else CARDS.format(hand) or "-"
    viewers = [p for p, row in enumerate(data["known"]) if row is not None]
    if hand is None and len(viewers) == 1 and any(data["known"][viewers[0]][seat]):
        line += f"  known: {CARDS.format(data['known'][viewers[0]][seat])}"
    line += "  owes a penalty" if data["due"] and data["last"] == seat else ""
    return fold(f"{lead}  {data['hand_total'][seat]:>5}  ", line)


@hook
def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    secret = seat is not None and player != seat
    if secret and action in (solo.KEEP, solo.NO_JUMP):
        return []  # nobody else learns that there was a question (S-4.10)
    name = f"jumps in with {KIND_NAMES[before['top']]}" if action == solo.JUMP else _action_name(action)
    if action == solo.PLAY_DRAWN:
        name = f"plays the card just drawn, {KIND_NAMES[after['want'] if after['want'] >= 0 else after['top']]}"
    if action in (solo.SOLO_DECLARE, solo.SOLO_SILENT):
        name += f" and lays {KIND_NAMES[before['want']]}"
    if solo.SWAP < action < solo.SOLO_DECLARE:
        name = f"swaps hands with seat {(player + action - solo.SWAP) % len(before['points'])}"
    lines = [tell(player, seat, name)]
    if after["round"] == before["round"] and after["phase"] != "OVER":
        drawn = [] if _moves_hands(before, action) else _drawn_lines(before, after, player, action, seat)
        return drawn if drawn and action in (solo.DRAW, solo.TAKE) else lines + drawn
    return [*lines, f"round {before['round']} is over: {tell_changes(before['points'], after['points'])}"]


_WORDS: Final = {
    **dict.fromkeys((solo.DRAW, solo.TAKE), "draws"), solo.KEEP: "keeps the card just drawn",
    solo.SOLO_DECLARE: "says solo", solo.SOLO_SILENT: "says nothing", solo.NO_JUMP: "stays out",
}  # fmt: skip


def _action_name(action: int) -> str:
    if solo.COLOUR <= action < solo.COLOUR + len(COLOUR_WORDS):
        return f"chooses {COLOUR_WORDS[action - solo.COLOUR]}"
    return f"plays {KIND_NAMES[action]}" if action < len(KIND_NAMES) else _WORDS.get(action, "")


def _moves_hands(before: Mapping[str, Any], action: int) -> bool:
    card = before["want"] if action in (solo.SOLO_DECLARE, solo.SOLO_SILENT) else action
    card = before["top"] if action == solo.JUMP else before["drawn"] if action == solo.PLAY_DRAWN else card
    return card == solo.SWAP_IN_TURN or solo.SWAP < action < solo.SOLO_DECLARE


def _drawn_lines(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    """List the seats that drew, how many cards, and which ones if `seat` sees them."""
    lines = []
    for q, (old, new) in enumerate(zip(before["hand_total"], after["hand_total"], strict=True)):
        put = q == player and after["discard"] != before["discard"] and action not in (solo.DRAW, solo.TAKE)
        drawn = new - old + put
        if drawn <= 0:
            continue
        cards = ""
        if after["hand"][q] is not None and before["hand"][q] is not None and not put:
            fresh = [now - then for now, then in zip(after["hand"][q], before["hand"][q], strict=True)]
            cards = f": {CARDS.format(fresh)}"
        lines.append(tell(q, seat, f"draws {counted(drawn, 'card')}{cards}"))
    return lines


_PLAIN = {
    "DRAW": "draw a card", "TAKE": "take the pending cards", "PLAY_DRAWN": "play the card just drawn",
    "KEEP": "keep the card just drawn", "SOLO_DECLARE": "say solo", "SOLO_SILENT": "say nothing", "JUMP": "jump in",
    "NO_JUMP": "stay out",
}  # fmt: skip
_TOKENS = {
    **{word[0].upper(): word for word in COLOUR_WORDS}, "Sk": "Skip", "Rv": "Reverse", "D2": "Draw2", "Sw": "Swap",
    "Wi": "Wild", "W4": "Wild+Draw4", "ST": "Swap-in-turn",
}  # fmt: skip


@hook
def describe_move(move: ListedMove) -> str:
    verb, _, what = move.text.partition(" ")
    if verb == "COLOUR":
        return f"name {_TOKENS[what]}"
    if verb == "SWAP":
        return f"swap hands with {move.names[(move.seat + int(what)) % len(move.names)]}"
    return _PLAIN.get(move.text) or f"play {name_cards(move.text, r'([RGBY])(Sk|Rv|D2|Sw|[0-9]+)|(Wi|W4|ST)', _TOKENS)}"


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    """It is the sheet of a round. Lost hands are open in it. Cards drawn only at the end are one sum.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("solo(players=2,max_rounds=1,pack=small)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[0]
    ...     state.apply_action(action)
    >>> print(*uneri.solo.score_lines(before, action, state), sep="\\n")
    round 1
      seat 0    -1  G1 1
      seat 1    +0  won
    """
    then, now = before.to_dict(), after.to_dict()
    if now["round"] == then["round"] and now["phase"] != "OVER":
        return []
    lines = [f"round {then['round']}"]
    values = values_of(then["options"])
    for seat, (old, new) in enumerate(zip(then["points"], now["points"], strict=True)):
        cost, held = old - new, cards_of(then["hand"][seat])
        drawn = cost - sum(values[kind] for kind in held)
        cards = [f"{KIND_NAMES[kind]} {values[kind]}" for kind in held]
        if drawn > 0:
            cards.append(f"drawn at the end {drawn}")
        lines += fold(f"  seat {seat}  {-cost:+4d}  ", ",  ".join(cards) if cost else "won")
    return lines
