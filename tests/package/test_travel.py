"""Every public object travels: pickle, copy, cloudpickle, joblib, multiprocessing, into a process that has only `uneri`.

`things()` is the table. Who adds a public class adds a thing that is or holds one. Protocols and TypedDicts have no
instances of their own.
"""

from __future__ import annotations

import collections.abc
import copy
import importlib
import inspect
import io
import multiprocessing
import os
import pickle
import pkgutil
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import uneri
from uneri import arena, bots, data, exploit, namima, onda, records, review, search, tacta, testing, train
from uneri._util.jobs import Storage
from uneri.data.shards import Run
from uneri.registry.book import read_book

cloudpickle = pytest.importorskip("cloudpickle")
joblib = pytest.importorskip("joblib")

pytestmark = pytest.mark.subprocess

ADAPTERS = ("open_spiel", "pettingzoo", "gymnasium")
STAY = {"uneri.bots.ExternalBot", "uneri.records.Writer"}
"""They are something that runs or is open here: test_what_stays_says_why."""


class Thing(NamedTuple):
    """An object, and what it shows of itself. Looking may use it up."""

    value: Any
    look: Callable[[Any], Any]


def itself(value: Any) -> Any:
    return value


def fields_of(value: Any) -> Any:
    return type(value), vars(value)


def lines_of(batch: Any) -> Any:
    batch.step_random(5)
    return batch.to_bytes()


def make_arrays(batch: Any) -> Any:
    """What a batch shows while it goes on: bots in Python have no bytes."""
    seen = []
    for _ in range(6):
        batch.step_random(2)
        seen.append([(name, view.tolist()) for name, view in batch._views.items()])
    return batch.num_envs, batch.threads, repr(batch.game), [batch.get_state(lane) for lane in range(len(batch))], seen


def moves_of(bot: Any) -> list[int]:
    state = uneri.load_game("onda", players=2).new_initial_state(seed=4)
    actions = []
    for _ in range(6):
        actions.append(bot.act(state))
        state.apply_action(actions[-1])
    return actions


