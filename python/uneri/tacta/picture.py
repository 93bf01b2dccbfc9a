"""TACTA's table as a picture: SVG text without scripts, embedded fonts, identifiers or external resources.

Cards are drawn in the order in which they were laid. The colours are those of Okabe and Ito, which people with any kind
of colour vision can distinguish; every colour has a sign as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .. import contract
from .._util.checks import bounded, check_game, flag, integer
from .._util.plain_data import title_of
from .._util.text_table import counted
from ..view.draw import SIGNS, chip, meant
from ..view.frame import Look, Svg, documented, look_at, move_list, part
from ..view.layout import EMPTY, Item, caption, column, row, safe, shortened, text, text_width
from ..view.palette import PALETTE, Colors, Style, style_of, style_sheet
from .cards import ENDS, Connect, Free, HandOver, card_name, num_colours, shared_deck, space_of, split, table_size
from .plane import Plane, Point, Pose, plane_of, pose_of
from .text import render, round_shown, visible_dots

PLAYED_BY_PICTURE: Final = True
"""`uneri play` always draws the table: its text names places that only a picture shows."""
COLOURS: Final = tuple(PALETTE[f"colour{colour}-edge"][0] for colour in range(6))
"""The colours 0 to 5 on a light background: blue, orange, green, purple, sky blue, vermilion."""
SIGN_NAMES: Final = ("plus", "diamond", "ring", "moon", "hourglass", "star")
"""The signs of the colours 0 to 5, for people who see little colour. They stay distinct under any rotation."""

_FONT = "system-ui,Segoe UI,Roboto,DejaVu Sans,sans-serif"

# In a box from -1 to 1, to be filled by the even-odd rule.
_SIGNS: Final = SIGNS | {"diamond": "M0-1.1L.9 0 0 1.1-.9 0Z", "hourglass": "M-.9-1H.9L.2 0 .9 1H-.9L-.2 0Z"}


@documented("tacta")
def to_svg(
    state: contract.State,
    seat: SupportsIndex | None = None,
    *,
    last: tuple[SupportsIndex, SupportsIndex] | None = None,
    moves: Iterable[SupportsIndex] | None = None,
    names: Sequence[str] | None = None,
    theme: str = "auto",
    colors: Colors | None = None,
    candidates: Iterable[SupportsIndex] | None = None,
    whole_table: bool = False,
) -> Svg:
    """Draw the table as SVG text.

    The card laid last has a heavy outline. Dots locked in a joint, which nobody can cover, have a ring. With `moves`,
    places show the numbers of the moves that lay a card there, and cards the numbers of their shapes, as in notation.
    The moves are left out if the viewer may not know the outermost cards of the seat to move.

    Parameters
    ----------
    candidates
        Legal actions to mark: their targets are yellow, the card's outline is dashed. None: `moves`, or else all the
        moves that the viewer may know; `[]`: none.
    whole_table
        Whether to show all of the table, not only the part that is in use.
    """
    public = getattr(state, "game", None) is not None and state.game.options.get("outer_cards") == "public"
    look = look_at(state, "tacta", seat, last, moves, names, theme, colors, open_moves=public)
    data = look.data
    legal = state.legal_actions() if state.current_player() >= 0 else []
    if candidates is not None:
        chosen = [integer(action, "candidate") for action in candidates]
        for action in chosen:
            if action not in legal:
                raise ValueError(f"candidates must be legal actions of the seat to move, not {action}")
    elif moves is not None:
        chosen = list(look.moves)
    else:
        secret = data["options"]["outer_cards"] == "owner" and look.seat not in (None, data["turn"])
        chosen = [] if secret else legal
    return _Picture(data, look).text(_places(state, data, chosen), flag(whole_table, "whole_table"))


def cards_to_svg(
    game: contract.Game, colour: SupportsIndex = 0, *, theme: str = "auto", colors: Colors | None = None
) -> Svg:
    """Draw the cards of a game's deck as SVG text that notebooks show, to check a deck of your own.

    They are drawn front up in one colour, one suit per row, with the start card beside them.

    Parameters
    ----------
    game
        A loaded game of either backend.
    colour
        The colour, 0 to 5.
    theme, colors
        As for `state.to_svg`.
    """
    check_game(game, "tacta")
    which, style = bounded(colour, "colour", 0, len(COLOURS) - 1), style_of(theme, colors)
    plane = plane_of(game.options)
    wide, high = plane.width + 2 * plane.margin + 12, plane.height + 2 * plane.margin + 12
    deck = shared_deck(game.options)
    order = sorted(range(18), key=lambda card: (deck["cards"][card]["suit"], deck["cards"][card]["value"]))
    laid = [_flat(plane, card, which, wide * (1 + place % 6), high * (place // 6)) for place, card in enumerate(order)]
    laid.append(_flat(plane, -1, -1, 0, high))
    picture = _Picture({"options": game.options, "placed": laid, "phase": "PLAY", "round": 0})
    left, top = -plane.margin - 6, -plane.margin - 6
    ground = f'<rect x="{left}" y="{top}" width="{7 * wide}" height="{3 * high}" class="f_table"/>'
    body = "\n".join([ground, *map(picture.card, range(len(laid)))])
    return _file((left, top, 7 * wide, 3 * high), "sans-serif", "<title>TACTA</title>", body, style)


def _file(box: tuple[float, float, float, float], font: str, title: str, body: str, style: Style) -> Svg:
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{style.css_class}" viewBox="{" ".join(map(_number, box))}" '
        f'width="960" height="{_number(960 * box[3] / box[2])}" role="img" font-family="{font}">{title}'
        f"<style>{style_sheet(body, style)}</style>\n{body}\n</svg>"
    )


def _flat(plane: Plane, card: int, colour: int, x: int, y: int) -> dict[str, Any]:
    """Return a card that lies alone."""
    shapes = plane.start if card < 0 else plane.cards[card]
    return {"colour": colour, "card": card, "face": 0, "k": 0, "t": [[x, 0], [y, 0]], "status": ["open"] * len(shapes)}


class Place(NamedTuple):
    """A place where the seat to move may lay a card."""

    pose: Pose
    target: int
    """The placed card below, or -1."""
    shape: int
    names: list[str]
    """The moves that lay it there."""
    actions: list[int]
    """Their ids."""


def _places(state: contract.State, data: Mapping[str, Any], actions: Sequence[int]) -> list[Place]:
    """List the different frames that some moves would cover."""
    plane, space = plane_of(data["options"]), space_of(shared_deck(data["options"]))
    found: dict[tuple[int, ...], Place] = {}
    size = table_size(data["options"], shared_deck(data["options"]), round_shown(data))
    taken: NDArray[np.float64] | None = None
    middles: dict[tuple[int, int], Point | None] = {}
    for action in actions:
        move = split(space, action)
        if isinstance(move, Connect):
            held = _held(state, data, move.end)
            target = data["placed"][move.target]
            pose = plane.connected(target, move.shape, plane.cards[held][move.own_shape][0], move.face)
            where = (move.target, move.shape)
        elif isinstance(move, Free):
            if taken is None:
                taken = plane.taken(data["placed"])
            if (move.region, move.posture) not in middles:
                middles[move.region, move.posture] = plane.room(taken, size, move.region, move.posture)
            middle = middles[move.region, move.posture]
            if middle is None:
                raise AssertionError("a legal free placement has room")
            pose, where = plane.free(middle, move.posture, move.half_turn, move.face), (-1, -1)
        else:
            continue
        x, y = _centre(plane.corners(pose, 0.0))
        place = found.setdefault((*where, round(x), round(y), pose.k % 4), Place(pose, *where, [], []))
        place.names.append(state.action_to_string(action))
        place.actions.append(action)
    return list(found.values())


def _aims(places: Sequence[Place]) -> list[tuple[int, int]]:
    """List the shapes that moves would cover."""
    return sorted({(place.target, place.shape) for place in places if place.target >= 0})


def _held(state: contract.State, data: Mapping[str, Any], end: int) -> int:
    """Return the id of the card at an end of the seat to move."""
    coloured = data["ends"][data["turn"]][end]
    if coloured is None:  # hidden from the viewer, who named the action
        coloured = state.to_dict()["ends"][data["turn"]][end]
    return int(coloured) % 18


def _number(value: float) -> str:
    """Write a length with at most two digits after the point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _centre(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


class _Picture:
    """One table."""

    def __init__(self, data: Mapping[str, Any], look: Look | None = None) -> None:
        self.data = data
        self.look = look
        self.options = data["options"]
        self.plane: Plane = plane_of(self.options)
        self.size = table_size(self.options, shared_deck(self.options), round_shown(data))
        plane = self.plane
        self.unit = 1.0
        """Units of the table for one of the picture."""
        self.polygons = [_points(slot.polygon) for slot in plane.slots]

    def text(self, places: Sequence[Place], whole: bool) -> Svg:
        """Draw the whole picture."""
        assert self.look is not None
        left, top, right, bottom = self.view(places, whole)
        self.unit = (right - left) / self.look.width
        seats, height = self.panel(left, bottom, right - left)
        below, more = self.below(left, bottom + height)
        height += more
        box = (left, top, right - left, bottom - top + height)
        x, y, w, h = map(_number, box)
        ground = f'<rect class="f_panel" x="{x}" y="{y}" width="{w}" height="{h}"/>'
        table = [self.table(left, top, right, bottom)]
        table += [self.card(index) for index in range(len(self.data["placed"]))]
        table += self.marks(places)
        if self.look.moves:
            table += self.numbers(places, self.unit)
        parts = [ground, self.part("board", table, left, top, right - left, bottom - top), *seats, below]
        body = "\n".join(part for part in parts if part)
        title = ", ".join(filter(None, ("TACTA", title_of(self.options))))
        words = f"\n<title>{safe(title)}</title><desc>{safe(render(self.data))}</desc>"
        return _file(box, _FONT, words, body, self.look.style)

    def part(self, name: str, drawn: Sequence[str], x: float, y: float, wide: float, high: float) -> str:
        """Name a part of the picture; shown alone, it has its own size."""
        moved = f"scale({1 / self.unit:.5f}) translate({_number(-x)} {_number(-y)})"
        body = "\n".join(one for one in drawn if one)
        alone = part(name, Item(wide / self.unit, high / self.unit, f'<g transform="{moved}">{body}</g>'))
        return f'<g transform="translate({_number(x)} {_number(y)}) scale({self.unit:.5f})">{alone.svg}</g>'

    # What is shown

    def view(self, places: Sequence[Place], whole: bool) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the visible part."""
        half_x, half_y = self.size[0] / 2, self.size[1] / 2
        edge = 6.0
        if whole:
            return -half_x - edge, -half_y - edge, half_x + edge, half_y + edge
        poses = [*(pose_of(entry) for entry in self.data["placed"]), *(place.pose for place in places)]
        corners = [corner for pose in poses for corner in self.plane.corners(pose, self.plane.margin + 40.0)]
        least = 3.0 * self.plane.height  # a single card isn't enlarged to the full width
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return (
            max(min(*xs, -least), -half_x - edge),
            max(min(*ys, -least), -half_y - edge),
            min(max(*xs, least), half_x + edge),
            min(max(*ys, least), half_y + edge),
        )

    def table(self, left: float, top: float, right: float, bottom: float) -> str:
        """Draw the visible part of the table, with its border."""
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
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(w)}" height="{_number(h)}" class="f_table"/>'
            f'<path class="tacta-border s_border" d="{"".join(lines)}" stroke-width="3"/>'
        )

    # Cards

    def card(self, index: int) -> str:
        """Draw a placed card by its front, turned as a whole."""
        entry, plane = self.data["placed"][index], self.plane
        colour, m = entry["colour"], plane.margin
        a, b, c, d, e, f = plane.matrix(pose_of(entry))
        turn = ",".join(f"{value:.6g}" for value in (a, b, c, d)) + f",{_number(e)},{_number(f)}"
        look = "start" if colour < 0 else f"colour{colour}"
        outer = f'width="{plane.width + 2 * m}" height="{plane.height + 2 * m}" rx="{m}" class="f_{look}-edge s_seam"'
        parts = [
            f'<g class="tacta-card f_{look}-ink s_{look}-ink" data-card="{index}" transform="matrix({turn})">',
            f'<rect x="{-m}" y="{-m}" {outer} stroke-width=".6"/>',
            f'<rect width="{plane.width}" height="{plane.height}" class="f_{look}-face s_seam" stroke-width="1.6"/>',
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
        """Draw a visible shape of a player's card: empty if it is hollow, filled with dots on it if not."""
        hollow = "" if dots else " f_hollow"
        width = "1.4" if status == "open" else "2.6"
        dash = "" if status == "open" else ' stroke-dasharray="5 2.5"'
        outline = (
            f'<polygon class="tacta-{status}{hollow}" points="{self.polygons[slot]}" stroke-width="{width}"{dash}/>'
        )
        spots = [f'cx="{_number(x)}" cy="{_number(y)}"' for x, y in self.plane.slots[slot].dots[:dots]]
        r = self.plane.radius(slot, dots)
        drawn = [f'<circle class="tacta-dot f_dot" {spot} r="{_number(r)}" stroke="none"/>' for spot in spots]
        if status == "locked":
            drawn = [
                f'<circle class="tacta-dot tacta-locked-dot f_dot" {spot} r="{_number(r * 0.6)}" stroke="none"/>'
                f'<circle class="s_dot" {spot} r="{_number(r * 1.15)}" fill="none" stroke-width="{_number(r * 0.3)}"/>'
                for spot in spots
            ]
        return outline + "".join(drawn)

    def middle(self, entry: Mapping[str, Any]) -> str:
        """Draw the sign of the colour and the name of the card; letters are readable on the back, too."""
        x, y = self.plane.width / 2, self.plane.height / 2
        name = self.plane.names[entry["card"]]
        flip = f' transform="matrix(-1,0,0,1,{_number(2 * x)},0)"' if entry["face"] else ""
        return (
            sign(entry["colour"], x, y - 9, 8.0) + f'<text x="{_number(x)}" y="{_number(y + 17)}" font-size="15" '
            f'text-anchor="middle" stroke="none"{flip}>{safe(name)}</text>'
        )

    # Marks

    def marks(self, places: Sequence[Place]) -> list[str]:
        """Draw marks above all cards: on the last one laid, and where the seat to move may lay one."""
        placed, plane = self.data["placed"], self.plane
        parts = []
        for target, shape in _aims(places):
            points = _points(plane.outline(placed[target], plane.slot_of(placed[target], shape)))
            parts.append(
                f'<polygon points="{points}" fill="none" class="s_onplace" stroke-width="5" stroke-linejoin="round"/>'
                f'<polygon class="tacta-aim s_aim" points="{points}" fill="none" stroke-width="3" '
                'stroke-linejoin="round"/>'
            )
        for place in places:
            title = safe(", ".join(place.names))
            points = _points(plane.corners(place.pose, 0.0))
            parts.append(
                f'<polygon class="tacta-place f_aim s_ink" points="{points}" fill-opacity=".06" '
                f'stroke-opacity=".6" stroke-width="1.2" stroke-dasharray="6 5"><title>{title}</title></polygon>'
            )
        if len(placed) > 1:
            points = _points(plane.corners(pose_of(placed[-1]), plane.margin + 2.0))
            parts.append(
                f'<polygon class="tacta-last s_onnumber" points="{points}" fill="none" stroke-width="6"/>'
                f'<polygon class="s_number" points="{points}" fill="none" stroke-width="3"/>'
            )
        return parts

    def numbers(self, places: Sequence[Place], unit: float) -> list[str]:
        """Draw on top the ids of the shapes at which moves aim, and at each place the numbers of its moves."""
        assert self.look is not None
        laid, plane, parts = self.data["placed"], self.plane, []
        for index, shape in _aims(places):
            x, y = _centre(plane.outline(laid[index], plane.slot_of(laid[index], shape)))
            parts.append(_label(f"{index}.{shape}", x, y, 9 * unit, "onnumber", "number", 0.75))
        numbered = [(place, [n for action in place.actions for n in self.look.numbers(action)]) for place in places]
        for place, listed in numbered:  # below all numbers, so that each can be reached
            area = f'<polygon class="f_place" points="{_points(plane.corners(place.pose, 0.0))}" fill-opacity="0"/>'
            parts.append(meant(Item(0, 0, area), listed).svg if listed else "")
        taken: list[tuple[float, float, float, float]] = []
        for place, listed in numbered:
            if not listed:
                continue
            words = ranges(listed)
            x, y = _centre(plane.corners(place.pose, 0.0))
            wide, high = text_width(words, 12 * unit, bold=True) + 8 * unit, 17 * unit
            at_x, at_y = _free_spot(taken, x, y, wide, high)
            taken.append((at_x, at_y, wide, high))
            if (at_x, at_y) != (x, y):
                parts.append(
                    f'<path class="s_number" d="M{_number(x)} {_number(y)}L{_number(at_x)} {_number(at_y)}" fill="none" '
                    f'stroke-width="{_number(1.2 * unit)}"/><circle class="f_number" cx="{_number(x)}" cy="{_number(y)}" '
                    f'r="{_number(2 * unit)}"/>'
                )
            parts.append(meant(Item(0, 0, _label(words, at_x, at_y, 12 * unit, "onplace", "place", 1)), listed).svg)
        return parts

    def below(self, left: float, top: float) -> tuple[str, float]:
        """Draw the last decision, the outermost cards with their shapes' ids, and the listed moves; return the
        height."""
        assert self.look is not None
        look, told = self.look, self.look.told(self.told)
        title = title_of(self.options)
        parts = [text(title, 16, bold=True, width=look.inner)] if title else []
        if told:
            line = row([chip("last", "last", size=12, strong=True), text(told, 14, "last", width=look.inner - 60)])
            parts.append(part("head", line))
        if look.seat is not None or look.moves:
            parts.append(self.outermost())
        item = column([*parts, move_list(look)], 10)
        if not item.h:
            return "", 0.0
        scale = self.unit
        moved = f"translate({_number(left + 12 * scale)} {_number(top)}) scale({scale:.4f})"
        return f'<g transform="{moved}">{item.svg}</g>', (item.h + 12) * scale

    def told(self, look: Look, seat: int, action: int) -> str:
        """Describe the last decision; handed-over suits are secret until all have chosen."""
        move = split(space_of(shared_deck(self.options)), action)
        if isinstance(move, HandOver) and not look.own(seat):
            return f"{look.name(seat)} hands over a suit"
        return f"{look.name(seat)}: {look.state.game.action_to_string(seat, action)}"

    def outermost(self) -> Item:
        """Draw the ends of the viewer, or of the seat to move, front up, with the ids of their shapes."""
        assert self.look is not None
        plane, scale, items = self.plane, 0.8, []
        seat = self.data["turn"] if self.look.seat is None or self.look.moves else self.look.seat
        for name, coloured in zip(ENDS, self.data["ends"][seat], strict=True):
            if coloured is None or coloured < 0:
                continue
            entry = _flat(plane, coloured % 18, coloured // 18, 0, 0)
            flat = _Picture({"options": self.options, "placed": [entry], "phase": "PLAY", "round": 0})
            labels = []
            for shape, (slot, _) in enumerate(plane.cards[coloured % 18]):
                x, y = _centre(plane.outline(entry, slot))
                labels.append(_label(str(shape), x, y, 12, "onnumber", "number", 1))
            m = plane.margin
            drawn = f'<g transform="scale({scale}) translate({m} {m})">{flat.card(0).replace("tacta-", "held-")}{"".join(labels)}</g>'
            size = Item(scale * (plane.width + 2 * m), scale * (plane.height + 2 * m), drawn)
            items.append(column([caption(f"{name}, front"), size], 4))
        return part("own", row(items, 24, align=0)) if items else EMPTY

    def named(self, seat: int, acts: bool) -> str:
        """Return the name of a seat, cut to the room available."""
        name = f"seat {seat}" if self.look is None else shortened(self.look.name(seat), 1, 7)
        won = self.look is not None and self.look.won[seat]
        return f"{name}{' to move' if acts else ' has won' if won else ''}"

    # Below the table

    def panel(self, left: float, top: float, width: float) -> tuple[list[str], float]:
        """Draw a cell for each seat; return its height too."""
        seats, colours = len(self.data["scores"]), num_colours(self.options)
        narrow = self.look is not None and self.look.narrow
        columns = min(seats, 2 if narrow else 6)
        cell = width / columns
        unit = cell / 13.5 if columns > 2 or narrow else width / 40
        dots = visible_dots(self.data)
        parts = []
        for seat in range(seats):
            x, y = left + cell * (seat % columns), top + 4 * unit * (seat // columns)
            drawn = self.seat(seat, seat % colours, dots, x + 0.4 * unit, y + 0.5 * unit, unit)
            group = f'<g font-size="{_number(unit)}" class="f_ink">{drawn}</g>'
            parts.append(self.part("seat", [group], x, y, min(cell, 15 * unit), 4 * unit))
        return parts, unit * (4 * math.ceil(seats / columns) + 0.3)

    def seat(self, seat: int, colour: int, dots: Sequence[int], x: float, y: float, unit: float) -> str:
        """Draw colour, points, cards left and the outermost cards of a seat."""
        data = self.data
        points = data["scores"][seat] + (0 if data["phase"] == "OVER" else dots[colour])
        names, ends = self.plane.names, data["ends"][seat]
        held = ["?" if end is None else "–" if end < 0 else card_name(end, names) for end in ends]
        left = data["hidden"][seat] + sum(end is None or end >= 0 for end in data["ends"][seat])
        acts = seat == data["turn"] and data["phase"] in ("PLAY", "CHOOSE_SUIT")
        bold = acts or (self.look is not None and self.look.won[seat])
        swatch = 2.2 * unit
        lines = [
            (
                f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(swatch)}" height="{_number(swatch)}" '
                f'class="f_colour{colour}-edge s_ink" stroke-width="{_number(unit * (0.25 if acts else 0.04))}"/>'
            ),
            f'<g class="f_dot">{sign(colour, x + swatch / 2, y + swatch / 2, swatch * 0.3)}</g>',
        ]
        below = (f"{points} points, {counted(left, 'card')}", f"top {held[0]}, bottom {held[1]}")
        for line, words in enumerate((self.named(seat, acts), *below)):
            weight = ' font-weight="bold"' if bold and line == 0 else ""
            at = f'x="{_number(x + swatch + 0.4 * unit)}" y="{_number(y + unit * (0.85 + 1.15 * line))}"'
            lines.append(f"<text {at}{weight}>{safe(words)}</text>")
        return "".join(lines)


def ranges(numbers: Sequence[int]) -> str:
    """Write `1-3 8` for 1, 2, 3, 8."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return " ".join(str(first) if first == end else f"{first}-{end}" for first, end in parts)


def _free_spot(
    taken: Sequence[tuple[float, float, float, float]], x: float, y: float, wide: float, high: float
) -> tuple[float, float]:
    """Return the middle of a box near a point that covers none of those taken."""
    for far in range(12):
        steps = [(dx, dy) for dx in range(-far, far + 1) for dy in range(-far, far + 1) if max(abs(dx), abs(dy)) == far]
        for dx, dy in sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step)):
            u, v = x + dx * wide * 0.55, y + dy * high * 1.06
            if all(abs(u - p) >= (wide + w) / 2 or abs(v - q) >= (high + h) / 2 for p, q, w, h in taken):
                return u, v
    return x, y


def _label(words: str, x: float, y: float, size: float, ink: str, fill: str, opacity: float) -> str:
    """Draw words on a rounded background around a point."""
    wide, high = text_width(words, size, bold=True) + size * 0.6, size * 1.4
    see = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    return (
        f'<rect class="f_{fill}" x="{_number(x - wide / 2)}" y="{_number(y - high / 2)}" width="{_number(wide)}" '
        f'height="{_number(high)}" rx="{_number(high * 0.3)}"{see}/><text class="f_{ink}" x="{_number(x)}" '
        f'y="{_number(y + size * 0.36)}" font-size="{_number(size)}" text-anchor="middle" font-weight="bold">{safe(words)}</text>'
    )


def sign(colour: int, x: float, y: float, size: float) -> str:
    """Draw the sign of a colour around a point."""
    place = f"translate({_number(x)},{_number(y)}) scale({_number(size)})"
    name = SIGN_NAMES[colour]
    return f'<path class="tacta-sign-{name}" d="{_SIGNS[name]}" transform="{place}" stroke="none" fill-rule="evenodd"/>'
