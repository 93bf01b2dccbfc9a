"""The reason why a bot lost a game without playing it to the end."""

from __future__ import annotations

LONGEST_REASON = 300


class BotFailure(ValueError):
    """A bot did not return a legal action.

    Parameters
    ----------
    kind
        `"crash"`, `"timeout"` or `"illegal"`. It is an attribute, too.
    reason
        What happened, as a text.
    """

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def __reduce__(self) -> tuple[type[BotFailure], tuple[str, str]]:
        return type(self), (self.kind, str(self))


def to_failure(error: BaseException) -> BotFailure:
    """Return a bot's error as its failure. The text may be a bot's: making it may fail, too."""
    if isinstance(error, BotFailure):
        return error
    try:
        name = str(type(error).__name__)
    except BaseException:  # noqa: BLE001  # a metaclass of the bot's
        name = "an exception"
    try:
        text = str(error)
    except BaseException as second:  # noqa: BLE001
        return BotFailure("crash", f"{name}, whose text raises {type(second).__name__}")
    return BotFailure("crash", f"{name}: {text}" if text else name)


def format_reason(failure: BotFailure) -> str:
    """Return the reason for storage: not long, and text that any file can hold."""
    reason = str(failure)
    return make_encodable(reason if len(reason) <= LONGEST_REASON else reason[:LONGEST_REASON] + "...")


def make_encodable(text: str) -> str:
    """Write characters that UTF-8 cannot hold (surrogates, as in file names) as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def format_answer(value: object) -> str:
    """Show a bot's answer in a message; its `repr` may fail."""
    try:
        text = repr(value)
    except BaseException as error:  # noqa: BLE001
        return f"an object whose repr raises {type(error).__name__}"
    return text if len(text) <= LONGEST_REASON else text[:LONGEST_REASON] + "..."
