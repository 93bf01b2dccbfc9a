"""Games that are not part of the library: rules in plain Python, and what happens when they are wrong."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import arena, records, review, testing
from uneri._core import pool_counts
from uneri.bots import has_greedy
from uneri.registry import outside
from uneri.search import ISMCTS, PIMC, PUCT, FlatMC
from uneri.serve.limits import Limits
from uneri.serve.lobby import Lobby
from uneri.serve.new_game import list_offers, make_wanted_table

ROOT = Path(__file__).parents[2]
NUMBERS = count()


Kuhn: Any = None
"""The rules of the example; loaded with the first test, as that registers them."""


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """Kuhn poker, for the tests of this file alone."""
    global Kuhn  # noqa: PLW0603
    before = dict(outside._registered)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs" / "examples"))
        Kuhn = importlib.import_module("kuhn").Rules
        uneri.register_game(Kuhn)
        yield
    outside._registered.clear()
    outside._registered.update(before)


@pytest.fixture(params=("core", "reference"))
def game(request: pytest.FixtureRequest) -> uneri.Game:
    return uneri.load_game("kuhn", backend=request.param)


def wrong(**members: Any) -> uneri.Game:
    """Kuhn poker with some functions replaced, as a game of its own."""
    name = f"wrong{next(NUMBERS)}"
    uneri.register_game(type("Rules", (Kuhn,), {"name": name, **members}))
    return uneri.load_game(name)


def test_it_is_a_game_as_any_other(game: uneri.Game) -> None:
    assert "kuhn" in uneri.games()
    assert str(uneri.load_game(str(game))) == "kuhn()"
    assert testing.check_game(game).longest == 3
    assert uneri.perft(game.new_initial_state(), 5) == 12  # 6 deals; PASS, BET, and an answer
    state = game.new_initial_state(seed=3)
    assert "cards" in str(state)
    assert state.to_svg(0, moves=state.legal_actions()).startswith("<svg")
    assert state.to_dict(0)["cards"][1] is None
    assert pickle.loads(pickle.dumps(state)) == state
    assert game.deserialize_state(state.serialize()) == state
    assert game.features == []
    assert game.action_features.shape == (2, 0)


def test_rules_may_give_reasons(game: uneri.Game) -> None:
    """Without the hook the sentence says that there is none, and a wrong answer is named."""
    state = game.new_initial_state()
    state.apply_action(1)
    assert (state.why_not(0), state.why_not(1)) == (
        None,
        f"{state.action_to_string(1)} is not legal here; the rules of kuhn give no reason",
    )
    assert game.new_initial_state(seed=1).why_not(0) is None
    talking = wrong(why_not=lambda self, state, action: f"Card {action} has been dealt").new_initial_state()
    talking.apply_action(1)
    assert (talking.why_not(0), talking.why_not(1)) == (None, "Card 1 has been dealt")
    broken = wrong(why_not=lambda self, state, action: 7).new_initial_state()
    broken.apply_action(1)
    with pytest.raises(ValueError, match=r"why_not\(state, 1\) must return a string or None, not 7"):
        broken.why_not(1)


def test_both_backends_play_alike() -> None:
    core, reference = (uneri.load_game("kuhn", backend=backend) for backend in ("core", "reference"))
    assert testing.walk_digest(core, 5) == testing.walk_digest(reference, 5)
    mine, other = (uneri.playouts(g, 100, seed=4) for g in (core, reference))
    assert np.array_equal(mine.returns, other.returns)
    env = uneri.BatchEnv(core, 4, seed=2)
    state = reference.new_initial_state(int(env.seeds[0]))
    while not state.is_terminal():
        assert np.array_equal(env.observation[0], state.observation_tensor(state.current_player()))
        env.step_random()
        state.apply_action(int(env.actions[0]))


@pytest.mark.parametrize("search", [ISMCTS, PIMC, FlatMC])
def test_searches_find_what_is_best(search: Any) -> None:
    state = uneri.load_game("kuhn").new_initial_state()
    for outcome in (2, 0):  # the highest card, and the lowest for seat 1
        state.apply_action(outcome)
    state.apply_action(1)
    assert search(sims=200, seed=1, objective="utility").act(state) == 0  # seat 1 gives up
    many = search(sims=50, seed=1).run_many([state] * 3)
    assert [found.simulations for found in many] == [50] * 3
    before = pool_counts()
    assert search(sims=60, seed=1, threads=3).act(state) in (0, 1)
    assert pool_counts() == before  # one thread works


def test_puct_asks_its_evaluator() -> None:
    game = uneri.load_game("kuhn")

    def evaluate(observations: Any, *_: Any) -> Any:
        return np.zeros((len(observations), 2), np.float32), np.full((len(observations), 2), 0.5, np.float32)

    found = PUCT(evaluate, sims=32, seed=1).run_many([game.new_initial_state(seed=seed) for seed in range(40)])
    assert len(found) == 40


def test_arena_records_and_reviews(tmp_path: Path) -> None:
    result = arena.run("kuhn", ["ismcts:sims=20", "random"], 6, seed=1, out=tmp_path / "run")
    assert result.games_played == 12
    record = records.record("kuhn", ["random", "random"], 5)
    record.check()
    record.check(backend="reference")
    (tmp_path / "kuhn.uneri.jsonl").write_bytes(record.to_bytes())
    assert list(records.read(tmp_path / "kuhn.uneri.jsonl")) == [record]
    assert review.review(record, "flat:sims=8", worlds=10).decisions


WRONG = {
    "legal": (
        lambda self, s: Kuhn.legal(self, s)[::-1],
        "legal() returned [2, 1, 0]; allowed: 1 to 1536 ids, ascending",
    ),
    "weights": (
        lambda self, s: [(card, 0) for card in Kuhn.legal(self, s)],
        "weights() returned [(0, 0), (1, 0), (2, 0)]",
    ),
    "player": (lambda self, s: 9, "player() returned 9; allowed: 0 to 1, -1, -4"),
    "points": (lambda self, s: [0.5, 0.5], "points() returned [0.5, 0.5]; allowed: 2 whole numbers from -2 to 2"),
    "winners": (lambda self, s: [], "winners() returned []; allowed: seats from 0 to 1"),
    "apply": (lambda self, s, action: s / 0, "apply(state, "),
    "resample": (
        lambda self, s, seat, rng: s._replace(bets="B"),
        "gives a world that seat 0 can tell apart, by 'bets'",
    ),
    "observation": (lambda self, s, seat: [1.0], "observation(state, 0) has 1 numbers; layout() has 9"),
    "to_dict": (lambda self, s, seat=None: 1 / 0, "to_dict(state, None) raises ZeroDivisionError"),
    "from_dict": (lambda self, data: Kuhn.initial(self), "from_dict() gives another state"),
}


@pytest.mark.parametrize("function", WRONG)
def test_wrong_rules_are_named(function: str) -> None:
    """The function, and the position; the process lives, and so does the search after the next game."""
    member, words = WRONG[function]

    def use() -> None:
        game = wrong(**{function: member})
        state = game.new_initial_state(seed=1)
        state.observation_tensor(0)
        game.deserialize_state(state.serialize())
        ISMCTS(sims=30, seed=1, objective="utility").run(state)
        uneri.playouts(game, 20, seed=1)

    with pytest.raises(ValueError, match="wrong") as caught:
        use()
    assert words in str(caught.value)
    ISMCTS(sims=30, seed=1).run(uneri.load_game("kuhn").new_initial_state(seed=1))


@pytest.mark.parametrize("calls", [40, 300])
def test_an_error_in_the_middle_ends_every_call(calls: int) -> None:
    left = [10**9]

    def apply(self: Any, s: Any, action: int) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise KeyError("late")
        return Kuhn.apply(self, s, action)

    game = wrong(apply=apply)
    state = game.new_initial_state(seed=1)
    env = uneri.BatchEnv(game, 4, seed=1)
    work: list[Callable[[], Any]] = [
        lambda: ISMCTS(sims=10**6, seed=1).run(state),
        lambda: ISMCTS(sims=10**6, seed=1).follow().run(state),
        lambda: uneri.playouts(game, 10**6, seed=1),
        lambda: env.step_random(10**4),
    ]
    for call in work:
        left[0] = calls
        with pytest.raises(ValueError, match="raises KeyError: 'late'"):
            call()
    left[0] = 10**9
    assert game.new_initial_state(seed=1) == state
    ISMCTS(sims=20, seed=1).run(state)


def test_a_state_stays_where_it_was_after_an_error() -> None:
    game = wrong(apply=lambda self, s, action: 1 / 0 if len(s.cards) == 2 else Kuhn.apply(self, s, action))
    state = game.new_initial_state(seed=1)
    before = state.to_dict()
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        state.apply_action(0)
    assert state.to_dict() == before


def test_the_start_page_offers_it() -> None:
    seats = type("Rules", (Kuhn,), {"name": "seats", "__init__": players_and_more})
    uneri.register_game(seats)
    offered = {game["name"]: game for game in list_offers(Lobby(Limits()))["games"]}
    assert offered["kuhn"]["seats"] == 2
    bounds = [(row["name"], row.get("low"), row.get("high")) for row in offered["seats"]["options"]]
    assert bounds == [("players", 2, 3), ("stake", None, None), ("utility", None, None)]
    table = make_wanted_table(Lobby(Limits()), {"game": "kuhn", "options": {}, "seats": ["human", "random"]})
    assert table.game == uneri.load_game("kuhn")


def players_and_more(self: Any, players: int = 2, stake: int = 5, utility: str = "score") -> None:
    if players not in (2, 3):
        raise ValueError("players")
    self.options = {"players": players, "stake": stake, "utility": utility}


def test_a_failing_outcome_leaves_the_state_before_the_action() -> None:
    """PASS is followed by a third card here, which can't be drawn."""

    def is_drawing(s: Any) -> bool:
        return len(s.cards) == 2 and s.bets == "P"

    def apply(self: Any, s: Any, action: int) -> Any:
        return 1 / 0 if is_drawing(s) else Kuhn.apply(self, s, action)

    game = wrong(
        player=lambda self, s: uneri.CHANCE if is_drawing(s) else Kuhn.player(self, s),
        legal=lambda self, s: (
            [card for card in range(3) if card not in s.cards] if is_drawing(s) else Kuhn.legal(self, s)
        ),
        apply=apply,
    )
    state = game.new_initial_state(seed=1)
    before, rewards = state.to_dict(), state.rewards()
    with pytest.raises(ValueError, match="ZeroDivisionError"):
        state.apply_action(0)
    assert (state.to_dict(), state.rewards()) == (before, rewards)


