"""Replays a game and records its events, with what all seats and what single seats learn from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .._util.rng import SplitMix64, SystemNumbers
from ..bots.players import SEES_ACTION, SEES_NOTHING, make_sight
from ..contract import Game, State
from ..registry.in_process import draw_chance
from ..registry.reasons import add_reason
from .changes import Change, changes, shared


@dataclass(frozen=True)
class Part:
    """The knowledge of all seats, or of one, about an event.

    Unknown values are None. `changes` are those of the seat's view, as `[path, value]`.
    """

    seat: int | None = None
    action: int | None = None
    text: str | None = None
    changes: tuple[Change, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the part as plain data, as in a line."""
        found = {"seat": self.seat, "action": self.action, "text": self.text}
        told: dict[str, Any] = {name: value for name, value in found.items() if value is not None}
        if self.changes:
            told["changes"] = [list(change) for change in self.changes]
        return told

    def __bool__(self) -> bool:
        return bool(self.changes or self.plain())


def part_of(data: dict[str, Any]) -> Part:
    """Return the part from `Part.plain`."""
    made = tuple(data.get("changes", ()))
    return Part(data.get("seat"), data.get("action"), data.get("text"), made)


@dataclass(frozen=True)
class Deal:
    """The outcomes of chance before the first seat is to act.

    `chance` are the outcomes. `public` is what all seats see of them, `private` what a seat sees beyond that, by seat.
    `notes` are comments by people: optional fields of a line, by name.
    """

    chance: tuple[int, ...]
    public: Part = Part()
    private: dict[int, Part] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Return the deal as plain data, as in a line."""
        return {"type": "deal", "full": {"chance": list(self.chance)}, **_parts(self)}


@dataclass(frozen=True)
class Move:
    """A decision of a seat, and what chance did next."""

    ply: int
    """Counts decisions from 0."""
    seat: int
    action: int
    text: str
    """The action in the game's notation."""
    chance: tuple[int, ...] = ()
    """The outcomes up to the next decision or the end."""
    returns: tuple[float, ...] = ()
    """By seat, in units of the option `utility`; empty if they are as before."""
    public: Part = Part()
    """The part that all seats see."""
    private: dict[int, Part] = field(default_factory=dict)
    """Each seat's further knowledge."""
    notes: dict[str, Any] = field(default_factory=dict)
    """People's words: fields that a line need not have, by name."""

    def plain(self) -> dict[str, Any]:
        """Return the move as plain data, as in a line."""
        full: dict[str, Any] = {"seat": self.seat, "action": self.action, "text": self.text}
        if self.chance:
            full["chance"] = list(self.chance)
        if self.returns:
            full["returns"] = list(self.returns)
        return {"type": "move", "ply": self.ply, "full": full, **_parts(self)}


def _parts(event: Deal | Move) -> dict[str, Any]:
    private = {str(seat): part.plain() for seat, part in event.private.items() if part}
    return {"public": event.public.plain(), "private": private}


def told(event: Deal | Move, seat: int) -> Part:
    """Return what a seat knows of an event: what all see, and what it sees beyond that. Without either it is empty."""
    public, private = event.public, event.private.get(seat, Part())
    return Part(
        public.seat if private.seat is None else private.seat,
        public.action if private.action is None else private.action,
        public.text if private.text is None else private.text,
        (*public.changes, *private.changes),
    )


class Dice:
    """The source of chance outcomes: a seed, or those of a record one after the other."""

    def __init__(self, seed: int | None, given: Iterator[int] | None = None) -> None:
        self._generator = None if seed is None else SplitMix64(seed)
        self._given = given

    def draw(self, state: State) -> int:
        """Return the next outcome. Raise ValueError if it cannot happen, or is not the seed's."""
        drawn = None if self._generator is None else draw_chance(state, self._generator)
        if self._given is None:
            if drawn is None:
                raise ValueError("a game without a seed needs its chance outcomes")
            return drawn
        outcome = next(self._given, None)
        if outcome is None:
            raise ValueError("a chance outcome is missing")
        _check_possible(state, outcome)
        if drawn is not None and outcome != drawn:
            raise ValueError(f"chance outcome {outcome} is not the seed's, which is {drawn}")
        return outcome