def evaluate(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
    return np.zeros(len(legal[1]), np.float32), np.full((len(obs), 2), 0.5, np.float32)


def later(game: uneri.Game, seed: int | None = 7) -> Any:
    state = game.new_initial_state(seed)
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    return state


def error_of(call: Callable[[], Any]) -> Exception:
    try:
        call()
    except Exception as error:  # noqa: BLE001
        return error
    raise AssertionError


def things_of_games() -> Iterator[tuple[str, Thing]]:
    for name in uneri.games():
        for backend in ("core", "reference"):
            game = uneri.load_game(name, backend=backend, players=2)
            yield f"game {name} {backend}", Thing(game, lambda game: (game, game.options))
            yield f"state {name} {backend}", Thing(later(game), lambda state: (state, state.rewards()))
            yield f"unseeded state {name} {backend}", Thing(later(game, None), itself)
            if backend == "core":
                yield f"batch {name}", Thing(uneri.BatchEnv(game, 3, seed=2, opponents="random"), lines_of)
    yield "playouts", Thing(uneri.playouts(uneri.load_game("onda"), 3), lambda p: [a.tolist() for a in p])


def things_of_bots() -> Iterator[tuple[str, Thing]]:
    used = bots.RandomBot(seed=3)
    used.act(later(uneri.load_game("onda")))
    for bot in (
        used,
        bots.GreedyBot(),
        *(entry.search(40) for entry in search.BY_NAME.values()),
        bots.make_bot("random"),
    ):
        yield f"bot {type(bot).__name__} {bot!r}", Thing(bot, moves_of)
    yield "follower", Thing(search.ISMCTS(40).follow(), moves_of)
    for opponents in (
        "flat:sims=4",
        "ismcts:sims=9",
        bots.RandomBot(seed=5),
        ["greedy", bots.RandomBot(seed=6)],
    ):
        batch = uneri.BatchEnv("onda(players=3,rounds=1)", 2, seed=4, opponents=opponents, dtype=np.uint8, seat=None)
        batch.step_random(2)
        yield f"batch against {opponents}", Thing(batch, make_arrays)
    settings = search.PUCT(np.asarray, sims=9)
    yield "puct", Thing(settings, lambda puct: (puct._core, puct._evaluator is np.asarray))
    state = later(uneri.load_game("onda", players=2))
    arrays = search.FlatMC(4).run_many(uneri.BatchEnv("onda(players=2)", 2, seed=1))
    yield (
        "arrays of a search",
        Thing(arrays, lambda one: [vars(one)[key].tolist() for key in ("action", "legal", "visits")]),
    )
    yield "search result", Thing(search.ISMCTS(50).run(state), itself)
    yield "puct result", Thing(search.PUCT(evaluate, sims=20).run(state), itself)
    yield "bot failure", Thing(bots.BotFailure("crash", "why"), lambda error: (error.args, error.kind))


def things_of_arenas(folder: Path) -> Iterator[tuple[str, Thing]]:
    def shown(result: arena.Result) -> Any:
        return result.to_dict(), list(result.games()), str(result)

    snapshots: list[arena.Snapshot] = []
    for out in (None, folder / "arena"):
        result = arena.run(
            "onda(rounds=1)",
            ["greedy", "random"],
            deals=2,
            unit_deals=1,
            sprt=(0, 100),
            out=out,
            watch=snapshots.append,
        )
        yield f"result {'in memory' if out is None else 'in a folder'}", Thing(result, shown)
    yield "snapshot", Thing(snapshots[-1], lambda shot: (shot.done, shot.seconds_left, shown(shot.result())))


def things_of_records() -> Iterator[tuple[str, Thing]]:
    record = records.record("onda(players=2,rounds=1)", ["greedy", "random"], seed=1)
    yield "record", Thing(record, lambda record: (record, record.check()))
    yield "what a seat saw", Thing(record.view(0), itself)
    yield "record error", Thing(records.RecordError("why", path="x", line=3), lambda e: (e.args, vars(e)))
    book = read_book("onda")
    yield "book", Thing(book, lambda book: book.section("goal").title)


def things_of_tests() -> Iterator[tuple[str, Thing]]:
    game = uneri.load_game("tidal", players=2, rounds=1)
    other = uneri.load_game("tidal", players=2, rounds=1, backend="reference")
    yield "digest", Thing(testing.walk_digest(game, 1), itself)
    yield "game report", Thing(testing.check_game(game, n_games=1), itself)
    yield "bot report", Thing(testing.check_bot(bots.GreedyBot(), game, n_games=1), itself)
    yield "program check", Thing(testing.ProgramCheck("plays", True, "2 games"), itself)
    yield "view", Thing(game.new_initial_state(seed=1).view(0), itself)
    position = testing.SuitePosition("the start", counts=(testing.Count(1, 30),))
    yield "suite", Thing(testing.PerftSuite("onda", (position,)), itself)
    yield "lockstep report", Thing(testing.lockstep(game, other, 1), itself)
    broken = testing.ContractError("game", "what", why="why")
    yield "contract error", Thing(broken, fields_of)
    differs = testing.LockstepMismatch("game", 1, what="x", a=[1], b=np.int64(2), backends=("core", "reference"))
    yield "lockstep mismatch", Thing(differs, fields_of)


def things_of_hands() -> Iterator[tuple[str, Thing]]:
    yield "picture", Thing(namima.hand_svg("B123 R44"), lambda picture: (type(picture), picture))
    yield "analysis", Thing(namima.analyse("B123 R44 Y678 K12 W3", variant="shikinami"), repr)
    yield "far hand", Thing(namima.analyse("B12 R4", variant="sazanami", drawn=False), repr)
    yield "complete hand", Thing(namima.analyse("B66 R4", ["R123"], variant="sazanami"), repr)
    yield "ready hand", Thing(namima.analyse("B66", ["R123"], variant="sazanami", drawn=False), repr)
    yield "exposed melds", Thing(namima.meld_lists([["R123"], []]), lambda melds: [part.tolist() for part in melds])
    yield "calls", Thing(namima.call_acceptance("B123 R44 Y678 K12", variant="shikinami"), itself)
    yield "answers to a discard", Thing(namima.call_table("B12 R44", "B3"), itself)
    yield "prospects", Thing(namima.prospects("B123 R44 K1", turns=2), itself)
    many = namima.prospects(namima.parse_hand("B123 R44 K1")[None], turns=2)
    yield "prospects of many hands", Thing(many, lambda found: [part.tolist() for part in found[2:]])
    yield "best", Thing(namima.best("R4 B66", ["R123"], "R4") or namima.best("B123", (), "B3"), itself)
    yield "play", Thing(onda.describe_play("RUN3 b4 J@6"), itself)
    yield "placements", Thing([tacta.Connect(0, 1, 2, 3, 0), tacta.Free(0, 1, 1, 0, 1)], itself)
    yield "other moves of TACTA", Thing([tacta.Pass(), tacta.HandOver(1)], itself)


def things_of_open_spiel() -> Iterator[tuple[str, Thing]]:
    adapter: Any = importlib.import_module("uneri.adapters.open_spiel")
    for name in uneri.games():
        game = adapter.load_game(f"{name}(players=2)")
        yield f"OpenSpiel game {name}", Thing(game, str)
        state = game.new_initial_state()
        for _ in range(12):
            state.apply_action(state.legal_actions()[0])
        yield f"OpenSpiel state {name}", Thing(state, lambda s: (s.uneri, s.history(), s.information_state_string(0)))
    world = state.resample_from_infostate(0, lambda: 0.5)
    world.apply_action(world.legal_actions()[0])
    yield "OpenSpiel world", Thing(world, lambda state: (state.uneri, state.information_state_string(0)))

    def of_views(observer: Any) -> Any:
        observer.tensor += 1
        return [(name, view.tolist()) for name, view in observer.dict.items()]

    observer = adapter.load_game("onda").make_py_observer()
    observer.set_from(adapter.load_game("onda").new_initial_state(), 0)
    yield "OpenSpiel observer", Thing(observer, of_views)
    tree = adapter.to_efg(tacta.SMALL)
    yield "OpenSpiel tree", Thing(tree, lambda efg: (efg.text, efg.size, efg.game.num_players()))
    pyspiel: Any = importlib.import_module("pyspiel")
    yield "OpenSpiel policy", Thing(tree.policy(pyspiel.CFRSolver(tree.game).tabular_average_policy()), fields_of)


def things_of_pettingzoo() -> Iterator[tuple[str, Thing]]:
    adapter: Any = importlib.import_module("uneri.adapters.pettingzoo")

    def turns(env: Any) -> Any:
        seen = []
        for _ in range(5):
            observation, reward, over, _, _ = env.last()
            seen.append((env.agent_selection, observation["action_mask"].tolist(), reward, over))
            env.step(int(observation["action_mask"].argmax()))
        env.reset()
        return [*seen, env.unwrapped.state_of_game]

    def rounds(env: Any) -> Any:
        seen = []
        for _ in range(5):
            actions = {agent: int(env.aec_env.observe(agent)["action_mask"].argmax()) for agent in env.aec_env.agents}
            seen.append(str(env.step(actions)))
        return seen

    for make, look in ((adapter.env, turns), (adapter.raw_env, turns), (adapter.parallel_env, rounds)):
        env = make("solo(players=3)")
        env.reset(seed=4)
        yield f"PettingZoo {make.__name__}", Thing(env, look)


def things_of_gymnasium() -> Iterator[tuple[str, Thing]]:
    gymnasium: Any = importlib.import_module("gymnasium")
    adapter: Any = importlib.import_module("uneri.adapters.gymnasium")

    def games(env: Any) -> Any:
        seen = []
        for _ in range(30):
            action = int(env.unwrapped.action_masks().argmax())
            observation, reward, over, _, info = env.step(action)
            seen.append((observation.tobytes(), reward, info["action_mask"].tolist()))
            if over:
                seen.append(env.reset()[0].tobytes())
        return seen

    for opponents in ("random", "ismcts:sims=9", ["greedy", bots.RandomBot(5)]):
        env = adapter.SeatEnv("onda(players=3,rounds=1)", opponents=opponents, seat=None)
        env.reset(seed=3)
        yield f"Gymnasium seat {opponents}", Thing(env, games)
    env = gymnasium.make("uneri/Seat-v0", game="solo(players=2)")
    env.reset(seed=3)
    yield "Gymnasium made", Thing(env, games)

    def steps(env: Any) -> Any:
        seen = []
        for _ in range(30):
            observation, rewards, over, _, info = env.step(env.action_masks().argmax(axis=1))
            seen.append((observation.tobytes(), rewards.tolist(), over.tolist(), info["action_mask"].tobytes()))
        return seen

    vector = adapter.VectorEnv("onda(players=2,rounds=1)", 3)
    vector.reset(seed=1)
    yield "Gymnasium vector", Thing(vector, steps)


def things_of_training() -> Iterator[tuple[str, Thing]]:
    yield "net bot", Thing(bots.NetBot(seed=3), lambda bot: bot.act(later(uneri.load_game("onda", players=2))))
    game = uneri.load_game("onda", players=2, rounds=1)
    yield "features", Thing(train.feature_layout(game), list)
    yield "recipe", Thing(train.Recipe(), itself)
    yield "network", Thing(train.train(game, games=64, seed=1), itself)
    yield "exploitability", Thing(exploit.exact(tacta.SMALL, "random"), itself)
    yield "exploitation", Thing(exploit.measure(tacta.SMALL, "greedy", seconds=0.2, deals=8), itself)


def things_of_batches() -> Iterator[tuple[str, Thing]]:
    env = uneri.BatchEnv(uneri.load_game("onda", players=2, rounds=1), 3, seed=1)
    yield "rollout", Thing(env.rollout(4, "random"), lambda taken: taken.actions.tolist())
    yield "rows after actions", Thing(env.after(), lambda rows: (rows.actions.tolist(), rows.observation.tolist()))
    pool = uneri.batch.Pool([bots.RandomBot(seed=5), "greedy"], weights=[1, 2])
    yield "pool", Thing(pool, lambda pool: (len(pool), pool[1], pool.weights))


def things_of_reviews() -> Iterator[tuple[str, Thing]]:
    record = records.record("onda(players=2,rounds=1)", ["greedy", "random"], 7, views=False)
    found = review.review(record, "flat:sims=20", worlds=10, progress=False)
    yield "review", Thing(found, itself)
    yield "decision", Thing(found.decisions[0], itself)
    yield "value of a move", Thing(next(d for d in found.decisions if d.moves).moves[0], itself)
    yield "summary of a seat", Thing(found.summary[0], itself)
    yield "summary of a player", Thing(review.player_summaries([found])[0], itself)


def things_of_data() -> Iterator[tuple[str, Thing]]:
    rows = data.DataSet(Storage("nowhere"), Run({"game": "onda", "bots": ["greedy"], "seed": 3}, 1, 1), ("a", "b"))
    yield "data set", Thing(rows, lambda rows: (repr(rows), rows.settings, rows.shards, rows.game_seed(7)))
    yield "what self-play made", Thing(data.SelfPlayResult("nowhere", 3, 50, 1000, 1), itself)


SOURCES = {
    "games": things_of_games,
    "data": things_of_data,
    "bots": things_of_bots,
    "arenas": things_of_arenas,
    "records": things_of_records,
    "tests": things_of_tests,
    "hands": things_of_hands,
    "batches": things_of_batches,
    "reviews": things_of_reviews,
    "training": things_of_training,
    "open_spiel": things_of_open_spiel,
    "pettingzoo": things_of_pettingzoo,
    "gymnasium": things_of_gymnasium,
}


def things(source: str, folder: Path) -> dict[str, Thing]:
    make: Any = SOURCES[source]
    return dict(make(folder) if source == "arenas" else make())


WITH_ADAPTERS = [pytest.param(source, marks=[pytest.mark.adapters] if source in ADAPTERS else []) for source in SOURCES]


@pytest.fixture(params=WITH_ADAPTERS)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Thing]:
    return things(request.param, tmp_path)


