"""The table tells the game: every event has words, without codes, and they depend on what the viewer may know."""

from __future__ import annotations

import re
from typing import Any

import pytest

import uneri
from _serve import SHORT
from uneri.bots.players import SEES_ACTION, make_sight
from uneri.records.telling import tell_move
from uneri.registry import game_module
from uneri.serve.table import Table
from uneri.testing import SplitMix64

NAMES = ["Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lee"]
# Cards keep their short names, as on the pictures: O5, W4, J.
CODES = re.compile(r"[A-Z]{3}|[A-Za-z]_|\b(?:RUN|SET|seat) ?\d|\(s\)|None|don't see")
GAMES = 3


def tables(name: str, seed: int, count: int) -> list[Table]:
    """Games of people at their start, the first with the usual rules."""
    numbers, made = SplitMix64(seed), []
    for number in range(count):
        options = game_module(name).random_options(numbers, {}) if number else SHORT.get(name, {})
        game = uneri.load_game(name, **options)
        made.append(Table(game, numbers.below(1 << 32), ["human"] * game.num_players, NAMES[: game.num_players]))
    return made


def choose(state: uneri.State, numbers: SplitMix64) -> int:
    """A random action, but a win in Namima: without it no game would be won."""
    legal = state.legal_actions()
    return 1 if state.game.name == "namima" and 1 in legal else legal[numbers.below(len(legal))]


def test_every_event_has_words_without_codes(name: str) -> None:
    numbers, sheets, rounds = SplitMix64(5), 0, 0
    for table in tables(name, 5, GAMES):
        for _ in range(1500):
            if table.over:
                break
            table.play(choose(table.state, numbers))
        for events in table.seen.values():
            for event in events:
                assert event.words
                assert not CODES.search(event.words), event
                assert not re.search(r"\bseat\b|[a-z]_", event.sheet.replace("seat  ", ""))
        public = [event for event in table.seen[None] if event.sheet]
        assert bool(public) or not table.over
        assert all([event.sheet for event in events if event.sheet] == [event.sheet for event in public]
                   for events in table.seen.values())  # fmt: skip
        sheets += len(public)
        rounds += sum("over" in event.words or "wins" in event.words or "exhausted" in event.words for event in public)
    assert sheets == rounds > 0


def after(state: uneri.State, action: int, chance: tuple[int, ...]) -> uneri.State | None:
    """The position after an action and these outcomes, if they can happen."""
    state = state.clone()
    for each in (action, *chance):
        if not state.is_legal(each):
            return None
        state.apply_action(each)
    return None if state.is_chance_node() else state


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_positions_alike_to_the_viewer_give_the_same_words(name: str, count: int) -> None:
    """Whatever other seats hold, and whatever another one chose in secret."""
    numbers, compared, different = SplitMix64(6), 0, 0
    for table in tables(name, 7, 40):
        sight = make_sight(table.game)
        for step in range(150):
            if table.over or compared >= count:
                break
            before = table.state.clone()
            table.play(choose(before, numbers))
            move, seat = table.moves[-1], step % table.game.num_players
            seen = (before.to_dict(seat), table.state.to_dict(seat))
            told = tell_move(name, *seen, (move.seat, move.action), seat)
            world = before.resample_from_infostate(seat, step)
            assert world.to_dict(seat) == seen[0]
            public = seat in (move.seat, world.current_player()) or sight(before, move.action, seat) == SEES_ACTION
            for action in {move.action, *([] if public else world.legal_actions()[:12])}:
                then = after(world, action, move.chance)
                if then is not None and then.to_dict(seat) == seen[1]:
                    assert tell_move(name, *seen, (world.current_player(), action), seat) == told
                    compared += 1
                    different += world != before or action != move.action
    assert compared >= min(count, 60)
    assert different or name == "tacta"


def test_a_word_that_tells_too_much_would_be_found() -> None:
    state: Any = uneri.load_game("tidal").new_initial_state(seed=1)
    view, action = state.to_dict(1), state.legal_actions()[0]
    assert tell_move("tidal", view, view, (0, action), None) != tell_move("tidal", view, view, (0, action + 1), None)
    assert tell_move("tidal", view, view, (0, action), 1) == tell_move("tidal", view, view, (0, action + 1), 1)
