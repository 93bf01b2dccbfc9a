"""One hand, read by the core (cpp/bindings/namima_one.hpp): in whichever form it is written, the answers and the errors
are those of the code in Python that reads unusual forms."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import namima
from uneri.namima.cards import Tables, tables_of
from uneri.testing import SplitMix64

VARIANTS = ("sazanami", "shikinami", "aranami", "juuayanami")
AHEAD: dict[str, Callable[..., Any]] = {
    "need": lambda hand, **more: namima.need(hand, 5, **more),
    "deficiency": namima.deficiency,
    "deficiency_drawn": namima.deficiency_drawn,
    "waits": namima.waits,
    "acceptance": namima.acceptance,
    "discard_table": namima.discard_table,
    "call_acceptance": namima.call_acceptance,
}
NOW: dict[str, Callable[..., Any]] = {
    "is_complete": namima.is_complete,
    "best": namima.best,
    "arrangements": namima.arrangements,
    "min_penalty": namima.min_penalty,
}


def cases(tables: Tables, count: int) -> Iterator[tuple[np.ndarray[Any, Any], list[int], np.ndarray[Any, Any]]]:
    """Hands of 4 to 13 cards, up to two exposed melds and some cards elsewhere, all within the deck."""
    numbers = SplitMix64(11)
    while count > 0:
        deck = np.repeat(np.arange(len(tables.kinds)), tables.copies).tolist()
        drawn = [deck.pop(numbers.below(len(deck))) for _ in range(4 + numbers.below(10))]
        hand = np.bincount(drawn, minlength=len(tables.kinds)).astype(np.uint8)
        seen = [deck.pop(numbers.below(len(deck))) for _ in range(numbers.below(12))]
        elsewhere = np.bincount(seen, minlength=len(tables.kinds)).astype(np.uint8)
        melds = [numbers.below(len(tables.melds)) for _ in range(numbers.below(3))]
        used = (
            hand.astype(int)
            + elsewhere
            + sum((tables.meld_cards(meld).astype(int) for meld in melds), np.zeros(1, int))
        )
        if (used > tables.copies).any():
            continue
        count -= 1
        yield hand, melds, elsewhere


def answer(function: Callable[..., Any], *given: Any, **more: Any) -> Any:
    """What comes back, or the error's type and text."""
    try:
        return function(*given, **more)
    except (TypeError, ValueError) as error:
        return type(error), str(error)


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_forms_of_a_hand_give_one_answer(variant: str) -> None:
    game = uneri.load_game("namima", variant=variant)
    tables = tables_of(game)
    for hand, melds, elsewhere in cases(tables, 25):
        text = namima.format_hand(hand, variant=variant)
        forms = [hand, hand.tolist(), tuple(hand.tolist()), text, text.lower()]
        shown = [melds, tuple(melds), [tables.melds[meld] for meld in melds], " ".join(tables.melds[m] for m in melds)]
        for name, function in (AHEAD | NOW).items():
            more = {"visible": elsewhere.astype(np.int64)} if name in AHEAD else {}
            # Counts of another integer type are read by Python.
            plain = function(hand.astype(np.int64), exposed=np.array(melds, np.uint16), variant=game, **more)
            for i, form in enumerate(forms):
                given = {"visible": (elsewhere, elsewhere.tolist())[i % 2]} if name in AHEAD else {}
                assert function(form, exposed=shown[i % len(shown)], variant=game, **given) == plain, (name, form)
                assert function(form, exposed=shown[i % len(shown)], variant=variant, **given) == plain, (name, form)


WRONG: tuple[Any, ...] = (
    "B1 Q7",
    "B11111111",
    "B",
    "B1\x00",
    "\uff22\uff11",
    [0] * 3,
    [True] + [0] * 34,
    [9] + [0] * 34,
    [-1] + [0] * 34,
    [2**70] + [0] * 34,
    [1.0] + [0] * 34,
    [4] * 35,
    np.full(35, 200, np.uint8),
    np.zeros(36, np.uint8),
    np.zeros(35, np.float64),
    b"B1",
    None,
    7,
)


@pytest.mark.parametrize("name", [*AHEAD, *NOW])
def test_what_is_wrong_is_told_as_before(name: str) -> None:
    """The first call for a game is answered by Python, later ones ask the core first."""
    function = (AHEAD | NOW)[name]
    for wrong in WRONG:
        fresh = uneri.load_game("namima", variant="shikinami")
        known = uneri.load_game("namima", variant="shikinami")
        function("B1", variant=known)
        assert answer(function, wrong, variant=known) == answer(function, wrong, variant=fresh), wrong
        assert isinstance(answer(function, wrong, variant=known), tuple)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"exposed": ["B1"]}, "meld is 'B1'"),
        ({"exposed": [9999]}, "meld is 9999"),
        ({"exposed": [True]}, "meld"),
        ({"exposed": 5}, "exposed must be .*, not int"),
        ({"visible": "B11111"}, "B1"),
        ({"visible": "B1111", "exposed": ["B111"]}, "exposed and visible cards"),
        ({"growth": -1}, "growth is -1"),
        ({"growth": True}, "growth"),
        ({"threads": 0}, "threads is 0"),
        ({"players": 9}, "players is 9"),
        ({"players": 4.0}, "players"),
    ],
)
def test_other_arguments_are_checked(given: dict[str, Any], message: str) -> None:
    assert namima.deficiency("B12 R44") == namima.deficiency("B12 R44")  # known by now
    with pytest.raises((TypeError, ValueError), match=message):
        namima.deficiency("B12 R44", **given)


