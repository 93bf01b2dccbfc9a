"""What stands on a screen of 80 columns: tables of all games, padding, names that are told apart."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import uneri
from uneri._util.text_table import WIDTH, fold, format_table_lines, measure_width, shorten_names
from uneri.registry import game_module

OPTIONS = {"onda": "rounds=1", "solo": "max_rounds=1", "namima": "games=1", "tacta": "", "tidal": "rounds=1"}
SEATS = {"onda": (2, 5), "solo": (2, 10), "namima": (2, 5), "tacta": (2, 6), "tidal": (2, 5)}


def states(name: str) -> Iterator[uneri.State]:
    """Positions along random games with the fewest and the most seats."""
    for players in SEATS[name]:
        game = uneri.load_game(f"{name}(players={players}{',' * bool(OPTIONS[name])}{OPTIONS[name]})")
        draw = random.Random(players)
        for seed in range(3):
            state = game.new_initial_state(seed)
            while not state.is_terminal():
                if draw.random() < 0.2:
                    yield state
                state.apply_action(draw.choice(state.legal_actions()))
            yield state


@pytest.mark.unsanitized
def test_tables_fit_a_screen(name: str) -> None:
    """No line of a game's table is longer than a terminal of 80 columns with a frame has room for."""
    render = game_module(name).render
    looked_at = 0
    for state in states(name):
        for seat in (None, 0, state.game.num_players - 1):
            for line in render(state.to_dict(seat)).splitlines():
                assert measure_width(line) <= WIDTH, line
                looked_at += 1
    assert looked_at > 1000


def test_folding() -> None:
    assert fold("hand  ", "a b c", 40) == ["hand  a b c"]
    assert fold("hand  ", "aa bb cc dd", 11) == ["hand  aa bb", "      cc dd"]
    assert fold("", "one two   three four", 14) == ["one two", "three four"]  # at the wide gap first
    assert fold("x ", "1234567890 1", 6) == ["x 1234567890", "  1"]  # a word is never cut
    assert fold("lead ", "", 10) == ["lead"]
    assert fold("", "なみ なみ", 6) == ["なみ", "なみ"]


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("onda", 4), ("なみマ", 6), ("e\u0301a", 2), ("ﾅﾐﾏ", 3), ("ＡＢ", 4)]
)
def test_widths(text: str, width: int) -> None:
    assert measure_width(text) == width


def test_columns_stand_below_each_other() -> None:
    """East Asian wide characters take two columns: what follows them is where it would be without."""
    (block,) = format_table_lines(
        ("game", "about", "n"), [("a", "なみマ, a game", "4"), ("b", "another one", "12")], right=(0, 0, 1)
    )
    assert [measure_width(line) for line in block] == [measure_width(block[0])] * 3


def test_a_table_wider_than_the_screen() -> None:
    """Cells of the columns that may wrap do; else the columns that don't fit follow below, and no cell breaks."""
    rows = [("option_with_a_long_name", "1", "some words that say what it means and more")] * 2
    (wrapped,) = format_table_lines(("name", "value", "meaning"), rows, most=50, wrap=("meaning",))
    assert all("option_with_a_long_name" in row for row in wrapped[1:])
    assert all(len(line) <= 50 for row in wrapped[1:] for line in row.split("\n"))
    assert " ".join(" ".join(line[32:].split()) for line in wrapped[1].split("\n")) == rows[0][2]
    first, second = format_table_lines(("bot", "95 %", "score"), [("greedy", "+112 .. +143", "69.8 +-2.3 %")], most=25)
    assert first == ["bot     95 %", "greedy  +112 .. +143"]
    assert second == ["bot     score", "greedy  69.8 +-2.3 %"]


@pytest.mark.parametrize(
    "names",
    [
        ["ismcts:sims=1000,rollout=eps", "ismcts:sims=2000,rollout=eps", "greedy"],
        ["net:NetBot(file=weights_of_monday.npz)", "net:NetBot(file=weights_of_friday.npz)"],
        ["exec:/usr/bin/python3 /home/ada/one.py --fast", "exec:/usr/bin/python3 /home/ada/two.py --fast"],
        ["a" * 30 + "b" + "a" * 30, "a" * 30 + "c" + "a" * 30],
        ["a" * 30 + str(i) + "a" * 30 for i in range(120)],
    ],
    ids=lambda names: names[0][:20],
)
def test_bots_are_told_apart(names: list[str]) -> None:
    found = shorten_names(names, 20)
    assert len(set(found)) == len(names)
    assert all(measure_width(name) <= 20 for name in found)


def test_what_differs_is_shown() -> None:
    assert shorten_names(["ismcts:sims=1000,rollout=eps", "ismcts:sims=2000,rollout=eps"], 20) == [
        "ismc..sims=1000,ro..",
        "ismc..sims=2000,ro..",
    ]
    assert shorten_names(["greedy", "greedy"], 20) == ["greedy", "greedy"]
