"""Game records: games as lines of JSON that replay anywhere, `.uneri.jsonl`.

    >>> from uneri import records
    >>> record = records.record("onda(players=3,rounds=1)", ["greedy", "random", "greedy"], seed=7)
    >>> record.check()
    >>> state = record.replay(to_ply=10)

`write(path, [record])` writes them to a file, `read(path)` gives them one after the other.

A record holds the options, the deal and every decision, each event with a part that all seats see and private parts by
seat. It is everything that happened: give players `Record.view(seat)`. docs/records.md has the format.
"""

from __future__ import annotations

from .._util.public import publish
from .fields import schema
from .files import Writer, read, write
from .game_record import Record, Seen
from .lines import RecordError
from .recording import record
from .walk import Deal, Move, Part

__all__ = [
    "Deal", "Move", "Part", "Record", "RecordError", "Seen", "Writer", "read", "record", "schema", "write",
]  # fmt: skip

__dir__ = publish(globals())
