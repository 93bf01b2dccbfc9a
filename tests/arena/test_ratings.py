"""The arena's statistics against known answers and simulated matches: intervals that cover, tests that keep their error."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from uneri import arena
from uneri.arena.play import rank_seats
from uneri.arena.ratings import ELO, Tally, ratings, share
from uneri.arena.sprt import Sprt

SHORT = "onda(players=3,rounds=1)"


def line(deal: int, bots: list[int], returns: list[float], lost: set[int] | None = None) -> dict[str, Any]:
    return {
        "deal": deal,
        "bots": bots,
        "returns": returns,
        "ranks": rank_seats(returns, lost or set()),
        "decisions": 1,
        "forfeits": [{"bot": bots[seat]} for seat in sorted(lost or ())],
    }


@pytest.mark.parametrize(
    ("returns", "lost", "expected"),
    [
        ([3, 1, 2], set(), [1, 3, 2]),
        ([3, 3, 2], set(), [1, 1, 3]),
        ([5, 5, 5, 5], set(), [1, 1, 1, 1]),
        ([3, 1, 1], {1}, [1, 3, 2]),
        ([3, 1, 1], {1, 2}, [1, 2, 2]),
        ([1, 1], {0, 1}, [1, 1]),
    ],
)
def test_ranks(returns: list[float], lost: set[int], expected: list[int]) -> None:
    assert rank_seats(returns, lost) == expected


def test_two_bots_have_the_rating_of_their_score() -> None:
    """With many games the added draw is nothing: 75 % is 191 Elo points."""
    tally = Tally(["a", "b"])
    for deal in range(4000):
        tally.add([line(deal, [0, 1], [1, 0] if deal % 4 else [0, 1])])
    first, second = tally.rows()
    assert (first.elo.value or 0) - (second.elo.value or 0) == pytest.approx(ELO * math.log(3), abs=0.5)
    assert first.score.value == 0.75
    assert first.score.low == pytest.approx(0.75 - 1.96 * math.sqrt(0.75 * 0.25 / 4000), abs=2e-4)
    assert tally.pairs()[0].elo.value == pytest.approx(190.8, abs=0.1)


def test_three_bots_recover_their_strengths() -> None:
    wins = np.zeros((1000, 3, 3))
    met = np.zeros((1000, 3, 3))
    theta = np.array([1.0, 0.0, -1.0])
    for a in range(3):
        for b in range(3):
            if a != b:
                met[:, a, b] = 10
                wins[:, a, b] = 10 / (1 + math.exp(theta[b] - theta[a]))
    found, error = ratings(wins, met)
    assert found == pytest.approx(theta * ELO, abs=0.5)
    assert error is not None
    assert (error < 20).all()


def test_copies_of_a_deal_tell_nothing_new() -> None:
    """The same results as one deal of ten games each or as ten games apart: the interval must know the difference."""
    rng = np.random.default_rng(1)
    outcomes = rng.random(60) < 0.5
    together, apart = Tally(["a", "b"]), Tally(["a", "b"])
    for deal, won in enumerate(outcomes):
        game = [1.0, 0.0] if won else [0.0, 1.0]
        together.add([line(deal, [0, 1], game) for _ in range(10)])
        apart.add([line(deal, [0, 1], game)])
    wide, narrow = together.rows()[0].elo, apart.rows()[0].elo
    assert wide.high is not None
    assert narrow.high is not None
    assert wide.high - (wide.low or 0) == pytest.approx(narrow.high - (narrow.low or 0), rel=0.05)


def test_who_never_loses_has_no_upper_bound() -> None:
    tally = Tally(["a", "b"])
    for deal in range(10):
        tally.add([line(deal, [0, 1], [1, 0]), line(deal, [1, 0], [0, 1])])
    best, worst = tally.rows()
    assert best.elo.high is None
    assert best.elo.low is not None
    assert worst.elo.low is None
    assert best.score.value == 1
    assert best.score.low == pytest.approx(0.025**0.1, abs=1e-4)  # ten deals, not twenty games


def test_one_deal_has_no_interval() -> None:
    tally = Tally(["a", "b"])
    assert tally.rows() == []
    tally.add([line(0, [0, 1], [1, 0]), line(0, [1, 0], [1, 0])])
    assert tally.rows()[0].elo.low is None
    assert tally.rows()[0].score.low is None
    assert tally.rows()[0].score.value == 0.5


@pytest.mark.slow
@pytest.mark.unsanitized
def test_intervals_cover() -> None:
    """In 400 simulated matches with dependent games the 95 % intervals hold the truth in 92 to 98 % of the cases."""
    rng = np.random.default_rng(7)
    theta = [0.6, 0.0, -0.6]
    truth = [ELO * value for value in theta]
    hits = score_hits = 0
    for _ in range(400):
        tally = Tally(["0", "1", "2"])
        for deal in range(60):
            luck = rng.gumbel(size=3)
            games = []
            for shift in range(3):
                own = luck if shift and rng.random() < 0.7 else rng.gumbel(size=3)
                luck = own if shift == 0 else luck
                seats = [(seat + shift) % 3 for seat in range(3)]
                games.append(line(deal, seats, [theta[bot] + own[bot] for bot in seats]))
            tally.add(games)
        for row in tally.rows():
            if row.elo.low is not None and row.elo.high is not None:
                hits += row.elo.low <= truth[int(row.bot)] <= row.elo.high
        middle = next(row for row in tally.rows() if row.bot == "1").score
        score_hits += (middle.low or 0) <= 0.5 <= (middle.high or 0)
    assert 0.92 < hits / 1200 < 0.98
    assert 0.92 < score_hits / 400 < 0.98


def test_a_share_of_unequal_deals() -> None:
    found = share(np.array([1.0, 3.0, 0.0, 2.0]), np.array([2.0, 4.0, 0.0, 2.0]))
    assert found.value == 0.75
    assert found.low is not None
    assert found.low < 0.75 < (found.high or 0)
    assert share(np.zeros(3), np.zeros(3)).value is None


def played(rng: np.random.Generator, elo: float, sprt: Sprt) -> tuple[str | None, int]:
    """Deals of two games that share half of their luck."""
    chance = 1 / (1 + math.exp(-elo / ELO))
    for deal in range(20_000):
        one = rng.random() < chance
        two = one if rng.random() < 0.5 else rng.random() < chance
        sprt.add([line(deal, [0, 1], [one, not one]), line(deal, [1, 0], [not two, two])])
        if deal % 4 == 3 and (state := sprt.state()).accepted:
            return state.accepted, deal
    return None, 20_000


@pytest.mark.unsanitized
def test_the_sequential_test_keeps_its_errors() -> None:
    """At either hypothesis the other is accepted in about 5 % of the runs, and a clear case ends soon."""
    rng = np.random.default_rng(3)
    for elo, right in ((0.0, "elo0"), (60.0, "elo1")):
        runs = [played(rng, elo, Sprt(0, 60)) for _ in range(300)]
        assert sum(accepted != right for accepted, _ in runs) <= 0.09 * 300
        assert all(accepted is not None for accepted, _ in runs)
    assert played(rng, 300.0, Sprt(0, 60))[1] < 100


def test_the_test_ends_at_the_same_deal_for_any_workers() -> None:
    alone = arena.run(SHORT, ["greedy", "random"], 400, sprt=(0, 100), unit_deals=3, progress=False)
    assert alone.sprt is not None
    assert alone.sprt.accepted == "elo1"
    assert alone.deals == alone.sprt.deals < 400
    assert alone.deals % 3 == 0
    shared = arena.run(
        SHORT, ["greedy", "random"], 400, sprt=(0, 100), unit_deals=3, workers=4, pool="threads", progress=False
    )
    assert shared.to_dict() == alone.to_dict()
    assert list(shared.games()) == list(alone.games())
    other = arena.run(SHORT, ["random", "greedy"], 400, sprt=(0, 100), progress=False)
    assert other.sprt is not None
    assert other.sprt.accepted == "elo0"


def test_the_test_is_resumed(tmp_path: Any) -> None:
    given: dict[str, Any] = {"bots": ["greedy", "random"], "sprt": (0, 100), "progress": False}
    whole = arena.run(SHORT, deals=400, **given, out=tmp_path / "a")
    arena.run(SHORT, deals=8, **given, out=tmp_path / "b")
    resumed = arena.run(SHORT, deals=400, **given, out=tmp_path / "b", resume=True)
    assert resumed.to_dict() == whole.to_dict() == arena.load(tmp_path / "a").to_dict()


def test_an_empty_test_is_undecided() -> None:
    assert Sprt(0, 5).state().accepted is None
    assert "undecided" in str(Sprt(0, 5).state())
