"""The package as installed: version, size of an import, typing marker, stubs."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import subprocess
import sys
from importlib import resources

import pytest

import uneri
from uneri import _core


def test_versions_agree() -> None:
    assert uneri.__version__ == _core.__version__ == importlib.metadata.version("uneri")


def brought_in(program: str) -> set[str]:
    """The modules that a program brings in."""
    watched = (
        f"import sys, json; before = set(sys.modules); {program}; "
        "print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", watched], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr))


@pytest.mark.subprocess
def test_import_brings_in_numpy_and_nothing_else_of_others() -> None:
    found = {m.split(".")[0] for m in brought_in("import uneri")}
    others = {m for m in found if m not in sys.stdlib_module_names and not m.startswith("_")}
    assert others == {"uneri", "numpy"}


@pytest.mark.subprocess
def test_import_and_short_commands_bring_in_what_they_use() -> None:
    unused = {"uneri.arena", "uneri.bots", "uneri.search", "uneri.records", "uneri.arena.play", "uneri.bots.external"}
    assert not unused & brought_in("import uneri")
    hand = ["namima", "B123 R44", "--json"]
    found = brought_in(f"from uneri.cli import main; assert main({hand}) == 0")
    assert not unused & found
    assert {m for m in found if m.startswith("uneri.cli.") and "._" not in m} == {"uneri.cli.namima"}


def test_typed() -> None:
    assert resources.files("uneri").joinpath("py.typed").is_file()


# --- the hand-written stubs against the built module ----------------------------------------------------------------


def functions(tree: ast.Module | ast.ClassDef) -> dict[str, list[tuple[str, bool]]]:
    """Names of functions and properties with their parameters and whether each has a default."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names = [a.arg for a in [*node.args.posonlyargs, *node.args.args] if a.arg != "self"]
            defaults = len(node.args.defaults)
            found[node.name] = [(n, i >= len(names) - defaults) for i, n in enumerate(names)]
            by_name = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            found[node.name] += [(a.arg, default is not None) for a, default in by_name]
    return found


def classes(tree: ast.Module) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def stub(name: str) -> ast.Module:
    return ast.parse((resources.files("uneri") / "_core" / f"{name}.pyi").read_text(encoding="utf-8"))


def built_signature(function: object) -> list[tuple[str, bool]]:
    """Parameters of a bound function: from its text signature, or else from the one that pybind11 writes into its
    docstring.
    """
    text = getattr(function, "__text_signature__", None)
    first = f"call{text}".replace("$self", "self") if text else str(function.__doc__).strip().splitlines()[0]
    tree = ast.parse(f"def {first}: ...")
    (signature,) = functions(tree).values()
    return signature


def built_members(owner: object) -> dict[str, object]:
    """Functions and properties of the built module or class."""
    found = {}
    for member, value in vars(owner).items():
        if isinstance(value, property) or (callable(value) and not isinstance(value, type)):
            found[member] = value
    return found


ATTACHED = {"to_svg", "_repr_svg_"}
"""What states get when the package is imported; tests/docs/test_docstrings.py compares it."""
OF_PYBIND = {"_pybind11_conduit_v1_", "__init__", "__new__", "__repr__", "__str__"}


def test_stubs_name_the_games() -> None:
    imported = [node for node in stub("__init__").body if isinstance(node, ast.ImportFrom) and node.level == 1]
    assert sorted(alias.name for node in imported for alias in node.names) == list(uneri.games())


@pytest.mark.parametrize("game", uneri.games())
def test_stubs_match_the_module(game: str) -> None:
    module, written, shared = getattr(_core, game), stub(game), stub("_bound")
    bound = classes(shared)
    real = built_members(module)
    promised = functions(shared) | functions(written)
    assert set(real) == set(promised)
    for name, parameters in promised.items():
        assert built_signature(real[name]) == parameters, name
    for name, base in (("Game", "BoundGame"), ("State", "BoundState"), ("FollowingSearch", "BoundFollowingSearch")):
        promised = functions(bound[base]) | functions(classes(written)[name])
        real = built_members(getattr(module, name))
        assert set(real) - OF_PYBIND - ATTACHED == set(promised) - OF_PYBIND - ATTACHED
        assert set(promised) & ATTACHED == (ATTACHED if name == "State" else set())
        for member, parameters in promised.items():
            if isinstance(real.get(member), property | None) or member.startswith("__") or member in ATTACHED:
                continue
            assert built_signature(real[member]) == parameters, member
