"""Who asks: what each address has used of its budgets.

An address of IPv6 counts by its /64, since one customer usually has that many. This machine's own addresses and those of
proxies may stand for any number of people, so what is counted in all is their only limit.
"""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Iterable
from typing import Final

from .limits import Bucket, Limits

_MOST: Final = 5000
"""Callers that are remembered. More than that, and those with nothing open are forgotten."""
_FREE: Final = 1e9
"""As good as no limit."""


class Caller:
    """An address and its budgets.

    Parameters
    ----------
    name
        The address or network; empty if it stands for any number of people.
    limits
        What is allowed.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.connections = 0
        """Open ones."""
        self.running = 0
        """Requests and sockets that the application is at work on."""
        self.most_open = limits.connections_per_address if name else math.inf
        """Of connections, and of requests and sockets."""
        requests, begins = (limits.requests, limits.begins) if name else (_FREE, _FREE)
        self.requests, self.begins = Bucket(requests, 5 * requests), Bucket(begins, 100 * begins)


class Callers:
    """All callers.

    Parameters
    ----------
    limits
        What is allowed.
    proxies
        Addresses of proxies.
    """

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()) -> None:
        self._limits, self._proxies = limits, {network_of(proxy) for proxy in proxies}
        self._known: dict[str, Caller] = {}

    def of(self, address: str) -> Caller:
        """Who has this address."""
        network = network_of(address)
        found = self._known.get(network)
        if found is None:
            if len(self._known) >= _MOST:
                self._known = {name: one for name, one in self._known.items() if one.connections or one.running}
            shared = network in self._proxies or is_loopback(address)
            found = self._known[network] = Caller("" if shared else network, self._limits)
        return found


def network_of(address: str) -> str:
    """What counts as one caller: an address of IPv4, the /64 of an address of IPv6, or a short text that is neither."""
    found = parse_address(address)
    if found is None:
        return address[:40]
    return str(found if found.version == 4 else ipaddress.ip_network((int(found), 64), strict=False))


def is_loopback(host: str) -> bool:
    """Whether an address or name is of this machine alone."""
    found = parse_address(host)
    return host.lower() == "localhost" if found is None else found.is_loopback


def parse_address(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address, without its zone; None if it is none. One of IPv4 that is written as IPv6 is that of IPv4."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
