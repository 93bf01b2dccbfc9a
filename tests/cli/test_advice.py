"""`uneri play` for people: rules and notation on a page, lists of moves that fit, hints and reasons that are fair."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

import uneri
from uneri._util.text_table import measure_width
from uneri.bots import make_bot
from uneri.cli import _output, main, play
from uneri.registry import game_module
from uneri.review import advice

Talk = Callable[..., str]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    """What `play` says to these lines."""

    def run(game: str, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in (*lines, "quit"))))
        assert main(["play", game, "--seed", "7", "--picture", "none"]) == 0
        return capsys.readouterr().out

    return run


def test_rules_fit_a_screen(name: str) -> None:
    """80 columns; 24 rows each, with the prompt, and the legend below the words for help."""
    rules, notation = game_module(name).RULES.strip("\n").split("\n--\n")
    lines = rules.splitlines() + notation.splitlines() + play.HELP.splitlines()
    assert max(map(measure_width, lines)) < 80
    assert len(rules.splitlines()) <= 22
    assert len(notation.splitlines()) + len(play.HELP.splitlines()) <= 21
    assert name in rules.lower().split("all rules:")[1]


LEGEND = {
    "onda": ["HIDE b7", "PASS", "SINGLE b7", "TURN", "RUN3 b4", "RUN3 b4 J@6", "SET2 7 bg", "SET3 7 bg+J", "SINGLE J=15",
             "SLOT_LOW", "SLOT_HIGH", "DIAL_KEEP", "DIAL_ADVANCE"],
    "solo": ["R7", "RSk", "RRv", "RD2", "RSw", "Wi", "W4", "ST", "DRAW", "TAKE", "PLAY_DRAWN", "KEEP", "COLOUR R",
             "SWAP 2", "SOLO_DECLARE", "SOLO_SILENT", "JUMP", "NO_JUMP"],
    "tidal": ["O7", "Y7", "T7", "P7", "G1", "G2", "G3", "G4"],
    "namima": ["D B3", "M R1.R2.R3", "L R4>R1.R2.R3.R4", "WIN", "PASS", "Z B3"],
    "tacta": ["top on 3.1 with 2 front", "top free 4 portrait 0 back", "hand 0", "pass"],
}  # fmt: skip


def test_the_legend_names_moves(name: str) -> None:
    """What it explains can be typed, and every sort of move is explained."""
    game, notation = uneri.load_game(name), game_module(name).RULES.split("\n--\n")[1]
    for move in LEGEND[name]:
        assert move in notation
        assert game.action_to_string(0, game.parse_action(move)).lower() == move.lower()


def test_words_are_no_moves(name: str) -> None:
    game = uneri.load_game(name)
    for word in (*play.HELP_WORDS, "moves 7", "hint greedy"):
        with pytest.raises(ValueError, match="no action"):
            game.parse_action(word)


def test_filter() -> None:
    moves = ["RUN3 b7", "RUN3 b7 J@8", "SINGLE b17", "SET2 7 bg", "PASS"]
    kept = {words: [m for m in moves if _output.fits(m, words.split())] for words in ("run", "7", "b7", "17", "run 8")}
    assert kept == {
        "run": moves[:2],
        "7": [moves[0], moves[1], moves[3]],
        "b7": moves[:2],
        "17": [moves[2]],
        "run 8": [moves[1]],
    }


def test_long_lists_are_counted_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = uneri.load_game("onda").new_initial_state(7)
    bot = make_bot("greedy")
    while state.num_legal_actions() < 100:
        state.apply_action(bot.act(state))
    names = [state.action_to_string(action) for action in state.legal_actions()]
    _output.list_moves(names, ())
    whole = capsys.readouterr().out
    assert all(f"{number}  {name.partition(' ')[2] or name}" in whole for number, name in enumerate(names, 1))
    monkeypatch.setattr(_output, "is_terminal", lambda: True)
    _output.list_moves(names, (), short=True)
    short = capsys.readouterr().out
    assert len(short.splitlines()) <= 4
    assert f"{len(names)} moves" in short
    for words in ("", "run", "7"):
        _output.list_moves(names, (), words)
        assert max(map(measure_width, capsys.readouterr().out.splitlines())) <= 80


def test_talk(talk: Talk) -> None:
    out = talk("onda", "rules", "help", "moves 7", "moves zz", "hint", "hint greedy", "hint foo", "hint flat:sims=50")
    assert "Be the first to empty your hand" in out
    assert "RUN3 b4 J@6" in out
    assert re.search(r"\n *\d+  HIDE b7 +\d+  HIDE g7\n", out)
    assert "No move fits zz" in out
    assert re.search(r"Play HIDE \w+\.", out)
    assert re.search(r"tried +these most by search:sims=1000; each judged in 100 fresh deals", out)
    assert "The greedy bot would play HIDE g1." in out
    assert "no hint: ValueError: no bot 'foo'" in out
    assert "these most by flat:sims=50" in out


@pytest.mark.parametrize("game", ["solo", "tacta"])
def test_why(game: str, talk: Talk) -> None:
    out = talk(game, "why", "1", "why")
    assert "deals that fit what you know, a search plays this in" in out
    assert out == talk(game, "why", "1", "why")


def test_a_secret_move_is_not_explained(talk: Talk) -> None:
    """ONDA's bots hide cards; nobody else may learn which."""
    out = talk("onda", "1", "1", "why")
    assert "seat 3 hides a card" in out
    assert "You saw no bot's move since your last one." in out


def test_a_card_that_is_shown_later_is_explained(talk: Talk) -> None:
    assert "seat 3: O2.\n" in talk("tidal", "1", "why")


@pytest.mark.parametrize("game", ["solo", "onda"])
def test_reasons_use_what_the_reader_knows(game: str) -> None:
    """Two deals that look the same to the reader give the same reasons for the same move, whatever the bot holds."""
    state = uneri.load_game(game, players=2).new_initial_state(7)
    bot, tell = make_bot("greedy"), game_module(game).events
    told = 0
    for _ in range(40):
        seat, action = state.current_player(), bot.act(state)
        before = state.clone()
        state.apply_action(action)
        if seat == 1 and "hides" not in tell(before.to_dict(0), state.to_dict(0), seat, action, 0)[0]:
            for seed in range(30):
                other = before.resample_from_infostate(0, seed)
                if other.current_player() == seat and action in other.legal_actions() and other != before:
                    seen = [advice.explain_move([advice.Seen(s, seat, action, True, [])], 0) for s in (before, other)]
                    assert seen[0] == seen[1]
                    told += 1
                    break
    assert told >= 3
