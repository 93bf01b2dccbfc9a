"""Pictures of games and pages about them. It uses only the standard library and depends on no game.

`state.to_svg(seat)` draws a position of any game; the picture of each game is in its own package, `uneri.GAME.to_svg`.
`PALETTE` has every colour by its name.
"""

from __future__ import annotations

from .._util.public import publish
from .frame import Svg
from .palette import PALETTE, THEMES

__all__ = ["PALETTE", "THEMES", "Svg"]

__dir__ = publish(globals())
