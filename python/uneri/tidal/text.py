"""Tidal as text: states and events."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from .. import contract
from .._core import tidal as _tidal
from .._util.plain_data import title_of
from .._util.text_table import counted, fold, name_cards, tell, text_table
from ..registry.hooks import ListedMove, hook
from .analysis import breakdown
from .cards import CARD_NAMES, GATE, NEUTRAL, SUITS, default_board

_COLOURS = (("orange", "dark_orange"), ("yellow", "yellow"), ("teal", "cyan"), ("purple", "magenta"))
STYLES = tuple((style, rf"\b{word[0].upper()}\d\b|\b\d{word[0].upper()}\b|\b{word}\b") for word, style in _COLOURS)
"""Colours of the cards and the quadrants on a terminal."""


@functools.lru_cache(maxsize=64)
def _facts(options: str) -> tuple[dict[str, Any], int]:
    """Return the board, and the bouts of a round."""
    chosen = json.loads(options)
    board = default_board() if chosen["board"] == "default" else chosen["board"]
    return board, int(_tidal.Game(chosen).max_chance_nodes // (chosen["rounds"] * chosen["players"]))


def board_of_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the board of a state's plain data; don't change it."""
    return _facts(json.dumps(data["options"]))[0]


def bouts_of_data(data: Mapping[str, Any]) -> int:
    """Count the bouts of a round."""
    return _facts(json.dumps(data["options"]))[1]


@hook
def render(data: Mapping[str, Any]) -> str:
    """Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tidal").new_initial_state(seed=1)
    >>> print(uneri.tidal.render(state.to_dict(0)).splitlines()[0])
    round 1 of 3, bout 1 of 8   seat 0 to act: PLAY
    """
    board = board_of_data(data)
    seats = len(data["boat"])
    rule = board["players"][str(seats)]
    active = board["ring"][data["gate"] - 1]
    order = " > ".join(board["quadrants"][active]["order"])
    turn = f"seat {data['actor']} to act: {data['phase']}" if data["actor"] >= 0 else data["phase"]
    bouts = bouts_of_data(data)
    lead = f"seat {data['lead']}" if data["lead"] >= 0 else "-"
    gate = f"gate {data['gate']} of {board['track']['spaces']}, {active} ({order})"
    title = title_of(data["options"])
    lines = [
        *([title] if title else []),
        f"round {data['round']} of {data['options']['rounds']}, bout {data['bout']} of {bouts}   {turn}",
        *fold("", gate),
        f"lead {lead}   pool {data['pool']} of {rule['fruit_pool']}",
        _ring_text(board, data["gate"]),
    ]
    for region, colours in enumerate(board["regions"]):
        for colour in colours:
            docks = data["dock"][SUITS.index(colour)]
            texts = map(_dock_text, board["quadrants"][colour]["docks"], docks)
            lines += fold(f"{'>' if colour == active else ' '} {colour:<7} ", "   ".join(texts))
        lines.append(f"  {'tower':<7} {_owners_text(data['tower'][region]) or '-'}")
    lines.append("  seat  boat  up  worth  stunt  banners  fruit  majority  feast  9s  cards")
    for seat in range(seats):
        lines += _seat_lines(data, board["characters"], seat)
    if data["played"]:
        lines += fold("played  ", "   ".join(" ".join(CARD_NAMES[c] for c in bout) for bout in data["played"]))
    return "\n".join(lines)


def _ring_text(board: Mapping[str, Any], gate: int) -> str:
    """Show the quadrants of the spaces, the gate's in brackets."""
    spaces = [f"{space}{colour[0].upper()}" for space, colour in enumerate(board["ring"], 1)]
    spaces[gate - 1] = f"[{spaces[gate - 1]}]"
    return f"ring {' '.join(spaces)}   a lap is done on leaving {board['track']['lap_exit']}"


def _dock_text(facts: Mapping[str, Any], owners: Sequence[int]) -> str:
    """Write `even +1: s0`: the cards that fit, the fruit, the banners put down if more than one, and the owners."""
    bonus = f" +{facts['fruit']}" if facts["fruit"] else ""
    bonus += f" x{1 + facts['extra_banner']}" if facts["extra_banner"] else ""
    bonus += f" sail {facts['sail']}" if facts.get("sail") else ""
    bonus += f" profit {facts['profit']}" if facts.get("profit") else ""
    when = facts["when"] if isinstance(facts["when"], str) else "/".join(map(str, facts["when"]))
    return f"{when}{bonus}: {_owners_text(owners) or '-'}"


def _owners_text(owners: Sequence[int]) -> str:
    names = (("n" if owner == NEUTRAL else f"s{owner}", count) for owner, count in enumerate(owners) if count)
    return " ".join(f"{name}*{count}" if count > 1 else name for name, count in names)


def _seat_lines(data: Mapping[str, Any], characters: Mapping[str, Any], seat: int) -> list[str]:
    """Write a row of numbers, and below it the visible cards."""
    hand, total, up = data["hand"][seat], data["hand_total"][seat], data["faceup"][seat]
    nines = sum(keeper == seat for keeper in data["keeper"])
    line = (
        f"{'>' if seat == data['actor'] else ' '} {seat:>4}  {data['boat'][seat]:>4}  {up:>2}"
        f"  {characters['values'][up - 1] if up else 0:>5}  {(characters['stunts'][seat][up - 1] if up else 0) or '-':>5}"
        f"  {data['supply'][seat]:>7}  {data['fruit'][seat]:>5}  {data['profit_majority'][seat]:>8}"
        f"  {data['profit_feast'][seat]:>5}  {nines:>2}  {total:>5}"
    )
    below = "hand " + " ".join(CARD_NAMES[number] for number in hand) if hand else ""
    chosen = data["pending"][seat]
    if chosen is not None and chosen >= 0:
        below += f"  chosen: {CARD_NAMES[chosen]}"
    elif data["pending_total"][seat]:
        below += "  has chosen"
    return [line, *(fold("        ", below.strip()) if below else [])]


