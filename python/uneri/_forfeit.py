"""Why a bot lost a game without playing it to the end."""

from __future__ import annotations


class BotFailure(ValueError):
    """A bot gave no legal action: `kind` is "crash", "timeout" or "illegal"."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind

    def __reduce__(self) -> tuple[type[BotFailure], tuple[str, str]]:
        return type(self), (self.kind, str(self))
