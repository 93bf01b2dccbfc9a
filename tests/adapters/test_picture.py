"""`rgb_array`: pictures of one size that show the text, in Gymnasium, its vectors and PettingZoo."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

import uneri
from uneri.adapters import pettingzoo
from uneri.adapters._shared import HEIGHT, SIZE, WIDTH, draw_glyphs, draw_text
from uneri.adapters.gymnasium import SeatEnv, VectorEnv
from uneri.registry import game_module

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of its own games, which its tests import
    from pettingzoo.test import render_test

INK, GROUND = [222, 222, 214], [24, 26, 32]


def read(picture: Any, scale: int, rows: int, columns: int) -> list[str]:
    """The text of a picture, by looking up its dots."""
    known = {draw_glyphs()[code].tobytes(): chr(code) for code in range(32, 127)}
    high, wide = HEIGHT * scale, WIDTH * scale
    top, left = (SIZE[0] - 540) // 2, (SIZE[1] - 960) // 2
    dots = (picture != GROUND).any(axis=2)
    found = []
    for row in range(rows):
        cells = []
        for column in range(columns):
            y, x = top + row * high, left + column * wide
            cells.append(known.get(dots[y : y + high : scale, x : x + wide : scale].tobytes(), "#"))
        found.append("".join(cells).rstrip())
    return found


def test_characters_differ() -> None:
    assert draw_glyphs().shape == (128, HEIGHT, WIDTH)
    assert len({glyph.tobytes() for glyph in draw_glyphs()[32:128]}) == 96
    assert not draw_glyphs()[ord(" ")].any()


@pytest.mark.slow
def test_a_picture_says_what_the_text_says(name: str) -> None:
    """Letter by letter, of a game's longest positions, too: some twenty, spread over the game."""
    module, rng = game_module(name), np.random.default_rng(1)
    state = uneri.load_game(name).new_initial_state(seed=3)
    path = [state.clone()]
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        path.append(state.clone())
    for number, state in enumerate(path):
        if number % max(1, len(path) // 20) == 0 or state.is_terminal():
            lines = module.render(state.to_dict()).split("\n")
            picture = draw_text("\n".join(lines), getattr(module, "STYLES", ()))
            assert (picture.shape, picture.dtype) == ((*SIZE, 3), np.uint8)
            if len(lines) <= 27:
                assert read(picture, 2, len(lines), 80) == lines
            else:
                grid = read(picture, 1, 54, 160)
                columns = [row[:80].rstrip() for row in grid] + [row[80:] for row in grid]
                assert columns[: len(lines)] == lines


def test_long_texts_say_how_much_is_left_out() -> None:
    grid = read(draw_text("\n".join(map(str, range(200)))), 1, 54, 160)
    assert grid[0].split() == ["0", "54"]
    assert grid[53][80:] == "... 93 more lines"
    wide = read(draw_text("x" * 200), 2, 3, 80)
    assert [len(row) for row in wide] == [80, 80, 40]


def test_strange_letters_are_frames() -> None:
    assert read(draw_text("a\u00e9\u6f22\ud800b"), 2, 1, 80) == ["a###b"]


@pytest.mark.slow
def test_words_have_their_colours() -> None:
    picture = draw_text("b1 g2", (("blue", r"\bb\d\b"), ("bold green", r"\bg\d\b")))
    colours = {tuple(colour) for colour in picture.reshape(-1, 3).tolist()}
    assert colours == {tuple(GROUND), (102, 160, 248), (104, 196, 104)}
    assert {tuple(colour) for colour in draw_text("x").reshape(-1, 3).tolist()} == {tuple(GROUND), tuple(INK)}


def test_seat_env_shows_what_the_seat_sees() -> None:
    env = gymnasium.make("uneri/Onda-v0", players=3, seat=2, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    inner = env.unwrapped
    assert isinstance(inner, SeatEnv)
    assert inner._state is not None
    text = game_module("onda").render(inner._state.to_dict(2))
    assert read(picture, 2, len(text.split("\n")), 80) == text.split("\n")
    assert "?" in text
    frames = gymnasium.make("uneri/Onda-v0", render_mode="rgb_array_list")
    frames.reset(seed=1)
    assert [frame.shape for frame in frames.render()] == [(*SIZE, 3)]


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [None, "random"])
def test_vectors_show_every_lane(opponents: str | None) -> None:
    """What the learner sees, or the seat to act; at the end of a game without a learner everything."""
    env = gymnasium.make_vec("uneri/Tidal-v0", 2, players=2, rounds=1, opponents=opponents, render_mode="rgb_array")
    inner = env.unwrapped
    assert isinstance(inner, VectorEnv)
    _, info = env.reset(seed=[1, 2])
    ended = False
    while not ended:
        _, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        ended = bool(over[0])
        state = inner.batch.get_state(0)
        seat = 0 if opponents else state.current_player()
        text = game_module("tidal").render(state.to_dict(seat if seat >= 0 else None))
        pictures = env.render()
        assert pictures is not None
        assert len(pictures) == 2
        assert read(pictures[0], 2, len(text.split("\n")), 80) == text.split("\n")
    assert VectorEnv("onda", 1).render() is None
    texts = VectorEnv("onda", 2, render_mode="ansi").render()
    assert texts is not None
    assert texts[0].startswith("round 1")


def test_pettingzoo_shows_everything(name: str) -> None:
    pictures = {"svg": lambda shown: shown.startswith("<svg")}
    render_test(lambda render_mode=None: pettingzoo.env(name, render_mode=render_mode), pictures)
    env = pettingzoo.env(name, render_mode="rgb_array")
    assert "svg" in env.metadata["render_modes"]
    env.reset(seed=1)
    text = game_module(name).render(env.unwrapped.state_of_game.to_dict()).split("\n")
    assert read(env.render(), 2, len(text), 80) == text
