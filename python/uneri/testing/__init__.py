"""Checks for games, bots and backends, yours too.

* `check_game(game)` tries the whole contract of `uneri.contract` on a game by playing it.
* `check_bot(bot, game)` lets a bot play and checks that it is legal, leaves states alone and is fair.
* `lockstep(game_a, game_b, seed)` plays one game on two backends and compares everything at every node.
* `lockstep_tree(game_a, game_b)` does so in every state of a small game.
* `walk_digest(game, seed)` is a fingerprint of a random game: implementations with equal digests agree on the rules.

A failed check raises an AssertionError that says what to call to see it again.
"""

from ._bot import BotReport, check_bot
from ._digest import WalkDigest, walk_digest
from ._game import ContractError, GameReport, check_game
from ._lockstep import LockstepMismatch, LockstepReport, lockstep, lockstep_tree

__all__ = [
    "BotReport",
    "ContractError",
    "GameReport",
    "LockstepMismatch",
    "LockstepReport",
    "WalkDigest",
    "check_bot",
    "check_game",
    "lockstep",
    "lockstep_tree",
    "walk_digest",
]
