"""`python -m bench tables`: writes the tables of the docs from the newest figures in bench/history.

A page marks a table by `<!-- table: NAME -->` and `<!-- end of table -->`; what stands between is written anew. `--check`
writes nothing and ends with 1 where a page differs.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from uneri.cli._output import format_rate, say

from .kept import HISTORY, HOW, conditions, ratio, read_history, works
from .plot import brief

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/index.md", "docs/comparison.md", "docs/benchmarks.md", "docs/batch.md")
MARKED = re.compile(r"(<!-- table: ([\w -]+) -->\n)(.*?)(<!-- end of table -->)", re.DOTALL)

GAMES = {"onda": "ONDA", "solo": "SOLO", "tidal": "Tidal", "tacta": "TACTA", "namima": "Namima"}
PLAYOUTS, LOOP = "random playouts in the core", "random games step by step from Python"

Works = Mapping[str, dict[str, Any]]


def main(words: list[str]) -> int:
    """Runs the command; 1 if a page differs, 2 without figures for a table."""
    parser = argparse.ArgumentParser(prog="python -m bench tables", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if a page differs from the figures")
    parser.add_argument("--history", type=Path, default=HISTORY, metavar="FOLDER", help="default: bench/history")
    given = parser.parse_args(words)
    differs = False
    for name in PAGES:
        path = ROOT / name
        old = path.read_text(encoding="utf-8")
        try:
            new = fill(old, given.history)
        except LookupError as error:
            say(f"{name}: {error}")
            return 2
        if new == old:
            say(f"{name}: as measured")
        elif given.check:
            say(f"{name}: differs from the figures; `python -m bench tables` writes it")
            differs = True
        else:
            path.write_text(new, encoding="utf-8")
            say(f"{name}: written")
    return int(differs)


def fill(page: str, history: Path) -> str:
    """A page with its marked tables written anew."""

    def table(match: re.Match[str]) -> str:
        return f"{match[1]}{make_table(match[2], history)}\n{match[4]}"

    return MARKED.sub(table, page)


def make_table(name: str, history: Path) -> str:
    """A table as Markdown, from the newest run of its suite."""
    if name not in TABLES:
        raise LookupError(f"no table has the name {name!r}; there are {', '.join(TABLES)}")
    suite, make = TABLES[name]
    kept = read_history(history, suite)
    if not kept:
        raise LookupError(f"no figures for the table {name!r}; `{HOW.format(suite=suite)}` keeps some")
    return make(kept[-1]) if suite == name else make(works(kept[-1], suite))


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The lines of a table."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, ["---"] * len(header), *rows))


def spread(work: dict[str, Any]) -> str:
    """`2.30 M [2.27 .. 2.41]`: the median, the least and the greatest, all in one unit."""
    text = format_rate(work["median"])
    letter = text[-1] if text[-1].isalpha() else ""
    factor = {"G": 1e9, "M": 1e6, "k": 1e3, "": 1}[letter]
    return f"{text} [{digits(work['least'] / factor)} .. {digits(work['greatest'] / factor)}]"


def digits(value: float) -> str:
    """Three digits, or all before the point: 0.898, 17.2, 1103."""
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def times(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """`7.9x [7.8 .. 7.9]`."""
    middle, least, greatest = ratio(ours, theirs)
    return f"{middle:.3g}x [{least:.3g} .. {greatest:.3g}]"


def measured(suite: str, run: dict[str, Any]) -> str:
    """Where and when a suite was measured, and by which command."""
    return f"Measured by `python -m bench {suite}`: {conditions(run)}."


def summary(found: Works) -> str:
    """A row for each game: how many times as fast, and beside what."""
    rows = [
        (title, f"{playouts:.3g}x", f"{loop:.3g}x", f"OpenSpiel, {name}")
        for title, playouts, loop, name in beside(found)
    ]
    return markdown(("times as many decisions per CPU second", "random playouts", "loop in Python", "as"), rows)


def span(found: Works) -> str:
    """The least and the greatest ratios of the summary, as a sentence."""
    (least, most), (slow, fast) = ((min(ratios), max(ratios)) for ratios in list(zip(*beside(found), strict=True))[1:3])
    return (
        f"**{least:.3g} to {most:.3g} times** as many random decisions per CPU second as the nearest games of OpenSpiel,\n"
        f"in compiled code; in a loop in Python **{slow:.3g} to {fast:.3g} times** as many."
    )


def beside(found: Works) -> list[tuple[str, float, float, str]]:
    """Each game, its ratios beside the nearest game of OpenSpiel for playouts and for loops in Python, and that game."""
    rows = []
    for game, title in GAMES.items():
        if f"{game}: {PLAYOUTS}" in found:
            playouts, loop = found[f"{game}: {PLAYOUTS}"]["beside"], found[f"{game}: {LOOP}"]["beside"]
            other = brief(playouts[0]["work"]).partition(":")[0].removeprefix("open_spiel ")
            rows.append((title, playouts[0]["ratio"], min(one["ratio"] for one in loop), other))
    return rows


def peers(game: str, found: Works) -> str:
    """A game beside its nearest one of OpenSpiel."""
    rows = [
        (
            PEER_ROWS[brief(other["work"]).partition(": ")[2]],
            spread(work),
            spread(found[other["work"]]),
            times(work, found[other["work"]]),
        )
        for name, work in found.items()
        if name.startswith(f"{game}: ")
        for other in work["beside"]
        if "open_spiel" in other["work"]
    ]
    return markdown(("work", f"uneri, {GAMES[game]}", "OpenSpiel", "ratio"), rows)


def by_game(rows: Mapping[str, str], found: Works) -> str:
    """A row for each work, a column for each game that was measured."""
    games = [game for game in GAMES if f"{game}: {next(iter(rows))}" in found]
    lines = [
        (title, *(spread(found[f"{game}: {work}"]) if f"{game}: {work}" in found else "" for game in games))
        for work, title in rows.items()
    ]
    return markdown(("", *(GAMES[game] for game in games)), lines)


def opponents(found: Works) -> str:
    """A row for each game, a column for each player of the other seats."""
    players = ("random", "greedy")
    rows = [
        (title, *(spread(found[f"{game}: by the core, {player} opponents"]) for player in players))
        for game, title in GAMES.items()
        if f"{game}: by the core, random opponents" in found
    ]
    return markdown(("", *(f'`opponents="{player}"`' for player in players)), rows)


def logits(found: Works) -> str:
    """A row for each game: a step by logits, drawn by the core and by numpy."""
    rows = []
    for game, title in GAMES.items():
        if f"{game}: from logits by the core" in found:
            core, numpy = found[f"{game}: from logits by the core"], found[f"{game}: from logits by numpy"]
            rows.append((title, spread(core), spread(numpy), times(core, numpy)))
    return markdown(("", "`step_logits`", "numpy", "ratio"), rows)


def search(found: Works) -> str:
    """A row for each game: simulations of a search beside OpenSpiel's."""
    rows = []
    for game, title in GAMES.items():
        for other in found.get(f"{game}: ISMCTS", {"beside": []})["beside"]:
            ours, theirs = found[f"{game}: ISMCTS"], found[other["work"]]
            name = brief(other["work"]).partition(":")[0].removeprefix("open_spiel ")
            rows.append((title, spread(ours), name, spread(theirs), times(ours, theirs)))
    return markdown(("", "`ISMCTS`", "OpenSpiel's game", "its `ISMCTSBot`", "ratio"), rows)


