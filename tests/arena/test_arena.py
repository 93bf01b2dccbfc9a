"""The arena: fair seatings, the same deals for all, results that depend on the settings alone, work that resumes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, ClassVar

import pytest

import uneri
from uneri import arena
from uneri.arena.schedule import SEATINGS, Settings, derive_deal_seed, list_pairings, list_units, make_content_id
from uneri.cli import main
from uneri.contract import State

SHORT = "onda(players=3,rounds=1)"


def settings(**changes: Any) -> Settings:
    given: dict[str, Any] = {
        "version": "1",
        "game": "onda",
        "backend": "core",
        "options": {},
        "seats": 4,
        "bots": ("a", "b", "c"),
        "seed": 5,
        "seating": "cycle",
        "unit_deals": 4,
        "timeout_ms": 1000,
    }
    return Settings(**{**given, **changes})


def table_of(result: arena.Result) -> str:
    return json.dumps(result.to_dict())


class Counting:
    """Plays by its seed, and shows whether it is made anew for every game."""

    def __init__(self, seed: int = 0) -> None:
        self.seed, self.asked = seed, 0

    def act(self, state: State) -> int:
        self.asked += 1
        legal = state.legal_actions()
        return legal[(self.seed + self.asked) % len(legal)]


class Kept(Counting):
    """The same, but told of new games."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        Kept.made += 1

    def new_game(self, game: Any, seat: int, seed: int) -> None:
        self.seed, self.asked = seed, 0


class Meddling:
    """Changes the state that it is shown."""

    def act(self, state: State) -> int:
        action = state.legal_actions()[0]
        state.apply_action(action)
        return action


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("seating", SEATINGS)
def test_every_seat_equally_often(seating: str, count: int, seats: int) -> None:
    """Within each single deal, every bot sits on every seat equally often (of those that take part in it)."""
    chosen = settings(seating=seating, seats=seats, bots=tuple("abcdef"[:count]))
    orders = set()
    for deal in range(12):
        found = list_pairings(chosen, deal)
        assert [table.game for table in found] == list(range(len(found)))
        assert all(len(table.bots) == seats for table in found)
        by_bot: dict[int, Counter[int]] = {bot: Counter() for bot in range(count)}
        for table in found:
            for seat, bot in enumerate(table.bots):
                by_bot[bot][seat] += 1
        for bot, by_seat in by_bot.items():
            assert len({by_seat[seat] for seat in range(seats)}) == 1, (bot, by_seat)
            assert by_seat[0] > 0
        orders.add(tuple(table.bots for table in found))
    assert (len(orders) > 1) == (seating != "alone")


def test_numbers_of_games() -> None:
    assert len(list_pairings(settings(), 0)) == 3
    assert len(list_pairings(settings(seating="pairs"), 0)) == 6
    assert len(list_pairings(settings(seating="alone"), 0)) == 8


def test_units_cover_the_deals() -> None:
    for deals in (1, 4, 10, 13):
        found = list(list_units(settings(), deals))
        assert [d for unit in found for d in range(unit.first, unit.last)] == list(range(deals))
        assert len({unit.id for unit in found}) == len(found)


def test_any_setting_changes_the_content_id() -> None:
    changed = [
        settings(),
        settings(seed=6),
        settings(seating="pairs"),
        settings(bots=("a", "c", "b")),
        settings(options={"x": 1}),
        settings(timeout_ms=2),
    ]
    assert len({make_content_id(each, 0, 4) for each in changed} | {make_content_id(settings(), 0, 5)}) == 7


def test_results_are_the_games(name: str) -> None:
    """Every line replays to its returns; ranks follow them; a deal's games have one seed, deals have different ones."""
    game = uneri.load_game(name, players=2)
    result = arena.run(game, ["greedy", "random"], 3, progress=False)
    lines = list(result.games())
    assert len(lines) == 6
    for line in lines:
        state = game.new_initial_state(line["seed"])
        for action in line["actions"]:
            state.apply_action(action)
        assert state.is_terminal()
        assert state.returns() == line["returns"]
        assert line["decisions"] == len(line["actions"])
        assert line["ranks"] == [1 + sum(o > value for o in line["returns"]) for value in line["returns"]]
    assert [line["bots"] for line in lines[:2]] in ([[0, 1], [1, 0]], [[1, 0], [0, 1]])
    assert len({(line["deal"], line["seed"]) for line in lines}) == 3
    assert result.games_played == 6
    assert result.decisions == sum(line["decisions"] for line in lines)


