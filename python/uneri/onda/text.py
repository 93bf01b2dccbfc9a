"""ONDA's states and events as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from .. import contract
from .._util.plain_data import title_of
from .._util.text_table import fold, name_cards, tell, tell_changes
from ..registry.hooks import ListedMove, hook
from ..registry.views import cards_of
from . import cards as onda
from .analysis import hand_points
from .cards import CARDS, KIND_NAMES, SHAPES, STATUSES, TIDES, bomb_text, bombs_of, describe_play, play_name

STYLES = (("blue", r"\bb\d+\b"), ("green", r"\bg\d+\b"))
"""Colours of the cards on a terminal."""


@hook
def render(data: Mapping[str, Any]) -> str:
    """Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("onda(players=2,rounds=1,pack=small)").new_initial_state(seed=3)
    >>> print(uneri.onda.render(state.to_dict(0)))
    round 1 of 1   seat 0 to act: HIDE
    tide high, changeable   bomb RUN2 (1 of 6 on the dial), not used
    table  -
      seat  score  rounds  cards  hand
    >    0      0       0      3  b1 b2 b2
         1      0       0      3  ?
    played -
    """
    title = title_of(data["options"])
    dial = f"{data['dial'] + 1} of {len(bombs_of(data['options']))} on the dial"
    who = data["to_act"]
    turn = f"seat {who} to act: {data['phase']}" if who >= 0 else data["phase"]
    if data["pending"] is not None:
        turn += f" ({data['pending']})"
    bomb = "used in this trick" if data["bomb_used"] else "not used"
    lines = [
        *([title] if title else []),
        f"round {data['round']} of {data['options']['rounds']}   {turn}",
        *fold("", f"tide {TIDES[data['tide']]}, {STATUSES[data['status']]}   bomb {_dial(data)} ({dial}), {bomb}"),
        *fold("table  ", _table_text(data["table"])),
        "  seat  score  rounds  cards  hand",
    ]
    for seat in range(len(data["scores"])):
        lines += _seat_lines(data, seat)
    lines += fold("played ", CARDS.format(data["played"]) or "-")
    if data["deck"] is not None and any(data["deck"]):
        lines += fold("deck   ", CARDS.format(data["deck"]))
    return "\n".join(lines)


def _dial(data: Mapping[str, Any]) -> str:
    return bomb_text(bombs_of(data["options"])[data["dial"]])


def _names(kinds: Iterable[int | None]) -> str:
    return " ".join("?" if kind is None else KIND_NAMES[kind] for kind in kinds)


def _table_text(table: Mapping[str, Any] | None) -> str:
    if table is None:
        return "-"
    face = table["face"]
    joker = f" (the joker is {KIND_NAMES[face]})" if face is not None and face >= 0 else ""
    return f"{play_name(table['play'])} by seat {table['owner']}{joker}"


def _seat_lines(data: Mapping[str, Any], seat: int) -> list[str]:
    hand = data["hand"][seat]
    mark = ">" if seat == data["to_act"] else " "
    lead = f"{mark} {seat:>4}  {data['scores'][seat]:>5}  {data['round_wins'][seat]:>6}"
    line = "?" if hand is None else CARDS.format(hand) or "-"
    for name in ("known", "down", "spent"):
        if data[name][seat]:
            line += f"  {name}: {_names(data[name][seat])}"
    return fold(f"{lead}  {data['hand_total'][seat]:>5}  ", line + ("  passed" if data["passed"][seat] else ""))


@hook
def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    lines = [tell(player, seat, _event(before, after, player, action, seat))]
    same_round = after["round"] == before["round"] and after["phase"] != "OVER"
    lines += _shown(before, after, seat) if same_round else []
    if same_round and before["table"] is not None and after["table"] is None:
        dial = f", the bomb is now a {in_words(_dial(after))}" if after["dial"] != before["dial"] else ""
        lines.append(tell(after["leader"], seat, f"wins the trick{dial}"))
    if not same_round:
        won = tell(after["prev_winner"], seat, f"wins round {before['round']}")
        lines.append(f"{won}: {tell_changes(before['scores'], after['scores'])}")
    return lines


def _event(before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None) -> str:
    secret = seat is not None and player != seat
    if onda.HIDE <= action < onda.FIRST_PLAY:
        return "hides a card" if secret else f"hides {KIND_NAMES[action - onda.HIDE]}"
    if action in (onda.SLOT_LOW, onda.SLOT_HIGH):
        card = "a face-down card" if secret else KIND_NAMES[before["down"][player][action - onda.SLOT_LOW]]
        if before["pending"] == "TURN":
            return f"takes back {card}: the tide is {TIDES[after['tide']]}"
        return f"spends {card} as the joker"
    if action == onda.TURN:
        return f"turns the tide to {TIDES[after['tide']]}" if after["phase"] == "REPLY" else "starts to turn the tide"
    if action == onda.DIAL_ADVANCE:
        return f"turns the dial, the bomb is now a {in_words(_dial(after))}"
    if action < onda.FIRST_PLAY:
        return {onda.PASS: "passes", onda.DIAL_KEEP: "leaves the dial as it is"}[action]
    bomb = " (bomb)" if after["bomb_used"] and not before["bomb_used"] else ""
    return f"plays {play_words(action)}{bomb}"


def play_words(action: int) -> str:
    """Write a play as `a run of 3: b4 b5 and a joker as 6`."""
    play = describe_play(action)
    shape = f"a {in_words(SHAPES[play.shape])}: " if play.shape else ""
    joker = f"a joker as {play.joker}" if play.joker else ""
    return shape + " and ".join(filter(None, (_names(play.cards), joker)))


def in_words(bomb: str) -> str:
    """Replace the codes of shapes by words: `RUN2` by `run of 2`."""
    return re.sub(r"(RUN|SET)(\d)", lambda found: f"{found[1].lower()} of {found[2]}", bomb).replace("SINGLE", "single")


def _shown(before: Mapping[str, Any], after: Mapping[str, Any], seat: int | None) -> list[str]:
    """List the cards that the options reveal: taken back (O-8.4), spent as jokers (O-8.3)."""
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


_EACH_DOWN = 3


@hook
def describe_move(move: ListedMove) -> str:
    if move.action in _PLAIN:
        return _PLAIN[move.action]
    if move.action in (onda.SLOT_LOW, onda.SLOT_HIGH):
        return f"use the face-down {_name(move.view['down'][move.seat][move.action - onda.SLOT_LOW])}"
    if move.action < onda.FIRST_PLAY:
        return f"hide {_name(move.action - onda.HIDE)}"
    play = describe_play(move.action)
    cards = [*map(_name, play.cards), *([f"joker as {play.joker}"] if play.joker else [])]
    shape = re.sub(r"(RUN|SET)(\d)", lambda found: f"{found[1].lower()} of {found[2]}:", SHAPES[play.shape])
    return f"{shape.replace('SINGLE', 'play')} {', '.join(cards)}"


_PLAIN = {
    onda.PASS: "pass", onda.TURN: "turn the tide", onda.DIAL_KEEP: "leave the dial", onda.DIAL_ADVANCE: "turn the dial"
}  # fmt: skip


def _name(kind: int) -> str:
    return name_cards(KIND_NAMES[kind], r"([bg])(\d+)", {"b": "blue", "g": "green"})


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    """It is the sheet of a round. Lost hands are open in it.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("onda(players=2,rounds=1,pack=small)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[-1]
    ...     state.apply_action(action)
    >>> print(*uneri.onda.score_lines(before, action, state), sep="\\n")
    round 1
      seat 0   -3  b1 3
      seat 1   +3  won
    """
    then, now = before.to_dict(), after.to_dict()
    if now["round"] == then["round"] and now["phase"] != "OVER":
        return []
    lines = [f"round {then['round']}"]
    for seat, (old, new) in enumerate(zip(then["scores"], now["scores"], strict=True)):
        what = "won" if seat == now["prev_winner"] else _cards_text(then["hand"][seat], len(then["down"][seat]))
        lines += fold(f"  seat {seat}  {new - old:+3d}  ", what)
    return lines


def _cards_text(hand: list[int], down: int) -> str:
    """Write a hand as `g5 1, b1 3`; two of a kind are two cards."""
    costs = [f"{name} {hand_points(name)}" for name in map(KIND_NAMES.__getitem__, cards_of(hand))]
    return ",  ".join([*costs, *([f"{down} face down {_EACH_DOWN * down}"] if down else [])])
