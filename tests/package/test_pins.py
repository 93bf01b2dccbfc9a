"""What users and files rely on is as it was pinned in tests/data: public names, and what games write and show.

`python tests/package/test_pins.py` writes the pins anew from the installed library: after a change that is meant, and then the
difference belongs to the commit. Digests name what changed: texts, bytes, tensors, plain data.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import json
import pkgutil
import typing
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import uneri
from uneri import records
from uneri.registry import game_module
from uneri.registry.options import option_rows
from uneri.testing import SplitMix64

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
NAMES, GAMES = DATA / "public_names.json", DATA / "game_digests.json"
PINNED = DATA / "pinned_games.json"
"""Of each game the options there were, drawn sets of them, and the generator after the draws. An option that is new since
then has its default in all of them, so what is pinned shows that it leaves other games as they were.
"""

# --- public names -----------------------------------------------------------------------------------------------------

PACKAGES = ("uneri", "uneri.adapters")
"""Their modules are public. What lies inside other packages is reached by the package's name."""
NOT_FOR_USERS = ("uneri.__main__", "uneri.cli", "uneri.reference", "uneri.serve")


def public_modules() -> list[str]:
    """The import paths that users may rely on."""
    found = ["uneri", *(f"uneri.reference.{game}" for game in uneri.games())]
    for package in PACKAGES:
        paths = importlib.import_module(package).__path__
        found += [f"{package}.{module.name}" for module in pkgutil.iter_modules(paths) if module.name[0] != "_"]
    return sorted(name for name in found if name not in NOT_FOR_USERS)


def described_names(module: str) -> dict[str, Any]:
    """The public names of a module with what can be relied on: parameters, members, fields, values. Of the references,
    which only the library asks, the names alone.
    """
    found = importlib.import_module(module)
    if module.startswith("uneri.reference."):
        return dict.fromkeys(sorted(own_names(found)))
    return {name: described(getattr(found, name)) for name in sorted(own_names(found))}


def own_names(module: ModuleType) -> list[str]:
    """`__all__`, or else what is written in the module, not what it imports."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    names = []
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
    modules = {name for name, value in vars(module).items() if inspect.ismodule(value)}  # of other libraries
    return [name for name in dict.fromkeys(names) if name[0] != "_" and name not in modules]


def described(value: Any) -> Any:
    if inspect.isclass(value):
        return described_class(value)
    if callable(value) and hasattr(value, "__name__"):
        return signature(value)
    if type(value).__module__ in ("typing", "types"):
        return "alias"
    plain = isinstance(value, str | int | float | tuple) and "object at" not in repr(value)
    return f"{type(value).__name__} {value!r}" if plain and value is not uneri.__version__ else type(value).__name__


def described_class(cls: type) -> dict[str, Any]:
    if typing.is_typeddict(cls):
        return {"keys": sorted(cls.__required_keys__ | cls.__optional_keys__)}  # type: ignore[attr-defined]
    fields = getattr(cls, "_fields", None) or getattr(cls, "__dataclass_fields__", ())
    made = {"": signature(cls.__init__)} if inspect.isfunction(vars(cls).get("__init__")) else {}
    bases = [base for base in reversed(cls.__mro__) if base.__module__.startswith("uneri.")]
    found = {name: value for base in bases for name, value in vars(base).items()}
    return {
        "fields": [name for name in fields if name[0] != "_"],
        "members": made | {name: member(value) for name, value in sorted(found.items()) if name[0] != "_"},
    }


def member(value: Any) -> str:
    value = getattr(value, "__func__", value)  # of a class method
    return signature(value) if callable(value) else type(value).__name__


def signature(function: Any) -> str:
    try:
        return str(inspect.signature(function)).replace("(self, /", "(self")  # of a method descriptor
    except (TypeError, ValueError):
        return "callable"


# --- games --------------------------------------------------------------------------------------------------------------


class Digests:
    """A digest for each kind of thing."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def add(self, kind: str, data: bytes) -> None:
        self._made.setdefault(kind, hashlib.blake2b(digest_size=8)).update(len(data).to_bytes(8, "little") + data)

    def texts(self) -> dict[str, str]:
        return {kind: digest.hexdigest() for kind, digest in self._made.items()}


GAMES_PLAYED = {"core": 13, "reference": 3}
PLIES = {"core": 90, "reference": 20}


def drawn_games(name: str) -> dict[str, Any]:
    """What PINNED holds of a game."""
    rng = SplitMix64(28)
    games = [{}, *(game_module(name).random_options(rng, {}) for _ in range(12))]
    return {"options": list(uneri.load_game(name).options), "generator": rng.state, "games": games}


def game_digests(name: str, backend: str) -> dict[str, str]:
    """What games with random options write and show along random play."""
    pinned = json.loads(PINNED.read_text("utf-8"))[name]
    rng, made = SplitMix64(pinned["generator"]), Digests()
    for seed, options in enumerate(pinned["games"][: GAMES_PLAYED[backend]]):
        game = uneri.load_game(name, backend=backend, **options)
        made.add("str(game)", str(game).encode())
        made.add("layout", json.dumps([game.observation_layout, game.num_distinct_actions]).encode())
        state = game.new_initial_state(seed=seed)
        for ply in range(PLIES[backend]):
            made.add("bytes", state.serialize())
            seat = state.current_player()
            if ply % 5 == 0 or seat < 0:
                add_views(made, state, rng.below(game.num_players), pinned["options"])
            if seat < 0:
                break
            legal = state.legal_actions()
            made.add("actions", "\n".join(f"{action} {state.action_to_string(action)}" for action in legal).encode())
            state.apply_action(legal[rng.below(len(legal))])
    if backend == "core":
        made.add("record", record_text(name, pinned["options"]))
        env = uneri.BatchEnv(name, 3, seed=5)
        env.step_random(20, seed=1)
        made.add("batch", env.to_bytes())
    return made.texts()


