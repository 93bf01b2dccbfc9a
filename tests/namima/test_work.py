"""Rule sets in which a search over melds could take minutes: right answers in time, or a plain error."""

from __future__ import annotations

import runpy
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import bots, namima
from uneri.search import ISMCTS, PIMC, Search

PINS = runpy.run_path(str(Path(__file__).with_name("test_hand_pins.py")))
TOO_LARGE = r"the rule set is too large for this question about %s; the limit is 200000000 melds to look at"


def deck_of(index: int) -> tuple[Any, Any]:
    """The deck of a random rule set, and the numbers that its hands are drawn from."""
    draws, players = PINS["Draws"]("rules", index), 2 + index % 4
    rules = namima.random_rule_set(draws, players)
    return PINS["Deck"](uneri.load_game("namima", variant=rules, players=players)), draws


def hard_question() -> tuple[str, dict[str, Any]]:
    """A hand that no draws can complete, whichever card it discards, in a rule set of 145 melds."""
    return "B167 R56 Y1567 K37 W13567", {"visible": "B35 R137 Y3 K156", "growth": 1, "variant": deck_of(273)[0].game}


@pytest.mark.unsanitized
def test_a_question_that_takes_too_long_is_refused() -> None:
    hand, how = hard_question()
    for ask in (namima.discard_table, namima.analyse):
        begun = time.process_time()
        with pytest.raises(ValueError, match=TOO_LARGE % "hand"):
            ask(hand, **how)
        assert time.process_time() - begun < 3  # half a second on a quiet machine


def test_of_many_hands_the_one_that_takes_too_long_is_named() -> None:
    hand, how = hard_question()
    kinds = namima.parse_hand(hand, variant=how["variant"])
    how["visible"] = namima.parse_hand(how["visible"], variant=how["variant"])
    hands = np.zeros((3, len(kinds)), np.uint8)
    hands[0] = hands[2] = kinds
    hands[1, 0] = 1
    assert namima.discard_table(hands[1:2], **how)[0].shape == (1, len(kinds))
    with pytest.raises(ValueError, match=TOO_LARGE % r"hands\[0\]"):
        namima.discard_table(hands, **how)


class Alarm(Exception):
    pass


