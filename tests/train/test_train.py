"""Networks: features, training, files, and the bot that plays them.

UNERI_POSITIONS=1000 asks for the long check that nothing hidden is read."""

from __future__ import annotations

import json
import os
import pickle
import random
import struct
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import uneri
from uneri.bots import GreedyBot, NetBot, RandomBot, make_bot
from uneri.registry import core_module
from uneri.search import ISMCTS, FlatMC
from uneri.train import (
    Recipe,
    TrainedNetwork,
    TrainReport,
    action_features,
    action_layout,
    feature_layout,
    features,
    has_features,
    train,
)

GAMES = [name for name in uneri.games() if has_features(name)]
SMALL = "onda(players=2,rounds=1)"
SPECS = {
    "namima": ("namima(players=2,variant=sazanami,games=1)", "namima(players=3,games=2)"),
    "onda": ("onda(players=2,rounds=1)", "onda(players=4)"),
    "solo": ("solo(players=4,max_rounds=1)", "solo(players=2)"),
    "tacta": ("tacta(players=2)",),
    "tidal": ("tidal(players=2,rounds=1)", "tidal(players=3)"),
}
POSITIONS = int(os.environ.get("UNERI_POSITIONS", "40"))  # a game, for the check that nothing hidden is read
ALL_SPECS = [spec for name in GAMES for spec in SPECS[name]]


@pytest.fixture(scope="module")
def trained() -> TrainedNetwork:
    """Trained for some seconds: far from its best, but no longer random."""
    return train(SMALL, games=9_600, seed=1)


@pytest.fixture
def file(trained: TrainedNetwork, tmp_path: Path) -> Path:
    path = tmp_path / "small.net"
    trained.save(path)
    return path


def quick(spec: str, **options: Any) -> TrainedNetwork:
    return train(spec, games=64, seed=3, **options)


def positions(game: uneri.Game, count: int, seed: int) -> list[uneri.State]:
    """States with a choice, from games of random and greedy play."""
    rng, found = random.Random(seed), []
    greedy = GreedyBot()
    while len(found) < count:
        state = game.new_initial_state(seed=rng.randrange(1 << 32))
        while not state.is_terminal():
            legal = state.legal_actions()
            if len(legal) > 1:
                found.append(state.clone())
            state.apply_action(rng.choice(legal) if rng.random() < 0.3 else greedy.act(state))
    return found[:count]


@pytest.mark.parametrize("spec", ALL_SPECS)
def test_the_layout_is_the_features(spec: str) -> None:
    game = uneri.load_game(spec)
    at = 0
    for block in feature_layout(game):
        assert block.offset == at
        at += int(np.prod(block.shape))
    for state in positions(game, 20, 1):
        for seat in range(game.num_players):
            found = features(state, seat)
            assert found.shape == (at,)
            assert found.dtype == np.float32
            assert np.isfinite(found).all()


def test_a_game_of_your_own_names_no_features() -> None:
    with pytest.raises(ValueError, match="mine has no features for networks; games that have some: namima, onda, solo"):
        feature_layout(cast("uneri.Game", SimpleNamespace(name="mine", new_initial_state=None)))


@pytest.mark.parametrize("spec", ALL_SPECS)
def test_features_tell_nothing_that_the_seat_may_not_know(spec: str) -> None:
    for number, state in enumerate(positions(uneri.load_game(spec), POSITIONS, 2)):
        seat = state.current_player()
        world = state.resample_from_infostate(seat, number)
        assert np.array_equal(features(state, seat), features(world, seat))


