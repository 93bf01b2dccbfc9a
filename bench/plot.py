"""`python -m bench plot`: draws the figures of the docs from what `--json` kept in bench/history."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from uneri.cli._output import say

from .kept import HISTORY, HOW, conditions, read_history

IMAGES = Path(__file__).parents[1] / "docs" / "images"
SPEED, OVER_TIME, STRENGTH = "speed.svg", "speed_history.svg", "strength.svg"
DUELS = "strength"
"""The folder in the history with the rows of bench/strength/sweep.py."""
COLOURS = {"net": "#d55e00", "flat": "#0072b2", "ismcts": "#009e73", "search": "#cc79a7"}


def main(words: list[str]) -> int:
    """Runs the command; 2 without a file of figures."""
    parser = argparse.ArgumentParser(prog="python -m bench plot", description=__doc__)
    parser.add_argument("--history", type=Path, default=HISTORY, metavar="FOLDER", help="default: bench/history")
    parser.add_argument("--out", type=Path, default=IMAGES, metavar="FOLDER", help="default: docs/images")
    given = parser.parse_args(words)
    kept = read_history(given.history)
    if not kept:
        say(f"no figures in {given.history}: `{HOW.format(suite='peers')}` keeps some")
        return 2
    given.out.mkdir(parents=True, exist_ok=True)
    for name, draw in ((SPEED, draw_ratios), (OVER_TIME, draw_history)):
        draw(kept, given.out / name)
        say(f"wrote {given.out / name}")
    duels = sorted((given.history / DUELS).glob("*.json"))
    if duels:
        draw_strength(json.loads(duels[-1].read_text(encoding="utf-8"))["rows"], given.out / STRENGTH)
        say(f"wrote {given.out / STRENGTH}")
    return 0


def ratios(kept: dict[str, Any]) -> list[tuple[str, str, float]]:
    """Of each work that stands beside another library's: its name, that of the other, how many times as fast."""
    return [
        (work["work"], other["work"], other["ratio"])
        for work in kept["suites"]["peers"]["works"]
        for other in work["beside"]
    ]


def brief(other: str) -> str:
    """Without the name of our game in front and the other's options."""
    return re.sub(r"^\w+: |\(.*?\)", "", other)


def draw_ratios(kept: list[dict[str, Any]], path: Path) -> None:
    """A bar for each comparison of the newest run, on a scale of factors."""
    found = ratios(kept[-1])[::-1]
    figure, (axes,) = _figure(8, 0.9 + 0.26 * len(found))
    places = range(len(found))
    axes.barh(places, [ratio - 1 for _, _, ratio in found], left=1, color="#0072b2", height=0.7)
    axes.set_yticks(places, [name for name, _, _ in found])
    for place, (_, other, ratio) in enumerate(found):
        axes.text(ratio * 1.05, place, f"{ratio:.3g}x  {brief(other)}", va="center", fontsize=7, color="#555555")
    axes.set_xscale("log")
    axes.set_xlim(0.8, 40 * max(ratio for _, _, ratio in found))
    axes.axvline(1, color="#888888", linewidth=0.8)
    axes.set_xlabel("times as fast per CPU second")
    figure.suptitle(conditions(kept[-1]), fontsize=7, x=0.01, ha="left", color="#555555")
    _save(figure, path)


def draw_history(kept: list[dict[str, Any]], path: Path) -> None:
    """The ratios over the runs that were kept, a panel a game: a ratio holds on any machine, a rate does not."""
    panels: dict[str, dict[str, list[tuple[str, float]]]] = {}
    for run in kept:
        label = f"{run['time'][:10]}\n{run['commit']}"
        for name, other, ratio in ratios(run):
            game, _, work = name.partition(": ")
            title = work if work == other.rpartition(": ")[2] else f"{work} ({other.rpartition(': ')[2]})"
            panels.setdefault(game, {}).setdefault(title, []).append((label, ratio))
    figure, all_axes = _figure(8, 3 * len(panels), len(panels))
    for axes, (game, lines) in zip(all_axes, panels.items(), strict=True):
        for name, points in lines.items():
            axes.plot(*zip(*points, strict=True), marker="o", markersize=4, linewidth=1, label=name)
        axes.set_yscale("log")
        axes.set_ylabel("times as fast")
        axes.set_title(game, loc="left")
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    _save(figure, path)


def draw_strength(rows: list[dict[str, Any]], path: Path) -> None:
    """How often each bot is first by its CPU time a decision: a row of panels a game, a column an opponent."""
    games, rivals = (list(dict.fromkeys(row[key] for row in rows)) for key in ("game", "against"))
    figure, all_axes = _figure(8, 0.7 + 2 * len(games), len(games), len(rivals))
    lines: dict[str, Any] = {}
    for number, axes in enumerate(all_axes):
        game, rival = games[number // len(rivals)], rivals[number % len(rivals)]
        found: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            if (row["game"], row["against"]) == (game, rival):
                found.setdefault(row["bot"].partition(":")[0], []).append(row)
        for bot, points in sorted(found.items()):
            us, first, half = zip(
                *sorted((p["us"], 100 * p["first"], 100 * p["first_half"]) for p in points), strict=True
            )
            line = {"color": COLOURS[bot], "marker": "D" if bot == "net" else "o", "markersize": 3.5, "linewidth": 1}
            lines[bot] = axes.errorbar(us, first, half, **line)
        axes.set_xscale("log")
        axes.set_xlim(min(row["us"] for row in rows) / 1.5, max(row["us"] for row in rows) * 1.5)
        axes.axhline(50, color="#888888", linewidth=0.8)
        axes.set_title(f"{game}\nagainst {rival}", loc="left", fontsize=8)
        if number % len(rivals) == 0:
            axes.set_ylabel("first, %")
    for axes in all_axes[-len(rivals) :]:
        axes.set_xlabel("CPU time a decision, µs")
    figure.legend(lines.values(), lines, loc="outside upper left", ncols=len(lines), frameon=False)
    _save(figure, path)


def _figure(width: float, height: float, rows: int = 1, columns: int = 1) -> Any:
    """A figure with its panels, row by row."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams |= {"svg.hashsalt": "uneri", "svg.fonttype": "none", "font.size": 8}  # the same bytes every time
    figure = Figure((width, height), layout="constrained")
    all_axes = [figure.add_subplot(rows, columns, number + 1) for number in range(rows * columns)]
    for axes in all_axes:
        axes.spines[["top", "right"]].set_visible(False)
    return figure, all_axes


def _save(figure: Any, path: Path) -> None:
    figure.savefig(path, format="svg", metadata={"Date": None})