# A process that has imported `uneri` forks for each bag: what one brings in is not there for the next.
STATION = """
import os, pickle, sys
import uneri
with open(sys.argv[1], "rb") as file:
    bags = pickle.load(file)
for number, ways in enumerate(bags):
    if not hasattr(os, "fork") or os.fork() == 0:
        back = []
        for bag, protocol in ways:
            try:
                back.append(pickle.dumps(pickle.loads(bag), protocol))
            except BaseException as error:
                back.append(repr(error))
        with open(f"{sys.argv[1]}.{number}", "wb") as file:
            pickle.dump(back, file)
        if hasattr(os, "fork"):
            os._exit(0)
    else:
        os.wait()
"""


def journey(bags: list[list[tuple[bytes, int]]], folder: Path) -> list[list[bytes]]:
    """Bags of pickles as they come back, each bag from a process that has only imported `uneri`."""
    path = folder / "bags"
    path.write_bytes(pickle.dumps(bags))
    subprocess.run([sys.executable, "-c", STATION, str(path)], check=True, timeout=300)
    return [pickle.loads(Path(f"{path}.{number}").read_bytes()) for number in range(len(bags))]


def returned(thing: Thing, backs: dict[str, Any]) -> None:
    """Everything that came back shows what the thing shows."""
    wanted = thing.look(thing.value)
    for way, back in backs.items():
        assert type(back) is type(thing.value), way
        assert thing.look(back) == wanted, way


