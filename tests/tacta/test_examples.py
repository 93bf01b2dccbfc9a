"""The worked examples of the TACTA rules by number, through the public contract.

"Ends" are the outermost cards of every seat, top first, all other cards of the decks unrevealed; "decks" hold only the cards
named. start.X is the start card's shape in slot X, which is also its index.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import uneri
from _play import act
from uneri import tacta
from uneri.reference.tacta.geometry import mirror, number, plus, rotate, slab_of
from uneri.testing import SplitMix64

Load = Callable[..., Any]
Slab = dict[str, list[list[int]]]

SLOTS = (
    *("T_TL", "T_TR", "T_BR", "T_BL", "T_T", "T_R", "T_B", "T_L", "Q_TL", "Q_TR", "Q_BR", "Q_BL"),
    *("R_T", "R_R", "R_B", "R_L", "L_R", "L_L"),
)  # by their ids, section 1.4
START = {name: i for i, name in enumerate(SLOTS)}


@pytest.fixture(params=("core", "reference"))
def load(request: pytest.FixtureRequest) -> Load:
    def load_game(**options: Any) -> Any:
        return uneri.load_game("tacta", backend=request.param, **options)

    return load_game


def analyse(name: str, state: Any, *arguments: Any) -> Any:
    """An analysis function of the state."""
    return getattr(tacta, name)(state, *arguments)


def ends(game: Any, *pairs: tuple[int, int]) -> Any:
    """A game whose seats have these outermost cards of their own colour."""
    state = game.new_initial_state()
    for seat, pair in enumerate(pairs):
        for card in pair:
            state.apply_action(18 * seat + card)
    return state


def decks(game: Any, *held: list[int], turn: int = 0) -> Any:
    """Nothing laid yet, every seat has only these cards of its own colour; `turn` started and is to move."""
    data = game.new_initial_state().to_dict()
    coloured = [[18 * seat + card for card in cards] + [-1] * (2 - len(cards)) for seat, cards in enumerate(held)]
    data |= {"phase": "PLAY", "ends": coloured, "hidden": [0] * len(held), "pools": [[]] * len(held)}
    data |= {"pending": [], "turn": turn, "starter": turn}
    if game.options["outer_cards"] == "owner":
        data["first"] = [[card >= 0 for card in pair] for pair in coloured]
        data["told"] = [sorted(card % 6 + 1 for card in cards) for cards in held]
    return game.state_from_dict(data)


def connections(state: Any, colour: int, card: int, target: int, shape: int, own: int) -> dict[int, Any]:
    """face -> the placement of a card's own shape on a shape, if it is legal."""
    return {
        found["face"]: found
        for found in analyse("placements", state, colour, card)
        if (found["target"], found["shape"], found["own_shape"]) == (target, shape, own)
    }


def pose(found: dict[str, Any]) -> tuple[int, list[list[int]]]:
    return found["k"], found["t"]


def region(placed: dict[str, Any], margin: int = 0) -> Slab:
    """The slab of a placed card's frame with some margin."""
    low, right, bottom = number(-margin), number(80 + margin), number(128 + margin)
    corners = [(low, low), (right, low), (right, bottom), (low, bottom)]
    (tx, ty) = (tuple(axis) for axis in placed["t"])
    table = []
    for corner in corners:
        x, y = rotate(mirror(corner, 80) if placed["face"] else corner, placed["k"])
        table.append((plus(x, (tx[0], tx[1])), plus(y, (ty[0], ty[1]))))
    intervals = slab_of(table)
    return {name: [list(end) for end in interval] for name, interval in zip("xyuv", intervals, strict=True)}


def flat(n: int) -> list[int]:
    return [n, 0]


def covered_by_start(state: Any) -> list[str]:
    statuses = state.to_dict()["placed"][0]["status"]
    return [name for name, status in zip(SLOTS, statuses, strict=True) if status == "covered"]


# ----------------------------------------------------------------------------------------------------------------
# Geometry
# ----------------------------------------------------------------------------------------------------------------


