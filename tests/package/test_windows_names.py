"""What only POSIX has is looked up where it is used, behind a check: every module can be imported on Windows."""

from __future__ import annotations

import subprocess
import sys

# The standard library has made up its mind by then: it looks at the platform when it is imported.
IMPORT_EVERYTHING = """
import asyncio, concurrent.futures.process, ctypes, importlib, multiprocessing.connection, multiprocessing.spawn, os
import pkgutil, platform, shutil, signal, subprocess, sys, tempfile
import numpy

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in POSIX:
            raise ModuleNotFoundError(name + " is not on Windows")

POSIX = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
for name in POSIX:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
for name in ("chown", "fork", "forkpty", "geteuid", "getloadavg", "getpgid", "getuid", "killpg", "pread", "register_at_fork",
             "sched_getaffinity", "setpgid", "setsid", "uname", "waitid", "WNOHANG", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGUSR1", "alarm", "pthread_sigmask", "setitimer"):
    delattr(signal, name)

import uneri
names = [found.name for found in pkgutil.walk_packages(uneri.__path__, "uneri.", onerror=lambda name: None)]
assert len(names) > 60, names
for name in names:
    if name.endswith("__main__"):
        continue
    try:
        importlib.import_module(name)
    except ImportError as missing:  # an extra that is not installed; a module that Windows lacks is named above
        assert missing.name and missing.name.split(".")[0] not in POSIX | {"uneri"}, (name, missing)
print(len(names))
"""


def imported(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=300)


def test_every_module_can_be_imported_without_what_only_posix_has() -> None:
    found = imported(IMPORT_EVERYTHING)
    assert found.returncode == 0, found.stderr
    assert int(found.stdout) > 60
