"""The suites of node counts: by the core up to a million nodes, by the reference as far as it gets in a moment."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests._commands import run_uneri

import uneri
from uneri.testing import PerftSuite, SuitePosition, compare_suites, parse_suite, read_suite

SUITES = {name: read_suite(name) for name in uneri.games()}
ROWS = [(name, position) for name, suite in SUITES.items() for position in suite.positions]
IDS = [f"{name}-{position.text.split(':')[0]}" for name, position in ROWS]
MOST = 1_000_000
FEW = 300


@pytest.mark.parametrize("name", uneri.games())
def test_a_suite_has_enough_positions(name: str) -> None:
    positions = SUITES[name].positions
    assert len(positions) >= 60
    games = [uneri.load_game(name, **position.options) for position in positions]
    assert len({game.num_players for game in games}) >= 3
    assert max(count.nodes for position in positions for count in position.counts) > 10**8
    for option, default in uneri.load_game(name).options.items():
        assert any(game.options[option] != default for game in games), option


@pytest.mark.parametrize("name", uneri.games())
def test_a_suite_says_how_its_nodes_were_counted(name: str) -> None:
    counts = [count for position in SUITES[name].positions for count in position.counts]
    assert all("core" in count.ways for count in counts)
    assert all("reference" in count.ways for count in counts if count.nodes <= 10**4)
    assert all("is_legal" in count.ways for count in counts if count.nodes <= 10**5)


@pytest.mark.parametrize(("name", "position"), ROWS, ids=IDS)
def test_core(name: str, position: SuitePosition) -> None:
    state = position.reach(name)
    for count in position.counts:
        if count.nodes <= MOST:
            assert uneri.perft(state, count.depth) == count.nodes
        if count.nodes <= FEW:
            assert uneri.perft(state, count.depth, by="is_legal") == count.nodes


@pytest.mark.parametrize(("name", "position"), ROWS, ids=IDS)
def test_reference(name: str, position: SuitePosition) -> None:
    state = position.reach(name, "reference")
    for count in position.counts:
        if count.nodes <= FEW or count.depth == 1:
            assert uneri.perft(state, count.depth) == count.nodes
            assert uneri.perft(state, count.depth, by="is_legal") == count.nodes


@pytest.mark.parametrize("name", uneri.games())
def test_its_text_is_read_as_it_is_written(name: str) -> None:
    assert parse_suite(SUITES[name].to_text()) == SUITES[name]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nodes 1", "must be DEPTH COUNT"),
        ("nodes 0 5", "the depth is '0'; allowed: 1 to 1000"),
        ("nodes 2 -5", "the count is '-5'"),
        ("nodes 2 18446744073709551616", "allowed: 0 to 18446744073709551615"),
        ("moves 1 x", "a move is 'x'"),
        ("options [1]", "is not a JSON object"),
        ("state {", "is not a JSON object"),
        ("depth 4", "begins with 'depth'; allowed: position, options, moves, state, nodes"),
    ],
)
def test_a_wrong_line_is_named(line: str, message: str) -> None:
    with pytest.raises(ValueError, match="line 4") as caught:
        parse_suite(f"perft-suite 1\ngame onda\nposition a\n{line}\n")
    assert message in str(caught.value)


def test_another_format_is_refused() -> None:
    for text in ("", "perft-suite 2\ngame onda\n", "perft-suite 1\nonda\n"):
        with pytest.raises(ValueError, match=r"line [12]"):
            parse_suite(text)


def miscount(text: str) -> str:
    """Changes the first count."""
    return re.sub(r"nodes 1 (\d+)", lambda found: f"nodes 1 {int(found[1]) + 1}", text, count=1)


def test_counts_of_two_implementations_are_compared() -> None:
    ours = SUITES["onda"]
    text = ours.to_text()
    wrong = parse_suite(miscount(text))
    assert list(compare_suites(ours, ours)) == []
    [(_, depth, mine, theirs)] = compare_suites(ours, wrong)
    assert (depth, theirs) == (1, mine + 1)


def write(path: Path, name: str, change: Any = None) -> Path:
    suite = SUITES[name]
    text = PerftSuite(name, suite.positions[:6]).to_text()
    path.write_text(change(text) if change else text, encoding="utf-8")
    return path


def test_the_command_counts_a_file(tmp_path: Path) -> None:
    run = run_uneri("perft", "--suite", str(write(tmp_path / "a.perft", "onda")), "--max-nodes", "10000")
    assert run.returncode == 0, run.stderr
    assert "onda: 6 positions" in run.stdout
    assert "no difference" in run.stdout


def test_the_command_fails_for_a_difference(tmp_path: Path) -> None:
    path = write(tmp_path / "a.perft", "onda", miscount)
    run = run_uneri("perft", "--suite", str(path), "--max-nodes", "1000", "--divide", "--json")
    assert run.returncode == 1, run.stderr
    found = json.loads(run.stdout)
    [row] = found["suites"][0]["differences"]
    assert row["file"] == row["nodes"] + 1 == sum(part["nodes"] for part in row["divide"]) + 1


def test_the_command_compares_two_files(tmp_path: Path) -> None:
    path = write(tmp_path / "a.perft", "onda", miscount)
    run = run_uneri("perft", "--suite", "onda", "--against", str(path))
    assert run.returncode == 1, run.stderr
    assert "6 of 6 positions in common, 1 counts differ" in run.stdout


def test_a_state_that_the_moves_do_not_reach_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.perft", "onda", lambda text: re.sub(r'"dial":\d', '"dial":9', text, count=1))
    run = run_uneri("perft", "--suite", str(path))
    assert run.returncode == 2
    assert "the moves lead to another state: dial differ" in run.stderr