def test_pickles_reach_a_process_that_has_not_registered_the_game(tmp_path: Path) -> None:
    """With the module that shows it."""
    module = importlib.import_module("kuhn")
    uneri.register_game(
        type("Rules", (Kuhn,), {"name": "shown", "__module__": "kuhn", "__qualname__": "Shown"}), module
    )
    module.Shown = outside._registered["shown"].rules
    data = pickle.dumps(uneri.load_game("shown"))
    del outside._registered["shown"]
    assert pickle.loads(data) == uneri.load_game("shown")
    assert outside._registered["shown"].module is module


def test_what_can_be_registered() -> None:
    uneri.register_game(Kuhn)  # again: nothing happens
    with pytest.raises(ValueError, match="there is already a game 'kuhn'"):
        uneri.register_game(type("Rules", (Kuhn,), {}))
    with pytest.raises(ValueError, match="there is already a game 'onda'"):
        uneri.register_game(type("Rules", (Kuhn,), {"name": "onda"}))
    with pytest.raises(ValueError, match="the rules' name is"):
        uneri.register_game(type("Rules", (Kuhn,), {"name": "../x"}))
    with pytest.raises(
        TypeError, match="rules must be a class of rules in Python, or the tables of a compiled game, not 3"
    ):
        uneri.register_game(3)
    with pytest.raises(ValueError, match="no option 'seats'; options: utility"):
        uneri.load_game("kuhn", seats=3)


