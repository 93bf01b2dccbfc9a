"""Bots that are told what happens at the table: no more than their seats see, the same games however they are run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import uneri
from uneri import arena, records
from uneri.arena.schedule import derive_bot_seed
from uneri.bots import RandomBot, make_bot, tell
from uneri.registry import core_module
from uneri.search import ISMCTS, FollowingISMCTS
from uneri.testing import SplitMix64

SPEC = "ismcts:sims=60,rollout=uniform,depth=60,follow=true"
SHORT = "onda(players=2,rounds=1)"


class Told:
    """Plays at random and writes down what it is told."""

    def __init__(self, seed: int = 0) -> None:
        self.bot, self.heard = RandomBot(seed), list[tuple[int, int | None, int]]()

    def act(self, state: Any) -> int:
        return self.bot.act(state)

    def watch(self, player: int, action: int | None, sight: int) -> None:
        self.heard.append((player, action, sight))


class Deaf(Told):
    """Fails when it is told of something."""

    def watch(self, player: int, action: int | None, sight: int) -> None:
        raise RuntimeError("did not listen")


def test_texts() -> None:
    bot: Any = make_bot(SPEC, seed=7)
    assert isinstance(bot, FollowingISMCTS)
    assert repr(bot).startswith("ISMCTS(sims=60, seed=7")
    assert isinstance(make_bot("ismcts:sims=60,follow=false"), ISMCTS)
    for wrong in ("ismcts:follow=1", "flat:follow=true", "greedy:follow=true"):
        with pytest.raises(ValueError, match="follow"):
            make_bot(wrong)


def test_bots_are_told_what_their_seats_see(name: str) -> None:
    """By the game's own `sight`: no action that the seat doesn't see, no call where it sees nothing."""
    game = uneri.load_game(name, players=3)
    state, bots, core = game.new_initial_state(seed=5), [Told(seed) for seed in range(3)], core_module(name)
    expected: list[list[tuple[int, int | None, int]]] = [[], [], []]
    while not state.is_terminal() and len(expected[0]) < 150:
        player = state.current_player()
        action = bots[player].act(state)
        for seat, bot in enumerate(bots):
            tell(bot, seat, state, action)
            sight = core.sight(state, action, seat)
            if sight != 0:
                expected[seat].append((player, action if sight == 1 or player == seat else None, sight))
        state.apply_action(action)
    assert [bot.heard for bot in bots] == expected
    hidden = any(action is None for bot in bots for _, action, _ in bot.heard)
    assert hidden == (name in ("solo", "tidal"))  # a drawn card played at once, cards turned over together


def test_being_told_is_as_good_as_seeing_all(name: str) -> None:
    """A player that is told of moves and asked in drawn worlds finds what one finds that is shown the true game."""
    state, rng, reused = uneri.load_game(name, players=2).new_initial_state(seed=3), SplitMix64(1), 0
    shown, told, others = ISMCTS(60, rollout="uniform", depth=60).follow(), make_bot(SPEC), RandomBot(4)
    assert isinstance(told, FollowingISMCTS)
    runs = 0
    while not state.is_terminal() and runs < 12:
        if state.current_player() == 0 and state.num_legal_actions() > 1:
            first = shown.run(state)
            second = told.run(state.resample_from_infostate(0, rng.next()))
            assert replace(first, seconds=0) == replace(second, seconds=0)
            action, reused, runs = first.action, reused + first.reused, runs + 1
        else:
            action = others.act(state)
        shown.see(state, action)
        tell(told, 0, state, action)
        state.apply_action(action)
    assert reused > 0
    told.forget()
    if not state.is_terminal() and state.current_player() == 0:
        assert told.run(state).reused == 0


def parse_bots(line: Any) -> list[Any]:
    """Those of a game of the arena, made again."""
    return [
        make_bot(SPEC if index == 0 else SPEC.replace("true", "false"), seed=derive_bot_seed(line["seed"], seat))
        for seat, index in enumerate(line["bots"])
    ]


@pytest.mark.parametrize("text", [SHORT, "tidal(players=2,rounds=1)"])
def test_trees_are_kept_in_the_arena(text: str) -> None:
    """Played by hand and as records the games are the same, and other than without keeping trees."""
    result = arena.run(text, {"follow": SPEC, "anew": SPEC.replace("true", "false")}, deals=2, seed=4)
    reused = 0
    for line in result.games():
        recorded = records.record(text, parse_bots(line), line["seed"], views=False)
        assert [move.action for move in recorded.moves] == line["actions"]
        state, bots = uneri.load_game(text).new_initial_state(line["seed"]), parse_bots(line)
        for action in line["actions"]:
            seat = state.current_player()
            if state.num_legal_actions() > 1:
                found = bots[seat].run(state)
                assert found.action == action
                reused += found.reused
            for watcher, bot in enumerate(bots):
                tell(bot, watcher, state, action)
            state.apply_action(action)
    assert reused > 0


def test_an_arena_resumed_in_the_middle_plays_the_same_games(tmp_path: Path) -> None:
    bots = [SPEC, "greedy"]
    whole = arena.run(SHORT, bots, deals=6, seed=2, unit_deals=2, out=tmp_path / "whole")
    arena.run(SHORT, bots, deals=2, seed=2, unit_deals=2, out=tmp_path / "parts")
    parts = arena.run(
        SHORT, bots, deals=6, seed=2, unit_deals=2, out=tmp_path / "parts", resume=True, workers=2, pool="threads"
    )
    assert list(parts.games()) == list(whole.games())
    for name in ("games.jsonl", "table.json"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_bot_that_fails_when_told_loses() -> None:
    result = arena.run(SHORT, {"deaf": Deaf, "greedy": "greedy"}, deals=2)
    for line in result.games():
        assert [entry["kind"] for entry in line["forfeits"]] == ["crash"]
        assert "did not listen" in line["forfeits"][0]["reason"]
        assert line["ranks"][line["bots"].index(0)] == 2


class Logged(Told):
    """Told, in the terminal, where moves are taken back."""

    heard_by_all: ClassVar[list[Any]] = []

    def watch(self, player: int, action: int | None, sight: int) -> None:
        Logged.heard_by_all.append((player, action))

    def forget(self) -> None:
        Logged.heard_by_all.append("forget")


def test_bots_in_the_terminal_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import io
    import sys

    from uneri.cli import main

    Logged.heard_by_all.clear()
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\nundo\n1\nquit\n"))
    module = sys.modules[__name__]
    monkeypatch.setitem(sys.modules, "following_bots_of_this_test", module)
    command = ["play", "solo", "-o", "players=2", "--seed", "3", "--bots", "following_bots_of_this_test:Logged"]
    assert main(command) == 0
    assert "Taken back." in capsys.readouterr().out
    heard = Logged.heard_by_all
    back = heard.index("forget")
    assert 0 in {entry[0] for entry in heard[:back]}
    replayed = heard[back + 1 :]
    assert heard[: len(replayed)][:1] == replayed[:1]  # told again from the deal on