@pytest.mark.slow
def test_pickles_reach_a_fresh_process(made: dict[str, Thing], tmp_path: Path) -> None:
    # From protocol 2 on a thing is taken apart in another way, and cloudpickle has its own.
    ways: list[tuple[Callable[[Any, int], bytes], range]] = [
        (pickle.dumps, range(2)),
        (pickle.dumps, range(2, pickle.HIGHEST_PROTOCOL + 1)),
        (cloudpickle.dumps, range(5, 6)),
    ]
    kinds = [(name, dumps, protocols) for name in made for dumps, protocols in ways]
    bags = [[(dumps(made[name].value, p), p) for p in protocols] for name, dumps, protocols in kinds]
    arrived = dict[str, dict[str, Any]]()
    for (name, dumps, protocols), backs in zip(kinds, journey(bags, tmp_path), strict=True):
        for p, back in zip(protocols, backs, strict=True):
            way = f"{name}, {dumps.__module__}, {p}"
            assert isinstance(back, bytes), f"{way}: {back}"
            arrived.setdefault(name, {})[way] = pickle.loads(back)
    for name, thing in made.items():
        assert len(arrived[name]) == pickle.HIGHEST_PROTOCOL + 2
        returned(thing, arrived[name])


def test_copies(made: dict[str, Thing]) -> None:
    for name, thing in made.items():
        backs = {
            f"{name}, deepcopy": copy.deepcopy(thing.value),
            f"{name}, copy": copy.copy(copy.deepcopy(thing.value)),
        }
        returned(thing, backs)