@pytest.mark.subprocess
def test_a_game_of_an_installed_package(tmp_path: Path) -> None:
    """It is there in every process, for every command, without a line of code."""
    (tmp_path / "kuhn_game.py").write_text(
        (ROOT / "docs" / "examples" / "kuhn.py").read_text(encoding="utf-8").replace("uneri.register_game(Rules)", "")
    )
    info = tmp_path / "kuhn_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kuhn-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[uneri.games]\nkuhn = kuhn_game\nbroken = no_such_module\n")

    def run(*arguments: str) -> str:
        program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from uneri.cli import main; main()"
        command = [sys.executable, "-c", program, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=100)
        return done.stdout + done.stderr

    assert "OK" not in run("info", "broken")
    assert "the game 'broken' of the package kuhn-game cannot be loaded: ModuleNotFoundError" in run("info", "broken")
    listed = run("games")
    assert "Kuhn poker as a game of one's own" in listed
    assert "the game 'broken' of the package kuhn-game" in listed
    assert "max_game_length" in run("info", "kuhn")
    assert "differences: 0" in run("selfcheck", "kuhn", "--games", "20")
    assert "kuhn(): 5 deals, 10 games" in run(
        "arena", "kuhn", "--bots", "ismcts:sims=20,random", "--deals", "5", "--seed", "1"
    )
    assert "seat 0: " in run("play", "kuhn", "--watch", "--bots", "random,ismcts:sims=20", "--seed", "3")


