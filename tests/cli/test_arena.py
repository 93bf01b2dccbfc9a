"""`uneri arena` and `uneri analyse` as a user meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import uneri
from _commands import UNERI
from _commands import run_uneri as run
from uneri import arena
from uneri.search import ISMCTS

pytestmark = pytest.mark.subprocess

GAMES = uneri.games()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_arena(name: str) -> None:
    words = ("arena", name, "--seats", "2", "--bots", "greedy,random", "--deals", "3", "--seed", "4")
    done = run(*words)
    assert done.returncode == 0
    assert done.stderr == ""
    assert all(word in done.stdout for word in ("greedy", "random", "Elo", "3 deals", "6 games"))
    data = json.loads(run(*words, "--json", "--workers", "2").stdout)
    result = arena.run(uneri.load_game(name, players=2), ["greedy", "random"], 3, seed=4, progress=False)
    assert data == json.loads(json.dumps(result.to_dict()))


@pytest.mark.slow
def test_a_folder_and_resume(tmp_path: Path) -> None:
    words = ["arena", "onda", "-o", "players=3", "-o", "rounds=1", "--bots", "greedy,flat:sims=20", "--bot", "random"]
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    assert run(*words, "--deals", "9", "--out", one).returncode == 0
    assert run(*words, "--deals", "4", "--out", two).returncode == 0
    refused = run(*words, "--deals", "9", "--out", two)
    assert refused.returncode == 2
    assert "resume" in refused.stderr
    other = run(*words, "--deals", "9", "--out", two, "--resume", "--seed", "1")
    assert other.returncode == 2
    assert "seed is 0 there and 1 here" in other.stderr
    resumed = run(*words, "--deals", "9", "--out", two, "--resume", "--workers", "2", "--pool", "threads")
    assert resumed.returncode == 0
    assert "flat:sims=20  random" in resumed.stdout
    for name in ("games.jsonl", "table.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_sprt_and_seatings() -> None:
    done = run("arena", "onda(players=3,rounds=1)", "--bots", "greedy,random", "--sprt", "0,100", "--deals", "500")
    assert "accepted: elo1" in done.stdout
    alone = json.loads(
        run(
            "arena",
            "onda(players=3,rounds=1)",
            "--bots",
            "greedy,random",
            "--seating",
            "alone",
            "--deals",
            "2",
            "--json",
        ).stdout
    )
    assert alone["games"] == 6
    assert alone["bots"][0]["games"] + alone["bots"][1]["games"] == 18


ONCE = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "act":
        if request["id"] > 1:
            sys.exit(5)
        print(json.dumps({"id": 1, "action": request["legal"][0]["action"]}), flush=True)
"""


def test_forfeits_are_shown(tmp_path: Path) -> None:
    (tmp_path / "once.py").write_text(ONCE)
    bot = f"exec:{sys.executable} {tmp_path / 'once.py'}"
    done = run("arena", "onda(players=2,rounds=1)", "--bots", "greedy", "--bot", bot, "--deals", "1")
    assert done.returncode == 0
    assert "forfeit, crash" in done.stdout
    assert "exit code 5" in done.stdout


@pytest.mark.slow
def test_a_bot_that_cannot_start(tmp_path: Path) -> None:
    """Exit code 2, the bot and the reason, and a folder that is as it was."""
    (tmp_path / "no_weights_bot.py").write_text(
        "class Bot:\n    def __init__(self, file):\n        open(file)\n    def act(self, state):\n        raise SystemExit\n"
    )
    words = ("arena", "onda(players=2,rounds=1)", "--bots", "greedy", "--deals", "2", "--out", "run")
    for bot, reason in (
        ("no_weights_bot:Bot(file=missing)", "FileNotFoundError: [Errno 2] No such file or directory: 'missing'"),
        ("no_weights_bot:Bot(file=no_weights_bot.py)", "SystemExit"),
        (f"exec:{sys.executable} -c 'raise SystemExit(5)'", "exit code 5"),
        ("exec:no-such-program", "no program 'no-such-program'"),
    ):
        for workers in ("1", "2"):
            done = run(*words, "--bot", bot, "--workers", workers, cwd=tmp_path)
            assert done.returncode == 2
            assert done.stderr.startswith("uneri: ")
            assert reason in done.stderr
            assert bot.removeprefix("exec:").split()[0] in done.stderr
            assert done.stdout == ""
            assert not (tmp_path / "run").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    words = [
        "arena",
        "onda",
        "--bots",
        "greedy,flat:sims=200",
        "--deals",
        "1000",
        "--unit",
        "1",
        "--out",
        str(tmp_path),
    ]
    process = subprocess.Popen([*UNERI, *words], stderr=subprocess.PIPE, text=True)
    limit = time.monotonic() + 60
    while len(list(tmp_path.glob("units/*.jsonl"))) < 2:
        assert time.monotonic() < limit
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "--resume" in said
    assert "Traceback" not in said
    assert arena.load(tmp_path).deals >= 2


