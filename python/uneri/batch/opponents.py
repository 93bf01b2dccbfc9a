"""The players of the seats that the learner of a `BatchEnv` doesn't play."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import accumulate
from typing import Any

from .._util.checks import bounded
from .._util.messages import brief
from .._util.rng import SplitMix64, stream
from ..bots.bench import Bench
from ..bots.players import OF_CORE, SIMPLE, plays
from ..bots.seats import Seats
from ..contract import TERMINAL, Game
from .draw import unit_of
from .players import Function, Player, checked_player, is_function
from .pool import Pool

FunctionTable = tuple[tuple[tuple[tuple[float, ...] | None, tuple[int, ...]], ...], tuple[tuple[Function, str], ...]]

MOST_PASSED_OVER = 64
"""The number of games without a decision of the learner after which one more is tried."""
_STREAM = 1 << 63  # no episode has this number


class Opponents:
    """The `opponents` and the `seat` of a batch, checked; `players` is None if the caller plays all seats."""

    def __init__(self, game: Game, opponents: Any, seat: Any) -> None:
        self.players: tuple[Player | Pool, ...] | None = None
        self.seat = None if seat is None else bounded(seat, "seat", 0, game.num_players - 1)
        self._game = game
        self._single = isinstance(opponents, str | Pool) or not isinstance(opponents, Sequence)
        if opponents is None:
            if self.seat != 0:
                raise ValueError(
                    f"seat is {brief(seat)} without opponents; allowed: 0, or opponents for the other seats"
                )
            return
        others = game.num_players - 1
        given = (opponents,) * others if self._single else tuple(opponents)
        if len(given) != others:
            raise ValueError(f"opponents are {len(given)}; allowed: one, or {others}")
        self.players = tuple(self._checked(player) for player in given)

    @property
    def is_plain(self) -> bool:
        """Whether there are only the core's own players; then bytes can hold the batch."""
        return self.players is None or all(isinstance(player, str) and player in OF_CORE for player in self.players)

    @property
    def of_core(self) -> bool:
        """Whether the core's lanes can be played, with functions called in between."""
        return all(
            is_function(player) or (isinstance(player, str) and player in OF_CORE)
            for place in range(len(self.players or ()))
            for player in self.members(place)
        )

    @property
    def has_functions(self) -> bool:
        """Whether a function is among them."""
        return any(is_function(player) for place in range(len(self.players or ())) for player in self.members(place))

    def members(self, place: int) -> tuple[Player, ...]:
        """Return the possible players of a place."""
        assert self.players is not None
        player = self.players[place]
        return tuple(player) if isinstance(player, Pool) else (player,)

    def sums(self, place: int) -> tuple[float, ...] | None:
        """Return the cumulative weights of a place's members; None if nothing is drawn."""
        assert self.players is not None
        player = self.players[place]
        return tuple(accumulate(player.weights)) if isinstance(player, Pool) else None

    def functions(self) -> dict[int, tuple[int, Function, str]]:
        """Return number, function and name in messages, by the function's id: each function is called once."""
        found: dict[int, tuple[int, Function, str]] = {}
        for place, player in enumerate(self.players or ()):
            name = "opponents" if self._single else f"opponents[{place}]"
            for number, member in enumerate(self.members(place)):
                if is_function(member) and id(member) not in found:
                    called = f"{name}[{number}]" if isinstance(player, Pool) else name
                    found[id(member)] = len(found), member, called  # type: ignore[assignment]
        return found

    def table(self) -> FunctionTable | None:
        """Return the core's current table of functions and pools (cpp/bindings/batch_asked.hpp), if there are any."""
        if self.is_plain or self.players is None:
            return None
        functions = self.functions()
        places = []
        for place, player in enumerate(self.players):
            numbers = []
            for member in self.members(place):
                if isinstance(member, str) and member in OF_CORE:
                    self._checked(member)
                if is_function(member):
                    numbers.append(functions[id(member)][0])
                elif isinstance(member, str) and member in OF_CORE:
                    numbers.append(-1 - OF_CORE.index(member))
                else:  # added after the batch was made
                    raise ValueError(
                        f"opponents: {brief(member)} is in a pool of functions and the core's players, where a batch "
                        "takes no other bots later; allowed: a function, random, greedy"
                    )
            places.append((player.weights if isinstance(player, Pool) else None, tuple(numbers)))
        return tuple(places), tuple((function, name) for _, function, name in functions.values())

    def names(self) -> list[str] | None:
        """Return the names for bytes; raise ValueError if there are players that bytes can't hold."""
        if self.players is None:
            return None
        if not self.is_plain:
            raise ValueError(f"opponents are {list(self.players)}; allowed in a saved batch: random, greedy")
        return [str(player) for player in self.players]

    def __str__(self) -> str:
        if self.players is None:
            return ""
        same = len(set(map(id, self.players))) == 1 or len(set(map(repr, self.players))) == 1
        return f", opponents={self.players[0] if same else list(self.players)!r}, seat={self.seat}"

    def _checked(self, given: Any) -> Any:
        player = given if isinstance(given, Pool) else checked_player(given, "opponents")
        for member in player if isinstance(player, Pool) else (player,):
            if isinstance(member, str) and member in OF_CORE and not plays(member, self._game):
                raise ValueError(f"opponents: no {member} bot for {self._game.name}; allowed: random, or another bot")
        return player


