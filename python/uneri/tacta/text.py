"""TACTA as text: states and events."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .. import contract
from .._util.plain_data import title_of
from .._util.text_table import counted, fold, tell
from ..registry.hooks import ListedMove, hook
from . import cards as tacta
from .cards import card_name, names_of, num_colours, shared_deck, space_of, split, suits_in_play, table_size


def round_shown(data: Mapping[str, Any]) -> int:
    """Return the round (from 0) whose table the data show; at the end the last one."""
    return int(data["round"]) - int(data["phase"] == "OVER")


def visible_dots(data: Mapping[str, Any]) -> list[int]:
    """Count the dots per colour that no card covers."""
    deck = shared_deck(data["options"])
    dots = [0] * num_colours(data["options"])
    for entry in data["placed"][1:]:
        for shape, status in zip(deck["cards"][entry["card"]]["shapes"], entry["status"], strict=True):
            if status != "covered":
                dots[entry["colour"]] += shape["dots"]
    return dots


@hook
def render(data: Mapping[str, Any]) -> str:
    """Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tacta").new_initial_state(seed=1)
    >>> print(uneri.tacta.render(state.to_dict(0)).splitlines()[1])
    seat 1 to lay a card
    """
    options, deck = data["options"], shared_deck(data["options"])
    names, rounds, shown = names_of(deck), options["rounds"], round_shown(data)
    width, height = table_size(options, deck, shown)
    suits = ", ".join(suits_in_play(options, shown))
    placed = data["placed"]
    title = f"{title_of(options)}: " if title_of(options) else ""
    played = f"round {shown + 1} of {rounds}" if shown < rounds else f"round {shown + 1}, a replay"
    lines = [
        *fold("", f"{title}{options['mode']}, {played}: {suits} on {width} x {height}   {_whose_turn(data)}"),
        f"cards on the table {len(placed) - 1}   open shapes {_open_shapes(placed)}"
        + (f"   last: {_laid_text(placed, names)}" if len(placed) > 1 else ""),
    ]
    if _open_shapes(placed[:1]):
        shapes = enumerate(zip(deck["start"]["shapes"], placed[0]["status"], strict=True))
        free = [f"{i}:{shape['slot']}" for i, (shape, status) in shapes if status == "open"]
        lines += fold("open on the start card  ", " ".join(free))
    for index in range(1, len(placed)):
        if _open_shapes(placed[index : index + 1]):
            lines += fold(f"{index:>4}  ", _entry_text(placed[index], deck, names))
    lines.append("  seat  colour  points  dots  cards  top  bottom")
    dots = visible_dots(data)
    lines += [_seat_line(data, seat, dots, names) for seat in range(len(data["scores"]))]
    return "\n".join(lines)


def _whose_turn(data: Mapping[str, Any]) -> str:
    phase, turn = data["phase"], data["turn"]
    if phase == "PLAY":
        return f"seat {turn} to lay a card"
    if phase == "CHOOSE_SUIT":
        return f"seat {turn} to hand over a suit"
    if phase == "REVEAL":
        seat, end = data["pending"][0]
        return f"the {tacta.ENDS[end]} card of seat {seat} is revealed"
    return "the next mover is drawn" if phase == "MOVER" else "the game is over"


def _open_shapes(placed: list[Any]) -> int:
    return sum(status == "open" for entry in placed for status in entry["status"])


def _laid_text(placed: list[Any], names: tuple[str, ...]) -> str:
    """Describe the card laid last."""
    entry = placed[-1]
    name = card_name(18 * entry["colour"] + entry["card"], names)
    where = f"on {entry['parent']}.{entry['parent_shape']}" if entry["parent"] >= 0 else "freely"
    return f"{name} by seat {entry['seat']} {where}"


def _entry_text(entry: Mapping[str, Any], deck: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Describe a placed card with the shapes that can still be covered: `1c2 front 1:T_L 1 dot 2:Q_TR`."""
    open_shapes = []
    for index, (shape, status) in enumerate(zip(deck["cards"][entry["card"]]["shapes"], entry["status"], strict=True)):
        if status == "open":
            dots = f" {counted(shape['dots'], 'dot')}" if shape["dots"] else ""
            open_shapes.append(f"{index}:{shape['slot']}{dots}")
    name = card_name(18 * entry["colour"] + entry["card"], names)
    return f"{name} {tacta.FACES[entry['face']]:<5}  {'  '.join(open_shapes)}"


def _seat_line(data: Mapping[str, Any], seat: int, dots: list[int], names: tuple[str, ...]) -> str:
    colour = seat % len(dots)
    points = data["scores"][seat] + (0 if data["phase"] == "OVER" else dots[colour])
    held = ["?" if end is None else "-" if end < 0 else card_name(end, names) for end in data["ends"][seat]]
    cards = data["hidden"][seat] + sum(end is None or end >= 0 for end in data["ends"][seat])
    acts = seat == data["turn"] and data["phase"] in ("PLAY", "CHOOSE_SUIT")
    line = f"{'>' if acts else ' '} {seat:>4}  {colour:>6}  {points:>6}  {dots[colour]:>4}  {cards:>5}"
    line += f"  {held[0]:>3}  {held[1]:>6}"
    if data["handed"][seat] is None:
        line += "  has chosen a suit"
    elif data["handed"][seat] >= 0:
        line += f"  hands over {suits_in_play(data['options'], 0)[data['handed'][seat]]}"
    return line + ("  has passed" if seat in data["passed"] else "")