@pytest.mark.parametrize("source", WITH_ADAPTERS)
def test_workers(source: str, tmp_path: Path) -> None:
    """joblib's processes and those of multiprocessing's `spawn`."""
    names = things(source, tmp_path)
    values = [thing.value for thing in names.values()]
    by_joblib = joblib.Parallel(n_jobs=2)(joblib.delayed(copy.deepcopy)(value) for value in values)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        by_spawn = pool.map(copy.deepcopy, values)
    for thing, one, two in zip(names.values(), by_joblib, by_spawn, strict=True):
        returned(thing, {"joblib": one, "spawn": two})


# --- nothing is forgotten ---------------------------------------------------------------------------------------------


def modules() -> Iterator[ModuleType]:
    """The public modules: what lies inside other packages is reached by their names. `uneri.cli` has no objects for users;
    what `uneri.reference` holds is inside games and states of the reference backend."""
    yield uneri
    for found in pkgutil.walk_packages(uneri.__path__, "uneri."):
        parts = found.name.split(".")[1:]
        inner = len(parts) > 1 and parts[0] != "adapters"
        if not inner and not any(part.startswith("_") for part in parts) and parts[0] not in ("cli", "reference"):
            yield importlib.import_module(found.name)


def public_classes() -> set[type]:
    """Classes with public names, and those that their members and public functions say they give."""
    found: set[type] = set()
    waiting: list[Any] = []
    for module in modules():
        names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
        own = [getattr(module, name) for name in names]
        declared = hasattr(module, "__all__")
        waiting += [x for x in own if declared or getattr(x, "__module__", None) == module.__name__]
    while waiting:
        thing = waiting.pop()
        if inspect.isclass(thing):
            home = thing.__module__
            if thing in found or not home.startswith("uneri") or issubclass(thing, ModuleType):
                continue
            found.add(thing)
            waiting += [member for name, member in vars(thing).items() if not name.startswith("_")]
            waiting += hinted(thing).values()
        elif isinstance(thing, property):
            waiting.append(thing.fget)
        elif isinstance(thing, classmethod | staticmethod):
            waiting.append(thing.__func__)
        elif callable(thing) and hasattr(thing, "__annotations__"):
            waiting.append(hinted(thing).get("return"))
        else:
            waiting += typing.get_args(thing)
    return found


