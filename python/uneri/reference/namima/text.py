"""Names: cards, hands and actions of Namima as text (N-1.6, N-3.12, N-5.11, N-5.12)."""

from __future__ import annotations

import re

from ..._util.messages import brief, shown
from ..common import CHANCE
from .rules import Rules
from .ruleset import GAME
from .state import CHANCE_PHASES, FIRST_DISCARD, PASS, SEAT, WIN, State
from .tables import Counts, Tables, counts_of

EXAMPLES = "PASS, WIN, D R3, M R1.R2.R3, L R4>R1.R2.R3.R4, Z R3 and the like"


def parse_cards(tables: Tables, text: str) -> list[int]:
    """Return the cards of a hand such as `B123 R44` or of a meld such as `R1.R2.R3`, or raise a ValueError.

    A token is a colour and its ranks; in a rule set with a rank of two digits, a colour and one rank.
    """
    single = all(rank < 10 for rank in tables.rules.ranks)
    cards = []
    for token in re.split(r"[\s,.]+", text):
        if token:
            colour, ranks = token[0].upper(), token[1:]
            for rank in ranks if single else [ranks]:
                if f"{colour}{rank}" not in tables.names:
                    raise ValueError(f"{GAME}: no card {brief(token)}; allowed: {_allowed(tables)}")
                cards.append(tables.names.index(f"{colour}{rank}"))
            if not ranks:
                raise ValueError(f"{GAME}: no card {brief(token)}; allowed: {_allowed(tables)}")
    return cards


def _allowed(tables: Tables) -> str:
    """Show the cards of the rule set, as `B, R with ranks 1 2 3`: ranks may be missing between two others."""
    return f"{', '.join(tables.rules.colours)} with ranks {' '.join(map(str, tables.rules.ranks))}"


def parse_hand(tables: Tables, text: str) -> Counts:
    """Return a hand as counts."""
    return counts_of(parse_cards(tables, text), len(tables.names))


def layoff_text(tables: Tables, number: int) -> str:
    """Return the card and the meld that it makes: `R4>R1.R2.R3.R4`."""
    layoff = tables.layoffs[number]
    return f"{tables.names[layoff.kind]}>{tables.meld_text(layoff.target)}"


def action_to_string(rules: Rules, s: State | None, player: int, action: int) -> str:
    """Return the name of an action, or of a chance outcome (player -1)."""
    tables, n = rules.tables, rules.num_players
    if not CHANCE <= player < n:
        raise ValueError(f"{GAME}: player is {shown(player)}; allowed: -1 to {n - 1}")
    if player != CHANCE:
        count = rules.num_distinct_actions
    elif s is None:
        count = rules.max_chance_outcomes
    else:
        count = n if s.phase == SEAT else rules.kinds
    if not 0 <= action < count:
        raise ValueError(f"{GAME}: action is {shown(action)}; allowed: 0 to {count - 1}")
    if player == CHANCE:
        seats = action >= rules.kinds if s is None else s.phase == SEAT
        return f"seat {action}" if seats else tables.names[action]
    if action in (PASS, WIN):
        return "PASS" if action == PASS else "WIN"
    if action < rules.first_meld:
        return f"D {tables.names[action - FIRST_DISCARD]}"
    if action < rules.first_layoff:
        return f"M {tables.meld_text(action - rules.first_meld)}"
    if action < rules.first_riichi:
        return f"L {layoff_text(tables, action - rules.first_layoff)}"
    return f"Z {tables.names[action - rules.first_riichi]}"


def parse_action(rules: Rules, s: State | None, text: str) -> int:
    """Return the id of a name, at a chance node that of an outcome. The action need not be legal."""
    words = " ".join(text.split())
    if s is not None and s.phase == SEAT:
        seats = [f"seat {seat}" for seat in range(rules.num_players)]
        if words.lower() not in seats:
            raise ValueError(f"{GAME}: no outcome {brief(text)}; allowed: seat 0 and the like")
        return seats.index(words.lower())
    if s is not None and s.phase in CHANCE_PHASES:
        if words.upper() not in rules.tables.names:
            raise ValueError(f"{GAME}: no outcome {brief(text)}; allowed: R3 and the like")
        return rules.tables.names.index(words.upper())
    try:
        return _action(rules, words.upper())
    except ValueError:
        raise ValueError(f"{GAME}: no action {brief(text)}; allowed: {EXAMPLES}") from None


def _action(rules: Rules, words: str) -> int:
    """Return the action of a text in capitals with single blanks; raise a ValueError if there is none."""
    tables = rules.tables
    if words in ("PASS", "WIN"):
        return PASS if words == "PASS" else WIN
    letter, _, what = words.partition(" ")
    if letter in ("D", "Z"):
        return (FIRST_DISCARD if letter == "D" else rules.first_riichi) + tables.names.index(what)
    if letter == "M":
        meld = tables.find_meld(parse_cards(tables, what))
        if meld is None:
            raise ValueError(what)
        return rules.first_meld + meld
    if letter == "L":
        card, mark, cards = what.partition(">")
        target = tables.find_meld(parse_cards(tables, cards))
        found = [
            number
            for number, layoff in enumerate(tables.layoffs)
            if mark and layoff.target == target and tables.names[layoff.kind] == card.strip()
        ]
        if found:
            return rules.first_layoff + found[0]
    raise ValueError(words)
