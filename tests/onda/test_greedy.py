"""The greedy bot of ONDA leaves out plays that cannot be the best. Here all legal ones are valued by the reference's table
of plays."""

from __future__ import annotations

from typing import Any

import numpy as np

import uneri
from uneri import onda
from uneri.bots import GreedyBot
from uneri.reference.onda import plays
from uneri.testing import SplitMix64, stream


def worth(hand: list[int], jokers: int) -> int:
    """Of what is left: eight dots for each play that it takes, one joker at most, and its own dots."""
    if not any(hand):
        return 1000
    return -8 * onda.min_plays(np.array(hand, np.uint8), min(jokers, 1)) - plays.hand_points(hand, 0)


def best_play(data: dict[str, Any], legal: list[int]) -> int:
    """The first of the best."""
    seat = data["to_act"]
    hand, jokers = data["hand"][seat], len(data["down"][seat])
    hurry = any(total <= 3 for other, total in enumerate(data["hand_total"]) if other != seat)
    values = []
    for action in legal:
        if action == onda.PASS:
            values.append(16 * worth(hand, jokers) - 16000 * hurry)
            continue
        play = plays.PLAYS[action]
        joker = play.joker is not None
        left = list(plays.plus(tuple(hand), play.cards, -1))
        rank = play.rank if data["tide"] == 0 else 16 - play.rank
        values.append(16 * (worth(left, jokers - joker) - 4 * joker) - rank)
    return legal[values.index(max(values))]


def test_greedy_plays_are_the_best_of_all() -> None:
    compared = 0
    for index in range(40):
        options = {} if index == 0 else onda.random_options(stream(8, index), {}) | {"rounds": 1}
        state, rng = uneri.load_game("onda", **options).new_initial_state(seed=index), SplitMix64(index)
        while not state.is_terminal():
            legal = state.legal_actions()
            data = state.to_dict()
            mixed = legal[-1] >= plays.FIRST_MIXED_RUN  # a seat that leads passes these over
            if data["phase"] == "ACT" and onda.TURN not in legal and not mixed:
                assert GreedyBot().act(state) == best_play(data, legal), (str(state.game), data)
                compared += 1
            state.apply_action(legal[rng.below(len(legal))])
    assert compared > 500
