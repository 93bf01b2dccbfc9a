"""Game records: written, read and replayed alike on both backends, and views that tell a seat what it may know."""

from __future__ import annotations

import gzip
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import uneri
from uneri import records
from uneri.bots import RandomBot, make_bot
from uneri.records.changes import applied, changes, shared, sort_changes
from uneri.records.walk import Dice, Walk, view_of

SHORT: dict[str, dict[str, Any]] = {
    "namima": {"variant": "sazanami", "players": 3, "games": 1},
    "onda": {"players": 3, "rounds": 1},
    "solo": {"players": 3, "max_rounds": 1, "turn_cap": 40},
    "tacta": {"players": 3, "mode": "sabotage", "suits": "cs"},
    "tidal": {"players": 3},
}


def short(name: str, backend: str = "core") -> Any:
    return uneri.load_game(name, backend=backend, **SHORT[name])


def played(name: str, seed: int = 7, **settings: Any) -> records.Record:
    return records.record(short(name), ["random"] * 3, seed, **settings)


def test_written_read_and_checked(name: str, tmp_path: Path) -> None:
    games = [played(name, seed, views=seed != 2) for seed in range(4)]
    for file in ("games.uneri.jsonl", "games.uneri.jsonl.gz"):
        path = tmp_path / file
        assert records.write(path, games[:3]) == 3
        assert records.write(str(path), games[3:], append=True) == 1
        again = list(records.read(path))
        assert again == games
        for mine, theirs in zip(games, again, strict=True):
            theirs.check()
            assert theirs.over
            assert (mine.returns, mine.seed, mine.players) == (theirs.returns, theirs.seed, theirs.players)
        records.write(path, games[:1])
        assert list(records.read(path)) == games[:1]


def test_replay_is_the_game(name: str) -> None:
    """Every position is the one of a seeded game that takes the same actions."""
    record = played(name)
    state = short(name).new_initial_state(7)
    hidden = {"rng": None}
    for move in record.moves:
        assert {**state.to_dict(), **hidden} == record.replay(move.ply).to_dict()
        assert (move.seat, move.text) == (state.current_player(), state.action_to_string(move.action))
        before = state.returns()
        state.apply_action(move.action)
        assert (list(move.returns) or before) == state.returns()
    assert state.is_terminal()
    assert list(record.returns) == state.returns()
    assert record.replay() == record.replay(len(record))
    with pytest.raises(ValueError, match=f"to_ply is {len(record) + 1}; allowed: 0 to {len(record)}"):
        record.replay(len(record) + 1)


def test_backends_are_equal(name: str) -> None:
    record = played(name)
    actions = [move.action for move in record.moves][:40]
    ours, theirs = (
        records.Record.from_actions(short(name, backend), actions, seed=7) for backend in ("core", "reference")
    )
    assert ours.to_bytes() == theirs.to_bytes()
    assert ours.moves == record.moves[:40]
    ours.check(backend="reference")
    assert ours.replay(20, backend="reference").to_dict() == ours.replay(20).to_dict()


def test_a_view_is_what_the_seat_sees(name: str) -> None:
    """The views of the lines are those of the positions, and the short form gives the same by playing again."""
    record, short_one = played(name), played(name, views=False)
    for seat in range(3):
        seen = record.view(seat)
        assert seen == short_one.view(seat)
        assert seen[0].view == view_of(record.replay(0), seat)
        noticed = iter(seen[1:])
        for move in record.moves:
            private = move.private.get(seat, records.Part())
            if not move.public and not private:
                assert move.seat != seat  # its own decisions are never missed
                assert view_of(record.replay(move.ply + 1), seat) == view_of(record.replay(move.ply), seat)
                continue
            event = next(noticed)
            assert event.view == view_of(record.replay(move.ply + 1), seat)
            if move.seat == seat:
                assert (event.seat, event.action, event.text) == (seat, move.action, move.text)
            assert event.seat in (None, move.seat)
            assert event.action in (None, move.action)
        assert next(noticed, None) is None


