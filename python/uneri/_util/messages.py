"""Formats outside values and texts for messages: short, on one line, without control characters."""

from __future__ import annotations

from collections.abc import Mapping

LONGEST = 200  # bytes of UTF-8: enough to recognise a value; a message stays readable


def cut(text: str) -> str:
    """Return the text, or its first 200 bytes and "..."."""
    data = text.encode("utf-8", "backslashreplace")
    return data[:LONGEST].decode("utf-8", "ignore") + "..." if len(data) > LONGEST else text


def brief(value: object) -> str:
    """Return the value's repr, cut if it is long."""
    try:
        return cut(repr(value))
    except ValueError:  # an int with more digits than Python prints
        return "an int too long to print"
    except Exception:  # noqa: BLE001  # its __repr__ is the caller's, or it nests too deep
        return "an object"


def shown(value: object) -> str:
    """Return `brief`, with the value's type if the text alone would mislead."""
    if isinstance(value, int | list | tuple | Mapping) and not isinstance(value, bool):
        return brief(value)
    return f"{brief(value)} ({type(value).__name__})"


def printable(text: str) -> str:
    """Return the text on one line, safe for a terminal: non-printable characters become escapes.

    Control characters (C0, DEL, C1), line separators and bidirectional marks are escaped. A joiner is part of words in
    some languages and of combined emoji. Elsewhere it would be invisible, so it is escaped.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or _joins(text, at) else letter.encode("unicode_escape").decode()
        for at, letter in enumerate(text)
    )


def _joins(text: str, at: int) -> bool:
    """Return whether this is a joiner (U+200C, U+200D) between two letters, marks or emoji beyond ASCII."""
    beside = text[at - 1 : at] + text[at + 1 : at + 2]
    seen = len(beside) == 2 and beside.isprintable() and not any(map(str.isspace, beside))
    return text[at] in "\u200c\u200d" and seen and min(beside) > "\x7f"
