"""Bots that are programs: what they are told, how they lose by failing, and that they never outlive the arena."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import uneri
from _commands import run_uneri
from uneri import arena
from uneri.bots import BotFailure, ExternalBot, make_bot
from uneri.search import FlatMC

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.skipif(sys.platform == "win32", reason="whether a program is alive is asked in another way there"),
]

SHORT = "onda(players=3,rounds=1)"

# Answers with the last legal action, except for what a mode says of the third request.
PROGRAM = """
import json, os, subprocess, sys, time
mode, log = sys.argv[1], open(sys.argv[2], "a")
print(os.getpid(), file=log, flush=True)
if mode == "no start":
    sys.exit(3)
if mode == "family":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(child.pid, file=log, flush=True)
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    if mode == "log":
        print(line, file=log, end="", flush=True)
    if request["type"] != "act":
        continue
    asked += 1
    move = request["legal"][-1]
    answer = {"id": request["id"], "action": move["action"]}
    if mode == "names":
        answer["action"] = move["notation"]
    if asked == 3 and mode == "crash":
        raise RuntimeError("a bug")
    if asked == 3 and mode in ("hang", "family"):
        time.sleep(600)
    if asked == 3 and mode == "mute":
        sys.stdout.close(), os.close(1), time.sleep(600)
    if asked == 3 and mode == "late":
        time.sleep(2)
    if asked == 3 and mode == "illegal":
        answer["action"] = 10**6
    if asked == 3 and mode == "boolean":
        answer["action"] = True
    if asked == 3 and mode == "unknown name":
        answer["action"] = "FLUSH"
    if asked == 3 and mode == "old id":
        answer["id"] -= 1
    if asked == 3 and mode == "no action":
        answer = [1]
    if asked == 3 and mode == "chatty":
        print("thinking ...")
    if asked == 3 and mode == "binary":
        sys.stdout.buffer.write(bytes(range(128, 256)) + b"\\n")
    if asked == 3 and mode == "flood":
        try:
            while True:
                sys.stdout.write("x" * 65536)
        except BrokenPipeError:
            os._exit(1)
    if asked == 3 and mode == "deep":
        print("[" * 100000, flush=True)
        continue
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """The command for a mode; `log of mode` is the file that it writes."""
    script = tmp_path / "bot.py"
    script.write_text(PROGRAM)
    return lambda mode: f"exec:'{sys.executable}' '{script}' '{mode}' '{tmp_path / mode}'"