@pytest.mark.subprocess
def test_the_example_of_the_docs() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "examples" / "kuhn.py")], capture_output=True, text=True, check=True
    )
    assert "50 deals, 100 games" in done.stdout


@pytest.mark.subprocess
def test_ctrl_c_reaches_a_search(interrupted: Callable[[str], str]) -> None:
    program = f"""
        import sys, uneri
        sys.path.append({str(ROOT / "docs" / "examples")!r})
        import kuhn
        from uneri.search import ISMCTS
        state = uneri.load_game("kuhn").new_initial_state(seed=1)
        print("ready", flush=True)
        try:
            ISMCTS(sims=10**9).run(state)
        except KeyboardInterrupt:
            print("stopped")
    """
    assert interrupted(textwrap.dedent(program)) == "stopped\n"


def padded(text: str) -> uneri.Game:
    """Kuhn poker with a long text in each state."""
    return wrong(
        to_dict=lambda self, s, seat=None: {**Kuhn.to_dict(self, s, seat), "text": text},
        from_dict=lambda self, data: Kuhn().from_dict({key: data[key] for key in data if key != "text"}),
    )


def test_long_states_are_packed_and_longer_ones_refused() -> None:
    game = padded("card " * 5000)
    state = game.new_initial_state(seed=1)
    assert game.deserialize_state(state.serialize()) == state
    ISMCTS(sims=20, seed=1).run(state)
    with pytest.raises(ValueError, match=r"a state takes \d+ bytes, packed; the limit is 4092"):
        padded("".join(map(chr, range(300, 9000))))


def test_bytes_of_observations_are_from_0_to_1() -> None:
    env = uneri.BatchEnv("kuhn", 4, seed=1, dtype="uint8")
    assert set(np.unique(env.observation)) == {0, 255}
    game = wrong(observation=lambda self, s, seat: [2.0] * 9)
    assert uneri.BatchEnv(game, 4, seed=1).observation.max() == 2
    with pytest.raises(ValueError, match=r"observation.* has numbers from 2.0 to 2.0; for uint8: 0 to 1"):
        uneri.BatchEnv(game, 4, seed=1, dtype="uint8")


def test_rules_may_have_a_greedy_player_and_secret_moves() -> None:
    game = wrong(
        greedy=lambda self, s: int(s.cards[self.player(s)] == 2),
        sight=lambda self, s, action, seat: 0,
    )
    assert has_greedy(game)
    assert not has_greedy("kuhn")
    state = game.new_initial_state(seed=1)
    ISMCTS(sims=50, seed=1, rollout="greedy").run(state)
    assert arena.run(game, ["greedy", "random"], 5, seed=1, workers=1).games_played == 10
    record = records.record(game, ["greedy", "random"], 3, views=False)
    record.check()
    assert all(move.public.text is None for move in record.moves)
    with pytest.raises(ValueError, match="greedy"):
        ISMCTS(sims=50, seed=1, rollout="greedy").run(uneri.load_game("kuhn").new_initial_state(seed=1))
