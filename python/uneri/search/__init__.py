"""Searches for games with hidden information: flat Monte Carlo, ISMCTS, PIMC, and PUCT with your own evaluator.

    >>> import uneri
    >>> from uneri.search import Search
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> result = Search(sims=200, seed=1).run(state)
    >>> result.simulations <= 200, result.action in state.legal_actions()
    (True, True)

`Search` is the default: for each game a search that is strong for its CPU time.

A search is a bot, too: `act(state)` is `run(state).action`. It reads only what the seat to act may know: every
simulation starts in a world drawn by `resample_from_infostate`. `cheat=True`, which is never the default, makes it read
the true state instead, and marks its results. With a budget of simulations the result depends on the state's view, the
settings and the seed, never on `threads`; with a time limit also on the machine.

All run in the core without the GIL and stop at Ctrl-C. States of the reference backend are searched in the core, too.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from .._util.public import publish
from .default import Search
from .many import SearchArrays
from .puct import PUCT, Evaluator
from .result import ActionStats, EvaluatorUse, SearchResult
from .searches import ISMCTS, PIMC, FlatMC, FollowingISMCTS
from .settings import DEFAULT_SIMS

__all__ = [
    "DEFAULT_SIMS", "ISMCTS", "PIMC", "PUCT", "ActionStats", "Evaluator", "EvaluatorUse", "FlatMC",
    "FollowingISMCTS", "Search", "SearchArrays", "SearchResult",
]  # fmt: skip


class Entry(NamedTuple):
    """A search, by the name that `make_bot` and the table of settings (`settings.SETTINGS`) know."""

    search: type[Any]
    offered: bool = False
    """Whether any user of a web table may seat it, with a small budget."""
    network: str | None = None
    """The option that names the file of a network."""
    follows: type[Any] | None = None
    """Plays with `follow=true`: it keeps its trees from decision to decision."""
    has_evaluator: bool = False
    """Whether it needs a function of the user's. Then no text can name it as a bot; it evaluates many positions together."""


SEARCHES: Final = {
    "search": Entry(Search, offered=True),
    "flat": Entry(FlatMC, offered=True, network="net"),
    "ismcts": Entry(ISMCTS, offered=True, network="net", follows=FollowingISMCTS),
    "pimc": Entry(PIMC, offered=True),
    "puct": Entry(PUCT, has_evaluator=True),
}
BY_NAME: Final = {name: entry for name, entry in SEARCHES.items() if not entry.has_evaluator}
"""The searches that are bots with a name."""
CLASSES: Final = tuple(
    made for entry in SEARCHES.values() for made in (entry.search, entry.follows) if made is not None
)
"""All searches, which explain their choices by `run`."""
WITH_EVALUATOR: Final = tuple(entry.search for entry in SEARCHES.values() if entry.has_evaluator)


def format_example(sims: int) -> str:
    """Name searches for a message, the first with a budget."""
    first, *others = BY_NAME
    return f"a search, such as {first}:sims={sims}, {', '.join(others)}"


__dir__ = publish(globals())
