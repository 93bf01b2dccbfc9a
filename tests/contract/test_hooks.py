"""Each game's package has every hook of `GameModule`, with its parameters and its text."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any

import pytest

import uneri
from uneri.registry import GameModule, game_module, plain_game
from uneri.testing import SplitMix64
from uneri.view.frame import Drawing

HOOKS = {name: value for name, value in vars(GameModule).items() if name[0] != "_"}
ATTRIBUTES = {"OPTIONS": dict, "SMALL": str, "STYLES": tuple, "PLAYED_BY_PICTURE": bool, "RULES": str}
FUNCTIONS = sorted(HOOKS.keys() - ATTRIBUTES.keys() - {"to_svg"})


def shape(function: Any) -> list[tuple[str, Any, Any, str]]:
    """Each parameter, and the result, as they are written."""
    signature = inspect.signature(function)
    parameters = [(p.name, p.kind, p.default, name_of(p.annotation)) for p in signature.parameters.values()]
    return [*parameters, ("return", None, None, name_of(signature.return_annotation))]


def name_of(annotation: Any) -> str:
    return str(annotation).replace("contract.", "")


def faults(module: Any) -> list[str]:
    """Hooks that a module lacks or has in another form."""
    wrong = [name for name, kind in ATTRIBUTES.items() if not isinstance(getattr(module, name, None), kind)]
    for name, hook in [("to_svg", Drawing.__call__), *((name, HOOKS[name]) for name in FUNCTIONS)]:
        wanted, found = shape(hook)[1:], shape(getattr(module, name, faults))
        *parameters, _ = wanted
        if (
            found[: len(parameters)] != parameters
            or found[-1] != wanted[-1]
            or any(default is inspect.Parameter.empty for _, _, default, _ in found[len(parameters) : -1])
        ):  # TACTA's picture takes more
            wrong.append(name)
    return wrong


def test_each_game_has_every_hook(name: str) -> None:
    module = game_module(name)
    assert faults(module) == []
    for hook in FUNCTIONS:
        first, _, rest = inspect.getdoc(HOOKS[hook]).partition("\n\n")
        text = inspect.getdoc(getattr(module, hook))
        assert text.startswith(first)
        assert rest in text


def test_a_missing_or_different_hook_is_found() -> None:
    module = ModuleType("wrong")
    vars(module).update(vars(game_module(uneri._core.GAMES[0])))
    del module.RULES
    module.render = lambda state: ""
    module.events = lambda before, after, player, action, seat, more: []
    assert sorted(faults(module)) == ["RULES", "events", "render"]


@pytest.mark.parametrize("own", [{}, {"render": lambda data: "shown", "RULES": "rules\n--\nnotation"}])
def test_games_from_outside_have_plain_hooks(own: dict[str, Any]) -> None:
    module = ModuleType("own")
    vars(module).update(own)
    shown = plain_game.complete("onda", module, {})
    names = {name for name in (*ATTRIBUTES, *FUNCTIONS, "to_svg") if hasattr(shown, name)}
    assert names == {*HOOKS}
    for name, value in own.items():
        assert getattr(shown, name) is value
    state = uneri.load_game("onda").new_initial_state(seed=1)
    view = state.to_dict(0)
    assert shown.render(view)
    assert shown.to_svg(state, 0).startswith("<svg")
    assert shown.random_options(SplitMix64(1), {"a": 1}) == {"a": 1}
    assert shown.score_lines(state, 0, state) == []
    assert shown.decision_facts(state, [0]) is None
    assert shown.facts_text({}) == []
    assert shown.events(view, view, 1, 5, 0) == ["seat 1 has moved"]
    with pytest.raises(KeyError):
        shown.builtin_data("pack", "full")
