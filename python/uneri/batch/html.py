"""Shows a batch in a notebook."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ..view.html import block, details, paragraph, strong, table


def describe_batch(env: Any, views: dict[str, NDArray[Any]], facts: list[str]) -> str:
    """Write a batch's settings, its arrays and its first lane as HTML."""
    parts = [paragraph(strong(str(env.game)), *facts)]
    rows = [(name, f"{view.dtype}[{', '.join(map(str, view.shape))}]") for name, view in views.items()]
    parts.append(table(("view", "array"), rows))
    parts.append(details("lane 0", env.get_state(0).to_svg()))
    return block(*parts)
