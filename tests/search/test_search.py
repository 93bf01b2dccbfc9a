"""Searches: legal, fair, the same for any number of threads, within their budgets, and better than what they play with.

UNERI_POSITIONS=1000 asks for the long check that nothing hidden is read."""

from __future__ import annotations

import html.parser
import os
import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import uneri
from uneri.bots import GreedyBot, RandomBot, make_bot
from uneri.search import BY_NAME, DEFAULT_SIMS, ISMCTS, PIMC, FlatMC, SearchResult
from uneri.testing import SplitMix64, check_bot

POSITIONS = int(os.environ.get("UNERI_POSITIONS", "50"))  # a game, for the check that nothing hidden is read
TREE_KEYS = {"player", "action", "notation", "visits", "available", "mean", "stderr", "prior", "children"}
CLASSES: dict[str, Any] = {name: entry.search for name, entry in BY_NAME.items() if name != "search"}
KINDS = list(CLASSES)
VARIANTS = [
    FlatMC(60),
    FlatMC(60, depth=200, horizon="match", objective="utility"),
    FlatMC(60, margin=1),
    ISMCTS(60),
    ISMCTS(60, rollout="uniform", depth=20, objective="win", trees=3, final="mean"),
    ISMCTS(60, mo=True, objective="utility", widening=0),
    ISMCTS(60, c=2),
    ISMCTS(60, root_widening=0.5),
    ISMCTS(60, bias=0),
    PIMC(60, worlds=5),
]


def positions(name: str, count: int, seed: int = 1, **options: Any) -> list[Any]:
    """Positions with a choice, from random games of 2 to 4 seats."""
    rng, found = SplitMix64(seed), []
    while len(found) < count:
        game = uneri.load_game(name, players=2 + rng.below(3), **options)
        state = game.new_initial_state(seed=rng.next())
        for _ in range(rng.below(60)):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            state.apply_action(legal[rng.below(len(legal))])
        if not state.is_terminal() and state.num_legal_actions() > 1:
            found.append(state)
    return found


def one_round(name: str, **options: Any) -> Any:
    """The game in its shortest form."""
    allowed = uneri.load_game(name).options
    return uneri.load_game(name, **{key: 1 for key in ("rounds", "max_rounds", "games") if key in allowed}, **options)


def essence(result: SearchResult) -> SearchResult:
    """All of a result but the time it took."""
    return replace(result, seconds=0)


@pytest.mark.parametrize("search", VARIANTS, ids=repr)
def test_results_say_what_they_should(name: str, search: Any) -> None:
    for state in positions(name, 5):
        before = state.clone()
        result = search.run(state)
        assert state == before
        assert [stats.action for stats in result.stats] == state.legal_actions()
        assert result.action in result.visits
        assert sum(result.visits.values()) == result.simulations
        assert 0 <= result.value <= 1
        assert all(stats.mean is None or 0 <= stats.mean <= 1 for stats in result.stats)
        seat = state.current_player()
        assert result.principal_variation[0] == f"{seat}: {state.action_to_string(result.action)}"
        assert result.notation == state.action_to_string(result.action)
        assert result.best(1)[0].action == result.action
        assert result.evaluator is None
        if not isinstance(search, FlatMC):
            assert result.simulations == 60
        assert search.act(state) == result.action


@pytest.mark.parametrize("search", VARIANTS, ids=repr)
def test_search_reads_nothing_hidden(name: str, search: Any) -> None:
    """Another true world behind the same view: the identical result, trees and all."""
    for index, state in enumerate(positions(name, 6, seed=3)):
        world = state.resample_from_infostate(state.current_player(), index)
        assert world != state
        assert essence(search.run(world)) == essence(search.run(state))


