"""Checks for bots."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import SupportsIndex

from uneri._util.checks import bounded, check_any_game, flag, seed_of
from uneri._util.rng import SplitMix64, stream
from uneri.bots import Bot, checked_act
from uneri.bots.players import check_bot as check_bot_itself
from uneri.contract import Game, State
from uneri.registry.in_process import draw_chance

from .probe import ContractError


@dataclass
class BotReport:
    """The extent of a bot's trial."""

    games: int = 0
    decisions: int = 0
    """Decisions of the bot."""
    returns: float = 0.0
    """Mean return of the bot's seats, against random players."""


def check_bot(
    bot: Bot, game: Game, *, n_games: SupportsIndex = 10, seed: SupportsIndex = 0, fair: bool = True
) -> BotReport:
    """Let a bot play, and check that its moves are legal, that it leaves states unchanged and that it is fair.

    The bot plays one seat of each game, each seat in turn, against random players. Every answer must be a legal action,
    and the state that the bot was given must be unchanged.

    Parameters
    ----------
    bot
        The bot.
    game
        The game to play.
    n_games
        The number of games, 1 to 1,000,000 (default 10).
    seed
        An integer from 0 (default) to 2^64 - 1. The games are derived from it.
    fair
        True (default) also checks that the bot doesn't look at hidden things: a deep copy of it is asked in another
        world that looks the same to the seat, and must give the same answer. A bot's own random generator is copied,
        too. Set False for a bot that draws random numbers from elsewhere.

    Raises
    ------
    ContractError
        If a check fails. It names game, seed and actions.
    ValueError
        If `n_games` or `seed` is out of range.

    Examples
    --------
    >>> import uneri
    >>> from uneri.bots import GreedyBot
    >>> from uneri.testing import check_bot
    >>> check_bot(GreedyBot(), uneri.load_game("onda", players=2, rounds=1), n_games=2).games
    2
    """
    check_bot_itself(bot)
    check_any_game(game)
    number = seed_of(seed)
    flag(fair, "fair")
    report = BotReport()
    total = 0.0
    for index in range(bounded(n_games, "n_games", 1, 1_000_000)):
        rng = stream(number, index)
        seat = index % game.num_players
        total += _play(bot, game, seat, rng, fair, report)
        report.games += 1
    report.returns = total / report.games
    return report


def _play(bot: Bot, game: Game, seat: int, rng: SplitMix64, fair: bool, report: BotReport) -> float:
    state = game.new_initial_state()
    actions: list[int] = []
    while not state.is_terminal():
        player = state.current_player()
        legal = state.legal_actions()
        if player < 0:
            action = draw_chance(state, rng)
        elif player != seat:
            action = legal[rng.below(len(legal))]
        else:
            action = _ask(bot, state, seat, rng.next(), fair, actions)
            report.decisions += 1
        state.apply_action(action)
        actions.append(action)
    return state.returns()[seat]


def _ask(bot: Bot, state: State, seat: int, luck: int, fair: bool, actions: list[int]) -> int:
    game = str(state.game)
    twin = copy.deepcopy(bot) if fair else bot
    given = state.clone()
    try:
        action = checked_act(bot, given)
    except ValueError as error:
        raise ContractError(game, "legal answer", str(error), actions) from error
    if given != state:
        raise ContractError(game, "state left alone", f"the bot changed the state; it is now\n{given}", actions)
    if fair:
        world = state.resample_from_infostate(seat, luck)
        other = checked_act(twin, world)
        if other != action:
            names = [state.action_to_string(x) for x in (action, other)]
            why = f"seat {seat} answers {names[0]}, but {names[1]} in a world that looks the same to it (resample seed {luck})"
            raise ContractError(game, "fairness", why, actions)
    return action
