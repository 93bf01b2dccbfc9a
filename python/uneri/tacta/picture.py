"""TACTA's table as a picture: SVG text without scripts, fonts of its own, identifiers or anything from outside.

Cards are drawn in the order in which they were laid. The colours are those of Okabe and Ito, which people with any
kind of colour vision tell apart; every colour has a sign as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex
from xml.sax.saxutils import escape

from .._util.checks import bounded, integer
from .._util.game_module import check_game, check_state
from .cards import (
    Connect,
    Free,
    card_name,
    num_colours,
    shared_deck,
    space_of,
    split,
    table_size,
)
from .plane import Plane, Point, Pose, plane_of, pose_of
from .text import render, round_shown, visible_dots

if TYPE_CHECKING:
    from .. import contract

COLOURS: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""What the colours 0 to 5 look like: blue, orange, green, purple, sky blue, vermilion."""
SIGN_NAMES: Final = ("plus", "diamond", "ring", "moon", "hourglass", "star")
"""The signs of the colours 0 to 5, for those to whom colours look alike. No turn makes one look like another."""

_PALE: Final = ("#d0e4f0", "#fbeccc", "#ccece3", "#f5e4ed", "#e6f4fc", "#f8dfcc")
_DARK: Final = ("#004a75", "#7d5600", "#00573f", "#7c3a5e", "#1c5f86", "#7d3700")
_TABLE, _EDGE, _INK, _MARK = "#efece4", "#8a8578", "#1a1a1a", "#f0e442"

# In a box from -1 to 1, to be filled by the even-odd rule.
_SIGNS: Final = (
    "M-.3-1H.3V-.3H1V.3H.3V1H-.3V.3H-1V-.3H-.3Z",
    "M0-1.1L.9 0 0 1.1-.9 0Z",
    "M-1 0A1 1 0 1 0 1 0 1 1 0 1 0-1 0ZM-.5 0A.5 .5 0 1 0 .5 0 .5 .5 0 1 0-.5 0Z",
    "M.4-.92A1 1 0 1 0 .4 .92 1.2 1.2 0 0 1 .4-.92Z",
    "M-.9-1H.9L.2 0 .9 1H-.9L-.2 0Z",
    "M0-1.1L.28-.34 1.05-.34 .43 .14 .65 .89 0 .44-.65 .89-.43 .14-1.05-.34-.28-.34Z",
)


def to_svg(
    state: contract.State,
    seat: SupportsIndex | None = None,
    *,
    candidates: Iterable[SupportsIndex] | None = None,
    whole_table: bool = False,
) -> str:
    """Draw the table as SVG text.

    The card laid last has a heavy outline. Dots that nobody can cover any more because they lie in a joint have a ring.

    Parameters
    ----------
    state
        A state of either backend.
    seat
        The seat that looks. None: somebody who sees everything.
    candidates
        Legal actions to mark: what they aim at is yellow, where the card would lie is dashed. None: all the moves that
        the viewer may know; `[]`: none.
    whole_table
        Whether to show all of the table, not only the part that is in use.

    Returns
    -------
    str
        The picture, without scripts, fonts of its own or anything from outside.

    Raises
    ------
    TypeError
        If this is not a state of TACTA, or the seat or a candidate is not an integer.
    ValueError
        If there is no such seat, or a candidate is not legal.

    Examples
    --------
    >>> import uneri
    >>> state = uneri.load_game("tacta").new_initial_state(seed=1)
    >>> uneri.tacta.to_svg(state)[:4]
    '<svg'
    """
    check_state(state, "tacta")
    viewer = None if seat is None else bounded(seat, "seat", 0, state.game.num_players - 1)
    data = state.to_dict(viewer)
    legal = state.legal_actions() if state.current_player() >= 0 else []
    if candidates is None:
        secret = data["options"]["outer_cards"] == "owner" and viewer not in (None, data["turn"])
        chosen = [] if secret else legal
    else:
        chosen = [integer(action, "candidate") for action in candidates]
        for action in chosen:
            if action not in legal:
                raise ValueError(f"candidate is {action}; allowed: legal actions of the seat to move")
    return _Picture(data).text(_places(state, data, chosen), whole_table)