def test_search_reads_nothing_hidden_anywhere(name: str) -> None:
    """The same in many positions, with each variant in turn and fewer simulations; both worlds are worlds apart."""
    short: list[Any] = [FlatMC(24, depth=60), ISMCTS(24, depth=60), ISMCTS(24, mo=True, depth=60), PIMC(24, worlds=3)]
    changed = 0
    for index, state in enumerate(positions(name, POSITIONS, seed=11)):
        world = state.resample_from_infostate(state.current_player(), index)
        changed += world.to_dict() != state.to_dict()
        search = short[index % len(short)]
        assert essence(search.run(world)) == essence(search.run(state)), (index, search)
    assert changed > 0.8 * POSITIONS  # late in a round little may be hidden


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("threads", [2, 4])
def test_threads_change_nothing(name: str, kind: str, threads: int) -> None:
    for state in positions(name, 2, seed=5):
        one, many = (
            CLASSES[kind](300, seed=4, threads=n, **({"trees": 5} if kind == "ismcts" else {})).run(state)
            for n in (1, threads)
        )
        assert essence(one) == essence(many)


@pytest.mark.parametrize("kind", KINDS)
def test_seeds_matter_and_repeat(name: str, kind: str) -> None:
    state = positions(name, 1)[0]
    first, again, other = (CLASSES[kind](200, seed=seed).run(state) for seed in (1, 1, 2))
    assert essence(first) == essence(again)
    assert first.stats != other.stats


@pytest.mark.parametrize("kind", KINDS)
def test_bots_are_legal_and_fair(name: str, kind: str) -> None:
    report = check_bot(make_bot(f"{kind}:sims=8,depth=40"), one_round(name, players=3), n_games=1)
    assert report.decisions > 0


def test_search_beats_what_it_plays_with(name: str) -> None:
    """A short search with uniform rollouts against a random seat."""
    game, wins, games = one_round(name, players=2, utility="win"), 0.0, 12
    for seed in range(games):
        state, seat = game.new_initial_state(seed=seed), seed % 2
        bots = {seat: ISMCTS(60, rollout="uniform", depth=150, seed=seed), 1 - seat: RandomBot(seed)}
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].act(state))
        wins += state.returns()[seat]
    assert wins > 0.7 * games


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_of_time_is_kept(name: str, kind: str) -> None:
    state = positions(name, 1)[0]
    for threads in (1, 2):
        result = CLASSES[kind](time_ms=100, threads=threads).run(state)
        assert result.simulations > 0
        assert result.seconds < 2
    assert CLASSES[kind](sims=40, time_ms=60_000).run(state).simulations <= 40 * 2


@pytest.mark.parametrize("exact", [0, 2000])
def test_worlds_that_come_too_late_are_left_out(name: str, exact: int) -> None:
    """However many there are: each takes some simulations, so all of them would take minutes."""
    for threads in (1, 2):
        result = PIMC(time_ms=5, worlds=1_000_000, exact=exact, threads=threads).run(positions(name, 1)[0])
        assert 0 < result.worlds < 1_000_000
        assert result.action in result.visits
        assert sum(result.visits.values()) > 0


def test_the_default_budget(name: str) -> None:
    state = uneri.load_game(name).new_initial_state(seed=1)
    assert ISMCTS(rollout="uniform").run(state).simulations == DEFAULT_SIMS


def test_reference_states_are_searched_alike(name: str) -> None:
    core, reference = (uneri.load_game(name, backend=b).new_initial_state(seed=2) for b in ("core", "reference"))
    assert essence(ISMCTS(100).run(core)) == essence(ISMCTS(100).run(reference))


