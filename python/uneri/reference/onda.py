"""ONDA by the book: the rules in plain Python, to be read beside docs/games/onda.md. Tags such as O-5.9 name the rule.

A card is its kind, 0..29 (O-1.2); a hand is a list of 30 counts. States are never changed: every step makes a new one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from uneri.reference import _common
from uneri.reference._common import CHANCE, TERMINAL, SplitMix64

NAME = "onda"

# --- cards (section 1) -----------------------------------------------------------------------------------------------

KINDS = 30
NUMBERS = 15
COPIES = 2
SUITS = "bg"

Counts = tuple[int, ...]


def suit_of(kind: int) -> int:
    """0 = blue, 1 = green (O-1.2)."""
    return kind // NUMBERS


def number_of(kind: int) -> int:
    """1..15 (O-1.2)."""
    return kind % NUMBERS + 1


def kind_of(suit: int, number: int) -> int:
    """O-1.2"""
    return NUMBERS * suit + number - 1


def kind_name(kind: int) -> str:
    """`b1` .. `g15`."""
    return f"{SUITS[suit_of(kind)]}{number_of(kind)}"


def pen(number: int) -> int:
    """Penalty dots (O-1.4)."""
    if number in (1, 15):
        return 3
    if number <= 4 or number >= 12:
        return 2
    return 1


def counts_of(kinds: Sequence[int]) -> list[int]:
    """The 30 counts of some cards."""
    return [list(kinds).count(kind) for kind in range(KINDS)]


def parse_cards(text: str) -> list[int]:
    """The 30 counts of a hand such as `b4 b5 g12`."""
    names = [kind_name(kind) for kind in range(KINDS)]
    return counts_of([names.index(token) for token in text.split()])


# --- plays (sections 5.1, 5.2 and 6.2) -------------------------------------------------------------------------------

SINGLE, RUN2, RUN3, RUN4, SET2, SET3, SET4 = range(7)
SHAPE_NAMES = ("SINGLE", "RUN2", "RUN3", "RUN4", "SET2", "SET3", "SET4")
RUNS = {2: RUN2, 3: RUN3, 4: RUN4}
SETS = {2: SET2, 3: SET3, 4: SET4}

PASS, TURN, SLOT_LOW, SLOT_HIGH, DIAL_KEEP, DIAL_ADVANCE = range(6)
FIRST_HIDE = 6
FIRST_PLAY = 36
FIRST_JOKER_PLAY = 234
NUM_ACTIONS = 584


@dataclass(frozen=True)
class Play:
    """What one play id means."""

    shape: int
    rank: int  # O-5.4
    cards: tuple[int, ...]  # the natural cards, as kinds
    joker: int | None = None  # the number that the joker stands for
    name: str = ""


def _sets_of(number: int, size: int) -> list[tuple[int, ...]]:
    """The ways to take `size` cards of one number: most blue ones first."""
    ways = []
    for blue in (2, 1, 0):
        green = size - blue
        if 0 <= green <= COPIES:
            ways.append((kind_of(0, number),) * blue + (kind_of(1, number),) * green)
    return ways


def _suits_text(cards: Sequence[int]) -> str:
    return "".join(SUITS[suit_of(card)] for card in cards)


def _natural_plays() -> list[Play]:
    """Ids 36..233 in order."""
    plays = [Play(SINGLE, number_of(k), (k,), name=f"SINGLE {kind_name(k)}") for k in range(KINDS)]
    for length, shape in RUNS.items():
        for suit in (0, 1):
            for low in range(1, NUMBERS - length + 2):
                cards = tuple(kind_of(suit, low + i) for i in range(length))
                plays.append(Play(shape, low, cards, name=f"{SHAPE_NAMES[shape]} {SUITS[suit]}{low}"))
    for size, shape in SETS.items():
        for number in range(1, NUMBERS + 1):
            for cards in _sets_of(number, size):
                plays.append(Play(shape, number, cards, name=f"{SHAPE_NAMES[shape]} {number} {_suits_text(cards)}"))
    return plays


def _joker_plays() -> list[Play]:
    """Ids 234..583 in order: one card of the play is the joker (O-5.5 to O-5.8)."""
    plays = [Play(SINGLE, v, (), v, f"SINGLE J={v}") for v in range(1, NUMBERS + 1)]
    for length, shape in RUNS.items():
        for suit in (0, 1):
            for low in range(1, NUMBERS - length + 2):
                for position in range(length):
                    cards = tuple(kind_of(suit, low + i) for i in range(length) if i != position)
                    name = f"{SHAPE_NAMES[shape]} {SUITS[suit]}{low} J@{low + position}"
                    plays.append(Play(shape, low, cards, low + position, name))
    for size, shape in SETS.items():
        for number in range(1, NUMBERS + 1):
            for cards in _sets_of(number, size - 1):
                name = f"{SHAPE_NAMES[shape]} {number} {_suits_text(cards)}+J"
                plays.append(Play(shape, number, cards, number, name))
    return plays


PLAYS: dict[int, Play] = dict(enumerate(_natural_plays() + _joker_plays(), start=FIRST_PLAY))


def action_name(action: int) -> str:
    """The canonical name of an id (6.2)."""
    if action in PLAYS:
        return PLAYS[action].name
    if action >= FIRST_HIDE:
        return f"HIDE {kind_name(action - FIRST_HIDE)}"
    return ("PASS", "TURN", "SLOT_LOW", "SLOT_HIGH", "DIAL_KEEP", "DIAL_ADVANCE")[action]


def holds(hand: Sequence[int], cards: Sequence[int]) -> bool:
    """Are all these cards in the hand?"""
    return all(hand[card] >= cards.count(card) for card in cards)


def beats(a: int, b: int, tide: int) -> bool:
    """O-5.9: play `a` beats play `b`; tide 0 is High, 1 is Low."""
    first, second = PLAYS[a], PLAYS[b]
    if first.shape != second.shape:
        return False
    return first.rank > second.rank if tide == 0 else first.rank < second.rank


# --- options (section 0.2) -------------------------------------------------------------------------------------------

PRESETS = {"ladder": [RUN2, SET2, RUN3, SET3, RUN4, SET4], "runs_first": [RUN2, RUN3, RUN4, SET2, SET3, SET4]}  # O-5.20

DEFAULTS: dict[str, Any] = {
    "players": 4,
    "rounds": 4,
    "first_seat": 0,
    "bomb_sequence": "ladder",
    "tide_start": "high",
    "tide_reset": "never",
    "lead_of_bomb_shape": "bomb",
    "leader_may_turn": True,
    "reveal_jokers": "never",
    "reveal_returned": False,
    "utility": "score",
}


def read_dial(value: object) -> tuple[object, list[int]]:
    """The option `bomb_sequence` as it is listed, and the shapes on the dial."""
    if isinstance(value, str) and value in PRESETS:
        return value, PRESETS[value]
    given = _common.read_json_option(NAME, "bomb_sequence", value, tuple(PRESETS)) if isinstance(value, str) else value
    shapes = list(given) if isinstance(given, list | tuple) else []
    if not 1 <= len(shapes) <= 16 or not all(_common.is_int(shape) and RUN2 <= shape <= SET4 for shape in shapes):
        allowed = "ladder, runs_first, a list of 1 to 16 shape numbers 1 to 6, a JSON file of one"
        raise _common.bad_option(NAME, "bomb_sequence", given, allowed)
    return shapes, shapes


# --- the state (section 3) -------------------------------------------------------------------------------------------

PHASES = ("FIRST", "DEAL", "DIAL", "HIDE", "ACT", "SLOT", "REPLY", "OVER")


@dataclass(frozen=True)
class Table:
    """The combination on the table. `face`: kind of the joker in it, -1 = no joker or not chosen yet."""

    play: int
    owner: int
    face: int


@dataclass(frozen=True)
class State:
    """All of section 3 but `options` and `rng`."""

    round: int
    scores: tuple[int, ...]
    round_wins: tuple[int, ...]
    prev_winner: int
    starter: int
    deck: Counts
    hand: tuple[Counts, ...]
    down: tuple[tuple[int, ...], ...]
    spent: tuple[tuple[int, ...], ...]
    known: tuple[tuple[int, ...], ...]
    played: Counts
    dial: int
    bomb_used: bool
    tide: int
    status: int
    passed: tuple[bool, ...]
    leader: int
    table: Table | None
    phase: str
    to_act: int  # -1: chance, or nobody at the end
    pending: str | None


def at(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """A tuple with one entry replaced."""
    return (*values[:index], value, *values[index + 1 :])


def plus(counts: Counts, cards: Sequence[int], sign: int = 1) -> Counts:
    """Counts with some cards added, or with sign -1 taken away."""
    return tuple(count + sign * list(cards).count(kind) for kind, count in enumerate(counts))


NO_CARDS: Counts = (0,) * KINDS
ALL_CARDS: Counts = (COPIES,) * KINDS


class Rules:
    """ONDA under fixed options."""

    name = NAME
    defaults = DEFAULTS
    num_distinct_actions = NUM_ACTIONS
    max_chance_outcomes = KINDS
    max_legal_actions = 549  # O-7.11

    def __init__(self, **options: Any) -> None:
        _common.check_names(NAME, options, DEFAULTS)
        o = {**DEFAULTS, **options}
        self.num_players = _common.int_option(NAME, "players", o["players"], 2, 5)
        self.rounds = _common.int_option(NAME, "rounds", o["rounds"], 1, 6)
        self.first_seat = _common.int_option(NAME, "first_seat", o["first_seat"], -1, self.num_players - 1)
        listed, self.dial_shapes = read_dial(o["bomb_sequence"])
        self.tide_start = _common.choice_option(NAME, "tide_start", o["tide_start"], ("high", "low"))
        self.tide_reset = _common.choice_option(NAME, "tide_reset", o["tide_reset"], ("never", "round", "trick"))
        self.bomb_lead = _common.choice_option(NAME, "lead_of_bomb_shape", o["lead_of_bomb_shape"], ("bomb", "plain"))
        self.leader_may_turn = _common.bool_option(NAME, "leader_may_turn", o["leader_may_turn"])
        reveals = ("never", "on_discard", "on_play")
        self.reveal_jokers = _common.choice_option(NAME, "reveal_jokers", o["reveal_jokers"], reveals)
        self.reveal_returned = _common.bool_option(NAME, "reveal_returned", o["reveal_returned"])
        _common.choice_option(NAME, "utility", o["utility"], _common.UTILITIES)
        self.options = {**o, "bomb_sequence": listed}
        self.hand_size = 12 if self.num_players == 5 else 15  # O-2.3
        n, dealt = self.num_players, self.num_players * self.hand_size
        self.max_game_length = self.rounds * (1 + 5 * n + n * dealt)  # O-7.11
        self.max_chance_nodes = self.rounds * dealt + (1 if self.first_seat == -1 else 0)
        self.min_score = self.rounds * (-34 if n == 5 else -40)  # O-7.11
        self.max_score = self.rounds * 3

    # --- who acts, what is legal (section 4) ---

    def initial(self) -> State:
        """Section 2."""
        n = self.num_players
        drawn = self.first_seat == -1
        return State(
            round=1,
            scores=(0,) * n,
            round_wins=(0,) * n,
            prev_winner=-1,
            starter=self.first_seat,
            deck=ALL_CARDS,
            hand=(NO_CARDS,) * n,
            down=((),) * n,
            spent=((),) * n,
            known=((),) * n,
            played=NO_CARDS,
            dial=0,
            bomb_used=False,
            tide=self._start_tide(),
            status=0,
            passed=(False,) * n,
            leader=self.first_seat,
            table=None,
            phase="FIRST" if drawn else "DEAL",
            to_act=-1,
            pending=None,
        )

    def _start_tide(self) -> int:
        return 0 if self.tide_start == "high" else 1

    def player(self, s: State) -> int:
        """R-1"""
        if s.phase in ("FIRST", "DEAL"):
            return CHANCE
        return TERMINAL if s.phase == "OVER" else s.to_act

    def weights(self, s: State) -> list[tuple[int, int]]:
        """O-2.9"""
        if s.phase == "FIRST":
            return [(seat, 1) for seat in range(self.num_players)]
        return [(kind, count) for kind, count in enumerate(s.deck) if count > 0]

    def legal(self, s: State) -> list[int]:
        """The table of 4.1."""
        if s.phase in ("FIRST", "DEAL"):
            return [outcome for outcome, _ in self.weights(s)]
        if s.phase == "DIAL":
            return [DIAL_KEEP, DIAL_ADVANCE]
        if s.phase == "HIDE":
            return [FIRST_HIDE + kind for kind in range(KINDS) if self._may_hide(s, kind)]
        if s.phase == "ACT":
            legal = [] if s.table is None else [PASS]  # O-4.4, O-4.5
            if self.turn_is_legal(s):
                legal.append(TURN)
            return legal + [a for a in PLAYS if self._may_play(s, a)]
        if s.phase == "SLOT":
            return [a for a in (SLOT_LOW, SLOT_HIGH) if self._may_choose(s, a - SLOT_LOW)]
        if s.phase == "REPLY":
            return self._replies_with(s, s.hand[s.to_act], s.tide)
        return []

    def is_legal(self, s: State, a: int) -> bool:
        """Any integer: does the definition of its kind of action hold?"""
        if s.phase in ("FIRST", "DEAL"):
            return any(a == outcome for outcome, _ in self.weights(s))
        if s.phase == "DIAL":
            return a in (DIAL_KEEP, DIAL_ADVANCE)
        if s.phase == "HIDE":
            return FIRST_HIDE <= a < FIRST_PLAY and self._may_hide(s, a - FIRST_HIDE)
        if s.phase == "ACT":
            if a == PASS:
                return s.table is not None
            if a == TURN:
                return self.turn_is_legal(s)
            return a in PLAYS and self._may_play(s, a)
        if s.phase == "SLOT":
            return a in (SLOT_LOW, SLOT_HIGH) and self._may_choose(s, a - SLOT_LOW)
        if s.phase == "REPLY":
            return a in PLAYS and self._is_reply(s, a, s.hand[s.to_act], s.tide)
        return False

    def _may_hide(self, s: State, kind: int) -> bool:
        """O-4.2"""
        hand, down = s.hand[s.to_act], s.down[s.to_act]
        if hand[kind] == 0:
            return False
        if len(down) == 1:
            return kind >= down[0]
        rest = plus(hand, [kind], -1)
        return any(rest[other] > 0 for other in range(kind, KINDS))

    def _may_play(self, s: State, a: int) -> bool:
        """`legal_play` of 5.6."""
        play = PLAYS[a]
        if s.table is not None:
            beating = beats(a, s.table.play, s.tide)  # O-5.10
            free_bomb = not s.bomb_used and play.shape == self.dial_shape(s)  # O-5.21
            if not beating and not free_bomb:
                return False
        if play.joker is not None and not s.down[s.to_act]:
            return False
        return holds(s.hand[s.to_act], play.cards)

    def dial_shape(self, s: State) -> int:
        """The shape that is the bomb now."""
        return self.dial_shapes[s.dial]

    def _is_reply(self, s: State, a: int, hand: Counts, tide: int) -> bool:
        """O-4.10, with `hand` under `tide`."""
        play = PLAYS[a]
        if play.joker is not None:
            return False
        if s.table is not None:
            if not beats(a, s.table.play, tide):
                return False
        elif self.bomb_lead == "bomb" and play.shape == self.dial_shape(s):
            return False
        return holds(hand, play.cards)

    def _replies_with(self, s: State, hand: Counts, tide: int) -> list[int]:
        return [a for a in PLAYS if self._is_reply(s, a, hand, tide)]

    def replies_after(self, s: State, slot: int) -> list[int]:
        """The replies of the seat to act if it takes back face-down card `slot` and the tide turns."""
        hand = plus(s.hand[s.to_act], [s.down[s.to_act][slot]])
        return self._replies_with(s, hand, 1 - s.tide)

    def turn_is_legal(self, s: State) -> bool:
        """O-4.7, O-4.9, in ACT."""
        if s.status == 1 or (s.table is None and not self.leader_may_turn):
            return False
        return any(self.replies_after(s, slot) for slot in range(len(s.down[s.to_act])))

    def _may_choose(self, s: State, slot: int) -> bool:
        """O-4.8 for TURN; for a joker either card. Of two equal cards only the lower slot."""
        low, high = s.down[s.to_act]
        if slot == 1 and low == high:
            return False
        return s.pending == "JOKER" or bool(self.replies_after(s, slot))

    # --- what an action does (4.7) ---

    def apply(self, s: State, a: int) -> State:
        """The state after a legal action or a possible outcome."""
        if s.phase == "FIRST":
            return replace(s, starter=a, leader=a, phase="DEAL")
        if s.phase == "DEAL":
            return self._deal(s, a)
        if s.phase == "DIAL":
            moved = self._next_dial(s) if a == DIAL_ADVANCE else s.dial
            return replace(s, dial=moved, phase="HIDE")
        if s.phase == "HIDE":
            return self._hide(s, a - FIRST_HIDE)
        if s.phase == "SLOT":
            return self._choose(s, a - SLOT_LOW)
        if s.phase == "REPLY":
            return self._finish(self._put(s, a))
        if a == PASS:
            return self._pass(s)
        if a == TURN:
            if len(s.down[s.to_act]) == 2:
                return replace(s, pending="TURN", phase="SLOT")
            return self._turn(s, 0)
        s = self._put(s, a)
        if PLAYS[a].joker is not None:
            if len(s.down[s.to_act]) == 2 and sum(s.hand[s.to_act]) > 0:
                return replace(s, pending="JOKER", phase="SLOT")
            s = self._spend(s, 0)
        return self._finish(s)

    def _next_dial(self, s: State) -> int:
        return (s.dial + 1) % len(self.dial_shapes)

    def _clockwise(self, seat: int) -> int:
        return (seat + 1) % self.num_players

    def _deal(self, s: State, kind: int) -> State:
        """O-2.9: one card to the first seat that has fewer than H."""
        seat = min(p for p in range(self.num_players) if sum(s.hand[p]) < self.hand_size)
        s = replace(s, deck=plus(s.deck, [kind], -1), hand=at(s.hand, seat, plus(s.hand[seat], [kind])))
        if any(sum(hand) < self.hand_size for hand in s.hand):
            return s
        return replace(s, to_act=s.starter, phase="HIDE" if s.round == 1 else "DIAL")  # O-2.6

    def _hide(self, s: State, kind: int) -> State:
        p = s.to_act
        down = tuple(sorted([*s.down[p], kind]))
        s = replace(s, hand=at(s.hand, p, plus(s.hand[p], [kind], -1)), down=at(s.down, p, down))
        if len(down) < 2:
            return s
        if all(len(cards) == 2 for cards in s.down):
            return replace(s, phase="ACT", to_act=s.starter, leader=s.starter)
        return replace(s, to_act=self._clockwise(p))

    def _pass(self, s: State) -> State:
        """O-4.11, O-4.12"""
        s = replace(s, passed=at(s.passed, s.to_act, True))
        if s.passed.count(False) > 1:
            return replace(s, to_act=self._next_seat(s))
        winner = s.passed.index(False)
        return replace(
            s,
            passed=(False,) * self.num_players,
            status=0,
            dial=self._next_dial(s) if s.bomb_used else s.dial,
            bomb_used=False,
            table=None,
            tide=self._start_tide() if self.tide_reset == "trick" else s.tide,
            leader=winner,
            to_act=winner,
        )

    def _next_seat(self, s: State) -> int:
        """`next()` of 4.7."""
        seat = self._clockwise(s.to_act)
        while s.passed[seat]:
            seat = self._clockwise(seat)
        return seat

    def _put(self, s: State, a: int) -> State:
        """4.4, steps 1 to 3."""
        p, cards = s.to_act, PLAYS[a].cards
        known = list(s.known[p])
        for card in cards:  # O-8.4
            if card in known:
                known.remove(card)
        return replace(
            s,
            bomb_used=s.bomb_used or self.bomb(s, a),
            hand=at(s.hand, p, plus(s.hand[p], cards, -1)),
            played=plus(s.played, cards),
            known=at(s.known, p, tuple(known)),
            table=Table(a, p, -1),
        )

    def bomb(self, s: State, a: int) -> bool:
        """O-5.22: is this legal play the trick's bomb?"""
        if s.phase != "ACT" or s.bomb_used or PLAYS[a].shape != self.dial_shape(s):
            return False
        if self.bomb_lead == "bomb":
            return True
        return s.table is not None and not beats(a, s.table.play, s.tide)

    def _spend(self, s: State, slot: int) -> State:
        """`spend(x)` of 4.7."""
        p = s.to_act
        kind = s.down[p][slot]
        down = tuple(card for i, card in enumerate(s.down[p]) if i != slot)
        spent = tuple(sorted([*s.spent[p], kind]))
        assert s.table is not None
        return replace(s, down=at(s.down, p, down), spent=at(s.spent, p, spent), table=replace(s.table, face=kind))

    def _turn(self, s: State, slot: int) -> State:
        """O-4.8, (b) to (e)."""
        p = s.to_act
        kind = s.down[p][slot]
        down = tuple(card for i, card in enumerate(s.down[p]) if i != slot)
        known = tuple(sorted([*s.known[p], kind])) if self.reveal_returned else ()
        return replace(
            s,
            hand=at(s.hand, p, plus(s.hand[p], [kind])),
            down=at(s.down, p, down),
            known=at(s.known, p, known),
            tide=1 - s.tide,
            status=1,
            phase="REPLY",
        )

    def _choose(self, s: State, slot: int) -> State:
        pending, s = s.pending, replace(s, pending=None)
        if pending == "TURN":
            return self._turn(s, slot)
        return self._finish(self._spend(s, slot))

    def _finish(self, s: State) -> State:
        if sum(s.hand[s.to_act]) == 0:
            return self._end_round(s)
        return replace(s, to_act=self._next_seat(s), phase="ACT")

    # --- end of a round (section 7) ---

    def _end_round(self, s: State) -> State:
        winner = s.to_act
        scores = tuple(
            s.scores[p] + (3 if p == winner else -hand_points(s.hand[p], len(s.down[p])))  # O-7.3, O-7.4
            for p in range(self.num_players)
        )
        s = replace(s, scores=scores, round_wins=at(s.round_wins, winner, s.round_wins[winner] + 1), prev_winner=winner)
        if s.round == self.rounds:
            return replace(s, phase="OVER", to_act=-1)  # O-7.6
        starter = self._next_starter(scores, winner)
        n = self.num_players
        return replace(  # O-7.7
            s,
            passed=(False,) * n,
            status=0,
            dial=self._next_dial(s) if s.bomb_used else s.dial,
            bomb_used=False,
            tide=s.tide if self.tide_reset == "never" else self._start_tide(),
            round=s.round + 1,
            starter=starter,
            leader=starter,
            deck=ALL_CARDS,
            hand=(NO_CARDS,) * n,
            down=((),) * n,
            spent=((),) * n,
            known=((),) * n,
            played=NO_CARDS,
            table=None,
            phase="DEAL",
            to_act=-1,
        )

    def _next_starter(self, scores: Sequence[int], winner: int) -> int:
        """O-7.8: lowest score; of tied seats the nearest clockwise from the winner, who comes last."""
        n = self.num_players
        return min(range(n), key=lambda seat: (scores[seat], (seat - winner - 1) % n))

    def points(self, s: State) -> list[int]:
        """So far."""
        return list(s.scores)

    def winners(self, s: State) -> list[int]:
        """O-7.9"""
        best = max(zip(s.scores, s.round_wins, strict=True))
        return [p for p in range(self.num_players) if (s.scores[p], s.round_wins[p]) == best]

    # --- what a seat knows (section 8) ---

    def _sees_face(self, s: State, seat: int) -> bool:
        """May `seat` see the face of the joker on the table? (O-8.3)"""
        if s.table is not None and s.table.owner == seat:
            return True
        return self.reveal_jokers == "on_play" or (self.reveal_jokers == "on_discard" and s.phase == "OVER")

    def shown_jokers(self, s: State, owner: int) -> list[int]:
        """The spent jokers of `owner` that all may see (O-8.3)."""
        if self.reveal_jokers == "never":
            return []
        shown = list(s.spent[owner])
        on_table = s.table is not None and s.table.owner == owner and s.table.face >= 0
        if self.reveal_jokers == "on_discard" and on_table and s.phase != "OVER":
            assert s.table is not None
            shown.remove(s.table.face)
        return shown

    def unseen(self, s: State, p: int) -> list[int]:
        """8.3: by kind, the cards at places that seat `p` cannot see."""
        seen = [*s.down[p], *s.spent[p]]
        counts = plus(plus(ALL_CARDS, seen, -1), [])
        counts = tuple(c - a - b for c, a, b in zip(counts, s.hand[p], s.played, strict=True))
        for q in range(self.num_players):
            if q == p:
                continue
            counts = plus(counts, self.shown_jokers(s, q), -1)
            if s.phase == "OVER":
                counts = tuple(c - h for c, h in zip(counts, s.hand[q], strict=True))  # O-8.6
            else:
                counts = plus(counts, s.known[q], -1)
        return list(counts)

    def resample(self, s: State, seat: int, rng: SplitMix64) -> State:
        """R-7, 8.3: the unseen cards dealt anew to the unseen places, until the seat to act has a legal action.

        The seat to act is filled first, then the others clockwise from `seat`; within a seat its hand beyond the known
        cards, its face-down cards, its hidden spent jokers. Each place gets the next card of a Fisher-Yates shuffle.
        """
        pool = [kind for kind, count in enumerate(self.unseen(s, seat)) for _ in range(count)]
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
            shown = self.shown_jokers(s, q)
            hidden = [draw() for _ in range(len(s.spent[q]) - len(shown))]
            spent = tuple(sorted([*shown, *hidden]))
            world = replace(world, down=at(world.down, q, down), spent=at(world.spent, q, spent))
            if s.table is not None and s.table.owner == q and s.table.face >= 0 and not self._sees_face(s, seat):
                world = replace(world, table=replace(s.table, face=hidden[-1]))
            return world

        world = s
        first = s.to_act if s.to_act not in (-1, seat) else None
        if first is not None:
            world = fill(s, first)
            while not self.legal(world):
                drawn = 0
                world = fill(s, first)
        for step in range(1, self.num_players):
            q = (seat + step) % self.num_players
            if q != first:
                world = fill(world, q)
        return replace(world, deck=tuple(counts_of(pool[drawn:])))

    def to_dict(self, s: State, seat: int | None = None) -> dict[str, Any]:
        """Section 3; with a seat only what it may know, None for the rest."""
        seats = range(self.num_players)

        def cards(known: Sequence[int], size: int) -> list[int | None]:
            return [*known, *[None] * (size - len(known))]

        def mine(p: int) -> bool:
            return seat is None or seat == p

        table = None
        if s.table is not None:
            face_seen = seat is None or s.table.face == -1 or self._sees_face(s, seat)
            table = {"play": s.table.play, "owner": s.table.owner, "face": s.table.face if face_seen else None}
        return {
            "options": json.loads(json.dumps(self.options)),
            "round": s.round,
            "scores": list(s.scores),
            "round_wins": list(s.round_wins),
            "prev_winner": s.prev_winner,
            "starter": s.starter,
            "deck": list(s.deck) if seat is None else None,
            "hand": [list(s.hand[p]) if mine(p) or s.phase == "OVER" else None for p in seats],
            "hand_total": [sum(hand) for hand in s.hand],
            "down": [cards(s.down[p] if mine(p) else [], len(s.down[p])) for p in seats],
            "spent": [cards(s.spent[p] if mine(p) else self.shown_jokers(s, p), len(s.spent[p])) for p in seats],
            "known": [list(known) for known in s.known],
            "played": list(s.played),
            "dial": s.dial,
            "bomb_used": s.bomb_used,
            "tide": s.tide,
            "status": s.status,
            "passed": list(s.passed),
            "leader": s.leader,
            "table": table,
            "phase": s.phase,
            "to_act": s.to_act,
            "pending": s.pending,
        }

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """The inverse of `to_dict(s)`, every field checked."""
        from uneri.reference import onda_data

        return onda_data.read_state(self, data)

    # --- the observation as numbers (docs/games/onda.md) ---

    def layout(self) -> list[tuple[str, tuple[int, ...]]]:
        """The blocks of `observation`."""
        n = self.num_players
        seats = ["hand_total", "down_total", "spent_total", "scores", "round_wins", "passed"]
        seats += ["prev_winner", "starter", "leader", "to_act"]
        blocks: list[tuple[str, tuple[int, ...]]] = [("hand", (n, 30)), ("known", (n, 30)), ("down", (30,))]
        blocks += [("spent", (n, 30)), ("played", (30,)), *((name, (n,)) for name in seats)]
        blocks += [("round", (6,)), ("phase", (8,)), ("pending", (2,)), ("tide", (1,)), ("status", (1,))]
        blocks += [("bomb_used", (1,)), ("dial", (16,)), ("dial_shape", (7,)), ("table_owner", (n,))]
        blocks += [("table_shape", (7,)), ("table_rank", (15,)), ("table_joker", (15,)), ("table_cards", (30,))]
        return [*blocks, ("table_face", (30,))]

    def observation(self, s: State, seat: int) -> list[float]:
        """What the seat sees, seats counted clockwise from itself."""
        n = self.num_players
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
            out += halves(counts_of(s.spent[q] if q == seat else self.shown_jokers(s, q)))
        out += halves(s.played)
        out += [sum(s.hand[q]) / 15 for q in order]
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
        out += one_hot(self.dial_shape(s), 7)
        play = None if s.table is None else PLAYS[s.table.play]
        out += one_hot(relative(-1 if s.table is None else s.table.owner), n)
        out += one_hot(None if play is None else play.shape, 7)
        out += one_hot(None if play is None else play.rank - 1, 15)
        out += one_hot(None if play is None or play.joker is None else play.joker - 1, 15)
        out += halves(counts_of([] if play is None else play.cards))
        face = s.table.face if s.table is not None and self._sees_face(s, seat) else None
        return out + one_hot(face, 30)

    # --- notation (6.2) ---

    def action_to_string(self, s: State | None, player: int, action: int) -> str:
        """The name of an action, or of an outcome for player -1."""
        if player == CHANCE:
            return f"seat {action}" if s is not None and s.phase == "FIRST" else kind_name(action)
        return action_name(action)

    def parse_action(self, s: State | None, text: str) -> int:
        """The inverse; case and surplus blanks do not matter."""
        wanted = " ".join(text.lower().split())
        if s is not None and s.phase in ("FIRST", "DEAL"):
            count = 5 if s.phase == "FIRST" else KINDS
            names = {self.action_to_string(s, CHANCE, outcome): outcome for outcome in range(count)}
            allowed = "seat 0 and the like" if s.phase == "FIRST" else "b1 to b15, g1 to g15"
            if wanted not in names:
                raise ValueError(f"onda: no outcome {text[:60]!r}; allowed: {allowed}")
            return names[wanted]
        for action in range(NUM_ACTIONS):
            if action_name(action).lower() == wanted:
                return action
        raise ValueError(
            f"onda: no action {text[:60]!r}; allowed: PASS, TURN, HIDE b7, SINGLE b7, RUN3 b4 and the like"
        )