@pytest.mark.parametrize("spec", ALL_SPECS)
def test_the_bot_chooses_by_its_view_alone(spec: str, tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    quick(spec).save(path)
    bot = NetBot(path)
    for number, state in enumerate(positions(uneri.load_game(spec), POSITIONS, 3)):
        world = state.resample_from_infostate(state.current_player(), number)
        assert bot.act(state) == bot.act(world)
        assert bot.values(state) == bot.values(world)


@pytest.mark.parametrize(
    "spec", [*ALL_SPECS, "tacta(mode=sabotage)", "tacta(mode=team_free_play,players=4)", "namima(riichi=true)"]
)
def test_action_features_tell_actions_apart(spec: str) -> None:
    game = uneri.load_game(spec)
    rows = action_features(game)
    layout = action_layout(game)
    assert rows.shape == (game.num_distinct_actions, sum(int(np.prod(block.shape)) for block in layout))
    assert rows.dtype == np.float32
    assert len(np.unique(rows, axis=0)) == len(rows)
    assert set(np.unique(rows)) == {0, 1}


def test_action_features_are_what_names_say() -> None:
    onda, solo = uneri.load_game("onda"), uneri.load_game("solo")
    parts = {}
    for game in (onda, solo):
        rows = action_features(game)
        for block in action_layout(game):
            size = int(np.prod(block.shape))
            parts[game.name, block.name] = rows[:, block.offset : block.offset + size]
    for action in range(onda.num_distinct_actions):
        kind, *words = onda.action_to_string(0, action).split()
        cards = 1 if kind in ("SINGLE", "HIDE") else int(kind[-1]) if kind[:3] in ("RUN", "SET") else 0
        joker = any("J" in word for word in words)
        assert parts["onda", "cards"][action].sum() + joker == cards, (kind, words)
        assert parts["onda", "joker"][action].any() == joker
        assert parts["onda", "hides"][action, 0] == (kind == "HIDE")
    for action in range(solo.num_distinct_actions):
        assert parts["solo", "sort"][action].sum() == 1
        assert parts["solo", "card"][action].any() == (action < 55)


def test_onda_counts_the_plays_of_the_own_hand() -> None:
    game = uneri.load_game(SMALL)
    block = next(block for block in feature_layout(game) if block.name == "min_plays")
    hands = core_module("onda").min_plays
    for state in positions(game, 20, 4):
        seat = state.current_player()
        hand = np.array(state.to_dict(seat)["hand"][seat], dtype=np.uint8)
        expected = int(hands(hand[np.newaxis], 0, 1, None)[0])
        found = features(state, seat)[block.offset : block.offset + block.shape[0]]
        assert found.sum() == 1
        assert found[expected] == 1


@pytest.mark.parametrize("spec", ALL_SPECS)
def test_a_training_is_the_same_for_any_number_of_threads(spec: str) -> None:
    one = train(spec, games=128, seed=5)
    three = train(spec, games=128, seed=5, threads=3)
    assert one.data == three.data
    if spec == SMALL:
        assert train(spec, games=128, seed=6).data != one.data


def test_a_training_goes_on_from_a_checkpoint_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    path = tmp_path / "a.checkpoint"

    class Enough(Exception):
        pass

    def stop(report: TrainReport) -> None:
        if report.done > 0.4:
            raise Enough

    with pytest.raises(Enough):
        train(SMALL, games=640, seed=2, checkpoint=path, progress=stop)
    seen: list[float] = []
    resumed = train(SMALL, games=640, seed=2, checkpoint=path, progress=lambda report: seen.append(report.done))
    assert seen[0] > 0.4
    assert resumed.data == train(SMALL, games=640, seed=2).data


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.checkpoint"
    train(SMALL, games=64, seed=2, checkpoint=path)
    with pytest.raises(ValueError, match="seed is 2; here: 3"):
        train(SMALL, games=64, seed=3, checkpoint=path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(ValueError, match="the checkpoint is damaged"):
        train(SMALL, games=64, seed=2, checkpoint=path)


BUDGETS: dict[str, Any] = {"games": {"games": 64}, "minutes": {"minutes": 0.001}}


@pytest.fixture(scope="module")
def checkpoints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The last checkpoint of a training with either budget."""
    folder = tmp_path_factory.mktemp("checkpoints")
    for name, budget in BUDGETS.items():
        train(SMALL, seed=2, checkpoint=folder / name, **budget)
    return {name: (folder / name).read_bytes() for name in BUDGETS}


def number(kind: str, value: float) -> bytes:
    return struct.pack(f"<{kind}", value)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seconds": "1e999"}, "seconds is inf; allowed: 0.0 to 1000000000.0"),
        ({"seconds": "-1e308"}, r"seconds is -1e\+308; allowed: 0"),
        ({"seconds": "-5"}, "seconds is -5; allowed: 0"),
        ({"seconds": '"5"'}, "seconds must be a number, not '5'"),
        ({"seconds": "9" * 400}, "seconds is 999"),
        ({0: number("Q", (1 << 64) - 1)}, "games is 18446744073709551615; allowed: 0 to"),
        ({32: number("d", float("nan"))}, "loss is nan"),
        ({40: number("d", -1.0)}, r"gap is -1\.0; allowed: 0"),
        ({48: number("d", 2.0)}, r"mean_power is 2\.0; allowed: 0\.0 to 1\.0"),
        ({56: number("d", float("-inf"))}, "square_power is -inf"),
        ({64: number("I", (1 << 32) - 1)}, "it is too short"),
        ({"weights": float("nan")}, r"weights has nan; allowed: -1000\.0 to 1000\.0"),
        ({"weights": 1e30}, r"weights has 1\.\d+e\+30"),
        ({"average": float("-inf")}, "average has -inf"),
        ({"mean": float("inf")}, "mean has inf"),
        ({"mean": 1e5}, "mean has a gradient that squares don't allow"),
        ({"squares": -1e-9}, r"squares has -.*; allowed: 0\.0 to"),
        ({"end": 70}, "it is too short"),
        ({"end": 3}, "it is too short"),
    ],
    ids=lambda value: str(value)[:40],
)
@pytest.mark.parametrize("budget", ["games", "minutes"])
def test_a_forged_checkpoint_is_refused(
    budget: str, change: dict[Any, Any], named: str, checkpoints: dict[str, bytes], tmp_path: Path
) -> None:
    """Its checksum is right. The error names the field, and the core gets none of its numbers."""
    path = tmp_path / "a.checkpoint"
    magic, body = checkpoints[budget][:9], checkpoints[budget][9:-4]
    size = int.from_bytes(body[:8], "little")
    head, core = json.loads(body[8 : 8 + size]), bytearray(body[8 + size :])
    weights = int.from_bytes(core[64:68], "little")
    text = json.dumps(head)
    for key, value in change.items():
        if key == "seconds":
            text = json.dumps({**head, "seconds": "@"}).replace('"@"', value)
        elif key == "end":
            del core[value:]
        elif isinstance(key, str):
            at = 68 + 4 * (weights * ("weights", "average", "mean", "squares").index(key) + 5)
            core[at : at + 4] = number("f", value)
        else:
            core[key : key + len(value)] = value
    body = len(text).to_bytes(8, "little") + text.encode() + core
    path.write_bytes(magic + body + zlib.crc32(body).to_bytes(4, "little"))
    with pytest.raises(ValueError, match=f"the checkpoint is damaged: {named}") as error:
        train(SMALL, seed=2, checkpoint=path, **BUDGETS[budget])
    assert len(str(error.value)) < 400


def test_some_seconds_of_training_beat_random_play(trained: TrainedNetwork, file: Path) -> None:
    won = games = 0
    game = uneri.load_game(SMALL)
    bots = NetBot(file), RandomBot(seed=1)
    for deal in range(100):
        for turn in range(2):
            state = game.new_initial_state(seed=deal)
            while not state.is_terminal():
                state.apply_action(bots[(state.current_player() + turn) % 2].act(state))
            points = state.returns()
            won += points[turn] > points[1 - turn]
            games += 1
    assert won / games > 0.65
    assert trained.last.games == 9_600
    assert 0 <= trained.last.score <= 1


def test_minutes_are_a_budget_too() -> None:
    assert train(SMALL, minutes=0.001, seed=1).games >= 64


def test_the_file_says_what_it_is(trained: TrainedNetwork) -> None:
    label = core_module("onda").network_label(trained.data)
    record = json.loads(label["record"])
    assert label["game"] == "onda"
    assert (record["seed"], record["games"]) == (1, 9_600)
    assert Recipe(**record["recipe"]) == Recipe()
    assert json.loads(label["options"])["players"] == 2
    assert f"of {len(trained.data):,} bytes, games=9600" in repr(trained)
    assert len(repr(trained)) < 500


def test_a_network_plays_matches_of_any_length_but_no_other_table(file: Path) -> None:
    bot = NetBot(file)
    bot.act(uneri.load_game("onda", players=2, rounds=4).new_initial_state(seed=1))
    with pytest.raises(ValueError, match="the network is for players=2, but the game has players=3"):
        bot.act(uneri.load_game("onda", players=3).new_initial_state(seed=1))
    with pytest.raises(ValueError, match="no seat is to act"):
        bot.act(uneri.load_game("onda", players=2).new_initial_state())


def test_texts_of_bots(file: Path) -> None:
    state = uneri.load_game(SMALL).new_initial_state(seed=4)
    assert make_bot(f"net:{file}").act(state) == NetBot(file).act(state)
    assert make_bot(f"net:{file},margin=0.5").act(state) == NetBot(file, margin=0.5).act(state)
    with pytest.raises(ValueError, match="cannot read it"):
        make_bot("net:nowhere/to/be/found.net")
    with pytest.raises(ValueError, match="margin is 17"):
        make_bot(f"net:{file},margin=17")


def test_a_large_margin_is_the_greedy_bot(file: Path) -> None:
    bot = NetBot(file, margin=16)
    greedy = GreedyBot()
    # 16 logits are never reached but by an end that is won.
    states = positions(uneri.load_game(SMALL), 60, 5)
    assert sum(bot.act(state) == greedy.act(state) for state in states) >= 57


def test_other_backend_and_pickles(file: Path) -> None:
    bot = NetBot(file)
    state = uneri.load_game(SMALL).new_initial_state(seed=9)
    slow = uneri.load_game(SMALL, backend="reference").state_from_dict(state.to_dict())
    assert pickle.loads(pickle.dumps(bot)).act(slow) == bot.act(state)
    assert np.array_equal(features(slow, 0), features(state, 0))


def test_opponents_of_a_batch(file: Path) -> None:
    env = uneri.BatchEnv(uneri.load_game(SMALL), 4, seed=1, opponents=f"net:{file}")
    env.step_random(40)
    assert env.terminated.shape == (4,)


def test_damaged_files_are_refused(trained: TrainedNetwork) -> None:
    game = uneri.load_game(SMALL)
    network = core_module("onda").Network
    rng = random.Random(1)
    for _ in range(400):
        data = bytearray(trained.data)
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data)) if rng.random() < 0.5 else rng.randrange(200)] ^= 1 << rng.randrange(8)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        if bytes(data) == trained.data:
            continue
        with pytest.raises(ValueError, match="no network: "):
            network(game, bytes(data))
    for foreign in (b"", b"UNERINET", b"PK\x03\x04" * 100, b"\x00" * 1000):
        with pytest.raises(ValueError, match="no network: "):
            network(game, foreign)


def with_checksum(body: bytes) -> bytes:
    value = 0xCBF29CE484222325
    for byte in body:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return body + value.to_bytes(8, "little")


def test_forged_files_are_refused_or_play_on(trained: TrainedNetwork) -> None:
    """With a right checksum: no crash, no more memory than the file says, and an error that names what is allowed."""
    game = uneri.load_game(SMALL)
    network = core_module("onda").Network
    state = game.new_initial_state(seed=1)
    rng = random.Random(2)
    body = trained.data[:-8]
    refused = 0
    for _ in range(30):
        data = bytearray(body)
        for _ in range(rng.randrange(1, 8)):
            place = rng.choice([rng.randrange(8, 40), rng.randrange(len(data)), rng.randrange(len(data))])
            data[place] = rng.randrange(256)
        try:
            assert state.is_legal(network(game, with_checksum(bytes(data))).act(state, 1, None))
        except ValueError:
            refused += 1
    assert refused > 0
    longer = bytearray(body)
    at = body.index(b"onda") - 4
    longer[at : at + 4] = b"\xff" * 4
    with pytest.raises(ValueError, match="no network: "):
        network(game, with_checksum(bytes(longer)))


def with_label(data: bytes, **changes: bytes) -> bytes:
    """The file with other texts in its label, and a right checksum."""
    out, rest = data[:10], data[10:-8]
    for name in ("game", "options", "digest", "record"):
        if name == "digest":
            out, rest = out + rest[:8], rest[8:]
            continue
        size = int.from_bytes(rest[:4], "little")
        text, rest = changes.get(name, rest[4 : 4 + size]), rest[4 + size :]
        out += len(text).to_bytes(4, "little") + text
    return with_checksum(out + rest)


@pytest.mark.parametrize("text", [b"\xff\xfe", b"x\x1b[31m" * 100_000], ids=["no UTF-8", "long"])
@pytest.mark.parametrize("name", ["game", "options", "record"])
def test_a_forged_label_is_shown_short_and_printable(
    name: str, text: bytes, trained: TrainedNetwork, tmp_path: Path
) -> None:
    path = tmp_path / "forged.net"
    path.write_bytes(with_label(trained.data, **{name: text}))
    core_module("onda").network_label(path.read_bytes())
    state = uneri.load_game(SMALL).new_initial_state(seed=1)
    if name == "record":  # nobody's concern when it plays
        assert state.is_legal(NetBot(path).act(state))
        return
    with pytest.raises(ValueError, match=f"the network is for the {name} ") as error:
        NetBot(path).act(state)
    assert type(error.value) is ValueError
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 2000
    assert ("\\xff\\xfe" if text[:1] == b"\xff" else "x\\x1b[31mx") in str(error.value)


def test_a_header_may_ask_for_more_options(trained: TrainedNetwork, tmp_path: Path) -> None:
    label = core_module("onda").network_label(trained.data)
    assert json.loads(label["record"])["must_agree"] == ["players"]
    path = tmp_path / "strict.net"
    small = uneri.load_game("onda", players=2, pack="small").new_initial_state(seed=1)
    path.write_bytes(with_label(trained.data, record=b'{"must_agree":["players","pack"]}'))
    with pytest.raises(ValueError, match="the network is for pack=full, but the game has pack=small"):
        NetBot(path).act(small)
    for record in (b"[" * 100_000, b'{"must_agree":3}', b'{"must_agree":[["pack"]]}', b"\xff"):
        path.write_bytes(with_label(trained.data, record=record))
        with pytest.warns(UserWarning, match="was trained with pack=full; it plays with pack=small"):
            assert small.is_legal(NetBot(path).act(small))


def test_no_option_of_a_header_is_a_path(
    trained: TrainedNetwork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A network of other sizes: which option they come from is asked with data of the header, and never of a file."""
    path, dial = tmp_path / "other.net", tmp_path / "dial.json"
    dial.write_text("[1]", encoding="utf-8")
    options = json.loads(core_module("onda").network_label(trained.data)["options"])
    forged = {**options, "bomb_sequence": str(dial)}
    changed = bytearray(with_label(trained.data, options=json.dumps(forged).encode()))
    at = changed.index(b"{") + len(json.dumps(forged))
    changed[at] ^= 1  # the digest of the features
    path.write_bytes(with_checksum(bytes(changed[:-8])))
    read: list[Any] = []
    monkeypatch.setattr(uneri.registry, "_read_data", lambda *given: read.append(given))
    with pytest.raises(ValueError, match="the network is for bomb_sequence="):
        NetBot(path).act(uneri.load_game("onda", players=2).new_initial_state(seed=1))
    assert read == []


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="no training setting 'temprature'"):
        train(SMALL, games=64, recipe={"temprature": 1})
    with pytest.raises(ValueError, match="greedy is 2; allowed: 0 to 1"):
        train(SMALL, games=64, recipe={"greedy": 2})
    with pytest.raises(TypeError, match=r"batch must be .*, not 1\.5"):
        train(SMALL, games=64, recipe={"batch": 1.5})
    with pytest.raises(ValueError, match="games or minutes"):
        train(SMALL)
    with pytest.raises(ValueError, match="games is 0"):
        train(SMALL, games=0)
    with pytest.raises(ValueError, match="minutes is -1"):
        train(SMALL, minutes=-1)


@pytest.mark.parametrize(
    "recipe",
    [
        {"guide": 0.03, "random": 0.04},
        {"small": False},
        {"by_gap": True, "temperature": 0.3},
        {"first": 50},
        {"trace": 1},
    ],
)
def test_settings_change_the_network(recipe: dict[str, Any]) -> None:
    plain = train(SMALL, games=128, seed=1)
    other = train(SMALL, games=128, seed=1, recipe=recipe)
    assert other.data != plain.data
    assert len(plain.data) < 36_000
    assert (len(other.data) > 60_000) == ("small" in recipe)


def test_search_with_a_network_of_a_file(file: Path) -> None:
    state = uneri.load_game(SMALL).new_initial_state(seed=4)
    while state.num_legal_actions() < 8:
        state.apply_action(state.legal_actions()[0])
    for kind, search in (("flat", FlatMC(16, net=file, seed=2)), ("ismcts", ISMCTS(16, net=file, seed=2))):
        result = search.run(state)
        values = NetBot(file).values(state)
        tried = {stats.action for stats in result.stats if stats.visits}
        assert tried == set(sorted(values, key=lambda a: (-values[a], a))[:4])
        assert make_bot(f"{kind}:sims=16,net={json.dumps(str(file))},top=4,seed=2").act(state) == result.action


def test_the_core_refuses_a_state_of_another_table(file: Path) -> None:
    core = core_module("onda")
    game = uneri.load_game(SMALL)
    network = core.Network(game, file.read_bytes())
    other = uneri.load_game("onda", players=5).new_initial_state(seed=1)
    with pytest.raises(ValueError, match="the network is for games of other sizes"):
        network.act(other, 0, None)
    with pytest.raises(ValueError, match="the network is for games of other sizes"):
        network.values(other, 0)
    longer = uneri.load_game("onda", players=2, rounds=3).new_initial_state(seed=1)
    assert longer.is_legal(network.act(longer, 0, None))
