"""One grammar of moves, names of games that fit a line, and messages in the words of the shell."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import uneri
import uneri.tidal
from uneri.cli import main

Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Exit code and both outputs of a command."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        return code, *capsys.readouterr()

    return run


FORMS = [
    ["HIDE b3", "HIDE b4"],
    ["HIDE b3,HIDE b4"],
    ["HIDE b3, #1"],
    ["#1", "#1"],
    ["ids"],
]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_moves_are_one_grammar(form: list[str], said: Said) -> None:
    """Words, commas, numbers of the list and ids, the same in `perft` and `analyse`."""
    state = uneri.load_game("onda").new_initial_state(7)
    ids = [state.parse_action("HIDE b3"), state.parse_action("HIDE b4")]
    for action in ids:
        state.apply_action(action)
    words = [",".join(map(str, ids))] if form == ["ids"] else form
    _, out, _ = said("perft", "onda", "--seed", "7", "--depth", "2", "--json", "--moves", *words)
    assert json.loads(out)["nodes"] == uneri.perft(state, 2)
    _, out, _ = said("analyse", "onda", "--seed", "7", "--json", "--bot", "flat:sims=20", "--moves", *words)
    assert [move["action"] for move in sorted(json.loads(out)["moves"], key=lambda move: move["action"])] == (
        state.legal_actions()
    )


def test_no_notation_has_a_comma_or_is_a_number(name: str) -> None:
    """Or `--moves` could not name it."""
    game = uneri.load_game(name)
    for state in (game.new_initial_state(), game.new_initial_state(1)):
        while not state.is_terminal():
            for action in state.legal_actions():
                text = state.action_to_string(action)
                assert "," not in text
                assert not text.startswith("#")
                assert not text.isdecimal()
            state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize("command", [("perft", "--depth", "1"), ("analyse",)], ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("moves", "named"),
    [
        (["FLUSH"], "--moves: move 1: onda: no action 'FLUSH'"),
        (["#1", "#99"], "--moves: move 2 is #99; allowed: #1 to #12"),
        (["PASS"], "--moves: move 1 is PASS, which is not legal; legal: HIDE b3, "),
        (["PASS"], ". Before play every seat puts cards of its hand face down, with HIDE (O-2.7)"),
        (["#1,600"], "--moves: move 2 is 600, which is not legal"),
        (["-1"], "--moves: move 1 is -1, which is not legal"),
    ],
    ids=str,
)
def test_moves_that_cannot_be_played(command: tuple[str, ...], moves: list[str], named: str, said: Said) -> None:
    code, _, err = said(command[0], "onda", "--seed", "7", *command[1:], "--moves", *moves)
    assert code == 2
    assert named in err


def test_a_board_of_ones_own_has_a_short_name(tmp_path: Path, said: Said) -> None:
    """The file's name stands for it in every heading and cell; JSON has it whole."""
    board = uneri.tidal.default_board()
    board["quadrants"]["teal"]["docks"][2]["fruit"] = 3
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    option = f"board={path}"
    out = said("info", "tidal", "-o", option)[1]
    assert out.startswith(f"tidal(board={path})   ")
    assert max(map(len, out.splitlines())) < 300 + len(str(path))
    assert '"docks"' not in out
    assert json.loads(said("info", "tidal", "-o", option, "--json")[1])["options"]["board"]["value"] == board
    for words in (
        ("playouts", "tidal", "-n", "1"),
        ("play", "tidal", "--watch", "--seed", "1"),
        ("arena", "tidal", "--bots", "greedy,random", "--deals", "1"),
        ("analyse", "tidal", "--bot", "flat:sims=20"),
    ):
        out = said(words[0], "tidal", "-o", option, *words[2:])[1]
        assert f"board={path}" in out.splitlines()[0]
        assert '"docks"' not in out


@pytest.mark.parametrize(
    "words",
    [
        ("bench", "onda", "--oops"),
        ("arena", "onda", "--deals", "x"),
        ("perft", "onda"),
        ("info",),
        ("replay", "a", "b"),
    ],
    ids=" ".join,
)
def test_usage_errors_name_the_commands_help(words: tuple[str, ...], said: Said) -> None:
    code, _, err = said(*words)
    assert code == 2
    assert err.endswith(f"(see uneri {words[0]} --help)\n")


def test_messages_use_the_shells_words(tmp_path: Path, said: Said) -> None:
    words = ("arena", "onda(players=2,rounds=1)", "--bots", "greedy,random", "--deals", "1", "--out", str(tmp_path))
    assert said(*words)[0] == 0
    code, _, err = said(*words)
    assert code == 2
    assert "continue it with --resume, or use another --out" in err
    assert "resume=True" not in err


def test_there_is_no_rank_5(said: Said) -> None:
    assert said("namima", "K5")[2] == ("uneri: namima: no card 'K5'; allowed: B, R, Y, K, W with ranks 1 2 3 4 6 7 8\n")
