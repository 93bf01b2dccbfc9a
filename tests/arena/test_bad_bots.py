"""Bots that misbehave: each loses its game with a reason, and the arena goes on. Those that can't start: an error first."""

from __future__ import annotations

import importlib
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from _commands import run_uneri
from uneri import arena

SHORT = "onda(players=3,rounds=1)"
WAYS: dict[str, dict[str, Any]] = {
    "one worker": {},
    "threads": {"workers": 2, "pool": "threads", "unit_deals": 1},
    "processes": {"workers": 2, "pool": "processes", "unit_deals": 1},
}

RAISING = {
    "RaisesSilent": "SilentError, whose text raises RuntimeError",
    "RaisesNameless": "an exception",
    "RaisesSurrogate": "ValueError: no file \\udcff\\ud800",
    "RaisesLines": "ValueError: a\u2028b\x85c\nd",
    "RaisesLong": "ValueError: xxx",
    "Exits": "SystemExit: 0",
    "ExitsSilently": "SystemExit, whose text raises RuntimeError",
    "Interrupts": "KeyboardInterrupt",
    "Generates": "GeneratorExit",
    "Stops": "StopIteration",
    "Recurses": "RecursionError: ",
    "NoMemory": "MemoryError",
    "AnswersBadIndex": "SystemExit: 3",
    "BadWatch": "SystemExit: watch",
}
NONSENSE = {
    "Answers": "played None (NoneType)",
    "AnswersUnshown": "played an object whose repr raises SystemExit (Unshown)",
    "AnswersHuge": "played an integer of 16610 bits",
    "AnswersNegative": "played -1",
    "AnswersNan": "played nan (float)",
    "AnswersLong": "played 'xxx",
}
DYING = {"Dies": "exit code 7", "Aborts": "SIGABRT", "Kills": "SIGKILL", "DiesInTheEnd": "exit code 8"}