def test_the_same_bots_play_the_same_game_on_every_seat() -> None:
    """A deal is a deal: with alike, deterministic bots all rotations are the same game."""
    lines = list(arena.run(SHORT, ["greedy", "greedy", "greedy"], 4, progress=False).games())
    for deal in range(4):
        games = [line["actions"] for line in lines if line["deal"] == deal]
        assert games == [games[0]] * 3


@pytest.mark.parametrize("seating", SEATINGS)
def test_greedy_leads(seating: str) -> None:
    result = arena.run(SHORT, ["greedy", "random"], 30, seating=seating, progress=False)
    assert [row.bot for row in result.rows] == ["greedy", "random"]
    greedy, random = result.rows
    assert greedy.elo.low is not None
    assert greedy.elo.low > 0
    assert greedy.score.value == pytest.approx(1 - (random.score.value or 0))
    assert result.pairs[0].score.value == greedy.score.value


@pytest.mark.parametrize("bot", [Counting, Kept])
def test_bots_don_t_remember_other_games(bot: Any) -> None:
    """Fifty deals in one run, or the last of them in a run of their own: the same games."""
    many = list(arena.run(SHORT, [bot, "random"], 12, progress=False).games())
    Kept.made = 0
    units_of_one = list(
        arena.run(SHORT, [bot, "random"], 12, unit_deals=1, workers=3, pool="threads", progress=False).games()
    )
    assert units_of_one == many
    assert Kept.made <= 3 * 2 + 1


def test_a_bot_cannot_change_the_game() -> None:
    lines = list(arena.run(SHORT, [Meddling, "greedy"], 2, progress=False).games())
    assert not any(line["forfeits"] for line in lines)


class Looking:
    """Plays its first action, and writes down all that it is shown."""

    shown: ClassVar[list[tuple[int, State]]] = []

    def act(self, state: State) -> int:
        self.shown.append((state.current_player(), state.clone()))
        return state.legal_actions()[0]


def test_there_is_nothing_to_see(name: str) -> None:
    """A bot is shown what its seat may know and, of the rest, neither the truth nor what chance will bring."""
    Looking.shown.clear()
    game = uneri.load_game(name, players=3)
    (line, *_) = arena.run(game, [Looking, Looking, Looking], 1, progress=False).games()
    del Looking.shown[0]  # the trial's
    state = game.new_initial_state(line["seed"])
    hidden = others = 0
    for action, (seat, shown) in zip(line["actions"], Looking.shown, strict=False):
        assert shown.observation_string(seat) == state.observation_string(seat)
        assert shown.legal_actions() == state.legal_actions()
        assert shown.to_dict()["rng"] != state.to_dict()["rng"]
        truth, seen = ({**each.to_dict(), "rng": None} for each in (state, shown))
        if truth != {**state.to_dict(seat), "rng": None}:
            hidden += 1
            others += seen != truth
        state.apply_action(action)
    assert (hidden == 0) == (name == "tacta")  # whose players see all that isn't still to be drawn
    assert others >= 0.5 * hidden


