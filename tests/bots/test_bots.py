"""Bots: legal, fair, reproducible, better than chance, and named by texts that are checked."""

from __future__ import annotations

import unicodedata
import zlib
from pathlib import Path
from typing import Any

import pytest

import uneri
from uneri.bots import GreedyBot, RandomBot, has_greedy, make_bot
from uneri.registry import core_module, game_module
from uneri.testing import SplitMix64, check_bot


class Peeking:
    """A bot that looks at what is hidden."""

    def act(self, state: Any) -> int:
        legal: list[int] = state.legal_actions()
        others = str({key: value for key, value in state.to_dict().items() if key != "rng"})
        return legal[zlib.crc32(others.encode()) % len(legal)]


class Cheating:
    """A bot that plays what is not legal."""

    def act(self, state: Any) -> int:
        return -1


@pytest.mark.parametrize("kind", ["greedy", "random:seed=5"])
def test_bots_are_legal_and_fair(name: str, kind: str) -> None:
    report = check_bot(make_bot(kind), uneri.load_game(name))
    assert report.decisions > 0


@pytest.mark.parametrize("bot", [Peeking(), Cheating()])
def test_a_bad_bot_is_found(name: str, bot: Any) -> None:
    draw = game_module(name).random_options  # under its defaults a game may have nothing to hide
    options = [{}, *(draw(SplitMix64(seed), {}) for seed in range(8))]

    def check_all() -> None:
        for chosen in options:
            check_bot(bot, uneri.load_game(name, **chosen), n_games=4)

    with pytest.raises((AssertionError, ValueError)):
        check_all()


def test_greedy_beats_random(name: str) -> None:
    """One greedy seat against a random one: it wins far more than half of the games."""
    game, wins = uneri.load_game(name, players=2, utility="win"), 0.0
    games = 100
    for seed in range(games):
        state, seat = game.new_initial_state(seed=seed), seed % 2
        bots = {seat: GreedyBot(), 1 - seat: RandomBot(seed)}
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].act(state))
        wins += state.returns()[seat]
    assert wins > 0.8 * games


def test_greedy_plays_reference_states_alike(name: str) -> None:
    core, reference = (uneri.load_game(name, backend=b).new_initial_state(seed=2) for b in ("core", "reference"))
    for _ in range(40):
        if core.is_terminal():
            break
        action = GreedyBot().act(core)
        assert GreedyBot().act(reference) == action
        core.apply_action(action)
        reference.apply_action(action)


def test_random_is_reproducible(name: str) -> None:
    state = uneri.load_game(name).new_initial_state(seed=1)
    assert [make_bot("random:seed=9").act(state) for _ in range(5)] == [RandomBot(9).act(state)] * 5


@pytest.mark.parametrize("wrong", ["", "chess", "random:seed=-1", "random:luck=3", "greedy:seed=1", "random:seed"])
def test_wrong_texts_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # each has its own message
        make_bot(wrong)


def test_nobody_to_act(name: str) -> None:
    state = uneri.load_game(name).new_initial_state()
    for bot in (GreedyBot(), RandomBot()):
        with pytest.raises(ValueError, match="no seat is to act"):
            bot.act(state)


def test_greedy_players_have_one_interface(name: str) -> None:
    """`greedy(state) -> action` in every game: legal under all options, by the view alone, the state left alone."""
    core = core_module(name)
    assert has_greedy(name)
    decisions = 0
    rng = SplitMix64(5)
    for index in range(6):
        game = uneri.load_game(name, **game_module(name).random_options(rng, {}))
        state = game.new_initial_state(seed=index)
        while not state.is_terminal() and decisions < 200 * (index + 1):
            before, seat = state.serialize(), state.current_player()
            action = core.greedy(state)
            assert type(action) is int
            assert state.is_legal(action)
            assert state.serialize() == before
            assert core.greedy(state.resample_from_infostate(seat, rng.next())) == action
            legal = state.legal_actions()
            state.apply_action(action if rng.below(2) else legal[rng.below(len(legal))])
            decisions += 1
    assert decisions > 100
    with pytest.raises(ValueError, match="no seat is to act"):
        core.greedy(uneri.load_game(name).new_initial_state())
    for foreign in (
        None,
        uneri.load_game(name),
        uneri.load_game("onda" if name != "onda" else "solo").new_initial_state(1),
    ):
        with pytest.raises(TypeError):
            core.greedy(foreign)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_bot_has_a_name_of_any_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: Any) -> None:
    """Python reads names in one form, whichever of them a keyboard or a file system gives."""
    module, name, option = "\u30dc\u30c3\u30c8_\u00e9", "\u6ce2\u00e9", "\u529b"
    words = f"from uneri.bots import RandomBot\ndef {name}({option}=0): return RandomBot({option})\n"
    (tmp_path / f"{module}.py").write_text(words, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    state = uneri.load_game("onda", players=2, rounds=1).new_initial_state(seed=1)
    bot = make_bot(unicodedata.normalize(form, f"{module}:{name}({option}=3)"))
    assert bot.act(state) == RandomBot(3).act(state)


def test_a_file_with_a_blank_wants_quotes(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="put a value with blanks in double quotes"):
        make_bot("flat:net=my net,sims=4")
    with pytest.raises(ValueError, match="my net"):
        make_bot('flat:net="my net",sims=4')
