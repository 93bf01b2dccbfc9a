"""Listed moves in words: no two of a position alike, no code word in them, and nothing that the seat doesn't know."""

from __future__ import annotations

import re

import pytest

import uneri
from uneri.registry import game_module
from uneri.serve.messages import word_move
from uneri.testing import SplitMix64

CODES = re.compile(r"[A-Z]{2,}|_|@|\b[BRYKWGOTPbg]\d")


@pytest.mark.parametrize("games", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_moves_in_words(name: str, games: int) -> None:
    numbers = SplitMix64(46)
    for seed in range(games):
        options = game_module(name).random_options(numbers, {}) if seed % 2 else {}
        own = any(isinstance(value, dict | list) for value in options.values())
        state = uneri.load_game(name, **options).new_initial_state(seed)
        names = [f"seat {seat}" for seat in range(state.game.num_players)]
        for _ in range(80):
            if state.is_terminal():
                break
            legal, view = state.legal_actions(), state.to_dict(state.current_player())
            words = [word_move(state, view, action, names) for action in legal]
            assert len(set(words)) == len(words)
            for text in words:
                assert own or not CODES.search(text), text
            state.apply_action(legal[numbers.below(len(legal))])