@hook
def events(
    before: Mapping[str, Any], after: Mapping[str, Any], player: int, action: int, seat: int | None
) -> list[str]:
    deck = shared_deck(before["options"])
    move = split(space_of(deck), action)
    if isinstance(move, tacta.HandOver):
        secret = seat is not None and player != seat
        suit = suits_in_play(before["options"], before["round"])[move.suit]
        return [tell(player, seat, "chooses a suit to hand over" if secret else f"hands over the suit {suit}")]
    same_table = before["round"] == after["round"] or after["phase"] == "OVER"
    if isinstance(move, tacta.Pass):
        lines = [tell(player, seat, "passes")]
    else:
        lines = [tell(player, seat, _laying(before, after if same_table else None, move, deck))]
    for other, (old, new) in enumerate(zip(before["hidden"], after["hidden"], strict=True)):
        for end, held in enumerate(after["ends"][other] if same_table and new < old else ()):  # a card has been drawn
            if held is not None and held >= 0 and held not in before["ends"][other]:
                lines.append(f"seat {other} reveals {card_name(held, names_of(deck))} at the {tacta.ENDS[end]}")
    if after["round"] != before["round"]:
        scores = ", ".join(f"seat {s} {points}" for s, points in enumerate(after["scores"]))
        lines.append(f"round {before['round'] + 1} is over: {scores}")
    return lines


def _laying(
    before: Mapping[str, Any],
    after: Mapping[str, Any] | None,
    move: tacta.Connect | tacta.Free,
    deck: Mapping[str, Any],
) -> str:
    """Describe a card laid; its name is known once it is on the table, but not from another round's table."""
    names = names_of(deck)
    laid = None if after is None else after["placed"][-1]
    held = before["ends"][before["turn"]][move.end] if laid is None else 18 * laid["colour"] + laid["card"]
    name = f"the {tacta.ENDS[move.end]} card" if held is None else card_name(held, names)
    lays = f"lays {name} ({tacta.ENDS[move.end]})"
    if isinstance(move, tacta.Free):
        return f"{lays} freely in region {move.region}"
    if move.target == 0:
        return f"{lays} on {name_slot(deck['start']['shapes'][move.shape])} of the start card"
    target = before["placed"][move.target]
    shape = deck["cards"][target["card"]]["shapes"][move.shape]
    covered = counted(shape["dots"], "dot") if shape["dots"] else "no dots"
    onto = card_name(18 * target["colour"] + target["card"], names)
    return f"{lays} on {name_slot(shape)} of card {move.target} ({onto}), covering {covered}"


def name_slot(shape: Mapping[str, Any]) -> str:
    """Write the slot of a shape, `Q_TR`, as `the top right square`; slots of own decks keep their names."""
    kind, _, where = shape["slot"].partition("_")
    words = {"T": "triangle", "Q": "square", "R": "bar", "L": "long bar"}
    sides = {"T": "top", "B": "bottom", "L": "left", "R": "right"}
    if kind not in words or not where or set(where) - set(sides):
        return str(shape["slot"])
    return f"the {' '.join(sides[side] for side in where)} {words[kind]}"


@hook
def describe_move(move: ListedMove) -> str:
    found = re.fullmatch(r"(top|bottom) on (\d+)\.(\d+) with (\d+) (front|back)", move.text)
    if found is None:
        return "pass" if move.text == "PASS" else re.sub(r"(top|bottom) free", r"\1 card, free: region", move.text)
    end, target, shape, own, face = found[1], int(found[2]), int(found[3]), int(found[4]), found[5]
    deck = shared_deck(move.view["options"])
    held = move.view["ends"][move.seat][("top", "bottom").index(end)] % 18
    below = move.view["placed"][target]
    shapes = deck["start"]["shapes"] if target == 0 else deck["cards"][below["card"]]["shapes"]
    slot, onto = name_slot(deck["cards"][held]["shapes"][own]), name_slot(shapes[shape])
    where = "the start card" if target == 0 else f"card {target}"
    return f"{end} card, {face} up: {slot} on {onto} of {where}"


@hook
def score_lines(before: contract.State, action: int, after: contract.State) -> list[str]:  # noqa: ARG001
    """It is the sheet of a round. If the round isn't the last, its table is gone by then: only its points are listed.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tacta(values=2,suits=c)").new_initial_state(seed=3)
    >>> while not state.is_terminal():
    ...     before, action = state.clone(), state.legal_actions()[0]
    ...     state.apply_action(action)
    >>> print(*uneri.tacta.score_lines(before, action, state), sep="\\n")
    round 1
      seat 0   +2  0c2 1,  0c1 1
      seat 1   +3  1c2 2,  1c1 1
    """
    then, now = before.to_dict(), after.to_dict()
    over = now["phase"] == "OVER"
    if now["round"] == then["round"] and not over:
        return []
    lines = [f"round {then['round'] + 1}"]
    deck = shared_deck(now["options"])
    for colour in range(num_colours(now["options"])):
        points = now["scores"][colour] - then["scores"][colour]
        seen = []
        for entry in now["placed"][1:] if over else ():
            shapes = zip(deck["cards"][entry["card"]]["shapes"], entry["status"], strict=True)
            dots = sum(shape["dots"] for shape, status in shapes if status != "covered")
            if dots and entry["colour"] == colour:
                seen.append(f"{card_name(18 * colour + entry['card'], names_of(deck))} {dots}")
        owners = " + ".join(f"seat {seat}" for seat in range(colour, now["options"]["players"], len(now["scores"])))
        lines += fold(f"  {owners}  {points:+3d}  ", ",  ".join(seen))
    return lines
