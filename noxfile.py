#!/usr/bin/env -S uv run --script

# /// script
# dependencies = ["nox>=2025.5.1"]
# ///
"""Shortcuts for daily work: `nox` runs lint and tests, `nox -s NAME` one session. `.ci/run` is what decides."""

from __future__ import annotations

from pathlib import Path

import nox

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "uv|virtualenv"

PYTHONS = nox.project.python_versions(nox.project.load_toml())


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff, mypy --strict, clang-format."""
    dev = nox.project.load_toml()["project"]["optional-dependencies"]["dev"]
    pinned = [tool for tool in dev if tool.startswith(("ruff", "mypy", "clang-format"))]
    session.install(*pinned, "numpy>=2.0", "pytest>=9", "hypothesis>=6.100")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    sources = [str(path) for path in sorted(Path("cpp").rglob("*")) if path.suffix in (".hpp", ".cpp")]
    session.run("clang-format", "--dry-run", "--Werror", *sources)


@nox.session
def tests(session: nox.Session) -> None:
    """The test suite; arguments go to pytest."""
    session.install(".[test,cli]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session(name="tests-all", python=PYTHONS, default=False)
def tests_all(session: nox.Session) -> None:
    """The test suite on every supported Python that this machine has."""
    tests(session)


@nox.session(default=False)
def stubs(session: nox.Session) -> None:
    """The stubs against pybind11-stubgen, and against the module by mypy's stubtest."""
    session.install(".[test,cli]", "pybind11-stubgen>=3", "mypy==2.4.1")
    session.run("python", "-m", "pytest", "-q", "tests/test_stubs.py", "tests/test_package.py")


@nox.session(default=False)
def docs(session: nox.Session) -> None:
    """The documentation, without a warning, into build/html."""
    session.install(".[docs]")
    session.run("sphinx-build", "-n", "-W", "--keep-going", "-b", "html", "docs", "build/html")


@nox.session(default=False)
def bench(session: nox.Session) -> None:
    """The figures: ours, and beside OpenSpiel's."""
    session.install(".[bench,test]")
    session.run("python", "-m", "pytest", "bench", "--benchmark-only", *session.posargs)
    session.run("python", "bench/side_by_side.py", "onda")


@nox.session(default=False, venv_backend="none")
def ci(session: nox.Session) -> None:
    """Everything that must hold before a change lands."""
    session.run("bash", ".ci/run", external=True)


if __name__ == "__main__":
    nox.main()
