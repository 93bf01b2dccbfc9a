"""The greedy bot of Tidal Blades: Banner Festival: it plays what its documentation says (docs/games/tidal_programs.md), written out here
on the analysis functions; it takes equal choices alike, and it beats random players clearly. That it reads nothing
hidden is tried in test_views.py."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import uneri
from uneri import tidal
from uneri.bots import GreedyBot, RandomBot
from uneri.testing import stream

# Hundredths of a profit token.
FRUIT, BANNER, TOWER_ROUND, LEAD = 90, 30, 50, 20


class Values:
    """What a seat's cards are worth at the gate of a state."""

    def __init__(self, state: Any, seat: int) -> None:
        self.state, self.seat, self.data = state, seat, state.to_dict(seat)
        self.board, self.n = tidal.board_of(state.game), state.game.num_players
        self.spaces = self.board["track"]["spaces"]
        self.colour = self.board["ring"][self.data["gate"] - 1]
        self.region = 0 if self.colour in self.board["regions"][0] else 1

    def race(self, boat: int, up: int) -> int:
        """Of the character cards, with the part of the lap to the next one that is done."""
        values = [0, *self.board["characters"]["values"]]
        step = 100 * (values[up + 1] - values[up]) if up < 7 else FRUIT * self.board["characters"]["deck_done_fruit"]
        done = (boat - self.board["track"]["lap_exit"] - 1) % self.spaces
        return 100 * values[up] + step * done // self.spaces

    def sailed(self, steps: int) -> int:
        """Without the fruit."""
        boat, up = self.data["boat"][self.seat], self.data["faceup"][self.seat]
        sail = tidal.sail_preview(self.state, self.seat, steps)
        return self.race(sail["space"], up + sail["turned"]) - self.race(boat, up)

    def built(self, banners: int, place: int) -> int:
        hand, counts = self.board["players"][str(self.n)]["hand"], tidal.region_counts(self.state)[self.region]
        more = list(counts)
        more[self.seat] += banners
        before, after = (tidal.majority_points(self.state.game, row)[self.seat] for row in (counts, more))
        # Rounded towards 0: on some boards the first place pays less than the second.
        worth = int(Fraction(100 * (after - before) * (hand + self.data["bout"]), 2 * hand)) + BANNER * banners
        if place == tidal.TOWER:
            worth += TOWER_ROUND * banners * (self.data["options"]["rounds"] - self.data["round"])
        return worth

    def highest(self) -> int:
        steps = (self.data["gate"] - self.data["boat"][self.seat]) % self.spaces or self.spaces
        return self.sailed(steps) + FRUIT * tidal.sail_preview(self.state, self.seat, steps)["fruit"]

    def middle(self, card: int) -> int:
        place, supply = tidal.dock_for(self.state, self.colour, card), self.data["supply"][self.seat]
        if supply == 0:
            return 0
        if place == tidal.TOWER:
            return self.built(1, place)
        dock = self.board["quadrants"][self.colour]["docks"][place]
        return self.built(min(1 + dock["extra_banner"], supply), place) + FRUIT * dock["fruit"]

    def lowest(self, card: int) -> int:
        does = tidal.ability_preview(self.state, self.seat, card)
        worth = FRUIT * does["fruit"] + LEAD
        worth += self.sailed(does["steps"]) if does["steps"] else 0
        worth += self.built(does["banners"], does["place"]) if does["banners"] else 0
        return worth + (100 * self.board["kept_card_profit"] if card % 10 == 9 else 0)

    def card(self, card: int) -> Fraction:
        """The mean over the roles, against cards drawn from those that the seat can't place."""
        others = [tidal.CARD_NAMES[c] for c in tidal.unknown(self.state, self.seat)]
        odds = tidal.role_odds(self.state.game, self.colour, card, others, self.n - 1)
        # Of at most C(39, 4) ways.
        shares = [Fraction(odds[role]).limit_denominator(10**6) for role in ("highest", "middle", "lowest")]
        worths = (self.highest(), self.middle(card), self.lowest(card))
        return sum((share * worth for share, worth in zip(shares, worths, strict=True)), Fraction(0))

    def best(self) -> tuple[Fraction, list[int]]:
        worth = {card: self.card(card) for card in self.data["hand"][self.seat]}
        most = max(worth.values())
        return most, [card for card, value in worth.items() if value == most]


def best_actions(state: Any) -> list[int]:
    seat, data = state.current_player(), state.to_dict()
    if data["phase"] == "PLAY":
        return Values(state, seat).best()[1]
    worth = {}
    for option in tidal.gate_options(state):
        moved = state.game.state_from_dict({**data, "gate": option["space"]})
        worth[tidal.GATE + option["move"] - 1] = Values(moved, seat).best()[0]
    return [action for action, value in worth.items() if value == max(worth.values())]


def test_it_plays_what_is_documented() -> None:
    """On positions of random play on random boards, with every number of seats."""
    ties = first = moves = 0
    for index in range(60):
        numbers = random.Random(index)
        options = tidal.random_options(stream(4, index), {"players": 2 + index % 4, "pack": "full"})
        state = uneri.load_game("tidal", **options).new_initial_state(seed=index)
        while not state.is_terminal():
            if numbers.random() < 0.15:
                best, action = best_actions(state), GreedyBot().act(state)
                assert action in best, (str(state.game), state.to_dict())
                if len(best) > 1:
                    ties += 1
                    first += action == best[0]
                moves += 1
            state.apply_action(numbers.choice(state.legal_actions()))
    assert moves > 300
    assert 0 < first < ties


def test_equal_cards_are_taken_alike() -> None:
    """An empty supply, 5 and 8 of a suit and no unknown card between them: they do the same in every role, and over the
    spaces of boat and gate each is chosen about as often; the same view gives the same choice."""
    game = uneri.load_game("tidal", players=2)
    taken = []
    for boat in range(1, 9):
        for gate in range(1, 9):
            state = tidal.position(
                game,
                bout=7,
                lead=0,
                hands=["T5 T8", "Y1 Y2"],
                played=["T6 T7", "P1 P2", "P3 P4", "P5 P6", "P7 P8", "P9 O1"],
                towers=[[14, 0], [0, 0]],
                boat=[boat, 1],
                gate=gate,
            )
            action = GreedyBot().act(state)
            assert GreedyBot().act(state.clone()) == action
            assert GreedyBot().act(state.resample_from_infostate(0, boat)) == action
            taken.append(action)
    low, high = tidal.parse_cards("T5 T8")
    assert set(taken) == {low, high}
    assert 16 < taken.count(low) < 48  # 64 tosses of a coin: outside with chance below 10^-4


@pytest.mark.parametrize(("players", "share"), [(2, 0.8), (3, 0.75), (4, 0.65), (5, 0.55)])
def test_it_beats_random_players(players: int, share: float) -> None:
    """One greedy seat among random ones, each seat in turn: its share of the wins, and far more points than the mean."""
    game, games = uneri.load_game("tidal", players=players, utility="win"), 300
    wins = points = others = 0.0
    for seed in range(games):
        state, seat = game.new_initial_state(seed), seed % players
        bots = [GreedyBot() if q == seat else RandomBot(seed) for q in range(players)]
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].act(state))
        totals = tidal.breakdown(state)["total"]
        wins += state.returns()[seat]
        points += totals[seat]
        others += (sum(totals) - totals[seat]) / (players - 1)
    assert wins > share * games
    assert points > others + 8 * games
