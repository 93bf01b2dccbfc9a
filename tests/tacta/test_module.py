"""uneri.tacta: one and many, both backends, names and positions, and lines that tell nothing hidden."""

from __future__ import annotations

import runpy
import sys
import threading
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import uneri
from _play import random_game
from uneri import tacta
from uneri.registry import core_module
from uneri.testing import SplitMix64, stream

ROOT = Path(__file__).resolve().parents[2]
GAMES: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 3, "outer_cards": "owner", "table": "420x360"},
    {"players": 3, "mode": "free_play", "suits": "cs"},
    {"players": 3, "mode": "sabotage", "outer_cards": "owner"},
    {"players": 6, "mode": "team_up", "suits": "s", "table": "400x340"},
    {"players": 2, "suits": "st", "rounds": 2, "deck": tacta.random_deck(stream(4, 2))},
]
IDS = [",".join(str(value) for name, value in options.items() if name != "deck") for options in GAMES]


def load(backend: str, **options: Any) -> Any:
    return uneri.load_game("tacta", backend=backend, **options)


# ----------------------------------------------------------------------------------------------------------------
# Analysis, one and many
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_many_are_as_one(backend: str, options: dict[str, Any]) -> None:
    for state in random_game(load(backend, **options), 1)[::11]:
        legal = np.array(tacta.legal_actions(state), np.int64)
        asked = np.concatenate((legal, np.arange(-2, state.game.num_distinct_actions + 2, 311)))
        codes = tacta.explain(state, asked)
        assert codes.dtype == np.int32
        assert [tacta.CODES[code] for code in codes] == [tacta.explain(state, int(action)) for action in asked]
        assert (codes[: len(legal)] == 0).all()
        assert [code == 0 for code in codes] == [action in legal for action in asked.tolist()]
        change, locked = tacta.delta(state, legal), tacta.locks(state, legal)
        assert change["gained"].shape == change["lost"].shape == (len(legal), len(tacta.visible(state)))
        for index, action in enumerate(legal.tolist()):
            one = tacta.delta(state, action)
            assert (change["gained"][index].tolist(), change["lost"][index].tolist()) == (one["gained"], one["lost"])
            assert locked[index] == tacta.locks(state, action)
        seats = np.arange(state.game.num_players)
        assert tacta.mobility(state, seats).tolist() == [tacta.mobility(state, int(seat)) for seat in seats]
        cards = np.array([5, 0, 17, 5])
        table = tacta.placements(state, 0, cards)
        rows = [(int(card), found) for card in cards for found in tacta.placements(state, 0, int(card))]
        assert table["card"].tolist() == [card for card, _ in rows]
        assert table["t"].reshape(-1, 2, 2).tolist() == [found["t"] for _, found in rows]
        for key in ("target", "shape", "own_shape", "face", "k", "covered"):
            assert table[key].tolist() == [found[key] for _, found in rows]  # type: ignore[literal-required]
            assert table[key].dtype == np.int32


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_a_move_does_what_was_told(backend: str, options: dict[str, Any]) -> None:
    after, numbers = load(backend, **options).new_initial_state(), SplitMix64(2)
    while not after.is_terminal():
        before, legal = after.clone(), after.legal_actions()
        action = legal[numbers.below(len(legal))]
        after.apply_action(action)
        # Chance changes no dots, and with a new round all is new.
        if before.current_player() < 0 or after.to_dict()["round"] != before.to_dict()["round"] or numbers.below(3):
            continue
        change = tacta.delta(before, action)
        expected = np.array(tacta.visible(before)) + change["gained"] - np.array(change["lost"])
        assert expected.tolist() == tacta.visible(after)
        bounds, earlier = tacta.bounds(after), tacta.bounds(before)
        assert all(a >= b for a, b in zip(bounds["lower"], earlier["lower"], strict=True))
        assert all(a <= b for a, b in zip(bounds["upper"], earlier["upper"], strict=True))
        assert bounds["lower"] == tacta.safe_dots(after)
        exposed = np.array(tacta.visible(after)) - tacta.safe_dots(after)
        assert exposed.tolist() == tacta.exposed_dots(after)
        strict = tacta.safe_dots_strict(after)
        assert all(a >= b for a, b in zip(strict, tacta.safe_dots(after), strict=True))


def test_nothing_is_legal_where_nobody_acts(backend: str) -> None:
    state = load(backend).new_initial_state()
    assert tacta.legal_actions(state) == []
    assert tacta.explain(state, 0) == "NOT_NOW"
    assert tacta.delta(state, np.array([], np.int64))["gained"].shape == (0, 2)
    assert tacta.placements(state, 0, np.array([], np.int64))["t"].shape == (0, 4)


