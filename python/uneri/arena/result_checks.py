"""Checks the games in an arena's files: a file may come from outside, and its digest only proves that it is whole."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .._util.messages import brief
from .._util.strict_json import read_json
from .annotations import check_annotations
from .play import rank_seats
from .schedule import Settings, Unit, count_pairings, derive_deal_seed, list_pairings

_KEYS = ("deal", "game", "seed", "bots", "returns", "ranks", "decisions", "forfeits", "actions")


def check_unit_lines(settings: Settings, unit: Unit, text: str) -> list[dict[str, Any]]:
    """Return the games of a unit. The ValueError names a line that can't belong to it. Memory is bounded."""
    texts = text.split("\n")[:-1]  # not by splitlines, which knows more line ends than JSON escapes
    games = (unit.last - unit.first) * count_pairings(settings)
    if len(texts) != games:
        raise ValueError(f"it has {len(texts)} games; allowed: {games}")
    lines = []
    for number, line in enumerate(texts, 1):
        try:
            lines.append(_check_line(settings, read_json(line)))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    expected = (
        {"deal": deal, "game": table.game, "seed": derive_deal_seed(settings, deal), "bots": list(table.bots)}
        for deal in range(unit.first, unit.last)
        for table in list_pairings(settings, deal)
    )
    for number, (found, wanted) in enumerate(zip(lines, expected, strict=True), 1):
        for key, value in wanted.items():
            if found[key] != value:
                raise ValueError(f"line {number}: {key!r} is {brief(found[key])}; allowed: {brief(value)}")
    return lines


def _check_line(settings: Settings, line: Any) -> dict[str, Any]:
    if not isinstance(line, dict):
        raise ValueError("it is not an object")  # noqa: TRY004  # as everything that is wrong with a line
    for key in _KEYS:
        if key not in line:
            raise ValueError(f"{key!r} is missing; a game of an arena has it")
    kinds: tuple[tuple[str, set[type], str], ...] = (("bots", {int}, "whole"), ("returns", {int, float}, "finite"))
    for key, types, what in kinds:
        found = line[key]
        if not _is_list(found, types) or len(found) != settings.seats or not all(map(_is_finite, found)):
            raise ValueError(f"{key!r} is {brief(found)}; allowed: a list of {settings.seats} {what} numbers")
    if not _is_list(line["actions"], {int}):
        raise ValueError("'actions' is not a list of whole numbers")
    if type(line["decisions"]) is not int or line["decisions"] != len(line["actions"]):
        raise ValueError(
            f"'decisions' is {brief(line['decisions'])}; allowed: {len(line['actions'])}, as many as actions"
        )
    lost = {forfeit["seat"] for forfeit in check_forfeits(line)}
    expected = rank_seats(line["returns"], lost)
    if not _is_list(line["ranks"], {int}) or line["ranks"] != expected:
        raise ValueError(f"'ranks' is {brief(line['ranks'])}; allowed: {brief(expected)}, by returns and forfeits")
    check_annotations(line)
    return line


def check_forfeits(line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Check the forfeits of a line whose `bots` is a list."""
    found, seated = line["forfeits"], line["bots"]
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise ValueError("'forfeits' is not a list of objects")
    for item in found:
        seat = item.get("seat")
        if type(seat) is not int or not 0 <= seat < len(seated):
            raise ValueError("'forfeits' names no seat")
        if type(item.get("bot")) is not int or item["bot"] != seated[seat]:
            raise ValueError(
                f"'forfeits' has bot {brief(item.get('bot'))} on seat {seat}; allowed: {brief(seated[seat])}"
            )
        if not all(isinstance(item.get(key), str) for key in ("kind", "reason")) or type(item.get("ply")) is not int:
            raise ValueError("'forfeits' has no kind, reason or ply")
    return found


def _is_list(value: Any, types: set[type]) -> bool:
    return isinstance(value, list) and set(map(type, value)) <= types


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # an int beyond any float
        return False
