"""`uneri advise`: entries at a real table, and what is said to them."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

import uneri
from uneri._util.text_table import measure_width
from uneri.cli import advise, main

Talk = Callable[..., str]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    """What `advise` says to these lines."""

    def run(game: str, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in (*lines, "quit"))))
        assert main(["advise", game, "--bot", "flat:sims=40"]) == 0
        return capsys.readouterr().out

    return run


HAND = "b3 b4 b5 g7 g7 b8 b9 g12 g14 g15 b1 b1 g2 b9 b10"


def test_a_hand_is_enough_to_begin(talk: Talk) -> None:
    said = talk("onda(players=2,first_seat=0)", HAND, "HIDE b1", "HIDE g2", "RUN3 b3", "1: PASS", "fields")
    assert said.count("your move> ") >= 3
    assert "move " in said
    line = next(line for line in said.splitlines() if line.startswith('{"game"'))
    view = uneri.parse_view(line)
    assert (view.seat, view.fields["hand_total"][0]) == (0, 10)
    assert "discard" not in talk("namima(players=2)", "B777 R123 Y678 K12 W3 B1 R4")


def test_other_words(talk: Talk) -> None:
    said = talk(
        "onda(players=2,first_seat=0)",
        HAND + " b11",
        "why HIDE b13",
        f"if hand {HAND} b12",
        "set hands b1",
        "undo",
        "undo",
    )
    assert "b11 and what follows is left out: no card comes next" in said
    assert "(O-2.7)" in said
    assert "onda: field 'hand" in said
    assert "no field 'hands'; fields: " in said
    assert said.count("Taken back.") == 2
    said = talk("onda(players=2)", "undo", "HIDE b3", "1: PASS", "state", "help", "moves b3")
    assert "There is nothing to take back." in said
    assert "no deal was found" in said


def test_help_fits_a_screen() -> None:
    assert max(map(measure_width, advise.HELP.splitlines())) < 80


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, reason in ((["--seat", "7"], "--seat is 7; allowed: 0 to 3"), (["--bot", "random"], "--bot is random")):
        assert main(["advise", "onda", *words]) == 2
        assert reason in capsys.readouterr().err
