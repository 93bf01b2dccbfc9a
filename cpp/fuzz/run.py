"""Runs the fuzz targets for some minutes each and prints their coverage.

    python cpp/fuzz/run.py --minutes 20                 # all targets, one per core at a time
    python cpp/fuzz/run.py --minutes 5 onda records
    python cpp/fuzz/run.py --minutes 20 --keep          # then keeps inputs that reach more than seeds, in cpp/fuzz/corpus

The C++ targets, one per game, need cmake, ninja and clang with libFuzzer. The Python targets, records and batch, get
their own environment with atheris in build/fuzz/python. Logs and whole corpora stay in build/fuzz, inputs that break a
promise in build/fuzz/crashes. To repeat one: `build/fuzz/fuzz_onda FILE`, or
`build/fuzz/python/bin/python cpp/fuzz/python_main.py records FILE`. docs/lab/fuzzing.md lists past runs.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import time
import venv
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "fuzz"
CORPUS = HERE / "corpus"
GAMES = tuple(sorted(path.name for path in (HERE.parent / "uneri" / "games").iterdir() if path.is_dir()))
PYTHON = ("records", "batch")
LONGEST_INPUT, LONGEST_FILE = 8_192, 16_384  # bytes; a serialised state has 4,000 at most, a short record 10,000
KEPT_BYTES = 64_000  # of each packed corpus in the repository
RESTARTS = 20  # after crashes
EDGES = re.compile(r"#\d+\s+(?:INITED|NEW|REDUCE|RELOAD|pulse|DONE)\s+cov: (\d+)")
FIRST_EDGES = re.compile(r"#\d+\s+INITED\s+cov: (\d+)")
EXECUTIONS = re.compile(r"number_of_executed_units:\s*(\d+)")


@dataclass(frozen=True)
class Report:
    """The coverage of one target."""

    name: str
    executions: int
    cpu_seconds: float
    first_edges: int
    last_edges: int
    corpus: int
    crashes: tuple[Path, ...]

    def with_run(self, log: str, seconds: float) -> Report:
        """Add one more process to this report, from its output."""
        first, edges = FIRST_EDGES.search(log), EDGES.findall(log)
        executions = EXECUTIONS.search(log)
        return replace(
            self,
            executions=self.executions + (int(executions[1]) if executions else 0),
            cpu_seconds=self.cpu_seconds + seconds,
            first_edges=self.first_edges or (int(first[1]) if first else 0),
            last_edges=int(edges[-1]) if edges else self.last_edges,
        )


def clang() -> str:
    """Return the newest clang++ installed."""
    found: dict[int, Path] = {}
    for folder in os.get_exec_path():
        for path in Path(folder).glob("clang++*"):
            if name := re.fullmatch(r"clang\+\+-?(\d*)", path.name):
                found.setdefault(int(name[1] or 0), path)
    if not found:
        raise SystemExit("no clang++ on this machine; libFuzzer comes with clang")
    return str(found[max(found)])


def build(games: list[str]) -> None:
    """Build the C++ targets with libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer."""
    compiler, cache = clang(), BUILD / "CMakeCache.txt"
    cmake = ["cmake", "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja"]
    if not cache.exists() or f"={compiler}\n" not in cache.read_text("utf-8"):
        cmake.append("--fresh")
    choices = {
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "CMAKE_CXX_COMPILER": compiler,
        "UNERI_BUILD_PYTHON": "OFF",
        "UNERI_BUILD_TESTS": "ON",
        "UNERI_LIBFUZZER": "ON",
        "UNERI_SANITIZE": "fuzzer-no-link,address,undefined",
    }
    subprocess.run([*cmake, *(f"-D{key}={value}" for key, value in choices.items())], check=True, stdout=sys.stderr)
    targets = [f"fuzz_{game}" for game in games]
    subprocess.run(["cmake", "--build", str(BUILD), "--target", *targets], check=True, stdout=sys.stderr)


def build_python() -> None:
    """Install the library as a wheel: atheris instruments imports from files, not from an editable install."""
    folder = BUILD / "python"
    if not folder.exists():
        venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "atheris>=2.3", "numpy>=2.0", "scikit-build-core>=1.0", "pybind11>=3.1,<4"], check=True)
    wheel = ["--no-build-isolation", "--no-deps", "--force-reinstall", f"-Cbuild-dir={BUILD / 'wheel'}", str(ROOT)]
    subprocess.run([*pip, *wheel], check=True)


def command(name: str) -> list[str]:
    """Return the program of a target; both kinds take libFuzzer's options."""
    if name in PYTHON:
        return [str(BUILD / "python" / "bin" / "python"), str(HERE / "python_main.py"), name]
    return [str(BUILD / f"fuzz_{name}")]


def longest(name: str) -> str:
    """Return the option for the longest input."""
    return f"-max_len={LONGEST_FILE if name in PYTHON else LONGEST_INPUT}"


