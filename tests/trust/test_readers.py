"""Every function that reads data of strangers stands in a list; a new one fails here until somebody has looked at it.

Readers load games by `load_foreign_game` alone, and make no bot, import nothing and start nothing. docs/trust.md has the rule.
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import uneri

ROOT = Path(uneri.__file__).parent

READERS = {
    ("cli/speedtest.py", "run"),
    ("testing/perft_suite.py", "_read_object"),
    ("arena/play.py", "check_unit_lines"),
    ("arena/records.py", "_load_game"),
    ("arena/records.py", "read_games"),
    ("arena/store.py", "read_run"),
    ("arena/store.py", "read_settings"),
    ("arena/store.py", "read_table"),
    ("arena/result.py", "_records"),
    ("bots/external.py", "_read_choice"),
    ("records/lines.py", "parsed"),
    ("registry/reference_backend.py", "deserialize_state"),
    ("adapters/open_spiel.py", "__init__"),
    ("adapters/open_spiel.py", "_read_option"),
    ("batch/saved.py", "make_saved"),
    ("batch/saved.py", "read_saved"),
    ("review/table_entries.py", "_read_field"),
    ("cli/analyse.py", "_read"),
    ("data/shards.py", "read_head"),
    ("data/shards.py", "read_settings_in"),
    ("cli/data.py", "_read"),
    ("serve/requests.py", "read_object"),
    ("serve/new_game.py", "load_wanted_game"),
    ("serve/resume.py", "_mark"),
    ("records/game_record.py", "load_game"),
    ("registry/__init__.py", "_read_data"),
    ("registry/__init__.py", "parse_view"),
    ("registry/rules_in_python.py", "read"),
    ("registry/views.py", "state_from_view"),
    ("review/many.py", "_read_review"),
    ("review/json_lines.py", "_read_position"),
    ("review/json_lines.py", "_read_request"),
    ("exploit/measure.py", "__init__"),
    ("train/training.py", "resume"),
    ("train/networks.py", "_read_trained"),
    ("train/networks.py", "_list_must_agree"),
    ("train/networks.py", "_list_other_options"),
    ("train/networks.py", "_has_sizes_with"),
}
"""Whoever calls `read_json` or `load_foreign_game`."""

MARKS = {"read_json", "load_foreign_game"}
NEVER = {
    "load_game",
    "make_bot",
    "bot_maker",
    "import_module",
    "__import__",
    "eval",
    "exec",
    "loads",
    "Popen",
    "system",
    "run",
}
OWN_JSON = {
    # data of our own: files of the package, texts that the library made itself, results that the arena wrote
    "_util/shipped.py",
    "registry/book.py",
    "namima/text.py",
    "tacta/cards.py",
    "tacta/plane.py",
    "tidal/cards.py",
    "tidal/text.py",
    "arena/store.py",
    "arena/result.py",
    "arena/tournament.py",
    "data/selfplay_run.py",
    "registry/reference_backend.py",
    "_util/winners.py",
    "_util/call_syntax.py",
    "_util/jobs/task.py",
    "records/fields.py",
    "testing/game_check.py",
    "reference/reader.py",
    "reference/onda/data.py",
    "reference/tacta/data.py",
}
"""Files with a `loads` that reads nothing of strangers."""


def calls(function: ast.AST) -> set[str]:
    return {ast.unparse(node.func).rsplit(".", 1)[-1] for node in ast.walk(function) if isinstance(node, ast.Call)}


@functools.cache
def trees() -> dict[str, ast.Module]:
    """The modules of the package by their files."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in sorted(ROOT.rglob("*.py"))
    }


@functools.cache
def functions() -> list[tuple[str, str, set[str]]]:
    found = []
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.append((file, node.name, calls(node)))
    return found


def test_readers_are_listed_and_run_nothing() -> None:
    readers = {(file, name): called for file, name, called in functions() if called & MARKS}
    assert set(readers) == READERS
    assert {reader: called & NEVER for reader, called in readers.items() if called & NEVER} == {}


def test_other_json_is_our_own() -> None:
    assert {file for file, _, called in functions() if "loads" in called} <= OWN_JSON


OWN_TEXT = {
    # texts of the package, lines that go on to `read_json`, and units, which the arena plays again if a byte is new
    "_util/shipped.py",
    "registry/book.py",
    "arena/records.py",
    "arena/store.py",
    "registry/hooks.py",
    "cli/games.py",
    "view/replay_page.py",
    "reference/reader.py",
}


def test_texts_of_others_may_begin_with_a_byte_order_mark() -> None:
    """They are read as bytes by `read_json`, or as `utf-8-sig`."""
    found = set()
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rsplit(".", 1)[-1] in ("read_text", "open"):
                given = {word.arg: ast.unparse(word.value) for word in node.keywords}
                modes = [ast.unparse(argument) for argument in node.args]
                if given.get("encoding") == "'utf-8'" and not any("w" in mode or "a" in mode for mode in modes):
                    found.add(file)
    assert found == OWN_TEXT
