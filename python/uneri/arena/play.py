"""Plays the games of a work unit: bots are asked, and one that fails loses its game while the others play on.

It also checks the games in an arena's files: they may come from outside, and a digest only proves that a file is whole.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .._util.messages import brief
from .._util.rng import stream
from .._util.strict_json import read_json
from ..bots import Bot, BotSpec, GreedyBot, RandomBot, has_greedy
from ..bots.lifecycle import BotPool
from ..bots.players import BotFailure, Seats, T, act_and_explain, act_only, ask_bot, format_reason
from ..contract import Game, State
from ..records.fields import fields_of
from .schedule import Settings, Unit, count_pairings, derive_bot_seed, derive_deal_seed, list_pairings
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
        """Report the end of the game to the bots, and close those that play no further games. A bot that fails here
        doesn't change the result: it fails again when it is next asked.
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

    None of these bots is kept: games begin as if there had been no trial.
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


Info = Mapping[str, Any]
"""Simulations of the move, of the whole search; the seat's expected result, 0 to 1; wall time in milliseconds."""


def act_and_annotate(bot: Bot, state: State) -> tuple[Any, Info]:
    """Return a bot's answer, as from `act`, with its comment. A search is asked for its result."""
    begun = time.perf_counter()
    answer, found = act_and_explain(bot, state)
    if found is None:
        return answer, {"ms": _ms(begun)}
    visits, sims = found.visits[found.action], sum(found.visits.values())
    return answer, {"visits": visits, "sims": sims, "value": round(found.value, 4), "ms": _ms(begun)}


def _ms(begun: float) -> float:
    return round(1000 * (time.perf_counter() - begun), 1)


def check_annotations(line: Mapping[str, Any]) -> list[Info | None]:
    """Return the info of a game's line, one entry per decision, or None. Raise ValueError if it is malformed."""
    found, actions = line.get("info", []), len(line["actions"])
    if not isinstance(found, list) or len(found) not in (0, actions):
        raise ValueError("'info' is not a list with an entry for each action")
    kind = fields_of("move").optional["bot"]
    for entry in found:
        if entry is not None and not kind.check(entry):
            raise ValueError(f"'info' must hold null or {kind.allowed}, not {brief(entry)}")
    return found or [None] * actions


_KEYS = ("deal", "game", "seed", "bots", "returns", "ranks", "decisions", "forfeits", "actions")


def check_unit_lines(settings: Settings, unit: Unit, text: str) -> list[dict[str, Any]]:
    """Return the games of a unit. The ValueError names a line that can't belong to it. Memory is bounded."""
    texts = text.split("\n")[:-1]  # not by splitlines, which knows more line ends than JSON escapes
    games = (unit.last - unit.first) * count_pairings(settings)
    if len(texts) != games:
        raise ValueError(f"it has {len(texts)} games, not {games}")
    lines = []
    for number, line in enumerate(texts, 1):
        try:
            lines.append(_check_line(settings, read_json(line)))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    expected = (
        {"deal": deal, "game": table.game, "seed": derive_deal_seed(settings, deal), "bots": list(table.bots)}
        for deal in range(unit.first, unit.last)
        for table in list_pairings(settings, deal)
    )
    for number, (found, wanted) in enumerate(zip(lines, expected, strict=True), 1):
        for key, value in wanted.items():
            if found[key] != value:
                raise ValueError(f"line {number}: {key!r} is {brief(found[key])}; allowed: {brief(value)}")
    return lines


def _check_line(settings: Settings, line: Any) -> dict[str, Any]:
    if not isinstance(line, dict):
        raise ValueError("it is not an object")  # noqa: TRY004  # as everything that is wrong with a line
    for key in _KEYS:
        if key not in line:
            raise ValueError(f"{key!r} is missing; a game of an arena has it")
    kinds: tuple[tuple[str, set[type], str], ...] = (("bots", {int}, "whole"), ("returns", {int, float}, "finite"))
    for key, types, what in kinds:
        found = line[key]
        if not _is_list(found, types) or len(found) != settings.seats or not all(map(_is_finite, found)):
            raise ValueError(f"{key!r} must be a list of {settings.seats} {what} numbers, not {brief(found)}")
    if not _is_list(line["actions"], {int}):
        raise ValueError("'actions' is not a list of whole numbers")
    if type(line["decisions"]) is not int or line["decisions"] != len(line["actions"]):
        raise ValueError(
            f"'decisions' must be {len(line['actions'])}, the number of actions, not {brief(line['decisions'])}"
        )
    lost = {forfeit["seat"] for forfeit in check_forfeits(line)}
    expected = rank_seats(line["returns"], lost)
    if not _is_list(line["ranks"], {int}) or line["ranks"] != expected:
        raise ValueError(f"'ranks' must be {brief(expected)} by returns and forfeits, not {brief(line['ranks'])}")
    check_annotations(line)
    return line


def check_forfeits(line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Check the forfeits of a line whose `bots` is a list."""
    found, seated = line["forfeits"], line["bots"]
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise ValueError("'forfeits' is not a list of objects")
    for item in found:
        seat = item.get("seat")
        if type(seat) is not int or not 0 <= seat < len(seated):
            raise ValueError("'forfeits' names no seat")
        if type(item.get("bot")) is not int or item["bot"] != seated[seat]:
            raise ValueError(
                f"'forfeits' has bot {brief(item.get('bot'))} on seat {seat}, where {brief(seated[seat])} sits"
            )
        if not all(isinstance(item.get(key), str) for key in ("kind", "reason")) or type(item.get("ply")) is not int:
            raise ValueError("'forfeits' has no kind, reason or ply")
    return found


def _is_list(value: Any, types: set[type]) -> bool:
    return isinstance(value, list) and set(map(type, value)) <= types


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an int beyond any float
        return False
