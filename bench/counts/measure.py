"""Runs the cases under callgrind and reads what it counted."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from uneri import _core

from .program import MARK

ROOT = Path(__file__).parents[2]


def has_valgrind() -> bool:
    """Can anything be counted here?"""
    return shutil.which("valgrind") is not None


def conditions() -> dict[str, str]:
    """What the counts depend on beside the code."""
    return {
        "machine": platform.machine(),
        "avx2": str("avx2" in Path("/proc/cpuinfo").read_text(encoding="utf-8").split()),
        "compiler": _compiler(),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "numpy": ".".join(np.__version__.split(".")[:2]),
    }


def _compiler() -> str:
    """Name and major version, as the core's file has them."""
    content = Path(str(_core.__file__)).read_bytes()
    for name, pattern in (("gcc", rb"GCC: \([^)]*\) (\d+)\."), ("clang", rb"clang version (\d+)\.")):
        found = re.search(pattern, content)
        if found:
            return f"{name} {found[1].decode()}"
    return "unknown"


def count(only: str = "") -> dict[str, float]:
    """Instructions of a unit of every case whose name contains `only`."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counts"
        command = [
            "valgrind", "--tool=callgrind", f"--dump-before={MARK}", f"--callgrind-out-file={out}", "--quiet",
            sys.executable, "-m", "bench.counts.program", only,
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        listed: list[tuple[str, int]] = json.loads(done.stdout.splitlines()[-1])
        parts = [
            _total(Path(f"{out}.{part}")) for part in range(2, 2 * len(listed) + 2)
        ]  # the first is before the marks
    few, many = parts[::2], parts[1::2]
    return {name: (more - less) / units for (name, units), less, more in zip(listed, few, many, strict=True)}


def _total(dump: Path) -> int:
    found = re.search(r"^(?:summary|totals): (\d+)", dump.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, dump
    return int(found[1])


def as_data(found: dict[str, float]) -> dict[str, Any]:
    """What the file holds."""
    return {"conditions": conditions(), "instructions": {name: round(value) for name, value in found.items()}}
