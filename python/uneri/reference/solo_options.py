"""The options of SOLO (0.2) and the bounds that follow from them (R-1)."""

from __future__ import annotations

from collections.abc import Mapping

from uneri.reference._common import UTILITIES, bool_option, check_names, choice_option, int_option
from uneri.reference.solo_cards import DECK, GAME, KINDS, NUM_ACTIONS, hand_penalty
from uneri.reference.solo_state import HAND_SIZE, MOST_PENDING

UNBOUNDED = 2**63 - 1  # stands for "no bound"
DECK_VALUE = hand_penalty(DECK)  # 1480: no hand costs more


class Options:
    """Every option as an attribute; all are plain values."""

    defaults: Mapping[str, object] = {
        "players": 4,
        "start_points": 200,
        "max_rounds": 0,
        "first_seat": 0,
        "next_starter": "rotate",
        "extend_any_wild": False,
        "jump_in": "all",
        "self_jump_in": False,
        "jump_window": "after_card",
        "jump_in_last_card": True,
        "solo_call": "manual",
        "solo_penalty": 2,
        "reverse_two_player": "skip",
        "last_card_draws": False,
        "turn_cap": 2000,
        "utility": "score",
    }

    def __init__(self, **options: object) -> None:
        check_names(GAME, options, self.defaults)
        given = {**self.defaults, **options}

        def number(name: str, low: int, high: int) -> int:
            return int_option(GAME, name, given[name], low, high)

        def flag(name: str) -> bool:
            return bool_option(GAME, name, given[name])

        def choice(name: str, *allowed: str) -> str:
            return choice_option(GAME, name, given[name], allowed)

        n = self.num_players = number("players", 2, 10)
        self.start_points = number("start_points", 1, 100_000)
        self.max_rounds = number("max_rounds", 0, 100_000)
        self.first_seat = number("first_seat", -1, n - 1)
        self.next_starter = choice("next_starter", "rotate", "winner", "left_of_winner")
        self.extend_any_wild = flag("extend_any_wild")
        self.jump_in = choice("jump_in", "all", "coloured", "numbers", "none")
        self.self_jump_in = flag("self_jump_in")
        self.jump_window = choice("jump_window", "after_card", "every_turn")
        self.jump_in_last_card = flag("jump_in_last_card")
        self.solo_call = choice("solo_call", "manual", "auto")
        self.solo_penalty = number("solo_penalty", 0, 10)
        self.reverse_two_player = choice("reverse_two_player", "skip", "plain")
        self.last_card_draws = flag("last_card_draws")
        self.turn_cap = number("turn_cap", 0, 100_000)
        choice("utility", *UTILITIES)
        self.options: dict[str, object] = given

        self.num_distinct_actions = NUM_ACTIONS
        self.max_chance_outcomes = KINDS
        self.max_legal_actions = KINDS + 1
        # Every round costs all but one seat a point or more, and nobody starts a round below 0 (S-7.5).
        self.most_rounds = n * self.start_points // (n - 1) + 1
        if self.max_rounds > 0:
            self.most_rounds = min(self.most_rounds, self.max_rounds)
        # A turn counted: n - 1 questions of its window, then RESPOND, TURN, DRAWN, SOLO and COLOUR or SWAP.
        self.max_game_length = UNBOUNDED if self.turn_cap == 0 else self.most_rounds * self.turn_cap * (n + 4)
        self.max_chance_nodes = self.count_chance_nodes()
        self.min_score = -DECK_VALUE
        self.max_score = self.start_points

    def count_chance_nodes(self) -> int:
        """A bound: the deal, 40 black and action cards and a number turned over, all cards drawn with every turn."""
        n = self.num_players
        if self.turn_cap == 0 or n >= 9:  # with 9 or more the deal may have to be repeated without end (S-2.3)
            return UNBOUNDED
        round_nodes = HAND_SIZE * n + 41 + MOST_PENDING + self.turn_cap * (MOST_PENDING + 1 + self.solo_penalty)
        return (1 if self.first_seat == -1 else 0) + self.most_rounds * round_nodes
