"""The options of ONDA that are data (section 0.2): the dial and the pack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from uneri.reference import _common
from uneri.reference.onda_plays import COPIES, KINDS, RUN2, RUN3, RUN4, SET2, SET3, SET4, Counts, kind_name, pack_of

NAME = "onda"

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
    "pack": "full",
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


@dataclass(frozen=True)
class Pack:
    """O-1.7: `deal` cards a seat, `down` of them face down."""

    cards: Counts
    deal: int
    down: int


PACKS = {
    "full": Pack(pack_of([kind_name(kind) for kind in range(KINDS)] * COPIES), 15, 2),
    "small": Pack(pack_of(["b1", "b1", "b2", "b2", "b3", "b3"]), 3, 1),
}


def read_pack(value: object, players: int) -> tuple[object, Pack]:
    """The option `pack` as it is listed, and what it means."""
    given = value
    if isinstance(value, str) and value not in PACKS:
        given = _common.read_json_option(NAME, "pack", value, tuple(PACKS))
    listed, pack = (given, PACKS[given]) if isinstance(given, str) and given in PACKS else _pack_data(given)
    if listed == "full" and players == 5:
        pack = replace(pack, deal=12)  # O-2.3
    if sum(pack.cards) < players * pack.deal:
        allowed = f"a pack of at least {players * pack.deal} cards for {players} players"
        raise _common.bad_option(NAME, "pack", given, allowed)
    return listed, pack


def _pack_data(given: object) -> tuple[object, Pack]:
    names = [kind_name(kind) for kind in range(KINDS)]
    allowed = (
        "full, small, a mapping of down (1, 2), deal (more than down, at most 15) and cards (a list of names such as"
    )
    bad = _common.bad_option(NAME, "pack", given, f"{allowed} b7, each at most twice), a JSON file of one")
    if not isinstance(given, dict) or given.keys() != {"deal", "down", "cards"}:
        raise bad
    deal, down, cards = given["deal"], given["down"], given["cards"]
    if not _common.is_int(deal) or not _common.is_int(down) or not isinstance(cards, list | tuple):
        raise bad
    if not 1 <= down <= 2 or not down < deal <= 15:
        raise bad
    if not all(isinstance(name, str) and name in names and cards.count(name) <= COPIES for name in cards):
        raise bad
    in_order = sorted(cards, key=names.index)
    return {"deal": deal, "down": down, "cards": in_order}, Pack(pack_of(in_order), deal, down)
