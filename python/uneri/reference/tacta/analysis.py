"""Analysis of TACTA positions (10): exact functions of the true state.

Under `outer_cards = owner` their results may exceed what a seat knows.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..._util.messages import shown
from .deck import DECK_SIZE, GAME
from .geometry import Number, Pose, Slab
from .placement import LEGAL, Survey, seat_connections, slot
from .placement import explain as verdict
from .rules import Rules
from .state import (
    CHOOSE_SUIT,
    COVERED,
    LOCKED,
    NONE,
    OPEN,
    PLAY,
    Action,
    Connect,
    Free,
    State,
    card_of,
    check_argument,
    colour_of,
)


def legal_actions(rules: Rules, s: State) -> list[int]:
    """List the legal ids for the seat to move; none at chance nodes and at the end."""
    return rules.legal(s) if s.phase in (CHOOSE_SUIT, PLAY) else []


def explain(rules: Rules, s: State, action: object) -> str:
    """Return `legal`, or the code of the first condition of 4.2 that fails."""
    if not isinstance(action, int) or isinstance(action, bool):
        raise ValueError(f"{GAME}: action is {shown(action)}; allowed: an integer")  # noqa: TRY004
    return verdict(rules, s, action)


def placements(rules: Rules, s: State, colour: int, card: int) -> list[dict[str, object]]:
    """List all legal connections of a coloured card, as if it were at an end of the seat to move."""
    check_argument("colour", colour, 0, rules.num_colours - 1)
    check_argument("card", card, 0, DECK_SIZE - 1)
    return [
        {
            "target": c.target,
            "shape": c.shape,
            "own_shape": c.own,
            "face": c.face,
            "k": c.pose.k,
            "t": [list(c.pose.t[0]), list(c.pose.t[1])],
            "covered": shape_dots(rules, s, c.target, c.shape),
        }
        for c in Survey(rules, s).connections(colour, card)
    ]


def delta(rules: Rules, s: State, action: int) -> dict[str, object]:
    """Return the dots that every colour gains and loses by a legal action."""
    move = _legal_move(rules, s, action)
    gained, lost = [0] * rules.num_colours, [0] * rules.num_colours
    if isinstance(move, Connect | Free):
        coloured = s.ends[s.turn][move.end]
        gained[colour_of(coloured)] = rules.deck.cards[card_of(coloured)].value
    if isinstance(move, Connect) and move.target > 0:
        lost[s.placed[move.target].colour] = shape_dots(rules, s, move.target, move.shape)
    return {"gained": gained, "lost": lost}


def locks(rules: Rules, s: State, action: int) -> int:
    """Return the number of dots that a legal action locks."""
    move = _legal_move(rules, s, action)
    if not isinstance(move, Connect):
        return 0
    return rules.deck.cards[card_of(s.ends[s.turn][move.end])].shapes[move.own].dots


def _legal_move(rules: Rules, s: State, action: object) -> Action:
    if not isinstance(action, int) or isinstance(action, bool) or verdict(rules, s, action) != LEGAL:
        raise ValueError(f"{GAME}: action is {shown(action)}; allowed: a legal action")
    return rules.actions.decode(action)


def shape_dots(rules: Rules, s: State, i: int, j: int) -> int:
    """Return the dots on a placed card's shape."""
    return rules.tables.card(s.placed[i].card).shapes[j].dots


def visible(rules: Rules, s: State) -> list[int]:
    """Return the visible dots per colour."""
    return rules.visible(s)


def unplayed(rules: Rules, s: State) -> list[int]:
    """List all coloured cards that are still in some deck, revealed or not, ascending."""
    if s.phase == CHOOSE_SUIT:  # the decks aren't built yet
        suits, played = rules.suits(s.round), []
        for coloured in range(DECK_SIZE * rules.num_colours):
            card = rules.deck.cards[card_of(coloured)]
            if card.suit in suits and card.value <= rules.values:
                played.append(coloured)
        return played
    at_ends = [held for ends in s.ends for held in ends if held != NONE]
    return sorted([*at_ends, *(coloured for pool in s.pools for coloured in pool)])


def safe_dots(rules: Rules, s: State) -> list[int]:
    """Return, per colour, the dots that can no longer be covered, whatever unplayed cards are played."""
    return _safe_dots(rules, s, own_colour_ban=False)


def safe_dots_strict(rules: Rules, s: State) -> list[int]:
    """Return the same with the ban of free play: cards of the shape's own colour don't threaten it there."""
    return _safe_dots(rules, s, own_colour_ban=rules.free_play)