PEER_ROWS = {
    "playouts": "random playouts in compiled code, decisions/s",
    "loop, chance_outcomes": "loop in Python, chance drawn by its weights, decisions/s",
    "loop, any outcome": "the same, OpenSpiel taking any outcome at chance nodes",
    "clone": "`clone()` from Python, calls/s",
    "legal_actions": "`legal_actions()` from Python, calls/s",
    "legal_actions, by actions listed": "the same, actions listed/s",
}
BATCH_ROWS = {
    "actions by the core": "actions chosen in the core (`step_random`)",
    "actions by numpy from the list": "chosen by numpy from `legal` and `num_legal`",
    "actions by numpy from the mask": "chosen by numpy from `mask` alone",
    "by the core, uint8": 'in the core, `dtype="uint8"`',
    "by the core, all seats": 'in the core, `observation="all"`',
    "by the core, no observation": "in the core, `observation=None`",
}

TABLES: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    **{suite: (suite, partial(measured, suite)) for suite in ("peers", "batch", "search")},
    "summary": ("peers", summary),
    "span": ("peers", span),
    **{f"peers {game}": ("peers", partial(peers, game)) for game in ("onda", "solo", "tidal", "namima")},
    "batch steps": ("batch", partial(by_game, BATCH_ROWS)),
    "batch opponents": ("batch", opponents),
    "batch logits": ("batch", logits),
    "search beside OpenSpiel": ("search", search),
}
"""By the name in a page: the suite whose figures it shows, and what makes it. A suite's own name says where it was run."""
