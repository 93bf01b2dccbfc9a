"""Signals while the command line is loaded: it ends and says nothing, on Ctrl-C with 130. Other programs are left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of its own")

PRESSED = """
import os, signal, sys
class Pressing:
    def find_spec(self, name, path=None, target=None):
        if name == {at!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), {number})
sys.meta_path.insert(0, Pressing())
sys.argv = {argv!r}
"""


def pressed(at: str, argv: list[str], number: int = signal.SIGINT) -> str:
    """The start of a program that gets a signal when it loads a module."""
    return PRESSED.format(at=at, argv=argv, number=int(number))


def ended(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("at", ["typing", "uneri.contract", "uneri.cli._parser", "uneri.cli.bots", "uneri.bots.specs"])
def test_the_command_ends_quietly(at: str) -> None:
    late = "import importlib, sys; sys.modules.pop('typing', None)\n"  # loaded before us by some installations
    program = pressed(at, ["/usr/bin/uneri", "bots"]) + late + "from uneri.cli import entry; entry()"
    done = ended(program)
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("at", ["uneri.cli._parser", "uneri.cli.bots", "uneri.bots.specs"])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_end_it_themselves(at: str, name: str) -> None:
    number = int(getattr(signal, name))
    done = ended(pressed(at, ["/usr/bin/uneri", "bots"], number) + "from uneri.cli import entry; entry()")
    assert (done.returncode, done.stderr) == (-number, "")


def test_so_does_a_module_that_is_run() -> None:
    argv = ["-m", "bots"]
    words = "sys.orig_argv = ['python', '-m', 'uneri', 'bots']\nimport uneri\n"
    done = ended(pressed("uneri.contract", argv) + words)
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize("argv", [["my_program.py"], ["-m"], []])
def test_a_program_of_ones_own_hears_it(argv: list[str]) -> None:
    words = "try:\n    import uneri\nexcept KeyboardInterrupt:\n    print('heard')\n"
    assert ended(pressed("uneri.contract", argv) + words).stdout == "heard\n"


def test_the_handler_is_given_back() -> None:
    words = "import signal, sys; sys.argv = ['/home/ada/uneri']; import uneri\n"
    same = "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
    assert ended(words + same).returncode == 0


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals here")
def test_a_worker_is_started_without_hearing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from uneri._util.starting import block_ctrl_c

    for name, masked in (("my_program.py", False), ("/usr/bin/uneri", True)):
        monkeypatch.setattr(sys, "argv", [name])
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
        with block_ctrl_c():
            assert (signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])) == masked
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
