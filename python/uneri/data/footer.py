"""The footer of a Parquet file, before pyarrow sees it.

    "PAR1" pages digest footer (length of the footer, 4 bytes) "PAR1"

Readers of Parquet find the footer from the end and the pages by their offsets: the bytes between aren't part of the
format. A shard has its digest there: other readers ignore it, and it stays with the file wherever that is copied.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Iterator
from typing import Any

_DIGEST = 32  # bytes
_TAIL = 8
_DEEPEST = 32  # structures in structures; those of Parquet have fewer
_ROW_GROUPS, _COLUMNS, _ROWS = 4, 1, 3  # numbers of fields in parquet.thrift
_META_DATA, _PATH, _VALUES = 3, 3, 5


def add_digest(content: bytes) -> bytes:
    """Return a Parquet file with a digest of all its bytes."""
    at = _find_footer(content)
    return b"".join([content[:at], _digest(content, at, at), content[at:]])


def has_own_digest(content: bytes) -> bool:
    """Return whether the digest of a file fits its other bytes."""
    if len(content) < _TAIL:
        return False
    end = _find_footer(content)
    start = end - _DIGEST
    return start > 0 and content[start:end] == _digest(content, start, end)


def read_column_values(content: bytes) -> Iterator[tuple[int, str, int]]:
    """Yield the rows, the path and the stated number of values of each column of each row group.

    pyarrow trusts these numbers when it reads the statistics: wrong ones crash the process. Raises ValueError if the
    footer can't be read.
    """
    try:
        footer = _Compact(content[max(0, _find_footer(content)) : -_TAIL]).read_structure()
        for group in footer[_ROW_GROUPS]:
            for column in group[_COLUMNS]:
                known = column[_META_DATA]
                path = b".".join(known[_PATH]).decode(errors="replace")
                yield operator.index(group[_ROWS]), path, operator.index(known[_VALUES])
    except (IndexError, KeyError, TypeError) as error:
        raise ValueError(f"its footer can't be read: {type(error).__name__}") from None


def _find_footer(content: bytes) -> int:
    return len(content) - _TAIL - int.from_bytes(content[-_TAIL : -_TAIL + 4], "little")


def _digest(content: bytes, start: int, end: int) -> bytes:
    """Return the digest of all bytes but those from `start` to `end`."""
    view = memoryview(content)
    found = hashlib.blake2b(view[:start], digest_size=_DIGEST)
    found.update(view[end:])
    return found.digest()


class _Compact:
    """Reads Thrift's compact protocol into plain values. A structure becomes a dict by the numbers of its fields."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def read_structure(self, depth: int = 0) -> dict[int, Any]:
        found: dict[int, Any] = {}
        number = 0
        while head := self._read_byte():
            kind = head & 15
            number = number + (head >> 4) if head >> 4 else self._read_integer()
            found[number] = kind == 1 if kind in (1, 2) else self._read_value(kind, depth + 1)
        return found

    def _read_value(self, kind: int, depth: int) -> Any:
        if depth > _DEEPEST:
            raise ValueError("its footer is nested too deeply")
        if kind in (4, 5, 6):
            return self._read_integer()
        if kind == 8:
            return self._read_bytes(self._read_unsigned())
        if kind in (9, 10):
            head = self._read_byte()
            count = head >> 4 if head >> 4 < 15 else self._read_unsigned()
            return [self._read_value(head & 15, depth + 1) for _ in range(count)]
        if kind == 12:
            return self.read_structure(depth)
        if kind in (1, 2, 3):
            return self._read_byte()
        if kind == 7:
            return self._read_bytes(8)
        raise ValueError(f"its footer has a field of the type {kind}")

    def _read_byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _read_bytes(self, count: int) -> bytes:
        self._at += count
        if self._at > len(self._data):
            raise ValueError("its footer breaks off")
        return self._data[self._at - count : self._at]

    def _read_unsigned(self) -> int:
        value = shift = 0
        while (byte := self._read_byte()) >= 128:
            value |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise ValueError("its footer has a number that is too long")
        return value | byte << shift

    def _read_integer(self) -> int:
        value = self._read_unsigned()
        return value >> 1 ^ -(value & 1)
