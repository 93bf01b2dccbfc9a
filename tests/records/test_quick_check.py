"""`Record.check` has a quick way, in the core, and a slow one that names what differs: they accept the same records."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

import uneri
from uneri import records
from uneri.records import Move, Part, Record
from uneri.testing import SplitMix64

SHORT: dict[str, dict[str, Any]] = {
    "namima": {"variant": "sazanami", "players": 3, "games": 1},
    "onda": {"players": 3, "rounds": 1, "reveal_jokers": "on_play"},
    "solo": {"players": 3, "max_rounds": 1, "turn_cap": 20},
    "tacta": {"players": 2},
    "tidal": {"players": 3, "rounds": 1},
}
LIES = 120  # a game


def is_accepted(record: Record) -> bool:
    """By the slow way."""
    try:
        record._check_events(record.load_game())
    except records.RecordError:
        return False
    return True


def played(name: str, *, views: bool = True) -> Record:
    return records.record(uneri.load_game(name, **SHORT[name]), ["random"] * SHORT[name]["players"], 5, views=views)


@pytest.mark.parametrize("views", [True, False])
def test_the_core_knows_its_games(name: str, views: bool) -> None:
    """Seeded and not, whole and broken off."""
    record = played(name, views=views)
    game = record.load_game()
    assert record._is_the_cores(game)
    assert is_accepted(record)
    actions = [move.action for move in record.moves]
    chance = [outcome for event in (record.deal, *record.moves) for outcome in event.chance]
    unseeded = Record.from_actions(game, actions, chance=chance, views=views)
    assert unseeded._is_the_cores(game)
    begun = Record.from_actions(game, actions[: len(actions) // 2], seed=5, views=views)
    assert begun._is_the_cores(game)
    assert not replace(begun, state=record.state)._is_the_cores(game)
    assert not replace(record, seed=6)._is_the_cores(game)
    assert not replace(record, moves=record.moves[:-1])._is_the_cores(game)


def lie(move: Move, rng: SplitMix64) -> Move:
    """The move with something else in it, or in another type."""
    part = move.public if rng.below(2) or not move.private else move.private[min(move.private)]
    changes = copy.deepcopy(list(part.changes))
    match rng.below(12):
        case 0:
            return replace(move, text=move.text + " ")
        case 1:
            return replace(move, seat=move.seat + 1)
        case 2:
            return replace(move, action=move.action + 1 - 2 * rng.below(2))
        case 3:
            return replace(move, ply=float(move.ply))
        case 4:
            return replace(move, chance=move.chance[1:] if move.chance else (0,))
        case 5:
            return replace(move, returns=tuple(int(value) for value in move.returns) or (0.0,))
        case 6:
            return replace(move, private={})
        case 7:
            return replace(move, private={**move.private, 7: Part(seat=1)})
        case 8:
            return replace(move, private={**move.private, 0: Part()})  # nothing, which is nothing
        case 9 if changes:
            changes[rng.below(len(changes))][1] = True
        case 10 if changes:
            changes[0][0][-1] = "other"
        case 11 if changes:
            changes.reverse()
        case _:
            changes.append([["more"], 1])
    told = replace(part, changes=tuple(changes))
    if part is move.public:
        return replace(move, public=told)
    return replace(move, private={**move.private, min(move.private): told})


def test_both_ways_agree_on_lies(name: str) -> None:
    record, rng = played(name), SplitMix64(1)
    record = Record.from_actions(record.load_game(), [move.action for move in record.moves[:12]], seed=5)
    game, accepted = record.load_game(), 0
    for _ in range(LIES):
        moves = list(record.moves)
        at = rng.below(len(moves))
        moves[at] = lie(moves[at], rng)
        changed = replace(record, moves=tuple(moves))
        accepted += changed._is_the_cores(game)
        assert changed._is_the_cores(game) == is_accepted(changed), moves[at]
    assert accepted < LIES / 3  # some lies change nothing


@pytest.mark.parametrize(
    "options", [{"mode": "sabotage"}, {"outer_cards": "owner"}, {"mode": "team_free_play", "outer_cards": "owner"}]
)
def test_the_core_knows_what_single_seats_of_tacta_see(options: dict[str, Any]) -> None:
    """It makes one whole view and tells the other seats' ends, pools and choices from it."""
    game = uneri.load_game("tacta", players=4, **options)
    record, rng = records.record(game, ["random"] * 4, 5), SplitMix64(1)
    assert record._is_the_cores(game)
    assert is_accepted(record)
    assert any(len(move.private) > 1 for move in record.moves)
    record = Record.from_actions(game, [move.action for move in record.moves[:12]], seed=5)
    for _ in range(60):
        moves = list(record.moves)
        at = rng.below(len(moves))
        moves[at] = lie(moves[at], rng)
        changed = replace(record, moves=tuple(moves))
        assert changed._is_the_cores(game) == is_accepted(changed), moves[at]


def test_a_game_of_the_reference_is_judged_by_python(name: str) -> None:
    record = played(name)
    assert not record._is_the_cores(record.load_game(backend="reference"))