def test_03_start_card(load: Load) -> None:
    start = load().new_initial_state().to_dict()["placed"][0]
    assert (start["k"], start["face"], start["t"]) == (0, 0, [flat(-40), flat(-64)])
    frame, outer = region(start), region(start, margin=5)
    assert (frame["x"], frame["y"]) == ([flat(-40), flat(40)], [flat(-64), flat(64)])
    assert (outer["x"], outer["y"]) == ([flat(-45), flat(45)], [flat(-69), flat(69)])
    assert frame["u"] == [flat(-104), flat(104)]


def test_04_edge_triangle_on_a_corner(load: Load) -> None:
    state = ends(load(), (1, 8), (8, 1))
    found = connections(state, 0, 1, 0, START["T_TL"], 1)
    assert pose(found[0]) == (5, [[-22, -32], [-46, 32]])
    assert pose(found[1]) == (1, [[-22, -8], [-46, -72]])
    for face in range(2):
        assert region(found[face], margin=5) == {
            "x": [[-22, -77], [-22, 37]],
            "y": [[-46, -77], [-46, 37]],
            "u": [[-68, -85], [-68, 5]],
            "v": [[-24, -69], [-24, 69]],
        }


def test_05_corner_triangle_on_an_edge(load: Load) -> None:
    state = ends(load(), (1, 8), (8, 1))
    found = connections(state, 0, 1, 0, START["T_L"], 0)
    assert pose(found[0]) == (7, [[-40, -86], [0, -24]])
    assert pose(found[1]) == (5, [[-40, -46], [0, 64]])
    frames = [region(found[face]) for face in range(2)]
    assert (frames[0]["u"], frames[0]["v"]) == ([[-40, -110], [-40, 18]], [[40, -18], [40, 62]])
    assert (frames[1]["u"], frames[1]["v"]) == ([[-40, -62], [-40, 18]], [[40, -18], [40, 110]])
    footprints = analyse("threats", state, 0, 0, START["T_L"])["footprints"]
    assert len(footprints) == 2
    assert all(frame in footprints for frame in frames)


def test_06_square_on_a_square(load: Load) -> None:
    found = connections(ends(load(), (1, 8), (8, 1)), 0, 1, 0, START["Q_TL"], 2)
    assert pose(found[0]) == (2, [flat(0), flat(-104)])
    assert region(found[0])["x"] == [flat(-128), flat(0)]
    assert region(found[0])["y"] == [flat(-104), flat(-24)]
    assert pose(found[1]) == (4, [flat(0), flat(-24)])
    assert region(found[1])["x"] == [flat(-80), flat(0)]
    assert region(found[1])["y"] == [flat(-152), flat(-24)]


def test_07_end_bar(load: Load) -> None:
    state = ends(load(), (1, 8), (8, 1))
    on_end = connections(state, 0, 0, 0, START["R_T"], 2)[0]
    assert pose(on_end) == (0, [flat(-40), flat(-172)])
    assert (region(on_end)["x"], region(on_end)["y"]) == ([flat(-40), flat(40)], [flat(-172), flat(-44)])
    on_side = connections(state, 0, 0, 0, START["R_L"], 2)[0]
    assert pose(on_side) == (6, [flat(-148), flat(40)])
    assert (region(on_side)["x"], region(on_side)["y"]) == ([flat(-148), flat(-20)], [flat(-40), flat(40)])


def test_08_side_bar_on_an_end_bar(load: Load) -> None:
    found = connections(ends(load(), (1, 8), (8, 1)), 0, 12, 0, START["R_T"], 2)[0]
    assert pose(found) == (6, [flat(-64), flat(-44)])
    assert (region(found)["x"], region(found)["y"]) == ([flat(-64), flat(64)], [flat(-124), flat(-44)])


def test_09_long_bar(load: Load) -> None:
    state = ends(load(), (1, 8), (8, 1))
    found = connections(state, 0, 3, 0, START["L_L"], 2)[0]
    assert pose(found) == (0, [flat(-100), flat(-64)])
    frame, start = region(found), region(state.to_dict()["placed"][0])
    assert (frame["x"], frame["y"]) == ([flat(-100), flat(-20)], [flat(-64), flat(64)])
    shared = [max(frame["x"][0], start["x"][0]), min(frame["x"][1], start["x"][1])]
    assert (shared, frame["y"]) == ([flat(-40), flat(-20)], start["y"])


