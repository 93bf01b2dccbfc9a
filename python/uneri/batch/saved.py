"""The bytes of a saved batch: a header for making the batch, its lanes, and a checksum."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from .._util.checks import bounded, choice
from .._util.messages import brief
from .._util.strict_json import read_json
from ..registry import load_foreign_game
from .arguments import DTYPES, MOST_LANES

MAGIC = b"UNRB"
VERSION = 3
DIGEST_SIZE = 8
_LEAST_LANE = 93  # bytes: the numbers beside the packed state, two seats; see engine/batch_bytes.hpp
_HEADER = ("game", "backend", "num_envs", "observation", "dtype", "autoreset", "opponents", "seat", "mask")
_Batch = TypeVar("_Batch")


def digest_of(*parts: bytes | memoryview) -> bytes:
    """Return the checksum of saved bytes."""
    import hashlib  # 4 ms, with OpenSSL

    digest = hashlib.blake2b(digest_size=DIGEST_SIZE)
    for part in parts:
        digest.update(part)
    return digest.digest()


def read_saved(data: Any) -> tuple[dict[str, Any], bytes]:
    """Return the header and the lanes of `to_bytes`."""
    if not isinstance(data, bytes):
        raise TypeError(f"data must be bytes, not a {type(data).__name__}")
    problem = "bytes are not a saved batch: "
    if data[:4] != MAGIC:
        raise ValueError(problem + "they do not begin with UNRB")
    if len(data) < 9 + DIGEST_SIZE or digest_of(memoryview(data)[:-DIGEST_SIZE]) != data[-DIGEST_SIZE:]:
        raise ValueError(problem + "the checksum is wrong, so they are damaged or cut short")
    if data[4] != VERSION:
        raise ValueError(f"{problem}their format is version {data[4]}, this one reads version {VERSION}")
    end = 9 + int.from_bytes(data[5:9], "little")
    header = read_json(data[9:end], f"{problem}their header")
    if not isinstance(header, dict) or tuple(header) != _HEADER or not isinstance(header["game"], str):
        raise ValueError(problem + "their header is damaged")
    return header, data[end:-DIGEST_SIZE]


def write_saved(header: dict[str, Any], lanes: bytes) -> bytes:
    """Return what `read_saved` reads."""
    text = json.dumps(header).encode()
    parts = [MAGIC + bytes([VERSION]) + len(text).to_bytes(4, "little") + text, lanes]
    return b"".join([*parts, digest_of(*parts)])


def make_saved(batch: type[_Batch], header: dict[str, Any], size: int, threads: Any) -> _Batch:
    """Make the batch that a header describes. Its lanes have `size` bytes."""
    from .opponents import check_saved

    try:
        check_saved(header["opponents"])
        choice(header["dtype"], "dtype", DTYPES)
        count = bounded(header["num_envs"], "num_envs", 1, MOST_LANES)
        if count * _LEAST_LANE > size:  # before memory is allocated for them
            raise ValueError(f"bytes are not a saved batch: num_envs is {count}, and they hold {size} bytes of lanes")
        if header.pop("backend") != "core":
            raise ValueError("bytes are not a saved batch: backend is not core")
        game = load_foreign_game(header.pop("game"), {})
        return batch(game, threads=threads, **header)  # type: ignore[call-arg]
    except TypeError as error:
        raise ValueError(f"bytes are not a saved batch: {error}") from None


def check_same(header: dict[str, Any], own: dict[str, Any]) -> None:
    """Raise ValueError if the header is from another batch."""
    for name, value in own.items():
        if header[name] != value:
            raise ValueError(f"bytes are from another batch: {name} is {brief(header[name])}, not {brief(value)}")
