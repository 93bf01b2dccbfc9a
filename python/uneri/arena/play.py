"""Plays the games of a work unit: bots are asked, and one that fails loses its game while the others play on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._util.rng import stream
from ..bots import Bot, BotSpec, GreedyBot, RandomBot, has_greedy
from ..bots.errors import BotFailure, format_reason
from ..bots.lifecycle import BotPool
from ..bots.seats import Seats, T, act_only, ask_bot
from ..contract import Game, State
from .annotations import Info, act_and_annotate
from .schedule import Settings, Unit, derive_bot_seed, derive_deal_seed, list_pairings
from .store import dump_json_lines

_TRIAL = 0x7121A17121A17121  # the stream of an arena's seed that deals the game of the trial


def play_unit(settings: Settings, game: Game, pool: BotPool, unit: Unit, *, keep_info: bool = False) -> str:
    """Play the unit's games in order, one JSON line per game; with the bots' comments on request."""
    lines = []
    for deal in range(unit.first, unit.last):
        seed = derive_deal_seed(settings, deal)
        for table in list_pairings(settings, deal):
            lines.append(play_game(game, pool, table.bots, deal, seed, table.game, keep_info=keep_info))
    return dump_json_lines(lines)


def play_game(
    game: Game, pool: BotPool, seated: tuple[int, ...], deal: int, seed: int, number: int, *, keep_info: bool = False
) -> dict[str, Any]:
    """Play one game and return its result line.

    A bot that raises, is late or gives an illegal answer is not asked again in this game. The greedy player takes its
    seat, so that the others can finish the game. At the end that seat has the last rank, and the worst return of the
    table.
    """
    state = game.new_initial_state(seed)
    table = _Match(game, pool, seated, seed, keep_info=keep_info)
    info: list[Info | None] = []
    while state.current_player() >= 0:
        pool.check()
        action, said = table.ask_with(state, len(table.actions), table.act)
        info.append(said)
        table.tell(state, action)
        state.apply_action(action)
        table.actions.append(action)
    lost = {entry["seat"] for entry in table.forfeits}
    returns = state.returns()
    worst = min(returns)
    returns = [worst if seat in lost else value for seat, value in enumerate(returns)]
    table.end(returns)
    pool.check()
    return {
        "deal": deal,
        "game": number,
        "seed": seed,
        "bots": list(seated),
        "returns": returns,
        "ranks": rank_seats(returns, lost),
        "decisions": len(table.actions),
        "forfeits": table.forfeits,
        "actions": table.actions,
        **({"info": info} if keep_info else {}),
    }


class _Match(Seats):
    """The bots of a game. A stand-in takes the seat of a bot that fails."""

    def __init__(self, game: Game, pool: BotPool, seated: tuple[int, ...], seed: int, *, keep_info: bool) -> None:
        super().__init__({}, seed)
        self.actions: list[int] = []
        self.forfeits: list[dict[str, Any]] = []
        self._pool, self._seated, self._keep_info = pool, seated, keep_info
        self._stand_in: Bot = GreedyBot() if has_greedy(game) else RandomBot(seed)
        self._copies = [seated[:seat].count(index) for seat, index in enumerate(seated)]
        for seat, index in enumerate(seated):
            try:
                pool.check_interrupts()
                self.bots[seat] = pool.take(index, self._copies[seat], game, seat, derive_bot_seed(seed, seat))
            except BaseException as error:  # noqa: BLE001  # a bot may raise anything, SystemExit too
                self._forfeit(seat, pool.to_failure(error))

    def act(self, bot: Bot, world: State) -> tuple[Any, Info | None]:
        """Return the bot's answer, and the facts about it if they are kept."""
        return act_and_annotate(bot, world) if self._keep_info and bot is not self._stand_in else act_only(bot, world)

    def call(self, seat: int, use: Callable[..., T], *more: Any) -> T:
        """Call a bot, or the stand-in if the bot fails."""
        if self.bots[seat] is not self._stand_in:
            try:
                self._pool.check_interrupts()
                return use(self.bots[seat], *more)
            except BaseException as error:  # noqa: BLE001
                self._forfeit(seat, self._pool.to_failure(error))
        return use(self._stand_in, *more)

    def end(self, returns: list[float]) -> None:
        """Report the end of the game to the bots, and close those that play no other. The result stands if one fails:
        it fails again when it is next asked.
        """
        for bot in self.bots.values():
            try:
                if bot is not self._stand_in:
                    self._pool.check_interrupts()
                if hasattr(bot, "end_game"):
                    bot.end_game(list(returns))
                elif not hasattr(bot, "new_game"):
                    self._pool.end(bot)
            except BaseException as error:  # noqa: BLE001
                self._pool.to_failure(error)

    def _forfeit(self, seat: int, failure: BotFailure) -> None:
        index = self._seated[seat]
        if not self._pool.drop(index, self._copies[seat]) and seat in self.bots:
            self._pool.end(self.bots[seat])
        self.bots[seat] = self._stand_in
        reason = format_reason(failure)
        self.forfeits.append(
            {"seat": seat, "bot": index, "kind": failure.kind, "reason": reason, "ply": len(self.actions)}
        )


def rank_seats(returns: Sequence[float], lost: set[int]) -> list[int]:
    """Rank the seats, 1 for the first; level seats share the better rank; those in `lost` come after all others."""
    keys = [(seat not in lost, 0.0 if seat in lost else value) for seat, value in enumerate(returns)]
    return [1 + sum(other > key for other in keys) for key in keys]


def try_bots(arena_seed: int, game: Game, specs: Sequence[BotSpec], pool: BotPool) -> tuple[int, BotFailure] | None:
    """Ask every bot for the first move of a game. Return one that can't play with the reason; None if all can.

    None of them is kept: their games begin as if there had been no trial.
    """
    seed = stream(arena_seed, _TRIAL).next()
    state = game.new_initial_state(seed)
    seat = state.current_player()
    for index, spec in enumerate(specs):
        if seat < 0 or spec in specs[:index]:
            continue
        bot: Any = None
        try:
            pool.check_interrupts()
            bot = pool.take(index, 0, game, seat, derive_bot_seed(seed, seat))
            ask_bot(bot, state, seed)
        except BaseException as error:  # noqa: BLE001
            return index, pool.to_failure(error)
        finally:
            if not pool.drop(index, 0):
                pool.end(bot)
        pool.check()
    return None
