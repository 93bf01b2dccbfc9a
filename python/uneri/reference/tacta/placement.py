"""Laying cards in TACTA: legal placements (4.2), their effects (4.3), and free placement (5).

`explain` reads the definition for one action; `connections` and `free_slots` list everything, independently.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from .deck import Card
from .geometry import Point, Pose, Slab, apart, inside, moved, number, overlap, rectangle, rotate, slab_of, subtract
from .setup import Setup
from .state import (
    CHOOSE_SUIT,
    COVERED,
    LANDSCAPE,
    LOCKED,
    NONE,
    OPEN,
    PLAY,
    PORTRAIT,
    Connect,
    Free,
    HandOver,
    Pass,
    Placed,
    State,
    card_of,
)
from .tables import START

LEGAL = "legal"


class Connection(NamedTuple):
    """A legal way to lay one card on another, whichever end of the deck the card comes from."""

    target: int
    shape: int
    own: int
    face: int
    pose: Pose


# --- The table --------------------------------------------------------------------------------------------------------


def start_card(rules: Setup) -> Placed:
    """Return the start card in the middle, all its shapes open (2.2)."""
    shapes = len(rules.deck.start.shapes)
    return Placed(NONE, NONE, START, rules.tables.start_pose(), NONE, NONE, NONE, (OPEN,) * shapes)


def slot(rules: Setup, entry: Placed, shape: int) -> int:
    """Return the slot of one of a placed card's shapes."""
    return rules.tables.card(entry.card).shapes[shape].slot


def lay(rules: Setup, placed: Sequence[Placed], entry: Placed) -> tuple[Placed, ...]:
    """Return the table with one more card: its joint shape locked, the target's shapes under it covered (4.3)."""
    shapes = range(len(rules.tables.card(entry.card).shapes))
    result = list(placed)
    if entry.parent != NONE:
        under, frame = placed[entry.parent], rules.tables.frame(entry.pose)
        status = [
            COVERED if overlap(frame, rules.tables.shape(under.pose, slot(rules, under, j))) else before  # I2
            for j, before in enumerate(under.status)
        ]
        result[entry.parent] = replace(under, status=tuple(status))
    status = [LOCKED if s == entry.own_shape else OPEN for s in shapes]  # I3
    return (*result, replace(entry, status=tuple(status)))  # I4: no card on the table moves


def room(rules: Setup, size: tuple[int, int], placed: Sequence[Placed], target: int, pose: Pose) -> str:
    """L7 and L8: check that a card in this pose on the target stays on the table and off all other frames."""
    outer = rules.tables.outer(pose)
    if not inside(outer, *size):
        return "OFF_TABLE"
    for q, other in enumerate(placed):
        if q != target and overlap(outer, rules.tables.frame(other.pose)):
            return "SECOND_CARD"
    return LEGAL


# --- One action at a time ---------------------------------------------------------------------------------------------


def explain(rules: Setup, s: State, action: int) -> str:
    """Return `legal`, or the first condition of 4.2 that fails."""
    if not 0 <= action < rules.actions.size:
        return "BAD_ID"
    move = rules.actions.decode(action)
    if s.phase not in (CHOOSE_SUIT, PLAY) or isinstance(move, HandOver) != (s.phase == CHOOSE_SUIT):
        return "NOT_NOW"
    if isinstance(move, HandOver):
        return LEGAL
    if isinstance(move, Pass):
        return "MOVE_AVAILABLE" if connect_available(rules, s) or free_available(rules, s) else LEGAL
    if s.ends[s.turn][move.end] == NONE:  # L1
        return "BAD_END"
    card = card_of(s.ends[s.turn][move.end])
    if isinstance(move, Free):
        if connect_available(rules, s):
            return "CONNECT_AVAILABLE"
        if free_slot(rules, s, move.region, move.posture) is None:
            return "NO_SLOT"
        canonical = (move.turned, move.face) in rules.tables.canonical_free[card]
        return LEGAL if canonical else "NOT_CANONICAL"
    return explain_connect(rules, s, rules.scoring_colour(s.turn), card, move)


def explain_connect(rules: Setup, s: State, colour: int, card: int, move: Connect) -> str:
    """Check L2 to L8 for a card of a seat with this scoring colour."""
    _, i, j, own, face = move
    if i >= len(s.placed) or j >= len(s.placed[i].status) or own >= len(rules.deck.cards[card].shapes):  # L2
        return "BAD_TARGET"
    target = s.placed[i]
    if rules.free_play and target.colour == colour:  # L3
        return "OWN_COLOUR"
    if (own, face) not in rules.tables.canonical[card]:  # L4
        return "NOT_CANONICAL"
    if target.status[j] != OPEN:  # L5
        return "NOT_OPEN"
    own_slot, target_slot = rules.deck.cards[card].shapes[own].slot, slot(rules, target, j)
    if not rules.tables.joints[target_slot][own_slot]:  # L6
        return "NO_JOINT"
    pose = rules.tables.joint_pose(target.pose, target_slot, own_slot, face)
    return room(rules, rules.table_size(s), s.placed, i, pose)  # L7, L8, I1