@pytest.fixture(autouse=True)
def _bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """`bad_bots` can be imported, in worker processes too."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def bad(name: str) -> str:
    return f"bad_bots:{name}"


def lost(line: dict[str, Any], bot: int) -> set[int]:
    """The seats of a bot that lost their game, checked."""
    seats = [forfeit["seat"] for forfeit in line["forfeits"]]
    for forfeit in line["forfeits"]:
        assert forfeit["bot"] == line["bots"][forfeit["seat"]] == bot
        assert line["returns"][forfeit["seat"]] == min(line["returns"])
        assert line["ranks"][forfeit["seat"]] == 1 + 3 - len(seats)
    assert len(set(seats)) == len(seats)
    return set(seats)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["crash", "illegal"])
@pytest.mark.subprocess
def test_a_bot_never_ends_the_arena(way: str, kind: str, tmp_path: Path) -> None:
    """Whatever is raised or answered: a forfeit of every game with its reason, kept in a file."""
    failing = RAISING if kind == "crash" else NONSENSE
    bots = ["greedy", *map(bad, failing)]
    result = arena.run(SHORT, bots, 2, seating="alone", out=tmp_path, progress=False, **WAYS[way])
    lines = list(arena.load(tmp_path).games())
    assert len(lines) == 2 * 3 * len(failing)
    for line in lines:
        (bot,) = {index for index in line["bots"] if index}
        assert lost(line, bot) == {seat for seat in range(3) if line["bots"][seat] == bot}
        for forfeit in line["forfeits"]:
            assert forfeit["kind"] == kind
            assert failing[result._bots[bot].partition(":")[2]] in forfeit["reason"]
            assert len(forfeit["reason"]) < 400
    assert [json.dumps(line) for line in result.games()] == [json.dumps(line) for line in lines]


def test_told_of_a_game(tmp_path: Path) -> None:
    importlib.import_module("bad_bots").BadNewGame.told.clear()
    result = arena.run(SHORT, ["greedy", bad("BadNewGame")], 1, out=tmp_path, progress=False)
    assert all(lost(line, 1) for line in result.games())
    assert all(f["reason"] == "SystemExit: \\ud800" and f["ply"] == 0 for g in result.games() for f in g["forfeits"])


@pytest.mark.parametrize("bot", ["BadEnd", "BadClose"])
def test_after_the_game_there_is_nothing_to_lose(bot: str) -> None:
    result = arena.run(SHORT, ["greedy", bad(bot)], 2, progress=False)
    assert not any(line["forfeits"] for line in result.games())


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="ends of processes are told in another way there")
@pytest.mark.parametrize("bot", DYING)
def test_a_bot_that_ends_its_process(bot: str, tmp_path: Path) -> None:
    """The arena ends as any other work does, and names who may have done it; what was played stays, and can be resumed."""
    given: dict[str, Any] = {"deals": 2, "seating": "alone", "seed": 3, "progress": False}
    words = rf"unit 00000\d-\w+ was started 4 times, .*: {DYING[bot]}; a bot may have done that: bad_bots:{bot}; a program \(exec:"
    with pytest.raises(RuntimeError, match=words):
        arena.run(SHORT, [bad(bot), "greedy"], out=tmp_path, **given, **WAYS["processes"])
    assert arena.load(tmp_path).deals == 0


CANNOT = {
    "NoWeights": "FileNotFoundError: .*weights.npz",
    "NoMove": "SystemExit: 0",
    "NoLegalMove": "played -5",
    "NoBot": "method act",
}


@pytest.mark.subprocess
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bot", CANNOT)
def test_a_bot_that_cannot_start(bot: str, way: str, tmp_path: Path) -> None:
    """An error that names it and the reason, nothing played, and no folder that a next try would have to go on with."""
    folder = tmp_path / "run"
    with pytest.raises(ValueError, match=rf"bot bad_bots:{bot} cannot play: .*{CANNOT[bot]}"):
        arena.run(SHORT, ["greedy", bad(bot)], 4, out=folder, progress=False, **WAYS[way])
    assert not folder.exists()
    arena.run(SHORT, ["greedy", "random"], 1, out=folder, progress=False)


@pytest.mark.subprocess
def test_a_bot_that_ends_the_process_at_once() -> None:
    words = r"no bot has made its first move: unit .* exit code 0; a bot may have done that: bad_bots:NoLife; a program"
    with pytest.raises(ValueError, match=words):
        arena.run(SHORT, ["greedy", bad("NoLife")], 4, progress=False, **WAYS["processes"])


def test_a_finished_arena_asks_nobody(tmp_path: Path) -> None:
    """What is there already needs no bot that can start."""
    told = importlib.import_module("bad_bots").BadNewGame.told
    for _ in range(2):
        told.clear()
        arena.run(SHORT, ["greedy", bad("BadNewGame")], 1, out=tmp_path, resume=True, progress=False)
    assert told == []


def test_ctrl_c_is_the_users_whatever_the_bot_does(tmp_path: Path) -> None:
    """The bot catches the exception: the arena stops all the same, and the handler is what it was."""
    with pytest.raises(KeyboardInterrupt):
        arena.run(SHORT, ["greedy", bad("PressesCtrlC")], 4, out=tmp_path, progress=False)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert arena.run(SHORT, ["greedy", "random"], 1, progress=False).deals == 1


@pytest.mark.subprocess
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_hangs_has_its_unit_played_again(workers: int, tmp_path: Path) -> None:
    """Nobody loses a game by it, and the files are those of a run in which nothing happened."""
    bots = ["greedy", f"bad_bots:Sleeps(once={tmp_path / 'before'})"]
    given: dict[str, Any] = {"deals": 2, "unit_deals": 1, "seed": 3, "progress": False}
    arena.run(SHORT, bots, out=tmp_path / "late", workers=workers, unit_seconds=1.5, **given)
    assert (tmp_path / "before").exists()
    arena.run(SHORT, bots, out=tmp_path / "well", **given)
    assert (tmp_path / "late/games.jsonl").read_bytes() == (tmp_path / "well/games.jsonl").read_bytes()


@pytest.mark.subprocess
def test_a_bot_that_always_hangs(tmp_path: Path) -> None:
    """The error names the unit and the bot; the units before it stay."""
    given: dict[str, Any] = {"deals": 2, "unit_deals": 1, "seed": 3, "progress": False, "out": tmp_path}
    words = r"unit 000000-\w+ was started 4 times, .*: it took longer than 0\.7 s; a bot may have done that: bad_bots:Sleeps;"
    with pytest.raises(RuntimeError, match=words):
        arena.run(SHORT, ["greedy", bad("Sleeps")], unit_seconds=0.7, **given)
    with pytest.raises(ValueError, match="unit_seconds needs pool='processes'"):
        arena.run(SHORT, ["greedy", "random"], unit_seconds=1, pool="threads", workers=2, progress=False)


@pytest.mark.subprocess
def test_a_script_that_exits_on_import(tmp_path: Path) -> None:
    """A bot's module that is a program: its exit is not ours."""
    (tmp_path / "a_script.py").write_text("import sys\nsys.exit(0)\n")
    words = ["arena", "onda", "--bots", "greedy", "--bot", "a_script:Bot"]
    done = run_uneri(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot import a_script: SystemExit: 0" in done.stderr