# --- hand analysis (section 9) ---------------------------------------------------------------------------------------


def all_combos(hand: Sequence[int], j: int) -> list[int]:
    """Ids of the plays whose natural cards fit in the hand; joker plays only with a joker."""
    return [a for a, play in PLAYS.items() if holds(hand, play.cards) and (play.joker is None or j >= 1)]


def min_plays(hand: Sequence[int], j: int = 0) -> int:
    """The least number of plays that shed the hand, at most `j` of them with a joker.

    Some play must shed the lowest card; every play that can is tried.
    """
    if sum(hand) == 0:
        return 0
    lowest = next(kind for kind in range(KINDS) if hand[kind] > 0)
    best = sum(hand)
    for play in PLAYS.values():
        if lowest not in play.cards or not holds(hand, play.cards):
            continue
        if play.joker is not None and j == 0:
            continue
        rest = plus(tuple(hand), play.cards, -1)
        best = min(best, 1 + min_plays(rest, j if play.joker is None else j - 1))
    return best


def hand_points(hand: Sequence[int], ndown: int) -> int:
    """Penalty dots, and 3 for each face-down card (O-7.4)."""
    return sum(count * pen(number_of(kind)) for kind, count in enumerate(hand)) + 3 * ndown


def beaters(a: int, tide: int, pool: Sequence[int]) -> list[int]:
    """The natural plays that beat `a` and whose cards fit in the pool."""
    return [b for b in range(FIRST_PLAY, FIRST_JOKER_PLAY) if beats(b, a, tide) and holds(pool, PLAYS[b].cards)]


