"""Namima's meld tables, golden and hurried walks and seeded deals of the rules, on both backends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

import uneri
from uneri import namima
from uneri.namima.cards import tables_of
from uneri.testing import SplitMix64, walk_digest

VARIANTS = ("sazanami", "shiranami", "shikinami", "aranami", "ayanami", "juuayanami")


BACKENDS = pytest.mark.parametrize("backend", ["core", "reference"])


# The meld and lay-off tables (N-3.12, N-3.13), with the points of each meld (N-3.11)

TABLES = [
    ("sazanami", 100, "ef2bf73ac496e6e6", 64, "760d3ba0dae030e6"),
    ("shiranami", 121, "b01e21e25d5bd340", 78, "c699ce22d09f65a4"),
    ("shikinami", 167, "667d6ba1908c663f", 115, "1c71aa26835b8cd0"),
    ("aranami", 219, "23c2130203ece501", 182, "eddc346f057126a8"),
    ("ayanami", 40, "0d2665f35a27938a", 20, "d1c8dfc5788b232e"),
    ("juuayanami", 120, "dbe5c0e9edf1915c", 20, "d1c8dfc5788b232e"),
]


@BACKENDS
@pytest.mark.parametrize(("variant", "melds", "meld_digest", "layoffs", "layoff_digest"), TABLES)
def test_tables(variant: str, melds: int, meld_digest: str, layoffs: int, layoff_digest: str, backend: str) -> None:
    game: Any = uneri.load_game("namima", variant=variant, backend=backend)

    def digest(lines: Iterator[str]) -> str:
        return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:16]

    if backend == "reference":
        tables = game.rules.tables
        meld_rows = [(tables.meld_text(m), e.key, e.open, e.closed) for m, e in enumerate(tables.melds)]
        layoff_rows = [(tables.names[e.kind], e.source, e.target) for e in tables.layoffs]
        kinds = tables.names
    else:
        ours = tables_of(game)
        meld_rows = [(text, key, *pair) for text, key, pair in zip(ours.melds, ours.keys, ours.points, strict=True)]
        layoff_rows = [(ours.kinds[kind], source, target) for source, kind, target in ours.layoffs]
        kinds = ours.kinds
    assert (len(meld_rows), len(layoff_rows)) == (melds, layoffs)
    assert game.num_distinct_actions == 2 + 2 * len(kinds) + melds + layoffs
    found = (f"{key} {text} {opened} {closed}" for text, key, opened, closed in meld_rows)
    assert digest(f"{m} {line}" for m, line in enumerate(found)) == meld_digest
    assert digest(f"{i} {kind} {src} {to}" for i, (kind, src, to) in enumerate(layoff_rows)) == layoff_digest
    first_layoff = 2 + len(kinds) + melds
    assert game.action_to_string(0, first_layoff).endswith(f">{meld_rows[layoff_rows[0][2]][0]}")


# Golden walks (12.7): options beside the variant, seed, nodes, digest and returns for each variant

BOTH = {"players": 4, "games": 2, "first_seat": -1, "riichi": True, "dora": True}
WALKS: list[tuple[dict[str, Any], int, list[tuple[int, str, list[int]]]]] = [
    (
        {"players": 2, "games": 1},
        1,
        [
            (166, "09f29b69e29cbc43", [-57, 57]),
            (266, "43615640fcab08e5", [1, -1]),
            (267, "b4ae93afac331afb", [-25, 25]),
            (187, "376fb05e571e647b", [-16, 16]),
            (268, "75ab1d72f0fc16f5", [-8, 8]),
            (263, "7f4091f1acf0b991", [-7, 7]),
        ],
    ),
    (
        {"players": 3, "games": 1},
        1,
        [
            (217, "b55e12cd7b42dd20", [9, -7, -2]),
            (278, "fa1f20421b17c322", [-2, 4, -2]),
            (273, "e7b6dc9e9eb338a3", [6, -3, -3]),
            (185, "812005d38e1085a0", [42, -27, -15]),
            (258, "211954fbe58e5fa0", [-7, 10, -3]),
            (251, "ea9ace057ad866ce", [-4, 11, -7]),
        ],
    ),
    (
        {"players": 4, "games": 1},
        1,
        [
            (189, "9ad2d1d787b54446", [-24, -11, 48, -13]),
            (251, "39fda44174baae8c", [12, -8, -2, -2]),
            (200, "a94aa43eec4e80bb", [-23, -13, 64, -28]),
            (236, "dc0aada73f6c70e4", [10, -6, -3, -1]),
            (244, "e34623cf2816327d", [-3, -6, 20, -11]),
            (241, "df0f6b0957dfc993", [-6, -5, -9, 20]),
        ],
    ),
    (
        {"players": 5, "games": 1},
        1,
        [
            (205, "0418336ff3c232d0", [18, -6, -3, -5, -4]),
            (217, "ec6dee5125308ca6", [-15, -14, -25, -17, 71]),
            (270, "a03dcd1d0deb654b", [-4, -4, -3, 15, -4]),
            (215, "af75315bda49da0f", [67, -26, -13, -16, -12]),
            (246, "0033c3d01f32a207", [-4, -5, -6, 19, -4]),
            (245, "9bc03a2295aa8537", [-5, -6, 22, -5, -6]),
        ],
    ),
    (
        BOTH,
        7,
        [
            (389, "4d95781e9f7e2f7a", [-32, 77, -26, -19]),
            (549, "995f82cace93a098", [-10, 25, -8, -7]),
            (525, "7a4a85f23bf423bf", [26, -8, -10, -8]),
            (463, "e3c5e02fad1959da", [53, -21, -11, -21]),
            (495, "5432b7cc2e4ad778", [45, -18, -11, -16]),
            (506, "ba8e42a138a0f9b2", [-15, -10, 35, -10]),
        ],
    ),
    (
        {"players": 3},
        3,
        [
            (2486, "9d965e111d61d861", [19, 52, -71]),
            (3010, "126d36bbc59d72b9", [-21, 113, -92]),
            (3232, "682e8116b6deb0fa", [-72, 139, -67]),
            (2670, "369c00edbb568ce8", [-19, 17, 2]),
            (3060, "7f7ae2dff0cc4cbe", [-67, -77, 144]),
            (3041, "d626b059cb0e972b", [196, -91, -105]),
        ],
    ),
]


@BACKENDS
@pytest.mark.parametrize("row", range(len(WALKS)), ids=[",".join(f"{k}={v}" for k, v in w[0].items()) for w in WALKS])
@pytest.mark.parametrize("variant", VARIANTS)
def test_golden_walk(variant: str, row: int, backend: str) -> None:
    options, seed, expected = WALKS[row]
    nodes, digest, returns = expected[VARIANTS.index(variant)]
    walk = walk_digest(uneri.load_game("namima", variant=variant, backend=backend, **options), seed)
    assert (walk.nodes, walk.digest, walk.returns) == (nodes, digest, returns)


# Golden hurried walks (12.8)

HURRIED = [
    ("sazanami", 2, 1, 133, "seat 1 draws, Y = 36, closed, riichi", "7d43a1b9a8981f29", [-72, 72]),
    ("sazanami", 4, 2, 116, "seat 1 won, Y = 14, closed, riichi", "4e7c0ca965382168", [-52, 128, -38, -38]),
    ("shiranami", 2, 1, 70, "seat 0 won, Y = 22, closed, riichi", "dd8ea7c704efc084", [74, -74]),
    ("shiranami", 4, 2, 229, "seat 0 won, Y = 14, closed, riichi", "7b37b5bb9234300e", [144, -42, -44, -58]),
    ("shikinami", 2, 1, 83, "seat 0 draws, Y = 26, closed, riichi", "8beac220d61220cc", [54, -54]),
    ("shikinami", 4, 2, 208, "seat 1 won, Y = 22", "2fef602d733dda69", [-37, 133, -59, -37]),
    ("aranami", 2, 1, 67, "seat 0 draws, Y = 24, closed, riichi", "47670e9fc3b2471b", [68, -68]),
    ("aranami", 4, 2, 109, "seat 3 won, Y = 22", "aafe67dc5bfa1131", [-37, -43, -63, 143]),
    ("ayanami", 2, 1, 104, "seat 0 draws, Y = 50, closed, riichi", "0b9fa953b2fe5b5b", [82, -82]),
    ("ayanami", 4, 2, 162, "seat 1 won, Y = 44, closed, riichi", "7593af06b034a0da", [-76, 272, -120, -76]),
    ("juuayanami", 2, 1, 63, "seat 1 draws, Y = 64, closed, riichi", "85f5d6c28a603a84", [-94, 94]),
    ("juuayanami", 4, 2, 317, "exhausted", "a329c8a4eefab34b", [-17, -15, -16, 48]),
]


def hurried_action(game: Any, state: Any) -> int:
    """The hurried player of 12.8 at a node of a seat."""
    data, names = state.to_dict(), {state.action_to_string(action): action for action in state.legal_actions()}
    seat = data["to_act"]
    hand, exposed = data["hand"][seat], data["exposed"][seat]
    if len(names) == 1:
        return next(iter(names.values()))
    if "WIN" in names:
        return names["WIN"]
    if "PASS" in names:
        now = namima.deficiency(hand, exposed, variant=game)
        for text, action in names.items():
            if text.startswith("M ") and seat % 2 == 1:
                rest = [h - c for h, c in zip(hand, tables_of(game).hands.parse(text[2:]).tolist(), strict=True)]
                rest[data["claim"]] += 1
                if namima.deficiency(rest, [*exposed, text[2:]], variant=game) < now:
                    return action
        return names["PASS"]
    riichi = [action for text, action in names.items() if text.startswith("Z ")]
    if riichi:
        return riichi[0]

    def after(action: int) -> int:
        rest = list(hand)
        rest[action - 2] -= 1
        return namima.deficiency(rest, exposed, growth=0, variant=game)

    return min(
        (action for text, action in names.items() if text.startswith("D ")), key=lambda action: (after(action), action)
    )


def hurried_walk(game: Any, seed: int) -> tuple[int, str, list[int], str]:
    """Nodes, digest, returns, and how the game ended."""
    rng, state = SplitMix64(seed), game.new_initial_state()
    value, nodes, last = 0xCBF29CE484222325, 0, ""

    def add(number: int, size: int) -> None:
        nonlocal value
        for byte in number.to_bytes(size, "little", signed=size == 8 or number < 0):
            value = ((value ^ byte) * 0x100000001B3) % (1 << 64)

    while not state.is_terminal():
        player, legal = state.current_player(), state.legal_actions()
        action = legal[rng.below(len(legal))] if player < 0 else hurried_action(game, state)
        for number, size in [(player, 1), (len(legal), 4), *((a, 4) for a in legal), (action, 4)]:
            add(number, size)
        last = end_text(game, state.to_dict()) if state.action_to_string(action) == "WIN" else "exhausted"
        state.apply_action(action)
        nodes += 1
    for points in state.returns():
        add(round(points * 1000), 8)
    return nodes, f"{value:016x}", [int(points) for points in state.returns()], last


def end_text(game: Any, data: dict[str, Any]) -> str:
    """The column `end` of 12.8 for a win that is about to be called."""
    seat, claimed = data["to_act"], None
    hand, declared = list(data["hand"][seat]), data["declared"][seat]
    if data["phase"] == "WON":
        claimed = data["claim"]
        hand[claimed] += 1
    dora = None if data["dora"] < 0 else data["dora"]
    best = namima.best(hand, data["exposed"][seat], claimed, dora, variant=game)
    assert best is not None
    parts = [f"seat {seat} {'draws' if claimed is None else 'won'}", f"Y = {best.points * (2 if declared else 1)}"]
    parts += ["closed"] * (not data["exposed"][seat]) + ["riichi"] * declared
    return ", ".join(parts)


@BACKENDS
@pytest.mark.parametrize(("variant", "players", "seed", "nodes", "end", "digest", "returns"), HURRIED)
def test_hurried_walk(
    variant: str, players: int, seed: int, nodes: int, end: str, digest: str, returns: list[int], backend: str
) -> None:
    options = {"variant": variant, "players": players, "games": 1, "riichi": True, "dora": True}
    game = uneri.load_game("namima", backend=backend, **options)
    assert hurried_walk(game, seed) == (nodes, digest, returns, end)


# Walks with `won_first: true` that differ from those above. They are the golden walks of an earlier rules text, which knew
# no other call priority than mahjong's.


@BACKENDS
@pytest.mark.parametrize(
    ("variant", "options", "seed", "nodes", "digest", "returns"),
    [
        ("aranami", BOTH, 7, 472, "a3a575bc47b4b7d2", [-6, -5, 23, -12]),
        ("shiranami", {"players": 3}, 3, 3031, "ab6ced414b1a333a", [-97, 119, -22]),
        ("aranami", {"players": 3}, 3, 2616, "676d977590cdfabe", [-56, 108, -52]),
    ],
)
def test_golden_walk_with_won_first(
    variant: str,
    options: dict[str, Any],
    seed: int,
    nodes: int,
    digest: str,
    returns: list[int],
    backend: str,
    switched: Any,
) -> None:
    rule_set = switched(variant, won_first=True)
    walk = walk_digest(uneri.load_game("namima", variant=rule_set, backend=backend, **options), seed)
    assert (walk.nodes, walk.digest, walk.returns) == (nodes, digest, returns)


@pytest.mark.parametrize("backend", ["core", pytest.param("reference", marks=pytest.mark.slow)])
def test_hurried_walk_with_won_first(backend: str, switched: Any) -> None:
    options = {"variant": switched("shikinami", won_first=True), "players": 4, "games": 1, "riichi": True, "dora": True}
    game = uneri.load_game("namima", backend=backend, **options)
    assert hurried_walk(game, 2) == (207, "efb8fdd61e8abf44", [-37, 133, -59, -37], "seat 1 won, Y = 22")


# Seeded deals (12.9)

DEALS = [
    (
        {"variant": "sazanami", "players": 2},
        1,
        "0 R6",
        "B112267 R14666 Y133 K37; B12368 R167 Y4 K114667",
    ),
    (
        {"variant": "aranami", "players": 3},
        2,
        "0 R7",
        "B27 R23677 Y3 K22344667; B14 R38 Y1223467 K116 W1; B333 R1366 Y67 K778 W224",
    ),
    (
        {"variant": "juuayanami", "players": 5, "first_seat": -1},
        3,
        "3 R6",
        "R237 Y13346 K1368; B223 R22 Y3677 K4 W77; B447 R17 Y2268 K8 W26; B1366 R166 K2347 W16; B3 R13466 K678 W247",
    ),
]


@BACKENDS
@pytest.mark.parametrize(("options", "seed", "first", "hands"), DEALS)
def test_seeded_deal(options: dict[str, Any], seed: int, first: str, hands: str, backend: str) -> None:
    game: Any = uneri.load_game("namima", games=1, backend=backend, **options)
    data = game.new_initial_state(seed=seed).to_dict()
    tables = tables_of(game)
    assert f"{data['to_act']} {tables.kinds[data['drawn']]}" == first
    assert "; ".join(namima.format_hand(hand, variant=game) for hand in data["hand"]) == hands
