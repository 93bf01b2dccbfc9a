"""`check_program` tells programs that keep to the protocol from those that break a rule, each rule by itself."""

import json
import sys

import pytest

import uneri
from uneri.cli import main
from uneri.testing import check_program

pytestmark = pytest.mark.subprocess

PROGRAM = """
import json, os, random, sys
kind, luck, games = sys.argv[1], None, 0
for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "game":
        games += 1
        luck = random.Random(request["seed"] if kind != "unseeded" else os.urandom(8))
    if request["type"] == "act":
        moves = [move["action"] for move in request["legal"]]
        action = luck.choice(moves) if kind != "remembers" else moves[games % len(moves)]
        print(json.dumps({"id": request["id"], "action": -5 if kind == "illegal" else action}), flush=True)
    if request["type"] == "end" and (kind == "chats" or (kind == "whispers" and games == 4)):
        print("good game", flush=True)
while kind == "stays":
    pass
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = tmp_path_factory.mktemp("program") / "bot.py"
    path.write_text(PROGRAM, "utf-8")
    return [sys.executable, str(path)]


@pytest.mark.parametrize(
    ("kind", "broken"),
    [
        ("good", set()),
        ("unseeded", {"repeats", "forgets"}),
        ("remembers", {"forgets"}),
        ("stays", {"ends"}),
        ("illegal", {"plays"}),
        ("chats", {"plays"}),  # what it says at the end is taken for its next answer
        ("whispers", {"is quiet"}),
    ],
)
def test_each_rule_by_itself(program, kind, broken, monkeypatch):
    monkeypatch.setattr("uneri.testing.program_check._END_SECONDS", 0.5)
    checks = check_program([*program, kind], uneri.load_game("onda", players=2, rounds=1), seed=3)
    assert {check.name for check in checks if not check.passed} == broken
    if "plays" not in broken:
        assert {check.name for check in checks} == {"plays", "is quiet", "ends", "repeats", "forgets"}


def test_the_command(program, capsys):
    words = " ".join([*program, "good"])
    assert main(["compliance", f"exec:{words}", "tidal(players=2,rounds=1)", "--games", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("ok ") == 5
    assert all(len(line) <= 80 for line in shown.splitlines()[1:])
    assert main(["compliance", f"exec:{words[:-4]}illegal", "onda", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert not told["passed"]
    assert "not legal" in told["checks"][0]["detail"]
    assert main(["compliance", "greedy", "onda"]) == 2
    assert "allowed: exec:COMMAND" in capsys.readouterr().err
