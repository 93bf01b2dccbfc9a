"""`Game.state_from_view`: the worlds and the answers of the true state, and errors that name a field.

UNERI_POSITIONS=10000 asks for the long check.
"""

from __future__ import annotations

import copy
import importlib
import json
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import uneri
from _mutations import WRONG, at, one_of, routes
from uneri import review
from uneri.registry import game_module
from uneri.registry.plain_game import complete
from uneri.search import ISMCTS, PIMC, PUCT, FlatMC, Search
from uneri.testing import SplitMix64, stream
from uneri.train import features, has_features

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "examples"))
play_from_view = importlib.import_module("play_from_view")

POSITIONS = int(os.environ.get("UNERI_POSITIONS", "40"))
NOT_SEEN = {"solo": {"known"}}  # what others know, which resampling keeps where the seat can tell it
HIDDEN_ENDS = {"tacta": {"outer_cards": "owner"}}


SEARCHES: list[Any] = [
    Search(30), FlatMC(30), FlatMC(30, depth=20, horizon="match"), ISMCTS(30), ISMCTS(30, mo=True), PIMC(30)
]  # fmt: skip


def even_search(seats: int) -> PUCT:
    """A search that believes in nothing."""
    return PUCT(lambda obs, legal, seat: (np.zeros(len(legal[1])), np.full((len(seat), seats), 0.5)), 8)


def positions(name: str, backend: str, count: int) -> list[Any]:
    """States of random games, of random options and of those that hide most; seeded and not."""
    found: list[Any] = []
    for index in range(count):
        rng = stream(7, index)
        options = game_module(name).random_options(rng, {}) if index % 2 else HIDDEN_ENDS.get(name, {})
        state = uneri.load_game(name, backend=backend, **options).new_initial_state(index if index % 3 else None)
        for _ in range(rng.below(100)):
            after = state.child(one_of(rng, state.legal_actions()))
            if after.is_terminal() and rng.below(4):
                break
            state = after
            if state.is_terminal():
                break
        found.append(state)
    return found


def fields(state: Any, name: str) -> dict[str, Any]:
    return {key: value for key, value in state.to_dict().items() if key not in {"rng", *NOT_SEEN.get(name, ())}}


