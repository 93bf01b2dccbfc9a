"""The protocol of bots, the simple ones, and the calls that ask for a move, in fair worlds, and check the answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, Protocol, SupportsIndex, TypeVar, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from .._util.checks import check_any_state, index_of, seed_of
from .._util.messages import brief
from .._util.public import documented
from .._util.rng import SplitMix64, stream
from ..contract import Game, State
from ..registry import core_module, game_of, games
from ..registry.outside import core_has
from ..search import CLASSES, SearchResult
from ..train.features import to_core_state
from ..train.networks import NetworkOf, read_network

LONGEST_REASON = 300


class BotFailure(ValueError):
    """A bot did not return a legal action.

    Parameters
    ----------
    kind
        `"crash"`, `"timeout"` or `"illegal"`. It is an attribute, too.
    reason
        What happened, as a text.
    """

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def __reduce__(self) -> tuple[type[BotFailure], tuple[str, str]]:
        return type(self), (self.kind, str(self))


def to_failure(error: BaseException) -> BotFailure:
    """Return a bot's error as its failure. The text may come from a bot, so making it may fail, too."""
    if isinstance(error, BotFailure):
        return error
    try:
        name = str(type(error).__name__)
    except BaseException:  # noqa: BLE001  # a metaclass of the bot's
        name = "an exception"
    try:
        text = str(error)
    except BaseException as second:  # noqa: BLE001
        return BotFailure("crash", f"{name}, whose text raises {type(second).__name__}")
    return BotFailure("crash", f"{name}: {text}" if text else name)


def format_reason(failure: BotFailure) -> str:
    """Return the reason for storage: not long, and text that any file can hold."""
    reason = str(failure)
    return make_encodable(reason if len(reason) <= LONGEST_REASON else reason[:LONGEST_REASON] + "...")


def make_encodable(text: str) -> str:
    """Write characters that UTF-8 cannot hold (surrogates, as in file names) as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def format_answer(value: object) -> str:
    """Show a bot's answer in a message; its `repr` may fail."""
    try:
        text = repr(value)
    except BaseException as error:  # noqa: BLE001
        return f"an object whose repr raises {type(error).__name__}"
    return text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "..."


@runtime_checkable
class Bot(Protocol):
    """A player: anything with `act(state) -> int`.

    A bot may have further methods, which the arena and `uneri play` call:

    * `new_game(game, seat, seed)` before a game; the bot may then be used for many games;
    * `end_game(returns)` after a game;
    * `close()` in the end;
    * `watch(player, action, sight)` at every decision in the game, see `tell`;
    * `forget()` when moves are taken back.
    """

    def act(self, state: State) -> int:
        """Choose an action for the seat to act.

        Parameters
        ----------
        state
            A state where a seat is to act. The bot does not change it.

        Raises
        ------
        ValueError
            At a chance node or at the end.
        """


SEES_NOTHING, SEES_ACTION = 0, 1


def make_sight(game: Game) -> Callable[[State, int, int], int]:
    """Make a function that says what a seat learns of an action: nothing, the action, or what follows from it."""
    core = core_module(game.name)
    if game.backend == "core":
        return lambda state, action, seat: int(core.sight(state, action, seat))
    twin = core.Game(game.options)
    return lambda state, action, seat: int(core.sight(twin.state_from_dict(state.to_dict()), action, seat))


@documented(Bot)
class RandomBot:
    """A bot that takes every legal action with the same probability.

    The seed is an integer from 0 (default) to 2^64 - 1. The same seed gives the same choices.

    Examples
    --------
    >>> import uneri
    >>> from uneri.bots import RandomBot
    >>> state = uneri.load_game("onda").new_initial_state(seed=7)
    >>> RandomBot(seed=3).act(state) == RandomBot(seed=3).act(state)
    True
    """

    def __init__(self, seed: SupportsIndex = 0) -> None:
        self._rng = SplitMix64(seed_of(seed))

    def act(self, state: State) -> int:
        _check_seat(state)
        legal = state.legal_actions()
        return legal[self._rng.below(len(legal))]


