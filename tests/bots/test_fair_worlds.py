"""Bots are shown worlds wherever they are asked: what their seats know is true, and the rest is drawn at random."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import uneri
from uneri import arena, records
from uneri._util.interrupts import Interrupts
from uneri.batch import BatchEnv
from uneri.bots import RandomBot
from uneri.cli import main, play
from uneri.review import advice
from uneri.review.searcher import find_searcher
from uneri.search import FlatMC, SearchResult
from uneri.serve.limits import Limits
from uneri.serve.lobby import Lobby
from uneri.serve.table import Table

SEED = 7
SHORT = {
    "namima": "namima(variant=sazanami,players=3)",
    "onda": "onda(players=2,rounds=1)",
    "solo": "solo(players=3,max_rounds=1)",
    "tacta": "tacta(outer_cards=owner)",
    "tidal": "tidal(players=3,rounds=1)",
}


class Peeker:
    """Keeps what it is shown, and plays by the last number of the legal ones, which peeking doesn't change."""

    shown: ClassVar[list[Any]] = []

    def act(self, state: Any) -> int:
        Peeker.shown.append(state.clone())
        legal: list[int] = state.legal_actions()
        return legal[-1]


class PeekingSearch(Peeker):
    """A search that isn't the library's."""

    def run(self, state: Any) -> SearchResult:
        self.act(state)
        return FlatMC(sims=10, seed=1).run(state)


@pytest.fixture(autouse=True)
def _names(monkeypatch: pytest.MonkeyPatch) -> None:
    Peeker.shown.clear()
    monkeypatch.setitem(uneri.bots.BOTS, "peeker", Peeker)
    monkeypatch.setitem(uneri.bots.BOTS, "peeking", PeekingSearch)


def positions(game: Any, seed: int, actions: list[int], seat: int) -> list[Any]:
    """Those of a game in which the seat acted."""
    state, found = game.new_initial_state(seed), []
    for action in actions:
        if state.current_player() == seat:
            found.append(state.clone())
        state.apply_action(action)
    return found


# Doors: each lets peekers play, and gives the true positions in which they were asked.


def by_arena(game: Any, place: Path) -> list[Any]:
    lines = arena.run(game, {"peeker": Peeker, "random": "random"}, deals=1, seed=SEED, progress=False).games()
    del Peeker.shown[0]  # of the trial before the first game
    return [x for line in lines for x in positions(game, line["seed"], line["actions"], line["bots"].index(0))]


def by_selfplay(game: Any, place: Path) -> list[Any]:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    from uneri import data

    data.selfplay(game, ["peeker", "random"], 1, out=place, seed=SEED)
    del Peeker.shown[0]
    kept = data.load(place)
    (batch,) = kept.batches(columns=("action",))
    return positions(game, kept.game_seed(0), batch["action"].tolist(), 0)


def by_play(game: Any, place: Path) -> list[Any]:
    table = play.TerminalGame(game, SEED, None, {0: RandomBot(1), 1: Peeker()}, None, Interrupts())
    table.play()
    return positions(game, SEED, [action for _, action in table.history], 1)


def by_serve(game: Any, place: Path) -> list[Any]:
    async def asked() -> list[Any]:
        table, lobby, true = Table(game, SEED, ["random", "random"]), Lobby(Limits()), []
        while not table.over:
            action = table.state.legal_actions()[0]
            if table.mover == 1:
                true.append(table.state.clone())
                action = await lobby._ask_in_time(Peeker(), table)
            table.play(action)
        return true

    return asyncio.run(asked())


def by_record(game: Any, place: Path) -> list[Any]:
    found = records.record(game, ["random", Peeker()], seed=SEED)
    return positions(game, SEED, [move.action for move in found.moves], 1)


def by_batch(game: Any, place: Path) -> list[Any]:
    env = BatchEnv(game, 1, seed=SEED, opponents=Peeker(), autoreset=None)
    state, true = game.new_initial_state(int(env.seeds[0])), []
    while not state.is_terminal() and (len(true) < 30 or state.current_player() != 0):
        action = state.legal_actions()[0]
        if state.current_player() == 0:
            env.step(np.array([action], np.int32))
        else:
            true.append(state.clone())
            action = state.legal_actions()[-1]
        state.apply_action(action)
    return true


