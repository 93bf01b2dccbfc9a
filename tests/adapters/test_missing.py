"""Where a library isn't installed, the import says which extra to install."""

from __future__ import annotations

import importlib
import sys

import pytest


@pytest.mark.parametrize(
    ("adapter", "library"), [("open_spiel", "pyspiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")]
)
def test_missing_libraries_are_named(adapter: str, library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"uneri.adapters.{adapter}"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=rf"needs {library}, .* pip install {adapter}"):
        importlib.import_module(name)