@pytest.mark.parametrize(
    ("card", "own", "target"),
    [(12, 2, "R_R"), (1, 0, "T_TL"), (0, 0, "T_L"), (0, 2, "L_L"), (0, 2, "L_R")],
    ids=["side bars", "corner triangles", "edge triangles", "short on long left", "short on long right"],
)
def test_10_never_legal(load: Load, card: int, own: int, target: str) -> None:
    state = decks(load(), [card, 7], [8, 1])
    assert connections(state, 0, card, 0, START[target], own) == {}
    for face in ("front", "back"):
        action = state.parse_action(f"top on 0.{START[target]} with {own} {face}")
        assert analyse("explain", state, action) == "NO_JOINT"


# ----------------------------------------------------------------------------------------------------------------
# Play
# ----------------------------------------------------------------------------------------------------------------


def test_11_first_turn(load: Load) -> None:
    state = ends(load(), (0, 17), (0, 17))
    assert state.current_player() == 0
    legal = state.legal_actions()
    assert len(legal) == 34
    by_end = [[a for a in legal if state.action_to_string(a).startswith(end)] for end in ("top", "bottom")]
    assert [len(part) for part in by_end] == [24, 10]
    assert (legal[0], state.action_to_string(legal[0])) == (0, "top on 0.0 with 0 front")
    assert (legal[-1], state.action_to_string(legal[-1])) == (3740, "bottom on 0.17 with 2 front")


def after_68(load: Load) -> Any:
    """Example 12 up to the reveal."""
    return act(ends(load(), (1, 8), (8, 1)), "top on 0.8 with 2 front")


def test_12_covered_start_shapes(load: Load) -> None:
    state = ends(load(), (1, 8), (8, 1))
    assert state.current_player() == 0
    assert state.parse_action("top on 0.8 with 2 front") == 68
    act(state, 68)
    assert covered_by_start(state) == ["T_TL", "T_T", "T_L", "Q_TL", "R_T", "R_L", "L_L"]
    statuses = state.to_dict()["placed"][0]["status"]
    assert statuses.count("open") == 11
    assert state.is_chance_node()
    assert state.to_dict()["pending"] == [[0, 0]]
    assert state.legal_actions() == [0, *range(2, 8), *range(9, 18)]


def test_13_margin_on_a_frame(load: Load) -> None:
    state = act(after_68(load), 0)
    assert state.current_player() == 1
    for face in ("front", "back"):
        action = state.parse_action(f"top on 0.{START['Q_TR']} with 2 {face}")
        assert analyse("explain", state, action) == "SECOND_CARD"
        assert not state.is_legal(action)


def test_14_covered_and_locked_shapes(load: Load) -> None:
    state = act(after_68(load), 0)
    assert state.to_dict()["placed"][1]["status"] == ["open", "open", "locked"]
    for name in (f"top on 0.{START['Q_TL']} with 2 front", "top on 1.2 with 2 front"):
        assert analyse("explain", state, state.parse_action(name)) == "NOT_OPEN"
    assert connections(state, 1, 8, 0, START["Q_TL"], 2) == {}
    assert connections(state, 1, 8, 1, 2, 2) == {}


def test_14_no_such_shape(load: Load) -> None:
    """L2"""
    state = act(after_68(load), 0)
    assert analyse("explain", state, state.parse_action("top on 9.0 with 2 front")) == "BAD_TARGET"
    assert analyse("explain", state, state.parse_action("top on 1.3 with 2 front")) == "BAD_TARGET"


def test_15_actions_whatever_was_revealed(load: Load) -> None:
    before = after_68(load)
    for card in before.legal_actions():
        state = act(before.clone(), card)
        names = [state.action_to_string(a) for a in state.legal_actions()]
        assert len(names) == 32
        assert sum(" on 1." in name for name in names) == 8
        assert sum(" on 0." in name for name in names) == 24
        assert analyse("mobility", state, 1) == 32