def test_a_view_leads_to_the_worlds_of_the_state(name: str, backend: str) -> None:
    """Another seat's call window looks like the draw after it, and so does the world from a view (N-10.3)."""
    for index, state in enumerate(positions(name, backend, POSITIONS if backend == "core" else POSITIONS // 4)):
        for seat in range(state.game.num_players):
            view = state.to_dict(seat)
            given = view if index % 2 else json.dumps(view)
            world = state.game.state_from_view(given, seat, seed=index)
            assert world.to_dict(seat) == view
            assert not world.seeded
            if view["phase"] == state.to_dict()["phase"]:
                assert fields(world, name) == fields(state.resample_from_infostate(seat, index), name)


@pytest.mark.filterwarnings("ignore:the network of the library")  # options are random
def test_searches_answer_as_on_the_state(name: str) -> None:
    for state in positions(name, "core", POSITIONS):
        seat = state.current_player()
        if seat < 0 or state.num_legal_actions() < 2:
            continue
        for search in (*SEARCHES, even_search(state.game.num_players)):
            one, other = search.run(state), search.run(state.view(seat))
            assert (one.action, one.stats, one.principal_variation) == (
                other.action,
                other.stats,
                other.principal_variation,
            )


def test_a_view_is_a_text(name: str, backend: str) -> None:
    for state in positions(name, backend, 8):
        for seat in range(state.game.num_players):
            view = state.view(seat)
            assert uneri.parse_view(str(view), backend=backend) == view
            assert view.world(3) == state.game.state_from_view(view.fields, seat, seed=3)
        assert view.to_svg(theme="dark") == state.to_svg(seat, theme="dark")
        with pytest.raises(ValueError, match="seat is -1"):
            state.view(-1)
    data = json.loads(str(view))
    for text, reason in (
        ("{", "the view is not JSON: "),
        ("[]", "must be an object with game, seat and view"),
        (json.dumps(data | {"more": 1}), "must be an object with game, seat and view"),
        (json.dumps(data | {"game": "chess"}), "no game 'chess'"),
        (json.dumps(data | {"view": {}}), "field '"),
    ):
        with pytest.raises(ValueError, match=reason):
            uneri.parse_view(text)
    for wrong in (3, json.dumps(data | {"game": 3}), json.dumps(data | {"seat": "0"})):
        with pytest.raises(TypeError):
            uneri.parse_view(wrong)  # type: ignore[arg-type]


def test_features_of_networks_are_those_of_the_world_of_a_view(name: str) -> None:
    if not has_features(name):
        return
    for number, state in enumerate(positions(name, "core", POSITIONS)):
        for seat in range(0 if state.is_terminal() else state.game.num_players):
            world = state.resample_from_infostate(seat, number)
            assert np.array_equal(features(state, seat), features(world, seat)), (str(state.game), seat)


def test_states_that_look_the_same_get_the_same_answers(name: str) -> None:
    """From each way in: the text of a view, a line for analysis, a search, a bot's program."""

    def ask(state: Any, seat: int) -> tuple[Any, ...]:
        view = state.view(seat)
        answer = json.loads(review.answer(str(view), "flat:sims=20"))
        found = FlatMC(20).run(view)
        told = {name: value for name, value in answer.items() if name != "seconds"}
        return str(view), told, found.action, found.stats, play_from_view.choose(state.game, seat, view.fields)

    for index, state in enumerate(positions(name, "core", POSITIONS // 4)):
        seat = state.current_player()
        if seat >= 0:
            other = state.resample_from_infostate(seat, index)
            if other.current_player() == seat:
                assert ask(state, seat) == ask(other, seat)


def damaged(view: dict[str, Any], rng: SplitMix64) -> dict[str, Any]:
    """A view that is wrong in one to three places, or looks so."""
    view = copy.deepcopy(view)
    for _ in range(1 + rng.below(3)):
        *way, step = one_of(rng, routes({key: value for key, value in view.items() if key != "options"}))
        holder = at(view, tuple(way))
        kind = rng.below(4)
        if kind == 0:
            del holder[step]
        elif kind == 1 and isinstance(holder, list):
            holder.insert(step, holder[step])
        elif kind == 2 and type(holder[step]) is int:
            holder[step] += 1 - 2 * rng.below(2)
        else:
            holder[step] = copy.deepcopy(one_of(rng, WRONG))  # further damage may change it
    return view


def test_a_damaged_view_is_refused_by_field_or_playable(name: str, backend: str) -> None:
    reasons = []
    for index, state in enumerate(positions(name, backend, POSITIONS)):
        seat, rng = index % state.game.num_players, stream(8, index)
        for _ in range(4):
            view = damaged(state.to_dict(seat), rng)
            try:
                world = state.game.state_from_view(view, seat, seed=1)
            except ValueError as error:
                reasons.append(str(error))
                continue
            assert world.game.state_from_dict(world.to_dict()) == world
            assert world.is_terminal() or world.legal_actions()
    known = uneri.load_game(name).new_initial_state().to_dict().keys()
    assert [reason for reason in reasons if not any(f"'{field}'" in reason for field in known)] == []
    assert len(reasons) > POSITIONS


# How a person writes a view: what follows left out, cards in notation.
WRITTEN: dict[str, Any] = {
    "onda": lambda m, v, k: {
        "hand": [None if h is None else m.format_hand(h) for h in v["hand"]],
        "played": m.format_hand(v["played"]),
        "hand_total": [None if q == k else total for q, total in enumerate(v["hand_total"])],
    },
    "solo": lambda m, v, k: {
        "hand": [None if h is None else m.format_hand(h) for h in v["hand"]],
        "discard": m.format_hand(v["discard"]),
        "top": None if v["top"] < 0 else m.KIND_NAMES[v["top"]],
        "draw_total": None,
    },
    "tidal": lambda m, v, k: {
        "hand": [None if h is None else m.format_cards(h) for h in v["hand"]],
        "played": [m.format_cards(bout) for bout in v["played"]],
        "hand_total": None,
        "pending_total": None,
    },
    "namima": lambda m, v, k: {
        "hand": [None if h is None else m.format_hand(h) for h in v["hand"]],
        "lying": m.format_hand(v["lying"]),
        "wall_total": None,
    },
}


def test_a_view_may_be_written_by_hand(name: str, backend: str) -> None:
    module, write = game_module(name), WRITTEN.get(name, lambda m, v, k: {})
    for seed in range(6):
        state = uneri.load_game(name, backend=backend).new_initial_state(seed=seed)
        for turn in range(8):
            if state.is_terminal():
                break
            seat = state.current_player()
            view = state.to_dict(seat)
            short = view | write(module, view, seat)
            short = {key: value for key, value in short.items() if value is not None}
            del short["options"]
            assert state.game.state_from_view(short, seat, seed=turn) == state.game.state_from_view(
                view, seat, seed=turn
            )
            state.apply_action(state.legal_actions()[-1])


def test_what_is_refused(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    game, view = state.game, state.to_dict(0)
    with pytest.raises(ValueError, match=rf"^{name}: seat is {game.num_players}; allowed: 0 to"):
        game.state_from_view(view, game.num_players)
    with pytest.raises(ValueError, match="field 'rng' must be None"):
        game.state_from_view(view | {"rng": 1}, 0)
    with pytest.raises(ValueError, match="the view is not JSON: "):
        game.state_from_view("{", 0)
    for wrong in ("3", 3, None, [view]):
        with pytest.raises(TypeError, match="the view is not a mapping"):
            game.state_from_view(wrong, 0)


def test_a_game_from_outside_needs_the_hook() -> None:
    game = uneri.load_game(uneri._core.GAMES[0])
    with pytest.raises(NotImplementedError, match=rf"^{game.name}: state_from_view needs the function complete_view"):
        complete(game.name, ModuleType("own"), {}).complete_view(game, {}, 0)
