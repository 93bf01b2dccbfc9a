"""MINI by the book (docs/games/mini.md): a deal, then tricks that the highest card wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from uneri._util.messages import brief
from uneri.reference.common import CHANCE, TERMINAL, UTILITIES, Contradiction, SplitMix64, naming_values
from uneri.reference.reader import read_fields, read_options

__all__ = ["NAME", "Rules", "State"]

NAME = "mini"
KINDS, COPIES = 6, 2
PHASES = ("DEAL", "PLAY", "OVER")
DEFAULTS: dict[str, Any] = {"players": 2, "hand": 3, "utility": "score"}
FIELDS = ("options", "deck", "hand", "hand_total", "played", "table", "scores", "leader", "to_act", "phase")

Counts = tuple[int, ...]
NONE: Counts = (0,) * KINDS


@dataclass(frozen=True)
class State:
    """The state table."""

    deck: Counts
    hand: tuple[Counts, ...]
    played: Counts
    table: tuple[int, ...]
    scores: tuple[int, ...]
    leader: int
    to_act: int
    phase: str


def at(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """A tuple with one entry replaced."""
    return (*values[:index], value, *values[index + 1 :])


def plus(counts: Counts, kind: int, step: int = 1) -> Counts:
    """Counts with a card more, or fewer."""
    return at(counts, kind, counts[kind] + step)


class Rules:
    """MINI under fixed options."""

    name = NAME
    defaults = DEFAULTS
    num_distinct_actions = KINDS
    max_chance_outcomes = KINDS

    def __init__(self, **options: Any) -> None:
        o = read_options(NAME, options, DEFAULTS)
        self.num_players = o["players"].integer(2, 4)
        self.hand_size = o["hand"].integer(1, 3)
        o["utility"].word(UTILITIES)
        self.options = {**DEFAULTS, **options}
        self.max_legal_actions = self.hand_size
        self.max_game_length = self.max_chance_nodes = self.num_players * self.hand_size
        self.min_score, self.max_score = 0, self.hand_size

    def initial(self) -> State:
        """M-1, M-2"""
        n = self.num_players
        return State((COPIES,) * KINDS, (NONE,) * n, NONE, (-1,) * n, (0,) * n, 0, -1, "DEAL")

    def player(self, s: State) -> int:
        """R-1"""
        return {"DEAL": CHANCE, "PLAY": s.to_act, "OVER": TERMINAL}[s.phase]

    def weights(self, s: State) -> list[tuple[int, int]]:
        """M-2"""
        return [(kind, count) for kind, count in enumerate(s.deck) if count]

    def legal(self, s: State) -> list[int]:
        """M-3"""
        if s.phase == "DEAL":
            return [kind for kind, _ in self.weights(s)]
        return [] if s.phase == "OVER" else [kind for kind in range(KINDS) if s.hand[s.to_act][kind]]

    def is_legal(self, s: State, a: int) -> bool:
        """M-3"""
        if not 0 <= a < KINDS or s.phase == "OVER":
            return False
        return (s.deck if s.phase == "DEAL" else s.hand[s.to_act])[a] > 0

    def apply(self, s: State, a: int) -> State:
        """M-2 to M-5"""
        n = self.num_players
        if s.phase == "DEAL":
            seat = min(p for p in range(n) if sum(s.hand[p]) < self.hand_size)
            s = replace(s, deck=plus(s.deck, a, -1), hand=at(s.hand, seat, plus(s.hand[seat], a)))
            return s if sum(s.hand[-1]) < self.hand_size else replace(s, phase="PLAY", to_act=0)
        p = s.to_act
        s = replace(s, hand=at(s.hand, p, plus(s.hand[p], a, -1)), played=plus(s.played, a), table=at(s.table, p, a))
        if -1 in s.table:
            return replace(s, to_act=(p + 1) % n)
        winner = max(range(n), key=lambda q: (s.table[q], -((q - s.leader) % n)))
        s = replace(s, scores=plus(s.scores, winner), leader=winner)
        if not any(map(sum, s.hand)):
            return replace(s, phase="OVER", to_act=-1)
        return replace(s, to_act=winner, table=(-1,) * n)

    def points(self, s: State) -> list[int]:
        """Tricks so far."""
        return list(s.scores)

    def winners(self, s: State) -> list[int]:
        """M-5"""
        return [p for p, score in enumerate(s.scores) if score == max(s.scores)]

    def resample(self, s: State, seat: int, rng: SplitMix64) -> State:
        """R-7: deal again every card except the seat's own and those already played."""
        pool = [k for k in range(KINDS) for _ in range(COPIES - s.played[k] - s.hand[seat][k])]
        drawn = 0
        hands = list(s.hand)
        order = [(seat + step) % self.num_players for step in range(1, self.num_players)]
        if s.to_act not in (-1, seat):
            order = [s.to_act, *(q for q in order if q != s.to_act)]
        for q in order:
            new = NONE
            for _ in range(sum(s.hand[q])):
                j = drawn + rng.below(len(pool) - drawn)
                pool[drawn], pool[j] = pool[j], pool[drawn]
                new = plus(new, pool[drawn])
                drawn += 1
            hands[q] = new
        deck = tuple(pool[drawn:].count(kind) for kind in range(KINDS))
        return replace(s, hand=tuple(hands), deck=deck)

    def layout(self) -> list[tuple[str, tuple[int, ...]]]:
        """The blocks of `observation`."""
        n = self.num_players
        return [("hand", (KINDS,)), ("played", (KINDS,)), ("hand_total", (n,)), ("scores", (n,)),
                ("table", (n, KINDS)), ("leader", (n,)), ("to_act", (n,)), ("phase", (3,))]  # fmt: skip

    def observation(self, s: State, seat: int) -> list[float]:
        """Return what the seat sees, seats counted clockwise from it."""
        n = self.num_players
        order = [(seat + i) % n for i in range(n)]
        out = [count / 2 for count in (*s.hand[seat], *s.played)]
        out += [sum(s.hand[q]) / 3 for q in order] + [s.scores[q] / 3 for q in order]
        out += [float(s.table[q] == kind) for q in order for kind in range(KINDS)]
        out += [float(q == s.leader) for q in order] + [float(q == s.to_act) for q in order]
        return out + [float(s.phase == phase) for phase in PHASES]

    def to_dict(self, s: State, seat: int | None = None) -> dict[str, Any]:
        """The state table; with a seat only what it may know."""
        return {
            "options": dict(self.options),
            "deck": list(s.deck) if seat is None else None,
            "hand": [list(hand) if seat in (None, p) else None for p, hand in enumerate(s.hand)],
            "hand_total": [sum(hand) for hand in s.hand],
            "played": list(s.played),
            "table": list(s.table),
            "scores": list(s.scores),
            "leader": s.leader,
            "to_act": s.to_act,
            "phase": s.phase,
        }

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """The state, or a ValueError that names the field."""
        n = self.num_players
        field = read_fields(NAME, data, FIELDS, self.options)
        leader = field["leader"].integer(0, n - 1)
        to_act = field["to_act"].integer(-1, n - 1)
        phase = field["phase"].word(PHASES)
        deck = field["deck"].ints(KINDS, 0, COPIES)
        played = field["played"].ints(KINDS, 0, COPIES)
        table = field["table"].ints(n, -1, KINDS - 1)
        scores = field["scores"].ints(n, 0, self.hand_size)
        totals = field["hand_total"].ints(n, 0, self.hand_size)
        hands = []
        for p, entry in enumerate(field["hand"].items(n, n, f"a list of {n}, one entry per seat")):
            hands.append(entry.ints(KINDS, 0, COPIES))
            if totals[p] != sum(hands[p]):
                raise field["hand_total"].bad("the number of cards in each hand")
        s = State(deck, tuple(hands), played, table, scores, leader, to_act, phase)
        with naming_values(data):
            self._check(s)
        return s

    def _check(self, s: State) -> None:
        def require(good: bool, name: str, why: str) -> None:
            if not good:
                raise Contradiction(NAME, name, why)

        n, tricks = self.num_players, sum(s.scores)
        require((s.phase == "PLAY") == (s.to_act >= 0), "to_act", "does not fit the phase")
        for kind in range(KINDS):
            count = s.deck[kind] + s.played[kind] + sum(hand[kind] for hand in s.hand)
            require(count == COPIES, "hand", "and the other places together do not hold each number twice")
        if s.phase == "DEAL":
            require(s.leader == 0, "leader", "is not seat 0 in the deal")
            require(not any(s.played), "played", "is not empty in the deal")
            require(tricks == 0, "scores", "are not 0 in the deal")
            sizes = [sum(hand) for hand in s.hand]
            require(sizes[-1] < self.hand_size, "hand", "is dealt in full, but the phase is DEAL")
            unfinished = next(p for p in range(n) if sizes[p] < self.hand_size)
            require(not any(sizes[unfinished + 1 :]), "hand", "was not dealt seat by seat")
        else:
            require(tricks <= self.hand_size, "scores", "are more tricks than there are")
            require((tricks == self.hand_size) == (s.phase == "OVER"), "scores", "do not fit the phase")
            require(tricks > 0 or s.leader == 0, "leader", "is not seat 0 in the first trick")
            require(tricks == 0 or s.scores[s.leader] > 0, "leader", "has won no trick")
        done = {"DEAL": 0, "PLAY": (s.to_act - s.leader) % n, "OVER": n}[s.phase]
        for step in range(n):
            seat = (s.leader + step) % n
            require((step < done) == (s.table[seat] >= 0), "table", "does not fit the seat to act")
            cards = 0 if s.phase == "OVER" else self.hand_size - tricks - (step < done)
            require(s.phase == "DEAL" or sum(s.hand[seat]) == cards, "hand", "does not fit the tricks played")
        for kind in range(KINDS):
            require(s.table.count(kind) <= s.played[kind], "table", "has cards that are not in 'played'")

    def action_to_string(self, s: State | None, player: int, action: int) -> str:  # noqa: ARG002
        """The name of an action, or of an outcome for player -1."""
        return f"{action + 1}" if player == CHANCE else f"PLAY {action + 1}"

    def parse_action(self, s: State | None, text: str) -> int:
        """The inverse."""
        chance = s is not None and s.phase == "DEAL"
        names = {self.action_to_string(s, CHANCE if chance else 0, k): k for k in range(KINDS)}
        wanted = " ".join(text.upper().split())
        if wanted not in names:
            what, allowed = ("outcome", "1 to 6") if chance else ("action", "PLAY 1 to PLAY 6")
            raise ValueError(f"{NAME}: no {what} {brief(text[:60])}; allowed: {allowed}")
        return names[wanted]