def _safe_dots(rules: Rules, s: State, *, own_colour_ban: bool) -> list[int]:
    survey, cards = Survey(rules, s), unplayed(rules, s)
    dots = [0] * rules.num_colours
    for i, entry in enumerate(s.placed):
        threatening = [card_of(card) for card in cards if not (own_colour_ban and colour_of(card) == entry.colour)]
        slots = {shape.slot for card in threatening for shape in rules.deck.cards[card].shapes}
        for j, status in enumerate(entry.status):
            worth = shape_dots(rules, s, i, j)
            if worth == 0 or status == COVERED:
                continue
            if status == LOCKED or not _open_poses(rules, survey, i, j, slots):
                dots[entry.colour] += worth
    return dots


def _open_poses(rules: Rules, survey: Survey, i: int, j: int, slots: Iterable[int]) -> list[Pose]:
    """List the poses in which one of these slots can cover a shape now (L6 to L8), by slot and face."""
    target = survey.placed[i]
    target_slot = slot(rules, target, j)
    poses = [
        rules.tables.joint_pose(target.pose, target_slot, own, face)
        for own in sorted(slots)
        if rules.tables.joints[target_slot][own]
        for face in range(2)
    ]
    return [pose for pose in poses if survey.has_room(i, pose)]


def exposed_dots(rules: Rules, s: State) -> list[int]:
    """Return the visible dots that may still be covered, per colour."""
    return [seen - safe for seen, safe in zip(visible(rules, s), safe_dots(rules, s), strict=True)]


def threats(rules: Rules, s: State, seat: int, i: int, j: int) -> dict[str, object]:
    """Return what can happen to an open shape: the frames that may cover it, and the unplayed cards that fit now."""
    check_argument("seat", seat, 0, rules.num_players - 1)
    check_argument("target", i, 0, len(s.placed) - 1)
    target = s.placed[i]
    check_argument("shape", j, 0, len(target.status) - 1)
    if target.status[j] != OPEN:
        raise ValueError(f"{GAME}: shape is {j}; allowed: an open shape")
    survey = Survey(rules, s)
    footprints: list[Slab] = []
    for pose in _open_poses(rules, survey, i, j, range(len(rules.deck.slots))):
        frame = rules.tables.frame(pose)
        if frame not in footprints:
            footprints.append(frame)
    seen = [
        held
        for other, ends in enumerate(s.ends)
        for held in ends
        if held != NONE and (other == seat or not rules.owner)
    ]
    at_ends: list[dict[str, object]] = []
    rest: list[dict[str, object]] = []
    for coloured in unplayed(rules, s):
        for own, face in _fitting(rules, survey, i, j, coloured):
            entry: dict[str, object] = {
                "colour": colour_of(coloured),
                "card": card_of(coloured),
                "own_shape": own,
                "face": face,
            }
            (at_ends if coloured in seen else rest).append(entry)
    return {"footprints": [_slab_data(frame) for frame in footprints], "at_ends": at_ends, "rest": rest}


def _fitting(rules: Rules, survey: Survey, i: int, j: int, coloured: int) -> list[tuple[int, int]]:
    """List the canonical (own shape, face) pairs of a card that can cover a shape now."""
    if rules.free_play and survey.placed[i].colour == colour_of(coloured):  # L3
        return []
    target, card = survey.placed[i], card_of(coloured)
    target_slot = slot(rules, target, j)
    result = []
    for own, face in rules.tables.canonical[card]:
        own_slot = rules.deck.cards[card].shapes[own].slot
        if rules.tables.joints[target_slot][own_slot]:
            pose = rules.tables.joint_pose(target.pose, target_slot, own_slot, face)
            if survey.has_room(i, pose):
                result.append((own, face))
    return result


def _slab_data(slab: Slab) -> dict[str, object]:
    def interval(ends: tuple[Number, Number]) -> list[object]:
        return [list(ends[0]), list(ends[1])]

    return {name: interval(ends) for name, ends in zip("xyuv", slab, strict=True)}


def mobility(rules: Rules, s: State, seat: int) -> int:
    """Return how many legal connections a seat would have if it were to move."""
    check_argument("seat", seat, 0, rules.num_players - 1)
    return len(seat_connections(rules, s, seat))


def bounds(rules: Rules, s: State) -> dict[str, object]:
    """Bound each colour's result of the round: at least its safe dots, at most every dot that isn't covered yet."""
    upper = visible(rules, s)
    for coloured in unplayed(rules, s):
        upper[colour_of(coloured)] += rules.deck.cards[card_of(coloured)].value
    return {"lower": safe_dots(rules, s), "upper": upper}