NAMES: dict[str, Any] = {
    **vars(typing),
    **vars(collections.abc),
    "NDArray": np.ndarray,
    "ArrayLike": object,
    "np": np,
    "PathLike": os.PathLike,
}


def hinted(thing: Any) -> dict[str, Any]:
    """Annotations as objects. Names that are only there for type checkers are looked for in the whole package."""
    everywhere: dict[str, Any] = {}
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("uneri"):
            everywhere |= {n: x for n, x in vars(module).items() if inspect.isclass(x)}
    try:
        own = vars(sys.modules[thing.__module__])
        return typing.get_type_hints(thing, localns={**everywhere, **NAMES, **own})
    except (NameError, TypeError):
        return {}


def within(value: Any, seen: set[int]) -> Iterator[type]:
    """The types of an object and of what it is made of."""
    if id(value) in seen:
        return
    seen.add(id(value))
    yield type(value)
    parts: list[Any] = []
    if isinstance(value, dict):
        parts += value.values()
    elif isinstance(value, list | tuple | set):
        parts += value
    elif type(value).__module__.startswith("uneri"):
        parts += getattr(value, "__dict__", {}).values()
    for part in parts:
        yield from within(part, seen)


def _is_of_another_test(kind: type) -> bool:
    """Tell whether a class belongs to a game that a test before this one has registered."""
    name = kind.__module__.removeprefix("uneri._core.")
    return name != kind.__module__ and not name.startswith("_") and name not in uneri._core.GAMES


@pytest.mark.adapters
def test_no_public_class_is_forgotten(tmp_path: Path) -> None:
    seen: set[int] = set()
    kept = [things(source, tmp_path) for source in SOURCES]
    tried = {kind for group in kept for thing in group.values() for kind in within(thing.value, seen)}
    made = {
        kind for kind in public_classes() if not typing.is_typeddict(kind) and not getattr(kind, "_is_protocol", False)
    }
    made = {kind for kind in made if not _is_of_another_test(kind)}
    missing = {f"{kind.__module__}.{kind.__qualname__}" for kind in made - tried}
    assert len(made) > 60
    assert missing == STAY


