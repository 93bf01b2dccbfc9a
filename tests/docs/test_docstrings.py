"""`help`, `inspect.signature` and Shift-Tab in a notebook show something for every public object, on both backends."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Iterator
from typing import Any

import pytest

import uneri
from uneri import contract

MODULES = [
    module.name
    for module in pkgutil.walk_packages(uneri.__path__, "uneri.")
    if not any(part.startswith("_") for part in module.name.split("."))
    and not module.name.startswith(("uneri.reference", "uneri.cli", "uneri.serve"))
]


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """The methods and properties that the class itself has: public ones, and special methods."""
    for name, member in vars(cls).items():
        special = name.startswith("__") and name.endswith("__")
        if special:
            wanted = callable(member) and name not in ("__new__", "__getattr__", "__class__")
        else:
            wanted = callable(member) or isinstance(member, property | staticmethod | classmethod)
        if wanted and (special or not name.startswith("_")):
            yield name, member


def parameters(function: Any) -> list[tuple[str, Any, Any]]:
    """Name, kind and default of each parameter but the first."""
    return [(p.name, p.kind, p.default) for p in list(inspect.signature(function).parameters.values())[1:]]


def bound_classes(name: str) -> list[type]:
    core = importlib.import_module(f"uneri._core.{name}")
    return [core.Game, core.State, core.Batch, core.FollowingSearch]


def live_classes(name: str, backend: str) -> list[type]:
    """The game, the state and what works behind batches and searches."""
    game = uneri.load_game(name, backend=backend)
    others = bound_classes(name)[2:] if backend == "core" else []
    return [type(game), type(game.new_initial_state(seed=1)), *others]


def test_members_of_games_and_states_have_docstrings_and_signatures(name: str, backend: str) -> None:
    for cls in live_classes(name, backend):
        assert cls.__doc__, cls
        found = list(members(cls))
        assert len(found) > 3
        for member, value in found:
            assert (value.__doc__ or "").strip(), f"{cls}.{member}"
            if callable(value):
                signature = inspect.signature(value)
                assert next(iter(signature.parameters)) == "self", f"{cls}.{member}{signature}"


def test_games_and_states_have_the_texts_and_the_parameters_of_the_contract(name: str, backend: str) -> None:
    for cls, model in zip(live_classes(name, backend), (contract.Game, contract.State), strict=False):
        assert inspect.getdoc(cls) == inspect.getdoc(model)
        for member, value in members(model):
            if member.startswith("_"):
                continue
            live = getattr(cls, member)
            assert inspect.getdoc(live) == inspect.getdoc(value), f"{cls}.{member}: the extension may be an older build"
            if callable(value):
                shared = parameters(live)[: len(parameters(value))]  # a game's picture may be told more
                assert shared == parameters(value), f"{cls}.{member}"


def test_bound_methods_have_one_parameter_less(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    for thing in (state, state.game):
        for member, value in members(type(thing)):
            if callable(value) and not member.startswith("__"):
                bound = inspect.signature(getattr(thing, member)).parameters.values()
                assert [(p.name, p.kind, p.default) for p in bound] == parameters(value), member


ARGUMENTS: dict[str, Any] = {
    "action": 0, "data": {}, "lane": 0, "memo": {}, "out": None, "other": 0, "player": 0, "seat": 0, "seed": 1, "text": "?",
    "view": {},
}  # fmt: skip


def test_parameters_are_taken_by_the_names_that_signatures_show(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    for thing in (state, state.game):
        for member, value in members(type(thing)):
            if not callable(value) or member in ("__init__", "__reduce__"):
                continue
            given = {p[0]: ARGUMENTS[p[0]] for p in parameters(value)}
            if member == "deserialize_state":
                given["data"] = b""
            with contextlib.suppress(ValueError):  # taken, and refused
                getattr(thing, member)(**given)


def test_pictures_have_the_signature_of_their_function(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    expected = inspect.signature(getattr(uneri, name).to_svg)
    shown = inspect.signature(state.to_svg)
    assert [(p.name, p.default) for p in shown.parameters.values()] == [
        (p.name, p.default) for p in list(expected.parameters.values())[1:]
    ]
    assert state.to_svg.__doc__
    assert state._repr_svg_.__doc__


def public_objects(module: str) -> Iterator[tuple[str, Any]]:
    """Classes and functions of a module: those in `__all__`, else those that are written there."""
    found = importlib.import_module(module)
    for name in getattr(found, "__all__", None) or [n for n in vars(found) if not n.startswith("_")]:
        value = getattr(found, name)
        if (inspect.isclass(value) or callable(value)) and str(getattr(value, "__module__", "")).startswith("uneri"):
            yield f"{module}.{name}", value


def is_callable_class(cls: type) -> bool:
    """False for classes of which nobody makes objects by a call: protocols, dicts with fixed keys, the core's states,
    and exceptions with the constructor of Python's own.
    """
    made_by_games = cls.__name__ == "State" and "pybind11_object" in [base.__name__ for base in cls.__mro__]
    raised = issubclass(cls, BaseException) and "__init__" not in vars(cls)
    return not (typing.is_typeddict(cls) or getattr(cls, "_is_protocol", False) or made_by_games or raised)


def faults(path: str, value: Any) -> Iterator[str]:
    """What an object and the members that uneri's classes give it lack."""
    if not (value.__doc__ or "").strip():
        yield f"{path}: no docstring"
    if callable(value) and (not inspect.isclass(value) or is_callable_class(value)):
        try:
            inspect.signature(value)
        except (TypeError, ValueError):
            yield f"{path}: no signature"
    if inspect.isclass(value):
        for cls in value.__mro__:
            if cls.__module__.startswith("uneri"):
                for name, member in members(cls):
                    if not name.startswith("_"):
                        yield from faults(f"{path}.{name}", getattr(member, "__func__", member))


@pytest.mark.parametrize(
    "module", [pytest.param(m, marks=[pytest.mark.adapters] if "adapters." in m else []) for m in ["uneri", *MODULES]]
)
def test_public_objects_have_docstrings_and_signatures(module: str) -> None:
    found = list(public_objects(module))
    assert [fault for path, value in found for fault in faults(path, value)] == []
    assert found or module in ("uneri.adapters", "uneri.registry")
