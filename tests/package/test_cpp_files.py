"""The files for C++ users, as an installed package has them."""

import ctypes
import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import uneri
from uneri import _core
from uneri.search import ISMCTS

REPOSITORY = Path(__file__).parents[2]
INSTALLED = (Path(str(_core.__file__)).parent / "include").is_dir()


def test_a_copy_that_is_not_installed_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(_core, "__file__", str(tmp_path / "_core.so"))
    for function in (uneri.get_include, uneri.get_cmake_dir):
        with pytest.raises(FileNotFoundError, match="come with an installed uneri"):
            function()


@pytest.mark.skipif(not INSTALLED, reason="uneri runs from its sources")
def test_headers_and_sources_are_complete():
    include, package = Path(uneri.get_include()), Path(uneri.get_cmake_dir())
    sources = package.parents[1] / "uneri"
    headers = {str(path.relative_to(include)) for path in include.rglob("*.hpp")}
    for file in [*include.rglob("*.hpp"), *sources.rglob("*.cpp")]:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith('#include "'):
                assert line.split('"')[1] in headers, (file, line)
    for game in uneri.games():
        assert f"uneri/games/{game}/{game}.hpp" in headers
        assert (sources / f"loops/{game}.cpp").is_file()
    for file in [*package.glob("*.cmake"), sources / "CMakeLists.txt"]:
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip().startswith("include(") and line.endswith(".cmake)"):
                assert (package / line.rstrip(")").split("/")[-1]).is_file(), (file, line)
    assert uneri.__version__ in (package / "uneriConfigVersion.cmake").read_text(encoding="utf-8")


@pytest.fixture
def build():
    """A built tests/package/cpp_project."""
    if "UNERI_CPP_BUILD" not in os.environ:
        pytest.skip("UNERI_CPP_BUILD names no build of tests/package/cpp_project")
    return Path(os.environ["UNERI_CPP_BUILD"]).resolve()


@pytest.mark.subprocess
def test_the_program_says_what_python_says(build):
    printed = subprocess.run([build / "onda_search"], capture_output=True, text=True, check=True).stdout.splitlines()
    state = uneri.load_game("onda", players=2, rounds=1).new_initial_state(7)
    assert printed[:3] == [f"perft {depth}: {uneri.perft(state, depth)}" for depth in (1, 2, 3)]
    found = ISMCTS(2000, seed=1, rollout="greedy").run(state)
    assert [line.split(",")[0] for line in printed[3:-1]] == [
        f"{state.action_to_string(arm.action)}: {arm.visits} visits" for arm in found.stats
    ]
    assert printed[-1] == f"best: {state.action_to_string(found.action)}"


def test_the_library_and_the_module_play_as_python_does(build, monkeypatch):
    (library,) = build.glob("*onda_lengths.*")
    decisions = ctypes.CDLL(str(library)).decisions
    decisions.argtypes, decisions.restype = [ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint64], ctypes.c_int64
    start = uneri.load_game("onda", players=2).new_initial_state(7)
    assert decisions(7, 50, 1) == uneri.playouts(start, 50, seed=1).lengths.sum()
    monkeypatch.syspath_prepend(build)
    start = uneri.load_game("tidal", players=2).new_initial_state(7)
    sums = importlib.import_module("tidal_returns").sums(state_seed=7, games=50, seed=1)
    assert sums == uneri.playouts(start, 50, seed=1).returns.sum(axis=0).tolist()