def test_codes_of_the_core() -> None:
    assert tuple(core_module("tacta").CODES) == tacta.CODES


MANY: list[tuple[str, tuple[Any, ...]]] = [
    ("explain", (np.arange(4_000_000) % 7395,)),
    ("delta", (np.full(1_000_000, 32),)),
    ("locks", (np.full(1_000_000, 32),)),
    ("mobility", (np.arange(400_000) % 4,)),
    ("placements", (0, np.arange(50_000) % 18)),
]


def asked_while_another_plays(ask: Any, state: Any, arguments: tuple[Any, ...], action: int) -> tuple[Any, int]:
    """The answer, and how often another thread came to run meanwhile; the third time it goes on with the state.

    Python takes the GIL from nobody here: the other thread has it when it is given away.
    """
    found, go, stop = [0], threading.Event(), threading.Event()

    def play() -> None:
        go.wait()
        while not stop.is_set():
            found[0] += 1
            if found[0] == 3:
                state.apply_action(action)
            time.sleep(0.0005)

    thread, interval = threading.Thread(target=play), sys.getswitchinterval()
    thread.start()
    sys.setswitchinterval(60)
    try:
        go.set()
        return ask(state, *arguments), found[0]
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        thread.join()


@pytest.mark.parametrize(("function", "arguments"), MANY, ids=[function for function, _ in MANY])
def test_arrays_are_filled_without_the_gil(function: str, arguments: tuple[Any, ...]) -> None:
    """Another thread runs meanwhile, and when it goes on with the state, the answers are still those of before."""
    before = load("core", players=4).new_initial_state(1)
    legal = before.legal_actions()
    arguments = tuple(np.where(item == 32, legal[0], item) if np.ndim(item) else item for item in arguments)
    ask = getattr(core_module("tacta"), function)
    expected = ask(before, *arguments)
    most = 0
    for _ in range(20):  # on a busy machine a whole call may pass before the other thread gets a turn
        answer, ticks = asked_while_another_plays(ask, before.clone(), arguments, legal[0])
        for key in expected if isinstance(expected, dict) else [...]:
            np.testing.assert_array_equal(answer[key], expected[key])
        most = max(most, ticks)
        if most > 3:
            break
    assert most > 3


WRONG: list[tuple[str, tuple[Any, ...], type[Exception], str]] = [
    ("explain", (1.0,), TypeError, r"action must be an integer, not 1.0 \(float\)"),
    ("explain", (True,), TypeError, "action must be .*, not True"),
    ("explain", (np.zeros((2, 2), np.int64),), ValueError, r"action must have shape \(n,\), not \(2, 2\)"),
    ("explain", (np.zeros(2),), TypeError, "action must have an integer dtype, not float64"),
    ("delta", (7392,), ValueError, "tacta: action (must be legal, not 7392|is 7392; allowed: a legal action)"),
    (
        "delta",
        (1 << 70,),
        ValueError,
        f"tacta: action (must be legal, not {1 << 70}|is {1 << 70}; allowed: a legal action)",
    ),
    ("locks", (np.array([0, -5]),), ValueError, "tacta: action (must be legal, not -5|is -5; allowed: a legal action)"),
    ("mobility", (2,), ValueError, "seat is 2; allowed: 0 to 1"),
    ("mobility", (np.array([0, 9]),), ValueError, "seat has a 9; allowed: 0 to 1"),
    ("placements", (2, 0), ValueError, "colour is 2; allowed: 0 to 1"),
    ("placements", (0, "c7"), ValueError, "card is 'c7'; allowed: c1, c2"),
    ("placements", (0, 18), ValueError, "card is 18; allowed: 0 to 17"),
    ("threats", (0, 1, 0), ValueError, "target is 1; allowed: 0 to 0"),
    ("threats", (0, 0, 18), ValueError, "shape is 18; allowed: 0 to 17"),
]


@pytest.mark.parametrize(
    ("function", "arguments", "kind", "message"), WRONG, ids=[w[0] + str(w[1])[:12] for w in WRONG]
)
def test_wrong_arguments(
    function: str, arguments: tuple[Any, ...], kind: type[Exception], message: str, backend: str
) -> None:
    state = tacta.position(load(backend), ends=["c2 s3", "s3 c2"])
    with pytest.raises(kind, match=message):
        getattr(tacta, function)(state, *arguments)


def test_threats_ask_for_an_open_shape(backend: str) -> None:
    state = tacta.position(load(backend), ends=["c2 s3", "s3 c2"], moves=["top on 0.8 with 2 front"])
    with pytest.raises(ValueError, match="shape 2 of card 1 must be open, not locked"):
        tacta.threats(state, 0, 1, 2)
    with pytest.raises(ValueError, match="shape 8 of card 0 must be open, not covered"):
        tacta.threats(state, 0, 0, 8)
    assert tacta.threats(state, 0, 1, 0)["footprints"]


