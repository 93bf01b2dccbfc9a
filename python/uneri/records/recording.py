"""Records of bots' games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

from .._util.checks import flag, seed_of
from .._util.messages import brief
from .._util.rng import stream
from ..bots import Bot, make_bot
from ..bots.players import Seats
from ..contract import Game
from ..registry import game_of
from .game_record import Record, named_seats
from .walk import Dice, Move, Walk


def record(
    game: Game | str, bots: Sequence[Bot | str], seed: SupportsIndex, *, views: bool = True, names: Any = None
) -> Record:
    """Play a game to its end, and record it.

    Parameters
    ----------
    game
        A game or its string form.
    bots
        A bot, or the text that names one, for each seat. Bots named by text get seeds derived from `seed` and their
        seat. All are shown worlds that look the same to their seats, and the part of each move that these see.
    seed
        The seed of the game, 0 to 2^64 - 1.
    views
        As in `Record.from_actions`.
    names
        The players' names, one per seat. None (default): the bots' texts, or their types.

    Raises
    ------
    ValueError
        If a bot plays what is not legal or cannot be made, if there is not one bot or name per seat, or if the seed is
        out of range.
    TypeError
        If `game` is not a game, `bots` is not a list, the seed is not an integer, or `views` is not a bool.

    Examples
    --------
    >>> from uneri import records
    >>> game = records.record("onda(players=2,rounds=1)", ["greedy", "random"], seed=7)
    >>> game.players, game.over
    (('greedy', 'random'), True)
    """
    played, dealt, kept = game_of(game), seed_of(seed), flag(views, "views")
    if not isinstance(bots, Sequence):
        raise TypeError(f"bots must be a list of bots, not {brief(bots)} ({type(bots).__name__})")
    if isinstance(bots, str) or len(bots) != played.num_players:
        raise ValueError(f"bots must be {played.num_players} bots, one per seat, not {brief(bots)}")
    seated = {s: make_bot(b, seed=stream(dealt, s).next()) if isinstance(b, str) else b for s, b in enumerate(bots)}
    if names is None:
        names = [bot if isinstance(bot, str) else type(bot).__name__ for bot in bots]
    players = named_seats(names, played)
    walk, seats = Walk(played, Dice(dealt), views=kept), Seats(seated, dealt)
    deal, moves = walk.deal(), list[Move]()
    while not walk.state.is_terminal():
        action = seats.ask(walk.state, len(moves))
        seats.tell(walk.state, action)
        moves.append(walk.play(action))
    return Record._ended(walk.state, dealt, players, kept, deal, tuple(moves))
