"""The cards of SOLO: kinds, names of actions, matching, extending, values. Nothing here needs a state.

A hand is a list of 55 counts, one per kind (S-1.3).
"""

from __future__ import annotations

from collections.abc import Sequence

GAME = "solo"

# --- kinds (S-1.2, S-1.3) --------------------------------------------------------------------------------------------

COLOURS = "RGBY"
COLOUR_WORDS = ("red", "green", "blue", "yellow", "any")
ANY = 4  # only as a value of active_colour
SYMBOLS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Sk", "Rv", "D2", "Sw")
SKIP, REVERSE, DRAW2, SWAP_CARD = 9, 10, 11, 12
WILD, WD4, SIT = 52, 53, 54
KINDS = 55
KIND_NAMES = (*(colour + symbol for colour in COLOURS for symbol in SYMBOLS), "Wi", "W4", "ST")

Counts = tuple[int, ...]  # S-1.6
EMPTY: Counts = (0,) * KINDS


def is_black(k: int) -> bool:
    """Return whether the kind is Wild, WD4 or SIT, which have neither colour nor symbol."""
    return k >= WILD


def colour(k: int) -> int:
    """Return the colour 0..3 of a coloured kind."""
    return k // 13


def symbol(k: int) -> int:
    """Return the symbol 0..12 of a coloured kind."""
    return k % 13


def is_number(k: int) -> bool:
    """Return whether the kind is a coloured card with a number."""
    return not is_black(k) and symbol(k) < SKIP


def is_draw2(k: int) -> bool:
    """Return whether the kind is a Draw2 of any colour."""
    return not is_black(k) and symbol(k) == DRAW2


def is_swap(k: int) -> bool:
    """Return whether the kind is a Swap of any colour."""
    return not is_black(k) and symbol(k) == SWAP_CARD


def multiplicity(k: int) -> int:
    """Return the number of copies of a kind in the deck (S-1.4)."""
    if is_black(k):
        return 4
    return 1 if is_swap(k) else 2


DECK: Counts = tuple(multiplicity(k) for k in range(KINDS))  # S-1.1


def plus(counts: Sequence[int], k: int, more: int = 1) -> Counts:
    """Return the counts with `more` of kind k added."""
    changed = list(counts)
    changed[k] += more
    return tuple(changed)


def held(counts: Sequence[int]) -> list[int]:
    """List the kinds with a count, ascending."""
    return [k for k, count in enumerate(counts) if count > 0]


# --- actions (section 6) ---------------------------------------------------------------------------------------------

DRAW, TAKE, PLAY_DRAWN, KEEP = 55, 56, 57, 58
COLOUR = 59  # + colour
SWAP = 62  # + offset 1..9
SOLO_DECLARE, SOLO_SILENT, JUMP, NO_JUMP = 72, 73, 74, 75
NUM_ACTIONS = 76

ACTION_NAMES = (
    *KIND_NAMES,
    *("DRAW", "TAKE", "PLAY_DRAWN", "KEEP"),
    *(f"COLOUR {letter}" for letter in COLOURS),
    *(f"SWAP {offset}" for offset in range(1, 10)),
    *("SOLO_DECLARE", "SOLO_SILENT", "JUMP", "NO_JUMP"),
)


# --- matching and extending (section 5) ------------------------------------------------------------------------------


def matches(k: int, top: int, active_colour: int) -> bool:
    """S-5.1: return whether k may be played on this in an ordinary turn."""
    if is_black(k) or active_colour in (ANY, colour(k)):
        return True
    return top >= 0 and not is_black(top) and symbol(k) == symbol(top)  # S-5.3


def playable(hand: Sequence[int], top: int, active_colour: int) -> list[int]:
    """List the kinds of the hand that match, ascending."""
    return [k for k in held(hand) if matches(k, top, active_colour)]


def extends(k: int, top: int, active_colour: int, chain: str | None, extend_any_wild: bool) -> bool:
    """S-5.7, S-5.8: return whether k may be put down on a pending draw whose last draw card was `chain`."""
    if not extend_any_wild:
        return k == WD4 if chain == "W4" else chain == "D2" and is_draw2(k)
    return is_black(k) or (chain == "D2" and is_draw2(k) and matches(k, top, active_colour))


def extenders(hand: Sequence[int], top: int, active_colour: int, chain: str | None, extend_any_wild: bool) -> list[int]:
    """List the kinds of the hand that extend a pending draw, ascending."""
    return [k for k in held(hand) if extends(k, top, active_colour, chain, extend_any_wild)]


# --- values (S-7.2) --------------------------------------------------------------------------------------------------


def card_value(k: int) -> int:
    """Return the cost of a card left in the hand."""
    if is_black(k):
        return 50 if k == WD4 else 40
    if is_number(k):
        return symbol(k) + 1
    return {SKIP: 20, REVERSE: 10, DRAW2: 30, SWAP_CARD: 30}[symbol(k)]


def hand_penalty(hand: Sequence[int]) -> int:
    """Return the cost of a hand."""
    return sum(count * card_value(k) for k, count in enumerate(hand))


def colour_counts(hand: Sequence[int]) -> list[int]:
    """Count the cards of each colour 0..3, and the black ones."""
    counts = [0, 0, 0, 0, 0]
    for k, count in enumerate(hand):
        counts[4 if is_black(k) else colour(k)] += count
    return counts
