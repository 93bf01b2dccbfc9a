"""Makes replay pages in separate processes. These delay neither the server's loop nor its bots, their memory is freed
at the end, and one for which nobody waits is killed."""

from __future__ import annotations

import dataclasses
import logging
import os
from typing import TYPE_CHECKING

from uneri._util.interrupts import check_stop
from uneri._util.jobs.worker import Worker, listen, process_context
from uneri.records import Record

from .requests import Refused

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_LOG = logging.getLogger(__name__)
_PART = 500
"""Moves in a message: sending all at once would delay the server."""
_PAUSE = 0.05
"""Seconds between checks that somebody still waits."""


def render_replay(record: Record) -> bytes:
    """Return the replay page of a game, with everything shown. It is stopped if nobody waits for it."""
    worker = Worker(process_context(), _draw)
    try:
        worker.send(dataclasses.replace(record, moves=()))
        for first in range(0, len(record), _PART):
            worker.send(record.moves[first : first + _PART])
        worker.send(())
        while not worker.connection.poll(_PAUSE):
            check_stop()
        answer = worker.answer()
        if answer is not None and answer[0] == "page":
            return bytes(answer[1])
        _LOG.error("no replay page: %s", answer[1] if answer else "its process has ended")  # perhaps for lack of memory
        raise Refused("the page cannot be made; the record can still be downloaded", 500)
    finally:
        worker.kill()


def _draw(connection: Connection) -> None:
    """Make the page in the process."""
    listen()
    if hasattr(os, "nice"):
        os.nice(10)  # players come first
    record, moves = connection.recv(), []
    while part := connection.recv():
        moves += part
    try:
        page = dataclasses.replace(record, moves=tuple(moves)).to_html(views=False)
    except Exception as error:  # noqa: BLE001  # for the owner's log
        connection.send(("error", f"{type(error).__name__}: {error}"))
        return
    connection.send(("page", page.encode()))
