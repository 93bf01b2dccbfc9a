"""What adds up over a game (points, profits, scores, the pot) has the bound of what was played so far, on both backends: a
state that is accepted stays acceptable, and its scores in bounds, however it is played on."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

import uneri
from uneri.testing import stream

BACKENDS = ("core", "reference")
TOTALS = {
    "tidal": ("profit_majority", "profit_feast"),
    "onda": ("scores",),
    "solo": ("points",),
    "namima": ("score", "pot"),
}
SHORT = {"tidal": {}, "onda": {"rounds": 3}, "solo": {"max_rounds": 4}, "namima": {"games": 3}}
FORGED = 15  # of a walk


def load(name: str, **options: Any) -> list[Any]:
    return [uneri.load_game(name, backend=backend, **{**SHORT[name], **options}) for backend in BACKENDS]


def walk(game: Any, seed: int) -> list[dict[str, Any]]:
    """Every state of a random game."""
    choice, state = random.Random(seed), game.new_initial_state()
    states = [state.to_dict()]
    while not state.is_terminal():
        state.apply_action(choice.choice(state.legal_actions()))
        states.append(state.to_dict())
    return states


def refusal(game: Any, data: dict[str, Any]) -> str | None:
    try:
        game.state_from_dict(data)
    except ValueError as error:
        return str(error)
    return None


def refusals(games: list[Any], data: dict[str, Any]) -> str | None:
    """The words of both, which are the same; None if both accept the state."""
    core, reference = (refusal(game, data) for game in games)
    assert core == reference
    return core


def forge(name: str, data: dict[str, Any], choice: random.Random, low: int, high: int) -> dict[str, Any]:
    """The state with totals that nobody has played for, often just at a bound."""
    forged, seats = dict(data), len(data[TOTALS[name][0]])
    share = choice.choice((0.05, 0.2, 0.5, 1))

    def total(least: int) -> int:
        return choice.choice((int(least * share), int(high * share), choice.randint(least, high)))

    if name == "namima":
        forged["pot"] = abs(total(0))
        score = [total(low) for _ in range(seats - 1)]
        forged["score"] = [*score, -forged["pot"] - sum(score)]
        return forged
    for field in TOTALS[name]:
        forged[field] = [max(0, total(0)) if name != "onda" else total(low) for _ in range(seats)]
    return forged


@pytest.mark.parametrize("name", TOTALS)
@pytest.mark.parametrize("seed", range(3))
def test_play_from_a_forged_state_stays_in_bounds(name: str, seed: int) -> None:
    games = load(name)
    core, choice = games[0], random.Random(seed)
    low, high = int(core.min_utility), int(core.max_utility)
    refused = played = 0
    states = walk(core, seed)
    for data in choice.sample(states, min(FORGED, len(states))):
        forged = forge(name, data, choice, low, high)
        if refusals(games, forged) is not None:
            refused += 1
            continue
        played += 1
        state = core.state_from_dict(forged)
        while not state.is_terminal():
            state.apply_action(choice.choice(state.legal_actions()))
            assert refusal(core, state.to_dict()) is None
        assert refusals(games, state.to_dict()) is None
        assert all(low <= value <= high for value in state.returns())
    # SOLO's points only fall, and are never above those of the start: whatever a seat may hold is refused nowhere.
    assert played > 0 if name == "solo" else refused > 0


@pytest.mark.parametrize("name", TOTALS)
@pytest.mark.parametrize("seed", range(4))
def test_every_state_of_a_walk_is_accepted(name: str, seed: int) -> None:
    options = importlib.import_module(f"uneri.{name}").random_options(stream(41, seed), {}) if seed else {}
    games = load(name, **options)
    for data in walk(games[0], seed):
        assert refusal(games[0], data) is None
    for data in walk(games[0], seed)[::7]:
        assert refusal(games[1], data) is None


@pytest.mark.parametrize("field", TOTALS["tidal"])
def test_tidal_has_the_profit_of_the_bouts_so_far(field: str) -> None:
    games = load("tidal")
    for data in walk(games[0], 1):
        finished = 24 if data["phase"] == "END" else 8 * (data["round"] - 1) + len(data["played"])
        scored = 3 if data["phase"] == "END" else data["round"] - 1
        # The most of a bout is 13 fruit; the bound of the rules text counts 14 (8.4), which leaves 1 for each bout.
        most = 12 * scored + 13 * finished + 24
        plain = {**data, "profit_majority": [0] * 4, "profit_feast": [0] * 4}
        left = most - data["fruit"][0]
        assert refusals(games, {**plain, field: [left, 0, 0, 0]}) is None
        words = refusals(games, {**plain, field: [left + 1, 0, 0, 0]})
        assert words is not None
        assert "profit" in words


def test_tidal_accepts_the_most_of_every_round() -> None:
    """A seat first in both regions every time, that had most fruit at two feasts a round."""
    games = load("tidal")
    for data in walk(games[0], 2):
        scored = 3 if data["phase"] == "END" else data["round"] - 1
        if data["phase"] in ("DEAL", "END"):
            rich = {**data, "profit_majority": [12 * scored] * 4, "profit_feast": [2 * 11 * scored] * 4}
            assert refusals(games, rich) is None


def test_onda_scores_are_those_of_the_rounds_so_far() -> None:
    games = load("onda")
    for data in walk(games[0], 3):
        finished = 3 if data["phase"] == "OVER" else data["round"] - 1
        assert refusals(games, {**data, "scores": [3 * finished, -40 * finished, 0, 0]}) is None
        for wrong in (3 * finished + 1, -40 * (finished + 1) - 1):
            words = refusals(games, {**data, "scores": [0, 0, wrong, 0]})
            assert words is not None
            assert words.startswith("onda: field 'scores' is")


def test_namima_counts_the_pot_for_the_next_winner() -> None:
    games = load("namima")
    for data in walk(games[0], 4):
        if data["game"] == 1:
            seats = len(data["score"])
            score = [3250, -3250, -3250, *[0] * (seats - 3)]
            words = refusals(games, {**data, "score": score, "pot": 3250})
            assert words is not None
            assert words.startswith("namima: field 'score' is out of bounds; given: [3250, -3250, -3250")
            assert refusals(games, {**data, "score": [3000, -3250, *[0] * (seats - 2)], "pot": 250}) is None
