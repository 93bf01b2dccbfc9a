"""A seat's knowledge in ONDA (section 8), worlds that look the same to it, and the observation as numbers (section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from uneri.reference.common import SplitMix64
from uneri.reference.onda.plays import NO_CARDS, PLAYS, counts_of, plus
from uneri.reference.onda.rules import Rules
from uneri.reference.onda.state import PHASES, State, at


def sees_face(rules: Rules, s: State, seat: int) -> bool:
    """Return whether `seat` may see the face of the joker on the table (O-8.3)."""
    if s.table is not None and s.table.owner == seat:
        return True
    return rules.reveal_jokers == "on_play" or (rules.reveal_jokers == "on_discard" and s.phase == "OVER")


def shown_jokers(rules: Rules, s: State, owner: int) -> list[int]:
    """List the spent jokers of `owner` that all may see (O-8.3)."""
    if rules.reveal_jokers == "never":
        return []
    shown = list(s.spent[owner])
    on_table = s.table is not None and s.table.owner == owner and s.table.face >= 0
    if rules.reveal_jokers == "on_discard" and on_table and s.phase != "OVER":
        assert s.table is not None
        shown.remove(s.table.face)
    return shown


def unseen(rules: Rules, s: State, p: int) -> list[int]:
    """8.3: count, by kind, the cards at places that seat `p` cannot see."""
    seen = [*s.down[p], *s.spent[p]]  # O-8.1
    counts = plus(rules.pack, seen, -1)
    counts = tuple(c - a - b for c, a, b in zip(counts, s.hand[p], s.played, strict=True))
    for q in range(rules.num_players):
        if q == p:
            continue
        counts = plus(counts, shown_jokers(rules, s, q), -1)
        if s.phase == "OVER":
            counts = tuple(c - h for c, h in zip(counts, s.hand[q], strict=True))  # O-8.6
        else:
            counts = plus(counts, s.known[q], -1)
    return list(counts)


def resample(rules: Rules, s: State, seat: int, rng: SplitMix64) -> State:
    """R-7, 8.3: deal the unseen cards again to the unseen places, until the seat to act has a legal action.

    The seat to act is filled first, then the others clockwise from `seat`; within a seat its hand beyond the known
    cards, its face-down cards, its hidden spent jokers. Each place gets the next card of a Fisher-Yates shuffle.
    """
    pool = [kind for kind, count in enumerate(unseen(rules, s, seat)) for _ in range(count)]
    drawn = 0

    def draw() -> int:
        nonlocal drawn
        j = drawn + rng.below(len(pool) - drawn)
        pool[drawn], pool[j] = pool[j], pool[drawn]
        drawn += 1
        return pool[drawn - 1]

    def fill(world: State, q: int) -> State:
        if s.phase != "OVER":
            count = sum(s.hand[q]) - len(s.known[q])
            world = replace(
                world, hand=at(world.hand, q, plus(NO_CARDS, [*s.known[q], *(draw() for _ in range(count))]))
            )
        down = tuple(sorted(draw() for _ in s.down[q]))
        shown = shown_jokers(rules, s, q)
        hidden = [draw() for _ in range(len(s.spent[q]) - len(shown))]
        spent = tuple(sorted([*shown, *hidden]))
        world = replace(world, down=at(world.down, q, down), spent=at(world.spent, q, spent))
        if s.table is not None and s.table.owner == q and s.table.face >= 0 and not sees_face(rules, s, seat):
            world = replace(world, table=replace(s.table, face=hidden[-1]))
        return world

    world = s
    first = s.to_act if s.to_act not in (-1, seat) else None
    if first is not None:
        world = fill(s, first)
        while not rules.legal(world):
            drawn = 0
            world = fill(s, first)
    for step in range(1, rules.num_players):
        q = (seat + step) % rules.num_players
        if q != first:
            world = fill(world, q)
    return replace(world, deck=tuple(counts_of(pool[drawn:])))  # O-8.5


def layout(rules: Rules) -> list[tuple[str, tuple[int, ...]]]:
    """List the blocks of `observation`."""
    n = rules.num_players
    seats = ["hand_total", "down_total", "spent_total", "scores", "round_wins", "passed"]
    seats += ["prev_winner", "starter", "leader", "to_act"]
    blocks: list[tuple[str, tuple[int, ...]]] = [("hand", (n, 30)), ("known", (n, 30)), ("down", (30,))]
    blocks += [("spent", (n, 30)), ("played", (30,)), *((name, (n,)) for name in seats)]
    blocks += [("round", (6,)), ("phase", (8,)), ("pending", (2,)), ("tide", (1,)), ("status", (1,))]
    blocks += [("bomb_used", (1,)), ("dial", (16,)), ("dial_shape", (7,)), ("table_owner", (n,))]
    blocks += [("table_shape", (7,)), ("table_rank", (15,)), ("table_joker", (15,)), ("table_cards", (30,))]
    return [*blocks, ("table_face", (30,))]


def observation(rules: Rules, s: State, seat: int) -> list[float]:
    """Return what the seat sees, with seats counted clockwise from it."""
    n = rules.num_players
    order = [(seat + i) % n for i in range(n)]

    def one_hot(index: int | None, size: int) -> list[float]:
        return [1.0 if i == index else 0.0 for i in range(size)]

    def relative(q: int) -> int | None:
        return None if q < 0 else (q - seat) % n

    def halves(counts: Sequence[int]) -> list[float]:
        return [count / 2 for count in counts]

    out: list[float] = []
    for q in order:
        out += halves(s.hand[q] if q == seat or s.phase == "OVER" else counts_of(s.known[q]))
    for q in order:
        out += halves(counts_of(s.known[q]))
    out += halves(counts_of(s.down[seat]))
    for q in order:
        out += halves(counts_of(s.spent[q] if q == seat else shown_jokers(rules, s, q)))
    out += halves(s.played)
    out += [sum(s.hand[q]) / 15 for q in order]  # O-8.2
    out += [len(s.down[q]) / 2 for q in order]
    out += [len(s.spent[q]) / 2 for q in order]
    out += [s.scores[q] / 40 for q in order]
    out += [s.round_wins[q] / 6 for q in order]
    out += [1.0 if s.passed[q] else 0.0 for q in order]
    for q in (s.prev_winner, s.starter, s.leader, s.to_act):
        out += one_hot(relative(q), n)
    out += one_hot(s.round - 1, 6)
    out += one_hot(PHASES.index(s.phase), 8)
    out += [1.0 if s.pending == name else 0.0 for name in ("JOKER", "TURN")]
    out += [float(s.tide), float(s.status), float(s.bomb_used)]
    out += one_hot(s.dial, 16)
    out += [1.0 if shape in rules.dial_shapes(s) else 0.0 for shape in range(7)]
    play = None if s.table is None else PLAYS[s.table.play]
    out += one_hot(relative(-1 if s.table is None else s.table.owner), n)
    out += one_hot(None if play is None else play.shape, 7)
    out += one_hot(None if play is None else play.rank - 1, 15)
    out += one_hot(None if play is None or play.joker is None else play.joker - 1, 15)
    out += halves(counts_of([] if play is None else play.cards))
    face = s.table.face if s.table is not None and sees_face(rules, s, seat) else None
    return out + one_hot(face, 30)
