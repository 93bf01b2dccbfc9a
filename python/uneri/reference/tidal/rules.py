"""Tidal Blades: Banner Festival, written from the rules text for reading.

Numbers in brackets such as (6.4) are the sections of the rules text, [R17] its rulings, R-1 .. R-7 the rules that all
games share. Seats, cards, docks and quadrants count from 0, spaces of the track and the ring from 1, as printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..common import CHANCE, TERMINAL, UTILITIES, Game, plus
from ..reader import read_options
from .board import CHARACTERS, COLOURS, KEEPABLE, Dock, load_board
from .options import Pack, read_pack
from .state import (
    ACTION_NAMES,
    CARDS,
    DEAL,
    END,
    FIRST_MOVE,
    GAME,
    GATE,
    NEUTRAL,
    NO_PLACE,
    NO_PUT,
    NUM_ACTIONS,
    PLAY,
    TOWER,
    Deed,
    Put,
    Sail,
    State,
)


class Rules(Game):
    """The game with its options (0)."""

    name = GAME

    def __init__(self, **options: object) -> None:
        # The default of `rounds` is the board's, so str(game) must compare with the values in force.
        self.defaults: dict[str, object] = {"players": 4, "rounds": 1, "board": "default", "pack": "full"}
        self.defaults["utility"] = "score"
        given = read_options(GAME, options, self.defaults)
        self.num_players = given["players"].integer(2, 5)
        rounds = given["rounds"].integer(1, 3)  # checked before the board, in the order of the text's table
        self.board, listed = load_board(given["board"])
        self.defaults["rounds"] = self.board.rounds
        self.rounds = rounds if "rounds" in options else self.board.rounds
        self.table = self.board.players[self.num_players]
        self.majority = self.table.majority or self.board.majority
        lowest_number = 0 if self.table.zeros else 1
        full = Pack([card for card in range(CARDS) if card % 10 >= lowest_number], self.table.hand)
        pack, chosen = read_pack(given["pack"], full, self.num_players)
        self.deck, self.hand_size = chosen.cards, chosen.deal
        given["utility"].word(UTILITIES)
        self.options = {**self.defaults, **options, "rounds": self.rounds, "board": listed, "pack": pack}

        self.num_distinct_actions = NUM_ACTIONS
        self.max_chance_outcomes = CARDS  # outcomes are card ids, whatever the deck of the player count
        self.max_legal_actions = max(4, self.hand_size)
        # Every game has the same length (7): N + 1 decisions per bout, but no gate move before the very first bout.
        self.max_game_length = self.rounds * self.hand_size * (self.num_players + 1) - 1
        self.max_chance_nodes = self.rounds * self.hand_size * self.num_players
        self.min_score = 0
        self.max_score = self.most_profit() + self.board.values[-1] + KEEPABLE * self.board.kept_card_profit

    def most_profit(self) -> int:
        """Bound a seat's profit from majorities and feasts in a game (8.4)."""
        fruit = max(1 + self._most_fruit_of_a_move(), 6, self._most_fruit_of_a_dock())
        return self.rounds * (self._most_majority() + self.hand_size * (fruit + self._most_profit_of_a_dock()))

    def most_profit_by_now(self, s: State) -> int:
        """Bound a seat's profit and fruit by now, so that the rest of the game cannot lead above `most_profit`."""
        board = self.board
        # A 1 brings a fruit and sails two spaces, which is one crossing; only a 6 may keep sailing.
        near = 1 + board.stunt_fruit + board.deck_done_fruit
        fruit = max(self._most_fruit_of_a_move(), near, 6, self._most_fruit_of_a_dock())
        finished = {DEAL: 0, END: s.bout}.get(s.phase, s.bout - 1)
        bouts_left = (self.rounds - s.round + 1) * self.hand_size - finished
        rounds_left = 0 if s.phase == END else self.rounds - s.round + 1
        to_come = rounds_left * self._most_majority() + bouts_left * (fruit + self._most_profit_of_a_dock())
        return self.most_profit() - to_come

    def _most_majority(self) -> int:
        """Return the most majority profit of a seat in a round: the best reward in both regions."""
        return 2 * max(self.majority)

    def _most_crossings(self) -> int:
        """Count the crossings of the longest move: a lap, that of a 6 with all banners in the region, or from a dock."""
        spaces = self.board.spaces
        steps = max(spaces, 2 * self.board.banners_per_player, *(dock.sail for dock in self._docks()))
        return (steps + spaces - 1) // spaces

    def _most_fruit_of_a_move(self) -> int:
        return self.board.stunt_fruit + self._most_crossings() * self.board.deck_done_fruit

    def _docks(self) -> list[Dock]:
        return [dock for quadrant in self.board.quadrants for dock in quadrant.docks]

    def _most_fruit_of_a_dock(self) -> int:
        """Return `d` of 8.4."""
        return max(dock.fruit + (self._most_fruit_of_a_move() if dock.sail > 0 else 0) for dock in self._docks())

    def _most_profit_of_a_dock(self) -> int:
        """Return `g` of 8.4."""
        return max(dock.profit for dock in self._docks())

    # --- Setup (3) ---

    def initial(self) -> State:
        """Return the state before the first card is dealt."""
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
        """Count the neutral banners on a dock, all game: one on every even and odd dock [R25], or on those listed."""
        neutral = self.table.neutral
        if isinstance(neutral, tuple):
            return int(f"{COLOURS[q]}.{d}" in neutral)
        return 1 if neutral and self.board.quadrants[q].docks[d].when in ("even", "odd") else 0

    # --- Whose turn, and what may be done (5, 7) ---

    def player(self, s: State) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        if s.phase == DEAL:
            return CHANCE
        if s.phase == END:
            return TERMINAL
        return s.actor

    def legal(self, s: State) -> list[int]:
        """List the legal actions, or the outcomes of a chance node, ascending."""
        if s.phase == DEAL:
            return self.undealt(s)
        if s.phase == GATE:
            return [FIRST_MOVE, FIRST_MOVE + 1, FIRST_MOVE + 2, FIRST_MOVE + 3]
        if s.phase == PLAY:
            return list(s.hand[s.actor])
        return []

    def why_not(self, s: State, a: int) -> str | None:
        """Return the rule that forbids an action or outcome, as a sentence with its tag; None if it is legal."""
        name = ACTION_NAMES[a]
        if s.phase == DEAL:
            if a not in self.deck:
                return f"The deck has no {name} (5.1)"
            if a % 10 == 9 and s.keeper[a // 10] >= 0:
                return f"Seat {s.keeper[a // 10]} keeps {name} for good (6.6)"
            return f"{name} is in a hand already (5.1)" if any(a in hand for hand in s.hand) else None
        if s.phase == GATE:
            return None if a >= FIRST_MOVE else "Before the bout the lead moves the gate, with G1 to G4 (5.2)"
        if s.phase == PLAY:
            if a >= FIRST_MOVE:
                return "The gate stands, and every seat chooses a card (5.3)"
            return None if a in s.hand[s.actor] else f"The hand has no {name} (5.3)"
        return "The game is over after its last round (8.3)"

    def weights(self, s: State) -> list[tuple[int, int]]:
        """List the outcomes. Every card exists once, so each has weight 1 (5.1)."""
        return [(card, 1) for card in self.undealt(s)]

    def live(self, s: State) -> list[int]:
        """List the deck without the kept 9s (4)."""
        return [card for card in self.deck if not (card % 10 == 9 and s.keeper[card // 10] >= 0)]

    def undealt(self, s: State) -> list[int]:
        """List the live cards that are in no hand, not chosen and not played this round (4)."""
        elsewhere = [card for hand in s.hand for card in hand]
        elsewhere += s.pending
        elsewhere += [card for bout in s.played for card in bout]
        return [card for card in self.live(s) if card not in elsewhere]

    # --- The state machine (5) ---

    def apply(self, s: State, a: int) -> State:
        """Return the state after a legal action or a possible outcome."""
        if s.phase == DEAL:
            return self.apply_deal(s, a)
        if s.phase == GATE:
            return replace(s, gate=self.gate_after(s, a - FIRST_MOVE + 1), phase=PLAY, actor=0)
        return self.apply_card(s, a)

    def apply_deal(self, s: State, card: int) -> State:
        """Deal one card to the lowest seat whose hand is not full (5.1)."""
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
        """Return the gate's space after moving 1..4 spaces clockwise (5.2)."""
        return (s.gate - 1 + move) % self.board.spaces + 1

    def apply_card(self, s: State, card: int) -> State:
        """Choose a card face down; after the last seat the bout is resolved (5.3)."""
        hands, pending = list(s.hand), list(s.pending)
        hands[s.actor] = tuple(other for other in hands[s.actor] if other != card)
        pending[s.actor] = card
        s = replace(s, hand=tuple(hands), pending=tuple(pending), actor=s.actor + 1)
        if s.actor < self.num_players:  # [R24]
            return s
        return self.resolve(s)

    def resolve(self, s: State) -> State:
        """Reveal all cards; everything happens at once (6.7)."""
        seats, cards = range(self.num_players), s.pending
        quadrant, region = self.quadrant(s.gate), self.region(s.gate)
        deeds = self.deeds(s, s.gate, cards)  # [R19]
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

        fruit = [s.fruit[seat] + deeds[seat].fruit for seat in seats]  # [R23]
        s = replace(
            s,
            lead=lowest,
            boat=tuple(deeds[seat].space for seat in seats),
            faceup=tuple(s.faceup[seat] + deeds[seat].turned for seat in seats),
            supply=tuple(s.supply[seat] - deeds[seat].banners for seat in seats),
            dock=tuple(tuple(tuple(owners) for owners in docks) for docks in dock),
            tower=tuple(tuple(counts) for counts in tower),
            fruit=tuple(fruit),
            profit_feast=plus(s.profit_feast, self.dock_profits(s, cards)),
            pool=self.table.fruit_pool - sum(fruit),  # may be below 0 for a moment [R13]
            keeper=tuple(keeper),
            played=(*s.played, cards),
            pending=(-1,) * self.num_players,
        )
        if s.pool <= 0:  # [R22]
            s = self.feast(s)
        if s.bout < self.hand_size:
            return replace(s, bout=s.bout + 1, phase=GATE, actor=s.lead)
        return self.round_end(s)

    # --- A bout (6). Everything is read from the state before the bout: that is the snapshot (6.2). ---

    def quadrant(self, gate: int) -> int:
        """Return the active quadrant."""
        return self.board.ring[gate - 1]

    def region_of(self, q: int) -> int:
        """Return the region of a quadrant."""
        return 0 if q in self.board.regions[0] else 1

    def region(self, gate: int) -> int:
        """Return the active region."""
        return self.region_of(self.quadrant(gate))

    def strength(self, q: int, card: int) -> int:
        """Return the rank of a card in a quadrant, 39 is strongest (6.1)."""
        return 10 * (3 - self.board.quadrants[q].order.index(card // 10)) + card % 10

    def rank(self, q: int, cards: Sequence[int]) -> list[int]:
        """Rank the seats by falling strength of their cards (6.1)."""
        return sorted(range(len(cards)), key=lambda seat: self.strength(q, cards[seat]), reverse=True)

    def filled(self, s: State, q: int, d: int) -> bool:
        """Return whether anybody, neutral included, has a banner on this dock (4)."""
        return any(count > 0 for count in s.dock[q][d])

    def in_quadrant(self, s: State, seat: int, q: int) -> int:
        """Count a seat's banners on the docks of a quadrant and on the tower of its region (4)."""
        return sum(s.dock[q][d][seat] for d in range(4)) + s.tower[self.region_of(q)][seat]

    def in_region(self, s: State, seat: int, region: int) -> int:
        """Count a seat's banners on the docks of both quadrants of a region and on its tower, counted once (4)."""
        docks = sum(s.dock[q][d][seat] for q in self.board.regions[region] for d in range(4))
        return docks + s.tower[region][seat]

    def deeds(self, s: State, gate: int, cards: Sequence[int]) -> list[Deed]:
        """List what every seat does when these cards are revealed, by seat."""
        q = self.quadrant(gate)
        ranking = self.rank(q, cards)
        result = []
        for seat, card in enumerate(cards):
            if seat == ranking[0]:
                result.append(self.deed("highest", self.race(s, seat, gate), NO_PUT, 0))
            elif seat == ranking[-1]:
                result.append(self.deed("lowest", *self.ability(s, seat, card, gate)))
            else:  # with two players there is no middle [R17]
                sail, put = self.put(s, seat, gate, self.dock_for(s, q, card))
                result.append(self.deed("middle", sail, put, 0))
        return result

    def dock_profits(self, s: State, cards: Sequence[int]) -> list[int]:
        """List what docks pay at once when these cards are revealed, by seat (2.5)."""
        profits, quadrant = [0] * self.num_players, self.board.quadrants[self.quadrant(s.gate)]
        for seat, deed in enumerate(self.deeds(s, s.gate, cards)):
            if deed.place not in (TOWER, NO_PLACE):
                profits[seat] = quadrant.docks[deed.place].profit
        return profits

    def deed(self, role: str, sail: Sail, put: Put, fruit: int) -> Deed:
        """Add up the parts of what a seat does."""
        all_fruit = fruit + sail.fruit + put.fruit
        return Deed(role, put.place, put.banners, sail.steps, sail.space, sail.crossings, sail.turned, all_fruit)

    def race_steps(self, s: State, seat: int, gate: int) -> int:
        """Return the steps to the gate, a full lap if the boat is already there (6.3)."""
        steps = (gate - s.boat[seat]) % self.board.spaces
        return steps if steps > 0 else self.board.spaces

    def race(self, s: State, seat: int, gate: int) -> Sail:
        """Race to the gate (6.3)."""
        return self.sail(s, seat, self.race_steps(s, seat, gate))

    def no_sail(self, s: State, seat: int) -> Sail:
        """Leave the boat where it is."""
        return Sail(0, s.boat[seat], 0, False, 0, 0)

    def sail(self, s: State, seat: int, steps: int) -> Sail:
        """Move a boat, from any cause [R8] (6.4)."""
        board = self.board
        space, crossings = s.boat[seat], 0
        for _ in range(steps):
            if space == board.lap_exit:  # a crossing is leaving the last space of the lap [R7]
                crossings += 1
            space = space % board.spaces + 1
        # The top card before any turning counts, once per move [R26]; none is face up at the start [R9].
        stunt = s.faceup[seat] > 0 and space == board.stunts[seat][s.faceup[seat] - 1]
        turned = min(crossings, CHARACTERS - s.faceup[seat])
        fruit = (crossings - turned) * board.deck_done_fruit
        if stunt:
            fruit += board.stunt_fruit
        return Sail(steps, space, crossings, stunt, turned, fruit)

    def dock_for(self, s: State, q: int, card: int) -> int:
        """Return where a middle card goes: the first unfilled dock that it fits, else the tower (6.5)."""
        for d in range(4):
            if not self.filled(s, q, d) and self.fits(q, d, card):
                return d
        return TOWER

    def fits(self, q: int, d: int, card: int) -> bool:
        """Return whether the card fits the condition of the dock (6.5)."""
        when = self.board.quadrants[q].docks[d].when
        return any(self.meets(one, card) for one in when) if isinstance(when, tuple) else self.meets(when, card)

    def meets(self, when: str | int, card: int) -> bool:
        """Return whether the card meets a condition: a number is only in lists (2.5)."""
        if isinstance(when, int):
            return card % 10 == when
        if when == "any":
            return True
        if when == "even":
            return card % 10 % 2 == 0  # 0 is even [R27]
        if when == "odd":
            return card % 10 % 2 == 1
        return when == COLOURS[card // 10]

    def kase_dock(self, s: State, q: int) -> int:
        """Return where a lowest 2 goes: the first unfilled dock whatever its condition, else the tower (6.6)."""
        for d in range(4):
            if not self.filled(s, q, d):
                return d
        return TOWER

    def put(self, s: State, seat: int, gate: int, place: int) -> tuple[Sail, Put]:
        """PLACE on a dock of the active quadrant, or TOWER(1) (6.5), and sail if the dock says so (2.5)."""
        if place == TOWER:
            return self.no_sail(s, seat), self.put_on_tower(s, seat, 1)
        if s.supply[seat] == 0:  # nothing at all, no bonus [R12]
            return self.no_sail(s, seat), NO_PUT
        dock = self.board.quadrants[self.quadrant(gate)].docks[place]
        extra = min(dock.extra_banner, s.supply[seat] - 1)  # extra banners bring no further bonus [R11]
        sail = self.sail(s, seat, dock.sail) if dock.sail > 0 else self.no_sail(s, seat)
        return sail, Put(place, 1 + extra, dock.fruit)

    def put_on_tower(self, s: State, seat: int, count: int) -> Put:
        """TOWER(count): no bonus, no capacity (6.5)."""
        banners = min(count, s.supply[seat])
        return Put(TOWER, banners, 0) if banners > 0 else NO_PUT

    def ability(self, s: State, seat: int, card: int, gate: int) -> tuple[Sail, Put, int]:
        """Return the effect of the lowest card (6.6): the movement, the banners, and any further fruit."""
        q, number = self.quadrant(gate), card % 10
        in_quadrant = self.in_quadrant(s, seat, q)
        in_region = self.in_region(s, seat, self.region_of(q))
        stay = self.no_sail(s, seat)
        if number == 0:
            return self.race(s, seat, gate), NO_PUT, 0
        if number == 1:
            return self.sail(s, seat, 2), NO_PUT, 1
        if number == 2:
            return (*self.put(s, seat, gate, self.kase_dock(s, q)), 0)  # bonus included [R10]
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

    # --- Feasts, round end, game end (8) ---

    def feast(self, s: State) -> State:
        """Turn fruit into profit and refill the pool (8.1)."""
        points = feast_rewards(s.fruit)
        return replace(
            s,
            profit_feast=plus(s.profit_feast, points),  # [R14]
            fruit=(0,) * self.num_players,
            pool=self.table.fruit_pool,
        )

    def majority_rewards(self, counts: Sequence[int]) -> list[int]:
        """Return the rewards of one region for the seats' banners in it (8.2)."""
        rewards = []
        for count in counts:
            place = 1 + sum(1 for other in counts if other > count)
            rewards.append(self.majority[place - 1] if place <= 3 and count > 0 else 0)  # [R15]
        return rewards

    def region_counts(self, s: State) -> list[list[int]]:
        """Count the seats' banners by region; neutral banners do not compete [R16]."""
        return [[self.in_region(s, seat, region) for seat in range(self.num_players)] for region in range(2)]

    def round_end(self, s: State) -> State:
        """End a round after its last bout: majority, docks cleared, next round or the end (8.2, 8.3)."""
        majority = s.profit_majority
        for counts in self.region_counts(s):
            majority = plus(majority, self.majority_rewards(counts))
        supply = list(s.supply)
        for seat in range(self.num_players):
            supply[seat] += sum(s.dock[q][d][seat] for q in range(4) for d in range(4))
        only_neutral = tuple(tuple((0, 0, 0, 0, 0, owners[NEUTRAL]) for owners in docks) for docks in s.dock)
        s = replace(s, profit_majority=majority, supply=tuple(supply), dock=only_neutral)
        if s.round < self.rounds:
            return replace(s, round=s.round + 1, bout=1, phase=DEAL, actor=-1, played=())
        return replace(self.feast(s), phase=END, actor=-1)  # the last feast with whatever fruit is held

    def character(self, s: State, seat: int) -> int:
        """Return the profit of the top character card (8.3)."""
        return self.board.values[s.faceup[seat] - 1] if s.faceup[seat] > 0 else 0

    def kept(self, s: State, seat: int) -> int:
        """Return the profit of the kept 9s (8.3)."""
        return self.board.kept_card_profit * s.keeper.count(seat)

    def points(self, s: State) -> list[int]:
        """Return the points so far; at the end the totals (8.4)."""
        return [
            s.profit_majority[seat] + s.profit_feast[seat] + self.character(s, seat) + self.kept(s, seat)
            for seat in range(self.num_players)
        ]

    def places(self, s: State) -> list[int]:
        """Return the final order: total, then banners on the towers [R18]; equal seats share the place (8.3)."""
        keys = [(total, s.tower[0][seat] + s.tower[1][seat]) for seat, total in enumerate(self.points(s))]
        return [1 + sum(1 for other in keys if other > key) for key in keys]

    def winners(self, s: State) -> list[int]:
        """List all seats with place 1."""
        return [seat for seat, place in enumerate(self.places(s)) if place == 1]


def feast_rewards(fruit: Sequence[int]) -> list[int]:
    """Pay the seats with the most fruit all of it as profit, the others half, rounded up (8.1)."""
    return [held if held == max(fruit) else (held + 1) // 2 for held in fruit]
