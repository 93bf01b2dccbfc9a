"""The layers point down only: includes and imports are read, and an arrow that turns fails the test."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CPP = ROOT / "cpp"
PYTHON = ROOT / "python" / "uneri"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
CODE_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
CODE_TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')

GNU_EXTENSION = re.compile(r"__builtin_\w+|\b__int128\b|\b__(?:attribute|asm|extension|typeof)_*\b")

STARTS_THREAD = re.compile(r"\bstd::(?:thread|jthread|async)\b|\bpthread_create\b")  # a stack of any size

NEVER_IN_BASE = {"random", "iostream", "thread", "fstream", "ctime", "chrono"}
NEVER_IN_GAMES = NEVER_IN_BASE | {"mutex", "atomic", "future", "cstdlib"}
# Tensors, observe in NAME.hpp, and chances.
FLOATS_ALLOWED = re.compile(r"(encode\.(hpp|cpp)|/(\w+)/\3\.hpp|namima/prospects/\w+\.(hpp|cpp))$")


def games() -> list[str]:
    return sorted(path.name for path in (CPP / "uneri" / "games").iterdir() if path.is_dir())


def include_faults(path: str, text: str) -> list[str]:
    """What is wrong with the includes of a C++ file, `path` from cpp/."""
    faults = []
    for kind, target in INCLUDE.findall(text):
        fault = include_fault(path, kind == '"', target)
        if fault:
            faults.append(f"{path} includes {target}: {fault}")
    code = CODE_COMMENT.sub("", text)
    is_whole = path.startswith("uneri/games/") and not FLOATS_ALLOWED.search(path)
    if is_whole and re.search(r"\b(float|double)\b", CODE_TEXT.sub('""', code)):
        faults.append(f"{path}: floats belong to encodings only")
    if path.startswith(("uneri/", "bindings/")) and path != "uneri/engine/thread.hpp":
        faults += [f"{path}: {word}; threads are made by engine/thread.hpp" for word in STARTS_THREAD.findall(code)]
    if re.search(r"\bgil_scoped_", code):
        faults.append(f"{path}: the GIL is left and taken by bindings/gil.hpp")
    if path.startswith(("uneri/base/", "uneri/engine/")):
        faults += [
            f"{path}: names the game {game}" for game in games() if re.search(rf"\b{game}\b", code, re.IGNORECASE)
        ]
    return faults


def extension_faults(path: str, text: str) -> list[str]:
    """GNU extensions that no `#if` keeps from other compilers. `.ci/run` compiles without them, too; this is quick."""
    faults = []
    depth = 0
    for number, line in enumerate(CODE_COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text).splitlines(), 1):
        word = re.match(r"\s*#\s*(if|endif)", line)
        if word:
            depth += 1 if word[1] == "if" else -1
        elif depth == 0:
            faults += [f"{path}:{number}: {found} outside #if" for found in GNU_EXTENSION.findall(line)]
    return faults


def include_fault(path: str, ours: bool, target: str) -> str | None:
    if not ours:
        if target.startswith("pybind11") and path != "bindings/pybind.hpp":
            return "pybind11 enters through bindings/pybind.hpp"
        if path.startswith("uneri/base/") and target in NEVER_IN_BASE:
            return "not in the base"
        if path.startswith("uneri/games/") and target in NEVER_IN_GAMES:
            return "no clock, thread or foreign generator in a game"
        return None
    layer = path.split("/")[1] if path.startswith("uneri/") else path.split("/")[0]
    if target.startswith("bindings/") and layer != "bindings":
        return "nothing below knows the bindings"
    if layer == "base":
        return None if target.startswith("uneri/base/") else "the base knows only itself"
    if layer == "games":
        game = path.split("/")[2]
        if target == "uneri/engine/game.hpp" and path == f"uneri/games/{game}/{game}.hpp":
            return None
        own = (f"uneri/games/{game}/", "uneri/base/")
        return None if target.startswith(own) else "a game knows the base and itself"
    if layer == "engine":
        return None if target.startswith(("uneri/base/", "uneri/engine/")) else "the engine knows games by the concept"
    return None


def import_faults(path: str, text: str) -> list[str]:
    """What is wrong with the imports of a Python file, `path` from python/uneri/."""
    package = ["uneri", *Path(path).parts[:-1]]
    faults = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            targets = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for target in targets:
            fault = import_fault(path, target)
            if fault:
                faults.append(f"{path} imports {target}: {fault}")
    return faults


COMPILED = "uneri._core"

IN_EACH_GAME = {"analysis", "cards", "options", "picture", "position", "text"}
IN_EACH_REFERENCE = {"analysis", "data", "hidden", "options", "rules", "state", "text"}


def python_modules() -> dict[str, Path]:
    """Every module by name; a package is its `__init__`."""
    found = {}
    for path in PYTHON.rglob("*.py"):
        parts = path.relative_to(PYTHON.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, text: str, is_package: bool, known: set[str]) -> set[str]:
    """The modules of `known` that a module imports, wherever it does: at its top, in a function, for type checkers alone.

    An import of `a.b.c` runs `a` and `a.b` as well. They count unless the importing module lies within them: then they have
    begun already.
    """
    parts = name.split(".")
    package = parts if is_package else parts[:-1]
    targets: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                targets.add(inner if inner in known or inner.startswith(COMPILED) else module)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            named = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
            targets.add(".".join(package) + named if named.startswith(".") else named)
    own = {".".join(parts[: i + 1]) for i in range(len(parts))}
    run = {".".join(target.split(".")[: i + 1]) for target in targets for i in range(target.count("."))} - own
    return ((targets | run) & known) - {name}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import each other, directly or not."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for target in graph[waiting.pop()] - seen:
                seen.add(target)
                waiting.append(target)
        return seen

    after = {name: reached(name) for name in graph}
    groups = {
        tuple(sorted(other for other in graph if other in after[name] and name in after[other])) for name in graph
    }
    return sorted(list(group) for group in groups if group)


HEAVY = {
    "rich",
    "matplotlib",
    "pandas",
    "pyspiel",
    "pettingzoo",
    "gymnasium",
    "torch",
    "pyarrow",
    "ray",
    "starlette",
    "uvicorn",
}
UPPER = ("adapters", "serve", "cli")


def import_fault(path: str, target: str) -> str | None:
    top = target.split(".")[0]
    folder = path.split("/")[0]
    if folder == "reference":
        if target.startswith(MESSAGES):
            return None
        if top != "__future__" and top not in sys.stdlib_module_names and not target.startswith("uneri.reference"):
            return "the reference is plain Python"
        if target.startswith("uneri.") and not target.startswith("uneri.reference"):
            return "the reference knows nothing of the library"
        return reference_fault(path, target)
    if folder == "view" and top not in {"__future__", "uneri", *sys.stdlib_module_names}:
        return "pictures and pages are made by the standard library alone"
    if folder in UPPER:
        return "the core is reached through the API" if target.startswith("uneri._core") else None
    if target.startswith(tuple(f"uneri.{upper}" for upper in UPPER)) and path != "__main__.py":
        return "the API knows nothing of what stands on it"
    game = target.split(".")[1] if target.count(".") and target.split(".")[1] in games() else None
    if game is not None and folder != game:
        return "games are reached by their names: registry.game_module"
    if folder == "_util" and top not in {"__future__", "numpy", "uneri", *sys.stdlib_module_names}:
        return "tools stand on the standard library and numpy"
    if folder == "_util" and top == "uneri" and not target.startswith("uneri._util"):
        return "tools know no part of the library that uses them"
    return "an extra is imported lazily, above the API" if top in HEAVY else None


MESSAGES = "uneri._util.messages"
"""How values stand in messages: standard library alone, so the reference may use it."""
VIEWS = {"analysis", "data", "hidden", "text"}


def reference_fault(path: str, target: str) -> str | None:
    """The rules of a game stand on its state and options, and know nothing of what describes them."""
    parts = target.split(".")
    inside = len(parts) > 3 and parts[2] in games() and path.startswith(f"reference/{parts[2]}/")
    if not inside or path.endswith("__init__.py"):
        return None
    if Path(path).stem in VIEWS | {"checks"}:
        return None
    return "rules know none of their views" if parts[3] in VIEWS else below_rules(path, parts[3])


def below_rules(path: str, imported: str) -> str | None:
    return "nothing but views stands on the rules" if imported == "rules" and Path(path).stem != "rules" else None


def folder_faults(texts: dict[str, str]) -> list[str]:
    """Where a folder inside a game's folder sees more of the game than lies below it: what it includes of the game must
    not reach back into it. `texts` by path from cpp/.
    """
    included = {path: {target for _, target in INCLUDE.findall(text)} & texts.keys() for path, text in texts.items()}

    def reached(path: str, seen: set[str]) -> set[str]:
        for target in included[path] - seen:
            seen.add(target)
            reached(target, seen)
        return seen

    faults = []
    for path, targets in included.items():
        if not re.match(r"uneri/games/\w+/\w+/", path):
            continue
        folder = "/".join(path.split("/")[:4]) + "/"
        for target in sorted(targets):
            if not target.startswith(folder) and any(to.startswith(folder) for to in reached(target, set())):
                faults.append(f"{path} includes {target}: that stands on {folder}")
    return faults


def cpp_files() -> list[Path]:
    files = (path for path in CPP.rglob("*") if path.suffix in (".hpp", ".cpp"))
    return sorted(path for path in files if path.relative_to(CPP).parts[0] not in ("tests", "fuzz"))


def test_includes_point_down() -> None:
    faults = [
        f for path in cpp_files() for f in include_faults(path.relative_to(CPP).as_posix(), path.read_text("utf-8"))
    ]
    assert len(cpp_files()) > 20
    assert faults == []


def test_gnu_extensions_stand_inside_guards() -> None:
    faults = [
        f for path in cpp_files() for f in extension_faults(path.relative_to(CPP).as_posix(), path.read_text("utf-8"))
    ]
    assert faults == []


def test_an_extension_outside_guards_is_found() -> None:
    guarded = "#if defined(__GNUC__)\n#ifdef X\n#endif\n__builtin_prefetch(p);\n#endif\n// __int128\n"
    assert extension_faults("a.hpp", guarded) == []
    assert extension_faults("a.hpp", guarded + "using Set = unsigned __int128;\nint i = __builtin_ctz(3);\n") == [
        "a.hpp:7: __int128 outside #if",
        "a.hpp:8: __builtin_ctz outside #if",
    ]


def test_folders_of_a_game_point_down() -> None:
    texts = {path.relative_to(CPP).as_posix(): path.read_text("utf-8") for path in cpp_files()}
    assert any(path.startswith("uneri/games/namima/hands/") for path in texts)
    assert folder_faults(texts) == []


def test_namimas_hands_stay_small() -> None:
    """The hand kernels had grown to 9,600 lines in 74 files, of which one answer took 43."""

    def closure(path: str, seen: set[str]) -> set[str]:
        if path not in seen:
            seen.add(path)
            for kind, target in INCLUDE.findall((CPP / path).read_text("utf-8")):
                if kind == '"':
                    closure(target, seen)
        return seen

    hands = CPP / "uneri" / "games" / "namima" / "hands"
    lengths = [len(path.read_text("utf-8").splitlines()) for path in hands.rglob("*.?pp")]
    assert len(lengths) <= 30
    assert max(lengths) <= 350
    assert sum(lengths) <= 6000
    assert len(closure("uneri/games/namima/hands/distance/deficiency_kernels.cpp", set())) <= 25


def test_a_turned_folder_is_found() -> None:
    texts = {
        "uneri/games/namima/hands/best.hpp": '#include "uneri/games/namima/options.hpp"',
        "uneri/games/namima/options.hpp": '#include "uneri/games/namima/hands/tables.hpp"',
        "uneri/games/namima/hands/tables.hpp": '#include "uneri/games/namima/melds.hpp"',
        "uneri/games/namima/melds.hpp": "",
    }
    assert len(folder_faults(texts)) == 1


def test_imports_point_down() -> None:
    files = sorted(PYTHON.rglob("*.py"))
    faults = [f for path in files for f in import_faults(path.relative_to(PYTHON).as_posix(), path.read_text("utf-8"))]
    assert len(files) > 10
    assert faults == []


def test_no_imports_go_in_circles() -> None:
    modules = python_modules()
    graph = {
        name: imports(name, path.read_text("utf-8"), path.name == "__init__.py", set(modules))
        for name, path in modules.items()
    }
    assert len(graph) > 150
    assert sum(map(len, graph.values())) > 500
    assert circles(graph) == []


def test_a_circle_is_found() -> None:
    texts = {
        "uneri": "from .game import play",
        "uneri.game": "from .cards import KINDS",
        "uneri.game.cards": "def late():\n    from ..bots import make_bot",
        "uneri.game.text": "from .cards import KINDS",
        "uneri.view": "def late():\n    import_module('uneri.view.text')",
        "uneri.view.text": "def late():\n    import_module('uneri.view.frame')",
        "uneri.view.frame": "from . import text",
        "uneri.bots": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from uneri.game.text import render",
    }
    packages = {"uneri", "uneri.game", "uneri.view"}
    graph = {name: imports(name, text, name in packages, set(texts)) for name, text in texts.items()}
    assert circles(graph) == [
        ["uneri.bots", "uneri.game", "uneri.game.cards", "uneri.game.text"],
        ["uneri.view.frame", "uneri.view.text"],
    ]


def test_every_game_has_the_same_files() -> None:
    for game in games():
        for folder, wanted in ((PYTHON / game, IN_EACH_GAME), (PYTHON / "reference" / game, IN_EACH_REFERENCE)):
            assert {path.stem for path in folder.glob("*.py")} >= {"__init__", *wanted}, folder.name


def test_what_draws_knows_no_game() -> None:
    for path in (PYTHON / "view").glob("*.py"):
        for game in games():
            assert not re.search(rf"\b{game}\b", path.read_text("utf-8")), path.name


def test_the_top_of_the_package_is_a_table_of_contents() -> None:
    entries = [path.name for path in PYTHON.iterdir() if path.suffix != ".so" and path.name != "__pycache__"]
    assert len(entries) <= 27, sorted(entries)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("uneri/base/bits.hpp", '#include "uneri/engine/game.hpp"'),
        ("uneri/base/bits.hpp", "#include <random>"),
        ("uneri/base/bits.hpp", "int onda = 0;"),
        ("uneri/games/onda/rules.hpp", '#include "uneri/engine/game.hpp"'),
        ("uneri/games/onda/rules.hpp", '#include "uneri/games/tacta/rules.hpp"'),
        ("uneri/games/onda/rules.hpp", "#include <thread>"),
        ("uneri/games/onda/scoring.cpp", "double points = 0.5;"),
        ("uneri/games/onda/onda.hpp", '#include "uneri/engine/perft.hpp"'),
        ("uneri/engine/perft.hpp", '#include "uneri/games/onda/onda.hpp"'),
        ("uneri/engine/perft.hpp", '#include "bindings/pybind.hpp"'),
        ("uneri/engine/perft.hpp", "#include <pybind11/pybind11.h>"),
        ("bindings/onda.cpp", "#include <pybind11/stl.h>"),
        ("bindings/onda.cpp", "const py::gil_scoped_release free;"),
        ("uneri/engine/pool.hpp", "std::vector<std::thread> helpers;"),
    ],
)
def test_a_turned_include_is_found(path: str, text: str) -> None:
    assert include_faults(path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("reference/onda/rules.py", "import numpy"),
        ("reference/onda/rules.py", "from uneri import _core"),
        ("reference/onda/rules.py", "from ... import registry"),
        ("reference/onda/rules.py", "from uneri.reference.onda import hidden"),
        ("reference/onda/state.py", "from uneri.reference.onda.rules import Rules"),
        ("_util/checks.py", "from ..bots import Bot"),
        ("onda/cards.py", "from ..solo.cards import KINDS"),
        ("registry/__init__.py", "from ..onda import KINDS"),
        ("cli/play.py", "from uneri import _core"),
        ("cli/play.py", "from .._core import onda"),
        ("registry/engine.py", "from uneri.cli import main"),
        ("registry/engine.py", "import rich"),
        ("view/draw.py", "import numpy"),
        ("view/frame.py", "from ..onda.cards import KINDS"),
    ],
)
def test_a_turned_import_is_found(path: str, text: str) -> None:
    assert import_faults(path, text)
