"""Tracks the budgets of each client address.

An IPv6 address counts by its /64, since one customer usually has that many. This machine's own addresses and those of
proxies may serve any number of people, so only the limits on the total apply to them.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Iterable
from typing import Final

from .limits import Bucket, Limits

_MOST: Final = 5000
"""The number of callers remembered. Beyond it, those with nothing open are forgotten."""
_FREE: Final = 1e9
"""A rate that nobody reaches."""


class Caller:
    """An address and its budgets."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.connections = 0
        """Open connections."""
        self.running = 0
        """Requests and sockets that are open in the application."""
        self.most_open = limits.connections_per_address if name else math.inf
        """Limit for `connections`, and for `running`."""
        requests, begins = (limits.requests, limits.begins) if name else (_FREE, _FREE)
        self.requests, self.begins = Bucket(requests, 5 * requests), Bucket(begins, 100 * begins)


class Callers:
    """All callers."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()) -> None:
        self._limits, self._proxies = limits, {name_network(proxy) for proxy in proxies}
        self._known: dict[str, Caller] = {}

    def find(self, address: str) -> Caller:
        """Return the caller with this address."""
        network = name_network(address)
        found = self._known.get(network)
        if found is None:
            if len(self._known) >= _MOST:
                self._known = {name: one for name, one in self._known.items() if one.connections or one.running}
            shared = network in self._proxies or is_loopback(address)
            found = self._known[network] = Caller("" if shared else network, self._limits)
        return found


def name_network(address: str) -> str:
    """Return the name of a caller: an IPv4 address, the /64 of an IPv6 address, or a short text for anything else."""
    found = parse_address(address)
    if found is None:
        return address[:40]
    return str(found if found.version == 4 else ipaddress.ip_network((int(found), 64), strict=False))


def is_loopback(host: str) -> bool:
    """Return whether an address or name reaches only this machine."""
    found = parse_address(host)
    return host.lower() == "localhost" if found is None else found.is_loopback


def parse_address(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse an address without its zone; None if it isn't one. An IPv4 address mapped to IPv6 counts as IPv4."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
