"""The options of SOLO (0.2) and the bounds that follow from them (R-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..common import UTILITIES
from ..reader import Entry, Field, read_options
from .cards import (
    DECK,
    GAME,
    KIND_NAMES,
    KINDS,
    NUM_ACTIONS,
    SIT,
    SYMBOLS,
    WD4,
    WILD,
    Counts,
    card_value,
    hand_penalty,
    is_black,
    is_number,
    symbol,
)
from .state import MOST_PENDING

UNBOUNDED = 2**63 - 1  # stands for "no bound"
DECK_VALUE = hand_penalty(DECK)  # 1480
MOST_CARDS = sum(DECK)
MOST_OF_A_COLOURED_KIND = 3
MOST_OF_A_BLACK_KIND = 7
PRINTED_VALUES = tuple(card_value(k) for k in range(KINDS))


def most_of(kind: int) -> int:
    """Return how many of a kind a pack or a position may have (S-1.5, S-2.6)."""
    return MOST_OF_A_BLACK_KIND if is_black(kind) else MOST_OF_A_COLOURED_KIND


@dataclass(frozen=True)
class Pack:
    """S-1.5: the cards of the game, how many each seat is dealt, and what each kind is worth."""

    cards: Counts
    deal: int
    values: Counts = PRINTED_VALUES

    def worth(self, hand: Sequence[int]) -> int:
        """Return what a hand costs (S-7.2)."""
        return sum(count * value for count, value in zip(hand, self.values, strict=True))


def counts_of(names: Sequence[str]) -> Counts:
    """Return the counts of some cards."""
    return tuple(list(names).count(name) for name in KIND_NAMES)


PACKS = {"full": Pack(DECK, 8), "small": Pack(counts_of(["R1", "R1", "R2", "G1", "G2", "GD2"]), 2)}


def read_pack(option: Field, players: int) -> tuple[object, Pack]:
    """Return the option `pack` as it is listed, and the pack."""
    value = option.value
    listed, pack = (value, PACKS[value]) if isinstance(value, str) and value in PACKS else _pack_data(option)
    numbers = sum(count for k, count in enumerate(pack.cards) if is_number(k))
    lasts = (pack.cards == DECK and pack.deal <= 8) or numbers > players * pack.deal
    if not lasts:
        raise option.bad(f"a pack of at least {players * pack.deal + 1} number cards for {players} players")
    return listed, pack


def _pack_data(option: Field) -> tuple[object, Pack]:
    """S-1.5"""
    given = option.value
    full = [name for k, name in enumerate(KIND_NAMES) for _ in range(DECK[k])]
    try:
        defaults: dict[str, object] = {"values": {}, "name": ""}
        defaults |= {"deal": 8, "cards": full} if isinstance(given, dict) and "values" in given else {}
        keys = Entry("", given).mapping(("deal", "cards", "values", "name"), defaults)
        title, deal, values = keys["name"].name(), keys["deal"].integer(1, 30), _read_values(keys["values"])
        cards = sorted((card.word(KIND_NAMES) for card in keys["cards"].items(0, MOST_CARDS)), key=KIND_NAMES.index)
        counts = counts_of(cards)
        if any(count > most_of(k) for k, count in enumerate(counts)):
            raise ValueError
    except ValueError:
        allowed = "full, small, a mapping of deal (1 to 30) and cards (a list of names such as R7, at most three of a"
        allowed += " coloured card, seven of a black one, 112 in all), or of values (1 to 99 by names such as R7, Sk"
        raise option.bad(f"{allowed} and Wi) and if wanted these, a JSON file of one") from None
    listed: dict[str, object] = {"deal": deal, "cards": cards}
    if values != PRINTED_VALUES:
        usual = {"deal": 8, "cards": full}
        listed = {key: value for key, value in listed.items() if value != usual[key]} | {"values": _values_data(values)}
    listed |= {"name": title} if isinstance(given, dict) and "name" in given else {}
    return listed, Pack(counts, deal, values)


def _read_values(entry: Entry) -> Counts:
    """Return the value of every kind: its own entry goes before its symbol's."""
    given = {name: item.integer(1, 99) for name, item in entry.part((*SYMBOLS, *KIND_NAMES)).items()}

    def value(k: int) -> int:
        of_symbol = PRINTED_VALUES[k] if is_black(k) else given.get(SYMBOLS[symbol(k)], PRINTED_VALUES[k])
        return given.get(KIND_NAMES[k], of_symbol)

    return tuple(value(k) for k in range(KINDS))