@pytest.mark.parametrize("text", ["onda(players=2,rounds=1)", "solo(players=2,max_rounds=1)"])
def test_a_win_in_one_is_found(text: str) -> None:
    """Where going out wins, the search goes out."""
    found = 0
    for seed in range(30):
        state, rng = uneri.load_game(text, utility="win").new_initial_state(seed=seed), SplitMix64(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            winning = [a for a in legal if wins_at_once(state, a)]
            if 0 < len(winning) < len(legal):
                found += 1
                assert ISMCTS(300, objective="win", rollout="greedy").run(state).action in winning
                break
            state.apply_action(legal[rng.below(len(legal))])
    assert found > 5


@pytest.mark.parametrize("text", ["onda(players=3,rounds=1)", "solo(players=3,max_rounds=1)"])
def test_what_seats_hold_counts_where_rollouts_are_cut(text: str) -> None:
    """Points come at the end of a round; before it, only what is held tells positions apart."""
    state = uneri.load_game(text).new_initial_state(seed=1)
    while state.num_legal_actions() == 1:
        state.apply_action(state.legal_actions()[0])
    found = ISMCTS(200, rollout="uniform", depth=3).run(state)
    assert any(stats.mean not in (0.5, None) for stats in found.stats)


def wins_at_once(state: Any, action: int) -> bool:
    seat, after = state.current_player(), state.clone()
    after.apply_action(action)
    return bool(after.is_terminal() and after.returns()[seat] == 1)


def test_tree_is_plain_data(name: str) -> None:
    result = ISMCTS(400, seed=2).run(positions(name, 1)[0])
    assert pickle.loads(pickle.dumps(result)) == result

    def walk(items: list[dict[str, Any]]) -> int:
        for item in items:
            assert set(item) == TREE_KEYS
            assert 4 <= item["visits"] <= item["available"]
            assert sum(child["visits"] for child in item["children"]) <= item["visits"] * 4
        return len(items) + sum(walk(item["children"]) for item in items)

    assert walk(result.tree) >= sum(1 for visits in result.visits.values() if visits >= 4)


def test_simultaneous_choices_are_decoupled() -> None:
    """The first seat to choose in Tidal: in its own tree the others' cards are not split by what it chose."""
    state = uneri.load_game("tidal", players=2, rounds=1).new_initial_state(seed=1)
    assert state.current_player() == 0
    default, apart, common = (ISMCTS(600, seed=1, **mo).run(state) for mo in ({}, {"mo": True}, {"mo": False}))
    assert essence(default) == essence(apart) != essence(common)
    for result, seen in ((common, True), (apart, False)):
        answers = [child for item in result.tree for child in item["children"] if child["player"] == 1]
        # Choices of a gate, made when the cards are shown, may stand there in both.
        assert any(not child["notation"].startswith("G") for child in answers) == seen


class _Tags(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_results_show(name: str) -> None:
    result = ISMCTS(100).run(positions(name, 1)[0])
    assert result.notation in str(result)
    tags = _Tags()
    tags.feed(result._repr_html_())
    assert tags.open == []


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"sims": 0}, ValueError),
        ({"sims": 1.5}, TypeError),
        ({"time_ms": 0}, ValueError),
        ({"time_ms": "1"}, TypeError),
        ({"seed": -1}, ValueError),
        ({"threads": 0}, ValueError),
        ({"trees": 257}, ValueError),
        ({"c": float("nan")}, ValueError),
        ({"c": -1}, ValueError),
        ({"widening": -1}, ValueError),
        ({"bias": -1}, ValueError),
        ({"rollout": "best"}, ValueError),
        ({"rollout": 1}, TypeError),
        ({"epsilon": 1.1}, ValueError),
        ({"depth": -1}, ValueError),
        ({"horizon": "year"}, ValueError),
        ({"objective": "fun"}, ValueError),
        ({"final": "first"}, ValueError),
        ({"mo": "yes"}, TypeError),
        ({"root_widening": -1}, ValueError),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(settings))):
        ISMCTS(**settings)


def test_a_margin_is_checked() -> None:
    for wrong, error in ((-1, ValueError), (float("nan"), ValueError), ("1", TypeError)):
        with pytest.raises(error, match="margin"):
            FlatMC(margin=wrong)  # type: ignore[arg-type]