class SystemDice:
    """Repeats the chance outcomes that the game already has, then draws unrepeatable ones from the operating system."""

    def __init__(self, earlier: Iterable[int] = ()) -> None:
        self._earlier = iter(earlier)

    def draw(self, state: State) -> int:
        """Return the next outcome. Raise ValueError if an earlier one cannot happen."""
        outcome = next(self._earlier, None)
        if outcome is None:
            return draw_chance(state, SystemNumbers())
        _check_possible(state, outcome)
        return outcome


def _check_possible(state: State, outcome: int) -> None:
    if not state.is_legal(outcome):
        raise ValueError(f"chance outcome {outcome} cannot happen here")


class Walk:
    """A game under way, its chance shown."""

    def __init__(self, game: Game, dice: Dice | SystemDice, *, views: bool) -> None:
        self.game, self.state, self._dice, self._views = game, game.new_initial_state(), dice, views
        self._seen: list[dict[str, Any]] = [{} for _ in range(game.num_players)]
        self._returns = tuple(self.state.returns())
        self._sight = make_sight(game)
        self.plies = 0

    def views(self) -> list[dict[str, Any]]:
        """Return what each seat sees now, without the options."""
        return list(self._seen)

    def deal(self) -> Deal:
        """Return the events before the first decision."""
        chance = self.resolve()
        public, private = self._learned(None)
        return Deal(chance, public, private)

    def play(self, action: int) -> Move:
        """One decision. ValueError if the action is not legal."""
        seat = self.state.current_player()
        if seat < 0:
            raise ValueError("the game is over: no seat is to act")
        if not self.state.is_legal(action):
            raise ValueError(add_reason(f"action {action} is not legal here", self.state, action))
        told = [self._told(seat, action, watcher) for watcher in range(self.game.num_players)]
        text = self.game.action_to_string(seat, action)
        self.state.apply_action(action)
        chance = self.resolve()
        public, private = self._learned(told)
        before, self._returns = self._returns, tuple(self.state.returns())
        self.plies += 1
        earned = self._returns if self._returns != before else ()
        return Move(self.plies - 1, seat, action, text, chance, earned, public, private)

    def resolve(self) -> tuple[int, ...]:
        """Chance up to the next decision."""
        outcomes = []
        while self.state.is_chance_node():
            outcomes.append(self._dice.draw(self.state))
            self.state.apply_action(outcomes[-1])
        return tuple(outcomes)

    def _told(self, seat: int, action: int, watcher: int) -> dict[str, Any]:
        sight = SEES_ACTION if seat == watcher else self._sight(self.state, action, watcher)
        if sight == SEES_NOTHING:
            return {}
        if sight != SEES_ACTION:
            return {"seat": seat}
        return {"seat": seat, "action": action, "text": self.game.action_to_string(seat, action)}

    def _learned(self, told: list[dict[str, Any]] | None) -> tuple[Part, dict[int, Part]]:
        """Return the public part, and the private ones by seat."""
        seats = self.game.num_players
        made: list[list[Change]] = [[] for _ in range(seats)]
        if self._views:
            for seat in range(seats):
                view = view_of(self.state, seat)
                made[seat] = changes(self._seen[seat], view)
                self._seen[seat] = view
        common, rest = shared(made)
        facts = told or [{} for _ in range(seats)]
        known = {name: value for name, value in facts[0].items() if all(name in fact for fact in facts)}
        private = {
            seat: Part(**{n: v for n, v in facts[seat].items() if n not in known}, changes=tuple(rest[seat]))
            for seat in range(seats)
        }
        return Part(**known, changes=tuple(common)), {seat: part for seat, part in private.items() if part}


def view_of(state: State, seat: int) -> dict[str, Any]:
    """Return what the seat sees, without the options, which are at the head of a record."""
    return {name: value for name, value in state.to_dict(seat).items() if name != "options"}
