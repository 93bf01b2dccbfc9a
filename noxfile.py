#!/usr/bin/env -S uv run
# /// script
# dependencies = ["nox>=2025.5.1"]
# ///
"""The steps of .ci/run as sessions: `nox`, or `nox -s tests`."""

from __future__ import annotations

import nox

nox.needs_version = ">=2025.5.1"
nox.options.default_venv_backend = "uv|virtualenv"


@nox.session
def tests(session: nox.Session) -> None:
    """Run the test suite on the installed package."""
    session.install(".[test,cli,adapters,data]")
    session.run("pytest", *(session.posargs or ["-q", "-n", "auto"]))


@nox.session
def lint(session: nox.Session) -> None:
    """Run ruff, mypy and the check for odd words."""
    session.install("ruff==0.17.5", "mypy==2.4.1", "numpy")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    session.run("python", "tools/check_prose.py")


@nox.session
def web(session: nox.Session) -> None:
    """Check the pages' JavaScript: format, lint, types, unit tests."""
    session.install("deno==2.9.8")
    for words in ("fmt --check", "lint", "check python tests/web", "test --allow-read"):
        session.run("deno", *words.split())


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation without a warning, every page and link."""
    session.install(".[docs,test]")
    session.run("sphinx-build", "-n", "-W", "--keep-going", "-b", "html", "docs", "build/html")
    session.run("pytest", "-q", "tests/docs/test_site.py", env={"UNERI_SITE": "build/html"})


@nox.session(default=False)
def oldest(session: nox.Session) -> None:
    """Test with the oldest versions that are allowed, without pandas."""
    session.run(".ci/oldest", *session.posargs, external=True)


@nox.session(default=False)
def bench(session: nox.Session) -> None:
    """Compare our speed with other libraries."""
    session.install(".[bench]")
    session.run("python", "-m", "bench", *(session.posargs or ["peers"]))


@nox.session(default=False)
def build(session: nox.Session) -> None:
    """Build source distribution and wheel."""
    session.install("build")
    session.run("python", "-m", "build")


if __name__ == "__main__":
    nox.main()