def record_text(name: str, options: list[str]) -> bytes:
    """A record but for the version of the library that wrote it."""
    game = uneri.load_game(name)
    head, *rest = records.record(game, ["random"] * game.num_players, seed=1).contents()
    return json.dumps(with_options([{**head, "uneri": ""}, *rest], options)).encode()


def add_views(made: Digests, state: uneri.State, seat: int, options: list[str]) -> None:
    made.add("plain data", json.dumps(with_options(state.to_dict(), options)).encode())
    seen = with_options(json.loads(state.observation_string(seat)), options)
    made.add("observations", json.dumps(seen, separators=(",", ":"), ensure_ascii=False).encode())
    made.add("tensors", state.observation_tensor(seat).astype("<f4").tobytes())
    made.add("texts", game_module(state.game.name).render(state.to_dict(seat)).encode())


def with_options(data: Any, names: list[str]) -> Any:
    """Plain data in which options are these alone, wherever they stand."""
    if isinstance(data, list | tuple):
        return [with_options(item, names) for item in data]
    if not isinstance(data, dict):
        return data
    kept = {key: with_options(value, names) for key, value in data.items()}
    return kept | {"options": {name: data["options"][name] for name in names}} if "options" in data else kept


def schema_digests() -> dict[str, str]:
    """The JSON schemas, those of the docs as far as they are here, and what games say of their options."""
    made = Digests()
    for name, pinned in json.loads(PINNED.read_text("utf-8")).items():
        rows = option_rows(name)
        made.add(f"options of {name}", json.dumps([rows[option] for option in pinned["options"]]).encode())
    for path in sorted((ROOT / "docs" / "games").glob("*.schema.json")):
        made.add(path.name, path.read_bytes().replace(b"\r\n", b"\n"))
    files = [
        file
        for file in (resources.files("uneri") / "data").iterdir()
        if file.is_file() and not file.name.endswith(".py")
    ]
    for file in sorted(files, key=lambda file: file.name):
        made.add(f"data/{file.name}", file.read_bytes().replace(b"\r\n", b"\n"))
    return made.texts()


# --- the comparison -----------------------------------------------------------------------------------------------------


def test_public_modules_are_as_pinned() -> None:
    assert public_modules() == sorted(json.loads(NAMES.read_text("utf-8")))


@pytest.mark.parametrize(
    "module", [pytest.param(m, marks=[pytest.mark.adapters] if "adapters." in m else []) for m in public_modules()]
)
def test_public_names_are_as_pinned(module: str) -> None:
    assert described_names(module) == json.loads(NAMES.read_text("utf-8"))[module]


USED = [
    pytest.param(module, marks=[pytest.mark.adapters] if "adapters." in module else [])
    for module in public_modules()
    if "reference" not in module
]


@pytest.mark.parametrize("module", USED)
def test_dir_shows_public_names(module: str) -> None:
    found = importlib.import_module(module)
    shown = {name for name in dir(found) if not name.startswith("__")}
    inside = {*uneri.games(), *uneri._MODULES} if module == "uneri" else set()
    assert shown - inside == {n for n in found.__all__ if not n.startswith("__")}


def test_public_objects_say_public_places() -> None:
    """No name of a private module in tracebacks and pickles; what is compiled says where it is compiled."""
    private = set()
    for module in public_modules():
        if "adapters" not in module:
            found = importlib.import_module(module)
            homes = {name: str(getattr(getattr(found, name), "__module__", "")) for name in own_names(found)}
            private |= {f"{home}.{name}" for name, home in homes.items() if "._" in home and "uneri._core." not in home}
    assert private == {"uneri._util.rng.Generator", "uneri._util.rng.SplitMix64", "uneri._util.rng.stream"}


@pytest.mark.unsanitized
def test_games_write_and_show_what_is_pinned(name: str, backend: str) -> None:
    assert game_digests(name, backend) == json.loads(GAMES.read_text("utf-8"))[f"{name} {backend}"]


def test_schemas_and_data_are_as_pinned() -> None:
    assert schema_digests() == json.loads(GAMES.read_text("utf-8"))["schemas and data"]


def write() -> None:
    drawn = (f" {json.dumps(name)}: {json.dumps(drawn_games(name), ensure_ascii=False)}" for name in uneri.games())
    PINNED.write_text("{\n" + ",\n".join(drawn) + "\n}\n", "utf-8")
    digests = {f"{name} {backend}": game_digests(name, backend) for name in uneri.games() for backend in PLIES}
    digests["schemas and data"] = schema_digests()
    names = {module: described_names(module) for module in public_modules()}
    for path, content in ((GAMES, digests), (NAMES, names)):
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write()
