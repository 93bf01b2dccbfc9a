"""Serialised states in bad hands, for every game on both backends: every truncation, every single flipped bit, and bytes
whose checksum was made good again after the damage. What is accepted is a sound state; the rest is a ValueError."""

from __future__ import annotations

import random
from typing import Any

import pytest

import uneri
from _bytes import sealed


def some_states(name: str, backend: str, count: int) -> list[Any]:
    """States at random moments of random games, some of them seeded."""
    numbers = random.Random(12)
    game = uneri.load_game(name, backend=backend)
    found = []
    for i in range(count):
        state = game.new_initial_state(i if i % 2 else None)
        for _ in range(numbers.randint(0, 200)):
            if state.is_terminal():
                break
            state.apply_action(numbers.choice(state.legal_actions()))
        found.append(state)
    return found


def test_the_checksum_is_the_one_above(name: str, backend: str) -> None:
    for state in some_states(name, backend, 6):
        data = state.serialize()
        assert type(data) is bytes
        assert sealed(data[:-8]) == data
        assert state.game.deserialize_state(data) == state


def test_every_truncation_is_refused(name: str, backend: str) -> None:
    for state in some_states(name, backend, 3):
        data = state.serialize()
        for length in range(len(data)):
            with pytest.raises(ValueError, match=name):
                state.game.deserialize_state(data[:length])


def test_every_flipped_bit_is_refused(name: str, backend: str) -> None:
    (state,) = some_states(name, backend, 1)
    data = state.serialize()
    for at in range(0, 8 * len(data), 1 if backend == "core" else 7):  # the slow one: every byte, another bit of each
        damaged = bytearray(data)
        damaged[at // 8] ^= 1 << at % 8
        with pytest.raises(ValueError, match=name):
            state.game.deserialize_state(bytes(damaged))


def test_surplus_and_foreign_bytes_are_refused(name: str, backend: str) -> None:
    (state,) = some_states(name, backend, 1)
    data = state.serialize()
    body = data[:-8]
    wrong = [
        b"",
        b"\0",
        data + b"\0",
        data + data,
        data[1:],
        data[::-1],
        bytes(len(data)),
        b"\xff" * len(data),
        bytes(1 << 20),
        b"\xff" * ((1 << 20) + 1),
        sealed(b""),
        sealed(body + b"\0"),
        sealed(body[:-1]),
        sealed(body[: len(body) // 2]),
        sealed(b"X" + body[1:]),
    ]
    for version in (0, 2, 3, 127, 255):
        wrong.append(sealed(body[:4] + bytes([version]) + body[5:]))
    for bytes_ in wrong:
        with pytest.raises(ValueError, match=name):
            state.game.deserialize_state(bytes_)


@pytest.mark.parametrize("seed", range(3))
def test_damage_under_a_good_checksum_is_refused_or_sound(name: str, backend: str, seed: int) -> None:
    """Someone who knows the format can't make a state that play doesn't survive."""
    numbers = random.Random(seed)
    refused = 0
    for state in some_states(name, backend, 4):
        game, body = state.game, state.serialize()[:-8]
        for _ in range(60):
            damaged = bytearray(body)
            for _ in range(numbers.choice([1, 1, 2, 4])):
                # The state itself stands behind the game's text: damage it more often than the head.
                at = numbers.randrange(len(body) // 3 if numbers.random() < 0.8 else 0, len(body))
                damaged[at] = numbers.choice([0, 1, 2, 3, 255, *b"0123", damaged[at] ^ (1 << numbers.randrange(8))])
            data = sealed(bytes(damaged))
            try:
                found = game.deserialize_state(data)
            except ValueError:
                refused += 1
                continue
            assert game.deserialize_state(found.serialize()) == found
            assert game.state_from_dict(found.to_dict()).to_dict() == found.to_dict()
            for seat in range(game.num_players):
                assert found.resample_from_infostate(seat, 1).observation_string(seat) == found.observation_string(seat)
            steps = 0
            while not found.is_terminal():
                found.apply_action(numbers.choice(found.legal_actions()))
                steps += 1
                assert steps <= game.max_game_length + game.max_chance_nodes
            assert len(found.returns()) == game.num_players
    assert refused > 0
