"""Who plays the seats of a `BatchEnv` that its learner doesn't."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._util.checks import bounded
from .._util.rng import SplitMix64, stream
from ..bots import Bot, GreedyBot, bot_maker, checked_act, has_greedy, tell
from ..bots.bench import Always, Bench
from ..contract import TERMINAL, Game
from ..reference.words import brief

OF_CORE = ("random", "greedy")
MOST_PASSED_OVER = 64
"""So many games without a decision of the learner, and one more, are tried."""
_STREAM = 1 << 63  # no episode has this number


class Opponents:
    """The `opponents` and the `seat` of a batch, checked; `players` is None if the caller plays all seats."""

    def __init__(self, game: Game, opponents: Any, seat: Any) -> None:
        self.players: tuple[Bot | str, ...] | None = None
        self.seat = None if seat is None else bounded(seat, "seat", 0, game.num_players - 1)
        if opponents is None:
            if self.seat != 0:
                raise ValueError(
                    f"seat is {brief(seat)} without opponents; allowed: 0, or opponents for the other seats"
                )
            return
        others = game.num_players - 1
        single = isinstance(opponents, str) or not isinstance(opponents, Sequence)
        given = (opponents,) * others if single else tuple(opponents)
        if len(given) != others:
            raise ValueError(f"opponents are {len(given)}; allowed: one, or {others}")
        self.players = tuple(_checked(game, player) for player in given)

    @property
    def of_core(self) -> bool:
        """Can the core play all of them?"""
        return self.players is None or all(player in OF_CORE for player in self.players)

    def names(self) -> list[str] | None:
        """For bytes; ValueError if there are players that bytes can't hold."""
        if self.players is None:
            return None
        if not self.of_core:
            raise ValueError(f"opponents are {list(self.players)}; those of a batch that is saved: random, greedy")
        return [str(player) for player in self.players]

    def __str__(self) -> str:
        if self.players is None:
            return ""
        same = len(set(map(id, self.players))) == 1 or len(set(map(repr, self.players))) == 1
        return f", opponents={self.players[0] if same else list(self.players)!r}, seat={self.seat}"


class Table:
    """The opponents at one lane's table, one game after the other.

    A bot given as text belongs to the lane: it is told of the lane's games and of what its seat sees. A bot given as
    an object serves all lanes, whose games take turns, so it is only asked and told nothing.
    """

    def __init__(self, game: Game, opponents: Opponents) -> None:
        assert opponents.players is not None
        self._game, self._players, self._fixed = game, opponents.players, opponents.seat
        self._bench = Bench([player if isinstance(player, str) else Always(player) for player in self._players])
        self._bots: list[Bot | None] = [None] * len(self._players)
        self.numbers = SplitMix64(0)  # first the learner's seat, where it is drawn, then random players' choices
        self.learner = 0

    def begin(self, game_seed: int) -> None:
        """A new game: the learner's seat, and who sits on the others."""
        self.numbers = stream(game_seed, _STREAM)
        seats = self._game.num_players
        self.learner = self.numbers.below(seats) if self._fixed is None else self._fixed
        for place, player in enumerate(self._players):
            if not isinstance(player, str):
                self._bots[place] = player
            elif player == "greedy":
                self._bots[place] = GreedyBot()
            elif player != "random":
                seed = stream(game_seed, _STREAM + 1 + place).next()
                self._bots[place] = self._bench.take(place, 0, self._game, (self.learner + 1 + place) % seats, seed)

    def resume(self, learner: int, numbers: int) -> None:
        """Goes on where a saved table was."""
        self.begin(0)
        self.learner, self.numbers = learner, SplitMix64(numbers)

    def play(self, state: Any) -> None:
        """Plays on until the learner is to act or the game is over."""
        while (seat := state.current_player()) not in (self.learner, TERMINAL):
            bot = self._bots[(seat - self.learner - 1) % self._game.num_players]
            if bot is None:
                legal = state.legal_actions()
                action = legal[self.numbers.below(len(legal))]
            else:
                action = checked_act(bot, state)
            self.apply(state, action)

    def apply(self, state: Any, action: int) -> None:
        """Plays a legal action, before the eyes of all."""
        for place, bot in enumerate(self._bots):
            if isinstance(self._players[place], str):
                tell(bot, (self.learner + 1 + place) % self._game.num_players, state, action)
        state.apply_action(action)


def check_saved(opponents: Any) -> None:
    """ValueError for opponents in saved bytes that no batch can have saved: texts of bots are code."""
    if opponents is not None and (not isinstance(opponents, list) or any(name not in OF_CORE for name in opponents)):
        raise ValueError(f"bytes are no saved batch: opponents are {brief(opponents)}; allowed: random, greedy, None")


def _checked(game: Game, player: Any) -> Bot | str:
    if isinstance(player, str):
        name = player.strip()
        if name == "greedy" and not has_greedy(game.name):
            raise ValueError(f"opponents: no greedy bot for {game.name}; allowed: random, or another bot")
        if name.startswith("exec:"):
            raise ValueError(
                f"opponents: {brief(name)} would start a program a game; allowed: one ExternalBot for all lanes"
            )
        if name not in OF_CORE:
            bot_maker(name)  # an unknown one is refused now, not in the first game
        return name
    if not callable(getattr(player, "act", None)):
        raise TypeError(f"opponents: {brief(player)} ({type(player).__name__}); allowed: a bot, or its text")
    return player  # type: ignore[no-any-return]