def test_progress_without_a_terminal_is_plain_lines(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from uneri.cli import arena as command
    from uneri.cli import main

    monkeypatch.setattr(command, "_LINE_SECONDS", 0.0)
    assert main(["arena", "tidal", "--bots", "greedy,random", "--deals", "8"]) == 0
    lines = capfd.readouterr().err.splitlines()
    assert any(line.startswith("4 of 8 deals, ") and line.endswith(" s left") for line in lines)
    assert not any("\x1b" in line or "\r" in line for line in lines)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal of POSIX")
def test_a_live_table_on_a_terminal() -> None:
    """With stderr a terminal: the table is drawn, with rating, games per second and time left, and taken away."""
    import pty

    ours, theirs = pty.openpty()
    words = ["arena", "onda", "--bots", "greedy,flat:sims=100", "--deals", "12", "--unit", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "uneri", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "160"},
    ) as process:
        os.close(theirs)
        seen = b""
        try:
            while block := os.read(ours, 65536):
                seen += block
        except OSError:  # Linux says so at the end
            pass
        assert process.stdout is not None
        out = process.stdout.read().decode()
    os.close(ours)
    text = seen.decode()
    assert process.returncode == 0
    assert all(word in text for word in ("Elo", "greedy", "of 12 deals", "games/s", "s left"))
    assert "12 deals" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["arena", "onda"], ["2 entries or more"]),
        (["arena", "onda", "--bots", "greedy"], ["2 entries or more"]),
        (["arena", "onda", "--bots", "greedy,oops"], ["oops", "ismcts"]),
        (["arena", "onda", "--bots", "greedy,random", "--sprt", "5"], ["'5'", "0,10"]),
        (["arena", "onda", "--bots", "greedy,random", "--sprt", "5,1"], ["below"]),
        (["arena", "onda", "--bots", "greedy,random", "--resume"], ["--out"]),
        (["arena", "onda", "--bots", "greedy,random", "--deals", "0"], ["'0'", "allowed"]),
        (["arena", "onda", "--seats", "9", "--bots", "greedy,random"], ["players", "2 to 5"]),
        (["arena", "onda(players=3)", "--seats", "2", "--bots", "greedy,random"], ["twice"]),
        (["arena", "onda", "--bots", "greedy,nowhere.at.all:Bot"], ["nowhere.at.all"]),
        (["analyse", "onda", "--bot", "greedy"], ["greedy", "a search"]),
        (["analyse", "onda", "--moves", "FLUSH"], ["FLUSH"]),
        (["analyse", "onda", "--moves", "PASS"], ["move 1", "PASS", "not legal"]),
        (["analyse", "onda", "--moves", "#999"], ["#999", "#1 to"]),
        (["analyse", "onda", "--state", "no-such-file"], ["no-such-file"]),
        (["analyse", "onda", "--state", "-"], ["onda"]),
        (["analyse", "onda", "--state", "x", "--seed", "1"], ["give only one"]),
        (["analyse", "onda", "--state", "x", "--view", "x"], ["--state and --view", "give only one"]),
        (["analyse", "onda", "--view", "x"], ["--seat"]),
        (["analyse", "onda", "--view", "x", "--seat", "0"], ["--view x cannot be read"]),
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


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_analyse(name: str, tmp_path: Path) -> None:
    """By seed and moves, by JSON, by bytes: the same position, the same answer as the search gives."""
    state = uneri.load_game(name).new_initial_state(seed=6)
    action = state.legal_actions()[0]
    state_text = state.action_to_string(action)
    state.apply_action(action)
    result = ISMCTS(sims=40).run(state)
    words = ("--bot", "ismcts:sims=40", "--json")
    found = json.loads(run("analyse", name, "--seed", "6", "--moves", state_text, *words).stdout)
    assert (found["seat"], found["action"]) == (state.current_player(), result.action)
    assert {move["action"]: move["visits"] for move in found["moves"]} == result.visits
    assert found["principal_variation"] == list(result.principal_variation)
    (tmp_path / "state.json").write_text(json.dumps(state.to_dict()))
    (tmp_path / "state.bytes").write_bytes(state.serialize())
    states = [["--state", str(path)] for path in tmp_path.iterdir()]
    seat = state.current_player()
    (tmp_path / "view.json").write_text(state.observation_string(seat))
    of_view = ["--view", str(tmp_path / "view.json"), "--seat", str(seat)]
    for more in (["--seed", "6", "--moves", "#1"], *states, of_view):
        again = json.loads(run("analyse", name, *more, *words).stdout)
        assert {**again, "seconds": 0} == {**found, "seconds": 0}
    text = run("analyse", name, "--seed", "6", "--moves", "#1", "--bot", "ismcts:sims=40", "--top", "3").stdout
    assert result.notation in text
    assert "visits" in text
    assert "line  " in text


def test_analyse_shows_only_what_the_seat_may_know() -> None:
    out = run("analyse", "onda", "--seed", "3", "--bot", "ismcts:sims=20").stdout
    state = uneri.load_game("onda").new_initial_state(seed=3)
    view = uneri.onda.render(state.to_dict(state.current_player()))
    assert view in out


def test_analyse_where_nobody_is_to_act() -> None:
    game = uneri.load_game("onda")
    done = run("analyse", "onda", "--state", "-", say=json.dumps(game.new_initial_state().to_dict()))
    assert done.returncode == 2
    assert "chance" in done.stderr
