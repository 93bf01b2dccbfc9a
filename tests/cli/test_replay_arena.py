"""`uneri replay` of an arena's games, finished or under way; and who gets the star."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import uneri
from _pages import unpacked
from uneri import arena, records
from uneri.bots import RandomBot
from uneri.cli import main

SHORT = "onda(players=3,rounds=1)"


class Late:
    """Plays until a play is due, then fails."""

    def act(self, state: Any) -> int:
        if state.to_dict()["phase"] == "HIDE":
            return state.legal_actions()[0]  # type: ignore[no-any-return]
        raise ValueError("a\x1b[2J reason")


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Exit code and both outputs of `uneri replay`."""

    def run(*words: str | Path) -> tuple[int, str, str]:
        code = main(["replay", *map(str, words)])
        out, err = capsys.readouterr()
        assert "\x1b" not in out + err
        return code, out, err

    return run


def test_an_arenas_games(name: str, tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    few = {"namima": {"games": 1}, "solo": {"max_rounds": 1}}.get(name, {})
    result = arena.run(uneri.load_game(name, players=2, **few), ["greedy", "random"], 2, out=tmp_path, progress=False)
    found = list(result.records(views=False))
    assert [record.players for record in found] == [
        tuple(result._bots[bot] for bot in line["bots"]) for line in result.games()
    ]
    assert [list(record.returns) for record in found] == [line["returns"] for line in result.games()]
    for record in found:
        record.check()
    for path in (tmp_path, tmp_path / "games.jsonl"):
        code, out, _ = said(path)
        assert code == 0
        assert len(out.splitlines()) == 1 + 4
        assert "greedy, random" in out
        assert said(path, "--check")[1] == f"{path}: 4 games, {result.decisions} moves; all replay as recorded\n"
    code, out, _ = said(tmp_path, "--game", "2")
    assert all(f"seat {move.seat}: {move.text}" in out for move in found[1].moves)
    assert f"seed {found[1].seed}" in out
    assert (
        uneri.registry.game_module(name).render(found[1].replay(3).to_dict(1))
        in said(tmp_path, "--game", "2", "--ply", "3", "--seat", "1")[1]
    )


def test_a_run_under_way(tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    """No file of games is written yet: those of the units that are finished."""
    arena.run(SHORT, ["greedy", "random"], 3, unit_deals=1, out=tmp_path, progress=False)
    (tmp_path / "games.jsonl").unlink()
    assert len(said(tmp_path)[1].splitlines()) == 1 + 6

    class Enough(Exception):
        pass

    def stop(snapshot: arena.Snapshot) -> None:
        if snapshot.done == 5:
            raise Enough

    arena.run(SHORT, ["greedy", "random"], 3, unit_deals=1, out=tmp_path, resume=True, progress=False)
    with pytest.raises(Enough):  # the file of games is that of the run before
        arena.run(SHORT, ["greedy", "random"], 9, unit_deals=1, out=tmp_path, resume=True, progress=False, watch=stop)
    assert len(said(tmp_path)[1].splitlines()) == 1 + 10
    (tmp_path / "games.jsonl").unlink()
    shutil.rmtree(tmp_path / "units")
    assert said(tmp_path)[:2] == (0, f"{tmp_path}: no games\n")


def test_forfeits_are_told(tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    """The star goes by the arena's ranks, the points are the game's, and the reason is shown as text."""
    result = arena.run(SHORT, ["greedy", Late], 1, out=tmp_path, progress=False)
    assert all(line.endswith("greedy") or "forfeit" in line for line in said(tmp_path)[1].splitlines()[1:])
    for number, line in enumerate(result.games(), 1):
        code, out, _ = said(tmp_path, "--game", number)
        assert code == 0
        for item in line["forfeits"]:
            assert f"seat {item['seat']} lost by forfeit after {item['ply']} moves, crash: ValueError: a\\x1b[2J" in out
        for seat, rank in enumerate(line["ranks"]):
            (row,) = [text for text in out.splitlines() if re.fullmatch(rf"seat {seat}: -?\d+(  \*)?", text)]
            assert row.endswith("*") == (rank == 1)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"returns": [1.0, 2.0, 3.0]}, "the game gives"),
        ({"actions": [10**6]}, "action 1000000"),
        ({"actions": 3}, "'actions' is not a list"),
        ({"seed": -1}, "seed is -1"),
        ({"bots": [0, 1, 7]}, "'bots'"),
        ({"ranks": "first"}, "'ranks'"),
        ({"forfeits": [{"seat": 9}]}, "names no seat"),
        ({"forfeits": 1}, "not a list of objects"),
        (None, "not an object"),
    ],
    ids=str,
)
def test_damage_is_named(change: Any, named: str, tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path, progress=False)
    lines = (tmp_path / "games.jsonl").read_text("utf-8").splitlines()
    lines[1] = "[]" if change is None else json.dumps({**json.loads(lines[1]), **change})
    (tmp_path / "games.jsonl").write_text("\n".join(lines))
    for words, code in (((), 2), (("--check",), 1)):
        found, _, err = said(tmp_path, *words)
        assert found == code
        assert "games.jsonl, line 2: not a game of this arena: " in err
        assert named in err
        assert "Traceback" not in err


def test_no_arena(tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    assert "is not a folder of an arena: settings.json: No such file" in said(tmp_path)[2]
    arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path / "run", progress=False)
    (tmp_path / "run" / "games.jsonl").rename(tmp_path / "games.jsonl")
    code, _, err = said(tmp_path / "games.jsonl")
    assert (code, "name the arena's folder, with its settings.json" in err) == (2, True)