@pytest.mark.parametrize("pool", ["threads", "processes"])
@pytest.mark.subprocess
def test_workers_change_nothing(pool: str, tmp_path: Path) -> None:
    bots = ["greedy", "random", "flat:sims=20"]
    alone = arena.run(SHORT, bots, 9, unit_deals=2, out=tmp_path / "one", progress=False)
    shared = arena.run(SHORT, bots, 9, unit_deals=2, out=tmp_path / "more", workers=3, pool=pool, progress=False)
    assert table_of(alone) == table_of(shared)
    for name in ("games.jsonl", "table.json", "settings.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "more" / name).read_bytes()
    assert table_of(arena.load(tmp_path / "more")) == table_of(alone)


def test_resume_plays_only_what_is_missing(tmp_path: Path) -> None:
    whole = arena.run(SHORT, ["greedy", "random"], 10, seed=3, unit_deals=3, out=tmp_path / "whole", progress=False)
    part = tmp_path / "part"
    arena.run(SHORT, ["greedy", "random"], 6, seed=3, unit_deals=3, out=part, progress=False)
    first = min((part / "units").iterdir())
    first.write_bytes(first.read_bytes().replace(b'"returns":[', b'"returns":[1'))  # damaged: played again
    (part / "units" / "x.jsonl.tmp").write_text("left by a run that was killed")
    seen = []
    again = arena.run(
        SHORT, ["greedy", "random"], 10, seed=3, unit_deals=3, out=part, resume=True, progress=False, watch=seen.append
    )
    assert table_of(again) == table_of(whole)
    assert (part / "games.jsonl").read_bytes() == (tmp_path / "whole" / "games.jsonl").read_bytes()
    assert [(s.done, s.kept, s.games) for s in seen] == [(3, 3, 0), (6, 3, 6), (9, 3, 12), (10, 3, 14)]
    assert not list(part.rglob("*.tmp"))
    fewer = arena.run(SHORT, ["greedy", "random"], 3, seed=3, unit_deals=3, out=part, resume=True, progress=False)
    assert fewer.deals == 3


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 2}, "seed is 1 there and 2 here"),
        ({"bots": ["greedy", "greedy"]}, "bots is"),
        ({"game": "onda(players=2,rounds=1)"}, "seats is 3 there and 2 here"),
        ({"seating": "pairs"}, 'seating is "cycle" there and "pairs" here'),
        ({"unit_deals": 1}, "unit_deals is 4 there and 1 here"),
    ],
    ids=str,
)
def test_another_arena_is_refused(change: dict[str, Any], named: str, tmp_path: Path) -> None:
    given: dict[str, Any] = {"game": SHORT, "bots": ["greedy", "random"], "deals": 2, "seed": 1}
    arena.run(**given, out=tmp_path, progress=False)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.json*")}
    with pytest.raises(ValueError, match="another arena") as error:
        arena.run(**{**given, **change}, out=tmp_path, resume=True, progress=False)
    assert named in str(error.value)
    with pytest.raises(ValueError, match="resume=True"):
        arena.run(**given, out=tmp_path, progress=False)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*.json*")}


def test_a_run_that_was_killed_at_its_very_start(tmp_path: Path) -> None:
    (tmp_path / "units").mkdir()
    (tmp_path / "settings.json.tmp").write_text("{")
    assert arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path, progress=False).deals == 1
    assert not list(tmp_path.rglob("*.tmp"))


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("")
    with pytest.raises(ValueError, match=r"is not an arena.s folder"):
        arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path, progress=False)
    with pytest.raises(ValueError, match=r"is not an arena.s folder"):
        arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path / "thesis.txt", progress=False)
    with pytest.raises(ValueError, match="not a folder of an arena"):
        arena.load(tmp_path)
    (tmp_path / "settings.json").write_text("{")
    with pytest.raises(ValueError, match="damaged"):
        arena.load(tmp_path)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"bots": ["greedy"]}, "2 entries or more"),
        ({"bots": "greedy,random"}, "a list of bots"),
        ({"bots": ["greedy", "oops"]}, "oops"),
        ({"bots": ["greedy", 3]}, "3"),
        ({"bots": ["greedy", "ismcts:sims=-1"]}, "sims is -1"),
        ({"bots": ["greedy", "exec:"]}, "command"),
        ({"bots": ["greedy", "exec:no-such-program x"]}, "no-such-program"),
        ({"bots": ["greedy", "no_such_module:Bot"]}, "no_such_module"),
        ({"bots": ["greedy", "json:Bot"]}, "Bot is not there"),
        ({"bots": ["greedy", "fractions:Fraction(x=1)"]}, "no option 'x'"),
        ({"game": 3}, "must be a game"),
        ({"game": "chess"}, "chess"),
        ({"deals": 0}, "deals is 0"),
        ({"workers": 0}, "workers is 0"),
        ({"pool": "cloud"}, "cloud"),
        ({"seating": "sofa"}, "sofa"),
        ({"sprt": (5, 5)}, "below"),
        ({"sprt": (0, "x")}, "elo1 must be a number, not 'x'"),
        ({"resume": True}, "out=FOLDER"),
        ({"timeout_ms": 0}, "timeout_ms is 0"),
        ({"hours": 10**400}, "hours is 1000"),
        ({"unit_deals": 2.5}, "unit_deals"),
    ],
    ids=str,
)
def test_bad_settings_are_named(change: dict[str, Any], named: str) -> None:
    given: dict[str, Any] = {"game": SHORT, "bots": ["greedy", "random"], "deals": 1, "progress": False}
    with pytest.raises((ValueError, TypeError), match=named):
        arena.run(**{**given, **change})