def cards_to_svg(game: contract.Game, colour: SupportsIndex = 0) -> str:
    """Draw the cards of a game's deck, to check a deck of your own.

    They lie front up in one colour, a suit a row, and the start card besides.

    Parameters
    ----------
    game
        A loaded game of either backend.
    colour
        The colour, 0 to 5.

    Returns
    -------
    str
        SVG text.

    Raises
    ------
    TypeError
        If this is not a game of TACTA, or the colour is not an integer.
    ValueError
        If there is no such colour.
    """
    check_game(game, "tacta")
    which = bounded(colour, "colour", 0, len(COLOURS) - 1)
    plane = plane_of(game.options)
    wide, high = plane.width + 2 * plane.margin + 12, plane.height + 2 * plane.margin + 12
    deck = shared_deck(game.options)
    order = sorted(range(18), key=lambda card: (deck["cards"][card]["suit"], deck["cards"][card]["value"]))
    placed = [
        _flat(plane, card, which, wide * (1 + place % 6), high * (place // 6)) for place, card in enumerate(order)
    ]
    placed.append(_flat(plane, -1, -1, 0, high))
    picture = _Picture({"options": game.options, "placed": placed, "phase": "PLAY", "round": 0})
    left, top = -plane.margin - 6, -plane.margin - 6
    box = f"{left} {top} {7 * wide} {3 * high}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="960" '
        f'height="{_number(960 * 3 * high / (7 * wide))}" role="img" font-family="sans-serif"><title>TACTA</title>'
        f'<rect x="{left}" y="{top}" width="{7 * wide}" height="{3 * high}" fill="{_TABLE}"/>'
    )
    return "\n".join([head, *map(picture.card, range(len(placed))), "</svg>"])


def _flat(plane: Plane, card: int, colour: int, x: int, y: int) -> dict[str, Any]:
    """A card that lies alone."""
    shapes = plane.start if card < 0 else plane.cards[card]
    return {
        "colour": colour,
        "card": card,
        "face": 0,
        "k": 0,
        "t": [[x, 0], [y, 0]],
        "status": ["open"] * len(shapes),
    }


class Place(NamedTuple):
    """Where a card of the seat to move might come to lie."""

    pose: Pose
    target: int
    """The placed card below, or -1."""
    shape: int
    names: list[str]
    """The moves that lay it there."""


def _places(state: contract.State, data: Mapping[str, Any], actions: Sequence[int]) -> list[Place]:
    """The different frames that some moves would cover."""
    plane, space = plane_of(data["options"]), space_of(shared_deck(data["options"]))
    found: dict[tuple[int, ...], Place] = {}
    size = table_size(data["options"], shared_deck(data["options"]), round_shown(data))
    for action in actions:
        move = split(space, action)
        if isinstance(move, Connect):
            held = _held(state, data, move.end)
            target = data["placed"][move.target]
            pose = plane.connected(target, move.shape, plane.cards[held][move.own_shape][0], move.face)
            where = (move.target, move.shape)
        elif isinstance(move, Free):
            spot = plane.free(data["placed"], size, move.region, move.posture, move.half_turn, move.face)
            if spot is None:
                raise AssertionError("a legal free placement has room")
            pose, where = spot, (-1, -1)
        else:
            continue
        x, y = (sum(part) / 4 for part in zip(*plane.corners(pose, 0.0), strict=True))
        place = found.setdefault((*where, round(x), round(y), pose.k % 4), Place(pose, *where, []))
        place.names.append(state.action_to_string(action))
    return list(found.values())


def _held(state: contract.State, data: Mapping[str, Any], end: int) -> int:
    """The id of the card at an end of the seat to move."""
    coloured = data["ends"][data["turn"]][end]
    if coloured is None:  # hidden from the viewer, who named the action himself
        coloured = state.to_dict()["ends"][data["turn"]][end]
    return int(coloured) % 18


def _number(value: float) -> str:
    """A length with two digits after the point, none of them idle."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


class _Picture:
    """One table."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.options = data["options"]
        self.plane: Plane = plane_of(self.options)
        self.size = table_size(self.options, shared_deck(self.options), round_shown(data))
        plane = self.plane
        self.polygons = [_points(slot.polygon) for slot in plane.slots]

    def text(self, places: Sequence[Place], whole: bool) -> str:
        """The whole picture."""
        left, top, right, bottom = self.view(places, whole)
        panel, height = self.panel(left, bottom, right - left)
        box = f"{_number(left)} {_number(top)} {_number(right - left)} {_number(bottom - top + height)}"
        scale = 960 / (right - left)
        parts = [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="960" '
                f'height="{_number((bottom - top + height) * scale)}" role="img" font-family="sans-serif">'
            ),
            f"<title>TACTA</title><desc>{escape(render(self.data))}</desc>",
            (
                f'<rect x="{_number(left)}" y="{_number(top)}" width="{_number(right - left)}" '
                f'height="{_number(bottom - top + height)}" fill="#fff"/>'
            ),
            self.table(left, top, right, bottom),
        ]
        parts += [self.card(index) for index in range(len(self.data["placed"]))]
        parts += self.marks(places)
        parts += [*panel, "</svg>"]
        return "\n".join(part for part in parts if part)

    # What is shown

    def view(self, places: Sequence[Place], whole: bool) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        half_x, half_y = self.size[0] / 2, self.size[1] / 2
        edge = 6.0
        if whole:
            return -half_x - edge, -half_y - edge, half_x + edge, half_y + edge
        poses = [*(pose_of(entry) for entry in self.data["placed"]), *(place.pose for place in places)]
        corners = [corner for pose in poses for corner in self.plane.corners(pose, self.plane.margin + 40.0)]
        least = 3.0 * self.plane.height  # a card alone isn't shown in giant size
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return (
            max(min(*xs, -least), -half_x - edge),
            max(min(*ys, -least), -half_y - edge),
            min(max(*xs, least), half_x + edge),
            min(max(*ys, least), half_y + edge),
        )

    def table(self, left: float, top: float, right: float, bottom: float) -> str:
        """The table, as much of it as is in view; its border is drawn where it is."""
        x, y = max(left, -self.size[0] / 2), max(top, -self.size[1] / 2)
        w, h = min(right, self.size[0] / 2) - x, min(bottom, self.size[1] / 2) - y
        lines = []
        for at, inside, (x1, y1, x2, y2) in (
            (-self.size[0] / 2, left, (x, y, x, y + h)),
            (-self.size[1] / 2, top, (x, y, x + w, y)),
            (-self.size[0] / 2, -right, (x + w, y, x + w, y + h)),
            (-self.size[1] / 2, -bottom, (x, y + h, x + w, y + h)),
        ):
            if at >= inside:
                lines.append(f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}")
        return (
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(w)}" height="{_number(h)}" fill="{_TABLE}"/>'
            f'<path class="tacta-border" d="{"".join(lines)}" stroke="{_EDGE}" stroke-width="3"/>'
        )

    # Cards

    def card(self, index: int) -> str:
        """A placed card, drawn on its front and turned as a whole."""
        entry, plane = self.data["placed"][index], self.plane
        colour, m = entry["colour"], plane.margin
        a, b, c, d, e, f = plane.matrix(pose_of(entry))
        turn = ",".join(f"{value:.6g}" for value in (a, b, c, d)) + f",{_number(e)},{_number(f)}"
        margin, face, ink = ("#6b6b6b", "#e4e4e4", "#4d4d4d") if colour < 0 else _colour(colour)
        outer = f'width="{plane.width + 2 * m}" height="{plane.height + 2 * m}" rx="{m}" fill="{margin}"'
        parts = [
            f'<g class="tacta-card" data-card="{index}" transform="matrix({turn})" fill="{ink}" stroke="{ink}">',
            f'<rect x="{-m}" y="{-m}" {outer} stroke="#fff" stroke-width=".6"/>',
            f'<rect width="{plane.width}" height="{plane.height}" fill="{face}" stroke="#fff" stroke-width="1.6"/>',
        ]
        if colour >= 0:
            parts.append(self.middle(entry))
            shapes = zip(plane.cards[entry["card"]], entry["status"], strict=True)
            parts += [self.shape(slot, dots, status) for (slot, dots), status in shapes if status != "covered"]
        else:
            parts += [
                f'<polygon class="tacta-open" points="{self.polygons[slot]}" fill="none" stroke-width="1.2"/>'
                for slot, status in zip(plane.start, entry["status"], strict=True)
                if status == "open"
            ]
        return "".join([*parts, "</g>"])

    def shape(self, slot: int, dots: int, status: str) -> str:
        """A visible shape of a player's card: white if it is hollow, dark with white dots if not."""
        fill = "#fff" if dots == 0 else ""
        look = f' fill="{fill}"' if fill else ""
        width = "1.4" if status == "open" else "2.6"
        dash = "" if status == "open" else ' stroke-dasharray="5 2.5"'
        outline = f'<polygon class="tacta-{status}" points="{self.polygons[slot]}"{look} stroke-width="{width}"{dash}/>'
        spots = [f'cx="{_number(x)}" cy="{_number(y)}"' for x, y in self.plane.slots[slot].dots[:dots]]
        r = self.plane.radius(slot, dots)
        drawn = [f'<circle class="tacta-dot" {spot} r="{_number(r)}" fill="#fff" stroke="none"/>' for spot in spots]
        if status == "locked":
            drawn = [
                f'<circle class="tacta-dot tacta-locked-dot" {spot} r="{_number(r * 0.6)}" fill="#fff" stroke="none"/>'
                f'<circle {spot} r="{_number(r * 1.15)}" fill="none" stroke="#fff" stroke-width="{_number(r * 0.3)}"/>'
                for spot in spots
            ]
        return outline + "".join(drawn)

    def middle(self, entry: Mapping[str, Any]) -> str:
        """The sign of the colour and the name of the card; letters stand upright on the back, too."""
        x, y = self.plane.width / 2, self.plane.height / 2
        name = self.plane.names[entry["card"]]
        flip = f' transform="matrix(-1,0,0,1,{_number(2 * x)},0)"' if entry["face"] else ""
        return (
            sign(entry["colour"], x, y - 9, 8.0) + f'<text x="{_number(x)}" y="{_number(y + 17)}" font-size="15" '
            f'text-anchor="middle" stroke="none"{flip}>{escape(name)}</text>'
        )

    # Marks

    def marks(self, places: Sequence[Place]) -> list[str]:
        """Above all cards: the last one laid, and where the seat to move may lay one."""
        placed, plane = self.data["placed"], self.plane
        parts = []
        aims = sorted({(place.target, place.shape) for place in places if place.target >= 0})
        for target, shape in aims:
            pose, slot = pose_of(placed[target]), plane.slots[plane.slot_of(placed[target], shape)]
            points = _points(plane.at(pose, corner) for corner in slot.polygon)
            parts.append(
                f'<polygon points="{points}" fill="none" stroke="{_INK}" stroke-width="5" stroke-linejoin="round"/>'
                f'<polygon class="tacta-aim" points="{points}" fill="none" stroke="{_MARK}" stroke-width="3" '
                'stroke-linejoin="round"/>'
            )
        for place in places:
            title = escape(", ".join(place.names))
            points = _points(plane.corners(place.pose, 0.0))
            parts.append(
                f'<polygon class="tacta-place" points="{points}" fill="{_MARK}" fill-opacity=".06" stroke="{_INK}" '
                f'stroke-opacity=".6" stroke-width="1.2" stroke-dasharray="6 5"><title>{title}</title></polygon>'
            )
        if len(placed) > 1:
            points = _points(plane.corners(pose_of(placed[-1]), plane.margin + 2.0))
            parts.append(
                f'<polygon class="tacta-last" points="{points}" fill="none" stroke="#fff" stroke-width="6"/>'
                f'<polygon points="{points}" fill="none" stroke="{_INK}" stroke-width="3"/>'
            )
        return parts

    # Below the table

    def panel(self, left: float, top: float, width: float) -> tuple[list[str], float]:
        """A cell for each seat, and its height."""
        seats, colours = len(self.data["scores"]), num_colours(self.options)
        columns = min(seats, 6)
        cell = width / columns
        unit = cell / 13.5 if columns > 2 else width / 40
        dots = visible_dots(self.data)
        parts = [f'<g font-size="{_number(unit)}" fill="{_INK}">']
        for seat in range(seats):
            x, y = left + cell * (seat % columns) + unit * 0.4, top + unit * (0.5 + 4 * (seat // columns))
            parts.append(self.seat(seat, seat % colours, dots, x, y, unit))
        rows = math.ceil(seats / columns)
        return [*parts, "</g>"], unit * (4 * rows + 0.3)

    def seat(self, seat: int, colour: int, dots: Sequence[int], x: float, y: float, unit: float) -> str:
        """Colour, points, cards left and the outermost cards of a seat."""
        data = self.data
        points = data["scores"][seat] + (0 if data["phase"] == "OVER" else dots[colour])
        held = [
            "?" if end is None else "–" if end < 0 else card_name(end, tuple(self.plane.names))
            for end in data["ends"][seat]
        ]
        left = data["hidden"][seat] + sum(end is None or end >= 0 for end in data["ends"][seat])
        acts = seat == data["turn"] and data["phase"] in ("PLAY", "CHOOSE_SUIT")
        swatch = 2.2 * unit
        lines = [
            (
                f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(swatch)}" height="{_number(swatch)}" '
                f'fill="{COLOURS[colour]}" stroke="{_INK}" stroke-width="{_number(unit * (0.25 if acts else 0.04))}"/>'
            ),
            f'<g fill="#fff">{sign(colour, x + swatch / 2, y + swatch / 2, swatch * 0.3)}</g>',
        ]
        for row, (text, weight) in enumerate(
            (
                (f"seat {seat}{' to move' if acts else ''}", ' font-weight="bold"' if acts else ""),
                (f"{points} points, {left} card{'' if left == 1 else 's'}", ""),
                (f"top {held[0]}, bottom {held[1]}", ""),
            )
        ):
            at = f'x="{_number(x + swatch + 0.4 * unit)}" y="{_number(y + unit * (0.85 + 1.15 * row))}"'
            lines.append(f"<text {at}{weight}>{text}</text>")
        return "".join(lines)


def _colour(colour: int) -> tuple[str, str, str]:
    """Margin, face, shapes."""
    return COLOURS[colour], _PALE[colour], _DARK[colour]


def sign(colour: int, x: float, y: float, size: float) -> str:
    """The sign of a colour around a point."""
    place = f"translate({_number(x)},{_number(y)}) scale({_number(size)})"
    name = SIGN_NAMES[colour]
    return (
        f'<path class="tacta-sign-{name}" d="{_SIGNS[colour]}" transform="{place}" stroke="none" fill-rule="evenodd"/>'
    )
