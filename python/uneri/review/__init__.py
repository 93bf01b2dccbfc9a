"""Reviews of recorded games: at each decision the move played, a search's choice, and the cost of the difference.

    >>> from uneri import records, review
    >>> record = records.record("onda(players=2,rounds=1)", ["greedy", "random"], seed=7)
    >>> found = review.review(record, bot="flat:sims=100", worlds=20, seat=1)
    >>> {decision.seat for decision in found.decisions}
    {1}

docs/review.md explains how losses are estimated.
"""

from __future__ import annotations

from .._util.public import publish
from .json_lines import answer, schema
from .many import PlayerSummary, player_summaries, review_games
from .page import review_page
from .report import Decision, MoveValue, Review, SeatSummary
from .reviewer import review

__all__ = [
    "Decision", "MoveValue", "PlayerSummary", "Review", "SeatSummary", "answer", "player_summaries", "review",
    "review_games", "review_page", "schema",
]  # fmt: skip

__dir__ = publish(globals())
