"""Namima as text: states and events."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from .. import contract
from .._util.plain_data import read_title
from .._util.text_table import fold, name_cards, tell, tell_changes
from ..registry import load_game
from ..registry.hooks import ListedMove, hook
from .cards import Tables, tables_of
from .points import Best, best, penalty
from .worth import meld_worths

STYLES = tuple((style, rf"\b{letter}\d+\b") for letter, style in (("B", "blue"), ("R", "red"), ("Y", "yellow")))
"""Colours of the cards on a terminal; black and white cards have none, so that any background works."""


@functools.lru_cache(maxsize=64)
def _loaded(options: str) -> contract.Game:
    return load_game("namima", **json.loads(options))


def game_of_data(data: Mapping[str, Any]) -> contract.Game:
    """Return the game of a state's plain data."""
    return _loaded(json.dumps(data["options"]))


def variant_title(options: Mapping[str, Any]) -> str:
    """Return the name of a rule set: of a built-in one its key."""
    variant = options["variant"]
    return variant if isinstance(variant, str) else read_title(variant) or "own rule set"


@hook
def render(data: Mapping[str, Any]) -> str:
    """Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("namima").new_initial_state(seed=1)
    >>> print(uneri.namima.render(state.to_dict(0)).splitlines()[0])
    shikinami   game 1 of 12   seat 0 to act: ACT
    """
    game = game_of_data(data)
    tables = tables_of(game)
    options = data["options"]
    variant = variant_title(options)
    games = options["games"] or tables.rules["games_per_match"][str(game.num_players)]
    turn = f"seat {data['to_act']} to act: {data['phase']}" if data["to_act"] >= 0 else data["phase"]
    table = f"wall {data['wall_total']}   pot {data['pot']}"
    table += f"   dealer {_seat(data['dealer'])}   turn {_seat(data['turn'])}"
    if data["dora"] >= 0:
        table += f"   dora {tables.rules['colours'][data['dora']]}"
    if data["drawn"] is not None and data["drawn"] >= 0:
        table += f"   drawn {tables.kinds[data['drawn']]}"
    if data["claim"] >= 0:
        table += f"   to be claimed: {tables.kinds[data['claim']]} of seat {data['turn']}"
    lines = [*fold("", f"{variant}   game {data['game'] + 1} of {games}   {turn}"), *fold("", table)]
    for seat, score in enumerate(data["score"]):
        riichi = "  riichi" if data["declared"][seat] else ""
        lines.append(f"seat {seat}  {score:+d}{riichi}")
        hand = data["hand"][seat]
        cards = f"({data['hand_total'][seat]} cards)" if hand is None else tables.hands.format(hand) or "-"
        lines += fold("  hand     ", cards)
        if data["exposed"][seat]:
            lines += fold("  exposed  ", "   ".join(tables.melds[meld] for meld in data["exposed"][seat]))
        if any(data["thrown"][seat]):
            lines += fold("  thrown   ", tables.hands.format(data["thrown"][seat]))
    lines += fold("lying  ", tables.hands.format(data["lying"]) or "-")
    return "\n".join(lines)


def _seat(number: int) -> str:
    return "-" if number < 0 else f"seat {number}"


@hook
def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    secret = action == 0 and seat is not None and player != seat  # nobody else learns of the question (N-10.3)
    game = game_of_data(after)
    tables = tables_of(game)
    lines = [] if secret else [tell(player, seat, told_move(game.action_to_string(player, action)))]
    if after["game"] != before["game"] or after["phase"] == "OVER":
        won = action == 1
        number = f"game {before['game'] + 1}"
        end = tell(player, seat, f"wins {number}") if won else f"{number} is exhausted"
        lines.append(f"{end}: {tell_changes(before['score'], after['score'])}")
    elif after["dora"] != before["dora"]:
        lines.append(f"dora is {tables.rules['colours'][after['dora']]}")
    if seat is not None and after["drawn"] is not None and after["drawn"] >= 0 and _drew(before, after, seat):
        lines.append(f"you draw {tables.kinds[after['drawn']]}")
    elif secret and not lines:
        lines.append(f"seat {after['to_act']} draws a card")
    return lines