def by_gymnasium(game: Any, place: Path) -> list[Any]:
    pytest.importorskip("gymnasium", reason="the extra `gymnasium` is not installed")
    from uneri.adapters.gymnasium import SeatEnv

    class Beside(Peeker):
        def act(self, state: Any) -> int:
            true.append(env._get_position().clone())
            return super().act(state)

    true: list[Any] = []
    env = SeatEnv(game, opponents=Beside())
    _, info = env.reset(seed=SEED)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    return true


# Further places that ask a bot about positions.


def by_choose(game: Any, place: Path) -> list[Any]:
    env = BatchEnv(game, 3, seed=SEED)
    true = []
    for _ in range(8):
        true += [env.get_state(lane) for lane in range(len(env))]
        env.step(env.choose(Peeker()))
    return true


def begun(game: Any) -> list[Any]:
    """Some positions of a game."""
    state, found, rng = game.new_initial_state(SEED), [], RandomBot(2)
    for _ in range(12):
        found.append(state.clone())
        state.apply_action(rng.act(state))
    return found


def by_hint(game: Any, place: Path) -> list[Any]:
    true = begun(game)
    for state in true:
        assert "would play" in advice.hint_lines(state, "peeker")[0]
    return true


def by_review(game: Any, place: Path) -> list[Any]:
    true, searcher = begun(game), find_searcher("peeking")
    for state in true:
        searcher.run(state, SEED)
    return true


def by_analysis(game: Any, place: Path) -> list[Any]:
    record, file = records.record(game, ["random", "random"], SEED), str(place / "game.jsonl")
    records.write(file, [record])
    true = [record.replay(ply) for ply in range(8)]
    for ply in range(len(true)):
        assert main(["analyse", "--record", file, "--ply", str(ply), "--bot", "peeking"]) == 0
    return true


Door = Callable[[Any, Path], list[Any]]
EXTRA = pytest.mark.adapters
DOORS: list[Any] = [
    by_arena,
    pytest.param(by_selfplay, marks=EXTRA),
    by_play,
    by_serve,
    by_record,
    by_batch,
    pytest.param(by_gymnasium, marks=EXTRA),
    by_choose,
    by_hint,
    by_review,
    by_analysis,
]


def without_luck(state: Any) -> dict[str, Any]:
    """Return all cards, without the generator of future chance."""
    return {key: value for key, value in state.to_dict().items() if key != "rng"}


def check(shown: list[Any], true: list[Any]) -> None:
    """Check that worlds show what the seats know, and nothing else where worlds differ."""
    assert len(shown) == len(true)
    hidden = 0
    for world, state in zip(shown, true, strict=True):
        seat, all_of_it = state.current_player(), without_luck(state)
        assert world.to_dict(seat) == state.to_dict(seat)
        assert world.to_dict().get("rng") is None or world.to_dict()["rng"] != state.to_dict().get("rng")
        if all(without_luck(state.resample_from_infostate(seat, luck)) != all_of_it for luck in range(40)):
            hidden += 1
            assert without_luck(world) != all_of_it
    assert hidden > 1


@pytest.mark.parametrize("door", DOORS)
def test_no_bot_is_shown_what_its_seat_may_not_know(door: Door, tmp_path: Path) -> None:
    """And the same seed shows the same worlds."""
    game, worlds = uneri.load_game(SHORT["onda"]), []
    for time in ("first", "second"):
        (place := tmp_path / time).mkdir()
        true = door(game, place)
        check(Peeker.shown, true)
        worlds.append(Peeker.shown.copy())
        Peeker.shown.clear()
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("name", uneri.games())
def test_worlds_are_fair_in_all_games(name: str, tmp_path: Path) -> None:
    true = by_batch(uneri.load_game(SHORT[name]), tmp_path)
    check(Peeker.shown, true)


def test_a_hint_is_fair_whatever_search_is_asked() -> None:
    """A search that cheats is shown no more than the reader may know."""
    state = begun(uneri.load_game(SHORT["onda"]))[4]
    hints = {
        tuple(advice.hint_lines(world, "ismcts:sims=30,cheat=true"))
        for world in (state, *(state.resample_from_infostate(state.current_player(), luck) for luck in range(6)))
    }
    assert len(hints) == 1
