"""A hand without cards: every function and every form takes it for the same, on both backends (section 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import namima
from uneri.namima.cards import tables_of

FORMS: dict[str, Callable[[int], Any]] = {
    "text": lambda _: "",
    "list": lambda kinds: [0] * kinds,
    "row": lambda kinds: np.zeros(kinds, np.uint8),
    "wide row": lambda kinds: np.zeros(kinds, np.int64),
    "batch": lambda kinds: np.zeros((3, kinds), np.uint8),
}
ABOUT_ALL_MELDS = {"ALLSAME", "ALLRUN", "ALLSAI", "NOPAIR"}  # not PURE: without melds there is no colour


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("variant", namima.VARIANTS)
def test_a_hand_without_cards_is_complete(variant: str, form: str, backend: str) -> None:
    game = uneri.load_game("namima", variant=variant, backend=backend)
    hand = FORMS[form](len(tables_of(game).hands))
    best = namima.best(hand, variant=game)
    points = best if form == "batch" else best.points
    assert np.all(namima.is_complete(hand, variant=game))
    assert np.all(namima.deficiency_drawn(hand, variant=game) == 0)
    assert np.all(namima.deficiency(hand, variant=game) == namima.INF)
    assert np.all(namima.deficiency(hand, growth=0, variant=game) == namima.INF)
    assert np.all(points == sum(v for k, v in namima.rule_set(variant)["combos"].items() if k in ABOUT_ALL_MELDS))
    if form != "batch":
        assert (best.melds, best.exposed, best.claimed_meld) == ((), (), None)
        assert namima.arrangements(hand, variant=game) == [((), ())]
        assert namima.waits(hand, variant=game) == ([], [])
        with pytest.raises(ValueError, match="hand must have 1 to"):
            namima.analyse(hand, variant=game)


@pytest.mark.parametrize("form", FORMS)
def test_with_an_exposed_meld_it_waits_for_a_lay_off(form: str, backend: str) -> None:
    game = uneri.load_game("namima", variant="sazanami", backend=backend)
    hand = FORMS[form](len(tables_of(game).hands))
    asked: dict[str, Any] = {"exposed": ["B123"], "variant": game}
    assert np.all(namima.is_complete(hand, **asked))
    assert np.all(namima.deficiency_drawn(hand, **asked) == 0)
    assert np.all(namima.deficiency(hand, **asked) == 1)


def test_no_hands_at_all_are_no_answers(backend: str) -> None:
    game = uneri.load_game("namima", backend=backend)
    none = np.zeros((0, len(tables_of(game).hands)), np.uint8)
    for ask in (namima.is_complete, namima.best, namima.deficiency, namima.deficiency_drawn):
        assert ask(none, variant=game).shape == (0,)
