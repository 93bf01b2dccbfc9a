"""なみマ (Namima), a family of meld games for 2 to 5: hand analysis, rule sets, positions set up by hand.

A *hand* is text (`"B123 R44"`), a sequence of one count per kind, or `uint8[kinds]`; a *batch* is a C-contiguous
`uint8[n, kinds]`. Kinds are numbers, colour by colour and rank by rank, or names (`"R3"`). A meld is its id or its
cards (`"R1.R2.R3"`, `"R123"`); `exposed` is a list of melds (or a text with blanks between them); for a batch one list
for all hands, one list per hand, or `MeldLists` (two arrays, the fastest form).

`variant` is a built-in rule set (`"sazanami"`, `"shiranami"`, `"shikinami"`, `"aranami"`, `"ayanami"`, `"juuayanami"`),
a mapping or JSON file of one, or a loaded game of either backend, whose rules and players then count. `players` matters
where the deck depends on it. `visible` are cards known to be elsewhere. `growth` is how many cards the hand may still
grow by calls, None for any number, 0 for a player who calls no more. `INF` means that no draws can win.

Hands have at most 24 cards, or 20 in functions that measure the distance to a win; no deal has more than 16.

Arguments that don't fit raise TypeError (type, dtype) or ValueError (range, shape, text) that says what is allowed.
Numbers in brackets below refer to the analysis section of the rules (docs/games/namima_programs.md).
"""

from __future__ import annotations

from .._core import namima as _namima
from .._util.public import publish
from ..registry.hooks import PLAYED_BY_PICTURE, numbered_data, shipped_rules  # noqa: F401
from . import analysis
from .analysis import *
from .calculator import analyse
from .cards import VARIANTS, MeldLists, format_hand, meld_key, meld_lists, parse_hand, rule_set
from .decisions import decision_facts, facts_text
from .options import OPTIONS, SMALL, builtin_data, random_options, random_rule_set
from .picture import hand_svg, to_svg
from .position import complete_view, position
from .prospects import ManyProspects, Prospect, Prospects, prospects
from .query import INF
from .report import Analysis
from .text import STYLES, describe_move, events, render, score_lines

__all__ = [
    "INF", "OPTIONS", "SMALL", "STYLES", "VARIANTS", "Analysis", "Game", "ManyProspects", "MeldLists", "Prospect",
    "Prospects", "State", "analyse", "builtin_data", "complete_view", "decision_facts", "describe_move", "events",
    "facts_text", "format_hand", "hand_svg", "meld_key", "meld_lists", "parse_hand", "position", "prospects",
    "random_options", "random_rule_set", "render", "rule_set", "score_lines", "to_svg",
]  # fmt: skip
__all__ += analysis.__all__

Game = _namima.Game
"""The core's game class; `uneri.load_game("namima")` makes one."""
State = _namima.State
"""The core's state class."""
RULES = shipped_rules("namima")
"""The rules and the notation, for a terminal."""

__dir__ = publish(globals())
