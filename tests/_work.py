"""Work that fails in the ways that work does. A file in a folder says that it has failed before."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any, NamedTuple

from uneri._util.jobs import Storage, Task, make_content_id


def units(count: int) -> list[Task]:
    return [Task(number, number, make_content_id(number)) for number in range(count)]


def square(unit: Task) -> int:
    return int(unit.data) ** 2


def wrong(unit: Task) -> int:
    if unit.data == 2:
        raise KeyError("no such card")
    return 0


class Faulty(NamedTuple):
    """Unit 1 fails in one of the ways (not if that is `none`), the first time or always; each unit writes a file."""

    folder: str
    way: str
    always: bool = False

    def __call__(self, unit: Task) -> Any:
        before = Path(self.folder, "before")
        if unit.data == 1 and (self.always or not before.exists()):
            before.touch()
            if self.way == "killed":
                os.kill(os.getpid(), getattr(signal, "SIGKILL", 9))
            if self.way == "memory":
                raise MemoryError
            if self.way == "hangs":
                time.sleep(60)
        if self.way == "none":
            time.sleep(0.05)
        Storage(self.folder).write(f"out/{unit.name}", str(unit.data).encode())
        return unit.data
