"""A seat's socket never carries what that seat may not know: what looks alike to a seat gives the same bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import pytest

import uneri
from _serve import SHORT
from uneri.bots.players import SEES_ACTION, make_sight
from uneri.registry import game_module
from uneri.serve import lobby
from uneri.serve.lobby import review_decision
from uneri.serve.messages import (
    describe_earlier,
    describe_position,
    describe_preview,
    describe_review,
    describe_table,
    encode_message,
    list_events,
)
from uneri.serve.table import ALL, Table
from uneri.testing import SplitMix64

COUNTS = [30, pytest.param(int(os.environ.get("UNERI_POSITIONS", "200")), marks=pytest.mark.slow, id="many")]


def tables(name: str, count: int, seed: int) -> Iterator[Table]:
    """Games of people under way, stopped at `count` positions: the start, the middle, the end."""
    numbers = SplitMix64(seed)
    while count > 0:
        options = game_module(name).random_options(numbers, {}) if numbers.below(3) else SHORT.get(name, {})
        game = uneri.load_game(name, **options)
        table = Table(game, numbers.below(1 << 32), ["human"] * game.num_players)
        for _ in range(10):
            yield table
            count -= 1
            if count <= 0 or table.over:
                break
            for _ in range(1 + numbers.below(25)):
                if table.over:
                    break
                legal = table.state.legal_actions()
                table.play(legal[numbers.below(len(legal))])


def told(table: Table, seat: int) -> list[str]:
    """All that a seat's socket may carry now."""
    last = len(table.seen[seat])
    now = describe_position(table, seat, seat) | list_events(table, seat, 0)
    messages = [describe_table(table, seat, seat), now, describe_earlier(table, seat, last)]
    if turn := table.turn_of(seat):
        messages += [describe_preview(table, seat, last, turn, action) for action in turn.legal_actions()[:2]]
    return [encode_message(message) for message in messages]


@pytest.mark.parametrize("count", COUNTS)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_bytes(name: str, count: int) -> None:
    differ = 0
    for number, table in enumerate(tables(name, count, 21)):
        seat = number % table.game.num_players
        true = table.walk.state
        before = told(table, seat)
        everything = encode_message(describe_position(table, ALL, None)) if number % 10 == 0 else ""
        table.walk.state = true.resample_from_infostate(seat, number)
        assert told(table, seat) == before
        if everything:
            differ += encode_message(describe_position(table, ALL, None)) != everything
        table.walk.state = true
    print(f"{name}: {count} positions; {differ} of every tenth had something hidden")
    assert differ > 0 or name == "tacta"


@pytest.mark.parametrize("count", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_decisions_that_look_alike_give_the_same_bytes(name: str, count: int) -> None:
    """Whatever another seat chooses in secret, the next message is the same: its events, too."""
    compared = 0
    for number, table in enumerate(tables(name, count, 22)):
        if table.over:
            continue
        sight, played = make_sight(table.game), [move.action for move in table.moves]
        seat = (table.mover + 1 + number % (table.game.num_players - 1)) % table.game.num_players
        groups: dict[int, list[int]] = {}
        for action in table.state.legal_actions():
            seen = sight(table.state, action, seat)
            if seen != SEES_ACTION:
                groups.setdefault(seen, []).append(action)
        for actions in groups.values():
            heard = set()
            for action in actions[:2]:
                twin = Table(table.game, table.seed, table.seats)
                for each in (*played, action):
                    twin.play(each)
                # Chance may go on differently behind different choices, and show it: then nothing is compared.
                view = json.dumps(twin.state.to_dict(seat), sort_keys=True)
                heard.add((view, *told(twin, seat)[:2]))
            views = {words[0] for words in heard}
            assert len(heard) == len(views)
            compared += len(actions) > 1 and len(views) == 1
    # In the other games no seat has two choices that look alike to others.
    assert compared > 0 or name not in ("onda", "tidal")


@pytest.mark.parametrize(
    "count", [4, pytest.param(int(os.environ.get("UNERI_POSITIONS", "60")), marks=pytest.mark.slow, id="many")]
)
def test_a_review_uses_what_its_seat_knew(name: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A past decision of a seat, judged in another world that it couldn't tell from the true one: the same bytes."""
    monkeypatch.setattr(lobby, "REVIEWER", "flat:sims=20")
    monkeypatch.setattr(lobby, "_WORLDS", 10)
    true = Table.state_at
    compared = differ = number = 0
    while compared < count:
        number += 1
        for table in tables(name, 10, 25 + 100 * number):
            if compared >= count:
                break
            if not table.moves:
                continue
            ply = 1 + number * len(table.seen) % len(table.moves)
            seat = table.moves[ply - 1].seat
            step = next(n for n, event in enumerate(table.seen[seat], 1) if event.ply == ply)
            before = encode_message(describe_review(table, seat, step, review_decision(table, ply)))
            world = true(table, ply - 1).resample_from_infostate(seat, number)
            if world.current_player() != seat:
                continue
            monkeypatch.setattr(Table, "state_at", lambda *_, world=world: world)
            assert encode_message(describe_review(table, seat, step, review_decision(table, ply))) == before
            monkeypatch.setattr(Table, "state_at", true)
            compared += 1
            differ += world != true(table, ply - 1)
    print(f"{name}: {compared} reviews, {differ} of positions with something hidden")
    assert differ > 0 or name == "tacta"


def test_no_link_and_no_seed_is_told(name: str) -> None:
    for number, table in enumerate(tables(name, 6, 23)):
        seat = number % table.game.num_players
        assert str(table.seed) not in "".join(told(table, seat))


def test_a_leak_would_be_found(name: str) -> None:
    """The comparison has teeth: with everything in the picture worlds differ."""
    if name == "tacta":
        return
    found = False
    for number, table in enumerate(tables(name, 12, 24)):
        seat = number % table.game.num_players
        true = table.walk.state
        before = encode_message(describe_position(table, ALL, seat))
        table.walk.state = true.resample_from_infostate(seat, number)
        found |= encode_message(describe_position(table, ALL, seat)) != before
        table.walk.state = true
    assert found
