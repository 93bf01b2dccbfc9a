"""Programs that PyInstaller freezes: the hook names every module that uneri loads by name and every file that it reads."""

import importlib.metadata
import pkgutil
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import uneri
from uneri import _core

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import uneri
from uneri import arena
from uneri.cli import main
for name in uneri.games():
    for backend in ("core", "reference"):
        uneri.load_game(name, backend=backend).new_initial_state(seed=1).to_svg()
for command in (["games"], ["info", "onda"], ["data", "tacta"], ["bots"]):
    assert main(command) == 0
arena.run("onda(players=2,rounds=1)", ["net", "greedy"], 2)
print("fine", flush=True)
"""
# Its pipe is closed when the guard of external bots has ended what it left.
LEAVES_A_PROGRAM = """
import os, subprocess, sys
from uneri.bots.external import GUARD
assert len(sys.argv) == 1, "the guard is this program again"
GUARD.watch(subprocess.Popen(["sleep", "600"], start_new_session=True).pid)
os._exit(0)
"""


@pytest.fixture(scope="module")
def hook_dir():
    """The folder that the package's entry point gives to PyInstaller."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["pyinstaller40"]
    (folder,) = importlib.metadata.EntryPoint("hook-dirs", points["hook-dirs"], "pyinstaller40").load()()
    return Path(folder)


def test_every_module_is_named(hook_dir):
    hook = runpy.run_path(str(hook_dir / "hook-uneri.py"))
    names = {found.name for found in pkgutil.walk_packages(uneri.__path__, "uneri.", onerror=lambda name: None)}
    apart = ("uneri._core", "uneri.adapters", "uneri._util.pyinstaller")
    assert set(hook["hiddenimports"]) == {"uneri"} | {name for name in names if not name.startswith(apart)}
    assert not any(target.startswith(("uneri/include", "uneri/share")) for _, target in hook["datas"])


@pytest.mark.subprocess
def test_what_the_hook_names_is_enough(hook_dir, tmp_path):
    """A folder with these modules and files, and no other uneri."""
    hook = runpy.run_path(str(hook_dir / "hook-uneri.py"))
    sources = Path(uneri.__file__).parents[1]
    files = {source: tmp_path / target / Path(source).name for source, target in hook["datas"]}
    for name in hook["hiddenimports"]:
        module = sources.joinpath(*name.split("."))
        source = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
        files[source] = tmp_path / source.relative_to(sources)
    files[_core.__file__] = tmp_path / "uneri" / Path(_core.__file__).name
    for source, target in files.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    paths = [str(tmp_path), str(Path(np.__file__).parents[1])]
    program = f"import sys; sys.path[:0] = {paths}\n{PROGRAM}assert uneri.__file__.startswith({paths[0]!r})"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], check=False, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.endswith("fine\n"), done.stderr


@pytest.mark.subprocess
@pytest.mark.slow
def test_a_frozen_program_plays(tmp_path):
    pytest.importorskip("PyInstaller")
    (tmp_path / "app.py").write_text(PROGRAM + LEAVES_A_PROGRAM, "utf-8")
    left_out = [word for name in ("matplotlib", "pandas", "pyarrow") for word in ("--exclude-module", name)]
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *left_out, "app.py"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=600)
    app = tmp_path / "dist" / "app" / "app"
    done = subprocess.run([app], check=False, capture_output=True, text=True, timeout=120)
    assert done.stdout.endswith("fine\n"), done.stderr
