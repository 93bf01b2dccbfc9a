"""The hand calculator's report in Japanese, with the terms of the rules (0.1, 3.1). Combinations keep their keys."""

from __future__ import annotations

import re

from .._util.text_table import text_table
from .cards import builtin_names
from .report import INFINITE, MOST, Analysis, choice_rows, is_number, move_rows, wait_points

FORMS = {"SAME": "同組", "RUN": "順組", "SAI": "彩組", "AYA": "綾組", "JUU": "重組"}
"""Melds by their form."""


def japanese(found: Analysis) -> str:
    """Return the report for a terminal."""
    variant = builtin_names().get(found.variant, found.variant)
    exposed = f"   公開 {', '.join(found.exposed)}" if found.exposed else ""
    lines = [f"手札 {found.hand}{exposed}   {variant}、{found.players}人", f"{found.size}枚、{_turn(found)}"]
    lines += [*_distance(found), f"罰点 {found.penalty}、公開の後は最低 {found.min_penalty}"]
    for header, rows in _tables(found):
        numbers = [all(is_number(row[i]) for row in rows) for i in range(len(header))]
        lines += ["", text_table(header, rows, right=numbers)]
    return "\n".join(lines)


def _turn(found: Analysis) -> str:
    if found.claimed:
        return f"{found.claimed} を鳴いた手"
    return "捨てる番" if found.drawn else "引く前"


def _distance(found: Analysis) -> list[str]:
    if not (found.complete and found.best is not None):
        return ["上がれない" if found.deficiency >= INFINITE else f"あと {found.deficiency}枚"]
    melds = "、".join(f"{_form(worth.key)} {worth.meld} {worth.points}" for worth in found.meld_worths)
    made = "、".join(f"{name} {points}" for name, points in found.best.combinations)
    return [f"上がり、役点 {found.best.points}", f"役組 {melds}", *([f"加点 {made}"] if made else [])]


def _form(key: str) -> str:
    """Write `SAME3w` as 同組3."""
    form = re.match(r"([A-Z]+)(\d+)", key)
    return f"{FORMS[form[1]]}{form[2]}" if form else key


def _tables(found: Analysis) -> list[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    listed: list[tuple[tuple[str, ...], list[tuple[str, ...]]]] = []
    rows: list[tuple[str, ...]]
    if len(found.arrangements) > 1:
        rows = [(", ".join([*item.melds, *item.exposed]),) for item in found.arrangements[:MOST]]
        listed.append(((f"役組の分け方 {len(found.arrangements)}通り",), rows))
    if found.waits:
        worth = wait_points(found)
        rows = [(w.kind, str(w.copies), *worth[w.kind]) for w in found.waits]
        listed.append((("待ち", "枚数", "引いて", "鳴いて"), rows))
    elif found.acceptance:
        listed.append((("有効な札", "枚数"), [(card.kind, str(card.copies)) for card in found.acceptance]))
    if found.calls:
        rows = [(call.kind, str(call.copies), ", ".join(call.melds)) for call in found.calls]
        listed.append((("鳴ける札", "枚数", "役組"), rows))
    for title, moves in (("捨て札", found.discards), ("自鳴き", found.self_calls)):
        if moves:
            listed.append(((title, "あと", "枚数", "有効な札"), move_rows(moves)))
    if found.call_choices:
        listed.append((("鳴くか", "あと", "枚数", "最低の罰点"), choice_rows(found)))
    if found.prospects is not None:
        header, rows = found.prospects.table()
        turns = tuple(f"{turn}巡" for turn in header[3:-1])
        listed.append((("手", "あと", "枚数", *turns, "役点"), rows))
    return listed
