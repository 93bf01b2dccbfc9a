"""The package as installed: version, size of an import, typing marker, stubs."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

import uneri
from uneri import _core

ROOT = Path(__file__).resolve().parents[2]


def test_versions_agree() -> None:
    assert uneri.__version__ == _core.__version__ == importlib.metadata.version("uneri")


def test_the_newest_version_has_a_date() -> None:
    """In the changelog, and the same one in what others cite."""
    changes, citation = ((ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "CITATION.cff"))
    version, date = re.findall(r"^## \[(\d\S*)\] - (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)[0]
    assert version == uneri.__version__
    assert f"\nversion: {version}\ndate-released: {date}\n" in citation


def brought_in(program: str) -> set[str]:
    """The modules that a program brings in."""
    watched = (
        f"import sys, json; before = set(sys.modules); {program}; "
        "print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", watched], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr))


def of_others(modules: set[str]) -> set[str]:
    """The packages that are neither ours nor Python's."""
    top = {m.split(".")[0] for m in modules}
    return {m for m in top if m not in sys.stdlib_module_names and not m.startswith("_")} - {"uneri"}


HEAVY = {"uneri.arena", "uneri.batch", "uneri.bots", "uneri.records", "uneri.search", "uneri.testing", "uneri.train"}


@pytest.mark.subprocess
def test_import_brings_in_nothing_of_others() -> None:
    """Not even numpy, which takes longer to load than all of `import uneri`."""
    found = brought_in("import uneri")
    assert of_others(found) == set()
    assert not HEAVY & found


@pytest.mark.subprocess
def test_batches_bring_in_numpy() -> None:
    assert of_others(brought_in("import uneri; uneri.BatchEnv")) == {"numpy"}
    assert "uneri.batch" in brought_in("from uneri import BatchEnv; import uneri; assert uneri.BatchEnv is BatchEnv")


@pytest.mark.subprocess
@pytest.mark.parametrize(
    ("words", "modules", "others"),
    [
        (["--version"], set(), set()),
        (["--help"], set(), set()),
        (["games"], {"games"}, set()),
        (["info", "onda"], {"info", "games"}, set()),
        (["perft", "onda", "--depth", "2"], {"perft"}, set()),
        (["namima", "B123 R44", "--json"], {"namima"}, {"numpy"}),
        (["playouts", "onda", "-n", "1"], {"playouts"}, {"numpy"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_commands_bring_in_what_they_use(words: list[str], modules: set[str], others: set[str]) -> None:
    found = brought_in(f"from uneri.cli import main; assert main({words}) == 0")
    assert of_others(found) == others
    assert {m.removeprefix("uneri.cli.") for m in found if m.startswith("uneri.cli.") and "._" not in m} == modules
    assert not HEAVY & found
    games = {m.split(".")[1] for m in found if m.startswith("uneri.")} & set(uneri.games())
    assert games == set(words[:1]) & set(uneri.games())


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


ATTACHED = {"State": {"to_svg", "_repr_svg_", "view"}, "Game": {"state_from_view"}}
"""What classes get when the package is imported; tests/docs/test_docstrings.py compares it."""
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
    if hasattr(module, "Network"):
        promised |= functions(stub("_net"))
    if not hasattr(module, "greedy"):
        del promised["greedy"]
    assert set(real) == set(promised)
    for name, parameters in promised.items():
        assert built_signature(real[name]) == parameters, name
    names = ["Game", "State", "FollowingSearch", *(["Network", "Training"] if hasattr(module, "Network") else [])]
    for name, base in ((name, f"Bound{name}") for name in names):
        promised = functions(bound[base]) | functions(classes(written)[name])
        real = built_members(getattr(module, name))
        attached = ATTACHED.get(name, set())
        assert set(real) - OF_PYBIND - attached == set(promised) - OF_PYBIND - attached
        assert attached <= set(promised)
        for member, parameters in promised.items():
            if isinstance(real.get(member), property | None) or member.startswith("__") or member in attached:
                continue
            assert built_signature(real[member]) == parameters, member
