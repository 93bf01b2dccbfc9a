"""Why an action is illegal: the sentence of the rules in Python, for states of both backends."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, SupportsIndex

from .._util.checks import bounded
from ..contract import Game, State
from .outside import reference_module


def why_not(state: State, action: SupportsIndex) -> str | None:
    """What `State.why_not` gives."""
    game = state.game
    count = game.max_chance_outcomes if state.is_chance_node() else game.num_distinct_actions
    number = bounded(action, "action", 0, count - 1)
    if state.is_legal(number):
        return None
    try:
        rules, position = _position(state)
    except ValueError:  # a compiled game from outside without rules in Python, or a state that they don't take
        rules, position = None, None
    sentence = rules.why_not(position, number) if hasattr(rules, "why_not") else None
    return sentence or _without_rule(state, number)


def _without_rule(state: State, action: int) -> str:
    if state.is_terminal():
        return "The game is over"
    text = state.action_to_string(action)
    return f"{text} is none of the legal actions here; the rules of {state.game.name} give no reason"


def _position(state: Any) -> tuple[Any, Any]:
    """The rules in Python of the state's game, and the state as they have it."""
    if state.game.backend == "reference":
        return state.game.rules, state.state
    return _read(state.game, state.serialize())


@lru_cache(1)  # many actions of one state are asked about
def _read(game: Game, data: bytes) -> tuple[Any, Any]:
    rules = _rules(game)
    fields = game.deserialize_state(data).to_dict()
    del fields["rng"]
    return rules, rules.from_dict(fields)


@lru_cache(4)
def _rules(game: Game) -> Any:
    return reference_module(game.name).Rules(**game.options)
