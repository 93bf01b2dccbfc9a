"""The lanes of a `BatchEnv` in plain Python over the contract alone: slow, and the oracle for the core's."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._util.checks import bounded, integer, seed_of
from .._util.elementary import log
from .._util.rng import SplitMix64, stream
from .._util.strict_json import read_json
from ..bots import GreedyBot
from ..contract import TERMINAL
from ..registry import core_module
from ..registry.in_process import draw_chance
from .after import arrays_of
from .draw import draw, unit_of
from .grid import observation_grid
from .opponents import MOST_PASSED_OVER, Opponents, Table
from .players import Function

_MOST_STEPS = 1_000_000_000
_MOST_FLOAT = float(np.finfo(np.float32).max)
_SAVED = ("rewards", "terminated", "episode_length", "final_returns", "actions", "log_prob")


Work = Generator[Function, int, None]
"""A lane's part of a call. It yields the function to call, and gets the action."""


def lane_seed(seed: int, lane: int) -> int:
    """Return the seed of a lane when the batch has one seed."""
    return stream(seed, lane).next()


def episode_seed(seed: int, episode: int) -> int:
    """Return the seed of a lane's game number `episode`."""
    return seed if episode == 0 else stream(seed, episode).next()


class _Lane:
    """A lane, which plays one game after the other."""

    def __init__(self, table: Table | None) -> None:
        self.table = table
        self.seed = 0
        self.episode = 0
        self.chooser = SplitMix64(0)
        self.length = 0
        self.state: Any = None
        self.paid: list[float] = []  # with opponents: the returns at the learner's last decision


def _gate() -> _core.Gate:
    return _core.Gate("batch", _core.BATCH_READS)


