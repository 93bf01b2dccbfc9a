"""The score sheet adds up: every round's lines are what the scores changed by, and the parts are the whole."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

import uneri
from uneri._util.text_table import measure_width
from uneri.bots import RandomBot, make_bot
from uneri.registry import game_module

OPTIONS = {
    "onda": {"rounds": 2},
    "solo": {"max_rounds": 3, "last_card_draws": True},
    "tidal": {"players": 3, "rounds": 1},
    "namima": {"games": 6, "dora": True, "riichi": True},
    "tacta": {"rounds": 2, "suits": "c"},
}


def steps(game: uneri.Game, seed: int) -> list[tuple[uneri.State, int, uneri.State]]:
    """A game as states and actions."""
    state = game.new_initial_state(seed)
    bots = [make_bot("greedy"), RandomBot(seed)]
    states, actions = [state.clone()], []
    while not state.is_terminal():
        actions.append(bots[(seed + state.current_player()) % 2].act(state))
        state.apply_action(actions[-1])
        states.append(state.clone())
    return [(before, action, after) for (before, after), action in zip(pairwise(states), actions, strict=True)]


def numbers(lines: list[str], who: str) -> list[int]:
    """What a sheet of a round says of each seat."""
    found = [re.match(rf"  {who} (\d+) +([+-]\d+)", line) for line in lines]
    return [int(match[2]) for match in found if match]


@pytest.mark.parametrize("backend", uneri.registry.BACKENDS)
@pytest.mark.parametrize(("game", "field", "who"), [("onda", "scores", "seat"), ("solo", "points", "seat"),
                                                    ("namima", "score", "seat"), ("tacta", "scores", "seat")])  # fmt: skip
def test_rounds_add_up(game: str, field: str, who: str, backend: str) -> None:
    loaded = uneri.load_game(game, backend=backend, **OPTIONS[game])
    total = [0] * len(loaded.new_initial_state(1).to_dict()[field])
    module = game_module(game)
    last: dict[str, list[int]] = {}
    for before, action, after in steps(loaded, 3 if backend == "core" else 4):
        lines = module.score_lines(before, action, after)
        then, now = before.to_dict()[field], after.to_dict()[field]
        if lines:
            last = {"told": numbers(lines, who), "wanted": [b - a for a, b in zip(then, now, strict=True)]}
            assert last["told"] == last["wanted"]
            assert max(map(measure_width, lines)) <= 80
            total = [a + b for a, b in zip(total, last["told"], strict=True)]
        else:
            assert then == now
    start = loaded.new_initial_state(1).to_dict()[field]
    assert [a + b for a, b in zip(start, total, strict=True)] == now


@pytest.mark.parametrize("game", ["onda", "solo"])
def test_cards_add_up(game: str) -> None:
    """The parts behind a seat's number are the number."""
    for before, action, after in steps(uneri.load_game(game, **OPTIONS[game]), 5):
        text = "\n".join(game_module(game).score_lines(before, action, after))
        for seat in re.split(r"\n  seat \d+ +", text)[1:]:
            head, _, cards = seat.partition(" ")
            if cards.strip() != "won":
                assert int(head) == -sum(map(int, re.findall(r" (\d+)(?:,|\n|$)", cards)))


def test_namima_adds_up() -> None:
    """Melds and combinations are the points of the hand; the seats pay them with their penalties."""
    won = 0
    for seed in range(3):
        for before, action, after in steps(uneri.load_game("namima", games=4), seed):
            lines = uneri.namima.score_lines(before, action, after)
            if action == 1 and lines:
                text = "\n".join(lines)
                (points,) = re.findall(r"\n  (\d+) points", text)
                parts = text.partition("  melds")[2].partition("  seat")[0]
                assert int(points) == sum(map(int, re.findall(r" (\d+)(?:,| \(|\n)", parts)))
                closed = 2 if "closed win" in text else 1
                payments = re.findall(r"seat \d +(-\d+)  penalty (\d+):[^,\n]*(, dealt in)?", text)
                assert len(payments) == 3
                for delta, penalty, dealt in payments:
                    assert -int(delta) == closed * int(penalty) + int(points) * (2 if dealt else 1)
                won += 1
    assert won > 2


def test_tidal_adds_up() -> None:
    game = uneri.load_game("tidal", players=4)
    played = steps(game, 2)
    lines = [line for step in played for line in game_module("tidal").score_lines(*step)]
    rows = [list(map(int, line.split()[1:])) for line in lines if re.match(r"seat \d +\d", line)]
    assert [row[5] for row in rows] == [sum(row[1:5]) for row in rows] == played[-1][2].returns()
