"""The command line as a user meets it: in a process of its own, with a pipe at either end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import uneri
import uneri.cli
from _commands import run_uneri as run

pytestmark = pytest.mark.subprocess

GAMES = uneri.games()


def test_games() -> None:
    done = run("games")
    assert done.returncode == 0
    assert all(name in done.stdout for name in GAMES)
    assert [row["name"] for row in json.loads(run("games", "--json").stdout)] == list(GAMES)


def test_help_lists_every_command() -> None:
    """With a line each, which comes from the table of commands; the command's own help comes from its module."""
    shown = " ".join(run("--help").stdout.split())
    files = {path.stem for path in Path(uneri.cli.__file__).parent.glob("*.py") if not path.stem.startswith("_")}
    assert set(uneri.cli.COMMANDS) == files
    for name, about in uneri.cli.COMMANDS.items():
        assert f" {name} {about}" in shown


@pytest.mark.parametrize("name", uneri.cli.COMMANDS)
def test_the_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert uneri.cli.main([name, "--help"]) == 0
    assert f"uneri {name} [-h]" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["games", "-h"], ["-h", "games"], ["--nonsense", "games"]], ids=" ".join)
def test_the_command_may_follow_an_option(words: list[str]) -> None:
    done = run(*words)
    if "--nonsense" in words:
        assert done.returncode == 2
        assert done.stderr == "uneri: unrecognized arguments: --nonsense (see uneri games --help)\n"
    else:
        assert done.returncode == 0
        assert done.stdout


def test_version() -> None:
    assert run("--version").stdout.strip() == f"uneri {uneri.__version__}"


@pytest.mark.parametrize("name", GAMES)
def test_info(name: str) -> None:
    game = uneri.load_game(name)
    text = run("info", name).stdout
    assert all(option in text for option in game.options)
    data = json.loads(run("info", name, "--json").stdout)
    assert str(game.num_distinct_actions) in text
    assert data["options"]


@pytest.mark.parametrize("name", GAMES)
def test_perft(name: str) -> None:
    state = uneri.load_game(name).new_initial_state(seed=1)
    wanted = uneri.perft(state, 3)
    assert f"{wanted}" in run("perft", name, "--depth", "3", "--seed", "1").stdout.replace(",", "")
    data = json.loads(run("perft", name, "--depth", "3", "--seed", "1", "--json", "--threads", "2").stdout)
    assert data["nodes"] == wanted
    divided = run("perft", name, "--depth", "2", "--seed", "1", "--divide").stdout
    assert state.action_to_string(state.legal_actions()[0]) in divided


@pytest.mark.parametrize("name", GAMES)
def test_playouts(name: str) -> None:
    data = json.loads(run("playouts", name, "-n", "50", "--seed", "3", "--json").stdout)
    played = uneri.playouts(uneri.load_game(name), 50, seed=3)
    assert data["mean_returns"] == pytest.approx(played.returns.mean(axis=0).tolist())
    assert "games" in run("playouts", name, "-n", "50").stdout


@pytest.mark.parametrize("name", GAMES)
def test_selfcheck(name: str) -> None:
    done = run("selfcheck", name, "--games", "3", "--seed", "5")
    assert done.returncode == 0
    assert "differences: 0" in done.stdout
    data = json.loads(run("selfcheck", name, "--games", "2", "--json").stdout)
    assert (data["differences"], data["games"]) == (0, 2)


@pytest.mark.parametrize("name", GAMES)
def test_watching_bots(name: str) -> None:
    words = ("play", name, "--watch", "--bots", "greedy,random", "--seed", "4", "-o", "players=2", "--picture", "none")
    one, two = run(*words), run(*words)
    assert one.returncode == 0
    assert one.stdout == two.stdout
    assert "seat 1" in one.stdout


@pytest.mark.parametrize("name", GAMES)
def test_playing_to_the_end_by_numbers(name: str) -> None:
    words = ("play", name, "-o", "players=2", "--seed", "1", "--bots", "random", "--picture", "none")
    done = run(*words, say="1\n" * 3000)
    assert done.returncode == 0
    assert "you " in done.stdout


def test_playing_onda() -> None:
    """A move by number, one by its name, one taken back, the words for help, and what is no move."""
    talk = "1\nHIDE g12\nundo\nstate\nhint\nhelp\n0\n999\nflush\nPASS\nquit\n"
    done = run("play", "onda", "--seed", "3", "--bots", "random", say=talk)
    assert done.returncode == 0
    out = done.stdout
    assert out.count("hide b1") == 1
    assert "you hide g12" in out
    assert "999" in out
    assert "flush" in out
    # A seat sees its own cards only: no line of another seat shows a card of a hand.
    lines = [line for line in out.splitlines() if line.lstrip("> ").startswith(("1 ", "2 ", "3 ")) and "?" in line]
    assert lines


def test_playing_ends_with_the_input() -> None:
    done = run("play", "onda", "--seed", "3", say="1\n")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["info", "chess"], ["chess", "onda"]),
        (["perft", "onda", "--depth", "x"], ["'x'", "allowed"]),
        (["perft", "onda", "--depth", "-1"], ["'-1'", "0 to 1000"]),
        (["perft", "onda"], ["--depth"]),
        (["playouts", "onda", "-n", "-5"], ["-5", "allowed"]),
        (["playouts", "onda", "-n", "1", "--threads", "0"], ["0", "1 to 256"]),
        (["play", "onda", "-o", "players=9"], ["players", "9", "2 to 5"]),
        (["play", "onda", "-o", "players"], ["players"]),
        (["play", "onda(players=3", "--watch"], ["onda(players=3"]),
        (["play", "onda", "--seat", "7"], ["7"]),
        (["play", "onda", "--bots", "oops"], ["oops", "greedy", "random"]),
        (["selfcheck", "onda", "--games", "none"], ["'none'"]),
        (["nonsense"], ["nonsense", "selfcheck"]),
        (["info", "onda", "-o", "bomb_sequence=no-such-file.json"], ["no-such-file.json"]),
    ],
    ids=" ".join,
)
def test_bad_input_is_named(words: list[str], named: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("uneri: ")
    assert "Traceback" not in done.stderr
    for text in named:
        assert text in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "uneri", "play", "onda", "--watch", "--seed", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    process.wait(timeout=60)
    process.stderr.close()
    assert "Traceback" not in errors
    assert process.returncode in (0, 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_named() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "uneri", "info", "onda"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