@documented(Bot)
class GreedyBot:
    """A game's simple player: a few plain preferences, no search. Deterministic.

    It plays the games whose core has one (see `has_greedy`), and states of the reference backend, too.

    Parameters
    ----------
    calls
        In Namima: `"wider"` (default) makes calls that bring the hand nearer to a win and those after which more cards help;
        `"nearer"` makes only the former, as this bot did up to version 0.1. Not for other games.

    Examples
    --------
    >>> import uneri
    >>> from uneri.bots import GreedyBot
    >>> state = uneri.load_game("onda").new_initial_state(seed=7)
    >>> state.is_legal(GreedyBot().act(state))
    True
    """

    calls = "wider"  # of the class, too: bots pickled before there was this setting have no own value
    """The setting."""

    def __init__(self, calls: Literal["wider", "nearer"] = "wider") -> None:
        if calls not in ("wider", "nearer"):
            raise ValueError(f"calls is {brief(calls)}; allowed: wider, nearer")
        self.calls = calls

    def act(self, state: State) -> int:
        _check_seat(state)
        game = state.game
        if not core_has(game.name, "greedy"):
            known = [name for name in games() if core_has(name, "greedy")]
            raise ValueError(f"no greedy bot for {game.name}; games with one: {', '.join(known)}")
        core = core_module(game.name)
        nearer = self.calls == "nearer"
        if nearer and not hasattr(core, "greedy_nearer"):
            raise ValueError(f"calls is 'nearer'; allowed in {game.name}: wider")
        return cast("int", (core.greedy_nearer if nearer else core.greedy)(to_core_state(state)))


SIMPLE: Final = {"random": RandomBot, "greedy": GreedyBot}
"""Bots without settings that matter: they need no budget, so anybody may seat them. Later ones are better."""
OF_CORE: Final = ("random", "greedy")
"""The bots that the core plays by itself; the index in this list is a bot's number there."""
_MOST_ACTION = (1 << 31) - 1


def plays(name: str, game: Game | str) -> bool:
    """Return whether the simple bot of this name can play a game."""
    return name != "greedy" or has_greedy(game)


def stand_in(game: Game | str) -> str:
    """Name the best simple bot that plays a game."""
    return next(name for name in reversed(SIMPLE) if plays(name, game))


def has_greedy(game: Game | str) -> bool:
    """Return whether `GreedyBot` plays a game, given as it is or as its text.

    ValueError if the text names no game.

    Examples
    --------
    >>> from uneri.bots import has_greedy
    >>> has_greedy("onda")
    True
    """
    return core_has(game_of(game).name, "greedy")


def cheats(bot: object) -> bool:
    """Return whether any bot is a search of this library that reads the true state (`cheat=True`).

    Wherever bots play, all others see only worlds: `act` gets a state that looks the same to the seat to act.

    Examples
    --------
    >>> from uneri.bots import cheats, make_bot
    >>> cheats(make_bot("ismcts:sims=10")), cheats(make_bot("ismcts:sims=10,cheat=true"))
    (False, True)
    """
    return type(bot) in CLASSES and bool(getattr(bot, "cheats", False))


def tell(bot: object, seat: int, state: State, action: int) -> None:
    """Show a bot what its seat sees of an action before it is taken.

    This calls `bot.watch(player, action, sight)` if the bot has such a method, for the bot's own decisions, too. It is
    not called for a decision that the seat doesn't see at all, nor for chance outcomes. The arguments:

    * `player`: the seat that decides;
    * `action`: what that seat does, or None if the bot's seat doesn't see it;
    * `sight`: 1 if the action is seen, else a number that is the same for all actions that look the same.

    Parameters
    ----------
    bot
        Any bot.
    seat
        The seat that the bot plays.
    state
        The state before the action.
    action
        The action that the seat to act at `state` is about to take.
    """
    check_any_state(state)
    watch = getattr(bot, "watch", None)
    player = state.current_player()
    if watch is None or player < 0:
        return
    sight = SEES_ACTION if cheats(bot) else make_sight(state.game)(state, action, seat)
    if sight != SEES_NOTHING:
        watch(player, action if sight == SEES_ACTION or player == seat else None, sight)


