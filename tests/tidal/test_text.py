"""Tidal Blades: Banner Festival as text: cards and quadrants, the table, what is told of an action, and whole games played
through a pipe, in which nothing is shown before its time."""

from __future__ import annotations

import io
import itertools
import re
import sys
from typing import Any

import pytest

import uneri
from uneri import tidal
from uneri.cli import main

# --- words -------------------------------------------------------------------------------------------------------------


def test_cards_and_quadrants() -> None:
    assert tuple(f"{suit}{number}" for suit in "OYTP" for number in range(10)) == tidal.CARD_NAMES
    assert [tidal.card(name) for name in tidal.CARD_NAMES] == list(range(40))
    assert tidal.parse_cards(" t7,  O0 p9 ") == [27, 0, 39]
    assert tidal.format_cards([27, 0, 39]) == "T7 O0 P9"
    assert tidal.format_cards("t7 O0") == "T7 O0"
    assert tidal.card_name(13) == tidal.card_name("y3") == "Y3"
    assert tidal.card_flags("O1 P9").nonzero()[0].tolist() == [1, 39]
    assert [tidal.quadrant(word) for word in (*tidal.SUITS, "Teal", 2)] == [0, 1, 2, 3, 2, 2]


@pytest.mark.parametrize("wrong", ["", "O", "Q1", "O10", "1O", "O1 O2", 40, -1])
def test_what_is_no_card(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"card is .*allowed: (O0 to P9|0 to 39)"):
        tidal.card(wrong)


@pytest.mark.parametrize("wrong", ["", "red", "o", 4, -1])
def test_what_is_no_quadrant(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"quadrant is .*allowed: (orange, yellow, teal, purple|0 to 3)"):
        tidal.quadrant(wrong)


def test_names_of_actions(backend: str) -> None:
    game = uneri.load_game("tidal", backend=backend)
    names = [*tidal.CARD_NAMES, "G1", "G2", "G3", "G4"]
    assert [game.action_to_string(0, action) for action in range(44)] == names
    assert [game.parse_action(name) for name in names] == list(range(44))
    assert game.parse_action(" t7\n") == 27
    deal = game.new_initial_state()
    assert deal.parse_action("O0") == 0  # a name, though no card of this deck
    with pytest.raises(ValueError, match=r"tidal: no action 'G1' \(str\); allowed: O0 to P9$"):
        deal.parse_action("G1")
    with pytest.raises(ValueError, match=r"tidal: no action 'X9' \(str\); allowed: O0 to P9, G1 to G4"):
        game.parse_action("X9")
    with pytest.raises(ValueError, match="action is 44; allowed: 0 to 43"):
        game.action_to_string(0, 44)
    with pytest.raises(ValueError, match="action is 40; allowed: 0 to 39"):
        game.action_to_string(-1, 40)


# --- the table and the news --------------------------------------------------------------------------------------------


def test_the_table(backend: str) -> None:
    game = uneri.load_game("tidal", backend=backend, players=3)
    state = tidal.position(
        game,
        bout=7,
        lead=1,
        actor=1,
        hands=["O1", "T5 T6", "P1 P2"],
        pending=["Y9"],
        gate=7,
        boat=[3, 8, 1],
        faceup=[0, 2, 7],
        docks={"purple": {2: {0: 2, 1: 1}}},
        towers=[[0, 0, 1], [0, 3, 0]],
        fruit=[1, 0, 4],
        keeper={"teal": 1},
    )
    lines = tidal.render(state.to_dict(1)).splitlines()
    assert lines[0] == "round 1 of 3, bout 7 of 8   seat 1 to act: PLAY"
    assert lines[1] == "gate 7 of 8, purple (purple > orange > yellow > teal)"
    assert lines[2] == "lead seat 1   pool 4 of 9"
    assert lines[3] == "ring 1O 2O 3Y 4Y 5T 6T [7P] 8P   a lap is done on leaving 8"
    assert lines[8] == "> purple  even +1: n   odd +1: n   orange x2: s0*2 s1   yellow +2: -"
    assert lines[6] == "  tower   s2"
    assert lines[9] == "  tower   s1*3"
    assert re.sub(" +", " ", lines[11]) == " 0 3 0 0 - 12 1 0 0 0 1"
    assert lines[12] == "        has chosen"
    assert re.sub(" +", " ", lines[13]) == "> 1 8 2 3 2 10 0 0 0 1 2"
    assert lines[14] == "        hand T5 T6"
    assert re.sub(" +", " ", lines[15]) == " 2 1 7 28 3 13 4 0 0 0 2"
    assert lines[16].startswith("played  ")
    whole = tidal.render(state.to_dict()).splitlines()
    assert whole[12] == "        hand O1  chosen: Y9"
    assert whole[16] == "        hand P1 P2"


def told(state: Any, action: str, seat: int | None) -> list[str]:
    after = state.clone()
    player = state.current_player()
    after.apply_action(after.parse_action(action))
    return tidal.events(state.to_dict(seat), after.to_dict(seat), player, state.parse_action(action), seat)


