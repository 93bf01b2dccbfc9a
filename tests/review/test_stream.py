"""Analysis for tools: whatever a line holds, it gets one answer, and the next line is answered, too."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import uneri
from _commands import run_uneri
from _play import first_choice
from uneri import review
from uneri.search import ISMCTS
from uneri.testing import SplitMix64

BOT = "flat:sims=10"
GOOD = {"id": 1, "game": "onda(players=2,rounds=1)", "seed": 7}
VALIDATOR = jsonschema.Draft202012Validator(review.schema("stream"))


def answered(request: Any, bot: str = BOT) -> dict[str, Any]:
    line = request if isinstance(request, str | bytes) else json.dumps(request)
    text = review.answer(line, bot)
    assert text.isascii()
    assert text.isprintable()
    found: dict[str, Any] = json.loads(text)
    VALIDATOR.validate(found)
    return found


def test_the_answer_is_the_searchs(name: str) -> None:
    state = first_choice(name, players=2)
    request = {"id": "a", "game": f"{name}(players=2)", "state": state.to_dict()}
    jsonschema.Draft202012Validator.check_schema(review.schema("stream"))
    jsonschema.validate(request, review.schema("stream"))
    found = answered(request, "ismcts:sims=30,seed=5")
    seat = state.current_player()
    of_view = {"id": "a", "game": request["game"], "view": state.to_dict(seat), "seat": seat}
    assert answered(of_view, "ismcts:sims=30,seed=5") | {"seconds": 0} == found | {"seconds": 0}
    result = ISMCTS(sims=30, seed=5).run(state)
    assert (found["id"], found["game"], found["action"]) == ("a", str(state.game), result.action)
    assert [(m["action"], m["visits"], m["mean"]) for m in found["moves"]] == [
        (s.action, s.visits, s.mean) for s in result.best(10_000)
    ]


def test_moves_budget_and_top() -> None:
    state = uneri.load_game("onda", players=2, rounds=1).new_initial_state(7)
    first = state.legal_actions()[0]
    after = state.child(first)
    found = answered({**GOOD, "moves": [first, after.action_to_string(after.legal_actions()[1])], "top": 2, "sims": 40})
    assert found["seat"] == after.child(after.legal_actions()[1]).current_player()
    assert len(found["moves"]) == 2
    assert found["bot"] == "flat:sims=40"
    assert answered({**GOOD, "options": {"rounds": 2}, "game": "onda(players=2)"})["game"] == "onda(players=2,rounds=2)"


WRONG: list[tuple[Any, str]] = [
    ("", "not JSON"),
    ("{", "not JSON"),
    (b"\xff\xfe\x00", "not JSON"),
    ("[" * 100_000, "not JSON"),
    ('{"id": 1, "id": 2}', "twice"),
    ('{"sims": NaN}', "not JSON"),
    ("9" * 10_000, "not JSON"),
    ("null", "an object"),
    ([GOOD], "an object"),
    ({}, "game must be a name, or a name with options, not None"),
    ({"game": 3}, "game must be a name, or a name with options, not 3"),
    ({"game": "chess"}, "chess"),
    ({"game": "onda(players=99)"}, "players"),
    ({"game": "tidal(board=/etc/passwd)"}, "board"),
    ({"game": "onda(rounds=1)", "options": {"rounds": 1}}, "twice"),
    ({**GOOD, "options": [1]}, "options must be"),
    ({**GOOD, "bot": "exec:sh"}, "no field 'bot'"),
    ({**GOOD, "id": [1]}, "id must be"),
    ({**GOOD, "id": 1 << 64}, "id must be"),
    ({**GOOD, "id": True}, "id must be"),
    ({**GOOD, "id": "x" * 1001}, "id must be"),
    ({**GOOD, "seed": -1}, "seed is -1"),
    ({**GOOD, "view": {}}, "view and seed are both given"),
    ({**GOOD, "seed": None, "view": 3}, "view must be an object"),
    ({**GOOD, "seed": None, "view": {}}, "seat must be an integer, not None"),
    ({**GOOD, "seed": None, "view": {}, "seat": 5}, "seat is 5"),
    ({**GOOD, "seed": None, "view": {}, "seat": 0}, "field 'hand'"),
    ({**GOOD, "seed": 1.5}, "seed must be an integer, not 1.5"),
    ({**GOOD, "sims": 0}, "sims is 0"),
    ({**GOOD, "sims": 10**9}, "sims is"),
    ({**GOOD, "top": 0}, "top is 0"),
    ({**GOOD, "top": None}, "top must be an integer, not None"),
    ({**GOOD, "moves": "PASS"}, "moves must be"),
    ({**GOOD, "moves": ["PASS"]}, r"moves\[0\]"),
    ({**GOOD, "moves": [None]}, r"moves\[0\]"),
    ({**GOOD, "moves": ["\x1b[2J"]}, r"moves\[0\]"),
    ({"game": GOOD["game"], "state": {}}, "options"),
    ({"game": GOOD["game"], "state": [1]}, "state must be"),
    ({**GOOD, "state": {"rng": None}}, "give only one"),
    ("{" + " " * (1 << 20) + "}", "longer than"),
]


@pytest.mark.parametrize(("line", "words"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_line_is_told(line: Any, words: str) -> None:
    found = answered(line)
    assert sorted(found) == ["error", "id"]
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(found["error"])


def test_damaged_lines_are_answered() -> None:
    good = json.dumps({**GOOD, "moves": ["HIDE b3"], "sims": 3}).encode()
    numbers = SplitMix64(5)
    for _ in range(200):
        line = bytearray(good)
        for _ in range(1 + numbers.below(4)):
            line[numbers.below(len(line))] = numbers.below(256)
        answered(bytes(line))


def test_the_games_end_and_chance() -> None:
    game = uneri.load_game("onda", players=2, rounds=1)
    shown = game.new_initial_state()
    assert "chance" in answered({"game": str(game), "state": shown.to_dict()})["error"]
    over = game.new_initial_state(1)
    while not over.is_terminal():
        over.apply_action(over.legal_actions()[0])
    assert "over" in answered({"game": str(game), "state": over.to_dict()})["error"]


def test_only_searches_answer() -> None:
    with pytest.raises(ValueError, match="a search"):
        review.answer(json.dumps(GOOD), "greedy")


@pytest.mark.subprocess
def test_the_command() -> None:
    lines = [json.dumps(GOOD), "", "no JSON", "x" * (1 << 21), json.dumps({**GOOD, "id": 2})]
    done = run_uneri("analyse", "--stream", "--bot", BOT, say="\n".join(lines))
    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [item["id"] for item in found] == [1, None, None, 2]
    assert "longer than" in found[2]["error"]
    assert found[0]["action"] == found[3]["action"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"gmae": "onda"},
        {"game": "chess"},
        {"game": 1},
        {"seed": -1},
        {"sims": 0},
        {"moves": "x"},
        {"top": None, "x": 1},
    ],
)
@pytest.mark.parametrize("number", [5, "a", None])
def test_an_error_keeps_the_id_of_its_request(number: Any, wrong: dict[str, Any]) -> None:
    found = answered({**wrong, "id": number})
    assert "error" in found
    assert found["id"] == number
