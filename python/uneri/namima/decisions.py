"""Facts about Namima's discards for a review: the hand's distance from a win before and after, and useful cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy as np

from .. import contract
from .._util.checks import check_state
from ..registry.hooks import hook
from .analysis import acceptance, deficiency, deficiency_drawn, unseen, waits
from .cards import tables_of
from .query import INF


@hook
def decision_facts(state: contract.State, actions: Iterable[SupportsIndex]) -> dict[str, Any] | None:
    """The facts are of discards. `before`: the hand without the drawn card, or the whole hand if it isn't there.
    `after`: for each discard, by its notation, the hand left. Each has `deficiency` (the fewest cards still needed),
    `acceptance` (pairs of a card that reduces it and the copies that the seat can't see) and `waits` (the cards that
    win when drawn). None if no action is a discard.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("namima").new_initial_state(seed=7)
    >>> facts = uneri.namima.decision_facts(state, [state.parse_action("D K2")])
    >>> facts["before"]["deficiency"] >= 1, list(facts["after"])
    (True, ['D K2'])
    """
    check_state(state, "namima")
    thrown = [text for text in (state.action_to_string(action) for action in actions) if text.startswith("D ")]
    if not thrown:
        return None
    seat = state.current_player()
    view, tables = state.to_dict(seat), tables_of(state.game)
    hand = np.array(view["hand"][seat], np.uint8)
    melds = list(view["exposed"][seat])
    own = sum((tables.meld_cards(meld).astype(np.int64) for meld in melds), hand.astype(np.int64))
    visible = (tables.copies - unseen(state, seat) - own).astype(np.uint8)

    def at_rest(cards: Any, elsewhere: Any) -> dict[str, Any]:
        asked: dict[str, Any] = {"visible": elsewhere, "variant": state.game}
        far = int(deficiency(cards, melds, **asked))
        helping = [list(pair) for pair in acceptance(cards, melds, **asked)]
        won = waits(cards, melds, **asked)[0] if far == 1 else []
        return {"deficiency": far, "acceptance": helping, "waits": won}

    def without(kind: int) -> Any:
        rest = hand.copy()
        rest[kind] -= 1
        return rest

    after = {}
    for text in thrown:
        kind = tables.kinds.index(text.removeprefix("D "))
        elsewhere = visible.copy()
        elsewhere[kind] += 1
        after[text] = at_rest(without(kind), elsewhere)
    if view["drawn"] >= 0 and hand[view["drawn"]] > 0 and hand.sum() > 1:  # it may be in a meld by now
        before = at_rest(without(view["drawn"]), visible)
    else:
        far = int(deficiency_drawn(hand, melds, visible=visible, variant=state.game))
        before = {"deficiency": far, "acceptance": [], "waits": []}
    return {"before": before, "after": after}


@hook
def facts_text(facts: dict[str, Any]) -> list[str]:
    """The text has a line for the hand before, and one for each discard.

    Examples
    --------
    >>> from uneri import namima
    >>> ready = {"deficiency": 1, "acceptance": [["B3", 4]], "waits": ["B3"]}
    >>> namima.facts_text({"before": ready, "after": {"D K2": ready}})
    ['before: ready, waits for B3 (4 left)', 'D K2: ready, waits for B3 (4 left)']
    """
    return [f"{name}: {_hand_text(hand)}" for name, hand in (("before", facts["before"]), *facts["after"].items())]


def _hand_text(hand: dict[str, Any]) -> str:
    far = hand["deficiency"]
    if far >= INF:
        return "no draws can win"
    if far == 0:
        return "complete"
    copies = sum(count for _, count in hand["acceptance"])
    if far == 1 and hand["waits"]:
        return f"ready, waits for {' '.join(hand['waits'])} ({copies} left)"
    helping = f", {copies} cards help" if hand["acceptance"] else ""
    return f"{far} card{'s' * (far > 1)} from a win{helping}"
