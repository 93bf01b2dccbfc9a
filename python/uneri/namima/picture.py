"""Namima as a picture: hands in melds, exposed melds, discards, the wall, dora and riichi."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from ..registry.views import cards_of
from ..view.draw import HAND, LARGE, SMALL, TINY, Face, card, chip, fan, marked, pile, symbol, times, titled
from ..view.frame import Look, Panel, Svg, drawing, felt, hand_file, head, one_row, picture, seat_panel, seats_of
from ..view.layout import EMPTY, Item, caption, column, flow, num, row, text
from ..view.palette import Colors, style_of
from .cards import DEFAULT, Tables, game_of, tables_of
from .text import game_of_data, render, told_move, variant_title

if TYPE_CHECKING:
    from .cards import Hand, Melds, Variant

_LOOKS: Final = {
    "B": ("blue", "wave"), "R": ("red", "diamond"), "Y": ("yellow", "star"), "K": ("black", "square"), "W": ("white", "ring"),
    "G": ("green", "hexagon"), "P": ("purple", "moon"), "O": ("orange", "sun"), "T": ("teal", "drop"),
}  # fmt: skip
_OTHERS: Final = (*(_LOOKS[letter] for letter in "GPOT"), ("blue", "plus"), ("red", "triangle"))
_MINI: Final = 20.0
_PASS, _WIN, _FIRST_DISCARD = 0, 1, 2
_MOST_STEPS: Final = 3000
"""The limit of the search for a best arrangement; large hands in large rule sets use the best found by then."""


@drawing("namima")
def to_svg(look: Look) -> Svg:
    """Draw a position as SVG text: hands in melds, exposed melds, discards, the wall, dora and riichi.

    Hands are grouped into the melds that leave the fewest cards over, and of these into the ones worth most.
    """
    data = look.data
    game = game_of_data(data)
    tables = tables_of(game)
    options = data["options"]
    variant = options["variant"] if isinstance(options["variant"], str) else "own rule set"
    games = options["games"] or tables.rules["games_per_match"][str(game.num_players)]
    game_text = f"game {data['game'] + 1} of {games}"
    facts = f"{variant}  ·  {game_text}"
    if data["dealer"] >= 0:
        facts += f"  ·  dealer {look.name(data['dealer'])}"
    who = data["to_act"] if data["phase"] in ("ACT", "WON", "ME", "DEAL") else -1
    others, shown = seats_of(look, lambda seat, width: _seat(look, tables, seat, width))
    top = head(look, "Namima", facts, who, _phase(look), look.told(_told))
    parts = [top, others, felt(look, _table(look, tables)), *shown]
    return picture(look, f"Namima, {variant_title(options)}, {game_text}", parts, render(data))


def hand_svg(
    hand: Hand,
    exposed: Melds = (),
    *,
    variant: Variant = DEFAULT,
    players: SupportsIndex = 4,
    theme: str = "auto",
    colors: Colors | None = None,
) -> Svg:
    """Draw a hand alone, in the melds that leave the fewest cards over, as SVG text that notebooks show.

    Parameters
    ----------
    hand
        The concealed cards: text such as `"B123 R44"`, or counts.
    exposed
        The exposed melds.
    variant
        The rule set.
    players
        The number of seats, which may change the deck: 2 to 5.
    theme, colors
        As for `state.to_svg`.

    Examples
    --------
    >>> from uneri import namima
    >>> namima.hand_svg("B123 R44").count("<rect")
    6
    """
    tables = tables_of(game_of(variant, players))
    counts = tables.hands.one(hand).tolist()
    melds = _kinds(tables, tables.exposed(exposed, None).ids.tolist())
    groups = [_group([_card(tables, kind) for kind in meld], True) for meld in melds]
    items = _grouped(tables, counts, best_melds(tables, counts), lambda kind, _: _card(tables, kind))
    items += [caption("exposed"), *groups] if groups else []
    return hand_file(items, "a hand of Namima", tables.hands.format(counts) or "no cards", style_of(theme, colors), 12)


# Cards


def _look_of(tables: Tables, letter: str) -> tuple[str, str]:
    """Return the colour and the sign of a suit."""
    return _LOOKS.get(letter) or _OTHERS[list(tables.rules["colours"]).index(letter) % len(_OTHERS)]


def _card(tables: Tables, kind: int, width: float = HAND) -> Item:
    name = tables.kinds[kind]
    return card(Face(name[1:], name[0], *_look_of(tables, name[0])), width)


def _group(cards: Sequence[Item], meld: bool) -> Item:
    """Group cards; a meld has a line below it."""
    item = row(cards, 1.5, align=1)
    if not meld:
        return Item(item.w, item.h + 6, item.svg)
    y = item.h + 3.5
    line = f'<path class="s_muted" d="M2 {num(y)}H{num(item.w - 2)}" stroke-width="2.5" stroke-linecap="round"/>'
    return Item(item.w, item.h + 6, item.svg + line)


def _kinds(tables: Tables, ids: Sequence[int]) -> list[list[int]]:
    return [cards_of(tables.meld_cards(meld).tolist()) for meld in ids]


def best_melds(tables: Tables, counts: Sequence[int]) -> list[int]:
    """Find disjoint melds in a hand that cover the most cards, then those worth most; ties go to the lowest ids."""
    held = {kind for kind, count in enumerate(counts) if count}
    fitting: dict[int, list[tuple[int, list[tuple[int, int]], int, int]]] = {}
    for meld, needs in enumerate(tables.needs):
        if all(kind in held and counts[kind] >= count for kind, count in needs):
            size = sum(count for _, count in needs)
            fitting.setdefault(needs[0][0], []).append((meld, needs, size, tables.points[meld][1]))
    return list(_MeldSearch(fitting).run(list(counts), 0)[2])


@dataclass
class _MeldSearch:
    """The search of `best_melds`. It is not nested: a recursive closure would be left to the garbage collector."""

    fitting: dict[int, list[tuple[int, list[tuple[int, int]], int, int]]]
    """Melds by their first kind: number, kinds with counts, cards, and points."""
    known: dict[tuple[int, ...], tuple[int, int, tuple[int, ...]]] = field(default_factory=dict)
    steps: int = 0

    def run(self, left: list[int], kind: int) -> tuple[int, int, tuple[int, ...]]:
        """Return the cards covered, the points, and the melds from this kind on."""
        while kind < len(left) and (not left[kind] or kind not in self.fitting):
            kind += 1
        if kind == len(left):
            return 0, 0, ()
        key = (kind, *left[kind:])
        if key in self.known:
            return self.known[key]
        self.steps += 1
        best = (-1, 0, ()) if self.steps > _MOST_STEPS else self.run(left, kind + 1)
        for meld, needs, size, points in self.fitting[kind]:
            if all(left[k] >= count for k, count in needs):
                for k, count in needs:
                    left[k] -= count
                covered, worth, melds = self.run(left, kind)
                for k, count in needs:
                    left[k] += count
                if (covered + size, worth + points) > best[:2]:
                    best = (covered + size, worth + points, (meld, *melds))
                if self.steps > _MOST_STEPS:
                    break
        if best[0] < 0:
            best = self.run(left, kind + 1)
        self.known[key] = best
        return best


def _grouped(tables: Tables, counts: Sequence[int], melds: Sequence[int], draw: Any, most: int = 1000) -> list[Item]:
    """Draw the melds that a hand is put into, then the remaining cards, at most `most` of a colour together;
    `draw(kind, first)` draws a card."""
    left = list(counts)
    seen: set[int] = set()

    def drawn(kind: int) -> Item:
        item: Item = draw(kind, kind not in seen)
        seen.add(kind)
        return item

    items = []
    for meld in _kinds(tables, melds):
        items.append(_group([drawn(kind) for kind in meld], True))
        for kind in meld:
            left[kind] -= 1
    for kinds in _by_colour(tables, cards_of(left)):
        for first in range(0, len(kinds), most):
            items.append(_group([drawn(kind) for kind in kinds[first : first + most]], False))
    return items


def _by_colour(tables: Tables, kinds: Sequence[int]) -> list[list[int]]:
    groups: dict[str, list[int]] = {}
    for kind in kinds:
        groups.setdefault(tables.kinds[kind][0], []).append(kind)
    return list(groups.values())


# Words


def _phase(look: Look) -> str:
    data = look.data
    drawer = look.name(data["turn"]) if data["turn"] >= 0 else "nobody"
    words = {
        "SEAT": "the dealer is drawn", "DEAL": "to be dealt cards", "DRAW": f"{drawer} draws", "ACT": "to play",
        "WON": "to win or pass", "ME": "to take it for a meld or pass", "OVER": "match over",
    }  # fmt: skip
    return words[data["phase"]]


def _told(look: Look, seat: int, action: int) -> str | None:
    """Describe the last decision, as far as the viewer knows it (N-10.3)."""
    if action == _PASS and not look.own(seat):
        return None
    return f"{look.name(seat)} {told_move(look.state.game.action_to_string(seat, action))}"


# The middle


def _table(look: Look, tables: Tables) -> Item:
    data = look.data
    items = [column([pile(data["wall_total"], LARGE * 0.9), caption("wall")], 4)]
    if data["claim"] >= 0:
        claimed = look.numbered(_card(tables, data["claim"], LARGE), _WIN)
        items.append(column([claimed, caption("just discarded")], 4))
    facts = [row([text("pot", 14, "muted"), text(str(data["pot"]), 15, bold=True)], 6)]
    if data["turn"] >= 0 and data["phase"] != "OVER":
        facts.append(text(f"the turn of {look.name(data['turn'])}", 14, width=look.inner - 210))
    if data["dora"] >= 0:
        letter = tables.rules["colours"][data["dora"]]
        colour, sign = _look_of(tables, letter)
        name = text(colour if letter in _LOOKS else letter, 15, bold=True)
        facts.append(row([text("dora suit", 14, "muted"), symbol(sign, 20, f"{colour}-sign"), name], 6))
    return row([*items, column(facts, 8)], 20, align=0)


# Seats


def _seat(look: Look, tables: Tables, seat: int, width: float) -> Panel:
    data = look.data
    hand, inner = data["hand"][seat], width - 20
    chips = []
    if data["declared"][seat]:
        chips.append(chip("riichi", "move", size=12, strong=True))
    if data["dealer"] == seat:
        chips.append(chip("dealer", "ink", size=12))
    if data["drawn"] is not None and data["drawn"] >= 0 and data["turn"] == seat and hand is not None:
        chips.append(chip(f"drew {tables.kinds[data['drawn']]}", "muted", size=12))
    if hand is None:
        lines = [fan(data["hand_total"][seat], look.fit(TINY), min(inner, 150))]
    elif data["hand_total"][seat]:
        lines = [_shown_hand(look, tables, seat, hand, inner)]
    else:
        lines = [caption("no cards")]
    open_cards = [_exposed(look, tables, seat, inner), _thrown(look, tables, seat, inner)]
    lines.append(flow([item for item in open_cards if item.h], inner, 24, 6, align=0))
    active = seat == data["to_act"] and data["phase"] in ("ACT", "WON", "ME")
    return seat_panel(look, seat, width, f"{data['score'][seat]:+d}", lines, active=active, chips=chips)


def _exposed(look: Look, tables: Tables, seat: int, width: float) -> Item:
    exposed = look.data["exposed"][seat]
    if not exposed:
        return EMPTY
    size = look.fit(_MINI if look.data["hand"][seat] is None else SMALL)
    newest = len(exposed) - 1 if _last_move(look, tables, seat).startswith("M") else -1
    groups = []
    for place, (number, meld) in enumerate(zip(exposed, _kinds(tables, exposed), strict=True)):
        group = titled(_group([_card(tables, kind, size) for kind in meld], True), f"exposed {tables.melds[number]}")
        groups.append(marked(group, pad=3) if place == newest else group)
    return column([caption("exposed"), flow(groups, width, 8, 4)], 2)


def _thrown(look: Look, tables: Tables, seat: int, width: float) -> Item:
    counts = look.data["thrown"][seat]
    if not any(counts):
        return EMPTY
    cards, (letter, _, thrown) = [], _last_move(look, tables, seat).partition(" ")
    for kind, count in enumerate(counts):
        if count:
            item = times(_card(tables, kind, look.fit(_MINI)), count)
            newest = letter in ("D", "Z") and thrown == tables.kinds[kind]
            cards.append(marked(item, pad=3) if newest else item)
    return column([caption("discards"), flow(cards, width, 2, 3, align=0)], 3)


def _last_move(look: Look, tables: Tables, seat: int) -> str:
    """Return the last decision in notation, if this seat made it."""
    return tables.game.action_to_string(*look.last) if look.last is not None and look.last[0] == seat else ""


def _shown_hand(look: Look, tables: Tables, seat: int, hand: Sequence[int], width: float) -> Item:
    """Draw a hand in one row if possible, with slightly smaller cards if needed."""
    turn = seat == look.data["to_act"]
    melds = best_melds(tables, hand)

    def items(size: float) -> list[Item]:
        def draw(kind: int, first: bool) -> Item:
            item, action = _card(tables, kind, size), _FIRST_DISCARD + kind
            item = look.numbered(item, action) if turn and first else item
            return look.playable(item, action, [action]) if turn else item

        return _grouped(tables, hand, melds, draw, 7 if look.narrow else 1000)

    return one_row(items, width, ((look.hand, 5),) if look.narrow else ((HAND, 9), (31, 7), (28, 5)), 6)