def why_not_laid(rules: Setup, s: State, action: int) -> str | None:
    """Return the result of `explain` as a sentence with the tag of the rule; None if the action is legal."""
    code, move = explain(rules, s, action), rules.actions.decode(action)
    if code == LEGAL:
        return None
    if isinstance(move, Connect | Free) and code not in ("NOT_NOW", "BAD_END"):
        card = rules.deck.cards[card_of(s.ends[s.turn][move.end])]
        if isinstance(move, Connect):
            return _why_not_connected(rules, s, code, card, move)
        return {
            "CONNECT_AVAILABLE": "A card is laid freely only if the seat can connect none (4.1)",
            "NO_SLOT": f"Region {move.region} has no spot for a {('portrait', 'landscape')[move.posture]} card (5)",
            "NOT_CANONICAL": f"{card.name} looks the same in another way, which has a smaller id (4.4)",
        }[code]
    if code == "BAD_END":
        return "The deck has no card at that end (L1)"
    if code == "MOVE_AVAILABLE":
        return "A seat passes only if it can lay no card (4.1)"
    if s.phase == CHOOSE_SUIT:
        return "Before the decks are built each seat chooses a suit to hand over: hand 0 or hand 1 (8)"
    return "Suits are handed over only before a round of sabotage (8)" if s.phase == PLAY else "The match is over (4.1)"


def _why_not_connected(rules: Setup, s: State, code: str, card: Card, move: Connect) -> str:
    """Return the violated condition of L2 to L8 as a sentence."""
    if code == "BAD_TARGET":
        if move.target >= len(s.placed):
            return f"No card {move.target} lies on the table, only 0 to {len(s.placed) - 1} (L2)"
        if move.shape >= len(s.placed[move.target].status):
            return f"Card {move.target} on the table has no shape {move.shape} (L2)"
        return f"The seat's card {card.name} has no shape {move.own} (L2)"
    if code == "OWN_COLOUR":
        return "In free play a seat does not cover cards of its own colour (L3)"
    if code == "NOT_CANONICAL":
        return f"{card.name} looks the same in another way, which has a smaller id (L4)"
    if code == "NOT_OPEN":
        hidden = s.placed[move.target].status[move.shape] == COVERED
        return f"Shape {move.target}.{move.shape} is {'covered' if hidden else 'locked'}, not open (L5)"
    if code == "NO_JOINT":
        below = slot(rules, s.placed[move.target], move.shape)
        names = [rules.deck.slots[i].name for i in (card.shapes[move.own].slot, below)]
        return f"A shape {names[0]} does not join a shape {names[1]} (L6)"
    if code == "OFF_TABLE":
        return "The card would reach over the border of the table (L7)"
    return "The card would overlap the frame of a card other than the one that it covers (L8)"


# --- All connections --------------------------------------------------------------------------------------------------


class Survey:
    """The table of one state while its placements are listed.

    Many placements share the rectangle that they cover (two faces, several own shapes); it is tested once.
    """

    def __init__(self, rules: Setup, s: State) -> None:
        self.rules = rules
        self.placed = s.placed
        self.size = rules.table_size(s)
        self.frames = [rules.tables.frame(entry.pose) for entry in s.placed]
        self.tested: dict[tuple[int, Slab], bool] = {}

    def has_room(self, target: int, pose: Pose) -> bool:
        """L7 and L8."""
        outer = self.rules.tables.outer(pose)
        key = (target, outer)
        if key not in self.tested:
            self.tested[key] = inside(outer, *self.size) and self.is_clear(target, outer)
        return self.tested[key]

    def is_clear(self, target: int, outer: Slab) -> bool:
        """L8."""
        others = [*self.frames[:target], *self.frames[target + 1 :]]
        return not any(map(partial(overlap, outer), others))

    def open_shapes(self, colour: int) -> Iterator[tuple[int, int]]:
        """Yield the shapes (i, j) that a seat of this scoring colour may aim at (L3, L5)."""
        for i, target in enumerate(self.placed):
            if not (self.rules.free_play and target.colour == colour):
                for j, status in enumerate(target.status):
                    if status == OPEN:
                        yield i, j

    def connections(self, colour: int, card: int) -> Iterator[Connection]:
        """Yield all legal ways to lay a card on another, in the order of their ids."""
        tables = self.rules.tables
        shapes = self.rules.deck.cards[card].shapes
        for i, j in self.open_shapes(colour):
            target = self.placed[i]
            target_slot = slot(self.rules, target, j)
            for own, face in tables.canonical[card]:
                if tables.joints[target_slot][shapes[own].slot]:
                    pose = tables.joint_pose(target.pose, target_slot, shapes[own].slot, face)
                    if self.has_room(i, pose):
                        yield Connection(i, j, own, face, pose)


