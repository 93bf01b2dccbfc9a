"""Writes the suites of node counts: `python tests/engine/make_suite.py onda --most 10000000 --reference 20000`.

Positions come from random games with random options, the counts from the core. `is_legal` and the reference confirm those
that they can count within their limits. Counts of an older suite are kept where they are confirmed by more.
"""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path
from typing import Any

import uneri
from uneri.registry import game_module
from uneri.testing import Count, PerftSuite, SplitMix64, SuitePosition, parse_suite

POSITIONS = 66
PACKAGE = Path(uneri.__file__).parent
LONGEST_OPTIONS = 900  # characters: boards and rule sets as data stay few


def find_file(game: str) -> Path:
    return PACKAGE / game / "suite.perft"


def draw_position(game: str, seed: int) -> SuitePosition | None:
    rng = SplitMix64(seed)
    options: dict[str, Any] = {} if seed % 6 == 0 else game_module(game).random_options(rng, {})
    if len(str(options)) > LONGEST_OPTIONS and seed % 6 != 1:
        return None
    loaded = uneri.load_game(game, **options)
    moves: list[int] = []
    state = loaded.new_initial_state()
    while not state.is_terminal() and len(moves) < 5000:
        action = uneri.registry.in_process.draw_chance(state, rng) if state.is_chance_node() else draw(state, rng)
        state.apply_action(action)
        moves.append(action)
    # Places over the whole game, the start and the end among them.
    kept = [0, len(moves) - 8][seed % 16 // 8] if seed % 8 == 7 else rng.below(max(1, len(moves) - 3))
    state = loaded.new_initial_state()
    for action in moves[: max(0, kept)]:
        state.apply_action(action)
    where = "chance" if state.is_chance_node() else f"seat {state.current_player()} to act"
    text = f"{seed}: {loaded.num_players} seats, after {max(0, kept)} actions, {where}"
    chosen = {key: value for key, value in options.items() if value != uneri.load_game(game).options.get(key)}
    return SuitePosition(text, chosen, tuple(moves[: max(0, kept)]), state.to_dict())


def draw(state: uneri.State, rng: SplitMix64) -> int:
    legal = state.legal_actions()
    return legal[rng.below(len(legal))]


def count_core(game: str, position: SuitePosition, most: int) -> tuple[Count, ...]:
    state = position.reach(game)
    counts: list[Count] = []
    for depth in range(1, 13):
        if counts and predict(counts) > most:
            break
        nodes = uneri.perft(state, depth)
        if nodes == 0 or (nodes > most and depth > 1):
            break
        counts.append(Count(depth, nodes))
        if len(counts) > 2 and counts[-1].nodes == counts[-3].nodes:
            break
    return tuple(counts)


def predict(counts: list[Count]) -> float:
    growth = counts[-1].nodes / (counts[-2].nodes if len(counts) > 1 else 1)
    return counts[-1].nodes * max(1.0, growth) / 3


def confirm(game: str, position: SuitePosition, way: str, most: int) -> SuitePosition:
    """Count again in another way, up to `most` nodes."""
    state = None
    counts = []
    for count in position.counts:
        if count.nodes <= most and way not in count.ways:
            backend = "reference" if way == "reference" else "core"
            state = position.reach(game, backend) if state is None else state
            nodes = uneri.perft(state, count.depth, by="is_legal" if way == "is_legal" else "legal_actions")
            assert nodes == count.nodes, (position.text, count.depth, count.nodes, nodes, way)
            count = Count(count.depth, count.nodes, (*count.ways, way))
        counts.append(count)
    return SuitePosition(position.text, position.options, position.moves, position.state, tuple(counts))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--new", action="store_true", help="draw the positions again")
    parser.add_argument("--most", type=int, default=10_000_000, help="nodes of a count by the core")
    parser.add_argument("--deep", type=int, default=0, help="the same for every eleventh position")
    parser.add_argument("--is-legal", type=int, default=0, help="nodes of a count by is_legal")
    parser.add_argument("--reference", type=int, default=0, help="nodes of a count by the reference")
    args = parser.parse_args()
    path = find_file(args.game)
    if args.new:
        positions: list[SuitePosition] = []
        seed = 0
        while len(positions) < POSITIONS:
            with contextlib.suppress(ValueError):
                position = draw_position(args.game, seed)
                if position is not None:
                    most = max(args.most, args.deep) if len(positions) % 11 == 10 else args.most
                    counts = count_core(args.game, position, most)
                    if counts and counts[-1].nodes > 20:
                        positions.append(
                            SuitePosition(position.text, position.options, position.moves, position.state, counts)
                        )
            seed += 1
    else:
        positions = list(parse_suite(path.read_text(encoding="utf-8")).positions)
    for number, position in enumerate(positions):
        for way, most in (("is_legal", args.is_legal), ("reference", args.reference)):
            positions[number] = position = confirm(args.game, position, way, most)
        if number % 10 == 9 or number == len(positions) - 1:
            path.write_text(PerftSuite(args.game, tuple(positions)).to_text(), encoding="utf-8")
    print(args.game, len(positions), "positions", sum(p.counts[-1].nodes for p in positions), "nodes")


if __name__ == "__main__":
    main()