def test_16_delta(load: Load) -> None:
    state = act(after_68(load), 0)
    assert state.action_to_string(152) == "top on 1.1 with 0 front"
    assert analyse("explain", state, 152) == "legal"
    assert analyse("delta", state, 152) == {"gained": [0, 3], "lost": [1, 0]}
    assert analyse("locks", state, 152) == 1
    assert analyse("visible", state) == [2, 0]
    act(state, 152)
    assert analyse("visible", state) == [1, 3]
    assert state.returns() == [1, 3]


def test_17_safe_dots(load: Load) -> None:
    state = act(after_68(load), 0, 152)
    assert analyse("safe_dots", state) == [0, 1]
    assert analyse("exposed_dots", state) == [1, 2]
    assert analyse("bounds", state)["lower"] == [0, 1]
    # Of colour 0 only c2's dots have left the decks, of colour 1 only s3's.
    assert analyse("bounds", state)["upper"] == [1 + 61, 3 + 60]


def test_18_border(load: Load) -> None:
    for height, verdict in ((354, "legal"), (352, "OFF_TABLE")):
        state = decks(load(table=f"1280x{height}"), [0, 1], [2, 3])
        action = state.parse_action("top on 0.12 with 2 front")
        assert analyse("explain", state, action) == verdict
        assert state.is_legal(action) == (verdict == "legal")


@pytest.mark.parametrize(
    ("values", "starter"),
    [([(3, 4), (1, 6)], 1), ([(1, 6), (1, 2)], 1), ([(6, 1), (1, 6), (6, 1)], 0)],
)
def test_19_starting_player(load: Load, values: list[tuple[int, int]], starter: int) -> None:
    state = ends(load(players=len(values)), *((a - 1, b + 5) for a, b in values))
    assert state.current_player() == starter
    assert state.to_dict()["starter"] == starter


SYMMETRIC = {
    3: [(0, 0), (0, 1), (2, 0)],
    5: [(0, 0), (1, 0), (1, 1), (3, 0)],
    16: [(0, 0), (1, 0)],
    17: [(0, 0), (0, 1), (2, 0)],
}
FREE = (7200, 7392)  # ids of free placements
SHAPES = (3, 3, 3, 3, 3, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 3)  # of the cards of section 1.8


@pytest.mark.parametrize("card", range(18))
def test_20_canonical_pairs(load: Load, card: int) -> None:
    # On an empty table every canonical pair can cover something of the start card.
    state = load(mode="quick", suits="t").new_initial_state()
    pairs = {(found["own_shape"], found["face"]) for found in analyse("placements", state, 0, card)}
    assert sorted(pairs) == SYMMETRIC.get(card, [(s, f) for s in range(SHAPES[card]) for f in range(2)])


@pytest.mark.parametrize(("suits", "cards"), [("c", {1, 3, 5}), ("t", {14, 16, 17})])
def test_20_canonical_pairs_of_free_placements(load: Load, suits: str, cards: set[int]) -> None:
    # On so small a table cards often have to be laid freely; these are among them.
    seen: set[int] = set()
    game = load(suits=suits, table="400x300")
    for seed in range(4):
        state, rng = game.new_initial_state(), SplitMix64(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node() and FREE[0] <= legal[0] < FREE[1]:
                words = [name.split() for name in names(state)]
                held = state.to_dict()["ends"][state.current_player()]
                for end, coloured in zip(("top", "bottom"), held, strict=True):
                    assert {(word[4], word[5]) for word in words if word[0] == end} == free_pairs(coloured)
                seen |= {coloured % 18 for coloured in held if coloured >= 0}
            act(state, legal[rng.below(len(legal))])
    assert seen >= cards


def free_pairs(coloured: int) -> set[tuple[str, str]]:
    """The half turns and faces in which a card may be laid freely."""
    if coloured < 0:
        return set()
    turns = ("0",) if coloured % 18 in (3, 16, 17) else ("0", "180")
    faces = ("front",) if coloured % 18 == 5 else ("front", "back")
    return {(turn, face) for turn in turns for face in faces}


def names(state: Any) -> list[str]:
    return [state.action_to_string(a) for a in state.legal_actions()]


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("top on 0.8 with 2 front", 68),
        ("bottom on 0.17 with 3 back", 3743),
        ("top on 1.0 with 0 front", 144),
        ("bottom on 5.3 with 2 back", 3901),
        ("top free 4 portrait 0 front", 7232),
        ("bottom free 11 landscape 180 back", 7391),
        ("pass", 7392),
        ("hand 0", 7393),
        ("hand 1", 7394),
    ],
)
def test_21_encoding(load: Load, name: str, action: int) -> None:
    game = load()
    assert game.num_distinct_actions == 7395
    assert game.parse_action(name) == action
    assert game.action_to_string(0, action) == name


