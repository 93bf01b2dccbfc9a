"""perft, playouts and reviews by several processes: the same numbers, and files that are not made twice."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import records, review
from uneri.cli import main
from uneri.registry import distributed

SHORT = "onda(players=2,rounds=1)"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units of few games."""
    monkeypatch.setattr(distributed, "_GAMES", 7)


def test_parts_of_playouts_are_the_playouts(small: None, backend: str, tmp_path: Path) -> None:
    game = uneri.load_game("onda", players=2, rounds=1, backend=backend)
    for start in (game, game.new_initial_state(seed=5)):
        whole = uneri.playouts(start, 20, seed=3)
        parts = uneri.playouts(start, 20, seed=3, out=tmp_path)
        assert np.array_equal(whole.returns, parts.returns)
        assert np.array_equal(whole.lengths, parts.lengths)
        assert parts.lengths.dtype == whole.lengths.dtype
    assert len(list((tmp_path / "units").iterdir())) == 6


@pytest.mark.subprocess
def test_processes_give_the_same(small: None, name: str) -> None:
    state = uneri.load_game(name, players=2).new_initial_state(seed=2)
    whole, parts = (uneri.playouts(state, 10, seed=3, jobs=jobs) for jobs in (1, 2))
    assert np.array_equal(whole.returns, parts.returns)
    assert np.array_equal(whole.lengths, parts.lengths)
    depth = 2 if name in ("tacta", "namima") else 3
    assert uneri.perft_divide(state, depth) == uneri.perft_divide(state, depth, jobs=2)


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4])
def test_parts_of_a_perft_are_the_perft(depth: int, tmp_path: Path) -> None:
    for start in (None, 7):
        state = uneri.load_game(SHORT).new_initial_state(start)
        levels = min(depth, 2) if start is None else depth  # the deal has many outcomes
        assert uneri.perft(state, levels, out=tmp_path) == uneri.perft(state, levels)
        if levels:
            assert uneri.perft_divide(state, levels, out=tmp_path) == uneri.perft_divide(state, levels)


def test_what_is_there_is_not_done_again(small: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = uneri.load_game(SHORT)
    first = uneri.playouts(game, 20, seed=3, out=tmp_path)
    monkeypatch.setattr(distributed.PlayoutPart, "__call__", None)
    again = uneri.playouts(game, 20, seed=3, out=tmp_path)
    assert np.array_equal(first.returns, again.returns)
    with pytest.raises(RuntimeError, match=r"unit 000000-\w+: "):
        uneri.playouts(game, 20, seed=4, out=tmp_path)


def saved(rows: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, rows, allow_pickle=True)
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x93NUMPY",
        b"12\n",
        b"PK\x03\x04",
        b"PK\x05\x06" + bytes(18),  # an empty archive
        saved(np.array([{}])),
        saved(np.zeros((5, 2))),
        saved(np.zeros((5, 3)))[:-1],
        saved(np.zeros((5, 3))).replace(b"(5, 3)", b"(9**9, 3)"),
        saved(np.zeros((5, 3))).replace(b"(5, 3), }" + b" " * 12, b"(500000000000, 3), }" + b" "),
    ],
)
def test_damaged_parts_are_named(small: None, content: bytes, tmp_path: Path) -> None:
    game = uneri.load_game(SHORT)
    uneri.playouts(game, 5, seed=3, out=tmp_path)
    (file,) = (tmp_path / "units").iterdir()
    file.write_bytes(content)
    with pytest.raises(ValueError, match=rf"the file of unit {file.name} is damaged"):
        uneri.playouts(game, 5, seed=3, out=tmp_path)


def test_wrong_arguments() -> None:
    game = uneri.load_game(SHORT)
    with pytest.raises(ValueError, match="jobs is 0; allowed: 1 to 256"):
        uneri.playouts(game, 5, jobs=0)
    with pytest.raises(ValueError, match=r"unit_seconds is 0; allowed: 0\.01 to"):
        uneri.perft(game.new_initial_state(1), 2, unit_seconds=0)
    with pytest.raises(ValueError, match="depth is 0; allowed: 1 to"):
        uneri.perft_divide(game.new_initial_state(1), 0, jobs=2)


