"""BatchEnv with opponents: a step is a decision of the learner, and everything else is a game of single states."""

from __future__ import annotations

import pickle
import sys
from typing import Any, ClassVar

import numpy as np
import pytest

import uneri
from _batches import MODES, assert_same
from _batches import copies as views_of
from uneri.bots import GreedyBot, has_greedy
from uneri.testing import stream

SHORT = {
    "namima": "namima(variant=sazanami,players=3,games=1)",
    "onda": "onda(players=3,rounds=1)",
    "solo": "solo(players=3,max_rounds=1,turn_cap=60)",
    "tacta": "tacta(players=3)",
    "tidal": "tidal(players=3)",
}
ALONE = "solo(players=3,max_rounds=1,turn_cap=1)"  # whose second and third seat come to no decision


def best(name: str) -> str:
    """The best player of the core."""
    return "greedy" if has_greedy(name) else "random"


class Others:
    """The games of a batch's lanes with single states, written without a look at the batch's own way."""

    def __init__(self, env: Any, kinds: list[str]) -> None:
        self.env, self.kinds = env, kinds
        self.start = env.game.new_initial_state().returns()

    def begin(self, lane: int) -> None:
        seed = int(self.env.seeds[lane])
        self.state, self.paid = self.env.game.new_initial_state(seed), self.start
        self.numbers = stream(seed, 2**63)
        if self.env.seat is None:
            assert self.env.learner[lane] == self.numbers.below(self.env.game.num_players)
        else:
            assert self.env.learner[lane] == self.env.seat
        self.learner = int(self.env.learner[lane])
        self.play()

    def play(self) -> None:
        while not self.state.is_terminal() and self.state.current_player() != self.learner:
            kind = self.kinds[(self.state.current_player() - self.learner - 1) % self.env.game.num_players]
            legal = self.state.legal_actions()
            greedy = kind == "greedy"
            self.state.apply_action(GreedyBot().act(self.state) if greedy else legal[self.numbers.below(len(legal))])

    def step(self, action: int) -> list[float]:
        self.state.apply_action(action)
        self.play()
        now = self.state.returns()
        earned, self.paid = [after - before for after, before in zip(now, self.paid, strict=True)], now
        return earned


@pytest.mark.parametrize("autoreset", MODES)
@pytest.mark.parametrize("seat", [1, None])
def test_lanes_are_games_against_the_players(name: str, autoreset: Any, seat: int | None) -> None:
    """Every lane is played again with one state and the core's players, from the seed that it shows."""
    kinds = ["random", best(name)]
    env = uneri.BatchEnv(SHORT[name], 4, seed=3, autoreset=autoreset, opponents=kinds, seat=seat)
    lanes = [Others(env, kinds) for _ in range(4)]
    for lane, game in enumerate(lanes):
        game.begin(lane)
    ended = 0
    for _ in range(250):
        over = env.current_player == uneri.TERMINAL
        env.step_random()
        for lane, game in enumerate(lanes):
            if over[lane]:
                assert env.actions[lane] == -1
                assert not env.rewards[lane].any()
                if autoreset is None:
                    continue
                game.begin(lane)
            else:
                earned = game.step(int(env.actions[lane]))
                assert env.rewards[lane] == pytest.approx(earned, abs=1e-5)
                assert env.terminated[lane] == game.state.is_terminal()
                if game.state.is_terminal():
                    ended += 1
                    assert env.final_returns[lane] == pytest.approx(game.state.returns(), abs=1e-4)
                    if autoreset == "same":
                        game.begin(lane)
            assert env.get_state(lane) == game.state
            assert env.current_player[lane] == game.state.current_player()
            assert np.array_equal(env.observation[lane], game.state.observation_tensor(game.learner))
            assert np.array_equal(env.mask[lane], game.state.legal_actions_mask())
        if autoreset is None and over.all():
            break
    assert ended >= 4
    if seat is None and autoreset is not None:
        assert len(set(env.learner.tolist())) > 1


@pytest.mark.parametrize("threads", [2, 7])
def test_threads_change_nothing(name: str, threads: int) -> None:
    one, many = (
        uneri.BatchEnv(SHORT[name], 200, seed=9, threads=n, opponents=best(name), seat=None) for n in (1, threads)
    )
    for _ in range(3):
        one.step_random(9)
        many.step_random(9)
        chosen = one.legal[:, 0].copy()
        one.step(chosen)
        many.step(chosen)
        assert_same(one, many)
    assert one.to_bytes() == many.to_bytes()


