"""The game of TACTA that options choose: its deck, seats, colours and cards in play (2.1, 2.2, 8)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from .deck import DECK_SIZE, GAME, SUIT_LETTERS
from .options import Options
from .state import NONE, OVER, ActionSpace, State, card_of
from .tables import Tables


class Setup(Options):
    """Everything that is fixed before the first card is laid."""

    name = GAME

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.options_text = json.dumps(self.options)  # read again for every reader: a quick way to copy a whole deck
        self.tables = Tables(self.deck)
        self.actions = ActionSpace(self.tables)

        self.num_distinct_actions = self.actions.size
        self.max_chance_outcomes = DECK_SIZE * self.num_colours
        self.max_legal_actions = max(self.tables.most_actions(), self.max_chance_outcomes)
        # Between two placements every seat passes at most once (4.1); sabotage chooses suits in every round (8).
        laid = [self.cards_in_round(r) for r in range(self.most_rounds)]
        choices = self.num_players if self.mode == "sabotage" else 0
        self.max_game_length = sum(cards * self.num_players + choices for cards in laid)
        self.max_chance_nodes = sum(cards * (1 + (self.num_players if self.free_play else 0)) for cards in laid)
        self.min_score = 0
        self.max_score = self.most_points(self.rounds)

    def suits(self, r: int) -> list[int]:
        """List the suits in play in round r (from 0); limited space plays one per round, in replays the last."""
        letters = self.all_suits[min(r, len(self.all_suits) - 1)] if self.mode == "limited_space" else self.all_suits
        return [SUIT_LETTERS.index(letter) for letter in letters]

    def cards_in_round(self, r: int) -> int:
        """N_r of 2.3: count the cards in play in round r."""
        return self.values * len(self.suits(r)) * self.num_colours

    def most_points(self, rounds: int) -> int:
        """Return the most points of a seat in the first rounds (7)."""
        dots = sum(range(1, self.values + 1))  # of a suit of one colour (V2)
        return sum(dots * len(self.suits(r)) for r in range(rounds))

    def round_in_play(self, s: State) -> int:
        """Return the number of the round that the table shows, from 0; at the end the last one."""
        return s.round - 1 if s.phase == OVER else s.round

    def table_size(self, s: State) -> tuple[int, int]:
        """Return the width and height of the table in this round (2.1)."""
        return self.size_in_round(self.round_in_play(s))

    def size_in_round(self, r: int) -> tuple[int, int]:
        """Return the table of the option, or the deck's for this number of colours and suits."""
        if self.table is not None:
            return self.table
        sizes = self.deck.one_suit if len(self.suits(r)) == 1 else self.deck.standard
        return sizes[self.num_colours]

    def scoring_colour(self, seat: int) -> int:
        """Return the colour whose dots are the seat's points."""
        return seat % self.num_colours

    def pool_of(self, seat: int) -> int:
        """Return the pool that the cards of a seat are drawn from: its own, or its team's."""
        return seat % self.num_colours if self.team_mode else seat

    def seats_of(self, pool: int) -> list[int]:
        """List the seats that draw from a pool."""
        return [seat for seat in range(self.num_players) if self.pool_of(seat) == pool]

    def holder(self, handed: Sequence[int], r: int, coloured: int) -> int | None:
        """Return the pool that a coloured card belongs to in round r, or None if it isn't in play (2.2, 8)."""
        card = self.deck.cards[card_of(coloured)]
        colour, suit = coloured // DECK_SIZE, card.suit
        if suit not in self.suits(r) or card.value > self.values or colour >= self.num_colours:
            return None
        if self.mode == "sabotage" and self.suits(r).index(suit) == handed[colour]:
            return (colour + 1) % self.num_players  # handed to the left neighbour
        return colour

    def deck_size(self, s: State, seat: int) -> int:
        """Count the cards that a seat still has."""
        return s.hidden[seat] + sum(1 for held in s.ends[seat] if held != NONE)