# --- reviews --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def games() -> list[records.Record]:
    return [records.record(SHORT, ["greedy", "random"], seed, views=False) for seed in (7, 8, 9)]


@pytest.mark.subprocess
def test_reviews_of_many_games_are_those_of_each(games: list[records.Record], tmp_path: Path) -> None:
    found = list(review.review_games(games, "flat:sims=20", worlds=10, jobs=2, out=tmp_path, progress=False))
    each = [review.review(game, "flat:sims=20", worlds=10, progress=False) for game in games]
    assert found == each
    assert [one.to_dict() for one in found] == [one.to_dict() for one in each]
    assert [json.loads(path.read_bytes()) for path in sorted((tmp_path / "units").iterdir())] == [
        json.loads(json.dumps(one.to_dict())) for one in each
    ]
    greedy, other = review.player_summaries(found)
    assert (greedy.player, other.player, greedy.games) == ("greedy", "random", 3)
    losses = [d.loss for one in found for d in one.decisions if d.seat == 0 and d.legal > 1]
    assert greedy.decisions == len(losses)
    assert greedy.mean_loss == pytest.approx(np.mean(losses))
    assert greedy.low is not None
    assert greedy.high is not None
    assert greedy.low < greedy.mean_loss < greedy.high


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("players",), "ab"),
        (("players", 0), 5),
        (("seat",), "x"),
        (("stopped",), 0),
        (("decisions", 0, "loss"), "x"),
        (("decisions", 0, "line"), None),
        (("decisions", 0, "facts"), 3),
        (("decisions", 0, "moves", 0, "value"), None),
    ],
)
def test_damaged_reviews_are_named(
    games: list[records.Record], path: tuple[Any, ...], value: Any, tmp_path: Path
) -> None:
    list(review.review_games(games[:1], "flat:sims=20", worlds=10, out=tmp_path))
    (file,) = (tmp_path / "units").iterdir()
    data = json.loads(file.read_bytes())
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(ValueError, match=rf"the review {file.name} is damaged"):
        list(review.review_games(games[:1], "flat:sims=20", worlds=10, out=tmp_path))


def test_facts_of_namima_come_back(tmp_path: Path) -> None:
    game = records.record("namima(games=1,variant=sazanami)", ["greedy"] * 4, 3, views=False)
    (found,) = review.review_games([game], "flat:sims=4", 1, worlds=10, out=tmp_path)
    assert any(decision.facts for decision in found.decisions)
    assert found.to_dict() == json.loads(json.dumps(review.review(game, "flat:sims=4", 1, worlds=10).to_dict()))


def test_the_command_reviews_many(
    games: list[records.Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records.write(tmp_path / "a.uneri.jsonl", games[:2])
    records.write(tmp_path / "b.uneri.jsonl", games[2:])
    files = [str(tmp_path / f"{name}.uneri.jsonl") for name in "ab"]
    words = ["review", *files, "--bot", "flat:sims=20", "--worlds", "10", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 games; flat:sims=20, judged in 10 worlds\nplayer  games  decisions")
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["number"] for one in told["reviews"]] == [1, 2, 1]
    assert main(["review", files[0]]) == 2
    assert "has several games; choose one by --game N" in capsys.readouterr().err
    assert main(["review", *files, "--game", "1"]) == 2
    assert "--game is for one game" in capsys.readouterr().err


def test_the_commands_count_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["perft", SHORT, "--seed", "3", "--depth", "3"], ["playouts", SHORT, "-n", "30"]):
        told = []
        for more in ([], ["--out", str(tmp_path)]):
            assert main([*words, *more, "--json"]) == 0
            told.append(json.loads(capsys.readouterr().out))
        assert {k: v for k, v in told[0].items() if "second" not in k} == {
            k: v for k, v in told[1].items() if "second" not in k
        }
        assert main([*words, "--unit-seconds", "0"]) == 2
        assert "--unit-seconds is 0.0; allowed" in capsys.readouterr().err
