"""Refuses commands that would overwrite a file that they read or write."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from uneri._util.messages import brief
from uneri._util.output_files import is_same_file

from ._parser import BadInput, FileNames, FileRead, FileWritten

_OF_RUNS = {"settings.json", "games.jsonl", "games.parquet", "table.json", "run.json", "lock", "units", "shards"}
"""The names in the folder of a run. Other files may be beside them."""
_OPTION = re.compile(r"\w+\s*=")
_WORD = re.compile(r"""["]([^"]*)["]|([^\s"'()\[\]{},]+)""")


def check_files(args: argparse.Namespace) -> None:
    """Raise BadInput if an output file is also read, or written twice."""
    given = [
        (name, value)
        for name, values in vars(args).items()
        for value in (values if isinstance(values, list) else [values])
    ]
    written = [(f"--{name.replace('_', '-')}", Path(value)) for name, value in given if isinstance(value, FileWritten)]
    if not written:
        return
    read = [path for _, value in given for path in _paths_in(value)]
    for index, (option, path) in enumerate(written):
        for other, there in written[:index]:
            if is_same_file(path, there):
                raise BadInput(f"{option} is {brief(str(path))}, as {other} is; allowed: two files")
        if any(is_same_file(path, source) or _is_of_run(path, source) for source in read):
            raise BadInput(f"{option} is {brief(str(path))}, which is read here; allowed: another file")


def _paths_in(value: object) -> Iterator[Path]:
    if isinstance(value, FileRead):
        yield Path(value)
    if isinstance(value, FileNames):
        for rest in re.split("[:=(]", value, maxsplit=1)[1:]:  # the text after the name of a game, a bot or an option
            yield Path(rest.strip())  # all of it, since a file's name may have blanks
            for quoted, word in _WORD.findall(_OPTION.sub(" ", rest)):
                yield from (Path(quoted or word), Path(word.partition(":")[2] or word))


def _is_of_run(path: Path, folder: Path) -> bool:
    """Return whether it is one of the files of a run's folder."""
    if not folder.is_dir():
        return False
    real, base = Path(path).resolve(), folder.resolve()
    return real.is_relative_to(base) and real != base and real.relative_to(base).parts[0] in _OF_RUNS
