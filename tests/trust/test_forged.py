"""What strangers send: forged under good checksums, it is taken or refused, and nothing else happens.

Forged things are read in a process of their own, for an audit hook stays. docs/trust.md has the rule.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import uneri
from _bytes import sealed
from uneri import arena, records
from uneri._util.strict_json import read_json
from uneri.batch.saved import digest_of, read_saved
from uneri.cli import main
from uneri.records.lines import line_sum

SHORT = {
    "namima": "namima(variant=sazanami,players=2,games=1)",
    "onda": "onda(players=2,rounds=1)",
    "solo": "solo(players=2,max_rounds=1,turn_cap=20)",
    "tacta": "tacta(players=2,mode=quick)",
    "tidal": "tidal(players=2,rounds=1)",
}
DATA = {"namima": "variant", "onda": "pack", "solo": "pack", "tacta": "deck", "tidal": "board"}

FORGE = Path(__file__).parents[1]
HELPERS = f"import sys\nsys.path.append({str(FORGE)!r})\n"
READERS = """
import json, os, sys, tempfile
import uneri
from uneri import records
from uneri.testing import SplitMix64
import _forge as forge

try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))  # what costs more than it says ends in a MemoryError
except ImportError:
    pass
"\\x80".encode("unicode_escape")  # its codec is a module that is imported late
text, backend, trials = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = uneri.load_game(text, backend=backend)
state = game.new_initial_state(5)
for _ in range(6):
    state.apply_action(state.legal_actions()[-1])
file = os.path.join(tempfile.mkdtemp(), "forged.uneri.jsonl")

def batch(data):
    uneri.BatchEnv.from_bytes(data).step_random(1)

def record(data):
    with open(file, "wb") as out:
        out.write(data)
    for found in records.read(file):
        repr(found)
        found.check(backend=backend)
        found.replay(backend=backend)
        found.view(0)

env = uneri.BatchEnv(text, 2, seed=1)
served = uneri.BatchEnv(text, 2, seed=1, opponents="random")
played = uneri.load_game(text)
kept = records.record(played, ["random"] * 2, 3)
sources = [
    (batch, forge.forged_batch, env.to_bytes(), ()),
    (batch, forge.forged_batch, served.to_bytes(), ()),
    (game.deserialize_state, forge.forged_state, state.serialize(), ()),
    (record, forge.forged_record, kept.to_bytes(), (file,)),
    (game.state_from_dict, lambda data, numbers: forge.changed(json.loads(data), numbers), json.dumps(state.to_dict()), ()),
]
for read, _, data, _ in sources:  # what is imported late is there before anybody watches
    read(json.loads(data) if isinstance(data, str) else data)