def test_the_news(backend: str) -> None:
    game = uneri.load_game("tidal", backend=backend, players=2)
    state = tidal.position(game, phase="GATE", bout=2, lead=1, gate=3)
    assert told(state, "G4", 0) == ["seat 1 moves the gate by 4, to 7 (purple)"]
    state = tidal.position(game, hands=["Y9 O9", "O2"], fruit=[3, 3], gate=4)
    assert told(state, "Y9", 0) == ["you choose Y9"]
    assert told(state, "Y9", 1) == ["seat 0 chooses a card"]
    assert told(state, "Y9", None) == ["seat 0 chooses Y9"]
    state.apply_action(tidal.card("O9"))
    assert told(state, "O2", 0) == [
        "seat 1 chooses a card",
        "bout 1: seat 0 O9 > seat 1 O2; the lead is seat 1",
        "  seat 0 sails to 4",
        "  seat 1 puts down 2 banners",
    ]
    state = tidal.position(game, bout=8, lead=0, hands=["Y8", "O9"], gate=4, boat=[7, 1], towers=[[2, 0], [0, 0]])
    state.apply_action(tidal.card("Y8"))
    assert told(state, "O9", 1) == [
        "you choose O9",
        "bout 8: the lead is seat 1",
        "  seat 0 sails to 4, turns 1 character card, majority +6",
        "  seat 1 keeps O9",
        "round 1 is over",
    ]


# --- whole games through a pipe ----------------------------------------------------------------------------------------


def played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], lines: str
) -> list[str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["play", "tidal", *words]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (3, 2), (4, 0), (4, 3), (5, 2)])
def test_a_game_by_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], players: int, seat: int
) -> None:
    words = ["-o", f"players={players}", "--seat", str(seat), "--seed", str(players + seat), "--bots", "random"]
    out = played(monkeypatch, capsys, words, "1\n" * 200)
    bouts = [line for line in out if re.match(r"bout \d+:", line)]
    hand = 7 if players == 5 else 8
    assert len(bouts) == 3 * hand
    assert sum(line.startswith("you choose") for line in out) == 3 * hand
    assert sum(line == f"seat {q} chooses a card" for line in out for q in range(players)) == (players - 1) * 3 * hand
    # Rows of the table: below the own one stand its cards, below the others at most that they have chosen.
    rows = [line for line in out if re.match(r"[> ] +\d+ +\d+ +\d+ +\d+ +[-\d]", line)]
    own = [line for line in rows if line.split()[line.startswith(">")] == str(seat)]
    assert len(own) * players == len(rows)
    below = {row: {after for line, after in itertools.pairwise(out) if line == row} for row in rows}
    mine = r"        hand( [OYTP]\d)+(  chosen: [OYTP]\d)?|        chosen: [OYTP]\d"
    assert sum(any(re.fullmatch(mine, line) for line in below[row]) for row in own) >= 3 * hand
    for row in rows:
        allowed = mine if row in own else " {8}has chosen"
        assert all(not line.startswith(" " * 8) or re.fullmatch(allowed, line) for line in below[row])
    # A card of another seat isn't in the text of its round before the bout in which all are shown.
    seen: list[str] = []
    checked = 0
    for line in out:
        revealed = re.match(r"bout \d+: seat", line)
        if revealed:
            for q, card in re.findall(r"seat (\d) ([OYTP]\d)", line):
                if int(q) != seat:
                    assert not any(re.search(rf"\b{card}\b", earlier) for earlier in seen), (card, line)
                    checked += 1
        seen = [] if line.endswith("is over") else [*seen, line]
    assert checked == (players - 1) * (3 * (hand - 1) + 1)
    results = [re.fullmatch(r"seat (\d)( \(you\))?: (\d+)(  \*)?", line) for line in out[-players:]]
    states = [row for row in rows if len(row.split()) >= 10]  # the rows of the score sheet are shorter
    for line, result in zip(states[-players:], results, strict=True):
        assert result is not None
        _, _, _, worth, _, _, _, majority, feast, nines = line.split()[:10]
        assert int(worth) + int(majority) + int(feast) + 5 * int(nines) == int(result[3])


def test_words_at_the_prompt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A card by its name, one taken back, help, a hint, what is no move, and the end of the input."""
    state = uneri.load_game("tidal").new_initial_state(seed=1)
    hand = tidal.format_cards(state.to_dict()["hand"][0]).split()
    talk = [
        "help",
        "state",
        "hint",
        hand[2].lower(),
        "undo",
        "X3",
        "G1",
        "why g1",
        f"why {hand[1]}",
        "99",
        hand[1],
        "quit",
    ]
    out = played(monkeypatch, capsys, ["--seed", "1"], "\n".join(talk) + "\n")
    assert sum(line == f"you choose {hand[2]}" for line in out) == 1
    assert sum(line == f"you choose {hand[1]}" for line in out) == 1
    assert "Taken back." in out
    assert any(re.fullmatch(r"The greedy bot would play [OYTP]\d\.", line) for line in out)
    assert any("no action 'X3'" in line for line in out)
    refused = "The gate stands, and every seat chooses a card (5.3); 'moves' lists the legal ones."
    assert sum(refused in line for line in out) == 2
    assert f"{hand[1]} is legal." in out
    assert any("99 is not a move; type 1 to 8" in line for line in out)
    assert out[-1] == "The game ends here, unfinished."