def test_classes_are_where_they_say() -> None:
    """`sys.modules` has a class under its name as soon as it can be had: cloudpickle looks nowhere else."""
    program = """
import importlib, os, pkgutil, sys
import uneri
names = [found.name for found in pkgutil.walk_packages(uneri.__path__, "uneri.") if not found.name.endswith("__main__")]
names += [f"uneri._core.{game}" for game in uneri.games()]
for name in names:
    if not hasattr(os, "fork") or os.fork() == 0:
        try:
            for thing in list(vars(importlib.import_module(name)).values()):
                if isinstance(thing, type) and thing.__module__.startswith("uneri"):
                    home = sys.modules.get(thing.__module__)
                    if getattr(home, thing.__qualname__, None) is not thing:
                        print(name, thing.__module__, thing.__qualname__, flush=True)
        except ImportError as error:
            if not name.startswith("uneri.adapters."):
                print(name, error, flush=True)
        if hasattr(os, "fork"):
            os._exit(0)
    else:
        os.wait()
print(len(names) > 100)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "True\n", done.stdout


@pytest.mark.parametrize("name", uneri.games())
def test_a_sender_that_imported_only_uneri(name: str, tmp_path: Path) -> None:
    """Whoever pickles has not imported the game's own module either."""
    program = (
        "import sys, cloudpickle, pickle, uneri\n"
        f"game = uneri.load_game({name!r})\nstate = game.new_initial_state(seed=1)\n"
        "things = [game, state, uneri.BatchEnv(game, 2), type(state)]\n"
        f"assert 'uneri.{name}' not in sys.modules\n"
        "open(sys.argv[1], 'wb').write(pickle.dumps([cloudpickle.dumps(thing) for thing in things]))"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "sent")], check=True, timeout=60)
    bags = [[(bag, 5)] for bag in pickle.loads((tmp_path / "sent").read_bytes())]
    game, state, batch, kind = [pickle.loads(back) for (back,) in journey(bags, tmp_path)]
    assert game == uneri.load_game(name)
    assert state == game.new_initial_state(seed=1)
    assert batch.to_bytes() == uneri.BatchEnv(game, 2).to_bytes()
    assert kind is type(state)


# --- what does not travel, and what is left behind ------------------------------------------------------------------


WAYS: dict[str, Callable[[Any], Any]] = {
    **{f"protocol {p}": lambda value, p=p: pickle.dumps(value, p) for p in range(pickle.HIGHEST_PROTOCOL + 1)},
    "cloudpickle": cloudpickle.dumps,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
def test_what_stays_says_why(way: str, tmp_path: Path) -> None:
    program = bots.ExternalBot([sys.executable, "-c", "pass"])
    with records.Writer(tmp_path / "games.uneri.jsonl") as writer:
        for value, why in (
            (program, "it is a running program; pass on its command"),
            (uneri.BatchEnv("onda(players=2)", 2, opponents=program), "it is a running program"),
            ({"player": program}, "it is a running program"),
            (writer, r"it is the open file .*games\.uneri\.jsonl; use records"),
        ):
            if way == "copy" and isinstance(value, dict):
                continue  # a copy of the dict alone
            with pytest.raises(TypeError, match=why):
                WAYS[way](value)


class Named(pickle.Unpickler):
    """Collects what a pickle asks for by name."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        self.names: set[tuple[str, str]] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.names.add((module, name))
        return super().find_class(module, name)


def test_pickles_hold_bytes_and_names(made: dict[str, Thing]) -> None:
    """No code goes along, by cloudpickle either: everything is found by its name in a library that is installed."""
    libraries = {"uneri", "numpy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel"}
    plain = {
        ("builtins", "getattr"), ("builtins", "object"), ("builtins", "bytearray"), ("builtins", "set"),
        ("builtins", "range"), ("builtins", "slice"), ("operator", "methodcaller"),
        ("copyreg", "_reconstructor"), ("copyreg", "__newobj__"), ("collections", "OrderedDict"), ("collections", "deque"),
        ("collections", "defaultdict"), ("_codecs", "encode"), ("__builtin__", "object"), ("__builtin__", "getattr"), ("copy_reg", "_reconstructor"),
        ("pathlib", "PosixPath"), ("pathlib", "WindowsPath"),
    }  # fmt: skip
    for name, thing in made.items():
        for bag in (pickle.dumps(thing.value, 2), pickle.dumps(thing.value, 5), cloudpickle.dumps(thing.value)):
            reader = Named(bag)
            reader.load()
            other = {named for named in reader.names if named[0].split(".")[0] not in libraries}
            assert other <= plain, name


def test_evaluators_of_any_kind_travel_with_cloudpickle() -> None:
    state = later(uneri.load_game("onda", players=2))
    weight = np.float32(0.5)

    def local(obs: Any, legal: Any, seat: Any) -> tuple[Any, Any]:
        logits, values = evaluate(obs, legal, seat)
        return logits, values * weight

    puct = search.PUCT(local, sims=20)
    with pytest.raises((pickle.PicklingError, AttributeError), match="local"):
        pickle.dumps(puct)
    assert pickle.loads(cloudpickle.dumps(puct)).act(state) == puct.act(state)
