"""Fingerprints of random games (R-6)."""

from __future__ import annotations

from typing import NamedTuple, SupportsIndex

from uneri._util.checks import check_any_game, seed_of
from uneri._util.rng import SplitMix64
from uneri.contract import Game
from uneri.registry.reference_backend import fnv1a


class WalkDigest(NamedTuple):
    """The digest of a random game, by `walk_digest`."""

    digest: str
    """FNV-1a 64 over all nodes and the returns, 16 hexadecimal digits."""
    nodes: int
    """Nodes with an action: those of seats and of chance."""
    returns: list[float]
    """At the end, in points."""


def walk_digest(game: Game, seed: SupportsIndex) -> WalkDigest:
    """Make a fingerprint of a random game (R-6): the digest, the number of nodes and the returns.

    Every action of the walk, chance outcomes too, is drawn uniformly from the legal ones. Implementations with equal
    digests agree on the rules. ValueError if `utility` is not `"score"`, or the seed is out of range.

    Parameters
    ----------
    game
        The game. Its option `utility` must be `"score"`, whose returns are digested.
    seed
        The seed of the walk, 0 to 2^64 - 1.

    Examples
    --------
    >>> import uneri
    >>> from uneri.testing import walk_digest
    >>> walk_digest(uneri.load_game("onda", players=2, rounds=1), 1)
    WalkDigest(digest='d17bb5a45523c416', nodes=64, returns=[3.0, -4.0])
    """
    check_any_game(game)
    if game.options.get("utility", "score") != "score":
        raise ValueError(f"game {str(game)!r} must have utility 'score', not {game.options['utility']!r}")
    rng = SplitMix64(seed_of(seed))
    digest = fnv1a(b"")
    state = game.new_initial_state()
    nodes = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        action = legal[rng.below(len(legal))]
        node = [state.current_player() & 0xFF]
        for number in (len(legal), *legal, action):
            node += number.to_bytes(4, "little")
        digest = fnv1a(bytes(node), digest)
        state.apply_action(action)
        nodes += 1
    returns = state.returns()
    for value in returns:
        digest = fnv1a(round(value * 1000).to_bytes(8, "little", signed=True), digest)
    return WalkDigest(f"{digest:016x}", nodes, returns)