@pytest.mark.parametrize("autoreset", MODES)
def test_bytes_go_on(name: str, autoreset: Any) -> None:
    game = uneri.load_game(SHORT[name])
    env = uneri.BatchEnv(game, 3, seed=1, autoreset=autoreset, opponents=("random", best(name)), seat=None)
    env.step_random(5)
    data = env.to_bytes()
    other, third = uneri.BatchEnv.from_bytes(data, threads=2), pickle.loads(pickle.dumps(env))
    assert (other.opponents, other.seat) == (env.opponents, None)
    assert_same(env, other)
    assert_same(env, third)
    for one in (env, other, third):
        one.step_random(8)
    assert env.to_bytes() == other.to_bytes() == third.to_bytes()
    assert_same(env, other)
    env.restore(data)
    assert env.to_bytes() == data
    for settings, words in (
        ({"opponents": "random", "seat": None}, "opponents is"),
        ({"opponents": ("random", best(name)), "seat": 1}, "seat is None, not 1"),
        ({}, "opponents is"),
    ):
        if settings.get("opponents") == "random" and best(name) == "random":
            continue  # the same batch
        fresh: Any = uneri.BatchEnv(game, 3, autoreset=autoreset, **settings)
        with pytest.raises(ValueError, match=words):
            fresh.restore(data)


def test_lanes_that_cannot_be() -> None:
    """Lanes under another header, with a good checksum: an opponent to act, a learner where there is none."""
    from uneri.batch.saved import digest_of, read_saved

    game = uneri.load_game(SHORT["onda"])
    settings: list[dict[str, Any]] = [{}, {"opponents": "random", "seat": 1}, {"opponents": "random", "seat": 2}]
    for mine in settings:
        env = uneri.BatchEnv(game, 2, seed=4, **mine)
        before, data = views_of(env), env.to_bytes()
        for other in settings:
            if other is mine:
                continue
            lanes = read_saved(uneri.BatchEnv(game, 2, seed=4, **other).to_bytes())[1]
            content = data[: -len(read_saved(data)[1]) - 8] + lanes
            with pytest.raises(ValueError, match="not a saved batch"):
                env.restore(content + digest_of(content))
            assert_same(env, before)


def test_states_are_played_on_to_the_learner(name: str) -> None:
    game = uneri.load_game(SHORT[name])
    env = uneri.BatchEnv(game, 2, seed=1, opponents="random", seat=2)
    env.step_random(2)
    mine = env.get_state(0)
    assert mine.current_player() == 2
    env.set_state(1, mine)
    assert env.get_state(1) == mine  # the learner's turn: as it was given
    assert not env.rewards[1].any()
    assert env.episode_length.tolist() == [2, 0]
    start = game.new_initial_state(5)
    env.set_state(0, start)
    assert env.current_player[0] == 2
    while not start.is_terminal():
        start.apply_action(start.legal_actions()[0])
    env.set_state(0, start)
    assert env.current_player[0] == uneri.TERMINAL
    env.step([-1, env.legal[1, 0]])
    assert env.get_state(0).current_player() == 2


@pytest.mark.parametrize("autoreset", MODES)
def test_games_without_a_decision_are_passed_over(autoreset: Any) -> None:
    """And where no game has one, lanes are over instead of waiting for ever."""
    game = uneri.load_game(ALONE)
    env = uneri.BatchEnv(game, 3, seed=1, autoreset=autoreset, opponents="random", seat=None)
    for lane in range(3):
        assert env.current_player[lane] == env.learner[lane] >= 0
        numbers = (stream(stream(1, lane).next(), episode).next() for episode in range(1, 65))
        assert int(env.seeds[lane]) in {stream(1, lane).next(), *numbers}
    never = uneri.BatchEnv(game, 2, seed=1, autoreset=autoreset, opponents="random", seat=2)
    if (never.current_player == uneri.TERMINAL).all():
        never.step([0, -7])
        never.step_random(2)
        never.reset()
        assert (never.current_player == uneri.TERMINAL).all()
        assert not never.num_legal.any()
    else:
        assert (never.current_player == 2).all()


class Noting:
    """Plays the first legal action and notes its seats."""

    def __init__(self, seed: int = 0) -> None:
        self.seats: set[int] = set()
        self.seed = seed

    def act(self, state: Any) -> int:
        self.seats.add(state.current_player())
        return int(state.legal_actions()[0])


