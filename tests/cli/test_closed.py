"""The command line without an input or an output at all."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.skipif(sys.platform == "win32", reason="the shell's way to close a stream"),
]


@pytest.mark.parametrize(
    "words", ["play onda --seed 1 <&-", "info onda >&-", "games --json >&-", "play onda --watch >&-"]
)
def test_a_closed_stream_is_no_traceback(words: str) -> None:
    command = f"{sys.executable} -m uneri {words}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stderr
