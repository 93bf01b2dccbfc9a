"""Playing the games of a work unit: bots are asked, and one that fails loses its game while the table plays on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._util.rng import stream
from ..bots import Bot, BotSpec, GreedyBot, RandomBot, bot_maker, cheats, checked_action, has_greedy, tell
from ..bots.bench import Bench
from ..bots.errors import BotFailure, reason_text
from ..contract import Game
from .info import Info, act_and_tell
from .schedule import Settings, Unit, bot_seed, deal_seed, tables
from .store import json_lines

_WORLDS = 0x3017D3017D3017D3  # the stream of a deal's seed that draws the worlds which bots are shown
_TRIAL = 0x7121A17121A17121  # the stream of an arena's seed that deals the game of the trial
_MOST_SEED = (1 << 64) - 1


def play_unit(settings: Settings, game: Game, bench: Bench, unit: Unit, *, keep_info: bool = False) -> str:
    """The results of the unit's games in order, a JSON object per line; with what bots say of their moves on request."""
    lines = []
    for deal in range(unit.first, unit.last):
        seed = deal_seed(settings, deal)
        for table in tables(settings, deal):
            lines.append(play_game(game, bench, table.bots, deal, seed, table.game, keep_info=keep_info))
    return json_lines(lines)


def play_game(
    game: Game, bench: Bench, seated: tuple[int, ...], deal: int, seed: int, number: int, *, keep_info: bool = False
) -> dict[str, Any]:
    """One game as a result line.

    A bot is shown another world that looks the same to its seat. So it can't use cards that it doesn't know, nor
    what chance will bring, whatever it reads of the state. Only our own searches with `cheat=true` see the true
    state.

    A bot that raises, is late or gives an illegal answer is asked no more in this game. The greedy player takes its
    seat, so that the others can finish the game they were dealt. At the end that seat has the last rank, and the
    worst return of the table.
    """
    state = game.new_initial_state(seed)
    bots: list[Bot] = []
    stand_in: Bot = GreedyBot() if has_greedy(game) else RandomBot(seed)
    forfeits: list[dict[str, Any]] = []
    copies = [seated[:seat].count(index) for seat, index in enumerate(seated)]

    def forfeit(seat: int, failure: BotFailure) -> None:
        if not bench.drop(seated[seat], copies[seat]) and seat < len(bots):
            bench.end(bots[seat])
        if seat < len(bots):
            bots[seat] = stand_in
        reason = reason_text(failure)
        forfeits.append(
            {"seat": seat, "bot": seated[seat], "kind": failure.kind, "reason": reason, "ply": len(actions)}
        )

    luck = stream(seed, _WORLDS).next()
    actions: list[int] = []
    info: list[Info | None] = []
    for seat, index in enumerate(seated):
        try:
            bench.before(deal, number, seat, 0)
            bots.append(bench.take(index, copies[seat], game, seat, bot_seed(seed, seat)))
        except BaseException as error:  # noqa: BLE001  # a bot may raise anything, SystemExit too
            forfeit(seat, bench.failure(error))
            bots.append(stand_in)
    while (seat := state.current_player()) >= 0:
        bench.check()
        bot = bots[seat]
        luck_now = (luck + len(actions)) & _MOST_SEED
        shown = state.clone() if cheats(bot) else state.resample_from_infostate(seat, luck_now)
        try:
            if bot is not stand_in:
                bench.before(deal, number, seat, len(actions))
            answer, said = act_and_tell(bot, shown) if keep_info and bot is not stand_in else (bot.act(shown), None)
            action = checked_action(bot, answer, state)
        except BaseException as error:  # noqa: BLE001
            forfeit(seat, bench.failure(error))
            action, said = stand_in.act(state), None
        info.append(said)
        for watcher in range(len(bots)):
            try:
                if hasattr(bots[watcher], "watch"):
                    bench.before(deal, number, watcher, len(actions))
                    tell(bots[watcher], watcher, state, action)
            except BaseException as error:  # noqa: BLE001
                forfeit(watcher, bench.failure(error))
        bench.after()
        state.apply_action(action)
        actions.append(action)
    for seat, bot in enumerate(bots):  # a call after the end of the game ended a worker: it is the bot's fault, too
        if bot is not stand_in and (deal, number, seat) in bench.verdicts:
            forfeit(seat, BotFailure("crash", bench.verdicts[deal, number, seat].reason))
    lost = {entry["seat"] for entry in forfeits}
    returns = state.returns()
    worst = min(returns)
    returns = [worst if seat in lost else value for seat, value in enumerate(returns)]
    for seat, bot in enumerate(bots):
        try:
            if bot is not stand_in:
                bench.before(deal, number, seat, len(actions))
            if hasattr(bot, "end_game"):
                bot.end_game(list(returns))
            elif not hasattr(bot, "new_game"):
                bench.end(bot)
        except BaseException as error:  # noqa: BLE001  # the result stands; one that fails here fails again when asked
            bench.failure(error)
    bench.after()
    bench.check()
    return {
        "deal": deal,
        "game": number,
        "seed": seed,
        "bots": list(seated),
        "returns": returns,
        "ranks": ranks(returns, lost),
        "decisions": len(actions),
        "forfeits": forfeits,
        "actions": actions,
        **({"info": info} if keep_info else {}),
    }


def ranks(returns: Sequence[float], lost: set[int]) -> list[int]:
    """1 for the first; seats that are level share the better place; those in `lost` come after all others."""
    keys = [(seat not in lost, 0.0 if seat in lost else value) for seat, value in enumerate(returns)]
    return [1 + sum(other > key for other in keys) for key in keys]


def check_specs(specs: Sequence[BotSpec], timeout_ms: int) -> None:
    """ValueError or TypeError for a bot that can't be made. Bots that keep something running are not made here."""
    for spec in specs:
        bot_maker(spec, timeout_ms=timeout_ms)


def try_bots(arena_seed: int, game: Game, specs: Sequence[BotSpec], bench: Bench) -> tuple[int, BotFailure] | None:
    """Makes every bot and asks it for the first move of a game. Returns which one can't play, and why; None if all can.

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
            bench.before(-1, index, seat, 0)
            bot = bench.take(index, 0, game, seat, bot_seed(seed, seat))
            shown = state.clone() if cheats(bot) else state.resample_from_infostate(seat, seed)
            checked_action(bot, bot.act(shown), state)
        except BaseException as error:  # noqa: BLE001
            return index, bench.failure(error)
        finally:
            if not bench.drop(index, 0):
                bench.end(bot)
            bench.after()
        bench.check()
    return None