def checked_act(bot: Bot, state: State) -> int:
    """Ask a bot for its action at a state where a seat is to act, and check that it is legal.

    BotFailure if the answer isn't a legal action. It is a ValueError that names the bot. Errors of the bot itself
    propagate.
    """
    check_bot(bot)
    check_any_state(state)
    return checked_action(bot, bot.act(state), state)


def check_bot(bot: Any) -> None:
    """Raise TypeError unless it is a bot."""
    if not callable(getattr(bot, "act", None)):
        raise TypeError(f"bot must be an object with a method act(state), not {brief(bot)} ({type(bot).__name__})")


def checked_action(bot: Bot, action: Any, state: State) -> int:
    """Check a bot's answer for the state that it was asked for. The message names the bot.

    BotFailure if the answer isn't a legal action of `state`.
    """
    check_any_state(state)
    name = type(bot).__name__
    number = index_of(action)
    if number is None:
        why = f"bot {name} played {format_answer(action)} ({type(action).__name__}), which is not an integer"
        raise BotFailure("illegal", why)
    if not 0 <= number <= _MOST_ACTION or not state.is_legal(number):
        # Python doesn't print integers of thousands of digits.
        shown = str(number) if number.bit_length() <= 256 else f"an integer of {number.bit_length()} bits"
        why = f"bot {name} played {shown}, which is not legal; legal: {state.legal_actions()[:20]}"
        raise BotFailure("illegal", why)
    return number


def _check_seat(state: State) -> None:
    check_any_state(state)
    if state.current_player() < 0:
        raise ValueError(f"{state.game.name}: no seat is to act")


T = TypeVar("T")
Act = Callable[[Bot, State], tuple[Any, T]]
"""Returns a bot's answer in the world that it sees, and an explanation."""

_WORLDS = 0x3017D3017D3017D3  # the stream of a game's seed that draws the bots' worlds
_MOST_SEED = (1 << 64) - 1


class Seats:
    """The bots at the table of one game.

    A bot sees another world that looks the same to its seat. So it can't use cards that it doesn't know, nor future
    chance, whatever it reads of the state. Only a bot that `cheats` sees the true state.

    `bots` has the bots by seat, without the seats that others play. The caller may replace a bot in it. The worlds
    depend on `seed` and on how many decisions the game has had. If a bot fails, `on_failure` is called with its seat and
    the error: it raises an error, or replaces the bot, which is then called in its place.
    """

    def __init__(
        self, bots: dict[int, Bot], seed: int, on_failure: Callable[[int, Exception], object] | None = None
    ) -> None:
        self.bots, self.seed, self._on_failure = bots, seed, on_failure
        self._luck = stream(seed, _WORLDS).next()

    def draw_luck(self, ply: int) -> int:
        """Return the seed of the world for the decision after `ply` decisions."""
        return (self._luck + ply) & _MOST_SEED

    def ask(self, state: State, ply: int) -> int:
        """Ask the bot in turn for a legal action, after `ply` decisions."""
        return self.ask_with(state, ply, act_only)[0]

    def ask_with(self, state: State, ply: int, act: Act[T]) -> tuple[int, T]:
        """Ask as `ask` does, and return what `act` adds, too."""
        seat = state.current_player()
        world = draw_world(self.bots[seat], state, self.draw_luck(ply))
        return self.call(seat, _ask, state, world, act)

    def tell(self, state: State, action: int, seats: Iterable[int] | None = None) -> None:
        """Show the bots of some seats, or all, what they see of an action before it is taken."""
        for seat in list(self.bots) if seats is None else seats:
            self.call(seat, tell, seat, state, action)

    def call(self, seat: int, use: Callable[..., T], *more: Any) -> T:
        """Use a seat's bot. All calls come through here, so that a subclass can handle bots that fail otherwise."""
        try:
            return use(self.bots[seat], *more)
        except Exception as error:
            if self._on_failure is None:
                raise
            self._on_failure(seat, error)
        return use(self.bots[seat], *more)