def test_settings_of_a_stranger_open_no_file(tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    """An option that is a path is refused, not opened."""
    arena.run("tidal(players=2,rounds=1)", ["greedy", "random"], 1, out=tmp_path, progress=False)
    settings = json.loads((tmp_path / "settings.json").read_text("utf-8"))
    settings["options"]["board"] = str(tmp_path / "no-such-file.json")
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    code, _, err = said(tmp_path)
    assert code == 2
    assert "'board'" in err
    assert "No such file" not in err


def test_the_star_is_that_of_play(tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    """Equal points, decided by the tie-break: `uneri replay` marks who `uneri play` marks."""
    game = uneri.load_game("tidal", players=2, rounds=1)
    for seed in range(300):
        state, bot, actions = game.new_initial_state(seed), RandomBot(seed), []
        while not state.is_terminal():
            actions.append(bot.act(state))
            state.apply_action(actions[-1])
        banners = [sum(region[p] for region in state.to_dict()["tower"]) for p in range(2)]
        if state.returns()[0] == state.returns()[1] and banners[0] != banners[1]:
            break
    else:
        raise AssertionError
    records.write(tmp_path / "tie.uneri.jsonl", [records.Record.from_actions(game, actions, seed=seed)])
    ending = said(tmp_path / "tie.uneri.jsonl")[1].splitlines()[-2:]
    points = f"{state.returns()[0]:g}"
    assert ending == [f"seat {p}: {points}{'  *' * (banners[p] == max(banners))}" for p in range(2)]


def test_pages_of_an_arena(tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    folder, page = tmp_path / "run", tmp_path / "out.html"
    arena.run(SHORT, ["greedy", "random", Late], 1, out=folder, progress=False)
    code, out, _ = said(folder, "--html", page, "--one-view", "--most", "2")
    assert code == 0
    assert out.startswith(f"{page}: 2 games, ")
    assert "the file has more" in out
    games = unpacked(re.findall(r'id="data">([^<]*)<', page.read_text("utf-8"))[0])["games"]
    assert all(len(game["notes"]) == 3 and "reason" in game["notes"][2] for game in games)
    assert said(folder, "--html", page, "--game", "1", "--seat", "0")[0] == 0
    (game,) = unpacked(re.findall(r'id="data">([^<]*)<', page.read_text("utf-8"))[0])["games"]
    assert re.fullmatch(r"seat \d lost by forfeit", game["notes"][2])
    assert [view["seat"] for view in game["views"]] == [0]
    assert said(folder, "--html", page, "--seat", "3")[0] == 2
    assert said(folder, "--html", tmp_path / "no" / "out.html", "--game", "1", "--one-view")[0] == 2


def test_what_bots_say_of_their_moves(tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    """Kept on request: the same moves, and beside them visits, value and time; a seat reads its own alone."""
    bots = ["flat:sims=30", "greedy"]
    plain = arena.run(SHORT, bots, 1, out=tmp_path / "plain", progress=False)
    told = arena.run(SHORT, bots, 1, out=tmp_path / "told", keep_info=True, workers=2, pool="threads", progress=False)
    for line, twin in zip(plain.games(), told.games(), strict=True):
        assert "info" not in line
        info = twin.pop("info")
        assert twin == line
        assert len(info) == len(line["actions"])
    searches = 0
    for number, line in enumerate(told.games(), 1):
        code, out, _ = said(tmp_path / "told", "--game", number)
        assert code == 0
        page = tmp_path / "out.html"
        assert said(tmp_path / "told", "--game", number, "--html", page)[0] == 0
        (game,) = unpacked(page.read_text("utf-8").split('id="data">')[1].split("</script>")[0])["games"]
        (record, *_) = [found for index, found in enumerate(told.records(), 1) if index == number]
        assert record.headers == {"event": "arena", "round": f"{line['deal']}.{line['game']}"}
        for move, entry, event in zip(record.moves, line["info"], game["events"], strict=True):
            words = f"ms {entry['ms']:g}"
            if "value" in entry:
                searches += 1
                assert entry["sims"] >= entry["visits"] > 0
                assert bots[line["bots"][move.seat]] == "flat:sims=30"
                words = f"visits {entry['visits']}, sims {entry['sims']}, value {entry['value']:g}, {words}"
            assert f"seat {move.seat}: {move.text}  (The bot: {words})\n" in out
            assert event["remark"] == {"text": [f"The bot: {words}"], "loss": None, "mistake": False, "judged": False}
        assert any(game["values"])
        assert "(The bot" not in said(tmp_path / "told", "--game", number, "--seat", "1")[1]
        assert said(tmp_path / "told", "--game", number, "--seat", "1", "--html", page)[0] == 0
        (game,) = unpacked(page.read_text("utf-8").split('id="data">')[1].split("</script>")[0])["games"]
        assert {event["seat"] for event in game["events"] if "remark" in event} == {1}
    assert searches > 5


@pytest.mark.parametrize(
    "info", [3, [None], [{"cards": "b7"}], [{"ms": "1"}], [{"ms": -1}], [{"value": True}]], ids=str
)
def test_damaged_info_is_named(info: Any, tmp_path: Path, said: Callable[..., tuple[int, str, str]]) -> None:
    arena.run(SHORT, ["greedy", "random"], 1, out=tmp_path, progress=False)
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text("utf-8").splitlines()]
    if isinstance(info, list) and info != [None]:
        info = info * len(lines[0]["actions"])
    lines[0]["info"] = info
    (tmp_path / "games.jsonl").write_text("\n".join(map(json.dumps, lines)))
    code, _, err = said(tmp_path)
    assert code == 2
    assert "line 1: not a game of this arena: 'info' " in err
