"""Data derived from a TACTA deck: the joint table (1.7), poses and regions of its cards, canonical shapes (4.4), and
the checks of a deck that need more than one entry (V4, V5, V7, V8).

`Tables` is computed once, when the deck is loaded.
"""

from __future__ import annotations

from typing import NamedTuple

from .deck import COLOUR_COUNTS, DECK_SIZE, Card, Deck, deck_entry
from .geometry import (
    TURNS,
    ZERO,
    Point,
    Pose,
    Slab,
    add,
    clipped,
    inside,
    minus,
    mirror,
    moved,
    number,
    overlap,
    rectangle,
    rotate,
    slab_of,
    subtract,
    twice_area,
)

START = -1  # the id of the start card
MAX_LAID = 108  # cards ever laid on the start card (6)


class Symmetry(NamedTuple):
    """A symmetry of a card's frame that maps its shapes with their dots onto themselves (4.4)."""

    shapes: tuple[int, ...]  # shape i goes to shapes[i]
    flips: int  # 1 for the two mirrors
    turns: int  # 1 for the half turn and the mirror in y (5)


class Tables:
    """The geometry of a deck, fixed when it is loaded."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        w, h, m = deck.width, deck.height, deck.margin
        frame, outer = rectangle(0, 0, w, h), rectangle(-m, -m, w + m, h + m)
        # Of a card in orientation k at t = 0. A back's frame is the same rectangle.
        self.frames = [slab_of([rotate(p, k) for p in frame]) for k in range(TURNS)]
        self.outers = [slab_of([rotate(p, k) for p in outer]) for k in range(TURNS)]
        # Of a slot on face f in orientation k at t = 0: [slot][f][k].
        self.slabs = [
            [[slab_of([self.turned(p, f, k) for p in slot.polygon]) for k in range(TURNS)] for f in range(2)]
            for slot in deck.slots
        ]
        self.anchors = [
            [[self.turned(slot.anchor, f, k) for k in range(TURNS)] for f in range(2)] for slot in deck.slots
        ]
        # joints[j][s]: can a shape in slot s cover one in slot j?
        self.joints = self.derive_joints()
        self.symmetries = [self.card_symmetries(card) for card in deck.cards]
        self.canonical = [self.canonical_shapes(c) for c in range(DECK_SIZE)]
        self.canonical_free = [self.canonical_turns(c) for c in range(DECK_SIZE)]
        self.check_cards()
        self.check_distances()

    # --- Placed cards (1.5, 1.6) ---

    def card(self, card: int) -> Card:
        """Return a player card by its id, or the start card."""
        return self.deck.start if card == START else self.deck.cards[card]

    def turned(self, p: Point, face: int, k: int) -> Point:
        """R_k(M_face(p))"""
        return rotate(mirror(p, self.deck.width) if face else p, k)

    def frame(self, pose: Pose) -> Slab:
        """F of a placed card: return the frame."""
        return moved(self.frames[pose.k], pose.t)

    def outer(self, pose: Pose) -> Slab:
        """O of a placed card: return frame and margin."""
        return moved(self.outers[pose.k], pose.t)

    def shape(self, pose: Pose, slot: int) -> Slab:
        """S: return the region of a shape in this slot of a placed card."""
        return moved(self.slabs[slot][pose.face][pose.k], pose.t)

    # --- Joints (1.7) ---

    def outward(self, slot: int, face: int) -> int:
        """Return the outward direction of a slot of an unturned card: e of the pose formula."""
        out = self.deck.slots[slot].out
        return (4 - out) % TURNS if face else out

    def joint_pose(self, target: Pose, target_slot: int, own_slot: int, face: int) -> Pose:
        """Return the pose of a card whose own shape covers the target's: the pose formula."""
        towards = target.k + self.outward(target_slot, target.face)
        k = (towards + 4 - self.outward(own_slot, face)) % TURNS
        anchor = add(target.t, self.anchors[target_slot][target.face][target.k])
        return Pose(face, k, subtract(anchor, self.anchors[own_slot][face][k]))

    def fits(self, pose: Pose, own_slot: int, target_slot: int) -> bool:
        """Check congruence and exactness against an unturned card at the origin.

        The two shapes are the same set of points, and the two frames share no more area than that.
        """
        deck = self.deck
        if self.shape(pose, own_slot) != self.slabs[target_slot][0][0]:
            return False
        frame = [add(pose.t, rotate(p, pose.k)) for p in rectangle(0, 0, deck.width, deck.height)]
        shared = clipped(frame, deck.width, deck.height)
        return twice_area(shared) == twice_area(deck.slots[target_slot].polygon)

    def derive_joints(self) -> list[list[bool]]:
        """Find the joints for every pair of slots of one kind: all faces, all turns, all alignments.

        An unturned front is enough as the target: the rules are invariant under rotation and mirroring.
        """
        slots = self.deck.slots
        joints = [[False] * len(slots) for _ in slots]
        for target in slots:
            for own in slots:
                if own.kind == target.kind:
                    joints[target.id][own.id] = self.derive_joint(target.id, own.id)
        return joints

    def derive_joint(self, target: int, own: int) -> bool:
        """Return whether there is a joint. It must have the formula's pose and no other, for both faces or for none."""
        slots = self.deck.slots
        works = []
        for face in range(2):
            poses = [self.aligned(target, own, face, k) for k in range(TURNS)]
            passing = [pose for pose in poses if self.fits(pose, own, target)]
            formula = self.joint_pose(Pose(0, 0, (ZERO, ZERO)), target, own, face)
            if passing not in ([], [formula]):
                allowed = f"a slot whose only joint is that of the pose formula, slot {slots[own].name}"
                raise deck_entry(f"slots[{own}]", {}).bad(f"{allowed} on {slots[target].name}")
            works.append(passing == [formula])
        if works[0] != works[1]:
            allowed = f"a slot whose joints are there for both faces or for none, slot {slots[own].name}"
            raise deck_entry(f"slots[{own}]", {}).bad(f"{allowed} on {slots[target].name}")
        return works[0]

    def aligned(self, target: int, own: int, face: int, k: int) -> Pose:
        """Return the only translation that can make the shapes equal: it fits their left and upper ends."""
        there, here = self.slabs[target][0][0], self.slabs[own][face][k]
        return Pose(face, k, (minus(there[0][0], here[0][0]), minus(there[1][0], here[1][0])))

    # --- Symmetric cards (4.4, 5) ---

    def card_symmetries(self, card: Card) -> list[Symmetry]:
        """List the symmetries of a card, the identity first."""
        facts = [self.shape_facts(shape.slot, shape.dots) for shape in card.shapes]
        result = []
        for in_x, in_y in ((False, False), (True, False), (False, True), (True, True)):
            images = [self.shape_facts(s.slot, s.dots, mirror_x=in_x, mirror_y=in_y) for s in card.shapes]
            if all(image in facts for image in images):
                result.append(Symmetry(tuple(map(facts.index, images)), int(in_x != in_y), int(in_y)))
        return result

    def shape_facts(
        self, slot: int, dots: int, *, mirror_x: bool = False, mirror_y: bool = False
    ) -> tuple[str, int, Slab]:
        """Return kind, dots and place of a shape, after mirrors of the frame."""
        w, h = number(self.deck.width), number(self.deck.height)
        corners = [
            (minus(w, x) if mirror_x else x, minus(h, y) if mirror_y else y) for x, y in self.deck.slots[slot].polygon
        ]
        return self.deck.slots[slot].kind, dots, slab_of(corners)

    def canonical_shapes(self, card: int) -> list[tuple[int, int]]:
        """List the canonical (own shape, face) pairs of a card, ascending (4.4)."""
        pairs = [(s, f) for s in range(len(self.deck.cards[card].shapes)) for f in range(2)]
        return [(s, f) for s, f in pairs if (s, f) == min((g.shapes[s], f ^ g.flips) for g in self.symmetries[card])]

    def canonical_turns(self, card: int) -> list[tuple[int, int]]:
        """List the canonical (half turn, face) pairs of a card laid freely, ascending (5)."""
        pairs = [(h, f) for h in range(2) for f in range(2)]
        return [(h, f) for h, f in pairs if (h, f) == min((h ^ g.turns, f ^ g.flips) for g in self.symmetries[card])]

    # --- Bounds and checks ---

    def most_actions(self) -> int:
        """Return a bound on the number of legal actions (6)."""
        deck = self.deck
        slots = [shape.slot for shape in deck.start.shapes]
        slots += [shape.slot for card in deck.cards for shape in card.shapes] * 6
        most = 0
        for c, card in enumerate(deck.cards):
            own = [card.shapes[s].slot for s, _ in self.canonical[c]]
            most = max(most, sum(self.joints[target][slot] for target in slots for slot in own))
        return max(2 * most, 16 * deck.regions)

    def check_cards(self) -> None:
        """Check V4, V5 and V7."""
        deck = self.deck
        origin = Pose(0, 0, (ZERO, ZERO))
        for c, card in enumerate(deck.cards):
            slabs = [self.shape(origin, shape.slot) for shape in card.shapes]
            for j, slab in enumerate(slabs):
                for i in range(j):
                    if overlap(slabs[i], slab):
                        names = [deck.slots[card.shapes[x].slot].name for x in (i, j)]
                        allowed = (
                            f"shapes that do not overlap (V4), {names[0]} and {names[1]} of card {c} ({card.name})"
                        )
                        raise deck_entry(f"cards[{c}].shapes[{j}]", {}).bad(allowed)
        for c, card in enumerate(deck.cards):
            for j, target in enumerate(card.shapes):
                self.check_margins(c, j, target.slot)
        table = deck.standard[int(COLOUR_COUNTS[0])]
        for c, card in enumerate(deck.cards):
            poses = [
                self.joint_pose(self.start_pose(), target.slot, own.slot, face)
                for target in deck.start.shapes
                for own in card.shapes
                for face in range(2)
                if self.joints[target.slot][own.slot]
            ]
            if not any(inside(self.outer(pose), *table) for pose in poses):
                allowed = f"a card that fits on a start shape of an empty table (V7), card {c} ({card.name})"
                raise deck_entry(f"cards[{c}]", {}).bad(allowed)

    def check_margins(self, c: int, j: int, target_slot: int) -> None:
        """V5: check that the margin of a card laid on shape j of card c hides nothing of the other shapes."""
        deck = self.deck
        card = deck.cards[c]
        origin = Pose(0, 0, (ZERO, ZERO))
        for own in deck.slots:
            if not self.joints[target_slot][own.id]:
                continue
            for face in range(2):
                outer = self.outer(self.joint_pose(origin, target_slot, own.id, face))
                for i, other in enumerate(card.shapes):
                    if i != j and overlap(outer, self.shape(origin, other.slot)):
                        allowed = (
                            f"a shape that can be covered without reaching into others (V5), card {c} ({card.name}): "
                            f"{own.name} on {deck.slots[target_slot].name} reaches {deck.slots[other.slot].name}"
                        )
                        raise deck_entry(f"cards[{c}].shapes[{j}]", {}).bad(allowed)

    def largest_step(self) -> int:
        """D of V8: return the largest part of t_P - t_T over all joints, target poses and faces."""
        largest = 0
        for target in range(len(self.deck.slots)):
            for own in range(len(self.deck.slots)):
                if not self.joints[target][own]:
                    continue
                for face in range(2):
                    for turn in range(2 * TURNS):
                        under = Pose(turn // TURNS, turn % TURNS, (ZERO, ZERO))
                        x, y = self.joint_pose(under, target, own, face).t
                        largest = max(largest, *map(abs, (*x, *y)))
        return largest

    def check_distances(self) -> None:
        """V8: check that positions stay in 16 bits however the cards are laid."""
        deck = self.deck
        largest = self.largest_step()
        if MAX_LAID * largest + max(deck.width, deck.height) + 4096 >= 1 << 15:
            allowed = f"joints that move a card by less (V8), the largest part is {largest}"
            raise deck_entry("slots", list(deck.slots)).bad(allowed)

    def start_pose(self) -> Pose:
        """Return the start card in the middle of the table (2.2)."""
        return Pose(0, 0, (number(-self.deck.width // 2), number(-self.deck.height // 2)))