def seat_connections(rules: Setup, s: State, seat: int) -> list[Connect]:
    """List all legal connections of a seat as if it were to move."""
    survey, colour = Survey(rules, s), rules.scoring_colour(seat)
    return [
        Connect(end, c.target, c.shape, c.own, c.face)
        for end in range(2)
        if s.ends[seat][end] != NONE
        for c in survey.connections(colour, card_of(s.ends[seat][end]))
    ]


def connect_available(rules: Setup, s: State) -> bool:
    """Return whether the seat to move has a legal connection."""
    survey, colour = Survey(rules, s), rules.scoring_colour(s.turn)
    return any(True for held in s.ends[s.turn] if held != NONE for _ in survey.connections(colour, card_of(held)))


def connectable_cards(rules: Setup, s: State, seat: int) -> list[int]:
    """List the card ids that would have a legal connection for a seat, wherever they are (9)."""
    survey, colour = Survey(rules, s), rules.scoring_colour(seat)
    return [card for card in range(len(rules.deck.cards)) if any(True for _ in survey.connections(colour, card))]


# --- Free placement (5) -----------------------------------------------------------------------------------------------


def _all_free_slots(rules: Setup, s: State) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    size, outers = rules.table_size(s), _outers(rules, s.placed)
    for region in range(rules.deck.regions):
        for posture in (PORTRAIT, LANDSCAPE):
            centre = _slot_on(rules, size, outers, region, posture)
            if centre is not None:
                yield (region, posture), centre


def free_slots(rules: Setup, s: State) -> dict[tuple[int, int], tuple[int, int]]:
    """Map (region, posture) to the centre where a card can lie without touching any other, if there is one."""
    return dict(_all_free_slots(rules, s))


def free_available(rules: Setup, s: State) -> bool:
    """Return whether a card can be laid freely anywhere."""
    return any(True for _ in _all_free_slots(rules, s))


def free_slot(rules: Setup, s: State, region: int, posture: int) -> tuple[int, int] | None:
    """Return the centre for one region and posture."""
    return _slot_on(rules, rules.table_size(s), _outers(rules, s.placed), region, posture)


def _outers(rules: Setup, placed: Sequence[Placed]) -> list[Slab]:
    return [rules.tables.outer(entry.pose) for entry in placed]


def _slot_on(
    rules: Setup, size: tuple[int, int], outers: Sequence[Slab], region: int, posture: int
) -> tuple[int, int] | None:
    """Return the first feasible centre of a region in reading order."""
    deck = rules.deck
    row, column = divmod(region, deck.columns)
    columns = _grid_lines(size[0], deck.columns, deck.pitch)[column]
    rows = _grid_lines(size[1], deck.rows, deck.pitch)[row]
    if not columns or not rows:
        return None
    around = rules.tables.outer(free_pose(rules, (0, 0), posture, 0, 0))
    # A card that is apart from the smallest rectangle around all candidates is apart from each of them.
    (left, right), (top, bottom) = ((low[0], high[0]) for low, high in around[:2])
    all_over = slab_of(rectangle(columns[0] + left, rows[0] + top, columns[-1] + right, rows[-1] + bottom))
    near = [other for other in outers if not apart(all_over, other)]
    for y in rows:
        for x in columns:
            outer = moved(around, _point((x, y)))
            if inside(outer, *size) and all(map(partial(apart, outer), near)):
                return x, y
    return None


def _grid_lines(length: int, parts: int, pitch: int) -> list[list[int]]:
    """List the coordinates of candidate centres along one side of the table, by their part of the side."""
    lines: list[list[int]] = [[] for _ in range(parts)]
    for line in range(-length // 2, length // 2 + 1, pitch):
        lines[min(parts - 1, (line + length // 2) * parts // length)].append(line)
    return lines


def free_pose(rules: Setup, centre: tuple[int, int], posture: int, turned: int, face: int) -> Pose:
    """Return the pose of a card laid freely around a centre."""
    k = (2 * int(posture == LANDSCAPE) + 4 * turned) % 8
    middle = (number(rules.deck.width // 2), number(rules.deck.height // 2))
    return Pose(face, k, subtract(_point(centre), rotate(middle, k)))


def _point(centre: tuple[int, int]) -> Point:
    return number(centre[0]), number(centre[1])
