"""The games under the interfaces of other libraries, one module per library: `open_spiel`, `pettingzoo`,
`gymnasium`.

Each needs the library of its name: `pip install gymnasium`. The rest of `uneri` imports nothing from here.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from .._util.public import publish

__all__ = ["needed"]


def needed(module: str, extra: str) -> ModuleType:
    """Import the library that an adapter needs. The ImportError says how to install it if it is missing."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.split(".")[0]:
            raise
        raise ImportError(
            f"uneri.adapters.{extra} needs {module}, which is not installed: pip install {extra}", name=module
        ) from None


__dir__ = publish(globals())