def test_secrets_stay_secret() -> None:
    """What the rules hide from the other seats is in the private part of the seat alone."""
    for name, hides in (
        ("onda", lambda text: text.startswith("HIDE")),
        ("tacta", lambda text: text.startswith("hand ")),
        ("solo", lambda text: text in ("KEEP", "NO-JUMP")),
    ):
        record = played(name)
        hidden = [move for move in record.moves if hides(move.text)]
        assert hidden, name
        for move in hidden:
            assert move.public.action is move.public.text is None
            for seat in range(3):
                part = move.private.get(seat, records.Part())
                assert part.action == (move.action if seat == move.seat else None)
        lines = record.to_bytes().decode().splitlines()
        for move in hidden:
            assert move.text not in json.dumps(json.loads(lines[2 + move.ply])["public"])


def seen_part(state: Any, action: int, seat: int) -> tuple[records.Part, dict[str, Any]]:
    """What the seat learns of an action, both parts together, and its view then."""
    walk = Walk(state.game, Dice(1), views=True)
    walk.state = state.clone()
    before = view_of(state, seat)
    move = walk.play(action)
    public, private = move.public, move.private.get(seat, records.Part())
    told = [(getattr(public, name), getattr(private, name)) for name in ("seat", "action", "text")]
    who, number, text = (mine if mine is not None else theirs for theirs, mine in told)
    after = view_of(walk.state, seat)
    return records.Part(who, number, text, tuple(changes(before, after))), after


def test_hidden_worlds_look_alike(name: str) -> None:
    """In worlds that look alike to a seat the same action gives it the same part, unless chance or a card turned up."""
    record, alike = played(name), 0
    for move in record.moves[:60]:
        state = record.replay(move.ply)
        for seat in range(3):
            world = state.resample_from_infostate(seat, move.ply)
            if world.current_player() != move.seat or not world.is_legal(move.action):
                continue
            (mine, after), (theirs, elsewhere) = (seen_part(s, move.action, seat) for s in (state, world))
            if after == elsewhere:
                assert mine == theirs
                alike += 1
    assert alike > 20


def test_chance_without_a_seed(name: str) -> None:
    record = played(name)
    chance = [*record.deal.chance, *(outcome for move in record.moves for outcome in move.chance)]
    actions = [move.action for move in record.moves]
    game = short(name)
    bare = records.Record.from_actions(game, actions, chance=chance, players=record.players)
    assert bare.seed is None
    assert (bare.deal, bare.moves) == (record.deal, record.moves)
    bare.check()
    assert records.Record.from_actions(game, actions, chance=chance, seed=7, players=record.players) == record
    with pytest.raises(ValueError, match="is not the seed's"):
        records.Record.from_actions(game, actions, chance=chance, seed=8)
    with pytest.raises(ValueError, match="needs its chance outcomes"):
        records.Record.from_actions(game, actions)
    with pytest.raises(ValueError, match="a chance outcome is missing"):
        records.Record.from_actions(game, actions, chance=chance[:-1])
    with pytest.raises(ValueError, match="has outcome 0 beyond the last"):
        records.Record.from_actions(game, actions, chance=[*chance, 0])
    with pytest.raises(ValueError, match="cannot happen here"):
        records.Record.from_actions(game, actions, chance=[10_000])
    with pytest.raises(ValueError, match=r"no seat is to act"):
        records.Record.from_actions(game, [*actions, 0], seed=7)


def test_an_unfinished_game(name: str, tmp_path: Path) -> None:
    actions = [move.action for move in played(name).moves][:5]
    record = records.Record.from_actions(short(name), actions, seed=7)
    assert not record.over
    record.check()
    path = tmp_path / "left.uneri.jsonl"
    records.write(path, [record])
    assert list(records.read(path)) == [record]
    assert "unfinished" in repr(record)


