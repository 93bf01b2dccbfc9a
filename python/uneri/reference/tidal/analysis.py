"""Analysis of Tidal Blades: Banner Festival (10), without side effects. Cards are ids or text, quadrants ids or
colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import comb

from ..._util.messages import shown
from ..common import plus
from . import hidden
from .board import COLOURS
from .rules import Rules, feast_rewards
from .state import ACTION_NAMES, CARDS, END, GAME, State, check_argument


def card_id(card: int | str) -> int:
    """Return the id of a card given by its id or as text such as `T7`."""
    if isinstance(card, str):
        if card.upper() not in ACTION_NAMES[:CARDS]:
            raise ValueError(f"{GAME}: card is {shown(card)}; allowed: O0 to P9")
        return ACTION_NAMES.index(card.upper())
    return check_argument("card", card, 0, CARDS - 1)


def quadrant_id(q: int | str) -> int:
    """Return the number of a quadrant given by its number or its colour."""
    if isinstance(q, str):
        if q not in COLOURS:
            raise ValueError(f"{GAME}: quadrant is {shown(q)}; allowed: {', '.join(COLOURS)}")
        return COLOURS.index(q)
    return check_argument("quadrant", q, 0, 3)


def _different_cards(name: str, cards: Sequence[int | str], low: int, high: int) -> list[int]:
    if not isinstance(cards, list | tuple) or not low <= len(cards) <= high:
        amount = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{GAME}: {name} is {shown(cards)}; allowed: {amount} different cards")
    ids = [card_id(card) for card in cards]
    if len(set(ids)) != len(ids):
        raise ValueError(f"{GAME}: {name} is {shown(cards)}; allowed: different cards")
    return ids


def _counts(name: str, values: Sequence[int]) -> list[int]:
    """Read one count per seat, for 2 to 5 seats whatever the game."""
    if not isinstance(values, list | tuple) or not 2 <= len(values) <= 5:
        raise ValueError(f"{GAME}: {name} is {shown(values)}; allowed: 2 to 5 counts")
    return [check_argument(name, value, 0, 9999) for value in values]


def strength(rules: Rules, q: int | str, card: int | str) -> int:
    """Return the strength of a card in a quadrant, 0..39."""
    return rules.strength(quadrant_id(q), card_id(card))


def rank_bout(rules: Rules, q: int | str, cards: Sequence[int | str]) -> list[int]:
    """Rank the seats, highest first."""
    return rules.rank(quadrant_id(q), _different_cards("cards", cards, 2, 5))


def dock_for(rules: Rules, state: State, q: int | str, card: int | str) -> int:
    """Return the dock that a middle card would reach now, 4 for the tower."""
    return rules.dock_for(state, quadrant_id(q), card_id(card))


def kase_dock(rules: Rules, state: State, q: int | str) -> int:
    """Return the first unfilled dock, 4 for the tower."""
    return rules.kase_dock(state, quadrant_id(q))


def sail_preview(rules: Rules, state: State, seat: int, steps: int) -> dict[str, object]:
    """Preview where a boat would end and what it would bring."""
    check_argument("seat", seat, 0, rules.num_players - 1)
    return asdict(rules.sail(state, seat, check_argument("steps", steps, 1, 9999)))


def ability_preview(rules: Rules, state: State, seat: int, card: int | str) -> dict[str, int]:
    """Preview what the card would do for the seat if it were lowest at the present gate."""
    check_argument("seat", seat, 0, rules.num_players - 1)
    sail, put, fruit = rules.ability(state, seat, card_id(card), state.gate)
    return {"fruit": fruit + sail.fruit + put.fruit, "steps": sail.steps, "banners": put.banners, "place": put.place}


def resolve_bout(rules: Rules, state: State, cards: Sequence[int | str], gate: int | None = None) -> dict[str, object]:
    """Preview a bout with these cards. Hands are ignored; `gate` replaces the present one."""
    n = rules.num_players
    ids = _different_cards("cards", cards, n, n)
    gate = state.gate if gate is None else check_argument("gate", gate, 1, rules.board.spaces)
    deeds = rules.deeds(state, gate, ids)
    ranking = rules.rank(rules.quadrant(gate), ids)
    fruit = [state.fruit[seat] + deeds[seat].fruit for seat in range(n)]
    pool = rules.table.fruit_pool - sum(fruit)
    feast = pool <= 0
    return {
        "ranking": ranking,
        "lead": ranking[-1],
        "seats": [asdict(deed) for deed in deeds],
        "feast": feast,
        "feast_points": feast_points(fruit) if feast else [0] * n,
        "pool": rules.table.fruit_pool if feast else pool,
    }


def gate_options(rules: Rules, state: State) -> list[dict[str, object]]:
    """List the four moves of the gate and what they lead to."""
    options: list[dict[str, object]] = []
    for move in range(1, 5):
        gate = rules.gate_after(state, move)
        q = rules.quadrant(gate)
        options.append(
            {
                "move": move,
                "space": gate,
                "quadrant": q,
                "region": rules.region_of(q),
                "order": list(rules.board.quadrants[q].order),
                "filled": [rules.filled(state, q, d) for d in range(4)],
                "race": [rules.race_steps(state, seat, gate) for seat in range(rules.num_players)],
            }
        )
    return options


def region_counts(rules: Rules, state: State) -> list[list[int]]:
    """Count the seats' banners in region 0 and in region 1."""
    return rules.region_counts(state)


