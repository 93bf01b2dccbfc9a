"""Digests of what Namima's hand functions answer, and of greedy decisions, over seeded hands.

The tests compare a sample with `tests/data/namima_hands.json`, all with `UNERI_PINS=all`. Run as a program, this file
writes the digests; with `--check` it compares all. Answers change with the rules alone: a speed-up or a new layout of
the code leaves the digests as they are.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import bots, namima

DATA = Path(__file__).resolve().parents[1] / "data" / "namima_hands.json"

BLOCKS, HANDS = 40, 500
"""Of each built-in variant: so many blocks of so many hands."""
RULE_SETS, FEW = range(301), 40
"""Random rule sets by seed, and the hands of each."""
DECISIONS = 4_200
"""Greedy decisions of each built-in variant, 25,200 in all."""


class Draws:
    """Numbers that are the same on every platform: `random.Random.random` is documented to stay as it is."""

    def __init__(self, *seed: Any) -> None:
        self._random = random.Random(repr(seed)).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)


class Digests:
    """A running SHA-256 for each name."""

    def __init__(self) -> None:
        self._hashes: dict[str, Any] = {}

    def add(self, name: str, answer: Any) -> None:
        """An array, or whatever prints the same everywhere."""
        if isinstance(answer, np.ndarray):
            wide = np.ascontiguousarray(answer, "<i8")  # whatever the answer's own type is
            data = repr(wide.shape).encode() + wide.tobytes()
        else:
            data = repr(answer).encode()
        self._hashes.setdefault(name, hashlib.sha256()).update(data + b"\n")

    def result(self) -> dict[str, str]:
        return {name: hashed.hexdigest()[:16] for name, hashed in sorted(self._hashes.items())}


class Deck:
    """The kinds and melds of a rule set, to draw hands from."""

    def __init__(self, game: Any) -> None:
        rules = namima.rule_set(variant=game)
        self.game, self.copies = game, namima.unseen(game.new_initial_state(), 0).tolist()
        self.kinds = [f"{colour}{rank}" for colour in rules["colours"] for rank in rules["ranks"]]
        first = 2 + len(self.kinds)  # the actions that expose melds (N-5.11)
        texts = [game.action_to_string(0, action) for action in range(first, game.num_distinct_actions)]
        melds = [text[2:].split(".") for text in texts if text.startswith("M ")]
        self.melds = [[meld.count(kind) for kind in self.kinds] for meld in melds]

    def hand(
        self, draws: Draws, cards: int, exposed: int, sort: int, seen: int
    ) -> tuple[list[int], list[int], list[int]]:
        """Concealed counts, exposed ids and visible counts; `sort` 0: any cards, 1: melds with two cards swapped, 2: melds."""
        wall, hand = list(self.copies), [0] * len(self.kinds)
        open_melds: list[int] = []
        for _ in range(60):
            meld = draws.below(len(self.melds))
            counts = self.melds[meld]
            if any(count > left for count, left in zip(counts, wall, strict=True)):
                continue
            if len(open_melds) < exposed:
                open_melds.append(meld)
            elif sort == 0 or sum(hand) + sum(counts) > cards:
                continue
            else:
                hand = [a + b for a, b in zip(hand, counts, strict=True)]
            wall = [a - b for a, b in zip(wall, counts, strict=True)]
        if sort == 1:
            for _ in range(min(2, sum(hand))):
                self._move(draws, hand, [0] * len(hand))
        while sort < 2 and sum(hand) < cards and sum(wall):
            self._move(draws, wall, hand)
        visible = [0] * len(self.kinds)
        for _ in range(min(seen, sum(wall))):
            self._move(draws, wall, visible)
        return hand, open_melds, visible

    def _move(self, draws: Draws, source: list[int], target: list[int]) -> None:
        """One card, each with equal chance."""
        left = draws.below(sum(source))
        for kind, count in enumerate(source):
            left -= count
            if left < 0:
                source[kind] -= 1
                target[kind] += 1
                return


Hands = list[tuple[list[int], list[int], list[int]]]


def block_of(deck: Deck, draws: Draws, hands: int, most: int) -> dict[str, Hands]:
    """Hands of at most so many cards: closed or exposed, with visible cards or without."""
    found: dict[str, Hands] = {}
    for i in range(hands):
        exposed, seen = i % 4 in (1, 3), i % 4 >= 2
        cards = 1 + draws.below(most) if exposed or draws.below(4) == 0 else most - draws.below(5)
        melds = 1 + draws.below(4) if exposed else 0
        drawn = deck.hand(draws, max(1, cards - melds), melds, (i // 4) % 3, draws.below(60) if seen else 0)
        found.setdefault(("exposed" if exposed else "closed") + ("_seen" if seen else ""), []).append(drawn)
    return found


GROWTHS = (0, 1, None)


def answer(ask: Callable[..., Any], *given: Any, **how: Any) -> Any:
    """The answer, or that it takes too much work."""
    try:
        return ask(*given, **how)
    except ValueError as error:
        if "too large" not in str(error):
            raise
        return str(error)


def ask_batches(deck: Deck, groups: dict[str, Hands], digests: Digests) -> None:
    """Everything that takes many hands."""
    for name, group in groups.items():
        hands = np.array([hand for hand, _, _ in group], np.uint8)
        how: dict[str, Any] = {"variant": deck.game}
        if name.startswith("exposed"):
            how["exposed"] = [melds for _, melds, _ in group]
        digests.add("is_complete", namima.is_complete(hands, **how))
        for dora in (None, 0):
            digests.add("best", namima.best(hands, dora=dora, **how))
        for exposures in (None, 0, 1, 2):
            dora = 0 if exposures == 1 else None
            digests.add("min_penalty", namima.min_penalty(hands, exposures=exposures, dora=dora, **how))
        if name.endswith("_seen"):
            how["visible"] = np.array([visible for _, _, visible in group], np.uint8)
        for both in namima.waits(hands, **how):
            digests.add("waits", both)
        for growth in GROWTHS:
            digests.add("deficiency", answer(namima.deficiency, hands, growth=growth, **how))
            digests.add("deficiency_drawn", answer(namima.deficiency_drawn, hands, growth=growth, **how))
            digests.add("acceptance", answer(namima.acceptance, hands, growth=growth, **how))
            for table in answer(namima.discard_table, hands, growth=growth, **how):
                digests.add("discard_table", table)


def ask_singles(deck: Deck, groups: dict[str, Hands], digests: Digests, every: int) -> None:
    """What takes one hand: calls and arrangements of all hands, and the rest of every so many."""
    everything = (hand for group in groups.values() for hand in group)
    for i, (hand, exposed, visible) in enumerate(everything):
        how: dict[str, Any] = {"exposed": exposed, "variant": deck.game}
        seen = {"visible": visible, "growth": GROWTHS[i // 2 % 3]}
        digests.add("call_acceptance", answer(namima.call_acceptance, hand, **seen, **how))
        if namima.is_complete(hand, **how):
            digests.add("arrangements", namima.arrangements(hand, **how))
            digests.add("best_one", namima.best(hand, **how))
            claimed = next(kind for kind in range(len(hand)) if hand[kind]) if any(hand) else None
            digests.add("best_one", namima.best(hand, claimed=claimed, dora=1, **how))
            digests.add("is_complete_one", namima.is_complete(hand, claimed=claimed, **how))
        if i % every:
            continue
        digests.add("is_complete_one", namima.is_complete(hand, **how))
        digests.add("min_penalty_one", namima.min_penalty(hand, **how))
        digests.add("waits_one", namima.waits(hand, visible=visible, **how))
        for name in ("deficiency", "deficiency_drawn", "acceptance", "discard_table"):
            digests.add(f"{name}_one", answer(getattr(namima, name), hand, **seen, **how))


def variant_block(variant: str, block: int) -> dict[str, str]:
    """The digests of a block of hands of a built-in variant."""
    deck, digests = Deck(uneri.load_game("namima", variant=variant)), Digests()
    groups = block_of(deck, Draws("hands", variant, block), HANDS, 16)
    ask_batches(deck, groups, digests)
    ask_singles(deck, groups, digests, 10)
    return digests.result()


def rule_set(index: int) -> dict[str, str]:
    """The digests of the hands of a random rule set."""
    draws, players = Draws("rules", index), 2 + index % 4
    rules = namima.random_rule_set(draws, players)
    deck, digests = Deck(uneri.load_game("namima", variant=rules, players=players)), Digests()
    digests.add("rules", json.dumps(rules, sort_keys=True))
    groups = block_of(deck, draws, FEW, 14)
    ask_batches(deck, groups, digests)
    ask_singles(deck, groups, digests, 4)
    return digests.result()


def greedy(variant: str) -> dict[str, str]:
    """The digest of greedy decisions, game after game."""
    digests, bot, left, seed = Digests(), bots.GreedyBot(), DECISIONS, 0
    while left:
        game = uneri.load_game(
            "namima", variant=variant, players=2 + seed % 4, riichi=seed % 3 == 0, dora=seed % 2 == 0
        )
        state = game.new_initial_state(seed=seed)
        seed += 1
        for _ in range(min(left, 700)):
            if state.is_terminal():
                break
            action = bot.act(state)
            digests.add("greedy", action)
            state.apply_action(action)
            left -= 1
    return digests.result()


def units() -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """All that is pinned: a name, and the function and its arguments that make the digests."""
    for variant in namima.VARIANTS:
        for block in range(BLOCKS):
            yield f"{variant} {block}", variant_block, (variant, block)
        yield f"{variant} greedy", greedy, (variant,)
    for index in RULE_SETS:
        yield f"rules {index}", rule_set, (index,)


UNITS = {name: (function, arguments) for name, function, arguments in units()}
SAMPLE = [f"{variant} {block}" for variant in namima.VARIANTS for block in (0, "greedy")] + [
    f"rules {index}" for index in RULE_SETS[::60]
]


def test_everything_is_pinned() -> None:
    assert list(json.loads(DATA.read_text())) == list(UNITS)


@pytest.mark.parametrize("name", UNITS if os.environ.get("UNERI_PINS") == "all" else SAMPLE)
def test_answers_are_as_pinned(name: str) -> None:
    function, arguments = UNITS[name]
    assert function(*arguments) == json.loads(DATA.read_text())[name]


def main(check: bool) -> int:
    known = json.loads(DATA.read_text()) if check else {}
    found, wrong = {}, 0
    for name, (function, arguments) in UNITS.items():
        found[name] = function(*arguments)
        if check and found[name] != known[name]:
            wrong += 1
            print(name, {key for key in found[name] if found[name][key] != known[name].get(key)}, flush=True)
    if not check:
        lines = (f"{json.dumps(name)}: {json.dumps(digests)}" for name, digests in found.items())
        DATA.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    whole = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:16]
    print(f"{len(found)} groups of digests, {wrong} differ; all together {whole}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