class Table:
    """The opponents at one lane's table, one game after the other.

    A bot given as text belongs to the lane: it is informed of the lane's games and of its seat's view. A bot given as
    an object serves all lanes, whose games take turns, so it is only asked for actions. A function is called by the
    batch: `play` yields it and gets the action.
    """

    def __init__(self, game: Game, opponents: Opponents) -> None:
        assert opponents.players is not None
        self._game, self._opponents, self._fixed = game, opponents, opponents.seat
        self._benches: dict[tuple[int, str], Bench] = {}
        self._seated: list[Player | None] = [None] * len(opponents.players)
        self._bots, self._plies = Seats({}, 0), 0
        self.members = [0] * len(opponents.players)  # the player of each place
        self.numbers = SplitMix64(0)  # learner's seat, then the members, if they are drawn; then random players
        self.learner = 0

    def player(self, place: int) -> Player:
        """Return the player of a place."""
        return self._opponents.members(place)[self.members[place]]

    def begin(self, game_seed: int) -> None:
        """Begin a game: draw the learner's seat, and the players of the others."""
        self.numbers = stream(game_seed, _STREAM)
        seats = self._game.num_players
        self.learner = self.numbers.below(seats) if self._fixed is None else self._fixed
        for place in range(len(self.members)):
            self.members[place] = self._draw(place)
        self._sit_down(game_seed)

    def _sit_down(self, game_seed: int) -> None:
        self._bots, self._plies = Seats({}, game_seed), 0
        for place in range(len(self.members)):
            self._sit(place)

    def _seat(self, place: int) -> int:
        return (self.learner + 1 + place) % self._game.num_players

    def _sit(self, place: int) -> None:
        """Seat the current player of a place: a pool's member may be replaced during a game."""
        player = self._seated[place] = self.player(place)
        seat, bots = self._seat(place), self._bots.bots
        if player == "random" or is_function(player):
            bots.pop(seat, None)
        elif isinstance(player, str) and player in OF_CORE:
            bots[seat] = SIMPLE[player]()
        elif isinstance(player, str):
            seed = stream(self._bots.seed, _STREAM + 1 + place).next()
            bench = self._benches.setdefault((place, player), Bench([player]))
            bots[seat] = bench.take(0, 0, self._game, seat, seed)
        else:
            bots[seat] = player  # type: ignore[assignment]

    def _draw(self, place: int) -> int:
        sums = self._opponents.sums(place)
        if sums is None:
            return 0
        level = unit_of(self.numbers.next()) * sums[-1]
        return next((member for member, total in enumerate(sums) if total > level), len(sums) - 1)

    def resume(self, learner: int, numbers: int) -> None:
        """Continue from a saved table."""
        self.begin(0)
        self.learner, self.numbers = learner, SplitMix64(numbers)
        self._sit_down(0)

    def kept(self) -> tuple[Any, ...]:
        """Return the argument of `put_back`."""
        bots = Seats(dict(self._bots.bots), self._bots.seed)
        return self.learner, self.numbers.state, list(self.members), list(self._seated), bots, self._plies

    def put_back(self, kept: tuple[Any, ...]) -> None:
        """Restore the table. Bots keep their memory."""
        self.learner, self.numbers = kept[0], SplitMix64(kept[1])
        self.members, self._seated, self._bots, self._plies = kept[2:]

    def play(self, state: Any) -> Generator[Function, int, None]:
        """Play until the learner is to act or the game is over."""
        while (seat := state.current_player()) not in (self.learner, TERMINAL):
            place = (seat - self.learner - 1) % self._game.num_players
            player = self.player(place)
            if player is not self._seated[place]:
                self._sit(place)
            if is_function(player):
                action = yield player  # type: ignore[misc]
            elif seat in self._bots.bots:
                action = self._bots.ask(state, self._plies)
            else:
                legal = state.legal_actions()
                action = legal[self.numbers.below(len(legal))]
            self.apply(state, action)

    def apply(self, state: Any, action: int) -> None:
        """Play a legal action, shown to all."""
        own = (self._seat(place) for place, player in enumerate(self._seated) if isinstance(player, str))
        self._bots.tell(state, action, [seat for seat in own if seat in self._bots.bots])
        state.apply_action(action)
        self._plies += 1


def check_saved(opponents: Any) -> None:
    """Raise ValueError for opponents in saved bytes that no batch can have saved: texts of bots are code."""
    if opponents is not None and (not isinstance(opponents, list) or any(name not in OF_CORE for name in opponents)):
        raise ValueError(f"bytes are not a saved batch: opponents: {brief(opponents)}; allowed: random, greedy, None")
