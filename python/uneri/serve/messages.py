"""Messages for a viewer, with only what that viewer may know. Those with positions are cached."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from uneri._util.plain_data import title_of
from uneri._util.winners import winners
from uneri.contract import State
from uneri.records.telling import tell_move
from uneri.registry import game_module
from uneri.registry.book import has_book, read_book
from uneri.registry.hooks import ListedMove
from uneri.review import Decision
from uneri.view.frame import NARROW, WIDTH, drawn_at

from .answers import LruCache
from .table import ALL, Table

Message = dict[str, Any]
_MOST_SCREENS = 32 << 20
"""Bytes of cached text."""
_PREVIEWED = 8
"""Worlds in which a move is tried for its preview."""


def title(game: str, options: Mapping[str, Any] | None = None) -> str:
    """Return the title of a game's book, with the names of custom data."""
    return ": ".join(filter(None, (read_book(game).title if has_book(game) else game, title_of(options or {}))))


def describe_table(table: Table, viewer: int | None, seat: int | None) -> Message:
    """Return the constant facts of a game. `seat` is the reader's; `viewer` is the seat whose view it sees."""
    return {
        "type": "table",
        "game": table.game.name,
        "book": has_book(table.game.name),
        "title": title(table.game.name, table.game.options),
        "names": list(table.names),
        "seats": list(table.seats),
        "seat": seat,
        "sees": "all" if viewer is ALL else viewer,
        "hints": table.hints and seat is not None,
        "reviews": table.hints,
    }


def describe_position(table: Table, viewer: int | None, seat: int | None, narrow: bool = False) -> Message:
    """Return the position, drawn for a phone if `narrow`. `list_events` belongs to it."""
    events, state = table.seen[viewer], table.state
    turn = None if seat is None else table.turn_of(seat)
    legal = [] if turn is None else turn.legal_actions()
    view = None if turn is None else turn.to_dict(viewer)
    ply = events[-1].ply if events else 0
    last = table.last_at(ply, viewer)
    with drawn_at(NARROW if narrow else WIDTH):
        drawn = (turn or state).to_svg(viewer, last=last, moves=legal if turn else None, names=table.names)
    return {
        "type": "state",
        "step": len(events),
        "picture": str(drawn),
        "view": view,
        "turn": turn is not None,
        "undo": seat is not None and viewer == seat and table.find_slip(seat) >= 0,
        "moves": [[a, state.action_to_string(a), word_move(turn or state, view or {}, a, table.names)] for a in legal],
        "points": list(state.returns()),
        "over": table.over,
        "won": winners(state) if table.over else [],
        "notes": list(table.notes),
    }


def list_events(table: Table, viewer: int | None, since: int) -> Message:
    """Return the viewer's events from `since` on."""
    events = table.seen[viewer][since:]
    return {"first": since, "events": [list(event[1:]) for event in events]}


def describe_earlier(table: Table, viewer: int | None, step: int, narrow: bool = False) -> Message:
    """Return the viewer's position after one of its events."""
    events = table.seen[viewer]
    ply = events[step - 1].ply if step else 0
    state = table.state_at(ply) if step < len(events) else table.state
    with drawn_at(NARROW if narrow else WIDTH):
        drawn = state.to_svg(viewer, last=table.last_at(ply, viewer), names=table.names)
    return {"type": "look", "step": step, "picture": str(drawn)}


def describe_preview(table: Table, seat: int, step: int, turn: State, action: int, narrow: bool = False) -> Message:
    """Return what a legal move of a seat would do, before any chance, as far as the seat can know: what comes of it in all
    of some worlds. `turn` and they depend only on what the seat knows.
    """
    name, before = table.game.name, {"options": table.game.options} | turn.to_dict(seat)
    worlds = [turn.resample_from_infostate(seat, number) for number in range(_PREVIEWED)]
    worlds = [world for world in worlds if world.current_player() == seat] or [turn.clone()]
    for world in worlds:
        world.apply_action(action)
    gains = {world.returns()[seat] - turn.returns()[seat] for world in worlds}
    views = [before | world.to_dict(seat) for world in worlds]
    told = [tell_move(name, before, view, (seat, action), seat, table.names) for view in views]
    lines = [line for line in told[0] if all(line in other for other in told)]
    lines += [f"{gain:+g} points".replace("-", "\u2212") for gain in gains if gain and len(gains) == 1]
    picture = None
    if all(view == views[0] for view in views):
        with drawn_at(NARROW if narrow else WIDTH):
            picture = str(worlds[0].to_svg(seat, last=(seat, action), names=table.names))
    return {"type": "preview", "step": step, "action": action, "picture": picture, "words": "; ".join(lines)}


def word_move(state: State, view: Mapping[str, Any], action: int, names: Sequence[str]) -> str:
    """Write a legal move in words, by the view of the seat to move."""
    move = ListedMove(state.action_to_string(action), action, view, state.current_player(), names)
    return game_module(state.game.name).describe_move(move)


def describe_review(table: Table, viewer: int | None, step: int, found: Decision) -> Message:
    """Return the review of the decision that a viewer saw as its event `step`."""
    state = table.state_at(table.seen[viewer][step - 1].ply - 1)
    view = state.to_dict(found.seat)

    def word(text: str) -> str:
        return word_move(state, view, state.parse_action(text), table.names)

    return {
        "type": "review",
        "sees": "all" if viewer is ALL else viewer,
        "step": step,
        "seat": found.seat,
        "legal": found.legal,
        "played": word(found.played_text),
        "preferred": word(found.preferred_text),
        "best": found.is_best,
        "mistake": found.is_mistake,
        "loss": found.loss,
        "stderr": found.stderr,
        "value": found.value,
        "moves": [[word(move.notation), move.visits, move.value, move.stderr, move.equal] for move in found.moves],
        "line": list(found.line),
        "facts": [] if found.facts is None else game_module(table.game.name).facts_text(found.facts),
    }


def encode_message(message: Message) -> str:
    """Write a message for a socket."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def join_objects(one: str, other: str) -> str:
    """Join two encoded objects into one. Neither is empty."""
    return f"{one[:-1]},{other[1:]}"


class Screens:
    """Writes the positions of all games, by their numbers, once for all viewers who see the same."""

    def __init__(self) -> None:
        self._kept = LruCache[str](_MOST_SCREENS, sys.getsizeof)

    def show_position(self, game: int, table: Table, viewer: int | None, seat: int | None, narrow: bool) -> str:
        """Return the position, without events."""
        key = (game, viewer, seat, narrow, len(table.moves), len(table.notes))
        made = self._kept.get(key)
        return made or self._kept.put(key, encode_message(describe_position(table, viewer, seat, narrow)))

    def show_earlier(self, game: int, table: Table, viewer: int | None, step: int, narrow: bool) -> str:
        """Return the viewer's position after one of its events."""
        newest = step == len(table.seen[viewer])
        key = (game, viewer, step, narrow, len(table.moves) if newest else None)
        made = self._kept.get(key)
        return made or self._kept.put(key, encode_message(describe_earlier(table, viewer, step, narrow)))

    def show_preview(self, game: int, table: Table, seat: int, turn: State, action: int, narrow: bool) -> str:
        """Return what a move of the seat to act would do."""
        step = len(table.seen[seat])
        key = (game, seat, step, action, narrow)
        made = self._kept.get(key)
        return made or self._kept.put(key, encode_message(describe_preview(table, seat, step, turn, action, narrow)))
