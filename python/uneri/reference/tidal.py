"""Tidal Blades: Banner Festival, written from the rules text for reading.

Numbers in brackets such as (6.4) are the sections of the rules text, [R17] its rulings, R-1 .. R-7 the rules that all
games share. Seats, cards, docks and quadrants count from 0, spaces of the track and the ring from 1, as printed.
The data of the board and its checks (section 2) are in `tidal_board.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from math import comb

from uneri.reference._common import (
    CHANCE,
    TERMINAL,
    UTILITIES,
    SplitMix64,
    bad_field,
    check_names,
    choice_option,
    int_field,
    int_option,
    list_field,
    shown,
)
from uneri.reference.tidal_board import CHARACTERS, COLOURS, KEEPABLE, load_board

GAME = "tidal"
CARDS = 40  # card id = 10 * suit + number (1)
SUITS = "OYTP"
FIRST_MOVE = 40  # actions 40..43 move the gate by 1..4 (7)
NUM_ACTIONS = 44
NEUTRAL = 5  # owner id of neutral banners on docks (4)
TOWER = 4  # the place behind docks 0..3 (10)
NO_PLACE = -1  # no banner was put down (10)

DEAL, GATE, PLAY, END = range(4)  # phases (4)
PHASES = ("DEAL", "GATE", "PLAY", "END")

FIELDS = (
    "options", "round", "bout", "phase", "actor", "gate", "lead", "boat", "faceup", "supply", "dock", "tower", "fruit",
    "pool", "profit_majority", "profit_feast", "keeper", "played", "hand", "hand_total", "pending", "pending_total",
)  # fmt: skip

ACTION_NAMES = (*(f"{suit}{number}" for suit in SUITS for number in range(10)), "G1", "G2", "G3", "G4")


@dataclass(frozen=True)
class State:
    """All that the game knows (4). Lists by seat have one entry a seat."""

    round: int
    bout: int
    phase: int
    actor: int  # the seat to decide, -1 in DEAL and END
    gate: int
    lead: int  # -1 until the first bout of the game is resolved
    boat: tuple[int, ...]
    faceup: tuple[int, ...]
    supply: tuple[int, ...]
    dock: tuple[tuple[tuple[int, ...], ...], ...]  # [quadrant][dock][owner 0..5]
    tower: tuple[tuple[int, ...], ...]  # [region][seat 0..4]
    fruit: tuple[int, ...]
    pool: int
    profit_majority: tuple[int, ...]
    profit_feast: tuple[int, ...]
    keeper: tuple[int, ...]  # by suit: the seat that keeps its 9, or -1
    played: tuple[tuple[int, ...], ...]  # the finished bouts of the round, each by seat
    hand: tuple[tuple[int, ...], ...]  # by seat, ascending
    pending: tuple[int, ...]  # by seat: the card chosen and not revealed, or -1


@dataclass(frozen=True)
class Sail:
    """A boat movement (6.4)."""

    steps: int
    space: int  # where the boat ends
    crossings: int
    stunt: bool
    turned: int  # character cards turned
    fruit: int


@dataclass(frozen=True)
class Put:
    """Banners put down (6.5)."""

    place: int  # dock 0..3, TOWER or NO_PLACE
    banners: int
    fruit: int


NO_PUT = Put(NO_PLACE, 0, 0)


@dataclass(frozen=True)
class Deed:
    """What one seat does in a bout, all counted."""

    role: str  # "highest", "middle" or "lowest"
    place: int
    banners: int
    steps: int
    space: int
    crossings: int
    turned: int
    fruit: int


class Rules:
    """The game with its options (0)."""

    name = GAME

    def __init__(self, **options: object) -> None:
        check_names(GAME, options, ("players", "rounds", "board", "utility"))
        self.num_players = int_option(GAME, "players", options.get("players", 4), 2, 5)
        if "rounds" in options:  # checked before the board, in the order of the text's table
            int_option(GAME, "rounds", options["rounds"], 1, 3)
        self.board, listed = load_board(options.get("board", "default"))
        self.rounds = int_option(GAME, "rounds", options.get("rounds", self.board.rounds), 1, 3)
        utility = choice_option(GAME, "utility", options.get("utility", "score"), UTILITIES)
        self.options: dict[str, object] = {
            "players": self.num_players,
            "rounds": self.rounds,
            "board": listed,
            "utility": utility,
        }
        # The default of `rounds` is the board's, so str(game) must compare with these values.
        self.defaults: dict[str, object] = {
            "players": 4,
            "rounds": self.board.rounds,
            "board": "default",
            "utility": "score",
        }
        self.table = self.board.players[self.num_players]
        self.hand_size = self.table.hand
        lowest_number = 0 if self.table.zeros else 1
        self.deck = [card for card in range(CARDS) if card % 10 >= lowest_number]

        self.num_distinct_actions = NUM_ACTIONS
        self.max_chance_outcomes = CARDS  # outcomes are card ids, whatever the deck of the player count
        self.max_legal_actions = max(4, self.hand_size)
        # Every game has the same length (7): N + 1 decisions a bout, but no gate move before the very first bout.
        self.max_game_length = self.rounds * self.hand_size * (self.num_players + 1) - 1
        self.max_chance_nodes = self.rounds * self.hand_size * self.num_players
        self.min_score = 0
        self.max_score = (
            self.max_majority() + self.max_feast() + self.board.values[-1] + KEEPABLE * self.board.kept_card_profit
        )

    def max_majority(self) -> int:
        """The most majority profit of a seat: the best reward in both regions in every round (8.4)."""
        return self.rounds * 2 * max(self.board.majority)

    def max_feast(self) -> int:
        """A bound of a seat's feast profit: the most fruit of a bout, in every bout, at 1 profit each (8.4)."""
        board = self.board
        longest = max(board.spaces, 2 * board.banners_per_player)
        crossings = (longest + board.spaces - 1) // board.spaces
        best_dock = max(dock.fruit for quadrant in board.quadrants for dock in quadrant.docks)
        best = max(1 + board.stunt_fruit + crossings * board.deck_done_fruit, 6, best_dock)
        return self.rounds * self.hand_size * best

    # ------------------------------------------------------------------------------------------------------------
    # Setup (3)
    # ------------------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """The state before the first card is dealt."""
        board, seats = self.board, self.num_players
        return State(
            round=1,
            bout=1,
            phase=DEAL,
            actor=-1,
            gate=board.gate_start,
            lead=-1,  # [R20]
            boat=(board.boat_start,) * seats,
            faceup=(0,) * seats,
            supply=(board.banners_per_player,) * seats,
            dock=tuple(tuple((0, 0, 0, 0, 0, self.neutral_banners(q, d)) for d in range(4)) for q in range(4)),
            tower=((0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
            fruit=(0,) * seats,
            pool=self.table.fruit_pool,
            profit_majority=(0,) * seats,
            profit_feast=(0,) * seats,
            keeper=(-1, -1, -1, -1),
            played=(),
            hand=((),) * seats,
            pending=(-1,) * seats,
        )

    def neutral_banners(self, q: int, d: int) -> int:
        """Neutral banners on a dock, the same all game: one on every even and odd dock with 2 or 3 players [R25]."""
        return 1 if self.table.neutral and self.board.quadrants[q].docks[d].when in ("even", "odd") else 0

    # ------------------------------------------------------------------------------------------------------------
    # Whose turn, and what may be done (5, 7)
    # ------------------------------------------------------------------------------------------------------------

    def player(self, s: State) -> int:
        """The seat to decide, CHANCE or TERMINAL."""
        if s.phase == DEAL:
            return CHANCE
        if s.phase == END:
            return TERMINAL
        return s.actor

    def legal(self, s: State) -> list[int]:
        """Legal actions, or the outcomes of a chance node, ascending."""
        if s.phase == DEAL:
            return self.undealt(s)
        if s.phase == GATE:
            return [FIRST_MOVE, FIRST_MOVE + 1, FIRST_MOVE + 2, FIRST_MOVE + 3]
        if s.phase == PLAY:
            return list(s.hand[s.actor])
        return []

    def is_legal(self, s: State, a: int) -> bool:
        """The definition of 7, read on its own: it does not use `legal`."""
        if s.phase == DEAL:  # a card of the deck that nobody holds and nobody keeps
            if not 0 <= a < CARDS or (a % 10 == 0 and not self.table.zeros):
                return False
            kept = a % 10 == 9 and s.keeper[a // 10] >= 0
            return not kept and not any(a in hand for hand in s.hand)
        if s.phase == GATE:
            return FIRST_MOVE <= a < NUM_ACTIONS
        if s.phase == PLAY:
            return a in s.hand[s.actor]
        return False

    def weights(self, s: State) -> list[tuple[int, int]]:
        """Every card exists once, so every outcome has weight 1 (5.1)."""
        return [(card, 1) for card in self.undealt(s)]

    def live(self, s: State) -> list[int]:
        """The deck without the kept 9s (4)."""
        return [card for card in self.deck if not (card % 10 == 9 and s.keeper[card // 10] >= 0)]

    def undealt(self, s: State) -> list[int]:
        """Live cards that are in no hand, not chosen and not played this round (4)."""
        elsewhere = [card for hand in s.hand for card in hand]
        elsewhere += s.pending
        elsewhere += [card for bout in s.played for card in bout]
        return [card for card in self.live(s) if card not in elsewhere]

    def unknown(self, s: State, p: int) -> list[int]:
        """The live cards whose place seat p does not know (9)."""
        seen = [card for bout in s.played for card in bout]
        return [card for card in self.live(s) if card not in seen and card not in s.hand[p] and card != s.pending[p]]

    # ------------------------------------------------------------------------------------------------------------
    # The state machine (5)
    # ------------------------------------------------------------------------------------------------------------

    def apply(self, s: State, a: int) -> State:
        """The state after a legal action or a possible outcome."""
        if s.phase == DEAL:
            return self.apply_deal(s, a)
        if s.phase == GATE:
            return replace(s, gate=self.gate_after(s, a - FIRST_MOVE + 1), phase=PLAY, actor=0)
        return self.apply_card(s, a)

    def apply_deal(self, s: State, card: int) -> State:
        """One card to the lowest seat whose hand is not full (5.1)."""
        hands = list(s.hand)
        seat = min(i for i in range(self.num_players) if len(hands[i]) < self.hand_size)
        hands[seat] = tuple(sorted((*hands[seat], card)))
        s = replace(s, hand=tuple(hands))
        if any(len(hand) < self.hand_size for hand in hands):
            return s
        if s.round == 1:  # no gate move before the first bout of the game
            return replace(s, phase=PLAY, actor=0)
        return replace(s, phase=GATE, actor=s.lead)

    def gate_after(self, s: State, move: int) -> int:
        """The gate's space after moving 1..4 spaces clockwise (5.2)."""
        return (s.gate - 1 + move) % self.board.spaces + 1

    def apply_card(self, s: State, card: int) -> State:
        """A card is chosen face down; after the last seat the bout is resolved (5.3)."""
        hands, pending = list(s.hand), list(s.pending)
        hands[s.actor] = tuple(other for other in hands[s.actor] if other != card)
        pending[s.actor] = card
        s = replace(s, hand=tuple(hands), pending=tuple(pending), actor=s.actor + 1)
        if s.actor < self.num_players:
            return s
        return self.resolve(s)

    def resolve(self, s: State) -> State:
        """All cards are shown and everything happens at once (6.7)."""
        seats, cards = range(self.num_players), s.pending
        quadrant, region = self.quadrant(s.gate), self.region(s.gate)
        deeds = self.deeds(s, s.gate, cards)
        lowest = self.rank(quadrant, cards)[-1]

        dock = [[list(owners) for owners in docks] for docks in s.dock]
        tower = [list(counts) for counts in s.tower]
        for seat in seats:
            if deeds[seat].place == TOWER:
                tower[region][seat] += deeds[seat].banners
            elif deeds[seat].place != NO_PLACE:
                dock[quadrant][deeds[seat].place][seat] += deeds[seat].banners

        keeper = list(s.keeper)
        if cards[lowest] % 10 == 9:  # the ability of a 9
            keeper[cards[lowest] // 10] = lowest

        fruit = [s.fruit[seat] + deeds[seat].fruit for seat in seats]
        s = replace(
            s,
            lead=lowest,
            boat=tuple(deeds[seat].space for seat in seats),
            faceup=tuple(s.faceup[seat] + deeds[seat].turned for seat in seats),
            supply=tuple(s.supply[seat] - deeds[seat].banners for seat in seats),
            dock=tuple(tuple(tuple(owners) for owners in docks) for docks in dock),
            tower=tuple(tuple(counts) for counts in tower),
            fruit=tuple(fruit),
            pool=self.table.fruit_pool - sum(fruit),  # may be below 0 for a moment [R13]
            keeper=tuple(keeper),
            played=(*s.played, cards),
            pending=(-1,) * self.num_players,
        )
        if s.pool <= 0:
            s = self.feast(s)
        if s.bout < self.hand_size:
            return replace(s, bout=s.bout + 1, phase=GATE, actor=s.lead)
        return self.round_end(s)

    # ------------------------------------------------------------------------------------------------------------
    # A bout (6). Everything is read from the state before the bout: that is the snapshot (6.2).
    # ------------------------------------------------------------------------------------------------------------

    def quadrant(self, gate: int) -> int:
        """The active quadrant."""
        return self.board.ring[gate - 1]

    def region_of(self, q: int) -> int:
        """The region of a quadrant."""
        return 0 if q in self.board.regions[0] else 1

    def region(self, gate: int) -> int:
        """The active region."""
        return self.region_of(self.quadrant(gate))

    def strength(self, q: int, card: int) -> int:
        """The rank of a card in a quadrant, 39 is strongest (6.1)."""
        return 10 * (3 - self.board.quadrants[q].order.index(card // 10)) + card % 10

    def rank(self, q: int, cards: Sequence[int]) -> list[int]:
        """Seats by falling strength of their cards (6.1)."""
        return sorted(range(len(cards)), key=lambda seat: self.strength(q, cards[seat]), reverse=True)

    def filled(self, s: State, q: int, d: int) -> bool:
        """Does anybody, neutral included, have a banner on this dock (4)?"""
        return any(count > 0 for count in s.dock[q][d])

    def in_quadrant(self, s: State, seat: int, q: int) -> int:
        """A seat's banners on the docks of a quadrant and on the tower of its region (4)."""
        return sum(s.dock[q][d][seat] for d in range(4)) + s.tower[self.region_of(q)][seat]

    def in_region(self, s: State, seat: int, region: int) -> int:
        """A seat's banners on the docks of both quadrants of a region and on its tower, counted once (4)."""
        docks = sum(s.dock[q][d][seat] for q in self.board.regions[region] for d in range(4))
        return docks + s.tower[region][seat]

    def deeds(self, s: State, gate: int, cards: Sequence[int]) -> list[Deed]:
        """What every seat does when these cards are shown, by seat."""
        q = self.quadrant(gate)
        ranking = self.rank(q, cards)
        result = []
        for seat, card in enumerate(cards):
            if seat == ranking[0]:
                result.append(self.deed("highest", self.race(s, seat, gate), NO_PUT, 0))
            elif seat == ranking[-1]:
                result.append(self.deed("lowest", *self.ability(s, seat, card, gate)))
            else:  # with two players there is no middle [R17]
                put = self.put(s, seat, gate, self.dock_for(s, q, card))
                result.append(self.deed("middle", self.no_sail(s, seat), put, 0))
        return result

    def deed(self, role: str, sail: Sail, put: Put, fruit: int) -> Deed:
        """The parts of what a seat does, added up."""
        all_fruit = fruit + sail.fruit + put.fruit
        return Deed(role, put.place, put.banners, sail.steps, sail.space, sail.crossings, sail.turned, all_fruit)

    def race_steps(self, s: State, seat: int, gate: int) -> int:
        """Steps to the gate, a full lap if the boat is already there (6.3)."""
        steps = (gate - s.boat[seat]) % self.board.spaces
        return steps if steps > 0 else self.board.spaces

    def race(self, s: State, seat: int, gate: int) -> Sail:
        """The race to the gate (6.3)."""
        return self.sail(s, seat, self.race_steps(s, seat, gate))

    def no_sail(self, s: State, seat: int) -> Sail:
        """The boat stays."""
        return Sail(0, s.boat[seat], 0, False, 0, 0)

    def sail(self, s: State, seat: int, steps: int) -> Sail:
        """Every boat movement, from any cause [R8] (6.4)."""
        board = self.board
        space, crossings = s.boat[seat], 0
        for _ in range(steps):
            if space == board.lap_exit:  # a crossing is leaving the last space of the lap [R7]
                crossings += 1
            space = space % board.spaces + 1
        # The top card before any turning counts, once a move [R26]; none is face up at the start [R9].
        stunt = s.faceup[seat] > 0 and space == board.stunts[seat][s.faceup[seat] - 1]
        turned = min(crossings, CHARACTERS - s.faceup[seat])
        fruit = (crossings - turned) * board.deck_done_fruit
        if stunt:
            fruit += board.stunt_fruit
        return Sail(steps, space, crossings, stunt, turned, fruit)

    def dock_for(self, s: State, q: int, card: int) -> int:
        """Where a middle card goes: the first unfilled dock that it fits, else the tower (6.5)."""
        for d in range(4):
            if not self.filled(s, q, d) and self.fits(q, d, card):
                return d
        return TOWER

    def fits(self, q: int, d: int, card: int) -> bool:
        """Does the card fit the condition of the dock (6.5)?"""
        when = self.board.quadrants[q].docks[d].when
        if when == "any":
            return True
        if when == "even":
            return card % 10 % 2 == 0  # 0 is even [R27]
        if when == "odd":
            return card % 10 % 2 == 1
        return when == COLOURS[card // 10]

    def kase_dock(self, s: State, q: int) -> int:
        """Where a lowest 2 goes: the first unfilled dock whatever its condition, else the tower (6.6)."""
        for d in range(4):
            if not self.filled(s, q, d):
                return d
        return TOWER

    def put(self, s: State, seat: int, gate: int, place: int) -> Put:
        """PLACE on a dock of the active quadrant, or TOWER(1) (6.5)."""
        if place == TOWER:
            return self.put_on_tower(s, seat, 1)
        if s.supply[seat] == 0:  # nothing at all, no bonus [R12]
            return NO_PUT
        dock = self.board.quadrants[self.quadrant(gate)].docks[place]
        extra = min(dock.extra_banner, s.supply[seat] - 1)  # extra banners bring no further bonus [R11]
        return Put(place, 1 + extra, dock.fruit)

    def put_on_tower(self, s: State, seat: int, count: int) -> Put:
        """TOWER(count): no bonus, no capacity (6.5)."""
        banners = min(count, s.supply[seat])
        return Put(TOWER, banners, 0) if banners > 0 else NO_PUT

    def ability(self, s: State, seat: int, card: int, gate: int) -> tuple[Sail, Put, int]:
        """What the lowest card does (6.6): the movement, the banners, and fruit beyond what those two give."""
        q, number = self.quadrant(gate), card % 10
        in_quadrant = self.in_quadrant(s, seat, q)
        in_region = self.in_region(s, seat, self.region_of(q))
        stay = self.no_sail(s, seat)
        if number == 0:
            return self.race(s, seat, gate), NO_PUT, 0
        if number == 1:
            return self.sail(s, seat, 2), NO_PUT, 1
        if number == 2:
            return stay, self.put(s, seat, gate, self.kase_dock(s, q)), 0  # bonus included [R10]
        if number == 3:
            return self.sail(s, seat, max(1, in_region)), NO_PUT, 0
        if number == 4:
            return stay, NO_PUT, min(4, max(1, in_quadrant))
        if number == 5:
            return stay, self.put_on_tower(s, seat, 1), 0
        if number == 6:
            return self.sail(s, seat, 2 * max(1, in_region)), NO_PUT, 0
        if number == 7:
            return stay, NO_PUT, min(6, max(1, in_region))
        if number == 8:
            return stay, self.put_on_tower(s, seat, 2), 0
        return stay, NO_PUT, 0  # 9: the card is kept, see `resolve`

    # ------------------------------------------------------------------------------------------------------------
    # Feasts, round end, game end (8)
    # ------------------------------------------------------------------------------------------------------------

    def feast(self, s: State) -> State:
        """Fruit becomes profit and the pool is full again (8.1)."""
        points = feast_points(s.fruit)
        return replace(
            s,
            profit_feast=_added(s.profit_feast, points),
            fruit=(0,) * self.num_players,
            pool=self.table.fruit_pool,
        )

    def majority_rewards(self, counts: Sequence[int]) -> list[int]:
        """The rewards of one region for the seats' banners in it (8.2)."""
        rewards = []
        for count in counts:
            place = 1 + sum(1 for other in counts if other > count)
            rewards.append(self.board.majority[place - 1] if place <= 3 and count > 0 else 0)  # [R15]
        return rewards

    def region_counts(self, s: State) -> list[list[int]]:
        """The seats' banners by region; neutral banners do not compete [R16]."""
        return [[self.in_region(s, seat, region) for seat in range(self.num_players)] for region in range(2)]

    def round_end(self, s: State) -> State:
        """After the last bout of a round: majority, docks cleared, next round or the end (8.2, 8.3)."""
        majority = s.profit_majority
        for counts in self.region_counts(s):
            majority = _added(majority, self.majority_rewards(counts))
        supply = list(s.supply)
        for seat in range(self.num_players):
            supply[seat] += sum(s.dock[q][d][seat] for q in range(4) for d in range(4))
        only_neutral = tuple(tuple((0, 0, 0, 0, 0, owners[NEUTRAL]) for owners in docks) for docks in s.dock)
        s = replace(s, profit_majority=majority, supply=tuple(supply), dock=only_neutral)
        if s.round < self.rounds:
            return replace(s, round=s.round + 1, bout=1, phase=DEAL, actor=-1, played=())
        return replace(self.feast(s), phase=END, actor=-1)  # the last feast with whatever fruit is held

    def character(self, s: State, seat: int) -> int:
        """The profit of the top character card (8.3)."""
        return self.board.values[s.faceup[seat] - 1] if s.faceup[seat] > 0 else 0

    def kept(self, s: State, seat: int) -> int:
        """The profit of the kept 9s (8.3)."""
        return self.board.kept_card_profit * s.keeper.count(seat)

    def points(self, s: State) -> list[int]:
        """Points so far; at the end the totals (8.4)."""
        return [
            s.profit_majority[seat] + s.profit_feast[seat] + self.character(s, seat) + self.kept(s, seat)
            for seat in range(self.num_players)
        ]

    def places(self, s: State) -> list[int]:
        """The final order: total, then banners on the towers [R18]; seats equal in both share the place (8.3)."""
        keys = [(total, s.tower[0][seat] + s.tower[1][seat]) for seat, total in enumerate(self.points(s))]
        return [1 + sum(1 for other in keys if other > key) for key in keys]

    def winners(self, s: State) -> list[int]:
        """All seats with place 1."""
        return [seat for seat, place in enumerate(self.places(s)) if place == 1]

    # ------------------------------------------------------------------------------------------------------------
    # Hidden information (9, R-7)
    # ------------------------------------------------------------------------------------------------------------

    def resample(self, s: State, seat: int, rng: SplitMix64) -> State:
        """The same state for `seat` with the unknown cards dealt anew.

        The seat to act gets its cards first, then the others clockwise from `seat`; each its hand, then the card that
        it has chosen. What is left over is undealt.
        """
        pool = self.unknown(s, seat)
        others = [(seat + i) % self.num_players for i in range(1, self.num_players)]
        if s.actor in others:
            others.remove(s.actor)
            others.insert(0, s.actor)
        hands, pending = list(s.hand), list(s.pending)
        drawn = 0
        for other in others:
            cards = []
            for _ in range(len(s.hand[other]) + (1 if s.pending[other] >= 0 else 0)):
                j = drawn + rng.below(len(pool) - drawn)
                pool[drawn], pool[j] = pool[j], pool[drawn]
                cards.append(pool[drawn])
                drawn += 1
            if s.pending[other] >= 0:
                pending[other] = cards.pop()
            hands[other] = tuple(sorted(cards))
        return replace(s, hand=tuple(hands), pending=tuple(pending))

    def layout(self) -> list[tuple[str, tuple[int, ...]]]:
        """The segments of the observation in order; n is the number of seats, the observer first."""
        n, spaces = self.num_players, self.board.spaces
        return [
            ("hand", (CARDS,)),
            ("pending", (CARDS,)),
            ("unknown", (CARDS,)),
            ("played", (n, CARDS)),
            ("keeper", (n, 4)),
            ("hand_total", (n,)),
            ("boat", (n, spaces)),
            ("faceup", (n, CHARACTERS + 1)),
            ("stunt", (n, spaces)),
            ("supply", (n,)),
            ("dock", (4, 4, n + 1)),
            ("tower", (2, n)),
            ("fruit", (n,)),
            ("pool", (1,)),
            ("profit_majority", (n,)),
            ("profit_feast", (n,)),
            ("points", (n,)),
            ("round", (3,)),
            ("bout", (self.hand_size,)),
            ("phase", (4,)),
            ("actor", (n,)),
            ("lead", (n,)),
            ("gate", (spaces,)),
            ("seat", (n,)),
        ]

    def observation(self, s: State, seat: int) -> list[float]:
        """What `seat` may know, as numbers in the order of `layout`."""
        n, board = self.num_players, self.board
        _check_argument("seat", seat, 0, n - 1)
        seats = [(seat + i) % n for i in range(n)]
        banners, fruits = board.banners_per_player, self.table.fruit_pool
        points = self.points(s)

        values: list[float] = []
        values += [float(card in s.hand[seat]) for card in range(CARDS)]
        values += _one_hot(s.pending[seat], CARDS)
        unknown = self.unknown(s, seat)
        values += [float(card in unknown) for card in range(CARDS)]
        for other in seats:  # the number of the bout in which the seat played the card, over H
            bout_of = {bout[other]: number for number, bout in enumerate(s.played, start=1)}
            values += [bout_of.get(card, 0) / self.hand_size for card in range(CARDS)]
        for other in seats:
            values += [float(s.keeper[suit] == other) for suit in range(4)]
        values += [len(s.hand[other]) / self.hand_size for other in seats]
        for other in seats:
            values += _one_hot(s.boat[other] - 1, board.spaces)
        for other in seats:
            values += _one_hot(s.faceup[other], CHARACTERS + 1)
        for other in seats:  # the stunt spot of the top card
            spot = board.stunts[other][s.faceup[other] - 1] if s.faceup[other] > 0 else 0
            values += _one_hot(spot - 1, board.spaces)
        values += [s.supply[other] / banners for other in seats]
        for q in range(4):
            for d in range(4):
                values += [s.dock[q][d][owner] / banners for owner in [*seats, NEUTRAL]]
        for region in range(2):
            values += [s.tower[region][other] / banners for other in seats]
        values += [s.fruit[other] / fruits for other in seats]
        values += [s.pool / fruits]
        values += [s.profit_majority[other] / 50 for other in seats]
        values += [s.profit_feast[other] / 50 for other in seats]
        values += [points[other] / 100 for other in seats]
        values += _one_hot(s.round - 1, 3)
        values += _one_hot(s.bout - 1, self.hand_size)
        values += _one_hot(s.phase, 4)
        values += [float(s.actor == other) for other in seats]
        values += [float(s.lead == other) for other in seats]
        values += _one_hot(s.gate - 1, board.spaces)
        values += _one_hot(seat, n)
        return values

    # ------------------------------------------------------------------------------------------------------------
    # Notation (7)
    # ------------------------------------------------------------------------------------------------------------

    def action_to_string(self, s: State | None, player: int, action: int) -> str:  # noqa: ARG002
        """`O0` .. `P9` for a card, played or dealt, `G1` .. `G4` for a move of the gate."""
        _check_argument("player", player, CHANCE, self.num_players - 1)
        _check_argument("action", action, 0, CARDS - 1 if player == CHANCE else NUM_ACTIONS - 1)
        return ACTION_NAMES[action]

    def parse_action(self, s: State | None, text: str) -> int:
        """The inverse; small letters and blanks around the name are taken too."""
        names = ACTION_NAMES[:CARDS] if s is not None and s.phase == DEAL else ACTION_NAMES
        name = text.strip(" \t\r\n").upper()
        if name not in names:
            allowed = "O0 to P9" if len(names) == CARDS else "O0 to P9, G1 to G4"
            raise ValueError(f"{GAME}: no action {shown(text)}; allowed: {allowed}")
        return names.index(name)

    # ------------------------------------------------------------------------------------------------------------
    # Plain data (4)
    # ------------------------------------------------------------------------------------------------------------

    def to_dict(self, s: State, seat: int | None = None) -> dict[str, object]:
        """The state under the names of the text's table; with a seat, None for what that seat may not know."""
        if seat is not None:
            _check_argument("seat", seat, 0, self.num_players - 1)
        hands: list[object] = [list(hand) for hand in s.hand]
        pending: list[object] = list(s.pending)
        for other in range(self.num_players):
            if seat is not None and other != seat:
                hands[other] = None
                pending[other] = None
        return {
            "options": deepcopy(self.options),
            "round": s.round,
            "bout": s.bout,
            "phase": PHASES[s.phase],
            "actor": s.actor,
            "gate": s.gate,
            "lead": s.lead,
            "boat": list(s.boat),
            "faceup": list(s.faceup),
            "supply": list(s.supply),
            "dock": [[list(owners) for owners in docks] for docks in s.dock],
            "tower": [list(counts) for counts in s.tower],
            "fruit": list(s.fruit),
            "pool": s.pool,
            "profit_majority": list(s.profit_majority),
            "profit_feast": list(s.profit_feast),
            "keeper": list(s.keeper),
            "played": [list(bout) for bout in s.played],
            "hand": hands,
            "hand_total": [len(hand) for hand in s.hand],
            "pending": pending,
            "pending_total": [int(card >= 0) for card in s.pending],
        }

    def from_dict(self, data: Mapping[str, object]) -> State:
        """The inverse of the full `to_dict`. Checks the domains and invariants of 4 and that the phase fits the rest;
        it does not ask whether play could lead there."""
        _check_fields(data)
        n, board = self.num_players, self.board
        if not _same(data["options"], self.options):
            raise bad_field(GAME, "options", data["options"], "the options of this game")
        phase = data["phase"]
        if not isinstance(phase, str) or phase not in PHASES:
            raise bad_field(GAME, "phase", phase, ", ".join(PHASES))

        def by_seat(name: str, low: int, high: int) -> tuple[int, ...]:
            return tuple(list_field(GAME, name, data[name], n, low, high))

        banners = board.banners_per_player
        s = State(
            round=int_field(GAME, data, "round", 1, self.rounds),
            bout=int_field(GAME, data, "bout", 1, self.hand_size),
            phase=PHASES.index(phase),
            actor=int_field(GAME, data, "actor", -1, n - 1),
            gate=int_field(GAME, data, "gate", 1, board.spaces),
            lead=int_field(GAME, data, "lead", -1, n - 1),
            boat=by_seat("boat", 1, board.spaces),
            faceup=by_seat("faceup", 0, CHARACTERS),
            supply=by_seat("supply", 0, banners),
            dock=tuple(
                tuple(tuple(list_field(GAME, "dock", owners, 6, 0, banners)) for owners in _list("dock", docks, 4))
                for docks in _list("dock", data["dock"], 4)
            ),
            tower=tuple(
                tuple(list_field(GAME, "tower", counts, 5, 0, banners)) for counts in _list("tower", data["tower"], 2)
            ),
            fruit=by_seat("fruit", 0, self.table.fruit_pool),
            pool=int_field(GAME, data, "pool", 1, self.table.fruit_pool),
            profit_majority=by_seat("profit_majority", 0, self.max_majority()),
            profit_feast=by_seat("profit_feast", 0, self.max_feast()),
            keeper=tuple(list_field(GAME, "keeper", data["keeper"], 4, -1, n - 1)),
            played=self._played_field(data["played"]),
            hand=tuple(self._hand_field(hand) for hand in _list("hand", data["hand"], n)),
            pending=by_seat("pending", -1, CARDS - 1),
        )
        for name, derived in (("hand_total", map(len, s.hand)), ("pending_total", (c >= 0 for c in s.pending))):
            expected = [int(total) for total in derived]
            if list_field(GAME, name, data[name], n, 0, CARDS) != expected:
                raise bad_field(GAME, name, data[name], f"{expected}, as the cards are listed")
        self._check_phase(s)
        self._check_banners(s)
        self._check_fruit(s)
        self._check_cards(s)
        return s

    def _played_field(self, value: object) -> tuple[tuple[int, ...], ...]:
        if not isinstance(value, list | tuple) or len(value) > self.hand_size:
            raise bad_field(GAME, "played", value, f"a list of at most {self.hand_size} bouts")
        return tuple(tuple(list_field(GAME, "played", bout, self.num_players, 0, CARDS - 1)) for bout in value)

    def _hand_field(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or len(value) > self.hand_size:
            raise bad_field(GAME, "hand", value, f"a list of at most {self.hand_size} cards")
        hand = list_field(GAME, "hand", value, len(value), 0, CARDS - 1)
        if hand != sorted(set(hand)):
            raise bad_field(GAME, "hand", value, "different cards, ascending")
        return tuple(hand)

    def _check_phase(self, s: State) -> None:
        """The fields that the phase fixes: round, bout, actor, lead, and how many cards lie where."""
        n, full, phase = self.num_players, self.hand_size, PHASES[s.phase]
        if s.phase == END and s.round != self.rounds:
            raise bad_field(GAME, "round", s.round, f"{self.rounds} in END")
        if s.phase == DEAL and s.bout != 1:
            raise bad_field(GAME, "bout", s.bout, "1 in DEAL")
        if s.phase == END and s.bout != full:
            raise bad_field(GAME, "bout", s.bout, f"{full} in END")
        before_first = s.phase != END and s.round == 1 and s.bout == 1
        if s.phase == GATE and before_first:
            raise bad_field(GAME, "phase", phase, "DEAL or PLAY in the first bout of the game")
        if (s.lead == -1) != before_first:
            allowed = "-1 until the first bout is resolved" if before_first else f"0 to {n - 1} after the first bout"
            raise bad_field(GAME, "lead", s.lead, allowed)
        if s.phase in (DEAL, END) and s.actor != -1:
            raise bad_field(GAME, "actor", s.actor, f"-1 in {phase}")
        if s.phase == GATE and s.actor != s.lead:
            raise bad_field(GAME, "actor", s.actor, "the lead in GATE")
        if s.phase == PLAY and s.actor == -1:
            raise bad_field(GAME, "actor", s.actor, f"0 to {n - 1} in PLAY")

        bouts = {DEAL: 0, GATE: s.bout - 1, PLAY: s.bout - 1, END: full}[s.phase]
        if len(s.played) != bouts:
            raise bad_field(GAME, "played", [list(bout) for bout in s.played], f"{bouts} bouts in {phase}")
        dealt = sum(len(hand) for hand in s.hand)
        if s.phase == DEAL and dealt == n * full:
            raise bad_field(GAME, "hand", [list(hand) for hand in s.hand], "not all hands full in DEAL")
        for seat in range(n):
            committed = s.phase == PLAY and seat < s.actor
            if s.phase == DEAL:
                size = min(full, max(0, dealt - seat * full))
            elif s.phase == END:
                size = 0
            else:
                size = full - s.bout + (0 if committed else 1)
            if len(s.hand[seat]) != size:
                raise bad_field(GAME, "hand", list(s.hand[seat]), f"{size} cards for seat {seat}")
            if (s.pending[seat] >= 0) != committed:
                allowed = f"a card for seat {seat}" if committed else f"-1 for seat {seat}"
                raise bad_field(GAME, "pending", list(s.pending), allowed)

    def _check_banners(self, s: State) -> None:
        """Every seat's banners are on docks, on towers or in its supply; neutral banners never change."""
        n, banners = self.num_players, self.board.banners_per_player
        for q in range(4):
            for d in range(4):
                owners = s.dock[q][d]
                if owners[NEUTRAL] != self.neutral_banners(q, d):
                    allowed = f"{self.neutral_banners(q, d)} neutral banners on dock {d} of {COLOURS[q]}"
                    raise bad_field(GAME, "dock", list(owners), allowed)
                if any(owners[n:NEUTRAL]):
                    raise bad_field(GAME, "dock", list(owners), f"0 for owners {n} to 4")
                if s.phase in (DEAL, END) and any(owners[:n]):
                    raise bad_field(GAME, "dock", list(owners), f"no banners of seats in {PHASES[s.phase]}")
        for counts in s.tower:
            if any(counts[n:]):
                raise bad_field(GAME, "tower", list(counts), f"0 for seats {n} to 4")
        for seat in range(n):
            on_docks = sum(s.dock[q][d][seat] for q in range(4) for d in range(4))
            if on_docks + s.tower[0][seat] + s.tower[1][seat] + s.supply[seat] != banners:
                allowed = f"docks, towers and supply of seat {seat} make {banners}"
                raise bad_field(GAME, "supply", list(s.supply), allowed)

    def _check_fruit(self, s: State) -> None:
        """Fruit and pool make the full pool; none is held at the end."""
        if s.pool + sum(s.fruit) != self.table.fruit_pool:
            raise bad_field(GAME, "pool", s.pool, f"pool and fruit make {self.table.fruit_pool}")
        if s.phase == END and any(s.fruit):
            raise bad_field(GAME, "fruit", list(s.fruit), "0 in END")

    def _check_cards(self, s: State) -> None:
        """All cards seen are different cards of the deck; a kept 9 lies only where its keeper played it."""
        held = [("hand", card) for hand in s.hand for card in hand]
        held += [("pending", card) for card in s.pending if card >= 0]
        places = held + [("played", card) for bout in s.played for card in bout]
        seen: list[int] = []
        for name, card in places:
            if card not in self.deck:
                raise bad_field(GAME, name, ACTION_NAMES[card], "cards of the deck")
            if card in seen:
                raise bad_field(GAME, name, ACTION_NAMES[card], "every card once")
            seen.append(card)
        for name, card in held:
            if card not in self.live(s):
                raise bad_field(GAME, name, ACTION_NAMES[card], "no kept 9")
        for bout in s.played:
            for seat, card in enumerate(bout):
                if card % 10 == 9 and s.keeper[card // 10] not in (-1, seat):
                    raise bad_field(GAME, "keeper", list(s.keeper), f"{ACTION_NAMES[card]} was played by seat {seat}")


# --------------------------------------------------------------------------------------------------------------------
# Small helpers
# --------------------------------------------------------------------------------------------------------------------


def _added(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _one_hot(index: int, size: int) -> list[float]:
    """All 0 but for the index; all 0 if the index is -1."""
    return [float(i == index) for i in range(size)]


def _list(name: str, value: object, length: int) -> list[object]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise bad_field(GAME, name, value, f"a list of {length}")
    return list(value)


def _check_fields(data: object) -> None:
    if not isinstance(data, Mapping):
        raise TypeError(f"{GAME}: a state is {shown(data)}; allowed: a mapping")
    for name in data:
        if name not in FIELDS:
            raise ValueError(f"{GAME}: no field {name!r}; fields: {', '.join(FIELDS)}")
    for name in FIELDS:
        if name not in data:
            raise ValueError(f"{GAME}: field {name!r} is missing")


def _same(a: object, b: object) -> bool:
    """Equal plain data, where True is not 1 and a tuple stands for a list."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b


def _check_argument(name: str, value: object, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{GAME}: {name} is {shown(value)}; allowed: {low} to {high}")
    return value


def card_id(card: int | str) -> int:
    """A card given by its id or as text such as `T7`."""
    if isinstance(card, str):
        if card.upper() not in ACTION_NAMES[:CARDS]:
            raise ValueError(f"{GAME}: card is {shown(card)}; allowed: O0 to P9")
        return ACTION_NAMES.index(card.upper())
    return _check_argument("card", card, 0, CARDS - 1)


def quadrant_id(q: int | str) -> int:
    """A quadrant given by its number or its colour."""
    if isinstance(q, str):
        if q not in COLOURS:
            raise ValueError(f"{GAME}: quadrant is {shown(q)}; allowed: {', '.join(COLOURS)}")
        return COLOURS.index(q)
    return _check_argument("quadrant", q, 0, 3)


def _different_cards(name: str, cards: Sequence[int | str], low: int, high: int) -> list[int]:
    if not isinstance(cards, list | tuple) or not low <= len(cards) <= high:
        amount = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{GAME}: {name} is {shown(cards)}; allowed: {amount} different cards")
    ids = [card_id(card) for card in cards]
    if len(set(ids)) != len(ids):
        raise ValueError(f"{GAME}: {name} is {shown(cards)}; allowed: different cards")
    return ids


def _counts(name: str, values: Sequence[int]) -> list[int]:
    """One count a seat, for 2 to 5 seats whatever the game."""
    if not isinstance(values, list | tuple) or not 2 <= len(values) <= 5:
        raise ValueError(f"{GAME}: {name} is {shown(values)}; allowed: 2 to 5 counts")
    return [_check_argument(name, value, 0, 9999) for value in values]


# --------------------------------------------------------------------------------------------------------------------
# Analysis (10). Nothing is changed. Cards are ids or text, quadrants numbers or colours.
# --------------------------------------------------------------------------------------------------------------------


def strength(rules: Rules, q: int | str, card: int | str) -> int:
    """The strength of a card in a quadrant, 0..39."""
    return rules.strength(quadrant_id(q), card_id(card))


def rank_bout(rules: Rules, q: int | str, cards: Sequence[int | str]) -> list[int]:
    """Seats, highest first."""
    return rules.rank(quadrant_id(q), _different_cards("cards", cards, 2, 5))


def dock_for(rules: Rules, state: State, q: int | str, card: int | str) -> int:
    """The dock that a middle card would reach now, 4 for the tower."""
    return rules.dock_for(state, quadrant_id(q), card_id(card))


def kase_dock(rules: Rules, state: State, q: int | str) -> int:
    """The first unfilled dock, 4 for the tower."""
    return rules.kase_dock(state, quadrant_id(q))


def sail_preview(rules: Rules, state: State, seat: int, steps: int) -> dict[str, object]:
    """Where a boat would end and what it would bring."""
    _check_argument("seat", seat, 0, rules.num_players - 1)
    return asdict(rules.sail(state, seat, _check_argument("steps", steps, 1, 9999)))


def ability_preview(rules: Rules, state: State, seat: int, card: int | str) -> dict[str, int]:
    """What the card would do for the seat if it were lowest at the present gate."""
    _check_argument("seat", seat, 0, rules.num_players - 1)
    sail, put, fruit = rules.ability(state, seat, card_id(card), state.gate)
    return {
        "fruit": fruit + sail.fruit + put.fruit,
        "steps": sail.steps,
        "banners": put.banners,
        "place": put.place,
    }


def resolve_bout(rules: Rules, state: State, cards: Sequence[int | str], gate: int | None = None) -> dict[str, object]:
    """What a bout with these cards would do. Hands are ignored; `gate` replaces the present one."""
    n = rules.num_players
    ids = _different_cards("cards", cards, n, n)
    gate = state.gate if gate is None else _check_argument("gate", gate, 1, rules.board.spaces)
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
    """The four moves of the gate and what they lead to."""
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
    """The seats' banners in region 0 and in region 1."""
    return rules.region_counts(state)


def majority_points(rules: Rules, counts: Sequence[int]) -> list[int]:
    """The rewards of one region."""
    return rules.majority_rewards(_counts("counts", counts))


def feast_points(fruit: Sequence[int]) -> list[int]:
    """Every seat with the most fruit gets all of it as profit, the others half, rounded up (8.1)."""
    fruit = _counts("fruit", fruit)
    return [held if held == max(fruit) else (held + 1) // 2 for held in fruit]


def unknown(rules: Rules, state: State, p: int) -> list[int]:
    """The cards whose place seat p does not know, ascending."""
    return rules.unknown(state, _check_argument("seat", p, 0, rules.num_players - 1))


def role_odds(rules: Rules, q: int | str, card: int | str, others: Sequence[int | str], k: int) -> dict[str, float]:
    """The chances of the card against k cards drawn uniformly from `others`."""
    q, card = quadrant_id(q), card_id(card)
    ids = _different_cards("others", others, 1, CARDS - 1)
    if card in ids:
        raise ValueError(f"{GAME}: others is {shown(others)}; allowed: cards other than {ACTION_NAMES[card]}")
    _check_argument("k", k, 1, len(ids))
    weaker = sum(1 for other in ids if rules.strength(q, other) < rules.strength(q, card))
    ways = comb(len(ids), k)
    highest, lowest = comb(weaker, k), comb(len(ids) - weaker, k)
    return {"highest": highest / ways, "middle": (ways - highest - lowest) / ways, "lowest": lowest / ways}


def score_now(rules: Rules, state: State) -> dict[str, list[int]]:
    """The points if majority and feast were scored at once; at the end nothing is pending."""
    nothing = [0] * rules.num_players
    majority_pending, feast_pending = nothing, nothing
    if state.phase != END:
        first, second = rules.region_counts(state)
        majority_pending = list(_added(rules.majority_rewards(first), rules.majority_rewards(second)))
        feast_pending = feast_points(state.fruit)
    return {
        "majority": list(state.profit_majority),
        "majority_pending": majority_pending,
        "feast": list(state.profit_feast),
        "feast_pending": feast_pending,
        "character": [rules.character(state, seat) for seat in range(rules.num_players)],
        "kept": [rules.kept(state, seat) for seat in range(rules.num_players)],
        "total": list(_added(_added(rules.points(state), majority_pending), feast_pending)),
    }


def breakdown(rules: Rules, state: State) -> dict[str, list[int]]:
    """Where the points come from, and the place of every seat; before the end, as things stand."""
    return {
        "majority": list(state.profit_majority),
        "feast": list(state.profit_feast),
        "character": [rules.character(state, seat) for seat in range(rules.num_players)],
        "kept": [rules.kept(state, seat) for seat in range(rules.num_players)],
        "total": rules.points(state),
        "tower": [state.tower[0][seat] + state.tower[1][seat] for seat in range(rules.num_players)],
        "place": rules.places(state),
    }
