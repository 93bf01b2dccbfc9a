"""The options of ONDA (section 0.2), including those given as data: the dial and the pack."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from uneri.reference.common import UTILITIES
from uneri.reference.onda.plays import (
    COPIES,
    KINDS,
    NUM_ACTIONS,
    RUN2,
    SET4,
    Counts,
    kind_name,
    number_of,
    pack_of,
    pen,
)
from uneri.reference.reader import Field, is_int, read_options

NAME = "onda"

DIAL_FILE = Path(__file__).resolve().parents[2] / "data" / "onda_dial.json"
PRESETS = ("ladder", "runs_first")

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
    "pack": "full",
    "utility": "score",
}


def named_dials() -> dict[str, list[int]]:
    """Return the dials of O-5.20."""
    dials: dict[str, list[int]] = json.loads(DIAL_FILE.read_text(encoding="utf-8"))
    return dials


def read_dial(option: Field) -> tuple[object, list[int]]:
    """Return the option `bomb_sequence` as it is listed, and the shapes on the dial."""
    value = option.value
    if isinstance(value, str) and value in PRESETS:
        return value, named_dials()[value]
    shapes = list(value) if isinstance(value, list | tuple) else []
    if not 1 <= len(shapes) <= 16 or not all(is_int(shape) and RUN2 <= shape <= SET4 for shape in shapes):
        allowed = "ladder, runs_first, a list of 1 to 16 shape numbers 1 to 6, a JSON file of one"
        raise option.bad(allowed)
    return shapes, shapes


@dataclass(frozen=True)
class Pack:
    """O-1.7: `deal` cards per seat, `down` of them face down."""

    cards: Counts
    deal: int
    down: int


PACKS = {
    "full": Pack(pack_of([kind_name(kind) for kind in range(KINDS)] * COPIES), 15, 2),
    "small": Pack(pack_of(["b1", "b1", "b2", "b2", "b3", "b3"]), 3, 1),
}


def read_pack(option: Field, players: int) -> tuple[object, Pack]:
    """Return the option `pack` as it is listed, and the pack."""
    value = option.value
    listed, pack = (value, PACKS[value]) if isinstance(value, str) and value in PACKS else _pack_data(option)
    if listed == "full" and players == 5:
        pack = replace(pack, deal=12)  # O-2.3
    if sum(pack.cards) < players * pack.deal:
        allowed = f"a pack of at least {players * pack.deal} cards for {players} players"
        raise option.bad(allowed)
    return listed, pack


def _pack_data(option: Field) -> tuple[object, Pack]:
    given = option.value
    names = [kind_name(kind) for kind in range(KINDS)]
    allowed = (
        "full, small, a mapping of down (1, 2), deal (more than down, at most 15) and cards (a list of names such as"
    )
    bad = option.bad(f"{allowed} b7, each at most twice), a JSON file of one")
    if not isinstance(given, dict) or given.keys() != {"deal", "down", "cards"}:
        raise bad
    deal, down, cards = given["deal"], given["down"], given["cards"]
    if not is_int(deal) or not is_int(down) or not isinstance(cards, list | tuple):
        raise bad
    if not 1 <= down <= 2 or not down < deal <= 15:
        raise bad
    if not all(isinstance(name, str) and name in names and cards.count(name) <= COPIES for name in cards):
        raise bad
    in_order = sorted(cards, key=names.index)
    return {"deal": deal, "down": down, "cards": in_order}, Pack(pack_of(in_order), deal, down)


class Options:
    """The options (0.2) and the bounds that follow from them (O-7.11)."""

    defaults = DEFAULTS
    num_distinct_actions = NUM_ACTIONS
    max_chance_outcomes = KINDS
    max_legal_actions = 549  # O-7.11

    def __init__(self, **options: Any) -> None:
        o = read_options(NAME, options, DEFAULTS)
        self.num_players = o["players"].integer(2, 5)
        self.rounds = o["rounds"].integer(1, 6)
        self.first_seat = o["first_seat"].integer(-1, self.num_players - 1)
        listed, self.dial_shapes = read_dial(o["bomb_sequence"])
        self.tide_start = o["tide_start"].word(("high", "low"))
        self.tide_reset = o["tide_reset"].word(("never", "round", "trick"))
        self.bomb_lead = o["lead_of_bomb_shape"].word(("bomb", "plain"))
        self.leader_may_turn = o["leader_may_turn"].flag()
        reveals = ("never", "on_discard", "on_play")
        self.reveal_jokers = o["reveal_jokers"].word(reveals)
        self.reveal_returned = o["reveal_returned"].flag()
        pack, chosen = read_pack(o["pack"], self.num_players)
        self.pack, self.hand_size, self.num_down = chosen.cards, chosen.deal, chosen.down
        self.highest = max(number_of(kind) for kind in range(KINDS) if self.pack[kind] > 0)  # O-1.7
        o["utility"].word(UTILITIES)
        self.options = {**DEFAULTS, **options, "bomb_sequence": listed, "pack": pack}
        n, dealt = self.num_players, self.num_players * self.hand_size
        self.max_game_length = self.rounds * (1 + 5 * n + n * dealt)  # O-7.11
        self.max_chance_nodes = self.rounds * dealt + (1 if self.first_seat == -1 else 0)
        self.min_score = self.rounds * self.worst_round()  # O-7.11
        self.max_score = self.rounds * 3

    def worst_round(self) -> int:
        """O-7.11: all cards are still face down, the others are those of the pack with the most dots."""
        dots = sorted((pen(number_of(kind)) for kind in range(KINDS) for _ in range(self.pack[kind])), reverse=True)
        return -(3 * self.num_down + sum(dots[: self.hand_size - self.num_down]))
