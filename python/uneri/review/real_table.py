"""Follows a game at a real table by what one seat sees: each event leads from one view to the next."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, Self

from .._util.interrupts import check_stop
from .._util.rng import stream
from ..bots.players import SEES_ACTION, SEES_NOTHING, make_sight
from ..contract import CHANCE, SeatView, State

_TRIES = 30_000  # worlds in which an event is tried; a second
_BACK = 6  # events that are tried again with a new one: other seats may have decided in secret before it
_SAMPLE = 16  # worlds that show whether the seat sees more than the event


class Event(NamedTuple):
    """An outcome of chance, or a move of a seat. The action is None if the seat doesn't see which it is."""

    before: State
    """A world of the view before it."""
    player: int
    action: int | None
    after: SeatView


class RealTable:
    """The events at a table that a seat sees, with its view after each, from a first `view` on.

    `state` is a world of the last view, in which chance or a seat comes next that shows something. `ask_secret` is asked for
    an action that was not seen, when a later event may show it, and may return None. `ask_fields` is asked for the fields of a
    view that don't follow from the events; for none, if few worlds were found to agree on all.
    """

    def __init__(
        self,
        view: SeatView,
        ask_secret: Callable[[Event], int | None],
        ask_fields: Callable[[SeatView, list[str]], Mapping[str, Any]],
    ) -> None:
        self.seat, self._first = view.seat, view
        self.events: list[Event] = []
        self._ask_secret, self._ask_fields, self._sight = ask_secret, ask_fields, make_sight(view.game)
        self.state = self._pass(view.world())
        self._go_on()

    def copy(self, ask_secret: Callable[[Event], int | None], ask_fields: Callable[..., Mapping[str, Any]]) -> Self:
        """Return a table with the same events that asks through other functions."""
        other = copy.copy(self)
        other.events, other._ask_secret, other._ask_fields = list(self.events), ask_secret, ask_fields
        return other

    @property
    def view(self) -> SeatView:
        """Return what the seat sees now."""
        return self.events[-1].after if self.events else self._first

    def add(self, player: int, action: int, *, at_once: bool = False) -> None:
        """Add an event; `at_once` if nothing unseen came before it, such as a draw. Raise ValueError if no world has it."""
        before = list(self.events), self.state
        try:
            self._add(player, action, at_once=at_once)
            self._go_on()
        except BaseException:
            self.events, self.state = before
            raise

    def undo(self) -> bool:
        """Take back the last event that was seen, with those after it; return whether there was one."""
        seen = [index for index, event in enumerate(self.events) if event.action is not None]
        if seen:
            self.state = self.events[seen[-1]].before
            del self.events[seen[-1] :]
        return bool(seen)

    def corrected(self, fields: Mapping[str, Any]) -> SeatView:
        """Return the view with other values of some fields. Raise ValueError if one is wrong."""
        return self.view.game.state_from_view({**self.view.fields, **fields}, self.seat).view(self.seat)

    def correct(self, view: SeatView) -> None:
        """Continue from another view."""
        self.events.append(Event(self.state, self.seat, -1, view))
        self.state = self._pass(view.world())
        self._go_on()

    def _add(self, player: int, action: int | None, *, at_once: bool = False) -> None:
        """Find the event in worlds of the view, or of earlier ones, and store it."""
        for back in range(min(_BACK, len(self.events)) + 1):
            start = len(self.events) - back
            earlier, before = self.events[start:], self.state
            came = at_once and self.events and self.events[-1].action is None
            if not came and self._store(start, [*earlier, Event(before, player, action, self.view)]):
                return
            while earlier and earlier[-1].action is None:
                before = earlier.pop().before  # it didn't happen: another seat came first
                if self._store(start, [*earlier, Event(before, player, action, self.view)]):
                    return
        raise ValueError("no deal was found in which this can happen")

    def _store(self, start: int, events: list[Event], declined: tuple[State, ...] = ()) -> bool:
        """Replace the events from `start` on, if a world has them. Ask for whatever else the last of them shows, except
        for what
        was already declined."""
        base = self.events[start - 1].after if start else self._first
        worlds = self._find(base, [(event.player, event.action) for event in events])
        if (world := next(worlds, None)) is None:
            return False
        after = world.view(self.seat)
        found = [after, *(other.view(self.seat) for other in islice(worlds, _SAMPLE))]
        unknown = [name for name in after.fields if any(view.fields[name] != after.fields[name] for view in found)]
        before = self.events[:start]
        if unknown:
            whole = [*before, *events]
            for index in reversed(range(len(whole))):
                event = whole[index]
                if event.player == CHANCE and any(later.player == CHANCE for later in whole[index + 1 :]):
                    break  # of cards drawn in a row only the last may be shown
                if index < start and event.action is not None and event.player != self.seat:
                    break
                if event.action is None and event.before not in declined:
                    told = self._ask_secret(event)
                    if told is not None:
                        self.events = whole[:index]
                        if not self._store(index, [event._replace(action=told), *whole[index + 1 :]], declined):
                            raise ValueError("no deal was found in which this can happen")
                        return True
                    declined = (*declined, event.before)
        if unknown or len(found) <= _SAMPLE:  # so few that they may agree by chance
            fields = {**after.fields, **self._ask_fields(after, unknown)}
            world = self._pass(after.game.state_from_view(fields, self.seat))
            after = world.view(self.seat)
        self.events = [*before, *events[:-1], events[-1]._replace(after=after)]
        self.state = world
        return True

    def _find(self, base: SeatView, steps: Sequence[tuple[int, int | None]]) -> Iterator[State]:
        """Yield worlds of a view after some events."""
        first = base.world()
        for seed in range(_TRIES):
            if seed % 64 == 0:
                check_stop()
            state: State | None = first.resample_from_infostate(self.seat, seed)
            luck = stream(seed, len(steps))
            for player, action in steps:
                if state is not None:
                    state = self._step(state, player, action, luck.next())
            if state is not None:
                yield self._pass(state)

    def _step(self, state: State, player: int, action: int | None, luck: int) -> State | None:
        """Return the state after an event, and after what nobody saw before it; None if it can't happen."""
        while state.current_player() != player or (action is not None and not state.is_legal(action)):
            secret = self._secret_action(state)
            if secret is None:
                return None
            state = state.child(secret)
        if action is None and player == CHANCE:
            action = state.sample_chance(luck)
        elif action is None:
            hidden = [each for each in state.legal_actions() if self._sight(state, each, self.seat) != SEES_ACTION]
            if not hidden:
                return None
            action = hidden[luck % len(hidden)]
        return state.child(action)

    def _secret_action(self, state: State) -> int | None:
        """Return what another seat may do without being seen; None if there is no such action."""
        player = state.current_player()
        if player < 0 or player == self.seat:
            return None
        return next((a for a in state.legal_actions() if self._sight(state, a, self.seat) == SEES_NOTHING), None)

    def _pass(self, state: State) -> State:
        """Pass for another seat that could do something visible but need not: perhaps it is not even asked."""
        while (secret := self._secret_action(state)) is not None:
            if all(self._sight(state, action, self.seat) == SEES_NOTHING for action in state.legal_actions()):
                break
            state = state.child(secret)
        return state

    def _go_on(self) -> None:
        """Add the events that don't show what they are."""
        while not self.state.is_terminal() and (player := self.state.current_player()) != self.seat:
            actions = self.state.legal_actions()
            if player == CHANCE:
                after = [self.state.child(outcome).view(self.seat) for outcome in actions]
                if any(view != after[0] for view in after):
                    return
            elif any(self._sight(self.state, action, self.seat) == SEES_ACTION for action in actions):
                return
            self._add(player, None)
