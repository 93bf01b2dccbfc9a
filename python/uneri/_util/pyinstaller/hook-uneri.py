"""Lists what `import uneri` needs for PyInstaller: modules that are loaded by name, and data files.

Adapters are left out, since they would bring their libraries along. Programs that import an adapter include it.
"""
# ruff: noqa: N999 (PyInstaller wants this name)

from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
_APART = ("adapters", "include", "share")  # the last two are for C++ users
_FILES = [
    file.relative_to(_PACKAGE.parent)
    for file in sorted(_PACKAGE.rglob("*"))
    if file.is_file() and file.relative_to(_PACKAGE).parts[0] not in _APART
    if not {"__pycache__", "pyinstaller"} & set(file.parts[len(_PACKAGE.parts) :])
]

hiddenimports = [
    ".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in _FILES if file.suffix == ".py"
]
datas = [
    (str(_PACKAGE.parent / file), str(file.parent)) for file in _FILES if file.suffix not in (".py", ".so", ".pyd")
]
module_collection_mode = "py"  # as installed: some sources are read
