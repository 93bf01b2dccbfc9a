"""The cards of a table come from the operating system: no seed gives them, and nothing that a seat can learn does."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import uneri
from _chi_square import upper_chi2
from _serve import SHORT, house
from uneri import records
from uneri._util.rng import stream
from uneri.records.walk import SystemDice
from uneri.serve import new_game
from uneri.serve.limits import Limits
from uneri.serve.lobby import Lobby
from uneri.serve.table import SEEDED, Table

FEW = range(32)
"""All seeds, in a test that makes the system's numbers small."""


@pytest.fixture
def few_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever draws bits for a seed draws one that a search over all seeds finds at once."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: 7 * bits % len(FEW))


def table_of(name: str, **asked: Any) -> Table:
    """A table of two people, as the page begins it."""
    options = {"players": 2, **SHORT.get(name, {})}
    return new_game.make_wanted_table(
        Lobby(Limits()), {"game": name, "options": options, "seats": ["human"] * 2, **asked}
    )


def games_of(game: uneri.Game, seed: int) -> Iterator[uneri.State]:
    """The starts of all games that a seed makes, in every public way."""
    yield game.new_initial_state(seed)
    yield records.Record.from_actions(game, [], seed=seed).replay()
    yield Table(game, seed, ["human"] * game.num_players).state
    for env in (uneri.BatchEnv(game, 2, seed=seed), uneri.BatchEnv(game, 1, seed=[seed])):
        yield from (env.get_state(lane) for lane in range(len(env)))
    for seat in range(game.num_players):
        yield game.new_initial_state(stream(seed, seat).next())


def seen(state: uneri.State) -> list[str]:
    """What each seat sees."""
    views = [state.to_dict(seat) for seat in range(state.game.num_players)]
    return [json.dumps(view | {"rng": None}, sort_keys=True) for view in views]


def found(table: Table, seeds: range) -> set[int]:
    """The seeds with a game whose start looks like the table's to a seat."""
    mine = seen(table.state)
    return {
        seed
        for seed in seeds
        for start in games_of(table.game, seed)
        if any(view == own for view, own in zip(seen(start), mine, strict=True))
    }


def test_no_seed_gives_the_cards_of_a_table(name: str, few_seeds: None) -> None:
    table = table_of(name)
    assert table.seed in FEW  # the one secret that is drawn: of the bots
    assert found(table, FEW) == set()
    assert found(table_of(name, seed=30), FEW) == {30}  # a given seed would be found


def test_what_bots_draw_from_says_nothing_of_the_deal(name: str, few_seeds: None) -> None:
    """With the same secret, deals and later chance still differ."""
    first, second = table_of(name), table_of(name)
    assert first.seed == second.seed
    assert seen(first.state) != seen(second.state)


def test_secrets_are_long_and_of_each_seat() -> None:
    tables = [table_of("onda") for _ in range(32)]
    assert min(table.seed for table in tables).bit_length() > 100
    numbers = {table._number(seat) for table in tables for seat in range(2)}
    assert len(numbers) == 64
    assert max(numbers).bit_length() > 56


def test_a_record_without_a_seed_is_checked(name: str) -> None:
    table = table_of(name)
    while not table.over and len(table.moves) < 200:
        legal = table.state.legal_actions()
        table.play(legal[len(table.moves) % len(legal)])
    record = table.record()
    record.check()
    assert record.seed is None
    assert table.state.to_dict()["rng"] is None


def test_chance_has_the_weights_of_the_rules(name: str) -> None:
    state = uneri.load_game(name, players=2).new_initial_state()
    assert state.is_chance_node()
    weights = dict(state.chance_weights())
    total, draws = sum(weights.values()), 3000
    dice = SystemDice()
    drawn = Counter(dice.draw(state) for _ in range(draws))
    assert set(drawn) <= set(weights)
    expected = {outcome: draws * weight / total for outcome, weight in weights.items()}
    chi2 = sum((drawn[outcome] - count) ** 2 / count for outcome, count in expected.items() if count)
    assert chi2 <= upper_chi2(max(1, len(weights) - 1))


def test_everybody_reads_that_a_seed_was_given() -> None:
    with house() as at:
        for seed, notes in ((5, [SEEDED]), (None, [])):
            links = at.begin("onda", ["human", "human"], **({} if seed is None else {"seed": seed}))
            for token in links.values():
                with at.socket(token) as socket:
                    assert socket.until("state")["notes"] == notes
