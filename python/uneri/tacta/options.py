"""Describes TACTA's options, and draws them at random, with random decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .._util.rng import Generator
from ..registry import reference_module
from ..registry.hooks import hook
from ..registry.options import Draws, option_texts, random_values
from .cards import KINDS, SUITS, TEAM_MODES, deck_of_options, default_deck
from .plane import real

OPTIONS: Final = option_texts("tacta")
"""The values and the meaning of every option."""

SMALL: Final = "tacta(mode=quick,suits=s,values=3,table=300x260,outer_cards=owner,utility=margin)"
"""A two-seat game small enough to be solved (2.4)."""

_LETTERS = ("c", "s", "t", "cs", "ct", "st", "cst")
_MODES = ("standard", "standard", "quick", "limited_space", "sabotage", "team_up", "free_play", "team_free_play")


@hook
def builtin_data(option: str, name: str) -> Any:
    """The option is `"deck"`.

    Examples
    --------
    >>> from uneri import tacta
    >>> tacta.builtin_data("deck", "default-18")["name"]
    'default-18'
    """
    return {("deck", "default-18"): default_deck}[option, name]()


@hook
def random_options(rng: Generator, fixed: Mapping[str, Any]) -> dict[str, Any]:
    """Half of the decks are random, half are the built-in one."""
    one_of = Draws(rng).one_of
    modes = [mode for mode in _MODES if _allows(mode, fixed)]
    mode = fixed.get("mode", one_of(modes) if modes else "standard")
    # Games of many seats take long to compare.
    seats = (4, 4, 4, 6, 6, 8, 10, 12) if mode in TEAM_MODES else (2, 2, 2, 3, 3, 4, 4, 5, 6)
    drawn: dict[str, Any] = {"mode": mode, "players": one_of(seats)}
    drawn["suits"] = one_of([letters for letters in _LETTERS if len(letters) in _suit_counts(mode)])
    drawn["values"] = one_of((4, 6, 6) if mode in TEAM_MODES else (2, 3, 4, 5, 6, 6, 6, 6, 6, 6))
    drawn["outer_cards"] = one_of(("public", "owner"))
    drawn["tie_break"] = one_of(("share", "first_to_finish", "replay"))
    drawn["rounds"] = 3 if mode == "limited_space" else one_of((1, 1, 1, 2, 3))
    rounds = fixed.get("rounds", drawn["rounds"])
    # Most rounds end with less than 45 dots per seat.
    drawn["target"] = rng.below(100) if rounds not in (1, "1") and mode != "limited_space" and rng.below(2) else 0
    alone = rounds == 1 and not fixed.keys() & {"rounds", "target"}
    if alone and mode != "limited_space" and rng.below(4) == 0:  # as many rounds as it takes
        drawn["rounds"], drawn["target"] = 100, 1 + rng.below(15)
    sized = fixed.get("table", "default") != "default"  # such a table may be too small for another deck
    drawn["deck"] = random_deck(rng) if "deck" not in fixed and not sized and rng.below(2) else "default-18"
    frame = _frame_of(fixed.get("deck", drawn["deck"]))
    drawn["table"] = "default"
    if frame is not None and rng.below(2):
        drawn["table"] = "x".join(str(_even(rng, side, one_of((side, 300, 900)))) for side in frame)
    return random_values("tacta", rng, drawn, {}) | dict(fixed)


def _allows(mode: str, fixed: Mapping[str, Any]) -> bool:
    """Return whether a game of this mode can have the fixed options."""
    players = range(4, 13, 2) if mode in TEAM_MODES else range(2, 7)
    good = "players" not in fixed or fixed["players"] in players
    good = good and (mode not in TEAM_MODES or fixed.get("values", 6) in (4, 6))
    good = good and ("suits" not in fixed or len(str(fixed["suits"])) in _suit_counts(mode))
    if mode == "limited_space":
        good = good and fixed.get("rounds", 3) == 3 and fixed.get("target", 0) == 0
    return good


def _suit_counts(mode: str) -> tuple[int, ...]:
    """Return how many suits may be in play."""
    return {"limited_space": (3,), "quick": (1, 2), "sabotage": (2,)}.get(mode, (1, 2, 3))


def _frame_of(deck: Any) -> tuple[int, int] | None:
    """Return the smallest table of a deck; None for a deck in a file."""
    if isinstance(deck, str) and deck != "default-18":
        return None
    data = deck_of_options({"deck": deck})
    return data["frame"]["w"] + 2 * data["margin"], data["frame"]["h"] + 2 * data["margin"]


def _even(rng: Generator, least: int, more: int) -> int:
    """Draw an even number, `least` to `least + more`."""
    return least + least % 2 + 2 * rng.below(max(more // 2, 1))


# Random decks: slots of the usual kinds in other sizes, cards with shapes that fit side by side


def random_deck(rng: Generator) -> dict[str, Any]:
    """Draw data for the option `deck`: a valid deck with sizes, slots, cards and tables of its own."""
    while True:
        deck = _draw_frame(rng)
        # First with cards of one shape each, which say how the slots fit each other.
        deck["cards"] = [
            {"id": i, "suit": suit, "value": value, "shapes": [{"slot": deck["slots"][0]["name"], "dots": value}]}
            for i, (suit, value) in enumerate((suit, value) for suit in SUITS for value in range(1, 7))
        ]
        tables = _tables_of(deck)
        if tables is None:
            continue
        cards = _draw_cards(rng, deck, tables)
        if cards is None:
            continue
        deck["cards"] = cards
        if _tables_of(deck) is not None:
            return deck


def _tables_of(deck: Mapping[str, Any]) -> Any:
    """Return what the reference derives from a deck, or None if it refuses it."""
    try:
        return reference_module("tacta").Rules(deck=deck).tables
    except ValueError:
        return None


def _draw_frame(rng: Generator) -> dict[str, Any]:
    """Draw everything of a deck except its cards: sizes, tables, slots."""
    one_of = Draws(rng).one_of
    w, h = one_of(((80, 128), (80, 128), (80, 80), (96, 128), (64, 160)))
    margin = one_of((0, 1, 2, 4, 5, 5, 6))
    slots = _draw_slots(rng, w, h)
    start = [slot["name"] for slot in slots if rng.below(8)][:18] or [slots[0]["name"]]
    columns = 1 + rng.below(4)
    least = (w + 2 * margin, h + 2 * margin)

    def sizes(more: int) -> dict[str, list[int]]:
        # Wide enough for a card beside the start card, in any turn.
        return {str(n): [_even(rng, side + (2 * (w + h + 2 * margin)), more) for side in least] for n in range(2, 7)}

    return {
        "format": "tacta-deck",
        "version": 1,
        "name": one_of((f"random {rng.below(1_000_000)}", {"en": "x"}, {"ja": "乱", "en": "y"})),
        "note": one_of(("", "drawn at random", '"\\ ü')),
        "kinds": dict.fromkeys(KINDS, ""),
        "frame": {"w": w, "h": h},
        "margin": margin,
        "tables": {"standard": sizes(600), "one_suit": sizes(200)},
        "free_grid": {
            "columns": columns,
            "rows": 1 + rng.below(12 // columns if columns > 3 else 3),
            "pitch": one_of((20, 20, 30, 37, 60)),
        },
        "slots": slots,
        "start": {"name": "start", "shapes": [{"slot": name, "dots": 0} for name in start]},
        "cards": [],
    }


def _draw_slots(rng: Generator, w: int, h: int) -> list[dict[str, Any]]:
    """Draw the slots of 1.4 in other sizes, some left out, in another order."""
    leg, side, depth = 4 * (6 + rng.below(4)), 2 * (12 + rng.below(w // 4 - 11)), 4 * (3 + rng.below(3))
    half = leg // 2  # times the square root of 2: half the hypotenuse of a triangle on an edge, and its depth
    x, y, low, high = w // 2, h // 2, (h - w) // 2, (h + w) // 2
    t, s = "triangle", "square"
    table: list[tuple[str, str, str, int, list[Any], list[Any]]] = [
        ("T_TL", t, "TC", 5, [[0, 0], [leg, 0], [0, leg]], [0, 0]),
        ("T_TR", t, "TC", 7, [[w, 0], [w, leg], [w - leg, 0]], [w, 0]),
        ("T_BR", t, "TC", 1, [[w, h], [w - leg, h], [w, h - leg]], [w, h]),
        ("T_BL", t, "TC", 3, [[0, h], [0, h - leg], [leg, h]], [0, h]),
        ("T_T", t, "TS", 6, [[x, [0, half]], [[x, -half], 0], [[x, half], 0]], [x, [0, half]]),
        ("T_R", t, "TL", 0, [[[w, -half], y], [w, [y, -half]], [w, [y, half]]], [[w, -half], y]),
        ("T_B", t, "TS", 2, [[x, [h, -half]], [[x, half], h], [[x, -half], h]], [x, [h, -half]]),
        ("T_L", t, "TL", 4, [[[0, half], y], [0, [y, half]], [0, [y, -half]]], [[0, half], y]),
        ("Q_TL", s, "SQ", 5, _box(0, 0, side, side), [side // 2, side // 2]),
        ("Q_TR", s, "SQ", 7, _box(w - side, 0, w, side), [w - side // 2, side // 2]),
        ("Q_BR", s, "SQ", 1, _box(w - side, h - side, w, h), [w - side // 2, h - side // 2]),
        ("Q_BL", s, "SQ", 3, _box(0, h - side, side, h), [side // 2, h - side // 2]),
        ("R_T", "bar", "BE", 6, _box(0, 0, w, depth), [x, depth // 2]),
        ("R_R", "bar", "BS", 0, _box(w - depth, low, w, high), [w - depth // 2, y]),
        ("R_B", "bar", "BE", 2, _box(0, h - depth, w, h), [x, h - depth // 2]),
        ("R_L", "bar", "BS", 4, _box(0, low, depth, high), [depth // 2, y]),
        ("L_R", "long", "LB", 0, _box(w - depth, 0, w, h), [w - depth // 2, y]),
        ("L_L", "long", "LB", 4, _box(0, 0, depth, h), [depth // 2, y]),
    ]
    kept = [row for row in table if rng.below(10)]
    if rng.below(2):
        kept = Draws(rng).shuffled(kept)
    fields = ("name", "kind", "cls", "out", "polygon", "anchor")
    slots: list[dict[str, Any]] = [{"id": i, **dict(zip(fields, row, strict=True))} for i, row in enumerate(kept)]
    return [slot | {"dots": _drawing_positions(slot["kind"], slot["out"], slot["polygon"])} for slot in slots]


def _box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    """Return a rectangle, clockwise."""
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def _drawing_positions(kind: str, out: int, polygon: list[Any]) -> list[list[int]]:
    """Place six points for dots: around the middle of a small shape, along a bar."""
    corners = [(real(px), real(py)) for px, py in polygon]
    cx, cy = (sum(part) / len(corners) for part in zip(*corners, strict=True))
    if kind in ("bar", "long"):
        upright = out in (0, 4)
        along = [corner[upright] for corner in corners]
        length = max(along) - min(along)
        steps = [length * (2 * i + 1 - 6) / 12 for i in range(6)]
        return [[round(cx), round(cy + step)] if upright else [round(cx + step), round(cy)] for step in steps]
    ring = ((0, 0), (-6, 0), (6, 0), (0, -6), (0, 6), (-5, -5))
    return [[round(cx) + dx, round(cy) + dy] for dx, dy in ring]


def _draw_cards(rng: Generator, deck: Mapping[str, Any], tables: Any) -> list[dict[str, Any]] | None:
    """Draw eighteen cards, or return None if the slots have too little room for them."""
    slots = len(deck["slots"])
    beside = [[_side_by_side(tables, one, two) for two in range(slots)] for one in range(slots)]
    named = {slot["name"]: slot["id"] for slot in deck["slots"]}
    started = [named[shape["slot"]] for shape in deck["start"]["shapes"]]
    useful = [own for own in range(slots) if any(tables.joints[target][own] for target in started)]
    if not useful:
        return None
    cards = []
    for i, (suit, value) in enumerate((suit, value) for suit in SUITS for value in range(1, 7)):
        chosen = [useful[rng.below(len(useful))]]
        wanted, left = 1 + rng.below(4), [slot for slot in range(slots) if slot != chosen[0]]
        while left and len(chosen) < wanted:
            slot = left.pop(rng.below(len(left)))
            if all(beside[slot][other] and beside[other][slot] for other in chosen):
                chosen.append(slot)
        dots = [0] * len(chosen)
        for _ in range(value):
            dots[rng.below(len(chosen))] += 1
        counts = sorted(zip(chosen, dots, strict=True))
        shapes = [{"slot": deck["slots"][slot]["name"], "dots": count} for slot, count in counts]
        cards.append({"id": i, "suit": suit, "value": value, "shapes": shapes})
    return cards


def _side_by_side(tables: Any, target: int, other: int) -> bool:
    """Return whether a card can have both shapes: the margin of a card on one must not reach the other (V4, V5)."""
    from ..reference.tacta.geometry import ZERO, Pose, overlap

    flat = Pose(0, 0, (ZERO, ZERO))
    neighbour = tables.shape(flat, other)
    if overlap(tables.shape(flat, target), neighbour):
        return False
    owns = [own for own in range(len(tables.joints)) if tables.joints[target][own]]
    poses = [tables.joint_pose(flat, target, own, face) for own in owns for face in range(2)]
    return not any(overlap(tables.outer(pose), neighbour) for pose in poses)
