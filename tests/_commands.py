"""Programs that tests start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

_HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
HEARING = (sys.executable, "-c", f"{_HEARS}; import sys; from uneri.cli import main; sys.exit(main(sys.argv[1:]))")
"""The command line, which hears Ctrl-C: what a script starts in the background is born deaf to it."""


def run_uneri(*words: str | Path, say: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, with a pipe at either end."""
    command = [sys.executable, "-m", "uneri", *map(str, words)]
    return subprocess.run(command, input=say, capture_output=True, text=True, check=False, timeout=120, **more)
