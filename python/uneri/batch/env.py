"""`BatchEnv`: checked arguments, arrays that are allocated once, saved batches."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsFloat, SupportsIndex

import numpy as np

from .._util.checks import MOST_THREADS, bounded, choice, flag, number, seed_of
from .._util.messages import brief
from .._util.progress import Progress, Report
from .._util.strict_json import JSONError, read_json
from ..contract import Game, State
from ..registry import core_module, game_of, load_foreign_game
from .after import MOST_WORLDS, After, AfterRoom
from .grid import observation_grid
from .rollout import MOST_STEPS, Policy, Rollout, check_player, fitting, play, rollout_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..bots import Bot
    from .players import Function
    from .pool import Pool

Observed = Literal["acting", "all"] | None
AutoReset = Literal["same", "next"] | None
MaskForm = Literal["bytes", "bits"]

MOST_LANES = 1 << 20
MAGIC = b"UNRB"
VERSION = 3
DIGEST_SIZE = 8
_HOTTEST = 1e6
_DTYPES = ("float32", "uint8")
_LEAST_LANE = 93  # bytes: the numbers beside the packed state, two seats; see engine/batch_bytes.hpp
_HEADER = ("game", "backend", "num_envs", "observation", "dtype", "autoreset", "opponents", "seat", "mask")


class BatchEnv:
    """Many games of one kind, stepped together. Each plays in its own lane.

    Lane i plays one game after the other. The first is the game of the lane's seed; the seeds of the later ones are
    derived from it. `seeds` has the seeds of the current games: `game.new_initial_state(env.seeds[i])` and the actions
    since then reproduce the lane's state.

    With `opponents`, a step is one decision of the learner: it acts, then the others act until its next turn.
    Without opponents, the caller plays all seats.

    The arrays are the memory that lanes write to. They stay the same objects as long as the batch lives, and every
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
        bots (texts or objects, see `uneri.bots`) play in Python, lane by lane, in worlds that look the same to
        their seats. A `uneri.batch.Pool` draws one of several for each game. None (default): the caller plays all seats.
    seat
        The learner's seat (default 0). None draws one for every game. Without opponents it must be 0.
    mask
        The form of the array `mask`: a byte for each action (`"bytes"`, default), or a bit (`"bits"`).

    Raises
    ------
    ValueError
        If the game cannot be loaded, or an argument isn't allowed.
    TypeError
        If an argument has a type that isn't allowed.

    Notes
    -----
    A function among the opponents gets what the seats to act see, `[n, size]` in the batch's type; their legal actions
    as `(starts, actions)`, `int32`: those of row i are `actions[starts[i]:starts[i + 1]]`; and the seats, `int32[n]`.
    These are a network's arguments in `uneri.search.PUCT`, too. Rows are in the order of lanes. A step calls a function
    until no lane waits for it any more, for a lane as often as its seat acts. It may keep the arrays, and must not call
    the batch. If it raises, or its answer isn't an array of n legal actions, the error propagates, and the batch is as
    it was before the step.

    Examples
    --------
    >>> import uneri
    >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 4, seed=7)
    >>> env.step(env.legal[:, 0])
    >>> env.episode_length.tolist()
    [1, 1, 1, 1]
    """

    observation: NDArray[np.float32] | NDArray[np.uint8]
    """`[num_envs, size]`, with `"all"` `[num_envs, seats, size]`: `State.observation_tensor`. With `"acting"` zeros
    where no seat is to act; with opponents what the learner sees, also at the end. Without observations
    `[num_envs, 0]`."""
    mask: NDArray[np.uint8]
    """`uint8[num_envs, num_distinct_actions]`: 1 where an action is legal. With `mask="bits"` `uint8[num_envs,
    ceil(num_distinct_actions / 8)]`: eight actions a byte, as `numpy.packbits` with `bitorder="little"`."""
    legal: NDArray[np.int32]
    """`int32[num_envs, max_legal_actions]`, read-only: the legal actions of each lane, ascending, then -1."""
    num_legal: NDArray[np.int32]
    """`int32[num_envs]`, read-only: how many there are."""
    current_player: NDArray[np.int32]
    """`int32[num_envs]`: the seat to act, -4 where the game is over."""
    learner: NDArray[np.int32]
    """`int32[num_envs]`: the learner's seat in the lane's game, -1 without opponents."""
    rewards: NDArray[np.float32]
    """`float32[num_envs, seats]`: the rewards of the last step, as `State.rewards`. With opponents a game's first step
    also has the rewards before it."""
    terminated: NDArray[np.bool_]
    """`bool[num_envs]`: the last step ended a game. Without auto-reset it stays until `reset`."""
    episode_length: NDArray[np.int32]
    """`int32[num_envs]`: the steps of the game that the last step was part of."""
    final_returns: NDArray[np.float32]
    """`float32[num_envs, seats]`: the returns of the last game that ended in the lane; zeros before."""
    actions: NDArray[np.int32]
    """`int32[num_envs]`: the actions of the last step, -1 where it played none."""
    log_prob: NDArray[np.float32]
    """`float32[num_envs]`: the logarithm of the probability with which the last step drew its action from logits; 0
    where it did not."""
    seeds: NDArray[np.uint64]
    """`uint64[num_envs]`: the seed of each lane's game."""
    members: NDArray[np.int32]
    """`int32[num_envs, opponents]`, read-only: which member of a `Pool` plays the seat of each opponent in the lane's
    game, in the order of play after the learner; 0 where there is no pool. Without opponents `[num_envs, 0]`."""

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
        self._game: Game = played
        self._num_envs = bounded(num_envs, "num_envs", 1, MOST_LANES)
        self._threads = bounded(threads, "threads", 1, MOST_THREADS)
        self._observed = choice(observation, "observation", ("acting", "all", None))
        self._autoreset = choice(autoreset, "autoreset", ("same", "next", None))
        self._dtype = _dtype_of(dtype)
        self._mask_form = choice(mask, "mask", ("bytes", "bits"))
        self._opponents = Opponents(played, opponents, seat)
        self._after = AfterRoom()
        first = self._lane_seeds(seed, self._num_envs)
        self._lanes = self._make()
        self._show()
        self._lanes.reset(first, None, *self._table())

    def _show(self) -> None:
        self._views: dict[str, NDArray[Any]] = self._lanes.views()
        for name, view in self._views.items():
            setattr(self, name, view)

    def _make(self) -> Any:
        settings = (self._num_envs, self._threads, self._observed, self._dtype, self._autoreset)
        opponents = self._opponents
        self._in_core = self._game.backend == "core" and opponents.of_core
        if self._in_core:
            players, seat = opponents.table() or opponents.players, opponents.seat
            return core_module(self._game.name).Batch(self._game, *settings, players, seat, self._mask_form)
        from .reference import ReferenceBatch

        return ReferenceBatch(self._game, *settings, opponents, self._mask_form)

    def _table(self) -> tuple[Any, ...]:
        """Return the core's information on opponents: pools change between calls."""
        return (self._opponents.table(),) if self._in_core else ()

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
        cards have steps of one card, so they are exact. Numbers beyond the range of the bytes get the first or the
        last.
        """
        return self._grid()[0]

    @property
    def observation_step(self) -> NDArray[np.float32]:
        """`float32[size]`, see `observation_low`."""
        return self._grid()[1]

    def _grid(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return observation_grid(self._game)

    def __len__(self) -> int:
        return self._num_envs

    def __repr__(self) -> str:
        return (
            f"uneri.BatchEnv({str(self._game)!r}, {self._num_envs}, threads={self._threads}, "
            f"observation={self._observed!r}, dtype={self._dtype!r}, autoreset={self._autoreset!r}{self._opponents}"
            f"{', mask=' + repr(self._mask_form) if self._mask_form != 'bytes' else ''})"
        )

    def _repr_html_(self) -> str:
        from ..view.page import block, details, paragraph, strong, table  # only notebooks need it

        facts = f"{self._num_envs:,} lanes, {self._threads} threads, observation {self._observed!r} as {self._dtype}"
        parts = [paragraph(strong(str(self._game)), facts, f"autoreset {self._autoreset!r}{self._opponents}")]
        rows = [(name, f"{view.dtype}[{', '.join(map(str, view.shape))}]") for name, view in self._views.items()]
        parts.append(table(("view", "array"), rows))
        if self._num_envs:
            parts.append(details("lane 0", self.get_state(0).to_svg()))
        return block(*parts)

    def reset(self, seed: SupportsIndex | ArrayLike | None = None, lanes: ArrayLike | None = None) -> None:
        """Begin new games, in all lanes or in some.

        Parameters
        ----------
        seed
            None (default): each lane begins the next game of its own seed. A number seeds lanes as the
            constructor does. An array has one seed for each lane that is reset.
        lanes
            Lane numbers, or a mask `bool[num_envs]`. None (default): all lanes.

        Raises
        ------
        ValueError
            If a seed or lane is out of range, or an array has the wrong shape.
        TypeError
            If seeds or lanes are not integers.
        """
        chosen = self._lane_numbers(lanes)
        count = self._num_envs if chosen is None else len(chosen)
        self._lanes.reset(None if seed is None else self._lane_seeds(seed, count), chosen, *self._table())

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every lane, and rewrite all arrays.

        Parameters
        ----------
        actions
            An integer for each lane, `[num_envs]`. Lanes that are over take any.

        Raises
        ------
        ValueError
            If an action isn't legal: the message names the lane and the action, and no lane has changed. Also if
            `actions` has the wrong shape.
        TypeError
            If `actions` has no integer type.

        Notes
        -----
        If a function among the opponents fails, its error propagates, and no lane has changed. If a bot that plays
        lane by lane fails, its error propagates, too; reset the batch then.
        """
        self._lanes.step(actions if isinstance(actions, np.ndarray) else np.asarray(actions), *self._table())

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

        Raises
        ------
        ValueError
            If `k` or `seed` is out of range.
        TypeError
            If `k` or `seed` is not an integer.
        """
        with Progress("batch", progress) as report:
            self._lanes.step_random(k, seed, report if report.wanted else None, *self._table())

    def step_logits(self, logits: ArrayLike, temperature: SupportsFloat = 1.0) -> None:
        """Draw an action in every lane by `softmax(logits / temperature)` over its legal actions, and play it.

        `actions` has the drawn actions and `log_prob` the logarithms of their probabilities. Logits of illegal actions
        are ignored, so they need no mask. Each lane draws from the generator of `step_random`: the same seed and the
        same logits give the same actions, on every platform and with any number of threads.

        Parameters
        ----------
        logits
            A float for each lane and action, `[num_envs, num_distinct_actions]`. `float32` rows are read in
            place; other floats are rounded to `float32` in a copy. Minus infinity means never. Lanes that are over take
            any.
        temperature
            0 to 10^6 (default 1). Below 1 likely actions become likelier. At 0 the lane plays the action with the
            largest logit, of several the first, and `log_prob` is 0.

        Raises
        ------
        ValueError
            If the logit of a legal action is NaN or plus infinity, or all of a lane's are minus infinity: the message
            names the lane, and no lane has changed. Also if `logits` has the wrong shape, or `temperature` is out of
            range.
        TypeError
            If `logits` has no float type, or `temperature` is not a number.

        Notes
        -----
        A lane takes one number from its generator: u, a multiple of 2^-53 in [0, 1). Its action is the first for which
        the sum of weights exp((logit - largest) / temperature), in the order of `legal`, exceeds u times the sum of
        all. Sums are of doubles.

        Examples
        --------
        >>> import numpy as np
        >>> import uneri
        >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 4, seed=7)
        >>> env.step_logits(np.zeros(env.mask.shape, np.float32))
        >>> bool((env.log_prob < 0).all())
        True
        """
        heat = number(temperature, "temperature", 0.0, _HOTTEST)
        self._lanes.step_logits(logits if isinstance(logits, np.ndarray) else np.asarray(logits), heat, *self._table())

    def rollout(
        self,
        steps: SupportsIndex,
        policy: Policy | Literal["random", "greedy"],
        *,
        temperature: SupportsFloat = 1.0,
        out: Rollout | None = None,
        progress: Report = None,
    ) -> Rollout:
        """Play a number of steps and store them for a learner, in arrays `[steps, num_envs]`.

        Parameters
        ----------
        steps
            1 to 2^20.
        policy
            A function that gets the arrays `observation` and `mask` before every step and returns the logits for
            `step_logits`; it must not keep the arrays, which the next step overwrites. Or `"random"` or `"greedy"`:
            then the core plays all steps by itself, without the GIL, on all threads.
        temperature
            As in `step_logits`. The core's players have none.
        out
            The result of an earlier call with as many steps: its arrays are reused. None (default): new arrays.
        progress
            As in `uneri.perft`.

        Returns
        -------
        Rollout
            The arrays: `out` if it was given.

        Raises
        ------
        ValueError
            If an argument isn't allowed, `out` doesn't fit, or `step_logits` refuses what the policy returns. Steps
            before that are played.
        TypeError
            If an argument has a type that isn't allowed.

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
            raise TypeError(f"policy is {brief(policy)} ({type(policy).__name__}); allowed: a function, random, greedy")
        rows = rollout_of(self._views, count) if out is None else fitting(out, self._views, count)
        with Progress("rollout", progress) as report:
            tick = report if report.wanted else None
            if isinstance(policy, str):
                self._lanes.rollout(policy, vars(rows).copy(), tick, *self._table())
            else:
                play(self._views, lambda: self.step_logits(policy(self.observation, self.mask), heat), rows, tick)
        return rows

    def legal_rows(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """List the legal actions of all lanes in one array, as functions among the opponents get them.

        Returns
        -------
        tuple of numpy.ndarray
            `starts`, `int32[num_envs + 1]`, and `actions`: those of lane i are `actions[starts[i]:starts[i + 1]]`.

        Examples
        --------
        >>> import uneri
        >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 4, seed=7)
        >>> starts, actions = env.legal_rows()
        >>> env.step(actions[starts[:-1]])  # the first of each lane
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
        choices. Chance that follows an action is left open, except for that of secret choices.

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

        Raises
        ------
        ValueError
            If a number is out of range, or the game has no features.
        TypeError
            If a number is not an integer, or `features` is not a bool.

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
        """Return the greedy bot's action in every lane.

        Returns
        -------
        numpy.ndarray
            `int32[num_envs]`, -1 where the game is over.

        Raises
        ------
        ValueError
            If the game has no greedy bot.

        Examples
        --------
        >>> import uneri
        >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 4, seed=7)
        >>> env.step(env.greedy())
        """
        from ..bots import has_greedy  # external programs, too: not every importer of uneri needs them

        if not has_greedy(self._game):
            raise ValueError(f"{self._game.name} has no greedy bot")
        actions: NDArray[np.int32] = self._lanes.greedy()
        return actions

    def choose(self, bot: Bot | str) -> NDArray[np.int32]:
        """Return a bot's action in every lane: a teacher's, or an adviser's.

        The bot sees a world that looks the same to the seat to act, see `uneri.bots`.

        Parameters
        ----------
        bot
            A bot or its text. `greedy` and `net` play in the core, on all threads, without the GIL; others are asked
            lane by lane.

        Returns
        -------
        numpy.ndarray
            `int32[num_envs]`, -1 where the game is over.

        Raises
        ------
        ValueError
            If the text names no bot, or the bot plays something illegal; the message names the lane.
        TypeError
            If `bot` is not a bot.

        Examples
        --------
        >>> import uneri
        >>> env = uneri.BatchEnv("onda(players=2,rounds=1)", 4, seed=7)
        >>> env.choose("net").shape
        (4,)
        """
        from .choice import choose  # bots, the arena, external programs: not every importer of uneri needs them

        return choose(self._game, self._lanes, bot)

    def get_state(self, lane: SupportsIndex) -> State:
        """Return the lane's position, as an independent seeded `State`.

        Parameters
        ----------
        lane
            The lane's number.

        Returns
        -------
        State
            A copy. The lane stays as it is.

        Raises
        ------
        ValueError
            If there is no such lane.
        TypeError
            If `lane` is not an integer.
        """
        state: State = self._lanes.get_state(lane)
        return state

    def set_state(self, lane: SupportsIndex, state: State) -> None:
        """Put a position into a lane, which continues from there.

        The lane's `episode_length` counts from 0 again. Opponents play the position on to the learner's turn, and
        rewards count from it.

        Parameters
        ----------
        lane
            The lane's number.
        state
            A state of the batch's game. One without a seed gets the lane's generator: chance that is open in it is
            resolved.

        Raises
        ------
        ValueError
            If there is no such lane, or the state belongs to another game.
        TypeError
            If `lane` is not an integer, or `state` is not a state of such a game.
        """
        self._lanes.set_state(lane, state, *self._table())

    def to_bytes(self) -> bytes:
        """Save the whole batch, generators included.

        Returns
        -------
        bytes
            Bytes with a version and a checksum, for `from_bytes` and `restore`.

        Raises
        ------
        ValueError
            If there are opponents other than `"random"` and `"greedy"`: the memory of functions and bots in Python is
            not saved.

        Examples
        --------
        >>> import uneri
        >>> env = uneri.BatchEnv("onda(players=3,rounds=1)", 4, seed=7)
        >>> again = uneri.BatchEnv.from_bytes(env.to_bytes())
        >>> (again.seeds == env.seeds).all().item()
        True
        """
        header = json.dumps(self._header()).encode()
        parts = [MAGIC + bytes([VERSION]) + len(header).to_bytes(4, "little") + header, self._lanes.save()]
        return b"".join([*parts, digest_of(*parts)])

    @classmethod
    def from_bytes(cls, data: bytes, *, threads: SupportsIndex = 1) -> BatchEnv:
        """Make the batch that `to_bytes` saved. It continues like that one.

        Bytes may come from anybody: they can name only the opponents `"random"` and `"greedy"`, no file is opened, and
        no more lanes are made than the bytes hold.

        Parameters
        ----------
        data
            Bytes from `to_bytes`.
        threads
            1 (default) to 256.

        Returns
        -------
        BatchEnv
            A new batch.

        Raises
        ------
        ValueError
            If the bytes are damaged, cut short or not a batch, or `threads` isn't allowed.
        TypeError
            If `data` is not of the type bytes, or `threads` is not an integer.
        """
        from .opponents import check_saved

        threads = bounded(threads, "threads", 1, MOST_THREADS)
        header, lanes = read_saved(data)
        try:
            check_saved(header["opponents"])
            choice(header["dtype"], "dtype", _DTYPES)
            count = bounded(header["num_envs"], "num_envs", 1, MOST_LANES)
            if count * _LEAST_LANE > len(lanes):  # before memory is allocated for them
                raise ValueError(
                    f"bytes are not a saved batch: num_envs is {count}, and they hold {len(lanes)} bytes of lanes"
                )
            game = load_foreign_game(header["game"], {}, backend=header["backend"])
            env = cls(
                game,
                count,
                threads=threads,
                observation=header["observation"],
                dtype=header["dtype"],
                autoreset=header["autoreset"],
                opponents=header["opponents"],
                seat=header["seat"],
                mask=header["mask"],
            )
        except TypeError as error:
            raise ValueError(f"bytes are not a saved batch: {error}") from None
        env._lanes.load(lanes)
        return env

    def restore(self, data: bytes) -> None:
        """Restore all lanes as they were when `to_bytes` wrote `data`. The arrays stay the same.

        Parameters
        ----------
        data
            Bytes of this batch, or of one like it.

        Raises
        ------
        ValueError
            If `data` doesn't fit: the message gives the reason, and nothing has changed.
        TypeError
            If `data` is not of the type bytes.
        """
        header, lanes = read_saved(data)
        for name, value in self._header().items():
            if header[name] != value:
                raise ValueError(f"bytes are from another batch: {name} is {brief(header[name])}, not {brief(value)}")
        self._lanes.load(lanes)

    def _header(self) -> dict[str, Any]:
        values = (str(self._game), self._game.backend, self._num_envs, self._observed, self._dtype, self._autoreset)
        return dict(
            zip(_HEADER, (*values, self._opponents.names(), self._opponents.seat, self._mask_form), strict=True)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        if self._opponents.is_plain:
            return _unpickle, (self.to_bytes(), self._threads)
        arrays = set(self._views)  # the lanes have them
        kept = {name: value for name, value in vars(self).items() if name not in arrays and name != "_views"}
        if self._in_core:
            del kept["_lanes"]
            return _with_functions, (kept, self._lanes.save())
        return _with_bots, (kept,)

    def __copy__(self) -> BatchEnv:
        return copy.deepcopy(self)  # lanes of two batches never share anything

    def _lane_seeds(self, seed: Any, count: int) -> Any:
        """Return one seed as an int, many as `uint64[count]`."""
        if np.ndim(seed) == 0:
            return seed_of(seed)
        # Item by item, as numpy would turn a mix of large and small ints into floats.
        given = seed if isinstance(seed, np.ndarray) else np.array(seed, object)
        if given.dtype.kind == "O":
            given = np.array([seed_of(item) for item in given.ravel()], np.uint64).reshape(given.shape)
        if given.dtype.kind not in "iu":
            raise TypeError(f"seed is an array of {given.dtype}; allowed: an integer or an array of integers")
        if given.shape != (count,):
            raise ValueError(f"seed has shape {given.shape}; allowed: ({count},)")
        if given.dtype.kind == "i" and (given < 0).any():
            raise ValueError(f"seed is {given.min()}; allowed: 0 to 2^64 - 1")
        return given.astype(np.uint64)

    def _lane_numbers(self, lanes: Any) -> NDArray[np.int64] | None:
        if lanes is None:
            return None
        given = np.asarray(lanes)
        if given.dtype.kind == "b":
            if given.shape != (self._num_envs,):
                raise ValueError(f"lanes has shape {given.shape}; allowed: ({self._num_envs},)")
            return np.flatnonzero(given)
        if given.size == 0:
            return np.zeros(0, np.int64)
        if given.dtype.kind not in "iu":
            raise TypeError(f"lanes is an array of {given.dtype}; allowed: integers, or bools for all lanes")
        if given.ndim != 1:
            raise ValueError(f"lanes has shape {given.shape}; allowed: one axis")
        worst = given[(given < 0) | (given >= self._num_envs)]
        if worst.size:
            raise ValueError(f"lanes has {worst[0]}; allowed: 0 to {self._num_envs - 1}")
        return given.astype(np.int64)


def _dtype_of(dtype: Any) -> str:
    try:
        name = str(np.dtype(dtype).name)
    except TypeError:
        name = str(dtype)
    if dtype is None or name not in _DTYPES:
        raise ValueError(f"dtype is {brief(dtype)}; allowed: {', '.join(_DTYPES)}")
    return name


def digest_of(*parts: bytes | memoryview) -> bytes:
    """Return the checksum of saved bytes."""
    import hashlib  # 4 ms, with OpenSSL

    digest = hashlib.blake2b(digest_size=DIGEST_SIZE)
    for part in parts:
        digest.update(part)
    return digest.digest()


def read_saved(data: Any) -> tuple[dict[str, Any], bytes]:
    """Return the header and the lanes of `to_bytes`."""
    if not isinstance(data, bytes):
        raise TypeError(f"data is a {type(data).__name__}; allowed: bytes")
    problem = "bytes are not a saved batch: "
    if data[:4] != MAGIC:
        raise ValueError(problem + "they do not begin with UNRB")
    if len(data) < 9 + DIGEST_SIZE or digest_of(memoryview(data)[:-DIGEST_SIZE]) != data[-DIGEST_SIZE:]:
        raise ValueError(problem + "the checksum is wrong, so they are damaged or cut short")
    if data[4] != VERSION:
        raise ValueError(f"{problem}their format is version {data[4]}, this one reads version {VERSION}")
    end = 9 + int.from_bytes(data[5:9], "little")
    try:
        header = read_json(data[9:end])
    except JSONError as error:
        raise ValueError(f"{problem}their header is not JSON: {error}") from None
    if not isinstance(header, dict) or tuple(header) != _HEADER or not isinstance(header["game"], str):
        raise ValueError(problem + "their header is damaged")
    return header, data[end:-DIGEST_SIZE]


def _unpickle(data: bytes, threads: int) -> BatchEnv:
    return BatchEnv.from_bytes(data, threads=threads)


def _with_functions(kept: dict[str, Any], lanes: bytes) -> BatchEnv:
    """Make a batch in the core whose opponents are functions, which are kept as they are."""
    env = BatchEnv.__new__(BatchEnv)
    vars(env).update(kept)
    env._lanes = env._make()
    env._show()
    env._lanes.load(lanes)
    return env


def _with_bots(kept: dict[str, Any]) -> BatchEnv:
    """Make a batch whose opponents are objects in Python, which are kept as they are."""
    env = BatchEnv.__new__(BatchEnv)
    vars(env).update(kept)
    env._show()
    return env