def test_a_bot_that_cannot_go_to_other_processes() -> None:
    with pytest.raises(ValueError, match="pool='threads'"):
        arena.run(SHORT, [lambda: Meddling(), "greedy"], 2, workers=2, progress=False)  # noqa: PLW0108


def test_names_of_bots() -> None:
    result = arena.run(SHORT, {"old": "random", "new": Counting, "x": "random"}, 1, progress=False)
    assert {row.bot for row in result.rows} == {"old=random", f"new={__name__}:Counting", "x=random"}
    twins = arena.run(SHORT, ["random", "random"], 1, progress=False)
    assert {row.bot for row in twins.rows} == {"random", "random #2"}


def test_bots_by_import_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of the current folder is found, options are passed on, and the game's seed if it is taken."""
    (tmp_path / "bots_of_mine_7.py").write_text(
        "class Bot:\n"
        "    def __init__(self, place=0, seed=None):\n"
        "        assert seed is not None\n"
        "        self.place = place\n"
        "    def act(self, state):\n"
        "        return state.legal_actions()[self.place]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    lines = list(arena.run(SHORT, ["bots_of_mine_7:Bot", "bots_of_mine_7:Bot(place=-1)"], 2, progress=False).games())
    assert not any(line["forfeits"] for line in lines)
    state = uneri.load_game(SHORT).new_initial_state(lines[0]["seed"])
    legal = state.legal_actions()
    assert lines[0]["actions"][0] == legal[-lines[0]["bots"][state.current_player()]]


def test_the_table_as_text_and_html() -> None:
    result = arena.run(SHORT, ["greedy", "random"], 20, sprt=(0, 50), progress=False)
    text, page = str(result), result._repr_html_()
    assert repr(result) == text  # what a prompt shows
    assert len(text.splitlines()) == 5  # head, two bots, the test, counts
    for part in ("greedy", "random", "Elo", "SPRT", "deals"):
        assert part in text
        assert part in page


def test_parquet_names_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = arena.run(SHORT, ["greedy", "random"], 1, progress=False)
    with pytest.raises(ImportError, match="Parquet needs pyarrow: pip install pyarrow"):
        result.to_parquet(tmp_path / "games.parquet")


KILLED = """
import sys
from uneri import arena
if __name__ == "__main__":
    arena.run("{game}", ["greedy", "flat:sims=300"], 24, seed=8, unit_deals=1, out=sys.argv[1], workers=2, progress=False)
"""


def running() -> dict[int, int]:
    """Processes with their parents, where there is a /proc."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if fields[0] not in "ZX":  # dead, and nobody has asked yet
                found[int(stat.parent.name)] = int(fields[1])
    return found


def descendants(pid: int) -> set[int]:
    parents = running()
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found


@pytest.mark.subprocess
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
@pytest.mark.parametrize("end", ["SIGKILL", "SIGINT"])
def test_stopped_and_resumed(end: str, tmp_path: Path) -> None:
    """Killed or interrupted in the middle: no worker is left, finished units are, and resuming gives the same bytes."""
    script = tmp_path / "run.py"
    script.write_text(KILLED.format(game=SHORT))
    folder = tmp_path / "out"
    process = subprocess.Popen([sys.executable, script, folder], stderr=subprocess.DEVNULL)
    try:
        limit = time.monotonic() + 60
        while len(list(folder.glob("units/*.jsonl"))) < 3:
            assert process.poll() is None
            assert time.monotonic() < limit
            time.sleep(0.01)
        workers = descendants(process.pid)
        assert workers or not Path("/proc/self/stat").exists()
        process.send_signal(signal.Signals[end])
        assert process.wait(60) != 0
    finally:
        process.kill()
    kept = len(list(folder.glob("units/*.jsonl")))
    assert 3 <= kept < 24
    while workers & running().keys():
        assert time.monotonic() < limit
        time.sleep(0.02)
    given: dict[str, Any] = {"bots": ["greedy", "flat:sims=300"], "deals": 24, "seed": 8, "unit_deals": 1}
    assert arena.load(folder).deals <= kept
    resumed = arena.run(SHORT, **given, out=folder, resume=True, progress=False)
    whole = arena.run(SHORT, **given, out=tmp_path / "whole", progress=False)
    assert table_of(resumed) == table_of(whole)
    for name in ("games.jsonl", "table.json", "settings.json"):
        assert (folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.subprocess
@pytest.mark.parametrize("end", ["killed", "stopped"])
@pytest.mark.parametrize("sprt", [None, (-100.0, 100.0)], ids=["no test", "test"])
def test_the_deals_of_a_run_that_went_on_and_ended_early(
    end: str, sprt: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table there is that of the run before: it bounds nothing that is read."""
    given: dict[str, Any] = {"bots": ["greedy", "random"], "seed": 2, "out": tmp_path / "run", "progress": False}
    first = arena.run(SHORT, **given, deals=18, sprt=sprt)  # the last unit is not a whole one
    assert first.deals == (18 if sprt is None else 16)
    assert table_of(arena.load(tmp_path / "run")) == table_of(first)
    for deals, loaded in ((16, max(first.deals, 16)), (28, 28)):  # ended at once; after some units
        script = tmp_path / "run.py"
        ending = "os._exit(9)" if end == "killed" else "raise KeyboardInterrupt"
        script.write_text(ENDED.format(game=SHORT, end=ending, deals=deals))
        words = [sys.executable, script, tmp_path / "run"]
        assert subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode != 0
        assert arena.load(tmp_path / "run").deals == loaded
        assert main(["arena", "--show", str(tmp_path / "run")]) == 0
        shown = capsys.readouterr().out
        assert f"\n{loaded} of 100 deals are played" in shown
        assert ("no run is active in that folder" in shown) == (end == "stopped")
    whole = arena.run(SHORT, **given, deals=36, resume=True)
    assert table_of(arena.load(tmp_path / "run")) == table_of(whole)
    assert not (tmp_path / "run" / "run.json").exists()


ENDED = """
import os, sys
from uneri import arena

def watch(snapshot):
    if snapshot.done >= {deals}:
        {end}

arena.run("{game}", ["greedy", "random"], 100, seed=2, out=sys.argv[1], resume=True, progress=False, watch=watch)
"""


def forged(folder: Path, games: list[Any]) -> None:
    """Puts other games into the first unit, with a right digest."""
    file = min((folder / "units").iterdir())
    closing = json.loads(file.read_text("utf-8").splitlines()[-1])
    text = "".join(json.dumps(line) + "\n" for line in games)
    closing["digest"] = hashlib.sha256(text.encode()).hexdigest()[:16]
    file.write_text(text + json.dumps(closing, separators=(",", ":")) + "\n", "utf-8")


FORFEIT = {"seat": 0, "bot": 7, "kind": "crash", "reason": "", "ply": 0}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ([], "it has 0 games, not 4"),
        ([1, 2, 3, 4, 5], "it has 5 games, not 4"),
        (3, "line 1: it is not an object"),
        ({"ranks": None}, "line 1: 'ranks' must be ["),
        ({"ranks": [2, 2, 2]}, "'ranks' must be "),
        ({"bots": [0, 1]}, "'bots' must be a list of 3 whole numbers, not [0, 1]"),
        ({"bots": [-1, -2, -1]}, "'bots' is [-1, -2, -1]; allowed: ["),
        ({"bots": [7, 8, 7]}, "'bots' is [7, 8, 7]"),
        ({"bots": ["a"] * 10**6}, "'bots' must be "),
        ({"returns": [1, 2, "x"]}, "'returns' must be a list of 3 finite numbers, not [1, 2, 'x']"),
        ({"returns": [1, 2, 10**400]}, "'returns' must be "),
        ({"returns": [1, 2, float("nan")]}, "NaN"),
        ({"decisions": "x"}, "'decisions' must be "),
        ({"decisions": -4}, "'decisions' must be "),
        ({"actions": [[]]}, "'actions' is not a list of whole numbers"),
        ({"forfeits": 3}, "'forfeits' is not a list"),
        ({"forfeits": [FORFEIT]}, "'forfeits' has bot 7 on seat 0"),
        ({"deal": 1}, "'deal' is 1; allowed: 0"),
        ({"game": -1}, "'game' is -1; allowed: 0"),
        ({"seed": 3}, "'seed' is 3; allowed: "),
        ({"info": 3}, "'info' is not a list"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_forged_unit_is_named(change: Any, named: str, tmp_path: Path) -> None:
    """Its digest is right. It isn't counted, and nothing but a ValueError comes of it."""
    given: dict[str, Any] = {"bots": ["greedy", "random"], "deals": 4, "unit_deals": 2, "progress": False}
    whole = arena.run(SHORT, **given, out=tmp_path)
    games = list(whole.games())[:4]
    forged(tmp_path, games)
    assert table_of(arena.load(tmp_path)) == table_of(whole)
    if isinstance(change, list):
        games = change
    else:
        games[0] = {**games[0], **change} if isinstance(change, dict) else change
    forged(tmp_path, games)
    for read in (lambda: arena.load(tmp_path), lambda: arena.run(SHORT, **given, out=tmp_path, resume=True)):
        with pytest.raises(ValueError, match=r"units.000000-\w+\.jsonl holds no games of this arena: ") as error:
            read()
        assert named in str(error.value)
        assert len(str(error.value)) < 900
    min((tmp_path / "units").iterdir()).unlink()
    assert table_of(arena.run(SHORT, **given, out=tmp_path, resume=True)) == table_of(whole)


@pytest.mark.parametrize(
    ("file", "change", "named"),
    [
        ("settings.json", {"bots": ["x"] * 100_000}, "bots must be "),
        ("settings.json", {"bots": ["x"]}, "bots must be a list of 2 to 1000 strings"),
        ("settings.json", {"bots": [1, 2]}, "bots must be a list of 2 to 1000 strings"),
        ("settings.json", {"unit_deals": "4"}, "unit_deals must be an integer, not '4' (str)"),
        ("settings.json", {"unit_deals": 0}, "unit_deals is 0; allowed: 1 to 1000000"),
        ("settings.json", {"seats": 10**9}, "seats is 1000000000; allowed: 1 to 99"),
        ("settings.json", {"seating": "x"}, "seating is 'x'; allowed: cycle, pairs, alone"),
        ("settings.json", {"seed": -1}, "seed is -1"),
        ("settings.json", {"game": None}, "game must be a string, not None"),
        ("settings.json", {"options": []}, "options must be an object, not []"),
        ("settings.json", {"format": 2}, "format is 2; allowed: 1"),
        ("settings.json", {"y" * 10**6: 2}, "is not a setting; allowed: version, "),
        ("table.json", {"deals": "6"}, "deals must be an integer, not '6' (str)"),
        ("table.json", {"deals": 10**18}, "allowed: 0 to 100000000"),
        ("table.json", {"sprt": {"elo0": 10**400, "elo1": 0}}, "sprt: elo0 is 1000"),
        ("table.json", {"sprt": {"elo0": 0}}, "'elo1' is missing"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_forged_folder_is_named(file: str, change: dict[str, Any], named: str, tmp_path: Path) -> None:
    arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path, progress=False)
    path = tmp_path / file
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **change}), "utf-8")
    with pytest.raises(ValueError, match=f"{file} is damaged, or from another version: ") as error:
        arena.load(tmp_path)
    assert named in str(error.value)
    assert len(str(error.value)) < 900


def test_games_of_a_strangers_folder_open_no_file(tmp_path: Path) -> None:
    arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path, progress=False)
    (tmp_path / "cards.json").write_text("{}")
    path = tmp_path / "settings.json"
    known = {**json.loads(path.read_text("utf-8")), "game": f"tacta(deck={json.dumps(str(tmp_path / 'cards.json'))})"}
    path.write_text(json.dumps(known), "utf-8")
    with pytest.raises(ValueError, match="outside data can't open a file"):
        next(arena.load(tmp_path).records())


def test_seeds_differ_by_deal() -> None:
    assert len({derive_deal_seed(settings(), deal) for deal in range(1000)}) == 1000


@pytest.mark.adapters
def test_parquet(tmp_path: Path) -> None:
    """One row a game, with everything that the lines have."""
    from pyarrow import parquet

    result = arena.run(SHORT, ["random", Failing], 3, progress=False)
    result.to_parquet(tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    rows, lines = table.to_pylist(), list(result.games())
    assert json.loads(table.schema.metadata[b"bots"]) == ["random", f"{__name__}:Failing"]
    assert [json.loads(row.pop("forfeits") or "[]") for row in rows] == [line.pop("forfeits") for line in lines]
    assert rows == lines


class Failing:
    def act(self, state: State) -> int:
        if state.to_dict()["phase"] == "HIDE":  # well when it is tried
            return state.legal_actions()[0]
        raise RuntimeError
