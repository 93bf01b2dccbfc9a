"""Limits on outside requests."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

MOST_MESSAGE: Final = 64 * 1024
"""Bytes of a socket's message or a request's body."""
MOST_DEPTH: Final = 12
"""Levels of lists and objects in a message."""


@dataclass(frozen=True)
class Limits:
    """The limits of a server."""

    games: int = 200
    """Games at the same time."""
    sockets: int = 24
    """Sockets of one game."""
    left: float = 3600
    """Seconds without a move and without anybody looking, after which a game makes room for another."""
    idle: float = 12 * 3600
    """Seconds without a move and without anybody looking, after which a game is dropped."""
    join: float = 10
    """Seconds within which a socket joins a game."""
    bot: float = 20
    """Seconds for a bot's move."""
    pace: float = 0.6
    """Seconds from one bot's move to the next, so that people can follow."""
    stop: float = 30
    """Seconds for which bots wait after a round, while people read its score sheet."""
    sims: int = 5000
    """Simulations of a bot chosen on the page, at most."""
    time_ms: int = 5000
    """Milliseconds of a bot chosen on the page, at most."""
    rate: float = 20
    """Messages per second of one socket, in the long run."""
    burst: float = 60
    """Messages of one socket at once."""
    requests: float = 100
    """Requests per second of one address, in the long run."""
    connections: int = 2000
    """In all."""
    connections_per_address: int = 200
    backlog: int = 256
    """Connections that wait to be accepted."""
    silence: float = 10
    """Seconds until the first byte of a connection."""
    request: float = 20
    """Seconds for a request, from its first byte or the end of the answer before, to its last byte."""
    answer: float = 180
    """Seconds from a request to the end of its answer."""
    leave: float = 60
    """Seconds for the other end to read the rest, once a connection is closed."""
    begins: float = 0.2
    """Games per second that one address begins, in the long run."""

    @property
    def share(self) -> int:
        """Games at once that one address has begun."""
        return max(1, self.games // 4)


@dataclass
class Bucket:
    """Allows a number of events per second in the long run, and a number at once."""

    rate: float
    burst: float
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at = self.burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