@pytest.mark.subprocess
def test_a_compiled_game_of_another_package(build, tmp_path):
    """It is installed by hand here: the package, its module, and its entry point."""
    example = REPOSITORY / "docs/examples/own_game"
    package = tmp_path / "uneri_mini"
    shutil.copytree(example / "uneri_mini", package)
    (module,) = build.glob("mini_core.*")
    shutil.copy(module, package)
    with (package / "__init__.py").open("a") as file:
        file.write("\nfrom .rules import Rules\n")
    shutil.copy(REPOSITORY / "tools/mini/python/uneri/reference/mini/__init__.py", package / "rules.py")
    info = tmp_path / "uneri_mini-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: uneri-mini\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[uneri.games]\nmini = uneri_mini\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}

    def run(*command):
        return subprocess.run(
            [sys.executable, *command], env=environment, capture_output=True, text=True, check=True, cwd=tmp_path
        ).stdout

    assert "100 games" in run(REPOSITORY / "docs/examples/play_mini.py")
    assert "differences: 0" in run("-m", "uneri", "selfcheck", "mini", "--games", "100")
    assert "perft(4) = 1170" in run("-m", "uneri", "perft", "mini", "--depth", "4")
    program = "import pickle, uneri; s = uneri.load_game('mini').new_initial_state(1); assert pickle.loads(pickle.dumps(s)) == s"
    run("-c", program)
    refused = "import uneri, datetime; uneri.register_game(datetime.datetime_CAPI)"
    with pytest.raises(subprocess.CalledProcessError) as caught:
        run("-c", refused)
    assert "must be TABLES of a game's module" in caught.value.stderr


FIND = "find_package(uneri 0.1 CONFIG REQUIRED COMPONENTS {})\n"


def configure(folder, package, commands, languages="CXX"):
    """What CMake says of a project, without building it."""
    text = f"cmake_minimum_required(VERSION 3.24)\nproject(t LANGUAGES {languages})\n{commands}"
    (folder / "CMakeLists.txt").write_text(text, "utf-8")
    command = ["cmake", "-S", folder, "-B", folder / "b", f"-Duneri_DIR={package}"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def copy(build, tmp_path):
    """The package in a folder with an odd name."""
    package = Path(uneri.get_cmake_dir())
    for name in ("include", "share"):
        shutil.copytree(package.parents[2] / name, tmp_path / "od d (é) 波" / name)
    return tmp_path / "od d (é) 波" / package.relative_to(package.parents[2])


@pytest.mark.subprocess
def test_found_again_it_is_the_same_and_leaves_the_project_alone(copy, tmp_path):
    wanted = [*uneri.games(), "net"]
    found = configure(
        tmp_path,
        copy,
        "set(CMAKE_REQUIRED_FLAGS -O1)\n"
        + FIND.format("onda")
        + FIND.format("onda OPTIONAL_COMPONENTS tidal chess")
        + "find_package(uneri CONFIG REQUIRED)\n"
        + f"foreach(name IN ITEMS {' '.join(wanted)})\n"
        + "  add_library(of_${name} SHARED t.cpp)\n  target_link_libraries(of_${name} PRIVATE uneri::${name})\n"
        + "endforeach()\nfile(TOUCH ${CMAKE_CURRENT_SOURCE_DIR}/t.cpp)\n"
        + 'message(STATUS "seen ${uneri_FOUND} ${uneri_onda_FOUND} ${uneri_tidal_FOUND} ${uneri_chess_FOUND}")\n'
        + 'message(STATUS "set ${CMAKE_REQUIRED_FLAGS}${UNERI_SOURCES}${CMAKE_POSITION_INDEPENDENT_CODE}.")\n',
    )
    assert found.returncode == 0, found.stderr
    assert "seen 1 TRUE TRUE FALSE" in found.stdout
    assert "set -O1." in found.stdout


@pytest.mark.subprocess
@pytest.mark.parametrize(
    ("commands", "languages", "words"),
    [
        (FIND.format("onda chess shogi"), "CXX", ["no component chess", "no component shogi", "tacta", "tidal", "net"]),
        (FIND.format("onda"), "C", ["LANGUAGES CXX"]),
        (
            FIND.format("onda") + 'set(uneri_DIR "OTHER" CACHE PATH "" FORCE)\n' + FIND.format("onda"),
            "CXX",
            ["already builds the uneri of"],
        ),
    ],
    ids=["component", "language", "another"],
)
def test_why_it_is_not_found(commands, languages, words, copy, tmp_path):
    found = configure(tmp_path, copy, commands.replace("OTHER", uneri.get_cmake_dir()), languages)
    assert found.returncode != 0
    assert [word for word in words if word not in " ".join(found.stderr.split())] == []
