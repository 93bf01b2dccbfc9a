"""Runs at the start of a frozen program. `bots/external.py` starts `sys.executable` with a script as its guard. Here
that is the frozen program, which must run the script as Python would.
"""

import runpy
import sys
from pathlib import Path

if sys.argv[1:3] == ["-S", "-E"] and Path(sys.argv[-1]).name == "external_guard.py":
    runpy.run_path(sys.argv[-1], run_name="__main__")
    sys.exit()