def test_22_free_placement(load: Load) -> None:
    state = decks(load(table="320x160"), [1, 8], [13, 1], turn=1)
    legal = state.legal_actions()
    assert (len(legal), legal[0]) == (16, 7232)
    assert {tuple(name.split()[2:4]) for name in names(state)} == {("4", "portrait"), ("7", "portrait")}
    for action, code in ((7392, "MOVE_AVAILABLE"), (2, "OFF_TABLE"), (7240, "NO_SLOT")):
        assert analyse("explain", state, action) == code
    for where, expected in {
        "4 portrait 0": (0, [flat(-140), flat(-64)]),
        "4 portrait 180": (4, [flat(-60), flat(64)]),
        "7 portrait 0": (0, [flat(60), flat(-64)]),
    }.items():
        for face in ("front", "back"):
            laid = act(state.clone(), f"top free {where} {face}").to_dict()["placed"][1]
            assert pose(laid) == expected or face == "back"
            middle = -100 if where.startswith("4") else 100
            assert region(laid)["x"] == [flat(middle - 40), flat(middle + 40)]
            assert region(laid)["y"] == [flat(-64), flat(64)]


def test_22_seat_1_starts(load: Load) -> None:
    # Values 2 and 3 against 2 and 2.
    assert ends(load(table="320x160"), (1, 8), (13, 1)).current_player() == 1


def test_23_after_a_free_placement(load: Load) -> None:
    state = decks(load(table="320x160"), [1, 8], [13, 1], turn=1)
    act(state, state.legal_actions()[0])
    data = state.to_dict()
    assert (data["placed"][1]["card"], data["placed"][1]["parent"], data["placed"][1]["status"]) == (
        13,
        -1,
        ["open"] * 3,
    )
    assert data["ends"][1] == [18 + 1, -1]
    assert state.current_player() == 0
    assert len(state.legal_actions()) == 8
    assert all(name.split()[1:4] == ["free", "7", "portrait"] for name in names(state))


def test_24_pass(load: Load) -> None:
    state = decks(load(table="200x160"), [1, 8], [13, 1], turn=1)
    assert state.legal_actions() == [7392]
    act(state, "pass")
    assert state.legal_actions() == [7392]
    assert state.to_dict()["passed"] == [1]
    act(state, "pass")
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert state.to_dict()["ends"] == [[1, 8], [31, 19]]


def test_passed_seats_come_before_the_one_to_move(load: Load) -> None:
    """Turns go round, so the seats that have passed are the last ones before the seat to move that have cards."""
    game = load(players=4, table="200x160")
    state = decks(game, [1, 8], [13, 1], [3, 4], [5, 6])  # nobody has room
    reached = []
    for seat in range(4):
        data = state.to_dict()
        assert (data["turn"], data["passed"]) == (seat, list(range(seat)))
        assert game.state_from_dict(data) == state
        reached.append(data)
        act(state, "pass")
    assert state.is_terminal()
    for turn, passed, allowed in [(0, [1], [3]), (1, [2, 3], [0, 3]), (2, [0], [1]), (3, [0, 1], [1, 2])]:
        message = f"tacta: field 'passed' is {passed}; allowed: {allowed}, the last seats with cards before seat {turn}"
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            game.state_from_dict(reached[turn] | {"passed": passed})