def test_a_file_that_breaks_off(name: str, tmp_path: Path) -> None:
    whole, second = played(name), played(name, 8)
    path = tmp_path / "cut.uneri.jsonl"
    lines = whole.to_bytes().splitlines(keepends=True) + second.to_bytes().splitlines(keepends=True)[:12]
    path.write_bytes(b"".join(lines))
    found = records.read(path)
    assert next(found) == whole
    with pytest.raises(records.RecordError, match=f"line {len(lines)}: the file ends within a game, after 10 moves"):
        next(found)
    *_, part = records.read(path, partial=True)
    assert part.moves == second.moves[:10]
    assert part.returns == tuple(part.replay().returns())
    part.check()
    with pytest.raises(records.RecordError, match="ends within a game"):
        records.Writer(path, append=True)
    path.write_bytes(b"".join(lines)[:-7])
    *_, part = records.read(path, partial=True)
    assert part.moves == second.moves[:9]
    path.write_bytes(whole.to_bytes() + lines[0][:50])
    assert list(records.read(path, partial=True)) == [whole]
    packed = tmp_path / "cut.uneri.jsonl.gz"
    packed.write_bytes(gzip.compress(whole.to_bytes())[:-9])
    with pytest.raises(records.RecordError, match="packed data is damaged"):
        list(records.read(packed))
    (part,) = records.read(packed, partial=True)
    assert part.moves == whole.moves[: len(part)]


def test_bots_play_as_in_any_game(name: str) -> None:
    bots = [RandomBot(seed) for seed in range(3)]
    record = records.record(short(name), bots, 5, names=["a", "b", "c"])
    assert record.players == ("a", "b", "c")
    assert records.record(short(name), [RandomBot(0), "random:seed=1", RandomBot(2)], 5).moves == record.moves
    state = short(name).new_initial_state(5)
    again = [make_bot(f"random:seed={seed}") for seed in range(3)]
    for move in record.moves:
        assert again[state.current_player()].act(state) == move.action
        state.apply_action(move.action)


def test_lines_fit_the_schema(name: str) -> None:
    validator = jsonschema.Draft202012Validator(records.schema())
    validator.check_schema(records.schema())
    for record in (played(name), played(name, views=False)):
        for line in record.to_bytes().decode().splitlines():
            validator.validate(json.loads(line))
    head = {**record.contents()[0], "sum": "0" * 8, "more": 1}
    assert validator.is_valid(head)
    assert not validator.is_valid({**head, "event": 1})


def test_data_is_written_out(tmp_path: Path) -> None:
    """A game with data of one's own needs nothing but its record."""
    sequence = tmp_path / "sequence.json"
    sequence.write_text("[2, 6, 1]")
    record = records.record(f'onda(players=2,rounds=1,bomb_sequence="{sequence.as_posix()}")', ["random"] * 2, 1)
    sequence.unlink()
    path = tmp_path / "own.uneri.jsonl"
    records.write(path, [record])
    (again,) = records.read(path)
    assert again.options["bomb_sequence"] == [2, 6, 1]
    again.check()


def test_arguments_are_checked(name: str, tmp_path: Path) -> None:
    record = played(name)
    game = short(name)
    for call, error, words in (
        (lambda: records.record(game, ["random"] * 2, 1), ValueError, "must be 3 bots, one per seat"),
        (lambda: records.record(game, "random", 1), ValueError, "must be 3 bots"),
        (lambda: records.record(game, ["random"] * 3, -1), ValueError, "seed is -1"),
        (lambda: records.record(3, ["random"], 1), TypeError, "game must be a game.*, not 3"),
        (lambda: records.record(game, ["random"] * 3, 1, names=["a"]), ValueError, "must be 3 names"),
        (lambda: records.Record.from_actions(game, [10**6], seed=1), ValueError, "action 1000000 is not legal"),
        (lambda: records.Record.from_actions(game, ["x"], seed=1), TypeError, "action must be .*, not 'x'"),
        (lambda: record.view(3), ValueError, "seat is 3; allowed: 0 to 2"),
        (lambda: record.replay(-1), ValueError, "to_ply is -1"),
        (lambda: next(records.read(tmp_path / "none")), FileNotFoundError, "none"),
    ):
        with pytest.raises(error, match=words):
            call()


