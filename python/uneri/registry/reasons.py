"""Reasons why an action is illegal: the sentence of the rules in Python, for states of both backends."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, SupportsIndex

from .._util.checks import bounded
from .._util.messages import brief
from ..contract import State
from .outside import reference_module


def why_not(state: State, action: SupportsIndex) -> str | None:
    """Return the result of `State.why_not`."""
    number = bounded(action, "action", 0, _count(state) - 1)
    if state.is_legal(number):
        return None
    try:
        rules, position = _position(state)
    except ValueError:  # a compiled game from outside without rules in Python, or a state that they don't accept
        rules, position = None, None
    sentence = rules.why_not(position, number) if hasattr(rules, "why_not") else None
    if sentence is not None and not isinstance(sentence, str):
        raise ValueError(
            f"{state.game.name}: why_not(state, {number}) must return a string or None, not {brief(sentence)}"
        )
    if state.is_terminal():
        return sentence or "The game is over"
    return (
        sentence or f"{state.action_to_string(number)} is not legal here; the rules of {state.game.name} give no reason"
    )


def add_reason(message: object, state: State, action: int) -> str:
    """Return the message, followed by the rule that forbids the action, if there is such an action."""
    reason = why_not(state, action) if 0 <= action < _count(state) else None
    return f"{message}. {reason}" if reason else str(message)


def _count(state: State) -> int:
    """Return the number of ids of actions, or at a chance node of outcomes."""
    return state.game.max_chance_outcomes if state.is_chance_node() else state.game.num_distinct_actions


def _position(state: Any) -> tuple[Any, Any]:
    """Return the Python rules of the state's game, and their form of the state."""
    if state.game.backend == "reference":
        return state.game.rules, state.state
    return _read(state.game, state.serialize())


@lru_cache(1)  # many actions of one state are asked about
def _read(game: Any, data: bytes) -> tuple[Any, Any]:
    rules = _rules(game)
    fields = game.deserialize_state(data).to_dict()
    del fields["rng"]
    return rules, rules.from_dict(fields)


@lru_cache(4)
def _rules(game: Any) -> Any:
    return reference_module(game.name).Rules(**game.options)