def is_boss(a: int, tide: int, pool: Sequence[int]) -> bool:
    """Does nothing in the pool beat `a`?"""
    return not beaters(a, tide, pool)


def is_bomb(rules: Rules, s: State, a: int) -> bool:
    """O-5.22, before `a` is played; false outside ACT."""
    return a in PLAYS and rules.bomb(s, a)


def replies(rules: Rules, s: State, slot: int) -> list[int]:
    """The legal replies after taking back face-down card `slot`, in ACT or in SLOT with TURN pending."""
    if s.phase != "ACT" and s.pending != "TURN":
        raise ValueError("onda: replies asks for a state in ACT, or in SLOT with TURN pending")
    down = len(s.down[s.to_act])
    if down == 0:
        raise ValueError("onda: the seat to act has no face-down card")
    if not 0 <= slot < down:
        raise ValueError(f"slot is {slot}; allowed: 0 to {down - 1}")
    return rules.replies_after(s, slot)


def can_turn(rules: Rules, s: State) -> bool:
    """Is TURN legal here (O-4.7)?"""
    return s.phase == "ACT" and rules.turn_is_legal(s)


def unseen(rules: Rules, s: State, p: int) -> list[int]:
    """8.3"""
    if not 0 <= p < rules.num_players:
        raise ValueError(f"onda: seat is {p}; allowed: 0 to {rules.num_players - 1}")
    return rules.unseen(s, p)


def penalty_if_ended(rules: Rules, s: State, p: int) -> int:
    """What seat `p` would lose if the round ended now."""
    if not 0 <= p < rules.num_players:
        raise ValueError(f"onda: seat is {p}; allowed: 0 to {rules.num_players - 1}")
    return hand_points(s.hand[p], len(s.down[p]))
