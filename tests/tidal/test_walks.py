"""Whole games of Tidal Blades: Banner Festival against the figures of its rules: set-up, bounds, golden walks, the first
seeded deal, and the statistics of random play, on both backends."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest

import uneri
from uneri import tidal
from uneri.testing import SplitMix64, walk_digest

Data = dict[str, Any]


@pytest.fixture
def load(backend: str) -> Any:
    def load_game(**options: Any) -> Any:
        return uneri.load_game("tidal", backend=backend, **options)

    return load_game


# --- set-up and bounds (3, 7, 8.4) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "hand", "deck", "undealt", "pool", "neutral"),
    [(2, 8, 36, 20, 7, 8), (3, 8, 36, 12, 9, 8), (4, 8, 36, 4, 11, 0), (5, 7, 40, 5, 13, 0)],
)
def test_setup(load: Any, players: int, hand: int, deck: int, undealt: int, pool: int, neutral: int) -> None:
    state = load(players=players).new_initial_state()
    data = state.to_dict()
    assert len(state.legal_actions()) == deck
    assert (data["gate"], data["boat"], data["faceup"]) == (4, [1] * players, [0] * players)
    assert (data["supply"], data["pool"], data["fruit"]) == ([14] * players, pool, [0] * players)
    assert (data["lead"], data["round"], data["bout"], data["phase"]) == (-1, 1, 1, "DEAL")
    assert (data["keeper"], data["profit_majority"], data["profit_feast"]) == ([-1] * 4, [0] * players, [0] * players)
    owners = [dock for docks in data["dock"] for dock in docks]
    assert [dock[tidal.NEUTRAL] for dock in owners] == ([1, 1, 0, 0] * 4 if neutral else [0] * 16)
    assert not any(count for dock in owners for count in dock[:5])
    while state.is_chance_node():
        assert state.to_dict()["phase"] == "DEAL"
        state.apply_action(state.legal_actions()[-1])
    dealt = state.to_dict()
    assert [len(cards) for cards in dealt["hand"]] == [hand] * players
    assert deck - sum(dealt["hand_total"]) == undealt
    assert (dealt["phase"], dealt["actor"]) == ("PLAY", 0)


@pytest.mark.parametrize(
    ("players", "decisions", "chance", "points", "legal"),
    [(2, 71, 48, 420, 8), (3, 95, 72, 420, 8), (4, 119, 96, 420, 8), (5, 125, 105, 378, 7)],
)
def test_bounds(load: Any, players: int, decisions: int, chance: int, points: int, legal: int) -> None:
    game = load(players=players)
    assert (game.max_game_length, game.max_chance_nodes, game.max_legal_actions) == (decisions, chance, legal)
    assert (game.num_distinct_actions, game.max_chance_outcomes) == (44, 40)
    assert (game.min_utility, game.max_utility, game.utility_sum) == (0, points, None)
    margin, win = load(players=players, utility="margin"), load(players=players, utility="win")
    most = points * (players - 1) / players
    assert (margin.min_utility, margin.max_utility, margin.utility_sum) == (-most, most, 0)
    assert (win.min_utility, win.max_utility, win.utility_sum) == (0, 1, 1)
    played = uneri.playouts(uneri.load_game("tidal", players=players), 200, seed=1)
    assert played.lengths.tolist() == [decisions] * 200


def test_the_default_board_is_compiled_in() -> None:
    assert str(uneri.load_game("tidal", board=tidal.default_board())) == "tidal()"


def test_facts_of_the_default_board() -> None:
    board = tidal.default_board()
    assert board["track"]["spaces"] == 8  # R1
    assert board["ring"] == [colour for colour in tidal.SUITS for _ in range(2)]  # R2
    for colour in tidal.SUITS:
        _, second, third, _ = board["quadrants"][colour]["order"]
        docks = board["quadrants"][colour]["docks"]
        assert [dock["when"] for dock in docks] == ["even", "odd", second, third]  # R3
        assert [(dock["fruit"], dock["extra_banner"]) for dock in docks] == [(1, 0), (1, 0), (0, 1), (2, 0)]  # R4
    assert board["characters"]["values"] == [1, 3, 6, 10, 15, 21, 28]  # R5
    assert board["characters"]["stunts"] == [[5, 2, 7, 4, 1, 6, 3]] * 5  # R6


# --- golden walks (R-6) ------------------------------------------------------------------------------------------------


def board_x() -> Data:
    """The default board with nearly every number changed."""
    board = tidal.default_board()
    colours = dict(zip("OYTP", tidal.SUITS, strict=True))
    docks = zip(("any", "odd", "even", "teal"), (0, 3, 1, 4), (0, 2, 1, 0), strict=True)
    board |= {
        "rounds": 2,
        "banners_per_player": 5,
        "majority": [7, 4, 2],
        "kept_card_profit": 3,
        "track": {"spaces": 11, "boat_start": 3, "gate_start": 9, "lap_exit": 6},
        "ring": [colours[c] for c in "POOYTTTPOYY"],
        "regions": [["orange", "purple"], ["yellow", "teal"]],
    }
    board["quadrants"]["orange"]["order"] = [colours[c] for c in "TOPY"]
    board["quadrants"]["teal"]["docks"] = [{"when": w, "fruit": f, "extra_banner": e} for w, f, e in docks]
    board["characters"] = {
        "values": [2, 2, 5, 9, 9, 14, 20],
        "stunts": [[k * (seat + 2) % 11 + 1 for k in range(1, 8)] for seat in range(5)],
        "stunt_fruit": 2,
        "deck_done_fruit": 1,
    }
    board["players"]["2"] = {"hand": 18, "fruit_pool": 5, "zeros": True, "neutral": False}
    board["players"]["5"] = {"hand": 6, "fruit_pool": 4, "zeros": False, "neutral": True}
    return board


X = board_x()
# Options, seed; then nodes, totals, banners on towers, feasts in play, the gate's last space, digest.
WALKS: list[tuple[Data, int, int, list[int], list[int], int, int, str]] = [
    ({"players": 2}, 1, 119, [43, 71], [0, 2], 2, 7, "4e94f928eaf852ae"),
    ({"players": 2}, 2, 119, [46, 58], [1, 5], 2, 1, "817e071d239e389d"),
    ({"players": 3}, 1, 167, [46, 43, 41], [6, 3, 5], 3, 7, "98188a73e2ed831a"),
    ({"players": 3}, 2, 167, [33, 35, 59], [3, 5, 10], 3, 8, "ca019eeabcdfda2f"),
    ({"players": 4}, 1, 215, [45, 47, 42, 38], [2, 4, 3, 3], 4, 4, "b3482089389fd2a6"),
    ({"players": 4}, 2, 215, [35, 39, 42, 43], [2, 4, 3, 3], 5, 3, "bbdaa883f09b3ba9"),
    ({"players": 5}, 1, 230, [31, 25, 29, 35, 28], [5, 3, 4, 3, 4], 3, 6, "eb16ac2d2d2191d1"),
    ({"players": 5}, 2, 230, [23, 28, 48, 46, 31], [1, 2, 4, 4, 1], 5, 6, "7a86bf2860ed9650"),
    ({"players": 4, "rounds": 1}, 3, 71, [17, 4, 11, 18], [3, 2, 2, 1], 1, 8, "1d7e32674473ccb1"),
    ({"players": 3, "rounds": 2}, 3, 111, [30, 28, 30], [3, 1, 5], 2, 3, "0a945d6ce8336ed9"),
    ({"players": 2, "board": X}, 4, 179, [50, 57], [5, 4], 5, 1, "e69ace521672b969"),
    ({"players": 5, "board": X}, 4, 131, [22, 24, 25, 18, 17], [3, 3, 2, 5, 5], 3, 5, "850db4816b6cd68a"),
    ({"players": 5, "board": X, "rounds": 3}, 5, 197, [30, 36, 31, 29, 28], [3, 4, 4, 4, 5], 5, 5, "f4e90bfb82ae035c"),
]


@pytest.mark.parametrize(
    ("options", "seed", "nodes", "totals", "banners", "feasts", "gate", "digest"), WALKS, ids=[w[-1][:8] for w in WALKS]
)
def test_golden_walk(
    load: Any,
    options: Data,
    seed: int,
    nodes: int,
    totals: list[int],
    banners: list[int],
    feasts: int,
    gate: int,
    digest: str,
) -> None:
    game = load(**options)
    assert walk_digest(game, seed) == (digest, nodes, totals)
    # The same walk again, for what the digest doesn't show.
    rng, state = SplitMix64(seed), game.new_initial_state()
    held = 0
    while not state.is_terminal():
        legal, before = state.legal_actions(), state.to_dict()
        action = legal[rng.below(len(legal))]
        if before["phase"] == "PLAY" and before["actor"] == game.num_players - 1:
            held += tidal.resolve_bout(state, [*before["pending"][:-1], action])["feast"]
        state.apply_action(action)
    result = tidal.breakdown(state)
    assert (result["total"], result["tower"]) == (totals, banners)
    assert held == feasts
    assert state.to_dict()["gate"] == gate


# --- the first seeded deal (R-3) ---------------------------------------------------------------------------------------


def undealt(data: Data) -> str:
    """The cards of the default deck of 36 that are neither in a hand nor kept."""
    held = {card for hand in data["hand"] for card in hand}
    kept = {10 * suit + 9 for suit, seat in enumerate(data["keeper"]) if seat >= 0}
    return tidal.format_cards([card for card in range(40) if card % 10 and card not in held | kept])


def test_seeded_deal(load: Any) -> None:
    state = load().new_initial_state(seed=1)
    data = state.to_dict()
    assert [tidal.format_cards(hand) for hand in data["hand"]] == [
        "O1 O3 O6 Y5 Y7 T2 P2 P6",
        "Y2 Y3 Y6 T1 T4 T9 P4 P9",
        "O2 O4 O7 O8 Y9 T7 P1 P5",
        "O5 Y1 Y4 T3 T6 T8 P7 P8",
    ]
    assert undealt(data) == "O9 Y8 T5 P3"
    while state.to_dict()["round"] == 1:
        state.apply_action(state.legal_actions()[0])
    data = state.to_dict()
    assert (data["round"], data["gate"], data["lead"], data["keeper"]) == (2, 3, 2, [-1, -1, -1, -1])
    assert tidal.format_cards(data["hand"][0]) == "O2 Y1 Y3 Y4 Y7 T2 T7 P6"
    assert undealt(data) == "O1 O4 T8 P5"


# --- along whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_values_along_a_game(load: Any, players: int) -> None:
    """Plain data and bytes lead back to every state, worlds look the same to every seat, and lists agree with is_legal."""
    game = load(players=players, rounds=1)
    state = game.new_initial_state(seed=players)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == [action for action in range(-1, 60) if state.is_legal(action)]
        assert game.state_from_dict(copy.deepcopy(state.to_dict())).to_dict() == state.to_dict()
        assert game.deserialize_state(state.serialize()) == state
        for seat in range(players):
            world = state.resample_from_infostate(seat, 9)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert (world.observation_tensor(seat) == state.observation_tensor(seat)).all()
        state.apply_action(legal[-1])


@pytest.mark.parametrize("index", range(8))
def test_invariants(index: int, backend: str) -> None:
    """Section 4: no banner, fruit or card is lost or made, on random boards."""
    options = tidal.random_options(SplitMix64(index), {"utility": "score", "pack": "full"})
    game = uneri.load_game("tidal", backend=backend, **options)
    board, n, rng = tidal.board_of(game), game.num_players, SplitMix64(index)
    rule = board["players"][str(n)]
    deck = {card for card in range(40) if rule["zeros"] or card % 10}
    state = game.new_initial_state(seed=index)
    while not state.is_terminal():
        data = state.to_dict()
        for seat in range(n):
            docks = sum(data["dock"][q][d][seat] for q in range(4) for d in range(4))
            towers = sum(row[seat] for row in data["tower"])
            assert docks + towers + data["supply"][seat] == board["banners_per_player"]
        assert data["pool"] >= 1
        assert data["pool"] + sum(data["fruit"]) == rule["fruit_pool"]
        placed = [card for hand in data["hand"] for card in hand]
        placed += [card for card in data["pending"] if card >= 0] + [card for bout in data["played"] for card in bout]
        assert len(placed) == len(set(placed))
        assert set(placed) <= deck
        counts = tidal.region_counts(state)
        assert [sum(row) for row in zip(*counts, strict=True)] == [
            board["banners_per_player"] - left for left in data["supply"]
        ]
        legal = state.legal_actions()
        state.apply_action(legal[rng.below(len(legal))])
    total = tidal.breakdown(state)["total"]
    assert total == state.returns()
    assert game.min_utility <= min(total) <= max(total) <= game.max_utility
    assert tidal.score_now(state)["total"] == total


# --- statistics of random play: 5000 games a row in the rules, fewer here ----------------------------------------------

# Total (mean, standard deviation), majority, feast, character, nines, feasts a game, cards face up, and the shares of the
# places (dock 0 to 3, tower) of middle seats.
STATISTICS = {
    2: (54.0, 10.2, 21.2, 7.0, 21.5, 4.3, 1.7, 6.0, None),
    3: (46.8, 7.5, 21.8, 9.0, 13.3, 2.6, 2.8, 4.5, (0, 0, 0.26, 0.27, 0.47)),
    4: (39.6, 6.8, 18.3, 11.6, 8.0, 1.7, 4.4, 3.4, (0.26, 0.30, 0.12, 0.13, 0.19)),
    5: (32.1, 6.4, 16.0, 10.1, 5.0, 0.9, 4.1, 2.5, (0.29, 0.29, 0.12, 0.12, 0.19)),
}
GAMES = 1000


@pytest.mark.unsanitized
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_statistics_of_random_play(players: int) -> None:
    total, spread, majority, feast, character, nines, feasts, faceup, places = STATISTICS[players]
    game, rng = uneri.load_game("tidal", players=players), SplitMix64(players)
    sums = dict.fromkeys(("total", "squares", "majority", "feast", "character", "kept", "feasts", "faceup"), 0)
    placed, middles = [0] * 5, 0
    for seed in range(GAMES):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            action = legal[rng.below(len(legal))]
            if state.current_player() == players - 1 and action < tidal.GATE and seed % 4 == 0:
                report = tidal.resolve_bout(state, [*state.to_dict()["pending"][:-1], action])
                sums["feasts"] += report["feast"]
                for seat in report["seats"]:
                    if seat["role"] == "middle" and seat["place"] >= 0:
                        placed[seat["place"]] += 1
                        middles += 1
            state.apply_action(action)
        result = tidal.breakdown(state)
        for key in ("total", "majority", "feast", "character", "kept"):
            sums[key] += sum(result[key])
        sums["squares"] += sum(points**2 for points in result["total"])
        sums["faceup"] += sum(state.to_dict()["faceup"])
    seats = GAMES * players
    mean = {key: value / seats for key, value in sums.items()}
    error = 5 * spread / math.sqrt(seats)  # five standard errors, were the seats of a game independent
    assert abs(mean["total"] - total) < error + 0.1
    assert abs(math.sqrt(mean["squares"] - mean["total"] ** 2) - spread) < 0.1 * spread
    assert abs(mean["majority"] - majority) < error
    assert abs(mean["feast"] - feast) < error
    assert abs(mean["character"] - character) < error
    assert abs(mean["kept"] - nines) < 0.35
    assert abs(mean["faceup"] - faceup) < 0.2
    assert abs(sums["feasts"] / (GAMES / 4) - feasts) < 0.5
    assert (middles > 0) == (places is not None)
    if places is not None:
        for count, share in zip(placed, places, strict=True):
            assert abs(count / middles - share) < 5 * math.sqrt(0.25 / middles) + 0.01
