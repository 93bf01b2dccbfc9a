"""The options of SOLO (0.2) and the bounds that follow from them (R-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from uneri.reference.common import UTILITIES
from uneri.reference.reader import Field, is_int, read_options
from uneri.reference.solo.cards import (
    DECK,
    GAME,
    KIND_NAMES,
    KINDS,
    NUM_ACTIONS,
    Counts,
    hand_penalty,
    is_number,
    multiplicity,
)
from uneri.reference.solo.state import MOST_PENDING

UNBOUNDED = 2**63 - 1  # stands for "no bound"
DECK_VALUE = hand_penalty(DECK)  # 1480: no hand costs more


@dataclass(frozen=True)
class Pack:
    """S-1.5: the cards of the game, and how many each seat is dealt."""

    cards: Counts
    deal: int


def counts_of(names: Sequence[str]) -> Counts:
    """Return the counts of some cards."""
    return tuple(list(names).count(name) for name in KIND_NAMES)


PACKS = {"full": Pack(DECK, 8), "small": Pack(counts_of(["R1", "R1", "R2", "G1", "G2", "GD2"]), 2)}


def read_pack(option: Field, players: int) -> tuple[object, Pack]:
    """Return the option `pack` as it is listed, and the pack."""
    value = option.value
    listed, pack = (value, PACKS[value]) if isinstance(value, str) and value in PACKS else _pack_data(option)
    numbers = sum(count for k, count in enumerate(pack.cards) if is_number(k))
    if listed != "full" and numbers <= players * pack.deal:
        allowed = f"a pack of at least {players * pack.deal + 1} number cards for {players} players"
        raise option.bad(allowed)
    return listed, pack


def _pack_data(option: Field) -> tuple[object, Pack]:
    given = option.value
    allowed = "full, small, a mapping of deal (1 to 8) and cards (a list of names such as R7, each at most as often as"
    bad = option.bad(f"{allowed} in the full pack), a JSON file of one")
    if not isinstance(given, dict) or given.keys() != {"deal", "cards"}:
        raise bad
    deal, cards = given["deal"], given["cards"]
    if not is_int(deal) or not 1 <= deal <= 8 or not isinstance(cards, list | tuple):
        raise bad
    if not all(isinstance(name, str) and name in KIND_NAMES for name in cards):
        raise bad
    counts = counts_of(cards)
    if any(count > multiplicity(k) for k, count in enumerate(counts)):
        raise bad
    return {"deal": deal, "cards": sorted(cards, key=KIND_NAMES.index)}, Pack(counts, deal)


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
        "pack": "full",
        "utility": "score",
    }

    def __init__(self, **options: object) -> None:
        given = read_options(GAME, options, self.defaults)

        def number(name: str, low: int, high: int) -> int:
            return given[name].integer(low, high)

        def flag(name: str) -> bool:
            return given[name].flag()

        def choice(name: str, *allowed: str) -> str:
            return given[name].word(allowed)

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
        listed, self.pack = read_pack(given["pack"], n)
        choice("utility", *UTILITIES)
        self.options: dict[str, object] = {**self.defaults, **options, "pack": listed}

        self.num_distinct_actions = NUM_ACTIONS
        self.max_chance_outcomes = KINDS
        self.max_legal_actions = KINDS + 1
        # Every round costs all but one seat at least a point, and nobody starts a round below 0 (S-7.5).
        self.most_rounds = n * self.start_points // (n - 1) + 1
        if self.max_rounds > 0:
            self.most_rounds = min(self.most_rounds, self.max_rounds)
        # A turn counted: n - 1 questions of its window, then RESPOND, TURN, DRAWN, SOLO and COLOUR or SWAP.
        self.max_game_length = UNBOUNDED if self.turn_cap == 0 else self.most_rounds * self.turn_cap * (n + 4)
        self.max_chance_nodes = self.count_chance_nodes()
        self.min_score = -DECK_VALUE  # S-7.8
        self.max_score = self.start_points

    def count_chance_nodes(self) -> int:
        """Bound them: the deal, 40 black and action cards and a number turned over, all cards drawn every turn."""
        n = self.num_players
        if self.turn_cap == 0 or n >= 9:  # with 9 or more the deal may have to be repeated without end (S-2.3)
            return UNBOUNDED
        round_nodes = 8 * n + 41 + MOST_PENDING + self.turn_cap * (MOST_PENDING + 1 + self.solo_penalty)
        return (1 if self.first_seat == -1 else 0) + self.most_rounds * round_nodes
