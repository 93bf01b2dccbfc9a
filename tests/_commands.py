"""Programs that tests start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

UNERI = (sys.executable, "-m", "uneri")


def run_uneri(*words: str | Path, say: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, with a pipe at either end."""
    command = [*UNERI, *map(str, words)]
    return subprocess.run(command, input=say, capture_output=True, text=True, check=False, timeout=120, **more)
