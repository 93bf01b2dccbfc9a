"""`BatchEnv`: checked arguments, arrays that are allocated once, saved batches."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex

import numpy as np

from .._util.checks import MOST_THREADS, bounded, choice, flag, number, seed_of
from .._util.messages import brief
from .._util.progress import Progress, Report
from ..contract import Game, State
from ..registry import core_module, game_of
from .afterstates import MOST_WORLDS, After, AfterstateBuffers
from .arguments import MOST_LANES, check_dtype, observation_grid, read_lane_numbers, read_lane_seeds
from .rollout import (
    MOST_STEPS,
    LaneArrays,
    Policy,
    Rollout,
    check_fit,
    check_player,
    describe_batch,
    make_rollout,
    play,
)
from .saved import check_same, make_saved, read_saved, write_saved

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..bots import Bot
    from .pool import Function, Pool

Observed = Literal["acting", "all"] | None
AutoReset = Literal["same", "next"] | None
MaskForm = Literal["bytes", "bits"]

_HOTTEST = 1e6


class BatchEnv(LaneArrays):
    """Many games of one kind, stepped together. Each plays in its own lane.

    Lane i plays one game after the other. The first is the game of the lane's seed; the seeds of the later ones are
    derived from it. `seeds` has the seeds of the current games: `game.new_initial_state(env.seeds[i])` and the actions
    since then reproduce the lane's state.

    With `opponents`, a step is one decision of the learner: it acts, then the others act until its next turn.
    Without opponents, the caller plays all seats.

    The lanes write directly to the arrays. They stay the same objects as long as the batch lives, and every
    `step` overwrites them: copy data that you want to keep.

    Copies and pickles continue exactly as the batch would. Python bots are copied too, if they can be pickled.

    Parameters
    ----------
    game
        A game or its string form.
    num_envs
        The number of lanes, 1 to 2^20.
    seed
        One seed (0 to 2^64 - 1; default 0): each lane gets a seed derived from it and the lane's number. Or an array
        with a seed for each lane.
    threads
        1 (default) to 256. They share the lanes; the result doesn't depend on their number. Bots in Python use one.
    observation
        The content of `observation`: the view of the seat to act (`"acting"`, default), the views of all seats
        (`"all"`), or nothing (None).
    dtype
        The type of `observation`: `float32` (default) or `uint8`, see `observation_low` and `observation_step`.
    autoreset
        When a lane whose game is over begins the next one: at once, in the same step (`"same"`, default); with its next
        step, which ignores the action (`"next"`); or only when `reset` is called (None).
    opponents
        The players of the other seats: one for all seats, or a sequence of one each, in the order of play
        after the learner. `"random"` and `"greedy"` play in the core. A function `f(observation, (starts, actions),
        seat)` is called with arrays of all lanes that wait for it and returns an action for each; see the notes. Other
        bots (texts or objects, see `uneri.bots`) are asked lane by lane, and see worlds that look the same to their
        seats; they don't learn of moves. A `uneri.batch.Pool` draws one of several for each game. None (default): the
        caller plays all seats.
    seat
        The learner's seat (default 0). None draws one for every game. Without opponents it must be 0.
    mask
        The form of the array `mask`: a byte for each action (`"bytes"`, default), or a bit (`"bits"`).

    Notes
    -----
    A function among the opponents gets what the seats to act see, `[n, size]` in the batch's type; their legal actions
    as `(starts, actions)`, `int32`: those of row i are `actions[starts[i]:starts[i + 1]]`; and the seats, `int32[n]`.
    These are a network's arguments in `uneri.search.PUCT`, too. Rows are in the order of lanes. The function may keep
    the arrays, but must not call the batch.

    Examples
    --------
    >>> import uneri
    >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 4, seed=7)
    >>> env.step(env.legal[:, 0])
    >>> env.episode_length.tolist()
    [1, 1, 1, 1]
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: SupportsIndex,
        *,
        seed: SupportsIndex | ArrayLike = 0,
        threads: SupportsIndex = 1,
        observation: Observed = "acting",
        dtype: Any = np.float32,
        autoreset: AutoReset = "same",
        opponents: Function | Pool | Bot | str | Sequence[Function | Pool | Bot | str] | None = None,
        seat: SupportsIndex | None = 0,
        mask: MaskForm = "bytes",
    ) -> None:
        from .opponents import Opponents  # bots, the arena, external programs: not every importer of uneri needs them

        played = game_of(game)
        if played.backend != "core":
            raise ValueError(f"game must be of the core, not {brief(str(played))} of the reference backend")
        self._game: Game = played
        self._num_envs = bounded(num_envs, "num_envs", 1, MOST_LANES)
        self._threads = bounded(threads, "threads", 1, MOST_THREADS)
        self._observed = choice(observation, "observation", ("acting", "all", None))
        self._autoreset = choice(autoreset, "autoreset", ("same", "next", None))
        self._dtype = check_dtype(dtype)
        self._mask_form = choice(mask, "mask", ("bytes", "bits"))
        self._opponents = Opponents(played, opponents, seat)
        self._after = AfterstateBuffers()
        first = read_lane_seeds(seed, self._num_envs)
        self._lanes = self._make()
        self._show()
        self._lanes.reset(first, None, self._opponents.describe())

    def _show(self) -> None:
        self._views: dict[str, NDArray[Any]] = self._lanes.views()
        for name, view in self._views.items():
            setattr(self, name, view)

    def _make(self) -> Any:
        settings = (self._num_envs, self._threads, self._observed, self._dtype, self._autoreset)
        opponents = self._opponents
        players, seat = opponents.describe() or opponents.players, opponents.seat
        return core_module(self._game.name).Batch(self._game, *settings, players, seat, self._mask_form)

    @property
    def game(self) -> Game:
        """The game of all lanes."""
        return self._game

    @property
    def num_envs(self) -> int:
        """The number of lanes, also `len(env)`."""
        return self._num_envs

    @property
    def threads(self) -> int:
        """The number of threads."""
        return self._threads

    @property
    def autoreset(self) -> AutoReset:
        """The time when a lane that is over begins its next game."""
        return self._autoreset  # type: ignore[no-any-return]

    @property
    def opponents(self) -> tuple[Function | Pool | Bot | str, ...] | None:
        """The players of the other seats, in the order of play after the learner's."""
        return self._opponents.players

    @property
    def seat(self) -> int | None:
        """The learner's seat if there are opponents; None: `learner` has one for each lane's game."""
        return self._opponents.seat

    @property
    def observation_low(self) -> NDArray[np.float32]:
        """`float32[size]`: the number for byte 0, with `uint8`.

        A byte means the number `observation_low + observation_step * byte`, the nearest to the tensor's. Counts of
        cards have steps of one card, so they are exact. Numbers out of range become the first or the last
        byte.
        """
        return observation_grid(self._game)[0]

    @property
    def observation_step(self) -> NDArray[np.float32]:
        """`float32[size]`, see `observation_low`."""
        return observation_grid(self._game)[1]

    def __len__(self) -> int:
        return self._num_envs

    def __repr__(self) -> str:
        return (
            f"uneri.BatchEnv({str(self._game)!r}, {self._num_envs}, threads={self._threads}, "
            f"observation={self._observed!r}, dtype={self._dtype!r}, autoreset={self._autoreset!r}{self._opponents}"
            f"{', mask=' + repr(self._mask_form) if self._mask_form != 'bytes' else ''})"
        )

    def _repr_html_(self) -> str:
        facts = f"{self._num_envs:,} lanes, {self._threads} threads, observation {self._observed!r} as {self._dtype}"
        return describe_batch(self, self._views, [facts, f"autoreset {self._autoreset!r}{self._opponents}"])

    def reset(self, seed: SupportsIndex | ArrayLike | None = None, lanes: ArrayLike | None = None) -> None:
        """Begin new games, in all lanes or in some.

        Parameters
        ----------
        seed
            None (default): each lane begins the next game of its own seed. A number seeds lanes as the
            constructor does. An array has one seed for each lane that is reset.
        lanes
            Lane numbers, or a mask `bool[num_envs]`. None (default): all lanes.
        """
        chosen = read_lane_numbers(lanes, self._num_envs)
        count = self._num_envs if chosen is None else len(chosen)
        self._lanes.reset(None if seed is None else read_lane_seeds(seed, count), chosen, self._opponents.describe())

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every lane, and rewrite all arrays.

        `actions` has an integer for each lane, `[num_envs]`. Lanes whose game is over accept any. ValueError if an action
        isn't legal: the message names the lane and the action, and no lane has changed. Also if `actions` has the wrong
        shape.

        Notes
        -----
        If a function or another bot among the opponents fails, its error is raised, and no lane has changed.
        """
        self._lanes.step(
            actions if isinstance(actions, np.ndarray) else np.asarray(actions), self._opponents.describe()
        )

    def step_random(self, k: SupportsIndex = 1, seed: SupportsIndex | None = None, *, progress: Report = None) -> None:
        """Play `k` steps by uniformly random legal actions, chosen in the core.

        Each lane has a generator for this. The lane's seed sets it, and it continues from call to call. Ctrl-C stops
        between two steps.

        Parameters
        ----------
        k
            The number of steps, 0 to 10^9 (default 1).
        seed
            Seeds the generators of all lanes, 0 to 2^64 - 1. None (default): they continue.
        progress
            As in `uneri.perft`.
        """
        with Progress("batch", progress) as report:
            self._lanes.step_random(k, seed, report if report.wanted else None, self._opponents.describe())

    def step_logits(self, logits: ArrayLike, temperature: SupportsFloat = 1.0) -> None:
        """Draw an action in every lane by `softmax(logits / temperature)` over its legal actions, and play it.

        `actions` has the drawn actions and `log_prob` the logarithms of their probabilities. Logits of illegal actions
        are ignored, so they need no mask. Each lane draws from the generator of `step_random`: the same seed and the
        same logits give the same actions, on every platform and with any number of threads.

        Parameters
        ----------
        logits
            A float for each lane and action, `[num_envs, num_distinct_actions]`. `float32` rows are read in
            place; other floats are rounded to `float32` in a copy. Minus infinity means never. Lanes whose game is over
            accept any.
        temperature
            0 to 10^6 (default 1). Below 1 likely actions become likelier. At 0 the lane plays the action with the
            largest logit, of several the first, and `log_prob` is 0.

        Raises
        ------
        ValueError
            If the logit of a legal action is NaN or plus infinity, or all of a lane's are minus infinity: the message
            names the lane, and no lane has changed. Also if `logits` has the wrong shape, or `temperature` is out of
            range.

        Notes
        -----
        A lane takes one number from its generator: u, a multiple of 2^-53 in [0, 1). Its action is the first for which
        the sum of weights exp((logit - largest) / temperature), in the order of `legal`, exceeds u times the sum of
        all. Sums are of doubles.
        """
        heat = number(temperature, "temperature", 0.0, _HOTTEST)
        self._lanes.step_logits(
            logits if isinstance(logits, np.ndarray) else np.asarray(logits), heat, self._opponents.describe()
        )

    def rollout(
        self,
        steps: SupportsIndex,
        policy: Policy | Literal["random", "greedy"],
        *,
        temperature: SupportsFloat = 1.0,
        out: Rollout | None = None,
        progress: Report = None,
    ) -> Rollout:
        """Play a number of steps and store them for a learner, in arrays `[steps, num_envs]`: those of `out` if it is
        given.

        ValueError if an argument isn't allowed, `out` doesn't fit, or `step_logits` refuses what the policy returns.
        Steps before that are played.

        Parameters
        ----------
        steps
            1 to 2^20.
        policy
            A function that gets the arrays `observation` and `mask` before every step and returns the logits for
            `step_logits`; it must not keep the arrays, which the next step overwrites. Or `"random"` or `"greedy"`:
            then the core plays all steps by itself, without the GIL, on all threads.
        temperature
            As in `step_logits`. The core's players don't use it.
        out
            The result of an earlier call with as many steps: its arrays are reused. None (default): new arrays.
        progress
            As in `uneri.perft`.

        Examples
        --------
        >>> import uneri
        >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 4, seed=7, opponents="greedy")
        >>> rows = env.rollout(16, "random")
        >>> rows.observation.shape, rows.reward.shape
        ((16, 4, 502), (16, 4))
        """
        count = bounded(steps, "steps", 1, MOST_STEPS)
        heat = number(temperature, "temperature", 0.0, _HOTTEST)
        if isinstance(policy, str):
            check_player(policy, self._game)
        elif not callable(policy):
            raise TypeError(
                f"policy must be a function, 'random' or 'greedy', not {brief(policy)} ({type(policy).__name__})"
            )
        rows = make_rollout(self._views, count) if out is None else check_fit(out, self._views, count)
        with Progress("rollout", progress) as report:
            tick = report if report.wanted else None
            if isinstance(policy, str):
                self._lanes.rollout(policy, vars(rows).copy(), tick, self._opponents.describe())
            else:
                play(self._views, lambda: self.step_logits(policy(self.observation, self.mask), heat), rows, tick)
        return rows

    def legal_rows(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """List the legal actions of all lanes in one array, as functions among the opponents get them: `starts`,
        `int32[num_envs + 1]`, and `actions`; those of lane i are `actions[starts[i]:starts[i + 1]]`.
        """
        starts = np.zeros(self._num_envs + 1, np.int32)
        np.cumsum(self.num_legal, out=starts[1:])
        most = int(self.num_legal.max())
        rows = self.legal[:, :most]
        return starts, rows[rows >= 0]

    def after(self, worlds: SupportsIndex = 1, *, seed: SupportsIndex = 0, features: bool = False) -> After:
        """Preview each legal action in every lane: the observation of the seat to act, and its reward.

        The lanes stay as they are. The library's own networks evaluate these rows: if an action shows the seat
        something that it doesn't know yet (an exchange of hands, the end of a round with its points), it is played in a
        world drawn for the seat, never in the true one. If seats choose in secret at the same time, a world is drawn in
        which the others choose, in turn like the greedy bot and at random, and all actions are played against these
        choices. Chance that follows an action is left open, except for that of secret choices. ValueError if a number
        is out of range, or the game has no features.

        Parameters
        ----------
        worlds
            1 (default) to 1,024: the number of worlds for such an action, which then has as many rows, one after the
            other; the networks take the mean over 12. Every other action has one row.
        seed
            0 (default) to 2^64 - 1: of the worlds. They depend on it, the lane's game and the number of its steps
            alone, so the same call gives the same rows, with any number of threads.
        features
            True: rows of `game.features` (float32) in place of observations. False (default): observations, in the
            batch's type, also if the batch writes none.

        Returns
        -------
        After
            Its arrays are the same memory at each call: the next one overwrites them.

        Examples
        --------
        >>> import uneri
        >>> env = uneri.BatchEnv("onda(players=2,rounds=1)", 4, seed=7)
        >>> rows = env.after()
        >>> bool((rows.offsets[1:] - rows.offsets[:-1] == env.num_legal).all())
        True
        >>> values = rows.observation.sum(axis=1)  # a network's, here
        >>> best = [rows.actions[a + values[a:b].argmax()] for a, b in zip(rows.offsets, rows.offsets[1:])]
        >>> env.step(best)
        """
        count, number = bounded(worlds, "worlds", 1, MOST_WORLDS), seed_of(seed)
        wants = flag(features, "features")
        layout = self._game.features
        if not layout:
            raise ValueError(f"{self._game.name} has no features, and after() needs data that come with them")
        last = layout[-1]
        width = last.offset + int(np.prod(last.shape)) if wants else self._game.observation_tensor_shape[0]
        dtype = "float32" if wants else self._dtype
        return self._after.fill(
            self._num_envs, width, dtype, lambda arrays: int(self._lanes.after(count, number, wants, arrays))
        )

    def greedy(self) -> NDArray[np.int32]:
        """Return the greedy bot's action in every lane, `int32[num_envs]`: -1 where the game is over.

        ValueError if the game has no greedy bot.
        """
        from ..bots import has_greedy  # external programs, too: not every importer of uneri needs them

        if not has_greedy(self._game):
            raise ValueError(f"{self._game.name} has no greedy bot")
        actions: NDArray[np.int32] = self._lanes.greedy()
        return actions

    def choose(self, bot: Bot | str) -> NDArray[np.int32]:
        """Return a bot's action in every lane: a teacher's, or an adviser's; `int32[num_envs]`, -1 where the game is
        over.

        The bot sees a world that looks the same to the seat to act, see `uneri.bots`. ValueError if the text names no
        bot, or the bot plays something illegal; the message names the lane.

        The bot may be given by its text. `greedy` and `net` play in the core, on all threads, without the GIL; others are
        asked lane by lane.
        """
        from .opponents import choose  # bots, the arena, external programs: not every importer of uneri needs them

        return choose(self._game, self._lanes, bot)

    def get_state(self, lane: SupportsIndex) -> State:
        """Return a copy of the position of the lane of this number, as an independent seeded `State`. The lane stays as
        it is.
        """
        state: State = self._lanes.get_state(lane)
        return state

    def set_state(self, lane: SupportsIndex, state: State) -> None:
        """Put a position of the batch's game into a lane, by its number, which continues from there. A state without a
        seed gets the lane's generator: chance that is open in it is resolved.

        The lane's `episode_length` counts from 0 again. Opponents play the position on to the learner's turn, and
        rewards count from it. ValueError if there is no such lane, or the state belongs to another game.
        """
        self._lanes.set_state(lane, state, self._opponents.describe())

    def to_bytes(self) -> bytes:
        """Save the whole batch, generators included, with a version and a checksum, for `from_bytes` and `restore`.

        ValueError if there are opponents other than `"random"` and `"greedy"`: the memory of functions and bots in
        Python is not saved.
        """
        return write_saved(self._header(), self._lanes.save())

    @classmethod
    def from_bytes(cls, data: bytes, *, threads: SupportsIndex = 1) -> BatchEnv:
        """Make the batch that `to_bytes` saved. It continues like that one.

        Bytes may come from anybody: they can name only the opponents `"random"` and `"greedy"`, no file is opened, and
        no more lanes are made than the bytes hold. ValueError if the bytes are damaged, cut short or not a batch.

        Parameters
        ----------
        data
            Bytes from `to_bytes`.
        threads
            1 (default) to 256.
        """
        number = bounded(threads, "threads", 1, MOST_THREADS)
        header, lanes = read_saved(data)
        env = make_saved(cls, header, len(lanes), number)
        env._lanes.load(lanes)
        return env

    def restore(self, data: bytes) -> None:
        """Restore all lanes as they were when `to_bytes` of this batch, or of one like it, wrote `data`. The arrays
        stay the same.

        ValueError if `data` doesn't fit: nothing has changed.
        """
        header, lanes = read_saved(data)
        check_same(header, self._header())
        self._lanes.load(lanes)

    def _header(self) -> dict[str, Any]:
        return {
            "game": str(self._game),
            "backend": self._game.backend,
            "num_envs": self._num_envs,
            "observation": self._observed,
            "dtype": self._dtype,
            "autoreset": self._autoreset,
            "opponents": self._opponents.list_names(),
            "seat": self._opponents.seat,
            "mask": self._mask_form,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        if self._opponents.is_plain:
            return _unpickle, (self.to_bytes(), self._threads)
        of_lanes = {*self._views, "_views", "_lanes"}
        kept = {name: value for name, value in vars(self).items() if name not in of_lanes}
        return _unpickle, (self._lanes.save(), self._threads, kept)

    def __copy__(self) -> BatchEnv:
        return copy.deepcopy(self)  # lanes of two batches never share anything


def _unpickle(data: bytes, threads: int, kept: dict[str, Any] | None = None) -> BatchEnv:
    """Make a batch from bytes, or from its lanes and `kept`, which has the functions and bots as they are."""
    if kept is None:
        return BatchEnv.from_bytes(data, threads=threads)
    env = BatchEnv.__new__(BatchEnv)
    vars(env).update(kept)
    env._lanes = env._make()
    env._show()
    env._lanes.load(data)
    return env