def test_bots_in_python() -> None:
    """Any bot plays; by text it is made anew with a seed of the game's, so that runs are the same."""
    game = uneri.load_game(SHORT["onda"])
    bots = [Noting(), Noting()]
    env = uneri.BatchEnv(game, 2, seed=3, opponents=bots, seat=1)
    env.step_random(20)
    assert [bot.seats for bot in bots] == [{2}, {0}]
    assert env.opponents == tuple(bots)
    with pytest.raises(ValueError, match="of a saved batch must be random or greedy"):
        env.to_bytes()
    runs = []
    for _ in range(2):
        env = uneri.BatchEnv(game, 2, seed=3, opponents=["random:seed=4", "flat:sims=2"], seat=None)
        env.step_random(6)
        runs.append(views_of(env))
    assert_same(env, runs[0])
    # The same player in Python and in the core.
    one, two = (uneri.BatchEnv(game, 2, seed=3, opponents=o) for o in ("greedy", GreedyBot()))
    one.step_random(30)
    two.step_random(30)
    assert_same(one, two)


class Lasting:
    """Plays the first legal action and notes the games that it plays."""

    made: ClassVar[list[Lasting]] = []

    def __init__(self, seed: int = 0) -> None:
        self.games: list[tuple[int, int]] = []
        Lasting.made.append(self)

    def new_game(self, game: uneri.Game, seat: int, seed: int) -> None:
        self.games.append((seat, seed))

    def act(self, state: Any) -> int:
        assert state.current_player() == self.games[-1][0]
        return int(state.legal_actions()[0])


def test_a_text_has_a_copy_for_each_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bots_of_this_test", sys.modules[__name__])
    Lasting.made.clear()
    game = uneri.load_game("tacta(players=3)")
    env = uneri.BatchEnv(game, 2, seed=3, opponents=["bots_of_this_test:Lasting", "random"], seat=None)
    learners = env.learner.tolist()
    while all(len(bot.games) < 2 for bot in Lasting.made):
        env.step_random()
    assert len(Lasting.made) == 2  # told of later games, and not made anew
    assert {bot.games[0] for bot in Lasting.made} == {
        ((learner + 1) % 3, stream(stream(3, lane).next(), 2**63 + 1).next()) for lane, learner in enumerate(learners)
    }


def test_a_bot_that_fails() -> None:
    class Wrong:
        def act(self, state: Any) -> int:
            return -3 if state.returns() == [0.0, 0.0] else 0

    with pytest.raises(ValueError, match="bot Wrong played -3, which is not legal"):
        uneri.BatchEnv("onda(players=2,rounds=1)", 2, opponents=Wrong(), seat=1)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"opponents": "greedy", "seat": 3}, ValueError, "seat is 3; allowed: 0 to 2"),
        ({"opponents": "greedy", "seat": -1}, ValueError, "seat is -1"),
        ({"opponents": "greedy", "seat": 0.0}, TypeError, "seat"),
        ({"opponents": ["greedy"]}, ValueError, "opponents must be one or 2, not 1"),
        ({"opponents": []}, ValueError, "opponents must be one or 2, not 0"),
        ({"opponents": "nobody"}, ValueError, "no bot 'nobody'"),
        ({"opponents": "ismcts:sims=9,follow=true"}, ValueError, "a batch doesn't show moves"),
        ({"opponents": "exec:cat"}, ValueError, "would start a program for each game"),
        ({"opponents": 3}, TypeError, "opponents must be a bot, its text, or a function, not 3 \\(int\\)"),
        ({"seat": 1}, ValueError, "seat is 1 without opponents; use 0"),
        ({"seat": None}, ValueError, "seat is None without opponents"),
    ],
)
def test_arguments_are_checked(arguments: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        uneri.BatchEnv(uneri.load_game(SHORT["onda"]), 2, **arguments)


def test_games_without_a_greedy_player() -> None:
    for name in uneri.games():
        if has_greedy(name):
            assert uneri.BatchEnv(SHORT[name], 1, opponents="greedy").opponents == ("greedy", "greedy")
        else:
            with pytest.raises(ValueError, match=f"{name} has no greedy bot; use random"):
                uneri.BatchEnv(SHORT[name], 1, opponents="greedy")


def test_an_illegal_action_changes_nothing() -> None:
    env = uneri.BatchEnv(uneri.load_game(SHORT["onda"]), 3, seed=2, opponents="greedy", seat=None)
    env.step_random(2)
    before, saved = views_of(env), env.to_bytes()
    bad = int(np.flatnonzero(env.mask[1] == 0)[0])
    with pytest.raises(ValueError, match=f"lane 1: action {bad} .* is not legal here"):
        env.step([env.legal[0, 0], bad, env.legal[2, 0]])
    assert_same(env, before)
    assert env.to_bytes() == saved


def test_repr() -> None:
    env = uneri.BatchEnv("onda(players=3)", 2, opponents="greedy", seat=None)
    assert repr(env).endswith("autoreset='same', opponents='greedy', seat=None)")
    assert "opponents=['greedy', 'random'], seat=2)" in repr(
        uneri.BatchEnv("onda(players=3)", 2, opponents=["greedy", "random"], seat=2)
    )