def test_passed_seats_without_cards_are_skipped(load: Load) -> None:
    game = load(players=4)
    state = game.new_initial_state(5)
    while state.to_dict()["hidden"][2] or len(state.to_dict()["finish_order"]) < 1:
        state.apply_action(state.legal_actions()[0])
    data = state.to_dict()
    (done,) = data["finish_order"]
    turn = data["turn"] = (done + 1) % 4
    before = (done + 3) % 4
    for passed in ([before], sorted([before, (done + 2) % 4])):
        assert game.state_from_dict(data | {"passed": passed}).to_dict()["passed"] == passed
    with pytest.raises(ValueError, match=f"the last seats with cards before seat {turn}"):
        game.state_from_dict(data | {"passed": [(done + 2) % 4]})


def test_25_last_card_at_the_top(load: Load) -> None:
    state = decks(load(), [16], [17])
    assert len(state.legal_actions()) == 6
    assert all(name.startswith("top on 0.") for name in names(state))
    assert analyse("explain", state, state.parse_action("bottom on 0.17 with 0 front")) == "BAD_END"


# ----------------------------------------------------------------------------------------------------------------
# Variants
# ----------------------------------------------------------------------------------------------------------------


def test_26_sabotage(load: Load) -> None:
    state = load(players=3, mode="sabotage", suits="cs").new_initial_state()
    assert state.legal_actions() == [7393, 7394]
    act(state, 7393, 7394, 7393)
    data = state.to_dict()
    circle, square = range(6), range(6, 12)
    assert data["pools"] == [
        [*square, *(36 + card for card in circle)],
        [*circle, *(18 + card for card in circle)],
        [*(18 + card for card in square), *(36 + card for card in square)],
    ]
    assert data["hidden"] == [12, 12, 12]
    assert data["pending"][0] == [0, 0]
    assert state.legal_actions() == [*range(6, 12), *range(36, 42)]