@hook
def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    if action >= GATE:
        colour = board_of_data(after)["ring"][after["gate"] - 1]
        return [tell(player, seat, f"moves the gate by {action - GATE + 1}, to {after['gate']} ({colour})")]
    secret = seat is not None and player != seat
    lines = [tell(player, seat, f"chooses {'a card' if secret else CARD_NAMES[action]}")]
    return lines + _bout_lines(before, after) if player == len(before["boat"]) - 1 else lines


def _bout_lines(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Describe the bout just resolved: all of it is public."""
    seats = len(before["boat"])
    over = after["phase"] == "END" or after["round"] != before["round"]
    heading = f"bout {before['bout']}:"
    if after["played"]:
        heading += f" {_ranking(before, after['played'][-1])};"
    lines = [f"{heading} the lead is seat {after['lead']}"]
    for seat in range(seats):
        told = []
        if after["boat"][seat] != before["boat"][seat]:
            told.append(f"sails to {after['boat'][seat]}")
        if after["faceup"][seat] != before["faceup"][seat]:
            told.append(f"turns {counted(after['faceup'][seat] - before['faceup'][seat], 'character card')}")
        banners = before["supply"][seat] - after["supply"][seat]
        if not over and banners:
            told.append(f"puts down {counted(banners, 'banner')}")
        if after["fruit"][seat] > before["fruit"][seat]:
            told.append(f"gains {after['fruit'][seat] - before['fruit'][seat]} fruit")
        for suit, (old, new) in enumerate(zip(before["keeper"], after["keeper"], strict=True)):
            if old != new == seat:
                told.append(f"keeps {CARD_NAMES[10 * suit + 9]}")
        for key, name in (("profit_feast", "feast"), ("profit_majority", "majority")):
            if after[key][seat] != before[key][seat]:
                told.append(f"{name} +{after[key][seat] - before[key][seat]}")
        if told:
            lines.append(f"  seat {seat} {', '.join(told)}")
    if over:
        lines.append(f"round {before['round']} is over")
    return lines


def _ranking(data: Mapping[str, Any], cards: Sequence[int]) -> str:
    """Write the cards of a bout, by seat, from the highest to the lowest."""
    board = board_of_data(data)
    order = board["quadrants"][board["ring"][data["gate"] - 1]]["order"]
    ranked = sorted(enumerate(cards), key=lambda one: (order.index(SUITS[one[1] // 10]), -one[1]))
    return " > ".join(f"seat {seat} {CARD_NAMES[card]}" for seat, card in ranked)


@hook
def describe_move(move: ListedMove) -> str:
    if move.text[0] == "G":
        ring = board_of_data(move.view)["ring"]
        space = (move.view["gate"] + int(move.text[1:]) - 1) % len(ring)
        return f"gate {move.text[1:]} on, to space {space + 1} ({ring[space]})"
    return name_cards(move.text, r"([A-Z])(\d)", {word[0].upper(): word for word in SUITS})


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:
    """It is the sheet of a round, with its last bout, and after the last round that of the game.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tidal(players=2,rounds=1)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[0]
    ...     state.apply_action(action)
    >>> print(*uneri.tidal.score_lines(before, action, state), sep="\\n")
    round 1
      last bout  seat 1 P8 > seat 0 P6
      majorities  seat 0 +6  seat 1 +3
      feasts so far  seat 0 +2  seat 1 +1
    seat    majorities  feasts  character  9s  total  on towers  place
    seat 0           6       2          3   0     11          0      1
    seat 1           3       1          3   0      7          1      2
    equal totals: more banners on towers come first
    """
    then, now = before.to_dict(), after.to_dict()
    over = after.is_terminal()
    if now["round"] == then["round"] and not over:
        return []
    shown = [*then["pending"][:-1], action]
    lines = [f"round {then['round']}"]
    lines += fold("  last bout  ", _ranking(then, shown))
    for key, name in (("profit_majority", "majorities"), ("profit_feast", "feasts so far")):
        gained = [new - old * (key == "profit_majority") for new, old in zip(now[key], then[key], strict=True)]
        lines += fold(f"  {name}  ", "  ".join(f"seat {seat} {points:+d}" for seat, points in enumerate(gained)))
    return lines + (_game_lines(after) if over else [])


def _game_lines(after: contract.State) -> list[str]:
    found = breakdown(after)
    sources = (found["majority"], found["feast"], found["character"], found["kept"], found["total"], found["tower"])
    places = enumerate(found["place"])
    rows = [[f"seat {seat}", *(str(points[seat]) for points in sources), str(place)] for seat, place in places]
    header = ("seat", "majorities", "feasts", "character", "9s", "total", "on towers", "place")
    lines = text_table(header, rows, right=[False] + [True] * (len(header) - 1)).split("\n")
    return [*lines, "equal totals: more banners on towers come first"]
