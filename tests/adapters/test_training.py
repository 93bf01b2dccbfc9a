"""The training examples of the docs, with a short budget."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import uneri
from uneri import arena, data
from uneri.bots import make_bot

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
pytestmark = pytest.mark.adapters


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports an example anew by its name."""
    monkeypatch.syspath_prepend(str(EXAMPLES))

    def load(name: str) -> Any:
        monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(name)

    return load


def run(module: Any, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [module.__file__, *arguments])
    module.main()


def check_picture(path: Path, points: int) -> None:
    """A drawing and the same points as numbers."""
    (curve,) = (p for p in ET.parse(path).getroot() if p.get("stroke-width") == "2")
    assert len(str(curve.get("points")).split()) == points
    rows = path.with_suffix(".csv").read_text("utf-8").splitlines()[1:]
    assert len(rows) == points
    assert all(np.isfinite([float(cell) for cell in row.split(",")]).all() for row in rows)


@pytest.mark.slow
def test_exploitability_falls(example: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    picture = tmp_path / "curve.svg"
    run(example("train_mccfr"), monkeypatch, "--iterations", "1000", "--picture", str(picture))
    lines = capsys.readouterr().out.splitlines()
    first, last = (float(line.split()[3]) for line in (lines[0], lines[-2]))
    assert last < first / 50
    check_picture(picture, len(lines) - 1)


def test_games_that_are_not_for_mccfr(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in ("onda(players=3)", "onda(players=2,utility=score)"):
        with pytest.raises(SystemExit, match="not a zero-sum game for two"):
            run(example("train_mccfr"), monkeypatch, "--game", game)


def test_deep_monte_carlo(example: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """Some seconds: far from the greedy bot's strength yet, but better than random; past versions have played."""
    module = example("train_douzero")
    for name, value in {"LANES": 256, "EVERY": 100, "BATCH": 128, "RATE": 1e-3}.items():
        monkeypatch.setattr(module, name, value)
    untaught = module.Network(uneri.load_game(module.GAME), 1)
    assert module.strength(untaught, "random", 1000, 5) < 35
    network, points, speed = module.train(75_000, 1, 100)
    assert [done for done, _ in points] == [0, 25_600, 51_200]
    assert capsys.readouterr().out.count("decisions  won") == 3
    assert speed > 0
    assert module.strength(network, "random", 1000, 5) > 53
    assert len((EXAMPLES / "train_douzero.py").read_text("utf-8").splitlines()) <= 120


def test_deep_monte_carlo_is_the_same_again(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = example("train_douzero")
    monkeypatch.setattr(module, "LANES", 64)
    (one, points, _), (two, again, _) = (module.train(5_000, 3, 50) for _ in range(2))
    assert points == again
    assert all(np.array_equal(w, v) for w, v in zip(one.weights, two.weights, strict=True))


if importlib.util.find_spec("torch") is not None:

    @pytest.fixture
    def ppo(example: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
        """The example with fewer lanes, so that a short training has more updates."""
        module = example("train_ppo")
        for name, value in {"LANES": 128, "HORIZON": 16, "MINIBATCH": 512}.items():
            monkeypatch.setattr(module, name, value)
        return module

    def test_ppo(ppo: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
        """A few seconds of teaching and a few of PPO: no match for the greedy bot yet, but far better than chance."""
        picture, saved = tmp_path / "curve.svg", tmp_path / "policy.pt"
        budget = ("--steps", "32768", "--taught", "24576", "--deals", "20")
        run(ppo, monkeypatch, *budget, "--save", str(saved), "--picture", str(picture))
        lines = capsys.readouterr().out.splitlines()
        assert "   24,576 decisions  taught" in "\n".join(lines)
        assert lines[-2].startswith("   32,768 decisions  PPO ")
        assert lines[-1].endswith("] of 40 games on fresh deals")
        check_picture(picture, 16)
        shares = [float(row.split(",")[1]) for row in picture.with_suffix(".csv").read_text("utf-8").splitlines()[1:]]
        assert shares[0] < 8  # an untaught policy wins 2 % of games against the greedy bot
        assert min(shares[-3:]) > 20

        bot = f"train_ppo:PolicyBot(file={saved})"
        result = arena.run(ppo.GAME, [bot, "random"], deals=100, seed=5)
        assert result.rows[0].bot == bot
        assert result.rows[0].first.value > 0.85

    def test_ppo_begins_with_a_data_set(ppo: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
        """The policy wins more games than an untaught one from its first update on."""
        pytest.importorskip("pyarrow")
        data.selfplay(ppo.GAME, ["greedy"], 600, out=tmp_path / "games", seed=2, progress=False)
        picture = tmp_path / "curve.svg"
        budget = ("--steps", "4096", "--deals", "5", "--data", str(tmp_path / "games"))
        run(ppo, monkeypatch, *budget, "--picture", str(picture))
        assert "% as its bots" in capsys.readouterr().out
        shares = [float(row.split(",")[1]) for row in picture.with_suffix(".csv").read_text("utf-8").splitlines()[1:]]
        assert shares[0] > 12  # an untaught policy wins 2 %
        data.selfplay("onda(players=2,rounds=1)", ["greedy"], 1, out=tmp_path / "other", progress=False)
        with pytest.raises(SystemExit, match="with other options"):
            ppo.train(4_096, 0, 1, tmp_path / "other")

    @pytest.mark.slow
    def test_ppo_goes_beyond_what_it_was_taught(example: Any) -> None:
        """Half a minute: from 40 % of games won, where the lessons end, to 48 % and more."""
        _, points = example("train_ppo").train(212_992, 65_536, seed=1)
        shares = [share for _, share in points]
        assert np.mean(shares[-3:]) > shares[4] + 3  # the update after the last lesson's

    def test_ppo_is_the_same_again(ppo: Any) -> None:
        (one, points), (two, again) = (ppo.train(8_192, 4_096, seed=3) for _ in range(2))
        assert points == again
        for name, value in one.state_dict().items():
            assert value.equal(two.state_dict()[name]), name

    def test_ppo_policy_plays_as_the_bot(ppo: Any, tmp_path: Path) -> None:
        """The bot's choice is the policy's most likely action, before and after a file."""
        torch = ppo.torch
        game = uneri.load_game(ppo.GAME)
        policy, _ = ppo.train(2_048, 2_048, seed=4)
        torch.save(policy.state_dict(), tmp_path / "policy.pt")
        bots = [ppo.PolicyBot(policy=policy), make_bot(f"train_ppo:PolicyBot(file={tmp_path / 'policy.pt'})")]
        decisions = 0
        for seed in range(5):
            state = game.new_initial_state(seed)
            while not state.is_terminal():
                seen = state.observation_tensor(state.current_player())[None]
                mask = state.legal_actions_mask().view(np.bool_)[None]
                with torch.no_grad():
                    likely, _ = policy(*map(torch.from_numpy, (seen, mask, policy.hints(seen, mask))))
                chances = likely[0].exp()
                assert chances.sum().item() == pytest.approx(1, abs=1e-5)
                assert chances[~mask[0]].sum() == 0
                actions = [bot.act(state) for bot in bots]
                assert actions[0] == actions[1]
                assert chances[actions[0]] == pytest.approx(chances.max().item(), rel=1e-4)
                state.apply_action(actions[0])
                decisions += 1
        assert decisions > 50

    def test_ppo_sees_actions_as_the_rules_tell_them(ppo: Any) -> None:
        """No two actions look alike, and a play's cards are those that leave the hand."""
        game = uneri.load_game(ppo.GAME)
        described = {tuple(ppo.describe(game.action_to_string(0, a))) for a in range(game.num_distinct_actions)}
        assert len(described) == game.num_distinct_actions
        policy = ppo.Policy(game)
        plays = 0
        for seed in range(5):
            state = game.new_initial_state(seed)
            rng = np.random.default_rng(seed)
            while not state.is_terminal():
                seat, action = state.current_player(), int(rng.choice(state.legal_actions()))
                before, name = state.to_dict(), state.action_to_string(action)
                seen = state.observation_tensor(seat)[None]
                hint = policy.hints(seen, state.legal_actions_mask().view(np.bool_)[None])[0, action]
                state.apply_action(action)
                if state.is_terminal() or name.startswith(("SLOT", "TURN")):  # these may bring a card back
                    continue
                left = np.array(before["hand"][seat]) - policy.cards[action]
                assert left.tolist() == state.to_dict()["hand"][seat], name
                plays_now, plays_left = uneri.onda.min_plays(
                    np.array([before["hand"][seat], left], np.uint8), 0
                ).tolist()
                assert hint == plays_left - plays_now
                plays += policy.cards[action].any()
        assert plays > 50

else:

    def test_ppo_does_not_run_here_because_torch_is_absent() -> None:
        """It says so, and how to get it."""
        script = [sys.executable, str(EXAMPLES / "train_ppo.py")]
        done = subprocess.run(script, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert "this example needs torch: pip install" in done.stderr