def test_texts_name_searches() -> None:
    assert repr(make_bot("ismcts:sims=50,rollout=greedy,c=0.5", seed=3)).startswith("ISMCTS(sims=50, seed=3")
    for wrong in ("ismcts:sims=0", "ismcts:worlds=3", "pimc:worlds=0", "flat:c=1"):
        with pytest.raises(ValueError, match=wrong.split(":")[0]):
            make_bot(wrong)


def test_nobody_to_act(name: str) -> None:
    state = uneri.load_game(name).new_initial_state()
    for kind in KINDS:
        with pytest.raises(ValueError, match="no seat is to act"):
            make_bot(kind).act(state)
    with pytest.raises(TypeError):
        ISMCTS().run(3)  # type: ignore[arg-type]


def test_the_gil_is_released(name: str, ticks: list[int]) -> None:
    """Another thread counts while the core searches."""
    before = ticks[0]
    ISMCTS(time_ms=200).run(positions(name, 1)[0])
    assert ticks[0] > before + 3


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT is sent in another way there")
@pytest.mark.parametrize("kind", ["FlatMC", "ISMCTS", "PIMC"])
def test_ctrl_c(name: str, kind: str, interrupted: Callable[[str], str]) -> None:
    program = (
        f"import uneri, uneri.search\nstate = uneri.load_game({name!r}).new_initial_state(seed=1)\n"
        "print('ready', flush=True)\n"
        f"try:\n    uneri.search.{kind}(10**9, threads=2).run(state)\n"
        f"except KeyboardInterrupt:\n    print('stopped', uneri.search.{kind}(10).run(state).simulations > 0)"
    )
    assert interrupted(program) == "stopped True\n"


def test_bias_is_towards_the_heuristic_player(name: str) -> None:
    """So much of it leaves nothing else to be chosen at the root; without a heuristic player it does nothing."""
    for state in positions(name, 5):
        biased = ISMCTS(100, rollout="eps", bias=1000).run(state)
        assert biased.action == GreedyBot().act(state)
        uniform = [ISMCTS(50, rollout="uniform", bias=bias).run(state).visits for bias in (0, 1000)]
        assert uniform[0] == uniform[1]


def test_a_margin_is_in_favour_of_the_heuristic_player(name: str) -> None:
    """No lead is so many standard errors, and the action to beat is tried as often as any; the more is asked for, the
    fewer choices differ."""
    differ = [0, 0, 0]
    for state in positions(name, 8):
        base = GreedyBot().act(state)
        results = [FlatMC(150, margin=margin).run(state) for margin in (0.25, 1.5, 1000)]
        assert results[-1].action == base
        assert all(result.visits[base] == max(result.visits.values()) for result in results)
        differ = [count + (result.action != base) for count, result in zip(differ, results, strict=True)]
        free = [FlatMC(50, rollout="uniform", margin=margin).run(state) for margin in (0, 1000)]
        assert free[0].stats == free[1].stats
    assert differ == sorted(differ, reverse=True)


def test_defaults_are_the_games(name: str) -> None:
    """What nobody sets is set as the docs say; in Namima single choices matter less than rollouts scatter."""
    state = positions(name, 1)[0]
    margin, epsilon, bias = (2, 0.02, 50) if name == "namima" else (0, 0.1, 5)
    assert FlatMC(200).run(state).stats == FlatMC(200, margin=margin, epsilon=epsilon).run(state).stats
    for kind in (ISMCTS, PIMC):
        plain, told = kind(100).run(state), kind(100, bias=bias, epsilon=epsilon).run(state)
        assert plain.stats == told.stats


def test_greedy_rollouts_need_a_greedy_player(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from uneri import _core

    state = uneri.load_game(name).new_initial_state(seed=1)
    assert GreedyBot().act(state) in state.legal_actions()
    monkeypatch.delattr(getattr(_core, name), "greedy")
    with pytest.raises(ValueError, match="uniform"):
        ISMCTS(10, rollout="eps").run(state)