def fresh(*parts: str) -> Path:
    """Make an empty folder in the build folder."""
    folder = BUILD.joinpath(*parts)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def write_seeds(name: str) -> Path:
    """Write the initial corpus of a target. It is made for each run, so that it survives a change of format."""
    folder = fresh("seeds", name)
    subprocess.run([*command(name), "--seeds", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder


def open_corpus(name: str) -> Path:
    """Make a folder with the seeds and the kept corpus."""
    folder = fresh("corpus", name)
    for seed in write_seeds(name).iterdir():
        shutil.copy(seed, folder)
    archive = CORPUS / f"{name}.zip"
    if archive.exists():
        with zipfile.ZipFile(archive) as kept:
            kept.extractall(folder)
    return folder


def run(name: str, minutes: float) -> Report:
    """Run one target until its time is over, restarting it after each crash."""
    corpus, crashes, scratch = open_corpus(name), fresh("crashes", name), fresh("scratch", name)
    report = Report(name, 0, 0, 0, 0, 0, ())
    end = time.monotonic() + 60 * minutes
    log = BUILD / f"{name}.log"
    log.unlink(missing_ok=True)
    for _ in range(RESTARTS):
        options = {
            "max_total_time": max(1, round(end - time.monotonic())),
            "len_control": 0,  # seeds are long from the start
            "timeout": 60,  # seconds per input
            "rss_limit_mb": 4096,
            "print_final_stats": 1,
            "artifact_prefix": f"{crashes}/",
        }
        with log.open("a") as out:
            start = out.tell()
            settings = [longest(name), *(f"-{key}={value}" for key, value in options.items())]
            process = subprocess.Popen(
                [*command(name), *settings, str(corpus)],
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**os.environ, "TMPDIR": str(scratch)},
            )
            _, _, usage = os.wait4(process.pid, 0)
        text = log.read_bytes()[start:].decode(errors="replace")
        report = report.with_run(text, usage.ru_utime + usage.ru_stime)
        found, known = tuple(sorted(crashes.iterdir())), report.crashes
        report = replace(report, crashes=found)
        if found == known or time.monotonic() >= end:  # finished or interrupted
            break
    return replace(report, corpus=len(list(corpus.iterdir())))


def keep_corpus(name: str) -> None:
    """Pack a few inputs that together reach every edge that the corpus reaches and seeds do not. If there is no room
    for all, pack the smallest. The same inputs give the same bytes.
    """
    seeds, merged = write_seeds(name), fresh("merged", name)
    for seed in seeds.iterdir():
        shutil.copy(seed, merged)
    options = ["-set_cover_merge=1", "-use_counters=0", longest(name)]
    with (BUILD / f"{name}-merge.log").open("w") as out:
        whole = [str(merged), str(BUILD / "corpus" / name)]
        subprocess.run([*command(name), *options, *whole], check=True, stdout=out, stderr=subprocess.STDOUT)
    known = {seed.read_bytes() for seed in seeds.iterdir()}
    found = {path.read_bytes() for path in merged.iterdir()} - known
    kept, size = [], 0
    for data in sorted(found, key=lambda data: (len(data), data)):
        size += len(zlib.compress(data, 9)) + 200  # for a member's name and place
        if size <= KEPT_BYTES:
            kept.append(data)
    CORPUS.mkdir(exist_ok=True)
    with zipfile.ZipFile(CORPUS / f"{name}.zip", "w") as out:
        for data in kept:
            member = hashlib.sha1(data, usedforsecurity=False).hexdigest()
            out.writestr(zipfile.ZipInfo(member, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)


def main() -> int:
    """Run the command line; return 1 if an input broke a promise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(GAMES + PYTHON)}; all if none")
    parser.add_argument("--minutes", type=float, default=10, help="for each target (10)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="targets at a time (one a core)")
    parser.add_argument("--keep", action="store_true", help="write what was found into the corpus in the repository")
    given = parser.parse_args()
    unknown = set(given.targets) - set(GAMES + PYTHON)
    if unknown:
        parser.error(f"no target {', '.join(sorted(unknown))}; allowed: {', '.join(GAMES + PYTHON)}")
    names = given.targets or [*GAMES, *PYTHON]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if games := [name for name in names if name in GAMES]:
        build(games)
    if set(names) & set(PYTHON):
        build_python()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        reports = list(pool.map(lambda name: run(name, given.minutes), names))
    print("| target | executions | CPU s | edges at start -> end | corpus | crashes |\n|---|---|---|---|---|---|")
    for report in reports:
        print(
            f"| {report.name} | {report.executions:,} | {report.cpu_seconds:.0f} | "
            f"{report.first_edges:,} -> {report.last_edges:,} | {report.corpus:,} | {len(report.crashes)} |"
        )
        for crash in report.crashes:
            print(crash, file=sys.stderr)
    if given.keep:
        for name in names:
            keep_corpus(name)
    return int(any(report.crashes for report in reports))


if __name__ == "__main__":
    raise SystemExit(main())
