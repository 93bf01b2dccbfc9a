"""Searches that cheat: they see the true state, say so, and change nothing about those that don't."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

import uneri
from uneri import arena
from uneri.bots import GreedyBot, RandomBot, cheats, make_bot
from uneri.search import ISMCTS, PIMC, PUCT, FlatMC, SearchResult
from uneri.testing import SplitMix64

FAST: dict[str, Any] = {"sims": 60, "rollout": "uniform", "depth": 60}
KINDS: list[Any] = [FlatMC, ISMCTS, PIMC]
HONEST = {  # of what the searches find
    "onda": "7116bda15ddd",
    "solo": "6814a86e0890",
    "tidal": "e2cf5371a526",
}


def essence(result: SearchResult) -> tuple[Any, ...]:
    """All of a result but the time it took."""
    return (
        result.action,
        result.stats,
        result.principal_variation,
        result.worlds,
        result.simulations,
        result.solved,
        result.tree,
    )


def positions(name: str, count: int, seed: int = 3, **options: Any) -> list[Any]:
    """Positions with a choice, from the first half of random games of three seats."""
    rng, found = SplitMix64(seed), list[Any]()
    while len(found) < count:
        state = uneri.load_game(name, players=3, **options).new_initial_state(seed=rng.next())
        for _ in range(rng.below(12)):
            legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])
        if state.num_legal_actions() > 1:
            found.append(state)
    return found


def honest_searches() -> list[Any]:
    return [
        FlatMC(**FAST),
        FlatMC(60, objective="utility"),
        ISMCTS(**FAST),
        ISMCTS(60, trees=3),
        ISMCTS(**FAST, mo=True),
        PIMC(**FAST, worlds=5),
    ]


@pytest.mark.parametrize("name", sorted(HONEST))
def test_honest_searches_are_what_they_were(name: str) -> None:
    """Bit by bit. Who changes worlds, rollouts or trees on purpose writes the new digest here and into the changelog."""
    found = [essence(search.run(state)) for state in positions(name, 3) for search in honest_searches()]
    assert hashlib.sha256(repr(found).encode()).hexdigest()[:12] == HONEST[name]


@pytest.mark.parametrize("kind", KINDS)
def test_cheating_is_asked_for(name: str, kind: Any) -> None:
    state = positions(name, 1)[0]
    plain, said = kind(**FAST), kind(**FAST, cheat=False)
    assert not plain.cheats
    assert essence(plain.run(state)) == essence(said.run(state))
    assert not plain.run(state).cheated
    assert "CHEATED" not in str(plain.run(state))


@pytest.mark.parametrize("kind", KINDS)
def test_cheating_is_said(name: str, kind: Any) -> None:
    search, state = kind(**FAST, cheat=True), positions(name, 1)[0]
    before = state.clone()
    result = search.run(state)
    assert state == before
    assert search.cheats
    assert result.cheated
    assert result.worlds == 1
    assert result.action in state.legal_actions()
    assert sum(result.visits.values()) == result.simulations
    assert "CHEATED" in str(result)
    assert "CHEATED" in result._repr_html_()
    assert "cheat=True" in repr(search)
    assert essence(kind(**FAST, cheat=True, threads=4).run(state)) == essence(result)


@pytest.mark.parametrize("kind", KINDS)
def test_cheating_reads_what_is_hidden(name: str, kind: Any) -> None:
    """What honest searches must not do, these do: the check that nothing hidden is read would find it."""
    differ, options = 0, {"outer_cards": "owner"} if name == "tacta" else {}  # where TACTA has something to hide
    for index, state in enumerate(positions(name, 12, **options)):
        world = state.resample_from_infostate(state.current_player(), index)
        differ += essence(kind(**FAST, cheat=True).run(world)) != essence(kind(**FAST, cheat=True).run(state))
        assert essence(kind(**FAST).run(world)) == essence(kind(**FAST).run(state))
    assert differ > 6


def test_a_decided_round_is_seen_through() -> None:
    """In ONDA's last plays nothing is drawn any more: solved from the true state, values are certain."""
    certain = 0
    for seed in range(8):
        state, last = uneri.load_game("onda", players=2, rounds=1).new_initial_state(seed=seed), None
        while not state.is_terminal():
            if state.num_legal_actions() > 1:
                last = state.clone()
            state.apply_action(GreedyBot().act(state))
        assert last is not None
        result = PIMC(100, exact=20_000, cheat=True).run(last)
        if result.solved:
            assert result.worlds == result.solved == 1
            assert {stats.mean for stats in result.stats} <= {0.0, 0.5, 1.0}
            certain += 1
    assert certain > 3


def test_trees_may_be_kept(name: str) -> None:
    state, rest = positions(name, 1, seed=8)[0], RandomBot(1)
    player, seat, runs = ISMCTS(**FAST, cheat=True).follow(), state.current_player(), 0
    assert player.cheats
    while not state.is_terminal() and runs < 6:
        if state.current_player() == seat and state.num_legal_actions() > 1:
            result = player.run(state)
            assert result.cheated
            action, runs = result.action, runs + 1
        else:
            action = rest.act(state)
        player.see(state, action)
        state.apply_action(action)


def test_settings_that_do_not_go_together() -> None:
    for kind in KINDS:
        with pytest.raises(TypeError, match="cheat"):
            kind(cheat=1)
    with pytest.raises(TypeError, match="cheat"):
        PUCT(lambda obs, legal, seat: None, cheat=True)  # type: ignore[call-arg,arg-type,return-value]


class Peeker(ISMCTS):
    """A bot of somebody else's that says that it cheats."""

    cheats = True  # type: ignore[assignment]
    seen: list[Any] = []  # noqa: RUF012

    def act(self, state: Any) -> int:
        Peeker.seen.append(state.to_dict())
        return int(state.legal_actions()[0])


def test_the_arena_shows_the_true_state_to_our_cheats_alone() -> None:
    """`cheat=true` in a bot's text. Anybody else's bot that says so gets another world as ever."""
    assert cheats(make_bot("flat:sims=10,cheat=true"))
    assert cheats(make_bot("ismcts:sims=10,cheat=true").follow())  # type: ignore[attr-defined]
    assert not cheats(make_bot("flat:sims=10"))
    assert not cheats(GreedyBot())
    assert not cheats(Peeker())
    game = "onda(players=2,rounds=1)"
    result = arena.run(game, {"cheat": "ismcts:sims=60,cheat=true", "fair": "ismcts:sims=60"}, deals=3, seed=4)
    followed = 0
    for line in result.games():
        state = uneri.load_game(game).new_initial_state(line["seed"])
        for action in line["actions"]:
            bot = line["bots"][state.current_player()]
            search = ISMCTS(60, seed=arena_seed(line["seed"], state.current_player()), cheat=bot == 0)
            assert search.act(state) == action
            followed += bot == 0 and state.num_legal_actions() > 1
            state.apply_action(action)
    assert followed > 20
    Peeker.seen.clear()
    state = uneri.load_game(game).new_initial_state(next(iter(result.games()))["seed"])
    arena.run(game, [Peeker, "greedy"], deals=1, seed=4)
    assert len(Peeker.seen) > 5
    assert all(view["hand"] != state.to_dict()["hand"] for view in Peeker.seen[:1])


def arena_seed(deal: int, seat: int) -> int:
    from uneri.arena.schedule import derive_bot_seed

    return derive_bot_seed(deal, seat)