refused = taken = 0
for index, (read, forged, data, allowed) in enumerate(sources):
    numbers = SplitMix64(1 + index)
    for _ in range(trials if read is not record else 1 + trials // 4):
        try:
            said = forge.tried(read, forged(data, numbers), allowed)
        except TypeError:
            assert read == game.state_from_dict  # no mapping at all
            said = "TypeError"
        refused, taken = refused + (said != ""), taken + (said == "")
print(json.dumps([refused, taken]))
"""


@pytest.mark.subprocess
def test_forged_things_do_nothing(name: str, backend: str) -> None:
    trials = "300" if backend == "core" else "60"
    done = subprocess.run(
        [sys.executable, "-c", HELPERS + READERS, SHORT[name], backend, trials],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    refused, taken = json.loads(done.stdout)
    assert refused > taken > 0


@pytest.mark.subprocess
def test_the_watch_sees() -> None:
    """What the oracle is there for: a file, a module, a program, a connection."""
    program = """
import uneri, socket, subprocess, sys
from _forge import watch
with watch() as seen:
    open(sys.executable, "rb").close()
    import antigravity_that_is_not_there
"""
    tail = "\nprint([word.split()[0] for word in seen])"
    for code, event in (
        ("open(sys.executable, 'rb').close()", "open"),
        ("import wave", "import"),
        ("subprocess.Popen([sys.executable, '-c', '']).wait()", "subprocess.Popen"),
        ("socket.socket().close()", "socket.__new__"),
    ):
        lines = program.split("with watch")[0] + f"with watch() as seen:\n    {code}" + tail
        done = subprocess.run(
            [sys.executable, "-c", HELPERS + lines], check=False, capture_output=True, text=True, timeout=60
        )
        assert event in done.stdout, done.stderr


def forged_header(data: bytes, **fields: Any) -> bytes:
    header, lanes = read_saved(data)
    text = json.dumps({**header, **fields}).encode()
    content = data[:5] + len(text).to_bytes(4, "little") + text + lanes
    return content + digest_of(content)


@pytest.mark.parametrize(
    "opponents",
    ["os:system(command=id)", ["greedy:x=1"], ["exec:id"], ["ismcts:sims=1"], "greedy", 5, [["random"]], {"random": 1}],
)
def test_saved_bytes_name_no_bot(opponents: Any) -> None:
    data = uneri.BatchEnv("onda(players=2,rounds=1)", 1, opponents="greedy").to_bytes()
    assert uneri.BatchEnv.from_bytes(data).opponents == ("greedy",)
    with pytest.raises(ValueError, match="allowed: random, greedy, None"):
        uneri.BatchEnv.from_bytes(forged_header(data, opponents=opponents))


def test_saved_bytes_have_no_more_lanes_than_they_hold(name: str) -> None:
    data = uneri.BatchEnv(SHORT[name], 1).to_bytes()
    for lanes in (2**20, 10**9, 10**30):
        with pytest.raises(ValueError, match="num_envs is"):
            uneri.BatchEnv.from_bytes(forged_header(data, num_envs=lanes))


def test_options_of_others_are_no_paths(name: str, backend: str, tmp_path: Path) -> None:
    """Not even the path of a good file: data of one's own stands there as a whole."""
    option = DATA[name]
    own = tmp_path / "own.json"
    own.write_text("{}", encoding="utf-8")
    for path in (str(own), str(tmp_path / "missing"), "/dev/zero", "\\\\host\\share\\x"):
        words = f"option '{option}' is .* outside data can't open a file"
        text = f"{name}({option}={json.dumps(path)})"
        with pytest.raises(ValueError, match=words):
            uneri.BatchEnv.from_bytes(forged_header(uneri.BatchEnv(SHORT[name], 1).to_bytes(), game=text))
        contents = records.record(SHORT[name], ["random"] * 2, 1).contents()
        contents[0]["options"][option] = path
        before, lines = "", []
        for content in contents:
            before = line_sum(before, content)
            lines.append(json.dumps({**content, "sum": before}) + "\n")
        file = tmp_path / "forged.uneri.jsonl"
        file.write_text("".join(lines), encoding="utf-8")
        (record,) = records.read(file)
        for call in (record.check, record.replay, record.load_game):
            with pytest.raises(records.RecordError, match=words):
                call(backend=backend)


def test_an_option_called_backend_is_none() -> None:
    record = records.record(SHORT["tidal"], ["random"] * 2, 1)
    record.options["backend"] = "reference"
    with pytest.raises(records.RecordError, match="no option 'backend'"):
        record.load_game()


def test_a_byte_order_mark_is_passed_over(name: str, backend: str, tmp_path: Path, capsys: Any) -> None:
    """Editors on Windows put it in front of a text."""
    mark = b"\xef\xbb\xbf"
    record = records.record(SHORT[name], ["random"] * 2, 1)
    (tmp_path / "a.uneri.jsonl").write_bytes(mark + record.to_bytes())
    assert list(records.read(tmp_path / "a.uneri.jsonl")) == [record]
    game = uneri.load_game(SHORT[name], backend=backend)
    value = game.options[DATA[name]]
    if not isinstance(value, str):
        (tmp_path / "own.json").write_bytes(mark + json.dumps(value).encode())
        options = {**game.options, DATA[name]: tmp_path / "own.json"}
        assert uneri.load_game(name, backend=backend, **options) == game
    state = game.new_initial_state(1)
    (tmp_path / "state.json").write_bytes(mark + json.dumps(state.to_dict()).encode())
    command = ["analyse", SHORT[name], "--state", str(tmp_path / "state.json"), "--bot", "flat:sims=2"]
    if backend == "core":
        assert main(command) == 0
    arena.run(SHORT[name], ["random"] * 2, 1, out=tmp_path / "arena")
    played = arena.load(tmp_path / "arena")
    for file in ("settings.json", "table.json", "games.jsonl"):
        path = tmp_path / "arena" / file
        path.write_bytes(mark + path.read_bytes())
    assert arena.load(tmp_path / "arena").to_dict() == played.to_dict()
    assert main(["replay", str(tmp_path / "arena")]) == 0
    for data in (mark + b'{"a":1}', '\ufeff{"a":1}'):
        assert read_json(data) == {"a": 1}
    with pytest.raises(ValueError, match="UTF-16"):
        read_json('{"a":1}'.encode("utf-16"))


def test_a_long_name_of_a_game_is_cut_in_the_error(name: str) -> None:
    """The bytes are whole, and the text of the game in them is somebody's book."""
    game = uneri.load_game(SHORT[name])
    data = game.new_initial_state(1).serialize()
    head, text = data[: data.index(str(game).encode()) - 4], str(game).encode()
    rest = data[len(head) + 4 + len(text) : -8]
    book = b"\x1b[31m\x00" * 10_000
    with pytest.raises(ValueError, match="they belong to the game") as caught:
        game.deserialize_state(sealed(head + len(book).to_bytes(4, "little") + book + rest))
    assert len(str(caught.value)) < 2000
    assert str(caught.value).isprintable()
