"""The files for C++ users, as an installed package has them."""

import os
import subprocess
from pathlib import Path

import pytest

import uneri
from uneri import _core
from uneri.search import ISMCTS

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
    text = (package / "uneriConfig.cmake").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip().startswith("include(${CMAKE_CURRENT_LIST_DIR}/"):
            assert (package / line.split("/")[1].rstrip(")")).is_file(), line
    assert uneri.__version__ in (package / "uneriConfigVersion.cmake").read_text(encoding="utf-8")


@pytest.mark.subprocess
@pytest.mark.skipif("UNERI_CPP_EXAMPLE" not in os.environ, reason="UNERI_CPP_EXAMPLE names no built docs/examples/cpp")
def test_the_example_says_what_python_says():
    printed = subprocess.run(
        [os.environ["UNERI_CPP_EXAMPLE"]], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    state = uneri.load_game("onda", players=2, rounds=1).new_initial_state(7)
    assert printed[:3] == [f"perft {depth}: {uneri.perft(state, depth)}" for depth in (1, 2, 3)]
    found = ISMCTS(2000, seed=1, rollout="greedy").run(state)
    assert [line.split(",")[0] for line in printed[3:-1]] == [
        f"{state.action_to_string(arm.action)}: {arm.visits} visits" for arm in found.stats
    ]
    assert printed[-1] == f"best: {state.action_to_string(found.action)}"