def _values_data(values: Counts) -> dict[str, int]:
    """Write the values that are not the printed ones, by symbol where all four colours agree."""
    listed: dict[str, int] = {}
    for place, name in enumerate(SYMBOLS):
        kinds = [k for k in range(KINDS) if not is_black(k) and symbol(k) == place]
        if len({values[k] for k in kinds}) == 1:
            listed |= {name: values[kinds[0]]} if values[kinds[0]] != PRINTED_VALUES[kinds[0]] else {}
        else:
            listed |= {KIND_NAMES[k]: values[k] for k in kinds if values[k] != PRINTED_VALUES[k]}
    return listed | {KIND_NAMES[k]: values[k] for k in (WILD, WD4, SIT) if values[k] != PRINTED_VALUES[k]}


class Options:
    """Every option as an attribute; all are plain values."""

    defaults: Mapping[str, object] = {
        "players": 4, "start_points": 200, "max_rounds": 0, "first_seat": 0, "next_starter": "rotate",
        "extend_any_wild": False, "jump_in": "all", "self_jump_in": False, "jump_window": "after_card",
        "jump_in_last_card": True, "solo_call": "manual", "solo_penalty": 2, "reverse_two_player": "skip",
        "last_card_draws": False, "turn_cap": 2000, "pack": "full", "utility": "score",
    }  # fmt: skip

    def __init__(self, **options: object) -> None:
        given = read_options(GAME, options, self.defaults)
        n = self.num_players = given["players"].integer(2, 10)
        self.start_points = given["start_points"].integer(1, 100_000)
        self.max_rounds = given["max_rounds"].integer(0, 100_000)
        self.first_seat = given["first_seat"].integer(-1, n - 1)
        self.next_starter = given["next_starter"].word(("rotate", "winner", "left_of_winner"))
        self.extend_any_wild = given["extend_any_wild"].flag()
        self.jump_in = given["jump_in"].word(("all", "coloured", "numbers", "none"))
        self.self_jump_in = given["self_jump_in"].flag()
        window = given["jump_window"].word(("after_card", "every_turn", "first_card", "always"))
        self.jump_every_turn = window in ("every_turn", "always")  # S-4.9
        self.jump_on_first_card = window in ("first_card", "always")  # S-2.4
        self.jump_in_last_card = given["jump_in_last_card"].flag()
        self.solo_call = given["solo_call"].word(("manual", "auto"))
        self.solo_penalty = given["solo_penalty"].integer(0, 10)
        self.reverse_two_player = given["reverse_two_player"].word(("skip", "plain"))
        self.last_card_draws = given["last_card_draws"].flag()
        self.turn_cap = given["turn_cap"].integer(0, 100_000)
        listed, self.pack = read_pack(given["pack"], n)
        given["utility"].word(UTILITIES)
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
        self.most_worth = max(DECK_VALUE, self.pack.worth(self.pack.cards))
        self.min_score = -self.most_worth  # S-7.8
        self.max_score = self.start_points

    def count_chance_nodes(self) -> int:
        """Bound the chance nodes: the deal, black and action cards and a number turned up, all cards drawn a turn."""
        n = self.num_players
        if self.turn_cap == 0 or n >= 9:  # with 9 or more the deal may have to be repeated without end (S-2.3)
            return UNBOUNDED
        others = sum(count for k, count in enumerate(self.pack.cards) if not is_number(k))
        start = n * max(8, self.pack.deal) + max(40, others) + 1
        round_nodes = start + MOST_PENDING + self.turn_cap * (MOST_PENDING + 1 + self.solo_penalty)
        return (1 if self.first_seat == -1 else 0) + self.most_rounds * round_nodes
