"""Why an action is illegal: a sentence with a tag of the game's page, in the same words on both backends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import uneri
from uneri import records, review, tacta
from uneri.registry import game_module
from uneri.testing import SplitMix64, stream

PAGES = Path(__file__).resolve().parents[2] / "docs" / "games"
NODES, IDS = 6, 700  # of a game; of a node

TAG = re.compile(r"[A-Za-z0-9][^\n]* \(((?:[A-Z]-)?[0-9]+(?:\.[0-9]+)?|L[1-8])\)")


@cache
def has_tag(name: str, tag: str) -> bool:
    """Does the game's page have the tag, as a rule, a section or a row of a table?"""
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    place = rf"\*\*{re.escape(tag)}\b|^#+ {re.escape(tag)} |^\| {re.escape(tag)} \|"
    return re.search(place, page, re.MULTILINE) is not None


def nodes(game: uneri.Game, rng: SplitMix64) -> Iterator[uneri.State]:
    """The first node, some nodes of a random game, and its end."""
    state, moves = game.new_initial_state(), 0
    yield state.clone()
    later = sorted(rng.below(120) for _ in range(NODES))
    while not state.is_terminal() and moves < 3000:
        if state.current_player() >= 0:
            for _ in range(later.count(moves)):
                yield state.clone()
            moves += 1
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
    yield state


def ids(state: uneri.State, rng: SplitMix64) -> list[int]:
    """All ids of actions or outcomes, or many of them."""
    game = state.game
    count = game.max_chance_outcomes if state.is_chance_node() else game.num_distinct_actions
    if count <= IDS:
        return list(range(count))
    return sorted(
        {0, count - 1, count - 2, count - 3, *state.legal_actions()[:20], *(rng.below(count) for _ in range(IDS))}
    )


def options_of(name: str, index: int) -> dict[str, object]:
    return game_module(name).random_options(stream(45, index), {}) if index else {}


@pytest.mark.parametrize("index", range(10))
def test_every_illegal_action_breaks_a_rule_with_a_tag(name: str, index: int) -> None:
    game, reference = (uneri.load_game(name, backend=b, **options_of(name, index)) for b in ("core", "reference"))
    rng = stream(46, index)
    for state in nodes(game, rng):
        twin = reference.state_from_dict(state.to_dict())
        for action in ids(state, rng):
            reason = state.why_not(action)
            assert (reason is None) == state.is_legal(action) == twin.is_legal(action)
            assert reason == twin.why_not(action)
            if reason is not None:
                found = TAG.fullmatch(reason)
                assert found, reason
                assert has_tag(name, found[1]), reason


@pytest.mark.parametrize("index", range(10))
def test_a_reason_tells_only_what_the_seat_to_act_knows(name: str, index: int) -> None:
    rng = stream(47, index)
    for state in nodes(uneri.load_game(name, **options_of(name, index)), rng):
        if state.current_player() >= 0:
            asked = ids(state, rng)[::3]
            told = [state.why_not(action) for action in asked]
            for seed in range(3):
                world = state.resample_from_infostate(state.current_player(), seed)
                assert [world.why_not(action) for action in asked] == told


def test_ids_that_are_no_actions_are_refused(name: str, backend: str) -> None:
    state = uneri.load_game(name, backend=backend).new_initial_state(seed=1)
    for action in (-1, state.game.num_distinct_actions):
        with pytest.raises(
            ValueError, match=rf"^action is {action}; allowed: 0 to {state.game.num_distinct_actions - 1}$"
        ):
            state.why_not(action)
    with pytest.raises(TypeError, match="action"):
        state.why_not("PASS")  # type: ignore[arg-type]


def test_records_and_answers_say_it(name: str) -> None:
    game = uneri.load_game(name)
    state = game.new_initial_state(seed=1)
    action = next(a for a in range(game.num_distinct_actions) if not state.is_legal(a))
    reason = re.escape(str(state.why_not(action)))
    with pytest.raises(ValueError, match=rf"action {action} is not legal here. {reason}$"):
        records.Record.from_actions(game, [action], seed=1)
    told = json.loads(review.answer(json.dumps({"game": name, "seed": 1, "moves": [action]})))
    assert re.search(rf"^moves\[0\]: .*; legal: .*. {reason}$", told["error"])


CONDITIONS = {
    "BAD_END": "L1", "BAD_TARGET": "L2", "OWN_COLOUR": "L3", "NOT_OPEN": "L5", "NO_JOINT": "L6", "OFF_TABLE": "L7",
    "SECOND_CARD": "L8", "CONNECT_AVAILABLE": "4.1", "NO_SLOT": "5", "MOVE_AVAILABLE": "4.1",
}  # fmt: skip
"""The codes of `tacta.explain`, and the tags of their sentences. `NOT_CANONICAL` has two."""


@pytest.mark.parametrize("index", range(5))
def test_the_core_explains_tacta_alike(index: int) -> None:
    rng = stream(48, index)
    for state in nodes(uneri.load_game("tacta", **options_of("tacta", index)), rng):
        if state.current_player() >= 0:
            asked = ids(state, rng)
            for action, code in zip(asked, tacta.explain(state, np.array(asked)), strict=True):
                reason, word = state.why_not(action), tacta.CODES[code]
                tags = {"NOT_CANONICAL": ("L4", "4.4"), "NOT_NOW": ("8",)}.get(word) or (CONDITIONS.get(word),)
                assert reason is None if word == "legal" else str(reason).endswith(tuple(f"({tag})" for tag in tags))


@pytest.mark.parametrize(
    ("game", "moves", "action", "reason"),
    [
        ("onda", [], "PASS", "Before play every seat puts cards of its hand face down, with HIDE (O-2.7)"),
        ("onda", ["HIDE b7"], "HIDE b3", "b3 is a lower kind than b7, the first pick (O-4.2)"),
        ("onda", ["HIDE b14"], "HIDE b15", "The hand has no b15 to put face down (O-2.7)"),
        ("solo", [], "TAKE", "No cards are pending, so there is nothing to take (S-4.4)"),
        ("namima", [], "PASS", "A seat does not pass in its own turn (N-5.3)"),
        ("namima", [], "WIN", "The hand is not complete: no arrangement takes every card (N-3.17)"),
        ("tidal", [], "G1", "The gate stands, and every seat chooses a card (5.3)"),
        ("tacta", [], "pass", "A seat passes only if it can lay no card (4.1)"),
        ("tacta", [], "top free 0 portrait 0 front", "A card is laid freely only if the seat can connect none (4.1)"),
        ("tacta", [], "top on 3.0 with 0 front", "No card 3 lies on the table, only 0 to 0 (L2)"),
    ],
)
def test_words(game: str, moves: list[str], action: str, reason: str) -> None:
    state = uneri.load_game(game).new_initial_state(seed=7)
    for move in moves:
        state.apply_action(state.parse_action(move))
    assert state.why_not(state.parse_action(action)) == reason


def test_a_card_that_is_too_weak() -> None:
    """The sentence names both ranks and the tide, whatever else the shapes hold."""
    state = uneri.load_game("onda", players=2).new_initial_state(seed=7)
    while state.to_dict()["phase"] != "ACT":
        state.apply_action(state.legal_actions()[0])
    state.apply_action(max(a for a in state.legal_actions() if state.action_to_string(a).startswith("SINGLE b")))
    lead = state.action_to_string(state.to_dict()["table"]["play"]).removeprefix("SINGLE b")
    assert state.why_not(state.parse_action("SINGLE b1")) == f"1 does not beat {lead} at high tide (O-5.10)"
