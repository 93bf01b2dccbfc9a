"""The options of ONDA (section 0.2), including those given as data: the dial and the pack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..common import UTILITIES
from ..reader import Entry, Field, built_in_data, read_options
from .plays import (
    COPIES,
    FIRST_MIXED_RUN,
    KINDS,
    NUM_ACTIONS,
    PLAYS,
    RUN2,
    SET2,
    SET4,
    SHAPE_NAMES,
    SUITED_PLAYS,
    Counts,
    Play,
    kind_name,
    number_of,
    pack_of,
    pen,
)

NAME = "onda"

PRESETS = ("ladder", "runs_first")

DEFAULTS: dict[str, Any] = {
    "players": 4, "rounds": 4, "first_seat": 0, "bomb_sequence": "ladder", "tide_start": "high", "tide_reset": "never",
    "lead_of_bomb_shape": "bomb", "leader_may_turn": True, "reveal_jokers": "never", "reveal_returned": False,
    "pack": "full", "utility": "score",
}  # fmt: skip


def named_dials() -> dict[str, list[int]]:
    """Return the dials of O-5.20."""
    dials: dict[str, list[int]] = built_in_data("onda_dial.json")
    return dials


@dataclass(frozen=True)
class Condition:
    """O-5.26: one of the ways in which a bomb may be made."""

    shape: int
    suit: str  # "same", "mixed" or "any"
    low: int
    high: int

    def fits(self, play: Play) -> bool:
        """Return whether a play meets the condition."""
        suit = self.suit == "any" or (self.suit == "same") == play.is_of_one_suit
        return play.shape == self.shape and suit and self.low <= play.rank <= self.high

    @property
    def takes_mixed_runs(self) -> bool:
        """O-6.3"""
        return self.shape < SET2 and self.suit != "same"


Bomb = tuple[Condition, ...]  # any of them will do


def read_dial(option: Field, runs: str) -> tuple[object, list[Bomb]]:
    """Return the option `bomb_sequence` as it is listed (O-5.28), and the bombs on the dial."""
    value = option.value
    if isinstance(value, str) and value in PRESETS:
        return value, [(_condition(shape, runs),) for shape in named_dials()[value]]
    try:
        name, given = None, value
        if isinstance(value, dict):
            entries = Entry("", value).mapping(("name", "bombs"), {"name": ""})
            name, given = entries["name"].name() if "name" in value else None, entries["bombs"].value
        if not isinstance(given, list | tuple) or not 1 <= len(given) <= 16:
            raise ValueError
        bombs = [_read_bomb(bomb, runs) for bomb in given]
    except ValueError:
        shapes = ", ".join(SHAPE_NAMES[RUN2:])
        allowed = f"a bomb is a shape in capitals ({shapes}) or its number 1 to 6, a mapping of shape, suit"
        allowed += " (same, mixed, any), from and to (1 to 15), or a list of 1 to 6 of these"
        raise option.bad(f"ladder, runs_first, a list of 1 to 16 bombs, a JSON file of one; {allowed}") from None
    listed = [_bomb_data(bomb, runs) for bomb in bombs]
    return listed if name is None else {"name": name, "bombs": listed}, bombs


def _read_bomb(given: object, runs: str) -> Bomb:
    ways = given if isinstance(given, list | tuple) else [given]
    if not 1 <= len(ways) <= 6:
        raise ValueError
    return tuple(_condition(way, runs) for way in ways)


def _condition(given: object, runs: str) -> Condition:
    """Read a shape or a mapping; missing entries are as in the table of O-5.26."""
    if not isinstance(given, dict):
        shape = SHAPE_NAMES.index(given) if isinstance(given, str) else Field("", given).integer(RUN2, SET4)
        given = {"shape": SHAPE_NAMES[shape]}
    keys = Entry("", given).mapping(("shape", "suit", "from", "to"), {"suit": None, "from": 1, "to": 15})
    shape = SHAPE_NAMES.index(keys["shape"].word(SHAPE_NAMES[RUN2:]))
    suit = keys["suit"].word(("same", "mixed", "any")) if "suit" in given else _usual_suit(shape, runs)
    low = keys["from"].integer(1, 15)
    return Condition(shape, suit, low, keys["to"].integer(low, 15))


def _usual_suit(shape: int, runs: str) -> str:
    return "same" if shape < SET2 and runs == "suited" else "any"


def _bomb_data(bomb: Bomb, runs: str) -> object:
    """O-5.28: write a bomb without what goes without saying."""
    ways: list[object] = []
    for way in bomb:
        said: dict[str, object] = {}
        said |= {"suit": way.suit} if way.suit != _usual_suit(way.shape, runs) else {}
        said |= {"from": way.low} if way.low > 1 else {}
        said |= {"to": way.high} if way.high < 15 else {}
        ways.append({"shape": SHAPE_NAMES[way.shape], **said} if said else way.shape)
    return ways if len(ways) > 1 else ways[0]


@dataclass(frozen=True)
class Pack:
    """O-1.7: `deal` cards per seat, `down` of them face down; O-1.8: whether runs are `suited` or of `any` suits."""

    cards: Counts
    deal: int
    down: int
    runs: str = "suited"


PACKS = {
    "full": Pack(pack_of([kind_name(kind) for kind in range(KINDS)] * COPIES), 15, 2),
    "small": Pack(pack_of(["b1", "b1", "b2", "b2", "b3", "b3"]), 3, 1),
}


def read_pack(option: Field, players: int) -> tuple[object, Pack]:
    """Return the option `pack` as it is listed, and the pack."""
    value = option.value
    full = replace(PACKS["full"], deal=12) if players == 5 else PACKS["full"]  # O-2.3
    named = {**PACKS, "full": full}
    listed, pack = (value, named[value]) if isinstance(value, str) and value in named else _pack_data(option, full)
    if sum(pack.cards) < players * pack.deal:
        raise option.bad(f"a pack of at least {players * pack.deal} cards for {players} players")
    return listed, pack


def _pack_data(option: Field, full: Pack) -> tuple[object, Pack]:
    """O-1.7, O-1.8"""
    names = [kind_name(kind) for kind in range(KINDS)]
    usual = {"deal": full.deal, "down": full.down, "cards": [name for name in names for _ in range(COPIES)]}
    given = option.value
    try:
        defaults: dict[str, object] = {"runs": "suited", "name": ""}
        defaults |= usual if isinstance(given, dict) and "runs" in given else {}
        keys = Entry("", given).mapping(("deal", "down", "cards", "runs", "name"), defaults)
        title, runs = keys["name"].name(), keys["runs"].word(("suited", "any"))
        down = keys["down"].integer(1, 2)
        deal = keys["deal"].integer(down + 1, 15)
        cards = sorted((card.word(names) for card in keys["cards"].items(0, COPIES * KINDS)), key=names.index)
        if any(cards.count(name) > COPIES for name in cards):
            raise ValueError
    except ValueError:
        allowed = "full, small, a mapping of down (1, 2), deal (more than down, at most 15) and cards (a list of names"
        allowed += " such as b7, each at most twice), or of runs (suited, any) and if wanted these, a JSON file of one"
        raise option.bad(allowed) from None
    listed: dict[str, object] = {"deal": deal, "down": down, "cards": cards}
    if runs == "any":
        listed = {key: value for key, value in listed.items() if value != usual[key]} | {"runs": runs}
    listed |= {"name": title} if isinstance(given, dict) and "name" in given else {}
    return listed, Pack(pack_of(cards), deal, down, runs)


class Options:
    """The options (0.2) and the bounds that follow from them (O-7.11)."""

    defaults = DEFAULTS
    max_chance_outcomes = KINDS

    def __init__(self, **options: Any) -> None:
        o = read_options(NAME, options, DEFAULTS)
        self.num_players = o["players"].integer(2, 5)
        self.rounds = o["rounds"].integer(1, 6)
        self.first_seat = o["first_seat"].integer(-1, self.num_players - 1)
        self.tide_start = o["tide_start"].word(("high", "low"))
        self.tide_reset = o["tide_reset"].word(("never", "round", "trick"))
        self.bomb_lead = o["lead_of_bomb_shape"].word(("bomb", "plain"))
        self.leader_may_turn = o["leader_may_turn"].flag()
        reveals = ("never", "on_discard", "on_play")
        self.reveal_jokers = o["reveal_jokers"].word(reveals)
        self.reveal_returned = o["reveal_returned"].flag()
        pack, chosen = read_pack(o["pack"], self.num_players)
        self.pack, self.hand_size, self.num_down, self.runs = chosen.cards, chosen.deal, chosen.down, chosen.runs
        self.highest = max(number_of(kind) for kind in range(KINDS) if self.pack[kind] > 0)  # O-1.7
        o["utility"].word(UTILITIES)
        listed, self.bombs = read_dial(o["bomb_sequence"], self.runs)
        self.options = {**DEFAULTS, **options, "bomb_sequence": listed, "pack": pack}
        mixed = self.runs == "any" or any(way.takes_mixed_runs for bomb in self.bombs for way in bomb)
        self.plays = PLAYS if mixed else SUITED_PLAYS
        self.num_distinct_actions = NUM_ACTIONS if mixed else FIRST_MIXED_RUN  # O-6.3
        self.max_legal_actions = 1 + len(self.plays)  # O-7.11: TURN and every play
        n, dealt = self.num_players, self.num_players * self.hand_size
        self.max_game_length = self.rounds * (1 + 5 * n + n * dealt)  # O-7.11
        self.max_chance_nodes = self.rounds * dealt + (1 if self.first_seat == -1 else 0)
        self.min_score = self.rounds * self.worst_round()  # O-7.11
        self.max_score = self.rounds * 3

    def worst_round(self) -> int:
        """O-7.11: all cards are still face down, the others are those of the pack with the most dots."""
        dots = sorted((pen(number_of(kind)) for kind in range(KINDS) for _ in range(self.pack[kind])), reverse=True)
        return -(3 * self.num_down + sum(dots[: self.hand_size - self.num_down]))