class ReferenceBatch:
    """The counterpart of `_core.NAME.Batch` for any game of the contract."""

    def __init__(
        self,
        game: Any,
        num_envs: int,
        threads: int,
        observation: str | None,
        dtype: str,
        autoreset: str | None,
        opponents: Opponents,
        mask: str = "bytes",
    ) -> None:
        """Make the lanes. `uneri.BatchEnv` checks the arguments and calls this."""
        self._gate = _gate()
        self._game, self._observed, self._autoreset, self._threads = game, observation, autoreset, threads
        self._opponents, self._bits = opponents, mask == "bits"
        self._start: list[float] = game.new_initial_state().returns()
        self._lanes = [self._lane() for _ in range(num_envs)]
        self._grid = observation_grid(game) if dtype == "uint8" else None
        width = -(-game.num_distinct_actions // 8) if self._bits else game.num_distinct_actions
        seats, size = game.num_players, game.observation_tensor_shape[0]
        shape = {None: (num_envs, 0), "acting": (num_envs, size), "all": (num_envs, seats, size)}[observation]
        self._v: dict[str, NDArray[Any]] = {
            "observation": np.zeros(shape, dtype),
            "mask": np.zeros((num_envs, width), np.uint8),
            "legal": np.full((num_envs, game.max_legal_actions), -1, np.int32),
            "num_legal": np.zeros(num_envs, np.int32),
            "current_player": np.zeros(num_envs, np.int32),
            "learner": np.full(num_envs, -1, np.int32),
            "rewards": np.zeros((num_envs, seats), np.float32),
            "terminated": np.zeros(num_envs, np.bool_),
            "episode_length": np.zeros(num_envs, np.int32),
            "final_returns": np.zeros((num_envs, seats), np.float32),
            "actions": np.full(num_envs, -1, np.int32),
            "log_prob": np.zeros(num_envs, np.float32),
            "seeds": np.zeros(num_envs, np.uint64),
            "members": np.zeros((num_envs, 0 if opponents.players is None else seats - 1), np.int32),
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Return everything but the gate for pickle."""
        with self._gate.reading():
            return _unpickle, ({name: value for name, value in vars(self).items() if name != "_gate"},)

    def views(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name."""
        out = dict(self._v)
        for name in ("legal", "num_legal", "members"):
            out[name] = out[name].view()
            out[name].flags.writeable = False
        return out

    def reset(self, seed: Any, lanes: NDArray[np.int64] | None) -> None:
        """Begin games by one seed, by an array of one seed per lane, or (None) the next game of each lane."""
        rows = list(range(len(self._lanes)) if lanes is None else lanes.tolist())
        with self._gate.alone():
            kept = self._kept()

            def restart(place: int, i: int) -> Work:
                lane = self._lanes[i]
                if seed is None:
                    lane.episode += 1
                else:
                    lane.seed = lane_seed(seed, i) if isinstance(seed, int) else int(seed[place])
                    lane.chooser, lane.episode = stream(lane.seed, 0), 0
                lane.length = 0
                self._clear(i)
                self._v["final_returns"][i] = 0
                yield from self._begin(i)
                self._show(i)

            if len(set(rows)) == len(rows):
                self._run([(i, restart(place, i)) for place, i in enumerate(rows)], kept)
            else:  # a lane that is named twice begins twice, one after the other
                for place, i in enumerate(rows):
                    self._run([(i, restart(place, i))], kept)

    def step(self, actions: NDArray[Any]) -> None:
        """Play one action per lane. All actions are checked before the first is played."""
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions is an array of {actions.dtype}; allowed: an array of integers")
        if actions.shape != (len(self._lanes),):
            raise ValueError(f"actions has shape {actions.shape}; allowed: ({len(self._lanes)},)")
        with self._gate.alone():
            chosen = actions.tolist()
            for i, lane in enumerate(self._lanes):
                if not lane.state.is_terminal() and not lane.state.is_legal(chosen[i]):
                    self._raise_illegal(i, chosen[i], f"lane {i}")
            self._run(((i, self._step_lane(i, action)) for i, action in enumerate(chosen)), self._kept())

    def step_random(self, k: Any, seed: Any, tick: Any) -> None:
        """Play `k` steps by each lane's own generator."""
        steps = bounded(k, "k", 0, _MOST_STEPS)
        number = None if seed is None else seed_of(seed)

        def step(i: int) -> Work:
            legal = self._lanes[i].state.legal_actions()
            return self._step_lane(i, legal[self._lanes[i].chooser.below(len(legal))] if legal else -1)

        with self._gate.alone():
            for i, lane in enumerate(self._lanes if number is not None else ()):
                lane.chooser = stream(number, i)  # type: ignore[arg-type]
            for done in range(steps):
                kept = self._kept()
                self._run(((i, step(i)) for i in range(len(self._lanes))), kept)
                if tick is not None:
                    with self._gate.rest():
                        tick((done + 1) / steps)

    def step_logits(self, logits: NDArray[Any], temperature: float) -> None:
        """Draw one action per lane by softmax(logits / temperature). All are drawn before the first is played."""
        shape = len(self._lanes), self._game.num_distinct_actions
        if logits.dtype.kind != "f":
            raise TypeError(f"logits is an array of {logits.dtype}; allowed: an array of floats")
        if logits.shape != shape:
            raise ValueError(f"logits has shape {logits.shape}; allowed: {shape}")
        with self._gate.alone():
            rows = logits.astype(np.float32, copy=False)
            drawn: list[tuple[int, float]] = []
            for i, lane in enumerate(self._lanes):
                legal = lane.state.legal_actions()
                unit = unit_of(SplitMix64(lane.chooser.state).next())
                try:
                    drawn.append(draw(legal, rows[i, legal].tolist(), temperature, unit) if legal else (-1, 0.0))
                except ValueError as error:
                    raise ValueError(f"{self._game.name}: lane {i}: {error}") from None
            kept = self._kept()
            for i, (action, _) in enumerate(drawn):
                if action >= 0:
                    self._lanes[i].chooser.next()
            self._run(((i, self._step_lane(i, action)) for i, (action, _) in enumerate(drawn)), kept)
            self._v["log_prob"][:] = [log_prob for _, log_prob in drawn]

    def rollout(self, player: str, rows: dict[str, NDArray[Any]], tick: Any) -> None:
        """Play steps by `"random"` or `"greedy"` into arrays `[steps, num_envs]`."""
        steps = len(rows["actions"])
        greedy, lanes = GreedyBot(), np.arange(len(self._lanes))

        def play(step: int, i: int) -> Work:
            lane = self._lanes[i]
            legal = lane.state.legal_actions()
            if not legal:
                action, log_prob = -1, 0.0
            elif player == "greedy":
                action, log_prob = greedy.act(lane.state), 0.0
            else:
                action, log_prob = legal[lane.chooser.below(len(legal))], -log(float(len(legal)))
            rows["log_prob"][step, i] = log_prob
            return self._step_lane(i, action)

        with self._gate.alone():
            for step in range(steps):
                kept = self._kept()
                for name in ("observation", "mask", "current_player"):
                    rows[name][step] = self._v[name]
                self._run(((i, play(step, i)) for i in range(len(self._lanes))), kept)
                seats = rows["current_player"][step]
                rows["reward"][step] = np.where(seats >= 0, self._v["rewards"][lanes, np.maximum(seats, 0)], 0)
                for name in ("actions", "rewards", "terminated"):
                    rows[name][step] = self._v[name]
                if tick is not None:
                    with self._gate.rest():
                        tick((step + 1) / steps)

    def greedy(self) -> NDArray[np.int32]:
        """Return the greedy bot's actions."""
        bot = GreedyBot()
        with self._gate.alone():
            states = [lane.state for lane in self._lanes]
            return np.array([-1 if state.is_terminal() else bot.act(state) for state in states], np.int32)

    def after(self, worlds: int, seed: int, features: bool, arrays: dict[str, NDArray[Any]]) -> int:
        """Write what seats see after their legal actions. The core draws the worlds and decides what is revealed."""
        core = core_module(self._game.name)
        owner = core.Game(self._game.options)
        width = arrays["observation"].shape[1]
        dtype, as_bytes = arrays["observation"].dtype, self._grid is not None
        rows = 0
        with self._gate.alone():
            arrays["offsets"][0] = 0
            for i, lane in enumerate(self._lanes):
                state = owner.state_from_dict(lane.state.to_dict())
                own = arrays_of(1, worlds * lane.state.num_legal_actions(), width, str(dtype))
                game_seed = int(self._v["seeds"][i])
                count = core.after_state(state, game_seed, lane.length, worlds, seed, features, as_bytes, own)
                if rows + count <= len(arrays["actions"]):
                    for name in ("actions", "observation", "rewards", "terminated"):
                        arrays[name][rows : rows + count] = own[name][:count]
                rows += count
                arrays["offsets"][i + 1] = rows
        return rows

    def get_state(self, lane: Any) -> Any:
        """Return a copy of the lane's position."""
        with self._gate.reading():
            return self._lanes[self._number(lane)].state.clone()

    def set_state(self, lane: Any, state: Any) -> None:
        """Put a position into a lane; one without a generator gets the lane's."""
        i = self._number(lane)
        name = self._game.name
        if type(state) is not type(self._lanes[i].state):
            raise TypeError(f"{name}: state is a {type(state).__name__}; allowed: a state of the batch's game")
        if state.game != self._game:
            raise ValueError(f"{name}: the state belongs to {state.game}; allowed: a state of {self._game}")

        def put() -> Work:
            mine = self._lanes[i]
            mine.state = state.clone() if state.seeded else self._seeded(state, mine.state.to_dict()["rng"])
            mine.length = 0
            self._clear(i)
            if mine.table is not None:
                mine.paid = mine.state.returns()
                yield from mine.table.play(mine.state)
            self._show(i)

        with self._gate.alone():
            self._run([(i, put())], self._kept())

    def save(self) -> bytes:
        """Save all lanes."""
        with self._gate.reading():
            lanes = [
                {
                    "seed": lane.seed,
                    "episode": lane.episode,
                    "chooser": lane.chooser.state,
                    "length": lane.length,
                    "paid": lane.paid,
                    "table": None if lane.table is None else [lane.table.learner, lane.table.numbers.state],
                    "state": base64.b64encode(lane.state.serialize()).decode(),
                    "rows": {name: self._v[name][i].tolist() for name in _SAVED},
                }
                for i, lane in enumerate(self._lanes)
            ]
            return json.dumps(lanes).encode()

    def load(self, data: bytes) -> None:
        """Restore all lanes as they were saved; raise ValueError and change none if the bytes don't fit."""
        problem = f"{self._game.name}: bytes are not a saved batch: "
        try:
            saved = read_json(data)
            if not isinstance(saved, list) or len(saved) != len(self._lanes):
                raise ValueError("they have another number of lanes")
            lanes = [self._loaded(item) for item in saved]
        except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
            raise ValueError(problem + str(error)) from None
        with self._gate.alone():
            self._lanes = lanes
            for i, item in enumerate(saved):
                self._v["seeds"][i] = episode_seed(self._lanes[i].seed, self._lanes[i].episode)
                self._show(i)
                for name in _SAVED:
                    self._v[name][i] = item["rows"][name]

    def _loaded(self, item: Any) -> _Lane:
        lane = self._lane()
        lane.seed, lane.episode = seed_of(item["seed"]), seed_of(item["episode"])
        lane.chooser = SplitMix64(seed_of(item["chooser"]))
        lane.length = bounded(item["length"], "length", 0, 2**31 - 1)
        lane.state = self._game.deserialize_state(base64.b64decode(item["state"], validate=True))
        if not lane.state.seeded:
            raise ValueError("a state has no generator")
        self._load_table(lane, item)
        rows = item["rows"]
        bounded(rows["episode_length"], "episode_length", 0, 2**31 - 1)
        bounded(rows["actions"], "actions", -1, self._game.num_distinct_actions - 1)
        if type(rows["terminated"]) is not bool:
            raise ValueError("terminated is not a bool")
        if not abs(rows["log_prob"]) <= _MOST_FLOAT:
            raise ValueError("log_prob is out of bounds")
        for name in ("rewards", "final_returns"):
            if len(rows[name]) != self._game.num_players or not all(abs(value) <= _MOST_FLOAT for value in rows[name]):
                raise ValueError(f"{name} is out of bounds")
        return lane

    def _load_table(self, lane: _Lane, item: Any) -> None:
        if lane.table is None:
            if item["table"] is not None:
                raise ValueError("there are opponents")
            return
        learner, numbers = item["table"]
        learner = bounded(learner, "learner", 0, self._game.num_players - 1)
        if self._opponents.seat not in (None, learner):
            raise ValueError("the learner has another seat")
        lane.table.resume(learner, seed_of(numbers))
        if lane.state.current_player() not in (learner, TERMINAL):
            raise ValueError("it is an opponent's turn")
        lane.paid = [float(value) for value in item["paid"]]
        if len(lane.paid) != self._game.num_players or not all(map(math.isfinite, lane.paid)):
            raise ValueError("paid is out of bounds")

    def _lane(self) -> _Lane:
        return _Lane(None if self._opponents.players is None else Table(self._game, self._opponents))

    def _number(self, lane: Any) -> int:
        return bounded(integer(lane, "lane"), "lane", 0, len(self._lanes) - 1)

    def _seeded(self, state: Any, rng: int) -> Any:
        """Return the same position with a generator, its chance resolved."""
        before = state
        generator = SplitMix64(rng)
        state = state.clone()
        while state.is_chance_node():
            state.apply_action(draw_chance(state, generator))
        seeded = state.game.state_from_dict({**state.to_dict(), "rng": generator.state})
        if hasattr(seeded, "before"):  # the rewards of the last action belong to the position
            seeded.before = before.before
        return seeded

    def _kept(self) -> Any:
        """Return the lanes and their rows, if a function among the opponents may fail; else None."""
        if not self._opponents.has_functions or any(lane.state is None for lane in self._lanes):
            return None
        lanes = [
            (lane.seed, lane.episode, lane.chooser.state, lane.length, lane.state.clone(), list(lane.paid))
            for lane in self._lanes
        ]
        tables = [lane.table.kept() for lane in self._lanes if lane.table is not None]
        return lanes, tables, {name: array.copy() for name, array in self._v.items()}

    def _put_back(self, kept: Any) -> None:
        for lane, own, table in zip(self._lanes, kept[0], kept[1], strict=True):
            lane.seed, lane.episode, chooser, lane.length, lane.state, lane.paid = own
            lane.chooser = SplitMix64(chooser)
            if lane.table is not None:
                lane.table.put_back(table)
        for name, array in self._v.items():
            array[...] = kept[2][name]

    def _run(self, work: Iterable[tuple[int, Work]], kept: Any) -> None:
        """Run the lanes' work in turn. A function is called once for all lanes that wait for it."""
        try:
            waiting = []
            for i, steps in work:
                asked = next(steps, None)
                if asked is not None:
                    waiting.append((i, steps, asked))
            while waiting:
                later = []
                for (i, steps, _), action in zip(waiting, self._answers(waiting), strict=True):
                    with suppress(StopIteration):
                        later.append((i, steps, steps.send(action)))
                waiting = later
        except BaseException:
            if kept is not None:
                self._put_back(kept)
            raise

    def _answers(self, waiting: list[tuple[int, Work, Function]]) -> list[int]:
        """Return the actions for the waiting lanes."""
        answers = [-1] * len(waiting)
        for function, (_, _, name) in self._opponents.functions().items():
            own = [place for place, (_, _, asked) in enumerate(waiting) if id(asked) == function]
            if not own:
                continue
            lanes = [waiting[place][0] for place in own]
            states = [self._lanes[i].state for i in lanes]
            seats = [state.current_player() for state in states]
            legal = [state.legal_actions() for state in states]
            starts = np.cumsum([0, *map(len, legal)], dtype=np.int32)
            actions = np.array([action for row in legal for action in row], np.int32)
            seen = [self._numbers(state.observation_tensor(seat)) for state, seat in zip(states, seats, strict=True)]
            answer = waiting[own[0]][2](np.array(seen), (starts, actions), np.array(seats, np.int32))
            for place, i, action in zip(own, lanes, _actions_of(answer, name, len(own)), strict=True):
                if not self._lanes[i].state.is_legal(action):
                    self._raise_illegal(i, action, f"lane {i}, {name}")
                answers[place] = action
        return answers

    def _raise_illegal(self, i: int, action: int, where: str) -> None:
        prefix = f"{self._game.name}: "
        try:
            self._lanes[i].state.clone().apply_action(action)
        except ValueError as error:
            raise ValueError(f"{prefix}{where}: {str(error).removeprefix(prefix)}") from None

    def _begin(self, i: int) -> Work:
        lane = self._lanes[i]
        lane.length = 0
        for passed in range(MOST_PASSED_OVER + 1):
            seed = episode_seed(lane.seed, lane.episode)
            self._v["seeds"][i] = seed
            lane.state = self._game.new_initial_state(seed)
            if lane.table is None:
                return
            lane.paid = self._start
            lane.table.begin(seed)
            self._v["members"][i] = lane.table.members
            yield from lane.table.play(lane.state)
            if not lane.state.is_terminal() or passed == MOST_PASSED_OVER:
                return
            lane.episode += 1  # the game was over before the learner's first decision

    def _clear(self, i: int) -> None:
        self._v["terminated"][i] = False
        self._v["actions"][i] = -1
        self._v["log_prob"][i] = 0
        self._v["episode_length"][i] = self._lanes[i].length
        self._v["rewards"][i] = 0

    def _step_lane(self, i: int, action: int) -> Work:
        lane = self._lanes[i]
        if lane.state.is_terminal():
            self._v["actions"][i] = -1
            self._v["log_prob"][i] = 0
            self._v["rewards"][i] = 0
            if self._autoreset is not None:
                lane.episode += 1
                lane.length = 0
                self._clear(i)
                yield from self._begin(i)
                self._show(i)
            return
        self._v["actions"][i] = action
        self._v["log_prob"][i] = 0
        if lane.table is not None and lane.length > 0:
            lane.paid = lane.state.returns()
        if lane.table is None:
            lane.state.apply_action(action)
            earned = lane.state.rewards()
        else:
            lane.table.apply(lane.state, action)
            yield from lane.table.play(lane.state)
            earned = [after - before for after, before in zip(lane.state.returns(), lane.paid, strict=True)]
        lane.length += 1
        over = lane.state.is_terminal()
        self._v["episode_length"][i] = lane.length
        self._v["terminated"][i] = over
        self._v["rewards"][i] = earned
        if over:
            self._v["final_returns"][i] = lane.state.returns()
            if self._autoreset == "same":
                lane.episode += 1
                yield from self._begin(i)
        self._show(i)

    def _show(self, i: int) -> None:
        state = self._lanes[i].state
        player = state.current_player()
        legal = [] if player == TERMINAL else state.legal_actions()
        self._v["current_player"][i] = player
        table = self._lanes[i].table
        self._v["learner"][i] = -1 if table is None else table.learner
        mask = state.legal_actions_mask()
        self._v["mask"][i] = np.packbits(mask, bitorder="little") if self._bits else mask
        self._v["legal"][i] = -1
        self._v["legal"][i, : len(legal)] = legal
        self._v["num_legal"][i] = len(legal)
        if self._observed == "acting":
            watcher = player if table is None else table.learner
            self._v["observation"][i] = 0 if watcher == TERMINAL else self._numbers(state.observation_tensor(watcher))
        elif self._observed == "all":
            for seat in range(self._game.num_players):
                self._v["observation"][i, seat] = self._numbers(state.observation_tensor(seat))

    def _numbers(self, tensor: NDArray[np.float32]) -> NDArray[Any]:
        """Return the numbers, or their bytes."""
        if self._grid is None:
            return tensor
        low, step = self._grid
        levels = (tensor - low) * (np.float32(1) / step) + np.float32(0.5)
        return np.clip(levels, np.float32(0), np.float32(255)).astype(np.uint8)


def _actions_of(answer: Any, name: str, count: int) -> list[int]:
    """Check a function's answer, except for legality."""
    given = np.asarray(answer)
    if given.dtype.kind not in "iu":
        raise TypeError(f"{name}: actions is an array of {given.dtype}; allowed: an array of integers")
    if given.shape != (count,):
        raise ValueError(f"{name}: actions has shape {given.shape}; allowed: ({count},)")
    actions: list[int] = given.tolist()
    return actions


def _unpickle(kept: dict[str, Any]) -> ReferenceBatch:
    batch = ReferenceBatch.__new__(ReferenceBatch)
    vars(batch).update(kept, _gate=_gate())
    return batch