# ----------------------------------------------------------------------------------------------------------------
# Cards, actions, positions
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, GAMES[-1]], ids=["built-in", "random deck"])
def test_every_id_means_something(backend: str, options: dict[str, Any]) -> None:
    game = load(backend, **options)
    ids = [
        *range(0, game.num_distinct_actions - 3, 7),
        *range(game.num_distinct_actions - 3, game.num_distinct_actions),
    ]
    moves = [tacta.decode(game, action) for action in ids]
    assert [tacta.encode(game, move) for move in moves] == ids
    assert len(set(moves[:-3])) == len(ids) - 3
    assert moves[-3:] == [tacta.Pass(), tacta.HandOver(0), tacta.HandOver(1)]
    for action, move in zip(ids, moves, strict=True):
        text = game.action_to_string(0, action)
        if isinstance(move, tacta.Connect):
            side = ("front", "back")[move.face]
            end = ("top", "bottom")[move.end]
            assert text == f"{end} on {move.target}.{move.shape} with {move.own_shape} {side}"
        elif isinstance(move, tacta.Free):
            assert text.split()[:4] == [
                *(("top", "bottom")[move.end], "free", str(move.region), ("portrait", "landscape")[move.posture])
            ]
            assert text.split()[4:] == [str(180 * move.half_turn), ("front", "back")[move.face]]


def test_encode_checks_its_numbers(backend: str) -> None:
    game = load(backend)
    for wrong in (
        *(tacta.Connect(2, 0, 0, 0, 0), tacta.Connect(0, 109, 0, 0, 0), tacta.Connect(0, 0, 18, 0, 0)),
        *(tacta.Connect(0, 1, 4, 0, 0), tacta.Connect(0, 1, 0, 4, 0), tacta.Connect(0, 1, 0, 0, 2)),
        *(tacta.Free(0, 12, 0, 0, 0), tacta.Free(0, 0, 2, 0, 0), tacta.Free(0, 0, 0, 2, 0), tacta.HandOver(2)),
    ):
        with pytest.raises(ValueError, match="allowed: 0 to"):
            tacta.encode(game, wrong)
    with pytest.raises(TypeError, match="allowed: Connect, Free, Pass, HandOver"):
        tacta.encode(game, (0, 0, 0, 0, 0))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="action is 7395; allowed: 0 to 7394"):
        tacta.decode(game, 7395)


def test_names_of_cards() -> None:
    assert [tacta.card(name) for name in tacta.CARD_NAMES] == list(range(18))
    assert tacta.card(" T6 ") == tacta.card(np.int64(17)) == 17
    assert [tacta.card_name(number) for number in (0, 18 * 2 + 4, 107)] == ["0c1", "2c5", "5t6"]
    for wrong in ("", "c0", "d1", "c1 c2", 18, -1):
        with pytest.raises(ValueError, match=r"card is .*; allowed: "):
            tacta.card(wrong)
    with pytest.raises(ValueError, match="coloured card is 108; allowed: 0 to 107"):
        tacta.card_name(108)


def test_positions(backend: str) -> None:
    game = load(backend, players=3)
    state = tacta.position(game, decks=["c1 c4 t6", [1], "t3"])
    data = state.to_dict()
    assert data["ends"] == [[0, 3], [19, -1], [50, -1]]
    assert (data["hidden"], data["pools"]) == ([1, 0, 0], [[17], [], []])
    assert (data["turn"], data["starter"]) == (0, 0)
    assert tacta.position(game, decks=["c1", "c2", "c1"], starter=1).current_player() == 1
    owner = load(backend, outer_cards="owner")
    assert tacta.position(owner, ends=["t6 c2", "c1 c3"]).to_dict()["told"] == [[2, 6], [1, 3]]
    free = load(backend, mode="free_play")
    assert tacta.position(free, decks=["c1", "c2"]).legal_actions() == [0, 1]
    team = load(backend, mode="team_up")
    data = tacta.position(team, decks=["c1", "1c2 1c3", "c4 c5 c6", "s1"]).to_dict()
    assert data["ends"] == [[0, -1], [19, 20], [3, 4], [24, -1]]
    assert (data["pools"], data["hidden"]) == ([[5], []], [0, 0, 1, 0])