def test_27_teams(load: Load) -> None:
    state = load(players=6, mode="team_up").new_initial_state()
    data = state.to_dict()
    assert data["hidden"] == [9] * 6
    assert data["pools"] == [[18 * team + card for card in range(18)] for team in range(3)]
    for seat in range(6):  # the first reveal of each seat comes from its team's colour
        assert {outcome // 18 for outcome in state.legal_actions()} == {seat % 3}
        act(state, state.legal_actions()[0])
        act(state, state.legal_actions()[0])


@pytest.mark.parametrize(("mode", "found"), [("free_play", 0), ("standard", 4)])
def test_28_own_colour_ban(load: Load, mode: str, found: int) -> None:
    state = ends(load(mode=mode), (13, 5), (17, 11))
    if mode == "free_play":
        act(state, "seat 0")
    assert state.current_player() == 0
    act(state, 2)
    assert state.to_dict()["placed"][1]["card"] == 13
    act(state, 4)
    on_card = [place for place in analyse("placements", state, 0, 4) if place["target"] == 1]
    assert len(on_card) == found


def test_28_code_of_the_ban(load: Load) -> None:
    state = act(ends(load(mode="free_play"), (13, 5), (17, 11)), "seat 0", 2, 4, "seat 0")
    data = state.to_dict()["placed"][1]
    shape = data["status"].index("open")
    action = state.parse_action(f"top on 1.{shape} with 0 front")
    assert analyse("explain", state, action) == "OWN_COLOUR"


def test_29_shared_pool(load: Load) -> None:
    state = load(mode="team_up", suits="c").new_initial_state()
    assert state.to_dict()["hidden"] == [3] * 4
    act(state, 0, 1, 18, 19)
    assert state.to_dict()["pending"][0] == [2, 0]
    assert state.legal_actions() == [2, 3, 4, 5]
    assert state.chance_outcomes() == [(card, 0.25) for card in (2, 3, 4, 5)]


def test_30_seeded_play(load: Load) -> None:
    state = load().new_initial_state(seed=1)
    assert state.to_dict()["ends"] == [[5, 0], [30, 31]]
    assert state.current_player() == 1
    counts, taken, drawn = [], [], []
    while not state.is_terminal():
        legal = state.legal_actions()
        seat = state.current_player()
        counts.append(len(legal))
        taken.append(legal[0])
        before = state.to_dict()
        end = 0 if state.action_to_string(legal[0]).startswith("top") else 1
        act(state, legal[0])
        if before["hidden"][seat] > 0:
            drawn.append(state.to_dict()["ends"][seat][end])
    assert counts[:6] == [44, 28, 14, 16, 20, 24]
    assert taken[:6] == [32, 16, 56, 156, 164, 184]
    assert drawn[:6] == [27, 1, 18, 6, 28, 8]
    assert len(state.to_dict()["placed"]) == 1 + 36
    assert state.returns() == [45, 49]


# ----------------------------------------------------------------------------------------------------------------
# Hidden ends and ties
# ----------------------------------------------------------------------------------------------------------------


def worlds(state: Any, seat: int, count: int) -> dict[tuple[int, ...], int]:
    """How often each assignment of the other seat's ends comes up."""
    seen: dict[tuple[int, ...], int] = {}
    view = state.observation_string(seat)
    for seed in range(count):
        world = state.resample_from_infostate(seat, seed)
        assert seed > 50 or world.observation_string(seat) == view
        held = tuple(world.to_dict()["ends"][1 - seat])
        seen[held] = seen.get(held, 0) + 1
    return seen


def test_31_announced_values(load: Load) -> None:
    state = ends(load(outer_cards="owner"), (1, 8), (8, 1))
    assert state.to_dict()["told"] == [[2, 3], [2, 3]]
    for seat in range(2):
        seen = worlds(state, seat, 1800)
        assert len(seen) == 18
        assert all(sorted(card % 6 + 1 for card in held) == [2, 3] for held in seen)
        assert max(seen.values()) < 2 * 100
        assert min(seen.values()) > 100 / 2
    act(state, 68, 0)
    assert state.to_dict()["told"][0] == [3]
    assert len(worlds(state, 1, 1000)) == 48
    assert len(worlds(state, 0, 500)) == 18


def test_32_barred_cards(load: Load) -> None:
    data = ends(load(outer_cards="owner", table="320x160"), (1, 8), (13, 1)).to_dict()
    state = load(outer_cards="owner", table="320x160").state_from_dict(data)
    assert state.current_player() == 1
    assert state.to_dict()["told"][1] == [2, 2]
    assert len(worlds(state, 0, 200)) == 6
    act(state, 7232)
    revealed = 18 + 4
    act(state, revealed)
    data = state.to_dict()
    assert data["told"][1] == [2]
    assert data["barred"][1] == [[], [0, 2, 3, 5, 6, 7, 10, 11, 15, 16, 17]]
    seen = worlds(state, 0, 500)
    assert len(seen) == 16
    assert {bottom for _, bottom in seen} == {18 + 1}


@pytest.mark.parametrize(
    ("options", "finish", "shares"),
    [
        ({"suits": "s", "table": "320x240"}, [], [0, 1]),
        ({"mode": "quick", "suits": "t"}, [1, 0], [0, 1]),
        ({"players": 4, "mode": "team_up", "suits": "c"}, [3, 0, 1, 2], [0, 0.5, 0, 0.5]),
    ],
    ids=["unfinished", "quick", "teams"],
)
def test_33_first_to_finish(load: Load, options: dict[str, Any], finish: list[int], shares: list[float]) -> None:
    seed = {"s": 14, "t": 6, "c": 5}[options["suits"]]
    state = load(**options, tie_break="first_to_finish", utility="win").new_initial_state()
    rng = SplitMix64(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        act(state, legal[rng.below(len(legal))])
    data = state.to_dict()
    assert len(set(data["scores"])) == 1
    assert data["finish_order"] == finish
    assert state.returns() == shares