@pytest.mark.parametrize("backend", ["core", "reference"])
def test_a_hand_of_25_cards_is_too_large(backend: str) -> None:
    game = uneri.load_game("namima", variant="shikinami", backend=backend)
    for _ in range(2):  # the second time the core is asked first
        for function in (*NOW.values(), namima.penalty):
            with pytest.raises(ValueError, match="hand must have at most 24 cards, not 25"):
                function("B1111222233334444666677778", variant=game)


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize("name", ["is_complete", "best", "arrangements", "min_penalty"])
def test_16_melds_are_too_many(name: str, backend: str) -> None:
    game = uneri.load_game("namima", variant="shikinami", backend=backend)
    for _ in range(2):
        with pytest.raises(ValueError, match="exposed must have at most 15 melds for a hand, not 16"):
            NOW[name]("B1", exposed=["B123"] * 16, variant=game)


@pytest.mark.parametrize("backend", ["core", "reference"])
@pytest.mark.parametrize(
    "name",
    [
        "is_complete",
        "best",
        "min_penalty",
        "need",
        "deficiency",
        "deficiency_drawn",
        "waits",
        "acceptance",
        "discard_table",
    ],
)
def test_what_a_backend_does_not_need_is_checked(name: str, backend: str) -> None:
    """The reference knows no threads, the core takes any value for a truth."""
    game = uneri.load_game("namima", variant="shikinami", backend=backend)
    asked: Any = getattr(namima, name)
    function = partial(asked, size=5) if name == "need" else asked
    parameters = inspect.signature(asked).parameters
    assert "threads" in parameters
    for parameter, wrong, error, message in [
        ("threads", 0, ValueError, "threads is 0; allowed: 1 to 256"),
        ("threads", "2", TypeError, "threads must be .*, not '2'"),
        ("threads", None, TypeError, "threads must be .*, not None"),
        ("as_bits", 1.5, TypeError, "as_bits must be .*, not 1.5"),
        ("as_bits", np.True_, TypeError, "as_bits must be"),
    ]:
        if parameter in parameters:
            with pytest.raises(error, match=message):
                function("B12 R44", **{parameter: wrong}, variant=game)


def test_batches_beyond_the_deck_name_the_hand() -> None:
    rows = np.zeros((70, 35), np.uint8)
    rows[41, 3] = 9
    for function in (namima.is_complete, namima.deficiency, namima.waits, namima.best):
        with pytest.raises(ValueError, match=r"hand\[41\] has 9 of B4; allowed: 0 to 4"):
            function(rows)
    rows[41] = 0
    rows[33, :11] = 2
    with pytest.raises(ValueError, match=r"hands\[33\] must have at most 20 cards, not 22"):
        namima.deficiency(rows)
    rows[33] = 0
    rows[50, 0] = 3
    with pytest.raises(ValueError, match=r"hands\[50\] with exposed and visible cards has 6 of B1; allowed: 0 to 4"):
        namima.waits(rows, exposed=["B111"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_batches_with_exposed_melds_are_their_hands(variant: str) -> None:
    tables = tables_of(uneri.load_game("namima", variant=variant))
    hands, melds, elsewhere = zip(*cases(tables, 40), strict=True)
    rows, seen = np.stack(hands), np.stack(elsewhere)
    drawn, claimed = namima.waits(rows, list(melds), seen, variant=variant)
    far = namima.deficiency(rows, list(melds), None, seen, variant=variant)
    nearer = namima.acceptance(rows, list(melds), None, seen, variant=variant)
    done = namima.is_complete(rows, list(melds), variant=variant)
    for i, hand in enumerate(hands):
        more = {"exposed": melds[i], "visible": elsewhere[i], "variant": variant}
        names = tuple([tables.kinds[k] for k in np.flatnonzero(part[i])] for part in (drawn, claimed))
        assert namima.waits(hand, **more) == names
        assert namima.deficiency(hand, **more) == far[i]
        assert namima.acceptance(hand, **more) == [(tables.kinds[k], nearer[i, k]) for k in np.flatnonzero(nearer[i])]
        assert namima.is_complete(hand, melds[i], variant=variant) == done[i]
