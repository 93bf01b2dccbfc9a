"""Programs that tests start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

_HEARS = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("SIGTERM", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
from uneri.cli import main
sys.exit(main(sys.argv[1:]))
"""
HEARING = (sys.executable, "-c", _HEARS)
"""The command line with the signals that end a program at their defaults. Scripts in the background and `nohup` ignore some,
and whatever they start inherits that.
"""


def run_uneri(*words: str | Path, say: str = "", **more: Any) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, with a pipe at either end."""
    command = [sys.executable, "-m", "uneri", *map(str, words)]
    return subprocess.run(command, input=say, capture_output=True, text=True, check=False, timeout=120, **more)