def majority_points(rules: Rules, counts: Sequence[int]) -> list[int]:
    """Return the rewards of one region."""
    return rules.majority_rewards(_counts("counts", counts))


def feast_points(fruit: Sequence[int]) -> list[int]:
    """Pay the seats with the most fruit all of it as profit, the others half, rounded up (8.1)."""
    return feast_rewards(_counts("fruit", fruit))


def unknown(rules: Rules, state: State, p: int) -> list[int]:
    """List the cards whose place seat p does not know, ascending."""
    return hidden.unknown(rules, state, check_argument("seat", p, 0, rules.num_players - 1))


def role_odds(rules: Rules, q: int | str, card: int | str, others: Sequence[int | str], k: int) -> dict[str, float]:
    """Return the chances of the card against k cards drawn uniformly from `others`."""
    q, card = quadrant_id(q), card_id(card)
    ids = _different_cards("others", others, 1, CARDS - 1)
    if card in ids:
        raise ValueError(f"{GAME}: others is {shown(others)}; allowed: cards other than {ACTION_NAMES[card]}")
    check_argument("k", k, 1, len(ids))
    weaker = sum(1 for other in ids if rules.strength(q, other) < rules.strength(q, card))
    ways = comb(len(ids), k)
    highest, lowest = comb(weaker, k), comb(len(ids) - weaker, k)
    return {"highest": highest / ways, "middle": (ways - highest - lowest) / ways, "lowest": lowest / ways}


def score_now(rules: Rules, state: State) -> dict[str, list[int]]:
    """Return the points if majority and feast were scored now; at the end nothing is pending."""
    nothing = [0] * rules.num_players
    majority_pending, feast_pending = nothing, nothing
    if state.phase != END:
        first, second = rules.region_counts(state)
        majority_pending = list(plus(rules.majority_rewards(first), rules.majority_rewards(second)))
        feast_pending = feast_points(state.fruit)
    total = plus(plus(rules.points(state), majority_pending), feast_pending)
    pending = {"majority_pending": majority_pending, "feast_pending": feast_pending}
    return _parts(rules, state) | pending | {"total": list(total)}


def breakdown(rules: Rules, state: State) -> dict[str, list[int]]:
    """Split the points by source, with the place of every seat; before the end, as if it ended now."""
    tower = [state.tower[0][seat] + state.tower[1][seat] for seat in range(rules.num_players)]
    return _parts(rules, state) | {"total": rules.points(state), "tower": tower, "place": rules.places(state)}


def _parts(rules: Rules, state: State) -> dict[str, list[int]]:
    """Return the points that the seats have by source."""
    return {
        "majority": list(state.profit_majority),
        "feast": list(state.profit_feast),
        "character": [rules.character(state, seat) for seat in range(rules.num_players)],
        "kept": [rules.kept(state, seat) for seat in range(rules.num_players)],
    }
