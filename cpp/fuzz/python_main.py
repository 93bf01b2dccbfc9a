"""The main program of the fuzz targets in Python, in this folder: records, batch.

    python cpp/fuzz/python_main.py TARGET [libFuzzer's options and folders]    # needs atheris
    python cpp/fuzz/python_main.py TARGET --seeds FOLDER      # writes the initial corpus
    python cpp/fuzz/python_main.py TARGET --replay [ZIP ...]  # the seeds and the inputs of packed corpora, once each

An input breaks a promise if it raises anything but a short ValueError, opens a file, imports a module, starts a program
or makes a connection.
"""

from __future__ import annotations

import hashlib
import importlib
import shlex
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

sys.path.append(str(Path(__file__).resolve().parents[2] / "tests"))  # `_forge`, which tests of readers share


def load(name: str) -> tuple[ModuleType, list[bytes]]:
    """Load a target and its seeds. Each seed runs once without checks, so that late imports are done."""
    target = importlib.import_module(name)
    found = list(target.seeds())
    for seed in found:
        target.use(target.sealed(seed))
    "\x80".encode("unicode_escape")
    return target, found


def one_input(target: ModuleType) -> Callable[[bytes], None]:
    """Make the function that is called with each input."""
    tried = importlib.import_module("_forge").tried
    return lambda data: tried(target.use, target.sealed(data), target.ALLOWED)


def fuzz(name: str, options: list[str]) -> None:
    """Run libFuzzer, which ends the process itself."""
    import atheris

    with atheris.instrument_imports(include=["uneri"]):
        target, _ = load(name)
        read = one_input(target)
        from uneri.testing import SplitMix64

    def mutated(data: bytes, longest: int, seed: int) -> bytes:
        """Change half of the inputs by their meaning, since libFuzzer's changes seldom leave valid JSON."""
        found: bytes = target.mutated(data, SplitMix64(seed)) if seed % 2 else b""
        return found if 0 < len(found) <= longest else atheris.Mutate(data, longest)

    again = shlex.join([sys.executable, __file__, name])  # libFuzzer starts itself by this text when it merges
    atheris.Setup([again, *options], read, custom_mutator=mutated)
    atheris.Fuzz()


def write_seeds(name: str, folder: str) -> None:
    """Write one file per seed."""
    for seed in load(name)[1]:
        (Path(folder) / hashlib.sha1(seed, usedforsecurity=False).hexdigest()).write_bytes(seed)


def replay(name: str, archives: list[str]) -> None:
    """Run each input once."""
    target, inputs = load(name)
    for archive in archives:
        with zipfile.ZipFile(archive) as kept:
            inputs += [kept.read(member) for member in sorted(kept.namelist())]
    read = one_input(target)
    for data in inputs:
        read(data)
    print(f"{len(inputs)} inputs, no promise broken")


def main() -> None:
    """Run the command line."""
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    name, *rest = sys.argv[1:]
    if rest[:1] == ["--seeds"]:
        write_seeds(name, *rest[1:])
    elif rest[:1] == ["--replay"]:
        replay(name, rest[1:])
    else:
        fuzz(name, rest)


if __name__ == "__main__":
    main()