def ask_bot(bot: Bot, state: State, luck: int) -> int:
    """Ask a bot for a legal action of the seat to act, in a world drawn by `luck`."""
    return _ask(bot, state, draw_world(bot, state, luck), act_only)[0]


def _ask(bot: Bot, state: State, world: State, act: Act[T]) -> tuple[int, T]:
    check_bot(bot)
    answer, more = act(bot, world)
    return checked_action(bot, answer, state), more


def draw_world(bot: object, state: State, luck: int) -> State:
    """Return the state that a bot sees when its seat is to act."""
    return state if cheats(bot) else state.resample_from_infostate(state.current_player(), luck)


def act_only(bot: Bot, world: State) -> tuple[Any, None]:
    """Return a bot's answer."""
    return bot.act(world), None


def act_and_explain(bot: Bot, world: State) -> tuple[Any, SearchResult | None]:
    """Return a bot's answer, and its result if it is a search of this library and had a choice."""
    if not isinstance(bot, CLASSES) or world.num_legal_actions() == 1:
        return bot.act(world), None
    found = bot.run(world)
    return found.action, found


@documented(Bot)
class NetBot:
    """A small network as a player: it evaluates its seat's view after each action, and takes the best one.

    Parameters
    ----------
    file
        A file from `uneri train`. None (default): of the networks that come with the library, the one that fits the
        game best.
    margin
        How much better an action must be than the greedy bot's, in logits, 0 to 16. None (default): the file's value.
    seed
        0 (default) to 2^64 - 1: for worlds, which are drawn if an action reveals something or seats choose in secret. The
        same state and seed give the same action, on every machine.

    Raises
    ------
    ValueError
        If the file cannot be read or is not a network, or a value isn't allowed.

    Examples
    --------
    >>> import uneri
    >>> from uneri.bots import NetBot
    >>> state = uneri.load_game("onda", players=2).new_initial_state(seed=7)
    >>> state.is_legal(NetBot().act(state))
    True
    """

    def __init__(
        self, file: str | os.PathLike[str] | None = None, margin: float | None = None, seed: SupportsIndex = 0
    ) -> None:
        if margin is not None:
            if isinstance(margin, bool) or not isinstance(margin, int | float):
                raise TypeError(
                    f"margin must be a number from 0 to 16 or None, not {brief(margin)} ({type(margin).__name__})"
                )
            if not 0 <= margin <= 16:
                raise ValueError(f"margin is {brief(margin)}; allowed: 0 to 16, None")
        self._margin = margin
        self._seed = seed_of(seed)
        self._network = NetworkOf(read_network(file))

    def act(self, state: State) -> int:
        played = to_core_state(state)
        return cast("int", self._network.of(state.game).act(played, self._seed, self._margin))

    def act_in_lanes(self, game: Game, lanes: Any) -> NDArray[np.int32]:
        """Return the result of `act` in each lane of a batch of the core, as `int32`: -1 where the game is over.
        `uneri.BatchEnv` passes on its game and its lanes.

        ValueError if the network is for another game or other sizes.
        """
        network = self._network.of(game)
        chosen: NDArray[np.int32] = lanes.net(network, self._seed, self._margin)
        return chosen

    def values(self, state: State) -> dict[int, float]:
        """Return the network's value for each legal action of the seat to act: the expected share of the other seats left
        behind, 0 to 1.

        ValueError if no seat is to act, or the network is for another game or other sizes.
        """
        played = to_core_state(state)
        values = self._network.of(state.game).values(played, self._seed).tolist()
        return dict(zip(state.legal_actions(), values, strict=True))
