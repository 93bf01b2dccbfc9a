"""Checks for games, bots and backends, including your own.

* `check_game(game)` plays a game to check that it keeps the whole contract of `uneri.contract`.
* `check_bot(bot, game)` lets a bot play and checks that its moves are legal, that it leaves states unchanged and that
  it is fair.
* `check_program(command, game)` plays with an external bot and says which rules of the protocol it follows.
* `lockstep(game_a, game_b, seed)` plays one game on two backends and compares everything at every node.
* `lockstep_tree(game_a, game_b)` does so in every state of a small game.
* `read_suite(game)` returns positions with their node counts, to test the move generation of any implementation.
* `walk_digest(game, seed)` is a fingerprint of a random game: implementations with equal digests agree on the rules.

A failed check raises an AssertionError with a call that reproduces it.

`SplitMix64` is the generator of the rules, `stream(seed, index)` one of many independent ones: random tests that use
them are the same everywhere.
"""

from uneri._util.public import publish
from uneri._util.rng import SplitMix64, stream

from .bot_check import BotReport, check_bot
from .digest import WalkDigest, walk_digest
from .game_check import GameReport, check_game
from .lockstep_walk import LockstepMismatch, LockstepReport, lockstep, lockstep_tree
from .perft_suite import Count, PerftSuite, SuitePosition, compare_suites, count_common, parse_suite, read_suite
from .probe import ContractError
from .program_check import ProgramCheck, check_program

__all__ = [
    "BotReport", "ContractError", "Count", "GameReport", "LockstepMismatch", "LockstepReport", "PerftSuite", "ProgramCheck",
    "SplitMix64", "SuitePosition", "WalkDigest", "check_bot", "check_game", "check_program", "compare_suites",
    "count_common", "lockstep", "lockstep_tree", "parse_suite", "read_suite", "stream", "walk_digest",
]  # fmt: skip

__dir__ = publish(globals())
