"""Analysis of hands from Python: one hand a call, many, and the calculator.

No library has these hands. Beside one hand of Namima stand a shanten call of mahjong libraries and an evaluation of seven
poker cards: work of the same kind.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from uneri import namima, onda
from uneri.cli._bench.work import Run, Timed, Work, calls, library

from ..settings import Settings

ONE = 200  # hands of a run of single calls
MANY = {"is_complete": 10, "waits": 1}  # times as many hands as others
KERNELS: tuple[tuple[str, Callable[..., Any]], ...] = (
    ("is_complete", namima.is_complete),
    ("waits", namima.waits),
    ("deficiency", namima.deficiency),
    ("acceptance", namima.acceptance),
    ("discard_table", namima.discard_table),
    ("best", namima.best),
    ("min_penalty", namima.min_penalty),
)
SHANTEN = "namima sazanami, one hand: deficiency"
PERCENTILES = (50, 99, 100)


def works(settings: Settings) -> list[Work]:
    """Namima's, by variant, and ONDA's."""
    found: list[Work] = []
    if "namima" in settings.games:
        for variant in namima.VARIANTS:
            found += _one_hand(variant) + _many_hands(variant, settings.hands) + _calculator(variant, settings.hands)
        found += _peers()
    if "onda" in settings.games:
        found += _onda(settings.hands)
    return found


def _one_hand(variant: str) -> list[Work]:
    """A row of counts a call."""

    def start(kernel: Callable[..., Any]) -> Run:
        hands = [row.copy() for row in random_hands(variant, ONE, 14)]
        return calls([lambda row=row: kernel(row, variant=variant) for row in hands])

    return [
        Work(f"namima {variant}, one hand: {name}", "hands/s", lambda kernel=kernel: start(kernel))
        for name, kernel in KERNELS
    ]


def _many_hands(variant: str, hands: int) -> list[Work]:
    """A batch a call; with exposed melds, a list a hand."""

    def start(name: str, kernel: Callable[..., Any]) -> Run:
        rows = random_hands(variant, max(1, hands * MANY.get(name, 1) // (1 if name in MANY else 20)), 14)
        return calls_of_batch(kernel, rows, variant=variant)

    def start_exposed(kernel: Callable[..., Any]) -> Run:
        meld, kinds = _exposed_meld(variant)
        rows = random_hands(variant, max(1, hands // 20), 8, without=kinds)
        exposed = [[meld]] * len(rows)
        return calls_of_batch(kernel, rows, variant=variant, exposed=exposed)

    batches = [(name, kernel) for name, kernel in KERNELS if name != "best"]
    return [
        *(
            Work(f"namima {variant}, many hands: {name}", "hands/s", lambda n=name, k=kernel: start(n, k))
            for name, kernel in batches
        ),
        *(
            Work(
                f"namima {variant}, many hands, exposed melds: {name}",
                "hands/s",
                lambda k=kernel: start_exposed(k),
            )
            for name, kernel in batches[:3]
        ),
    ]


def calls_of_batch(kernel: Callable[..., Any], rows: Any, **settings: Any) -> Run:
    """One call with all rows."""

    def run() -> int:
        kernel(rows, **settings)
        return len(rows)

    return run


def _deck(variant: str) -> Any:
    """The kinds of all cards for four players."""
    rules = namima.rule_set(variant)
    copies = {**rules["copies"], **rules["copies_by_players"].get("4", {})}
    kinds = [copies[colour] for colour in rules["colours"] for _ in rules["ranks"]]
    return np.repeat(np.arange(len(kinds)), kinds)


def random_hands(variant: str, count: int, cards: int, without: tuple[int, ...] = ()) -> Any:
    """uint8[count, kinds], dealt by seed, `without` some kinds."""
    deck = _deck(variant)
    kinds = int(deck.max()) + 1
    dealt = deck[~np.isin(deck, without)]
    rng = np.random.default_rng(1)
    return np.stack([np.bincount(rng.permutation(dealt)[:cards], minlength=kinds) for _ in range(count)]).astype(
        np.uint8
    )


def _exposed_meld(variant: str) -> tuple[str, tuple[int, ...]]:
    """A meld of three cards, and its kinds."""
    melds = (
        meld for row in random_hands(variant, 100, 14) for meld in namima.legal_melds(row.tolist(), variant=variant)
    )
    meld = next(meld for meld in melds if meld.count(".") == 2)
    counts = namima.parse_hand(meld.replace(".", " "), variant=variant)
    return meld, tuple(np.flatnonzero(counts).tolist())


def _calculator(variant: str, hands: int) -> list[Work]:
    """`namima.analyse`, by the clock: the first hand of a process, which makes the variant's tables, then the median, the
    99th percentile and the slowest of others, to discard and at rest.
    """
    count = max(4, hands // 100)

    def start(drawn: bool, percentile: int) -> Run:
        rng = random.Random(1)

        def run() -> Timed:
            texts = [_random_text(variant, rng) for _ in range(count)]
            times = [_seconds(lambda text=text: namima.analyse(text, variant=variant, drawn=drawn)) for text in texts]
            return Timed(1, float(np.percentile(times, percentile)))

        return run

    def first() -> Run:
        return lambda: Timed(1, _seconds_of_first(variant))

    title = f"namima {variant}, analyse"
    return [
        Work(f"{title}: first hand of a process", "hands/s", first, clock="wall"),
        *(
            Work(
                f"{title}, {'to discard' if drawn else 'at rest'}: {'slowest' if p == 100 else f'{p} %'}",
                "hands/s",
                lambda drawn=drawn, p=p: start(drawn, p),
                clock="wall",
            )
            for drawn in (True, False)
            for p in PERCENTILES
        ),
    ]


def _random_text(variant: str, rng: random.Random, cards: int = 16) -> str:
    rules = namima.rule_set(variant)
    names = [f"{colour}{rank}" for colour in rules["colours"] for rank in rules["ranks"]]
    return " ".join(rng.sample([names[kind] for kind in _deck(variant)], cards))


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _seconds_of_first(variant: str) -> float:
    """Of a process of its own, without what it takes to start."""
    text = _random_text(variant, random.Random(0))
    program = (
        "import time, uneri.namima as n; start = time.perf_counter(); "
        f"n.analyse({text!r}, variant={variant!r}, drawn=True); print(time.perf_counter() - start)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return float(done.stdout)


def _onda(hands: int) -> list[Work]:
    """Plays that a hand of 13 cards needs: one hand a call. (Batches are in the suite `core`.)"""
    deck = np.repeat(np.arange(30), 2)
    rng = np.random.default_rng(1)
    rows = [np.bincount(rng.permutation(deck)[:13], minlength=30).astype(np.uint8) for _ in range(min(ONE, hands))]

    def start(jokers: int) -> Run:
        return calls([lambda row=row: onda.min_plays(row, jokers) for row in rows])

    return [
        Work(f"onda, one hand: min_plays, {jokers} jokers", "hands/s", lambda jokers=jokers: start(jokers))
        for jokers in range(3)
    ]


def _peers() -> list[Work]:
    """Calls for one hand in other libraries."""
    rng = random.Random(1)
    tiles = [sorted(rng.sample(range(136), 13)) for _ in range(ONE)]

    def python_shanten() -> Run:
        calculate = library("mahjong.shanten").Shanten().calculate_shanten
        counts = [np.bincount(np.array(hand) // 4, minlength=34).tolist() for hand in tiles]
        return calls([lambda hand=hand: calculate(hand) for hand in counts])

    def rust_shanten() -> Run:
        calculate = library("riichienv").calculate_shanten
        return calls([lambda hand=hand: calculate(hand) for hand in tiles])

    def poker() -> Run:
        evaluate = library("phevaluator").evaluate_cards
        hands = [rng.sample(range(52), 7) for _ in range(ONE)]
        return calls([lambda hand=hand: evaluate(*hand) for hand in hands])

    return [
        Work("mahjong (plain Python): shanten of 13 tiles", "hands/s", python_shanten, SHANTEN),
        Work("riichienv (Rust): shanten of 13 tiles", "hands/s", rust_shanten, SHANTEN),
        Work("phevaluator (C): seven poker cards", "hands/s", poker, SHANTEN),
    ]
