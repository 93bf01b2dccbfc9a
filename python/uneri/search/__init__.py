"""Searches for games with hidden information: flat Monte Carlo, ISMCTS, PIMC, and PUCT with an evaluator of yours.

    >>> import uneri
    >>> from uneri.search import Search
    >>> state = uneri.load_game("onda", players=3, rounds=1).new_initial_state(seed=7)
    >>> result = Search(sims=200, seed=1).run(state)
    >>> result.simulations <= 200, result.action in state.legal_actions()
    (True, True)

`Search` is the default: for each game a search that is strong for its CPU time.

A search is a bot, too: `act(state)` is `run(state).action`. It reads only what the seat to act may know: every
simulation starts in a world drawn by `resample_from_infostate`. `cheat=True`, which is never the default, makes it
look at the true state instead; its results say so. With a budget of simulations the result depends on the
state's view, the settings and the seed, never on `threads`; with a limit of time on the machine as well.

All run in the core without the GIL and stop at Ctrl-C. States of the reference backend are searched in the core, too.
"""

from __future__ import annotations

from .._util.public import publish
from .default import Search
from .many import SearchArrays
from .puct import PUCT, Evaluator
from .result import ActionStats, EvaluatorUse, SearchResult
from .searches import ISMCTS, PIMC, FlatMC, FollowingISMCTS
from .settings import DEFAULT_SIMS

__all__ = [
    "DEFAULT_SIMS",
    "ISMCTS",
    "PIMC",
    "PUCT",
    "ActionStats",
    "Evaluator",
    "EvaluatorUse",
    "FlatMC",
    "FollowingISMCTS",
    "Search",
    "SearchArrays",
    "SearchResult",
]

__dir__ = publish(globals())
