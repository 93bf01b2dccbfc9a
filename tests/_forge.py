"""What a stranger might send: saved states, batches and records, changed inside and sealed again; and who watches.

    numbers = SplitMix64(seed)
    with watch() as seen:
        try: read(forged_batch(data, numbers))
        except ValueError: pass
    assert not seen

A forged thing has good checksums, so it gets past them to the checks behind. It may also be good as it is: a reader
takes it or raises ValueError, and does nothing else.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uneri
from uneri._util.messages import printable
from uneri._util.rng import SplitMix64
from uneri.batch.saved import DIGEST_SIZE, digest_of
from uneri.records.lines import line_sum
from uneri.registry import games
from uneri.registry.outside import outside_game, reference_module
from uneri.registry.reference_backend import fnv1a

_PACKAGE = str(Path(uneri.__file__).resolve().parent)

HOSTILE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0.5,
    1e300,
    2**31,
    2**63,
    10**30,
    "",
    "x",
    "x" * 100_000,
    "/etc/hostname",
    "../settings.json",
    "\\\\host\\share\\x",
    "os:system(command=id)",
    "antigravity:x",
    "exec:id",
    "greedy",
    "random:seed=3",
    "\x1b]0;title\x07\x9b31m\u202e\r\n",
    "[bold]x[/bold]",
    "tidal(board=/etc/hostname)",
    "solo(pack=/etc/hostname)",
    [],
    [[]],
    {},
    {"a": 1},
    [0] * 999,
    json.loads("[" * 40 + "]" * 40),
)


def changed(value: Any, numbers: SplitMix64) -> Any:
    """Plain data with one place changed."""
    if isinstance(value, dict) and value and numbers.below(8):
        key = list(value)[numbers.below(len(value))]
        return {**value, key: changed(value[key], numbers)}
    if isinstance(value, list) and value and numbers.below(8):
        at = numbers.below(len(value))
        return [*value[:at], changed(value[at], numbers), *value[at + 1 :]]
    if type(value) is int and numbers.below(2):
        return value + (1, -1, 7, 2**20)[numbers.below(4)]
    if isinstance(value, dict) and numbers.below(2):
        return {**value, "backend": "reference"}
    return HOSTILE[numbers.below(len(HOSTILE))]


def changed_json(data: bytes, numbers: SplitMix64) -> bytes:
    """JSON with one place changed; other bytes with a few of them changed."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return changed_bytes(data, numbers)
    return json.dumps(changed(value, numbers), separators=(",", ":")).encode()


def changed_bytes(data: bytes, numbers: SplitMix64) -> bytes:
    """Bytes with a few of them changed, cut out or doubled."""
    found = bytearray(data)
    for _ in range(1 + numbers.below(3)):
        at, kind = numbers.below(len(found) + 1), numbers.below(6)
        if kind == 0:
            del found[at : at + 1 + numbers.below(16)]
        elif kind == 1:
            found[at:at] = found[at : at + 1 + numbers.below(64)]
        elif found and at < len(found):
            found[at] = numbers.below(256)
    return bytes(found)


def forged_batch(data: bytes, numbers: SplitMix64) -> bytes:
    """What `BatchEnv.to_bytes` wrote, with another header or other lanes."""
    size = int.from_bytes(data[5:9], "little")
    header, lanes = data[9 : 9 + size], data[9 + size : -DIGEST_SIZE]
    if numbers.below(4):
        header = json.dumps(changed(json.loads(header), numbers)).encode()
    elif lanes[:1] == b"[" and numbers.below(2):  # of the reference
        lanes = json.dumps(changed(json.loads(lanes), numbers)).encode()
    else:
        lanes = changed_bytes(lanes, numbers)
    content = data[:5] + len(header).to_bytes(4, "little") + header + lanes
    return content + digest_of(content)


def forged_state(data: bytes, numbers: SplitMix64) -> bytes:
    """What `State.serialize` wrote, with another content."""
    body = data[:-8]
    if body[6:7] == b"{" and numbers.below(4):  # of the reference
        body = body[:6] + json.dumps(changed(json.loads(body[6:]), numbers)).encode()
    else:
        body = body[:4] + changed_bytes(body[4:], numbers)
    return body + fnv1a(body).to_bytes(8, "little")


def forged_record(data: bytes, numbers: SplitMix64) -> bytes:
    """The lines of a record, one or two of them with other contents, half of the time the first."""
    lines = [json.loads(line) for line in data.splitlines()]
    for _ in range(1 + numbers.below(2)):
        at = 0 if numbers.below(2) else numbers.below(len(lines))
        lines[at] = changed(lines[at], numbers)
    return resummed(
        [{k: v for k, v in line.items() if k != "sum"} if isinstance(line, dict) else {"": line} for line in lines]
    )


def resummed(contents: Sequence[dict[str, Any]]) -> bytes:
    """Lines with right checksums, whatever they say."""
    before, found = "", []
    for content in contents:
        before = line_sum(before, content)
        found.append(json.dumps({**content, "sum": before}).encode() + b"\n")
    return b"".join(found)


_WATCHED = (
    "open",
    "import",
    "exec",
    "compile",
    "os.",
    "subprocess.",
    "socket.",
    "shutil.",
    "pickle.",
    "ctypes.",
    "urllib.",
)
_watches: list[list[str]] = []
_allowed: list[str] = []
_hooked = False


@contextmanager
def watch(allowed: Sequence[str | os.PathLike[str]] = ()) -> Iterator[list[str]]:
    """A list of what happens within that no reader may do: files opened but for `allowed` and the library's own data,
    modules imported but for the library's own, programs started, connections made.

    An audit hook cannot be taken away again: once called, this process pays for it.
    """
    global _hooked  # noqa: PLW0603
    if not _hooked:
        sys.addaudithook(_heard)
        _hooked = True
    seen: list[str] = []
    _allowed[:] = [os.fspath(path) for path in allowed]
    _watches.append(seen)
    try:
        yield seen
    finally:
        _watches.remove(seen)


def _heard(event: str, args: tuple[Any, ...]) -> None:
    if not _watches or not event.startswith(_WATCHED):
        return
    what = args[0] if args else ""
    if event == "open" and (isinstance(what, int) or str(what) in _allowed or str(what).startswith(_PACKAGE)):
        return
    if event == "import" and str(what).split(".")[0] == "uneri":
        return
    for seen in _watches:
        seen.append(f"{event} {what!r:.200}")


def tried(read: Callable[[Any], object], data: Any, allowed: Sequence[str | os.PathLike[str]] = ()) -> str:
    """Reads something forged under watch: the text of the ValueError, or "" if it is taken. AssertionError if the
    reader did what it may not, or said too much.
    """
    for name in games():  # looks up installed games, and loads the rules that say why a move is illegal, once
        if outside_game(name) is None:
            reference_module(name)
    with watch(allowed) as seen:
        try:
            read(data)
            said = ""
        except ValueError as error:
            said = str(error)
    if seen:
        raise AssertionError(f"a reader did {seen[:3]}")
    if len(said) > MOST_SAID or printable(said) != said:
        raise AssertionError(f"a reader said {said[:3000]!r}")
    return said


MOST_SAID = 2000
"""Characters of an error text."""