def alive(pid: int) -> bool:
    """A program that has ended and that nobody has asked about is not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    if Path("/proc/self/stat").exists():
        return False
    with contextlib.suppress(OSError):
        os.kill(pid, 0)
        return True
    return False


def pids(log: Path) -> list[int]:
    return [int(line) for line in log.read_text().splitlines() if line.isdecimal()]


@pytest.mark.parametrize("mode", ["good", "names"])
def test_a_program_plays_like_the_same_bot_inside(mode: str, program: Callable[[str], str], tmp_path: Path) -> None:
    class Last:
        def act(self, state: uneri.State) -> int:
            return state.legal_actions()[-1]

    result = arena.run(SHORT, [program(mode), "greedy"], 4, workers=2, pool="threads", progress=False)
    inside = arena.run(SHORT, [Last, "greedy"], 4, progress=False)
    assert list(result.games()) == list(inside.games())
    assert len(pids(tmp_path / mode)) <= 1 + 2 * 2  # the trial; two workers, two copies at a table: not one a game
    assert not any(alive(pid) for pid in pids(tmp_path / mode))


def test_only_the_seats_view_is_sent(name: str, program: Callable[[str], str], tmp_path: Path) -> None:
    """Each request is what the contract gives to the seat, and no more, in every game."""
    game = uneri.load_game(name, players=2)
    result = arena.run(game, [program("log"), "random"], 1, progress=False)
    messages = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines() if line.startswith("{")]
    assert [message["type"] for message in messages[:2]] == ["game", "act"]  # the trial
    messages = messages[2:]
    acts = iter([message for message in messages if message["type"] == "act"])
    assert [m["type"] for m in messages if m["type"] != "act"] == ["game", "end"] * 2
    for line in result.games():
        state = game.new_initial_state(line["seed"])
        for action in line["actions"]:
            seat = state.current_player()
            if line["bots"][seat] == 0:
                request = next(acts)
                assert set(request) == {"type", "id", "seat", "view", "observation", "legal"}
                assert request["seat"] == seat
                assert request["view"] == json.loads(json.dumps(state.to_dict(seat)))
                assert request["observation"] == state.observation_string(seat)
                assert [move["action"] for move in request["legal"]] == state.legal_actions()
                assert all(state.parse_action(move["notation"]) == move["action"] for move in request["legal"])
            state.apply_action(action)
    assert next(acts, None) is None
    greetings = [message for message in messages if message["type"] == "game"]
    assert uneri.load_game(greetings[0]["game"]) == game
    assert greetings[0]["options"] == json.loads(json.dumps(game.options))
    deals = {line["seed"] for line in result.games()}
    assert not deals & {greeting["seed"] for greeting in greetings}  # a bot doesn't learn the seed that deals


FAILING = {
    "crash": ("crash", "exit code 1"),
    "mute": ("crash", "ended"),
    "hang": ("timeout", "300 ms"),
    "late": ("timeout", "300 ms"),
    "illegal": ("illegal", "1000000"),
    "boolean": ("illegal", "True"),
    "unknown name": ("illegal", "FLUSH"),
    "old id": ("illegal", "has id 3"),
    "no action": ("illegal", "it must be"),
    "chatty": ("illegal", "thinking"),
    "binary": ("illegal", "not JSON"),
    "flood": ("illegal", "not JSON"),
    "deep": ("illegal", "not JSON"),
}


@pytest.mark.parametrize("mode", FAILING)
def test_a_failing_program_loses_and_the_arena_goes_on(
    mode: str, program: Callable[[str], str], tmp_path: Path
) -> None:
    kind, named = FAILING[mode]
    patience = 300 if kind == "timeout" else 60_000
    result = arena.run(SHORT, ["greedy", program(mode), "random"], 1, timeout_ms=patience, progress=False)
    lines = list(result.games())
    assert len(lines) == 3
    for line in lines:
        (forfeit,) = line["forfeits"]
        seat = line["bots"].index(1)
        assert (forfeit["seat"], forfeit["bot"], forfeit["kind"]) == (seat, 1, kind)
        assert named in forfeit["reason"]
        assert line["ranks"][seat] == 3
        assert sorted(line["ranks"])[:2] in ([1, 2], [1, 1])
        assert line["returns"][seat] == min(line["returns"])
        state = uneri.load_game(SHORT).new_initial_state(line["seed"])
        for action in line["actions"]:  # the others finished the game that they were dealt
            state.apply_action(action)
        assert state.is_terminal()
        assert all(line["returns"][s] == state.returns()[s] for s in range(3) if s != seat)
    assert next(row for row in result.rows if row.bot == program(mode)).forfeits == 3
    assert not any(alive(pid) for pid in pids(tmp_path / mode))


def test_a_program_that_does_not_start(program: Callable[[str], str], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot play: .*exit code 3"):
        arena.run(SHORT, ["greedy", program("no start")], 1, out=tmp_path / "run", progress=False)
    assert len(pids(tmp_path / "no start")) == 1
    assert not (tmp_path / "run").exists()


class Failing:
    """A bot inside that fails as its name says."""

    def __init__(self, how: str = "crash") -> None:
        self.how = how

    def act(self, state: Any) -> Any:
        if state.to_dict()["phase"] == "HIDE":  # well when it is tried
            return state.legal_actions()[0]
        if self.how == "crash":
            raise KeyError("no such card")
        return {"illegal": -1, "none": None, "float": 0.0}[self.how]


@pytest.mark.parametrize(("how", "kind"), [("crash", "crash"), ("illegal", "illegal"), ("none", "illegal")])
def test_a_failing_bot_inside_loses_too(how: str, kind: str) -> None:
    result = arena.run(SHORT, [lambda: Failing(how), "greedy"], 2, progress=False)
    for line in result.games():
        assert {forfeit["kind"] for forfeit in line["forfeits"]} == {kind}
        lost = {forfeit["seat"] for forfeit in line["forfeits"]}
        assert lost == {seat for seat in range(3) if line["bots"][seat] == 0}
        others = [line["ranks"][seat] for seat in range(3) if seat not in lost]
        assert {line["ranks"][seat] for seat in lost} == {len(others) + 1}


def test_all_fail() -> None:
    result = arena.run(SHORT, [Failing, Failing], 2, progress=False)
    assert all(line["ranks"] == [1, 1, 1] for line in result.games())
    assert [row.elo.value for row in result.rows] == [0, 0]


def test_children_of_a_program_end_with_it(program: Callable[[str], str], tmp_path: Path) -> None:
    arena.run(SHORT, [program("family"), "greedy"], 1, timeout_ms=300, progress=False)
    started = pids(tmp_path / "family")
    assert len(started) >= 2
    limit = time.monotonic() + 10
    while any(alive(pid) for pid in started):
        assert time.monotonic() < limit
        time.sleep(0.02)


@pytest.mark.parametrize("workers", [1, 2])
def test_programs_end_when_the_arena_is_killed(workers: int, program: Callable[[str], str], tmp_path: Path) -> None:
    """kill -9 gives no chance to tidy up, and the program hangs: it must be gone all the same."""
    script = tmp_path / "run.py"
    script.write_text(
        "from uneri import arena\n"
        "if __name__ == '__main__':\n"
        f"    arena.run({SHORT!r}, [{program('hang')!r}, 'greedy'], 4, timeout_ms=600_000, workers={workers}, "
        "unit_deals=1, progress=False)\n"
    )
    process = subprocess.Popen([sys.executable, script])
    log = tmp_path / "hang"
    limit = time.monotonic() + 60
    while not log.exists() or len(pids(log)) < 1 + workers:  # the trial's first
        assert time.monotonic() < limit
        time.sleep(0.02)
    time.sleep(0.2)  # into the game
    started = pids(log)[1:]
    assert all(alive(pid) for pid in started)
    process.kill()
    process.wait()
    while any(alive(pid) for pid in pids(log)):
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_a_program_as_a_bot(program: Callable[[str], str], tmp_path: Path) -> None:
    """Outside an arena: `make_bot`, any state, and it is started anew after it failed."""
    bot = make_bot(program("crash"))
    assert isinstance(bot, ExternalBot)
    state = uneri.load_game("tidal").new_initial_state(seed=1)
    assert [bot.act(state), bot.act(state)] == [state.legal_actions()[-1]] * 2
    with pytest.raises(BotFailure, match="exit code 1"):
        bot.act(state)
    assert bot.act(state) == state.legal_actions()[-1]
    bot.close()
    assert len(pids(tmp_path / "crash")) == 2
    assert not any(alive(pid) for pid in pids(tmp_path / "crash"))
    finished = uneri.load_game("tidal").new_initial_state()
    with pytest.raises(ValueError, match="no seat is to act"):
        bot.act(finished)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("", "must be a program"),
        ("'x", "quotation"),
        (["no-such-program"], "no-such-program"),
        ([3], "list of strings"),
    ],
)
def test_bad_commands_are_named(command: Any, named: str) -> None:
    with pytest.raises((ValueError, TypeError), match=named):
        ExternalBot(command)
    with pytest.raises(ValueError, match="timeout_ms is 0"):
        ExternalBot([sys.executable], timeout_ms=0)


def test_the_documented_bot_plays(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text("utf-8")
    (text,) = [
        block for block in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE) if "stdin" in block
    ]
    (tmp_path / "my_bot.py").write_text(text)
    for game in uneri.games():
        bots = ["greedy", f"exec:'{sys.executable}' '{tmp_path / 'my_bot.py'}'"]
        result = arena.run(uneri.load_game(game, players=2), bots, 1, progress=False)
        assert not any(line["forfeits"] for line in result.games())


def test_playing_in_the_terminal(program: Callable[[str], str], tmp_path: Path) -> None:
    words = ["play", "tidal", "--watch", "--seed", "3", "--picture", "none", "--bots", program("log")]
    done = run_uneri(*words)
    assert done.returncode == 0, done.stderr
    greetings = [line for line in (tmp_path / "log").read_text().splitlines() if '"type":"game"' in line]
    assert sorted(json.loads(line)["seat"] for line in greetings) == [0, 1, 2, 3]
    assert not any(alive(pid) for pid in pids(tmp_path / "log"))


def test_the_example_plays_from_the_view_alone(name: str) -> None:
    """The library's search in another process answers as on the state here."""
    program = Path(__file__).parents[2] / "docs" / "examples" / "play_from_view.py"
    state = uneri.load_game(name).new_initial_state(seed=5)
    bot = ExternalBot([sys.executable, str(program)], 60_000)
    try:
        for _ in range(6):
            action = bot.act(state)
            assert action == FlatMC(sims=100, seed=1).act(state)
            state.apply_action(action)
    finally:
        bot.close()
