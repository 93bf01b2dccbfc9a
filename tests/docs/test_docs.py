"""Every example of the README, the docs and the docstrings runs."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import itertools
import json
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import uneri

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
sys.path.insert(0, str(ROOT / "docs"))
option_tables = importlib.import_module("option_tables")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(uneri.__path__, "uneri.")
    if not module.name.startswith(("uneri._core", "uneri.__main__"))
)


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]


def marked(value: Any, name: str) -> Any:
    """A parameter, marked where it needs the libraries of the extras `adapters` and `data`."""
    needs = "adapters" in name or name.startswith("uneri.data")
    return pytest.param(value, id=name, marks=[pytest.mark.adapters] if needs else [])


@pytest.mark.parametrize("page", [marked(page, page.relative_to(ROOT).as_posix()) for page in PAGES])
def test_python_examples(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Blocks of a page share one namespace; those with prompts are compared with what they show."""
    names: dict[str, Any] = {}
    for number, text in enumerate(blocks(page, "python")):
        if ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, names, f"{page.name} block {number}", str(page), 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            runner.run(test, clear_globs=False)
            names = test.globs
            assert runner.failures == 0, capsys.readouterr().out
        else:
            exec(compile(text, f"{page.name} block {number}", "exec"), names)


if importlib.util.find_spec("torch") is not None:

    def test_torch_examples() -> None:
        """Blocks of the class `torch`, where that is installed."""
        text = (ROOT / "docs" / "evaluators.md").read_text("utf-8")
        (example,) = re.findall(r"^```{code-block} python\n:class: torch\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        test = doctest.DocTestParser().get_doctest(example, {}, "torch", "docs/evaluators.md", 0)
        assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_nothing_installs_the_package_by_its_name() -> None:
    """It is on no index: whoever registers the name there would be installed by our advice."""
    places = [*PAGES, *(ROOT / "docs").rglob("*.py"), *(ROOT / "python" / "uneri").rglob("*.py")]
    asks = re.compile(r"pip install [^`\n]*(?<![/\w])uneri[^-\w/]")
    assert [str(path) for path in places if asks.search(path.read_text("utf-8"))] == []


CONSOLE = [(page, text) for page in PAGES for text in blocks(page, "console")]


@pytest.mark.subprocess
@pytest.mark.parametrize(("page", "text"), CONSOLE, ids=[f"{p.name}-{i}" for i, (p, _) in enumerate(CONSOLE)])
def test_console_examples(page: Path, text: str) -> None:
    """Commands behind `$` end well, and print the lines that stand below them, `...` standing for any."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "uneri", f"{page.name}: {command}"
        done = subprocess.run(
            [sys.executable, "-m", *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
        assert done.returncode == 0, done.stderr
        if shown.strip():
            options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert doctest.OutputChecker().check_output(shown, done.stdout, options), done.stdout


@pytest.mark.parametrize("module", [marked(module, module) for module in MODULES])
def test_docstring_examples(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.slow
@pytest.mark.unsanitized
@pytest.mark.parametrize("name", uneri.games())
def test_the_documented_schema(name: str) -> None:
    """`to_dict` of every seat along a game is what the rules page's JSON schema says, and the schema can refuse."""
    import jsonschema

    schema = option_tables.with_options(
        name, json.loads((ROOT / "docs" / "games" / f"{name}.schema.json").read_text("utf-8"))
    )
    full, view, written = (
        jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{kind}"}]})
        for kind in ("full", "view", "written")
    )
    state = uneri.load_game(name).new_initial_state(seed=1)
    for step in itertools.count():
        if state.is_terminal() or step < 40 or step % 5 == 0:  # a validator takes its time
            full.validate(json.loads(json.dumps(state.to_dict())))
            for seat in range(state.game.num_players):
                view.validate(json.loads(state.observation_string(seat)))
                written.validate(json.loads(state.observation_string(seat)))
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[-1])
    assert not full.is_valid({**state.to_dict(), "phase": "no such phase"})
    assert not full.is_valid({**state.to_dict(), "surplus": 1})
    assert not view.is_valid(state.to_dict())
