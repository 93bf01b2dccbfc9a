"""The recipe for conda-forge says what pyproject.toml says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / ".ci" / "conda" / "recipe.yaml"


@pytest.mark.skipif(not RECIPE.exists(), reason="not in the source distribution")
def test_the_recipe_agrees_with_the_project() -> None:
    recipe = RECIPE.read_text("utf-8")
    meta = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = meta["project"]
    assert re.search(r'^  version: "(.+)"$', recipe, re.MULTILINE)[1] == project["version"]  # type: ignore[index]
    assert f"summary: {project['description']}\n" in recipe
    assert f"license: {project['license']}\n" in recipe
    assert f"license_file: {project['license-files'][0]}\n" in recipe
    (script,) = project["scripts"].items()
    assert f"- {script[0]} = {script[1]}\n" in recipe
    host, run = re.search(r"^  host:\n(.*?)^  run:\n(.*?)^\S", recipe, re.MULTILINE | re.DOTALL).groups()  # type: ignore[union-attr]
    for found, wanted in ((run, project["dependencies"]), (host, meta["build-system"]["requires"])):
        lines = {line.strip().removeprefix("- ").replace(" ", "") for line in found.splitlines()}
        assert set(wanted) == lines - {"python", "pip", ""}