def seconds_until_interrupted(ask: Callable[[], object], after: float) -> float:
    """Processor time from a signal, so many seconds from now, to the exception that its handler raises."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Alarm

    def ask_again_and_again() -> None:
        while True:
            ask()

    before = signal.signal(signal.SIGPROF, ring)
    try:
        signal.setitimer(signal.ITIMER_PROF, after)
        begun = time.process_time()
        with pytest.raises(Alarm):
            ask_again_and_again()
        return time.process_time() - begun - after
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


needs_timers = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")


@pytest.mark.unsanitized
@needs_timers
@pytest.mark.parametrize("one", [True, False])
def test_a_question_can_be_interrupted(one: bool) -> None:
    hand, how = hard_question()
    asked: Any = hand if one else np.array([namima.parse_hand(hand, variant=how["variant"])] * 2, np.uint8)
    if not one:
        how["visible"] = namima.parse_hand(how["visible"], variant=how["variant"])
    assert seconds_until_interrupted(lambda: namima.discard_table(asked, **how), 0.05) < 0.15


def long_calls() -> dict[str, Callable[[], object]]:
    """Calls in a rule set in which a decision of the greedy player may take 0.2 s, and a step of a batch seconds."""
    game = deck_of(4975)[0].game
    state = game.new_initial_state(seed=4975)
    while state.num_legal_actions() < 2:
        state.apply_action(state.legal_actions()[0])
    batch, alone = uneri.BatchEnv(game, 64, seed=1, opponents="greedy"), uneri.BatchEnv(game, 64, seed=1)
    return {
        "greedy": lambda: bots.GreedyBot().act(state),
        "search": lambda: Search(sims=200, seed=1).run(state),
        "two threads": lambda: Search(sims=200, seed=1, threads=2).run(state),
        "ismcts": lambda: ISMCTS(200, seed=1).run(state),
        "pimc": lambda: PIMC(200, seed=1).run(state),
        "make": lambda: uneri.BatchEnv(game, 64, seed=2, opponents="greedy"),
        "step": lambda: batch.step(batch.legal[:, 0]),
        "set_state": lambda: batch.set_state(0, state),
        "reset": batch.reset,
        "choose": lambda: alone.choose("greedy"),
        "rollout": lambda: alone.rollout(4, "greedy"),
    }


@pytest.fixture(scope="module")
def slow() -> dict[str, Callable[[], object]]:
    return long_calls()


@pytest.mark.unsanitized
@needs_timers
@pytest.mark.parametrize(
    "name",
    ["greedy", "search", "two threads", "ismcts", "pimc", "make", "step", "set_state", "reset", "choose", "rollout"],
)
def test_calls_with_greedy_players_can_be_interrupted(name: str, slow: dict[str, Callable[[], object]]) -> None:
    assert seconds_until_interrupted(slow[name], 0.3) < 0.2  # of both threads together


@needs_timers
@pytest.mark.parametrize("call", ["step", "rollout"])
def test_a_batch_that_is_interrupted_has_its_lanes_as_they_were(call: str) -> None:
    batch = uneri.BatchEnv(deck_of(4975)[0].game, 64, seed=1, opponents="greedy", threads=2)
    saved, seen = batch.to_bytes(), batch.observation.copy()
    ask = {"step": lambda: batch.step(batch.legal[:, 0]), "rollout": lambda: batch.rollout(16, "greedy")}[call]
    seconds_until_interrupted(ask, 0.1)
    assert batch.to_bytes() == saved
    assert (batch.observation == seen).all()
    again = uneri.BatchEnv.from_bytes(saved)
    batch.set_state(0, again.get_state(0))
    assert batch.get_state(0) == again.get_state(0)


@pytest.mark.unsanitized
def test_melds_of_even_sizes_alone() -> None:
    """A game of rule set 86 up to a decision that was searched for minutes: no target has an odd number of cards."""
    deck, _ = deck_of(86)
    bot = bots.GreedyBot()
    state = deck.game.new_initial_state(seed=0)
    for text in ("M X0.D0", "M W2.Z2.X2.V2", "D D2"):
        state.apply_action(state.parse_action(text))
    for _ in range(60):
        if state.is_terminal():
            break
        begun = time.process_time()
        state.apply_action(bot.act(state))
        assert time.process_time() - begun < 1


@pytest.mark.parametrize("index", [71, 86, 111, 203, 232])
def test_acceptance_is_what_lowers_the_deficiency(index: int) -> None:
    deck, draws = deck_of(index)
    for hands in PINS["block_of"](deck, draws, 24, 12).values():
        for hand, exposed, _ in hands[:6]:
            how: dict[str, Any] = {"exposed": exposed, "growth": 1, "variant": deck.game}
            far = namima.deficiency(hand, **how)
            accepted = {kind for kind, _ in namima.acceptance(hand, **how)}
            left = namima.unseen(deck.game.new_initial_state(), 0) - np.array(hand)
            for meld in exposed:
                left = left - np.array(deck.melds[meld])
            nearer = set()
            for kind, name in enumerate(deck.kinds):
                if far < 99 and left[kind] > 0:
                    more = list(hand)
                    more[kind] += 1
                    if namima.deficiency_drawn(more, **how) < far:
                        nearer.add(name)
            assert accepted == nearer


def test_many_cards_of_one_part_left_over() -> None:
    how: dict[str, Any] = {"growth": 1, "variant": deck_of(71)[0].game}
    hand = "U344455 P0455"  # eight of them of the kinds U4, U5, P4, P5
    assert namima.deficiency(hand, **how) == 5
    lower = [
        kind
        for kind in ("U0", "U1", "U2", "U3", "P1", "P2", "P3")
        if namima.deficiency_drawn(f"{hand} {kind}", **how) < 5
    ]
    assert lower == ["U2", "U3", "P2", "P3"]
    assert [kind for kind, _ in namima.acceptance(hand, **how)] == lower