@pytest.mark.parametrize(
    ("options", "arguments", "message"),
    [
        ({}, {}, "exactly one of ends and decks must be given"),
        ({}, {"ends": ["c1 c2"]}, "ends must have 2 entries, one per seat, not 1"),
        ({}, {"ends": ["c1 c2", "c1"]}, "ends must have 2 cards for seat 1, not 1"),
        ({}, {"ends": ["c1 c1", "c1 c2"]}, "ends has card 0 of colour 0 twice"),
        ({}, {"ends": ["c1 1c1", "c2 c3"]}, "card 0 of colour 1 is not in that deck"),
        ({}, {"decks": ["c1 1c1", "c2"]}, "field 'ends' is"),
        ({}, {"decks": ["c2", ""]}, "decks must have at least one card for seat 1"),
        ({}, {"decks": ["3c1", "c2"]}, "colour is 3; allowed: 0 to 1"),
        ({"suits": "c"}, {"decks": ["s1", "c2"]}, "card is s1, but only the suits c are in play"),
        ({"mode": "sabotage"}, {"decks": ["c1", "c2"]}, "the mode must not be sabotage"),
        ({"mode": "free_play"}, {"decks": ["c1", "c2"], "starter": 0}, "starter must be None in a mode without one"),
        ({}, {"decks": ["c1", "c2"], "starter": 2}, "starter is 2; allowed: 0 to 1"),
        ({}, {"decks": ["c1", "c2"], "moves": ["top on 0.16 with 0 front"]}, "is not legal here"),
    ],
)
def test_positions_that_cannot_be(
    backend: str, options: dict[str, Any], arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        tacta.position(load(backend, **options), **arguments)


# ----------------------------------------------------------------------------------------------------------------
# Text
# ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", GAMES, ids=IDS)
def test_lines_tell_what_a_seat_may_know(backend: str, options: dict[str, Any]) -> None:
    """In another world that looks the same, the lines are the same."""
    state, numbers = load(backend, **options).new_initial_state(), SplitMix64(3)
    while not state.is_terminal():
        legal, player = state.legal_actions(), state.current_player()
        action, before, seat = legal[numbers.below(len(legal))], state.clone(), numbers.below(state.game.num_players)
        state.apply_action(action)
        world = state.resample_from_infostate(seat, 7)
        assert tacta.render(world.to_dict(seat)) == tacta.render(state.to_dict(seat))
        if player >= 0:
            lines = tacta.events(before.to_dict(seat), state.to_dict(seat), player, action, seat)
            assert lines == tacta.events(before.to_dict(seat), world.to_dict(seat), player, action, seat)
            assert lines[0].startswith("you " if seat == player else f"seat {player} ")
            assert tacta.events(before.to_dict(), state.to_dict(), player, action, None)
    assert str(state) == tacta.render(state.to_dict())
    assert "the game is over" in str(state)


def test_lines_of_a_round(backend: str) -> None:
    state = tacta.position(load(backend), decks=["c2", "s3 c2"], starter=0)
    assert "seat 0 to lay a card" in tacta.render(state.to_dict())
    before = state.to_dict()
    state.apply_action(state.parse_action("top on 0.8 with 2 front"))
    said = tacta.events(before, state.to_dict(), 0, 68, None)
    assert said == ["seat 0 lays 0c2 (top) on the top left square of the start card"]
    before, action = state.to_dict(), state.parse_action("top on 1.1 with 0 front")
    state.apply_action(action)
    said = tacta.events(before, state.to_dict(), 1, action, 1)
    assert said == ["you lay 1s3 (top) on the left triangle of card 1 (0c2), covering 1 dot"]


# ----------------------------------------------------------------------------------------------------------------
# What the documentation and the command line ask for
# ----------------------------------------------------------------------------------------------------------------


def test_every_option_is_explained() -> None:
    assert list(tacta.OPTIONS) == list(load("reference").options)


def test_pictures_of_decks(backend: str) -> None:
    root = ET.fromstring(tacta.cards_to_svg(load(backend), 2))
    cards = [element for element in root.iter() if element.get("class", "").startswith("tacta-card ")]
    dots = [sum("tacta-dot" in str(part.get("class")) for part in card.iter()) for card in cards]
    assert dots == [1, 2, 3, 4, 5, 6] * 3 + [0]
    with pytest.raises(ValueError, match="colour is 6; allowed: 0 to 5"):
        tacta.cards_to_svg(load(backend), 6)
    assert "#123456" in tacta.cards_to_svg(load(backend), theme="dark", colors={"table": "#123456"})


def test_pictures_in_the_docs_are_current() -> None:
    images = ROOT / "docs" / "games" / "images"
    made = runpy.run_path(str(images / "make_tacta.py"))["pictures"]()
    assert {path.name for path in images.glob("tacta*.svg")} == set(made)
    for name, text in made.items():
        assert (images / name).read_text(encoding="utf-8") == text