def test_a_file_is_kept_until_there_is_a_record(tmp_path: Path) -> None:
    """What is no record is no reason to lose the games that are there."""
    record, path = played("onda"), tmp_path / "games.jsonl"
    records.write(path, [record])
    before = path.read_bytes()

    def failing() -> Iterator[records.Record]:
        raise ArithmeticError
        yield record

    wrong: list[Any] = [range(3), "abc", record, 5, None, [None], [5, record], {"a": record}, [record.contents()]]
    for given in wrong:
        for append in (False, True):
            with pytest.raises(TypeError, match=r"^records? must be (a Record|an iterable of Records), not "):
                records.write(path, given, append=append)
    with pytest.raises(ArithmeticError):
        records.write(path, failing())
    assert path.read_bytes() == before
    with records.Writer(path, append=True) as writer:
        for one in (5, None, "abc", record.contents()):
            with pytest.raises(TypeError, match=r"^record must be a Record, not "):
                writer.write(one)
        writer.write(record)
    with pytest.raises(TypeError, match="record must be a Record, not 5"):
        records.write(tmp_path / "more.jsonl", [record, 5])
    assert list(records.read(path)) == [record, record]
    assert list(records.read(tmp_path / "more.jsonl")) == [record]


def test_what_is_not_several_is_named() -> None:
    for name, call in (
        ("actions", lambda given: records.Record.from_actions("onda", given, seed=1)),
        ("chance", lambda given: records.Record.from_actions("onda", [], chance=given)),
        ("players", lambda given: records.Record.from_actions("onda", [], seed=1, players=given)),
        ("bots", lambda given: records.record("onda", given, 1)),
    ):
        with pytest.raises(TypeError, match=rf"^{name} must be .*, not 5 \(int\)$"):
            call(5)


def test_records_are_values(name: str) -> None:
    record = played(name)
    assert record == pickle.loads(pickle.dumps(record))
    assert hash(record) == hash(played(name))
    assert record != played(name, 8)
    assert repr(record) == f"<uneri.records.Record of {name}, {len(record)} moves, random random random>"
    error = records.RecordError("odd", path="a", line=3)
    assert str(pickle.loads(pickle.dumps(error))) == str(error) == "a, line 3: odd"


def test_changes() -> None:
    for before, after in (
        ({}, {"a": [1, 2], "b": None}),
        ({"a": [1, 2, 3, 4]}, {"a": [1, 2, 3, 5]}),
        ({"a": [1, 2, 3, 4]}, {"a": [1, 2, 3, 4, 5]}),
        ({"a": [1, 2]}, {"a": [2]}),
        ({"a": None}, {"a": {"x": 1}}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"x": 1}}),
        ({"a": [[0, 1], [2, 3]]}, {"a": [[0, 1], [2, 4]]}),
    ):
        made = changes(before, after)
        assert made
        assert applied(before, made) == after
        assert type(applied(before, made)["a"]) is type(after["a"])
        assert changes(after, after) == []
    public, rest = shared([[[["a"], 1], [["b"], 2]], [[["a"], 1], [["b"], 3]]])
    assert (public, rest) == ([[["a"], 1]], [[[["b"], 2]], [[["b"], 3]]])
    assert sort_changes([[["a", 10], 1], [["a", 9], 0]]) == [[["a", 9], 0], [["a", 10], 1]]
    with pytest.raises(ValueError, match="leads nowhere"):
        applied({"a": 1}, [[["a", "b"], 1]])


def test_the_same_games_give_the_same_bytes(tmp_path: Path) -> None:
    paths = [tmp_path / f"{index}.uneri.jsonl.gz" for index in range(2)]
    for path in paths:
        records.write(path, [played("onda")])
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert gzip.decompress(paths[0].read_bytes()) == played("onda").to_bytes()
