"""cmake/docstrings.py: signatures that `inspect` reads, and no silence about a text that is missing."""

from __future__ import annotations

import importlib.util
import inspect
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "cmake" / "docstrings.py"
CONTRACT = ROOT / "python" / "uneri" / "contract.py"
STUBS = ROOT / "python" / "uneri" / "_core"

pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="a copy of the tests without the sources")


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docstrings", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def sources(tmp_path: Path) -> tuple[Path, Path]:
    """Copies to be changed."""
    shutil.copytree(STUBS, tmp_path / "_core")
    return Path(shutil.copy(CONTRACT, tmp_path)), tmp_path / "_core"


def test_signatures_keep_defaults_and_kinds(script: ModuleType, sources: tuple[Path, Path]) -> None:
    contract, stubs = sources
    stub = stubs / "tacta.pyi"
    stub.write_text(
        'class State:\n    def draw(self, a: int, /, b: str = "x", *, c: float | None = None, d: bool) -> None:\n        """Text."""\n',
        "utf-8",
    )
    text = script.all_texts(contract, stubs)["tacta.State.draw"]
    assert text == "draw(self, a, /, b='x', *, c=None, d)\n--\n\nText."

    def model(self, a, /, b="x", *, c=None, d): ...  # type: ignore[no-untyped-def]

    assert text.splitlines()[0] == f"draw{inspect.signature(model)}"


def test_the_header_is_ascii_and_its_literals_are_short(script: ModuleType) -> None:
    texts = {**script.all_texts(CONTRACT, STUBS), "more": 'a "quote", a \\, なみ'}
    lines = script.source(texts).splitlines()
    assert all(line.isascii() and len(line) < 1000 for line in lines)
    assert any(r"a \"quote\", a \\, \343\201\252" in line for line in lines)


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("contract.py", '"""The number of seats."""', "...", "Game.num_players has no docstring"),
        ("contract.py", "def clone(self)", "def clone(self, deep=False)", "State.clone differs from the contract"),
        ("contract.py", "def clone(self)", "def copied(self)", "State.copied of the contract is missing"),
        (
            "_core/_bound.pyi",
            '"""Hash the content: equal games have the same hash."""',
            "...",
            "Game.__hash__ has no docstring",
        ),
    ],
)
def test_what_is_missing_ends_the_build(
    script: ModuleType, sources: tuple[Path, Path], file: str, old: str, new: str, problem: str
) -> None:
    changed = sources[0].parent / file
    text = changed.read_text("utf-8")
    assert old in text
    changed.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(SystemExit, match=problem.replace(".", r"\.")):
        script.all_texts(*sources)