def told_move(name: str) -> str:
    """Write an action as a verb: `discards R3`."""
    letter, _, what = name.partition(" ")
    words = {"PASS": "passes", "WIN": "wins", "D": "discards", "Z": "calls riichi with", "M": "melds", "L": "lays off"}
    return f"{words[letter]} {what}".rstrip()


def _drew(before: Mapping[str, Any], after: Mapping[str, Any], seat: int) -> bool:
    """Return whether the turn of `seat` has just begun with a card from the wall."""
    begun = after["phase"] == "ACT" and after["to_act"] == seat and after["game"] == before["game"]
    return bool(begun and after["wall_total"] < before["wall_total"])


_VERBS = {"D": "discard", "Z": "call riichi with", "M": "meld", "L": "lay off"}
_WORDS = {"B": "blue", "R": "red", "Y": "yellow", "K": "black", "W": "white"}


@hook
def describe_move(move: ListedMove) -> str:
    verb, _, cards = move.text.partition(" ")
    if not cards:
        return move.text.lower()
    return f"{_VERBS[verb]} {name_cards(cards.replace('.', ', ').replace('>', ' to '), r'([BRYKW])([0-9]+)', _WORDS)}"


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:
    """It is the sheet of one game of a match. All hands are open in it.

    Examples
    --------
    >>> import uneri
    >>> game = uneri.load_game("namima", players=2)
    >>> before = uneri.namima.position(game, hands=["B123 R44", "K12 W3"])
    >>> after = before.clone()
    >>> after.apply_action(after.parse_action("WIN"))
    >>> print(*uneri.namima.score_lines(before, 1, after), sep="\\n")
    game 1
      3 points, a closed win: penalties count twice
      melds   R4.R4 0,  B1.B2.B3 3
      seat 0    +9  wins
      seat 1    -9  penalty 3: K12 W3
    """
    then, now = before.to_dict(), after.to_dict()
    if now["game"] == then["game"] and now["phase"] != "OVER":
        return []
    game = after.game
    deltas = [new - old for new, old in zip(now["score"], then["score"], strict=True)]
    player, won = before.current_player(), action == 1
    lines = [f"game {then['game'] + 1}{'' if won else ', exhausted'}"]
    if won:
        lines += _winning_lines(game, then, player)
    dora = then["dora"] if then["dora"] >= 0 else None
    for seat, delta in enumerate(deltas):
        hand = then["hand"][seat]
        cost = penalty(hand, dora, variant=game)
        what = "wins" if won and seat == player else f"penalty {cost}: {tables_of(game).hands.format(hand) or '-'}"
        if won and then["phase"] == "WON" and seat == then["turn"]:
            what += ", dealt in"
        lines += fold(f"  seat {seat}  {delta:+4d}  ", what)
    return lines


def _winning_lines(game: contract.Game, then: dict[str, Any], player: int) -> list[str]:
    """List the points of the winner's hand."""
    tables = tables_of(game)
    hand, exposed = list(then["hand"][player]), [int(meld) for meld in then["exposed"][player]]
    claim = then["claim"] if then["phase"] == "WON" and then["claim"] >= 0 else None
    if claim is not None:
        hand[claim] += 1
    found = best(hand, exposed, claim, then["dora"] if then["dora"] >= 0 else None, variant=game)
    if found is None:  # the rules allow no such win
        return []
    riichi = bool(then["declared"][player])
    head = f"{2 * found.points} points, twice {found.points} after riichi" if riichi else f"{found.points} points"
    closed = "" if exposed else ", a closed win: penalties count twice"
    return [*fold("  ", f"{head}{closed}"), *worth_lines(tables, found)]


def worth_lines(tables: Tables, found: Best, indent: str = "  ") -> list[str]:
    """List the points by meld, combination and dora."""
    worths = meld_worths(tables, found)
    melds = [f"{worth.meld} {worth.points}{' (exposed)' if worth.exposed else ''}" for worth in worths]
    lines = fold(f"{indent}melds   ", ",  ".join(melds))
    made = ",  ".join(f"{name} {points}" for name, points in found.combinations.items())
    lines += fold(f"{indent}combos  ", made) if made else []
    if found.dora_points:
        lines.append(f"{indent}dora    {found.dora_points}")
    return lines
