"""Advice at a real table by the server: positions, questions, ranks, and requests that are refused."""

from __future__ import annotations

from typing import Any

import pytest

import uneri
from _serve import House, house
from uneri._util.rng import SplitMix64

HAND = "b3 b4 b5 g7 g7 b8 b9 g12 g14 g15 b1 b1 g2 b9 b10"
ONDA = {"game": "onda", "options": {"players": 2, "first_seat": 0}, "seat": 0}


def ask(at: House, status: int = 200, **asked: Any) -> dict[str, Any]:
    answer = at.client.post("/api/advise", json=asked)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_hand_and_moves_give_the_view_and_ranks() -> None:
    lines = [[HAND], ["HIDE b1"], ["HIDE g2"], ["RUN3 b3"], ["1: PASS"]]
    with house() as at:
        first = ask(at, **ONDA)
        assert (first["chance"], first["next"], first["all"]) == (True, "you hold 0; b1 ... g15", 30)
        found = ask(at, **ONDA, entries=lines, rank=True)
        view = uneri.parse_view(found["view"])
        assert (found["accepted"], found["turn"], view.fields["hand_total"][0]) == (5, True, 10)
        assert found["moves"][0][1] == "turn the tide"
        results = [int(result.partition(" of ")[0]) for _, _, result, _ in found["ranked"]]
        assert results == sorted(results, reverse=True)
        assert found["ranked"][0][3] is True
        other = ask(at, **ONDA, entries=lines, suppose="hand b1 g7 g7 b8 b9 b9 g12 g14 g15 b11", rank=True)
        assert uneri.parse_view(other["view"]).fields["hand"] != view.fields["hand"]
        assert ask(at, **ONDA, entries=lines)["view"] == found["view"]


def test_a_wrong_line_ends_the_game_before_it() -> None:
    with house() as at:
        found = ask(at, **ONDA, entries=[[HAND], ["SINGLE b99"], ["HIDE b1"]])
        assert found["accepted"] == 1
        assert "SINGLE b99" in found["error"]
        assert "ranked" not in found
        part = ask(at, **ONDA, entries=[["b3 b4 r5"]])
        assert (part["accepted"], part["next"]) == (0, "you hold 0; b1 ... g15")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"seat": 2}, "an integer from 0 to 1"),
        ({"entries": "b1"}, "entries must be lists of a line"),
        ({"entries": [[]]}, "lists of a line and its answers"),
        ({"entries": [["b" * 401]]}, "at most 400 characters"),
        ({"entries": [["b1"]] * 3001}, "3000 in all"),
        ({"suppose": "hands 3"}, "no field 'hands'"),
        ({"rank": 1}, "true, false"),
        ({"more": 1}, "unknown field 'more'"),
    ],
)
def test_wrong_requests_are_refused(wrong: dict[str, Any], words: str) -> None:
    with house() as at:
        assert words in ask(at, 400, **{**ONDA, **wrong})["error"]


def test_any_lines_are_answered(name: str) -> None:
    numbers = SplitMix64(5)
    words = [
        "B1",
        "b3",
        "set hand B1",
        "1: PASS",
        "undo",
        "R1 R1 R1",
        "0c1",
        "99: X",
        "set",
        "{",
        "\0",
        "DRAW",
        "O1",
        ":",
    ]
    with house() as at:
        for _ in range(12):
            lines = [[words[numbers.below(len(words))] for _ in range(1 + numbers.below(3))] for _ in range(6)]
            found = ask(at, game=name, seat=1, entries=lines)
            assert found["accepted"] < 7
            assert found["picture"].startswith("<svg")
