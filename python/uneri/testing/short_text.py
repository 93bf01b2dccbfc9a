"""How a difference is told in few words."""

from __future__ import annotations

from typing import Any


def narrow(name: str, a: Any, b: Any) -> tuple[str, Any, Any]:
    """Of two dicts the first key that differs, with its values; anything else as it is."""
    if isinstance(a, dict) and isinstance(b, dict):
        if list(a) != list(b):
            return f"{name} (keys)", list(a), list(b)
        for key in a:
            if a[key] != b[key]:
                return f"{name}[{key!r}]", a[key], b[key]
    return name, a, b


def short(value: object) -> str:
    """The value's repr, cut if it is very long."""
    text = repr(value)
    return text if len(text) <= 600 else f"{text[:600]}..."
